"""The general route: complete brute force on small decks, known numbers on the real one."""

from functools import cache

import numpy as np
import pytest
from brute_force import BruteCounts
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ginwin.cards import Deck, parse_hand
from ginwin.counting.counts import COMPARISONS, Comparing, Counts, Showdown, ties_of
from ginwin.counting.general import GeneralCounts
from ginwin.counting.lattice import Lattice
from ginwin.errors import InputError
from ginwin.melds import WAYS, MeldRules, Way, arrange
from ginwin.values import ALWAYS, GIN, parse_value, value_label

BEST: tuple[Way, Way] = ("best", "best")
# (deck, cards in a hand, melds, ways of player and dealer): decks of several shapes, every kind
# of meld rule, every way of arranging on either side
SMALL: list[tuple[Deck, int, MeldRules, tuple[Way, Way]]] = [
    (Deck(4, 4), 7, MeldRules(), BEST),
    (Deck(4, 4), 7, MeldRules(rank=3, suit=3), BEST),
    (Deck(4, 4), 7, MeldRules(rank=4, suit=3, sequence=True), BEST),
    (Deck(4, 4), 7, MeldRules(suit=None), BEST),
    (Deck(5, 3), 6, MeldRules(), BEST),
    (Deck(5, 3), 7, MeldRules(rank=3, suit=4), BEST),
    (Deck(8, 2), 5, MeldRules(sequence=True), BEST),
    (Deck(8, 2), 5, MeldRules(rank=2, suit=5), BEST),
    (Deck(13, 1), 5, MeldRules(rank=2, suit=3, sequence=True), BEST),
    (Deck(4, 4), 7, MeldRules(), ("best", "ranks first")),
    (Deck(4, 4), 7, MeldRules(), ("suits first", "better of two")),
    (Deck(4, 4), 7, MeldRules(rank=3), ("house", "house")),
    (Deck(5, 3), 7, MeldRules(), ("better of two", "house")),
    (Deck(8, 2), 6, MeldRules(sequence=True), ("ranks first", "suits first")),
]
FIELDS = ("hands", "not_qualified", "worse", "tie", "better")


@cache
def both(case: int) -> tuple[BruteCounts, GeneralCounts]:
    deck, cards, melds, ways = SMALL[case]
    return BruteCounts(melds, deck, cards, ways), GeneralCounts(melds, deck, cards, ways=ways)


def same(first: Showdown, second: Showdown) -> bool:
    return all(
        np.array_equal(getattr(first, field), getattr(second, field))
        for field in ("values", *FIELDS)
    )


def by_value(counts: Counts, showdown: Showdown) -> Showdown:
    """Add up the rows of each value."""
    rows = np.searchsorted(counts.values, showdown.values)
    sums = []
    for field in FIELDS:
        total = np.zeros(counts.values.size, np.int64)
        np.add.at(total, rows, getattr(showdown, field))
        sums.append(total)
    return Showdown(counts.values, *sums)


def by_chances(showdown: Showdown) -> NDArray[np.int64]:
    """How many hands there are (last column) of each value and chances against the dealer."""
    hands = showdown.hands
    chances = [getattr(showdown, field) // hands for field in FIELDS[1:]]
    rows = np.stack([showdown.values, *chances], axis=1)
    order = np.lexsort(rows.T)
    rows = rows[order]
    new = np.concatenate([[True], (rows[1:] != rows[:-1]).any(axis=1)])
    return np.column_stack([rows[new], np.add.reduceat(hands[order], np.flatnonzero(new))])


@pytest.mark.parametrize("case", range(len(SMALL)))
def test_equals_complete_brute_force(case: int) -> None:
    brute, general = both(case)
    assert (general.hands, general.dealer_hands, general.deals) == (
        brute.hands,
        brute.dealer_hands,
        brute.deals,
    )
    assert np.array_equal(general.values, brute.values)
    assert np.array_equal(general.hands_by_value, brute.hands_by_value)
    joint = general.joint()
    assert np.array_equal(joint, brute.joint())
    if general.ways[0] == general.ways[1]:
        assert np.array_equal(joint, joint.T)
    assert np.array_equal(joint.sum(axis=1), general.hands_by_value * general.dealer_hands)


@pytest.mark.parametrize("comparing", COMPARISONS)
@pytest.mark.parametrize("case", range(len(SMALL)))
def test_showdowns_equal_brute_force(case: int, comparing: Comparing) -> None:
    brute, general = both(case)
    some = brute.values[:: max(1, brute.values.size // 4)].tolist()
    for qualifies in (-1, *some, ALWAYS):
        exact = brute.showdown(qualifies, comparing)
        assert same(general.showdown(qualifies, comparing), exact)
        hands = general.showdown_by_hand(qualifies, comparing)
        assert same(by_value(general, hands), exact)
        exact_hands = brute.showdown_by_hand(qualifies, comparing)
        assert np.array_equal(by_chances(hands), by_chances(exact_hands))


@pytest.mark.parametrize("case", range(len(SMALL)))
def test_one_hand_equals_brute_force(case: int) -> None:
    brute, general = both(case)
    rng = np.random.default_rng(case)
    for hand in rng.choice(brute.player_hands, 20).tolist():
        qualifies = int(rng.choice(brute.values))
        assert np.array_equal(general.dealer_values(hand), brute.dealer_values(hand))
        for comparing in COMPARISONS:
            exact = brute.against(hand, qualifies, comparing)
            assert general.against(hand, qualifies, comparing) == exact


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("melds", [MeldRules(), MeldRules(rank=3, sequence=True)])
def test_hand_values_equal_the_readable_arrangement_in_every_way(
    way: Way, melds: MeldRules
) -> None:
    deck = Deck(7, 4)
    counts = GeneralCounts(melds, deck, ways=(way, way))
    hands = counts.lattice.sets[counts.lattice.layer(7)]
    rng = np.random.default_rng(28)
    for number in rng.integers(hands.size, size=3_000).tolist():
        value = int(counts.values[counts.hand_values[number]])
        assert value == arrange(int(hands[number]), melds, way).value, hands[number]


def test_what_ties() -> None:
    values = np.array([parse_value(t) for t in ("gin", "4", "J", "J-4", "J-9", "Q-2")])
    by_card, by_count = ties_of(values, "high card"), ties_of(values, "count")
    assert [bound.tolist() for bound in ties_of(values)] == [[0, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6]]
    assert [bound.tolist() for bound in by_card] == [[0, 1, 2, 3, 3, 5], [1, 2, 3, 5, 5, 6]]
    assert [bound.tolist() for bound in by_count] == [[0, 1, 1, 3, 3, 3], [1, 3, 3, 6, 6, 6]]
    with pytest.raises(InputError, match="'points' is not allowed; allowed: all cards, high card"):
        ties_of(values, "points")  # type: ignore[arg-type]


def test_the_small_deck_has_411840_deals() -> None:
    assert both(0)[1].deals == 411_840


def test_swapping_player_and_dealer_swaps_better_and_worse() -> None:
    general = both(0)[1]
    showdown = general.showdown(ALWAYS)
    assert showdown.worse.sum() == showdown.better.sum()
    assert showdown.not_qualified.sum() == 0


# --- the real deck ---

CLASSES = {  # suit-distinct sets, and the sets of cards they stand for (C(52, k))
    3: (1_755, 22_100),
    4: (16_432, 270_725),
    5: (134_459, 2_598_960),
    6: (962_988, 20_358_520),
    7: (6_009_159, 133_784_560),
}


@cache
def real() -> GeneralCounts:
    return GeneralCounts()


@pytest.mark.parametrize(("cards", "numbers"), CLASSES.items())
def test_suit_classes_have_the_right_weights(cards: int, numbers: tuple[int, int]) -> None:
    layer = real().lattice.layer(cards)
    orbits = real().lattice.orbits[layer]
    assert (orbits.size, int(orbits.sum())) == numbers


def test_classes_and_index_are_inverse() -> None:
    lattice = real().lattice
    assert lattice.sets.size == 7_124_976
    rng = np.random.default_rng(7)
    for number in rng.integers(lattice.sets.size, size=2_000).tolist():
        assert lattice.index(int(lattice.sets[number])) == number


@given(st.sets(st.integers(0, 51), min_size=0, max_size=7), st.permutations(range(4)))
def test_suits_are_alike(cards: set[int], suits: list[int]) -> None:
    lattice = real().lattice
    hand = sum(1 << card for card in cards)
    other = sum(1 << 13 * suits[card // 13] + card % 13 for card in cards)
    assert lattice.index(hand) == lattice.index(other)


def test_known_numbers() -> None:
    counts = real()
    assert counts.values.size == 4_096
    assert counts.deals == 6_071_092_494_667_200
    by_dead_wood = np.zeros(8, np.int64)
    np.add.at(by_dead_wood, counts.values >> 26, counts.hands_by_value)
    assert by_dead_wood.tolist() == [
        5_448_352, 20_303_712, 35_634_456, 20_197_320, 36_756_720, 11_119_680, 0, 4_324_320,
    ]  # fmt: skip


def test_hand_values_equal_the_readable_arrangement_on_a_sample() -> None:
    counts = real()
    hands = counts.lattice.sets[counts.lattice.layer(7)]
    rng = np.random.default_rng(52)
    for number in rng.integers(hands.size, size=20_000).tolist():
        value = int(counts.values[counts.hand_values[number]])
        assert value == arrange(int(hands[number])).value, hands[number]


@pytest.mark.parametrize(
    ("melds", "hand", "label"),
    [
        (MeldRules(rank=3), "2C 2D 3C 3D KC 5H 5S", "5-5-3-2"),
        (MeldRules(rank=3, suit=None), "2C 2D 2H 3D KC KH 5S", "K-K-5-3"),
        (MeldRules(sequence=True), "AC 2C 3C QC KC 5H 7S", "K-Q-7-5"),
        (MeldRules(rank=4, suit=None), "9C 9D 9H 3D KC KH 5S", "K-K-9-9-9-5-3"),
    ],
)
def test_other_melds(melds: MeldRules, hand: str, label: str) -> None:
    counts = GeneralCounts(melds)
    number = counts.value_number(parse_hand(hand))
    assert value_label(int(counts.values[number])) == label


@pytest.mark.parametrize("threads", [1, 2, 16])
def test_integers_do_not_depend_on_threads(threads: int) -> None:
    qualifies = parse_value("3-2")
    deck, cards, melds = Deck(8, 3), 7, MeldRules()
    counts = GeneralCounts(melds, deck, cards, threads=threads)
    first = GeneralCounts(melds, deck, cards, threads=3)
    assert np.array_equal(counts.joint(), first.joint())
    assert same(counts.showdown(qualifies), first.showdown(qualifies))
    assert same(counts.showdown_by_hand(qualifies), first.showdown_by_hand(qualifies))


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 16])
def test_real_deck_with_other_threads(threads: int) -> None:
    qualifies = parse_value("10-9-8-7")
    counts = GeneralCounts(threads=threads)
    assert same(counts.showdown(qualifies), real().showdown(qualifies))
    assert same(counts.showdown_by_hand(qualifies), real().showdown_by_hand(qualifies))


@pytest.mark.parametrize(
    ("deck", "cards", "field"),
    [(Deck(4, 3), 7, "cards"), (Deck(), 8, "cards"), (Deck(), 0, "cards")],
)
def test_too_few_cards_for_two_hands(deck: Deck, cards: int, field: str) -> None:
    with pytest.raises(InputError) as caught:
        GeneralCounts(deck=deck, cards=cards)
    assert caught.value.field == field


def test_nobody_qualifies_below_gin() -> None:
    showdown = both(0)[1].showdown(GIN - 1)
    assert showdown.better.sum() == showdown.worse.sum() == showdown.tie.sum() == 0


def test_lattice_of_a_small_deck_is_complete() -> None:
    lattice = Lattice.build(Deck(3, 4), 7)
    assert int(lattice.orbits.sum()) == sum(
        [1, 12, 66, 220, 495, 792, 924, 792]  # C(12, k)
    )
