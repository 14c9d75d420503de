"""The math report, put together from its sections."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from ginwin.document.model import Document
from ginwin.report.base_game import base_game_section
from ginwin.report.hands import hands_section
from ginwin.report.known_cards import known_cards_section
from ginwin.report.method import method_section
from ginwin.report.playing import playing_section
from ginwin.report.published import published_section
from ginwin.report.rules_card import rules_section
from ginwin.report.sensitivity import sensitivity_section
from ginwin.report.side_bets import side_bets_section
from ginwin.report.summary import summary_section
from ginwin.report.swings import swings_section

if TYPE_CHECKING:
    from ginwin.report.request import Request

__all__ = ["build_report"]

_SECTIONS = (
    summary_section,
    rules_section,
    published_section,
    hands_section,
    base_game_section,
    playing_section,
    swings_section,
    sensitivity_section,
    side_bets_section,
    known_cards_section,
    method_section,
)


def build_report(request: Request) -> Document:
    """Return the math report about a rule set.

    Parameters
    ----------
    request : Request
        What it is about.

    Returns
    -------
    Document
        The report. What takes long is kept for the next one (see `ginwin.base.kept`).
    """
    own = request.analysis
    facts = (
        ("Rules", request.rules.name),
        ("Made by", "the program ginwin; no test laboratory and no distributor has checked it"),
        *((("Source", request.rules.source),) if request.rules.source else ()),
        ("Strategy", own.strategy.describe(own.threshold)),
        ("Side bets", ", ".join(bet.title for bet in request.side_bets) or "none"),
        *((("Left out", f"{request.left_out} (--quick)"),) if request.quick else ()),
        ("Command", request.command),
        ("Version", f"ginwin {version('ginwin')}"),
    )
    sections = tuple(section(request) for section in _SECTIONS)
    return Document("Gin and Win", "Math report", facts, sections)
