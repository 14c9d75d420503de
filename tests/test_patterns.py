"""The pattern route equals the general route, and its small tables are as explained."""

from functools import cache
from math import comb

import numpy as np
import pytest
from test_counting import by_chances, by_value, real, same

from ginwin.cards import parse_hand
from ginwin.counting.counts import Comparing, Counts
from ginwin.counting.pattern_tables import FORMS, SHAPES
from ginwin.counting.patterns import PatternCounts
from ginwin.errors import InputError
from ginwin.values import ALWAYS, parse_value

QUALIFIERS = [
    -1,
    *(parse_value(t) for t in ("gin", "9", "J-4", "K-5-3", "10-9-8-7", "K-9-6-2", "7-6-5-4-A")),
    parse_value("K-Q-J-10-9-8-7"),
    ALWAYS,
]


@cache
def pattern() -> PatternCounts:
    return PatternCounts()


def test_kinds() -> None:
    kinds = pattern().tables.kinds
    assert np.diff(kinds.starts).tolist() == [1, 1, 3, 6, 16, 27, 62, 111]
    sets = [
        int(kinds.sets[a:b].sum()) for a, b in zip(kinds.starts, kinds.starts[1:], strict=False)
    ]
    assert sets == [1, 52, 1_326, 22_100, 270_725, 2_598_960, 20_358_520, 133_784_560]


def test_dead_wood_has_nine_forms() -> None:
    kinds = pattern().tables.kinds
    hands = slice(kinds.starts[7], kinds.starts[8])
    forms = {
        (int(dead).bit_count(), int(choice).bit_count())
        for dead, choice in zip(kinds.dead[hands], kinds.choice[hands], strict=True)
    }
    assert forms == set(map(tuple, FORMS.tolist()))
    assert pattern().tables.woods.shape[0] == 5_032
    assert pattern().values.size == 4_096


def test_shapes() -> None:
    shapes, _ = pattern().tables.shapes
    assert (shapes[:, 3] > 0).all()
    rank_sets = np.array([comb(13, ranks) for ranks in shapes[:, 0]])
    assert shapes.shape[0] == SHAPES
    assert rank_sets.sum() == 6_009_159
    assert (rank_sets * shapes[:, 3]).sum() == 133_784_560


def test_hands_by_value_and_joint_table() -> None:
    counts = pattern()
    joint = counts.joint()
    assert np.array_equal(joint, joint.T)
    assert np.array_equal(joint.sum(axis=1), counts.hands_by_value * counts.dealer_hands)
    assert joint.sum() == 6_071_092_494_667_200
    assert np.array_equal(counts.values, real().values)
    assert np.array_equal(counts.hands_by_value, real().hands_by_value)


@pytest.mark.slow
def test_joint_tables_are_equal_cell_by_cell() -> None:
    assert np.array_equal(pattern().joint(), real().joint())


@pytest.mark.parametrize(
    "comparing",
    [
        "all cards",
        pytest.param("high card", marks=pytest.mark.slow),
        pytest.param("count", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("qualifies", QUALIFIERS)
def test_showdowns_are_equal(qualifies: int, comparing: Comparing) -> None:
    showdown = pattern().showdown(qualifies, comparing)
    assert same(showdown, real().showdown(qualifies, comparing))
    by_hand = pattern().showdown_by_hand(qualifies, comparing)
    assert same(by_value(pattern(), by_hand), showdown)


@pytest.mark.parametrize("comparing", ["high card", "count"])
def test_one_showdown_is_equal_however_compared(comparing: Comparing) -> None:
    qualifies = parse_value("K-5-3")
    assert same(pattern().showdown(qualifies, comparing), real().showdown(qualifies, comparing))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("label", "comparing"),
    [
        ("10-9-8-7", "all cards"),
        ("J-4", "all cards"),
        ("K-Q-J-10-9-8-7", "all cards"),
        ("K-5-3", "high card"),
        ("9", "count"),
    ],
)
def test_every_hand_has_equal_chances(label: str, comparing: Comparing) -> None:
    qualifies = parse_value(label)
    first = by_chances(pattern().showdown_by_hand(qualifies, comparing))
    assert np.array_equal(first, by_chances(real().showdown_by_hand(qualifies, comparing)))


@pytest.mark.parametrize("hands", [400, pytest.param(4_000, marks=pytest.mark.slow)])
def test_single_hands_have_equal_chances(hands: int) -> None:
    rng = np.random.default_rng(hands)
    for number in range(hands):
        hand = sum(1 << card for card in rng.choice(52, 7, replace=False).tolist())
        dealer = pattern().dealer_values(hand)
        assert dealer.sum() == 45_379_620
        assert np.array_equal(dealer, real().dealer_values(hand)), hand
        qualifies = QUALIFIERS[number % len(QUALIFIERS)]
        assert pattern().against(hand, qualifies) == real().against(hand, qualifies)


def test_a_hand_counted_by_hand() -> None:
    # Four aces and three kings leave a dealer 45 cards; he cannot tie or beat no dead wood but
    # with no dead wood himself.
    against = pattern().against(parse_hand("AC AD AH AS KC KD KH"), ALWAYS)
    assert against.better == 0
    assert sum(against) == 45_379_620
    assert against.tie == int(pattern().dealer_values(parse_hand("AC AD AH AS KC KD KH"))[0])


@pytest.mark.parametrize("hand", [0, 0b111111, 0xFF, 127 << 53, 0b111111 | 1 << 60])
@pytest.mark.parametrize("counts", [pattern(), real()])
def test_what_is_no_hand_is_refused(counts: Counts, hand: int) -> None:
    for ask in (counts.dealer_values, lambda hand: counts.against(hand, ALWAYS)):
        with pytest.raises(InputError, match="hand"):
            ask(hand)


@pytest.mark.parametrize("counts", [pattern(), real()])
def test_shared_counts_cannot_be_changed(counts: Counts) -> None:
    for numbers in (counts.values, counts.hands_by_value):
        with pytest.raises(ValueError, match="read-only"):
            numbers[0] = 1


@pytest.mark.parametrize("threads", [1, 2, 16])
def test_integers_do_not_depend_on_threads(threads: int) -> None:
    counts = PatternCounts(threads=threads)
    qualifies = parse_value("10-9-8-7")
    assert np.array_equal(counts.joint(), pattern().joint())
    assert same(counts.showdown(qualifies), pattern().showdown(qualifies))
    assert same(counts.showdown_by_hand(qualifies), pattern().showdown_by_hand(qualifies))
