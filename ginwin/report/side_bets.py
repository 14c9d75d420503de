"""The section about side bets: what they cost, and how they go together with the base game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.kept import kept_tables
from ginwin.bonus.bonusfile import PayChoices, SideBet, bonus_preset_names
from ginwin.bonus.design import design_pays
from ginwin.bonus.results import bonus_figure_table, bonus_pay_table, bonus_table, design_table
from ginwin.bonus.sidebets import analyze_bonus
from ginwin.document.model import Figure, Section, Text
from ginwin.play.published import sources
from ginwin.plots.side_bets import plot_side_bets, side_bets_size
from ginwin.report.wording import both_edges, column, exact, number, numbered, other_hands
from ginwin.risk.results import risk_tables
from ginwin.risk.study import analyze_risk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ginwin.base.tables import Table
    from ginwin.document.model import Block
    from ginwin.play.published import PublishedFigure, Source
    from ginwin.report.request import Request

__all__ = ["side_bets_section"]

_TOGETHER = ("swing", "joint", "given")
"""The tables of risk that show a side bet beside the base game."""

_DRAWN = 4  # side bets in a plot
_SHOWN = 10  # pay tables of a search
_LETTERS = "ab"  # of those that are shown in full


def side_bets_section(request: Request) -> Section:
    """Return the section; its tables are kept for the next report (see `ginwin.base.kept`)."""
    return Section("side-bets", "Side bets", tuple(_blocks(request)))


def _blocks(request: Request) -> Iterator[Block]:
    bets = request.side_bets
    if not bets:
        yield Text("No side bet is part of this report.")
    yield from _not_fitting(request)
    if not bets:
        return
    tables = {table.name: table for table in _tables(request)}
    yield Text(
        "A side bet is settled on the player's cards alone, so that no decision changes what it is "
        "worth. It is counted over all hands, exactly."
    )
    for bet in bets:
        if other := other_hands(bet, request.rules):
            yield Text(f"{bet.name} {other}")
    yield from (tables[name] for name in ("side_bet_figures", "side_bet_pays") if name in tables)
    own = tuple(tables[f"side_bet_{place}"] for place in range(1, len(bets) + 1))
    yield from own
    yield from _figures(own)
    for place, bet in enumerate(bets, start=1):
        yield from _found(bet, place, tables)
    for place, bet in enumerate(bets, start=1):
        yield from _together(request, bet, place, tables)


def _not_fitting(request: Request) -> Iterator[Block]:
    """Yield which side bets of the package are left out, as they are on other numbers of cards."""
    for name in bonus_preset_names():
        bet = SideBet.load(name)
        if bet.cards != request.rules.cards and bet not in request.side_bets:
            yield Text(
                f"{bet.title}, a side bet of the package, is on {bet.cards} cards and the game "
                f"deals {request.rules.cards}; so it is left out."
            )


def _tables(request: Request) -> tuple[Table, ...]:
    bets = request.side_bets

    def make() -> tuple[Table, ...]:
        analyses = [analyze_bonus(bet) for bet in bets]
        tables = [bonus_figure_table(analyses)]
        if len(bets) > 1:
            tables.append(bonus_pay_table(analyses))
        for place, (bet, analysis) in enumerate(zip(bets, analyses, strict=True), start=1):
            own = [bonus_table(analysis), *_with_base(request, bet)]
            tables += [numbered(table, place, bet.name) for table in own]
            tables += [numbered(table, place, of) for table, of in _searched(bet)]
        return tuple(tables)

    key = {
        "rules": request.rules.to_toml(),
        "strategy": str(request.strategy),
        "side bets": "\n".join(bet.to_toml() for bet in bets),
    }
    return kept_tables("side-bets", key, make)


def _with_base(request: Request, bet: SideBet) -> list[Table]:
    """Return the tables of a side bet and the base game together, if it is on as many cards."""
    if bet.cards != request.rules.cards:
        return []
    risk = analyze_risk(
        request.rules, request.strategy, rounds=(), side_bet=bet, counts=request.counts
    )
    return [table for table in risk_tables(risk) if table.name in _TOGETHER]


def _published(bet: SideBet) -> tuple[Source, PublishedFigure] | None:
    """Return the published house edge of a side bet that is a reconstruction, and its source."""
    for source in sources():
        if source.side_bet is not None and SideBet.load(source.side_bet) == bet:
            edges = [figure for figure in source.figures if figure.figure == "house_edge"]
            if edges and not bet.published:
                return source, edges[0]
    return None


def _searched(bet: SideBet) -> list[tuple[Table, str]]:
    """Return the pay tables that have the published house edge of a side bet, if there is one.

    With each table stands what it is about.
    """
    published = _published(bet)
    if published is None:
        return []
    source, figure = published
    choices = PayChoices(
        name=source.label,
        deal=bet.deal,
        melds=bet.melding,
        pays=[{"event": event, "optional": event in source.optional} for event in source.events],
    )
    decimals = len(figure.printed.partition(".")[2])
    half_unit = Fraction(1, 2 * 10**decimals)
    design = design_pays(choices, Fraction(figure.printed) / 100, half_unit / 100, show=_SHOWN)
    others = [one for one in design.tables if one.house_edge and one.bet.pays != bet.pays]
    found = [
        (replace(bonus_table(one), name=f"found_{letter}"), one.bet.name)
        for letter, one in zip(_LETTERS, others, strict=False)
    ]
    return [(design_table(design), bet.name), *found]


def _figures(tables: tuple[Table, ...]) -> Iterator[Figure]:
    """Yield plots of the pay tables, some in each."""
    for start in range(0, len(tables), _DRAWN):
        shown = tables[start : start + _DRAWN]
        yield Figure(
            f"side-bets-{start // _DRAWN + 1}" if start else "side-bets",
            "What each event of the side bets returns",
            lambda axes, shown=shown: plot_side_bets(shown, axes, title=False),  # type: ignore[misc]
            "What the player gets from each event on average, in percent of the bet; losses are "
            "to the left. All together are minus the house edge."
            + " Events that push return nothing."
            * any(_pushes(table) for table in shown),
            side_bets_size(shown),
        )


def _pushes(table: Table) -> bool:
    return 0 in column(table, "pays").values()


def _found(bet: SideBet, place: int, tables: Mapping[str, Table]) -> Iterator[Block]:
    """Yield what a search for the pay table found, where only the house edge was published."""
    published = _published(bet)
    if published is None:
        return
    source, figure = published
    yield Text(
        f"Of the {source.label} only the house edge is known, printed as {figure.printed} "
        f"{figure.unit.replace('% of', '% of the')}; the pay table of this report is one that has "
        "it. The next table shows the simplest of all such pay tables on some usual events and "
        "with usual pays: the edge alone does not tell which was published."
    )
    yield tables[f"pay_tables_{place}"]
    found = [f"found_{letter}_{place}" for letter in _LETTERS]
    if shown := [tables[name] for name in found if name in tables]:
        yield Text("The simplest of these besides that of this report, in full:")
        yield from shown


def _together(
    request: Request, bet: SideBet, place: int, tables: Mapping[str, Table]
) -> Iterator[Block]:
    """Yield how a side bet and the base game go together."""
    swing = tables.get(f"swing_{place}")
    if swing is None:
        yield Text(
            f"{bet.name} is on {bet.cards} cards, and the game deals {request.rules.cards}; so "
            "the two are not put together."
        )
        return
    base, both = (column(swing, name) for name in ("base game", "together"))
    correlation = both["correlation of the two"]
    edge = exact(both["house edge"]) / 100
    linked = "" if correlation is None else f" Their correlation is {number(correlation, 4)}."
    yield Text(
        f"{bet.name} and the base game are settled on the same cards.{linked} With one ante on "
        "the side bet in every round, the standard deviation of a round is "
        f"{number(both['standard deviation'], 4)} antes, where the base game alone has "
        f"{number(base['standard deviation'], 4)}; the house edge of both together is "
        f"{both_edges(edge, edge / exact(both['average wager']))}."
    )
    yield from (tables[name] for kind in _TOGETHER if (name := f"{kind}_{place}") in tables)
