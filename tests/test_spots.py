"""Several spots against one dealer: every deal of a tiny deck, repeatable, and bad input."""

from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import pytest
from brute_force import as_dead_wood, dead_wood, net, settle, with_settings

from ginwin.cards import Deck, hand_of
from ginwin.counting.general import GeneralCounts
from ginwin.errors import InputError
from ginwin.risk.spots import MOST_SPOTS, sample_spots
from ginwin.rules.rules import Event, Rules

GLI = Rules.load("gli")
TINY = Deck(5, 3)
"""15 cards: two spots and the dealer take all of them, in 756,756 ways."""

FIVE = with_settings("deal.cards=5", "dealer.qualifies=4-3", "pays.win.play={0=2, 1=0.5, other=1}")
ODD = with_settings("deal.cards=5", "dealer.qualifies=2", 'raise.play=["1/2", 2]')


@cache
def exact_covariance() -> float:
    """The covariance of two spots under FIVE that raise with 4-2 or better, deal by deal."""
    hands = np.sort([hand_of(cards) for cards in combinations(TINY.cards, 5)])
    woods = [dead_wood(hand, FIVE.melds) for hand in hands.tolist()]
    kinds = sorted(set(woods))
    kind = np.array([kinds.index(wood) for wood in woods])
    limit, threshold, bet = as_dead_wood(FIVE.qualifies), (2, 3, 1), FIVE.play[0]
    nets = np.zeros((len(kinds), len(kinds)))
    for i, own in enumerate(kinds):
        for j, other in enumerate(kinds):
            event: Event = settle(own, other, limit) if own <= threshold else "fold"
            nets[i, j] = float(net(FIVE, event, own[0], bet))
    products, singles, deals = 0.0, 0.0, 0
    for number, dealer in enumerate(hands.tolist()):
        first = hands[hands & dealer == 0]
        second = TINY.mask & ~dealer & ~first
        wins, others = (
            nets[kind[np.searchsorted(hands, spot)], kind[number]] for spot in (first, second)
        )
        products += float(wins @ others)
        singles += float(wins.sum())
        deals += first.size
    assert deals == 756_756
    return products / deals - (singles / deals) ** 2


def test_every_deal_of_a_tiny_deck() -> None:
    counts = GeneralCounts(FIVE.melds, TINY, cards=5)
    found = sample_spots(
        FIVE, "threshold:4-2", spots=2, samples=100_000, seed=3, counts=counts
    ).covariance
    assert abs(found.value - exact_covariance()) < 4 * found.standard_error
    assert found.standard_error < 0.02


@pytest.mark.parametrize("rules", [GLI, FIVE, ODD], ids=["gli", "five cards", "several bets"])
def test_one_spot_is_as_in_the_exact_analysis(rules: Rules) -> None:
    found = sample_spots(rules, "by-value", samples=40_000, seed=1)
    edge = found.house_edge
    assert abs(edge.value - float(found.analysis.house_edge)) < 4 * edge.standard_error
    one = found.standard_deviation(1)
    assert one.value == pytest.approx(found.analysis.standard_deviation)
    assert one.low == one.high == one.value


def test_the_sum_of_the_spots() -> None:
    """Its variance follows from the covariance, and is about that of the dealt sums."""
    found = sample_spots(GLI, samples=50_000, seed=2)
    deviations = [found.standard_deviation(spots) for spots in range(1, MOST_SPOTS + 1)]
    variance = float(found.analysis.variance)
    for spots, each in enumerate(deviations, start=1):
        sums = spots * variance + spots * (spots - 1) * found.covariance.value
        assert each.value == pytest.approx(sqrt(sums))
        assert each.low <= each.value <= each.high
    dealt = sqrt(found.sums[1] / found.samples - (found.sums[0] / found.samples) ** 2)
    assert deviations[-1].value == pytest.approx(dealt, rel=0.02)
    correlation = found.correlation
    assert correlation is not None
    assert correlation.value == pytest.approx(found.covariance.value / variance)
    assert 0.17 < correlation.low < correlation.high < 0.22


def test_the_number_of_dealt_spots_does_not_matter() -> None:
    few = sample_spots(GLI, spots=2, samples=100_000, seed=4).covariance
    many = sample_spots(GLI, spots=6, samples=100_000, seed=5).covariance
    assert many.standard_error < few.standard_error
    error = sqrt(few.standard_error**2 + many.standard_error**2)
    assert abs(few.value - many.value) < 4 * error


def test_repeatable_whatever_the_threads() -> None:
    sums = [sample_spots(GLI, samples=20_001, seed=7, threads=n).sums for n in (1, 2, 3)]
    assert sums[0] == sums[1] == sums[2]
    assert sample_spots(GLI, samples=20_001, seed=8).sums != sums[0]


def test_progress_is_told() -> None:
    told: list[int] = []
    sample_spots(GLI, samples=20_000, progress=told.append)
    assert sum(told) == 20_000


def test_json() -> None:
    data = sample_spots(GLI, samples=1000, seed=9).to_json()
    assert data["sampled"] is True
    assert (data["samples"], data["seed"], data["spots_dealt"]) == (1000, 9, 6)
    assert list(data["standard_deviation"]) == ["1", "2", "3", "4", "5", "6"]


def test_nothing_to_win() -> None:
    """Always folding, and being paid back, never varies."""
    rules = GLI.with_settings(["pays.fold.ante.other=1000"])
    found = sample_spots(rules, "by-value", samples=100)
    assert found.correlation is None
    assert found.standard_deviation(6).value == 0


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("spots", {"spots": 1}),
        ("spots", {"spots": 7}),
        ("samples", {"samples": 1}),
        ("samples", {"samples": 10**11}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": 2**64}),
        ("samples", {"samples": 1e6}),
        ("strategy", {"strategy": "optimal"}),
    ],
)
def test_bad_input(field: str, arguments: dict[str, int]) -> None:
    with pytest.raises(InputError) as error:
        sample_spots(GLI, **arguments)  # type: ignore[arg-type]
    assert error.value.field == field


def test_too_small_a_deck() -> None:
    counts = GeneralCounts(FIVE.melds, TINY, cards=5)
    with pytest.raises(InputError, match="at most 2"):
        sample_spots(FIVE, spots=3, samples=100, counts=counts)
