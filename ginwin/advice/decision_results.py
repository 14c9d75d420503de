"""Tables of the decision for each value, and of what errors cost."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table
from ginwin.play.analysis import UNITS
from ginwin.values import count_of, value_label

if TYPE_CHECKING:
    from ginwin.advice.decisions import ValueDecision
    from ginwin.advice.study import StrategyStudy
    from ginwin.base.tables import Cell
    from ginwin.rules.rules import Rules

__all__ = ["boundary_table", "error_table", "value_table"]

_ANTE = UNITS["house_edge"]
_AROUND = 5  # values on either side of the boundary
_MOST_CHANGES = 3  # of the decision that are shown
_VALUES = "the best decision for each value"

_DECISION = (
    Column("value"),
    Column("hands", "integer", "hands"),
    Column("raise", "number", "antes", digits=6),
    Column("fold", "exact", "antes"),
    Column("best"),
    Column("error, if dealt", "number", "antes", digits=6),
    Column("error, per round", "percent", _ANTE, digits=6),
)
_DECISION_NOTE = (
    "Raise, fold: what each is worth, over all hands of the value. Error: what the other decision "
    "costs when the value is dealt, and per round if it is always made."
)


def value_table(study: StrategyStudy) -> Table:
    """Return the decision for every value, one row for each, the best first.

    What a raise is worth with the worst and the best hand is given where the exact cards decide.
    """
    cards = {one.value: one for one in study.cards.values}
    rows: list[tuple[Cell, ...]] = []
    for number, one in enumerate(study.values, start=1):
        own = cards.get(one.value)
        raising = own.raising if own else one.hands * one.raises
        span = (own.lowest, own.highest) if own else (None, None)
        rows.append((number, *_decision(one, study.rules), raising, *span))
    return Table(
        "values",
        "The decision for each value",
        (
            Column("number", "integer"),
            *_DECISION,
            Column("hands that should raise", "integer", "hands"),
            Column("raise with the worst hand", "number", "antes", digits=6),
            Column("raise with the best hand", "number", "antes", digits=6),
        ),
        tuple(rows),
        study.rules.summary(),
        _VALUES,
        (_DECISION_NOTE,),
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
    notes = [_DECISION_NOTE]
    if not changes:
        notes.append(f"Best for all values: {_best(values[0], study.rules)}.")
    elif more > 0:
        notes.append(f"The decision changes {more} times more among worse values.")
    return Table(
        "boundary",
        "Values around the boundary",
        _DECISION,
        tuple(_decision(values[number], study.rules) for number in shown),
        study.rules.summary(),
        _VALUES,
        tuple(notes),
    )


def error_table(study: StrategyStudy) -> Table:
    """Return what each kind of error costs, by dead-wood count."""
    rows: list[tuple[Cell, ...]] = []
    for count, group in groupby(study.values, key=lambda one: count_of(one.value)):
        rows.append((count, *_both_errors(list(group))))
    rows.append(("total", *_both_errors(study.values)))
    return Table(
        "errors",
        "What errors cost",
        (
            Column("dead wood", "integer", "cards"),
            Column("should raise", "integer", "hands"),
            Column("if folded", "number", "antes a hand", digits=4),
            Column("if all fold", "percent", _ANTE, digits=4),
            Column("should fold", "integer", "hands"),
            Column("if raised", "number", "antes a hand", digits=4),
            Column("if all raise", "percent", _ANTE, digits=4),
        ),
        tuple(rows),
        study.rules.summary(),
        _VALUES,
        (
            (
                "If folded, if raised: what the error costs on average when such a hand is dealt; "
                "if all: what it costs per round to make it with all of them."
            ),
        ),
        total=True,
    )


def _both_errors(values: Iterable[ValueDecision]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    decisions = list(values)
    for raises in (True, False):
        own = [one for one in decisions if one.raises is raises]
        hands = sum(one.hands for one in own)
        lost = sum((one.cost * one.hands for one in own), Fraction(0))
        per_round = sum((one.cost_per_round for one in own), Fraction(0))
        cells += [hands, lost / hands if hands else None, per_round if hands else None]
    return tuple(cells)


def _best(one: ValueDecision, rules: Rules) -> str:
    """Return the best decision, with the play bet where the rules have several."""
    bet = f" {one.play}" if len(rules.play) > 1 else ""
    return f"raise{bet}" if one.raises else "fold"


def _decision(one: ValueDecision, rules: Rules) -> tuple[Cell, ...]:
    return (
        value_label(one.value),
        one.hands,
        one.raising,
        one.folding,
        _best(one, rules),
        one.cost,
        one.cost_per_round,
    )
