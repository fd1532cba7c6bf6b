"""Notices about a followed thread: who hears of a post that waits, and when."""

from collections.abc import Iterator

import msgspec
import pytest
from players import GAMES, founded

from events.store.accounts import Accounts
from events.store.followed import FollowedThread, FollowedThreads, StoredReply
from events.store.memory import MemoryStore
from replay.following.questions import AskedQuestion, Option
from replay.following.thread_notices import thread_notices
from replay.importing.walk import Answer
from replay.reading.timeline import Timeline

HOUR_MS = 3_600_000
POST_MS = 1_795_219_200_000
OPTION = Option(("Black dares Yellow.",), Answer())
ASKED = AskedQuestion(
    7, "key", "Amy @all", "", "u1", "black", options=(OPTION,), refused=Answer(), at_ms=POST_MS
)  # fmt: skip
TIMELINE = Timeline.read(founded(MemoryStore(), "toy", 2, session="noticed").store, GAMES, "noticed")


@pytest.fixture
def threads() -> Iterator[FollowedThreads]:
    accounts = Accounts.memory()
    yield FollowedThreads(accounts)
    accounts.close()


def told(threads: FollowedThreads, hours: int = 0, **thread: object) -> list[tuple[str, str]]:
    """Return the seat and the last part of the key of each notice, some hours after the post."""
    if threads.get("noticed") is None:
        threads.begin(FollowedThread("noticed", "folder", "/posts"))
    threads.change("noticed", **thread)
    notices = thread_notices(TIMELINE, threads, POST_MS + hours * HOUR_MS)
    assert not any("@" in one.text for one in notices)
    return [(one.seat, one.key.rpartition(":")[2]) for one in notices]


def asking(**changes: object) -> str:
    return msgspec.json.encode(msgspec.structs.replace(ASKED, **changes)).decode()


def test_session_without_a_thread_has_no_notices(threads: FollowedThreads) -> None:
    assert thread_notices(TIMELINE, threads, POST_MS) == []
    assert told(threads) == []


def test_author_is_reminded_after_a_day_and_the_moderator_after_two(threads: FollowedThreads) -> None:
    day, days = ("black", "Q7-day"), ("moderator", "Q7-days")
    expected = {1: [], 23: [], 24: [day], 47: [day], 48: [day, days], 24 * 14: []}
    assert {hours: told(threads, hours, asked=asking()) for hours in expected} == expected
    assert told(threads, 48, asked=asking(), is_paused=True) == []


def test_private_question_goes_to_its_seat(threads: FollowedThreads) -> None:
    assert told(threads, asked=asking(is_private=True, options=(), refused=None)) == [("black", "key-private")]


def test_question_without_an_answer_in_the_thread_goes_to_its_seat_or_the_moderator(threads: FollowedThreads) -> None:
    for seat in ("black", "moderator"):
        assert told(threads, asked=asking(seat=seat, options=(), refused=None)) == [(seat, "key-settle")]


def test_moderator_is_informed_after_two_misunderstood_answers(threads: FollowedThreads) -> None:
    assert told(threads, asked=asking(misses=1)) == []
    assert told(threads, asked=asking(misses=2)) == [("moderator", "Q7-missed")]


def test_moderator_hears_of_a_stopped_thread_and_of_a_reply_to_copy(threads: FollowedThreads) -> None:
    assert told(threads, trouble="posts are missing", stopped_at="9") == [("moderator", "stopped-9")]
    threads.add_reply("noticed", StoredReply(3, POST_MS, "copy", "{}", b""))
    assert told(threads, trouble="") == [("moderator", "copy-3")]
