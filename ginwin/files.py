"""Files: small ones of text are read, and all are written whole or not at all."""

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

__all__ = ["read_file", "write_csv", "write_file"]

_MOST_BYTES = 1 << 20


def read_file(path: str, field: str, allowed: str) -> str:
    """Read a text file of at most 1 MiB.

    Parameters
    ----------
    path : str
        The file; UTF-8, with a byte order mark or without.
    field, allowed : str
        What the path is for and what it may be, named in the error.

    Returns
    -------
    str
        The text.

    Raises
    ------
    InputError
        If the path is not that of such a file; it says why.
    """
    try:
        file = Path(path)
        if file.exists() and not file.is_file() and not file.is_dir():
            reason = "it is no regular file"  # a pipe or a device may have no end
        else:
            with file.open("rb") as opened:
                content = opened.read(_MOST_BYTES + 1)
            if len(content) <= _MOST_BYTES:
                return content.decode("utf-8-sig")
            reason = "it is larger than 1 MiB"
    except UnicodeDecodeError:
        reason = "it is not UTF-8 text"
    except OSError as error:
        reason = error.strerror or "unreadable"
    except ValueError:
        reason = "a path has no null characters"
    raise InputError(field, path, f"{allowed} ({reason})")


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
