"""Side-bet pay tables beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ginwin.base.exact import decimal
from ginwin.plots.drawing import (
    BLACK,
    GREY,
    SKY,
    VERMILION,
    axes_or_new,
    cells,
    column_number,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes

    from ginwin.base.tables import Cell, Table

__all__ = ["plot_side_bets", "side_bets_size"]

_NAME, _EVENT = 30, 38  # characters in a line
_LINE, _AROUND = 0.19, 1.2  # inches: a line of text, and what is above and below all
_WIDTH, _TALLEST = 8, 10  # inches
_LETTERS, _LINES = 8.5, 48  # points, and how many lines have room in the tallest


def side_bets_size(tables: Sequence[Table], names: Sequence[str] = ()) -> tuple[float, float]:
    """Return the width and the height in inches that a plot of side bets needs."""
    lines = sum(row.lines for row in _rows(tables, names))
    return _WIDTH, min(_TALLEST, _AROUND + _LINE * lines)


def plot_side_bets(
    tables: Sequence[Table],
    ax: Axes | None = None,
    names: Sequence[str] = (),
    *,
    title: bool = True,
) -> Axes:
    """Draw what each event of side bets returns to the player.

    Parameters
    ----------
    tables : sequence of Table
        Pay tables with returns (see `ginwin.bonus.results.bonus_table`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot, as large as `side_bets_size` says.
    names : sequence of str
        The names of the side bets; by default those in their tables.
    title : bool
        Write a title above.

    Returns
    -------
    Axes
        The axes. Below the name of each side bet stand its events and the total; horizontal is what
        they return in percent of the bet: wins to the right, losses, hatched, to the left.

    Raises
    ------
    InputError
        If the table is another one.
    """
    ax = axes_or_new(ax, side_bets_size(tables, names))
    rows = list(_rows(tables, names))
    places, below = [], 0.0
    for row in rows:
        places.append(below + row.lines / 2)
        below += row.lines
    drawn = [(place, row) for place, row in zip(places, rows, strict=True) if row.colour]
    bars = ax.barh(
        [place for place, _ in drawn],
        [row.percent for _, row in drawn],
        height=0.7,
        color=[row.colour for _, row in drawn],
        hatch=["//" if row.colour == VERMILION else "" for _, row in drawn],
        edgecolor=BLACK,
        lw=0.8,
    )
    size = _LETTERS * min(1, _LINES / below)
    ax.bar_label(bars, [row.written for _, row in drawn], padding=3, fontsize=size)
    ax.axvline(0, color=BLACK, lw=1)
    ax.set_yticks(places, [row.label for row in rows], fontsize=size)
    for tick, row in zip(ax.yaxis.get_major_ticks(), rows, strict=True):
        if not row.colour:
            tick.label1.set_fontweight("bold")
            tick.tick1line.set_visible(False)
    ax.set_ylim(below + 0.5, -0.5)
    ax.margins(x=0.2)
    ax.set_xlabel("return to the player (% of bet);\nlosses are hatched, totals are grey")
    if title:
        ax.set_title("What each event of the side bets returns", fontsize="medium")
    return ax


class _Row(NamedTuple):
    """The name of a side bet, which has no bar, an event or a total."""

    label: str
    colour: str = ""
    return_: Fraction = Fraction(0)

    @property
    def lines(self) -> int:
        return self.label.count("\n") + 1

    @property
    def percent(self) -> float:
        return float(100 * self.return_)

    @property
    def written(self) -> str:
        return decimal(100 * self.return_, 2)


def _rows(tables: Sequence[Table], names: Sequence[str]) -> Iterator[_Row]:
    for table, name in zip(tables, names or [table.rules[0] for table in tables], strict=True):
        (label,) = wrapped([name], _NAME)
        yield _Row(label)
        returns = map(Fraction, map(str, cells(table, "return")))
        parts = zip(cells(table, "event"), cells(table, "pays"), returns, strict=True)
        for event, pays, return_ in parts:
            (label,) = wrapped([f"{event} ({_pays(pays)})"], _EVENT)
            yield _Row(label, VERMILION if return_ < 0 else SKY, return_)
        total = table.rows[-1][column_number(table, "return")]
        yield _Row("total, minus the house edge", GREY, Fraction(str(total)))


def _pays(pays: Cell) -> str:
    """Return what an event pays, in words."""
    pay = Fraction(str(pays))
    if pay > 0:
        return f"{pay} to 1"
    if pay == 0:
        return "push"
    return "lost" if pay == -1 else f"{-pay} of the bet lost"
