"""What knowing cards is worth, all ways of knowing side by side, with rules that can be used.

The casino's question: which cards must not be seen? One card of the dealer's
(`ginwin.protection.dealer_card`) and the cards of other seats, whose players may tell each other
(`ginwin.protection.seats`); what a limit by the dealer's rank (`ginwin.protection.rank_seen`) or a
count of the unseen cards (`ginwin.protection.seat_rules`) makes of it without a computer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ginwin.base.bars import Bar, no_bar
from ginwin.base.jit import thread_count
from ginwin.counting.general import GeneralCounts
from ginwin.counting.routes import check_rules, counts_for
from ginwin.errors import InputError
from ginwin.protection.blocks import Block, Submitter
from ginwin.protection.dealer_card import LOW_HIGH, dealer_card, hands_to_decide
from ginwin.protection.informed import Informed
from ginwin.protection.rank_seen import RankRule, rank_rules
from ginwin.protection.removal import mark_deals
from ginwin.protection.seat_rules import FIT_BLOCKS, CountingRule, fit_rules
from ginwin.protection.seat_tables import SeatTables
from ginwin.protection.seats import (
    PRECISION,
    RunOptions,
    SeatsSeen,
    check_run,
    most_seats,
    sample_seats,
)

if TYPE_CHECKING:
    from ginwin.protection.checkpoints import Checkpoint
    from ginwin.rules.rules import Rules

__all__ = ["Protection", "parse_seats", "protect"]


@dataclass(frozen=True, slots=True)
class Protection:
    """What knowing cards is worth under some rules; after an interrupt, the parts that were done.

    Attributes
    ----------
    rules : Rules
        The rules.
    rows : tuple of Informed
        By what is known; the first knows nothing but the player's cards.
    drawn : int
        The hands drawn for the rows about a dealer's card; 0 if these are exact.
    seats : tuple of SeatsSeen
        The samples behind the rows about other seats.
    by_rank : RankRule or None
        Limits by the rank of a dealer's card.
    splits : tuple of RankRule
        Limits by whether that rank is in a set of ranks, for each split.
    counting : tuple of CountingRule
        Rules that count the cards unseen when the most seats are seen, the best first.
    complete : bool
        Whether all was done; False after an interrupt.
    """

    rules: Rules
    rows: tuple[Informed, ...] = ()
    drawn: int = 0
    seats: tuple[SeatsSeen, ...] = ()
    by_rank: RankRule | None = None
    splits: tuple[RankRule, ...] = ()
    counting: tuple[CountingRule, ...] = ()
    complete: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        return {
            "rules": self.rules.to_dict(),
            "complete": self.complete,
            "rows": [row.to_json() for row in self.rows],
            "samples": [seen.to_json() for seen in self.seats],
            "hands_drawn": self.drawn,
            "rank_rule": None if self.by_rank is None else self.by_rank.to_json(),
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
        ends = [
            int(end[:9]) if end.isascii() and end.isdigit() else -1
            for end in (first, last if dots else first)
        ]
        if not 0 <= ends[0] <= ends[1] <= most:
            allowed = f"all, none, or numbers from 0 to {most} such as 5 or 1..{most}"
            raise InputError("--seats", text, allowed)
        found.update(range(ends[0], ends[1] + 1))
    return tuple(sorted(found))


def protect(
    rules: Rules,
    seats: Sequence[int] | int | None = None,
    *,
    precision: float = PRECISION,
    samples: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    checkpoint: Checkpoint | None = None,
    submitter: Submitter | None = None,
    splits: Iterable[Iterable[int]] = LOW_HIGH,
    bar: Bar = no_bar,
) -> Protection:
    """Return what knowing cards is worth, on the standard deck.

    Parameters
    ----------
    rules : Rules
        The rules.
    seats : sequence of int or int, optional
        How many other seats are seen, each a row; by default every number there is room for.
    precision, samples, seed, threads, submitter
        As for `ginwin.protection.seats.sample_seats`.
    checkpoint : Checkpoint, optional
        Where the sums of the samples are kept, and go on from; all else is done again.
    splits : iterable of iterable of int
        Sets of ranks, such as the low ones: whether a dealer's card is among them may be seen.
    bar : Bar, optional
        Shows the progress of each part.

    Returns
    -------
    Protection
        After an interrupt (``KeyboardInterrupt``), what there is so far.

    Raises
    ------
    InputError
        If an argument is out of range.

    Notes
    -----
    What is exact takes about half a minute on two processors for the standard melds, two minutes
    for others, and up to 1.4 and 1.6 GB of memory; the time of the seats depends on the precision.
    """
    check_rules(rules)
    most = most_seats(rules)
    options = check_run(
        range(1, most + 1) if seats is None else seats, precision, samples, seed, most
    )
    sets = tuple(tuple(ranks) for ranks in splits)
    found = Protection(rules)
    with checkpoint or nullcontext():
        try:
            parts = _parts(rules, options, sets, thread_count(threads), checkpoint, submitter, bar)
            for part in parts:
                found = replace(found, **part)
        except KeyboardInterrupt:
            return found
    return replace(found, complete=True)


def _parts(
    rules: Rules,
    options: RunOptions,
    splits: tuple[tuple[int, ...], ...],
    threads: int,
    checkpoint: Checkpoint | None,
    submitter: Submitter | None,
    bar: Bar,
) -> Iterator[dict[str, Any]]:
    """Yield the attributes of a `Protection`, as they are worked out."""
    seed = options.seed
    counts = counts_for(rules, threads=threads)
    with bar(hands_to_decide(counts), "hands, a dealer's card seen") as progress:
        card = dealer_card(
            rules, counts, splits=splits, seed=seed, threads=threads, progress=progress
        )
    yield {"rows": card.rows, "drawn": card.drawn}
    general = counts if isinstance(counts, GeneralCounts) else None
    if general is None:
        general = GeneralCounts(rules.melds, cards=rules.cards, threads=threads, ways=rules.ways)
    tables = None
    if options.seats:  # before the counts make more tables: it takes the most memory
        with bar(1, "table of decisions") as progress:
            tables = SeatTables(rules, threads=threads, counts=general)
            progress(1)
    with bar(13, "ranks of a dealer's card") as progress:
        marked = mark_deals(rules, threads=threads, progress=progress, counts=general)
        by_rank, by_split = rank_rules(rules, marked, splits)
    yield {"by_rank": by_rank, "splits": by_split}
    if tables is None:
        return
    seen: tuple[SeatsSeen, ...] = ()
    for number in options.seats:
        for one in _sampled(tables, number, options, threads, checkpoint, submitter, bar):
            seen = (*seen, one)
            yield {"seats": seen, "rows": (*card.rows, *(one.informed() for one in seen))}
    if max(options.seats) > 0:
        with bar(2 * FIT_BLOCKS, "blocks of counting rules") as progress:
            counting = fit_rules(
                tables, max(options.seats), seed=seed, threads=threads, progress=progress
            )
        yield {"counting": counting}


def _sampled(
    tables: SeatTables,
    number: int,
    options: RunOptions,
    threads: int,
    checkpoint: Checkpoint | None,
    submitter: Submitter | None,
    bar: Bar,
) -> Iterator[SeatsSeen]:
    """Yield what was sampled for a number of seats, also before an interrupt is raised."""
    total = checkpoint.begun(number) if checkpoint else Block()

    def keep(now: Block) -> None:
        nonlocal total
        total = now
        if checkpoint:
            checkpoint.keep(number, now)

    try:
        with bar(100, f"% of {number} other seat{'s' * (number != 1)}") as progress:
            seen = sample_seats(
                tables,
                number,
                precision=options.precision,
                samples=options.samples,
                seed=options.seed,
                threads=threads,
                begun=total,
                keep=keep,
                progress=progress,
                submitter=submitter,
            )
    except KeyboardInterrupt:
        if total.sets:
            asked = None if options.samples else options.precision
            hands = tables.hands_of(number)
            yield SeatsSeen(number, options.seed, total, hands, tables.plain, asked)
        raise
    if checkpoint:
        checkpoint.write()
    yield seen
