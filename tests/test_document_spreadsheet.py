"""A document as a workbook: numbers are numbers, text is text, and formulas give what is stored."""

import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from sample_document import CHECKS, DOCUMENT, LARGE, OUTCOMES, WIDE
from workbooks import Workbook

from ginwin.base.tables import Column, Table
from ginwin.document.model import Document, Section
from ginwin.document.pictures import Pictures
from ginwin.document.spreadsheet import spreadsheet_bytes

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
TOP = 5  # rows up to the head of a table


@cache
def content() -> bytes:
    return spreadsheet_bytes(DOCUMENT, Pictures())


@cache
def book() -> Workbook:
    return Workbook(content())


def made(*tables: Table) -> Workbook:
    document = Document("t", "s", (), (Section("a", "A", tables),))
    return Workbook(spreadsheet_bytes(document, Pictures()))


def test_a_sheet_for_each_table_and_a_list_of_them() -> None:
    names = [table.name for table in DOCUMENT.tables]
    assert book().results.sheetnames == ["Contents", *names, "Figures"]
    contents = book().results["Contents"]
    links = {
        cell.value: cell.hyperlink.location
        for row in contents.iter_rows()
        for cell in row
        if cell.hyperlink
    }
    assert links == {name: f"'{name}'!A1" for name in [*names, "Figures"]}


@pytest.mark.parametrize("table", DOCUMENT.tables, ids=lambda table: table.name)
def test_numbers_are_those_of_the_table(table: Table) -> None:
    rows = book().rows(table.name)
    head = [label for label in rows[TOP - 1] if label is not None]
    assert [label for label in head if label in table.labels] == list(table.labels)
    places = [rows[TOP - 1].index(label) for label in table.labels]
    for number, row in enumerate(table.rows):
        for column, place, cell in zip(table.columns, places, row, strict=True):
            shown, expected = rows[TOP + number][place], column.plain(cell)
            if isinstance(expected, float):
                assert shown == pytest.approx(expected, rel=1e-15, abs=1e-300)
            else:
                assert shown == expected
                assert type(shown) is type(expected) or isinstance(expected, int)


def test_text_stays_text() -> None:
    sheet = book().formulas["outcomes"]
    assert [sheet.cell(row, 1).data_type for row in range(TOP + 1, TOP + 4)] == ["s"] * 3
    assert sheet.cell(TOP + 2, 1).value == "=SUM(A1)"
    assert book().formulas["large"].cell(TOP + 2, 1).value == "007"


def test_integers_of_many_digits_have_them_all_beside() -> None:
    rows = book().rows("large")
    place = rows[TOP - 1].index("integer, all digits")
    assert [row[place] for row in rows[TOP : TOP + 3]] == [
        "10,221,248,248,960,320",
        "1,234,567,890,123,457",
        "-",
    ]
    assert rows[TOP + 1][place - 1] == 1234567890123457
    assert LARGE.rows[0][1] == 10_221_248_248_960_320


def test_totals_are_sums() -> None:
    sheet = book().formulas["outcomes"]
    row = [cell.value for cell in sheet[TOP + len(OUTCOMES.rows)]]
    assert row[0] == "total"
    assert row[1] is None
    assert row[2:] == [f"=SUM(${c}${TOP + 1}:${c}${TOP + 2})" for c in "CDE"]


def test_what_does_not_add_up_is_no_sum() -> None:
    columns = (Column("a"), *(Column(f"n{number}", "integer") for number in range(4)))
    large = 2**53 - 1
    rows = (
        ("x", 1, 1, None, large),
        ("y", 2, None, None, 2),
        ("total", 4, 1, 0, large + 2),
    )
    table = Table("t", "T", columns, rows, ("r",), total=True)
    cells = [cell.value for cell in made(table).formulas["t"][TOP + 3]]
    place = cells.index(4)
    assert cells[place + 1] == f"=SUM($C${TOP + 1}:$C${TOP + 2})"
    assert cells[place + 2] == 0
    assert not any(str(cell).startswith("=") for cell in cells[place + 2 :])


def test_totals_of_text_are_text() -> None:
    columns = (Column("a"), Column("b"))
    table = Table("t", "T", columns, (("x", 1), ("y", 2), ("total", 3)), ("r",), total=True)
    assert made(table).formulas["t"].cell(TOP + 3, 2).value == "3"


def test_whole_fractions_of_many_digits_have_them_all_beside() -> None:
    column = Column("n", "exact")
    table = Table("t", "T", (Column("a"), column), (("x", Fraction(2**60)),), ("r",))
    assert made(table).rows("t")[TOP][2] == str(2**60)


def check_formulas(workbook: Workbook) -> int:
    """Each formula, worked out in fractions, is what is stored for it."""
    cells = workbook.formula_cells()
    for sheet, place in cells:
        stored = workbook.results[sheet][place].value
        found = workbook.value(sheet, place)
        assert float(found) == pytest.approx(stored, rel=1e-13, abs=1e-13), (sheet, place)
        if isinstance(stored, int) and abs(stored) > 1:
            assert found == stored, (sheet, place)
    return len(cells)


def test_formulas_give_what_is_stored() -> None:
    assert check_formulas(book()) == 3 + 2 * len(CHECKS.checks)


def test_checks_stand_beside_their_figures() -> None:
    rows = book().rows("checks")
    assert rows[TOP - 1][-2:] == ("recalculated", "difference")
    for row, check in zip(rows[TOP:], CHECKS.checks, strict=False):
        assert row[-2] == pytest.approx(float(check.value), rel=1e-15)
        assert row[-1] == 0


def test_a_wrong_check_would_be_seen() -> None:
    sheet = book().formulas["checks"]
    heads = [cell.value for cell in sheet[TOP]]
    place = heads.index("difference") + 1
    formats = [sheet.cell(TOP + row, place).number_format for row in range(1, 5)]
    assert formats == ["#,##0", "#,##0", "#,##0.000000000", "#,##0"]


@pytest.mark.skipif(OFFICE is None, reason="no LibreOffice on this machine")
def test_an_office_recalculates_to_the_same(tmp_path: Path) -> None:
    recalculate(content(), tmp_path)


def recalculate(workbook: bytes, folder: Path) -> None:
    """Let LibreOffice work out all formulas, and compare."""
    (folder / "book.xlsx").write_bytes(workbook)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [str(OFFICE), profile, "--headless", "--convert-to", "ods", "--outdir", str(folder)]
    subprocess.run([*command, str(folder / "book.xlsx")], check=True, capture_output=True)
    back = [*command[:4], "xlsx:Calc MS Excel 2007 XML", "--outdir", str(folder / "again")]
    subprocess.run([*back, str(folder / "book.ods")], check=True, capture_output=True)
    again = openpyxl.load_workbook(folder / "again" / "book.xlsx", data_only=True)
    before = Workbook(workbook)
    for sheet, place in before.formula_cells():
        stored: Any = before.results[sheet][place].value
        assert again[sheet][place].value == pytest.approx(stored, rel=1e-13, abs=1e-13)


def test_names_of_sheets_are_valid_and_different() -> None:
    names = ("A" * 40, "a" * 39, "history", "x/y:[z]")
    tables = [
        Table(name, "T", (Column("a"),), (("x",),), (f"r {number}",))
        for number, name in enumerate(names)
    ]
    sheets = made(*tables[1:]).results.sheetnames[1:]
    assert len({sheet.casefold() for sheet in sheets}) == 3
    assert all(len(sheet) <= 31 for sheet in sheets)


def test_the_same_bytes() -> None:
    assert spreadsheet_bytes(DOCUMENT, Pictures()) == content()


def test_heads_and_long_text_have_room() -> None:
    sheet = book().formulas["wide"]
    assert sheet.row_dimensions[TOP].height >= 3 * 15
    narrowest = min(sheet.column_dimensions[letter].width for letter in "ABCDEFGHIJKL")
    assert narrowest > len("number")
    note = "a long note about what the table shows " * 9
    table = Table("t", "T", (Column("a"),), (("word " * 30,),), ("r",), notes=(note,))
    sheet = made(table).formulas["t"]
    assert sheet.row_dimensions[TOP + 1].height >= 3 * 15
    (merged,) = sheet.merged_cells.ranges
    assert (merged.min_col, merged.min_row) == (1, TOP + 3)
    assert sheet.cell(TOP + 3, 1).value == note.strip()
    assert sheet.row_dimensions[TOP + 3].height >= 4 * 15


def test_long_text_is_wrapped_where_a_page_has_no_room() -> None:
    texts = ("word " * 11, "word " * 9)
    wide = Table("w", "W", (Column("a"), *WIDE.columns, Column("b")), (), ("r",))
    wide = replace(wide, rows=((texts[0], *WIDE.rows[0], texts[1]),))
    narrow = replace(wide, name="n", columns=(Column("a"), Column("b")), rows=(texts,))
    workbook = made(wide, narrow).formulas
    widths = [workbook[name].column_dimensions["A"].width for name in ("w", "n")]
    assert widths[0] < 30 < widths[1]
    assert workbook["w"].row_dimensions[TOP + 1].height >= 3 * 15


def test_what_nearly_fits_a_page_is_printed_on_one() -> None:
    table = Table("a", "A", (Column("n", "integer"),), tuple((n,) for n in range(30)), ("r",))
    longer = replace(table, name="b", rows=table.rows * 2)
    workbook = made(table, longer).formulas
    assert [workbook[name].page_setup.fitToHeight for name in "ab"] == [None, 0]  # one if none


def test_heads_and_numbers_keep_apart() -> None:
    sheet = book().formulas["outcomes"]
    for row in (TOP, TOP + 1):
        for cell in sheet[row][1:]:
            assert (cell.alignment.horizontal, cell.alignment.indent) == ("right", 1)


def test_each_figure_has_a_page() -> None:
    figure = DOCUMENT.figures[0]
    figures = (figure, replace(figure, name="second", size=(14, 4)))
    document = Document("t", "s", (), (Section("a", "A", figures),))
    sheet = Workbook(spreadsheet_bytes(document, Pictures())).formulas["Figures"]
    assert len(sheet.row_breaks.brk) == 1
    assert sheet.page_setup.scale == 71


def test_heads_stay_in_sight() -> None:
    sheet = book().formulas["outcomes"]
    assert sheet.freeze_panes == f"B{TOP + 1}"
    assert sheet.print_title_rows == f"${TOP}:${TOP}"
    assert Fraction(sheet.column_dimensions["C"].width) > len("4,000,000,000,000,000")
