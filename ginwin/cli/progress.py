"""A progress bar for what takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from threading import Timer
from time import monotonic

from ginwin.base.exact import decimal

__all__ = ["patient_bar", "progress_bar"]

_PATIENCE = 1.0  # seconds
_GREAT_PATIENCE = 10.0
_LONG = 60.0
_UNITS = (("years", 31_557_600), ("days", 86_400), ("hours", 3600), ("minutes", 60))


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
    patience = Timer(_PATIENCE, bar.start)
    patience.start()
    try:
        yield partial(bar.advance, task)
    finally:
        patience.cancel()
        patience.join()
        if bar.live.is_started:
            bar.stop()


@contextmanager
def patient_bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Give a `progress_bar` of a search that may be too long.

    After ten seconds a line on standard error says how long the rest may take, if that is more than
    a minute. It is what the last five seconds let expect: the first pieces are often quick.
    """
    begun, done = monotonic(), 0
    halfway: tuple[float, int] | None = None
    warned = False
    with progress_bar(total, what) as bar:

        def advance(number: int) -> None:
            nonlocal done, halfway, warned
            bar(number)
            done += number
            seconds = monotonic() - begun
            if halfway is None and seconds > _GREAT_PATIENCE / 2:
                halfway = seconds, done
            elif halfway and not warned and seconds > _GREAT_PATIENCE:
                warned = True
                rate = (done - halfway[1]) / (seconds - halfway[0])
                rest = (total - done) / rate if rate else float("inf")
                if rest > _LONG:
                    sys.stderr.write(
                        f"warning: {decimal(Fraction(100 * done, total), 3)} % of {total:,} {what} "
                        f"were searched in {seconds:.0f} seconds; the rest may take "
                        f"{_duration(rest)} (Ctrl-C stops it)\n"
                    )

        yield advance


def _duration(seconds: float) -> str:
    """Return a length of time in the largest unit of which there are two."""
    for name, size in _UNITS:
        if seconds >= 2 * size:
            number = seconds / size
            return f"{number:,.0f} {name}" if number < 1e6 else f"millions of {name}"
    return f"{seconds:.0f} seconds"
