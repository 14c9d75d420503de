"""Ways of knowing side by side: the tables, the command, an interrupt, bad input."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from real_seen import real_counts, real_dealer_card, real_marked, real_tables
from test_removal import FIVE, SMALL
from test_seats import RULES, TWO_SEATS, tables

from ginwin.base.estimates import Estimate
from ginwin.bonus.bonusfile import SideBet
from ginwin.cli import main
from ginwin.errors import InputError
from ginwin.protection import removal
from ginwin.protection import study as module
from ginwin.protection.checkpoints import Checkpoint
from ginwin.protection.dealer_card import DealerCard
from ginwin.protection.informed import Informed
from ginwin.protection.removal import analyze_removal, mark_deals
from ginwin.protection.results import protection_tables, removal_table
from ginwin.protection.seat_rules import fit_rules
from ginwin.protection.study import parse_seats, protect
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")
NAMES = {rules.name: name for name, rules in RULES.items()}
EXACT = Informed("nothing", Fraction(1, 25), Fraction(2, 3), Fraction(0), 1.6, exact=True)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `protect` work on small decks; it is for the standard deck only."""
    monkeypatch.setattr(module, "dealer_card", lambda rules, *_, **__: DealerCard(rules, (EXACT,)))
    monkeypatch.setattr(module, "hands_to_decide", lambda _: 1)
    monkeypatch.setattr(module, "mark_deals", lambda rules, **_: mark_deals(rules, SMALL))
    monkeypatch.setattr(
        module, "SeatTables", lambda rules, **_: tables(NAMES[rules.name], TWO_SEATS)
    )
    monkeypatch.setattr(module, "fit_rules", partial(fit_rules, blocks=6))


@contextmanager
def interrupting(_total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar in whose second part a person presses Ctrl-C, when half of it is done."""
    done = 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        if what.startswith("% of 2") and done > 50:
            raise KeyboardInterrupt

    yield advance


@pytest.mark.usefixtures("small")
def test_all_ways_side_by_side() -> None:
    found = protect(RULES["plain"], (0, 1, 2), samples=2000, seed=3)
    assert found.complete
    assert [row.knowing for row in found.rows] == [
        "nothing", "nothing", "cards of 1 other seat", "cards of 2 other seats"
    ]  # fmt: skip
    assert found.rows[2].desirability_index < found.rows[3].desirability_index
    names = [table.name for table in protection_tables(found)]
    assert names == ["protection", "rank_rule", "split_rules", "counting_rule", "counting_rules"]
    assert all(rule.helps for rule in found.counting[: len(protection_tables(found)[4].rows)])
    data = json.loads(json.dumps(found.to_json()))
    assert data["rows"][0]["house_edge"] == {"numerator": 1, "denominator": 25, "value": 0.04}
    assert set(data["rows"][3]["house_edge"]) == {"value", "standard_error", "low", "high"}
    assert data["samples"][1]["sets"] >= 2000
    for table in protection_tables(found):
        assert len(table.to_frame()) >= 1
        for row in table.rows:
            figures = dict(zip([one.name for one in table.columns], row, strict=True))
            if "house edge" in figures:
                edge, risk, rate = (
                    float(figures[name] or 0)
                    for name in ("house edge", "element of risk", "raise rate")
                )
                assert edge == pytest.approx(risk * (1 + rate))
    notes = protection_tables(found)[4].notes[-1]
    assert f"Sampled: {found.counting[0].sets:,} sets, seed 3" in notes
    rates = [Estimate(0.5, 0.0, 0.5 - half, 0.5 + half) for half in (0.01, 0.0123409)]
    rows = [replace(row, raise_rate=rate) for row, rate in zip(found.rows[2:], rates, strict=True)]
    notes = " ".join(protection_tables(replace(found, rows=(*found.rows[:2], *rows)))[0].notes)
    assert "that of the raise rate is at most 1.24, and that of changed at most" in notes


@pytest.mark.usefixtures("small")
def test_several_bets_are_named() -> None:
    found = protect(RULES["several bets"], 2, samples=100, seed=3)
    _, ranks, splits, *_ = tables = protection_tables(found)
    assert [column.name for column in ranks.columns[1:3]] == ["raise with", "raise 2 with"]
    assert [column.name for column in splits.columns[1:5]] == [
        "raise with, if among them",
        "raise 2 with, if among them",
        "raise with, if not",
        "raise 2 with, if not",
    ]
    assert tables[3].columns[2].name == "raise 2 with"
    data = found.to_json()
    assert data["rank_rule"]["limits"][0]["largest_bet"] == ranks.rows[0][2]
    assert "largest_bet" in data["counting_rules"][0]["limits"][0]


@pytest.mark.usefixtures("small")
def test_a_rule_that_does_not_help_is_not_shown() -> None:
    found = protect(RULES["plain"], 1, samples=1, seed=3)
    lost = [replace(rule, worth=Estimate(0.001, 0.001, -0.001, 0.003)) for rule in found.counting]
    tables = protection_tables(replace(found, counting=tuple(lost)))
    assert [table.name for table in tables] == ["protection", "rank_rule", "split_rules"]
    line = "For a player who sees the cards of 1 other seat no simple rule that counts them helps."
    assert line in tables[0].notes


@pytest.mark.usefixtures("small")
def test_paired_cards_are_explained_where_they_count() -> None:
    found = protect(RULES["plain"], 2, samples=1, seed=3)
    for rule in found.counting:
        helping = replace(rule, worth=Estimate(0.01, 0.001, 0.008, 0.012))
        table = protection_tables(replace(found, counting=(helping,)))[3]
        assert ("Paired cards share" in " ".join(table.notes)) == ("paired" in rule.counting)


@pytest.mark.usefixtures("small")
def test_drawn_hands_are_said() -> None:
    found = replace(protect(RULES["plain"], ()), drawn=20_000)
    assert "20,000 hands are drawn" in " ".join(protection_tables(found)[0].notes)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("stage", "names"),
    [
        ("hands", ["protection"]),
        ("table", ["protection"]),
        ("ranks", ["protection"]),
        ("% of 1", ["protection", "rank_rule", "split_rules"]),
        ("blocks", ["protection", "rank_rule", "split_rules"]),
    ],
)
def test_an_interrupt_in_any_stage(stage: str, names: list[str]) -> None:
    @contextmanager
    def bar(_total: int, what: str) -> Iterator[Callable[[int], None]]:
        yield lambda _: None
        if what.startswith(stage):
            raise KeyboardInterrupt

    found = protect(RULES["plain"], 1, samples=100, bar=bar)
    tables = protection_tables(found)
    assert [table.name for table in tables] == names
    assert "Interrupted: what is missing was not worked out any more." in tables[0].notes
    assert len(found.rows) == {"hands": 0, "blocks": 2, "% of 1": 2}.get(stage, 1)
    assert not found.to_json()["complete"]


@pytest.mark.usefixtures("small")
def test_an_interrupt_leaves_what_there_is(tmp_path: Path) -> None:
    rules, path = RULES["plain"], tmp_path / "run.json"
    kept = Checkpoint(path, rules, 3, TWO_SEATS)
    options: dict[str, Any] = {"samples": 9000, "seed": 3}
    found = protect(rules, (1, 2), checkpoint=kept, bar=interrupting, **options)
    assert not found.complete
    assert found.counting == ()
    assert [seen.seats for seen in found.seats] == [1, 2]
    assert 0 < found.seats[1].total.sets < 9000
    notes = protection_tables(found)[0].notes
    assert "Interrupted: what is missing was not worked out any more." in notes
    assert json.loads(path.read_text())["totals"]["2"]["sets"] == found.seats[1].total.sets
    again = protect(rules, (1, 2), checkpoint=kept, **options)
    assert again.seats == protect(rules, (1, 2), **options).seats


@pytest.mark.usefixtures("small")
def test_what_was_asked_for_and_not_reached_is_said() -> None:
    rules = RULES["plain"]

    @contextmanager
    def bar(_total: int, what: str) -> Iterator[Callable[[int], None]]:
        def advance(_: int) -> None:
            if what.startswith("% of 1"):
                raise KeyboardInterrupt

        yield advance

    found = protect(rules, (1,), precision=1e-4, bar=bar)
    text = " ".join(protection_tables(found)[0].notes)
    assert "before the +- 0.010 % that was asked for" in text


def test_informed() -> None:
    assert EXACT.desirability_index == pytest.approx(-25)
    assert EXACT.to_json()["house_edge"]["numerator"] == 1
    edge = Estimate(-0.08, 0.001, -0.082, -0.078)
    rate = Estimate(0.7, 0.001, 0.698, 0.702)
    sampled = Informed("cards", edge, rate, rate, 1.6, exact=False)
    assert sampled.desirability_index == pytest.approx(50)
    assert sampled.to_json()["house_edge"]["low"] == -0.082


def test_removal_table() -> None:
    bets = [
        SideBet(published=False, name=name, pays=[{"event": event, "pays": 3}], deal={"cards": 5})
        for name, event in (("Alike", "gin"), ("A bet", "value A or better"))
    ]
    found = analyze_removal(FIVE, "by-value", bets, deck=SMALL)
    table = removal_table(found)
    assert [row[0] for row in table.rows] == ["A", "2", "3"]
    assert sum(Fraction(row[1] or 0) for row in table.rows) == 0
    assert table.columns[-1].label == "change of edge, A bet (% of side bet)"
    zero = "The changes of {} are exactly zero: its events treat all ranks alike."
    assert zero.format("Alike") in table.notes
    assert zero.format("A bet") not in table.notes
    data = json.loads(json.dumps(found.to_json()))
    assert data["without"][0]["rank"] == "A"
    assert len(data["without"][0]["side_bets"]) == 2


def test_seats_are_read() -> None:
    assert parse_seats("all", GLI) == (1, 2, 3, 4, 5)
    assert parse_seats(" None ", GLI) == ()
    assert parse_seats("5,1..2", GLI) == (1, 2, 5)
    assert parse_seats("0", GLI) == (0,)


@pytest.mark.parametrize(
    "text", ["", "6", "-1", "1..", "..2", "1..6", "3..1", "x", "1,,2", "\u0661", "9" * 5000]
)
def test_seats_that_there_are_not(text: str) -> None:
    with pytest.raises(InputError, match="--seats"):
        parse_seats(text, GLI)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("protect", "gli", "--seats", "6"), "--seats: value '6'"),
        (("protect", "gli", "--precision", "0"), "--precision: value '0'"),
        (("protect", "gli", "--precision", "nan"), "--precision: value 'nan'"),
        (("protect", "gli", "--precision", "abc"), "--precision: value 'abc'"),
        (("protect", "gli", "--samples", "0"), "--samples: value 0"),
        (("protect", "gli", "--samples", "1.5"), "--samples: value '1.5'"),
        (("protect", "gli", "--seed", "-1"), "--seed: value -1"),
        (("protect", "gli", "--seed", "1.0"), "--seed: value '1.0'"),
        (("protect", "gli", "--seed", "9" * 5000), "--seed: value '999"),
        (("protect", "gli", "--dask", "nowhere"), "--dask: value 'nowhere'"),
        (("protect", "gli", "--resume", "/"), "--resume: value '/'"),
        (("protect", "gli", "--threads", "0"), "--threads: value 0"),
        (("removal", "gli", "--strategy", "optimal"), "strategy: value 'optimal'"),
        (("removal", "gli", "--side-bet", "nothing"), "side bet: value 'nothing'"),
        (("removal", "gli", "--threads", "0"), "threads: value 0"),
    ],
)
def test_bad_input(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"error: {message}")
    assert output.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("--precision", "x"),
        ("--samples", "0"),
        ("--threads", "0"),
        ("--dask", "x"),
        ("--seed", "x"),
    ],
)
def test_bad_arguments_leave_no_file(arguments: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    assert main(("protect", "gli", "--resume", str(path), *arguments)) == 2
    assert not [*tmp_path.iterdir()]


def test_rules_and_seats_of_other_types() -> None:
    with pytest.raises(InputError, match="rules: value 'gli'"):
        protect("gli")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"seats: value 1\.0"):
        protect(GLI, 1.0)  # type: ignore[arg-type]


@pytest.mark.slow
def test_commands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removal, "mark_deals", lambda *_: real_marked())
    monkeypatch.setattr(removal, "GeneralCounts", lambda *_: real_counts())
    monkeypatch.setattr(module, "mark_deals", lambda *_, **__: real_marked())
    monkeypatch.setattr(module, "SeatTables", lambda *_, **__: real_tables())
    monkeypatch.setattr(module, "dealer_card", lambda *_, **__: real_dealer_card()[0])
    monkeypatch.setattr(module, "fit_rules", partial(fit_rules, blocks=20))
    csv = tmp_path / "removal.csv"
    assert main(("removal", "gli", "--side-bet", "gin-bonus", "--csv", str(csv))) == 0
    assert "Effect of removal" in capsys.readouterr().out
    assert len(csv.read_text("utf-8").splitlines()) == 14
    assert main(("protect", "gli", "--seats", "5", "--samples", "5000", "--json")) == 0
    data = json.loads(capsys.readouterr().out)
    edges = {row["knowing"]: row["house_edge"]["value"] for row in data["rows"]}
    assert edges["nothing"] == pytest.approx(0.0430332413)
    assert edges["cards of 5 other seats"] == pytest.approx(-0.0774, abs=0.01)
    assert data["counting_rules"][0]["counting"] == "paired cards and the longest suit"
    assert data["counting_rules"][0]["worth"]["value"] == pytest.approx(0.0707, abs=0.004)
    rank = data["rank_rule"]["house_edge"]["value"]
    # the exact cards are worth a little more
    assert edges["rank of a dealer card"] < rank < edges["nothing"]
