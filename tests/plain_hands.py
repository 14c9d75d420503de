"""An oracle: what a hand looks like, in plain Python, card by card.

It shares nothing with the package but `ginwin.melds.arrange`, which is an oracle itself.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ginwin.cards import hand_of
from ginwin.melds import MeldRules, arrange


class PlainHand(NamedTuple):
    """The dead wood as ranks from high to low, and the shape of a hand."""

    dead_wood: tuple[int, ...]
    suit: int
    run: int
    pairs: int
    threes: int
    fours: int


def plain_hand(cards: Sequence[int], melds: MeldRules | None = None) -> PlainHand:
    """Look at a hand."""
    left = arrange(hand_of(cards), melds or MeldRules()).dead_wood
    suits = Counter(card // 13 for card in cards)
    ranks = Counter(card % 13 for card in cards)
    same = Counter(ranks.values())
    return PlainHand(
        tuple(sorted((card % 13 for card in left), reverse=True)),
        max(suits.values()),
        longest_run(cards),
        same[2],
        same[3],
        same[4],
    )


def longest_run(cards: Sequence[int]) -> int:
    """Count upwards from every card, in its suit; nothing follows a king."""
    longest = 0
    for card in cards:
        length = 1
        while (card + length) // 13 == card // 13 and card + length in cards:
            length += 1
        longest = max(longest, length)
    return longest
