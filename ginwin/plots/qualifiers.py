"""The house edge under every qualifier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.plots.drawing import (
    BLACK,
    GREY,
    ORANGE,
    SKY,
    axes_or_new,
    cells,
    column_number,
    draw_bands,
    legend_below,
    numbers,
    plain_text,
    set_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ginwin.base.tables import Table

__all__ = ["plot_landscape"]

_QUALIFIES = "dealer qualifies"
_LINES = (  # column, colour, dashes, width
    ("edge by published strategy", ORANGE, (0, (1, 1)), 1.6),
    ("edge by value", SKY, "solid", 3.5),
    ("edge by best threshold", BLACK, "solid", 1.0),
)


def plot_landscape(
    table: Table, ax: Axes | None = None, mark: str | None = None, *, title: bool = True
) -> Axes:
    """Draw the house edge under every qualifier.

    Parameters
    ----------
    table : Table
        A landscape (see `ginwin.variants.qualifiers.landscape`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    mark : str, optional
        A qualifier to be marked, as the first column of the table writes it.
    title : bool
        Write the title and the name of the rules above.

    Returns
    -------
    Axes
        The axes. Horizontal is how often the dealer qualifies, in percent of hands, tough
        qualifiers at the left; vertical the house edge, in percent of the ante. Bands show the
        dead-wood count of the qualifier where there is room. The legend is below the axes.

    Raises
    ------
    InputError
        If the table is another one.
    """
    ax = axes_or_new(ax)
    x = numbers(table, _QUALIFIES)
    for name, colour, dashes, width in _LINES:
        ax.plot(x, numbers(table, name), color=colour, linestyle=dashes, lw=width, label=name)
    counts = cells(table, "dead wood")
    ends = {str(count): place for count, place in zip(counts, x, strict=True) if count is not None}
    draw_bands(ax, 0, ends, 100)
    ax.axhline(0, color=GREY, lw=0.8, zorder=1)
    edges = numbers(table, _LINES[-1][0])
    for qualifier, *place in zip(cells(table, "qualifier"), x, edges, strict=True):
        if mark is not None and qualifier == mark:
            ax.plot(*place, "ko", ms=6, label=plain_text(mark), clip_on=False, zorder=3)
    ax.set_xlim(0, 100)
    unit = table.columns[column_number(table, _QUALIFIES)].unit
    ax.set_xlabel(f"dealer qualifies ({unit}); above: dead-wood cards")
    ax.set_ylabel(f"house edge ({table.columns[column_number(table, _LINES[-1][0])].unit})")
    if title:
        set_title(ax, table.title, table, above=20)
    legend_below(ax)
    return ax
