"""What a raise and a fold are worth with every value."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from ginwin.plots.drawing import (
    BLACK,
    BLUE,
    GREY,
    VERMILION,
    axes_or_new,
    cells,
    column_number,
    draw_bands,
    legend_below,
    numbers,
    set_title,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ginwin.base.tables import Cell, Table

__all__ = ["close_rows", "plot_decisions"]

_SPAN = " with the worst hand", " with the best hand"
_RAISES = (BLUE, VERMILION)  # the smallest and the largest play bet
_CHANGES = ((0, (1, 1)), (0, (4, 1.5, 1, 1.5)), (0, (1, 4)))  # dashes of those in the legend
_AROUND = 10  # values before and after the close ones that the inset shows


def plot_decisions(table: Table, ax: Axes | None = None, *, title: bool = True) -> Axes:
    """Draw what a raise and a fold are worth with every value.

    Parameters
    ----------
    table : Table
        The values (see `ginwin.advice.decision_results.value_table`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    title : bool
        Write the title and the name of the rules above.

    Returns
    -------
    Axes
        The axes. Horizontal is the number of the value, the best at the left; vertical the expected
        net win of the round, in antes. Bands show the dead-wood count, vertical lines where the
        decision changes, and a grey area how far hands of one value differ where the exact cards
        decide. The legend is below the axes.

    Raises
    ------
    InputError
        If the table is another one.
    """
    ax = axes_or_new(ax)
    _draw_decisions(table, ax)
    counts = (0 if value == "gin" else str(value).count("-") + 1 for value in cells(table, "value"))
    ends = {str(count): number + 0.5 for number, count in enumerate(counts, start=1)}
    draw_bands(ax, 0.5, ends, len(table.rows))
    ax.set_xlim(0.5, len(table.rows) + 0.5)
    ax.set_xlabel("value, the best first (number); above: dead-wood cards")
    ax.set_ylabel(f"expected net win ({table.columns[column_number(table, 'fold')].unit})")
    if title:
        set_title(ax, "What a raise and a fold are worth", table, above=20)
    close = replace(table, rows=close_rows(table))
    if close.rows:
        inset = ax.inset_axes((0.23, 0.3, 0.43, 0.6))
        _draw_decisions(close, inset)
        inset.set_title("close decisions", fontsize="small")
        step = max(1, (len(close.rows) - 1) // 5)
        labels = [str(value) for value in cells(close, "value")][::step]
        inset.set_xticks(numbers(close, "number")[::step], labels, fontsize="x-small", rotation=20)
        inset.tick_params(axis="y", labelsize="x-small")
    legend_below(ax)
    return ax


def _draw_decisions(table: Table, ax: Axes) -> None:
    """Draw the lines, the span of the hands and the changes of the decision of some values."""
    names = [column.name for column in table.columns]
    raises = [name.removesuffix(_SPAN[0]) for name in names if name.endswith(_SPAN[0])]
    mixed = replace(table, rows=_mixed_rows(table))
    x = numbers(table, "number")
    for name, colour, width in zip(raises, _RAISES, (1.8, 1.0), strict=False):
        if mixed.rows:
            low, high = (numbers(mixed, name + end) for end in _SPAN)
            label = "raise, worst to best hand" if name == raises[0] else ""
            ax.vlines(numbers(mixed, "number"), low, high, "#b8b8b8", lw=1.2, label=label, zorder=1)
        ax.plot(x, numbers(table, name), colour, lw=width, label=name)
    ax.plot(x, numbers(table, "fold"), color=BLACK, lw=1.2, linestyle="dashed", label="fold")
    rows = zip(x, cells(table, "value"), cells(table, "best"), strict=True)
    changes = [before for before, after in pairwise(rows) if before[2] != after[2]]
    for number, (place, value, best) in enumerate(changes):
        named = number < len(_CHANGES)
        colour, dashes = (BLACK, _CHANGES[number]) if named else (GREY, "dotted")
        change = f"last to {best}: {value}" if named else None
        ax.axvline(place + 0.5, color=colour, lw=1, linestyle=dashes, label=change)


def _mixed_rows(table: Table) -> tuple[tuple[Cell, ...], ...]:
    """Return the values of which not all hands should do the same."""
    return tuple(row for row in table.rows if row[-1] is not None)


def close_rows(table: Table) -> tuple[tuple[Cell, ...], ...]:
    """Return the values from the first to the last whose decision is close, and some around."""
    place = column_number(table, "number")
    close = [int(str(row[place])) - 1 for row in _mixed_rows(table)]
    best = enumerate(pairwise(cells(table, "best")))
    close += [number for number, (before, after) in best if before != after]
    first, last = max(0, min(close, default=0) - _AROUND), max(close, default=0) + _AROUND + 1
    return table.rows[first:last] if close and last - first < len(table.rows) // 10 else ()
