"""What the tests of the sections of a report share."""

from ginwin.base.tables import Table
from ginwin.bonus.bonusfile import SideBet
from ginwin.counting.counts import Counts
from ginwin.document.model import Document, Figure, Section, Text
from ginwin.play.strategy import Strategy
from ginwin.report.request import Request
from ginwin.rules.rules import Rules


def request_for(
    rules: Rules,
    strategy: str = "published",
    *bets: SideBet,
    counts: Counts | None = None,
    quick: bool = False,
) -> Request:
    """Return a request, with counts of a small deck if they are given."""
    made = Request(rules, Strategy.parse(strategy), bets, "ginwin report", quick)
    if counts is not None:
        made.__dict__["counts"] = counts  # where the cached property looks
    return made


def tables_of(section: Section) -> dict[str, Table]:
    """Return the tables of a section by name; a document takes it, so no two have one name."""
    return {table.name: table for table in Document("", "", (), (section,)).tables}


def text_of(section: Section) -> str:
    """Return all paragraphs of a section, one to a line."""
    return "\n".join(block.text for block in section.blocks if isinstance(block, Text))


def figures_of(section: Section) -> dict[str, Figure]:
    """Return the figures of a section by name."""
    return {block.name: block for block in section.blocks if isinstance(block, Figure)}
