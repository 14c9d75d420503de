"""What knowing cards is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from ginwin.base.exact import decimal
from ginwin.plots.drawing import (
    BLACK,
    SKY,
    VERMILION,
    axes_or_new,
    cells,
    column_number,
    numbers,
    set_title,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ginwin.base.tables import Table

__all__ = ["plot_known_cards"]

_NAME = 34  # characters in a line


def plot_known_cards(table: Table, ax: Axes | None = None, *, title: bool = True) -> Axes:
    """Draw the house edge for each way of knowing cards.

    Parameters
    ----------
    table : Table
        What knowing cards is worth (see `ginwin.protection.results.protection_tables`, the first).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    title : bool
        Write the title and the name of the rules above.

    Returns
    -------
    Axes
        The axes. A bar for each row, the house edge in percent of the ante; hatched where it is
        below zero, and the player has the advantage. Sampled rows show their intervals.
    """
    ax = axes_or_new(ax)
    names = wrapped(cells(table, "known"), _NAME)
    column = table.columns[column_number(table, "house edge")]
    edges = numbers(table, "house edge")
    halves = [float(cast("float", column.plain(cell) or 0)) for cell in cells(table, "+-")]
    bars = ax.barh(range(len(names)), edges, height=0.7, edgecolor=BLACK, lw=0.8)
    for bar, edge in zip(bars, edges, strict=True):
        bar.set_facecolor(SKY if edge >= 0 else VERMILION)
        bar.set_hatch("" if edge >= 0 else "//")
    sampled = [number for number, half in enumerate(halves) if half]
    if sampled:
        ends = [halves[number] for number in sampled]
        middle = [edges[number] for number in sampled]
        ax.errorbar(middle, sampled, xerr=ends, fmt="none", ecolor=BLACK, capsize=3)
    room = 0.02 * (max(0, *edges) - min(0, *edges))
    for number, (edge, half) in enumerate(zip(edges, halves, strict=True)):
        text = decimal(Fraction(edge), column.digits) + (f" ± {half:.3f}" if half else "")
        place = max(edge + half, 0) + room
        ax.text(place, number, text, va="center", fontsize="small")
    ax.axvline(0, color=BLACK, lw=1)
    ax.set_yticks(range(len(names)), names, fontsize="small")
    ax.invert_yaxis()
    ax.margins(x=0.2)
    ax.set_xlabel(f"house edge ({column.unit}); below zero the player has the advantage")
    if title:
        set_title(ax, table.title, table)
    return ax
