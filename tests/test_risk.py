"""`ginwin risk`: what it puts together, its tables, and one clear line for bad input."""

import json
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from ginwin.base.tables import Table
from ginwin.bonus.bonusfile import SideBet
from ginwin.cli import main
from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.risk.distribution import Distribution, distribution_of
from ginwin.risk.hour_results import hours_table
from ginwin.risk.results import risk_tables
from ginwin.risk.ruin import ruin_forever
from ginwin.risk.spots import sample_spots
from ginwin.risk.study import analyze_risk, theoretical_hour
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")
GIN_BONUS = SideBet.load("gin-bonus")
FINE = GLI.with_settings(["pays.win.ante.0=2.95"])
FINEST = FINE.with_settings([f'pays.win.ante.{n}="{996 + n}/{997 + n}"' for n in (1, 2, 3)])
RICH = GLI.with_settings(["pays.win.ante.0=9/2", 'raise.play=["1/2", 1, 3]'])
"""The player has the advantage."""


def by_name(tables: tuple[Table, ...]) -> dict[str, Table]:
    found = {table.name: table for table in tables}
    assert len(found) == len(tables)
    return found


def test_the_parts_belong_together() -> None:
    risk = analyze_risk(GLI, rounds=[50, 700], bankroll=60)
    assert risk.one_round == distribution_of(analyze(GLI))
    assert [many.rounds for many in risk.many] == [50, 700]
    assert [ruin.rounds for ruin in risk.ruin] == [50, 700]
    assert risk.joint is None
    assert risk.player.method == "certain"
    assert risk.house.least == 4
    assert [risk.house.bankroll(chance) for chance in (0.05, 0.01)] == [98, 149]


def test_with_a_side_bet() -> None:
    risk = analyze_risk(GLI, side_bet=GIN_BONUS, side_stake="0.5", rounds=[100], bankroll="2.5")
    assert risk.joint is not None
    assert risk.stake == Fraction(1, 2)
    assert risk.one_round == risk.joint.distribution(Fraction(1, 2))
    (ruin,) = risk.ruin
    assert ruin.least == Fraction(5, 2)
    assert ruin.chance(Fraction(5, 2)) > 0.9
    tables = by_name(risk_tables(risk))
    assert {"joint", "given"} <= tables.keys()
    joint = tables["joint"]
    for column in zip(*(row[2:] for row in joint.rows), strict=True):
        *cells, total = (Fraction(cell) for cell in column if cell is not None)
        assert sum(cells) == total
    swing = {row[0]: row[1:4] for row in tables["swing"].rows}
    assert swing["correlation of the two"][2] == risk.joint.correlation
    base, side, both = (Fraction(cell or 0) for cell in swing["house edge"])
    assert both == base + side


def test_tables_show_what_the_records_hold() -> None:
    risk = analyze_risk(GLI, rounds=[1000], bankroll=100)
    tables = by_name(risk_tables(risk))
    assert list(tables) == ["swing", "net_win", "rounds", "hold", "ruin", "reserve"]
    within, endless = tables["ruin"].rows
    assert within[:2] == ("1,000", risk.ruin[0].chance(100))
    assert endless[1:4] == (1, None, None)
    assert tables["net_win"].rows[-1][1] == 6_071_092_494_667_200
    for table in tables.values():
        assert len(table.to_frame(total=True)) == len(table.rows)
        json.dumps(table.to_json(), allow_nan=False)
    assert tables["hold"].rows[0][1:3] == risk.many[0].hold(0.9)[1:]


def test_a_player_with_the_advantage() -> None:
    risk = analyze_risk(RICH, "by-value", rounds=[1000], bankroll="100.25")
    assert risk.house.method == "certain"
    assert risk.player.method == "exact walk"
    (within,) = risk.ruin
    for bankroll in (5, 20, 50):
        assert within.chance(bankroll) <= risk.player.chance(bankroll) < 1
    tables = by_name(risk_tables(risk))
    assert any("With an advantage" in note for note in tables["ruin"].notes)
    assert tables["reserve"].rows == (("any below 100 %", "none is enough"),)


def test_pays_that_are_not_whole() -> None:
    """Units from 1/20 to 1/994,010,994: all have an answer, close by, and say which it is."""
    numbers = [20, 2000]
    whole, fine, finest = (
        analyze_risk(rules, rounds=numbers, bankroll=50) for rules in (GLI, FINE, FINEST)
    )
    assert [many.method for many in fine.many] == ["exact convolution", "convolution by FFT"]
    assert [ruin.method for ruin in fine.ruin] == ["exact walk", "exact walk"]
    assert [many.method for many in finest.many] == ["convolution by FFT"] * 2
    assert all(0 < many.moved < 0.02 for many in finest.many)
    assert not any(many.moved for many in fine.many)
    assert [ruin.rounded for ruin in (*fine.ruin, fine.house)] == [False] * 3
    assert [ruin.rounded for ruin in (*finest.ruin, finest.house)] == [True] * 3
    assert finest.house.bankroll(0.01) == pytest.approx(fine.house.bankroll(0.01), rel=0.02)
    for risk in (fine, finest):
        for here, there in zip(risk.ruin, whole.ruin, strict=True):
            assert here.chance(50) == pytest.approx(there.chance(50), abs=0.02)
        for now, then in zip(risk.many, whole.many, strict=True):
            assert now.ahead == pytest.approx(then.ahead, abs=0.05)
        assert all(table.rows for table in risk_tables(risk))


def test_an_hour() -> None:
    risk = analyze_risk(GLI, rounds=[])
    one = theoretical_hour(risk, 40, ante="25")
    assert one.theoretical_win == 25 * 40 * analyze(GLI).house_edge
    assert one.standard_deviation == pytest.approx(25 * sqrt(40) * 1.6499309)
    three = theoretical_hour(risk, 40, ante=25, spots=3)
    assert three.theoretical_win == 3 * one.theoretical_win
    assert three.standard_deviation is None
    spots = sample_spots(GLI, samples=2000)
    three = theoretical_hour(risk, 40, 25, 3, spots)
    assert three.standard_deviation == pytest.approx(
        25 * sqrt(40) * spots.standard_deviation(3).value
    )
    interval = [25 * sqrt(40) * end for end in spots.standard_deviation(3)[2:]]
    assert three.interval == pytest.approx(tuple(interval))
    assert one.interval is None
    assert hours_table(risk.analysis, [one, three]).rows[1][-2:] == three.interval
    names = [table.name for table in risk_tables(risk, spots, 3, three)]
    assert names == ["swing", "net_win", "ruin", "reserve", "spots", "hour"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["risk", *arguments]) == 0
    return capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(
        capsys, "gli", "--rounds", "10", "--bankroll", "5", "--rounds-per-hour", "40",
        "--spots", "2", "--samples", "1000", "--json",
    )  # fmt: skip
    data = json.loads(text)
    assert data["one_round"]["mean"]["value"] == pytest.approx(-0.0431312)
    assert data["rounds"][0]["rounds"] == 10
    assert [row["rounds"] for row in data["ruin"]] == [10, None]
    assert data["ruin"][1]["chance"] == 1
    assert data["house_ruin"]["bankroll"] == {"0.05": 98, "0.01": 149}
    assert data["spots"]["samples"] == 1000
    assert data["hour"]["spots"] == 2


def test_text(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = run(capsys, "gli", "--bankroll", "100", "--strategy", "always", "--ante", "5",
               "--rounds-per-hour", "40")  # fmt: skip
    assert max(map(len, text.splitlines())) <= 80
    for words in ("How much one round swings", "risk with 100", "no end", "theoretical win"):
        assert words in text


def test_same_seed_same_text(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("gli", "--rounds", "5", "--spots", "2", "--samples", "5000", "--seed")
    first, again, other = (run(capsys, *arguments, seed) for seed in ("4", "4", "5"))
    assert first == again != other


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--rounds", "-1"], "--rounds: value -1 is not allowed; allowed: a whole number from 1"),
        (["--rounds", "0"], "--rounds: value 0"),
        (["--rounds", "ten"], "--rounds: value 'ten'"),
        (["--rounds", "9999999999999"], "--rounds: value 9999999999999"),
        (["--bankroll", "0"], "bankroll: value '0' is not allowed; allowed: a number from 2 up"),
        (["--bankroll", "-20"], "bankroll: value '-20'"),
        (["--bankroll", "nan"], "bankroll: value 'nan'"),
        (["--bankroll", "inf"], "bankroll: value 'inf'"),
        (["--bankroll", "1e10"], "bankroll: value '1e10'"),
        (["--bankroll", "1e9999"], "bankroll: value '1e9999'"),
        (
            ["--bankroll", "2", "--set", "raise.play=['4/3']"],
            "bankroll: value '2' is not allowed; allowed: a number from 7/3 up to 1,000,000,000",
        ),
        (["--samples", "1000"], "--spots: value 1 is not allowed; allowed: 2 or more, where --sam"),
        (["--seed", "0"], "--spots: value 1 is not allowed; allowed: 2 or more, where --seed"),
        (["--bankroll", "1000000001"], "bankroll: value '1000000001'"),
        (["--bankroll", "much"], "bankroll: value 'much'"),
        (["--side-bet", "none"], "side bet: value 'none'"),
        (["--side-bet", "gin-bonus", "--side-stake", "0"], "side stake: value '0'"),
        (["--side-bet", "gin-bonus", "--set", "deal.cards=6"], "side bet: value 'Gin Bonus"),
        (["--side-stake", "1"], "--side-bet: value (missing)"),
        (["--spots", "0"], "--spots: value 0"),
        (["--spots", "7"], "--spots: value 7"),
        (["--spots", "2", "--samples", "0"], "samples: value 0"),
        (["--spots", "2", "--seed", "-1"], "seed: value -1"),
        (["--spots", "2", "--strategy", "optimal"], "strategy: value 'optimal'"),
        (["--strategy", "wild"], "strategy: value 'wild'"),
        (["--ante", "5"], "--rounds-per-hour: value (missing)"),
        (["--ante", "nan", "--rounds-per-hour", "40"], "ante: value 'nan'"),
        (["--rounds-per-hour", "-40"], "rounds per hour: value -40"),
        (["--threads", "0"], "threads: value 0"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], line: str) -> None:
    assert main(["risk", "gli", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"error: {line}")
    assert printed.err.count("\n") == 1


def test_bad_input_in_python() -> None:
    for bankroll in (float("nan"), float("inf"), True, "1/0"):
        with pytest.raises(InputError, match="bankroll"):
            analyze_risk(GLI, bankroll=bankroll)
    with pytest.raises(InputError, match="spots"):
        theoretical_hour(analyze_risk(GLI, rounds=[]), 40, spots=7)


@pytest.mark.parametrize("rounds", [0, 2.5, "10", [10, "20"], True])
def test_bad_rounds_in_python(rounds: int) -> None:
    with pytest.raises(InputError, match="rounds"):
        analyze_risk(GLI, rounds=rounds)


def test_what_stands_for_rounds_and_side_bets() -> None:
    assert [many.rounds for many in analyze_risk(GLI, rounds=5).many] == [5]
    assert [many.rounds for many in analyze_risk(GLI, rounds=None).many] == [100, 1000, 10_000]
    named = analyze_risk(GLI, rounds=[], side_bet="gin-bonus")
    assert named.one_round == analyze_risk(GLI, rounds=[], side_bet=GIN_BONUS).one_round
    assert named.stake == 1


def test_other_kinds_in_python() -> None:
    rules: Any = "gli"
    with pytest.raises(InputError, match="rules"):
        analyze_risk(rules)
    strategy: Any = 5
    with pytest.raises(InputError, match="strategy"):
        analyze_risk(GLI, strategy)
    with pytest.raises(InputError, match="side stake"):
        analyze_risk(GLI, side_stake=2)
    with pytest.raises(InputError, match="side bet"):
        analyze_risk(GLI, side_bet="none")


def test_a_tiny_side_stake() -> None:
    plain = analyze_risk(GLI, rounds=[50], bankroll=20)
    tiny = analyze_risk(GLI, rounds=[50], bankroll="20.5", side_bet=GIN_BONUS, side_stake=1e-9)
    assert tiny.one_round.mean == pytest.approx(plain.one_round.mean, abs=1e-8)
    assert tiny.ruin[0].chance(20.5) == pytest.approx(plain.ruin[0].chance(20), abs=1e-5)


def test_printed_bankrolls_are_enough() -> None:
    thirds = GLI.with_settings(['raise.play=["4/3"]', 'pays.win.ante.0="22/7"'])
    risk = analyze_risk(thirds, rounds=[10, 500])
    for ruin, row in zip(risk.ruin, by_name(risk_tables(risk))["ruin"].rows, strict=False):
        for chance, cell in zip((0.05, 0.01), row[1:3], strict=True):
            needed = ruin.bankroll(chance)
            assert needed is not None
            assert isinstance(cell, Fraction)
            assert needed <= cell < needed + Fraction(1, 10)
            assert (cell * 10).denominator == 1


def test_a_limit_without_end_is_written_as_a_fraction() -> None:
    thirds = GLI.with_settings(['raise.play=["4/3"]'])
    assert analyze_risk(thirds, rounds=[], bankroll="7/3").bankroll == Fraction(7, 3)
    with pytest.raises(InputError, match="from 7/3 up"):
        analyze_risk(thirds, rounds=[], bankroll="2.3333")


def test_only_what_is_certain_is_written_as_nothing_or_all() -> None:
    """However small a chance is, and whatever floating-point numbers make of it."""
    table = by_name(risk_tables(analyze_risk(GLI, rounds=[49, 50, 10**6], bankroll=100)))
    written = {
        name: [
            [one.write(cell) for one, cell in zip(table[name].columns, row, strict=True)]
            for row in table[name].rows
        ]
        for name in ("rounds", "ruin")
    }
    assert written["rounds"][-1][3:6] == ["< 0.0001", "< 0.0001", "> 99.9999"]
    ruined = [row[1] for row in written["ruin"]]  # 49 rounds leave 2 antes
    assert ruined == ["0.0000", "< 0.0001", "> 99.9999", "100.0000"]
    odd = analyze_risk(
        GLI.with_settings([f"pays.tie.{bet}.other=-1" for bet in ("ante", "play")]), rounds=[1]
    )
    (row,) = by_name(risk_tables(odd))["rounds"].rows
    assert row[4] == 0.0


def test_what_notes_say() -> None:
    risk = analyze_risk(GLI, rounds=10**6, bankroll="1234.5")
    tables = by_name(risk_tables(risk))
    assert any(note.startswith("Generating function") for note in tables["ruin"].notes)
    assert tables["ruin"].columns[1].name == "risk with 1,234.5 antes"
    assert not any("about so" in note for note in tables["hold"].notes)
    risk = analyze_risk(GLI, rounds=10**12)
    tables = by_name(risk_tables(risk))
    assert any(note.startswith("Diffusion") for note in tables["ruin"].notes)
    assert any("about so" in note for note in tables["hold"].notes)
    assert any(note.startswith("Normal law") for note in tables["rounds"].notes)
    tables = by_name(risk_tables(analyze_risk(FINEST, rounds=500)))
    for name in ("rounds", "hold", "ruin", "reserve"):
        assert any(note.startswith("Too many steps") for note in tables[name].notes)


def test_lundbergs_bound_is_explained() -> None:
    risk = analyze_risk(GLI, rounds=[])
    pays = [(Fraction(1), 10**9 + 1), (Fraction(-1), 10**9)]
    coin = Distribution.of(pays, Fraction(1), Fraction(1))
    notes = by_name(risk_tables(replace(risk, player=ruin_forever(coin))))["ruin"].notes
    assert any("a bound stands for the risk" in note for note in notes)
    notes = by_name(risk_tables(replace(risk, house=ruin_forever(coin))))["reserve"].notes
    assert any("a bound stands for the risk" in note for note in notes)


def test_a_side_bet_with_melds_of_its_own() -> None:
    risk = analyze_risk(GLI, rounds=10, side_bet=GIN_BONUS)
    assert risk.joint is not None
    text = '[melds]\nsequence = true\n[[pays]]\nevent = "gin"\npays = 5\n'
    runs = SideBet.from_toml("published = false\n" + text)
    other = replace(risk.joint, side=replace(risk.joint.side, bet=runs))
    for one, own in ((risk, False), (replace(risk, joint=other), True)):
        for table in risk_tables(one, hour=theoretical_hour(one, 40)):
            assert own == any("has its own dead wood" in note for note in table.notes), table.name


def test_a_side_bet_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "side.toml"
    file.write_text('published = false\n[[pays]]\nevent = "gin"\npays = 5\n', "utf-8")
    text = run(capsys, "gli", "--side-bet", str(file), "--rounds", "20")
    assert "side bet 1)" in text
