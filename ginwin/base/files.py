"""Files: small ones of text are read, and all are written whole or not at all."""

from __future__ import annotations

import csv
import errno
import io
import os
import signal
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from ginwin.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ginwin.base.tables import Table

__all__ = [
    "check_file",
    "check_folder",
    "csv_bytes",
    "read_file",
    "write_csv",
    "write_file",
    "write_files",
    "write_folder",
]

_MOST_BYTES = 1 << 20
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


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
        if _is_special(file):
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


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let signals that end a run wait, so that files that belong together all change."""
    if current_thread() is not main_thread():  # no signal interrupts another one
        yield
        return
    came: list[int] = []
    handlers = ((number, signal.getsignal(number)) for number in _ENDING)
    before = {number: handler for number, handler in handlers if handler is not None}
    for number in before:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


@_uninterrupted()
def check_file(path: str | Path, field: str = "file") -> None:
    """Refuse a file that `write_file` cannot write, before the work that is to be written.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    with _writing(path, field) as target:
        if not _is_special(target):
            with tempfile.NamedTemporaryFile(prefix=f".{target.name}.", dir=target.parent):
                pass


def write_file(path: str | Path, content: bytes, field: str = "file") -> None:
    """Write a file whole, or leave everything as it was.

    The content goes to a temporary file beside it, which then takes its place; only what is no
    regular file, such as a terminal, is written to directly. A signal that ends the run waits until
    that is done.

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
    write_files((path, content, field))


def write_files(*files: tuple[str | Path, bytes, str]) -> None:
    """Write files whole: all that can be found out is before the first takes its place.

    Parameters
    ----------
    *files : tuple of str or Path, bytes, str
        For each the path, the content and what the path is for, as for `write_file`.

    Raises
    ------
    InputError
        If one of the files cannot be written.
    """
    regular: list[tuple[str | Path, bytes, str]] = []
    special: list[tuple[str | Path, bytes, str]] = []
    for file in files:
        with _writing(file[0], file[2]) as target:
            (special if _is_special(target) else regular).append(file)
    _replace(regular)
    for path, content, field in special:  # a pipe may let its writer wait: not uninterrupted
        with _writing(path, field) as target:
            target.write_bytes(content)


@_uninterrupted()
def _replace(files: Iterable[tuple[str | Path, bytes, str]]) -> None:
    """Write regular files whole, all of them or none."""
    with ExitStack() as stack:
        staged = [(_staged(stack, *file), file) for file in files]
        for temporary, (path, _, field) in staged:
            with _writing(path, field) as target:
                temporary.replace(target)


@_uninterrupted()
def check_folder(path: str | Path, field: str = "folder") -> None:
    """Refuse a folder that `write_folder` cannot write into, before the work that is to be written.

    Raises
    ------
    InputError
        If it is no folder, or cannot be made or written into.
    """
    with _folder(path, field) as target:
        while not target.exists():
            target = target.parent  # noqa: PLW2901  (the folder that is there)
        with tempfile.TemporaryFile(dir=target):
            pass


@_uninterrupted()
def write_folder(path: str | Path, files: Mapping[str, bytes], field: str = "folder") -> None:
    """Write files into a folder, all or none; folders that are missing are made.

    A signal that ends the run waits until that is done.

    Parameters
    ----------
    path : str or Path
        The folder.
    files : mapping of str to bytes
        What they will hold, by their path within the folder, with ``/`` between its parts.
    field : str
        What the folder is for, named in the error.

    Raises
    ------
    InputError
        If the folder or a file cannot be written. Nothing has changed then, as long as the disk
        lets files take their places that it has already taken.
    """
    made: list[Path] = []
    try:
        with _folder(path, field) as target:
            for folder in {target: None} | {(target / name).parent: None for name in files}:
                missing = [one for one in (folder, *folder.parents) if not one.exists()]
                for one in reversed(missing):
                    one.mkdir(exist_ok=True)
                    made.append(one)
        _replace([(target / name, content, field) for name, content in files.items()])
    except BaseException:
        for folder in reversed(made):
            with suppress(OSError):  # another run has begun to use it
                folder.rmdir()
        raise


@contextmanager
def _folder(path: str | Path, field: str) -> Iterator[Path]:
    """Give the folder that a path leads to; faults are those of the path."""
    try:
        if not str(path):  # as of a variable that is not set; it would be the current folder
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        yield Path(path).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "it is no path"
        raise InputError(field, str(path), f"a folder to write into ({reason})") from None


def _staged(stack: ExitStack, path: str | Path, content: bytes, field: str) -> Path:
    """Write a temporary file that is to take the place of a file beside it, and return its path."""
    with _writing(path, field) as target:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        temporary = Path(name)
        stack.callback(_remove, temporary)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        temporary.chmod(_mode(target))
    return temporary


def _remove(path: Path) -> None:
    """Remove a temporary file that has not taken its place."""
    with suppress(OSError):
        path.unlink()


def csv_bytes(table: Table) -> bytes:
    """Return the content of a CSV file with a table (see `write_csv`)."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.labels)
    for row in table.rows:
        writer.writerow([c.plain(cell) for c, cell in zip(table.columns, row, strict=True)])
    return text.getvalue().encode()


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
    write_file(path, csv_bytes(table), "CSV file")


@contextmanager
def _writing(path: str | Path, field: str) -> Iterator[Path]:
    """Give the file that a path leads to; faults are those of the path."""
    try:
        target = Path(path)
        if not _is_special(target):  # such as a pipe that is /dev/stdout
            target = target.resolve()  # a link stays a link
        _check_kind(target)
        yield target
    except BrokenPipeError:  # a reader that has gone, as of the output itself
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no path"
        raise InputError(field, str(path), f"a file that can be written ({reason})") from None


def _is_special(path: Path) -> bool:
    """Return whether a path is a terminal, a pipe or another device."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _check_kind(path: Path) -> None:
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.is_file() and _is_output(path):
        raise OSError(errno.EBUSY, "the output goes there")


def _is_output(path: Path) -> bool:
    """Return whether a file is where the output of the process goes."""
    try:
        return os.path.samestat(path.stat(), os.fstat(1))
    except OSError:  # it is closed
        return False


def _mode(path: Path) -> int:
    """Return the permissions of a file, or of a new one."""
    if path.exists():
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
