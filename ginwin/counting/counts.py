"""What a counting route gives: exact numbers of deals, whichever way they were counted.

A *deal* is an ordered pair: the player's hand and a dealer's hand without a common card. Two routes
count them, :mod:`ginwin.counting.patterns` for the standard melds and
:mod:`ginwin.counting.general` for any; both fill the same records, so that the analysis cannot tell
them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ginwin.cards import Deck, cards_of, format_cards
from ginwin.errors import InputError
from ginwin.melds import MeldRules, Way
from ginwin.values import COMPARISONS, COUNT_SHIFT, Comparing

__all__ = ["COMPARISONS", "Against", "Comparing", "Counts", "Showdown", "check_hand", "ties_of"]

Ints = NDArray[np.int64]


def ties_of(values: Ints, comparing: Comparing = "all cards") -> tuple[Ints, Ints]:
    """Which values tie with each other.

    Parameters
    ----------
    values : ndarray of int64, shape (V,)
        Values, ascending.
    comparing : Comparing
        What is compared.

    Returns
    -------
    low, high : ndarray of int64, shape (V,)
        Value number v ties with the numbers from ``low[v]`` up to ``high[v]``, itself included.

    Raises
    ------
    InputError
        If there is no such way to compare.
    """
    if comparing not in COMPARISONS:
        raise InputError("comparing", comparing, ", ".join(COMPARISONS))
    if comparing == "all cards":
        compared = values
    else:
        compared = values >> COUNT_SHIFT
        if comparing == "high card":
            digits = values & ((1 << COUNT_SHIFT) - 1)
            highest = np.array([(int(cards).bit_length() + 1) // 2 for cards in digits], np.int64)
            compared = compared * 16 + highest
    return np.searchsorted(compared, compared), np.searchsorted(compared, compared, side="right")


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
    def split(cls, dealer: Ints, low: int, high: int, qualifying: int) -> Against:
        """Split dealer hands by value, shape (V,), at the player's value and the qualifier.

        The player ties with the values from ``low`` up to ``high``; the first ``qualifying``
        qualify.
        """
        qualified = int(dealer[:qualifying].sum())
        better = int(dealer[: min(low, qualifying)].sum())
        tie = int(dealer[: min(high, qualifying)].sum()) - better
        return cls(int(dealer.sum()) - qualified, qualified - tie - better, tie, better)


def check_hand(hand: int, deck: Deck, cards: int) -> None:
    """Check that a set of cards is a hand of so many cards of a deck.

    Raises
    ------
    InputError
        If it is not.
    """
    held = cards_of(hand)
    if len(held) != cards or hand & ~deck.mask:
        allowed = f"{cards} cards of a deck of {deck.size}"
        raise InputError("hand", format_cards(held) or "no card", allowed)


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

    values: Ints
    hands: Ints
    not_qualified: Ints
    worse: Ints
    tie: Ints
    better: Ints


class Counts(Protocol):
    """The exact counts of one deck, hand size and set of meld rules.

    A qualifier is a threshold: the dealer qualifies when his value is at most ``qualifies``
    (:data:`ginwin.values.ALWAYS` lets every hand qualify). ``comparing`` says which values tie.
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
    def ways(self) -> tuple[Way, Way]:
        """How the player and the dealer arrange their hands."""

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
    def values(self) -> Ints:
        """Every value that occurs, best first; shape (V,), 4,096 under the standard melds."""

    @property
    def hands_by_value(self) -> Ints:
        """Hands of each value; shape (V,)."""

    def joint(self) -> Ints:
        """Deals by the player's value (row) and the dealer's (column); shape (V, V)."""

    def showdown(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each value, in the order of ``values``."""

    def showdown_by_hand(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """Rows so fine that the hands of a row have the same value and the same chances.

        A row is one of the 6,009,159 suit-distinct hands, or several that are alike in both.
        """

    def dealer_values(self, hand: int) -> Ints:
        """Dealer hands of each value against one player hand; shape (V,).

        Raises
        ------
        InputError
            If it is not a hand of ``cards`` cards of ``deck``.
        """

    def against(self, hand: int, qualifies: int, comparing: Comparing = "all cards") -> Against:
        """Dealer hands against one player hand."""
