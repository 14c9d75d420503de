"""What many rounds win together: by exact convolution, one Fourier transform, or the normal law.

Net wins are whole multiples of a unit above the lowest one.

*Exact convolution.* The distribution of n rounds is the n-th power of that of one, reached by
repeated squaring; only the sums that occur are kept, so that the unit may be as fine as it likes.
Probabilities are nonnegative floats: there is no cancellation, and the relative error of every one
of them stays below some n times 1e-15. The ends are cut where they hold next to nothing. What is
cut at m of n rounds counts at most n / m times in the result; each cut gets its share of a budget,
so that the probability cut in all stays below `MOST_CUT`.

*Fourier transform.* Where that takes too long, the n-th power is taken of the characteristic
function, which is transformed back once, over a window that Chernoff's bound leaves next to nothing
outside of. Rounding is all that is lost. Where the unit is too fine for the window, the net wins of
one round are first moved to a coarser one (`Distribution.rounded`), the finest that is possible:
`ManyRounds.moved` says how far that moves what is won in all.

*Normal law.* Only where even that is too long, for 10^7 rounds or more, the normal law with a
correction for the unit takes its place. `ManyRounds.method` says which it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.base.amounts import check_share, check_whole
from ginwin.risk.distribution import common_unit

if TYPE_CHECKING:
    from ginwin.risk.distribution import Distribution

__all__ = ["MOST_CUT", "MOST_ROUNDS", "NORMAL", "Band", "ManyRounds", "after_rounds"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_ROUNDS = 10**12
"""More rounds than this are refused."""

MOST_CUT = 1e-15
"""The ends that exact convolution cuts hold less than this probability in all."""

EXACT, FOURIER, NORMAL = "exact convolution", "convolution by FFT", "normal law"

_MOST_PRODUCTS = 1 << 22  # of one convolution
_FURTHEST = 1 << 62  # place of a sum
_LONGEST = 1 << 21  # window of the Fourier transform
_COARSEST = 20  # units in a standard deviation of one round, where net wins are moved
_NOISE = 1e-15  # of the largest probability: what a Fourier transform gives below is rounding


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
    least, most : Fraction
        What can be won in all, in antes.
    lowest, unit : Fraction
        Where the places begin, and their steps, in antes.
    places : ndarray of int64, shape (n,), or None
        A net win of ``lowest + places[i] * unit`` antes has the probability ``probabilities[i]``;
        ascending. None for the normal law.
    probabilities : ndarray of float64, shape (n,), or None
        The probabilities.
    cut : float
        A bound of the probability that was cut from the ends.
    method : str
        ``exact convolution``, ``convolution by FFT`` or ``normal law``.
    moved : float
        By how much what is won in all was moved to have a coarser unit: the standard deviation of
        that, in antes; 0 if it was not.
    """

    rounds: int
    mean: float
    standard_deviation: float
    least: Fraction
    most: Fraction
    lowest: Fraction
    unit: Fraction
    places: Ints | None
    probabilities: Floats | None
    cut: float
    method: str
    moved: float = 0.0

    def _up_to(self, position: Fraction) -> float:
        """Return the probability of at most ``lowest + position * unit`` antes."""
        if self.places is not None and self.probabilities is not None:
            end = _count_up_to(self.places, position)
            return min(1.0, float(self.probabilities[:end].sum()))
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
        if self.places is None or self.probabilities is None:
            return 1 - self._up_to(-self.lowest / self.unit)
        start = _count_up_to(self.places, -self.lowest / self.unit)
        return min(1.0, float(self.probabilities[start:].sum()))

    def quantile(self, level: float) -> float:
        """Return the least net win, in antes, that is not exceeded with this probability.

        Raises
        ------
        InputError
            If the probability is not between 0 and 1.
        """
        level = check_share("level", level)
        if self.places is not None and self.probabilities is not None:
            sums = np.cumsum(self.probabilities)
            i = min(int(np.searchsorted(sums, level)), sums.size - 1)
            found = float(self.lowest + int(self.places[i]) * self.unit)
        elif not self.standard_deviation:
            return self.mean
        else:
            found = NormalDist(self.mean, self.standard_deviation).inv_cdf(level)
        return min(max(found, float(self.least)), float(self.most))

    def hold(self, level: float) -> Band:
        """Return the band of the casino's actual win per ante, as much left out at either end.

        Parameters
        ----------
        level : float
            The probability of the band, such as 0.95.

        Raises
        ------
        InputError
            If the probability is not between 0 and 1.
        """
        tail = (1 - check_share("level", level)) / 2
        low, high = (-self.quantile(q) / self.rounds for q in (1 - tail, tail))
        return Band(level, low, high)


class _Power(NamedTuple):
    """A number of rounds: their sums as places, ascending, the probabilities, what was cut."""

    rounds: int
    places: Ints
    probabilities: Floats
    cut: float


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
    unit, used, method = _unit(distribution), distribution, EXACT
    power = _power(distribution, unit, rounds)
    if power is None:
        finest = 2 * sum(_reach(distribution, rounds)) / _LONGEST
        if finest > 2 * unit:
            unit = Fraction(1, floor(1 / finest)) if finest <= 1 else Fraction(ceil(finest))
            used = distribution.rounded(unit)
        if used is distribution or _COARSEST * unit <= distribution.standard_deviation:
            power, method = _transformed(used, unit, rounds), FOURIER
        else:
            unit, used, method = _unit(distribution), distribution, NORMAL
    places, probabilities, cut = (None, None, 0.0) if power is None else power[1:]
    return ManyRounds(
        rounds,
        float(rounds * distribution.mean),
        sqrt(rounds * distribution.variance),
        rounds * distribution.pays[0],
        rounds * distribution.pays[-1],
        rounds * used.pays[0],
        unit,
        places,
        probabilities,
        cut,
        method,
        sqrt(rounds * (used.variance - distribution.variance)),
    )


def _count_up_to(places: Ints, position: Fraction) -> int:
    """Return how many of the places are at most this."""
    return int(np.searchsorted(places, min(max(floor(position), -1), _FURTHEST), "right"))


def _unit(distribution: Distribution) -> Fraction:
    """Return the unit of what the net wins are above the lowest."""
    return common_unit(pays - distribution.pays[0] for pays in distribution.pays)


def _power(distribution: Distribution, unit: Fraction, rounds: int) -> _Power | None:
    """Convolve a distribution with itself; None if that takes too long."""
    places = [int((pays - distribution.pays[0]) / unit) for pays in distribution.pays]
    if rounds * places[-1] > _FURTHEST:
        return None
    chances = np.array([float(probability) for probability in distribution.probabilities])
    square: _Power | None = _Power(1, np.array(places, np.int64), chances, 0.0)
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
    if a.places.size * b.places.size > _MOST_PRODUCTS:
        return None
    sums = np.add.outer(a.places, b.places).reshape(-1)
    products = np.multiply.outer(a.probabilities, b.probabilities).reshape(-1)
    low, high = int(sums[0]), int(sums[-1])
    if high - low < _LONGEST:
        added = np.bincount(sums - low, products)
        places = np.flatnonzero(added)
        added, places = added[places], places + low
    else:
        places, numbers = np.unique(sums, return_inverse=True)
        added = np.bincount(numbers, products)
    rounds = a.rounds + b.rounds
    below, above = np.cumsum(added), np.cumsum(added[::-1])
    start, end = (int(np.searchsorted(total, rounds * share / 2)) for total in (below, above))
    cut = (below[start - 1] if start else 0.0) + (above[end - 1] if end else 0.0)
    kept = slice(start, added.size - end)
    chances = np.asarray(added[kept], np.float64)
    return _Power(rounds, places[kept], chances, a.cut + b.cut + float(cut))


def _reach(distribution: Distribution, rounds: int) -> tuple[Fraction, Fraction]:
    """Return how far below and above the mean, in antes, all but `MOST_CUT` of the sums lie.

    By Chernoff's bound: for every t > 0, with L the logarithm of the mean of
    exp(t (net win - mean)), a sum is x above its mean with a chance of at most exp(n L - t x).
    """
    spread = distribution.standard_deviation
    ends: list[Fraction] = []
    for sign, most in ((-1, distribution.pays[0]), (1, distribution.pays[-1])):
        reach = rounds * abs(most - distribution.mean)
        if spread:
            for t in (np.geomspace(1e-3, 1e3, 200) / (spread * sqrt(rounds))).tolist():
                bound = rounds * distribution.log_mean(sign * t) - log(MOST_CUT / 2)
                reach = min(reach, Fraction(bound / t))
        ends.append(reach)
    return ends[0], ends[1]


def _transformed(distribution: Distribution, unit: Fraction, rounds: int) -> _Power:
    """Return the n-th power of a distribution by its characteristic function.

    One round is taken less its mean, so that the logarithm of the function is small where the power
    is not, and keeps its digits when it is multiplied.
    """
    mean = rounds * (distribution.mean - distribution.pays[0]) / unit  # as a place
    below, above = (reach / unit for reach in _reach(distribution, rounds))
    start, size = floor(mean - below), ceil(mean + above) - floor(mean - below) + 1
    length = 1 << (size - 1).bit_length()
    angles = -2 * np.pi * np.arange(length // 2 + 1) / length
    real, imaginary = np.zeros(angles.size), np.zeros(angles.size)
    for pays, probability in zip(distribution.pays, distribution.probabilities, strict=True):
        step, chance = float((pays - distribution.mean) / unit), float(probability)
        real -= 2 * chance * np.sin(step / 2 * angles) ** 2  # of the function less 1
        imaginary += chance * np.sin(step * angles)
    with np.errstate(divide="ignore"):
        size_log = np.log1p(np.maximum(2 * real + real**2 + imaginary**2, -1.0)) / 2
    phase = rounds * np.arctan2(imaginary, 1 + real) + float(mean - start) * angles
    found = np.fft.irfft(np.exp(rounds * size_log + 1j * phase), length)[:size]
    noise = _NOISE * float(found.max())
    kept = np.flatnonzero(found > noise)
    return _Power(rounds, kept + start, found[kept], MOST_CUT + size * noise)
