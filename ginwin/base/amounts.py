"""Numbers that people give: whole numbers in a range, and exact amounts of money."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

from ginwin.errors import InputError

__all__ = ["check_amount", "check_whole"]

_AMOUNT = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?")


def check_whole(field: str, number: object, least: int, most: int) -> int:
    """Return a whole number.

    Parameters
    ----------
    field : str
        What it is, named in the error.
    number : object
        The number; text is not read.
    least, most : int
        Its bounds, both allowed.

    Raises
    ------
    InputError
        If it is no whole number, or out of its bounds.
    """
    whole = isinstance(number, int) or hasattr(number, "__index__")
    if isinstance(number, bool) or not whole or not least <= int(number) <= most:  # type: ignore[call-overload]
        raise InputError(field, number, f"a whole number from {least:,} to {most:,}")
    return int(number)  # type: ignore[call-overload, no-any-return]


def check_amount(
    field: str, amount: object, least: Fraction | int, most: int, unit: str
) -> Fraction:
    """Return an amount of money exactly.

    Parameters
    ----------
    field : str
        What it is, named in the error.
    amount : object
        An integer, a Fraction, a finite float or Decimal (taken as it is written), or text such as
        ``25``, ``0.5`` or ``3/2``.
    least, most : Fraction or int
        Its bounds, both allowed; from a `least` of 0 on, the amount must be above it.
    unit : str
        The unit, named in the error.

    Raises
    ------
    InputError
        If it is no amount, or out of its bounds.

    Examples
    --------
    >>> check_amount("bankroll", "0.1", 0, 100, "antes")
    Fraction(1, 10)
    """
    text = repr(amount) if isinstance(amount, float) and math.isfinite(amount) else amount
    if isinstance(text, Decimal) and text.is_finite():
        text = f"{text:f}"
    number: Fraction | None = None
    if isinstance(text, str) and _AMOUNT.fullmatch(text.strip()):
        number = Fraction(text.strip())
    elif isinstance(text, int | Fraction) and not isinstance(text, bool):
        number = Fraction(text)
    if number is None or not (least <= number if least else number > 0) or number > most:
        bound = f"from {float(least):,.12g}" if least else "above 0"
        raise InputError(field, amount, f"a number {bound} up to {most:,} ({unit})")
    return number
