"""The house edge under every qualifier: the same as an analysis of each, and it goes both ways."""

import json
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from brute_force import small_counts

from ginwin.base.tables import Table
from ginwin.cli import main
from ginwin.counting.joint import JointCounts
from ginwin.counting.patterns import PatternCounts
from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.play.strategy import raising_label
from ginwin.rules.rules import Rules
from ginwin.variants.qualifiers import landmarks, landscape, own_row

GLI = Rules.load("gli")
QUALIFIER, QUALIFIES, PUBLISHED, EDGE, BY_VALUE = 0, 2, 3, 4, 5


@cache
def real() -> Table:
    return landscape(GLI, counts())


@cache
def counts() -> JointCounts:
    return JointCounts(PatternCounts())


def numbers(table: Table, column: int) -> list[Fraction]:
    return [cast("Fraction", row[column]) for row in table.rows]


def assert_row(table: Table, number: int, counts: object = None) -> None:
    row = table.rows[number]
    qualifier = "always" if row[QUALIFIER] == "every hand" else row[QUALIFIER]
    rules = GLI.with_settings([f'dealer.qualifies="{qualifier}"'])
    published, best, by_value = (
        analyze(rules, strategy, counts)  # type: ignore[arg-type]
        for strategy in ("published", "best-threshold", "by-value")
    )
    assert best.threshold is not None
    assert row[PUBLISHED:] == (
        published.house_edge,
        best.house_edge,
        by_value.house_edge,
        best.element_of_risk,
        best.raise_rate,
        raising_label(best.threshold),
    )


def test_every_qualifier_has_a_row() -> None:
    table = real()
    assert len(table.rows) == 4097
    assert len({row[QUALIFIER] for row in table.rows}) == 4097
    assert [table.rows[number][QUALIFIER] for number in (0, 1, 13, -2, -1)] == [
        "gin", "A", "K", "K-Q-J-10-9-8-7", "every hand",
    ]  # fmt: skip
    assert [row[1] for row in table.rows] == [
        row[QUALIFIER].count("-") + 1 if index % 4096 else (0 if index == 0 else None)
        for index, row in enumerate(cast("tuple[tuple[str, ...], ...]", table.rows))
    ]
    assert table.rules == GLI.summary()


@pytest.mark.parametrize("number", [*range(0, 4097, 450), 7, 90, 700, 735, 1092, 4095, 4096])
def test_rows_equal_analyses(number: int) -> None:
    assert_row(real(), number, counts())


def test_a_small_deck() -> None:
    small = small_counts()
    table = landscape(GLI, small)
    assert len(table.rows) == small.values.size + 1
    for number in range(len(table.rows)):
        assert_row(table, number, small)


def test_the_easier_the_qualifier_the_more_hands_qualify() -> None:
    shares = numbers(real(), QUALIFIES)
    assert shares == sorted(shares)
    assert shares[-1] == shares[-2] == 1
    assert shares[0] == Fraction(5_448_352, 133_784_560)


def test_a_tougher_qualifier_can_go_either_way() -> None:
    edges = numbers(real(), EDGE)
    steps = [after - before for before, after in pairwise(edges)]
    rises, falls = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
    assert (rises, falls) == (536, 3559)
    assert f"{rises:,} times and lowers it {falls:,} times" in real().notes[0]
    peak = edges.index(max(edges))
    assert real().rows[peak][QUALIFIER] == "10-7-6-3"
    assert all(step > 0 for step in steps[:peak])  # one hill
    assert all(step < 0 for step in steps[peak:-1])


def test_better_answers_are_worth_more() -> None:
    published, best, by_value = (numbers(real(), column) for column in (PUBLISHED, EDGE, BY_VALUE))
    assert all(
        one >= two >= three for one, two, three in zip(published, best, by_value, strict=True)
    )
    assert sum(one > two for one, two in zip(best, by_value, strict=True)) == 84
    assert "under 84 of the 4,097 qualifiers" in real().notes[1]


def test_landmarks() -> None:
    table = landmarks(real(), GLI)
    marks = {row[1]: row[0] for row in table.rows}
    assert marks == {
        "gin": "the toughest, the lowest edge",
        "K": "the last with 1 card",
        "K-Q": "the last with 2 cards",
        "Q-6-2": "the last before the edge is above 0",
        "K-Q-J": "the last with 3 cards",
        "10-7-6-3": "the highest edge",
        "10-9-8-7": "these rules",
        "Q-7-5-A": "the last before the edge is below 0",
        "K-Q-J-10": "the last with 4 cards",
        "K-Q-J-10-9": "the last with 5 cards",
        "every hand": "every hand qualifies",
    }
    rows = {row[QUALIFIER]: row for row in real().rows}
    assert all(row[1:] == rows[row[1]] for row in table.rows)
    easiest = landmarks(real(), GLI.with_settings(["dealer.qualifies=K-Q-J-10-9-8-7"]))
    assert easiest.rows[-1][0] == "every hand qualifies, these rules"
    assert table.rows[0][-1] == "every hand"  # raises, where only gin qualifies


@pytest.mark.parametrize(
    ("qualifier", "row"),
    [("gin", "gin"), ("3 cards", "K-Q-J"), ("6 cards", "K-Q-J-10-9"), ("always", "every hand")],
)
def test_the_row_of_the_rules(qualifier: str, row: str) -> None:
    rules = GLI.with_settings([f"dealer.qualifies={qualifier}"])
    assert real().rows[own_row(real(), rules)][QUALIFIER] == row


def test_pays_and_comparing_matter_and_the_own_qualifier_does_not() -> None:
    small = small_counts()
    assert (
        landscape(GLI.with_settings(["dealer.qualifies=3"]), small).rows
        == landscape(GLI, small).rows
    )
    for setting in ("pays.win.ante.0=4", "compare.cards=count"):
        assert landscape(GLI.with_settings([setting]), small).rows != landscape(GLI, small).rows


def test_too_many_values() -> None:
    with pytest.raises(InputError) as error:
        landscape(GLI.with_settings(["melds.rank=3", "deal.cards=6"]))
    assert str(error.value).startswith("melds: value '")


def test_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("all.csv", "all.svg")]
    assert main(["landscape", "gli", "--csv", str(paths[0]), "--plot", str(paths[1])]) == 0
    captured = capsys.readouterr()
    lines = [" ".join(line.split()) for line in captured.out.splitlines()]
    assert "these rules 10-9-8-7 4 69.0510 4.3131" in lines
    assert lines[-2:] == [f"Wrote 4,097 rows to {paths[0]}", f"Wrote the plot to {paths[1]}"]
    assert len(paths[0].read_text("utf-8").splitlines()) == 4098
    assert paths[1].read_text("utf-8").startswith("<?xml")
    assert captured.err == ""


def test_command_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["landscape", "--set", "pays.win.ante.0=2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["rules"]["pays"]["win"]["ante"]["0"] == 2
    assert len(data["landscape"]) == 4097


def test_command_refuses_one_file_for_two(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.png"
    assert main(["landscape", "--csv", f"{tmp_path}/./x.png", "--plot", str(path)]) == 2
    assert capsys.readouterr().err.startswith("error: plot file: value ")
    assert not path.exists()


def test_names_of_the_columns_are_keys() -> None:
    keys = landscape(GLI, small_counts()).to_json()[0]
    assert all(key.replace("_", "").isalpha() for key in keys)


@pytest.mark.parametrize("name", ["plot.gif", "plot"])
def test_command_refuses(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["landscape", "gli", "--plot", name]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"error: plot file: value '{name}'")
    assert captured.err.count("\n") == 1
