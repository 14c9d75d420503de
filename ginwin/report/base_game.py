"""The section about the base game: how rounds end, and what they return."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table
from ginwin.document.model import Section, Text
from ginwin.play.results import figure_table, house_tables, outcome_table

if TYPE_CHECKING:
    from ginwin.base.tables import Cell
    from ginwin.play.analysis import Analysis
    from ginwin.report.request import Request

__all__ = ["base_game_section"]


def base_game_section(request: Request) -> Section:
    """Return the section."""
    own = request.analysis
    return Section(
        "base-game",
        "Base game",
        (
            Text(
                "Every way in which a round can end, with the deals that end so. The house edge is "
                "minus the total return; the element of risk is the house edge over the average "
                "wager."
            ),
            outcome_table(own),
            figure_table(own),
            Text(
                "The same by what the round nets. Where it wins, the net win over what is staked "
                "is what it pays to one; beside it stand the true odds against that ending."
            ),
            _odds_table(own),
            *house_tables(own, request.counts, threads=request.threads),
        ),
    )


def _odds_table(analysis: Analysis) -> Table:
    """Return events by what they pay, with their true odds."""
    deals: dict[tuple[str, Fraction, Fraction], int] = {}
    for row in analysis.outcomes:
        key = row.event, Fraction(row.play), Fraction(row.pays)
        deals[key] = deals.get(key, 0) + row.combinations
    rows: list[tuple[Cell, ...]] = []
    for (event, play, net), combinations in deals.items():
        share = Fraction(combinations, analysis.deals)
        staked = 1 + play
        paid = net / staked if net > 0 else None
        one_in = 1 / share if share else None
        true = (1 - share) / share if share and net > 0 else None
        rows.append((event, staked, net, paid, combinations, share, one_in, true))
    rows.append(("total", None, None, None, analysis.deals, Fraction(1), None, None))
    return Table(
        "true_odds",
        "What rounds net, and true odds",
        (
            Column("event"),
            Column("staked", "exact", "antes"),
            Column("net win", "exact", "antes"),
            Column("pays", "exact", "to one"),
            Column("combinations", "integer", "deals"),
            Column("probability", "number", digits=9),
            Column("one in", "number", "rounds", digits=4),
            Column("true odds", "number", "to one", digits=4),
        ),
        tuple(rows),
        analysis.rules.summary(),
        analysis.strategy.describe(analysis.threshold),
        ("Net win: of all bets together. Pays: the net win over what is staked.",),
        keys=3,
        total=True,
    )
