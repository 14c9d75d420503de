"""The tables of a rule file, what each key may hold, and faults as one-line errors.

The description of a field says what is allowed in it; it is the text of the error and of the
JSON schema alike.
"""

import re
import tomllib
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationError,
)

from ginwin.errors import InputError
from ginwin.values import parse_value, value_label

__all__ = [
    "Bets",
    "Deal",
    "Dealer",
    "Line",
    "Melds",
    "PayTable",
    "Pays",
    "Raise",
    "Table",
    "assignment",
    "first_fault",
    "read_toml",
]

_MOST = 1000  # the highest pay, and the highest denominator of a number
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?")


def _number(value: object) -> Fraction:
    """Return a number of a rule file exactly."""
    if isinstance(value, float):
        value = Decimal(float.__repr__(value))  # as it is written: 0.1 is 1/10
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Decimal | str):
        raise ValueError
    if isinstance(value, str) and not _NUMBER.fullmatch(value):
        raise ValueError
    if isinstance(value, Decimal) and not (value.is_finite() and abs(value.adjusted()) < 100):
        raise ValueError  # a huge exponent would take forever to write out
    number = Fraction(value)
    if number.denominator > _MOST:
        raise ValueError
    return number


def _pay(value: object) -> Fraction:
    pay = _number(value)
    if not -1 <= pay <= _MOST:
        raise ValueError
    return pay


def _play_sizes(value: object) -> tuple[Fraction, ...]:
    """Return the play bets, small ones first."""
    if not isinstance(value, list | tuple) or not value:
        raise ValueError
    sizes = tuple(sorted(map(_number, value)))
    if not all(0 < size <= 100 for size in sizes) or len(set(sizes)) < len(sizes):
        raise ValueError
    return sizes


def _qualifier(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return "always" if value.strip().lower() == "always" else value_label(parse_value(value))


def _line(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > 200:
        raise ValueError
    return value


def _plain(number: Fraction) -> int | str:
    """Return a number as a rule file writes it: 3 or "3/2"."""
    return int(number) if number.denominator == 1 else str(number)


Pay = Annotated[
    Fraction,
    PlainValidator(_pay, json_schema_input_type=int | float | str),
    PlainSerializer(_plain),
]
Line = Annotated[str, PlainValidator(_line, json_schema_input_type=str)]


def _pay_field(**settings: Any) -> Any:
    return Field(
        description=f"a number from -1 (the bet is lost) to {_MOST}, whole, decimal (0.95) or "
        f'a fraction ("3/2"), with a denominator up to {_MOST}',
        **settings,
    )


class Table(BaseModel):
    """A table of a rule file. The description of a field says what is allowed in it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, serialize_by_alias=True)

    @classmethod
    def names(cls) -> dict[str, str]:
        """Return the keys of the table and the names of their fields, in order."""
        return {field.alias or name: name for name, field in cls.model_fields.items()}


class PayTable(Table):
    """What a bet pays by the player's dead-wood count; ``other`` is every count not named."""

    dead_wood_0: Pay | None = _pay_field(alias="0", default=None)
    dead_wood_1: Pay | None = _pay_field(alias="1", default=None)
    dead_wood_2: Pay | None = _pay_field(alias="2", default=None)
    dead_wood_3: Pay | None = _pay_field(alias="3", default=None)
    dead_wood_4: Pay | None = _pay_field(alias="4", default=None)
    dead_wood_5: Pay | None = _pay_field(alias="5", default=None)
    dead_wood_6: Pay | None = _pay_field(alias="6", default=None)
    dead_wood_7: Pay | None = _pay_field(alias="7", default=None)
    other: Pay = _pay_field()

    def pay(self, dead_wood: int) -> Fraction:
        """Return the pay, to one, with this many dead-wood cards."""
        pay: Fraction | None = getattr(self, f"dead_wood_{dead_wood}")
        return self.other if pay is None else pay

    def named(self) -> dict[int, Fraction]:
        """Return the pays of the counts that have their own."""
        pays = ((count, getattr(self, f"dead_wood_{count}")) for count in range(8))
        return {count: pay for count, pay in pays if pay is not None}


class Bets(Table):
    """What each bet pays when a round ends in one way."""

    ante: PayTable
    play: PayTable


class Pays(Table):
    """What pays when the dealer does not qualify, and in a win or tie when he does."""

    win: Bets
    not_qualified: Bets = Field(alias="not-qualified")
    tie: Bets


class Deal(Table):
    """The deal."""

    cards: int = Field(default=7, ge=5, le=7, description="a whole number from 5 to 7")


class Melds(Table):
    """What melds."""

    rank: int = Field(default=2, ge=2, le=4, description="a whole number from 2 to 4")
    suit: Annotated[int, Field(ge=3, le=7)] | Literal["none"] = Field(
        default=3, description='a whole number from 3 to 7, or "none"'
    )
    sequence: bool = Field(default=False, description="true or false")


class Dealer(Table):
    """When the dealer qualifies."""

    qualifies: Annotated[str, PlainValidator(_qualifier, json_schema_input_type=str)] = Field(
        description='dead wood such as "10-9-8-7" (this or better qualifies), "gin" or "always"'
    )


class Raise(Table):
    """The play bets to choose from, in antes."""

    play: Annotated[
        tuple[Fraction, ...],
        PlainValidator(_play_sizes, json_schema_input_type=list[int | float | str]),
        PlainSerializer(lambda sizes: [_plain(size) for size in sizes]),
    ] = Field(
        default=(Fraction(1),),
        description="a list of different numbers above 0 and up to 100, such as [1]",
    )


class _Missing:
    """The value of a key that is not there, as an error shows it."""

    def __str__(self) -> str:
        return "(missing)"


def first_fault(error: ValidationError, table: type[Table]) -> InputError:
    """Return the first fault that pydantic found: unknown keys first, then the order of the tables.

    Parameters
    ----------
    error : ValidationError
        What pydantic raised.
    table : type of Table
        The outermost table.
    """
    faults = error.errors(include_url=False, include_context=False)
    unknown = [fault for fault in faults if fault["type"] == "extra_forbidden"]
    fault = min(unknown, key=lambda fault: fault["loc"]) if unknown else faults[0]
    value = _Missing() if fault["type"] == "missing" else _printable(fault["input"])
    path, allowed = [], ""
    for key in map(str, fault["loc"]):
        path.append(key if re.fullmatch(r"[\w-]+", key) else ascii(key))
        names = table.names()
        if key not in names:
            nearest = "".join(f"; nearest: {near}" for near in get_close_matches(key, names, n=1))
            allowed = f"only the keys {', '.join(names)}{nearest}"
            break
        field = table.model_fields[names[key]]
        if not (isinstance(field.annotation, type) and issubclass(field.annotation, Table)):
            allowed = str(field.description)
            break
        table = field.annotation
        allowed = f"a table with the keys {', '.join(table.names())}"
    return InputError(".".join(path), value, allowed)


def _printable(value: object) -> object:
    try:
        str(value)
    except (ValueError, RecursionError):
        return "too large to show"
    return value


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text, decimals exactly as written.

    Raises
    ------
    InputError
        If the text is not TOML; it names the line.
    """
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except (ValueError, RecursionError) as error:
        reason, _, place = str(error).removesuffix(")").partition(" (at ")
        number = re.match(r"line (\d+)", place)
        lines = text.rstrip().split("\n")
        line = lines[int(number[1]) - 1] if number else lines[-1]
        raise InputError(place or "TOML", line.strip(), f"TOML ({reason})") from None


def _decimal(text: str) -> Decimal | str:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent beyond those of Decimal; text is no number, so refused
        return text


def assignment(key: str, value: object) -> str:
    """Return a line of TOML that sets a key to a value of `Table.model_dump`."""
    return f"{key} = {_toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(assignment(*entry) for entry in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value).lower()  # a whole number, true or false
