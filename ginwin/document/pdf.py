"""Documents as PDF, typeset by typst.

The template reads the document as data, so no text of it can be taken for markup. The fonts are
those in typst and in matplotlib, which every machine has alike; a character that none of them has
is shown as a box.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ginwin.document.columns import letters, printed_columns
from ginwin.document.model import Checks, Code, Data, Figure, List, Text
from ginwin.document.wording import caption, data_line, made_with
from ginwin.errors import one_line

if TYPE_CHECKING:
    from ginwin.base.tables import Cell, Column, Table
    from ginwin.document.model import Block, Document, Section
    from ginwin.document.pictures import Pictures

__all__ = ["pdf_bytes"]

_WORD = re.compile(r"\S{25,}")  # so long that it must be broken
_PIECE = re.compile(r"[^-/,._]{1,24}[-/,._]*|[-/,._]+")  # what stays together of such a word
_BREAK = "\u200b"  # no width, and a line may end there
_UPRIGHT = 155  # characters in all columns that still fit an upright page legibly
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
        "name": one_line(f"{document.title}: {document.subtitle}"),
        "title": _soft(document.title),
        "subtitle": _soft(document.subtitle),
        "author": "ginwin",
        "head": _short(f"{document.title}: {document.subtitle}"),
        "running": _short(document.facts[0][1] if document.facts else ""),
        "foot": _short(", ".join(f"{name} {fact}" for name, fact in document.facts[-1:])),
        "facts": [[_soft(name), _soft(fact)] for name, fact in document.facts],
        "sections": [
            {
                "title": _soft(section.title),
                "blocks": _blocks(document, section, pictures),
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


def _soft(text: str) -> str:
    """Return text in one line whose long words may be broken, after a hyphen or the like first."""
    return _WORD.sub(lambda word: _BREAK.join(_PIECE.findall(word[0])), one_line(text))


def _blocks(document: Document, section: Section, pictures: Pictures) -> list[dict[str, Any]]:
    """Return the blocks of a section; a paragraph leads to a table, a list or code after it."""
    blocks = [_block(document, block, pictures) for block in section.blocks]
    for block, following in pairwise(blocks):
        block["leads"] = following["kind"] not in {"text", "figure"}
    return blocks


def _block(document: Document, block: Block, pictures: Pictures) -> dict[str, Any]:
    """Return a block as data for the template."""
    match block:
        case Text():
            return {"kind": "text", "text": _soft(block.text), "leads": False}
        case List():
            return {"kind": "list", "items": [_soft(item) for item in block.items]}
        case Code():
            longest = max(map(len, block.text.split()), default=1)
            return {"kind": "code", "text": block.text.rstrip(), "longest": longest}
        case Figure():
            wide, high = block.size
            return {
                "kind": "figure",
                "caption": _soft(caption(document, block)),
                "text": _soft(block.text),
                "svg": pictures.svg(block).decode(),
                "width": min(1, wide / _INCHES),
                "shape": wide / high,
            }
        case Data():
            named = _soft(caption(document, block))
            return {"kind": "line", "caption": named, "text": _soft(data_line(block))}
        case _:
            table = block.table if isinstance(block, Checks) else block
            named = _soft(caption(document, block))
            return {"kind": "table", "caption": named, **_table(table)}


def _table(table: Table) -> dict[str, Any]:
    columns = printed_columns(table)
    return {
        "made": _soft(made_with(table)),
        "columns": [
            {
                "head": column.head,
                "right": column.right,
                "width": max(column.body, *map(len, column.head)) * _EM if column.long else None,
            }
            for column in columns
        ],
        "rows": [
            [_cell(column, cell) for column, cell in zip(table.columns, row, strict=True)]
            for row in table.rows
        ],
        "total": table.total,
        "notes": [_soft(note) for note in table.notes],
        "wide": letters(columns) > _UPRIGHT,
    }


def _cell(column: Column, cell: Cell) -> str:
    written = column.write(cell)
    return _soft(written) if column.kind == "text" else written
