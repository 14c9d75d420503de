"""Tables kept on disk are the tables that were made, and no state of the disk ends a run."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import inf
from pathlib import Path

import pytest

from ginwin.base import kept
from ginwin.base.kept import kept_tables
from ginwin.base.tables import Column, Table

KEY = {"rules": "gli", "strategy": "published"}
TABLES = (
    Table(
        "odd",
        'Odd <cells> | \N{BLACK SPADE SUIT} \\ "quoted"\n',
        (
            Column("text"),
            Column("whole", "integer", "deals"),
            Column("part", "percent", "% of ante", 4),
            Column("float", "number", digits=2),
            Column("either", "exact"),
        ),
        (
            ("9-5", 10_221_248_248_960_320, Fraction(-1, 3), 0.1, 7),
            ("=1+1", -(2**200), Fraction(4), -1e-300, Fraction(3, 2)),
            (None, 0, Fraction(0), inf, None),
        ),
        ("Rules", "Play bet: 1 x ante"),
        "published",
        ("A note.",),
        keys=2,
        total=True,
    ),
    Table("empty", "", (Column("text"),), (), ()),
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    return tmp_path / "cache" / "tables"


class Maker:
    """Makes tables, and counts how often."""

    def __init__(self, tables: tuple[Table, ...] = TABLES) -> None:
        self.tables, self.times = tables, 0

    def __call__(self) -> tuple[Table, ...]:
        self.times += 1
        return self.tables


def test_the_second_time_they_are_read(folder: Path) -> None:
    make = Maker()
    assert kept_tables("study", KEY, make) == TABLES
    found = kept_tables("study", dict(reversed(KEY.items())), make)
    assert found == TABLES
    assert make.times == 1
    cells = [cell for table in found for row in table.rows for cell in row]
    assert [*map(type, cells)] == [type(c) for table in TABLES for row in table.rows for c in row]
    (file,) = folder.iterdir()
    assert file.name.startswith("study-")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("other", KEY),
        ("study", KEY | {"strategy": "optimal"}),
        ("study", {"rules": "gli"}),
        ("study", KEY | {"": ""}),
    ],
)
def test_what_they_depend_on(name: str, key: dict[str, str]) -> None:
    kept_tables("study", KEY, Maker())
    make = Maker(())
    assert kept_tables(name, key, make) == ()
    assert make.times == 1


def test_other_code_does_not_meet_them(monkeypatch: pytest.MonkeyPatch) -> None:
    kept_tables("study", KEY, Maker())
    monkeypatch.setattr(kept, "_LOADED", "other")
    assert kept_tables("study", KEY, Maker(())) == ()


def test_nothing_is_kept_where_the_code_was_changed_meanwhile(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """The process may have loaded what was there before, or part of it."""
    monkeypatch.setattr(kept, "_code", lambda: "changed")
    assert kept_tables("study", KEY, Maker()) == TABLES
    assert not folder.exists()


def test_code_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kept, "files", lambda _: tmp_path / "missing")
    assert kept._code() is None
    monkeypatch.setattr(kept, "_LOADED", None)
    assert kept_tables("study", KEY, Maker()) == TABLES


def test_the_code_is_all_sources_and_the_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules").mkdir()
    source, preset = tmp_path / "module.py", tmp_path / "rules" / "preset.toml"
    source.write_text("a = 1")
    preset.write_text("b = 1")
    monkeypatch.setattr(kept, "files", lambda _: tmp_path)
    before = kept._code()
    for compiled in (tmp_path / "__pycache__", tmp_path / "rules" / "__pycache__"):
        compiled.mkdir()  # as the first run makes them beside the sources it loads
        (compiled / "module.pyc").write_text("compiled")
    assert kept._code() == before
    preset.write_text("b = 2")
    found = [before, kept._code()]
    preset.write_text("b = 1")
    assert kept._code() == before
    source.write_text("a = 2")
    found.append(kept._code())
    for place in (tmp_path / "moved.py", tmp_path / "rules" / "moved.py"):
        source = source.rename(place)
        found.append(kept._code())
    monkeypatch.setattr("numpy.__version__", "0")
    found.append(kept._code())
    assert len(set(found)) == 6


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:0],
        lambda content: content[:-1],
        lambda content: content.replace(b"9-5", b"9-6"),
        lambda content: content + b"\n",
        lambda content: b"\xff" * len(content),
    ],
)
def test_what_is_not_whole_is_made_again(spoil: Callable[[bytes], bytes], folder: Path) -> None:
    kept_tables("study", KEY, Maker())
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    make = Maker()
    assert kept_tables("study", KEY, make) == TABLES
    assert make.times == 1
    assert file.read_bytes() == whole


def test_nothing_is_kept_of_what_was_stopped(folder: Path) -> None:
    def stopped() -> tuple[Table, ...]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kept_tables("study", KEY, stopped)
    assert not folder.exists()


def a_file_in_the_way(folder: Path) -> None:
    folder.parent.write_bytes(b"")


def a_folder_in_the_way(folder: Path) -> None:
    name = kept._file("study", KEY)
    assert name is not None
    assert name.parent == folder
    (name / "full").mkdir(parents=True)


@pytest.mark.parametrize("block", [a_file_in_the_way, a_folder_in_the_way])
def test_a_place_that_cannot_be_written(block: Callable[[Path], None], folder: Path) -> None:
    block(folder)
    make = Maker()
    for times in (1, 2):
        assert kept_tables("study", KEY, make) == TABLES
        assert make.times == times


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fdopen", full)
    assert kept_tables("study", KEY, Maker()) == TABLES
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("error", [RuntimeError, OSError])
def test_no_home(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> Path:
        raise error

    monkeypatch.setattr(kept, "user_cache_path", nowhere)
    assert kept_tables("study", KEY, Maker()) == TABLES


def test_a_home_that_is_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kept, "user_cache_path", lambda *_, **__: Path("~/.cache/ginwin"))
    assert kept_tables("study", KEY, Maker()) == TABLES
    assert list(tmp_path.iterdir()) == []


def test_cells_that_cannot_be_kept(folder: Path) -> None:
    """Integers of more digits than Python reads back, and what is no cell at all."""
    for cell in (10**5000, object()):
        tables = (Table("t", "", (Column("a"),), ((cell,),), ()),)  # type: ignore[arg-type]
        make = Maker(tables)
        assert kept_tables("study", KEY, make) == kept_tables("study", KEY, make) == tables
        assert make.times == 2
    assert not folder.exists()


def test_several_at_once(folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: kept_tables("study", KEY, Maker()), range(64)))
    assert found == [TABLES] * 64
    assert len(list(folder.iterdir())) == 1


def test_old_ones_make_room(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(kept, "_MOST_FILES", 3)
    for number in range(5):
        kept_tables(f"study-{number}", KEY, Maker())
    for file in folder.iterdir():
        os.utime(file, (1, 1))
    (folder / "other").write_bytes(b"not ours")
    kept_tables("study-5", KEY, Maker())
    left = [path.name for path in folder.iterdir()]
    assert len(left) == 4
    assert "other" in left
    assert any(name.startswith("study-5-") for name in left)
