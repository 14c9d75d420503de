"""Rules that a player can use who sees the rank of a dealer's card: a limit for each rank.

By the value of his hand and the rank alone, i.e. without a look at his exact cards; what these add
is in `ginwin.protection.dealer_card`. All is exact. The card is as likely to be any of the
dealer's, and each rank is equally likely; so a deal counts once for each card of the rank in the
dealer's hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from ginwin.base.exact import ratio_json
from ginwin.cards import RANKS
from ginwin.counting.counts import Showdown
from ginwin.play.analysis import Analysis
from ginwin.play.strategy import threshold_label
from ginwin.protection.limits import analyze_limit

if TYPE_CHECKING:
    from ginwin.protection.removal import MarkedDeals
    from ginwin.rules.rules import Rules

__all__ = ["RankRule", "rank_rules"]


@dataclass(frozen=True, slots=True)
class RankRule:
    """A limit for each group of ranks.

    Attributes
    ----------
    groups : tuple of tuple of int
        The ranks that the player tells from one another, 0 (ace) to 12 (king).
    answers : tuple of Analysis
        For each group the best threshold and what it is worth when the seen rank is in the group;
        see `ginwin.protection.limits`.
    largest : tuple of int or None
        The worst value that raises with the largest play bet, -1 for none; None if there is one.
    """

    groups: tuple[tuple[int, ...], ...]
    answers: tuple[Analysis, ...]
    largest: tuple[int | None, ...]

    @property
    def house_edge(self) -> Fraction:
        """The expected loss per ante over all ranks."""
        return _mean(self.answers, [answer.house_edge for answer in self.answers])

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss per unit of all money bet over all ranks."""
        wager = _mean(self.answers, [answer.average_wager for answer in self.answers])
        return self.house_edge / wager

    @property
    def raise_rate(self) -> Fraction:
        """The share of rounds with a raise over all ranks."""
        return _mean(self.answers, [answer.raise_rate for answer in self.answers])

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        edge, raised = self.house_edge, self.raise_rate
        return {
            "house_edge": ratio_json(edge.numerator, edge.denominator),
            "raise_rate": ratio_json(raised.numerator, raised.denominator),
            "limits": [
                {
                    "ranks": [RANKS[rank] for rank in group],
                    "threshold": threshold_label(answer.threshold or 0),
                    "largest_bet": None if largest is None else threshold_label(largest),
                    "house_edge": ratio_json(*answer.integers("house_edge")),
                    "raise_rate": ratio_json(*answer.integers("raise_rate")),
                }
                for group, answer, largest in zip(
                    self.groups, self.answers, self.largest, strict=True
                )
            ],
        }


def rank_rules(
    rules: Rules, marked: MarkedDeals, splits: Iterable[Iterable[int]]
) -> tuple[RankRule, tuple[RankRule, ...]]:
    """Return the best limits by the rank seen, and for each split of the ranks in two.

    Parameters
    ----------
    rules : Rules
        The rules that the deals were counted for.
    marked : MarkedDeals
        The deals with a card of each rank.
    splits : iterable of iterable of int
        Sets of ranks; a player may know whether the rank is in the set.

    Returns
    -------
    by_rank : RankRule
        A limit for each rank.
    splits : tuple of RankRule
        Two limits each: with the rank in the set, and with one of the others. Sets that do not
        split the ranks of the deck are left out.
    """
    every = range(marked.deck.ranks)

    def rule(groups: Iterable[Iterable[int]]) -> RankRule:
        parts = tuple(tuple(group) for group in groups)
        found = [
            analyze_limit(rules, _together([marked.dealer[rank] for rank in ranks]))
            for ranks in parts
        ]
        return RankRule(parts, *zip(*found, strict=True))

    parted = [
        ([rank for rank in every if rank in split], [rank for rank in every if rank not in split])
        for split in map(frozenset, splits)
    ]
    return (
        rule([rank] for rank in every),
        tuple(rule(parts) for parts in parted if all(parts)),
    )


def _mean(answers: Iterable[Analysis], figures: Iterable[Fraction]) -> Fraction:
    weighted = [(answer.deals, figure) for answer, figure in zip(answers, figures, strict=True)]
    total = sum(deals for deals, _ in weighted)
    return sum((deals * figure for deals, figure in weighted), Fraction(0)) / total


def _together(showdowns: list[Showdown]) -> Showdown:
    """Add the rows of showdowns by value."""
    first = showdowns[0]
    names = "hands", "not_qualified", "worse", "tie", "better"
    columns = (np.sum([getattr(one, name) for one in showdowns], axis=0) for name in names)
    return Showdown(first.values, *columns)
