"""The section about the published figures, and the questions they leave open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.bonus.bonusfile import SideBet
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.counting.routes import counts_for
from ginwin.document.model import List, Section, Text
from ginwin.play.analysis import Analysis, analyze
from ginwin.play.published import compare_published
from ginwin.play.results import published_table
from ginwin.report.wording import listed, percent
from ginwin.rules.rules import Rules, preset_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ginwin.play.published import Comparison, Source
    from ginwin.report.request import Request

__all__ = ["published_section"]


def published_section(request: Request) -> Section:
    """Return the section: every published figure beside its exact value, whatever the rules."""

    def played(rules: Rules, strategy: str) -> Analysis:
        return analyze(rules, strategy, counts_for(rules, threads=request.threads))

    found = compare_published(played)
    return Section(
        "published",
        "Published figures",
        (
            Text(
                "What was published about the game, beside the exact values under the rules and "
                "the strategy that each source states, whatever the rules of this report."
            ),
            published_table(found),
            Text("What the published figures leave open:"),
            List(tuple(_open_questions(found))),
        ),
    )


def _open_questions(found: tuple[Comparison, ...]) -> Iterator[str]:
    for one in found:
        if one.figure is None:
            yield f"{one.source.label}: {one.source.note}."
    wrong: dict[str, list[Comparison]] = {}
    for one in found:
        if one.figure is not None and not one.reproduced:
            wrong.setdefault(one.source.label, []).append(one)
    for label, those in wrong.items():
        parts = [
            f"{one.figure.figure.replace('_', ' ')} {one.figure.printed} {one.figure.unit}"
            for one in those
            if one.figure
        ]
        yield f"{label}, {listed(parts)}: {those[0].source.note}.{_stand_in(those[0].source)}"
    edges = {name: analyze(Rules.load(name), "published").house_edge for name in preset_names()}
    yield (
        "The sources state different rules. With the published strategy the house edge is "
        f"{listed([f'{percent(edge, 4)} under {name}' for name, edge in edges.items()])}, in "
        "percent of the ante."
    )
    gli = Rules.load("gli")
    on_play = gli.with_settings(["pays.win.ante.0=1", "pays.win.play.0=3"])
    if analyze(on_play, "published").house_edge == edges["gli"]:
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
    edge = percent(analyze_bonus(bet).house_edge, 4)
    return f" In its place stands {source.side_bet}{kind}, with a house edge of {edge}."
