"""One hand of the player: its arrangement, the dealer hands it meets, and the best decision."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from ginwin.base.exact import decimal, exact_json, ratio_json
from ginwin.cards import card_label, cards_of, format_cards
from ginwin.counting.counts import check_hand
from ginwin.counting.routes import fitting_counts
from ginwin.errors import InputError
from ginwin.melds import Arrangement, arrange
from ginwin.play.strategy import SHOWDOWN_EVENTS
from ginwin.values import count_of, value_label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ginwin.counting.counts import Against, Counts
    from ginwin.rules.rules import Rules

__all__ = ["HandAnalysis", "analyze_hand"]


@dataclass(frozen=True, slots=True)
class HandAnalysis:
    """What one hand of the player is worth.

    Parameters
    ----------
    rules : Rules
        The rules.
    hand : int
        The hand, a bit mask.
    arrangement : Arrangement
        Its arrangement, in the way of the rules.
    against : Against
        The dealer hands it can meet, by what they are to it.
    bet : Fraction
        The play bet that is worth most, in antes; the smallest of several that are.
    play : Fraction
        The expected net win of raising with that bet, in antes.
    """

    rules: Rules
    hand: int
    arrangement: Arrangement
    against: Against
    bet: Fraction
    play: Fraction

    @property
    def fold(self) -> Fraction:
        """The net win of folding, in antes."""
        return self.rules.net("fold", count_of(self.arrangement.value), 0)

    @property
    def nets(self) -> tuple[Fraction, ...]:
        """The net win of a raise, in antes, for each kind of dealer hand in `against`."""
        count = count_of(self.arrangement.value)
        return tuple(self.rules.net(event, count, self.bet) for event in SHOWDOWN_EVENTS)

    @property
    def decision(self) -> str:
        """The decision: ``play`` if raising is worth more than folding, else ``fold``."""
        return "play" if self.play > self.fold else "fold"

    def summary(self) -> tuple[str, ...]:
        """Return the arrangement, the worth of both decisions and the best one, for people."""
        numerator, denominator = self.integers
        melds = " | ".join(map(format_cards, self.arrangement.melds))
        sized = f" (bet {self.bet} x ante)" if len(self.rules.play) > 1 else ""
        way = self.rules.ways[0]
        return (
            f"Hand: {format_cards(cards_of(self.hand))}",
            *((f"Arranged: {way}",) if way != "best" else ()),
            f"Melds: {melds or 'none'}",
            f"Dead wood: {format_cards(self.arrangement.dead_wood) or 'none'}",
            f"Value: {value_label(self.arrangement.value)}",
            f"Play{sized}: {decimal(self.play, 9)} antes ({numerator:,} / {denominator:,})",
            f"Fold: {self.fold} ante",
            f"Decision: {self.decision}",
        )

    @property
    def integers(self) -> tuple[int, int]:
        """The whole numbers behind `play`, not reduced.

        The denominator is the number of dealer hands, times that of the pays where these are not
        whole.
        """
        total = sum(self.against) * lcm(*(net.denominator for net in self.nets))
        return int(self.play * total), total

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data.

        What playing is worth keeps its `integers`. The bet is named only where the rules have
        several, and the way of arranging only where it is not the best.
        """
        value = self.arrangement.value
        return {
            "rules": self.rules.to_dict(),
            "hand": _labels(cards_of(self.hand)),
            "value": value_label(value),
            "count": count_of(value),
            **({"arranged": self.rules.ways[0]} if self.rules.ways[0] != "best" else {}),
            "melds": [_labels(meld) for meld in self.arrangement.melds],
            "dead_wood": _labels(self.arrangement.dead_wood),
            **({"bet": exact_json(self.bet)} if len(self.rules.play) > 1 else {}),
            "play": ratio_json(*self.integers),
            "fold": exact_json(self.fold),
            "decision": self.decision,
            "dealer": self.against._asdict(),
        }


def analyze_hand(rules: Rules, hand: int, counts: Counts | None = None) -> HandAnalysis:
    """Return what a hand of the player is worth, exactly.

    Parameters
    ----------
    rules : Rules
        The rules.
    hand : int
        The hand as a bit mask, with as many cards as the rules deal.
    counts : Counts, optional
        The counts to use; by default those of the standard deck.

    Returns
    -------
    HandAnalysis
        The results.

    Raises
    ------
    InputError
        If the hand has another number of cards or cards that are not in the deck of the counts, or
        the counts are those of other rules.
    """
    if not isinstance(hand, int):
        raise InputError("hand", hand, f"a bit mask of {rules.cards} cards")
    counts = fitting_counts(rules, counts)
    check_hand(hand, counts.deck, rules.cards)
    arrangement = arrange(hand, rules.melds, rules.ways[0])
    against = counts.against(hand, rules.qualifies, rules.comparing)
    count = count_of(arrangement.value)

    def worth(bet: Fraction) -> Fraction:
        nets = (rules.net(event, count, bet) for event in SHOWDOWN_EVENTS)
        total = sum((net * number for net, number in zip(nets, against, strict=True)), Fraction(0))
        return total / sum(against)

    bet = max(rules.play, key=worth)  # of equals the first, which is the smallest
    return HandAnalysis(rules, hand, arrangement, against, bet, worth(bet))


def _labels(cards: Iterable[int]) -> list[str]:
    return [card_label(card) for card in cards]
