"""Sets of known cards, drawn and played: the blocks of the samples of `ginwin.protection.seats`.

*Counting the dealer hands.* All C(52 - |U|, 7) of them one by one, or where these are many
(one and two seats) the alternating sum over the subsets of U; see `ginwin.counting.general`.

*Random numbers.* Block i of a seed and a number of seats owns the Philox stream [1]_ with the key
(seed, seats) and the counter (0, 0, 0, i). Any block can be made again by its number.

.. [1] J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ginwin.cards import STANDARD_DECK, Deck
from ginwin.counting.counts import ties_of
from ginwin.counting.general import GeneralCounts
from ginwin.counting.known_cards import values_outside
from ginwin.play.analysis import analyze_showdown
from ginwin.play.strategy import SHOWDOWN_EVENTS, Strategy, choices
from ginwin.protection import seat_kernels
from ginwin.protection.blocks import FIGURES, Block
from ginwin.values import COUNT_SHIFT

if TYPE_CHECKING:
    from ginwin.play.analysis import Analysis
    from ginwin.rules.rules import Rules

__all__ = ["Drawn", "SeatTables", "sets_of"]

_ONE_BY_ONE = 1 << 20  # so many dealer hands are counted one by one, more by the alternating sum
_BLOCK_WORK = 2_000_000  # dealer hands, or 1/20 player hands, in a block

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Bets = NDArray[np.int8]

Dealt = tuple[Ints, Ids, Bets, Ids, Ints, Ints, int, Floats]
"""The arguments that the kernels which play hands have in common."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A block of sets of known cards, ready to be played.

    Attributes
    ----------
    known : ndarray of int64, shape (n,)
        The sets.
    dealers : ndarray of int64, shape (n, V)
        Dealer hands of each value in the rest of the deck.
    numbers : ndarray of int32, shape (n, m)
        The value numbers of the player's hands.
    plain : ndarray of int8, shape (n, m)
        The decisions with these hands when nothing else is known; see `SeatTables.plays`.
    """

    known: Ints
    dealers: Ints
    numbers: Ids
    plain: Bets


def dealer_hands(deck: Deck, cards: int, seats: int) -> int:
    """How many hands the dealer may have when so many other seats are seen."""
    return comb(deck.size - cards * (seats + 1), cards)


def hands_of(deck: Deck, cards: int, seats: int) -> int:
    """How many hands are played for each set of known cards: more where sets cost more."""
    return min(1024, max(64, dealer_hands(deck, cards, seats) // 8))


def sets_of(deck: Deck, cards: int, seats: int) -> int:
    """How many sets of known cards are in a block."""
    work = dealer_hands(deck, cards, seats) + 20 * hands_of(deck, cards, seats)
    return min(4096, max(16, _BLOCK_WORK // work))


class SeatTables:
    """What all samples under the same rules share: exact decisions and worths with nothing seen.

    Parameters
    ----------
    rules : Rules
        The rules.
    deck : Deck
        The deck.
    threads : int, optional
        Threads to count with; no result depends on it.
    counts : GeneralCounts, optional
        The counts of the rules and the deck, where there are some already.

    Attributes
    ----------
    counts : GeneralCounts
        The counts.
    plays : tuple of Fraction
        What a decision may be: a fold (0), or one of the play bets that can be best.
    plain : Analysis
        The optimal strategy of a player who sees his own cards only, exact.
    """

    def __init__(
        self,
        rules: Rules,
        deck: Deck = STANDARD_DECK,
        threads: int | None = None,
        counts: GeneralCounts | None = None,
    ) -> None:
        self.rules, self.deck, self.plays = rules, deck, choices(rules)
        self.counts = counts or GeneralCounts(rules.melds, deck, rules.cards, threads, rules.ways)
        showdown = self.counts.showdown_by_hand(rules.qualifies, rules.comparing)
        optimal = Strategy("optimal")
        self.plain: Analysis = analyze_showdown(rules, optimal, showdown, self.counts.deals)
        bets = optimal.decide(showdown, rules).bets
        self._bets = np.minimum(bets, len(self.plays) - 1).astype(np.int8)
        self.counts.lattice.__dict__.pop("links", None)  # large, and not needed any more
        self._cards = np.array([1 << card for card in deck.cards], np.int64)

    def prepare(self, seats: int) -> None:
        """Make what blocks with so many seats read, before threads share it."""
        if not self._one_by_one(seats):
            values_outside(self.counts, np.zeros(1, np.int64))

    def hands_of(self, seats: int) -> int:
        """How many hands are played for each set of known cards."""
        return hands_of(self.deck, self.rules.cards, seats)

    def sets_of(self, seats: int) -> int:
        """How many sets of known cards are in a block."""
        return sets_of(self.deck, self.rules.cards, seats)

    def draw(self, seats: int, seed: int, number: int) -> Drawn:
        """Draw the sets and hands of a block, by its number; ``prepare`` first."""
        sets, hands, size = self.sets_of(seats), self.hands_of(seats), self.rules.cards
        seen = size * (seats + 1)
        key = np.array([seed, seats], np.uint64)  # a list with a large seed would become floats
        stream = np.random.Philox(key=key, counter=[0, 0, 0, number])
        words = stream.random_raw(sets * (seen + hands * size))
        known = np.empty(sets, np.int64)
        drawn = np.empty((sets, hands, size), np.int64)
        seat_kernels.draw_known(words, self._cards.copy(), seen, known, drawn)
        numbers = self.counts.hand_numbers(drawn.sum(axis=2))
        dealers = values_outside(self.counts, known, one_by_one=self._one_by_one(seats))
        return Drawn(known, dealers, self.counts.hand_values[numbers], self._bets[numbers])

    def block(self, seats: int, seed: int, number: int) -> Block:
        """Play a block, by its number; ``prepare`` first."""
        drawn = self.draw(seats, seed, number)
        sums, squares = np.zeros(FIGURES), np.zeros(FIGURES)
        seat_kernels.play_known(*self.dealt(drawn), self.squares, sums, squares)
        scale = np.array([self.unit, 1, 1, self.unit**2], np.float64)
        return Block(
            1,
            drawn.known.size,
            tuple((sums / scale).tolist()),
            tuple((squares / scale**2).tolist()),
        )

    def dealt(self, drawn: Drawn) -> Dealt:
        """Return a block as the kernels of `ginwin.protection.seat_kernels` take it."""
        return drawn.dealers, drawn.numbers, drawn.plain, *self._limits, self.gains

    @cached_property
    def _limits(self) -> tuple[Ids, Ints, Ints, int]:
        """Counts and ties of the values, and how many of them qualify."""
        values, rules = self.counts.values, self.rules
        low, high = ties_of(values, rules.comparing)
        counts = (values >> COUNT_SHIFT).astype(np.int32)
        return counts, low, high, self.counts.qualifying(rules.qualifies)

    @cached_property
    def _nets(self) -> list[list[list[Fraction]]]:
        """The net win by bet (0: a fold), event and dead-wood count."""
        counts, rules = range(8), self.rules
        fold = [[rules.net("fold", count, 0) for count in counts]] * len(SHOWDOWN_EVENTS)
        raises = [
            [[rules.net(event, count, play) for count in counts] for event in SHOWDOWN_EVENTS]
            for play in self.plays[1:]
        ]
        return [fold, *raises]

    @cached_property
    def unit(self) -> int:
        """The common denominator of all net wins."""
        return lcm(*(net.denominator for bet in self._nets for event in bet for net in event))

    @cached_property
    def gains(self) -> Floats:
        """What a bet gains over a fold, in 1 / unit antes; shape (bets + 1, 4, 8)."""
        whole = self._whole()
        gains: Floats = (whole - whole[:1]).astype(np.float64)
        return gains

    @cached_property
    def squares(self) -> Floats:
        """The squared net win, in 1 / unit^2; shape (bets + 1, 4, 8)."""
        squares: Floats = (self._whole() ** 2).astype(np.float64)
        return squares

    def _whole(self) -> NDArray[Any]:
        nets = [[[int(net * self.unit) for net in event] for event in bet] for bet in self._nets]
        return np.array(nets, object)

    def _one_by_one(self, seats: int) -> bool:
        return dealer_hands(self.deck, self.rules.cards, seats) <= _ONE_BY_ONE
