"""What sections write in their sentences, and how they look into tables for it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.exact import decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ginwin.base.tables import Cell, Table

__all__ = ["cell", "column", "exact", "listed", "number", "numbered", "percent"]


def exact(figure: Cell) -> Fraction:
    """Return a number of a table exactly.

    Raises
    ------
    TypeError
        If the cell is text or empty.
    """
    if figure is None or isinstance(figure, str):
        raise TypeError(f"no number: {figure!r}")
    return Fraction(figure)


def number(figure: Cell, digits: int) -> str:
    """Write a number of a table with a fixed number of decimals."""
    return decimal(exact(figure), digits, grouped=True)


def percent(share: Cell, digits: int = 2) -> str:
    """Write a share of a table as a percentage; one that would round to zero is below so much."""
    figure = 100 * exact(share)
    least = Fraction(1, 10**digits)
    if 0 < figure < least / 2:
        return f"less than {number(least, digits)} %"
    return f"{number(figure, digits)} %"


def column(table: Table, name: str) -> dict[Cell, Cell]:
    """Return the cells of a column by those of the first column, without the row of totals.

    Parameters
    ----------
    table : Table
        A table with different cells in its first column.
    name : str
        The name of the column, without the unit.
    """
    place = [one.name for one in table.columns].index(name)
    return {row[0]: row[place] for row in (table.rows[:-1] if table.total else table.rows)}


def cell(table: Table, row: Cell, name: str) -> Cell:
    """Return the cell of a column in the row that begins with another cell."""
    return column(table, name)[row]


def listed(parts: Sequence[str]) -> str:
    """Return parts of a sentence joined by commas, the last by "and".

    Examples
    --------
    >>> listed(["one", "two", "three"]), listed(["one"])
    ('one, two and three', 'one')
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def numbered(table: Table, place: int, of: str) -> Table:
    """Return a table that a document holds several times, named and titled for what it is about.

    Parameters
    ----------
    table : Table
        The table.
    place : int
        Which it is of the tables of its name, counted from 1.
    of : str
        What it is about, for the title.
    """
    return replace(table, name=f"{table.name}_{place}", title=f"{table.title} ({of})")
