"""How long each step takes in a process that runs, with 1 and with 2 threads.

Kernels are compiled before, everything else is made anew in each round: no table outlives it.
`make bench` prints the medians as a table (table.py).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from ginwin import Rules, analyze, simulate
from ginwin.counting.every_hand import count_every_hand, evaluate_hands
from ginwin.counting.general import GeneralCounts
from ginwin.counting.lattice import Lattice
from ginwin.counting.patterns import PatternCounts
from ginwin.play.strategy import PUBLISHED_THRESHOLD

DEALS = 6_071_092_494_667_200
SIMULATED = 1_000_000

GLI = Rules.load("gli")


class Task(NamedTuple):
    """What is timed, what its result must be, and the time to aim for with 2 threads, in ms."""

    run: Callable[[int], Any]
    result: Any
    aim: int | None = None
    rounds: int = 20


@cache
def lattice() -> Lattice:
    return GeneralCounts().lattice


@cache
def hands() -> NDArray[np.int64]:
    return lattice().sets[lattice().layer(7)]


def general_evaluator(threads: int) -> int:
    counts = GeneralCounts(threads=threads)
    counts.lattice = lattice()  # the hands are given, as to the other evaluator
    return counts.hand_values.size


def by_dead_wood(threads: int) -> list[int]:
    by_count: list[int] = count_every_hand(threads).reshape(8, -1).sum(axis=1).tolist()
    return by_count


def dealt(strategy: str, counts: PatternCounts | GeneralCounts) -> int:
    return sum(outcome.combinations for outcome in analyze(GLI, strategy, counts).outcomes)


def simulated(threads: int) -> int:
    return simulate(GLI, PUBLISHED_THRESHOLD, rounds=SIMULATED, threads=threads).rounds


TASKS = {
    "value of each of the 6,009,159 suit-distinct hands": Task(
        lambda threads: evaluate_hands(hands(), threads).size, 6_009_159, 30
    ),
    "the same, evaluator for any melds": Task(general_evaluator, 6_009_159),
    "dead-wood count of all 133,784,560 hands, one by one": Task(
        by_dead_wood,
        [5_448_352, 20_303_712, 35_634_456, 20_197_320, 36_756_720, 11_119_680, 0, 4_324_320],
        150,
    ),
    "value of all 133,784,560 hands, one by one": Task(
        lambda threads: np.count_nonzero(count_every_hand(threads)), 4_096, 400
    ),
    "complete answer for one rule set, pattern route": Task(
        lambda threads: dealt("published", PatternCounts(threads)), DEALS, 20
    ),
    "complete answer for one rule set, general route": Task(
        lambda threads: dealt("published", GeneralCounts(threads=threads)), DEALS, 500, 5
    ),
    "joint table, 4,096 x 4,096, pattern route": Task(
        lambda threads: PatternCounts(threads).joint().sum(), DEALS, 150
    ),
    "joint table, 4,096 x 4,096, general route": Task(
        lambda threads: GeneralCounts(threads=threads).joint().sum(), DEALS, rounds=3
    ),
    "what playing each hand is worth, and the optimum, pattern route": Task(
        lambda threads: dealt("optimal", PatternCounts(threads)), DEALS, 80
    ),
    "what playing each hand is worth, and the optimum, general route": Task(
        lambda threads: dealt("optimal", GeneralCounts(threads=threads)), DEALS, rounds=5
    ),
    f"simulation of {SIMULATED:,} rounds": Task(simulated, SIMULATED),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("task", TASKS)
def test_speed(benchmark: BenchmarkFixture, task: str, threads: int) -> None:
    run, result, aim, rounds = TASKS[task]
    benchmark.extra_info.update(aim=aim)
    assert run(threads) == result  # compiles what is not compiled yet
    benchmark.pedantic(run, args=(threads,), rounds=rounds)  # type: ignore[no-untyped-call]
