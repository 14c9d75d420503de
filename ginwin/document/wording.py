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
    """Return the rules and the strategy that a table belongs to, in a line."""
    strategy = f". Strategy: {table.strategy}" if table.strategy else ""
    return f"Rules: {table.rules[0]}{strategy}."


def data_line(data: Data) -> str:
    """Say where a table is that is not printed."""
    rows = f"{len(data.table.rows):,} rows"
    return f"{rows}, in the spreadsheet and among the data files ({data.table.name})."
