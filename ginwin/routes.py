"""Which counting route answers for which rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ginwin.errors import InputError

if TYPE_CHECKING:
    from ginwin.counts import Counts
    from ginwin.melds import MeldRules
    from ginwin.rules import Rules

__all__ = ["ROUTES", "counts_for"]

ROUTES = ("auto", "pattern", "general")
"""How the deals can be counted; auto takes the pattern route wherever it applies."""

_MOST_THREADS = 1024


def counts_for(rules: Rules, route: str | None = None, threads: int | None = None) -> Counts:
    """Return the exact counts that rules need, on the standard deck.

    Parameters
    ----------
    rules : Rules
        The rules; only their melds and the number of cards in a hand matter.
    route : str, optional
        One of `ROUTES`.
    threads : int, optional
        How many threads may count, 1 to 1024; by default one for each processor. No result
        depends on it.

    Returns
    -------
    Counts
        The counts, kept for later calls with the same arguments.

    Raises
    ------
    InputError
        If there is no such route, it does not cover the rules, or the threads are out of range.
    """
    covered = rules.melds.standard and rules.cards == 7
    if route is None or route == "auto":
        route = "pattern" if covered else "general"
    if route not in ROUTES:
        raise InputError("route", route, ", ".join(ROUTES))
    if route == "pattern" and not covered:
        allowed = "auto or general, for melds other than the standard ones or hands not of 7 cards"
        raise InputError("route", route, allowed)
    if threads is not None and not 1 <= threads <= _MOST_THREADS:
        raise InputError("threads", threads, f"a whole number from 1 to {_MOST_THREADS}")
    return _counts(rules.melds, rules.cards, route, threads)


@lru_cache(maxsize=4)
def _counts(melds: MeldRules, cards: int, route: str, threads: int | None) -> Counts:
    if route == "pattern":
        from ginwin.patterns import PatternCounts

        return PatternCounts(threads=threads)
    from ginwin.counting import GeneralCounts

    return GeneralCounts(melds=melds, cards=cards, threads=threads)
