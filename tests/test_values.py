"""The value of a hand as one integer, lower is better."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginwin.cards import RANKS
from ginwin.errors import InputError
from ginwin.values import (
    ALWAYS,
    COUNT_SHIFT,
    GIN,
    MOST_CARDS,
    count_of,
    limit_label,
    parse_limit,
    parse_value,
    ranks_of,
    value_label,
    value_of,
    worst_of_count,
)

ACE, TEN, JACK, KING = 0, 9, 10, 12

# Ranks that can be dead wood under some meld rules: at most seven cards, at most three of a rank.
dead_wood = st.lists(st.sampled_from(3 * list(range(13))), max_size=MOST_CARDS).filter(
    lambda ranks: all(ranks.count(rank) <= 3 for rank in ranks)
)


@pytest.mark.parametrize(
    ("ranks", "value", "label"),
    [
        ([], 0, "gin"),
        ([ACE], 2**26 + 1, "A"),
        ([KING], 2**26 + 4**12, "K"),
        ([4, TEN, 3, 8], 4 * 2**26 + 4**9 + 4**8 + 4**4 + 4**3, "10-9-5-4"),
        ([KING, ACE, KING, KING], 4 * 2**26 + 3 * 4**12 + 1, "K-K-K-A"),
    ],
)
def test_the_encoding(ranks: list[int], value: int, label: str) -> None:
    assert value_of(ranks) == value
    assert count_of(value) == value >> COUNT_SHIFT == len(ranks)
    assert ranks_of(value) == tuple(sorted(ranks, reverse=True))
    assert value_label(value) == label
    assert parse_value(label) == value


@pytest.mark.parametrize(
    ("better", "worse", "why"),
    [
        ("gin", "A", "no dead wood is best"),
        ("K-Q-J", "4-3-2-A", "fewer cards, whatever they are"),
        ("10-3-2-A", "J-3-2-A", "the highest card decides"),
        ("10-9-3-2", "10-9-4-A", "then the second and the third"),
        ("10-9-4-A", "10-9-4-2", "then the last"),
        ("9-8-7-A", "10-3-2-A", "the ace is low, and no sum of points counts"),
        ("3-2-A", "4-2-A", "the ace is low"),
        ("Q-J-10-9", "K-3-2-A", "the ace is below the two, not above the king"),
        ("5-5-4", "5-5-5", "cards of one rank, where rank melds take more than three"),
        ("5-4-4-4", "5-5-A-A", "the second card decides before the number of fours"),
    ],
)
def test_lower_is_better(better: str, worse: str, why: str) -> None:
    assert parse_value(better) < parse_value(worse), why


@pytest.mark.parametrize(
    ("label", "qualifies"),
    [("gin", True), ("K-Q-J", True), ("10-9-8-7", True), ("10-3-2-A", True), ("J-3-2-A", False)],
)
def test_the_dealers_qualifier_is_a_threshold(label: str, qualifies: bool) -> None:
    # Three cards or fewer, or four all ranked ten or lower: 10-9-8-7 is the worst of them.
    assert (parse_value(label) <= parse_value("10-9-8-7")) is qualifies


@pytest.mark.parametrize("text", ["g\u0131n", "\u212a-Q", "\uff2b", "1\u0660-9"])
def test_only_ascii_letters_and_digits(text: str) -> None:
    with pytest.raises(InputError):
        parse_value(text)


def test_the_bounds() -> None:
    assert min(value_of([]), parse_value("gin")) == GIN == 0
    assert value_of([KING] * 3 + [11] * 3 + [JACK]) < ALWAYS < 2**31


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("10-9-5-4", "10-9-5-4"),
        ("T-9-5-4", "10-9-5-4"),
        ("t-9-5-4", "10-9-5-4"),
        ("4-5-9-10", "10-9-5-4"),
        ("j-A-q", "Q-J-A"),
        (" 10 - 9 ", "10-9"),
        ("gin", "gin"),
        (" GIN", "gin"),
        ("a", "A"),
        ("7-7-7-A-A-A-2", "7-7-7-2-A-A-A"),
    ],
)
def test_readings_of_a_value(text: str, label: str) -> None:
    assert value_label(parse_value(text)) == label


@given(dead_wood, dead_wood)
def test_values_order_like_count_then_ranks(first: list[int], second: list[int]) -> None:
    def key(ranks: list[int]) -> tuple[int, list[int]]:
        return len(ranks), sorted(ranks, reverse=True)

    assert (value_of(first) < value_of(second)) is (key(first) < key(second))
    assert (value_of(first) == value_of(second)) is (key(first) == key(second))


@given(dead_wood.flatmap(st.permutations))
def test_round_trips(ranks: list[int]) -> None:
    value = value_of(ranks)
    assert GIN <= value < ALWAYS
    assert count_of(value) == len(ranks)
    assert ranks_of(value) == tuple(sorted(ranks, reverse=True))
    assert parse_value(value_label(value)) == value
    if ranks:
        assert parse_value("-".join(RANKS[rank] for rank in ranks).lower()) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "10-9-5-",
        "10 9 5 4",
        "10-9-5-4H",
        "1-2",
        "11",
        "gin-A",
        "5-5-5-5",  # four of a rank meld under all rules
        "8-7-6-5-4-3-2-A",  # more than a hand holds
        "always",  # a threshold that rules may name, not a value
        "10\n9",
    ],
)
def test_what_is_not_a_value(text: str) -> None:
    allowed = (
        "gin, or one to 7 ranks (A, 2 to 10, J, Q, K) joined by hyphens, "
        "none more than 3 times, such as 10-9-5-4"
    )
    with pytest.raises(InputError) as caught:
        parse_value(text, field="dealer.qualifies")
    message = f"dealer.qualifies: value {text!r} is not allowed; allowed: {allowed}"
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        ([13], "rank: value 13 is not allowed; allowed: a number from 0 (ace) to 12 (king)"),
        ([-1], "rank: value -1 is not allowed; allowed: a number from 0 (ace) to 12 (king)"),
        ([5] * 4, "ranks: value (5, 5, 5, 5) is not allowed; allowed: at most 3 cards of one rank"),
        (
            range(8),
            "ranks: value (0, 1, 2, 3, 4, 5, 6, 7) is not allowed; allowed: at most 7 cards",
        ),
    ],
)
def test_ranks_that_are_no_dead_wood(ranks: list[int], message: str) -> None:
    with pytest.raises(InputError) as caught:
        value_of(ranks)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("always", ALWAYS),
        ("0 cards", worst_of_count(0)),
        ("1 card", worst_of_count(1)),
        ("7 cards", worst_of_count(7)),
        ("gin", GIN),
        ("10-9-5-4", parse_value("10-9-5-4")),
    ],
)
def test_limits(text: str, limit: int) -> None:
    assert parse_limit(text) == parse_limit(f"  {text.upper()} ") == limit
    assert limit_label(limit) == text


@pytest.mark.parametrize("text", ["", "8 cards", "cards", "-1 cards", "1 cards or fewer", "never"])
def test_no_limits(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse_limit(text, "dealer.qualifies")
    assert error.value.field == "dealer.qualifies"
