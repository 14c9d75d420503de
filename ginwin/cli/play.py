"""Commands that play a rule set: report, analyze, hand, presets."""

from __future__ import annotations

from typing import Annotated

import typer

from ginwin.cli.app import (
    JsonOption,
    RouteOption,
    RulesArgument,
    ThreadsOption,
    app,
    print_json,
    print_tables,
)

__all__: list[str] = []


@app.command()
def report(
    rules: RulesArgument = "gli",
    *,
    route: RouteOption = "auto",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the published figures beside the exact ones, and all results for RULES."""
    from ginwin.results import report_tables
    from ginwin.routes import counts_for
    from ginwin.rules import Rules

    loaded = Rules.load(rules)
    tables = report_tables(loaded, counts_for(loaded, route, threads))
    if as_json:
        print_json({"rules": loaded.to_dict()} | {table.name: table.to_json() for table in tables})
    else:
        print_tables(loaded, tables)


@app.command()
def analyze(
    rules: RulesArgument,
    *,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="STRATEGY",
            help="published, threshold:VALUE (such as threshold:J-7-6-5), best-threshold, "
            "by-value or optimal.",
        ),
    ] = "published",
    route: RouteOption = "auto",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what RULES and a strategy are worth, with the outcome table."""
    from ginwin.analysis import analyze as exact_analysis
    from ginwin.results import figure_table, outcome_table
    from ginwin.routes import counts_for
    from ginwin.rules import Rules
    from ginwin.strategy import Strategy

    loaded, parsed = Rules.load(rules), Strategy.parse(strategy)
    analysis = exact_analysis(loaded, parsed, counts_for(loaded, route, threads))
    if as_json:
        print_json(analysis.to_json())
    else:
        print_tables(loaded, (figure_table(analysis), outcome_table(analysis)))


@app.command()
def hand(
    cards: Annotated[
        str, typer.Argument(metavar="CARDS", help='A hand, such as "2D 4H TD JD JS QC QD".')
    ],
    *,
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="A preset or the path of a TOML file.")
    ] = "gli",
    as_json: JsonOption = False,
) -> None:
    """Show the best arrangement of a hand, what playing and folding are worth, the decision."""
    from ginwin.cards import parse_hand
    from ginwin.hands import analyze_hand
    from ginwin.results import hand_table
    from ginwin.rules import Rules

    loaded = Rules.load(rules)
    analysis = analyze_hand(loaded, parse_hand(cards, loaded.cards))
    if as_json:
        print_json(analysis.to_json())
    else:
        print_tables(loaded, (hand_table(analysis),), analysis.summary())


@app.command()
def presets() -> None:
    """List the rules that come with the package."""
    from ginwin.rules import Rules, preset_names
    from ginwin.terminal import make_console, print_lines

    console = make_console()
    for name in preset_names():
        rules = Rules.load(name)
        print_lines(console, (f"{name}: {rules.name}",))
        print_lines(console, (rules.source,), "  ")
