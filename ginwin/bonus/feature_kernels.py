"""The jitted code of the side bets: what hands look like, and the search for pay tables.

It stands apart from :mod:`ginwin.counting.kernels`, and calls nothing there: numba's disk cache
does not notice an edit in another file. Sets of cards are int64 with 13 bits a suit
(:mod:`ginwin.cards`), numbers of hands and pays are int64; nothing here is a float.
"""

# numba infers its own types; to mypy, numpy and Python integers mix in these functions
# mypy: disable-error-code="no-any-return,arg-type,return-value,assignment"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import jit, popcount

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Shapes = NDArray[np.uint16]

SUIT_MASK = 8191
NOT_KINGS = (1 << 52) - 1 - (1 << 12) - (1 << 25) - (1 << 38) - (1 << 51)

SHAPES = 1 << 11
"""Shapes are below this number."""


@jit
def longest_run(hand: int) -> int:
    """The most consecutive ranks that a hand has in one suit; the ace is low."""
    starts = hand
    length = 0
    while starts:  # the cards from which a run of length + 1 goes upwards
        starts &= (starts >> 1) & NOT_KINGS  # no run goes up from a king
        length += 1
    return length


@jit
def hand_shape(hand: int) -> int:
    """What a hand looks like apart from its dead wood, packed into 11 bits.

    From the lowest bit: fours of a kind (1 bit), threes (2), pairs (2), the longest run of one
    suit (3), the cards of the longest suit (3). The numbers of cards of each rank are added up
    in binary, all ranks at once.
    """
    c, d = hand & SUIT_MASK, (hand >> 13) & SUIT_MASK
    h, s = (hand >> 26) & SUIT_MASK, (hand >> 39) & SUIT_MASK
    odd_cd, both_cd, odd_hs, both_hs = c ^ d, c & d, h ^ s, h & s
    ones = odd_cd ^ odd_hs
    twos = both_cd ^ both_hs ^ (odd_cd & odd_hs)
    fours = popcount(both_cd & both_hs)
    threes = popcount(ones & twos)
    pairs = popcount(twos & ~ones)
    suit = max(popcount(c), popcount(d), popcount(h), popcount(s))
    return fours | threes << 1 | pairs << 3 | longest_run(hand) << 5 | suit << 8


@jit
def fill_shapes(hands: Ints, shapes: Shapes) -> None:
    """Shape of each hand, written to ``shapes``."""
    for i in range(hands.size):
        shapes[i] = hand_shape(hands[i])


@jit
def add_hands(values: Ids, shapes: Shapes, columns: Ids, orbits: Ids, table: Ints) -> None:
    """Add the size of each class of hands to the table, by value number and column of the shape."""
    for i in range(values.size):
        table[values[i], columns[shapes[i]]] += orbits[i]


@jit
def find_pays(
    terms: Ints, odd: Ids, sizes: Ids, following: Ids, most: Ints, least: Ints,
    low: int, high: int, goal: int, by_distance: bool, worst: Ints,
    path: Ints, row: int, steps: int, found: Ints,
) -> tuple[int, int, int]:  # fmt: skip
    """Choose a pay in each row of a pay table so that the terms add up to low .. high: a piece.

    Depth first, and complete: a branch is left only where no completion can reach the interval.
    The search goes on from where it is for so many steps, or until ``found`` is full.

    Row k has ``sizes[k]`` choices, the highest first. Choice i adds ``terms[k, i]`` to the sum and
    ``odd[k, i]`` to the oddness, and leaves row k + 1 its choices from ``following[k, i]`` on.
    ``most[k, i]`` and ``least[k, i]`` are the bounds of what rows k, k + 1, ... can add when row k
    has its choices from i on; where nothing is left to choose they are out of reach.

    Where the search is: at ``row``, below zero at its end. ``path[0, k]`` is the next choice in row
    k, ``path[1, k]`` and ``path[2, k]`` the sum and the oddness of the rows above it; updated.

    How far a solution is from the goal is abs(4 sum - goal). With its oddness this makes its rank;
    the distance comes first if ``by_distance``. Solutions of no higher rank than ``worst`` are
    written to ``found``: the two numbers of the rank, then the choice in each row.

    Returns the row, how many solutions there were, and how many of them were written.
    """
    rows = sizes.size
    solutions = 0
    number = 0
    while row >= 0 and steps > 0 and number < len(found):
        steps -= 1
        i = path[0, row]
        path[0, row] += 1  # the next choice, when the search comes back to this row
        if i == sizes[row]:
            row -= 1
            continue
        total = path[1, row] + terms[row, i]
        oddness = path[2, row] + odd[row, i]
        start = following[row, i]
        if total + most[row + 1, start] < low:
            row -= 1  # the choices below are worth less
        elif total + least[row + 1, start] <= high:
            if row + 1 < rows:
                row += 1
                path[0, row], path[1, row], path[2, row] = start, total, oddness
                continue
            solutions += 1
            first, second = oddness, abs(4 * total - goal)
            if by_distance:
                first, second = second, first
            if first < worst[0] or (first == worst[0] and second <= worst[1]):
                found[number, 0], found[number, 1] = first, second
                for k in range(rows):
                    found[number, 2 + k] = path[0, k] - 1
                number += 1
    return row, solutions, number
