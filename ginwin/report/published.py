"""The section about the published figures, and the questions they leave open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ginwin.bonus.bonusfile import SideBet
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.counting.routes import counts_for
from ginwin.document.model import List, Section, Text
from ginwin.play.analysis import Analysis, analyze
from ginwin.play.published import compare_published
from ginwin.play.results import published_table
from ginwin.report.wording import both_edges, listed, percent
from ginwin.rules.rules import Rules, preset_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ginwin.play.published import Comparison, PublishedFigure, Source
    from ginwin.report.request import Request

__all__ = ["published_section"]


def published_section(request: Request) -> Section:
    """Return the section: every published figure beside its exact value, whatever the rules."""

    def played(rules: Rules, strategy: str) -> Analysis:
        return analyze(rules, strategy, counts_for(rules, threads=request.threads))

    found = compare_published(played)
    table = published_table(found)
    sources = dict.fromkeys(f"{one.source.label}: {one.source.source}." for one in found)
    return Section(
        "published",
        "Published figures",
        (
            Text(
                "What was published about the game, beside the exact values under the rules and "
                "the strategy that each source states, whatever the rules of this report."
                + _other_rules(request, found)
            ),
            replace(table, notes=(table.notes[0], *sources)),
            Text("What the published figures leave open:"),
            List(tuple(_open_questions(found))),
        ),
    )


def _other_rules(request: Request, found: tuple[Comparison, ...]) -> str:
    """Say whose figures these are, if they are not of the rules of the report."""
    names = {one.source.rules: None for one in found if one.exact is not None}
    if not all(Rules.load(str(name)).difference(request.rules) for name in names):
        return ""
    return (
        " No figure was published for the rules of this report; the exact values are those of the "
        f"rules {listed(list(map(str, names)))}."
    )


def _open_questions(found: tuple[Comparison, ...]) -> Iterator[str]:
    notes: dict[Source, list[PublishedFigure]] = {}
    for one in found:
        if not one.reproduced:
            notes.setdefault(one.source, []).extend([one.figure] if one.figure else [])
    for source, figures in notes.items():
        parts = [f"{one.figure.replace('_', ' ')} {one.printed} {one.unit}" for one in figures]
        yield (
            f"{', '.join(filter(None, (source.label, listed(parts))))}: {source.note}."
            f"{_stand_in(source)}"
        )
    played = {name: analyze(Rules.load(name), "published") for name in preset_names()}
    edges = [
        f"{both_edges(one.house_edge, one.element_of_risk)} under {name}"
        for name, one in played.items()
    ]
    yield (
        "The sources state different rules. With the published strategy the house edge is "
        f"{listed(edges)}."
    )
    on_play = Rules.load("gli").with_settings(["pays.win.ante.0=1", "pays.win.play.0=3"])
    if analyze(on_play, "published").house_edge == played["gli"].house_edge:
        yield (
            "Whether the 3 to 1 for a win with no dead wood is paid on the ante or on the play bet "
            "makes no difference, because the two bets are the same."
        )


def _stand_in(source: Source) -> str:
    """Say which side bet of the package stands for one that is lost."""
    if source.side_bet is None:
        return ""
    bet = SideBet.load(source.side_bet)
    kind = "" if bet.published else ", a reconstruction that nobody published"
    edge = percent(analyze_bonus(bet).house_edge)
    return f" In its place stands {source.side_bet}{kind}, with a house edge of {edge}."
