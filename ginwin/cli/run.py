"""The application with all its commands, and its faults in one line each."""

from __future__ import annotations

import re
import sys
from ast import literal_eval
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import typer

from ginwin.cli import (  # noqa: F401  (they add their commands)
    bonus,
    design,
    play,
    protect,
    report,
    risk,
    strategy,
    variants,
)
from ginwin.cli.app import app
from ginwin.errors import MISSING, InputError, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["complain", "run"]

_BAD_INPUT = 2
_NO_COMMAND = re.compile(r"No such command ('.*?'|\".*?\")\.( Did you mean .*)?")  # as by repr
_EXTRA = re.compile(r"Got unexpected extra argument\S* \((.*)\)", re.DOTALL)


def run(arguments: Sequence[str] | None) -> int:
    """Run the application and return the exit status; see `ginwin.cli.main`.

    Raises
    ------
    KeyboardInterrupt
        If it is interrupted.
    OSError
        If the output cannot be written.
    """
    try:
        status = app(args=arguments, prog_name="ginwin", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except InputError as error:
        complain(str(error))
    except Exception as error:
        if not hasattr(error, "format_message"):  # a usage error of typer; their class has moved
            raise
        complain(_usage(error))
    else:
        return int(status or 0)
    return _BAD_INPUT


def complain(message: str) -> None:
    """Print an error in one line; typer has none when it shows the help for a missing command."""
    if message:
        with suppress(OSError):  # standard error may be closed
            sys.stderr.write(f"error: {one_line(message)}\n")
            sys.stderr.flush()


def _usage(error: Any) -> str:
    """Return the message of a usage error of typer: field, value and what is allowed."""
    message: str = error.format_message()
    fault: InputError | None = None
    if getattr(error, "param", None) is not None:
        fault = _parameter_fault(error, error.param)
    elif message.endswith("requires an argument."):
        fault = InputError(error.option_name, MISSING, "a value")
    elif getattr(error, "ctx", None) is not None:
        fault = _unknown(error, error.ctx)
    return str(fault or message)


def _unknown(error: Any, context: Any) -> InputError | None:
    """Return the error for a command, an argument or an option that there is not."""
    path, command = context.command_path, context.command
    if found := _NO_COMMAND.fullmatch(error.message):
        commands = ", ".join(sorted(command.list_commands(context)))
        return InputError(f"command of {path}", literal_eval(found[1]), commands)
    if found := _EXTRA.fullmatch(error.message):
        return InputError("arguments", found[1], f"none but those that `{path} --help` shows")
    if hasattr(error, "possibilities"):
        known = [option for one in command.get_params(context) for option in one.opts]
        allowed = ", ".join(option for option in known if option.startswith("--"))
        return InputError(f"option of {path}", error.option_name, allowed)
    return None


def _parameter_fault(error: Any, parameter: Any) -> InputError | None:
    """Return the error for a value that is missing or cannot be read, if the value is known."""
    options = [option for option in parameter.opts if option.startswith("-")]
    field = max(options, key=len) if options else parameter.metavar or parameter.name
    if type(error).__name__ == "MissingParameter":
        return InputError(field, MISSING, (parameter.help or "a value").removesuffix("."))
    for fault in getattr(error.__cause__, "errors", list)():
        allowed = "a whole number" if fault["type"].startswith("int") else fault["msg"]
        return InputError(field, fault["input"], allowed)
    return None
