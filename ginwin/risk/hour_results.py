"""The table of what a casino wins in an hour, at several tables that serve as examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ginwin.base.tables import Cell
    from ginwin.play.analysis import Analysis
    from ginwin.risk.study import Hour

__all__ = ["hours_table"]

_MONEY = "currency units"


def hours_table(base: Analysis, hours: Iterable[Hour]) -> Table:
    """Return what a casino wins in an hour from the base game, a row for each example.

    Parameters
    ----------
    base : Analysis
        The game that the hours are of, without a side bet.
    hours : iterable of Hour
        The examples (see `ginwin.risk.study.theoretical_hour`).
    """
    rows: list[tuple[Cell, ...]] = [
        (
            hour.spots,
            hour.rounds,
            hour.ante,
            hour.theoretical_win,
            hour.standard_deviation,
            *(hour.interval or (None, None)),
        )
        for hour in hours
    ]
    return Table(
        "hours",
        "What the casino wins in an hour, for example",
        (
            Column("spots", "integer"),
            Column("rounds", "integer", "an hour"),
            Column("ante", "exact", _MONEY),
            Column("theoretical win", "number", _MONEY, digits=2),
            Column("standard deviation", "number", _MONEY, digits=2),
            Column("from", "number", _MONEY, digits=2),
            Column("to", "number", _MONEY, digits=2),
        ),
        tuple(rows),
        base.rules.summary(),
        base.strategy.describe(base.threshold),
        (
            (
                "Theoretical win: rounds x spots x ante x house edge. The actual win of an hour "
                "differs from it by about the standard deviation. From, to: the interval of 95 % "
                "of the standard deviation where it is sampled, for several spots."
            ),
        ),
        keys=3,
    )
