"""The figures of a document as pictures, each drawn once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ginwin.plots.drawing import draw_figure, figure_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

    from ginwin.document.model import Figure

__all__ = ["Pictures"]


class Pictures:
    """Pictures of figures, the same bytes each time; figures are told apart by their names."""

    def __init__(self) -> None:
        self._drawings: dict[str, Drawing] = {}
        self._made: dict[tuple[str, str], bytes] = {}

    def svg(self, figure: Figure) -> bytes:
        """Return a figure as SVG, with its letters as outlines."""
        return self._bytes(figure, ".svg")

    def png(self, figure: Figure) -> bytes:
        """Return a figure as PNG, 150 dots per inch."""
        return self._bytes(figure, ".png")

    def _bytes(self, figure: Figure, kind: str) -> bytes:
        if (figure.name, kind) not in self._made:
            if figure.name not in self._drawings:
                self._drawings[figure.name] = draw_figure(figure.draw, figure.size)
            self._made[figure.name, kind] = figure_bytes(self._drawings[figure.name], kind)
        return self._made[figure.name, kind]
