"""The general route: exact counts for any meld rules and deck, by suit symmetry alone.

For a property g of a hand (say "its value is v", or "it qualifies") let N_g(S) be the number of
hands that have g and contain the set of cards S. Then

* hands with g that avoid a hand H:  sum over S in H of (-1)^|S| N_g(S);
* deals (H, D) with g(H), h(D) and no common card:  sum over S of (-1)^|S| N_g(S) N_h(S);
* N_g(S) = sum over cards c outside S of N_g(S + c), divided by n - |S|.

The first two are inclusion-exclusion over the cards that the two hands share; the third meets each
hand that contains S once for each of its n - |S| other cards. By suit symmetry one set of each
class is enough, its term taken as often as the class is large (:mod:`ginwin.counting.lattice`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import in_threads, thread_count
from ginwin.cards import STANDARD_DECK, Deck, cards_of, format_cards, rank_mask
from ginwin.counting import kernels
from ginwin.counting.counts import Against, Comparing, Showdown, check_hand, ties_of
from ginwin.counting.lattice import Lattice
from ginwin.errors import InputError
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

    @property
    def arrays(self) -> tuple[Ints, Ids, Ids]:
        """The three arrays, as kernels take them."""
        return self.starts, self.which, self.numbers

    def row(self, i: int) -> tuple[Ids, Ids]:
        """The values that occur in hands containing set i, and how many hands have each."""
        entries = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return self.which[entries], self.numbers[entries]


class GeneralCounts:
    """Exact counts for any :class:`~ginwin.melds.MeldRules`, deck and hand size up to seven.

    Tables are computed when first asked for and kept. Implements
    :class:`ginwin.counting.counts.Counts`.

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
        limits = self.qualifying(qualifies), low, high

        def add(item: tuple[int, slice]) -> Ints:
            k, rows = item
            weights = self._signed_orbits(k)[rows]
            player, dealer = (
                self._rows(layers, k, rows) for layers in (self._player_contain, self._contain)
            )
            sums = np.zeros((self.values.size, 3), np.int64)
            kernels.add_showdown(weights, *player.arrays, *dealer.arrays, *limits, sums)
            return sums

        sums = np.sum(in_threads(add, self._work(), self.threads), axis=0)
        return _showdown(self.values, self.hands_by_value, self.dealer_hands, sums)

    def showdowns_with_rank(
        self, rank: int, qualifies: int, comparing: Comparing = "all cards"
    ) -> tuple[Showdown, Showdown]:
        """Mark one card of a rank, in the player's hand and in the dealer's.

        By value, as `showdown`, but a deal counts once for each card of the rank in the hand of
        that side. N_v(S) then is the sum of N_v(S + c) over the cards c of the rank, where a card
        of S adds nothing.

        Parameters
        ----------
        rank : int
            The rank, 0 (ace) up to the last of the deck.
        qualifies : int
            The dealer's threshold.
        comparing : Comparing
            What is compared.

        Returns
        -------
        player, dealer : Showdown
            ``hands`` are player hands with the card that is marked, in the hand or outside; each
            goes with C(45,7) dealer hands in the first, with C(44,6) in the second.

        Raises
        ------
        InputError
            If the deck has no such rank.
        """
        rank_cards = rank_mask(rank, self.deck)
        low, high = ties_of(self.values, comparing)
        limits = self.qualifying(qualifies), low, high
        symmetric = self.ways[0] == self.ways[1]

        def add(item: tuple[int, slice]) -> Ints:
            k, rows = item
            weights = self._signed_orbits(k)[rows]
            dealer = self._rows(self._contain, k, rows)
            dealer_marked = self._marked(self._contain, k, rows, rank_cards)
            player, player_marked = dealer, dealer_marked
            if not symmetric:
                player = self._rows(self._player_contain, k, rows)
                player_marked = self._marked(self._player_contain, k, rows, rank_cards)
            sums = np.zeros((2, self.values.size, 3), np.int64)
            kernels.add_showdown(weights, *player_marked.arrays, *dealer.arrays, *limits, sums[0])
            kernels.add_showdown(weights, *player.arrays, *dealer_marked.arrays, *limits, sums[1])
            return sums

        sums = np.sum(in_threads(add, self._work(), self.threads), axis=0)
        marked = np.zeros(self.values.size, np.int64)
        held = np.bitwise_count(self.lattice.sets[self._first_hand :] & rank_cards)
        np.add.at(marked, self.hand_values, held * self._orbits.astype(np.int64))
        outside = self.deck.suits * self.hands_by_value - marked
        others = comb(self.deck.size - self.cards - 1, self.cards - 1)
        return (
            _showdown(self.values, marked, self.dealer_hands, sums[0]),
            _showdown(self.values, outside, others, sums[1]),
        )

    def showdown_without(
        self, rank: int, qualifies: int, comparing: Comparing = "all cards"
    ) -> Showdown:
        """One row for each value, dealt from the deck without one card of a rank.

        A deal has none of the suits' cards of the rank in (suits - marked) of all cases, where
        marked is how many cards of the rank are in both hands; and suits are alike.

        Parameters
        ----------
        rank, qualifies, comparing
            As for `showdowns_with_rank`.

        Returns
        -------
        Showdown
            Each player hand leaves C(44,7) dealer hands.

        Raises
        ------
        InputError
            If the deck has no such rank, or without the card two hands cannot be dealt.
        """
        if 2 * self.cards >= self.deck.size:
            raise InputError("deck", self.deck, f"more than {2 * self.cards} cards")
        player, dealer = self.showdowns_with_rank(rank, qualifies, comparing)
        return self.less_marked(self.showdown(qualifies, comparing), player, dealer)

    def less_marked(self, plain: Showdown, player: Showdown, dealer: Showdown) -> Showdown:
        """The same from what `showdown` and `showdowns_with_rank` have given."""
        suits = self.deck.suits
        return Showdown(
            self.values,
            (suits * plain.hands - player.hands) // suits,
            *(
                (suits * getattr(plain, name) - getattr(player, name) - getattr(dealer, name))
                // suits
                for name in ("not_qualified", "worse", "tie", "better")
            ),
        )

    def _work(self) -> list[tuple[int, slice]]:
        """The sets by size, in parts of about as much work."""
        work: list[tuple[int, slice]] = []
        for k, contain in enumerate(self._contain):
            size = contain.starts.size - 1
            step = max(1, size * 500_000 // contain.which.size)
            work += [(k, slice(i, min(i + step, size))) for i in range(0, size, step)]
        return work

    @staticmethod
    def _rows(layers: list[Contain], k: int, rows: slice) -> Contain:
        """Some rows of a table; the entries stay where they are."""
        return Contain(
            layers[k].starts[rows.start : rows.stop + 1], layers[k].which, layers[k].numbers
        )

    def _marked(self, layers: list[Contain], k: int, rows: slice, rank_cards: int) -> Contain:
        """Some rows, each hand counted as often as it has one of the cards of a rank."""
        first = int(self.lattice.layers[k])
        sets = self.lattice.sets[first + rows.start : first + rows.stop]
        own = self._rows(layers, k, rows)
        if k == self.cards:
            held = np.bitwise_count(sets & rank_cards).astype(np.int32)
            return Contain(np.arange(sets.size + 1), own.which[rows], held)
        upper = layers[k + 1]
        entries = int(own.starts[-1] - own.starts[0])
        starts = np.empty(sets.size + 1, np.int64)
        which, numbers = np.empty(entries, np.int32), np.empty(entries, np.int32)
        kernels.contain_with_rank(
            sets, rank_cards, int(self.lattice.layers[k + 1]), *own.arrays, *upper.arrays,
            self.values.size, *self.lattice.index_tables, starts, which, numbers,
        )  # fmt: skip
        return Contain(starts, which, numbers)

    def showdown_by_hand(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each suit-distinct hand, in the lattice's order."""
        return self._by_hand(np.arange(self.hand_values.size), qualifies, comparing)

    def hands_with_values(
        self, numbers: Ints, qualifies: int, comparing: Comparing = "all cards"
    ) -> tuple[Ints, Showdown]:
        """The suit-distinct hands of some values, and how they fare.

        Much quicker than all hands where the values are few.

        Parameters
        ----------
        numbers : ndarray of int64
            Positions in ``values``.
        qualifies : int
            The dealer's threshold.
        comparing : Comparing
            What is compared.

        Returns
        -------
        sets : ndarray of int64, shape (n,)
            A hand of each class, in the lattice's order.
        showdown : Showdown
            One row for each.
        """
        chosen = np.zeros(self.values.size, np.bool_)
        chosen[numbers] = True
        rows = np.flatnonzero(chosen[self.hand_values])
        sets = self.lattice.sets[self._first_hand :][rows]
        return sets, self._by_hand(rows, qualifies, comparing)

    def _by_hand(self, rows: Ints, qualifies: int, comparing: Comparing) -> Showdown:
        """How some of the suit-distinct hands fare."""
        qualifying = self.qualifying(qualifies)
        low, _ = ties_of(self.values, comparing)
        values = self.hand_values[rows]
        qualified = self._avoiding(self.dealer_hand_values < qualifying)[rows]
        tie, better = (
            column[rows].astype(np.int64)
            for column in self._avoiding_by_group(rows, qualifying, low)
        )
        no_showdown = low[values] >= qualifying
        better[no_showdown] = qualified[no_showdown]
        orbits = self._orbits[rows].astype(np.int64)
        return Showdown(
            self.values[values],
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

    def _avoiding_by_group(self, rows: Ints, qualifying: int, low: Ints) -> tuple[Ids, Ids]:
        """For some player hands the qualifying dealer hands that tie and that are better.

        Zero for other hands, and for those that do not compare with any that qualify. Values that
        tie are a group; ``low`` says where it begins.
        """
        group_of_value = np.cumsum(low == np.arange(low.size), dtype=np.int32) - 1
        groups = int(group_of_value[qualifying - 1]) + 1 if qualifying else 0
        player = np.full(self.hand_values.size, groups, np.int32)
        player[rows] = np.minimum(group_of_value[self.hand_values[rows]], groups)
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
        bounds[0] = max(0, int(np.searchsorted(player_starts, 0, side="right")) - 1)
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
        outside: Ints = self.values_outside(np.array([hand], np.int64))[0]
        return outside

    def values_outside(self, known: Ints, *, one_by_one: bool = False) -> Ints:
        """Dealer hands of each value that have none of the known cards.

        Parameters
        ----------
        known : ndarray of int64, shape (n,)
            Any sets of cards that each leave a hand.
        one_by_one : bool
            Count every hand in the rest of the deck, which is quicker where it is small. The other
            way, for any rest, is the alternating sum over the subsets of the known cards, up to
            the size of a hand.

        Returns
        -------
        ndarray of int64, shape (n, V)

        Raises
        ------
        InputError
            If a set has no cards of the deck, or leaves too few.
        """
        rests = self.deck.mask & ~known
        wrong = (known & ~self.deck.mask != 0) | (np.bitwise_count(rests) < self.cards)
        if wrong.any():
            cards = format_cards(cards_of(int(known[wrong][0]))) or "no card"
            allowed = f"cards of the deck that leave {self.cards} of the {self.deck.size}"
            raise InputError("known cards", cards, allowed)
        hands = np.zeros((known.size, self.values.size), np.int64)
        tables = self.lattice.index_tables
        if one_by_one:
            kernels.count_hands_within(
                rests, self.cards, self._first_hand, self.dealer_hand_values, *tables, hands
            )
            return hands
        for k, contain in enumerate(self._contain):
            first = int(self.lattice.layers[k])
            kernels.add_signed_rows(known, k, first, *contain.arrays, *tables, hands)
        return hands

    def holding(
        self, hand: int, qualifies: int, comparing: Comparing = "all cards"
    ) -> NDArray[np.int32]:
        """Dealer hands against one player hand that hold each card of the deck.

        Parameters
        ----------
        hand : int
            The player's hand.
        qualifies : int
            The dealer's threshold.
        comparing : Comparing
            What is compared.

        Returns
        -------
        ndarray of int32, shape (52, 4)
            By card, and as in `ginwin.counting.counts.Against`: not qualified, worse, tie, better.
            Zeros for cards of the hand or outside the deck.

        Raises
        ------
        InputError
            If it is not a hand of ``cards`` cards of ``deck``.
        """
        number = self.value_number(hand)
        low, high = (int(bound[number]) for bound in ties_of(self.values, comparing))
        qualifying = self.qualifying(qualifies)
        event_of = np.ones(self.values.size, np.int32)
        event_of[:high] = 2
        event_of[:low] = 3
        event_of[qualifying:] = 0
        others = cards_of(self.deck.mask & ~hand)
        cards, single = (
            np.array([1 << card for card in some], np.int64) for some in (cards_of(hand), others)
        )
        hands = np.zeros((single.size, 4), np.int64)
        for k in range(self.cards):
            rows = self._contain[k + 1].arrays
            first, tables = int(self.lattice.layers[k + 1]), self.lattice.index_tables
            kernels.add_holding(cards, single, k, first, *rows, event_of, *tables, hands)
        by_card = np.zeros((52, 4), np.int32)
        by_card[list(others)] = hands
        return by_card

    def hand_numbers(self, hands: Ints) -> Ids:
        """Number of each hand, a set of cards, among the suit-distinct hands; int32."""
        numbers = np.empty(hands.shape, np.int32)
        tables = self.lattice.index_tables
        kernels.index_sets(hands.reshape(-1), *tables, numbers.reshape(-1))
        numbers -= self._first_hand
        return numbers

    def value_number(self, hand: int) -> int:
        """Position in ``values`` of a hand's value, as the player arranges it."""
        check_hand(hand, self.deck, self.cards)
        return int(self.hand_values[self.lattice.index(hand) - self._first_hand])

    def against(self, hand: int, qualifies: int, comparing: Comparing = "all cards") -> Against:
        """Dealer hands against one player hand."""
        number = self.value_number(hand)
        low, high = (int(bound[number]) for bound in ties_of(self.values, comparing))
        return Against.split(self.dealer_values(hand), low, high, self.qualifying(qualifies))


def _showdown(values: Ints, hands: Ints, dealer_hands: int, sums: Ints) -> Showdown:
    """Make a showdown of what :func:`ginwin.counting.kernels.add_showdown` has summed."""
    qualified, tie, better = sums.T
    not_qualified = hands * dealer_hands - qualified
    return Showdown(values, hands, not_qualified, qualified - tie - better, tie, better)


def _number(values: Ids, table: Ints, numbers: Ids, part: slice) -> None:
    """Number a part of the values, for :func:`ginwin.base.jit.in_threads`."""
    kernels.number_values(values[part], table, numbers)


def _grouped(groups: Ids, number: int) -> tuple[Ids, Ints]:
    """Hands in the order of their groups, and where each of the first groups begins."""
    members = np.flatnonzero((groups >= 0) & (groups < number))
    order = members[np.argsort(groups[members], kind="stable")].astype(np.int32)
    sizes = np.bincount(groups[members], minlength=number)
    return order, np.concatenate([[0], np.cumsum(sizes)])
