"""An oracle: every deal of a small deck, dealt. It shares no code with the counting routes.

`BruteCounts` gives what a counting route gives, from the list of all pairs of hands without a
common card. The only thing it takes from the package about hands is `ginwin.melds.arrange`; it
compares dead wood as tuples and uses neither suit symmetry nor inclusion and exclusion.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ginwin.cards import Deck, hand_of
from ginwin.counting.counts import Against, Comparing, Showdown
from ginwin.melds import MeldRules, Way, arrange
from ginwin.rules.rules import Event, Rules
from ginwin.values import ALWAYS, count_of, ranks_of

SMALL_DECK = Deck(4, 4)
"""16 cards: 411,840 deals of seven cards against seven."""

DeadWood = tuple[int, ...]
"""The count of dead-wood cards, then their ranks from high to low; lower is better."""


def dead_wood(hand: int, melds: MeldRules, way: Way = "best") -> DeadWood:
    """Return the dead wood of an arrangement as a tuple that can be compared."""
    ranks = sorted((card % 13 for card in arrange(hand, melds, way).dead_wood), reverse=True)
    return len(ranks), *ranks


def compared(wood: DeadWood, comparing: Comparing) -> DeadWood:
    """Return the part of the dead wood that is compared."""
    return wood[: {"all cards": 8, "high card": 2, "count": 1}[comparing]]


def as_value(wood: DeadWood) -> int:
    """Encode dead wood as the package does, written out anew."""
    return wood[0] * 2**26 + sum(int(4**rank) for rank in wood[1:])


def as_dead_wood(value: int) -> DeadWood:
    """Decode a threshold."""
    return (8,) if value == ALWAYS else (count_of(value), *ranks_of(value))


class BruteCounts:
    """`ginwin.counting.counts.Counts` of a small deck, by dealing every deal."""

    def __init__(
        self,
        melds: MeldRules | None = None,
        deck: Deck = SMALL_DECK,
        cards: int = 7,
        ways: tuple[Way, Way] = ("best", "best"),
    ) -> None:
        self.deck, self.cards, self.melds, self.ways = deck, cards, melds or MeldRules(), ways
        self.player_hands = [hand_of(cards) for cards in combinations(deck.cards, cards)]
        self.dead_wood, self.dealer_dead_wood = (
            [dead_wood(hand, self.melds, way) for hand in self.player_hands] for way in ways
        )
        kinds = sorted({*self.dead_wood, *self.dealer_dead_wood})
        self.kinds = kinds
        self.values = np.array([as_value(kind) for kind in kinds], dtype=np.int64)
        position = {kind: number for number, kind in enumerate(kinds)}
        self._kind = np.array([position[wood] for wood in self.dead_wood])
        self._dealer_kind = np.array([position[wood] for wood in self.dealer_dead_wood])

        masks = np.array(self.player_hands, dtype=np.int64)
        dealers = [np.flatnonzero(masks & mask == 0) for mask in masks]
        self._dealer = np.concatenate(dealers)
        self._player = np.repeat(np.arange(masks.size), [found.size for found in dealers])

        self.hands = masks.size
        self.deals = self._dealer.size
        self.dealer_hands = self.deals // self.hands
        self.hands_by_value: NDArray[np.int64] = np.bincount(self._kind, minlength=len(kinds))

    def joint(self) -> NDArray[np.int64]:
        """Deals by the player's value (row) and the dealer's (column)."""
        size = self.values.size
        pairs = self._kind[self._player] * size + self._dealer_kind[self._dealer]
        return np.bincount(pairs, minlength=size * size).reshape(size, size)

    def showdown(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each value."""
        groups = self._kind[self._player]
        by_kind = self._deals(groups, self.values.size, qualifies, comparing)
        return Showdown(self.values, self.hands_by_value, *by_kind)

    def showdown_by_hand(self, qualifies: int, comparing: Comparing = "all cards") -> Showdown:
        """One row for each hand (no two hands are taken together)."""
        by_hand = self._deals(self._player, self.hands, qualifies, comparing)
        one = np.ones(self.hands, dtype=np.int64)
        return Showdown(self.values[self._kind], one, *by_hand)

    def dealer_values(self, hand: int) -> NDArray[np.int64]:
        """Dealer hands of each value against one hand, one by one."""
        numbers = np.zeros(self.values.size, dtype=np.int64)
        for other, kind in zip(self.player_hands, self._dealer_kind.tolist(), strict=True):
            numbers[kind] += other & hand == 0
        return numbers

    def against(self, hand: int, qualifies: int, comparing: Comparing = "all cards") -> Against:
        """Dealer hands against one hand, one by one."""
        wood, limit = dead_wood(hand, self.melds, self.ways[0]), as_dead_wood(qualifies)
        tally: Counter[Event] = Counter()
        for other, held in zip(self.player_hands, self.dealer_dead_wood, strict=True):
            if other & hand == 0:
                tally[settle(wood, held, limit, comparing)] += 1
        return Against(tally["not qualified"], tally["win"], tally["tie"], tally["lose"])

    def play(
        self, rules: Rules, decide: Callable[[int], Fraction]
    ) -> Counter[tuple[Event, int, Fraction]]:
        """Deal and settle every deal, one by one.

        Parameters
        ----------
        rules : Rules
            The rules; only the dealer's qualifier and what is compared matter here.
        decide : callable
            The play bet for a hand, 0 for a fold.

        Returns
        -------
        Counter
            Deals by event, the player's dead-wood count and the play bet.
        """
        limit = as_dead_wood(rules.qualifies)
        wagers = [decide(hand) for hand in self.player_hands]
        tally: Counter[tuple[Event, int, Fraction]] = Counter()
        for player, dealer in zip(self._player.tolist(), self._dealer.tolist(), strict=True):
            own, wager = self.dead_wood[player], wagers[player]
            held = self.dealer_dead_wood[dealer]
            event: Event = settle(own, held, limit, rules.comparing) if wager else "fold"
            tally[event, own[0], wager] += 1
        return tally

    def _deals(
        self, groups: NDArray[np.int64], size: int, qualifies: int, comparing: Comparing
    ) -> list[NDArray[np.int64]]:
        """Count deals by group: not qualified, then worse, tie and better."""
        parts = sorted({compared(kind, comparing) for kind in self.kinds})
        order = np.array([parts.index(compared(kind, comparing)) for kind in self.kinds])
        held = self._dealer_kind[self._dealer]
        own, other = order[self._kind[self._player]], order[held]
        qualified = self.values[held] <= qualifies
        events = (
            ~qualified,
            qualified & (other > own),
            qualified & (other == own),
            qualified & (other < own),
        )
        return [np.bincount(groups[event], minlength=size) for event in events]


@cache
def small_counts(
    melds: MeldRules | None = None, ways: tuple[Way, Way] = ("best", "best")
) -> BruteCounts:
    """Return the counts of the small deck, dealt once for all tests of a process."""
    return BruteCounts(melds, ways=ways)


def small_counts_for(rules: Rules) -> BruteCounts:
    """Return the counts of the small deck that rules with hands of seven cards need."""
    return small_counts(None if rules.melds == MeldRules() else rules.melds, rules.ways)


def settle(
    player: DeadWood, dealer: DeadWood, limit: DeadWood, comparing: Comparing = "all cards"
) -> Event:
    """Return how a round ends in which the player raised."""
    if dealer > limit:
        return "not qualified"
    own, other = compared(player, comparing), compared(dealer, comparing)
    if other == own:
        return "tie"
    return "lose" if other < own else "win"


def net(rules: Rules, event: Event, count: int, wager: Fraction) -> Fraction:
    """Return what a round wins, from the tables of the rule file."""
    lost = {"ante": {"other": -1}, "play": {"other": -1}}
    bets = lost | rules.to_dict()["pays"].get(event.replace(" ", "-"), lost)
    ante, play = (Fraction(bets[bet].get(str(count), bets[bet]["other"])) for bet in lost)
    return ante if event == "fold" else ante + wager * play


def total_net(tally: Counter[tuple[Event, int, Fraction]], rules: Rules) -> Fraction:
    """Return the player's total net win in antes over the deals of a tally."""
    return sum((deals * net(rules, *key) for key, deals in tally.items()), Fraction(0))


def worths(rules: Rules, brute: BruteCounts, hand: int) -> dict[Fraction, Fraction]:
    """Return what each play bet (0: a fold) is worth with a hand, over all dealer hands."""
    against = brute.against(hand, rules.qualifies, rules.comparing)
    count = dead_wood(hand, brute.melds, brute.ways[0])[0]
    events: tuple[Event, ...] = ("not qualified", "win", "tie", "lose")
    found = {Fraction(0): sum(against) * net(rules, "fold", count, Fraction(0))}
    for play in rules.play:
        nets = (net(rules, event, count, play) for event in events)
        found[play] = sum((n * won for n, won in zip(against, nets, strict=True)), Fraction(0))
    return found


def every_worth(rules: Rules, brute: BruteCounts) -> list[dict[Fraction, Fraction]]:
    """Return what each play bet (0: a fold) is worth with each hand, on average, in antes."""
    rows = brute.showdown_by_hand(rules.qualifies, rules.comparing)
    columns = (rows.not_qualified, rows.worse, rows.tie, rows.better)
    deals = np.stack(columns, axis=1).tolist()
    events: tuple[Event, ...] = ("not qualified", "win", "tie", "lose")
    won = {
        (event, count, play): net(rules, event, count, play)
        for event in (*events, "fold")
        for count in range(8)
        for play in (Fraction(0), *rules.play)
    }
    found = []
    for wood, ends in zip(brute.dead_wood, deals, strict=True):
        own = {Fraction(0): won["fold", wood[0], Fraction(0)]}
        for play in rules.play:
            nets = [won[event, wood[0], play] for event in events]
            total = sum((n * one for n, one in zip(ends, nets, strict=True)), Fraction(0))
            own[play] = total / brute.dealer_hands
        found.append(own)
    return found


def best_play(rules: Rules, brute: BruteCounts, hand: int) -> Fraction:
    """Return the play bet that is worth most with a hand, 0 for a fold; ties bet less."""
    found = worths(rules, brute, hand)
    return max(found, key=lambda play: (found[play], -play))


def with_settings(*settings: str) -> Rules:
    """Return the GLI rules with some keys set."""
    return Rules.load("gli").with_settings(settings)


def changed(rules: str = "gli", **tables: object) -> Rules:
    """Return a preset with some tables of its rule file replaced (``raise_`` for ``raise``)."""
    new = {key.removesuffix("_"): table for key, table in tables.items()}
    return Rules(**Rules.load(rules).to_dict() | new)


def pays(ante: object = 1, play: object = 1) -> dict[str, object]:
    """Return the bets of a pay table; a number is what every count pays."""
    return {
        name: table if isinstance(table, dict) else {"other": table}
        for name, table in (("ante", ante), ("play", play))
    }
