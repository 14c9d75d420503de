"""Rules of the game as frozen data, read from and written to TOML.

A rule file holds the tables and keys that the models in `ginwin.rules.tables` describe; the preset
``ginwin/presets/gli.toml`` is an example. The dotted path of a key, such as ``pays.win.ante.0``,
is its name everywhere. Pays are "to one": the net win per unit bet. They are exact fractions from
the file to the figure.
"""

from collections.abc import Iterable
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field

from ginwin.base.amounts import check_whole
from ginwin.base.exact import plural
from ginwin.base.files import read_file
from ginwin.base.tomltext import read_setting
from ginwin.errors import InputError
from ginwin.melds import MeldRules, Way
from ginwin.rules.fields import LINE, LONGEST, NAME, Line, Name
from ginwin.rules.file import Difference, File
from ginwin.rules.tables import Arrange, Compare, Deal, Dealer, Fold, Lose, Melds, Pays, Raise
from ginwin.values import Comparing

__all__ = ["Event", "Rules", "preset_names"]

Event = Literal["fold", "not qualified", "win", "tie", "lose"]
"""How a round ends for the player; all but a fold are after a raise."""

_CHANGED = "changed from: "


class Rules(File):
    """The rules of a game, frozen.

    Two objects are equal when their files say the same. Made by `load`, `from_toml`, or from the
    tables of a file as keyword arguments (``Rules(**tables)``).

    Attributes
    ----------
    name, source : str
        A title, and where the rules were published.
    deal, melding, arrange, compare, dealer, raising, pays
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
    >>> gli.with_settings(["pays.win.ante.0=2"]).net("win", 0, gli.play[0])
    Fraction(3, 1)
    """

    name: Name = Field(default="unnamed rules", description=NAME)
    source: Line = Field(default="", description=LINE)
    deal: Deal = Deal()
    melding: Melds = Field(default=Melds(), alias="melds")
    arrange: Arrange = Arrange()
    compare: Compare = Compare()
    dealer: Dealer
    raising: Raise = Field(default=Raise(), alias="raise")
    pays: Pays

    def __init__(self, /, **tables: Any) -> None:
        super().__init__(**tables)

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
        allowed = f"a preset ({', '.join(preset_names())}) or a TOML file"
        return cls.from_toml(read_file(text, "rules", allowed), text)

    def to_dict(self) -> dict[str, Any]:
        """Return the tables of the rule file, for TOML or JSON; ``Rules(**tables)`` reads them.

        Whole numbers are int, all others text such as ``"3/2"``. How hands are arranged and
        compared, and what a loss and a fold pay, is left out where it is the default.
        """
        tables = super().to_dict()
        for path, table, default in (
            ("arrange", self.arrange, Arrange()),
            ("compare", self.compare, Compare()),
            ("pays.lose", self.pays.lose, Lose()),
            ("pays.fold", self.pays.fold, Fold()),
        ):
            if table == default:
                *outer, key = path.split(".")
                del (tables[outer[0]] if outer else tables)[key]
        return tables

    def with_settings(self, settings: Iterable[str]) -> Self:
        """Return the rules with some keys set: "what if?".

        Parameters
        ----------
        settings : iterable of str
            ``KEY=VALUE`` each: the dotted path of a key, and a number, ``true``, ``false``, a
            list, a table or a quoted string as TOML writes it, or else plain text, such as
            ``dealer.qualifies=J-10-9-8`` or ``raise.play=[1, 2]``. A later one wins.

        Returns
        -------
        Rules
            The rules. What was changed is added to the name, and that it was changed to the source,
            unless these are set too.

        Raises
        ------
        InputError
            If a setting is not of this form, has an unknown key or a value that is not allowed.
        """
        settings = tuple(settings)
        changed = super().with_settings(settings)
        if not self.difference(changed):
            return changed
        keys = {text: read_setting(text)[0] for text in settings}
        said = [text for text, key in keys.items() if key not in {"name", "source"}]
        name = f"{self.name}, with {', '.join(said)}"
        if len(name) > LONGEST or not name.isprintable():
            keys_set = f"{len(said)} {plural(len(said), 'key')} set"
            name = f"{self.name[: LONGEST // 2]}, with {keys_set}"
        source = f"{_CHANGED}{self.source.removeprefix(_CHANGED)}"[:LONGEST]
        update = {"name": name, "source": source if self.source else ""}
        given = set(keys.values())
        return changed.model_copy(update={k: text for k, text in update.items() if k not in given})

    def difference(self, other: Self) -> list[Difference]:
        """Return the keys in which two games differ; names and sources do not matter.

        Parameters
        ----------
        other : Rules
            Other rules.

        Returns
        -------
        list of (str, object, object)
            The dotted path of the key, its value here and its value there, as a file holds them,
            in the order of the file. A pay that only one side names is compared with the other's
            ``other``.

        Examples
        --------
        >>> Rules.load("gli").difference(Rules.load("ags-web"))[:2]
        [('dealer.qualifies', '10-9-8-7', 'J-10-9-8'), ('pays.win.ante.0', 3, 1)]
        """
        return [row for row in super().difference(other) if row[0] not in {"name", "source"}]

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
    def ways(self) -> tuple[Way, Way]:
        """How the player and the dealer arrange their hands."""
        return self.arrange.player, self.arrange.dealer

    def house_ends(self) -> tuple[Self, ...]:
        """Return the rules at both ends of what the written house way leaves open.

        These rules first, then those in which one or both of the sides that arrange in the house
        way do so at best. These rules alone, if no side arranges in the house way.
        """
        ends = [self]
        for side, way in self.arrange:
            if way == "house":
                ends += [end.with_settings([f"arrange.{side}=best"]) for end in ends]
        return tuple(ends)

    @property
    def comparing(self) -> Comparing:
        """What decides between hands with equal counts."""
        return self.compare.cards

    @property
    def qualifies(self) -> int:
        """The worst value with which the dealer qualifies (lower values are better)."""
        return self.dealer.threshold()

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
            If the event, the number of dead-wood cards or the bet is none of these.
        """
        dead_wood = check_whole("dead_wood", dead_wood, 0, 7)
        if isinstance(play, bool) or not isinstance(play, int | Fraction):
            raise InputError("play", play, "an int or a Fraction")
        pays = self.pays
        match event:
            case "fold":
                return pays.fold.ante.pay(dead_wood)
            case "win":
                bets = pays.win
            case "not qualified":
                bets = pays.not_qualified
            case "tie":
                bets = pays.tie
            case "lose":
                bets = pays.lose
            case _:
                raise InputError("event", event, "fold, not qualified, win, tie or lose")
        return bets.ante.pay(dead_wood) + play * bets.play.pay(dead_wood)

    def summary(self) -> tuple[str, ...]:
        """Return the rules as short lines for people."""
        lines = [self.name, f"Cards to each side: {self.cards}; melds: {self.melding.label()}"]
        if self.arrange != Arrange():
            lines.append(f"Arranging: {self.arrange.label()}")
        lines.append(f"Dealer qualifies: {self.dealer.label()}")
        if self.compare != Compare():
            lines.append(f"Equal counts: {self.compare.label()}")
        lines.append(f"Play bet: {' or '.join(map(str, self.play))} x ante")
        return (*lines, *self.pays.labels())


_PRESETS = resources.files("ginwin") / "presets"


def preset_names() -> tuple[str, ...]:
    """Return the names of the rule files that come with the package, sorted."""
    names = (entry.name for entry in _PRESETS.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))
