"""Results as plots: each function draws a table on matplotlib axes and computes nothing.

Lines differ in colour, in dashes and in lightness, so that they can be told apart in grey print and
by colour-blind readers (the colours are those of Okabe and Ito).
"""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ginwin.errors import InputError
from ginwin.files import write_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ginwin.tables import Cell, Table

__all__ = ["check_plot_file", "plot_landscape", "write_plot"]

_NO_DATE = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}

_QUALIFIER, _DEAD_WOOD, _QUALIFIES = 0, 1, 2
_LINES = (  # column, colour, dashes, width
    (3, "#e69f00", (0, (1, 1)), 1.6),
    (5, "#56b4e9", "solid", 3.5),
    (4, "#000000", "solid", 1.0),
)
_BAND = "#f0f0f0"


def plot_landscape(table: Table, ax: Axes | None = None, mark: str | None = None) -> Axes:
    """Draw the house edge under every qualifier.

    Parameters
    ----------
    table : Table
        A landscape (see `ginwin.landscape.landscape`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    mark : str, optional
        A qualifier to be marked, as the first column of the table writes it.

    Returns
    -------
    Axes
        The axes. Horizontal is how often the dealer qualifies, in percent of hands, tough
        qualifiers at the left; vertical the house edge, in percent of the ante. Bands show the
        dead-wood count of the qualifier.
    """
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(figsize=(8, 4.5), layout="constrained")
    x = _plain(table, _QUALIFIES)
    for column, colour, dashes, width in _LINES:
        label = table.columns[column].name
        ax.plot(x, _plain(table, column), color=colour, linestyle=dashes, lw=width, label=label)
    left, across = 0.0, ax.get_xaxis_transform()  # across: 0 to 1 from the bottom to the top
    rows = [row for row in table.rows if row[_DEAD_WOOD] is not None]
    for band, (count, group) in enumerate(groupby(rows, lambda row: row[_DEAD_WOOD])):
        right = _number(table, _QUALIFIES, list(group)[-1][_QUALIFIES])
        if band % 2 == 0:
            ax.axvspan(left, right, color=_BAND, zorder=0)
        middle = (left + right) / 2
        ax.text(middle, 1.01, str(count), transform=across, ha="center", va="bottom")
        left = right
    ax.axhline(0, color="#808080", lw=0.8, zorder=1)
    for row in table.rows:
        if mark is not None and row[_QUALIFIER] == mark:
            place = _number(table, _QUALIFIES, row[_QUALIFIES]), _number(table, 4, row[4])
            ax.plot(*place, "ko", ms=5)
            ax.annotate(
                mark, place, (6, 6), textcoords="offset points", bbox={"fc": "white", "ec": "none"}
            )
    ax.set_xlim(0, 100)
    ax.set_xlabel(f"dealer qualifies ({table.columns[_QUALIFIES].unit}); above: dead-wood cards")
    ax.set_ylabel(f"house edge ({table.columns[4].unit})")
    ax.set_title(f"{table.title}\n{table.rules[0]}", fontsize="medium", pad=20)
    ax.legend(loc="lower center", frameon=True)
    return ax


def check_plot_file(path: str | Path) -> None:
    """Refuse a file that `write_plot` cannot write by its name.

    Raises
    ------
    InputError
        If the name does not end in .png, .svg or .pdf.
    """
    if Path(path).suffix.lower() not in _NO_DATE:
        raise InputError("plot file", str(path), "a name that ends in .png, .svg or .pdf")


def write_plot(path: str | Path, draw: Callable[[Axes], object]) -> None:
    """Write a plot to a file, the same bytes each time.

    Parameters
    ----------
    path : str or Path
        The file; its name ends in .png, .svg or .pdf.
    draw : callable
        Draws on the axes that it is given.

    Raises
    ------
    InputError
        If the file has another name or cannot be written.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    check_plot_file(path)
    kind = Path(path).suffix.lower()
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    draw(figure.subplots())
    content = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "ginwin"}):
        figure.savefig(content, format=kind[1:], dpi=150, metadata=_NO_DATE[kind])
    write_file(path, content.getvalue(), "plot file")


def _plain(table: Table, column: int) -> list[float]:
    """Return a column in its unit."""
    return [_number(table, column, row[column]) for row in table.rows]


def _number(table: Table, column: int, cell: Cell) -> float:
    return float(cast("float", table.columns[column].plain(cell)))
