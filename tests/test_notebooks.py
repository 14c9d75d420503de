"""Notebooks call the package and define nothing; `make notebooks` runs them."""

import ast
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.fixture(params=NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def notebook(request: pytest.FixtureRequest) -> Any:
    return json.loads(request.param.read_text("utf-8"))


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


def test_committed_without_outputs(notebook: Any) -> None:
    for cell in code_cells(notebook):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"


def test_nothing_is_defined(notebook: Any) -> None:
    for cell in code_cells(notebook):
        nodes = ast.walk(ast.parse("".join(cell["source"])))
        assert not [node for node in nodes if isinstance(node, DEFINITIONS)]


def test_prose_leads_every_step(notebook: Any) -> None:
    kinds = [cell["cell_type"] for cell in notebook["cells"]]
    assert kinds[0] == kinds[-1] == "markdown"
    assert ("code", "code") not in set(pairwise(kinds))
