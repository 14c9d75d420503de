"""The section about playing: what it holds under any rules, and what its sentences say."""

from dataclasses import replace
from pathlib import Path

import pytest
from brute_force import SMALL_DECK, changed, pays, small_counts, with_settings
from real_study import real_study
from section_parts import figures_of, request_for, tables_of, text_of

from ginwin.advice.arranging import ARRANGEMENTS, cost_of_arranging
from ginwin.document.model import Data
from ginwin.report import playing
from ginwin.report.playing import playing_section
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")
RULES = {
    "gli": GLI,
    "play bets": with_settings("dealer.qualifies=A", "raise.play=[1, 2, 3]"),
    "always qualifies": with_settings("dealer.qualifies=always", "name='$ < | ='"),
    "a raise never pays": changed(
        pays={"win": pays(-1, -1), "not-qualified": pays(-1, -1), "tie": pays(-1, -1)}
    ),
}
OF_CARDS = ["exact_cards", "hands_of_a_value", "examples"]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginwin.base.kept.user_cache_path", lambda *_, **__: tmp_path)


@pytest.fixture
def _real(monkeypatch: pytest.MonkeyPatch) -> None:
    """Study the real deck once, and arrange the hands of a small one."""
    arranged = cost_of_arranging(GLI, deck=SMALL_DECK)
    monkeypatch.setattr(playing, "study_strategy", lambda *_, **__: real_study())
    monkeypatch.setattr(playing, "cost_of_arranging", lambda *_, **__: arranged)


@pytest.mark.parametrize("name", RULES)
def test_any_rules(name: str) -> None:
    rules = RULES[name]
    section = playing_section(request_for(rules, counts=small_counts(), quick=True))
    tables = tables_of(section)
    assert list(tables)[:3] == ["strategies", "short_rules", "errors"]
    assert all(table.rows for table in tables.values())
    assert {table.rules for table in tables.values()} == {rules.summary()}
    assert ("boundary" in tables) == (name != "a raise never pays")
    assert ("No decision depends on the exact cards" in text_of(section)) == (
        "exact_cards" not in tables
    )
    assert isinstance(section.blocks[[*map(type, section.blocks)].index(Data)], Data)
    assert "left out of this quick report" in text_of(section)


@pytest.mark.usefixtures("_real")
def test_the_sentences_say_what_the_tables_hold() -> None:
    section = playing_section(request_for(GLI, "threshold:10-9-5-4"))
    tables, text = tables_of(section), text_of(section)
    assert list(tables) == [
        *("strategies", "short_rules", "errors", "boundary", "values"),
        *(*OF_CARDS, "arranging"),
    ]
    for sentence in (
        (
            "Its house edge is 4.30 % of the ante, its element of risk 2.56 % of all money "
            "bet; it raises with 67.84 % of the hands."
        ),
        (
            "The strategy of this report is a threshold (raise with 10-9-5-4 or better). Its "
            "house edge is 4.31 % of the ante, its element of risk 2.56 %; it costs 0.0098 % "
            "of the ante"
        ),
        (
            "to raise with just three dead-wood cards or fewer, 0.91 %; to raise with every "
            "hand, 1.92 %."
        ),
        '"3 or fewer; 4 if highest 10, second 8, 4+ cards to 9", costs 0.0031 % of the ante',
        "Of 4,096 values, 70 have hands that should not all do the same",
        (
            "To decide these by the value alone costs 0.0044 % of the ante; one condition for "
            "each value brings that down to 0.0004 %."
        ),
    ):
        assert sentence in text
    for way in {way for _, way in ARRANGEMENTS}:
        assert way in text.lower()


@pytest.mark.usefixtures("_real")
def test_the_caption_says_what_is_drawn() -> None:
    shown = figures_of(playing_section(request_for(GLI, quick=True)))["decisions"].text
    assert "dotted lines" in shown
    assert "Grey strokes" in shown
    assert "small picture" in shown


def test_the_caption_of_a_decision_that_never_changes() -> None:
    rules = RULES["a raise never pays"]
    section = playing_section(request_for(rules, counts=small_counts(), quick=True))
    assert figures_of(section)["decisions"].text == (
        "Values stand in their order, the best at the left. The highest line is that of the best "
        "decision."
    )


@pytest.mark.usefixtures("_real")
def test_common_errors_are_told_apart() -> None:
    """Those that are the same are told once."""
    table = tables_of(playing_section(request_for(GLI, quick=True)))["strategies"]
    rows = {str(row[0]): row for row in table.rows}
    rows["mimic-dealer"] = (*rows["mimic-dealer"][:-1], rows["always"][-1])
    same = replace(table, rows=tuple(rows.values()))
    assert playing._common_errors(same).endswith(
        "best play: to raise with every hand, 1.92 %; to raise with just three dead-wood cards or "
        "fewer, 0.91 %."
    )


@pytest.mark.usefixtures("_real")
def test_the_best_play_costs_nothing() -> None:
    assert "it costs nothing." in text_of(playing_section(request_for(GLI, "optimal", quick=True)))


@pytest.mark.usefixtures("_real")
def test_the_second_time_the_tables_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    first = playing_section(request_for(GLI))
    for what in ("study_strategy", "cost_of_arranging"):
        monkeypatch.delattr(playing, what)
    second = playing_section(request_for(GLI, "always"))
    assert tables_of(second) == tables_of(first)
    assert text_of(second) != text_of(first)
    with pytest.raises(NameError):
        playing_section(request_for(GLI.with_settings(["name=other"])))


@pytest.mark.usefixtures("_real")
def test_the_figure_draws_itself() -> None:
    from matplotlib.figure import Figure

    (figure,) = figures_of(playing_section(request_for(GLI, quick=True))).values()
    axes = Figure().add_subplot()
    figure.draw(axes)
    assert axes.lines
