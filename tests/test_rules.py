"""Rules: the presets against the printed rules, exact pays, and the round trip through TOML."""

import pickle
import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginwin.cards import RANKS
from ginwin.errors import InputError
from ginwin.melds import WAYS, MeldRules
from ginwin.rules.rules import Event, Rules, preset_names
from ginwin.values import ALWAYS, COMPARISONS, GIN, parse_value, value_label, value_of

GLI = Rules.load("gli")
AGS = Rules.load("ags-web")
COUNTS = range(8)


def with_pay(text: str) -> Rules:
    """The GLI rules with another ante pay for a win without dead wood, as TOML writes it."""
    return Rules.from_toml(GLI.to_toml().replace("{ 0 = 3,", f"{{ 0 = {text},"))


# --- The printed rules, clause by clause -------------------------------------------------------


def test_presets_are_the_published_rules() -> None:
    assert preset_names() == ("ags-web", "gli")


@pytest.mark.parametrize("rules", [GLI, AGS], ids=["gli", "ags-web"])
class TestBothPresets:
    def test_seven_cards_each(self, rules: Rules) -> None:
        assert rules.cards == 7

    def test_two_of_a_rank_or_three_of_a_suit_meld(self, rules: Rules) -> None:
        assert rules.melds == MeldRules(rank=2, suit=3, sequence=False)
        assert rules.melds.standard

    def test_play_bet_equals_ante(self, rules: Rules) -> None:
        assert rules.play == (Fraction(1),)

    @pytest.mark.parametrize("count", COUNTS)
    def test_fold_loses_the_ante(self, rules: Rules, count: int) -> None:
        assert rules.net("fold", count, 1) == -1

    @pytest.mark.parametrize("count", COUNTS)
    def test_not_qualified_pays_the_ante_and_pushes_the_play_bet(
        self, rules: Rules, count: int
    ) -> None:
        assert rules.net("not qualified", count, 1) == 1

    @pytest.mark.parametrize("count", COUNTS)
    def test_tie_pushes_both(self, rules: Rules, count: int) -> None:
        assert rules.net("tie", count, 1) == 0

    @pytest.mark.parametrize("count", COUNTS)
    def test_loss_takes_both(self, rules: Rules, count: int) -> None:
        assert rules.net("lose", count, 1) == -2

    @pytest.mark.parametrize("count", COUNTS[1:])
    def test_win_pays_both_even_money(self, rules: Rules, count: int) -> None:
        assert rules.net("win", count, 1) == 2

    def test_no_dead_wood_at_3_to_1_on_one_bet_and_1_to_1_on_the_other_nets_4(
        self, rules: Rules
    ) -> None:
        assert rules.net("win", 0, 1) == 4

    def test_source_is_named(self, rules: Rules) -> None:
        assert rules.source


def test_gli_dealer_qualifies_with_four_cards_ten_or_lower() -> None:
    assert value_label(GLI.qualifies) == "10-9-8-7"
    assert parse_value("10-3-2-A") <= GLI.qualifies < parse_value("J-3-2-A")
    assert parse_value("K-Q-J") <= GLI.qualifies < parse_value("5-4-3-2-A")


def test_ags_web_dealer_qualifies_with_four_cards_jack_or_lower() -> None:
    assert value_label(AGS.qualifies) == "J-10-9-8"
    assert parse_value("J-10-9-8") <= AGS.qualifies < parse_value("Q-3-2-A")


def test_which_bet_pays_3_to_1() -> None:
    # At twice the play bet the two versions differ: 3 + 2 x 1 and 1 + 2 x 3.
    assert (GLI.net("win", 0, 2), AGS.net("win", 0, 2)) == (Fraction(5), Fraction(7))


def test_summary_states_the_rules() -> None:
    assert GLI.summary() == (
        "Gin and Win, GLI report",
        "Cards to each side: 7; melds: 2 or more of a rank, 3 or more of a suit",
        "Dealer qualifies: 10-9-8-7 or better",
        "Play bet: 1 x ante",
        "Player wins: ante pays 1 to 1 (pays 3 to 1 with no dead wood); play bet pays 1 to 1",
        "Dealer does not qualify: ante pays 1 to 1; play bet pushes",
        "Tie: ante pushes; play bet pushes",
        "Dealer wins: both bets lose; fold: the ante loses",
    )


def test_summary_of_other_rules() -> None:
    tables = GLI.to_dict() | {
        "melds": {"suit": "none"},
        "dealer": {"qualifies": "always"},
        "raise": {"play": [2, "1/2"]},
    }
    tables["pays"]["tie"] = {"ante": {"3": "3/2", "other": -1}, "play": {"other": "-1/2"}}
    _, melds, dealer, play, *_, tie, _ = Rules(**tables).summary()
    assert melds == "Cards to each side: 7; melds: 2 or more of a rank"
    assert dealer == "Dealer qualifies: always"
    assert play == "Play bet: 1/2 or 2 x ante"
    assert tie == ("Tie: ante loses (pays 3/2 to 1 with 3 dead-wood cards); play bet loses 1/2")


HOUSE = "house: the fewest cards, then the lowest high card, else the worst"


def test_summary_states_what_is_not_the_default() -> None:
    rules = GLI.with_settings(
        [
            "name=Odd",
            "arrange.dealer=house",
            "compare.cards=high card",
            "dealer.qualifies=4 cards",
            "pays.lose.play.other=-1/2",
            "pays.fold.ante={1=0, 5=-0.5, other=-1}",
        ]
    )
    assert rules.summary() == (
        "Odd",
        "Cards to each side: 7; melds: 2 or more of a rank, 3 or more of a suit",
        f"Arranging: player best, dealer house; {HOUSE}",
        "Dealer qualifies: 4 cards or fewer",
        "Equal counts: the highest card only",
        "Play bet: 1 x ante",
        "Player wins: ante pays 1 to 1 (pays 3 to 1 with no dead wood); play bet pays 1 to 1",
        "Dealer does not qualify: ante pays 1 to 1; play bet pushes",
        "Tie: ante pushes; play bet pushes",
        "Dealer wins: ante loses; play bet loses 1/2",
        "Fold: ante loses (pushes with 1 dead-wood card, loses 1/2 with 5 dead-wood cards)",
    )


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ("arrange.player=ranks first", "Arranging: player ranks first, dealer best"),
        ("compare.cards=count", "Equal counts: nothing, they tie"),
        ("dealer.qualifies=gin", "Dealer qualifies: gin"),
        ("dealer.qualifies=1 card", "Dealer qualifies: 1 card or fewer"),
        ("dealer.qualifies=always", "Dealer qualifies: always"),
        ("deal.cards=6", "Cards to each side: 6; melds: 2 or more of a rank, 3 or more of a suit"),
        ("pays.fold.ante.other=-1/2", "Fold: ante loses 1/2"),
        ("pays.fold.ante.other=-1/2", "Dealer wins: ante loses; play bet loses"),
        ("pays.lose.ante.other=0", "Dealer wins: ante pushes; play bet loses"),
        ("pays.lose.ante.other=0", "Fold: ante loses"),
    ],
)  # fmt: skip
def test_summary_states_each_change(setting: str, line: str) -> None:
    assert line in GLI.with_settings([setting]).summary()
    assert line not in GLI.summary()


# --- Numbers are exact -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "exact"),
    [
        ("2", Fraction(2)),
        ("+2", Fraction(2)),
        ("-1", Fraction(-1)),
        ("0x10", Fraction(16)),
        ("0.1", Fraction(1, 10)),
        ("0.95", Fraction(19, 20)),
        ("-0.25", Fraction(-1, 4)),
        ("3.0", Fraction(3)),
        ("-0.0", Fraction(0)),
        ("15e-1", Fraction(3, 2)),
        ("1e3", Fraction(1000)),
        ("1_000.0", Fraction(1000)),
        ("0.001", Fraction(1, 1000)),
        ('"3/2"', Fraction(3, 2)),
        ('"6/4"', Fraction(3, 2)),
        ('"-1/3"', Fraction(-1, 3)),
        ('"2"', Fraction(2)),
        ('"0.1"', Fraction(1, 10)),
    ],
)
def test_pays_are_exact(written: str, exact: Fraction) -> None:
    assert with_pay(written).pays.win.ante.pay(0) == exact


@pytest.mark.parametrize("given_as", [0.1, Decimal("0.1"), Fraction(1, 10), "0.1", "1/10"])
def test_pays_from_python_are_exact(given_as: object) -> None:
    tables = GLI.to_dict()
    tables["pays"]["win"]["ante"]["0"] = given_as
    assert Rules(**tables).net("win", 0, 1) == Fraction(11, 10)


def test_net_of_fractions() -> None:
    rules = with_pay('"3/2"')
    assert rules.net("win", 0, Fraction(1, 3)) == Fraction(11, 6)
    assert rules.net("lose", 0, Fraction(1, 3)) == Fraction(-4, 3)


def test_pays_by_count_are_separate() -> None:
    tables = GLI.to_dict()
    tables["pays"]["win"]["ante"] = {str(count): count for count in COUNTS} | {"other": 9}
    rules = Rules(**tables)
    assert [rules.net("win", count, 1) for count in COUNTS] == [count + 1 for count in COUNTS]


def test_play_bets_are_sorted() -> None:
    rules = Rules.from_toml(GLI.to_toml().replace("play = [1]", 'play = [2, 0.5, "3/2"]'))
    assert rules.play == (Fraction(1, 2), Fraction(3, 2), Fraction(2))


@pytest.mark.parametrize(
    ("written", "threshold", "label"),
    [
        ("10-9-8-7", parse_value("10-9-8-7"), "10-9-8-7"),
        ("7-8-9-t", parse_value("10-9-8-7"), "10-9-8-7"),
        ("gin", GIN, "gin"),
        ("Always", ALWAYS, "always"),
        ("4 cards", 5 * 2**26 - 1, "4 cards"),
        ("1 card", 2 * 2**26 - 1, "1 card"),
        (" 1CARDS", 2 * 2**26 - 1, "1 card"),
        ("0 cards", 2**26 - 1, "0 cards"),
    ],
)
def test_qualifier(written: str, threshold: int, label: str) -> None:
    rules = Rules.from_toml(GLI.to_toml().replace("10-9-8-7", written))
    assert (rules.qualifies, rules.dealer.qualifies) == (threshold, label)


@pytest.mark.parametrize("count", COUNTS)
def test_number_of_cards_that_qualifies(count: int) -> None:
    threshold = GLI.with_settings([f"dealer.qualifies={count} cards"]).qualifies
    worst = parse_value("-".join("KKKQQQJ"[:count]) or "gin")
    assert worst <= threshold
    assert count == 7 or threshold < value_of(range(count + 1))


def test_no_suit_melds() -> None:
    assert Rules.from_toml(GLI.to_toml().replace("suit = 3", 'suit = "none"')).melds.suit is None


def test_defaults_are_the_standard_deal_melds_and_play_bet() -> None:
    tables = {key: GLI.to_dict()[key] for key in ("dealer", "pays")}
    rules = Rules(**tables)
    assert (rules.cards, rules.melds, rules.play) == (7, MeldRules(), (Fraction(1),))
    assert (rules.ways, rules.comparing) == (("best", "best"), "all cards")
    assert rules == Rules(
        **tables
        | {
            "arrange": {"player": "best"},
            "compare": {},
            "pays": tables["pays"]
            | {"lose": {"play": {"other": -1}}, "fold": {"ante": {"other": "-1"}}},
        }
    )


def test_arranging_and_comparing() -> None:
    text = (
        GLI.to_toml()
        + """
[arrange]
player = "suits first"
dealer = "better of two"
[compare]
cards = "high card"
"""
    )
    rules = Rules.from_toml(text)
    assert (rules.ways, rules.comparing) == (("suits first", "better of two"), "high card")
    assert rules.melds == MeldRules()


@pytest.mark.parametrize("count", COUNTS)
def test_losses_and_folds_by_count(count: int) -> None:
    tables = GLI.to_dict()
    by_count = {str(number): Fraction(-number, 7) for number in COUNTS} | {"other": 9}
    tables["pays"]["lose"] = {"play": by_count}
    tables["pays"]["fold"] = {"ante": by_count}
    rules = Rules(**tables)
    assert rules.net("lose", count, 2) == -1 - Fraction(2 * count, 7)
    assert rules.net("fold", count, 2) == -Fraction(count, 7)
    assert rules.net("win", count, 2) == GLI.net("win", count, 2)


def test_both_ends_of_the_house_way() -> None:
    assert GLI.house_ends() == (GLI,)
    first = GLI.with_settings(["arrange.player=ranks first", "arrange.dealer=house"])
    assert [end.ways for end in first.house_ends()] == [
        ("ranks first", "house"),
        ("ranks first", "best"),
    ]
    both = GLI.with_settings(["arrange.player=house", "arrange.dealer=house"])
    assert [end.ways for end in both.house_ends()] == [
        ("house", "house"),
        ("best", "house"),
        ("house", "best"),
        ("best", "best"),
    ]
    assert [len(both.difference(end)) for end in both.house_ends()] == [0, 1, 1, 2]


@pytest.mark.parametrize(
    ("event", "dead_wood", "play", "field"),
    [
        ("draw", 0, 1, "event"),
        ("win", 8, 1, "dead_wood"),
        ("win", True, 1, "dead_wood"),
        ("win", 1.0, 1, "dead_wood"),
        ("win", 1, 1.0, "play"),
        ("win", 1, True, "play"),
    ],
)
def test_net_refuses(event: Event, dead_wood: int, play: int, field: str) -> None:
    with pytest.raises(InputError) as caught:
        GLI.net(event, dead_wood, play)
    assert caught.value.field == field


def test_numbers_of_numpy_are_numbers() -> None:
    tables = GLI.to_dict()
    tables["deal"]["cards"] = np.int64(5)
    tables["melds"] = {"rank": np.uint8(3), "suit": np.int32(4)}
    tables["raise"] = {"play": [np.float64(0.1), np.float32(0.3), np.int64(2)]}
    tables["pays"]["win"]["ante"] = {"0": np.int64(2), "1": np.float32(0.1), "other": 1}
    rules = Rules(**tables)
    assert (rules.cards, rules.melds) == (5, MeldRules(3, 4))
    assert rules.play == (Fraction(1, 10), Fraction(3, 10), Fraction(2))
    assert rules.pays.win.ante.named() == {0: 2, 1: Fraction(1, 10)}
    assert Rules.from_toml(rules.to_toml()) == rules
    for wrong in (np.float64(7), np.bool_(1), np.int64(8)):
        tables["deal"]["cards"] = wrong
        with pytest.raises(InputError):
            Rules(**tables)


# --- Frozen, hashable, and the same after writing and reading ----------------------------------


@pytest.mark.parametrize("rules", [GLI, AGS], ids=["gli", "ags-web"])
def test_presets_round_trip(rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(rules.to_toml(), "utf-8")
    assert Rules.load(path) == rules
    assert Rules.load(str(path)).to_toml() == rules.to_toml()


@pytest.mark.parametrize("name", preset_names())
def test_written_preset_says_what_its_file_says(name: str) -> None:
    packaged = Path(__file__).parent.parent / "ginwin" / "presets" / f"{name}.toml"
    assert tomllib.loads(Rules.load(name).to_toml()) == tomllib.loads(packaged.read_text("utf-8"))


def test_rules_are_frozen_and_hashable() -> None:
    with pytest.raises(ValueError, match="frozen"):
        GLI.pays.win.ante.other = Fraction(2)
    assert len({GLI, Rules.load("gli"), AGS}) == 2


def test_rules_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(GLI)) == GLI


numbers = st.sampled_from([1, 2, 3, 60, 997, 1000]).flatmap(
    lambda unit: st.integers(-unit, 1000 * unit).map(lambda number: Fraction(number, unit))
)
pay_tables = st.fixed_dictionaries({"other": numbers}, optional=dict.fromkeys("01234567", numbers))
bets = st.fixed_dictionaries({"ante": pay_tables, "play": pay_tables})
lines = st.text(max_size=200).filter(str.isprintable)
names = lines.filter(str.strip)
qualifiers = (
    st.sampled_from(["always", "gin"])
    | st.lists(st.sampled_from(RANKS), min_size=1, max_size=7, unique=True).map("-".join)
    | st.integers(0, 7).map("{} cards".format)
)
ways = st.sampled_from(WAYS)
play_sizes = st.lists(
    st.fractions(Fraction(1, 1000), 100, max_denominator=1000), min_size=1, unique=True
)
rule_tables = st.fixed_dictionaries(
    {
        "name": names,
        "source": lines,
        "deal": st.fixed_dictionaries({"cards": st.integers(5, 7)}),
        "melds": st.fixed_dictionaries(
            {
                "rank": st.integers(2, 4),
                "suit": st.integers(3, 7) | st.just("none"),
                "sequence": st.booleans(),
            }
        ),
        "dealer": st.fixed_dictionaries({"qualifies": qualifiers}),
        "raise": st.fixed_dictionaries({"play": play_sizes}),
        "pays": st.fixed_dictionaries(
            {"win": bets, "not-qualified": bets, "tie": bets},
            optional={
                "lose": st.fixed_dictionaries(
                    {}, optional={"ante": pay_tables, "play": pay_tables}
                ),
                "fold": st.fixed_dictionaries({}, optional={"ante": pay_tables}),
            },
        ),
    },
    optional={
        "arrange": st.fixed_dictionaries({}, optional={"player": ways, "dealer": ways}),
        "compare": st.fixed_dictionaries({}, optional={"cards": st.sampled_from(COMPARISONS)}),
    },
)


@given(rule_tables)
def test_any_rules_round_trip(tables: dict[str, object]) -> None:
    rules = Rules(**tables)
    again = Rules.from_toml(rules.to_toml())
    assert again == rules
    assert hash(again) == hash(rules)
    assert again.to_toml() == rules.to_toml()
    assert again.to_dict() == rules.to_dict() == tomllib.loads(rules.to_toml())
    assert Rules(**rules.to_dict()) == rules
    assert all(line.isprintable() for line in rules.summary())


@given(
    numbers, numbers, st.sampled_from(["win", "not qualified", "tie", "lose"]), st.integers(0, 7)
)
def test_net_is_ante_pay_plus_play_bet_times_play_pay(
    ante: Fraction, play: Fraction, event: Event, count: int
) -> None:
    tables = GLI.to_dict()
    paid = {"ante": {str(count): ante, "other": 0}, "play": {str(count): play, "other": 0}}
    tables["pays"][event.replace(" ", "-")] = paid
    assert Rules(**tables).net(event, count, Fraction(3, 2)) == ante + Fraction(3, 2) * play
