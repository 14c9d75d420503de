"""Rule sets side by side, and over a grid of settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ginwin.base.tables import Column, Table, unique_names
from ginwin.counting.routes import counts_for
from ginwin.errors import InputError
from ginwin.play.analysis import UNITS, Analysis, analyze
from ginwin.play.strategy import Strategy, raising_label, threshold_label
from ginwin.rules.rules import Rules
from ginwin.variants.evaluation import evaluate
from ginwin.variants.grids import Grid

if TYPE_CHECKING:
    from ginwin.base.tables import Cell
    from ginwin.counting.counts import Counts
    from ginwin.variants.evaluation import Progress
    from ginwin.variants.grids import Axis
    from ginwin.variants.worths import Worths

__all__ = ["MOST_ROWS", "SideBySide", "compare", "sweep"]

MOST_ROWS = 200_000
"""The most rule sets in a sweep, which keeps the exact figures of all of them."""

_BEST_THRESHOLD = Strategy("best-threshold")
_SETTING = "Best threshold: raise with this value or a better one."


@dataclass(frozen=True)
class SideBySide:
    """Rule sets side by side.

    Parameters
    ----------
    strategy : Strategy
        The strategy that all are played with.
    analyses : dict of str to Analysis
        What each rule set is worth with it, by label.
    thresholds : tuple of int
        The best threshold of each (-1: every hand folds; `ginwin.values.ALWAYS`: every hand
        raises).
    """

    strategy: Strategy
    analyses: dict[str, Analysis]
    thresholds: tuple[int, ...]

    @property
    def rules(self) -> dict[str, Rules]:
        """The rule sets by label."""
        return {label: analysis.rules for label, analysis in self.analyses.items()}

    def differences(self) -> list[tuple[str, tuple[object, ...]]]:
        """Return the keys in which any differ from the first, and what each holds there.

        A pay that only some name is compared with what the others pay for that count.
        """
        first, *others = all_rules = tuple(self.rules.values())
        keys = {key for other in others for key, *_ in first.difference(other)}
        return [(key, tuple(rules.held(key) for rules in all_rules)) for key in sorted(keys)]

    def tables(self) -> tuple[Table, Table]:
        """Return the differences in the rules, and the figures, for people.

        With two rule sets the last column of figures is what the second adds.
        """
        shown = (
            " / ".join(self.rules),
            *(f"{label}: {rules.name}" for label, rules in self.rules.items()),
        )
        rows = tuple((key, *map(str, held)) for key, held in self.differences())
        differences = Table(
            "differences",
            "Differences in the rules",
            (Column("key"), *map(Column, self.rules)),
            rows,
            shown,
            "any",
            () if rows else ("The rules do not differ.",),
        )
        two = len(self.rules) == 2
        headings = (*self.rules, *(["change"] if two else []))
        figures = Table(
            "comparison",
            "Figures side by side",
            (
                Column("figure"),
                *(Column(heading, "number", digits=6) for heading in headings),
                Column("unit"),
            ),
            tuple(self._figures(two=two)),
            shown,
            _described(self.strategy),
            (_SETTING,),
        )
        return differences, figures

    def _figures(self, *, two: bool) -> Iterator[tuple[Cell, ...]]:
        for figure, unit in UNITS.items():
            scale = 100 if unit.startswith("%") else 1
            cells = [scale * getattr(analysis, figure) for analysis in self.analyses.values()]
            change = (cells[1] - cells[0],) if two else ()
            yield figure.replace("_", " "), *cells, *change, unit
        labels = map(raising_label, self.thresholds)
        yield "best threshold", *labels, *((None,) if two else ()), "dead wood"

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data; the figures are those of `Analysis.to_json`."""
        figures = {
            label: {
                "threshold": _threshold(analysis.threshold),
                **analysis.figures_json(),
                "best_threshold": _threshold(best),
            }
            for (label, analysis), best in zip(self.analyses.items(), self.thresholds, strict=True)
        }
        return {
            "rules": {label: rules.to_dict() for label, rules in self.rules.items()},
            "strategy": str(self.strategy),
            "differences": [
                {"key": key, "values": dict(zip(self.rules, held, strict=True))}
                for key, held in self.differences()
            ],
            "figures": figures,
        }


def compare(
    rules: Mapping[str, Rules] | Iterable[Rules | str | tuple[str, Rules]],
    strategy: Strategy | str = "published",
    counts: Counts | None = None,
    *,
    route: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> SideBySide:
    """Return rule sets side by side.

    Parameters
    ----------
    rules : mapping of str to Rules, or iterable of Rules, str, or (str, Rules)
        The rule sets; text is a preset or a file. They are labelled by the text that is given with
        them, else by their name; a label that is there already is numbered.
    strategy : Strategy or str
        The strategy that all are played with.
    counts : Counts, optional
        The counts to use, where all rule sets have the same melds and hands. By default those of
        the standard deck.
    route, threads
        How these are made (see `ginwin.counting.routes.counts_for`).
    progress : callable, optional
        Called with 1 for each rule set that is done.

    Returns
    -------
    SideBySide
        The differences in the rules, and what they are worth.

    Raises
    ------
    InputError
        If there are no rule sets, the text is not a strategy, a preset or a file, or the counts are
        those of other hands.
    """
    if isinstance(strategy, str):
        strategy = Strategy.parse(strategy)
    pairs = list(map(_labelled, rules.items() if isinstance(rules, Mapping) else rules))
    if not pairs:
        raise InputError("rules", "(none)", "one rule set or more")
    analyses, thresholds = [], []
    for _, one in pairs:
        made = counts_for(one, route, threads) if counts is None else counts
        analyses.append(analyze(one, strategy, made))
        thresholds.append(cast("int", analyze(one, _BEST_THRESHOLD, made).threshold))
        if progress:
            progress(1)
    labels = unique_names(label for label, _ in pairs)
    return SideBySide(strategy, dict(zip(labels, analyses, strict=True)), tuple(thresholds))


def _labelled(rules: Rules | str | tuple[str, Rules]) -> tuple[str, Rules]:
    if isinstance(rules, Rules):
        return rules.name, rules
    return (rules, Rules.load(rules)) if isinstance(rules, str) else rules


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
        The axes of the grid, as text or ready made (see `ginwin.variants.grids`).
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
            Column("raise rate", "percent", UNITS["raise_rate"], digits=4),
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
            None if threshold is None else raising_label(threshold),
        )


def _threshold(threshold: int | None) -> str | None:
    return None if threshold is None else threshold_label(threshold)


def _described(strategy: Strategy) -> str:
    """Say which hands raise where that is the same under all rules, else only the strategy."""
    if strategy == _BEST_THRESHOLD:
        return f"{strategy} (of each rule set)"
    return strategy.describe(strategy.fixed_threshold)
