"""The risk of ruin: against a walk in fractions, walks at random, and closed forms."""

from fractions import Fraction
from functools import cache
from math import exp, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.risk import ruin as module
from ginwin.risk.distribution import Distribution, distribution_of
from ginwin.risk.rounds import MOST_EXACT_ROUNDS
from ginwin.risk.ruin import ruin_forever, ruin_within
from ginwin.risk.ruin_kernels import walk
from ginwin.rules.rules import Rules

GLI = distribution_of(analyze(Rules.load("gli")))
ODD = Distribution.of(
    [(Fraction(-3, 2), 5), (Fraction(-1, 2), 20), (Fraction(0), 5), (Fraction(2), 15)],
    Fraction(2),
    Fraction(5, 2),
)
"""Its player has the advantage; a round can take more than it can lose."""

both = pytest.mark.parametrize("one", [GLI, ODD], ids=["gli", "odd"])


def coin(heads: int, tails: int) -> Distribution:
    """A coin that wins or loses one ante."""
    return Distribution.of([(Fraction(1), heads), (Fraction(-1), tails)], Fraction(1), Fraction(1))


@cache
def naive(one: Distribution, bankroll: Fraction, rounds: int) -> Fraction:
    """The risk within so many rounds, by its definition."""
    if bankroll < one.largest_wager:
        return Fraction(1)
    if rounds == 0:
        return Fraction(0)
    chances = zip(one.pays, one.probabilities, strict=True)
    return sum((p * naive(one, bankroll + pays, rounds - 1) for pays, p in chances), Fraction(0))


def solved(one: Distribution, positions: int) -> NDArray[np.floating]:
    """The risk in the long run of the first positions, by a system of linear equations."""
    unit = ruin_within(one, 1).unit
    matrix, right = np.eye(positions), np.zeros(positions)
    for pays, chance in zip(one.pays, one.probabilities, strict=True):
        for x in range(positions):
            to = x + int(pays / unit)
            if to < 0:
                right[x] += float(chance)
            elif to < positions:
                matrix[x, to] -= float(chance)
    return np.linalg.solve(matrix, right)


@both
@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_walk_in_fractions(one: Distribution, rounds: int) -> None:
    found = ruin_within(one, rounds)
    assert found.method == "exact walk"
    assert found.least == one.largest_wager
    for steps in range(-3, 45):
        bankroll = one.largest_wager + steps * found.unit
        assert found.chance(bankroll) == pytest.approx(float(naive(one, bankroll, rounds)))
        idle = found.unit / 3  # it buys no step
        assert found.chance(bankroll + idle) == found.chance(bankroll)


def test_walks_at_random() -> None:
    rng = np.random.default_rng(1)
    walks, rounds, bankroll = 20_000, 300, 40
    chances = np.array([float(p) for p in GLI.probabilities])
    steps = rng.choice(np.array([int(p) for p in GLI.pays]), (walks, rounds), p=chances)
    lowest = bankroll + np.cumsum(steps, axis=1).min(axis=1)
    share = float((lowest < 2).mean())
    exact = ruin_within(GLI, rounds).chance(bankroll)
    assert share == pytest.approx(exact, abs=4 * sqrt(exact * (1 - exact) / walks))


@both
def test_more_rounds_are_riskier_and_more_money_is_safer(one: Distribution) -> None:
    rounds = [ruin_within(one, number) for number in (1, 10, 100, 1000)]
    rounds.append(ruin_forever(one))
    for bankroll in (one.largest_wager, 10, 25, 60, 500):
        chances = [ruin.chance(bankroll) for ruin in rounds]
        assert chances == sorted(chances)
    for ruin in rounds:
        chances = [ruin.chance(bankroll) for bankroll in range(60)]
        assert chances == sorted(chances, reverse=True)


@both
@pytest.mark.parametrize("rounds", [5, 500, 20_000])
def test_the_bankroll_that_is_needed(one: Distribution, rounds: int) -> None:
    found = ruin_within(one, rounds)
    for chance in (0.3, 0.05, 0.01, 1e-6):
        bankroll = found.bankroll(chance)
        assert bankroll is not None
        assert found.chance(bankroll) <= chance < found.chance(bankroll - found.unit)


def test_what_is_left_out_is_negligible() -> None:
    found = ruin_within(GLI, 200)
    longer = np.empty(2 * 200 + 1)
    steps = np.array([int(pays) for pays in GLI.pays])
    walk(steps, np.array([float(p) for p in GLI.probabilities]), 200, longer)
    assert found.chances.size < longer.size
    assert longer[found.chances.size :].max() < module.NEGLIGIBLE
    np.testing.assert_allclose(found.chances, longer[: found.chances.size], atol=1e-15)


def test_gamblers_ruin_in_the_long_run() -> None:
    """With a coin the risk is (q/p)^x, x the antes until nothing is left."""
    found = ruin_forever(coin(11, 9))
    assert found.exponent == pytest.approx(-np.log(9 / 11))
    for bankroll in (1, 2, 7, 50, 500):
        assert found.chance(bankroll) == pytest.approx((9 / 11) ** bankroll, rel=1e-10)
    assert found.bankroll(0.05) == 15
    assert (9 / 11) ** 15 < 0.05 < (9 / 11) ** 14


@pytest.mark.parametrize("one", [GLI.reversed(), ODD], ids=["gli house", "odd player"])
def test_long_run_by_linear_equations(one: Distribution) -> None:
    found = ruin_forever(one)
    assert found.method == "exact walk"
    np.testing.assert_allclose(found.chances[:200], solved(one, 1500)[:200], rtol=1e-9)


@pytest.mark.parametrize("one", [GLI.reversed(), ODD], ids=["gli house", "odd player"])
def test_lundbergs_exponent(one: Distribution) -> None:
    """It solves its equation, its bound holds, and far off the risk falls by it alone."""
    found = ruin_forever(one)
    assert found.exponent is not None
    mean = sum(
        float(p) * exp(-found.exponent * float(pays))
        for pays, p in zip(one.pays, one.probabilities, strict=True)
    )
    assert mean == pytest.approx(1, abs=1e-14)
    bankrolls = [found.least + steps * found.unit for steps in (0, 1, 20, 300, 100_000)]
    for bankroll in bankrolls:
        assert found.chance(bankroll) <= exp(-found.exponent * float(bankroll - found.least))
    near, far = (found.chance(found.least + antes) for antes in (50, 150))
    assert near / far == pytest.approx(exp(found.exponent * 100), rel=1e-6)
    end = found.least + (found.chances.size - 1) * found.unit
    near, far = found.chance(end), found.chance(end + found.unit)
    assert near / far == pytest.approx(exp(found.exponent * float(found.unit)), rel=1e-9)


def test_many_rounds_come_close_to_the_long_run() -> None:
    found, forever = ruin_within(ODD, MOST_EXACT_ROUNDS), ruin_forever(ODD)
    assert found.method == "exact walk"
    for bankroll in (3, 10, 20):
        assert found.chance(bankroll) == pytest.approx(forever.chance(bankroll), abs=1e-12)


@both
def test_diffusion_is_close_to_the_walk(one: Distribution) -> None:
    exact, diffusion = (ruin_within(one, MOST_EXACT_ROUNDS + more) for more in (0, 1))
    assert (exact.method, diffusion.method) == ("exact walk", "diffusion")
    for bankroll in (50, 200, 400, 700):
        assert diffusion.chance(bankroll) == pytest.approx(exact.chance(bankroll), abs=0.005)


def test_who_has_no_advantage_is_ruined() -> None:
    for one in (GLI, coin(1, 1), coin(2, 3)):
        found = ruin_forever(one)
        assert found.method == "certain"
        assert found.chance(10**9) == 1
        assert found.bankroll(0.5) is None


@pytest.mark.parametrize("pays", [[0], [0, 1], [1, 2]])
def test_who_cannot_lose_is_never_ruined(pays: list[int]) -> None:
    one = Distribution.of([(Fraction(each), 1) for each in pays], Fraction(1), Fraction(2))
    for found in (ruin_forever(one), ruin_within(one, 50), ruin_within(one, 10**6)):
        assert found.chance(2) == 0
        assert found.chance(1) == 1
        assert found.bankroll(0.01) == 2


def test_a_tiny_advantage_has_a_bound() -> None:
    found = ruin_forever(coin(10**9 + 1, 10**9))
    assert found.method == "Lundberg bound"
    assert found.exponent == pytest.approx(1e-9)
    assert found.chance(10**9) == pytest.approx(exp(-1))


def test_fine_units_take_the_diffusion(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = ruin_within(GLI, 2000)
    monkeypatch.setattr(module, "_MOST_WORK", 1000)
    diffusion = ruin_within(GLI, 2000)
    assert diffusion.method == "diffusion"
    assert diffusion.chance(100) == pytest.approx(exact.chance(100), abs=0.01)


@pytest.mark.parametrize("rounds", [0, -1, 10**13, 2.5, False])
def test_impossible_numbers_of_rounds(rounds: int) -> None:
    with pytest.raises(InputError) as error:
        ruin_within(GLI, rounds)
    assert error.value.field == "rounds"
