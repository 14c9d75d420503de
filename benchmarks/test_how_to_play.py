"""How long the study of a game takes, by its parts: decisions, exact cards, short rules, arranging.

Kernels are compiled before; counts and all else are made anew in each round.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ginwin.advice.arranging import ARRANGEMENTS, cost_of_arranging
from ginwin.advice.card_decisions import decide_cards
from ginwin.advice.decisions import decide_values
from ginwin.advice.hand_rows import HandRows, hand_rows
from ginwin.advice.rule_search import search_card_rules, search_short_rules
from ginwin.advice.study import STUDIED, study_strategy
from ginwin.counting.patterns import PatternCounts
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")


def timed(benchmark: BenchmarkFixture, run: Callable[[], Any], rounds: int, most: float) -> Any:
    """Run and time it; every round must be done within so many seconds."""
    result = benchmark.pedantic(run, rounds=rounds, warmup_rounds=1)  # type: ignore[no-untyped-call]
    if benchmark.stats is not None:  # --benchmark-disable
        assert benchmark.stats.stats.max < most
    return result


@cache
def four_cards() -> HandRows:
    counts = PatternCounts()
    return hand_rows(GLI, counts, np.flatnonzero(counts.values >> 26 == 4))


@pytest.mark.parametrize("threads", [1, 2])
def test_decision_for_each_value(benchmark: BenchmarkFixture, threads: int) -> None:
    found = timed(benchmark, lambda: decide_values(GLI, PatternCounts(threads)), 5, most=1)
    assert len(found) == 4096


def test_values_that_the_exact_cards_decide(benchmark: BenchmarkFixture) -> None:
    found = timed(benchmark, lambda: decide_cards(GLI, PatternCounts()), 3, most=6)
    assert len(found.values) == 70


def test_search_of_short_rules(benchmark: BenchmarkFixture) -> None:
    found = timed(benchmark, lambda: search_short_rules(GLI, PatternCounts()), 5, most=2)
    assert found.space == 871_308


def test_search_of_short_rules_with_all_cards(benchmark: BenchmarkFixture) -> None:
    rows, counts = four_cards(), PatternCounts()
    found = timed(benchmark, lambda: search_card_rules(GLI, counts, rows), 3, most=4)
    assert found.space == 96_692


def test_whole_study(benchmark: BenchmarkFixture) -> None:
    study = timed(benchmark, lambda: study_strategy(GLI, PatternCounts()), 3, most=10)
    assert len(study.strategies) == len(STUDIED)


def test_arranging(benchmark: BenchmarkFixture) -> None:
    def run() -> int:
        return len(cost_of_arranging(GLI))

    found = benchmark.pedantic(run, rounds=1)  # type: ignore[no-untyped-call]
    assert found == len(ARRANGEMENTS)
