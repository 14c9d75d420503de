"""The sections of the report about the game itself: what they say is what is counted."""

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from math import comb
from pathlib import Path

import pytest
from section_parts import figures_of, request_for, tables_of, text_of
from workbooks import Workbook

from ginwin.base.files import csv_bytes
from ginwin.base.tables import Table
from ginwin.bonus.bonusfile import SideBet
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.cards import format_cards, parse_cards
from ginwin.document.model import Checks, Code, Document, List
from ginwin.document.pictures import Pictures
from ginwin.document.spreadsheet import spreadsheet_bytes
from ginwin.melds import arrange
from ginwin.play.analysis import analyze
from ginwin.play.examples import example_table, find_examples
from ginwin.report import sensitivity
from ginwin.report.base_game import base_game_section
from ginwin.report.build import build_report
from ginwin.report.hands import hands_section
from ginwin.report.method import method_section
from ginwin.report.published import published_section
from ginwin.report.request import Request
from ginwin.report.rules_card import rules_section
from ginwin.report.sensitivity import sensitivity_section
from ginwin.report.summary import summary_section
from ginwin.report.wording import percent
from ginwin.rules.rules import Rules

GLI, AGS = Rules.load("gli"), Rules.load("ags-web")
BET = SideBet.load("gin-bonus")
RANKS_FIRST = ["arrange.dealer=ranks first"]
ODD = """
name = "Odd $ | <rules> = 金"
[deal]
cards = 5
[melds]
rank = 3
suit = 3
sequence = true
[dealer]
qualifies = "always"
[raise]
play = [1, "3/2", 3]
[pays.win]
ante = { 0 = "5/2", other = 1 }
play = { other = 1 }
[pays.not-qualified]
ante = { other = 1 }
play = { other = 0 }
[pays.tie]
ante = { 1 = 1, other = 0 }
play = { other = 0 }
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginwin.base.kept.user_cache_path", lambda *_, **__: tmp_path)


def cells(table: Table, name: str) -> list[object]:
    place = [column.name for column in table.columns].index(name)
    return [row[place] for row in table.rows]


def items_of(blocks: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(item for block in blocks if isinstance(block, List) for item in block.items)


def test_summary() -> None:
    section = summary_section(request_for(GLI))
    table = tables_of(section)["summary"]
    own, best = analyze(GLI), analyze(GLI, "optimal")
    assert cells(table, "published")[0] == 100 * own.house_edge
    assert cells(table, "best play")[0] == 100 * best.house_edge
    assert "the house edge is 4.31 % of the ante, and the element of risk 2.56 %" in text_of(
        section
    )
    found = items_of(section.blocks)
    assert "are reproduced under these rules, 4 of 4." in found[0]
    assert "are not reproduced under these rules, 0 of 2." in found[1]


def test_no_published_figures_of_other_rules() -> None:
    (item,) = items_of(summary_section(request_for(AGS)).blocks)
    assert item == (
        'No figure was published for these rules. The section "Published figures" compares those '
        "published for the rules gli."
    )


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        ("published", "the published strategy (raise with 10-9-5-4 or better)"),
        ("threshold:J", "a threshold (raise with J or better)"),
        ("best-threshold", "the best threshold (raise with 10-8-7-4 or better)"),
        ("always", "the strategy that never folds (raise with every hand)"),
        ("mimic-dealer", "the strategy that mimics the dealer (raise with 10-9-8-7 or better)"),
        ("by-value", "the best decisions by value (the best for each value)"),
        ("optimal", "the best play (the best for each hand)"),
    ],
)
def test_every_strategy_has_words(strategy: str, words: str) -> None:
    section = summary_section(request_for(GLI, strategy))
    assert text_of(section).startswith(f"With {words}, the house edge is ")


def test_why_the_best_play_loses_more_per_unit() -> None:
    """Only where it does."""
    for strategy, said in (("published", True), ("always", False), ("optimal", False)):
        table = tables_of(summary_section(request_for(GLI, strategy)))["summary"]
        assert any("loses least per ante" in note for note in table.notes) == said


def test_the_summary_names_a_side_bet_on_other_hands() -> None:
    for rules, said in ((GLI, False), (GLI.with_settings(["deal.cards=5"]), True)):
        items = items_of(summary_section(request_for(rules, "published", BET)).blocks)
        assert (
            any("It is on other hands than the game: on 7 cards" in item for item in items) == said
        )


def test_a_quick_report_says_so() -> None:
    quick = request_for(GLI, quick=True)
    assert items_of(summary_section(quick).blocks)[-1].startswith("This report is not complete;")
    for request in (quick, request_for(GLI)):
        points = "see the section on playing" in text_of(sensitivity_section(request))
        samples = "the cards of other seats" in text_of(method_section(request))
        assert (points, samples) == (not request.quick,) * 2


@pytest.mark.parametrize("strategy", ["published", "optimal", "always"])
def test_examples_are_played_by_the_rules(strategy: str) -> None:
    request = request_for(GLI, strategy)
    examples = find_examples(request.analysis, request.counts)
    endings = [one.event for one in examples]
    assert endings == [
        *("win", "win", "tie", "lose", "not qualified", "not qualified"),
        *["fold"] * (strategy != "always"),
    ]
    for one in examples:
        dead_wood = one.player.value >> 26
        assert one.net == GLI.net(one.event, dead_wood, one.play)
        assert (one.play == 0) == (one.event == "fold")
        cards = [card for meld in one.player.melds for card in meld] + list(one.player.dead_wood)
        others = [card for meld in one.dealer.melds for card in meld] + list(one.dealer.dead_wood)
        assert len({*cards, *others}) == 14
        assert arrange(sum(1 << card for card in cards)).value == one.player.value
    nets = {one.ending: one.net for one in examples}
    assert nets["a win with no dead wood"] == 4
    assert nets["gin, the dealer does not qualify"] == 1


def test_examples_as_a_table() -> None:
    request = request_for(GLI)
    table = example_table(request.analysis, find_examples(request.analysis, request.counts))
    for row in table.rows:
        _, melds, dead_wood, *_ = map(str, row)
        shown = f"{melds} {dead_wood}".replace("|", " ").replace("none", "")
        hand = sum(1 << card for card in parse_cards(shown))
        left = " ".join(format_cards(arrange(hand).dead_wood, symbols=True).split()) or "none"
        assert sorted(left.split()) == sorted(dead_wood.split())
        assert any(suit in melds for suit in "♣♦♥♠")


def test_what_cannot_happen_is_said() -> None:
    always = GLI.with_settings(["dealer.qualifies=always"])
    request = request_for(always, "always")
    table = example_table(request.analysis, find_examples(request.analysis, request.counts))
    left = "dead wood, the dealer does not qualify; gin, the dealer does not qualify; a fold"
    assert table.notes[-1] == f"Cannot happen with these rules and this strategy: {left}."


def test_what_is_too_rare_is_said() -> None:
    request = request_for(Rules.from_toml(ODD), "best-threshold")
    table = example_table(request.analysis, find_examples(request.analysis, request.counts))
    assert table.notes[1:] == (
        (
            "Cannot happen with these rules and this strategy: dead wood, the dealer does not "
            "qualify; gin, the dealer does not qualify."
        ),
        "Too rare to be among 4,000 dealt rounds: a win with no dead wood; a tie.",
    )


def test_the_rules_can_be_read_back() -> None:
    section = rules_section(request_for(GLI))
    (code,) = (block.text for block in section.blocks if isinstance(block, Code))
    assert Rules.from_toml(code) == GLI
    assert GLI.summary()[1:] == items_of(section.blocks)
    other = GLI.with_settings(["arrange.dealer=ranks first"])
    assert (
        "The player lays out his cards so that the fewest are left, and of those ways takes the "
        "one with the lowest highest card, then the lowest second highest, and so on. The dealer "
        "lays out his by putting away the melds of rank first, then those of suit."
    ) in text_of(rules_section(request_for(other)))


@pytest.mark.parametrize(
    ("setting", "words", "others"),
    [
        ("compare.cards=all cards", "Only hands of the same value tie.", "hands tie"),
        ("compare.cards=high card", "if these have one rank, the hands tie.", "the next, and"),
        ("compare.cards=count", "equal numbers tie, whatever their cards.", "are compared,"),
        (
            "melds.sequence=true",
            "3 or more of a suit, in sequence (the ace is below the 2).",
            "or not",
        ),
        ("melds.sequence=false", "3 or more of a suit, in sequence or not.", "the ace is"),
        ("melds.suit=none", "cards of a rank; cards of one suit do not meld.", "or more of a s"),
        ("dealer.qualifies=always", "making the play bet. The hand with fewer", "not qualify"),
        ("dealer.qualifies=9", "does not qualify, the hands are not compared. The", "a run"),
    ],
)
def test_the_rules_say_who_wins(setting: str, words: str, others: str) -> None:
    rules = GLI.with_settings([setting])
    text = text_of(rules_section(request_for(rules))).partition("The rules of this report")[0]
    assert words in text
    assert others not in text
    assert "fewer dead-wood cards is better and wins." in text
    assert '"Or better" after the ranks' in text


def test_published() -> None:
    section = published_section(request_for(AGS))
    verdicts = cells(tables_of(section)["published"], "reproduced")
    assert verdicts.count("yes") == 4
    assert verdicts.count("no") == 2
    found = "\n".join(items_of(section.blocks))
    assert (
        "0.81 % of the ante (element of risk 0.48 %) under ags-web and 4.31 % of the ante (element "
        "of risk 2.56 %) under gli." in found
    )
    assert "makes no difference" in found
    edge = percent(analyze_bonus(BET).house_edge)
    assert (
        f"gin-bonus, a reconstruction that nobody published, with a house edge of {edge}" in found
    )
    assert "the exact values are those of the rules gli." in text_of(section)
    assert "No figure was" not in text_of(published_section(request_for(GLI)))


def test_nothing_about_a_source_is_said_twice() -> None:
    section = published_section(request_for(GLI))
    notes = tables_of(section)["published"].notes
    for item in items_of(section.blocks):
        _, _, remark = item.partition(": ")
        assert not remark or not any(remark.split(".")[0] in note for note in notes)


def test_hands() -> None:
    section = hands_section(request_for(GLI))
    tables = tables_of(section)
    assert list(tables) == ["hands_by_dead_wood", "qualifying"]
    rows = tables["qualifying"].rows
    assert sum(int(str(row[2])) for row in rows[:-1]) == rows[-1][2]
    assert request_for(GLI).dealer_qualifies == rows[-1][3]
    assert list(figures_of(section)) == ["dead-wood"]


def test_the_dealer_qualifies_with_his_own_arrangement() -> None:
    six = GLI.with_settings(["deal.cards=6"])
    request = request_for(six.with_settings(RANKS_FIRST))
    total = tables_of(hands_section(request))["qualifying"].rows[-1]
    assert total[3] == request.dealer_qualifies
    assert total[3] != request_for(six).dealer_qualifies


def test_base_game() -> None:
    table = tables_of(base_game_section(request_for(GLI)))["true_odds"]
    assert sum(int(str(row[4])) for row in table.rows[:-1]) == table.rows[-1][4]
    for event, staked, net, pays, deals, share, one_in, odds in table.rows[:-1]:
        assert staked == (1 if event == "fold" else 2)
        assert share == Fraction(int(str(deals)), analyze(GLI).deals) == 1 / Fraction(str(one_in))
        wins = event in {"win", "not qualified"}
        assert pays == (Fraction(str(net)) / 2 if wins else None)
        assert odds == (Fraction(str(one_in)) - 1 if wins else None)


def test_sensitivity() -> None:
    section = sensitivity_section(request_for(GLI))
    tables = tables_of(section)
    names = ["qualifiers", "landmarks", "landscape", "pay_own", "pay_best", "ties", "presets"]
    assert list(tables) == names
    assert cells(tables["pay_own"], "house edge")[3] == analyze(GLI).house_edge
    other = GLI.with_settings(["pays.tie.ante.other=-1", "pays.tie.play.other=-1"])
    assert cells(tables["ties"], "rules")[1] == "push (these rules)"
    assert cells(tables["ties"], "house edge")[0] == analyze(other).house_edge
    assert cells(tables["presets"], "rules") == ["ags-web", "gli (these rules)"]
    assert cells(tables["presets"], "house edge")[0] == analyze(AGS).house_edge
    assert list(figures_of(section)) == ["qualifiers", "pays"]
    assert all("of this report" not in column.name for column in tables["landmarks"].columns)


@pytest.mark.parametrize(
    ("settings", "labels"),
    [
        (
            [],
            [
                *("3 cards or fewer", "9-8-7-6", "10-9-8-7 (these rules)", "J-10-9-8", "Q-J-10-9"),
                *("4 cards or fewer", "every hand"),
            ],
        ),
        (["deal.cards=5"], ["10-9-8-7 (these rules)", "every hand"]),  # none has four cards left
        (["dealer.qualifies=K-2"], ["K-2 (these rules)", "3 cards or fewer", "9-8-7-6"]),
    ],
)
def test_usual_qualifiers_are_told_apart(settings: list[str], labels: list[str]) -> None:
    request = request_for(GLI.with_settings(settings))
    usual = sensitivity._usual_qualifiers(request)
    table = sensitivity._side_by_side(request, "qualifiers", "Usual qualifiers", usual)
    assert cells(table, "rules")[: len(labels)] == labels
    assert len(set(cells(table, "house edge"))) == len(table.rows)


def test_the_strategy_of_the_report_is_among_the_landmarks() -> None:
    section = sensitivity_section(request_for(GLI, "threshold:J-7-6-5"))
    table = tables_of(section)["landmarks"]
    edges = cells(table, "edge by strategy of this report")
    assert table.strategy == "that of each column; of this report: threshold:J-7-6-5"
    own = cells(table, "qualifier").index("10-9-8-7")
    for place, qualifier in ((own, "10-9-8-7"), (-1, "always")):
        rules = GLI.with_settings([f"dealer.qualifies={qualifier}"])
        assert edges[place] == analyze(rules, "threshold:J-7-6-5").house_edge
    assert "is in the table only" in figures_of(section)["qualifiers"].text


def test_the_caption_of_one_line() -> None:
    figures = figures_of(sensitivity_section(request_for(GLI, "best-threshold")))
    assert figures["pays"].text.startswith("The line is that of the best threshold")
    assert "The point marks" in figures["qualifiers"].text


def test_the_pay_of_the_rules_is_among_those_swept() -> None:
    half = GLI.with_settings(["pays.win.ante.0=1/2"])
    section = sensitivity_section(request_for(half))
    table = tables_of(section)["pay_own"]
    assert [row[0] for row in table.rows] == [0, Fraction(1, 2), *range(1, 11)]
    assert cells(table, "house edge")[1] == analyze(half).house_edge
    none, one = (analyze(GLI.with_settings([f"pays.win.ante.0={pay}"])) for pay in (0, 1))
    step = percent(none.house_edge - one.house_edge)
    assert f"Each further 1 to 1 lowers the house edge by {step} of the ante." in text_of(section)
    bent = replace(table, rows=(*table.rows[:3], (3, *table.rows[1][1:])))
    first = f"1 to 1 instead of nothing lowers the house edge by {step} of the ante."
    assert sensitivity._step(bent) == first
    flat = replace(table, rows=tuple((row[0], *table.rows[0][1:]) for row in table.rows))
    assert sensitivity._step(flat) == "Under these rules it does not change the house edge."


def test_rules_of_another_name_are_the_published_ones() -> None:
    request = request_for(GLI.with_settings(["name=Mine"]))
    assert request.rules.source == GLI.source
    for section in (summary_section, published_section):
        assert "No figure was published" not in text_of(section(request))


def test_best_play_has_none_better() -> None:
    assert "No other play does better." in text_of(summary_section(request_for(GLI, "optimal")))


def test_no_other_method_is_said() -> None:
    request = request_for(Rules.from_toml(ODD), "optimal")
    section = method_section(request)
    assert "agreement" not in tables_of(section)
    assert "No other method is shown" in text_of(section)


def test_the_digest_is_that_of_the_file() -> None:
    section = method_section(request_for(GLI, "published", BET))
    counts = tables_of(section)["counts"]
    codes = [block.text for block in section.blocks if isinstance(block, Code)]
    assert codes == [f"{sha256(csv_bytes(counts)).hexdigest()}  counts.csv", "ginwin report"]
    agrees = cells(tables_of(section)["agreement"], "agrees")
    assert agrees.count("yes") == 6
    assert "NO" not in agrees
    (checks,) = (block for block in section.blocks if isinstance(block, Checks))
    assert checks.checks[0].value == comb(52, 7)
    assert "That leaves 227 kinds of sets" in text_of(section)


def check_report(request: Request) -> Document:
    """Build a report; its formulas, worked out in fractions, give what is stored."""
    document = build_report(request)
    workbook = Workbook(spreadsheet_bytes(document, Pictures()))
    (checks,) = (
        block
        for section in document.sections
        for block in section.blocks
        if isinstance(block, Checks)
    )
    rows = workbook.rows("checks")
    place = rows[4].index("recalculated")
    for number, check in enumerate(checks.checks, start=6):
        cell = workbook.formulas["checks"].cell(number, place + 1)
        found = workbook.value("checks", cell.coordinate)
        if isinstance(check.value, int):
            assert found == check.value, check.what
        assert float(found) == pytest.approx(float(check.value), rel=1e-12), check.what
    assert len(workbook.formula_cells()) > 2 * len(checks.checks)
    return document


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["published", "optimal"])
def test_a_report(strategy: str) -> None:
    document = check_report(request_for(GLI, strategy, BET, quick=True))
    assert len(document.sections) == 11
    figures = [figure.name for figure in document.figures]
    assert figures == [
        *("dead-wood", "decisions", "net-wins", "hold", "qualifiers", "pays", "side-bets"),
    ]


@pytest.mark.slow
def test_a_report_on_odd_rules() -> None:
    document = check_report(request_for(Rules.from_toml(ODD), quick=True))
    assert document.facts[0] == ("Rules", "Odd $ | <rules> = 金")
    names = [table.name for table in document.tables]
    assert "true_odds" in names
