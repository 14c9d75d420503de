"""A file that a long run can go on from: what has been added up, and what it belongs to."""

from __future__ import annotations

import json
import math
import os
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, Self

import ginwin
from ginwin.base.files import check_file, read_file, write_file
from ginwin.cards import STANDARD_DECK, Deck
from ginwin.errors import InputError
from ginwin.protection.blocks import FIGURES, Block
from ginwin.protection.seat_tables import sets_of
from ginwin.protection.seats import most_seats

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from ginwin.rules.rules import Rules

__all__ = ["Checkpoint"]

_FIELD = "--resume"
_ALLOWED = "a new file, or one that such a run has written"
_SECONDS = 5.0  # between two writes of the file
_MOST_BLOCKS = 10**9
_ROUNDING = 1 + 1e-9


class Checkpoint:
    """The sums of a run so far, in a JSON file that is replaced whole.

    Used as a context, within which no other run may use the file. It is written when there is
    something to keep.

    Parameters
    ----------
    path : Path
        The file; if there is one, the run goes on from it.
    rules : Rules
        The rules.
    seed : int
        The seed. With the version of this package and the rules it makes the run what it is: a file
        of another run is refused.
    deck : Deck
        The deck.
    """

    def __init__(self, path: Path, rules: Rules, seed: int, deck: Deck = STANDARD_DECK) -> None:
        self.path = path
        run = {"ginwin": ginwin.__version__, "rules": rules.to_dict(), "seed": seed}
        self._run: dict[str, Any] = json.loads(json.dumps(run))
        self._sets = {
            str(seats): sets_of(deck, rules.cards, seats)
            for seats in range(most_seats(rules, deck) + 1)
        }
        self._totals: dict[str, Block] = {}
        self._changed = False
        self._written = monotonic()
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Self:
        """Lock the file and read it, if it is there.

        Raises
        ------
        InputError
            If it is none of such a run, is one of another run, cannot be written, or another run
            uses it.
        """
        check_file(self.path, _FIELD)  # better known at once
        self._lock = _locked(self.path)
        try:
            if self.path.exists():
                self._read()
        except BaseException:
            self._unlock()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Write the file if it has changed, and unlock it."""
        try:
            self.write()
        finally:
            self._unlock()

    def begun(self, seats: int) -> Block:
        """Return the sum of the first blocks of a number of seats; of none if it has not begun."""
        return self._totals.get(str(seats), Block())

    def keep(self, seats: int, total: Block) -> None:
        """Keep the sum of the first blocks of a number of seats; the file is written in a while."""
        self._totals[str(seats)] = total
        self._changed = True
        if monotonic() - self._written > _SECONDS:
            self.write()

    def write(self) -> None:
        """Write the file if it has changed.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        if not self._changed:
            return
        totals = {
            name: {
                "blocks": total.blocks,
                "sets": total.sets,
                "sums": total.sums,
                "squares": total.squares,
            }
            for name, total in self._totals.items()
        }
        text = json.dumps({**self._run, "totals": totals}, indent=2)
        write_file(self.path, f"{text}\n".encode(), _FIELD)
        self._changed, self._written = False, monotonic()

    def _unlock(self) -> None:
        if self._lock is not None:
            with suppress(OSError):  # where files in use cannot be removed
                Path(self._lock.name).unlink()
            self._lock.close()
            self._lock = None

    def _read(self) -> None:
        try:
            data = json.loads(read_file(str(self.path), _FIELD, _ALLOWED))
            totals = {
                name: _block(total, self._sets[name]) for name, total in data.pop("totals").items()
            }
        except InputError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputError(_FIELD, str(self.path), f"{_ALLOWED} (it is neither)") from None
        other = sorted(key for key in {*data, *self._run} if data.get(key) != self._run.get(key))
        if other:
            allowed = f"a file of the same run; in this one differs: {', '.join(other)}"
            raise InputError(_FIELD, str(self.path), allowed)
        self._totals = totals


def _locked(path: Path) -> IO[bytes] | None:
    """Lock a file beside a path until it is closed; None where the disk knows no locks.

    The file itself is replaced again and again, and could not stay locked. The system unlocks what
    a process has locked when it ends, however it does.
    """
    beside = path.with_name(f".{path.name}.lock")
    lock = beside.open("ab")
    try:
        if sys.platform == "win32":
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        ours = beside.exists() and os.path.samestat(os.fstat(lock.fileno()), beside.stat())
    except (BlockingIOError, PermissionError):
        ours = False
    except OSError:
        lock.close()
        return None
    if not ours:  # or another run has just removed it
        lock.close()
        raise InputError(_FIELD, str(path), "a file that no other run is using")
    return lock


def _block(total: Any, per_block: int) -> Block:
    """Read a sum of blocks of so many sets, or raise ValueError."""
    blocks, sets = total["blocks"], total["sets"]
    sums, squares = total["sums"], total["squares"]
    if (
        type(blocks) is not int
        or type(sets) is not int
        or not 0 <= blocks <= _MOST_BLOCKS
        or sets != blocks * per_block
        or any(type(numbers) is not list or len(numbers) != FIGURES for numbers in (sums, squares))
        or any(type(one) is not float or not math.isfinite(one) for one in (*sums, *squares))
        or any(s * s > sets * q * _ROUNDING for s, q in zip(sums, squares, strict=True))
    ):
        raise ValueError(total)
    return Block(blocks, sets, tuple(sums), tuple(squares))
