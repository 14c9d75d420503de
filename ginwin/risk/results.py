"""The tables of risk: each function makes one `ginwin.base.tables.Table`."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, nextafter
from sys import float_info
from typing import TYPE_CHECKING, Literal

from ginwin.base.exact import exact_decimal
from ginwin.base.tables import Column, Table
from ginwin.risk.bets_results import given_table, joint_table, side_bet_notes, spots_table
from ginwin.risk.distribution import Z_90, Distribution, distribution_of
from ginwin.risk.rounds import EXACT, NORMAL
from ginwin.risk.ruin import BOUND, CERTAIN, DIFFUSION, GENERATING
from ginwin.risk.study import LEVELS, RISKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ginwin.base.tables import Cell
    from ginwin.risk.joint_bets import JointBets
    from ginwin.risk.rounds import ManyRounds
    from ginwin.risk.ruin import Ruin
    from ginwin.risk.spots import Spots
    from ginwin.risk.study import Hour, Risk

__all__ = [
    "hold_table",
    "hour_table",
    "net_win_table",
    "reserve_table",
    "risk_tables",
    "rounds_table",
    "ruin_table",
    "swing_table",
]

_MOST_NETS = 8  # of the base game: columns of the joint table
_RESERVE_RISKS = (*RISKS, 0.001)
_DECIMALS = 1  # of a bankroll
_METHODS = {
    GENERATING: (
        "Generating function: that of the walk, inverted numerically; a risk is off by less than "
        "0.001 percentage points."
    ),
    DIFFUSION: (
        "Diffusion: for so many rounds, a continuous walk with the same mean and variance, never "
        "riskier than in the long run; close, not exact."
    ),
    BOUND: (
        "Lundberg bound: the advantage is so small that a bound stands for the risk. The risk is "
        "not above it, so the bankroll is enough, and perhaps more."
    ),
}


def risk_tables(
    risk: Risk, spots: Spots | None = None, number: int = 1, hour: Hour | None = None
) -> tuple[Table, ...]:
    """Return all tables of an analysis of risk, with those of several spots and of an hour."""
    tables = [swing_table(risk), net_win_table(risk)]
    if risk.joint is not None:
        if len({out.pays for out in risk.joint.outcomes}) <= _MOST_NETS:
            tables.append(joint_table(risk.joint))
        tables.append(given_table(risk.joint))
    if risk.many:
        tables += [rounds_table(risk), hold_table(risk)]
    tables += [ruin_table(risk), reserve_table(risk)]
    if spots is not None:
        tables.append(spots_table(spots, number))
    if hour is not None:
        tables.append(hour_table(risk, hour))
    return tuple(tables)


def swing_table(risk: Risk) -> Table:
    """Return what the distribution of one round says, with a side bet for each bet and together."""
    sides = {"base game": distribution_of(risk.analysis)}
    if risk.joint is not None:
        sides["side bet"] = _side_distribution(risk.joint, risk.stake)
        sides["together"] = risk.one_round
    else:
        sides = {"value": risk.one_round}
    each = list(sides.values())
    figures: dict[str, tuple[str, Sequence[Cell]]] = {
        "house edge": ("% of ante", [-100 * one.mean for one in each]),
        "element of risk": (
            "% of money bet",
            [-100 * one.mean / one.average_wager for one in each],
        ),
        "average wager": ("antes", [one.average_wager for one in each]),
        "standard deviation": ("antes", [one.standard_deviation for one in each]),
        "standard deviation per unit": ("of money bet", [one.deviation_per_unit for one in each]),
        "variance": ("square antes", [one.variance for one in each]),
        "skewness": ("", [one.skewness for one in each]),
        "excess kurtosis": ("", [one.excess_kurtosis for one in each]),
        "volatility index": ("antes", [one.volatility_index() for one in each]),
        "rounds that win": ("% of rounds", [100 * one.share(1) for one in each]),
        "rounds that push": ("% of rounds", [100 * one.share(0) for one in each]),
        "rounds that lose": ("% of rounds", [100 * one.share(-1) for one in each]),
    }
    if risk.joint is not None:
        covariance = risk.stake * risk.joint.covariance
        figures["covariance of the two"] = ("square antes", [None, None, covariance])
        figures["correlation of the two"] = ("", [None, None, risk.joint.correlation])
    return _table(
        risk,
        "swing",
        "How much one round swings",
        (
            Column("figure"),
            *(Column(label, "number", digits=6) for label in sides),
            Column("unit"),
        ),
        [(figure, *cells, unit) for figure, (unit, cells) in figures.items()],
        (
            (
                "Standard deviation per unit of money bet: the standard deviation over the average "
                "wager."
            ),
            (
                f"Volatility index: {Z_90:.6f} standard deviations. In 90 % of cases the hold per "
                "round, over n rounds, lies within (volatility index / sqrt n) antes of the house "
                "edge (normal approximation)."
            ),
            *_stake_notes(risk),
        ),
    )


def net_win_table(risk: Risk) -> Table:
    """Return the exact distribution of one round; the last row is the total."""
    one = risk.one_round
    rows: list[tuple[Cell, ...]] = []
    below = Fraction(0)
    for pays, combinations, probability in zip(
        one.pays, one.combinations, one.probabilities, strict=True
    ):
        below += probability
        rows.append((pays, combinations, probability, below, pays * probability))
    rows.append(("total", one.deals, Fraction(1), None, one.mean))
    return _table(
        risk,
        "net_win",
        "What one round wins",
        (
            Column("net win", "exact", "antes"),
            Column("combinations", "integer", "deals"),
            Column("probability", "number", digits=9),
            Column("this or less", "number", digits=9),
            Column("return", "number", "antes", digits=9),
        ),
        rows,
        (
            "Net win: of all bets together. The total return is minus the house edge.",
            *side_bet_notes(risk.joint),
        ),
        total=True,
    )


def rounds_table(risk: Risk) -> Table:
    """Return the chance to be ahead after numbers of rounds."""
    rows = [
        (
            many.rounds,
            many.mean,
            many.standard_deviation,
            *_ahead_even_behind(many),
            many.method,
        )
        for many in risk.many
    ]
    return _table(
        risk,
        "rounds",
        "The player after a number of rounds",
        (
            Column("rounds", "integer"),
            Column("expected win", "number", "antes", digits=2),
            Column("standard deviation", "number", "antes", digits=2),
            Column("ahead", "percent", "% of cases", digits=4),
            Column("even", "percent", "% of cases", digits=4),
            Column("behind", "percent", "% of cases", digits=4),
            Column("method"),
        ),
        rows,
        (
            "Rounds are independent of each other, and each bets one ante.",
            *_normal_notes(risk),
            *_moved_notes(risk),
            *side_bet_notes(risk.joint),
        ),
    )


def hold_table(risk: Risk) -> Table:
    """Return the bands of the actual hold."""
    rows: list[tuple[Cell, ...]] = []
    for many in risk.many:
        bands = [many.hold(level) for level in LEVELS]
        ends = [end for band in bands for end in (band.low, band.high)]
        rows.append((many.rounds, *ends))
    percents = [f"{level:.0%}".replace("%", " %") for level in LEVELS]
    return _table(
        risk,
        "hold",
        "Band of the actual hold",
        (
            Column("rounds", "integer"),
            *(
                Column(f"{percent} {end}", "percent", "% of ante", digits=4)
                for percent in percents
                for end in ("from", "to")
            ),
        ),
        rows,
        (
            (
                "Actual hold: what the casino wins, all bets together, in percent of all antes. A "
                "band holds at least its percentage of cases, and leaves out at most half of the "
                f"rest at either end{_except(risk)}."
            ),
            *_normal_notes(risk),
            *_moved_notes(risk),
            *side_bet_notes(risk.joint),
        ),
    )


def ruin_table(risk: Risk) -> Table:
    """Return the player's risk of ruin, and the bankroll for small risks."""
    rows: list[tuple[Cell, ...]] = []
    for ruin in (*risk.ruin, risk.player):
        own = () if risk.bankroll is None else (_risk_of_ruin(risk, ruin, risk.bankroll),)
        needed = [_rounded_up(ruin.bankroll(chance)) for chance in RISKS]
        rows.append((_length(ruin), *own, *needed, ruin.method))
    least = risk.player.least
    played = () if risk.bankroll is None else (f"risk with {exact_decimal(risk.bankroll)} antes",)
    endless = (
        "The player has no advantage, so in the long run no bankroll is enough."
        if risk.player.method == CERTAIN
        else "With an advantage the risk stays below one, however long the play."
    )
    return _table(
        risk,
        "ruin",
        "Risk of ruin of the player",
        (
            Column("rounds"),
            *(Column(label, "percent", "%", digits=4) for label in played),
            *(_bankroll_column(f"bankroll for {_percent(chance)}", rows) for chance in RISKS),
            Column("method"),
        ),
        rows,
        (
            (
                "Ruined: the bankroll no longer covers a full round, which can take "
                f"{exact_decimal(least)} antes ({_full_round(risk)}). Every round bets one ante."
            ),
            "Bankroll: the smallest with which the risk is at most so much.",
            endless,
            *_exponent_notes(risk.player),
            *_method_notes((*risk.ruin, risk.player)),
            *side_bet_notes(risk.joint),
        ),
    )


def reserve_table(risk: Risk) -> Table:
    """Return the reserve of a house that faces one spot in the long run."""
    house = risk.house
    rows: list[tuple[Cell, ...]] = [
        (_percent(chance), _rounded_up(house.bankroll(chance))) for chance in _RESERVE_RISKS
    ]
    if house.method == CERTAIN:
        rows = [("any below 100 %", "none is enough")]
    notes = [
        (
            "Ruined: the reserve no longer covers a round, at most "
            f"{exact_decimal(house.least)} antes."
        ),
        f"Method: {house.method}.",
    ]
    if house.method == CERTAIN:
        notes.append("The house has no advantage, so no reserve is enough.")
    notes += [
        *_exponent_notes(house),
        *_method_notes((house,)),
        *side_bet_notes(risk.joint),
    ]
    return _table(
        risk,
        "reserve",
        "Reserve of the house against one spot, in the long run",
        (Column("risk of ruin"), _bankroll_column("reserve", rows)),
        rows,
        notes,
    )


def hour_table(risk: Risk, hour: Hour) -> Table:
    """Return what a casino wins in an hour."""
    rows: list[tuple[Cell, ...]] = [
        ("theoretical win", hour.theoretical_win),
        ("standard deviation of the actual win", hour.standard_deviation),
    ]
    bets = f"{hour.spots} spot{'' if hour.spots == 1 else 's'}, ante {exact_decimal(hour.ante)}"
    notes = [f"{hour.rounds:,} rounds an hour, {bets}; in the unit of the ante."]
    if hour.standard_deviation is None:
        notes.append("How side bets of several spots hang together is not known.")
    return _table(
        risk,
        "hour",
        "What the casino wins in an hour",
        (Column("figure"), Column("value", "number", digits=2)),
        rows,
        (*notes, *_stake_notes(risk)),
    )


def _table(
    risk: Risk,
    name: str,
    title: str,
    columns: tuple[Column, ...],
    rows: Sequence[tuple[Cell, ...]],
    notes: Sequence[str],
    *,
    total: bool = False,
) -> Table:
    """Return a table with the rules and the strategy of the analysis."""
    rules, analysis = risk.analysis.rules.summary(), risk.analysis
    strategy = analysis.strategy.describe(analysis.threshold)
    return Table(name, title, columns, tuple(rows), rules, strategy, tuple(notes), total=total)


def _ahead_even_behind(many: ManyRounds) -> tuple[float, float, float]:
    """Return the chances, none of them 0 or 1 because of rounding alone."""
    ahead, behind = many.most > 0, many.least < 0
    even = (many.lowest / many.unit).denominator == 1 and (many.method != EXACT or many.cut > 0)
    return (
        _open(many.ahead, possible=ahead, certain=many.least > 0),
        _open(many.even, possible=even or many.even > 0, certain=many.least == many.most == 0),
        _open(many.behind, possible=behind, certain=many.most < 0),
    )


def _risk_of_ruin(risk: Risk, ruin: Ruin, bankroll: Fraction) -> float:
    """Return the chance, not 0 or 1 because of rounding alone."""
    least, most = risk.one_round.pays[0], risk.one_round.pays[-1]
    spare = bankroll - ruin.least
    possible = least < 0 and (ruin.rounds is None or spare + ruin.rounds * least < 0)
    certain = most < 0 and (ruin.rounds is None or spare + ruin.rounds * most < 0)
    certain = certain or spare < 0 or ruin.method == CERTAIN
    return _open(ruin.chance(bankroll), possible=possible, certain=certain)


def _open(chance: float, *, possible: bool, certain: bool) -> float:
    """Return a chance above 0 if it is possible, and below 1 if it is not certain."""
    least = float_info.min if possible else 0.0
    return min(max(chance, least), 1.0 if certain else nextafter(1.0, 0.0))


def _side_distribution(joint: JointBets, stake: Fraction) -> Distribution:
    rows = ((stake * row.pays, row.combinations) for row in joint.side.rows)
    return Distribution.of(rows, stake, stake)


def _stake_notes(risk: Risk) -> tuple[str, ...]:
    if risk.joint is None:
        return ()
    stake = f"{exact_decimal(risk.stake)} x ante"
    title = f"Side bet in every round: {risk.joint.side.bet.title}, {stake}."
    return (title, *side_bet_notes(risk.joint))


def _normal_notes(risk: Risk) -> tuple[str, ...]:
    """Say what stands for the convolution where it is too long, if that is so."""
    if all(many.method != NORMAL for many in risk.many):
        return ()
    return ("Normal law: for so many rounds that they are not convolved; close, not exact.",)


def _moved_notes(risk: Risk) -> tuple[str, ...]:
    """Say how far net wins of too fine a unit were moved, if they were."""
    furthest = max((many.moved for many in risk.many), default=0.0)
    if not furthest:
        return ()
    most = exact_decimal(Fraction(ceil(1000 * furthest), 1000))
    note = (
        "Too many steps from the least to the most that is won: what a round wins was moved to "
        f"coarser ones, the same on average; that moves what all rounds win by at most {most} "
        "antes (standard deviation), so what is nearer to even may lie on either side of it."
    )
    return (note,)


def _except(risk: Risk) -> str:
    """Say for which rows a band may hold less than its percentage."""
    if all(many.method != NORMAL and not many.moved for many in risk.many):
        return ""
    return ", about so where net wins were moved or the normal law is used"


def _method_notes(ruins: Sequence[Ruin]) -> tuple[str, ...]:
    """Say what the methods mean that are no exact walk, and what was moved."""
    methods = {ruin.method for ruin in ruins}
    notes = [note for method, note in _METHODS.items() if method in methods]
    moved = [ruin.unit for ruin in ruins if ruin.rounded]
    if moved:
        notes.append(
            "Too many steps from the least to the most that is won: what a round wins was moved "
            f"to steps of {max(moved)} ante or less, the same on average."
        )
    return tuple(notes)


def _exponent_notes(ruin: Ruin) -> tuple[str, ...]:
    """Say how the risk falls in the long run."""
    if ruin.exponent is None:
        return ()
    factor = f"exp(-{ruin.exponent:.6f})"
    return (
        f"In the long run each ante more multiplies the risk by {factor} (Lundberg's exponent).",
    )


def _length(ruin: Ruin) -> str:
    return "no end" if ruin.rounds is None else f"{ruin.rounds:,}"


def _percent(chance: float) -> str:
    return f"{100 * chance:g} %"


def _full_round(risk: Risk) -> str:
    parts = ["ante", f"play bet {exact_decimal(max(risk.analysis.rules.play))}"]
    if risk.stake:
        parts.append(f"side bet {exact_decimal(risk.stake)}")
    return ", ".join(parts)


def _bankroll_column(label: str, rows: Sequence[tuple[Cell, ...]]) -> Column:
    """Return a column for bankrolls: integers where all of them are whole, else with decimals."""
    whole = all(cell.denominator == 1 for row in rows for cell in row if isinstance(cell, Fraction))
    kind: Literal["integer", "number"] = "integer" if whole else "number"
    return Column(label, kind, "antes", 0 if whole else _DECIMALS)


def _rounded_up(bankroll: Fraction | None) -> Fraction | None:
    """Return a bankroll rounded up to what is shown: it is enough, as the exact one is."""
    return None if bankroll is None else Fraction(ceil(bankroll * 10**_DECIMALS), 10**_DECIMALS)
