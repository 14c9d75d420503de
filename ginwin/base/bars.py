"""How long work tells that it goes on: a bar, which a caller may show."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

__all__ = ["Bar", "no_bar"]

Bar = Callable[[int, str], AbstractContextManager[Callable[[int], None]]]
"""Told how many there are and what they are; gives what is told how many more are done."""


def no_bar(_total: int, _what: str) -> AbstractContextManager[Callable[[int], None]]:
    """Show no progress."""
    return nullcontext(lambda _: None)
