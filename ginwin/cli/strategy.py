"""The command that says how to play, and what mistakes cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ginwin.cli.app import (
    JsonOption,
    RouteOption,
    RulesArgument,
    SetOption,
    ThreadsOption,
    app,
    load_rules,
    print_json,
    print_tables,
)
from ginwin.cli.outputs import CsvOption, PlotOption, check_apart, print_outputs, write_outputs
from ginwin.cli.progress import progress_bar

if TYPE_CHECKING:
    from ginwin.base.tables import Table
    from ginwin.rules.rules import Rules

__all__: list[str] = []


@app.command()
def strategy(
    rules: RulesArgument = "gli",
    *,
    arranging: Annotated[
        bool,
        typer.Option(
            "--arranging",
            help="Also show what arranging ranks first, suits first and so on costs each side "
            "(half a minute).",
        ),
    ] = False,
    settings: SetOption = None,
    csv: CsvOption = None,
    plot: PlotOption = None,
    route: RouteOption = "auto",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show how to play RULES: strategies, short rules, decisions, and what errors cost.

    The rows of the CSV file and the plot are the decisions for every value.
    """
    from ginwin.advice.decision_results import value_table
    from ginwin.advice.results import strategy_tables
    from ginwin.advice.study import STEPS, study_strategy
    from ginwin.counting.routes import counts_for
    from ginwin.plots.decisions import plot_decisions

    check_apart(csv, plot)
    loaded = load_rules(rules, settings)
    with progress_bar(STEPS, "steps") as progress:
        study = study_strategy(loaded, counts_for(loaded, route, threads), progress=progress)
    tables, values = strategy_tables(study), value_table(study)
    if arranging:
        tables = (*tables, _arranging(loaded, threads))
    write_outputs(values, csv, plot, lambda axes: plot_decisions(values, axes))
    if as_json:
        shown = (*tables, values)
        print_json({"rules": loaded.to_dict()} | {table.name: table.to_json() for table in shown})
        return
    print_tables(loaded, tables)
    print_outputs(values, csv, plot)


def _arranging(rules: Rules, threads: int | None) -> Table:
    from ginwin.advice.arranging import ARRANGEMENTS, cost_of_arranging
    from ginwin.advice.results import arranging_table

    with progress_bar(len(ARRANGEMENTS), "ways to arrange") as progress:
        arranged = cost_of_arranging(rules, threads=threads, progress=progress)
    return arranging_table(rules, arranged)
