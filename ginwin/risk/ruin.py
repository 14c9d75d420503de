"""The risk of ruin: the chance that a bankroll does not last.

A bankroll is ruined as soon as it no longer covers a full round: the ante, the largest play bet and
the side bet, if there is one. Every round bets the same, whatever is left.

*Within n rounds.* An absorbing walk on the lattice of the bets' unit, solved backwards, which gives
the chance for every bankroll at once (`ginwin.risk.ruin_kernels.walk`). Bankrolls so large that
ruin has a chance below `NEGLIGIBLE` are left out; Chernoff's bound says where they begin. For more
rounds the chance is a coefficient of the generating function of the walk, which is known
(`ginwin.risk.passage`); with an advantage, after so many that ruin has come by then or never, it is
that of the long run. Where even this takes too long, from 10^6 to 10^8 rounds on, the chance is
that of a diffusion of the same mean and variance, and never above that of the long run.

*In the long run.* Who has no advantage is ruined for certain. For who has one, the chance comes
from the law of the first new low (`ginwin.risk.passage`). It falls like exp(-exponent bankroll)
with Lundberg's exponent; exp(-exponent (bankroll - least)) is a bound of it, which stands in where
the advantage is too small for the rest.

*Fine units.* Where the unit is too fine for all that, the net wins of a round are moved to steps of
a part of the largest loss (`Distribution.rounded`), and `Ruin.rounded` says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, expm1, floor, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ginwin.base.amounts import check_share, check_whole, exact_amount
from ginwin.errors import InputError
from ginwin.risk.distribution import common_unit
from ginwin.risk.passage import NEGLIGIBLE, Walk
from ginwin.risk.rounds import MOST_ROUNDS
from ginwin.risk.ruin_kernels import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ginwin.risk.distribution import Distribution

__all__ = [
    "BOUND",
    "CERTAIN",
    "DIFFUSION",
    "GENERATING",
    "NEGLIGIBLE",
    "Ruin",
    "ruin_forever",
    "ruin_within",
]

Floats = NDArray[np.float64]

EXACT, GENERATING, DIFFUSION = "exact walk", "generating function", "diffusion"
CERTAIN, BOUND = "certain", "Lundberg bound"

_MOST_WORK = 1 << 30  # steps of a walk
_MOST_UNITS = 1 << 20  # in a net win
_MOVED_UNITS = (256, 32)  # in the largest loss, where net wins are moved: finer ones first


@dataclass(frozen=True)
class Ruin:
    """The chance of ruin by bankroll.

    Attributes
    ----------
    rounds : int or None
        How many rounds are to be played; None: for ever.
    least : Fraction
        What a full round takes, in antes; with less the bankroll is ruined.
    unit : Fraction
        Bankrolls move in steps of this many antes.
    method : str
        ``exact walk``, ``generating function``, ``diffusion``, ``certain`` (who has no advantage,
        in the long run), or ``Lundberg bound`` (an upper bound).
    exponent : float or None
        Lundberg's exponent for each ante, in the long run, with an advantage and a risk.
    chances : ndarray of float64, shape (n,)
        The chance by whole steps above `least`; with more steps it is given by `beyond`.
    beyond : callable
        The chance by steps above `least`, for all that `chances` does not hold.
    rounded : bool
        Whether the net wins of a round were moved to have a coarser unit.
    """

    rounds: int | None
    least: Fraction
    unit: Fraction
    method: str
    exponent: float | None
    chances: Floats
    beyond: Callable[[int], float]
    rounded: bool = False

    def chance(self, bankroll: Fraction | float | str) -> float:
        """Return the chance of ruin with a bankroll, in antes; what is below a step is idle.

        Raises
        ------
        InputError
            If the bankroll is no number.
        """
        amount = exact_amount(bankroll)
        if amount is None:
            raise InputError("bankroll", bankroll, "a number of antes")
        steps = floor((amount - self.least) / self.unit)
        if steps < 0:
            return 1.0
        return float(self.chances[steps]) if steps < self.chances.size else self.beyond(steps)

    def bankroll(self, chance: float) -> Fraction | None:
        """Return the least bankroll, in antes, with which the chance of ruin is at most this.

        None if no bankroll is enough.

        Raises
        ------
        InputError
            If the chance is not between 0 and 1.
        """
        chance = check_share("chance", chance)
        if self.method == CERTAIN:
            return None
        low, high = -1, 1  # ruined with chance 1 at low steps; doubled until high is enough
        while self.chance(self.least + high * self.unit) > chance:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            if self.chance(self.least + middle * self.unit) > chance:
                low = middle
            else:
                high = middle
        return self.least + high * self.unit


def ruin_within(distribution: Distribution, rounds: int) -> Ruin:
    """Return the chances of ruin within a number of rounds.

    Parameters
    ----------
    distribution : Distribution
        What one round wins.
    rounds : int
        How many, 1 to 10**12.

    Raises
    ------
    InputError
        If the number of rounds is out of range.
    """
    rounds = check_whole("rounds", rounds, 1, MOST_ROUNDS)
    least, unit = distribution.largest_wager, common_unit(distribution.pays)
    if distribution.pays[0] >= 0:
        return Ruin(rounds, least, unit, EXACT, None, np.zeros(1), _never)
    for one, step in _lattices(distribution):
        steps, moved = Walk(one, step), one is not distribution
        size = steps.positions(rounds)
        if rounds * size * steps.steps.size <= _MOST_WORK:
            chances = np.empty(size)
            walk(steps.steps, steps.probabilities, rounds, chances)
            return Ruin(rounds, least, step, EXACT, None, chances, _never, moved)
        if one.mean > 0:
            # ruin after n rounds has at most the chance M^n / (1 - M), M the mean at the saddle
            fall = -steps.log_mean(steps.saddle())
            if rounds * fall + log(-expm1(-fall)) > -log(NEGLIGIBLE):
                return replace(ruin_forever(distribution), rounds=rounds, exponent=None)
        found = steps.within(rounds, _MOST_WORK) if one.variance else None
        if found is not None:
            return Ruin(rounds, least, step, GENERATING, None, found, _never, moved)
    mean, variance = float(distribution.mean), float(distribution.variance)
    forever = ruin_forever(distribution)

    def chance(position: int) -> float:
        passed = _first_passage(mean, variance, rounds, float((position + 1) * unit))
        return min(passed, forever.chance(least + position * unit))

    return Ruin(rounds, least, unit, DIFFUSION, None, np.empty(0), chance)


def ruin_forever(distribution: Distribution) -> Ruin:
    """Return the chances of ruin in the long run.

    Parameters
    ----------
    distribution : Distribution
        What one round wins; `Distribution.reversed` for the house.
    """
    least, unit = distribution.largest_wager, common_unit(distribution.pays)
    if distribution.pays[0] >= 0:
        return Ruin(None, least, unit, EXACT, None, np.zeros(1), _never)
    if distribution.mean <= 0:
        return Ruin(None, least, unit, CERTAIN, None, np.ones(1), lambda _: 1.0)
    exponent = _lundberg(distribution)
    for one, step in _lattices(distribution):
        moved = one is not distribution
        fall = (_lundberg(one) if moved else exponent) * float(step)
        chances = Walk(one, step).forever(fall, _MOST_WORK)
        if chances is not None:
            beyond = _falling(float(chances[-1]), fall, chances.size - 1)
            return Ruin(None, least, step, EXACT, exponent, chances, beyond, moved)
    fall = exponent * float(unit)
    return Ruin(None, least, unit, BOUND, exponent, np.empty(0), _falling(1.0, fall, -1))


def _lattices(distribution: Distribution) -> Iterator[tuple[Distribution, Fraction]]:
    """Yield the distribution with its unit, and then, if that is fine, moved to coarser ones."""
    unit, loss = common_unit(distribution.pays), -distribution.pays[0]
    if max(loss, distribution.pays[-1]) <= _MOST_UNITS * unit:
        yield distribution, unit
    for units in _MOVED_UNITS:
        coarse = Fraction(1, max(1, floor(units / loss)))
        if unit < coarse:
            yield distribution.rounded(coarse), coarse


def _never(_: int) -> float:
    return 0.0


def _falling(chance: float, fall: float, end: int) -> Callable[[int], float]:
    """Return the chance by position that falls from the one at the end."""
    return lambda position: chance * exp(-fall * (position - end))


def _first_passage(mean: float, variance: float, rounds: int, distance: float) -> float:
    """Return the chance that a diffusion falls so far below its start within so many rounds."""
    if not variance:
        return float(mean * rounds <= -distance)
    normal, spread = NormalDist().cdf, sqrt(variance * rounds)
    falling = normal((-distance - mean * rounds) / spread)
    tail = normal((-distance + mean * rounds) / spread)
    exponent = -2 * mean * distance / variance
    reflected = exp(exponent + log(tail)) if tail > 0 and exponent < 700 else 0.0
    return min(1.0, falling + reflected)


def _lundberg(distribution: Distribution) -> float:
    """Return Lundberg's exponent: the t > 0, for each ante, with a mean of exp(-t net win) of 1."""
    pays = np.array([float(pays) for pays in distribution.pays])
    probabilities = np.array([float(chance) for chance in distribution.probabilities])

    def excess(t: float) -> float:
        return float(probabilities @ np.expm1(-t * pays))

    low = float(distribution.mean) / float(distribution.central_moment(2) + distribution.mean**2)
    while excess(low) > 0:
        low /= 2
    high = 2 * low
    while excess(high) < 0:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return (low + high) / 2
