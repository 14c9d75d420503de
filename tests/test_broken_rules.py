"""Broken rule files: one line each, with the file, the field, the value and what is allowed."""

import os
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginwin.bonus.bonusfile import SideBet
from ginwin.errors import InputError
from ginwin.rules.rules import Rules

GLI = Rules.load("gli").to_toml()

PAY = (
    "a number from -1 (the bet is lost) to 1000, whole, decimal (0.95) or a fraction "
    '("3/2"), with a denominator up to 1000'
)
PLAY = (
    "a list of 1 to 100 different numbers above 0 and up to 100, with denominators up to 1000, "
    "such as [1]"
)
QUALIFIER = (
    'dead wood such as "10-9-8-7" (this or better qualifies), "gin", a number of dead-wood cards '
    'such as "4 cards" (so many or fewer), or "always"'
)
WAY = '"best", "house", "ranks first", "suits first" or "better of two"'
COMPARE = '"all cards", "high card" or "count"'
CARDS = "a whole number from 5 to 7"
RANK = "a whole number from 2 to 4"
SUIT = 'a whole number from 3 to 7, or "none"'
LINE = "one line of text, up to 200 characters"
NAME = f"{LINE}, not blank"
TABLE = "a table with the keys "
COUNTS = "only the keys 0, 1, 2, 3, 4, 5, 6, 7, other"
TOP = "only the keys name, source, deal, melds, arrange, compare, dealer, raise, pays"
EVENTS = "only the keys win, not-qualified, tie, lose, fold"

WIN_ANTE = "ante = { 0 = 3, other = 1 }"
WIN_PLAY = "play = { other = 1 }"
ZERO = "pays.win.ante.0"
TITLE = 'name = "Gin and Win, GLI report"'
DEALER = 'qualifies = "10-9-8-7"'
TIE = "[pays.tie]\nante = { other = 0 }\nplay = { other = 0 }\n"

# What is replaced in the GLI rules, by what; then field, value and allowed as the error shows them.
BROKEN = [
    # Pays
    (WIN_ANTE, "ante = { 0 = -1.001, other = 1 }", ZERO, "-1.001", PAY),
    (WIN_ANTE, "ante = { 0 = -2, other = 1 }", ZERO, "-2", PAY),
    (WIN_ANTE, "ante = { 0 = 1001, other = 1 }", ZERO, "1001", PAY),
    (WIN_ANTE, "ante = { 0 = 1000.001, other = 1 }", ZERO, "1000.001", PAY),
    (WIN_ANTE, "ante = { 0 = nan, other = 1 }", ZERO, "NaN", PAY),
    (WIN_ANTE, "ante = { 0 = inf, other = 1 }", ZERO, "Infinity", PAY),
    (WIN_ANTE, "ante = { 0 = -inf, other = 1 }", ZERO, "-Infinity", PAY),
    (WIN_ANTE, "ante = { 0 = true, other = 1 }", ZERO, "True", PAY),
    (WIN_ANTE, 'ante = { 0 = "3:1", other = 1 }', ZERO, "'3:1'", PAY),
    (WIN_ANTE, 'ante = { 0 = "3 to 1", other = 1 }', ZERO, "'3 to 1'", PAY),
    (WIN_ANTE, 'ante = { 0 = "1,5", other = 1 }', ZERO, "'1,5'", PAY),
    (WIN_ANTE, 'ante = { 0 = "3/0", other = 1 }', ZERO, "'3/0'", PAY),
    (WIN_ANTE, 'ante = { 0 = "1/1001", other = 1 }', ZERO, "'1/1001'", PAY),
    (WIN_ANTE, 'ante = { 0 = "", other = 1 }', ZERO, "''", PAY),
    (WIN_ANTE, 'ante = { 0 = "nan", other = 1 }', ZERO, "'nan'", PAY),
    (WIN_ANTE, 'ante = { 0 = "\u0663", other = 1 }', ZERO, "'\u0663'", PAY),  # an Arabic digit
    (WIN_ANTE, 'ante = { 0 = "3\\n", other = 1 }', ZERO, r"'3\n'", PAY),
    (WIN_ANTE, "ante = { 0 = 0.0001, other = 1 }", ZERO, "0.0001", PAY),
    (WIN_ANTE, "ante = { 0 = 1e999999999, other = 1 }", ZERO, "1E+999999999", PAY),
    (WIN_ANTE, "ante = { 0 = 1e-999999999, other = 1 }", ZERO, "1E-999999999", PAY),
    (WIN_ANTE, f"ante = {{ 0 = 1e-{'9' * 30}, other = 1 }}", ZERO, f"'1e-{'9' * 30}'", PAY),
    (WIN_ANTE, f"ante = {{ 0 = 0x{'f' * 9999}, other = 1 }}", ZERO, "'too large to show'", PAY),
    (WIN_ANTE, "ante = { 0 = [3, 1], other = 1 }", ZERO, "[3, 1]", PAY),
    (WIN_ANTE, "ante = { 0 = 1979-05-27, other = 1 }", ZERO, "1979-05-27", PAY),
    (WIN_ANTE, 'ante = { 0 = 3, other = "x" }', "pays.win.ante.other", "'x'", PAY),
    (WIN_PLAY, "play = { 7 = -3, other = 1 }", "pays.win.play.7", "-3", PAY),
    # Dead-wood counts
    (WIN_ANTE, "ante = { 0 = 3 }", "pays.win.ante.other", "(missing)", PAY),
    (WIN_ANTE, "ante = {}", "pays.win.ante.other", "(missing)", PAY),
    (WIN_ANTE, "ante = { 8 = 3, other = 1 }", "pays.win.ante.8", "3", COUNTS),
    (WIN_ANTE, "ante = { -1 = 3, other = 1 }", "pays.win.ante.-1", "3", COUNTS + "; nearest: 1"),
    (WIN_ANTE, "ante = { 00 = 3, other = 1 }", "pays.win.ante.00", "3", COUNTS + "; nearest: 0"),
    (WIN_ANTE, 'ante = { "0 " = 3, other = 1 }', "pays.win.ante.'0 '", "3",
     COUNTS + "; nearest: 0"),
    (WIN_ANTE, "ante = { gin = 3, other = 1 }", "pays.win.ante.gin", "3", COUNTS),
    (WIN_ANTE, "ante = { othr = 1 }", "pays.win.ante.othr", "1", COUNTS + "; nearest: other"),
    # Tables
    (WIN_ANTE, "ante = 1", "pays.win.ante", "1", TABLE + COUNTS.removeprefix("only the keys ")),
    (WIN_ANTE, "", "pays.win.ante", "(missing)", TABLE + COUNTS.removeprefix("only the keys ")),
    ("[pays.tie]", "[pays.ties]", "pays.ties", "{'ante': {'other': 0}, 'play': {'other': 0}}",
     EVENTS + "; nearest: tie"),
    ("[pays.not-qualified]", "[pays.not_qualified]", "pays.not_qualified",
     "{'ante': {'other': 1}, 'play': {'other': 0}}",
     EVENTS + "; nearest: not-qualified"),
    ("[pays.win]\n", "[pays.win]\nbonus = { other = 1 }\n", "pays.win.bonus", "{'other': 1}",
     "only the keys ante, play"),
    ("[dealer]", "[deler]", "deler", "{'qualifies': '10-9-8-7'}", TOP + "; nearest: dealer"),
    (f"[dealer]\n{DEALER}", "", "dealer", "(missing)", TABLE + "qualifies"),
    (f"[dealer]\n{DEALER}", "[[dealer]]", "dealer", "[{}]", TABLE + "qualifies"),
    # Keys of other tables, and of no table
    (TITLE, "cards = 7", "cards", "7", TOP),
    (TITLE, "self = 7", "self", "7", TOP),
    (TITLE, '"" = 7', "''", "7", TOP),
    (TITLE, '"na\\nme" = 7', r"'na\nme'", "7", TOP + "; nearest: name"),
    (TITLE, "melding = {}", "melding", "{}", TOP + "; nearest: melds"),
    ("rank = 2", "rnak = 2", "melds.rnak", "2",
     "only the keys rank, suit, sequence; nearest: rank"),
    (DEALER, 'qualify = "gin"', "dealer.qualify", "'gin'",
     "only the keys qualifies; nearest: qualifies"),
    # The dealer
    (DEALER, 'qualifies = "10-9-8-1"', "dealer.qualifies", "'10-9-8-1'", QUALIFIER),
    (DEALER, 'qualifies = "10 9 8 7"', "dealer.qualifies", "'10 9 8 7'", QUALIFIER),
    (DEALER, 'qualifies = "never"', "dealer.qualifies", "'never'", QUALIFIER),
    (DEALER, 'qualifies = ""', "dealer.qualifies", "''", QUALIFIER),
    (DEALER, 'qualifies = "9-8-7-6-5-4-3-2"', "dealer.qualifies", "'9-8-7-6-5-4-3-2'", QUALIFIER),
    (DEALER, "qualifies = 10", "dealer.qualifies", "10", QUALIFIER),
    (DEALER, 'qualifies = ["J"]', "dealer.qualifies", "['J']", QUALIFIER),
    (DEALER, "", "dealer.qualifies", "(missing)", QUALIFIER),
    (DEALER, 'qualifies = "8 cards"', "dealer.qualifies", "'8 cards'", QUALIFIER),
    (DEALER, 'qualifies = "-1 cards"', "dealer.qualifies", "'-1 cards'", QUALIFIER),
    (DEALER, 'qualifies = "4.5 cards"', "dealer.qualifies", "'4.5 cards'", QUALIFIER),
    (DEALER, 'qualifies = "four cards"', "dealer.qualifies", "'four cards'", QUALIFIER),
    (DEALER, 'qualifies = "\u0664 cards"', "dealer.qualifies", "'\u0664 cards'", QUALIFIER),
    (DEALER, 'qualifies = "4 card\u017f"', "dealer.qualifies", "'4 card\u017f'", QUALIFIER),
    (DEALER, "qualifies = 4", "dealer.qualifies", "4", QUALIFIER),
    (DEALER, "qualifies = { cards = 4 }", "dealer.qualifies", "{'cards': 4}", QUALIFIER),
    # Arranging and comparing
    ("[dealer]", '[arrange]\nplayer = "Best"\n[dealer]', "arrange.player", "'Best'", WAY),
    ("[dealer]", '[arrange]\ndealer = "ranks"\n[dealer]', "arrange.dealer", "'ranks'", WAY),
    ("[dealer]", "[arrange]\ndealer = 1\n[dealer]", "arrange.dealer", "1", WAY),
    ("[dealer]", '[arrange]\nbank = "best"\n[dealer]', "arrange.bank", "'best'",
     "only the keys player, dealer"),
    (TITLE, 'arrange = "best"', "arrange", "'best'", TABLE + "player, dealer"),
    ("[dealer]", '[arranging]\nplayer = "best"\n[dealer]', "arranging", "{'player': 'best'}",
     TOP + "; nearest: arrange"),
    ("[dealer]", '[compare]\ncards = "points"\n[dealer]', "compare.cards", "'points'", COMPARE),
    ("[dealer]", "[compare]\ncards = true\n[dealer]", "compare.cards", "True", COMPARE),
    ("[dealer]", '[compare]\ncard = "count"\n[dealer]', "compare.card", "'count'",
     "only the keys cards; nearest: cards"),
    # Losses and folds
    (TIE, TIE + "[pays.lose]\nante = { other = -2 }\n", "pays.lose.ante.other", "-2", PAY),
    (TIE, TIE + "[pays.lose]\nplay = {}\n", "pays.lose.play.other", "(missing)", PAY),
    (TIE, TIE + "[pays.lose]\nplay = -1\n", "pays.lose.play", "-1",
     TABLE + COUNTS.removeprefix("only the keys ")),
    (TIE, TIE + "[pays.loss]\nante = { other = -1 }\n", "pays.loss",
     "{'ante': {'other': -1}}", EVENTS + "; nearest: lose"),
    (TIE, TIE + '[pays.fold]\nante = { 3 = "half", other = -1 }\n', "pays.fold.ante.3",
     "'half'", PAY),
    (TIE, TIE + "[pays.fold]\nante = { 3 = 0 }\n", "pays.fold.ante.other", "(missing)", PAY),
    (TIE, TIE + "[pays.fold]\nplay = { other = 0 }\n", "pays.fold.play", "{'other': 0}",
     "only the keys ante"),
    # Deal and melds
    ("cards = 7", "cards = 4", "deal.cards", "4", CARDS),
    ("cards = 7", "cards = 8", "deal.cards", "8", CARDS),
    ("cards = 7", "cards = 7.0", "deal.cards", "7.0", CARDS),
    ("cards = 7", 'cards = "7"', "deal.cards", "'7'", CARDS),
    ("cards = 7", "cards = true", "deal.cards", "True", CARDS),
    ("rank = 2", "rank = 1", "melds.rank", "1", RANK),
    ("rank = 2", "rank = 5", "melds.rank", "5", RANK),
    ("suit = 3", "suit = 2", "melds.suit", "2", SUIT),
    ("suit = 3", "suit = 8", "melds.suit", "8", SUIT),
    ("suit = 3", 'suit = "hearts"', "melds.suit", "'hearts'", SUIT),
    ("suit = 3", "suit = false", "melds.suit", "False", SUIT),
    ("sequence = false", "sequence = 0", "melds.sequence", "0", "true or false"),
    ("sequence = false", 'sequence = "no"', "melds.sequence", "'no'", "true or false"),
    # Play bets
    ("play = [1]", "play = []", "raise.play", "[]", PLAY),
    ("play = [1]", "play = 1", "raise.play", "1", PLAY),
    ("play = [1]", "play = [0]", "raise.play", "[0]", PLAY),
    ("play = [1]", "play = [-1]", "raise.play", "[-1]", PLAY),
    ("play = [1]", "play = [101]", "raise.play", "[101]", PLAY),
    ("play = [1]", 'play = [1, "2/2"]', "raise.play", "[1, '2/2']", PLAY),
    ("play = [1]", "play = [0.5, 1, 0.5]", "raise.play", "[0.5, 1, 0.5]", PLAY),
    ("play = [1]", f"play = [{', '.join(map(str, range(1, 102)))}]", "raise.play",
     f"[{', '.join(map(str, range(1, 102)))}]"[:100] + "...", PLAY),
    ("play = [1]", 'play = ["1x"]', "raise.play", "['1x']", PLAY),
    ("play = [1]", "play = [true]", "raise.play", "[True]", PLAY),
    ("play = [1]", "play = [[1]]", "raise.play", "[[1]]", PLAY),
    # Texts
    (TITLE, "name = 1", "name", "1", NAME),
    (TITLE, "name = 1.5", "name", "1.5", NAME),
    (TITLE, f'name = "{"x" * 201}"', "name", f"'{'x' * 99}...", NAME),
    (TITLE, 'name = "two\\nlines"', "name", r"'two\nlines'", NAME),
    (TITLE, 'name = ""', "name", "''", NAME),
    (TITLE, 'name = "   "', "name", "'   '", NAME),
    (TITLE, 'name = "\\u001b[31m"', "name", r"'\x1b[31m'", NAME),
    # Not TOML
    (TITLE, "name = Gin", "line 1, column 8", "'name = Gin'", "TOML (Invalid value)"),
    (TITLE, "name 7", "line 1, column 6", "'name 7'",
     "TOML (Expected '=' after a key in a key/value pair)"),
    ("cards = 7", "cards = 7\ncards = 6", "line 6, column 10", "'cards = 6'",
     "TOML (Cannot overwrite a value)"),
    ("[deal]", "[deal", "line 4, column 6", "'[deal'",
     "TOML (Expected ']' at the end of a table declaration)"),
    (WIN_ANTE, "ante = { 0 = 3, other = 1,5 }", "line 19, column 29",
     "'ante = { 0 = 3, other = 1,5 }'",
     "TOML (Expected '=' after a key in a key/value pair)"),
    (GLI, "name = ", "end of document", "'name ='", "TOML (Invalid value)"),
    (GLI, "", "dealer", "(missing)", TABLE + "qualifies"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "field", "value", "allowed"),
    BROKEN,
    ids=[f"{field} {value}"[:40] for _, _, field, value, _ in BROKEN],
)
def test_broken_file(
    old: str, new: str, field: str, value: str, allowed: str, tmp_path: Path
) -> None:
    assert old in GLI
    path = tmp_path / "house.toml"
    path.write_text(GLI.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError) as caught:
        Rules.load(path)
    message = f"{field}: value {value} is not allowed; allowed: {allowed}"
    assert str(caught.value) == f"{path}: {message}"


def test_enough_broken_files() -> None:
    assert len(BROKEN) >= 50
    assert len({row[:2] for row in BROKEN}) == len(BROKEN)


@pytest.mark.parametrize(
    ("text", "field", "value", "reason"),
    [
        ("name = 1\n\n\xa0", "line 3, column 1", "", "Invalid statement"),
        ("\n\n\n\x0c", "line 4, column 1", "", "Invalid statement"),
        ("name = 1\n\x0b\n\n", "line 2, column 1", "", "Invalid statement"),
        ("name = 1\nname =\x85", "line 2, column 7", "name =", "Invalid value"),
        ("name =\n\u2028", "line 1, column 7", "name =", "Invalid value"),
        ("\ufeffname =\r\nsource = 1", "line 1, column 7", "name =", "Invalid value"),
        ("a = 1\n[x]\n['x (at line 999']\n['x (at line 999']", "line 4, column 18",
         "['x (at line 999']", "Cannot declare ('x (at line 999',) twice"),
        ("a = { 'b (at line 7, column 7)' = 1, 'b (at line 7, column 7)' = 1 }",
         "line 1, column 67",
         "a = { 'b (at line 7, column 7)' = 1, 'b (at line 7, column 7)' = 1 }",
         "Duplicate inline table key 'b (at line 7, column 7)'"),
    ],
)  # fmt: skip
def test_the_line_of_a_fault(text: str, field: str, value: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        Rules.from_toml(text)
    assert (caught.value.field, caught.value.value) == (field, value)
    assert caught.value.allowed == f"TOML ({reason})"


def test_a_long_key_in_a_reason_is_cut() -> None:
    with pytest.raises(InputError) as caught:
        Rules.from_toml(f"[{'k' * 9999}]\n" * 2)
    assert len(str(caught.value)) < 400


@given(st.text("\n\r \t\x0b\x0c\x1c\x85\xa0\u2028'\"(=[]ab#1", max_size=12))
def test_any_white_space_is_toml_or_a_one_line_error(text: str) -> None:
    with pytest.raises(InputError) as caught:
        Rules.from_toml(f"{text}[[[")
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("a = " + "[" * 9999, "nothing nested so deep"),
        ("a = " + "{ x = [" * 9999, "nothing nested so deep"),
        (f"x = 1{'0' * 5000}", "no number of so many digits"),
        (f"x = -1{'_0' * 5000}", "no number of so many digits"),
    ],
    ids=["lists", "tables", "digits", "more digits"],
)
def test_what_the_parser_has_no_place_for(line: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        Rules.from_toml(f"{GLI}\n{line}\n# [[ 1.2.3 {{{{\n\n")
    place = f"line {GLI.count(chr(10)) + 2}"
    assert str(caught.value) == (
        f"{place}: value '{line[:99]}... is not allowed; allowed: TOML ({reason})"
    )


# --- Which of several faults is reported does not depend on the order in the file ---------------


@pytest.mark.parametrize("edits", [("deal", "melds"), ("melds", "deal")])
def test_first_fault_is_that_of_the_first_table(edits: tuple[str, str]) -> None:
    faults = {"deal": "[deal]\ncards = 9\n", "melds": "[melds]\nrank = 9\n"}
    rest = GLI[GLI.index("[dealer]") :]
    with pytest.raises(InputError) as caught:
        Rules.from_toml("".join(faults[edit] for edit in edits) + rest)
    assert caught.value.field == "deal.cards"


@pytest.mark.parametrize("keys", [("aaa", "zzz"), ("zzz", "aaa")])
def test_unknown_keys_come_first_and_in_order(keys: tuple[str, str]) -> None:
    with pytest.raises(InputError) as caught:
        Rules.from_toml("".join(f"{key} = 1\n" for key in keys) + GLI.replace("= 7", "= 9"))
    assert caught.value.field == "aaa"


# --- Files that are none, and presets that are none ---------------------------------------------


def refused(name_or_path: str | Path, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        Rules.load(name_or_path)
    text = str(name_or_path)
    allowed = f"a preset (ags-web, gli) or a TOML file ({reason})"
    assert str(caught.value) == f"rules: value {text!r} is not allowed; allowed: {allowed}"


def test_unknown_preset() -> None:
    refused("glii", "No such file or directory")


def test_empty_name() -> None:
    refused("", "Is a directory")


def test_missing_file(tmp_path: Path) -> None:
    refused(tmp_path / "a.toml", "No such file or directory")


def test_directory(tmp_path: Path) -> None:
    refused(tmp_path, "Is a directory")


def test_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b'name = "caf\xe9"\n')
    refused(path, "it is not UTF-8 text")


def test_path_with_a_null_character() -> None:
    refused("a\0b.toml", "a path has no null characters")


def test_a_file_of_many_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(GLI + "#" * (2**20 - len(GLI.encode())), "utf-8")
    assert Rules.load(path) == Rules.load("gli")
    path.write_text(GLI + "#" * (2**20 - len(GLI.encode()) + 1), "utf-8")
    refused(path, "it is larger than 1 MiB")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs devices and pipes")
def test_what_is_no_regular_file(tmp_path: Path) -> None:
    refused("/dev/zero", "it is no regular file")
    os.mkfifo(tmp_path / "pipe")
    refused(tmp_path / "pipe", "it is no regular file")
    with pytest.raises(InputError, match="it is no regular file"):
        SideBet.load(tmp_path / "pipe")


def test_byte_order_mark_is_skipped() -> None:
    assert Rules.from_toml("\ufeff" + GLI) == Rules.load("gli")


def test_a_hundred_play_bets(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(GLI.replace("play = [1]", f"play = {list(range(1, 101))}"), "utf-8")
    assert Rules.load(path).play == tuple(range(1, 101))
    assert Rules.json_schema()["$defs"]["Raise"]["properties"]["play"]["maxItems"] == 100


# --- What an error shows ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (InputError("a\x1b[31m", "b\x1b[31m", "c\x07"),
         r"a\x1b[31m: value 'b\x1b[31m' is not allowed; allowed: c\x07"),
        (InputError("a\nb", {"\x9b": [Decimal("0.5"), "\n"]}, "c"),
         r"a b: value {'\x9b': [0.5, '\n']} is not allowed; allowed: c"),
        (InputError("a", Path("b\x1b\u202e"), "c"),
         r"a: value b\x1b\u202e is not allowed; allowed: c"),
        (InputError("a", [Fraction(1, 2), (1, Decimal("1E+9")), True], "c"),
         "a: value [1/2, (1, 1E+9), True] is not allowed; allowed: c"),
        (InputError("a" * 999, "b" * 999, "c"),
         f"{'a' * 150}...{'a' * 150}: value '{'b' * 99}... is not allowed; allowed: c"),
        (InputError("a\udc80", 1, "c"), r"a\udc80: value 1 is not allowed; allowed: c"),
    ],
)  # fmt: skip
def test_what_an_error_shows(error: InputError, message: str) -> None:
    assert str(error) == message
    assert message.isprintable()


def test_a_path_with_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m.toml"
    path.write_text("[", "utf-8")
    with pytest.raises(InputError) as caught:
        Rules.load(path)
    assert r"a\x1b[31m.toml: " in str(caught.value)
    assert str(caught.value).isprintable()


def test_windows_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GLI.replace("\n", "\r\n").encode())
    assert Rules.load(path) == Rules.load("gli")


def test_python_is_refused_in_the_same_words() -> None:
    with pytest.raises(InputError) as caught:
        Rules(dealer={"qualifies": "always"}, pays={})
    assert (caught.value.field, str(caught.value.value)) == ("pays.win", "(missing)")


@given(st.text())
def test_any_text_is_rules_or_a_one_line_error(text: str) -> None:
    for toml in (text, GLI.replace("3", text), GLI.replace("pays", text)):
        message = ""
        try:
            Rules.from_toml(toml)
        except InputError as error:
            message = str(error)
        assert len(message.splitlines()) <= 1
