"""The published figures of the game, and whether the exact values reproduce them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from ginwin.play.analysis import Analysis, analyze
from ginwin.rules.rules import Rules

__all__ = ["Comparison", "PublishedFigure", "Source", "compare_published", "reproduces", "sources"]


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure as it was printed.

    Parameters
    ----------
    figure : str
        The name of the figure in an `Analysis`, such as ``house_edge``.
    printed : str
        The decimal number that was printed.
    unit : str
        What it counts; ``%`` first where it is a percentage.
    """

    figure: str
    printed: str
    unit: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where figures were published.

    Parameters
    ----------
    label : str
        A short name.
    source : str
        The publication.
    rules, strategy : str or None
        The preset and the strategy that the figures belong to, where the source states them.
    note : str
        What has to be said about the figures, or why there are none.
    figures : tuple of PublishedFigure
        The figures.
    side_bet : str or None
        The side bet of the package that stands for the one that the figures are of.
    events : tuple of str
        What the pay table of that side bet may pay for, where it is not known.
    optional : tuple of str
        Those of the events that it need not have.
    """

    label: str
    source: str
    rules: str | None
    strategy: str | None
    note: str
    figures: tuple[PublishedFigure, ...]
    side_bet: str | None = None
    events: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A published figure beside its exact value.

    Parameters
    ----------
    source : Source
        Where it was published.
    figure : PublishedFigure or None
        The figure; None for a source that has none.
    analysis : Analysis or None
        What the exact value is taken from; None where it cannot be computed.
    """

    source: Source
    figure: PublishedFigure | None = None
    analysis: Analysis | None = None

    @property
    def exact(self) -> Fraction | None:
        """The exact value in the unit of the figure, if it can be computed."""
        if self.figure is None or self.integers is None:
            return None
        scale = 100 if self.figure.unit.startswith("%") else 1
        return scale * Fraction(*self.integers)

    @property
    def integers(self) -> tuple[int, int] | None:
        """The numerator and the denominator behind the exact value, see `Analysis.integers`.

        A percentage is 100 times their ratio.
        """
        if self.figure is None or self.analysis is None:
            return None
        return self.analysis.integers(self.figure.figure)

    @property
    def reproduced(self) -> bool | None:
        """Whether the exact value rounds to the printed digits; None where there is none."""
        if self.figure is None or self.exact is None:
            return None
        return reproduces(self.exact, self.figure.printed)

    @property
    def verdict(self) -> str:
        """The same for people: yes, no, not computable or no figures."""
        if self.figure is None:
            return "no figures"
        return {True: "yes", False: "no", None: "not computable"}[self.reproduced]


def reproduces(exact: Fraction, printed: str) -> bool:
    """Return whether an exact value rounds to a printed decimal number.

    Parameters
    ----------
    exact : Fraction
        The exact value.
    printed : str
        The decimal number; all its decimals count, zeros at the end too.

    Returns
    -------
    bool
        Whether the two differ by at most half a unit of the last printed digit. So a tie may have
        been rounded up or down.

    Examples
    --------
    >>> reproduces(Fraction("4.3131"), "4.31"), reproduces(Fraction("4.3131"), "4.310")
    (True, False)
    """
    decimals = len(printed.partition(".")[2])
    return abs(exact - Fraction(printed)) <= Fraction(1, 2 * 10**decimals)


@cache
def sources() -> tuple[Source, ...]:
    """Return all publications, with their figures, in the order of the data file."""
    text = files("ginwin").joinpath("data", "published.toml").read_text(encoding="utf-8")
    return tuple(
        Source(
            label=entry["label"],
            source=entry["source"],
            rules=entry.get("rules"),
            strategy=entry.get("strategy"),
            note=entry.get("note", ""),
            figures=tuple(PublishedFigure(**figure) for figure in entry["figures"]),
            side_bet=entry.get("side_bet"),
            events=tuple(entry.get("events", ())),
            optional=tuple(entry.get("optional", ())),
        )
        for entry in tomllib.loads(text)["source"]
    )


def compare_published(
    analysis_of: Callable[[Rules, str], Analysis] = analyze,
) -> tuple[Comparison, ...]:
    """Compare every published figure with the exact one.

    Parameters
    ----------
    analysis_of : callable
        Makes the analysis of rules and a strategy; by default `analyze`.

    Returns
    -------
    tuple of Comparison
        One for each figure, and one for each source without figures.
    """
    found: list[Comparison] = []
    for source in sources():
        analysis = None
        if source.figures and source.rules and source.strategy:
            analysis = analysis_of(Rules.load(source.rules), source.strategy)
        found += [Comparison(source, figure, analysis) for figure in source.figures or (None,)]
    return tuple(found)
