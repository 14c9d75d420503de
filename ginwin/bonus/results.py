"""The tables of side bets: each function makes one `ginwin.base.tables.Table`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ginwin.base.tables import Cell
    from ginwin.bonus.design import PayDesign
    from ginwin.bonus.sidebets import BonusAnalysis

__all__ = ["bonus_figure_table", "bonus_pay_table", "bonus_table", "design_table"]

NO_STRATEGY = "none needed (the bet is settled on the player's cards alone)"


def bonus_table(analysis: BonusAnalysis) -> Table:
    """Return the pay table with what it returns; the last row is the total, minus the edge."""
    rows: list[tuple[Cell, ...]] = [
        (row.event, row.pays, row.combinations, row.probability, row.one_in, row.return_)
        for row in analysis.rows
    ]
    rows.append(("total", None, analysis.hands, Fraction(1), None, analysis.expected_value))
    return Table(
        "side_bet",
        "Pay table and returns",
        (
            Column("event"),
            Column("pays", "exact", "to one"),
            Column("combinations", "integer", "hands"),
            Column("probability", "number", digits=9),
            Column("one in", "number", "hands", digits=2),
            Column("return", "number", "bets", digits=9),
        ),
        tuple(rows),
        analysis.bet.summary(),
        NO_STRATEGY,
        (
            (
                "The first event that a hand is pays; combinations leave out the hands of the rows "
                "above. The total return is minus the house edge."
            ),
            *(
                f"No hand is paid for {row.event}: it is impossible, or an event above it is first."
                for row in analysis.rows[:-1]
                if not row.combinations
            ),
            *_unpublished([analysis]),
        ),
        total=True,
    )


def bonus_figure_table(analyses: Sequence[BonusAnalysis]) -> Table:
    """Return the figures of side bets, side by side."""
    figures: dict[str, tuple[str, list[Cell]]] = {
        "house edge": ("% of side bet", [100 * analysis.house_edge for analysis in analyses]),
        "hit frequency": ("% of hands", [100 * analysis.hit_frequency for analysis in analyses]),
        "variance": ("square bets", [analysis.variance for analysis in analyses]),
        "standard deviation": ("bets", [analysis.standard_deviation for analysis in analyses]),
    }
    labels = _labels(analyses)
    losses = [
        f"House edge of {label}: {loss:,} / {total:,}."
        for label, (loss, total) in zip(labels, (each.loss for each in analyses), strict=True)
    ]
    return Table(
        "side_bet_figures",
        "Side bets: figures",
        (
            Column("figure"),
            *(Column(label, "number", digits=6) for label in labels),
            Column("unit"),
        ),
        tuple((figure, *cells, unit) for figure, (unit, cells) in figures.items()),
        _titles(analyses),
        NO_STRATEGY,
        (
            "A hit is a hand that wins something; a push is not one.",
            *losses,
            *_unpublished(analyses),
        ),
    )


def bonus_pay_table(analyses: Sequence[BonusAnalysis]) -> Table:
    """Return several pay tables side by side: what each pays for the events of all."""
    pays = [  # of an event that is there twice, the first counts
        {str(row.event): row.pays for row in reversed(analysis.bet.pays)} for analysis in analyses
    ]
    events = dict.fromkeys(str(row.event) for analysis in analyses for row in analysis.bet.pays)
    return Table(
        "side_bet_pays",
        "Pay tables side by side",
        (
            Column("event"),
            *(Column(label, "exact", "to one") for label in _labels(analyses)),
        ),
        tuple((event, *(table.get(event) for table in pays)) for event in events),
        _titles(analyses),
        NO_STRATEGY,
        (
            "Events are in the order of their first pay table; each pay table has its own order.",
            *_unpublished(analyses),
        ),
    )


def design_table(design: PayDesign) -> Table:
    """Return the pay tables of a search, a row for each."""
    events = [str(row.event) for row in design.choices.pays]
    rows: list[tuple[Cell, ...]] = []
    for number, found in enumerate(design.tables, start=1):
        pays = {str(row.event): row.pays for row in found.bet.pays}
        figures = (found.house_edge, found.hit_frequency, found.standard_deviation)
        rows.append((number, *(pays.get(event) for event in events), *figures))
    return Table(
        "pay_tables",
        "Pay tables found" if design.found else "Pay tables nearest to the target",
        (
            Column("number", "integer"),
            *(Column(event, "exact", "to one") for event in events),
            Column("house edge", "percent", "% of side bet", digits=5),
            Column("hit frequency", "percent", "% of hands", digits=4),
            Column("standard deviation", "number", "bets", digits=3),
        ),
        tuple(rows),
        design.choices.summary(),
        NO_STRATEGY,
        (
            *design.summary(),
            "Where no pay stands, the event is left out. A hit wins something; a push is not one.",
            (
                "Simplest first: fewest rows, then the roundest pays, then nearest to the target."
                if design.found
                else "Nearest to the target first; as near, fewest rows, then the roundest pays."
            ),
            _published_among(design.tables),
        ),
    )


def _published_among(found: Sequence[BonusAnalysis]) -> str:
    """Say which of the pay tables of a search was published; no two are the same."""
    for number, table in enumerate(found, start=1):
        if table.bet.published:
            return f"Number {number} is the published pay table of the file."
    return "None of these is a published pay table."


def _labels(analyses: Sequence[BonusAnalysis]) -> list[str]:
    """Return the titles, numbered where one is there twice."""
    titles = [analysis.bet.title for analysis in analyses]
    return [
        f"{title}, {number}" if titles.count(title) > 1 else title
        for number, title in enumerate(titles, start=1)
    ]


def _titles(analyses: Sequence[BonusAnalysis]) -> tuple[str, ...]:
    """Return the rules of a table about several side bets."""
    return (
        "; ".join(_labels(analyses)),
        *(line for analysis in analyses for line in analysis.bet.summary()),
    )


def _unpublished(analyses: Sequence[BonusAnalysis]) -> tuple[str, ...]:
    """Return a remark about pay tables that were not published as they are."""
    names = dict.fromkeys(each.bet.name for each in analyses if not each.bet.published)
    return (f"Not a published pay table: {'; '.join(names)}.",) if names else ()
