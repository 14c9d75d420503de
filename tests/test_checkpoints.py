"""Files that runs go on from: written whole, read with care, refused where they do not belong."""

import json
from pathlib import Path
from typing import Any

import pytest
from test_seats import ONE_SEAT, RULES

from ginwin.errors import InputError
from ginwin.protection.blocks import Block
from ginwin.protection.checkpoints import Checkpoint
from ginwin.protection.seat_tables import sets_of

SETS = sets_of(ONE_SEAT, 5, 1)
TOTAL = Block(2, 2 * SETS, (0.1, 1e-17, 3.0, 0.25), (0.3, 2.0, 1e300, 0.5))


def checkpoint(path: Path, name: str = "plain", seed: int = 3) -> Checkpoint:
    return Checkpoint(path, RULES[name], seed, ONE_SEAT)


def written(path: Path) -> dict[str, Any]:
    """Write the file of a run, and return what is in it."""
    with checkpoint(path) as kept:
        kept.keep(1, TOTAL)
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    with checkpoint(path) as first:
        assert first.begun(1) == Block()
        assert [*tmp_path.iterdir()] == [tmp_path / ".run.json.lock"]  # nothing to keep yet
    assert not [*tmp_path.iterdir()]
    written(path)
    with checkpoint(path) as again:
        assert again.begun(1) == TOTAL
        assert again.begun(0) == Block()


def test_it_is_written_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"
    with checkpoint(path) as kept:
        kept.keep(1, TOTAL)
        assert not path.exists()
        monkeypatch.setattr("ginwin.protection.checkpoints._SECONDS", -1)
        kept.keep(1, TOTAL)
        assert json.loads(path.read_text())["totals"]["1"]["sets"] == 2 * SETS


def test_a_second_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    with checkpoint(path) as kept:
        kept.keep(1, TOTAL)
        with pytest.raises(InputError, match="no other run is using"), checkpoint(path):
            pass
    with checkpoint(path) as again:
        assert again.begun(1) == TOTAL
    assert [*tmp_path.iterdir()] == [path]


def test_what_a_dead_run_left_locks_nothing(tmp_path: Path) -> None:
    (tmp_path / ".run.json.lock").touch()
    assert written(tmp_path / "run.json")


def test_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    before = written(path)
    with (
        pytest.raises(InputError, match="in this one differs: rules, seed"),
        checkpoint(path, "count", seed=4),
    ):
        pass
    assert json.loads(path.read_text()) == before
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"totals": 3}', '{"totals": {"1": {}}}', "[" * 100_000]
)
def test_other_files_are_refused_and_kept(tmp_path: Path, text: str) -> None:
    refused(tmp_path / "run.json", text)


@pytest.mark.parametrize(
    "change",
    [
        {"blocks": -1, "sets": -SETS},
        {"blocks": 2.0},
        {"blocks": 3},
        {"blocks": 10**30, "sets": 10**30 * SETS},
        {"sets": 2 * SETS + 1},
        {"sums": [0.5] * 3, "squares": [0.5] * 5},
        {"sums": [0.5] * 5},
        {"sums": [0.5, 0.5, 0.5, 1]},
        {"sums": {"a": 1}},
        {"sums": [float("nan"), 0.5, 0.5, 0.5]},
        {"sums": ["a", 0.5, 0.5, 0.5]},
        {"sums": [1e200, 0.5, 0.5, 0.5]},
        {"squares": [-0.5, 0.5, 0.5, 0.5]},
        {"squares": [0.0, 0.5, 0.5, 0.5]},
    ],
)
def test_damaged_sums_are_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "run.json"
    data = written(path)
    data["totals"]["1"] |= change
    refused(path, json.dumps(data))


def test_seats_that_there_are_not(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    data = written(path)
    data["totals"]["2"] = data["totals"]["1"]
    refused(path, json.dumps(data))


def refused(path: Path, text: str) -> None:
    """A file with this text is refused, and stays as it is."""
    path.write_text(text)
    message = r"^--resume: value .* a new file, or one that such a run"
    with pytest.raises(InputError, match=message), checkpoint(path):
        pass
    assert path.read_text() == text


def test_no_such_folder(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "run.json"
    with pytest.raises(InputError, match="a file that can be written"), checkpoint(path):
        pass
