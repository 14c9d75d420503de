"""Suit-distinct sets of cards: one representative for each class under suit permutations.

Meld rules treat the four suits alike, so N_g(S) of :mod:`ginwin.counting.general` is the same for
all the sets that a permutation of suits turns into one another. Of the 157,036,244 sets of up to
seven cards 7,124,976 classes are left, 6,009,159 of them hands.

Numbering. A set is its suits' four rank masks; sorted by size, then by rank mask, they name the
class. Its *profile* is the four sizes, such as 3-2-2-0. Within a profile, suits of different size
vary freely, and g suits of the same size are a multiset of rank masks: with positions
r_1 >= r_2 >= ... >= r_g among the masks of that size, the multiset has number
C(r_1 + g - 1, g) + ... + C(r_g, 1) (the combinatorial number system). So a class's number is a sum
of four table entries, one for each suit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import in_threads
from ginwin.cards import Deck
from ginwin.counting import kernels

__all__ = ["Lattice"]


def profiles(deck: Deck, cards: int) -> list[tuple[int, int, int, int]]:
    """The ways to split that many cards over the suits, larger suits first."""
    sizes = range(min(cards, deck.ranks) + 1)
    return [
        (a, b, c, d)
        for a in reversed(sizes)
        for b in reversed(range(a + 1))
        for c in reversed(range(b + 1))
        for d in range(c + 1)
        if a + b + c + d == cards and sum(n > 0 for n in (a, b, c, d)) <= deck.suits
    ]


@dataclass(frozen=True)
class Lattice:
    """All suit-distinct sets of up to ``cards`` cards of a deck, numbered from 0.

    Sets of fewer cards come first: those of k cards have the numbers from ``layers[k]`` up to
    ``layers[k + 1]``.

    Attributes
    ----------
    deck : Deck
        The deck.
    cards : int
        Cards in a hand, the largest sets.
    sets : ndarray of int64, shape (n,)
        A representative of each class, as a set of cards (:mod:`ginwin.cards`).
    orbits : ndarray of int32, shape (n,)
        How many sets of cards the class stands for.
    layers : ndarray of int64, shape (cards + 2,)
        Where each size begins.
    order, profile_of, place : ndarray
        The index tables that :func:`ginwin.counting.kernels.set_index` reads.
    """

    deck: Deck
    cards: int
    sets: NDArray[np.int64]
    orbits: NDArray[np.int32]
    layers: NDArray[np.int64]
    order: NDArray[np.uint16]
    profile_of: NDArray[np.int32]
    place: NDArray[np.int32]
    threads: int | None = None

    @classmethod
    def build(cls, deck: Deck, cards: int, threads: int | None = None) -> Lattice:
        """Number the suit-distinct sets of up to ``cards`` (at most 7) cards of ``deck``."""
        masks = np.arange(1 << deck.ranks)
        sizes = np.bitwise_count(masks)
        widest = max(comb(deck.ranks, n) for n in range(cards + 1))
        by_size = np.zeros((8, widest), np.uint16)
        order = np.zeros(8192, np.uint16)
        how_many = np.zeros(8, np.int32)
        for n in range(min(cards, deck.ranks) + 1):
            same = masks[sizes == n]
            by_size[n, : same.size] = same
            order[same] = (n << 11) + np.arange(same.size)
            how_many[n] = same.size

        # multisets[g, r] = C(r + g - 1, g): how many multisets of g begin below position r
        multisets = np.zeros((5, widest), np.int64)
        multisets[1] = np.arange(widest)
        for g in range(2, 5):
            multisets[g] = np.cumsum(multisets[g - 1])

        all_profiles = [p for k in range(cards + 1) for p in profiles(deck, k)]
        profile_of = np.zeros(4096, np.int32)
        place = np.zeros((len(all_profiles), 4, widest), np.int32)
        layers = np.zeros(cards + 2, np.int64)
        end = 0
        for row, profile in enumerate(all_profiles):
            profile_of[sum(n << s for n, s in zip(profile, (9, 6, 3, 0), strict=True))] = row
            place[row, 0] = end
            stride = 1
            for n in sorted(set(profile)):
                alike = [i for i in range(4) if profile[i] == n]
                number = int(how_many[n])
                for position, left in zip(alike, range(len(alike), 0, -1), strict=True):
                    place[row, position, :number] += stride * multisets[left, :number]
                stride *= comb(number + len(alike) - 1, len(alike))
            end += stride
            layers[sum(profile) + 1] = end

        sets = np.empty(end, np.int64)
        orbits = np.empty(end, np.int32)

        def fill(row: int) -> None:
            profile = np.array(all_profiles[row], np.int32)
            kernels.fill_sets(profile, by_size, how_many, deck.suits, place[row], sets, orbits)

        in_threads(fill, range(len(all_profiles)), threads)
        return cls(deck, cards, sets, orbits, layers, order, profile_of, place, threads)

    def layer(self, cards: int) -> slice:
        """The numbers of the sets of that many cards."""
        return slice(int(self.layers[cards]), int(self.layers[cards + 1]))

    def chunks(self, cards: int, size: int) -> list[slice]:
        """The sets of that many cards in runs of about ``size``."""
        layer = self.layer(cards)
        bounds = [*range(layer.start, layer.stop, size), layer.stop]
        return [slice(a, b) for a, b in pairwise(bounds)]

    def index(self, cards: int) -> int:
        """Number of the class of a set of cards."""
        return int(kernels.set_index(cards, self.order, self.profile_of, self.place))

    @property
    def index_tables(self) -> tuple[NDArray[np.uint16], NDArray[np.int32], NDArray[np.int32]]:
        """What :func:`ginwin.counting.kernels.set_index` needs after the cards."""
        return self.order, self.profile_of, self.place

    @cached_property
    def link_starts(self) -> NDArray[np.int64]:
        """Where the links of each size begin in ``links``; shape (cards + 2,)."""
        sizes = np.diff(self.layers) * np.arange(self.cards + 1)
        return np.concatenate([[0], np.cumsum(sizes)])

    @cached_property
    def links(self) -> NDArray[np.int32]:
        """For each set of k cards the k sets with one card fewer, all in one row."""
        links = np.empty(int(self.link_starts[-1]), np.int32)

        def fill(work: tuple[int, slice]) -> None:
            cards, chunk = work
            start = self.link_starts[cards] + (chunk.start - self.layers[cards]) * cards
            stop = start + (chunk.stop - chunk.start) * cards
            kernels.fill_links(
                self.sets[chunk], cards, *self.index_tables, links[start:stop].reshape(-1, cards)
            )

        work = [(k, c) for k in range(1, self.cards + 1) for c in self.chunks(k, 250_000)]
        in_threads(fill, work, self.threads)
        return links
