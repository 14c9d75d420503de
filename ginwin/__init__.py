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
    from ginwin.bonus_design import PayDesign, design_pays
    from ginwin.bonus_results import bonus_table
    from ginwin.bonusfile import PayChoices, SideBet, bonus_preset_names
    from ginwin.cards import STANDARD_DECK, Deck, format_cards, parse_cards, parse_hand
    from ginwin.counts import Against, Counts, Showdown
    from ginwin.design import RulesDesign, design_rules
    from ginwin.errors import InputError
    from ginwin.estimates import Estimate
    from ginwin.grids import Grid
    from ginwin.hands import HandAnalysis, analyze_hand
    from ginwin.joint import JointCounts
    from ginwin.melds import Arrangement, MeldRules, arrange
    from ginwin.published import Comparison, compare_published
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
    from ginwin.routes import counts_for
    from ginwin.rules import Rules, preset_names
    from ginwin.sidebets import BonusAnalysis, analyze_bonus
    from ginwin.simulation import Simulation, simulate
    from ginwin.strategy import Strategy
    from ginwin.tables import Column, Table
    from ginwin.values import parse_value, value_label
    from ginwin.variants import compare, sweep

    __version__: str

__all__ = [
    "STANDARD_DECK",
    "Against",
    "Analysis",
    "Arrangement",
    "BonusAnalysis",
    "Column",
    "Comparison",
    "Counts",
    "Deck",
    "Estimate",
    "Grid",
    "HandAnalysis",
    "InputError",
    "JointCounts",
    "MeldRules",
    "Outcome",
    "PayChoices",
    "PayDesign",
    "Rules",
    "RulesDesign",
    "Showdown",
    "SideBet",
    "Simulation",
    "Strategy",
    "Table",
    "__version__",
    "analyze",
    "analyze_bonus",
    "analyze_hand",
    "arrange",
    "bonus_preset_names",
    "bonus_table",
    "compare",
    "compare_published",
    "counts_for",
    "dead_wood_table",
    "design_pays",
    "design_rules",
    "figure_table",
    "format_cards",
    "hand_table",
    "house_tables",
    "outcome_table",
    "parse_cards",
    "parse_hand",
    "parse_value",
    "preset_names",
    "published_table",
    "report_tables",
    "simulate",
    "strategy_table",
    "sweep",
    "value_label",
]

_HOMES = {
    "analysis": ("Analysis", "Outcome", "analyze"),
    "bonus_design": ("PayDesign", "design_pays"),
    "bonus_results": ("bonus_table",),
    "bonusfile": ("PayChoices", "SideBet", "bonus_preset_names"),
    "cards": ("STANDARD_DECK", "Deck", "format_cards", "parse_cards", "parse_hand"),
    "counts": ("Against", "Counts", "Showdown"),
    "design": ("RulesDesign", "design_rules"),
    "errors": ("InputError",),
    "estimates": ("Estimate",),
    "grids": ("Grid",),
    "hands": ("HandAnalysis", "analyze_hand"),
    "joint": ("JointCounts",),
    "melds": ("Arrangement", "MeldRules", "arrange"),
    "published": ("Comparison", "compare_published"),
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
    "routes": ("counts_for",),
    "rules": ("Rules", "preset_names"),
    "sidebets": ("BonusAnalysis", "analyze_bonus"),
    "simulation": ("Simulation", "simulate"),
    "strategy": ("Strategy",),
    "tables": ("Column", "Table"),
    "values": ("parse_value", "value_label"),
    "variants": ("compare", "sweep"),
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
