"""Hands one by one: of values whose hands should not all do the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.counting.general import GeneralCounts
from ginwin.play.strategy import best_bets, choice_gains

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts, Showdown
    from ginwin.rules.rules import Rules

__all__ = ["HandRows", "hand_rows", "mixed_values"]

Ints = NDArray[np.int64]


class HandRows(NamedTuple):
    """Hands one by one: one of each suit class.

    Attributes
    ----------
    sets : ndarray of int64, shape (n,)
        The hands, as sets of cards.
    values : ndarray of int64, shape (n,)
        Their values.
    hands : ndarray of int64, shape (n,)
        How many hands each stands for.
    gains : ndarray of int64 or object, shape (choices, n)
        What each choice gains over folding, over all deals of the row (see
        `ginwin.play.strategy.choice_gains`).
    """

    sets: Ints
    values: Ints
    hands: Ints
    gains: Ints

    def of_value(self, value: int) -> HandRows:
        """Return the hands of one value."""
        return self.among(self.values == value)

    def among(self, rows: NDArray[np.bool_]) -> HandRows:
        """Return some of the hands."""
        return HandRows(self.sets[rows], self.values[rows], self.hands[rows], self.gains[:, rows])


def mixed_values(rules: Rules, by_hand: Showdown, values: Ints) -> Ints:
    """Return the values of which not all hands have the same best decision.

    Parameters
    ----------
    rules : Rules
        The rules.
    by_hand : Showdown
        The showdown by hand under these rules.
    values : ndarray of int64, shape (V,)
        All values, ascending.

    Returns
    -------
    ndarray of int64
        Positions in `values`, ascending.
    """
    bets, gains = best_bets(by_hand, rules)
    bets[gains <= 0] = 0
    numbers = np.searchsorted(values, by_hand.values)
    most, least = np.zeros(values.size, bets.dtype), np.full(values.size, len(rules.play) + 1)
    np.maximum.at(most, numbers, bets)
    np.minimum.at(least, numbers, bets.astype(least.dtype))
    return np.flatnonzero(least < most)


def hand_rows(rules: Rules, counts: Counts, numbers: Ints) -> HandRows:
    """Return the hands of some values, one by one.

    Parameters
    ----------
    rules : Rules
        The rules.
    counts : Counts
        Counts for them; those of the general route are used as they are, for others such are made.
    numbers : ndarray of int64
        Positions in the values of the counts.
    """
    if not isinstance(counts, GeneralCounts):
        counts = GeneralCounts(counts.melds, counts.deck, counts.cards, ways=counts.ways)
    sets, showdown = counts.hands_with_values(numbers, rules.qualifies, rules.comparing)
    return HandRows(sets, showdown.values, showdown.hands, choice_gains(showdown, rules))
