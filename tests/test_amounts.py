"""Numbers that people give: what is read, exactly, and what is refused."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from ginwin.base.amounts import check_amount, check_share, exact_amount
from ginwin.errors import InputError


@pytest.mark.parametrize(
    ("amount", "exact"),
    [
        (25, Fraction(25)),
        (0.1, Fraction(1, 10)),
        (1e-9, Fraction(1, 10**9)),
        (1e22, Fraction(10**22)),
        (Decimal("2.50"), Fraction(5, 2)),
        (Decimal("1e3"), Fraction(1000)),
        (Fraction(7, 3), Fraction(7, 3)),
        (np.int64(7), Fraction(7)),
        (np.float64(0.1), Fraction(1, 10)),
        (np.float32(0.1), Fraction(1, 10)),
        (" 3/2 ", Fraction(3, 2)),
        ("1e3", Fraction(1000)),
        ("2.5E-1", Fraction(1, 4)),
        (".5", Fraction(1, 2)),
        ("0.123456789012345678901", Fraction(123456789012345678901, 10**21)),
    ],
)
def test_read_as_written(amount: object, exact: Fraction) -> None:
    assert exact_amount(amount) == exact


@pytest.mark.parametrize(
    "amount",
    [
        True, None, "", "much", "1/0", "1_000", "0x10", "nan", "inf", "1e9999", "9" * 2000,
        float("nan"), float("inf"), Decimal("nan"), np.float64("nan"), np.bool_(1), 1j, [1],
    ],
)  # fmt: skip
def test_no_amounts(amount: object) -> None:
    assert exact_amount(amount) is None
    with pytest.raises(InputError):
        check_amount("bankroll", amount, 0, 100, "antes")


def test_integers_of_too_many_digits() -> None:
    with pytest.raises(InputError, match="too large to show"):
        check_amount("bankroll", 10**5000, 0, 100, "antes")


def test_bounds() -> None:
    assert check_amount("bankroll", 100, Fraction(7, 3), 100, "antes") == 100
    with pytest.raises(InputError, match=r"from 7/3 up to 100 \(antes\)"):
        check_amount("bankroll", "2.3333333333", Fraction(7, 3), 100, "antes")
    with pytest.raises(InputError, match="above 0 up to 100"):
        check_amount("stake", 0, 0, 100, "antes")
    with pytest.raises(InputError, match="stake"):
        check_amount("stake", "100.0000000000000000001", 0, 100, "antes")


def test_shares() -> None:
    assert check_share("level", np.float64(0.95)) == 0.95
    for share in (0, 1, "0.5", float("nan"), -0.1):
        with pytest.raises(InputError, match="level"):
            check_share("level", share)
