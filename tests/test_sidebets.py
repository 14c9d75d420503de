"""Side bets: events, first match pays, figures, files, and that a reconstruction always says so."""

import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import isclose, sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_hands import PlainHand, plain_hand

from ginwin.bonus.bonusfile import BonusFile, PayChoices, SideBet, bonus_preset_names
from ginwin.bonus.events import FEATURES, HandEvent
from ginwin.bonus.features import Features
from ginwin.bonus.results import bonus_figure_table, bonus_pay_table, bonus_table
from ginwin.bonus.sidebets import NO_EVENT, BonusAnalysis, analyze_bonus
from ginwin.cards import Deck
from ginwin.cli import main
from ginwin.errors import InputError

SMALL = Deck(4, 4)

# The text, how it is written back, and the event told again in plain Python. The ranks of the dead
# wood go down, so that after the count they compare as values do.
EVENTS: list[tuple[str, str, Callable[[PlainHand], bool]]] = [
    ("any hand", "any hand", lambda _: True),
    ("gin", "gin", lambda h: not h.dead_wood),
    ("Dead  Wood zero", "gin", lambda h: not h.dead_wood),
    ("dead wood 2", "dead wood 2", lambda h: len(h.dead_wood) == 2),
    ("dead wood two or fewer", "dead wood 2 or fewer", lambda h: len(h.dead_wood) <= 2),
    ("dead wood 3 or more", "dead wood 3 or more", lambda h: len(h.dead_wood) >= 3),
    ("dead wood 6", "dead wood 6", lambda _: False),
    ("value 4-3", "value 4-3", lambda h: h.dead_wood == (3, 2)),
    ("value 3-4", "value 4-3", lambda h: h.dead_wood == (3, 2)),
    (
        "value 4-a or better", "value 4-A or better",
        lambda h: (len(h.dead_wood), *h.dead_wood) <= (2, 3, 0),
    ),
    (
        "value 4-A or worse", "value 4-A or worse",
        lambda h: (len(h.dead_wood), *h.dead_wood) >= (2, 3, 0),
    ),
    ("value gin", "value gin", lambda h: not h.dead_wood),
    ("high card 4", "high card 4", lambda h: h.dead_wood[:1] == (3,)),
    ("high card 3 or lower", "high card 3 or lower", lambda h: h.dead_wood[:1] <= (2,)),
    ("high card 4 or higher", "high card 4 or higher", lambda h: h.dead_wood[:1] >= (3,)),
    (
        "dead wood 2 and high card 3 or lower", "dead wood 2 and high card 3 or lower",
        lambda h: len(h.dead_wood) == 2 and h.dead_wood[0] <= 2,
    ),
    ("four of one suit", "4 of one suit", lambda h: h.suit == 4),
    ("4 or more of one suit", "4 or more of one suit", lambda h: h.suit >= 4),
    ("3 or fewer of one suit", "3 or fewer of one suit", lambda h: h.suit <= 3),
    ("3 in sequence of one suit", "3 in sequence of one suit", lambda h: h.run == 3),
    (
        "three or more in sequence of one suit", "3 or more in sequence of one suit",
        lambda h: h.run >= 3,
    ),
    ("pair", "pair", lambda h: h.pairs >= 1),
    ("one pair", "1 pair", lambda h: h.pairs == 1),
    ("1 or more pairs", "pair", lambda h: h.pairs >= 1),
    ("two pairs", "2 pairs", lambda h: h.pairs == 2),
    ("no pairs", "0 pairs", lambda h: h.pairs == 0),
    ("three of a kind", "three of a kind", lambda h: h.threes >= 1),
    ("1 three of a kind", "1 three of a kind", lambda h: h.threes == 1),
    ("2 threes of a kind", "2 threes of a kind", lambda h: h.threes == 2),
    ("four of a kind", "four of a kind", lambda h: h.fours >= 1),
    ("0 fours of a kind", "0 fours of a kind", lambda h: h.fours == 0),
    (
        "four of a kind AND three of a kind", "four of a kind and three of a kind",
        lambda h: h.fours >= 1 and h.threes >= 1,
    ),
    ("gin and dead wood 1", "gin and dead wood 1", lambda _: False),
]  # fmt: skip


@cache
def small() -> Features:
    return Features.build(deck=SMALL)


@cache
def plain() -> Counter[PlainHand]:
    return Counter(map(plain_hand, combinations(SMALL.cards, 7)))


def bet(*rows: tuple[str, object], **keys: object) -> SideBet:
    pays = [{"event": event, "pays": pay} for event, pay in rows]
    return SideBet(**({"published": False, "pays": pays} | keys))


# Events


@pytest.mark.parametrize(("text", "label", "meets"), EVENTS)
def test_event(text: str, label: str, meets: Callable[[PlainHand], bool]) -> None:
    event = HandEvent.parse(text)
    assert str(event) == label
    assert HandEvent.parse(label) == event
    found = int(small().hands[small().meets(event)].sum())
    assert found == sum(hands for hand, hands in plain().items() if meets(hand))


def test_every_feature_is_tested() -> None:
    parsed = [HandEvent.parse(text) for text, _, _ in EVENTS]
    assert {c.feature for event in parsed for c in event.conditions} == set(FEATURES)


@given(st.lists(st.sampled_from([text for text, _, _ in EVENTS[1:]]), min_size=1, max_size=4))
def test_events_are_written_as_they_are_read(texts: list[str]) -> None:
    event = HandEvent.parse(" and ".join(texts))
    assert HandEvent.parse(str(event)) == event


@given(
    st.text()
    | st.lists(st.sampled_from(["gin", "dead", "wood", "4", "or", "and", "more", "of", "one"])).map(
        " ".join
    )
)
def test_any_text_is_an_event_or_a_one_line_error(text: str) -> None:
    message = ""
    try:
        HandEvent.parse(text)
    except InputError as error:
        message = str(error)
    assert len(message.splitlines()) <= 1


@pytest.mark.parametrize(
    "text", ["three of a \u212aind", "g\u0131n", "high card \u212a", "\u0664 pairs"]
)
def test_letters_that_only_look_alike(text: str) -> None:
    with pytest.raises(InputError):
        HandEvent.parse(text)


# Pay tables


@given(st.lists(st.integers(0, len(EVENTS) - 1), min_size=1, max_size=6))
def test_first_match_pays(chosen: list[int]) -> None:
    rows = [(EVENTS[number][0], pay) for pay, number in enumerate(chosen)]
    analysis = analyze_bonus(bet(*rows), small())
    found: Counter[int] = Counter()
    for hand, hands in plain().items():
        matches = (k for k, number in enumerate(chosen) if EVENTS[number][2](hand))
        found[next(matches, len(chosen))] += hands
    assert [row.combinations for row in analysis.rows] == [found[k] for k in range(len(rows) + 1)]
    assert analysis.rows[-1].event == NO_EVENT
    mean = (
        sum(
            (Fraction(hands * (-1 if k == len(chosen) else k)) for k, hands in found.items()),
            Fraction(0),
        )
        / plain().total()
    )
    assert analysis.expected_value == mean


def test_figures() -> None:
    analysis = analyze_bonus(bet(("gin", "5/2"), ("dead wood 1", 0), ("dead wood 2", -1)), small())
    gin, push, two, none = (row.probability for row in analysis.rows)
    assert gin + push + two + none == 1
    assert analysis.house_edge == -analysis.expected_value == two + none - Fraction(5, 2) * gin
    assert analysis.hit_frequency == gin  # neither a push nor a loss is a hit
    mean_square = Fraction(25, 4) * gin + two + none
    assert analysis.variance == mean_square - analysis.house_edge**2
    assert isclose(analysis.standard_deviation, sqrt(analysis.variance))
    loss, total = analysis.loss
    assert total == 2 * analysis.hands  # the pays have halves
    assert Fraction(loss, total) == analysis.house_edge
    assert analysis.rows[0].one_in == 1 / gin


@given(st.fractions(Fraction(1, 9), 9, max_denominator=9))
def test_scaling_the_pays_scales_the_returns(factor: Fraction) -> None:
    pays = {"3 pairs": Fraction(20), "gin": Fraction(3), "dead wood 1": Fraction(0)}
    first = analyze_bonus(bet(*pays.items()), small())
    scaled = analyze_bonus(bet(*((event, factor * pay) for event, pay in pays.items())), small())
    for before, after in zip(first.rows[:-1], scaled.rows[:-1], strict=True):
        assert after.return_ == factor * before.return_
        assert after.combinations == before.combinations
    assert scaled.rows[-1] == first.rows[-1]


@given(st.integers(-1, 1000))
def test_a_pay_that_is_never_paid_changes_nothing(pay: int) -> None:
    rows = [("gin", 3), ("value gin", 2), ("dead wood 6", 9), ("dead wood 1", 1)]
    changed = [("gin", 3), ("value gin", pay), ("dead wood 6", pay), ("dead wood 1", 1)]
    first, second = (analyze_bonus(bet(*table), small()) for table in (rows, changed))
    assert [row.combinations for row in first.rows[1:3]] == [0, 0]
    assert first.rows[1].one_in is None
    figures = ("expected_value", "hit_frequency", "variance")
    assert [getattr(first, f) for f in figures] == [getattr(second, f) for f in figures]


def test_higher_pays_never_hurt() -> None:
    edges = [
        analyze_bonus(bet(("gin", pay), ("dead wood 1", 1)), small()).house_edge for pay in range(9)
    ]
    assert edges == sorted(edges, reverse=True)


def test_other_melds_and_hands() -> None:
    keys = {"melds": {"rank": 3, "sequence": True}, "deal": {"cards": 5}}
    analysis = analyze_bonus(bet(("gin", 20), ("dead wood 2", 1), **keys))
    assert analysis.hands == 2_598_960
    # nothing is left over of a run of five only: threes and fours of a kind leave one or two
    assert analysis.rows[0].combinations == 4 * 9


def test_features_of_other_hands_are_refused() -> None:
    with pytest.raises(InputError) as caught:
        analyze_bonus(bet(("gin", 1), deal={"cards": 6}), small())
    assert caught.value.field == "features"
    assert "value 'those of 7 cards, " in str(caught.value)
    assert "allowed: those of 6 cards, " in str(caught.value)


def test_what_is_no_side_bet_is_refused() -> None:
    choices = PayChoices(pays=[{"event": "gin"}])
    with pytest.raises(InputError) as caught:
        analyze_bonus(choices, small())  # type: ignore[arg-type]
    assert caught.value.field == "side bet"
    with pytest.raises(InputError) as caught:
        SideBet(published=False, pays=[{1: 2}])
    assert caught.value.field == "pays.1"


def test_rows_that_are_never_paid_are_pointed_out() -> None:
    table = bonus_table(analyze_bonus(bet(("gin", 9), ("pair", 1), ("dead wood 6", 5)), small()))
    remarks = [note for note in table.notes if note.startswith("No hand is paid for ")]
    assert [remark.split(":")[0] for remark in remarks] == ["No hand is paid for dead wood 6"]


@pytest.mark.parametrize("kind", [SideBet, PayChoices])
def test_schema(kind: type[BonusFile], capsys: pytest.CaptureFixture[str]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    assert main(["schema", "side-bet" if kind is SideBet else "search"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema == kind.json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    valid = jsonschema.Draft202012Validator(schema).is_valid
    row = {"event": "gin", "pays": "3/2"}
    searched = {"event": "gin", "pays": [1, "3/2"], "optional": True}
    assert valid({"published": False, "pays": [row]})
    assert valid({"pays": [searched], "customary": [1, 2]}) == (kind is PayChoices)
    assert valid(kind.load("gin-bonus").to_dict())
    for wrong in ({"published": False}, {"published": False, "pays": []}, {"pays": [{"pays": 1}]}):
        assert not valid(wrong)


def test_no_such_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "bonus"]) == 2
    assert capsys.readouterr().err == (
        "error: kind: value 'bonus' is not allowed; allowed: rules, side-bet, search\n"
    )


def test_simulation() -> None:
    """Real hands, dealt and arranged by plain Python: every row within its interval."""
    analysis = analyze_bonus(
        bet(
            ("5 or more of one suit and gin", 8),
            ("four of a kind", 5),
            ("3 in sequence of one suit and dead wood 1", 4),
            ("dead wood 1 or fewer", 3),
            ("dead wood 4 and high card 9 or lower", 2),
            ("2 pairs", 1),
        )
    )
    tests: list[Callable[[PlainHand], bool]] = [
        lambda h: h.suit >= 5 and not h.dead_wood,
        lambda h: h.fours > 0,
        lambda h: h.run == 3 and len(h.dead_wood) == 1,
        lambda h: len(h.dead_wood) <= 1,
        lambda h: len(h.dead_wood) == 4 and h.dead_wood[0] <= 8,
        lambda h: h.pairs == 2,
        lambda _: True,
    ]
    deal = random.Random(52)
    hands = 20_000
    found: Counter[int] = Counter()
    for _ in range(hands):
        hand = plain_hand(deal.sample(range(52), 7))
        found[next(k for k, test in enumerate(tests) if test(hand))] += 1
    for k, row in enumerate(analysis.rows):
        spread = sqrt(float(row.probability * (1 - row.probability) * hands))
        assert abs(found[k] - float(row.probability) * hands) < 4 * spread
    won = sum(float(analysis.rows[k].pays) * number for k, number in found.items()) / hands
    wide = 4 * analysis.standard_deviation / sqrt(hands)
    assert abs(won - float(analysis.expected_value)) < wide


# The package's own side bet


def test_reconstruction_has_the_published_edge() -> None:
    analysis = analyze_bonus(SideBet.load("gin-bonus"))
    assert analysis.loss == (9_612_824, 133_784_560)
    assert f"{100 * float(analysis.house_edge):.2f}" == "7.19"
    assert [row.combinations for row in analysis.rows[:2]] == [6864, 5_448_352 - 6864]


def test_reconstruction_says_so_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    gin_bonus = SideBet.load("gin-bonus")
    assert not gin_bonus.published
    assert "reconstruction" in gin_bonus.name
    analyses = [analyze_bonus(gin_bonus), analyze_bonus(bet(("gin", 20), published=True))]
    for table in (
        bonus_table(analyses[0]), bonus_figure_table(analyses), bonus_pay_table(analyses)
    ):  # fmt: skip
        said = f"{gin_bonus.name} (not a published pay table)"
        assert said in table.rules[0]
        assert f"Not a published pay table: {gin_bonus.name}." in table.notes
    assert analyses[0].to_json()["published"] is False
    assert analyses[0].to_json()["side_bet"]["published"] is False
    for arguments in (
        ["bonus"],
        ["bonus", "gin-bonus"],
        ["design", "bonus", "gin-bonus", "--target=7.19"],
    ):
        assert main(arguments) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert "Gin Bonus, a reconstruction (" in shown
        assert (
            "not a published pay table" in shown or "none of its pay tables is published" in shown
        )


def test_presets_are_side_bets() -> None:
    assert "gin-bonus" in bonus_preset_names()
    for name in bonus_preset_names():
        loaded = SideBet.load(name)
        assert loaded.source
        assert SideBet.from_toml(loaded.to_toml()) == loaded


# Tables and the command line


def test_table_adds_up() -> None:
    analysis = analyze_bonus(SideBet.load("gin-bonus"))
    table = bonus_table(analysis)
    *rows, total = table.rows
    for column, whole in ((2, analysis.hands), (3, 1), (5, -analysis.house_edge)):
        cells = [Fraction(cell) for row in rows if isinstance(cell := row[column], int | Fraction)]
        assert sum(cells) == total[column] == whole
    frame = table.to_frame()
    assert list(frame.columns) == [
        "event", "pays (to one)", "combinations (hands)", "probability", "one in (hands)",
        "return (bets)",
    ]  # fmt: skip
    assert len(frame) == len(analysis.bet.pays) + 1


def test_side_by_side() -> None:
    first = bet(("7 of one suit", 100), ("gin", 8), ("gin", 7), name="A")
    second = bet(("gin", "17/2"), ("dead wood 1", 0), name="B", published=True)
    analyses: list[BonusAnalysis] = [analyze_bonus(each) for each in (first, second, second)]
    table = bonus_pay_table(analyses)
    half = Fraction(17, 2)
    assert table.rows == (
        ("7 of one suit", 100, None, None),
        ("gin", 8, half, half),
        ("dead wood 1", None, 0, 0),
    )
    names = [column.name for column in table.columns]
    assert names == ["event", "A (not a published pay table)", "B, 2", "B, 3"]
    figures = bonus_figure_table(analyses)
    assert figures.rows[0][1:3] == tuple(100 * each.house_edge for each in analyses[:2])
    assert figures.to_frame().shape == (4, 5)


def test_bonus_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(bet(("gin", 20), name="Mine").to_toml())
    assert main(["bonus", str(path), "gin-bonus"]) == 0
    shown = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "gin 20 5,448,352 0.040724819 24.56 0.814496381" in shown
    assert "7 of one suit 60 6,864 0.000051306 19,490.76 0.003078382" in shown
    assert "total - 133,784,560 1.000000000 - -0.071853015" in shown
    assert "Pay tables side by side" in shown


def test_bonus_command_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bonus", "gin-bonus", "--json"]) == 0
    (data,) = json.loads(capsys.readouterr().out)["side_bets"]
    assert SideBet(**data["side_bet"]) == SideBet.load("gin-bonus")
    assert data["house_edge"]["numerator"] == 9_612_824
    assert [row["combinations"] for row in data["rows"]] == [
        6864, 5_441_488, 20_303_712, 35_634_456, 72_398_040,
    ]  # fmt: skip
    assert data["rows"][0]["pays"] == 60


# Broken files: one line each, with the file, the field, the value and what is allowed.

HEAD = "published = false\n"
ROW = '[[pays]]\nevent = "gin"\npays = 3\n'
NUMBER = "a number from 0 to 7, in digits or words"
PAY = (
    "a number from -1 (the bet is lost) to 1000, whole, decimal (0.95) or a fraction "
    '("3/2"), with a denominator up to 1000'
)
TOP = "only the keys name, source, published, deal, melds, pays"
RANK = "a rank (A, 2 to 10, J, Q, K)"


def event_row(event: str) -> str:
    return f'{HEAD}{ROW}[[pays]]\nevent = "{event}"\npays = 1\n'


BROKEN = [
    ("", "published", "(missing)", "true (the pay table as it was published) or false"),
    ('published = "no"\n' + ROW, "published", "'no'", "true (the pay table as it was"),
    (HEAD, "pays", "(missing)", "rows, each with an event and what it pays"),
    (HEAD + "pays = []", "pays", "[]", "one row or more, each with the keys event, pays"),
    (HEAD + "pays = 3", "pays", "3", "rows, each with an event and what it pays"),
    (HEAD + "pays = [3]", "pays.1", "3", "a table with the keys event, pays"),
    (HEAD + "payz = 1\n" + ROW, "payz", "1", TOP + "; nearest: pays"),
    (HEAD + "customary = [1]\n" + ROW, "customary", "[1]", TOP),
    (HEAD + ROW + "win = 2", "pays.1.win", "2", "only the keys event, pays"),
    (HEAD + ROW + '[[pays]]\nevent = "gin"', "pays.2.pays", "(missing)", PAY),
    (HEAD + ROW + "[[pays]]\npays = 1", "pays.2.event", "(missing)", "any hand, or conditions"),
    (HEAD + "[[pays]]\nevent = 0\npays = 1", "pays.1.event", "0", "any hand, or conditions"),
    (HEAD + ROW.replace("3", "[3]"), "pays.1.pays", "[3]", PAY),
    (HEAD + ROW.replace("3", "1001"), "pays.1.pays", "1001", PAY),
    (HEAD + ROW.replace("3", "-1.5"), "pays.1.pays", "-1.5", PAY),
    (HEAD + ROW.replace("3", "true"), "pays.1.pays", "True", PAY),
    (HEAD + ROW.replace("3", '"3:1"'), "pays.1.pays", "'3:1'", PAY),
    (HEAD + ROW.replace("3", '"3 to 1"'), "pays.1.pays", "'3 to 1'", PAY),
    (HEAD + "[deal]\ncards = 8\n" + ROW, "deal.cards", "8", "a whole number from 5 to 7"),
    (HEAD + "[melds]\nrank = 1\n" + ROW, "melds.rank", "1", "a whole number from 2 to 4"),
    (HEAD + "[[pays]\n", "line 2, column 7", "'[[pays]'", "TOML ("),
    (event_row(""), "pays.2.event", "''", "any hand, or conditions"),
    (event_row("gim"), "pays.2.event", "'gim'", "any hand, or conditions"),
    (event_row("gin and"), "pays.2.event", "'gin and'", "any hand, or conditions"),
    (event_row("any hand and gin"), "pays.2.event", "'any hand and gin'", '"any hand" alone, or'),
    (event_row("gin and any hand"), "pays.2.event", "'gin and any hand'", '"any hand" alone, or'),
    (event_row("gin or dead wood 1"), "pays.2.event", "'gin or dead wood 1'", "any hand"),
    (event_row("dead wood 8"), "pays.2.event", "'dead wood 8'", NUMBER),
    (event_row("dead wood -1"), "pays.2.event", "'dead wood -1'", NUMBER),
    (event_row("dead wood 10-9"), "pays.2.event", "'dead wood 10-9'", "(ranks: value 10-9-8-7)"),
    (event_row("dead wood 3 or better"), "pays.2.event", "'dead wood 3 or better'", "any hand"),
    (event_row("gin and 8 of one suit"), "pays.2.event", "'8 of one suit'", NUMBER),
    (event_row("7 of a suit"), "pays.2.event", "'7 of a suit'", "any hand"),
    (event_row("x in sequence of one suit"), "pays.2.event", "'x in sequence of one suit'", NUMBER),
    (event_row("value 10-9-8-1"), "pays.2.event", "'value 10-9-8-1'", "gin, or one to 7 ranks"),
    (event_row("value"), "pays.2.event", "'value'", "any hand"),
    (event_row("high card 1"), "pays.2.event", "'high card 1'", RANK),
    (event_row("high card 1 or lower"), "pays.2.event", "'high card 1 or lower'", RANK),
    (event_row("five of a kind"), "pays.2.event", "'five of a kind'", "any hand"),
    (event_row("\u0663 pairs"), "pays.2.event", "'\u0663 pairs'", NUMBER),  # an Arabic digit
]


@pytest.mark.parametrize(("text", "field", "value", "allowed"), BROKEN)
def test_broken_file(text: str, field: str, value: str, allowed: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        SideBet.load(path)
    message = str(caught.value)
    assert message.startswith(
        f"{path}: {field}: value {value} is not allowed; allowed: {allowed}"
    ) or (allowed.startswith("(") and allowed in message)
    assert len(message.splitlines()) == 1


def test_file_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, reason in {
        "gin-bonuss": "No such file or directory",
        "a\0b": "a path has no null characters",
        str(tmp_path): "Is a directory",
    }.items():
        with pytest.raises(InputError) as caught:
            SideBet.load(name)
        assert caught.value.field == "side bet"
        assert (
            caught.value.allowed
            == f"a side bet of the package (gin-bonus) or a TOML file ({reason})"
        )
    assert main(["bonus", "nothing"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@given(st.text())
def test_any_text_is_a_side_bet_or_a_one_line_error(text: str) -> None:
    for toml in (text, HEAD + ROW.replace("gin", text), HEAD + ROW.replace("3", text)):
        message = ""
        try:
            SideBet.from_toml(toml)
        except InputError as error:
            message = str(error)
        assert len(message.splitlines()) <= 1


@given(
    st.lists(
        st.tuples(
            st.sampled_from([label for _, label, _ in EVENTS]),
            st.fractions(-1, 1000, max_denominator=1000),
        ),
        min_size=1,
    ),
    st.booleans(),
)  # fmt: skip
def test_a_file_is_written_as_it_is_read(rows: list[tuple[str, Fraction]], published: bool) -> None:
    first = bet(*rows, published=published, name='the "name"')
    again = SideBet.from_toml(first.to_toml())
    assert again == first
    assert again.to_toml() == first.to_toml()
    assert SideBet(**first.to_dict()) == first
