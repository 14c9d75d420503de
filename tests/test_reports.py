"""The reports in the repository are what the code gives today; `make reports` writes them."""

from pathlib import Path

import pytest

from ginwin.cli import main
from ginwin.rules.rules import preset_names

ROOT = Path(__file__).parent.parent
REPORTS = ROOT / "reports"


def test_there_is_one_for_each_preset() -> None:
    assert sorted(path.stem for path in REPORTS.glob("*.txt")) == list(preset_names())


@pytest.mark.parametrize("preset", preset_names())
def test_reports(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, preset: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")  # as in the Makefile
    assert main(["report", preset]) == 0
    path = REPORTS / f"{preset}.txt"
    assert capsys.readouterr().out == path.read_text("utf-8"), f"{path.name}: run `make reports`"


def test_they_are_plain_text() -> None:
    for path in REPORTS.glob("*.txt"):
        text = path.read_bytes()
        assert text.isascii()
        assert b"\x1b" not in text
        assert b"\r" not in text
        assert text.endswith(b"\n")
        assert max(map(len, text.splitlines())) <= 80


def test_the_makefile_writes_them_at_the_same_width() -> None:
    assert "COLUMNS=80 $(BIN)/ginwin report $* >$@" in (ROOT / "Makefile").read_text("utf-8")
