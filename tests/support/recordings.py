"""The sessions that ship with the games, recorded once or replayed, and helpers for tests.

`python tests/support/recordings.py` writes those with the dice roller again, for example after a change of a rule.
"""

import random
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from imported import Imported, record_text

from events.events import ALL, OMNISCIENT, Move, Started
from events.session_events import Posted, Seated
from events.store.memory import MemoryStore
from projections.contracts import Written
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.chance.tower import build
from replay.corrections.correction import preview
from replay.corrections.plan import CorrectionPlan
from replay.corrections.ruling import rule
from replay.corrections.written_changes import read_changes
from replay.exporting.transcript import transcript_of
from replay.importing.samples import Sample, samples, take_in
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.preview import ReadOnlySession
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import export_lines, stage

SAMPLES = {f"{slug}-{sample.name}": sample for slug in registry() for sample in samples(slug)}
RECORDED = {
    name: SAMPLES[name] for name in (
        "ccg-rulebook-damage", "daleks-observer", "keys-four-player", "keys-mistakes", "keys-observer",
        "keys-two-player", "risk-mistakes", "risk-rulebook-battle",
    )
}  # fmt: skip
"""The samples in the database that many tests share."""


class Taken(NamedTuple):
    """The store and id of a recorded session, and for a transcript how its lines were read."""

    store: MemoryStore
    session: str
    result: Imported | None


@lru_cache(maxsize=32)
def recorded_once(text: str, *, partial: bool = False) -> Taken:
    """Record a transcript, completely unless `partial`. Copy the store before you write to it."""
    store = MemoryStore()
    done = record_text(store, registry(), text, partial=partial)
    assert done.whole or partial, done.lines[-1]
    return Taken(store, done.session, done)


def recorded(text: str, *, partial: bool = False) -> Session:
    taken = copied(recorded_once(text, partial=partial))
    return Session.load(taken.store, registry(), taken.session)


def copied(taken: Taken) -> Taken:
    """Copy a recorded session to a new store that may be written to."""
    store = MemoryStore()
    stage(taken.store, store, taken.session)
    return taken._replace(store=store)


class Recording:
    def __init__(self, name: str) -> None:
        self.sample: Sample = SAMPLES[name]

    @cached_property
    def taken(self) -> Taken:
        if not self.sample.is_export:
            return recorded_once(self.sample.text)
        store = MemoryStore()
        return Taken(store, take_in(store, registry(), self.sample), None)

    @cached_property
    def timeline(self) -> Timeline:
        return self.seen_by(OMNISCIENT)

    def seen_by(self, viewer: str, upto: int | None = None) -> Timeline:
        return Timeline.read(self.taken.store, registry(), self.taken.session, viewer, upto=upto)

    @cached_property
    def report(self) -> Report:
        return self.audit(OMNISCIENT)

    def audit(self, viewer: str) -> Report:
        return audit_session(self.taken.store, registry(), self.taken.session, viewer)

    def events(self, *kinds: type[Any], undone: bool = False) -> list[Any]:
        entries = [entry for entry in self.timeline.entries if (entry.seq in self.timeline.undone) is undone]
        return [entry.event for entry in entries if isinstance(entry.event, kinds or object)]

    def group(self, kind: type[Move], seat: str, nth: int = 0, *, undone: bool = False) -> Group:
        """Return a seat's nth move of a kind with its results, among those in force or among those undone."""
        groups = [
            group for group in self.timeline.groups if isinstance(group.head.event, kind) and group.head.by == seat
        ]
        return [group for group in groups if (group.first in self.timeline.undone) is undone][nth]

    def before(self, kind: type[Move], seat: str, nth: int = 0, *, undone: bool = False) -> Any:
        return self.timeline.position(self.group(kind, seat, nth, undone=undone).first - 1)

    def after(self, kind: type[Move], seat: str, nth: int = 0, *, undone: bool = False) -> Any:
        return self.timeline.position(self.group(kind, seat, nth, undone=undone).last)

    def before_event(self, event: Any) -> Any:
        (seq,) = [entry.seq for entry in self.timeline.entries if entry.event == event]
        return self.timeline.position(seq - 1)

    @property
    def end(self) -> Any:
        return self.timeline.position(self.timeline.last)


recording = cache(Recording)


@cache
def needed() -> tuple[Sample, ...]:
    return tuple(sample for slug in registry() for sample in samples(slug) if sample.notes.sights)


def stored() -> MemoryStore:
    found = MemoryStore()
    for sample in needed():
        take_in(found, registry(), sample, alias=sample.alias)
    return found


def timeline_of(session: Session, viewer: str = OMNISCIENT) -> Timeline:
    return Timeline(session.row, session.view(viewer))


def group(session: Session, address: str) -> Group:
    return timeline_of(session).find(address)


def kinds(session: Session, after: int) -> list[str]:
    return [str(entry.event.__struct_config__.tag) for entry in session.table.entries[after:]]


def report_of(session: Session, viewer: str = OMNISCIENT) -> Report:
    return audit_session(session.store, registry(), session.row.session, viewer)


def daleks(session: Session, territory: str) -> str:
    assert session.game.editor.fields is not None
    return str(session.game.editor.fields.setting(session.position, territory))


def looked_at(session: Session, change: str, viewer: str = OMNISCIENT) -> CorrectionPlan:
    seen = timeline_of(session, viewer)
    return preview(ReadOnlySession(seen.reading), read_changes(seen, change), by="moderator", viewer=viewer)


def corrected(
    session: Session, change: str, *cites: str, reason: str = "it was forgotten", settles: int = 0
) -> None:  # fmt: skip
    """Rule that a move was different, with changes and answers as a post would write them."""
    meant = read_changes(timeline_of(session), change)
    rule(session, meant.changes[0].group, "fix", reason, cites, by="moderator", settles=settles, meant=meant)


class Tower(NamedTuple):
    """Data that a recording does not contain: the session's id, the seed of its secrets, and the host's clock."""

    session: str
    seed: int
    rolls: int
    starts_ms: int = 1_795_000_000_000
    step_ms: int = 900_000


TOWERS: Final = {
    "ccg-unit-machines": Tower("brigade-iron", 9, 512), "ccg-gallifrey-unit": Tower("robes-boots1", 2, 512),
    "daleks-gallifrey": Tower("long-way-home", 7, 2048), "daleks-seventh-dalek": Tower("one-too-many", 17, 2048),
    "risk-five-player": Tower("five-armies1", 244, 8192, 1_794_168_000_000, 700_000),
    "risk-two-player": Tower("two-armies-3", 235, 8192, 1_794_340_800_000, 700_000),
}  # fmt: skip


def _steps(timeline: Timeline) -> Iterator[Posted | tuple[str, Move]]:
    for entry in timeline.entries:
        if isinstance(entry.event, Posted) and not entry.event.text.startswith("=="):
            yield msgspec.structs.replace(entry.event, text=entry.event.text.split("\n==")[0])
        elif isinstance(entry.event, Move):
            yield entry.by, entry.event


def played_again(name: str, most: int = 10_000) -> Session:
    tower, sample, timeline = TOWERS[name], recording(name).sample, recording(name).timeline
    rng = random.Random(f"cloister {sample.name} {tower.seed}")
    ticks = count(tower.starts_ms, tower.step_ms)
    words = {
        event.seat: event.word for entry in timeline.entries if isinstance(event := entry.event, Seated) and event.word
    }
    (started,) = [entry.event for entry in timeline.entries if isinstance(entry.event, Started)]
    session = Session.create(
        MemoryStore(), registry(), msgspec.structs.replace(started, dice="tower", cards="tower"), session=tower.session,
        tower=build(rng.randbytes(32), rng.randbytes(32), tower.rolls), words=words, clock=lambda: next(ticks),
    )  # fmt: skip
    notes: list[Posted] = []
    moves = 0
    for step in _steps(timeline):
        if isinstance(step, Posted):
            notes.append(step)
        elif moves < most:
            seat, move = step
            answer = submit(session, seat, [Request(Written(move))], after=session.head.seq, notes=notes)
            assert answer.done, (answer, move)
            notes, moves = [], moves + 1
    session.note(*notes)
    return session


def written(session: Session) -> str:
    return transcript_of(Timeline.read(session.store, registry(), session.row.session, ALL, now=True))


def main() -> None:
    for name in TOWERS:
        sample, session = recording(name).sample, played_again(name)
        export = "".join(f"{line}\n" for line in export_lines(session.store, registry(), session.row.session, ALL))
        path = Path(str(session.game.meta.folder.joinpath("recordings", sample.name)))
        text = export if sample.is_export else written(session)
        path.with_suffix(".jsonl" if sample.is_export else ".txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
