"""A progress bar for what takes longer than a second."""

from __future__ import annotations

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
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
    )

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    started, bar = (
        monotonic(),
        Progress(
            TextColumn(what), BarColumn(), MofNCompleteColumn(), console=console, transient=True
        ),
    )
    task = bar.add_task(what, total=total)

    def advance(number: int) -> None:
        if monotonic() - started > _PATIENCE and not bar.live.is_started:
            bar.start()
        bar.advance(task, number)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()
