"""What the cards of other seats are worth to a player who sees them: sampled, with exact parts.

With k other seats seen, a player knows 7 (k + 1) cards. The dealer's hand is any of the rest with
the same chance, so what a decision is worth is exact; only which cards are known is sampled:

1. Draw a set U of 7 (k + 1) cards. Count the dealer hands in the rest by value.
2. Play hands H drawn from U. Whichever H of U is the player's, the same dealer hands are left, so
   the work of step 1 serves them all. The best decision with H and U known gains

       benefit(H, U)  =  EV of the best decision  -  EV of the decision with H alone known,

   never below zero, both over the dealer hands left.
3. The house edge is that of the optimal strategy, which is exact, less the mean benefit.

The decision with H alone known (strategy ``optimal``, by the exact cards) is a control variate:
without it the luck of the cards would hide a benefit of tenths of a percent.

*Blocks.* Sets are drawn in blocks; block i of a seed has random numbers of its own
(`ginwin.protection.seat_tables`), and blocks are added in order. So a result depends neither on the
threads nor on the machines that share the work, and an interrupted run can go on.

*Sources of error.* Chance, measured by the spread of the mean benefits of the sets U, which are
independent; and that intervals take these means for normal. Student's t allows for few sets: a
block has at least 16. Where a run stops as soon as its interval is as short as asked, the interval
is a little optimistic; such a run has at least 400 sets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ginwin.base.amounts import check_amount, check_whole
from ginwin.base.estimates import Z_95, Estimate
from ginwin.base.jit import thread_count
from ginwin.cards import STANDARD_DECK, Deck
from ginwin.protection.blocks import Block, Future, Submitter, in_order, moved
from ginwin.protection.informed import Informed
from ginwin.protection.seat_tables import SeatTables

if TYPE_CHECKING:
    from ginwin.play.analysis import Analysis
    from ginwin.rules.rules import Rules

__all__ = [
    "PRECISION",
    "RunOptions",
    "SeatsSeen",
    "check_run",
    "check_z",
    "most_seats",
    "sample_seats",
]

PRECISION = 0.0005
"""Half width of the interval of the house edge, in antes, at which a run stops."""

_FEWEST_SETS = 400  # before a run may stop for its precision: the interval needs so many
_MOST_SETS = 10**9
_FINEST = Fraction(1, 10**9)

Progress = Callable[[int], None]
"""Told how many more hundredths of a run are done."""


@dataclass(frozen=True, slots=True)
class SeatsSeen:
    """What seeing the cards of so many other seats was estimated to be worth.

    Attributes
    ----------
    seats : int
        The other seats whose cards are seen.
    seed : int
        With the rules, the seats and the number of blocks it fixes every figure.
    total : Block
        The sums of all blocks.
    hands : int
        Hands that were played for each set of known cards.
    plain : Analysis
        The optimal strategy with nothing seen, exact; the figures here are added to its figures.
    precision : float or None
        The half width of the interval of the house edge that was asked for, in antes.
    z : float
        Half width of the intervals in standard errors.
    """

    seats: int
    seed: int
    total: Block
    hands: int
    plain: Analysis
    precision: float | None = PRECISION
    z: float = Z_95

    @property
    def benefit(self) -> Estimate:
        """What the seen cards are worth, in antes per round."""
        return self.total.estimate(0, self.z)

    @property
    def reached(self) -> bool | None:
        """Whether the precision was reached; None if none was asked for."""
        if self.precision is None:
            return None
        return _Run(self.precision, None, self.z, self.total).done == 1

    @property
    def house_edge(self) -> Estimate:
        """The house edge when every decision makes the best of the seen cards."""
        return moved(self.plain.house_edge, self.benefit, -1)

    @property
    def raise_rate(self) -> Estimate:
        """The share of rounds in which the player then raises."""
        return moved(self.plain.raise_rate, self.total.estimate(1, self.z))

    @property
    def changed(self) -> Estimate:
        """The share of rounds in which the seen cards change the decision."""
        return self.total.estimate(2, self.z)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net win of a round, in antes."""
        mean = self.house_edge.value
        square = float(self.plain.variance + self.plain.expected_value**2)
        return math.sqrt(square + self.total.estimate(3).value - mean**2)

    def informed(self) -> Informed:
        """Return the row that is compared with other ways of knowing more."""
        cards = "cards of 1 other seat" if self.seats == 1 else f"cards of {self.seats} other seats"
        return Informed(
            cards if self.seats else "nothing",
            self.house_edge,
            self.raise_rate,
            self.changed,
            self.standard_deviation,
            exact=False,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the figures and what they rest on as JSON data."""
        return {
            "seats": self.seats,
            "seed": self.seed,
            "blocks": self.total.blocks,
            "sets": self.total.sets,
            "hands_per_set": self.hands,
            "precision": self.precision,
            "reached": self.reached,
            "benefit": self.benefit._asdict(),
            **self.informed().to_json(),
        }


@dataclass
class _Run:
    """A run so far; it stops by itself when it has what was asked for."""

    precision: float
    samples: int | None
    z: float
    total: Block

    @property
    def done(self) -> float:
        """The part that is done, 1 at the end."""
        if self.samples is not None:
            return min(1.0, self.total.sets / self.samples)
        if self.total.sets < 2:
            return 0.0
        half = _half_width(self.total, self.z)
        part = 1.0 if half <= self.precision else (self.precision / half) ** 2
        return min(part, self.total.sets / _FEWEST_SETS)


def most_seats(rules: Rules, deck: Deck = STANDARD_DECK) -> int:
    """Return how many other seats can be dealt to, beside the player and the dealer."""
    return deck.size // rules.cards - 2


def sample_seats(
    tables: SeatTables,
    seats: int,
    *,
    precision: float = PRECISION,
    samples: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    z: float = Z_95,
    begun: Block | None = None,
    keep: Callable[[Block], None] | None = None,
    progress: Progress | None = None,
    submitter: Submitter | None = None,
) -> SeatsSeen:
    """Estimate what seeing the cards of other seats is worth.

    Parameters
    ----------
    tables : SeatTables
        The tables of the rules and the deck.
    seats : int
        How many other seats are seen; 0 samples what is exact, as a check.
    precision : float
        Stop when the interval of the house edge has this half width, in antes.
    samples : int, optional
        Draw this many sets of known cards instead, rounded up to whole blocks.
    seed : int
        0 to 2**64 - 1.
    threads : int, optional
        Number of threads, by default one per processor. No effect on the result.
    z : float
        Half width of the intervals in standard errors.
    begun : Block, optional
        The sum of the first blocks of the same run, to go on from.
    keep : callable, optional
        Called with the sum of all blocks so far, after each block.
    progress : callable, optional
        Called with the hundredths of the run that were done since the last call.
    submitter : Submitter, optional
        What runs the blocks instead of threads of this process, such as
        `ginwin.protection.dask_workers.DaskBlocks`. No effect on the result.

    Returns
    -------
    SeatsSeen
        The estimates.

    Raises
    ------
    InputError
        If an argument is out of range.
    KeyboardInterrupt
        If the run is interrupted; ``keep`` has what was done.
    """
    most = most_seats(tables.rules, tables.deck)
    (seats,), precision, samples, seed = check_run((seats,), precision, samples, seed, most)
    z = check_z(z)
    run = _Run(precision, samples, z, begun or Block())
    if submitter is not None:
        _sample(run, seats, seed, submitter, keep, progress)
    else:
        tables.prepare(seats)
        with ThreadPoolExecutor(thread_count(threads)) as pool:
            local = _LocalBlocks(pool, tables, 2 * thread_count(threads))
            _sample(run, seats, seed, local, keep, progress)
    asked = None if samples is not None else precision
    return SeatsSeen(seats, seed, run.total, tables.hands_of(seats), tables.plain, asked, z)


class RunOptions(NamedTuple):
    """What a run samples, and how much of it."""

    seats: tuple[int, ...]
    precision: float
    samples: int | None
    seed: int


def check_run(
    seats: Iterable[int] | int, precision: float | str, samples: int | None, seed: int, most: int
) -> RunOptions:
    """Check the arguments of `sample_seats` before any work is done.

    Raises
    ------
    InputError
        If a number of seats is above ``most``, or another argument is out of range.
    """
    listed = seats if isinstance(seats, Iterable) else (seats,)
    allowed = "antes, such as 0.0005"
    return RunOptions(
        tuple(check_whole("seats", number, 0, most) for number in listed),
        float(check_amount("precision", precision, _FINEST, 1000, allowed)),
        None if samples is None else check_whole("samples", samples, 1, _MOST_SETS),
        check_whole("seed", seed, 0, 2**64 - 1),
    )


def check_z(z: float) -> float:
    """Check the half width of intervals in standard errors."""
    return float(check_amount("z", z, 0, 10, "standard errors"))


@dataclass(frozen=True)
class _LocalBlocks:
    """Blocks worked out by threads of this process."""

    pool: ThreadPoolExecutor
    tables: SeatTables
    ahead: int

    def submit(self, seats: int, seed: int, number: int) -> Future:
        return self.pool.submit(self.tables.block, seats, seed, number)


def _sample(
    run: _Run,
    seats: int,
    seed: int,
    submitter: Submitter,
    keep: Callable[[Block], None] | None,
    progress: Progress | None,
) -> None:
    """Add blocks to a run until it is done."""
    shown = 0
    submit = partial(submitter.submit, seats, seed)
    with closing(in_order(submit, run.total.blocks, submitter.ahead)) as blocks:
        while (done := run.done) < 1:
            if progress and int(100 * done) > shown:
                progress(int(100 * done) - shown)
                shown = int(100 * done)
            run.total += next(blocks)
            if keep:
                keep(run.total)
    if progress:
        progress(100 - shown)


def _half_width(total: Block, z: float) -> float:
    benefit = total.estimate(0, z)
    return (benefit.high - benefit.low) / 2
