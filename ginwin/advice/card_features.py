"""What a person sees in the cards of a hand: features that are whole numbers.

All are the same when suits are exchanged, so one hand of each suit class is enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ginwin.cards import RANKS

__all__ = ["FEATURES", "Condition", "Feature", "measure"]

Ints = NDArray[np.int64]

_RANK_MASK = (1 << 13) - 1
_RANK_CARDS = sum(1 << 13 * suit for suit in range(4))  # the aces


@dataclass(frozen=True, slots=True)
class Feature:
    """A number that the cards of a hand have.

    Parameters
    ----------
    name : {"cards", "ranks", "suits", "longest suit", "melded of a rank", "pips"}
        Cards of a limited rank; different ranks up to that rank; suits; cards of the longest suit;
        the most melded cards of one rank; the pips of all cards (ace 1 to king 13).
    rank : int or None
        The highest rank that counts, for ``cards`` and ``ranks``.
    """

    name: Literal["cards", "ranks", "suits", "longest suit", "melded of a rank", "pips"]
    rank: int | None = None

    def __str__(self) -> str:
        """Say what is counted: ``cards to 9`` are those 9 or lower, ``ranks to 9`` their ranks."""
        if self.rank is None:
            return {
                "longest suit": "of the longest suit",
                "melded of a rank": "melded of a rank",
            }.get(self.name, self.name)
        if (self.name, self.rank) == ("cards", 0):
            return "aces"
        return self.name + (f" to {RANKS[self.rank]}" if self.rank < len(RANKS) - 1 else "")


FEATURES: tuple[Feature, ...] = (
    *(Feature("cards", rank) for rank in range(12)),
    *(Feature("ranks", rank) for rank in range(13)),
    Feature("suits"),
    Feature("longest suit"),
    Feature("melded of a rank"),
    Feature("pips"),
)
"""The features that are tried, simple ones first."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What the cards of a hand must be to raise: a feature is at least, or at most, a number.

    Parameters
    ----------
    feature : Feature
        The feature.
    number : int
        The bound.
    fewer : bool
        Whether the feature must be at most `number`; otherwise at least.
    """

    feature: Feature
    number: int
    fewer: bool = False

    def __str__(self) -> str:
        """Say what is asked for, such as ``5+ cards to 9``: five or more cards 9 or lower."""
        if not self.fewer:
            return f"{self.number}+ {self.feature}"
        noun, *more = str(self.feature).split()
        noun = noun.removesuffix("s") if self.number == 1 else noun
        return " ".join([f"at most {self.number}", noun, *more])

    def holds(self, sets: Ints, values: Ints) -> NDArray[np.bool_]:
        """Return which hands meet it; sets of cards and values as for `measure`."""
        measured = measure(self.feature, sets, values)
        return measured <= self.number if self.fewer else measured >= self.number


def measure(feature: Feature, sets: Ints, values: Ints) -> Ints:
    """Return a feature of hands.

    Parameters
    ----------
    feature : Feature
        The feature.
    sets : ndarray of int64, shape (n,)
        The hands, as sets of cards.
    values : ndarray of int64, shape (n,)
        Their values, which say what is not melded.

    Returns
    -------
    ndarray of int64, shape (n,)
        The numbers.
    """
    suits = [sets >> 13 * suit & _RANK_MASK for suit in range(4)]
    sizes = (np.bitwise_count(cards) for cards in suits)
    held = np.zeros_like(sets)
    match feature.name:
        case "cards" if feature.rank is not None:
            held += np.bitwise_count(sets & sum(_up_to(feature.rank) << 13 * s for s in range(4)))
        case "ranks" if feature.rank is not None:
            held += np.bitwise_count(np.bitwise_or.reduce(suits) & _up_to(feature.rank))
        case "suits":
            for cards in suits:
                held += cards > 0
        case "longest suit":
            for size in sizes:
                np.maximum(held, size, out=held)
        case "pips":
            for rank in range(13):
                held += (rank + 1) * np.bitwise_count(sets & _RANK_CARDS << rank)
        case _:
            for rank in range(13):
                melded = np.bitwise_count(sets & _RANK_CARDS << rank) - (values >> 2 * rank & 3)
                np.maximum(held, melded, out=held)
    return held


def _up_to(rank: int) -> int:
    return (1 << rank + 1) - 1
