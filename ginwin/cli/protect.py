"""Commands about seen and missing cards: protect, removal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any

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
from ginwin.cli.outputs import CsvOption, print_outputs
from ginwin.cli.progress import progress_bar
from ginwin.errors import InputError

__all__: list[str] = []

_MOST_DIGITS = 20


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
    print_outputs(table, csv)


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
        str,
        typer.Option(
            metavar="ANTES",
            help="Sample until the interval of the house edge is +- so many antes.",
        ),
    ] = "0.0005",
    samples: Annotated[
        str | None,
        typer.Option(
            metavar="SETS",
            help="Draw so many sets of known cards instead, in whole blocks.",
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="SEED", help="The seed of the samples, a whole number.")
    ] = "0",
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the samples in FILE, and go on from it if it is there. The exact parts are "
            "worked out again.",
        ),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Sample on the workers of a Dask cluster: the address of its scheduler, "
            "tcp://HOST:PORT.",
        ),
    ] = None,
    split: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RANKS",
            help="Ranks such as A-6 or 7,8,K: what seeing whether a dealer's card is one of them "
            "is worth. May be given several times; every low against high if not given.",
        ),
    ] = None,
    settings: SetOption = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a player gains who sees a dealer's card, or the cards of other seats.

    An interrupt shows what there is so far (exit status 130).
    """
    from ginwin.base.jit import thread_count
    from ginwin.cards import parse_ranks
    from ginwin.protection.checkpoints import Checkpoint
    from ginwin.protection.dask_workers import DaskBlocks
    from ginwin.protection.dealer_card import LOW_HIGH
    from ginwin.protection.results import protection_tables
    from ginwin.protection.seats import check_run, most_seats
    from ginwin.protection.study import parse_seats
    from ginwin.protection.study import protect as every_way

    loaded = load_rules(rules, settings)
    numbers = parse_seats(seats, loaded)
    splits = [parse_ranks(ranks, "--split") for ranks in split] if split else LOW_HIGH
    with _options_named("precision", "samples", "seed", "threads"), ExitStack() as stack:
        run = check_run(
            numbers,
            precision,
            None if samples is None else _whole(samples),
            _whole(seed),
            most_seats(loaded),
        )
        thread_count(threads)
        submitter = None
        if dask is not None:
            submitter = stack.enter_context(DaskBlocks.connect(dask, loaded))
        found = every_way(
            loaded,
            run.seats,
            precision=run.precision,
            samples=run.samples,
            seed=run.seed,
            threads=threads,
            checkpoint=None if resume is None else Checkpoint(resume, loaded, run.seed),
            submitter=submitter,
            splits=splits,
            bar=progress_bar,
        )
    if as_json:
        print_json(found.to_json())
    else:
        print_tables(loaded, protection_tables(found))
    if not found.complete:
        raise KeyboardInterrupt


def _whole(text: str) -> Any:
    """Return the whole number of a text, or the text, which is then refused."""
    whole = text.isascii() and text.removeprefix("-").isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if whole else text


@contextmanager
def _options_named(*names: str) -> Iterator[None]:
    """Name options as they are typed where their values are refused."""
    try:
        yield
    except InputError as error:
        field = f"--{error.field}" if error.field in names else error.field
        raise InputError(field, error.value, error.allowed) from None
