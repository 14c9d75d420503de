"""The study of a game as tables, and the command that prints them."""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from brute_force import SMALL_DECK, changed, pays, small_counts, with_settings
from real_study import real_study

from ginwin.advice.arranging import ARRANGEMENTS, cost_of_arranging
from ginwin.advice.card_decisions import decide_cards
from ginwin.advice.decision_results import value_table
from ginwin.advice.decisions import decide_values
from ginwin.advice.results import arranging_table, strategy_tables
from ginwin.advice.study import STEPS, STUDIED, StrategyStudy, study_strategy
from ginwin.base.tables import Cell, Table
from ginwin.cli import main
from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.play.strategy import choice_labels
from ginwin.rules.rules import Rules
from ginwin.values import value_label

GLI = Rules.load("gli")
FIGURES = "house edge", "element of risk", "raise rate"
RULES = {
    "gli": GLI,
    "play bets": with_settings("dealer.qualifies=A", "raise.play=[1, 2, 3]"),
    "folds pay": with_settings("pays.fold.ante={1=1, 2=-0.5, other=0}", "pays.lose.play.2=-1/3"),
    "a raise never pays": changed(
        pays={"win": pays(-1, -1), "not-qualified": pays(-1, -1), "tie": pays(-1, -1)}
    ),
}


@cache
def small(name: str) -> StrategyStudy:
    return study_strategy(RULES[name], small_counts())


@cache
def real() -> tuple[StrategyStudy, Mapping[str, Table]]:
    study = real_study()
    return study, {table.name: table for table in strategy_tables(study)}


def column(table: Table, name: str) -> list[Cell]:
    names = [one.name for one in table.columns]
    return [row[names.index(name)] for row in table.rows]


@pytest.mark.parametrize("name", RULES)
def test_strategies_are_those_of_the_analysis(name: str) -> None:
    study = small(name)
    assert [str(strategy) for strategy, _ in study.strategies] == list(STUDIED)
    for strategy, worth in study.strategies:
        exact = analyze(RULES[name], strategy, small_counts())
        for figure in ("house_edge", "element_of_risk", "raise_rate", "standard_deviation"):
            assert getattr(worth, figure) == getattr(exact, figure)
        assert worth.threshold == exact.threshold
    assert all(worth.house_edge >= study.best.house_edge for _, worth in study.strategies)


@pytest.mark.parametrize("name", RULES)
def test_tables(name: str) -> None:
    study = small(name)
    tables = strategy_tables(study)
    names = ["strategies", "short_rules", "errors", "boundary"]
    if study.cards.values:
        names += ["exact_cards", "hands_of_a_value", "examples"]
    assert [table.name for table in tables] == names
    for table in (*tables, value_table(study)):
        assert table.rules == RULES[name].summary()
        assert all(len(row) == len(table.columns) for row in table.rows)
        json.dumps(table.to_json())
        table.to_frame()


@pytest.mark.parametrize("name", RULES)
def test_errors_add_up(name: str) -> None:
    """All errors of one kind together: always raising, or always folding."""
    rules, counts = RULES[name], small_counts()
    table = next(table for table in strategy_tables(small(name)) if table.name == "errors")
    by_value = analyze(rules, "by-value", counts).expected_value
    for number, made in enumerate(choice_labels(rules)):
        worth = sum(one.worths[number] * one.probability for one in small(name).values)
        errors = [row for row in table.rows if row[1] == made]
        together = [row for row in errors if row[2] == "all"]
        assert sum(Fraction(str(row[5])) for row in together) == by_value - worth
        right = sum(one.hands for one in small(name).values if one.best == number)
        assert sum(int(str(row[3])) for row in together) == counts.hands - right
        each = [row for row in errors if row[2] != "all"]
        for column in (3, 5):
            parts, sums = (
                sum(Fraction(str(row[column])) for row in rows) for rows in (each, together)
            )
            assert parts == sums
        for row in errors:
            share = Fraction(int(str(row[3])), counts.hands)
            assert Fraction(str(row[4])) * share == Fraction(str(row[5])) > 0


def test_play_bets_have_columns_of_their_own() -> None:
    """A fold, and the smallest and the largest bet, wherever decisions are compared."""
    study = small("play bets")
    tables = {table.name: table for table in strategy_tables(study)}
    every = value_table(study)
    shares: list[Cell] = []
    for number, label in ((1, "raise 1"), (2, "raise 3")):
        for table in (every, tables["boundary"], tables["examples"]):
            assert label in [one.name for one in table.columns]
        assert column(every, label) == [one.worths[number] for one in study.values]
        shares += [sum(int(str(cell)) for cell in column(every, f"should {label}"))]
        for end in ("worst", "best"):
            assert any(column(every, f"{label} with the {end} hand"))
    assert all(shares)
    optimal = sum(int(str(share)) for share in shares)
    assert Fraction(optimal, small_counts().hands) == study.best.raise_rate
    at_stake = column(tables["exact_cards"], "choices")
    assert {*at_stake} == {"raise 1 or fold", "raise 3 or raise 1", None}
    decisions = set(column(tables["boundary"], "best"))
    assert decisions == {"raise 1", "raise 3", "fold"}
    assert "with the play bet" in tables["short_rules"].notes[-1]


def test_values_in_one_row_are_neighbours() -> None:
    """So that a label such as 10-8-2-A to 10-8-3-2 names these values and no others."""
    for study in (*map(small, RULES), real()[0]):
        places = {value_label(one.value): place for place, one in enumerate(study.values)}
        for table in strategy_tables(study):
            if table.name == "exact_cards":
                numbers = column(table, "values")[:-1]
                for label, number in zip(column(table, "range")[:-1], numbers, strict=True):
                    first, _, last = str(label).partition(" to ")
                    assert places[last or first] - places[first] + 1 == number


def test_notes_say_what_there_is() -> None:
    """The example of a short rule only where one has bounds; and that no value is mixed."""
    _, short, _, boundary = strategy_tables(small("a raise never pays"))
    assert not any("second 8" in note for note in short.notes)
    assert "No value depends on the exact cards" in boundary.notes[1]
    tables = real()[1]
    assert "second 8" in tables["short_rules"].notes[0]
    assert not any("No value depends" in note for note in tables["boundary"].notes)


@pytest.mark.parametrize("what", [study_strategy, decide_values, decide_cards, cost_of_arranging])
def test_the_name_of_a_preset_is_refused(what: Callable[[str], object]) -> None:
    with pytest.raises(InputError) as error:
        what("gli")
    assert str(error.value).startswith("rules: value 'gli'")


def test_every_value_has_a_row() -> None:
    study, _ = real()
    table = value_table(study)
    assert column(table, "number") == list(range(1, 4097))
    assert column(table, "value")[:2] == ["gin", "A"]
    raising = column(table, "should raise")
    hands = sum(int(str(cell)) for cell in raising)
    assert Fraction(hands, 133_784_560) == study.best.raise_rate
    assert sum(cell is not None for cell in column(table, "raise with the best hand")) == 70


def test_tables_of_the_real_deck() -> None:
    study, tables = real()
    assert column(tables["strategies"], "strategy") == list(STUDIED)
    costs = [Fraction(str(cell)) for cell in column(tables["strategies"], "cost")]
    assert costs == sorted(costs)
    assert costs[0] == 0
    assert "No decision by the value beats" in tables["strategies"].notes[1]
    assert "10-8-7-4" in column(tables["boundary"], "value")
    assert tables["hands_of_a_value"].title == "The hands of 10-8-7-4, by what decides"
    assert column(tables["exact_cards"], "values")[-1] == 70
    assert sum(group.hands for group in study.groups) == 51_408
    short = column(tables["short_rules"], "raise with")
    assert short[-3:] == [
        "3 or fewer; 4 if highest 10, second 8, 4+ cards to 9",
        "10-8-7-4 or better (best-threshold)",
        "10-9-5-4 or better (published)",
    ]
    for edge, risk, rate in zip(
        *(column(tables["short_rules"], name) for name in FIGURES), strict=True
    ):
        assert Fraction(str(edge)) == Fraction(str(risk)) * (1 + Fraction(str(rate)))
    conditions = column(tables["exact_cards"], "condition to raise")
    assert (conditions[0], conditions[-2]) == ("all raise", "all fold")
    assert column(tables["examples"], "melds")[0] == "2♣ 3♣ 6♣"


def test_by_value_beats_the_best_threshold_under_an_odd_qualifier() -> None:
    rules = with_settings("dealer.qualifies=4")
    study = study_strategy(rules, small_counts())
    assert study.strategies[1][1].house_edge < study.strategies[2][1].house_edge
    table, _, _, boundary, *_ = strategy_tables(study)
    assert "by-value beats the best threshold" in table.notes[1]
    decisions = column(boundary, "best")
    assert sum(one != after for one, after in pairwise(decisions)) > 1


def test_steps_are_reported() -> None:
    for rules in RULES.values():
        steps: list[int] = []
        study_strategy(rules, small_counts(), progress=steps.append)
        assert steps == [1] * STEPS


def test_arranging_has_a_row_for_each_way() -> None:
    assert arranging_table(GLI, ()).rows == ()


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["strategy", *arguments]) == 0
    return capsys.readouterr().out


def test_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rows, plot = tmp_path / "values.csv", tmp_path / "values.png"
    out = run(capsys, "gli", "--csv", str(rows), "--plot", str(plot))
    assert f"Wrote 4,096 rows to {rows}" in out
    assert f"Wrote the plot to {plot}" in out
    assert plot.read_bytes().startswith(b"\x89PNG")
    with rows.open(newline="") as file:
        lines = list(csv.reader(file))
    assert len(lines) == 4097
    assert lines[0][:4] == ["number", "value", "combinations (hands)", "raise (antes)"]
    titles = (
        "Strategies",
        "Short rules to remember",
        "What errors cost",
        "Values around the boundary",
        "Where the exact cards decide",
        "The hands of 10-8-7-4, by what decides",
        "The best and the worst hand of some values",
    )
    places = [out.index(f"\n{title}\n") for title in titles]
    assert all(before < after for before, after in pairwise(places))
    assert max(map(len, out.splitlines()[:-2])) <= 80


def test_command_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    study = real()[0]
    monkeypatch.setattr("ginwin.advice.study.study_strategy", lambda *_, **__: study)
    data = json.loads(run(capsys, "gli", "--json"))
    assert list(data) == [
        "rules",
        "strategies",
        "short_rules",
        "errors",
        "boundary",
        "exact_cards",
        "hands_of_a_value",
        "examples",
        "values",
    ]
    assert len(data["values"]) == 4096
    assert data["strategies"][0]["strategy"] == "optimal"
    exact = study.best.house_edge
    edge = data["strategies"][0]["house_edge"]
    assert Fraction(edge["numerator"], edge["denominator"]) == exact
    boundary = {row["value"] for row in data["boundary"]}
    assert study.cards.costliest is not None
    assert value_label(study.cards.costliest.value) in boundary


def test_command_with_arranging(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the study of the real deck and the arranging of a small one, to be quick."""
    study = real()[0]
    arranged = cost_of_arranging(GLI, deck=SMALL_DECK)
    monkeypatch.setattr("ginwin.advice.study.study_strategy", lambda *_, **__: study)
    monkeypatch.setattr("ginwin.advice.arranging.cost_of_arranging", lambda *_, **__: arranged)
    data = json.loads(run(capsys, "gli", "--arranging", "--json"))
    sides = [(row["side"], row["arranges"]) for row in data["arranging"]]
    assert sides == list(ARRANGEMENTS)
    assert "\nWhat arranging otherwise costs\n" in run(capsys, "gli", "--arranging")


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["nothing"], "rules"),
        (["gli", "--set", "dealer.qualifies=11"], "dealer.qualifies"),
        (["gli", "--plot", "plot.jpg"], "plot file"),
        (["gli", "--csv", "no/such/folder/values.csv"], "CSV file"),
        (["gli", "--threads", "0"], "threads"),
        (["gli", "--route", "quick"], "route"),
    ],
)
def test_bad_input(
    arguments: Sequence[str], field: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strategy", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: {field}")
    assert error.count("\n") == 1
