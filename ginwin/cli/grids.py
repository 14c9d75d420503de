"""The option for a grid of rule sets."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ginwin.rules.rules import Rules
    from ginwin.variants.grids import Axis

__all__ = ["GridOption", "grid_axes"]

GridOption = Annotated[
    list[str],
    typer.Option(
        "--grid",
        metavar="KEY=VALUE,VALUE,...",
        help="What a key may be, such as dealer.qualifies=10-9-8-7,J-10-9-8 or "
        "pays.win.ante.0=1..5. KEY+KEY=VALUE+VALUE,... ties keys together. May be given several "
        "times: all combinations are taken.",
    ),
]


def grid_axes(base: Rules, grid: Iterable[str]) -> tuple[tuple[Axis, ...], int]:
    """Return the axes of `GridOption`, their values not yet checked, and the number of rule sets.

    Reading all values can take seconds, which is for the progress bar to see.
    """
    from ginwin.variants.grids import Axis

    axes = tuple(Axis.parse(text, base) for text in grid)
    return axes, prod(len(axis.choices) for axis in axes)
