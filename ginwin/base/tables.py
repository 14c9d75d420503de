"""Results as tables: typed columns with units, and exact cells.

A table is made once and shown by many writers (terminal, JSON, pandas), so all show the same
figures. Cells are exact: integers, fractions and text. A column says how a cell is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Literal

from ginwin.base.exact import decimal, exact_json, ratio_json
from ginwin.errors import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

__all__ = ["Cell", "Column", "Table", "unique_names"]

Cell = int | Fraction | float | str | None
"""What a table holds; None is an empty cell, a float only what is irrational."""


_WHOLE = 100  # percent


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Parameters
    ----------
    name : str
        What it shows.
    kind : {"text", "integer", "number", "percent", "exact"}
        How cells are written: text as it is, integers with commas between the thousands, numbers
        and percentages (100 times the cell) rounded to `digits` decimals, exact numbers as whole
        numbers or fractions.
    unit : str
        The unit of what is written, such as ``% of ante``.
    digits : int
        The decimals of numbers and percentages.
    """

    name: str
    kind: Literal["text", "integer", "number", "percent", "exact"] = "text"
    unit: str = ""
    digits: int = 0

    @property
    def label(self) -> str:
        """The name with the unit."""
        return f"{self.name} ({self.unit})" if self.unit else self.name

    def write(self, cell: Cell) -> str:
        """Write a cell for people; an empty one is a hyphen.

        What is not zero is never written as zero, and what is less than all never as 100 percent.

        Examples
        --------
        >>> share = Column("share", "percent", digits=2)
        >>> share.write(Fraction(1, 10**6)), share.write(1 - Fraction(1, 10**6)), share.write(0)
        ('< 0.01', '> 99.99', '0.00')
        """
        if cell is None:
            return "-"
        if isinstance(cell, str) or self.kind == "text":
            return str(cell)
        number = Fraction(cell)
        if self.kind == "exact":
            return str(number)
        if self.kind == "integer":
            return decimal(number, 0, grouped=True)
        return self._rounded(100 * number if self.kind == "percent" else number)

    def _rounded(self, number: Fraction) -> str:
        """Round a number, but not to zero, and a percentage not to 100."""
        step = Fraction(1, 10**self.digits)
        rounded = round(number / step) * step
        if number > 0 == rounded:
            return f"< {decimal(step, self.digits)}"
        if number < 0 == rounded:
            return f"> {decimal(-step, self.digits)}"
        if self.kind == "percent" and number < rounded == _WHOLE:
            return f"> {decimal(_WHOLE - step, self.digits)}"
        return decimal(rounded, self.digits, grouped=True)

    def plain(self, cell: Cell) -> int | float | str | None:
        """Return a cell as data: an integer, a float in the unit of the column, or text."""
        if cell is None or isinstance(cell, str):
            return cell
        if self.kind == "text":
            return str(cell)
        if self.kind == "integer" or (self.kind == "exact" and cell == int(cell)):
            return int(cell)
        return float(100 * cell if self.kind == "percent" else cell)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of results.

    Parameters
    ----------
    name : str
        A short name, such as ``outcomes``, for files and JSON.
    title : str
        The title, for people.
    columns : tuple of Column
        The columns.
    rows : tuple of tuple
        The cells, a row for each line and a cell for each column.
    rules : tuple of str
        The rules that the table was made with (see `Rules.summary`); the first line names them.
    strategy : str
        The strategy that the table was made with, or empty where none matters.
    notes : tuple of str
        Remarks below the table.
    keys : int
        How many columns at the left say what a row is about.
    total : bool
        Whether the last row is the total of the others.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    rules: tuple[str, ...]
    strategy: str = ""
    notes: tuple[str, ...] = ()
    keys: int = 1
    total: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the columns with their units, no two the same."""
        return unique_names(column.label for column in self.columns)

    def to_frame(self, *, total: bool = False) -> pd.DataFrame:
        """Return a pandas DataFrame with the units in the column names.

        Parameters
        ----------
        total : bool
            Keep the row of totals, if there is one.

        Returns
        -------
        DataFrame
            Integers stay integers, also in a column with empty cells (dtype Int64); fractions are
            rounded to floats, percentages times 100.
        """
        import pandas as pd

        rows = self.rows[:-1] if self.total and not total else self.rows
        data = {}
        for number, (label, column) in enumerate(zip(self.labels, self.columns, strict=True)):
            cells = [column.plain(row[number]) for row in rows]
            whole = {type(cell) for cell in cells} == {int, type(None)}
            data[label] = pd.Series(cells, dtype="Int64" if whole else None)
        return pd.DataFrame(data)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the rows, without a row of totals, as JSON data by column name.

        Exact numbers are integers or text such as ``"3/2"``; other fractions have numerator,
        denominator and value (a percentage is not multiplied by 100).
        """
        keys = unique_names(column.name.replace(" ", "_") for column in self.columns)
        return [
            {
                key: _cell_json(column, cell)
                for key, column, cell in zip(keys, self.columns, row, strict=True)
            }
            for row in (self.rows[:-1] if self.total else self.rows)
        ]


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names that head columns or entries: each in one line, and no two the same.

    Examples
    --------
    >>> unique_names(["gli", "gli", "gli (2)", "gli"])
    ('gli', 'gli (2)', 'gli (2) (2)', 'gli (3)')
    """
    unique: dict[str, None] = {}
    for name in map(one_line, names):
        numbered = chain((name,), (f"{name} ({number})" for number in count(2)))
        unique[next(each for each in numbered if each not in unique)] = None
    return tuple(unique)


def _cell_json(column: Column, cell: Cell) -> Any:
    if not isinstance(cell, Fraction):
        return cell
    if column.kind == "exact":
        return exact_json(cell)
    return ratio_json(cell.numerator, cell.denominator)
