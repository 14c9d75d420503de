"""The jitted code of the evaluator and of the general route.

All functions that call each other stand in this one file, since numba's disk cache does not
notice an edit in another. Sets of cards are int64 with 13 bits a suit (:mod:`ginwin.cards`),
values are the integers of :mod:`ginwin.values`, counts are int64; nothing here is a float.
"""

# numba infers its own types; to mypy, numpy and Python integers mix in these functions
# mypy: disable-error-code="no-any-return,arg-type,return-value,assignment"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ginwin.base.jit import jit, popcount

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Masks = NDArray[np.uint16]

SUIT_MASK = 8191
SUIT_BITS = 13
COUNT_SHIFT = 26
WORST = 1 << 40


# --- The value of a hand, any meld rules ----------------------------------------------------


@jit
def can_be_put_away(cards: int, suit: int, sequence: bool) -> bool:
    """Whether cards of one suit (a rank mask) can all go into suit melds; no cards can."""
    if not sequence:
        return cards == 0 or popcount(cards) >= suit
    run = 0
    for rank in range(SUIT_BITS + 1):
        if (cards >> rank) & 1:
            run += 1
        elif 0 < run < suit:
            return False
        else:
            run = 0
    return True


@jit
def fill_put_away(most: int, suit: int, sequence: bool, starts: Ids, subsets: Masks) -> int:
    """List, for each rank mask of at most ``most`` bits, its subsets that can be put away.

    The subsets of mask ``m`` are ``subsets[starts[m]:starts[m + 1]]``. With empty ``subsets`` it
    only counts. Returns how many there are.
    """
    total = 0
    for mask in range(SUIT_MASK + 1):
        starts[mask] = total
        if popcount(mask) <= most:
            part = mask
            while True:
                if can_be_put_away(part, suit, sequence):
                    if subsets.size:
                        subsets[total] = part
                    total += 1
                if part == 0:
                    break
                part = (part - 1) & mask
    starts[SUIT_MASK + 1] = total
    return total


@jit
def spread(mask: int) -> int:
    """Move bit r of a rank mask to bit 2r, so that each rank has a base-4 digit."""
    mask = (mask | (mask << 8)) & 0x00FF00FF
    mask = (mask | (mask << 4)) & 0x0F0F0F0F
    mask = (mask | (mask << 2)) & 0x33333333
    return (mask | (mask << 1)) & 0x55555555


@jit
def dead_wood_value(c: int, d: int, h: int, s: int, rank: int) -> int:
    """Value of what is left after the suit melds, given as rank masks of the four suits.

    The number of cards of each rank is added up in binary, one bit plane at a time; ``rank``
    or more of one rank meld, fewer are dead wood.
    """
    odd_cd, both_cd, odd_hs, both_hs = c ^ d, c & d, h ^ s, h & s
    ones = odd_cd ^ odd_hs
    twos = both_cd ^ both_hs ^ (odd_cd & odd_hs)
    if rank == 2:
        ones, twos = ones & ~twos & ~(both_cd & both_hs), 0
    elif rank == 3:
        ones, twos = ones & ~twos, twos & ~ones
    count = popcount(ones) + 2 * popcount(twos)
    return (count << COUNT_SHIFT) | spread(ones) | (spread(twos) << 1)


@jit
def hand_value(hand: int, house: bool, rank: int, starts: Ids, subsets: Masks) -> int:
    """Value of a hand: the least over every way of putting cards away in suit melds.

    In the ``house`` way only the count and the highest card are made least; the cards below it
    are left to chance, and taken at their worst.
    """
    c, d = hand & SUIT_MASK, (hand >> 13) & SUIT_MASK
    h, s = (hand >> 26) & SUIT_MASK, (hand >> 39) & SUIT_MASK
    best = WORST
    for i in range(starts[c], starts[c + 1]):
        for j in range(starts[d], starts[d + 1]):
            for k in range(starts[h], starts[h + 1]):
                for m in range(starts[s], starts[s + 1]):
                    value = dead_wood_value(
                        c ^ np.int64(subsets[i]),
                        d ^ np.int64(subsets[j]),
                        h ^ np.int64(subsets[k]),
                        s ^ np.int64(subsets[m]),
                        rank,
                    )
                    if house:
                        high, best_high = count_and_highest(value), count_and_highest(best)
                        if high < best_high or (high == best_high and value > best):
                            best = value
                    else:
                        best = min(best, value)
    return best


@jit
def count_and_highest(value: int) -> int:
    """The dead-wood count and the highest dead rank as one number that compares."""
    digits = value & ((1 << COUNT_SHIFT) - 1)
    highest = 0
    while digits:
        digits >>= 2
        highest += 1
    return (value >> COUNT_SHIFT) * 16 + highest


@jit
def ranks_first_value(hand: int, rank: int, starts: Ids, subsets: Masks) -> int:
    """Value of a hand when all rank melds are put away, then all suit melds of the rest."""
    c, d = hand & SUIT_MASK, (hand >> 13) & SUIT_MASK
    h, s = (hand >> 26) & SUIT_MASK, (hand >> 39) & SUIT_MASK
    dead = 0
    for bit in range(SUIT_BITS):
        if (c >> bit & 1) + (d >> bit & 1) + (h >> bit & 1) + (s >> bit & 1) < rank:
            dead |= 1 << bit
    return suits_first_value(
        (c & dead) | ((d & dead) << 13) | ((h & dead) << 26) | ((s & dead) << 39),
        rank, starts, subsets,
    )  # fmt: skip


@jit
def suits_first_value(hand: int, rank: int, starts: Ids, subsets: Masks) -> int:
    """Value of a hand when all suit melds are put away, then all rank melds of the rest."""
    c, d = hand & SUIT_MASK, (hand >> 13) & SUIT_MASK
    h, s = (hand >> 26) & SUIT_MASK, (hand >> 39) & SUIT_MASK
    return dead_wood_value(
        c ^ most_put_away(c, starts, subsets),
        d ^ most_put_away(d, starts, subsets),
        h ^ most_put_away(h, starts, subsets),
        s ^ most_put_away(s, starts, subsets),
        rank,
    )


@jit
def most_put_away(suit: int, starts: Ids, subsets: Masks) -> int:
    """The largest set of cards of one suit that can be put away in suit melds."""
    most = 0
    for i in range(starts[suit], starts[suit + 1]):
        if popcount(np.int64(subsets[i])) > popcount(most):
            most = np.int64(subsets[i])
    return most


@jit
def fill_values(hands: Ints, way: int, rank: int, starts: Ids, subsets: Masks, values: Ids) -> None:
    """Value of each hand, arranged in the ``way`` of that number, written to ``values``."""
    for i in range(hands.size):
        if way <= 1:
            values[i] = hand_value(hands[i], way == 1, rank, starts, subsets)
        elif way == 2:
            values[i] = ranks_first_value(hands[i], rank, starts, subsets)
        elif way == 3:
            values[i] = suits_first_value(hands[i], rank, starts, subsets)
        else:
            values[i] = min(
                ranks_first_value(hands[i], rank, starts, subsets),
                suits_first_value(hands[i], rank, starts, subsets),
            )


@jit
def collect_values(values: Ids, table: Ints) -> None:
    """Put the different values into a hash table of -1, its size a power of two above theirs."""
    for value in values:
        table[value_slot(value, table)] = value


@jit
def number_values(values: Ids, table: Ints, numbers: Ids) -> None:
    """Turn values into the numbers that stand beside them in the hash table, in place."""
    for i in range(values.size):
        values[i] = numbers[value_slot(values[i], table)]


@jit
def value_slot(value: int, table: Ints) -> int:
    """Place of a value in an open-addressing hash table: its own, or where it would go."""
    last = table.size - 1
    slot = (value * 0x9E3779B1 >> 7) & last
    while table[slot] != -1 and table[slot] != value:
        slot = (slot + 1) & last
    return slot


# --- Suit-distinct sets of cards and their numbers ------------------------------------------


@jit
def set_index(cards: int, order: Masks, profile_of: Ids, place: Ids) -> int:
    """Number of the suit class of a set of cards (see :class:`ginwin.counting.lattice.Lattice`)."""
    a = np.int64(order[cards & SUIT_MASK])
    b = np.int64(order[(cards >> 13) & SUIT_MASK])
    c = np.int64(order[(cards >> 26) & SUIT_MASK])
    d = np.int64(order[(cards >> 39) & SUIT_MASK])
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    profile = profile_of[((a >> 11) << 9) | ((b >> 11) << 6) | ((c >> 11) << 3) | (d >> 11)]
    return (
        place[profile, 0, a & 2047]
        + place[profile, 1, b & 2047]
        + place[profile, 2, c & 2047]
        + place[profile, 3, d & 2047]
    )


@jit
def fill_sets(
    profile: Ids, by_size: Masks, sizes: Ids, suits: int, place: Ids, sets: Ints, orbits: Ids
) -> None:
    """Write the suit classes whose suits hold ``profile`` cards, and the size of each class.

    ``by_size[n, i]`` is the i-th rank mask of n cards, ``sizes[n]`` how many there are,
    ``place`` the four rows of the profile in the index table.
    """
    p0, p1, p2, p3 = profile[0], profile[1], profile[2], profile[3]
    for i in range(sizes[p0]):
        for j in range(i + 1 if p1 == p0 else sizes[p1]):
            for k in range(j + 1 if p2 == p1 else sizes[p2]):
                for m in range(k + 1 if p3 == p2 else sizes[p3]):
                    a, b = np.int64(by_size[p0, i]), np.int64(by_size[p1, j])
                    c, d = np.int64(by_size[p2, k]), np.int64(by_size[p3, m])
                    number = place[0, i] + place[1, j] + place[2, k] + place[3, m]
                    sets[number] = a | (b << 13) | (c << 26) | (d << 39)
                    alike = 1
                    run = 1
                    orbit = 1
                    for n in range(1, suits):
                        orbit *= n + 1
                        if n == 1:
                            same = a == b
                        elif n == 2:
                            same = b == c
                        else:
                            same = c == d
                        run = run + 1 if same else 1
                        alike *= run
                    orbits[number] = orbit // alike


@jit
def fill_links(
    sets: Ints, cards: int, order: Masks, profile_of: Ids, place: Ids, links: Ids
) -> None:
    """For each set of ``cards`` cards the numbers of the sets with one card fewer."""
    for i in range(sets.size):
        rest = sets[i]
        for j in range(cards):
            card = rest & -rest
            links[i, j] = set_index(sets[i] ^ card, order, profile_of, place)
            rest ^= card


# --- N_v(S): hands of value v that contain S, for every set S of fewer cards ------------------


@jit
def contain_from_hands(
    sets: Ints, deck: int, first_hand: int, hand_values: Ids, values: int,
    order: Masks, profile_of: Ids, place: Ids, starts: Ints, which: Ids, numbers: Ids,
) -> int:  # fmt: skip
    """Values of the hands that contain each set, where a hand has one card more.

    Set i has ``numbers[e]`` hands of value ``which[e]`` for e from ``starts[i]`` up to
    ``starts[i + 1]``, the values ascending. Returns the number of entries.
    """
    row = np.zeros(values, np.int64)
    seen = np.zeros((values + 63) >> 6, np.int64)
    end = 0
    for i in range(sets.size):
        others = deck & ~sets[i]
        while others:
            card = others & -others
            hand = set_index(sets[i] | card, order, profile_of, place) - first_hand
            value = hand_values[hand]
            row[value] += 1
            seen[value >> 6] |= np.int64(1) << (value & 63)
            others ^= card
        starts[i] = end
        end = collect_row(row, seen, 1, which, numbers, end)
    starts[sets.size] = end
    return end


@jit
def contain_from_layer(
    sets: Ints, deck: int, missing: int, first: int, upper_starts: Ints, upper_which: Ids,
    upper_numbers: Ids, values: int,
    order: Masks, profile_of: Ids, place: Ids, starts: Ints, which: Ids, numbers: Ids,
) -> int:  # fmt: skip
    """The same from the sets of one card more: the sum over the added card, by ``missing``.

    ``missing`` is how many cards a set lacks to a hand: each hand is met once for each of them.
    """
    row = np.zeros(values, np.int64)
    seen = np.zeros((values + 63) >> 6, np.int64)
    end = 0
    for i in range(sets.size):
        others = deck & ~sets[i]
        while others:
            card = others & -others
            upper = set_index(sets[i] | card, order, profile_of, place) - first
            for e in range(upper_starts[upper], upper_starts[upper + 1]):
                value = upper_which[e]
                row[value] += upper_numbers[e]
                seen[value >> 6] |= np.int64(1) << (value & 63)
            others ^= card
        starts[i] = end
        end = collect_row(row, seen, missing, which, numbers, end)
    starts[sets.size] = end
    return end


@jit
def contain_with_rank(
    sets: Ints, rank_cards: int, first_upper: int, own_starts: Ints, own_which: Ids,
    own_numbers: Ids, upper_starts: Ints, upper_which: Ids, upper_numbers: Ids, values: int,
    order: Masks, profile_of: Ids, place: Ids, starts: Ints, which: Ids, numbers: Ids,
) -> int:  # fmt: skip
    """The same, each hand counted as often as it has one of the ``rank_cards``.

    A hand that contains S and one of these cards, c, counts for c whether c is in S (then it is
    in the own row of S) or not (then it is in the row of S + c).
    """
    row = np.zeros(values, np.int64)
    seen = np.zeros((values + 63) >> 6, np.int64)
    end = 0
    for i in range(sets.size):
        held = popcount(sets[i] & rank_cards)
        if held:
            for e in range(own_starts[i], own_starts[i + 1]):
                value = own_which[e]
                row[value] += held * np.int64(own_numbers[e])
                seen[value >> 6] |= np.int64(1) << (value & 63)
        others = rank_cards & ~sets[i]
        while others:
            card = others & -others
            upper = set_index(sets[i] | card, order, profile_of, place) - first_upper
            for e in range(upper_starts[upper], upper_starts[upper + 1]):
                value = upper_which[e]
                row[value] += upper_numbers[e]
                seen[value >> 6] |= np.int64(1) << (value & 63)
            others ^= card
        starts[i] = end
        end = collect_row(row, seen, 1, which, numbers, end)
    starts[sets.size] = end
    return end


@jit
def collect_row(row: Ints, seen: Ints, divisor: int, which: Ids, numbers: Ids, end: int) -> int:
    """Append the entries of a dense row, in order, and clear the row. Returns the new end."""
    for word in range(seen.size):
        bits = seen[word]
        seen[word] = 0
        while bits:
            value = (word << 6) + popcount((bits & -bits) - 1)
            which[end] = value
            numbers[end] = row[value] // divisor
            row[value] = 0
            end += 1
            bits &= bits - 1
    return end


@jit
def add_showdown(
    weights: Ints, starts: Ints, which: Ids, numbers: Ids,
    dealer_starts: Ints, dealer_which: Ids, dealer_numbers: Ids,
    qualifying: int, low: Ints, high: Ints, sums: Ints,
) -> None:  # fmt: skip
    """Add each set's term of the inclusion-exclusion sums, by the player's value.

    ``weights`` is (-1)^|S| times the size of the class of S; the dealer qualifies with the first
    ``qualifying`` values, and value v ties with those from ``low[v]`` up to ``high[v]``. The
    columns of ``sums``, shape (V, 3): qualifying dealers, ties, better dealers.
    """
    for i in range(weights.size):
        last = dealer_starts[i + 1]
        total = 0
        for f in range(dealer_starts[i], last):
            if dealer_which[f] < qualifying:
                total += dealer_numbers[f]
        below, f = 0, dealer_starts[i]
        up_to, g = 0, dealer_starts[i]
        for e in range(starts[i], starts[i + 1]):
            value = which[e]
            while f < last and dealer_which[f] < min(low[value], qualifying):
                below += dealer_numbers[f]
                f += 1
            while g < last and dealer_which[g] < min(high[value], qualifying):
                up_to += dealer_numbers[g]
                g += 1
            term = weights[i] * numbers[e]
            sums[value, 0] += term * total
            sums[value, 1] += term * (up_to - below)
            sums[value, 2] += term * below


@jit
def add_joint(
    weights: Ints, starts: Ints, which: Ids, numbers: Ids,
    dealer_starts: Ints, dealer_which: Ids, dealer_numbers: Ids,
    symmetric: bool, first: int, step: int, joint: Ints,
) -> None:  # fmt: skip
    """Add each set's term to the rows first, first + step, ... of the joint table.

    If both sides arrange alike, only to the columns from the diagonal on.
    """
    for i in range(weights.size):
        for e in range(starts[i], starts[i + 1]):
            if which[e] % step == first:
                row = joint[which[e]]
                term = weights[i] * numbers[e]
                for f in range(e if symmetric else dealer_starts[i], dealer_starts[i + 1]):
                    row[dealer_which[f]] += term * dealer_numbers[f]


# --- Any known cards: the hands that are left in the rest of the deck -------------------------


@jit
def index_sets(sets: Ints, order: Masks, profile_of: Ids, place: Ids, numbers: Ids) -> None:
    """Number of the suit class of each set, written to ``numbers``."""
    for i in range(sets.size):
        numbers[i] = set_index(sets[i], order, profile_of, place)


@jit
def next_subset(chosen: Ints, size: int) -> bool:
    """Move to the next of the subsets of 0 .. size - 1, in lexical order; False after the last."""
    last = chosen.size - 1
    i = last
    while i >= 0 and chosen[i] == size - 1 - last + i:
        i -= 1
    if i < 0:
        return False
    chosen[i] += 1
    for j in range(i + 1, chosen.size):
        chosen[j] = chosen[j - 1] + 1
    return True


@jit
def split_cards(cards: int, single: Ints) -> int:
    """Write the cards of a set, each as a set of its own, to ``single``. Returns how many."""
    number = 0
    while cards:
        single[number] = cards & -cards
        cards &= cards - 1
        number += 1
    return number


@jit
def count_hands_within(
    rests: Ints, size: int, first_hand: int, hand_values: Ids,
    order: Masks, profile_of: Ids, place: Ids, hands: Ints,
) -> None:  # fmt: skip
    """Count every hand of ``size`` cards within each set; ``hands[n, v]``: those of value v."""
    single = np.empty(64, np.int64)
    for n in range(rests.size):
        cards = single[: split_cards(rests[n], single)]
        chosen = np.arange(size - 1)  # all but the last card
        more = True
        while more:
            most = np.int64(0)
            for i in chosen:
                most |= cards[i]
            for i in range(chosen[size - 2] + 1 if size > 1 else 0, cards.size):
                number = set_index(most | cards[i], order, profile_of, place) - first_hand
                hands[n, hand_values[number]] += 1
            more = next_subset(chosen, cards.size)


@jit
def add_signed_rows(
    sets: Ints, k: int, first: int, starts: Ints, which: Ids, numbers: Ids,
    order: Masks, profile_of: Ids, place: Ids, hands: Ints,
) -> None:  # fmt: skip
    """Add (-1)^k N_v(S) to ``hands[n, v]`` for every set S of k cards of set number n."""
    sign = -1 if k % 2 else 1
    single = np.empty(64, np.int64)
    for n in range(sets.size):
        cards = single[: split_cards(sets[n], single)]
        chosen = np.arange(k)
        more = k <= cards.size
        while more:
            subset = np.int64(0)
            for i in chosen:
                subset |= cards[i]
            row = set_index(subset, order, profile_of, place) - first
            for e in range(starts[row], starts[row + 1]):
                hands[n, which[e]] += sign * numbers[e]
            more = next_subset(chosen, cards.size)


@jit
def add_holding(
    cards: Ints, others: Ints, k: int, first: int, starts: Ints, which: Ids, numbers: Ids,
    event_of: Ids, order: Masks, profile_of: Ids, place: Ids, hands: Ints,
) -> None:  # fmt: skip
    """Add (-1)^k N_v(S + c) to ``hands[i, event_of[v]]`` for the sets S of k cards and each c.

    c is number i of the ``others``; ``first`` is where the sets of k + 1 cards begin.
    """
    sign = -1 if k % 2 else 1
    chosen = np.arange(k)
    while True:
        subset = np.int64(0)
        for i in chosen:
            subset |= cards[i]
        for i in range(others.size):
            row = set_index(subset | others[i], order, profile_of, place) - first
            for e in range(starts[row], starts[row + 1]):
                hands[i, event_of[which[e]]] += sign * numbers[e]
        if not next_subset(chosen, cards.size):
            break


# --- The same sums for one hand at a time ---------------------------------------------------
#
# The alternating sum over the subsets of a hand in layers: with
#   A_u(U) = sum over c in U of A_(u-1)(U - c) + (-1)^u n!/(n-u)! N(U)
# the number of hands that avoid an n-card hand H is A_n(H) / n!, since H is reached from each
# of its subsets S by (n - |S|)! orders of adding the cards.
# Sums over a class of sets are carried as "meetings": class size times N.


@jit
def meetings_of_hands(
    hands: Ids, layers: Ints, links: Ids, link_starts: Ints, meetings: Ints
) -> None:
    """Fill ``meetings`` of all smaller sets from those of the hands, layer by layer."""
    cards = layers.size - 2
    meetings[:] = 0
    for k in range(cards, 0, -1):
        first, last = layers[k], layers[k + 1]
        for i in range(first, last):
            number = hands[i - first] if k == cards else meetings[i]
            if number:
                for e in range(
                    link_starts[k] + (i - first) * k, link_starts[k] + (i - first + 1) * k
                ):
                    meetings[links[e]] += number
        for i in range(layers[k - 1], first):
            meetings[i] //= cards - k + 1


@jit
def avoid_all(
    flags: NDArray[np.bool_], meetings: Ints, orbits: Ids, layers: Ints, links: Ids,
    link_starts: Ints, avoid: Ints,
) -> None:  # fmt: skip
    """Hands with a property (a flag for each suit-distinct hand) that avoid each hand.

    ``avoid`` has a place for every set; its last layer holds the result.
    """
    cards = layers.size - 2
    factor = 1
    for k in range(cards + 1):
        for i in range(layers[k], layers[k + 1]):
            if k == cards:
                total = factor if flags[i - layers[k]] else 0
            else:
                total = factor * (meetings[i] // orbits[i])
            start = link_starts[k] + (i - layers[k]) * k
            for e in range(start, start + k):
                total += avoid[links[e]]
            avoid[i] = total
        factor *= -(cards - k)
    factorial = 1
    for k in range(2, cards + 1):
        factorial *= k
    for i in range(layers[cards], layers[cards + 1]):
        avoid[i] //= factorial


@jit
def involve(
    sets: Ids, met: int, group: int, stamp: Ids, meetings: Ints, involved: Ids, end: int
) -> int:
    """Add a larger set's meetings to sets, listing those new to the group. Returns the new end."""
    for s in sets:
        if stamp[s] != group:
            stamp[s] = group
            meetings[s] = 0
            involved[end] = s
            end += 1
        meetings[s] += met
    return end


@jit
def avoid_by_group(
    first: int, last: int, players: Ids, player_starts: Ints, dealers: Ids, dealer_starts: Ints,
    dealer_groups: Ids, below: Ints, orbits: Ids, layers: Ints, links: Ids, link_starts: Ints,
    tie: Ids, better: Ids,
) -> None:  # fmt: skip
    """For each player hand of the groups from first to last: dealer hands of the same and better.

    Groups are values that tie, best first. ``players[player_starts[g]:player_starts[g + 1]]`` are
    the suit-distinct hands in group g as the player arranges them, ``dealers`` the same for the
    dealer, hands that do not qualify left out, and ``dealer_groups`` the group of each hand (-1
    for those left out). ``below`` are the meetings of the dealer's hands in groups before first.

    Group by group, N_g and the layered sums are formed on the sets inside some hand of the group
    alone; then N_g joins ``below`` (modified in place). ``tie`` and ``better`` have a place for
    each hand.
    """
    cards = layers.size - 2
    hands = layers[cards]
    stamp = np.full(hands, -1, np.int32)
    meetings = np.zeros(hands, np.int64)
    sum_tie = np.zeros(hands, np.int64)
    sum_better = np.zeros(hands, np.int64)
    # the sets inside the hands of one group, those of k cards at [ends[k + 1], ends[k])
    involved = np.empty(hands, np.int32)
    ends = np.zeros(cards + 1, np.int64)
    for group in range(first, last):
        end = 0
        for side in range(2):
            members = dealers if side else players
            starts = dealer_starts if side else player_starts
            for i in members[starts[group] : starts[group + 1]]:
                met = np.int64(orbits[hands + i]) if side else np.int64(0)
                start = link_starts[cards] + i * cards
                smaller = links[start : start + cards]
                end = involve(smaller, met, group, stamp, meetings, involved, end)
        ends[cards - 1] = end
        for k in range(cards - 1, 0, -1):
            for n in range(ends[k + 1], ends[k]):
                u = involved[n]
                start = link_starts[k] + (u - layers[k]) * k
                smaller = links[start : start + k]
                end = involve(smaller, meetings[u], group, stamp, meetings, involved, end)
            ends[k - 1] = end
            for n in range(ends[k], end):
                meetings[involved[n]] //= cards - k + 1
        factor = 1
        for k in range(cards):
            for n in range(ends[k + 1], ends[k]):
                u = involved[n]
                total_tie = factor * (meetings[u] // orbits[u])
                total_better = factor * (below[u] // orbits[u])
                below[u] += meetings[u]
                start = link_starts[k] + (u - layers[k]) * k
                for e in range(start, start + k):
                    total_tie += sum_tie[links[e]]
                    total_better += sum_better[links[e]]
                sum_tie[u] = total_tie
                sum_better[u] = total_better
            factor *= -(cards - k)
        for i in players[player_starts[group] : player_starts[group + 1]]:
            total_tie = factor if dealer_groups[i] == group else 0
            total_better = factor if 0 <= dealer_groups[i] < group else 0
            start = link_starts[cards] + i * cards
            for e in range(start, start + cards):
                total_tie += sum_tie[links[e]]
                total_better += sum_better[links[e]]
            tie[i] = total_tie // abs(factor)
            better[i] = total_better // abs(factor)
