"""Print what the benchmarks have measured as a Markdown table: ``python table.py FILE``.

FILE is what ``pytest benchmarks --benchmark-json=FILE`` has written.
"""

import json
import os
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any

THREADS = (1, 2)


def heading() -> str:
    """What it was measured on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return f"Measured on {cores} processor cores, Python {python_version()}, {libraries}:"


def markdown(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table whose first column is text and whose others are numbers."""
    first, *others = header
    lines = [[first, *others], ["---", *("---:" for _ in others)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def milliseconds(seconds: float) -> str:
    """Milliseconds, in three digits or more."""
    number = 1000 * seconds
    decimals = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{decimals}f}"


def speed_table(benchmarks: Iterable[dict[str, Any]]) -> str:
    """The median times by task and threads, and what to aim for."""
    times: dict[str, dict[int, str]] = {}
    aims: dict[str, str] = {}
    for benchmark in benchmarks:
        settings = benchmark["params"] or {}
        threads = settings.pop("threads", THREADS[-1])
        name = benchmark["name"].partition("[")[0].removeprefix("test_").replace("_", " ")
        task = settings.pop("task", ", ".join([name, *settings.values()]))
        times.setdefault(task, {})[threads] = milliseconds(benchmark["stats"]["median"])
        aim = benchmark["extra_info"].get("aim")
        aims[task] = "" if aim is None else f"{aim:,}"
    header = ["median time in ms", *(f"{n} thread{'s' * (n > 1)}" for n in THREADS), "aim"]
    rows = ([task, *(row.get(n, "") for n in THREADS), aims[task]] for task, row in times.items())
    return markdown(header, rows)


def main() -> None:
    data = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(f"{heading()}\n\n{speed_table(data['benchmarks'])}\n\n")


if __name__ == "__main__":
    main()
