"""Every hand of the deck, evaluated one by one, gives the counts of both routes."""

import numpy as np

from ginwin.counting.every_hand import count_every_hand, evaluate_hands, values_of_keys
from ginwin.counting.general import GeneralCounts
from ginwin.counting.patterns import PatternCounts


def test_every_hand_one_by_one() -> None:
    hands = count_every_hand()
    assert hands.sum() == 133_784_560
    keys = np.flatnonzero(hands)
    pattern = PatternCounts()
    order = np.argsort(values_of_keys(keys))
    assert np.array_equal(values_of_keys(keys)[order], pattern.values)
    assert np.array_equal(hands[keys][order], pattern.hands_by_value)


def test_hands_by_dead_wood() -> None:
    # DESIGN: hands by dead-wood count 0..7; six is impossible, one card cannot meld alone
    by_count = count_every_hand(threads=2).reshape(8, -1).sum(axis=1)
    assert by_count.tolist() == [
        5_448_352, 20_303_712, 35_634_456, 20_197_320, 36_756_720, 11_119_680, 0, 4_324_320,
    ]  # fmt: skip


def test_equals_the_general_evaluator_on_every_suit_distinct_hand() -> None:
    counts = GeneralCounts()
    hands = counts.lattice.sets[counts.lattice.layer(7)]
    assert hands.size == 6_009_159
    values = values_of_keys(evaluate_hands(hands).astype(np.int64))
    assert np.array_equal(values, counts.values[counts.hand_values])
