"""What knowing cards is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.plots.drawing import (
    BLACK,
    SKY,
    VERMILION,
    axes_or_new,
    cells,
    column_number,
    number,
    numbers,
    set_title,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ginwin.base.tables import Table

__all__ = ["plot_known_cards"]

_NAME = 34  # characters in a line
_ROOM = 0.02  # of the span of the bars: between a bar and its number


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
    halves = [number(column, half or 0) for half in cells(table, "+-")]
    ax.barh(
        range(len(names)),
        edges,
        height=0.7,
        color=[SKY if edge >= 0 else VERMILION for edge in edges],
        hatch=["" if edge >= 0 else "//" for edge in edges],
        edgecolor=BLACK,
        lw=0.8,
    )
    room = _ROOM * (max(0, *edges) - min(0, *edges))
    written = zip(cells(table, "house edge"), cells(table, "+-"), strict=True)
    for place, (edge, half) in enumerate(written):
        text, end = column.write(edge), edges[place] + halves[place]
        if half is not None:
            ax.errorbar(edges[place], place, xerr=halves[place], ecolor=BLACK, capsize=3)
            text += f" ± {column.write(half)}"
        ax.text(max(0, end) + room, place, text, va="center", fontsize="small")
    ax.axvline(0, color=BLACK, lw=1)
    ax.set_yticks(range(len(names)), names, fontsize="small")
    ax.invert_yaxis()
    ax.margins(x=0.2)
    ax.set_xlabel(f"house edge ({column.unit}); below zero the player has the advantage")
    if title:
        set_title(ax, table.title, table)
    return ax
