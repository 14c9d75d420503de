"""What sections write in their sentences, and how they look into tables for it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ginwin.base.exact import decimal
from ginwin.base.tables import Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ginwin.base.tables import Cell, Table
    from ginwin.bonus.bonusfile import SideBet
    from ginwin.play.analysis import Analysis
    from ginwin.rules.rules import Rules

__all__ = [
    "both_edges",
    "cell",
    "column",
    "exact",
    "listed",
    "number",
    "numbered",
    "other_hands",
    "percent",
    "strategy_in_words",
]

_STRATEGIES = {
    "published": "the published strategy",
    "best-threshold": "the best threshold",
    "by-value": "the best decisions by value",
    "optimal": "the best play",
    "mimic-dealer": "the strategy that mimics the dealer",
    "always": "the strategy that never folds",
    "threshold": "a threshold",
}


def exact(figure: Cell) -> Fraction:
    """Return a number of a table exactly.

    Raises
    ------
    TypeError
        If the cell is text or empty.
    """
    if figure is None or isinstance(figure, str):
        raise TypeError(f"no number: {figure!r}")
    return Fraction(figure)


def number(figure: Cell, digits: int) -> str:
    """Write a number of a table with a fixed number of decimals."""
    return decimal(exact(figure), digits, grouped=True)


def percent(share: Cell) -> str:
    """Write a share of a table as a percentage with two decimals, or four where it is tiny.

    What is not zero is never written as zero, and what is less than all never as 100 %.

    Examples
    --------
    >>> percent(Fraction("0.043131")), percent(Fraction("0.000031")), percent(Fraction(-1, 10**7))
    ('4.31 %', '0.0031 %', 'more than -0.0001 %')
    >>> percent(1 - Fraction(1, 10**6)), percent(Fraction(1))
    ('more than 99.99 %', '100.00 %')
    """
    figure = exact(share)
    tiny = 0 < abs(figure) < Fraction(1, 10_000)
    written = Column("share", "percent", digits=4 if tiny else 2).write(figure)
    return f"{written.replace('<', 'less than').replace('>', 'more than')} %"


def both_edges(house_edge: Cell, element_of_risk: Cell) -> str:
    """Write a house edge per ante, and beside it the element of risk."""
    return f"{percent(house_edge)} of the ante (element of risk {percent(element_of_risk)})"


def strategy_in_words(analysis: Analysis) -> str:
    """Return the strategy of an analysis for a sentence, such as "the published strategy (...)"."""
    strategy = analysis.strategy
    described = strategy.describe(analysis.threshold)
    return _STRATEGIES[strategy.name] + described.removeprefix(strategy.name)


def other_hands(bet: SideBet, rules: Rules) -> str:
    """Say how the hands of a side bet are not those of the game, after its name; else nothing."""
    if bet.cards != rules.cards:
        own, game = (f"{one.cards} cards (melds: {one.melding.label()})" for one in (bet, rules))
        return f"is on other hands than the game: on {own}, where the game is on {game}."
    if bet.melds != rules.melds:
        own, game = (one.melding.label() for one in (bet, rules))
        return f"has other melds than the game: {own}, where the game has {game}."
    return ""


def column(table: Table, name: str) -> dict[Cell, Cell]:
    """Return the cells of a column by those of the first column, without the row of totals.

    Parameters
    ----------
    table : Table
        A table with different cells in its first column.
    name : str
        The name of the column, without the unit.
    """
    place = [one.name for one in table.columns].index(name)
    return {row[0]: row[place] for row in (table.rows[:-1] if table.total else table.rows)}


def cell(table: Table, row: Cell, name: str) -> Cell:
    """Return the cell of a column in the row that begins with another cell."""
    return column(table, name)[row]


def listed(parts: Sequence[str]) -> str:
    """Return parts of a sentence joined by commas, the last by "and".

    Examples
    --------
    >>> listed(["one", "two", "three"]), listed(["one"])
    ('one, two and three', 'one')
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def numbered(table: Table, place: int, of: str) -> Table:
    """Return a table that a document holds several times, named and titled for what it is about.

    Parameters
    ----------
    table : Table
        The table.
    place : int
        Which it is of the tables of its name, counted from 1.
    of : str
        What it is about, for the title.
    """
    return replace(table, name=f"{table.name}_{place}", title=f"{table.title} ({of})")
