"""Explain a value: the named entries make it, and no other entry changes it."""

from functools import cache
from random import Random

import pytest
from long_runs import is_short_sample, some_short

from events.errors import RefusedError
from events.facts import TABLE, Chance, Effect, Move
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.posts.record import record_text
from replay.posts.samples import samples
from replay.reading.timeline import Timeline
from replay.reading.why import Why, standing, value_at, why, without

NAMES = [(slug, sample.name) for slug in sorted(shelf()) for sample in samples(slug) if not sample.is_export]
PLACES = 3
LINES = 20


@cache
def told(slug: str, name: str) -> Timeline:
    store = MemoryStore()
    text = next(sample.text for sample in samples(slug) if sample.name == name)
    return Timeline.read(store, shelf(), record_text(store, shelf(), text).session, TABLE)


def places(timeline: Timeline) -> list[str]:
    fields = timeline.game.editor.fields
    assert fields is not None
    return [place for place, _ in fields.describe(timeline.position(timeline.last))]


def others(timeline: Timeline, found: Why, at: int) -> list[int]:
    named = {one.seq for one in found.lines}
    return [
        seq for seq in standing(timeline, at)
        if isinstance(timeline.entries[seq - 1].fact, Move | Chance | Effect) and seq not in named
    ]  # fmt: skip


@pytest.mark.parametrize(("slug", "name"), some_short(NAMES, is_short_sample))
def test_no_other_line_changes_the_value(slug: str, name: str) -> None:
    timeline, generator = told(slug, name), Random(f"{slug} {name}")
    tried = 0
    for at in (timeline.last, generator.randrange(timeline.last // 2, timeline.last)):
        chain, position = standing(timeline, at), timeline.position(at)
        known = [place for place in places(timeline) if value_at(timeline, place, position)]
        for place in generator.sample(known, min(PLACES, len(known))):
            found = why(timeline, place, at)
            left = others(timeline, found, at)
            for seq in generator.sample(left, min(LINES, len(left))):
                assert without(timeline, place, chain, {seq}) in (found.value, None), (place, timeline.tell(seq))
                tried += 1
            made = [one for one in found.lines if one.was != one.now]
            if made:
                assert made[-1].now == found.value
    assert tried


@pytest.mark.parametrize(("slug", "name", "place"), [
    ("daleks", "rulebook-regeneration", "discards location"), ("ccg", "rulebook-game", "cards so far"),
])  # fmt: skip
def test_lines_that_matter_each_are_named_though_together_they_do_not(slug: str, name: str, place: str) -> None:
    timeline = told(slug, name)
    chain = standing(timeline, timeline.last)
    found = why(timeline, place, timeline.last)
    for seq in others(timeline, found, timeline.last):
        assert without(timeline, place, chain, {seq}) in (found.value, None), timeline.tell(seq)
    assert [one for one in found.lines if one.was == one.now]


@pytest.mark.parametrize("place", ["ontario", "SEA"])
def test_explains_a_long_session_alike(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = told("risk", "mistakes")
    at_once = why(timeline, place, timeline.last)
    monkeypatch.setattr("replay.reading.why._ALONE", 20)
    assert why(timeline, place, timeline.last) == at_once


def test_explains_a_territory_and_refuses_an_unknown_entry() -> None:
    timeline = told("risk", "mistakes")
    found = why(timeline, "ontario", timeline.last)
    assert found.lines
    assert sum("Ontario" in one.told for one in found.lines) > 1
    assert found.lines[-1].now == found.value
    timeline = told("risk", "mistakes")
    with pytest.raises(RefusedError, match="there is no line"):
        why(timeline, "ontario", timeline.last + 1)


@pytest.mark.parametrize("place", ["", "moon", "x" * 500, "hand nobody"])
def test_refuses_an_unknown_place_with_the_known_ones(place: str) -> None:
    timeline = told("risk", "mistakes")
    with pytest.raises(RefusedError, match="has no value here; places are"):
        why(timeline, place, timeline.last)
