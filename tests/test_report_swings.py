"""The section about swings: the real deck, any strategy, and what its sentences say."""

from fractions import Fraction
from pathlib import Path

import pytest
from section_parts import figures_of, request_for, tables_of, text_of

from ginwin.play.analysis import analyze
from ginwin.report import swings
from ginwin.report.swings import swings_section
from ginwin.risk.distribution import distribution_of
from ginwin.risk.hour_results import hours_table
from ginwin.risk.study import analyze_risk, theoretical_hour
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")
NAMES = ["swing", "net_win", "rounds", "hold", "ruin", "reserve", "spots", "hours"]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginwin.base.kept.user_cache_path", lambda *_, **__: tmp_path)
    monkeypatch.setattr(swings, "_SAMPLES", 10_000)


def test_the_sentences_say_what_the_tables_hold() -> None:
    section = swings_section(request_for(GLI))
    tables, text = tables_of(section), text_of(section)
    assert list(tables) == NAMES
    assert [row[0] for row in tables["hold"].rows] == [10**power for power in range(2, 7)]
    for sentence in (
        (
            "has a standard deviation of 1.6499 antes, which is 0.9800 per unit of money bet. "
            "The player wins 44.73 %, pushes 0.42 % and loses 54.86 % of the rounds."
        ),
        (
            "After 100 rounds the player is ahead with a chance of 38.31 %, after 1,000,000 "
            "rounds with less than 0.0001 %. In at least 95 cases of 100, "
        ),
        (
            "between -28.00 % and 36.00 % of all antes after 100 rounds, and between 3.99 % "
            "and 4.64 % after 1,000,000."
        ),
        "the risk with 100 antes is 21.44 % within 1,000 rounds.",
        "are examples, assumed and not measured.",
    ):
        assert sentence in text


def test_a_strategy_by_cards_has_no_sampled_spots() -> None:
    section = swings_section(request_for(GLI, "optimal"))
    tables = tables_of(section)
    assert list(tables) == [name for name in NAMES if name != "spots"]
    assert "the strategy optimal looks at the exact cards" in text_of(section)
    deviations = {(row[0], row[4] is None) for row in tables["hours"].rows}
    assert deviations == {(1, False), (6, True)}


def test_a_round_that_can_take_much() -> None:
    """The example of a bankroll covers ten of them; here no round is won, and play bets differ."""
    settings = ["raise.play=[2, 100]", "pays.win.ante={other=-1}", "pays.win.play={other=-1}"]
    settings += [f"pays.{how}.ante={{other=-1}}" for how in ("not-qualified", "tie")]
    section = swings_section(request_for(GLI.with_settings(settings), "always"))
    assert "the risk with 1,010 antes is" in text_of(section)


def test_the_second_time_the_tables_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    first = swings_section(request_for(GLI))
    monkeypatch.delattr(swings, "analyze_risk")
    second = swings_section(request_for(GLI))
    assert tables_of(second) == tables_of(first)
    assert text_of(second) == text_of(first)
    for other in (request_for(GLI, "always"), request_for(GLI.with_settings(["name=other"]))):
        with pytest.raises(NameError):
            swings_section(other)


def test_hours() -> None:
    risk = analyze_risk(GLI, rounds=())
    one = distribution_of(analyze(GLI))
    table = hours_table(risk.analysis, [theoretical_hour(risk, 40, ante) for ante in (5, "5/2")])
    for row, ante in zip(table.rows, (Fraction(5), Fraction(5, 2)), strict=True):
        assert row[:4] == (1, 40, ante, -40 * ante * one.mean)
        assert row[4] == pytest.approx(float(ante) * 40**0.5 * 1.649931)
    assert "published" in table.strategy


@pytest.mark.parametrize("name", ["net-wins", "hold"])
def test_the_figures_draw_themselves(name: str) -> None:
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    figures_of(swings_section(request_for(GLI)))[name].draw(axes)
    assert axes.has_data()
