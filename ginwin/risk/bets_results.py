"""The tables of several bets in one round: a side bet beside the base game, several spots."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.tables import Column, Table

if TYPE_CHECKING:
    from ginwin.base.tables import Cell
    from ginwin.risk.joint_bets import JointBets
    from ginwin.risk.spots import Spots

__all__ = ["given_table", "joint_table", "side_bet_notes", "spots_table"]


def side_bet_notes(joint: JointBets | None) -> tuple[str, ...]:
    """Say by what the side bet is settled, where that is not the base game's dead wood."""
    if joint is None:
        return ()
    bet, rules = joint.side.bet, joint.base.rules
    if bet.melds == rules.melds and rules.ways[0] == "best":
        return ()
    melds = bet.melding.label()
    return (f"The side bet has its own dead wood: the least there is, with the melds {melds}.",)


def joint_table(joint: JointBets) -> Table:
    """Return the probability of each event of the side bet with each net win of the base game."""
    nets = sorted({out.pays for out in joint.outcomes})
    deals = dict.fromkeys(((row, net) for row in range(len(joint.side.rows)) for net in nets), 0)
    for out in joint.outcomes:
        deals[out.row, out.pays] += out.combinations
    total = joint.base.deals
    rows: list[tuple[Cell, ...]] = [
        (row.event, row.pays, *(Fraction(deals[number, net], total) for net in nets))
        for number, row in enumerate(joint.side.rows)
    ]
    sums = [sum(deals[row, net] for row in range(len(joint.side.rows))) for net in nets]
    rows.append(("total", None, *(Fraction(number, total) for number in sums)))
    base = joint.base
    return Table(
        "joint",
        "Side bet and base game: the probability of both",
        (
            Column("side bet"),
            Column("pays", "exact", "to one"),
            *(Column(f"base {net}", "percent", "% of rounds", digits=4) for net in nets),
        ),
        tuple(rows),
        base.rules.summary(),
        base.strategy.describe(base.threshold),
        (
            "Columns: the net win of the base game, in antes. Exact.",
            *side_bet_notes(joint),
        ),
        total=True,
    )


def given_table(joint: JointBets) -> Table:
    """Return what the base game wins, given the event of the side bet."""
    rows: list[tuple[Cell, ...]] = [
        (row.event, row.pays, row.probability, *(joint.given(number) or (None, None)))
        for number, row in enumerate(joint.side.rows)
    ]
    base = joint.base
    return Table(
        "given",
        "The base game, given the side bet",
        (
            Column("side bet"),
            Column("pays", "exact", "to one"),
            Column("probability", "number", digits=9),
            Column("base game wins", "number", "antes", digits=6),
            Column("raise rate", "percent", "% of hands", digits=4),
        ),
        tuple(rows),
        base.rules.summary(),
        base.strategy.describe(base.threshold),
        ("Base game wins: on average, in the rounds with this event.", *side_bet_notes(joint)),
    )


def spots_table(spots: Spots, number: int) -> Table:
    """Return the deviation of the sum of several spots, up to a number of them."""
    rows: list[tuple[Cell, ...]] = []
    for count in range(1, number + 1):
        value, _, low, high = spots.standard_deviation(count)
        ends = (None, None) if count == 1 else (low, high)
        rows.append((count, value, *ends, value / count))
    dealt = f"{spots.samples:,} rounds of {spots.dealt} spots, seed {spots.seed}"
    notes = [
        f"Sampled, not exact: {dealt}. From, to: the interval of 95 %. One spot is exact.",
        "The base game alone: side bets are not in it.",
    ]
    estimates = {"Covariance of two spots (square antes)": spots.covariance}
    if spots.correlation is not None:
        estimates["Correlation of two spots"] = spots.correlation
    notes += [
        f"{label}: {value:.4f}, standard error {error:.4f}, interval {low:.4f} to {high:.4f}."
        for label, (value, error, low, high) in estimates.items()
    ]
    base = spots.analysis
    return Table(
        "spots",
        "Several spots against one dealer",
        (
            Column("spots", "integer"),
            Column("standard deviation", "number", "antes", digits=4),
            Column("from", "number", "antes", digits=4),
            Column("to", "number", "antes", digits=4),
            Column("per spot", "number", "antes", digits=4),
        ),
        tuple(rows),
        base.rules.summary(),
        base.strategy.describe(base.threshold),
        tuple(notes),
    )
