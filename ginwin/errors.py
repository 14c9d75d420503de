"""The one error that means "this input cannot be used", with a one-line message."""

__all__ = ["InputError"]

_LONGEST = 100


class InputError(ValueError):
    """A person's input is unusable.

    The message is always one line that names the field, the value and what is allowed.

    Parameters
    ----------
    field : str
        What the value was meant for, such as ``"card"`` or ``"dealer.qualifies"``.
    value : object
        The value that was given. Text is quoted, anything else is shown as `str` writes it;
        either is cut when it is very long.
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
        shown = repr(self.value) if isinstance(self.value, str) else _one_line(str(self.value))
        if len(shown) > _LONGEST:
            shown = f"{shown[:_LONGEST]}..."
        field, allowed = _one_line(self.field), _one_line(self.allowed)
        return f"{field}: value {shown} is not allowed; allowed: {allowed}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
