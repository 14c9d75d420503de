"""Files that a command writes beside its output: their options, and all or none written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ginwin.base.exact import plural
from ginwin.base.files import check_file, csv_bytes, write_files
from ginwin.errors import InputError, one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from ginwin.base.tables import Table

__all__ = [
    "CsvOption",
    "PlotOption",
    "check_apart",
    "print_outputs",
    "print_written",
    "write_outputs",
]


def _csv_file(path: str | None) -> str | None:
    """Refuse a file that cannot be written before anything is counted."""
    if path is not None:
        check_file(path, "CSV file")
    return path


def _plot_file(path: str | None) -> str | None:
    if path is not None:
        from ginwin.plots.drawing import check_plot_file

        check_plot_file(path)
    return path


CsvOption = Annotated[
    str | None,
    typer.Option("--csv", metavar="FILE", help="Write the rows to a CSV file.", callback=_csv_file),
]
PlotOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="Write the plot: a file .png, .svg or .pdf.",
        callback=_plot_file,
    ),
]


def check_apart(csv: str | None, plot: str | None) -> None:
    """Refuse a plot that would take the place of the CSV file."""
    if csv is not None and plot is not None and Path(csv).resolve() == Path(plot).resolve():
        raise InputError("plot file", plot, "another file than the CSV file")


def write_outputs(
    table: Table, csv: str | None, plot: str | None, draw: Callable[[Axes], object]
) -> None:
    """Write the rows of a table to a CSV file and a plot to another, where they are wanted."""
    files: list[tuple[str, bytes, str]] = []
    if csv is not None:
        files.append((csv, csv_bytes(table), "CSV file"))
    if plot is not None:
        from ginwin.plots.drawing import plot_bytes

        files.append((plot, plot_bytes(plot, draw), "plot file"))
    write_files(*files)


def print_outputs(table: Table, csv: str | None, plot: str | None = None) -> None:
    """Say which files of a table were written."""
    if csv is not None:
        rows = len(table.rows)
        print_written(csv, f"{rows:,} {plural(rows, 'row', 'rows')} to ")
    if plot is not None:
        print_written(plot, "the plot to ")


def print_written(path: str | Path, what: str = "") -> None:
    """Say that a file was written, in one line that leads to it."""
    text = str(path)
    typer.echo(f"Wrote {what}{text if one_line(text) == text else repr(text)}")
