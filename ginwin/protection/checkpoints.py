"""A file that a long run can go on from: what has been added up, and what it belongs to."""

from __future__ import annotations

import json
import math
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from ginwin.base.files import read_file, write_file
from ginwin.errors import InputError
from ginwin.protection.blocks import FIGURES, Block

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Checkpoint"]

_FIELD = "--resume"
_ALLOWED = "a new file, or one that such a run has written"
_SECONDS = 5.0  # between two writes of the file


class Checkpoint:
    """The sums of a run so far, in a JSON file that is replaced whole.

    Parameters
    ----------
    path : Path
        The file; if there is one, the run goes on from it.
    run : mapping of str to JSON data
        What makes the run what it is: version, rules, seed. A file of another run is refused.

    Raises
    ------
    InputError
        If the file is none of such a run, is one of another run, or cannot be written.
    """

    def __init__(self, path: Path, run: Mapping[str, Any]) -> None:
        self.path = path
        self._run: dict[str, Any] = json.loads(json.dumps(run))
        self._totals: dict[str, Block] = {}
        self._written = monotonic()
        if path.exists():
            self._read()
        self.write()  # a path that cannot be written to is better known at once

    def begun(self, name: str) -> Block:
        """Return the sum of the first blocks of a part of the run; of none if it has not begun."""
        return self._totals.get(name, Block())

    def keep(self, name: str, total: Block) -> None:
        """Keep the sum of the first blocks of a part; the file is written now and then."""
        self._totals[name] = total
        if monotonic() - self._written > _SECONDS:
            self.write()

    def write(self) -> None:
        """Write the file.

        Raises
        ------
        InputError
            If it cannot be written.
        """
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
        self._written = monotonic()

    def _read(self) -> None:
        try:
            data = json.loads(read_file(str(self.path), _FIELD, _ALLOWED))
            totals = {name: _block(total) for name, total in data.pop("totals").items()}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(_FIELD, str(self.path), f"{_ALLOWED} (it is neither)") from None
        other = sorted(key for key in {*data, *self._run} if data.get(key) != self._run.get(key))
        if other:
            allowed = f"a file of the same run; in this one differs: {', '.join(other)}"
            raise InputError(_FIELD, str(self.path), allowed)
        self._totals = totals


def _block(total: Any) -> Block:
    """Read a sum, or raise ValueError."""
    numbers = [*total["sums"], *total["squares"]]
    whole = [total["blocks"], total["sets"]]
    if (
        any(type(number) is not int or number < 0 for number in whole)
        or any(type(number) is not float or not math.isfinite(number) for number in numbers)
        or len(numbers) != 2 * FIGURES
    ):
        raise ValueError(total)
    blocks, sets = whole
    return Block(blocks, sets, tuple(total["sums"]), tuple(total["squares"]))
