"""Files that a command writes beside its output: all of them or none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ginwin.errors import InputError
from ginwin.files import csv_bytes, write_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from ginwin.tables import Table

__all__ = ["check_apart", "write_outputs"]


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
        from ginwin.plots import plot_bytes

        files.append((plot, plot_bytes(plot, draw), "plot file"))
    write_files(*files)
