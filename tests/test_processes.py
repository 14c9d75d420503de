"""Whole processes: the same integers whatever the threads, the folders and the state of the cache.

The kernels are compiled by numba and kept in a cache on disk: beside the source, or in
NUMBA_CACHE_DIR, or in the user's cache folder, the first of these that can be written. A *first
run* finds none. What is run here is a copy of the package wherever its folder plays a part.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ginwin
from ginwin import Rules, analyze

PACKAGE = Path(ginwin.__file__).parent
ANALYZE = ("analyze", "gli", "--json", "--strategy")
RUN = (sys.executable, "-P", "-m", "ginwin", *ANALYZE)  # -P: not the package in this folder

# The same, but Ctrl-C interrupts also where the tests run with it ignored, as in the background.
INTERRUPTIBLE = (
    sys.executable,
    "-c",
    """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from ginwin.cli import main
sys.exit(main())
""",
    *ANALYZE,
)


def environment(**changes: object) -> dict[str, str]:
    """The environment, without settings of its own for the cache."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("NUMBA_") and key != "XDG_CACHE_HOME"
    }
    return kept | {key: str(value) for key, value in changes.items()}


@cache
def expected(strategy: str) -> dict[str, Any]:
    """What every run has to print."""
    data: dict[str, Any] = json.loads(json.dumps(analyze(Rules.load("gli"), strategy).to_json()))
    assert data["deals"] == 6_071_092_494_667_200
    return data


def check(done: subprocess.CompletedProcess[bytes], strategy: str = "optimal") -> None:
    """The run succeeded, said nothing else, and printed the same integers."""
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert json.loads(done.stdout) == expected(strategy)


def run(*command: str, **settings: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own."""
    return subprocess.run(
        command, check=False, capture_output=True, env=environment(**settings), timeout=300
    )


def copy_package(folder: Path, *, with_cache: bool) -> Path:
    """Copy the package into a folder, for PYTHONPATH."""
    ignore = None if with_cache else shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, folder / "ginwin", ignore=ignore)
    return folder


# Threads.


@pytest.mark.parametrize("strategy", ["by-value", "optimal"])
@pytest.mark.parametrize("threads", ["1", "2", "16"])
def test_threads(threads: str, strategy: str) -> None:
    check(run(*RUN, strategy, "--threads", threads), strategy)


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["by-value", "optimal"])
@pytest.mark.parametrize("threads", ["1", "2", "16"])
def test_threads_of_the_general_route(threads: str, strategy: str) -> None:
    check(run(*RUN, strategy, "--threads", threads, "--route", "general"), strategy)


# First runs.


@pytest.mark.slow
def test_first_runs_at_once(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen(
            (*RUN, strategy),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(NUMBA_CACHE_DIR=tmp_path),
        )
        for strategy in ("optimal", "by-value", "optimal")
    ]
    for process in processes:
        out, err = process.communicate(timeout=300)
        strategy = process.args[-1]  # type: ignore[index]
        check(subprocess.CompletedProcess([], process.returncode, out, err), str(strategy))
    assert list(tmp_path.rglob("*.nbi"))
    for strategy in ("optimal", "by-value"):  # and what they left is sound
        check(run(*RUN, strategy, NUMBA_CACHE_DIR=tmp_path), strategy)


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*"))


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[tuple[Path, Path, tuple[str, ...]]]:
    """A package and a home that this process and its children cannot write, and how to run there.

    Root can write anywhere, but not without the capability to; so root runs without any.
    """
    package, home = copy_package(tmp_path / "package", with_cache=False), tmp_path / "home"
    home.mkdir()
    prefix: tuple[str, ...] = ()
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root can write to read-only folders, and there is no setpriv")
        prefix = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
    writable = [package, *files(package), home]
    for path in writable:
        path.chmod(0o555 if path.is_dir() else 0o444)
    write = "import pathlib, sys; pathlib.Path(sys.argv[1], 'file').touch()"
    for folder in (package / "ginwin", home):
        done = run(*prefix, sys.executable, "-c", write, str(folder))
        if b"PermissionError" not in done.stderr:
            pytest.skip(f"this system cannot make a folder read-only: {done.stderr.decode()}")
    yield package, home, prefix
    for path in writable:
        path.chmod(0o755)


@pytest.mark.slow
def test_read_only_install_without_a_home(
    read_only: tuple[Path, Path, tuple[str, ...]], tmp_path: Path
) -> None:
    package, home, prefix = read_only
    before = files(tmp_path)
    check(run(*prefix, *RUN, "optimal", PYTHONPATH=package, HOME=home))
    assert files(tmp_path) == before  # nothing was written


@pytest.mark.slow
def test_read_only_install_with_a_home(
    read_only: tuple[Path, Path, tuple[str, ...]], tmp_path: Path
) -> None:
    package, home, prefix = read_only
    home.chmod(0o755)
    before = files(package)
    check(run(*prefix, *RUN, "optimal", PYTHONPATH=package, HOME=home))
    assert files(package) == before
    assert list(tmp_path.rglob("*.nbi"))  # the cache is in the home
    check(run(*prefix, *RUN, "optimal", PYTHONPATH=package, HOME=home))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs ulimit")
def test_first_run_on_a_full_disk(tmp_path: Path) -> None:
    # no file can grow beyond 8 blocks, so the small ones of the cache are written, the large not
    limited = ("sh", "-c", 'ulimit -f 8; exec "$@"', "sh")
    check(run(*limited, *RUN, "optimal", NUMBA_CACHE_DIR=tmp_path))
    check(run(*RUN, "optimal", NUMBA_CACHE_DIR=tmp_path))


def interrupt(cache_folder: Path, when: Callable[[], bool]) -> None:
    """Start a run and press Ctrl-C as soon as that is the case."""
    with subprocess.Popen(
        (*INTERRUPTIBLE, "optimal"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(NUMBA_CACHE_DIR=cache_folder),
    ) as process:
        while not when() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err.decode()) == (130, b"", "")


interrupts = pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")


@interrupts
def test_interrupted_first_run(tmp_path: Path) -> None:
    interrupt(tmp_path, lambda: bool(list(tmp_path.rglob("*.nbi"))))


@pytest.mark.slow
@interrupts
def test_first_run_interrupted_again_and_again(tmp_path: Path) -> None:
    def compiled() -> int:
        return len(list(tmp_path.rglob("*.nbc")))

    for _ in range(5):
        before = compiled()
        interrupt(tmp_path, lambda goal=before + 2: compiled() > goal)  # type: ignore[misc]
    assert compiled() > before
    check(run(*RUN, "optimal", NUMBA_CACHE_DIR=tmp_path))


# Broken caches: a file of a kernel that cannot be read, or that is not the kernel's.


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with all kernels compiled."""
    package = copy_package(tmp_path_factory.mktemp("warm"), with_cache=True)
    check(run(*RUN, "optimal", PYTHONPATH=package))
    return package


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "other bytes at the start": lambda data: bytes(64) + data[64:],
    "other bytes inside": lambda data: b"".join(
        bytes([byte ^ 255]) if i % 997 == 500 else bytes([byte]) for i, byte in enumerate(data)
    ),
}


def cache_files(package: Path, kernel: str, kind: str) -> list[Path]:
    """The cache files of a kernel, also those that older sources have left."""
    found = list(package.rglob(f"pattern_kernels.{kernel}[-_]*.{kind}"))
    assert found
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_broken_cache_file(warm: Path, tmp_path: Path, kind: str, damage: str) -> None:
    shutil.copytree(warm, tmp_path, dirs_exist_ok=True)
    for file in cache_files(tmp_path, "fill_contain", kind):
        file.write_bytes(DAMAGE[damage](file.read_bytes()))
    check(run(*RUN, "optimal", PYTHONPATH=tmp_path))


def test_a_broken_cache_file_is_written_again(warm: Path, tmp_path: Path) -> None:
    shutil.copytree(warm, tmp_path, dirs_exist_ok=True)
    broken = [
        file for kind in ("nbi", "nbc") for file in cache_files(tmp_path, "fill_contain", kind)
    ]
    for file in broken:
        file.write_bytes(b"")
    check(run(*RUN, "optimal", PYTHONPATH=tmp_path))
    assert any(file.stat().st_size for file in broken)
    written = {file: file.stat().st_mtime_ns for file in files(tmp_path)}
    check(run(*RUN, "optimal", PYTHONPATH=tmp_path))
    assert {file: file.stat().st_mtime_ns for file in files(tmp_path)} == written


def test_a_cache_file_of_another_kernel(warm: Path, tmp_path: Path) -> None:
    # as when two runs write the index and the code of a function's signatures at once
    shutil.copytree(warm, tmp_path, dirs_exist_ok=True)
    other = max(cache_files(tmp_path, "fill_avoid", "nbc"), key=lambda file: file.stat().st_mtime)
    for file in cache_files(tmp_path, "fill_contain", "nbc"):
        shutil.copyfile(other, file)
    check(run(*RUN, "optimal", PYTHONPATH=tmp_path))
