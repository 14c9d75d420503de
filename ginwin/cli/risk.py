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
        int, typer.Option(metavar="M", help="How many rounds are sampled for several spots.")
    ] = 1_000_000,
    seed: Annotated[
        int, typer.Option(metavar="S", help="The seed of the samples; the same gives the same.")
    ] = 0,
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
    from ginwin.bonus.bonusfile import SideBet
    from ginwin.counting.routes import counts_for
    from ginwin.risk.results import risk_tables
    from ginwin.risk.spots import MOST_SPOTS, sample_spots
    from ginwin.risk.study import ROUNDS, analyze_risk, theoretical_hour

    if side_stake is not None and side_bet is None:
        raise InputError("--side-bet", MISSING, "a side bet, where --side-stake says how much")
    if ante is not None and rounds_per_hour is None:
        raise InputError("--rounds-per-hour", MISSING, "how many rounds, where --ante is given")
    if not 1 <= spots <= MOST_SPOTS:
        raise InputError("--spots", spots, f"a whole number from 1 to {MOST_SPOTS}")
    loaded = load_rules(rules, settings)
    counts = counts_for(loaded, threads=threads)
    found = analyze_risk(
        loaded,
        strategy,
        rounds=rounds or ROUNDS,
        bankroll=bankroll,
        side_bet=None if side_bet is None else SideBet.load(side_bet),
        side_stake=1 if side_stake is None else side_stake,
        counts=counts,
    )
    sampled = None
    if spots > 1:
        with progress_bar(samples, "rounds") as progress:
            sampled = sample_spots(
                loaded,
                found.analysis.strategy,
                samples=samples,
                seed=seed,
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
