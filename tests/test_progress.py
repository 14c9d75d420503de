"""A progress bar: on a terminal only, on standard error only, after a second only."""

import sys
from collections.abc import Callable
from contextlib import suppress
from time import sleep

import pytest

from ginwin.cli import main, progress
from ginwin.cli.progress import patient_bar, progress_bar


class AtOnce:
    """A timer without patience."""

    def __init__(self, _: float, start: Callable[[], None]) -> None:
        self.start = start

    def cancel(self) -> None:
        """Too late."""

    def join(self) -> None:
        """Nothing to wait for."""


COMMAND = ("sweep", "gli", "--grid", "pays.win.ante.0=2,3")


def test_no_bar_off_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "Timer", AtOnce)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress_bar(10, "rule sets") as advance:
        advance(5)
    assert capsys.readouterr() == ("", "")


def test_no_bar_within_a_second(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress_bar(10, "rule sets") as advance:
        advance(5)
        advance(5)
    assert capsys.readouterr() == ("", "")


def test_a_bar_after_a_second(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "Timer", AtOnce)
    monkeypatch.setenv("TERM", "xterm")
    assert main(COMMAND) == 0
    captured = capsys.readouterr()
    assert "rule sets" in captured.err
    assert "2/2" in captured.err
    assert "\x1b" not in captured.out


def test_the_bar_ends_with_an_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "Timer", AtOnce)
    with suppress(KeyboardInterrupt), progress_bar(10, "rule sets") as advance:
        advance(5)
        raise KeyboardInterrupt
    with progress_bar(10, "rule sets") as advance:  # a second one is no trouble
        advance(10)
    assert "10/10" in capsys.readouterr().err


def test_a_bar_while_nothing_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "_PATIENCE", 0.01)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar(10, "rule sets"):
        sleep(0.2)
        assert "0/10" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (50, ()),
        (3, ("2.100 % of 1,000 pay tables", "the rest may take 5 minutes")),
        (0, ("0.600 % of 1,000 pay tables", "the rest may take millions of years")),
    ],
)
def test_a_warning_of_a_search_without_end(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    rate: int,
    words: tuple[str, ...],
) -> None:
    """Once, after ten seconds, from what the last five let expect."""
    clock = iter(range(30))
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    with patient_bar(1000, "pay tables") as advance:
        for second in range(1, 20):
            advance(rate if second > 6 else 1)
    warning = capsys.readouterr().err
    assert all(word in warning for word in words)
    assert warning.count("\n") == bool(words)
