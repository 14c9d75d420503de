"""Documents as an Excel workbook: a sheet for each table, with formulas to check them by.

Numbers are numbers and text is text, so that ``9-5`` is no date and ``=1+1`` no formula. A
spreadsheet keeps 15 digits of a number; where an integer has more, a column of text beside it has
all of them.
"""

from __future__ import annotations

import io
import re
from datetime import datetime
from itertools import accumulate, chain, repeat
from typing import TYPE_CHECKING, Any

from ginwin.base.tables import Table
from ginwin.document.model import Checks, Data
from ginwin.document.sheets import (
    PAGE,
    TOP,
    Layout,
    adds_up,
    line_count,
    number_format,
    sheet_names,
)
from ginwin.document.wording import caption, made_with
from ginwin.errors import one_line

if TYPE_CHECKING:
    from ginwin.base.tables import Cell, Column
    from ginwin.document.model import Document, Figure
    from ginwin.document.pictures import Pictures

__all__ = ["spreadsheet_bytes"]

_CREATED = datetime(2018, 1, 1)  # noqa: DTZ001  (any fixed day: a workbook must name one)
_REFERENCE = re.compile(r"\{([^.{}]+)\.([^!{}]+)(!total)?\}")
_LINE = 15  # points: the height of a line of text
_PAGE = 100  # characters: a line of text above or below a table
_SMALLER = 1.3  # times smaller than it could be, a table is printed to stay on one page
_COLUMN = 8.43  # characters: the width of a column that has none of its own
_A4 = (10.0, 6.0)  # inches: what a picture may fill of a page that lies
_PAPER, _FOOTER = 9, "&L&A&Rpage &P of &N"  # A4
_CHECKED = {"recalculated": 26, "difference": 14}
_FORMATS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 14},
    "soft": {"font_color": "#555555"},
    "head": {"bold": True, "text_wrap": True, "valign": "bottom", "top": 2, "bottom": 1},
    "link": {"font_color": "#0b5394", "underline": 1},
}
_LETTERS = {"title": 1.5, "soft": 1.0}  # how wide and high letters are


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


class _Workbook:
    """Writes the sheets of a document."""

    def __init__(self, document: Document, pictures: Pictures, book: Any) -> None:
        self.document, self.pictures, self.book = document, pictures, book
        self.formats: dict[str, Any] = {}
        self.blocks = [
            (section, block)
            for section in document.sections
            for block in section.blocks
            if isinstance(block, Table | Data | Checks)
        ]
        names = sheet_names(table.name for table in document.tables)
        self.layouts = {
            table.name: Layout(table, sheet, _CHECKED if isinstance(block, Checks) else {})
            for table, sheet, (_, block) in zip(document.tables, names, self.blocks, strict=True)
        }

    def write(self) -> None:
        self._write_contents()
        for _, block in self.blocks:
            self._write_table(block)
        if self.document.figures:
            self._write_figures()

    def _format(self, name: str = "", **made: Any) -> Any:
        made = _FORMATS.get(name, {}) | made
        key = repr(sorted(made.items()))
        if key not in self.formats:
            self.formats[key] = self.book.add_format(made)
        return self.formats[key]

    def _write_contents(self) -> None:
        sheet = self.book.add_worksheet("Contents")
        widths = (26, 60, 10, 34)
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        self._write_line(sheet, 0, self.document.title, "title", widths)
        self._write_line(sheet, 1, self.document.subtitle, "soft", widths)
        row = 3
        for name, fact in self.document.facts:
            sheet.write_string(row, 0, one_line(name), self._format(valign="top"))
            made = self._format(text_wrap=True, valign="top")
            sheet.merge_range(row, 1, row, 3, "", made)
            sheet.write_string(row, 1, one_line(fact), made)
            _set_lines(sheet, row, line_count(fact, sum(widths[1:])))
            row += 1
        row += 1
        for column, head in enumerate(("sheet", "what it shows", "rows", "section")):
            made = self._format("head", **_aside(head != "rows", column))
            sheet.write_string(row, column, head, made)
        for section, block in self.blocks:
            row += 1
            table = block if isinstance(block, Table) else block.table
            shown = caption(self.document, block)
            self._write_link(sheet, row, self.layouts[table.name].sheet, shown)
            made = self._format(num_format="#,##0", **_aside(text=False))
            sheet.write_number(row, 2, len(table.rows), made)
            sheet.write_string(row, 3, one_line(section.title), self._format(**_aside(text=True)))
        if self.document.figures:
            self._write_link(sheet, row + 1, "Figures", "All figures")
        _for_print(sheet)

    def _write_link(self, sheet: Any, row: int, name: str, shown: str) -> None:
        sheet.write_url(row, 0, f"internal:'{name}'!A1", self._format("link"), name)
        made = self._format(text_wrap=True, **_aside(text=True))
        sheet.write_string(row, 1, one_line(shown), made)
        _set_lines(sheet, row, line_count(shown, 57))

    def _write_line(
        self, sheet: Any, row: int, text: str, style: str, widths: tuple[int, ...]
    ) -> int:
        """Write text over the columns of a sheet, and return the lines that it takes."""
        rooms = enumerate(accumulate(chain(widths, repeat(_COLUMN))))
        last, room = next((last, room) for last, room in rooms if room >= _PAGE)
        lines = line_count(text, room / _LETTERS[style])
        if lines > 1 and last > 0:
            made = self._format(style, text_wrap=True, valign="top")
            sheet.merge_range(row, 0, row, last, "", made)
        else:
            made = self._format(style)
        sheet.write_string(row, 0, one_line(text), made)
        _set_lines(sheet, row, lines, _LETTERS[style])
        return lines

    def _write_table(self, block: Table | Data | Checks) -> None:
        table = block if isinstance(block, Table) else block.table
        layout = self.layouts[table.name]
        sheet = self.book.add_worksheet(layout.sheet)
        for place, width in enumerate(layout.widths):
            sheet.set_column(place, place, width)
        self._write_line(sheet, 0, caption(self.document, block), "title", layout.widths)
        self._write_line(sheet, 1, made_with(table), "soft", layout.widths)
        _set_lines(sheet, TOP, layout.head_lines)
        lines = TOP + layout.head_lines + 1
        for row, cells in enumerate(table.rows, start=layout.first):
            _set_lines(sheet, row, layout.row_lines(cells))
            lines += layout.row_lines(cells)
        for number, column in enumerate(table.columns):
            self._write_column(sheet, layout, number, column)
        if isinstance(block, Checks):
            self._write_checks(sheet, layout, block)
        for row, note in enumerate(table.notes, start=TOP + len(table.rows) + 2):
            lines += self._write_line(sheet, row, note, "soft", layout.widths)
        sheet.freeze_panes(TOP + 1, layout.place(min(table.keys, len(table.columns) - 1)))
        whole = lines <= _SMALLER * PAGE[1] * max(1, sum(layout.widths) / PAGE[0])
        _for_print(sheet, TOP, pages=1 if whole else 0)

    def _write_column(self, sheet: Any, layout: Layout, number: int, column: Column) -> None:
        table, place = layout.table, layout.place(number)
        text, long = column.kind == "text", number in layout.long
        head = self._format("head", **_aside(text, place))
        for each in (place, place + 1) if long else (place,):
            sheet.write_string(TOP, each, layout.heads[each], head)
        for row, cells in enumerate(table.rows, start=layout.first):
            total = table.total and row == layout.last + 1
            self._write_cell(sheet, (row, place), column, cells[number], total=total)
            if long:
                made = self._format(valign="top", **_aside(text=False), **_bold(total))
                sheet.write_string(row, place + 1, column.write(cells[number]), made)
        if table.total and not text:
            self._write_sum(sheet, layout, number, column)

    def _write_cell(
        self, sheet: Any, place: tuple[int, int], column: Column, cell: Cell, *, total: bool
    ) -> None:
        plain, made = column.plain(cell), {"valign": "top", **_bold(total)}
        if plain is None:
            sheet.write_blank(*place, None, self._format(**made))
        elif isinstance(plain, str):
            made |= {"text_wrap": True, **_aside(column.kind == "text", place[1])}
            sheet.write_string(*place, one_line(plain), self._format(**made))
        else:
            made |= {"num_format": number_format(column), **_aside(text=False)}
            sheet.write_number(*place, plain, self._format(**made))

    def _write_sum(self, sheet: Any, layout: Layout, number: int, column: Column) -> None:
        """Put a formula in the place of a total that is the sum of the cells above it."""
        *body, total = (row[number] for row in layout.table.rows)
        if adds_up(body, total):
            made = self._format(
                valign="top",
                num_format=number_format(column),
                **_aside(text=False),
                **_bold(wanted=True),
            )
            formula = f"=SUM({layout.cells(number, sheet=False)})"
            place = layout.last + 1, layout.place(number)
            sheet.write_formula(*place, formula, made, column.plain(total))

    def _write_checks(self, sheet: Any, layout: Layout, block: Checks) -> None:
        """Write the formulas of checks, and their differences from what the table says."""
        from xlsxwriter.utility import xl_rowcol_to_cell

        place = len(layout.heads) - len(_CHECKED)
        for column, name in enumerate(_CHECKED, start=place):
            sheet.write_string(TOP, column, name, self._format("head", **_aside(text=False)))
        columns = {column.name: number for number, column in enumerate(layout.table.columns)}
        for row, check in enumerate(block.checks, start=layout.first):
            whole = isinstance(check.value, int)
            own = columns["whole number" if whole else "ratio"]
            written = number_format(layout.table.columns[own])
            made = self._format(valign="top", num_format=written, **_aside(text=False))
            value = check.value if whole else float(check.value)
            sheet.write_formula(row, place, f"={self._resolved(check.formula)}", made, value)
            found = xl_rowcol_to_cell(row, place)
            difference = f"={found}-{xl_rowcol_to_cell(row, layout.place(own))}"
            sheet.write_formula(row, place + 1, difference, made, 0)

    def _resolved(self, formula: str) -> str:
        """Return a formula with its references to tables as references to cells."""

        def cells(match: re.Match[str]) -> str:
            layout = self.layouts[match[1]]
            number = [column.name for column in layout.table.columns].index(match[2])
            return layout.cells(number, total=bool(match[3]))

        return _REFERENCE.sub(cells, formula)

    def _write_figures(self) -> None:
        sheet = self.book.add_worksheet("Figures")
        row, begins = 0, []
        for figure in self.document.figures:
            begins.append(row)
            self._write_line(sheet, row, caption(self.document, figure), "title", ())
            self._write_line(sheet, row + 1, figure.text, "soft", ())
            options = {
                "image_data": io.BytesIO(self.pictures.png(figure)),
                "description": one_line(figure.title),
            }
            sheet.insert_image(row + 2, 0, f"{figure.name}.png", options)
            row += 5 + round(figure.size[1] * 72 / _LINE)
        sheet.set_paper(_PAPER)
        sheet.set_landscape()
        sheet.set_print_scale(_scale(self.document.figures))
        sheet.set_h_pagebreaks(begins[1:])
        sheet.set_footer(_FOOTER)


def _bold(wanted: bool) -> dict[str, Any]:
    return {"bold": True, "top": 1, "bottom": 2} if wanted else {}


def _aside(text: bool, place: int = 1) -> dict[str, Any]:
    """Keep text apart from what is at its left, and a number from what is at its right."""
    return {"align": "left", "indent": min(place, 1)} if text else {"align": "right", "indent": 1}


def _set_lines(sheet: Any, row: int, lines: int, letters: float = 1) -> None:
    """Make a row as high as its lines."""
    if lines * letters > 1:
        sheet.set_row(row, _LINE * lines * letters)


def _scale(figures: tuple[Figure, ...]) -> int:
    """Return how large figures are printed, so that each fits a page, in percent."""
    width, height = (max(sizes) for sizes in zip(*(one.size for one in figures), strict=True))
    return max(10, int(100 * min(1, _A4[0] / width, _A4[1] / height)))


def _for_print(sheet: Any, head: int | None = None, pages: int = 0) -> None:
    """Set a sheet up for A4: as wide as the page, with its head on each of so many, if any."""
    sheet.set_paper(_PAPER)
    sheet.set_landscape()
    sheet.fit_to_pages(1, pages)
    sheet.set_footer(_FOOTER)
    if head is not None:
        sheet.repeat_rows(head)
