"""How the columns of a printed table are laid out: what is long, and the lines of the heads."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ginwin.base.tables import Table

__all__ = ["PrintedColumn", "letters", "printed_columns"]

_LONG = 34  # characters of a cell that make a column of text break its lines
_HEAD = 9  # characters that a head may take in any column
_LINES = 4  # of a head; beyond them it takes more room


@dataclass(frozen=True, slots=True)
class PrintedColumn:
    """A column as it is printed.

    Parameters
    ----------
    label : str
        What heads it.
    head : tuple of str
        The lines of the head where room is short.
    right : bool
        Whether it holds numbers, which stand at the right.
    body : int
        The characters of its longest line below the head.
    long : bool
        Whether its cells take several lines.
    """

    label: str
    head: tuple[str, ...]
    right: bool
    body: int
    long: bool


def printed_columns(table: Table) -> tuple[PrintedColumn, ...]:
    """Return the columns of a table as they are printed."""
    columns = []
    for number, (label, column) in enumerate(zip(table.labels, table.columns, strict=True)):
        longest = max((len(column.write(row[number])) for row in table.rows), default=0)
        right = column.kind != "text"
        long = not right and longest > _LONG
        body = _LONG if long else longest
        columns.append(PrintedColumn(label, _head(label, max(_HEAD, body)), right, body, long))
    return tuple(columns)


def letters(columns: tuple[PrintedColumn, ...]) -> int:
    """Return how many characters all columns take, with those between them."""
    return sum(max(column.body, *map(len, column.head)) + 2 for column in columns)


def _head(label: str, width: int) -> tuple[str, ...]:
    """Return the lines of the head of a column, few enough to be read."""
    broken = any(len(word) > _LONG for word in label.split())
    lines = wrap(label, width, break_long_words=broken) or [""]
    while len(lines) > _LINES:
        width += 1
        lines = wrap(label, width, break_long_words=broken)
    return tuple(lines)
