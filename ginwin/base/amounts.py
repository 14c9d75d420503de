"""Numbers that people give: whole numbers in a range, shares, and exact amounts of money."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Real

from ginwin.base.exact import exact_decimal
from ginwin.errors import InputError

__all__ = ["check_amount", "check_share", "check_whole", "exact_amount"]

_AMOUNT = re.compile(
    r"[+-]?(?:[0-9]+/0*[1-9][0-9]*|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?)"
)
_LONGEST = 1000  # characters of a number


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


def check_share(field: str, share: object) -> float:
    """Return a number between 0 and 1, neither of them allowed.

    Raises
    ------
    InputError
        If it is no number, or not between 0 and 1.
    """
    number = None if isinstance(share, str) else exact_amount(share)
    if number is None or not 0 < number < 1:
        raise InputError(field, share, "a number between 0 and 1")
    return float(number)


def exact_amount(amount: object) -> Fraction | None:
    """Return a number exactly, as it is written; None if it is none, or not finite.

    Parameters
    ----------
    amount : object
        A number of Python or numpy, or text such as ``25``, ``0.5``, ``1e3`` or ``3/2``.

    Examples
    --------
    >>> exact_amount(0.1), exact_amount("much")
    (Fraction(1, 10), None)
    """
    if isinstance(amount, bool) or not isinstance(amount, Real | Decimal | str):
        return None
    try:
        text = str(amount).strip()
    except ValueError:  # an integer of too many digits
        return None
    short = len(text) <= _LONGEST and _AMOUNT.fullmatch(text)
    return Fraction(text) if short else None


def check_amount(
    field: str, amount: object, least: Fraction | int, most: int, unit: str
) -> Fraction:
    """Return an amount of money exactly.

    Parameters
    ----------
    field : str
        What it is, named in the error.
    amount : object
        A number or text, read by `exact_amount`.
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
    number = exact_amount(amount)
    if number is None or not (least <= number if least else number > 0) or number > most:
        bound = f"from {exact_decimal(least)}" if least else "above 0"
        raise InputError(field, amount, f"a number {bound} up to {most:,} ({unit})")
    return number
