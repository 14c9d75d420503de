"""A document as Markdown: a table stays a table, and text means nothing but itself."""

from dataclasses import replace
from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from sample_document import DOCUMENT, ODD, OUTCOMES

from ginwin.document.markdown import markdown_bytes
from ginwin.document.model import Document, Figure, List, Section, Text
from ginwin.errors import one_line

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def path(figure: Figure) -> str:
    return f"images/{figure.name}.png"


@cache
def tokens() -> list[Token]:
    return READER.parse(markdown_bytes(DOCUMENT, path).decode())


def plain(token: Token) -> str:
    return "".join(child.content for child in token.children or ())


def test_tables_hold_their_cells() -> None:
    rows: list[list[str]] = []
    kinds = [token.type for token in tokens()]
    assert kinds.count("table_open") == 1 + len(DOCUMENT.tables) - 1  # the facts; one is data
    for number, token in enumerate(tokens()):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in {"td_open", "th_open"}:
            rows[-1].append(plain(tokens()[number + 1]))
    for table in DOCUMENT.tables:
        if table.name != "counts":
            assert list(map(one_line, table.labels)) in rows
            for row in table.rows:
                assert [c.write(x) for c, x in zip(table.columns, row, strict=True)] in rows
    assert ["K-1999", "1,999"] not in rows


def test_figures_have_pictures() -> None:
    images = [
        child for token in tokens() for child in token.children or () if child.type == "image"
    ]
    assert [image.attrs["src"] for image in images] == ["images/a-line.png"]


def test_odd_text_is_itself() -> None:
    texts = [plain(token) for token in tokens() if token.type == "inline"]
    assert ODD in texts
    assert not [
        token for token in tokens() if token.type == "html_block" and "<b>" in token.content
    ]


def test_code_is_as_typed() -> None:
    (code,) = (token.content for token in tokens() if token.type == "fence")
    assert code == "ginwin report gli --strategy 'a b'\n"


def test_what_is_not_printed_says_where_it_is() -> None:
    (line,) = (plain(token) for token in tokens() if "too many to print" in token.content)
    assert line == (
        "Table 4. Counts by value. Rules: Rules named =1+1. 2,000 rows, too many to print: in the "
        "files that --format xlsx, csv and json write, under the name counts."
    )


def test_a_table_of_no_rules() -> None:
    table = replace(OUTCOMES, rules=(), strategy="")
    made = markdown_bytes(Document("t", "s", (), (Section("a", "A", (table,)),)), path).decode()
    assert "**Table 1. Outcomes \\& returns.**\n" in made


def test_the_same_bytes() -> None:
    assert markdown_bytes(DOCUMENT, path) == markdown_bytes(DOCUMENT, path)


@given(st.text(min_size=1).filter(one_line))
def test_any_text_is_itself(text: str) -> None:
    blocks = (Text(text), List((text,)))
    made = markdown_bytes(Document("t", "s", (), (Section("a", "A", blocks),)), path).decode()
    inline = [plain(token) for token in READER.parse(made) if token.type == "inline"]
    assert inline[-2:] == [one_line(text)] * 2
