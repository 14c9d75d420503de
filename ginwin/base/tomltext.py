"""TOML as text: read with decimals exactly as written, and written again."""

import re
import tomllib
from decimal import Decimal, InvalidOperation
from typing import Any

from ginwin.errors import InputError

__all__ = ["assignment", "read_setting", "read_text", "read_toml", "read_value", "write_toml"]

_MOST_NESTED = 2  # tables, one in the other, that are written under one heading
_LONGEST_REASON = 200
_DIGITS = re.compile("[0-9_]+")
_PLACE = re.compile(r"(.*) \(at (line (\d+), column \d+|end of document)\)", re.DOTALL)  # the last


def read_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text, decimals exactly as written.

    Raises
    ------
    InputError
        If the text is not TOML; it names the line.
    """
    try:
        return tomllib.loads(text, parse_float=_decimal)
    except (ValueError, RecursionError) as error:
        reason, lines = str(error), text.split("\n")  # as the parser counts them
        if found := _PLACE.fullmatch(reason):
            reason, place, number = found.groups()
            line = lines[min(int(number), len(lines)) - 1] if number else text.rstrip()
            line = line.split("\n")[-1]
        else:  # the parser does not say where
            deep = isinstance(error, RecursionError)
            reason = "nothing nested so deep" if deep else "no number of so many digits"
            line = max(lines, key=_brackets if deep else _longest_number)
            place = f"line {lines.index(line) + 1}"
        if len(reason) > _LONGEST_REASON:  # it may repeat a key of the file
            reason = f"{reason[:_LONGEST_REASON]}..."
        raise InputError(place, line.strip(), f"TOML ({reason})") from None


def _brackets(line: str) -> int:
    return line.count("[") + line.count("{")


def _longest_number(line: str) -> int:
    return max(map(len, _DIGITS.findall(line)), default=0)


def _decimal(text: str) -> Decimal | str:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent beyond those of Decimal; text is no number, so refused
        return text


def read_setting(text: str) -> tuple[str, str]:
    """Read ``KEY=VALUE``, a setting of one key of a file.

    Returns
    -------
    key, value : str
        The dotted path of the key, and the text of the value.

    Raises
    ------
    InputError
        If the text has no key or no equals sign.

    Examples
    --------
    >>> read_setting("dealer.qualifies = J-10-9-8")
    ('dealer.qualifies', 'J-10-9-8')
    """
    key, equals, value = (part.strip() for part in str(text).partition("="))
    if not (key and equals):
        raise InputError("setting", text, "KEY=VALUE, such as dealer.qualifies=J-10-9-8")
    return key, value


def read_value(text: str, field: str = "value") -> Any:
    """Read the value of a setting.

    Parameters
    ----------
    text : str
        A number, ``true``, ``false``, a list, a table or a quoted string as TOML writes it, or else
        plain text.
    field : str
        What the value is for, named in the error.

    Returns
    -------
    object
        The value, a decimal exactly as written.

    Raises
    ------
    InputError
        If a list or a table is not TOML.

    Examples
    --------
    >>> read_value("[1, 2]"), read_value("0.5"), read_value("J-10-9-8")
    ([1, 2], Decimal('0.5'), 'J-10-9-8')
    """
    try:
        parsed = read_toml(f"value = {text}")
    except InputError:
        if text.startswith(("[", "{")):
            allowed = 'a list or table as TOML writes it, text and fractions quoted: [1, "3/2"]'
            raise InputError(field, text, allowed) from None
        return text
    value = parsed.pop("value")
    return text if parsed or not isinstance(value, int | Decimal | str | list | dict) else value


def read_text(text: str) -> str:
    """Read the value of a setting that holds text: quoted as TOML writes it, or as it is.

    Examples
    --------
    >>> read_text('"2"'), read_text("2"), read_text("[draft] J")
    ('2', '2', '[draft] J')
    """
    value = read_value(text) if text.startswith(('"', "'")) else text
    return value if isinstance(value, str) else text


def write_toml(tables: dict[str, Any], path: str = "") -> str:
    """Return the text of a TOML file that reads as equal tables.

    Parameters
    ----------
    tables : dict
        What a file holds: whole numbers, bool, text, lists and tables.
    path : str
        The dotted path of the tables, if they are those of a table within the file.
    """
    at_once = bool(path) and _depth(tables) <= _MOST_NESTED
    lines = [assignment(*entry) for entry in tables.items() if at_once or not _depth(entry[1])]
    text = "\n".join([*([f"\n[{path}]"] if path and lines else []), *lines, ""] if lines else [])
    for key, table in () if at_once else tables.items():
        if _depth(table):
            text += write_toml(table, f"{path}.{key}" if path else key)
    return text


def _depth(value: object) -> int:
    """Return how deep tables are nested."""
    if not isinstance(value, dict):
        return 0
    return 1 + max(map(_depth, value.values()), default=0)


def assignment(key: str, value: object) -> str:
    """Return a line of TOML that sets a key to a whole number, bool, text, list or table."""
    return f"{key} = {_toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(assignment(*entry) for entry in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value).lower()  # a whole number, true or false
