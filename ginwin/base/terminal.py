"""Tables on the terminal: figures are never wrapped or cut, whatever the width.

Only ASCII is drawn, so a table looks the same on a terminal, in a pipe and in a file.
"""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ginwin.base.tables import Column, Table

__all__ = ["make_console", "print_lines", "print_table"]

_GAP = "  "  # between columns
_HEADERS = range(16, 7, -1)  # headers wrap at the first of these widths that lets the table fit
_USUAL_WIDTH = 80
_PROSE = range(20, 101)  # and prose at the width of the console, but within these


def make_console() -> Console:
    """Return a console on standard output that adds nothing of its own to the text."""
    console = Console(highlight=False, markup=False, emoji=False)
    if console.width < 1:  # as COLUMNS=0 says
        console.width = _USUAL_WIDTH
    return console


def print_lines(console: Console, lines: Iterable[str], indent: str = "") -> None:
    """Print lines of prose, wrapped between words; what is carried over is indented."""
    width = min(max(console.width, _PROSE[0]), _PROSE[-1])
    for line in lines:
        for part in wrap(
            line,
            width,
            initial_indent=indent,
            subsequent_indent=f"{indent}  ",
            break_long_words=False,
            break_on_hyphens=False,
        ):
            _print(console, part)


def print_table(console: Console, table: Table) -> None:
    """Print a table with its title, rules, strategy and notes.

    Parameters
    ----------
    console : Console
        Where to print.
    table : Table
        The table. If it is too wide, it is printed as several tables one below the other, each
        with the key columns again.
    """
    _print(console, "")
    _print(console, table.title, "bold")
    print_lines(console, (f"Rules: {table.rules[0]}", f"Strategy: {table.strategy}"))
    texts = [
        [column.write(row[number]) for row in table.rows]
        for number, column in enumerate(table.columns)
    ]
    for header_width in _HEADERS:
        headers = [_header(*pair, header_width) for pair in zip(table.columns, texts, strict=True)]
        widths = [max(map(len, header + text)) for header, text in zip(headers, texts, strict=True)]
        blocks = _blocks(table, widths, console.width)
        if len(blocks) == 1:
            break
    for number, block in enumerate(blocks):
        if number:
            _print(console, "")
        _print_block(console, table, block, headers, texts)
    print_lines(console, table.notes, "  ")


def _print(console: Console, line: str, style: str = "") -> None:
    console.print(Text(line.rstrip(), style), soft_wrap=True)


def _header(column: Column, texts: Sequence[str], width: int) -> list[str]:
    """Return name and unit in lines of this width, or as wide as the cells or the longest word."""
    words = f"{column.name} {column.unit}".split()
    widest = max(width, *map(len, (*words, *texts)))
    return [*wrap(column.name, widest), *wrap(column.unit, widest)]


def _blocks(table: Table, widths: Sequence[int], width: int) -> list[list[int]]:
    """Split the columns into blocks that fit, each with the key columns.

    Whole numbers side by side go to the next block together, so that a numerator stays beside its
    denominator.
    """
    keys = list(range(table.keys))

    def fits(columns: list[int]) -> bool:
        shown = keys + columns
        return sum(widths[column] for column in shown) + len(_GAP) * (len(shown) - 1) <= width

    blocks: list[list[int]] = [[]]
    columns = range(table.keys, len(widths))
    for whole, group in groupby(columns, lambda column: table.columns[column].kind == "integer"):
        together = list(group)
        parts = [together] if whole and fits(together) else [[column] for column in together]
        for part in parts:
            if blocks[-1] and not fits(blocks[-1] + part):
                blocks.append([])
            blocks[-1] += part
    return [keys + block for block in blocks]


def _print_block(
    console: Console,
    table: Table,
    block: Sequence[int],
    headers: Sequence[list[str]],
    texts: Sequence[list[str]],
) -> None:
    """Print some columns: the headers, aligned at the bottom, then the rows."""
    height = max(len(headers[number]) for number in block)
    columns = []
    for number in block:
        header, cells = headers[number], texts[number]
        lines = [""] * (height - len(header)) + header + cells
        width = max(map(len, lines))
        left = table.columns[number].kind == "text"
        columns.append([line.ljust(width) if left else line.rjust(width) for line in lines])
    lines = [_GAP.join(cells) for cells in zip(*columns, strict=True)]
    rule = "-" * len(lines[0])
    for line in lines[:height]:
        _print(console, line, "bold")
    _print(console, rule)
    for number, line in enumerate(lines[height:], start=1):
        if table.total and number == len(table.rows):
            _print(console, rule)
        _print(console, line)
