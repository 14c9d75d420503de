"""Both fast evaluators equal the readable arrangement on every suit-distinct hand."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from numpy.typing import NDArray

from ginwin.base.jit import thread_count
from ginwin.cards import cards_of, format_cards
from ginwin.counting.every_hand import evaluate_hands, values_of_keys
from ginwin.counting.general import GeneralCounts
from ginwin.melds import arrange
from ginwin.values import value_label

Ints = NDArray[np.int64]

CHUNK = 20_000


def offenders(hands: Ints, values: Ints) -> list[str]:
    """The hands whose best arrangement has another value."""
    wrong = []
    for hand, value in zip(hands.tolist(), values.tolist(), strict=True):
        arranged = arrange(hand).value
        if arranged != value:
            labels = f"arranged {value_label(arranged)}, evaluated {value_label(value)}"
            wrong.append(f"{format_cards(cards_of(hand))}: {labels}")
    return wrong


def test_an_offender_is_named() -> None:
    hand = 0b1111  # AC 2C 3C 4C
    assert offenders(np.array([hand, hand]), np.array([0, 1 << 26 | 1])) == [
        "AC 2C 3C 4C: arranged gin, evaluated A"
    ]


@pytest.mark.slow
def test_every_suit_distinct_hand() -> None:
    counts = GeneralCounts()
    hands = counts.lattice.sets[counts.lattice.layer(7)]
    assert hands.size == 6_009_159
    values = counts.values[counts.hand_values]
    assert np.array_equal(values, values_of_keys(evaluate_hands(hands).astype(np.int64)))
    starts = range(0, hands.size, CHUNK)
    with ProcessPoolExecutor(thread_count(), mp_context=get_context("spawn")) as pool:
        found = pool.map(
            offenders,
            (hands[start : start + CHUNK] for start in starts),
            (values[start : start + CHUNK] for start in starts),
        )
        wrong = [line for lines in found for line in lines]
    assert not wrong, "\n".join([f"{len(wrong):,} hands, among them", *wrong[:20]])
