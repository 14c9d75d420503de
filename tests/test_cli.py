"""The command line: what it prints, what it refuses, and that it behaves in a shell."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from ginwin.base.terminal import make_console
from ginwin.cli import main
from ginwin.rules.rules import Rules

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
    names = ["rules", "published", "base_figures", "outcomes", "hands_by_dead_wood", "strategies"]
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


@pytest.mark.slow
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


def test_hand_without_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "hand", *HAND.split()) == output(capsys, "hand", HAND)
    rules = ("--rules", "ags-web", "--json")
    words = HAND.replace(" ", ", ").split()
    assert output(capsys, "hand", *words, *rules) == output(capsys, "hand", HAND, *rules)


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
        (["hand", *HAND.split()[:6]], ["hand", HAND[:17], "7", "6"]),
        (["hand", HAND, "--rules", "glo"], ["rules", "glo", "gli", "ags-web"]),
        (["report", "glo"], ["rules", "glo", "gli", "ags-web"]),
        (["analyze", "glo"], ["rules", "glo", "gli", "ags-web"]),
        (["analyze", "missing/file.toml"], ["rules", "missing/file.toml"]),
        (["analyze", "gli", "--strategy", "best"], ["strategy", "best", "best-threshold"]),
        (["analyze", "gli", "--strategy", "threshold:11-2"], ["strategy", "11-2", "10-9-5-4"]),
        (["analyze", "gli", "--route", "fast"], ["route", "fast", "pattern"]),
        (["analyze", "gli", "--threads", "0"], ["threads", "0", "1"]),
        (["analyze", "gli", "--threads", "two"], ["threads", "whole number"]),
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


COMMANDS = (
    "analyze, bonus, compare, design, hand, landscape, presets, protect, removal, report, risk, "
    "schema, strategy, sweep"
)


@pytest.mark.parametrize(
    ("arguments", "field", "value", "allowed"),
    [
        (["analyze", "gli", "--threads", "abc"], "--threads", "'abc'", "a whole number"),
        (["analyze", "gli", "--threads", "1.5"], "--threads", "'1.5'", "a whole number"),
        (["analyze", "gli", "--threads"], "--threads", "(missing)", "a value"),
        (["analyze"], "RULES", "(missing)", "A preset (see `ginwin presets`) or a TOML file"),
        (["hand"], "CARDS", "(missing)", "A hand, such as 2D 4H TD JD JS QC QD"),
        (["guess"], "command of ginwin", "'guess'", COMMANDS),
        (["reprot"], "command of ginwin", "'reprot'", COMMANDS),
        (["it's \"1\"."], "command of ginwin", repr("it's \"1\"."), COMMANDS),
        (["gu\x1b[31mess"], "command of ginwin", r"'gu\x1b[31mess'", COMMANDS),
        (["design", "guess"], "command of ginwin design", "'guess'", "bonus, rules"),
        (["presets", "a", "b"], "arguments", "'a b'",
         "none but those that `ginwin presets --help` shows"),
        (["presets", "--sped"], "option of ginwin presets", "'--sped'", "--help"),
        (["--speed"], "option of ginwin", "'--speed'", "--version, --help"),
    ],
)  # fmt: skip
def test_bad_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str], field: str, value: str, allowed: str
) -> None:
    message = complaint(capsys, *arguments)
    assert message == f"error: {field}: value {value} is not allowed; allowed: {allowed}\n"


def test_an_escape_sequence_does_not_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["hand", HAND, "--set", "dealer.\x1b[31m=1"],
        ["analyze", "\x1b[31m.toml"],
        ["presets", "--\x1b[31m"],
        ["presets", "\x1b[31m"],
        ["presets", "--help=\x1b[31m"],
    ):
        assert "\x1b" not in complaint(capsys, *arguments)


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


@pytest.mark.parametrize("columns", ["0", "00", "\u00b2"])
@pytest.mark.parametrize("arguments", [("presets",), ("hand", HAND), ("--help",), ("hand", "-h")])
def test_no_width_is_the_usual_width(columns: str, arguments: tuple[str, ...]) -> None:
    usual = run(*arguments, COLUMNS=80)
    done = run(*arguments, COLUMNS=columns)
    assert (done.returncode, done.stdout, done.stderr) == (
        usual.returncode,
        usual.stdout,
        usual.stderr,
    )
    assert done.stdout or done.stderr


def test_a_console_has_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "0")
    assert make_console().width == 80
    monkeypatch.setenv("COLUMNS", "1")
    assert make_console().width == 1


posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell and signals")


@posix
@pytest.mark.parametrize(
    ("arguments", "closed", "status"),
    [
        (["presets"], ">&-", 1),
        (["presets"], ">&- 2>&-", 1),
        (["presets"], "2>&-", 0),
        (["presets"], "<&-", 0),
        (["presets"], "<&- >&- 2>&-", 1),
        (["hand", HAND, "--json"], ">&-", 1),
        (["--help"], ">&-", 1),
        (["--version"], ">&-", 1),
        (["hand", "1X"], ">&-", 2),
        (["hand", "1X"], "2>&-", 2),
        (["hand", "1X"], ">&- 2>&-", 2),
        (["guess"], ">&- 2>&-", 2),
    ],
)
def test_closed_streams(arguments: list[str], closed: str, status: int) -> None:
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "ginwin", *arguments]
    done = subprocess.run(command, check=False, capture_output=True)
    assert done.returncode == status
    assert bool(done.stdout) is (status == 0)
    assert done.stderr.count(b"\n") == (status == 2 and "2>&-" not in closed)


@posix
def test_a_file_is_written_without_an_output(tmp_path: Path) -> None:
    path = tmp_path / "schema.json"
    command = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "ginwin", "schema"]
    done = subprocess.run([*command, "--out", str(path)], check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(path.read_text("utf-8")) == Rules.json_schema()


# A program that interrupts itself where a module is imported, and again at its end.
INTERRUPTED = """
import atexit, os, signal, sys

def interrupt(*_):
    os.kill(os.getpid(), signal.SIGINT)

class Finder:
    def find_spec(self, name, *_):
        if name == module:
            interrupt()

signal.signal(signal.SIGINT, signal.default_int_handler)
module = sys.argv.pop(1)
sys.meta_path.insert(0, Finder())
atexit.register(interrupt)
from ginwin.cli import main
sys.exit(main())
"""


@posix
@pytest.mark.parametrize(
    "module", ["typer", "ginwin.cli.app", "ginwin.rules.rules", "rich.console"]
)
def test_interrupts_while_modules_load_and_at_the_end(module: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED, module, "presets"]
    done = subprocess.run(command, check=False, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
