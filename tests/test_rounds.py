"""Many rounds: against convolution in whole numbers, and against the normal law."""

from collections import Counter
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.risk import rounds as module
from ginwin.risk.distribution import Distribution, distribution_of
from ginwin.risk.rounds import MOST_CUT, MOST_EXACT_ROUNDS, ManyRounds, after_rounds
from ginwin.rules.rules import Rules

GLI = distribution_of(analyze(Rules.load("gli")))
ODD = Distribution.of(
    [(Fraction(-7, 2), 3), (Fraction(-1, 3), 20), (Fraction(0), 5), (Fraction(9, 4), 11)],
    Fraction(2),
    Fraction(7, 2),
)
PUSH = Distribution.of([(Fraction(0), 5)], Fraction(1), Fraction(2))
both = pytest.mark.parametrize("one", [GLI, ODD], ids=["gli", "odd"])


def naive(one: Distribution, rounds: int) -> Counter[Fraction]:
    """Sequences of deals by what they win together, counted in whole numbers."""
    sums = Counter({Fraction(0): 1})
    for _ in range(rounds):
        longer: Counter[Fraction] = Counter()
        for won, ways in sums.items():
            for pays, deals in zip(one.pays, one.combinations, strict=True):
                longer[won + pays] += ways * deals
        sums = longer
    return sums


def as_dict(many: ManyRounds) -> dict[Fraction, float]:
    assert many.probabilities is not None
    found = enumerate(many.probabilities.tolist())
    return {many.lowest + i * many.unit: chance for i, chance in found if chance}


@both
@pytest.mark.parametrize("rounds", [1, 2, 3, 7, 16, 30])
def test_convolution_in_whole_numbers(one: Distribution, rounds: int) -> None:
    exact, many = naive(one, rounds), after_rounds(one, rounds)
    total = one.deals**rounds
    found = as_dict(many)
    assert many.method == "exact convolution"
    assert many.cut <= MOST_CUT
    for won, ways in exact.items():
        chance = ways / total
        assert found.get(won, 0.0) == pytest.approx(chance, rel=1e-12, abs=MOST_CUT)
    for name, wanted in (
        ("ahead", sum(ways for won, ways in exact.items() if won > 0)),
        ("even", exact[Fraction(0)]),
        ("behind", sum(ways for won, ways in exact.items() if won < 0)),
    ):
        assert getattr(many, name) == pytest.approx(wanted / total, abs=1e-13)
    for level in (0.05, 0.3, 0.77, 0.995):
        sums, quantile = 0, None
        for won in sorted(exact):
            sums += exact[won]
            if sums >= Fraction(level) * total:
                quantile = float(won)
                break
        assert many.quantile(level) == quantile


@both
@pytest.mark.parametrize("rounds", [100, 9_999, MOST_EXACT_ROUNDS])
def test_moments_and_what_is_cut(one: Distribution, rounds: int) -> None:
    many = after_rounds(one, rounds)
    assert many.probabilities is not None
    assert many.cut <= (MOST_CUT if many.method == "exact convolution" else 1e-11)
    assert many.probabilities.sum() == pytest.approx(1, abs=1e-11)
    won = float(many.lowest) + float(many.unit) * np.arange(many.probabilities.size)
    mean = float(many.probabilities @ won)
    assert mean == pytest.approx(rounds * float(one.mean), rel=1e-9)
    variance = float(many.probabilities @ (won - mean) ** 2)
    assert variance == pytest.approx(rounds * float(one.variance), rel=1e-9)
    assert many.ahead + many.even + many.behind == pytest.approx(1, abs=1e-11)


@both
def test_many_rounds_come_close_to_the_normal_law(one: Distribution) -> None:
    exact = after_rounds(one, MOST_EXACT_ROUNDS)
    normal = after_rounds(one, MOST_EXACT_ROUNDS + 1)
    assert normal.method == "normal law"
    assert normal.probabilities is None
    for name in ("ahead", "even", "behind"):
        assert getattr(exact, name) == pytest.approx(getattr(normal, name), abs=1e-3)
    for level in (0.9, 0.95, 0.99):
        assert exact.hold(level)[1:] == pytest.approx(normal.hold(level)[1:], abs=4e-4)


def test_bands_hold_their_level() -> None:
    for rounds in (10, 1000):
        many = after_rounds(GLI, rounds)
        chances = as_dict(many)
        for level in (0.5, 0.9, 0.99):
            _, low, high = many.hold(level)
            inside = sum(
                chance
                for won, chance in chances.items()
                if low - 1e-9 <= -float(won) / rounds <= high + 1e-9
            )
            assert inside >= level - 1e-12


def test_the_band_narrows_around_the_house_edge() -> None:
    edge = -float(GLI.mean)
    widths = []
    for rounds in (100, 1000, 10_000, 10**6, 10**10):
        _, low, high = after_rounds(GLI, rounds).hold(0.95)
        assert low < edge < high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    z = NormalDist().inv_cdf(0.975)
    assert widths[-1] == pytest.approx(2 * z * GLI.standard_deviation / 10**5)


def test_fine_units_are_convolved_by_fourier_transform(monkeypatch: pytest.MonkeyPatch) -> None:
    direct = after_rounds(ODD, 500)
    monkeypatch.setattr(module, "_MOST_PRODUCTS", 1000)
    fourier = after_rounds(ODD, 500)
    assert (direct.method, fourier.method) == ("exact convolution", "convolution by FFT")
    for name in ("ahead", "even", "behind"):
        assert getattr(fourier, name) == pytest.approx(getattr(direct, name), abs=1e-12)
    assert fourier.hold(0.95) == direct.hold(0.95)
    assert fourier.cut < 1e-10


def test_units_that_are_too_fine_take_the_normal_law(monkeypatch: pytest.MonkeyPatch) -> None:
    direct = after_rounds(ODD, 400)
    monkeypatch.setattr(module, "_LONGEST", 2000)
    assert after_rounds(ODD, 400).method == "normal law"
    assert after_rounds(ODD, 400).ahead == pytest.approx(direct.ahead, abs=1e-2)
    monkeypatch.setattr(module, "_LONGEST", 20)
    assert after_rounds(ODD, 1).method == "normal law"


@pytest.mark.parametrize("rounds", [1, 1000, 10**9])
def test_nothing_ever_happens(rounds: int) -> None:
    many = after_rounds(PUSH, rounds)
    assert (many.ahead, many.even, many.behind) == (0, 1, 0)
    assert many.hold(0.9) == (0.9, 0, 0)


@pytest.mark.parametrize("rounds", [0, -5, 10**12 + 1, 1.5, True, float("nan"), "10"])
def test_impossible_numbers_of_rounds(rounds: int) -> None:
    with pytest.raises(InputError) as error:
        after_rounds(GLI, rounds)
    assert error.value.field == "rounds"
