"""The search for pay tables near a target, and which of those found come first.

What is searched for, and why, is told in :mod:`ginwin.bonus_design`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.event_lists import NO_LIMIT, EventList, Found
from ginwin.jit import in_threads

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["Search"]

_FEW = 1000  # pay tables of one list
_HALVINGS = 60


@dataclass(frozen=True)
class Search:
    """All pay tables, and those with a house edge within bounds.

    Attributes
    ----------
    lists : tuple of EventList
        The lists of events that a pay table may have.
    target, tolerance : Fraction
        The house edge, and how far from it a pay table may be.
    tallies : tuple of ndarray of int64
        How many pay tables of each list are that near, by oddness.
    """

    lists: Sequence[EventList]
    target: Fraction
    tolerance: Fraction
    tallies: tuple[Ints, ...]

    @classmethod
    def run(
        cls,
        lists: Sequence[EventList],
        target: Fraction,
        tolerance: Fraction,
        limit: int = NO_LIMIT,
    ) -> Search:
        """Search all pay tables; stop in each list when that many are found."""
        tallies = in_threads(lambda each: each.tally(target, tolerance, limit), lists)
        return cls(lists, target, tolerance, tuple(tallies))

    @classmethod
    def near(cls, lists: Sequence[EventList], target: Fraction, beyond: Fraction) -> Search:
        """Search where the nearest pay tables are, when there is none up to ``beyond``.

        The distance is doubled until there are some, then halved in between until there are few.
        """
        none, some = beyond, 2 * beyond + Fraction(1, 10**6)
        search = cls.run(lists, target, some, _FEW)
        while not search.found:
            none, some = some, 2 * some
            search = cls.run(lists, target, some, _FEW)
        for _ in range(_HALVINGS):
            if max(int(tally.sum()) for tally in search.tallies) < _FEW:
                break
            middle = (none + some) / 2
            closer = cls.run(lists, target, middle, _FEW)
            if closer.found:
                some, search = middle, closer
            else:
                none = middle
        return cls.run(lists, target, some)

    @property
    def found(self) -> int:
        """How many pay tables are within bounds."""
        return sum(int(tally.sum()) for tally in self.tallies)

    def simplest(self, show: int) -> list[Found]:
        """Return the simplest pay tables within bounds, simplest first."""
        groups = Counter[tuple[int, int]]()
        for each, tally in zip(self.lists, self.tallies, strict=True):
            groups.update({(len(each.events), odd): int(n) for odd, n in enumerate(tally) if n})
        needed, last = show, (0, 0)
        for last in sorted(groups):  # the last group that is needed
            needed -= groups[last]
            if needed <= 0:
                break
        tables = self._found(show, last, near=False)
        return sorted(tables, key=self._simplicity)[:show]

    def nearest(self, show: int) -> list[Found]:
        """Return the pay tables within bounds that are nearest to the target, nearest first."""
        tables = self._found(show, None, near=True)
        by_distance = sorted(tables, key=lambda t: (self._distance(t), self._simplicity(t)))
        return by_distance[:show]

    def _found(self, show: int, last: tuple[int, int] | None, *, near: bool) -> Iterator[Found]:
        """Yield the first pay tables of each list, up to a number of rows and their oddness."""
        for each, tally in zip(self.lists, self.tallies, strict=True):
            rows = len(each.events)
            if last and rows > last[0]:
                continue
            worst = last[1] if last and rows == last[0] else tally.size - 1
            number = int(tally[: worst + 1].sum())
            if number:
                found = each.within(self.target, self.tolerance, worst, number)
                yield from each.first(found, self.target, show, near=near)

    def _distance(self, found: Found) -> Fraction:
        return abs(found.house_edge - self.target)

    def _simplicity(self, found: Found) -> tuple[int, int, Fraction, list[Fraction], list[int]]:
        pays = found.pays
        return len(pays), found.odd, self._distance(found), [*pays.values()], [*pays]
