"""Several spots against one dealer: how what they win hangs together.

Whoever bets on two spots, and every casino, meets one dealer's hand in both, so their results are
correlated. No short exact count is known for three hands that exclude each other's cards; so real
cards are dealt, as in `ginwin.simulation.rounds`: round i of a seed owns draws 64 i to 64 i + 63,
and blocks of rounds are added up in their order, so the result depends neither on the number of
threads nor on how they share the rounds.

Mean and variance of one spot are known exactly; only the covariance of two spots is sampled, from
all pairs of spots of a round, each net win less its exact mean. It is the same however many spots
play, because a third hand that nobody sees changes nothing for the first two; so the sum of k spots
has the variance ::

    k * variance + k (k - 1) * covariance
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ginwin.base.amounts import check_whole
from ginwin.base.estimates import Z_95, Estimate
from ginwin.base.jit import in_threads
from ginwin.counting.routes import fitting_counts
from ginwin.errors import InputError
from ginwin.melds import WAYS, MeldRules, Way
from ginwin.play.analysis import EVENTS, analyze
from ginwin.simulation.dealing import play_spots
from ginwin.values import COMPARISONS

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts
    from ginwin.play.analysis import Analysis
    from ginwin.play.strategy import Strategy
    from ginwin.rules.rules import Rules

__all__ = ["MOST_SPOTS", "Spots", "sample_spots"]

MOST_SPOTS = 6
"""No more spots than these are dealt; with the dealer they hold 49 cards of 52."""

_BLOCK = 1 << 13  # rounds added up at a time: part of what the seed fixes
_MOST_SAMPLES = 10**10


@dataclass(frozen=True, slots=True)
class Spots:
    """What several spots win against one dealer; sampled.

    Attributes
    ----------
    analysis : Analysis
        One spot, exactly.
    dealt : int
        Spots dealt in each round.
    samples, seed : int
        Rounds dealt, and the seed; with the above they fix the result.
    sums : tuple of float
        Over all rounds: the sum over the spots of what they win above the mean, its square, the
        mean over the pairs of spots of the product of both, and the square of that.
    z : float
        Half width of the intervals in standard errors.
    """

    analysis: Analysis
    dealt: int
    samples: int
    seed: int
    sums: tuple[float, float, float, float]
    z: float = Z_95

    @property
    def covariance(self) -> Estimate:
        """The covariance of the net wins of two spots, in square antes."""
        return self._estimate(self.sums[2], self.sums[3])

    @property
    def correlation(self) -> Estimate | None:
        """The correlation of the net wins of two spots; None if nothing varies."""
        variance = float(self.analysis.variance)
        if not variance:
            return None
        return Estimate(*(number / variance for number in self.covariance))

    @property
    def house_edge(self) -> Estimate:
        """The house edge as the dealt rounds have it: a check against the exact one."""
        exact = float(self.analysis.house_edge)
        value, error, low, high = self._estimate(
            -self.sums[0] / self.dealt, self.sums[1] / self.dealt**2
        )
        return Estimate(value + exact, error, low + exact, high + exact)

    def standard_deviation(self, spots: int) -> Estimate:
        """Return the standard deviation of what a number of spots win together, in antes.

        Parameters
        ----------
        spots : int
            How many, 1 to `MOST_SPOTS`; of one it is exact.
        """
        check_whole("spots", spots, 1, MOST_SPOTS)
        pairs, variance = spots * (spots - 1), spots * float(self.analysis.variance)
        value, _, low, high = (
            sqrt(max(0.0, variance + pairs * covariance)) for covariance in self.covariance
        )
        error = pairs * self.covariance.standard_error / (2 * value) if value else 0.0
        return Estimate(value, error, low, high)

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        return {
            "sampled": True,
            "samples": self.samples,
            "seed": self.seed,
            "spots_dealt": self.dealt,
            "z": self.z,
            "covariance": self.covariance._asdict(),
            "correlation": None if self.correlation is None else self.correlation._asdict(),
            "house_edge": self.house_edge._asdict(),
            "standard_deviation": {
                str(spots): self.standard_deviation(spots)._asdict()
                for spots in range(1, self.dealt + 1)
            },
        }

    def _estimate(self, total: float, squares: float) -> Estimate:
        """Return the mean of a number over the rounds, from its sum and the sum of its squares."""
        mean = total / self.samples
        error = sqrt(max(0.0, squares / self.samples - mean**2) / self.samples)
        return Estimate(mean, error, mean - self.z * error, mean + self.z * error)


def sample_spots(
    rules: Rules,
    strategy: Strategy | str = "published",
    *,
    spots: int = MOST_SPOTS,
    samples: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    counts: Counts | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Spots:
    """Deal rounds in which several spots face one dealer.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategy : Strategy or str
        How every spot decides: a strategy that looks at values, not at the exact cards.
    spots : int
        How many spots are dealt, 2 to `MOST_SPOTS`. More spots make more pairs in each round, and
        so a narrower interval of the same covariance.
    samples : int
        How many rounds, 2 to 10**10.
    seed : int
        0 to 2**64 - 1.
    threads : int, optional
        Number of threads, by default one per processor. No effect on the result.
    counts : Counts, optional
        The counts of the exact analysis and, through their deck, the cards to deal.
    progress : callable
        Is told how many more rounds are done.

    Raises
    ------
    InputError
        If the strategy looks at the exact cards, the deck has too few cards, or a number is out of
        range.
    """
    spots = check_whole("spots", spots, 2, MOST_SPOTS)
    samples = check_whole("samples", samples, 2, _MOST_SAMPLES)
    stream = np.uint64(check_whole("seed", seed, 0, 2**64 - 1))
    counts = fitting_counts(rules, counts)
    analysis = analyze(rules, strategy, counts)
    if analysis.strategy.needs_hands:
        allowed = "for several spots, one that looks at values only, such as by-value"
        raise InputError("strategy", str(analysis.strategy), allowed)
    if (spots + 1) * rules.cards > counts.deck.size:
        most = counts.deck.size // rules.cards - 1
        raise InputError("spots", spots, f"at most {most}, so that the deck is enough")
    bounds, choices = _steps(analysis, counts)
    nets = _nets(analysis)
    cards = np.array(counts.deck.cards, dtype=np.int64)
    player, dealer = (_arranging(rules.melds, way) for way in rules.ways)
    comparing = COMPARISONS.index(rules.comparing)

    def play(first: int) -> NDArray[np.float64]:
        sums = np.zeros(4)
        hands = np.empty((spots + 1, rules.cards), dtype=np.int64)
        rounds = min(_BLOCK, samples - first)
        play_spots(
            stream, first, rounds, cards, player, dealer, rules.qualifies, comparing,
            bounds, choices, nets, hands, sums,
        )  # fmt: skip
        progress(rounds)
        return sums

    blocks = in_threads(play, range(0, samples, _BLOCK), threads)
    total, square, product, squared = (fsum(column) for column in zip(*blocks, strict=True))
    return Spots(analysis, spots, samples, seed, (total, square, product, squared))


def _steps(analysis: Analysis, counts: Counts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the last value of each run of values that are decided alike, and the decisions.

    There is one decision more, for the values beyond.
    """
    rules = analysis.rules
    showdown = counts.showdown(rules.qualifies, rules.comparing)
    bets: NDArray[np.int64] = analysis.strategy.decide(showdown, rules).bets.astype(np.int64)
    ends = np.flatnonzero(bets[1:] != bets[:-1])
    return showdown.values[ends], bets[[*ends.tolist(), -1]]


def _nets(analysis: Analysis) -> NDArray[np.float64]:
    """Return what a spot wins above its mean, by event, play bet and dead-wood count."""
    rules, mean = analysis.rules, analysis.expected_value
    plays = (Fraction(0), *rules.play)
    nets = [
        [[float(rules.net(event, count, play) - mean) for count in range(8)] for play in plays]
        for event in EVENTS
    ]
    return np.array(nets)


def _arranging(melds: MeldRules, way: Way) -> tuple[int, int, bool, int]:
    """Return what melds and how to arrange as `ginwin.simulation.dealing` takes it."""
    suit = 14 if melds.suit is None else melds.suit
    return melds.rank, suit, melds.sequence, WAYS.index(way)
