"""Commands about side bets: bonus, design bonus."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from ginwin.cli.app import JsonOption, app, design_app, print_json
from ginwin.cli.progress import patient_bar
from ginwin.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ginwin.base.tables import Table
    from ginwin.bonus.bonusfile import PayChoices

__all__: list[str] = []

_PERCENT = re.compile(r"([+-]?[0-9]{1,6})(?:\.([0-9]{1,9}))?\s*%?")


@app.command()
def bonus(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Side bets of the package or TOML files."),
    ] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """Show what side bets on the player's cards are worth; without FILE, list those there are."""
    from ginwin.bonus.bonusfile import SideBet, bonus_preset_names

    bets = [SideBet.load(file) for file in files or bonus_preset_names()]
    if not files:
        _print(
            line
            for name, bet in zip(bonus_preset_names(), bets, strict=True)
            for line in (f"{name}: {bet.title}", f"  Source: {bet.source}")
        )
        return

    from ginwin.bonus.results import bonus_figure_table, bonus_pay_table, bonus_table
    from ginwin.bonus.sidebets import analyze_bonus

    analyses = [analyze_bonus(bet) for bet in bets]
    if as_json:
        print_json({"side_bets": [analysis.to_json() for analysis in analyses]})
        return
    tables = [bonus_figure_table(analyses), *map(bonus_table, analyses)]
    if len(analyses) > 1:
        tables.append(bonus_pay_table(analyses))
    lines: list[str] = []
    for bet in bets:
        title, *details = bet.summary()
        lines += [f"Side bet: {title}", *(f"  {line}" for line in details)]
    _print(lines, tables)


@design_app.command("bonus")
def design_bonus(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Events and pays: a TOML file, or a side bet."),
    ],
    *,
    target: Annotated[
        str, typer.Option(metavar="PERCENT", help="The house edge in percent, such as 7.19%.")
    ],
    tolerance: Annotated[
        str | None,
        typer.Option(
            metavar="PERCENT",
            help="How far from the target, in percent of the bet; half a unit of the last digit "
            "of the target if not given.",
        ),
    ] = None,
    pays: Annotated[
        str | None,
        typer.Option(
            metavar="PAYS",
            help="The pays to choose from for every event in place of those of FILE: customary, "
            "or numbers such as 0,1,2,5,3/2.",
        ),
    ] = None,
    order: Annotated[
        str,
        typer.Option(metavar="ORDER", help="Pays down the list: falling, strictly falling, any."),
    ] = "falling",
    optional: Annotated[
        bool, typer.Option("--optional", help="Any event may be left off the pay table.")
    ] = False,
    show: Annotated[
        int, typer.Option(help="How many pay tables to show, up to 10,000; all are counted.")
    ] = 20,
    as_json: JsonOption = False,
) -> None:
    """List the pay tables that give a side bet a house edge, the simplest first."""
    from ginwin.bonus.bonusfile import PayChoices
    from ginwin.bonus.design import design_pays
    from ginwin.bonus.results import design_table

    edge, width = _percent("--target", target)
    if tolerance is not None:
        width, _ = _percent("--tolerance", tolerance, least=0)
    choices = _changed(PayChoices.load(file), pays, optional=optional)
    try:
        design = design_pays(choices, edge, width, order=order, show=show, bar=patient_bar)
    except InputError as error:
        if not error.field.startswith("pays"):
            raise
        raise InputError(f"{file}: {error.field}", error.value, error.allowed) from None
    if as_json:
        print_json(design.to_json())
        return
    title, *details = choices.summary()
    lines = [f"Side bet: {title}", *(f"  {line}" for line in details)]
    _print(lines, [design_table(design)])


def _percent(field: str, text: str, least: int | None = None) -> tuple[Fraction, Fraction]:
    """Read a percentage; return it and half a unit of its last digit, as fractions of one."""
    match = _PERCENT.fullmatch(text.strip())
    if not match or (least is not None and int(match[1] + (match[2] or "")) < least):
        bound = "" if least is None else f", from {least} on"
        raise InputError(field, text, f"a percentage such as 7.19 or 7.19%{bound}")
    digits = match[2] or ""
    unit = Fraction(1, 100 * 10 ** len(digits))
    return int(match[1] + digits) * unit, unit / 2


def _changed(choices: PayChoices, pays: str | None, *, optional: bool) -> PayChoices:
    """Return the choices with the pays of all events replaced, and with all events optional."""
    tables = choices.to_dict()
    for row in tables["pays"]:
        if pays is not None:
            row.pop("pays", None)
        row["optional"] = row["optional"] or optional
    if pays not in {None, "customary"}:
        tables["customary"] = [pay.strip() for pay in pays.split(",")]
    elif pays:
        del tables["customary"]
    try:
        return type(choices)(**tables)
    except InputError as error:
        raise InputError("--pays", pays, error.allowed) from None


def _print(lines: Iterable[str], tables: Iterable[Table] = ()) -> None:
    """Print lines, then tables; lines that begin with spaces are indented."""
    from ginwin.base.terminal import make_console, print_lines, print_table

    console = make_console()
    for line in lines:
        print_lines(console, (line.lstrip(),), " " * (len(line) - len(line.lstrip())))
    for table in tables:
        print_table(console, table)
