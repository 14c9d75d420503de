"""Where the exact cards decide: every hand of a small deck against every dealer hand."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from brute_force import (
    SMALL_DECK,
    as_value,
    best_play,
    changed,
    every_worth,
    pays,
    small_counts,
    with_settings,
    worths,
)

from ginwin.advice.card_decisions import (
    CardDecisions,
    decide_cards,
    split_hands,
)
from ginwin.advice.card_features import FEATURES, Condition, Feature, measure
from ginwin.advice.hand_rows import hand_rows, mixed_values
from ginwin.cards import cards_of, parse_hand
from ginwin.counting.general import GeneralCounts
from ginwin.melds import MeldRules, arrange
from ginwin.play.analysis import analyze
from ginwin.play.strategy import choices, gain_unit
from ginwin.rules.rules import Rules
from ginwin.values import parse_value, value_label

GLI = Rules.load("gli")
RULES = {
    "gli": GLI,
    "play bets": with_settings(
        "dealer.qualifies=A", "raise.play=[1, 2, 3]", "pays.not-qualified.play.other=-0.2"
    ),
    "all three choices": with_settings("dealer.qualifies=3", "raise.play=[1, 2, 3]"),
    "large denominators": changed(
        pays={
            "win": pays({"0": "1/997", "1": "1/991", "2": "1/983", "other": "1/977"}, "1/971"),
            "not-qualified": pays(1, 0),
            "tie": pays({"0": "1/967", "other": "1/953"}, {"1": "1/947", "other": "1/941"}),
        }
    ),
    "folds pay": with_settings("pays.fold.ante={1=1, 2=-0.5, other=0}", "pays.lose.play.2=-1/3"),
    "a raise never pays": changed(
        pays={"win": pays(-1, -1), "not-qualified": pays(-1, -1), "tie": pays(-1, -1)}
    ),
}


@cache
def found(name: str) -> CardDecisions:
    return decide_cards(RULES[name], small_counts())


@cache
def by_hand(name: str) -> dict[int, dict[int, dict[Fraction, Fraction]]]:
    """For each value its hands, and what a fold and each play bet are worth with them."""
    rules, brute = RULES[name], small_counts()
    hands: dict[int, dict[int, dict[Fraction, Fraction]]] = {}
    every = zip(brute.player_hands, brute.dead_wood, every_worth(rules, brute), strict=True)
    for hand, wood, worth in every:
        hands.setdefault(as_value(wood), {})[hand] = worth
    return hands


def best_of(worth: dict[Fraction, Fraction]) -> Fraction:
    """The play bet that is worth most; of equal ones the smallest."""
    return max(worth, key=lambda play: (worth[play], -play))


@pytest.mark.parametrize("name", RULES)
def test_every_hand_of_a_small_deck(name: str) -> None:
    hands, plays = by_hand(name), choices(RULES[name])
    mixed = {value for value, own in hands.items() if len(set(map(best_of, own.values()))) > 1}
    assert [one.value for one in found(name).values] == sorted(mixed)
    for one in found(name).values:
        own = hands[one.value]
        made = [best_of(worth) for worth in own.values()]
        assert one.hands == len(own)
        assert one.hands_by_choice == tuple(made.count(play) for play in plays)
        assert sum(one.hands_by_choice) == len(own)  # so no bet in between is ever best
        smaller, larger = plays[one.smaller], plays[one.larger]
        assert smaller < larger
        assert 0 < one.for_larger == sum(play >= larger for play in made) < len(own)
        gains = {hand: worth[larger] - worth[smaller] for hand, worth in own.items()}
        for example, gain in ((one.worst, min(gains.values())), (one.best, max(gains.values()))):
            assert one.gain(example) == gains[example.hand] == gain
            assert example.worths == tuple(own[example.hand][play] for play in plays)


def test_some_hands_of_a_small_deck() -> None:
    """The examples, against every dealer hand one by one."""
    rules, brute = RULES["gli"], small_counts()
    assert len(found("gli").values) == 7
    for one in found("gli").values:
        for hand, (fold, worth) in (one.worst, one.best):
            assert arrange(hand).value == one.value
            exact = worths(rules, brute, hand)[Fraction(1)] / brute.dealer_hands
            assert (int(fold), worth) == (-1, exact)
            assert best_play(rules, brute, hand) == (worth > -1)
        assert one.gain(one.worst) <= 0 < one.gain(one.best)


def test_bets_at_stake() -> None:
    """Some values are raised with all hands, and the bet is at stake; a condition decides it."""
    rules, brute = RULES["play bets"], small_counts()
    assert {(one.smaller, one.larger) for one in found("play bets").values} == {(0, 1), (1, 2)}
    rows = hand_rows(rules, brute, np.arange(brute.values.size))
    unit = gain_unit(rules) * brute.deals
    with_condition = [one for one in found("play bets").values if one.condition]
    assert any(one.smaller for one in with_condition)
    for one in with_condition:
        assert one.condition is not None
        own = rows.of_value(one.value)
        meets = one.condition.holds(own.sets, own.values)
        made = np.where(meets, one.larger, one.smaller)
        right = own.hands[made == own.gains.argmax(axis=0)]
        lost = own.gains.max(axis=0) - own.gains[made, np.arange(made.size)]
        assert (one.right, one.cost) == (right.sum(), Fraction(int(lost.sum()), unit))


def test_nothing_to_decide() -> None:
    assert found("a raise never pays") == CardDecisions((), None, Fraction(0))
    assert found("a raise never pays").cost_by_value == 0


@pytest.mark.parametrize("name", RULES)
def test_costs_add_up(name: str) -> None:
    """What the cards are worth by value adds up to the difference of the two strategies."""
    counts, rules = small_counts(), RULES[name]
    best, by_value = (
        analyze(rules, strategy, counts).expected_value for strategy in ("optimal", "by-value")
    )
    cards = found(name)
    assert cards.cost_by_value == best - by_value
    assert sum((one.cost for one in cards.values), Fraction(0)) <= cards.cost
    assert cards.cost <= cards.cost_by_value
    for one in cards.values:
        assert 0 <= one.cost <= one.cost_by_value
        assert (one.condition is None) == (one.cost == one.cost_by_value)


@pytest.mark.parametrize("name", ["gli", "folds pay", "large denominators"])
def test_no_condition_is_better(name: str) -> None:
    """Try every cut of every feature, deciding each side for itself."""
    rules, brute = RULES[name], small_counts()
    rows = hand_rows(rules, brute, np.arange(brute.values.size))
    for one in found(name).values:
        own = rows.of_value(one.value)
        (bet,) = own.gains[1:].tolist()
        best = sum(max(0, gain) for gain in bet)
        most: list[int] = []
        for feature in FEATURES:
            numbers = measure(feature, own.sets, own.values).tolist()
            for cut in {*numbers, 99}:
                below = sum(gain for gain, n in zip(bet, numbers, strict=True) if n < cut)
                most.append(max(below, 0) + max(sum(bet) - below, 0))
        unit = gain_unit(rules) * brute.deals
        assert one.cost == Fraction(best - max(most), unit)
        assert one.cost_by_value == Fraction(best - max(0, sum(bet)), unit)
        if one.condition:
            meets = one.condition.holds(own.sets, own.values)
            right = meets == (own.gains[1] > 0)
            assert one.right == own.hands[right].sum()


def test_mixed_values_from_either_route() -> None:
    general = GeneralCounts(deck=SMALL_DECK)
    for rules in RULES.values():
        both = [
            mixed_values(rules, counts.showdown_by_hand(rules.qualifies), counts.values).tolist()
            for counts in (general, small_counts())
        ]
        assert both[0] == both[1]


@pytest.mark.parametrize("comparing", ["all cards", "high card", "count"])
@pytest.mark.parametrize("melds", [None, MeldRules(2, 3, sequence=True), MeldRules(3, 4)], ids=str)
@pytest.mark.parametrize("chosen", [[0], [1, 4, 5], [7], [0, 9], []], ids=str)
def test_hands_with_values(chosen: list[int], melds: MeldRules | None, comparing: str) -> None:
    """They fare as among all hands, whichever values are chosen."""
    counts = GeneralCounts(melds, SMALL_DECK, 6, threads=2)
    numbers = np.array(chosen, np.int64)
    for qualifies in (0, parse_value("3-2"), parse_value("4-3-2-A"), 2**31 - 1):
        every = counts.showdown_by_hand(qualifies, comparing)  # type: ignore[arg-type]
        sets, some = counts.hands_with_values(numbers, qualifies, comparing)  # type: ignore[arg-type]
        rows = np.isin(every.values, counts.values[numbers])
        assert sets.size == rows.sum()
        for name in ("values", "hands", "not_qualified", "worse", "tie", "better"):
            assert np.array_equal(getattr(some, name), getattr(every, name)[rows]), name


@pytest.mark.parametrize("name", ["gli", "play bets"])
def test_groups_are_all_hands_of_the_value(name: str) -> None:
    rules, brute = RULES[name], small_counts()
    one = found(name).costliest
    assert one is not None
    assert one.cost_by_value == max(other.cost_by_value for other in found(name).values)
    rows = hand_rows(rules, brute, np.searchsorted(brute.values, [one.value]))
    groups = split_hands(rules, rows, one, Feature("cards", 1), brute.dealer_hands)
    assert sum(group.hands for group in groups) == one.hands
    assert sum(group.for_larger for group in groups) == one.for_larger
    assert min(group.lowest for group in groups) == one.gain(one.worst)
    assert max(group.highest for group in groups) == one.gain(one.best)
    for group in groups:
        assert (group.for_larger == group.hands) == (group.lowest > 0)
        assert (group.for_larger == 0) == (group.highest <= 0)


def test_features() -> None:
    hand = parse_hand("AC 2C 10C JD JS QC KH")
    value = np.array([arrange(hand).value])
    assert value_label(int(value[0])) == "K"
    measured = {
        str(feature): int(measure(feature, np.array([hand]), value)[0]) for feature in FEATURES
    }
    assert {
        name: measured[name]
        for name in ("aces", "cards to 10", "cards to J", "ranks to J", "ranks", "suits", "pips")
    } == {
        "aces": 1,
        "cards to 10": 3,
        "cards to J": 5,
        "ranks to J": 4,
        "ranks": 6,
        "suits": 4,
        "pips": 1 + 2 + 10 + 11 + 11 + 12 + 13,
    }
    assert measured["of the longest suit"] == 4
    assert measured["melded of a rank"] == 2


def test_conditions() -> None:
    hands = np.array([parse_hand("AC 2C 10C JD JS QC KH"), parse_hand("AC 2C 3C JD JS QC KH")])
    values = np.array([arrange(hand).value for hand in hands.tolist()])
    more, fewer = Condition(Feature("cards", 8), 3), Condition(Feature("suits"), 3, fewer=True)
    assert more.holds(hands, values).tolist() == [False, True]
    assert fewer.holds(hands, values).tolist() == [False, False]
    assert (str(more), str(fewer)) == ("3+ cards to 9", "at most 3 suits")
    for number, text in ((0, "at most 0 cards to 9"), (1, "at most 1 card to 9")):
        assert str(Condition(Feature("cards", 8), number, fewer=True)) == text


@pytest.mark.slow
def test_real_deck() -> None:
    cards = decide_cards(GLI)
    assert len(cards.values) == 70
    assert [value_label(one.value) for one in (cards.values[0], cards.values[-1])] == [
        "10-5-4-A",
        "10-9-7-6",
    ]
    best, by_value = (analyze(GLI, name).expected_value for name in ("optimal", "by-value"))
    assert cards.cost_by_value == best - by_value
    assert str(cards.feature) == "cards to 9"
    boundary = next(one for one in cards.values if value_label(one.value) == "10-8-7-4")
    assert boundary.hands_by_choice == (24_288, 27_120)
    for one in cards.values:
        for hand, _ in (one.best, one.worst):
            assert len(cards_of(hand)) == 7
            assert arrange(hand).value == one.value
