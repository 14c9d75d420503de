"""Rules to remember: a limit for raises, and where there are several play bets one for the largest.

What a play bet nets is in proportion to it, so that only the smallest and the largest can be best
(`ginwin.play.strategy.choices`). So a rule is: raise up to a limit, and up to another one within it
with the largest bet.

Values, or classes of values, are given best first, with what each bet gains over a fold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ginwin.play.analysis import Analysis, analyze_showdown
from ginwin.play.strategy import Decisions, Strategy, choice_gains
from ginwin.values import ALWAYS

if TYPE_CHECKING:
    from ginwin.counting.counts import Showdown
    from ginwin.rules.rules import Rules

__all__ = ["analyze_limit", "limit_gains", "monotone_limits"]

Ints = NDArray[np.int64]


def limit_gains(gains: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return what limits gain.

    Parameters
    ----------
    gains : ndarray, shape (..., bets, n)
        What the smallest bet, and the largest if it is another, gain with each class of values.

    Returns
    -------
    raised : ndarray, shape (..., n + 1)
        What raises gain over folding all, where none of the classes raise, the first, the first
        two, ..., with the best limit of the largest bet within.
    more : ndarray, shape (..., n + 1)
        What the largest bet adds to the smallest one, up to each limit.
    """
    sums = np.zeros((*gains.shape[:-1], gains.shape[-1] + 1), gains.dtype)
    sums[..., 1:] = gains.cumsum(axis=-1)
    smallest, more = sums[..., 0, :], sums[..., -1, :] - sums[..., 0, :]
    return smallest + np.maximum.accumulate(more, axis=-1), more


def monotone_limits(gains: NDArray[Any]) -> Ints:
    """Return the best limits that only rise, or only fall, from one number to the next.

    Without this bound a limit fits the luck of the few samples that its number has.

    Parameters
    ----------
    gains : ndarray, shape (numbers, limits)
        What each limit gains at each number.

    Returns
    -------
    ndarray of int64, shape (numbers,)
    """
    (up, rising), (down, falling) = _rising(gains), _rising(gains[:, ::-1])
    return rising if up >= down else gains.shape[1] - 1 - falling


def _rising(gains: NDArray[Any]) -> tuple[Any, Ints]:
    """The best limits that never fall and what they gain, by dynamic programming."""
    best, places = gains[0], np.arange(gains.shape[1])
    before = []
    for row in gains[1:]:
        most = np.maximum.accumulate(best)
        before.append(np.maximum.accumulate(np.where(best == most, places, 0)))
        best = row + most
    limits = [int(best.argmax())]
    for previous in reversed(before):
        limits.append(int(previous[limits[-1]]))
    return best.max(), np.array(limits[::-1])


def analyze_limit(rules: Rules, showdown: Showdown) -> tuple[Analysis, int | None]:
    """Return the best limits on the rows of a showdown by value, and what they are worth, exactly.

    Returns
    -------
    analysis : Analysis
        Its threshold is the worst value that raises, as `ginwin.play.strategy.Decisions` has it.
    largest : int or None
        The same for the largest bet; None if there is one bet.
    """
    raised, more = limit_gains(choice_gains(showdown, rules)[1:].astype(object))
    limit = int(raised.argmax())
    within = int(more[: limit + 1].argmax())
    places = np.arange(showdown.values.size)
    bets = np.where(places < within, len(rules.play), places < limit).astype(np.int16)
    ends = [-1, *showdown.values[:-1].tolist(), ALWAYS]
    threshold, largest = ends[limit], ends[within]
    columns = showdown.not_qualified, showdown.worse, showdown.tie, showdown.better
    deals = sum(int(column.sum()) for column in columns)
    decided = Decisions(bets, threshold)
    analysis = analyze_showdown(rules, Strategy("best-threshold"), showdown, deals, decided)
    return analysis, largest if len(rules.play) > 1 else None
