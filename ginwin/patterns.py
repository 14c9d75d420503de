"""The pattern route: exact counts for the standard melds, by rank and suit symmetry.

Which cards meld does not depend on the order of ranks; only the choice between arrangements with
equally few dead cards does. So under permutations of suits *and ranks* the 7,124,976 suit classes
of up to seven cards shrink to 227 *kinds*:

    cards   0   1   2   3   4   5   6    7
    kinds   1   1   3   6  16  27  62  111

A kind is written as rows, one for each rank it holds: which of the four suits are there.

**Dead wood.** Among the 111 kinds of hands, the best arrangements either all leave the same ranks
dead, or there are two that differ in one rank (:func:`~ginwin.pattern_kernels.fill_dead_wood`
checks it). So the dead wood of a hand is a set b of dead ranks and perhaps a *choice* {x, y}, of
which the hand leaves the lower. Nine forms occur: b of 0, 1, 2, 3, 4, 5 or 7 ranks without a
choice, of 0 or 1 rank with one. On 13 ranks that makes 5,032 pieces of dead wood, 4,096 values.

**Counts.** Take one piece of dead wood w and let N(S) be the number of hands that have it and
contain the set S. By symmetry N(S) depends on the kind of S, on the form of w, and on the *marks*
that w leaves on the rows of S: none, dead, in the choice. So the two formulas of the general route
(:mod:`ginwin.counting`) hold with marked kinds in the place of sets of cards,

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
from itertools import combinations, pairwise, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ginwin import pattern_kernels as kernels
from ginwin.cards import STANDARD_DECK, Deck
from ginwin.counts import Against, Comparing, Showdown, check_hand, ties_of
from ginwin.jit import in_threads
from ginwin.melds import STANDARD_MELDS, MeldRules, Way, arrange
from ginwin.values import COUNT_SHIFT

__all__ = ["PatternCounts"]

Ints = NDArray[np.int64]

KINDS = 227
SHAPES = 4_115
COUNTS = (0, 1, 2, 3, 4, 5, 7)
FORMS = np.array([(n, 0) for n in COUNTS] + [(0, 2), (1, 2)])


def _permuted_rows() -> Ints:
    """Each of the 16 rows under each of the 24 suit permutations; shape (24, 16)."""
    rows = np.arange(16)
    return np.array(
        [sum((rows >> i & 1) << p[i] for i in range(4)) for p in permutations(range(4))]
    )


def _marks(ranks: Ints) -> kernels.Marks:
    """The markings, for kinds with these numbers of ranks."""
    powers = 3 ** np.arange(9)
    digits = np.arange(powers[7])[:, None] // powers[:7] % 3
    ones, twos = (digits == 1).sum(1), (digits == 2).sum(1)
    codes = np.flatnonzero((twos == 0) | ((twos <= 2) & (ones <= 1)))
    numbers = np.zeros(powers[7], np.int64)
    numbers[codes] = np.arange(codes.size)
    return kernels.Marks(
        FORMS,
        digits[codes],
        codes,
        numbers,
        ones[codes],
        twos[codes],
        powers,
        np.concatenate([[0], np.cumsum(len(FORMS) * powers[ranks])]),
        np.array([[comb(n, k) for k in range(14)] for n in range(14)]),
    )


class PatternCounts:
    """Exact counts for the standard melds, seven cards each, the whole deck.

    Tables are computed when first asked for and kept. Implements
    :class:`ginwin.counts.Counts`.

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
        self._permuted = _permuted_rows()
        masks = np.arange(1 << 13)
        counts = np.bitwise_count(masks).astype(np.int64)
        masks = masks[np.isin(counts, COUNTS)]
        self._masks = masks[np.argsort(counts[masks], kind="stable")]
        self._value_counts = counts[self._masks]
        digits = sum((self._masks >> rank & 1) << 2 * rank for rank in range(13))
        self.values: Ints = (self._value_counts << COUNT_SHIFT) | digits
        self.values.setflags(write=False)
        self._numbers = np.full(1 << 13, -1)
        self._numbers[self._masks] = np.arange(self.values.size)

    @cached_property
    def kinds(self) -> kernels.Kinds:
        """The 227 kinds of sets of up to seven cards."""

        def zeros(*shape: int) -> Ints:
            return np.zeros(shape, np.int64)

        kinds = kernels.Kinds(
            zeros(9), zeros(KINDS, 8), zeros(KINDS), zeros(KINDS), zeros(KINDS),
            zeros(KINDS, 32), zeros(KINDS, 32, 8), zeros(KINDS, 32), zeros(KINDS, 32, 8),
            zeros(KINDS), zeros(KINDS),
        )  # fmt: skip
        kernels.fill_kinds(self._permuted, kinds)
        kernels.fill_dead_wood(kinds)
        return kinds

    @cached_property
    def marks(self) -> kernels.Marks:
        """The forms of dead wood and their marks."""
        return _marks(self.kinds.ranks)

    @cached_property
    def contain(self) -> Ints:
        """Hands of given dead wood that contain a set, by its kind, the form and its marks."""
        contain = np.zeros(self.marks.offsets[-1], np.int64)
        kernels.fill_contain(self.kinds, self.marks, contain)
        return contain

    @cached_property
    def avoid(self) -> Ints:
        """Hands of given dead wood that avoid a hand, by its kind, the form and its marks."""
        avoid = np.zeros(self.marks.offsets[-1], np.int64)
        kernels.fill_avoid(self.kinds, self.marks, self.contain, avoid)
        return avoid

    @cached_property
    def _overlaps(self) -> Ints:
        overlaps = np.zeros((len(FORMS), len(FORMS), 8 * 27), np.int64)
        kernels.fill_overlaps(self.kinds, self.marks, self.avoid, overlaps)
        return overlaps

    @cached_property
    def _woods(self) -> Ints:
        """The 5,032 pieces of dead wood: form, dead ranks, ranks of the choice, value."""
        plain = np.searchsorted(COUNTS, self._value_counts)
        woods = [np.stack([plain, self._masks, 0 * plain, np.arange(plain.size)], axis=1)]
        for x, y in combinations(range(13), 2):
            dead = np.array([0] + [1 << b for b in range(13) if b not in (x, y)])
            form = np.where(dead == 0, len(COUNTS), len(COUNTS) + 1)
            choice = np.full_like(dead, 1 << x | 1 << y)
            woods.append(np.stack([form, dead, choice, self._numbers[dead | 1 << x]], axis=1))
        every = np.concatenate(woods)
        return every[np.argsort(every[:, 3], kind="stable")]

    @cached_property
    def _first_wood(self) -> Ints:
        """Where the pieces of each value begin; shape (V + 1,)."""
        return np.searchsorted(self._woods[:, 3], np.arange(self.values.size + 1))

    @cached_property
    def hands_by_value(self) -> Ints:
        """Hands of each value; int64, shape (V,)."""
        of_form = self.contain[: len(FORMS)]  # N of the empty set, the first kind
        hands = np.zeros(self.values.size, np.int64)
        np.add.at(hands, self._woods[:, 3], of_form[self._woods[:, 0]])
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
        tables = self._first_wood, self._woods, self._overlaps
        self._in_blocks(lambda start, stop: kernels.fill_joint(start, stop, *tables, joint))
        return joint

    def showdown(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each value, in the order of ``values``."""
        sums = np.empty((self.values.size, 3), np.int64)
        terms = self.qualifying(qualifies), *ties_of(self.values, comparing)
        tables = self._first_wood, self._woods, self._overlaps
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
        kernels.fill_against(
            rows, self._permuted, self._woods, self.kinds, self.marks, self.avoid, dealer
        )
        return dealer

    # --- Every hand ---

    @cached_property
    def _shapes(self) -> tuple[Ints, Ints]:
        """The shapes of a hand and the places of their rows (see the kernel)."""
        shapes, places = np.zeros((SHAPES + 1, 4), np.int64), np.zeros((SHAPES + 1, 8), np.int64)
        kernels.fill_shapes(self._permuted, self.kinds, shapes, places)
        return shapes[:-1], places[:-1]

    @cached_property
    def _fewer(self) -> Ints:
        """Hands with fewer than n dead cards that avoid a hand, by its kind and n."""
        fewer = np.zeros((KINDS, 9), np.int64)
        kernels.fill_fewer(self.kinds, self.marks, self.avoid, fewer)
        return fewer

    @cached_property
    def _woods_of_count(self) -> list[Ints]:
        """The pieces of dead wood by their dead-wood count."""
        counts = (FORMS[:, 0] + FORMS[:, 1] // 2)[self._woods[:, 0]]
        return [self._woods[counts == count] for count in range(8)]

    def _cases(self, ranks: Ints, low: Ints, high: Ints, count: int) -> kernels.Cases:
        """Dead wood of one count, below low and from there up to high, by marks on ranks.

        Row i is for the ranks of the mask ``ranks[i]``, all of the same number.
        """
        marks = self.marks
        on_ranks = marks.codes < marks.powers[int(ranks[0]).bit_count()]
        fits = [
            on_ranks & (marks.ones <= dead) & (marks.twos <= choice) & (dead + choice // 2 == count)
            for dead, choice in FORMS
        ]
        forms, markings = np.nonzero(fits)
        column = np.zeros((len(FORMS), marks.codes.size), np.int64)
        column[forms, markings] = np.arange(forms.size)
        better, same = (np.zeros((ranks.size, forms.size), np.int64) for _ in range(2))
        cases = kernels.Cases(forms, markings, better, same)
        kernels.count_marks(ranks, low, high, self._woods_of_count[count], column, marks, cases)
        return cases

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
        shapes, places = self._shapes
        target, count = number - 1, int(self._value_counts[number - 1])
        # a rank's region: 2n + 1 on the n-th dead rank of the qualifier from the top, 2n below it
        regions = np.array(
            [
                2 * int(self._masks[target] >> r + 1).bit_count() + (self._masks[target] >> r & 1)
                for r in range(13)
            ]
        )

        work = []
        for ranks in range(7, 1, -1):
            sets = np.array(list(combinations(range(13), ranks)))
            masks = (1 << sets).sum(axis=1)
            regional = (regions[sets] << 4 * np.arange(ranks)).sum(axis=1)
            _, first, lie = np.unique(regional, return_index=True, return_inverse=True)
            all_of_them = np.full(first.size, number)
            qualify = self._cases(masks[first], all_of_them, all_of_them, count)
            members = np.flatnonzero(shapes[:, 0] == ranks)
            for dead in np.unique(shapes[members, 1]):
                alike = members[shapes[members, 1] == dead]
                work.append((shapes[alike], places[alike], sets, masks, count, qualify, lie))
        self._fewer, self._woods_of_count  # noqa: B018  (made before the threads start)
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
        values = self._numbers[(1 << sets[:, dead]).sum(axis=1)]
        _, first, times = np.unique(values * lie.size + lie, return_index=True, return_counts=True)
        own, own_first, own_case = np.unique(values[first], return_index=True, return_inverse=True)
        cases = self._cases(masks[first][own_first], low[own], high[own], len(dead))
        out = np.empty((len(shapes) * first.size, 5), np.int64)
        kernels.fill_hands(
            shapes, places, len(dead), cases, own_case, qualify_count, qualify, lie[first],
            meets[values[first]], values[first], times, self._fewer,
            self.kinds, self.marks, self.avoid, out,
        )  # fmt: skip
        return out

    def against(self, hand: int, qualifies: int, comparing: Comparing = "all cards") -> Against:
        """Dealer hands against one player hand."""
        check_hand(hand, self.deck, self.cards)
        number = np.searchsorted(self.values, arrange(hand, self.melds).value)
        low, high = (int(bound[number]) for bound in ties_of(self.values, comparing))
        return Against.split(self.dealer_values(hand), low, high, self.qualifying(qualifies))
