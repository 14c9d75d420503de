"""The risk of ruin: the chance that a bankroll does not last.

A bankroll is ruined as soon as it no longer covers a full round: the ante, the largest play bet and
the side bet, if there is one. Every round bets the same, whatever is left.

*Within n rounds.* An absorbing walk on the lattice of the bets' unit, solved backwards, which gives
the chance for every bankroll at once (`ginwin.risk.ruin_kernels.walk`). Bankrolls so large that
ruin has a chance below `NEGLIGIBLE` are left out; Chernoff's bound says where they begin. Beyond
`MOST_EXACT_ROUNDS`, or where the unit is so fine that the walk takes too long, the chance is that
of a diffusion of the same mean and variance.

*In the long run.* Who has no advantage is ruined for certain. For who has one, the chance comes
from the law of the first new low of the walk: either it never comes, or it is j steps deep with
chance g_j, and then all begins anew from there. So with a bankroll x steps above the least, ::

    chance(x)  =  sum over j > x of g_j  +  sum over j <= x of g_j chance(x - j)

The g_j are one factor of the walk (Wiener and Hopf): with p_s the chance to win s steps and
p(z) = sum of p_s z^s, ::

    log(1 - p(z))  =  c_0 + (terms z^m, m > 0) + (terms z^-m, m > 0)
    1 - sum over j of g_j z^-j  =  exp(the terms z^-m)

on the circles |z| = r with p(r) < 1, which lie between 1 and Lundberg's root z_1 < 1, p(z_1) = 1.
The terms come from a Fourier transform along the middle one of these circles. The chance falls like
z_1^x; its exponent is -log z_1 for each step.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor, log, log2, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ginwin.base.amounts import check_whole
from ginwin.risk.distribution import common_unit
from ginwin.risk.rounds import MOST_EXACT_ROUNDS, MOST_ROUNDS
from ginwin.risk.ruin_kernels import fill_forever, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from ginwin.risk.distribution import Distribution

__all__ = ["CERTAIN", "DIFFUSION", "NEGLIGIBLE", "Ruin", "ruin_forever", "ruin_within"]

Floats = NDArray[np.float64]

NEGLIGIBLE = 1e-15
"""Chances below this are shown as zero."""

EXACT, DIFFUSION, CERTAIN, BOUND = "exact walk", "diffusion", "certain", "Lundberg bound"

_MOST_WORK = 1 << 31  # steps of a walk
_LONGEST = 1 << 21  # points of a Fourier transform, and positions in the long run


@dataclass(frozen=True)
class Ruin:
    """The chance of ruin by bankroll.

    Attributes
    ----------
    rounds : int or None
        How many rounds are to be played; None: for ever.
    least : Fraction
        What a full round takes, in antes; with less the bankroll is ruined.
    unit : Fraction
        Bankrolls move in steps of this many antes.
    method : str
        ``exact walk``, ``diffusion``, ``certain`` (who has no advantage, in the long run), or
        ``Lundberg bound`` (an upper bound).
    exponent : float or None
        Lundberg's exponent for each ante, in the long run, with an advantage and a risk.
    chances : ndarray of float64, shape (n,)
        The chance by whole steps above `least`; with more steps it is given by `beyond`.
    beyond : callable
        The chance by steps above `least`, for all that `chances` does not hold.
    """

    rounds: int | None
    least: Fraction
    unit: Fraction
    method: str
    exponent: float | None
    chances: Floats
    beyond: Callable[[int], float]

    def chance(self, bankroll: Fraction | int) -> float:
        """Return the chance of ruin with a bankroll, in antes; what is below a step is idle."""
        steps = floor((bankroll - self.least) / self.unit)
        if steps < 0:
            return 1.0
        return float(self.chances[steps]) if steps < self.chances.size else self.beyond(steps)

    def bankroll(self, chance: float) -> Fraction | None:
        """Return the least bankroll, in antes, with which the chance of ruin is at most this.

        None if no bankroll is enough.
        """
        if self.method == CERTAIN:
            return None
        low, high = -1, 1  # ruined with chance 1 at low steps; doubled until high is enough
        while self.chance(self.least + high * self.unit) > chance:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            if self.chance(self.least + middle * self.unit) > chance:
                low = middle
            else:
                high = middle
        return self.least + high * self.unit


def ruin_within(distribution: Distribution, rounds: int) -> Ruin:
    """Return the chances of ruin within a number of rounds.

    Parameters
    ----------
    distribution : Distribution
        What one round wins.
    rounds : int
        How many, 1 to 10**12.

    Raises
    ------
    InputError
        If the number of rounds is out of range.
    """
    rounds = check_whole("rounds", rounds, 1, MOST_ROUNDS)
    unit, steps, probabilities = _steps(distribution)
    least = distribution.largest_wager
    if steps[0] >= 0:  # nothing can be lost
        return Ruin(rounds, least, unit, EXACT, None, np.zeros(1), lambda _: 0.0)
    if rounds <= MOST_EXACT_ROUNDS:
        size = _positions(steps, probabilities, rounds)
        if rounds * size * steps.size <= _MOST_WORK:
            chances = np.empty(size)
            walk(steps, probabilities, rounds, chances)
            return Ruin(rounds, least, unit, EXACT, None, chances, lambda _: 0.0)
    mean, variance = float(distribution.mean), float(distribution.variance)

    def chance(position: int) -> float:
        return _first_passage(mean, variance, rounds, float((position + 1) * unit))

    return Ruin(rounds, least, unit, DIFFUSION, None, np.empty(0), chance)


def ruin_forever(distribution: Distribution) -> Ruin:
    """Return the chances of ruin in the long run.

    Parameters
    ----------
    distribution : Distribution
        What one round wins; `Distribution.reversed` for the house.
    """
    unit, steps, probabilities = _steps(distribution)
    least = distribution.largest_wager
    if steps[0] >= 0:  # nothing can be lost
        return Ruin(None, least, unit, EXACT, None, np.zeros(1), lambda _: 0.0)
    if distribution.mean <= 0:
        return Ruin(None, least, unit, CERTAIN, None, np.ones(1), lambda _: 1.0)
    fall = _lundberg(distribution) * float(unit)  # -log z_1
    exponent = fall / float(unit)
    points = 1 << ceil(log2(max(160 / fall, 4.0 * (steps[-1] - steps[0]))))
    size = ceil(40 / fall) - int(steps[0])
    if points > _LONGEST or size * -int(steps[0]) > _MOST_WORK:
        return Ruin(None, least, unit, BOUND, exponent, np.empty(0), lambda x: exp(-fall * (x + 1)))
    chances = np.empty(size)
    fill_forever(_drops(steps, probabilities, fall, points), chances)
    last, end = float(chances[-1]), chances.size - 1

    def beyond(position: int) -> float:
        return last * exp(-fall * (position - end))

    return Ruin(None, least, unit, EXACT, exponent, chances, beyond)


def _steps(distribution: Distribution) -> tuple[Fraction, NDArray[np.int64], Floats]:
    """Return the unit of all net wins, the net wins in units, and their probabilities."""
    unit = common_unit(distribution.pays)
    steps = np.array([int(pays / unit) for pays in distribution.pays], dtype=np.int64)
    return unit, steps, np.array([float(chance) for chance in distribution.probabilities])


def _positions(steps: NDArray[np.int64], probabilities: Floats, rounds: int) -> int:
    """Return from how many steps on a bankroll is ruined with a chance below `NEGLIGIBLE`.

    For every t > 0, with the mean M of exp(-t step), the chance to fall x steps below the start
    within n rounds is at most exp(-t x) max(1, M)^n.
    """
    furthest = -rounds * int(steps[0])
    for t in np.geomspace(1e-6, 10, 200) / -int(steps[0]):
        growth = max(0.0, _log_mean(steps, probabilities, -t))
        furthest = min(furthest, ceil((rounds * growth - log(NEGLIGIBLE)) / t))
    return furthest + 1


def _log_mean(steps: NDArray[np.int64], probabilities: Floats, t: float) -> float:
    """Return the logarithm of the mean of exp(t step)."""
    return float(np.log1p(probabilities @ np.expm1(t * steps)))


def _first_passage(mean: float, variance: float, rounds: int, distance: float) -> float:
    """Return the chance that a diffusion falls so far below its start within so many rounds."""
    if not variance:
        return float(mean * rounds <= -distance)
    normal, spread = NormalDist().cdf, sqrt(variance * rounds)
    falling = normal((-distance - mean * rounds) / spread)
    tail = normal((-distance + mean * rounds) / spread)
    exponent = -2 * mean * distance / variance
    reflected = exp(exponent + log(tail)) if tail > 0 and exponent < 700 else 0.0
    return min(1.0, falling + reflected)


def _lundberg(distribution: Distribution) -> float:
    """Return Lundberg's exponent: the t > 0, for each ante, with a mean of exp(-t net win) of 1."""
    pays = np.array([float(pays) for pays in distribution.pays])
    probabilities = np.array([float(chance) for chance in distribution.probabilities])

    def excess(t: float) -> float:
        return float(probabilities @ np.expm1(-t * pays))

    low = float(distribution.mean) / float(distribution.central_moment(2) + distribution.mean**2)
    while excess(low) > 0:
        low /= 2
    high = 2 * low
    while excess(high) < 0:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return (low + high) / 2


def _drops(steps: NDArray[np.int64], probabilities: Floats, fall: float, points: int) -> Floats:
    """Return the chances that the first new low is 1, 2, ... steps deep."""
    tilted = probabilities * np.exp(-fall / 2 * steps)  # the walk along the middle circle
    missing = -float(probabilities @ np.expm1(-fall / 2 * steps))  # 1 - their sum, not cancelled
    angles = 2 * np.pi * np.arange(points // 2 + 1) / points
    waves = np.zeros(angles.size, complex)
    for step, probability in zip(steps.tolist(), tilted.tolist(), strict=True):
        waves += probability * -2 * np.sin(step * angles / 2) ** 2
        waves -= 1j * probability * np.sin(step * angles)  # so that place m holds the term z^m
    terms = np.fft.irfft(np.log(missing - waves), points)
    terms[: points // 2 + 1] = 0  # what is left are the terms z^-m
    factor = np.fft.irfft(np.exp(np.fft.rfft(terms)), points)
    depths = np.arange(1, 1 - int(steps[0]))
    return np.asarray(np.maximum(-factor[-depths], 0.0) * np.exp(-fall / 2 * depths))
