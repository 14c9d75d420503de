"""Grids of settings: many rule sets at once, all combinations of what some keys may be.

An axis of a grid is written ::

    KEY=VALUE,VALUE,...              what one key may be
    KEY+KEY=VALUE+VALUE,VALUE,...    several keys tied together: a choice has a value for each key,
                                     or one value for all of them
    KEY=FROM..TO                     whole numbers, or for dealer.qualifies all values of hands from
                                     one to the other (gin..always: all there are)

Commas and plus signs within brackets, braces and quotes belong to a value. Examples::

    dealer.qualifies=10-9-8-7,J-10-9-8,always
    pays.win.ante.0+pays.win.play.0=3+1,1+3
    pays.tie.ante.other+pays.tie.play.other=-1..1
    raise.play=[1],[1, 2]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from math import prod
from typing import TYPE_CHECKING, Self

from ginwin.base.amounts import check_whole
from ginwin.errors import InputError
from ginwin.values import ALWAYS, parse_value, value_label, value_of

if TYPE_CHECKING:
    from ginwin.rules.rules import Rules

__all__ = ["MOST_RULE_SETS", "Axis", "Grid"]

MOST_RULE_SETS = 1_000_000
"""The most rule sets in a grid."""

_QUALIFIES = "dealer.qualifies"
_BRACKETS = {"[": 1, "{": 1, "]": -1, "}": -1}
_KEY = re.compile(r"\S[^=]*(?<!\s)")
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_FORM = "KEY=VALUE,VALUE,... such as dealer.qualifies=10-9-8-7,J-10-9-8"


@dataclass(frozen=True, slots=True)
class Axis:
    """What one key, or several that are tied together, may be.

    Parameters
    ----------
    keys : tuple of str
        Dotted paths of keys of a rule file.
    choices : tuple of tuple of str
        For each choice the value of every key, as `Rules.with_settings` reads it.

    Raises
    ------
    InputError
        If there is no key or no choice, or a choice is there twice or is not a text for each key.
    """

    keys: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        """Check the form; keys and values are checked by `Grid`."""
        keys, choices = tuple(self.keys), tuple(map(tuple, self.choices))
        if not keys or not all(map(_is_key, keys)):
            raise InputError("grid", keys, "one key or more, such as dealer.qualifies")
        if not choices:
            raise InputError("grid", choices, f"one choice or more for {'+'.join(keys)}")
        seen = set()
        for choice in choices:
            if len(choice) != len(keys) or not all(isinstance(value, str) for value in choice):
                raise InputError("grid", choice, f"{len(keys)} texts, for {'+'.join(keys)}")
            if choice in seen:
                raise InputError("grid", "+".join(choice), f"each choice of {'+'.join(keys)} once")
            seen.add(choice)

    @classmethod
    def parse(cls, text: str, base: Rules) -> Self:
        """Read an axis as the module describes it.

        Parameters
        ----------
        text : str
            The text.
        base : Rules
            The rules whose hands a range of values is taken from.

        Raises
        ------
        InputError
            If the text is not of this form. Keys and values are checked by `Grid`.
        """
        left, equals, right = text.partition("=")
        keys = tuple(part.strip() for part in left.split("+"))
        if not (equals and all(keys) and right.strip()):
            raise InputError("grid", text, _FORM)
        choices = []
        for item in _split(right, ","):
            for choice in _expanded(keys, item, base):
                values = tuple(_split(choice, "+"))
                if len(values) == 1:
                    values *= len(keys)
                if len(values) != len(keys):
                    allowed = f"{len(keys)} values joined by +, or one for all of {left.strip()}"
                    raise InputError("grid", choice, allowed)
                choices.append(values)
        return cls(keys, tuple(choices))

    def settings(self, choice: int) -> tuple[str, ...]:
        """Return a choice as settings ``KEY=VALUE``."""
        return tuple(map(_setting, self.keys, self.choices[choice]))


@dataclass(frozen=True)
class Grid:
    """All combinations of the choices of some axes, as changes of one rule set.

    The combinations are numbered; the last axis changes fastest. Without axes there is one, the
    base itself.

    Parameters
    ----------
    base : Rules
        The rules that are changed.
    axes : tuple of Axis
        The axes.

    Raises
    ------
    InputError
        If a key is unknown, is there twice or within a table that is there too, a value is not
        allowed, or there are more than `MOST_RULE_SETS` combinations.
    """

    base: Rules
    axes: tuple[Axis, ...]

    def __post_init__(self) -> None:
        """Check the size, the keys and every value."""
        for key, other in permutations(self.keys, 2):
            if f"{key}.".startswith(f"{other}."):
                allowed = "each key once, and none within a table that is set too"
                raise InputError("grid", key, f"{allowed}; tie keys together with +")
        if self.size > MOST_RULE_SETS:
            sizes = " x ".join(str(len(axis.choices)) for axis in self.axes)
            raise InputError(
                "grid", f"{sizes} = {self.size:,} rule sets", f"at most {MOST_RULE_SETS:,}"
            )
        _ = self.changes

    @classmethod
    def of(cls, base: Rules, axes: Iterable[str | Axis]) -> Self:
        """Return the grid of axes, of which any may be given as text (see the module)."""
        made = tuple(Axis.parse(axis, base) if isinstance(axis, str) else axis for axis in axes)
        for axis in made:
            if not isinstance(axis, Axis):
                raise InputError("grid", axis, f"an Axis, or {_FORM}")
        return cls(base, made)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all axes, in order."""
        return tuple(key for axis in self.axes for key in axis.keys)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of choices on each axis."""
        return tuple(len(axis.choices) for axis in self.axes)

    @property
    def size(self) -> int:
        """The number of combinations."""
        return prod(self.shape)

    @cached_property
    def changes(self) -> tuple[tuple[int, ...], ...]:
        """For each axis and choice, in how many keys it differs from the base."""

        def changed(settings: Iterable[str]) -> int:
            return len(self.base.difference(self.base.with_settings(settings)))

        return tuple(
            tuple(changed(axis.settings(choice)) for choice in range(len(axis.choices)))
            for axis in self.axes
        )

    def choices(self, number: int) -> tuple[int, ...]:
        """Return the choice on each axis that a combination has.

        Raises
        ------
        InputError
            If there is no combination of this number.
        """
        number = check_whole("rule set", number, 0, self.size - 1)
        choices = []
        for size in reversed(self.shape):
            number, choice = divmod(number, size)
            choices.append(choice)
        return tuple(reversed(choices))

    def values(self, number: int) -> tuple[str, ...]:
        """Return the value of each of `keys` that a combination has."""
        chosen = zip(self.axes, self.choices(number), strict=True)
        return tuple(value for axis, choice in chosen for value in axis.choices[choice])

    def settings(self, number: int) -> tuple[str, ...]:
        """Return a combination as settings ``KEY=VALUE``."""
        return tuple(map(_setting, self.keys, self.values(number)))

    def rules(self, number: int) -> Rules:
        """Return the rules of a combination."""
        return self.base.with_settings(self.settings(number))


def _is_key(key: object) -> bool:
    return isinstance(key, str) and bool(_KEY.fullmatch(key))


def _setting(key: str, value: str) -> str:
    """Return ``KEY=VALUE``; a qualifier of one card, such as 2, is text and no number."""
    return f'{key}="{value}"' if key == _QUALIFIES and value.isdigit() else f"{key}={value}"


def _split(text: str, separator: str) -> Iterator[str]:
    """Split a text at a separator outside brackets, braces and quotes."""
    depth, quote, start = 0, "", 0
    for place, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character == separator and depth == 0:
            yield text[start:place].strip()
            start = place + 1
        else:
            depth += _BRACKETS.get(character, 0)
    yield text[start:].strip()


def _expanded(keys: tuple[str, ...], item: str, base: Rules) -> Iterable[str]:
    """Return the values of a range, or the item itself if it is none."""
    low, dots, high = (part.strip() for part in item.partition(".."))
    if not dots:
        return (item,)
    if keys == (_QUALIFIES,):
        best = parse_value(low, _QUALIFIES)
        worst = ALWAYS if high.lower() == "always" else parse_value(high, _QUALIFIES)
        labels = [value_label(value) for value in _values(base) if best <= value <= worst]
        if not labels:
            raise InputError("grid", item, "FROM..TO, two values of hands, the better one first")
        return (*labels, *(["always"] if worst == ALWAYS else []))
    if not (_WHOLE.fullmatch(low) and _WHOLE.fullmatch(high) and int(low) <= int(high)):
        raise InputError("grid", item, "FROM..TO, two whole numbers, the smaller one first")
    if int(high) - int(low) >= MOST_RULE_SETS:
        raise InputError("grid", item, f"a range of at most {MOST_RULE_SETS:,} numbers")
    return map(str, range(int(low), int(high) + 1))


def _values(rules: Rules) -> list[int]:
    """Return the values that hands can have, best first, by the number of cards alone.

    One dead-wood card less than all cards is impossible: the other would be a meld of one.
    """
    most = rules.melds.rank - 1
    return sorted(
        value_of(ranks)
        for count in range(rules.cards + 1)
        if count != rules.cards - 1
        for ranks in combinations_with_replacement(range(13), count)
        if all(ranks.count(rank) <= most for rank in set(ranks))
    )
