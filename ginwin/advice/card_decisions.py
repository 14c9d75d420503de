"""Where the exact cards decide: values of which some hands should raise and others fold.

What the player holds the dealer cannot have. So two hands of one value face different dealers, and
near the boundary that is enough to turn the decision. For each such value the hands are taken one
by one (by the general route, one of each suit class), and of all conditions with one number, such
as "5 or more cards 9 or lower", the one is found that costs least.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.advice.card_features import FEATURES, Condition, Feature, measure
from ginwin.advice.hand_rows import HandRows, hand_rows, mixed_values
from ginwin.counting.routes import fitting_counts
from ginwin.play.strategy import gain_unit
from ginwin.values import count_of

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts
    from ginwin.rules.rules import Rules

__all__ = [
    "CardDecision",
    "CardDecisions",
    "Example",
    "HandGroup",
    "decide_cards",
    "split_hands",
]

Ints = NDArray[np.int64]


class Example(NamedTuple):
    """A hand, and what each choice is worth with it.

    Attributes
    ----------
    hand : int
        The hand, as a set of cards.
    worths : tuple of Fraction
        The expected net win of the round with each of `ginwin.play.strategy.choices`, in antes.
    """

    hand: int
    worths: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class CardDecision:
    """A value of which the hands should not all do the same.

    Choices are given by their number in `ginwin.play.strategy.choices`: 0 is a fold. What is at
    stake is always a smaller or a larger one of two: a fold or a raise, or two play bets.

    Parameters
    ----------
    value : int
        The value.
    hands_by_choice : tuple of int
        How many hands should make each choice.
    smaller, larger : int
        The two choices at stake: those of the condition, or the best for the whole value and the
        one that most other hands should make.
    worst, best : Example
        The hands for which the larger choice gains least and most over the smaller one.
    cost_by_value : Fraction
        What the best decision for the whole value costs per round against the decision by the
        cards, in parts of the ante.
    condition : Condition or None
        The condition with one number that costs least: hands that meet it make the larger choice.
        None where no such condition helps.
    right : int
        How many hands are then decided right.
    cost : Fraction
        What is then left of the cost.
    """

    value: int
    hands_by_choice: tuple[int, ...]
    smaller: int
    larger: int
    worst: Example
    best: Example
    cost_by_value: Fraction
    condition: Condition | None
    right: int
    cost: Fraction

    @property
    def hands(self) -> int:
        """How many hands have the value."""
        return sum(self.hands_by_choice)

    @property
    def for_larger(self) -> int:
        """How many of them should make the larger choice at stake."""
        return sum(self.hands_by_choice[self.larger :])

    def gain(self, example: Example) -> Fraction:
        """Return what the larger choice is worth above the smaller one with a hand, in antes."""
        return example.worths[self.larger] - example.worths[self.smaller]


class HandGroup(NamedTuple):
    """Hands of one value that are alike in what they meld and in a feature.

    Attributes
    ----------
    melded, measured : int
        The most melded cards of one rank, and the feature.
    hands, for_larger : int
        How many hands there are, and how many of them should make the larger choice at stake.
    lowest, highest : Fraction
        What that gains over the smaller one with the worst and with the best of them, in antes.
    """

    melded: int
    measured: int
    hands: int
    for_larger: int
    lowest: Fraction
    highest: Fraction


@dataclass(frozen=True, slots=True)
class CardDecisions:
    """All values whose decision depends on the exact cards.

    Parameters
    ----------
    values : tuple of CardDecision
        These values, the best first.
    feature : Feature or None
        The one feature that decides best for all of them, each with its own number; None where
        there are none.
    cost : Fraction
        What is left of the cost with it alone, per round, in parts of the ante.
    """

    values: tuple[CardDecision, ...]
    feature: Feature | None
    cost: Fraction

    @property
    def cost_by_value(self) -> Fraction:
        """What deciding by value costs against deciding by the cards, in parts of the ante."""
        return sum((one.cost_by_value for one in self.values), Fraction(0))

    @property
    def costliest(self) -> CardDecision | None:
        """The value for which the exact cards are worth most; None where they do not matter."""
        return max(self.values, key=lambda one: one.cost_by_value, default=None)


def decide_cards(
    rules: Rules,
    counts: Counts | None = None,
    *,
    numbers: Ints | None = None,
    rows: HandRows | None = None,
) -> CardDecisions:
    """Return the values whose decision depends on the exact cards, and on which cards.

    Parameters
    ----------
    rules : Rules
        The rules.
    counts : Counts, optional
        The counts to use; by default those of the standard deck.
    numbers : ndarray of int64, optional
        What `mixed_values` gives, if it is there already.
    rows : HandRows, optional
        The hands of these values, if they are there already, among others or not.

    Returns
    -------
    CardDecisions
        The values and what decides them.

    Raises
    ------
    InputError
        If the counts are those of other hands.
    """
    counts = fitting_counts(rules, counts)
    if numbers is None:
        by_hand = counts.showdown_by_hand(rules.qualifies, rules.comparing)
        numbers = mixed_values(rules, by_hand, counts.values)
    if not numbers.size:
        return CardDecisions((), None, Fraction(0))
    if rows is None:
        rows = hand_rows(rules, counts, numbers)
    unit = gain_unit(rules) * counts.deals
    wanted = counts.values[numbers]
    rows = rows.among(np.isin(rows.values, wanted))
    order = np.argsort(rows.values, kind="stable")
    rows = HandRows(rows.sets[order], rows.values[order], rows.hands[order], rows.gains[:, order])
    measured = np.stack([measure(one, rows.sets, rows.values) for one in FEATURES])
    starts = np.searchsorted(rows.values, wanted).tolist()
    stops = np.searchsorted(rows.values, wanted, side="right").tolist()
    decided: list[CardDecision] = []
    by_feature = [0] * len(FEATURES)
    for start, stop in zip(starts, stops, strict=True):
        own = HandRows(*(part[..., start:stop] for part in rows))
        cuts = [_best_cut(numbers, own.gains) for numbers in measured[:, start:stop]]
        decided.append(_decide_value(rules, own, measured[:, start:stop], cuts, counts))
        by_feature = [total + cut.worth for total, cut in zip(by_feature, cuts, strict=True)]
    best = by_feature.index(max(by_feature))
    most = sum(rows.gains.max(axis=0).tolist())
    return CardDecisions(tuple(decided), FEATURES[best], Fraction(most - by_feature[best], unit))


class _Cut(NamedTuple):
    """The best cut of a feature: hands up to a number do one thing, the others another one."""

    worth: int
    below: int
    bets: tuple[int, int]


def _best_cut(measured: Ints, gains: Ints) -> _Cut:
    """Return the best cut, and the choices below and above; equal ones if none helps."""
    sums = np.zeros((gains.shape[0], int(measured.max()) + 1), dtype=gains.dtype)
    for own, gain in zip(sums, gains, strict=True):
        np.add.at(own, measured, gain)
    below = np.cumsum(sums, axis=1)
    above = below[:, -1:] - below
    worths = (below.max(axis=0) + above.max(axis=0)).tolist()
    cut = worths.index(max(worths))
    return _Cut(worths[cut], cut, (int(below[:, cut].argmax()), int(above[:, cut].argmax())))


def _decide_value(
    rules: Rules, rows: HandRows, measured: Ints, cuts: list[_Cut], counts: Counts
) -> CardDecision:
    """Return the decision for one value from its hands, their features and the best cuts."""
    value, unit = int(rows.values[0]), gain_unit(rules)
    decisions = rows.gains.argmax(axis=0)
    numbers = range(len(rows.gains))
    hands = [int(rows.hands[decisions == number].sum()) for number in numbers]
    total, sums = sum(rows.gains.max(axis=0).tolist()), rows.gains.sum(axis=1).tolist()
    whole = max(sums)
    best = sums.index(whole)
    cut = max(cuts, key=lambda one: one.worth)
    if cut.worth > whole:
        chosen = cuts.index(cut)
        lower, upper = cut.bets
        below = measured[chosen] <= cut.below
        right = decisions == np.where(below, lower, upper)
        condition = Condition(FEATURES[chosen], cut.below + (lower < upper), lower > upper)
    else:
        lower, upper = best, max(set(numbers) - {best}, key=lambda number: hands[number])
        right = decisions == best
        condition = None
    smaller, larger = sorted((lower, upper))
    each = ((rows.gains[larger] - rows.gains[smaller]) // rows.hands).tolist()
    fold, scale = rules.net("fold", count_of(value), 0), unit * counts.dealer_hands

    def example(row: int) -> Example:
        gains, size = rows.gains[:, row].tolist(), scale * int(rows.hands[row])
        return Example(int(rows.sets[row]), tuple(fold + Fraction(gain, size) for gain in gains))

    return CardDecision(
        value,
        tuple(hands),
        smaller,
        larger,
        example(each.index(min(each))),
        example(each.index(max(each))),
        Fraction(total - whole, unit * counts.deals),
        condition,
        int(rows.hands[right].sum()),
        Fraction(total - max(cut.worth, whole), unit * counts.deals),
    )


def split_hands(
    rules: Rules, rows: HandRows, decision: CardDecision, feature: Feature, dealer_hands: int
) -> tuple[HandGroup, ...]:
    """Return the hands of one value in groups: by what is melded of a rank, and by a feature.

    Parameters
    ----------
    rules : Rules
        The rules.
    rows : HandRows
        The hands of the value.
    decision : CardDecision
        The decision for it.
    feature : Feature
        The feature.
    dealer_hands : int
        How many dealer hands one player hand leaves.

    Returns
    -------
    tuple of HandGroup
        The groups that occur, in order.
    """
    melded = measure(Feature("melded of a rank"), rows.sets, rows.values)
    measured = measure(feature, rows.sets, rows.values)
    gains = rows.gains[decision.larger] - rows.gains[decision.smaller]
    larger = rows.gains.argmax(axis=0) >= decision.larger
    scale = gain_unit(rules) * dealer_hands
    groups = []
    for key in sorted(set(zip(melded.tolist(), measured.tolist(), strict=True))):
        own = (melded == key[0]) & (measured == key[1])
        pairs = zip(gains[own].tolist(), rows.hands[own].tolist(), strict=True)
        each = [Fraction(gain, hands * scale) for gain, hands in pairs]
        groups.append(
            HandGroup(
                *key,
                int(rows.hands[own].sum()),
                int(rows.hands[own & larger].sum()),
                min(each),
                max(each),
            )
        )
    return tuple(groups)
