"""Seats seen: exact on small decks by dealing everything; repeatable whoever does the work."""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from brute_force import as_dead_wood, as_value, dead_wood, net, settle, with_settings
from real_seen import real_tables

from ginwin.base.estimates import Z_95
from ginwin.cards import Deck, cards_of, hand_of
from ginwin.counting.general import GeneralCounts
from ginwin.counting.known_cards import values_outside
from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.protection import seat_kernels
from ginwin.protection.blocks import Block, in_order, students_t
from ginwin.protection.seat_rules import fit_rules, statistics_of
from ginwin.protection.seat_tables import Drawn, SeatTables
from ginwin.protection.seats import SeatsSeen, most_seats, sample_seats
from ginwin.rules.rules import Rules

ONE_SEAT = Deck(4, 4)
"""16 cards: with five in a hand, one other seat, and six cards that nobody sees."""

TWO_SEATS = Deck(5, 4)

RULES = {
    "plain": with_settings("deal.cards=5"),
    "several bets": with_settings(
        "deal.cards=5", 'raise.play=["1/2", 2]', "pays.win.ante.0=5/2", "pays.tie.ante.other=-1/3",
        "dealer.qualifies=1 card",
    ),
    "count": with_settings("deal.cards=5", "dealer.qualifies=always", "compare.cards=count"),
    "ways": with_settings(
        "deal.cards=5", "arrange.player=suits first", "arrange.dealer=house", "melds.sequence=true",
        "pays.fold.ante.other=-1/2",
    ),
}  # fmt: skip


@cache
def tables(name: str = "plain", deck: Deck = ONE_SEAT) -> SeatTables:
    return SeatTables(RULES[name], deck)


def subsets(cards: int, size: int) -> Iterator[int]:
    return (hand_of(chosen) for chosen in combinations(cards_of(cards), size))


def nets(rules: Rules, hand: int, dealers: list[int]) -> dict[Fraction, Fraction]:
    """What each bet (0: a fold) wins with a hand, on average over dealer hands, one by one."""
    own = dead_wood(hand, rules.melds, rules.ways[0])
    limit = as_dead_wood(rules.qualifies)
    found = {Fraction(0): net(rules, "fold", own[0], Fraction(0))}
    events = [
        settle(own, dead_wood(dealer, rules.melds, rules.ways[1]), limit, rules.comparing)
        for dealer in dealers
    ]
    for play in rules.play:
        total = sum((net(rules, event, own[0], play) for event in events), Fraction(0))
        found[play] = total / len(events)
    return found


@cache
def exact_edge(seats: int) -> float:
    """The edge of the plain rules with the cards of seats known, by dealing everything."""
    rules, cards = RULES["plain"], ONE_SEAT.cards
    place = {card: number for number, card in enumerate(cards)}
    value = np.zeros(1 << len(cards), np.int64)  # by the places of the cards
    short = {}
    for hand in subsets(ONE_SEAT.mask, 5):
        short[hand] = sum(1 << place[card] for card in cards_of(hand))
        value[short[hand]] = as_value(dead_wood(hand, rules.melds))
    everything = (1 << len(cards)) - 1
    wins = {count: float(net(rules, "win", count, Fraction(1))) for count in range(6)}
    win = np.array([wins[count] for count in range(6)])
    total = number = 0.0
    hands = np.array(list(short.values()))
    for known in combinations(range(len(cards)), 5 * (seats + 1)):
        mask = sum(1 << card for card in known)
        own = hands[hands & ~mask == 0]
        others = value[hands[hands & mask == 0]]
        assert (everything ^ mask).bit_count() >= 5
        mine = value[own][:, None]
        net_win = np.where(
            others > rules.qualifies,
            1.0,
            np.where(others > mine, win[mine >> 26], np.where(others == mine, 0.0, -2.0)),
        )
        total += np.maximum(net_win.mean(axis=1), -1.0).sum()
        number += own.size
    return -total / number


def test_one_seat_against_every_deal() -> None:
    plain = tables().plain
    assert exact_edge(0) == pytest.approx(float(plain.house_edge), abs=1e-12)
    seen = sample_seats(tables(), 1, samples=20_000, seed=7)
    assert abs(seen.house_edge.value - exact_edge(1)) < 4 * seen.house_edge.standard_error
    assert seen.house_edge.standard_error < 0.002


def test_intervals_cover_the_exact_edge() -> None:
    """Of 60 intervals of 95 % all but a few cover it (more than 8 misses: once in 10,000 runs)."""
    runs = [sample_seats(tables(), 1, samples=1, seed=seed) for seed in range(60)]
    edges = [run.house_edge for run in runs]
    missed = sum(not edge.low <= exact_edge(1) <= edge.high for edge in edges)
    assert missed <= 8


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seats", [0, 1])
def test_a_block_against_single_deals(name: str, seats: int) -> None:
    """The first sets of a block again, each dealer hand by itself and in fractions."""
    table, rules = tables(name), RULES[name]
    drawn = table.draw(seats, 11, 3)
    sets, hands = 4, 6
    values = table.counts.values
    found = np.zeros(4), np.zeros(4)
    part = Drawn(
        drawn.known[:sets], drawn.dealers[:sets], drawn.numbers[:sets, :hands],
        drawn.plain[:sets, :hands],
    )  # fmt: skip
    seat_kernels.play_known(*table.dealt(part), table.squares, *found)
    by_value = {
        int(as_value(dead_wood(hand, rules.melds, rules.ways[0]))): hand
        for hand in subsets(ONE_SEAT.mask, 5)
    }
    plays = (Fraction(0), *rules.play)
    gained = Fraction(0)
    for known, numbers, plain in zip(part.known.tolist(), part.numbers, part.plain, strict=True):
        dealers = list(subsets(ONE_SEAT.mask & ~known, 5))
        for number, bet in zip(numbers.tolist(), plain.tolist(), strict=True):
            worth = nets(rules, by_value[int(values[number])], dealers)
            gained += (max(worth.values()) - worth[plays[bet]]) / hands
    assert found[0][0] / table.unit == pytest.approx(float(gained), abs=1e-12)


@pytest.mark.parametrize("name", RULES)
def test_seeing_nothing_gives_back_the_exact_figures(name: str) -> None:
    seen = sample_seats(tables(name), 0, samples=100)
    plain = tables(name).plain
    assert tuple(seen.benefit) == (0, 0, 0, 0)
    assert seen.house_edge.value == float(plain.house_edge)
    assert seen.changed.value == 0
    assert seen.standard_deviation == pytest.approx(plain.standard_deviation)


def test_more_seats_are_never_worth_less() -> None:
    assert exact_edge(1) < exact_edge(0)
    seen = [sample_seats(tables(deck=TWO_SEATS), seats, samples=4000) for seats in (0, 1, 2)]
    edges = [one.house_edge for one in seen]
    assert edges[2].high < edges[1].low < edges[1].high < edges[0].value
    for one in seen:  # no decision with more known is a worse one
        assert all(total >= 0 for total in (one.benefit.value, one.changed.value))


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(threads: int) -> None:
    expected = sample_seats(tables(), 1, precision=0.004, seed=5, threads=4)
    assert expected.reached
    assert sample_seats(tables(), 1, precision=0.004, seed=5, threads=threads) == expected


def test_an_interrupted_run_goes_on() -> None:
    kept = Block()

    def keep(total: Block) -> None:
        nonlocal kept
        kept = total
        if total.blocks == 3:
            raise KeyboardInterrupt

    whole = sample_seats(tables(deck=TWO_SEATS), 1, samples=9000, seed=2)
    with pytest.raises(KeyboardInterrupt):
        sample_seats(tables(deck=TWO_SEATS), 1, samples=9000, seed=2, keep=keep)
    assert 0 < kept.sets < 9000 <= whole.total.sets
    again = sample_seats(tables(deck=TWO_SEATS), 1, samples=9000, seed=2, begun=kept)
    assert again == whole


def test_draws() -> None:
    table = tables(deck=TWO_SEATS)
    first, again, other = (table.draw(1, 1, number) for number in (0, 0, 1))
    assert first.known.tolist() == again.known.tolist() != other.known.tolist()
    assert (np.bitwise_count(first.known) == 10).all()
    assert (first.known & ~TWO_SEATS.mask == 0).all()
    assert (first.dealers.sum(axis=1) == math.comb(10, 5)).all()
    held = np.array([(first.known >> card & 1).mean() for card in TWO_SEATS.cards])
    error = math.sqrt(0.25 / first.known.size)
    assert (abs(held - 0.5) < 5 * error).all()


def test_both_ways_to_count_the_dealer_hands() -> None:
    counts = GeneralCounts(deck=Deck(5, 3), cards=4, ways=("best", "house"))
    for known in (0, 0b111, hand_of((0, 13, 14, 2, 27, 28)), hand_of(counts.deck.cards[:11])):
        ways = (values_outside(counts, np.array([known]), one_by_one=one) for one in (False, True))
        summed, one_by_one = (way[0].tolist() for way in ways)
        assert summed == one_by_one
        assert sum(summed) == math.comb(15 - known.bit_count(), 4)
    for known in (1 << 5, hand_of(counts.deck.cards[:12])):
        with pytest.raises(InputError, match="known cards"):
            values_outside(counts, np.array([0, known]))


def test_counting_rules_are_measured_on_fresh_sets() -> None:
    table = tables(deck=TWO_SEATS)
    rules = fit_rules(table, 2, blocks=3, seed=1)
    assert fit_rules(table, 2, blocks=3, seed=1, threads=1) == rules
    best = sample_seats(table, 2, samples=4000, seed=9)
    for rule in rules:
        assert rule.worth.low < best.benefit.high
        assert sum(limit.share for limit in rule.limits) == pytest.approx(1)
        assert all(limit.least <= limit.most for limit in rule.limits)
        assert rule.sets == 3 * table.sets_of(2)
    assert rules[0].worth.value >= rules[-1].worth.value
    with pytest.raises(InputError, match="blocks"):
        fit_rules(table, 2, blocks=0)


@pytest.mark.parametrize("name", ["plain", "several bets", "ways"])
def test_counting_rules_against_single_deals(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What rules are worth, from their limits alone: sets, hands and dealer hands one by one."""
    table, rules = tables(name), RULES[name]
    sets, hands = 5, 12

    def draw(self: SeatTables, seats: int, seed: int, number: int) -> Drawn:
        drawn = whole(self, seats, seed, number)
        if number == 0:  # which the rules are fitted on
            return drawn
        rows = slice(sets), slice(hands)
        return Drawn(
            drawn.known[:sets], drawn.dealers[:sets], drawn.numbers[rows], drawn.plain[rows]
        )

    whole = SeatTables.draw
    monkeypatch.setattr(SeatTables, "draw", draw)
    found = fit_rules(table, 1, blocks=1, seed=2)
    plays = (Fraction(0), *rules.play)
    values = table.counts.values.tolist()
    by_value = {
        int(as_value(dead_wood(hand, rules.melds, rules.ways[0]))): hand
        for hand in subsets(ONE_SEAT.mask, 5)
    }
    gained: dict[str, list[float]] = {rule.counting: [] for rule in found}
    fresh = draw(table, 1, 2, 1)
    for known, numbers, plain in zip(fresh.known.tolist(), fresh.numbers, fresh.plain, strict=True):
        unseen = ONE_SEAT.mask & ~known
        held = np.array(
            [[unseen >> 13 * suit + rank & 1 for suit in range(4)] for rank in range(4)]
        )
        dealers = list(subsets(unseen, 5))
        worths = [nets(rules, by_value[values[which]], dealers) for which in numbers]
        for rule in found:
            count = statistics_of(table.deck)[rule.counting]
            number = int(count(held.sum(axis=1)[None], held.sum(axis=0)[None])[0])
            (limit,) = [one for one in rule.limits if one.least <= number <= one.most]
            gain = Fraction(0)
            for which, own, worth in zip(numbers, plain, worths, strict=True):
                value = values[which]
                bet = plays[value <= limit.threshold]
                if limit.largest is not None and value <= limit.largest:
                    bet = plays[-1]
                gain += worth[bet] - worth[plays[own]]
            gained[rule.counting].append(float(gain / hands))
    for rule in found:
        assert rule.worth.value == pytest.approx(np.mean(gained[rule.counting]), abs=1e-12)


def test_no_rule_is_far_below_the_own_cards_alone() -> None:
    """The limit that is best with nothing seen is one of those that are tried."""
    for name, rules in RULES.items():
        for rule in fit_rules(tables(name), 0, blocks=4, seed=3):
            by_value = analyze(rules, "best-threshold", tables(name).counts).house_edge
            lost = float(by_value - tables(name).plain.house_edge)
            assert rule.worth.value >= -lost - 4 * rule.worth.standard_error - 0.003


def test_large_seeds_are_all_different() -> None:
    seeds = (0, 2**63, 2**63 + 1, 2**64 - 1)
    known = {tables().draw(1, seed, 0).known.tobytes() for seed in seeds}
    assert len(known) == len(seeds)


@pytest.mark.parametrize(("freedom", "quantile"), [(15, 2.13145), (30, 2.04227), (400, 1.96591)])
def test_students_t(freedom: int, quantile: float) -> None:
    assert students_t(Z_95, freedom) == pytest.approx(quantile, abs=1e-4)
    first = Block(1, freedom + 1, (1.0,) * 4, (2.0,) * 4).estimate(0)
    assert first.high - first.value == pytest.approx(quantile * first.standard_error, rel=1e-4)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seats": 2}, "seats: value 2 is not allowed"),
        ({"seats": -1}, "seats: value -1"),
        ({"seed": -1}, "seed: value -1"),
        ({"seed": 2**64}, "seed"),
        ({"samples": 0}, "samples: value 0"),
        ({"precision": 0.0}, "precision: value 0.0"),
        ({"precision": math.nan}, "precision: value nan"),
        ({"precision": math.inf}, "precision: value inf"),
        ({"precision": True}, "precision: value True"),
        ({"precision": 10**400}, "precision: value 1000"),
        ({"precision": "x"}, "precision: value 'x'"),
        ({"seats": "x"}, "seats: value 'x'"),
        ({"seed": 1.0}, "seed: value 1.0"),
        ({"samples": "9"}, "samples: value '9'"),
        ({"z": math.nan}, "z: value nan"),
        ({"z": -1}, "z: value -1"),
        ({"z": 0}, "z: value 0"),
    ],
)
def test_bad_input(settings: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sample_seats(tables(), **({"seats": 1} | settings))  # type: ignore[arg-type]


def test_seats_at_the_table() -> None:
    assert most_seats(Rules.load("gli")) == 5
    assert most_seats(RULES["plain"]) == 8
    assert most_seats(RULES["plain"], ONE_SEAT) == 1


def test_blocks_are_added_in_order() -> None:
    class Done:
        def __init__(self, number: int) -> None:
            self.number, self.cancelled = number, False

        def result(self) -> int:
            return self.number

        def cancel(self) -> None:
            self.cancelled = True

    begun: list[Done] = []

    def submit(number: int) -> Done:
        begun.append(Done(number))
        return begun[-1]

    blocks = in_order(submit, 5, 3)
    assert [next(blocks) for _ in range(4)] == [5, 6, 7, 8]
    blocks.close()
    assert [one.number for one in begun if one.cancelled] == [9, 10]


@pytest.mark.slow
def test_standard_deck() -> None:
    table = real_tables()
    edges = [float(table.plain.house_edge)]
    for seats in (1, 3, 4, 5):  # two take longest
        seen: SeatsSeen = sample_seats(table, seats, precision=0.003, seed=seats)
        assert seen.reached
        assert seen.house_edge.high < edges[-1]
        edges.append(seen.house_edge.value)
    assert edges[1:] == pytest.approx([0.0421, 0.0281, 0.0062, -0.0774], abs=0.005)


@pytest.mark.slow
def test_standard_deck_against_single_deals() -> None:
    """Five seats: each of the 120 dealer hands arranged by the slow, readable search."""
    table, rules = real_tables(), Rules.load("gli")
    drawn = table.draw(5, 4, 0)
    values, plays = table.counts.values, (Fraction(0), *rules.play)
    limit = as_dead_wood(rules.qualifies)
    for known, row in zip(drawn.known[:40].tolist(), drawn.dealers, strict=False):
        dealers = list(subsets(table.deck.mask & ~known, 7))
        woods = [dead_wood(dealer, rules.melds) for dealer in dealers]
        expected = np.zeros(values.size, np.int64)
        for wood in woods:
            expected[np.searchsorted(values, as_value(wood))] += 1
        assert row.tolist() == expected.tolist()
    assert plays[1] == 1
    assert limit[0] == 4
