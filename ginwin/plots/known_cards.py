"""What knowing cards is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ginwin.plots.drawing import (
    BLACK,
    SKY,
    VERMILION,
    axes_or_new,
    cells,
    column_number,
    legend_below,
    number,
    set_title,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ginwin.base.tables import Table

__all__ = ["plot_known_cards"]

_NAME = 34  # characters in a line
_BAR: dict[str, Any] = {"edgecolor": BLACK, "lw": 0.8}
_LIGHT = 0.45  # the opacity of sampled bars


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
        The axes. A bar for each row, the house edge in percent of the ante, written at the right;
        hatched where it is below zero, and the player has the advantage. Sampled rows are lighter
        and show their intervals.

    Raises
    ------
    InputError
        If the table is another one.
    """
    from matplotlib.patches import Patch

    ax = axes_or_new(ax)
    names = wrapped(cells(table, "known"), _NAME)
    column = table.columns[column_number(table, "house edge")]
    edges, halves = cells(table, "house edge"), cells(table, "+-")
    written = []
    for place, (cell, half) in enumerate(zip(edges, halves, strict=True)):
        edge, text = number(column, cell), column.write(cell)
        fill = (SKY if edge >= 0 else VERMILION, 1 if half is None else _LIGHT)
        ax.barh(place, edge, height=0.7, facecolor=fill, hatch="" if edge >= 0 else "//", **_BAR)
        if half is not None:
            ax.errorbar(edge, place, xerr=number(column, half), ecolor=BLACK, capsize=3)
            text += f" +- {column.write(half)}"
        written.append(text)
    ax.axvline(0, color=BLACK, lw=1)
    ax.set_yticks(range(len(names)), names, fontsize="small")
    ax.secondary_yaxis("right").set_yticks(range(len(names)), written, fontsize="small")
    ax.invert_yaxis()
    ax.set_xlabel(f"house edge ({column.unit}); below zero the player has the advantage")
    if any(half is not None for half in halves):
        kinds = {"exact": 1, "sampled, with its interval": _LIGHT}
        patches = [Patch(facecolor=(SKY, kind), label=name, **_BAR) for name, kind in kinds.items()]
        legend_below(ax, handles=patches)
    if title:
        set_title(ax, table.title, table)
    return ax
