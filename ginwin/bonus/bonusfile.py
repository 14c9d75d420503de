"""Side bets as frozen data, read from and written to TOML.

A side bet is settled on the player's cards alone, by an ordered pay table: the first row whose
event the hand is pays, and a hand that is none of the events loses the bet. Its file::

    name = "An example"
    source = "where the pay table is from"
    published = false               # true: the pay table as it was published

    [[pays]]
    event = "7 of one suit"         # see ginwin.bonus.events
    pays = 100                      # to one: whole, decimal or "3/2"; 0 pushes

    [[pays]]
    event = "gin"
    pays = 8

The tables ``[deal]`` and ``[melds]`` of a rule file may be added; by default, hands have seven
cards and the standard melds. In a file for the search of pay tables (`PayChoices`) ``pays`` is a
list of pays to choose from, or is left out to choose from those of the key ``customary``, and
``optional = true`` marks an event that the pay table need not have.
"""

from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, PlainSerializer, PlainValidator, ValidationError, WithJsonSchema

from ginwin.base.files import read_file
from ginwin.base.tomltext import assignment, write_toml
from ginwin.bonus.events import GRAMMAR, HandEvent
from ginwin.errors import InputError
from ginwin.melds import MeldRules
from ginwin.rules.fields import (
    LINE,
    NAME,
    PAY_SCHEMA,
    Line,
    Name,
    Pay,
    exact_number,
    pay_field,
    plain_number,
)
from ginwin.rules.file import File, Table, first_fault
from ginwin.rules.tables import Deal, Melds

__all__ = [
    "CUSTOMARY_PAYS",
    "BonusFile",
    "ChoiceRow",
    "PayChoices",
    "PayRow",
    "SideBet",
    "bonus_preset_names",
]

CUSTOMARY_PAYS = tuple(
    Fraction(pay)
    for pay in (
        *(1000, 750, 500, 400, 300, 250, 200, 150, 125, 100, 80, 75, 60, 50, 40, 30, 25, 20, 15),
        *(12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
    )
)
"""What side bets usually pay, to one, high pays first; 0 is a push."""

_MOST_PAY = 1000


def _event(value: object) -> HandEvent:
    if isinstance(value, str):
        return HandEvent.parse(value)
    if isinstance(value, HandEvent):
        return value
    raise ValueError


def _pays(value: object) -> tuple[Fraction, ...]:
    """Return the pays to choose from, high ones first."""
    if not isinstance(value, list | tuple):
        value = [value]
    pays = tuple(sorted(map(exact_number, value), reverse=True))
    if not pays or len(set(pays)) < len(pays) or not -1 <= pays[-1] <= pays[0] <= _MOST_PAY:
        raise ValueError
    return pays


_PAY_LIST = (
    f"a number from -1 (the bet is lost) to {_MOST_PAY} with a denominator up to 1000, "
    "or a list of different ones"
)

EventText = Annotated[
    HandEvent, PlainValidator(_event), PlainSerializer(str), WithJsonSchema({"type": "string"})
]
PayList = Annotated[
    tuple[Fraction, ...],
    PlainValidator(_pays),
    PlainSerializer(lambda pays: [plain_number(pay) for pay in pays]),
    WithJsonSchema(
        {
            "anyOf": [
                PAY_SCHEMA,
                {"type": "array", "items": PAY_SCHEMA, "minItems": 1, "uniqueItems": True},
            ]
        }
    ),
]


class PayRow(Table):
    """A row of a pay table."""

    event: EventText = Field(description=GRAMMAR)
    pays: Pay = pay_field()


class ChoiceRow(Table):
    """A row of a pay table to be found."""

    event: EventText = Field(description=GRAMMAR)
    pays: PayList | None = Field(default=None, description=_PAY_LIST)
    optional: bool = Field(default=False, description="true or false")


class BonusFile(File):
    """What all files about side bets hold."""

    name: Name = Field(default="unnamed side bet", description=NAME)
    source: Line = Field(default="", description=LINE)
    published: bool = Field(description="true (the pay table as it was published) or false")
    deal: Deal = Deal()
    melding: Melds = Field(default=Melds(), alias="melds")

    @classmethod
    def load(cls, name_or_path: str | Path) -> Self:
        """Read a preset or a file.

        Parameters
        ----------
        name_or_path : str or Path
            The name of a preset (see `bonus_preset_names`), or else the path of a TOML file.

        Raises
        ------
        InputError
            If there is no such preset or file, or the file is not such a file.
        """
        text, presets = str(name_or_path), bonus_preset_names()
        if text in presets:
            return cls.from_toml((_PRESETS / f"{text}.toml").read_text("utf-8"), f"preset {text}")
        allowed = f"a side bet of the package ({', '.join(presets)}) or a TOML file"
        return cls.from_toml(read_file(text, "side bet", allowed), text)

    def to_toml(self) -> str:
        """Return the text of a file that reads as an equal side bet."""
        tables = self.to_dict()
        rows = tables.pop("pays")
        blocks = ["\n".join(["\n[[pays]]", *(assignment(*e) for e in row.items())]) for row in rows]
        return "\n".join([write_toml(tables).rstrip("\n"), *blocks, ""])

    @property
    def cards(self) -> int:
        """The cards of a hand."""
        return self.deal.cards

    @property
    def melds(self) -> MeldRules:
        """What melds."""
        suit = None if self.melding.suit == "none" else self.melding.suit
        return MeldRules(self.melding.rank, suit, self.melding.sequence)

    @property
    def title(self) -> str:
        """The name, which says so where the pay table is not a published one."""
        return self.name if self.published else f"{self.name} (not a published pay table)"

    def summary(self) -> tuple[str, ...]:
        """Return the side bet as short lines for people, the title first."""
        return (
            self.title,
            *((f"Source: {self.source}",) if self.source else ()),
            f"Cards of the player: {self.cards}; melds: {self.melding.label()}",
            "The first event that the hand is pays; a hand that is none loses the bet",
        )


class SideBet(BonusFile):
    """A side bet with its pay table, frozen.

    Made by `load`, `from_toml`, or from the tables of a file as keyword arguments.

    Attributes
    ----------
    name, source : str
        A title, and where the pay table is from.
    published : bool
        Whether the pay table is one that was published.
    deal, melding
        The tables of the file as read; `cards` and `melds` give them ready for use.
    pays : tuple of PayRow
        The rows of the pay table, in order: the first whose event a hand is pays.

    Raises
    ------
    InputError
        If a value is missing, unknown or not allowed; its `field` is the dotted path of the key,
        with the rows counted from 1, such as ``pays.2.event``.

    Examples
    --------
    >>> bet = SideBet(published=False, pays=[{"event": "gin", "pays": "17/2"}])
    >>> str(bet.pays[0].event), bet.pays[0].pays
    ('gin', Fraction(17, 2))
    """

    pays: tuple[PayRow, ...] = Field(
        min_length=1, description="rows, each with an event and what it pays"
    )

    def __init__(self, /, **tables: Any) -> None:
        super().__init__(**_read_rows(tables, PayRow))


class PayChoices(BonusFile):
    """A pay table to be found: events in order, and the pays to choose from for each.

    Made like a `SideBet`, which is also read: all of its pays are then fixed.

    Attributes
    ----------
    customary : tuple of Fraction
        The pays to choose from where a row has none of its own, high ones first.
    pays : tuple of ChoiceRow
        The rows, in order.
    """

    published: bool = Field(default=False, description="true or false")
    customary: PayList = Field(default=CUSTOMARY_PAYS, description=_PAY_LIST)
    pays: tuple[ChoiceRow, ...] = Field(
        min_length=1, description="rows, each with an event and pays for it"
    )

    def __init__(self, /, **tables: Any) -> None:
        super().__init__(**_read_rows(tables, ChoiceRow))

    @property
    def title(self) -> str:
        """The name, and which of its pay tables were published: none, or only that of the file."""
        published = "only the pay table of the file" if self.published else "none of its pay tables"
        return f"{self.name} (a search; {published} is published)"

    @property
    def fixed(self) -> tuple[Fraction, ...] | None:
        """The pay of each event if there is no choice: what is then a side bet."""
        pays = [row.pays or () for row in self.pays]
        return tuple(own[0] for own in pays) if all(len(own) == 1 for own in pays) else None


def _read_rows(tables: dict[str, Any], kind: type[Table]) -> dict[str, Any]:
    """Read the rows of the pay table one by one, so that an error says which one it is about."""
    rows = tables.get("pays")
    if not isinstance(rows, list | tuple):
        return tables
    if not rows:
        raise InputError(
            "pays", rows, f"one row or more, each with the keys {', '.join(kind.names())}"
        )
    return tables | {"pays": tuple(_read_row(*row, kind) for row in enumerate(rows, start=1))}


def _read_row(number: int, row: object, kind: type[Table]) -> Table:
    field = f"pays.{number}"
    if isinstance(row, kind):
        return row
    if not isinstance(row, dict) or not all(isinstance(key, str) for key in row):
        raise InputError(field, row, f"a table with the keys {', '.join(kind.names())}")
    try:
        return kind(**row)
    except ValidationError as error:
        fault = first_fault(error, kind)
    if fault.field == "event" and isinstance(fault.value, str):
        HandEvent.parse(fault.value, f"{field}.event")  # says which condition is at fault
    raise InputError(f"{field}.{fault.field}", fault.value, fault.allowed)


_PRESETS = resources.files("ginwin") / "presets" / "bonus"


def bonus_preset_names() -> tuple[str, ...]:
    """Return the names of the side bets that come with the package, sorted."""
    names = (entry.name for entry in _PRESETS.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))
