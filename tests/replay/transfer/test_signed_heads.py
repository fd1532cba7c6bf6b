"""Signed exports: what `verify` finds with the host's key, with a checkpoint, and with neither."""

import json
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from players import GAMES, eventful, founded, play_on
from pocket import body_of, opened, rechained, run, written
from refusals import refuses

from events.entry import Entry, Head
from events.errors import CorruptLogError, RefusedError, SuspendedError
from events.events import ALL
from events.session_events import HostKey, Remarked, Suspended
from events.signature import SignedHead, SigningKey, head_text, signed_heads
from events.store.backup import backup
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.sqlite import SqliteStore
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.audit.heads import ANY_KEY, ANYBODY
from replay.session.session import Session
from replay.transfer.bundle import export_lines, import_bundle, read_bundle
from replay.transfer.verify import verify

NAME = "signedsigned"
HOST, NEXT, FORGER = SigningKey(b"h" * 32), SigningKey(b"n" * 32), SigningKey(b"f" * 32)
NOW = 1_700_000_000_000
Row = dict[str, Any]


def exported(store: EventStore, upto: int | None = None) -> str:
    return "".join(f"{line}\n" for line in export_lines(store, GAMES, NAME, ALL, upto, clock=lambda: NOW))


def session(store: EventStore) -> Session:
    store.put_signing_keys([HOST])
    return founded(store, "toy", 2, session=NAME, options={"points": 40})


@cache
def half_and_whole() -> tuple[str, str]:
    running = session(MemoryStore())
    play_on(running, seed=3, moves=6)
    half = exported(running.store)
    play_on(running, seed=4, moves=6)
    return half, exported(running.store)


def whole() -> str:
    return half_and_whole()[1]


def report(text: str, pin: str = "", **posted: Any) -> Report:
    return verify(read_bundle(text, GAMES, strict=False), GAMES, pin=pin, **posted)


def found(text: str, pin: str = "", **posted: Any) -> set[tuple[str, str]]:
    return {(one.level, one.rule) for one in report(text, pin, **posted).findings if one.rule.startswith("LOG-")}


def checkpoint(text: str) -> tuple[int, str]:
    row = json.loads(text.splitlines()[-1])
    return row["seq"], row["digest"][:32]


def posted_head(text: str) -> Any:
    header, rows = opened(text)
    one = header["signatures"][-1]
    digest = bytes.fromhex(rows[one["seq"] - 1]["digest"])
    bundle = read_bundle(text, GAMES)
    return signed_heads(head_text(NAME, Head(one["seq"], digest), bundle.signatures[-1]))[0]


def test_an_export_is_signed_and_names_its_key() -> None:
    header, rows = opened(whole())
    assert header["format"] == "cloisterbell-2"
    assert [one["seq"] for one in header["signatures"]] == [len(opened(half_and_whole()[0])[1]), len(rows)]
    assert found(whole()) == set()
    told = report(whole())
    assert told.signed == (
        f"signed by {HOST.fingerprint}, a key that only this file vouches for, up to entry {len(rows)}, on"
        " 14 Nov 2023, 22:13 UTC"
    )
    assert ANY_KEY in told.unchecked
    for pin in (HOST.fingerprint, HOST.public.hex()):
        pinned = report(whole(), pin)
        assert (pinned.clean, ANY_KEY in pinned.unchecked) == (True, False)
        assert "the given key" in pinned.signed


def test_an_old_export_is_readable_and_reported_as_unsigned() -> None:
    store = MemoryStore()
    play_on(founded(store, "toy", 2, session=NAME, options={"points": 40}), seed=3, moves=6)
    store.put_signing_keys([HOST])
    text = exported(store)
    header, rows = opened(text)
    assert (header["format"], "signatures" in header, "signs" in body_of(rows[0])) == ("cloisterbell-1", False, False)
    told = report(text)
    assert (told.clean, told.signed, ANYBODY in told.unchecked) == (True, "not signed", True)
    assert ANYBODY not in report(text, checkpoints=[checkpoint(text)]).unchecked
    assert store.signatures(NAME) == []


def test_signs_a_log_once_and_a_partial_export_at_its_end() -> None:
    store = MemoryStore()
    play_on(session(store), seed=3, moves=6)
    first = exported(store)
    assert first == "".join(f"{line}\n" for line in export_lines(store, GAMES, NAME, clock=lambda: NOW + 10**9))
    cut = exported(store, upto=20)
    assert [one["seq"] for one in opened(cut)[0]["signatures"]] == [20]
    assert len(store.signatures(NAME)) == 1, "exports of parts do not make the file longer"
    assert found(cut, HOST.fingerprint) <= {("violation", "LOG-CHANCE")}, "the cut is inside a move"


def test_an_export_omits_entries_added_meanwhile() -> None:
    store = MemoryStore()
    running = session(store)
    rows = export_lines(store, GAMES, NAME)
    header = next(rows)
    running.note(Remarked("black", "meanwhile"), by="black")
    text = "".join(f"{row}\n" for row in (header, *rows))
    assert found(text, HOST.fingerprint) == set()
    assert len(opened(text)[1]) == running.head.seq - 1


def test_signs_the_end_and_finds_a_damaged_signature() -> None:
    store = MemoryStore()
    ended = session(store)
    ended.end()
    assert [one.seq for one in store.signatures(NAME)] == [ended.head.seq]
    assert store.signed_head(NAME) == ended.head
    store = MemoryStore()
    running = session(store)
    good = HOST.sign(NAME, running.head, NOW)
    with store.writing(NAME) as writer:
        writer.sign(msgspec.structs.replace(good, signature=bytes(64)))
    assert {one.rule for one in audit_session(store, GAMES, NAME).findings} == {"LOG-SIGN"}


SIGN, KEY = ("violation", "LOG-SIGN"), ("violation", "LOG-KEY")
CHECKPOINT = ("violation", "LOG-WITNESS")


def test_both_verifiers_accept_an_unchanged_export(tmp_path: Path) -> None:
    path, seen = tmp_path / "export.jsonl", checkpoint(whole())
    path.write_text(whole(), encoding="utf-8")
    for asked in ((), (f"key:{HOST.fingerprint}",), (f"key:{HOST.public.hex().upper()}", f"{seen[0]}:{seen[1]}")):
        status, told, _ = run(path, *asked)
        assert status == 0
        trust = "the key you gave" if asked else "which only this file vouches for"
        assert told.splitlines()[-1] == f"Signed by {HOST.fingerprint}, {trust}; heads: 2"
    assert run(path, f"key:{FORGER.fingerprint}")[0] == 1
    assert run(path, f"key:{HOST.fingerprint[:8]}")[0] == 1
    assert found(whole(), HOST.fingerprint, checkpoints=[seen], heads=[posted_head(whole())]) == set()


def test_a_checkpoint_of_an_undone_entry_still_counts() -> None:
    running = eventful(session(MemoryStore()), 30, seed=2)
    text, undone = exported(running.store), min(running.table.undone)
    assert found(text, checkpoints=[(undone, "0" * 32)]) == {CHECKPOINT}
    head = SignedHead(NAME, Head(undone, bytes(32)), HOST.sign(NAME, Head(undone, bytes(32)), NOW))
    assert found(text, heads=[head]) == {CHECKPOINT}


@pytest.mark.parametrize("change", ["session", "signature"])
def test_an_invalid_or_foreign_signed_head_is_unverified(change: str) -> None:
    seen = posted_head(whole())
    other = seen._replace(head=Head(seen.head.seq, bytes(32)))
    head = other if change == "signature" else seen._replace(session="otherotherot")
    assert found(whole(), heads=[head]) == {("unverified", "LOG-WITNESS")}


@pytest.mark.parametrize("beyond", [1, 2, 5])
def test_finds_unsigned_entries_after_the_last_signature(beyond: int) -> None:
    header, rows = opened(whole())
    first = header["signatures"][0]["seq"]
    assert SIGN in found(written(header, rows[:first])), "the later signature shows that entries are missing"
    header["signatures"] = header["signatures"][:1]
    (finding,) = (one for one in report(written(header, rows[: first + beyond])).findings if one.rule == "LOG-SIGN")
    assert (finding.seq, finding.level) == (first + 1, "violation")
    assert f"after entry {first}" in finding.condition


MALFORMED: list[Row] = [
    {"seq": 0}, {"seq": -1}, {"signed_ms": -1}, {"signed_ms": 10**18}, {"key": "9f"}, {"key": "9F" * 32}, {"key": ""},
    {"signature": "00" * 63}, {"signature": "zz" * 64}, {"seq": "1"}, {"seq": None}, {"key": 5}, {"more": 1},
]  # fmt: skip


@pytest.mark.parametrize(("in_header", "in_signature"), [
    *(({}, one) for one in MALFORMED), ({"signatures": None}, {}), ({"signatures": 5}, {}), ({"signatures": {}}, {}),
    ({"signatures": [[]]}, {}), ({"signatures": "x"}, {}), ({"format": "cloisterbell-1"}, {}),
])  # fmt: skip
def test_refuses_a_malformed_signature(in_header: Row, in_signature: Row) -> None:
    header, rows = opened(whole())
    header["signatures"][0] |= in_signature
    says = "cannot have signatures" if "format" in in_header else "line 1 of the file"
    refuses(RefusedError, says, read_bundle, written(header | in_header, rows), GAMES, strict=False)


def test_does_not_import_an_invalid_signature() -> None:
    header, rows = opened(whole())
    header["signatures"][0]["signed_ms"] += 1
    text = written(header, rows)
    assert found(text) == {SIGN}
    refuses(CorruptLogError, "sign", read_bundle, text, GAMES)


@pytest.mark.parametrize("key", ["", "0" * 64, "9f" * 31, "01" + "00" * 31, "no hex", "9F" * 32])
def test_finds_a_malformed_key_in_entry_1(key: str) -> None:
    header, rows = opened(whole())
    rows[0]["body"] = rows[0]["body"].replace(HOST.public.hex(), key)
    rechained(rows)
    header["signatures"] = []
    rules = found(written(header, rows))
    assert rules == ({SIGN, KEY} if key else set())


def handed_over(*, both: bool = True, good: int = 0) -> tuple[EventStore, Session, int]:
    store = MemoryStore()
    running = session(store)
    play_on(running, seed=3, moves=6)
    exported(store)
    running.note(HostKey(NEXT.public.hex(), good), by="host")
    store.put_signing_keys([NEXT])
    line = running.head
    with store.writing(NAME) as writer:
        for key in (HOST, NEXT) if both else (NEXT,):
            writer.sign(key.sign(NAME, line, NOW))
    play_on(running, seed=4, moves=4)
    return store, running, line.seq


def test_trusts_a_key_that_the_previous_key_signed(tmp_path: Path) -> None:
    store, _, _ = handed_over()
    text, path = exported(store), tmp_path / "export.jsonl"
    path.write_text(text, encoding="utf-8")
    for pin in ("", HOST.fingerprint, NEXT.fingerprint):
        assert found(text, pin) == set()
        assert run(path, *[f"key:{pin}"] * bool(pin))[0] == 0
    assert f"signed by {NEXT.fingerprint}" in report(text, HOST.fingerprint).signed
    assert audit_session(store, GAMES, NAME).clean


def test_a_new_key_not_signed_by_the_old_key_is_unverified(tmp_path: Path) -> None:
    store, _, at = handed_over(both=False)
    text, path = exported(store), tmp_path / "export.jsonl"
    path.write_text(text, encoding="utf-8")
    assert found(text) == {("unverified", "LOG-KEY")}
    (finding,) = (one for one in report(text).findings if one.rule == "LOG-KEY")
    assert (finding.seq, "the previous key did not sign this entry" in finding.condition) == (at, True)
    assert found(text, NEXT.fingerprint) == set(), "who knows the new key knows whose log it is"
    assert found(text, HOST.fingerprint) == {KEY}
    assert [run(path, *pin)[0] for pin in ((), (f"key:{NEXT.fingerprint}",), (f"key:{HOST.fingerprint}",))] == [0, 0, 1]


def test_signatures_of_a_stolen_key_do_not_count(tmp_path: Path) -> None:
    store, _, at = handed_over(both=False, good=12)
    text = exported(store)
    (finding,) = (one for one in report(text).findings if one.rule == "LOG-KEY")
    assert (finding.level, "after entry 12 do not count" in finding.condition) == ("unverified", True)
    header, rows = opened(text)
    header["signatures"] = [one for one in header["signatures"] if one["seq"] < at]
    cut = written(header, rows[: header["signatures"][-1]["seq"]])
    assert found(cut) == set(), "cut before the line that says it, a file cannot know"
    header["signatures"] = header["signatures"][:1]
    assert found(written(header, rows[:at])) == {SIGN, ("unverified", "LOG-KEY")}
    path = tmp_path / "export.jsonl"
    path.write_text(written(header, rows[:at]), encoding="utf-8")
    assert run(path)[0] == 1


def test_only_the_new_key_signs_after_the_handover(database: Path) -> None:
    store, running, _ = handed_over()
    text = exported(store)
    header, rows = opened(text)
    own = HOST.sign(NAME, running.head, NOW)
    signed = {"seq": own.seq, "signed_ms": NOW, "key": own.key.hex(), "signature": own.signature.hex()}
    header["signatures"].append(signed)
    assert found(written(header, rows)) == {SIGN}
    _, running, at = handed_over()
    entry = running.view(ALL).entries[at - 1]
    assert entry == Entry(HostKey(NEXT.public.hex()), "host", seq=at, at_ms=entry.at_ms)


def test_a_session_may_name_a_key_later() -> None:
    store = MemoryStore()
    running = founded(store, "toy", 2, session=NAME, options={"points": 40})
    store.put_signing_keys([HOST])
    running.note(HostKey(HOST.public.hex()), by="host")
    text = exported(store)
    assert found(text) == {("unverified", "LOG-KEY")}
    assert found(text, HOST.fingerprint) == set()


def test_an_import_keeps_foreign_signatures_and_signs_nothing(tmp_path: Path) -> None:
    store = MemoryStore([HOST])  # even if the key is here
    import_bundle(store, read_bundle(whole(), GAMES))
    assert len(store.signatures(NAME)) == 2
    assert store.lines(NAME) == read_bundle(whole(), GAMES).lines
    assert opened(exported(store))[0]["signatures"] == opened(whole())[0]["signatures"]
    assert audit_session(store, GAMES, NAME).clean
    Session.load(store, GAMES, NAME).note(Remarked("black", "on we go"), by="black")
    assert found(exported(store)) == {SIGN}
    assert "LOG-SIGN" in {one.rule for one in audit_session(store, GAMES, NAME).findings}


def test_does_not_sign_an_imported_or_shortened_log() -> None:
    store = MemoryStore([HOST])
    header, rows = opened(whole())
    import_bundle(store, read_bundle(written(header | {"signatures": []}, rows), GAMES))
    assert found(exported(store)) == {SIGN}
    assert store.signatures(NAME) == []
    store = MemoryStore([HOST])
    import_bundle(store, read_bundle(half_and_whole()[0], GAMES))
    store.put_signed_head(NAME, Head(500, b"x" * 32))
    assert Session.load(store, GAMES, NAME).held == ""
    store = MemoryStore()
    running = session(store)
    store.put_signed_head(NAME, Head(500, b"x" * 32))
    assert running.signed_head() == ""
    assert store.signatures(NAME) == []
    assert isinstance(Session.load(store, GAMES, NAME).table.entries[-1].event, Suspended)


def restored(database: Path, tmp_path: Path) -> tuple[str, Head]:
    """Replace a database by an older copy; return the export that was given out meanwhile, and its head."""
    copy = tmp_path / "copy.db"
    with closing(SqliteStore(database)) as store:
        running = session(store)
        exported(store)
        backup(database, copy)
        running.note(Remarked("black", "later"), by="black")
        posted, head = exported(store), running.head
    for end in ("", "-wal", "-shm"):
        Path(f"{database}{end}").unlink(missing_ok=True)
    copy.rename(database)
    return posted, head


def test_locks_a_restored_backup_that_lacks_a_signed_head(database: Path, tmp_path: Path) -> None:
    posted, line = restored(database, tmp_path)
    with closing(SqliteStore(database)) as store:
        again = Session.load(store, GAMES, NAME)
        assert f"line {line.seq} was signed as {line.hex[:32]}" in again.held
        refuses(SuspendedError, "", again.require_open)
        text = exported(store)
        assert Session.load(store, GAMES, NAME).head == again.head, "held once"
    doubt = ("unverified", "LOG-SIGN")
    assert found(text) == found(text, HOST.fingerprint) == {doubt}
    assert (
        found(text, checkpoints=[checkpoint(posted)]) == found(text, heads=[posted_head(posted)]) == {doubt, CHECKPOINT}
    )
    assert found(posted, HOST.fingerprint) == set()


@pytest.mark.parametrize("empty", [True, False])
def test_only_a_posted_checkpoint_shows_a_restored_copy(database: Path, tmp_path: Path, *, empty: bool) -> None:
    posted, _ = restored(database, tmp_path)
    for end in ("", "-wal", "-shm"):
        Path(f"{database}.mark{end}").unlink(missing_ok=True)
    if empty:
        Path(f"{database}.mark").touch()
    with closing(SqliteStore(database)) as store:
        again = Session.load(store, GAMES, NAME)
        assert again.held == ""
        again.note(Remarked("black", "another tale"), by="black")
        text = exported(store)
    assert found(text, HOST.fingerprint) == set()
    assert found(text, checkpoints=[checkpoint(posted)]) == found(text, heads=[posted_head(posted)]) == {CHECKPOINT}


def test_finds_an_unsigned_entry_that_locks_the_session() -> None:
    header, rows = opened(whole())
    rows[-1] |= {"body": json.dumps({"kind": "held", "reason": {"sealed": "00" * 32}}), "opened": {}, "by": "table"}
    rows.append(json.loads(json.dumps(rows[-2])))
    rechained(rows)
    header["signatures"] = header["signatures"][:1]
    assert SIGN in found(written(header, rows))
