"""How many hands leave how many cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.base.exact import decimal
from ginwin.plots.drawing import SKY, axes_or_new, cells, numbers, set_title

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
        above each bar stands how many hands there are.
    """
    ax = axes_or_new(ax)
    counts = [str(cell) for cell in cells(table, "dead wood")]
    shares = [100 * share for share in numbers(table, "probability")]
    bars = ax.bar(counts, shares, color=SKY, edgecolor="black", lw=0.8)
    hands = [decimal(int(number), 0, grouped=True) for number in numbers(table, "combinations")]
    ax.bar_label(bars, hands, padding=2, fontsize="small")
    ax.set_ylim(0, 1.1 * max(shares))
    ax.set_xlabel("dead wood (cards); above each bar: hands")
    ax.set_ylabel("probability (% of hands)")
    if title:
        set_title(ax, table.title, table)
    return ax
