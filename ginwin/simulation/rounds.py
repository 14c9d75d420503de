"""Seeded dealing of real cards: a check on the exact counts that shares no code with them.

A round is played as at the table: shuffle, deal card by card to the player and the dealer in turn,
arrange both hands, decide, qualify, compare, settle. No symmetry is used, nothing is looked up.

*Random numbers.* Round i of a seed owns draws 64 i to 64 i + 63 of the SplitMix64 stream [1]_ that
the seed starts. So any round can be dealt again by its number, and the counts depend neither on the
number of threads nor on how they share the rounds. A draw below a bound is made from 32 bits by
Lemire's method [2]_, which draws again where a plain remainder would favour some cards.

*Arrangement.* At best or in the house way, every choice of the cards that go to suit melds is
tried, in Gray code order so that one card changes at a time. Counters per rank and per suit follow;
of the cards left, each rank with enough of them melds and the others are dead wood. In the other
ways the melds of one sort are put away, then those of the other. The code is
`ginwin.simulation.dealing`.

*Sources of error.* Chance, which the standard errors measure, and the normal approximation behind
the intervals, which wants many rounds. A simulated figure is never exact.

.. [1] G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", 2014.
.. [2] D. Lemire, "Fast random integer generation in an interval", 2019.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ginwin.base.estimates import Z_95, Estimate, estimate_ratio, estimate_share
from ginwin.base.jit import in_threads, thread_count
from ginwin.cards import STANDARD_DECK, Deck
from ginwin.errors import InputError
from ginwin.melds import WAYS, MeldRules, Way
from ginwin.rules.rules import Event, Rules
from ginwin.simulation import dealing
from ginwin.values import ALWAYS, COMPARISONS

__all__ = ["EVENTS", "Simulation", "deal_rounds", "hand_values", "simulate"]

EVENTS: tuple[Event, ...] = ("fold", "not qualified", "win", "tie", "lose")
"""How a round can end, for the player."""

_BLOCK = 1 << 16  # rounds played at a time; no effect on any result
_MOST_ROUNDS = 10**12


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
    z: float = Z_95

    @property
    def house_edge(self) -> Estimate:
        """Expected loss per ante."""
        rows = ((count, loss, Fraction(1)) for count, loss, _ in self._settled())
        return estimate_ratio(rows, self.z)

    @property
    def average_wager(self) -> Estimate:
        """Expected ante and play bet together, in antes."""
        rows = ((count, wager, Fraction(1)) for count, _, wager in self._settled())
        return estimate_ratio(rows, self.z)

    @property
    def element_of_risk(self) -> Estimate:
        """Expected loss per unit wagered."""
        return estimate_ratio(self._settled(), self.z)

    @property
    def raise_rate(self) -> Estimate:
        """Share of the rounds in which the player made a play bet."""
        raised = sum(rounds for (event, _, _), rounds in self.counts.items() if event != "fold")
        return estimate_share(raised, self.rounds, self.z)

    def probability(self, event: Event | None = None, dead_wood: int | None = None) -> Estimate:
        """Share of the rounds with this event and count of dead wood of the player (None: any)."""
        hits = sum(
            rounds
            for (its_event, its_dead_wood, _), rounds in self.counts.items()
            if event in (None, its_event) and dead_wood in (None, its_dead_wood)
        )
        return estimate_share(hits, self.rounds, self.z)

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


def simulate(
    rules: Rules,
    decision: int | Mapping[int, int],
    *,
    rounds: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    z: float = Z_95,
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
    cards = _deck_cards(deck, rules.cards)
    player, dealer = (_arranging(rules.melds, way) for way in rules.ways)
    qualifies, comparing = rules.qualifies, COMPARISONS.index(rules.comparing)

    def play(worker: int) -> NDArray[np.int64]:
        tally = np.zeros((len(EVENTS), 1 + len(rules.play), 1 + rules.cards), dtype=np.int64)
        for first in range(worker * _BLOCK, rounds, workers * _BLOCK):
            dealing.play(
                stream, first, min(_BLOCK, rounds - first), cards, player, dealer,
                qualifies, comparing, bounds, choices, tally,
            )  # fmt: skip
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
        dealing.deal(stream, number, in_order, in_order.copy(), hands)
    return dealt


def hand_values(hands: NDArray[np.int64], melds: MeldRules, way: Way = "best") -> NDArray[np.int64]:
    """Return the values of hands of card codes, shape (hands, cards), as the simulation has them.

    Raises InputError unless the rows are card codes, at most seven.
    """
    if hands.ndim != 2 or hands.shape[1] > 7 or not np.isin(hands, range(52)).all():
        raise InputError("hands", hands.shape, "rows of at most 7 card codes from 0 to 51")
    space, arranging = np.empty((4, 13), dtype=np.int64), _arranging(melds, way)
    rows = np.ascontiguousarray(hands, dtype=np.int64)
    return np.array([dealing.hand_value(hand, arranging, space) for hand in rows], dtype=np.int64)


def _whole(field: str, number: int, least: int, most: int) -> int:
    """Return the number, or raise InputError unless it is whole and in range."""
    if type(number) is bool or not hasattr(number, "__index__") or not least <= number <= most:
        raise InputError(field, number, f"a whole number from {least:,} to {most:,}")
    return int(number)


def _deck_cards(deck: Deck, cards: int) -> NDArray[np.int64]:
    if not 0 < 2 * cards <= deck.size:
        raise InputError("deck", deck, f"at least {2 * cards} cards, for two hands of {cards}")
    return np.array(deck.cards, dtype=np.int64)


def _arranging(melds: MeldRules, way: Way) -> tuple[int, int, bool, int]:
    """Return what melds and how to arrange as `ginwin.simulation.dealing` takes it."""
    suit = 14 if melds.suit is None else melds.suit
    return melds.rank, suit, melds.sequence, WAYS.index(way)
