"""Counts when more cards are known than the player's own, by the general route.

A card that is out of the deck, cards that other seats hold, or a card that the dealer holds: sums
over the tables N_v(S) of `ginwin.counting.general_tables`, for any melds and deck.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import in_threads
from ginwin.cards import cards_of, format_cards, rank_mask
from ginwin.counting import kernels
from ginwin.counting.counts import Comparing, Showdown, ties_of
from ginwin.counting.general import showdown_of
from ginwin.counting.general_tables import Contain
from ginwin.errors import InputError

if TYPE_CHECKING:
    from ginwin.counting.general import GeneralCounts

__all__ = ["holding", "less_marked", "showdown_without", "showdowns_with_rank", "values_outside"]

Ints = NDArray[np.int64]


def showdowns_with_rank(
    counts: GeneralCounts, rank: int, qualifies: int, comparing: Comparing = "all cards"
) -> tuple[Showdown, Showdown]:
    """Mark one card of a rank, in the player's hand and in the dealer's.

    By value, as `showdown`, but a deal counts once for each card of the rank in the hand of
    that side. N_v(S) then is the sum of N_v(S + c) over the cards c of the rank, where a card
    of S adds nothing.

    Parameters
    ----------
    counts : GeneralCounts
        The counts of the game.
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
    rank_cards = rank_mask(rank, counts.deck)
    low, high = ties_of(counts.values, comparing)
    limits = counts.qualifying(qualifies), low, high
    symmetric = counts.ways[0] == counts.ways[1]

    def add(item: tuple[int, slice]) -> Ints:
        k, rows = item
        weights = counts.signed_orbits(k)[rows]
        dealer = counts.contain[k].part(rows)
        dealer_marked = _marked(counts, counts.contain, k, rows, rank_cards)
        player, player_marked = dealer, dealer_marked
        if not symmetric:
            player = counts.player_contain[k].part(rows)
            player_marked = _marked(counts, counts.player_contain, k, rows, rank_cards)
        sums = np.zeros((2, counts.values.size, 3), np.int64)
        kernels.add_showdown(weights, *player_marked.arrays, *dealer.arrays, *limits, sums[0])
        kernels.add_showdown(weights, *player.arrays, *dealer_marked.arrays, *limits, sums[1])
        return sums

    sums = np.sum(in_threads(add, counts.work(), counts.threads), axis=0)
    marked = np.zeros(counts.values.size, np.int64)
    held = np.bitwise_count(counts.lattice.sets[counts.first_hand :] & rank_cards)
    np.add.at(marked, counts.hand_values, held * counts.orbits.astype(np.int64))
    outside = counts.deck.suits * counts.hands_by_value - marked
    others = comb(counts.deck.size - counts.cards - 1, counts.cards - 1)
    return (
        showdown_of(counts.values, marked, counts.dealer_hands, sums[0]),
        showdown_of(counts.values, outside, others, sums[1]),
    )


def showdown_without(
    counts: GeneralCounts, rank: int, qualifies: int, comparing: Comparing = "all cards"
) -> Showdown:
    """One row for each value, dealt from the deck without one card of a rank.

    A deal has none of the suits' cards of the rank in (suits - marked) of all cases, where
    marked is how many cards of the rank are in both hands; and suits are alike.

    Parameters
    ----------
    counts, rank, qualifies, comparing
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
    if 2 * counts.cards >= counts.deck.size:
        raise InputError("deck", counts.deck, f"more than {2 * counts.cards} cards")
    player, dealer = showdowns_with_rank(counts, rank, qualifies, comparing)
    return less_marked(counts, counts.showdown(qualifies, comparing), player, dealer)


def less_marked(
    counts: GeneralCounts, plain: Showdown, player: Showdown, dealer: Showdown
) -> Showdown:
    """The same from what `showdown` and `showdowns_with_rank` have given."""
    suits = counts.deck.suits
    return Showdown(
        counts.values,
        (suits * plain.hands - player.hands) // suits,
        *(
            (suits * getattr(plain, name) - getattr(player, name) - getattr(dealer, name)) // suits
            for name in ("not_qualified", "worse", "tie", "better")
        ),
    )


def _marked(
    counts: GeneralCounts, layers: list[Contain], k: int, rows: slice, rank_cards: int
) -> Contain:
    """Some rows, each hand counted as often as it has one of the cards of a rank."""
    first = int(counts.lattice.layers[k])
    sets = counts.lattice.sets[first + rows.start : first + rows.stop]
    own = layers[k].part(rows)
    if k == counts.cards:
        held = np.bitwise_count(sets & rank_cards).astype(np.int32)
        return Contain(np.arange(sets.size + 1), own.which[rows], held)
    upper = layers[k + 1]
    entries = int(own.starts[-1] - own.starts[0])
    starts = np.empty(sets.size + 1, np.int64)
    which, numbers = np.empty(entries, np.int32), np.empty(entries, np.int32)
    kernels.contain_with_rank(
        sets, rank_cards, int(counts.lattice.layers[k + 1]), *own.arrays, *upper.arrays,
        counts.values.size, *counts.lattice.index_tables, starts, which, numbers,
    )  # fmt: skip
    return Contain(starts, which, numbers)


def values_outside(counts: GeneralCounts, known: Ints, *, one_by_one: bool = False) -> Ints:
    """Dealer hands of each value that have none of the known cards.

    Parameters
    ----------
    counts : GeneralCounts
        The counts of the game.
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
    rests = counts.deck.mask & ~known
    wrong = (known & ~counts.deck.mask != 0) | (np.bitwise_count(rests) < counts.cards)
    if wrong.any():
        cards = format_cards(cards_of(int(known[wrong][0]))) or "no card"
        allowed = f"cards of the deck that leave {counts.cards} of the {counts.deck.size}"
        raise InputError("known cards", cards, allowed)
    if not one_by_one:
        return counts.values_outside(known)
    hands = np.zeros((known.size, counts.values.size), np.int64)
    kernels.count_hands_within(
        rests, counts.cards, counts.first_hand, counts.dealer_hand_values,
        *counts.lattice.index_tables, hands,
    )  # fmt: skip
    return hands


def holding(
    counts: GeneralCounts, hand: int, qualifies: int, comparing: Comparing = "all cards"
) -> NDArray[np.int32]:
    """Dealer hands against one player hand that hold each card of the deck.

    Parameters
    ----------
    counts : GeneralCounts
        The counts of the game.
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
    number = counts.value_number(hand)
    low, high = (int(bound[number]) for bound in ties_of(counts.values, comparing))
    qualifying = counts.qualifying(qualifies)
    event_of = np.ones(counts.values.size, np.int32)
    event_of[:high] = 2
    event_of[:low] = 3
    event_of[qualifying:] = 0
    others = cards_of(counts.deck.mask & ~hand)
    cards, single = (
        np.array([1 << card for card in some], np.int64) for some in (cards_of(hand), others)
    )
    hands = np.zeros((single.size, 4), np.int64)
    for k in range(counts.cards):
        rows = counts.contain[k + 1].arrays
        first, tables = int(counts.lattice.layers[k + 1]), counts.lattice.index_tables
        kernels.add_holding(cards, single, k, first, *rows, event_of, *tables, hands)
    by_card = np.zeros((52, 4), np.int32)
    by_card[list(others)] = hands
    return by_card
