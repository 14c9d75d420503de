"""Imports point one way, and `import ginwin` is light."""

import ast
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "ginwin"

# Each package imports only packages of the lines above its own; "." is what stands at the top.
PACKAGES = """
    .
    base
    plots
    document
    rules
    counting simulation
    play
    variants
    bonus advice
    risk protection
    report
    cli
"""
# Within a package, each module imports only modules of the lines above its own.
MODULES = {
    ".": """
        errors
        cards
        values
        melds
    """,
    "base": """
        bars estimates exact tomltext
        amounts tables
        files jit terminal
        kept
    """,
    "plots": """
        drawing
        decisions hands known_cards pays qualifiers side_bets swings
    """,
    "document": """
        model
        columns pictures sheets wording
        data html markdown pdf spreadsheet
        output
    """,
    "rules": """
        fields file
        tables
        rules
    """,
    "counting": """
        counts every_hand kernels pattern_kernels
        joint lattice pattern_tables
        general_tables patterns
        general
        known_cards routes
    """,
    "simulation": """
        dealing
        rounds
    """,
    "play": """
        strategy
        analysis hands
        examples published
        results
    """,
    "variants": """
        grids tallies worths
        playing targets
        evaluation qualifiers
        comparison design
    """,
    "bonus": """
        events feature_kernels
        bonusfile features
        event_lists sidebets
        search
        design
        results
    """,
    "advice": """
        arranging card_features clause_kernels decisions hand_rows short_rules
        card_decisions clauses
        rule_search
        study
        card_results decision_results
        results
    """,
    "risk": """
        distribution ruin_kernels spots
        joint_bets passage rounds
        bets_results ruin
        study
        hour_results results
    """,
    "protection": """
        blocks dealer_card_kernels informed limits removal seat_kernels
        dealer_card_counts rank_seen seat_tables
        dask_workers dealer_card seats
        checkpoints seat_rules
        study
        results
    """,
    "report": """
        request wording
        base_game hands known_cards method playing published
        rules_card sensitivity side_bets summary swings
        build
    """,
    "cli": """
        app grids outputs progress
        bonus design play protect report risk strategy variants
        run
    """,
}


def levels(lines: str) -> dict[str, int]:
    """The line on which each name stands."""
    numbered = enumerate(lines.strip().splitlines())
    return {name: level for level, line in numbered for name in line.split()}


PACKAGE_LEVEL = levels(PACKAGES)
FILES = sorted(file for file in ROOT.rglob("*.py") if not file.stem.startswith("__"))

# Reading cards and rules must not wait for a compiler or for pandas.
HEAVY = ("matplotlib", "numba", "pandas")
LIGHT = (
    *("cards", "errors", "melds", "values", "base.tomltext"),
    *("rules.fields", "rules.file", "rules.rules", "rules.tables"),
)


def place(file: Path) -> tuple[str, str]:
    """The package and the name of a module."""
    return file.parent.relative_to(ROOT).as_posix(), file.stem


PLACES = {place(file) for file in FILES}


def own_imports(file: Path) -> set[tuple[str, str]]:
    """The modules of this package that a module imports anywhere, type checking included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    found = set()
    for name in names:
        top, first, second, *_ = [*name.split("."), "", ""]
        if top == "ginwin":
            found |= {(first, second), (".", first)} & PLACES
    return found - {place(file)}


def loaded_after(statement: str, modules: tuple[str, ...]) -> str:
    """Which of these modules a fresh Python has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*[m for m in {modules!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_every_module_has_a_layer() -> None:
    assert set(PACKAGE_LEVEL) == set(MODULES)
    listed = [(package, name) for package, lines in MODULES.items() for name in levels(lines)]
    assert sorted(listed) == sorted(PLACES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(place(file)))
def test_imports_point_back(file: Path) -> None:
    package, name = place(file)
    level = levels(MODULES[package])
    for other_package, other in own_imports(file):
        if other_package == package:
            assert level[other] < level[name], other
        else:
            assert PACKAGE_LEVEL[other_package] < PACKAGE_LEVEL[package], other


def test_import_is_light() -> None:
    assert loaded_after("import ginwin", ("pydantic", "rich", "typer", *HEAVY)) == ""


@pytest.mark.parametrize("module", LIGHT)
def test_cards_and_rules_load_nothing_heavy(module: str) -> None:
    assert loaded_after(f"import ginwin.{module}", HEAVY) == ""


def test_console_script() -> None:
    (script,) = entry_points(group="console_scripts", name="ginwin")
    assert script.value == "ginwin.cli:main"
