"""A recorded game is played through a thread, from the second post to the audit, with the answers of its players."""

from msgspec.structs import replace
from scripted_source import START_MS, ScriptedSource

from events.session_events import PostOrigin
from events.store.accounts import Accounts
from events.store.drafts import ImportDrafts
from events.store.followed import FollowedThread
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.following.answering import open_question
from replay.following.sync import SyncContext, sync_session
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, record_posts, stage_posts
from replay.importing.samples import samples
from replay.reading.timeline import Timeline

SEATS = {
    "id-Oskar": "fourth", "id-Halim": "eleventh", "id-Bea": "tenth", "id-Sunniva": "thirteenth",
    "id-Idris": "moderator",
}  # fmt: skip


def test_players_alone_finish_a_recorded_game(store: MemoryStore, accounts: Accounts) -> None:
    (sample,) = (one for one in samples("keys") if one.name == "four-player")
    archive = read_archive(sample.text.encode())
    walk = stage_posts(store, registry(), replace(archive, posts=archive.posts[:1]), Target(alias="g40"))
    list(walk.follow())
    session = record_posts(walk, store)
    source, threads = ScriptedSource(), ImportDrafts(accounts).followed
    threads.begin(FollowedThread(session, "scripted", "t", seats=SEATS, reply_every_s=0))
    context = SyncContext(store, accounts, registry(), lambda _thread: source, clock=lambda: START_MS + 10**9)
    written = [source.post(post.author, post.text, at_ms=START_MS) for post in archive.posts[1:]]
    sync_session(context, session)
    questions = 0
    while (thread := threads.get(session)) and (asked := open_question(thread)):
        questions += 1
        assert questions <= 2
        source.post(asked.author, f"{asked.code} {'1' if asked.options else 'no'}", at_ms=START_MS)
        sync_session(context, session)
    timeline = Timeline.read(store, registry(), session)
    origins = [entry.event.post for entry in timeline.entries if isinstance(entry.event, PostOrigin)]
    assert (questions, origins, timeline.over) == (2, written, True)
    assert len(source.replies) == questions + 1
    assert audit_session(store, registry(), session).findings == ()
