"""Tables of where the exact cards decide, and which cards."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from ginwin.base.exact import decimal
from ginwin.base.tables import Column, Table
from ginwin.cards import cards_of, format_cards
from ginwin.play.analysis import UNITS
from ginwin.values import count_of, value_label

if TYPE_CHECKING:
    from ginwin.advice.card_decisions import CardDecision
    from ginwin.advice.study import StrategyStudy
    from ginwin.base.tables import Cell

__all__ = ["card_tables"]

_ANTE = UNITS["house_edge"]


def card_tables(study: StrategyStudy) -> tuple[Table, ...]:
    """Return the tables of the exact cards; none where no decision depends on them."""
    if not study.cards.values:
        return ()
    return _cards(study), _groups(study), _examples(study)


def _cards(study: StrategyStudy) -> Table:
    """Return the values whose decision depends on the cards, those with one condition together."""
    cards = study.cards
    rows: list[tuple[Cell, ...]] = []
    for condition, group in groupby(cards.values, key=lambda one: str(one.condition or "none")):
        own = list(group)
        ends = dict.fromkeys(value_label(one.value) for one in (own[0], own[-1]))
        rows.append((" to ".join(ends), condition, len(own), *_card_sums(own)))
    rows.append(("total", None, len(cards.values), *_card_sums(cards.values)))
    notes = [
        (
            "Not all hands of these values should do the same. Condition: the one "
            "with one number that costs least; hands that meet it raise. Cards to 9: of all cards "
            "of the hand, those that are 9 or lower; ranks to 9: the different ranks among them. "
            "None: none helps."
        ),
        (
            "Right: hands that are then decided right. Cost: what is lost against the decision by "
            "the exact cards, by value and with the condition."
        ),
    ]
    if len(study.rules.play) > 1:
        notes.append(
            "Where hands differ in the play bet, those that meet the condition make the larger one."
        )
    if cards.feature is not None:
        cost, whole = (_percent(one) for one in (cards.cost, cards.cost_by_value))
        notes.append(
            f"What decides: {cards.feature} alone, with one number for each value, brings the cost "
            f"from {whole} % of the ante down to {cost} %."
        )
    return Table(
        "exact_cards",
        "Where the exact cards decide",
        (
            Column("values"),
            Column("condition to raise"),
            Column("number", "integer", "values"),
            Column("raise", "percent", "% of hands", digits=2),
            Column("right", "percent", "% of hands", digits=2),
            Column("cost by value", "percent", _ANTE, digits=6),
            Column("cost", "percent", _ANTE, digits=6),
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
        Fraction(sum(one.raising for one in own), hands),
        Fraction(sum(one.right for one in own), hands),
        sum((one.cost_by_value for one in own), Fraction(0)),
        sum((one.cost for one in own), Fraction(0)),
    )


def _percent(number: Fraction) -> str:
    return decimal(100 * number, 6)


def _groups(study: StrategyStudy) -> Table:
    """Return the hands of the value for which the exact cards are worth most."""
    value = value_label(study.costliest) if study.costliest is not None else ""
    return Table(
        "hands_of_a_value",
        f"The hands of {value}, by what decides",
        (
            Column("melded of a rank", "integer", "cards"),
            Column(str(study.cards.feature), "integer"),
            Column("hands", "integer", "hands"),
            Column("should raise", "integer", "hands"),
            Column("raise, at worst", "number", "antes", digits=6),
            Column("raise, at best", "number", "antes", digits=6),
        ),
        tuple(study.groups),
        study.rules.summary(),
        "by the exact cards",
        (
            (
                "The value for which the exact cards are worth most. Melded of a rank: the most "
                "melded cards that have one rank. Raise: what it is worth with the worst and the "
                "best of the hands."
            ),
        ),
        keys=2,
    )


def _examples(study: StrategyStudy) -> Table:
    """Return the worst and the best hand of the first, the costliest and the last value."""
    cards = study.cards.values
    costliest = next(one for one in cards if one.value == study.costliest)
    rows: list[tuple[Cell, ...]] = []
    for one in dict.fromkeys((cards[0], costliest, cards[-1])):
        for end, hand, worth in (
            ("best", one.best_hand, one.highest),
            ("worst", one.worst_hand, one.lowest),
        ):
            fold = study.rules.net("fold", count_of(one.value), 0)
            decision = "raise" if worth > fold else "fold"
            rows.append(
                (value_label(one.value), end, format_cards(cards_of(hand)), worth, decision)
            )
    return Table(
        "examples",
        "The best and the worst hand of some values",
        (
            Column("value"),
            Column("hand"),
            Column("cards"),
            Column("raise", "number", "antes", digits=6),
            Column("decision"),
        ),
        tuple(rows),
        study.rules.summary(),
        "by the exact cards",
        ("The first value whose decision depends on the cards, the costliest, and the last.",),
        keys=2,
    )
