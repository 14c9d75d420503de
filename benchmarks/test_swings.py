"""How long risk takes: one round, many rounds, ruin, a side bet together, several spots.

Kernels are compiled before. What is built on the counts of the deals is given them, except for the
side bet, which counts the hands of the values whose hands it pays differently.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ginwin.bonus.bonusfile import SideBet
from ginwin.play.analysis import Analysis, analyze
from ginwin.risk.distribution import Distribution, distribution_of
from ginwin.risk.joint_bets import analyze_together
from ginwin.risk.rounds import after_rounds
from ginwin.risk.ruin import ruin_forever, ruin_within
from ginwin.risk.spots import sample_spots
from ginwin.risk.study import analyze_risk
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")
GIN_BONUS = SideBet.load("gin-bonus")
SAMPLES = 1_000_000


class Task(NamedTuple):
    """What is timed, what its result must be, and the time to aim for with 2 threads, in ms."""

    run: Callable[[int], object]
    result: object
    aim: int | None = None
    rounds: int = 20


@cache
def analysis() -> Analysis:
    return analyze(GLI)


@cache
def one() -> Distribution:
    return distribution_of(analysis())


TASKS = {
    "distribution and moments of one round": Task(
        lambda _: round(distribution_of(analysis()).skewness or 0, 6), 0.396867, 10
    ),
    "distribution after 10,000 rounds, exact": Task(
        lambda _: round(after_rounds(one(), 10_000).ahead, 6), 0.004483, 1000
    ),
    "risk of ruin within 10,000 rounds, exact, all bankrolls": Task(
        lambda _: int(ruin_within(one(), 10_000).bankroll(0.05) or 0), 724, 1000
    ),
    "reserve of the house in the long run": Task(
        lambda _: int(ruin_forever(one().reversed()).bankroll(0.01) or 0), 149, 1000
    ),
    "all of `ginwin risk gli`": Task(lambda _: len(analyze_risk(GLI, bankroll=100).many), 3, 1000),
    "base game and side bet together": Task(
        lambda _: round(analyze_together(GLI, "published", GIN_BONUS).correlation or 0, 6),
        0.560482,
        2000,
        3,
    ),
    f"several spots, {SAMPLES:,} rounds of 6": Task(
        lambda threads: sample_spots(GLI, samples=SAMPLES, threads=threads).samples,
        SAMPLES,
        rounds=3,
    ),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("task", TASKS)
def test_swing_speed(benchmark: BenchmarkFixture, task: str, threads: int) -> None:
    run, result, aim, rounds = TASKS[task]
    if threads == 1 and "spots" not in task:
        pytest.skip("threads are not its business")
    benchmark.extra_info.update(aim=aim)
    assert run(threads) == result  # compiles what is not compiled yet
    benchmark.pedantic(run, args=(threads,), rounds=rounds)  # type: ignore[no-untyped-call]
