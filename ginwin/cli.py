"""The command line: thin commands over the public functions.

Heavy modules are imported by the commands that need them, so that ``--help`` answers at once.
"""

from __future__ import annotations

import io
import json
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ginwin.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ginwin.rules import Rules
    from ginwin.tables import Table

__all__ = ["app", "main"]

_NO_OUTPUT = 1
_BAD_INPUT = 2
_INTERRUPTED = 130

app = typer.Typer(
    name="ginwin",
    help="Exact mathematics of the casino table game Gin and Win.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

RulesArgument = Annotated[
    str, typer.Argument(metavar="RULES", help="A preset (see `ginwin presets`) or a TOML file.")
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments, without the name of the program; by default those of the process.

    Returns
    -------
    int
        The exit status. 0: done; 1: the output could not be written (nothing is said about a reader
        that has gone, such as ``head``); 2: input that cannot be used, explained in one line on
        standard error; 130: interrupted.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that the encoding lacks is a "?"
    hook, sys.unraisablehook = sys.unraisablehook, _unraisable
    try:
        status = app(args=arguments, prog_name="ginwin", standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    except OSError as error:
        _drop_output()
        if not isinstance(error, BrokenPipeError):
            _complain(f"output: {error.strerror}")
        return _NO_OUTPUT
    except Exception as error:
        if isinstance(error, InputError):
            _complain(str(error))
        elif hasattr(error, "format_message"):  # typer's usage errors; their class has moved
            _complain(error.format_message())
        else:
            raise
        return _BAD_INPUT
    finally:
        sys.unraisablehook = hook
    return int(status or 0)


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """End the process on an interrupt that the compiler's callbacks would swallow."""
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(_INTERRUPTED)
    sys.__unraisablehook__(unraisable)


def _complain(message: str) -> None:
    if message:  # typer has none when it shows the help in place of a missing command
        sys.stderr.write(f"error: {' '.join(message.split())}\n")


def _drop_output() -> None:
    """Let the rest of the output go nowhere, so that Python does not fail on it at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_json(data: Any) -> None:
    sys.stdout.write(json.dumps(data, indent=2) + "\n")


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
        _print_json({"rules": loaded.to_dict()} | {table.name: table.to_json() for table in tables})
    else:
        _print_tables(loaded, tables)


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
        _print_json(analysis.to_json())
    else:
        _print_tables(loaded, (figure_table(analysis), outcome_table(analysis)))


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
        _print_json(analysis.to_json())
    else:
        _print_tables(loaded, (hand_table(analysis),), analysis.summary())


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


def _print_tables(rules: Rules, tables: Iterable[Table], lines: Iterable[str] = ()) -> None:
    from ginwin.terminal import make_console, print_lines, print_table

    console = make_console()
    title, *details = rules.summary()
    print_lines(console, (f"Rules: {title}",))
    print_lines(console, details, "  ")
    print_lines(console, lines)
    for table in tables:
        print_table(console, table)
