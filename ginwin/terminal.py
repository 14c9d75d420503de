"""Tables on the terminal: figures are never wrapped or cut, whatever the width.

Only ASCII is drawn, so a table looks the same on a terminal, in a pipe and in a file.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ginwin.tables import Column, Table

__all__ = ["make_console", "print_lines", "print_table"]

_GAP = "  "  # between columns
_NARROW = 8  # headers are not wrapped below this width
_FEW = 20  # nor is prose below this one


def make_console() -> Console:
    """Return a console on standard output that adds nothing of its own to the text."""
    return Console(highlight=False, markup=False, emoji=False)


def print_lines(console: Console, lines: Iterable[str], indent: str = "") -> None:
    """Print lines of prose, wrapped between words."""
    for line in lines:
        for part in wrap(line, max(console.width - len(indent), _FEW), break_long_words=False):
            _print(console, indent + part)


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
    headers = [_header(*pair) for pair in zip(table.columns, texts, strict=True)]
    widths = [max(map(len, header + text)) for header, text in zip(headers, texts, strict=True)]
    for number, block in enumerate(_blocks(widths, table.keys, console.width)):
        if number:
            _print(console, "")
        _print_block(console, table, block, headers, texts)
    print_lines(console, table.notes, "  ")


def _print(console: Console, line: str, style: str = "") -> None:
    console.print(Text(line.rstrip(), style), soft_wrap=True)


def _header(column: Column, texts: Sequence[str]) -> list[str]:
    """Return name and unit in lines about as wide as the cells or the longest word."""
    words = f"{column.name} {column.unit}".split()
    width = max(_NARROW, *map(len, (*words, *texts)))
    return [*wrap(column.name, width), *wrap(column.unit, width)]


def _blocks(widths: Sequence[int], keys: int, width: int) -> list[list[int]]:
    """Split the columns into blocks that fit, each with the key columns; the last is filled first.

    So numerators stay beside denominators.
    """
    key_columns = list(range(keys))
    blocks: list[list[int]] = [[]]
    for number in reversed(range(keys, len(widths))):
        block = [*key_columns, number, *blocks[0]]
        needed = sum(widths[column] for column in block) + len(_GAP) * (len(block) - 1)
        if blocks[0] and needed > width:
            blocks.insert(0, [number])
        else:
            blocks[0].insert(0, number)
    return [key_columns + block for block in blocks]


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
