"""Side bets on the player's cards: what each row of the pay table returns, and what the bet costs.

Hands are counted, not sampled: every figure is a fraction of whole numbers of hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt
from typing import Any

from ginwin.base.exact import exact_json, ratio_json
from ginwin.bonus.bonusfile import BonusFile, SideBet
from ginwin.bonus.features import Features, features_of
from ginwin.errors import InputError

__all__ = ["NO_EVENT", "BonusAnalysis", "BonusRow", "analyze_bonus", "fitting_features"]

NO_EVENT = "none of these"
"""The event of a hand that no row of the pay table pays."""


@dataclass(frozen=True, slots=True)
class BonusRow:
    """One row of the result.

    Parameters
    ----------
    event : str
        The event, or `NO_EVENT`.
    pays : Fraction
        What the bet wins, to one; 0 is a push, -1 a loss.
    combinations : int
        The hands with this event and with none above it; 0 if that cannot happen.
    hands : int
        All hands.
    """

    event: str
    pays: Fraction
    combinations: int
    hands: int

    @property
    def probability(self) -> Fraction:
        """The share of all hands."""
        return Fraction(self.combinations, self.hands)

    @property
    def one_in(self) -> Fraction | None:
        """One in how many hands; None if it cannot happen."""
        return Fraction(self.hands, self.combinations) if self.combinations else None

    @property
    def return_(self) -> Fraction:
        """What the row adds to the expected value, as a part of the bet."""
        return self.pays * self.probability


@dataclass(frozen=True)
class BonusAnalysis:
    """What a side bet is worth. All figures are parts of the bet.

    Parameters
    ----------
    bet : SideBet
        The side bet.
    hands : int
        All hands, 133,784,560 of seven cards.
    rows : tuple of BonusRow
        The rows of the pay table in order, those that cannot happen included, and last `NO_EVENT`;
        the combinations add up to `hands`.
    """

    bet: SideBet
    hands: int
    rows: tuple[BonusRow, ...]

    @cached_property
    def expected_value(self) -> Fraction:
        """The expected net win."""
        return sum((row.return_ for row in self.rows), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """The expected loss."""
        return -self.expected_value

    @cached_property
    def hit_frequency(self) -> Fraction:
        """The share of hands that win something. A push is not a hit."""
        return sum((row.probability for row in self.rows if row.pays > 0), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net win, in square bets."""
        mean_square = sum((row.pays * row.return_ for row in self.rows), Fraction(0))
        return mean_square - self.expected_value**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net win, in bets: the root of the variance."""
        return sqrt(self.variance)

    @property
    def loss(self) -> tuple[int, int]:
        """The whole numbers behind the house edge, not reduced.

        The bets lost in all hands together, and `hands`; both times the common denominator of the
        pays where these are not whole.
        """
        unit = lcm(*(row.pays.denominator for row in self.rows))
        return int(self.house_edge * self.hands * unit), self.hands * unit

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data; the side bet says whether it was published."""
        loss, total = self.loss
        hits = int(self.hit_frequency * self.hands)
        return {
            "side_bet": self.bet.to_dict(),
            "published": self.bet.published,
            "hands": self.hands,
            "expected_value": ratio_json(-loss, total),
            "house_edge": ratio_json(loss, total),
            "hit_frequency": ratio_json(hits, self.hands),
            "variance": ratio_json(self.variance.numerator, self.variance.denominator),
            "standard_deviation": self.standard_deviation,
            "rows": [
                {
                    "event": row.event,
                    "pays": exact_json(row.pays),
                    "combinations": row.combinations,
                    "probability": float(row.probability),
                    "one_in": None if row.one_in is None else float(row.one_in),
                    "return": float(row.return_),
                }
                for row in self.rows
            ],
        }


def analyze_bonus(bet: SideBet, features: Features | None = None) -> BonusAnalysis:
    """Return what a side bet is worth, exactly.

    Parameters
    ----------
    bet : SideBet
        The side bet.
    features : Features, optional
        The features of all hands, counted for the melds and the cards of the bet. By default those
        of the standard deck, which are kept.

    Raises
    ------
    InputError
        If this is no side bet with one pay for each event, or the features are those of other melds
        or hands.

    Examples
    --------
    >>> from ginwin.bonus.bonusfile import SideBet
    >>> bet = SideBet(published=False, pays=[{"event": "7 of one suit", "pays": 100}])
    >>> analyze_bonus(bet).rows[0].combinations
    6864
    """
    if not isinstance(bet, SideBet):
        raise InputError("side bet", bet, "a SideBet; a PayChoices is for design_pays")
    features = fitting_features(bet, features)
    hands = features.total
    found = features.first_matches(row.event for row in bet.pays)
    rows = [
        BonusRow(str(row.event), row.pays, combinations, hands)
        for row, combinations in zip(bet.pays, found, strict=True)
    ]
    rows.append(BonusRow(NO_EVENT, Fraction(-1), hands - sum(found), hands))
    return BonusAnalysis(bet, hands, tuple(rows))


def fitting_features(bet: BonusFile, features: Features | None) -> Features:
    """Return features if they are of the hands of a side bet; by default those of the full deck.

    Raises
    ------
    InputError
        If the features are those of other melds or hands.
    """
    if features is None:
        return features_of(bet.melds, bet.cards)
    if (features.melds, features.cards) != (bet.melds, bet.cards):
        given = f"those of {features.cards} cards, {features.melds}"
        raise InputError("features", given, f"those of {bet.cards} cards, {bet.melds}")
    return features
