"""The exact distribution of what one round wins, and what it says about risk.

A `Distribution` holds each net win with the number of deals that give it: whole numbers, as the
outcome table has them. Its mean, its variance and its moments are fractions; only what takes a root
(the standard deviation and what is measured in it) is a float, made at the end.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import exp, expm1, fsum, gcd, lcm, log, log1p, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from ginwin.base.exact import exact_json, ratio_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ginwin.play.analysis import Analysis

__all__ = ["Z_90", "Distribution", "common_unit", "distribution_of"]

Z_90 = NormalDist().inv_cdf(0.95)
"""Half width of an interval of 90 %, in standard errors."""


def common_unit(numbers: Iterable[Fraction]) -> Fraction:
    """Return the largest number of which all are whole multiples; 1 if all are zero.

    Examples
    --------
    >>> common_unit([Fraction(3, 2), Fraction(-1)])
    Fraction(1, 2)
    """
    exact = tuple(numbers)
    denominator = lcm(*(number.denominator for number in exact))
    return Fraction(
        gcd(*(int(number * denominator) for number in exact)) or denominator, denominator
    )


@dataclass(frozen=True)
class Distribution:
    """What one round wins, with how many deals.

    Parameters
    ----------
    pays : tuple of Fraction
        Every net win that occurs, in antes, all bets together; ascending.
    combinations : tuple of int
        The deals with each of them.
    average_wager : Fraction
        The average of all money bet in a round, in antes.
    largest_wager : Fraction
        The most money that a round can ask for, in antes.
    """

    pays: tuple[Fraction, ...]
    combinations: tuple[int, ...]
    average_wager: Fraction
    largest_wager: Fraction

    @classmethod
    def of(
        cls,
        rows: Iterable[tuple[Fraction, int]],
        average_wager: Fraction,
        largest_wager: Fraction,
    ) -> Distribution:
        """Return the distribution of net wins with their deals; equal ones are added."""
        deals: dict[Fraction, int] = defaultdict(int)
        for pays, combinations in rows:
            deals[pays] += combinations
        occurring = sorted(pays for pays, combinations in deals.items() if combinations)
        numbers = tuple(deals[pays] for pays in occurring)
        return cls(tuple(occurring), numbers, average_wager, largest_wager)

    @cached_property
    def deals(self) -> int:
        """All deals."""
        return sum(self.combinations)

    @cached_property
    def probabilities(self) -> tuple[Fraction, ...]:
        """The probability of each net win."""
        return tuple(Fraction(combinations, self.deals) for combinations in self.combinations)

    @cached_property
    def mean(self) -> Fraction:
        """The expected net win, in antes; the house edge is minus this."""
        return sum((pays * n for pays, n in self._rows), Fraction(0)) / self.deals

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net win, in square antes."""
        return self.central_moment(2)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net win, in antes."""
        return sqrt(self.variance)

    @property
    def deviation_per_unit(self) -> float:
        """The standard deviation of the net win over the average wager: per unit of money bet.

        The wager itself varies from round to round; this is a ratio of a deviation and a mean, not
        the deviation of a ratio.
        """
        return self.standard_deviation / float(self.average_wager)

    @property
    def skewness(self) -> float | None:
        """The third central moment over the cubed standard deviation; None if nothing varies."""
        if not self.variance:
            return None
        return float(self.central_moment(3) / self.variance) / self.standard_deviation

    @property
    def excess_kurtosis(self) -> float | None:
        """The fourth central moment over the squared variance, minus 3; None if nothing varies."""
        if not self.variance:
            return None
        return float(self.central_moment(4) / self.variance**2 - 3)

    def central_moment(self, power: int) -> Fraction:
        """Return the mean of a power of the net win minus its mean, in antes to that power."""
        total = sum(((pays - self.mean) ** power * n for pays, n in self._rows), Fraction(0))
        return total / self.deals

    def volatility_index(self, z: float = Z_90) -> float:
        """Return z standard deviations, in antes.

        Over n rounds the casino's actual win per ante is within this, divided by the root of n, of
        the house edge, with the probability that z stands for (90 % by default), as far as the
        normal law holds.
        """
        return z * self.standard_deviation

    def share(self, sign: int) -> Fraction:
        """Return the share of rounds that win (sign 1), push (0) or lose (-1), bets together."""
        chosen = (n for pays, n in self._rows if (pays > 0) - (pays < 0) == sign)
        return Fraction(sum(chosen), self.deals)

    def reversed(self) -> Distribution:
        """Return the same rounds from the other side: what the house wins."""
        pays = tuple(-pays for pays in reversed(self.pays))
        most = max(Fraction(0), -pays[0])
        return Distribution(pays, self.combinations[::-1], self.average_wager, most)

    def rounded(self, unit: Fraction) -> Distribution:
        """Return the distribution with every net win moved to a multiple of a unit.

        A net win between two of them becomes either, by chance, so that it stays the same on
        average: the mean is kept exactly, and the variance grows by at most a quarter of the
        squared unit.
        """
        places = [divmod(pays / unit, 1) for pays in self.pays]
        whole = lcm(*(part.denominator for _, part in places))
        rows: list[tuple[Fraction, int]] = []
        for (place, part), n in zip(places, self.combinations, strict=True):
            rows.append((place * unit, n * int((1 - part) * whole)))
            rows.append(((place + 1) * unit, n * int(part * whole)))
        return Distribution.of(rows, self.average_wager, self.largest_wager)

    def log_mean(self, t: float) -> float:
        """Return the logarithm of the mean of exp(t (net win - mean)), t for each ante."""
        centred = [t * float(pays - self.mean) for pays in self.pays]
        most = max(0.0, *centred)
        chances = map(float, self.probabilities)
        if most < 1:
            return log1p(fsum(p * expm1(x) for p, x in zip(chances, centred, strict=True)))
        return most + log(fsum(p * exp(x - most) for p, x in zip(chances, centred, strict=True)))

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        return {
            "mean": ratio_json(self.mean.numerator, self.mean.denominator),
            "variance": ratio_json(self.variance.numerator, self.variance.denominator),
            "standard_deviation": self.standard_deviation,
            "standard_deviation_per_unit_wagered": self.deviation_per_unit,
            "skewness": self.skewness,
            "excess_kurtosis": self.excess_kurtosis,
            "average_wager": ratio_json(
                self.average_wager.numerator, self.average_wager.denominator
            ),
            "net_win": [
                {"pays": exact_json(pays), "combinations": n, "probability": n / self.deals}
                for pays, n in self._rows
            ],
        }

    @property
    def _rows(self) -> Iterable[tuple[Fraction, int]]:
        return zip(self.pays, self.combinations, strict=True)


def distribution_of(analysis: Analysis) -> Distribution:
    """Return the distribution of what one round of an analysis wins.

    A round can ask for the ante and the largest play bet of the rules.
    """
    rows = ((row.pays, row.combinations) for row in analysis.outcomes)
    largest = 1 + max(analysis.rules.play)
    return Distribution.of(rows, analysis.average_wager, Fraction(largest))
