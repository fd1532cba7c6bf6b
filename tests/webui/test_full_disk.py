"""A disk that is full, or takes nothing: what people see, that all can be read on, and that nothing filed is lost."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from front_door import copied
from long_runs import some_short
from people import Browser, visible
from spectator import SEATS, addresses, opened, played
from texts import wrong

from events.errors import StorageError
from events.events import OMNISCIENT
from events.store.accounts import Accounts
from events.store.sqlite import SqliteStore
from events.store.tables import SqliteTables
from projections.move_choices import line_of
from projections.registry import Registry
from replay.session.key_change import make_key
from replay.session.session import Session
from replay.transfer.bundle import export_lines
from webui import create_app

PROGRAM = [sys.executable, "-c", "from webui.cli import main; main()"]
FULL = Path("/dev/full")
LARGE = (
    "export daleks-observer --force --format jsonl", "export daleks-observer --force --format html",
    "export --all --force --format sqlite",
)  # fmt: skip
FEW_BYTES = 100_000
"""So long may a file be that a command writes; all that it reads is there before."""
NOTES = "/s/running/notes"


class House:
    def __init__(self, path: Path, games: Registry) -> None:
        self.games, self.store, self.accounts = games, SqliteStore(path), Accounts(path)
        how = {"session": "running", "options": {"points": 9}}
        self.session = played(opened(self.store, games, "toy", SEATS, **how), 4)
        self.app: Flask = create_app(self.store, games, self.accounts, laptop=True)
        self.browser = Browser(self.app)

    def note(self, text: str) -> tuple[int, str]:
        answer = self.browser.send(NOTES, NOTES, at="", text=text, whom="all")
        return answer.status_code, visible(answer.text)

    def log(self) -> list[str]:
        return list(export_lines(self.store, self.games, "running", OMNISCIENT, whole=True))

    def each(self, statement: str) -> None:
        beside = self.accounts.tables
        assert isinstance(beside, SqliteTables)
        for connection in (self.store._writing, beside._connection, self.store.marks._connection):
            connection.execute(statement)

    def close(self) -> None:
        self.accounts.close()
        self.store.close()


@pytest.fixture
def house(database: Path, games: Registry) -> Iterator[House]:
    with closing(House(database, games)) as found:
        yield found


def test_reports_a_full_disk_and_keeps_recorded_entries(house: House) -> None:
    pages = house.store._writing.execute("pragma page_count").fetchone()[0]
    house.each(f"pragma max_page_count = {pages}")
    taken = 0
    while True:
        before = house.log()
        status, told = house.note(f"{taken} {'x' * 900}")
        if status != 303:
            break
        taken += 1
    assert status == 503
    assert "Bell.db cannot be written at present: database or disk is full. Everything recorded before is safe" in told
    assert house.log() == before

    house.each("pragma max_page_count = 1000000")
    assert (house.note("there is room again")[0], house.log()[: len(before) - 1]) == (303, before[:-1])
    assert not Session.load(house.store, house.games, "running").table.damage


def test_serves_every_page_while_the_database_is_read_only(house: House) -> None:
    house.browser.read("/")
    assert house.note("not yet in any summary")[0] == 303
    last = house.session.store.head("running").seq
    house.each("pragma query_only = on")
    read = 0
    for rule in house.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            for path in addresses(rule, "running", last):
                answer = house.browser.client.get(path, buffered=True)
                assert answer.status_code < 500, (path, answer.text)
                read += answer.status_code == 200
    assert read > 100
    again = create_app(house.store, house.games, house.accounts, laptop=True)
    assert "/s/running" in Browser(again).read("/")  # this process has not read its summaries yet
    status, told = house.note("one more")
    assert status == 503
    assert not wrong(told, "attempt to write a readonly database", absent=[str(house.store.path.parent)])


def test_a_post_that_could_not_be_saved_can_be_sent_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise StorageError("nothing can be kept just now; this can be sent again")

    session, post = house.session, "/api/v1/sessions/running/posts"
    seat, client = session.status.awaited[0], house.app.test_client()
    line = line_of(session.game, next(iter(session.game.rules.legal(session.position, seat))), session.position)
    sent = {"text": line, "seat": seat, "key": "sent-again", "after": session.head.seq}
    monkeypatch.setattr("events.store.sqlite._SqliteWriter.append", no_room)
    refused = client.post(post, json=sent)
    assert (refused.status_code, "can be sent again" in refused.text) == (503, True)
    house.browser.refused("/s/running/post", "/s/running/post", "can be sent again", 503, do="file", **sent)
    monkeypatch.undo()
    assert client.post(post, json=sent).get_json()["done"]
    seq = house.store.head("running").seq
    assert client.post(post, json=sent).get_json()["seq"] == seq == house.store.head("running").seq


def test_saves_watermark_and_signature_when_writable_again(house: House) -> None:
    before = house.store.watermark("running")
    house.store.marks._connection.execute("pragma query_only = on")
    with pytest.raises(StorageError):
        house.store.put_watermark("running", 99, 99)
    played(house.session, 3, seed=2)
    assert house.store.watermark("running") == before < (house.session.k, house.session.j)
    house.store.marks._connection.execute("pragma query_only = off")
    played(house.session, 3, seed=3)
    assert house.store.watermark("running") == (house.session.k, house.session.j)
    make_key(house.store)
    signing = played(opened(house.store, house.games, "toy", SEATS, session="signing", options={"points": 9}), 3)
    house.each("pragma query_only = on")
    assert signing.signed_head() == ""
    with pytest.raises(StorageError):
        list(export_lines(house.store, house.games, "signing"))
    house.each("pragma query_only = off")
    assert signing.signed_head()
    assert list(export_lines(house.store, house.games, "signing"))


def ran(*arguments: object, **how: object) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLOISTERBELL")}
    return subprocess.run(  # type: ignore[call-overload,no-any-return]  # how it is run is the test's
        [*PROGRAM, *map(str, arguments)], stderr=subprocess.PIPE, text=True, check=False, env=environment, **how
    )


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("command", some_short(
    ["list", "export keys-mistakes - --format jsonl", "rules keys"], lambda command: "export" in command
))  # fmt: skip
def test_reports_an_output_device_without_space_in_one_line(few_recorded: Path, command: str) -> None:
    with FULL.open("w") as full:
        done = ran("--db", few_recorded, *command.split(), stdout=full)
    assert done.returncode == 2
    assert done.stderr == (
        "cloisterbell: writing failed: no space left on device. Everything recorded before is still saved\n"
    )


@pytest.mark.parametrize(
    "command", some_short([*LARGE, "db backup"], lambda command: command == "db backup" or "jsonl" in command)
)
def test_a_full_disk_does_not_leave_a_partial_output_file(few_recorded: Path, tmp_path: Path, command: str) -> None:
    db = copied(few_recorded, tmp_path / "bell.db")
    ran("--db", db, "list", stdout=subprocess.DEVNULL)
    target = tmp_path / "out" / "file"
    target.parent.mkdir()
    if "--force" in command:
        target.write_text("what was there")

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (FEW_BYTES, FEW_BYTES))

    done = ran("--db", db, *command.split(), target, stdout=subprocess.DEVNULL, preexec_fn=limited)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "written" in done.stderr or "copied" in done.stderr
    assert [path.name for path in target.parent.iterdir()] == ["file"] * ("--force" in command)
    assert "--force" not in command or target.read_text() == "what was there"
