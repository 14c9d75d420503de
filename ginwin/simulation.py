"""Seeded dealing of real cards: a check on the exact counts that shares no code with them.

A round is played as at the table: shuffle, deal card by card to the player and the dealer in turn,
arrange both hands, decide, qualify, compare, settle. No symmetry is used, nothing is looked up.

*Random numbers.* Round i of a seed owns draws 64 i to 64 i + 63 of the SplitMix64 stream [1]_ that
the seed starts. So any round can be dealt again by its number, and the counts depend neither on the
number of threads nor on how they share the rounds. A draw below a bound is made from 32 bits by
Lemire's method [2]_, which draws again where a plain remainder would favour some cards.

*Arrangement.* Every choice of the cards that go to suit melds is tried, in Gray code order so that
one card changes at a time. Counters per rank and per suit follow; of the cards left, each rank with
enough of them melds and the others are dead wood.

*Sources of error.* Chance, which the standard errors measure, and the normal approximation behind
the intervals, which wants many rounds. A simulated figure is never exact.

.. [1] G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014.
.. [2] D. Lemire, "Fast random integer generation in an interval", 2019.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.cards import STANDARD_DECK, Deck
from ginwin.errors import InputError
from ginwin.jit import in_threads, jit, thread_count
from ginwin.melds import MeldRules
from ginwin.rules import Event, Rules
from ginwin.values import ALWAYS, COUNT_SHIFT

__all__ = ["EVENTS", "Estimate", "Simulation", "deal_rounds", "hand_values", "simulate"]

EVENTS: tuple[Event, ...] = ("fold", "not qualified", "win", "tie", "lose")
"""How a round can end, for the player."""

_BLOCK = 1 << 16  # rounds played at a time; no effect on any result
_MOST_ROUNDS = 10**12
_Z_95 = NormalDist().inv_cdf(0.975)

_GAMMA = np.uint64(0x9E3779B97F4A7C15)  # with the next two: the constants of SplitMix64
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_1, _27, _30, _31, _32, _64 = (np.uint64(number) for number in (1, 27, 30, 31, 32, 64))
_LOW_32, _TWO_32 = np.uint64(2**32 - 1), np.uint64(2**32)


class Estimate(NamedTuple):
    """An estimate, its standard error and its interval, in antes or as a share."""

    value: float
    standard_error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """What dealt rounds came to: counts and estimates, never exact figures.

    Attributes
    ----------
    rules : Rules
        The rules that were played.
    decision : int or mapping
        The decision that was played, as given to `simulate`.
    deck : Deck
        The cards that were shuffled.
    seed, rounds : int
        With the above they fix every count.
    counts : mapping from (str, int, Fraction) to int
        Rounds by event (one of `EVENTS`), number of the player's dead-wood cards and play bet in
        antes (0 after a fold), for all that occurred; they sum to `rounds`.
    z : float
        Half width of the intervals in standard errors.
    """

    rules: Rules
    decision: int | Mapping[int, int]
    deck: Deck
    seed: int
    rounds: int
    counts: Mapping[tuple[Event, int, Fraction], int]
    z: float = _Z_95

    @property
    def house_edge(self) -> Estimate:
        """Expected loss per ante."""
        return self._ratio((count, loss, Fraction(1)) for count, loss, _ in self._settled())

    @property
    def average_wager(self) -> Estimate:
        """Expected ante and play bet together, in antes."""
        return self._ratio((count, wager, Fraction(1)) for count, _, wager in self._settled())

    @property
    def element_of_risk(self) -> Estimate:
        """Expected loss per unit wagered."""
        return self._ratio(self._settled())

    @property
    def raise_rate(self) -> Estimate:
        """Share of the rounds in which the player made a play bet."""
        return self._share(sum(n for (event, _, _), n in self.counts.items() if event != "fold"))

    def probability(self, event: Event | None = None, dead_wood: int | None = None) -> Estimate:
        """Share of the rounds with this event and count of dead wood of the player (None: any)."""
        return self._share(
            sum(
                rounds
                for (its_event, its_dead_wood, _), rounds in self.counts.items()
                if event in (None, its_event) and dead_wood in (None, its_dead_wood)
            )
        )

    def summary(self) -> tuple[str, ...]:
        """Lines for people: what was dealt under which rules, and the estimates."""
        estimates = {
            "house edge, per ante": self.house_edge,
            "element of risk": self.element_of_risk,
            "raise rate": self.raise_rate,
            "average wager, in antes": self.average_wager,
        }
        dealt = f"Simulated, not exact: {self.rounds:,} rounds, seed {self.seed}"
        level = f"{self.z:.3g} standard errors, {math.erf(self.z / 2**0.5):.4%}"
        lines = (
            f"{name}: {value:.5f} +- {error:.5f} [{low:.5f}, {high:.5f}]"
            for name, (value, error, low, high) in estimates.items()
        )
        return (*self.rules.summary(), f"{dealt}; [interval of {level}]", *lines)

    def _settled(self) -> Iterable[tuple[int, Fraction, Fraction]]:
        """Yield how many rounds lost how much of which wager."""
        for (event, dead_wood, play), rounds in self.counts.items():
            yield rounds, -self.rules.net(event, dead_wood, play), 1 + play

    def _ratio(self, rows: Iterable[tuple[int, Fraction, Fraction]]) -> Estimate:
        """Ratio of two totals of (rounds, amount, unit) with its error by the delta method.

        With every unit 1 it is a mean with its usual standard error.
        """
        totals = tuple(rows)
        units = sum((count * unit for count, _, unit in totals), Fraction(0))
        ratio = sum((count * amount for count, amount, _ in totals), Fraction(0)) / units
        squares = sum(count * (amount - ratio * unit) ** 2 for count, amount, unit in totals)
        value, error = float(ratio), math.sqrt(squares) / float(units)
        return Estimate(value, error, value - self.z * error, value + self.z * error)

    def _share(self, hits: int) -> Estimate:
        """Share of the rounds with its Wilson score interval.

        The interval covers p iff ``|share - p| <= z sqrt(p (1 - p) / rounds)``; so it stays honest
        for what was seen a few times or never.
        """
        n, share, z2 = self.rounds, hits / self.rounds, self.z**2
        error = math.sqrt(share * (1 - share) / n)
        middle = (hits + z2 / 2) / (n + z2)
        half = self.z * n / (n + z2) * math.hypot(error, self.z / (2 * n))
        low, high = 0.0 if hits == 0 else middle - half, 1.0 if hits == n else middle + half
        return Estimate(share, error, low, high)


def simulate(
    rules: Rules,
    decision: int | Mapping[int, int],
    *,
    rounds: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    z: float = _Z_95,
    deck: Deck = STANDARD_DECK,
) -> Simulation:
    """Deal and play rounds of real cards.

    Parameters
    ----------
    rules : Rules
        The rules to play.
    decision : int or mapping from int to int
        A threshold: with this value or a better one the player makes the smallest play bet, else
        he folds (-1: always). Or steps: what to do with each value and those between it and the
        next better one listed, 0 (fold) or i (the i-th play bet of the rules); worse values than
        all of these fold. So all values may be listed, but need not be.
    rounds : int
        Number of rounds, 1 to 10**12.
    seed : int
        0 to 2**64 - 1. The first rounds of a seed are the same for any number of rounds.
    threads : int, optional
        Number of threads, by default one per processor. No effect on the result.
    z : float
        Half width of the intervals in standard errors, by default that of 95 %.
    deck : Deck
        The cards to shuffle.

    Returns
    -------
    Simulation

    Raises
    ------
    InputError
        If an argument is out of range.
    """
    rounds = _whole("rounds", rounds, 1, _MOST_ROUNDS)
    stream = np.uint64(_whole("seed", seed, 0, 2**64 - 1))
    workers = thread_count(None if threads is None else _whole("threads", threads, 1, 1024))
    if not 0 < z < math.inf:
        raise InputError("z", z, "a positive number of standard errors")
    steps = {
        _whole("decision", value, -1, ALWAYS): _whole("decision", choice, 0, len(rules.play))
        for value, choice in (decision if isinstance(decision, Mapping) else {decision: 1}).items()
    }
    bounds = np.array(sorted(steps), dtype=np.int64)
    choices = np.array([*(steps[bound] for bound in sorted(steps)), 0], dtype=np.int64)
    cards, melds = _deck_cards(deck, rules.cards), _melds(rules.melds)

    def play(worker: int) -> NDArray[np.int64]:
        tally = np.zeros((len(EVENTS), 1 + len(rules.play), 1 + rules.cards), dtype=np.int64)
        for first in range(worker * _BLOCK, rounds, workers * _BLOCK):
            size = min(_BLOCK, rounds - first)
            _play(stream, first, size, cards, melds, rules.qualifies, bounds, choices, tally)
        return tally

    tally = np.sum(in_threads(play, range(workers), workers), axis=0)
    bets = (Fraction(0), *rules.play)
    counts = {
        (EVENTS[event], int(dead_wood), bets[bet]): int(tally[event, bet, dead_wood])
        for event, bet, dead_wood in zip(*np.nonzero(tally), strict=True)
    }
    kept = steps if isinstance(decision, Mapping) else int(decision)
    return Simulation(rules, kept, deck, seed, rounds, counts, z)


def deal_rounds(
    rounds: int, seed: int, cards: int = 7, first: int = 0, deck: Deck = STANDARD_DECK
) -> NDArray[np.int64]:
    """Return the cards of rounds of a seed as `simulate` deals them.

    Card codes, shape (rounds, 2, cards): element [i, 0] is the player's hand in round
    ``first + i`` and [i, 1] the dealer's, each in the order dealt; the player's card comes first.
    Raises InputError if the deck is too small or a number is out of range.
    """
    stream = np.uint64(_whole("seed", seed, 0, 2**64 - 1))
    in_order = _deck_cards(deck, cards)
    dealt = np.empty((_whole("rounds", rounds, 1, _MOST_ROUNDS), 2, cards), dtype=np.int64)
    for number, hands in enumerate(dealt, _whole("first", first, 0, _MOST_ROUNDS)):
        _deal(stream, number, in_order, in_order.copy(), hands)
    return dealt


def hand_values(hands: NDArray[np.int64], melds: MeldRules) -> NDArray[np.int64]:
    """Return the values of hands of card codes, shape (hands, cards), by this module's search.

    Raises InputError unless the rows are card codes, at most seven.
    """
    if hands.ndim != 2 or hands.shape[1] > 7 or not np.isin(hands, range(52)).all():
        raise InputError("hands", hands.shape, "rows of at most 7 card codes from 0 to 51")
    space, numbers = np.empty((4, 13), dtype=np.int64), _melds(melds)
    rows = np.ascontiguousarray(hands, dtype=np.int64)
    return np.array([_hand_value(hand, numbers, space) for hand in rows], dtype=np.int64)


def _whole(field: str, number: int, least: int, most: int) -> int:
    """Return the number, or raise InputError unless it is whole and in range."""
    if type(number) is bool or not hasattr(number, "__index__") or not least <= number <= most:
        raise InputError(field, number, f"a whole number from {least:,} to {most:,}")
    return int(number)


def _deck_cards(deck: Deck, cards: int) -> NDArray[np.int64]:
    if not 0 < 2 * cards <= deck.size:
        raise InputError("deck", deck, f"at least {2 * cards} cards, for two hands of {cards}")
    return np.array(deck.cards, dtype=np.int64)


def _melds(melds: MeldRules) -> tuple[int, int, bool]:
    """Fewest of a rank, fewest of a suit (out of reach when suits do not meld), runs or not."""
    return melds.rank, 14 if melds.suit is None else melds.suit, melds.sequence


@jit
def _draw(stream: np.uint64, number: np.uint64) -> np.uint64:
    """Output of SplitMix64 with that seed and number (the first is 0)."""
    bits = stream + (number + _1) * _GAMMA
    bits = (bits ^ (bits >> _30)) * _MIX_1
    bits = (bits ^ (bits >> _27)) * _MIX_2
    return bits ^ (bits >> _31)


@jit
def _deal(
    stream: np.uint64,
    number: int,
    cards: NDArray[np.int64],
    deck: NDArray[np.int64],
    hands: NDArray[np.int64],
) -> None:
    """Deal a round into `hands`: the first steps of a Fisher-Yates shuffle of `cards` in `deck`."""
    for i in range(cards.size):  # quicker here than copying the array as a whole
        deck[i] = cards[i]
    draw = np.uint64(number) * _64
    for i in range(hands.size):
        left = np.uint64(deck.size - i)
        while True:
            product = (_draw(stream, draw) >> _32) * left
            draw += _1
            low = product & _LOW_32
            if low >= left or low >= _TWO_32 % left:
                break
        chosen = i + np.int64(product >> _32)
        hands[i % 2, i // 2] = deck[chosen]
        deck[chosen] = deck[i]


@jit
def _dead_wood(cards: int, rank: int, rank_least: int) -> int:
    """Part of the value that so many cards of a rank make when they are in no suit meld."""
    return cards * ((1 << COUNT_SHIFT) + (1 << 2 * rank)) if cards < rank_least else 0


@jit
def _in_runs(ranks: NDArray[np.int64], suits: NDArray[np.int64], chosen: int, least: int) -> bool:
    """Whether the chosen cards (bit i: the i-th) are runs of one suit that are long enough."""
    marks = np.zeros(53, np.int64)
    for i in range(ranks.size):
        if chosen >> i & 1:
            marks[13 * suits[i] + ranks[i]] = 1
    run = 0
    for card in range(53):
        if card % 13 == 0 or marks[card] == 0:
            if 0 < run < least:
                return False
            run = 0
        run += marks[card]
    return True


@jit
def _hand_value(
    hand: NDArray[np.int64], melds: tuple[int, int, bool], space: NDArray[np.int64]
) -> int:
    """Value of the best arrangement of a hand of card codes: the least over all suit melds.

    `space`, shape (4, 13), holds the counters and lists; what is in it before does not matter.
    """
    rank_least, suit_least, sequence = melds
    by_rank, by_suit, ranks, suits = space[0], space[1], space[2], space[3]
    by_rank[:] = 0
    by_suit[:] = 0
    for card in hand:
        by_rank[card % 13] += 1
        by_suit[card // 13] += 1
    value, found = 0, 0
    for card in hand:  # without suit melds; and list the cards that could be in one
        rank, suit = card % 13, card // 13
        value += _dead_wood(1, rank, rank_least) if by_rank[rank] < rank_least else 0
        ranks[found], suits[found] = rank, suit
        found += int(by_suit[suit] >= suit_least)
    by_suit[:] = 0  # from here on: the cards in suit melds, and by_rank: the other cards
    best, short = value, 0  # short: suits with chosen cards, but too few of them
    for step in range(1, 1 << found):
        i, chosen = 0, step ^ step >> 1  # the Gray code; bit i is the one that changes
        while not step >> i & 1:
            i += 1
        change = 1 if chosen >> i & 1 else -1
        rank, suit = ranks[i], suits[i]
        before, others = by_suit[suit], by_rank[rank]
        after, left = before + change, others - change
        by_suit[suit], by_rank[rank] = after, left
        short += (0 < after < suit_least) - (0 < before < suit_least)
        value += _dead_wood(left, rank, rank_least) - _dead_wood(others, rank, rank_least)
        if value < best and short == 0:
            if sequence and not _in_runs(ranks[:found], suits, chosen, suit_least):
                continue
            best = value
    return best


@jit
def _play(
    stream: np.uint64,
    first: int,
    rounds: int,
    cards: NDArray[np.int64],
    melds: tuple[int, int, bool],
    qualifies: int,
    bounds: NDArray[np.int64],
    choices: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> None:
    """Play rounds and add them to `tally`, shape (events, 1 + play bets, 1 + cards)."""
    space, deck = np.empty((4, 13), np.int64), np.empty_like(cards)
    hands = np.empty((2, tally.shape[2] - 1), np.int64)
    for number in range(first, first + rounds):
        _deal(stream, number, cards, deck, hands)
        player, dealer = _hand_value(hands[0], melds, space), _hand_value(hands[1], melds, space)
        choice = choices[np.searchsorted(bounds, player)]
        if choice == 0:
            event = 0  # the place in EVENTS
        elif dealer > qualifies:
            event = 1
        else:
            event = 3 + int(player > dealer) - int(player < dealer)
        tally[event, choice, player >> COUNT_SHIFT] += 1
