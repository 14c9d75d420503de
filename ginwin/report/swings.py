"""The section about how much the win swings: one round, many rounds, ruin, an hour."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.kept import kept_tables
from ginwin.document.model import Figure, Section, Text
from ginwin.plots.swings import plot_hold, plot_net_wins
from ginwin.report.wording import cell, column, exact, listed, number, percent
from ginwin.risk.bets_results import spots_table
from ginwin.risk.hour_results import hours_table
from ginwin.risk.results import risk_tables
from ginwin.risk.spots import MOST_SPOTS, sample_spots
from ginwin.risk.study import analyze_risk, theoretical_hour

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ginwin.base.tables import Table
    from ginwin.document.model import Block
    from ginwin.report.request import Request
    from ginwin.risk.spots import Spots

__all__ = ["swings_section"]

_ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
_BANKROLL = 100  # antes; more where a round can take more than a tenth of it
_SAMPLES, _SEED = 1_000_000, 0  # of several spots
_HOURS = ((1, 60), (MOST_SPOTS, 30))  # examples: spots, and rounds in an hour
_ANTES = (5, 25, 100)


def swings_section(request: Request) -> Section:
    """Return the section; its tables are kept for the next report (see `ginwin.base.kept`)."""
    tables = {table.name: table for table in _tables(request)}
    net_win, hold = tables["net_win"], tables["hold"]
    blocks: list[Block] = [
        Text(_one_round(tables["swing"])),
        tables["swing"],
        net_win,
        Figure(
            "net-wins",
            "What one round wins",
            lambda axes: plot_net_wins(net_win, axes, title=False),
            "How often each net win of a round comes, in percent of rounds; losses are hatched.",
        ),
        Text(_many_rounds(tables["rounds"], hold)),
        tables["rounds"],
        hold,
        Figure(
            "hold",
            "Band of the actual hold against the number of rounds",
            lambda axes: plot_hold(hold, axes, request.analysis.house_edge, title=False),
            "The more rounds, the nearer the actual hold is to the house edge: about threefold for "
            "ten times the rounds. The band is worked out at the points; the lines between them "
            "only lead the eye.",
        ),
        Text(_ruin(tables["ruin"])),
        tables["ruin"],
        tables["reserve"],
        *_spots(request, tables),
        Text(
            "The theoretical win is what a casino wins in the long run. The numbers of rounds, of "
            "spots and the antes below are examples, assumed and not measured."
        ),
        tables["hours"],
    ]
    return Section("swings", "How much the win swings", tuple(blocks))


def _tables(request: Request) -> tuple[Table, ...]:
    def make() -> tuple[Table, ...]:
        full_round = 1 + request.rules.play[-1]
        risk = analyze_risk(
            request.rules,
            request.strategy,
            rounds=_ROUNDS,
            bankroll=max(Fraction(_BANKROLL), 10 * full_round),
            counts=request.counts,
        )
        sampled = _sampled(request)
        hours = (
            theoretical_hour(risk, rounds, ante, spots, sampled)
            for spots, rounds in _HOURS
            for ante in _ANTES
        )
        spots = () if sampled is None else (spots_table(sampled, MOST_SPOTS),)
        return *risk_tables(risk), *spots, hours_table(risk.analysis, hours)

    key = {"rules": request.rules.to_toml(), "strategy": str(request.strategy)}
    return kept_tables("swings", key, make)


def _sampled(request: Request) -> Spots | None:
    """Return several spots; None if the strategy looks at cards, so that they cannot be dealt."""
    if request.strategy.needs_hands:
        return None
    with request.bar(_SAMPLES, f"rounds of {MOST_SPOTS} spots") as progress:
        return sample_spots(
            request.rules,
            request.strategy,
            samples=_SAMPLES,
            seed=_SEED,
            threads=request.threads,
            counts=request.counts,
            progress=progress,
        )


def _one_round(swing: Table) -> str:
    figures = column(swing, "value")
    shares = listed(
        [
            f"{verb} {percent(exact(figures[f'rounds that {what}']) / 100)}"
            for what, verb in (("win", "wins"), ("push", "pushes"), ("lose", "loses"))
        ]
    )
    return (
        "The net win of one round, all bets together, has a standard deviation of "
        f"{number(figures['standard deviation'], 4)} antes, which is "
        f"{number(figures['standard deviation per unit'], 4)} per unit of money bet. The player "
        f"{shares} of the rounds."
    )


def _many_rounds(rounds: Table, hold: Table) -> str:
    low, high = column(hold, "95 % from"), column(hold, "95 % to")
    first, last = _ROUNDS[0], _ROUNDS[-1]
    return (
        f"After {first:,} rounds the player is ahead with a chance of "
        f"{percent(cell(rounds, first, 'ahead'))}, after {last:,} rounds with "
        f"{percent(cell(rounds, last, 'ahead'))}. In at least 95 cases of 100, the actual hold of "
        f"the casino is between {percent(low[first])} and {percent(high[first])} of all antes "
        f"after {first:,} rounds, and between {percent(low[last])} and {percent(high[last])} "
        f"after {last:,}."
    )


def _ruin(ruin: Table) -> str:
    rounds, risk = ruin.rows[1][0], ruin.columns[1].name
    return (
        "A bankroll is ruined when it no longer covers a full round. For example, the "
        f"{risk} is {percent(cell(ruin, rounds, risk))} within {rounds} rounds. The next tables "
        "say how large a bankroll the player needs, and what a house must hold in reserve against "
        "him."
    )


def _spots(request: Request, tables: Mapping[str, Table]) -> tuple[Block, ...]:
    """Return how several spots hang together, or why that is left out."""
    if "spots" not in tables:
        left = (
            "Several spots against one dealer are left out: they are dealt at random and decided "
            f"by value, and the strategy {request.strategy} looks at the exact cards."
        )
        return (Text(left),)
    text = (
        "Several spots meet one dealer's hand, so what they win is not independent, and the sum "
        "swings otherwise than that of as many rounds."
    )
    return Text(text), tables["spots"]
