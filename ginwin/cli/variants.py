"""Commands for many rule sets at once: compare, sweep, landscape."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ginwin.cli.app import (
    JsonOption,
    RulesArgument,
    SetOption,
    ThreadsOption,
    app,
    load_rules,
    print_json,
    print_tables,
)
from ginwin.cli.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ginwin.rules import Rules
    from ginwin.tables import Table

__all__ = ["CsvOption", "GridOption", "print_written"]

STRATEGIES = "published, threshold:VALUE (such as threshold:J-7-6-5), best-threshold, by-value"

StrategyOption = Annotated[
    str, typer.Option(metavar="STRATEGY", help=f"{STRATEGIES} or optimal (slower).")
]
GridOption = Annotated[
    list[str],
    typer.Option(
        "--grid",
        metavar="KEY=VALUE,VALUE,...",
        help="What a key may be, such as dealer.qualifies=10-9-8-7,J-10-9-8 or "
        "pays.win.ante.0=1..5. KEY+KEY=VALUE+VALUE,... ties keys together. May be given several "
        "times: all combinations are taken.",
    ),
]
CsvOption = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write the rows to a CSV file.")
]


def print_written(path: Path, rows: int) -> None:
    """Say that a file was written."""
    typer.echo(f"Wrote {rows:,} row{'' if rows == 1 else 's'} to {path}")


@app.command()
def compare(
    rules: Annotated[
        list[str], typer.Argument(metavar="RULES...", help="Presets or TOML files, one or more.")
    ],
    *,
    strategy: StrategyOption = "published",
    settings: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show RULES side by side: the differences in the rules, and what they are worth.

    Settings change all of them; with one RULES, it is compared with itself so changed.
    """
    from ginwin.variants import compare as side_by_side

    labelled: dict[str, Rules] = {}
    for name in rules:
        again = sum(name == label.partition(" (")[0] for label in labelled)
        label = f"{name} ({again + 1})" if again else name
        if len(rules) == 1 and settings:
            labelled[label] = load_rules(name)
            label = f"{name}, changed"
        labelled[label] = load_rules(name, settings)
    differences, figures = side_by_side(labelled, strategy)
    if as_json:
        print_json(
            {
                "rules": {label: one.to_dict() for label, one in labelled.items()},
                "strategy": figures.strategy,
                "differences": differences.to_json(),
                "figures": figures.to_json(),
            }
        )
    else:
        _print_compared(labelled, (differences, figures))


def _print_compared(labelled: Mapping[str, Rules], tables: Iterable[Table]) -> None:
    from ginwin.terminal import make_console, print_lines, print_table

    console = make_console()
    for label, one in labelled.items():
        title, *details = one.summary()
        print_lines(console, (f"{label}: {title}",))
        print_lines(console, details, "  ")
    for table in tables:
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
    from ginwin.files import write_csv
    from ginwin.grids import Grid
    from ginwin.variants import sweep as sweep_grid

    checked = Grid.of(load_rules(rules, settings), grid)
    with progress_bar(checked.size, "rule sets") as progress:
        table = sweep_grid(checked.base, checked.axes, strategy, threads=threads, progress=progress)
    if csv is not None:
        write_csv(csv, table)
    if as_json:
        print_json(
            {
                "rules": checked.base.to_dict(),
                "strategy": table.strategy,
                "sweep": table.to_json(),
            }
        )
    elif csv is not None:
        print_written(csv, len(table.rows))
    else:
        print_tables(checked.base, (table,))


@app.command()
def landscape(
    rules: RulesArgument = "gli",
    *,
    settings: SetOption = None,
    csv: CsvOption = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the plot: a file .png, .svg or .pdf."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the house edge of RULES under every qualifier, with the best answer to each."""
    from ginwin.files import write_csv
    from ginwin.landscape import landmarks, own_row
    from ginwin.landscape import landscape as every_qualifier
    from ginwin.plots import check_plot_file, plot_landscape, write_plot

    loaded = load_rules(rules, settings)
    if plot is not None:
        check_plot_file(plot)
    table = every_qualifier(loaded)
    if csv is not None:
        write_csv(csv, table)
    if plot is not None:
        own = str(table.rows[own_row(table, loaded)][0])
        write_plot(plot, lambda axes: plot_landscape(table, axes, own))
    if as_json:
        print_json({"rules": loaded.to_dict(), "landscape": table.to_json()})
        return
    print_tables(loaded, (landmarks(table, loaded),))
    if csv is not None:
        print_written(csv, len(table.rows))
    if plot is not None:
        typer.echo(f"Wrote the plot to {plot}")
