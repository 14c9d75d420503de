"""Documents as Markdown, in the form that GitHub shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ginwin.document.model import Checks, Code, Data, Figure, List, Text
from ginwin.document.wording import caption, data_line, made_with
from ginwin.errors import one_line

if TYPE_CHECKING:
    from ginwin.base.tables import Column, Table
    from ginwin.document.model import Block, Document, Section

__all__ = ["markdown_bytes"]

_MARKUP = re.compile(r"[\\`*_\[\]<>|~&$#]")
_START = re.compile(r"\d*([-+=:.)])(?=[-+=: ]|$)")


def markdown_bytes(document: Document, picture_path: Callable[[Figure], str]) -> bytes:
    """Return a document as Markdown in UTF-8.

    Parameters
    ----------
    document : Document
        The document.
    picture_path : callable
        Gives the path of the picture of a figure, seen from the file.
    """
    return ("\n\n".join(_parts(document, picture_path)) + "\n").encode()


def _parts(document: Document, picture_path: Callable[[Figure], str]) -> Iterator[str]:
    yield f"# {_plain(document.title)}"
    yield f"**{_plain(document.subtitle)}**"
    yield _grid((("", ""), *((name, fact) for name, fact in document.facts)), (False, False))
    yield "## Contents"
    numbered = list(enumerate(document.sections, start=1))
    yield "\n".join(f"{n}. [{_plain(one.title)}](#{_anchor(one)})" for n, one in numbered)
    for number, section in numbered:
        yield f'<a id="{_anchor(section)}"></a>\n\n## {number}. {_plain(section.title)}'
        for block in section.blocks:
            yield from _block(document, block, picture_path)


def _anchor(section: Section) -> str:
    return f"section-{section.name}"  # a name of our own: that of a title differs by the reader


def _block(
    document: Document, block: Block, picture_path: Callable[[Figure], str]
) -> Iterator[str]:
    match block:
        case Text():
            yield _plain(block.text)
        case List():
            yield "\n".join(f"- {_plain(item)}" for item in block.items)
        case Code():
            yield _fenced(block.text)
        case Figure():
            title = _plain(caption(document, block))
            yield f"![{title}]({picture_path(block)})"
            yield f"*{title}.* {_plain(block.text)}"
        case Data():
            yield f"**{_plain(caption(document, block))}.** {_plain(data_line(block))}"
        case _:
            table = block.table if isinstance(block, Checks) else block
            yield f"**{_plain(caption(document, block))}.** {_plain(made_with(table))}".rstrip()
            yield _table(table)
            if table.notes:
                yield "\n".join(f"- {_plain(note)}" for note in table.notes)


def _table(table: Table) -> str:
    rows = [
        [column.write(cell) for column, cell in zip(table.columns, row, strict=True)]
        for row in table.rows
    ]
    return _grid(
        (table.labels, *rows), [_right(column) for column in table.columns], total=table.total
    )


def _right(column: Column) -> bool:
    return column.kind != "text"


def _grid(rows: Iterable[Sequence[str]], right: Sequence[bool], *, total: bool = False) -> str:
    """Return a table whose first row is its head; the last is bold if it holds totals."""
    head, *body = [[_plain(cell) for cell in row] for row in rows]
    if total and body:
        body[-1] = [f"**{cell}**" for cell in body[-1]]
    rule = ["---:" if side else "---" for side in right]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *body))


def _fenced(text: str) -> str:
    """Return lines in a fence that is longer than any in them."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text.rstrip()}\n{fence}"


def _plain(text: str) -> str:
    r"""Return text of which no character means anything to Markdown, in one line.

    >>> print(_plain("a*b | 10-9"), _plain("1. x"), _plain("- y"))
    a\*b \| 10-9 1\. x \- y
    """
    line = _MARKUP.sub(r"\\\g<0>", one_line(text))
    if found := _START.match(line):
        place = found.start(1)
        line = f"{line[:place]}\\{line[place:]}"
    return line
