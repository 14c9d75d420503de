"""The tables of a strategy study: how to play, short rules, decisions, arranging."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ginwin.advice.card_results import card_tables
from ginwin.advice.decision_results import boundary_table, error_table
from ginwin.base.tables import Column, Table
from ginwin.play.analysis import UNITS

if TYPE_CHECKING:
    from fractions import Fraction

    from ginwin.advice.arranging import Arranged
    from ginwin.advice.study import StrategyStudy
    from ginwin.base.tables import Cell
    from ginwin.rules.rules import Rules

__all__ = ["arranging_table", "strategy_tables"]

_ANTE, _RISK = UNITS["house_edge"], UNITS["element_of_risk"]


def strategy_tables(study: StrategyStudy) -> tuple[Table, ...]:
    """Return the tables of a study, in the order to be read."""
    return (
        _strategies(study),
        _short_rules(study),
        error_table(study),
        boundary_table(study),
        *card_tables(study),
    )


def _strategies(study: StrategyStudy) -> Table:
    best = study.best.expected_value
    rows = tuple(
        (
            str(strategy),
            strategy.raises_with(worth.threshold),
            worth.house_edge,
            worth.element_of_risk,
            worth.raise_rate,
            best - worth.expected_value,
        )
        for strategy, worth in study.strategies
    )
    by_value, threshold = (study.strategies[number][1].expected_value for number in (1, 2))
    alike = (
        "No decision by the value beats the best threshold under these rules. It can only where "
        "some value is worth a raise and a better one is not, as under odd qualifiers."
        if by_value == threshold
        else "Under these rules some value is worth a raise and a better one is not, so that "
        "by-value beats the best threshold."
    )
    return Table(
        "strategies",
        "Strategies",
        (
            Column("strategy"),
            Column("raises with"),
            Column("house edge", "percent", _ANTE, digits=4),
            Column("element of risk", "percent", _RISK, digits=4),
            Column("raise rate", "percent", UNITS["raise_rate"], digits=4),
            Column("cost", "percent", _ANTE, digits=6),
        ),
        rows,
        study.rules.summary(),
        "that of each row",
        (
            "Cost: what is lost against the best decision for each hand by its exact cards.",
            alike,
            "Mimic-dealer raises with what would qualify the dealer.",
            *_play_bet(study),
        ),
    )


def _short_rules(study: StrategyStudy) -> Table:
    short = study.short_rules
    cards = study.card_rules.best if study.card_rules else ()
    found = [
        *short.best,
        *(
            one
            for one in cards
            if all(one.cost < other.cost for other in short.best if other.bounds <= one.bounds)
        ),
    ]
    best, plays = study.best.expected_value, study.rules.play
    figures: list[tuple[str, Fraction, Fraction, Fraction]] = [
        (str(one), one.house_edge, one.raise_rate, one.cost) for one in found
    ]
    for strategy, worth in study.strategies:
        if str(strategy) in ("published", "best-threshold"):
            label = f"{strategy.raises_with(worth.threshold)} ({strategy})"
            cost = best - worth.expected_value
            figures.append((label, worth.house_edge, worth.raise_rate, cost))
    rows: list[tuple[Cell, ...]] = [
        (label, edge, *(edge / (1 + rate * play) for play in plays if len(plays) == 1), rate, cost)
        for label, edge, rate, cost in figures
    ]
    used = {bound.what for one in found for clause in one.clauses for bound in clause}
    short_form = (
        "Short: 4 if highest 10, second 8: raise with four dead-wood cards if the highest is a 10 "
        "or lower and the second an 8 or lower. A larger number of dead-wood cards folds."
    )
    low_cards = "Cards to 9: of all cards of the hand, those that are 9 or lower."
    notes = [
        *[short_form] * bool(used),
        *[low_cards] * ("cards" in used),
        *["30 pips: the pips of the dead wood add up to 30 or less."] * ("pips" in used),
        (
            f"Searched: all {short.space:,} rules with bounds on the highest, second, third and "
            "lowest dead-wood card and on the sum of its pips (ace 1 to king 13), three at most, "
            "in one clause or two; shown is the best for each number of bounds, where it is better "
            "than with fewer."
        ),
    ]
    if study.card_rules:
        notes.append(
            f"Searched too: all {study.card_rules.space:,} rules with bounds on the highest and "
            "second dead-wood card and on how many cards of the hand are low."
        )
    notes += [f"The best: {found[-1].sentence()}"] if found else []
    notes += _play_bet(study)
    return Table(
        "short_rules",
        "Short rules to remember",
        (
            Column("raise with"),
            Column("house edge", "percent", _ANTE, digits=4),
            *([Column("element of risk", "percent", _RISK, digits=4)] * (len(plays) == 1)),
            Column("raise rate", "percent", UNITS["raise_rate"], digits=4),
            Column("cost", "percent", _ANTE, digits=6),
        ),
        tuple(rows),
        study.rules.summary(),
        "that of each row",
        tuple(notes),
    )


def _play_bet(study: StrategyStudy) -> list[str]:
    """Say which play bet raises, where there are several."""
    several = len(study.rules.play) > 1
    return ["Every raise is made with the play bet that is then worth most."] * several


def arranging_table(rules: Rules, arranged: Iterable[Arranged]) -> Table:
    """Return what arranging otherwise than at best costs."""
    rows = tuple(
        (
            one.side,
            one.way,
            one.published,
            one.published_risk,
            one.published_change,
            one.by_value,
            one.by_value_risk,
            one.by_value_change,
        )
        for one in arranged
    )
    return Table(
        "arranging",
        "What arranging otherwise costs",
        (
            Column("side"),
            Column("arranges"),
            *(
                Column(f"{figure}, {strategy}", "percent", unit, digits=4)
                for strategy in ("published", "by value")
                for figure, unit in (("edge", _ANTE), ("risk", _RISK), ("change", _ANTE))
            ),
        ),
        rows,
        rules.summary(),
        "published, and by-value as the player arranges",
        (
            (
                "One side arranges so, the other one at best. Risk: the element of risk. Change: "
                "of the house edge, against both at best. A plus for the player's way is his cost, "
                "a minus for the dealer's the casino's."
            ),
        ),
        keys=2,
    )
