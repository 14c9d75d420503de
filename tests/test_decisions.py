"""The decision for each value: what a raise is worth, by dealing every deal of a small deck."""

from fractions import Fraction
from itertools import pairwise

import pytest
from brute_force import as_value, changed, every_worth, pays, small_counts, with_settings

from ginwin.advice.decisions import ValueDecision, decide_values
from ginwin.errors import InputError
from ginwin.play.analysis import analyze
from ginwin.rules.rules import Rules
from ginwin.values import count_of, parse_value, value_label

GLI = Rules.load("gli")
RULES = {
    "gli": GLI,
    "play bets": with_settings("dealer.qualifies=A", "raise.play=[1, 2, 3]"),
    "fractions": with_settings("pays.win.ante.0=7/3", "pays.tie.ante.other=-1/2"),
    "large denominators": changed(
        pays={
            "win": pays({"0": "1/997", "1": "1/991", "2": "1/983", "other": "1/977"}, "1/971"),
            "not-qualified": pays(1, 0),
            "tie": pays({"0": "1/967", "other": "1/953"}, {"1": "1/947", "other": "1/941"}),
        }
    ),
    "folds pay": with_settings("pays.fold.ante={1=1, 2=-0.5, other=0}", "pays.lose.play.2=-1/3"),
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_worth_of_every_value(rules: Rules) -> None:
    """The average over the hands of the value, each dealt against every dealer hand."""
    brute = small_counts()
    totals: dict[int, dict[Fraction, Fraction]] = {}
    hands: dict[int, int] = {}
    for wood, worth in zip(brute.dead_wood, every_worth(rules, brute), strict=True):
        value = as_value(wood)
        hands[value] = hands.get(value, 0) + 1
        own = totals.setdefault(value, dict.fromkeys(worth, Fraction(0)))
        for play in worth:
            own[play] += worth[play]
    by_value = {one.value: one for one in decide_values(rules, brute)}
    assert list(by_value) == sorted(hands)
    assert sum(one.probability for one in by_value.values()) == 1
    for value, one in by_value.items():
        assert one.hands == hands[value]
        assert_worth(one, totals[value], hands[value])


def assert_worth(one: ValueDecision, totals: dict[Fraction, Fraction], hands: int) -> None:
    each = {play: total / hands for play, total in totals.items()}
    fold, smallest, *_, largest = sorted(each) if len(each) > 2 else (*each, max(each))
    choices = {play: each[play] for play in (fold, smallest, largest)}
    assert dict(zip(one.choices, one.worths, strict=True)) == choices
    best, other = sorted(choices.values(), reverse=True)[:2]
    assert one.choices[one.best] == min(play for play in each if each[play] == max(each.values()))
    assert (one.worths[one.best], one.cost) == (best, best - other)
    assert one.folding == each.pop(Fraction(0))
    assert one.raising == max(each.values())
    assert one.play == min(play for play, worth in each.items() if worth == one.raising)
    assert one.raises == (one.raising > one.folding)
    assert one.gain == one.raising - one.folding
    assert one.cost_per_round == one.cost * one.probability


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_decisions_add_up_to_by_value(rules: Rules) -> None:
    counts = small_counts()
    decisions = decide_values(rules, counts)
    best = sum((one.probability * max(one.raising, one.folding) for one in decisions), Fraction(0))
    assert best == analyze(rules, "by-value", counts).expected_value
    always = sum((one.probability * one.raising for one in decisions), Fraction(0))
    assert always == analyze(rules, "always", counts).expected_value


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_raise_gains_what_is_said(rules: Rules) -> None:
    """Decide one value the other way: the threshold strategies on its two sides differ by it."""
    counts = small_counts()
    decisions = decide_values(rules, counts)
    worth = [
        analyze(rules, f"threshold:{value_label(one.value)}", counts).expected_value
        for one in decisions
    ]
    for (before, after), one in zip(pairwise(worth), decisions[1:], strict=True):
        assert after - before == one.gain * one.probability


def test_real_deck() -> None:
    decisions = decide_values(GLI)
    assert len(decisions) == 4096
    raising = [one.value for one in decisions if one.raises]
    assert raising == [one.value for one in decisions[: len(raising)]]
    assert raising[-1] == parse_value("10-8-7-4")
    by_value = {one.value: one for one in decisions}
    wrong = [parse_value("10-8-7-5"), parse_value("10-8-7-6")]
    wrong += [value for value in by_value if parse_value("10-9-2-A") <= value]
    published = [value for value in wrong if value <= parse_value("10-9-5-4")]
    cost = sum((by_value[value].cost_per_round for value in published), Fraction(0))
    best, played = (analyze(GLI, name).expected_value for name in ("by-value", "published"))
    assert best - played == cost


def test_better_values_are_worth_more_with_few_exceptions() -> None:
    """The cards that one holds are missing from the dealer's hand, which can outweigh a rank."""
    raised = [one for one in decide_values(GLI) if one.raises]
    odd = [
        (value_label(one.value), value_label(after.value))
        for one, after in pairwise(raised)
        if one.raising < after.raising
    ]
    assert odd == [("Q-10-9", "Q-J-A"), ("K-10-9", "K-J-A"), ("K-Q-10", "K-Q-J")]


def test_other_counts_are_refused() -> None:
    with pytest.raises(InputError) as error:
        decide_values(with_settings("deal.cards=5"), small_counts())
    assert error.value.field == "counts"


def test_every_count_of_dead_wood_occurs() -> None:
    assert {count_of(one.value) for one in decide_values(GLI)} == {0, 1, 2, 3, 4, 5, 7}
