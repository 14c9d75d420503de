"""The search for pay tables near a target, and which of those found come first.

What is searched for, and why, is told in :mod:`ginwin.bonus.design`. The search goes through each
list of events a piece at a time, so that it can be stopped and can say how far it is. Only the
pay tables that will be shown are kept; the worst of them is the bound for those still to come.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from heapq import nsmallest
from itertools import starmap
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.base.bars import Bar, no_bar
from ginwin.base.jit import in_threads
from ginwin.bonus.feature_kernels import find_pays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ginwin.bonus.event_lists import EventList

__all__ = ["Search"]

Ints = NDArray[np.int64]

_STEPS = 1 << 22  # of a piece: some hundredths of a second
_AT_ONCE = 16  # pieces
_MOST_FOUND = 1 << 12  # pay tables of a piece
_NARROWEST = Fraction(1, 10**6)  # distance from the target
_NO_BOUND = np.iinfo(np.int64).max


class _Listed(NamedTuple):
    """A pay table that was found: its place among others, and the pays by number of the event."""

    rank: tuple[Any, ...]  # rows, oddness and distance, in one order or the other; then the pays
    pays: dict[int, Fraction]


@dataclass(frozen=True)
class Search:
    """A search through all pay tables for those with a house edge within bounds.

    Attributes
    ----------
    found : int
        How many there are.
    tables : tuple of dict of int to Fraction
        The first of them, in the order of simplicity or of nearness: the pays by the number of the
        event.
    """

    found: int
    tables: tuple[dict[int, Fraction], ...]

    @classmethod
    def run(
        cls,
        lists: Sequence[EventList],
        target: Fraction,
        tolerance: Fraction,
        show: int,
        bar: Bar = no_bar,
        *,
        by_distance: bool = False,
    ) -> Search:
        """Search all pay tables.

        Parameters
        ----------
        lists : sequence of EventList
            The lists of events that a pay table may have, those with fewer events first.
        target, tolerance : Fraction
            The house edge, and how far from it a pay table may be.
        show : int
            How many pay tables to keep.
        bar : callable
            Shows the progress.
        by_distance : bool
            Keep the nearest, not the simplest. The bounds then close in on the target as soon as
            enough pay tables are kept, and `found` counts those met on the way.
        """
        lowest, highest = min(each.edges[0] for each in lists), max(each.edges[1] for each in lists)
        goal = min(max(target, lowest), highest)  # a target beyond all edges orders them alike
        every = (_Walk(each, target, tolerance, goal, by_distance) for each in lists)
        walks = deque(walk for walk in every if walk.row >= 0)
        best: list[_Listed] = []
        found, space = 0, sum(each.space for each in lists)
        with bar(space, "pay tables") as advance:
            advance(space - sum(walk.left for walk in walks))
            while walks:
                wave = [walks.popleft() for _ in range(min(_AT_ONCE, len(walks)))]
                left = sum(walk.left for walk in wave)
                worst = best[-1].rank if len(best) == show else None
                pieces = in_threads(partial(_Walk.go_on, worst=worst), wave)
                for walk, (number, piece) in zip(wave, pieces, strict=True):
                    found += number
                    best += walk.listed(piece, show)
                best = nsmallest(show, best)
                unfinished = [walk for walk in wave if walk.row >= 0]
                walks.extendleft(reversed(unfinished))
                advance(left - sum(walk.left for walk in unfinished))
        return cls(found, tuple(listed.pays for listed in best))

    @classmethod
    def nearest(
        cls,
        lists: Sequence[EventList],
        target: Fraction,
        beyond: Fraction,
        show: int,
        bar: Bar = no_bar,
    ) -> Search:
        """Search the nearest pay tables, when there is none up to the distance ``beyond``.

        The distance is doubled until there are as many as are shown, or all there are.
        """
        wanted = min(show, sum(each.space for each in lists))
        while True:
            beyond = 2 * beyond + _NARROWEST
            search = cls.run(lists, target, beyond, show, bar, by_distance=True)
            if len(search.tables) == wanted:
                return search


class _Walk:
    """The search through one list of events, as far as it has come.

    Attributes
    ----------
    row : int
        The row where it is, below 0 at the end and where no pay table can be within bounds.
    """

    def __init__(
        self,
        events: EventList,
        target: Fraction,
        tolerance: Fraction,
        goal: Fraction,
        by_distance: bool,
    ) -> None:
        self._events = events
        self._low, self._high = events.sums(target, tolerance)
        self._goal = events.goal(goal)
        self._by_distance = by_distance
        self._path = np.zeros((3, len(events.events)), np.int64)
        self.row = 0 if self._low <= self._high else -1

    @property
    def left(self) -> int:
        """How many pay tables it has not come to."""
        choices = self._path[0, : self.row + 1].tolist()
        return sum(ways[i] for ways, i in zip(self._events.ways, choices, strict=False))

    def go_on(self, worst: tuple[Any, ...] | None) -> tuple[int, Ints]:
        """Search a piece.

        Parameters
        ----------
        worst : tuple or None
            The rank of the last pay table that is kept, if there are enough.

        Returns
        -------
        number : int
            How many pay tables within bounds were met.
        found : ndarray of int64, shape (n, 2 + rows)
            Those of no higher rank: the rank within the list of events, then the choices.
        """
        events, bound = self._events, self._bound(worst)
        low, high = self._low, self._high
        if self._by_distance and worst is not None:
            low = max(low, -((bound[0] - self._goal) // 4))
            high = min(high, (bound[0] + self._goal) // 4)
        found = np.empty((_MOST_FOUND, 2 + len(events.events)), np.int64)
        self.row, number, kept = find_pays(
            events.terms, events.odd, events.sizes, events.following, events.most, events.least,
            low, high, self._goal, self._by_distance, np.array(bound),
            self._path, self.row, _STEPS, found,
        )  # fmt: skip
        return number, found[:kept]

    def listed(self, found: Ints, show: int) -> list[_Listed]:
        """Return the first of the pay tables of a piece; of equal rank, lower pays come first."""
        order = np.lexsort((*(-found.T[:1:-1]), found[:, 1], found[:, 0]))[:show]
        return list(starmap(self._listed, found[order].tolist()))

    def _listed(self, first: int, second: int, *choices: int) -> _Listed:
        events = self._events
        pays = [own[i] for own, i in zip(events.pays, choices, strict=True)]
        rows = len(pays)
        rank = (first, rows, second) if self._by_distance else (rows, first, second)
        return _Listed((*rank, pays, events.events), dict(zip(events.events, pays, strict=True)))

    def _bound(self, worst: tuple[Any, ...] | None) -> tuple[int, int]:
        """Return the highest rank within the list of events that is still of use."""
        if worst is None:
            return _NO_BOUND, _NO_BOUND
        rows = len(self._events.events)
        if self._by_distance:
            first, other, second = worst[:3]
            return first, second if other == rows else _NO_BOUND if other > rows else -1
        other, first, second = worst[:3]
        return (first, second) if other == rows else (_NO_BOUND if other > rows else -1,) * 2
