"""Exact mathematics of the casino table game Gin and Win.

Conventions that hold everywhere:

* A card is an integer, ``13 * suit + rank``, ace low; a hand is a bit mask of cards.
* A value is the dead wood of a hand as one integer; lower is better (`ginwin.values`).
* All results are integers and fractions of integers; floats are made only to be shown.
* Bets, pays and results are in antes. Pays are "to one": what a bet wins, without the bet itself.
* The house edge is the expected loss per ante, positive for the house; the element of risk is the
  expected loss per unit of all money bet.
* Rules, strategies and results are immutable.
* Input that cannot be used raises `InputError`, whose message is one line.

Cards, values and melds stand at the top. The packages, each built on those before it:

* ``base``: exact numbers, tables, files, the compiler; ``plots``: tables drawn; ``document``: text,
  tables and figures in any format; ``rules``: rule sets as data;
* ``counting``: the exact counts; ``simulation``: dealt cards, as a check;
* ``play``: a game played, strategies and results; ``variants``: many rule sets at once;
* ``bonus``: side bets; ``advice``: how to play and what mistakes cost;
* ``risk``: how much the win swings; ``protection``: what known cards are worth;
* ``report``: the math report; ``cli``: the commands.

Names are imported when they are first used, so that ``import ginwin`` costs next to nothing.

Examples
--------
>>> import ginwin
>>> best = ginwin.arrange(ginwin.parse_hand("2D 4H TD JD JS QC QD"))
>>> ginwin.value_label(best.value)
'J-4'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ginwin.advice.arranging import Arranged, cost_of_arranging
    from ginwin.advice.card_decisions import CardDecision, CardDecisions, decide_cards
    from ginwin.advice.decision_results import value_table
    from ginwin.advice.decisions import ValueDecision, decide_values
    from ginwin.advice.results import arranging_table, strategy_tables
    from ginwin.advice.rule_search import search_short_rules
    from ginwin.advice.short_rules import ShortRule, ShortRules
    from ginwin.advice.study import StrategyStudy, study_strategy
    from ginwin.base.estimates import Estimate
    from ginwin.base.tables import Column, Table
    from ginwin.bonus.bonusfile import PayChoices, SideBet, bonus_preset_names
    from ginwin.bonus.design import PayDesign, design_pays
    from ginwin.bonus.features import Features
    from ginwin.bonus.results import bonus_figure_table, bonus_pay_table, bonus_table, design_table
    from ginwin.bonus.sidebets import BonusAnalysis, analyze_bonus
    from ginwin.cards import STANDARD_DECK, Deck, format_cards, parse_cards, parse_hand
    from ginwin.counting.counts import Against, Counts, Showdown
    from ginwin.counting.joint import JointCounts
    from ginwin.counting.routes import counts_for
    from ginwin.document.model import Document
    from ginwin.document.output import document_files, write_document
    from ginwin.errors import InputError
    from ginwin.melds import Arrangement, MeldRules, arrange
    from ginwin.play.analysis import Analysis, Outcome, analyze
    from ginwin.play.hands import HandAnalysis, analyze_hand
    from ginwin.play.published import Comparison, compare_published
    from ginwin.play.results import (
        dead_wood_table,
        figure_table,
        hand_table,
        house_tables,
        outcome_table,
        published_table,
        report_tables,
        strategy_table,
    )
    from ginwin.play.strategy import Strategy
    from ginwin.plots.decisions import plot_decisions
    from ginwin.plots.drawing import write_plot
    from ginwin.plots.hands import plot_dead_wood
    from ginwin.plots.known_cards import plot_known_cards
    from ginwin.plots.pays import plot_pays
    from ginwin.plots.qualifiers import plot_landscape
    from ginwin.plots.side_bets import plot_side_bets
    from ginwin.plots.swings import plot_hold, plot_net_wins
    from ginwin.protection.informed import Informed
    from ginwin.protection.removal import Removal, analyze_removal
    from ginwin.protection.results import protection_tables, removal_table
    from ginwin.protection.seat_tables import SeatTables
    from ginwin.protection.seats import SeatsSeen, sample_seats
    from ginwin.protection.study import Protection, protect
    from ginwin.report.build import build_report
    from ginwin.report.request import Request
    from ginwin.risk.distribution import Distribution, distribution_of
    from ginwin.risk.joint_bets import JointBets, analyze_together
    from ginwin.risk.results import hold_table, net_win_table, risk_tables
    from ginwin.risk.rounds import ManyRounds, after_rounds
    from ginwin.risk.ruin import Ruin, ruin_forever, ruin_within
    from ginwin.risk.spots import Spots, sample_spots
    from ginwin.risk.study import Hour, Risk, analyze_risk, theoretical_hour
    from ginwin.rules.rules import Rules, preset_names
    from ginwin.simulation.rounds import Simulation, simulate
    from ginwin.values import parse_value, value_label
    from ginwin.variants.comparison import SideBySide, compare, sweep
    from ginwin.variants.design import RulesDesign, design_rules
    from ginwin.variants.grids import Axis, Grid
    from ginwin.variants.qualifiers import landmarks, landscape
    from ginwin.variants.targets import Target

    __version__: str

__all__ = [
    "STANDARD_DECK",
    "Against",
    "Analysis",
    "Arranged",
    "Arrangement",
    "Axis",
    "BonusAnalysis",
    "CardDecision",
    "CardDecisions",
    "Column",
    "Comparison",
    "Counts",
    "Deck",
    "Distribution",
    "Document",
    "Estimate",
    "Features",
    "Grid",
    "HandAnalysis",
    "Hour",
    "Informed",
    "InputError",
    "JointBets",
    "JointCounts",
    "ManyRounds",
    "MeldRules",
    "Outcome",
    "PayChoices",
    "PayDesign",
    "Protection",
    "Removal",
    "Request",
    "Risk",
    "Ruin",
    "Rules",
    "RulesDesign",
    "SeatTables",
    "SeatsSeen",
    "ShortRule",
    "ShortRules",
    "Showdown",
    "SideBet",
    "SideBySide",
    "Simulation",
    "Spots",
    "Strategy",
    "StrategyStudy",
    "Table",
    "Target",
    "ValueDecision",
    "__version__",
    "after_rounds",
    "analyze",
    "analyze_bonus",
    "analyze_hand",
    "analyze_removal",
    "analyze_risk",
    "analyze_together",
    "arrange",
    "arranging_table",
    "bonus_figure_table",
    "bonus_pay_table",
    "bonus_preset_names",
    "bonus_table",
    "build_report",
    "compare",
    "compare_published",
    "cost_of_arranging",
    "counts_for",
    "dead_wood_table",
    "decide_cards",
    "decide_values",
    "design_pays",
    "design_rules",
    "design_table",
    "distribution_of",
    "document_files",
    "figure_table",
    "format_cards",
    "hand_table",
    "hold_table",
    "house_tables",
    "landmarks",
    "landscape",
    "net_win_table",
    "outcome_table",
    "parse_cards",
    "parse_hand",
    "parse_value",
    "plot_dead_wood",
    "plot_decisions",
    "plot_hold",
    "plot_known_cards",
    "plot_landscape",
    "plot_net_wins",
    "plot_pays",
    "plot_side_bets",
    "preset_names",
    "protect",
    "protection_tables",
    "published_table",
    "removal_table",
    "report_tables",
    "risk_tables",
    "ruin_forever",
    "ruin_within",
    "sample_seats",
    "sample_spots",
    "search_short_rules",
    "simulate",
    "strategy_table",
    "strategy_tables",
    "study_strategy",
    "sweep",
    "theoretical_hour",
    "value_label",
    "value_table",
    "write_document",
    "write_plot",
]

_HOMES = {
    "play.analysis": ("Analysis", "Outcome", "analyze"),
    "advice.arranging": ("Arranged", "cost_of_arranging"),
    "bonus.design": ("PayDesign", "design_pays"),
    "bonus.results": ("bonus_figure_table", "bonus_pay_table", "bonus_table", "design_table"),
    "bonus.bonusfile": ("PayChoices", "SideBet", "bonus_preset_names"),
    "advice.card_decisions": ("CardDecision", "CardDecisions", "decide_cards"),
    "cards": ("STANDARD_DECK", "Deck", "format_cards", "parse_cards", "parse_hand"),
    "counting.counts": ("Against", "Counts", "Showdown"),
    "advice.decision_results": ("value_table",),
    "advice.decisions": ("ValueDecision", "decide_values"),
    "variants.design": ("RulesDesign", "design_rules"),
    "risk.distribution": ("Distribution", "distribution_of"),
    "errors": ("InputError",),
    "base.estimates": ("Estimate",),
    "bonus.features": ("Features",),
    "variants.grids": ("Axis", "Grid"),
    "play.hands": ("HandAnalysis", "analyze_hand"),
    "protection.informed": ("Informed",),
    "counting.joint": ("JointCounts",),
    "risk.joint_bets": ("JointBets", "analyze_together"),
    "melds": ("Arrangement", "MeldRules", "arrange"),
    "document.model": ("Document",),
    "document.output": ("document_files", "write_document"),
    "plots.decisions": ("plot_decisions",),
    "plots.drawing": ("write_plot",),
    "plots.hands": ("plot_dead_wood",),
    "plots.known_cards": ("plot_known_cards",),
    "plots.pays": ("plot_pays",),
    "plots.qualifiers": ("plot_landscape",),
    "plots.side_bets": ("plot_side_bets",),
    "plots.swings": ("plot_hold", "plot_net_wins"),
    "report.build": ("build_report",),
    "report.request": ("Request",),
    "protection.study": ("Protection", "protect"),
    "protection.results": ("protection_tables", "removal_table"),
    "play.published": ("Comparison", "compare_published"),
    "variants.qualifiers": ("landmarks", "landscape"),
    "protection.removal": ("Removal", "analyze_removal"),
    "play.results": (
        "dead_wood_table",
        "figure_table",
        "hand_table",
        "house_tables",
        "outcome_table",
        "published_table",
        "report_tables",
        "strategy_table",
    ),
    "risk.study": ("Hour", "Risk", "analyze_risk", "theoretical_hour"),
    "risk.results": ("hold_table", "net_win_table", "risk_tables"),
    "risk.rounds": ("ManyRounds", "after_rounds"),
    "counting.routes": ("counts_for",),
    "risk.ruin": ("Ruin", "ruin_forever", "ruin_within"),
    "advice.rule_search": ("search_short_rules",),
    "rules.rules": ("Rules", "preset_names"),
    "protection.seat_tables": ("SeatTables",),
    "protection.seats": ("SeatsSeen", "sample_seats"),
    "advice.short_rules": ("ShortRule", "ShortRules"),
    "bonus.sidebets": ("BonusAnalysis", "analyze_bonus"),
    "simulation.rounds": ("Simulation", "simulate"),
    "risk.spots": ("Spots", "sample_spots"),
    "play.strategy": ("Strategy",),
    "advice.results": ("arranging_table", "strategy_tables"),
    "advice.study": ("StrategyStudy", "study_strategy"),
    "base.tables": ("Column", "Table"),
    "variants.targets": ("Target",),
    "values": ("parse_value", "value_label"),
    "variants.comparison": ("SideBySide", "compare", "sweep"),
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name from the module that defines it."""
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            found: Any = version("ginwin")
        except PackageNotFoundError:  # a source tree that is not installed
            found = "unknown"
    elif name in _MODULE_OF:
        found = getattr(import_module(f"ginwin.{_MODULE_OF[name]}"), name)
    else:
        raise AttributeError(f"module 'ginwin' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
