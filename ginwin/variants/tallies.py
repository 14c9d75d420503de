"""The jitted kernels that play many rule sets against one showdown.

For each rule set they decide every row of a `ginwin.counting.counts.Showdown` and add up the deals
by play bet, event and the player's dead-wood count. All is int64; that the sums fit is the caller's
duty (see `ginwin.variants.playing`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ginwin.base.jit import jit

__all__ = ["BEST_THRESHOLD", "BY_ROW", "fill_tallies"]

BY_ROW = -1
"""Raise in every row where it gains."""

BEST_THRESHOLD = -2
"""Raise in the first rows, as many as gain the most together."""


@jit
def fill_tallies(
    runs: Any,
    not_qualified: Any,
    worse: Any,
    tie: Any,
    better: Any,
    gains: Any,
    raising: int,
    tallies: Any,
    raised: Any,
) -> None:
    """Decide every row under every rule set, and add up the deals.

    Parameters
    ----------
    runs : ndarray of int64, shape (r, 3)
        Runs of rows with one dead-wood count: the first row, the row after the last, the count.
    not_qualified, worse, tie, better : ndarray of int64, shape (n,)
        The columns of the showdown.
    gains : ndarray of int64, shape (m, bets, 4, 8)
        What a raise nets more than a fold, by rule set, play bet, event (in the order of the
        columns) and dead-wood count, in any unit that makes it whole. The sum of deals times
        gains must stay below 2**63 in absolute value.
    raising : int
        How many rows raise, from the first; or `BY_ROW`, or `BEST_THRESHOLD`.
    tallies : ndarray of int64, shape (m, bets + 1, 4, 8)
        Deals by play bet (0: fold), event and dead-wood count; added to.
    raised : ndarray of int64, shape (m,)
        How many rows raise, from the first, except with `BY_ROW`; overwritten.
    """
    rows = not_qualified.size
    best = np.ones(rows, np.int8)  # the play bet of each row
    gain = np.zeros(rows, np.int64)  # and what it gains
    for rule_set in range(gains.shape[0]):
        if gains.shape[1] > 1 or raising < 0:
            _choose(runs, not_qualified, worse, tie, better, gains[rule_set], best, gain)
        number = raising
        if raising == BY_ROW:
            number = rows
            _fold_losing(gain, best)
        elif raising == BEST_THRESHOLD:
            number = _best_number(gain)
        raised[rule_set] = number
        _add_up(runs, not_qualified, worse, tie, better, best, number, tallies[rule_set])


@jit
def _choose(
    runs: Any,
    not_qualified: Any,
    worse: Any,
    tie: Any,
    better: Any,
    gains: Any,
    best: Any,
    gain: Any,
) -> None:
    """Write the play bet of each row that gains the most, the smallest of equals, and its gain."""
    for start, stop, count in runs:
        for bet in range(gains.shape[0]):
            g0, g1, g2, g3 = gains[bet, :, count]
            for row in range(start, stop):
                here = g0 * not_qualified[row] + g1 * worse[row] + g2 * tie[row] + g3 * better[row]
                if bet == 0 or here > gain[row]:
                    gain[row] = here
                    best[row] = bet + 1


@jit
def _fold_losing(gain: Any, best: Any) -> None:
    """Fold every row that gains nothing."""
    for row in range(gain.size):
        if gain[row] <= 0:
            best[row] = 0


@jit
def _best_number(gain: Any) -> int:
    """Return how many of the first rows gain the most together, the fewest of equals."""
    number, total, most = 0, 0, 0
    for row in range(gain.size):
        total += gain[row]
        if total > most:
            number, most = row + 1, total
    return number


@jit
def _add_up(
    runs: Any,
    not_qualified: Any,
    worse: Any,
    tie: Any,
    better: Any,
    best: Any,
    number: int,
    tallies: Any,
) -> None:
    """Add up the deals of one rule set; rows from ``number`` on fold."""
    for start, stop, count in runs:
        middle = min(max(start, number), stop)
        for bet in range(tallies.shape[0]):
            n0, n1, n2, n3 = 0, 0, 0, 0
            for row in range(start, middle):
                if best[row] == bet:
                    n0 += not_qualified[row]
                    n1 += worse[row]
                    n2 += tie[row]
                    n3 += better[row]
            tallies[bet, 0, count] += n0
            tallies[bet, 1, count] += n1
            tallies[bet, 2, count] += n2
            tallies[bet, 3, count] += n3
        for row in range(middle, stop):
            tallies[0, 0, count] += not_qualified[row]
            tallies[0, 1, count] += worse[row]
            tallies[0, 2, count] += tie[row]
            tallies[0, 3, count] += better[row]
