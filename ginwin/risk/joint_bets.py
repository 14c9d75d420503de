"""The base game and a side bet on the player's cards, settled in one round: exactly, together.

Both look at the same seven cards, so what they win is correlated. Where all hands of a value meet
the same row of the side bet's pay table, the value's row of the showdown tells how their deals end.
The hands of the other values are counted one suit class at a time
(`GeneralCounts.hands_with_values`). The deals add up, in whole numbers, to the joint distribution
of one round.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ginwin.base.exact import exact_json, ratio_json
from ginwin.bonus.feature_kernels import SHAPES, fill_shapes
from ginwin.bonus.features import Features, features_of
from ginwin.bonus.sidebets import BonusAnalysis, analyze_bonus
from ginwin.counting.general import GeneralCounts
from ginwin.counting.routes import fitting_counts
from ginwin.errors import InputError
from ginwin.play.analysis import analyze_showdown
from ginwin.play.strategy import SHOWDOWN_EVENTS, Strategy
from ginwin.risk.distribution import Distribution
from ginwin.values import COUNT_SHIFT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ginwin.bonus.bonusfile import SideBet
    from ginwin.counting.counts import Counts, Showdown
    from ginwin.play.analysis import Analysis
    from ginwin.rules.rules import Event, Rules

__all__ = ["JointBets", "JointOutcome", "analyze_together"]

_COUNTS = 8  # a hand has 0 to 7 dead-wood cards
_SPLIT = -1  # hands of the value meet different rows


@dataclass(frozen=True, slots=True)
class JointOutcome:
    """How a round can end in the base game and the side bet together.

    Parameters
    ----------
    row : int
        The row of the side bet's analysis (`BonusAnalysis.rows`).
    side_pays : Fraction
        The net win of the side bet, to one.
    event : str
        How the base game ends, one of `ginwin.play.analysis.EVENTS`.
    play : Fraction
        The play bet, in antes; 0 for a fold.
    pays : Fraction
        The net win of the base game, in antes.
    combinations : int
        The deals that end so.
    """

    row: int
    side_pays: Fraction
    event: Event
    play: Fraction
    pays: Fraction
    combinations: int


@dataclass(frozen=True)
class JointBets:
    """The joint distribution of the base game and a side bet in one round.

    Parameters
    ----------
    base : Analysis
        The base game.
    side : BonusAnalysis
        The side bet.
    outcomes : tuple of JointOutcome
        What can happen, by row of the side bet; the combinations add up to `base.deals`.
    """

    base: Analysis
    side: BonusAnalysis
    outcomes: tuple[JointOutcome, ...]

    @cached_property
    def covariance(self) -> Fraction:
        """The covariance of the net wins of an ante and of a side bet of one ante, square antes."""
        product = sum(
            (out.combinations * out.pays * out.side_pays for out in self.outcomes), Fraction(0)
        )
        return product / self.base.deals - self.base.expected_value * self.side.expected_value

    @property
    def correlation(self) -> float | None:
        """The correlation of the two net wins; None if one of them never varies."""
        variances = self.base.variance * self.side.variance
        return float(self.covariance) / sqrt(variances) if variances else None

    def distribution(self, stake: Fraction | int) -> Distribution:
        """Return the distribution of what both win together.

        Parameters
        ----------
        stake : Fraction or int
            The side bet, in antes.
        """
        rows = ((out.pays + stake * out.side_pays, out.combinations) for out in self.outcomes)
        largest = 1 + max(self.base.rules.play) + stake
        return Distribution.of(rows, self.base.average_wager + stake, Fraction(largest))

    def given(self, row: int) -> tuple[Fraction, Fraction] | None:
        """Return what the base game wins on average, and how often it raises, given a row.

        In antes and as a share; None if the row of the side bet cannot happen.
        """
        found = [out for out in self.outcomes if out.row == row]
        deals = sum(out.combinations for out in found)
        if not deals:
            return None
        won = sum((out.combinations * out.pays for out in found), Fraction(0))
        raised = sum(out.combinations for out in found if out.event != "fold")
        return won / deals, Fraction(raised, deals)

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        covariance = self.covariance
        return {
            "side_bet": self.side.to_json(),
            "covariance": ratio_json(covariance.numerator, covariance.denominator),
            "correlation": self.correlation,
            "outcomes": [
                {
                    "side_event": self.side.rows[out.row].event,
                    "side_pays": exact_json(out.side_pays),
                    "event": out.event,
                    "play": exact_json(out.play),
                    "pays": exact_json(out.pays),
                    "combinations": out.combinations,
                }
                for out in self.outcomes
            ],
        }


def analyze_together(
    rules: Rules,
    strategy: Strategy | str,
    bet: SideBet,
    counts: Counts | None = None,
    features: Features | None = None,
) -> JointBets:
    """Return the joint distribution of a round of the base game and a side bet.

    Parameters
    ----------
    rules : Rules
        The rules of the base game.
    strategy : Strategy or str
        Its strategy; any of them.
    bet : SideBet
        The side bet, on as many cards as the base game deals.
    counts : Counts, optional
        The counts to use, made for the rules; by default those of the standard deck.
    features : Features, optional
        The features of all hands of the same deck, made for the melds of the side bet.

    Raises
    ------
    InputError
        If the side bet is on another number of cards, the text is not a strategy, or counts or
        features are those of other hands.
    """
    if bet.cards != rules.cards:
        allowed = f"a side bet on {rules.cards} cards, as the rules deal"
        raise InputError("side bet", f"{bet.name}, on {bet.cards} cards", allowed)
    if isinstance(strategy, str):
        strategy = Strategy.parse(strategy)
    counts = fitting_counts(rules, counts)
    if features is None:
        features = features_of(bet.melds, bet.cards)
    if features.deck != counts.deck:
        allowed = f"those of the deck of the counts, {counts.deck}"
        raise InputError("features", features.deck, allowed)
    side = analyze_bonus(bet, features)

    count = counts.showdown_by_hand if strategy.needs_hands else counts.showdown
    showdown = count(rules.qualifies, rules.comparing)
    base = analyze_showdown(rules, strategy, showdown, counts.deals)
    bets = strategy.decide(showdown, rules).bets
    met = _Met(bet, counts, features)
    rows = met.by_value[np.searchsorted(counts.values, showdown.values)]
    whole = np.flatnonzero(rows != _SPLIT)
    tallies = np.zeros(
        (len(SHOWDOWN_EVENTS), len(side.rows), 1 + len(rules.play), _COUNTS), np.int64
    )
    _add(tallies, showdown, whole, rows[whole], bets[whole])

    split = np.flatnonzero(met.by_value == _SPLIT)
    if split.size:
        general = counts
        if not isinstance(general, GeneralCounts):
            general = GeneralCounts(rules.melds, counts.deck, rules.cards, ways=rules.ways)
        sets, by_hand = general.hands_with_values(split, rules.qualifies, rules.comparing)
        if strategy.needs_hands:
            chosen = strategy.decide(by_hand, rules).bets
        else:
            chosen = bets[np.searchsorted(showdown.values, by_hand.values)]
        _add(tallies, by_hand, slice(None), met.of_hands(sets, by_hand.values), chosen)
    return JointBets(base, side, _joint(tallies, rules, side))


class _Met:
    """Which row of a side bet's analysis hands meet.

    Attributes
    ----------
    by_value : ndarray of int64, shape (V,)
        The row that all hands of a value meet, or `_SPLIT` where they differ.
    """

    def __init__(self, bet: SideBet, counts: Counts, features: Features) -> None:
        """Find the row of every combination of features, and of every value."""
        row_of = np.full(features.hands.size, len(bet.pays))
        for number in reversed(range(len(bet.pays))):
            row_of[features.meets(bet.pays[number].event)] = number
        self._values = np.unique(features.value)
        numbers = np.searchsorted(self._values, features.value)
        self._table = np.zeros((self._values.size, SHAPES), np.int16)
        self._table[numbers, _shapes_of(features)] = row_of

        self.by_value = np.full(counts.values.size, _SPLIT)
        self._evaluator: GeneralCounts | None = None
        if bet.melds != counts.melds or counts.ways[0] != "best":
            # the side bet's dead wood is not that of the base game
            self._evaluator = GeneralCounts(bet.melds, counts.deck, counts.cards)
            return
        lowest = np.full(self._values.size, len(bet.pays))
        np.minimum.at(lowest, numbers, row_of)
        highest = np.zeros_like(lowest)
        np.maximum.at(highest, numbers, row_of)
        places = np.searchsorted(counts.values, self._values)
        self.by_value[places] = np.where(lowest == highest, lowest, _SPLIT)

    def of_hands(self, hands: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the row of each hand, a set of cards, with its value in the base game."""
        shapes = np.empty(hands.size, np.uint16)
        fill_shapes(hands, shapes)
        if self._evaluator is not None:
            evaluator = self._evaluator
            values = evaluator.values[evaluator.hand_values[evaluator.hand_numbers(hands)]]
        return self._table[np.searchsorted(self._values, values), shapes].astype(np.int64)


def _shapes_of(features: Features) -> NDArray[np.int64]:
    """Return the shapes of combinations of features, packed as `hand_shape` packs them."""
    same_rank = features.fours | features.threes << 1 | features.pairs << 3
    return same_rank | features.run << 5 | features.suit << 8


def _add(
    tallies: NDArray[np.int64],
    showdown: Showdown,
    chosen: NDArray[np.int64] | slice,
    rows: NDArray[np.int64],
    bets: NDArray[np.int16],
) -> None:
    """Add the deals of the chosen rows of a showdown, with their rows of the side bet and bets.

    `tallies` is by event, row of the side bet, play bet and dead-wood count. No sum is above the
    number of deals.
    """
    _, _, plays, counts = tallies.shape
    groups = (rows * plays + bets) * counts + (showdown.values[chosen] >> COUNT_SHIFT)
    columns = (showdown.not_qualified, showdown.worse, showdown.tie, showdown.better)
    for by_event, column in zip(tallies, columns, strict=True):
        np.add.at(by_event.reshape(-1), groups, column[chosen])


def _joint(
    tallies: NDArray[np.int64], rules: Rules, side: BonusAnalysis
) -> tuple[JointOutcome, ...]:
    """Return what can happen, by row of the side bet, from `_tallies`."""
    found: dict[tuple[int, Event, Fraction, Fraction], int] = defaultdict(int)
    for row in range(len(side.rows)):
        for event, _, play, pays, combinations in _settled(tallies[:, row], rules):
            found[row, event, play, pays] += combinations
    return tuple(
        JointOutcome(row, side.rows[row].pays, event, play, pays, combinations)
        for (row, event, play, pays), combinations in found.items()
    )


def _settled(
    tallies: NDArray[np.int64], rules: Rules
) -> Iterator[tuple[Event, int, Fraction, Fraction, int]]:
    """Yield event, dead-wood count, play bet, net win and deals, for all that occurs."""
    by_count = tallies[:, 0].sum(axis=0).tolist()
    for count, combinations in enumerate(by_count):
        if combinations:
            yield "fold", count, Fraction(0), rules.net("fold", count, 0), combinations
    for event, by_bet in zip(SHOWDOWN_EVENTS, tallies.tolist(), strict=True):
        for count in range(_COUNTS):
            for play, numbers in zip(rules.play, by_bet[1:], strict=True):
                if numbers[count]:
                    yield event, count, play, rules.net(event, count, play), numbers[count]
