"""The search the other way: which pay tables bring a side bet to a target edge.

Given events in order, and for each the pays to choose from, `design_pays` goes through every pay
table there is: every choice of pays, and every way to leave optional events out. Nothing is
sampled. A branch of the search is left only where no choice in the rows below can bring the edge
into the interval, so the list is complete and its length exact. Pay tables with a row that no hand
reaches are not counted: without that row they are the same.

In whole numbers: with h_k the hands of row k, p_k its pay and H all hands, ::

    house edge * H  =  (H - sum of h_k)  -  sum of p_k h_k,

the bets lost less the bets won. So the target is an interval for the last sum.

Which pay table is simple? In this order: one with fewer rows; one with rounder pays
(:func:`ginwin.event_lists.oddness`, added up over the rows); one nearer to the target; one with
lower pays from the top.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ginwin.bonus_search import Search
from ginwin.bonusfile import PayChoices, SideBet
from ginwin.errors import InputError
from ginwin.event_lists import ORDERS, Row, event_lists
from ginwin.exact import decimal, exact_json, ratio_json
from ginwin.features import Features, features_of
from ginwin.sidebets import BonusAnalysis, analyze_bonus

__all__ = ["ORDERS", "PayDesign", "design_pays"]

_LONGEST_NAME = 150


@dataclass(frozen=True)
class PayDesign:
    """The result of a search for pay tables.

    Parameters
    ----------
    choices : PayChoices
        The events and the pays to choose from.
    target, tolerance : Fraction
        The house edge sought, and how far from it a pay table may be; parts of the bet.
    order : str
        How pays go down the list, one of `ORDERS`.
    space : int
        The pay tables there are; each of them was searched.
    found : int
        How many of them meet the target.
    tables : tuple of BonusAnalysis
        The simplest that meet it, simplest first; if none does, the nearest, nearest first. Each
        has its side bet, which is marked as not published.
    """

    choices: PayChoices
    target: Fraction
    tolerance: Fraction
    order: str
    space: int
    found: int
    tables: tuple[BonusAnalysis, ...]

    def summary(self) -> tuple[str, ...]:
        """Return what was searched and found as short lines for people."""
        bounds = (self.target - self.tolerance, self.target + self.tolerance)
        low, high = (f"{decimal(100 * bound, 4)} %" for bound in bounds)
        shown = len(self.tables)
        listed = [f"pays {_ORDER_LABELS[self.order]}"]
        if any(row.optional for row in self.choices.pays):
            listed.append("each optional event on the list or not")
        if self.found:
            which = "" if shown == self.found else f"; the simplest {shown} are shown"
        else:
            which = "; the nearest are shown"
        return (
            f"Searched: all {self.space:,} pay tables ({', '.join(listed)}).",
            f"Found with a house edge from {low} to {high}: {self.found:,}{which}.",
        )

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        return {
            "choices": self.choices.to_dict(),
            "target": exact_json(self.target),
            "tolerance": exact_json(self.tolerance),
            "order": self.order,
            "space": self.space,
            "exhaustive": True,
            "found": self.found,
            "published": False,
            "tables": [
                {
                    "pays": table.bet.to_dict()["pays"],
                    "house_edge": ratio_json(*table.loss),
                    "hit_frequency": float(table.hit_frequency),
                    "standard_deviation": table.standard_deviation,
                }
                for table in self.tables
            ],
        }


_ORDER_LABELS = {
    "falling": "never rise down the list",
    "strictly falling": "fall down the list",
    "any": "in any order",
}


def design_pays(
    choices: PayChoices,
    target: Fraction,
    tolerance: Fraction,
    *,
    order: str = "falling",
    show: int = 20,
    features: Features | None = None,
) -> PayDesign:
    """Return every pay table that meets a target house edge.

    Parameters
    ----------
    choices : PayChoices
        The events, and the pays to choose from for each.
    target, tolerance : Fraction
        The house edge, and how far above or below it is allowed; parts of the bet.
    order : str
        How pays go down the list, one of `ORDERS`.
    show : int
        How many pay tables to return, the simplest first; all are counted.
    features : Features, optional
        The features of all hands; by default those of the standard deck.

    Raises
    ------
    InputError
        If there is nothing to search: no such order, an event that no hand reaches, too many
        events, pays that cannot go down the list, or a tolerance below zero.
    """
    if order not in ORDERS:
        raise InputError("order", order, ", ".join(ORDERS))
    if tolerance < 0:
        raise InputError("tolerance", tolerance, "a number from 0")
    if show < 1:
        raise InputError("show", show, "a whole number from 1")
    if features is None:
        features = features_of(choices.melds, choices.cards)
    rows = [Row(row.event, row.pays or choices.customary, row.optional) for row in choices.pays]
    lists = event_lists(rows, order, features)
    search = Search.run(lists, target, tolerance)
    found = search.found
    near = search if found else Search.near(lists, target, tolerance)
    tables = tuple(
        analyze_bonus(_side_bet(choices, table.pays, number), features)
        for number, table in enumerate(near.simplest(show) if found else near.nearest(show), 1)
    )
    space = sum(each.space for each in lists)
    return PayDesign(choices, target, tolerance, order, space, found, tables)


def _side_bet(choices: PayChoices, pays: dict[int, Fraction], number: int) -> SideBet:
    """Return a pay table that was found, as a side bet."""
    return SideBet(
        name=f"{choices.name[:_LONGEST_NAME]}, pay table {number}",
        published=False,
        deal=choices.deal,
        melds=choices.melding,
        pays=[{"event": choices.pays[k].event, "pays": pay} for k, pay in pays.items()],
    )
