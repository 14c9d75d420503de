"""Many rounds: against convolution in whole numbers, and against the normal law."""

from collections import Counter
from fractions import Fraction
from statistics import NormalDist

import pytest

from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.risk import rounds as module
from ginwin.risk.distribution import Distribution, distribution_of
from ginwin.risk.rounds import MOST_CUT, ManyRounds, after_rounds
from ginwin.rules.rules import Rules

GLI = distribution_of(analyze(Rules.load("gli")))
ODD = Distribution.of(
    [(Fraction(-7, 2), 3), (Fraction(-1, 3), 20), (Fraction(0), 5), (Fraction(9, 4), 11)],
    Fraction(2),
    Fraction(7, 2),
)
FINE = Distribution.of(
    [
        (Fraction(-2), 40), (Fraction(-991, 997), 30), (Fraction(0), 1),
        (Fraction(1), 31), (Fraction(1997, 1000), 12), (Fraction(3996, 1000), 3),
    ],
    Fraction(2),
    Fraction(2),
)  # fmt: skip
"""Its unit is 1/997,000."""

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
    assert many.places is not None
    assert many.probabilities is not None
    found = zip(many.places.tolist(), many.probabilities.tolist(), strict=True)
    return {many.lowest + place * many.unit: chance for place, chance in found}


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
@pytest.mark.parametrize("rounds", [100, 9_999, 10_000, 10**6])
def test_moments_and_what_is_cut(one: Distribution, rounds: int) -> None:
    many = after_rounds(one, rounds)
    assert many.probabilities is not None
    assert many.cut <= (MOST_CUT if many.method == "exact convolution" else 1e-11)
    assert many.probabilities.sum() == pytest.approx(1, abs=1e-11)
    assert many.places is not None
    won = float(many.lowest) + float(many.unit) * many.places
    mean = float(many.probabilities @ won)
    assert mean == pytest.approx(rounds * float(one.mean), rel=1e-9)
    variance = float(many.probabilities @ (won - mean) ** 2)
    assert variance == pytest.approx(rounds * float(one.variance), rel=1e-9)
    assert many.ahead + many.even + many.behind == pytest.approx(1, abs=1e-11)


@both
def test_many_rounds_come_close_to_the_normal_law(
    one: Distribution, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = after_rounds(one, 10_000)
    monkeypatch.setattr(module, "_LONGEST", 100)
    monkeypatch.setattr(module, "_MOST_PRODUCTS", 100)
    normal = after_rounds(one, 10_000)
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


@both
def test_what_is_too_long_is_transformed(
    one: Distribution, monkeypatch: pytest.MonkeyPatch
) -> None:
    direct = after_rounds(one, 30)
    monkeypatch.setattr(module, "_MOST_PRODUCTS", 100)
    fourier = after_rounds(one, 30)
    assert (direct.method, fourier.method) == ("exact convolution", "convolution by FFT")
    for name in ("ahead", "even", "behind"):
        assert getattr(fourier, name) == pytest.approx(getattr(direct, name), abs=1e-13)
    assert fourier.hold(0.95) == direct.hold(0.95)
    assert fourier.cut < 1e-12
    assert fourier.moved == 0


@pytest.mark.parametrize("rounds", [1, 2, 5, 8])
def test_few_rounds_of_a_fine_unit_are_exact(rounds: int) -> None:
    many, exact = after_rounds(FINE, rounds), naive(FINE, rounds)
    assert many.method == "exact convolution"
    total = FINE.deals**rounds
    ahead = sum(ways for won, ways in exact.items() if won > 0) / total
    assert many.ahead == pytest.approx(ahead, abs=1e-13)
    assert many.even == pytest.approx(exact[Fraction(0)] / total, abs=1e-13)
    _, low, high = many.hold(0.999999)
    assert low >= -float(FINE.pays[-1])
    assert high <= -float(FINE.pays[0])


def test_net_wins_of_a_fine_unit_are_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = after_rounds(FINE, 9)
    monkeypatch.setattr(module, "_MOST_PRODUCTS", 100)
    moved = after_rounds(FINE, 9)
    assert (exact.method, moved.method) == ("exact convolution", "convolution by FFT")
    assert exact.moved == 0 < moved.moved < 1e-3
    for level in (0.01, 0.2, 0.9):
        assert moved.quantile(level) == pytest.approx(exact.quantile(level), abs=0.01)
    # sums next to zero may come to lie on either side of it
    surely, perhaps = (
        sum(chance for won, chance in as_dict(exact).items() if won > edge)
        for edge in (Fraction(1, 1000), Fraction(-1, 1000))
    )
    assert surely - 1e-9 < moved.ahead < perhaps + 1e-9


def test_normal_law_stays_within_what_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONGEST", 2)
    monkeypatch.setattr(module, "_MOST_PRODUCTS", 1)
    few = after_rounds(GLI, 2)
    assert few.method == "normal law"
    _, low, high = few.hold(0.999999)
    assert (low, high) == (-4, 2)


def test_a_rare_large_pay_is_no_normal_law() -> None:
    """1,000 to 1 once in a million: after 100,000 rounds, the Poisson law tells who is ahead."""
    rare = Distribution.of(
        [(Fraction(10**6), 1), (Fraction(-1), 499_999), (Fraction(1), 500_000)],
        Fraction(1),
        Fraction(1),
    )
    many = after_rounds(rare, 100_000)
    assert many.method == "convolution by FFT"
    none = float(1 - rare.probabilities[-1]) ** 100_000
    assert many.quantile(none * 0.9999) < 10_000
    assert many.quantile(none * 1.0001) > 980_000


@pytest.mark.parametrize("level", [0, 1, 2, -1, float("nan"), "0.9", None, True])
def test_impossible_levels(level: float) -> None:
    with pytest.raises(InputError, match="level"):
        after_rounds(GLI, 10).hold(level)


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
