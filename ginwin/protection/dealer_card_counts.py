"""Dealer hands that hold a card the player has seen: for every player hand and every card.

Let A(S) be the dealer hands of some kind that avoid the set of cards S. Those that avoid the
player's hand H and hold the card c are A(H) - A(H + c). So the sums over H are needed once more,
for eight cards. And A(H) follows from them: a dealer hand that avoids H is avoided by 38 of the
other 45 cards, so ::

    A(H)  =  sum over the cards c outside H  of  A(H + c),  divided by 38

The **pattern route** takes all hands H with the same suits on their ranks, a *shape*, at once. As
in `ginwin.counting.patterns`, A(H + c) is a sum over the marks of dead wood on the ranks of H + c:
of ``avoid``, which depends on the suits, times how many pieces of dead wood leave the marks, which
depends on the ranks. Two tables, one matrix product.

The **general route** takes one hand at a time, for any melds, deck and size n of a hand::

    hands that avoid H and hold c  =  sum over S within H  of  (-1)^|S| N(S + c)

with the tables N of `ginwin.counting.general`. That is a few thousandths of a second for a hand:
for every hand of a small deck, or for samples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.counting import pattern_kernels
from ginwin.counting.counts import Comparing, ties_of
from ginwin.counting.general import GeneralCounts
from ginwin.counting.known_cards import holding
from ginwin.counting.pattern_tables import PatternTables
from ginwin.protection import dealer_card_kernels

__all__ = ["GeneralHolding", "HandBlock", "PatternHolding"]

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]

_SHAPES = 4  # at a time; their numbers fit in a processor's cache
_TABLES = 48  # of 3 MB each that are kept; many more make few again but take 1.5 GB
_HANDS = 20  # at a time on the general route, some hundredths of a second


class HandBlock(NamedTuple):
    """Player hands, and the dealer hands that hold each card.

    Attributes
    ----------
    values : ndarray of int64, shape (n,)
        The value of each hand, as the player arranges it.
    hands : ndarray of int64, shape (n,)
        How many hands each stands for.
    dealers : ndarray of int32, shape (n, 13, 4, 4)
        Dealer hands without a card of the hand that hold the card of a rank and suit: those that
        do not qualify, and those that qualify and are worse, tie, are better. Zeros for cards of
        the hand or outside the deck.
    """

    values: Ints
    hands: Ints
    dealers: Ids


class PatternHolding:
    """The pattern route, for the standard melds and the whole deck.

    Parameters
    ----------
    qualifies : int
        The worst value that qualifies the dealer.
    comparing : Comparing
        Which values tie.
    """

    def __init__(self, qualifies: int, comparing: Comparing = "all cards") -> None:
        self.tables = PatternTables(8)
        values = self.tables.values
        self._number = int(np.searchsorted(values, qualifies, side="right"))
        self._low, self._high = ties_of(values, comparing)
        self._meets = np.where(
            self._low >= self._number, 0, np.where(self._high <= self._number, 1, 2)
        )
        self._case_table = lru_cache(_TABLES)(self._case_table)  # type: ignore[method-assign]

    def jobs(self) -> Iterator[Callable[[], HandBlock]]:
        """Yield functions that each make one block; all blocks together are every hand."""
        shapes, places = self.tables.shapes
        rows = self.tables.kinds.rows[shapes[:, 2, None], places]
        self.tables.fewer, self.tables.woods_of_count  # noqa: B018  (made before threads start)
        _, groups = np.unique(shapes[:, :2], axis=0, return_inverse=True)
        for group in range(int(groups.max()) + 1):
            members = np.flatnonzero(groups == group)
            ranks, dead = (int(number) for number in shapes[members[0], :2])
            for start in range(0, members.size, _SHAPES):
                some = members[start : start + _SHAPES]
                yield (
                    lambda some=some, ranks=ranks, dead=dead: self._block(  # type: ignore[misc]
                        rows[some, :ranks], shapes[some, 3], dead
                    )
                )

    def _block(self, shapes: Ints, weights: Ints, dead: int) -> HandBlock:
        """Return the hands of some shapes, alike in their ranks and dead rows, on all ranks."""
        number, ranks = shapes.shape
        sets = _rank_sets(ranks)
        values = self._values(ranks, dead)
        old = np.full((number, ranks, 4), -1, np.int64)
        free = np.nonzero(~shapes[:, :, None] >> np.arange(4) & 1)
        old[free] = np.arange(free[0].size)
        added = np.zeros((free[0].size, 8), np.int64)
        added[:, :ranks] = shapes[free[0]]
        added[np.arange(free[0].size), free[1]] |= 1 << free[2]
        held = self._avoiding(added, ranks, dead)

        further = _rank_sets(ranks + 1)
        place = np.zeros(1 << 13, np.int64)
        place[further.masks] = np.arange(further.masks.size)
        new = np.empty((3, ranks + 1, number, 4, further.masks.size), np.int32)
        for gap in range(ranks + 1):
            added = np.zeros((number, 4, 8), np.int64)
            added[:, :, :gap] = shapes[:, None, :gap]
            added[:, :, gap] = 1 << np.arange(4)
            added[:, :, gap + 1 : ranks + 1] = shapes[:, None, gap:]
            moved = dead & (1 << gap) - 1 | dead >> gap << gap + 1
            avoiding = self._avoiding(added.reshape(-1, 8), ranks + 1, moved)
            new[:, gap] = avoiding.reshape(3, number, 4, -1)

        dealers = np.empty((number * sets.masks.size, 13, 4, 4), np.int32)
        dealer_card_kernels.fill_holding(
            shapes, sets.masks, values, self._meets, old, place, held, new,
            38, comb(44, 6), dealers,
        )  # fmt: skip
        return HandBlock(
            np.tile(self.tables.values[values], number),
            np.repeat(weights, sets.masks.size),
            dealers,
        )

    def _avoiding(self, added: Ints, ranks: int, dead: int) -> Ids:
        """Dealer hands that avoid eight cards, given as rows, on all sets of so many ranks.

        Of those that qualify, that tie with and that are better than the value of the dead rows;
        shape (3, n, sets).
        """
        tables = self.tables
        found, places = np.empty(len(added), np.int64), np.empty((len(added), 8), np.int64)
        pattern_kernels.find_kinds(added, tables.permuted, tables.kinds, found, places)
        out = np.zeros((3, len(added), _rank_sets(ranks).masks.size), np.int32)
        if self._number:
            count = int(tables.counts[self._number - 1])
            self._multiply(found, places, self._qualify_table(ranks), count, (0,), out)
            own = dead.bit_count()
            if own <= count:  # else no dealer who qualifies is compared with it
                self._multiply(found, places, self._case_table(ranks, dead), own, (2, 1), out)
        return out

    def _multiply(
        self, found: Ints, places: Ints, table: _CaseTable, count: int,
        events: tuple[int, ...], out: Ids,
    ) -> None:  # fmt: skip
        """Fill the products for ``better`` and ``same`` into the events."""
        tables = self.tables
        lines = np.empty((found.size, table.cases.forms.size), np.int32)
        pattern_kernels.fill_lines(
            found, places, table.cases, tables.kinds, tables.marks, tables.avoid, lines
        )
        fewer = tables.fewer[found, count].astype(np.int32)
        starts = fewer, np.zeros_like(fewer)
        for event, numbers, start in zip(events, (table.better, table.same), starts, strict=False):
            dealer_card_kernels.multiply(lines, numbers, start, out[event])

    def _values(self, ranks: int, dead: int) -> Ints:
        """The number of the value of the dead rows on each set of ranks."""
        rows = [row for row in range(ranks) if dead >> row & 1]
        masks: Ints = (1 << _rank_sets(ranks).sets[:, rows]).sum(axis=1)
        return self.tables.numbers[masks]

    def _case_table(self, ranks: int, dead: int) -> _CaseTable:
        """Dead wood of as many cards, better than or like the value of the dead rows."""
        values = self._values(ranks, dead)
        return self._table(ranks, self._low[values], self._high[values], dead.bit_count())

    @cached_property
    def _qualify_tables(self) -> dict[int, _CaseTable]:
        return {}

    def _qualify_table(self, ranks: int) -> _CaseTable:
        """Dead wood of as many cards as the qualifier, that qualifies."""
        if ranks not in self._qualify_tables:
            bound = np.full(_rank_sets(ranks).masks.size, self._number)
            count = int(self.tables.counts[self._number - 1])
            self._qualify_tables[ranks] = self._table(ranks, bound, bound, count)
        return self._qualify_tables[ranks]

    def _table(self, ranks: int, low: Ints, high: Ints, count: int) -> _CaseTable:
        cases = self.tables.cases(_rank_sets(ranks).masks, low, high, count)
        return _CaseTable(
            cases,
            np.ascontiguousarray(cases.better.T, np.int32),
            np.ascontiguousarray(cases.same.T, np.int32),
        )


class _CaseTable(NamedTuple):
    """Cases, and their numbers as int32 with a row for each column."""

    cases: pattern_kernels.Cases
    better: Ids
    same: Ids


class _RankSets(NamedTuple):
    """All sets of so many ranks, and the same as masks."""

    sets: Ints
    masks: Ints


@lru_cache
def _rank_sets(ranks: int) -> _RankSets:
    sets = np.array(list(combinations(range(13), ranks)))
    return _RankSets(sets, (1 << sets).sum(axis=1))


class GeneralHolding:
    """The general route, for any melds and deck.

    Parameters
    ----------
    counts : GeneralCounts
        The counts.
    qualifies : int
        The worst value that qualifies the dealer.
    comparing : Comparing
        Which values tie.
    """

    def __init__(
        self, counts: GeneralCounts, qualifies: int, comparing: Comparing = "all cards"
    ) -> None:
        self.counts = counts
        self._rules = qualifies, comparing

    def jobs(self) -> Iterator[Callable[[], HandBlock]]:
        """Yield functions that each make one block; all blocks together are every hand."""
        layer = self.counts.lattice.layer(self.counts.cards)
        for start in range(layer.start, layer.stop, _HANDS):
            some = slice(start, min(start + _HANDS, layer.stop))
            yield lambda some=some: self.block(  # type: ignore[misc]
                self.counts.lattice.sets[some], self.counts.lattice.orbits[some]
            )

    def block(self, hands: Ints, weights: Ints | Ids) -> HandBlock:
        """Return the block of some hands, sets of cards, and how many each stands for."""
        counts = self.counts
        by_card = np.stack([holding(counts, int(hand), *self._rules) for hand in hands])
        dealers = np.ascontiguousarray(by_card.reshape(-1, 4, 13, 4).transpose(0, 2, 1, 3))
        values = [counts.values[counts.value_number(int(hand))] for hand in hands]
        return HandBlock(np.array(values), weights.astype(np.int64), dealers)
