"""Every hand of the deck, one by one, under the standard melds: 133,784,560 evaluations.

The counting routes never look at single hands of the real deck; this sweep does, with an
evaluator of its own, and so proves their numbers of hands. It deals a hand as two halves, the
cards of clubs and diamonds and those of hearts and spades: for each split of seven cards over
both, every half of the one against every half of the other.

The evaluator is straight-line code on 16-bit integers, which the compiler turns into vector
instructions. A *key* is a value in 16 bits: the dead-wood count, then a bit for each dead rank.
"""

# numba infers its own types; to mypy, numpy and Python integers mix in these functions
# mypy: disable-error-code="no-any-return,arg-type,return-value"

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from ginwin.base.jit import in_threads, jit
from ginwin.values import COUNT_SHIFT

__all__ = ["count_every_hand", "evaluate_hands", "values_of_keys"]

Masks = NDArray[np.uint16]

CARDS = 7
KEYS = 1 << 16
BLOCK = 8192


@intrinsic  # type: ignore[untyped-decorator]
def popcount16(_typing: Any, _bits: Any) -> Any:
    """Number of set bits of a uint16, as a uint16."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint16(types.uint16), generate


@jit
def suit_key(suit: np.uint16, size: int, single: np.uint16, paired: np.uint16) -> np.uint16:
    """Key of the arrangement with a meld of one suit that holds ``size`` >= 3 cards.

    ``single`` are the ranks held once, ``paired`` those held twice. Every card of the suit goes
    into the suit meld, but of its paired cards size - 3 may stay with their partners: none of
    three; of four the highest; with five or more all, since only two cards are outside.
    """
    lonely = np.uint16(paired & suit)
    below = np.uint16(lonely | (lonely >> 1))
    below = np.uint16(below | (below >> 2))
    below = np.uint16(below | (below >> 4))
    below = np.uint16((below | (below >> 8)) >> 1)
    dead = np.uint16(single & ~suit)
    if size == 3:
        dead = np.uint16(dead | lonely)
    elif size == 4:
        dead = np.uint16(dead | (lonely & below))
    return np.uint16((popcount16(dead) << 13) | dead)


@jit
def fill_keys(
    a: np.uint16, b: np.uint16, sizes_ab: int, c: Masks, d: Masks, sizes_cd: int, keys: Masks
) -> None:
    """Keys of the hands of suits a, b, c[i], d[i], whose sizes are 16 x first + second."""
    size_a, size_b, size_c, size_d = sizes_ab >> 4, sizes_ab & 15, sizes_cd >> 4, sizes_cd & 15
    melds = (size_a >= 3) + (size_b >= 3) + (size_c >= 3) + (size_d >= 3)
    odd_ab, both_ab, any_ab = np.uint16(a ^ b), np.uint16(a & b), np.uint16(a | b)
    for i in range(c.size):
        ci, di = c[i], d[i]
        odd, both, held = np.uint16(ci ^ di), np.uint16(ci & di), np.uint16(ci | di)
        single = np.uint16((odd_ab ^ odd) & ~(both_ab | both))
        paired = np.uint16((odd_ab & odd) | (both_ab & ~held) | (both & ~any_ab))
        key = np.uint16((popcount16(single) << 13) | single)
        if size_a >= 3:
            key = min(key, suit_key(a, size_a, single, paired))
        if size_b >= 3:
            key = min(key, suit_key(b, size_b, single, paired))
        if size_c >= 3:
            key = min(key, suit_key(ci, size_c, single, paired))
        if size_d >= 3:
            key = min(key, suit_key(di, size_d, single, paired))
        if melds == 2:
            # two suit melds leave at most one card
            rest = np.uint16(0)
            if size_a == 1:
                rest = a
            if size_b == 1:
                rest = b
            if size_c == 1:
                rest = ci
            if size_d == 1:
                rest = di
            key = min(key, np.uint16((popcount16(rest) << 13) | rest))
        keys[i] = key


@jit
def count_hands(
    a: Masks, b: Masks, sizes_ab: int, c: Masks, d: Masks, sizes_cd: int, hands: NDArray[np.int64]
) -> None:
    """Add the keys of each half (a[i], b[i]) with each half (c[j], d[j]) to a histogram."""
    keys = np.empty(BLOCK, np.uint16)
    for i in range(a.size):
        for start in range(0, c.size, BLOCK):
            stop = min(start + BLOCK, c.size)
            block = keys[: stop - start]
            fill_keys(a[i], b[i], sizes_ab, c[start:stop], d[start:stop], sizes_cd, block)
            for key in block:
                hands[key] += 1


@jit
def fill_hand_keys(hands: NDArray[np.int64], keys: Masks) -> None:
    """Keys of single hands, given as sets of cards."""
    c, d = np.empty(1, np.uint16), np.empty(1, np.uint16)
    for i in range(hands.size):
        a, b = np.uint16(hands[i] & 8191), np.uint16(hands[i] >> 13 & 8191)
        c[0], d[0] = np.uint16(hands[i] >> 26 & 8191), np.uint16(hands[i] >> 39)
        sizes_ab = np.int64(popcount16(a)) << 4 | np.int64(popcount16(b))
        sizes_cd = np.int64(popcount16(c[0])) << 4 | np.int64(popcount16(d[0]))
        fill_keys(a, b, sizes_ab, c, d, sizes_cd, keys[i : i + 1])


def evaluate_hands(hands: NDArray[np.int64], threads: int | None = None) -> Masks:
    """Keys of hands of seven cards.

    Parameters
    ----------
    hands : ndarray of int64, shape (n,)
        Hands as sets of cards (:mod:`ginwin.cards`), seven cards each; not checked.
    threads : int, optional
        Threads to use; all processors if not given.

    Returns
    -------
    ndarray of uint16, shape (n,)
        The dead-wood count, then a bit for each dead rank (king 12, ace 0).
    """
    keys = np.empty(hands.size, np.uint16)
    parts = [slice(i, i + 100_000) for i in range(0, hands.size, 100_000)]
    in_threads(lambda part: fill_hand_keys(hands[part], keys[part]), parts, threads)
    return keys


def count_every_hand(threads: int | None = None) -> NDArray[np.int64]:
    """Evaluate all 133,784,560 hands; int64, shape (65536,): how many have each key."""
    masks = np.arange(1 << 13, dtype=np.uint16)
    by_size = [masks[np.bitwise_count(masks) == n] for n in range(CARDS + 1)]
    halves = {
        (m, n): (np.repeat(by_size[m], by_size[n].size), np.tile(by_size[n], by_size[m].size))
        for m in range(CARDS + 1)
        for n in range(CARDS + 1 - m)
    }
    work: list[tuple[Masks, Masks, int, Masks, Masks, int]] = []
    for (m, n), ab in halves.items():
        for (p, q), cd in halves.items():
            if m + n + p + q == CARDS:
                # the evaluator takes the suits in any order: the longer list goes inside
                outer, inner = ((*ab, m << 4 | n), (*cd, p << 4 | q))
                if outer[0].size > inner[0].size:
                    outer, inner = inner, outer
                step = max(1, 4_000_000 // inner[0].size)
                work += [
                    (outer[0][i : i + step], outer[1][i : i + step], outer[2], *inner)
                    for i in range(0, outer[0].size, step)
                ]

    def count(item: tuple[Masks, Masks, int, Masks, Masks, int]) -> NDArray[np.int64]:
        hands = np.zeros(KEYS, np.int64)
        count_hands(*item, hands)
        return hands

    return np.sum(in_threads(count, work, threads), axis=0)


def values_of_keys(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Turn keys into values (:mod:`ginwin.values`)."""
    digits = sum((keys >> rank & 1) << 2 * rank for rank in range(13))
    return (keys >> 13 << COUNT_SHIFT) | digits
