"""Strategies: which hands raise, and with which play bet.

A strategy decides each row of a `ginwin.counts.Showdown`. A row is a group of player hands: all
hands of one value, or, for a strategy that looks at the exact cards, hands that are alike in all
that matters.
Everything is decided in integers. For a row whose deals end `not qualified`, `win`, `tie` or
`lose` n_e times, raising instead of folding gains ::

    gain = sum over the events e of  n_e * (net_e - fold)     in antes, over all deals of the row

where a fold nets the same, usually -1, whatever the dealer holds. A raise needs a gain above zero:
where both are worth the same, the smaller wager is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ginwin.errors import InputError
from ginwin.values import COUNT_SHIFT, is_value, parse_value, value_label

if TYPE_CHECKING:
    from ginwin.counts import Showdown
    from ginwin.rules import Event, Rules

__all__ = [
    "PUBLISHED_THRESHOLD",
    "SHOWDOWN_EVENTS",
    "Decisions",
    "Strategy",
    "best_bets",
    "threshold_label",
]

PUBLISHED_THRESHOLD = parse_value("10-9-5-4")
"""The published strategy raises with this value or a better one, under any rules."""

SHOWDOWN_EVENTS: tuple[Event, ...] = ("not qualified", "win", "tie", "lose")
"""How a round ends after a raise, in the order of the columns of a `Showdown`."""

_COUNTS = 8  # a hand has 0 to 7 dead-wood cards
_CHUNK = 1 << 15  # rows that are worked on together stay in the processor's cache
_LARGEST = 2**63 - 1
_THRESHOLD = "threshold"
_NAMES = ("published", _THRESHOLD, "best-threshold", "by-value", "optimal")
_ALLOWED = (
    "published, best-threshold, by-value, optimal, or threshold: and a value, "
    "such as threshold:10-9-5-4"
)


class Decisions(NamedTuple):
    """What a strategy does in each row of a showdown.

    Attributes
    ----------
    bets : ndarray of int16, shape (n,)
        0: fold; i: raise with the i-th play bet of the rules, counted from 1.
    threshold : int or None
        For strategies that are a threshold, the worst value that raises, or -1 where every hand
        folds. None for the others.
    """

    bets: NDArray[np.int16]
    threshold: int | None


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to decide between folding and raising.

    Parameters
    ----------
    name : str
        ``published``: raise with 10-9-5-4 or better. ``threshold``: raise with a given value or a
        better one. ``best-threshold``: the threshold with the highest expected value.
        ``by-value``: the best decision for each value. ``optimal``: the best decision for each
        hand, by its exact cards.
    threshold : int, optional
        The worst value that raises, for ``threshold`` only.

    Raises
    ------
    InputError
        If there is no strategy of this name, or the threshold is not the value of dead wood.

    Notes
    -----
    Where the rules allow several play bets, every strategy raises with the one that is worth
    most, and with the smallest of those that are worth the same.
    """

    name: str
    threshold: int | None = None

    def __post_init__(self) -> None:
        """Check the name, and that it goes with a threshold or with none."""
        if self.name not in _NAMES or (self.threshold is None) == (self.name == _THRESHOLD):
            raise InputError("strategy", self.name, _ALLOWED)
        if self.threshold is not None and not is_value(self.threshold):
            allowed = "the value of a hand, an integer such as parse_value gives"
            raise InputError("strategy threshold", self.threshold, allowed)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a strategy.

        Parameters
        ----------
        text : str
            ``published``, ``best-threshold``, ``by-value``, ``optimal``, or ``threshold:`` and a
            value such as ``threshold:J-7-6-5``.

        Returns
        -------
        Strategy
            The strategy; ``str`` writes it back.

        Raises
        ------
        InputError
            If the text is not a strategy.

        Examples
        --------
        >>> str(Strategy.parse("threshold:t-9-5-4"))
        'threshold:10-9-5-4'
        """
        name, colon, value = text.strip().partition(":")
        name = name.lower()
        if name == _THRESHOLD and colon:
            return cls(name, parse_value(value, "strategy threshold"))
        if name not in _NAMES or colon:
            raise InputError("strategy", text, _ALLOWED)
        return cls(name)

    def __str__(self) -> str:
        """Write the strategy as `parse` reads it."""
        return self.name if self.threshold is None else f"{self.name}:{value_label(self.threshold)}"

    def describe(self, threshold: int | None) -> str:
        """Say which hands raise, for people; the threshold is that of the `Decisions`."""
        if threshold is None:
            detail = "the best for each " + ("hand" if self.needs_hands else "value")
        elif threshold < 0:
            detail = "always fold"
        else:
            detail = f"raise with {value_label(threshold)} or better"
        return f"{self.name} ({detail})"

    @property
    def needs_hands(self) -> bool:
        """Whether the decisions look at the exact cards, so that values are not enough."""
        return self.name == "optimal"

    def decide(self, showdown: Showdown, rules: Rules) -> Decisions:
        """Decide every row.

        Parameters
        ----------
        showdown : Showdown
            By value, with ascending values; by hand for `needs_hands`.
        rules : Rules
            The rules that the showdown was counted for.

        Returns
        -------
        Decisions
            The decision of each row.
        """
        bets, gains = best_bets(showdown, rules)
        if self.name in ("by-value", "optimal"):
            bets[gains <= 0] = 0
            return Decisions(bets, None)
        threshold = PUBLISHED_THRESHOLD if self.name == "published" else self.threshold
        if threshold is None:
            threshold = _best_threshold(showdown.values, gains)
        bets[showdown.values > threshold] = 0
        return Decisions(bets, threshold)


def threshold_label(threshold: int) -> str:
    """Write the threshold of `Decisions`; ``none`` where every hand folds."""
    return "none" if threshold < 0 else value_label(threshold)


def best_bets(showdown: Showdown, rules: Rules) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Return the best play bet of every row, and what it gains over folding.

    Parameters
    ----------
    showdown : Showdown
        The rows.
    rules : Rules
        The rules that the showdown was counted for.

    Returns
    -------
    bets : ndarray of int16, shape (n,)
        The number of the play bet, counted from 1.
    gains : ndarray of int64, shape (n,)
        The gain over folding in antes, summed over the deals of the row and multiplied by the
        common denominator of all pays. Where int64 could overflow the dtype is object and the
        elements are Python integers, so the result is exact under any rules.
    """
    factors = _factors(rules)
    deals = (showdown.not_qualified, showdown.worse, showdown.tie, showdown.better)
    largest = int(showdown.hands.argmax())  # the row with the most deals, to rule out an overflow
    most = sum(int(column[largest]) for column in deals)
    most *= max(abs(factor) for bet in factors for event in bet for factor in event)
    table = np.array(factors, dtype=np.int64 if most <= _LARGEST else object)
    bets = np.ones(showdown.values.size, dtype=np.int16)
    gains = np.empty(showdown.values.size, dtype=table.dtype)
    for start in range(0, bets.size, _CHUNK):
        rows = slice(start, start + _CHUNK)
        counts = showdown.values[rows] >> COUNT_SHIFT
        for bet, by_event in enumerate(table, start=1):
            gain = sum(
                by_count[counts] * column[rows]
                for by_count, column in zip(by_event, deals, strict=True)
            )
            if bet == 1:
                gains[rows] = gain
            else:
                better = gain > gains[rows]
                bets[rows][better] = bet
                gains[rows][better] = gain[better]
    return bets, gains


def _factors(rules: Rules) -> list[list[list[int]]]:
    """Return ``net - fold`` in units of the common denominator, by bet, event and count."""
    folds = [rules.net("fold", count, 0) for count in range(_COUNTS)]
    exact = [
        [
            [rules.net(event, count, play) - fold for count, fold in enumerate(folds)]
            for event in SHOWDOWN_EVENTS
        ]
        for play in rules.play
    ]
    unit = lcm(*(x.denominator for bet in exact for event in bet for x in event))
    return [[[int(x * unit) for x in event] for event in bet] for bet in exact]


def _best_threshold(values: NDArray[np.int64], gains: NDArray[np.int64]) -> int:
    """Return the value up to which the gains add to the most, -1 for none; ties raise less."""
    sums = list(accumulate(gains.tolist(), initial=0))  # Python integers cannot overflow
    raised = sums.index(max(sums))
    return int(values[raised - 1]) if raised else -1
