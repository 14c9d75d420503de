"""Tables of the decision for each value, and of what errors cost."""

from __future__ import annotations

from itertools import groupby, pairwise, permutations
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table
from ginwin.play.analysis import UNITS
from ginwin.play.strategy import choice_labels
from ginwin.values import value_label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ginwin.advice.decisions import ValueDecision
    from ginwin.advice.study import StrategyStudy
    from ginwin.base.tables import Cell
    from ginwin.rules.rules import Rules

__all__ = ["boundary_table", "error_table", "value_table"]

_ANTE = UNITS["house_edge"]
_AROUND = 5  # values on either side of the boundary
_MOST_CHANGES = 3  # of the decision that are shown
_VALUES = "the best decision for each value"


def value_table(study: StrategyStudy) -> Table:
    """Return the decision for every value, one row for each, the best first.

    What a raise is worth with the worst and the best hand is given where the exact cards decide:
    with those for which the larger choice at stake gains least and most over the smaller one.
    """
    cards = {one.value: one for one in study.cards.values}
    _, *raises = choice_labels(study.rules)
    rows: list[tuple[Cell, ...]] = []
    for number, one in enumerate(study.values, start=1):
        own = cards.get(one.value)
        hands: Iterable[int] = (
            one.hands * (choice == one.best) for choice in range(1, len(one.choices))
        )
        span: Iterable[Cell] = (None,) * 2 * len(raises)
        if own:
            hands = own.hands_by_choice[1:]
            pairs = zip(own.worst.worths[1:], own.best.worths[1:], strict=True)
            span = (worth for pair in pairs for worth in pair)
        rows.append((number, *_decision(one, study.rules), *hands, *span))
    return Table(
        "values",
        "The decision for each value",
        (
            Column("number", "integer"),
            *_columns(study.rules),
            *(Column(f"should {label}", "integer", "hands") for label in raises),
            *(
                Column(f"{label} with the {end} hand", "number", "antes", digits=6)
                for label in raises
                for end in ("worst", "best")
            ),
        ),
        tuple(rows),
        study.rules.summary(),
        _VALUES,
        (_note(study.rules),),
        keys=2,
    )


def boundary_table(study: StrategyStudy) -> Table:
    """Return the values around each change of the decision."""
    values = study.values
    changes = [
        number
        for number, (one, after) in enumerate(pairwise(values), start=1)
        if _best(one, study.rules) != _best(after, study.rules)
    ]
    shown = sorted(
        {
            number
            for change in changes[:_MOST_CHANGES]
            for number in range(change - _AROUND, change + _AROUND)
            if 0 <= number < len(values)
        }
    )
    more = len(changes) - _MOST_CHANGES
    notes = [_note(study.rules)]
    if not study.cards.values:
        notes.append(
            "No value depends on the exact cards: all hands of a value should do the same."
        )
    if not changes:
        notes.append(f"Best for all values: {_best(values[0], study.rules)}.")
    elif more > 0:
        times = "once" if more == 1 else f"{more} times"
        notes.append(f"The decision changes {times} more among worse values.")
    return Table(
        "boundary",
        "Values around the boundary",
        _columns(study.rules),
        tuple(_decision(values[number], study.rules) for number in shown),
        study.rules.summary(),
        _VALUES,
        tuple(notes),
    )


def error_table(study: StrategyStudy) -> Table:
    """Return what each kind of error costs, by dead-wood count and for all hands together."""
    labels = choice_labels(study.rules)
    rows: list[tuple[Cell, ...]] = []
    for best, made in permutations(reversed(range(len(labels))), 2):
        wrong = [one for one in study.values if one.best == best]
        groups = [(count, list(own)) for count, own in groupby(wrong, lambda one: one.count)]
        for count, own in (*groups, *([("all", wrong)] if wrong else [])):
            hands = sum(one.hands for one in own)
            share = sum(one.probability for one in own)
            lost = sum((one.worths[best] - one.worths[made]) * one.probability for one in own)
            rows.append((labels[best], labels[made], count, hands, lost / share, lost))
    return Table(
        "errors",
        "What errors cost",
        (
            Column("best"),
            Column("instead"),
            Column("dead wood", "integer", "cards"),
            Column("combinations", "integer", "hands"),
            Column("if dealt", "number", "antes a hand", digits=4),
            Column("if always", "percent", _ANTE, digits=4),
        ),
        tuple(rows),
        study.rules.summary(),
        _VALUES,
        (
            (
                "Combinations: the hands with which the first decision is best; the second is made "
                "instead. If dealt: what the error costs on average when such a hand is dealt; if "
                "always: what it costs per round to make it with all of them."
            ),
        ),
        keys=3,
    )


def _columns(rules: Rules) -> tuple[Column, ...]:
    """Return the columns of a decision."""
    fold, *raises = choice_labels(rules)
    return (
        Column("value"),
        Column("combinations", "integer", "hands"),
        *(Column(label, "number", "antes", digits=6) for label in raises),
        Column(fold, "exact", "antes"),
        Column("best"),
        Column("error, if dealt", "number", "antes", digits=6),
        Column("error, per round", "percent", _ANTE, digits=6),
    )


def _decision(one: ValueDecision, rules: Rules) -> tuple[Cell, ...]:
    return (
        value_label(one.value),
        one.hands,
        *one.worths[1:],
        one.folding,
        _best(one, rules),
        one.cost,
        one.cost_per_round,
    )


def _best(one: ValueDecision, rules: Rules) -> str:
    return choice_labels(rules)[one.best]


def _note(rules: Rules) -> str:
    """Say what the columns of a decision hold."""
    *raises, last = choice_labels(rules)[1:]
    names = ", ".join([*raises, last, "fold"]).capitalize()
    between = " No play bet between the smallest and the largest is ever better." if raises else ""
    wrong = "next best" if raises else "other"
    return (
        f"{names}: what each is worth, over all hands of the value.{between} Error: what the "
        f"{wrong} decision costs when the value is dealt, and per round if it is always made."
    )
