"""The published figures, as printed, and whether the exact values round to them."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginwin.base.exact import decimal
from ginwin.play.analysis import FIGURES
from ginwin.play.published import Comparison, compare_published, reproduces, sources
from ginwin.rules.rules import preset_names

# label, figure, printed, unit, verdict: written down from the sources once more
PRINTED = [
    ("page text", "house_edge", "4.31", "% of ante", "yes"),
    ("page text", "raise_rate", "68.36", "% of hands", "yes"),
    ("page text", "average_wager", "1.6836", "antes", "yes"),
    ("page text", "element_of_risk", "2.56", "% of money bet", "yes"),
    ("headline", "house_edge", "2.51", "% of ante", "no"),
    ("headline", "element_of_risk", "1.49", "% of money bet", "no"),
    ("Gin Bonus", "house_edge", "7.19", "% of side bet", "not computable"),
    ("AGS page", None, None, None, "no figures"),
    ("field trial", None, None, None, "no figures"),
]


@pytest.fixture(scope="module")
def comparisons() -> tuple[Comparison, ...]:
    return compare_published()


def test_every_published_figure(comparisons: tuple[Comparison, ...]) -> None:
    found = []
    for item in comparisons:
        figure = item.figure
        shown = (figure.figure, figure.printed, figure.unit) if figure else (None, None, None)
        found.append((item.source.label, *shown, item.verdict))
    assert found == PRINTED


def test_integers_make_the_exact_value(comparisons: tuple[Comparison, ...]) -> None:
    for item in comparisons:
        assert (item.exact is None) == (item.integers is None) == (item.analysis is None)
        if item.exact is None or item.integers is None:
            assert item.reproduced is None
            continue
        assert item.figure is not None
        scale = 100 if "%" in item.figure.unit else 1
        assert item.exact == scale * Fraction(*item.integers)


def test_exact_values(comparisons: tuple[Comparison, ...]) -> None:
    values = [decimal(item.exact, 6) for item in comparisons if item.exact is not None]
    edge, risk = "4.313123", "2.561856"
    assert values == [edge, "68.359290", "1.683593", risk, edge, risk]


def test_sources() -> None:
    for source in sources():
        assert source.source
        assert source.note or source.figures
        assert source.rules is None or source.rules in preset_names()
        assert {figure.figure for figure in source.figures} <= set(FIGURES)
    notes = {source.label: source.note for source in sources()}
    assert "lost" in notes["Gin Bonus"]
    assert "contradicts" in notes["headline"]


@pytest.mark.parametrize(
    ("exact", "printed", "expected"),
    [
        ("4.3131", "4.31", True),
        ("4.3131", "4.3131", True),
        ("4.3131", "4.310", False),  # a printed zero counts
        ("4.3131", "4", True),
        ("4.3150", "4.32", True),  # a tie may be rounded either way
        ("4.3150", "4.31", True),
        ("4.3150000000000000000001", "4.31", False),  # floats could not tell
        ("4.3049999999999999999999", "4.31", False),
        ("-0.004", "0.00", True),
        ("-4.31", "4.31", False),
    ],
)
def test_rounding(exact: str, printed: str, expected: bool) -> None:
    assert reproduces(Fraction(exact), printed) is expected


@given(
    exact=st.fractions(min_value=-1000, max_value=1000, max_denominator=10**6),
    digits=st.integers(min_value=0, max_value=6),
)
def test_rounded_numbers_are_reproduced(exact: Fraction, digits: int) -> None:
    printed = decimal(exact, digits)
    assert reproduces(exact, printed)
    next_one = decimal(Fraction(printed) + Fraction(1, 10**digits), digits)
    if abs(exact - Fraction(printed)) * 2 < Fraction(1, 10**digits):
        assert not reproduces(exact, next_one)


@given(
    number=st.decimals(min_value=-(10**9), max_value=10**9, places=8),
    digits=st.integers(min_value=0, max_value=10),
)
def test_decimal_agrees_with_the_standard_library(number: Decimal, digits: int) -> None:
    expected = number.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN)
    if expected == 0:
        expected = abs(expected)  # minus zero is written as zero
    assert decimal(Fraction(number), digits) == f"{expected:f}"
    half_up = number.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    assert reproduces(Fraction(number), f"{half_up:f}")
