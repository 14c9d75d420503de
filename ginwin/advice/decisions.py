"""The decision for each value: what each choice is worth, and what a wrong one costs.

Every hand of a value counts alike here. Where hands of one value differ in what they should do, the
exact cards decide (`ginwin.advice.card_decisions`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.counting.routes import fitting_counts
from ginwin.play.strategy import choice_gains, choices, gain_unit
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
    choices : tuple of Fraction
        What the player can do, each as its play bet in antes: first the fold, which has none, then
        the smallest and the largest play bet (see `ginwin.play.strategy.choices`).
    worths : tuple of Fraction
        The expected net win of the round with each choice, in antes.
    """

    value: int
    hands: int
    probability: Fraction
    choices: tuple[Fraction, ...]
    worths: tuple[Fraction, ...]

    @property
    def count(self) -> int:
        """The number of dead-wood cards."""
        return count_of(self.value)

    @property
    def best(self) -> int:
        """The number of the choice that is worth most; of equal ones the smallest bet."""
        return self.worths.index(max(self.worths))

    @property
    def folding(self) -> Fraction:
        """The net win of a fold, in antes."""
        return self.worths[0]

    @property
    def raising(self) -> Fraction:
        """The expected net win of a raise, with the play bet that is worth most, in antes."""
        return max(self.worths[1:])

    @property
    def play(self) -> Fraction:
        """The play bet that is worth most, in antes; of equal ones the smallest."""
        return self.choices[self.worths.index(self.raising, 1)]

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
        """What the best of the wrong choices costs when the value is dealt, in antes."""
        best, other = sorted(self.worths, reverse=True)[:2]
        return best - other

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
    unit, bets = gain_unit(rules) * counts.dealer_hands, choices(rules)
    folds = [rules.net("fold", count, 0) for count in range(8)]
    rows = zip(
        showdown.values.tolist(),
        showdown.hands.tolist(),
        choice_gains(showdown, rules).T.tolist(),
        strict=True,
    )
    return tuple(
        ValueDecision(
            value,
            hands,
            Fraction(hands, counts.hands),
            bets,
            tuple(folds[count_of(value)] + Fraction(gain, unit * hands) for gain in gains),
        )
        for value, hands, gains in rows
    )
