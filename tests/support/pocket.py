"""The pocket program of `docs/`, started on exported logs; and the lines of such a log, to be changed."""

import importlib.util
import json
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from places import ROOT
from players import GAMES, founded, play_on

from events.facts import ALL
from events.store.memory import MemoryStore
from replay.exchange.bundle import export_lines
from replay.live.session import Session

PROGRAM: Final = ROOT / "docs" / "check_dice.py"
NAME: Final = "pocketpocket"
Row = dict[str, Any]
Rows = list[Row]


def run(path: Path, *witnesses: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-I", "-S", PROGRAM, path, *witnesses],
        capture_output=True, text=True, encoding="utf-8", check=False, cwd=path.parent,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@cache
def loaded() -> Any:
    spec = importlib.util.spec_from_file_location("check_dice", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program


def faults_of(text: str) -> list[str]:
    """The faults that the program finds in an export."""
    header, *lines = text.splitlines()
    head = json.loads(header)
    faults: list[str] = loaded().Log(head["session"], lines, head.get("signatures", [])).faults
    return faults


def exported(session: Session, viewer: str = ALL) -> str:
    return "".join(f"{line}\n" for line in export_lines(session.store, GAMES, session.row.session, viewer))


@cache
def played() -> str:
    session = play_on(founded(MemoryStore(), "toy", 2, session=NAME, options={"points": 4}), seed=3)
    assert session.table.unsealed
    return exported(session)


def opened(text: str) -> tuple[Row, Rows]:
    header, *rows = [json.loads(line) for line in text.splitlines()]
    return header, rows


def said(row: Row) -> Row:
    body: Row = json.loads(row["body"])
    return body


def rewrite(row: Row, **fields: Any) -> None:
    body = {name: value for name, value in (said(row) | fields).items() if value is not None}
    row["body"] = json.dumps(body, separators=(",", ":"))


def places(rows: Rows, kind: str) -> list[int]:
    return [at for at, row in enumerate(rows) if said(row)["kind"] == kind]


def rechained(rows: Rows) -> None:
    prev = "0" * 64
    for seq, row in enumerate(rows, start=1):
        row["seq"] = seq
        columns = (prev, row["session"], str(seq), str(row["at_ms"]), row["by"], row["body"])
        prev = row["digest"] = sha256("\n".join(columns).encode()).hexdigest()


def written(header: Row, rows: Rows) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in (header, *rows))
