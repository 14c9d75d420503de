"""The house edge against a pay."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.plots.drawing import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    axes_or_new,
    cells,
    numbers,
    plain_text,
    set_title,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes

    from ginwin.base.tables import Table

__all__ = ["plot_pays"]

_NAME = 40  # characters in a line
_STYLES = (
    (ORANGE, "dashed", "o", 7),
    (BLUE, "solid", "s", 4),
    (BLACK, "dotted", "^", 4),
)


def plot_pays(
    tables: Mapping[str, Table],
    ax: Axes | None = None,
    mark: Fraction | int | None = None,
    *,
    pay: str = "pay for a win with no dead wood",
    title: bool = True,
) -> Axes:
    """Draw the house edge against a pay, a line for each strategy.

    Parameters
    ----------
    tables : dict of str to Table
        Sweeps over one pay (see `ginwin.variants.comparison.sweep`), three at most, by how the
        player plays.
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    mark : Fraction or int, optional
        The pay of the rules themselves, where a vertical line is drawn.
    pay : str
        What the pay is for, named below the axis.
    title : bool
        Write a title and the name of the rules above.

    Returns
    -------
    Axes
        The axes. Horizontal is the pay, to one; vertical the house edge, in percent of the ante.

    Raises
    ------
    InputError
        If the table is another one.
    """
    ax = axes_or_new(ax)
    for (name, table), (colour, dashes, marker, size) in zip(tables.items(), _STYLES, strict=False):
        edges = numbers(table, "house edge")
        pays = [float(Fraction(str(cell))) for cell in cells(table, table.columns[0].name)]
        (label,) = wrapped([name], _NAME)
        ax.plot(pays, edges, color=colour, ls=dashes, marker=marker, ms=size, label=label)
    ax.axhline(0, color=GREY, lw=0.8, zorder=1)
    if mark is not None:
        label = plain_text(f"these rules: {mark} to 1")
        ax.axvline(float(mark), color=BLACK, lw=1, ls=(0, (1, 1)), label=label)
    first = next(iter(tables.values()))
    unit = next(column.unit for column in first.columns if column.name == "house edge")
    ax.set_xlabel(f"{pay} (to one)")
    ax.set_ylabel(f"house edge ({unit})")
    ax.legend(frameon=False)
    if title:
        set_title(ax, f"House edge by the {pay}", first)
    return ax
