"""The decision for each value: what a raise and a fold are worth, and what the wrong one costs.

Every hand of a value counts alike here. Where hands of one value differ in what they should do, the
exact cards decide (`ginwin.advice.card_decisions`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.counting.routes import fitting_counts
from ginwin.play.strategy import best_bets, gain_unit
from ginwin.values import count_of

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts, Showdown
    from ginwin.rules.rules import Rules

__all__ = ["ValueDecision", "decide_values"]


@dataclass(frozen=True, slots=True)
class ValueDecision:
    """What the player can do with a value, over all hands that have it and all dealer hands.

    Parameters
    ----------
    value : int
        The value (lower is better).
    hands : int
        Player hands with this value.
    probability : Fraction
        Their share of all hands.
    play : Fraction
        The play bet that is worth most, in antes; of equal ones the smallest.
    raising : Fraction
        The expected net win of the round with that play bet, in antes.
    folding : Fraction
        The net win of a fold, in antes.
    """

    value: int
    hands: int
    probability: Fraction
    play: Fraction
    raising: Fraction
    folding: Fraction

    @property
    def gain(self) -> Fraction:
        """What a raise is worth more than a fold, in antes; below zero where a fold is better."""
        return self.raising - self.folding

    @property
    def raises(self) -> bool:
        """Whether a raise is the best decision; where both are worth the same, a fold is."""
        return self.gain > 0

    @property
    def cost(self) -> Fraction:
        """What the wrong decision costs when the value is dealt, in antes."""
        return abs(self.gain)

    @property
    def cost_per_round(self) -> Fraction:
        """What always deciding this value wrong costs per round, as a part of the ante."""
        return self.cost * self.probability


def decide_values(
    rules: Rules, counts: Counts | None = None, showdown: Showdown | None = None
) -> tuple[ValueDecision, ...]:
    """Return the decision for each value, exactly.

    Parameters
    ----------
    rules : Rules
        The rules.
    counts : Counts, optional
        The counts to use; by default those of the standard deck.
    showdown : Showdown, optional
        The showdown of these counts by value under these rules, if it is there already.

    Returns
    -------
    tuple of ValueDecision
        The decisions, the best value first.

    Raises
    ------
    InputError
        If the counts are those of other hands.
    """
    counts = fitting_counts(rules, counts)
    if showdown is None:
        showdown = counts.showdown(rules.qualifies, rules.comparing)
    bets, gains = best_bets(showdown, rules)
    unit = gain_unit(rules) * counts.dealer_hands
    folds = [rules.net("fold", count, 0) for count in range(8)]
    rows = zip(
        showdown.values.tolist(),
        showdown.hands.tolist(),
        bets.tolist(),
        gains.tolist(),
        strict=True,
    )
    return tuple(
        ValueDecision(
            value,
            hands,
            Fraction(hands, counts.hands),
            rules.play[bet - 1],
            folds[count_of(value)] + Fraction(gain, unit * hands),
            folds[count_of(value)],
        )
        for value, hands, bet, gain in rows
    )
