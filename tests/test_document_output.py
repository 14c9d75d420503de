"""The files of a document: all or none, and nothing else is touched."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sample_document import DOCUMENT

from ginwin.base import files
from ginwin.base.files import check_folder, write_folder
from ginwin.document.model import Document, Section
from ginwin.document.output import FORMATS, document_files, file_name, parse_formats, write_document
from ginwin.errors import InputError

ROOT = os.name == "posix" and os.geteuid() == 0
NAMES = {
    "r.pdf", "r.xlsx", "r.html", "r.md", "r.json", "r-images/a-line.png",
    *(f"r-csv/{table.name}.csv" for table in DOCUMENT.tables),
}  # fmt: skip


def found(folder: Path) -> set[str]:
    """All files in a folder, hidden ones too."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_all_formats(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    written = write_document(DOCUMENT, folder, "r")
    assert found(folder) == NAMES
    assert {path.relative_to(folder).as_posix() for path in written} == NAMES


def test_one_format(tmp_path: Path) -> None:
    write_document(DOCUMENT, tmp_path, "r", ["md"])
    assert found(tmp_path) == {"r.md", "r-images/a-line.png"}


def test_the_same_bytes_twice() -> None:
    assert document_files(DOCUMENT, "r") == document_files(DOCUMENT, "r")


def test_nothing_else_is_touched(tmp_path: Path) -> None:
    write_document(DOCUMENT, tmp_path, "r", ["md", "csv"])
    before = found(tmp_path)
    others = ("notes.txt", "r-csv/mine.csv", "r-images/mine.png", "other-csv/x.csv")
    for name in others:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine", "utf-8")
    shorter = Document("t", "s", (), (Section("a", "A", (DOCUMENT.tables[0],)),))
    write_document(shorter, tmp_path, "r", ["md", "csv"])
    assert found(tmp_path) == {*before, *others}
    assert all((tmp_path / name).read_text("utf-8") == "mine" for name in others)


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [(["pdf"], ("pdf",)), ([" MD , .xlsx", "md"], ("xlsx", "md")), ([",".join(FORMATS)], FORMATS)],
)
def test_formats_are_read(texts: list[str], wanted: tuple[str, ...]) -> None:
    assert parse_formats(texts) == wanted


@pytest.mark.parametrize("text", ["docx", "", "pdf,", "pdf;md"])
def test_other_formats_are_refused(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse_formats([text], "--format")
    with pytest.raises(InputError):
        document_files(DOCUMENT, "name", [text])
    assert error.value.allowed == "pdf, xlsx, html, md, csv, json"


@pytest.mark.parametrize("name", ["", ".", "../up", "a/b", "a b", "x" * 300])
def test_other_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the name of a file, such as"):
        write_document(DOCUMENT, tmp_path / "new", name, ["json"])
    assert list(tmp_path.iterdir()) == []


def test_one_format_as_text() -> None:
    assert set(document_files(DOCUMENT, "r", "json")) == {"r.json"}


@pytest.mark.parametrize(
    ("text", "name"),
    [("gli", "gli"), ("../x", "x"), ("a b:c", "a-b-c"), ("...", "report"), ("ä" * 99, "ä" * 60)],
)
def test_names_of_files(text: str, name: str) -> None:
    assert file_name(text) == name


def refused(path: Path) -> str:
    """Neither a check nor a run takes the folder; the message."""
    with pytest.raises(InputError) as first:
        check_folder(path, "--out")
    with pytest.raises(InputError) as second:
        write_folder(path, {"a/b.txt": b"x"}, "--out")
    assert first.value.field == second.value.field == "--out"
    assert str(first.value.value) == str(path)
    return str(first.value)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    assert "Not a directory" in refused(tmp_path / "file")
    assert "Not a directory" in refused(tmp_path / "file" / "below")
    assert (tmp_path / "file").read_text("utf-8") == "mine"


def test_no_path(tmp_path: Path) -> None:
    assert "\n" not in refused(tmp_path / "a\0b")
    assert "File name too long" in refused(tmp_path / ("x" * 300))


@pytest.mark.skipif(ROOT, reason="root may write everywhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert "Permission denied" in refused(tmp_path)
        assert "Permission denied" in refused(tmp_path / "new")
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="no read-only folder for certain")
def test_a_folder_where_nothing_can_be_made() -> None:
    assert "folder to write into" in refused(Path("/proc/ginwin"))


def test_a_link_leads_to_its_folder(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "to be made")
    write_folder(tmp_path / "link", {"a.txt": b"x"})
    assert (tmp_path / "to be made" / "a.txt").read_bytes() == b"x"


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk with room for two files more."""
    room = iter(range(2))
    fdopen = os.fdopen

    def limited(*arguments: Any, **keywords: Any) -> Any:
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return fdopen(*arguments, **keywords)

    monkeypatch.setattr(os, "fdopen", limited)


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No space left"):
        write_document(DOCUMENT, tmp_path / "new", "r")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_leaves_an_old_report_whole(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("old", "utf-8")
    with pytest.raises(InputError, match="No space left"):
        write_document(DOCUMENT, tmp_path, "r")
    assert found(tmp_path) == NAMES
    assert {(tmp_path / name).read_text("utf-8") for name in NAMES} == {"old"}


@pytest.mark.skipif(not Path("/dev/shm").is_dir() or not ROOT, reason="no disk can be mounted")  # noqa: S108
def test_a_real_full_disk(tmp_path: Path) -> None:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(tmp_path)],  # noqa: S607
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        with pytest.raises(InputError, match="No space left"):
            write_document(DOCUMENT, tmp_path / "new", "r")
        assert list(tmp_path.iterdir()) == []
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)  # noqa: S607


def interrupted_at(number: int) -> Iterator[None]:
    for _ in range(number):
        yield
    raise KeyboardInterrupt


@pytest.mark.parametrize("number", range(5))
def test_an_interrupt_leaves_nothing(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps, staged = interrupted_at(number), files._staged

    def stepped(*arguments: Any) -> Any:
        next(steps)
        return staged(*arguments)

    monkeypatch.setattr(files, "_staged", stepped)
    with pytest.raises(KeyboardInterrupt):
        write_document(DOCUMENT, tmp_path / "new", "r")
    assert list(tmp_path.iterdir()) == []


WRITER = """
import os, signal, sys, threading, time
from ginwin.base import files
number = int(sys.argv[2])
signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)
threading.Thread(target=time.sleep, args=(5,), daemon=True).start()  # it can take signals, too
class Interrupting(files.ExitStack):  # at the first step
    def __enter__(self):
        os.kill(os.getpid(), number)
        time.sleep(0.1)
        return super().__enter__()
files.ExitStack = Interrupting
files.write_folder(sys.argv[1], {"a.txt": b"a", "b/c.txt": b"c"})
print("still running")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs the signals of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_waits_while_files_are_written(name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    command = [sys.executable, "-c", WRITER, str(tmp_path), str(int(number))]
    ended = subprocess.run(command, check=False, capture_output=True)
    assert ended.returncode == -number
    assert ended.stdout == b""
    assert found(tmp_path) == {"a.txt", "b/c.txt"}


def test_two_runs_at_once_leave_whole_files(tmp_path: Path) -> None:
    contents = [{f"{n}.txt": bytes([run]) * 100_000 for n in range(20)} for run in range(2)]
    runs = [Thread(target=write_folder, args=(tmp_path / "new", one)) for one in contents]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert found(tmp_path / "new") == {f"{n}.txt" for n in range(20)}
    for path in (tmp_path / "new").iterdir():
        assert path.read_bytes() in [one[path.name] for one in contents]
