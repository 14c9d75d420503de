"""What a player is worth who knows more than his own cards: one row of a comparison.

Whoever knows more decides better, or as well: with what is known every hand can still be played as
before. How much that is worth is exact where the cards that may be seen can all be tried
(one card of the dealer's), and an estimate where they are sampled (the cards of other seats).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ginwin.base.estimates import Estimate
from ginwin.base.exact import ratio_json

__all__ = ["Figure", "Informed", "figure_json", "figure_value"]

Figure = Fraction | Estimate
"""An exact figure, or one that was sampled."""


@dataclass(frozen=True, slots=True)
class Informed:
    """What the best decisions are worth with more known than the player's own cards.

    Parameters
    ----------
    knowing : str
        What is known beyond them, such as ``nothing`` or ``cards of 2 other seats``.
    house_edge : Fraction or Estimate
        The player's expected loss per ante, below zero where he has the advantage.
    raise_rate : Fraction or Estimate
        The share of the rounds in which he raises.
    changed : Fraction or Estimate
        The share of the rounds in which he decides otherwise than a player who sees his own cards
        only and makes the best of them (the strategy ``optimal``).
    standard_deviation : float
        The standard deviation of the net win of a round, in antes; itself an estimate unless
        `exact`.
    exact : bool
        Whether the figures are exact, i.e. none was sampled.
    """

    knowing: str
    house_edge: Figure
    raise_rate: Figure
    changed: Figure
    standard_deviation: float
    exact: bool

    @property
    def desirability_index(self) -> float:
        """1000 times the player's edge over the standard deviation of a round; below zero if none.

        Games with an index of 5 or more are commonly thought worth an advantage player's while
        [1]_; the index squared is proportional to the growth of a bankroll that is bet in
        proportion.

        References
        ----------
        .. [1] D. Schlesinger, "Blackjack Attack", chapter 10, of the counted game of blackjack.
        """
        return -1000 * figure_value(self.house_edge) / self.standard_deviation

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data; see `figure_json`."""
        return {
            "knowing": self.knowing,
            "exact": self.exact,
            "house_edge": figure_json(self.house_edge),
            "raise_rate": figure_json(self.raise_rate),
            "changed": figure_json(self.changed),
            "standard_deviation": self.standard_deviation,
            "desirability_index": self.desirability_index,
        }


def figure_value(figure: Figure) -> float:
    """Return a figure as a float, an estimate without its error."""
    return figure.value if isinstance(figure, Estimate) else float(figure)


def figure_json(figure: Figure) -> dict[str, Any]:
    """Return a figure as JSON data: numerator and denominator, or standard error and interval."""
    if isinstance(figure, Estimate):
        return dict(figure._asdict())
    return ratio_json(figure.numerator, figure.denominator)
