"""The samples to which the first page of `demo` leads, recorded."""

from functools import cache

from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.samples import Sample, samples, take_in


@cache
def needed() -> tuple[Sample, ...]:
    return tuple(sample for slug in shelf() for sample in samples(slug) if sample.notes.sights)


def stored() -> MemoryStore:
    found = MemoryStore()
    for sample in needed():
        take_in(found, shelf(), sample, alias=sample.alias)
    return found
