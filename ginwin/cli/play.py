"""Commands that play a rule set, and that say which there are and what one can hold."""

from __future__ import annotations

import json
import sys
import tomllib
from importlib import resources
from typing import Annotated

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

__all__: list[str] = []


@app.command()
def analyze(
    rules: RulesArgument,
    *,
    strategy: StrategyOption = "published",
    settings: SetOption = None,
    route: RouteOption = "auto",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what RULES and a strategy are worth, with the outcome table."""
    from ginwin.counting.routes import counts_for
    from ginwin.play.analysis import analyze as exact_analysis
    from ginwin.play.results import figure_table, house_tables, outcome_table
    from ginwin.play.strategy import Strategy

    loaded, parsed = load_rules(rules, settings), Strategy.parse(strategy)
    counts = counts_for(loaded, route, threads)
    analysis = exact_analysis(loaded, parsed, counts)
    ends = house_tables(analysis, counts, route, threads)
    if as_json:
        print_json(analysis.to_json() | {table.name: table.to_json() for table in ends})
    else:
        print_tables(loaded, (figure_table(analysis), outcome_table(analysis), *ends))


@app.command()
def hand(
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help="A hand, such as 2D 4H TD JD JS QC QD."),
    ],
    *,
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="A preset or the path of a TOML file.")
    ] = "gli",
    settings: SetOption = None,
    route: RouteOption = "auto",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the arrangement of a hand, what playing and folding are worth, the decision."""
    from ginwin.cards import parse_hand
    from ginwin.counting.routes import counts_for
    from ginwin.play.hands import analyze_hand
    from ginwin.play.results import hand_table

    loaded = load_rules(rules, settings)
    counts = counts_for(loaded, route, threads)
    analysis = analyze_hand(loaded, parse_hand(" ".join(cards), loaded.cards), counts)
    if as_json:
        print_json(analysis.to_json())
    else:
        print_tables(loaded, (hand_table(analysis),), analysis.summary())


@app.command()
def presets() -> None:
    """List the rules that come with the package."""
    from ginwin.base.terminal import make_console, print_lines
    from ginwin.rules.rules import Rules, preset_names

    console = make_console()
    for name in preset_names():
        rules = Rules.load(name)
        print_lines(console, (f"{name}: {rules.name}",))
        print_lines(console, (rules.source,), "  ")
    data = resources.files("ginwin").joinpath("data", "published.toml").read_text("utf-8")
    for source in tomllib.loads(data)["source"]:
        if not (source["figures"] or "rules" in source):
            print_lines(console, (f"{source['label']}: no preset, as its rules are not published",))
            print_lines(console, (source["source"],), "  ")


@app.command()
def schema(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="rules, side-bet (a pay table for `ginwin bonus`) or search (for `ginwin design "
            "bonus`).",
        ),
    ] = "rules",
    *,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write to this file, not to the terminal.")
    ] = None,
) -> None:
    """Print the JSON schema of a kind of file, which says what each key may hold."""
    from ginwin.base.files import write_file
    from ginwin.bonus.bonusfile import PayChoices, SideBet
    from ginwin.errors import InputError
    from ginwin.rules.rules import Rules

    kinds = {"rules": Rules, "side-bet": SideBet, "search": PayChoices}
    if kind not in kinds:
        raise InputError("kind", kind, ", ".join(kinds))
    text = json.dumps(kinds[kind].json_schema(), indent=2) + "\n"
    if out is None:
        sys.stdout.write(text)
    else:
        write_file(out, text.encode(), "out")
