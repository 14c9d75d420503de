"""A progress bar for what takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

__all__ = ["progress_bar"]

_PATIENCE = 1.0  # seconds


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Give a function to be told how many more are done.

    The bar is drawn on standard error, only if that is a terminal, only after a second, and is
    gone at the end.

    Parameters
    ----------
    total : int
        How many there are.
    what : str
        What they are, such as ``rule sets``.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=total)
    begun, shown = monotonic(), False

    def advance(number: int) -> None:
        nonlocal shown
        if not shown and monotonic() - begun > _PATIENCE:
            bar.start()
            shown = True
        bar.advance(task, number)

    try:
        yield advance
    finally:
        if shown:
            bar.stop()
