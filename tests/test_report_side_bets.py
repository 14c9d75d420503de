"""The section about side bets: one, several, none, and those on other numbers of cards."""

from fractions import Fraction
from pathlib import Path

import pytest
from section_parts import figures_of, request_for, tables_of, text_of

from ginwin.bonus.bonusfile import SideBet
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.play.published import reproduces
from ginwin.report import side_bets
from ginwin.report.request import fitting_side_bets
from ginwin.report.side_bets import side_bets_section
from ginwin.report.wording import other_hands
from ginwin.rules.rules import Rules

GLI = Rules.load("gli")
GIN_BONUS = SideBet.load("gin-bonus")
FIVE = SideBet(
    name="Five $ < | = cards",
    published=True,
    deal={"cards": 5},
    pays=[{"event": "gin", "pays": "7/3"}, {"event": "pair", "pays": 0}],
)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginwin.base.kept.user_cache_path", lambda *_, **__: tmp_path)


def test_none() -> None:
    section = side_bets_section(request_for(GLI))
    assert text_of(section) == "No side bet is part of this report."
    assert len(section.blocks) == 1


def test_one_whose_house_edge_was_published() -> None:
    section = side_bets_section(request_for(GLI, "published", GIN_BONUS))
    tables, text = tables_of(section), text_of(section)
    assert list(tables) == [
        *("side_bet_figures", "side_bet_1", "pay_tables_1", "found_a_1", "found_b_1"),
        *("swing_1", "joint_1", "given_1"),
    ]
    assert "printed as 7.19 % of the side bet" in text
    assert "Their correlation is 0.5605." in text
    assert "2.7023 antes, where the base game alone has 1.6499; the house edge of both " in text
    assert "is 11.50 % of the ante (element of risk 4.28 %)." in text
    for name in ("side_bet_1", "pay_tables_1", "swing_1"):
        assert tables[name].title.endswith("(Gin Bonus, a reconstruction)")
    assert tables["found_a_1"].title.endswith("(Gin Bonus, pay table 2)")
    assert len({table.title for table in tables.values()}) == len(tables)
    assert "other hands" not in text


def test_the_pay_tables_have_the_published_edge() -> None:
    table = tables_of(side_bets_section(request_for(GLI, "published", GIN_BONUS)))["pay_tables_1"]
    place = [column.name for column in table.columns].index("house edge")
    edges = [Fraction(row[place] or 0) for row in table.rows]
    assert len(edges) == 7
    assert all(reproduces(100 * edge, "7.19") for edge in edges)
    assert analyze_bonus(GIN_BONUS).house_edge in edges


def test_another_bet_is_not_searched_for() -> None:
    """Only the preset stands for the published one, and only while it is marked as no more."""
    tables = GIN_BONUS.to_dict()
    for changed in (tables | {"name": "Other"}, tables | {"published": True}):
        section = side_bets_section(request_for(GLI, "published", SideBet(**changed)))
        assert "pay_tables_1" not in tables_of(section)
        assert "only the house edge is known" not in text_of(section)


def test_several_and_of_other_hands() -> None:
    """Two of one name, and one on five cards, which cannot be put together with this game."""
    section = side_bets_section(request_for(GLI, "by-value", FIVE, GIN_BONUS, GIN_BONUS))
    names = list(tables_of(section))
    assert names[:5] == ["side_bet_figures", "side_bet_pays", *(f"side_bet_{n}" for n in (1, 2, 3))]
    assert "swing_1" not in names
    assert {"swing_2", "swing_3"} <= set(names)
    assert "Five $ < | = cards is on 5 cards, and the game deals 7; so the two are not" in text_of(
        section
    )


def test_a_bet_on_other_hands_says_so_at_the_head() -> None:
    usual = "2 or more of a rank, 3 or more of a suit"
    assert other_hands(GIN_BONUS, GLI.with_settings(["deal.cards=5"])) == (
        f"is on other hands than the game: on 7 cards (melds: {usual}), where the game is on 5 "
        f"cards (melds: {usual})."
    )
    assert other_hands(GIN_BONUS, GLI.with_settings(["melds.sequence=true"])) == (
        f"has other melds than the game: {usual}, where the game has {usual} in sequence."
    )
    assert other_hands(GIN_BONUS, GLI) == ""
    section = side_bets_section(request_for(GLI, "always", FIVE))
    assert text_of(section).splitlines()[1].startswith(f"{FIVE.name} is on other hands")


def test_a_bet_of_the_package_that_does_not_fit_is_left_out() -> None:
    five = GLI.with_settings(["deal.cards=5"])
    assert fitting_side_bets(GLI) == ["gin-bonus"]
    assert fitting_side_bets(five) == []
    assert text_of(side_bets_section(request_for(five))).splitlines()[1] == (
        "Gin Bonus, a reconstruction (not a published pay table), a side bet of the package, is on "
        "7 cards and the game deals 5; so it is left out."
    )


def test_a_bet_that_never_varies() -> None:
    bet = SideBet(name="Nothing", published=False, pays=[{"event": "any hand", "pays": 0}])
    text = text_of(side_bets_section(request_for(GLI, "always", bet)))
    assert "correlation" not in text
    assert "Nothing and the base game are settled on the same cards. With one ante" in text


def test_the_second_time_the_tables_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    first = side_bets_section(request_for(GLI, "published", GIN_BONUS))
    monkeypatch.delattr(side_bets, "analyze_bonus")
    assert tables_of(side_bets_section(request_for(GLI, "published", GIN_BONUS))) == tables_of(
        first
    )
    for other in (request_for(GLI, "always", GIN_BONUS), request_for(GLI, "published", FIVE)):
        with pytest.raises(NameError):
            side_bets_section(other)


def test_the_figures_draw_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some bets in each; none is drawn twice."""
    from matplotlib.figure import Figure

    monkeypatch.setattr(side_bets, "_DRAWN", 2)
    section = side_bets_section(request_for(GLI, "always", FIVE, FIVE, GIN_BONUS))
    figures = figures_of(section)
    assert list(figures) == ["side-bets", "side-bets-2"]
    for figure in figures.values():
        axes = Figure().add_subplot()
        figure.draw(axes)
        assert axes.has_data()
