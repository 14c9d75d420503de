"""What all plots share: axes, titles, bands, colours, and files with the same bytes each time."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, cast

from ginwin.base.exact import decimal
from ginwin.base.files import check_file, write_file
from ginwin.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ginwin.base.tables import Cell, Column, Table

__all__ = [
    "BLACK",
    "BLUE",
    "GREY",
    "ORANGE",
    "SKY",
    "VERMILION",
    "axes_or_new",
    "cells",
    "check_plot_file",
    "column_number",
    "draw_bands",
    "draw_figure",
    "figure_bytes",
    "legend_below",
    "number",
    "numbers",
    "percentage",
    "plain_text",
    "plot_bytes",
    "set_title",
    "wrapped",
    "write_plot",
]

BLACK, GREY = "#000000", "#808080"
BLUE, SKY, ORANGE, VERMILION = "#0072b2", "#56b4e9", "#e69f00", "#d55e00"

_SIZE = (8, 4.5)  # inches
_DOTS = 150  # per inch
_BELOW = 0.45  # inches: the labels below axes
_STYLE = {
    "svg.hashsalt": "ginwin",
    "text.hinting": "no_hinting",  # letters as wide in a picture of dots as in one of lines
}
_NO_DATE = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
_BAND = GREY, 0.12  # light enough for letters of any style upon it
_ROOM = 0.02  # of the width: the narrowest band with a label
_MOST_DIGITS = 9  # decimals
_TITLE = 52  # characters in a line; of the widest letters as many fit


def axes_or_new(ax: Axes | None, size: tuple[float, float] = _SIZE) -> Axes:
    """Return the axes, or new ones of pyplot on a figure of a size in inches."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=size, layout="constrained")[1]


def column_number(table: Table, name: str) -> int:
    """Return the number of the column of a table with a name; another table is refused."""
    names = [column.name for column in table.columns]
    if name not in names:
        raise InputError("table", table.name, f'the table this plot draws, with a column "{name}"')
    return names.index(name)


def cells(table: Table, name: str) -> list[Cell]:
    """Return the cells of a column, without the row of totals."""
    place = column_number(table, name)
    return [row[place] for row in (table.rows[:-1] if table.total else table.rows)]


def numbers(table: Table, name: str) -> list[float]:
    """Return the cells of a column in its unit, without the row of totals."""
    column = table.columns[column_number(table, name)]
    return [number(column, cell) for cell in cells(table, name)]


def number(column: Column, cell: Cell) -> float:
    """Return a cell in the unit of its column."""
    return float(cast("float", column.plain(cell)))


def percentage(number: float) -> str:
    """Write a percentage, small ones with two significant digits.

    Examples
    --------
    >>> percentage(27.468), percentage(0), percentage(0.000276)
    ('27.47', '0.00', '0.00028')
    """
    digits = 2
    while number and abs(number) < 10 ** (1 - digits) and digits < _MOST_DIGITS:
        digits += 1
    return decimal(Fraction(number), digits)


def draw_bands(ax: Axes, left: float, ends: Mapping[str, float], width: float) -> None:
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


def legend_below(ax: Axes, **options: Any) -> None:
    """Put a legend below the axes, where it hides nothing; options are those of matplotlib."""
    from matplotlib.transforms import ScaledTranslation

    labels = ScaledTranslation(0, -_BELOW, ax.figure.dpi_scale_trans)
    ax.legend(
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        bbox_transform=ax.transAxes + labels,
        ncols=4,
        fontsize="small",
        frameon=False,
        **options,
    )


def plain_text(text: str) -> str:
    r"""Return text that matplotlib draws as it is: a dollar sign begins no formula.

    Examples
    --------
    >>> print(plain_text("$5 and $10"))
    \$5 and \$10
    """
    return text.replace("$", r"\$")


def set_title(ax: Axes, title: str, table: Table, *, above: float = 6) -> None:
    """Put a title and the name of the rules, in as many lines as it needs, so many points above."""
    lines = [title, *map(plain_text, wrap(table.rules[0], _TITLE))]
    ax.set_title("\n".join(lines), fontsize="medium", pad=above)


def wrapped(texts: Iterable[Any], width: int) -> list[str]:
    """Return texts as labels that take several lines where they are long."""
    return ["\n".join(map(plain_text, wrap(str(text), width))) for text in texts]


def draw_figure(draw: Callable[[Axes], object], size: tuple[float, float] = _SIZE) -> Figure:
    """Return a figure of a size in inches, whose axes `draw` has drawn on.

    It looks the same whatever style the user has set, and nothing in it moves any more.
    """
    from matplotlib.figure import Figure

    with _plain_style():
        figure = Figure(figsize=size, dpi=_DOTS, layout="constrained")
        draw(figure.subplots())
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
    return figure


def figure_bytes(figure: Figure, kind: str) -> bytes:
    """Return the content of a file with a figure, the same bytes each time.

    Parameters
    ----------
    figure : Figure
        The figure (see `draw_figure`). A character that no font has is drawn as a box.
    kind : str
        How the name of the file ends: ``.png``, ``.svg`` or ``.pdf``.
    """
    content = io.BytesIO()
    with _plain_style():
        figure.savefig(content, format=kind[1:], metadata=_NO_DATE[kind])
    return content.getvalue()


@contextmanager
def _plain_style() -> Iterator[None]:
    """Draw in the style that matplotlib comes with, and be silent about missing characters."""
    from matplotlib import style

    with style.context(["default", _STYLE]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ ")
        yield


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
        Draws on the axes that it is given.

    Raises
    ------
    InputError
        If the file has another name.
    """
    return figure_bytes(draw_figure(draw), _kind(path))


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
