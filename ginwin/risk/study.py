"""How much the win swings: one round, many rounds, and whether a bankroll lasts.

This puts together what the modules below it find: the exact distribution of a round
(`ginwin.risk.distribution`, with a side bet `ginwin.risk.joint_bets`), that of many rounds
(`ginwin.risk.rounds`) and the risk of ruin (`ginwin.risk.ruin`). Rounds are taken as independent of
each other, as they are when the deck is shuffled for each; every round bets one ante, and the side
bet if there is one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from ginwin.base.amounts import check_amount, check_whole
from ginwin.base.exact import exact_decimal, exact_json, ratio_json
from ginwin.bonus.bonusfile import SideBet
from ginwin.counting.routes import check_rules
from ginwin.errors import InputError
from ginwin.play.analysis import Analysis, analyze
from ginwin.play.strategy import Strategy
from ginwin.risk.distribution import Z_90, Distribution, distribution_of
from ginwin.risk.joint_bets import JointBets, analyze_together
from ginwin.risk.rounds import MOST_ROUNDS, ManyRounds, after_rounds
from ginwin.risk.ruin import Ruin, ruin_forever, ruin_within
from ginwin.risk.spots import MOST_SPOTS, Spots

if TYPE_CHECKING:
    from ginwin.counting.counts import Counts
    from ginwin.rules.rules import Rules

__all__ = ["LEVELS", "RISKS", "ROUNDS", "Hour", "Risk", "analyze_risk", "theoretical_hour"]

ROUNDS = (100, 1_000, 10_000)
"""The numbers of rounds that are looked at if none are asked for."""

LEVELS = (0.90, 0.95, 0.99)
"""The probabilities of the bands of the actual hold."""

RISKS = (0.05, 0.01)
"""The chances of ruin for which the bankroll is found."""

_MOST_MONEY = 10**9
_MOST_STAKE = 1000


@dataclass(frozen=True)
class Risk:
    """The swings of a game.

    Attributes
    ----------
    analysis : Analysis
        The base game.
    joint : JointBets or None
        The base game and the side bet, if there is one.
    stake : Fraction
        The side bet, in antes; 0 if there is none.
    one_round : Distribution
        What one round wins, all bets together.
    many : tuple of ManyRounds
        What numbers of rounds win together.
    ruin : tuple of Ruin
        The player's risk of ruin within these numbers of rounds.
    player, house : Ruin
        The risk of ruin in the long run: of the player, and of a house that faces one spot.
    bankroll : Fraction or None
        The player's bankroll, in antes.
    """

    analysis: Analysis
    joint: JointBets | None
    stake: Fraction
    one_round: Distribution
    many: tuple[ManyRounds, ...]
    ruin: tuple[Ruin, ...]
    player: Ruin
    house: Ruin
    bankroll: Fraction | None

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data; a bankroll that does not exist is null."""
        joint = {}
        if self.joint is not None:
            base = distribution_of(self.analysis).to_json()
            joint = {"side_stake": exact_json(self.stake), "base_game": base}
            joint |= {"joint": self.joint.to_json()}
        return {
            "rules": self.analysis.rules.to_dict(),
            "strategy": str(self.analysis.strategy),
            **joint,
            "one_round": self.one_round.to_json()
            | {
                "volatility_index": {"z": Z_90, "value": self.one_round.volatility_index()},
            },
            "rounds": [_rounds_json(many) for many in self.many],
            "bankroll": None if self.bankroll is None else exact_json(self.bankroll),
            "ruin": [
                _ruin_json(ruin)
                | {"chance": None if self.bankroll is None else ruin.chance(self.bankroll)}
                for ruin in (*self.ruin, self.player)
            ],
            "house_ruin": _ruin_json(self.house),
        }


def _ruin_json(ruin: Ruin) -> dict[str, Any]:
    bankrolls = {str(risk): ruin.bankroll(risk) for risk in RISKS}
    return {
        "rounds": ruin.rounds,
        "method": ruin.method,
        "full_round": exact_json(ruin.least),
        "moved_to_unit": exact_json(ruin.unit) if ruin.rounded else None,
        "bankroll": {
            risk: None if bankroll is None else exact_json(bankroll)
            for risk, bankroll in bankrolls.items()
        },
        "lundberg_exponent": ruin.exponent,
    }


def _rounds_json(many: ManyRounds) -> dict[str, Any]:
    return {
        "rounds": many.rounds,
        "method": many.method,
        "mean": many.mean,
        "standard_deviation": many.standard_deviation,
        "ahead": many.ahead,
        "even": many.even,
        "behind": many.behind,
        "hold": [many.hold(level)._asdict() for level in LEVELS],
        "probability_cut": many.cut,
        "moved": many.moved,
    }


def analyze_risk(
    rules: Rules,
    strategy: Strategy | str = "published",
    *,
    rounds: int | Iterable[int] | None = ROUNDS,
    bankroll: Fraction | float | str | None = None,
    side_bet: SideBet | str | None = None,
    side_stake: Fraction | float | str | None = None,
    counts: Counts | None = None,
) -> Risk:
    """Return how much the win swings.

    Parameters
    ----------
    rules : Rules
        The rules.
    strategy : Strategy or str
        The strategy.
    rounds : int or iterable of int, optional
        The numbers of rounds to look at, 1 to 10**12; None stands for `ROUNDS`.
    bankroll : number or str, optional
        The player's bankroll, in antes; it must cover one full round.
    side_bet : SideBet or str, optional
        A side bet on the player's cards that is made in every round, or what `SideBet.load` reads.
    side_stake : number or str, optional
        The side bet, in antes, above 0 and up to 1000; 1 if it is not given.
    counts : Counts, optional
        The counts of the rules; by default those of the standard deck.

    Raises
    ------
    InputError
        If a number is out of range, something is of another kind, there is a stake without a side
        bet, or the side bet is on another number of cards.
    """
    check_rules(rules)
    if not isinstance(strategy, Strategy | str):
        raise InputError("strategy", strategy, "a Strategy or the text of one")
    numbers = _numbers(ROUNDS if rounds is None else rounds)
    stake = Fraction(0)
    if isinstance(side_bet, str):
        side_bet = SideBet.load(side_bet)
    if side_bet is not None:
        stake = check_amount(
            "side stake", 1 if side_stake is None else side_stake, 0, _MOST_STAKE, "antes"
        )
    elif side_stake is not None:
        raise InputError("side stake", side_stake, "none without a side bet")
    least = 1 + max(rules.play) + stake
    own: Fraction | None = None
    if bankroll is not None:
        unit = f"antes; a full round can take {exact_decimal(least)}"
        own = check_amount("bankroll", bankroll, least, _MOST_MONEY, unit)
    if side_bet is None:
        joint = None
        analysis = analyze(rules, strategy, counts)
        one_round = distribution_of(analysis)
    else:
        joint = analyze_together(rules, strategy, side_bet, counts)
        analysis = joint.base
        one_round = joint.distribution(stake)
    return Risk(
        analysis,
        joint,
        stake,
        one_round,
        tuple(after_rounds(one_round, number) for number in numbers),
        tuple(ruin_within(one_round, number) for number in numbers),
        ruin_forever(one_round),
        ruin_forever(one_round.reversed()),
        own,
    )


def _numbers(rounds: object) -> tuple[int, ...]:
    """Return one or several numbers of rounds."""
    several = isinstance(rounds, Iterable) and not isinstance(rounds, str)
    each: Iterable[object] = rounds if several else (rounds,)  # type: ignore[assignment]
    return tuple(check_whole("rounds", number, 1, MOST_ROUNDS) for number in each)


@dataclass(frozen=True, slots=True)
class Hour:
    """What a casino wins in an hour, in the unit of the ante.

    Attributes
    ----------
    ante : Fraction
        The ante, in money.
    rounds : int
        Rounds in an hour.
    spots : int
        Spots that play each round.
    theoretical_win : Fraction
        The expected win.
    standard_deviation : float or None
        Of the actual win; None where several spots also make a side bet, whose covariance is not
        known.
    interval : (float, float) or None
        Its interval of 95 % where it is sampled.
    """

    ante: Fraction
    rounds: int
    spots: int
    theoretical_win: Fraction
    standard_deviation: float | None
    interval: tuple[float, float] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        win = self.theoretical_win
        return {
            "ante": exact_json(self.ante),
            "rounds_per_hour": self.rounds,
            "spots": self.spots,
            "theoretical_win": ratio_json(win.numerator, win.denominator),
            "standard_deviation": self.standard_deviation,
            "interval": self.interval,
        }


def theoretical_hour(
    risk: Risk,
    rounds: int,
    ante: Fraction | float | str = 1,
    spots: int = 1,
    sampled: Spots | None = None,
) -> Hour:
    """Return what a casino wins in an hour.

    Parameters
    ----------
    risk : Risk
        The game.
    rounds : int
        Rounds in an hour, 1 to 10**6.
    ante : number or str
        The ante, in money; the side bet is its multiple.
    spots : int
        Spots that play each round, 1 to 6.
    sampled : Spots, optional
        How several spots hang together; without it, their deviation is left out.

    Raises
    ------
    InputError
        If a number is out of range.
    """
    rounds = check_whole("rounds per hour", rounds, 1, 10**6)
    money = check_amount("ante", ante, 0, _MOST_MONEY, "money")
    spots = check_whole("spots", spots, 1, MOST_SPOTS)
    win = -risk.one_round.mean * money * rounds * spots
    scale = float(money) * sqrt(rounds)
    if spots == 1:
        return Hour(money, rounds, spots, win, scale * risk.one_round.standard_deviation)
    if sampled is None or risk.joint is not None:
        return Hour(money, rounds, spots, win, None)
    deviation, _, low, high = sampled.standard_deviation(spots)
    return Hour(money, rounds, spots, win, scale * deviation, (scale * low, scale * high))
