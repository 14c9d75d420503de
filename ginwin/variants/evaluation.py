"""All rule sets of a grid, evaluated together.

What rule sets have in common is done once: the counts of one choice of melds and hands, the
showdown of one qualifier, and of the pays only those that an axis of the grid can change. The rest
is a kernel over 4,096 values for each rule set (`ginwin.variants.tallies`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import TYPE_CHECKING

import numpy as np

from ginwin.counting.joint import MOST_VALUES, JointCounts
from ginwin.counting.routes import counts_for, fitting_counts
from ginwin.play.strategy import SHOWDOWN_EVENTS, Strategy
from ginwin.variants.playing import Pays, Rows
from ginwin.variants.worths import Ints, Worths

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts
    from ginwin.rules.rules import Event, Rules
    from ginwin.variants.grids import Grid

__all__ = ["evaluate"]

Progress = Callable[[int], None]
"""Told how many more rule sets are done."""

_DEALS = comb(52, 7) * comb(45, 7)  # the most there are
_BLOCK = 4096  # rule sets that are played together
_WORK = 1 << 26  # at most so many rows times rule sets
_FEW = 32  # so many showdowns take no longer than the joint table that would save them
_EVENTS: tuple[Event, ...] = (*SHOWDOWN_EVENTS, "fold")
_COUNTS = range(8)
_HANDS = ("deal", "melds", "arrange")  # what the counts depend on


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
    table = _PayTable(grid)
    bets = {play for rules in _each(grid, _axes_of(grid, "raise")) for play in rules.play}
    plays_unit = lcm(*(play.denominator for play in bets))
    unit = table.unit * plays_unit
    deals = counts.deals if counts else _DEALS
    largest = max(table.largest, table.unit) * plays_unit * (2 + int(max(bets)))  # ante, play bet
    results = [Worths.empty(grid.size, unit, deals, largest, way) for way in strategies]
    for group, rules, group_counts in _counted(grid, counts, threads):
        plays = tuple(int(play * unit) for play in rules.play)
        rows = {
            by_hand: Rows.of(group_counts, rules, by_hand=by_hand)
            for by_hand in {way.needs_hands for way in strategies}
        }
        step = min(_BLOCK, max(1, _WORK // max(row.size for row in rows.values())))
        for start in range(0, group.size, step):
            numbers = group[start : start + step]
            pays = table.pays(numbers, plays, unit)

            def rules_of(number: int, numbers: Ints = numbers) -> Rules:
                return grid.rules(int(numbers[number]))

            for way, worths in zip(strategies, results, strict=True):
                here = way.under(rules)
                worths.put(numbers, rows[here.needs_hands].play(pays, here, rules_of, threads))
            if progress:
                progress(numbers.size)
    return results


def _counted(
    grid: Grid, counts: Counts | None, threads: int | None
) -> Iterator[tuple[Ints, Rules, Counts]]:
    """Yield the numbers of rule sets that differ in pays only, the rules of one, and its counts.

    Groups with the same counts come one after the other.
    """
    tables = {table for table in grid.base.names() if table != "pays"}
    own = _sub_numbers(grid, _axes_of(grid, *tables), np.arange(grid.size))
    order = np.argsort(own, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(own[order])) + 1)
    axes = _axes_of(grid, *_HANDS)
    hands = [str((rules.cards, rules.melds, rules.ways)) for rules in _each(grid, axes)]
    by_hands: dict[str, list[Ints]] = {}
    for group in groups:
        by_hands.setdefault(hands[_sub_numbers(grid, axes, group[:1])[0]], []).append(group)
    for alike in by_hands.values():
        rules = grid.rules(int(alike[0][0]))
        made = fitting_counts(rules, counts) if counts else counts_for(rules, threads=threads)
        if len(alike) > _FEW and made.values.size <= MOST_VALUES:
            made = JointCounts.of(made)
        for group in alike:
            yield group, grid.rules(int(group[0])), made
        del made  # lets go of a joint table before the next is made


def _axes_of(grid: Grid, *tables: str) -> tuple[int, ...]:
    """Return the axes that set keys of some tables of a rule file."""
    heads = [{key.partition(".")[0] for key in axis.keys} for axis in grid.axes]
    return tuple(number for number, head in enumerate(heads) if not head.isdisjoint(tables))


def _sub_numbers(grid: Grid, axes: Sequence[int], numbers: Ints) -> Ints:
    """Number the combinations of some axes only, as `numbers` have them."""
    if not axes:
        return np.zeros_like(numbers)
    choices = np.unravel_index(numbers, grid.shape)
    shape = [grid.shape[axis] for axis in axes]
    return np.ravel_multi_index([choices[axis] for axis in axes], shape)


def _each(grid: Grid, axes: Sequence[int]) -> Iterator[Rules]:
    """Yield the base with each combination of some axes, as `_sub_numbers` numbers them."""
    for choices in product(*(range(grid.shape[axis]) for axis in axes)):
        chosen = zip(axes, choices, strict=True)
        yield grid.base.with_settings(
            [text for axis, choice in chosen for text in grid.axes[axis].settings(choice)]
        )


class _PayTable:
    """The pays of a grid. Each depends on the choice of one axis, or on none.

    No key is set together with a table that holds it. So what is paid for a count comes from the
    axis that sets the table as a whole, or else the count, or else ``other``; or from the base.

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
                    axes = _pay_axes(grid, name, ("ante", "play")[bet], count)
                    by_axes.setdefault(axes, []).append((event, bet, count))
        exact = [
            (
                axes,
                np.array(places),
                [[_pay(rules, *place) for place in places] for rules in _each(grid, axes)],
            )
            for axes, places in by_axes.items()
        ]
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


def _pay_axes(grid: Grid, event: Event, bet: str, count: int) -> tuple[int, ...]:
    """Return the axis that a pay depends on, if there is one."""
    table = f"pays.{event.replace(' ', '-')}"
    keys = ("pays", table, f"{table}.{bet}", f"{table}.{bet}.{count}", f"{table}.{bet}.other")
    axis_of = {key: number for number, axis in enumerate(grid.axes) for key in axis.keys}
    return next(((axis_of[key],) for key in keys if key in axis_of), ())


def _pay(rules: Rules, event: int, bet: int, count: int) -> Fraction:
    """Return what a bet pays, to one."""
    ante = rules.net(_EVENTS[event], count, 0)
    return rules.net(_EVENTS[event], count, 1) - ante if bet else ante
