"""Recorded sessions that are put right as people write it."""

from functools import lru_cache

from events.facts import TABLE
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.corrections.correction import preview
from replay.corrections.plan import CorrectionPlan
from replay.corrections.ruling import rule
from replay.corrections.written_changes import read_changes
from replay.exchange.bundle import stage
from replay.live.preview import ReadOnlySession
from replay.live.session import Session
from replay.posts.record import record_text
from replay.reading.timeline import Timeline


@lru_cache(maxsize=4)
def _recorded(text: str, *, partial: bool) -> tuple[MemoryStore, str]:
    store = MemoryStore()
    done = record_text(store, shelf(), text, partial=partial)
    assert done.whole or partial
    return store, done.session


def recorded(text: str, *, partial: bool = False) -> Session:
    """Open a copy of a recorded transcript, which can be recorded to its end unless it is `partial`."""
    store, (recording, name) = MemoryStore(), _recorded(text, partial=partial)
    stage(recording, store, name)
    return Session.load(store, shelf(), name)


def timeline_of(session: Session, viewer: str = TABLE) -> Timeline:
    return Timeline(session.row, session.view(viewer))


def report_of(session: Session) -> Report:
    return audit_session(session.store, shelf(), session.row.session, TABLE)


def looked_at(session: Session, change: str, viewer: str = TABLE) -> CorrectionPlan:
    """Preview the changes and the answers as a post would write them."""
    seen = timeline_of(session, viewer)
    meant = read_changes(seen, change)
    return preview(
        ReadOnlySession(seen.reading), meant.changes, by="moderator", viewer=viewer, answers=meant.answers,
        others=meant.others, keepings=meant.keepings,
    )  # fmt: skip


def corrected(session: Session, change: str, *cites: str) -> None:
    """Rule that it was otherwise: the changes and the answers as a post would write them."""
    meant = read_changes(timeline_of(session), change)
    rule(
        session, meant.changes[0].group, "fix", "it was forgotten", cites, by="moderator", changes=meant.changes,
        answers=meant.answers, others=meant.others, keepings=meant.keepings,
    )  # fmt: skip
