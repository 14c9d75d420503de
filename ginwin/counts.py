"""What a counting route gives: exact numbers of deals, whichever way they were counted.

A *deal* is an ordered pair: the player's hand and a dealer's hand without a common card. Two
routes count them, :mod:`ginwin.patterns` for the standard melds and :mod:`ginwin.counting` for
any; both fill the same records, so that the analysis cannot tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ginwin.cards import Deck
from ginwin.melds import MeldRules

__all__ = ["Against", "Counts", "Showdown"]


class Against(NamedTuple):
    """Dealer hands against one player hand; the four add up to all of them (C(45, 7)).

    Attributes
    ----------
    not_qualified : int
        Dealer hands that do not qualify.
    worse, tie, better : int
        Qualifying dealer hands whose value is worse than, the same as, better than the player's.
    """

    not_qualified: int
    worse: int
    tie: int
    better: int

    @classmethod
    def split(cls, dealer: NDArray[np.int64], player: int, qualifying: int) -> Against:
        """Split dealer hands by value, shape (V,), at the player's value and the qualifier.

        ``player`` is the number of the player's value, ``qualifying`` how many values qualify.
        """
        qualified = int(dealer[:qualifying].sum())
        tie = int(dealer[player]) if player < qualifying else 0
        better = int(dealer[: min(player, qualifying)].sum())
        return cls(int(dealer.sum()) - qualified, qualified - tie - better, tie, better)


@dataclass(frozen=True, slots=True)
class Showdown:
    """How groups of player hands fare against every dealer hand, under one qualifier.

    A row is a group of player hands of one value. In each row ``not_qualified + worse + tie +
    better`` is ``hands`` times the number of dealer hands that one player hand leaves.

    Attributes
    ----------
    values : ndarray of int64, shape (n,)
        Value of the row's hands (see :mod:`ginwin.values`; lower is better).
    hands : ndarray of int64, shape (n,)
        Player hands in the row.
    not_qualified, worse, tie, better : ndarray of int64, shape (n,)
        Deals in which the dealer does not qualify; in which he qualifies and has the worse, the
        same, the better value.
    """

    values: NDArray[np.int64]
    hands: NDArray[np.int64]
    not_qualified: NDArray[np.int64]
    worse: NDArray[np.int64]
    tie: NDArray[np.int64]
    better: NDArray[np.int64]


class Counts(Protocol):
    """The exact counts of one deck, hand size and set of meld rules.

    A qualifier is a threshold: the dealer qualifies when his value is at most ``qualifies``
    (:data:`ginwin.values.ALWAYS` lets every hand qualify).
    """

    @property
    def deck(self) -> Deck:
        """The deck dealt from."""

    @property
    def cards(self) -> int:
        """Cards in a hand."""

    @property
    def melds(self) -> MeldRules:
        """What melds."""

    @property
    def hands(self) -> int:
        """Number of player hands (133,784,560)."""

    @property
    def dealer_hands(self) -> int:
        """Number of dealer hands that one player hand leaves (45,379,620)."""

    @property
    def deals(self) -> int:
        """Number of ordered deals (6,071,092,494,667,200)."""

    @property
    def values(self) -> NDArray[np.int64]:
        """Every value that occurs, best first; shape (V,), 4,096 under the standard melds."""

    @property
    def hands_by_value(self) -> NDArray[np.int64]:
        """Hands of each value; shape (V,)."""

    def joint(self) -> NDArray[np.int64]:
        """Deals by the player's value (row) and the dealer's (column); shape (V, V)."""

    def showdown(self, qualifies: int) -> Showdown:
        """One row for each value, in the order of ``values``."""

    def showdown_by_hand(self, qualifies: int) -> Showdown:
        """Rows so fine that the hands of a row have the same value and the same chances.

        A row is one of the 6,009,159 suit-distinct hands, or several that are alike in both.
        """

    def dealer_values(self, hand: int) -> NDArray[np.int64]:
        """Dealer hands of each value against one player hand; shape (V,)."""

    def against(self, hand: int, qualifies: int) -> Against:
        """Dealer hands against one player hand."""
