"""Many rule sets at once give what an analysis of each gives, and what dealing every deal gives."""

import json
import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from brute_force import dead_wood, small_counts, total_net
from hypothesis import given, settings
from hypothesis import strategies as st

from ginwin.base.files import write_csv
from ginwin.cli import main
from ginwin.counting.counts import Counts
from ginwin.counting.joint import JointCounts
from ginwin.counting.patterns import PatternCounts
from ginwin.errors import InputError
from ginwin.play.analysis import FIGURES, UNITS, Analysis, analyze
from ginwin.play.strategy import Strategy, threshold_label
from ginwin.rules.rules import Rules
from ginwin.variants.comparison import MOST_ROWS, compare, sweep
from ginwin.variants.evaluation import evaluate
from ginwin.variants.grids import Grid
from ginwin.variants.worths import Worth

GLI = Rules.load("gli")
AGS = Rules.load("ags-web")
BY_VALUES = tuple(map(Strategy.parse, ("published", "threshold:J-3", "best-threshold", "by-value")))
ALL = (*BY_VALUES, Strategy("optimal"))

WIDE = (
    "dealer.qualifies=10-9-8-7,gin,5,Q-J-2,K-Q-J-10-9,always",
    "compare.cards=all cards,high card,count",
    "pays.win.ante.0=1,3",
    "pays.win.play.1=1,3/2",
    "pays.tie.ante.other+pays.tie.play.other=-1..1",
    "pays.not-qualified.play.0=0,1",
    "pays.lose.play.other=-1,-0.5",
    "pays.fold.ante.other=-1,-1/2",
    "raise.play=[1],[2],[1, 2],[0.5, 1, 3]",
)
SMALL = (
    "dealer.qualifies=2-A,gin,3,always",
    "compare.cards=all cards,high card,count",
    "pays.win.ante.0=1,7/2",
    "pays.tie.ante.other+pays.tie.play.other=-1..1",
    "pays.fold.ante.0=-1,0.5",
    "raise.play=[1],[1, 3]",
)


@cache
def real() -> Counts:
    return JointCounts(PatternCounts())


def assert_same(worth: Worth, analysis: Analysis) -> None:
    assert worth.deals == analysis.deals
    assert worth.threshold == analysis.threshold
    for figure in (*FIGURES, "variance", "standard_deviation"):
        assert getattr(worth, figure) == getattr(analysis, figure), figure


# The same as an analysis of each.


@pytest.mark.slow
def test_a_wide_grid_equals_its_analyses() -> None:
    grid = Grid.of(GLI, WIDE)
    assert grid.size == 6_912
    results = evaluate(grid, BY_VALUES, real())
    for number in random.Random(20).sample(range(grid.size), 60):
        rules = grid.rules(number)
        for strategy, worths in zip(BY_VALUES, results, strict=True):
            assert_same(worths[number], analyze(rules, strategy, real()))


def test_a_small_deck_equals_its_analyses() -> None:
    counts = small_counts()
    grid = Grid.of(GLI, SMALL)
    results = evaluate(grid, ALL, counts)
    for number in random.Random(16).sample(range(grid.size), 40):
        for strategy, worths in zip(ALL, results, strict=True):
            assert_same(worths[number], analyze(grid.rules(number), strategy, counts))


def test_floats_are_the_exact_figures_rounded() -> None:
    grid = Grid.of(GLI, SMALL)
    (worths,) = evaluate(grid, BY_VALUES[3:], small_counts())
    for figure in UNITS:
        floats = worths.floats(figure)
        for number in range(0, grid.size, 7):
            assert floats[number] == pytest.approx(
                float(getattr(worths[number], figure)), abs=1e-14
            )


def test_rules_with_other_melds_and_hands() -> None:
    grid = Grid.of(GLI, ["deal.cards=5,6", "melds.sequence=false,true", "pays.win.ante.0=3,4"])
    (worths,) = evaluate(grid, [Strategy("by-value")])
    for number in range(grid.size):
        assert_same(worths[number], analyze(grid.rules(number), "by-value"))


def test_optimal_on_the_real_deck() -> None:
    grid = Grid.of(GLI, ["pays.win.ante.0=1,3"])
    (worths,) = evaluate(grid, [Strategy("optimal")])
    for number in range(grid.size):
        assert_same(worths[number], analyze(grid.rules(number), "optimal"))


@pytest.mark.parametrize("strategy", [*map(str, ALL)])
def test_pays_beyond_int64(strategy: str) -> None:
    axes = [
        "pays.win.ante.0=1000,999/997",
        "pays.win.play.other=1000,1/991",
        "pays.lose.play.other=-1,-982/983",
        'raise.play=[1],[1, "100/977"]',
    ]
    grid = Grid.of(GLI, axes)
    counts = small_counts() if strategy == "optimal" else real()
    (worths,) = evaluate(grid, [Strategy.parse(strategy)], counts)
    for number in range(grid.size):
        assert_same(worths[number], analyze(grid.rules(number), strategy, counts))


def test_threads_do_not_matter() -> None:
    grid = Grid.of(GLI, WIDE[:5])
    one, two = (evaluate(grid, BY_VALUES[3:], real(), threads=threads)[0] for threads in (1, 2))
    assert [one[number] for number in range(grid.size)] == [
        two[number] for number in range(grid.size)
    ]


def test_progress_adds_up() -> None:
    grid = Grid.of(GLI, SMALL)
    done: list[int] = []
    evaluate(grid, BY_VALUES, small_counts(), progress=done.append)
    assert sum(done) == grid.size
    assert len(done) > 1


def test_counts_of_other_hands_are_refused() -> None:
    with pytest.raises(InputError):
        evaluate(Grid.of(GLI, ["melds.rank=2,3"]), BY_VALUES, small_counts())


# The same as dealing every deal.


@pytest.mark.parametrize("number", range(0, 144, 31))
def test_every_deal_of_a_small_deck(number: int) -> None:
    brute = small_counts()
    grid = Grid.of(GLI, (*SMALL[:4], "pays.lose.ante.other=-1,0"))
    (worths,) = evaluate(grid, BY_VALUES[1:2], brute)
    rules, worth = grid.rules(number), worths[number]

    def decide(hand: int) -> Fraction:
        wood = dead_wood(hand, brute.melds)
        return Fraction((wood[0], *wood[1:]) <= (2, 10, 2))  # J-3 or better

    tally = brute.play(rules, decide)
    raised = sum(deals for (event, _, _), deals in tally.items() if event != "fold")
    assert worth.expected_value == total_net(tally, rules) / brute.deals
    assert worth.raise_rate == Fraction(raised, brute.deals)
    assert worth.average_wager == 1 + worth.raise_rate


# Sense.

BEST = ("best-threshold", "by-value")


@pytest.mark.parametrize("strategy", BEST)
@pytest.mark.parametrize(
    "key",
    [
        *(f"pays.{event}.{bet}.{count}" for event in ("win", "not-qualified", "tie")
          for bet in ("ante", "play") for count in ("0", "2", "other")),
        "pays.lose.ante.other",
        "pays.lose.play.2",
        "pays.fold.ante.other",
        "pays.fold.ante.4",
    ],
)  # fmt: skip
def test_higher_pays_never_hurt_the_best_player(key: str, strategy: str) -> None:
    pays = ("-1", "-1/2", "0", "1", "3")
    grid = Grid.of(GLI, ["dealer.qualifies=5-4,10-9-8-7", f"{key}={','.join(pays)}"])
    (worths,) = evaluate(grid, [Strategy.parse(strategy)], real())
    worth = [worths[number].expected_value for number in range(grid.size)]
    for start in (0, len(pays)):
        part = worth[start : start + len(pays)]
        assert part == sorted(part)
        assert part[0] < part[-1]


@given(st.lists(st.sampled_from(["-1", "0", "1/2", "2"]), min_size=2, max_size=2, unique=True))
@settings(max_examples=10)
def test_ties_that_win_never_hurt(pays: list[str]) -> None:
    low, high = sorted(pays, key=Fraction)
    axes = [
        "compare.cards=all cards,count",
        f"pays.tie.ante.other+pays.tie.play.other={low},{high}",
    ]
    (worths,) = evaluate(Grid.of(GLI, axes), [Strategy("by-value")], real())
    for pushes, wins in ((0, 1), (2, 3)):
        assert worths[pushes].expected_value < worths[wins].expected_value


def test_unused_pays_change_nothing() -> None:
    axes = [f"pays.{event}.ante.6=-1,0,1000" for event in ("win", "tie", "not-qualified", "lose")]
    grid = Grid.of(GLI, [*axes, "pays.fold.ante.6=-1,5"])
    for worths in evaluate(grid, BY_VALUES, real()):
        assert len({worths[number].expected_value for number in range(grid.size)}) == 1
        assert len({worths[number].variance for number in range(grid.size)}) == 1


# Side by side.


def test_presets_side_by_side() -> None:
    differences, figures = compare({"gli": GLI, "ags-web": AGS}).tables()
    assert differences.rows == (
        ("dealer.qualifies", "10-9-8-7", "J-10-9-8"),
        ("pays.win.ante.0", "3", "1"),
        ("pays.win.play.0", "1", "3"),
    )
    assert [column.name for column in figures.columns] == [
        "figure",
        "gli",
        "ags-web",
        "change",
        "unit",
    ]
    rows = {str(row[0]): row[1:] for row in figures.rows}
    one, other = analyze(GLI), analyze(AGS)
    assert rows["house edge"] == (
        100 * one.house_edge,
        100 * other.house_edge,
        100 * (other.house_edge - one.house_edge),
        "% of ante",
    )
    assert rows["average wager"][:2] == (one.average_wager, other.average_wager)
    assert rows["best threshold"] == ("10-8-7-4", "10-9-8-7", None, "dead wood")


def test_more_rule_sets_side_by_side() -> None:
    other = GLI.with_settings(["pays.win.ante.0=2"])
    differences, figures = compare([GLI, GLI, other], "by-value", small_counts()).tables()
    name = GLI.name
    assert [column.name for column in differences.columns][1:] == [name, f"{name} (2)", other.name]
    assert differences.rows == (("pays.win.ante.0", "3", "3", "2"),)
    assert len(figures.columns) == 5
    edges = [analyze(rules, "by-value", small_counts()).house_edge for rules in (GLI, GLI, other)]
    assert figures.rows[0][1:4] == tuple(100 * edge for edge in edges)
    assert "by-value" in figures.strategy


def test_differences_of_three() -> None:
    """What the third pays for a count that only the second names."""
    pays = ("{other = 1}", "{2 = 3, other = 1}", "{other = 5}", "{2 = 1, other = 1}")
    rules = [GLI.with_settings([f"pays.tie.ante={pay}"]) for pay in pays]
    assert compare(rules, counts=small_counts()).differences() == [
        ("pays.tie.ante.2", (1, 3, 5, 1)),
        ("pays.tie.ante.other", (1, 1, 5, 1)),
    ]


def test_rules_that_do_not_differ() -> None:
    differences, _ = compare([GLI, GLI], counts=small_counts()).tables()
    assert differences.rows == ()
    assert differences.notes == ("The rules do not differ.",)


def test_labels_that_clash() -> None:
    names = ["gli", "gli", "gli (2)", "a b", "a_b", "unit", "key", "figure", "change", "\x1b[31m"]
    pays = ",".join(map(str, range(len(names))))
    grid = Grid.of(GLI, [f"pays.win.ante.0={pays}"])
    rules = [grid.rules(number) for number in range(grid.size)]
    found = compare(zip(names, rules, strict=True), counts=small_counts())
    assert list(found.rules.values()) == rules
    labels = ["gli", "gli (2)", "gli (2) (2)", *names[3:9], r"\x1b[31m"]
    assert list(found.rules) == labels
    data = json.loads(json.dumps(found.to_json()))
    assert data["differences"] == [
        {"key": "pays.win.ante.0", "values": dict(zip(labels, range(len(names)), strict=True))}
    ]
    edges = [analyze(one, counts=small_counts()).to_json()["house_edge"] for one in rules]
    assert [data["figures"][label]["house_edge"] for label in labels] == edges
    differences, figures = found.tables()
    assert len(differences.to_json()[0]) == len(differences.to_frame().columns) == len(names) + 1
    assert len(figures.to_json()[0]) == len(figures.to_frame().columns) == len(names) + 2


def test_names_of_presets_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(AGS.to_toml(), "utf-8")
    found = compare(["gli", str(path), AGS], counts=small_counts())
    assert found.rules == {"gli": GLI, str(path): AGS, AGS.name: AGS}


@pytest.mark.parametrize("rules", [[], {}, ["glo"], "gli"])
def test_nothing_to_compare(rules: list[Rules]) -> None:
    with pytest.raises(InputError) as error:
        compare(rules)
    assert error.value.field == "rules"


def test_progress_of_comparing() -> None:
    done: list[int] = []
    compare([GLI, AGS, GLI], counts=small_counts(), progress=done.append)
    assert done == [1, 1, 1]


# Sweeps.


def test_each_pay_depends_on_one_axis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Named counts come before `other`, and few rules are made for many combinations."""
    axes = [
        "pays.win.ante.0=1..30",
        "pays.win.ante.other=-1,2",
        "pays.win.play={other = 1},{4 = 0, other = 2}",
        "pays.not-qualified.play.other+pays.tie.ante.4=1+3,0+1/2",
    ]
    grid = Grid.of(GLI, axes)
    made: list[int] = []
    changed = Rules.with_settings

    def counted(self: Rules, texts: Iterable[str]) -> Rules:
        made.append(1)
        return changed(self, texts)

    with monkeypatch.context() as patch:
        patch.setattr(Rules, "with_settings", counted)
        (worths,) = evaluate(grid, BY_VALUES[3:], small_counts())
    assert len(made) < 80
    for number in range(0, grid.size, 7):
        assert_same(worths[number], analyze(grid.rules(number), "by-value", small_counts()))


@pytest.mark.parametrize("strategy", ["published", "best-threshold", "by-value", "optimal"])
def test_sweep_rows(strategy: str) -> None:
    counts = small_counts()
    table = sweep(GLI, SMALL, strategy, counts)
    grid = Grid.of(GLI, SMALL)
    assert len(table.rows) == grid.size
    assert [column.name for column in table.columns][: len(grid.keys)] == list(grid.keys)
    for number in range(0, grid.size, 11):
        rules = grid.rules(number)
        analysis, best = (analyze(rules, way, counts) for way in (strategy, "best-threshold"))
        assert best.threshold is not None
        assert table.rows[number] == (
            *grid.values(number),
            analysis.house_edge,
            analysis.element_of_risk,
            analysis.raise_rate,
            analysis.average_wager,
            analysis.standard_deviation,
            threshold_label(best.threshold),
        )
    frame = table.to_frame()
    assert frame["house edge (% of ante)"][5] == float(100 * table.rows[5][len(grid.keys)])  # type: ignore[operator]


def test_a_sweep_that_is_too_large() -> None:
    with pytest.raises(InputError) as error:
        sweep(GLI, ["pays.win.ante.0=0..500", "pays.win.ante.1=0..500"])
    assert "251,001 rule sets" in str(error.value)
    assert f"at most {MOST_ROWS:,}" in str(error.value)


def test_csv(tmp_path: Path) -> None:
    table = sweep(
        GLI, ["dealer.qualifies=9-5,always", "raise.play=[1],[1, 2]"], counts=small_counts()
    )
    write_csv(tmp_path / "sweep.csv", table)
    lines = (tmp_path / "sweep.csv").read_text("utf-8").splitlines()
    assert lines[0] == (
        "dealer.qualifies,raise.play,house edge (% of ante),element of risk (% of money bet),"
        "raise rate (% of hands),average wager (antes),standard deviation (antes),best threshold"
    )
    assert len(lines) == 5
    assert lines[2].startswith('9-5,"[1, 2]",')
    assert float(lines[1].split(",")[2]) == pytest.approx(float(100 * table.rows[0][2]))  # type: ignore[operator]


# The command line.


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What must not happen before bad input is refused."""

    def fail(*_: object, **__: object) -> None:
        pytest.fail("it was counted")

    for module in ("variants.evaluation", "counting.routes", "variants.comparison"):
        monkeypatch.setattr(f"ginwin.{module}.counts_for", fail)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_compare_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "compare", "gli", "ags-web")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "dealer.qualifies 10-9-8-7 J-10-9-8" in lines
    assert "house edge 4.313123 0.810783 -3.502340 % of ante" in lines
    assert max(map(len, text.splitlines())) <= 80


def test_compare_with_itself_as_changed(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("compare", "gli", "--set", "dealer.qualifies=J-10-9-8", "--json")
    data = json.loads(output(capsys, *arguments))
    assert list(data["rules"]) == ["gli", "gli, changed"]
    values = {"gli": "10-9-8-7", "gli, changed": "J-10-9-8"}
    assert data["differences"] == [{"key": "dealer.qualifies", "values": values}]
    one = json.loads(output(capsys, "analyze", "gli", "--json"))
    other = json.loads(output(capsys, "analyze", *arguments[1:]))
    for label, alone in (("gli", one), ("gli, changed", other)):
        figures = data["figures"][label]
        assert figures.pop("best_threshold") in {"10-8-7-4", "10-9-8-7"}
        assert figures == {figure: alone[figure] for figure in figures}
        assert figures.keys() == {"threshold", "standard_deviation", *FIGURES}


def test_compare_the_same_twice(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output(capsys, "compare", "gli", "gli", "gli", "--json"))
    assert list(data["rules"]) == ["gli", "gli (2)", "gli (3)"]
    assert list(data["figures"]) == list(data["rules"])


def test_compare_files_with_odd_names(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["a (2)", "\x1b[31mred", "a"]
    for name in names:
        Path(name).write_text(GLI.to_toml(), "utf-8")
    text = output(capsys, "compare", "a", *names)
    assert [line.partition(": Gin")[0] for line in text.splitlines() if ": Gin" in line][:4] == [
        "a",
        "a (2)",
        r"\x1b[31mred",
        "a (3)",
    ]
    assert "\x1b" not in text


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "gli"),
        ("hand", "2D 4H TD JD JS QC QD", "--rules", "gli"),
        ("landscape", "gli"),
    ],
)
def test_routes_and_threads(capsys: pytest.CaptureFixture[str], command: tuple[str, ...]) -> None:
    message = refused(capsys, *command, "--threads", "0")
    assert message.startswith("error: threads: value 0")
    message = refused(capsys, *command, "--route", "pattern", "--set", "melds.rank=3")
    assert message.startswith("error: route: value 'pattern'")
    if command[0] == "hand":
        text = output(capsys, *command)
        assert output(capsys, *command, "--threads", "1", "--route", "auto") == text


SWEEP = ("sweep", "gli", "--grid", "dealer.qualifies=10-9-8-7,J-10-9-8")


def test_sweep_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = output(capsys, *SWEEP, "--grid", "pays.win.ante.0=2,3", "--strategy", "best-threshold")
    rows = [line.split() for line in text.splitlines() if line.startswith("J-10-9-8")]
    assert rows[0][:3] == ["J-10-9-8", "2", "3.6594"]
    path = tmp_path / "sweep.csv"
    said = output(capsys, *SWEEP, "--set", "pays.win.ante.0=2", "--csv", str(path))
    assert said == f"Wrote 2 rows to {path}\n"
    assert path.read_text("utf-8").splitlines()[2].startswith("J-10-9-8,3.67057")
    data = json.loads(output(capsys, *SWEEP, "--json"))
    assert data["rules"] == GLI.to_dict()
    assert data["sweep"][0]["house_edge"]["value"] == float(analyze(GLI).house_edge)
    assert data["sweep"][1]["dealer.qualifies"] == "J-10-9-8"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sweep", "gli"), "--grid: value (missing)"),
        (("sweep", "gli", "--grid", "a"), "grid: value 'a'"),
        (("sweep", "gli", "--grid", "a=1"), "a: value '1'"),
        (("sweep", "gli", "--grid", "pays.win.ante.0=0..9999"), "pays.win.ante.0: value 1001"),
        ((*SWEEP, "--strategy", "luck"), "strategy: value 'luck'"),
        (
            (*SWEEP, "--csv", "no/such/folder/sweep.csv"),
            "CSV file: value 'no/such/folder/sweep.csv'",
        ),
        ((*SWEEP, "--csv", "."), "CSV file: value '.'"),
        ((*SWEEP, "--csv", ""), "CSV file: value ''"),
        (("landscape", "--csv", "no/such/file"), "CSV file: value 'no/such/file'"),
        (("landscape", "--plot", "no/such/file.png"), "plot file: value 'no/such/file.png'"),
        (("landscape", "--plot", ""), "plot file: value ''"),
        (
            (
                "design",
                "rules",
                "gli",
                "--grid",
                "pays.win.ante.0=1",
                "--target",
                "house_edge=2%",
                "--csv",
                "no/such/file",
            ),
            "CSV file: value 'no/such/file'",
        ),
        (("schema", "--out", ""), "out: value ''"),
        (("compare", "gli", "nothing"), "rules: value 'nothing'"),
        (("compare",), "RULES...: value (missing)"),
    ],
)
@pytest.mark.usefixtures("uncounted")
def test_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert refused(capsys, *arguments).startswith(f"error: {message}")
