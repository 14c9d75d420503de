"""The reports in the repository are what the code gives today; `make reports` writes them."""

import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from workbooks import Workbook

from ginwin.cli import main
from ginwin.rules.rules import preset_names

ROOT = Path(__file__).parent.parent
REPORTS = ROOT / "reports"
FORMATS = ("pdf", "xlsx", "md")
VERSIONS = re.compile(r"Versions\..*?(?=The command that makes)", re.DOTALL)
"""The only part that depends on the machine."""


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def pages(path: Path) -> str:
    """The text of a PDF file, without spaces."""
    document = pdfium.PdfDocument(path)
    return "".join("".join(page.get_textpage().get_text_range().split()) for page in document)


def test_there_are_all_formats_of_each_preset() -> None:
    named = {f"{preset}.{one}" for preset in preset_names() for one in FORMATS}
    assert {name for name in files(REPORTS) if "/" not in name} == named


@pytest.mark.parametrize("preset", preset_names())
def test_pictures_are_there(preset: str) -> None:
    text = (REPORTS / f"{preset}.md").read_text("utf-8")
    pictures = set(re.findall(r"^!\[.*\]\((.*)\)$", text, re.MULTILINE))
    assert len(pictures) == 8
    assert pictures == {name for name in files(REPORTS) if name.startswith(f"{preset}-images/")}


@pytest.mark.slow
@pytest.mark.parametrize("preset", preset_names())
def test_figures_are_those_of_today(preset: str, tmp_path: Path) -> None:
    assert main(["report", preset, "--out", str(tmp_path), "--format", ",".join(FORMATS)]) == 0
    stale = f"{preset}: run `make reports`"
    assert files(tmp_path) == {name for name in files(REPORTS) if name.startswith(preset)}, stale
    texts = [(folder / f"{preset}.md").read_text("utf-8") for folder in (tmp_path, REPORTS)]
    fresh, kept = (VERSIONS.sub("", text) for text in texts)
    assert fresh == kept, stale
    fresh, kept = (
        re.sub(r"Versions\..*?(?=Thecommandthatmakes)", "", pages(folder / f"{preset}.pdf"))
        for folder in (tmp_path, REPORTS)
    )
    assert fresh == kept, stale
    books = [Workbook((folder / f"{preset}.xlsx").read_bytes()) for folder in (tmp_path, REPORTS)]
    names = books[0].results.sheetnames
    assert books[1].results.sheetnames == names, stale
    for name in set(names) - {"versions", "Contents"}:
        assert books[0].rows(name) == books[1].rows(name), f"{stale} ({name})"
