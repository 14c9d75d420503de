"""The best arrangement of a hand: worked cases, properties, and all partitions as an oracle."""

import csv
import random
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginwin.cards import Deck, cards_of, format_cards, hand_of, parse_hand
from ginwin.errors import InputError
from ginwin.melds import STANDARD_MELDS, Arrangement, MeldRules, arrange
from ginwin.values import count_of, ranks_of, value_label

RUNS = MeldRules(rank=3, suit=3, sequence=True)  # the melds of gin rummy
SOME_RULES = [
    STANDARD_MELDS,
    MeldRules(rank=3),
    MeldRules(rank=4, suit=5),
    MeldRules(rank=2, suit=None),
    MeldRules(rank=4, suit=None),
    MeldRules(rank=2, suit=3, sequence=True),
    MeldRules(rank=2, suit=4, sequence=True),
    RUNS,
]

with (Path(__file__).parent / "data" / "arrangements.csv").open(newline="") as file:
    WORKED = list(csv.DictReader(file))

hands = st.sets(st.integers(0, 51), max_size=7).map(hand_of)
full_hands = st.sets(st.integers(0, 51), min_size=7, max_size=7).map(hand_of)
crowded_hands = st.sets(st.sampled_from(Deck(7, 4).cards), min_size=7, max_size=7).map(hand_of)
any_hands = hands | full_hands | crowded_hands
any_rules = st.builds(
    MeldRules,
    rank=st.integers(2, 4),
    suit=st.none() | st.integers(3, 7),
    sequence=st.booleans(),
)


def is_meld(cards: tuple[int, ...], rules: MeldRules) -> bool:
    """Say whether cards are one meld, straight from the words of the rules."""
    ranks, suits = sorted(card % 13 for card in cards), {card // 13 for card in cards}
    if len(set(ranks)) == 1:
        return len(cards) >= rules.rank
    if len(suits) > 1 or rules.suit is None or len(cards) < rules.suit:
        return False
    return not rules.sequence or all(high - low == 1 for low, high in pairwise(ranks))


def partitions(cards: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to part cards into blocks: the first card joins each block, or none."""
    if not cards:
        yield []
        return
    first, rest = cards[:1], cards[1:]
    for blocks in partitions(rest):
        yield [first, *blocks]
        for i, block in enumerate(blocks):
            yield [*blocks[:i], first + block, *blocks[i + 1 :]]


def bf_dead_wood(cards: tuple[int, ...], rules: MeldRules) -> tuple[int, list[int]]:
    """Return count and ranks of the best dead wood over all partitions of the hand.

    A block that is a meld is one; the cards of all other blocks are dead wood.
    """
    results = []
    for blocks in partitions(cards):
        loose = [card % 13 for block in blocks if not is_meld(block, rules) for card in block]
        results.append((len(loose), sorted(loose, reverse=True)))
    return min(results)


def shown(arrangement: Arrangement) -> tuple[list[str], str]:
    """Write an arrangement: its melds, its dead wood."""
    melds = [format_cards(meld) for meld in arrangement.melds]
    return melds, format_cards(arrangement.dead_wood)


@pytest.mark.parametrize("case", WORKED, ids=[case["why"] for case in WORKED])
def test_worked_arrangements(case: dict[str, str]) -> None:
    label = value_label(arrange(parse_hand(case["hand"])).value)
    assert label == (case["dead_wood"].replace(" ", "-") or "gin"), case["hand"]


@pytest.mark.parametrize(
    ("hand", "melds", "dead_wood", "why"),
    [
        ("2D 4H TD JD JS QC QD", ["QC QD", "2D 10D JD"], "JS 4H", "rank melds come first"),
        ("KC KD KH KS 5D 7H 9C", ["KC KD KH KS"], "9C 7H 5D", "four kings are one meld, not two"),
        ("AC 3C 5C 7C 9C JC KC", ["AC 3C 5C 7C 9C JC KC"], "", "seven of a suit are one meld"),
        ("AC AD 2C 2D 3C 3D 9H", ["AC 2C 3C", "AD 2D 3D"], "9H", "two melds rather than three"),
        ("5S 5H 2H 2C KD KC QH", ["2C 2H", "5H 5S", "KC KD"], "QH", "low ranks come first"),
        ("AS 9S 4S AD 9D 4D KH", ["AD 4D 9D", "AS 4S 9S"], "KH", "suits in order of code"),
        ("AC 3D 5H 7S 9C JD KH", [], "KH JD 9C 7S 5H 3D AC", "dead wood is shown high to low"),
    ],
)
def test_what_is_shown(hand: str, melds: list[str], dead_wood: str, why: str) -> None:
    assert shown(arrange(parse_hand(hand))) == (melds, dead_wood), why


@pytest.mark.parametrize(
    ("rules", "hand", "label", "why"),
    [
        (MeldRules(rank=3), "AC AD 2C 2D 2H 9H KS", "K-9-A-A", "two aces do not meld"),
        (MeldRules(rank=4), "2C 2D 2H 7D 8H 9S KC", "K-9-8-7-2-2-2", "nor do three twos"),
        (MeldRules(rank=4), "2C 2D 2H 2S 8H 9S KC", "K-9-8", "four twos do"),
        (MeldRules(rank=4, suit=None), "5C 5D 5H 5S KC KD KH", "K-K-K", "clubs do not meld"),
        (MeldRules(suit=None), "AC 2C 3C 4C 5C 6C 6D", "5-4-3-2-A", "only the sixes meld"),
        (MeldRules(suit=4), "2C 5C 9C 3S 7H JD KD", "K-J-9-7-5-3-2", "three clubs do not meld"),
        (MeldRules(suit=4), "2C 5C 9C QC 7H JD KD", "K-J-7", "four clubs do"),
        (MeldRules(suit=7), "2C 3C 4C 5C 6C 7C 8C", "gin", "seven clubs"),
        (MeldRules(suit=7), "2C 3C 4C 5C 6C 7C 8D", "8-7-6-5-4-3-2", "six clubs"),
        (RUNS, "AC 2C 3C 9D 9H QC KC", "K-Q-9-9", "the ace starts a run"),
        (RUNS, "AC QC KC 2D 5H 7S 9D", "K-Q-9-7-5-2-A", "no run goes from king to ace"),
        (RUNS, "QC KC AD 2D 5H 7S 9H", "K-Q-9-7-5-2-A", "nor to the next suit's ace"),
        (RUNS, "3H 4H 6H 7H 9C JD KS", "K-J-9-7-6-4-3", "no run has a gap"),
        (RUNS, "3H 4H 5H 7H 8H 9H KS", "K", "two runs of one suit"),
        (RUNS, "3H 4H 5H 6H 7H 8H 9H", "gin", "one run of seven"),
        (RUNS, "4S 5S 6S 6D 6H 9D KC", "K-9-5-4", "the sixes, not the run (K-9-6-6)"),
        (RUNS, "6S 7S 8S 6D 6H 9D KC", "K-9-6-6", "the run, not the sixes (K-9-8-7)"),
        (RUNS, "3S 4S 5S 6S 6D 6H KC", "K", "the run lends its six"),
        (MeldRules(sequence=True), "4S 5S 6S 6D 6H 9D KC", "K-9", "a pair is left beside the run"),
        (MeldRules(suit=4, sequence=True), "4S 5S 6S 8S 9D JH KC", "K-J-9-8-6-5-4", "too short"),
    ],
)
def test_other_rules(rules: MeldRules, hand: str, label: str, why: str) -> None:
    assert value_label(arrange(parse_hand(hand), rules).value) == label, why


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_every_five_card_hand_of_a_small_deck_against_brute_force(rules: MeldRules) -> None:
    for cards in combinations(Deck(5, 3).cards, 5):
        arrangement = arrange(hand_of(cards), rules)
        ranks = [card % 13 for card in arrangement.dead_wood]
        assert (len(ranks), ranks) == bf_dead_wood(cards, rules), format_cards(cards)


@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
@pytest.mark.parametrize("deck", [Deck(), Deck(8, 4), Deck(8, 2)], ids=str)
def test_random_hands_against_brute_force(rules: MeldRules, deck: Deck) -> None:
    rng = random.Random(7)
    for _ in range(25):
        cards = tuple(rng.sample(deck.cards, 7))
        value = arrange(hand_of(cards), rules).value
        best = bf_dead_wood(cards, rules)
        assert (count_of(value), list(ranks_of(value))) == best, format_cards(cards)


def test_the_oracle_sees_every_partition() -> None:
    # Bell numbers: in how many ways a set of n is parted.
    assert [sum(1 for _ in partitions(tuple(range(n)))) for n in range(8)] == [
        *(1, 1, 2, 5, 15, 52, 203, 877)
    ]


@given(any_hands, any_rules)
def test_melds_and_dead_wood_are_the_hand(hand: int, rules: MeldRules) -> None:
    best = arrange(hand, rules)
    together = [card for meld in best.melds for card in meld] + list(best.dead_wood)
    assert sorted(together) == list(cards_of(hand))
    assert all(is_meld(meld, rules) for meld in best.melds)
    assert ranks_of(best.value) == tuple(card % 13 for card in best.dead_wood)
    assert arrange(hand, rules) == best


@given(any_hands, any_rules, st.permutations(range(4)))
def test_suits_are_equal(hand: int, rules: MeldRules, suits: list[int]) -> None:
    renamed = hand_of(13 * suits[card // 13] + card % 13 for card in cards_of(hand))
    best, other = arrange(hand, rules), arrange(renamed, rules)
    assert best.value == other.value
    assert len(best.melds) == len(other.melds)


@given(any_hands, any_rules)
def test_the_standard_rules_are_the_most_generous(hand: int, rules: MeldRules) -> None:
    assert arrange(hand).value <= arrange(hand, rules).value


@given(full_hands | crowded_hands)
def test_standard_dead_wood_has_distinct_ranks_and_never_six_cards(hand: int) -> None:
    best = arrange(hand)
    ranks = [card % 13 for card in best.dead_wood]
    assert len(set(ranks)) == len(ranks)
    assert len(ranks) != 6


@given(any_hands.filter(bool), any_rules, st.data())
def test_one_more_card_costs_at_most_itself(
    hand: int, rules: MeldRules, data: st.DataObject
) -> None:
    # The best arrangement without the card, and the card as dead wood, arrange the whole hand.
    card = data.draw(st.sampled_from(cards_of(hand)))
    less = arrange(hand & ~(1 << card), rules)
    ranks = sorted([card % 13, *(c % 13 for c in less.dead_wood)], reverse=True)
    best = arrange(hand, rules)
    assert (len(best.dead_wood), [c % 13 for c in best.dead_wood]) <= (len(ranks), ranks)


def test_suit_permutations_of_the_worked_hands() -> None:
    for case in WORKED:
        cards = cards_of(parse_hand(case["hand"]))
        values = {
            arrange(hand_of(13 * suits[card // 13] + card % 13 for card in cards)).value
            for suits in permutations(range(4))
        }
        assert len(values) == 1, case


def test_the_standard_rules() -> None:
    assert MeldRules() == STANDARD_MELDS == MeldRules(rank=2, suit=3, sequence=False)
    assert STANDARD_MELDS.standard
    assert not any(rules.standard for rules in SOME_RULES[1:])
    assert arrange(0) == Arrangement((), ())


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"rank": 1}, "melds.rank: value 1 is not allowed; allowed: a whole number from 2 to 4"),
        ({"rank": 5}, "melds.rank: value 5 is not allowed; allowed: a whole number from 2 to 4"),
        (
            {"rank": 2.0},
            "melds.rank: value 2.0 is not allowed; allowed: a whole number from 2 to 4",
        ),
        (
            {"suit": 2},
            "melds.suit: value 2 is not allowed; allowed: a whole number from 3 to 7, or none",
        ),
        (
            {"suit": True},
            "melds.suit: value True is not allowed; allowed: a whole number from 3 to 7, or none",
        ),
        (
            {"sequence": "yes"},
            "melds.sequence: value 'yes' is not allowed; allowed: true or false",
        ),
    ],
)
def test_impossible_rules(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        MeldRules(**rules)
    assert str(caught.value) == message


def test_a_hand_that_is_too_large() -> None:
    with pytest.raises(InputError) as caught:
        arrange(0b11111111)
    assert str(caught.value) == (
        "hand: value 'AC 2C 3C 4C 5C 6C 7C 8C' is not allowed; allowed: at most 7 cards"
    )


@pytest.mark.parametrize("hand", [-1, 1 << 52])
def test_a_mask_that_is_no_hand(hand: int) -> None:
    with pytest.raises(InputError, match=r"^hand: value .* allowed: a bit mask"):
        arrange(hand)
