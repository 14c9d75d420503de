"""What knowing cards is worth, all ways of knowing side by side, with rules that can be used.

The casino's question: which cards must not be seen? One card of the dealer's
(`ginwin.protection.dealer_card`) and the cards of other seats, whose players may tell each other
(`ginwin.protection.seats`); what a limit by the dealer's rank (`ginwin.protection.rank_seen`) or a
count of the unseen cards (`ginwin.protection.seat_rules`) makes of it without a computer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ginwin.counting.routes import counts_for
from ginwin.errors import InputError
from ginwin.protection.blocks import Block, Submitter
from ginwin.protection.dealer_card import dealer_card, hands_to_decide
from ginwin.protection.informed import Informed
from ginwin.protection.rank_seen import RankRule, rank_rules
from ginwin.protection.removal import mark_deals
from ginwin.protection.seat_rules import CountingRule, fit_rules
from ginwin.protection.seat_tables import SeatTables
from ginwin.protection.seats import PRECISION, SeatsSeen, check_run, most_seats, sample_seats

if TYPE_CHECKING:
    from ginwin.protection.checkpoints import Checkpoint
    from ginwin.rules.rules import Rules

__all__ = ["Bar", "Protection", "parse_seats", "protect"]

Bar = Callable[[int, str], AbstractContextManager[Callable[[int], None]]]
"""Shows progress: from how many there are of what, a function to be told how many more are done."""

_FEWEST_SETS = 2  # to have an error at all


@dataclass(frozen=True, slots=True)
class Protection:
    """What knowing cards is worth under some rules.

    Attributes
    ----------
    rules : Rules
        The rules.
    rows : tuple of Informed
        By what is known; the first knows nothing but the player's cards.
    seats : tuple of SeatsSeen
        The samples behind the rows about other seats.
    by_rank : RankRule
        Limits by the rank of a dealer's card.
    splits : tuple of RankRule
        Limits by whether that rank is low or high, for each split.
    counting : tuple of CountingRule
        Rules that count the cards unseen when the most seats are seen, the best first.
    worst : int
        The worst value of a hand: a limit that lets every hand raise.
    complete : bool
        Whether all was done; False after an interrupt.
    """

    rules: Rules
    rows: tuple[Informed, ...]
    seats: tuple[SeatsSeen, ...]
    by_rank: RankRule
    splits: tuple[RankRule, ...]
    counting: tuple[CountingRule, ...]
    worst: int
    complete: bool

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        return {
            "rules": self.rules.to_dict(),
            "complete": self.complete,
            "rows": [row.to_json() for row in self.rows],
            "samples": [seen.to_json() for seen in self.seats],
            "rank_rule": self.by_rank.to_json(),
            "split_rules": [split.to_json() for split in self.splits],
            "counting_rules": [rule.to_json() for rule in self.counting],
        }


def parse_seats(text: str, rules: Rules) -> tuple[int, ...]:
    """Read how many other seats are seen.

    Parameters
    ----------
    text : str
        ``all``, ``none``, a number, a range such as ``1..3``, or several of them with commas.
    rules : Rules
        The rules; they say how many seats the deck has cards for.

    Raises
    ------
    InputError
        If the text is nothing of this, or a number is out of range.

    Examples
    --------
    >>> from ginwin.rules.rules import Rules
    >>> parse_seats("1..3,5", Rules.load("gli"))
    (1, 2, 3, 5)
    """
    most = most_seats(rules)
    if text.strip().lower() == "all":
        return tuple(range(1, most + 1))
    if text.strip().lower() == "none":
        return ()
    found: set[int] = set()
    for part in text.split(","):
        first, dots, last = part.strip().partition("..")
        ends = first, last if dots else first
        if not all(end.isascii() and end.isdigit() and 0 <= int(end[:9]) <= most for end in ends):
            allowed = f"all, none, or numbers from 0 to {most} such as 5 or 1..{most}"
            raise InputError("--seats", text, allowed)
        found.update(range(int(ends[0]), int(ends[1]) + 1))
    return tuple(sorted(found))


@contextmanager
def _no_bar(_total: int, _what: str) -> Iterator[Callable[[int], None]]:
    yield lambda _: None


def protect(
    rules: Rules,
    seats: Sequence[int] | None = None,
    *,
    precision: float = PRECISION,
    samples: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    checkpoint: Checkpoint | None = None,
    submitter: Submitter | None = None,
    bar: Bar = _no_bar,
) -> Protection:
    """Return what knowing cards is worth, on the standard deck.

    Parameters
    ----------
    rules : Rules
        The rules.
    seats : sequence of int, optional
        How many other seats are seen, each a row; by default every number there is room for.
    precision, samples, seed, threads, submitter
        As for `ginwin.protection.seats.sample_seats`.
    checkpoint : Checkpoint, optional
        Where the sums of the samples are kept, and go on from.
    bar : Bar, optional
        Shows the progress of each part.

    Returns
    -------
    Protection
        After an interrupt while seats are sampled, what there is so far.

    Raises
    ------
    InputError
        If an argument is out of range.
    KeyboardInterrupt
        If it is interrupted before that.
    """
    if seats is None:
        seats = range(1, most_seats(rules) + 1)
    check_run(seats, precision, samples, seed, most_seats(rules))
    counts = counts_for(rules, threads=threads)
    with bar(hands_to_decide(counts), "hands, a dealer's card seen") as progress:
        rows = dealer_card(rules, counts, seed=seed, threads=threads, progress=progress).rows
    with bar(13, "ranks of a dealer's card") as progress:
        marked = mark_deals(rules, threads=threads, progress=progress)
    by_rank, splits = rank_rules(rules, marked)
    worst = int(marked.plain.values[-1])
    del marked
    seen: tuple[SeatsSeen, ...] = ()
    counting: tuple[CountingRule, ...] = ()
    complete = True
    if seats:
        tables = SeatTables(rules, threads=threads)
        options = _Options(precision, samples, seed, threads)
        seen, complete = _sample(tables, seats, options, checkpoint, submitter, bar)
        if complete and max(seats) > 0:
            counting = fit_rules(tables, max(seats), seed=seed, threads=threads)
    rows = (*rows, *(one.informed() for one in seen))
    return Protection(rules, rows, seen, by_rank, splits, counting, worst, complete)


@dataclass(frozen=True, slots=True)
class _Options:
    """How seats are sampled."""

    precision: float
    samples: int | None
    seed: int
    threads: int | None


def _sample(
    tables: SeatTables,
    seats: Iterable[int],
    options: _Options,
    checkpoint: Checkpoint | None,
    submitter: Submitter | None,
    bar: Bar,
) -> tuple[tuple[SeatsSeen, ...], bool]:
    """Sample each number of seats; after an interrupt, return what there is, and False."""
    found: list[SeatsSeen] = []
    for number in seats:
        total = checkpoint.begun(str(number)) if checkpoint else Block()

        def keep(now: Block, number: int = number) -> None:
            nonlocal total
            total = now
            if checkpoint:
                checkpoint.keep(str(number), now)

        try:
            with bar(100, f"% of {number} other seat{'s' * (number != 1)}") as progress:
                seen = sample_seats(
                    tables,
                    number,
                    precision=options.precision,
                    samples=options.samples,
                    seed=options.seed,
                    threads=options.threads,
                    begun=total,
                    keep=keep,
                    progress=progress,
                    submitter=submitter,
                )
        except KeyboardInterrupt:
            if total.sets >= _FEWEST_SETS:
                asked = None if options.samples else options.precision
                hands = tables.hands_of(number)
                found.append(SeatsSeen(number, options.seed, total, hands, tables.plain, asked))
            return tuple(found), False
        finally:
            if checkpoint:
                checkpoint.write()
        found.append(seen)
    return tuple(found), True
