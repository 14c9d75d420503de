"""Play many sets of pays against one showdown, exactly and at once.

`ginwin.play.analysis` makes the whole outcome table of one rule set; here only the sums behind the
figures are made, for arrays of rule sets that have the qualifier, the comparing and the play bets
in common. The integers are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from ginwin.base.jit import in_threads
from ginwin.play.strategy import SHOWDOWN_EVENTS, Strategy
from ginwin.values import ALWAYS, COUNT_SHIFT
from ginwin.variants.tallies import BEST_THRESHOLD, BY_ROW, fill_tallies
from ginwin.variants.worths import Ints, Worths

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts, Showdown
    from ginwin.rules.rules import Rules

__all__ = ["Pays", "Rows"]

_COUNTS = 8
_SAFE = 9.0e18  # below 2**63 with room for the rounding of a sum of floats
_LONG = 1 << 22  # rows times rule sets that are worth a thread


@dataclass(frozen=True, slots=True)
class Pays:
    """What m rule sets with the same play bets pay, in whole units.

    Parameters
    ----------
    unit : int
        All is in units of 1 / `unit` antes.
    nets : ndarray of int64 or object, shape (m, bets, 4, 8)
        The net win by play bet, event of `SHOWDOWN_EVENTS` and dead-wood count.
    folds : ndarray of int64 or object, shape (m, 8)
        The net win of a fold by dead-wood count.
    plays : tuple of int
        The play bets, ascending.
    """

    unit: int
    nets: Ints
    folds: Ints
    plays: tuple[int, ...]

    @classmethod
    def of(cls, rules: Rules) -> Pays:
        """Return the pays of one rule set."""
        counts = range(_COUNTS)
        nets = [
            [[rules.net(event, count, play) for count in counts] for event in SHOWDOWN_EVENTS]
            for play in rules.play
        ]
        folds = [rules.net("fold", count, 0) for count in counts]
        flat = [net for bet in nets for event in bet for net in event]
        unit = lcm(*(number.denominator for number in (*flat, *folds, *rules.play)))
        return cls(
            unit,
            np.array(
                [[[[int(net * unit) for net in event] for event in bet] for bet in nets]], object
            ),
            np.array([[int(net * unit) for net in folds]], object),
            tuple(int(play * unit) for play in rules.play),
        )

    @property
    def largest(self) -> int:
        """The most that a round can win, lose or bet."""
        nets = (int(abs(table).max()) for table in (self.nets, self.folds))
        return max(self.unit + self.plays[-1], *nets)

    def gains(self) -> Ints:
        """Return what a raise nets more than a fold, each rule set in the largest unit it has."""
        gains: Ints = self.nets - self.folds[:, None, None, :]
        units = np.gcd.reduce(gains.reshape(len(gains), -1), axis=1)
        gains //= np.maximum(units, 1)[:, None, None, None]
        return gains


class Rows:
    """The rows of a showdown, ready to be played by many rule sets.

    Parameters
    ----------
    showdown : Showdown
        The rows: by value, or by hand for a strategy that looks at the exact cards.
    deals : int
        The number of deals.

    Attributes
    ----------
    size : int
        How many rows.
    """

    def __init__(self, showdown: Showdown, deals: int) -> None:
        self.showdown = showdown
        self.deals = deals
        self.size = showdown.values.size
        columns = showdown.not_qualified, showdown.worse, showdown.tie, showdown.better
        self.columns = tuple(map(np.ascontiguousarray, columns))
        counts = showdown.values >> COUNT_SHIFT
        starts = np.concatenate([[0], np.flatnonzero(np.diff(counts)) + 1]).astype(np.int64)
        stops = np.append(starts[1:], counts.size)
        self.runs = np.stack([starts, stops, counts[starts]], axis=1)
        self.by_event_and_count = np.zeros((len(columns), _COUNTS))  # to rule out an overflow
        for tally, column in zip(self.by_event_and_count, columns, strict=True):
            np.add.at(tally, self.runs[:, 2], np.add.reduceat(column, starts).astype(float))

    @classmethod
    def of(cls, counts: Counts, rules: Rules, *, by_hand: bool = False) -> Rows:
        """Return the rows for the qualifier and the comparing of rules."""
        showdown = counts.showdown_by_hand if by_hand else counts.showdown
        return cls(showdown(rules.qualifies, rules.comparing), counts.deals)

    def play(
        self,
        pays: Pays,
        strategy: Strategy,
        rules_of: Callable[[int], Rules],
        threads: int | None = None,
    ) -> Worths:
        """Return what the rule sets are worth.

        Parameters
        ----------
        pays : Pays
            The pays of m rule sets.
        strategy : Strategy
            The strategy, as it is under the rules (`Strategy.under`); one that looks at the exact
            cards needs rows by hand.
        rules_of : callable
            Makes the rules of one of them, by its number. It is needed for pays with so large
            denominators that the decisions pass the range of int64.
        threads : int, optional
            Threads to use.
        """
        gains = pays.gains()
        alike = len(pays.plays) == 1 and strategy.fixed_threshold is not None
        most = (np.abs(gains.astype(float)) * self.by_event_and_count).sum(axis=(2, 3)).max(axis=1)
        size, bets = gains.shape[:2]
        safe = np.flatnonzero(most < _SAFE)
        tallies = np.zeros((size, bets + 1, len(SHOWDOWN_EVENTS), _COUNTS), np.int64)
        thresholds = np.empty(size, np.int64)
        if alike:  # such a strategy decides without a look at the pays
            played = self._tallies(np.zeros((1, *gains.shape[1:]), np.int64), strategy)
            tallies[:], thresholds[:] = played
        else:
            step = max(1, _LONG // self.size)
            parts = [safe[start : start + step] for start in range(0, safe.size, step)]

            def work(part: Ints) -> None:
                played = self._tallies(gains[part].astype(np.int64), strategy)
                tallies[part], thresholds[part] = played

            in_threads(work, parts, threads if len(parts) > 1 else 1)
            for number in np.flatnonzero(most >= _SAFE).tolist():
                exact = self._exact_tallies(rules_of(number), strategy)
                tallies[number], thresholds[number] = exact
        return self._worths(pays, strategy, tallies, thresholds)

    def _tallies(self, gains: Ints, strategy: Strategy) -> tuple[Ints, Ints]:
        """Return the tallies of rule sets and their thresholds."""
        values = self.showdown.values
        fixed = strategy.fixed_threshold
        if strategy.name == "best-threshold":
            raising = BEST_THRESHOLD
        elif fixed is None:
            raising = BY_ROW
        else:
            raising = int(np.searchsorted(values, fixed, side="right"))
        size, bets = gains.shape[:2]
        tallies = np.zeros((size, bets + 1, len(SHOWDOWN_EVENTS), _COUNTS), np.int64)
        raised = np.empty(size, np.int64)
        not_qualified, worse, tie, better = self.columns
        fill_tallies(self.runs, not_qualified, worse, tie, better, gains, raising, tallies, raised)
        if fixed is not None:
            thresholds = np.full(size, fixed)
        else:
            thresholds = np.where(raised > 0, values[raised - 1], -1)
        return tallies, np.where(thresholds >= values[-1], ALWAYS, thresholds)

    def _exact_tallies(self, rules: Rules, strategy: Strategy) -> tuple[Ints, int]:
        """Return the tallies of one rule set, decided in integers of any size."""
        decided, threshold = strategy.decide(self.showdown, rules)
        bets: Ints = decided.astype(np.int64)
        counts = self.showdown.values >> COUNT_SHIFT
        tallies = np.zeros((len(rules.play) + 1, len(SHOWDOWN_EVENTS), _COUNTS), np.int64)
        for event, column in enumerate(self.columns):
            np.add.at(tallies[:, event], (bets, counts), column)
        return tallies, -1 if threshold is None else threshold

    def _worths(self, pays: Pays, strategy: Strategy, tallies: Ints, thresholds: Ints) -> Worths:
        """Add up the tallies."""
        worths = Worths.empty(len(tallies), pays.unit, self.deals, pays.largest, strategy)
        folded, raised = tallies[:, 0].sum(axis=1), tallies[:, 1:]
        sums: list[Ints] = []
        for power in (1, 2):
            dtype = (worths.net if power == 1 else worths.squares).dtype
            nets, folds = pays.nets.astype(dtype) ** power, pays.folds.astype(dtype) ** power
            sums.append((nets * raised).sum(axis=(1, 2, 3)) + (folds * folded).sum(axis=1))
        by_bet = raised.sum(axis=(2, 3))
        plays = np.array(pays.plays, worths.wagered.dtype)
        worths.deals[:] = self.deals
        worths.net[:], worths.squares[:] = sums
        worths.wagered[:] = self.deals * pays.unit + (by_bet * plays).sum(axis=1)
        worths.raised[:] = by_bet.sum(axis=1)
        hits = (raised * (pays.nets > 0)).sum(axis=(1, 2, 3))
        worths.hits[:] = hits + (folded * (pays.folds > 0)).sum(axis=1)
        if worths.thresholds is not None:
            worths.thresholds[:] = thresholds
        return worths
