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
    from ginwin.analysis import Analysis, Outcome, analyze
    from ginwin.arranging import Arranged, cost_of_arranging
    from ginwin.bonus_design import PayDesign, design_pays
    from ginwin.bonus_results import bonus_figure_table, bonus_pay_table, bonus_table, design_table
    from ginwin.bonusfile import PayChoices, SideBet, bonus_preset_names
    from ginwin.card_decisions import CardDecision, CardDecisions, decide_cards
    from ginwin.cards import STANDARD_DECK, Deck, format_cards, parse_cards, parse_hand
    from ginwin.counts import Against, Counts, Showdown
    from ginwin.decision_results import value_table
    from ginwin.decisions import ValueDecision, decide_values
    from ginwin.design import RulesDesign, design_rules
    from ginwin.distribution import Distribution
    from ginwin.errors import InputError
    from ginwin.estimates import Estimate
    from ginwin.features import Features
    from ginwin.grids import Axis, Grid
    from ginwin.hands import HandAnalysis, analyze_hand
    from ginwin.informed import Informed
    from ginwin.joint import JointCounts
    from ginwin.joint_bets import JointBets, analyze_together
    from ginwin.melds import Arrangement, MeldRules, arrange
    from ginwin.plots import plot_decisions, plot_landscape, write_plot
    from ginwin.protection import Protection, protect
    from ginwin.protection_results import protection_tables, removal_table
    from ginwin.published import Comparison, compare_published
    from ginwin.qualifiers import landmarks, landscape
    from ginwin.removal import Removal, analyze_removal
    from ginwin.results import (
        dead_wood_table,
        figure_table,
        hand_table,
        house_tables,
        outcome_table,
        published_table,
        report_tables,
        strategy_table,
    )
    from ginwin.risk import Risk, analyze_risk
    from ginwin.risk_results import risk_tables
    from ginwin.rounds import ManyRounds, after_rounds
    from ginwin.routes import counts_for
    from ginwin.ruin import Ruin, ruin_forever, ruin_within
    from ginwin.rule_search import search_short_rules
    from ginwin.rules import Rules, preset_names
    from ginwin.seat_tables import SeatTables
    from ginwin.seats import SeatsSeen, sample_seats
    from ginwin.short_rules import ShortRule, ShortRules
    from ginwin.sidebets import BonusAnalysis, analyze_bonus
    from ginwin.simulation import Simulation, simulate
    from ginwin.spots import Spots, sample_spots
    from ginwin.strategy import Strategy
    from ginwin.strategy_results import arranging_table, strategy_tables
    from ginwin.strategy_study import StrategyStudy, study_strategy
    from ginwin.tables import Column, Table
    from ginwin.targets import Target
    from ginwin.values import parse_value, value_label
    from ginwin.variants import SideBySide, compare, sweep

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
    "Estimate",
    "Features",
    "Grid",
    "HandAnalysis",
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
    "figure_table",
    "format_cards",
    "hand_table",
    "house_tables",
    "landmarks",
    "landscape",
    "outcome_table",
    "parse_cards",
    "parse_hand",
    "parse_value",
    "plot_decisions",
    "plot_landscape",
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
    "value_label",
    "value_table",
    "write_plot",
]

_HOMES = {
    "analysis": ("Analysis", "Outcome", "analyze"),
    "arranging": ("Arranged", "cost_of_arranging"),
    "bonus_design": ("PayDesign", "design_pays"),
    "bonus_results": ("bonus_figure_table", "bonus_pay_table", "bonus_table", "design_table"),
    "bonusfile": ("PayChoices", "SideBet", "bonus_preset_names"),
    "card_decisions": ("CardDecision", "CardDecisions", "decide_cards"),
    "cards": ("STANDARD_DECK", "Deck", "format_cards", "parse_cards", "parse_hand"),
    "counts": ("Against", "Counts", "Showdown"),
    "decision_results": ("value_table",),
    "decisions": ("ValueDecision", "decide_values"),
    "design": ("RulesDesign", "design_rules"),
    "distribution": ("Distribution",),
    "errors": ("InputError",),
    "estimates": ("Estimate",),
    "features": ("Features",),
    "grids": ("Axis", "Grid"),
    "hands": ("HandAnalysis", "analyze_hand"),
    "informed": ("Informed",),
    "joint": ("JointCounts",),
    "joint_bets": ("JointBets", "analyze_together"),
    "melds": ("Arrangement", "MeldRules", "arrange"),
    "plots": ("plot_decisions", "plot_landscape", "write_plot"),
    "protection": ("Protection", "protect"),
    "protection_results": ("protection_tables", "removal_table"),
    "published": ("Comparison", "compare_published"),
    "qualifiers": ("landmarks", "landscape"),
    "removal": ("Removal", "analyze_removal"),
    "results": (
        "dead_wood_table",
        "figure_table",
        "hand_table",
        "house_tables",
        "outcome_table",
        "published_table",
        "report_tables",
        "strategy_table",
    ),
    "risk": ("Risk", "analyze_risk"),
    "risk_results": ("risk_tables",),
    "rounds": ("ManyRounds", "after_rounds"),
    "routes": ("counts_for",),
    "ruin": ("Ruin", "ruin_forever", "ruin_within"),
    "rule_search": ("search_short_rules",),
    "rules": ("Rules", "preset_names"),
    "seat_tables": ("SeatTables",),
    "seats": ("SeatsSeen", "sample_seats"),
    "short_rules": ("ShortRule", "ShortRules"),
    "sidebets": ("BonusAnalysis", "analyze_bonus"),
    "simulation": ("Simulation", "simulate"),
    "spots": ("Spots", "sample_spots"),
    "strategy": ("Strategy",),
    "strategy_results": ("arranging_table", "strategy_tables"),
    "strategy_study": ("StrategyStudy", "study_strategy"),
    "tables": ("Column", "Table"),
    "targets": ("Target",),
    "values": ("parse_value", "value_label"),
    "variants": ("SideBySide", "compare", "sweep"),
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
