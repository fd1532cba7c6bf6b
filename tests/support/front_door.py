"""The command line as users see it: arguments, output, and what was written to the database."""

import io
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from webui.cli import run

Content = dict[str, list[tuple[Any, ...]]]


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


class Door:
    """Runs commands on one database in this process."""

    def __init__(self, db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.db, self.capsys, self.monkeypatch = db, capsys, monkeypatch

    def __call__(self, *arguments: object, stdin: str | bytes = b"") -> Ran:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        self.capsys.readouterr()
        status = run(["--db", str(self.db), *map(str, arguments)])
        return Ran(status, *self.capsys.readouterr())

    def well(self, *arguments: object, stdin: str | bytes = b"") -> Ran:
        ran = self(*arguments, stdin=stdin)
        assert (ran.status, ran.err) == (0, ""), ran
        return ran

    def exported(self, session: str, *options: object) -> str:
        """Return the log that `export` writes to standard output."""
        return self.well("export", session, "-", "--format", "jsonl", *options).out

    def refused(self, *arguments: object, says: str, stdin: str | bytes = b"") -> Ran:
        before = self.image()
        ran = self(*arguments, stdin=stdin)
        assert says in ran.err, ran
        assert ran.status == 2, ran
        assert ran.err.startswith("cloisterbell: "), ran
        assert ran.err.count("\n") == 1, ran
        assert self.image() == before or self.content() == content_of(before), "something was written"
        return ran

    def image(self) -> bytes | None:
        """Return the database with its pending log, or None if it does not exist or is empty."""
        if not self.db.is_file() or not self.db.stat().st_size:
            return None
        with closing(sqlite3.connect(self.db)) as connection:
            return connection.serialize()

    def content(self) -> Content | None:
        return content_of(self.image())

    def log(self, session: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.well("log", session, "--json").data
        return found


def content_of(image: bytes | None) -> Content | None:
    """Return all rows of a database image. Two images may differ and contain the same rows."""
    if image is None:
        return None
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(image[:18] + b"\1\1" + image[20:])  # a database in memory has no separate log
        names = [name for (name,) in connection.execute("select name from sqlite_schema where type = 'table'")]
        return {name: sorted(connection.execute(f"select * from {name}"), key=repr) for name in names}  # noqa: S608  # its own table names


def copied(source: Path, target: Path) -> Path:
    for end in ("", ".mark"):
        shutil.copy(f"{source}{end}", f"{target}{end}")
    return target


def changed(path: Path, statement: str, *values: object) -> None:
    """Execute a statement that a store would refuse, without the triggers of the database."""
    with closing(sqlite3.connect(path)) as connection:
        triggers = connection.execute("select name, sql from sqlite_schema where type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"drop trigger {name}")
        assert connection.execute(statement, values).rowcount
        for _, sql in triggers:
            connection.execute(sql)
        connection.commit()
