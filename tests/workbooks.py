"""Reads workbooks in tests, and works out their formulas in fractions."""

import io
import re
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import openpyxl

_RANGE = re.compile(r"(?:'((?:[^']|'')+)'!)?\$?([A-Z]+)\$?([0-9]+)(?::\$?([A-Z]+)\$?([0-9]+))?")
_NUMBER = re.compile(r"(?<![A-Z$0-9.])([0-9]+)(?![0-9]*[A-Z(])")


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
        """A formula of a sheet in fractions."""
        names: dict[str, Any] = {
            "SUM": lambda cells: sum(numbers(cells)),
            "SUMPRODUCT": sum_of_products,
            "SUMIF": sum_if,
            "COMBIN": lambda n, k: Fraction(comb(int(n), int(k))),
            "F": Fraction,
        }
        texts: list[str] = []

        def text(match: re.Match[str]) -> str:
            texts.append(match[1])
            return f"T{len(texts) - 1}"

        def cells(match: re.Match[str]) -> str:
            own, first, top, last, bottom = match.groups()
            name = f"R{len(names)}"
            at = own or sheet
            if last is None:
                names[name] = self.value(at, f"{first}{top}")
            else:
                block = self.formulas[at][f"{first}{top}:{last}{bottom}"]
                names[name] = [self.value(at, cell.coordinate) for row in block for cell in row]
            return name

        python = re.sub(r'"([^"]*)"', text, formula)
        parts = re.split(r"(\bT[0-9]+\b|\b[A-Z]+(?=\())", python)
        made = [
            part
            if number % 2
            else _RANGE.sub(
                cells, re.sub(r"(?<![A-Z$0-9.])([0-9]+)(?![0-9]*[A-Z(])", r"F(\1)", part)
            )
            for number, part in enumerate(parts)
        ]
        names |= {f"T{number}": each for number, each in enumerate(texts)}
        return Fraction(eval("".join(made).replace("^F(2)", "**2"), {"__builtins__": {}}, names))  # noqa: S307


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
