"""The search the other way: which pay tables bring a side bet to a target edge.

Given events in order, and for each the pays to choose from, `design_pays` goes through every pay
table there is: every choice of pays, and every way to leave optional events out. Nothing is
sampled. A branch of the search is left only where no choice in the rows below can bring the edge
into the interval, so the list is complete and its length exact. Pay tables with a row that no hand
reaches are not counted: without that row they are the same.

How long a search takes depends less on how many pay tables there are than on how many meet the
target, for these are counted one by one, some fifty million in a second.

In whole numbers: with h_k the hands of row k, p_k its pay and H all hands, ::

    house edge * H  =  (H - sum of h_k)  -  sum of p_k h_k,

the bets lost less the bets won. So the target is an interval for the last sum.

Which pay table is simple? In this order: one with fewer rows; one with rounder pays
(:func:`ginwin.bonus.event_lists.oddness`, added up over the rows); one nearer to the target; one
with lower pays from the top.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ginwin.base.amounts import check_amount, check_whole
from ginwin.base.bars import Bar, no_bar
from ginwin.base.exact import exact_json, plain_decimal, plural, ratio_json
from ginwin.bonus.bonusfile import PayChoices, SideBet
from ginwin.bonus.event_lists import ORDERS, Row, event_lists
from ginwin.bonus.features import Features
from ginwin.bonus.search import Search
from ginwin.bonus.sidebets import BonusAnalysis, analyze_bonus, fitting_features
from ginwin.errors import InputError
from ginwin.variants.targets import MOST_SHOWN

__all__ = ["ORDERS", "PayDesign", "design_pays"]

_LONGEST_NAME = 150
_MOST_EDGE = 10**6  # bets


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
        has its side bet, which is marked as not published unless it is the pay table of a file
        that was.
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
        low, high = (f"{plain_decimal(100 * bound, least=4)} %" for bound in bounds)
        shown = len(self.tables)
        listed = [f"pays {_ORDER_LABELS[self.order]}"]
        if any(row.optional for row in self.choices.pays):
            listed.append("each optional event on the list or not")
        if self.found:
            more = f"; the simplest {shown:,} {'is' if shown == 1 else 'are'} shown"
            which = "" if shown == self.found else more
        else:
            which = f"; the nearest {'is' if shown == 1 else 'are'} shown"
        every = "the only" if self.space == 1 else f"all {self.space:,}"
        return (
            f"Searched: {every} {plural(self.space, 'pay table')} ({', '.join(listed)}).",
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
            "published": any(table.bet.published for table in self.tables),
            "tables": [
                {
                    "published": table.bet.published,
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
    choices: PayChoices | SideBet,
    target: Fraction | float | str,
    tolerance: Fraction | float | str,
    *,
    order: str = "falling",
    show: int = 20,
    features: Features | None = None,
    bar: Bar = no_bar,
) -> PayDesign:
    """Return every pay table that meets a target house edge.

    Parameters
    ----------
    choices : PayChoices or SideBet
        The events, and the pays to choose from for each. The pays of a side bet are fixed.
    target, tolerance : Fraction, int, float or str
        The house edge, and how far above or below it is allowed; parts of the bet. A float is taken
        as it is written: 0.1 is 1/10.
    order : str
        How pays go down the list, one of `ORDERS`.
    show : int
        How many pay tables to return, the simplest first, up to 10,000; all are counted.
    features : Features, optional
        The features of all hands, counted for the melds and the cards of the file; by default those
        of the standard deck.
    bar : callable, optional
        Shows the progress: a function of how many there are and what they are, which gives a
        context with a function of how many more are done.

    Raises
    ------
    InputError
        If an argument is not of this kind or out of range, or there is nothing to search: an event
        that no hand reaches or that is there twice, too many events, or pays that cannot go down
        the list.
    """
    if isinstance(choices, SideBet):
        choices = PayChoices(**choices.to_dict())
    if not isinstance(choices, PayChoices):
        raise InputError("choices", choices, "a PayChoices or a SideBet")
    target = check_amount("target", target, -_MOST_EDGE, _MOST_EDGE, "parts of the bet")
    if order not in ORDERS:
        raise InputError("order", order, ", ".join(ORDERS))
    if tolerance != 0:
        tolerance = check_amount("tolerance", tolerance, 0, _MOST_EDGE, "parts of the bet")
    width = Fraction(tolerance)
    show = check_whole("show", show, 1, MOST_SHOWN)
    features = fitting_features(choices, features)
    rows = [Row(row.event, row.pays or choices.customary, row.optional) for row in choices.pays]
    lists = event_lists(rows, order, features)
    search = Search.run(lists, target, width, show, bar)
    near = search if search.found else Search.nearest(lists, target, width, show, bar)
    tables = tuple(
        analyze_bonus(_side_bet(choices, pays, number), features)
        for number, pays in enumerate(near.tables, start=1)
    )
    space = sum(each.space for each in lists)
    return PayDesign(choices, target, width, order, space, search.found, tables)


def _side_bet(choices: PayChoices, pays: dict[int, Fraction], number: int) -> SideBet:
    """Return a pay table that was found, as a side bet."""
    return SideBet(
        name=f"{choices.name[:_LONGEST_NAME]}, pay table {number}",
        published=choices.published and tuple(pays.values()) == choices.fixed,
        deal=choices.deal,
        melds=choices.melding,
        pays=[{"event": choices.pays[k].event, "pays": pay} for k, pay in pays.items()],
    )
