"""Targets of a search: what a figure should be, and how near is near enough."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from ginwin.errors import InputError
from ginwin.worths import UNITS

if TYPE_CHECKING:
    from ginwin.worths import Worth

__all__ = ["TARGET_FORM", "Target"]

_NUMBER = r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,12})?"
_TARGET = re.compile(rf"({_NUMBER})\s*(%?)\s*(?:(?:\+-|\+/-|±)\s*({_NUMBER})\s*(%?))?")
TARGET_FORM = (
    f"FIGURE=NUMBER or FIGURE=NUMBER+-TOLERANCE, such as house_edge=2.51%; figures: "
    f"{', '.join(UNITS)}"
)
"""How a target is written, for errors."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure should be.

    Parameters
    ----------
    figure : str
        A figure of `ginwin.worths.UNITS`.
    value : Fraction
        The value, as a plain number: 2.51 % is 0.0251.
    tolerance : Fraction
        How far from it is near enough, above 0.
    text : str
        The target as it was written.
    """

    figure: str
    value: Fraction
    tolerance: Fraction
    text: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a target.

        Parameters
        ----------
        text : str
            ``FIGURE=NUMBER``, with % for a percentage, and perhaps ``+-TOLERANCE``. Without one
            the tolerance is half a unit of the last printed digit.

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
        unit = Fraction(1, 100 if percent else 1)
        if tolerance is None:
            width = unit / (2 * 10 ** len(number.partition(".")[2]))
        else:
            width = Fraction(tolerance) / (100 if percent or of_tolerance else 1)
        if width <= 0 or (of_tolerance and not percent):
            raise InputError("target", text, f"a tolerance above 0 in the same unit; {TARGET_FORM}")
        return cls(figure, Fraction(number) * unit, width, text.strip())

    def distance(self, worth: Worth) -> Fraction:
        """Return how far a rule set is from the target, in tolerances.

        The standard deviation is irrational and taken as the nearest float.
        """
        return abs(Fraction(getattr(worth, self.figure)) - self.value) / self.tolerance
