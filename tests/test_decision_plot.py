"""The plot of the decisions draws what the table of values holds."""

from functools import cache
from typing import cast

import matplotlib as mpl
from brute_force import changed, pays, small_counts, with_settings
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from real_study import real_study

from ginwin.advice.decision_results import value_table
from ginwin.advice.study import study_strategy
from ginwin.base.tables import Table
from ginwin.plots.decisions import plot_decisions
from ginwin.rules.rules import Rules

mpl.use("agg")


@cache
def small() -> Table:
    return value_table(study_strategy(Rules.load("gli"), small_counts()))


@cache
def real() -> Table:
    return value_table(real_study())


def line(axes: Axes, label: str) -> tuple[list[float], list[float]]:
    (found,) = (one for one in axes.lines if one.get_label() == label)
    return list(cast("list[float]", found.get_xdata())), list(
        cast("list[float]", found.get_ydata())
    )


def test_axes_are_those_given_or_new() -> None:
    import matplotlib.pyplot as plt

    axes = Figure().subplots()
    assert plot_decisions(small(), axes) is axes
    new = plot_decisions(small())
    assert plt.get_fignums() == [new.figure.number]  # type: ignore[union-attr]
    plt.close("all")


def test_lines_hold_the_table() -> None:
    frame = small().to_frame()
    axes = plot_decisions(small(), Figure().subplots())
    assert line(axes, "raise") == (list(frame["number"]), list(frame["raise (antes)"]))
    assert line(axes, "fold") == (list(frame["number"]), list(frame["fold (antes)"]))


def test_labels() -> None:
    axes = plot_decisions(real(), Figure().subplots())
    assert axes.get_xlabel() == "value, the best first (number); above: dead-wood cards"
    assert axes.get_ylabel() == "expected net win (antes)"
    texts = {text.get_text() for text in axes.texts}
    assert texts == {"0\N{EN DASH}2", "3", "4", "5", "7"}  # each alone has no room
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        "raise, worst to best hand",
        "raise",
        "fold",
        "last to raise: 10-8-7-4",
    ]


def test_close_decisions_are_drawn_larger() -> None:
    axes = plot_decisions(real(), Figure().subplots())
    (inset,) = cast("list[Axes]", axes.child_axes)
    numbers, raising = line(inset, "raise")
    assert (min(numbers), max(numbers)) == (numbers[0], numbers[-1])
    assert min(raising) < -1 < max(raising)
    assert len(numbers) < 200


def test_lines_differ_in_grey() -> None:
    axes = plot_decisions(real(), Figure().subplots())
    styles = {(one.get_linestyle(), one.get_linewidth()) for one in axes.lines}
    assert len(styles) == len(axes.lines) == 3


def test_every_play_bet_has_a_line() -> None:
    rules = with_settings("dealer.qualifies=A", "raise.play=[1, 2, 3]")
    table = value_table(study_strategy(rules, small_counts()))
    frame = table.to_frame()
    axes = plot_decisions(table, Figure().subplots())
    for label in ("raise 1", "raise 3", "fold"):
        assert line(axes, label) == (list(frame["number"]), list(frame[f"{label} (antes)"]))
    legend = axes.get_legend()
    assert legend is not None
    names = [text.get_text() for text in legend.get_texts()]
    assert names[:4] == ["raise, worst to best hand", "raise 1", "raise 3", "fold"]
    changes = [one for one in axes.lines if str(one.get_label()).startswith("last to")]
    assert len(changes) > 1
    assert len({str(one._dash_pattern) for one in changes}) == len(changes)  # type: ignore[attr-defined]


def test_nothing_close() -> None:
    never = changed(pays={"win": pays(-1, -1), "not-qualified": pays(-1, -1), "tie": pays(-1, -1)})
    table = value_table(study_strategy(never, small_counts()))
    axes = plot_decisions(table, Figure().subplots())
    assert [one.get_label() for one in axes.lines] == ["raise", "fold"]
    assert not axes.child_axes
