"""The value of a hand: its dead wood as one integer, lower is better.

A value is the number of dead-wood cards, followed by 13 digits in base 4, king first, that say how
many dead-wood cards of each rank there are::

    value = (count << 26) + sum of 4**rank over the dead-wood cards      (ace 0, ..., king 12)

So comparing two values compares the counts, then the highest cards, then the second highest, and
so on. No digit overflows: four cards of one rank are a meld under all rules, and three are the
most that can be dead wood. Where two of a rank are a meld, as in the standard rules, no digit is
above 1.
"""

import re
from collections.abc import Iterable
from typing import Literal, get_args

from ginwin.cards import RANK_CODES, RANKS, capitals
from ginwin.errors import InputError

__all__ = [
    "ALWAYS",
    "COMPARISONS",
    "COUNT_SHIFT",
    "GIN",
    "MOST_CARDS",
    "Comparing",
    "count_of",
    "is_value",
    "limit_label",
    "parse_limit",
    "parse_value",
    "ranks_of",
    "value_label",
    "value_of",
    "worst_of_count",
]

COUNT_SHIFT = 26
"""The count of dead-wood cards starts at this bit; the ranks are below it."""

GIN = 0
"""The value of a hand without dead wood, the best there is."""

ALWAYS = 2**31 - 1
"""A threshold above every value: as a qualifier, no hand misses it. Not the value of a hand."""

MOST_CARDS = 7
"""The most cards a hand can have."""

Comparing = Literal["all cards", "high card", "count"]
"""How two hands compare: by the dead-wood count, then by all cards, the highest alone or none."""

COMPARISONS: tuple[Comparing, ...] = get_args(Comparing)
"""All ways to compare."""

_MOST_OF_A_RANK = 3
_CARDS = re.compile(r"([0-7])\s*cards?", re.IGNORECASE | re.ASCII)


def value_of(ranks: Iterable[int]) -> int:
    """Return the value of dead wood (lower is better).

    Parameters
    ----------
    ranks : iterable of int
        The rank of each dead-wood card, 0 (ace) to 12 (king), in any order.

    Returns
    -------
    int
        The value.

    Raises
    ------
    InputError
        If a number is not a rank, or the ranks cannot be dead wood: more than seven, or more than
        three of one rank.

    Examples
    --------
    >>> value_of([0, 1, 2, 9]) < value_of([0, 1, 2, 10])  # 10-3-2-A is better than J-3-2-A
    True
    """
    dead_wood = tuple(ranks)
    for rank in dead_wood:
        if not 0 <= rank < len(RANKS):
            raise InputError("rank", rank, f"a number from 0 (ace) to {len(RANKS) - 1} (king)")
        if dead_wood.count(rank) > _MOST_OF_A_RANK:
            raise InputError("ranks", dead_wood, f"at most {_MOST_OF_A_RANK} cards of one rank")
    if len(dead_wood) > MOST_CARDS:
        raise InputError("ranks", dead_wood, f"at most {MOST_CARDS} cards")
    return (len(dead_wood) << COUNT_SHIFT) + sum(1 << 2 * rank for rank in dead_wood)


def count_of(value: int) -> int:
    """Return how many dead-wood cards a value has."""
    return value >> COUNT_SHIFT


def is_value(value: object) -> bool:
    """Return whether something is the value of dead wood, as `value_of` makes them.

    Examples
    --------
    >>> is_value(value_of([3, 9, 4, 8])), is_value(worst_of_count(4)), is_value(ALWAYS)
    (True, False, False)
    """
    if type(value) is not int or not 0 <= count_of(value) <= MOST_CARDS:
        return False
    return len(ranks_of(value)) == count_of(value)


def worst_of_count(count: int) -> int:
    """Return the worst value that a number of dead-wood cards could have, as a threshold.

    Examples
    --------
    >>> parse_value("K-Q-J-10") <= worst_of_count(4) < parse_value("5-4-3-2-A")
    True
    """
    return (count + 1 << COUNT_SHIFT) - 1


def ranks_of(value: int) -> tuple[int, ...]:
    """Return the ranks of a value's dead-wood cards, high to low.

    Examples
    --------
    >>> ranks_of(value_of([3, 9, 4, 8]))
    (9, 8, 4, 3)
    """
    return tuple(rank for rank in reversed(range(len(RANKS))) for _ in range(value >> 2 * rank & 3))


def value_label(value: int) -> str:
    """Write a value: the ranks high to low, or ``gin`` when there is no dead wood.

    Examples
    --------
    >>> value_label(value_of([3, 9, 4, 8])), value_label(GIN)
    ('10-9-5-4', 'gin')
    """
    return "-".join(RANKS[rank] for rank in ranks_of(value)) or "gin"


def parse_value(text: str, field: str = "value") -> int:
    """Read a value.

    Parameters
    ----------
    text : str
        ``gin``, or the ranks of the dead wood joined by hyphens, in any order, capitals or not;
        the ten is ``10`` or ``T``.
    field : str
        What the value is for, named in the error.

    Returns
    -------
    int
        The value (lower is better).

    Raises
    ------
    InputError
        If the text is not a value.

    Examples
    --------
    >>> value_label(parse_value("t-9-5-4"))
    '10-9-5-4'
    """
    code = capitals(text.strip())
    if code == "GIN":
        return GIN
    try:
        return value_of(RANK_CODES[label.strip()] for label in code.split("-"))
    except (KeyError, InputError):
        allowed = f"gin, or one to {MOST_CARDS} ranks (A, 2 to 10, J, Q, K) joined by hyphens"
        more = f"none more than {_MOST_OF_A_RANK} times, such as 10-9-5-4"
        raise InputError(field, text, f"{allowed}, {more}") from None


def parse_limit(text: str, field: str = "limit") -> int:
    """Read the worst value that does something, such as to qualify or to raise.

    Parameters
    ----------
    text : str
        A value, a number of dead-wood cards such as ``4 cards`` (so many or fewer), or ``always``.
    field : str
        What the limit is for, named in the error.

    Returns
    -------
    int
        The worst value within the limit; `ALWAYS` where every value is.

    Raises
    ------
    InputError
        If the text is no limit.

    Examples
    --------
    >>> parse_limit("3 cards") == worst_of_count(3), parse_limit("always") == ALWAYS
    (True, True)
    """
    if text.strip().lower() == "always":
        return ALWAYS
    if cards := _CARDS.fullmatch(text.strip()):
        return worst_of_count(int(cards[1]))
    try:
        return parse_value(text, field)
    except InputError as error:
        more = f"a number of dead-wood cards from 0 to {MOST_CARDS}, such as 3 cards; or always"
        raise InputError(field, text, f"{error.allowed}; {more}") from None


def limit_label(limit: int) -> str:
    """Write a limit as `parse_limit` reads it.

    Examples
    --------
    >>> limit_label(parse_limit("1 CARD")), limit_label(parse_limit("t-9-5-4"))
    ('1 card', '10-9-5-4')
    """
    if limit == ALWAYS:
        return "always"
    count = count_of(limit)
    if limit == worst_of_count(count):
        return f"{count} card{'' if count == 1 else 's'}"
    return value_label(limit)
