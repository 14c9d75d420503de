"""What arranging a hand otherwise than at best costs, for the player and for the dealer.

One side arranges in another way while the other one arranges at best. Each way needs counts of its
own by the general route, which takes seconds and 0.7 GB; they are let go before the next are made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from ginwin.counting.general import GeneralCounts
from ginwin.counting.routes import check_rules, counts_for
from ginwin.melds import WAYS, Way
from ginwin.play.strategy import Strategy
from ginwin.variants.playing import Pays, Rows

if TYPE_CHECKING:
    from ginwin.cards import Deck
    from ginwin.counting.counts import Counts
    from ginwin.rules.rules import Rules
    from ginwin.variants.worths import Worth

__all__ = ["ARRANGEMENTS", "Arranged", "cost_of_arranging"]

ARRANGEMENTS: tuple[tuple[Literal["player", "dealer"], Way], ...] = (
    *(("player", way) for way in WAYS if way != "best"),
    *(("dealer", way) for way in WAYS if way != "best"),
)
"""Each side, and each way to arrange that is not the best."""

_STRATEGIES = (Strategy("published"), Strategy("by-value"))


@dataclass(frozen=True, slots=True)
class Arranged:
    """What a game is worth if one side arranges its hands in some way.

    Parameters
    ----------
    side : {"player", "dealer"}
        The side; the other one arranges at best.
    way : Way
        How it arranges.
    published, by_value : Fraction
        The house edge per ante with the published strategy, and with the best decision for each
        value as the player arranges it.
    published_change, by_value_change : Fraction
        The change of the house edge against both sides at best. Above zero it is the player's cost
        of his own way, below zero the casino's cost of the dealer's.
    published_risk, by_value_risk : Fraction
        The element of risk with either strategy.
    """

    side: Literal["player", "dealer"]
    way: Way
    published: Fraction
    by_value: Fraction
    published_change: Fraction
    by_value_change: Fraction
    published_risk: Fraction
    by_value_risk: Fraction


def cost_of_arranging(
    rules: Rules,
    *,
    deck: Deck | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[Arranged, ...]:
    """Return what each way of each side costs, exactly.

    Parameters
    ----------
    rules : Rules
        The rules; how they arrange does not matter.
    deck : Deck, optional
        The deck; the standard deck if not given.
    threads : int, optional
        Threads to use; no result depends on it.
    progress : callable, optional
        Called with 1 after each of `ARRANGEMENTS`.

    Returns
    -------
    tuple of Arranged
        In the order of `ARRANGEMENTS`.

    Raises
    ------
    InputError
        If the rules are no `Rules`, or the hands cannot be dealt from the deck.
    """
    check_rules(rules)

    def general(ways: tuple[Way, Way]) -> Counts:
        on = {} if deck is None else {"deck": deck}
        return GeneralCounts(rules.melds, cards=rules.cards, threads=threads, ways=ways, **on)

    at_best = rules.with_settings(["arrange.player=best", "arrange.dealer=best"])
    counts = counts_for(at_best, threads=threads) if deck is None else general(at_best.ways)
    plain = _worths(rules, counts)
    rows = []
    for side, way in ARRANGEMENTS:
        worths = _worths(rules, general((way, "best") if side == "player" else ("best", way)))
        edges = [worth.house_edge for worth in worths]
        changes = [edge - before.house_edge for edge, before in zip(edges, plain, strict=True)]
        risks = [worth.element_of_risk for worth in worths]
        rows.append(Arranged(side, way, *edges, *changes, *risks))
        if progress is not None:
            progress(1)
    return tuple(rows)


def _worths(rules: Rules, counts: Counts) -> list[Worth]:
    """Return what the game is worth with each strategy."""
    rows, pays = Rows.of(counts, rules), Pays.of(rules)
    return [rows.play(pays, strategy, lambda _: rules)[0] for strategy in _STRATEGIES]
