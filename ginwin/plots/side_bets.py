"""Side-bet pay tables beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.exact import decimal
from ginwin.plots.drawing import (
    BLACK,
    BLUE,
    ORANGE,
    SKY,
    VERMILION,
    axes_or_new,
    cells,
    numbers,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ginwin.base.tables import Table

__all__ = ["plot_side_bets"]

_WINS = (  # colour, hatch
    (SKY, ""),
    (ORANGE, "//"),
    (BLUE, ".."),
    ("#f0e442", "xx"),
    ("#009e73", "\\\\"),
    ("#cc79a7", "++"),
)
_NAME, _EVENT = 26, 34  # characters in a line
_SMALL = 3.5  # percent of the bet: a part with room for its number


def plot_side_bets(
    tables: Sequence[Table], ax: Axes | None = None, names: Sequence[str] | None = None
) -> Axes:
    """Draw what the events of side bets return to the player, and what all others lose.

    Parameters
    ----------
    tables : sequence of Table
        Pay tables with returns (see `ginwin.bonus.results.bonus_table`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    names : sequence of str, optional
        The names of the side bets; by default those in their tables.

    Returns
    -------
    Axes
        The axes. Two bars for each side bet, in percent of the bet: above, part by part, what each
        event wins; below what is lost. The house edge, the difference, stands beside the name.
    """
    ax = axes_or_new(ax)
    labels = wrapped(names or [table.rules[0] for table in tables], _NAME)
    styles: dict[str, tuple[str, str]] = {}
    for number, table in enumerate(tables):
        won = lost = 0.0
        rows = zip(
            cells(table, "event"), cells(table, "pays"), numbers(table, "return"), strict=True
        )
        for event, pays, part in rows:
            if part < 0:
                lost -= 100 * part
                continue
            if part == 0:
                continue
            name = f"{event}, {pays} to 1"
            colour, hatch = styles.setdefault(name, _WINS[len(styles) % len(_WINS)])
            _draw_part(ax, number - 0.2, won, 100 * part, colour, hatch)
            won += 100 * part
        _draw_part(ax, number + 0.2, 0, lost, VERMILION, "--")
        edge = Fraction(lost - won)
        labels[number] += f"\nhouse edge {decimal(edge, 2)} %"
    ax.set_yticks(range(len(tables)), labels, fontsize="small")
    ax.set_ylim(len(tables) - 0.5, -0.5)
    ax.set_xlabel("of each bet, to the player (%): above what events win, below what is lost")
    _draw_legend(ax, styles)
    return ax


def _draw_part(ax: Axes, height: float, left: float, width: float, colour: str, hatch: str) -> None:
    """Draw a part of a bar, with its number where there is room."""
    ax.barh(
        height, width, left=left, height=0.36, color=colour, hatch=hatch, edgecolor=BLACK, lw=0.8
    )
    if width > _SMALL:
        ax.text(
            left + width / 2,
            height,
            decimal(Fraction(width), 2),
            ha="center",
            va="center",
            fontsize="x-small",
            bbox={"fc": "white", "ec": "none", "pad": 1},
        )


def _draw_legend(ax: Axes, styles: dict[str, tuple[str, str]]) -> None:
    from matplotlib.patches import Patch

    shown = {**styles, "all that loses": (VERMILION, "--")}
    names = wrapped(shown, _EVENT)
    patches = [
        Patch(facecolor=colour, hatch=hatch, edgecolor=BLACK, label=name)
        for name, (colour, hatch) in zip(names, shown.values(), strict=True)
    ]
    ax.legend(
        handles=patches,
        loc="upper center",
        bbox_to_anchor=(0.4, -0.16),
        ncols=3,
        fontsize="small",
        frameon=False,
    )
