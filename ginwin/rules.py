"""Rules of the game as frozen data, read from and written to TOML.

A rule file holds the tables and keys of the preset ``ginwin/presets/gli.toml``; the models below
describe each. The dotted path of a key, such as ``pays.win.ante.0``, is its name everywhere.
Pays are "to one": the net win per unit bet. They are exact fractions from the file to the figure.
"""

from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationError

from ginwin.errors import InputError
from ginwin.melds import MeldRules
from ginwin.rulefile import (
    Deal,
    Dealer,
    Line,
    Melds,
    Pays,
    PayTable,
    Raise,
    Table,
    assignment,
    first_fault,
    read_toml,
)
from ginwin.values import ALWAYS, parse_value

__all__ = ["Event", "Rules", "preset_names"]

Event = Literal["fold", "not qualified", "win", "tie", "lose"]
"""How a round ends for the player; all but a fold are after a raise."""


class Rules(Table):
    """The rules of a game, frozen.

    Two objects are equal when their files say the same. Made by `load`, `from_toml`, or from the
    tables of a file as keyword arguments (``Rules(**tables)``).

    Attributes
    ----------
    name, source : str
        A title, and where the rules were published.
    deal, melding, dealer, raising, pays
        The tables of the rule file as read; the properties below give them ready for use.

    Raises
    ------
    InputError
        If a value is missing, unknown or not allowed; its `field` is the dotted path of the key.

    Examples
    --------
    >>> gli = Rules.load("gli")
    >>> gli.net("win", 0, gli.play[0])
    Fraction(4, 1)
    """

    name: Line = Field(default="unnamed rules", description="one line of text")
    source: Line = Field(default="", description="one line of text")
    deal: Deal = Deal()
    melding: Melds = Field(default=Melds(), alias="melds")
    dealer: Dealer
    raising: Raise = Field(default=Raise(), alias="raise")
    pays: Pays

    def __init__(self, /, **tables: Any) -> None:
        try:
            super().__init__(**tables)
        except ValidationError as error:
            raise first_fault(error, type(self)) from None

    @classmethod
    def load(cls, name_or_path: str | Path) -> Self:
        """Read a preset or a rule file.

        Parameters
        ----------
        name_or_path : str or Path
            The name of a preset (see `preset_names`), or else the path of a TOML file.

        Raises
        ------
        InputError
            If there is no such preset or file, or the file is not a rule file.
        """
        text = str(name_or_path)
        if text in preset_names():
            return cls.from_toml((_PRESETS / f"{text}.toml").read_text("utf-8"), f"preset {text}")
        try:
            toml = Path(text).read_text("utf-8-sig")
        except UnicodeDecodeError:
            reason = "it is not UTF-8 text"
        except OSError as error:
            reason = error.strerror or "unreadable"
        except ValueError:
            reason = "a path has no null characters"
        else:
            return cls.from_toml(toml, text)
        presets = ", ".join(preset_names())
        raise InputError("rules", text, f"a preset ({presets}) or a TOML file ({reason})")

    @classmethod
    def from_toml(cls, text: str, where: str = "") -> Self:
        """Read rules from the text of a rule file.

        Parameters
        ----------
        text : str
            The TOML text.
        where : str
            Named before the field in an error, such as the path of the file.

        Raises
        ------
        InputError
            If the text is not TOML or not a rule file.
        """
        prefix = f"{where}: " if where else ""
        try:
            return cls(**read_toml(text))
        except InputError as error:
            raise InputError(prefix + error.field, error.value, error.allowed) from None

    def to_dict(self) -> dict[str, Any]:
        """Return the tables of the rule file, for TOML or JSON; ``Rules(**tables)`` reads them.

        Whole numbers are int, all others text such as ``"3/2"``.
        """
        return self.model_dump(mode="json", exclude_none=True)

    def to_toml(self) -> str:
        """Return the text of a rule file that reads as equal rules."""
        lines = []
        for key, table in self.to_dict().items():
            if not isinstance(table, dict):
                lines.append(assignment(key, table))
                continue
            nested = key == "pays"
            for name, entries in table.items() if nested else [("", table)]:
                lines.append(f"\n[{key}.{name}]" if nested else f"\n[{key}]")
                lines += [assignment(*entry) for entry in entries.items()]
        return "\n".join(lines) + "\n"

    @property
    def cards(self) -> int:
        """The cards dealt to each side."""
        return self.deal.cards

    @property
    def melds(self) -> MeldRules:
        """What melds."""
        suit = None if self.melding.suit == "none" else self.melding.suit
        return MeldRules(self.melding.rank, suit, self.melding.sequence)

    @property
    def qualifies(self) -> int:
        """The worst value with which the dealer qualifies (lower values are better)."""
        label = self.dealer.qualifies
        return ALWAYS if label == "always" else parse_value(label)

    @property
    def play(self) -> tuple[Fraction, ...]:
        """The sizes of the play bet to choose from, in antes, ascending."""
        return self.raising.play

    def net(self, event: Event, dead_wood: int, play: Fraction | int) -> Fraction:
        """Return the player's net win of a round, in antes.

        Parameters
        ----------
        event : Event
            How the round ended.
        dead_wood : int
            The player's dead-wood cards, 0 to 7.
        play : Fraction or int
            The play bet, in antes; a fold has none, whatever is given.

        Raises
        ------
        InputError
            If the event or the number of dead-wood cards is none of these.
        """
        if dead_wood not in range(8):
            raise InputError("dead_wood", dead_wood, "a whole number from 0 to 7")
        pays = self.pays
        match event:
            case "fold":
                return Fraction(-1)
            case "lose":
                return Fraction(-1 - play)
            case "win":
                bets = pays.win
            case "not qualified":
                bets = pays.not_qualified
            case "tie":
                bets = pays.tie
            case _:
                raise InputError("event", event, "fold, not qualified, win, tie or lose")
        return bets.ante.pay(dead_wood) + play * bets.play.pay(dead_wood)

    def summary(self) -> tuple[str, ...]:
        """Return the rules as short lines for people."""
        rank, suit = self.melding.rank, self.melding.suit
        run = " in sequence" if self.melding.sequence else ""
        melds = f"{rank} or more of a rank" + (
            "" if suit == "none" else f", {suit} or more of a suit{run}"
        )
        qualifier = self.dealer.qualifies
        better = "" if qualifier in {"always", "gin"} else " or better"
        bets = {
            "Player wins": self.pays.win,
            "Dealer does not qualify": self.pays.not_qualified,
            "Tie": self.pays.tie,
        }
        return (
            self.name,
            f"Cards to each side: {self.cards}; melds: {melds}",
            f"Dealer qualifies: {qualifier}{better}",
            f"Play bet: {' or '.join(map(str, self.play))} x ante",
            *(
                f"{event}: ante {_pays_label(bet.ante)}; play bet {_pays_label(bet.play)}"
                for event, bet in bets.items()
            ),
            "Dealer wins: both bets lose; fold: the ante loses",
        )


_PRESETS = resources.files("ginwin") / "presets"


def preset_names() -> tuple[str, ...]:
    """Return the names of the rule files that come with the package, sorted."""
    names = (entry.name for entry in _PRESETS.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def _pays_label(table: PayTable) -> str:
    """Write a pay table for people: "pays 1 to 1 (pays 3 to 1 with no dead wood)"."""
    named = [
        f"{_pay_label(pay)} with {f'{count} dead-wood cards' if count else 'no dead wood'}"
        for count, pay in table.named().items()
    ]
    return _pay_label(table.other) + (f" ({', '.join(named)})" if named else "")


def _pay_label(pay: Fraction) -> str:
    return {Fraction(0): "pushes", Fraction(-1): "loses"}.get(pay, f"pays {pay} to 1")
