"""Strategies: how they are written, and that each decides as its name says."""

from fractions import Fraction
from operator import mul

import numpy as np
import pytest
from brute_force import (
    SMALL_DECK,
    best_play,
    changed,
    pays,
    small_counts,
    total_net,
    with_settings,
)
from hypothesis import given
from hypothesis import strategies as st

from ginwin.counting.counts import Showdown
from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.play.strategy import (
    PUBLISHED_THRESHOLD,
    SHOWDOWN_EVENTS,
    Strategy,
    best_bets,
    choice_gains,
    choice_labels,
    choices,
    gain_unit,
    threshold_label,
)
from ginwin.rules.rules import Rules
from ginwin.simulation.rounds import simulate
from ginwin.values import ALWAYS, GIN, parse_value, value_label, value_of, worst_of_count
from ginwin.variants.comparison import sweep

GLI = Rules.load("gli")
NAMES = (
    "published",
    "threshold:3-A",
    "best-threshold",
    "by-value",
    "optimal",
    "always",
    "mimic-dealer",
)
PAYS = {"win": pays({"0": 3, "other": 1}), "not-qualified": pays(1, 0), "tie": pays(0, 0)}

# Rules under which the small deck, whose highest card is a four, has close decisions.
VARIANTS = {
    "gli": GLI,
    "ags-web": Rules.load("ags-web"),
    "tough qualifier": changed(dealer={"qualifies": "2"}),
    "everybody qualifies": changed(dealer={"qualifies": "always"}),
    "three play bets": changed(dealer={"qualifies": "3-A"}, raise_={"play": [1, "1/2", 3]}),
    "fractions": changed(
        dealer={"qualifies": "3"},
        pays=PAYS | {"win": pays({"0": "7/3", "other": "0.95"}, "9/7"), "tie": pays("-1/2", 0)},
    ),
    "large denominators": changed(
        pays=PAYS
        | {"win": pays({"0": "1/997", "1": "1/991", "2": "1/983", "other": "1/977"}, "1/971")}
        | {"tie": pays({"0": "1/967", "other": "1/953"}, {"1": "1/947", "other": "1/941"})},
    ),
    "folds and losses by count": with_settings(
        "dealer.qualifies=2", "pays.fold.ante={1=1, 2=-0.5, other=0}", "pays.lose.play.2=-1/3"
    ),
    "a raise never pays": changed(
        pays={"win": pays(-1, -1), "not-qualified": pays(-1, -1), "tie": pays(-1, -1)}
    ),
}


def rows(*lines: tuple[str, int, int, int, int]) -> Showdown:
    """A showdown from lines of value, not qualified, worse, tie, better."""
    values = [parse_value(line[0]) for line in lines]
    hands = [sum(line[1:]) // 10 for line in lines]  # ten dealer hands each
    columns = [values, hands, *([line[number] for line in lines] for number in (1, 2, 3, 4))]
    return Showdown(*(np.array(column, dtype=np.int64) for column in columns))


@pytest.mark.parametrize(
    "text",
    [
        *NAMES,
        "threshold:gin",
        "threshold:K-Q-J-10-9-8-7",
        "threshold:0 cards",
        "threshold:1 card",
        "threshold:7 cards",
        "threshold:always",
    ],
)
def test_text_round_trip(text: str) -> None:
    assert str(Strategy.parse(text)) == text


def test_text_is_read_kindly() -> None:
    assert Strategy.parse(" Threshold:4-t-9-5 ") == Strategy("threshold", PUBLISHED_THRESHOLD)
    assert Strategy.parse("By-Value") == Strategy("by-value")
    assert Strategy.parse("threshold: 3  CARDS") == Strategy("threshold", worst_of_count(3))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "best",
        "threshold",
        "threshold:",
        "threshold:1-2",
        "threshold:K-K-K-K",
        "published:gin",
        "threshold:8 cards",
        "threshold:cards",
        "always:gin",
        "mimic-dealer:3 cards",
        "mimic",
    ],
)
def test_unknown_text(text: str) -> None:
    with pytest.raises(InputError) as caught:
        Strategy.parse(text)
    assert caught.value.field.startswith("strategy")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "threshold"), [("best", None), ("threshold", None), ("optimal", 0)]
)
def test_unknown_name(name: str, threshold: int | None) -> None:
    with pytest.raises(InputError):
        Strategy(name, threshold)


@pytest.mark.parametrize(
    "threshold",
    [
        -1,
        1,
        1 << 26,
        (2 << 26) + 1,
        worst_of_count(8),
        ALWAYS - 1,
        (8 << 26) + 8,
        2**80,
        True,
        1.0,
        "A",
    ],
)
def test_a_threshold_is_a_value(threshold: object) -> None:
    with pytest.raises(InputError) as caught:
        Strategy("threshold", threshold)  # type: ignore[arg-type]
    assert caught.value.field == "strategy threshold"


@given(
    st.lists(st.sampled_from(3 * list(range(13))), max_size=7).filter(
        lambda ranks: all(ranks.count(rank) <= 3 for rank in ranks)
    )
)
def test_every_value_is_a_threshold_and_is_read_again(ranks: list[int]) -> None:
    strategy = Strategy("threshold", value_of(ranks))
    assert Strategy.parse(str(strategy)) == strategy


def test_only_optimal_looks_at_the_cards() -> None:
    assert [text for text in NAMES if Strategy.parse(text).needs_hands] == ["optimal"]


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_always_raises_with_every_hand(rules: Rules) -> None:
    always, threshold = (
        analyze(rules, name, small_counts()) for name in ("always", "threshold:always")
    )
    assert always.raise_rate == 1
    assert always.outcomes == threshold.outcomes
    assert always.threshold == ALWAYS
    assert always.strategy.describe(always.threshold) == "always (raise with every hand)"
    assert threshold_label(ALWAYS) == "always"


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_mimicking_the_dealer_is_his_threshold(rules: Rules) -> None:
    text = "always" if rules.qualifies == ALWAYS else value_label(rules.qualifies)
    mimic, threshold = (
        analyze(rules, name, small_counts()) for name in ("mimic-dealer", f"threshold:{text}")
    )
    assert mimic.outcomes == threshold.outcomes
    every = mimic.raise_rate == 1
    assert mimic.threshold == (ALWAYS if every else rules.qualifies)
    assert Strategy("mimic-dealer").under(rules) == threshold.strategy
    assert "would qualify the dealer" in Strategy("mimic-dealer").describe(None)


def test_a_number_of_cards_is_a_threshold() -> None:
    by_count = analyze(GLI, "threshold:1 card", small_counts())
    assert by_count.outcomes == analyze(GLI, "threshold:4", small_counts()).outcomes
    assert by_count.threshold == worst_of_count(1)
    description = by_count.strategy.describe(by_count.threshold)
    assert description == "threshold (raise with 1 card or fewer)"
    assert threshold_label(worst_of_count(3)) == "3 cards"


@pytest.mark.parametrize(
    "name", ["always", "mimic-dealer", "threshold:3 cards", "threshold:always"]
)
def test_new_strategies_in_a_sweep(name: str) -> None:
    """The kernel for many rule sets decides as the analysis of each does."""
    grid = ["dealer.qualifies=2,3-A,1 card,always", "raise.play=[1],[1, 3]"]
    counts = small_counts()
    swept = sweep(GLI, grid, name, counts)
    for row in swept.rows:
        rules = GLI.with_settings([f'dealer.qualifies="{row[0]}"', f"raise.play={row[1]}"])
        exact = analyze(rules, name, counts)
        figures = exact.house_edge, exact.element_of_risk, exact.raise_rate, exact.average_wager
        assert row[2:6] == figures


@pytest.mark.parametrize("name", ["always", "mimic-dealer", "threshold:3 cards"])
def test_new_strategies_simulated(name: str) -> None:
    exact = analyze(GLI, name)
    assert exact.threshold is not None
    dealt = simulate(GLI, exact.threshold, rounds=200_000, seed=3)
    assert dealt.house_edge.low < exact.house_edge < dealt.house_edge.high
    assert dealt.raise_rate.low <= exact.raise_rate <= dealt.raise_rate.high


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_gains_of_each_bet(rules: Rules) -> None:
    showdown = small_counts().showdown(rules.qualifies)
    bets, best = best_bets(showdown, rules)
    gains, plays = choice_gains(showdown, rules), choices(rules)
    assert gains.shape == (len(plays), showdown.values.size)
    assert not gains[0].any()
    assert (gains[1:].max(axis=0) == best).all()
    made = np.array([plays.index(rules.play[bet - 1]) for bet in bets.tolist()])
    assert (gains[made, np.arange(made.size)] == best).all()
    always = analyze(rules, "always", small_counts()).expected_value
    folds = (
        rules.net("fold", value >> 26, 0) * hands
        for value, hands in zip(showdown.values.tolist(), showdown.hands.tolist(), strict=True)
    )
    never = sum(folds, Fraction(0)) / small_counts().hands
    unit = gain_unit(rules) * small_counts().deals
    assert always == never + Fraction(sum(best.tolist()), unit)


def test_choices() -> None:
    """Of several play bets the smallest and the largest; no other is ever worth most."""
    assert list(choices(GLI)) == [0, 1]
    assert choice_labels(GLI) == ("fold", "raise")
    several = with_settings("raise.play=[3, 1, 2.5]")
    assert list(choices(several)) == [0, 1, 3]
    assert choice_labels(several) == ("fold", "raise 1", "raise 3")


@pytest.mark.parametrize("limit", ["8 cards", "-1 cards", "3.5 cards"])
def test_a_wrong_limit_says_what_is_allowed(limit: str) -> None:
    with pytest.raises(InputError) as error:
        Strategy.parse(f"threshold:{limit}")
    assert error.value.value == limit
    for allowed in ("10-9-5-4", "from 0 to 7, such as 3 cards", "or always"):
        assert allowed in error.value.allowed


def test_published_threshold_is_part_of_the_raises() -> None:
    showdown = rows(("10-9-5-3", 0, 0, 0, 10), ("10-9-5-4", 0, 0, 0, 10), ("10-9-6-A", 10, 0, 0, 0))
    decisions = Strategy("published").decide(showdown, GLI)
    assert decisions.bets.tolist() == [1, 1, 0]  # whatever it costs
    assert decisions.threshold == PUBLISHED_THRESHOLD == parse_value("10-9-5-4")


def test_gains_of_the_events() -> None:
    # A raise instead of a fold gains 2 when the dealer does not qualify (+1, not -1), 3 in a win
    # (5 with no dead wood), 1 in a tie, and loses 1 more when the dealer is better.
    showdown = rows(("gin", 1, 0, 0, 0), ("gin", 0, 1, 0, 0), ("2", 0, 1, 0, 0))
    assert best_bets(showdown, GLI)[1].tolist() == [2, 5, 3]
    showdown = rows(("2", 0, 0, 1, 0), ("2", 0, 0, 0, 1), ("2", 1, 2, 3, 4))
    assert best_bets(showdown, GLI)[1].tolist() == [1, -1, 2 + 6 + 3 - 4]


def test_gains_are_over_what_a_fold_pays() -> None:
    rules = with_settings("pays.fold.ante={1=-0.5, 2=1, other=-1}", "pays.lose.play.1=0")
    showdown = rows(("2", 1, 2, 3, 4), ("3-2", 1, 2, 3, 4), ("4-3-2", 1, 2, 3, 4))
    # In halves of an ante: 1, 2, 0 and -1 or -2, less the fold's -1/2, 1 or -1, for ten deals.
    nets = (1 + 4 - 4, 1 + 4 - 8, 1 + 4 - 8)
    folds = (-5, 10, -10)
    gains = [2 * (net - fold) for net, fold in zip(nets, folds, strict=True)]
    assert best_bets(showdown, rules)[1].tolist() == gains
    assert Strategy("by-value").decide(showdown, rules).bets.tolist() == [1, 0, 1]


def test_equal_to_folding_folds() -> None:
    showdown = rows(("2", 1, 0, 0, 2), ("3", 1, 0, 0, 1))  # gains 2 - 2 and 2 - 1
    assert Strategy("by-value").decide(showdown, GLI).bets.tolist() == [0, 1]
    assert Strategy("optimal").decide(showdown, GLI).bets.tolist() == [0, 1]


def test_equal_bets_take_the_smaller() -> None:
    rules = changed(raise_={"play": [3, 1, 2]})
    assert list(map(int, rules.play)) == [1, 2, 3]
    showdown = rows(("2", 5, 1, 0, 1), ("2", 0, 2, 0, 1), ("2", 5, 1, 0, 2))
    assert best_bets(showdown, rules)[0].tolist() == [1, 3, 1]


def test_best_threshold_raises_as_little_as_possible() -> None:
    showdown = rows(("2", 5, 0, 0, 0), ("3", 1, 0, 0, 2), ("4", 0, 0, 0, 5), ("5", 1, 0, 0, 0))
    decisions = Strategy("best-threshold").decide(showdown, GLI)  # gains 10, 0, -5, 2
    assert decisions.threshold == parse_value("2")
    assert decisions.bets.tolist() == [1, 0, 0, 0]


def test_best_threshold_may_fold_always() -> None:
    decisions = Strategy("best-threshold").decide(rows(("2", 0, 0, 0, 5)), GLI)
    assert decisions.bets.tolist() == [0]
    assert decisions.threshold is not None
    assert threshold_label(decisions.threshold) == "none"
    assert "always fold" in Strategy("best-threshold").describe(decisions.threshold)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_best_threshold_is_the_best_of_all(rules: Rules) -> None:
    counts = small_counts()
    best = analyze(rules, "best-threshold", counts)
    every = [
        analyze(rules, Strategy("threshold", value), counts).expected_value
        for value in counts.values.tolist()
    ]
    folds = (rules.net("fold", value >> 26, 0) for value in counts.values.tolist())
    hands = counts.hands_by_value.tolist()
    never = sum(map(mul, folds, hands), Fraction(0)) / counts.hands
    assert best.expected_value == max(never, *every)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_order_of_the_strategies(rules: Rules) -> None:
    counts = small_counts()
    worth = [
        analyze(rules, name, counts).expected_value
        for name in ("published", "best-threshold", "by-value", "optimal")
    ]
    assert worth == sorted(worth)
    assert worth[-1] >= -1  # one can always fold, and a fold never loses more


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_optimal_is_the_best_decision_of_every_hand(rules: Rules) -> None:
    brute = small_counts()
    showdown = brute.showdown_by_hand(rules.qualifies)
    bets = Strategy("optimal").decide(showdown, rules).bets
    sizes = (Fraction(0), *rules.play)
    for number in range(0, brute.hands, 149):
        expected = best_play(rules, brute, brute.player_hands[number])
        assert sizes[bets[number]] == expected, brute.player_hands[number]


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_by_value_is_the_best_decision_of_every_value(rules: Rules) -> None:
    """Change the decision of one value at a time: it never gets better."""
    counts = small_counts()
    showdown = counts.showdown(rules.qualifies)
    chosen = Strategy("by-value").decide(showdown, rules).bets
    columns = (showdown.not_qualified, showdown.worse, showdown.tie, showdown.better)
    for row, value in enumerate(showdown.values.tolist()):
        deals = [int(column[row]) for column in columns]
        worth = [sum(deals) * rules.net("fold", value >> 26, 0)]
        for play in rules.play:
            nets = (rules.net(event, value >> 26, play) for event in SHOWDOWN_EVENTS)
            worth.append(sum((net * n for net, n in zip(nets, deals, strict=True)), Fraction(0)))
        assert worth[chosen[row]] == max(worth), value_label(value)
        assert chosen[row] == worth.index(max(worth)), "the smaller of equal wagers"


number = st.integers(min_value=0, max_value=2**44)


@given(
    lines=st.lists(st.tuples(number, number, number, number), min_size=1, max_size=5),
    denominator=st.integers(min_value=1, max_value=1000),
    most=st.integers(min_value=1, max_value=1000),
)
def test_no_overflow(lines: list[tuple[int, int, int, int]], denominator: int, most: int) -> None:
    """Gains are exact also where they do not fit into 64 bits."""
    rules = changed(
        raise_={"play": [1, 100]},
        pays=PAYS | {"win": pays(f"1/{denominator}", most), "tie": pays("1/999", "1/997")},
    )
    showdown = rows(*(("3-2", *line) for line in lines))
    bets, gains = best_bets(showdown, rules)
    for row, line in enumerate(lines):
        exact = []
        for play in rules.play:
            nets = (rules.net(event, 2, play) + 1 for event in SHOWDOWN_EVENTS)
            exact.append(sum((net * n for net, n in zip(nets, line, strict=True)), Fraction(0)))
        assert bets[row] == 1 + exact.index(max(exact))
        assert (gains[row] > 0) == (max(exact) > 0)


def test_overflow_path_is_taken() -> None:
    """The rules with large denominators need more than 64 bits, the presets do not."""
    showdown = small_counts().showdown(GLI.qualifies)
    assert best_bets(showdown, GLI)[1].dtype == np.int64
    assert best_bets(showdown, VARIANTS["large denominators"])[1].dtype == object


def test_threshold_by_dealing_every_deal() -> None:
    rules = VARIANTS["fractions"]
    brute = small_counts()
    limit = parse_value("2")
    raising = {
        hand: Fraction(wood <= (1, 1))  # dead wood of a two, an ace, or none
        for hand, wood in zip(brute.player_hands, brute.dead_wood, strict=True)
    }
    tally = brute.play(rules, raising.__getitem__)
    exact = analyze(rules, Strategy("threshold", limit), brute)
    assert sum(tally.values()) == exact.deals == 411_840
    assert exact.expected_value * exact.deals == total_net(tally, rules)


def test_small_deck() -> None:
    assert (SMALL_DECK.size, small_counts().hands, small_counts().dealer_hands) == (16, 11440, 36)
    assert small_counts().values[0] == GIN
