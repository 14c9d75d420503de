"""The command line: what it prints, what it refuses, and that it behaves in a shell."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from ginwin.cli import main
from ginwin.rules import Rules

HAND = "2D 4H TD JD JS QC QD"


def run(*arguments: str, **settings: object) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a process of its own."""
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    environment |= {key: str(value) for key, value in settings.items()}
    command = [sys.executable, "-m", "ginwin", *arguments]
    return subprocess.run(command, check=False, capture_output=True, env=environment)


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a successful command prints."""
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


# What it prints.


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "report")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for line in (
        "page text house edge 4.31 4.313123 % of ante yes",
        "page text raise rate 68.36 68.359290 % of hands yes",
        "page text average wager 1.6836 1.683593 antes yes",
        "page text element of risk 2.56 2.561856 % of money bet yes",
        "headline house edge 2.51 4.313123 % of ante no",
        "headline element of risk 1.49 2.561856 % of money bet no",
        "Gin Bonus house edge 7.19 - % of side bet not computable",
        "page text house edge 261,853,661,853,312 6,071,092,494,667,200",
        "win 0 4 162,495,754,814,400 0.026765488 0.107061953",
        "total - - 6,071,092,494,667,200 1.000000000 -0.043131226",
        "2 35,634,456 0.266357015 3.75",
        "6 0 0.000000000 -",
        "Dealer qualifies: 10-9-8-7 or better",
    ):
        assert line in lines
    assert max(map(len, text.splitlines())) <= 80
    starts = [line.split()[0] for line in lines if line]
    for strategy in ("published", "best-threshold", "by-value", "optimal"):
        assert strategy in starts
    assert text.count("Rules: Gin and Win, GLI report") == 6  # the rules, and each table


def test_report_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output(capsys, "report", "ags-web", "--json"))
    names = ["rules", "published", "figures", "outcomes", "hands_by_dead_wood", "strategies"]
    assert list(data) == names
    assert Rules(**data["rules"]) == Rules.load("ags-web")
    assert [row["reproduced"] for row in data["published"]][:6] == ["yes"] * 4 + ["no"] * 2
    assert data["published"][0]["numerator"] == 261_853_661_853_312


def test_analyze(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "analyze", "gli", "--strategy", "threshold:J-7-6-5")
    assert "Strategy: threshold (raise with J-7-6-5 or better)" in text
    assert "Play bet: 1 x ante" in text


@pytest.mark.parametrize("strategy", ["published", "best-threshold", "by-value", "optimal"])
def test_analyze_as_json(capsys: pytest.CaptureFixture[str], strategy: str) -> None:
    data = json.loads(output(capsys, "analyze", "gli", "--strategy", strategy, "--json"))
    assert data["strategy"] == strategy
    assert data["deals"] == data["expected_value"]["denominator"] == 6_071_092_494_667_200
    assert 0.0430 < data["house_edge"]["value"] <= 0.043131226


def test_analyze_a_rule_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(Rules.load("gli").to_toml().replace("10-9-8-7", "always"))
    arguments = ("analyze", str(path), "--threads", "1", "--route", "auto", "--json")
    data = json.loads(output(capsys, *arguments))
    assert data["rules"]["dealer"]["qualifies"] == "always"
    assert {row["event"] for row in data["outcomes"]} == {"fold", "win", "tie", "lose"}


def test_both_ends_of_the_house_way(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("analyze", "gli", "--set", "arrange.dealer=house")
    lines = [" ".join(line.split()) for line in output(capsys, *arguments).splitlines()]
    for line in (
        "Both ends of the house way",
        "best house 4.257004 2.528523 68.359290",
        "best best 4.313123 2.561856 68.359290",
    ):
        assert line in lines
    data = json.loads(output(capsys, *arguments, "--json"))
    assert [row["dealer_arranges"] for row in data["house_way"]] == ["house", "best"]
    assert "house_way" not in json.loads(output(capsys, "analyze", "gli", "--json"))


def test_hand(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "hand", HAND)
    for line in ("Melds: QC QD | 2D 10D JD", "Dead wood: JS 4H", "Value: J-4", "Decision: play"):
        assert line in text.splitlines()
    assert "45,379,620" in text


def test_hand_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output(capsys, "hand", HAND, "--rules", "ags-web", "--json"))
    assert data["dead_wood"] == ["JS", "4H"]
    assert data["play"]["denominator"] == sum(data["dealer"].values()) == 45_379_620
    assert Fraction(data["play"]["numerator"], 45_379_620) > data["fold"] == -1


def test_presets(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "presets")
    assert "gli: Gin and Win, GLI report" in text
    assert "ags-web: " in text


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    import ginwin

    assert output(capsys, "--version") == f"{ginwin.__version__}\n"


# What it refuses: one line that names the field, the value and what is allowed; status 2.

BROKEN = {
    "broken": ("[deal\ncards = 7", "TOML"),
    "unknown key": ('[dealer]\nqualify = "always"', "dealer.qualify"),
    "impossible pay": ("win = -2", "pays.win.ante.other"),
    "text for a number": ('win = "much"', "pays.win.ante.other"),
}


def rule_file(folder: Path, kind: str) -> Path:
    text, _ = BROKEN[kind]
    if text.startswith("win"):
        pay = text.removeprefix("win = ")
        text = Rules.load("gli").to_toml().replace("other = 1", f"other = {pay}", 1)
    path = folder / "mine.toml"
    path.write_text(text)
    return path


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a refused command prints."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["hand", "2D 2D TD JD JS QC QD"], ["2D", "once"]),
        (["hand", "2D 4H TD JD JS QC"], ["hand", "7", "6"]),
        (["hand", f"{HAND} KD"], ["hand", "7", "8"]),
        (["hand", "1X 4H TD JD JS QC QD"], ["card", "1X"]),
        (["hand", ""], ["hand"]),
        (["hand", HAND, "--rules", "glo"], ["rules", "glo", "gli", "ags-web"]),
        (["report", "glo"], ["rules", "glo", "gli", "ags-web"]),
        (["analyze", "glo"], ["rules", "glo", "gli", "ags-web"]),
        (["analyze", "missing/file.toml"], ["rules", "missing/file.toml"]),
        (["analyze", "gli", "--strategy", "best"], ["strategy", "best", "best-threshold"]),
        (["analyze", "gli", "--strategy", "threshold:11-2"], ["strategy", "11-2", "10-9-5-4"]),
        (["analyze", "gli", "--route", "fast"], ["route", "fast", "pattern"]),
        (["analyze", "gli", "--threads", "0"], ["threads", "0", "1"]),
        (["analyze", "gli", "--threads", "two"], ["threads", "integer"]),
        (["analyze"], ["RULES"]),
        (["analyze", "gli", "--speed"], ["--speed"]),
        (["guess"], ["guess"]),
        (["report", "--set", "dealer.qualify=J"], ["dealer.qualify", "'J'", "qualifies"]),
        (["analyze", "gli", "--set", "pays.win.ante.0"], ["setting", "KEY=VALUE"]),
        (["hand", HAND, "--set", "deal.cards=6"], ["hand", "6", "7"]),
        (["analyze", "gli", "--set", "melds.rank=3", "--route", "pattern"], ["route", "general"]),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], arguments: list[str], parts: list[str]
) -> None:
    message = complaint(capsys, *arguments)
    for part in parts:
        assert part in message


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("command", [["report"], ["analyze"], ["hand", HAND, "--rules"]])
def test_bad_rule_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str, command: list[str]
) -> None:
    path = rule_file(tmp_path, kind)
    message = complaint(capsys, *command, str(path))
    assert str(path) in message
    assert BROKEN[kind][1] in message or kind == "broken"


def test_no_traceback_in_a_process_of_its_own() -> None:
    done = run("hand", "1X")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: card: value '1X'")
    assert done.stderr.count(b"\n") == 1


def test_no_command_shows_the_help() -> None:
    done = run()
    assert (done.returncode, done.stderr) == (2, b"")
    assert b"report" in done.stdout


# The same through `import ginwin`.


def test_public_names() -> None:
    import ginwin

    assert dir(ginwin) == sorted(ginwin.__all__)
    for name in ginwin.__all__:
        assert getattr(ginwin, name) is not None
    with pytest.raises(AttributeError):
        ginwin.nothing  # noqa: B018


def test_the_same_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    import ginwin

    rules = ginwin.Rules.load("ags-web")
    data = ginwin.analyze(rules, "best-threshold").to_json()
    arguments = ("analyze", "ags-web", "--strategy", "best-threshold", "--json")
    assert json.loads(output(capsys, *arguments)) == data
    found = ginwin.analyze_hand(rules, ginwin.parse_hand(HAND))
    arguments = ("hand", HAND, "--rules", "ags-web", "--json")
    assert json.loads(output(capsys, *arguments)) == found.to_json()


# How it behaves in a shell.


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["report", "--help"], ["presets"]]
)
def test_start_up_is_light(arguments: list[str]) -> None:
    code = (
        "import sys; from ginwin.cli import main; main(sys.argv[1:]);"
        "print(*{'numba', 'numpy', 'pandas', 'matplotlib'} & set(sys.modules),"
        " file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stderr.strip() == ""


def test_an_ascii_terminal_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        Rules.load("gli").to_toml().replace("GLI", "Gin f\u00fcr Gewinner \u2660"), "utf-8"
    )
    for arguments in (["hand", HAND, "--rules", str(path)], ["--help"], ["hand", "1♠"]):
        done = run(*arguments, PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
        assert b"Traceback" not in done.stderr
        assert done.stdout.isascii()
        assert done.stderr.isascii()


@pytest.mark.parametrize("arguments", [("hand", HAND), ("hand", HAND, "--json"), ("presets",)])
def test_a_reader_that_has_gone(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "ginwin", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk() -> None:
    command = [sys.executable, "-m", "ginwin", "presets"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, check=False, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr.startswith(b"error: output: ")
    assert done.stderr.count(b"\n") == 1


def test_an_interrupt_is_quiet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Rules, "load", interrupted)
    assert main(["report"]) == 130
    assert capsys.readouterr() == ("", "")


def test_width_of_the_terminal_is_used() -> None:
    wide = run("hand", HAND, COLUMNS=300).stdout.decode().replace("-", "")
    narrow = run("hand", HAND, COLUMNS=50).stdout.decode().replace("-", "")
    assert len(wide.splitlines()) < len(narrow.splitlines())
    assert set(narrow.split()) == set(wide.split())
