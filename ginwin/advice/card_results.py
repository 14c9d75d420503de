"""Tables of where the exact cards decide, and which cards."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table
from ginwin.melds import arrange
from ginwin.play.analysis import UNITS
from ginwin.play.examples import laid_out
from ginwin.play.strategy import choice_labels
from ginwin.values import value_label

if TYPE_CHECKING:
    from ginwin.advice.card_decisions import CardDecision
    from ginwin.advice.study import StrategyStudy
    from ginwin.base.tables import Cell

__all__ = ["card_tables"]

_ANTE = UNITS["house_edge"]
_COST = Column("cost", "percent", _ANTE, digits=6)
_MEANT = {
    "ranks": "ranks: the different ranks of the hand",
    "suits": "suits: the suits of the hand",
    "of the longest suit": "of the longest suit: the cards of the suit of which it has most",
    "melded of a rank": "melded of a rank: the most melded cards that have one rank",
    "pips": "pips: those of all its cards, ace 1 to king 13",
}
"""What features count that are not explained in general."""


def card_tables(study: StrategyStudy) -> tuple[Table, ...]:
    """Return the tables of the exact cards; none where no decision depends on them."""
    costliest = study.cards.costliest
    if costliest is None:
        return ()
    return _cards(study), _groups(study, costliest), _examples(study, costliest)


def _cards(study: StrategyStudy) -> Table:
    """Return the values whose decision depends on the cards, neighbours with one condition as one.

    Where there are several play bets, a column says which two choices are at stake.
    """
    cards, labels = study.cards, choice_labels(study.rules)
    several = len(labels) > 2
    places = {one.value: place for place, one in enumerate(study.values)}

    def condition(one: CardDecision) -> str:
        return str(one.condition or f"all {labels[study.values[places[one.value]].best]}")

    def alike(numbered: tuple[int, CardDecision]) -> tuple[object, ...]:
        number, one = numbered
        return places[one.value] - number, condition(one), one.smaller, one.larger

    rows: list[tuple[Cell, ...]] = []
    for _, group in groupby(enumerate(cards.values), key=alike):
        own = [one for _, one in group]
        ends = dict.fromkeys(value_label(one.value) for one in (own[0], own[-1]))
        stake = (f"{labels[own[0].larger]} or {labels[own[0].smaller]}",) * several
        rows.append((" to ".join(ends), *stake, condition(own[0]), len(own), *_card_sums(own)))
    rows.append(("total", *(None,) * several, None, len(cards.values), *_card_sums(cards.values)))
    does = "make the first of the two choices" if several else "raise"
    notes = [
        (
            "Not all hands of these values should do the same. Condition: the one with one number "
            f"that costs least; hands that meet it {does}. Cards to 9: of all cards of the hand, "
            "those that are 9 or lower; ranks to 9: the different ranks among them. All raise, all "
            "fold: no such condition helps."
        ),
        (
            "Right: the hands that are then decided right. Cost: what is lost against the decision "
            "by the exact cards, by value and with the condition."
        ),
    ]
    used = {str(one.condition.feature) for one in cards.values if one.condition}
    if meant := [text for feature, text in _MEANT.items() if feature in used]:
        notes.append(f"In conditions, {'; '.join(meant)}.")
    if cards.feature is not None:
        cost, whole = (_COST.write(one) for one in (cards.cost, cards.cost_by_value))
        notes.append(
            f"What decides: {cards.feature} alone, with one number for each value, brings the cost "
            f"from {whole} % of the ante down to {cost} %."
        )
    return Table(
        "exact_cards",
        "Where the exact cards decide",
        (
            Column("range"),
            *(Column("choices"),) * several,
            Column("condition" if several else "condition to raise"),
            Column("values", "integer"),
            Column("first choice" if several else "raise", "percent", "% of hands", digits=4),
            Column("right", "percent", "% of hands", digits=4),
            Column("cost by value", "percent", _ANTE, digits=6),
            _COST,
        ),
        tuple(rows),
        study.rules.summary(),
        "by the exact cards",
        tuple(notes),
        total=True,
    )


def _card_sums(cards: Iterable[CardDecision]) -> tuple[Cell, ...]:
    own = list(cards)
    hands = sum(one.hands for one in own)
    return (
        Fraction(sum(one.for_larger for one in own), hands),
        Fraction(sum(one.right for one in own), hands),
        sum((one.cost_by_value for one in own), Fraction(0)),
        sum((one.cost for one in own), Fraction(0)),
    )


def _groups(study: StrategyStudy, decision: CardDecision) -> Table:
    """Return the hands of the value for which the exact cards are worth most."""
    labels = choice_labels(study.rules)
    smaller, larger = labels[decision.smaller], labels[decision.larger]
    return Table(
        "hands_of_a_value",
        f"The hands of {value_label(decision.value)}, by what decides",
        (
            Column("melded of a rank", "integer", "cards"),
            Column(str(study.cards.feature), "integer"),
            Column("combinations", "integer", "hands"),
            Column(f"should {larger}", "integer", "hands"),
            Column("gain, at worst", "number", "antes", digits=6),
            Column("gain, at best", "number", "antes", digits=6),
        ),
        tuple(study.groups),
        study.rules.summary(),
        "by the exact cards",
        (
            (
                "The value for which the exact cards are worth most. Melded of a rank: the most "
                "melded cards that have one rank; with 1 all melds are of a suit. Gain: "
                f"{larger} against {smaller}, with the worst and the best of the hands."
            ),
        ),
        keys=2,
    )


def _examples(study: StrategyStudy, costliest: CardDecision) -> Table:
    """Return the worst and the best hand of the first, the costliest and the last value."""
    cards, (_, *raises) = study.cards.values, choice_labels(study.rules)
    rows: list[tuple[Cell, ...]] = []
    for one in dict.fromkeys((cards[0], costliest, cards[-1])):
        for end, (hand, worths) in (("best", one.best), ("worst", one.worst)):
            decision = choice_labels(study.rules)[worths.index(max(worths))]
            shown = laid_out(arrange(hand, study.rules.melds, study.rules.ways[0]))
            rows.append((value_label(one.value), end, *shown, *worths[1:], decision))
    notes = ["The first value whose decision depends on the cards, the costliest, and the last."]
    if len(raises) > 1:
        notes.append("Best, worst: for which the larger of the two choices gains most and least.")
    return Table(
        "examples",
        "The best and the worst hand of some values",
        (
            Column("value"),
            Column("hand"),
            Column("melds"),
            Column("dead wood"),
            *(Column(label, "number", "antes", digits=6) for label in raises),
            Column("decision"),
        ),
        tuple(rows),
        study.rules.summary(),
        "by the exact cards",
        tuple(notes),
        keys=2,
    )
