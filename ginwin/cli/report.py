"""The command that shows all results for a rule set, or writes them as a math report."""

from __future__ import annotations

import shlex
from pathlib import Path
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
from ginwin.cli.outputs import print_written
from ginwin.cli.progress import progress_bar
from ginwin.errors import MISSING, InputError

if TYPE_CHECKING:
    from ginwin.rules.rules import Rules

__all__: list[str] = []

_MOST_BETS = 8  # whose figures stand side by side on a page


@app.command()
def report(
    rules: RulesArgument = "gli",
    *,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Write the math report into this folder; it is made if missing."
        ),
    ] = None,
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMATS",
            help="pdf, xlsx, html, md, csv, json: one or several, with commas; all if not given.",
        ),
    ] = None,
    strategy: StrategyOption = "published",
    side_bet: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="A side bet of the package or a TOML file; several times for more. Those of the "
            "package if not given, `none` for none.",
        ),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="Leave out what takes long the first time: known cards, arranging."
        ),
    ] = False,
    settings: SetOption = None,
    route: RouteOption = "auto",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the published figures beside the exact ones, and all results for RULES.

    With --out, write the whole math report instead, typeset, as a spreadsheet and as data.
    """
    loaded = load_rules(rules, settings)
    if out is None:
        given = {"--format": formats, "--side-bet": side_bet, "--quick": quick or None}
        for option, value in given.items():
            if value is not None:
                raise InputError("--out", MISSING, f"a folder, where {option} is given")
        if strategy != "published":
            raise InputError("--out", MISSING, "a folder, where --strategy is given")
        _print(loaded, route, threads, as_json=as_json)
        return
    if as_json:
        raise InputError("--json", "--out", "one of the two; the report has the format json")
    if route != "auto":
        raise InputError("--route", route, "auto, where --out is given; the report shows both")
    _write(rules, loaded, out, formats, strategy, side_bet, settings, threads, quick=quick)


def _print(rules: Rules, route: str, threads: int | None, *, as_json: bool) -> None:
    from ginwin.counting.routes import counts_for
    from ginwin.play.results import report_tables

    tables = report_tables(rules, counts_for(rules, route, threads), route, threads)
    if as_json:
        print_json({"rules": rules.to_dict()} | {table.name: table.to_json() for table in tables})
    else:
        print_tables(rules, tables)


def _write(
    name: str,
    rules: Rules,
    out: str,
    formats: list[str] | None,
    strategy: str,
    side_bets: list[str] | None,
    settings: list[str] | None,
    threads: int | None,
    *,
    quick: bool,
) -> None:
    from ginwin.base.files import check_folder
    from ginwin.base.jit import thread_count
    from ginwin.bonus.bonusfile import SideBet
    from ginwin.document.output import FORMATS, file_name, parse_formats, write_document
    from ginwin.play.strategy import Strategy
    from ginwin.report.build import build_report
    from ginwin.report.request import Request, fitting_side_bets

    wanted = FORMATS if formats is None else parse_formats(formats, "--format")
    bets = fitting_side_bets(rules) if side_bets is None else _named_bets(side_bets)
    parsed = Strategy.parse(strategy)
    loaded = tuple(SideBet.load(bet) for bet in bets)
    for place, bet in enumerate(loaded):
        if any(bet.name == other.name for other in loaded[:place]):
            raise InputError("--side-bet", bets[place], "each side bet once, and no name twice")
    thread_count(threads)
    check_folder(out, "--out")
    words = ["ginwin", "report", name, "--strategy", str(parsed)]
    words += [word for bet in bets or ["none"] for word in ("--side-bet", bet)]
    words += [word for setting in settings or () for word in ("--set", setting)]
    words += ["--quick"] if quick else []
    words += ["--out", "DIR"]
    for word in words:
        if not word.isascii() and word.encode("utf-8", "replace").decode() != word:
            raise InputError("rules", word, "a path whose name is UTF-8 text")
    request = Request(rules, parsed, loaded, shlex.join(words), quick, threads, progress_bar)
    document = build_report(request)
    stem = file_name(Path(name).stem + ("-changed" if settings else ""))
    for path in write_document(document, out, stem, wanted, "--out"):
        print_written(path)


def _named_bets(side_bets: list[str]) -> list[str]:
    """Return the side bets that were asked for."""
    if side_bets == ["none"]:
        return []
    if "none" in side_bets:
        raise InputError("--side-bet", "none", "none alone, or side bets without it")
    if len(side_bets) > _MOST_BETS:
        raise InputError("--side-bet", f"{len(side_bets)} side bets", f"at most {_MOST_BETS}")
    return side_bets
