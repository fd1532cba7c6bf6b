"""Recorded sessions that are put right as people write it."""

from events.facts import TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.corrections.ruling import rule
from replay.corrections.written_changes import read_changes
from replay.live.session import Session
from replay.posts.record import record_text
from replay.reading.timeline import Timeline


def recorded(text: str) -> Session:
    """A transcript that reads to its end, as a session."""
    store = MemoryStore()
    done = record_text(store, shelf(), text)
    assert done.whole
    return Session.load(store, shelf(), done.session)


def timeline_of(session: Session, viewer: str = TABLE) -> Timeline:
    return Timeline(session.row, session.view(viewer))


def report_of(session: Session) -> Report:
    return audit_session(session.store, shelf(), session.row.session, TABLE)


def corrected(session: Session, change: str, *cites: str) -> None:
    """Rule that it was otherwise: the changes and the answers as a post would write them."""
    meant = read_changes(timeline_of(session), change)
    rule(
        session, meant.changes[0].group, "fix", "it was forgotten", cites, by="moderator", changes=meant.changes,
        answers=meant.answers, others=meant.others, keepings=meant.keepings,
    )  # fmt: skip
