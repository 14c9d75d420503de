"""Limits to remember: against trying all of them, on whole numbers that hold many ties."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from ginwin.protection.limits import limit_gains, monotone_limits


@pytest.mark.parametrize("seed", range(5))
def test_monotone_limits_are_the_best(seed: int) -> None:
    gains = np.random.default_rng(seed).integers(-5, 6, (5, 4))
    found = monotone_limits(gains)
    rising = list(combinations_with_replacement(range(4), 5))
    tried = [*rising, *(limits[::-1] for limits in rising)]
    best = max(sum(gains[range(5), limits]) for limits in tried)
    assert sum(gains[range(5), found]) == best
    assert tuple(found.tolist()) in tried


@pytest.mark.parametrize("bets", [1, 2])
def test_the_largest_bet_within_the_limit(bets: int) -> None:
    gains = np.random.default_rng(bets).integers(-5, 6, (3, bets, 6))
    raised, more = limit_gains(gains)
    for row, limit in product(range(3), range(7)):
        small, large = gains[row, 0], gains[row, -1]
        tried = [large[:most].sum() + small[most:limit].sum() for most in range(limit + 1)]
        assert raised[row, limit] == max(tried)
        assert more[row, limit] == (large - small)[:limit].sum()
