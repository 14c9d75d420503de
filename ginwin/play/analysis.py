"""Rules, a strategy and exact counts make results: integers, and fractions of them.

Everything is derived from the outcome table, a list of events with the number of deals in which
each happens. All bets are in antes, and every figure is a `fractions.Fraction` until it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ginwin.base.exact import exact_json, ratio_json
from ginwin.counting.routes import fitting_counts
from ginwin.play.strategy import SHOWDOWN_EVENTS, Strategy, threshold_label
from ginwin.values import COUNT_SHIFT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ginwin.counting.counts import Counts, Showdown
    from ginwin.play.strategy import Decisions
    from ginwin.rules.rules import Event, Rules

__all__ = ["EVENTS", "FIGURES", "UNITS", "Analysis", "Outcome", "analyze", "analyze_showdown"]

EVENTS: tuple[Event, ...] = ("fold", *SHOWDOWN_EVENTS)
"""How a round can end; the last four are rounds in which the player raised."""

FIGURES = (
    "expected_value",
    "house_edge",
    "element_of_risk",
    "raise_rate",
    "average_wager",
    "hit_frequency",
)
"""The figures of an `Analysis` that are exact fractions."""

UNITS = {
    "house_edge": "% of ante",
    "element_of_risk": "% of money bet",
    "raise_rate": "% of hands",
    "average_wager": "antes",
    "hit_frequency": "% of rounds",
    "standard_deviation": "antes",
}
"""The figures that are shown, and their units."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One row of the outcome table.

    Parameters
    ----------
    event : str
        One of `EVENTS`.
    player_dead_wood : int
        How many dead-wood cards the player has.
    play : Fraction
        The play bet, in antes; 0 for a fold.
    pays : Fraction
        The net win of the round, in antes: what both bets win or lose together.
    combinations : int
        Deals (player's hand and dealer's hand) with this outcome.
    deals : int
        All deals.
    """

    event: Event
    player_dead_wood: int
    play: Fraction
    pays: Fraction
    combinations: int
    deals: int

    @property
    def probability(self) -> Fraction:
        """The share of all deals."""
        return Fraction(self.combinations, self.deals)

    @property
    def return_(self) -> Fraction:
        """What the row adds to the expected value, in antes; all rows add to -house edge."""
        return self.pays * self.probability


@dataclass(frozen=True)
class Analysis:
    """What rules and a strategy are worth.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategy : Strategy
        The strategy.
    threshold : int or None
        The worst value that raises (-1: every hand folds), if the strategy is a threshold.
    deals : int
        The number of deals, 6,071,092,494,667,200 for seven cards each of the standard deck.
    outcomes : tuple of Outcome
        The outcome table, without rows that never happen; the combinations add to `deals`.
    """

    rules: Rules
    strategy: Strategy
    threshold: int | None
    deals: int
    outcomes: tuple[Outcome, ...]

    @cached_property
    def expected_value(self) -> Fraction:
        """The player's expected net win per round, in antes."""
        return sum((row.return_ for row in self.outcomes), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """The player's expected loss per round, as a part of the ante."""
        return -self.expected_value

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss as a part of all money bet: house edge over average wager."""
        return self.house_edge / self.average_wager

    @cached_property
    def raise_rate(self) -> Fraction:
        """The share of rounds in which the player raises."""
        return sum((row.probability for row in self.outcomes if row.play), Fraction(0))

    @cached_property
    def average_wager(self) -> Fraction:
        """The average of all money bet in a round, ante and play bet, in antes."""
        return 1 + sum((row.play * row.probability for row in self.outcomes), Fraction(0))

    @cached_property
    def hit_frequency(self) -> Fraction:
        """The share of rounds with a net win above zero.

        A round counts as a hit when ante and play bet together win something, however it ended; a
        round in which they push or lose together is none.
        """
        return sum((row.probability for row in self.outcomes if row.pays > 0), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net win of a round, in square antes."""
        mean_square = sum((row.pays * row.return_ for row in self.outcomes), Fraction(0))
        return mean_square - self.expected_value**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net win of a round, in antes."""
        return sqrt(self.variance)

    def integers(self, figure: str) -> tuple[int, int]:
        """Return the whole numbers behind a figure, not reduced.

        Parameters
        ----------
        figure : str
            One of `FIGURES`.

        Returns
        -------
        tuple of int
            Numerator and denominator. The denominator is `deals`, times the common denominator of
            the bets and pays where these are not whole. For the element of risk the two are the
            total loss and the total wager.
        """
        unit = lcm(*(x.denominator for row in self.outcomes for x in (row.pays, row.play)))
        total = self.deals * unit
        if figure == "element_of_risk":
            return int(self.house_edge * total), int(self.average_wager * total)
        if figure in ("raise_rate", "hit_frequency"):
            total = self.deals
        exact: Fraction = getattr(self, figure)
        return int(exact * total), total

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data.

        Figures keep their `integers`. Pays are integers, or text such as ``"3/2"`` where they are
        not whole. The outcomes name the play bet only where the rules have several.
        """
        result: dict[str, Any] = {
            "rules": self.rules.to_dict(),
            "strategy": str(self.strategy),
            "threshold": None if self.threshold is None else threshold_label(self.threshold),
            "deals": self.deals,
        }
        result |= self.figures_json()
        result["outcomes"] = [self._row_json(row) for row in self.outcomes]
        return result

    def figures_json(self) -> dict[str, Any]:
        """Return the figures as JSON data, with their `integers`."""
        ratios = {figure: ratio_json(*self.integers(figure)) for figure in FIGURES}
        return {**ratios, "standard_deviation": self.standard_deviation}

    def _row_json(self, row: Outcome) -> dict[str, Any]:
        return {
            "event": row.event,
            "player_dead_wood": row.player_dead_wood,
            **({"play": exact_json(row.play)} if len(self.rules.play) > 1 else {}),
            "pays": exact_json(row.pays),
            "combinations": row.combinations,
            "probability": float(row.probability),
            "return": float(row.return_),
        }


def analyze(
    rules: Rules, strategy: Strategy | str = "published", counts: Counts | None = None
) -> Analysis:
    """Return what rules and a strategy are worth, exactly.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategy : Strategy or str
        The strategy, or the text of one (see `Strategy.parse`).
    counts : Counts, optional
        The counts to use, made for the hand size, the melds and the ways of arranging of the
        rules; by default those of the standard deck.

    Returns
    -------
    Analysis
        The results.

    Raises
    ------
    InputError
        If the text is not a strategy, or the counts are those of other hands.
    """
    if isinstance(strategy, str):
        strategy = Strategy.parse(strategy)
    counts = fitting_counts(rules, counts)
    count = counts.showdown_by_hand if strategy.needs_hands else counts.showdown
    return analyze_showdown(rules, strategy, count(rules.qualifies, rules.comparing), counts.deals)


def analyze_showdown(
    rules: Rules,
    strategy: Strategy,
    showdown: Showdown,
    deals: int,
    decisions: Decisions | None = None,
) -> Analysis:
    """Return what a strategy is worth over the rows of a showdown, exactly.

    Parameters
    ----------
    rules : Rules
        The rules that the showdown was counted for.
    strategy : Strategy
        The strategy.
    showdown : Showdown
        By value, or by hand for a strategy that looks at the exact cards.
    deals : int
        The deals of all rows.
    decisions : Decisions, optional
        What the strategy has decided for these rows elsewhere; by default it decides on them.
    """
    bets, threshold = decisions or strategy.decide(showdown, rules)
    return Analysis(rules, strategy, threshold, deals, _outcomes(showdown, bets, rules, deals))


def _outcomes(
    showdown: Showdown, bets: NDArray[np.int16], rules: Rules, deals: int
) -> tuple[Outcome, ...]:
    """Add the deals of all rows by event, dead-wood count and bet."""
    shape = (1 + len(rules.play), 8)
    groups = bets.astype(np.int64) * shape[1] + (showdown.values >> COUNT_SHIFT)
    tallies = []
    for column in (showdown.not_qualified, showdown.worse, showdown.tie, showdown.better):
        sums = np.zeros(shape, dtype=np.int64)  # none can be more than the number of deals
        np.add.at(sums.reshape(-1), groups, column)
        tallies.append(sums.tolist())
    rows = []
    for count in range(shape[1]):
        folded = sum(tally[0][count] for tally in tallies)
        pays = rules.net("fold", count, 0)
        rows.append(Outcome("fold", count, Fraction(0), pays, folded, deals))
    for event, tally in zip(SHOWDOWN_EVENTS, tallies, strict=True):
        for count in range(shape[1]):
            for bet, play in enumerate(rules.play, start=1):
                pays = rules.net(event, count, play)
                rows.append(Outcome(event, count, play, pays, tally[bet][count], deals))
    return tuple(row for row in rows if row.combinations)
