"""The formulas and tables of `docs/log-format.md`; `docs/check_dice.py` is a checker written from it."""

import json
import re
import sqlite3
from contextlib import closing
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from places import DOCS, TESTS
from players import GAMES, eventful, founded
from pocket import faults_of, loaded

from events.conduct import CONDUCT
from events.facts import Rolled, Shuffled, Started
from events.store.memory import MemoryStore
from events.store.sqlite import SqliteStore
from replay.exchange.bundle import export_lines
from webui import create_app

PAGE = (DOCS / "log-format.md").read_text(encoding="utf-8")
VECTORS = json.loads((TESTS / "vectors.json").read_text(encoding="utf-8"))


def test_formulas_of_the_page_give_the_vectors() -> None:
    tower, shuffle = VECTORS["tower"], VECTORS["shuffle"]
    words = ";".join(f"{seat}={word}" for seat, word in sorted(tower["words"].items()))
    program, before = loaded(), tower["anchor"]
    for roll in tower["rolls"]:
        key = bytes.fromhex(roll["key"])
        assert sha256(key).hexdigest() == before
        blocks = program.stream(key, f"{tower['session']}\n{roll['k']}\n{words}\n{roll['purpose']}")
        limit = 256 - 256 % roll["sides"]
        fair = [byte % roll["sides"] + 1 for block in islice(blocks, 9) for byte in block if byte < limit]
        assert fair[: roll["count"]] == roll["faces"]
        before = roll["key"]
    message = f"{shuffle['session']}\nshuffle\n{shuffle['j']}\n{words}\n{shuffle['pile']}"
    secret = bytes.fromhex(shuffle["secret"])

    assert program.ordered(secret, message, shuffle["cards"]) == shuffle["order"]
    assert sha256(secret).hexdigest() == shuffle["pledge"]


def test_page_names_every_table_and_column(database: Path) -> None:
    SqliteStore(database).close()
    for path in (database, Path(f"{database}.mark")):
        with closing(sqlite3.connect(path)) as connection:
            tables = [name for (name,) in connection.execute("select name from sqlite_schema where type = 'table'")]
            for table in tables:
                line = next(line for line in PAGE.splitlines() if f"`{table}` |" in line or f"`{table}(" in line)
                for (column,) in connection.execute("select name from pragma_table_xinfo(?)", (table,)):
                    assert table == "_sqlite_migrations" or re.search(rf"\b{column}\b", line), (table, column)


def test_page_names_every_field_of_the_kinds_that_never_change() -> None:
    fixed = {"pledged", "seated", "begun", "taken-back", "unsealed"}
    kinds = [Started, Rolled, Shuffled, *(kind for kind in CONDUCT if kind.__struct_config__.tag in fixed)]
    assert len(kinds) == 8
    for kind in kinds:
        line = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind.__struct_config__.tag}` |"))
        for field in msgspec.structs.fields(kind):
            assert f"`{field.name}`" in line, (kind, field.name)


def test_the_page_says_how_a_log_is_taken_out_of_a_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    session = founded(store, "keys", 2, session="formatformat", title="</pre> & <b>")
    eventful(session, 20, seed=1)
    monkeypatch.chdir(tmp_path)
    Path("friday.html").write_bytes(create_app(store, GAMES).test_client().get("/s/formatformat/bundle.html").data)
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(program, "log-format.md", "exec"), {})  # noqa: S102  # what the page tells its readers to run
    text = Path("friday.jsonl").read_text("utf-8")
    assert text.splitlines() == [*export_lines(store, GAMES, "formatformat")]
    assert text.endswith("}\n")
    assert faults_of(text) == []
