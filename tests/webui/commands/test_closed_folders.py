"""What may not be looked at, read or written: one line that names it and says why, at every door of the commands."""

import builtins
import errno
import io
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from front_door import Door, copied

from webui.cli import every_command, run

ASKS: dict[str, tuple[Callable[..., Any], ...]] = {
    "os": (os.stat, os.lstat, os.open, os.unlink, os.mkdir, os.scandir, os.listdir, os.rename, os.replace),
    "io": (io.open,),  # pathlib asks under this name
    "builtins": (open,),
}
"""What the commands ask the system about a path by. Root is refused nothing, so that a test refuses it here."""
DOORS = [
    "list --db CLOSED/x", "show friday --db CLOSED/x", "serve --port 0 --db CLOSED/x", "demo --no-serve --db CLOSED/x",
    "new keys --seats a,b --db CLOSED/x", "doctor --db CLOSED/x", "migrate --db CLOSED/x", "key --db CLOSED/x",
    "tick --db CLOSED/x", "backup copy.db --db CLOSED/x", "audit friday --db CLOSED/x", "audit --all --db CLOSED/x",
    "move --to new.db --yes --db CLOSED/x", "move --to CLOSED/x --yes", "restore copy.db --check --db CLOSED/x",
    "export keys-two-player -o CLOSED/x", "export keys-two-player --force -o CLOSED/x",
    "bundle keys-two-player -o CLOSED/x", "show keys-two-player --png CLOSED/x",
    "remove keys-two-player --yes -o CLOSED/x", "backup CLOSED/x", "doctor --save CLOSED/x",
    "restore CLOSED/x --check", "restore CLOSED/x --yes", "restore copy.db --yes --db CLOSED/x",
    "record CLOSED/x", "import CLOSED/x", "post keys-two-player CLOSED/x --as tenth", "verify CLOSED/x",
    "verify session.jsonl --witness CLOSED/x", "archive CLOSED/x", "desk autumn CLOSED/x",
    "new keys --seats a,b --from CLOSED/x", "new risk --seats a,b --data CLOSED/x",
    "audit CLOSED/x", "audit CLOSED/x session.jsonl --jobs 1", "audit session.jsonl --keep CLOSED/x",
    "audit session.jsonl --html CLOSED/x", "audit session.jsonl --csv CLOSED/x",
    "audit session.jsonl --against CLOSED/x",
]  # fmt: skip


def close(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def refusing(asked: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any = ".", *more: Any, **named: Any) -> Any:
            if not isinstance(path, int) and is_in(path):
                raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
            return asked(path, *more, **named)

        return ask

    def is_in(path: Any) -> bool:
        return os.path.abspath(os.fsdecode(path)).startswith(f"{folder}{os.sep}")  # noqa: PTH100  # asks nothing itself

    access = os.access
    for module, asked in ASKS.items():
        for one in asked:
            monkeypatch.setattr({"os": os, "io": io, "builtins": builtins}[module], one.__name__, refusing(one))
    monkeypatch.setattr(os, "access", lambda path, *more: not is_in(f"{path}{os.sep}") and access(path, *more))


@pytest.fixture
def closed(door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that nobody may enter, with a file in it; beside it an export and a backup that may be read."""
    monkeypatch.chdir(tmp_path)
    door.well("export", "keys-two-player", "-o", "session.jsonl")
    copied(door.db, tmp_path / "copy.db")
    folder = tmp_path / "closed"
    folder.mkdir()
    shutil.copy("session.jsonl", folder / "x")
    close(folder, monkeypatch)
    return folder


@pytest.mark.parametrize("command", DOORS)
def test_what_may_not_be_looked_at_is_told_in_one_line(door: Door, closed: Path, command: str) -> None:
    ran = door.refused(*command.replace("CLOSED", str(closed)).split(), says=str(closed / "x"))
    assert "permission denied" in ran.err.lower(), ran.err
    assert "report it" not in ran.err


def test_a_door_for_every_command_that_takes_a_file(closed: Path) -> None:
    takes = {
        name
        for name, command in every_command().items()
        for param in command.params
        if "FILE" in str(param.metavar) or "file" in str(param.name)
    }
    assert takes <= {command.split()[0] for command in DOORS} | {"note"}


def test_a_folder_that_takes_no_file_is_named(door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, access = tmp_path / "here", os.access
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(os, "access", lambda path, *more: path != here and access(path, *more))
    for command in ("export keys-two-player -o new.jsonl", "remove keys-two-player --yes"):
        ran = door(*command.split())
        assert (ran.status, ran.err) == (2, f"cloisterbell: nothing can be written in {here}: permission denied\n")


def test_checks_no_backup_in_a_closed_folder(door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied(door.db, tmp_path / "copy.db")
    mkdir = os.mkdir

    def refuse(path: Any, *more: Any) -> None:
        if ".restore-" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        mkdir(path, *more)

    monkeypatch.setattr(os, "mkdir", refuse)
    ran = door("restore", tmp_path / "copy.db", "--check")
    assert ran.status == 2
    assert f"looked at in a copy beside it, and {tmp_path} takes none: permission denied" in ran.err


def test_leaves_a_closed_folder_out(door: Door, closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "all" / "inner").mkdir(parents=True)
    shutil.copy("session.jsonl", tmp_path / "all" / "session.jsonl")
    scandir = os.scandir

    def refuse(path: Any = ".") -> Any:
        if str(path).endswith("inner"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    ran = door("audit", "all")
    assert "1 session, " in ran.out
    assert ran.err == "cloisterbell: all/inner is left out: permission denied\n"


def test_needs_no_database(closed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("CLOISTERBELL_DB", raising=False)
    beside = closed.parent
    os.chdir(closed)
    assert run(["audit", str(beside / "session.jsonl")]) in (0, 1)
    assert run(["audit", str(beside / "session.jsonl"), str(beside / "session.jsonl")]) in (0, 1)
    assert (run(["restore", str(beside / "copy.db"), "--check"]), capsys.readouterr().err) == (0, "")
    assert run(["list"]) == 2
    assert capsys.readouterr().err == "cloisterbell: cloisterbell.db cannot be opened: permission denied\n"


def test_a_lost_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("CLOISTERBELL_DB", raising=False)
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run(["new", "keys", "--seats", "a,b"]) == 2
    told = capsys.readouterr().err
    assert told == "cloisterbell: the folder that this was called in: no such file or directory\n"


@pytest.mark.parametrize(
    "command", ["doctor --jobs 2", "audit --all --jobs 2", "audit session.jsonl copy.jsonl --jobs 2"]
)
def test_one_process_does_all_work(door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(tmp_path)
    door.well("export", "keys-two-player", "-o", "session.jsonl")
    shutil.copy("session.jsonl", "copy.jsonl")
    alone = door(*command.replace("--jobs 2", "--jobs 1").split())

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refuse)
    ran = door(*command.split())
    assert (ran.status, ran.out) == (alone.status, alone.out)
    assert ran.err == (
        "cloisterbell: one process does all of it: nothing is shared among several here (permission denied)\n"
    )
