"""All rule sets of a grid, evaluated together.

What rule sets have in common is done once: the counts of one choice of melds and hands, the
showdown of one qualifier, and of the pays only those that an axis of the grid can change. The rest
is a kernel over 4,096 values for each rule set (`ginwin.tallies`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import comb, lcm
from typing import TYPE_CHECKING

import numpy as np

from ginwin.joint import MOST_VALUES, JointCounts
from ginwin.playing import Pays, Rows
from ginwin.routes import counts_for, fitting_counts
from ginwin.strategy import SHOWDOWN_EVENTS, Strategy
from ginwin.worths import Ints, Worths

if TYPE_CHECKING:
    from ginwin.counts import Counts
    from ginwin.grids import Grid
    from ginwin.rules import Event, Rules

__all__ = ["evaluate"]

Progress = Callable[[int], None]
"""Told how many more rule sets are done."""

_DEALS = comb(52, 7) * comb(45, 7)  # the most there are
_BLOCK = 4096  # rule sets that are played together
_WORK = 1 << 26  # at most so many rows times rule sets
_FEW = 32  # so many showdowns take no longer than the joint table that would save them
_EVENTS: tuple[Event, ...] = (*SHOWDOWN_EVENTS, "fold")
_COUNTS = range(8)


def evaluate(
    grid: Grid,
    strategies: Sequence[Strategy],
    counts: Counts | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Worths]:
    """Return what every rule set of a grid is worth, exactly.

    Parameters
    ----------
    grid : Grid
        The rule sets.
    strategies : sequence of Strategy
        The strategies.
    counts : Counts, optional
        The counts to use, where all rule sets have the same melds and hands. By default those of
        the standard deck.
    threads : int, optional
        Threads to use; no result depends on it.
    progress : callable, optional
        Called with the number of rule sets that were done since the last call.

    Returns
    -------
    list of Worths
        For each strategy the results, in the order of the grid's numbers.

    Raises
    ------
    InputError
        If the counts are those of other hands.
    """
    groups = _groups(grid)
    table = _PayTable(grid)
    plays_unit = lcm(*(play.denominator for group in groups for play in group.rules.play))
    unit = table.unit * plays_unit
    deals = counts.deals if counts else _DEALS
    most = max(2 + int(group.rules.play[-1]) for group in groups)  # antes: ante and play bet
    largest = max(table.largest, table.unit) * plays_unit * most
    results = [Worths.empty(grid.size, unit, deals, largest, way) for way in strategies]
    for group, group_counts in _counted(groups, counts, threads):
        plays = tuple(int(play * unit) for play in group.rules.play)
        rows = {
            by_hand: Rows.of(group_counts, group.rules, by_hand=by_hand)
            for by_hand in {way.needs_hands for way in strategies}
        }
        step = min(_BLOCK, max(1, _WORK // max(row.size for row in rows.values())))
        for start in range(0, group.numbers.size, step):
            numbers = group.numbers[start : start + step]
            pays = table.pays(numbers, plays, unit)

            def rules_of(number: int, numbers: Ints = numbers) -> Rules:
                return grid.rules(int(numbers[number]))

            for way, worths in zip(strategies, results, strict=True):
                worths.put(numbers, rows[way.needs_hands].play(pays, way, rules_of, threads))
            if progress:
                progress(numbers.size)
    return results


@dataclass(frozen=True)
class _Group:
    """The rule sets of a grid that differ in what they pay only."""

    rules: Rules
    numbers: Ints


def _groups(grid: Grid) -> list[_Group]:
    """Return the rule sets in groups, those with the same counts one after the other."""
    shared = [
        axis
        for axis, an_axis in enumerate(grid.axes)
        if not all(key.startswith("pays.") for key in an_axis.keys)
    ]
    own = _sub_numbers(grid, shared, np.arange(grid.size))
    order = np.argsort(own, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(own[order])) + 1)
    groups = [_Group(_partly(grid, shared, int(own[part[0]])), part) for part in parts]
    return sorted(groups, key=lambda group: str(_hands(group.rules)))


def _hands(rules: Rules) -> tuple[object, ...]:
    """Return what the counts depend on."""
    return rules.cards, rules.melds, rules.ways


def _counted(
    groups: Sequence[_Group], counts: Counts | None, threads: int | None
) -> Iterator[tuple[_Group, Counts]]:
    """Yield each group with its counts."""
    for _, alike in groupby(groups, lambda group: _hands(group.rules)):
        same = list(alike)
        rules = same[0].rules
        made = fitting_counts(rules, counts) if counts else counts_for(rules, threads=threads)
        if len(same) > _FEW and made.values.size <= MOST_VALUES:
            made = JointCounts.of(made)
        yield from ((group, made) for group in same)
        del made  # lets go of a joint table before the next is made


def _sub_numbers(grid: Grid, axes: Sequence[int], numbers: Ints) -> Ints:
    """Number the combinations of some axes only, as `numbers` have them."""
    if not axes:
        return np.zeros_like(numbers)
    choices = np.unravel_index(numbers, grid.shape)
    shape = [grid.shape[axis] for axis in axes]
    return np.ravel_multi_index([choices[axis] for axis in axes], shape)


def _partly(grid: Grid, axes: Sequence[int], number: int) -> Rules:
    """Return the base with the settings of some axes, in the combination of that number."""
    if not axes:
        return grid.base
    choices = np.unravel_index(number, [grid.shape[axis] for axis in axes])
    chosen = zip(axes, choices, strict=True)
    settings = [text for axis, choice in chosen for text in grid.axes[axis].settings(int(choice))]
    return grid.base.with_settings(settings)


class _PayTable:
    """The pays of a grid: one small table for each set of axes that some pays depend on.

    Attributes
    ----------
    unit : int
        The common denominator of all pays.
    largest : int
        The largest pay, in 1 / `unit`.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        by_axes: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
        for event, name in enumerate(_EVENTS):
            for bet in range(2):
                for count in _COUNTS:
                    axes = _axes_of(grid, name, ("ante", "play")[bet], count)
                    by_axes.setdefault(axes, []).append((event, bet, count))
        exact: list[tuple[tuple[int, ...], Ints, list[list[Fraction]]]] = []
        for axes, places in by_axes.items():
            size = int(np.prod([grid.shape[axis] for axis in axes], dtype=int))
            rules = [_partly(grid, axes, number) for number in range(size)]
            pays = [[_pay(one, *place) for place in places] for one in rules]
            exact.append((axes, np.array(places), pays))
        flat = [pay for _, _, pays in exact for row in pays for pay in row]
        self.unit = lcm(*(pay.denominator for pay in flat))
        self.largest = int(max(map(abs, flat)) * self.unit)
        self._tables = []
        for axes, where, pays in exact:
            whole = [[int(pay * self.unit) for pay in row] for row in pays]
            self._tables.append((axes, where, np.array(whole, object)))

    def pays(self, numbers: Ints, plays: tuple[int, ...], unit: int) -> Pays:
        """Return the pays of some combinations.

        Parameters
        ----------
        numbers : ndarray of int64, shape (m,)
            The combinations.
        plays : tuple of int
            The play bets, in 1 / `unit` antes.
        unit : int
            A multiple of the unit of the pays.
        """
        small = (self.largest + 1) * (unit + plays[-1]) < 1 << 62
        dtype: type = np.int64 if small else object
        pays: Ints = np.empty((numbers.size, len(_EVENTS), 2, len(_COUNTS)), dtype)
        for axes, where, table in self._tables:
            own = _sub_numbers(self._grid, axes, numbers)
            pays[:, *where.T] = table.astype(dtype)[own]
        ante, play = pays[:, :, 0], pays[:, :, 1]
        bets: Ints = np.array(plays, dtype)[:, None, None]
        nets = (unit * ante[:, None] + bets * play[:, None]) // self.unit
        return Pays(unit, nets[:, :, :-1], nets[:, 0, -1], plays)


def _axes_of(grid: Grid, event: Event, bet: str, count: int) -> tuple[int, ...]:
    """Return the axes that a pay depends on."""
    table = f"pays.{event.replace(' ', '-')}.{bet}"
    keys = {f"{table}.{count}", f"{table}.other", table, table.rpartition(".")[0], "pays"}
    return tuple(number for number, axis in enumerate(grid.axes) if not keys.isdisjoint(axis.keys))


def _pay(rules: Rules, event: int, bet: int, count: int) -> Fraction:
    """Return what a bet pays, to one."""
    ante = rules.net(_EVENTS[event], count, 0)
    return rules.net(_EVENTS[event], count, 1) - ante if bet else ante
