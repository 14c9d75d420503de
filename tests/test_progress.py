"""A progress bar: on a terminal only, on standard error only, after a second only."""

import sys
from contextlib import suppress

import pytest

from ginwin.cli import main, progress
from ginwin.cli.progress import progress_bar

COMMAND = ("sweep", "gli", "--grid", "pays.win.ante.0=2,3")


def test_no_bar_off_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1)
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
    monkeypatch.setattr(progress, "_PATIENCE", -1)
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
    monkeypatch.setattr(progress, "_PATIENCE", -1)
    with suppress(KeyboardInterrupt), progress_bar(10, "rule sets") as advance:
        advance(5)
        raise KeyboardInterrupt
    with progress_bar(10, "rule sets") as advance:  # a second one is no trouble
        advance(10)
    assert "10/10" in capsys.readouterr().err
