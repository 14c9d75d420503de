"""The jitted code of the seats: draw what is seen, and play hands against what is left.

It stands apart from :mod:`ginwin.counting.kernels`, and calls nothing there: numba's disk cache
does not notice an edit in another file. Sets of cards are int64 with 13 bits a suit
(:mod:`ginwin.cards`). Only the worth of a decision is a float; it is exact while the whole number
behind it is below 2^53.
"""

# numba infers its own types; to mypy, numpy and Python integers mix in these functions
# mypy: disable-error-code="no-any-return,arg-type,return-value,assignment"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import jit

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Bets = NDArray[np.int8]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]

_11, _53 = np.uint64(11), np.uint64(53)


@jit
def below(word: np.uint64, bound: int) -> int:
    """A whole number below the bound, from the upper 53 bits of a random word.

    No number is likelier than another by more than bound / 2^53.
    """
    return np.int64((word >> _11) * np.uint64(bound) >> _53)


@jit
def draw_known(words: Words, cards: Ints, seen: int, known: Ints, hands: Ints) -> None:
    """Draw sets of known cards, and player hands within each.

    Every drawn card takes one of the random words. ``cards`` are sets of one card each and come
    back in another order. ``known``, shape (n,), are sets of ``seen`` cards, and ``hands``, shape
    (n, m, size), m hands within each, a card (a set of one) in each place.
    """
    used = 0
    for i in range(known.size):
        known[i] = 0
        for j in range(seen):
            chosen = j + below(words[used], cards.size - j)
            used += 1
            cards[j], cards[chosen] = cards[chosen], cards[j]
            known[i] |= cards[j]
        for m in range(hands.shape[1]):
            hands[i, m] = 0
            for j in range(hands.shape[2]):
                chosen = j + below(words[used], seen - j)
                used += 1
                cards[j], cards[chosen] = cards[chosen], cards[j]
                hands[i, m, j] = cards[j]


@jit
def running_sums(dealers: Ints, sums: Ints) -> None:
    """``sums[v]``: the dealer hands of the values before number v; one place more than values."""
    sums[0] = 0
    for value in range(dealers.size):
        sums[value + 1] = sums[value] + dealers[value]


@jit
def split_dealers(sums: Ints, low: int, high: int, qualifying: int, events: Floats) -> None:
    """Dealer hands by event, in the order of `ginwin.counting.counts.Against`."""
    qualified = sums[qualifying]
    better = sums[min(low, qualifying)]
    up_to = sums[min(high, qualifying)]
    events[0] = sums[-1] - qualified
    events[1] = qualified - up_to
    events[2] = up_to - better
    events[3] = better


@jit
def best_bet(events: Floats, gains: Floats, count: int) -> int:
    """The play bet that gains most over a fold, 0 if none does; the smaller of two alike.

    ``gains[b, e, count]`` is what bet b gains over a fold in event e, nothing for bet 0.
    """
    best, most = 0, 0.0
    for bet in range(1, gains.shape[0]):
        gain = worth(events, gains, bet, count)
        if gain > most:
            best, most = bet, gain
    return best


@jit
def worth(events: Floats, table: Floats, bet: int, count: int) -> float:
    """Sum of what a bet comes to in each event, over all dealer hands."""
    total = 0.0
    for event in range(4):
        total += events[event] * table[bet, event, count]
    return total


@jit
def play_known(
    dealers: Ints, numbers: Ids, plain: Bets, counts: Ids, low: Ints, high: Ints, qualifying: int,
    gains: Floats, squares: Floats, sums: Floats, square_sums: Floats,
) -> None:  # fmt: skip
    """Decide hands with the dealer's chances known, and compare with the plain decisions.

    For each of n sets of known cards ``dealers``, shape (n, V), are the dealer hands of each value,
    ``numbers`` and ``plain``, shape (n, m), the value numbers and the plain decisions of the hands
    played. Value v has ``counts[v]`` dead-wood cards and ties with those from ``low[v]`` up to
    ``high[v]``. ``gains``, shape (bets + 1, 4, 8), is what a bet gains over a fold, ``squares`` the
    squared net win.

    Four figures of the informed decision less those of the plain one: the net win, the rate of
    raises, the rate of other decisions, the squared net win. ``sums`` and ``square_sums``, shape
    (4,), get the sums over the sets of their means over the hands, and of the squares of these.
    """
    running = np.empty(dealers.shape[1] + 1, np.int64)
    events = np.empty(4)
    means = np.empty(4)
    for i in range(dealers.shape[0]):
        running_sums(dealers[i], running)
        means[:] = 0
        for j in range(numbers.shape[1]):
            value, bet = numbers[i, j], np.int64(plain[i, j])
            count = counts[value]
            split_dealers(running, low[value], high[value], qualifying, events)
            best = best_bet(events, gains, count)
            if best != bet:
                means[0] += worth(events, gains, best, count) - worth(events, gains, bet, count)
                means[1] += (best > 0) - (bet > 0)
                means[2] += 1
                means[3] += worth(events, squares, best, count) - worth(events, squares, bet, count)
        means[0] /= running[-1]
        means[3] /= running[-1]
        for figure in range(4):
            mean = means[figure] / numbers.shape[1]
            sums[figure] += mean
            square_sums[figure] += mean * mean


@jit
def gain_tables(
    dealers: Ints, numbers: Ids, _plain: Bets, counts: Ids, low: Ints, high: Ints, qualifying: int,
    gains: Floats, statistics: Ids, classes: Ids, tables: Floats,
) -> None:  # fmt: skip
    """Add what bets gain over a fold to ``tables[k, t, b, c]``, by statistic k and its value t.

    ``statistics``, shape (n, K), are the values of K statistics of each set of known cards, and
    ``classes[v]`` is the class of value v. The rest is as in `play_known`.
    """
    running = np.empty(dealers.shape[1] + 1, np.int64)
    events = np.empty(4)
    for i in range(dealers.shape[0]):
        running_sums(dealers[i], running)
        for j in range(numbers.shape[1]):
            value = numbers[i, j]
            split_dealers(running, low[value], high[value], qualifying, events)
            for bet in range(1, gains.shape[0]):
                gain = worth(events, gains, bet, counts[value]) / running[-1]
                for k in range(statistics.shape[1]):
                    tables[k, statistics[i, k], bet - 1, classes[value]] += gain


@jit
def play_actions(
    dealers: Ints, numbers: Ids, plain: Bets, counts: Ids, low: Ints, high: Ints, qualifying: int,
    gains: Floats, statistics: Ids, classes: Ids, actions: Bets, sums: Floats, square_sums: Floats,
) -> None:  # fmt: skip
    """Play rules that make bet ``actions[k, t, c]`` with class c where statistic k is t.

    ``sums`` and ``square_sums``, shape (K, 2), get what such a rule wins more than the plain
    decisions and how much oftener it raises, summed over the sets as in `play_known`; the rest is
    as in `gain_tables`.
    """
    running = np.empty(dealers.shape[1] + 1, np.int64)
    events = np.empty(4)
    worths = np.empty(gains.shape[0])
    means = np.empty((statistics.shape[1], 2))
    for i in range(dealers.shape[0]):
        running_sums(dealers[i], running)
        means[:] = 0
        for j in range(numbers.shape[1]):
            value, own = numbers[i, j], np.int64(plain[i, j])
            split_dealers(running, low[value], high[value], qualifying, events)
            for bet in range(worths.size):
                worths[bet] = worth(events, gains, bet, counts[value])
            for k in range(statistics.shape[1]):
                made = np.int64(actions[k, statistics[i, k], classes[value]])
                means[k, 0] += worths[made] - worths[own]
                means[k, 1] += np.int64(made > 0) - np.int64(own > 0)
        for k in range(statistics.shape[1]):
            for figure in range(2):
                mean = means[k, figure] / numbers.shape[1]
                if figure == 0:
                    mean /= running[-1]
                sums[k, figure] += mean
                square_sums[k, figure] += mean * mean
