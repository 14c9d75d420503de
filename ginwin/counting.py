"""The general route: exact counts for any meld rules and deck, by suit symmetry alone.

For a property g of a hand (say "its value is v", or "it qualifies") let N_g(S) be the number of
hands that have g and contain the set of cards S. Then

* hands with g that avoid a hand H:  sum over S in H of (-1)^|S| N_g(S);
* deals (H, D) with g(H), h(D) and no common card:  sum over S of (-1)^|S| N_g(S) N_h(S);
* N_g(S) = sum over cards c outside S of N_g(S + c), divided by n - |S|.

The first two are inclusion-exclusion over the cards that the two hands share; the third meets
each hand that contains S once for each of its n - |S| other cards. By suit symmetry one set of
each class is enough, its term taken as often as the class is large (:mod:`ginwin.lattice`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from ginwin import kernels
from ginwin.cards import STANDARD_DECK, Deck, cards_of
from ginwin.counts import Against, Showdown
from ginwin.errors import InputError
from ginwin.jit import in_threads, thread_count
from ginwin.lattice import Lattice
from ginwin.melds import MeldRules

__all__ = ["GeneralCounts"]

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

    def row(self, i: int) -> tuple[Ids, Ids]:
        """The values that occur in hands containing set i, and how many hands have each."""
        entries = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return self.which[entries], self.numbers[entries]


class GeneralCounts:
    """Exact counts for any :class:`~ginwin.melds.MeldRules`, deck and hand size up to seven.

    Tables are computed when first asked for and kept. Implements
    :class:`ginwin.counts.Counts`.

    Parameters
    ----------
    melds : MeldRules
        What melds.
    deck : Deck
        The deck; small ones allow complete brute force beside it.
    cards : int
        Cards in each of the two hands; twice as many must be in the deck.
    threads : int, optional
        Threads to use; all processors if not given. The integers do not depend on it.

    Raises
    ------
    InputError
        If hands of that many cards cannot be dealt, or are too large for the tables.
    """

    def __init__(
        self,
        melds: MeldRules | None = None,
        deck: Deck = STANDARD_DECK,
        cards: int = 7,
        threads: int | None = None,
    ) -> None:
        if not 1 <= cards <= 7 or 2 * cards > deck.size:
            most = min(7, deck.size // 2)
            raise InputError("cards", cards, f"1 to {most}, two hands from {deck.size} cards")
        self.melds = MeldRules() if melds is None else melds
        self.deck = deck
        self.cards = cards
        self.threads = threads
        self.hands = comb(deck.size, cards)
        self.dealer_hands = comb(deck.size - cards, cards)
        self.deals = self.hands * self.dealer_hands

    @cached_property
    def lattice(self) -> Lattice:
        """The suit-distinct sets of up to a hand's cards."""
        return Lattice.build(self.deck, self.cards, self.threads)

    @cached_property
    def _numbered(self) -> tuple[Ints, Ids]:
        """The values that occur, ascending, and the number of each suit-distinct hand's value."""
        suit = self.deck.ranks + 1 if self.melds.suit is None else self.melds.suit
        starts = np.zeros(kernels.SUIT_MASK + 2, np.int32)
        rules = self.cards, suit, self.melds.sequence, starts
        subsets = np.empty(kernels.fill_put_away(*rules, np.empty(0, np.uint16)), np.uint16)
        kernels.fill_put_away(*rules, subsets)

        hands = self.lattice.sets[self._first_hand :]
        values = np.empty(hands.size, np.int32)
        parts = [slice(start, start + 100_000) for start in range(0, hands.size, 100_000)]

        def evaluate(part: slice) -> None:
            kernels.fill_values(hands[part], self.melds.rank, starts, subsets, values[part])

        in_threads(evaluate, parts, self.threads)
        table = np.full(HASH_SIZE, -1, np.int64)
        kernels.collect_values(values, table)
        different = np.sort(table[table >= 0])
        numbers = np.searchsorted(different, table).astype(np.int32)

        def number(part: slice) -> None:
            kernels.number_values(values[part], table, numbers)

        in_threads(number, parts, self.threads)
        return different, values

    @property
    def _first_hand(self) -> int:
        return int(self.lattice.layers[self.cards])

    @property
    def _orbits(self) -> NDArray[np.int32]:
        return self.lattice.orbits[self._first_hand :]

    @property
    def values(self) -> Ints:
        """Every value that occurs, best first; int64, shape (V,)."""
        return self._numbered[0]

    @property
    def hand_values(self) -> Ids:
        """Position in ``values`` of each suit-distinct hand's value, in the lattice's order."""
        return self._numbered[1]

    @cached_property
    def hands_by_value(self) -> Ints:
        """Hands of each value; int64, shape (V,)."""
        hands = np.zeros(self.values.size, np.int64)
        np.add.at(hands, self.hand_values, self._orbits)
        return hands

    def qualifying(self, qualifies: int) -> int:
        """How many of ``values``, from the best, qualify a dealer with that threshold."""
        return int(np.searchsorted(self.values, qualifies, side="right"))

    # --- N_v(S) ---

    @cached_property
    def _contain(self) -> list[Contain]:
        """N_v(S) by the size of S, up to one card less than a hand."""
        layers: list[Contain] = []
        for k in reversed(range(self.cards)):
            layers.insert(0, self._contain_layer(k, layers[0] if layers else None))
        return layers

    def _contain_layer(self, k: int, upper: Contain | None) -> Contain:
        lattice, values = self.lattice, self.values.size
        widest = min(values, comb(self.deck.size - k, self.cards - k))
        first_upper = int(lattice.layers[k + 1])

        def fill(chunk: slice) -> Contain:
            sets = lattice.sets[chunk]
            starts = np.empty(sets.size + 1, np.int64)
            which = np.empty(sets.size * widest, np.int32)
            numbers = np.empty(sets.size * widest, np.int32)
            out = (*lattice.index_tables, starts, which, numbers)
            if upper is None:
                end = kernels.contain_from_hands(
                    sets, self.deck.mask, first_upper, self.hand_values, values, *out
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

    def _signed_orbits(self, k: int) -> Ints:
        """(-1)^|S| times the size of the class, for the sets S of k cards."""
        orbits = self.lattice.orbits[self.lattice.layer(k)].astype(np.int64)
        return -orbits if k % 2 else orbits

    # --- What is made of it ---

    def joint(self) -> Ints:
        """Deals by the player's value (row) and the dealer's (column); int64, shape (V, V)."""
        size = self.values.size
        joint = np.zeros((size, size), np.int64)
        threads = thread_count(self.threads)
        layers = [
            (self._signed_orbits(k), part.starts, part.which, part.numbers)
            for k, part in enumerate(self._contain)
        ]

        def add(thread: int) -> None:
            for layer in layers:
                kernels.add_joint(*layer, thread, threads, joint)

        in_threads(add, range(threads), self.threads)
        # S a whole hand: player and dealer hold the same cards
        joint[np.diag_indices(size)] += (-1) ** self.cards * self.hands_by_value
        return joint

    def showdown(self, qualifies: int) -> Showdown:
        """One row for each value, in the order of ``values``."""
        size, qualifying = self.values.size, self.qualifying(qualifies)
        work: list[tuple[int, slice]] = []
        for k, part in enumerate(self._contain):
            sets = part.starts.size - 1
            step = max(1, sets * 500_000 // part.which.size)
            work += [(k, slice(i, min(i + step, sets))) for i in range(0, sets, step)]

        def add(item: tuple[int, slice]) -> Ints:
            k, rows = item
            part = self._contain[k]
            sums = np.zeros((3, size), np.int64)
            kernels.add_showdown(
                self._signed_orbits(k)[rows], part.starts[rows.start : rows.stop + 1],
                part.which, part.numbers, qualifying, *sums
            )  # fmt: skip
            return sums

        qualified, tie, better = np.sum(in_threads(add, work, self.threads), axis=0)
        # S a whole hand: player and dealer hold the same cards
        same_hand = (-1) ** self.cards * self.hands_by_value[:qualifying]
        qualified[:qualifying] += same_hand
        tie[:qualifying] += same_hand
        hands = self.hands_by_value
        return Showdown(
            self.values, hands,
            hands * self.dealer_hands - qualified, qualified - tie - better, tie, better,
        )  # fmt: skip

    def showdown_by_hand(self, qualifies: int) -> Showdown:
        """One row for each suit-distinct hand, in the lattice's order."""
        qualifying = self.qualifying(qualifies)
        qualified = self._avoiding(lambda value: value < qualifying)
        tie, better = self._avoiding_by_value(qualifying)
        no_showdown = self.hand_values >= qualifying
        better[no_showdown] = qualified[no_showdown]
        orbits = self._orbits.astype(np.int64)
        return Showdown(
            self.values[self.hand_values],
            orbits,
            (self.dealer_hands - qualified) * orbits,
            (qualified - tie - better) * orbits,
            tie * orbits,
            better * orbits,
        )

    def _lattice_arrays(self) -> tuple[NDArray[np.int32], Ints, NDArray[np.int32], Ints]:
        lattice = self.lattice
        return lattice.orbits, lattice.layers, lattice.links, lattice.link_starts

    def _meetings(self, having: NDArray[np.bool_]) -> Ints:
        """Class size times N_g(S), for a flag g for each suit-distinct hand."""
        _, layers, links, link_starts = self._lattice_arrays()
        meetings = np.empty(self._first_hand, np.int64)
        kernels.meetings_of_hands(
            np.where(having, self._orbits, 0).astype(np.int64), layers, links, link_starts, meetings
        )
        return meetings

    def _avoiding(self, having: Callable[[Ids], NDArray[np.bool_]]) -> Ints:
        """For each suit-distinct hand the hands without its cards whose value has a property."""
        flags = having(self.hand_values)
        avoid = np.empty(self.lattice.sets.size, np.int64)
        kernels.avoid_all(flags, self._meetings(flags), *self._lattice_arrays(), avoid)
        return avoid[self._first_hand :]

    def _avoiding_by_value(self, qualifying: int) -> tuple[Ids, Ids]:
        """For each suit-distinct hand the hands of its own value and of better ones that avoid it.

        Zero for hands whose value is not among the first ``qualifying``.
        """
        by_value = np.argsort(self.hand_values, kind="stable").astype(np.int32)
        sizes = np.bincount(self.hand_values, minlength=self.values.size)
        value_starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        tie = np.zeros(self.hand_values.size, np.int32)
        better = np.zeros(self.hand_values.size, np.int32)
        blocks = thread_count(self.threads)
        shares = value_starts[qualifying] * np.arange(blocks + 1) // blocks
        bounds = np.searchsorted(value_starts[: qualifying + 1], shares)
        self.lattice.links  # noqa: B018  (built before the threads start)

        def block(i: int) -> None:
            first, last = int(bounds[i]), int(bounds[i + 1])
            if first < last:
                kernels.avoid_by_value(
                    first, last, by_value, value_starts, self._meetings(self.hand_values < first),
                    *self._lattice_arrays(), tie, better
                )  # fmt: skip

        in_threads(block, range(blocks), self.threads)
        return tie, better

    def dealer_values(self, hand: int) -> Ints:
        """Dealer hands of each value against one player hand; int64, shape (V,).

        The formula as it stands: the sum of (-1)^|S| N_v(S) over the subsets S of the hand.
        """
        dealer = np.zeros(self.values.size, np.int64)
        subsets = [0]
        for card in cards_of(hand):
            subsets += [subset | 1 << card for subset in subsets]
        for subset in subsets:
            k = subset.bit_count()
            if k < self.cards:
                row = self.lattice.index(subset) - int(self.lattice.layers[k])
                which, numbers = self._contain[k].row(row)
                dealer[which] += (-1) ** k * numbers
        dealer[self.value_number(hand)] += (-1) ** self.cards
        return dealer

    def value_number(self, hand: int) -> int:
        """Position in ``values`` of a hand's value."""
        return int(self.hand_values[self.lattice.index(hand) - self._first_hand])

    def against(self, hand: int, qualifies: int) -> Against:
        """Dealer hands against one player hand."""
        return Against.split(
            self.dealer_values(hand), self.value_number(hand), self.qualifying(qualifies)
        )
