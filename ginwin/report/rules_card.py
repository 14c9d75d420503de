"""The section with the rules, and rounds that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.document.model import Code, List, Section, Text
from ginwin.play.examples import example_table, find_examples
from ginwin.report.wording import strategy_in_words

if TYPE_CHECKING:
    from ginwin.report.request import Request
    from ginwin.rules.rules import Rules

__all__ = ["rules_section"]


_ARRANGED = {
    "best": (
        "so that the fewest are left, and of those ways takes the one with the lowest highest "
        "card, then the lowest second highest, and so on"
    ),
    "house": (
        "so that the fewest are left, and then with the lowest highest card; if that leaves a "
        "choice, the worst of it"
    ),
    "ranks first": "by putting away the melds of rank first, then those of suit",
    "suits first": "by putting away the melds of suit first, then those of rank",
    "better of two": "with the melds of rank first or those of suit first, whichever is better",
}
_COMPARED = {
    "all cards": (
        "With equal numbers the highest cards are compared, then the next, and so on; at the first "
        "difference the lower card wins. Only hands of the same value tie."
    ),
    "high card": (
        "With equal numbers the lower highest card wins; if these have one rank, the hands tie."
    ),
    "count": "Hands with equal numbers tie, whatever their cards.",
}


def rules_section(request: Request) -> Section:
    """Return the section: the rules in words and as a file, and a worked example of each ending."""
    rules = request.rules
    name, *details = rules.summary()
    source = f" Source: {rules.source}." if rules.source else ""
    examples = find_examples(request.analysis, request.counts)
    return Section(
        "rules",
        "Rules",
        (
            Text(
                "Player and dealer get their cards from one deck of 52; aces are low. "
                f"{_melding(rules)} Melds are put away, no card is in two of them, and what is "
                f"left over is the dead wood. {_arranging(rules)} The value of a hand is how many "
                "cards are left, and their ranks; gin is a hand with none."
            ),
            Text(
                "The player antes and looks at his cards. He folds, or raises by making the play "
                f"bet. {_winning(request)}"
            ),
            Text(
                '"Or better" after the ranks of a hand means that hand, every hand with fewer '
                "dead-wood cards, and every hand with as many that are lower, compared from the "
                "highest card down."
            ),
            Text(f"The rules of this report: {name}.{source}"),
            List(tuple(details)),
            Text(
                "A round for each way it can end, dealt at random with a fixed seed. The player "
                f"follows {strategy_in_words(request.analysis)}."
            ),
            example_table(request.analysis, examples),
            Text("The rules as a file, from which this report can be made again:"),
            Code(rules.to_toml()),
        ),
    )


def _melding(rules: Rules) -> str:
    """Say what a meld is."""
    melds = rules.melds
    ranks = f"A meld is {melds.rank} or more cards of a rank"
    if melds.suit is None:
        return f"{ranks}; cards of one suit do not meld."
    run = "in sequence (the ace is below the 2)" if melds.sequence else "in sequence or not"
    return f"{ranks}, or {melds.suit} or more of a suit, {run}."


def _winning(request: Request) -> str:
    """Say which hand wins."""
    first = "If the dealer does not qualify, the hands are not compared. "
    if request.dealer_qualifies == 1:
        first = ""
    return (
        f"{first}The hand with fewer dead-wood cards is better and wins. "
        f"{_COMPARED[request.rules.comparing]}"
    )


def _arranging(rules: Rules) -> str:
    """Say how each side lays out its cards."""
    player, dealer = (_ARRANGED[way] for way in rules.ways)
    if player == dealer:
        return f"Each side lays out its cards {player}."
    return f"The player lays out his cards {player}. The dealer lays out his {dealer}."
