"""The jitted kernel that adds up what cells gain by the bounds they meet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import jit

__all__ = ["add_triples"]


@jit
def add_triples(
    meets: NDArray[np.bool_], gains: NDArray[np.int64], table: NDArray[np.int64]
) -> None:
    """Add the gain of each cell to the places of all three bounds that it meets.

    Parameters
    ----------
    meets : ndarray of bool, shape (bounds, n)
        Which cells meet which bounds.
    gains : ndarray of int64, shape (n,)
        What each cell gains.
    table : ndarray of int64, shape (bounds, bounds, bounds)
        Written: element [a, b, c] is the sum over the cells that meet a, b and c.
    """
    bounds, cells = meets.shape
    met = np.empty(bounds, np.int64)
    table[:] = 0
    for cell in range(cells):
        size = 0
        for bound in range(bounds):
            if meets[bound, cell]:
                met[size] = bound
                size += 1
        for i in range(size):
            for j in range(i, size):
                row = table[met[i], met[j]]
                for k in range(j, size):
                    row[met[k]] += gains[cell]
    for a in range(bounds):
        for b in range(a, bounds):
            for c in range(b, bounds):
                total = table[a, b, c]
                table[a, c, b] = total
                table[b, a, c] = total
                table[b, c, a] = total
                table[c, a, b] = total
                table[c, b, a] = total
