"""The rank of a dealer's card seen: every deal of a small deck, once for each of the cards."""

from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from brute_force import BruteCounts, as_dead_wood, net, settle, with_settings
from test_removal import FIVE, ODD, SMALL

from ginwin.cards import cards_of
from ginwin.protection.limits import analyze_limit
from ginwin.protection.rank_seen import rank_rules
from ginwin.protection.removal import mark_deals
from ginwin.rules.rules import Rules

RULES = {
    "plain": FIVE,
    "odd": ODD,
    "always": with_settings("deal.cards=5", "dealer.qualifies=always"),
}

DEALS = comb(12, 5) * comb(7, 5) * 5 // 3
"""Deals of the small deck, once for each card of one rank in the dealer's hand."""

Wins = Any
"""By rank: what a bet (0: a fold) wins with a value number in all deals, by every deal."""

SPLITS = ((0,), (0, 1))


def every_deal(rules: Rules, brute: BruteCounts) -> Wins:
    """Settle each deal, once for each card of a rank in the dealer's hand."""
    limit = as_dead_wood(rules.qualifies)
    wins: Any = [Counter() for _ in range(SMALL.ranks)]
    held = [Counter(card % 13 for card in cards_of(hand)) for hand in brute.player_hands]
    outcomes = Counter(
        zip(brute._kind[brute._player].tolist(), brute._dealer.tolist(), strict=True)
    )
    for (kind, dealer), deals in outcomes.items():
        own = brute.kinds[kind]
        event = settle(own, brute.dealer_dead_wood[dealer], limit, rules.comparing)
        for bet in (Fraction(0), *rules.play):
            won = net(rules, event if bet else "fold", own[0], bet)
            for rank, cards in held[dealer].items():
                wins[rank][kind, bet] += deals * cards * won
    return wins


def best_edge(rules: Rules, wins: Wins, ranks: tuple[int, ...]) -> Fraction:
    """The edge of the best threshold when one of these ranks is seen, by trying all."""
    kinds = sorted({kind for rank in ranks for kind, _ in wins[rank]})

    def won(kind: int, bet: Fraction) -> Fraction:
        return sum((Fraction(wins[rank][kind, bet]) for rank in ranks), Fraction(0))

    fold, small, large = (
        [won(kind, bet) for kind in kinds] for bet in (Fraction(0), rules.play[0], rules.play[-1])
    )
    tried = [
        sum(large[:most]) + sum(small[most:raised]) + sum(fold[raised:])
        for raised in range(len(kinds) + 1)
        for most in range(raised + 1)
    ]
    return -Fraction(max(tried)) / DEALS / len(ranks)


@pytest.mark.parametrize("name", RULES)
def test_against_every_deal(name: str) -> None:
    rules = RULES[name]
    brute = BruteCounts(rules.melds, SMALL, 5, rules.ways)
    by_rank, splits = rank_rules(rules, mark_deals(rules, SMALL), SPLITS)
    wins = every_deal(rules, brute)
    edges = [best_edge(rules, wins, (rank,)) for rank in range(3)]
    assert [answer.house_edge for answer in by_rank.answers] == edges
    assert by_rank.house_edge == sum(edges) / 3
    low, high = splits[0].answers
    assert splits[0].groups == ((0,), (1, 2))
    assert (low.house_edge, high.house_edge) == (edges[0], best_edge(rules, wins, (1, 2)))
    assert splits[0].house_edge == (low.house_edge + 2 * high.house_edge) / 3


@pytest.mark.parametrize("name", RULES)
def test_knowing_more_is_never_worth_less(name: str) -> None:
    rules = RULES[name]
    marked = mark_deals(rules, SMALL)
    plain, _ = analyze_limit(rules, marked.plain)
    by_rank, splits = rank_rules(rules, marked, SPLITS)
    for split in splits:
        assert by_rank.house_edge <= split.house_edge <= plain.house_edge


def test_any_split() -> None:
    marked = mark_deals(FIVE, SMALL)
    (split,) = rank_rules(FIVE, marked, [(1,)])[1]
    assert split.groups == ((1,), (0, 2))
    (other,) = rank_rules(FIVE, marked, [(0, 2)])[1]
    assert other.house_edge == split.house_edge
