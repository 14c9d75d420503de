"""One card of the dealer's is seen: what the best decisions are then worth.

A card of the dealer's hand is as likely to be any of its cards. So each deal is taken once for each
card that may be seen, and a player who sees his hand and the card, or something about the card,
decides on all the deals that look the same to him: ::

    value of a hand  =  sum over what he may see  of  max(fold, best raise on the deals that fit)

`ginwin.protection.dealer_card_counts` counts them. On the standard melds, and where there are few
hands (as with five cards), every hand is decided and the results are exact. Otherwise hands are
drawn; for each of them the decisions are exact, and what the knowledge adds to the same hand
without it is averaged, in blocks of 20 hands. The plain game is known exactly, so its own chance
does not come into the estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm, sqrt
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ginwin.base.amounts import check_whole
from ginwin.base.estimates import Estimate
from ginwin.base.jit import in_threads
from ginwin.cards import RANKS, rank_labels
from ginwin.counting.general import GeneralCounts
from ginwin.counting.routes import fitting_counts
from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.play.strategy import SHOWDOWN_EVENTS, raise_gains
from ginwin.protection import dealer_card_kernels as kernels
from ginwin.protection.blocks import estimate_mean, moved
from ginwin.protection.dealer_card_counts import GeneralHolding, HandBlock, PatternHolding
from ginwin.protection.informed import Informed
from ginwin.values import COUNT_SHIFT

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts
    from ginwin.play.analysis import Analysis
    from ginwin.rules.rules import Rules

__all__ = ["LOW_HIGH", "DealerCard", "dealer_card", "hands_to_decide"]

Ints = NDArray[np.int64]

Progress = Callable[[int], None]
"""Told how many more hands are decided."""

LOW_HIGH = tuple(tuple(range(low)) for low in range(1, len(RANKS)))
"""Every split of the ranks into low and high ones, by the low ones."""

_KNOWING = ("nothing", "a dealer card", "rank of a dealer card", "suit of a dealer card")
_MOST_EXACT = 200_000  # suit-distinct hands that the general route decides one by one
_DRAWN = 20  # hands in a block of drawn ones
_FEWEST = 20 * _DRAWN  # hands: blocks enough for an error
_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class DealerCard:
    """What seeing a card of the dealer's is worth.

    Attributes
    ----------
    rules : Rules
        The rules.
    rows : tuple of Informed
        By what is known: nothing, the card, its rank, its suit, and for each split of the ranks
        whether the card's rank is in it.
    drawn : int
        The hands that were drawn for all rows but the first; 0 if every hand was decided.
    """

    rules: Rules
    rows: tuple[Informed, ...]
    drawn: int = 0


def dealer_card(
    rules: Rules,
    counts: Counts | None = None,
    *,
    splits: Iterable[Iterable[int]] = LOW_HIGH,
    samples: int = 20_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> DealerCard:
    """Return what seeing a card of the dealer's is worth.

    Parameters
    ----------
    rules : Rules
        The rules.
    counts : Counts, optional
        The counts to use; by default those of the standard deck. The results are exact where
        `hands_to_decide` says so.
    splits : iterable of iterable of int
        Sets of ranks, such as the low ones; a player may know whether the card is in the set.
    samples : int
        Hands to draw where they are too many to decide all, at least 400, in whole blocks.
    seed : int
        The seed of the draws, 0 to 2**64 - 1.
    threads : int, optional
        Threads to use; no result depends on it.
    progress : callable, optional
        Called with the number of hands that were decided since the last call.

    Raises
    ------
    InputError
        If an argument is out of range, or the counts are those of other rules.
    """
    counts = fitting_counts(rules, counts)
    samples = check_whole("samples", samples, _FEWEST, 10**9)
    seed = check_whole("seed", seed, 0, 2**64 - 1)
    sets = [_checked(ranks) for ranks in splits]
    knowing = (*_KNOWING, *(f"whether its rank is {_in_words(ranks)}" for ranks in sets))
    masks = np.array([sum(1 << rank for rank in ranks) for ranks in sets], np.int64)
    gains = _gains(rules, counts)
    every = _decides_all(counts)

    def decide(job: Callable[[], HandBlock]) -> _Tally:
        block = job()
        if progress:
            progress(int(block.hands.sum()))
        return _Tally.of(block, gains, masks)

    jobs: Iterable[Callable[[], HandBlock]]
    if not isinstance(counts, GeneralCounts):
        jobs = PatternHolding(rules.qualifies, rules.comparing).jobs()
    else:
        holding = GeneralHolding(counts, rules.qualifies, rules.comparing)
        jobs = holding.jobs() if every else _drawn(holding, samples, seed)
    tallies = in_threads(decide, jobs, threads)
    if every:
        rows = [
            worth.informed(name)
            for name, worth in zip(knowing, _Tally.sum(tallies).worths(rules, counts), strict=True)
        ]
        return DealerCard(rules, tuple(rows))
    plain = _plain(analyze(rules, "optimal", counts))
    blocks = [tally.worths(rules, counts) for tally in tallies]
    rows = [plain.informed(knowing[0])] + [
        _estimated(name, plain, [(block[0], block[number]) for block in blocks])
        for number, name in enumerate(knowing[1:], start=1)
    ]
    return DealerCard(rules, tuple(rows), _DRAWN * len(blocks))


def _in_words(ranks: Iterable[int]) -> str:
    """Write a set of ranks, such as ``A to 6`` or ``7, 8 or K``."""
    return " or ".join(rank_labels(ranks).replace("-", " to ").rsplit(", ", 1))


def hands_to_decide(counts: Counts, samples: int = 20_000) -> int:
    """Return how many hands `dealer_card` decides: all, and it is exact, or as many as it draws."""
    return counts.hands if _decides_all(counts) else samples


def _checked(ranks: object) -> tuple[int, ...]:
    """Return a set of ranks in order; raise `InputError` unless it splits the ranks in two."""
    allowed = "some but not all of the ranks 0 (ace) to 12 (king)"
    if not isinstance(ranks, Iterable) or isinstance(ranks, str):
        raise InputError("split", ranks, allowed)
    found = sorted({check_whole("rank of a split", rank, 0, len(RANKS) - 1) for rank in ranks})
    if not 0 < len(found) < len(RANKS):
        raise InputError("split", found, allowed)
    return tuple(found)


def _decides_all(counts: Counts) -> bool:
    """Return whether every hand can be decided."""
    if not isinstance(counts, GeneralCounts):
        return True
    return counts.hand_values.size <= _MOST_EXACT


def _drawn(holding: GeneralHolding, samples: int, seed: int) -> list[Callable[[], HandBlock]]:
    """Return functions that each make a block of drawn hands, the same for the same seed."""
    deck = 1 << np.array(holding.counts.deck.cards)

    def draw(number: int) -> HandBlock:
        random = np.random.default_rng([seed, number]).random((_DRAWN, deck.size))
        hands = deck[np.argsort(random)[:, : holding.counts.cards]].sum(axis=1)
        return holding.block(hands, np.ones(_DRAWN, np.int64))

    return [partial(draw, number) for number in range(-(-samples // _DRAWN))]


def _gains(rules: Rules, counts: Counts) -> Ints:
    """Return what a raise gains over a fold, by dead-wood count, play bet and event.

    In units of its own for each count, as only hands of one count are compared.
    """
    exact = np.array(raise_gains(rules), object).transpose(2, 0, 1)
    units = [lcm(*(gain.denominator for gain in of_count.flat)) for of_count in exact]
    whole = [
        [[int(x * unit) for x in bet] for bet in of_count]
        for of_count, unit in zip(exact, units, strict=True)
    ]
    most = max(abs(x) for of_count in whole for bet in of_count for x in bet)
    if most * counts.dealer_hands * counts.cards > _LARGEST:
        allowed = "pays whose common denominator is smaller, for this analysis"
        raise InputError("pays", f"in units of 1/{max(units)}", allowed)
    return np.array(whole, np.int64)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What decisions come to: means over all rounds, the first two of the net win in antes."""

    mean: Fraction
    square: Fraction
    raised: Fraction
    changed: Fraction

    @property
    def deviation(self) -> float:
        return sqrt(self.square - self.mean**2)

    def informed(self, name: str) -> Informed:
        return Informed(name, -self.mean, self.raised, self.changed, self.deviation, exact=True)


@dataclass(frozen=True, slots=True)
class _Tally:
    """Deals, one for each card of the dealer's that may be seen, as they were decided.

    Attributes
    ----------
    hands : ndarray of int64, shape (8,)
        Hands by dead-wood count.
    bets : ndarray of int64, shape (8, k, bets, 4)
        Raises by dead-wood count, knowledge, play bet and event.
    changed : ndarray of int64, shape (k,)
        Deals decided otherwise than with nothing known.
    """

    hands: Ints
    bets: Ints
    changed: Ints

    @classmethod
    def of(cls, block: HandBlock, gains: Ints, splits: Ints) -> _Tally:
        """Decide every hand of a block."""
        knowing = len(_KNOWING) + splits.size
        bets = np.zeros((8, knowing, gains.shape[1], 4), np.int64)
        changed = np.zeros(knowing, np.int64)
        counts = block.values >> COUNT_SHIFT
        kernels.add_decisions(counts, block.hands, block.dealers, gains, splits, bets, changed)
        hands = np.zeros(8, np.int64)
        np.add.at(hands, counts, block.hands)
        return cls(hands, bets, changed)

    @classmethod
    def sum(cls, tallies: Iterable[_Tally]) -> _Tally:
        """Return the tally of all blocks together."""
        parts = zip(*((one.hands, one.bets, one.changed) for one in tallies), strict=True)
        return cls(*(np.sum(part, axis=0) for part in parts))

    def worths(self, rules: Rules, counts: Counts) -> list[_Worth]:
        """Return what each knowledge is worth."""
        each = counts.dealer_hands * counts.cards
        total = int(self.hands.sum()) * each
        return [
            self._worth(rules, self.bets[:, knowing], changed, each, total)
            for knowing, changed in enumerate(self.changed.tolist())
        ]

    def _worth(self, rules: Rules, bets: Ints, changed: int, each: int, total: int) -> _Worth:
        mean, square, raised = Fraction(0), Fraction(0), 0
        for count, by_bet in enumerate(bets.tolist()):
            ends = [
                (rules.net(event, count, play), deals)
                for play, by_event in zip(rules.play, by_bet, strict=True)
                for event, deals in zip(SHOWDOWN_EVENTS, by_event, strict=True)
            ]
            plays = sum(deals for _, deals in ends)
            ends.append((rules.net("fold", count, 0), int(self.hands[count]) * each - plays))
            raised += plays
            mean += sum(net * deals for net, deals in ends)
            square += sum(net**2 * deals for net, deals in ends)
        return _Worth(
            mean / total, square / total, Fraction(raised, total), Fraction(changed, total)
        )


def _plain(analysis: Analysis) -> _Worth:
    """Return what the best decisions with nothing known are worth."""
    mean = analysis.expected_value
    return _Worth(mean, analysis.variance + mean**2, analysis.raise_rate, Fraction(0))


def _estimated(name: str, plain: _Worth, blocks: Sequence[tuple[_Worth, _Worth]]) -> Informed:
    """Return the estimate from blocks, each with nothing known and with this knowledge."""

    def estimate(figure: str, sign: int = 1) -> Estimate:
        more = [float(getattr(known, figure) - getattr(own, figure)) for own, known in blocks]
        mean = estimate_mean(sum(more), sum(one**2 for one in more), len(more))
        return moved(sign * getattr(plain, figure), mean, sign)

    mean = estimate("mean", -1)
    deviation = sqrt(estimate("square").value - mean.value**2)
    return Informed(name, mean, estimate("raised"), estimate("changed"), deviation, exact=False)
