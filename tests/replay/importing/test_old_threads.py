"""Old threads in people's own words, one of each game, imported to the end and audited."""

import json
from functools import cache

import pytest
from imported import import_posts, record_text
from long_runs import some_short
from old_threads import ARCHIVES, CASES, GAMES, PEOPLE, WALKED, header, walked

from events.events import OMNISCIENT
from events.session_events import Posted
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.importing.archive import UnknownAuthorsError
from replay.importing.kinds import read_archive
from replay.importing.posts import Target
from replay.importing.walk import ThreadWalk
from replay.reading.timeline import Timeline
from replay.session.encoding import fingerprint


def sample(name: str) -> bytes:
    return (ARCHIVES / name).read_bytes()


@cache
def recorded(name: str) -> tuple[MemoryStore, str]:
    store = MemoryStore()
    walk = brought(store, sample(name), name)
    assert (walk.archive.kind, walk.open) == (CASES[name][0], None)
    return store, walk.session.row.session


def brought(store: MemoryStore, raw: bytes, name: str, session: str = "", *, check: bool = False) -> ThreadWalk:
    target = Target(session) if session else Target(header=header(name))
    return import_posts(store, registry(), read_archive(raw), target, PEOPLE[name], check=check)


@pytest.mark.parametrize("name", CASES)
def test_an_imported_thread_equals_the_typed_transcript(name: str) -> None:
    store, session = recorded(name)
    typed = record_text(store, registry(), (GAMES / CASES[name][1]).read_text("utf-8"))
    here, there = (Timeline.read(store, registry(), one, OMNISCIENT) for one in (session, typed.session))
    assert fingerprint(here.reading.position) == fingerprint(there.reading.position)
    assert [group.head.event for group in here.groups if group.head.event.__class__.__module__.startswith("proj")] == [
        group.head.event for group in there.groups if group.head.event.__class__.__module__.startswith("proj")
    ]
    found = [[(each.rule, each.level) for each in audit_session(store, registry(), one, OMNISCIENT).findings]
             for one in (session, typed.session)]  # fmt: skip
    assert found[0] == found[1]


@pytest.mark.parametrize("name", CASES)
def test_every_post_is_kept_with_author_time_and_place(name: str) -> None:
    (store, session), archive = recorded(name), read_archive(sample(name))
    timeline = Timeline.read(store, registry(), session, OMNISCIENT)
    posted = [entry for entry in timeline.entries if isinstance(entry.event, Posted)]
    assert len(posted) == len(archive.posts)
    for entry, post in zip(posted, archive.posts, strict=True):
        assert isinstance(entry.event, Posted)
        assert (entry.event.author, entry.event.when, entry.event.where) == (post.author, post.written, post.where)
        assert entry.event.text
        assert entry.event.where
        assert entry.by in (*timeline.reading.started.seats, "moderator", OMNISCIENT)
    assert {entry.by for entry in posted} & set(timeline.reading.started.seats)
    assert not any("agnes@oban" in line.body for line in timeline.lines)


def test_orders_mails_by_their_replies() -> None:
    archive = read_archive(sample("keys-list.mbox"))
    assert [post.where.partition("@")[0] for post in archive.posts] == [f"k{at:03}" for at in range(1, 19)]
    assert archive.notes == ("repeated mails: 1. Each was used once",)
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
    target = Target(header=header("keys-forum.txt"))
    with pytest.raises(UnknownAuthorsError, match="coat_of_colours=sixth") as raised:
        import_posts(MemoryStore(), registry(), read_archive(sample("keys-forum.txt")), target, people)
    assert [author.seat for author in raised.value.authors] == ["", "second", "", ""]
    assert raised.value.authors[2].heads == ("sixth",)


def test_a_block_header_can_name_the_author() -> None:
    text = b"[2026-03-04 19:12] Julie K.: == Julie-K ==\nD: ?\n== end ==\n[2026-03-04 19:20] Sam: nice\n"
    fields = {"game": "keys", "seats": "tenth,twelfth", "first": "tenth"}
    store, people = MemoryStore(), {"Julie K.": "tenth"}
    walk = import_posts(store, registry(), read_archive(text), Target(header=fields), people, check=True)
    assert (walk.open, store.sessions()) == (None, [])
    assert [(one.post.author, one.seat, [line.status for line in one.lines]) for one in walk.walked] == [
        ("Julie K.", "tenth", ["ok"]), ("Sam", "", []),
    ]  # fmt: skip


def test_a_longer_archive_continues_its_session() -> None:
    store, name = MemoryStore(), "risk-channel.json"
    whole = json.loads(sample(name))
    early = json.dumps({**whole, "messages": whole["messages"][:8]}).encode()
    session = brought(store, early, name).session.row.session
    head = store.head(session).seq
    assert [one.status for one in brought(store, early, name, session).walked] == ["filed"] * 7
    assert store.head(session).seq == head
    whole["messages"][6] |= {
        "content": "Not so.\n== T1 Black ==\nD: pass\n== end ==",
        "timestampEdited": "2026-11-10T08:00:00Z",
    }
    more = json.dumps(whole).encode()
    brought(store, more, name, session, check=True)
    assert store.head(session).seq == head
    walk = brought(store, more, name, session)
    assert walk.open is None
    new = [one for one in walk.walked if one.is_new]
    assert len(walk.walked) - len(new) == 6
    assert [line.status for line in new[0].lines] == ["chat"], "the edited post is kept, and not read again"
    straight = brought(store, sample(name), name).session.row.session
    here, there = (Timeline.read(store, registry(), one, OMNISCIENT).reading.position for one in (session, straight))
    assert fingerprint(here) == fingerprint(there)
    assert sum(isinstance(entry.event, Posted) for entry in Timeline.read(store, registry(), session).entries) == 15


@pytest.mark.long
@pytest.mark.parametrize("name", some_short(WALKED, lambda name: name.startswith("keys")))
def test_imports_sixty_posts_and_finds_the_planted_mistakes(name: str) -> None:
    done = walked(name)
    rules = {one.rule for one in done.findings if one.level == "violation"}
    assert rules == set(WALKED[name]["planted"])
    others = [one for one in done.findings if one.level != "violation"]
    assert all("could not be verified" in one.condition for one in others)  # unseen cards
    timeline = Timeline.read(done.store, registry(), done.session, OMNISCIENT)
    posted = [entry.event.text for entry in timeline.entries if isinstance(entry.event, Posted)]
    assert posted == [post.text for post in done.work.state.archive.posts]
    assert len(posted) == 60
