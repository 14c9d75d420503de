"""How ginwin compiles: numba in nopython mode, without the GIL, cached on disk where that works.

Threads are Python threads over independent blocks of work, each calling a kernel that holds no
GIL. numba's own parallel loops are not used: they compile several times longer, and their cached
form has failed with another thread count or with two first runs side by side (numba 4807, 7518).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numba
from numba.core import types
from numba.extending import intrinsic

__all__ = ["in_threads", "jit", "popcount", "thread_count"]

Function = TypeVar("Function", bound=Callable[..., Any])
Item = TypeVar("Item")
Result = TypeVar("Result")


def jit(function: Function) -> Function:
    """Compile a function with numba on its first call.

    The machine code goes to numba's disk cache. Where no folder can hold one (a read-only
    install without a writable home), the function is compiled afresh in each process instead.
    """
    try:
        return numba.njit(nogil=True, cache=True)(function)  # type: ignore[no-any-return]
    except RuntimeError:
        return numba.njit(nogil=True)(function)  # type: ignore[no-any-return]


@intrinsic  # type: ignore[untyped-decorator]
def popcount(_typing: Any, _bits: Any) -> Any:
    """Number of set bits of an int64 (one machine instruction)."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def thread_count(threads: int | None = None) -> int:
    """Threads to use: the number asked for, else the processors this process may run on."""
    if threads is not None:
        return max(1, threads)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_threads(
    work: Callable[[Item], Result], items: Iterable[Item], threads: int | None = None
) -> list[Result]:
    """Results of ``work`` over ``items``, in their order, computed by that many threads."""
    count = thread_count(threads)
    if count == 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, items))
