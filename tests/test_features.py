"""Features of hands: complete brute force on small decks, hand computations on the real one."""

import random
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from plain_hands import PlainHand, plain_hand

from ginwin.bonus import feature_kernels
from ginwin.bonus.events import NO_CARD, HandEvent
from ginwin.bonus.features import Features, features_of
from ginwin.cards import Deck, hand_of, parse_hand
from ginwin.errors import InputError
from ginwin.melds import MeldRules
from ginwin.values import value_of

# (deck, cards in a hand, melds): all suits, few and many ranks, long runs, every kind of meld rule
SMALL = [
    (Deck(4, 4), 7, MeldRules()),
    (Deck(4, 4), 6, MeldRules(rank=3)),
    (Deck(4, 4), 5, MeldRules(rank=4, suit=None)),
    (Deck(5, 3), 7, MeldRules(sequence=True)),
    (Deck(8, 2), 7, MeldRules(rank=3, suit=4)),
    (Deck(13, 1), 6, MeldRules(suit=5, sequence=True)),
    (Deck(13, 2), 4, MeldRules()),
]


def all_features(features: Features) -> Counter[PlainHand]:
    """The histogram in the terms of the oracle; it checks what follows from the value."""
    found: Counter[PlainHand] = Counter()
    columns = [
        getattr(features, name).tolist()
        for name in ("value", "dead_wood", "high_card", "suit", "run", "pairs", "threes", "fours")
    ]
    for number, value, count, high, *shape in zip(features.hands.tolist(), *columns, strict=True):
        ranks = tuple(r for r in reversed(range(13)) for _ in range(value >> 2 * r & 3))
        assert value == value_of(ranks)
        assert count == len(ranks)
        assert high == max(ranks, default=NO_CARD)
        found[PlainHand(ranks, *shape)] += number
    return found


@pytest.mark.parametrize(("deck", "cards", "melds"), SMALL)
def test_equals_complete_brute_force(deck: Deck, cards: int, melds: MeldRules) -> None:
    brute = Counter(plain_hand(hand, melds) for hand in combinations(deck.cards, cards))
    features = Features.build(melds, deck, cards)
    assert all_features(features) == brute
    assert features.total == comb(deck.size, cards)
    assert len(set(all_features(features))) == features.hands.size  # no combination twice


def test_shape_of_random_hands() -> None:
    deal = random.Random(719)
    for _ in range(3000):
        cards = deal.sample(range(52), 7)
        shape = feature_kernels.hand_shape(hand_of(cards))
        plain = plain_hand(cards)
        assert shape < feature_kernels.SHAPES
        assert (shape >> 8, shape >> 5 & 7) == (plain.suit, plain.run)
        assert (shape >> 3 & 3, shape >> 1 & 3, shape & 1) == plain[3:]


@pytest.mark.parametrize(
    ("hand", "run"),
    [
        ("AS 2S 3S 4S 5S 6S 7S", 7),
        ("7C 8C 9C 10C JC QC KC", 7),
        ("10S JS QS KS AS 2S 3S", 4),  # the ace is low: no run goes on from king to ace
        ("QC KC AD 2D 3D 5H 6H", 3),  # nor from one suit to the next
        ("JH QH KH AS 2S 9C 9D", 3),
        ("2C 4C 6C 8C 10C QC AD", 1),
    ],
)
def test_runs(hand: str, run: int) -> None:
    assert feature_kernels.longest_run(parse_hand(hand)) == run


BY_DEAD_WOOD = (5448352, 20303712, 35634456, 20197320, 36756720, 11119680, 0, 4324320)

# Numbers of hands that can be computed by hand.
KNOWN = {
    "7 of one suit": 4 * comb(13, 7),
    "6 of one suit": 4 * comb(13, 6) * 39,
    "5 of one suit": 4 * comb(13, 5) * comb(39, 2),
    "7 in sequence of one suit": 4 * 7,
    # of the 8 runs of six in a suit, the two at the ends can be extended in one way, others in two
    "6 in sequence of one suit": 4 * (2 * (46 - 1) + 6 * (46 - 2)),
    "four of a kind and three of a kind": 13 * 12 * 4,
    "four of a kind": 13 * comb(48, 3),
    "2 threes of a kind": comb(13, 2) * 4 * 4 * 44,
    "3 pairs": comb(13, 3) * 6**3 * 40,
    "three of a kind and 2 pairs": 13 * 4 * comb(12, 2) * 6**2,
    "four of a kind and pair": 13 * 12 * 6 * 44,
    "no pairs and no threes of a kind and no fours of a kind": comb(13, 7) * 4**7,
    "dead wood 7": comb(13, 7) * 2520,
    "value K-Q-J-10-9-8-7": 2520,
    "dead wood 7 and high card 7 or lower": 2520,
    "any hand": comb(52, 7),
} | {f"dead wood {count}": hands for count, hands in enumerate(BY_DEAD_WOOD)}


@pytest.mark.parametrize(("event", "hands"), KNOWN.items())
def test_known_numbers(event: str, hands: int) -> None:
    features = features_of()
    assert int(features.hands[features.meets(HandEvent.parse(event))].sum()) == hands


@pytest.mark.parametrize("cards", [5, 6])
def test_other_hands(cards: int) -> None:
    features = features_of(cards=cards)
    assert features.total == comb(52, cards)
    for event, hands in {
        f"{cards} of one suit": 4 * comb(13, cards),
        f"{cards} in sequence of one suit": 4 * (14 - cards),
        "four of a kind": 13 * comb(48, cards - 4),
    }.items():
        assert features.first_matches([HandEvent.parse(event)]) == (hands,)


def test_threads_change_nothing() -> None:
    one, three = (Features.build(deck=Deck(8, 4), threads=threads) for threads in (1, 3))
    assert all_features(one) == all_features(three)
    assert np.array_equal(one.hands, three.hands)


def test_hands_that_cannot_be_dealt() -> None:
    with pytest.raises(InputError):
        Features.build(cards=8)
