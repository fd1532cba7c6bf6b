"""The shipped transcripts as timelines of everybody."""

from functools import cache

from recorded_pages import recorded_once

from events.facts import ALL
from projections.shelf import shelf
from replay.posts.samples import samples
from replay.reading.timeline import Timeline


@cache
def timeline_of(name: str, upto: int | None = None) -> Timeline:
    game, _, wanted = name.partition("/")
    store, session = recorded_once(next(one.text for one in samples(game) if one.name == wanted))
    return Timeline.read(store, shelf(), session, ALL, upto=upto)
