"""Results: the outcome table, the figures made from it, and what one hand is worth."""

import json
import math
from fractions import Fraction
from functools import cache

import pytest
from brute_force import (
    best_play,
    changed,
    dead_wood,
    pays,
    small_counts,
    total_net,
    with_settings,
)

from ginwin.cards import parse_hand
from ginwin.counting.routes import counts_for
from ginwin.errors import InputError
from ginwin.melds import MeldRules
from ginwin.play.analysis import EVENTS, FIGURES, Analysis, analyze
from ginwin.play.hands import analyze_hand
from ginwin.play.results import figure_table
from ginwin.play.strategy import SHOWDOWN_EVENTS, Strategy
from ginwin.rules.rules import Rules
from ginwin.values import parse_value

DEALS = 6_071_092_494_667_200  # C(52, 7) * C(45, 7)
DEALER_HANDS = 45_379_620  # C(45, 7)
STRATEGIES = ("published", "best-threshold", "by-value", "optimal")

SMALL_RULES = {
    "gli": Rules.load("gli"),
    "tough qualifier": changed(dealer={"qualifies": "2"}),
    "several bets": changed(dealer={"qualifies": "3-A"}, raise_={"play": [1, "1/2", 3]}),
    "ties lose the ante": changed(
        dealer={"qualifies": "3"},
        pays={
            "win": pays({"0": "5/2", "other": 1}),
            "not-qualified": pays(1, 0),
            "tie": pays(-1, 0),
        },
    ),
}


@cache
def real(preset: str, strategy: str) -> Analysis:
    """An analysis on the standard deck, made once."""
    return analyze(Rules.load(preset), strategy)


def deals(analysis: Analysis, event: str, count: int | None = None) -> int:
    return sum(
        row.combinations
        for row in analysis.outcomes
        if row.event == event and count in (None, row.player_dead_wood)
    )


# Worked examples of every event, in antes: both bets together.


@pytest.mark.parametrize(
    ("event", "count", "net"),
    [
        ("fold", 4, -1),  # the ante is lost
        ("not qualified", 0, 1),  # the ante pays 1 to 1 and the play bet pushes, gin or not
        ("not qualified", 3, 1),
        ("win", 0, 4),  # ante 3 to 1, play bet 1 to 1: 3 + 1, and not the 6 that come back
        ("win", 2, 2),  # both 1 to 1
        ("tie", 1, 0),  # both push
        ("lose", 2, -2),  # both are lost
    ],
)
def test_events_of_gli(event: str, count: int, net: int) -> None:
    (row,) = (
        row
        for row in real("gli", "published").outcomes
        if (row.event, row.player_dead_wood) == (event, count)
    )
    assert row.pays == net
    assert row.play == (event != "fold")
    assert row.return_ == Fraction(net * row.combinations, DEALS)


def test_gin_pays_on_the_play_bet_in_ags_web() -> None:
    (row,) = (
        row
        for row in real("ags-web", "published").outcomes
        if (row.event, row.player_dead_wood) == ("win", 0)
    )
    assert row.pays == 4  # ante 1 to 1, play bet 3 to 1


# The real deck: figures measured by an independent program, and the published ones.


def test_published_strategy_under_gli() -> None:
    analysis = real("gli", "published")
    assert analysis.deals == DEALS
    assert analysis.house_edge == Fraction(261_853_661_853_312, DEALS)
    assert round(100 * analysis.house_edge, 4) == Fraction("4.3131")
    assert round(100 * analysis.raise_rate, 3) == Fraction("68.359")
    assert round(analysis.average_wager, 4) == Fraction("1.6836")
    assert round(100 * analysis.element_of_risk, 3) == Fraction("2.562")


@pytest.mark.parametrize("preset", ["gli", "ags-web"])
def test_better_strategies_are_worth_more(preset: str) -> None:
    worth = [real(preset, strategy).expected_value for strategy in STRATEGIES]
    assert worth == sorted(worth)
    assert worth[0] < worth[1]  # the published strategy is not the best threshold
    assert worth[2] < worth[3]  # the exact cards matter


def test_best_threshold_beats_its_neighbours() -> None:
    rules, best = Rules.load("gli"), real("gli", "best-threshold")
    assert best.threshold == parse_value("10-8-7-4")
    for label in ("10-8-7-3", "10-8-7-5"):
        other = analyze(rules, f"threshold:{label}")
        assert other.expected_value < best.expected_value


@pytest.mark.parametrize("preset", ["gli", "ags-web"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_totals(preset: str, strategy: str) -> None:
    analysis = real(preset, strategy)
    assert sum(row.combinations for row in analysis.outcomes) == analysis.deals == DEALS
    assert all(row.combinations > 0 for row in analysis.outcomes)
    assert sum(row.probability for row in analysis.outcomes) == 1
    assert sum(row.return_ for row in analysis.outcomes) == analysis.expected_value
    assert analysis.house_edge == -analysis.expected_value
    assert analysis.raise_rate == 1 - Fraction(deals(analysis, "fold"), DEALS)
    by_count = [sum(deals(analysis, event, count) for event in EVENTS) for count in range(8)]
    hands = [5448352, 20303712, 35634456, 20197320, 36756720, 11119680, 0, 4324320]
    assert by_count == [number * DEALER_HANDS for number in hands]


@pytest.mark.slow
def test_both_routes_give_the_same_analysis() -> None:
    rules = Rules.load("gli")
    for strategy in STRATEGIES:
        general = analyze(rules, strategy, counts_for(rules, "general"))
        assert general.outcomes == real("gli", strategy).outcomes
        assert general.threshold == real("gli", strategy).threshold


# What the figures mean.


@pytest.mark.parametrize("rules", SMALL_RULES.values(), ids=SMALL_RULES)
def test_edge_and_element_of_risk_have_their_own_denominators(rules: Rules) -> None:
    analysis = analyze(rules, "by-value", small_counts())
    lost = -sum(row.pays * row.combinations for row in analysis.outcomes)
    bet = sum((1 + row.play) * row.combinations for row in analysis.outcomes)
    assert analysis.house_edge == lost / analysis.deals
    assert analysis.average_wager == bet / analysis.deals
    assert analysis.element_of_risk == lost / bet
    assert analysis.element_of_risk * analysis.average_wager == analysis.house_edge


def test_a_push_is_neither_won_nor_lost() -> None:
    analysis = analyze(Rules.load("gli"), "published", small_counts())
    ties = Fraction(deals(analysis, "tie"), analysis.deals)
    lost = Fraction(deals(analysis, "fold") + deals(analysis, "lose"), analysis.deals)
    assert ties > 0
    assert analysis.hit_frequency == 1 - ties - lost
    assert all(row.return_ == 0 for row in analysis.outcomes if row.event == "tie")


def test_a_dealer_who_does_not_qualify_is_a_hit_when_the_ante_is_paid() -> None:
    qualifies = {"qualifies": "gin"}
    paid = analyze(changed(dealer=qualifies), "published", small_counts())
    tables = changed().to_dict()["pays"] | {"not-qualified": pays(0, 0)}
    pushed = analyze(changed(dealer=qualifies, pays=tables), "published", small_counts())
    share = Fraction(deals(paid, "not qualified"), paid.deals)
    assert share > 0
    assert paid.hit_frequency - pushed.hit_frequency == share


def test_the_note_on_hits_holds_under_any_pays() -> None:
    tables = changed().to_dict()["pays"] | {"not-qualified": pays(-1, 0)}
    lost = analyze(changed(dealer={"qualifies": "gin"}, pays=tables), "published", small_counts())
    unpaid = Fraction(deals(lost, "not qualified"), lost.deals)
    assert unpaid > 0
    assert lost.hit_frequency == Fraction(deals(lost, "win"), lost.deals)
    for analysis in (lost, analyze(changed(), "published", small_counts())):
        assert figure_table(analysis).notes[-1] == (
            "A hit is a round in which the bets together win something; a round in which they "
            "push or lose together is none."
        )


def test_variance_by_definition() -> None:
    analysis = analyze(SMALL_RULES["several bets"], "optimal", small_counts())
    mean = analysis.expected_value
    spread = sum((row.pays - mean) ** 2 * row.probability for row in analysis.outcomes)
    assert analysis.variance == spread
    assert analysis.standard_deviation == math.sqrt(spread)


@pytest.mark.parametrize("strategy", ["threshold:3-A", "by-value", "optimal"])
@pytest.mark.parametrize("rules", SMALL_RULES.values(), ids=SMALL_RULES)
def test_outcomes_by_dealing_every_deal(rules: Rules, strategy: str) -> None:
    """Every row, against 411,840 deals settled one by one with the same decisions."""
    brute = small_counts()
    analysis = analyze(rules, strategy, brute)
    showdown = brute.showdown_by_hand(rules.qualifies)
    if strategy == "optimal":
        bets = Strategy(strategy).decide(showdown, rules).bets.tolist()
    else:
        by_value = brute.showdown(rules.qualifies)
        chosen = Strategy.parse(strategy).decide(by_value, rules).bets.tolist()
        bet_of = dict(zip(by_value.values.tolist(), chosen, strict=True))
        bets = [bet_of[value] for value in showdown.values.tolist()]
    sizes = (Fraction(0), *rules.play)
    wagers = {hand: sizes[bet] for hand, bet in zip(brute.player_hands, bets, strict=True)}
    tally = brute.play(rules, wagers.__getitem__)
    assert tally == {
        (row.event, row.player_dead_wood, row.play): row.combinations for row in analysis.outcomes
    }
    assert analysis.expected_value == total_net(tally, rules) / brute.deals


def test_counts_must_fit_the_rules() -> None:
    other = changed(melds={"rank": 3})
    with pytest.raises(InputError):
        analyze(other, "published", small_counts())
    analyze(other, "published", small_counts(MeldRules(rank=3)))
    with pytest.raises(InputError):
        analyze(changed(deal={"cards": 5}), "published", small_counts())
    house = with_settings("arrange.dealer=house")
    hand = small_counts().player_hands[0]
    for counts in (small_counts(), small_counts(ways=("house", "best"))):
        with pytest.raises(InputError, match="arranged best / house"):
            analyze(house, "published", counts)
        with pytest.raises(InputError, match="arranged best / house"):
            analyze_hand(house, hand, counts)
    analyze(house, "published", small_counts(ways=("best", "house")))


def test_results_are_immutable() -> None:
    analysis = analyze(Rules.load("gli"), "published", small_counts())
    with pytest.raises(AttributeError):
        analysis.deals = 1  # type: ignore[misc]


# Routes.


def test_routes() -> None:
    standard, other = Rules.load("gli"), changed(melds={"sequence": True})
    assert type(counts_for(standard)).__name__ == "PatternCounts"
    assert counts_for(standard) is counts_for(standard, "auto") is counts_for(standard, "pattern")
    assert type(counts_for(standard, "general")).__name__ == "GeneralCounts"
    assert type(counts_for(other)).__name__ == "GeneralCounts"
    house, ranks = (
        with_settings("arrange.dealer=house"),
        with_settings("arrange.player=ranks first"),
    )
    assert (counts_for(house).ways, counts_for(ranks).ways) == (house.ways, ranks.ways)
    assert counts_for(with_settings("compare.cards=count", "pays.fold.ante.0=0")) is counts_for(
        standard
    )
    for rules in (other, changed(deal={"cards": 6}), house, ranks):
        with pytest.raises(InputError, match="route"):
            counts_for(rules, "pattern")
    with pytest.raises(InputError, match="route"):
        counts_for(standard, "fast")
    with pytest.raises(InputError, match="threads"):
        counts_for(standard, threads=0)


# One hand.


@pytest.mark.parametrize("rules", SMALL_RULES.values(), ids=SMALL_RULES)
def test_hands_by_dealing_every_deal(rules: Rules) -> None:
    brute = small_counts()
    for hand in brute.player_hands[::331]:
        against = brute.against(hand, rules.qualifies)
        found = analyze_hand(rules, hand, brute)
        assert found.against == against
        assert sum(against) == 36
        count = dead_wood(hand, MeldRules())[0]
        worth = {
            play: sum(
                (
                    number * rules.net(event, count, play)
                    for event, number in zip(SHOWDOWN_EVENTS, against, strict=True)
                ),
                Fraction(0),
            )
            / 36
            for play in rules.play
        }
        best = best_play(rules, brute, hand)
        assert found.decision == ("play" if best else "fold")
        assert found.play == max(worth.values()) == worth[found.bet]
        assert best in (0, found.bet)
        assert Fraction(*found.integers) == found.play


def test_hand_of_the_readme() -> None:
    found = analyze_hand(Rules.load("gli"), parse_hand("2D 4H TD JD JS QC QD"))
    assert sum(found.against) == found.integers[1] == DEALER_HANDS
    assert list(map(int, found.nets)) == [1, 2, 0, -2]
    worth = sum(net * number for net, number in zip(found.nets, found.against, strict=True))
    assert found.play == Fraction(worth) / DEALER_HANDS
    assert found.decision == "play"


def test_no_better_hand_than_gin() -> None:
    found = analyze_hand(Rules.load("gli"), parse_hand("KC KD KH 2C 3C 9D 9H"))
    assert found.against.better == 0
    assert found.play > 1


@pytest.mark.parametrize("text", ["AS 2H 4S 8H 9D 9S", "AC 2C 3C 4C 5C 6C 7C 8C"])
def test_hand_of_the_wrong_size(text: str) -> None:
    with pytest.raises(InputError):
        analyze_hand(Rules.load("gli"), parse_hand(text, len(text.split())), small_counts())


@pytest.mark.parametrize("text", ["AS 2H 4S 3H 2D 2S 5C", "AC 2C 3C 4C AD 2D KH"])
def test_hand_of_another_deck(text: str) -> None:
    with pytest.raises(InputError) as caught:
        analyze_hand(Rules.load("gli"), parse_hand(text), small_counts())
    assert caught.value.field == "hand"
    assert caught.value.allowed == f"7 cards of a deck of {small_counts().deck.size}"


@pytest.mark.parametrize("hand", [-1, 0, 1 << 52, 127 << 52, -127, 127.0, "AC", None])
def test_what_is_no_hand(hand: object) -> None:
    with pytest.raises(InputError) as caught:
        analyze_hand(Rules.load("gli"), hand)  # type: ignore[arg-type]
    assert caught.value.field == "hand"


# The JSON contract.


def test_json_of_an_analysis() -> None:
    analysis = real("gli", "published")
    data = json.loads(json.dumps(analysis.to_json()))
    assert list(data) == [
        "rules",
        "strategy",
        "threshold",
        "deals",
        *FIGURES,
        "standard_deviation",
        "outcomes",
    ]
    assert Rules(**data["rules"]) == Rules.load("gli")
    assert (data["strategy"], data["threshold"], data["deals"]) == ("published", "10-9-5-4", DEALS)
    for figure in FIGURES:
        assert list(data[figure]) == ["numerator", "denominator", "value"]
        exact = Fraction(data[figure]["numerator"], data[figure]["denominator"])
        assert exact == getattr(analysis, figure)
        assert data[figure]["value"] == float(exact)
    assert data["expected_value"]["denominator"] == DEALS  # not reduced
    assert data["expected_value"]["numerator"] == -261_853_661_853_312
    assert data["standard_deviation"] == analysis.standard_deviation
    assert sum(row["combinations"] for row in data["outcomes"]) == DEALS
    for row, outcome in zip(data["outcomes"], analysis.outcomes, strict=True):
        assert row == {
            "event": outcome.event,
            "player_dead_wood": outcome.player_dead_wood,
            "pays": int(outcome.pays),
            "combinations": outcome.combinations,
            "probability": float(outcome.probability),
            "return": float(outcome.return_),
        }
    assert {row["event"] for row in data["outcomes"]} == set(EVENTS)
    assert {row["pays"] for row in data["outcomes"]} == {4, 2, 1, 0, -1, -2}


def test_json_of_pays_that_are_not_whole() -> None:
    rules = SMALL_RULES["ties lose the ante"]  # 5/2 to 1 on the ante
    data = analyze(rules, "published", small_counts()).to_json()
    assert data["expected_value"]["denominator"] == 2 * 411_840
    assert data["raise_rate"]["denominator"] == 411_840
    found = {row["pays"] for row in data["outcomes"]}
    assert {pay for pay in found if isinstance(pay, str)} == {"7/2"}  # with the play bet


def test_json_names_the_bet_where_there_are_several() -> None:
    data = analyze(SMALL_RULES["several bets"], "by-value", small_counts()).to_json()
    assert data["threshold"] is None
    assert {row["play"] for row in data["outcomes"]} <= {0, "1/2", 1, 3}
    assert data["average_wager"]["denominator"] == 2 * 411_840


def test_json_of_always_folding() -> None:
    rules = changed(pays={key: pays(-1, -1) for key in ("win", "not-qualified", "tie")})
    data = analyze(rules, "best-threshold", small_counts()).to_json()
    assert data["threshold"] == "none"
    assert {row["event"] for row in data["outcomes"]} == {"fold"}
    assert data["house_edge"]["value"] == 1.0


def test_folds_by_count() -> None:
    rules = with_settings("pays.fold.ante={4=-0.5, 7=0, other=-1}")
    analysis = analyze(rules, "published")
    folds = {row.player_dead_wood: row for row in analysis.outcomes if row.event == "fold"}
    assert {count: row.pays for count, row in folds.items()} == {4: Fraction(-1, 2), 5: -1, 7: 0}
    saved = folds[4].probability / 2 + folds[7].probability
    assert real("gli", "published").house_edge - analysis.house_edge == saved
    data = analysis.to_json()
    assert data["rules"]["pays"]["fold"] == {"ante": {"4": "-1/2", "7": 0, "other": -1}}
    assert {row["pays"] for row in data["outcomes"] if row["event"] == "fold"} == {"-1/2", -1, 0}


def test_a_fold_that_gives_back_more_is_made_more_often() -> None:
    rates = [
        analyze(with_settings(f"pays.fold.ante.other={pay}"), "by-value").raise_rate
        for pay in ("-1", "-1/2", "0", "1")
    ]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] > rates[-1] > 0


def test_json_of_a_hand() -> None:
    found = analyze_hand(Rules.load("gli"), parse_hand("2D 4H TD JD JS QC QD"))
    data = json.loads(json.dumps(found.to_json()))
    assert Rules(**data.pop("rules")) == Rules.load("gli")
    dealer, play = data.pop("dealer"), data.pop("play")
    assert data == {
        "hand": ["QC", "2D", "10D", "JD", "QD", "4H", "JS"],
        "value": "J-4",
        "count": 2,
        "melds": [["QC", "QD"], ["2D", "10D", "JD"]],
        "dead_wood": ["JS", "4H"],
        "fold": -1,
        "decision": "play",
    }
    assert list(dealer) == ["not_qualified", "worse", "tie", "better"]
    assert sum(dealer.values()) == DEALER_HANDS
    net = dealer["not_qualified"] + 2 * dealer["worse"] - 2 * dealer["better"]
    assert play == {"numerator": net, "denominator": DEALER_HANDS, "value": net / DEALER_HANDS}


def test_text_of_a_hand() -> None:
    text = "\n".join(analyze_hand(Rules.load("gli"), parse_hand("2D 4H TD JD JS QC QD")).summary())
    for part in ("QC QD | 2D 10D JD", "Dead wood: JS 4H", "Value: J-4", "/ 45,379,620", "play"):
        assert part in text
