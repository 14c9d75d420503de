"""What arranging costs: every way of either side, by dealing every deal of a small deck."""

from fractions import Fraction
from functools import cache

import pytest
from brute_force import SMALL_DECK, small_counts, with_settings

from ginwin.advice.arranging import ARRANGEMENTS, Arranged, cost_of_arranging
from ginwin.melds import WAYS
from ginwin.play.analysis import analyze
from ginwin.rules.rules import Rules

RULES = {
    "gli": with_settings("dealer.qualifies=2"),
    "arranged already": with_settings("dealer.qualifies=2", "arrange.dealer=house"),
    "two play bets": with_settings("dealer.qualifies=3-A", "raise.play=[1, 3]"),
}


@cache
def found(name: str) -> tuple[Arranged, ...]:
    steps: list[int] = []
    arranged = cost_of_arranging(RULES[name], deck=SMALL_DECK, progress=steps.append)
    assert steps == [1] * len(ARRANGEMENTS)
    return arranged


def test_each_side_and_way() -> None:
    assert len(ARRANGEMENTS) == len(set(ARRANGEMENTS)) == 2 * (len(WAYS) - 1)
    assert tuple((one.side, one.way) for one in found("gli")) == ARRANGEMENTS


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        pytest.param("gli", slice(4, 5), id="a dealer in the house way"),
        *(pytest.param(name, slice(8), id=name, marks=pytest.mark.slow) for name in RULES),
    ],
)
def test_against_every_deal_of_a_small_deck(name: str, rows: slice) -> None:
    at_best = RULES[name].with_settings(["arrange.player=best", "arrange.dealer=best"])
    plain = {one: analyze(at_best, one, small_counts()).house_edge for one in STRATEGIES}
    for one in found(name)[rows]:
        rules = at_best.with_settings([f"arrange.{one.side}={one.way}"])
        brute = small_counts(ways=rules.ways)
        published, by_value = (analyze(rules, name, brute) for name in STRATEGIES)
        assert (one.published, one.by_value) == (published.house_edge, by_value.house_edge)
        assert one.published_change == published.house_edge - plain["published"]
        assert one.by_value_change == by_value.house_edge - plain["by-value"]
        assert one.published_risk == published.element_of_risk
        assert one.by_value_risk == by_value.element_of_risk


STRATEGIES = ("published", "by-value")


def test_a_free_decision_is_worth_no_less() -> None:
    for one in found("gli"):
        assert one.by_value <= one.published


@pytest.mark.slow
def test_real_deck() -> None:
    rows = {(one.side, one.way): one for one in cost_of_arranging(Rules.load("gli"))}
    player, dealer = rows["player", "house"], rows["dealer", "house"]
    ends = [analyze(end).house_edge for end in with_settings("arrange.dealer=house").house_ends()]
    assert (dealer.published, dealer.published - dealer.published_change) == tuple(ends)
    assert player.published_change > 0 > dealer.published_change
    better, ranks, suits = (
        rows["player", way].by_value_change
        for way in ("better of two", "ranks first", "suits first")
    )
    assert Fraction(0) < player.by_value_change < better < suits < ranks
