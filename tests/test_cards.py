"""Cards, hands and decks: the codes, the notation in and out, and input that is refused."""

import pickle
import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginwin.cards import (
    RANKS,
    STANDARD_DECK,
    SUITS,
    Deck,
    card_label,
    cards_of,
    format_cards,
    hand_of,
    parse_card,
    parse_cards,
    parse_hand,
    parse_ranks,
    rank_labels,
)
from ginwin.errors import InputError

# Every card and its code, 13 * suit + rank, written out once.
CODES = """
    AC  0  2C  1  3C  2  4C  3  5C  4  6C  5  7C  6  8C  7  9C  8  10C  9  JC 10  QC 11  KC 12
    AD 13  2D 14  3D 15  4D 16  5D 17  6D 18  7D 19  8D 20  9D 21  10D 22  JD 23  QD 24  KD 25
    AH 26  2H 27  3H 28  4H 29  5H 30  6H 31  7H 32  8H 33  9H 34  10H 35  JH 36  QH 37  KH 38
    AS 39  2S 40  3S 41  4S 42  5S 43  6S 44  7S 45  8S 46  9S 47  10S 48  JS 49  QS 50  KS 51
"""
CODE_OF = {label: int(code) for label, code in re.findall(r"(\w+) +(\d+)", CODES)}

cards = st.integers(0, 51)
card_lists = st.lists(cards, unique=True)


def test_every_code() -> None:
    assert len(CODE_OF) == 52
    assert {label: parse_card(label) for label in CODE_OF} == CODE_OF
    assert {card_label(card): card for card in range(52)} == CODE_OF
    assert all(code == 13 * SUITS.index(c[-1]) + RANKS.index(c[:-1]) for c, code in CODE_OF.items())


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("AS", "AS"),
        ("as", "AS"),
        ("aS", "AS"),
        (" AS ", "AS"),
        ("10h", "10H"),
        ("Th", "10H"),
        ("tH", "10H"),
        ("A♠", "AS"),
        ("10♥", "10H"),
        ("t♦", "10D"),
        ("k♣", "KC"),
        ("A♤", "AS"),
        ("Q♡", "QH"),
        ("2♢", "2D"),
        ("J♧", "JC"),
        ("A♠\ufe0f", "AS"),  # the symbol as a picture
        ("A♠\ufe0e", "AS"),  # the symbol as text
    ],
)
def test_readings_of_a_card(text: str, label: str) -> None:
    assert parse_card(text) == CODE_OF[label]


def test_the_ten_is_written_10() -> None:
    assert format_cards(parse_cards("TC 10d Th 10S")) == "10C 10D 10H 10S"


def test_symbols() -> None:
    assert format_cards(parse_cards("AC 10D QH KS"), symbols=True) == "A♣ 10♦ Q♥ K♠"


@pytest.mark.parametrize(
    "text",
    ["2D 4H TD", "2d,4h,td", "2D, 4H, 10D", "  2D\t4H\n10D ", "2D,,4H , Td,", "2♦ 4♥ 10♦"],
)
def test_separators_and_order(text: str) -> None:
    assert parse_cards(text) == (CODE_OF["2D"], CODE_OF["4H"], CODE_OF["10D"])


def test_no_cards() -> None:
    assert parse_cards("") == parse_cards(" , ") == ()
    assert format_cards(()) == ""


def test_a_hand_is_a_bit_mask() -> None:
    hand = parse_hand("AC KC AD 2D KS QS AH")
    assert hand == sum(2**n for n in (0, 12, 13, 14, 51, 50, 26))
    assert [hand >> 13 * suit & 8191 for suit in range(4)] == [2**12 + 1, 3, 1, 2**12 + 2**11]
    assert parse_hand("KC 4H", cards=2) == hand_of([29, 12])


def test_the_standard_deck() -> None:
    assert Deck(13, 4) == STANDARD_DECK
    assert STANDARD_DECK.size == 52
    assert STANDARD_DECK.cards == tuple(range(52))
    assert STANDARD_DECK.mask == 2**52 - 1


def test_a_small_deck() -> None:
    deck = Deck(ranks=3, suits=2)
    assert deck.size == 6
    assert format_cards(deck.cards) == "AC 2C 3C AD 2D 3D"
    assert deck.mask == 0b111 << 13 | 0b111
    assert parse_hand("3D AC", cards=2, deck=deck) == hand_of([0, 15])


@given(st.integers(1, 13), st.integers(1, 4))
def test_a_deck_holds_its_lowest_ranks_and_first_suits(ranks: int, suits: int) -> None:
    deck = Deck(ranks, suits)
    assert deck.size == len(deck.cards) == deck.mask.bit_count()
    assert {card % 13 for card in deck.cards} == set(range(ranks))
    assert {card // 13 for card in deck.cards} == set(range(suits))


@given(card_lists)
def test_masks_and_cards_are_inverse(chosen: list[int]) -> None:
    assert cards_of(hand_of(chosen)) == tuple(sorted(chosen))


@given(card_lists, st.booleans(), st.sampled_from([" ", ",", ", "]))
def test_notation_round_trip(chosen: list[int], symbols: bool, separator: str) -> None:
    text = format_cards(chosen, symbols).replace(" ", separator)
    assert parse_cards(text) == parse_cards(text.lower()) == tuple(chosen)


@given(st.lists(cards, unique=True, min_size=7, max_size=7), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(chosen: list[int], random: Random) -> None:
    shuffled = random.sample(chosen, len(chosen))
    assert parse_hand(format_cards(shuffled)) == hand_of(chosen)


A_CARD = "a rank (A, 2 to 10 or T, J, Q, K) and a suit (C, D, H, S or ♣, ♦, ♥, ♠), such as 10H"


@pytest.mark.parametrize(
    "text",
    ["", "1X", "1H", "11H", "0H", "10", "H", "AX", "SA", "A S", "10HH", "A♠♠", "10s.", "é",
     "A\u017f", "\uff21S", "A\uff33", "\U0001d400S", "1\u0660S", "\u212aS", "A\u24c8"],
)  # fmt: skip
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_card(text)
    assert str(caught.value) == f"card: value {text!r} is not allowed; allowed: {A_CARD}"


SIX, EIGHT = "2D 4H TD JD JS QC", "2D 4H TD JD JS QC QD KC"
TWICE = "2D 4H TD JD JS QC 2d"


@pytest.mark.parametrize(
    ("text", "field", "value", "allowed"),
    [
        (SIX, "hand", SIX, "exactly 7 different cards (here 6)"),
        (EIGHT, "hand", EIGHT, "exactly 7 different cards (here 8)"),
        ("", "hand", "", "exactly 7 different cards (here 0)"),
        (TWICE, "cards", TWICE, "each card once, but 2D is repeated"),
        ("10H Th", "cards", "10H Th", "each card once, but 10H is repeated"),
        ("2D 4H TD JD JS QC 1X", "card", "1X", A_CARD),
        ("2D;4H", "card", "2D;4H", A_CARD),
    ],
)
def test_what_is_not_a_hand(text: str, field: str, value: str, allowed: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_hand(text)
    assert str(caught.value) == f"{field}: value {value!r} is not allowed; allowed: {allowed}"


@pytest.mark.parametrize("text", ["5C", "AH", "KS"])
def test_a_card_outside_a_small_deck(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_cards(f"2C {text}", Deck(ranks=4, suits=2))
    allowed = "a card of the deck (ranks A to 4, suits C to D)"
    assert str(caught.value) == f"card: value {text!r} is not allowed; allowed: {allowed}"


@pytest.mark.parametrize(
    ("ranks", "suits", "message"),
    [
        (0, 4, "deck.ranks: value 0 is not allowed; allowed: a whole number from 1 to 13"),
        (14, 4, "deck.ranks: value 14 is not allowed; allowed: a whole number from 1 to 13"),
        (13, 5, "deck.suits: value 5 is not allowed; allowed: a whole number from 1 to 4"),
        (13, True, "deck.suits: value True is not allowed; allowed: a whole number from 1 to 4"),
    ],
)
def test_impossible_decks(ranks: int, suits: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Deck(ranks, suits)
    assert str(caught.value) == message


@pytest.mark.parametrize("card", [-1, 52])
def test_numbers_that_are_not_cards(card: int) -> None:
    message = f"card: value {card} is not allowed; allowed: a number from 0 to 51"
    with pytest.raises(InputError) as caught:
        card_label(card)
    assert str(caught.value) == message
    with pytest.raises(InputError) as caught:
        hand_of([3, card])
    assert str(caught.value) == message


def test_a_repeated_card_is_no_set() -> None:
    with pytest.raises(InputError, match=r"^cards: value '4H' is not allowed; allowed: each card"):
        hand_of([29, 3, 29])


@pytest.mark.parametrize("hand", [-1, 2**52])
def test_masks_that_are_no_hand(hand: int) -> None:
    with pytest.raises(InputError, match=rf"^hand: value {hand} is not allowed; allowed: a bit"):
        cards_of(hand)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a\nb", r"'a\nb'"),
        ({"a": "b\n  c"}, r"{'a': 'b\n c'}"),
        (Fraction(3, 2), "3/2"),
        (None, "None"),
        ("x" * 5000, "'" + "x" * 99 + "..."),
    ],
)
def test_errors_are_one_short_line(value: object, shown: str) -> None:
    error = InputError("pays.\nwin", value, "a number\nor text")
    assert str(error) == f"pays. win: value {shown} is not allowed; allowed: a number or text"


def test_errors_keep_their_parts() -> None:
    error = pickle.loads(pickle.dumps(InputError("card", "1X", "a card")))
    assert isinstance(error, InputError)
    assert issubclass(InputError, ValueError)
    assert (error.field, error.value, error.allowed) == ("card", "1X", "a card")
    assert str(error) == "card: value '1X' is not allowed; allowed: a card"


@pytest.mark.parametrize(
    ("text", "ranks"),
    [("A-6", (0, 1, 2, 3, 4, 5)), ("7, 8, k", (6, 7, 12)), ("T", (9,)), ("j-K,A", (0, 10, 11, 12))],
)
def test_ranks(text: str, ranks: tuple[int, ...]) -> None:
    assert parse_ranks(text) == ranks
    assert parse_ranks(rank_labels(ranks)) == ranks


@pytest.mark.parametrize("text", ["", "A-K", "6-A", "A-2-3", "1", "A,,2", "A-", "\u0661"])
def test_ranks_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="some but not all ranks"):
        parse_ranks(text)
