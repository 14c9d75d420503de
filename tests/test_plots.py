"""Plots draw what a table holds, on the axes they are given, and never show anything."""

import warnings
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import cast

import matplotlib as mpl
import pytest
from brute_force import small_counts
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from ginwin.base.tables import Table
from ginwin.errors import InputError
from ginwin.plots.drawing import check_plot_file, write_plot
from ginwin.plots.qualifiers import plot_landscape
from ginwin.rules.rules import Rules
from ginwin.variants.qualifiers import landscape

mpl.use("agg")


@cache
def small() -> Table:
    return landscape(Rules.load("gli"), small_counts())


def test_axes_are_those_given() -> None:
    axes = Figure().subplots()
    assert plot_landscape(small(), axes, mark="3") is axes


def test_axes_are_made_if_none_are_given() -> None:
    import matplotlib.pyplot as plt

    axes = plot_landscape(small())
    assert plt.get_fignums() == [axes.figure.number]  # type: ignore[union-attr]
    plt.close("all")


def test_lines_hold_the_table() -> None:
    axes = plot_landscape(small(), Figure().subplots())
    frame = small().to_frame()
    for column in (3, 4, 5):
        name = small().columns[column].name
        (line,) = (line for line in axes.lines if line.get_label() == name)
        assert list(cast("list[float]", line.get_xdata())) == list(frame.iloc[:, 2])
        assert list(cast("list[float]", line.get_ydata())) == list(frame.iloc[:, column])


def test_labels_and_units() -> None:
    axes = plot_landscape(small(), Figure().subplots(), mark="every hand")
    assert axes.get_xlabel() == "dealer qualifies (% of hands); above: dead-wood cards"
    assert axes.get_ylabel() == "house edge (% of ante)"
    assert axes.get_title() == "House edge by the dealer's qualifier\nGin and Win, GLI report"
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        "edge by published strategy",
        "edge by value",
        "edge by best threshold",
        "every hand",
    ]
    texts = [text.get_text() for text in axes.texts]
    assert {"0", "1", "2"} <= set(texts)  # the bands of dead-wood counts


def test_lines_differ_in_grey() -> None:
    axes = plot_landscape(small(), Figure().subplots())
    lines = [line for line in axes.lines if not str(line.get_label()).startswith("_")]
    styles = {(line.get_linestyle(), line.get_linewidth()) for line in lines}
    assert len(styles) == len(lines) == 3


NAMES = ("$x$ and $\\undefined$", r"a \$ b$", "金", "W" * 200, "words " * 33)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_drawn_as_it_is_and_whole(name: str, tmp_path: Path) -> None:
    """No formula, no warning about a missing character, nothing outside the picture."""
    table = replace(small(), rules=(name,))
    write_plot(tmp_path / "plot.png", lambda axes: plot_landscape(table, axes, "3"))
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = plot_landscape(table, figure.subplots(), "3")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        figure.draw_without_rendering()
        box, inside = axes.title.get_window_extent(), figure.bbox
    assert box.x0 >= inside.x0
    assert box.x1 <= inside.x1
    assert box.y1 <= inside.y1
    shown = axes.title.get_text().replace("\\$", "$").split("\n", 1)[1]
    assert "".join(shown.split()) == "".join(name.split())


def test_the_mark_hides_nothing_and_is_whole() -> None:
    axes = plot_landscape(small(), Figure().subplots(), mark="every hand")
    (mark,) = (line for line in axes.lines if line.get_label() == "every hand")
    assert list(cast("list[float]", mark.get_xdata())) == [100]
    assert not mark.get_clip_on()
    assert all(text.get_text().isdecimal() for text in axes.texts)


def test_letters_upon_bands_can_be_read_in_any_style() -> None:
    """Under a dark style letters are white, so the bands let the dark through."""
    axes = plot_landscape(small(), Figure().subplots())
    opacities = [to_rgba(band.get_facecolor())[3] for band in axes.patches]
    assert opacities
    assert max(opacities) < 0.2


def test_narrow_bands_have_no_label() -> None:
    rows = list(small().rows)
    narrow = [(row[0], 5, Fraction(99 + k, 100), *row[3:]) for k, row in enumerate(rows[-2:])]
    wide = [(row[0], 1, Fraction(99, 100), *row[3:]) for row in rows[:1]]
    axes = plot_landscape(replace(small(), rows=(*wide, *narrow)), Figure().subplots())
    assert [text.get_text() for text in axes.texts] == ["1"]


@pytest.mark.parametrize(
    ("name", "start"), [("plot.png", b"\x89PNG"), ("plot.SVG", b"<?xml"), ("plot.pdf", b"%PDF")]
)
def test_files_are_the_same_each_time(name: str, start: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    contents = []
    for _ in range(2):
        write_plot(path, lambda axes: plot_landscape(small(), axes))
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]
    assert contents[0].startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["plot", "plot.jpg", ".png"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(InputError) as error:
        check_plot_file(name)
    assert error.value.allowed == "a name that ends in .png, .svg or .pdf"
