"""A recording written as a transcript and taken in anew: the same play comes back."""

from events.facts import TABLE, Effect, Fact, Move
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.export_text import transcript_of
from replay.posts.record import record_text
from replay.reading.timeline import Timeline


def must_be_told_again(timeline: Timeline) -> None:
    """Its transcript is taken in whole, and makes the same moves and effects and the same last position."""
    store = MemoryStore()
    result = record_text(store, shelf(), transcript_of(timeline))
    assert result.whole, result.lines[-1]
    again = Timeline.read(store, shelf(), result.session, TABLE)
    assert _told(again) == _told(timeline)
    assert again.position(again.last) == timeline.position(timeline.last)


def _told(timeline: Timeline) -> list[Fact]:
    """Moves and effects that stand, in their order."""
    standing = [entry for entry in timeline.entries if entry.seq not in timeline.struck]
    return [entry.fact for entry in standing if isinstance(entry.fact, Move | Effect)]
