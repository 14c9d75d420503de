"""The search for the best short rules: every rule there is, exactly.

For each number of dead-wood cards with which all hands raise, the values of the next number are
taken together to cells that meet the same bounds, and all clauses are compared
(`ginwin.advice.clauses`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.advice.card_features import Feature, measure
from ginwin.advice.clauses import best_clauses, number_of_clauses
from ginwin.advice.short_rules import MOST_BOUNDS, PLACES, Bound, ShortRule, ShortRules
from ginwin.counting.routes import fitting_counts
from ginwin.errors import InputError
from ginwin.play.strategy import best_bets, gain_unit
from ginwin.values import count_of, ranks_of

if TYPE_CHECKING:
    from ginwin.advice.hand_rows import HandRows
    from ginwin.counting.counts import Counts, Showdown
    from ginwin.rules.rules import Rules

__all__ = ["search_card_rules", "search_short_rules"]


def search_short_rules(
    rules: Rules,
    counts: Counts | None = None,
    *,
    best: Fraction | None = None,
    pips: bool = True,
    showdown: Showdown | None = None,
) -> ShortRules:
    """Return the best short rule for each number of bounds, of all there are.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    counts : Counts, optional
        The counts to use; by default those of the standard deck.
    best : Fraction, optional
        The expected value that the cost is measured against, in antes; by default that of the
        best decision for each value.
    pips : bool
        Whether sums of pips are among the bounds.
    showdown : Showdown, optional
        The showdown of these counts by value under these rules, if it is there already.

    Returns
    -------
    ShortRules
        The best rules. Where several are worth the same it is the one with fewer clauses.

    Raises
    ------
    InputError
        If the counts are those of other hands.
    """
    counts = fitting_counts(rules, counts)
    if showdown is None:
        showdown = counts.showdown(rules.qualifies, rules.comparing)
    table = _Totals.of(rules, counts, showdown, best)
    found: list[_Found] = []
    space = 0
    for base, following in table.steps():
        rows = showdown.values >> 26 == following
        cells = _value_cells(showdown.values[rows], table.gains[rows], showdown.hands[rows], pips)
        space += number_of_clauses(len(cells.bounds))
        found += _search(cells, base, following, table.up_to(base), found)
    return ShortRules(tuple(table.rule(one) for one in _pareto(found)), space)


def search_card_rules(
    rules: Rules,
    counts: Counts,
    rows: HandRows,
    *,
    best: Fraction | None = None,
    showdown: Showdown | None = None,
) -> ShortRules:
    """Return the best short rules that may look at all cards of the hand.

    The bounds are on the highest and the second dead-wood card, and on how many cards of the whole
    hand are of a rank or lower, in one rule always the same rank.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    counts : Counts
        The counts for them.
    rows : HandRows
        All hands with one number of dead-wood cards, the one that the clauses are for.
    best, showdown : optional
        As for `search_short_rules`.

    Returns
    -------
    ShortRules
        The best rules, as `search_short_rules` has them.

    Raises
    ------
    InputError
        If the hands have different numbers of dead-wood cards.
    """
    numbers = sorted({count_of(value) for value in np.unique(rows.values).tolist()})
    if len(numbers) != 1:
        raise InputError("rows", numbers, "hands with one number of dead-wood cards")
    if showdown is None:
        showdown = counts.showdown(rules.qualifies, rules.comparing)
    table = _Totals.of(rules, counts, showdown, best)
    base = next(base for base, following in table.steps() if following == numbers[0])
    found: list[_Found] = []
    space = 0
    columns = _high_cards(rows.values, numbers[0])
    for rank in range(counts.deck.ranks - 1):
        cells = _card_cells(rows, rank, columns)
        space += number_of_clauses(len(cells.bounds))
        found += _search(cells, base, numbers[0], table.up_to(base), found)
    return ShortRules(tuple(table.rule(one) for one in _pareto(found)), space)


class _Cells(NamedTuple):
    """Groups of hands that a clause takes or leaves as a whole.

    Attributes
    ----------
    gains : ndarray of int64 or object, shape (n,)
        What raising with them gains, over all deals.
    hands : ndarray of int64, shape (n,)
        How many hands they are.
    bounds : tuple of Bound
        The bounds to choose from.
    meets : ndarray of bool, shape (bounds, n)
        Which cells meet them.
    """

    gains: NDArray[np.int64]
    hands: NDArray[np.int64]
    bounds: tuple[Bound, ...]
    meets: NDArray[np.bool_]


class _Found(NamedTuple):
    """A rule and its sums: what it gains over folding always, and how many hands raise."""

    gain: int
    hands: int
    most: int
    following: int
    clauses: tuple[tuple[Bound, ...], ...]

    @property
    def bounds(self) -> int:
        """How many bounds it has."""
        return sum(map(len, self.clauses))


@dataclass(frozen=True, slots=True)
class _Totals:
    """What all short rules of a game have in common."""

    gains: NDArray[np.int64]
    numbers: NDArray[np.int64]
    hands: NDArray[np.int64]
    unit: int
    all_hands: int
    folding: Fraction
    best: Fraction

    @classmethod
    def of(cls, rules: Rules, counts: Counts, showdown: Showdown, best: Fraction | None) -> _Totals:
        _, gains = best_bets(showdown, rules)
        unit = gain_unit(rules) * counts.deals
        numbers = showdown.values >> 26
        folds = (
            rules.net("fold", number, 0) * int(showdown.hands[numbers == number].sum())
            for number in range(8)
        )
        folding = sum(folds, Fraction(0)) / counts.hands
        if best is None:
            best = folding + Fraction(sum(gain for gain in gains.tolist() if gain > 0), unit)
        return cls(gains, numbers, showdown.hands, unit, counts.hands, folding, best)

    def steps(self) -> list[tuple[int, int]]:
        """Each number of cards with which all hands can raise, -1 for none, and the next one."""
        occurring = np.unique(self.numbers).tolist()
        return list(zip([-1, *occurring], [*occurring, occurring[-1] + 1], strict=True))

    def up_to(self, number: int) -> tuple[int, int]:
        """Return the gain and the hands with that many cards or fewer."""
        rows = self.numbers <= number
        return sum(self.gains[rows].tolist()), int(self.hands[rows].sum())

    def rule(self, found: _Found) -> ShortRule:
        worth = self.folding + Fraction(found.gain, self.unit)
        return ShortRule(
            found.most,
            found.following,
            found.clauses,
            -worth,
            Fraction(found.hands, self.all_hands),
            self.best - worth,
        )


def _pareto(found: Iterable[_Found]) -> list[_Found]:
    """Return the best for each number of bounds, if it is better than all with fewer."""
    kept: list[_Found] = []
    for number in range(MOST_BOUNDS + 1):
        own = [one for one in found if one.bounds == number]
        best = max(own, key=lambda one: one.gain, default=None)
        if best and all(best.gain > one.gain for one in kept):
            kept.append(best)
    return kept


def _value_cells(
    values: NDArray[np.int64], gains: NDArray[np.int64], hands: NDArray[np.int64], pips: bool
) -> _Cells:
    """Return values with the same bounds as one cell each."""
    ranks = [ranks_of(value) for value in values.tolist()]
    size = len(ranks[0]) if ranks else 0
    columns: dict[str, list[int]] = {}
    for place, name in enumerate(PLACES):
        where = -1 if name == "lowest" else place
        if (name == "lowest" and size > 1) or place < min(size - (size > 1), 3):
            columns[name] = [own[where] for own in ranks]
    if pips and size > 1:
        columns["pips"] = [sum(own) + size for own in ranks]
    return _cells(columns, gains, hands, {})


def _card_cells(rows: HandRows, rank: int, columns: dict[str, NDArray[np.int64]]) -> _Cells:
    """Return hands with the same dead-wood cards and as many low cards as one cell each."""
    low = measure(Feature("cards", rank), rows.sets, rows.values)
    keys = np.zeros_like(low)
    for column in (*columns.values(), low):
        keys = keys * 16 + column
    size = int(keys.max()) + 1
    by_bet = np.zeros((rows.gains.shape[0], size), dtype=rows.gains.dtype)
    for own, gains in zip(by_bet, rows.gains, strict=True):
        np.add.at(own, keys, gains)
    hands = np.zeros(size, np.int64)
    np.add.at(hands, keys, rows.hands)
    cells = np.flatnonzero(hands)
    values = {
        name: (cells >> 4 * (len(columns) - place) & 15).tolist()
        for place, name in enumerate(columns)
    }
    low_cards = {rank: (cells & 15).tolist()}
    return _cells(values, by_bet[1:, cells].max(axis=0), hands[cells], low_cards)


def _high_cards(values: NDArray[np.int64], size: int) -> dict[str, NDArray[np.int64]]:
    """Return the ranks of the highest and the second dead-wood card, as far as there are."""
    names = PLACES[: min(size, 2)]
    own, which = np.unique(values, return_inverse=True)
    ranks = np.array([ranks_of(value)[: len(names)] for value in own.tolist()], np.int64)
    return {name: ranks[which, place] for place, name in enumerate(names)}


def _cells(
    columns: dict[str, list[int]],
    gains: NDArray[np.int64],
    hands: NDArray[np.int64],
    low: dict[int, list[int]],
) -> _Cells:
    """Return the cells with all bounds that some of them meet and others do not."""
    bounds: list[Bound] = []
    meets: list[NDArray[np.bool_]] = []
    for name, numbers in columns.items():
        measured = np.array(numbers)
        for limit in np.unique(measured)[:-1].tolist():
            bounds.append(Bound(name, limit))  # type: ignore[arg-type]
            meets.append(measured <= limit)
    for rank, numbers in low.items():
        measured = np.array(numbers)
        for limit in np.unique(measured)[1:].tolist():
            bounds.append(Bound("cards", limit, rank))
            meets.append(measured >= limit)
    if not bounds:
        return _Cells(gains, hands, (), np.zeros((0, gains.size), np.bool_))
    table = np.stack(meets)
    _, which = np.unique(table, axis=1, return_inverse=True)
    size = int(which.max()) + 1
    merged, merged_hands = np.zeros(size, dtype=gains.dtype), np.zeros(size, np.int64)
    np.add.at(merged, which.reshape(-1), gains)
    np.add.at(merged_hands, which.reshape(-1), hands)
    first = np.zeros(size, np.int64)
    first[which.reshape(-1)] = np.arange(table.shape[1])
    return _Cells(merged, merged_hands, tuple(bounds), table[:, first])


def _search(
    cells: _Cells, base: int, following: int, below: tuple[int, int], found: Sequence[_Found]
) -> list[_Found]:
    """Return the best rule for each number of bounds that are built on a number of cards.

    Nothing is searched where even all cells that gain could not make it better than a rule found
    already that has no bounds.
    """
    gain, hands = below
    best = [_Found(gain, hands, base, following, ())]
    most = gain + sum(max(0, one) for one in cells.gains.tolist())
    plain = max(one.gain for one in (*best, *found) if not one.clauses)
    if not cells.bounds or most <= plain:
        return best
    for clauses, more in best_clauses(cells.meets, cells.gains):
        own = np.zeros(cells.hands.size, np.bool_)
        for clause in clauses:
            own |= cells.meets[list(clause)].all(axis=0)
        named = tuple(tuple(cells.bounds[number] for number in clause) for clause in clauses)
        raising = hands + int(cells.hands[own].sum())
        best.append(_Found(gain + more, raising, base, following, named))
    return best
