"""`ginwin report RULES --out DIR`: what it refuses, and what it writes."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sample_document import DOCUMENT

from ginwin.cli import main
from ginwin.document.model import Document
from ginwin.errors import InputError
from ginwin.report import build
from ginwin.report.request import Request

Built = list[Request]


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Built:
    """The requests for reports, each of which is the sample."""
    requests: Built = []

    def sample(request: Request) -> Document:
        requests.append(request)
        return DOCUMENT

    monkeypatch.setattr(build, "build_report", sample)
    return requests


OTHER_PAYS = "other-pays.toml"
"""A side bet that has the name of another one."""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "pdf"], "--out: value (missing) is not allowed; allowed: a folder, where"),
        (["--side-bet", "gin-bonus"], "allowed: a folder, where --side-bet is given"),
        (["--quick"], "allowed: a folder, where --quick is given"),
        (["--strategy", "optimal"], "allowed: a folder, where --strategy is given"),
        (["--out", "{out}", "--format", "doc"], "--format: value 'doc' is not allowed; allowed:"),
        (["--out", "{out}", "--format", ""], "--format: value '' is not allowed; allowed: pdf,"),
        (["--out", "{out}", "--json"], "--json: value '--out' is not allowed"),
        (["--out", "{out}", "--route", "general"], "--route: value 'general' is not allowed"),
        (["--out", "{out}", "--strategy", "bold"], "strategy: value 'bold' is not allowed"),
        (["--out", "{out}", "--side-bet", "no-bet"], "side bet: value 'no-bet' is not allowed"),
        (["--out", "{out}", *["--side-bet", "none"] * 2], "allowed: none alone"),
        (["--out", "{out}", "--side-bet", "none", "--side-bet", "x"], "allowed: none alone"),
        (["--out", "{out}", *["--side-bet", "gin-bonus"] * 2], "allowed: each side bet once"),
        (["--out", "{out}", "--side-bet", "gin-bonus", "--side-bet", OTHER_PAYS], "no name twice"),
        (["--out", "{out}", *["--side-bet", "gin-bonus"] * 9], "allowed: at most 8"),
        (["--out", "{out}", "--threads", "0"], "threads: value 0 is not allowed"),
        (["--out", "{out}", "--set", "x=1"], "x: value"),
        (["--out", "/dev/null/x"], "--out: value '/dev/null/x' is not allowed; allowed: a folder"),
        (["--out", "/dev/null"], "--out: value '/dev/null' is not allowed; allowed: a folder"),
    ],
)  # fmt: skip
def test_refused(
    arguments: list[str],
    message: str,
    built: Built,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, other = tmp_path / "out", tmp_path / OTHER_PAYS
    gin_bonus = Path("ginwin/presets/bonus/gin-bonus.toml").read_text("utf-8")
    other.write_text(gin_bonus.replace("pays = 60", "pays = 50"), "utf-8")
    given = [argument.replace("{out}", str(out)) for argument in arguments]
    given = [str(other) if argument == OTHER_PAYS else argument for argument in given]
    assert main(["report", "gli", *given]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("error: ")
    assert shown.err.count("\n") == 1
    assert message in shown.err
    assert built == []
    assert not out.exists()


def test_all_formats_are_written_and_named(
    built: Built, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "--out", str(tmp_path / "a")]) == 0
    lines = capsys.readouterr().out.splitlines()
    files = [path for path in (tmp_path / "a").rglob("*") if path.is_file()]
    assert sorted(lines) == sorted(f"Wrote {path}" for path in files)
    assert {path.name for path in (tmp_path / "a").iterdir()} == {
        *("gli.pdf", "gli.xlsx", "gli.html", "gli.md", "gli.json", "gli-images", "gli-csv"),
    }
    (request,) = built
    assert (
        request.command == "ginwin report gli --strategy published --side-bet gin-bonus --out DIR"
    )
    assert [bet.name for bet in request.side_bets] == ["Gin Bonus, a reconstruction"]
    assert not request.quick


def test_what_the_report_is_about(built: Built, tmp_path: Path) -> None:
    rules = tmp_path / "my rules.toml"
    rules.write_text(Path("ginwin/presets/gli.toml").read_text("utf-8"), "utf-8")
    options = ["--strategy", "threshold:3 CARDS", "--side-bet", "none", "--quick"]
    settings = ["--set", "pays.win.ante.0=2"]
    formats = ["--format", "md, json", "--format", "json"]
    out = ["--out", str(tmp_path / "out")]
    assert main(["report", str(rules), *options, *settings, *formats, *out]) == 0
    (request,) = built
    assert request.command == (
        f"ginwin report '{rules}' --strategy 'threshold:3 cards' --side-bet none "
        "--set pays.win.ante.0=2 --quick --out DIR"
    )
    assert request.quick
    assert request.side_bets == ()
    assert request.rules.held("pays.win.ante.0") == 2
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {f"my-rules-changed{rest}" for rest in (".md", ".json", "-images")}


def test_side_bets_that_do_not_fit_are_only_there_if_asked_for(
    built: Built, tmp_path: Path
) -> None:
    arguments = ["report", "--set", "deal.cards=5", "--format", "md", "--out", str(tmp_path)]
    assert main(arguments) == main([*arguments, "--side-bet", "gin-bonus"]) == 0
    assert [len(request.side_bets) for request in built] == [0, 1]
    assert "--side-bet none" in built[0].command


def test_the_folder_is_named_so_that_it_is_found(
    built: Built,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for out, shown in ((" ", "' /gli.json'"), ("my out", "my out/gli.json")):
        assert main(["report", "--quick", "--out", out, "--format", "json"]) == 0
        assert capsys.readouterr().out == f"Wrote {shown}\n"
        assert (tmp_path / out / "gli.json").is_file()
    assert len(built) == 2


def test_a_name_that_is_no_text(
    built: Built, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "\udcff.toml"
    rules.write_text(Path("ginwin/presets/gli.toml").read_text("utf-8"), "utf-8")
    assert main(["report", str(rules), "--out", str(tmp_path / "out")]) == 2
    assert "allowed: a path whose name is UTF-8 text" in capsys.readouterr().err
    assert built == []


def test_without_a_folder_it_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"]["name"] == "Gin and Win, GLI report"


@pytest.mark.usefixtures("built")
def test_an_interrupt_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_: Request) -> Document:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "build_report", interrupted)
    assert main(["report", "--out", str(tmp_path / "out")]) == 130
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("built")
def test_a_full_disk_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from ginwin.base import files

    staged: Callable[..., object] = files._staged

    def full(*arguments: object) -> object:
        if str(arguments[1]).endswith(".json"):
            raise InputError("--out", "x", "room (No space left on device)")
        return staged(*arguments)

    monkeypatch.setattr(files, "_staged", full)
    assert main(["report", "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
