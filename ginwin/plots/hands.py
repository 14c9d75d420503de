"""How many hands leave how many cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.plots.drawing import (
    BLACK,
    SKY,
    axes_or_new,
    cells,
    column_number,
    numbers,
    percentage,
    set_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ginwin.base.tables import Table

__all__ = ["plot_dead_wood"]


def plot_dead_wood(table: Table, ax: Axes | None = None, *, title: bool = True) -> Axes:
    """Draw hands by dead wood.

    Parameters
    ----------
    table : Table
        Hands by dead wood (see `ginwin.play.results.dead_wood_table`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    title : bool
        Write the title and the name of the rules above.

    Returns
    -------
    Axes
        The axes. Horizontal is the number of dead-wood cards, vertical the percentage of all hands;
        above each bar stand how many hands there are and their percentage.

    Raises
    ------
    InputError
        If the table is another one.
    """
    ax = axes_or_new(ax)
    counts = [str(cell) for cell in cells(table, "dead wood")]
    shares = [100 * share for share in numbers(table, "probability")]
    bars = ax.bar(counts, shares, color=SKY, edgecolor=BLACK, lw=0.8)
    column = table.columns[column_number(table, "combinations")]
    hands = map(column.write, cells(table, "combinations"))
    labels = [
        f"{number}\n{percentage(share)} %" for number, share in zip(hands, shares, strict=True)
    ]
    ax.bar_label(bars, labels, padding=2, fontsize="small")
    ax.set_ylim(0, 1.15 * max(shares))
    ax.set_xlabel("dead wood (cards); above each bar: hands and percentage")
    ax.set_ylabel("probability (% of hands)")
    if title:
        set_title(ax, table.title, table)
    return ax
