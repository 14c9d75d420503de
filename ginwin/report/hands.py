"""The section about hands: what they leave, and how often the dealer qualifies."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table
from ginwin.counting.routes import counts_for
from ginwin.document.model import Figure, Section, Text
from ginwin.play.results import dead_wood_table
from ginwin.plots.hands import plot_dead_wood
from ginwin.report.wording import percent
from ginwin.values import COUNT_SHIFT

if TYPE_CHECKING:
    from ginwin.base.tables import Cell
    from ginwin.counting.counts import Counts
    from ginwin.report.request import Request

__all__ = ["hands_section"]


def hands_section(request: Request) -> Section:
    """Return the section."""
    table = dead_wood_table(request.rules, request.counts)
    qualifying = _qualifying(request)
    return Section(
        "hands",
        "Hands by dead wood",
        (
            Text(
                f"There are {request.counts.hands:,} hands of {request.rules.cards} cards, which "
                f"leave {request.counts.values.size:,} different values of dead wood."
            ),
            table,
            Figure(
                "dead-wood",
                "Hands by dead wood",
                lambda axes: plot_dead_wood(table, axes, title=False),
                "How many hands are left with how many cards when they are laid out as the player "
                "does.",
            ),
            Text(
                f"The dealer qualifies with {percent(request.dealer_qualifies)} of his hands, "
                "by the number of their dead-wood cards:"
            ),
            qualifying,
        ),
    )


def _qualifying(request: Request) -> Table:
    counts = _dealers(request)
    rows: list[tuple[Cell, ...]] = []
    for number in range(counts.cards + 1):
        left = counts.values >> COUNT_SHIFT == number
        good = left & (counts.values <= request.rules.qualifies)
        hands, qualify = (int(counts.hands_by_value[rows].sum()) for rows in (left, good))
        rows.append((number, hands, qualify, Fraction(qualify, counts.hands)))
    total = sum(int(str(row[2])) for row in rows)
    rows.append(("total", counts.hands, total, Fraction(total, counts.hands)))
    return Table(
        "qualifying",
        "How often the dealer qualifies",
        (
            Column("dead wood", "integer", "cards"),
            Column("combinations", "integer", "hands"),
            Column("qualifying", "integer", "hands"),
            Column("probability", "number", digits=9),
        ),
        tuple(rows),
        request.rules.summary(),
        "any (all hands are counted)",
        ("Probability: of a qualifying hand with this dead wood, among all hands.",),
        total=True,
    )


def _dealers(request: Request) -> Counts:
    """Return counts by whose values the hands are those of the dealer."""
    player, dealer = request.rules.ways
    if player == dealer:
        return request.counts
    alike = request.rules.with_settings([f"arrange.player={dealer}"])
    return counts_for(alike, threads=request.threads)
