"""The section about other rules: qualifier, pays, ties, and the presets side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.kept import kept_tables
from ginwin.base.tables import Column, Table, unique_names
from ginwin.counting.joint import MOST_VALUES
from ginwin.counting.routes import counts_for
from ginwin.document.model import Data, Figure, Section, Text
from ginwin.play.analysis import UNITS, analyze
from ginwin.play.strategy import threshold_label
from ginwin.plots.pays import plot_pays
from ginwin.plots.qualifiers import plot_landscape
from ginwin.report.wording import column, exact, percent
from ginwin.rules.rules import Rules, preset_names
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
        "What the ante pays for a win with no dead wood, where "
        f"{_play_bet_pays(request.rules)}: one to one instead of nothing changes "
        f"the house edge by {percent(_step(tables['pay_own']), 4)} of the ante."
    )
    yield tables["pay_own"]
    if tables["pay_best"].rows != tables["pay_own"].rows:
        yield Data(tables["pay_best"])
    yield Figure(
        "pays",
        "House edge by the pay of the ante for a win with no dead wood",
        lambda axes: plot_pays(pays, axes, own, pay=_PAID, title=False),
        "One line for the strategy of this report, one for the best threshold under each pay; "
        "where they are close they cover each other. Below zero the player has the advantage.",
    )
    yield Text("What ties do, and the rule sets of the package beside the rules of this report:")
    yield tables["ties"]
    yield tables["presets"]
    yield Text("How either side arranges its cards is another rule: see the section on playing.")


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
        "under each qualifier. The point marks the rules of this report.",
    )
    yield Data(table)


def _play_bet_pays(rules: Rules) -> str:
    """Say what the play bet pays for a win with no dead wood."""
    return f"the play bet pays {rules.held('pays.win.play.0')} to 1 then"


def _step(table: Table) -> Fraction:
    """Return what a pay of one ante more changes."""
    edges = column(table, "house edge")
    return exact(edges[Fraction(1)]) - exact(edges[Fraction(0)])


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
        yield from (table, landmarks(table, rules))
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
    usual = {one: rules.with_settings([f"dealer.qualifies={one}"]) for one in _QUALIFIERS}
    own = {"these rules": rules}
    yield _side_by_side(request, "qualifiers", "Usual qualifiers", {**own, **usual})
    ties = {
        what: rules.with_settings([f"pays.tie.{bet}={{other={pay}}}" for bet in ("ante", "play")])
        for what, pay in _TIES.items()
    }
    yield _side_by_side(request, "ties", "What ties do", {"as it is": rules, **ties})
    presets = {name: Rules.load(name) for name in preset_names()}
    yield _side_by_side(request, "presets", "Rule sets side by side", {**own, **presets})


def _side_by_side(request: Request, name: str, title: str, sets: Mapping[str, Rules]) -> Table:
    """Return rule sets, with the strategy of the report and with the best threshold of each."""
    labels = unique_names(sets)
    rows = []
    for label, rules in zip(labels, sets.values(), strict=True):
        counts = counts_for(rules, threads=request.threads)
        own, best = (analyze(rules, one, counts) for one in (request.strategy, _BEST))
        rows.append(
            (
                label,
                own.house_edge,
                own.element_of_risk,
                own.raise_rate,
                own.average_wager,
                best.house_edge,
                "none" if best.threshold is None else threshold_label(best.threshold),
            )
        )
    return Table(
        name,
        title,
        (
            Column("rules"),
            Column("house edge", "percent", UNITS["house_edge"], digits=4),
            Column("element of risk", "percent", UNITS["element_of_risk"], digits=4),
            Column("raise rate", "percent", UNITS["raise_rate"], digits=3),
            Column("average wager", "number", UNITS["average_wager"], digits=4),
            Column("edge at best", "percent", UNITS["house_edge"], digits=4),
            Column("best threshold"),
        ),
        tuple(rows),
        request.rules.summary(),
        f"{request.strategy}; at best: the best threshold under the rules of each row",
    )
