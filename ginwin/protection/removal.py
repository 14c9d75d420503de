"""The effect of removal: how the game changes when one card is known to be out.

With a card out, two hands are dealt from the other 51. For each rank the counts are exact
(`ginwin.counting.known_cards.showdown_without`); which suit the card has does not matter,
because the rules treat suits alike.

Two players are compared. One keeps to his decisions whatever card is out; the changes that the
thirteen ranks make to his edge then add up to zero, since the whole deck is the average of the
decks that lack a card. The other knows the rank and gives the best answer to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any

from ginwin.base.exact import ratio_json
from ginwin.bonus.bonusfile import SideBet
from ginwin.bonus.features import Features
from ginwin.bonus.sidebets import BonusAnalysis, analyze_bonus
from ginwin.cards import RANKS, STANDARD_DECK, Deck
from ginwin.counting.general import GeneralCounts
from ginwin.counting.known_cards import less_marked, showdowns_with_rank
from ginwin.counting.routes import check_rules
from ginwin.errors import InputError
from ginwin.play.analysis import Analysis, analyze_showdown
from ginwin.play.strategy import Strategy

if TYPE_CHECKING:
    from ginwin.counting.counts import Showdown
    from ginwin.rules.rules import Rules

__all__ = ["MarkedDeals", "RankRemoved", "Removal", "analyze_removal", "mark_deals"]

BEST = Strategy("by-value")
"""The best answer to a deck that lacks a card, by the value of the hand."""

Progress = Callable[[int], None]
"""Told how many more ranks are done."""


@dataclass(frozen=True, slots=True)
class MarkedDeals:
    """The deals of a deck by value, and for each rank those with a card of the rank marked.

    Attributes
    ----------
    deck : Deck
        The deck.
    cards : int
        Cards in a hand.
    deals : int
        The deals of the whole deck.
    plain : Showdown
        All of them.
    player, dealer : tuple of Showdown
        For each rank the deals with a card of it marked in the hand of that side; see
        `ginwin.counting.known_cards.showdowns_with_rank`.
    without : tuple of Showdown
        For each rank the deals from the deck without one card of it.
    """

    deck: Deck
    cards: int
    deals: int
    plain: Showdown
    player: tuple[Showdown, ...]
    dealer: tuple[Showdown, ...]
    without: tuple[Showdown, ...]

    @property
    def deals_without(self) -> int:
        """The deals from the deck without a card, C(51,7) C(44,7)."""
        size = self.deck.size - 1
        return comb(size, self.cards) * comb(size - self.cards, self.cards)


def mark_deals(
    rules: Rules,
    deck: Deck = STANDARD_DECK,
    threads: int | None = None,
    progress: Progress | None = None,
    counts: GeneralCounts | None = None,
) -> MarkedDeals:
    """Count the deals of rules, and for each rank those with a card of it.

    Parameters
    ----------
    rules : Rules
        The rules.
    deck : Deck
        The deck; it must have a card more than two hands.
    threads : int, optional
        Threads to use; no result depends on it.
    progress : callable, optional
        Called with the number of ranks that were done since the last call.
    counts : GeneralCounts, optional
        The counts of the rules and the deck, where there are some already.

    Raises
    ------
    InputError
        If the deck is too small.
    """
    if 2 * rules.cards >= deck.size:
        raise InputError("deck", deck, f"more than {2 * rules.cards} cards")
    if counts is None:
        counts = GeneralCounts(rules.melds, deck, rules.cards, threads, rules.ways)
    asked = rules.qualifies, rules.comparing
    plain = counts.showdown(*asked)
    player, dealer, without = [], [], []
    for rank in range(deck.ranks):
        sides = showdowns_with_rank(counts, rank, *asked)
        player.append(sides[0])
        dealer.append(sides[1])
        without.append(less_marked(counts, plain, *sides))
        if progress:
            progress(1)
    return MarkedDeals(
        deck, rules.cards, counts.deals, plain, tuple(player), tuple(dealer), tuple(without)
    )


@dataclass(frozen=True, slots=True)
class RankRemoved:
    """The game without one card of a rank.

    Attributes
    ----------
    rank : int
        The rank, 0 (ace) to 12 (king).
    kept : Analysis
        With the decisions that the strategy makes with the whole deck.
    best : Analysis
        With the best answer by value to the deck that is left.
    bets : tuple of BonusAnalysis
        The side bets.
    """

    rank: int
    kept: Analysis
    best: Analysis
    bets: tuple[BonusAnalysis, ...]


@dataclass(frozen=True, slots=True)
class Removal:
    """How the game changes when one card is known to be out.

    Attributes
    ----------
    rules : Rules
        The rules.
    kept, best : Analysis
        With the whole deck: the strategy, and the best decisions by value.
    bets : tuple of BonusAnalysis
        The side bets, with the whole deck.
    ranks : tuple of RankRemoved
        One for each rank, ace first.
    """

    rules: Rules
    kept: Analysis
    best: Analysis
    bets: tuple[BonusAnalysis, ...]
    ranks: tuple[RankRemoved, ...]

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data; changes are against the whole deck."""
        return {
            "rules": self.rules.to_dict(),
            "strategy": str(self.kept.strategy),
            "whole_deck": _figures(self.kept, self.best, self.bets),
            "without": [
                {"rank": RANKS[one.rank], **_figures(one.kept, one.best, one.bets)}
                for one in self.ranks
            ],
        }


def analyze_removal(
    rules: Rules,
    strategy: Strategy | str = "published",
    bets: Iterable[SideBet | str] | SideBet | str = (),
    *,
    deck: Deck = STANDARD_DECK,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Removal:
    """Return how the game changes when one card of each rank is known to be out, exactly.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategy : Strategy or str
        The strategy of the player who keeps to his decisions; one that looks at values only.
    bets : SideBet, str or iterable of these
        Side bets on the player's cards; text is one of the package or a file.
    deck, threads, progress
        As for `mark_deals`.

    Raises
    ------
    InputError
        If the rules are no `Rules`, the strategy looks at the exact cards, a bet is none, or the
        deck is too small.
    """
    check_rules(rules)
    listed = _side_bets(bets)
    strategy = Strategy.parse(strategy) if isinstance(strategy, str) else strategy
    if strategy.needs_hands:
        raise InputError("strategy", str(strategy), "one that decides by the value of the hand")
    marked = mark_deals(rules, deck, threads, progress)
    decided = strategy.decide(marked.plain, rules)
    kept = analyze_showdown(rules, strategy, marked.plain, marked.deals)
    best = analyze_showdown(rules, BEST, marked.plain, marked.deals)
    whole = _bets_by_rank(listed, deck, threads)
    rows = [
        RankRemoved(
            rank,
            analyze_showdown(rules, strategy, showdown, marked.deals_without, decided),
            analyze_showdown(rules, BEST, showdown, marked.deals_without),
            whole[rank],
        )
        for rank, showdown in enumerate(marked.without)
    ]
    return Removal(rules, kept, best, whole[None], tuple(rows))


def _side_bets(bets: object) -> tuple[SideBet, ...]:
    """Return the side bets that are meant."""
    single = isinstance(bets, str | SideBet) or not isinstance(bets, Iterable)
    found = []
    listed: Iterable[object] = (bets,) if single else bets  # type: ignore[assignment]
    for bet in listed:
        if not isinstance(bet, SideBet | str):
            raise InputError("side bet", bet, "a SideBet, or the name of one")
        found.append(SideBet.load(bet) if isinstance(bet, str) else bet)
    return tuple(found)


def _bets_by_rank(
    bets: tuple[SideBet, ...], deck: Deck, threads: int | None
) -> Mapping[int | None, tuple[BonusAnalysis, ...]]:
    """Analyze side bets without a card of each rank, and with the whole deck (None)."""
    decks: tuple[int | None, ...] = (None, *range(deck.ranks))
    found: dict[int | None, list[BonusAnalysis]] = {without: [] for without in decks}
    counted: dict[object, dict[int | None, Features]] = {}
    for bet in bets:
        hands = bet.melds, bet.cards
        if hands not in counted:
            counts = GeneralCounts(bet.melds, deck, bet.cards, threads)
            counted[hands] = {without: Features.of(counts, without) for without in decks}
        for without, features in counted[hands].items():
            found[without].append(analyze_bonus(bet, features))
    return {without: tuple(analyses) for without, analyses in found.items()}


def _figures(kept: Analysis, best: Analysis, bets: Iterable[BonusAnalysis]) -> dict[str, Any]:
    return {
        "deals": kept.deals,
        "house_edge": ratio_json(*kept.integers("house_edge")),
        "raise_rate": ratio_json(*kept.integers("raise_rate")),
        "best_house_edge": ratio_json(*best.integers("house_edge")),
        "best_raise_rate": ratio_json(*best.integers("raise_rate")),
        "side_bets": [ratio_json(*bet.loss) for bet in bets],
    }
