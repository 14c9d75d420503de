"""What melds, and the best arrangement of a hand: which cards meld, which are dead wood.

`arrange` tries every arrangement. It explains hands to people and proves the fast evaluator,
with which it shares no code.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ginwin.cards import cards_of, format_cards, hand_of
from ginwin.errors import InputError
from ginwin.values import GIN, MOST_CARDS, value_of

__all__ = ["STANDARD_MELDS", "Arrangement", "MeldRules", "arrange"]


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


def arrange(hand: int, melds: MeldRules = STANDARD_MELDS) -> Arrangement:
    """Return the best arrangement of a hand.

    Best is the fewest dead-wood cards, then the lowest highest card, then the lowest second
    highest, and so on. Among arrangements of equal value, one with the fewest melds is shown.

    Parameters
    ----------
    hand : int
        The cards as a bit mask; at most seven.
    melds : MeldRules
        What melds.

    Returns
    -------
    Arrangement
        The same one each time.

    Raises
    ------
    InputError
        If the mask is not a set of at most seven cards.

    Notes
    -----
    The first card is dead wood, or belongs to one of the possible melds of the hand that contain
    it; the same holds for the first of the cards that are then left. The search follows every
    branch of this tree.

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

    _, chosen = best(hand)
    melded = sum(chosen)
    dead_wood = [card for card in cards if not melded >> card & 1]
    return Arrangement(
        melds=tuple(sorted(map(cards_of, chosen), key=_place)),
        dead_wood=tuple(sorted(dead_wood, key=lambda card: card % 13, reverse=True)),
    )


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
