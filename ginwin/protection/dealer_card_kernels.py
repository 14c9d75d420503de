"""The jitted code for one seen card of the dealer's: counts by card, and the decisions on them.

`ginwin.protection.dealer_card_counts` and `ginwin.protection.dealer_card` explain it. Dealer hands
against one hand of the player's are below 2**31, so their counts are int32; sums over hands are
int64.
"""

# numba infers its own types; to mypy, numpy and Python integers mix in these functions
# mypy: disable-error-code="no-any-return,arg-type,return-value"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import jit

__all__ = ["add_decisions", "fill_holding", "multiply"]

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Deals = tuple[int, int, int, int]

RANKS = 13
SUITS = 4
EVENTS = 4  # after a raise: not qualified, worse, tie, better


@jit
def multiply(lines: Ids, cases: Ids, start: Ids, out: Ids) -> None:
    """``out[i] = start[i] + lines[i] @ cases``, of int32 that stay below 2**31."""
    for i in range(lines.shape[0]):
        row = out[i]
        row[:] = start[i]
        for column in range(lines.shape[1]):
            factor = lines[i, column]
            if factor:
                numbers = cases[column]
                for j in range(row.size):
                    row[j] += np.int32(numbers[j] * factor)


@jit
def fill_holding(
    shapes: Ints, masks: Ints, values: Ints, meets: Ints, old: Ints, place: Ints,
    held: Ids, new: Ids, without: int, holding: int, dealers: Ids,
) -> None:  # fmt: skip
    """Dealer hands that hold each card, for the hands of some shapes on each set of ranks.

    Parameters
    ----------
    shapes : ndarray of int64, shape (n, rows)
        The suits of each row (rank) of a shape, from the lowest rank up.
    masks, values : ndarray of int64, shape (k,)
        The sets of ranks, as masks, and the number of the value that the shapes have on them.
    meets : ndarray of int64, shape (V,)
        For each value 0 if every dealer who qualifies is better, 1 if all that tie qualify, 2 if
        only some do.
    old : ndarray of int64, shape (n, rows, 4)
        Where in `held` the shape with a card of that row and suit added is.
    place : ndarray of int64, shape (8192,)
        Where in the sets of one rank more a mask is.
    held : ndarray of int32, shape (3, m, k)
        Dealer hands that avoid a shape and one more card of its ranks, on each set of ranks: those
        that qualify, that tie, that are better.
    new : ndarray of int32, shape (3, rows + 1, n, 4, l)
        The same with a card of a rank that has ``gap`` ranks of the hand below it, and a suit, on
        each set of one rank more.
    without : int
        Cards that a hand and one more card leave in the deck.
    holding : int
        Dealer hands that hold a certain card and avoid a hand.
    dealers : ndarray of int32, shape (n * k, 13, 4, 4)
        Filled: dealer hands that hold the card of a rank and suit and avoid the hand: those that do
        not qualify, that are worse, tie, are better. Zeros for the cards in the hand.
    """
    avoiding = np.empty((RANKS, SUITS, 3), np.int64)
    plain = np.empty(3, np.int64)
    for i in range(shapes.shape[0]):
        for k in range(masks.size):
            plain[:] = 0
            row = 0
            for rank in range(RANKS):
                inside = masks[k] >> rank & 1
                further = place[masks[k] | np.int64(1) << rank]
                for suit in range(SUITS):
                    numbers = avoiding[rank, suit]
                    if not inside:
                        take(new[:, row, i, suit, further], meets[values[k]], numbers, plain)
                    elif not shapes[i, row] >> suit & 1:
                        take(held[:, old[i, row, suit], k], meets[values[k]], numbers, plain)
                    else:
                        numbers[:] = -1
                row += inside
            # a dealer hand that avoids the hand leaves that many cards to be avoided as well
            for event in range(3):
                plain[event] //= without
            give(avoiding, plain, holding, dealers[i * masks.size + k])


@jit
def take(found: Ids, meet: int, numbers: Ints, plain: Ints) -> None:
    """Take the numbers of one card, and add them to the plain ones."""
    qualified, tie, better = found[0], found[1], found[2]
    if meet == 0:
        tie, better = 0, qualified
    elif meet == 2:
        tie = qualified - better
    numbers[0], numbers[1], numbers[2] = qualified, tie, better
    for event in range(3):
        plain[event] += numbers[event]


@jit
def give(avoiding: Ints, plain: Ints, holding: int, dealers: Ids) -> None:
    """Write the dealer hands that hold each card: those that do not avoid it."""
    for rank in range(RANKS):
        for suit in range(SUITS):
            numbers = avoiding[rank, suit]
            into = dealers[rank, suit]
            if numbers[0] < 0:
                into[:] = 0
            else:
                qualified, tie = plain[0] - numbers[0], plain[1] - numbers[1]
                better = plain[2] - numbers[2]
                into[0], into[1] = holding - qualified, qualified - tie - better
                into[2], into[3] = tie, better


@jit
def best_bet(deals: Deals, gains: Ints, count: int) -> int:
    """The play bet that gains the most over a fold, 0 where none does; the smallest of equals."""
    bet, most = 0, 0
    for i in range(gains.shape[1]):
        gain = 0
        for event in range(EVENTS):
            gain += gains[count, i, event] * deals[event]
        if gain > most:
            bet, most = i + 1, gain
    return bet


@jit
def add_class(
    deals: Deals, hands: int, plain: int, gains: Ints, count: int, knowing: int,
    bets: Ints, changed: Ints,
) -> None:  # fmt: skip
    """Decide on a class of cards that the player cannot tell apart, and add up its deals."""
    bet = best_bet(deals, gains, count)
    if bet:
        for event in range(EVENTS):
            bets[count, knowing, bet - 1, event] += hands * deals[event]
    if bet != plain:
        changed[knowing] += hands * (deals[0] + deals[1] + deals[2] + deals[3])


@jit
def deals_of(numbers: Ints, row: int) -> Deals:
    """A row as a tuple, which is quicker to pass on."""
    return numbers[row, 0], numbers[row, 1], numbers[row, 2], numbers[row, 3]


@jit
def add_up(dealers: Ids, i: int, by_rank: Ints, by_suit: Ints) -> None:
    """Add the dealer hands of all cards of hand i by rank and by suit."""
    by_rank[:] = 0
    by_suit[:] = 0
    for rank in range(RANKS):
        for suit in range(SUITS):
            for event in range(EVENTS):
                number = np.int64(dealers[i, rank, suit, event])
                by_rank[rank, event] += number
                by_suit[suit, event] += number


@jit
def deals_of_split(by_rank: Ints, split: int) -> Deals:
    """The sum of the rows of a split."""
    n0, n1, n2, n3 = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for rank in range(RANKS):
        if split >> rank & 1:
            n0 += by_rank[rank, 0]
            n1 += by_rank[rank, 1]
            n2 += by_rank[rank, 2]
            n3 += by_rank[rank, 3]
    return n0, n1, n2, n3


@jit
def add_decisions(
    counts: Ints, hands: Ints, dealers: Ids, gains: Ints, splits: Ints, bets: Ints, changed: Ints
) -> None:
    """Decide every hand with each kind of knowledge, and add up the deals.

    The kinds of knowledge, in order: nothing, the card, its rank, its suit, and for each split
    whether its rank is among those of the split.

    Parameters
    ----------
    counts, hands : ndarray of int64, shape (n,)
        The player's dead-wood cards, and how many hands a row stands for.
    dealers : ndarray of int32, shape (n, 13, 4, 4)
        Dealer hands that hold each card, by event.
    gains : ndarray of int64, shape (8, bets, 4)
        What a raise nets more than a fold, by dead-wood count, play bet and event.
    splits : ndarray of int64, shape (p,)
        Masks of ranks.
    bets : ndarray of int64, shape (8, 4 + p, bets, 4)
        Deals with a raise, a seen card each, by dead-wood count, knowledge, play bet and event;
        added to.
    changed : ndarray of int64, shape (4 + p,)
        Deals, a seen card each, that are decided otherwise than with nothing known; added to.
    """
    by_rank, by_suit = np.empty((RANKS, EVENTS), np.int64), np.empty((SUITS, EVENTS), np.int64)
    for i in range(hands.size):
        count, times = counts[i], hands[i]
        add_up(dealers, i, by_rank, by_suit)
        every = deals_of_split(by_rank, (1 << RANKS) - 1)
        plain = best_bet(every, gains, count)
        add_class(every, times, plain, gains, count, 0, bets, changed)
        for rank in range(RANKS):
            for suit in range(SUITS):
                one = (
                    np.int64(dealers[i, rank, suit, 0]),
                    np.int64(dealers[i, rank, suit, 1]),
                    np.int64(dealers[i, rank, suit, 2]),
                    np.int64(dealers[i, rank, suit, 3]),
                )
                add_class(one, times, plain, gains, count, 1, bets, changed)
            add_class(deals_of(by_rank, rank), times, plain, gains, count, 2, bets, changed)
        for suit in range(SUITS):
            add_class(deals_of(by_suit, suit), times, plain, gains, count, 3, bets, changed)
        for split in range(splits.size):
            inside = deals_of_split(by_rank, splits[split])
            outside = (
                every[0] - inside[0], every[1] - inside[1],
                every[2] - inside[2], every[3] - inside[3],
            )  # fmt: skip
            add_class(inside, times, plain, gains, count, 4 + split, bets, changed)
            add_class(outside, times, plain, gains, count, 4 + split, bets, changed)
