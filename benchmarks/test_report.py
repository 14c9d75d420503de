"""How long the math report takes: put together from what is kept, and each format of it.

The first report on a machine works out what is kept, which takes minutes; it is not timed here.
"""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from ginwin.bonus.bonusfile import SideBet
from ginwin.document.model import Document
from ginwin.document.output import FORMATS, document_files, write_document
from ginwin.play.strategy import Strategy
from ginwin.report.build import build_report
from ginwin.report.request import Request
from ginwin.rules.rules import Rules

AIM = 10_000  # ms, for all formats


def build() -> Document:
    """A new request, so that nothing but what is kept on disk is known."""
    bets = (SideBet.load("gin-bonus"),)
    return build_report(Request(Rules.load("gli"), Strategy("published"), bets, "ginwin report"))


@cache
def document() -> Document:
    return build()


def write(one: str, _: Path) -> object:
    """The content of a format."""
    return document_files(document(), "gli", [one])


TASKS: dict[str, Callable[[Path], object]] = {
    "report put together, all tables kept": lambda _: build(),
    **{f"report as {one}": partial(write, one) for one in FORMATS},
    "report, put together and written in all formats": lambda folder: write_document(
        build(), folder, "gli"
    ),
}


@pytest.mark.parametrize("task", list(TASKS))
def test_report_speed(benchmark: BenchmarkFixture, tmp_path: Path, task: str) -> None:
    document()
    benchmark.extra_info.update(aim=AIM if "all formats" in task else None)
    run = TASKS[task]
    benchmark.pedantic(run, args=(tmp_path,), rounds=5, warmup_rounds=1)  # type: ignore[no-untyped-call]
