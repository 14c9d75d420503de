"""Files are written whole or not at all."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from ginwin.base.files import check_file, check_folder, write_file, write_files, write_folder
from ginwin.errors import InputError


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
    with pytest.raises(InputError) as before:
        check_file(tmp_path / name, "CSV file")
    assert error.value.field == "CSV file"
    assert "\n" not in str(error.value)
    assert str(before.value) == str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_path_that_is_empty() -> None:
    with pytest.raises(InputError) as error:
        check_file("")
    assert error.value.value == ""


def test_a_check_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_bytes(b"old")
    check_file(path)
    check_file(tmp_path / "new")
    check_file(os.devnull)
    assert [entry.name for entry in tmp_path.iterdir()] == ["old"]
    assert path.read_bytes() == b"old"


def test_a_pipe_is_written_to() -> None:
    read, write = os.pipe()
    write_file(f"/dev/fd/{write}", b"content")
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        assert pipe.read() == b"content"


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


def test_all_files_are_written_or_none(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("old")
    with pytest.raises(InputError) as error:
        write_files((first, b"new", "CSV file"), (tmp_path / "none" / "file", b"new", "plot file"))
    assert error.value.field == "plot file"
    assert [path.name for path in tmp_path.iterdir()] == ["first"]
    assert first.read_text() == "old"
    write_files((first, b"new", "CSV file"), (second, b"newer", "plot file"))
    assert (first.read_text(), second.read_text()) == ("new", "newer")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_that_the_output_goes_to_is_refused(tmp_path: Path) -> None:
    code = "from ginwin.base.files import check_file; check_file('/dev/stdout', 'CSV file')"
    with (tmp_path / "out").open("w") as out:
        done = subprocess.run(
            [sys.executable, "-c", code], check=False, stdout=out, stderr=subprocess.PIPE, text=True
        )
    assert done.stderr.strip().endswith("a file that can be written (the output goes there)")


def test_a_folder_that_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="No such file"):
        check_folder("")
    with pytest.raises(InputError, match="No such file"):
        write_folder("", {"a.txt": b"x"})
    assert list(tmp_path.iterdir()) == []
