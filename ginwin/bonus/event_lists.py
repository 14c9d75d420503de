"""The lists of events that a pay table may have, prepared for the search in whole numbers.

An `EventList` is one choice of which optional events are on the pay table. Its search
(:mod:`ginwin.bonus.search`) walks down the rows and knows at every step the bounds of what the rows
below can add. What is searched for, and why, is told in :mod:`ginwin.bonus.design`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations
from math import ceil, floor, lcm
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ginwin.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ginwin.bonus.events import HandEvent
    from ginwin.bonus.features import Features

    Ints = NDArray[np.int64]
    Ids = NDArray[np.int32]

__all__ = ["ORDERS", "EventList", "Row", "event_lists", "oddness"]

ORDERS = ("falling", "strictly falling", "any")
"""How pays go down the list: none above the one before, each below the one before, or freely."""

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


class _Choices(NamedTuple):
    """The pays to choose from for an event, high ones first: times a unit, and how odd they are."""

    pays: tuple[Fraction, ...]
    whole: Ints
    odd: Ids

    @classmethod
    def of(cls, pays: tuple[Fraction, ...], unit: int) -> _Choices:
        whole = np.array([int(pay * unit) for pay in pays], np.int64)
        return cls(pays, whole, np.array([oddness(pay) for pay in pays], np.int32))


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
    ways : list of list of int
        For each row and choice the ways to choose from there on, in this row and those below.
    terms, odd, sizes, following, most, least : ndarray
        What :func:`ginwin.bonus.feature_kernels.find_pays` needs.
    """

    events: tuple[int, ...]
    pays: tuple[tuple[Fraction, ...], ...]
    lost: int
    total: int
    ways: list[list[int]]
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
        choices: Sequence[_Choices],
        hands: Sequence[int],
        total: int,
        unit: int,
        order: str,
    ) -> EventList:
        """Prepare the search: the terms, and from the last row up the bounds of what is below."""
        rows, widest = len(events), max(own.whole.size for own in choices)
        terms = np.zeros((rows, widest), np.int64)
        odd = np.zeros((rows, widest), np.int32)
        following = np.zeros((rows, widest), np.int32)
        most = np.full((rows + 1, widest + 1), -_OUT_OF_REACH, np.int64)
        least = np.full((rows + 1, widest + 1), _OUT_OF_REACH, np.int64)
        most[rows], least[rows] = 0, 0
        ways = [[1] * (widest + 1)]
        for k in reversed(range(rows)):
            own, size = choices[k], choices[k].whole.size
            start = _starts(own, choices[k + 1], order) if k + 1 < rows else np.zeros(size, int)
            terms[k, :size], odd[k, :size], following[k, :size] = (
                own.whole * hands[k],
                own.odd,
                start,
            )
            for bound, best in ((most, np.maximum), (least, np.minimum)):
                below = bound[k + 1, start]
                reached = np.where(abs(below) < _OUT_OF_REACH, terms[k, :size] + below, below)
                bound[k, :size] = best.accumulate(reached[::-1])[::-1]
            ways_from = [*accumulate(ways[0][i] for i in reversed(start.tolist()))]
            ways.insert(0, [*reversed(ways_from), *[0] * (widest + 1 - size)])
        sizes = np.array([own.whole.size for own in choices], np.int32)
        lost = unit * (total - sum(hands))
        pays = tuple(own.pays for own in choices)
        return cls(
            events, pays, lost, total * unit, ways, terms, odd, sizes, following, most, least
        )  # fmt: skip

    @property
    def space(self) -> int:
        """The pay tables there are."""
        return self.ways[0][0]

    @property
    def edges(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest house edge of all pay tables."""
        sums = int(self.most[0, 0]), int(self.least[0, 0])
        low, high = (Fraction(self.lost - one, self.total) for one in sums)
        return low, high

    def sums(self, target: Fraction, tolerance: Fraction) -> tuple[int, int]:
        """Return the lowest and the highest sum of terms that is near a target.

        They are no farther out than sums can be; if none is near, the lowest is above the highest.
        """
        low = ceil(self.lost - (target + tolerance) * self.total)
        high = floor(self.lost - (target - tolerance) * self.total)
        return max(low, int(self.least[0, 0])), min(high, int(self.most[0, 0]))

    def goal(self, target: Fraction) -> int:
        """Return four times the sum of terms that a target is, a little off where it is not whole.

        So little that abs(4 sum - goal) puts sums in the same order as their exact distances do.
        """
        exact = self.lost - target * self.total
        off = exact - round(exact)
        away = 0 if not off else 2 if abs(off) == Fraction(1, 2) else 1
        return 4 * round(exact) + (away if off > 0 else -away)


def event_lists(rows: Sequence[Row], order: str, features: Features) -> tuple[EventList, ...]:
    """Return every list of events that a pay table may have, those with fewer events first.

    Lists with an event that no hand reaches are left out: without the event they are the same.

    Raises
    ------
    InputError
        If there are too many events, two are the same, no hand is one of them, or reaches one that
        must be on the list, or the pays cannot be put in order or are too fine.
    """
    if len(rows) > _MOST_EVENTS:
        raise InputError("pays", f"{len(rows)} rows", f"at most {_MOST_EVENTS}")
    optional = [number for number, row in enumerate(rows) if row.optional]
    required = [number for number, row in enumerate(rows) if not row.optional]
    if len(optional) > _MOST_OPTIONAL:
        allowed = f"at most {_MOST_OPTIONAL} rows that are optional"
        raise InputError("pays", f"{len(optional)} optional rows", allowed)
    unit = lcm(*(pay.denominator for row in rows for pay in row.pays))
    largest = max(abs(pay) for row in rows for pay in row.pays)
    most_unit = int(_OUT_OF_REACH // (2 * (largest + 1) * features.total))
    if unit >= most_unit:
        allowed = f"pays with a common denominator below {most_unit:,}"
        raise InputError("pays", f"a common denominator of {unit:,}", allowed)
    kinds = _kinds(rows, features)
    _check_reached(rows, required, kinds)
    choices = [_Choices.of(row.pays, unit) for row in rows]
    lists = []
    for more in range(len(optional) + 1):
        for added in combinations(optional, more):
            events = tuple(sorted((*required, *added)))
            hands = _first_matches(events, kinds)
            if events and all(hands):
                own = [choices[event] for event in events]
                lists.append(EventList.build(events, own, hands, features.total, unit, order))
    found = tuple(each for each in lists if each.space)
    if not found:
        raise InputError("pays", order, "pays that can go down the list in this order")
    return found


def _check_reached(
    rows: Sequence[Row], required: Sequence[int], kinds: list[tuple[int, int]]
) -> None:
    """Refuse events that are the same, those that no hand is, and needed ones not reached."""
    same: dict[tuple[int, ...], int] = {}
    for number, row in enumerate(rows):
        field, event = f"pays.{number + 1}.event", str(row.event)
        hands = tuple(bits for bits, _ in kinds if bits >> number & 1)
        if not hands:
            raise InputError(field, event, "an event that a hand can be")
        other = same.setdefault(hands, number)
        if other != number:
            raise InputError(field, event, f"each event once; pays.{other + 1} has the same hands")
    for number, reached in zip(required, _first_matches(tuple(required), kinds), strict=True):
        if not reached:
            allowed = "an event of hands that are no event above it"
            raise InputError(f"pays.{number + 1}.event", str(rows[number].event), allowed)


def _starts(above: _Choices, below: _Choices, order: str) -> NDArray[np.intp]:
    """Return from which on the pays of a row, high ones first, may stand below each of another."""
    if order == "any":
        return np.zeros(above.whole.size, np.intp)
    side: Literal["left", "right"] = "left" if order == "falling" else "right"
    return np.searchsorted(-below.whole, -above.whole, side)


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
