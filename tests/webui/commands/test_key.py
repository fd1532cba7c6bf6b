"""The key of a house in commands and pages, and what `verify` says of signatures and of heads in a thread."""

import json
import re
import shutil
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from front_door import Door, Ran, copied
from people import Browser
from texts import missing, present

from events.signature import SigningKey, head_text, signed_heads
from events.store.accounts import Accounts
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.session.key_change import renew_key
from replay.turn_summaries.markup import FORMATS
from webui import create_app
from webui.cli import run

EXPORT = ["export", "friday", "-", "--format", "jsonl"]


def key_file(door: Door) -> Path:
    return Path(f"{door.db}.key")


@pytest.fixture(scope="module")
def signed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("signed") / "bell.db"
    for words in ("db key --make", "new keys --seats tenth,twelfth --alias friday"):
        assert run(["--db", str(db), *words.split()]) == 0
    return db


@pytest.fixture
def signed(signed_once: Path, no_door: Door) -> Door:
    copied(signed_once, no_door.db)
    shutil.copy(f"{signed_once}.key", f"{no_door.db}.key")
    return no_door


def fingerprint(door: Door) -> str:
    return str(door.well("db", "key", "--json").data["fingerprint"])


def exported(door: Door, tmp_path: Path, name: str = "friday") -> Path:
    path = tmp_path / f"{name}.jsonl"
    door.well("export", name, path, "--force")
    return path


def test_a_server_without_a_key_does_not_sign(few: Door) -> None:
    assert "this server has no key" in few.well("db", "key").out
    assert not key_file(few).exists()
    assert '"format":"cloisterbell-1"' in few.exported("friday")
    few.well("db", "key", "--make")
    assert stat.S_IMODE(key_file(few).stat().st_mode) == 0o600
    few.refused("db", "key", "--make", says="already has a signing key")
    assert '"format":"cloisterbell-1"' in few.exported("friday"), "it was begun before"
    told = few.well("db", "key", "--json").data
    assert (told["named"], told["others"], told["unsigned"] > 0) == (0, 0, True)


def test_the_secret_key_is_private(signed: Door, tmp_path: Path) -> None:
    seed = key_file(signed).read_text().splitlines()[1]
    assert len(seed) == 64
    output = [signed.well(*what) for what in (["db", "key"], ["db", "key", "--json"], ["summary", "friday"], EXPORT)]
    signed.well("db", "backup", tmp_path / "copy.db")
    assert [path.name for path in tmp_path.glob("copy.db*")] == ["copy.db"]
    assert not any(seed in f"{one.out}{one.err}" for one in output)
    for path in (signed.db, tmp_path / "copy.db"):
        assert not present(path.read_bytes(), bytes.fromhex(seed), seed.encode())
    key_file(signed).chmod(0o640)
    assert "other users can read" in signed("db", "key").err


@pytest.mark.parametrize("content", ["", "dear diary\n", "cloisterbell-key-1\nzz\n"])
def test_reports_a_file_that_is_not_a_key_file(signed: Door, content: str) -> None:
    key_file(signed).write_text(content)
    for what in (["db", "key"], ["db", "key", "--renew"], ["db", "key", "--lost"], EXPORT):
        ran = signed(*what)
        assert (ran.status, ran.err.count("\n")) == (2, 1), ran
        assert "is not a Cloister Bell key file" in ran.err


@pytest.mark.parametrize(("arguments", "says"), [
    (["--make", "--renew"], "use only one of"), (["--lost", "--stolen", "2026-11-20"], "use only one of"),
    (["--stolen", "yesterday"], "is not a date"), (["--stolen", "2026-02-30"], "is not a date"),
])  # fmt: skip
def test_refuses_an_invalid_change_of_the_key(signed: Door, arguments: list[str], says: str) -> None:
    before = key_file(signed).read_bytes()
    signed.refused("db", "key", *arguments, says=says)
    assert key_file(signed).read_bytes() == before


@pytest.mark.parametrize("how", ["--renew", "--stolen=2026-11-20"])
def test_refuses_to_change_a_missing_key(few: Door, how: str) -> None:
    few.refused("db", "key", how, says="Create one first")


def test_verify_accepts_a_fingerprint_and_a_signed_checkpoint(signed: Door, tmp_path: Path) -> None:
    mine, path = fingerprint(signed), exported(signed, tmp_path)
    assert f"signed by {mine}, a key that only this file vouches for" in signed.well("verify", path).out
    told = signed.well("verify", path, "--key", " ".join(mine[at : at + 4] for at in range(0, 32, 4))).out
    assert f"signed by {mine}, the given key" in told
    (head,) = re.findall(r"cloisterbell-head-1:\S+", signed.well("summary", "friday").out)
    told = signed.well("verify", path, "--checkpoint", head).out
    assert f"The checkpoint of entry {head.split(':')[2]} matches." in told
    other = signed("verify", path, "--key", SigningKey(bytes(32)).fingerprint)
    assert (other.status, "LOG-KEY" in other.out) == (1, True)
    for wrong in ("9f3c", "x" * 40, " "):
        signed.refused("verify", path, "--key", wrong, says="32 to 64 hex digits")
    signed.refused("verify", path, "--checkpoint", head[:-3], says="must be copied whole")
    name, changed = head.split(":")[1], f"{head[:-2]}{int(head[-2:], 16) ^ 1:02x}"
    signed.refused("verify", path, "--checkpoint", changed, says="is not valid")
    signed.refused("verify", path, "--checkpoint", head.replace(name, "another"), says="is of session another")


def test_a_renewed_key_is_confirmed_by_the_old_key(signed: Door, tmp_path: Path) -> None:
    old = fingerprint(signed)
    assert "friday: entry" in signed.well("db", "key", "--renew").out
    new, path = fingerprint(signed), exported(signed, tmp_path)
    assert old != new
    for pin in (old, new):
        assert "no violations, nothing unverified" in signed.well("verify", path, "--key", pin).out
    assert key_file(signed).read_text().count("\n") == 2, "the old key is gone"


def test_a_key_that_replaces_a_lost_key_is_unverified(signed: Door, tmp_path: Path) -> None:
    old = fingerprint(signed)
    exported(signed, tmp_path)
    key_file(signed).unlink()
    told = signed.well("db", "key").out
    assert "signed with a key that is missing" in told
    assert f"File {key_file(signed)} does not exist" in told, "who named another folder sees which"
    signed.well("db", "key", "--lost")
    path = exported(signed, tmp_path)
    told = signed.well("verify", path).out
    assert not missing(told, "no violations, 1 unverified", "the previous key did not sign this entry")
    assert signed("verify", path, "--key", old).status == 1
    assert "nothing unverified" in signed.well("verify", path, "--key", fingerprint(signed)).out


def test_later_signatures_of_a_stolen_key_do_not_count(signed: Door, tmp_path: Path) -> None:
    assert "names the new key" in signed.well("db", "key", "--stolen", "2020-01-01").out
    assert "after entry 1 do not count" in signed.well("verify", exported(signed, tmp_path)).out


def test_an_interrupted_key_change_can_be_completed(signed: Door, tmp_path: Path) -> None:
    signed.well("new", "keys", "--seats", "tenth,twelfth", "--alias", "sunday")
    old = fingerprint(signed)
    with closing(SqliteStore(signed.db)) as store:
        next(iter(renew_key(store, registry())))
    half = key_file(signed).read_text().split()
    assert len(half) == 3
    for name in ("friday", "sunday"):
        path = exported(signed, tmp_path, name)
        assert "no violations, nothing unverified" in signed.well("verify", path, "--key", old).out, (
            "either key signs its own"
        )
    signed.well("db", "key", "--renew")
    assert key_file(signed).read_text().split() == half[:2]
    for name in ("friday", "sunday"):
        path = exported(signed, tmp_path, name)
        assert "no violations, nothing unverified" in signed.well("verify", path, "--key", old).out
        assert sum(line["kind"] == "host-key" for line in signed.log(name)) == 1


def test_a_key_change_leaves_imported_sessions_unchanged(
    signed: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, there = exported(signed, tmp_path), Door(tmp_path / "there.db", signed.capsys, monkeypatch)
    there.well("db", "key", "--make")
    there.well("import", path, "--alias", "friday")
    before = there.exported("friday")
    there.well("db", "key", "--renew")
    there.well("db", "key", "--lost")
    assert there.exported("friday") == before
    assert json.loads(before.splitlines()[0])["signatures"] != []


def test_a_post_is_answered_with_a_signed_checkpoint(signed: Door) -> None:
    (seat,) = re.findall(r"== friday T1 (\w+) after", signed.well("summary", "friday").out)
    ran = signed.well("post", "friday", "-", "--as", seat.lower(), "--json", stdin="draw\n")
    (head,) = signed_heads(ran.data["signed"])
    assert head.holds
    assert (head.head.seq, head.head.hex) == (ran.data["seq"], ran.data["head"])
    assert head.signature.key.hex()[:32] == fingerprint(signed)


def test_serve_with_links_creates_a_key_only_once(few: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    def bound(_pages: object, _host: str, _port: int, begun: Callable[[int], None], _log: str) -> None:
        begun(8080)

    monkeypatch.setattr("webui.serve.serve", bound)
    monkeypatch.setattr("webui.commands.serve.signal.signal", lambda *_: None)
    few("serve")
    assert not key_file(few).exists(), "whoever serves on this machine alone has nobody to show it to"
    assert "signed with the new key" in few("serve", "--require-links").err
    made = key_file(few).read_bytes()
    assert "key" not in few("serve", "--require-links").err.replace("serve", "")
    assert key_file(few).read_bytes() == made
    few.well("new", "keys", "--seats", "tenth,twelfth", "--alias", "sunday")
    key_file(few).unlink()
    assert f"a key that is missing. Put it back as {key_file(few)}" in few("serve", "--require-links").err
    assert not key_file(few).exists(), "a second key of its own accord would hide that the first is lost"


def test_pages_show_the_fingerprint(signed: Door) -> None:
    mine = fingerprint(signed)
    made = signed.well("invite", "friday", "--seat", "tenth", "--moderator", "--json").data
    assert {each["key"] for each in made} == {mine}
    assert mine in signed.well("invite", "friday", "--seat", "twelfth").out
    with closing(Accounts(signed.db)) as accounts, closing(SqliteStore(signed.db)) as store:
        app = create_app(store, registry(), accounts)
        tokens = [each["address"].rpartition("/")[2] for each in made]
        assert mine in app.test_client().get(f"/k/{tokens[0]}").get_data(as_text=True)
        moderator = Browser(app, tokens[1])
        for page in ("/s/friday/people", "/s/friday/summary", "/s/friday/12"):
            assert mine in moderator.read(page), page
    assert signed.well("invite", "--json").data[0]["key"] == ""


MONDAY = "--- Gwen, 12 Nov 2026 10:00, forum #1 ---\n"


def head_of(door: Door, name: str = "friday") -> str:
    (found,) = signed_heads(door.well("summary", name).out)
    return head_text(found.session, found.head, found.signature)


def held(signed: Door, tmp_path: Path, *words: str) -> Ran:
    path = tmp_path / "thread.txt"
    path.write_text(MONDAY + "\n".join(words) + "\n", "utf-8")
    return signed("verify", exported(signed, tmp_path), "--checkpoint", path)


def test_counts_checkpoints_of_a_thread_that_match(signed: Door, tmp_path: Path) -> None:
    (head,) = signed_heads(head_of(signed))
    told = held(signed, tmp_path, head_of(signed), f"checkpoint {head.head.seq}:{head.head.hex[:32]}").out
    assert f"thread.txt: 2 of 2 checkpoints match this log, the newest at entry {head.head.seq}." in told
    assert "signed with another key" not in told, "a thread that was given counts as one"
    told = held(signed, tmp_path, "Good morning.").out
    assert not missing(told, "thread.txt: the text contains no checkpoint of this log.", "signed with another key")
    signature = head_of(signed)
    broken = signature[:-4] + ("0000" if signature[-4:] != "0000" else "1111")
    assert "1 of 1 checkpoint matches this log" in held(signed, tmp_path, broken).out, "its digest is right"


def test_finds_the_checkpoints_of_posted_summaries(signed: Door, tmp_path: Path) -> None:
    (head,) = signed_heads(head_of(signed))
    before = f"Log: entry {head.head.seq}, checkpoint {head.head.seq}:{head.head.hex[:32]}\n\n[code]\n{head_of(signed)}"
    for form in FORMATS:
        text = signed.well("summary", "friday", "--format", form).out
        shown, _, hidden = text.partition("Signature")
        assert re.findall("[0-9a-f]{32,}", shown) == [head.head.hex[:32]], "only the checkpoint is outside the spoiler"
        assert ("[spoiler=" in shown, "||" in hidden) == (form == "bbcode", form == "markdown")
        assert "2 of 2 checkpoints match this log" in held(signed, tmp_path, text).out
    assert "2 of 2 checkpoints match this log" in held(signed, tmp_path, f"{before}\n[/code]").out, "older summaries"


def test_ignores_checkpoints_of_another_session(signed: Door, tmp_path: Path) -> None:
    signed.well("new", "keys", "--seats", "tenth,twelfth", "--alias", "sunday")
    other = head_of(signed, "sunday")
    for posted in (other, f"{other[:-4]}0000"):
        assert not missing(
            held(signed, tmp_path, posted).out, "the text contains no checkpoint of this log", "nothing unverified"
        )


@pytest.mark.parametrize(("raw", "says"), [
    (b"%PDF-1.7", "a PDF"), (None, "or name a file"),
])  # fmt: skip
def test_refuses_an_unusable_checkpoint_file(signed: Door, tmp_path: Path, raw: bytes | None, says: str) -> None:
    if raw is not None:
        (tmp_path / "odd").write_bytes(raw)
    signed.refused("verify", exported(signed, tmp_path), "--checkpoint", tmp_path / "odd", says=says)
