"""Documents as PDF, typeset by typst.

The template reads the document as data, so no text of it can be taken for markup. The fonts are
those in typst and in matplotlib, which every machine has alike; a character that none of them has
is shown as a box.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ginwin.document.model import Checks, Code, Data, Figure, List, Text
from ginwin.document.wording import caption, data_line, made_with
from ginwin.errors import one_line

if TYPE_CHECKING:
    from ginwin.base.tables import Table
    from ginwin.document.model import Block, Document
    from ginwin.document.pictures import Pictures

__all__ = ["pdf_bytes"]

_LONG = 34  # characters of a cell that make a column of text break its lines
_HEAD = 9  # characters that a head may take in any column
_LINES = 4  # of a head; beyond them it takes more room
_UPRIGHT = 150  # characters in all columns that still fit an upright page legibly
_EM = 0.47  # of an em: the width of a letter, on average
_INCHES = 8  # the width of a figure that fills the line


def pdf_bytes(document: Document, pictures: Pictures) -> bytes:
    """Return a document as PDF, A4, tagged, with bookmarks and no date.

    Parameters
    ----------
    document : Document
        The document.
    pictures : Pictures
        Draws its figures.
    """
    import matplotlib as mpl
    import typst

    content = {
        "title": one_line(document.title),
        "subtitle": one_line(document.subtitle),
        "author": "ginwin",
        "running": _short(document.facts[0][1] if document.facts else ""),
        "foot": _short(", ".join(f"{name} {fact}" for name, fact in document.facts[-1:])),
        "facts": [[one_line(name), one_line(fact)] for name, fact in document.facts],
        "sections": [
            {
                "title": one_line(section.title),
                "blocks": [_block(document, block, pictures) for block in section.blocks],
            }
            for section in document.sections
        ],
    }
    fonts = typst.Fonts(
        include_system_fonts=False, font_paths=[str(Path(mpl.get_data_path()) / "fonts" / "ttf")]
    )
    return typst.compile(
        files("ginwin.document").joinpath("templates", "document.typ").read_bytes(),
        sys_inputs={"document": json.dumps(content)},
        font_paths=fonts,
        ignore_system_fonts=True,
        timestamp=0,
        format="pdf",
    )


def _short(text: str, most: int = 60) -> str:
    """Return text that fits the head of a page."""
    line = one_line(text)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _block(document: Document, block: Block, pictures: Pictures) -> dict[str, Any]:
    """Return a block as data for the template."""
    match block:
        case Text():
            return {"kind": "text", "text": one_line(block.text)}
        case List():
            return {"kind": "list", "items": [one_line(item) for item in block.items]}
        case Code():
            return {"kind": "code", "text": block.text.rstrip()}
        case Figure():
            return {
                "kind": "figure",
                "caption": one_line(caption(document, block)),
                "text": one_line(block.text),
                "svg": pictures.svg(block).decode(),
                "width": min(1, block.size[0] / _INCHES),
            }
        case Data():
            named = one_line(caption(document, block))
            return {"kind": "line", "caption": named, "text": data_line(block)}
        case _:
            table = block.table if isinstance(block, Checks) else block
            named = one_line(caption(document, block))
            return {"kind": "table", "caption": named, **_table(table)}


def _table(table: Table) -> dict[str, Any]:
    rows = [
        [one_line(column.write(cell)) for column, cell in zip(table.columns, row, strict=True)]
        for row in table.rows
    ]
    columns: list[dict[str, Any]] = []
    taken = 0
    for number, (label, column) in enumerate(zip(table.labels, table.columns, strict=True)):
        longest = max((len(row[number]) for row in rows), default=0)
        long = column.kind == "text" and longest > _LONG
        body = _LONG if long else longest
        head = _head(label, max(_HEAD, body))
        width = max(body, *map(len, head))
        taken += width + 2
        columns.append(
            {
                "head": head,
                "right": column.kind != "text",
                "width": width * _EM if long else None,
            }
        )
    return {
        "made": one_line(made_with(table)),
        "columns": columns,
        "rows": rows,
        "total": table.total,
        "notes": [one_line(note) for note in table.notes],
        "wide": taken > _UPRIGHT,
    }


def _head(label: str, width: int) -> list[str]:
    """Return the lines of the head of a column, few enough to be read."""
    lines = wrap(label, width, break_long_words=False) or [""]
    while len(lines) > _LINES:
        width += 1
        lines = wrap(label, width, break_long_words=False)
    return lines
