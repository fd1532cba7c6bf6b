"""The shipped transcripts as timelines of everybody."""

from functools import cache

from events.facts import ALL
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.record import record_text
from replay.posts.samples import samples
from replay.reading.timeline import Timeline


@cache
def timeline_of(name: str) -> Timeline:
    game, _, wanted = name.partition("/")
    text = next(one.text for one in samples(game) if one.name == wanted)
    store = MemoryStore()
    return Timeline.read(store, shelf(), record_text(store, shelf(), text).session, ALL)
