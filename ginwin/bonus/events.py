"""What a side bet pays for: events of the player's hand, written as people say them.

The grammar, in which capitals and spaces do not matter::

    event      any hand  |  condition { and condition }
    condition  gin
               dead wood NUMBER [or fewer | or more]
               value VALUE [or better | or worse]
               high card RANK [or lower | or higher]
               NUMBER [or fewer | or more] of one suit
               NUMBER [or fewer | or more] in sequence of one suit
               NUMBER [or fewer | or more] pairs
               NUMBER [or fewer | or more] threes of a kind
               NUMBER [or fewer | or more] fours of a kind
               pair  |  three of a kind  |  four of a kind
    NUMBER     0 to 7  |  no, zero, one, ..., seven
    VALUE      dead wood such as 10-9-8-7  |  gin
    RANK       A, 2, ..., 10, J, Q, K

What the words mean:

* Dead wood, value and high card are those of the best arrangement. The high card is the highest
  dead-wood card; a hand without dead wood has none, and that is lower than an ace.
* "5 of one suit": the longest suit has exactly five cards. "5 in sequence of one suit": the longest
  run of one suit has. The ace is low.
* Pairs, threes and fours are the ranks of which the hand has exactly two, three and four cards.
* A number is exact unless "or fewer" or "or more" follows; "pair", "three of a kind" and "four of
  a kind" are one or more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from ginwin.cards import RANK_CODES, RANKS
from ginwin.errors import InputError
from ginwin.values import ALWAYS, GIN, MOST_CARDS, parse_value, value_label

__all__ = ["FEATURES", "GRAMMAR", "NO_CARD", "Condition", "Feature", "HandEvent"]

GRAMMAR = (
    'any hand, or conditions joined by "and": gin, dead wood 4, value 10-9-8-7, high card 9, '
    "5 of one suit, 5 in sequence of one suit, pair, 2 pairs, three of a kind, 2 threes of a kind, "
    'four of a kind; limits: "or more", "or fewer", "or better", "or worse", "or higher", '
    '"or lower"'
)
"""What an event may be, in one line."""

Feature = Literal["dead_wood", "value", "high_card", "suit", "run", "pairs", "threes", "fours"]
"""What a condition looks at in a hand, an integer; see `ginwin.bonus.features.Features`."""

FEATURES: tuple[Feature, ...] = get_args(Feature)
"""All features."""

NO_CARD = -1
"""The high card of a hand without dead wood: below the ace."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A feature of a hand within bounds.

    Parameters
    ----------
    feature : str
        One of `FEATURES`.
    least, most : int
        The lowest and the highest number that meets the condition. They are equal, or one of them
        is as far out as the feature goes.
    """

    feature: Feature
    least: int
    most: int

    def __str__(self) -> str:
        """Return the condition in the words of the grammar."""
        for phrase, condition in _FIXED.items():
            if self == condition:
                return phrase
        kind = _KINDS[self.feature]
        upwards = self.least > kind.lowest
        amount = kind.write(self.least if upwards else self.most)
        if self.least == self.most:
            phrase = _PLURAL.sub(r"\1", kind.phrase) if amount == "1" else kind.phrase
            return phrase.format(amount)
        return kind.phrase.format(f"{amount} or {kind.above if upwards else kind.below}")


@dataclass(frozen=True, slots=True)
class HandEvent:
    """What a hand must have in order to be paid.

    Parameters
    ----------
    conditions : tuple of Condition
        What must all be met; none for any hand.

    Examples
    --------
    >>> str(HandEvent.parse("Dead wood FOUR and high card t or lower"))
    'dead wood 4 and high card 10 or lower'
    """

    conditions: tuple[Condition, ...]

    @classmethod
    def parse(cls, text: str, field: str = "event") -> HandEvent:
        """Read an event; the grammar is at the top of `ginwin.bonus.events`.

        Parameters
        ----------
        text : str
            The event.
        field : str
            What it is for, named in the error.

        Raises
        ------
        InputError
            If the text is not an event. The error shows the condition that cannot be read.
        """
        words = " ".join((text.lower() if text.isascii() else text).split())  # k is no Kelvin sign
        if words == _ANY:
            return cls(())
        parts = words.split(" and ")
        if _ANY in parts:
            raise InputError(
                field, text, f'"{_ANY}" alone, or conditions joined by "and" without it'
            )
        return cls(tuple(_condition(part, field) for part in parts))

    def __str__(self) -> str:
        """Return the event in the words of the grammar."""
        return " and ".join(map(str, self.conditions)) or _ANY


_ANY = "any hand"


_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven")
_NUMBERS = {"no": 0}
for _number, _word in enumerate(_WORDS):
    _NUMBERS |= {_word: _number, str(_number): _number}


@dataclass(frozen=True, slots=True)
class _Kind:
    """How conditions on a feature are written.

    ``phrase`` has braces where the amount stands, ``above`` and ``below`` are the words for more
    and less, ``lowest`` and ``highest`` the bounds of the feature, ``allowed`` says what an amount
    may be.
    """

    phrase: str
    above: str = "more"
    below: str = "fewer"
    lowest: int = 0
    highest: int = MOST_CARDS
    read: Callable[[str], int] = lambda amount: _NUMBERS[amount]
    write: Callable[[int], str] = str
    allowed: str = f"a number from 0 to {MOST_CARDS}, in digits or words"

    def bounds(self, text: str) -> tuple[int, int] | None:
        """Read the bounds of a condition; None if the text is not about this feature.

        Raises
        ------
        KeyError, InputError
            If the amount cannot be read.
        """
        amount = rf"(\S+)(?: or ({self.above}|{self.below}))?"
        match = re.fullmatch(_PLURAL.sub(r"\1s?", self.phrase).format(amount), text)
        if not match:
            return None
        number = self.read(match[1])
        least = self.lowest if match[2] == self.below else number
        return least, self.highest if match[2] == self.above else number


_PLURAL = re.compile("(pair|three|four)s")
_KINDS: dict[Feature, _Kind] = {
    "dead_wood": _Kind(
        "dead wood {}",
        allowed=f"a number from 0 to {MOST_CARDS}, in digits or words (ranks: value 10-9-8-7)",
    ),
    "value": _Kind("value {}", "worse", "better", GIN, ALWAYS, parse_value, value_label),
    "high_card": _Kind(
        "high card {}", "higher", "lower", NO_CARD, len(RANKS) - 1,
        lambda rank: RANK_CODES[rank.upper()], lambda rank: RANKS[rank],
        "a rank (A, 2 to 10, J, Q, K)",
    ),
    "suit": _Kind("{} of one suit"),
    "run": _Kind("{} in sequence of one suit"),
    "pairs": _Kind("{} pairs"),
    "threes": _Kind("{} threes of a kind"),
    "fours": _Kind("{} fours of a kind"),
}  # fmt: skip
_FIXED = {
    "gin": Condition("dead_wood", 0, 0),
    "pair": Condition("pairs", 1, MOST_CARDS),
    "three of a kind": Condition("threes", 1, MOST_CARDS),
    "four of a kind": Condition("fours", 1, MOST_CARDS),
}


def _condition(text: str, field: str) -> Condition:
    """Read a condition, in small letters and with single spaces."""
    if text in _FIXED:
        return _FIXED[text]
    for feature, kind in _KINDS.items():
        try:
            bounds = kind.bounds(text)
        except KeyError:
            raise InputError(field, text, kind.allowed) from None
        except InputError as error:  # of a value
            raise InputError(field, text, error.allowed) from None
        if bounds:
            return Condition(feature, *bounds)
    raise InputError(field, text, GRAMMAR)
