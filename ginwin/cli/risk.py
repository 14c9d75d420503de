"""The command about risk."""

from __future__ import annotations

from typing import Annotated

import typer

from ginwin.cli.app import (
    JsonOption,
    RulesArgument,
    SetOption,
    StrategyOption,
    ThreadsOption,
    app,
    load_rules,
    print_json,
    print_tables,
)
from ginwin.cli.progress import progress_bar
from ginwin.errors import MISSING, InputError

__all__: list[str] = []


@app.command()
def risk(
    rules: RulesArgument,
    *,
    strategy: StrategyOption = "published",
    rounds: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            help="How many rounds; may be given several times. 100, 1,000 and 10,000 if not given.",
        ),
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="ANTES", help="The player's bankroll, in antes.")
    ] = None,
    side_bet: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A side bet of the package or a TOML file, made in every round.",
        ),
    ] = None,
    side_stake: Annotated[
        str | None, typer.Option(metavar="ANTES", help="The side bet, in antes; 1 if not given.")
    ] = None,
    spots: Annotated[
        int,
        typer.Option(metavar="K", help="Spots against one dealer, 1 to 6; several are sampled."),
    ] = 1,
    samples: Annotated[
        int | None,
        typer.Option(
            metavar="M",
            help="How many rounds are sampled for several spots; 1,000,000 if not given.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="S", help="The seed of the samples; the same gives the same. 0 if not given."
        ),
    ] = None,
    ante: Annotated[
        str | None,
        typer.Option(metavar="MONEY", help="The ante, for the win per hour; 1 if not given."),
    ] = None,
    rounds_per_hour: Annotated[
        int | None, typer.Option(metavar="R", help="Rounds per hour, for the win per hour.")
    ] = None,
    settings: SetOption = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show how much the win of RULES swings: one round, many rounds, the risk of ruin."""
    from ginwin.base.amounts import check_whole
    from ginwin.counting.routes import counts_for
    from ginwin.risk.results import risk_tables
    from ginwin.risk.rounds import MOST_ROUNDS
    from ginwin.risk.spots import MOST_SPOTS, sample_spots
    from ginwin.risk.study import analyze_risk, theoretical_hour

    if side_stake is not None and side_bet is None:
        raise InputError("--side-bet", MISSING, "a side bet, where --side-stake says how much")
    if ante is not None and rounds_per_hour is None:
        raise InputError("--rounds-per-hour", MISSING, "how many rounds, where --ante is given")
    check_whole("--spots", spots, 1, MOST_SPOTS)
    for option, given in (("--samples", samples), ("--seed", seed)):
        if given is not None and spots == 1:
            raise InputError("--spots", spots, f"2 or more, where {option} is given")
    for number in rounds or ():
        check_whole("--rounds", number, 1, MOST_ROUNDS)
    loaded = load_rules(rules, settings)
    counts = counts_for(loaded, threads=threads)
    found = analyze_risk(
        loaded,
        strategy,
        rounds=rounds,
        bankroll=bankroll,
        side_bet=side_bet,
        side_stake=side_stake,
        counts=counts,
    )
    sampled = None
    if spots > 1:
        samples = 1_000_000 if samples is None else samples
        with progress_bar(samples, "rounds") as progress:
            sampled = sample_spots(
                loaded,
                found.analysis.strategy,
                samples=samples,
                seed=seed or 0,
                threads=threads,
                counts=counts,
                progress=progress,
            )
    hour = None
    if rounds_per_hour is not None:
        hour = theoretical_hour(found, rounds_per_hour, 1 if ante is None else ante, spots, sampled)
    if as_json:
        extra = {
            "spots": None if sampled is None else sampled.to_json(),
            "hour": None if hour is None else hour.to_json(),
        }
        print_json(found.to_json() | {key: data for key, data in extra.items() if data})
    else:
        print_tables(loaded, risk_tables(found, sampled, spots, hour))
