"""How much the win swings: one round, and many."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.plots.drawing import (
    BLACK,
    GREY,
    SKY,
    VERMILION,
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

__all__ = ["plot_hold", "plot_net_wins"]

_BANDS = (("99 %", "#deebf7"), ("95 %", "#9ecae1"), ("90 %", "#4292c6"))
_SHORT = 7  # characters of the name of a bar that has room for it
_LABELLED = 16  # bars that have room for a label


def plot_net_wins(table: Table, ax: Axes | None = None, *, title: bool = True) -> Axes:
    """Draw the distribution of the net win of one round.

    Parameters
    ----------
    table : Table
        What one round wins (see `ginwin.risk.results.net_win_table`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    title : bool
        Write the title and the name of the rules above.

    Returns
    -------
    Axes
        The axes. A bar for each net win, in antes, the losses hatched; vertical the probability in
        percent of the rounds, on a scale of powers of ten where some are rare.

    Raises
    ------
    InputError
        If the table is another one.
    """
    ax = axes_or_new(ax)
    wins = [Fraction(str(cell)) for cell in cells(table, "net win")]
    shares = [100 * share for share in numbers(table, "probability")]
    bars = ax.bar([str(win) for win in wins], shares, color=SKY, edgecolor="black", lw=0.8)
    for bar, win in zip(bars, wins, strict=True):
        if win < 0:
            bar.set_facecolor(VERMILION)
            bar.set_hatch("//")
        elif win == 0:
            bar.set_facecolor("white")
    if len(wins) <= _LABELLED and max(len(str(win)) for win in wins) <= _SHORT:
        labels = [percentage(share) for share in shares]
        ax.bar_label(bars, labels, padding=2, fontsize="small")
    else:
        ax.tick_params(axis="x", rotation=90, labelsize="x-small")
    ax.set_ylabel("probability (% of rounds)")
    least, most = min(share for share in shares if share), max(shares)
    if least < most / 100:
        ax.set_ylabel("probability (% of rounds, logarithmic scale)")
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter("{x:g}")
        ax.set_ylim(least / 3, 4 * most)
    else:
        ax.set_ylim(0, 1.12 * most)
    unit = table.columns[column_number(table, "net win")].unit
    ax.set_xlabel(f"net win of the round, all bets together ({unit}); losses are hatched")
    if title:
        set_title(ax, table.title, table)
    return ax


def plot_hold(
    table: Table, ax: Axes | None = None, edge: Fraction | None = None, *, title: bool = True
) -> Axes:
    """Draw the bands of the actual hold against the number of rounds.

    Parameters
    ----------
    table : Table
        Bands by the number of rounds, rising (see `ginwin.risk.results.hold_table`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    edge : Fraction, optional
        The house edge of all bets per ante, where a line is drawn.
    title : bool
        Write the title and the name of the rules above.

    Returns
    -------
    Axes
        The axes. Horizontal are the rounds, on a scale of powers of ten; vertical the actual hold
        in percent of all antes. The bands are exact at the points.

    Raises
    ------
    InputError
        If the table is another one.
    """
    ax = axes_or_new(ax)
    rounds = numbers(table, "rounds")
    for level, colour in _BANDS:
        low, high = numbers(table, f"{level} from"), numbers(table, f"{level} to")
        ax.fill_between(rounds, low, high, color=colour, lw=0, label=f"{level} of cases")
        for line in (low, high):
            ax.plot(rounds, line, color=BLACK, lw=0.6, marker=".", ms=4)
    ax.axhline(0, color=GREY, lw=0.8)
    if edge is not None:
        ax.axhline(100 * float(edge), color=BLACK, lw=1.2, ls="dashed", label="house edge")
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    if len(rounds) > 1:
        ax.set_xlim(rounds[0], rounds[-1])
    unit = table.columns[column_number(table, "90 % from")].unit
    ax.set_xlabel("rounds (logarithmic scale)")
    ax.set_ylabel(f"actual hold ({unit})")
    ax.legend(frameon=False)
    if title:
        set_title(ax, table.title, table)
    return ax
