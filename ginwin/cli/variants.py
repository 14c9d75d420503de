"""Commands for many rule sets at once: compare, sweep, landscape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ginwin.cli.app import (
    JsonOption,
    RouteOption,
    RulesArgument,
    SetOption,
    StrategyOption,
    ThreadsOption,
    app,
    load_rules,
    print_json,
    print_tables,
)
from ginwin.cli.grids import GridOption, grid_axes
from ginwin.cli.outputs import CsvOption, PlotOption, check_apart, print_outputs, write_outputs
from ginwin.cli.progress import progress_bar

if TYPE_CHECKING:
    from ginwin.variants.comparison import SideBySide

__all__: list[str] = []


@app.command()
def compare(
    rules: Annotated[
        list[str], typer.Argument(metavar="RULES...", help="Presets or TOML files, one or more.")
    ],
    *,
    strategy: StrategyOption = "published",
    settings: SetOption = None,
    route: RouteOption = "auto",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show RULES side by side: the differences in the rules, and what they are worth.

    Settings change all of them; with one RULES, it is compared with itself so changed.
    """
    from ginwin.variants.comparison import compare as side_by_side

    pairs = [(name, load_rules(name, settings)) for name in rules]
    if len(rules) == 1 and settings:
        pairs = [(rules[0], load_rules(rules[0])), (f"{rules[0]}, changed", pairs[0][1])]
    with progress_bar(len(pairs), "rule sets") as progress:
        found = side_by_side(pairs, strategy, route=route, threads=threads, progress=progress)
    if as_json:
        print_json(found.to_json())
    else:
        _print_compared(found)


def _print_compared(found: SideBySide) -> None:
    from ginwin.base.terminal import make_console, print_lines, print_table

    console = make_console()
    for label, one in found.rules.items():
        title, *details = one.summary()
        print_lines(console, (f"{label}: {title}",))
        print_lines(console, details, "  ")
    for table in found.tables():
        print_table(console, table)


@app.command()
def sweep(
    rules: RulesArgument,
    *,
    grid: GridOption,
    strategy: StrategyOption = "published",
    settings: SetOption = None,
    csv: CsvOption = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what every rule set of a grid is worth, each a change of RULES."""
    from ginwin.base.files import write_csv
    from ginwin.variants.comparison import sweep as sweep_grid

    base = load_rules(rules, settings)
    axes, size = grid_axes(base, grid)
    with progress_bar(size, "rule sets") as progress:
        table = sweep_grid(base, axes, strategy, threads=threads, progress=progress)
    if csv is not None:
        write_csv(csv, table)
    if as_json:
        print_json(
            {
                "rules": base.to_dict(),
                "strategy": table.strategy,
                "sweep": table.to_json(),
            }
        )
    elif csv is not None:
        print_outputs(table, csv)
    else:
        print_tables(base, (table,))


@app.command()
def landscape(
    rules: RulesArgument = "gli",
    *,
    settings: SetOption = None,
    csv: CsvOption = None,
    plot: PlotOption = None,
    route: RouteOption = "auto",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the house edge of RULES under every qualifier, with the best answer to each."""
    from ginwin.counting.routes import counts_for
    from ginwin.plots.qualifiers import plot_landscape
    from ginwin.variants.qualifiers import landmarks, own_row
    from ginwin.variants.qualifiers import landscape as every_qualifier

    check_apart(csv, plot)
    loaded = load_rules(rules, settings)
    counts = counts_for(loaded, route, threads)
    with progress_bar(counts.values.size + 1, "qualifiers") as progress:
        table = every_qualifier(loaded, counts, progress=progress)
    own = str(table.rows[own_row(table, loaded)][0])
    write_outputs(table, csv, plot, lambda axes: plot_landscape(table, axes, own))
    if as_json:
        print_json({"rules": loaded.to_dict(), "landscape": table.to_json()})
        return
    print_tables(loaded, (landmarks(table, loaded),))
    print_outputs(table, csv, plot)
