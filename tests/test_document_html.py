"""A document as a web page: whole, escaped, and quiet in a real browser."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from sample_document import DOCUMENT, ODD, WIDE

from ginwin.document.html import html_bytes
from ginwin.document.model import Document, Section, Text
from ginwin.document.pictures import Pictures

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
OWN = re.compile(r"https?://([a-z0-9-]+\.)*(google|googleapis|gvt1|gstatic)\.com[:/]")
"""What a browser asks its maker for, whatever page it shows."""


@cache
def page() -> str:
    return html_bytes(DOCUMENT, Pictures()).decode()


class Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@cache
def read() -> Words:
    words = Words()
    words.feed(page())
    return words


def test_every_printed_cell_is_there() -> None:
    words = {word.strip() for word in read().words}
    for table in DOCUMENT.tables:
        if table.name != "counts":
            for row in table.rows:
                cells = {c.write(cell) for c, cell in zip(table.columns, row, strict=True)}
                assert cells <= words
            assert set(table.labels) <= words
    assert ODD in words
    assert "K-1999" not in words


def test_nothing_is_fetched_and_nothing_runs() -> None:
    for tag, attributes in read().tags:
        assert tag not in {"script", "iframe", "object"}
        for name in ("src", "href"):
            link = attributes.get(name) or "#"
            assert link.startswith(("data:", "#"))
    (policy,) = (attrs["content"] for _, attrs in read().tags if "http-equiv" in attrs)
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_structure() -> None:
    tags = [tag for tag, _ in read().tags]
    assert tags.count("table") == len(DOCUMENT.tables) - 1
    assert tags.count("figure") == len(DOCUMENT.figures)
    assert tags.count("section") == len(DOCUMENT.sections)
    assert all(attributes.get("alt") for tag, attributes in read().tags if tag == "img")
    ids = [attributes["id"] for _, attributes in read().tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [a["href"] for tag, a in read().tags if tag == "a"]
    assert {str(link).removeprefix("#") for link in links} <= set(ids)


def test_captions_stand_outside_what_scrolls() -> None:
    """And name the table inside."""
    texts = re.findall(r'<p class="caption" id="([^"]*)"', page())
    assert texts == [f"table-{table.name}" for table in DOCUMENT.tables]
    named = [a["aria-labelledby"] for tag, a in read().tags if tag == "table"]
    assert named == [name for name in texts if name != "table-counts"]


def test_values_stay_in_one_line() -> None:
    blocks = (Text("Raise with 10-9-5-4, not <b>, on 2018-05-01; well-known: 1-2 & A-3."),)
    document = Document("t", "s", (), (Section("s", "S", blocks),))
    made = html_bytes(document, Pictures()).decode()
    assert re.findall('<span class="value">(.*?)</span>', made) == [
        *("10-9-5-4", "2018-05-01", "1-2", "A-3")
    ]
    assert "not &lt;b&gt;, on" in made


def test_the_same_bytes() -> None:
    assert html_bytes(DOCUMENT, Pictures()).decode() == page()


@pytest.mark.skipif(BROWSER is None, reason="no Chromium or Chrome on this machine")
def test_a_browser_shows_it_and_has_nothing_to_say(tmp_path: Path) -> None:
    file, log = tmp_path / "page.html", tmp_path / "net.json"
    file.write_text(page(), "utf-8")
    shown = subprocess.run(
        [
            *(str(BROWSER), *QUIET, f"--user-data-dir={tmp_path / 'profile'}"),
            *(f"--log-net-log={log}", "--enable-logging=stderr", "--dump-dom", file.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "Outcomes &amp; returns" in shown.stdout
    assert "CONSOLE" not in shown.stderr
    events = json.loads(log.read_text("utf-8"))["events"]
    asked = {event["params"]["url"] for event in events if "url" in event.get("params", {})}
    web = {url for url in asked if url.startswith(("http:", "https:", "ws:", "wss:", "ftp:"))}
    assert [url for url in web if not OWN.match(url)] == []


@pytest.mark.skipif(BROWSER is None, reason="no Chromium or Chrome on this machine")
def test_print_cuts_nothing_and_parts_no_caption(tmp_path: Path) -> None:
    """A table of many columns is as wide as the page; a caption stands with its table."""
    file, printed = tmp_path / "page.html", tmp_path / "page.pdf"
    shorter = replace(WIDE, rows=WIDE.rows[:8], title="Here")
    tables = [replace(shorter, name=f"t{number}") for number in range(9)]
    sections = (*DOCUMENT.sections[:2], Section("s", "S", (Text("x"), *tables)))
    file.write_bytes(html_bytes(Document("t", "s", (), sections), Pictures()))
    subprocess.run(
        [
            *(str(BROWSER), *QUIET, f"--user-data-dir={tmp_path / 'profile'}"),
            *("--no-pdf-header-footer", f"--print-to-pdf={printed}", file.as_uri()),
        ],
        capture_output=True,
        timeout=120,
        check=True,
    )
    pages = list(pdfium.PdfDocument(printed))
    for sheet in pages:
        assert sheet.render(scale=1).to_numpy()[:, -30:].min() == 255
    texts = [sheet.get_textpage().get_text_range() for sheet in pages]
    for text in texts[-3:]:
        assert text.count("Here.") == text.count("row 7")
    assert sum(text.count("Here.") for text in texts[-3:]) > 3


@pytest.mark.skipif(BROWSER is None, reason="no Chromium or Chrome on this machine")
def test_the_browser_would_complain(tmp_path: Path) -> None:
    """A picture from the web is refused, and the console says so."""
    file = tmp_path / "page.html"
    bad = page().replace("<main>", '<main><img src="https://example.com/x.png" alt="">')
    file.write_text(bad, "utf-8")
    shown = subprocess.run(
        [
            *(str(BROWSER), *QUIET, f"--user-data-dir={tmp_path / 'profile'}"),
            *("--enable-logging=stderr", "--dump-dom", file.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "CONSOLE" in shown.stderr
