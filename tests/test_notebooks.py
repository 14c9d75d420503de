"""Notebooks call the package, define nothing and check what they say (`make notebooks`)."""

import ast
import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import ginwin

FOLDER = Path(__file__).parent.parent / "notebooks"
NAMES = (
    "changing_the_rules",
    "designing_a_side_bet",
    "hands_and_arrangements",
    "how_the_count_works",
    "published_figures",
    "strategy_and_risk",
)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
LIBRARIES = {"matplotlib.pyplot", "pandas"}
SHOWN = {"ginwin.counting.general"}
"""Modules below the package that a notebook may import: the one that takes any deck."""

MOST_LINES = 20
WIDEST = 112
FIGURES = re.compile(r"(?<![\w,.-])(?:\d{1,3}(?:,\d{3})+|\d+\.\d+)(?![\w,-]|\.\d)")
"""Numbers that can only be known from the mathematics: with thousands, or with decimals."""


def code_cells(notebook: Any) -> list[str]:
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def prose(notebook: Any) -> str:
    cells = (cell for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def checked_numbers(notebook: Any) -> set[float]:
    """All numbers in the code, also those within texts such as targets of a search."""
    numbers: set[float] = set()
    for source in code_cells(notebook):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found = re.findall(r"\d+(?:\.\d+)?", node.value)
                numbers |= {float(text) for text in found}
            elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
                numbers.add(float(node.value))
    return numbers


@pytest.fixture(params=NAMES)
def notebook(request: pytest.FixtureRequest) -> Any:
    return json.loads((FOLDER / f"{request.param}.ipynb").read_text("utf-8"))


def test_there_are_six_notebooks() -> None:
    assert tuple(sorted(path.stem for path in FOLDER.glob("*.ipynb"))) == NAMES


def test_committed_without_outputs(notebook: Any) -> None:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    names = [cell["id"] for cell in notebook["cells"]]
    assert len(names) == len(set(names))


def test_nothing_is_defined(notebook: Any) -> None:
    for source in code_cells(notebook):
        nodes = ast.walk(ast.parse(source))
        assert not [node for node in nodes if isinstance(node, DEFINITIONS)]


def test_only_public_names(notebook: Any) -> None:
    for source in code_cells(notebook):
        for node in ast.walk(ast.parse(source)):
            modules = [item.name for item in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or "."]
            for module in modules:
                own = module == "ginwin" or module in SHOWN
                assert own or module in LIBRARIES or module in sys.stdlib_module_names, module
            if isinstance(node, ast.Attribute):
                assert not node.attr.startswith("_")
                if isinstance(node.value, ast.Name) and node.value.id == "ginwin":
                    assert node.attr in ginwin.__all__


def test_prose_leads_every_step(notebook: Any) -> None:
    kinds = [cell["cell_type"] for cell in notebook["cells"]]
    assert kinds[0] == kinds[-1] == "markdown"
    assert ("code", "code") not in set(pairwise(kinds))
    assert "".join(notebook["cells"][0]["source"]).startswith("# ")


def test_cells_are_small(notebook: Any) -> None:
    for source in code_cells(notebook):
        assert len(source.splitlines()) <= MOST_LINES
    assert max(map(len, prose(notebook).splitlines())) <= WIDEST


def test_figures_of_the_prose_are_checked_by_the_code(notebook: Any) -> None:
    checked = checked_numbers(notebook)
    figures = FIGURES.findall(prose(notebook))
    assert [text for text in figures if float(text.replace(",", "")) not in checked] == []


def test_other_notebooks_that_are_named_exist(notebook: Any) -> None:
    titles = set()
    for name in NAMES:
        cells = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))["cells"]
        titles.add(cells[0]["source"][0].removeprefix("# ").strip())
    named = re.findall(r"notebook\s+\*([^*]+)\*", prose(notebook))
    assert {" ".join(name.split()) for name in named} <= titles
