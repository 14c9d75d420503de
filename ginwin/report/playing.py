"""The section about how to play, and what mistakes cost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ginwin.advice.arranging import ARRANGEMENTS, cost_of_arranging
from ginwin.advice.decision_results import value_table
from ginwin.advice.results import arranging_table, strategy_tables
from ginwin.advice.study import STEPS, study_strategy
from ginwin.base.exact import plural
from ginwin.base.kept import kept_tables
from ginwin.document.model import Data, Figure, Section, Text
from ginwin.plots.decisions import close_rows, plot_decisions
from ginwin.report.wording import cell, column, exact, percent, strategy_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ginwin.base.tables import Cell, Table
    from ginwin.document.model import Block
    from ginwin.report.request import Request

__all__ = ["playing_section"]

_ERRORS = {
    "always": "to raise with every hand",
    "threshold:3 cards": "to raise with just three dead-wood cards or fewer",
    "mimic-dealer": "to raise with just what would qualify the dealer",
}
_COMPARED = 2
"""The last rows of the short rules, which stand there only to be compared."""

_OF_CARDS = ("hands_of_a_value", "examples")


def playing_section(request: Request) -> Section:
    """Return the section: strategies, short rules, errors, decisions by value and by exact cards.

    The tables of the study are kept for the next report (see `ginwin.base.kept`), and so are the
    costs of arranging, which a quick report leaves out.
    """
    study = {table.name: table for table in _study(request)}
    strategies, values = study["strategies"], study["values"]
    blocks: list[Block] = [
        Text(_best_play(strategies)),
        Text(_own_play(request, strategies)),
        strategies,
        Text(_common_errors(strategies)),
        *_short_rules(study["short_rules"]),
        Text(
            "What an error costs depends on how often it can be made. The next table adds up all "
            "hands with which one decision is best and another is made."
        ),
        study["errors"],
        *_boundary(study["boundary"]),
        Figure(
            "decisions",
            "What each decision is worth, by value",
            lambda axes: plot_decisions(values, axes, title=False),
            _decisions_caption(study),
        ),
        Data(values),
        *_exact_cards(study),
        *_arranging(request),
    ]
    return Section("playing", "How to play", tuple(blocks))


def _study(request: Request) -> tuple[Table, ...]:
    def make() -> tuple[Table, ...]:
        with request.bar(STEPS, "steps of the study of decisions") as progress:
            study = study_strategy(request.rules, request.counts, progress=progress)
        return *strategy_tables(study), value_table(study)

    return kept_tables("playing", {"rules": request.rules.to_toml()}, make)


def _best_play(strategies: Table) -> str:
    best = "optimal"
    return (
        "The best play there is looks at the exact cards of every hand, and makes the decision "
        "that is worth most over all hands that the dealer can then have. Its house edge is "
        f"{percent(cell(strategies, best, 'house edge'))} of the ante, its element of risk "
        f"{percent(cell(strategies, best, 'element of risk'))} of all money bet; it raises with "
        f"{percent(cell(strategies, best, 'raise rate'))} of the hands. Simpler ways to play are "
        "measured against it."
    )


def _lost(cost: Cell) -> str:
    return f"{percent(cost)} of the ante against the best play" if cost else "nothing"


def _own_play(request: Request, strategies: Table) -> str:
    own = request.analysis
    cost = own.house_edge - exact(cell(strategies, "optimal", "house edge"))
    return (
        f"The strategy of this report is {strategy_in_words(own)}. Its house edge is "
        f"{percent(own.house_edge)} of the ante, its element of risk "
        f"{percent(own.element_of_risk)}; it costs {_lost(cost)}."
    )


def _common_errors(strategies: Table) -> str:
    costs = column(strategies, "cost")
    found = {exact(costs[name]): what for name, what in reversed(_ERRORS.items())}
    parts = [f"{what}, {percent(cost)}" for cost, what in found.items() if cost]
    return (
        "What common errors cost, in percent of the ante against the best play: "
        f"{'; '.join(parts) or 'nothing'}."
    )


def _short_rules(table: Table) -> tuple[Block, ...]:
    costs = column(replace(table, rows=table.rows[:-_COMPARED]), "cost")
    if not costs:
        return (table,)
    rule = min(costs, key=lambda rule: exact(costs[rule]))
    text = (
        "A short rule can be remembered at the table. The best of those searched, in short form "
        f'"{rule}", costs {_lost(costs[rule])}.'
    )
    return Text(text), table


def _boundary(table: Table) -> tuple[Block, ...]:
    """Return the values around each change of the decision; without one, the last note says so."""
    if not table.rows:
        return (Text(table.notes[-1]),)
    most = max(exact(cost) for cost in column(table, "error, per round").values())
    text = (
        "The next table shows the values around each change of the decision. To decide one of them "
        f"wrongly whenever it is dealt costs at most {percent(most)} of the ante."
    )
    return Text(text), table


def _decisions_caption(study: Mapping[str, Table]) -> str:
    """Say what the figure shows, and no more."""
    values = study["values"]
    changes = "; dotted lines show where it changes" if study["boundary"].rows else ""
    parts = [
        "Values stand in their order, the best at the left.",
        f"The highest line is that of the best decision{changes}.",
    ]
    if "exact_cards" in study:
        parts.append("Grey strokes span the hands of a value where the exact cards decide.")
    if close_rows(values):
        parts.append("The small picture enlarges the part where decisions are close.")
    return " ".join(parts)


def _exact_cards(study: Mapping[str, Table]) -> Iterator[Block]:
    """Yield what decides where not all hands of a value should do the same."""
    if "exact_cards" not in study:
        yield Text(
            "No decision depends on the exact cards: all hands of a value should do the same, so "
            "the best decision for each value is the best play there is."
        )
        return
    mixed = study["exact_cards"]
    last = dict(zip([one.name for one in mixed.columns], mixed.rows[-1], strict=True))
    values = int(exact(last["values"]))
    yield Text(
        f"Of {len(study['values'].rows):,} values, {values:,} "
        f"{plural(values, 'has hands that', 'have hands that')} should not all do the same, "
        "because the player's cards are missing from the dealer's hand. To decide these by the "
        f"value alone costs {percent(last['cost by value'])} of the ante; one condition for "
        f"each value brings that down to {percent(last['cost'])}."
    )
    yield from (mixed, *(study[name] for name in _OF_CARDS if study[name].rows))


def _arranging(request: Request) -> tuple[Block, ...]:
    """Return what each way of arranging costs either side."""
    if request.quick:
        left = "What it costs to arrange otherwise than at best is left out of this quick report."
        return (Text(left),)

    def make() -> tuple[Table, ...]:
        with request.bar(len(ARRANGEMENTS), "ways to arrange") as progress:
            arranged = cost_of_arranging(request.rules, threads=request.threads, progress=progress)
        return (arranging_table(request.rules, arranged),)

    (table,) = kept_tables("arranging", {"rules": request.rules.to_toml()}, make)
    place = [one.name for one in table.columns].index("change, published")
    worst = max(exact(row[place]) for row in table.rows if row[0] == "player")
    text = (
        "A side that does not see the best arrangement of its hands can lose by it. Ranks first "
        "puts away the melds of rank, then those of suit; suits first does it the other way round; "
        "better of two takes the better result of both; house is the written house way, which asks "
        "for the fewest cards and then the lowest highest one, with the worst that it leaves open. "
        f"With the published strategy the costliest of them costs the player {percent(worst)} of "
        "the ante."
    )
    return Text(text), table
