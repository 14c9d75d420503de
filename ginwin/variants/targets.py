"""Targets of a search: what a figure should be, and how near is near enough."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from ginwin.base.amounts import check_amount
from ginwin.base.exact import plain_decimal
from ginwin.errors import InputError
from ginwin.play.analysis import UNITS

if TYPE_CHECKING:
    from ginwin.variants.worths import Worth

__all__ = ["MOST_SHOWN", "TARGET_FORM", "Target"]

MOST_SHOWN = 10_000
"""The most results that a search returns; all are counted."""

_NUMBER = r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,12})?"
_TARGET = re.compile(rf"({_NUMBER})\s*(%?)\s*(?:(?:\+-|\+/-|±)\s*({_NUMBER})\s*(%?))?")
_MOST = 10**6
_LEAST_TOLERANCE = Fraction(1, 10**30)
TARGET_FORM = (
    "FIGURE=NUMBER or FIGURE=NUMBER+-TOLERANCE, such as house_edge=2.51% or average_wager=1.68; "
    f"figures: {', '.join(f'{name} ({unit})' for name, unit in UNITS.items())}"
)
"""How a target is written, for errors."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure should be.

    Parameters
    ----------
    figure : str
        A figure of `ginwin.play.analysis.UNITS`.
    value : Fraction
        The value, as a plain number: 2.51 % is 0.0251. Also an integer, a float (taken as it is
        written) or text.
    tolerance : Fraction
        How far from it is near enough, above 0; like `value`.
    text : str
        The target as it was written; by default as this class writes it.

    Raises
    ------
    InputError
        If there is no such figure, or a number is none or out of range.
    """

    figure: str
    value: Fraction
    tolerance: Fraction
    text: str = ""

    def __post_init__(self) -> None:
        """Check the figure and the numbers."""
        if self.figure not in UNITS:
            raise InputError("target", self.figure, f"a figure: {', '.join(UNITS)}")
        unit = UNITS[self.figure]
        value = check_amount("target", self.value, -_MOST, _MOST, unit)
        tolerance = check_amount("tolerance", self.tolerance, _LEAST_TOLERANCE, _MOST, unit)
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "tolerance", tolerance)
        if not self.text:
            text = f"{self.figure}={self.write(value)}+-{self.write(tolerance)}"
            object.__setattr__(self, "text", text)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a target.

        Parameters
        ----------
        text : str
            ``FIGURE=NUMBER``, and perhaps ``+-TOLERANCE``. Without one the tolerance is half a unit
            of the last printed digit. A figure in percent is written with %, others without;
            the tolerance is in the same unit.

        Raises
        ------
        InputError
            If the text is no target.

        Examples
        --------
        >>> target = Target.parse("house_edge=2.51%")
        >>> target.value, target.tolerance
        (Fraction(251, 10000), Fraction(1, 20000))
        """
        name, _, right = text.partition("=")
        figure = name.strip().lower().replace(" ", "_").replace("-", "_")
        match = _TARGET.fullmatch(right.strip())
        if figure not in UNITS or match is None:
            raise InputError("target", text, TARGET_FORM)
        number, percent, tolerance, of_tolerance = match.groups()
        if bool(percent) != _in_percent(figure) or (of_tolerance and not percent):
            example = f"{figure}={number}{'%' if _in_percent(figure) else ''}"
            raise InputError("target", text, f"a number in {UNITS[figure]}, such as {example}")
        unit = Fraction(1, 100 if percent else 1)
        if tolerance is None:
            width = unit / (2 * 10 ** len(number.partition(".")[2]))
        else:
            width = Fraction(tolerance) * unit
        if width <= 0:
            raise InputError("target", text, "a tolerance above 0")
        return cls(figure, Fraction(number) * unit, width, text.strip())

    def write(self, number: Fraction) -> str:
        """Write a number in the unit of the figure."""
        return (
            f"{plain_decimal(100 * number)}%" if _in_percent(self.figure) else plain_decimal(number)
        )

    def distance(self, worth: Worth) -> Fraction:
        """Return how far a rule set is from the target, in tolerances.

        The standard deviation is irrational and taken as the nearest float.
        """
        return abs(Fraction(getattr(worth, self.figure)) - self.value) / self.tolerance


def _in_percent(figure: str) -> bool:
    return UNITS[figure].startswith("%")
