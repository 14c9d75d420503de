"""Files that are written whole or not at all."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ginwin.errors import InputError

if TYPE_CHECKING:
    from ginwin.tables import Table

__all__ = ["write_csv", "write_file"]


def write_file(path: str | Path, content: bytes, field: str = "file") -> None:
    """Write a file whole, or leave everything as it was.

    The content goes to a temporary file beside it, which then takes its place; only what is no
    regular file, such as a terminal, is written to directly.

    Parameters
    ----------
    path : str or Path
        The file; an old one is replaced and keeps its permissions.
    content : bytes
        What it will hold.
    field : str
        What the path is for, named in the error.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    try:
        target = Path(path).resolve()  # a link stays a link
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(content)
            return
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).chmod(_mode(target))
            Path(name).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no path"
        raise InputError(field, str(path), f"a file that can be written ({reason})") from None


def write_csv(path: str | Path, table: Table) -> None:
    """Write a table as CSV: a line of column names with units, then the rows.

    Text is written as it is, numbers with a decimal point and up to 17 digits, in the unit of
    their column; an empty cell is empty.

    Parameters
    ----------
    path : str or Path
        The file.
    table : Table
        The table.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.label for column in table.columns])
    for row in table.rows:
        writer.writerow([c.plain(cell) for c, cell in zip(table.columns, row, strict=True)])
    write_file(path, text.getvalue().encode(), "CSV file")


def _mode(path: Path) -> int:
    """Return the permissions of a file, or of a new one."""
    if path.exists():
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
