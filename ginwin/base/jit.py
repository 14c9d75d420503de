"""How ginwin compiles: numba in nopython mode, without the GIL, cached on disk where that works.

Threads are Python threads over independent blocks of work, each calling a kernel that holds no
GIL. numba's own parallel loops are not used: they compile several times longer, and their cached
form has failed with another thread count or with two first runs side by side (numba 4807, 7518).
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar

import numba
from numba.core import types
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.extending import intrinsic

from ginwin.base.amounts import check_whole

__all__ = ["in_threads", "jit", "popcount", "thread_count"]

_MOST_THREADS = 1024

Function = TypeVar("Function", bound=Callable[..., Any])
Item = TypeVar("Item")
Result = TypeVar("Result")


class _CacheFiles(IndexDataCacheFile):  # type: ignore[misc]
    """numba's cache files of a function, read only where they prove to be whole and the right ones.

    numba itself trusts what it finds. A file that a full disk or a power cut has left short then
    ends every later run (numba 10434), changed bytes can end it in a segmentation fault, and an
    index can name the data of other code: of an older source if a run was stopped between writing
    the two, of another signature if two runs wrote at once. All of these count as missing here, so
    the function is compiled and the files are written again.
    """

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except Exception:  # noqa: BLE001  (broken bytes make pickle raise almost anything)
            return {}

    def load(self, key: Any) -> Any:
        """Load the data of a key, None if there are none."""
        try:
            digest, whole = super().load(key)
            if sha256(whole).digest() == digest:
                name, data = pickle.loads(whole)  # noqa: S301  (as trusted as the code itself)
                if name == (self._version, self._source_stamp, key):
                    return data
        except Exception:  # noqa: BLE001, S110  (as above; or there are none)
            pass
        return None

    def save(self, key: Any, data: Any) -> None:
        """Save the data of a key, with what proves them."""
        whole = self._dump(((self._version, self._source_stamp, key), data))
        super().save(key, (sha256(whole).digest(), whole))


class _Cache(FunctionCache):  # type: ignore[misc]
    """numba's disk cache of a function, which no state of the disk lets end the program."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _CacheFiles(
            self.cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def save_overload(self, signature: Any, data: Any) -> None:
        """Save compiled code if the disk takes it."""
        with suppress(OSError):
            super().save_overload(signature, data)


def jit(function: Function) -> Function:
    """Compile a function with numba on its first call.

    The machine code goes to numba's disk cache. Where that cannot be used (a read-only install
    without a writable home, a full disk, a damaged file), the function is compiled afresh.
    """
    compiled: Any = numba.njit(nogil=True)(function)
    with suppress(RuntimeError):
        compiled._cache = _Cache(function)  # noqa: SLF001  (where numba's `cache=True` puts its own)
    return compiled  # type: ignore[no-any-return]


@intrinsic  # type: ignore[untyped-decorator]
def popcount(_typing: Any, _bits: Any) -> Any:
    """Number of set bits of an int64 (one machine instruction)."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def thread_count(threads: int | None = None) -> int:
    """Threads to use: the number asked for, else the processors this process may run on.

    Raises
    ------
    InputError
        If the number is not a whole number from 1 to 1024.
    """
    if threads is not None:
        return check_whole("threads", threads, 1, _MOST_THREADS)
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
