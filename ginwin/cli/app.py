"""The application, and what its commands share: options and output.

Heavy modules are imported by the commands that need them, so that ``--help`` answers at once.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ginwin.base.tables import Table
    from ginwin.rules.rules import Rules

__all__ = [
    "STRATEGIES",
    "JsonOption",
    "RouteOption",
    "RulesArgument",
    "SetOption",
    "StrategyOption",
    "ThreadsOption",
    "app",
    "design_app",
    "load_rules",
    "print_json",
    "print_tables",
]

app = typer.Typer(
    name="ginwin",
    help="Exact mathematics of the casino table game Gin and Win.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

design_app = typer.Typer(
    help="Search the other way: which rules or pay tables meet a target.", no_args_is_help=True
)
app.add_typer(design_app, name="design")

STRATEGIES = (
    "published, threshold:VALUE (such as threshold:J-7-6-5 or threshold:3 cards), best-threshold, "
    "by-value, always, mimic-dealer"
)

StrategyOption = Annotated[
    str, typer.Option(metavar="STRATEGY", help=f"{STRATEGIES} or optimal (slower).")
]
RulesArgument = Annotated[
    str, typer.Argument(metavar="RULES", help="A preset (see `ginwin presets`) or a TOML file.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="What if? Set a key of the rules, such as dealer.qualifies=J-10-9-8 or "
        "pays.win.ante.0=2. May be given several times.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
RouteOption = Annotated[
    str,
    typer.Option(
        metavar="ROUTE",
        help="How the deals are counted: pattern (standard melds), general (any rules), or auto.",
    ),
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(help="How many threads count; one per processor if not given."),
]


def _print_version(wanted: bool) -> None:
    if wanted:
        import ginwin

        sys.stdout.write(f"{ginwin.__version__}\n")
        raise typer.Exit


@app.callback()
def common(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Exact mathematics of the casino table game Gin and Win."""


def load_rules(name_or_path: str, settings: Iterable[str] | None = None) -> Rules:
    """Return the rules of a preset or a file, with the settings of `SetOption`."""
    from ginwin.rules.rules import Rules

    return Rules.load(name_or_path).with_settings(settings or ())


def print_json(data: Any) -> None:
    """Print data as JSON."""
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


def print_tables(rules: Rules, tables: Iterable[Table], lines: Iterable[str] = ()) -> None:
    """Print the rules, lines about them if any, and tables."""
    from ginwin.base.terminal import make_console, print_lines, print_table

    console = make_console()
    title, *details = rules.summary()
    print_lines(console, (f"Rules: {title}",))
    print_lines(console, details, "  ")
    print_lines(console, lines)
    for table in tables:
        print_table(console, table)
