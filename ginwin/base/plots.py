"""Results as plots: each function draws a table on matplotlib axes and computes nothing.

Lines differ in colour, in dashes and in lightness, so that they can be told apart in grey print and
by colour-blind readers (the colours are those of Okabe and Ito).
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, cast

from ginwin.base.files import check_file, write_file
from ginwin.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ginwin.base.tables import Cell, Table

__all__ = [
    "check_plot_file",
    "plain_text",
    "plot_bytes",
    "plot_decisions",
    "plot_landscape",
    "write_plot",
]

_NO_DATE = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}

_QUALIFIER, _DEAD_WOOD, _QUALIFIES = 0, 1, 2
_LINES = (  # column, colour, dashes, width
    (3, "#e69f00", (0, (1, 1)), 1.6),
    (5, "#56b4e9", "solid", 3.5),
    (4, "#000000", "solid", 1.0),
)
_BAND = "#f0f0f0"
_ROOM = 0.02  # of the width: the narrowest band with a label
_TITLE = 52  # characters in a line; of the widest letters as many fit


def plot_landscape(table: Table, ax: Axes | None = None, mark: str | None = None) -> Axes:
    """Draw the house edge under every qualifier.

    Parameters
    ----------
    table : Table
        A landscape (see `ginwin.variants.qualifiers.landscape`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.
    mark : str, optional
        A qualifier to be marked, as the first column of the table writes it.

    Returns
    -------
    Axes
        The axes. Horizontal is how often the dealer qualifies, in percent of hands, tough
        qualifiers at the left; vertical the house edge, in percent of the ante. Bands show the
        dead-wood count of the qualifier where there is room. The legend is below the axes.
    """
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(figsize=(8, 4.5), layout="constrained")
    x = _plain(table, _QUALIFIES)
    for column, colour, dashes, width in _LINES:
        label = table.columns[column].name
        ax.plot(x, _plain(table, column), color=colour, linestyle=dashes, lw=width, label=label)
    rows = [row for row in table.rows if row[_DEAD_WOOD] is not None]
    ends = {str(row[_DEAD_WOOD]): _number(table, _QUALIFIES, row[_QUALIFIES]) for row in rows}
    _draw_bands(ax, 0, ends, 100)
    ax.axhline(0, color="#808080", lw=0.8, zorder=1)
    for row in table.rows:
        if mark is not None and row[_QUALIFIER] == mark:
            place = _number(table, _QUALIFIES, row[_QUALIFIES]), _number(table, 4, row[4])
            ax.plot(*place, "ko", ms=6, label=plain_text(mark), clip_on=False, zorder=3)
    ax.set_xlim(0, 100)
    ax.set_xlabel(f"dealer qualifies ({table.columns[_QUALIFIES].unit}); above: dead-wood cards")
    ax.set_ylabel(f"house edge ({table.columns[4].unit})")
    _set_title(ax, table.title, table)
    below = (0.5, -0.15)
    ax.legend(loc="upper center", bbox_to_anchor=below, ncols=4, fontsize="small", frameon=False)
    return ax


def plot_decisions(table: Table, ax: Axes | None = None) -> Axes:
    """Draw what a raise and a fold are worth with every value.

    Parameters
    ----------
    table : Table
        The values (see `ginwin.advice.decision_results.value_table`).
    ax : Axes, optional
        Where to draw; by default on new axes of pyplot.

    Returns
    -------
    Axes
        The axes. Horizontal is the number of the value, the best at the left; vertical the expected
        net win of the round, in antes. Bands show the dead-wood count, vertical lines where the
        decision changes, and a grey area how far hands of one value differ where the exact cards
        decide.
    """
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(figsize=(8, 4.5), layout="constrained")
    _draw_decisions(table, ax)
    counts = ("0" if row[1] == "gin" else str(str(row[1]).count("-") + 1) for row in table.rows)
    ends = {count: number + 0.5 for number, count in enumerate(counts, start=1)}
    _draw_bands(ax, 0.5, ends, len(table.rows))
    ax.set_xlim(0.5, len(table.rows) + 0.5)
    ax.set_xlabel("value, the best first (number); above: dead-wood cards")
    unit = next(column.unit for column in table.columns if column.name == "fold")
    ax.set_ylabel(f"expected net win ({unit})")
    _set_title(ax, "What a raise and a fold are worth", table)
    close = _close_rows(table)
    if close:
        inset = ax.inset_axes((0.23, 0.3, 0.43, 0.6))
        _draw_decisions(replace(table, rows=close), inset)
        inset.set_title("close decisions", fontsize="small")
        shown = close[:: max(1, (len(close) - 1) // 5)]
        inset.set_xticks(
            [_number(table, 0, row[0]) for row in shown],
            [str(row[1]) for row in shown],
            fontsize="x-small", rotation=20,
        )  # fmt: skip
        inset.tick_params(axis="y", labelsize="x-small")
    ax.legend(loc="upper right", frameon=True)
    return ax


def _draw_bands(ax: Axes, left: float, ends: Mapping[str, float], width: float) -> None:
    """Draw bands side by side, named above; one without room for a name shares that of the next.

    They begin at `left` and end where `ends` says by name; `width` is that of the axes.
    """
    across = ax.get_xaxis_transform()  # 0 to 1 from the bottom to the top
    begin, names = left, []
    for band, (name, right) in enumerate(ends.items()):
        if band % 2 == 0:
            ax.axvspan(left, right, color=_BAND, zorder=0)
        left = right
        names.append(name)
        if right - begin > _ROOM * width:
            shown = "–".join(dict.fromkeys((names[0], name)))
            ax.text((begin + right) / 2, 1.01, shown, transform=across, ha="center", va="bottom")
            begin, names = right, []


_SPAN = " with the worst hand", " with the best hand"
_RAISES = ("#0072b2", "#d55e00")  # the smallest and the largest play bet
_NAMED = 3  # changes of the decision that the legend has room for


def _draw_decisions(table: Table, ax: Axes) -> None:
    """Draw the lines, the span of the hands and the changes of the decision of some values."""
    columns = {column.name: number for number, column in enumerate(table.columns)}
    raises = [name.removesuffix(_SPAN[0]) for name in columns if name.endswith(_SPAN[0])]
    mixed = replace(table, rows=_mixed_rows(table))
    for name, colour, width in zip(raises, _RAISES, (1.8, 1.0), strict=False):
        if mixed.rows:
            low, high = (_plain(mixed, columns[name + end]) for end in _SPAN)
            label = "raise, worst to best hand" if name == raises[0] else ""
            ax.vlines(_plain(mixed, 0), low, high, "#b8b8b8", lw=1.2, label=label, zorder=1)
        ax.plot(_plain(table, 0), _plain(table, columns[name]), colour, lw=width, label=name)
    folding = _plain(table, columns["fold"])
    ax.plot(_plain(table, 0), folding, color="black", lw=1.2, linestyle="dashed", label="fold")
    best = columns["best"]
    changes = [row for row, after in pairwise(table.rows) if row[best] != after[best]]
    for number, row in enumerate(changes):
        named = f"last to {row[best]}: {row[1]}" if number < _NAMED else None
        place = _number(table, 0, row[0]) + 0.5
        ax.axvline(place, color="black", lw=1, linestyle=(0, (1, 1)), label=named)


def _mixed_rows(table: Table) -> tuple[tuple[Cell, ...], ...]:
    """Return the values of which not all hands should do the same."""
    return tuple(row for row in table.rows if row[-1] is not None)


def _close_rows(table: Table) -> tuple[tuple[Cell, ...], ...]:
    """Return the values from the first to the last whose decision is close, and some around."""
    best = next(number for number, column in enumerate(table.columns) if column.name == "best")
    close = [int(_number(table, 0, row[0])) - 1 for row in _mixed_rows(table)]
    close += [
        number
        for number, (row, after) in enumerate(pairwise(table.rows))
        if row[best] != after[best]
    ]
    first, last = max(0, min(close, default=0) - 10), max(close, default=0) + 11
    return table.rows[first:last] if close and last - first < len(table.rows) // 10 else ()


def plain_text(text: str) -> str:
    r"""Return text that matplotlib draws as it is: a dollar sign begins no formula.

    Examples
    --------
    >>> print(plain_text("$5 and $10"))
    \$5 and \$10
    """
    return text.replace("$", r"\$")


def _set_title(ax: Axes, title: str, table: Table) -> None:
    """Put a title and the name of the rules, in as many lines as it needs, above the bands."""
    lines = [title, *map(plain_text, wrap(table.rules[0], _TITLE))]
    ax.set_title("\n".join(lines), fontsize="medium", pad=20)


def check_plot_file(path: str | Path) -> None:
    """Refuse a file that `write_plot` cannot write.

    Raises
    ------
    InputError
        If the name does not end in .png, .svg or .pdf, or the file cannot be written.
    """
    _kind(path)
    check_file(path, "plot file")


def plot_bytes(path: str | Path, draw: Callable[[Axes], object]) -> bytes:
    """Return the content of a file with a plot, the same bytes each time.

    Parameters
    ----------
    path : str or Path
        The name of the file; it ends in .png, .svg or .pdf.
    draw : callable
        Draws on the axes that it is given. A character that no font has is drawn as a box.

    Raises
    ------
    InputError
        If the file has another name.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    kind = _kind(path)
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    draw(figure.subplots())
    content = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "ginwin"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ ")
        figure.savefig(content, format=kind[1:], dpi=150, metadata=_NO_DATE[kind])
    return content.getvalue()


def write_plot(path: str | Path, draw: Callable[[Axes], object]) -> None:
    """Write a plot to a file (see `plot_bytes`).

    Raises
    ------
    InputError
        If the file has another name or cannot be written.
    """
    write_file(path, plot_bytes(path, draw), "plot file")


def _kind(path: str | Path) -> str:
    """Return how the name of the file of a plot ends."""
    kind = Path(path).suffix.lower()
    if kind not in _NO_DATE:
        raise InputError("plot file", str(path), "a name that ends in .png, .svg or .pdf")
    return kind


def _plain(table: Table, column: int) -> list[float]:
    """Return a column in its unit."""
    return [_number(table, column, row[column]) for row in table.rows]


def _number(table: Table, column: int, cell: Cell) -> float:
    return float(cast("float", table.columns[column].plain(cell)))
