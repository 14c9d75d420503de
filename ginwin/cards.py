"""Cards, hands and decks, and how people write them.

A card is one integer, ``13 * suit + rank``:

=====  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==
suit    A   2   3   4   5   6   7   8   9  10   J   Q   K
=====  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==
C       0   1   2   3   4   5   6   7   8   9  10  11  12
D      13  14  15  16  17  18  19  20  21  22  23  24  25
H      26  27  28  29  30  31  32  33  34  35  36  37  38
S      39  40  41  42  43  44  45  46  47  48  49  50  51
=====  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==  ==

The ace is low everywhere. A hand, or any other set of cards, is an integer bit mask in which the
bit with the card's number is set; suit ``s`` occupies the 13 bits ``hand >> 13 * s & 8191``.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

from ginwin.errors import InputError

__all__ = [
    "RANKS",
    "RANK_CODES",
    "STANDARD_DECK",
    "SUITS",
    "Deck",
    "capitals",
    "card_label",
    "cards_of",
    "format_cards",
    "hand_of",
    "parse_card",
    "parse_cards",
    "parse_hand",
    "parse_ranks",
    "rank_labels",
    "rank_mask",
]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks as they are written, ace low; a rank is its position."""

SUITS = ("C", "D", "H", "S")
"""The suits as they are written; a suit is its position."""

RANK_CODES = {label: rank for rank, label in enumerate(RANKS)} | {"T": RANKS.index("10")}
"""The ranks as they are read (in capitals)."""

_SYMBOLS = "♣♦♥♠"
_SUIT_CODES = {
    letter: suit for letters in ("CDHS", _SYMBOLS, "♧♢♡♤") for suit, letter in enumerate(letters)
}
_VARIATION_SELECTORS = "\ufe0e\ufe0f"  # ask for a symbol as plain text or as a picture
_CAPITALS = str.maketrans(ascii_lowercase, ascii_uppercase)
_CARDS = 52


@dataclass(frozen=True, slots=True)
class Deck:
    """The lowest ranks of the first suits of the standard deck.

    Small decks exist so that every deal can be dealt: a deck of four ranks has 16 cards.

    Parameters
    ----------
    ranks : int
        How many ranks, ace first; 1 to 13.
    suits : int
        How many suits, clubs first; 1 to 4.

    Raises
    ------
    InputError
        If a number is out of range.
    """

    ranks: int = 13
    suits: int = 4

    def __post_init__(self) -> None:
        """Check the numbers."""
        for name, value, most in (("ranks", self.ranks, 13), ("suits", self.suits, 4)):
            if type(value) is not int or not 1 <= value <= most:
                raise InputError(f"deck.{name}", value, f"a whole number from 1 to {most}")

    @property
    def size(self) -> int:
        """How many cards the deck has."""
        return self.ranks * self.suits

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards, in ascending order."""
        return tuple(13 * suit + rank for suit in range(self.suits) for rank in range(self.ranks))

    @property
    def mask(self) -> int:
        """The set of all cards, as a bit mask."""
        return hand_of(self.cards)


STANDARD_DECK = Deck()
"""The deck of 52 cards."""


def rank_mask(rank: int, deck: Deck = STANDARD_DECK) -> int:
    """Return the set of all cards of a rank.

    Raises
    ------
    InputError
        If the deck has no such rank.

    Examples
    --------
    >>> format_cards(cards_of(rank_mask(0)))
    'AC AD AH AS'
    """
    if type(rank) is not int or not 0 <= rank < deck.ranks:
        raise InputError("rank", rank, f"a whole number from 0 (ace) to {deck.ranks - 1}")
    return sum(1 << 13 * suit + rank for suit in range(deck.suits))


def capitals(text: str) -> str:
    """Return text with capitals for the letters a to z.

    All other letters stay as they are. `str.upper` would make an S of the long s, and an I of the
    dotless i.
    """
    return text.translate(_CAPITALS)


def parse_card(text: str) -> int:
    """Read one card.

    Parameters
    ----------
    text : str
        A rank (``A``, ``2`` to ``10`` or ``T``, ``J``, ``Q``, ``K``) and a suit (``C``, ``D``,
        ``H``, ``S`` or a suit symbol), capitals or not.

    Returns
    -------
    int
        The card, 0 to 51.

    Raises
    ------
    InputError
        If the text is not a card.

    Examples
    --------
    >>> parse_card("AS"), parse_card("10h"), parse_card("Th"), parse_card("A♠")
    (39, 35, 35, 39)
    """
    code = capitals(text.strip().rstrip(_VARIATION_SELECTORS))
    rank, suit = RANK_CODES.get(code[:-1]), _SUIT_CODES.get(code[-1:])
    if rank is None or suit is None:
        allowed = "a rank (A, 2 to 10 or T, J, Q, K) and a suit (C, D, H, S or ♣, ♦, ♥, ♠)"
        raise InputError("card", text, f"{allowed}, such as 10H")
    return 13 * suit + rank


def parse_cards(text: str, deck: Deck = STANDARD_DECK) -> tuple[int, ...]:
    """Read any number of different cards.

    Parameters
    ----------
    text : str
        Cards as in `parse_card`, separated by spaces, commas or both.
    deck : Deck
        The deck that the cards belong to.

    Returns
    -------
    tuple of int
        The cards in the order of the text.

    Raises
    ------
    InputError
        If something is not a card, is not in the deck, or is there twice.

    Examples
    --------
    >>> parse_cards("2D, 4H jd")
    (14, 29, 23)
    """
    mask = deck.mask
    seen: list[int] = []
    for word in re.split(r"[\s,]+", text):
        if not word:  # before a leading separator, after a trailing one
            continue
        card = parse_card(word)
        if not mask >> card & 1:
            allowed = f"ranks A to {RANKS[deck.ranks - 1]}, suits C to {SUITS[deck.suits - 1]}"
            raise InputError("card", word, f"a card of the deck ({allowed})")
        if card in seen:
            raise InputError("cards", text, f"each card once, but {card_label(card)} is repeated")
        seen.append(card)
    return tuple(seen)


def parse_hand(text: str, cards: int = 7, deck: Deck = STANDARD_DECK) -> int:
    """Read a hand of a given size.

    Parameters
    ----------
    text : str
        Cards as in `parse_cards`.
    cards : int
        How many cards the hand must have.
    deck : Deck
        The deck that the cards belong to.

    Returns
    -------
    int
        The hand as a bit mask.

    Raises
    ------
    InputError
        If the cards cannot be read, or are too few or too many.
    """
    found = parse_cards(text, deck)
    if len(found) != cards:
        raise InputError("hand", text, f"exactly {cards} different cards (here {len(found)})")
    return hand_of(found)


def card_label(card: int, symbols: bool = False) -> str:
    """Write one card.

    Parameters
    ----------
    card : int
        The card, 0 to 51.
    symbols : bool
        Write the suit as ♣, ♦, ♥ or ♠ instead of a letter.

    Returns
    -------
    str
        The rank and the suit; the ten is written 10.

    Raises
    ------
    InputError
        If the number is not a card.

    Examples
    --------
    >>> card_label(35), card_label(35, symbols=True)
    ('10H', '10♥')
    """
    _check_card(card)
    suit, rank = divmod(card, 13)
    return RANKS[rank] + (_SYMBOLS if symbols else SUITS)[suit]


def format_cards(cards: Iterable[int], symbols: bool = False) -> str:
    """Write cards in the order given, separated by spaces (see `card_label`)."""
    return " ".join(card_label(card, symbols) for card in cards)


def rank_labels(ranks: Iterable[int]) -> str:
    """Write a set of ranks, three or more in a row as a range.

    Examples
    --------
    >>> rank_labels([0, 1, 2, 3]), rank_labels([6, 7, 9, 12])
    ('A-4', '7, 8, 10, K')
    """
    runs: list[list[int]] = []
    for rank in sorted(ranks):
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return ", ".join(
        f"{RANKS[run[0]]}-{RANKS[run[-1]]}" if len(run) > 2 else ", ".join(RANKS[r] for r in run)
        for run in runs
    )


def parse_ranks(text: str, field: str = "ranks") -> tuple[int, ...]:
    """Read a set of ranks, some but not all of the thirteen.

    Parameters
    ----------
    text : str
        Ranks and ranges of ranks with commas, such as ``A-6`` or ``7, 8, J-K``.
    field : str
        What the ranks are for, named in the error.

    Returns
    -------
    tuple of int
        The ranks, ascending; `rank_labels` writes them.

    Raises
    ------
    InputError
        If the text is not such a set.

    Examples
    --------
    >>> parse_ranks("A-3, k"), parse_ranks("t")
    ((0, 1, 2, 12), (9,))
    """
    found: set[int] = set()
    for part in capitals(text).split(","):
        ends = [RANK_CODES.get(label.strip()) for label in part.split("-")]
        first, last = ends[0], ends[-1]
        if first is None or last is None or len(ends) > 2 or first > last:
            found.clear()
            break
        found.update(range(first, last + 1))
    if not 0 < len(found) < len(RANKS):
        allowed = "some but not all ranks (A, 2 to 10, J, Q, K) or ranges of them"
        raise InputError(field, text, f"{allowed}, such as A-6 or 7,8,K")
    return tuple(sorted(found))


def hand_of(cards: Iterable[int]) -> int:
    """Return the bit mask of different cards, each 0 to 51; anything else is an `InputError`."""
    hand = 0
    for card in cards:
        _check_card(card)
        if hand >> card & 1:
            raise InputError("cards", card_label(card), "each card once")
        hand |= 1 << card
    return hand


def cards_of(hand: int) -> tuple[int, ...]:
    """Return the cards of a bit mask in ascending order, the opposite of `hand_of`."""
    if not 0 <= hand < 1 << _CARDS:
        raise InputError("hand", hand, f"a bit mask of {_CARDS} cards, 0 to 2**{_CARDS} - 1")
    cards = []
    rest = int(hand)
    while rest:
        lowest = rest & -rest
        cards.append(lowest.bit_length() - 1)
        rest ^= lowest
    return tuple(cards)


def _check_card(card: int) -> None:
    if not 0 <= card < _CARDS:
        raise InputError("card", card, f"a number from 0 to {_CARDS - 1}")
