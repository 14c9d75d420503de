"""Tables: cells, units, and what they look like at any width."""

import io
import json
from fractions import Fraction

import pytest
from brute_force import changed, small_counts
from rich.console import Console

from ginwin.base.tables import Column, Table
from ginwin.base.terminal import print_lines, print_table
from ginwin.play.analysis import Analysis, analyze
from ginwin.play.hands import analyze_hand
from ginwin.play.published import compare_published
from ginwin.play.results import (
    dead_wood_table,
    figure_table,
    hand_table,
    outcome_table,
    published_table,
    strategy_table,
)
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")


def small(rules: Rules, strategy: str = "published") -> Analysis:
    return analyze(rules, strategy, small_counts())


def all_tables() -> tuple[Table, ...]:
    brute = small_counts()
    strategies = ("published", "best-threshold", "by-value", "optimal")
    analyses = [small(GLI, strategy) for strategy in strategies]
    return (
        published_table(compare_published(small)),
        figure_table(analyses[0]),
        outcome_table(analyses[-1]),
        dead_wood_table(GLI, brute),
        strategy_table(analyses, analyses[-1]),
        hand_table(analyze_hand(GLI, brute.player_hands[99], brute)),
    )


TABLES = {table.name: table for table in all_tables()}


def printed(table: Table, width: int = 80, encoding: str = "utf-8") -> str:
    buffer = io.BytesIO()
    stream = io.TextIOWrapper(buffer, encoding=encoding)
    print_table(Console(file=stream, width=width, highlight=False, markup=False), table)
    stream.flush()
    return buffer.getvalue().decode(encoding)


@pytest.mark.parametrize(
    ("kind", "cell", "text", "data"),
    [
        ("text", "gin", "gin", "gin"),
        ("text", 3, "3", "3"),
        ("integer", 6071092494667200, "6,071,092,494,667,200", 6071092494667200),
        ("number", Fraction(2, 3), "0.667", 2 / 3),
        ("number", 1.5, "1.500", 1.5),
        ("percent", Fraction(1, 23), "4.348", 100 / 23),
        ("percent", Fraction(-1, 10**9), "> -0.001", -1e-7),
        ("percent", Fraction(1, 10**9), "< 0.001", 1e-7),
        ("percent", 1 - Fraction(1, 10**9), "> 99.999", 100 - 1e-7),
        ("percent", Fraction(1), "100.000", 100.0),
        ("percent", Fraction(0), "0.000", 0.0),
        ("number", 1e-9, "< 0.001", 1e-9),
        ("number", 100 - 1e-9, "100.000", 100 - 1e-9),
        ("exact", Fraction(4), "4", 4),
        ("exact", Fraction(-3, 2), "-3/2", -1.5),
        ("integer", None, "-", None),
        ("number", "impossible", "impossible", "impossible"),
    ],
)
def test_cells(kind: str, cell: object, text: str, data: object) -> None:
    column = Column("figure", kind, "antes", digits=3)  # type: ignore[arg-type]
    assert column.write(cell) == text  # type: ignore[arg-type]
    assert column.plain(cell) == data  # type: ignore[arg-type]
    assert type(column.plain(cell)) is type(data)  # type: ignore[arg-type]


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_table_names_its_rules_and_strategy(table: Table) -> None:
    assert table.rules == GLI.summary()
    assert table.strategy
    assert all(len(row) == len(table.columns) for row in table.rows)
    text = printed(table)
    assert f"Rules: {GLI.name}" in text
    assert "Strategy: " in text


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_no_figure_is_cut_at_any_width(table: Table, width: int) -> None:
    text = printed(table, width)
    words = text.split()
    for row in table.rows:
        for column, cell in zip(table.columns, row, strict=True):
            assert set(column.write(cell).split()) <= set(words)
    assert "…" not in text
    if width >= 80:
        assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_only_ascii_without_colour_off_a_terminal(table: Table) -> None:
    assert printed(table) == printed(table, encoding="ascii")
    assert "\x1b" not in printed(table)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_frames_and_json_keep_integers(table: Table) -> None:
    frame = table.to_frame()
    assert list(frame.columns) == [column.label for column in table.columns]
    assert len(frame) == len(table.rows) - table.total
    assert len(table.to_frame(total=True)) == len(table.rows)
    rows = json.loads(json.dumps(table.to_json()))
    assert len(rows) == len(frame)
    for number, column in enumerate(table.columns):
        if column.kind != "integer":
            continue
        assert str(frame.dtypes.iloc[number]).lower() == "int64"
        key = column.name.replace(" ", "_")
        cells = [row[number] for row in table.rows[: len(frame)]]
        assert [row[key] for row in rows] == cells
        assert frame.iloc[:, number].sum() == sum(cell for cell in cells if isinstance(cell, int))


def test_json_of_fractions() -> None:
    (row, *_) = TABLES["strategies"].to_json()
    edge = small(GLI).house_edge
    assert row["house_edge"]["numerator"] == edge.numerator
    assert row["house_edge"]["denominator"] == edge.denominator
    assert row["house_edge"]["value"] == float(edge)


def test_totals_of_the_outcome_table() -> None:
    rules = changed(dealer={"qualifies": "2"}, raise_={"play": [1, "1/2"]})
    for analysis in (small(GLI), small(rules, "optimal")):
        table = outcome_table(analysis)
        *rows, total = table.rows
        for number in (-3, -2, -1):
            assert sum(Fraction(row[number] or 0) for row in rows) == total[number]
        assert total[-1] == -analysis.house_edge
        assert table.total


def test_the_play_bet_is_shown_where_there_are_several() -> None:
    one, several = small(GLI), small(changed(raise_={"play": [1, 2]}))
    assert "play bet" not in [column.name for column in outcome_table(one).columns]
    assert "play bet" in [column.name for column in outcome_table(several).columns]


def test_costs_of_the_strategies() -> None:
    table = TABLES["strategies"]
    costs = [Fraction(row[-1] or 0) for row in table.rows]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == 0
    assert costs[0] == small(GLI, "optimal").expected_value - small(GLI).expected_value


def test_six_of_seven_is_impossible() -> None:
    table = TABLES["hands_by_dead_wood"]
    assert table.rows[6] == (6, 0, 0, None)
    assert "impossible" in table.notes[0]
    assert sum(int(row[1] or 0) for row in table.rows[:-1]) == table.rows[-1][1] == 11440


def test_hand_table_adds_up() -> None:
    brute = small_counts()
    found = analyze_hand(GLI, brute.player_hands[5], brute)
    *rows, total = hand_table(found).rows
    assert sum(Fraction(row[-1] or 0) for row in rows) == total[-1] == found.play
    assert [row[2] for row in rows] == list(found.against)


def shown_columns(table: Table, width: int) -> list[list[str]]:
    """The header of each block, for one-word names without units."""
    lines = [line.split() for line in printed(table, width).splitlines()]
    return [line for line in lines if line[:1] == [table.columns[0].name]]


def test_blocks_repeat_the_key_columns() -> None:
    columns = (Column("key"), *(Column(name, "exact") for name in "abcd"))
    table = Table("wide", "Wide", columns, (("row", *[10**12] * 4),), ("rules",))
    assert shown_columns(table, 60) == [["key", "a", "b", "c"], ["key", "d"]]
    assert shown_columns(table, 10) == [["key", name] for name in "abcd"]


def test_numerator_and_denominator_stay_together() -> None:
    columns = (Column("key"), Column("a"), Column("b", "integer"), Column("c", "integer"))
    table = Table("pair", "Pair", columns, (("row", "text", 10**12, 10**12),), ("rules",))
    assert shown_columns(table, 60) == [["key", "a", "b", "c"]]
    assert shown_columns(table, 42) == [["key", "a"], ["key", "b", "c"]]
    assert shown_columns(table, 36) == [["key", "a", "b"], ["key", "c"]]


@pytest.mark.parametrize(
    ("name", "width", "first"),
    [
        ("figures", 80, "figure value unit"),
        ("figures", 100, "figure value unit numerator denominator"),
        ("published", 80, "where figure printed exact unit reproduced"),
        ("published", 100, "where figure printed exact unit reproduced"),
        ("published", 140, "where figure printed exact unit reproduced numerator denominator"),
    ],
)
def test_a_value_stands_beside_its_unit(name: str, width: int, first: str) -> None:
    table = {
        "figures": figure_table(analyze(GLI)),
        "published": published_table(compare_published()),
    }[name]
    assert " ".join(shown_columns(table, width)[0]) == first


def test_headers_take_fewer_lines_where_there_is_room() -> None:
    strategies = TABLES["strategies"]
    assert "% of money bet" not in printed(strategies, 80)
    wide = printed(strategies, 140)
    assert "element of risk" in wide
    assert "% of money bet" in wide


@pytest.mark.parametrize("width", [10, 40, 80, 140])
def test_prose_is_wrapped_with_a_hanging_indent(width: int) -> None:
    stream = io.StringIO()
    words = ["word"] * 60
    print_lines(Console(file=stream, width=width), (" ".join(words), "next"), "  ")
    first, *others, last = stream.getvalue().splitlines()
    assert first.startswith("  word")
    assert all(line.startswith("    word") for line in others)
    assert last == "  next"
    assert max(map(len, (first, *others))) <= max(20, min(width, 100))
    assert stream.getvalue().split() == [*words, "next"]
