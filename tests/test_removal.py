"""One card out: every deal of small decks without it, dealt; and what must add up."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from brute_force import BruteCounts, dead_wood, total_net, with_settings

from ginwin.bonus.bonusfile import SideBet
from ginwin.bonus.features import Features
from ginwin.cards import Deck, hand_of, rank_mask
from ginwin.counting.counts import Comparing, Showdown
from ginwin.counting.general import GeneralCounts
from ginwin.counting.known_cards import showdown_without, showdowns_with_rank
from ginwin.errors import InputError
from ginwin.melds import MeldRules, Way
from ginwin.play.strategy import Strategy
from ginwin.protection.removal import analyze_removal, mark_deals
from ginwin.rules.rules import Rules
from ginwin.values import ALWAYS, parse_value

SMALL = Deck(3, 4)
"""12 cards: 16,632 deals of five cards against five, 34,650 of four."""

FIVE = with_settings("deal.cards=5")
ODD = with_settings(
    "deal.cards=5",
    "raise.play=[1, 2]",
    "pays.win.ante.0=5/2",
    "pays.tie.ante.other=-1/3",
    "dealer.qualifies=2 cards",
    "arrange.dealer=house",
    "compare.cards=high card",
)


def without(brute: BruteCounts, card: int) -> BruteCounts:
    """Leave only the deals in which nobody has the card."""
    held = np.array([hand >> card & 1 for hand in brute.player_hands], dtype=bool)
    keep = ~(held[brute._player] | held[brute._dealer])
    brute._player, brute._dealer = brute._player[keep], brute._dealer[keep]
    brute.hands_by_value = np.bincount(brute._kind[~held], minlength=brute.values.size)
    return brute


def check_same(found: Showdown, expected: Showdown) -> None:
    for name in ("values", "hands", "not_qualified", "worse", "tie", "better"):
        assert getattr(found, name).tolist() == getattr(expected, name).tolist(), name


@pytest.mark.parametrize("rank", range(3))
@pytest.mark.parametrize(
    ("melds", "ways", "qualifies", "comparing"),
    [
        (MeldRules(), ("best", "best"), parse_value("3-2"), "all cards"),
        (MeldRules(rank=3), ("best", "best"), ALWAYS, "count"),
        (MeldRules(suit=3, sequence=True), ("suits first", "house"), 0, "high card"),
    ],
)
def test_deals_without_a_card(
    rank: int, melds: MeldRules, ways: tuple[Way, Way], qualifies: int, comparing: Comparing
) -> None:
    counts = GeneralCounts(melds, SMALL, 4, ways=ways)
    found = showdown_without(counts, rank, qualifies, comparing)
    for card in (rank, 26 + rank):  # the suit does not matter
        brute = without(BruteCounts(melds, SMALL, 4, ways), card)
        check_same(found, brute.showdown(qualifies, comparing))


def test_marked_deals_are_those_with_a_card_of_the_rank() -> None:
    marked = mark_deals(FIVE, SMALL)
    brute = BruteCounts(deck=SMALL, cards=5)
    for rank in range(3):
        held = np.array([(hand & rank_mask(rank)).bit_count() for hand in brute.player_hands])
        for side, showdown in (
            (brute._player, marked.player[rank]),
            (brute._dealer, marked.dealer[rank]),
        ):
            deals = np.bincount(brute._kind[brute._player], held[side], brute.values.size)
            events = showdown.not_qualified + showdown.worse + showdown.tie + showdown.better
            assert events.tolist() == deals.tolist()
        dealers = comb(SMALL.size - 6, 4)  # of the dealer's other cards
        assert sum(events) == dealers * marked.dealer[rank].hands.sum()


@pytest.mark.parametrize("rules", [FIVE, ODD], ids=["plain", "odd"])
@pytest.mark.parametrize("strategy", ["threshold:2-A", "by-value"])
def test_removal_against_every_deal(rules: Rules, strategy: str) -> None:
    found = analyze_removal(rules, strategy, deck=SMALL)
    whole = BruteCounts(rules.melds, SMALL, 5, rules.ways)
    decided = Strategy.parse(strategy).decide(
        whole.showdown(rules.qualifies, rules.comparing), rules
    )
    bets = dict(zip(whole.values.tolist(), decided.bets.tolist(), strict=True))
    plays = (Fraction(0), *rules.play)
    for row in found.ranks:
        brute = without(BruteCounts(rules.melds, SMALL, 5, rules.ways), row.rank)
        values = dict(zip(brute.player_hands, brute.values[brute._kind].tolist(), strict=True))
        tally = brute.play(rules, lambda hand: plays[bets[values[hand]]])  # noqa: B023
        deals = sum(tally.values())
        assert deals == comb(11, 5) * comb(6, 5)
        assert row.kept.house_edge == -total_net(tally, rules) / deals
        assert row.best.house_edge <= row.kept.house_edge


@pytest.mark.parametrize("rules", [FIVE, ODD], ids=["plain", "odd"])
def test_the_ranks_together_are_the_whole_deck(rules: Rules) -> None:
    bets = [SideBet(published=False, pays=[{"event": "gin", "pays": 3}], deal={"cards": 5})]
    found = analyze_removal(rules, "by-value", bets, deck=SMALL)
    size = len(found.ranks)
    assert sum(one.kept.house_edge for one in found.ranks) == size * found.kept.house_edge
    assert sum(one.kept.raise_rate for one in found.ranks) == size * found.kept.raise_rate
    assert sum(one.bets[0].house_edge for one in found.ranks) == size * found.bets[0].house_edge
    # who knows the card that is out is at least as well off
    assert sum(one.best.house_edge for one in found.ranks) <= size * found.best.house_edge


def test_side_bet_without_a_card() -> None:
    counts = GeneralCounts(deck=SMALL, cards=5)
    for rank in range(3):
        features = Features.of(counts, rank)
        hands = [hand_of(hand) for hand in combinations(SMALL.cards, 5) if rank not in hand]
        expected = [dead_wood(hand, MeldRules())[0] for hand in hands]
        assert features.total == len(hands)
        for count in range(6):
            assert features.hands[features.dead_wood == count].sum() == expected.count(count)


def test_side_bets_by_name_or_alone() -> None:
    bet = SideBet(published=False, pays=[{"event": "gin", "pays": 3}], deal={"cards": 5})
    assert analyze_removal(FIVE, bets=bet, deck=SMALL) == analyze_removal(
        FIVE, bets=[bet], deck=SMALL
    )
    named = analyze_removal(FIVE, bets="gin-bonus", deck=Deck(4, 4))
    assert [one.bet for one in named.bets] == [SideBet.load("gin-bonus")]


def test_bad_input() -> None:
    with pytest.raises(InputError, match="rules: value 'gli'"):
        analyze_removal("gli")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="side bet: value 3"):
        analyze_removal(FIVE, bets=[3], deck=SMALL)  # type: ignore[list-item]
    with pytest.raises(InputError, match="side bet: value 3"):
        analyze_removal(FIVE, bets=3, deck=SMALL)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="strategy: value 'optimal'"):
        analyze_removal(FIVE, "optimal", deck=SMALL)
    with pytest.raises(InputError, match="more than 10 cards"):
        analyze_removal(FIVE, deck=Deck(5, 2))
    counts = GeneralCounts(deck=SMALL, cards=4)
    with pytest.raises(InputError, match="from 0 \\(ace\\) to 2"):
        showdowns_with_rank(counts, 3, ALWAYS)
    with pytest.raises(InputError, match="more than 12 cards"):
        showdown_without(GeneralCounts(deck=SMALL, cards=6), 0, ALWAYS)
