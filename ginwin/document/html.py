"""Documents as one file of HTML, with the pictures in it and nothing to be fetched."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING

from ginwin.document.columns import letters, printed_columns
from ginwin.document.wording import caption, data_line, made_with

if TYPE_CHECKING:
    from markupsafe import Markup

    from ginwin.document.model import Document, Figure
    from ginwin.document.pictures import Pictures

__all__ = ["html_bytes"]

_VALUE = re.compile(r"(?<![\w-])[\dAJQK]{1,4}(?:-[\dAJQK]{1,4}){1,9}(?![\w-])")


def html_bytes(document: Document, pictures: Pictures) -> bytes:
    """Return a document as HTML in UTF-8; its policy forbids scripts and the network.

    Parameters
    ----------
    document : Document
        The document.
    pictures : Pictures
        Draws its figures.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    def picture(figure: Figure) -> str:
        return b64encode(pictures.svg(figure)).decode()

    environment = Environment(
        loader=PackageLoader("ginwin.document"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters["values"] = _values
    page = environment.get_template("document.html").render(
        document=document,
        kind_of=lambda block: type(block).__name__,
        caption=caption,
        made_with=made_with,
        data_line=data_line,
        picture=picture,
        printed_columns=printed_columns,
        letters=letters,
    )
    return page.encode()


def _values(text: str) -> Markup:
    """Return text as HTML in which a value such as 10-9-5-4, or a date, stays in one line."""
    from markupsafe import Markup, escape

    return Markup(_VALUE.sub(r'<span class="value">\g<0></span>', str(escape(text))))  # noqa: S704
