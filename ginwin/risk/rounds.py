"""What many rounds win together: by exact convolution, or the normal law where that is too long.

Net wins are whole multiples of a unit above the lowest one, so the distribution of a round is an
array of probabilities, and that of n rounds its n-th power under convolution, reached by repeated
squaring. Probabilities are nonnegative floats: there is no cancellation, and the relative error of
every one of them stays below some n times 1e-15.

*Trimmed ends.* The ends of the array are cut where they hold next to nothing. What is cut at m of n
rounds counts at most n / m times in the result; each cut gets its share of a budget, so that the
probability cut in all stays below `MOST_CUT`.

*Fine units.* Where arrays are so long that the products of direct convolution take too long, they
are convolved by the fast Fourier transform, whose rounding adds to what is cut; where they are too
long even for that, or for more than `MOST_EXACT_ROUNDS`, the normal law with a correction for
the unit takes their place. `ManyRounds.method` says which it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.base.amounts import check_whole
from ginwin.risk.distribution import common_unit

if TYPE_CHECKING:
    from ginwin.risk.distribution import Distribution

__all__ = ["MOST_CUT", "MOST_EXACT_ROUNDS", "MOST_ROUNDS", "Band", "ManyRounds", "after_rounds"]

Floats = NDArray[np.float64]

MOST_EXACT_ROUNDS = 10_000
"""More rounds than this are not convolved."""

MOST_ROUNDS = 10**12
"""More rounds than this are refused."""

MOST_CUT = 1e-15
"""The ends that exact convolution cuts hold less than this probability in all."""

DIRECT, FOURIER, NORMAL = "exact convolution", "convolution by FFT", "normal law"

_MOST_PRODUCTS = 1 << 25  # of a direct convolution
_LONGEST = 1 << 20  # array of a convolution
_NOISE = 1e-16  # of the largest probability: what a Fourier transform gives below is rounding


class Band(NamedTuple):
    """An interval of the casino's actual win per ante, over many rounds.

    Attributes
    ----------
    level : float
        The probability that it should hold at least.
    low, high : float
        Its ends, both in it: what the casino wins, as a part of all antes.
    """

    level: float
    low: float
    high: float


@dataclass(frozen=True)
class ManyRounds:
    """What many rounds win together.

    Attributes
    ----------
    rounds : int
        How many.
    mean, standard_deviation : float
        Of the net win of all rounds together, in antes.
    lowest, unit : Fraction
        Element i of `probabilities` is that of a net win of ``lowest + i * unit`` antes.
    probabilities : ndarray of float64, shape (n,), or None
        None for the normal law.
    cut : float
        A bound of the probability that was cut from the ends.
    method : str
        ``exact convolution``, ``convolution by FFT`` or ``normal law``.
    """

    rounds: int
    mean: float
    standard_deviation: float
    lowest: Fraction
    unit: Fraction
    probabilities: Floats | None
    cut: float
    method: str

    def _up_to(self, position: Fraction) -> float:
        """Return the probability of at most ``lowest + position * unit`` antes."""
        if self.probabilities is not None:
            end = min(max(floor(position) + 1, 0), self.probabilities.size)
            return float(self.probabilities[:end].sum())
        if not self.standard_deviation:
            return float(position >= 0)
        edge = float(self.lowest + (floor(position) + Fraction(1, 2)) * self.unit)
        return NormalDist(self.mean, self.standard_deviation).cdf(edge)

    @property
    def behind(self) -> float:
        """The probability that the rounds together lose."""
        return self._up_to(ceil(-self.lowest / self.unit) - Fraction(1))

    @property
    def even(self) -> float:
        """The probability that the rounds together win and lose nothing."""
        return max(0.0, self._up_to(-self.lowest / self.unit) - self.behind)

    @property
    def ahead(self) -> float:
        """The probability that the rounds together win."""
        if self.probabilities is None:
            return 1 - self._up_to(-self.lowest / self.unit)
        start = min(max(floor(-self.lowest / self.unit) + 1, 0), self.probabilities.size)
        return float(self.probabilities[start:].sum())

    def quantile(self, level: float) -> float:
        """Return the least net win, in antes, that is not exceeded with this probability."""
        if self.probabilities is not None:
            sums = np.cumsum(self.probabilities)
            i = min(int(np.searchsorted(sums, level)), sums.size - 1)
            return float(self.lowest + i * self.unit)
        if not self.standard_deviation:
            return self.mean
        return NormalDist(self.mean, self.standard_deviation).inv_cdf(level)

    def hold(self, level: float) -> Band:
        """Return the band of the casino's actual win per ante, as much left out at either end.

        Parameters
        ----------
        level : float
            The probability of the band, such as 0.95.
        """
        tail = (1 - level) / 2
        low, high = (-self.quantile(q) / self.rounds for q in (1 - tail, tail))
        return Band(level, low, high)


class _Power(NamedTuple):
    """A number of rounds: the place of the first probability, the probabilities, what was cut."""

    rounds: int
    start: int
    probabilities: Floats
    cut: float
    method: str


def after_rounds(distribution: Distribution, rounds: int) -> ManyRounds:
    """Return what many rounds win together.

    Parameters
    ----------
    distribution : Distribution
        What one round wins.
    rounds : int
        How many, 1 to `MOST_ROUNDS`.

    Raises
    ------
    InputError
        If the number of rounds is out of range.
    """
    rounds = check_whole("rounds", rounds, 1, MOST_ROUNDS)
    pays = distribution.pays
    lowest, unit = rounds * pays[0], common_unit(pay - pays[0] for pay in pays)
    mean = float(rounds * distribution.mean)
    deviation = sqrt(rounds * distribution.variance)
    power = _power(distribution, unit, rounds) if rounds <= MOST_EXACT_ROUNDS else None
    if power is None:
        return ManyRounds(rounds, mean, deviation, lowest, unit, None, 0.0, NORMAL)
    lowest += power.start * unit
    return ManyRounds(
        rounds, mean, deviation, lowest, unit, power.probabilities, power.cut, power.method
    )


def _power(distribution: Distribution, unit: Fraction, rounds: int) -> _Power | None:
    """Convolve a distribution with itself; None if the arrays become too long."""
    places = [int((pay - distribution.pays[0]) / unit) for pay in distribution.pays]
    if places[-1] >= _LONGEST:
        return None
    one = np.zeros(places[-1] + 1)
    one[places] = [float(probability) for probability in distribution.probabilities]
    square: _Power | None = _Power(1, 0, one, 0.0, DIRECT)
    result: _Power | None = None
    share = MOST_CUT / (2 * rounds * rounds.bit_length())  # of one round, at each convolution
    for bit in range(rounds.bit_length()):
        if square is None:
            return None
        if rounds >> bit & 1:
            result = square if result is None else _convolved(result, square, share)
            if result is None:
                return None
        if rounds >> bit + 1:
            square = _convolved(square, square, share)
    return result


def _convolved(a: _Power, b: _Power, share: float) -> _Power | None:
    """Return the distribution of all rounds of two, its ends trimmed; None if it is too long."""
    size = a.probabilities.size + b.probabilities.size - 1
    if size > _LONGEST:
        return None
    lost = a.cut + b.cut
    if a.probabilities.size * b.probabilities.size <= _MOST_PRODUCTS:
        product, method = np.convolve(a.probabilities, b.probabilities), DIRECT
    else:
        length = 1 << (size - 1).bit_length()
        waves = (np.fft.rfft(each.probabilities, length) for each in (a, b))
        product, method = np.fft.irfft(next(waves) * next(waves), length)[:size], FOURIER
        noise = _NOISE * float(product.max())
        product[product < noise] = 0
        lost += size * noise
    if FOURIER in (a.method, b.method):
        method = FOURIER
    rounds = a.rounds + b.rounds
    below, above = np.cumsum(product), np.cumsum(product[::-1])
    start, end = (int(np.searchsorted(sums, rounds * share / 2)) for sums in (below, above))
    cut = (below[start - 1] if start else 0.0) + (above[end - 1] if end else 0.0)
    kept = product[start : product.size - end]
    return _Power(rounds, a.start + b.start + start, kept, lost + float(cut), method)
