"""Documents as data: JSON with exact integers, and a CSV file for each table."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from ginwin.base.files import csv_bytes
from ginwin.document.model import Checks, Code, Data, Figure, List, Text

if TYPE_CHECKING:
    from ginwin.base.tables import Table
    from ginwin.document.model import Block, Document

__all__ = ["csv_files", "json_bytes"]


def csv_files(document: Document) -> dict[str, bytes]:
    """Return a CSV file for each table of a document, by its name (see `csv_bytes`)."""
    return {f"{table.name}.csv": csv_bytes(table) for table in document.tables}


def json_bytes(document: Document) -> bytes:
    """Return a document as JSON in UTF-8.

    Tables have their columns, with kinds and units, and rows as `Table.to_json` gives them: exact
    numbers are integers, text such as ``"3/2"``, or numerator, denominator and value, where a
    percentage is not multiplied by 100. A row of totals stands apart from the others.
    """
    data = {
        "title": document.title,
        "subtitle": document.subtitle,
        "facts": dict(document.facts),
        "sections": [
            {
                "name": section.name,
                "title": section.title,
                "blocks": [_block(document, block) for block in section.blocks],
            }
            for section in document.sections
        ],
    }
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


def _block(document: Document, block: Block) -> dict[str, Any]:
    match block:
        case Text():
            return {"kind": "text", "text": block.text}
        case List():
            return {"kind": "list", "items": list(block.items)}
        case Code():
            return {"kind": "code", "text": block.text}
        case Figure():
            named = {"name": block.name, "title": block.title, "text": block.text}
            return {"kind": "figure", "number": document.number(block), **named}
        case Data() | Checks():
            return {"kind": "table", "number": document.number(block), **_table(block.table)}
        case _:
            return {"kind": "table", "number": document.number(block), **_table(block)}


def _table(table: Table) -> dict[str, Any]:
    total = replace(table, rows=table.rows[-1:], total=False).to_json() if table.total else ()
    return {
        "name": table.name,
        "title": table.title,
        "rules": list(table.rules),
        "strategy": table.strategy,
        "columns": [asdict(column) for column in table.columns],
        "rows": table.to_json(),
        "total": next(iter(total), None),
        "notes": list(table.notes),
    }
