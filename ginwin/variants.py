"""Rule sets side by side, and over a grid of settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from ginwin.analysis import analyze
from ginwin.errors import InputError
from ginwin.evaluation import evaluate
from ginwin.grids import Grid
from ginwin.playing import fixed_threshold
from ginwin.strategy import Strategy, threshold_label
from ginwin.tables import Column, Table
from ginwin.worths import UNITS

if TYPE_CHECKING:
    from ginwin.counts import Counts
    from ginwin.evaluation import Progress
    from ginwin.grids import Axis
    from ginwin.rules import Rules
    from ginwin.tables import Cell
    from ginwin.worths import Worths

__all__ = ["MOST_ROWS", "compare", "sweep"]

MOST_ROWS = 200_000
"""The most rule sets in a sweep, which keeps the exact figures of all of them."""

_BEST_THRESHOLD = Strategy("best-threshold")
_SETTING = "Best threshold: raise with this value or a better one; none: every hand folds."


def compare(
    rules: Mapping[str, Rules] | Iterable[Rules],
    strategy: Strategy | str = "published",
    counts: Counts | None = None,
) -> tuple[Table, Table]:
    """Return rule sets side by side.

    Parameters
    ----------
    rules : mapping of str to Rules, or iterable of Rules
        The rule sets with the headings of their columns; by default these are the names.
    strategy : Strategy or str
        The strategy that all are played with.
    counts : Counts, optional
        The counts to use, where all rule sets have the same melds and hands. By default those of
        the standard deck.

    Returns
    -------
    differences : Table
        The keys in which the rules differ, and their values; names and sources do not matter.
    figures : Table
        What the rules are worth. With two rule sets the last column is what the second adds.

    Raises
    ------
    InputError
        If the text is not a strategy.
    """
    if isinstance(strategy, str):
        strategy = Strategy.parse(strategy)
    labelled = dict(rules) if isinstance(rules, Mapping) else _labelled(rules)
    title = tuple(f"{label}: {one.name}" for label, one in labelled.items())
    shown = (" / ".join(labelled), *title)
    headings = tuple(labelled)
    return (
        _differences(labelled, shown),
        _figures(labelled, strategy, counts, shown, headings),
    )


def sweep(
    base: Rules,
    axes: Iterable[str | Axis],
    strategy: Strategy | str = "published",
    counts: Counts | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Table:
    """Return what every rule set of a grid is worth.

    Parameters
    ----------
    base : Rules
        The rules that the grid changes.
    axes : iterable of str or Axis
        The axes of the grid, as text or ready made (see `ginwin.grids`).
    strategy : Strategy or str
        The strategy that all are played with.
    counts : Counts, optional
        The counts to use, where all rule sets have the same melds and hands. By default those of
        the standard deck.
    threads : int, optional
        Threads to use; no result depends on it.
    progress : callable, optional
        Called with the number of rule sets that were done since the last call.

    Returns
    -------
    Table
        One row for each rule set: its settings, the figures under the strategy, and the threshold
        that is the best for it.

    Raises
    ------
    InputError
        If the text is not a strategy, the axes are none, or there are more than `MOST_ROWS` rule
        sets.
    """
    if isinstance(strategy, str):
        strategy = Strategy.parse(strategy)
    grid = Grid.of(base, axes)
    if grid.size > MOST_ROWS:
        raise InputError("grid", f"{grid.size:,} rule sets", f"at most {MOST_ROWS:,} in a sweep")
    ways = [strategy] if strategy == _BEST_THRESHOLD else [strategy, _BEST_THRESHOLD]
    results = evaluate(grid, ways, counts, threads=threads, progress=progress)
    rows = _sweep_rows(grid, results[0], results[-1])
    return Table(
        "sweep",
        f"Sweep over {grid.size:,} rule set{'s' if grid.size > 1 else ''}",
        (
            *(Column(key) for key in grid.keys),
            Column("house edge", "percent", UNITS["house_edge"], digits=4),
            Column("element of risk", "percent", UNITS["element_of_risk"], digits=4),
            Column("raise rate", "percent", UNITS["raise_rate"], digits=3),
            Column("average wager", "number", UNITS["average_wager"], digits=4),
            Column("standard deviation", "number", UNITS["standard_deviation"], digits=4),
            Column("best threshold"),
        ),
        tuple(rows),
        base.summary(),
        _described(strategy),
        (
            "Each row changes the rules by the settings at its left; the grid is complete.",
            _SETTING,
        ),
        keys=len(grid.keys),
    )


def _sweep_rows(grid: Grid, worths: Worths, best: Worths) -> Iterable[tuple[Cell, ...]]:
    for number in range(grid.size):
        worth, threshold = worths[number], best[number].threshold
        yield (
            *grid.values(number),
            worth.house_edge,
            worth.element_of_risk,
            worth.raise_rate,
            worth.average_wager,
            worth.standard_deviation,
            None if threshold is None else threshold_label(threshold),
        )


def _described(strategy: Strategy) -> str:
    """Say which hands raise where that is the same under all rules, else only the strategy."""
    if strategy == _BEST_THRESHOLD:
        return f"{strategy} (of each rule set)"
    return strategy.describe(fixed_threshold(strategy))


def _labelled(rules: Iterable[Rules]) -> dict[str, Rules]:
    """Return rules by name, numbered where names are the same."""
    seen: Counter[str] = Counter()
    labelled = {}
    for one in rules:
        seen[one.name] += 1
        number = f" ({seen[one.name]})" if seen[one.name] > 1 else ""
        labelled[one.name + number] = one
    return labelled


def _differences(labelled: Mapping[str, Rules], shown: tuple[str, ...]) -> Table:
    """Return the keys in which any of the rules differ from the first."""
    first, *others = labelled.values()
    values: dict[str, list[object]] = {}
    for column, other in enumerate(others, start=1):
        for key, here, there in first.difference(other):
            values.setdefault(key, [here] * len(labelled))[column] = there
    rows = tuple((key, *map(str, cells)) for key, cells in sorted(values.items()))
    return Table(
        "differences",
        "Differences in the rules",
        (Column("key"), *(Column(label) for label in labelled)),
        rows,
        shown,
        "any",
        () if rows else ("The rules do not differ.",),
    )


def _figures(
    labelled: Mapping[str, Rules],
    strategy: Strategy,
    counts: Counts | None,
    shown: tuple[str, ...],
    headings: tuple[str, ...],
) -> Table:
    analyses = [analyze(rules, strategy, counts) for rules in labelled.values()]
    best = [analyze(rules, _BEST_THRESHOLD, counts) for rules in labelled.values()]
    rows: list[tuple[Cell, ...]] = []
    for figure, unit in UNITS.items():
        scale = 100 if unit.startswith("%") else 1
        cells = [scale * getattr(analysis, figure) for analysis in analyses]
        change = (cells[1] - cells[0],) if len(cells) == 2 else ()
        rows.append((figure.replace("_", " "), *cells, *change, unit))
    blank = (None,) if len(labelled) == 2 else ()
    thresholds = [threshold_label(cast("int", analysis.threshold)) for analysis in best]
    rows.append(("best threshold", *thresholds, *blank, "dead wood"))
    return Table(
        "comparison",
        "Figures side by side",
        (
            Column("figure"),
            *(Column(label, "number", digits=6) for label in headings),
            *((Column("change", "number", digits=6),) if blank else ()),
            Column("unit"),
        ),
        tuple(rows),
        shown,
        _described(strategy),
        (_SETTING,),
    )
