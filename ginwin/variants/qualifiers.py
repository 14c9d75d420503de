"""The whole landscape: the house edge under every qualifier there is, with the best answers to it.

Under the standard melds 4,096 values occur, and each can be the worst with which the dealer
qualifies. The last row is "always".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise
from operator import lt
from typing import TYPE_CHECKING, cast

from ginwin.base.tables import Column, Table
from ginwin.counting.joint import MOST_VALUES, JointCounts
from ginwin.counting.routes import fitting_counts
from ginwin.errors import InputError
from ginwin.play.analysis import UNITS
from ginwin.play.strategy import Strategy, raising_label
from ginwin.values import ALWAYS, COUNT_SHIFT, parse_value, value_label
from ginwin.variants.playing import Pays, Rows

if TYPE_CHECKING:
    from ginwin.base.tables import Cell
    from ginwin.counting.counts import Counts
    from ginwin.rules.rules import Rules

__all__ = ["landmarks", "landscape", "own_row"]

_PUBLISHED = Strategy("published")
_BEST_THRESHOLD = Strategy("best-threshold")
_BY_VALUE = Strategy("by-value")
_EDGE, _BY_VALUE_EDGE = 4, 5  # columns


def landscape(
    rules: Rules, counts: Counts | None = None, *, progress: Callable[[int], None] | None = None
) -> Table:
    """Return the house edge under every qualifier, and the best answers of the player.

    Parameters
    ----------
    rules : Rules
        The rules; their own qualifier does not matter.
    counts : Counts, optional
        The counts to use. By default those of the standard deck.
    progress : callable, optional
        Called with 1 for each qualifier that is done.

    Returns
    -------
    Table
        One row for each qualifier, the toughest first: the worst value that qualifies and its
        dead-wood count, how often the dealer qualifies, and the house edge with the published
        strategy, the best threshold (and which that is) and the best decision for each value.

    Raises
    ------
    InputError
        If hands have more than `ginwin.counting.joint.MOST_VALUES` values under the melds of the
        rules, or the counts are those of other hands.
    """
    counts = fitting_counts(rules, counts)
    if counts.values.size > MOST_VALUES:
        allowed = f"melds under which hands have at most {MOST_VALUES:,} values"
        raise InputError("melds", f"{counts.values.size:,} values", allowed)
    counts = JointCounts.of(counts)
    pays = Pays.of(rules)
    rows: list[tuple[Cell, ...]] = []
    for qualifier in (*counts.values.tolist(), ALWAYS):
        showdown = counts.showdown(qualifier, rules.comparing)
        played = Rows(showdown, counts.deals)
        published, best, by_value = (
            played.play(pays, strategy, lambda _: rules, threads=1)[0]
            for strategy in (_PUBLISHED, _BEST_THRESHOLD, _BY_VALUE)
        )
        qualified = counts.deals - int(showdown.not_qualified.sum())
        always = qualifier == ALWAYS
        rows.append(
            (
                "every hand" if always else value_label(qualifier),
                None if always else qualifier >> COUNT_SHIFT,
                Fraction(qualified, counts.deals),
                published.house_edge,
                best.house_edge,
                by_value.house_edge,
                best.element_of_risk,
                best.raise_rate,
                None if best.threshold is None else raising_label(best.threshold),
            )
        )
        if progress:
            progress(1)
    return Table(
        "landscape",
        "House edge by the dealer's qualifier",
        (
            Column("qualifier"),
            Column("dead wood", "integer", "cards"),
            Column("dealer qualifies", "percent", "% of hands", digits=4),
            Column("edge by published strategy", "percent", UNITS["house_edge"], digits=4),
            Column("edge by best threshold", "percent", UNITS["house_edge"], digits=4),
            Column("edge by value", "percent", UNITS["house_edge"], digits=4),
            Column("element of risk", "percent", UNITS["element_of_risk"], digits=4),
            Column("raise rate", "percent", UNITS["raise_rate"], digits=4),
            Column("best threshold"),
        ),
        tuple(rows),
        rules.summary(),
        "that of each column",
        _notes(rows),
    )


def landmarks(table: Table, rules: Rules) -> Table:
    """Return the rows of a landscape that show its shape.

    Parameters
    ----------
    table : Table
        The landscape.
    rules : Rules
        The rules; their own qualifier is one of the landmarks.

    Returns
    -------
    Table
        The qualifier of the rules, the ends, the last qualifier of each dead-wood count, and the
        highest and lowest edge against the best threshold and where it changes its sign.
    """
    edges = _edges(table.rows, _EDGE)
    last = len(edges) - 1
    marks: dict[int, list[str]] = {0: ["the toughest"], last: ["every hand qualifies"]}
    found = [
        (own_row(table, rules), "these rules"),
        (edges.index(max(edges)), "the highest edge"),
        (edges.index(min(edges)), "the lowest edge"),
    ]
    found += [
        (number, f"the last with {row[1]} card{'' if row[1] == 1 else 's'}")
        for number, (row, after) in enumerate(pairwise(table.rows[:-1]))
        if row[1] != after[1] and row[1]
    ]
    found += [
        (number, f"the last before the edge is {'above' if edge < 0 else 'below'} 0")
        for number, (edge, after) in enumerate(pairwise(edges))
        if edge and after and (edge < 0) != (after < 0)
    ]
    for number, text in found:
        if number >= 0:  # the worst value lets every hand qualify, as the last row does
            marks.setdefault(last if number == last - 1 else number, []).append(text)
    return replace(
        table,
        name="landmarks",
        title="House edge under some qualifiers",
        columns=(Column("landmark"), *table.columns),
        rows=tuple((", ".join(marks[number]), *table.rows[number]) for number in sorted(marks)),
        notes=("Highest, lowest, above and below 0: the edge by best threshold.", *table.notes),
        keys=2,
    )


def own_row(table: Table, rules: Rules) -> int:
    """Return the row of a landscape with the qualifier of rules; -1 if no hand qualifies."""
    worst = (ALWAYS if row[1] is None else parse_value(str(row[0])) for row in table.rows)
    return sum(value <= rules.qualifies for value in worst) - 1


def _notes(rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """Say how the edge moves, and what a decision for each value adds to a threshold."""
    edges = _edges(rows, _EDGE)
    steps = [after - before for before, after in pairwise(edges)]
    rises, falls = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
    better = sum(map(lt, _edges(rows, _BY_VALUE_EDGE), edges))
    turns = [rising for rising, _ in groupby(step > 0 for step in steps if step)]
    return (
        (
            f"Against the best threshold, making the qualifier one step easier raises the house "
            f"edge {rises:,} times and lowers it {falls:,} times"
            + (", all rises before all falls." if turns == [True, False] else ".")
        ),
        (
            f"The best decision for each value is worth more than the best threshold under "
            f"{better:,} of the {len(rows):,} qualifiers."
        ),
        (
            "Dealer qualifies: with this value or a better one. "
            "Element of risk, raise rate: of the best threshold."
        ),
    )


def _edges(rows: Sequence[Sequence[Cell]], column: int) -> list[Fraction]:
    return [cast("Fraction", row[column]) for row in rows]
