"""Short rules: the search finds what trying every rule finds, and rules are worth what they say."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from brute_force import changed, every_worth, pays, small_counts, with_settings

from ginwin.advice import clauses as clause_sums
from ginwin.advice.hand_rows import HandRows, hand_rows
from ginwin.advice.rule_search import search_card_rules, search_short_rules
from ginwin.advice.short_rules import Bound, ShortRule, ShortRules
from ginwin.counting.routes import counts_for
from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.rules.rules import Rules
from ginwin.simulation.rounds import simulate
from ginwin.values import count_of, parse_value, ranks_of

GLI = Rules.load("gli")
PLACES = ("highest", "second", "third", "lowest")
RULES = {
    "gli": GLI,
    "tough qualifier": with_settings("dealer.qualifies=2"),
    "two play bets": with_settings("dealer.qualifies=A", "raise.play=[1, 3]"),
    "large denominators": changed(
        pays={
            "win": pays({"0": "1/997", "1": "1/991", "2": "1/983", "other": "1/977"}, "1/971"),
            "not-qualified": pays(1, 0),
            "tie": pays({"0": "1/967", "other": "1/953"}, {"1": "1/947", "other": "1/941"}),
        }
    ),
    "a raise never pays": changed(
        pays={"win": pays(-1, -1), "not-qualified": pays(-1, -1), "tie": pays(-1, -1)}
    ),
    "losses by count": with_settings("pays.lose.play={1=-1, 2=-0.75, 3=0, other=-1}"),
}


def clauses_of(bounds: list[Bound]) -> Iterator[tuple[tuple[Bound, ...], ...]]:
    """Every set of clauses with at most three bounds: one clause, or one bound or else others."""
    yield ()
    for number in (1, 2, 3):
        yield from ((clause,) for clause in combinations(bounds, number))
    for first, second in combinations(bounds, 2):
        yield (first,), (second,)
    for first in bounds:
        rest = [bound for bound in bounds if bound != first]
        yield from (((first,), both) for both in combinations(rest, 2))


def bounds_for(values: list[int]) -> list[Bound]:
    """Every bound that some of these values meet and others do not."""
    size = count_of(values[0])
    places = [*PLACES[: size - (size > 1)][:3], *(["lowest"] if size > 1 else [])]
    bounds = [Bound(place, rank) for place in places for rank in range(13)]  # type: ignore[arg-type]
    bounds += [Bound("pips", pips) for pips in range(92)] if size > 1 else []
    return [bound for bound in bounds if len({bound.holds(value) for value in values}) == 2]


@cache
def gains(name: str) -> dict[int, tuple[Fraction, int]]:
    """What a raise gains over a fold, over all hands of each value, and how many these are."""
    rules, brute = RULES[name], small_counts()
    sums: dict[int, dict[Fraction, Fraction]] = {}
    hands: dict[int, int] = {}
    numbers = brute.showdown_by_hand(0).values.tolist()
    for value, worth in zip(numbers, every_worth(rules, brute), strict=True):
        own = sums.setdefault(value, dict.fromkeys(rules.play, Fraction(0)))
        hands[value] = hands.get(value, 0) + 1
        for play in rules.play:
            own[play] += worth[play] - worth[Fraction(0)]
    return {value: (max(own.values()), hands[value]) for value, own in sorted(sums.items())}


@pytest.mark.parametrize("name", RULES)
def test_every_short_rule_of_a_small_deck(name: str) -> None:
    rules, brute = RULES[name], small_counts()
    by_value = gains(name)
    counts = sorted({count_of(value) for value in by_value})
    best: dict[int, Fraction] = {}
    space = 0
    for base, following in zip([-1, *counts], [*counts, counts[-1] + 1], strict=True):
        below = sum((by_value[v][0] for v in by_value if count_of(v) <= base), Fraction(0))
        values = [value for value in by_value if count_of(value) == following]
        bounds = bounds_for(values) if values else []
        for clauses in clauses_of(bounds):
            space += 1
            gain = below + sum(
                (
                    by_value[value][0]
                    for value in values
                    if any(all(bound.holds(value) for bound in clause) for clause in clauses)
                ),
                Fraction(0),
            )
            number = sum(map(len, clauses))
            best[number] = max(best.get(number, gain), gain)
    found = search_short_rules(rules, brute)
    assert found.space == space
    assert_best(found, best, name)


def assert_best(found: ShortRules, best: dict[int, Fraction], name: str) -> None:
    """The rules found are the best, one for each number of bounds that is better than fewer."""
    rules, brute = RULES[name], small_counts()
    folds = analyze(changed_to_fold(rules), "always", brute).expected_value
    expected, most = {}, None
    for number in sorted(best):
        if most is None or best[number] > most:
            most = best[number]
            expected[number] = folds + most / brute.hands
    assert {one.bounds: -one.house_edge for one in found.best} == expected


def changed_to_fold(rules: Rules) -> Rules:
    """Rules under which a raise always ends as a fold does, so that its worth is that of folds."""
    tables = rules.to_dict()
    fold = tables["pays"].get("fold", {"ante": {"other": -1}})["ante"]
    same = {"ante": fold, "play": {"other": 0}}
    tables["pays"] = dict.fromkeys(("win", "not-qualified", "tie", "lose"), same)
    return Rules(**tables)


@pytest.mark.parametrize("name", RULES)
def test_a_rule_is_worth_what_it_says(name: str) -> None:
    rules, brute = RULES[name], small_counts()
    by_value, hands = gains(name), brute.hands
    best = analyze(rules, "by-value", brute).expected_value
    folds = analyze(changed_to_fold(rules), "always", brute).expected_value
    for one in search_short_rules(rules, brute).best:
        raised = [by_value[value] for value in by_value if one.raises(value)]
        worth = folds + sum((gain for gain, _ in raised), Fraction(0)) / hands
        assert one.house_edge == -worth
        assert one.cost == best - worth >= 0
        assert one.raise_rate == Fraction(sum(number for _, number in raised), hands)


def rows_with(name: str, count: int) -> HandRows:
    brute = small_counts()
    return hand_rows(RULES[name], brute, np.flatnonzero(brute.values >> 26 == count))


@pytest.mark.parametrize("name", ["gli", "two play bets", "large denominators"])
@pytest.mark.parametrize("count", [1, 2])
def test_every_card_rule_of_a_small_deck(name: str, count: int) -> None:
    rules, brute = RULES[name], small_counts()
    rows = rows_with(name, count)
    by_value = gains(name)
    values = sorted(set(rows.values.tolist()))
    below = sum((by_value[v][0] for v in by_value if count_of(v) < count), Fraction(0))
    places = PLACES[:count]
    on_wood = [Bound(place, rank) for place in places for rank in range(4)]  # type: ignore[arg-type]
    on_wood = [one for one in on_wood if len({one.holds(value) for value in values}) == 2]
    pairs = list(zip(rows.values.tolist(), rows.sets.tolist(), strict=True))
    unit = gains_unit(name, rows)
    best: dict[int, Fraction] = {}
    space = 0
    for rank in range(3):
        low = [Bound("cards", number, rank) for number in range(8)]
        low = [one for one in low if len({one.holds(*pair) for pair in pairs}) == 2]
        meets = {one: np.array([one.holds(*pair) for pair in pairs]) for one in (*on_wood, *low)}
        cells = np.array([cell(pair, rank, count) for pair in pairs])
        for clauses in clauses_of([*on_wood, *low]):
            space += 1
            raised = np.zeros(len(pairs), np.bool_)
            for clause in clauses:
                raised |= np.logical_and.reduce([meets[one] for one in clause])
            gain = below
            for own in np.unique(cells[raised]):  # the best play bet for hands that look alike
                sums = rows.gains[1:, raised & (cells == own)].sum(axis=1)
                gain += Fraction(int(sums.max()), unit)
            number = sum(map(len, clauses))
            best[number] = max(best.get(number, gain), gain)
    found = search_card_rules(rules, brute, rows)
    assert found.space == space
    assert_best(found, best, name)


def cell(pair: tuple[int, int], rank: int, count: int) -> int:
    value, hand = pair
    cards = sum((hand >> 13 * suit & (1 << rank + 1) - 1).bit_count() for suit in range(4))
    first, second = (*ranks_of(value)[:2], 0)[:2]
    return (first * 16 + second * (count > 1)) * 16 + cards


def gains_unit(name: str, rows: HandRows) -> int:
    """The unit of the gains of rows: integers per ante, over the dealer hands."""
    from ginwin.play.strategy import gain_unit

    assert rows.gains.shape[0] == 1 + len(RULES[name].play)
    return gain_unit(RULES[name]) * small_counts().dealer_hands


def test_hands_of_different_counts_are_refused() -> None:
    rows = hand_rows(GLI, small_counts(), np.arange(4))
    with pytest.raises(InputError) as error:
        search_card_rules(GLI, small_counts(), rows)
    assert error.value.field == "rows"


def test_no_pips() -> None:
    with_pips, without = (
        search_short_rules(GLI, small_counts(), pips=pips).space for pips in (True, False)
    )
    assert without < with_pips


def test_words() -> None:
    rule = ShortRule(
        3,
        4,
        ((Bound("highest", 9), Bound("cards", 5, 8)), (Bound("pips", 22),)),
        *[Fraction(0)] * 3,
    )
    assert str(rule) == "3 or fewer; 4 if highest 10, 5+ cards to 9, or 22 pips"
    assert rule.sentence() == (
        "Raise with 3 dead-wood cards or fewer, and with 4 dead-wood cards if the highest is 10 or "
        "lower and 5 or more cards of the hand are 9 or lower, or if the dead wood has 22 pips or "
        "fewer."
    )
    nothing = ShortRule(-1, 0, (), *[Fraction(0)] * 3)
    assert (str(nothing), nothing.sentence()) == ("always fold", "Always fold.")
    assert not nothing.raises(0)
    gin = ShortRule(0, 1, ((Bound("highest", 0),),), *[Fraction(0)] * 3)
    assert str(gin) == "0; 1 if highest A"
    assert [gin.raises(parse_value(text)) for text in ("gin", "A", "2", "2-A")] == [
        True, True, False, False,
    ]  # fmt: skip


@cache
def real(name: str) -> ShortRules:
    rules = Rules.load(name)
    best = analyze(rules, "optimal").expected_value
    return search_short_rules(rules, best=best)


def test_real_deck() -> None:
    rules = [str(one) for one in real("gli").best]
    assert rules == [
        "3 or fewer",
        "3 or fewer; 4 if highest 10",
        "3 or fewer; 4 if highest 10, second 8",
        "3 or fewer; 4 if highest 10, second 8, 30 pips",
    ]
    counts = counts_for(GLI)
    published, optimum = (
        analyze(GLI, name, counts).expected_value for name in ("published", "optimal")
    )
    for one in real("gli").best:
        assert one.cost == optimum + one.house_edge
    assert real("gli").best[2].cost < optimum - published
    short = analyze(GLI, "threshold:10-8-7-6", counts)
    assert short.house_edge == real("gli").best[2].house_edge
    assert short.raise_rate == real("gli").best[2].raise_rate
    assert f"{float(100 * real('gli').best[2].cost):.6f}" == "0.004472"


def test_size_of_the_real_space() -> None:
    """0, 1, 2, 3, 4, 5 and 7 cards, and always: the bounds of each count, and what they make."""

    def bounds(cards: int) -> int:
        # the n-th highest of k cards has 13 - k + 1 ranks, all but the worst of which bound it
        places = min(cards, 4)
        sums = cards * (13 - cards) if cards > 1 else 0
        return places * (13 - cards) + sums

    def clauses(size: int) -> int:
        one_clause = 1 + size + comb(size, 2) + comb(size, 3)
        return one_clause + comb(size, 2) + size * comb(size - 1, 2) if size else 1

    assert real("gli").space == sum(map(clauses, map(bounds, (0, 1, 2, 3, 4, 5, 7)))) + 1


def test_the_distributors_rules_need_one_bound() -> None:
    rules = Rules.load("ags-web")
    best = real("ags-web").best
    assert str(best[-1]) == "3 or fewer; 4 if highest 10"
    assert -best[-1].house_edge == analyze(rules, "by-value").expected_value


def test_a_short_rule_can_be_simulated() -> None:
    one = real("gli").best[2]
    steps = {value: int(one.raises(value)) for value in counts_for(GLI).values.tolist()}
    dealt = simulate(GLI, steps, rounds=300_000, seed=4)
    assert dealt.house_edge.low < one.house_edge < dealt.house_edge.high
    assert dealt.raise_rate.low < one.raise_rate < dealt.raise_rate.high


@pytest.mark.slow
def test_real_card_rules() -> None:
    counts = counts_for(GLI)
    rows = hand_rows(GLI, counts, np.flatnonzero(counts.values >> 26 == 4))
    best = analyze(GLI, "optimal", counts).expected_value
    found = search_card_rules(GLI, counts, rows, best=best)
    one = found.best[-1]
    assert str(one) == "3 or fewer; 4 if highest 10, second 8, 4+ cards to 9"
    gain = sum(
        number
        for value, hand, number in zip(
            rows.values.tolist(), rows.sets.tolist(), rows.gains[1].tolist(), strict=True
        )
        if one.raises(value, hand)
    )
    three = analyze(GLI, "threshold:3 cards", counts).expected_value
    assert -one.house_edge == three + Fraction(gain, counts.deals)


@pytest.mark.parametrize("most", [10, 2**40, 2**62, 2**100])
def test_products_are_exact(most: int) -> None:
    """Sums over the cells that meet three bounds, whatever the size of the gains."""
    chance = np.random.default_rng(7)
    meets = chance.random((5, 40)) < 0.6
    gains = [int(number) * most // 2**30 for number in chance.integers(-(2**30), 2**30, 40)]
    wide = sum(map(abs, gains)) >= 2**63
    table = clause_sums._products(meets, np.array(gains, dtype=object if wide else np.int64))
    for a, b, c in np.ndindex(5, 5, 5):
        own = meets[a] & meets[b] & meets[c]
        assert table[a, b, c] == sum(gain for gain, met in zip(gains, own, strict=True) if met)
