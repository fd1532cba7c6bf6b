"""The tables of followed threads, in a file and on a server."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from postgres_server import ON_SERVER, new_database
from refusals import refuses

from events.errors import RefusedError
from events.store.accounts import Accounts
from events.store.followed import FollowedThread, FollowedThreads, StoredReply
from events.store.opening import STATE_DIR, open_store

FRIDAY = FollowedThread("friday", "folder", "/thread", seats={"Amy": "tenth", "Rory": "twelfth"}, names={"Amy": "Amy"})


@pytest.fixture(params=["file", pytest.param("server", marks=ON_SERVER)])
def accounts(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Accounts]:
    monkeypatch.setenv(STATE_DIR, str(tmp_path / "beside"))
    place = str(tmp_path / "bell.db") if request.param == "file" else new_database(migrated=True)
    with closing(open_store(place)) as store, closing(store.open_accounts()) as found:
        yield found


@pytest.fixture
def threads(accounts: Accounts) -> FollowedThreads:
    found = FollowedThreads(accounts)
    found.begin(FRIDAY)
    return found


def test_a_thread_belongs_to_one_session(threads: FollowedThreads) -> None:
    assert (threads.get("friday"), threads.get("monday"), threads.sessions()) == (FRIDAY, None, ["friday"])
    refuses(RefusedError, "already follows this thread", threads.begin, FollowedThread("monday", "folder", "/thread"))
    refuses(RefusedError, "already follows another", threads.begin, FollowedThread("friday", "folder", "/other"))
    threads.begin(FollowedThread("monday", "maildir", "/thread"))
    same = FollowedThread("sunday", "folder", "/other/../thread")
    refuses(RefusedError, "already follows this thread", threads.begin, same, "folder:/thread")
    assert threads.change("friday", cursor="7", seats={}).cursor == "7"
    refuses(RefusedError, "follows no thread any more", lambda: threads.change("tuesday", cursor="7"))


def test_a_lock_belongs_to_one_process(threads: FollowedThreads) -> None:
    assert threads.lock("friday", "a", "", 100)
    assert not threads.lock("friday", "b", "", 100)
    threads.unlock("friday", "b")
    assert threads.worker("friday") == ("a", 100)
    assert threads.lock("friday", "b", "a", 200)
    assert not threads.lock("friday", "a", "a", 300)
    threads.unlock("friday", "b")
    assert threads.worker("friday") == ("", 0)


def test_posts_and_replies_are_kept_if_a_session_follows_its_thread_again(threads: FollowedThreads) -> None:
    threads.note_posts("friday", {"1": ("kept", b"\0\xff"), "2": ("own", b"")})
    threads.note_posts("friday", {"1": ("deleted", b"\1")})
    assert threads.posts("friday") == {"1": ("deleted", b"\1"), "2": ("own", b"")}
    reply = StoredReply(1, 9, "stored", '{"reply":1}', b"\x89PNG")
    assert threads.add_reply("friday", reply)
    assert not threads.add_reply("friday", reply)
    assert threads.open_replies("friday") == [threads.reply("friday", 1)] == [reply]
    assert threads.move_reply("friday", 1, "stored", "sending")
    assert not threads.move_reply("friday", 1, "stored", "sending")
    assert threads.move_reply("friday", 1, "sending", "sent")
    assert threads.last_reply("friday") == StoredReply(1, 9, "sent", "", b"")
    assert threads.open_replies("friday") == []
    threads.change("friday", questions=4)
    threads.leave("friday")
    assert (threads.get("friday"), threads.sessions()) == (None, [])
    threads.begin(FollowedThread("saturday", FRIDAY.kind, FRIDAY.place))
    threads.leave("saturday")
    threads.begin(FRIDAY)
    assert threads.sessions() == ["friday"]
    assert (threads.posts("friday")["2"], threads.last_reply("friday")) == (
        ("own", b""),
        StoredReply(1, 9, "sent", "", b""),
    )
    threads.leave("friday")
    threads.begin(FollowedThread("friday", FRIDAY.kind, "another thread"))
    found = threads.get("friday")
    assert found is not None
    assert (threads.posts("friday"), threads.last_reply("friday"), found.questions) == ({}, None, 4)


def test_a_removed_session_leaves_no_thread(accounts: Accounts, threads: FollowedThreads) -> None:
    accounts.forget("friday")
    assert threads.sessions() == []


def test_a_seat_is_forgotten_with_its_authors(threads: FollowedThreads) -> None:
    assert threads.forget_seat("friday", "tenth")
    assert not threads.forget_seat("friday", "tenth")
    found = threads.get("friday")
    assert found is not None
    assert (found.seats, found.names) == ({"Rory": "twelfth"}, {})


def test_a_seat_is_forgotten_in_a_thread_that_its_session_has_left(threads: FollowedThreads) -> None:
    threads.leave("friday")
    assert threads.forget_seat("friday", "tenth")
    threads.begin(FRIDAY)
    found = threads.get("friday")
    assert found is not None
    assert found.names == {}
