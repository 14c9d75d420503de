"""Files that runs go on from: written whole, read with care, refused where they do not belong."""

import json
from pathlib import Path

import pytest

from ginwin.errors import InputError
from ginwin.protection.blocks import Block
from ginwin.protection.checkpoints import Checkpoint

RUN = {"ginwin": "1.0", "rules": {"deal": {"cards": 7}}, "seed": 3}
TOTAL = Block(2, 30, (0.1, 1e-17, 3.0, 0.25), (0.3, 2.0, 1e300, 0.5))


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    first = Checkpoint(path, RUN)
    assert first.begun("1") == Block()
    first.keep("1", TOTAL)
    first.write()
    again = Checkpoint(path, RUN)
    assert again.begun("1") == TOTAL
    assert again.begun("2") == Block()


def test_it_is_written_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.json"
    kept = Checkpoint(path, RUN)
    kept.keep("1", TOTAL)
    assert json.loads(path.read_text())["totals"] == {}
    monkeypatch.setattr("ginwin.protection.checkpoints._SECONDS", -1)
    kept.keep("1", TOTAL)
    assert json.loads(path.read_text())["totals"]["1"]["sets"] == 30


def test_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    Checkpoint(path, RUN)
    before = path.read_text()
    with pytest.raises(InputError, match="in this one differs: rules, seed"):
        Checkpoint(path, RUN | {"seed": 4, "rules": {}})
    assert path.read_text() == before


def totals(sums: str) -> str:
    """Write a file whose one part has these sums."""
    squares = "[0.5, 0.5, 0.5, 0.5]"
    return (
        f'{{"totals": {{"1": {{"blocks": 1, "sets": 1, "sums": {sums}, "squares": {squares}}}}}}}'
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"totals": 3}',
        '{"totals": {"1": {}}}',
        '{"totals": {"1": {"blocks": -1, "sets": 1, "sums": [], "squares": []}}}',
        totals("[0.5]"),
        totals("[NaN, 0.5, 0.5, 0.5]"),
        totals('["a", 0.5, 0.5, 0.5]'),
    ],
)
def test_other_files_are_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"^--resume: value .* a new file, or one that such a run"):
        Checkpoint(path, RUN)
    assert path.read_text() == text


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a file that can be written"):
        Checkpoint(tmp_path / "missing" / "run.json", RUN)
