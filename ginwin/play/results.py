"""The tables of the results: each function makes one `ginwin.base.tables.Table`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table
from ginwin.cards import STANDARD_DECK
from ginwin.counting.routes import counts_for, counts_like
from ginwin.play.analysis import FIGURES, UNITS, analyze
from ginwin.play.published import compare_published
from ginwin.values import COUNT_SHIFT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ginwin.base.tables import Cell
    from ginwin.counting.counts import Counts
    from ginwin.play.analysis import Analysis
    from ginwin.play.hands import HandAnalysis
    from ginwin.play.published import Comparison
    from ginwin.rules.rules import Rules

__all__ = [
    "dead_wood_table",
    "figure_table",
    "hand_table",
    "house_tables",
    "outcome_table",
    "published_table",
    "report_tables",
    "strategy_table",
]

STRATEGIES = ("published", "best-threshold", "by-value", "optimal")
"""The strategies that a report shows side by side; the last is the best there is."""


def report_tables(
    rules: Rules, counts: Counts, route: str | None = None, threads: int | None = None
) -> tuple[Table, ...]:
    """Return all tables of a report: the published figures, then what the rules give.

    Parameters
    ----------
    rules : Rules
        The rules.
    counts : Counts
        The counts for their melds and hands. Published figures are always compared under the
        rules that their source states, on the standard deck.
    route, threads
        How other counts are made that are needed too (see `ginwin.counting.routes.counts_for`).
    """

    def published(stated: Rules, strategy: str) -> Analysis:
        if counts.deck == STANDARD_DECK:
            return analyze(stated, strategy, counts_like(counts, stated, route, threads))
        return analyze(stated, strategy, counts_for(stated, threads=threads))

    analyses = [analyze(rules, strategy, counts) for strategy in STRATEGIES]
    return (
        published_table(compare_published(published)),
        figure_table(analyses[0]),
        outcome_table(analyses[0]),
        dead_wood_table(rules, counts),
        strategy_table(analyses, analyses[-1]),
        *house_tables(analyses[0], counts, route, threads),
    )


def published_table(comparisons: Iterable[Comparison]) -> Table:
    """Return every published figure beside its exact value."""
    rows: list[tuple[Cell, ...]] = []
    notes: dict[str, None] = {}  # these three are ordered sets
    rules: dict[str, None] = {}
    strategies: dict[str, None] = {}
    for item in comparisons:
        figure = item.figure
        name = figure.figure.replace("_", " ") if figure else None
        printed, unit = (figure.printed, figure.unit) if figure else (None, None)
        integers = item.integers or (None, None)
        label = item.source.label
        rows.append((label, name, printed, item.exact, unit, item.verdict, *integers))
        remark = f"; {item.source.note}" if item.source.note else ""
        notes[f"{label}: {item.source.source}{remark}."] = None
        if item.analysis:
            rules |= dict.fromkeys(item.analysis.rules.summary())
            strategies[item.analysis.strategy.describe(item.analysis.threshold)] = None
    return Table(
        "published",
        "Published figures and exact values",
        (
            Column("where"),
            Column("figure"),
            Column("printed"),
            Column("exact", "number", digits=6),
            Column("unit"),
            Column("reproduced"),
            Column("numerator", "integer"),
            Column("denominator", "integer"),
        ),
        tuple(rows),
        tuple(rules),
        "; ".join(strategies),
        (
            (
                "Reproduced: the exact value rounds to the printed digits. It is numerator over "
                "denominator, times 100 for a percentage."
            ),
            *notes,
        ),
        keys=2,
    )


def figure_table(analysis: Analysis) -> Table:
    """Return the figures of an analysis with the integers behind them."""
    rows: list[tuple[Cell, ...]] = []
    for figure, unit in UNITS.items():
        scale = 100 if unit.startswith("%") else 1
        name = figure.replace("_", " ")
        integers = analysis.integers(figure) if figure in FIGURES else (None, None)
        rows.append((name, scale * getattr(analysis, figure), unit, *integers))
    return Table(
        "base_figures",
        "Base game: figures",
        (
            Column("figure"),
            Column("value", "number", digits=6),
            Column("unit"),
            Column("numerator", "integer"),
            Column("denominator", "integer"),
        ),
        tuple(rows),
        analysis.rules.summary(),
        analysis.strategy.describe(analysis.threshold),
        (
            "A value is numerator over denominator, times 100 for a percentage.",
            (
                "A hit is a round in which the bets together win something; a round in which they "
                "push or lose together is none."
            ),
        ),
    )


def outcome_table(analysis: Analysis) -> Table:
    """Return the outcome table; its last row is the total, minus the house edge."""
    several = len(analysis.rules.play) > 1
    rows = [
        (
            row.event,
            row.player_dead_wood,
            *((row.play,) if several else ()),
            row.pays,
            row.combinations,
            row.probability,
            row.return_,
        )
        for row in analysis.outcomes
    ]
    empty = (None,) * (3 if several else 2)
    total = ("total", *empty, analysis.deals, Fraction(1), analysis.expected_value)
    return Table(
        "outcomes",
        "Outcomes",
        (
            Column("event"),
            Column("dead wood", "integer", "cards"),
            *((Column("play bet", "exact", "antes"),) if several else ()),
            Column("pays", "exact", "antes"),
            Column("combinations", "integer", "deals"),
            Column("probability", "number", digits=9),
            Column("return", "number", "antes", digits=9),
        ),
        (*rows, total),
        analysis.rules.summary(),
        analysis.strategy.describe(analysis.threshold),
        (
            (
                "Dead wood is the player's. Pays: the net win of the round in antes, all bets "
                "together; the rules give what each bet pays to one. The total return is minus the "
                "house edge."
            ),
        ),
        keys=3 if several else 2,
        total=True,
    )


def dead_wood_table(rules: Rules, counts: Counts) -> Table:
    """Return how many hands have how many dead-wood cards."""
    rows: list[tuple[Cell, ...]] = []
    for number in range(counts.cards + 1):
        chosen = counts.values >> COUNT_SHIFT == number
        hands = int(counts.hands_by_value[chosen].sum())
        odds = Fraction(counts.hands, hands) if hands else None
        rows.append((number, hands, Fraction(hands, counts.hands), odds))
    rows.append(("total", counts.hands, Fraction(1), None))
    return Table(
        "hands_by_dead_wood",
        "Hands by dead wood",
        (
            Column("dead wood", "integer", "cards"),
            Column("combinations", "integer", "hands"),
            Column("probability", "number", digits=9),
            Column("one in", "number", "hands", digits=2),
        ),
        tuple(rows),
        rules.summary(),
        "any (all hands are counted)",
        notes=(f"{counts.cards - 1} is impossible: the other card alone would have to be a meld.",),
        total=True,
    )


def strategy_table(analyses: Iterable[Analysis], best: Analysis) -> Table:
    """Return strategies side by side.

    Parameters
    ----------
    analyses : iterable of Analysis
        The strategies, under the same rules.
    best : Analysis
        The strategy that the others are measured against, usually ``optimal``.
    """
    rows = tuple(
        (
            str(analysis.strategy),
            analysis.strategy.raises_with(analysis.threshold),
            analysis.house_edge,
            analysis.element_of_risk,
            analysis.raise_rate,
            analysis.standard_deviation,
            best.expected_value - analysis.expected_value,
        )
        for analysis in analyses
    )
    return Table(
        "strategies",
        "Strategies",
        (
            Column("strategy"),
            Column("raises with"),
            Column("house edge", "percent", "% of ante", digits=4),
            Column("element of risk", "percent", "% of money bet", digits=4),
            Column("raise rate", "percent", "% of hands", digits=4),
            Column("standard deviation", "number", "antes", digits=4),
            Column("cost", "percent", "% of ante", digits=6),
        ),
        rows,
        best.rules.summary(),
        "that of each row",
        (f"Cost: what the strategy loses against {best.strategy}.",),
    )


def house_tables(
    analysis: Analysis, counts: Counts, route: str | None = None, threads: int | None = None
) -> tuple[Table, ...]:
    """Return both ends of what the written house way leaves open, if a side arranges so.

    Parameters
    ----------
    analysis : Analysis
        The strategy, under rules in which a side arranges in the house way; it is the first row.
    counts : Counts
        The counts that it was made with.
    route, threads
        How the counts of the other ends are made (see `ginwin.counting.routes.counts_for`).

    Returns
    -------
    tuple of Table
        One table, or none if neither side arranges in the house way.
    """
    ends = analysis.rules.house_ends()
    if len(ends) == 1:
        return ()
    others = (
        analyze(end, analysis.strategy, counts_like(counts, end, route, threads))
        for end in ends[1:]
    )
    rows = tuple(
        (*end.rules.ways, end.house_edge, end.element_of_risk, end.raise_rate)
        for end in (analysis, *others)
    )
    return (
        Table(
            "house_way",
            "Both ends of the house way",
            (
                Column("player arranges"),
                Column("dealer arranges"),
                Column("house edge", "percent", "% of ante", digits=6),
                Column("element of risk", "percent", "% of money bet", digits=6),
                Column("raise rate", "percent", "% of hands", digits=6),
            ),
            rows,
            analysis.rules.summary(),
            analysis.strategy.describe(analysis.threshold),
            (
                (
                    "The written house way asks for the fewest dead-wood cards, then for the "
                    "lowest highest card, and leaves the others open. House: the worst of what it "
                    "allows; best: the best of it."
                ),
            ),
            keys=2,
        ),
    )


def hand_table(hand: HandAnalysis) -> Table:
    """Return how a raise with one hand can end; the total return is what raising is worth."""
    dealer_hands = sum(hand.against)
    dealers = ("does not qualify", "worse than the player", "the same", "better than the player")
    rows: list[tuple[Cell, ...]] = []
    for dealer, pays, number in zip(dealers, hand.nets, hand.against, strict=True):
        share = Fraction(number, dealer_hands)
        rows.append((dealer, pays, number, share, pays * share))
    rows.append(("total", None, dealer_hands, Fraction(1), hand.play))
    return Table(
        "dealer",
        "Dealer hands when the player raises",
        (
            Column("dealer"),
            Column("pays", "exact", "antes"),
            Column("combinations", "integer", "hands"),
            Column("probability", "number", digits=9),
            Column("return", "number", "antes", digits=9),
        ),
        tuple(rows),
        hand.rules.summary(),
        "raise with this hand",
        (
            (
                "Pays: the net win in antes, all bets together. The total return is what a raise "
                "is worth."
            ),
        ),
        total=True,
    )
