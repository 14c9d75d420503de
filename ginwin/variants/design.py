"""The search the other way: the rule sets of a grid that have the figures one wants.

Every rule set of the grid is evaluated, so the answer is complete for it. How far a rule set is
from the targets is measured in tolerances: for each figure the distance from its target over the
tolerance, and the largest of these. Up to 1 all targets are met.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ginwin.base.amounts import check_whole
from ginwin.base.exact import exact_json, plural
from ginwin.base.jit import thread_count
from ginwin.base.tables import Column, Table
from ginwin.errors import InputError
from ginwin.play.analysis import UNITS
from ginwin.play.strategy import Strategy, raising_label
from ginwin.variants.evaluation import evaluate
from ginwin.variants.grids import Grid
from ginwin.variants.targets import MOST_SHOWN, TARGET_FORM, Target
from ginwin.variants.worths import Worth

if TYPE_CHECKING:
    from ginwin.base.tables import Cell
    from ginwin.counting.counts import Counts
    from ginwin.rules.rules import Rules
    from ginwin.variants.evaluation import Progress
    from ginwin.variants.grids import Axis
    from ginwin.variants.worths import Worths

__all__ = ["Candidate", "RulesDesign", "design_rules"]

_ROUNDING = Fraction(1, 10**12)  # more than what a figure may be off as a float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule set that meets the targets, or is near to them.

    Parameters
    ----------
    number : int
        Its number in the grid.
    strategy : Strategy
        The strategy that it is played with.
    worth : Worth
        What it is worth.
    distance : Fraction
        The largest of its distances from the targets, in tolerances.
    changes : int
        In how many keys it differs from the base.
    """

    number: int
    strategy: Strategy
    worth: Worth
    distance: Fraction
    changes: int


@dataclass(frozen=True)
class RulesDesign:
    """The answer of a search.

    Parameters
    ----------
    grid : Grid
        The rule sets that were searched.
    strategies : tuple of Strategy
        The strategies.
    targets : tuple of Target
        The targets.
    met : int
        How many pairs of a rule set and a strategy meet all targets.
    candidates : tuple of Candidate
        Those that meet them, the fewest changes of the base first, then the smallest distance; or,
        if there are none, the nearest first.
    """

    grid: Grid
    strategies: tuple[Strategy, ...]
    targets: tuple[Target, ...]
    met: int
    candidates: tuple[Candidate, ...]

    @property
    def space(self) -> int:
        """How many pairs of a rule set and a strategy were evaluated: all there are."""
        return self.grid.size * len(self.strategies)

    def rules(self, candidate: Candidate) -> Rules:
        """Return the rules of a candidate."""
        return self.grid.rules(candidate.number)

    def summary(self) -> tuple[str, ...]:
        """Say what was searched and what was found, for people."""
        size, ways = self.grid.size, len(self.strategies)
        shown = len(self.candidates)
        are = "is" if shown == 1 else "are"
        what = (
            f"{self.met:,} {'meets' if self.met == 1 else 'meet'} all targets"
            if self.met
            else f"none meets all targets; the nearest {are} shown"
        )
        wanted = "; ".join(
            f"{target.text} (within {target.write(target.tolerance)})" for target in self.targets
        )
        sizes = f"{' x '.join(map(str, self.grid.shape))} = " if len(self.grid.shape) > 1 else ""
        every = "the only rule set" if size == 1 else f"all {sizes}{size:,} rule sets"
        return (
            f"Targets: {wanted}",
            (
                f"Searched: {every} of the grid with {ways} "
                f"{plural(ways, 'strategy', 'strategies')}, {self.space:,} in all (exhaustive)"
            ),
            f"Found: {what}" + (f" (the first {shown:,} {are} shown)" if self.met > shown else ""),
        )

    def table(self) -> Table:
        """Return the candidates as a table."""
        figures = dict.fromkeys(
            [*(target.figure for target in self.targets), "house_edge", "element_of_risk"]
        )
        rows: list[tuple[Cell, ...]] = []
        for candidate in self.candidates:
            threshold = candidate.worth.threshold
            rows.append(
                (
                    *self.grid.values(candidate.number),
                    str(candidate.strategy),
                    None if threshold is None else raising_label(threshold),
                    *(getattr(candidate.worth, figure) for figure in figures),
                    candidate.distance,
                    candidate.changes,
                )
            )
        return Table(
            "rule_sets",
            "Rule sets that meet the targets" if self.met else "Rule sets nearest to the targets",
            (
                *(Column(key) for key in self.grid.keys),
                Column("strategy"),
                Column("threshold"),
                *(_column(figure) for figure in figures),
                Column("distance", "number", "tolerances", digits=3),
                Column("changes", "integer", "keys"),
            ),
            tuple(rows),
            self.grid.base.summary(),
            "that of each row",
            (
                *self.summary(),
                (
                    "Distance: for each target how far the figure is from it, in tolerances, and "
                    "the largest of these; up to 1 all are met. Changes: keys that differ from the "
                    "rules above."
                ),
            ),
            keys=len(self.grid.keys),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the search and its answer as JSON data."""
        return {
            "rules": self.grid.base.to_dict(),
            "grid": [
                {"keys": list(axis.keys), "choices": [list(choice) for choice in axis.choices]}
                for axis in self.grid.axes
            ],
            "strategies": [str(strategy) for strategy in self.strategies],
            "targets": [
                {
                    "figure": target.figure,
                    "value": exact_json(target.value),
                    "tolerance": exact_json(target.tolerance),
                }
                for target in self.targets
            ],
            "searched": self.space,
            "exhaustive": True,
            "met": self.met,
            "rule_sets": self.table().to_json(),
        }


def design_rules(
    base: Rules,
    axes: Iterable[str | Axis],
    targets: Iterable[str | Target],
    strategies: Iterable[str | Strategy] = ("published",),
    counts: Counts | None = None,
    *,
    show: int = 20,
    threads: int | None = None,
    progress: Progress | None = None,
) -> RulesDesign:
    """Search a grid of rule sets for those that have the wanted figures.

    Parameters
    ----------
    base : Rules
        The rules that the grid changes.
    axes : iterable of str or Axis
        The settings that are allowed, as axes of a grid (see `ginwin.variants.grids`).
    targets : iterable of str or Target
        What the figures should be, all at once.
    strategies : iterable of str or Strategy
        The strategies that every rule set is played with.
    counts : Counts, optional
        The counts to use, where all rule sets have the same melds and hands. By default those of
        the standard deck.
    show : int
        How many candidates to return, at most, up to 10,000; all are counted.
    threads : int, optional
        Threads to use; no result depends on it.
    progress : callable, optional
        Called with the number of rule sets that were done since the last call.

    Returns
    -------
    RulesDesign
        All that meet the targets, or else the nearest, up to `show`.

    Raises
    ------
    InputError
        If an axis, a target or a strategy is none, there is no target, or a number is out of range.
    """
    wanted = tuple(Target.parse(item) if isinstance(item, str) else item for item in targets)
    ways = tuple(
        dict.fromkeys(
            Strategy.parse(item) if isinstance(item, str) else item for item in strategies
        )
    )
    for target in wanted:
        if not isinstance(target, Target):
            raise InputError("target", target, f"a Target, or {TARGET_FORM}")
    for way in ways:
        if not isinstance(way, Strategy):
            raise InputError("strategy", way, "a Strategy or its text")
    if not wanted:
        raise InputError("target", "(none)", TARGET_FORM)
    if not ways:
        raise InputError("strategy", "(none)", "at least one strategy")
    show = check_whole("show", show, 1, MOST_SHOWN)
    thread_count(threads)  # says now if there are no such threads
    grid = Grid.of(base, axes)
    results = evaluate(grid, ways, counts, threads=threads, progress=progress)
    changes = _changes(grid)
    distances = np.stack([_distances(worths, wanted) for worths in results])

    def candidate(place: Sequence[int]) -> Candidate:
        way, number = place
        worth = results[way][number]
        distance = max(target.distance(worth) for target in wanted)
        return Candidate(number, ways[way], worth, distance, int(changes[number]))

    margin = max(_ROUNDING * (1 + abs(target.value)) / target.tolerance for target in wanted)
    met = distances <= 1
    for place in np.argwhere(np.abs(distances - 1) <= float(margin)).tolist():
        met[*place] = candidate(place).distance <= 1
    if met.any():
        places = np.argwhere(met)
        order = np.lexsort((distances[met], changes[places[:, 1]]))
    else:
        places = np.argwhere(distances >= 0)
        order = np.argsort(distances.reshape(-1), kind="stable")
    found = [candidate(place) for place in places[order[:show]].tolist()]
    found.sort(key=lambda item: (item.changes if met.any() else 0, item.distance, item.number))
    return RulesDesign(grid, ways, wanted, int(met.sum()), tuple(found))


def _column(figure: str) -> Column:
    unit = UNITS[figure]
    name = figure.replace("_", " ")
    return Column(name, "percent" if unit.startswith("%") else "number", unit, digits=6)


def _changes(grid: Grid) -> NDArray[np.int64]:
    """Return for every combination in how many keys it differs from the base."""
    total = np.zeros(grid.shape or (1,), np.int64)
    for axis, changes in enumerate(grid.changes):
        total += np.array(changes).reshape(
            [-1 if other == axis else 1 for other in range(total.ndim)]
        )
    return total.reshape(-1)


def _distances(worths: Worths, targets: Sequence[Target]) -> NDArray[np.float64]:
    """Return the largest distance from the targets, in tolerances, rounded; shape (m,)."""
    by_target = [
        np.abs(worths.floats(target.figure) - float(target.value)) / float(target.tolerance)
        for target in targets
    ]
    distances: NDArray[np.float64] = np.max(by_target, axis=0)
    return distances
