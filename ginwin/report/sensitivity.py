"""The section about other rules: qualifier, pays, ties, and the presets side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ginwin.base.kept import kept_tables
from ginwin.base.tables import Column, Table
from ginwin.counting.joint import MOST_VALUES
from ginwin.counting.routes import counts_for
from ginwin.document.model import Data, Figure, Section, Text
from ginwin.play.analysis import UNITS, analyze
from ginwin.play.strategy import PUBLISHED_THRESHOLD, raising_label
from ginwin.plots.pays import plot_pays
from ginwin.plots.qualifiers import plot_landscape
from ginwin.report.wording import column, exact, percent
from ginwin.rules.rules import Rules, preset_names
from ginwin.rules.tables import pay_label
from ginwin.variants.comparison import sweep
from ginwin.variants.qualifiers import landmarks, landscape, own_row

if TYPE_CHECKING:
    from ginwin.document.model import Block
    from ginwin.report.request import Request

__all__ = ["sensitivity_section"]

_PAY = "pays.win.ante.0"  # of the ante, for a win with no dead wood
_PAID = "pay of the ante for a win with no dead wood"
_PAYS = range(11)
_QUALIFIERS = ("3 cards", "9-8-7-6", "10-9-8-7", "J-10-9-8", "Q-J-10-9", "4 cards", "always")
_TIES = {"lose both bets": -1, "push": 0, "win even money": 1}
_BEST = "best-threshold"
_OWN = "these rules"
_EVERY = "every hand"  # of the qualifiers of a landscape


def sensitivity_section(request: Request) -> Section:
    """Return the section; its tables are kept for the next report (see `ginwin.base.kept`)."""
    tables = {table.name: table for table in _tables(request)}
    return Section("sensitivity", "Other rules", tuple(_blocks(request, tables)))


def _blocks(request: Request, tables: Mapping[str, Table]) -> Iterator[Block]:
    yield Text("What the game would be worth if one rule were another, all else as it is.")
    yield tables["qualifiers"]
    yield from _qualifiers(request, tables)
    pays = {str(request.strategy): tables["pay_own"], _BEST: tables["pay_best"]}
    own = Fraction(str(request.rules.held(_PAY)))
    yield Text(
        "The next table varies what the ante pays for a win with no dead wood; "
        f"{_play_bet_pays(request.rules)}. {_step(tables['pay_own'])}"
    )
    yield tables["pay_own"]
    if tables["pay_best"].rows != tables["pay_own"].rows:
        yield tables["pay_best"]
    lines = (
        "One line for the strategy of this report, one for the best threshold under each pay; "
        "where they are close they cover each other."
        if len(pays) > 1
        else "The line is that of the best threshold under each pay."
    )
    yield Figure(
        "pays",
        "House edge by the pay of the ante for a win with no dead wood",
        lambda axes: plot_pays(pays, axes, own, pay=_PAID, title=False),
        f"{lines} Below zero the player has the advantage.",
    )
    yield Text("What ties do, and the rule sets of the package beside the rules of this report:")
    yield tables["ties"]
    yield tables["presets"]
    if not request.quick:
        yield Text(
            "How either side arranges its cards is another rule: see the section on playing."
        )


def _qualifiers(request: Request, tables: Mapping[str, Table]) -> Iterator[Block]:
    if "landscape" not in tables:
        yield Text(
            f"Under these melds hands have {request.counts.values.size:,} values. The edge under "
            f"every qualifier is worked out for at most {MOST_VALUES:,}, so it is left out."
        )
        return
    table = tables["landscape"]
    place = own_row(table, request.rules)
    own = str(table.rows[place][0]) if place >= 0 else None
    yield Text(
        f"There are {len(table.rows):,} qualifiers: each value or better, and every hand. Both "
        "ends and what lies between them:"
    )
    yield tables["landmarks"]
    yield Figure(
        "qualifiers",
        "House edge under every qualifier",
        lambda axes: plot_landscape(table, axes, own, title=False),
        "Tough qualifiers are at the left. One line is that of a player who keeps to the published "
        "strategy, the others those of the best threshold and of the best decision for each value "
        "under each qualifier."
        + " The point marks the rules of this report." * bool(own)
        + f" The strategy {request.strategy} is in the table only." * _plays_own(request),
    )
    yield Data(table)


def _play_bet_pays(rules: Rules) -> str:
    """Say what the play bet pays for a win with no dead wood."""
    return f"the play bet {pay_label(rules.pays.win.play.pay(0))} then"


def _step(table: Table) -> str:
    """Say what a higher pay changes: the same at every step, or the first one."""
    edges = {exact(pay): exact(edge) for pay, edge in column(table, "house edge").items()}
    steps = {(edges[low] - edges[high]) / (high - low) for low, high in pairwise(edges)}
    if not any(steps):
        return "Under these rules it does not change the house edge."
    what = "Each further 1 to 1" if len(steps) == 1 else "1 to 1 instead of nothing"
    step = edges[Fraction(0)] - edges[Fraction(1)]
    return f"{what} lowers the house edge by {percent(step)} of the ante."


def _plays_own(request: Request) -> bool:
    """Return whether the strategy of the report is none of those of a landscape."""
    strategy = request.strategy
    return (
        strategy.name not in {_BEST, "by-value"} and strategy.fixed_threshold != PUBLISHED_THRESHOLD
    )


def _with_own(request: Request, table: Table) -> Table:
    """Return landmarks with a column of the strategy of the report."""
    if not _plays_own(request):
        return table
    names = [one.name for one in table.columns]
    qualifier, place = names.index("qualifier"), names.index("edge by published strategy")
    edges = []
    for row in table.rows:
        limit = "always" if row[qualifier] == _EVERY else row[qualifier]
        rules = request.rules.with_settings([f"dealer.qualifies={limit}"])
        edges.append(analyze(rules, request.strategy, request.counts).house_edge)
    own = replace(table.columns[place], name="edge by strategy of this report")
    rows = tuple(
        (*row[:place], edge, *row[place:]) for row, edge in zip(table.rows, edges, strict=True)
    )
    columns = (*table.columns[:place], own, *table.columns[place:])
    strategy = f"{table.strategy}; of this report: {request.strategy}"
    return replace(table, columns=columns, rows=rows, strategy=strategy)


def _tables(request: Request) -> tuple[Table, ...]:
    def make() -> tuple[Table, ...]:
        return tuple(_made(request))

    key = {"rules": request.rules.to_toml(), "strategy": str(request.strategy)}
    return kept_tables("sensitivity", key, make)


def _made(request: Request) -> Iterator[Table]:
    rules, counts = request.rules, request.counts
    if counts.values.size <= MOST_VALUES:
        with request.bar(counts.values.size + 1, "qualifiers") as progress:
            table = landscape(rules, counts, progress=progress)
        yield from (table, _with_own(request, landmarks(table, rules)))
    pays = sorted({*map(Fraction, _PAYS), Fraction(str(rules.held(_PAY)))})
    axis = [f"{_PAY}={','.join(map(str, pays))}"]
    for name, strategy, played in (
        ("pay_own", request.strategy, ""),
        ("pay_best", _BEST, ", with the best threshold"),
    ):
        swept = sweep(rules, axis, strategy, threads=request.threads)
        title = f"What the ante pays for a win with no dead wood{played}"
        head = Column("pay", "exact", "to one")
        rows = tuple((Fraction(str(row[0])), *row[1:]) for row in swept.rows)
        columns = (head, *swept.columns[1:])
        notes = (f"Pay: that of the ante; {_play_bet_pays(rules)}.", *swept.notes[1:])
        yield replace(swept, name=name, title=title, columns=columns, rows=rows, notes=notes)
    yield _side_by_side(request, "qualifiers", "Usual qualifiers", _usual_qualifiers(request))
    ties = {
        what: rules.with_settings([f"pays.tie.{bet}={{other={pay}}}" for bet in ("ante", "play")])
        for what, pay in _TIES.items()
    }
    yield _side_by_side(request, "ties", "What ties do", ties)
    presets = {name: Rules.load(name) for name in preset_names()}
    yield _side_by_side(request, "presets", "Rule sets side by side", presets)


def _usual_qualifiers(request: Request) -> dict[str, Rules]:
    """Return the rules with other qualifiers; of those that the same hands meet, one."""
    values = request.counts.values
    found: dict[int, Rules] = {}
    for limit in (request.rules.dealer.qualifies, *_QUALIFIERS):
        rules = request.rules.with_settings([f"dealer.qualifies={limit}"])
        met = np.searchsorted(values, rules.qualifies, side="right")
        found.setdefault(int(met), rules)
    return {raising_label(rules.qualifies): rules for _, rules in sorted(found.items())}


def _side_by_side(request: Request, name: str, title: str, sets: Mapping[str, Rules]) -> Table:
    """Return these rules and others, with the strategy of the report and with the best threshold.

    These rules have a row of their own only if they are none of the others.
    """
    same = [label for label, rules in sets.items() if not rules.difference(request.rules)]
    rows = []
    for label, rules in sets.items() if same else ((_OWN, request.rules), *sets.items()):
        counts = counts_for(rules, threads=request.threads)
        own, best = (analyze(rules, one, counts) for one in (request.strategy, _BEST))
        rows.append(
            (
                f"{label} ({_OWN})" if label in same else label,
                own.house_edge,
                own.element_of_risk,
                own.raise_rate,
                own.average_wager,
                best.house_edge,
                "no hand" if best.threshold is None else raising_label(best.threshold),
            )
        )
    return Table(
        name,
        title,
        (
            Column("rules"),
            Column("house edge", "percent", UNITS["house_edge"], digits=4),
            Column("element of risk", "percent", UNITS["element_of_risk"], digits=4),
            Column("raise rate", "percent", UNITS["raise_rate"], digits=4),
            Column("average wager", "number", UNITS["average_wager"], digits=4),
            Column("edge by best threshold", "percent", UNITS["house_edge"], digits=4),
            Column("best threshold"),
        ),
        tuple(rows),
        request.rules.summary(),
        f"{request.strategy}; last two columns: the best threshold under the rules of each row",
    )
