"""What if: settings of single keys, the difference of two rule sets, and the JSON schema."""

import json
import re
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_broken_rules import BROKEN, CARDS, LINE, NAME, PAY, PLAY, QUALIFIER, WAY
from test_rules import rule_tables

from ginwin.base.tomltext import assignment
from ginwin.cli import main
from ginwin.errors import InputError
from ginwin.melds import MeldRules
from ginwin.rules.file import Table
from ginwin.rules.rules import Rules, preset_names
from ginwin.rules.tables import Dealer, PayTable, Raise
from ginwin.values import parse_value

GLI, AGS = Rules.load("gli"), Rules.load("ags-web")


def leaves(tables: dict[str, Any], path: str = "") -> dict[str, object]:
    """Every key of a rule file that holds no table, by its dotted path."""
    found: dict[str, object] = {}
    for key, value in tables.items():
        inner = isinstance(value, dict)
        found |= leaves(value, f"{path}{key}.") if inner else {f"{path}{key}": value}
    return found


# Settings


@pytest.mark.parametrize(
    ("setting", "key", "value"),
    [
        ("dealer.qualifies=J-10-9-8", "dealer.qualifies", "J-10-9-8"),
        ('dealer.qualifies="J-10-9-8"', "dealer.qualifies", "J-10-9-8"),
        (" dealer.qualifies = 8-9-t-j ", "dealer.qualifies", "J-10-9-8"),
        ("dealer.qualifies=gin", "dealer.qualifies", "gin"),
        ("dealer.qualifies=4 cards", "dealer.qualifies", "4 cards"),
        ("dealer.qualifies=9", "dealer.qualifies", "9"),  # a number of TOML is plain text here
        ("pays.win.ante.0=2", "pays.win.ante.0", 2),
        ("pays.win.ante.0=2.5", "pays.win.ante.0", "5/2"),
        ("pays.win.ante.0=5/2", "pays.win.ante.0", "5/2"),
        ('pays.win.ante.0="5/2"', "pays.win.ante.0", "5/2"),
        ("pays.win.ante.0=0.1", "pays.win.ante.0", "1/10"),
        ("pays.win.play.7=-1", "pays.win.play.7", -1),
        ("pays.not-qualified.play.other=1", "pays.not-qualified.play.other", 1),
        ("pays.lose.play.other=-1/2", "pays.lose.play.other", "-1/2"),
        ("pays.fold.ante.5=0", "pays.fold.ante.5", 0),
        ("raise.play=[3, 1]", "raise.play", [1, 3]),
        ('raise.play=["1/2"]', "raise.play", ["1/2"]),
        ("melds.sequence=true", "melds.sequence", True),
        ("melds.suit=none", "melds.suit", "none"),
        ("melds.rank=3", "melds.rank", 3),
        ("deal.cards=5", "deal.cards", 5),
        ("arrange.dealer=ranks first", "arrange.dealer", "ranks first"),
        ("compare.cards=count", "compare.cards", "count"),
        ("source=a = b", "source", "a = b"),
        ("source=2018-03-01", "source", "2018-03-01"),  # a date of TOML is plain text
        ('source="7"', "source", "7"),
        ("source=7", "source", "7"),
        ("source=", "source", ""),
    ],
)
def test_one_setting(setting: str, key: str, value: object) -> None:
    changed = GLI.with_settings([setting])
    assert leaves(changed.to_dict())[key] == value
    expected = [] if key == "source" else [key]
    assert [path for path, *_ in GLI.difference(changed)] == expected


def test_settings_are_ready_for_use() -> None:
    rules = GLI.with_settings(
        [
            "melds.rank=3",
            "melds.sequence=true",
            "deal.cards=6",
            "dealer.qualifies=K-J",
            "raise.play=[1, 2]",
            "pays.win={ante={0=2, other=1.5}, play={other=1}}",
        ]
    )
    assert (rules.melds, rules.cards) == (MeldRules(3, 3, sequence=True), 6)
    assert rules.qualifies == parse_value("K-J")
    assert rules.play == (Fraction(1), Fraction(2))
    assert [rules.net("win", count, 2) for count in (0, 1)] == [4, Fraction(7, 2)]


def test_a_table_can_be_set_as_a_whole() -> None:
    rules = GLI.with_settings(["pays.win.ante={other=2}", "pays.win.ante.1=3"])
    assert rules.pays.win.ante.named() == {1: 3}
    assert rules.pays.win.ante.other == 2


def test_a_later_setting_wins() -> None:
    rules = GLI.with_settings(["dealer.qualifies=J", "dealer.qualifies=Q"])
    assert rules.dealer.qualifies == "Q"


def test_no_settings_and_no_changes() -> None:
    assert GLI.with_settings([]) == GLI
    assert GLI.with_settings(["deal.cards=7", "compare.cards=all cards"]) == GLI


def test_the_name_says_what_was_changed() -> None:
    jack = GLI.with_settings(["dealer.qualifies=J-10-9-8"])
    assert jack.name == "Gin and Win, GLI report, with dealer.qualifies=J-10-9-8"
    both = jack.with_settings(["pays.win.ante.0=2"])
    assert both.name == f"{jack.name}, with pays.win.ante.0=2"
    assert jack.source == both.source == f"changed from: {GLI.source}"
    assert jack.with_settings(["source=our own"]).source == "our own"
    named = GLI.with_settings(["name=Mine", "source=ours"])
    assert (named.name, named.source) == ("Mine", "ours")
    assert GLI.with_settings(["name=Mine"]).source == GLI.source
    assert GLI.with_settings(["source=ours"]).name == GLI.name
    assert GLI.with_settings(["source=ours", "dealer.qualifies=J"]).name == (
        f"{GLI.name}, with dealer.qualifies=J"
    )
    assert GLI.with_settings(["source="]).with_settings(["dealer.qualifies=J"]).source == ""
    long = GLI.with_settings([f"source={'x' * 200}", "name=long"])
    assert len(long.with_settings(["dealer.qualifies=J"]).source) == 200
    assert GLI.with_settings(["dealer.qualifies=J", "name=Jack"]).name == "Jack"
    many = GLI.with_settings([f"pays.tie.ante.{count}=-1/2" for count in range(8)])
    assert many.name == "Gin and Win, GLI report, with 8 keys set"  # no room for all
    assert Rules.from_toml(many.to_toml()) == many


def test_a_name_that_is_set_stays() -> None:
    changed = GLI.with_settings([f"name={GLI.name}", "pays.win.ante.0=2"])
    assert changed.name == GLI.name
    assert changed.net("win", 0, 0) == 2


@pytest.mark.parametrize("text", ["[draft] J qualifier", "{a", "[1]", "5", "true", "[", "'", '"x'])
def test_a_name_is_plain_text(text: str) -> None:
    assert GLI.with_settings([f"name={text}"]).name == text


def test_the_rules_themselves_do_not_change() -> None:
    before = GLI.to_toml()
    GLI.with_settings(["pays.win.ante.0=2"])
    assert GLI.to_toml() == before


TOP = "only the keys name, source, deal, melds, arrange, compare, dealer, raise, pays"
COUNTS = "0, 1, 2, 3, 4, 5, 6, 7, other"
FORM = "KEY=VALUE, such as dealer.qualifies=J-10-9-8"
LIST = 'a list or table as TOML writes it, text and fractions quoted: [1, "3/2"]'
INNER = f"no keys in dealer.qualifies, which is {QUALIFIER}"


@pytest.mark.parametrize(
    ("setting", "field", "value", "allowed"),
    [
        ("dealer.qualifies", "setting", "'dealer.qualifies'", FORM),
        ("=3", "setting", "'=3'", FORM),
        ("", "setting", "''", FORM),
        (1, "setting", "1", FORM),
        ("dealer.qualifies=[J", "dealer.qualifies", "'[J'", QUALIFIER),
        ("raise.play=[0.3333]", "raise.play", "[0.3333]", PLAY),
        ("deler.qualifies=J", "deler.qualifies", "'J'", f"{TOP}; nearest: dealer"),
        ("dealer.qualify=J", "dealer.qualify", "'J'",
         "only the keys qualifies; nearest: qualifies"),
        ("dealer.qualifies.x=J", "dealer.qualifies.x", "'J'", INNER),
        ("dealer=J", "dealer", "'J'", "a table with the keys qualifies"),
        ("deal.cards=nine", "deal.cards", "'nine'", "a whole number from 5 to 7"),
        ("deal.cards=9", "deal.cards", "9", "a whole number from 5 to 7"),
        ("pays.win.ante=2", "pays.win.ante", "2", f"a table with the keys {COUNTS}"),
        ("pays.win.ante.8=2", "pays.win.ante.8", "'2'", f"only the keys {COUNTS}"),
        ("pays.win.ante.0=3:1", "pays.win.ante.0", "'3:1'", PAY),
        ("raise.play=2", "raise.play", "2", PLAY),
        ("raise.play=[1, 3/2]", "raise.play", "'[1, 3/2]'", LIST),
        ("melds.sequence=yes", "melds.sequence", "'yes'", "true or false"),
        ("arrange.dealer=worst", "arrange.dealer", "'worst'", WAY),
        ("name=\x1b[31m", "name", r"'\x1b[31m'", NAME),
        ("\x1b=1", r"'\x1b'", "'1'", TOP),
        ("..=1", "..", "'1'", TOP),
        (f"x=0x{'f' * 9999}", "x", f"'0x{'f' * 97}...", TOP),
        (f"deal.cards=0x{'f' * 9999}", "deal.cards", "'too large to show'", CARDS),
    ],
)  # fmt: skip
def test_bad_settings(setting: str, field: str, value: str, allowed: str) -> None:
    with pytest.raises(InputError) as caught:
        GLI.with_settings([setting])
    assert str(caught.value) == f"{field}: value {value} is not allowed; allowed: {allowed}"


def test_a_setting_within_what_is_no_table() -> None:
    with pytest.raises(InputError) as caught:
        GLI.with_settings(["dealer=always", "dealer.qualifies=J"])
    assert (caught.value.field, caught.value.value) == ("dealer", "always")


@given(st.text(), st.text())
def test_any_setting_is_rules_or_a_one_line_error(key: str, value: str) -> None:
    for setting in (f"{key}={value}", f"dealer.qualifies={value}", f"name={value}", f"{key}=1"):
        message = ""
        try:
            rules = GLI.with_settings([setting])
        except InputError as error:
            message = str(error)
        else:
            assert Rules.from_toml(rules.to_toml()) == rules
        assert len(message.splitlines()) <= 1


@given(rule_tables)
def test_every_key_of_any_rules_can_be_set(tables: dict[str, Any]) -> None:
    """From one rule set to another by settings alone, written as TOML writes them."""
    rules = Rules(**tables)
    whole = {key: value for key, value in rules.to_dict().items() if key != "pays"}
    settings = [f"pays={assignment('x', rules.to_dict()['pays'])[4:]}"]
    settings += [assignment(key, value) for key, value in leaves(whole).items()]
    assert GLI.with_settings(settings) == rules


# Differences


def test_difference_of_the_presets() -> None:
    assert GLI.difference(AGS) == [
        ("dealer.qualifies", "10-9-8-7", "J-10-9-8"),
        ("pays.win.ante.0", 3, 1),
        ("pays.win.play.0", 1, 3),
    ]
    assert GLI.difference(GLI) == []


def test_names_and_sources_are_no_difference() -> None:
    assert GLI.difference(GLI.with_settings(["name=x", "source=y"])) == []


def test_a_pay_that_is_named_in_one_only_is_compared_with_other() -> None:
    named = GLI.with_settings(["pays.tie.ante={2=1, 3=0, other=0}"])
    assert GLI.difference(named) == [("pays.tie.ante.2", 0, 1)]
    assert named.difference(GLI) == [("pays.tie.ante.2", 1, 0)]
    others = GLI.with_settings(["pays.win.ante={0=3, 1=1, other=2}"])
    assert GLI.difference(others) == [("pays.win.ante.other", 1, 2)]


@given(rule_tables, rule_tables)
def test_without_a_difference_rules_play_alike(
    tables: dict[str, Any], others: dict[str, Any]
) -> None:
    here, there = Rules(**tables), Rules(**others)
    rows = here.difference(there)
    assert [(key, new, old) for key, old, new in rows] == there.difference(here)
    assert all(old != new for _, old, new in rows)
    listed = {key for key, *_ in rows}
    settings = (assignment(key, value) for key, _, value in rows if not key.startswith("pays."))
    assert here.with_settings(settings).difference(there) == [
        row for row in rows if row[0].startswith("pays.")
    ]
    for name, bets in there.pays:
        table = name.replace("_", "-")
        for bet, pays in bets:
            mine = getattr(getattr(here.pays, name), bet)
            for count in range(8):
                named = count in mine.named() or count in pays.named()
                key = f"pays.{table}.{bet}.{count if named else 'other'}"
                assert (mine.pay(count) != pays.pay(count)) == (key in listed)


# The schema


@pytest.fixture(scope="module")
def valid() -> Any:
    """Whether data are valid, as a JSON schema validator sees it."""
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(Rules.json_schema())
    validator.check_schema(Rules.json_schema())
    return validator.is_valid


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_valid(valid: Any, name: str) -> None:
    packaged = Path(__file__).parent.parent / "ginwin" / "presets" / f"{name}.toml"
    assert valid(tomllib.loads(packaged.read_text("utf-8")))


@given(rule_tables)
def test_what_is_written_is_valid(valid: Any, tables: dict[str, Any]) -> None:
    assert valid(Rules(**tables).to_dict())


def test_broken_files_are_not_valid(valid: Any) -> None:
    """All of those that are TOML, but for what a schema cannot say."""
    text = GLI.to_toml()
    for old, new, field, *_ in BROKEN:
        try:
            tables = tomllib.loads(text.replace(old, new, 1))
        except ValueError:
            continue
        if not any(part in new for part in ("2/2", "nan", "7.0", "1e-9", "0x")):
            assert not valid(tables), (field, new)


@cache
def validator(table: str, key: str) -> Any:
    """Whether a value is valid for a key of one of the tables in the schema."""
    schema = Rules.json_schema()
    held = schema["$defs"][table] if table else schema
    jsonschema = pytest.importorskip("jsonschema")
    return jsonschema.Draft202012Validator(held["properties"][key]).is_valid


def both(setting: str, value: object) -> tuple[bool, bool]:
    """Whether a value of a key is valid, and whether the tool takes it."""
    table, key = setting.split(".")
    tables = {"PayTable": {"other": 0}}.get(table, {}) | {key: value}
    models: list[type[Table]] = [PayTable, Raise, Dealer]
    (model,) = (each for each in models if each.__name__ == table)
    try:
        model.model_validate(tables)
    except ValueError:
        return validator(table, key)(value), False
    return validator(table, key)(value), True


numbers = st.from_regex(r"[+-]?[0-9]{1,4}(\.[0-9]{1,4}|/[0-9]{1,4})?\n?", fullmatch=True)


@given(numbers | st.sampled_from(["-3/2", "1001", "1/1001", "-12/13", "-13/12", "-999/1000"]))
def test_the_schema_of_pays_as_text(text: str) -> None:
    valid, taken = both("PayTable.0", text)
    assert valid or not taken
    if valid and not taken:  # what a pattern cannot say
        assert ("." in text and Fraction(text).denominator > 1000) or Fraction(text) > 1000
        assert "/" in text or "." in text


@given(numbers | st.sampled_from(["0", "0.0", "-1", "101", "100.5"]))
def test_the_schema_of_play_bets_as_text(text: str) -> None:
    valid, taken = both("Raise.play", [text])
    assert valid or not taken
    if valid and not taken:
        assert ("." in text and Fraction(text).denominator > 1000) or Fraction(text) > 100
        assert "/" in text or "." in text


@pytest.mark.parametrize(
    ("number", "expected"),
    [(0, True), (-1, True), (0.001, True), (-0.001, True), (1000, True), (0.0001, False),
     (-0.0001, False), (-1.001, False), (1000.5, False), (True, False)],
)  # fmt: skip
def test_the_schema_of_pays_as_numbers(number: float, expected: bool) -> None:
    assert both("PayTable.0", number) == (expected, expected)


ranks = st.lists(
    st.sampled_from(["A", "a", "2", "9", "10", "1", "T", "t", "j", "J", " J", "K ", "", "11"]),
    max_size=8,
).map("-".join)
limits = st.from_regex(r"(?i) ?[0-8] ?cards?\n?|always|gin|alway|cards", fullmatch=True)


@given(ranks | limits | st.sampled_from(["J-J-J-J", "10-T-10-t", "ALWAYS", "aLways", "4 CARDS"]))
def test_the_schema_of_qualifiers(text: str) -> None:
    valid, taken = both("Dealer.qualifies", text)
    assert valid == taken


@given(st.text())
def test_the_schema_of_lines(text: str) -> None:
    for key in ("name", "source"):
        valid = validator("", key)
        blank = key == "name" and not text.strip()
        assert valid(text) or blank or not text.isprintable() or len(text) > 200
        assert not (valid(text) and blank and text.isprintable())
        assert not valid(f"{text}\n{text}")
        assert not valid(f"{text}\x1b")


def test_schema_says_what_each_key_holds() -> None:
    schema = Rules.json_schema()
    assert schema["properties"]["source"]["description"] == LINE
    assert schema["required"] == ["dealer", "pays"]
    assert list(schema["properties"]) == list(Rules.names())
    for name, table in schema["$defs"].items():
        assert table["description"], name
        assert table["additionalProperties"] is False
        for key, held in table["properties"].items():
            assert "$ref" in held or held["description"], (name, key)
            assert held.get("default", 0) is not None
    assert schema["$defs"]["Lose"]["properties"]["play"]["default"] == {"other": -1}


# The command line


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a successful command prints."""
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.mark.parametrize("command", [["report", "gli"], ["analyze", "gli"]])
def test_set_on_commands_that_take_rules(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    settings = ["--set", "dealer.qualifies=J-10-9-8", "--set", "pays.win.ante.0=1"]
    settings += ["--set", "pays.win.play.0=3", "--json"]
    data = json.loads(output(capsys, *command, *settings))
    assert Rules(**data["rules"]).difference(AGS) == []
    data.pop("rules")
    text = json.dumps(data)
    other = json.loads(output(capsys, command[0], "ags-web", "--json"))
    other.pop("rules")
    assert text == json.dumps(other)


def test_set_on_hand(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("hand", "KC KD KH 10C 9D 5H 4S")
    assert "Decision: fold" in output(capsys, *hand)
    text = output(capsys, *hand, "--set", "pays.tie.ante.other=1000")
    assert "Decision: play" in text
    assert "with pays.tie.ante.other=1000" in text
    assert "Tie: ante pays 1000 to 1" in text
    text = output(capsys, *hand, "--set", "pays.fold.ante.4=-1/2")
    assert "Fold: -1/2 ante" in text


def test_bad_settings_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for setting, field in (("dealer.qualifies=5-1", "dealer.qualifies"), ("x", "setting")):
        assert main(["analyze", "gli", "--set", setting]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"error: {field}: value ")
        assert captured.err.count("\n") == 1


def test_schema_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert json.loads(output(capsys, "schema")) == Rules.json_schema()
    path = tmp_path / "rules.json"
    assert output(capsys, "schema", "--out", str(path)) == ""
    assert json.loads(path.read_text("utf-8")) == Rules.json_schema()
    assert main(["schema", "--out", str(tmp_path / "no" / "rules.json")]) == 2
    assert capsys.readouterr().err.startswith("error: out: ")


def test_presets_say_what_was_never_published(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "presets").splitlines()
    assert "field trial: no preset, as its rules are not published" in lines
    assert [line for line in lines if "no preset" in line] == [lines[-3]]


# The README


def test_the_readme_documents_every_key() -> None:
    readme = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
    rows = readme.partition("\n| key | holds")[2].partition("\n\n")[0].splitlines()[2:]
    documented = {key for row in rows for key in re.findall(r"`([\w.-]+)`", row.split("|")[1])}
    schema = Rules.json_schema()
    keys = set()
    for name, held in schema["properties"].items():
        table = held.get("$ref", "").rpartition("/")[2]
        inner = schema["$defs"][table]["properties"] if table else [""]
        keys |= {f"{name}.{key}".rstrip(".") for key in inner}
    assert documented == keys
