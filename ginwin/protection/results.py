"""The tables of effects of removal and of what knowing cards is worth."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING

from ginwin.base.estimates import Estimate
from ginwin.base.tables import Column, Table
from ginwin.cards import RANKS, rank_labels
from ginwin.play.strategy import choice_labels, raising_label
from ginwin.protection.informed import Figure, figure_value

if TYPE_CHECKING:
    from fractions import Fraction

    from ginwin.base.tables import Cell
    from ginwin.play.analysis import Analysis
    from ginwin.protection.informed import Informed
    from ginwin.protection.rank_seen import RankRule
    from ginwin.protection.removal import Removal
    from ginwin.protection.seat_rules import CountingRule
    from ginwin.protection.study import Protection
    from ginwin.rules.rules import Rules

__all__ = ["protection_tables", "removal_table"]

_EDGE = "% of ante"
_HANDS, _RISK = "% of hands", "% of money bet"
_SHOWN = 6  # counting rules that are compared
_PAIRED = "paired cards"
_PAIRED_MEANING = (
    "Paired cards share their rank with another unseen card; a card that is counted for two "
    "reasons counts twice."
)
_RAISE = "Raise with the value in the row or a better one."
_FIGURES = (
    Column("house edge", "percent", _EDGE, digits=4),
    Column("element of risk", "percent", _RISK, digits=4),
    Column("raise rate", "percent", _HANDS, digits=4),
)


def removal_table(removal: Removal) -> Table:
    """Return the changes that the removal of one card of each rank makes."""
    bets = [analysis.bet.name for analysis in removal.bets]
    rows: list[tuple[Cell, ...]] = [
        (
            RANKS[one.rank],
            one.kept.house_edge - removal.kept.house_edge,
            one.kept.raise_rate - removal.kept.raise_rate,
            one.best.house_edge - removal.best.house_edge,
            one.best.raise_rate - removal.best.raise_rate,
            *(
                bet.house_edge - whole.house_edge
                for bet, whole in zip(one.bets, removal.bets, strict=True)
            ),
        )
        for one in removal.ranks
    ]
    kept, best = removal.kept, removal.best
    whole = (
        f"With the whole deck: {_percent(kept.house_edge)} % of the ante and a raise with "
        f"{_percent(kept.raise_rate)} % of hands, at best by value {_percent(best.house_edge)} % "
        f"and {_percent(best.raise_rate)} %."
    )
    notes = (
        "Changes when one card of the rank is known to be out, from those of the whole deck.",
        (
            "Kept: the strategy decides as with the whole deck; the ranks then add up to zero. "
            "Best: the best decisions by value, here and with the whole deck."
        ),
        whole,
        *(
            f"{one.bet.title}, with the whole deck: {_percent(one.house_edge)} % of the side bet."
            for one in removal.bets
        ),
        *(
            f"The changes of {own.bet.name} are exactly zero: its events treat all ranks alike."
            for own, *changed in zip(
                removal.bets, *(one.bets for one in removal.ranks), strict=True
            )
            if all(bet.house_edge == own.house_edge for bet in changed)
        ),
    )
    return Table(
        "removal",
        "Effect of removal",
        (
            Column("card out"),
            Column("change of edge, kept", "percent", _EDGE, digits=4),
            Column("change of rate, kept", "percent", _HANDS, digits=4),
            Column("change of edge, best", "percent", _EDGE, digits=4),
            Column("change of rate, best", "percent", _HANDS, digits=4),
            *(
                Column(f"change of edge, {name}", "percent", "% of side bet", digits=4)
                for name in bets
            ),
        ),
        tuple(rows),
        removal.rules.summary(),
        kept.strategy.describe(kept.threshold),
        notes,
    )


def protection_tables(protection: Protection) -> tuple[Table, ...]:
    """Return what knowing cards is worth, and the rules that can be used."""
    tables = [_informed_table(protection)]
    if protection.by_rank is not None:
        tables += [_rank_table(protection, protection.by_rank), _split_table(protection)]
    if helping := [rule for rule in protection.counting if rule.helps]:
        best = helping[0]
        tables += [_limit_table(protection, best), _counting_table(protection, helping[:_SHOWN])]
    return tuple(tables)


def _informed_table(protection: Protection) -> Table:
    plays = _one_play_bet(protection.rules)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            row.knowing,
            *_with_half_width(row.house_edge),
            *(_ratio(row.house_edge, row.raise_rate, play) for play in plays),
            *_cells(row.raise_rate, row.changed),
            row.standard_deviation,
            row.desirability_index,
        )
        for row in protection.rows
    )
    notes = [
        (
            "Every decision is the best there is with what is known; below zero the player has the "
            "advantage. Changed: decided otherwise than with the own cards alone."
        ),
        "Desirability index: 1000 x player's edge / standard deviation.",
    ]
    if protection.drawn:
        notes.append(
            f"Rows with +- about a dealer's card: {protection.drawn:,} hands are drawn, however "
            "long seats are sampled; how each is played is exact."
        )
    if protection.seats:
        seed = protection.seats[0].seed
        notes.append(
            f"Rows about other seats are sampled (seed {seed}; intervals of 95 %): sets of known "
            "cards are drawn, and hands from each; the chances against each hand are exact."
        )
        sets = "; ".join(f"{seen.seats}: {seen.total.sets:,}" for seen in protection.seats)
        notes.append(f"Sets drawn, by the number of other seats: {sets}.")
    if sampled := [row for row in protection.rows if not row.exact]:
        notes.append(_error_note(sampled))
    for seen in protection.seats:
        if seen.reached is False:
            half = seen.house_edge.high - seen.house_edge.value
            notes.append(
                f"{seen.informed().knowing}: stopped at +- {100 * half:.3f} % of the ante, before "
                f"the +- {100 * (seen.precision or 0):.3f} % that was asked for."
            )
    if protection.counting and not protection.counting[0].helps:
        seats = _seats(protection.counting[0].seats)
        notes.append(f"For a player who sees {seats} no simple rule that counts them helps.")
    if not protection.complete:
        notes.append("Interrupted: what is missing was not worked out any more.")
    return Table(
        "protection",
        "What knowing cards is worth",
        (
            Column("known"),
            Column("house edge", "percent", _EDGE, digits=4),
            Column("+-", "percent", _EDGE, digits=4),
            *(Column("element of risk", "percent", _RISK, digits=4) for _ in plays),
            Column("raise rate", "percent", _HANDS, digits=4),
            Column("changed", "percent", _HANDS, digits=4),
            Column("standard deviation", "number", "antes", digits=4),
            Column("desirability index", "number", digits=2),
        ),
        rows,
        protection.rules.summary(),
        "the best decisions with what is known",
        tuple(notes),
    )


def _error_note(sampled: list[Informed]) -> str:
    """Say how far sampled figures can be off."""
    rate = max(_half_width(row.raise_rate) or 0 for row in sampled)
    changed = max(_half_width(row.changed) or 0 for row in sampled)
    return (
        "+- is half of the interval of 95 % of the house edge. In these rows that of the raise "
        f"rate is at most {_at_most(rate)}, and that of changed at most {_at_most(changed)} % of "
        "hands; their other figures are sampled too."
    )


def _at_most(part: float) -> str:
    """Return a part in percent with two digits, rounded up."""
    return f"{math.ceil(10_000 * part) / 100:.2f}"


def _rank_table(protection: Protection, rule: RankRule) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (rank_labels(group), *cells, *_figures(answer))
        for group, answer, cells in zip(rule.groups, rule.answers, _answers(rule), strict=True)
    ]
    columns = _raise_columns(protection.rules)
    rows.append(("any", *(None for _ in columns), *_figures(rule)))
    return Table(
        "rank_rule",
        "A rule for a player who sees the rank of a dealer card",
        (
            Column("rank seen"),
            *columns,
            *_FIGURES,
        ),
        tuple(rows),
        protection.rules.summary(),
        "the best threshold for each rank",
        (f"{_RAISE} Exact.",),
        total=True,
    )


def _split_table(protection: Protection) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            rank_labels(split.groups[0]),
            *chain(*_answers(split)),
            *_figures(split),
        )
        for split in protection.splits
    )
    return Table(
        "split_rules",
        "Rules for a player who sees whether the rank of a dealer card is among some",
        (
            Column("ranks"),
            *_raise_columns(protection.rules, ", if among them"),
            *_raise_columns(protection.rules, ", if not"),
            *_FIGURES,
        ),
        rows,
        protection.rules.summary(),
        "the best threshold for either case",
        (f"As from sorted card backs. {_RAISE} Exact.",),
    )


def _limit_table(protection: Protection, rule: CountingRule) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            str(limit.least) if limit.least == limit.most else f"{limit.least} to {limit.most}",
            *_raises(limit.threshold, limit.largest),
            limit.share,
        )
        for limit in rule.limits
    )
    low, high = (f"{100 * end:.3f}" for end in (rule.house_edge.low, rule.house_edge.high))
    return Table(
        "counting_rule",
        f"A rule for a player who sees {_seats(rule.seats)}",
        (
            Column("unseen cards counted"),
            *_raise_columns(protection.rules),
            Column("share", "percent", "% of rounds", digits=4),
        ),
        rows,
        protection.rules.summary(),
        "the best limit for each number counted",
        (
            " ".join((f"Counted among the unseen cards: {rule.counting}.", *_meaning([rule]))),
            _RAISE,
            (
                f"House edge under the rule: {low} to {high} % of the ante (sampled, interval of "
                f"95 %, {rule.sets:,} fresh sets, seed {rule.seed}). The shares are sampled too, "
                "on the sets that the limits were fitted on."
            ),
        ),
    )


def _counting_table(protection: Protection, shown: list[CountingRule]) -> Table:
    plays = _one_play_bet(protection.rules)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            rule.counting,
            *_with_half_width(rule.worth),
            *_cells(rule.house_edge),
            *(_ratio(rule.house_edge, rule.raise_rate, play) for play in plays),
            *_cells(rule.raise_rate),
        )
        for rule in shown
    )
    return Table(
        "counting_rules",
        "What to count, compared",
        (
            Column("counted among the unseen cards"),
            Column("worth", "percent", _EDGE, digits=3),
            Column("+-", "percent", _EDGE, digits=3),
            Column("house edge", "percent", _EDGE, digits=3),
            *(Column("element of risk", "percent", _RISK, digits=3) for _ in plays),
            Column("raise rate", "percent", _HANDS, digits=3),
        ),
        rows,
        protection.rules.summary(),
        "the best limit for each number counted",
        (
            *_meaning(shown),
            (
                "Worth: won more than by the best decisions with the own cards alone; +- is half "
                "of its interval of 95 %. Sampled: "
                f"{shown[0].sets:,} sets, seed {shown[0].seed}; the limits were fitted on other "
                "sets than they were measured on."
            ),
        ),
    )


def _meaning(rules: list[CountingRule]) -> tuple[str, ...]:
    """Say what paired cards are, where rules count them."""
    return (_PAIRED_MEANING,) if any(_PAIRED in rule.counting for rule in rules) else ()


def _raise_columns(rules: Rules, when: str = "") -> tuple[Column, ...]:
    """The limit of raises, and of those with the largest play bet where there are several."""
    *_, largest = labels = choice_labels(rules)
    several = (Column(f"{largest} with{when}"),) if len(labels) > 2 else ()
    return Column(f"raise with{when}"), *several


def _figures(played: Analysis | RankRule) -> tuple[Cell, ...]:
    return played.house_edge, played.element_of_risk, played.raise_rate


def _answers(rule: RankRule) -> list[tuple[Cell, ...]]:
    """The cells of these columns for each group of ranks."""
    return [
        _raises(answer.threshold, largest)
        for answer, largest in zip(rule.answers, rule.largest, strict=True)
    ]


def _raises(*thresholds: int | None) -> tuple[Cell, ...]:
    return tuple(raising_label(one) for one in thresholds if one is not None)


def _one_play_bet(rules: Rules) -> tuple[Fraction, ...]:
    """The play bet, where there is one, so that the raise rate tells the average wager."""
    return rules.play if len(rules.play) == 1 else ()


def _ratio(edge: Figure, rate: Figure, play: Fraction) -> Fraction | float:
    """The element of risk."""
    if isinstance(edge, Estimate) or isinstance(rate, Estimate):
        return figure_value(edge) / (1 + float(play) * figure_value(rate))
    return edge / (1 + play * rate)


def _with_half_width(figure: Figure) -> tuple[Cell, Cell]:
    """A figure and the half width of its interval."""
    return figure.value if isinstance(figure, Estimate) else figure, _half_width(figure)


def _half_width(figure: Figure) -> float | None:
    """The half width of the interval of a figure; an exact one has none."""
    return (figure.high - figure.low) / 2 if isinstance(figure, Estimate) else None


def _cells(*figures: Figure) -> tuple[Cell, ...]:
    return tuple(_with_half_width(figure)[0] for figure in figures)


def _percent(figure: Figure) -> str:
    return f"{100 * figure_value(figure):.4f}"


def _seats(seats: int) -> str:
    return "the cards of 1 other seat" if seats == 1 else f"the cards of {seats} other seats"
