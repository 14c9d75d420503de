"""What melds, and the best arrangement of a hand: which cards meld, which are dead wood.

`arrange` tries every arrangement. It explains hands to people and proves the fast evaluator,
with which it shares no code.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal, get_args

from ginwin.cards import cards_of, format_cards, hand_of
from ginwin.errors import InputError
from ginwin.values import GIN, MOST_CARDS, count_of, ranks_of, value_of

__all__ = ["STANDARD_MELDS", "WAYS", "Arrangement", "MeldRules", "Way", "arrange"]

Way = Literal["best", "house", "ranks first", "suits first", "better of two"]
"""How a side arranges its hand.

``best``: the best value. ``house``: the fewest dead-wood cards, then the lowest highest card, as
the dealer's written instruction says; it leaves the other cards open, and ``house`` takes the worst
of what it allows, ``best`` the best. ``ranks first``: all rank melds, then what suit melds the
other cards make; ``suits first``: all suit melds, then rank melds. ``better of two``: the better
of these two.
"""

WAYS: tuple[Way, ...] = get_args(Way)
"""All ways to arrange a hand."""


@dataclass(frozen=True, slots=True)
class MeldRules:
    """Which sets of cards are melds.

    Parameters
    ----------
    rank : int
        The fewest cards of one rank that meld; 2 to 4. Fewer is better for both sides.
    suit : int or None
        The fewest cards of one suit that meld; 3 to 7, or None: cards of one suit never meld.
    sequence : bool
        Whether a suit meld must be a run of consecutive ranks. The ace is low, so a run starts
        with it or does not hold it.

    Raises
    ------
    InputError
        If a field is not as described.
    """

    rank: int = 2
    suit: int | None = 3
    sequence: bool = False

    def __post_init__(self) -> None:
        """Check the fields."""
        if type(self.rank) is not int or not 2 <= self.rank <= 4:
            raise InputError("melds.rank", self.rank, "a whole number from 2 to 4")
        if self.suit is not None and (type(self.suit) is not int or not 3 <= self.suit <= 7):
            raise InputError("melds.suit", self.suit, "a whole number from 3 to 7, or none")
        if not isinstance(self.sequence, bool):
            raise InputError("melds.sequence", self.sequence, "true or false")

    @property
    def standard(self) -> bool:
        """Whether these are the standard melds: two of a rank, any three of a suit."""
        return self == STANDARD_MELDS


STANDARD_MELDS = MeldRules()
"""Two or more of a rank; three or more of a suit, in sequence or not."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to lay out a hand.

    Parameters
    ----------
    melds : tuple of tuple of int
        The cards of each meld in ascending order; rank melds first, low ranks first, then suit
        melds.
    dead_wood : tuple of int
        The cards in no meld, high ranks first.
    """

    melds: tuple[tuple[int, ...], ...]
    dead_wood: tuple[int, ...]

    @property
    def value(self) -> int:
        """The value of the dead wood (lower is better), see `ginwin.values`."""
        return value_of(card % 13 for card in self.dead_wood)


def arrange(hand: int, melds: MeldRules = STANDARD_MELDS, way: Way = "best") -> Arrangement:
    """Return the arrangement of a hand, by default the best.

    Best is the fewest dead-wood cards, then the lowest highest card, then the lowest second
    highest, and so on. Among arrangements of equal value, one with the fewest melds is shown.

    Parameters
    ----------
    hand : int
        The cards as a bit mask; at most seven.
    melds : MeldRules
        What melds.
    way : Way
        How to arrange; see `Way`.

    Returns
    -------
    Arrangement
        The same one each time.

    Raises
    ------
    InputError
        If the mask is not a set of at most seven cards, or there is no such way.

    Examples
    --------
    >>> from ginwin.cards import format_cards, parse_hand
    >>> best = arrange(parse_hand("2D 4H TD JD JS QC QD"))
    >>> [format_cards(meld) for meld in best.melds], format_cards(best.dead_wood)
    (['QC QD', '2D 10D JD'], 'JS 4H')
    """
    cards = cards_of(hand)
    if len(cards) > MOST_CARDS:
        raise InputError("hand", format_cards(cards), f"at most {MOST_CARDS} cards")
    match way:
        case "best":
            chosen = _best(hand, melds)
        case "house":
            chosen = _house(hand, melds)
        case "ranks first":
            chosen = _in_turn(hand, melds, ranks_first=True)
        case "suits first":
            chosen = _in_turn(hand, melds, ranks_first=False)
        case "better of two":
            both = (_in_turn(hand, melds, ranks_first=first) for first in (True, False))
            chosen = min(both, key=lambda chosen: _laid_out(hand, chosen).value)
        case _:
            raise InputError("way", way, ", ".join(WAYS))
    return _laid_out(hand, chosen)


def _laid_out(hand: int, chosen: tuple[int, ...]) -> Arrangement:
    """Return the arrangement with these melds."""
    dead_wood = cards_of(hand & ~sum(chosen))
    return Arrangement(
        melds=tuple(sorted(map(cards_of, chosen), key=_place)),
        dead_wood=tuple(sorted(dead_wood, key=lambda card: card % 13, reverse=True)),
    )


def _best(hand: int, melds: MeldRules) -> tuple[int, ...]:
    """Return the melds of the best arrangement.

    The first card is dead wood, or belongs to one of the possible melds of the hand that contain
    it; the same holds for the first of the cards that are then left. The search follows every
    branch of this tree.
    """
    possible = _possible_melds(hand, melds)

    def best(rest: int) -> tuple[int, tuple[int, ...]]:
        """Return the value of the dead wood of these cards, and their melds."""
        if not rest:
            return GIN, ()
        first = rest & -rest
        value, chosen = best(rest ^ first)
        value += _AS_DEAD_WOOD[first]
        for meld in possible.get(first, ()):
            if meld & rest == meld:
                other, others = best(rest ^ meld)
                if (other, len(others) + 1) < (value, len(chosen)):
                    value, chosen = other, (meld, *others)
        return value, chosen

    return best(hand)[1]


def _house(hand: int, melds: MeldRules) -> tuple[int, ...]:
    """Return the melds of the worst arrangement that the written house way allows."""
    possible = _possible_melds(hand, melds)

    def every(rest: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the value of the dead wood and the melds of every arrangement."""
        if not rest:
            yield GIN, ()
            return
        first = rest & -rest
        for value, chosen in every(rest ^ first):
            yield value + _AS_DEAD_WOOD[first], chosen
        for meld in possible.get(first, ()):
            if meld & rest == meld:
                for value, chosen in every(rest ^ meld):
                    yield value, (meld, *chosen)

    def order(arrangement: tuple[int, tuple[int, ...]]) -> tuple[int, int, int, int]:
        value, chosen = arrangement
        return count_of(value), max(ranks_of(value), default=-1), -value, len(chosen)

    return min(every(hand), key=order)[1]


def _in_turn(hand: int, melds: MeldRules, *, ranks_first: bool) -> tuple[int, ...]:
    """Return the melds when all of one sort are put away, then those of the other."""
    chosen: list[int] = []

    def put_away_ranks(rest: int) -> int:
        groups = (rest & cards for cards in _RANK_CARDS)
        chosen.extend(group for group in groups if group.bit_count() >= melds.rank)
        return hand & ~sum(chosen)

    def put_away_suits(rest: int) -> int:
        for cards in _SUIT_CARDS:
            group = rest & cards
            while melds.suit is not None and group:
                within = _melds_within(group, melds.suit, melds.sequence)
                chosen.extend(within[:1])  # the largest; a suit may hold several runs
                group &= ~within[0] if within else 0
        return hand & ~sum(chosen)

    if ranks_first:
        put_away_suits(put_away_ranks(hand))
    else:
        put_away_ranks(put_away_suits(hand))
    return tuple(chosen)


_RANK_CARDS = tuple(hand_of(range(rank, 52, 13)) for rank in range(13))
_SUIT_CARDS = tuple(hand_of(range(13 * suit, 13 * suit + 13)) for suit in range(4))

# What each card (its bit) adds to the value when it is dead wood. Adding up four cards of one rank
# would overflow the digit of their rank, but only makes worse what is never best: they can meld.
_AS_DEAD_WOOD = {1 << card: value_of([card % 13]) for card in range(52)}


def _possible_melds(hand: int, rules: MeldRules) -> dict[int, list[int]]:
    """Return all melds within a hand by their lowest card, rank melds first, large ones first."""
    groups = [(hand & cards, rules.rank, False) for cards in _RANK_CARDS]
    if rules.suit is not None:
        groups += [(hand & cards, rules.suit, rules.sequence) for cards in _SUIT_CARDS]
    found: dict[int, list[int]] = {}
    for group, fewest, sequence in groups:
        if group.bit_count() >= fewest:
            for meld in _melds_within(group, fewest, sequence):
                found.setdefault(meld & -meld, []).append(meld)
    return found


@lru_cache(maxsize=2**14)
def _melds_within(group: int, fewest: int, sequence: bool) -> tuple[int, ...]:
    """Return all melds within cards of one rank or of one suit, large ones first."""
    cards = cards_of(group)
    return tuple(
        hand_of(meld)
        for size in range(len(cards), fewest - 1, -1)
        for meld in combinations(cards, size)
        if not sequence or meld[-1] - meld[0] == size - 1
    )


def _place(meld: tuple[int, ...]) -> tuple[bool, int]:
    """Return where a meld is listed: rank melds by rank, then suit melds by suit and rank."""
    low, next_lowest = meld[:2]
    of_suit = low // 13 == next_lowest // 13
    return of_suit, low if of_suit else low % 13
