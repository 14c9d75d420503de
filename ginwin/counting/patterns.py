"""The pattern route: exact counts for the standard melds, by rank and suit symmetry.

Which cards meld does not depend on the order of ranks; only the choice between arrangements with
equally few dead cards does. So under permutations of suits *and ranks* the 7,124,976 suit classes
of up to seven cards shrink to 227 *kinds*:

    cards   0   1   2   3   4   5   6    7
    kinds   1   1   3   6  16  27  62  111

A kind is written as rows, one for each rank it holds: which of the four suits are there.

**Dead wood.** Among the 111 kinds of hands, the best arrangements either all leave the same ranks
dead, or there are two that differ in one rank
(:func:`~ginwin.counting.pattern_kernels.fill_dead_wood` checks it). So the dead wood of a hand is a
set b of dead ranks and perhaps a *choice* {x, y}, of which the hand leaves the lower. Nine forms
occur: b of 0, 1, 2, 3, 4, 5 or 7 ranks without a choice, of 0 or 1 rank with one. On 13 ranks that
makes 5,032 pieces of dead wood, 4,096 values.

**Counts.** Take one piece of dead wood w and let N(S) be the number of hands that have it and
contain the set S. By symmetry N(S) depends on the kind of S, on the form of w, and on the *marks*
that w leaves on the rows of S: none, dead, in the choice. So the two formulas of the general route
(:mod:`ginwin.counting.general`) hold with marked kinds in the place of sets of cards,

    N(S) = sum over cards c outside S of N(S + c), divided by 7 - |S|,
    hands with w that avoid H = sum over S in H of (-1)^|S| N(S),

where an added card of a new rank takes along the mark of its rank: of the ranks outside S, so many
are dead, so many in the choice, and the others unmarked. The second sum is the table ``avoid``,
by kind of hand, form and marks on its rows: all that follows is read from it.

**Joint table.** The number of deals where the player has dead wood w and the dealer w' depends on
the two forms and on how many ranks b, {x, y} share with b', {x', y'}. It is the sum over kinds of
hands and marks of (sets of the kind) x (ways to place the unmarked rest of w' on other ranks) x
``avoid``, by the number of pairs w, w' that overlap alike. A cell of the joint table J[v, v'] adds
this up over the pieces of dead wood that have the values v and v': one each for values of three
dead cards or more.

**Single hands.** Against one hand H, the dealer hands of count n with a better value than v are
the sum over marks of (pieces of dead wood of count n, better than v, that leave these marks on H)
x ``avoid``. How many leave them depends on how the ranks of H lie to those of v, not on its suits;
``avoid`` depends on its suits and order of ranks, its *shape* (4,115 of them), not on its ranks.
So both are tabulated apart and multiplied. For the qualifier v is one value for all hands; for the
showdown it is the hand's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import combinations, pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import in_threads
from ginwin.cards import STANDARD_DECK, Deck
from ginwin.counting import pattern_kernels as kernels
from ginwin.counting.counts import Against, Comparing, Showdown, check_hand, ties_of
from ginwin.counting.pattern_tables import FORMS, PatternTables
from ginwin.melds import STANDARD_MELDS, MeldRules, Way, arrange

__all__ = ["PatternCounts"]

Ints = NDArray[np.int64]


class PatternCounts:
    """Exact counts for the standard melds, seven cards each, the whole deck.

    Tables are computed when first asked for and kept. Implements
    :class:`ginwin.counting.counts.Counts`.

    Parameters
    ----------
    threads : int, optional
        Threads to use; all processors if not given. The integers do not depend on it.
    """

    deck: Deck = STANDARD_DECK
    cards: int = 7
    melds: MeldRules = STANDARD_MELDS
    ways: tuple[Way, Way] = ("best", "best")
    hands = comb(52, 7)
    dealer_hands = comb(45, 7)
    deals = hands * dealer_hands

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads
        self.tables = PatternTables()
        self.values: Ints = self.tables.values

    @cached_property
    def _overlaps(self) -> Ints:
        overlaps = np.zeros((len(FORMS), len(FORMS), 8 * 27), np.int64)
        kernels.fill_overlaps(self.tables.kinds, self.tables.marks, self.tables.avoid, overlaps)
        return overlaps

    @cached_property
    def _first_wood(self) -> Ints:
        """Where the pieces of each value begin; shape (V + 1,)."""
        return np.searchsorted(self.tables.woods[:, 3], np.arange(self.values.size + 1))

    @cached_property
    def hands_by_value(self) -> Ints:
        """Hands of each value; int64, shape (V,)."""
        of_form = self.tables.contain[: len(FORMS)]  # N of the empty set, the first kind
        hands = np.zeros(self.values.size, np.int64)
        np.add.at(hands, self.tables.woods[:, 3], of_form[self.tables.woods[:, 0]])
        hands.setflags(write=False)
        return hands

    def qualifying(self, qualifies: int) -> int:
        """How many of ``values``, from the best, qualify a dealer with that threshold."""
        return int(np.searchsorted(self.values, qualifies, side="right"))

    def _in_blocks(self, fill: Callable[[int, int], None]) -> None:
        """Fill rows of the joint table in threads: a block of rows each."""
        self._overlaps  # noqa: B018  (made before the threads start)
        bounds = [*range(0, self.values.size, 256), self.values.size]
        in_threads(lambda block: fill(*block), pairwise(bounds), self.threads)

    def joint(self) -> Ints:
        """Deals by the player's value (row) and the dealer's (column); int64, shape (V, V)."""
        size = self.values.size
        joint = np.empty((size, size), np.int64)
        tables = self._first_wood, self.tables.woods, self._overlaps
        self._in_blocks(lambda start, stop: kernels.fill_joint(start, stop, *tables, joint))
        return joint

    def showdown(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each value, in the order of ``values``."""
        sums = np.empty((self.values.size, 3), np.int64)
        terms = self.qualifying(qualifies), *ties_of(self.values, comparing)
        tables = self._first_wood, self.tables.woods, self._overlaps
        self._in_blocks(
            lambda start, stop: kernels.fill_showdown(start, stop, *terms, *tables, sums)
        )
        return self._showdown(self.values, self.hands_by_value, *sums.T)

    def _showdown(
        self, values: Ints, hands: Ints, qualified: Ints, tie: Ints, better: Ints
    ) -> Showdown:
        not_qualified = hands * self.dealer_hands - qualified
        return Showdown(values, hands, not_qualified, qualified - tie - better, tie, better)

    def dealer_values(self, hand: int) -> Ints:
        """Dealer hands of each value against one player hand; int64, shape (V,)."""
        check_hand(hand, self.deck, self.cards)
        suits = (hand >> 13 * np.arange(4)[:, None] >> np.arange(13)) & 1
        rows = (suits << np.arange(4)[:, None]).sum(axis=0)
        dealer = np.zeros(self.values.size, np.int64)
        tables = self.tables
        kernels.fill_against(
            rows, tables.permuted, tables.woods, tables.kinds, tables.marks, tables.avoid, dealer
        )
        return dealer

    # --- Every hand ---

    def showdown_by_hand(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each group of hands with the same value and the same chances.

        The 6,009,159 suit-distinct hands fall into 4,115 shapes, by 13 choose j sets of ranks;
        rank sets that lie alike to the hand's value and to the qualifier are one row.
        """
        number = self.qualifying(qualifies)
        if number == 0:
            # no dealer qualifies; the values alone tell the hands apart
            nothing = np.zeros_like(self.values)
            return self._showdown(self.values, self.hands_by_value, nothing, nothing, nothing)
        shapes, places = self.tables.shapes
        target, count = number - 1, int(self.tables.counts[number - 1])
        # a rank's region: 2n + 1 on the n-th dead rank of the qualifier from the top, 2n below it
        above = self.tables.masks[target] >> np.arange(13)
        regions = 2 * np.bitwise_count(above >> 1) + (above & 1)

        work = []
        for ranks in range(7, 1, -1):
            sets = np.array(list(combinations(range(13), ranks)))
            masks = (1 << sets).sum(axis=1)
            regional = (regions[sets] << 4 * np.arange(ranks)).sum(axis=1)
            _, first, lie = np.unique(regional, return_index=True, return_inverse=True)
            all_of_them = np.full(first.size, number)
            qualify = self.tables.cases(masks[first], all_of_them, all_of_them, count)
            members = np.flatnonzero(shapes[:, 0] == ranks)
            for dead in np.unique(shapes[members, 1]):
                alike = members[shapes[members, 1] == dead]
                work.append((shapes[alike], places[alike], sets, masks, count, qualify, lie))
        self.tables.fewer, self.tables.woods_of_count  # noqa: B018  (made before the threads start)
        low, high = ties_of(self.values, comparing)
        meets = np.where(low >= number, 0, np.where(high <= number, 1, 2))
        rows = in_threads(
            lambda group: self._hands_with_dead_rows(*group, low, high, meets), work, self.threads
        )
        table = np.concatenate(rows)
        rows.clear()  # not to hold them twice at the peak
        return self._rows(table)

    def _rows(self, rows: Ints) -> Showdown:
        value, hands, qualified, tie, better = rows.T
        return self._showdown(
            self.values[value], hands, qualified * hands, tie * hands, better * hands
        )

    def _hands_with_dead_rows(
        self, shapes: Ints, places: Ints, sets: Ints, masks: Ints, qualify_count: int,
        qualify: kernels.Cases, lie: Ints, low: Ints, high: Ints, meets: Ints,
    ) -> Ints:  # fmt: skip
        """Rows of the shapes that have the same number of ranks and the same dead rows."""
        dead = [row for row in range(sets.shape[1]) if shapes[0, 1] >> row & 1]
        values = self.tables.numbers[(1 << sets[:, dead]).sum(axis=1)]
        _, first, times = np.unique(values * lie.size + lie, return_index=True, return_counts=True)
        own, own_first, own_case = np.unique(values[first], return_index=True, return_inverse=True)
        cases = self.tables.cases(masks[first][own_first], low[own], high[own], len(dead))
        out = np.empty((len(shapes) * first.size, 5), np.int64)
        kernels.fill_hands(
            shapes, places, len(dead), cases, own_case, qualify_count, qualify, lie[first],
            meets[values[first]], values[first], times, self.tables.fewer,
            self.tables.kinds, self.tables.marks, self.tables.avoid, out,
        )  # fmt: skip
        return out

    def against(self, hand: int, qualifies: int, comparing: Comparing = "all cards") -> Against:
        """Dealer hands against one player hand."""
        check_hand(hand, self.deck, self.cards)
        number = np.searchsorted(self.values, arrange(hand, self.melds).value)
        low, high = (int(bound[number]) for bound in ties_of(self.values, comparing))
        return Against.split(self.dealer_values(hand), low, high, self.qualifying(qualifies))
