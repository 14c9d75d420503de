"""Counts that answer any qualifier at once, from running sums of one joint table.

The joint table J[v, w] holds the deals by the player's value v and the dealer's w. Its running sums
along w, ::

    B[k, v] = sum over the first k of the dealer's values w  of  J[v, w]

are all that a showdown needs. If the first k values qualify the dealer, and the player's value v
ties with the values number ``low`` to ``high - 1``, then of the deals with v

    B[k, v]                          have a dealer who qualifies,
    B[min(low, k), v]                a better qualifying dealer,
    B[min(high, k), v] - the former  a tie.

The terms in low and high are the same for all qualifiers, so they are looked up once; then a
qualifier costs one row of B and a few operations on it, some tens of microseconds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.cards import Deck
from ginwin.counting.counts import Against, Comparing, Counts, Showdown, ties_of
from ginwin.errors import InputError
from ginwin.melds import MeldRules, Way

__all__ = ["MOST_VALUES", "JointCounts"]

Ints = NDArray[np.int64]

MOST_VALUES = 4096
"""The most values of a hand that a joint table is kept for (128 MiB)."""

_BLOCK = 256  # values; two blocks of the table fit in a processor's cache


class _Ties(NamedTuple):
    """For one way to compare: where the ties of each value begin and end, and B there."""

    low: Ints
    high: Ints
    below_low: Ints
    below_high: Ints


class JointCounts:
    """The counts of another `ginwin.counting.counts.Counts`, quick for many qualifiers.

    The results are the same. `showdown` reads running sums, made here in a second or less and
    held in 8 V**2 bytes; all else is passed on.

    Parameters
    ----------
    counts : Counts
        The counts, with at most `MOST_VALUES` values; the standard melds have 4,096.

    Raises
    ------
    InputError
        If there are more values.
    """

    def __init__(self, counts: Counts) -> None:
        size = counts.values.size
        if size > MOST_VALUES:
            raise InputError("counts", f"{size} values", f"at most {MOST_VALUES} values")
        self._counts = counts
        self.values: Ints = counts.values
        self.hands_by_value: Ints = counts.hands_by_value
        self._all: Ints = self.hands_by_value * counts.dealer_hands
        below = counts.joint()  # an array of its own, so it can be changed
        _transpose(below)
        for k in range(1, size):
            below[k] += below[k - 1]
        self._below = below  # row k is B[k + 1]
        self._ties: dict[Comparing, _Ties] = {}

    @classmethod
    def of(cls, counts: Counts) -> JointCounts:
        """Return the counts with running sums, the same object if they have them."""
        return counts if isinstance(counts, JointCounts) else cls(counts)

    @property
    def deck(self) -> Deck:
        """The deck dealt from."""
        return self._counts.deck

    @property
    def cards(self) -> int:
        """Cards in a hand."""
        return self._counts.cards

    @property
    def melds(self) -> MeldRules:
        """What melds."""
        return self._counts.melds

    @property
    def ways(self) -> tuple[Way, Way]:
        """How the player and the dealer arrange their hands."""
        return self._counts.ways

    @property
    def hands(self) -> int:
        """Number of player hands."""
        return self._counts.hands

    @property
    def dealer_hands(self) -> int:
        """Number of dealer hands that one player hand leaves."""
        return self._counts.dealer_hands

    @property
    def deals(self) -> int:
        """Number of ordered deals."""
        return self._counts.deals

    def joint(self) -> Ints:
        """Deals by the player's value (row) and the dealer's (column); int64, shape (V, V)."""
        return self._counts.joint()

    def showdown(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each value, in the order of ``values``."""
        ties = self._ties_of(comparing)
        qualifying = int(np.searchsorted(self.values, qualifies, side="right"))
        qualified = self._first(qualifying)
        better = np.where(ties.low < qualifying, ties.below_low, qualified)
        through_tie = np.where(ties.high < qualifying, ties.below_high, qualified)
        return Showdown(
            self.values,
            self.hands_by_value,
            not_qualified=self._all - qualified,
            worse=qualified - through_tie,
            tie=through_tie - better,
            better=better,
        )

    def showdown_by_hand(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """Rows so fine that the hands of a row have the same value and the same chances."""
        return self._counts.showdown_by_hand(qualifies, comparing)

    def dealer_values(self, hand: int) -> Ints:
        """Dealer hands of each value against one player hand; int64, shape (V,)."""
        return self._counts.dealer_values(hand)

    def against(self, hand: int, qualifies: int, comparing: Comparing = "all cards") -> Against:
        """Dealer hands against one player hand."""
        return self._counts.against(hand, qualifies, comparing)

    def _first(self, number: int) -> Ints:
        """Deals by the player's value where the dealer has one of the first values: a row of B."""
        return self._below[number - 1] if number else np.zeros_like(self.values)

    def _ties_of(self, comparing: Comparing) -> _Ties:
        if comparing not in self._ties:
            low, high = ties_of(self.values, comparing)
            player = np.arange(self.values.size)
            below_low = np.where(low > 0, self._below[low - 1, player], 0)
            self._ties[comparing] = _Ties(low, high, below_low, self._below[high - 1, player])
        return self._ties[comparing]


def _transpose(table: Ints) -> None:
    """Transpose a square table in place, block by block."""
    bounds = range(0, len(table), _BLOCK)
    for i in bounds:
        rows = slice(i, i + _BLOCK)
        for j in bounds[: i // _BLOCK + 1]:
            columns = slice(j, j + _BLOCK)
            block = table[rows, columns].copy()
            table[rows, columns] = table[columns, rows].T
            table[columns, rows] = block.T
