"""`docs/log-format.md` is enough to check a log: a checker written from it finds what was changed, and nothing else."""

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import log_checker as checker
import msgspec
import pytest
from places import DOCS, TESTS
from players import GAMES, eventful, founded, play_on

from events.conduct import CONDUCT
from events.facts import Rolled, Shuffled, Started
from events.store.memory import MemoryStore
from events.store.sqlite import SqliteStore
from replay.exchange.bundle import export_lines
from webui import create_app

PAGE = (DOCS / "log-format.md").read_text(encoding="utf-8")
VECTORS = json.loads((TESTS / "vectors.json").read_text(encoding="utf-8"))
Rows = list[dict[str, Any]]


def exported(slug: str, seed: int) -> str:
    """A finished session with talk, takebacks and corrections in it, all of it opened."""
    session = founded(MemoryStore(), slug, 2, session="formatformat")
    eventful(session, 40, seed=seed)
    play_on(session, seed=seed)
    assert session.status.outcome
    return "\n".join([*export_lines(session.store, GAMES, session.row.session), ""])


@pytest.fixture(scope="module")
def export() -> str:
    return exported("toy", 1)


@pytest.mark.parametrize("slug", ["toy", "keys"])
@pytest.mark.parametrize("seed", range(4))
def test_checker_finds_nothing_in_what_we_export(slug: str, seed: int) -> None:
    text = exported(slug, seed)
    kinds = [json.loads(json.loads(row)["body"])["kind"] for row in text.splitlines()[1:]]

    assert checker.faults(text) == []
    assert {"pledged", "shuffled", "drawn"} <= set(kinds)
    assert kinds[-1] == "unsealed"


# Planted changes


def at(rows: Rows, kind: str) -> dict[str, Any]:
    """The last line of this kind that is checked: of the tower, or of nobody."""
    bodies = [(row, checked(row)) for row in reversed(rows)]
    return next(row for row, body in bodies if body["kind"] == kind and body.get("source", "tower") == "tower")


def checked(row: dict[str, Any]) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(row["body"])
    return body


def rewrite(row: dict[str, Any], **fields: Any) -> None:
    row["body"] = json.dumps(checked(row) | fields, separators=(",", ":"))


def other_face(rows: Rows) -> None:
    row = at(rows, "rolled")
    rewrite(row, faces=[face % checked(row)["sides"] + 1 for face in checked(row)["faces"]])


def other_key(rows: Rows) -> None:
    row = at(rows, "rolled")
    rewrite(row, receipt=checked(row)["receipt"] | {"key": "00" * 32})


def other_number(rows: Rows) -> None:
    row = at(rows, "rolled")
    rewrite(row, receipt=checked(row)["receipt"] | {"k": 99})


def other_purpose(rows: Rows) -> None:
    rewrite(at(rows, "rolled"), purpose="another")


def other_word(rows: Rows) -> None:
    rewrite(next(row for row in rows if checked(row).get("word")), word="another")


def other_shuffle_secret(rows: Rows) -> None:
    rewrite(at(rows, "unsealed"), shuffle_secret="11" * 32)


def other_order(rows: Rows) -> None:
    """The first two cards change places, seals and openings with them."""
    row = at(rows, "shuffled")
    opened, hashes = row["opened"]["order"], checker.sealed(checked(row)["order"])
    other = next(place for place, item in enumerate(opened) if item["value"] != opened[0]["value"])
    for cards in (opened, hashes):
        cards[0], cards[other] = cards[other], cards[0]
    rewrite(row, order={"sealed": hashes})


def other_card(rows: Rows) -> None:
    """A drawn card becomes another, with a seal that opens to it."""
    row = at(rows, "drawn")
    row["opened"]["cards"][0] = {"salt": "22" * 16, "value": '"another"'}
    hashes = checker.sealed(checked(row)["cards"])
    rewrite(row, cards={"sealed": [sha256(b"22" * 16 + b'\n"another"').hexdigest(), *hashes[1:]]})


def other_value(rows: Rows) -> None:
    at(rows, "drawn")["opened"]["cards"][0]["value"] = '"another"'


def other_salt(rows: Rows) -> None:
    at(rows, "drawn")["opened"]["cards"][0]["salt"] = "22" * 16


CHANGES: dict[Callable[[Rows], None], str] = {
    other_face: "roll",
    other_key: "roll",
    other_number: "roll",
    other_purpose: "roll",
    other_word: "roll",
    other_shuffle_secret: "shuffle",
    other_order: "shuffle",
    other_card: "deal",
    other_value: "seal",
    other_salt: "seal",
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_change_is_found_although_the_chain_was_forged_anew(export: str, change: Callable[[Rows], None]) -> None:
    header, *rows = [json.loads(row) for row in export.splitlines()]
    change(rows)
    prev = "0" * 64
    for row in rows:
        columns = (prev, row["session"], str(row["seq"]), str(row["at_ms"]), row["by"], row["body"])
        prev = row["digest"] = sha256("\n".join(columns).encode()).hexdigest()

    found = checker.faults("\n".join([*map(json.dumps, (header, *rows)), ""]))

    assert CHANGES[change] in {part for _, part in found}
    assert "chain" not in {part for _, part in found}


@pytest.mark.parametrize("column", ["session", "seq", "at_ms", "by", "body", "digest"])
def test_change_of_a_column_breaks_the_chain_at_its_line(export: str, column: str) -> None:
    header, *rows = [json.loads(row) for row in export.splitlines()]
    value = rows[9][column]
    if isinstance(value, int):
        rows[9][column] = value + 1
    else:  # a digest may be without an a
        rows[9][column] = value.replace("a", "b", 1) if "a" in value else f"{value[:-1]}{int(value[-1] == '0')}"
    assert rows[9][column] != value

    found = checker.faults("\n".join([*map(json.dumps, (header, *rows)), ""]))

    assert min(found)[0] == 10
    assert "chain" in {part for _, part in found}


# The page


def test_formulas_of_the_page_give_the_vectors() -> None:
    tower, shuffle = VECTORS["tower"], VECTORS["shuffle"]
    words = ";".join(f"{seat}={word}" for seat, word in sorted(tower["words"].items()))
    rolled = [{"kind": "pledged", "anchor": tower["anchor"]}] + [
        {
            "kind": "rolled", "source": "tower", "die": " ".join("d" * roll["count"]), "sides": roll["sides"],
            "faces": roll["faces"], "purpose": roll["purpose"], "receipt": {"k": roll["k"], "key": roll["key"]},
        }
        for roll in tower["rolls"]
    ]  # fmt: skip
    message = f"{shuffle['session']}\nshuffle\n{shuffle['j']}\n{words}\n{shuffle['pile']}"
    secret = bytes.fromhex(shuffle["secret"])

    assert list(checker.rolls(tower["session"], rolled, words)) == []
    assert checker.shuffled(secret, message, shuffle["cards"]) == shuffle["order"]
    assert checker.sha256(secret).hex() == shuffle["pledge"]


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
    """The program that stands there, as it stands there."""
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
    assert checker.faults(text) == []
