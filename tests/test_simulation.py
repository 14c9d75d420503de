"""Real dealing: the generator, the shuffle, the search for the best arrangement, the settlement.

Then what it is for: the published and the exact figures lie in its intervals. All seeds are fixed,
so a test that passes once passes always; the bounds are wide enough for most other seeds.
"""

import csv
import random
from collections import Counter
from dataclasses import asdict
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ginwin.cards import Deck, hand_of, parse_cards
from ginwin.counting.general import GeneralCounts
from ginwin.errors import InputError
from ginwin.melds import WAYS, MeldRules, Way, arrange
from ginwin.play.analysis import analyze
from ginwin.play.strategy import Strategy
from ginwin.rules.rules import Rules
from ginwin.simulation import dealing
from ginwin.simulation.rounds import EVENTS, Simulation, deal_rounds, hand_values, simulate
from ginwin.values import ALWAYS, COMPARISONS, GIN, parse_value, value_label, value_of

GLI = Rules.load("gli")
PUBLISHED = parse_value("10-9-5-4")
SOME_MELDS = [
    MeldRules(),
    MeldRules(rank=3),
    MeldRules(rank=4, suit=4),
    MeldRules(rank=3, suit=5),
    MeldRules(suit=7),
    MeldRules(suit=None),
    MeldRules(rank=4, suit=None),
    MeldRules(sequence=True),
    MeldRules(rank=3, sequence=True),  # gin rummy
    MeldRules(rank=4, suit=4, sequence=True),
]
HANDS_BY_DEAD_WOOD = (5448352, 20303712, 35634456, 20197320, 36756720, 11119680, 0, 4324320)

with (Path(__file__).parent / "data" / "arrangements.csv").open(newline="") as file:
    WORKED = list(csv.DictReader(file))


def with_play(*sizes: int) -> Rules:
    """The `gli` rules with other sizes of the play bet."""
    return Rules(**(GLI.to_dict() | {"raise": {"play": list(sizes)}}))


# The generator and the shuffle


def test_generator_is_splitmix64() -> None:
    """The reference output for seed 1234567, as listed by Rosetta Code (Splitmix64)."""
    drawn = [int(dealing.draw(np.uint64(1234567), np.uint64(n))) for n in range(5)]
    assert drawn == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.fixture(scope="module")
def dealt() -> NDArray[np.int64]:
    """Rounds as rows of 14 cards, the player's seven first."""
    return deal_rounds(200_000, seed=11).reshape(-1, 14)


def excess(observed: NDArray[np.int64], cells: int) -> float:
    """Chi-square of counts that should be equal, in standard deviations above its mean."""
    expected = observed.sum() / cells
    chi_square = ((observed - expected) ** 2).sum() / expected
    chi_square += expected * (cells - observed.size)  # cells that are not listed were never seen
    return float((chi_square - (cells - 1)) / sqrt(2 * (cells - 1)))


def test_no_card_is_dealt_twice_in_a_round(dealt: NDArray[np.int64]) -> None:
    assert dealt.min() == 0
    assert dealt.max() == 51
    assert (np.diff(np.sort(dealt, axis=1), axis=1) > 0).all()


def test_every_card_is_equally_likely_at_every_position(dealt: NDArray[np.int64]) -> None:
    for position in range(14):
        assert abs(excess(np.bincount(dealt[:, position]), 52)) < 5


def test_every_pair_is_equally_likely_at_every_two_positions(dealt: NDArray[np.int64]) -> None:
    for first, second in combinations(range(14), 2):
        pairs = np.bincount(52 * dealt[:, first] + dealt[:, second], minlength=52 * 52)
        possible = pairs[np.arange(52 * 52) % 53 != 0]  # a card does not pair with itself
        assert abs(excess(possible, 52 * 51)) < 5


def test_every_five_cards_are_equally_likely() -> None:
    """All ordered ways to deal a small deck of five cards out to two hands of two."""
    rows = deal_rounds(60_000, seed=3, cards=2, deck=Deck(5, 1)).reshape(-1, 4)
    counts = np.unique(rows, axis=0, return_counts=True)[1]
    assert counts.size == 5 * 4 * 3 * 2
    assert abs(excess(counts, 120)) < 5


@pytest.mark.parametrize(("lag", "other_seed"), [(1, 11), (0, 12)])
def test_rounds_and_seeds_are_independent(
    dealt: NDArray[np.int64], lag: int, other_seed: int
) -> None:
    others = deal_rounds(len(dealt), seed=other_seed, first=lag).reshape(-1, 14)
    for position in (0, 6, 13):
        for other in (0, 6, 13):
            pairs = np.bincount(52 * dealt[:, position] + others[:, other], minlength=52 * 52)
            assert abs(excess(pairs, 52 * 52)) < 5


def test_a_round_can_be_dealt_again_by_its_number() -> None:
    assert (deal_rounds(5, seed=4, first=100) == deal_rounds(105, seed=4)[100:]).all()


def test_dealing_alternates_and_starts_with_the_player() -> None:
    """Of one shuffle, hands of three and of four show the same first cards."""
    three, four = deal_rounds(50, seed=9, cards=3), deal_rounds(50, seed=9, cards=4)
    assert (three == four[:, :, :3]).all()


# The search for the best arrangement


@pytest.mark.parametrize("melds", SOME_MELDS, ids=str)
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("deck", [Deck(), Deck(8, 3), Deck(13, 2), Deck(13, 1)], ids=str)
def test_values_are_those_of_the_readable_arrangement(
    melds: MeldRules, cards: int, deck: Deck
) -> None:
    generator = random.Random(f"{melds} {cards} {deck}")
    hands = [generator.sample(deck.cards, cards) for _ in range(300)]
    found = hand_values(np.array(hands), melds)
    for hand, value in zip(hands, found, strict=True):
        best = arrange(hand_of(hand), melds)
        assert value == best.value, (hand, value_label(int(value)), best)


@pytest.mark.parametrize("melds", SOME_MELDS, ids=str)
@pytest.mark.parametrize("way", WAYS)
def test_values_in_every_way_of_arranging(melds: MeldRules, way: Way) -> None:
    for cards, deck in ((7, Deck(7, 4)), (6, Deck(13, 2)), (5, Deck())):
        generator = random.Random(f"{melds} {cards} {way}")
        hands = [generator.sample(deck.cards, cards) for _ in range(200)]
        found = hand_values(np.array(hands), melds, way)
        for hand, value in zip(hands, found, strict=True):
            arranged = arrange(hand_of(hand), melds, way)
            assert value == arranged.value, (hand, value_label(int(value)), arranged)


def test_ways_and_comparisons_have_their_places() -> None:
    """The compiled code knows them by number."""
    assert WAYS == ("best", "house", "ranks first", "suits first", "better of two")
    assert COMPARISONS == ("all cards", "high card", "count")


@pytest.mark.parametrize("row", WORKED, ids=lambda row: row["hand"])
def test_worked_arrangements(row: dict[str, str]) -> None:
    (value,) = hand_values(np.array([parse_cards(row["hand"])]), MeldRules())
    assert value_label(int(value)) == (
        "-".join(row["dead_wood"].replace("T", "10").split()) or "gin"
    )


@pytest.mark.parametrize("hands", [[[52]], [[-1]], [range(8)], [0, 1, 2]])
def test_hands_that_are_none(hands: list[list[int]]) -> None:
    with pytest.raises(InputError):
        hand_values(np.array([*hands]), MeldRules())


# Playing


def play_by_hand(rules: Rules, steps: dict[int, int], rounds: int, seed: int) -> Counter[object]:
    """Play the same deals again, slowly and with the readable arrangement."""
    counts: Counter[object] = Counter()
    for hands in deal_rounds(rounds, seed, rules.cards):
        player, dealer = (
            (len(wood), *(card % 13 for card in wood), value_of(card % 13 for card in wood))
            for wood in (
                arrange(hand_of(map(int, hand)), rules.melds, way).dead_wood
                for hand, way in zip(hands, rules.ways, strict=True)
            )
        )
        compared = {"all cards": 8, "high card": 2, "count": 1}[rules.comparing]
        choice = next((steps[bound] for bound in sorted(steps) if player[-1] <= bound), 0)
        if choice == 0:
            event = "fold"
        elif dealer[-1] > rules.qualifies:
            event = "not qualified"
        elif player[:-1][:compared] == dealer[:-1][:compared]:
            event = "tie"
        else:
            event = "win" if player[:-1] < dealer[:-1] else "lose"
        counts[event, player[0], rules.play[choice - 1] if choice else Fraction(0)] += 1
    return counts


@pytest.mark.parametrize(
    ("rules", "steps"),
    [
        (GLI, {PUBLISHED: 1}),
        (Rules.load("ags-web"), {parse_value("J-7-6-5"): 1}),
        (with_play(1, 3), {parse_value("8-3"): 2, parse_value("Q"): 0, ALWAYS: 1}),
        (
            Rules(
                **GLI.to_dict()
                | {"deal": {"cards": 6}, "melds": {"rank": 3, "suit": 3, "sequence": True}}
            ),
            {parse_value("K-K-J-J-9"): 1},
        ),
        (
            GLI.with_settings(
                [
                    "arrange.player=ranks first",
                    "arrange.dealer=suits first",
                    "compare.cards=high card",
                    "dealer.qualifies=4 cards",
                ]
            ),
            {PUBLISHED: 1},
        ),
        (
            GLI.with_settings(
                ["arrange.player=house", "arrange.dealer=better of two", "compare.cards=count"]
            ),
            {PUBLISHED: 1},
        ),
    ],
    ids=["gli", "ags-web", "two play bets", "runs, six cards", "high card", "count"],
)
def test_counts_are_those_of_playing_the_deals_by_hand(rules: Rules, steps: dict[int, int]) -> None:
    played = simulate(rules, steps, rounds=3000, seed=21)
    assert played.counts == play_by_hand(rules, steps, 3000, 21)


def test_counts_do_not_depend_on_threads() -> None:
    one, two, five = (
        simulate(GLI, PUBLISHED, rounds=600_001, seed=8, threads=threads) for threads in (1, 2, 5)
    )
    assert one == two == five
    assert sum(one.counts.values()) == 600_001


def test_a_longer_simulation_begins_like_a_shorter_one() -> None:
    """Its other rounds are what it has more; so no count is smaller."""
    short, long = (simulate(GLI, PUBLISHED, rounds=n, seed=8).counts for n in (70_000, 200_000))
    assert set(short) <= set(long)
    assert all(short[key] <= long[key] for key in short)


def test_seeds_differ() -> None:
    few = [simulate(GLI, PUBLISHED, rounds=1000, seed=seed).counts for seed in (0, 1, 2**64 - 1)]
    assert few[0] != few[1] != few[2] != few[0]


def test_a_threshold_is_one_step() -> None:
    by_threshold = simulate(GLI, PUBLISHED, rounds=20_000, seed=2)
    by_step = simulate(GLI, {PUBLISHED: 1}, rounds=20_000, seed=2)
    by_steps = simulate(GLI, {PUBLISHED: 1, GIN: 1, ALWAYS: 0}, rounds=20_000, seed=2)
    assert by_threshold.counts == by_step.counts == by_steps.counts
    assert by_threshold.decision == PUBLISHED


def test_always_and_never() -> None:
    always = simulate(GLI, ALWAYS, rounds=10_000)
    assert always.raise_rate.value == 1
    assert {event for event, _, _ in always.counts} == set(EVENTS) - {"fold"}
    nevers: tuple[int | dict[int, int], ...] = (-1, {})
    for decision in nevers:
        never = simulate(GLI, decision, rounds=10_000)
        assert list(never.house_edge) == [1, 0, 1, 1]
        assert never.average_wager.value == 1
        assert {event for event, _, _ in never.counts} == {"fold"}


def test_each_kernel_is_compiled_once() -> None:
    simulate(GLI, PUBLISHED, rounds=10)
    simulate(with_play(1, 2), {PUBLISHED: 2}, rounds=10, deck=Deck(13, 3))
    deal_rounds(2, 1)
    hand_values(np.array([range(7)]), MeldRules())
    kernels: tuple[Any, ...] = (dealing.play, dealing.deal, dealing.hand_value)
    assert [len(kernel.signatures) for kernel in kernels] == [1, 1, 1]


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("rounds", {"rounds": 0}),
        ("rounds", {"rounds": -5}),
        ("rounds", {"rounds": 2.5}),
        ("rounds", {"rounds": True}),
        ("rounds", {"rounds": 10**13}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": 2**64}),
        ("threads", {"threads": 0}),
        ("z", {"z": 0.0}),
        ("z", {"z": float("nan")}),
        ("decision", {"decision": -2}),
        ("decision", {"decision": "10-9-5-4"}),
        ("decision", {"decision": {PUBLISHED: 2}}),
        ("decision", {"decision": {PUBLISHED: -1}}),
        ("deck", {"deck": Deck(13, 1)}),
    ],
    ids=str,
)
def test_bad_input(field: str, change: dict[str, object]) -> None:
    arguments: dict[str, object] = {"rules": GLI, "decision": PUBLISHED, "rounds": 10} | change
    with pytest.raises(InputError) as caught:
        simulate(**arguments)  # type: ignore[arg-type]
    assert caught.value.field == field


# Estimates and their intervals


def test_estimates_are_those_of_the_single_rounds() -> None:
    result = simulate(with_play(1, 2), {parse_value("K-3"): 2, PUBLISHED: 1}, rounds=5000, z=3)
    loss, wager = np.array(
        [
            (-float(result.rules.net(event, dead_wood, play)), 1 + float(play))
            for (event, dead_wood, play), rounds in result.counts.items()
            for _ in range(rounds)
        ]
    ).T
    risk = loss.mean() / wager.mean()
    residuals = (loss - risk * wager) / wager.mean()
    for estimate, value, amounts in (
        (result.house_edge, loss.mean(), loss),
        (result.average_wager, wager.mean(), wager),
        (result.element_of_risk, risk, residuals),
    ):
        error = amounts.std() / sqrt(5000)
        assert estimate == pytest.approx((value, error, value - 3 * error, value + 3 * error))
    share = (wager > 1).mean()
    assert result.raise_rate[:2] == pytest.approx((share, sqrt(share * (1 - share) / 5000)))


def counted(hits: int, rounds: int, z: float) -> Simulation:
    counts = {("win", 0, Fraction(1)): hits, ("fold", 7, Fraction(0)): rounds - hits}
    return Simulation(GLI, PUBLISHED, Deck(), 0, rounds, counts, z)  # type: ignore[arg-type]


@pytest.mark.parametrize(("hits", "rounds"), [(0, 10), (1, 10), (5, 10), (10, 10), (7, 1000)])
def test_interval_of_a_share(hits: int, rounds: int) -> None:
    """Wilson: its ends are the p for which the share is just z standard errors of p away."""
    z = 1.96
    value, _, low, high = counted(hits, rounds, z).probability("win")
    assert value == hits / rounds
    assert 0 <= low <= value <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(value - end) == pytest.approx(z * sqrt(end * (1 - end) / rounds))
    assert (low == 0) == (hits == 0)
    assert (high == 1) == (hits == rounds)


def test_intervals_cover_as_often_as_they_say() -> None:
    """Of 200 intervals at 95 %, 190 +- 3.1 hold the exact edge."""
    runs = [simulate(GLI, PUBLISHED, rounds=10_000, seed=seed).house_edge for seed in range(200)]
    assert 175 <= sum(run.low <= 0.043131 <= run.high for run in runs) <= 200


def test_summary_says_that_it_is_simulated_and_how() -> None:
    lines = simulate(GLI, PUBLISHED, rounds=2000, seed=5).summary()
    assert lines[: len(GLI.summary())] == GLI.summary()
    said = lines[len(GLI.summary())]
    assert said.startswith("Simulated, not exact: 2,000 rounds, seed 5")
    assert "95.0000%" in said


# Against what is known


@pytest.fixture(scope="module")
def published() -> Simulation:
    return simulate(GLI, PUBLISHED, rounds=4_000_000, seed=1, z=4)


def test_published_figures(published: Simulation) -> None:
    for estimate, known in (
        (published.house_edge, 0.043131),
        (published.raise_rate, 0.68359),
        (published.average_wager, 1.68359),
        (published.element_of_risk, 0.02562),
    ):
        assert estimate.low <= known <= estimate.high
    assert published.house_edge.standard_error < 0.001


@pytest.mark.parametrize("count", range(8))
def test_hands_by_dead_wood(published: Simulation, count: int) -> None:
    _, _, low, high = published.probability(dead_wood=count)
    assert low <= HANDS_BY_DEAD_WOOD[count] / comb(52, 7) <= high


@pytest.mark.parametrize("preset", ["gli", "ags-web"])
def test_every_outcome_of_the_exact_table(preset: str) -> None:
    rules = Rules.load(preset)
    exact = analyze(rules, "published")
    dealt = simulate(rules, PUBLISHED, rounds=4_000_000, seed=2, z=5)
    table = {(row.event, row.player_dead_wood): row.probability for row in exact.outcomes}
    for event in EVENTS:
        for count in range(8):
            _, _, low, high = dealt.probability(event, count)
            assert low <= table.get((event, count), 0) <= high, (event, count)
    for estimate, figure in (
        (dealt.house_edge, exact.house_edge),
        (dealt.raise_rate, exact.raise_rate),
        (dealt.average_wager, exact.average_wager),
        (dealt.element_of_risk, exact.element_of_risk),
    ):
        assert estimate.low <= figure <= estimate.high


@pytest.mark.parametrize(
    ("melds", "deck"),
    [(MeldRules(), Deck(4, 4)), (MeldRules(rank=3, sequence=True), Deck(6, 3))],
    ids=str,
)
def test_other_melds_and_small_decks(melds: MeldRules, deck: Deck) -> None:
    """The general route on decks and meld rules for which nothing is published."""
    tables = {"melds": asdict(melds), "dealer": {"qualifies": "6-4-3-2"}}
    rules = Rules(**GLI.to_dict() | tables)
    threshold = parse_value("5-4-2")
    strategy = Strategy.parse(f"threshold:{value_label(threshold)}")
    exact = analyze(rules, strategy, GeneralCounts(melds, deck))
    dealt = simulate(rules, threshold, rounds=1_000_000, seed=3, z=5, deck=deck)
    for row in exact.outcomes:
        _, _, low, high = dealt.probability(row.event, row.player_dead_wood)
        assert low <= row.probability <= high, row
