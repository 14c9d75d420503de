"""The section with the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.document.model import List, Section, Text
from ginwin.play.analysis import UNITS
from ginwin.play.published import compare_published
from ginwin.report.wording import listed, other_hands, percent, strategy_in_words
from ginwin.rules.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ginwin.base.tables import Cell
    from ginwin.play.analysis import Analysis
    from ginwin.play.published import Comparison
    from ginwin.report.request import Request

__all__ = ["summary_section"]


def summary_section(request: Request) -> Section:
    """Return the section: the figures of the game, and how published ones stand to them."""
    own, best = request.analysis, request.best
    answer = (
        f"With {strategy_in_words(own)}, the house edge is "
        f"{percent(own.house_edge)} of the ante, and the element of risk "
        f"{percent(own.element_of_risk)} of all money bet. "
    )
    if own.house_edge == best.house_edge:
        answer += "No other play does better."
    else:
        answer += (
            "With the best play there is, by the exact cards, they are "
            f"{percent(best.house_edge)} and {percent(best.element_of_risk)}."
        )
    method = (
        f"All {own.deals:,} deals of two hands are counted, in whole numbers. Every figure of the "
        "base game and of the side bets follows from such counts; what is sampled says so."
    )
    findings = (*_findings(request), *_side_bets(request), *_left_out(request))
    blocks = (Text(answer), _figures(request), List(findings), Text(method))
    return Section("summary", "Summary", blocks)


def _figures(request: Request) -> Table:
    own, best = request.analysis, request.best
    rows: list[tuple[Cell, ...]] = [
        (
            figure.replace("_", " "),
            *((100 if unit.startswith("%") else 1) * getattr(one, figure) for one in (own, best)),
            unit,
        )
        for figure, unit in UNITS.items()
    ]
    qualifies = 100 * request.dealer_qualifies
    rows.append(("dealer qualifies", qualifies, qualifies, "% of deals"))
    return Table(
        "summary",
        "The game in figures",
        (
            Column("figure"),
            Column(str(own.strategy), "number", digits=4),
            Column("best play", "number", digits=4),
            Column("unit"),
        ),
        tuple(rows),
        request.rules.summary(),
        "that of each column",
        (
            (
                "House edge: the expected loss per ante. Element of risk: the expected loss per "
                "unit of all money bet. Average wager: ante and play bet together."
            ),
            (
                "A hit is a round in which the bets together win something; a round in which they "
                "push or lose together is none."
            ),
            *_why_riskier(own, best),
        ),
    )


def _why_riskier(own: Analysis, best: Analysis) -> Iterator[str]:
    """Yield why the best play loses more per unit bet, where it does."""
    if best.element_of_risk > own.element_of_risk and best.average_wager < own.average_wager:
        yield (
            "The best play loses least per ante. Because it bets less, it loses more per unit of "
            "money bet."
        )


def _side_bets(request: Request) -> Iterator[str]:
    for bet in request.side_bets:
        edge = percent(analyze_bonus(bet).house_edge)
        other = other_hands(bet, request.rules)
        yield f"Side bet {bet.title}: house edge {edge} of that bet." + (other and f" It {other}")


def _left_out(request: Request) -> Iterator[str]:
    if request.quick:
        yield f"This report is not complete; left out is {request.left_out}."


def _findings(request: Request) -> Iterator[str]:
    """Yield how figures that were published for these rules stand."""
    compared = [one for one in compare_published() if one.exact is not None]
    by_source: dict[str, list[Comparison]] = {}
    for one in compared:
        if not Rules.load(str(one.source.rules)).difference(request.rules):
            by_source.setdefault(one.source.label, []).append(one)
    if not by_source:
        others = dict.fromkeys(str(one.source.rules) for one in compared)
        yield (
            'No figure was published for these rules. The section "Published figures" compares '
            f"those published for the rules {listed(list(others))}."
        )
    for label, found in by_source.items():
        parts = [
            f"{one.figure.figure.replace('_', ' ')} {one.figure.printed} {one.figure.unit}"
            for one in found
            if one.figure
        ]
        good = sum(bool(one.reproduced) for one in found)
        verdict = "are" if good == len(found) else "are not" if good == 0 else "are only partly"
        yield (
            f"The published figures ({label}: {listed(parts)}) {verdict} reproduced under these "
            f"rules, {good} of {len(found)}."
        )
