"""Why a value is what it is: the lines that are named make it, and no other line does."""

from functools import cache
from random import Random

import pytest

from events.errors import RefusedError
from events.facts import TABLE, Chance, Effect, Move
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.record import record_text
from replay.posts.samples import samples
from replay.reading.timeline import Timeline
from replay.reading.why import standing, value_at, why, without

NAMES = [(slug, sample.name) for slug in sorted(shelf()) for sample in samples(slug) if not sample.is_export]
PLACES = 4
LINES = 25


@cache
def told(slug: str, name: str) -> Timeline:
    """A sample, recorded, as the table knows it."""
    store = MemoryStore()
    text = next(sample.text for sample in samples(slug) if sample.name == name)
    return Timeline.read(store, shelf(), record_text(store, shelf(), text).session, TABLE)


def places(timeline: Timeline) -> list[str]:
    """The places that a description of the last position tells of."""
    fields = timeline.game.editor.fields
    assert fields is not None
    return [place for place, _ in fields.describe(timeline.position(timeline.last))]


@pytest.mark.parametrize(("slug", "name"), NAMES)
def test_no_line_of_another_move_changes_the_value(slug: str, name: str) -> None:
    """Any other line may be left out of the fold: the value stays; the last of those that are named made it."""
    timeline, generator = told(slug, name), Random(f"{slug} {name}")
    chain, tried = standing(timeline, timeline.last), 0
    known = [place for place in places(timeline) if value_at(timeline, place, timeline.position(timeline.last))]
    for place in generator.sample(known, min(PLACES, len(known))):
        found = why(timeline, place, timeline.last)
        moves = {one.move for one in found.lines}
        others = [
            seq for seq in chain
            if isinstance(timeline.entries[seq - 1].fact, Move | Chance | Effect)
            and timeline.group_at(seq).first not in moves
        ]  # fmt: skip
        for seq in generator.sample(others, min(LINES, len(others))):
            assert without(timeline, place, chain, {seq}) in (found.value, None), (place, timeline.tell(seq))
            tried += 1
        made = [one for one in found.lines if one.was != one.now]
        if made:
            assert made[-1].now == found.value
    assert tried


def test_a_territory_leads_to_the_lines_that_took_and_filled_it() -> None:
    timeline = told("risk", "mistakes")
    found = why(timeline, "ontario", timeline.last)
    assert found.lines
    assert sum("Ontario" in one.told for one in found.lines) > 1
    assert found.lines[-1].now == found.value


@pytest.mark.parametrize("place", ["", "moon", "x" * 500, "hand nobody"])
def test_a_place_that_is_none_says_which_there_are(place: str) -> None:
    timeline = told("risk", "mistakes")
    with pytest.raises(RefusedError, match="has no value here; places are"):
        why(timeline, place, timeline.last)


def test_a_line_that_is_not_there_is_refused() -> None:
    timeline = told("risk", "mistakes")
    with pytest.raises(RefusedError, match="there is no line"):
        why(timeline, "ontario", timeline.last + 1)
