"""What a viewer knows after each entry, compared with a naive reading of the whole log."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from events.codec import Codec, Opening
from events.conduct import Learned, TakenBack, Unsealed
from events.facts import ALL, TABLE, UNKNOWN, Conduct, Started
from events.line import Entry, Line, Secret
from events.store.sqlite import SqliteStore
from projections.game import Game
from projections.shelf import shelf
from replay.reading.reading import Reading, knows

PARTS = 7
"""The number of parts in which a log is read."""


class Naive:
    """A reading that computes every position from the entries each time."""

    def __init__(
        self, game: Game[Any, Any], codec: Codec, viewer: str, data: Any, lines: Sequence[Line],
        secrets: Sequence[Secret],
    ) -> None:  # fmt: skip
        self.game, self.codec, self.viewer, self.data = game, codec, viewer, data
        self.lines, self.secrets = lines, secrets
        started = codec.decode(lines[0]).fact
        assert isinstance(started, Started)
        self.started = started

    def openings(self, upto: int) -> Mapping[int, Opening]:
        facts = [self.codec.decode(line).fact for line in self.lines[:upto]]
        unsealed = [fact.to for fact in facts if isinstance(fact, Unsealed)]
        found: dict[int, dict[tuple[str, int], tuple[str, str] | None]] = {}
        for one in self.secrets:
            if knows(self.viewer, one.audience, unsealed[-1] if unsealed else "", self.started.seats):
                pair = None if one.salt is None or one.value is None else (one.salt, one.value)
                found.setdefault(one.seq, {})[one.field, one.item] = pair
        for line, fact in zip(self.lines, facts, strict=False):
            if isinstance(fact, Learned):
                told = self.codec.decode(line, found.get(line.seq, {})).fact
                assert isinstance(told, Learned)
                if told.value != UNKNOWN:
                    text = self.codec._encoder.encode(told.value).decode()
                    found.setdefault(told.line, {})[told.field, told.item] = ("", text)
        return found

    def after(self, entry: Entry, positions: Sequence[Any]) -> Any:
        fact = entry.fact
        if isinstance(fact, Started):
            return self.game.set_up(fact, {name: self.data(digest) for name, digest in fact.data.items()})
        if isinstance(fact, TakenBack):
            return positions[fact.to - 1]
        return positions[-1] if isinstance(fact, Conduct) else self.game.rules.reducer(positions[-1], fact)

    def fold(self, upto: int, known: int) -> list[Any]:
        openings, positions = self.openings(known), list[Any]()
        for line in self.lines[:upto]:
            positions.append(self.after(self.codec.decode(line, openings.get(line.seq, {})), positions))
        return positions

    def as_then(self) -> list[Any]:
        positions, openings = list[Any](), self.openings(0)
        for line in self.lines:
            entry = self.codec.decode(line, openings.get(line.seq, {}))
            if isinstance(entry.fact, TakenBack) and entry.fact.knows:
                positions.append(self.fold(entry.fact.to, line.seq - 1)[-1])
            else:
                positions.append(self.after(entry, positions))
            if isinstance(entry.fact, Learned | Unsealed):
                openings = self.openings(line.seq)
                positions[-1] = self.fold(line.seq, line.seq)[-1]
        return positions


@pytest.fixture(scope="module")
def store(recorded: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(recorded)) as found:
        yield found


@pytest.mark.long
def test_reads_every_sample_like_the_naive_reading(store: SqliteStore) -> None:
    told = 0
    for row in store.sessions():
        game, codec = shelf()[row.game], shelf().codec(row.game)
        lines, secrets = store.lines(row.session), store.secrets(row.session)
        disclosed = [line.seq for line in lines if isinstance(codec.decode(line).fact, Learned | Unsealed)]

        def data(digest: str) -> bytes:
            return store.data(digest).encode()

        started = codec.decode(lines[0]).fact
        assert isinstance(started, Started)
        for viewer in (TABLE, ALL, started.seats[0]) if disclosed else ():
            naive = Naive(game, codec, viewer, data, lines, secrets)
            for now in (False, True):
                expected = naive.fold(len(lines), len(lines)) if now else naive.as_then()
                whole: Reading[Any] = Reading(game, codec, viewer, data, now=now)
                whole.feed(lines, secrets)
                assert whole.positions == expected, (row.alias, viewer, now)
                parts: Reading[Any] = Reading(game, codec, viewer, data, now=now)
                size = -(-len(lines) // PARTS)
                for first in range(0, len(lines), size):
                    part = lines[first : first + size]
                    numbers = {line.seq for line in part}
                    parts.feed(part, [one for one in secrets if one.seq in numbers])
                assert (parts.positions, parts.entries) == (whole.positions, whole.entries), (row.alias, viewer, now)
                for seq in (1, len(lines) // 2, *(max(1, line - 1) for line in disclosed)):
                    assert parts.known_at(seq) == naive.fold(seq, len(lines))[-1], (row.alias, viewer, now, seq)
                told += 1
    assert told > 60
