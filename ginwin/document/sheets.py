"""Where a table stands on a sheet of a workbook: names, columns, widths and heights."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from textwrap import wrap
from typing import TYPE_CHECKING

from ginwin.base.tables import unique_names
from ginwin.errors import one_line

if TYPE_CHECKING:
    from ginwin.base.tables import Cell, Column, Table

__all__ = ["PAGE", "TOP", "Layout", "adds_up", "line_count", "number_format", "sheet_names"]

TOP = 4
"""The rows above the head of a table: its title, what it was made with, and space."""

PAGE = 140, 32
"""The characters in a line of a page that lies, and its lines, as large as on the screen."""

_DIGITS = 15  # that a spreadsheet keeps of a number
_EXACT = 2**53  # up to here each integer is a number of a spreadsheet
_NARROWEST, _WRAPPED, _WIDEST = 9, 20, 60  # characters; a column of text may be as wide as these
_HEAD_LINES = 3  # beyond them a head takes more room
_LONGEST_NAME = 31  # of a sheet


@dataclass(frozen=True)
class Layout:
    """Where the columns of a table stand on its sheet; rows and columns are numbered from 0.

    Parameters
    ----------
    table : Table
        The table.
    sheet : str
        The name of its sheet.
    added : mapping of str to int
        Columns of the sheet to the right of the table: the head of each and its width.
    """

    table: Table
    sheet: str
    added: Mapping[str, int]

    @cached_property
    def long(self) -> frozenset[int]:
        """The columns with integers of more digits than a spreadsheet keeps."""
        return frozenset(
            number
            for number, column in enumerate(self.table.columns)
            if column.kind != "text"
            and any(_has_more_digits(row[number]) for row in self.table.rows)
        )

    def place(self, number: int) -> int:
        """Return the column of the sheet for a column of the table."""
        return number + sum(before < number for before in self.long)

    @property
    def first(self) -> int:
        """The first row below the head."""
        return TOP + 1

    @property
    def last(self) -> int:
        """The last row, without that of totals."""
        return TOP + len(self.table.rows) - self.table.total

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """What heads each column of the sheet."""
        heads: list[str] = []
        for number, label in enumerate(self.table.labels):
            heads += [label, f"{label}, all digits"] if number in self.long else [label]
        return (*heads, *self.added)

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """The width of each column of the sheet, in characters."""
        bodies: list[int] = []
        for number, column in enumerate(self.table.columns):
            body = max((len(column.write(row[number])) for row in self.table.rows), default=0)
            bodies += [body, body] if number in self.long else [body]
        bodies += self.added.values()
        widths = [_width(head, body) for head, body in zip(self.heads, bodies, strict=True)]
        texts = [
            self.place(number)
            for number, column in enumerate(self.table.columns)
            if column.kind == "text"
        ]
        while sum(widths) > PAGE[0] and texts:
            widest = max(texts, key=lambda place: widths[place])
            if widths[widest] <= max(_WRAPPED, _width(self.heads[widest], 0)):
                break
            widths[widest] -= 1
        return tuple(widths)

    @property
    def head_lines(self) -> int:
        """The lines that the longest head takes."""
        return max(map(_head_lines, self.heads, self.widths))

    def row_lines(self, row: tuple[Cell, ...]) -> int:
        """Return the lines that the longest text of a row takes."""
        texts = ((number, cell) for number, cell in enumerate(row) if isinstance(cell, str))
        return max(
            (line_count(cell, self.widths[self.place(number)] - 1) for number, cell in texts),
            default=1,
        )

    def cells(self, number: int, *, total: bool = False, sheet: bool = True) -> str:
        """Return the reference to the cells of a column of the table, or to its total."""
        from xlsxwriter.utility import xl_range_abs, xl_rowcol_to_cell

        place = self.place(number)
        if total:
            cells = xl_rowcol_to_cell(self.last + 1, place, row_abs=True, col_abs=True)
        else:
            cells = xl_range_abs(self.first, place, self.last, place)
        return f"'{self.sheet}'!{cells}" if sheet else str(cells)


def _has_more_digits(cell: Cell) -> bool:
    whole = isinstance(cell, int | Fraction) and cell.denominator == 1
    return whole and len(str(cell).strip("-").rstrip("0")) > _DIGITS


def _width(head: str, body: int) -> int:
    """Return the width of a column for its longest cell and its head."""
    words = (len(word) for word in head.split())
    width = min(_WIDEST, max(_NARROWEST, body + 3, *(word + 4 for word in words)))
    while _head_lines(head, width) > _HEAD_LINES and width < _WIDEST:
        width += 1
    return width


def _head_lines(head: str, width: int) -> int:
    return line_count(head, width - 3)  # bold letters are wider, and a space stands beside them


def line_count(text: str, width: float) -> int:
    """Return how many lines of a width in characters a text takes.

    Examples
    --------
    >>> line_count("one two", 9), line_count("one two", 6), line_count("", 9)
    (1, 2, 1)
    """
    text = one_line(text)
    return 1 if len(text) <= width else len(wrap(text, max(1, int(width)))) or 1


def sheet_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names of sheets for tables: short, of characters that are allowed, no two the same.

    Examples
    --------
    >>> sheet_names(["a/b", "figures"])
    ('a-b', 'figures 2')
    """
    taken = {"contents", "figures", "history"}
    found = []
    for name in unique_names(names):
        base = re.sub(r"[\[\]:*?/\\']", "-", name)
        number, sheet = 1, base[:_LONGEST_NAME]
        while sheet.casefold() in taken:
            number += 1
            end = f" {number}"
            sheet = base[: _LONGEST_NAME - len(end)] + end
        taken.add(sheet.casefold())
        found.append(sheet)
    return tuple(found)


def number_format(column: Column) -> str:
    """Return how a spreadsheet writes the numbers of a column.

    Examples
    --------
    >>> from ginwin.base.tables import Column
    >>> number_format(Column("edge", "percent", "% of ante", digits=4))
    '#,##0.0000'
    """
    match column.kind:
        case "integer":
            return "#,##0"
        case "exact":
            return "General"
        case _:
            return "#,##0." + "0" * column.digits if column.digits else "#,##0"


def adds_up(cells: Iterable[Cell], total: Cell) -> bool:
    """Return whether cells add up to a total, also where a spreadsheet adds them.

    Examples
    --------
    >>> adds_up((1, None, 2), 3), adds_up((2**53, 1), 2**53 + 1)
    (True, False)
    """
    numbers = [cell for cell in cells if cell is not None]
    parts = [Fraction(cell) for cell in numbers if isinstance(cell, int | Fraction)]
    if not parts or len(parts) < len(numbers) or not isinstance(total, int | Fraction):
        return False
    return sum(parts) == total and sum(map(abs, parts)) <= _EXACT
