"""The section with the rules, and rounds that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.document.model import Code, List, Section, Text
from ginwin.play.examples import example_table, find_examples

if TYPE_CHECKING:
    from ginwin.report.request import Request

__all__ = ["rules_section"]


def rules_section(request: Request) -> Section:
    """Return the section: the rules in words and as a file, and a worked example of each ending."""
    name, *details = request.rules.summary()
    source = f" Source: {request.rules.source}." if request.rules.source else ""
    examples = find_examples(request.analysis, request.counts)
    return Section(
        "rules",
        "Rules",
        (
            Text(
                "Player and dealer get their cards from one deck of 52; aces are low. Melds are "
                "put away, no card is in two of them, and what is left over is the dead wood. Each "
                "side lays out its cards so that the fewest are left, and of those ways takes the "
                "one with the lowest highest card, then the lowest second highest, and so on. The "
                "value of a hand is how many cards are left, and their ranks; gin is a hand with "
                "none. The player antes and looks at his cards. He folds, or raises by making the "
                "play bet." + _arranged(request)
            ),
            Text(f"The rules of this report: {name}.{source}"),
            List(tuple(details)),
            Text(
                "A round for each way it can end, dealt at random with a fixed seed; the player "
                f"follows the strategy {request.analysis.strategy}."
            ),
            example_table(request.analysis, examples),
            Text("The rules as a file, from which this report can be made again:"),
            Code(request.rules.to_toml()),
        ),
    )


def _arranged(request: Request) -> str:
    """Say which side does not arrange its cards at best."""
    others = [
        f'the {side} arranges in the way "{way}"'
        for side, way in zip(("player", "dealer"), request.rules.ways, strict=True)
        if way != "best"
    ]
    return f" Under these rules {' and '.join(others)}." if others else ""
