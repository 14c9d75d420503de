"""Documents as an Excel workbook: a sheet for each table, with formulas to check them by.

Numbers are numbers and text is text, so that ``9-5`` is no date and ``=1+1`` no formula. A
spreadsheet keeps 15 digits of a number; where an integer has more, a column of text beside it has
all of them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ginwin.base.tables import Table, unique_names
from ginwin.document.model import Checks, Data
from ginwin.document.wording import caption, made_with
from ginwin.errors import one_line

if TYPE_CHECKING:
    from ginwin.base.tables import Cell, Column
    from ginwin.document.model import Document
    from ginwin.document.pictures import Pictures

__all__ = ["spreadsheet_bytes"]

_CREATED = datetime(2018, 1, 1)  # noqa: DTZ001  (any fixed day: a workbook must name one)
_DIGITS = 15  # that a spreadsheet keeps of a number
_EXACT = 2**53  # up to here each integer is a number of a spreadsheet
_TOP = 4  # rows above the head of a table
_WIDEST = 60  # characters
_LONGEST_NAME = 31  # of a sheet
_REFERENCE = re.compile(r"\{([^.{}]+)\.([^!{}]+)(!total)?\}")
_FORMATS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 14},
    "soft": {"font_color": "#555555"},
    "text": {"text_wrap": True, "valign": "top"},
    "head": {"bold": True, "text_wrap": True, "valign": "bottom", "top": 2, "bottom": 1},
    "link": {"font_color": "#0b5394", "underline": 1},
}


def spreadsheet_bytes(document: Document, pictures: Pictures) -> bytes:
    """Return a document as an Excel workbook, the same bytes each time.

    Parameters
    ----------
    document : Document
        The document.
    pictures : Pictures
        Draws its figures, which stand on a sheet of their own.

    Returns
    -------
    bytes
        The workbook. In a row of totals, a cell that is the sum of those above is a formula, stored
        with its exact result; so is each of the document's `Checks`.
    """
    import xlsxwriter

    content = io.BytesIO()
    options = {
        "in_memory": True,
        "strings_to_numbers": False,
        "strings_to_formulas": False,
        "strings_to_urls": False,
    }
    with xlsxwriter.Workbook(content, options) as book:
        title = f"{document.title}: {document.subtitle}"
        book.set_properties(
            {"title": one_line(title)[:255], "author": "ginwin", "created": _CREATED}
        )
        _Workbook(document, pictures, book).write()
    return content.getvalue()


@dataclass(frozen=True)
class _Layout:
    """Where the columns of a table stand on its sheet."""

    table: Table
    sheet: str

    @cached_property
    def long(self) -> frozenset[int]:
        """The columns with integers of more digits than a spreadsheet keeps."""
        return frozenset(
            number
            for number, _ in enumerate(self.table.columns)
            if any(_has_more_digits(row[number]) for row in self.table.rows)
        )

    def place(self, number: int) -> int:
        """Return the column of the sheet for a column of the table."""
        return number + sum(before < number for before in self.long)

    @property
    def first(self) -> int:
        """The first row below the head."""
        return _TOP + 1

    @property
    def last(self) -> int:
        """The last row, without that of totals."""
        return _TOP + len(self.table.rows) - self.table.total

    def cells(self, number: int, *, total: bool = False, sheet: bool = True) -> str:
        """Return the reference to the cells of a column, or to its total."""
        from xlsxwriter.utility import xl_range_abs, xl_rowcol_to_cell

        place = self.place(number)
        if total:
            cells = xl_rowcol_to_cell(self.last + 1, place, row_abs=True, col_abs=True)
        else:
            cells = xl_range_abs(self.first, place, self.last, place)
        return f"'{self.sheet}'!{cells}" if sheet else cells


def _has_more_digits(cell: Cell) -> bool:
    return isinstance(cell, int) and len(str(abs(cell)).rstrip("0")) > _DIGITS


class _Workbook:
    """Writes the sheets of a document."""

    def __init__(self, document: Document, pictures: Pictures, book: Any) -> None:
        self.document, self.pictures, self.book = document, pictures, book
        self.formats = {name: book.add_format(made) for name, made in _FORMATS.items()}
        names = _sheet_names(table.name for table in document.tables)
        self.layouts = {
            table.name: _Layout(table, sheet)
            for table, sheet in zip(document.tables, names, strict=True)
        }

    def write(self) -> None:
        self._write_contents()
        for section in self.document.sections:
            for block in section.blocks:
                if isinstance(block, Checks):
                    self._write_table(block, block.table)
                    self._write_checks(block)
                elif isinstance(block, Data):
                    self._write_table(block, block.table)
                elif isinstance(block, Table):
                    self._write_table(block, block)
        if self.document.figures:
            self._write_figures()

    def _format(self, **made: Any) -> Any:
        key = repr(sorted(made.items()))
        if key not in self.formats:
            self.formats[key] = self.book.add_format(made)
        return self.formats[key]

    def _write_contents(self) -> None:
        sheet = self.book.add_worksheet("Contents")
        sheet.write_string(0, 0, one_line(self.document.title), self.formats["title"])
        sheet.write_string(1, 0, one_line(self.document.subtitle), self.formats["soft"])
        row = 3
        for name, fact in self.document.facts:
            sheet.write_string(row, 0, one_line(name))
            sheet.write_string(row, 1, one_line(fact))
            row += 1
        row += 1
        for column, head in enumerate(("sheet", "what it shows", "rows", "section")):
            sheet.write_string(row, column, head, self.formats["head"])
        for section in self.document.sections:
            for block in section.blocks:
                if isinstance(block, Table | Data | Checks):
                    row += 1
                    table = block if isinstance(block, Table) else block.table
                    layout = self.layouts[table.name]
                    link, shown = f"internal:'{layout.sheet}'!A1", caption(self.document, block)
                    sheet.write_url(row, 0, link, self.formats["link"], layout.sheet)
                    sheet.write_string(row, 1, one_line(shown))
                    sheet.write_number(row, 2, len(table.rows))
                    sheet.write_string(row, 3, one_line(section.title))
        if self.document.figures:
            row += 1
            sheet.write_url(row, 0, "internal:'Figures'!A1", self.formats["link"], "Figures")
            sheet.write_string(row, 1, "All figures")
        sheet.set_column(0, 0, 26)
        sheet.set_column(1, 1, _WIDEST)
        sheet.set_column(3, 3, 30)
        _for_print(sheet, None)

    def _write_table(self, block: Table | Data | Checks, table: Table) -> None:
        layout = self.layouts[table.name]
        sheet = self.book.add_worksheet(layout.sheet)
        sheet.write_string(0, 0, one_line(caption(self.document, block)), self.formats["title"])
        sheet.write_string(1, 0, one_line(made_with(table)), self.formats["soft"])
        for number, (label, column) in enumerate(zip(table.labels, table.columns, strict=True)):
            self._write_column(sheet, layout, number, label, column)
        for below, note in enumerate(table.notes):
            row = _TOP + len(table.rows) + 2 + below
            sheet.write_string(row, 0, one_line(note), self.formats["soft"])
        sheet.freeze_panes(_TOP + 1, layout.place(min(table.keys, len(table.columns) - 1)))
        _for_print(sheet, _TOP)

    def _write_column(
        self, sheet: Any, layout: _Layout, number: int, label: str, column: Column
    ) -> None:
        table, place = layout.table, layout.place(number)
        side = "left" if column.kind == "text" else "right"
        shown = [column.write(row[number]) for row in table.rows]
        width = min(_WIDEST, max(9, *(len(cell) + 2 for cell in (*shown, ""))))
        sheet.set_column(place, place, width)
        head = self._format(**_FORMATS["head"], align=side)
        sheet.write_string(_TOP, place, label, head)
        if number in layout.long:
            sheet.set_column(place + 1, place + 1, width)
            sheet.write_string(_TOP, place + 1, f"{label}, all digits", head)
        for row, cells in enumerate(table.rows, start=layout.first):
            total = table.total and row == _TOP + len(table.rows)
            self._write_cell(sheet, (row, place), column, cells[number], total=total)
            if number in layout.long:
                digits = column.write(cells[number])
                made = self._format(align="right", **_bold(total))
                sheet.write_string(row, place + 1, digits, made)
        if table.total:
            self._write_sum(sheet, layout, number, column)

    def _write_cell(
        self, sheet: Any, place: tuple[int, int], column: Column, cell: Cell, *, total: bool
    ) -> None:
        plain = column.plain(cell)
        if plain is None:
            sheet.write_blank(*place, None, self._format(**_bold(total)))
        elif isinstance(plain, str):
            made = self._format(valign="top", **_bold(total))
            sheet.write_string(*place, one_line(plain), made)
        else:
            made = self._format(num_format=_number_format(column), **_bold(total))
            sheet.write_number(*place, plain, made)

    def _write_sum(self, sheet: Any, layout: _Layout, number: int, column: Column) -> None:
        """Put a formula in the place of a total that is the sum of the cells above it."""
        *body, total = (row[number] for row in layout.table.rows)
        exact = [cell for cell in body if isinstance(cell, int | Fraction)]
        if isinstance(total, int | Fraction) and body and _adds_up(body, exact, total):
            made = self._format(num_format=_number_format(column), **_bold(wanted=True))
            formula = f"=SUM({layout.cells(number, sheet=False)})"
            place = layout.last + 1, layout.place(number)
            sheet.write_formula(*place, formula, made, column.plain(total))

    def _write_checks(self, block: Checks) -> None:
        """Write the formulas of checks, and their differences from what the table says."""
        layout = self.layouts[block.name]
        sheet = self.book.get_worksheet_by_name(layout.sheet)
        place = layout.place(len(layout.table.columns))
        head = self._format(**_FORMATS["head"], align="right")
        for column, name in enumerate(("recalculated", "difference")):
            sheet.write_string(_TOP, place + column, name, head)
            sheet.set_column(place + column, place + column, 26 if column == 0 else 12)
        columns = {column.name: number for number, column in enumerate(layout.table.columns)}
        for row, check in enumerate(block.checks, start=layout.first):
            whole = isinstance(check.value, int)
            own = layout.place(columns["whole number" if whole else "ratio"])
            made = self._format(num_format="#,##0" if whole else "0.000000000")
            value = check.value if whole else float(check.value)
            sheet.write_formula(row, place, f"={self._resolved(check.formula)}", made, value)
            difference = f"={_cell(row, place)}-{_cell(row, own)}"
            sheet.write_formula(row, place + 1, difference, self._format(num_format="0"), 0)

    def _resolved(self, formula: str) -> str:
        """Return a formula with its references to tables as references to cells."""

        def cells(match: re.Match[str]) -> str:
            layout = self.layouts[match[1]]
            number = [column.name for column in layout.table.columns].index(match[2])
            return layout.cells(number, total=bool(match[3]))

        return _REFERENCE.sub(cells, formula)

    def _write_figures(self) -> None:
        sheet = self.book.add_worksheet("Figures")
        row = 0
        for figure in self.document.figures:
            sheet.write_string(
                row, 0, one_line(caption(self.document, figure)), self.formats["title"]
            )
            sheet.write_string(row + 1, 0, one_line(figure.text), self.formats["soft"])
            picture = io.BytesIO(self.pictures.png(figure))
            options = {
                "image_data": picture,
                "x_scale": 1,
                "y_scale": 1,
                "description": figure.title,
            }
            sheet.insert_image(row + 2, 0, f"{figure.name}.png", options)
            row += 5 + round(figure.size[1] * 72 / 15)  # a row is 15 points high
        _for_print(sheet, None)


def _sheet_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return names of sheets for tables: short, of characters that are allowed, no two the same."""
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


def _cell(row: int, column: int) -> str:
    from xlsxwriter.utility import xl_rowcol_to_cell

    return str(xl_rowcol_to_cell(row, column))


def _bold(wanted: bool) -> dict[str, Any]:
    return {"bold": True, "top": 1, "bottom": 2} if wanted else {}


def _number_format(column: Column) -> str:
    match column.kind:
        case "integer":
            return "#,##0"
        case "exact":
            return "General"
        case _:
            return "#,##0." + "0" * column.digits if column.digits else "#,##0"


def _adds_up(body: list[Cell], exact: list[int | Fraction], total: int | Fraction) -> bool:
    """Return whether cells add up to a total, also where a spreadsheet adds them."""
    if len(exact) < len([cell for cell in body if cell is not None]) or not exact:
        return False
    parts = [Fraction(cell) for cell in exact]
    return sum(parts) == total and sum(map(abs, parts)) <= _EXACT


def _for_print(sheet: Any, head: int | None) -> None:
    """Set a sheet up for A4: as wide as the page, with its head on each."""
    sheet.set_paper(9)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.set_footer("&L&A&Rpage &P of &N")
    if head is not None:
        sheet.repeat_rows(head)
