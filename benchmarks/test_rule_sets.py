"""How long many rule sets take in one process: a sweep of 10,000, a search, the landscape.

Kernels are compiled before; counts, joint table and all else are made anew in each round.
"""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ginwin.base.tables import Table
from ginwin.counting.joint import JointCounts
from ginwin.counting.patterns import PatternCounts
from ginwin.rules.rules import Rules
from ginwin.variants.comparison import sweep
from ginwin.variants.design import RulesDesign, design_rules
from ginwin.variants.qualifiers import landscape

GLI = Rules.load("gli")
GRID = (
    "dealer.qualifies=10-9-8-7,J-10-9-8,Q-J-10-9,4 cards,5 cards,always,3 cards,9-8-7-6,gin,Q-J-2",
    "compare.cards=all cards,count",
    "pays.win.ante.0=1..5",
    "pays.win.play.0=1..5",
    "pays.win.ante.1=1,2",
    "pays.tie.ante.other+pays.tie.play.other=0,1",
    "raise.play=[1],[2],[1, 2],[0.5],[1, 1.5, 3]",
)
HEADLINE = ("house_edge=2.51%", "element_of_risk=1.49%")


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    for strategy in ("published", "best-threshold", "by-value"):
        sweep(GLI, ["dealer.qualifies=gin..10", "raise.play=[1],[1, 2]"], strategy)


def timed(benchmark: BenchmarkFixture, run: Callable[[], Any], rounds: int, most: float) -> Any:
    """Run and time it; every round must be done within so many seconds."""
    result = benchmark.pedantic(run, rounds=rounds)  # type: ignore[no-untyped-call]
    if benchmark.stats is not None:  # --benchmark-disable
        assert benchmark.stats.stats.max < most
    return result


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("strategy", ["published", "best-threshold", "by-value"])
def test_sweep_of_10_000(benchmark: BenchmarkFixture, strategy: str, threads: int) -> None:
    def run() -> Table:
        return sweep(GLI, GRID, strategy, PatternCounts(threads), threads=threads)

    assert len(timed(benchmark, run, 3, most=10).rows) == 10_000


def test_search_of_100_000(benchmark: BenchmarkFixture) -> None:
    grid = [
        *GRID[:6],
        "raise.play=[1],[2]",
        "pays.lose.play.other=-1,-0.75,-0.5,-0.25,0",
        "pays.fold.ante.other=-1,-0.9,-0.8,-0.7,-0.5",
    ]

    def run() -> RulesDesign:
        return design_rules(GLI, grid, HEADLINE, ["by-value"], PatternCounts())

    assert timed(benchmark, run, 1, most=30).space == 100_000


def test_landscape(benchmark: BenchmarkFixture) -> None:
    table = timed(benchmark, lambda: landscape(GLI, PatternCounts()), 3, most=5)
    assert len(table.rows) == 4097


def test_joint_counts(benchmark: BenchmarkFixture) -> None:
    joint = timed(benchmark, lambda: JointCounts(PatternCounts()), 5, most=1)
    assert joint.values.size == 4096


def test_showdown(benchmark: BenchmarkFixture) -> None:
    joint = JointCounts(PatternCounts())
    qualifies = GLI.qualifies
    joint.showdown(qualifies)
    benchmark(joint.showdown, qualifies)
