"""Reads workbooks in tests, and works out their formulas in fractions."""

import io
import re
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import openpyxl

_TOKEN = re.compile(
    r"""
    "(?P<text>[^"]*)"
    | (?P<function>[A-Z]+)(?=\()
    | (?:'(?P<sheet>(?:[^']|'')+)'!)?
      \$?(?P<left>[A-Z]+)\$?(?P<top>[0-9]+)(?::\$?(?P<right>[A-Z]+)\$?(?P<bottom>[0-9]+))?
    | \^(?P<power>[0-9]+)
    | (?P<number>[0-9]+)
    """,
    re.VERBOSE,
)


class Workbook:
    """A workbook with its formulas and with the results that are stored for them."""

    def __init__(self, content: bytes) -> None:
        self.formulas = openpyxl.load_workbook(io.BytesIO(content))
        self.results = openpyxl.load_workbook(io.BytesIO(content), data_only=True)

    def rows(self, sheet: str) -> list[tuple[Any, ...]]:
        """The stored cells of a sheet."""
        return list(self.results[sheet].iter_rows(values_only=True))

    def formula_cells(self) -> list[tuple[str, str]]:
        """The sheet and the place of every formula."""
        return [
            (sheet.title, cell.coordinate)
            for sheet in self.formulas
            for row in sheet.iter_rows()
            for cell in row
            if cell.data_type == "f"
        ]

    @cache  # noqa: B019  (a workbook lives as long as a test)
    def value(self, sheet: str, place: str) -> Any:
        """A cell, worked out: a fraction, text or None."""
        cell = self.formulas[sheet][place]
        if cell.data_type == "f":
            return self.worked_out(sheet, str(cell.value).removeprefix("="))
        return Fraction(cell.value) if isinstance(cell.value, int | float) else cell.value

    def worked_out(self, sheet: str, formula: str) -> Fraction:
        """A formula of a sheet in fractions; every token becomes a name of Python."""
        names: dict[str, Any] = {
            "SUM": lambda cells: sum(numbers(cells)),
            "SUMPRODUCT": sum_of_products,
            "SUMIF": sum_if,
            "COMBIN": lambda n, k: Fraction(comb(int(n), int(k))),
        }

        def named(found: re.Match[str]) -> str:
            if found["function"]:
                return found["function"]
            if found["power"]:
                return f"**{found['power']}"
            name = f"v{len(names)}"
            names[name] = self._token(sheet, found)
            return name

        return Fraction(eval(_TOKEN.sub(named, formula), {"__builtins__": {}}, names))  # noqa: S307

    def _token(self, sheet: str, found: re.Match[str]) -> Any:
        """What a number, text or a reference to cells stands for."""
        if found["number"]:
            return Fraction(found["number"])
        if found["text"] is not None:
            return found["text"]
        at, first = found["sheet"] or sheet, f"{found['left']}{found['top']}"
        if not found["right"]:
            return self.value(at, first)
        block = self.formulas[at][f"{first}:{found['right']}{found['bottom']}"]
        return [self.value(at, cell.coordinate) for row in block for cell in row]


def numbers(cells: list[Any]) -> list[Fraction]:
    """What a spreadsheet adds up: text and empty cells are left out."""
    return [cell for cell in cells if isinstance(cell, Fraction)]


def sum_of_products(*columns: list[Any]) -> Fraction:
    """The function of that name; text and empty cells are zero."""
    total = Fraction(0)
    for row in zip(*columns, strict=True):
        product = Fraction(1)
        for cell in row:
            product *= cell if isinstance(cell, Fraction) else 0
        total += product
    return total


def sum_if(where: list[Any], what: str, cells: list[Any]) -> Fraction:
    """The function of that name, for text."""
    return sum(
        (cell for own, cell in zip(where, cells, strict=True) if own == what), start=Fraction(0)
    )
