"""Every option of a rule file: against every deal of a small deck, by both routes, and in sense.

The small deck has 16 cards and 411,840 deals of seven cards against seven. They are dealt and
settled one by one from the tables of the rule file (`brute_force`); the exact results come from the
general route on the same deck.
"""

from fractions import Fraction
from functools import cache

import pytest
from brute_force import (
    SMALL_DECK,
    best_play,
    dead_wood,
    net,
    small_counts_for,
    total_net,
    with_settings,
    worths,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from ginwin.cards import Deck, parse_hand
from ginwin.counting.counts import Counts
from ginwin.counting.general import GeneralCounts
from ginwin.counting.routes import counts_for
from ginwin.melds import MeldRules, Way, arrange
from ginwin.play.analysis import Analysis, analyze
from ginwin.play.hands import analyze_hand
from ginwin.play.results import house_tables, report_tables
from ginwin.play.strategy import Strategy
from ginwin.rules.rules import Rules
from ginwin.simulation.rounds import simulate
from ginwin.values import count_of, parse_value

STRATEGIES = ("published", "best-threshold", "by-value", "optimal")

# Qualifiers and pays that make close decisions with cards no higher than a four.
OPTIONS = {
    "dealer arranges ranks first": ["dealer.qualifies=3-2", "arrange.dealer=ranks first"],
    "player arranges suits first": ["dealer.qualifies=3-2", "arrange.player=suits first"],
    "both take the better of two": [
        "dealer.qualifies=2",
        "arrange.player=better of two",
        "arrange.dealer=better of two",
    ],
    "both arrange the house way": [
        "melds.rank=3",
        "dealer.qualifies=3-2-2",
        "arrange.player=house",
        "arrange.dealer=house",
    ],
    "high card only": ["dealer.qualifies=3 cards", "compare.cards=high card"],
    "count only, ties win": [
        "dealer.qualifies=always",
        "compare.cards=count",
        "pays.tie={ante={other=1}, play={other=1}}",
    ],
    "count only, ties lose": [
        "dealer.qualifies=1 card",
        "compare.cards=count",
        "pays.tie={ante={other=-1}, play={other=-1}}",
    ],
    "qualifies by count": ["dealer.qualifies=1 card", "pays.win.ante.1=3/2"],
    "losses by count": [
        "dealer.qualifies=3",
        "pays.lose.ante={1=0, 2=-0.5, other=-1}",
        'pays.lose.play={1="-1/3", other=-1}',
    ],
    "folds by count": ["dealer.qualifies=2", "pays.fold.ante={0=-1, 1=1, 2=-0.25, other=0}"],
    "several bets": ["dealer.qualifies=3-A", 'raise.play=["1/2", 1, 3]', "pays.fold.ante.1=0"],
    "runs": ["melds.sequence=true", "melds.rank=3", "dealer.qualifies=4-4-3-3"],
    "no suit melds, high card": [
        "melds.suit=none",
        "melds.rank=4",
        "dealer.qualifies=5 cards",
        "compare.cards=high card",
    ],
    "all at once": [
        "melds.rank=3",
        "melds.suit=4",
        "arrange.player=ranks first",
        "arrange.dealer=house",
        "compare.cards=high card",
        "dealer.qualifies=5 cards",
        "raise.play=[2, 0.5]",
        "pays.win={ante={2=7, other=0.95}, play={3=1.5, other=1}}",
        "pays.not-qualified={ante={other=0}, play={7=1, other=0.5}}",
        "pays.tie={ante={other=1}, play={5=-0.5, other=1}}",
        "pays.lose={ante={4=0, other=-1}, play={7=-0.75, other=-1}}",
        "pays.fold.ante={7=-0.5, other=-0.75}",
    ],
}
RULES = {name: with_settings(*option) for name, option in OPTIONS.items()}
every_option = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


@cache
def general(melds: MeldRules, ways: tuple[Way, Way]) -> GeneralCounts:
    return GeneralCounts(melds, SMALL_DECK, ways=ways)


def small(rules: Rules, strategy: str) -> Analysis:
    """An analysis on the small deck, by the general route."""
    return analyze(rules, strategy, general(rules.melds, rules.ways))


def rows_of(analysis: Analysis) -> dict[tuple[str, int, Fraction], int]:
    return {
        (row.event, row.player_dead_wood, row.play): row.combinations for row in analysis.outcomes
    }


# Against every deal


def test_each_option_is_among_them() -> None:
    """In these rule sets each key of a rule file has another value than in the GLI rules."""
    keys = {key for rules in RULES.values() for key, *_ in with_settings().difference(rules)}
    tables = {
        key if key.startswith(("arrange", "melds")) else key.partition(".")[0] for key in keys
    }
    assert tables == {
        *("melds.rank", "melds.suit", "melds.sequence", "arrange.player", "arrange.dealer"),
        *("compare", "dealer", "raise", "pays"),
    }
    assert {key.split(".")[1] for key in keys if key.startswith("pays")} == {
        *("win", "not-qualified", "tie", "lose", "fold"),
    }
    assert {way for rules in RULES.values() for way in rules.ways} == {
        *("best", "house", "ranks first", "suits first", "better of two"),
    }
    assert {rules.comparing for rules in RULES.values()} == {"all cards", "high card", "count"}


@every_option
@pytest.mark.parametrize("strategy", ["threshold:3-A", "by-value", "optimal"])
def test_outcomes_by_dealing_every_deal(rules: Rules, strategy: str) -> None:
    brute = small_counts_for(rules)
    analysis = small(rules, strategy)
    showdown = brute.showdown_by_hand(rules.qualifies, rules.comparing)
    decided = (
        showdown if strategy == "optimal" else brute.showdown(rules.qualifies, rules.comparing)
    )
    bets = Strategy.parse(strategy).decide(decided, rules).bets.tolist()
    if strategy != "optimal":
        of_value = dict(zip(decided.values.tolist(), bets, strict=True))
        bets = [of_value[value] for value in showdown.values.tolist()]
    sizes = (Fraction(0), *rules.play)
    wagers = {hand: sizes[bet] for hand, bet in zip(brute.player_hands, bets, strict=True)}
    tally = brute.play(rules, wagers.__getitem__)
    assert tally == rows_of(analysis)
    assert sum(tally.values()) == analysis.deals == 411_840
    assert analysis.expected_value == total_net(tally, rules) / 411_840
    for row in analysis.outcomes:
        assert row.pays == net(rules, row.event, row.player_dead_wood, row.play)


@every_option
def test_optimal_is_the_best_decision_of_every_hand(rules: Rules) -> None:
    brute = small_counts_for(rules)
    showdown = brute.showdown_by_hand(rules.qualifies, rules.comparing)
    bets = Strategy("optimal").decide(showdown, rules).bets
    sizes = (Fraction(0), *rules.play)
    for number in range(0, brute.hands, 227):
        expected = best_play(rules, brute, brute.player_hands[number])
        assert sizes[bets[number]] == expected, brute.player_hands[number]


@every_option
def test_one_hand(rules: Rules) -> None:
    brute = small_counts_for(rules)
    for hand in brute.player_hands[::701]:
        found = analyze_hand(rules, hand, general(rules.melds, rules.ways))
        worth = worths(rules, brute, hand)
        best = best_play(rules, brute, hand)
        assert found.arrangement == arrange(hand, rules.melds, rules.ways[0])
        assert count_of(found.arrangement.value) == dead_wood(hand, rules.melds, rules.ways[0])[0]
        assert found.fold == worth[Fraction(0)] / 36
        assert found.play == worth[found.bet] / 36 == max(worth[bet] / 36 for bet in rules.play)
        assert found.decision == ("play" if best else "fold")
        assert found.to_json()["fold"] in (int(found.fold), str(found.fold))


@pytest.mark.parametrize("cards", [5, 6])
def test_hands_of_five_and_six_cards_on_the_small_deck(cards: int) -> None:
    """By simulation: there are too many deals to deal them all."""
    rules = with_settings(
        f"deal.cards={cards}", "dealer.qualifies=2 cards", "compare.cards=high card",
        "arrange.dealer=suits first", "pays.fold.ante={2=-0.5, other=-1}",
    )  # fmt: skip
    exact = analyze(
        rules, "threshold:2", GeneralCounts(deck=SMALL_DECK, cards=cards, ways=rules.ways)
    )
    dealt = simulate(rules, parse_value("2"), rounds=400_000, seed=4, z=5, deck=SMALL_DECK)
    assert set(dealt.counts) == set(rows_of(exact))
    for row in exact.outcomes:
        _, _, low, high = dealt.probability(row.event, row.player_dead_wood)
        assert low <= row.probability <= high, row
    assert dealt.house_edge.low <= exact.house_edge <= dealt.house_edge.high


# The order of the strategies, and what better pays do


@every_option
def test_order_of_the_strategies(rules: Rules) -> None:
    worth = [small(rules, name).expected_value for name in STRATEGIES]
    assert worth == sorted(worth)
    hands = small_counts_for(rules).dead_wood
    folding = sum(rules.net("fold", wood[0], 0) for wood in hands) / len(hands)
    assert worth[-1] >= folding


PAYS = [
    (event, bet, count)
    for event in ("win", "not-qualified", "tie", "lose")
    for bet in ("ante", "play")
    for count in (*range(8), "other")
] + [("fold", "ante", count) for count in (*range(8), "other")]


@settings(max_examples=60)
@given(
    option=st.sampled_from(list(RULES)),
    key=st.sampled_from(PAYS),
    more=st.sampled_from(["1/1000", "1/2", "1", "5"]),
)
def test_a_higher_pay_never_hurts(option: str, key: tuple[str, str, int | str], more: str) -> None:
    rules = RULES[option]
    event, bet, count = key
    table = getattr(getattr(rules.pays, event.replace("-", "_")), bet)
    now = table.other if count == "other" else table.pay(count)
    higher = rules.with_settings([f"pays.{event}.{bet}.{count}={now + Fraction(more)}"])
    for strategy in STRATEGIES:
        before, after = small(rules, strategy), small(higher, strategy)
        assert after.expected_value >= before.expected_value
        paid = sum(
            row.combinations
            for row in before.outcomes
            if row.event.replace(" ", "-") == event and row.player_dead_wood == count
        )
        assert (after.expected_value > before.expected_value) or not paid


@every_option
def test_ties_that_win_are_not_worse_than_ties_that_push_or_lose(rules: Rules) -> None:
    for strategy in STRATEGIES:
        worth = []
        for pay in (-1, 0, 1):
            tie = f"pays.tie={{ante={{other={pay}}}, play={{other={pay}}}}}"
            worth.append(small(rules.with_settings([tie]), strategy).expected_value)
        assert worth == sorted(worth)
        assert worth[0] < worth[2]


@every_option
def test_an_unused_pay_changes_nothing(rules: Rules) -> None:
    """Six dead cards would leave one to be a meld; no dealer is better than no dead wood."""
    unused = [f"pays.{event}.{bet}.6=1000" for event, bet, count in PAYS if count == 6]
    unused += [f"pays.lose.{bet}.0=1000" for bet in ("ante", "play")]
    other = rules.with_settings(unused)
    assert len(rules.difference(other)) == len(unused)
    for strategy in STRATEGIES:
        before, after = small(rules, strategy), small(other, strategy)
        assert after.outcomes == before.outcomes
        assert after.threshold == before.threshold


def test_other_is_unused_where_every_count_is_named() -> None:
    named = ", ".join(f"{count}={count}" for count in range(8))
    rules = [
        with_settings(f"pays.win.ante={{{named}, other={other}}}", "dealer.qualifies=2")
        for other in (-1, 1000)
    ]
    for strategy in STRATEGIES:
        first, second = (small(each, strategy) for each in rules)
        assert first.outcomes == second.outcomes


def test_arranging_better_is_worth_more() -> None:
    """To the player when he does it, to the house when the dealer does."""
    worth: dict[str, dict[str, Fraction]] = {"player": {}, "dealer": {}}
    for side, found in worth.items():
        for way in ("best", "house", "better of two", "ranks first", "suits first"):
            rules = with_settings("dealer.qualifies=always", f"arrange.{side}={way}")
            found[way] = small(rules, "optimal").expected_value * (1 if side == "player" else -1)
    for found in worth.values():
        assert found["best"] >= found["house"]
        assert found["best"] >= found["better of two"]
        assert found["better of two"] >= max(found["ranks first"], found["suits first"])
        assert found["best"] > found["suits first"]


# On the real deck


ODD = {
    "high card": ["compare.cards=high card", "dealer.qualifies=4 cards", "pays.fold.ante.5=-1/2"],
    "count": [
        "compare.cards=count",
        "raise.play=[1, 2]",
        "pays.lose.play.4=0",
        "pays.tie.ante.4=1/3",
    ],
    "all cards": ["dealer.qualifies=always", "pays.tie.play.other=1", "pays.fold.ante.7=-1/997"],
}


def same_by_both_routes(rules: Rules, strategy: str) -> None:
    pattern = analyze(rules, strategy, counts_for(rules, "pattern"))
    general = analyze(rules, strategy, counts_for(rules, "general"))
    assert pattern.outcomes == general.outcomes
    assert pattern.threshold == general.threshold
    assert sum(row.combinations for row in general.outcomes) == 6_071_092_494_667_200


@pytest.mark.parametrize("name", ODD)
def test_both_routes_give_the_same(name: str) -> None:
    rules = with_settings(*ODD[name])
    same_by_both_routes(rules, "best-threshold")
    for text in ("2D 4H TD JD JS QC QD", "KC KD KH 10C 9D 5H 4S", "AC 2D 4H 6S 8C 10D QH"):
        hand = parse_hand(text)
        assert analyze_hand(rules, hand, counts_for(rules, "pattern")) == analyze_hand(
            rules, hand, counts_for(rules, "general")
        )


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "count")) for name in ODD]
)
def test_both_routes_give_the_same_by_hand(name: str) -> None:
    same_by_both_routes(with_settings(*ODD[name]), "optimal")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("threshold", "odd"),
    [
        ("10-9-5-4", ["arrange.player=suits first", "arrange.dealer=house"]),
        ("K-9-5", ["deal.cards=5", "compare.cards=count", "dealer.qualifies=2 cards"]),
        ("9-9-5-4", ["deal.cards=6", "melds.rank=3", "melds.sequence=true",
                     "dealer.qualifies=J-J-10-9"]),
        ("J-10-9-8", ["arrange.player=ranks first", "compare.cards=high card",
                      "pays.fold.ante={5=-0.25, other=-0.5}", "pays.lose.play.4=-1/2",
                      "pays.tie.ante.other=1", "raise.play=[3]"]),
    ],
    ids=lambda argument: argument if isinstance(argument, str) else argument[0],
)  # fmt: skip
def test_simulation_of_odd_rules(threshold: str, odd: list[str]) -> None:
    rules = with_settings(*odd)
    exact = analyze(rules, f"threshold:{threshold}")
    dealt = simulate(rules, parse_value(threshold), rounds=1_000_000, seed=6, z=5)
    table = {(row.event, row.player_dead_wood): row.probability for row in exact.outcomes}
    for event in ("fold", "not qualified", "win", "tie", "lose"):
        for count in range(8):
            _, _, low, high = dealt.probability(event, count)
            assert low <= table.get((event, count), 0) <= high, (event, count)
    for estimate, figure in (
        (dealt.house_edge, exact.house_edge),
        (dealt.raise_rate, exact.raise_rate),
        (dealt.average_wager, exact.average_wager),
        (dealt.element_of_risk, exact.element_of_risk),
    ):
        assert estimate.low <= figure <= estimate.high


def test_hand_shows_the_arrangement_of_the_player() -> None:
    hand = parse_hand("2D 4H TD JD JS QC QD")
    best = analyze_hand(with_settings(), hand)
    ranks = analyze_hand(with_settings("arrange.player=ranks first"), hand)
    assert (best.to_json()["value"], ranks.to_json()["value"]) == ("J-4", "10-4-2")
    assert best.play > ranks.play
    assert "Arranged: ranks first" in ranks.summary()
    assert ranks.to_json()["arranged"] == "ranks first"
    assert "arranged" not in best.to_json()
    assert not any(line.startswith("Arranged") for line in best.summary())


def on_21_cards(rules: Rules) -> GeneralCounts:
    return GeneralCounts(rules.melds, Deck(7, 3), rules.cards, 1, rules.ways)


def test_both_ends_of_the_house_way_have_one_deck() -> None:
    rules = with_settings("deal.cards=5", "arrange.dealer=house", "arrange.player=house")
    counts = on_21_cards(rules)
    (table,) = house_tables(analyze(rules, "by-value", counts), counts)
    ends = [analyze(end, "by-value", on_21_cards(end)) for end in rules.house_ends()]
    assert table.rows == tuple(
        (*end.rules.ways, end.house_edge, end.element_of_risk, end.raise_rate) for end in ends
    )
    tables = {table.name: table for table in report_tables(rules, counts)}
    published = analyze(rules, "published", counts)
    assert tables["house_way"].rows[0][2] == published.house_edge
    assert tables["published"].rows[0][2:4] == ("4.31", 100 * analyze(Rules.load("gli")).house_edge)


def test_the_other_end_is_counted_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def counted(rules: Rules, *how: object) -> Counts:
        asked.append((rules.ways, *how))
        return small_counts_for(rules)

    monkeypatch.setattr("ginwin.counting.routes.counts_for", counted)
    rules = with_settings("arrange.dealer=house")
    counts = GeneralCounts(ways=rules.ways)  # nothing is counted yet
    house_tables(small(rules, "published"), counts, "general", 1)
    assert asked == [(("best", "best"), "general", 1)]
