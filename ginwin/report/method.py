"""The section for those who check: how it was counted, totals, agreement, versions, the command."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from importlib.metadata import version
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from ginwin.base.files import csv_bytes
from ginwin.base.kept import kept_tables
from ginwin.base.tables import Column, Table
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.cards import STANDARD_DECK
from ginwin.counting.every_hand import count_every_hand, values_of_keys
from ginwin.counting.patterns import PatternCounts
from ginwin.counting.routes import counts_for
from ginwin.document.model import Check, Checks, Code, Data, Section, Text
from ginwin.play.analysis import analyze
from ginwin.simulation.rounds import simulate
from ginwin.values import value_label

if TYPE_CHECKING:
    from ginwin.base.tables import Cell
    from ginwin.document.model import Block
    from ginwin.report.request import Request

__all__ = ["method_section"]

_ROUNDS, _SEED = 1_000_000, 0  # of the simulation
_LIBRARIES = ("ginwin", "numpy", "numba", "pandas", "matplotlib", "typst", "XlsxWriter", "Jinja2")


def method_section(request: Request) -> Section:
    """Return the section; the agreement of the methods is kept (see `ginwin.base.kept`)."""
    counts = _counts_table(request)
    digest = sha256(csv_bytes(counts)).hexdigest()
    blocks: list[Block] = [
        *map(Text, _how(request)),
        Checks(
            "checks",
            "Totals to work out again",
            tuple(_checks(request)),
            request.rules.summary(),
            request.analysis.strategy.describe(request.analysis.threshold),
            (
                (
                    "In the spreadsheet a formula stands beside each of these, which works it out "
                    "from the other sheets. Ratio: as a part of one, so that 0.01 is one percent."
                ),
            ),
        ),
        *_agreement(request),
        Text(
            "The counts behind every figure of the base game whose decisions look at values. The "
            "digest of their CSV file (SHA-256) tells whether two reports stand on the same counts:"
        ),
        Data(counts),
        Code(f"{digest}  {counts.name}.csv"),
        Text("Made with:"),
        _versions(),
        Text("The command that makes this report again, for any format:"),
        Code(request.command),
    ]
    return Section("method", "Method and audit", tuple(blocks))


def _how(request: Request) -> Iterator[str]:
    cards = request.rules.cards
    yield (
        f"A hand is a set of {cards} of the 52 cards. A deal is an ordered pair of hands without a "
        "common card, the player's and the dealer's; all deals are equally likely. Deals are "
        "counted by inclusion and exclusion: with N(S) the number of hands that have a property "
        "and contain the set of cards S, the deals in which the player's hand has one property and "
        "the dealer's another are the sum over all S of (-1)^|S| times the one N(S) times the "
        "other."
    )
    if isinstance(request.counts, PatternCounts):
        yield (
            "Under these melds, sets of cards that become the same when suits and ranks are "
            "renamed have the same N(S), up to the marks that the dead wood leaves on ranks. That "
            f"leaves {request.counts.tables.kinds.sets.size:,} kinds of sets (the pattern route)."
        )
    else:
        yield (
            "Sets of cards that become the same when suits are renamed have the same N(S), and are "
            "counted once, as often as there are of them (the general route)."
        )
    yield (
        "Counts are integers throughout, results fractions of integers; digits are rounded only "
        "where they are shown. Standard deviations are square roots of exact variances. Chances "
        "after many rounds are worked out with floating-point numbers, by the method that each "
        f"table names.{_sampled(request)}"
    )


def _sampled(request: Request) -> str:
    """Say what is sampled in this report."""
    kinds = ["several spots against one dealer"] * (not request.strategy.needs_hands)
    kinds += ["the cards of other seats"] * (not request.quick)
    kinds += ["simulated rounds"] * (not request.strategy.needs_hands)
    return f" What is sampled ({', '.join(kinds)}) says so, with its seed." if kinds else ""


def _checks(request: Request) -> Iterator[Check]:
    own, cards = request.analysis, request.rules.cards
    rest = STANDARD_DECK.size - cards
    hands = comb(STANDARD_DECK.size, cards)
    deals = hands * comb(rest, cards)
    every = "SUM({outcomes.combinations})"
    loss = "-SUMPRODUCT({outcomes.pays},{outcomes.combinations})"
    wager = f"{every}+{_play_bets(request)}"
    yield Check("hands", f"C(52,{cards})", hands, f"COMBIN(52,{cards})")
    yield Check(
        "hands by dead wood",
        "sum of combinations",
        hands,
        "SUM({hands_by_dead_wood.combinations})",
    )
    yield Check(
        "deals",
        f"C(52,{cards}) x C({rest},{cards})",
        deals,
        f"COMBIN(52,{cards})*COMBIN({rest},{cards})",
    )
    yield Check("deals by outcome", "sum of combinations", deals, every)
    yield Check(
        "deals by value",
        "sum of all counts",
        deals,
        "SUM({counts.not qualified})+SUM({counts.worse})+SUM({counts.tie})+SUM({counts.better})",
    )
    yield Check(
        "dealer qualifies",
        "1 - not qualified / deals, table of counts",
        request.dealer_qualifies,
        f"1-SUM({{counts.not qualified}})/{every}",
    )
    yield Check(
        "the same by hands",
        "qualifying hands / hands",
        request.dealer_qualifies,
        "SUM({qualifying.qualifying})/SUM({qualifying.combinations})",
    )
    yield Check(
        "house edge",
        "- sum of pays x combinations / deals",
        own.house_edge,
        f"{loss}/{every}",
    )
    yield Check(
        "raise rate",
        "1 - combinations of folds / deals",
        own.raise_rate,
        f'1-SUMIF({{outcomes.event}},"fold",{{outcomes.combinations}})/{every}',
    )
    yield Check(
        "average wager",
        "1 + play bets x combinations / deals",
        own.average_wager,
        f"({wager})/{every}",
    )
    yield Check(
        "element of risk",
        "house edge / average wager",
        own.element_of_risk,
        f"{loss}/({wager})",
    )
    yield Check(
        "variance",
        "sum of pays^2 x combinations / deals - house edge^2",
        own.variance,
        "SUMPRODUCT({outcomes.pays},{outcomes.pays},{outcomes.combinations})"
        f"/{every}-({loss}/{every})^2",
    )
    for place, bet in enumerate(request.side_bets, start=1):
        columns = [f"{{side_bet_{place}.{name}}}" for name in ("pays", "combinations")]
        yield Check(
            f"house edge of {bet.name}",
            "- sum of pays x combinations / hands",
            analyze_bonus(bet).house_edge,
            f"-SUMPRODUCT({','.join(columns)})/SUM({columns[1]})",
        )


def _play_bets(request: Request) -> str:
    """Return the formula of all play bets, in antes, summed over the deals."""
    if len(request.rules.play) > 1:
        return "SUMPRODUCT({outcomes.play bet},{outcomes.combinations})"
    raised = 'SUM({outcomes.combinations})-SUMIF({outcomes.event},"fold",{outcomes.combinations})'
    play = request.rules.play[0]
    return f"{play.numerator}/{play.denominator}*({raised})"


def _agreement(request: Request) -> tuple[Block, ...]:
    """Return the agreement of the methods, or why there is none to show."""
    general = not isinstance(request.counts, PatternCounts)
    if general and request.strategy.needs_hands:
        left = (
            "No other method is shown: these melds can be counted by the general route alone, and "
            f"rounds are simulated by value, but the strategy {request.strategy} looks at the "
            "exact cards."
        )
        return (Text(left),)

    def make() -> tuple[Table, ...]:
        return (_agreement_table(request),)

    key = {"rules": request.rules.to_toml(), "strategy": str(request.strategy)}
    text = "What other methods give, which share as little as possible with the count:"
    return Text(text), *kept_tables("agreement", key, make)


def _agreement_table(request: Request) -> Table:
    simulated = (
        f"Simulated: {_ROUNDS:,} rounds, seed {_SEED}, dealt, laid out and compared by code that "
        "the count does not use; the decision for each value and the pays are the same. It agrees "
        "if it is within three standard errors, and is never exact."
    )
    return Table(
        "agreement",
        "Agreement of independent methods",
        (
            Column("figure"),
            Column("method"),
            Column("count", "integer"),
            Column("this method", "number", digits=6),
            Column("standard error", "number", digits=6),
            Column("agrees"),
        ),
        tuple(_agreements(request)),
        request.rules.summary(),
        request.analysis.strategy.describe(request.analysis.threshold),
        () if request.strategy.needs_hands else (simulated,),
        keys=2,
    )


def _agreements(request: Request) -> Iterator[tuple[Cell, ...]]:
    own, rules = request.analysis, request.rules
    loss, parts = own.integers("house_edge")
    unit = f"1/{parts // own.deals:,} antes" if parts > own.deals else "antes"
    name = f"loss in all deals ({unit})"  # pays may be fractions
    if isinstance(request.counts, PatternCounts):
        general = counts_for(rules, "general", request.threads)
        other = analyze(rules, own.strategy, general).integers("house_edge")[0]
        yield name, "pattern route, shown", loss, None, None, None
        verdict = _yes(agrees=other == loss)
        yield name, "general route", other, None, None, verdict
        yield _every_hand(request)
    if request.strategy.needs_hands:
        return
    decisions = own.strategy.decide(request.showdown, rules)
    values = request.showdown.values.tolist()
    steps = dict(zip(values, decisions.bets.tolist(), strict=True))
    played = simulate(rules, steps, rounds=_ROUNDS, seed=_SEED, threads=request.threads)
    for figure in ("house_edge", "raise_rate", "average_wager", "element_of_risk"):
        exact: Fraction = getattr(own, figure)
        estimate = getattr(played, figure)
        near = abs(estimate.value - float(exact)) <= 3 * estimate.standard_error
        name = f"{figure.replace('_', ' ')}, as a ratio"
        yield name, "counted, shown", None, exact, None, None
        yield name, "simulated", None, estimate.value, estimate.standard_error, _yes(agrees=near)


def _every_hand(request: Request) -> tuple[Cell, ...]:
    """Return how hands by value agree with those found when each hand is evaluated."""
    by_key = count_every_hand(request.threads)
    keys = np.flatnonzero(by_key)
    values = values_of_keys(keys)
    order = np.argsort(values)
    counts = request.counts
    same = np.array_equal(values[order], counts.values) and np.array_equal(
        by_key[keys][order], counts.hands_by_value
    )
    total = int(by_key.sum())
    return "hands of each value", "each hand evaluated", total, None, None, _yes(agrees=same)


def _yes(*, agrees: bool) -> str:
    return "yes" if agrees else "NO"


def _counts_table(request: Request) -> Table:
    """Return the deals for each value of the player, by what the dealer's hand is to it."""
    showdown = request.showdown
    columns = ("not_qualified", "worse", "tie", "better")
    rows = zip(
        map(value_label, showdown.values.tolist()),
        showdown.hands.tolist(),
        *(getattr(showdown, name).tolist() for name in columns),
        strict=True,
    )
    return Table(
        "counts",
        "Deals by the player's value",
        (
            Column("value"),
            Column("hands", "integer", "hands"),
            *(Column(name.replace("_", " "), "integer", "deals") for name in columns),
        ),
        tuple(rows),
        request.rules.summary(),
        "any (all deals are counted)",
        (
            (
                "By the player's value: hands, and deals in which the dealer does not qualify, or "
                "qualifies with a worse, the same or a better value."
            ),
        ),
    )


def _versions() -> Table:
    rows = [("Python", platform.python_version())]
    rows += [(name, version(name)) for name in _LIBRARIES]
    columns = (Column("software"), Column("version"))
    return Table("versions", "Versions", columns, tuple(rows), ())
