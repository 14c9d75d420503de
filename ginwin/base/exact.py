"""Exact numbers for people and for JSON: rounding and writing fractions without floats."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

__all__ = ["decimal", "exact_decimal", "exact_json", "plain_decimal", "plural", "ratio_json"]

_DIGITS = 12  # decimals


def decimal(number: Fraction | int, digits: int, *, grouped: bool = False) -> str:
    """Write a number with a fixed number of decimals.

    Parameters
    ----------
    number : Fraction or int
        The number.
    digits : int
        How many decimals, 0 or more. The number is rounded exactly; a tie goes to the even digit.
    grouped : bool
        Write commas between the thousands.

    Returns
    -------
    str
        The decimal number.

    Examples
    --------
    >>> decimal(Fraction(-2, 3), 4), decimal(6_009_159, 0, grouped=True)
    ('-0.6667', '6,009,159')
    """
    scaled = round(Fraction(number) * 10**digits)
    whole, part = divmod(abs(scaled), 10**digits)
    text = f"{whole:,}" if grouped else str(whole)
    return ("-" if scaled < 0 else "") + text + (f".{part:0{digits}d}" if digits else "")


def plain_decimal(number: Fraction | int, least: int = 0) -> str:
    """Write a number with as many decimals as it needs, up to twelve.

    Parameters
    ----------
    number : Fraction or int
        The number.
    least : int
        The fewest decimals.

    Examples
    --------
    >>> plain_decimal(Fraction(1, 200)), plain_decimal(3), plain_decimal(Fraction(1, 2), least=4)
    ('0.005', '3', '0.5000')
    """
    whole, _, part = decimal(number, _DIGITS).partition(".")
    part = part.rstrip("0").ljust(least, "0")
    return f"{whole}.{part}" if part else whole


def exact_decimal(number: Fraction | int) -> str:
    """Write a number with commas and decimals, or as a fraction where they have no end.

    Examples
    --------
    >>> exact_decimal(Fraction(2001, 2)), exact_decimal(Fraction(7, 3))
    ('1,000.5', '7/3')
    """
    number = Fraction(number)
    text = plain_decimal(number)
    if Fraction(text) != number:
        return str(number)
    whole, dot, part = text.partition(".")
    return f"{int(whole):,}{dot}{part}" if abs(number) >= 1 else text


def plural(number: int, what: str, several: str = "") -> str:
    """Return a word for one thing or for several.

    Examples
    --------
    >>> plural(1, "row"), plural(2, "row"), plural(2, "strategy", "strategies")
    ('row', 'rows', 'strategies')
    """
    return what if number == 1 else several or f"{what}s"


def exact_json(number: Fraction | int) -> int | str:
    """Return a number as a JSON integer, or as text such as ``"3/2"`` where it is not whole."""
    number = Fraction(number)
    return number.numerator if number.denominator == 1 else str(number)


def ratio_json(numerator: int, denominator: int) -> dict[str, Any]:
    """Return a ratio as JSON data: both integers as they are, and the nearest float."""
    value = float(Fraction(numerator, denominator))
    return {"numerator": numerator, "denominator": denominator, "value": value}
