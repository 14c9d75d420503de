"""The base game and a side bet together: every deal of a small deck, and dealt cards."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import pytest
from brute_force import SMALL_DECK, net, small_counts, small_counts_for, with_settings
from plain_hands import PlainHand, plain_hand

from ginwin.bonus.bonusfile import SideBet
from ginwin.bonus.features import Features
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.cards import cards_of
from ginwin.counting.general import GeneralCounts
from ginwin.errors import InputError
from ginwin.melds import MeldRules
from ginwin.play.analysis import analyze
from ginwin.play.strategy import PUBLISHED_THRESHOLD, SHOWDOWN_EVENTS, Strategy
from ginwin.risk.joint_bets import JointBets, analyze_together
from ginwin.rules.rules import Event, Rules
from ginwin.simulation.rounds import deal_rounds, hand_values

GLI = Rules.load("gli")
GIN_BONUS = SideBet.load("gin-bonus")
THREES = MeldRules(rank=3)

Rows = list[tuple[str, str]]
Key = tuple[int, Event, Fraction, Fraction]
"""Row of the side bet, event, play bet, net win."""

MIXED: Rows = [("3 or more in sequence of one suit", "5"), ("2 pairs", "3/2"), ("gin", "0")]
BY_VALUE: Rows = [("gin", "4"), ("value 2-A or better", "1")]


def bet(rows: Rows, **keys: object) -> SideBet:
    pays = [{"event": event, "pays": pay} for event, pay in rows]
    return SideBet(**({"published": False, "pays": pays} | keys))


def met(hand: PlainHand, rows: Rows) -> int:
    """The row that a hand meets, told again."""
    wood = (len(hand.dead_wood), *hand.dead_wood)
    told = {
        "3 or more in sequence of one suit": hand.run >= 3,
        "2 pairs": hand.pairs == 2,
        "gin": not hand.dead_wood,
        "value 2-A or better": wood <= (2, 1, 0),
    }
    return next((i for i, (event, _) in enumerate(rows) if told[event]), len(rows))


@cache
def plain(melds: MeldRules) -> list[PlainHand]:
    hands = small_counts(None if melds == MeldRules() else melds).player_hands
    return [plain_hand(cards_of(hand), melds) for hand in hands]


@cache
def features(melds: MeldRules) -> Features:
    return Features.build(melds, SMALL_DECK)


def brute(rules: Rules, strategy: str, side: SideBet, rows: Rows) -> Counter[Key]:
    """Deals by row of the side bet, event, play bet and net win."""
    counts = small_counts_for(rules)
    dealt = counts.showdown_by_hand(rules.qualifies, rules.comparing)
    decided = Strategy.parse(strategy)
    if decided.needs_hands:
        bets = decided.decide(dealt, rules).bets
    else:
        by_value = decided.decide(counts.showdown(rules.qualifies, rules.comparing), rules).bets
        bets = by_value[np.searchsorted(counts.values, dealt.values)]
    columns = np.stack([dealt.not_qualified, dealt.worse, dealt.tie, dealt.better], axis=1)
    tally: Counter[tuple[int, Event, int, Fraction]] = Counter()
    hands = zip(plain(side.melds), counts.dead_wood, bets.tolist(), columns.tolist(), strict=True)
    for hand, wood, choice, deals in hands:
        row = met(hand, rows)
        if choice:
            for event, number in zip(SHOWDOWN_EVENTS, deals, strict=True):
                tally[row, event, wood[0], rules.play[choice - 1]] += number
        else:
            tally[row, "fold", wood[0], Fraction(0)] += sum(deals)
    found: Counter[Key] = Counter()
    for (row, event, count, play), number in tally.items():
        found[row, event, play, net(rules, event, count, play)] += number
    return +found


def as_counter(joint: JointBets) -> Counter[Key]:
    found: Counter[Key] = Counter()
    for out in joint.outcomes:
        found[out.row, out.event, out.play, out.pays] = out.combinations
        assert out.side_pays == joint.side.rows[out.row].pays
    return found


CASES = {
    "by value alone": (["dealer.qualifies=2"], "threshold:3-2", BY_VALUE, {}),
    "split values": (["dealer.qualifies=3-A"], "by-value", MIXED, {}),
    "exact cards": (["dealer.qualifies=3-A", "raise.play=[1, 2]"], "optimal", MIXED, {}),
    "other melds in the side bet": (
        ["dealer.qualifies=3-A"],
        "best-threshold",
        MIXED,
        {"melds": {"rank": 3}},
    ),
    "other melds in both": (
        ["dealer.qualifies=4 cards", "melds.rank=3", "pays.fold.ante={3=0, other=-1}"],
        "by-value",
        MIXED,
        {"melds": {"rank": 3}},
    ),
    "the player arranges suits first": (
        ["dealer.qualifies=3-A", "arrange.player=suits first", "compare.cards=high card"],
        "optimal",
        BY_VALUE,
        {},
    ),
}


@pytest.mark.parametrize(("settings", "strategy", "rows", "keys"), CASES.values(), ids=CASES)
def test_every_deal_of_a_small_deck(
    settings: list[str], strategy: str, rows: Rows, keys: dict[str, object]
) -> None:
    rules, side = with_settings(*settings), bet(rows, **keys)
    counts = GeneralCounts(rules.melds, SMALL_DECK, ways=rules.ways)
    joint = analyze_together(rules, strategy, side, counts, features(side.melds))
    expected = brute(rules, strategy, side, rows)
    assert as_counter(joint) == expected
    assert sorted(joint.base.outcomes, key=str) == sorted(
        analyze(rules, strategy, counts).outcomes, key=str
    )
    pays = [row.pays for row in joint.side.rows]
    won = [(n, key[3], pays[key[0]]) for key, n in expected.items()]
    product = sum((n * own * other for n, own, other in won), Fraction(0)) / joint.base.deals
    mean = sum((n * other for n, _, other in won), Fraction(0)) / joint.base.deals
    assert joint.side.expected_value == mean
    assert joint.covariance == product - mean * joint.base.expected_value


@cache
def gli() -> JointBets:
    return analyze_together(GLI, "published", GIN_BONUS)


def test_margins() -> None:
    """Each bet alone is as it is without the other."""
    joint, base, side = gli(), analyze(GLI), analyze_bonus(GIN_BONUS)
    assert joint.base.outcomes == base.outcomes
    assert joint.side.rows == side.rows
    by_row: Counter[int] = Counter()
    by_net: Counter[Fraction] = Counter()
    for out in joint.outcomes:
        by_row[out.row] += out.combinations
        by_net[out.pays] += out.combinations
    assert [by_row[i] for i in range(5)] == [45_379_620 * row.combinations for row in side.rows]
    for pays, deals in by_net.items():
        assert deals == sum(row.combinations for row in base.outcomes if row.pays == pays)


def test_together() -> None:
    joint = gli()
    for stake in (Fraction(1), Fraction(1, 2), Fraction(25)):
        both = joint.distribution(stake)
        base, side = joint.base, joint.side
        assert both.deals == base.deals
        assert both.mean == base.expected_value + stake * side.expected_value
        variance = base.variance + stake**2 * side.variance + 2 * stake * joint.covariance
        assert both.variance == variance
        assert both.average_wager == base.average_wager + stake
        assert both.largest_wager == 2 + stake
    assert joint.correlation == pytest.approx(0.5604816)
    assert gli().distribution(1).standard_deviation == pytest.approx(2.7022814)


def test_given_a_row() -> None:
    joint = gli()
    mean, raised = Fraction(0), Fraction(0)
    for number, row in enumerate(joint.side.rows):
        found = joint.given(number)
        assert found is not None
        mean += row.probability * found[0]
        raised += row.probability * found[1]
    assert mean == joint.base.expected_value
    assert raised == joint.base.raise_rate


def test_a_row_that_cannot_happen() -> None:
    side = bet([("gin", "1"), ("gin and four of a kind", "100")])
    joint = analyze_together(GLI, "published", side)
    assert joint.given(1) is None
    assert joint.given(0) is not None


def test_dealt_cards() -> None:
    """Covariance and joint probabilities lie in the intervals of dealt rounds."""
    joint, rounds = gli(), 20_000
    dealt = deal_rounds(rounds, seed=5)
    own, other = (hand_values(dealt[:, side], GLI.melds) for side in (0, 1))
    flush = (dealt[:, 0] // 13 == dealt[:, 0, :1] // 13).all(axis=1)
    count = own >> 26
    row = np.where(flush, 0, np.select([count == 0, count == 1, count == 2], [1, 2, 3], 4))
    side = np.array([float(each.pays) for each in joint.side.rows])[row]
    won = np.where(count == 0, 4, 2)
    nets = np.select(
        [own > PUBLISHED_THRESHOLD, other > GLI.qualifies, own < other, own == other],
        [-1, 1, won, 0],
        -2,
    )
    products = (nets - float(joint.base.expected_value)) * (side - float(joint.side.expected_value))
    error = products.std() / sqrt(rounds)
    assert products.mean() == pytest.approx(float(joint.covariance), abs=4 * error)
    for number in range(1, 5):
        for net_win in (-2, -1, 1, 2, 4):
            deals = sum(
                out.combinations
                for out in joint.outcomes
                if out.row == number and out.pays == net_win
            )
            chance = deals / joint.base.deals
            share = float(((row == number) & (nets == net_win)).mean())
            assert share == pytest.approx(chance, abs=4.5 * sqrt(chance / rounds) + 1e-12)


def test_other_hands_are_refused() -> None:
    six = GLI.with_settings(["deal.cards=6"])
    with pytest.raises(InputError, match="side bet on 6 cards"):
        analyze_together(six, "published", GIN_BONUS)
    with pytest.raises(InputError, match="features"):
        analyze_together(GLI, "published", GIN_BONUS, features=features(MeldRules()))
    with pytest.raises(InputError, match="strategy"):
        analyze_together(GLI, "wild", GIN_BONUS)


@pytest.mark.slow
def test_exact_cards_on_the_whole_deck() -> None:
    joint = analyze_together(GLI, "optimal", GIN_BONUS)
    key = [(row.event, row.player_dead_wood, row.combinations) for row in joint.base.outcomes]
    best = analyze(GLI, "optimal")
    assert key == [(row.event, row.player_dead_wood, row.combinations) for row in best.outcomes]
    assert joint.correlation == pytest.approx(0.5615526)
