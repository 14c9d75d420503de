"""Which counting route answers for which rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ginwin.cards import STANDARD_DECK
from ginwin.errors import InputError
from ginwin.rules.rules import Rules

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts
    from ginwin.melds import MeldRules, Way

__all__ = ["ROUTES", "check_rules", "counts_fit", "counts_for", "counts_like", "fitting_counts"]

ROUTES = ("auto", "pattern", "general")
"""How the deals can be counted; auto takes the pattern route wherever it applies."""

_MOST_THREADS = 1024


def counts_for(rules: Rules, route: str | None = None, threads: int | None = None) -> Counts:
    """Return the exact counts that rules need, on the standard deck.

    Parameters
    ----------
    rules : Rules
        The rules; only the number of cards in a hand, what melds and how each side arranges
        matter.
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
    covered = rules.melds.standard and rules.cards == 7 and rules.ways == ("best", "best")
    if route is None or route == "auto":
        route = "pattern" if covered else "general"
    if route not in ROUTES:
        raise InputError("route", route, ", ".join(ROUTES))
    if route == "pattern" and not covered:
        allowed = "auto or general, for other than standard melds, best arranging and 7 cards"
        raise InputError("route", route, allowed)
    if threads is not None and not 1 <= threads <= _MOST_THREADS:
        raise InputError("threads", threads, f"a whole number from 1 to {_MOST_THREADS}")
    return _counts(rules.melds, rules.cards, rules.ways, route, threads)


def check_rules(rules: object) -> None:
    """Refuse what is not a `Rules`, such as the name of a preset."""
    if not isinstance(rules, Rules):
        raise InputError("rules", rules, 'a Rules, such as Rules.load("gli")')


def counts_fit(counts: Counts, rules: Rules) -> bool:
    """Return whether counts are those that rules need, whatever the deck."""
    return (counts.melds, counts.cards, counts.ways) == (rules.melds, rules.cards, rules.ways)


def fitting_counts(rules: Rules, counts: Counts | None) -> Counts:
    """Return counts if they are those that rules need; where none are given, those of `counts_for`.

    Raises
    ------
    InputError
        If the rules are no `Rules`, or the counts are those of other rules.
    """
    check_rules(rules)
    if counts is None:
        return counts_for(rules)
    if not counts_fit(counts, rules):
        allowed = f"counts of {rules.cards} cards, {rules.melds}, arranged {' / '.join(rules.ways)}"
        raise InputError("counts", counts, allowed)
    return counts


def counts_like(
    counts: Counts, rules: Rules, route: str | None = None, threads: int | None = None
) -> Counts:
    """Return the counts that rules need, of the deck of other counts.

    Parameters
    ----------
    counts : Counts
        The other counts, which are returned if they are those that the rules need.
    rules : Rules
        The rules.
    route, threads
        As in `counts_for`; a small deck is counted by the general route.
    """
    if counts_fit(counts, rules):
        return counts
    if counts.deck == STANDARD_DECK:
        return counts_for(rules, route, threads)
    from ginwin.counting.general import GeneralCounts

    return GeneralCounts(rules.melds, counts.deck, rules.cards, threads, rules.ways)


@lru_cache(maxsize=4)
def _counts(
    melds: MeldRules, cards: int, ways: tuple[Way, Way], route: str, threads: int | None
) -> Counts:
    if route == "pattern":
        from ginwin.counting.patterns import PatternCounts

        return PatternCounts(threads=threads)
    from ginwin.counting.general import GeneralCounts

    return GeneralCounts(melds=melds, cards=cards, threads=threads, ways=ways)
