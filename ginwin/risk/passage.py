"""The first new low of a walk, and what it says about first passages: arrays, no bankrolls.

A walk begins anew at every new low, so the law of the first one says all: with a position x steps
above ruin, and g_j the mean of z^(rounds until it comes) where it is j steps deep, ::

    h(x)  =  sum over j > x of g_j  +  sum over j <= x of g_j h(x - j)

is the mean of z^(rounds until ruin). For z = 1 this is the chance ever to be ruined; divided by
1 - z it is the generating function of the chances within n rounds.

*The factor.* The g_j are one factor of the walk (Wiener and Hopf): with p_s the chance to win s
steps and p(w) = sum of p_s w^s, ::

    log(1 - z p(w))  =  c_0 + (terms w^m, m > 0) + (terms w^-m, m > 0)
    1 - sum over j of g_j w^-j  =  exp(the terms w^-m)

on the circles of radius exp(-t), t real, with p(exp(-t)) < 1 / abs(z). The terms come from a
Fourier transform.

*The inversion.* The n-th coefficient of a generating function is an integral along a circle
(Abate and Whitt, 1992 [1]_). On the one of radius exp(-A / 2n), the points with angles pi k / n
give it up to exp(-A), as a series of alternating signs. Euler's means need the first few terms
only, if the chance changes little from one round to the next; more of them the more sharply ruin
comes at one time, as it does in a long losing game.

References
----------
.. [1] J. Abate, W. Whitt, "Numerical inversion of probability generating functions", Operations
   Research Letters 12 (1992), 245-251.
"""

from __future__ import annotations

from math import ceil, comb, exp, log, log1p, log2, pi, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ginwin.risk.ruin_kernels import fill_renewals

if TYPE_CHECKING:
    from fractions import Fraction

    from ginwin.risk.distribution import Distribution

__all__ = ["NEGLIGIBLE", "Walk"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Complexes = NDArray[np.complex128]

NEGLIGIBLE = 1e-15
"""Chances below this are shown as zero."""

_PRECISION = 24.0  # A: the inversion leaves out exp(-A)
_MEANS = 14  # Euler's means: the last terms, with binomial weights
_FIRST = 12  # terms before them, at least
_LONGEST = 1 << 21  # points of a Fourier transform
_POINT = 64  # work for a point of a Fourier transform, in steps of a recursion


class Walk:
    """A walk in steps of a unit.

    Parameters
    ----------
    distribution : Distribution
        What one round wins; it can lose.
    unit : Fraction
        A step; every net win is a whole number of them.

    Attributes
    ----------
    steps : ndarray of int64, shape (n,)
        What a round can win, ascending.
    probabilities : ndarray of float64, shape (n,)
        How likely.
    deepest : int
        The most that a round can lose.
    """

    def __init__(self, distribution: Distribution, unit: Fraction) -> None:
        self.steps: Ints = np.array([int(pays / unit) for pays in distribution.pays], np.int64)
        self.probabilities: Floats = np.array([float(p) for p in distribution.probabilities])
        self.deepest = -int(self.steps[0])
        self._width = int(self.steps[-1]) + self.deepest
        self._mean = float(distribution.mean / unit)
        self._deviation = distribution.standard_deviation / float(unit)

    def log_mean(self, t: float) -> float:
        """Return the logarithm of the mean of exp(-t step)."""
        more = -self._missing(t)
        if more > -0.5:
            return log1p(more)
        return log(self.probabilities @ np.exp(-t * self.steps))

    def saddle(self) -> float:
        """Return the t with the least mean of exp(-t step), or one that is far enough out."""
        most = int(self.steps[-1])
        low, high = (-50 / most if most > 0 else -1 / self.deepest), 50 / self.deepest
        for _ in range(100):
            t = (low + high) / 2
            rising = (self.probabilities * self.steps) @ np.exp(-t * self.steps) < 0
            low, high = (low, t) if rising else (t, high)
        return (low + high) / 2

    def positions(self, rounds: int) -> int:
        """Return from how many steps on the chance of ruin is below `NEGLIGIBLE`.

        For every t > 0, with the mean M of exp(-t step), the chance to fall x steps below the start
        within n rounds is at most exp(-t x) max(1, M)^n.
        """
        furthest = rounds * self.deepest
        for t in (np.geomspace(1e-9, 10, 400) / self.deepest).tolist():
            growth = max(0.0, self.log_mean(t))
            furthest = min(furthest, ceil((rounds * growth - log(NEGLIGIBLE)) / t))
        return furthest + 1

    def forever(self, fall: float, most_work: int) -> Floats | None:
        """Return the chances ever to be ruined, by position, or None if that takes too long.

        Parameters
        ----------
        fall : float
            Lundberg's exponent for each step: the mean of exp(-fall step) is 1. The circle is the
            middle one between there and 1.
        most_work : int
            How many steps of the recursion may be done.
        """
        points = self._points(160 / fall)
        size = ceil(40 / fall) + self.deepest
        if points > _LONGEST or size * self.deepest > most_work:
            return None
        drops = self._drops(self._less(fall / 2, points), fall / 2, 0.0)
        return _renewals(np.maximum(drops.real, 0.0).astype(complex), size).real

    def within(self, rounds: int, most_work: int) -> Floats | None:
        """Return the chances to be ruined within many rounds, by position, or None as `forever`.

        They are right to about 1e-9; where ruin can come in every second round only, say, to half
        the chance that it comes in the last one.
        """
        t = self.saddle()
        gap = _PRECISION / 2 / rounds + self._missing(t)
        points = self._points(40 * self._deviation / sqrt(gap))
        first = _FIRST + ceil(2.2 * abs(self._mean) * sqrt(rounds) / self._deviation)
        nodes = first + _MEANS + 1
        size = self.positions(rounds)
        work = nodes * (points * _POINT + size * self.deepest)
        if nodes > rounds or points > _LONGEST or work > most_work:
            return None
        less, chances = self._less(t, points), np.zeros(size)
        for k in range(nodes):
            z_less = -complex(np.expm1(-(_PRECISION / 2 + 1j * pi * k) / rounds))
            found = _renewals(self._drops(less, t, z_less), size) / z_less
            means = sum(comb(_MEANS, j) for j in range(max(0, k - first), _MEANS + 1)) / 2**_MEANS
            chances += (-1) ** k * (means if k else 0.5) * found.real
        chances *= exp(_PRECISION / 2) / rounds
        return np.asarray(np.minimum.accumulate(chances.clip(0, 1)))

    def _points(self, least: float) -> int:
        """Return how many points a Fourier transform takes."""
        return 1 << ceil(log2(max(least, 4.0 * self._width)))

    def _missing(self, t: float) -> float:
        """Return 1 less the mean of exp(-t step)."""
        return -float(self.probabilities @ np.expm1(-t * self.steps))

    def _less(self, t: float, points: int) -> Complexes:
        """Return 1 - p(w) at points of the circle |w| = exp(-t), with all their digits."""
        less = np.full(points, self._missing(t), complex)
        angles = 2 * np.pi * np.arange(points) / points
        for step, probability in zip(self.steps.tolist(), self.probabilities.tolist(), strict=True):
            tilted = probability * exp(-t * step)
            less += tilted * (2 * np.sin(step * angles / 2) ** 2 + 1j * np.sin(step * angles))
        return less  # the angles run backwards, so that place m of a transform holds the term w^m

    def _drops(self, less: Complexes, t: float, z_less: complex) -> Complexes:
        """Return g_1, g_2, ... from 1 - p(w) and 1 - z."""
        terms = np.fft.ifft(np.log(z_less + (1 - z_less) * less))
        terms[: less.size // 2 + 1] = 0  # what is left are the terms w^-m
        factor = np.fft.ifft(np.exp(np.fft.fft(terms)))
        depths = np.arange(1, 1 + self.deepest)
        return np.asarray(-factor[-depths] * np.exp(-t * depths))


def _renewals(drops: Complexes, size: int) -> Complexes:
    """Return h for so many positions."""
    found = np.zeros(max(size, drops.size), complex)
    found[: drops.size] = np.cumsum(drops[::-1])[::-1]
    found = found[:size].copy()
    fill_renewals(drops, found)
    return found
