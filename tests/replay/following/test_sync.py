"""Fetching the posts of a followed thread, recording them, and stopping before what a person must check."""

import os
import socket

import msgspec
import pytest
from msgspec.structs import replace
from refusals import refuses
from scripted_source import HOUR_MS, PROSE, SECOND_TURN, START_MS, TURN, Following

from events.errors import ConflictError, RefusedError
from events.events import Move
from events.session_events import Posted, PostOrigin, RecordedUnasked, Remarked
from events.store.accounts import Accounts
from events.store.followed import FollowedThread
from events.store.memory import MemoryStore
from events.store.settings import Pace
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.following.answering import open_question
from replay.following.changes import DELETED, RESTORED
from replay.following.lock import process_start
from replay.following.sync import sync_session
from replay.importing.walk import Answer
from replay.posts import unasked
from replay.session.deadline import awaiting
from replay.session.erasure import erase_person, erase_texts, texts_of
from replay.sources.source import Reply, SourceError
from webui.views.thread_state import resumed


def moves(game: Following) -> int:
    return sum(not entry.implied for entry in game.table.timeline().entries if isinstance(entry.event, Move))


def open_trouble(game: Following) -> str:
    inbox = game.inbox
    list(inbox.follow())
    assert inbox.walk is not None
    assert inbox.walk.open is not None
    return inbox.walk.open.trouble


def test_records_each_post_once_with_its_origin(game: Following) -> None:
    before = moves(game)
    game.source.post("Bev", "Have fun, all!")
    game.source.post("Rory", TURN, link="https://forum.example/2", author_id="id-Rory")
    report = game.sync()
    assert (report.fetched, report.recorded, report.moves, report.waiting) == (2, 2, 3, "")
    (chat, turn) = game.table.events(PostOrigin)
    assert (chat.author, chat.source, chat.post) == ("Bev", "scripted", "1")
    assert (turn.author, turn.post, turn.link, turn.proof) == ("Rory", "2", "https://forum.example/2", "account")
    kinds = [type(entry.event) for entry in game.table.timeline().entries]
    assert kinds[kinds.index(PostOrigin) - 1] is Posted
    assert (game.sync().fetched, moves(game) - before) == (0, 3)
    findings = audit_session(game.store, registry(), game.session).findings
    assert [finding for finding in findings if finding.rule == "LOG-LINE"] == []


def test_the_id_of_an_author_is_in_no_view_and_can_be_erased(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    (origin,) = game.table.events(PostOrigin)
    assert origin.writer == "?"
    secrets = [secret.value for secret in game.store.secrets(game.session) if secret.field == "writer"]
    assert secrets == ['"id-Rory"']


@pytest.mark.parametrize(("name", "author"), [
    ("Rory", "id-2"), ("rory", "id-2"), ("R\u043ery", "id-2"), ("Rory", ""), ("twelfth", "id-2"), ("Twelfth", ""),
    ("moderator", "id-2"),
])  # fmt: skip
def test_a_name_never_gives_a_seat(game: Following, name: str, author: str) -> None:
    game.source.post("Rory", "hello")
    game.source.post(name, TURN, author_id=author)
    game.source.post("Amy", "and?")
    report = game.sync()
    assert (report.recorded, report.moves) == (1, 0)
    assert "is not known" in open_trouble(game)
    shown = game.thread.names[author or f"name:{name}"]
    assert shown != name or (name == "Rory" and shown == "Rory [2]")
    game.change(seats={**game.thread.seats, author or f"name:{name}": "-"})
    assert game.sync().recorded == 2
    assert game.recorded() == ["1", "2", "3"]
    assert moves(game) == 3


def test_a_block_of_another_seat_is_not_recorded(game: Following) -> None:
    game.source.post("Amy", f"== twelfth ==\n{TURN}\n== end ==")
    assert game.sync().recorded == 0
    assert "this block is for Twelfth, but its author plays Tenth" in open_trouble(game)
    inbox = game.inbox
    inbox.answer(inbox.keys[0], Answer(), "moderator")
    assert (game.sync().recorded, moves(game)) == (1, 3)


@pytest.mark.parametrize("command", ["SET turn: 9", "RULING 1.1: stand ; it is fine"])
def test_a_player_cannot_give_commands_of_a_moderator(game: Following, command: str) -> None:
    before = game.table.last
    game.source.post("Rory", command)
    assert (game.sync().recorded, game.table.last) == (0, before)


def test_posts_with_the_same_words_are_different_posts(game: Following) -> None:
    for _ in range(3):
        game.source.post("Rory", "thinking")
    assert game.sync().recorded == 3


def test_the_first_unclear_post_waits_with_the_posts_after_it(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.source.post("Amy", SECOND_TURN)
    report = game.sync()
    assert (report.recorded, moves(game)) == (0, 3)
    assert report.waiting == "the post of Rory (scripted #1) waits, and 1 post after it"
    game.source.edit("1", TURN)
    assert (game.sync().recorded, moves(game)) == (2, 9)


@pytest.mark.parametrize(("policy", "recorded", "added"), [("ask", 0, 0), ("sure", 1, 3), ("notation", 1, 0)])
def test_plain_words_are_read_by_the_policy(
    game: Following, monkeypatch: pytest.MonkeyPatch, policy: str, recorded: int, added: int
) -> None:
    monkeypatch.setattr(unasked, "is_sure", lambda _evidence: True)
    game.table.session.set_trust(policy)
    game.source.post("Rory", PROSE)
    assert (game.sync().recorded, moves(game) - 3) == (recorded, added)
    marks = [type(event) for event in game.table.events(Posted, RecordedUnasked, PostOrigin)]
    kinds = {"ask": [], "sure": [Posted, RecordedUnasked, PostOrigin], "notation": [Posted, PostOrigin]}
    assert marks[1:] == kinds[policy]


def test_moves_of_an_author_who_is_not_proven_can_wait(game: Following) -> None:
    game.change(unproven="confirm")
    game.source.post("Rory", "hi", proof="none")
    game.source.post("Rory", TURN, proof="none")
    assert game.sync().recorded == 1
    assert "Twelfth must confirm it" in open_trouble(game)
    inbox = game.inbox
    list(inbox.follow())
    inbox.answer(inbox.keys[-1], Answer(), "twelfth")
    assert game.sync().moves == 3


def test_stops_before_a_gap_until_the_missing_posts_are_added(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    for text in ("one", "two", SECOND_TURN, "four"):
        game.source.post("Amy", text)
    game.source.window = 2
    report = game.sync()
    assert report.recorded == 0
    assert "posts are missing" in report.trouble
    assert f"--to {game.session}" in report.trouble
    assert game.sync().trouble == report.trouble
    inbox = game.inbox
    missing = enumerate(("one", "two", SECOND_TURN), 3)
    text = "\n\n".join(f"--- Amy, 2026-02-02 10:0{at}, post {at} ---\n{one}" for at, one in missing)
    inbox.bring(text.encode(), "moderator")
    inbox.set_header({}, {"Amy": "tenth"}, "moderator")
    game.change(**resumed(game.thread))
    report = game.sync()
    assert (report.trouble, moves(game)) == ("", 9)
    texts = [event.text for event in game.table.events(Posted)]
    assert texts[-4:] == ["one", "two", SECOND_TURN, "four"]
    assert game.sync().fetched == 0


@pytest.mark.parametrize("more", [{"is_cut": True}, {"at_ms": 1_000_000_000_000}])
def test_stops_before_a_gap_although_a_person_resumed_at_another_post(game: Following, more: dict[str, object]) -> None:
    game.source.post("Rory", "hello")
    game.sync()
    game.source.post("Amy", "odd", **more)
    game.sync()
    game.source.window = 3
    for text in (TURN, "well", "well", "well"):
        game.source.post("Rory", text)
    game.change(**resumed(game.thread))
    assert "posts are missing" in game.sync().trouble
    assert game.recorded() == ["1"]


@pytest.mark.parametrize(("more", "says"), [
    ({"is_cut": True}, "shows only the beginning"), ({"at_ms": 4_000_000_000_000}, "is in the future"),
    ({"at_ms": 1_000_000_000_000}, "is older than the post before it"),
])  # fmt: skip
def test_stops_before_a_post_that_a_person_must_check(game: Following, more: dict[str, object], says: str) -> None:
    game.source.post("Rory", "hello")
    game.source.post("Rory", TURN, **more)
    game.source.post("Amy", "well")
    report = game.sync()
    assert (report.recorded, says in report.trouble) == (1, True)
    game.change(trouble="", stopped_at="", accepted=(game.thread.stopped_at,))
    report = game.sync()
    assert (report.trouble, moves(game)) == ("", 3 if "is_cut" in more else 6)


@pytest.mark.parametrize(("text", "seats", "recorded"), [
    ("Buy my", {}, 2), (TURN, {}, 0), (TURN, {"id-Bev": "-"}, 2), ("Buy my", {"id-Bev": "tenth"}, 0),
])  # fmt: skip
def test_a_cut_post_of_a_stranger_does_not_stop_the_session(
    game: Following, text: str, seats: dict[str, str], recorded: int
) -> None:
    game.change(seats={**game.thread.seats, **seats})
    game.source.post("Bev", text, is_cut=True)
    game.source.post("Bev", "hello", at_ms=4_000_000_000_000)
    game.source.post("Rory", TURN)
    report = game.sync()
    left = [note for note in report.notes if "was left out" in note]
    assert (report.recorded, bool(report.trouble), len(left)) == (recorded, not recorded, recorded // 2)


def test_a_future_time_is_cut_to_the_time_of_fetching(game: Following) -> None:
    game.source.post("Rory", TURN, at_ms=game.now_ms + HOUR_MS)
    game.sync()
    assert [event.at_ms for event in game.table.events(PostOrigin)] == [game.now_ms]


def test_a_closed_thread_is_reported_after_its_last_posts(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.source.closed = "the topic was closed"
    report = game.sync()
    assert (report.recorded, "the topic was closed" in report.trouble) == (1, True)


def test_fetches_again_while_posts_are_left(game: Following) -> None:
    for text in ("one", TURN, "three", SECOND_TURN, "five"):
        game.source.post("Amy" if text == SECOND_TURN else "Rory", text)
    game.source.at_once, game.source.closed = 2, "the topic was closed"
    report = game.sync()
    assert (report.fetched, report.recorded, len(game.source.fetches)) == (5, 5, 3)
    assert not any("left" in note for note in report.notes)


def test_begins_at_a_named_post(store: MemoryStore, accounts: Accounts) -> None:
    game = Following(store, accounts, begin="3")
    for text in ("old", "older", TURN):
        game.source.post("Rory", text)
    assert (game.sync().fetched, game.recorded()) == (1, ["3"])
    assert game.sync().fetched == 0


def test_an_unknown_first_post_is_reported(store: MemoryStore, accounts: Accounts) -> None:
    game = Following(store, accounts, begin="33")
    game.source.post("Rory", TURN)
    assert "has no post 33. Its first posts are 1 by Rory" in game.sync().trouble
    assert game.source.replies == []


def test_resumes_only_from_a_first_post_that_is_there(store: MemoryStore, accounts: Accounts) -> None:
    game = Following(store, accounts, begin="33")
    for text in ("old", TURN):
        game.source.post("Rory", text)
    game.threads.note_posts(game.session, {game.source.post("Bell", "hello", is_automatic=True): ("own", b"")})
    game.sync()
    game.change(**resumed(game.thread))
    assert ("has no post 33" in game.sync().trouble, game.recorded()) == (True, [])
    game.change(**resumed(game.thread), begin="2")
    assert (game.sync().trouble, game.recorded()) == ("", ["2"])


def test_an_error_of_a_source_delays_the_next_attempt(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.source.faults = [SourceError("the forum is away"), SourceError("too many requests", wait_s=7_200)]
    report = game.sync()
    assert (report.error, report.next_ms > game.now_ms) == ("the forum is away", True)
    assert game.sync(at_once=False).error == "the forum is away"
    assert game.source.fetches == []
    assert game.sync().next_ms == game.now_ms + 7_200_000
    assert (game.sync().recorded, game.thread.error, game.thread.failures) == (1, "", 0)


def test_all_posts_are_fetched_once_a_day(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    game.sync()
    game.now_ms += 25 * HOUR_MS
    game.sync()
    assert game.source.fetches == [True, False, True]


def test_only_one_process_works_on_a_session(game: Following) -> None:
    assert game.threads.lock(game.session, "elsewhere:1:x", "", game.now_ms + 1)
    refuses(ConflictError, "another process is fetching", game.sync)
    game.now_ms += 2
    game.source.post("Rory", TURN)
    assert game.sync().recorded == 1
    assert game.threads.worker(game.session) == ("", 0)


def test_a_process_that_hangs_keeps_its_session(game: Following, monkeypatch: pytest.MonkeyPatch) -> None:
    send = game.source.reply

    def hang(reply: Reply) -> str:
        game.now_ms += HOUR_MS
        refuses(ConflictError, "another process is fetching", game.sync)
        return send(reply)

    monkeypatch.setattr(game.source, "reply", hang)
    game.source.post("Rory", TURN)
    assert game.sync().recorded == 1
    assert game.sync().error == ""
    assert len(game.source.replies) == 1


@pytest.mark.parametrize(("start", "is_running"), [(process_start(os.getppid()), True), ("1", False)])
def test_a_lock_ends_with_its_process(game: Following, start: str, is_running: bool) -> None:  # noqa: FBT001
    worker = f"{socket.gethostname()}:{os.getppid()}:{start}-x"
    assert game.threads.lock(game.session, worker, "", game.now_ms + (-1 if is_running else 1))
    if is_running:
        refuses(ConflictError, "another process is fetching", game.sync)
    else:
        assert game.sync().error == ""


def test_no_reply_is_sent_after_another_process_has_taken_the_session(game: Following) -> None:
    game.source.post("Rory", TURN)

    def watch(step: str, _posts: int) -> None:
        if step == "Replying":
            game.accounts.run("update followed set worker = 'elsewhere:1:x'")

    with pytest.raises(ConflictError, match="another process"):
        sync_session(game.context()._replace(watch=watch), game.session)
    assert game.source.replies == []


def test_a_paused_thread_is_not_fetched(game: Following) -> None:
    game.change(is_paused=True)
    assert game.sync().notes == ("this thread is paused",)
    assert game.source.fetches == []


def test_two_sessions_cannot_follow_one_thread(game: Following) -> None:
    second = FollowedThread("other", "scripted", "thread-1")
    refuses(RefusedError, "already follows this thread", game.threads.begin, second)
    refuses(RefusedError, "already follows another thread", game.threads.begin, FollowedThread(game.session, "x", "y"))


def test_posts_are_fetched_again_if_the_inbox_was_lost(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.sync()
    game.accounts.run("delete from desks")
    game.source.edit("1", TURN)
    assert (game.sync().recorded, game.recorded()) == (1, ["1"])
    refuses(RefusedError, "holds the posts of the thread", game.inbox.drafts.drop, game.inbox.state.name)


def test_the_inbox_keeps_only_waiting_posts(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    assert not game.inbox.state.archive.posts
    game.source.post("Amy", "I thought about it and put a yellow key somewhere")
    game.source.post("Rory", "hm")
    game.sync()
    assert [post.text for post in game.inbox.state.archive.posts][-1] == "hm"
    assert game.recorded() == ["1"]


def test_an_edit_of_a_recorded_post_is_a_remark_with_the_correction(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    game.source.edit("1", TURN.replace("Kg", "SS"))
    report = game.sync()
    assert (report.recorded, moves(game)) == (0, 6)
    (remark,) = game.table.events(Remarked)
    assert remark.line == game.table.timeline().reading.entries_of(Posted)[-1].seq
    assert "FIX 2.2: P: SS d7 open (open)" in remark.text.split("\n")
    assert "was edited after it was recorded" in game.source.replies[-1].text
    game.sync()
    assert len(game.table.events(Remarked)) == 1


@pytest.mark.parametrize("text", [TURN, PROSE])
def test_a_text_of_another_author_is_no_edit(game: Following, text: str) -> None:
    game.source.post("Amy", "hello")
    game.source.post("Rory", text)
    game.sync()
    game.source.posts[1] = msgspec.structs.replace(game.source.posts[1], author_id="id-Amy", text="D: ?")
    game.sync()
    assert game.table.events(Remarked) == []
    assert [post.text for post in game.inbox.state.archive.posts][1:] == [PROSE] * (text == PROSE)


def test_each_later_edit_of_a_recorded_post_has_a_remark(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    edited = TURN.replace("Kg", "SS")
    for text in (edited, TURN, edited, edited):
        game.source.edit("1", text)
        game.sync()
    remarks = [remark.text for remark in game.table.events(Remarked)]
    assert (remarks[1], remarks[0]) == (RESTORED, remarks[2])
    assert len(remarks) == 3
    assert "has its recorded text again" in game.source.replies[2].text


def test_a_waiting_post_that_was_edited_twice_is_read_in_its_last_version(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.source.post("Amy", "D: ?")
    for text in (PROSE.replace("d7", "d6"), PROSE):
        game.sync()
        game.source.edit("1", text)
    game.sync()
    assert [post.text for post in game.inbox.state.archive.posts] == [PROSE, "D: ?"]


def test_a_text_that_differs_without_an_edit_is_no_edit(game: Following) -> None:
    """For example, a person who is mentioned in it has got another name."""
    game.source.post("Rory", TURN, is_unedited=True)
    game.sync()
    game.source.edit("1", TURN.replace("Kg", "SS"))
    game.sync()
    assert game.table.events(Remarked) == []


def test_an_edit_of_an_erased_post_is_not_stored(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    erase_texts(game.table.session, texts_of(game.table.session, "twelfth"))
    game.source.edit("1", "something else")
    game.now_ms += 25 * HOUR_MS
    assert game.sync().fetched == 0
    assert game.table.events(Remarked) == []
    kept = game.accounts.rows("select raw from desks where raw is not null")
    assert not any(b"something else" in bytes(raw) for (raw,) in kept if isinstance(raw, bytes))


def test_a_deleted_post_stays_and_a_remark_says_so(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    game.source.delete("1")
    game.sync()
    game.sync()
    assert [event.text for event in game.table.events(Remarked)] == [DELETED]
    assert moves(game) == 6


def test_a_deleted_post_that_waits_is_noted_once(game: Following) -> None:
    post = game.source.post("Rory", PROSE)
    game.sync()
    (one,) = (each for each in game.source.posts if each.id == post)
    game.source.delete(post)
    assert [sum("deleted" in note for note in game.sync().notes) for _ in range(3)] == [1, 0, 0]
    game.source.deleted.remove(post)
    game.source.posts.insert(0, one)
    game.sync()
    game.source.posts.remove(one)
    game.source.deleted.append(post)
    assert any("deleted" in note for note in game.sync().notes)
    inbox = game.inbox
    asked = open_question(game.thread)
    assert asked is not None
    inbox.answer(inbox.keys[0], asked.options[0].answer, "moderator")
    game.sync()
    game.sync()
    assert [event.text for event in game.table.events(Remarked)] == [DELETED]


def test_deadlines_count_from_the_time_of_a_post_in_its_thread(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    found = awaiting(game.table.timeline(), Pace(hours=48))
    assert found is not None
    assert found.since_ms == START_MS + HOUR_MS


def test_erasing_a_person_removes_what_the_thread_knows(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.source.post("Amy", "I thought about it and put a yellow key somewhere")
    game.sync()
    assert erase_person(game.accounts, game.table.session, "twelfth").was_named
    found = game.thread
    assert ("id-Rory" in found.seats, "id-Rory" in found.names) == (False, False)
    game.sync()
    kept = game.accounts.rows("select raw from desks where raw is not null")
    assert not any(b"Kg d7" in bytes(raw) for (raw,) in kept if isinstance(raw, bytes))
    assert [secret.value for secret in game.store.secrets(game.session) if secret.field == "writer"] == [None]


def test_an_interruption_keeps_the_posts_read_so_far(game: Following) -> None:
    for text in ("one", "two", TURN):
        game.source.post("Rory", text)

    def watch(step: str, posts: int) -> None:
        if (step, posts) == ("Reading posts", 2):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sync_session(game.context()._replace(watch=watch), game.session)
    assert game.recorded() == ["1", "2"]
    assert (game.sync().recorded, game.recorded()) == (1, ["1", "2", "3"])


def test_a_player_named_like_another_seat_is_shown_with_a_number(game: Following) -> None:
    game.source.post("Tenth", TURN, author_id="id-Rory")
    game.source.post("Tenth", "well", author_id="id-Amy")
    assert game.sync().recorded == 2
    assert game.thread.names == {"id-Rory": "Tenth [2]", "id-Amy": "Tenth"}


def test_following_a_thread_again_reads_and_asks_nothing_twice(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.source.post("Amy", "I drew, and used a key")
    game.sync()
    before, first = game.thread, game.source.replies[0]
    game.source.posts = [replace(one, is_automatic=False) for one in game.source.posts]
    game.threads.leave(game.session)
    game.source.edit("1", TURN.replace("Kg", "SS"))
    game.threads.begin(FollowedThread(game.session, before.kind, before.place, seats=before.seats, reply_every_s=0))
    game.source.post("Amy", "Q1 no")
    report = game.sync()
    assert (report.fetched, report.recorded, game.recorded()) == (1, 0, ["1"])
    second = game.source.replies[1]
    assert (first.marker.endswith("(reply 1)"), second.marker.endswith("(reply 2)")) == (True, True)
    assert ("Q1" in first.text, "Q2" in second.text) == (True, True)
    assert len(game.table.events(Remarked)) == 1


def test_waiting_posts_of_a_thread_that_was_left_have_no_seat(game: Following) -> None:
    game.source.post("twelfth", TURN, author_id="id-2")
    game.sync()
    game.threads.leave(game.session)
    assert "is not known" in open_trouble(game)


def test_following_the_same_thread_again_records_nothing_twice(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    thread = game.thread
    game.threads.leave(game.session)
    game.threads.begin(FollowedThread(game.session, thread.kind, thread.place, seats=thread.seats, reply_every_s=0))
    game.source.post("Amy", SECOND_TURN)
    assert (game.sync().moves, moves(game), game.recorded()) == (3, 9, ["1", "3"])
    assert game.sync().fetched == 0
