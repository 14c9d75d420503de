"""What a side bet may look at in a hand, counted once for all hands.

A side bet on the player's cards looks at a few *features* of his hand: its dead wood, its longest
suit, its longest run, its pairs. `Features` is the exact joint histogram of them all over every
hand, C(52,7) = 133,784,560 of them by default. Only some ten thousand combinations of features
occur, so any event is counted, and any pay table analyzed, in milliseconds.

Suits are alike to every feature, so one hand of each suit class stands for its class
(:mod:`ginwin.counting.lattice`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ginwin.base.jit import in_threads
from ginwin.bonus import feature_kernels
from ginwin.bonus.events import NO_CARD
from ginwin.cards import STANDARD_DECK, Deck, rank_mask
from ginwin.counting.general import GeneralCounts
from ginwin.melds import STANDARD_MELDS, MeldRules
from ginwin.values import COUNT_SHIFT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from ginwin.bonus.events import HandEvent

    Ints = NDArray[np.int64]

__all__ = ["Features", "features_of"]


@dataclass(frozen=True, slots=True)
class Features:
    """How many hands have each combination of features.

    Attributes
    ----------
    melds : MeldRules
        What melds; it decides about the dead wood.
    deck : Deck
        The deck.
    cards : int
        Cards in a hand.
    hands : ndarray of int64, shape (n,)
        Hands with each combination; they add up to all hands.
    dead_wood : ndarray of int64, shape (n,)
        Dead-wood cards, 0 to 7.
    value : ndarray of int64, shape (n,)
        The value (see `ginwin.values`; lower is better).
    high_card : ndarray of int64, shape (n,)
        Rank of the highest dead-wood card, 0 (ace) to 12 (king), or `ginwin.bonus.events.NO_CARD`.
    suit : ndarray of int64, shape (n,)
        Cards of the suit that has the most.
    run : ndarray of int64, shape (n,)
        Cards of the longest run of consecutive ranks in one suit. The ace is low, here as
        everywhere: a run may begin with it but does not go from king to ace.
    pairs, threes, fours : ndarray of int64, shape (n,)
        Ranks of which the hand has exactly two, three, four cards.
    """

    melds: MeldRules
    deck: Deck
    cards: int
    hands: Ints
    dead_wood: Ints
    value: Ints
    high_card: Ints
    suit: Ints
    run: Ints
    pairs: Ints
    threes: Ints
    fours: Ints

    @classmethod
    def build(
        cls,
        melds: MeldRules = STANDARD_MELDS,
        deck: Deck = STANDARD_DECK,
        cards: int = 7,
        threads: int | None = None,
    ) -> Features:
        """Count every hand.

        Parameters
        ----------
        melds : MeldRules
            What melds.
        deck : Deck
            The deck; it must hold two hands.
        cards : int
            Cards in a hand, at most seven.
        threads : int, optional
            Threads to use; all processors if not given. The integers do not depend on it.

        Raises
        ------
        InputError
            If hands of that many cards cannot be dealt.
        """
        return cls.of(GeneralCounts(melds, deck, cards, threads))

    @classmethod
    def of(cls, counts: GeneralCounts, without: int | None = None) -> Features:
        """Count every hand, of the whole deck or of the deck without one card.

        Parameters
        ----------
        counts : GeneralCounts
            The values of all hands; the player must arrange his at best.
        without : int, optional
            The rank of a card that is out, 0 (ace) to 12 (king). Suits are alike, so a hand without
            cards of the rank lacks the card in all cases, one with k in 4 - k of 4.
        """
        deck, cards, threads = counts.deck, counts.cards, counts.threads
        layer = counts.lattice.layer(cards)
        hands, orbits = counts.lattice.sets[layer], counts.lattice.orbits[layer]
        shapes = np.empty(hands.size, np.uint16)

        def fill(chunk: slice) -> None:
            part = slice(chunk.start - layer.start, chunk.stop - layer.start)
            feature_kernels.fill_shapes(hands[part], shapes[part])

        in_threads(fill, counts.lattice.chunks(cards, 250_000), threads)
        occurring = np.flatnonzero(np.bincount(shapes, minlength=feature_kernels.SHAPES))
        columns = np.zeros(feature_kernels.SHAPES, np.int32)
        columns[occurring] = np.arange(occurring.size)
        table = np.zeros((counts.values.size, occurring.size), np.int64)
        if without is not None:
            held = np.bitwise_count(hands & rank_mask(without, deck)).astype(np.int32)
            orbits = orbits * (deck.suits - held)
        feature_kernels.add_hands(counts.hand_values, shapes, columns, orbits, table)
        if without is not None:
            table //= deck.suits

        rows, kinds = np.nonzero(table)
        value, shape = counts.values[rows], occurring[kinds]
        return cls(
            melds=counts.melds,
            deck=deck,
            cards=cards,
            hands=table[rows, kinds],
            dead_wood=value >> COUNT_SHIFT,
            value=value,
            high_card=_high_cards(value),
            suit=shape >> 8,
            run=shape >> 5 & 7,
            pairs=shape >> 3 & 3,
            threes=shape >> 1 & 3,
            fours=shape & 1,
        )

    @property
    def total(self) -> int:
        """The number of hands, C(52,7) = 133,784,560 by default."""
        return int(self.hands.sum())

    def meets(self, event: HandEvent) -> NDArray[np.bool_]:
        """Return which combinations of features are the event; bool, shape (n,)."""
        met = np.ones(self.hands.size, np.bool_)
        for condition in event.conditions:
            feature = getattr(self, condition.feature)
            met &= (condition.least <= feature) & (feature <= condition.most)
        return met

    def first_matches(self, events: Iterable[HandEvent]) -> tuple[int, ...]:
        """Return the hands of each event that are none of the events before it.

        An event that cannot happen, or only where an earlier one does, has zero hands.
        """
        left = self.hands.copy()
        numbers = []
        for event in events:
            met = self.meets(event)
            numbers.append(int(left[met].sum()))
            left[met] = 0
        return tuple(numbers)


@lru_cache(maxsize=4)
def features_of(melds: MeldRules = STANDARD_MELDS, cards: int = 7) -> Features:
    """Return the features of all hands of the standard deck, kept for later calls."""
    return Features.build(melds, cards=cards)


def _high_cards(values: Ints) -> Ints:
    """Return the highest rank of each value, `NO_CARD` where there is none."""
    digits = values & ((1 << COUNT_SHIFT) - 1)
    high = np.full(values.size, NO_CARD, np.int64)
    for rank in range(13):
        high[digits >> 2 * rank > 0] = rank
    return high
