"""Blocks of sampled sets: sums that are added in order, whoever has worked them out."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any, Protocol

from ginwin.base.estimates import Z_95, Estimate

__all__ = [
    "FIGURES",
    "Block",
    "Future",
    "Submitter",
    "estimate_mean",
    "in_order",
    "moved",
    "students_t",
]

FIGURES = 4
"""The figures of a block, each a mean over sets of known cards; see `Block`."""


@dataclass(frozen=True, slots=True)
class Block:
    """Sums over sets of known cards; blocks are added to longer ones.

    Attributes
    ----------
    blocks, sets : int
        How many blocks were added, and how many sets these hold.
    sums, squares : tuple of float
        For each of four figures the sum over the sets of its mean over the hands played, and of
        the square of this mean: what the informed decision nets more (in antes), raises oftener,
        is another one, and has a larger squared net win (in square antes).
    """

    blocks: int = 0
    sets: int = 0
    sums: tuple[float, ...] = (0.0,) * FIGURES
    squares: tuple[float, ...] = (0.0,) * FIGURES

    def __add__(self, other: Block) -> Block:
        """Add the sums; floats, so the order matters to the last bit and is always kept."""
        return Block(
            self.blocks + other.blocks,
            self.sets + other.sets,
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
            tuple(a + b for a, b in zip(self.squares, other.squares, strict=True)),
        )

    def estimate(self, figure: int, z: float = Z_95) -> Estimate:
        """Return the mean of a figure over the sets, with its error and interval."""
        return estimate_mean(self.sums[figure], self.squares[figure], self.sets, z)


def estimate_mean(total: float, squares: float, sets: int, z: float = Z_95) -> Estimate:
    """Return a mean over independent sets, from its sum and the sum of squares.

    The interval has the width that `students_t` gives it, as the error itself is an estimate.
    """
    mean = total / sets
    spread = max(0.0, squares / sets - mean**2)
    error = math.sqrt(spread / max(1, sets - 1))
    half = students_t(z, max(1, sets - 1)) * error
    return Estimate(mean, error, mean - half, mean + half)


def students_t(z: float, freedom: int) -> float:
    """Return the quantile of Student's t where that of the normal distribution is z.

    By the expansion in 1 / freedom of Abramowitz and Stegun, 26.7.5: to three digits from 10
    degrees of freedom on.

    Examples
    --------
    >>> [round(students_t(Z_95, freedom), 3) for freedom in (15, 100)]
    [2.131, 1.984]
    """
    square, inverse = z * z, 1 / freedom
    first = (square + 1) / 4
    second = ((5 * square + 16) * square + 3) / 96
    third = (((3 * square + 19) * square + 17) * square - 15) / 384
    return z * (1 + inverse * (first + inverse * (second + inverse * third)))


def moved(exact: Fraction, change: Estimate, sign: int = 1) -> Estimate:
    """Add an estimate to an exact figure, or take it away (sign -1)."""
    value = float(exact)
    ends = sorted((value + sign * change.low, value + sign * change.high))
    return Estimate(value + sign * change.value, change.standard_error, *ends)


class Future(Protocol):
    """A result to come, as of `concurrent.futures` and of Dask."""

    def result(self) -> Any:
        """Wait for it."""

    def cancel(self) -> Any:
        """Give it up if it has not begun."""


class Submitter(Protocol):
    """Who works out blocks: threads of this process, or machines.

    Attributes
    ----------
    ahead : int
        How many blocks may be under way.
    """

    @property
    def ahead(self) -> int:
        """How many blocks may be under way."""

    def submit(self, seats: int, seed: int, number: int) -> Future:
        """Begin a block."""


def in_order(submit: Callable[[int], Future], first: int, ahead: int) -> Generator[Any, None, None]:
    """Yield the blocks from a number on, for ever and in order, while the next are worked out.

    Parameters
    ----------
    submit : callable
        Begins the block of a number.
    first : int
        The first number.
    ahead : int
        How many blocks are under way at a time.
    """
    waiting: deque[Future] = deque()
    try:
        for number in count(first):
            waiting.append(submit(number))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
