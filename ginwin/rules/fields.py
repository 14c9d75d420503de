"""What the keys of a file may hold: exact numbers, pays and lines of text."""

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer, PlainValidator, WithJsonSchema

__all__ = [
    "END",
    "LINE",
    "LONGEST",
    "NAME",
    "PAY_SCHEMA",
    "WHOLE",
    "Line",
    "Name",
    "Pay",
    "exact_number",
    "number_schema",
    "pay_field",
    "plain_number",
]

END = r"(?![\s\S])"
"""Ends a pattern of a JSON schema; a dollar sign would allow a line break in some dialects."""

LONGEST = 200
"""The most characters of a line of text."""

_MOST = 1000  # the highest pay, and the highest denominator of a number
_WHOLE = "(?:0|[1-9][0-9]{0,8})"
_OVER = "/(?:[1-9][0-9]{0,2}|1000)"
_NUMBER = rf"[+-]?{_WHOLE}(?:\.[0-9]{{1,9}}|{_OVER})?"
_LINE = rf"^[^\u0000-\u001f\u007f-\u00a0\u00ad\u2028\u2029]*{END}"


def exact_number(value: object) -> Fraction:
    """Return a number of a file exactly; those of numpy are as good as those of Python.

    Raises
    ------
    ValueError
        If it is none, or its denominator is above 1000.
    """
    value = _whole(value)
    if isinstance(value, Real) and not isinstance(value, Rational):
        value = Decimal(str(value))  # as it is written: 0.1 is 1/10
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


def number_schema(text: str, **limits: Any) -> dict[str, Any]:
    """Return the JSON schema of an exact number.

    It says all but that a decimal has a denominator up to 1000 and that a fraction is in range.

    Parameters
    ----------
    text : str
        The pattern of such a number as text.
    **limits
        The limits of such a number as a number.
    """
    pattern = {"type": "string", "pattern": f"^(?:{text}){END}"}
    return {"anyOf": [{"type": "number", **limits}, pattern]}


def _whole(value: object) -> object:
    """Return a whole number of numpy as one of Python, and all else as it is."""
    return value if isinstance(value, int) or not isinstance(value, Integral) else int(value)


def _pay_pattern() -> str:
    """Return the pattern of a pay: no loss above the bet, by comparing digits of a fraction."""
    longer = "|".join(f"[0-9]{{{size}}}/[0-9]{{{size + 1}}}" for size in (1, 2, 3))
    alike = "|".join(f"[0-9]{{{size}}}/[0-9]{{{size}}}{END}" for size in (1, 2, 3, 4))
    above = "|".join(f"{digit}[0-9]*/\\1[{digit + 1}-9]" for digit in range(9))
    up_to_1 = rf"(?={longer}|(?={alike})([0-9]*)(?:/\1{END}|{above}))"
    return "|".join(
        (
            r"\+?(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,9})?",
            r"\+?1000(?:\.0{1,9})?",
            rf"\+?(?:0|[1-9][0-9]{{0,6}}){_OVER}",
            r"-0(?:\.[0-9]{1,9})?",
            r"-1(?:\.0{1,9})?",
            rf"-{up_to_1}{_WHOLE}{_OVER}",
        )
    )


def _pay(value: object) -> Fraction:
    pay = exact_number(value)
    if not -1 <= pay <= _MOST:
        raise ValueError
    return pay


def _line(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > LONGEST:
        raise ValueError
    return value.strip()


def _name(value: object) -> str:
    if not (name := _line(value)):
        raise ValueError
    return name


WHOLE = BeforeValidator(_whole)
"""Lets a field of whole numbers take those of numpy."""

_TINY = {"exclusiveMinimum": -1 / _MOST, "exclusiveMaximum": 1 / _MOST, "not": {"const": 0}}

PAY_SCHEMA = number_schema(_pay_pattern(), minimum=-1, maximum=_MOST, **{"not": _TINY})
"""The JSON schema of a `Pay`."""

Pay = Annotated[
    Fraction, PlainValidator(_pay), PlainSerializer(plain_number), WithJsonSchema(PAY_SCHEMA)
]
"""What a bet pays, to one."""

Line = Annotated[
    str,
    PlainValidator(_line),
    WithJsonSchema({"type": "string", "maxLength": LONGEST, "pattern": _LINE}),
]
"""A line of text, without spaces at its ends."""

Name = Annotated[
    str,
    PlainValidator(_name),
    WithJsonSchema({"type": "string", "maxLength": LONGEST, "pattern": rf"^(?! *{END}){_LINE}"}),
]
"""A line of text that is not blank."""

LINE = f"one line of text, up to {LONGEST} characters"
"""What is allowed in a `Line`."""

NAME = f"{LINE}, not blank"
"""What is allowed in a `Name`."""


def pay_field(**settings: Any) -> Any:
    """Return a field for a `Pay`."""
    return Field(
        description=f"a number from -1 (the bet is lost) to {_MOST}, whole, decimal (0.95) or "
        f'a fraction ("3/2"), with a denominator up to {_MOST}',
        **settings,
    )
