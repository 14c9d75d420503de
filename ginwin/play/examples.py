"""Worked examples: dealt rounds that end in each way, with both hands laid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table
from ginwin.cards import format_cards, hand_of
from ginwin.melds import arrange
from ginwin.play.hands import analyze_hand
from ginwin.simulation.rounds import deal_rounds
from ginwin.values import COUNT_SHIFT, count_of, ranks_of

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts
    from ginwin.melds import Arrangement
    from ginwin.play.analysis import Analysis
    from ginwin.rules.rules import Event, Rules
    from ginwin.values import Comparing

__all__ = ["Example", "example_table", "find_examples", "laid_out"]

_WAYS: dict[tuple[Event, bool], str] = {
    ("win", False): "a win",
    ("win", True): "a win with no dead wood",
    ("tie", False): "a tie",
    ("lose", False): "a loss",
    ("not qualified", False): "the dealer does not qualify",
    ("not qualified", True): "gin, the dealer does not qualify",
    ("fold", False): "a fold",
}
_IN_NOTES = {
    "a win": "a win with dead wood",
    "the dealer does not qualify": "dead wood, the dealer does not qualify",
}
_SEED, _ROUNDS, _AT_ONCE = 0, 4000, 100


@dataclass(frozen=True, slots=True)
class Example:
    """A round, with both hands laid out.

    Parameters
    ----------
    ending : str
        How the round ends, in words.
    event : str
        The same, as `ginwin.play.analysis.EVENTS` has it.
    player, dealer : Arrangement
        Both hands.
    play : Fraction
        The play bet, in antes; 0 after a fold.
    net : Fraction
        What the player wins, in antes, all bets together.
    """

    ending: str
    event: Event
    player: Arrangement
    dealer: Arrangement
    play: Fraction
    net: Fraction


def find_examples(analysis: Analysis, counts: Counts) -> tuple[Example, ...]:
    """Return a round for each way to end, where some dealt rounds end so.

    Parameters
    ----------
    analysis : Analysis
        The rules, and the strategy that the player follows.
    counts : Counts
        The counts that it was made with.

    Returns
    -------
    tuple of Example
        The first of 4,000 rounds dealt with a fixed seed to end in each way; ways in which none of
        them ends are left out.
    """
    found: dict[str, Example] = {}
    for example in _rounds(analysis, counts):
        found.setdefault(example.ending, example)
        if len(found) == len(_WAYS):
            break
    return tuple(found[ending] for ending in _WAYS.values() if ending in found)


def _rounds(analysis: Analysis, counts: Counts) -> Iterator[Example]:
    """Yield rounds, played with the strategy."""
    rules, strategy = analysis.rules, analysis.strategy
    bets: dict[int, Fraction] = {}
    if not strategy.needs_hands:
        showdown = counts.showdown(rules.qualifies, rules.comparing)
        sizes = (Fraction(0), *rules.play)
        decided = strategy.decide(showdown, rules).bets
        bets = {
            value: sizes[bet]
            for value, bet in zip(showdown.values.tolist(), decided.tolist(), strict=True)
        }
    for first in range(0, _ROUNDS, _AT_ONCE):
        for cards in deal_rounds(_AT_ONCE, _SEED, rules.cards, first).tolist():
            hand, other = map(hand_of, cards)
            player = arrange(hand, rules.melds, rules.ways[0])
            if strategy.needs_hands:
                best = analyze_hand(rules, hand, counts)
                play = best.bet if best.decision == "play" else Fraction(0)
            else:
                play = bets[player.value]
            dealer = arrange(other, rules.melds, rules.ways[1])
            event = _event(rules, player.value, dealer.value, play)
            count = count_of(player.value)
            net = rules.net(event, count, play)
            yield Example(_way(event, count), event, player, dealer, play, net)


def _way(event: Event, dead_wood: int) -> str:
    """Say how a round ends; a hand with no dead wood has its own ways."""
    return _WAYS.get((event, dead_wood == 0), _WAYS[event, False])


def _event(rules: Rules, player: int, dealer: int, play: Fraction) -> Event:
    """Return how a round ends."""
    if play == 0:
        return "fold"
    if dealer > rules.qualifies:
        return "not qualified"
    own, other = (_compared(value, rules.comparing) for value in (player, dealer))
    if own == other:
        return "tie"
    return "win" if own < other else "lose"


def _compared(value: int, comparing: Comparing) -> tuple[int, ...]:
    """Return what of a value is compared."""
    if comparing == "all cards":
        return (value,)
    highest = ranks_of(value)[:1] if comparing == "high card" else ()
    return value >> COUNT_SHIFT, *highest


def example_table(analysis: Analysis, examples: tuple[Example, ...]) -> Table:
    """Return worked examples as a table, with the symbols of the suits."""
    rows = tuple(
        (
            one.ending,
            *laid_out(one.player),
            *laid_out(one.dealer),
            one.play or None,
            *_settled(analysis.rules, one),
            one.net,
        )
        for one in examples
    )
    return Table(
        "examples_of_rounds",
        "Worked examples",
        (
            Column("how it ends"),
            Column("player's melds"),
            Column("player's dead wood"),
            Column("dealer's melds"),
            Column("dealer's dead wood"),
            Column("play bet", "exact", "antes"),
            Column("ante", "exact", "antes"),
            Column("play", "exact", "antes"),
            Column("net win", "exact", "antes"),
        ),
        rows,
        analysis.rules.summary(),
        analysis.strategy.describe(analysis.threshold),
        (
            (
                "Ante, play: what the ante and the play bet win, below zero if they lose; net win: "
                "both together."
            ),
            *_left_out(analysis, examples),
        ),
    )


def _settled(rules: Rules, one: Example) -> tuple[Fraction, Fraction | None]:
    """Return what the ante and the play bet win."""
    if one.event == "fold":
        return one.net, None
    ante = rules.net(one.event, count_of(one.player.value), 0)
    return ante, one.net - ante


def _left_out(analysis: Analysis, examples: tuple[Example, ...]) -> Iterator[str]:
    """Yield which endings have no example: those that cannot happen, and those too rare."""
    happen = {
        _way(row.event, row.player_dead_wood) for row in analysis.outcomes if row.combinations
    }
    missing = [way for way in _WAYS.values() if way not in {one.ending for one in examples}]
    never = [_IN_NOTES.get(way, way) for way in missing if way not in happen]
    rare = [_IN_NOTES.get(way, way) for way in missing if way in happen]
    if never:
        yield f"Cannot happen with these rules and this strategy: {'; '.join(never)}."
    if rare:
        yield f"Too rare to be among {_ROUNDS:,} dealt rounds: {'; '.join(rare)}."


def laid_out(hand: Arrangement) -> tuple[str, str]:
    """Return the melds and the dead wood of a hand, with the symbols of the suits."""
    melds = " | ".join(format_cards(meld, symbols=True) for meld in hand.melds)
    dead_wood = format_cards(hand.dead_wood, symbols=True)
    return melds or "none", dead_wood or "none"
