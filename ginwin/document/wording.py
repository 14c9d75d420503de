"""Words that all printed formats put around tables and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.document.model import Checks, Data, Figure

if TYPE_CHECKING:
    from ginwin.base.tables import Table
    from ginwin.document.model import Document

__all__ = ["caption", "data_line", "made_with"]


def caption(document: Document, block: Table | Data | Checks | Figure) -> str:
    """Return the number and the title of a table or a figure, such as "Table 3. Outcomes"."""
    kind = "Figure" if isinstance(block, Figure) else "Table"
    title = block.table.title if isinstance(block, Data) else block.title
    return f"{kind} {document.number(block)}. {title}"


def made_with(table: Table) -> str:
    """Return the rules and the strategy that a table belongs to, in a line; empty without them."""
    rules = (f"Rules: {name}." for name in table.rules[:1])
    strategy = (f"Strategy: {name}." for name in (table.strategy,) if name)
    return " ".join((*rules, *strategy))


def data_line(data: Data) -> str:
    """Return the rules and the strategy of a table that is not printed, and where it is."""
    rows = f"{len(data.table.rows):,} rows, too many to print"
    where = f"in the files that --format xlsx, csv and json write, under the name {data.table.name}"
    return f"{made_with(data.table)} {rows}: {where}.".lstrip()
