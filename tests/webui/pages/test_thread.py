"""The page of a followed thread: its state, the seats of authors, replies to copy, and what everybody sees of it."""

import msgspec
import pytest
from people import Table
from scripted_source import START_MS, ScriptedSource

from events.session_events import PostOrigin
from events.store.accounts import MODERATOR, SEAT
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread, FollowedThreads, StoredReply
from projections.registry import Registry
from replay.following.answering import ReplyDraft
from replay.following.replies import ThreadNews
from replay.following.sync import SyncContext, sync_session
from replay.sources.source import Reply

PAGE = "/s/threaded/thread"


@pytest.fixture
def table(games: Registry) -> Table:
    return Table(games, "threaded", title="Threaded")


@pytest.fixture
def threads(table: Table) -> FollowedThreads:
    found = ImportDrafts(table.accounts).followed
    names = {"id-1": "Rory", "id-2": "Rory [2]"}
    found.begin(FollowedThread("threaded", "folder", "/srv/secret-place", names=names))
    return found


def thread(threads: FollowedThreads) -> FollowedThread:
    found = threads.get("threaded")
    assert found is not None
    return found


def test_moderator_chooses_the_seats_of_authors(table: Table, threads: FollowedThreads) -> None:
    moderator = table.browser(MODERATOR)
    assert "Rory [2]" in moderator.read(PAGE)
    fields = {"author-0": "id-1", "seat-0": "yellow", "author-1": "id-2", "seat-1": "-"}
    moderator.done(PAGE, PAGE, do="seats", **fields)
    assert thread(threads).seats == {"id-1": "yellow", "id-2": "-"}
    stale = {"author-0": "id-2", "seat-0": "black", "author-1": "id-1", "seat-1": "black"}
    moderator.done(PAGE, PAGE, do="seats", **stale)
    assert thread(threads).seats == {"id-1": "yellow", "id-2": "-"}


def test_moderator_pauses_and_resumes(table: Table, threads: FollowedThreads) -> None:
    moderator = table.browser(MODERATOR)
    moderator.done(PAGE, PAGE, do="pause")
    assert thread(threads).is_paused
    threads.change("threaded", trouble="posts are missing", stopped_at="9")
    moderator.done(PAGE, PAGE, do="resume")
    found = thread(threads)
    assert (found.is_paused, found.trouble, found.accepted, found.has_added) == (False, "", ("9",), True)


def test_a_reply_to_copy_is_shown_until_it_was_copied(table: Table, threads: FollowedThreads) -> None:
    text = msgspec.json.encode(ReplyDraft(Reply("Twelfth <b> moves", "1:ab"), ThreadNews())).decode()
    threads.add_reply("threaded", StoredReply(1, 0, "copy", text, b""))
    moderator = table.browser(MODERATOR)
    assert "Twelfth &lt;b&gt; moves" in moderator.read(PAGE)
    moderator.done(PAGE, PAGE, do="copied", reply="1")
    assert "Twelfth" not in moderator.read(PAGE)


@pytest.mark.parametrize("fields", [
    {"do": "copied", "reply": "1"}, {"do": "copied", "reply": "x" * 400}, {"do": "copied"}, {"do": "nothing"}, {},
    {"do": "seats", "author-0": "id-1", "seat-0": "purple"}, {"do": "seats", "author-0": "id-1", "seat-0": "\0"},
])  # fmt: skip
def test_bad_input_is_refused(table: Table, threads: FollowedThreads, fields: dict[str, str]) -> None:
    before = thread(threads)
    assert table.browser(MODERATOR).send(PAGE, PAGE, **fields).status_code == 422
    assert thread(threads) == before


def test_everybody_sees_that_a_post_waits_but_not_where_the_thread_is(table: Table, threads: FollowedThreads) -> None:
    threads.change("threaded", trouble="the folder is gone, resume it", error="")
    for page in (
        table.browser().read(f"/s/threaded/{table.last}"),
        table.browser(SEAT, "black").read(f"/s/threaded/{table.last}"),
    ):
        assert "This session follows a thread" in page
        assert "It is not read further." in page
        assert "secret-place" not in page
        assert "the folder is gone" not in page
    assert "Check the thread" in table.browser(MODERATOR).read(f"/s/threaded/{table.last}")


def test_a_session_without_a_thread_has_no_such_page(table: Table) -> None:
    assert table.browser(MODERATOR).client.get(PAGE).status_code == 404
    assert "follows a thread" not in table.browser().read(f"/s/threaded/{table.last}")


def test_a_reply_of_unknown_fate_is_shown_until_it_is_settled(table: Table, threads: FollowedThreads) -> None:
    text = msgspec.json.encode(ReplyDraft(Reply("Twelfth moves", "1:ab"), ThreadNews())).decode()
    threads.add_reply("threaded", StoredReply(1, 0, "sending", text, b""))
    threads.move_reply("threaded", 1, "sending", "unknown")
    moderator = table.browser(MODERATOR)
    assert "stopped while it sent this reply" in moderator.read(PAGE)
    moderator.done(PAGE, PAGE, do="copied", reply="1")
    assert "Twelfth moves" not in moderator.read(PAGE)


def test_the_seat_confirms_moves_of_an_author_who_is_not_proven(table: Table, games: Registry) -> None:
    source, drafts = ScriptedSource(), ImportDrafts(table.accounts)
    thread = FollowedThread("threaded", "scripted", "t", seats={"id-Jo": "black"}, unproven="confirm")
    drafts.followed.begin(thread)
    source.post("Jo", "dare yellow", proof="none")
    context = SyncContext(table.store, table.accounts, games, lambda _thread: source, clock=lambda: START_MS + 10**9)
    before = table.last
    assert sync_session(context, "threaded").recorded == 0
    page = f"/import/{drafts.of_session('threaded')}"
    other, black = table.browser(SEAT, "yellow"), table.browser(SEAT, "black")
    assert "Black must confirm it" not in other.read(page)
    assert "Black must confirm it" in black.read(page)
    black.send(page, page, do="take", post="1")
    assert table.last > before
    assert [event.post for event in table.events(PostOrigin)] == ["1"]


def test_the_question_about_a_post_of_a_thread_is_not_called_an_import(table: Table, games: Registry) -> None:
    source, drafts = ScriptedSource(), ImportDrafts(table.accounts)
    drafts.followed.begin(FollowedThread("threaded", "scripted", "t", seats={"id-Jo": "black"}))
    source.post("Jo", "dare 99")
    context = SyncContext(table.store, table.accounts, games, lambda _thread: source, clock=lambda: START_MS + 10**9)
    assert sync_session(context, "threaded").waiting
    moderator = table.browser(MODERATOR)
    assert "Answer the question about a post of the thread" in moderator.read(PAGE)
    page = moderator.read(f"/import/{drafts.of_session('threaded')}")
    assert "Posts of the thread" in page
    assert "Delete this import" not in page


def test_only_the_author_reads_why_a_private_question_is_asked(table: Table, games: Registry) -> None:
    source, drafts = ScriptedSource(), ImportDrafts(table.accounts)
    seats = {"id-Jo": "black", "id-Al": "yellow"}
    drafts.followed.begin(FollowedThread("threaded", "scripted", "t", seats=seats, reply_every_s=0))
    source.post("Jo", "dare yellow")
    context = SyncContext(table.store, table.accounts, games, lambda _thread: source, clock=lambda: START_MS + 10**9)
    sync_session(context, "threaded")
    session = table.again()
    spell, position = session.game.notation.spell, session.position
    held = {spell(move, position) for move in session.game.rules.legal(position, "yellow")}
    source.post("Al", next(line for line in (f"answer {card}" for card in range(1, 10)) if line not in held))
    sync_session(context, "threaded", at_once=True)
    assert "A private question was sent to Yellow" in source.replies[-1].text
    page, reason = f"/import/{drafts.of_session('threaded')}", "No such card in hand"
    moderator, yellow = table.browser(MODERATOR), table.browser(SEAT, "yellow")
    assert [reason in one.read(page) for one in (moderator, yellow)] == [False, True]
