"""Rules that a player can use who sees the cards of other seats: count something, move the limit.

The best decision with so many cards known takes a computer. A *counting rule* looks at one number
of the cards that are still unseen, such as how many of them share their rank with another, and
raises with hands up to a limit that depends on this number alone, and up to another one with the
largest play bet if there are several: a rule to remember.

A limit is a number of dead-wood cards, or these with a highest card, or the limit that is best
with the own cards alone. For each statistic the limits are fitted on sampled sets of known
cards, the limits only rising or only falling with the number; what the rule is worth is then
measured on fresh sets. So the choice of the limits flatters no estimate; only the choice of the
best among the statistics does, and a rule helps only if it is worth more than that could feign.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ginwin.base.amounts import check_whole
from ginwin.base.estimates import Z_95, Estimate
from ginwin.base.jit import in_threads
from ginwin.cards import RANKS, Deck
from ginwin.play.strategy import threshold_label
from ginwin.protection import seat_kernels
from ginwin.protection.blocks import estimate_mean, moved
from ginwin.protection.limits import (
    analyze_limit,
    limit_gains,
    monotone_limits,
)
from ginwin.protection.seats import check_run, check_z, most_seats
from ginwin.values import ALWAYS, count_of, ranks_of, worst_of_count

if TYPE_CHECKING:
    from ginwin.protection.seat_tables import Drawn, SeatTables

__all__ = ["FIT_BLOCKS", "CountingRule", "Limit", "fit_rules", "statistics_of"]

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Floats = NDArray[np.float64]

Progress = Callable[[int], None]
"""Told how many more blocks are done."""

FIT_BLOCKS = 80
"""Blocks of sets that counting rules are fitted on, and again measured on."""

_MOST_BLOCKS = 10**6
_NUMBERS = 66  # a statistic is a number of cards, those of one suit perhaps twice


@dataclass(frozen=True, slots=True)
class Limit:
    """What a counting rule does at some numbers.

    Attributes
    ----------
    least, most : int
        The numbers of unseen cards for which it is meant.
    threshold : int
        The worst value that raises; -1: every hand folds; `ginwin.values.ALWAYS`: every hand
        raises.
    largest : int or None
        The worst value that raises with the largest play bet, -1 for none; None if there is one.
    share : float
        The share of the sampled sets with these numbers.
    """

    least: int
    most: int
    threshold: int
    largest: int | None
    share: float


@dataclass(frozen=True, slots=True)
class CountingRule:
    """A rule that moves the limit with one number, and its sampled worth.

    Attributes
    ----------
    counting : str
        What is counted among the unseen cards.
    seats : int
        The other seats whose cards are seen.
    limits : tuple of Limit
        What to do, by ascending number.
    worth : Estimate
        What it wins more than the optimal strategy of a player who sees his own cards only, in
        antes; below zero where such a simple rule is worse than that.
    house_edge : Estimate
        The house edge under the rule.
    raise_rate : Estimate
        The share of rounds in which it raises.
    sets : int
        The sets on which it was measured.
    seed : int
        The seed of the samples.
    """

    counting: str
    seats: int
    limits: tuple[Limit, ...]
    worth: Estimate
    house_edge: Estimate
    raise_rate: Estimate
    sets: int
    seed: int

    @property
    def helps(self) -> bool:
        """Whether it is worth more than its interval is wide, so not by the luck of the best."""
        return self.worth.value > self.worth.high - self.worth.low

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        return {
            "counting": self.counting,
            "seats": self.seats,
            "limits": [
                {
                    "least": limit.least,
                    "most": limit.most,
                    "threshold": threshold_label(limit.threshold),
                    "largest_bet": (
                        None if limit.largest is None else threshold_label(limit.largest)
                    ),
                    "share": limit.share,
                }
                for limit in self.limits
            ],
            "worth": self.worth._asdict(),
            "house_edge": self.house_edge._asdict(),
            "raise_rate": self.raise_rate._asdict(),
            "sets": self.sets,
            "seed": self.seed,
        }


Statistic = Callable[[Ints, Ints], Ints]
"""From the unseen cards of each rank, shape (n, ranks), and of each suit, (n, suits)."""


def statistics_of(deck: Deck) -> dict[str, Statistic]:
    """Return what may be counted among the unseen cards, by the words for it."""

    def low(last: int) -> Statistic:
        return lambda ranks, _: ranks[:, : last + 1].sum(axis=1)

    found: dict[str, Statistic] = {
        f"cards from ace to {RANKS[last]}": low(last) for last in range(2, deck.ranks - 2)
    }
    found |= {
        "different ranks": lambda ranks, _: (ranks > 0).sum(axis=1),
        "paired cards": lambda ranks, _: np.where(ranks > 1, ranks, 0).sum(axis=1),
        "the longest suit": lambda _, suits: suits.max(axis=1),
        "suits of three or more cards": lambda _, suits: np.where(suits > 2, suits, 0).sum(axis=1),
        "paired cards and the longest suit": lambda ranks, suits: (
            np.where(ranks > 1, ranks, 0).sum(axis=1) + suits.max(axis=1)
        ),
    }
    return found


def fit_rules(
    tables: SeatTables,
    seats: int,
    *,
    blocks: int = FIT_BLOCKS,
    seed: int = 0,
    threads: int | None = None,
    z: float = Z_95,
    progress: Progress | None = None,
) -> tuple[CountingRule, ...]:
    """Fit a counting rule for each statistic, and measure it; the best comes first.

    Parameters
    ----------
    tables : SeatTables
        The tables of the rules and the deck.
    seats : int
        The other seats that are seen.
    blocks : int
        How many blocks of sets to fit on, and as many fresh ones to measure on.
    seed : int
        The seed. Blocks are those of `ginwin.protection.seats.sample_seats` with the same seed.
    threads : int, optional
        Number of threads. No effect on the result.
    z : float
        Half width of the intervals in standard errors.
    progress : callable, optional
        Called with the number of blocks, of twice ``blocks``, done since the last call.

    Returns
    -------
    tuple of CountingRule
        One for each of `statistics_of`, by falling worth.

    Raises
    ------
    InputError
        If an argument is out of range.
    """
    most = most_seats(tables.rules, tables.deck)
    (seats,), _, _, seed = check_run((seats,), 1, None, seed, most)
    blocks, z = check_whole("blocks", blocks, 1, _MOST_BLOCKS), check_z(z)
    statistics, values = statistics_of(tables.deck), tables.counts.values
    ends = _limit_ends(tables)
    thresholds = _thresholds(values[ends - 1].tolist())
    classes = np.searchsorted(ends, np.arange(values.size), side="right").astype(np.int32)
    size, bets = len(statistics), len(tables.plays) - 1
    tables.prepare(seats)

    def drawn(number: int) -> tuple[Drawn, Ids]:
        block = tables.draw(seats, seed, number)
        if progress:
            progress(1)
        return block, _numbers(block, tables.deck, statistics)

    def fit(number: int) -> tuple[Floats, Ints]:
        block, numbers = drawn(number)
        gains = np.zeros((size, _NUMBERS, bets, ends.size))
        seat_kernels.gain_tables(*tables.dealt(block), numbers, classes, gains)
        return gains, np.array([np.bincount(column, minlength=_NUMBERS) for column in numbers.T])

    parts = in_threads(fit, range(blocks), threads)
    gains, seen = (np.sum(part, axis=0) for part in zip(*parts, strict=True))
    raised, more = limit_gains(gains)
    limits = np.array([monotone_limits(one) for one in raised])
    largest = np.minimum(limits, [monotone_limits(one) for one in more])
    places = np.arange(ends.size)
    actions = (places < limits[..., None]).astype(np.int8)
    actions += (bets > 1) & (places < largest[..., None])

    def measure(number: int) -> tuple[int, Floats, Floats]:
        block, numbers = drawn(number)
        totals, squares = np.zeros((size, 2)), np.zeros((size, 2))
        seat_kernels.play_actions(*tables.dealt(block), numbers, classes, actions, totals, squares)
        return block.known.size, totals, squares

    measured = in_threads(measure, range(blocks, 2 * blocks), threads)
    sets, totals, squares = (np.sum(part, axis=0) for part in zip(*measured, strict=True))
    scale = np.array([tables.unit, 1])
    plain = tables.plain
    rules = []
    for k, counting in enumerate(statistics):
        worth, raises = (
            estimate_mean(float(total), float(square), int(sets), z)
            for total, square in zip(totals[k] / scale, squares[k] / scale**2, strict=True)
        )
        rules.append(
            CountingRule(
                counting,
                seats,
                _limits(limits[k], largest[k] if bets > 1 else None, seen[k], thresholds),
                worth,
                moved(plain.house_edge, worth, -1),
                moved(plain.raise_rate, raises),
                int(sets),
                seed,
            )
        )
    return tuple(sorted(rules, key=lambda rule: -rule.worth.value))


def _limit_ends(tables: SeatTables) -> Ints:
    """Where a limit may be: how many of the values raise, ascending, without none of them."""
    values = tables.counts.values
    high = [count_of(value) << 5 | max(ranks_of(value), default=0) for value in values.tolist()]
    rules = tables.rules
    plain, _ = analyze_limit(rules, tables.counts.showdown(rules.qualifies, rules.comparing))
    changes = np.flatnonzero(np.diff(high)) + 1
    best = np.searchsorted(values, plain.threshold or 0, side="right")
    ends = np.unique([*changes, best, values.size])
    return ends[ends > 0]


def _numbers(drawn: Drawn, deck: Deck, statistics: dict[str, Statistic]) -> Ids:
    """Return the statistics of each set, shape (n, K)."""
    unseen = deck.mask & ~drawn.known
    suit_masks = [(unseen >> 13 * suit) & 8191 for suit in range(deck.suits)]
    ranks = np.zeros((unseen.size, deck.ranks), np.int64)
    for rank in range(deck.ranks):
        for mask in suit_masks:
            ranks[:, rank] += mask >> rank & 1
    suits = np.stack([np.bitwise_count(mask) for mask in suit_masks], axis=1).astype(np.int64)
    columns = [statistic(ranks, suits) for statistic in statistics.values()]
    return np.stack(columns, axis=1).astype(np.int32)


def _thresholds(worst: list[int]) -> list[int]:
    """The threshold of each limit, from none of the classes on, by the worst value of each class.

    A limit that has all values of a dead-wood count is written as this count, the last one as
    always.
    """
    counts = [count_of(value) for value in worst]
    return [
        -1,
        *(
            worst_of_count(count) if count and count != after else value
            for value, count, after in zip(worst[:-1], counts, counts[1:], strict=False)
        ),
        ALWAYS,
    ]


def _limits(
    limits: Ints, largest: Ints | None, seen: Ints, thresholds: list[int]
) -> tuple[Limit, ...]:
    """Join neighbouring numbers with the same limits; leave out numbers that were never seen."""

    def played(number: int) -> tuple[int, int | None]:
        within = None if largest is None else thresholds[largest[number]]
        return thresholds[limits[number]], within

    found = []
    for (limit, within), group in groupby(np.flatnonzero(seen).tolist(), played):
        alike = list(group)
        share = float(seen[alike].sum() / seen.sum())
        found.append(Limit(alike[0], alike[-1], limit, within, share))
    return tuple(found)
