"""Estimates from counted rounds: means, ratios and shares with their standard errors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

__all__ = ["Z_95", "Estimate", "estimate_ratio", "estimate_share"]

Z_95 = NormalDist().inv_cdf(0.975)
"""Half width of an interval of 95 %, in standard errors."""


class Estimate(NamedTuple):
    """An estimate, its standard error and its interval, in the unit of what is estimated."""

    value: float
    standard_error: float
    low: float
    high: float


def estimate_ratio(rows: Iterable[tuple[int, Fraction, Fraction]], z: float = Z_95) -> Estimate:
    """Estimate the ratio of two totals, with its error by the delta method.

    Parameters
    ----------
    rows : iterable of (int, Fraction, Fraction)
        How many rounds had which amount and which unit, such as loss and wager. With every unit 1
        the ratio is a mean with its usual standard error.
    z : float
        Half width of the interval in standard errors.
    """
    totals = tuple(rows)
    units = sum((count * unit for count, _, unit in totals), Fraction(0))
    ratio = sum((count * amount for count, amount, _ in totals), Fraction(0)) / units
    squares = sum(count * (amount - ratio * unit) ** 2 for count, amount, unit in totals)
    value, error = float(ratio), math.sqrt(squares) / float(units)
    return Estimate(value, error, value - z * error, value + z * error)


def estimate_share(hits: int, rounds: int, z: float = Z_95) -> Estimate:
    """Estimate a share with its Wilson score interval.

    The interval covers p iff ``|share - p| <= z sqrt(p (1 - p) / rounds)``; so it stays honest for
    what was seen a few times or never.

    Parameters
    ----------
    hits, rounds : int
        How many of how many rounds had it.
    z : float
        Half width of the interval in standard errors.
    """
    share, z2 = hits / rounds, z**2
    error = math.sqrt(share * (1 - share) / rounds)
    middle = (hits + z2 / 2) / (rounds + z2)
    half = z * rounds / (rounds + z2) * math.hypot(error, z / (2 * rounds))
    low = 0.0 if hits == 0 else middle - half
    high = 1.0 if hits == rounds else middle + half
    return Estimate(share, error, low, high)
