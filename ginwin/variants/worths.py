"""What rule sets are worth: the sums behind the figures, of one or of an array of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ginwin.play.strategy import Strategy

__all__ = ["Ints", "Worth", "Worths"]

Ints = NDArray[Any]
"""Integers: int64, or Python's (dtype object) where int64 could overflow."""

_LARGEST = 2**63 - 1
_SUMS = ("net", "squares", "wagered", "raised", "hits")


@dataclass(frozen=True, slots=True)
class Worth:
    """What one rule set is worth under a strategy: sums over all deals.

    Parameters
    ----------
    deals : int
        The number of deals.
    unit : int
        The sums of bets and pays are in units of 1 / `unit` antes.
    net, squares, wagered : int
        The player's net win, its square (in square units), and all his bets.
    raised, hits : int
        Deals in which the player raises; in which his bets together win something.
    threshold : int or None
        The worst value that raises (-1: every hand folds), if the strategy is a threshold.

    Notes
    -----
    The figures have the names, the units and the exact values of `ginwin.play.analysis.Analysis`.
    """

    deals: int
    unit: int
    net: int
    squares: int
    wagered: int
    raised: int
    hits: int
    threshold: int | None

    @property
    def expected_value(self) -> Fraction:
        """The player's expected net win per round, in antes."""
        return Fraction(self.net, self.deals * self.unit)

    @property
    def house_edge(self) -> Fraction:
        """The player's expected loss per round, as a part of the ante."""
        return Fraction(-self.net, self.deals * self.unit)

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss as a part of all money bet."""
        return Fraction(-self.net, self.wagered)

    @property
    def average_wager(self) -> Fraction:
        """The average of ante and play bet together, in antes."""
        return Fraction(self.wagered, self.deals * self.unit)

    @property
    def raise_rate(self) -> Fraction:
        """The share of rounds in which the player raises."""
        return Fraction(self.raised, self.deals)

    @property
    def hit_frequency(self) -> Fraction:
        """The share of rounds that win something."""
        return Fraction(self.hits, self.deals)

    @property
    def variance(self) -> Fraction:
        """The variance of the net win of a round, in square antes."""
        return Fraction(self.squares, self.deals * self.unit**2) - self.expected_value**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net win of a round, in antes."""
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class Worths:
    """The sums of `Worth` for m rule sets, each an array of shape (m,).

    Parameters
    ----------
    unit : int
        As in `Worth`.
    deals : ndarray of int64
        The number of deals.
    net, squares, wagered, raised, hits : ndarray of int64 or object
        The sums.
    thresholds : ndarray of int64 or None
        The worst values that raise; None where the strategy is no threshold.
    """

    unit: int
    deals: Ints
    net: Ints
    squares: Ints
    wagered: Ints
    raised: Ints
    hits: Ints
    thresholds: Ints | None

    def __len__(self) -> int:
        return self.net.size

    def __getitem__(self, number: int) -> Worth:
        """Return one of them."""
        sums = (int(getattr(self, name)[number]) for name in ("deals", *_SUMS))
        deals, net, squares, wagered, raised, hits = sums
        threshold = None if self.thresholds is None else int(self.thresholds[number])
        return Worth(deals, self.unit, net, squares, wagered, raised, hits, threshold)

    @classmethod
    def empty(cls, size: int, unit: int, deals: int, largest: int, strategy: Strategy) -> Worths:
        """Return room for so many rule sets.

        Parameters
        ----------
        size : int
            How many.
        unit : int
            As in `Worth`.
        deals : int
            The most deals.
        largest : int
            The most that a round can win, lose or bet, in 1 / `unit` antes.
        strategy : Strategy
            The strategy.
        """
        sums = {}
        for name in _SUMS:
            most = deals * (largest**2 if name == "squares" else largest)
            sums[name] = np.empty(size, np.int64 if most <= _LARGEST else object)
        by_row = strategy.name in ("by-value", "optimal")
        thresholds = None if by_row else np.empty(size, np.int64)
        return cls(unit, np.empty(size, np.int64), **sums, thresholds=thresholds)

    def put(self, numbers: Ints, others: Worths) -> None:
        """Write others, of the same unit, to these places."""
        for name in ("deals", *_SUMS):
            getattr(self, name)[numbers] = getattr(others, name)
        if self.thresholds is not None:
            self.thresholds[numbers] = others.thresholds

    def floats(self, figure: str) -> NDArray[np.float64]:
        """Return a figure of every rule set, rounded to about 15 digits; shape (m,)."""
        deals, net, squares, wagered = (
            np.asarray(sums, np.float64)
            for sums in (self.deals, self.net, self.squares, self.wagered)
        )
        mean = net / deals / self.unit
        figures: dict[str, Callable[[], NDArray[np.float64]]] = {
            "house_edge": lambda: -mean,
            "element_of_risk": lambda: -net / wagered,
            "average_wager": lambda: wagered / deals / self.unit,
            "raise_rate": lambda: np.asarray(self.raised, np.float64) / deals,
            "hit_frequency": lambda: np.asarray(self.hits, np.float64) / deals,
            "standard_deviation": lambda: np.sqrt(
                np.maximum(squares / deals / float(self.unit**2) - mean**2, 0)
            ),
        }
        return figures[figure]()
