"""The sessions that ship with the games, recorded once, and questions about them that tests ask."""

from functools import cache, cached_property
from typing import Any, NamedTuple

from events.facts import TABLE, Move
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.posts.record import RecordedPosts, record_text
from replay.posts.samples import Sample, samples, take_in
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

SAMPLES = {f"{slug}-{sample.name}": sample for slug in shelf() for sample in samples(slug)}


class Taken(NamedTuple):
    """The store and id of a recorded session; a transcript has what became of its lines too."""

    store: EventStore
    session: str
    result: RecordedPosts | None


class Recording:
    """A shipped session as the table sees it."""

    def __init__(self, name: str) -> None:
        self.sample: Sample = SAMPLES[name]

    @cached_property
    def taken(self) -> Taken:
        store = MemoryStore()
        if self.sample.is_export:
            return Taken(store, take_in(store, shelf(), self.sample), None)
        result = record_text(store, shelf(), self.sample.text)
        return Taken(store, result.session, result)

    @cached_property
    def timeline(self) -> Timeline:
        return Timeline.read(self.taken.store, shelf(), self.taken.session, TABLE)

    @cached_property
    def report(self) -> Report:
        return self.audit(TABLE)

    def audit(self, viewer: str) -> Report:
        return audit_session(self.taken.store, shelf(), self.taken.session, viewer)

    def facts(self, *kinds: type[Any], struck: bool = False) -> list[Any]:
        entries = [entry for entry in self.timeline.entries if (entry.seq in self.timeline.struck) is struck]
        return [entry.fact for entry in entries if isinstance(entry.fact, kinds or object)]

    def group(self, kind: type[Move], seat: str, nth: int = 0, *, struck: bool = False) -> Group:
        """A seat's move of a kind with its results, counted among those in force or among those taken back."""
        return [
            group
            for group in self.timeline.groups
            if isinstance(group.head.fact, kind)
            and group.head.by == seat
            and (group.first in self.timeline.struck) is struck
        ][nth]

    def before(self, kind: type[Move], seat: str, nth: int = 0, *, struck: bool = False) -> Any:
        return self.timeline.position(self.group(kind, seat, nth, struck=struck).first - 1)

    def after(self, kind: type[Move], seat: str, nth: int = 0, *, struck: bool = False) -> Any:
        return self.timeline.position(self.group(kind, seat, nth, struck=struck).last)

    def before_fact(self, fact: Any) -> Any:
        (seq,) = [entry.seq for entry in self.timeline.entries if entry.fact == fact]
        return self.timeline.position(seq - 1)

    @property
    def end(self) -> Any:
        return self.timeline.position(self.timeline.last)


recording = cache(Recording)
