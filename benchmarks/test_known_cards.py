"""How long it takes to say what known cards are worth: one card out, and seats that are seen.

Kernels are compiled before. The samples are given the tables of the rules; each number of seats is
sampled until the interval of the house edge is +- 0.05 % of the ante.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ginwin.protection.removal import mark_deals
from ginwin.protection.seat_rules import fit_rules
from ginwin.protection.seat_tables import SeatTables
from ginwin.protection.seats import sample_seats
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")


class Task(NamedTuple):
    """What is timed, what its result must be, and the time to aim for with 2 threads, in ms."""

    run: Callable[[int], object]
    result: object
    aim: int | None = None


@cache
def tables() -> SeatTables:
    return SeatTables(GLI)


def seen(seats: int) -> Callable[[int], object]:
    """Sample so many seats; the first block, which compiles, is not timed twice."""
    return lambda threads: sample_seats(tables(), seats, seed=1, threads=threads).reached


TASKS = {
    "deals without a card of each of the 13 ranks": Task(
        lambda threads: len(mark_deals(GLI, threads=threads).without), 13
    ),
    "tables for the seats": Task(
        lambda threads: len(SeatTables(GLI, threads=threads).rules.play), 1
    ),
    "1 other seat seen, to 0.05 % of the ante": Task(seen(1), result=True, aim=120_000),
    "2 other seats seen, to 0.05 % of the ante": Task(seen(2), result=True, aim=120_000),
    "3 other seats seen, to 0.05 % of the ante": Task(seen(3), result=True, aim=120_000),
    "4 other seats seen, to 0.05 % of the ante": Task(seen(4), result=True, aim=120_000),
    "5 other seats seen, to 0.05 % of the ante": Task(seen(5), result=True, aim=120_000),
    "counting rules for 5 other seats": Task(
        lambda threads: len(fit_rules(tables(), 5, seed=1, threads=threads)), 14
    ),
}


@pytest.mark.parametrize("task", TASKS)
def test_known_cards_speed(benchmark: BenchmarkFixture, task: str) -> None:
    run, result, aim = TASKS[task]
    benchmark.extra_info.update(aim=aim)
    tables().block(5, 0, 0)  # compiles what is not compiled yet
    tables().prepare(1)
    found = benchmark.pedantic(run, args=(2,), rounds=1)  # type: ignore[no-untyped-call]
    assert found == result
