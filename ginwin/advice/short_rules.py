"""Rules short enough to remember, and what they are worth.

A short rule raises with n dead-wood cards or fewer. With the next larger number it raises if a
clause holds: one to three bounds, all of them, or one clause or else another; with more it folds.
A bound is on the highest, second, third or lowest dead-wood card ("10 or lower"), on the sum of the
pips of the dead wood (ace 1 to king 13), or on how many cards of the whole hand are low. The best
of all is found by `ginwin.advice.rule_search`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from ginwin.cards import RANKS
from ginwin.values import count_of, ranks_of

__all__ = ["MOST_BOUNDS", "PLACES", "Bound", "ShortRule", "ShortRules"]

MOST_BOUNDS = 3
"""The most bounds of a rule."""

PLACES: tuple[Literal["highest", "second", "third", "lowest"], ...] = (
    "highest",
    "second",
    "third",
    "lowest",
)
"""The dead-wood cards that bounds can be on."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound of a short rule.

    Parameters
    ----------
    what : {"highest", "second", "third", "lowest", "pips", "cards"}
        A dead-wood card, counted from the highest; the pips of the dead wood; or the cards of the
        whole hand up to a rank.
    limit : int
        The highest rank that a dead-wood card may have, the most pips, or the fewest cards.
    rank : int or None
        The highest rank of the cards that count, for ``cards``.
    """

    what: Literal["highest", "second", "third", "lowest", "pips", "cards"]
    limit: int
    rank: int | None = None

    def __str__(self) -> str:
        """Say it in short: ``second 8``, ``30 pips``, ``4+ cards to 9``."""
        if self.what == "cards" and self.rank is not None:
            return f"{self.limit}+ cards to {RANKS[self.rank]}"
        return f"{self.limit} pips" if self.what == "pips" else f"{self.what} {RANKS[self.limit]}"

    def sentence(self) -> str:
        """Say it in full."""
        if self.what == "cards" and self.rank is not None:
            return f"{self.limit} or more cards of the hand are {RANKS[self.rank]} or lower"
        if self.what == "pips":
            return f"the dead wood has {self.limit} pips or fewer"
        return f"the {self.what} is {RANKS[self.limit]} or lower"

    def holds(self, value: int, hand: int = 0) -> bool:
        """Return whether it holds for a value, and for the cards of the hand if it is on these."""
        ranks = ranks_of(value)
        if self.what == "pips":
            return sum(rank + 1 for rank in ranks) <= self.limit
        if self.what == "cards" and self.rank is not None:
            low = sum(((1 << self.rank + 1) - 1) << 13 * suit for suit in range(4))
            return (hand & low).bit_count() >= self.limit
        place = -1 if self.what == "lowest" else PLACES.index(self.what)
        return ranks[place] <= self.limit


@dataclass(frozen=True, slots=True)
class ShortRule:
    """A short rule and what it is worth.

    Parameters
    ----------
    count : int
        Raise with so many dead-wood cards or fewer; -1 for none.
    following : int
        The next number of dead-wood cards that occurs, for which the clauses are.
    clauses : tuple of tuple of Bound
        Raise with `following` cards if all bounds of one of the clauses hold. Empty: fold.
    house_edge : Fraction
        The house edge with the rule, per ante.
    raise_rate : Fraction
        The share of hands that raise.
    cost : Fraction
        What it loses against another strategy, usually the optimum, per ante.
    """

    count: int
    following: int
    clauses: tuple[tuple[Bound, ...], ...]
    house_edge: Fraction
    raise_rate: Fraction
    cost: Fraction

    @property
    def bounds(self) -> int:
        """How many bounds it has."""
        return sum(map(len, self.clauses))

    def __str__(self) -> str:
        """Say the rule in short: ``3 or fewer; 4 if highest 10, second 8``."""
        if self.count < 0 and not self.clauses:
            return "always fold"
        clauses = ", or ".join(", ".join(map(str, clause)) for clause in self.clauses)
        parts = [f"{self.count} or fewer" if self.count else "0"] if self.count >= 0 else []
        return "; ".join([*parts, *([f"{self.following} if {clauses}"] if clauses else [])])

    def sentence(self) -> str:
        """Say the rule in full."""
        if self.count < 0 and not self.clauses:
            return "Always fold."
        parts = []
        if self.count >= 0:
            parts.append(f"with {_cards(self.count)}{' or fewer' if self.count else ''}")
        if self.clauses:
            clauses = ", or if ".join(
                " and ".join(bound.sentence() for bound in clause) for clause in self.clauses
            )
            parts.append(f"with {_cards(self.following)} if {clauses}")
        return f"Raise {', and '.join(parts)}."

    def raises(self, value: int, hand: int = 0) -> bool:
        """Return whether the rule raises with a value, and a hand if it looks at all cards."""
        count = count_of(value)
        if count != self.following or not self.clauses:
            return count <= self.count
        return any(all(bound.holds(value, hand) for bound in clause) for clause in self.clauses)


def _cards(number: int) -> str:
    return f"{number} dead-wood card{'' if number == 1 else 's'}" if number else "no dead wood"


class ShortRules(NamedTuple):
    """The result of a search.

    Attributes
    ----------
    best : tuple of ShortRule
        The best rule for each number of bounds, from none; only those that are better than all
        with fewer.
    space : int
        How many rules the search stands for.
    """

    best: tuple[ShortRule, ...]
    space: int
