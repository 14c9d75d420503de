"""The jitted walks of the risk of ruin.

A bankroll is a number of steps of one unit above the least that a full round takes; below zero it
is ruined. All chances are float64, sums of nonnegative terms. `ginwin.risk.ruin` says what is
computed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import jit

__all__ = ["fill_forever", "walk"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


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
def fill_forever(drops: Floats, chances: Floats) -> None:
    """Chance of ever being ruined, by position, from the law of the first new low.

    Parameters
    ----------
    drops : ndarray of float64, shape (n,)
        The chance that the first position below the start is 1, 2, ..., n steps below it.
    chances : ndarray of float64, shape (m,)
        The result, by position; overwritten.
    """
    deeper = drops.sum()  # the chance of a first drop of more than x steps
    for x in range(chances.size):
        if x > 0:
            deeper -= drops[x - 1] if x <= drops.size else 0.0
        chance = max(deeper, 0.0) if x < drops.size else 0.0
        for j in range(min(x, drops.size)):
            chance += drops[j] * chances[x - j - 1]
        chances[x] = chance
