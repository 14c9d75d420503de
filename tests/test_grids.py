"""Grids of settings: how they are written, numbered, counted and refused."""

from itertools import product
from typing import Any

import pytest

from ginwin.errors import InputError
from ginwin.rules.rules import Rules
from ginwin.variants.grids import MOST_RULE_SETS, Axis, Grid

GLI = Rules.load("gli")


def choices(text: str, base: Rules = GLI) -> list[str]:
    """The values of an axis of one key."""
    return [value for (value,) in Axis.parse(text, base).choices]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("pays.win.ante.0=3", ["3"]),
        (" pays.win.ante.0 = 1, 2 ,3 ", ["1", "2", "3"]),
        ("pays.win.ante.0=1..3", ["1", "2", "3"]),
        ("pays.win.ante.0=-1..1,5", ["-1", "0", "1", "5"]),
        ("pays.win.ante.0=7..7", ["7"]),
        ("dealer.qualifies=J-10-9-8,4 cards,always", ["J-10-9-8", "4 cards", "always"]),
        ("compare.cards=all cards,count", ["all cards", "count"]),
        ("raise.play=[1],[1, 2]", ["[1]", "[1, 2]"]),
        ("pays.win.ante={0 = 3, other = 1},{other = 1}", ["{0 = 3, other = 1}", "{other = 1}"]),
        ('name="a,b",c', ['"a,b"', "c"]),
        ("dealer.qualifies=10-9-8-5..10-9-8-7", ["10-9-8-5", "10-9-8-6", "10-9-8-7"]),
        ("dealer.qualifies=gin..3", ["gin", "A", "2", "3"]),
        ("dealer.qualifies=k-q-j-10-9-8-6..always", ["K-Q-J-10-9-8-6", "K-Q-J-10-9-8-7", "always"]),
    ],
)
def test_axis_of_one_key(text: str, values: list[str]) -> None:
    assert choices(text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("pays.win.ante.0+pays.win.play.0=3+1,1+3", [("3", "1"), ("1", "3")]),
        (
            "pays.tie.ante.other + pays.tie.play.other = -1..1",
            [("-1",) * 2, ("0",) * 2, ("1",) * 2],
        ),
        (
            "dealer.qualifies+raise.play=always+[1, 2],gin+[1]",
            [("always", "[1, 2]"), ("gin", "[1]")],
        ),
    ],
)
def test_keys_tied_together(text: str, values: list[tuple[str, ...]]) -> None:
    assert list(Axis.parse(text, GLI).choices) == values


def test_all_qualifiers() -> None:
    labels = choices("dealer.qualifies=gin..always")
    assert len(labels) == 4097
    assert len(set(labels)) == 4097
    # five cards cannot leave four; pairs can be dead wood where three of a rank are a meld
    threes = GLI.with_settings(["deal.cards=5", "melds.rank=3"])
    labels = choices("dealer.qualifies=gin..always", threes)
    assert {label.count("-") + 1 for label in labels[1:-1]} == {1, 2, 3, 5}
    assert "K-K" in labels
    assert "K-K-K" not in labels


def test_combinations_are_numbered_last_axis_fastest() -> None:
    grid = Grid.of(
        GLI,
        [
            "dealer.qualifies=2,J-10-9-8",
            "pays.win.ante.0+pays.win.play.0=1+3,2",
            Axis(("raise.play",), (("[1]",), ("[2]",), ("[1, 2]",))),
        ],
    )
    assert grid.keys == ("dealer.qualifies", "pays.win.ante.0", "pays.win.play.0", "raise.play")
    assert grid.shape == (2, 2, 3)
    assert grid.size == 12
    every = [grid.choices(number) for number in range(grid.size)]
    assert every == list(product(range(2), range(2), range(3)))
    assert grid.values(0) == ("2", "1", "3", "[1]")
    assert grid.values(11) == ("J-10-9-8", "2", "2", "[1, 2]")
    rules = grid.rules(11)
    assert (
        rules.difference(
            GLI.with_settings(
                [
                    "dealer.qualifies=J-10-9-8",
                    "pays.win.ante.0=2",
                    "pays.win.play.0=2",
                    "raise.play=[1, 2]",
                ]
            )
        )
        == []
    )
    assert grid.rules(0).dealer.qualifies == "2"  # one dead-wood card, not a number


def test_no_axes_leave_the_base() -> None:
    grid = Grid.of(GLI, [])
    assert (grid.size, grid.shape, grid.keys) == (1, (), ())
    assert grid.rules(0) == GLI


def test_changes_count_what_matters() -> None:
    grid = Grid.of(
        GLI,
        [
            "dealer.qualifies=10-9-8-7,always",
            "pays.win.ante.0+pays.win.play.0=3+1,1+3,3+2",
            "pays.win.ante.1=1,2",  # what all other counts pay anyway, and more
            "name=a,b",
            "pays.tie={ante = {other = 1}, play = {0 = 2, 1 = 3, other = 0}}",
        ],
    )
    assert grid.changes == ((0, 1), (0, 2, 1), (0, 1), (0, 0), (3,))


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["dealer.qualifies"], "grid: value 'dealer.qualifies' is not allowed"),
        (["=1"], "grid: value '=1' is not allowed"),
        (["pays.win.ante.0="], "grid: value 'pays.win.ante.0=' is not allowed"),
        (["a++b=1"], "grid: value 'a++b=1' is not allowed"),
        (["pays.win.ante.0=1,,2"], "pays.win.ante.0: value '' is not allowed"),
        (["pays.win.ante.0=3..1"], "grid: value '3..1' is not allowed"),
        (["pays.win.ante.0=1..2..3"], "grid: value '1..2..3' is not allowed"),
        (["pays.win.ante.0=1..x"], "grid: value '1..x' is not allowed"),
        (["pays.win.ante.0=0..999999999"], "grid: value '0..999999999' is not allowed"),
        (["dealer.qualifies=x..always"], "dealer.qualifies: value 'x' is not allowed"),
        (["dealer.qualifies=3..x"], "dealer.qualifies: value 'x' is not allowed"),
        (["dealer.qualifies=always..gin"], "dealer.qualifies: value 'always' is not allowed"),
        (["dealer.qualifies=K..2"], "grid: value 'K..2' is not allowed"),
        (["dealer.qualifies=3,x"], "dealer.qualifies: value 'x' is not allowed"),
        (["pays.win.ante.0+raise.play=1+[1]+2"], "grid: value '1+[1]+2' is not allowed"),
        (["dealer.qualifie=gin"], "dealer.qualifie: value 'gin' is not allowed"),
        (["pays.win.ante.0=1", "pays.win.ante.0=2"], "grid: value 'pays.win.ante.0' is not"),
        (["melds.rank=1"], "melds.rank: value 1 is not allowed"),
        (["pays.win.ante.0=1,2,1"], "grid: value '1' is not allowed"),
        (["pays.win.ante.0=1..3,2"], "grid: value '2' is not allowed"),
        (
            ["dealer.qualifies=gin", "dealer={qualifies='always'}"],
            "grid: value 'dealer.qualifies' is not allowed",
        ),
        (
            ["pays.win.ante={other=2}", "pays.win.ante.0=1"],
            "grid: value 'pays.win.ante.0' is not allowed",
        ),
        (
            ["pays.tie.ante+pays.tie.ante.0={other=2}+1"],
            "grid: value 'pays.tie.ante.0' is not allowed",
        ),
        (["raise.play+raise.play=[1]+[2]"], "grid: value 'raise.play' is not allowed"),
    ],
)
def test_refused(texts: list[str], message: str) -> None:
    with pytest.raises(InputError) as error:
        Grid.of(GLI, texts)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("keys", "choices"),
    [
        ((), (("1",),)),
        (("pays.win.ante.0",), ()),
        (("pays.win.ante.0",), (("1", "2"),)),
        (("pays.win.ante.0", "pays.win.ante.1"), (("1",),)),
        (("pays.win.ante.0",), ((1,),)),
        ((1,), (("1",),)),
        ((" pays.win.ante.0",), (("1",),)),
        (("pays.win.ante.0=1",), (("1",),)),
        (("pays.win.ante.0",), (("1",), ("1",))),
    ],
)
def test_an_axis_that_is_none(keys: tuple[str, ...], choices: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(InputError) as error:
        Axis(keys, choices)
    assert error.value.field == "grid"


def test_what_is_no_axis() -> None:
    axes: list[Any] = [1]
    with pytest.raises(InputError, match="an Axis, or KEY=VALUE"):
        Grid.of(GLI, axes)


@pytest.mark.parametrize("number", [2, -1, True, 0.0])
def test_a_rule_set_that_there_is_not(number: int) -> None:
    grid = Grid.of(GLI, ["pays.win.ante.0=1,2"])
    for get in (grid.rules, grid.values, grid.choices, grid.settings):
        with pytest.raises(InputError, match="a whole number from 0 to 1"):
            get(number)


def test_a_grid_that_is_too_large_says_its_size() -> None:
    texts = [f"pays.win.ante.{count}=0..100" for count in (0, 1, 2)]
    with pytest.raises(InputError) as error:
        Grid.of(GLI, texts)
    assert str(error.value) == (
        "grid: value '101 x 101 x 101 = 1,030,301 rule sets' is not allowed; "
        f"allowed: at most {MOST_RULE_SETS:,}"
    )
