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

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import in_threads, thread_count
from ginwin.counting import kernels
from ginwin.counting.counts import Against, Comparing, Showdown, check_hand, ties_of
from ginwin.counting.general_tables import Contain, GeneralTables

__all__ = ["GeneralCounts", "showdown_of"]

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]

MOST_BLOCKS = 8  # that work side by side, each with 50 MB of tables of its own


class GeneralCounts(GeneralTables):
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

    def _layers(self) -> list[tuple[Ints, Contain, Contain]]:
        """Signed class sizes and N_v(S) of player and dealer, by the size of S."""
        return [
            (self.signed_orbits(k), player, dealer)
            for k, (player, dealer) in enumerate(
                zip(self.player_contain, self.contain, strict=True)
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
            weights = self.signed_orbits(k)[rows]
            player, dealer = (
                layers[k].part(rows) for layers in (self.player_contain, self.contain)
            )
            sums = np.zeros((self.values.size, 3), np.int64)
            kernels.add_showdown(weights, *player.arrays, *dealer.arrays, *limits, sums)
            return sums

        sums = np.sum(in_threads(add, self.work(), self.threads), axis=0)
        return showdown_of(self.values, self.hands_by_value, self.dealer_hands, sums)

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
        sets = self.lattice.sets[self.first_hand :][rows]
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
        orbits = self.orbits[rows].astype(np.int64)
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
        meetings = np.empty(self.first_hand, np.int64)
        kernels.meetings_of_hands(self.orbits * having, layers, links, link_starts, meetings)
        return meetings

    def _avoiding(self, flags: NDArray[np.bool_]) -> Ints:
        """For each suit-distinct hand the flagged hands that have none of its cards."""
        avoid = np.empty(self.lattice.sets.size, np.int64)
        kernels.avoid_all(flags, self._meetings(flags), *self._lattice_arrays(), avoid)
        return avoid[self.first_hand :]

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

    def values_outside(self, known: Ints) -> Ints:
        """Dealer hands of each value that have none of the known cards.

        Parameters
        ----------
        known : ndarray of int64, shape (n,)
            Any sets of cards that each leave a hand; not checked.

        Returns
        -------
        ndarray of int64, shape (n, V)
        """
        hands = np.zeros((known.size, self.values.size), np.int64)
        tables = self.lattice.index_tables
        for k, contain in enumerate(self.contain):
            first = int(self.lattice.layers[k])
            kernels.add_signed_rows(known, k, first, *contain.arrays, *tables, hands)
        return hands

    def against(self, hand: int, qualifies: int, comparing: Comparing = "all cards") -> Against:
        """Dealer hands against one player hand."""
        number = self.value_number(hand)
        low, high = (int(bound[number]) for bound in ties_of(self.values, comparing))
        return Against.split(self.dealer_values(hand), low, high, self.qualifying(qualifies))


def showdown_of(values: Ints, hands: Ints, dealer_hands: int, sums: Ints) -> Showdown:
    """Make a showdown of what :func:`ginwin.counting.kernels.add_showdown` has summed."""
    qualified, tie, better = sums.T
    not_qualified = hands * dealer_hands - qualified
    return Showdown(values, hands, not_qualified, qualified - tie - better, tie, better)


def _grouped(groups: Ids, number: int) -> tuple[Ids, Ints]:
    """Hands in the order of their groups, and where each of the first groups begins."""
    members = np.flatnonzero((groups >= 0) & (groups < number))
    order = members[np.argsort(groups[members], kind="stable")].astype(np.int32)
    sizes = np.bincount(groups[members], minlength=number)
    return order, np.concatenate([[0], np.cumsum(sizes)])
