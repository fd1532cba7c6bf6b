"""What a viewer knows after each entry, and which entries make a value."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from random import Random
from typing import Any

import pytest
from long_runs import is_short_sample, some_short
from recordings import recording

from events.codec import Codec, Opening
from events.entry import Entry, Line, Secret
from events.errors import RefusedError
from events.events import ALL, OMNISCIENT, UNKNOWN, Chance, Effect, Move, SessionEvent, Started
from events.session_events import ItemRevealed, SecretsOpened, TakenBack
from events.store.sqlite import SqliteStore
from projections.game import Game
from projections.registry import registry
from replay.importing.samples import samples
from replay.reading.audience import knows
from replay.reading.provenance import Why, standing, value_at, why, without
from replay.reading.reading import Reading
from replay.reading.timeline import Timeline
from webui.cli import run

NAMES = [(slug, sample.name) for slug in sorted(registry()) for sample in samples(slug) if not sample.is_export]


def places(timeline: Timeline) -> list[str]:
    fields = timeline.game.editor.fields
    assert fields is not None
    return [place for place, _ in fields.describe(timeline.position(timeline.last))]


def others(timeline: Timeline, found: Why, at: int) -> list[int]:
    named = {one.seq for one in found.lines}
    return [
        seq for seq in standing(timeline, at)
        if isinstance(timeline.entries[seq - 1].event, Move | Chance | Effect) and seq not in named
    ]  # fmt: skip


@pytest.mark.sampled
@pytest.mark.parametrize(("slug", "name"), some_short(NAMES, is_short_sample))
def test_names_every_entry_that_changes_a_value(slug: str, name: str) -> None:
    timeline, generator = recording(f"{slug}-{name}").timeline, Random(f"{slug} {name}")
    tried = 0
    for at in (timeline.last, generator.randrange(timeline.last // 2, timeline.last)):
        chain, position = standing(timeline, at), timeline.position(at)
        known = [place for place in places(timeline) if value_at(timeline, place, position)]
        for place in generator.sample(known, min(3, len(known))):
            found = why(timeline, place, at)
            left = others(timeline, found, at)
            for seq in generator.sample(left, min(20, len(left))):
                assert without(timeline, place, chain, {seq}) in (found.value, None), (place, timeline.sentence(seq))
                tried += 1
            made = [one for one in found.lines if one.was != one.now]
            if made:
                assert made[-1].now == found.value
    assert tried


@pytest.mark.parametrize(("slug", "name", "place"), [
    ("daleks", "rulebook-regeneration", "discards location"), ("ccg", "rulebook-game", "cards so far"),
])  # fmt: skip
def test_names_entries_that_a_value_depends_on_indirectly(slug: str, name: str, place: str) -> None:
    timeline = recording(f"{slug}-{name}").timeline
    chain = standing(timeline, timeline.last)
    found = why(timeline, place, timeline.last)
    for seq in others(timeline, found, timeline.last):
        assert without(timeline, place, chain, {seq}) in (found.value, None), timeline.sentence(seq)
    assert [one for one in found.lines if one.was == one.now]


@pytest.mark.parametrize("place", ["ontario", "SEA"])
def test_a_search_by_halving_finds_the_same_entries(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = recording("risk-mistakes").timeline
    at_once = why(timeline, place, timeline.last)
    monkeypatch.setattr("replay.reading.provenance._ALONE", 20)
    assert why(timeline, place, timeline.last) == at_once


def test_explains_a_territory_and_refuses_an_unknown_entry() -> None:
    timeline = recording("risk-mistakes").timeline
    found = why(timeline, "ontario", timeline.last)
    assert found.lines
    assert sum("Ontario" in one.told for one in found.lines) > 1
    assert found.lines[-1].now == found.value
    with pytest.raises(RefusedError, match="does not exist"):
        why(timeline, "ontario", timeline.last + 1)


@pytest.mark.parametrize("place", ["", "moon", "x" * 500, "hand nobody"])
def test_refuses_an_unknown_field_and_lists_known_fields(place: str) -> None:
    timeline = recording("risk-mistakes").timeline
    with pytest.raises(RefusedError, match=r"is not a field with a value here\. Fields: "):
        why(timeline, place, timeline.last)


class Naive:
    """A reading that computes every position from the entries each time."""

    def __init__(
        self, game: Game[Any, Any], codec: Codec, viewer: str, data: Any, lines: Sequence[Line],
        secrets: Sequence[Secret],
    ) -> None:  # fmt: skip
        self.game, self.codec, self.viewer, self.data = game, codec, viewer, data
        self.lines, self.secrets = lines, secrets
        started = codec.decode(lines[0]).event
        assert isinstance(started, Started)
        self.started = started

    def openings(self, upto: int) -> Mapping[int, Opening]:
        events = [self.codec.decode(line).event for line in self.lines[:upto]]
        unsealed = [event.to for event in events if isinstance(event, SecretsOpened)]
        found: dict[int, dict[tuple[str, int], tuple[str, str] | None]] = {}
        for one in self.secrets:
            if knows(self.viewer, one.audience, unsealed[-1] if unsealed else "", self.started.seats):
                pair = None if one.salt is None or one.value is None else (one.salt, one.value)
                found.setdefault(one.seq, {})[one.field, one.item] = pair
        for line, event in zip(self.lines, events, strict=False):
            if isinstance(event, ItemRevealed):
                told = self.codec.decode(line, found.get(line.seq, {})).event
                assert isinstance(told, ItemRevealed)
                if told.value != UNKNOWN:
                    text = self.codec._encoder.encode(told.value).decode()
                    found.setdefault(told.line, {})[told.field, told.item] = ("", text)
        return found

    def after(self, entry: Entry, positions: Sequence[Any]) -> Any:
        event = entry.event
        if isinstance(event, Started):
            return self.game.set_up(event, {name: self.data(digest) for name, digest in event.data.items()})
        if isinstance(event, TakenBack):
            return positions[event.to - 1]
        return positions[-1] if isinstance(event, SessionEvent) else self.game.rules.reducer(positions[-1], event)

    def fold(self, upto: int, known: int) -> list[Any]:
        openings, positions = self.openings(known), list[Any]()
        for line in self.lines[:upto]:
            positions.append(self.after(self.codec.decode(line, openings.get(line.seq, {})), positions))
        return positions

    def as_then(self) -> list[Any]:
        positions, openings = list[Any](), self.openings(0)
        for line in self.lines:
            entry = self.codec.decode(line, openings.get(line.seq, {}))
            if isinstance(entry.event, TakenBack) and entry.event.knows:
                positions.append(self.fold(entry.event.to, line.seq - 1)[-1])
            else:
                positions.append(self.after(entry, positions))
            if isinstance(entry.event, ItemRevealed | SecretsOpened):
                openings = self.openings(line.seq)
                positions[-1] = self.fold(line.seq, line.seq)[-1]
        return positions


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    """A database with all samples."""
    db = tmp_path_factory.mktemp("all") / "bell.db"
    assert run(["--db", str(db), "demo", "--no-serve"]) == 0
    with closing(SqliteStore(db)) as found:
        yield found


@pytest.mark.long
def test_reading_equals_a_full_replay_for_every_sample(store: SqliteStore) -> None:
    told = 0
    for row in store.sessions():
        game, codec = registry()[row.game], registry().codec(row.game)
        lines, secrets = store.lines(row.session), store.secrets(row.session)
        disclosed = [line.seq for line in lines if isinstance(codec.decode(line).event, ItemRevealed | SecretsOpened)]

        def data(digest: str) -> bytes:
            return store.data(digest).encode()

        started = codec.decode(lines[0]).event
        assert isinstance(started, Started)
        for viewer in (OMNISCIENT, ALL, started.seats[0]) if disclosed else ():
            naive = Naive(game, codec, viewer, data, lines, secrets)
            for now in (False, True):
                expected = naive.fold(len(lines), len(lines)) if now else naive.as_then()
                whole: Reading[Any] = Reading(game, codec, viewer, data, now=now)
                whole.feed(lines, secrets)
                assert whole.positions == expected, (row.alias, viewer, now)
                parts: Reading[Any] = Reading(game, codec, viewer, data, now=now)
                size = -(-len(lines) // 7)
                for first in range(0, len(lines), size):
                    part = lines[first : first + size]
                    numbers = {line.seq for line in part}
                    parts.feed(part, [one for one in secrets if one.seq in numbers])
                assert (parts.positions, parts.entries) == (whole.positions, whole.entries), (row.alias, viewer, now)
                for seq in (1, len(lines) // 2, *(max(1, line - 1) for line in disclosed)):
                    assert parts.known_at(seq) == naive.fold(seq, len(lines))[-1], (row.alias, viewer, now, seq)
                told += 1
    assert told > 60
