"""One card of the dealer's is seen: every deal of small games dealt, both routes, and sense."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise

import numpy as np
import pytest
from brute_force import BruteCounts, net, settle, with_settings
from brute_force import as_dead_wood as limit_of
from real_seen import real_counts, real_dealer_card

from ginwin.base.estimates import Estimate
from ginwin.cards import Deck, cards_of, hand_of, rank_labels
from ginwin.counting import known_cards
from ginwin.counting.counts import Comparing
from ginwin.counting.general import GeneralCounts
from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.protection.dealer_card import (
    LOW_HIGH,
    DealerCard,
    dealer_card,
    hands_to_decide,
)
from ginwin.protection.dealer_card_counts import PatternHolding
from ginwin.protection.informed import figure_value
from ginwin.rules.rules import Event, Rules
from ginwin.values import parse_value

SPLITS = ((0,), (0, 1), (1, 3))
SMALL = [
    ((), Deck(4, 3)),
    (("melds.rank=3", "raise.play=[1, 2]", "pays.win.play.1=5/2"), Deck(4, 3)),
    (("melds.sequence=true", "arrange.dealer=ranks first", "compare.cards=count"), Deck(4, 3)),
    (("dealer.qualifies=always", "pays.fold.ante.other=-1/2", "melds.suit=none"), Deck(6, 2)),
]


def _is_in(ranks: tuple[int, ...], card: int) -> bool:
    return card % 13 in ranks


def dealt(rules: Rules, brute: BruteCounts) -> list[tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Return EV, raise rate, mean square and share of changed decisions for each knowledge.

    Deals every deal once for each of the dealer's cards, and puts together what looks the same.
    """
    limit = limit_of(rules.qualifies)
    looks: list[Callable[[int], Hashable]] = [
        lambda _: 0,
        lambda card: card,
        lambda card: card % 13,
        lambda card: card // 13,
        *(partial(_is_in, ranks) for ranks in SPLITS),
    ]
    classes = [defaultdict[tuple[int, Hashable], Counter[Event]](Counter) for _ in looks]
    for player, dealer in zip(brute._player.tolist(), brute._dealer.tolist(), strict=True):
        own, held = brute.dead_wood[player], brute.dealer_dead_wood[dealer]
        event = settle(own, held, limit, rules.comparing)
        for card in cards_of(brute.player_hands[dealer]):
            for look, found in zip(looks, classes, strict=True):
                found[player, look(card)][event] += 1
    won = cache(partial(net, rules))
    bets = [Fraction(0), *rules.play]
    results, plain = [], dict[int, int]()
    for found in classes:
        mean = square = raised = changed = Fraction(0)
        for (player, _), events in found.items():
            count = brute.dead_wood[player][0]
            nets = [
                [
                    (deals, won(event if bet else "fold", count, bet))
                    for event, deals in events.items()
                ]
                for bet in bets
            ]
            sums = [sum(deals * one for deals, one in of_bet) for of_bet in nets]
            best = max(range(len(bets)), key=lambda bet: (sums[bet], -bet))
            plain.setdefault(player, best)
            mean += sums[best]
            square += sum(deals * one**2 for deals, one in nets[best])
            raised += events.total() * (best > 0)
            changed += events.total() * (best != plain[player])
        total = brute.deals * rules.cards
        results.append((mean / total, raised / total, square / total, changed / total))
    return results


@pytest.mark.parametrize(("settings", "deck"), SMALL)
def test_equals_complete_brute_force(settings: tuple[str, ...], deck: Deck) -> None:
    rules = with_settings("deal.cards=5", *settings)
    counts = GeneralCounts(rules.melds, deck, 5, ways=rules.ways)
    found = dealer_card(rules, counts, splits=SPLITS).rows
    expected = dealt(rules, BruteCounts(rules.melds, deck, 5, rules.ways))
    assert all(row.exact for row in found)
    for row, (mean, raised, square, changed) in zip(found, expected, strict=True):
        assert (row.house_edge, row.raise_rate, row.changed) == (-mean, raised, changed)
        assert row.standard_deviation == pytest.approx(float(square - mean**2) ** 0.5)
    assert found[0].house_edge == analyze(rules, "optimal", counts).house_edge


@pytest.mark.parametrize(
    ("qualifies", "comparing"),
    [
        ("10-9-8-7", "all cards"),
        ("J-5", "high card"),
        ("K-Q-J-10-9-8-7", "count"),
        ("gin", "count"),
    ],
)
def test_routes_agree_on_single_hands(qualifies: str, comparing: Comparing) -> None:
    limit = parse_value(qualifies)
    holding, random = PatternHolding(limit, comparing), np.random.default_rng(1)
    shapes, places = holding.tables.shapes
    rows = holding.tables.kinds.rows[shapes[:, 2, None], places]
    jobs = list(holding.jobs())
    for job in random.choice(len(jobs), 6, replace=False):
        block = jobs[job]()
        some, ranks, _ = jobs[job].__defaults__
        sets = np.flatnonzero(np.bitwise_count(np.arange(1 << 13)) == ranks)
        by_mask = dict(zip(_rank_masks(ranks), range(sets.size), strict=True))
        for mask in random.choice(sets, 3).tolist():
            shape = random.choice(some)
            held = [rank for rank in range(13) if mask >> rank & 1]
            hand = hand_of(
                13 * suit + rank
                for row, rank in enumerate(held)
                for suit in range(4)
                if rows[shape, row] >> suit & 1
            )
            at = some.tolist().index(shape) * sets.size + by_mask[mask]
            expected = known_cards.holding(real_counts(), hand, limit, comparing).reshape(4, 13, 4)
            assert np.array_equal(block.dealers[at].transpose(1, 0, 2), expected)
            assert block.values[at] == real_counts().values[real_counts().value_number(hand)]


def _rank_masks(ranks: int) -> list[int]:
    """Return all masks of so many ranks, in the order of their sorted ranks."""
    masks = [mask for mask in range(1 << 13) if mask.bit_count() == ranks]
    return sorted(masks, key=lambda mask: [rank for rank in range(13) if mask >> rank & 1])


def test_a_card_of_the_hand_is_never_the_dealers() -> None:
    hand = hand_of([0, 13, 26, 5, 9, 20, 51])
    dealers = known_cards.holding(real_counts(), hand, parse_value("10-9-8-7"))
    assert not dealers[list(cards_of(hand))].any()
    against = real_counts().against(hand, parse_value("10-9-8-7"))
    assert dealers.sum(axis=0).tolist() == [7 * number for number in against]


def in_order(found: DealerCard, tolerance: float = 0) -> None:
    """More knowledge is never worth less."""
    edges = [figure_value(row.house_edge) for row in found.rows]
    nothing, card, rank, suit, *splits = edges
    for less, more in [(nothing, suit), (suit, card), (nothing, rank), (rank, card)]:
        assert more <= less + tolerance
    for edge in splits:
        assert rank - tolerance <= edge <= nothing + tolerance


def close_to(drawn: DealerCard, found: DealerCard) -> None:
    """The exact figures are near the estimates."""
    assert found.rows[0] == drawn.rows[0]
    for exact, estimate in zip(found.rows[1:], drawn.rows[1:], strict=True):
        assert exact.exact
        assert not estimate.exact
        for figure in ("house_edge", "raise_rate", "changed"):
            value = getattr(estimate, figure)
            assert abs(value.value - getattr(exact, figure)) <= 4 * value.standard_error + 1e-9
        assert estimate.standard_deviation == pytest.approx(exact.standard_deviation, rel=0.01)


@pytest.mark.slow
def test_every_hand_of_the_real_deck() -> None:
    rules = Rules.load("gli")
    found, hands = real_dealer_card()
    in_order(found)
    plain = analyze(rules, "optimal")
    first = found.rows[0]
    assert first.house_edge == plain.house_edge
    assert first.raise_rate == plain.raise_rate
    assert first.changed == 0
    assert first.standard_deviation == pytest.approx(plain.standard_deviation, rel=1e-12)
    assert hands == plain.deals // 45_379_620

    close_to(dealer_card(rules, real_counts(), samples=400), found)  # a route of its own


def test_drawn_hands_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ginwin.protection.dealer_card._MOST_EXACT", 0)
    rules = with_settings("deal.cards=5")
    counts = GeneralCounts(deck=Deck(6, 4), cards=5)
    assert hands_to_decide(counts, 400) == 400
    found = [
        dealer_card(rules, counts, samples=400, seed=seed, threads=threads)
        for seed, threads in ((5, 1), (5, 3), (6, 2))
    ]
    assert found[0] == found[1] != found[2]
    in_order(found[0], 1e-12)  # the decisions on the drawn hands are in order too
    assert found[0].drawn == 400
    nothing, *others = found[0].rows
    assert nothing.exact
    assert nothing.house_edge == analyze(rules, "optimal", counts).house_edge
    assert all(isinstance(row.house_edge, Estimate) for row in others)


def test_drawn_hands_agree_with_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = with_settings("deal.cards=5")
    counts = GeneralCounts(deck=Deck(6, 4), cards=5)
    every = dealer_card(rules, counts)
    monkeypatch.setattr("ginwin.protection.dealer_card._MOST_EXACT", 0)
    close_to(dealer_card(rules, counts, samples=2_000), every)


def test_default_splits_are_low_against_high() -> None:
    assert [rank_labels(ranks) for ranks in LOW_HIGH][:4] == ["A", "A, 2", "A-3", "A-4"]
    assert all(set(low) < set(more) for low, more in pairwise(LOW_HIGH))
    assert LOW_HIGH[-1] == tuple(range(12))


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"splits": [()]}, "split"),
        ({"splits": [range(13)]}, "split"),
        ({"splits": [(13,)]}, "split"),
        ({"splits": [0]}, "split"),
        ({"splits": ["A"]}, "split"),
        ({"splits": [[1.0]]}, "split"),
        ({"samples": 39}, "samples"),
        ({"samples": 0}, "samples"),
        ({"samples": "x"}, "samples"),
        ({"samples": 1e5}, "samples"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], field: str) -> None:
    with pytest.raises(InputError, match=field):
        dealer_card(Rules.load("gli"), **arguments)  # type: ignore[arg-type]


def test_pays_that_are_too_fine() -> None:
    rules = with_settings(
        *(
            f"pays.{table}=1/{prime}"
            for table, prime in [
                ("win.ante.other", 997), ("win.play.other", 991), ("tie.ante.other", 983),
                ("tie.play.other", 977), ("not-qualified.ante.other", 971),
            ]
        )
    )  # fmt: skip
    with pytest.raises(InputError, match="common denominator"):
        dealer_card(rules)
