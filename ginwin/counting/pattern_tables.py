"""The tables of the pattern route, by kind of card set and by the marks of dead wood on it.

:mod:`ginwin.counting.patterns` explains them. A hand is seven cards; the sets whose kinds the
tables know have up to seven cards too, or up to eight: a hand and a card that the dealer is known
to hold.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ginwin.counting import pattern_kernels as kernels
from ginwin.values import COUNT_SHIFT

__all__ = ["COUNTS", "FORMS", "SHAPES", "PatternTables"]

Ints = NDArray[np.int64]

COUNTS = (0, 1, 2, 3, 4, 5, 7)
"""Dead-wood counts that occur."""

FORMS = np.array([(n, 0) for n in COUNTS] + [(0, 2), (1, 2)])
"""The forms of dead wood: dead ranks, and ranks of a choice."""

SHAPES = 4_115
"""Shapes of hands: their suits from the lowest rank up, under suit permutations."""

_KINDS = {7: 227, 8: 452}  # of sets of up to so many cards


def _permuted_rows() -> Ints:
    """Each of the 16 rows under each of the 24 suit permutations; shape (24, 16)."""
    rows = np.arange(16)
    return np.array(
        [sum((rows >> i & 1) << p[i] for i in range(4)) for p in permutations(range(4))]
    )


def _marks(ranks: Ints, most: int) -> kernels.Marks:
    """The markings of up to `most` rows, for kinds with these numbers of ranks."""
    powers = 3 ** np.arange(9)
    digits = np.arange(powers[most])[:, None] // powers[:most] % 3
    ones, twos = (digits == 1).sum(1), (digits == 2).sum(1)
    codes = np.flatnonzero((twos == 0) | ((twos <= 2) & (ones <= 1)))
    numbers = np.zeros(powers[most], np.int64)
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


class PatternTables:
    """The tables; each is computed when first asked for, and kept.

    Parameters
    ----------
    most : int
        The most cards of the sets whose kinds there are: 7 or 8. The counts of hands that avoid a
        set are for sets of just so many.

    Attributes
    ----------
    permuted : ndarray of int64, shape (24, 16)
        Each row under each suit permutation.
    values : ndarray of int64, shape (4096,)
        The values, best first.
    counts : ndarray of int64, shape (4096,)
        The dead-wood count of each.
    masks : ndarray of int64, shape (4096,)
        The dead ranks of each, as a mask.
    numbers : ndarray of int64, shape (8192,)
        The place in `values` of the value with these dead ranks; -1 where there is none.
    """

    def __init__(self, most: int = 7) -> None:
        self.most = most
        self.permuted = _permuted_rows()
        masks = np.arange(1 << 13)
        counts = np.bitwise_count(masks).astype(np.int64)
        masks = masks[np.isin(counts, COUNTS)]
        self.masks = masks[np.argsort(counts[masks], kind="stable")]
        self.counts = counts[self.masks]
        digits = sum((self.masks >> rank & 1) << 2 * rank for rank in range(13))
        self.values: Ints = (self.counts << COUNT_SHIFT) | digits
        self.values.setflags(write=False)
        self.numbers = np.full(1 << 13, -1)
        self.numbers[self.masks] = np.arange(self.values.size)

    @cached_property
    def kinds(self) -> kernels.Kinds:
        """The kinds of sets of cards: 227 of up to seven."""
        size = _KINDS[self.most]

        def zeros(*shape: int) -> Ints:
            return np.zeros(shape, np.int64)

        kinds = kernels.Kinds(
            zeros(self.most + 2), zeros(size, 8), zeros(size), zeros(size), zeros(size),
            zeros(size, 32), zeros(size, 32, 8), zeros(size, 32), zeros(size, 32, 8),
            zeros(size), zeros(size),
        )  # fmt: skip
        kernels.fill_kinds(self.permuted, kinds)
        kernels.fill_dead_wood(kinds)
        return kinds

    @cached_property
    def marks(self) -> kernels.Marks:
        """The forms of dead wood and their marks."""
        return _marks(self.kinds.ranks, self.most)

    @cached_property
    def contain(self) -> Ints:
        """Hands of given dead wood that contain a set, by its kind, the form and its marks."""
        contain = np.zeros(self.marks.offsets[-1], np.int64)
        kernels.fill_contain(self.kinds, self.marks, contain)
        return contain

    @cached_property
    def avoid(self) -> Ints:
        """Hands of given dead wood that avoid a set, by its kind, the form and its marks."""
        avoid = np.zeros(self.marks.offsets[-1], np.int64)
        kernels.fill_avoid(self.kinds, self.marks, self.contain, avoid)
        return avoid

    @cached_property
    def fewer(self) -> Ints:
        """Hands with fewer than n dead cards that avoid a set, by its kind and n."""
        fewer = np.zeros((len(self.kinds.ranks), 9), np.int64)
        kernels.fill_fewer(self.kinds, self.marks, self.avoid, fewer)
        return fewer

    @cached_property
    def woods(self) -> Ints:
        """The 5,032 pieces of dead wood: form, dead ranks, ranks of the choice, value."""
        plain = np.searchsorted(COUNTS, self.counts)
        woods = [np.stack([plain, self.masks, 0 * plain, np.arange(plain.size)], axis=1)]
        for x, y in combinations(range(13), 2):
            dead = np.array([0] + [1 << b for b in range(13) if b not in (x, y)])
            form = np.where(dead == 0, len(COUNTS), len(COUNTS) + 1)
            choice = np.full_like(dead, 1 << x | 1 << y)
            woods.append(np.stack([form, dead, choice, self.numbers[dead | 1 << x]], axis=1))
        every = np.concatenate(woods)
        return every[np.argsort(every[:, 3], kind="stable")]

    @cached_property
    def woods_of_count(self) -> list[Ints]:
        """The pieces of dead wood by their dead-wood count."""
        counts = (FORMS[:, 0] + FORMS[:, 1] // 2)[self.woods[:, 0]]
        return [self.woods[counts == count] for count in range(8)]

    def cases(self, ranks: Ints, low: Ints, high: Ints, count: int) -> kernels.Cases:
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
        kernels.count_marks(ranks, low, high, self.woods_of_count[count], column, marks, cases)
        return cases

    @cached_property
    def shapes(self) -> tuple[Ints, Ints]:
        """The shapes of a hand and the places of their rows (see the kernel)."""
        shapes, places = np.zeros((SHAPES + 1, 4), np.int64), np.zeros((SHAPES + 1, 8), np.int64)
        kernels.fill_shapes(self.permuted, self.kinds, shapes, places)
        return shapes[:-1], places[:-1]
