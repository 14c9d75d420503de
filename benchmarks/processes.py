"""Print wall time and peak memory of whole commands as a Markdown table.

*First ever*: with an empty cache, so that every kernel is compiled. *Later*: with the cache that a
first run has left. Medians. This needs Unix, and imports nothing large: Linux counts the memory of
the process that starts another one as that one's, too.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

COMMANDS = {
    "ginwin report": ("report",),
    "ginwin analyze gli": ("analyze", "gli"),
    "ginwin analyze gli --strategy optimal": ("analyze", "gli", "--strategy", "optimal"),
    "ginwin hand": ("hand", "2D 4H 10D JD JS QC QD"),
}
FIRST_RUNS = 3
LATER_RUNS = 3


class Run(NamedTuple):
    """Wall time and peak memory of a process."""

    seconds: float
    megabytes: float


def measure(arguments: tuple[str, ...], cache: Path) -> Run:
    """Run a command."""
    command = [sys.executable, "-m", "ginwin", *arguments]
    start = perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, env=os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(seconds, usage.ru_maxrss * unit / 1e6)


def first_and_later(arguments: tuple[str, ...]) -> Iterator[Run]:
    """The medians of first runs and of later ones."""
    first, later = [], []
    for _ in range(FIRST_RUNS):
        with TemporaryDirectory() as folder:
            first.append(measure(arguments, Path(folder)))
            later += [measure(arguments, Path(folder)) for _ in range(LATER_RUNS)]
    for runs in (first, later):
        yield Run(*map(median, zip(*runs, strict=True)))


def main() -> None:
    lines = [
        ["whole process", "first ever, s", "later, s", "first ever, MB", "later, MB"],
        ["---", "---:", "---:", "---:", "---:"],
    ]
    for name, arguments in COMMANDS.items():
        runs = list(first_and_later(arguments))
        seconds = [f"{run.seconds:.2f}" for run in runs]
        megabytes = [f"{run.megabytes:.0f}" for run in runs]
        lines.append([f"`{name}`", *seconds, *megabytes])
    lines.append(["aim", "15", "1.2", "500", "500"])
    sys.stdout.writelines(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    main()
