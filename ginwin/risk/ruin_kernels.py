"""The jitted walks of the risk of ruin.

A bankroll is a number of steps of one unit above the least that a full round takes; below zero it
is ruined. `ginwin.risk.ruin` says what is
computed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import jit

__all__ = ["fill_renewals", "walk"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Complexes = NDArray[np.complex128]


@jit
def walk(steps: Ints, probabilities: Floats, rounds: int, chances: Floats) -> None:
    """Chance of ruin within so many rounds, for every bankroll at once.

    The chance with t rounds to go, from position x, is the mean of the chance with t - 1 rounds to
    go from where the next round leads: 1 below zero, and 0 from the end of the array on.

    Parameters
    ----------
    steps, probabilities : ndarray of int64 and of float64, shape (n,)
        What a round wins, in steps, and how likely.
    rounds : int
        How many rounds.
    chances : ndarray of float64, shape (m,)
        The result, by position; overwritten.
    """
    size = chances.size
    before = np.zeros(size)
    chances[:] = 0
    for _ in range(rounds):
        before[:] = chances
        chances[:] = 0
        for i in range(steps.size):
            step, probability = steps[i], probabilities[i]
            ruined = min(max(-step, 0), size)  # below this position the step ruins
            for x in range(ruined):
                chances[x] += probability
            for x in range(ruined, size - max(step, 0)):
                chances[x] += probability * before[x + step]


@jit
def fill_renewals(drops: Complexes, chances: Complexes) -> None:
    """Chance of ever being ruined, by position, from the law of the first new low.

    Parameters
    ----------
    drops : ndarray of complex128, shape (n,)
        The chance that the first position below the start is 1, 2, ..., n steps below it; for a
        generating function, the mean of z to the number of rounds that this takes.
    chances : ndarray of complex128, shape (m,)
        The chance that this is more than 0, 1, ... steps below; becomes the result, by position.
    """
    for x in range(1, chances.size):
        for j in range(min(x, drops.size)):
            chances[x] += drops[j] * chances[x - j - 1]
