"""Rules that a player can use who sees the cards of other seats: count something, move the limit.

The best decision with so many cards known takes a computer. A *counting rule* looks at one number
of the cards that are still unseen, such as how many of them share their rank with another, and
raises with so many dead-wood cards or fewer that depend on this number alone: a rule to remember.

For each statistic the limits are fitted on sampled sets of known cards, as the best for each number
seen there; what the rule is worth is then measured on fresh sets. So the choice of the limits
flatters no estimate; only the choice of the best among the statistics does, by far less than
their differences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ginwin.base.estimates import Z_95, Estimate
from ginwin.base.jit import in_threads
from ginwin.cards import RANKS, Deck
from ginwin.errors import InputError
from ginwin.protection import seat_kernels
from ginwin.protection.blocks import estimate_mean, moved
from ginwin.values import COUNT_SHIFT

if TYPE_CHECKING:
    from ginwin.protection.seat_tables import Drawn, SeatTables

__all__ = ["CountingRule", "Limit", "fit_rules", "statistics_of"]

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]

_NUMBERS = 53  # a statistic is a number of cards


@dataclass(frozen=True, slots=True)
class Limit:
    """What a counting rule does at some numbers.

    Attributes
    ----------
    least, most : int
        The numbers of unseen cards for which it is meant.
    cards : int
        The most dead-wood cards that raise; -1: every hand folds.
    share : float
        The share of the sampled sets with these numbers.
    """

    least: int
    most: int
    cards: int
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

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        return {
            "counting": self.counting,
            "seats": self.seats,
            "limits": [
                {
                    "least": limit.least,
                    "most": limit.most,
                    "cards": limit.cards,
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
    blocks: int = 80,
    seed: int = 0,
    threads: int | None = None,
    z: float = Z_95,
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

    Returns
    -------
    tuple of CountingRule
        One for each of `statistics_of`, by falling worth.

    Raises
    ------
    InputError
        If there are no blocks.
    """
    if blocks < 1:
        raise InputError("blocks", blocks, "1 or more")
    statistics = statistics_of(tables.deck)
    size, values = len(statistics), tables.counts.values
    tables.prepare(seats)

    def fit(number: int) -> tuple[NDArray[np.float64], Ints]:
        drawn = tables.draw(seats, seed, number)
        numbers = _numbers(drawn, tables.deck, statistics)
        gains = np.zeros((size, _NUMBERS, values.size))
        seat_kernels.gain_tables(*tables.dealt(drawn), numbers, gains)
        seen = [np.bincount(column, minlength=_NUMBERS) for column in numbers.T]
        return gains, np.array(seen)

    gains: Any = 0
    seen: Any = 0
    for start in range(0, blocks, 8):  # each table takes some megabytes
        for gain, sets in in_threads(fit, range(start, min(start + 8, blocks)), threads):
            gains, seen = gains + gain, seen + sets
    sums = np.concatenate([np.zeros((size, _NUMBERS, 1)), gains.cumsum(axis=2)], axis=2)
    counts = values >> COUNT_SHIFT
    ends = np.unique(np.searchsorted(counts, np.arange(-1, 8), side="right"))
    limits = ends[sums[:, :, ends].argmax(axis=2)].astype(np.int32)

    def measure(number: int) -> tuple[int, NDArray[np.float64], NDArray[np.float64]]:
        drawn = tables.draw(seats, seed, number)
        numbers = _numbers(drawn, tables.deck, statistics)
        totals, squares = np.zeros((size, 2)), np.zeros((size, 2))
        seat_kernels.play_limits(*tables.dealt(drawn), numbers, limits, totals, squares)
        return drawn.known.size, totals, squares

    measured = in_threads(measure, range(blocks, 2 * blocks), threads)
    drawn_sets = sum(one[0] for one in measured)
    scale = np.array([tables.unit, 1])
    totals = np.sum([one[1] for one in measured], axis=0) / scale
    squares = np.sum([one[2] for one in measured], axis=0) / scale**2
    plain = tables.plain
    rules = []
    for k, counting in enumerate(statistics):
        worth, raises = (
            estimate_mean(float(totals[k, i]), float(squares[k, i]), drawn_sets, z)
            for i in range(2)
        )
        rules.append(
            CountingRule(
                counting,
                seats,
                _limits(limits[k], seen[k], counts),
                worth,
                moved(plain.house_edge, worth, -1),
                moved(plain.raise_rate, raises),
                drawn_sets,
                seed,
            )
        )
    return tuple(sorted(rules, key=lambda rule: -rule.worth.value))


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


def _limits(limits: Ids, seen: Ints, counts: Ints) -> tuple[Limit, ...]:
    """Join neighbouring numbers with the same limit; leave out numbers that were never seen."""
    found: list[Limit] = []
    total = float(seen.sum())
    for number in np.flatnonzero(seen).tolist():
        cards = int(counts[limits[number] - 1]) if limits[number] else -1
        share = float(seen[number]) / total
        if found and found[-1].cards == cards:
            last = found[-1]
            found[-1] = Limit(last.least, number, cards, last.share + share)
        else:
            found.append(Limit(number, number, cards, share))
    return tuple(found)
