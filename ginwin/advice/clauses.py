"""The best clauses of bounds, of all there are.

What a clause gains is a sum over the cells (values, or hands that look alike) that meet its bounds.
The sums for all products of up to three bounds are one table T (`ginwin.advice.clause_kernels`);
with it a rule of one bound or else two others gains T[a] + T[bc] - T[abc].
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import numpy as np
from numpy.typing import NDArray

from ginwin.advice.clause_kernels import add_triples

__all__ = ["Clauses", "best_clauses", "number_of_clauses"]

Clauses = tuple[tuple[int, ...], ...]
"""Bounds by their numbers: all of one clause must hold, or all of another."""

_PIECE = 32  # bits
_LARGEST = 2**63 - 1


def number_of_clauses(bounds: int) -> int:
    """Return how many clauses there are: none, up to three bounds, one or else one or two."""
    together = sum(comb(bounds, number) for number in range(4))
    return together + comb(bounds, 2) + bounds * comb(max(bounds - 1, 0), 2)


def best_clauses(
    meets: NDArray[np.bool_], gains: NDArray[np.int64]
) -> Iterator[tuple[Clauses, int]]:
    """Yield the best clauses of each form with their gain; forms with fewer clauses first.

    Parameters
    ----------
    meets : ndarray of bool, shape (bounds, n)
        Which cells meet which bounds; at least one bound.
    gains : ndarray of int64 or object, shape (n,)
        What each cell gains.
    """
    table = _products(meets, gains)
    size = len(table)
    every = np.arange(size)
    one = table[every, every, every]
    two = table[every[:, None], every, every]  # a and b: T[a, b, b]

    def best(worths: NDArray[np.int64]) -> tuple[int, tuple[int, ...]]:
        place = int(worths.argmax())
        return int(worths.reshape(-1)[place]), tuple(
            int(number) for number in np.unravel_index(place, worths.shape)
        )

    worth, (a,) = best(one)
    yield ((a,),), worth
    worth, (a, b) = best(two)
    yield ((a, b),), worth
    worth, (a, b) = best(one[:, None] + one - two)
    yield ((a,), (b,)), worth
    worth, (a, b, c) = best(table)
    yield ((a, b, c),), worth
    worth, (a, b, c) = best(one[:, None, None] + two - table)
    yield ((a,), (b, c)), worth


def _products(meets: NDArray[np.bool_], gains: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the gain of the cells that meet three bounds, for all three; shape (a, a, a).

    Integers of Python (dtype object) where int64 could overflow: then the sums are made piece by
    piece, 32 bits of the gains at a time.
    """
    table = np.empty((len(meets),) * 3, np.int64)
    if sum(abs(gain) for gain in gains.tolist()) <= _LARGEST // 4:  # one + one - two must fit, too
        add_triples(meets, gains.astype(np.int64), table)
        return table
    total = np.zeros(table.shape, dtype=object)
    rest, shift = gains.astype(object), 0
    while rest.any():
        last = max(abs(gain) for gain in rest.tolist()) < 1 << _PIECE
        piece = rest if last else rest & (1 << _PIECE) - 1
        add_triples(meets, piece.astype(np.int64), table)
        total += table.astype(object) * (1 << shift)
        if last:
            break
        rest, shift = rest >> _PIECE, shift + _PIECE
    return total
