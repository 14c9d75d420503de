"""The section about known cards, with what small decks and few sets give."""

from fractions import Fraction
from pathlib import Path

import pytest
from section_parts import figures_of, request_for, tables_of, text_of
from test_removal import FIVE, SMALL

from ginwin.base.estimates import Estimate
from ginwin.bonus.bonusfile import SideBet
from ginwin.protection.informed import Informed
from ginwin.protection.removal import analyze_removal
from ginwin.protection.study import Protection
from ginwin.report import known_cards
from ginwin.report.known_cards import known_cards_section
from ginwin.rules.rules import Rules

BET = SideBet(
    name="Gin", published=False, deal={"cards": 5}, pays=[{"event": "dead wood 1", "pays": 2}]
)


def row(knowing: str, edge: float, *, exact: bool = True) -> Informed:
    figure = Fraction(edge) if exact else Estimate(edge, 0.001, edge - 0.002, edge + 0.002)
    return Informed(knowing, figure, Fraction(2, 3), Fraction(0), 1.6, exact=exact)


@pytest.fixture
def rows() -> list[Informed]:
    return [
        row("nothing", 0.25),
        row("a dealer card", 0.125),
        row("cards of 1 other seat", 0.0625, exact=False),
        row("cards of 5 other seats", -0.125, exact=False),
    ]


@pytest.fixture(autouse=True)
def made(
    rows: list[Informed], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[dict[str, object]]:
    """Let the section work on a small deck; these are the options that it was made with."""
    options: list[dict[str, object]] = []

    def small(rules: Rules, **given: object) -> Protection:
        options.append(given)
        return Protection(rules, rows=tuple(rows), complete=True)

    def removed(*arguments: object, **given: object) -> object:
        return analyze_removal(*arguments, deck=SMALL, **given)  # type: ignore[arg-type]

    monkeypatch.setattr("ginwin.base.kept.user_cache_path", lambda *_, **__: tmp_path)
    monkeypatch.setattr(known_cards, "protect", small)
    monkeypatch.setattr(known_cards, "analyze_removal", removed)
    return options


def test_exact_and_sampled_rows(made: list[dict[str, object]]) -> None:
    section = known_cards_section(request_for(FIVE, "by-value", BET))
    tables, text = tables_of(section), text_of(section)
    assert list(tables) == ["removal", "protection"]
    table = tables["protection"]
    assert [row[-1] for row in table.rows] == ["exact", "exact", "sampled", "sampled"]
    assert table.columns[-1].name == "method"
    assert made[0]["precision"] == 0.001
    assert made[0]["seed"] == 0
    assert (
        "the house edge is 25.00 % of the ante with nothing known (element of risk 15.00 %), "
        "12.50 % of the ante with a dealer card known (element of risk 7.50 %) and -12.50 % +- "
        "0.20 % of the ante with cards of 5 other seats known (element of risk -7.50 %; sampled, "
        "interval of 95 %). 1 of the 3 ways to know more gives the player the advantage: cards of "
        "5 other seats." in text
    )
    assert "change of edge, Gin" in [column.name for column in tables["removal"].columns]


def test_ranks_that_change_the_edge_alike() -> None:
    changes = {"A": Fraction(1, 5000), **dict.fromkeys(("2", "3", "4", "9"), Fraction(-1, 100))}
    assert known_cards._extreme(changes, Fraction(1, 5000)) == "0.02 % of the ante (rank A)"
    both = known_cards._extreme(changes, Fraction(-1, 100))
    assert both == "-1.00 % of the ante (ranks 2 to 4, 9)"


def test_several_play_bets_have_no_element_of_risk() -> None:
    rules = FIVE.with_settings(["raise.play=[1, 2]"])
    assert "25.00 % of the ante with nothing known, " in text_of(
        known_cards_section(request_for(rules, "optimal"))
    )


@pytest.mark.parametrize(
    ("edges", "sentence"),
    [
        ((0.5, 0.25, 0.25, 0.0), "None of the ways to know more gives the player the advantage."),
        ((-0.5, -0.6, -0.7, -0.8), "The player has the advantage even with nothing known."),
        ((0.5, -0.25, -0.5, -0.5), "3 of the 3 ways to know more give the player the advantage: "),
    ],
)
def test_who_has_the_advantage(
    edges: tuple[float, ...], sentence: str, rows: list[Informed]
) -> None:
    rows[:] = [row(one.knowing, edge) for one, edge in zip(rows, edges, strict=True)]
    assert sentence in text_of(known_cards_section(request_for(FIVE)))


def test_a_strategy_by_cards_has_no_effect_of_removal() -> None:
    section = known_cards_section(request_for(FIVE, "optimal"))
    assert list(tables_of(section)) == ["protection"]
    assert "The effect of removal is left out" in text_of(section)


def test_a_quick_report_leaves_it_out(made: list[dict[str, object]]) -> None:
    section = known_cards_section(request_for(FIVE, quick=True))
    assert tables_of(section) == {}
    assert "is left out of this quick report" in text_of(section)
    assert made == []


def test_the_second_time_the_tables_are_read(made: list[dict[str, object]]) -> None:
    first = known_cards_section(request_for(FIVE))
    second = known_cards_section(request_for(FIVE, "always"))
    assert len(made) == 1
    assert tables_of(first)["protection"] == tables_of(second)["protection"]
    assert tables_of(first)["removal"] != tables_of(second)["removal"]


def test_an_interrupt_keeps_nothing(
    made: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_for(FIVE)
    with monkeypatch.context() as patch:
        patch.setattr(known_cards, "protect", lambda rules, **_: Protection(rules))
        with pytest.raises(KeyboardInterrupt):
            known_cards_section(request)
    known_cards_section(request)
    assert len(made) == 1


def test_the_figure_draws_itself() -> None:
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    figures_of(known_cards_section(request_for(FIVE)))["known-cards"].draw(axes)
    assert axes.has_data()
