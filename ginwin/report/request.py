"""What a report is about, and what several of its sections need."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ginwin.base.bars import Bar, no_bar
from ginwin.bonus.bonusfile import SideBet, bonus_preset_names
from ginwin.counting.routes import counts_for
from ginwin.play.analysis import Analysis, analyze

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts, Showdown
    from ginwin.play.strategy import Strategy
    from ginwin.rules.rules import Rules

__all__ = ["Request", "fitting_side_bets"]


_LEFT_OUT = "what it costs to arrange otherwise than at best, and what it is worth to know cards"


@dataclass(frozen=True)
class Request:
    """What a report is about.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategy : Strategy
        The strategy of the tables that are made with one.
    side_bets : tuple of SideBet
        The side bets.
    command : str
        The command that makes the report again.
    quick : bool
        Leave out what takes more than a few seconds: `left_out`.
    threads : int, optional
        Threads to use; no result depends on it.
    bar : Bar
        Shows the progress of what takes long.
    """

    rules: Rules
    strategy: Strategy
    side_bets: tuple[SideBet, ...]
    command: str
    quick: bool = False
    threads: int | None = None
    bar: Bar = no_bar

    @cached_property
    def counts(self) -> Counts:
        """The counts of the rules on the standard deck."""
        return counts_for(self.rules, threads=self.threads)

    @cached_property
    def analysis(self) -> Analysis:
        """The strategy under the rules."""
        return analyze(self.rules, self.strategy, self.counts)

    @cached_property
    def best(self) -> Analysis:
        """The best play there is under the rules, by the exact cards."""
        return analyze(self.rules, "optimal", self.counts)

    @cached_property
    def showdown(self) -> Showdown:
        """The deals by the player's value and by what the dealer's hand is to it."""
        return self.counts.showdown(self.rules.qualifies, self.rules.comparing)

    @property
    def left_out(self) -> str:
        """What a quick report leaves out, for a sentence; empty for others."""
        return _LEFT_OUT if self.quick else ""

    @property
    def dealer_qualifies(self) -> Fraction:
        """How often the dealer qualifies, over all deals."""
        return 1 - Fraction(int(self.showdown.not_qualified.sum()), self.counts.deals)


def fitting_side_bets(rules: Rules) -> list[str]:
    """Return the names of the side bets of the package on as many cards as the rules deal."""
    return [name for name in bonus_preset_names() if SideBet.load(name).cards == rules.cards]
