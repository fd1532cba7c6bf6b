"""Old threads in people's own words, one of each game, imported to the end and audited."""

import json
from functools import cache

import pytest
from long_runs import some_short
from old_threads import ARCHIVES, CASES, GAMES, PEOPLE, WALKED, header, walked

from events.errors import RefusedError
from events.events import TABLE, Started
from events.session_events import Posted
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.importing.authors import UnknownAuthorsError
from replay.importing.kinds import read_archive
from replay.importing.record import RecordedArchive, record_archive, record_new_posts, transcript
from replay.posts.record import record_text
from replay.reading.timeline import Timeline
from replay.session.encoding import fingerprint
from replay.session.session import Session


def sample(name: str) -> bytes:
    return (ARCHIVES / name).read_bytes()


@cache
def recorded(name: str) -> tuple[MemoryStore, RecordedArchive]:
    store = MemoryStore()
    done = record_archive(store, shelf(), sample(name), header(name), PEOPLE[name])
    assert (done.kind, done.stopped) == (CASES[name][0], "")
    return store, done


@pytest.mark.parametrize("name", CASES)
def test_an_archive_is_the_game_that_was_played(name: str) -> None:
    store, done = recorded(name)
    typed = record_text(store, shelf(), (GAMES / CASES[name][1]).read_text("utf-8"))
    here, there = (Timeline.read(store, shelf(), session, TABLE) for session in (done.session, typed.session))
    assert fingerprint(here.reading.position) == fingerprint(there.reading.position)
    assert [group.head.fact for group in here.groups if group.head.fact.__class__.__module__.startswith("proj")] == [
        group.head.fact for group in there.groups if group.head.fact.__class__.__module__.startswith("proj")
    ]
    found = [[(each.rule, each.level) for each in audit_session(store, shelf(), one, TABLE).findings]
             for one in (done.session, typed.session)]  # fmt: skip
    assert found[0] == found[1]


@pytest.mark.parametrize("name", CASES)
def test_every_post_is_kept_with_author_time_and_place(name: str) -> None:
    (store, done), archive = recorded(name), read_archive(sample(name))
    timeline = Timeline.read(store, shelf(), done.session, TABLE)
    posted = [entry for entry in timeline.entries if isinstance(entry.fact, Posted)]
    assert len(posted) == len(archive.posts)
    for entry, post in zip(posted, archive.posts, strict=True):
        assert isinstance(entry.fact, Posted)
        assert (entry.fact.author, entry.fact.when, entry.fact.where) == (post.author, post.written, post.where)
        assert entry.fact.text
        assert entry.fact.where
        assert entry.by in (*timeline.reading.started.seats, "moderator", TABLE)
    assert {entry.by for entry in posted} & set(timeline.reading.started.seats)
    assert not any("agnes@oban" in line.body for line in timeline.lines)


def test_orders_mails_by_their_answers() -> None:
    archive = read_archive(sample("keys-list.mbox"))
    assert [post.where.partition("@")[0] for post in archive.posts] == [f"k{at:03}" for at in range(1, 19)]
    assert archive.notes == ("mails that stand in the archive more than once: 1; each was taken once",)
    assert archive.posts[6].when < archive.posts[5].when
    for post in archive.posts:
        assert not any(line[:1] == ">" or line.endswith("wrote:") or line == "--" for line in post.text.split("\n"))
    assert archive.posts[0].author == "Agn\u00e8s Macrae"


def test_reads_edits_and_attachments_of_both_discord_exports() -> None:
    posts, other = (read_archive(sample(f"risk-{what}.json")).posts for what in ("channel", "api"))
    assert posts[3].written == "2026-11-09 19:21 UTC (edited 2026-11-09 19:24 UTC)"
    assert posts[2].edited == ""
    assert "[attachment: board.png]" in posts[4].text
    assert "cdn.example" not in posts[4].text
    assert posts[3].answers == posts[2].where
    assert [(a.author, a.text, a.written) for a in posts] == [(b.author, b.text, b.written) for b in other]


def test_refuses_authors_without_a_seat() -> None:
    people = {"Recorder_Player": "second"}
    with pytest.raises(UnknownAuthorsError, match="coat_of_colours=sixth") as raised:
        record_archive(MemoryStore(), shelf(), sample("keys-forum.txt"), header("keys-forum.txt"), people)
    assert [author.seat for author in raised.value.authors] == ["", "second", "", ""]
    assert raised.value.authors[2].heads == ("sixth",)


def test_a_block_may_be_headed_by_its_author() -> None:
    text = b"[2026-03-04 19:12] Julie K.: == Julie-K ==\nD: ?\n== end ==\n[2026-03-04 19:20] Sam: nice\n"
    fields = {"game": "keys", "seats": "tenth,twelfth", "first": "tenth"}
    done = record_archive(MemoryStore(), shelf(), text, fields, {"Julie K.": "tenth"}, check=True)
    assert (done.stopped, done.session) == ("", "")
    assert [(post.author, post.seat, [line.status for line in post.lines]) for post in done.posts] == [
        ("Julie K.", "tenth", ["ok"]), ("Sam", "", []),
    ]  # fmt: skip


def test_a_bad_line_or_the_tower_stops_an_archive() -> None:
    store = MemoryStore()
    raw = sample("keys-forum.txt").replace(b"P: Kg a4 open (open)", b"P: Kg a44 open (open)")
    done = record_archive(store, shelf(), raw, header("keys-forum.txt"), PEOPLE["keys-forum.txt"])
    assert done.session == ""
    assert store.sessions() == []
    assert done.stopped.startswith("post 3 (coat_of_colours, Sun 1 May 2011 13:40): line 32: ")
    assert done.posts[-1].lines[-1].choices
    store = MemoryStore()
    session = Session.create(store, shelf(), Started("keys", 1, ("tenth", "twelfth"), {"first": "tenth"}))
    with pytest.raises(RefusedError, match="not the tower's"):
        record_new_posts(store, shelf(), session.row.session, sample("keys-forum.txt"), {})


def test_a_longer_archive_goes_on_with_its_session() -> None:
    store, name = MemoryStore(), "risk-channel.json"
    whole = json.loads(sample(name))
    early = json.dumps({**whole, "messages": whole["messages"][:8]}).encode()
    first = record_archive(store, shelf(), early, header(name), PEOPLE[name])
    head = store.head(first.session).seq
    assert record_new_posts(store, shelf(), first.session, early, PEOPLE[name]).posts == ()
    assert store.head(first.session).seq == head
    whole["messages"][6] |= {
        "content": "Not so.\n== T1 Black ==\nD: pass\n== end ==",
        "timestampEdited": "2026-11-10T08:00:00Z",
    }
    more = json.dumps(whole).encode()
    checked = record_new_posts(store, shelf(), first.session, more, PEOPLE[name], check=True)
    assert (checked.session, store.head(first.session).seq) == ("", head)
    done = record_new_posts(store, shelf(), first.session, more, PEOPLE[name])
    assert done.stopped == ""
    assert "posts that stand in the session already: 6" in done.notes
    assert done.posts[0].lines[0].message.startswith("changed since it was filed")
    straight = record_archive(store, shelf(), sample(name), header(name), PEOPLE[name])
    both = (done.session, straight.session)
    here, there = (Timeline.read(store, shelf(), one, TABLE).reading.position for one in both)
    assert fingerprint(here) == fingerprint(there)
    assert sum(isinstance(entry.fact, Posted) for entry in Timeline.read(store, shelf(), done.session).entries) == 15


@pytest.mark.parametrize("name", CASES)
def test_an_archive_becomes_a_transcript_that_reads_the_same(name: str) -> None:
    archive = read_archive(sample(name))
    text = transcript(archive, {**header(name)})
    again = read_archive(text.encode())
    assert again.kind == "transcript"
    heads = [[(post.author, post.written, post.where) for post in one.posts] for one in (again, archive)]
    assert heads[0] == heads[1]
    people = {post.author: seat for name_, seat in PEOPLE[name].items() for post in archive.posts
              if name_ in (post.author, *post.names)}  # fmt: skip
    done = record_archive(MemoryStore(), shelf(), text.encode(), {}, people)
    assert done.stopped == ""


@pytest.mark.parametrize("name", some_short(WALKED, lambda name: name.startswith("keys")))
def test_a_thread_of_sixty_posts_comes_in_and_its_audit_lists_what_was_planted(name: str) -> None:
    done = walked(name)
    rules = {one.rule for one in done.findings if one.level == "violation"}
    assert rules == set(WALKED[name]["planted"])
    others = [one for one in done.findings if one.level != "violation"]
    assert all("annot be told" in one.condition for one in others)  # cards that nobody has seen
    timeline = Timeline.read(done.store, shelf(), done.session, TABLE)
    posted = [entry.fact.text for entry in timeline.entries if isinstance(entry.fact, Posted)]
    assert posted == [post.text for post in done.work.desk.archive.posts]
    assert len(posted) == 60
