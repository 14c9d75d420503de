"""A document as PDF: everything is in it, nothing runs off a page, and no clock."""

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pypdfium2 as pdfium
import pytest
from sample_document import DOCUMENT, ODD, OUTCOMES, RULES, WIDE, draw

from ginwin.base.tables import Column, Table
from ginwin.document.model import Block, Code, Data, Document, Figure, List, Section, Text
from ginwin.document.pdf import pdf_bytes
from ginwin.document.pictures import Pictures


@cache
def content() -> bytes:
    return pdf_bytes(DOCUMENT, Pictures())


def squeezed(text: str) -> str:
    return "".join(text.split()).replace("\u200b", "")


@cache
def text() -> str:
    return squeezed(
        "".join(page.get_textpage().get_text_range() for page in pdfium.PdfDocument(content()))
    )


def printed_tables() -> list[Table]:
    longer = {
        block.table.name
        for section in DOCUMENT.sections
        for block in section.blocks
        if isinstance(block, Data)
    }
    return [table for table in DOCUMENT.tables if table.name not in longer]


@pytest.mark.parametrize("table", printed_tables(), ids=lambda table: table.name)
def test_every_cell_is_printed(table: Table) -> None:
    for row in table.rows:
        for column, cell in zip(table.columns, row, strict=True):
            assert squeezed(column.write(cell)).replace("金", "") in text().replace("金", "")
    for note in table.notes:
        assert squeezed(note) in text()


def test_titles_and_captions() -> None:
    for section in DOCUMENT.sections:
        assert squeezed(section.title).replace("金", "") in text().replace("金", "")
    assert squeezed("Table 1. Outcomes & returns.") in text()
    assert squeezed("Figure 1. A line.") in text()
    assert squeezed(f"Table 4. Counts by value. Rules: {RULES[0]}. 2,000 rows") in text()
    assert "K-1999" not in text()


def test_the_same_bytes_and_no_clock() -> None:
    assert content() == pdf_bytes(DOCUMENT, Pictures())
    information = pdfium.PdfDocument(content()).get_metadata_dict(skip_empty=True)
    assert information["Title"].startswith("Gin and Win: Math report")
    assert set(information) == {"Title", "Author", "Creator"}


def test_bookmarks_lead_to_the_sections() -> None:
    titles = [entry.get_title() for entry in pdfium.PdfDocument(content()).get_toc()]
    for section, title in zip(DOCUMENT.sections, titles[-3:], strict=True):
        assert section.title in title


def margins(page: Any) -> list[Any]:
    """Strips of a page near its edges, as pixels of which 255 is white."""
    picture = page.render(scale=1).to_numpy()
    return [picture[:, :40], picture[:, -40:], picture[:20], picture[-20:]]


def test_nothing_runs_off_a_page() -> None:
    """Also of a table of many columns, and of odd text."""
    for page in pdfium.PdfDocument(content()):
        for strip in margins(page):
            assert strip.min() == 255


def very_wide(columns: int) -> bytes:
    rows = tuple(row * columns for row in WIDE.rows[:3])
    table = Table("very_wide", "Very wide", WIDE.columns * columns, rows, WIDE.rules)
    return pdf_bytes(Document("t", ODD, (), (Section("s", "S", (table,)),)), Pictures())


def test_a_table_of_very_many_columns_is_turned_and_fits() -> None:
    turned = [page for page in pdfium.PdfDocument(very_wide(3)) if page.get_width() > 800]
    assert turned
    for page in turned:
        for strip in margins(page):
            assert strip.min() == 255


def test_words_without_end_stay_on_the_page() -> None:
    """A name may be of any length, and so may a command be."""
    word, words = "W" * 400, "very " * 120
    columns = (Column("a"), Column(word), Column(words, "integer", word))
    rows = tuple((words, word, 10**number) for number in range(20))
    blocks = (
        Table("t", word, columns, rows, (word,), words, (word, words)),
        Text(word),
        List((word, words)),
        Figure("f", word, draw, word, size=(2, 9)),
        Code(f"{word}\n{words}"),
    )
    facts = (("Rules", word), ("Version", word))
    content = pdf_bytes(Document(words, word, facts, (Section("s", word, blocks),)), Pictures())
    for page in pdfium.PdfDocument(content):
        for strip in margins(page):
            assert strip.min() == 255
        strip = page.render(scale=1).to_numpy()[-60:-50]  # between the last line and the foot
        assert strip.min() >= 200


def test_a_caption_stands_on_the_page_of_its_table() -> None:
    blocks: list[Table | Text] = []
    for number in range(60):
        blocks += [Text("x")] * (number % 7)
        blocks.append(replace(OUTCOMES, name=f"t{number}", title="Here"))
    made = pdf_bytes(Document("t", "s", (), (Section("s", "S", tuple(blocks)),)), Pictures())
    for page in pdfium.PdfDocument(made):
        on_page = squeezed(page.get_textpage().get_text_range())
        assert on_page.count("Here.") == on_page.count("event") == on_page.count("total")


def pages(*blocks: Block) -> list[str]:
    made = pdf_bytes(Document("t", "s", (), (Section("s", "S", blocks),)), Pictures())
    return [squeezed(page.get_textpage().get_text_range()) for page in pdfium.PdfDocument(made)]


def test_a_paragraph_stands_on_the_page_of_what_it_leads_to() -> None:
    """Also the notes of a table do, and code and lists stay with the line above them."""
    kinds = (replace(OUTCOMES, title="Here", notes=("Note.",)), List(("Here",)), Code("Here\n" * 9))
    blocks: list[Block] = []
    for number in range(60):
        blocks += [Text("x")] * (number % 7)
        kind = kinds[number % len(kinds)]
        named = replace(kind, name=f"t{number}") if isinstance(kind, Table) else kind
        blocks += [Text("Lead."), named, Text("y")]
    for page in pages(*blocks):
        assert not re.search(r"Lead\.(?!Table|•|Here)", page)
        assert page.count("Note.") == page.count("total")


def test_an_address_is_broken_at_its_slashes() -> None:
    address = "example.com/portfolio/gin-win/" + "/".join(["portfolio"] * 30)
    lines = "".join(
        page.get_textpage().get_text_range()
        for page in pdfium.PdfDocument(
            pdf_bytes(Document("t", "s", (), (Section("s", "S", (Text(address),)),)), Pictures())
        )
    )
    assert lines.count("portfolio") == 31
