"""The lists of events that a pay table may have, prepared for the search in whole numbers.

An `EventList` is one choice of which optional events are on the pay table. Its search walks down
the rows and knows at every step the bounds of what the rows below can add
(:func:`ginwin.feature_kernels.find_pays`). What is searched for, and why, is told in
:mod:`ginwin.bonus_design`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, floor, lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ginwin.errors import InputError
from ginwin.feature_kernels import find_pays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ginwin.events import HandEvent
    from ginwin.features import Features

    Ints = NDArray[np.int64]
    Ids = NDArray[np.int32]

__all__ = ["NO_LIMIT", "ORDERS", "EventList", "Found", "Row", "event_lists", "oddness"]

ORDERS = ("falling", "strictly falling", "any")
"""How pays go down the list: none above the one before, each below the one before, or freely."""

NO_LIMIT = 1 << 62
"""More pay tables than can be found."""

_MOST_EVENTS = 40
_MOST_OPTIONAL = 12  # 4,096 lists of events
_OUT_OF_REACH = 1 << 61  # above any sum that the search can meet
_ODDEST = 3


def oddness(pay: Fraction) -> int:
    """Return how odd a pay looks on a pay table.

    0: a push, 1, 2, 3, 5, and these times 10, 100, ...; 1: other whole numbers of one digit before
    the zeros, and 15, 25, 75 and these times 10, ...; 2: other whole numbers; 3: any other number.

    Examples
    --------
    >>> [oddness(Fraction(pay)) for pay in (0, 3, 50, 200, 8, 25, 12, 5.5)]
    [0, 0, 0, 0, 1, 1, 2, 3]
    """
    if pay.denominator != 1:
        return _ODDEST
    digits = str(abs(pay.numerator)).rstrip("0")
    if digits in {"", "1", "2", "3", "5"}:
        return 0
    return 1 if len(digits) == 1 or digits in {"15", "25", "75"} else 2


class Row(NamedTuple):
    """An event, the pays to choose from, high ones first, and whether it may be left out."""

    event: HandEvent
    pays: tuple[Fraction, ...]
    optional: bool


class Found(NamedTuple):
    """A pay table that was found: its house edge, and the pays by the number of the event."""

    house_edge: Fraction
    pays: dict[int, Fraction]

    @property
    def odd(self) -> int:
        """The oddness of all pays together."""
        return sum(map(oddness, self.pays.values()))


@dataclass(frozen=True)
class EventList:
    """The events of a pay table, with the pays to choose from, in whole numbers.

    Attributes
    ----------
    events : tuple of int
        The numbers of the events.
    pays : tuple of tuple of Fraction
        The pays to choose from for each, high ones first.
    lost : int
        The hands that are none of the events, times ``unit``.
    total : int
        All hands, times ``unit``, which makes all pays whole.
    space : int
        The pay tables there are.
    terms, odd, sizes, following, most, least : ndarray
        What :func:`ginwin.feature_kernels.find_pays` needs.
    """

    events: tuple[int, ...]
    pays: tuple[tuple[Fraction, ...], ...]
    lost: int
    total: int
    space: int
    terms: Ints
    odd: Ids
    sizes: Ids
    following: Ids
    most: Ints
    least: Ints

    @classmethod
    def build(
        cls,
        events: tuple[int, ...],
        pays: tuple[tuple[Fraction, ...], ...],
        hands: Sequence[int],
        total: int,
        unit: int,
        order: str,
    ) -> EventList:
        """Prepare the search: the terms, and from the last row up the bounds of what is below."""
        rows, widest = len(events), max(map(len, pays))
        terms = np.zeros((rows, widest), np.int64)
        odd = np.zeros((rows, widest), np.int32)
        following = np.zeros((rows, widest), np.int32)
        most = np.full((rows + 1, widest + 1), -_OUT_OF_REACH, np.int64)
        least = np.full((rows + 1, widest + 1), _OUT_OF_REACH, np.int64)
        most[rows], least[rows] = 0, 0
        ways = [1] * (widest + 1)
        for k in reversed(range(rows)):
            below = pays[k + 1] if k + 1 < rows else ()
            ways_below, ways = ways, [0] * (widest + 1)
            for i in reversed(range(len(pays[k]))):
                pay = pays[k][i]
                term = int(pay * unit) * hands[k]
                start = _below(pay, below, order)
                terms[k, i], odd[k, i], following[k, i] = term, oddness(pay), start
                ways[i] = ways[i + 1] + ways_below[start]
                most[k, i], least[k, i] = most[k, i + 1], least[k, i + 1]
                if ways_below[start]:
                    most[k, i] = max(most[k, i], term + most[k + 1, start])
                    least[k, i] = min(least[k, i], term + least[k + 1, start])
        sizes = np.array([len(choices) for choices in pays], np.int32)
        lost = unit * (total - sum(hands))
        return cls(
            events, pays, lost, total * unit, ways[0], terms, odd, sizes, following, most, least
        )  # fmt: skip

    def tally(self, target: Fraction, tolerance: Fraction, limit: int) -> Ints:
        """Return how many pay tables are near the target, by oddness; no more than a limit."""
        return self._find(target, tolerance, limit, -1, np.empty((0, len(self.events)), np.int32))

    def within(self, target: Fraction, tolerance: Fraction, worst: int, number: int) -> Ids:
        """Return the pay tables near the target up to an oddness, as positions in ``pays``.

        There must be ``number`` of them (see `tally`). The shape is (number, rows).
        """
        found = np.empty((number, len(self.events)), np.int32)
        self._find(target, tolerance, NO_LIMIT, worst, found)
        return found

    def _find(
        self, target: Fraction, tolerance: Fraction, limit: int, worst: int, found: Ids
    ) -> Ints:
        low = ceil(self.lost - (target + tolerance) * self.total)
        high = floor(self.lost - (target - tolerance) * self.total)
        tally = np.zeros(_ODDEST * len(self.events) + 1, np.int64)
        if low <= high:
            find_pays(
                self.terms, self.odd, self.sizes, self.following, self.most, self.least,
                low, high, limit, tally, worst, found,
            )  # fmt: skip
        return tally

    def first(self, found: Ids, target: Fraction, show: int, *, near: bool) -> list[Found]:
        """Return the first pay tables in the order of simplicity, or of nearness to the target."""
        rows = np.arange(len(self.events))
        sums = self.terms[rows, found].sum(axis=1)
        distance = np.abs(sums - round(self.lost - target * self.total))
        odd = self.odd[rows, found].sum(axis=1)
        keys = (*(-found.T[::-1]), *((odd, distance) if near else (distance, odd)))
        return [
            Found(
                Fraction(self.lost - int(sums[i]), self.total),
                {
                    event: pays[position]
                    for event, pays, position in zip(self.events, self.pays, found[i], strict=True)
                },
            )
            for i in np.lexsort(keys)[:show]
        ]


def event_lists(rows: Sequence[Row], order: str, features: Features) -> tuple[EventList, ...]:
    """Return every list of events that a pay table may have.

    Lists with an event that no hand reaches are left out: without the event they are the same.

    Raises
    ------
    InputError
        If there are too many events, an event that must be on the list is not reached by any hand,
        or the pays cannot be put in order or are too fine.
    """
    if len(rows) > _MOST_EVENTS:
        raise InputError("pays", f"{len(rows)} rows", f"at most {_MOST_EVENTS}")
    optional = [number for number, row in enumerate(rows) if row.optional]
    required = [number for number, row in enumerate(rows) if not row.optional]
    if len(optional) > _MOST_OPTIONAL:
        allowed = f"at most {_MOST_OPTIONAL} rows with optional = true"
        raise InputError("pays", f"{len(optional)} optional rows", allowed)
    unit = lcm(*(pay.denominator for row in rows for pay in row.pays))
    largest = max(abs(pay) for row in rows for pay in row.pays)
    if (largest + 1) * unit * features.total >= _OUT_OF_REACH // 2:
        raise InputError("pays", f"a common denominator of {unit}", "a smaller one")
    kinds = _kinds(rows, features)
    for number, reached in zip(required, _first_matches(tuple(required), kinds), strict=True):
        if not reached:
            field, event = f"pays.{number + 1}.event", str(rows[number].event)
            raise InputError(field, event, "an event of hands that are no event above it")
    lists = []
    for more in range(len(optional) + 1):
        for added in combinations(optional, more):
            events = tuple(sorted((*required, *added)))
            hands = _first_matches(events, kinds)
            if events and all(hands):
                pays = tuple(rows[event].pays for event in events)
                lists.append(EventList.build(events, pays, hands, features.total, unit, order))
    if not sum(each.space for each in lists):
        raise InputError("pays", order, "pays that can go down the list in this order")
    return tuple(lists)


def _below(pay: Fraction, pays: tuple[Fraction, ...], order: str) -> int:
    """Return from which on the pays, high ones first, may stand below another pay."""
    if order == "any":
        return 0
    bisect = bisect_left if order == "falling" else bisect_right
    return bisect(pays, -pay, key=lambda other: -other)


def _kinds(rows: Sequence[Row], features: Features) -> list[tuple[int, int]]:
    """Return which events hands are (bit k for event k), and how many hands are just these."""
    bits = np.zeros(features.hands.size, np.int64)
    for number, row in enumerate(rows):
        bits |= features.meets(row.event).astype(np.int64) << number
    which, place = np.unique(bits, return_inverse=True)
    hands = np.zeros(which.size, np.int64)
    np.add.at(hands, place, features.hands)
    return list(zip(which.tolist(), hands.tolist(), strict=True))


def _first_matches(events: tuple[int, ...], kinds: list[tuple[int, int]]) -> list[int]:
    """Return the hands of each event that are none of the events before it on the list."""
    hands = dict.fromkeys(events, 0)
    listed = sum(1 << event for event in events)
    for bits, number in kinds:
        met = bits & listed
        if met:
            hands[(met & -met).bit_length() - 1] += number
    return list(hands.values())
