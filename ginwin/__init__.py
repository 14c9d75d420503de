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
    from ginwin.cards import STANDARD_DECK, Deck, format_cards, parse_cards, parse_hand
    from ginwin.counts import Against, Counts, Showdown
    from ginwin.errors import InputError
    from ginwin.estimates import Estimate
    from ginwin.hands import HandAnalysis, analyze_hand
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
    from ginwin.simulation import Simulation, simulate
    from ginwin.strategy import Strategy
    from ginwin.tables import Column, Table
    from ginwin.values import parse_value, value_label

    __version__: str

__all__ = [
    "STANDARD_DECK",
    "Against",
    "Analysis",
    "Arrangement",
    "Column",
    "Comparison",
    "Counts",
    "Deck",
    "Estimate",
    "HandAnalysis",
    "InputError",
    "MeldRules",
    "Outcome",
    "Rules",
    "Showdown",
    "Simulation",
    "Strategy",
    "Table",
    "__version__",
    "analyze",
    "analyze_hand",
    "arrange",
    "compare_published",
    "counts_for",
    "dead_wood_table",
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
    "value_label",
]

_HOMES = {
    "analysis": ("Analysis", "Outcome", "analyze"),
    "cards": ("STANDARD_DECK", "Deck", "format_cards", "parse_cards", "parse_hand"),
    "counts": ("Against", "Counts", "Showdown"),
    "errors": ("InputError",),
    "estimates": ("Estimate",),
    "hands": ("HandAnalysis", "analyze_hand"),
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
    "simulation": ("Simulation", "simulate"),
    "strategy": ("Strategy",),
    "tables": ("Column", "Table"),
    "values": ("parse_value", "value_label"),
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
