"""The plots of a report draw what their tables hold, for any rules and any names."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import pytest
from brute_force import changed, pays, small_counts
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ginwin.base.estimates import Estimate
from ginwin.base.tables import Cell, Column, Table
from ginwin.bonus.bonusfile import SideBet
from ginwin.bonus.results import bonus_table
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.errors import InputError
from ginwin.play.results import dead_wood_table
from ginwin.plots.decisions import plot_decisions
from ginwin.plots.drawing import VERMILION, draw_figure, figure_bytes
from ginwin.plots.hands import plot_dead_wood
from ginwin.plots.known_cards import plot_known_cards
from ginwin.plots.pays import plot_pays
from ginwin.plots.qualifiers import plot_landscape
from ginwin.plots.side_bets import plot_side_bets, side_bets_size
from ginwin.plots.swings import plot_hold, plot_net_wins
from ginwin.protection.informed import Informed
from ginwin.protection.results import protection_tables
from ginwin.protection.study import Protection
from ginwin.risk.results import hold_table, net_win_table
from ginwin.risk.study import Risk, analyze_risk
from ginwin.rules.rules import Rules
from ginwin.variants.comparison import sweep

mpl.use("agg")

GLI = Rules.load("gli")
ODD = "Odd $x$ \\undefined < | = 金 " + "W" * 90


@cache
def risk() -> Risk:
    return analyze_risk(GLI, rounds=(10, 100, 1000), counts=small_counts())


@cache
def dead_wood() -> Table:
    return dead_wood_table(GLI, small_counts())


@cache
def pay_sweep(strategy: str) -> Table:
    return sweep(GLI, ["pays.win.ante.0=0,1/2,3"], strategy, small_counts())


@cache
def side_bet(name: str = "Bet") -> Table:
    rows = [("gin", "7/3"), ("dead wood 1", 1), ("dead wood 2", 0), ("dead wood 3", "-1/2")]
    pays = [{"event": event, "pays": pay} for event, pay in rows]
    return bonus_table(
        analyze_bonus(SideBet(name=name, published=True, deal={"cards": 5}, pays=pays))
    )


@cache
def known() -> Table:
    rows = (
        Informed("nothing", Fraction(1, 8), Fraction(2, 3), Fraction(0), 1.6, exact=True),
        *(
            Informed(
                f"cards of {seats} other seats",
                Estimate(edge, 0.001, edge - 0.002, edge + 0.002),
                Fraction(2, 3),
                Fraction(0),
                1.6,
                exact=False,
            )
            for seats, edge in ((2, 0.0625), (5, -0.125))
        ),
    )
    return protection_tables(Protection(GLI, rows=rows, complete=True))[0]


def draw(plot: Callable[..., Axes], *arguments: object, **options: object) -> Axes:
    axes = Figure().subplots()
    assert plot(arguments[0], axes, *arguments[1:], **options) is axes
    return axes


def bars(axes: Axes) -> list[Rectangle]:
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def heights(axes: Axes) -> list[float]:
    return [bar.get_height() for bar in bars(axes)]


def exact(cell: Cell) -> float:
    return float(Fraction(str(cell)))


def texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


def ticks(axes: Any, axis: str = "y") -> list[str]:
    return [label.get_text() for label in getattr(axes, f"get_{axis}ticklabels")()]


ALL: dict[str, tuple[Callable[..., Axes], Callable[[], object]]] = {
    "hands": (plot_dead_wood, dead_wood),
    "pays": (plot_pays, lambda: {"a way": pay_sweep("published")}),
    "net wins": (plot_net_wins, lambda: net_win_table(risk())),
    "hold": (plot_hold, lambda: hold_table(risk())),
    "side bets": (plot_side_bets, lambda: [side_bet()]),
    "known cards": (plot_known_cards, known),
}


@pytest.mark.parametrize("name", ALL)
def test_axes_are_those_given_or_new(name: str) -> None:
    import matplotlib.pyplot as plt

    plot, table = ALL[name]
    draw(plot, table())
    axes = plot(table())
    assert plt.get_fignums() == [axes.figure.number]  # type: ignore[union-attr]
    plt.close("all")


@pytest.mark.parametrize("name", ALL)
def test_a_title_is_there_if_it_is_wanted(name: str) -> None:
    plot, table = ALL[name]
    assert draw(plot, table()).get_title()
    assert not draw(plot, table(), title=False).get_title()


@pytest.mark.parametrize("name", ALL)
def test_units_are_on_the_axes(name: str) -> None:
    plot, table = ALL[name]
    axes = draw(plot, table())
    assert any("(" in label for label in (axes.get_xlabel(), axes.get_ylabel()))


def test_hands_by_dead_wood() -> None:
    axes = draw(plot_dead_wood, dead_wood())
    rows = dead_wood().rows[:-1]
    assert heights(axes) == pytest.approx([100 * exact(row[2]) for row in rows])
    assert [text.split("\n")[0] for text in texts(axes)] == [f"{row[1]:,}" for row in rows]
    assert ticks(axes, "x") == [str(row[0]) for row in rows]


def test_rare_hands_keep_two_digits() -> None:
    rows = ((0, 3, Fraction(3, 100_000), None), (1, 99_997, Fraction(99_997, 100_000), None))
    table = replace(dead_wood(), rows=(*rows, ("total", 100_000, Fraction(1), None)))
    assert texts(draw(plot_dead_wood, table)) == ["3\n0.0030 %", "99,997\n100.00 %"]


def test_edge_against_the_pay() -> None:
    tables = {way: pay_sweep(way) for way in ("published", "best-threshold")}
    axes = draw(plot_pays, tables, Fraction(1, 2))
    for way, table in tables.items():
        (line,) = (line for line in axes.lines if line.get_label() == way)
        assert list(line.get_xdata()) == [0, 0.5, 3]  # type: ignore[arg-type]
        edges = list(table.to_frame()["house edge (% of ante)"])
        assert list(line.get_ydata()) == pytest.approx(edges)  # type: ignore[arg-type]
    assert "these rules: 1/2 to 1" in [line.get_label() for line in axes.lines]
    assert axes.get_xlabel() == "pay for a win with no dead wood (to one)"


def test_net_wins() -> None:
    table = net_win_table(risk())
    axes = draw(plot_net_wins, table)
    rows = table.rows[:-1]
    assert ticks(axes, "x") == [str(row[0]) for row in rows]
    assert heights(axes) == pytest.approx([100 * exact(row[2]) for row in rows])
    lost = [bar.get_hatch() == "//" for bar in bars(axes)]
    assert lost == [Fraction(str(row[0])) < 0 for row in rows]


def test_rare_wins_are_seen() -> None:
    """A win of two in a million rounds has a bar and a number."""
    table = net_win_table(risk())
    rare = Fraction(2, 10**6)
    rows = ((-1, 1, 1 - rare, None, None), (60, 1, rare, None, None), table.rows[-1])
    axes = draw(plot_net_wins, replace(table, rows=rows))
    assert axes.get_yscale() == "log"
    assert "logarithmic" in axes.get_ylabel()
    assert axes.get_ylim()[0] < 0.0001
    assert texts(axes) == ["100.00", "0.00020"]


def test_many_net_wins_have_upright_names() -> None:
    rows = tuple((win, 1, Fraction(1, 40), None, None) for win in range(-5, 35))
    table = net_win_table(risk())
    axes = draw(plot_net_wins, replace(table, rows=(*rows, table.rows[-1])))
    assert len(bars(axes)) == 40
    assert not axes.texts
    assert {label.get_rotation() for label in axes.get_xticklabels()} == {90}


def test_bands_of_the_hold() -> None:
    table = hold_table(risk())
    axes = draw(plot_hold, table, risk().analysis.house_edge)
    frame = table.to_frame()
    lines = [list(line.get_ydata()) for line in axes.lines]  # type: ignore[arg-type]
    for level in ("90", "95", "99"):
        for end in ("from", "to"):
            assert list(frame[f"{level} % {end} (% of ante)"]) in lines
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        *("99 % of cases", "95 % of cases", "90 % of cases", "house edge")
    ]
    assert lines[-1] == [100 * float(risk().analysis.house_edge)] * 2
    assert axes.get_xscale() == "log"
    assert "logarithmic" in axes.get_xlabel()


def test_one_number_of_rounds() -> None:
    table = hold_table(risk())
    draw(plot_hold, replace(table, rows=table.rows[:1]))


def test_side_bets() -> None:
    table = side_bet()
    axes = draw(plot_side_bets, [table])
    returns = [Fraction(row[-1] or 0) for row in table.rows]
    assert [bar.get_width() for bar in bars(axes)] == [float(100 * part) for part in returns]
    assert ticks(axes) == [
        "Bet",
        "gin (7/3 to 1)",
        "dead wood 1 (1 to 1)",
        "dead wood 2 (push)",
        "dead wood 3 (1/2 of the bet lost)",
        "none of these (lost)",
        "total, minus the house edge",
    ]
    lost = [bar.get_hatch() == "//" for bar in bars(axes)[:-1]]
    assert lost == [part < 0 for part in returns[:-1]]


def test_many_side_bets_have_room() -> None:
    """All labels are in the picture, and none is upon another."""
    tables = [side_bet(), side_bet("A much longer name, of two lines at the least")] * 4
    width, height = side_bets_size(tables)
    assert height == 10 > side_bets_size(tables[:2])[1]
    figure = draw_figure(lambda axes: plot_side_bets(tables, axes), (width, height))
    labels = [label.get_window_extent() for label in figure.axes[0].get_yticklabels()]
    assert len(labels) == 8 * 7
    assert all(label.x0 >= 0 for label in labels)
    assert all(above.y0 >= below.y1 for above, below in pairwise(labels))


def test_side_bets_have_the_names_given() -> None:
    assert ticks(draw(plot_side_bets, [side_bet()], ["Another"]))[0] == "Another"


def test_known_cards() -> None:
    axes = draw(plot_known_cards, known())
    assert [bar.get_width() for bar in bars(axes)] == [12.5, 6.25, -12.5]
    assert ticks(axes) == ["nothing", "cards of 2 other seats", "cards of 5 other seats"]
    (right,) = axes.child_axes
    column = known().columns[1]
    edges = [column.write(cell) for cell in (Fraction(1, 8), Fraction(1, 16), Fraction(-1, 8))]
    half = column.write(Fraction(2, 1000))
    assert ticks(right) == [edges[0], f"{edges[1]} +- {half}", f"{edges[2]} +- {half}"]
    colours = [to_hex(bar.get_facecolor()) == VERMILION for bar in bars(axes)]
    assert colours == [False, False, True]
    assert [bar.get_hatch() for bar in bars(axes)] == ["", "", "//"]


def test_sampled_bars_are_lighter_and_a_legend_says_so() -> None:
    axes = draw(plot_known_cards, known())
    exact, *sampled = (to_rgba(bar.get_facecolor())[3] for bar in bars(axes))
    assert exact == 1 > max(sampled)
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        *("exact", "sampled, with its interval")
    ]
    only = draw(plot_known_cards, replace(known(), rows=known().rows[:1]))
    assert only.get_legend() is None


def test_what_is_written_beside_a_bar_is_in_the_picture() -> None:
    figure = draw_figure(lambda axes: plot_known_cards(known(), axes))
    (right,) = figure.axes[0].child_axes
    labels = [label.get_window_extent() for label in right.get_yticklabels()]
    frame = figure.axes[0].get_window_extent()
    assert all(frame.x1 < label.x0 < label.x1 <= figure.bbox.x1 for label in labels)


def test_intervals_of_known_cards() -> None:
    axes = draw(plot_known_cards, known())
    ends = [list(path[:, 0]) for part in axes.collections for path in part.get_segments()]  # type: ignore[attr-defined]
    assert ends == [pytest.approx([6.05, 6.45]), pytest.approx([-12.7, -12.3])]


@pytest.mark.parametrize("name", ALL)
def test_any_name_is_drawn(name: str) -> None:
    """Nothing warns, and nothing in a name is a formula; the bytes are the same each time."""
    plot, given = ALL[name]
    table = given()
    odd: object
    match table:
        case Table():
            odd = replace(table, rules=(ODD,))
        case dict():
            odd = {ODD: replace(next(iter(table.values())), rules=(ODD,))}
        case _:
            odd = [side_bet(ODD)]
    first, second = (draw_figure(lambda axes: plot(odd, axes)) for _ in range(2))
    assert figure_bytes(first, ".svg") == figure_bytes(second, ".svg")


def test_a_figure_is_the_same_in_any_order_and_style() -> None:
    def drawn(axes: Axes) -> Axes:
        return plot_side_bets([side_bet()], axes)

    first = draw_figure(drawn)
    svg, png = (figure_bytes(first, kind) for kind in (".svg", ".png"))
    with mpl.rc_context({"font.size": 20, "svg.fonttype": "none", "figure.dpi": 50}):
        second = draw_figure(drawn)
        assert figure_bytes(second, ".png") == png
        assert figure_bytes(second, ".svg") == svg
        assert mpl.rcParams["font.size"] == 20


def test_rules_that_never_vary() -> None:
    always = changed(pays={"win": pays(-1, -1), "not-qualified": pays(-1, -1), "tie": pays(-1, -1)})
    sure = analyze_risk(always, "always", rounds=(10, 100), counts=small_counts())
    assert len(bars(draw(plot_net_wins, net_win_table(sure)))) == 1
    draw(plot_hold, hold_table(sure), sure.analysis.house_edge)


@pytest.mark.parametrize(
    "plot",
    [
        plot_dead_wood,
        plot_decisions,
        plot_net_wins,
        plot_hold,
        plot_landscape,
        plot_known_cards,
        lambda table: plot_pays({"other": table}),
        lambda table: plot_side_bets([table]),
    ],
)
def test_another_table_is_refused(plot: Callable[[Table], Axes]) -> None:
    other = Table("versions", "Versions", (Column("software"),), (("numpy",),), ("any",))
    with pytest.raises(InputError, match="table: value 'versions' is not allowed; allowed: the"):
        plot(other)
