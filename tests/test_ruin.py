"""The risk of ruin: against a walk in fractions, walks at random, and closed forms."""

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, exp, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.risk import ruin as module
from ginwin.risk.distribution import Distribution, distribution_of
from ginwin.risk.passage import NEGLIGIBLE, Walk
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

JACKPOT = distribution_of(analyze(Rules.load("gli").with_settings(["pays.win.ante.0=1000"])))
GAMES = {"gli": GLI, "house": GLI.reversed(), "odd": ODD, "jackpot": JACKPOT}

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
    assert longer[found.chances.size :].max() < NEGLIGIBLE
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
    found, forever = ruin_within(ODD, 10_000), ruin_forever(ODD)
    assert found.method == "exact walk"
    for bankroll in (3, 10, 20):
        assert found.chance(bankroll) == pytest.approx(forever.chance(bankroll), abs=1e-12)


@pytest.mark.parametrize("rounds", [3000, 10_000])
@pytest.mark.parametrize("name", ["gli", "house", "odd", "jackpot"])
def test_generating_function_against_the_walk(name: str, rounds: int) -> None:
    one = GAMES[name]
    steps = Walk(one, ruin_within(one, 1).unit)
    exact = np.empty(steps.positions(rounds))
    walk(steps.steps, steps.probabilities, rounds, exact)
    found = steps.within(rounds, 1 << 40)
    assert found is not None
    np.testing.assert_allclose(found, exact, atol=3e-9)


@pytest.mark.parametrize("name", ["gli", "house", "odd", "jackpot"])
def test_longer_is_riskier_whatever_the_method(name: str) -> None:
    one = GAMES[name]
    found = [ruin_within(one, 10**power) for power in (3, 4, 5, 6, 8, 12)]
    found += [ruin_forever(one)]
    for bankroll in (one.largest_wager, 20, 50, 300, 2000):
        chances = np.array([ruin.chance(bankroll) for ruin in found])
        assert (np.diff(chances) >= -1e-8).all()
    needed = [ruin.bankroll(0.01) for ruin in found]
    assert all(a <= b for a, b in pairwise(bankroll for bankroll in needed if bankroll is not None))


def test_generating_function_against_the_binomial_law() -> None:
    """Who loses one ante or none is ruined by x losses."""
    one = Distribution.of([(Fraction(-1), 1), (Fraction(0), 1)], Fraction(1), Fraction(1))
    found = Walk(one, Fraction(1)).within(4000, 1 << 40)
    assert found is not None
    chances = np.cumsum([comb(4000, losses) / 2**4000 for losses in range(4001)][::-1])[::-1]
    np.testing.assert_allclose(found[:2200], chances[1:2201], atol=1e-9)


def test_a_large_pay_once_in_a_while() -> None:
    """Whoever never wins a thousand is ruined within a thousand rounds."""
    one = Distribution.of([(Fraction(-1), 10**6), (Fraction(1000), 1)], Fraction(1), Fraction(1))
    for rounds in (10**5, 10**6, 10**7):
        found = ruin_within(one, rounds)
        assert found.chance(1000) == pytest.approx(1, abs=2e-3)
        assert found.chance(1000) >= (1 - 1e-6) ** 1000 - 1e-9


def test_many_rounds_with_a_large_pay() -> None:
    """It makes a diffusion of the same variance far riskier than the game is."""
    one = GAMES["jackpot"]
    for rounds in (10_000, 10_001, 10**7, 10**12):
        found = ruin_within(one, rounds)
        assert found.chance(50) == pytest.approx(0.0070783204, abs=1e-10)
        assert found.bankroll(0.01) == 47


@both
def test_diffusion_is_close_to_the_walk(one: Distribution, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = ruin_within(one, 10_000)
    monkeypatch.setattr(module, "_MOST_WORK", 0)
    monkeypatch.setattr(module, "NEGLIGIBLE", 0.1**300)
    diffusion = ruin_within(one, 10_000)
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


@pytest.mark.parametrize("rounds", [5, 1000, 10_000])
def test_net_wins_of_a_fine_unit_are_moved(rounds: int) -> None:
    whole = distribution_of(analyze(Rules.load("gli")))
    tiny = Fraction(1, 10**40)
    one = Distribution.of(
        zip((pays - tiny * abs(pays) for pays in whole.pays), whole.combinations, strict=True),
        whole.average_wager,
        whole.largest_wager,
    )
    found, exact = ruin_within(one, rounds), ruin_within(whole, rounds)
    assert found.rounded
    assert not exact.rounded
    for bankroll in (Fraction(5, 2), Fraction(41, 2), Fraction(201, 2)):
        assert found.chance(bankroll) == pytest.approx(exact.chance(bankroll), abs=1e-8)


def test_a_fine_unit_in_the_long_run() -> None:
    whole = GLI.reversed()
    shifted = Distribution.of(
        [
            (p * Fraction(10**9 + 7, 10**9), n)
            for p, n in zip(whole.pays, whole.combinations, strict=True)
        ],
        whole.average_wager,
        whole.largest_wager,
    )
    found, exact = ruin_forever(shifted), ruin_forever(whole)
    assert (found.method, found.rounded) == ("exact walk", False)
    odd = Distribution.of(
        [*zip(whole.pays, whole.combinations, strict=True), (Fraction(1, 10**9), 1)],
        Fraction(1),
        Fraction(4),
    )
    found = ruin_forever(odd)
    assert (found.method, found.rounded) == ("exact walk", True)
    for bankroll in (10, 50, 98):
        assert found.chance(bankroll) == pytest.approx(exact.chance(bankroll), rel=1e-6)


@pytest.mark.parametrize("chance", [-1, 0, 1, 2, float("nan"), "0.5", None])
def test_impossible_chances(chance: float) -> None:
    with pytest.raises(InputError, match="chance"):
        ruin_forever(ODD).bankroll(chance)


@pytest.mark.parametrize("bankroll", [float("nan"), float("inf"), "much", None, True])
def test_impossible_bankrolls(bankroll: float) -> None:
    with pytest.raises(InputError, match="bankroll"):
        ruin_within(ODD, 10).chance(bankroll)
    assert ruin_within(ODD, 10).chance("7") == ruin_within(ODD, 10).chance(7)


@pytest.mark.parametrize("rounds", [0, -1, 10**13, 2.5, False])
def test_impossible_numbers_of_rounds(rounds: int) -> None:
    with pytest.raises(InputError) as error:
        ruin_within(GLI, rounds)
    assert error.value.field == "rounds"
