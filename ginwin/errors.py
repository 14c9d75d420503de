"""The one error that means "this input cannot be used", with a one-line message."""

__all__ = ["MISSING", "InputError", "one_line"]

_LONGEST = 100  # characters of a value that are shown
_LONGEST_FIELD = 300  # and of a field, which may begin with the path of a file


class _Missing:
    """The value of what is not there, as an error shows it."""

    def __str__(self) -> str:
        return "(missing)"


MISSING = _Missing()
"""What an error shows in place of a value that was not given."""


class InputError(ValueError):
    """A person's input is unusable.

    The message is always one line that names the field, the value and what is allowed.

    Parameters
    ----------
    field : str
        What the value was meant for, such as ``"card"`` or ``"dealer.qualifies"``. The middle is
        left out when it is very long.
    value : object
        The value that was given. Text is quoted, anything else is shown as `str` writes it, also
        in lists and tables; all are cut when they are very long.
    allowed : str
        What would have been accepted.

    Attributes
    ----------
    field, value, allowed
        As given.

    Examples
    --------
    >>> print(InputError("card", "1X", "a rank and a suit, such as 10H"))
    card: value '1X' is not allowed; allowed: a rank and a suit, such as 10H
    """

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(field, value, allowed)  # the three arguments, so that it can be pickled
        self.field = field
        self.value = value
        self.allowed = allowed

    def __str__(self) -> str:
        """Return the one-line message."""
        shown = repr(self.value) if isinstance(self.value, str) else one_line(_shown(self.value))
        if len(shown) > _LONGEST:
            shown = f"{shown[:_LONGEST]}..."
        field = one_line(self.field)
        if len(field) > _LONGEST_FIELD:
            half = _LONGEST_FIELD // 2
            field = f"{field[:half]}...{field[-half:]}"
        return f"{field}: value {shown} is not allowed; allowed: {one_line(self.allowed)}"


def one_line(text: str) -> str:
    r"""Return text in one line, with single spaces, and with control characters escaped.

    Examples
    --------
    >>> print(one_line("red:  \x1b[31m\n"))
    red: \x1b[31m
    """
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)


def _shown(value: object) -> str:
    """Return a value as an error shows it, before it is cut."""
    try:
        return _plain(value) if isinstance(value, list | tuple | dict) else str(value)
    except (ValueError, RecursionError):  # a number of too many digits, or lists in lists in lists
        return "'too large to show'"


def _plain(value: object) -> str:
    """Return text in quotes, and all else as `str` writes it, also within lists and tables."""
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, dict):
        entries = (f"{_plain(key)}: {_plain(entry)}" for key, entry in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_plain, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(_plain, value))})"
    return str(value)
