"""Running sums of the joint table give every showdown that the counts give."""

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from brute_force import BruteCounts, small_counts
from hypothesis import given, settings
from hypothesis import strategies as st

from ginwin.cards import parse_hand
from ginwin.counting.counts import COMPARISONS, Comparing, Counts, Showdown
from ginwin.counting.joint import MOST_VALUES, JointCounts, _transpose
from ginwin.counting.patterns import PatternCounts
from ginwin.errors import InputError
from ginwin.play.analysis import FIGURES, analyze
from ginwin.rules.rules import Rules
from ginwin.values import ALWAYS, GIN, parse_value, value_of

FIELDS = ("values", "hands", "not_qualified", "worse", "tie", "better")


@cache
def real() -> tuple[PatternCounts, JointCounts]:
    counts = PatternCounts()
    return counts, JointCounts(counts)


def assert_same(one: Showdown, other: Showdown) -> None:
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(one, field), getattr(other, field))
        assert getattr(one, field).dtype == np.int64


def assert_same_showdowns(counts: Counts, joint: JointCounts) -> None:
    limits = [-1, *counts.values.tolist(), int(counts.values[0]) + 1, ALWAYS]
    for comparing in COMPARISONS:
        for qualifies in limits:
            assert_same(joint.showdown(qualifies, comparing), counts.showdown(qualifies, comparing))


@pytest.mark.parametrize("comparing", COMPARISONS)
@pytest.mark.parametrize("label", ["gin", "A", "2", "K", "K-Q", "3-2-A", "10-9-8-7", "K-Q-J-10"])
def test_every_kind_of_qualifier(label: str, comparing: Comparing) -> None:
    counts, joint = real()
    for qualifies in (parse_value(label), parse_value(label) + 1):
        assert_same(joint.showdown(qualifies, comparing), counts.showdown(qualifies, comparing))


@pytest.mark.parametrize("comparing", COMPARISONS)
@pytest.mark.parametrize("qualifies", [-1, GIN, ALWAYS])
def test_the_ends(qualifies: int, comparing: Comparing) -> None:
    counts, joint = real()
    assert_same(joint.showdown(qualifies, comparing), counts.showdown(qualifies, comparing))


@settings(max_examples=25)
@given(st.sets(st.integers(0, 12), max_size=7), st.sampled_from(COMPARISONS))
def test_any_qualifier(ranks: set[int], comparing: Comparing) -> None:
    counts, joint = real()
    qualifies = value_of(ranks)
    assert_same(joint.showdown(qualifies, comparing), counts.showdown(qualifies, comparing))


def test_every_qualifier_against_brute_force() -> None:
    counts = small_counts()
    assert_same_showdowns(counts, JointCounts(counts))


def test_sides_that_arrange_differently_against_brute_force() -> None:
    counts = BruteCounts(ways=("ranks first", "best"))
    joint = counts.joint()
    assert (joint != joint.T).any()  # so the table has to be turned the right way
    assert_same_showdowns(counts, JointCounts(counts))


def test_rows_add_up() -> None:
    counts, joint = real()
    for qualifies in counts.values[::500].tolist():
        row = joint.showdown(qualifies)
        total = row.not_qualified + row.worse + row.tie + row.better
        np.testing.assert_array_equal(total, row.hands * counts.dealer_hands)


def test_all_else_is_passed_on() -> None:
    counts, joint = real()
    hand = parse_hand("AC 2C 3C 4D 5D 10H 9S")
    for name in ("deck", "cards", "melds", "ways", "hands", "dealer_hands", "deals"):
        assert getattr(joint, name) == getattr(counts, name)
    np.testing.assert_array_equal(joint.values, counts.values)
    np.testing.assert_array_equal(joint.hands_by_value, counts.hands_by_value)
    np.testing.assert_array_equal(joint.dealer_values(hand), counts.dealer_values(hand))
    assert joint.against(hand, GIN, "count") == counts.against(hand, GIN, "count")
    small = small_counts()
    np.testing.assert_array_equal(JointCounts(small).joint(), small.joint())
    assert_same(JointCounts(small).showdown_by_hand(GIN), small.showdown_by_hand(GIN))


@pytest.mark.parametrize("strategy", ["published", "best-threshold", "by-value"])
def test_an_analysis_does_not_notice(strategy: str) -> None:
    counts, joint = real()
    for preset in ("gli", "ags-web"):
        rules = Rules.load(preset)
        one, other = analyze(rules, strategy, counts), analyze(rules, strategy, joint)
        assert one.outcomes == other.outcomes
        assert [getattr(one, name) for name in FIGURES] == [
            getattr(other, name) for name in FIGURES
        ]


def test_running_sums_are_not_made_twice() -> None:
    _, joint = real()
    assert JointCounts.of(joint) is joint


def test_too_many_values_are_refused() -> None:
    many = SimpleNamespace(values=np.arange(MOST_VALUES + 1))
    with pytest.raises(InputError) as error:
        JointCounts(many)
    assert str(error.value) == (
        "counts: value '4097 values' is not allowed; allowed: at most 4096 values"
    )


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 600])
def test_transposing_in_place(size: int) -> None:
    table = np.arange(size * size, dtype=np.int64).reshape(size, size)
    expected = table.T.copy()
    _transpose(table)
    np.testing.assert_array_equal(table, expected)
