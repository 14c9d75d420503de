"""What a document holds, whatever format it is written in.

A document is made once and given to writers (`ginwin.document.pdf` and its neighbours), so all
formats show the same figures. It knows nothing of the game: text is plain text, tables are
`ginwin.base.tables.Table` with exact cells, and a figure draws itself on matplotlib axes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "Block",
    "Check",
    "Checks",
    "Code",
    "Data",
    "Document",
    "Figure",
    "List",
    "Section",
    "Text",
]


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of plain text; no mark-up means anything in it."""

    text: str


@dataclass(frozen=True, slots=True)
class List:
    """A list of short items of plain text, each with a bullet."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines that are shown as they are typed, such as a command."""

    text: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot.

    Parameters
    ----------
    name : str
        A short name for files: lower-case letters, digits and hyphens.
    title : str
        What it shows, as the caption begins.
    draw : callable
        Draws on the axes that it is given.
    text : str
        The rest of the caption: what is to be seen, for readers who cannot see it too.
    size : tuple of float
        Width and height in inches.
    """

    name: str
    title: str
    draw: Callable[[Axes], object]
    text: str
    size: tuple[float, float] = (8, 4.5)


@dataclass(frozen=True, slots=True)
class Data:
    """A table too long to be printed: whole in data formats, named in others."""

    table: Table


@dataclass(frozen=True, slots=True)
class Check:
    """A figure that a reader can work out again from the tables of the document.

    Parameters
    ----------
    what : str
        What the figure is.
    how : str
        How it is worked out, in words or in the notation of mathematics.
    value : int or Fraction
        The figure, exactly.
    formula : str
        The same for a spreadsheet, without the equals sign. ``{table.column}`` stands for the cells
        of a column of a table without its row of totals, ``{table.column!total}`` for the cell in
        that row; table and column are named by `Table.name` and `Column.name`.
    """

    what: str
    how: str
    value: int | Fraction
    formula: str


@dataclass(frozen=True, slots=True)
class Checks:
    """A table of checks; in a spreadsheet each stands beside a formula that recalculates it."""

    name: str
    title: str
    checks: tuple[Check, ...]
    rules: tuple[str, ...]
    strategy: str
    notes: tuple[str, ...] = ()

    @property
    def table(self) -> Table:
        """The checks as a table, without formulas."""
        rows = tuple(
            (
                check.what,
                check.how,
                check.value if isinstance(check.value, int) else None,
                None if isinstance(check.value, int) else check.value,
            )
            for check in self.checks
        )
        columns = (
            Column("figure"),
            Column("how"),
            Column("whole number", "integer"),
            Column("ratio", "number", digits=9),
        )
        return Table(
            self.name, self.title, columns, rows, self.rules, self.strategy, self.notes, keys=2
        )


Block = Text | List | Code | Table | Data | Checks | Figure


@dataclass(frozen=True, slots=True)
class Section:
    """A section: a title and what stands below it.

    Parameters
    ----------
    name : str
        A short name for anchors: lower-case letters, digits and hyphens.
    title : str
        The title.
    blocks : tuple of Block
        What it holds, in the order to be read.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Document:
    """A document.

    Parameters
    ----------
    title, subtitle : str
        What it is about.
    facts : tuple of (str, str)
        What stands on the title page: a name and what it says, such as the rules and the version.
    sections : tuple of Section
        The sections.

    Raises
    ------
    ValueError
        If two sections, tables or figures have one name.
    """

    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]

    def __post_init__(self) -> None:
        for kind, names in (
            ("sections", [section.name for section in self.sections]),
            ("tables", [table.name for table in self.tables]),
            ("figures", [figure.name for figure in self.figures]),
        ):
            if len({name.casefold() for name in names}) < len(names):
                raise ValueError(f"two {kind} have one name: {sorted(names)}")

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """All tables in their order, those of `Data` and `Checks` too; the first is table 1."""
        return tuple(filter(None, map(_table, self._blocks())))

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """All figures in their order; the first is figure 1."""
        return tuple(block for block in self._blocks() if isinstance(block, Figure))

    def number(self, block: Table | Data | Checks | Figure) -> int:
        """Return the number of a table or a figure of the document."""
        if isinstance(block, Figure):
            return 1 + [figure.name for figure in self.figures].index(block.name)
        name = block.table.name if isinstance(block, Data) else block.name
        return 1 + [table.name for table in self.tables].index(name)

    def _blocks(self) -> Iterator[Block]:
        for section in self.sections:
            yield from section.blocks


def _table(block: Block) -> Table | None:
    if isinstance(block, Data | Checks):
        return block.table
    return block if isinstance(block, Table) else None
