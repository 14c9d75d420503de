"""All about how to play a game: strategies, the decision for each value, what the cards decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ginwin.advice.card_decisions import (
    CardDecisions,
    HandGroup,
    decide_cards,
    split_hands,
)
from ginwin.advice.decisions import ValueDecision, decide_values
from ginwin.advice.hand_rows import hand_rows, mixed_values
from ginwin.advice.rule_search import search_card_rules, search_short_rules
from ginwin.advice.short_rules import ShortRules
from ginwin.counting.routes import fitting_counts
from ginwin.play.strategy import Strategy
from ginwin.values import COUNT_SHIFT
from ginwin.variants.playing import Pays, Rows

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts
    from ginwin.rules.rules import Rules
    from ginwin.variants.worths import Worth

__all__ = ["STEPS", "STUDIED", "StrategyStudy", "study_strategy"]

STUDIED = (
    "optimal",
    "by-value",
    "best-threshold",
    "published",
    "mimic-dealer",
    "threshold:3 cards",
    "always",
)
"""The strategies that are compared, the best there is first."""

STEPS = 4
"""The steps of a study: the counts by value, those by hand, the exact cards, the short rules."""


@dataclass(frozen=True, slots=True)
class StrategyStudy:
    """What there is to know about playing a game.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategies : tuple of (Strategy, Worth)
        What each of `STUDIED` is worth.
    values : tuple of ValueDecision
        The decision for each value, the best value first.
    cards : CardDecisions
        The values whose decision depends on the exact cards.
    groups : tuple of HandGroup
        The hands of the value for which the exact cards are worth most, by what decides; empty
        where no value depends on them.
    short_rules : ShortRules
        The best short rules that look at the dead wood.
    card_rules : ShortRules or None
        The best short rules that look at all cards of the hand, where any value depends on them.
    """

    rules: Rules
    strategies: tuple[tuple[Strategy, Worth], ...]
    values: tuple[ValueDecision, ...]
    cards: CardDecisions
    groups: tuple[HandGroup, ...]
    short_rules: ShortRules
    card_rules: ShortRules | None

    @property
    def best(self) -> Worth:
        """What the best strategy there is is worth."""
        return self.strategies[0][1]


def study_strategy(
    rules: Rules,
    counts: Counts | None = None,
    *,
    progress: Callable[[int], None] | None = None,
) -> StrategyStudy:
    """Return all about how to play a game, exactly.

    Parameters
    ----------
    rules : Rules
        The rules.
    counts : Counts, optional
        The counts to use; by default those of the standard deck.
    progress : callable, optional
        Called with 1 after each of `STEPS` steps.

    Returns
    -------
    StrategyStudy
        The results.

    Raises
    ------
    InputError
        If the counts are those of other hands.
    """
    counts = fitting_counts(rules, counts)
    done = progress or (lambda _: None)
    by_value = counts.showdown(rules.qualifies, rules.comparing)
    done(1)
    by_hand = counts.showdown_by_hand(rules.qualifies, rules.comparing)
    done(1)
    strategies = tuple(Strategy.parse(text) for text in STUDIED)
    pays = Pays.of(rules)
    rows = {False: Rows(by_value, counts.deals), True: Rows(by_hand, counts.deals)}
    worths = [
        rows[one.needs_hands].play(pays, one.under(rules), lambda _: rules)[0] for one in strategies
    ]
    best = -worths[0].house_edge
    short_rules = search_short_rules(rules, counts, best=best, showdown=by_value)
    mixed = mixed_values(rules, by_hand, counts.values)
    del by_hand, rows  # which are large
    cards, card_rules = CardDecisions((), None, Fraction(0)), None
    groups: tuple[HandGroup, ...] = ()
    if mixed.size:
        of_count = counts.values >> COUNT_SHIFT
        following = short_rules.best[-1].following
        wanted = np.union1d(mixed, np.flatnonzero(of_count == following))
        hands = hand_rows(rules, counts, wanted)
        cards = decide_cards(rules, counts, numbers=mixed, rows=hands)
        worst = cards.costliest
        if worst is not None and cards.feature is not None:
            own = hands.of_value(worst.value)
            groups = split_hands(rules, own, worst, cards.feature, counts.dealer_hands)
    done(1)
    if mixed.size:
        boundary = hands.among(hands.values >> COUNT_SHIFT == following)
        if boundary.sets.size:
            card_rules = search_card_rules(rules, counts, boundary, best=best, showdown=by_value)
    done(1)
    return StrategyStudy(
        rules,
        tuple(zip(strategies, worths, strict=True)),
        decide_values(rules, counts, by_value),
        cards,
        groups,
        short_rules,
        card_rules,
    )
