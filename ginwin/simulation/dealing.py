"""The jitted code of the simulation: draw, deal, arrange, decide, compare.

It shares nothing with the kernels of the exact counts. `ginwin.simulation.rounds` says how the
random numbers are made and how a hand is arranged.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import jit
from ginwin.values import COUNT_SHIFT

__all__ = ["deal", "draw", "hand_value", "play", "play_spots"]

Ints = NDArray[np.int64]

Arranging = tuple[int, int, bool, int]
"""Fewest of a rank, fewest of a suit (out of reach when suits do not meld), runs or not, and the
way: its place in `ginwin.melds.WAYS`."""

_BEST, _HOUSE, _RANKS_FIRST, _, _BETTER_OF_TWO = range(5)
_ALL_CARDS, _HIGH_CARD = range(2)  # places in `ginwin.values.COMPARISONS`
_VALUE_BITS = 30
_ANY_VALUE = (1 << _VALUE_BITS) - 1
_RANK_BITS = (1 << COUNT_SHIFT) - 1

_GAMMA = np.uint64(0x9E3779B97F4A7C15)  # with the next two: the constants of SplitMix64
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_1, _27, _30, _31, _32, _64 = (np.uint64(number) for number in (1, 27, 30, 31, 32, 64))
_LOW_32, _TWO_32 = np.uint64(2**32 - 1), np.uint64(2**32)


@jit
def draw(stream: np.uint64, number: np.uint64) -> np.uint64:
    """Output of SplitMix64 with that seed and number (the first is 0)."""
    bits = stream + (number + _1) * _GAMMA
    bits = (bits ^ (bits >> _30)) * _MIX_1
    bits = (bits ^ (bits >> _27)) * _MIX_2
    return bits ^ (bits >> _31)


@jit
def deal(stream: np.uint64, number: int, cards: Ints, deck: Ints, hands: Ints) -> None:
    """Deal a round into `hands`: the first steps of a Fisher-Yates shuffle of `cards` in `deck`.

    Each hand, a row, gets a card in turn.
    """
    for i in range(cards.size):  # quicker here than copying the array as a whole
        deck[i] = cards[i]
    drawn = np.uint64(number) * _64
    hand, place = 0, 0
    for i in range(hands.size):
        left = np.uint64(deck.size - i)
        while True:
            product = (draw(stream, drawn) >> _32) * left
            drawn += _1
            low = product & _LOW_32
            if low >= left or low >= _TWO_32 % left:
                break
        chosen = i + np.int64(product >> _32)
        hands[hand, place] = deck[chosen]
        deck[chosen] = deck[i]
        hand += 1
        if hand == hands.shape[0]:
            hand, place = 0, place + 1


@jit
def _dead_wood(cards: int, rank: int, rank_least: int) -> int:
    """Part of the value that so many cards of a rank make when they are in no suit meld."""
    return cards * ((1 << COUNT_SHIFT) + (1 << 2 * rank)) if cards < rank_least else 0


@jit
def _in_runs(ranks: Ints, suits: Ints, chosen: int, least: int) -> bool:
    """Whether the chosen cards (bit i: the i-th) are runs of one suit that are long enough."""
    marks = np.zeros(53, np.int64)
    for i in range(ranks.size):
        if chosen >> i & 1:
            marks[13 * suits[i] + ranks[i]] = 1
    run = 0
    for card in range(53):
        if card % 13 == 0 or marks[card] == 0:
            if 0 < run < least:
                return False
            run = 0
        run += marks[card]
    return True


@jit
def _high_card(value: int) -> int:
    """One more than the rank of the highest dead-wood card, 0 without dead wood."""
    ranks, high = value & _RANK_BITS, 0
    while ranks:
        ranks >>= 2
        high += 1
    return high


@jit
def _place(value: int, way: int) -> int:
    """Place of an arrangement among others, lower is better; its last bits tell the value.

    Best: the value itself. House: the count, then the highest card, then the worst value.
    """
    if way == _BEST:
        return value
    seen = 16 * (value >> COUNT_SHIFT) + _high_card(value)
    return seen << _VALUE_BITS | _ANY_VALUE - value


@jit
def _searched_value(hand: Ints, arranging: Arranging, space: Ints) -> int:
    """Value of a hand of card codes, arranged at best or in the house way.

    Tries every choice of the cards that go to suit melds. Of the other cards, each rank with enough
    of them melds: to leave one of these out would be one dead card more.
    """
    rank_least, suit_least, sequence, way = arranging
    by_rank, by_suit, ranks, suits = space[0], space[1], space[2], space[3]
    by_rank[:] = 0
    by_suit[:] = 0
    for card in hand:
        by_rank[card % 13] += 1
        by_suit[card // 13] += 1
    value, found = 0, 0
    for card in hand:  # without suit melds; and list the cards that could be in one
        rank, suit = card % 13, card // 13
        value += _dead_wood(1, rank, rank_least) if by_rank[rank] < rank_least else 0
        ranks[found], suits[found] = rank, suit
        found += int(by_suit[suit] >= suit_least)
    by_suit[:] = 0  # from here on: the cards in suit melds, and by_rank: the other cards
    best, short = _place(value, way), 0  # short: suits with chosen cards, but too few of them
    for step in range(1, 1 << found):
        i, chosen = 0, step ^ step >> 1  # the Gray code; bit i is the one that changes
        while not step >> i & 1:
            i += 1
        change = 1 if chosen >> i & 1 else -1
        rank, suit = ranks[i], suits[i]
        before, others = by_suit[suit], by_rank[rank]
        after, left = before + change, others - change
        by_suit[suit], by_rank[rank] = after, left
        short += (0 < after < suit_least) - (0 < before < suit_least)
        value += _dead_wood(left, rank, rank_least) - _dead_wood(others, rank, rank_least)
        if short == 0 and _place(value, way) < best:
            if sequence and not _in_runs(ranks[:found], suits, chosen, suit_least):
                continue
            best = _place(value, way)
    return best if way == _BEST else _ANY_VALUE - (best & _ANY_VALUE)


@jit
def _put_away_ranks(marks: Ints, least: int) -> None:
    """Take the cards off the table (marks, shape (52,)) whose rank has enough of them there."""
    for rank in range(13):
        if marks[rank::13].sum() >= least:
            marks[rank::13] = 0


@jit
def _put_away_suits(marks: Ints, least: int, sequence: bool) -> None:
    """Take the cards off the table whose suit, or whose run, has enough of them there."""
    for first in range(0, 52, 13):
        run = 0
        for card in range(first, first + 13):
            run = run + 1 if marks[card] else 0
            last = card == first + 12 or not marks[card + 1]
            if sequence and last and run >= least:
                marks[card - run + 1 : card + 1] = 0
        if not sequence and marks[first : first + 13].sum() >= least:
            marks[first : first + 13] = 0


@jit
def _value_in_turn(hand: Ints, arranging: Arranging, ranks_first: bool) -> int:
    """Value of a hand when all of one sort of melds are put away, then those of the other."""
    rank_least, suit_least, sequence, _ = arranging
    marks = np.zeros(52, np.int64)
    for card in hand:
        marks[card] = 1
    if ranks_first:
        _put_away_ranks(marks, rank_least)
    _put_away_suits(marks, suit_least, sequence)
    if not ranks_first:
        _put_away_ranks(marks, rank_least)
    value = 0
    for card in hand:
        value += marks[card] * _dead_wood(1, card % 13, 2)
    return value


@jit
def hand_value(hand: Ints, arranging: Arranging, space: Ints) -> int:
    """Value of a hand of card codes, in a way of arranging.

    `space`, shape (4, 13), holds counters and lists; what is in it before does not matter.
    """
    way = arranging[3]
    if way in (_BEST, _HOUSE):
        return _searched_value(hand, arranging, space)
    if way == _BETTER_OF_TWO:
        return min(
            _value_in_turn(hand, arranging, True),  # noqa: FBT003  (numba takes no keywords)
            _value_in_turn(hand, arranging, False),  # noqa: FBT003
        )
    return _value_in_turn(hand, arranging, way == _RANKS_FIRST)


@jit
def _compared(value: int, comparing: int) -> int:
    """Return what of a value is compared."""
    if comparing == _ALL_CARDS:
        return value
    count = value >> COUNT_SHIFT
    return 16 * count + _high_card(value) if comparing == _HIGH_CARD else count


@jit
def _event(player: int, dealer: int, choice: int, qualifies: int, comparing: int) -> int:
    """Return how a round ends, as the place in `ginwin.simulation.rounds.EVENTS`."""
    if choice == 0:
        return 0
    if dealer > qualifies:
        return 1
    own, other = _compared(player, comparing), _compared(dealer, comparing)
    return 3 + int(own > other) - int(own < other)


@jit
def play(
    stream: np.uint64,
    first: int,
    rounds: int,
    cards: Ints,
    player_arranging: Arranging,
    dealer_arranging: Arranging,
    qualifies: int,
    comparing: int,
    bounds: Ints,
    choices: Ints,
    tally: Ints,
) -> None:
    """Play rounds and add them to `tally`, shape (events, 1 + play bets, 1 + cards)."""
    space, deck = np.empty((4, 13), np.int64), np.empty_like(cards)
    hands = np.empty((2, tally.shape[2] - 1), np.int64)
    for number in range(first, first + rounds):
        deal(stream, number, cards, deck, hands)
        player = hand_value(hands[0], player_arranging, space)
        dealer = hand_value(hands[1], dealer_arranging, space)
        choice = choices[np.searchsorted(bounds, player)]
        event = _event(player, dealer, choice, qualifies, comparing)
        tally[event, choice, player >> COUNT_SHIFT] += 1


@jit
def play_spots(
    stream: np.uint64,
    first: int,
    rounds: int,
    cards: Ints,
    player_arranging: Arranging,
    dealer_arranging: Arranging,
    qualifies: int,
    comparing: int,
    bounds: Ints,
    choices: Ints,
    nets: NDArray[np.float64],
    hands: Ints,
    sums: NDArray[np.float64],
) -> None:
    """Play rounds in which several spots face one dealer, and add up what they win.

    Parameters
    ----------
    stream, first, rounds, cards, player_arranging, dealer_arranging, qualifies, comparing
        As for `play`.
    bounds, choices : ndarray of int64
        As for `play`; all spots decide alike, each by its own cards.
    nets : ndarray of float64, shape (events, 1 + play bets, 8)
        What a spot wins above its mean, by event, play bet and dead-wood count.
    hands : ndarray of int64, shape (spots + 1, cards of a hand)
        Room for the hands of a round; the dealer's is the last.
    sums : ndarray of float64, shape (4,)
        Added to, for each round: the sum over the spots of what they win above the mean, its
        square, the mean over the pairs of spots of the product of both, and the square of that.
    """
    space, deck = np.empty((4, 13), np.int64), np.empty_like(cards)
    spots = hands.shape[0] - 1
    for number in range(first, first + rounds):
        deal(stream, number, cards, deck, hands)
        dealer = hand_value(hands[spots], dealer_arranging, space)
        total, squares = 0.0, 0.0
        for spot in range(spots):
            player = hand_value(hands[spot], player_arranging, space)
            choice = choices[np.searchsorted(bounds, player)]
            event = _event(player, dealer, choice, qualifies, comparing)
            net = nets[event, choice, player >> COUNT_SHIFT]
            total += net
            squares += net * net
        product = (total * total - squares) / (spots * (spots - 1))
        sums[0] += total
        sums[1] += total * total
        sums[2] += product
        sums[3] += product * product
