"""What the keys of a file may hold: exact numbers, pays and lines of text."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema

__all__ = ["LINE", "Line", "Pay", "exact_number", "number_schema", "pay_field", "plain_number"]

_MOST = 1000  # the highest pay, and the highest denominator of a number
_NUMBER = r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?"
_LONGEST = 200  # characters in a line


def exact_number(value: object) -> Fraction:
    """Return a number of a file exactly.

    Raises
    ------
    ValueError
        If it is none, or its denominator is above 1000.
    """
    if isinstance(value, float):
        value = Decimal(float.__repr__(value))  # as it is written: 0.1 is 1/10
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Decimal | str):
        raise ValueError
    if isinstance(value, str) and not re.fullmatch(_NUMBER, value):
        raise ValueError
    if isinstance(value, Decimal) and not (value.is_finite() and abs(value.adjusted()) < 100):
        raise ValueError  # a huge exponent would take forever to write out
    number = Fraction(value)
    if number.denominator > _MOST:
        raise ValueError
    return number


def plain_number(number: Fraction) -> int | str:
    """Return a number as a file holds it: 3 or "3/2"."""
    return int(number) if number.denominator == 1 else str(number)


def number_schema(**limits: float) -> dict[str, Any]:
    """Return the JSON schema of an exact number."""
    text = {"type": "string", "pattern": f"^{_NUMBER}$"}
    return {"anyOf": [{"type": "number", **limits}, text]}


def _pay(value: object) -> Fraction:
    pay = exact_number(value)
    if not -1 <= pay <= _MOST:
        raise ValueError
    return pay


def _line(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > _LONGEST:
        raise ValueError
    return value


Pay = Annotated[
    Fraction,
    PlainValidator(_pay),
    PlainSerializer(plain_number),
    WithJsonSchema(number_schema(minimum=-1, maximum=_MOST)),
]
"""What a bet pays, to one."""

Line = Annotated[
    str, PlainValidator(_line), WithJsonSchema({"type": "string", "maxLength": _LONGEST})
]
"""A line of text."""

LINE = f"one line of text, up to {_LONGEST} characters"
"""What is allowed in a `Line`."""


def pay_field(**settings: Any) -> Any:
    """Return a field for a `Pay`."""
    return Field(
        description=f"a number from -1 (the bet is lost) to {_MOST}, whole, decimal (0.95) or "
        f'a fraction ("3/2"), with a denominator up to {_MOST}',
        **settings,
    )
