"""The exact distribution of one round: against every deal of a small deck, and in its moments."""

from collections import Counter
from fractions import Fraction
from itertools import chain, repeat
from math import sqrt
from statistics import NormalDist, fmean

import numpy as np
import pytest
from brute_force import SMALL_DECK, net, small_counts_for, with_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from ginwin.counting.general import GeneralCounts
from ginwin.play.analysis import analyze
from ginwin.play.strategy import PUBLISHED_THRESHOLD, SHOWDOWN_EVENTS
from ginwin.risk.distribution import Z_90, Distribution, common_unit, distribution_of
from ginwin.rules.rules import Event, Rules
from ginwin.simulation.rounds import simulate

GLI = Rules.load("gli")
ODD = [
    with_settings("dealer.qualifies=3-A", 'raise.play=["3/2"]', "pays.fold.ante.1=0"),
    with_settings(
        "melds.rank=3",
        "dealer.qualifies=always",
        "compare.cards=count",
        "pays.win.ante.1=9/7",
        "pays.lose.play={2=-0.25, other=-1}",
    ),
]

numbers = st.fractions(-20, 20, max_denominator=6)
some_rows = st.lists(st.tuples(numbers, st.integers(1, 9)), min_size=1, max_size=6)


def spread(rows: list[tuple[Fraction, int]]) -> Distribution:
    return Distribution.of(rows, Fraction(3, 2), Fraction(2))


@pytest.mark.parametrize("rules", ODD)
def test_every_deal_of_a_small_deck(rules: Rules) -> None:
    brute = small_counts_for(rules)
    general = GeneralCounts(rules.melds, SMALL_DECK)
    found = distribution_of(analyze(rules, "threshold:2-A", general))
    (bet,) = rules.play
    dealt = brute.showdown_by_hand(rules.qualifies, rules.comparing)
    columns = np.stack([dealt.not_qualified, dealt.worse, dealt.tie, dealt.better], axis=1)
    tally: Counter[tuple[Event, int, Fraction]] = Counter()
    for wood, deals in zip(brute.dead_wood, columns.tolist(), strict=True):
        if wood <= (2, 1, 0):
            for event, number in zip(SHOWDOWN_EVENTS, deals, strict=True):
                tally[event, wood[0], bet] += number
        else:
            tally["fold", wood[0], Fraction(0)] += sum(deals)
    nets: Counter[Fraction] = Counter()
    for key, number in tally.items():
        nets[net(rules, *key)] += number
    nets += Counter()  # without those that do not occur
    assert dict(zip(found.pays, found.combinations, strict=True)) == nets
    assert list(found.pays) == sorted(found.pays)


def test_gli() -> None:
    analysis = analyze(GLI)
    found = distribution_of(analysis)
    assert list(map(int, found.pays)) == [-2, -1, 0, 1, 2, 4]
    assert sum(found.combinations) == found.deals == analysis.deals
    assert sum(found.probabilities) == 1
    assert -found.mean == analysis.house_edge
    assert found.variance == analysis.variance
    assert found.average_wager == analysis.average_wager
    assert found.largest_wager == 2
    assert found.share(1) == analysis.hit_frequency
    assert sum(found.share(sign) for sign in (-1, 0, 1)) == 1
    assert found.standard_deviation == pytest.approx(1.6499309)
    assert found.skewness == pytest.approx(0.3968667)
    assert found.excess_kurtosis == pytest.approx(-1.0120523)
    assert found.deviation_per_unit == pytest.approx(1.6499309 / 1.6835929)
    assert found.volatility_index() == pytest.approx(1.6448536 * 1.6499309)
    assert NormalDist().cdf(Z_90) - NormalDist().cdf(-Z_90) == pytest.approx(0.9)


@settings(max_examples=40)
@given(some_rows)
def test_moments_are_those_of_the_deals_one_by_one(rows: list[tuple[Fraction, int]]) -> None:
    found = spread(rows)
    deals = list(chain.from_iterable(repeat(pays, times) for pays, times in rows))
    mean = sum(deals, Fraction(0)) / len(deals)
    assert found.deals == len(deals)
    assert found.mean == mean
    for power in (1, 2, 3, 4):
        moment = sum(((pays - mean) ** power for pays in deals), Fraction(0)) / len(deals)
        assert found.central_moment(power) == moment
    if len(set(deals)) == 1:
        assert found.skewness is None
        assert found.excess_kurtosis is None
    else:
        sigma = sqrt(found.variance)
        standard = [float(pays - mean) / sigma for pays in deals]
        assert found.skewness == pytest.approx(fmean(x**3 for x in standard), abs=1e-9)
        assert found.excess_kurtosis == pytest.approx(fmean(x**4 for x in standard) - 3, abs=1e-9)


@settings(max_examples=40)
@given(some_rows)
def test_the_other_side_of_the_table(rows: list[tuple[Fraction, int]]) -> None:
    player = spread(rows)
    house = player.reversed()
    assert house.mean == -player.mean
    assert house.variance == player.variance
    assert house.largest_wager == max(0, *player.pays)
    assert (house.skewness or 0) == pytest.approx(-(player.skewness or 0))
    assert house.reversed().pays == player.pays


@settings(max_examples=40)
@given(st.lists(numbers, min_size=1, max_size=5))
def test_common_unit(some: list[Fraction]) -> None:
    unit = common_unit(some)
    multiples = [number / unit for number in some]
    assert all(multiple.denominator == 1 for multiple in multiples)
    if any(some):
        assert common_unit(multiples) == 1
    else:
        assert unit == 1


def test_dealt_rounds() -> None:
    """The share of each net win, and the deviation, are about those of dealt cards."""
    found, rounds = distribution_of(analyze(GLI)), 200_000
    dealt = simulate(GLI, PUBLISHED_THRESHOLD, rounds=rounds, seed=4).counts
    shares: Counter[Fraction] = Counter()
    for (event, count, play), number in dealt.items():
        shares[GLI.net(event, count, play)] += number
    for pays, chance in zip(found.pays, map(float, found.probabilities), strict=True):
        error = sqrt(chance * (1 - chance) / rounds)
        assert shares[pays] / rounds == pytest.approx(chance, abs=4 * error)
    square = sum(float(pays) ** 2 * number for pays, number in shares.items()) / rounds
    assert sqrt(square - float(found.mean) ** 2) == pytest.approx(
        found.standard_deviation, rel=0.01
    )


def test_json_adds_up() -> None:
    data = distribution_of(analyze(GLI)).to_json()
    rows = data["net_win"]
    assert sum(row["combinations"] for row in rows) == 6_071_092_494_667_200
    assert sum(row["pays"] * row["probability"] for row in rows) == pytest.approx(
        data["mean"]["value"]
    )
