"""How long side bets take: features of all hands, a pay table, and searches for pay tables.

Kernels are compiled before. Searches are given the features; none of them keeps anything else.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ginwin.bonus.bonusfile import PayChoices, SideBet
from ginwin.bonus.design import design_pays
from ginwin.bonus.features import Features, features_of
from ginwin.bonus.sidebets import analyze_bonus

EDGE, HALF_UNIT = Fraction(719, 10_000), Fraction(5, 100_000)
TOP = (
    "7 in sequence of one suit",
    "four of a kind and three of a kind",
    "7 of one suit",
    "gin and four of a kind",
    "gin and 2 threes of a kind",
    "gin and 6 or more of one suit",
    "gin and 5 or more of one suit",
)
GIN_BONUS = SideBet.load("gin-bonus")


class Task(NamedTuple):
    """What is timed, what its result must be, and the time to aim for with 2 threads, in ms."""

    run: Callable[[int], object]
    result: object
    aim: int | None = None
    rounds: int = 5


def search(
    events: tuple[str, ...],
    optional: tuple[str, ...] = (),
    tolerance: Fraction = HALF_UNIT,
    order: str = "falling",
) -> tuple[int, int]:
    """The pay tables there are, with customary pays, and those found."""
    rows = [{"event": event, "optional": event in optional} for event in (*optional, *events)]
    design = design_pays(PayChoices(pays=rows), EDGE, tolerance, order=order)
    return design.space, design.found


def counts(most: int) -> tuple[str, ...]:
    """The events of up to that many dead-wood cards."""
    return "gin", *(f"dead wood {count}" for count in range(1, most + 1))


TASKS = {
    "features of all 133,784,560 hands": Task(
        lambda threads: Features.build(threads=threads).total, 133_784_560, 1000
    ),
    "a side bet, with the features": Task(
        lambda _: analyze_bonus(GIN_BONUS, features_of()).loss[0], 9_612_824, 5, 50
    ),
    "search of 1,947,792 pay tables": Task(
        lambda _: search((*TOP[1:3], *counts(3))), (1_947_792, 3), 1000
    ),
    "search of 1,947,792 pay tables, all of which meet the target": Task(
        lambda _: search((*TOP[1:3], *counts(3)), tolerance=Fraction(10_000)),
        (1_947_792, 1_947_792),
        2000,
    ),
    "search of 3,793,701,384 pay tables in 128 lists of events": Task(
        lambda _: search(counts(2), TOP), (3_793_701_384, 118_291), rounds=3
    ),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("task", TASKS)
def test_bonus_speed(benchmark: BenchmarkFixture, task: str, threads: int) -> None:
    run, result, aim, rounds = TASKS[task]
    if threads == 2 and "search" in task:
        pytest.skip("a search takes all processors")
    benchmark.extra_info.update(aim=aim)
    assert run(threads) == result  # compiles what is not compiled yet
    benchmark.pedantic(run, args=(threads,), rounds=rounds)  # type: ignore[no-untyped-call]
