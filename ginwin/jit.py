"""How ginwin compiles: numba in nopython mode, without the GIL, cached on disk where that works.

Threads are Python threads over independent blocks of work, each calling a kernel that holds no
GIL. numba's own parallel loops are not used: they compile several times longer, and their cached
form has failed with another thread count or with two first runs side by side (numba 4807, 7518).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

import numba
from numba.core import types
from numba.extending import intrinsic

__all__ = ["in_threads", "jit", "popcount", "thread_count"]

Function = TypeVar("Function", bound=Callable[..., Any])
Item = TypeVar("Item")
Result = TypeVar("Result")


def jit(function: Function) -> Function:
    """Compile a function with numba on its first call.

    The machine code goes to numba's disk cache. Where that cannot be used (a read-only install
    without a writable home, a full disk, a damaged file), the function is compiled afresh.

    The cache files are named for the function; its name is given the checksum of its source file,
    so that no run, however it ended, can leave code of one version under the index of another.
    """
    function.__qualname__ += f"_{_checksum(function.__code__.co_filename):08x}"
    try:
        compiled = numba.njit(nogil=True, cache=True)(function)
    except RuntimeError:  # there is no folder for a cache
        return numba.njit(nogil=True)(function)  # type: ignore[no-any-return]
    compiled._cache = _ForgivingCache(compiled._cache)  # noqa: SLF001  (numba has no public hook)
    return compiled  # type: ignore[no-any-return]


@cache
def _checksum(source: str) -> int:
    """Checksum of a source file; 0 where there is none to read."""
    try:
        return crc32(Path(source).read_bytes())
    except OSError:
        return 0


class _ForgivingCache:
    """A function's disk cache whose faults cost a compilation and no more."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Machine code for a signature, None where there is none or it cannot be read."""
        try:
            return self._cache.load_overload(signature, target_context)
        except Exception:  # noqa: BLE001  (a damaged pickle can raise anything)
            with suppress(Exception):
                self._cache.flush()  # so that this run can save a good one
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep machine code, where that is possible."""
        with suppress(Exception):
            self._cache.save_overload(signature, result)


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
