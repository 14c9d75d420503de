"""The command line: thin commands over the public functions.

Each module of this package adds commands to the one application.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

import typer

from ginwin.cli import bonus, design, play, variants  # noqa: F401  (they add their commands)
from ginwin.cli.app import app
from ginwin.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["app", "main"]

_NO_OUTPUT = 1
_BAD_INPUT = 2
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
        that has gone, such as ``head``); 2: input that cannot be used, explained in one line on
        standard error; 130: interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that the encoding lacks is a "?"
    hook, sys.unraisablehook = sys.unraisablehook, _unraisable
    try:
        status = app(args=arguments, prog_name="ginwin", standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    except OSError as error:
        _drop_output()
        if not isinstance(error, BrokenPipeError):
            _complain(f"output: {error.strerror}")
        return _NO_OUTPUT
    except Exception as error:
        if isinstance(error, InputError):
            _complain(str(error))
        elif hasattr(error, "format_message"):  # typer's usage errors; their class has moved
            _complain(error.format_message())
        else:
            raise
        return _BAD_INPUT
    finally:
        sys.unraisablehook = hook
    return int(status or 0)


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """End the process on an interrupt that the compiler's callbacks would swallow."""
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(_INTERRUPTED)
    sys.__unraisablehook__(unraisable)


def _complain(message: str) -> None:
    if message:  # typer has none when it shows the help in place of a missing command
        sys.stderr.write(f"error: {' '.join(message.split())}\n")


def _drop_output() -> None:
    """Let the rest of the output go nowhere, so that Python does not fail on it at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
