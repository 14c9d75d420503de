"""The section about known cards: the effect of removal, and what seeing cards is worth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ginwin.base.exact import plural
from ginwin.base.kept import kept_tables
from ginwin.base.tables import Column
from ginwin.cards import RANKS, rank_labels
from ginwin.document.model import Figure, Section, Text
from ginwin.plots.known_cards import plot_known_cards
from ginwin.protection.removal import analyze_removal
from ginwin.protection.results import protection_tables, removal_table
from ginwin.protection.study import protect
from ginwin.report.wording import column, exact, listed, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from ginwin.base.tables import Table
    from ginwin.document.model import Block
    from ginwin.report.request import Request

__all__ = ["known_cards_section"]

_PRECISION, _SEED = 0.001, 0  # antes, for the seats that are seen
_NAMED = 3  # ways to know more that are listed in a sentence


def known_cards_section(request: Request) -> Section:
    """Return the section; its tables take minutes and are kept (see `ginwin.base.kept`).

    A quick report leaves them out.
    """
    return Section("known-cards", "Known cards", tuple(_blocks(request)))


def _blocks(request: Request) -> Iterator[Block]:
    if request.quick:
        yield Text(
            "What the removal of cards changes, and what it is worth to see cards of the dealer or "
            "of other seats, is left out of this quick report."
        )
        return
    yield from _removal(request)
    informed, *rules = _protection(request)
    informed = _with_method(informed)
    yield Text(_worth(informed))
    yield informed
    yield Figure(
        "known-cards",
        "What knowing cards is worth",
        lambda axes: plot_known_cards(informed, axes, title=False),
        "The house edge with the best decisions for each way of knowing more than the own cards; "
        "below zero the player has the advantage.",
        (8, max(4.5, len(informed.rows) / 4)),
    )
    if rules:
        yield Text(
            "Nobody works out the best decision at the table. These rules can be used instead."
        )
    yield from rules


def _removal(request: Request) -> Iterator[Block]:
    """Yield the effect of removal, or why it is left out."""
    if request.strategy.needs_hands:
        yield Text(
            "The effect of removal is left out: it is worked out for decisions by the value of the "
            f"hand, and the strategy {request.strategy} looks at the exact cards."
        )
        return

    def make() -> tuple[Table, ...]:
        with request.bar(13, "ranks of a card that is out") as progress:
            removal = analyze_removal(
                request.rules,
                request.strategy,
                request.side_bets,
                threads=request.threads,
                progress=progress,
            )
        return (removal_table(removal),)

    key = {
        "rules": request.rules.to_toml(),
        "strategy": str(request.strategy),
        "side bets": "\n".join(bet.to_toml() for bet in request.side_bets),
    }
    (table,) = kept_tables("removal", key, make)
    changes = {
        str(rank): exact(change) for rank, change in column(table, "change of edge, kept").items()
    }
    least, most = (_extreme(changes, end(changes.values())) for end in (min, max))
    yield Text(
        "When one card is known to be out, the house edge of the player who keeps to the strategy "
        + (f"changes by {least} to {most}, exactly." if least != most else "stays the same.")
    )
    yield table


def _protection(request: Request) -> tuple[Table, ...]:
    def make() -> tuple[Table, ...]:
        protection = protect(
            request.rules,
            precision=_PRECISION,
            seed=_SEED,
            threads=request.threads,
            bar=request.bar,
        )
        if not protection.complete:
            raise KeyboardInterrupt
        return protection_tables(protection)

    return kept_tables("known-cards", {"rules": request.rules.to_toml()}, make)


def _with_method(table: Table) -> Table:
    """Return the table of what knowing cards is worth with a column that says how each row is."""
    place = [one.name for one in table.columns].index("+-")
    rows = tuple((*row, "exact" if row[place] is None else "sampled") for row in table.rows)
    return replace(table, columns=(*table.columns, Column("method")), rows=rows)


def _extreme(changes: Mapping[str, Fraction], change: Fraction) -> str:
    """Say which ranks change the house edge so much."""
    ranks = [RANKS.index(rank) for rank, own in changes.items() if own == change]
    labels = rank_labels(ranks).replace("-", " to ")
    return f"{percent(change)} of the ante (rank{'s' * (len(ranks) > 1)} {labels})"


def _worth(table: Table) -> str:
    edges = {str(known): exact(edge) for known, edge in column(table, "house edge").items()}
    known_risk = any(one.name == "element of risk" for one in table.columns)
    risks = column(table, "element of risk") if known_risk else {}
    halves = column(table, "+-")
    parts = []
    for known in dict.fromkeys(("nothing", "a dealer card", list(edges)[-1])):
        half, risk = halves[known], risks.get(known)
        part = percent(edges[known])
        notes = [] if risk is None else [f"element of risk {percent(risk)}"]
        if half is not None:
            part += f" +- {percent(half)}"
            notes.append("sampled, interval of 95 %")
        remark = f" ({'; '.join(notes)})" if notes else ""
        parts.append(f"{part} of the ante with {known} known{remark}")
    ahead = [known for known in edges if edges[known] < 0]
    if not ahead:
        advantage = "None of the ways to know more gives the player the advantage."
    elif "nothing" in ahead:
        advantage = "The player has the advantage even with nothing known."
    else:
        names = f": {listed(ahead)}" if len(ahead) <= _NAMED else ""
        advantage = (
            f"{len(ahead)} of the {len(edges) - 1} ways to know more "
            f"{plural(len(ahead), 'gives', 'give')} the player the advantage{names}."
        )
    return (
        "A player who knows more than his own cards decides better. With the best decisions, the "
        f"house edge is {listed(parts)}. {advantage} The last column says which rows are exact; "
        "+- is half of the interval of 95 % of one that is sampled."
    )
