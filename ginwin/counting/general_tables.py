"""The tables of the general route: suit classes, the values of hands, and N_v(S).

:mod:`ginwin.counting.general` explains them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import in_threads
from ginwin.cards import STANDARD_DECK, Deck
from ginwin.counting import kernels
from ginwin.counting.counts import check_hand
from ginwin.counting.lattice import Lattice
from ginwin.errors import InputError
from ginwin.melds import WAYS, MeldRules, Way

__all__ = ["Contain", "GeneralTables"]

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]

HASH_SIZE = 1 << 20


@dataclass(frozen=True, slots=True)
class Contain:
    """N_v(S) for every value v and the sets S of one size: a sparse table, one row for each set.

    Row i has ``numbers[e]`` hands of value number ``which[e]``, ascending, for e from
    ``starts[i]`` up to ``starts[i + 1]``.
    """

    starts: Ints
    which: Ids
    numbers: Ids

    @property
    def arrays(self) -> tuple[Ints, Ids, Ids]:
        """The three arrays, as kernels take them."""
        return self.starts, self.which, self.numbers

    def part(self, rows: slice) -> Contain:
        """Some rows; the entries stay where they are."""
        return Contain(self.starts[rows.start : rows.stop + 1], self.which, self.numbers)


class GeneralTables:
    """The tables, each computed when first asked for, and kept.

    Parameters
    ----------
    melds, deck, cards, threads, ways
        As for `ginwin.counting.general.GeneralCounts`.
    """

    def __init__(
        self,
        melds: MeldRules | None = None,
        deck: Deck = STANDARD_DECK,
        cards: int = 7,
        threads: int | None = None,
        ways: tuple[Way, Way] = ("best", "best"),
    ) -> None:
        if not 1 <= cards <= 7 or 2 * cards > deck.size:
            most = min(7, deck.size // 2)
            raise InputError("cards", cards, f"1 to {most}, two hands from {deck.size} cards")
        self.melds = MeldRules() if melds is None else melds
        self.deck = deck
        self.cards = cards
        self.threads = threads
        self.ways = ways
        self.hands = comb(deck.size, cards)
        self.dealer_hands = comb(deck.size - cards, cards)
        self.deals = self.hands * self.dealer_hands

    @cached_property
    def lattice(self) -> Lattice:
        """The suit-distinct sets of up to a hand's cards."""
        return Lattice.build(self.deck, self.cards, self.threads)

    @cached_property
    def _numbered(self) -> tuple[Ints, Ids, Ids]:
        """The values that occur, and the number of each suit-distinct hand's on either side."""
        hands = self.lattice.sets[self.first_hand :]
        parts = [slice(start, start + 100_000) for start in range(0, hands.size, 100_000)]
        suit = self.deck.ranks + 1 if self.melds.suit is None else self.melds.suit
        starts = np.zeros(kernels.SUIT_MASK + 2, np.int32)
        rules = self.cards, suit, self.melds.sequence, starts
        subsets = np.empty(kernels.fill_put_away(*rules, np.empty(0, np.uint16)), np.uint16)
        kernels.fill_put_away(*rules, subsets)

        def evaluated(way: Way) -> Ids:
            values = np.empty(hands.size, np.int32)
            tables = WAYS.index(way), self.melds.rank, starts, subsets
            in_threads(
                lambda part: kernels.fill_values(hands[part], *tables, values[part]),
                parts,
                self.threads,
            )
            return values

        sides = [evaluated(way) for way in dict.fromkeys(self.ways)]
        table = np.full(HASH_SIZE, -1, np.int64)
        for values in sides:
            kernels.collect_values(values, table)
        different = np.sort(table[table >= 0])
        different.setflags(write=False)
        numbers = np.searchsorted(different, table).astype(np.int32)
        for values in sides:
            in_threads(partial(_number, values, table, numbers), parts, self.threads)
        return different, sides[0], sides[-1]

    @property
    def first_hand(self) -> int:
        """Where the hands begin among the suit classes of all sets."""
        return int(self.lattice.layers[self.cards])

    @property
    def orbits(self) -> NDArray[np.int32]:
        """How many hands each suit-distinct hand stands for."""
        return self.lattice.orbits[self.first_hand :]

    @property
    def values(self) -> Ints:
        """Every value that occurs, best first; int64, shape (V,)."""
        return self._numbered[0]

    @property
    def hand_values(self) -> Ids:
        """Position in ``values`` of each suit-distinct hand's value, as the player arranges it."""
        return self._numbered[1]

    @property
    def dealer_hand_values(self) -> Ids:
        """The same as the dealer arranges it."""
        return self._numbered[2]

    @cached_property
    def hands_by_value(self) -> Ints:
        """Player's hands of each value; int64, shape (V,)."""
        hands = np.zeros(self.values.size, np.int64)
        np.add.at(hands, self.hand_values, self.orbits)
        hands.setflags(write=False)
        return hands

    def qualifying(self, qualifies: int) -> int:
        """How many of ``values``, from the best, qualify a dealer with that threshold."""
        return int(np.searchsorted(self.values, qualifies, side="right"))

    # --- N_v(S) ---

    @cached_property
    def contain(self) -> list[Contain]:
        """N_v(S) of the dealer by the size of S, whole hands included."""
        return self._contain_of(self.dealer_hand_values)

    @cached_property
    def player_contain(self) -> list[Contain]:
        """The same of the player."""
        if self.dealer_hand_values is self.hand_values:
            return self.contain
        return self._contain_of(self.hand_values)

    def _contain_of(self, values: Ids) -> list[Contain]:
        layers = [Contain(np.arange(values.size + 1), values, np.ones_like(values))]
        for k in reversed(range(self.cards)):
            layers.insert(0, self._contain_layer(k, layers[0]))
        return layers

    def _contain_layer(self, k: int, upper: Contain) -> Contain:
        lattice, values = self.lattice, self.values.size
        widest = min(values, comb(self.deck.size - k, self.cards - k))
        first_upper = int(lattice.layers[k + 1])

        def fill(chunk: slice) -> Contain:
            sets = lattice.sets[chunk]
            starts = np.empty(sets.size + 1, np.int64)
            which = np.empty(sets.size * widest, np.int32)
            numbers = np.empty(sets.size * widest, np.int32)
            out = (*lattice.index_tables, starts, which, numbers)
            if k == self.cards - 1:
                end = kernels.contain_from_hands(
                    sets, self.deck.mask, first_upper, upper.which, values, *out
                )
            else:
                end = kernels.contain_from_layer(
                    sets, self.deck.mask, self.cards - k, first_upper,
                    upper.starts, upper.which, upper.numbers, values, *out
                )  # fmt: skip
            return Contain(starts, which[:end].copy(), numbers[:end].copy())

        parts = in_threads(fill, lattice.chunks(k, max(1, 2_000_000 // widest)), self.threads)
        offsets = np.cumsum([0] + [part.which.size for part in parts])
        starts = [
            part.starts[:-1] + offset for part, offset in zip(parts, offsets[:-1], strict=True)
        ]
        return Contain(
            np.concatenate([*starts, offsets[-1:]]),
            np.concatenate([part.which for part in parts]),
            np.concatenate([part.numbers for part in parts]),
        )

    def signed_orbits(self, k: int) -> Ints:
        """(-1)^|S| times the size of the class, for the sets S of k cards."""
        orbits = self.lattice.orbits[self.lattice.layer(k)].astype(np.int64)
        return -orbits if k % 2 else orbits

    def work(self) -> list[tuple[int, slice]]:
        """The sets by size, in parts of about as much work."""
        work: list[tuple[int, slice]] = []
        for k, contain in enumerate(self.contain):
            size = contain.starts.size - 1
            step = max(1, size * 500_000 // contain.which.size)
            work += [(k, slice(i, min(i + step, size))) for i in range(0, size, step)]
        return work

    def hand_numbers(self, hands: Ints) -> Ids:
        """Number of each hand, a set of cards, among the suit-distinct hands; int32."""
        numbers = np.empty(hands.shape, np.int32)
        tables = self.lattice.index_tables
        kernels.index_sets(hands.reshape(-1), *tables, numbers.reshape(-1))
        numbers -= self.first_hand
        return numbers

    def value_number(self, hand: int) -> int:
        """Position in ``values`` of a hand's value, as the player arranges it."""
        check_hand(hand, self.deck, self.cards)
        return int(self.hand_values[self.lattice.index(hand) - self.first_hand])


def _number(values: Ids, table: Ints, numbers: Ids, part: slice) -> None:
    """Number a part of the values, for :func:`ginwin.base.jit.in_threads`."""
    kernels.number_values(values[part], table, numbers)
