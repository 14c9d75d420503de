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

from dataclasses import dataclass
from functools import cached_property, partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from ginwin import kernels
from ginwin.cards import STANDARD_DECK, Deck, cards_of
from ginwin.counts import Against, Comparing, Showdown, check_hand, ties_of
from ginwin.errors import InputError
from ginwin.jit import in_threads, thread_count
from ginwin.lattice import Lattice
from ginwin.melds import WAYS, MeldRules, Way

__all__ = ["GeneralCounts"]

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]

HASH_SIZE = 1 << 20
MOST_BLOCKS = 8  # that work side by side, each with 50 MB of tables of its own


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
    ways : tuple of Way
        How the player and the dealer arrange their hands.

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
        hands = self.lattice.sets[self._first_hand :]
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
        np.add.at(hands, self.hand_values, self._orbits)
        hands.setflags(write=False)
        return hands

    def qualifying(self, qualifies: int) -> int:
        """How many of ``values``, from the best, qualify a dealer with that threshold."""
        return int(np.searchsorted(self.values, qualifies, side="right"))

    # --- N_v(S) ---

    @cached_property
    def _contain(self) -> list[Contain]:
        """N_v(S) of the dealer by the size of S, whole hands included."""
        return self._contain_of(self.dealer_hand_values)

    @cached_property
    def _player_contain(self) -> list[Contain]:
        """The same of the player."""
        if self.dealer_hand_values is self.hand_values:
            return self._contain
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

    def _signed_orbits(self, k: int) -> Ints:
        """(-1)^|S| times the size of the class, for the sets S of k cards."""
        orbits = self.lattice.orbits[self.lattice.layer(k)].astype(np.int64)
        return -orbits if k % 2 else orbits

    # --- What is made of it ---

    def _layers(self) -> list[tuple[Ints, Contain, Contain]]:
        """Signed class sizes and N_v(S) of player and dealer, by the size of S."""
        return [
            (self._signed_orbits(k), player, dealer)
            for k, (player, dealer) in enumerate(
                zip(self._player_contain, self._contain, strict=True)
            )
        ]

    def joint(self) -> Ints:
        """Deals by the player's value (row) and the dealer's (column); int64, shape (V, V)."""
        size = self.values.size
        joint = np.zeros((size, size), np.int64)
        threads = min(thread_count(self.threads), MOST_BLOCKS)
        layers = self._layers()
        symmetric = self.ways[0] == self.ways[1]

        def add(thread: int) -> None:
            for weights, player, dealer in layers:
                kernels.add_joint(
                    weights, player.starts, player.which, player.numbers,
                    dealer.starts, dealer.which, dealer.numbers,
                    symmetric, thread, threads, joint,
                )  # fmt: skip

        in_threads(add, range(threads), self.threads)
        return joint + np.triu(joint, 1).T if symmetric else joint

    def showdown(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each value, in the order of ``values``."""
        low, high = ties_of(self.values, comparing)
        layers = self._layers()
        work: list[tuple[int, slice]] = []
        for k, (weights, _, dealer) in enumerate(layers):
            step = max(1, weights.size * 500_000 // dealer.which.size)
            work += [
                (k, slice(i, min(i + step, weights.size))) for i in range(0, weights.size, step)
            ]

        def add(item: tuple[int, slice]) -> Ints:
            k, rows = item
            weights, player, dealer = layers[k]
            starts = slice(rows.start, rows.stop + 1)
            sums = np.zeros((self.values.size, 3), np.int64)
            kernels.add_showdown(
                weights[rows], player.starts[starts], player.which, player.numbers,
                dealer.starts[starts], dealer.which, dealer.numbers,
                self.qualifying(qualifies), low, high, sums,
            )  # fmt: skip
            return sums

        qualified, tie, better = np.sum(in_threads(add, work, self.threads), axis=0).T
        hands = self.hands_by_value
        return Showdown(
            self.values, hands,
            hands * self.dealer_hands - qualified, qualified - tie - better, tie, better,
        )  # fmt: skip

    def showdown_by_hand(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each suit-distinct hand, in the lattice's order."""
        qualifying = self.qualifying(qualifies)
        low, _ = ties_of(self.values, comparing)
        qualified = self._avoiding(self.dealer_hand_values < qualifying)
        tie, better = self._avoiding_by_group(qualifying, low)
        no_showdown = low[self.hand_values] >= qualifying
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

    def _avoiding(self, flags: NDArray[np.bool_]) -> Ints:
        """For each suit-distinct hand the flagged hands that have none of its cards."""
        avoid = np.empty(self.lattice.sets.size, np.int64)
        kernels.avoid_all(flags, self._meetings(flags), *self._lattice_arrays(), avoid)
        return avoid[self._first_hand :]

    def _avoiding_by_group(self, qualifying: int, low: Ints) -> tuple[Ids, Ids]:
        """For each player hand the qualifying dealer hands that tie and that are better.

        Zero for hands that do not compare with any that qualify. Values that tie are a group;
        ``low`` says where it begins.
        """
        group_of_value = np.cumsum(low == np.arange(low.size), dtype=np.int32) - 1
        groups = int(group_of_value[qualifying - 1]) + 1 if qualifying else 0
        player = np.minimum(group_of_value[self.hand_values], groups)
        dealer = np.where(
            self.dealer_hand_values < qualifying, group_of_value[self.dealer_hand_values], -1
        ).astype(np.int32)
        players, player_starts = _grouped(player, groups)
        dealers, dealer_starts = _grouped(dealer, groups)
        tie = np.zeros(player.size, np.int32)
        better = np.zeros(player.size, np.int32)
        blocks = min(thread_count(self.threads), MOST_BLOCKS)
        shares = player_starts[-1] * np.arange(blocks + 1) // blocks
        bounds = np.searchsorted(player_starts, shares)
        self.lattice.links  # noqa: B018  (built before the threads start)

        def block(i: int) -> None:
            first, last = int(bounds[i]), int(bounds[i + 1])
            if first < last:
                below = self._meetings((dealer >= 0) & (dealer < first))
                kernels.avoid_by_group(
                    first, last, players, player_starts, dealers, dealer_starts, dealer, below,
                    *self._lattice_arrays(), tie, better,
                )  # fmt: skip

        in_threads(block, range(blocks), self.threads)
        return tie, better

    def dealer_values(self, hand: int) -> Ints:
        """Dealer hands of each value against one player hand; int64, shape (V,).

        The formula as it stands: the sum of (-1)^|S| N_v(S) over the 128 subsets S of the hand.
        """
        check_hand(hand, self.deck, self.cards)
        dealer = np.zeros(self.values.size, np.int64)
        subsets = [0]
        for card in cards_of(hand):
            subsets += [subset | 1 << card for subset in subsets]
        for subset in subsets:
            k = subset.bit_count()
            row = self.lattice.index(subset) - int(self.lattice.layers[k])
            which, numbers = self._contain[k].row(row)
            dealer[which] += (-1) ** k * numbers
        return dealer

    def value_number(self, hand: int) -> int:
        """Position in ``values`` of a hand's value, as the player arranges it."""
        check_hand(hand, self.deck, self.cards)
        return int(self.hand_values[self.lattice.index(hand) - self._first_hand])

    def against(self, hand: int, qualifies: int, comparing: Comparing = "all cards") -> Against:
        """Dealer hands against one player hand."""
        number = self.value_number(hand)
        low, high = (int(bound[number]) for bound in ties_of(self.values, comparing))
        return Against.split(self.dealer_values(hand), low, high, self.qualifying(qualifies))


def _number(values: Ids, table: Ints, numbers: Ids, part: slice) -> None:
    """Number a part of the values, for :func:`ginwin.jit.in_threads`."""
    kernels.number_values(values[part], table, numbers)


def _grouped(groups: Ids, number: int) -> tuple[Ids, Ints]:
    """Hands in the order of their groups, and where each of the first groups begins."""
    members = np.flatnonzero((groups >= 0) & (groups < number))
    order = members[np.argsort(groups[members], kind="stable")].astype(np.int32)
    sizes = np.bincount(groups[members], minlength=number)
    return order, np.concatenate([[0], np.cumsum(sizes)])
