"""Files are written whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from ginwin.errors import InputError
from ginwin.files import write_file


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    path = tmp_path / "new"
    write_file(path, b"content")
    (tmp_path / "other").write_bytes(b"")
    assert path.read_bytes() == b"content"
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode


def test_an_old_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"old content that is longer")
    path.chmod(0o640)
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["old"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "folder" / "target")
    write_file(link, b"content")
    assert link.is_symlink()
    assert (tmp_path / "folder" / "target").read_bytes() == b"content"


def test_a_device_is_not_replaced() -> None:
    write_file(os.devnull, b"content")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@pytest.mark.parametrize("name", ["no/folder/file", ".", "file\0", "a" * 300])
def test_a_path_that_cannot_be_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        write_file(tmp_path / name, b"content", "CSV file")
    assert error.value.field == "CSV file"
    assert "\n" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(InputError) as error:
        write_file(path, b"new")
    assert "No space left on device" in str(error.value)
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["old"]
