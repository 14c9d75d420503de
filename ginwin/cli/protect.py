"""Commands about seen and missing cards: protect, removal."""

from __future__ import annotations

from contextlib import ExitStack
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
from ginwin.cli.outputs import CsvOption, print_written
from ginwin.cli.progress import progress_bar

if TYPE_CHECKING:
    from ginwin.protection.checkpoints import Checkpoint
    from ginwin.rules.rules import Rules

__all__: list[str] = []


@app.command()
def removal(
    rules: RulesArgument,
    *,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="STRATEGY", help="The strategy of a player who keeps to it whatever is out."
        ),
    ] = "published",
    side_bet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE", help="A side bet of the package or a TOML file; several times for more."
        ),
    ] = None,
    settings: SetOption = None,
    csv: CsvOption = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show how RULES change when one card of each rank is known to be out."""
    from ginwin.base.files import write_csv
    from ginwin.bonus.bonusfile import SideBet
    from ginwin.protection.removal import analyze_removal
    from ginwin.protection.results import removal_table

    loaded = load_rules(rules, settings)
    bets = [SideBet.load(file) for file in side_bet or ()]
    with progress_bar(13, "ranks") as progress:
        found = analyze_removal(loaded, strategy, bets, threads=threads, progress=progress)
    table = removal_table(found)
    if csv is not None:
        write_csv(csv, table)
    if as_json:
        print_json(found.to_json())
        return
    print_tables(loaded, (table,))
    if csv is not None:
        print_written(csv, len(table.rows))


@app.command()
def protect(
    rules: RulesArgument,
    *,
    seats: Annotated[
        str,
        typer.Option(
            metavar="SEATS",
            help="Other seats whose cards are seen: all, none, or numbers such as 5 or 1..3.",
        ),
    ] = "all",
    precision: Annotated[
        float,
        typer.Option(help="Sample until the interval of the house edge is +- so many antes."),
    ] = 0.0005,
    samples: Annotated[
        int | None,
        typer.Option(help="Draw so many sets of known cards instead, in whole blocks."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the samples.")] = 0,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the samples in FILE, and go on from it if it is there.",
        ),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Sample on the workers of a Dask cluster: the address of its scheduler.",
        ),
    ] = None,
    settings: SetOption = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a player gains who sees a dealer's card, or the cards of other seats.

    An interrupt while seats are sampled shows what there is so far (exit status 130).
    """
    from ginwin.protection.results import protection_tables
    from ginwin.protection.study import parse_seats
    from ginwin.protection.study import protect as every_way

    loaded = load_rules(rules, settings)
    numbers = parse_seats(seats, loaded)
    with ExitStack() as stack:
        submitter = None
        if dask is not None:
            from ginwin.protection.dask_workers import DaskBlocks

            submitter = stack.enter_context(DaskBlocks.connect(dask, loaded))
        found = every_way(
            loaded,
            numbers,
            precision=precision,
            samples=samples,
            seed=seed,
            threads=threads,
            checkpoint=None if resume is None else _checkpoint(resume, loaded, seed),
            submitter=submitter,
            bar=progress_bar,
        )
    if as_json:
        print_json(found.to_json())
    else:
        print_tables(loaded, protection_tables(found))
    if not found.complete:
        raise KeyboardInterrupt


def _checkpoint(path: Path, rules: Rules, seed: int) -> Checkpoint:
    """Return the file of a run; the precision may change from one part to the next."""
    import ginwin
    from ginwin.protection.checkpoints import Checkpoint

    return Checkpoint(path, {"ginwin": ginwin.__version__, "rules": rules.to_dict(), "seed": seed})
