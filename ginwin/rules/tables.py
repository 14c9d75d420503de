"""The tables of a rule file, what each key may hold, and how each reads to people."""

from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema

from ginwin.melds import WAYS, Way
from ginwin.rules.fields import (
    END,
    WHOLE,
    Pay,
    exact_number,
    number_schema,
    pay_field,
    plain_number,
)
from ginwin.rules.file import Difference, Table
from ginwin.values import COMPARISONS, Comparing, limit_label, parse_limit

__all__ = [
    "Arrange",
    "Bets",
    "Compare",
    "Deal",
    "Dealer",
    "Fold",
    "Lose",
    "Melds",
    "PayTable",
    "Pays",
    "Raise",
    "pay_label",
]

_COUNTS = range(8)  # of dead-wood cards
_LARGEST_BET = 100
_MOST_BETS = 100
_RANK = "(?:[Aa2-9TtJjQqKk]|10)"
_NO_FOUR = "".join(  # of one rank; in all of this, a 1 is in a ten only
    f"(?!(?:[^{rank}]*[{rank}]){{4}})" for rank in ("Aa", *"23456789", "1Tt", "Jj", "Qq", "Kk")
)
_WORDS = {word: "".join(f"[{c.upper()}{c}]" for c in word) for word in ("gin", "always", "card")}
_QUALIFIER = (
    rf"^\s*(?:{_NO_FOUR}{_RANK}(?:\s*-\s*{_RANK}){{0,6}}|{_WORDS['gin']}|{_WORDS['always']}"
    rf"|[0-7][ \t\n\r\f\v]*{_WORDS['card']}[Ss]?)\s*{END}"
)
_BET = (
    rf"\+?(?!0(?:\.0+)?{END})(?:0|[1-9][0-9]?)(?:\.[0-9]{{1,9}})?|\+?100(?:\.0{{1,9}})?"
    r"|\+?[1-9][0-9]{0,4}/(?:[1-9][0-9]{0,2}|1000)"
)


class Deal(Table):
    """The deal."""

    cards: Annotated[int, WHOLE] = Field(
        default=7, ge=5, le=7, description="a whole number from 5 to 7"
    )


class Melds(Table):
    """What melds."""

    rank: Annotated[int, WHOLE] = Field(
        default=2, ge=2, le=4, description="a whole number from 2 to 4"
    )
    suit: Annotated[int, Field(ge=3, le=7), WHOLE] | Literal["none"] = Field(
        default=3, description='a whole number from 3 to 7, or "none"'
    )
    sequence: bool = Field(default=False, description="true or false")

    def label(self) -> str:
        """Say what melds."""
        run = " in sequence" if self.sequence else ""
        suit = "" if self.suit == "none" else f", {self.suit} or more of a suit{run}"
        return f"{self.rank} or more of a rank{suit}"


def _choice(names: tuple[str, ...]) -> str:
    quoted = [f'"{name}"' for name in names]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


class Arrange(Table):
    """How each side arranges its hand."""

    player: Way = Field(default="best", description=_choice(WAYS))
    dealer: Way = Field(default="best", description=_choice(WAYS))

    def label(self) -> str:
        """Say how the sides arrange their hands."""
        house = ""
        if "house" in {self.player, self.dealer}:
            house = "; house: the fewest cards, then the lowest high card, else the worst"
        return f"player {self.player}, dealer {self.dealer}{house}"


class Compare(Table):
    """What decides between equal counts of dead-wood cards; what is left is a tie."""

    cards: Comparing = Field(default="all cards", description=_choice(COMPARISONS))

    def label(self) -> str:
        """Say what is compared."""
        return {
            "all cards": "the highest card, then the next",
            "high card": "the highest card only",
            "count": "nothing, they tie",
        }[self.cards]


def _qualifier(value: object) -> str:
    return limit_label(parse_limit(value if isinstance(value, str) else ""))


class Dealer(Table):
    """When the dealer qualifies."""

    qualifies: Annotated[
        str,
        PlainValidator(_qualifier),
        WithJsonSchema({"type": "string", "pattern": _QUALIFIER}),
    ] = Field(
        description='dead wood such as "10-9-8-7" (this or better qualifies), "gin", a number of '
        'dead-wood cards such as "4 cards" (so many or fewer), or "always"'
    )

    def threshold(self) -> int:
        """Return the worst value that qualifies (lower values are better)."""
        return parse_limit(self.qualifies)

    def label(self) -> str:
        """Say when the dealer qualifies."""
        if self.qualifies in {"always", "gin"}:
            return self.qualifies
        return f"{self.qualifies} or {'fewer' if 'card' in self.qualifies else 'better'}"


def _play_sizes(value: object) -> tuple[Fraction, ...]:
    """Return the play bets, small ones first."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= _MOST_BETS:
        raise ValueError
    sizes = tuple(sorted(map(exact_number, value)))
    if not all(0 < size <= _LARGEST_BET for size in sizes) or len(set(sizes)) < len(sizes):
        raise ValueError
    return sizes


class Raise(Table):
    """The play bets to choose from, in antes."""

    play: Annotated[
        tuple[Fraction, ...],
        PlainValidator(_play_sizes),
        PlainSerializer(lambda sizes: [plain_number(size) for size in sizes]),
        WithJsonSchema(
            {
                "type": "array",
                "items": number_schema(_BET, minimum=0.001, maximum=_LARGEST_BET),
                "minItems": 1,
                "maxItems": _MOST_BETS,
                "uniqueItems": True,
            }
        ),
    ] = Field(
        default=(Fraction(1),),
        description=f"a list of 1 to {_MOST_BETS} different numbers above 0 and up to "
        f"{_LARGEST_BET}, with denominators up to 1000, such as [1]",
    )


class PayTable(Table):
    """What a bet pays by the player's dead-wood count; ``other`` is every count not named."""

    dead_wood_0: Pay | None = pay_field(alias="0", default=None)
    dead_wood_1: Pay | None = pay_field(alias="1", default=None)
    dead_wood_2: Pay | None = pay_field(alias="2", default=None)
    dead_wood_3: Pay | None = pay_field(alias="3", default=None)
    dead_wood_4: Pay | None = pay_field(alias="4", default=None)
    dead_wood_5: Pay | None = pay_field(alias="5", default=None)
    dead_wood_6: Pay | None = pay_field(alias="6", default=None)
    dead_wood_7: Pay | None = pay_field(alias="7", default=None)
    other: Pay = pay_field()

    def pay(self, dead_wood: int) -> Fraction:
        """Return the pay, to one, with this many dead-wood cards."""
        pay: Fraction | None = getattr(self, f"dead_wood_{dead_wood}")
        return self.other if pay is None else pay

    def named(self) -> dict[int, Fraction]:
        """Return the pays of the counts that have their own."""
        pays = ((count, getattr(self, f"dead_wood_{count}")) for count in _COUNTS)
        return {count: pay for count, pay in pays if pay is not None}

    def difference(self, other: Self) -> list[Difference]:
        """Return the counts named on either side that pay differently, and ``other`` if it does."""
        counts = sorted(self.named().keys() | other.named())
        pays = [(str(count), self.pay(count), other.pay(count)) for count in counts]
        pays.append(("other", self.other, other.other))
        return [
            (key, plain_number(here), plain_number(there))
            for key, here, there in pays
            if here != there
        ]

    def held(self, path: str) -> int | str:
        """Return the pay of a count, whether it is named or not, or of ``other``."""
        return plain_number(self.other if path == "other" else self.pay(int(path)))

    def label(self) -> str:
        """Say what is paid: "pays 1 to 1 (pays 3 to 1 with no dead wood)"."""
        named = [
            f"{pay_label(pay)} with {_count_label(count)}" for count, pay in self.named().items()
        ]
        return pay_label(self.other) + (f" ({', '.join(named)})" if named else "")


def pay_label(pay: Fraction) -> str:
    """Say what a pay is: "pays 3 to 1", "pushes", "loses" or "loses 1/2".

    Parameters
    ----------
    pay : Fraction
        The pay, to one.
    """
    if pay < 0:
        return "loses" if pay == -1 else f"loses {-pay}"
    return f"pays {pay} to 1" if pay else "pushes"


def _count_label(count: int) -> str:
    return f"{count} dead-wood card{'' if count == 1 else 's'}" if count else "no dead wood"


_LOST = PayTable(other=Fraction(-1))


class Bets(Table):
    """What each bet pays when a round ends in one way."""

    ante: PayTable
    play: PayTable

    def label(self) -> str:
        """Say what both bets pay."""
        return f"ante {self.ante.label()}; play bet {self.play.label()}"


class Lose(Bets):
    """What each bet pays, or gives back, when a better dealer qualifies."""

    ante: PayTable = _LOST
    play: PayTable = _LOST


class Fold(Table):
    """What the ante pays, or gives back, when the player folds."""

    ante: PayTable = _LOST

    def label(self) -> str:
        """Say what the ante pays."""
        return f"ante {self.ante.label()}"


class Pays(Table):
    """What the bets pay by the end of the round: net, to one."""

    win: Bets
    not_qualified: Bets = Field(alias="not-qualified")
    tie: Bets
    lose: Lose = Lose()
    fold: Fold = Fold()

    def labels(self) -> tuple[str, ...]:
        """Say what all bets pay."""
        labels = [
            f"Player wins: {self.win.label()}",
            f"Dealer does not qualify: {self.not_qualified.label()}",
            f"Tie: {self.tie.label()}",
        ]
        if (self.lose, self.fold) == (Lose(), Fold()):
            labels.append("Dealer wins: both bets lose; fold: the ante loses")
        else:
            labels += [f"Dealer wins: {self.lose.label()}", f"Fold: {self.fold.label()}"]
        return tuple(labels)
