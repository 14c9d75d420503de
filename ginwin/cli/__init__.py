"""The command line: thin commands over the public functions.

Each module of this package adds commands to the one application. They are imported by `main`, so
that an interrupt is as quiet while they load as later.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_NO_OUTPUT = 1
_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments, without the name of the program; by default those of the process.

    Returns
    -------
    int
        The exit status. 0: done; 1: the output could not be written (nothing is said about a reader
        that has gone, such as ``head``, or a closed output); 2: input that cannot be used,
        explained in one line on standard error; 130: interrupted.
    """
    hook, sys.unraisablehook = sys.unraisablehook, _unraisable
    try:
        status = _run(arguments)
    except KeyboardInterrupt:
        status = _INTERRUPTED
    finally:
        sys.unraisablehook = hook
    if status == _INTERRUPTED and arguments is None:  # the process ends, with no more interrupts
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return status


def _run(arguments: Sequence[str] | None) -> int:
    """Run the command line; an interrupt is raised."""
    closed = sys.stdout is None
    sys.stdout = sys.stdout or _nowhere(os.O_RDONLY)  # cannot be written to, as is to be noticed
    sys.stderr = sys.stderr or _nowhere(os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that the encoding lacks is a "?"
    if not _is_width(os.environ.get("COLUMNS", "80")):
        del os.environ["COLUMNS"]  # a help of no width would be empty

    from ginwin.cli.run import complain, run

    try:
        status = run(arguments)
        sys.stdout.flush()
    except OSError as error:
        _drop_output()
        if not (closed or isinstance(error, BrokenPipeError)):
            complain(f"output: {error.strerror}")
        return _NO_OUTPUT
    return status


def _is_width(columns: str) -> bool:
    return columns.isascii() and columns.isdigit() and int(columns[:9]) > 0


def _nowhere(flags: int) -> TextIO:
    """Return a stream for one that was closed when the process started."""
    return os.fdopen(os.open(os.devnull, flags), "w", encoding="utf-8")


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """End the process on an interrupt that the compiler's callbacks would swallow."""
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(_INTERRUPTED)
    sys.__unraisablehook__(unraisable)


def _drop_output() -> None:
    """Let the rest of the output go nowhere, so that Python does not fail on it at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
