"""The search for pay tables: equal to a naive one, complete, and what it says about 7.19 %."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginwin.bonus.bonusfile import CUSTOMARY_PAYS, PayChoices, SideBet
from ginwin.bonus.design import ORDERS, PayDesign, design_pays
from ginwin.bonus.event_lists import oddness
from ginwin.bonus.features import Features
from ginwin.bonus.results import design_table
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.cards import Deck
from ginwin.cli import main
from ginwin.errors import InputError

EDGE, HALF_UNIT = Fraction(719, 10_000), Fraction(5, 100_000)  # 7.19 %, two decimals
COUNTS = [f"dead wood {count}" for count in (0, 1, 2, 3, 4, 5, 7)]

Pays = tuple[Fraction | None, ...]
"""The pay of each event, None where it is left out."""


@cache
def small() -> Features:
    return Features.build(deck=Deck(4, 4))


def choices(*rows: tuple[str, object], optional: Sequence[str] = (), **keys: object) -> PayChoices:
    tables = []
    for event, pays in rows:
        row = {"event": event, "optional": event in optional}
        tables.append(row if pays is None else row | {"pays": pays})
    return PayChoices(pays=tables, **keys)


def pays_of(design: PayDesign) -> list[Pays]:
    """The pay tables of a design, a pay or None for each event."""
    events = [str(row.event) for row in design.choices.pays]
    tables = [{str(row.event): row.pays for row in found.bet.pays} for found in design.tables]
    return [tuple(table.get(event) for event in events) for table in tables]


def written(pays: Pays) -> str:
    return " ".join("." if pay is None else str(pay) for pay in pays)


def naive(searched: PayChoices, order: str) -> dict[Pays, Fraction]:
    """Every pay table with its house edge, one by one."""
    found: dict[Pays, Fraction] = {}
    options = [
        [*(row.pays or searched.customary), *([None] if row.optional else [])]
        for row in searched.pays
    ]
    for pays in product(*options):
        listed = [
            (row.event, pay)
            for row, pay in zip(searched.pays, pays, strict=True)
            if pay is not None
        ]
        falls = {
            "falling": all(a[1] >= b[1] for a, b in pairwise(listed)),
            "strictly falling": all(a[1] > b[1] for a, b in pairwise(listed)),
            "any": True,
        }
        if not (listed and falls[order]):
            continue
        bet = SideBet(published=False, pays=[{"event": e, "pays": p} for e, p in listed])
        analysis = analyze_bonus(bet, small())
        if all(row.combinations for row in analysis.rows[:-1]):
            found[pays] = analysis.house_edge
    return found


def simplicity(pays: Pays, distance: Fraction) -> tuple[int, int, Fraction]:
    listed = [pay for pay in pays if pay is not None]
    return len(listed), sum(map(oddness, listed)), distance


SMALL = choices(
    ("4 of one suit", [8, 20, 12]),
    ("three of a kind", [8, 5, "5/2"]),
    ("gin", None),
    ("gin and pair", [9]),  # never reached when gin is on the list
    ("dead wood 1", [0, "1/2", -1]),
    optional=["4 of one suit", "three of a kind", "gin", "gin and pair", "dead wood 1"],
    customary=[1, 2, 3, 5, "7/2"],
)


@cache
def all_small(order: str) -> dict[Pays, Fraction]:
    return naive(SMALL, order)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("target", [Fraction(1, 10), Fraction(-2), Fraction(1, 3)])
@pytest.mark.parametrize("tolerance", [Fraction(0), Fraction(1, 50), Fraction(1, 2), Fraction(50)])
def test_equals_a_naive_search(order: str, target: Fraction, tolerance: Fraction) -> None:
    every = all_small(order)
    distances = {pays: abs(edge - target) for pays, edge in every.items()}
    near = {pays: d for pays, d in distances.items() if d <= tolerance}
    design = design_pays(SMALL, target, tolerance, order=order, show=10_000, features=small())
    assert (design.space, design.found) == (len(every), len(near))
    tables = pays_of(design)
    if near:
        assert set(tables) == set(near)
        keys = [simplicity(pays, near[pays]) for pays in tables]
        assert keys == sorted(keys)
    else:
        assert [distances[pays] for pays in tables] == sorted(distances.values())
    assert [table.house_edge for table in design.tables] == [every[pays] for pays in tables]


@given(
    st.lists(
        st.lists(st.integers(-1, 40), min_size=1, max_size=4, unique=True), min_size=1, max_size=4
    ),
    st.sampled_from(ORDERS),
    st.integers(0, 15),
    st.fractions(-3, 1, max_denominator=50),
    st.fractions(0, 2, max_denominator=50),
)
@settings(max_examples=60)
def test_equals_a_naive_search_whatever_the_pays(
    pays: list[list[int]], order: str, optional: int, target: Fraction, tolerance: Fraction
) -> None:
    events = ["4 of one suit", "gin", "dead wood 1", "2 or more pairs"][: len(pays)]
    may_go = [event for k, event in enumerate(events) if optional >> k & 1]
    searched = choices(*zip(events, pays, strict=True), optional=may_go)
    every = naive(searched, order)
    if not every:
        with pytest.raises(InputError):
            design_pays(searched, target, tolerance, order=order, features=small())
        return
    near = [pays for pays, edge in every.items() if abs(edge - target) <= tolerance]
    design = design_pays(searched, target, tolerance, order=order, show=1000, features=small())
    assert (design.space, design.found) == (len(every), len(near))
    if near:
        assert set(pays_of(design)) == set(near)
    else:
        nearest = min(abs(edge - target) for edge in every.values())
        assert abs(design.tables[0].house_edge - target) == nearest


def test_the_simplest_are_shown_of_many() -> None:
    all_of_them = design_pays(SMALL, Fraction(0), Fraction(9), show=10_000, features=small())
    few = design_pays(SMALL, Fraction(0), Fraction(9), show=7, features=small())
    assert few.found == all_of_them.found > 7
    assert pays_of(few) == pays_of(all_of_them)[:7]
    assert f"{few.found:,}; the simplest 7 are shown" in few.summary()[1]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("show", [1, 3, 100])
def test_as_many_as_asked_for_are_shown(order: str, show: int) -> None:
    every = all_small(order)
    for target in (Fraction(1, 3), Fraction(-9000), Fraction(2), 0.1):
        design = design_pays(SMALL, target, 0, order=order, show=show, features=small())
        distances = sorted(abs(edge - design.target) for edge in every.values())
        assert design.found == 0
        assert [abs(table.house_edge - design.target) for table in design.tables] == distances[
            :show
        ]


def test_pays_and_tolerances_of_any_size() -> None:
    """The bounds of the search and the distances stay within 64 bits."""
    pays = ["1/997", "1/991", "1/983"]
    fine = choices(*((event, pays) for event in COUNTS[:4]))
    for target, tolerance in ((Fraction(5, 100), 200), (-(10**5), 10**6), (0, 10**6)):
        design = design_pays(fine, target, tolerance)
        assert (design.found, design.space) == (15, 15)
        edges = [table.house_edge for table in design.tables]
        assert edges == sorted(edges, key=lambda edge: abs(edge - target))
    far = design_pays(fine, 10**6, 0, show=3)
    assert (far.found, len(far.tables)) == (0, 3)
    assert far.tables[0].house_edge == max(edges)


def test_progress_adds_up_and_an_interrupt_stops_the_search() -> None:
    done: list[int] = []

    @contextmanager
    def bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
        assert what == "pay tables"
        yield done.append
        assert sum(done) == total

    design = design_pays(SMALL, Fraction(0), Fraction(9), features=small(), bar=bar)
    assert sum(done) == design.space

    @contextmanager
    def interrupted(total: int, _: str) -> Iterator[Callable[[int], None]]:
        def interrupt(number: int) -> None:
            assert 0 <= number < total
            if number:
                raise KeyboardInterrupt

        yield interrupt

    endless = choices(*((event, list(range(200))) for event in ("4 of one suit", *COUNTS[:4])))
    with pytest.raises(KeyboardInterrupt):
        design_pays(endless, 0, 1000, order="any", features=small(), bar=interrupted)


@pytest.mark.parametrize(
    ("pay", "odd"),
    [("0", 0), ("-1", 0), ("1", 0), ("50", 0), ("300", 0), ("4", 1), ("80", 1), ("25", 1),
     ("750", 1), ("12", 2), ("125", 2), ("3/2", 3)],
)  # fmt: skip
def test_oddness(pay: str, odd: int) -> None:
    assert oddness(Fraction(pay)) == odd


# The open question: 7.19 % of the Gin Bonus


def test_no_usual_pay_table_on_the_count_alone() -> None:
    """No whole pays up to 1000 that never rise down the list, with losses anywhere below."""
    searched = choices(*((event, list(range(-1, 1001))) for event in COUNTS))
    design = design_pays(searched, EDGE, HALF_UNIT)
    assert (design.found, design.space) == (0, 205_459_334_022_406_608)
    assert written(pays_of(design)[0]) == "18 0 -1 -1 -1 -1 -1"
    assert f"{100 * float(design.tables[0].house_edge):.3f}" == "7.446"


def test_nine_unusual_ones_on_the_count_alone() -> None:
    """In any order: nine, and each pays more for some count than for a lower one."""
    searched = choices(*((event, list(range(-1, 1001))) for event in COUNTS))
    design = design_pays(searched, EDGE, HALF_UNIT, order="any")
    assert (design.found, design.space) == (9, 1002**7)
    for pays in pays_of(design):
        listed = [pay for pay in pays if pay is not None]
        assert any(low < high for low, high in pairwise(listed))


FINER = ("7 in sequence of one suit", "four of a kind and three of a kind", "7 of one suit")


def finer(counts: int) -> PayDesign:
    rows = [(event, None) for event in (*FINER, "gin", *COUNTS[1:counts])]
    searched = choices(*rows, optional=FINER)
    return design_pays(searched, EDGE, HALF_UNIT, order="strictly falling", show=100)


def test_customary_pays_with_finer_events() -> None:
    designs = [finer(counts) for counts in range(1, 7)]
    assert [design.found for design in designs] == [0, 0, 24, 0, 0, 0]
    assert sum(design.space for design in designs) == 77_656_612
    tables = pays_of(designs[2])
    assert {written(pays[3:]) for pays in tables} == {"4 2 0"}
    assert written(tables[0]) == ". . 60 4 2 0"  # the simplest: the reconstruction
    assert written(tables[1]) == ". 100 50 4 2 0"
    reconstruction = SideBet.load("gin-bonus")
    assert designs[2].tables[0].bet.pays == reconstruction.pays


# What may be paid above the dead-wood counts, each also with "gin and" where it can be either.
ALWAYS_OR_NEVER_GIN = (
    "7 of one suit", "7 in sequence of one suit", "four of a kind and three of a kind",
    "three of a kind and 2 pairs", "four of a kind and pair",
)  # fmt: skip
SOMETIMES_GIN = (
    "6 or more of one suit", "5 or more of one suit", "6 or more in sequence of one suit",
    "5 or more in sequence of one suit", "4 or more in sequence of one suit", "four of a kind",
    "2 threes of a kind", "three of a kind and pair", "3 pairs", "three of a kind",
)  # fmt: skip


def test_customary_pays_with_one_event_above_the_counts() -> None:
    """Falling strictly, over up to four dead-wood cards: eight pay tables."""
    above = (*ALWAYS_OR_NEVER_GIN, *SOMETIMES_GIN, *(f"gin and {event}" for event in SOMETIMES_GIN))
    space, found = 0, []
    for event in above:
        for counts in range(1, 6):
            searched = choices((event, None), ("gin", None), *((e, None) for e in COUNTS[1:counts]))
            design = design_pays(searched, EDGE, HALF_UNIT, order="strictly falling")
            space += design.space
            tables = pays_of(design) if design.found else []
            found += [f"{event}: {written(pays)}" for pays in tables]
    assert space == 23_565_425
    assert found == [
        "7 of one suit: 60 4 2 0",
        "three of a kind and 2 pairs: 80 9 2",
        "5 or more in sequence of one suit: 12 4 2 0",
        "four of a kind: 20 7 1 0",
        "2 threes of a kind: 10 4 2 0",
        "gin and 6 or more in sequence of one suit: 500 4 2 0",
        "gin and 4 or more in sequence of one suit: 750 2 0",
        "gin and 3 pairs: 15 4 2 0",
    ]


# What is refused


@pytest.mark.parametrize(
    ("searched", "arguments", "field"),
    [
        (choices(("gin", 1)), {"order": "up"}, "order"),
        (choices(("gin", 1)), {"tolerance": Fraction(-1)}, "tolerance"),
        (choices(("gin", 1)), {"show": 0}, "show"),
        (choices(("gin", 1), ("value gin", 1)), {}, "pays.2.event"),
        (choices(("dead wood 6", 1)), {}, "pays.1.event"),
        (choices(("dead wood 6", 1), optional=["dead wood 6"]), {}, "pays.1.event"),
        (choices(("gin", 1), ("dead wood 1", 2)), {}, "pays"),
        (choices(("gin", 1), ("pair", 1), ("dead wood 0", 1)), {}, "pays.3.event"),
        (choices(("gin", 1), ("gin", 2), optional=["gin"]), {}, "pays.2.event"),
        (choices(("gin", 1)), {"show": 10_001}, "show"),
        (choices(("gin", 1)), {"show": 2.5}, "show"),
        (choices(("gin", 1)), {"show": "2"}, "show"),
        (choices(("gin", 1)), {"target": float("nan")}, "target"),
        (choices(("gin", 1)), {"target": float("inf")}, "target"),
        (choices(("gin", 1)), {"target": "7 percent"}, "target"),
        (choices(("gin", 1)), {"target": Fraction(10**40)}, "target"),
        (choices(("gin", 1)), {"target": None}, "target"),
        (choices(("gin", 1)), {"tolerance": float("inf")}, "tolerance"),
        (choices(("gin", 1)), {"tolerance": "x"}, "tolerance"),
        (choices(("gin", 1), deal={"cards": 5}), {}, "features"),
        ("gin-bonus", {}, "choices"),
        (choices(*(("pair", 1) for _ in range(41))), {}, "pays"),
        (choices(*(("pair", 1) for _ in range(13)), optional=["pair"]), {}, "pays"),
        (
            choices(
                *((f"dead wood {k}", f"1/{n}") for k, n in enumerate((997, 991, 983, 977, 971)))
            ),
            {"order": "any"},
            "pays",
        ),
    ],
)
def test_refused(searched: PayChoices, arguments: dict[str, object], field: str) -> None:
    keys: dict[str, object] = {"target": EDGE, "tolerance": HALF_UNIT, "features": small()}
    with pytest.raises(InputError) as caught:
        design_pays(searched, **(keys | arguments))  # type: ignore[arg-type]
    assert caught.value.field == field
    assert len(str(caught.value).splitlines()) == 1


LIST = (
    "a number from -1 (the bet is lost) to 1000 with a denominator up to 1000, or a list of "
    "different ones"
)


@pytest.mark.parametrize(
    ("text", "field", "allowed"),
    [
        ('[[pays]]\nevent = "gin"\npays = []', "pays.1.pays", LIST),
        ('[[pays]]\nevent = "gin"\npays = [1, 1]', "pays.1.pays", LIST),
        ('[[pays]]\nevent = "gin"\npays = [1, "x"]', "pays.1.pays", LIST),
        ('[[pays]]\nevent = "gin"\npays = [1001]', "pays.1.pays", LIST),
        ('[[pays]]\nevent = "gin"\noptional = 1', "pays.1.optional", "true or false"),
        (
            '[[pays]]\nevent = "gin"\nchoice = 1',
            "pays.1.choice",
            "only the keys event, pays, optional",
        ),
        ('customary = []\n[[pays]]\nevent = "gin"', "customary", LIST),
        ('published = 1\n[[pays]]\nevent = "gin"', "published", "true or false"),
    ],
)
def test_broken_file(text: str, field: str, allowed: str) -> None:
    with pytest.raises(InputError) as caught:
        PayChoices.from_toml(text, "mine.toml")
    assert (caught.value.field, caught.value.allowed) == (f"mine.toml: {field}", allowed)


def test_a_file_is_written_as_it_is_read() -> None:
    assert PayChoices.from_toml(SMALL.to_toml()) == SMALL
    assert SMALL.customary == tuple(map(Fraction, ("5", "7/2", "3", "2", "1")))
    assert choices(("gin", None)).customary == CUSTOMARY_PAYS


def test_a_side_bet_is_read_with_fixed_pays() -> None:
    fixed = PayChoices.load("gin-bonus")
    assert [written(row.pays or ()) for row in fixed.pays] == ["60", "4", "2", "0"]
    assert design_pays(fixed, EDGE, HALF_UNIT).space == 1


# Tables and the command line


def test_table() -> None:
    design = finer(3)
    table = design_table(design)
    assert len(table.rows) == 24
    assert table.rows[0][:7] == (1, None, None, 60, 4, 2, 0)
    assert any("all 1,344,904 pay tables" in note for note in table.notes)
    assert any("None of these is a published pay table" in note for note in table.notes)
    assert "none of its pay tables is published" in table.rules[0]
    assert len(table.to_frame()) == 24
    assert all(not found.bet.published for found in design.tables)


def test_notes_say_in_which_order_they_are() -> None:
    for tolerance, first in ((Fraction(9), "Simplest first:"), (Fraction(0), "Nearest to the")):
        design = design_pays(SMALL, Fraction(1, 3), tolerance, features=small())
        assert any(note.startswith(first) for note in design_table(design).notes)
    one = design_pays(choices(("gin", 20)), Fraction(1, 3), Fraction(1, 10**7), features=small())
    assert one.summary()[0].startswith("Searched: the only pay table (")
    assert "from 33.33332333" in one.summary()[1]
    assert one.summary()[1].endswith(" %: 0; the nearest is shown.")


def test_a_published_pay_table_is_one_also_in_a_search() -> None:
    bet = SideBet(published=True, pays=[{"event": "gin", "pays": 8}, {"event": "pair", "pays": 1}])
    design = design_pays(bet, 0, 1, features=small())
    assert [table.bet.published for table in design.tables] == [True]
    assert "only the pay table of the file is published" in design.choices.title
    assert "Number 1 is the published pay table of the file." in design_table(design).notes
    rows = [row | {"optional": True} for row in bet.to_dict()["pays"]]
    fewer = design_pays(PayChoices(published=True, pays=rows), 0, 9, features=small())
    assert [table.bet.published for table in fewer.tables] == [False, False, True]


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["design", "bonus", "gin-bonus", "--target", "7.19", "--pays", "customary"]
    assert main([*arguments, "--optional"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Searched: all 71,300 pay tables" in shown
    assert "Found with a house edge from 7.1850 % to 7.1950 %: 1." in shown
    assert main([*arguments, "--tolerance", "0.5", "--show", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["space"], data["exhaustive"], data["published"]) == (46_376, True, False)
    assert (data["target"], data["tolerance"]) == ("719/10000", "1/200")
    assert len(data["tables"]) == 2 < data["found"]


def test_command_on_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[pays]]\nevent = "gin"\npays = [20, 21, 22]\n')
    assert main(["design", "bonus", str(path), "--target=12%", "--order=any"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "from 11.5000 % to 12.5000 %: 0; the nearest are shown" in shown
    assert main(["design", "bonus", str(path), "--target=10.4", "--pays=21"]) == 0
    assert "10.40540" in capsys.readouterr().out  # it returns 22 of 24.56


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            ["dead wood 6"],
            "pays.1.event: value 'dead wood 6' is not allowed; allowed: an event that",
        ),
        (
            ["gin", "dead wood 0"],
            "pays.2.event: value 'gin' is not allowed; allowed: each event once",
        ),
        (["gin"] * 13, "pays: value '13 optional rows'"),
        (["gin"] * 41, "pays: value '41 rows'"),
    ],
)
def test_errors_name_the_file_and_the_event(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, rows: list[str], message: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("".join(f'[[pays]]\nevent = "{event}"\n' for event in rows))
    assert main(["design", "bonus", str(path), "--target=7", "--optional"]) == 2
    assert capsys.readouterr().err.startswith(f"error: {path}: {message}")


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["--target=x"], "--target"),
        (["--target=7,19"], "--target"),
        (["--target=7.19", "--tolerance=-"], "--tolerance"),
        (["--target=7.19", "--tolerance=-1"], "--tolerance"),
        (["--target=7.19", "--pays=1,,2"], "--pays"),
        (["--target=7.19", "--pays=1,1"], "--pays"),
        (["--target=7.19", "--order=down"], "order"),
        (["--target=7.19", "--show=0"], "show"),
        (["--target=7.19", "--show=999999999"], "show"),
        (["--target=7.19", "--pays=1/2000"], "--pays"),
    ],
)
def test_refused_command(
    capsys: pytest.CaptureFixture[str], arguments: list[str], field: str
) -> None:
    assert main(["design", "bonus", "gin-bonus", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: {field}: value ")
    assert error.count("\n") == 1
