"""Imports point one way, and `import ginwin` is light."""

import ast
import subprocess
import sys
from importlib.metadata import entry_points
from itertools import chain
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "ginwin"

# Each module imports only modules of the lines above its own.
LAYERS = """
    errors estimates rulefields
    amounts
    exact jit cards blocks
    values tables tomltext card_features clause_kernels informed
    melds terminal files short_rules clauses
    rulefile events plots checkpoints
    ruletables
    rules bonusfile
    kernels pattern_kernels feature_kernels every_hand dealing tallies ruin_kernels
    seat_kernels dealer_card_kernels
    lattice pattern_tables
    counts
    counting patterns joint
    features routes dealer_card_counts
    strategy simulation grids
    analysis worths sidebets event_lists decisions hand_rows
    hands published playing card_decisions rule_search
    targets bonus_search distribution
    seat_tables removal
    results arranging strategy_study evaluation qualifiers bonus_design joint_bets rounds spots
    dealer_card seats seat_rules dask_workers rank_seen
    variants design decision_results card_results bonus_results ruin protection
    risk strategy_results protection_results bets_results
    risk_results
    cli
"""
LEVEL = {
    module: level
    for level, line in enumerate(LAYERS.strip().splitlines())
    for module in line.split()
}
MODULES = sorted(
    path.stem for path in [*PACKAGE.glob("*.py"), PACKAGE / "cli"] if not path.stem.startswith("__")
)

# Reading cards and rules must not wait for a compiler or for pandas.
HEAVY = ("matplotlib", "numba", "pandas")
LIGHT = ("cards", "errors", "melds", "rulefields", "rulefile", "rules", "tomltext", "values")


def own_imports(module: str) -> set[str]:
    """The modules of this package that a module imports anywhere, type checking included."""
    found = set()
    folder = PACKAGE / module
    files = folder.glob("*.py") if folder.is_dir() else [PACKAGE / f"{module}.py"]
    for node in chain.from_iterable(ast.walk(ast.parse(f.read_text("utf-8"))) for f in files):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(["ginwin"] * node.level + [node.module or ""]).rstrip(".")
            names = [f"{base}.{alias.name}" for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("ginwin.")}
    return (found & set(MODULES)) - {module}


def loaded_after(statement: str, modules: tuple[str, ...]) -> str:
    """Which of these modules a fresh Python has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*[m for m in {modules!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_every_module_has_a_layer() -> None:
    assert sorted(LEVEL) == MODULES


@pytest.mark.parametrize("module", sorted(set(MODULES) & set(LEVEL)))
def test_imports_point_back(module: str) -> None:
    back = {other for other, level in LEVEL.items() if level < LEVEL[module]}
    assert own_imports(module) <= back


def test_import_is_light() -> None:
    assert loaded_after("import ginwin", ("pydantic", "rich", "typer", *HEAVY)) == ""


@pytest.mark.parametrize("module", LIGHT)
def test_cards_and_rules_load_nothing_heavy(module: str) -> None:
    assert loaded_after(f"import ginwin.{module}", HEAVY) == ""


def test_console_script() -> None:
    (script,) = entry_points(group="console_scripts", name="ginwin")
    assert script.value == "ginwin.cli:main"
