"""The README says what the code prints: its examples are run, its tables are made anew."""

import doctest
import re
import shlex
import tomllib
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import numpy as np
import pytest
from _pytest.mark import ParameterSet
from real_study import real_study
from test_patterns import pattern

import ginwin
from ginwin.base.exact import decimal
from ginwin.cards import STANDARD_DECK
from ginwin.cli import main
from ginwin.counting.lattice import Lattice
from ginwin.play.analysis import Analysis, analyze
from ginwin.play.published import compare_published
from ginwin.play.results import dead_wood_table
from ginwin.protection.seat_tables import SeatTables
from ginwin.protection.seats import sample_seats
from ginwin.rules.rules import Rules, preset_names
from ginwin.values import value_label

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
MEASURED = re.compile(r"<!-- speed -->.*<!-- /speed -->", re.DOTALL)
PROSE = MEASURED.sub("", re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL))
GLI = Rules.load("gli")
STRATEGIES = ("published", "best-threshold", "by-value", "optimal")


def blocks(language: str) -> list[str]:
    """The fenced blocks in a language."""
    return [text for found, text in BLOCKS if found == language]


def commands() -> list[tuple[str, str]]:
    """Each command shown with its output."""
    start = re.compile(r"^\$ ", re.MULTILINE)
    parts = (part for block in blocks("console") for part in start.split(block))
    return [(line, shown) for line, _, shown in (part.partition("\n") for part in parts) if line]


@cache
def gli(strategy: str = "published") -> Analysis:
    return analyze(GLI, strategy)


def row(*cells: object) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def rows_under(header: str) -> list[str]:
    """The rows of the table whose header starts like this."""
    _, _, rest = README.partition(f"\n| {header}")
    lines = rest.split("\n\n")[0].splitlines()
    return lines[2:]  # after the header and the rule


# The examples.


@pytest.mark.parametrize(
    "slow", [pytest.param(True, marks=pytest.mark.slow), False], ids=["all", "quick ones"]
)
def test_python_examples(slow: bool) -> None:
    names: dict[str, object] = {}
    for number, block in enumerate(blocks("python")):
        if "build_report" in block and not slow:
            continue
        test = doctest.DocTestParser().get_doctest(block, names, f"block {number}", "README.md", 0)
        assert test.examples
        report: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(test, out=report.append, clear_globs=False)
        names |= test.globs
        assert not report, "".join(report)


@pytest.fixture
def rule_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the text asks the reader to save, in the current folder."""
    toml, search = blocks("toml")
    (tmp_path / "search.toml").write_text(search, "utf-8")
    jack = toml.replace('qualifies = "10-9-8-7"', 'qualifies = "J-10-9-8"')
    (tmp_path / "jack.toml").write_text(jack, "utf-8")
    (tmp_path / "typo.toml").write_text(toml.replace("qualifies =", "qualify ="), "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def marked(line: str, shown: str) -> ParameterSet:
    """A case of the next test, slow where the command takes most of a minute."""
    _, command, *options = shlex.split(line)
    slow = command in ("removal", "protect") or "--out" in options
    return pytest.param(line, shown, id=line, marks=[pytest.mark.slow] if slow else [])


@pytest.mark.usefixtures("rule_files")
@pytest.mark.parametrize(("line", "shown"), [marked(*command) for command in commands()])
def test_commands(capsys: pytest.CaptureFixture[str], line: str, shown: str) -> None:
    program, *arguments = shlex.split(line)
    assert program == "ginwin"
    status = main(arguments)
    printed = capsys.readouterr()
    assert status == (2 if shown.startswith("error: ") else 0)
    same = doctest.OutputChecker().check_output(
        shown, printed.out + printed.err, doctest.ELLIPSIS | doctest.REPORT_NDIFF
    )
    assert same, printed.out + printed.err


def test_the_main_commands_are_shown() -> None:
    shown = {shlex.split(line)[1] for line, _ in commands()}
    assert {"report", "analyze", "hand", "presets"} <= shown


def test_the_rule_file_is_the_preset() -> None:
    toml, _ = blocks("toml")
    assert toml == (ROOT / "ginwin" / "presets" / "gli.toml").read_text("utf-8")
    assert Rules(**tomllib.loads(toml)) == GLI


def test_what_a_rule_file_needs() -> None:
    tables = GLI.to_dict()
    Rules(**{key: tables[key] for key in ("dealer", "pays")})
    for key in ("dealer", "pays"):
        with pytest.raises(ginwin.InputError):
            Rules(**{other: table for other, table in tables.items() if other != key})


# The tables.


def test_table_of_answers() -> None:
    expected = []
    for item in compare_published():
        if item.figure is None:
            continue
        name = f"{item.figure.figure.replace('_', ' ')}, {item.figure.unit}"
        exact = "-" if item.exact is None else decimal(item.exact, 6)
        integers = " / ".join(f"{number:,}" for number in item.integers or ()) or "-"
        cells = (name, item.figure.printed, exact, integers, item.verdict)
        expected.append(row(item.source.label, *cells))
    assert rows_under("where | figure") == expected


def test_answers_come_from_the_analysis() -> None:
    deals = 6_071_092_494_667_200
    assert gli().deals == deals
    answers = [
        ("house edge", 100 * gli().house_edge, "4.31"),
        ("raise rate", 100 * gli().raise_rate, "68.36"),
        ("average wager", gli().average_wager, "1.6836"),
        ("element of risk", 100 * gli().element_of_risk, "2.56"),
    ]
    for line, (name, exact, printed) in zip(rows_under("where | figure"), answers, strict=False):
        _, figure, shown, number, integers, verdict = line.strip("| ").split(" | ")
        assert figure.startswith(name)
        numerator, denominator = (int(text.replace(",", "")) for text in integers.split(" / "))
        scale = 100 if "%" in figure else 1
        assert Fraction(scale * numerator, denominator) == exact
        assert number == decimal(exact, 6)
        assert (shown, verdict) == (printed, "yes")
        assert decimal(exact, len(printed.partition(".")[2])) == printed


def test_table_of_strategies() -> None:
    best = gli("optimal").house_edge
    expected = []
    for name in STRATEGIES:
        result = gli(name)
        raises = result.strategy.describe(result.threshold).partition(" (")[2].rstrip(")")
        loss, deals = result.integers("house_edge")
        assert deals == result.deals
        cells = (
            raises.removeprefix("raise with "),
            f"{loss:,}",
            decimal(100 * result.house_edge, 4),
            decimal(100 * result.raise_rate, 4),
            decimal(100 * (result.house_edge - best), 6),
        )
        expected.append(row(f"`{name}`", *cells))
    assert rows_under("strategy | raises with") == expected


def test_only_the_qualifier_tells_the_presets_apart() -> None:
    ags = Rules.load("ags-web")
    edge = decimal(100 * analyze(ags).house_edge, 4)
    assert f"0.{edge.partition('.')[2]} %" in " ".join(PROSE.split())
    same = Rules(**GLI.to_dict() | {"dealer": ags.to_dict()["dealer"]})
    assert analyze(same).outcomes == analyze(ags).outcomes


def test_table_of_hands_by_dead_wood() -> None:
    table = dead_wood_table(GLI, pattern())
    expected = [
        row(*(column.write(cell) for column, cell in zip(table.columns[:3], cells, strict=False)))
        for cells in table.rows
    ]
    assert rows_under("dead-wood cards | hands") == expected


def test_table_of_classes_and_kinds() -> None:
    lattice = Lattice.build(STANDARD_DECK, 7)
    kinds = pattern().tables.kinds
    classes, starts = np.diff(lattice.layers).tolist(), np.diff(kinds.starts).tolist()
    lines = []
    for k in range(8):
        sets = int(lattice.orbits[lattice.layer(k)].sum())
        assert sets == comb(52, k)
        lines.append((k, sets, classes[k], starts[k]))
    total = ("all", *(sum(line[column] for line in lines) for column in (1, 2, 3)))
    expected = [
        row(label, *(f"{number:,}" for number in numbers)) for label, *numbers in (*lines, total)
    ]
    assert rows_under("cards in S | sets") == expected
    pairs = slice(int(kinds.starts[2]), int(kinds.starts[3]))
    assert sorted(kinds.sets[pairs].tolist()) == [78, 312, 936]


# The numbers in the prose.


def test_numbers_that_can_be_had_with_a_pencil() -> None:
    assert comb(13, 7) * 2520 == 4_324_320
    assert 13 * comb(12, 5) * 6 * 180 == 11_119_680
    assert 2 * (120 // 4) + 2 * (120 // 2) == 180
    assert sum(comb(13, n) for n in (0, 1, 2, 3, 4, 5, 7)) == 4096 == pattern().values.size
    assert 4096 + 78 + 78 * 11 == 5032 == pattern().tables.woods.shape[0]


def test_every_large_number_is_known() -> None:
    known = {
        1_000, 1_716, 2_520, 4_096, 4_097, 5_032, 10_000, 20_000, 6_009_159, 411_840, 16_777_216,
        133_784_560, 45_379_620, 6_071_092_494_667_200, 4_324_320, 11_119_680,
    }  # fmt: skip
    study = real_study()
    (hand,) = (one for one in study.cards.values if value_label(one.value) == "10-8-7-4")
    known |= {study.short_rules.space, hand.hands, hand.for_larger}
    text = re.sub(r"^\|.*$", "", PROSE, flags=re.MULTILINE)  # tables have tests of their own
    checks = "\n".join(rows_under("check | what it proves"))
    found = re.findall(r"(?<![\d,])\d{1,3}(?:,\d{3})+", text + checks)
    assert {int(number.replace(",", "")) for number in found} <= known
    assert 4096**2 == 16_777_216


def test_every_decimal_is_known() -> None:
    text = re.sub(r"^\|.*$", "", PROSE, flags=re.MULTILINE)
    printed = {item.figure.printed for item in compare_published() if item.figure}
    known = {*printed, decimal(100 * analyze(Rules.load("ags-web")).house_edge, 4), "3.11"}
    known |= {"0.3333", "0.06"}  # one that is refused, and one of the next test
    known |= set(re.findall(r"\d+\.\d{2,}", "".join(blocks("console"))))  # all are run
    assert set(re.findall(r"\d+\.\d{2,}", text)) <= known


@pytest.mark.slow
def test_what_arranging_costs() -> None:
    costs = [
        decimal(
            100
            * (analyze(GLI.with_settings([f"arrange.player={way}"])).house_edge - gli().house_edge),
            digits,
        )
        for way, digits in (
            ("ranks first", 1),
            ("suits first", 1),
            ("better of two", 1),
            ("house", 2),
        )
    ]
    for cost in costs:
        assert f"{cost} %" in " ".join(PROSE.split()), costs


@pytest.mark.slow
def test_table_of_seats() -> None:
    """The sampled figures of the table agree with a coarse sample of another seed."""
    tables = SeatTables(GLI)
    for line in rows_under("other seats seen | house edge"):
        number, edge, half, *_ = line.strip("| ").split(" | ")
        found = sample_seats(tables, int(number), precision=0.002, seed=7).house_edge
        assert abs(100 * found.value - float(edge)) < 2 * (
            100 * (found.high - found.value) + float(half)
        )


# What is named exists.


def test_links_and_files() -> None:
    headings = re.findall(r"^##+ (.+)$", README, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    for target in re.findall(r"\]\(([^)]+)\)", README):
        if target.startswith("#"):
            assert target[1:] in anchors
        else:
            assert (ROOT / target).is_file(), target
    for name in re.findall(r"`(tests/\w+\.py)`", README):
        assert (ROOT / name).is_file(), name


def test_make_targets() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = set(re.findall(r"^make ([\w-]+)|`make ([\w-]+)`", README, re.MULTILINE))
    targets = {first or second for first, second in named}
    assert {"report", "test"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_version_python_and_presets() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"version = {{{project['version']}}}" in README
    assert project["requires-python"] == ">=3.11"
    assert "Python 3.11 or newer" in README
    for name in preset_names():
        assert f"`{name}`" in README


def test_measured_times_have_their_place() -> None:
    assert len(MEASURED.findall(README)) == 1
