"""Results that take long, kept on disk as tables for the next run.

They lie in the user's cache folder. The name of a file holds a digest of all that the result
depends on: what the caller names, the source code of the package (without what only shows results)
and the versions of numpy and numba. So changed code never meets old results; nor does it meet those
of a process that it was changed under, for that keeps nothing. A file that is not whole counts as
missing, and no state of the disk ends a run: what cannot be kept is worked out again the next time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from fractions import Fraction
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from platformdirs import user_cache_path

from ginwin.base.files import write_file
from ginwin.base.tables import Cell, Column, Table
from ginwin.errors import InputError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["kept_tables"]

_SHOWING = ("cli", "document", "plots")  # packages that make no tables
_MOST_FILES = 200  # the newest; older ones make room


def kept_tables(
    name: str, key: Mapping[str, str], make: Callable[[], tuple[Table, ...]]
) -> tuple[Table, ...]:
    """Return tables that were kept, or make them and keep them.

    Parameters
    ----------
    name : str
        What they are, for the name of the file: lower-case letters, digits and hyphens.
    key : mapping of str to str
        All that they depend on beside the code of the package, such as the text of the rules.
    make : callable
        Makes them. What it raises is raised, and nothing is kept then.

    Returns
    -------
    tuple of Table
        The tables, equal to those that `make` returns.
    """
    file = _file(name, key)
    if file is None:
        return make()
    with suppress(OSError, ValueError, LookupError, TypeError, AttributeError):
        return _read(file.name, file.read_bytes())
    tables = make()
    with suppress(OSError, ValueError, TypeError):  # such as a full disk, or more digits than read
        content = _bytes(file.name, tables)
        if _code() != _LOADED:
            return tables
        file.parent.mkdir(parents=True, exist_ok=True)
        with suppress(InputError):
            write_file(file, content)
        _make_room(file.parent)
    return tables


def _file(name: str, key: Mapping[str, str]) -> Path | None:
    """Return where tables are kept; None where there is no place for them."""
    try:
        folder = user_cache_path("ginwin", appauthor=False) / "tables"
    except (OSError, RuntimeError):
        return None
    if _LOADED is None or not folder.is_absolute():  # as of a user without a home
        return None
    depends = json.dumps([_LOADED, sorted(key.items())])
    return folder / f"{name}-{sha256(depends.encode()).hexdigest()[:32]}.json"


def _code() -> str | None:
    """Return a digest of the code that makes results; None where it cannot be read."""
    digest = sha256(f"numpy {np.__version__}, numba {numba.__version__}".encode())
    try:
        for path, content in _sources(files("ginwin")):
            digest.update(f"\0{path} {len(content)}\0".encode() + content)
    except OSError:
        return None
    return digest.hexdigest()


def _sources(folder: Traversable, under: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the paths and contents of all files of the package that matter, in a fixed order.

    A folder by itself does not matter: those of compiled code appear while the package is loaded.
    """
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        path = under + entry.name
        if entry.is_dir() and path not in _SHOWING:
            yield from _sources(entry, path + "/")
        elif path.endswith((".py", ".toml")):
            yield path, entry.read_bytes()


_LOADED = _code()
"""The code of this process, as far as it has been loaded."""


def _bytes(name: str, tables: tuple[Table, ...]) -> bytes:
    """Return the content of a file: a line with the digest of name and rest, then the tables."""
    content = json.dumps([_plain(table) for table in tables]).encode()
    return _digest(name, content) + b"\n" + content


def _digest(name: str, content: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + content).hexdigest().encode()


def _read(name: str, content: bytes) -> tuple[Table, ...]:
    """Return the tables of a file; what is not whole raises one error or another."""
    digest, _, rest = content.partition(b"\n")
    if _digest(name, rest) != digest:
        raise ValueError
    return tuple(_table(**one) for one in json.loads(rest))


def _plain(table: Table) -> dict[str, Any]:
    """Return a table as JSON data: a fraction is a list of numerator and denominator."""
    rows = [
        [[cell.numerator, cell.denominator] if isinstance(cell, Fraction) else cell for cell in row]
        for row in table.rows
    ]
    return asdict(table) | {"rows": rows}


def _table(
    columns: list[dict[str, Any]],
    rows: list[list[Any]],
    rules: list[str],
    notes: list[str],
    **rest: Any,
) -> Table:
    """Return a table from its JSON data."""
    return Table(
        columns=tuple(Column(**column) for column in columns),
        rows=tuple(tuple(map(_cell, row)) for row in rows),
        rules=tuple(rules),
        notes=tuple(notes),
        **rest,
    )


def _cell(cell: Any) -> Cell:
    return Fraction(*cell) if isinstance(cell, list) else cell


def _make_room(folder: Path) -> None:
    """Remove the oldest files beyond those that are kept."""
    found = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in found[_MOST_FILES:]:
        file.unlink(missing_ok=True)
