"""Strategies: which hands raise, and with which play bet.

A strategy decides each row of a `ginwin.counting.counts.Showdown`. A row is a group of player
hands: all hands of one value, or, for a strategy that looks at the exact cards, hands that are
alike in all that matters. Everything is decided in integers. For a row whose deals end `not
qualified`, `win`, `tie` or
`lose` n_e times, raising instead of folding gains ::

    gain = sum over the events e of  n_e * (net_e - fold)     in antes, over all deals of the row

where a fold nets the same, usually -1, whatever the dealer holds. A raise needs a gain above zero:
where both are worth the same, the smaller wager is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from ginwin.errors import InputError
from ginwin.values import (
    ALWAYS,
    COUNT_SHIFT,
    is_value,
    limit_label,
    parse_limit,
    parse_value,
    worst_of_count,
)

if TYPE_CHECKING:
    from ginwin.counting.counts import Showdown
    from ginwin.rules.rules import Event, Rules

__all__ = [
    "PUBLISHED_THRESHOLD",
    "SHOWDOWN_EVENTS",
    "Decisions",
    "Strategy",
    "best_bets",
    "choice_gains",
    "choice_labels",
    "choices",
    "gain_unit",
    "raise_gains",
    "raising_label",
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
_ALWAYS = "always"
_MIMIC = "mimic-dealer"
_NO_HAND = "no hand"
_NAMES = ("published", _THRESHOLD, "best-threshold", "by-value", "optimal", _ALWAYS, _MIMIC)
_ALLOWED = (
    "published, best-threshold, by-value, optimal, always, mimic-dealer, or threshold: and a value "
    "or a number of cards, such as threshold:10-9-5-4 or threshold:3 cards"
)


class Decisions(NamedTuple):
    """What a strategy does in each row of a showdown.

    Attributes
    ----------
    bets : ndarray of int16, shape (n,)
        0: fold; i: raise with the i-th play bet of the rules, counted from 1.
    threshold : int or None
        For strategies that are a threshold, the worst value that raises, or -1 where every hand
        folds, or `ginwin.values.ALWAYS` where every hand raises. None for the others.
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
        hand, by its exact cards. ``always``: raise with every hand. ``mimic-dealer``: raise with
        what would qualify the dealer.
    threshold : int, optional
        The worst value that raises, for ``threshold`` only: a limit such as
        `ginwin.values.parse_limit` gives.

    Raises
    ------
    InputError
        If there is no strategy of this name, or the threshold is not the value of dead wood.

    Notes
    -----
    Where the rules allow several play bets, every strategy raises with the one that is worth
    most, and with the smallest of those that are worth the same.

    ``by-value`` can beat ``best-threshold`` only where some value is worth a raise and a better one
    is not, as happens under odd qualifiers; under the presets both decide alike.
    """

    name: str
    threshold: int | None = None

    def __post_init__(self) -> None:
        """Check the name, and that it goes with a threshold or with none."""
        if self.name not in _NAMES or (self.threshold is None) == (self.name == _THRESHOLD):
            raise InputError("strategy", self.name, _ALLOWED)
        if self.threshold is not None and not _is_limit(self.threshold):
            allowed = "the value of a hand or a limit, an integer such as parse_limit gives"
            raise InputError("strategy threshold", self.threshold, allowed)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a strategy.

        Parameters
        ----------
        text : str
            ``published``, ``best-threshold``, ``by-value``, ``optimal``, ``always``,
            ``mimic-dealer``, or ``threshold:`` and what `ginwin.values.parse_limit` reads, such as
            ``threshold:J-7-6-5`` or ``threshold:3 cards``.

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
        >>> str(Strategy.parse("threshold:3 CARDS"))
        'threshold:3 cards'
        """
        name, colon, value = text.strip().partition(":")
        name = name.lower()
        if name == _THRESHOLD and colon:
            return cls(name, parse_limit(value, "strategy threshold"))
        if name not in _NAMES or colon:
            raise InputError("strategy", text, _ALLOWED)
        return cls(name)

    def __str__(self) -> str:
        """Write the strategy as `parse` reads it."""
        return self.name if self.threshold is None else f"{self.name}:{limit_label(self.threshold)}"

    def describe(self, threshold: int | None) -> str:
        """Say which hands raise, for people; the threshold is that of the `Decisions`."""
        detail = self.raises_with(threshold)
        if threshold is not None or self.name == _MIMIC:
            detail = f"raise with {detail}" if detail != _NO_HAND else "always fold"
        return f"{self.name} ({detail})"

    def raises_with(self, threshold: int | None) -> str:
        """Say with what hands raise, for people; the threshold is that of the `Decisions`."""
        if threshold is None and self.name == _MIMIC:  # of rules that are not known
            return "what would qualify the dealer"
        if threshold is None:
            return "the best for each " + ("hand" if self.needs_hands else "value")
        label = raising_label(threshold)
        return f"{label} or better" if is_value(threshold) and threshold else label  # 0: gin

    @property
    def needs_hands(self) -> bool:
        """Whether the decisions look at the exact cards, so that values are not enough."""
        return self.name == "optimal"

    @property
    def fixed_threshold(self) -> int | None:
        """The worst value that raises, where the strategy says it whatever the rules."""
        if self.name == "published":
            return PUBLISHED_THRESHOLD
        return ALWAYS if self.name == _ALWAYS else self.threshold

    def under(self, rules: Rules) -> Strategy:
        """Return what the strategy is under given rules: mimicking the dealer is a threshold."""
        return Strategy(_THRESHOLD, rules.qualifies) if self.name == _MIMIC else self

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
        threshold = self.under(rules).fixed_threshold
        if threshold is None:
            threshold = _best_threshold(showdown.values, gains)
        bets[showdown.values > threshold] = 0
        return Decisions(bets, ALWAYS if threshold >= showdown.values[-1] else threshold)


def threshold_label(threshold: int) -> str:
    """Write the threshold of `Decisions` as data; ``none`` where every hand folds."""
    return "none" if threshold < 0 else limit_label(threshold)


def raising_label(threshold: int) -> str:
    """Say up to where hands raise, for people; the threshold is that of the `Decisions`.

    Examples
    --------
    >>> raising_label(ALWAYS), raising_label(-1), raising_label(PUBLISHED_THRESHOLD)
    ('every hand', 'no hand', '10-9-5-4')
    """
    if threshold < 0:
        return _NO_HAND
    if threshold == ALWAYS:
        return "every hand"
    label = limit_label(threshold)
    return label if is_value(threshold) else f"{label} or fewer"


def _is_limit(number: object) -> bool:
    """Return whether something is a limit, as `ginwin.values.parse_limit` makes them."""
    if is_value(number) or (type(number) is int and number == ALWAYS):
        return True
    return type(number) is int and number in map(worst_of_count, range(_COUNTS))


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
    table = _factor_table(showdown, rules)
    deals = (showdown.not_qualified, showdown.worse, showdown.tie, showdown.better)
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


def choices(rules: Rules) -> tuple[Fraction, ...]:
    """Return the decisions that can be best, each as its play bet; the first, 0, is a fold.

    What a play bet nets is in proportion to it, so that of several only the smallest or the largest
    can be worth most.
    """
    return tuple(dict.fromkeys((Fraction(0), rules.play[0], rules.play[-1])))


def choice_labels(rules: Rules) -> tuple[str, ...]:
    """Return what the `choices` are called: ``fold`` and ``raise``, or ``raise 1``, ``raise 3``."""
    _, *plays = choices(rules)
    return "fold", *(f"raise {play}" if len(plays) > 1 else "raise" for play in plays)


def choice_gains(showdown: Showdown, rules: Rules) -> NDArray[np.int64]:
    """Return what each of the `choices` gains over folding, in every row.

    Parameters
    ----------
    showdown : Showdown
        The rows.
    rules : Rules
        The rules that the showdown was counted for.

    Returns
    -------
    ndarray of int64, shape (choices, n)
        First the fold, which gains nothing; units and dtype as in `best_bets`.
    """
    table = _factor_table(showdown, rules)[[rules.play.index(bet) for bet in choices(rules)[1:]]]
    deals = (showdown.not_qualified, showdown.worse, showdown.tie, showdown.better)
    counts = showdown.values >> COUNT_SHIFT
    gains = np.zeros((1 + len(table), counts.size), dtype=table.dtype)
    for choice, by_event in enumerate(table, start=1):
        for by_count, column in zip(by_event, deals, strict=True):
            gains[choice] += by_count[counts] * column
    return gains


def gain_unit(rules: Rules) -> int:
    """Return the common denominator of all gains: they are in units of 1 / so many antes."""
    return lcm(*(x.denominator for bet in raise_gains(rules) for event in bet for x in event))


def _factor_table(showdown: Showdown, rules: Rules) -> NDArray[np.int64]:
    """Return ``net - fold`` by bet, event and count; Python integers where int64 could overflow."""
    unit = gain_unit(rules)
    factors = [[[int(x * unit) for x in event] for event in bet] for bet in raise_gains(rules)]
    deals = (showdown.not_qualified, showdown.worse, showdown.tie, showdown.better)
    largest = showdown.hands.argmax() if showdown.hands.size else slice(0)  # the most deals
    most = sum(int(column[largest].sum()) for column in deals)
    most *= max(abs(factor) for bet in factors for event in bet for factor in event)
    return np.array(factors, dtype=np.int64 if most <= _LARGEST else object)


def raise_gains(rules: Rules) -> list[list[list[Fraction]]]:
    """Return what a raise nets more than a fold, in antes.

    By play bet, event (in the order of `SHOWDOWN_EVENTS`) and the player's dead-wood cards.
    """
    folds = [rules.net("fold", count, 0) for count in range(_COUNTS)]
    return [
        [
            [rules.net(event, count, play) - fold for count, fold in enumerate(folds)]
            for event in SHOWDOWN_EVENTS
        ]
        for play in rules.play
    ]


def _best_threshold(values: NDArray[np.int64], gains: NDArray[np.int64]) -> int:
    """Return the value up to which the gains add to the most, -1 for none; ties raise less."""
    sums = list(accumulate(gains.tolist(), initial=0))  # Python integers cannot overflow
    raised = sums.index(max(sums))
    return int(values[raised - 1]) if raised else -1
