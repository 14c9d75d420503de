"""Commands that search the other way: design rules."""

from __future__ import annotations

from typing import Annotated

import typer

from ginwin.cli.app import (
    STRATEGIES,
    JsonOption,
    RulesArgument,
    SetOption,
    ThreadsOption,
    design_app,
    load_rules,
    print_json,
    print_tables,
)
from ginwin.cli.grids import GridOption, grid_axes
from ginwin.cli.outputs import CsvOption, print_outputs
from ginwin.cli.progress import progress_bar

__all__: list[str] = []


@design_app.command("rules")
def design_rules(
    rules: RulesArgument,
    *,
    grid: GridOption,
    target: Annotated[
        list[str],
        typer.Option(
            metavar="FIGURE=NUMBER",
            help="What a figure should be, such as house_edge=2.51% or average_wager=1.68 (as "
            "printed: to half a unit of the last digit) or raise_rate=68%+-0.5%. May be given "
            "several times: all are to be met.",
        ),
    ],
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STRATEGY",
            help=f"{STRATEGIES} or optimal (slower); published if not given. May be given several "
            "times: each is tried.",
        ),
    ] = None,
    settings: SetOption = None,
    show: Annotated[
        int, typer.Option(help="How many rule sets to show, up to 10,000; all are counted.")
    ] = 20,
    csv: CsvOption = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the rule sets of a grid that meet targets on several figures, or the nearest ones.

    The search is complete: every combination of the grid is evaluated exactly, as a change of
    RULES.
    """
    from ginwin.base.files import write_csv
    from ginwin.variants.design import design_rules as search

    base = load_rules(rules, settings)
    axes, size = grid_axes(base, grid)
    with progress_bar(size, "rule sets") as progress:
        found = search(
            base,
            axes,
            target,
            strategy or ["published"],
            show=show,
            threads=threads,
            progress=progress,
        )
    table = found.table()
    if csv is not None:
        write_csv(csv, table)
    if as_json:
        print_json(found.to_json())
        return
    print_tables(base, (table,))
    print_outputs(table, csv)
