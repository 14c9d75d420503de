"""Documents as files: all formats of a document in a folder, written all or none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from ginwin.base.files import write_folder
from ginwin.document.data import csv_files, json_bytes
from ginwin.document.html import html_bytes
from ginwin.document.markdown import markdown_bytes
from ginwin.document.pdf import pdf_bytes
from ginwin.document.pictures import Pictures
from ginwin.document.spreadsheet import spreadsheet_bytes
from ginwin.errors import InputError

if TYPE_CHECKING:
    from ginwin.document.model import Document, Figure

__all__ = ["FORMATS", "document_files", "file_name", "parse_formats", "write_document"]

FORMATS = ("pdf", "xlsx", "html", "md", "csv", "json")
"""All formats of a document."""

_LONGEST = 60  # characters of the name of a file


def parse_formats(texts: Iterable[str], field: str = "format") -> tuple[str, ...]:
    """Read formats: each text holds one or several, with commas between them.

    Raises
    ------
    InputError
        If one of them is none of `FORMATS`, or there are none.

    Examples
    --------
    >>> parse_formats(["pdf,XLSX", "md"])
    ('pdf', 'xlsx', 'md')
    """
    wanted = []
    for text in texts:
        for part in text.split(","):
            one = part.strip().lower().removeprefix(".")
            if one not in FORMATS:
                raise InputError(field, part, ", ".join(FORMATS))
            wanted.append(one)
    if not wanted:
        raise InputError(field, "", ", ".join(FORMATS))
    return tuple(one for one in FORMATS if one in wanted)


def file_name(text: str) -> str:
    """Return text as the name of a file on any system, without an ending.

    Examples
    --------
    >>> file_name("my rules"), file_name("../..")
    ('my-rules', 'report')
    """
    name = re.sub(r"[^\w.-]+", "-", text)[:_LONGEST].strip("-.")
    return name or "report"


def document_files(
    document: Document, name: str, formats: Iterable[str] = FORMATS
) -> dict[str, bytes]:
    """Return the files of a document, by their path within a folder.

    Parameters
    ----------
    document : Document
        The document.
    name : str
        The name of the files, without an ending.
    formats : iterable of str
        Of `FORMATS`. The Markdown has its pictures in a folder ``NAME-images``, and the CSV files
        are in ``NAME-csv``.

    Raises
    ------
    InputError
        If a format is none of `FORMATS`, or the name is none that `file_name` returns.
    """
    wanted = parse_formats([formats] if isinstance(formats, str) else formats, "formats")
    if file_name(name) != name:
        raise InputError("name", name, f"the name of a file, such as {file_name(name)}")
    pictures = Pictures()

    def path(figure: Figure) -> str:
        return f"{name}-images/{figure.name}.png"

    files: dict[str, bytes] = {}
    for one in wanted:
        match one:
            case "pdf":
                files[f"{name}.pdf"] = pdf_bytes(document, pictures)
            case "xlsx":
                files[f"{name}.xlsx"] = spreadsheet_bytes(document, pictures)
            case "html":
                files[f"{name}.html"] = html_bytes(document, pictures)
            case "md":
                text = markdown_bytes(document, lambda figure: quote(path(figure)))
                images = {path(figure): pictures.png(figure) for figure in document.figures}
                files |= {f"{name}.md": text, **images}
            case "csv":
                tables = csv_files(document)
                files |= {f"{name}-csv/{file}": content for file, content in tables.items()}
            case "json":
                files[f"{name}.json"] = json_bytes(document)
    return files


def write_document(
    document: Document,
    out: str | Path,
    name: str,
    formats: Iterable[str] = FORMATS,
    field: str = "out",
) -> tuple[Path, ...]:
    """Write the files of a document into a folder, all or none (see `document_files`).

    Nothing else is touched: tables and pictures that only an earlier document of the name had stay.

    Parameters
    ----------
    document : Document
        The document.
    out : str or Path
        The folder; it is made if it is missing.
    name : str
        The name of the files, without an ending.
    formats : iterable of str
        Of `FORMATS`.
    field : str
        What the folder is for, named in the error.

    Returns
    -------
    tuple of Path
        The files.

    Raises
    ------
    InputError
        If the folder cannot be made or written into; or as by `document_files`.
    """
    files = document_files(document, name, formats)
    write_folder(out, files, field)
    return tuple(Path(out) / file for file in files)
