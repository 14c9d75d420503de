"""The jitted code of the pattern route; :mod:`ginwin.counting.patterns` explains it.

A rank's cards are a *row*, four bits for the suits. A *kind* is a set of cards up to permutations
of suits and ranks: its rows in falling order under the best of the 24 suit permutations. *Marks*
are digits on the rows of a kind: 0 no mark, 1 dead wood, 2 one of the two ranks of a choice.

All functions that call each other stand in this one file (numba's disk cache does not notice an
edit in another). Counts are int64; nothing here is a float.
"""

# numba infers its own types; to mypy, numpy and Python integers mix in these functions
# mypy: disable-error-code="no-any-return,arg-type,return-value"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import jit, popcount

Ints = NDArray[np.int64]

RANKS = 13
SUITS = 4
CARDS = 7
ROWS = 8  # one more than a hand has, so that there is room for an added card of a new rank


class Kinds(NamedTuple):
    """The kinds of sets of up to seven cards, fewer cards first; or of up to eight.

    Attributes
    ----------
    starts : shape (9,)
        The kinds of k cards are those from ``starts[k]`` up to ``starts[k + 1]``. Its size, here
        and below, is one larger for sets of up to eight cards.
    rows : shape (n, 8)
        Each kind's rows, in falling order, then zeros.
    ranks : shape (n,)
        How many rows a kind has.
    keys : shape (n,)
        The rows as one number, 4 bits each.
    sets : shape (n,)
        How many sets of cards are of the kind.
    up, down : shape (n, 32)
        The kind after adding (taking away) the card of row r and suit s, at 4 r + s; -1 where
        that card is there (is not there). A card of a new rank stands in the first empty row.
    up_places, down_places : shape (n, 32, 8)
        Where each row then stands in the new kind.
    dead, choice : shape (n,)
        Dead wood of a hand as masks over its rows: those dead in every best arrangement, and the
        two of which one is, if there is a choice.
    """

    starts: Ints
    rows: Ints
    ranks: Ints
    keys: Ints
    sets: Ints
    up: Ints
    up_places: Ints
    down: Ints
    down_places: Ints
    dead: Ints
    choice: Ints


class Marks(NamedTuple):
    """The forms of dead wood and the marks that they can leave on the rows of a kind.

    Attributes
    ----------
    forms : shape (9, 2)
        Numbers of dead ranks and of ranks of a choice (0 or 2).
    digits : shape (m, 7)
        Every marking of seven rows that a form can leave; of eight, for kinds of up to eight cards.
    codes : shape (m,)
        The same as base-3 numbers, ascending; those below 3^r mark the first r rows alone.
    numbers : shape (2187,)
        Position of a code in ``codes``.
    ones, twos : shape (m,)
        How many rows have the mark 1, 2.
    powers : shape (9,)
        Powers of 3.
    offsets : shape (n + 1,)
        Where a kind begins in a table by kind, form and marks.
    binomial : shape (14, 14)
        Binomial coefficients.
    """

    forms: Ints
    digits: Ints
    codes: Ints
    numbers: Ints
    ones: Ints
    twos: Ints
    powers: Ints
    offsets: Ints
    binomial: Ints


# --- Kinds and how they lead to one another ---------------------------------------------------


@jit
def canonical(rows: Ints, permuted: Ints, places: Ints) -> tuple[int, int]:
    """Key of the kind of a set of cards, and how many of the 24 suit permutations give it.

    ``rows`` are the set's rows, empty ones allowed; ``permuted[p, row]`` is a row under suit
    permutation p. ``places[i]`` becomes the place of row i in the kind.
    """
    best, times = np.int64(-1), 0
    packed = np.empty(ROWS, np.int64)
    for p in range(permuted.shape[0]):
        for i in range(ROWS):
            row = (permuted[p, rows[i]] << 3) | i
            j = i
            while j > 0 and packed[j - 1] < row:
                packed[j] = packed[j - 1]
                j -= 1
            packed[j] = row
        key = np.int64(0)
        for j in range(ROWS):
            key = (key << 4) | (packed[j] >> 3)
        if key > best:
            best, times = key, 0
            for j in range(ROWS):
                places[packed[j] & 7] = j
        if key == best:
            times += 1
    return best, times


@jit
def fill_kinds(permuted: Ints, kinds: Kinds) -> None:
    """Find all kinds, by adding a card to those of one card fewer; fill all but the dead wood."""
    places = np.zeros(ROWS, np.int64)
    kinds.up[:] = -1
    kinds.down[:] = -1
    kinds.sets[0] = 1
    kinds.starts[1] = 1
    end, most = 1, kinds.starts.size - 2
    for cards in range(most):
        for kind in range(kinds.starts[cards], kinds.starts[cards + 1]):
            for slot in range(SUITS * (kinds.ranks[kind] + 1)):
                row, card = slot >> 2, np.int64(1) << (slot & 3)
                if not kinds.rows[kind, row] & card:
                    larger = kinds.rows[kind].copy()
                    larger[row] |= card
                    key, times = canonical(larger, permuted, places)
                    found = find_key(key, kinds.starts[cards + 1], end, kinds.keys)
                    if found == end:
                        end += 1
                        fill_kind(found, key, times, kinds)
                    kinds.up[kind, slot] = found
                    kinds.up_places[kind, slot] = places
        kinds.starts[cards + 2] = end
    for cards in range(1, most + 1):
        for kind in range(kinds.starts[cards], kinds.starts[cards + 1]):
            for slot in range(SUITS * kinds.ranks[kind]):
                row, card = slot >> 2, np.int64(1) << (slot & 3)
                if kinds.rows[kind, row] & card:
                    smaller = kinds.rows[kind].copy()
                    smaller[row] ^= card
                    key, times = canonical(smaller, permuted, places)
                    first, last = kinds.starts[cards - 1], kinds.starts[cards]
                    kinds.down[kind, slot] = find_key(key, first, last, kinds.keys)
                    kinds.down_places[kind, slot] = places


@jit
def find_key(key: int, first: int, last: int, keys: Ints) -> int:
    """Position of a key between first and last; last if it is not there."""
    while first < last and keys[first] != key:
        first += 1
    return first


@jit
def fill_kind(kind: int, key: int, times: int, kinds: Kinds) -> None:
    """Write a kind's rows and how many sets of cards are of it.

    Those are 24 / ``times`` permutations of the suits, as ``times`` leave the rows as they are,
    by the ways to give the rows different ranks, equal rows not told apart.
    """
    kinds.keys[kind] = key
    sets, alike = 24 // times, 0
    for i in range(ROWS):
        row = (key >> (4 * (ROWS - 1 - i))) & 15
        kinds.rows[kind, i] = row
        if row:
            alike = alike + 1 if i and row == kinds.rows[kind, i - 1] else 1
            sets = sets * (RANKS - i) // alike
            kinds.ranks[kind] = i + 1
    kinds.sets[kind] = sets


@jit
def fill_dead_wood(kinds: Kinds) -> None:
    """Fill the dead wood of each kind of hand, trying each of its 128 sets as the suit melds.

    Raises
    ------
    ArithmeticError
        A kind has best arrangements of another form: the pattern route does not hold.
    """
    in_suit = np.zeros(SUITS, np.int64)
    left = np.zeros(ROWS, np.int64)
    for kind in range(kinds.starts[CARDS], kinds.starts[CARDS + 1]):
        best = RANKS
        every, some, different = 0, 0, 0
        for suit_melds in range(1 << CARDS):
            in_suit[:] = 0
            card = 0
            for row in range(kinds.ranks[kind]):
                left[row] = kinds.rows[kind, row]
                for suit in range(SUITS):
                    if kinds.rows[kind, row] >> suit & 1:
                        if suit_melds >> card & 1:
                            in_suit[suit] += 1
                            left[row] ^= 1 << suit
                        card += 1
            allowed = True
            for suit in range(SUITS):
                allowed &= in_suit[suit] == 0 or in_suit[suit] >= 3
            if allowed:
                mask = 0
                for row in range(kinds.ranks[kind]):
                    if popcount(left[row]) == 1:
                        mask |= 1 << row
                count = popcount(mask)
                if count < best:
                    best, every, some, different = count, mask, mask, 1
                elif count == best and mask not in (every, some):
                    every &= mask
                    some |= mask
                    different += 1
        kinds.dead[kind] = every
        kinds.choice[kind] = every ^ some
        if different > 2 or popcount(every ^ some) != 2 * (different - 1):
            raise ArithmeticError("dead wood of an unknown form")


# --- N and the hands that avoid one, by form and marks ------------------------------------------


@jit
def place_of(kind: int, form: int, code: int, kinds: Kinds, marks: Marks) -> int:
    """Place of an entry in a table by kind, form and marks."""
    return marks.offsets[kind] + form * marks.powers[kinds.ranks[kind]] + code


@jit
def form_of(dead: int, choice: int, marks: Marks) -> int:
    """The form of dead wood with these masks."""
    form = 0
    while marks.forms[form, 0] != popcount(dead) or marks.forms[form, 1] != popcount(choice):
        form += 1
    return form


@jit
def ways_outside(ranks: int, ones: int, twos: int, binomial: Ints) -> int:
    """Ways to put that many marks of both sorts on so many ranks; 0 where there are too few."""
    if ones < 0 or twos < 0 or ones + twos > ranks:
        return 0
    return binomial[ranks, ones] * binomial[ranks - ones, twos]


@jit
def moved(digits: Ints, places: Ints, powers: Ints) -> int:
    """Code of marks whose rows have moved to other places."""
    code = 0
    for i in range(digits.size):
        code += digits[i] * powers[places[i]]
    return code


@jit
def fill_contain(kinds: Kinds, marks: Marks, contain: Ints) -> None:
    """N(S): hands that contain a set S and have given dead wood, by kind, form and marks.

    The dead wood is given rank by rank: what of it has no mark on a row of S is on certain other
    ranks. N(S) is the sum of N(S + c) over the cards c outside S, by the cards that S lacks.
    """
    for kind in range(kinds.starts[CARDS], kinds.starts[CARDS + 1]):
        code = 0
        for row in range(CARDS):
            code += marks.powers[row] * (kinds.dead[kind] >> row & 1)
            code += marks.powers[row] * (kinds.choice[kind] >> row & 1) * 2
        form = form_of(kinds.dead[kind], kinds.choice[kind], marks)
        contain[place_of(kind, form, code, kinds, marks)] = 1
    for cards in range(CARDS - 1, -1, -1):
        for kind in range(kinds.starts[cards], kinds.starts[cards + 1]):
            ranks = kinds.ranks[kind]
            for m in range(marks.codes.size):
                if marks.codes[m] >= marks.powers[ranks]:
                    break
                for form in range(marks.forms.shape[0]):
                    ones = marks.forms[form, 0] - marks.ones[m]
                    twos = marks.forms[form, 1] - marks.twos[m]
                    unmarked = RANKS - ranks - ones - twos
                    if ones < 0 or twos < 0 or unmarked < 0:
                        continue
                    total = 0
                    for slot in range(SUITS * (ranks + 1)):
                        larger = kinds.up[kind, slot]
                        if larger >= 0:
                            places = kinds.up_places[kind, slot]
                            code = moved(marks.digits[m], places, marks.powers)
                            at = place_of(larger, form, code, kinds, marks)
                            if slot < SUITS * ranks:
                                total += contain[at]
                            else:
                                new = marks.powers[places[ranks]]
                                total += unmarked * contain[at]
                                if ones:
                                    total += ones * contain[at + new]
                                if twos:
                                    total += twos * contain[at + 2 * new]
                    at = place_of(kind, form, marks.codes[m], kinds, marks)
                    contain[at] = total // (CARDS - cards)


@jit
def fill_avoid(kinds: Kinds, marks: Marks, contain: Ints, avoid: Ints) -> None:
    """Hands of given dead wood without a card of a set H, by H's kind, form and marks on H.

    H is of the largest size n that there are kinds of: seven, a hand. The alternating sum over the
    subsets of H is formed in layers, as in the general route:
    A_u(U) = sum over c in U of A_(u-1)(U - c) + (-1)^u n!/(n-u)! N(U); then A_n / n!.
    """
    factor, most = 1, kinds.starts.size - 2
    for cards in range(most + 1):
        for kind in range(kinds.starts[cards], kinds.starts[cards + 1]):
            for m in range(marks.codes.size):
                if marks.codes[m] >= marks.powers[kinds.ranks[kind]]:
                    break
                for form in range(marks.forms.shape[0]):
                    if marks.forms[form, 0] < marks.ones[m] or marks.forms[form, 1] < marks.twos[m]:
                        continue
                    at = place_of(kind, form, marks.codes[m], kinds, marks)
                    total = factor * contain[at]
                    for slot in range(SUITS * kinds.ranks[kind]):
                        smaller = kinds.down[kind, slot]
                        if smaller >= 0:
                            row, places = slot >> 2, kinds.down_places[kind, slot]
                            code = moved(marks.digits[m], places, marks.powers)
                            if popcount(kinds.rows[kind, row]) == 1:
                                code -= marks.digits[m, row] * marks.powers[places[row]]
                            total += avoid[place_of(smaller, form, code, kinds, marks)]
                    avoid[at] = total
        factor *= cards - most
    factorial = 1
    for cards in range(2, most + 1):
        factorial *= cards
    for at in range(marks.offsets[kinds.starts[most]], marks.offsets[-1]):
        avoid[at] //= factorial


# --- Two hands at once: the joint table ---------------------------------------------------------


@jit
def overlap(dead: int, choice: int, other_dead: int, other_choice: int) -> int:
    """The numbers of ranks that two pieces of dead wood share, as one number below 216."""
    shared = popcount(dead & other_dead) * 3 + popcount(dead & other_choice)
    return (shared * 3 + popcount(choice & other_dead)) * 3 + popcount(choice & other_choice)


@jit
def pairs_with_overlap(form: Ints, other: Ints, way: int, binomial: Ints) -> int:
    """How many pairs of dead wood of two forms overlap that way, on 13 ranks."""
    dead_dead, dead_choice = way // 27, way // 9 % 3
    choice_dead, choice_choice = way // 3 % 3, way % 3
    return (
        ways_outside(RANKS, form[0], form[1], binomial)
        * ways_outside(form[0], dead_dead, dead_choice, binomial)
        * ways_outside(form[1], choice_dead, choice_choice, binomial)
        * ways_outside(
            RANKS - form[0] - form[1],
            other[0] - dead_dead - choice_dead,
            other[1] - dead_choice - choice_choice,
            binomial,
        )
    )


@jit
def fill_overlaps(kinds: Kinds, marks: Marks, avoid: Ints, overlaps: Ints) -> None:
    """Deals for one piece of dead wood of the player and one of the dealer, by their overlap.

    ``overlaps[f, g, o]`` is for forms f (player) and g (dealer) that overlap in way o: the deals
    with any such pair, summed over the kinds of hands, by the number of pairs.
    """
    for kind in range(kinds.starts[CARDS], kinds.starts[CARDS + 1]):
        form = form_of(kinds.dead[kind], kinds.choice[kind], marks)
        for m in range(marks.codes.size):
            if marks.codes[m] >= marks.powers[kinds.ranks[kind]]:
                break
            ones, twos = 0, 0
            for row in range(CARDS):
                ones |= (marks.digits[m, row] == 1) << row
                twos |= (marks.digits[m, row] == 2) << row
            way = overlap(kinds.dead[kind], kinds.choice[kind], ones, twos)
            for other in range(marks.forms.shape[0]):
                outside = ways_outside(
                    RANKS - kinds.ranks[kind],
                    marks.forms[other, 0] - marks.ones[m],
                    marks.forms[other, 1] - marks.twos[m],
                    marks.binomial,
                )
                if outside:
                    at = place_of(kind, other, marks.codes[m], kinds, marks)
                    overlaps[form, other, way] += kinds.sets[kind] * outside * avoid[at]
    for form in range(marks.forms.shape[0]):
        for other in range(marks.forms.shape[0]):
            for way in range(overlaps.shape[2]):
                if overlaps[form, other, way]:
                    overlaps[form, other, way] //= pairs_with_overlap(
                        marks.forms[form], marks.forms[other], way, marks.binomial
                    )


@jit
def fill_row(value: int, first: Ints, woods: Ints, number: int, overlaps: Ints, row: Ints) -> None:
    """One row of the joint table: deals by the dealer's value, for one value of the player.

    ``woods[i]`` is a piece of dead wood: form, dead ranks, ranks of a choice, value. They are
    sorted by value, those of value v from ``first[v]`` on; the first ``number`` are the dealer's.
    """
    row[:] = 0
    for i in range(first[value], first[value + 1]):
        ways = overlaps[woods[i, 0]]
        dead, choice = woods[i, 1], woods[i, 2]
        for j in range(number):
            row[woods[j, 3]] += ways[woods[j, 0], overlap(dead, choice, woods[j, 1], woods[j, 2])]


@jit
def fill_joint(
    start: int, stop: int, first: Ints, woods: Ints, overlaps: Ints, joint: Ints
) -> None:
    """Rows ``start`` to ``stop`` of the joint table."""
    for value in range(start, stop):
        fill_row(value, first, woods, woods.shape[0], overlaps, joint[value])


@jit
def fill_showdown(
    start: int, stop: int, qualifying: int, low: Ints, high: Ints,
    first: Ints, woods: Ints, overlaps: Ints, sums: Ints,
) -> None:  # fmt: skip
    """Deals with a qualifying dealer, with a tie, with a better dealer, for some values.

    The dealer qualifies with the first ``qualifying`` values; value v ties with those from
    ``low[v]`` up to ``high[v]``; ``sums`` has shape (V, 3).
    """
    row = np.zeros(first.size - 1, np.int64)
    for value in range(start, stop):
        fill_row(value, first, woods, first[qualifying], overlaps, row)
        sums[value, 0] = row[:qualifying].sum()
        sums[value, 1] = row[low[value] : min(high[value], qualifying)].sum()
        sums[value, 2] = row[: min(low[value], qualifying)].sum()


# --- One hand against all dealer hands ----------------------------------------------------------


@jit
def fill_codes(ranks: int, powers: Ints, lower: Ints, upper: Ints) -> None:
    """Tables that turn a 13-bit rank mask into marks on the rows of a hand with these ranks.

    The base-3 code of mask b with all marks 1 is ``lower[b & 127] + upper[b >> 7]``.
    """
    row = 0
    for rank in range(RANKS):
        power = 0
        if ranks >> rank & 1:
            power = powers[row]
            row += 1
        part, bit = (lower, rank) if rank < 7 else (upper, rank - 7)
        for mask in range(1 << bit):
            part[mask | 1 << bit] = part[mask] + power


@jit
def fill_against(
    rows: Ints, permuted: Ints, woods: Ints, kinds: Kinds, marks: Marks, avoid: Ints, dealer: Ints
) -> None:
    """Dealer hands by value against one hand, given its rows of all 13 ranks."""
    lower, upper = np.zeros(128, np.int64), np.zeros(64, np.int64)
    held = np.zeros(ROWS, np.int64)
    places = np.zeros(ROWS, np.int64)
    ranks, number = 0, 0
    for rank in range(RANKS):
        if rows[rank]:
            held[number] = rows[rank]
            number += 1
            ranks |= 1 << rank
    key, _ = canonical(held, permuted, places)
    kind = find_key(key, kinds.starts[CARDS], kinds.starts[CARDS + 1], kinds.keys)
    fill_codes(ranks, marks.powers[places], lower, upper)
    for i in range(woods.shape[0]):
        dead, choice = woods[i, 1], woods[i, 2]
        code = lower[dead & 127] + upper[dead >> 7]
        code += 2 * (lower[choice & 127] + upper[choice >> 7])
        dealer[woods[i, 3]] += avoid[place_of(kind, woods[i, 0], code, kinds, marks)]


# --- Every hand against all dealer hands ----------------------------------------------------------


@jit
def fill_fewer(kinds: Kinds, marks: Marks, avoid: Ints, fewer: Ints) -> None:
    """``fewer[kind, n]``: hands with fewer than n dead cards that avoid a set of the kind.

    For the kinds of the largest size that there are.
    """
    for kind in range(kinds.starts[-2], kinds.starts[-1]):
        for m in range(marks.codes.size):
            if marks.codes[m] >= marks.powers[kinds.ranks[kind]]:
                break
            for form in range(marks.forms.shape[0]):
                outside = ways_outside(
                    RANKS - kinds.ranks[kind],
                    marks.forms[form, 0] - marks.ones[m],
                    marks.forms[form, 1] - marks.twos[m],
                    marks.binomial,
                )
                if outside:
                    at = place_of(kind, form, marks.codes[m], kinds, marks)
                    count = marks.forms[form, 0] + marks.forms[form, 1] // 2
                    fewer[kind, count + 1] += outside * avoid[at]
        for count in range(1, CARDS + 2):
            fewer[kind, count] += fewer[kind, count - 1]


@jit
def fill_shapes(permuted: Ints, kinds: Kinds, shapes: Ints, places: Ints) -> int:
    """List the shapes of a hand: its rows from the lowest rank up, under suit permutations.

    Fills, for each shape, ``shapes`` with its number of ranks, its dead wood (a mask over its
    rows), its kind and the number of hands on given ranks, and ``places`` with the place of each
    row in the kind. Returns how many shapes there are.
    """
    shape = np.zeros(ROWS, np.int64)
    shape[0] = 16
    depth, used, number = 0, 0, 0
    while depth >= 0:
        shape[depth] -= 1
        if shape[depth] == 0:
            depth -= 1
            if depth >= 0:
                used -= popcount(shape[depth])
            continue
        cards = used + popcount(shape[depth])
        times = 0 if cards > CARDS else times_largest(shape, depth + 1, permuted)
        if times and cards < CARDS:
            used = cards
            depth += 1
            shape[depth] = 16
        elif times:
            key, _ = canonical(shape, permuted, places[number])
            kind = find_key(key, kinds.starts[CARDS], kinds.starts[CARDS + 1], kinds.keys)
            dead, choice = 0, 0
            for i in range(depth + 1):
                dead |= (kinds.dead[kind] >> places[number, i] & 1) << i
                choice |= (kinds.choice[kind] >> places[number, i] & 1) << i
            shapes[number, 0] = depth + 1
            shapes[number, 1] = dead | (choice & -choice)
            shapes[number, 2] = kind
            shapes[number, 3] = 24 // times
            number += 1
    return number


@jit
def times_largest(shape: Ints, rows: int, permuted: Ints) -> int:
    """How many suit permutations leave the rows as they are; 0 if one gives larger ones."""
    times = 0
    for p in range(permuted.shape[0]):
        i = 0
        while i < rows and permuted[p, shape[i]] == shape[i]:
            i += 1
        if i == rows:
            times += 1
        elif permuted[p, shape[i]] > shape[i]:
            return 0
    return times


class Cases(NamedTuple):
    """Dead wood of one count, split by the marks it leaves on sets of ranks.

    Attributes
    ----------
    forms, markings : shape (c,)
        The columns: a form of dead wood of the count, and the number of the marks.
    better, same : shape (n, c)
        How many pieces of dead wood of that form leave these marks, for each case: of a better
        value than its own, and of a value that ties with it.
    """

    forms: Ints
    markings: Ints
    better: Ints
    same: Ints


@jit
def count_marks(
    ranks: Ints, low: Ints, high: Ints, woods: Ints, column: Ints, marks: Marks, cases: Cases
) -> None:
    """Fill ``better`` and ``same`` of cases.

    Case i is the rank mask ``ranks[i]``; ``woods`` are the pieces of dead wood, sorted by value.
    Values below ``low[i]`` are better, those from there up to ``high[i]`` tie. ``column[f, m]``
    is the column of form f and marks number m.
    """
    lower, upper = np.zeros(128, np.int64), np.zeros(64, np.int64)
    for i in range(ranks.size):
        fill_codes(ranks[i], marks.powers, lower, upper)
        for j in range(woods.shape[0]):
            if woods[j, 3] >= high[i]:
                break
            dead, choice = woods[j, 1], woods[j, 2]
            code = lower[dead & 127] + upper[dead >> 7]
            code += 2 * (lower[choice & 127] + upper[choice >> 7])
            at = column[woods[j, 0], marks.numbers[code]]
            if woods[j, 3] < low[i]:
                cases.better[i, at] += 1
            else:
                cases.same[i, at] += 1


@jit
def fill_line(
    kind: int, places: Ints, cases: Cases, kinds: Kinds, marks: Marks, avoid: Ints, line: Ints
) -> None:
    """Hands of the dead wood of each column that avoid one set, given by kind and places."""
    for i in range(cases.forms.size):
        code = moved(marks.digits[cases.markings[i]], places, marks.powers)
        line[i] = avoid[place_of(kind, cases.forms[i], code, kinds, marks)]


@jit
def find_kinds(sets: Ints, permuted: Ints, kinds: Kinds, found: Ints, places: Ints) -> None:
    """Find the kinds of sets of cards, given as rows, and the places of their rows in them.

    The sets are of the largest size that there are kinds of; ``places`` has shape (n, 8).
    """
    for i in range(sets.shape[0]):
        key, _ = canonical(sets[i], permuted, places[i])
        found[i] = find_key(key, kinds.starts[-2], kinds.starts[-1], kinds.keys)


@jit
def fill_lines(
    found: Ints, places: Ints, cases: Cases, kinds: Kinds, marks: Marks, avoid: Ints,
    lines: NDArray[np.int32],
) -> None:  # fmt: skip
    """Fill a line for each set of `find_kinds`."""
    line = np.zeros(cases.forms.size, np.int64)
    for i in range(found.size):
        fill_line(found[i], places[i], cases, kinds, marks, avoid, line)
        lines[i] = line


@jit
def product(numbers: Ints, line: Ints) -> int:
    """Sum of the products of two rows."""
    total = 0
    for i in range(numbers.size):
        total += numbers[i] * line[i]
    return total


@jit
def fill_hands(
    shapes: Ints, places: Ints, count: int, own: Cases, own_case: Ints,
    qualify_count: int, qualify: Cases, qualify_case: Ints, meets: Ints,
    values: Ints, times: Ints, fewer: Ints, kinds: Kinds, marks: Marks, avoid: Ints, out: Ints,
) -> None:  # fmt: skip
    """Showdown rows of shapes with the same number of ranks and the same dead rows.

    A row is a shape on those of its rank sets that have value ``values[j]`` and lie alike to the
    qualifier, ``times[j]`` of them; ``own_case[j]`` and ``qualify_case[j]`` say how they lie to
    both. ``meets[j]`` is 0 if every dealer who qualifies is better, 1 if all that tie qualify, 2
    if only some do. The columns of ``out``: value, hands; dealer hands against each that qualify,
    tie, are better.
    """
    own_line = np.zeros(own.forms.size, np.int64)
    qualify_line = np.zeros(qualify.forms.size, np.int64)
    same = np.zeros(own.same.shape[0], np.int64)
    better = np.zeros(own.better.shape[0], np.int64)
    qualified = np.zeros(qualify.better.shape[0], np.int64)
    end = 0
    for i in range(shapes.shape[0]):
        kind, weight = shapes[i, 2], shapes[i, 3]
        fill_line(kind, places[i], own, kinds, marks, avoid, own_line)
        for case in range(same.size):
            same[case] = product(own.same[case], own_line)
            better[case] = fewer[kind, count] + product(own.better[case], own_line)
        fill_line(kind, places[i], qualify, kinds, marks, avoid, qualify_line)
        for case in range(qualified.size):
            number = product(qualify.better[case], qualify_line)
            qualified[case] = fewer[kind, qualify_count] + number
        for j in range(values.size):
            qualifying = qualified[qualify_case[j]]
            out[end, 0] = values[j]
            out[end, 1] = weight * times[j]
            out[end, 2] = qualifying
            out[end, 4] = better[own_case[j]] if meets[j] else qualifying
            out[end, 3] = same[own_case[j]] if meets[j] == 1 else qualifying - out[end, 4]
            end += 1
