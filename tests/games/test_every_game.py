"""What holds for every game on the shelf, with every number of seats: twenty random sessions each, played to the end.

Each law is tried over all seeds and seats. What costs most is sampled where it is said: pictures and sentences are made
of every line for the last seed, of some lines for the others.
"""

import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from long_runs import some_short
from players import CAP, GAMES, SEEDS, founded, play_on, quick, tables

from events.errors import UnplayableError
from events.facts import ALL, TABLE, Effect, Move
from events.store.memory import MemoryStore
from events.store.sqlite import SqliteStore
from projections.draft import objections
from projections.game import Game
from replay.audit.audit import audit_session
from replay.exchange.bundle import export_lines, import_bundle, read_bundle
from replay.live.encoding import fingerprint
from replay.live.session import Session
from replay.reading.timeline import Timeline

SHORT = 2
"""So many seeds are tried every time, the others with the long runs."""
CASES = some_short(((slug, seats, seed) for slug, seats in tables() for seed in SEEDS), lambda case: case[2] < SHORT)
WHOLE = SEEDS[-1:]
"""Of these every line is drawn and told, and the log exported for a seat too; of the others every fortieth line."""
LINES = SEEDS[-3:]
"""Of these legal moves are compared at every line."""
PROBES = 3
"""So many moves, mostly illegal ones, are asked about at each move for each seat."""

every_session = pytest.mark.parametrize(("slug", "seats", "seed"), CASES)
every_table = pytest.mark.parametrize(("slug", "seats"), tables())


@lru_cache(maxsize=8)
def read(store: SqliteStore, name: str, viewer: str) -> Timeline:
    """A session as a viewer may know it; the laws that are tried on it after one another share it."""
    return Timeline.read(store, GAMES, name, viewer)


class Recording(NamedTuple):
    """A session as it was played, and the store that holds it."""

    session: Session
    store: SqliteStore

    @property
    def name(self) -> str:
        return self.session.row.session

    @property
    def viewers(self) -> tuple[str, ...]:
        return (ALL, *self.session.started.seats)

    def timeline(self, viewer: str) -> Timeline:
        return read(self.store, self.name, viewer)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("every-game") / "bell.db"


@pytest.fixture(scope="module")
def shared(path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(path)
    yield opened
    opened.close()


@lru_cache(maxsize=len(SEEDS))
def recorded(store: SqliteStore, slug: str, seats: int, seed: int) -> Recording:
    """A random session, played by the tower into the store."""
    session = founded(store, slug, seats, session=f"{slug}-{seats}-seed-{seed}")
    return Recording(play_on(session, seed=seed), store)


@pytest.fixture
def recording(shared: SqliteStore, slug: str, seats: int, seed: int) -> Recording:
    return recorded(shared, slug, seats, seed)


@every_session
def test_stored_and_read_back_equal(recording: Recording, path: Path) -> None:
    played = recording.session.table
    reopened = SqliteStore(path)
    read = Timeline.read(reopened, GAMES, recording.name, TABLE)
    assert read.lines == played.lines
    assert read.entries == played.entries
    assert read.reading.positions == played.positions
    prints = reopened.fingerprints(recording.name)
    ends = [group.last for group in read.groups if isinstance(group.head.fact, Move)]
    assert {*ends[:-1], read.last} <= prints.keys(), "the last move and what opens the session are stored as one"
    assert all(prints[seq] == (read.game.meta.shape, fingerprint(read.position(seq))) for seq in prints)
    reopened.close()


@every_session
def test_audit_finds_nothing(recording: Recording) -> None:
    over = recording.session.status.outcome is not None
    for viewer in (TABLE, ALL, recording.session.started.seats[-1]) if over else (TABLE,):
        report = audit_session(recording.store, GAMES, recording.name, viewer)
        assert report.findings == ()
        assert report.unchecked == () or not over


@every_table
def test_some_random_games_end(shared: SqliteStore, slug: str, seats: int) -> None:
    """Where aimless players never get there, they are given something to lean to in `players.LEANS`."""
    assert any(recorded(shared, slug, seats, seed).session.status.outcome for seed in SEEDS)


@every_session
def test_invariants_hold_between_moves_and_nobody_is_stuck(slug: str, seats: int, seed: int) -> None:
    """A game without a store: `choose` fails at a dead end."""
    game, positions = GAMES[slug], [position for _, position in quick(slug, seats, seed, CAP)]
    for position in positions:
        assert [invariant.name for invariant in game.rules.invariants if not invariant.holds(position)] == []
        outcome = game.rules.status(position).outcome
        assert bool(outcome) == (position is positions[-1]) or len(positions) > CAP
        assert not outcome or game.rules.status(position).awaited == ()


@every_session
def test_the_reducer_leaves_its_argument_alone(recording: Recording) -> None:
    played, game = recording.session.table, recording.session.game
    for before, after, entry in zip(played.positions, played.positions[1:], played.entries[1:], strict=False):
        shown = msgspec.json.encode(before)
        assert game.rules.reducer(before, entry.fact) == after
        assert msgspec.json.encode(before) == shown


@every_session
def test_what_a_viewer_knows_is_enough(recording: Recording, seed: int) -> None:
    """Status is the same for every viewer at every line; a seat's legal moves and refusals are the table's.

    Legal moves are compared at every line for the last seeds, else between moves, as are refusals.
    """
    game, table = recording.session.game, recording.session.table
    due = [game.rules.status(position) for position in table.positions]
    moves = [entry.fact for entry in table.entries if isinstance(entry.fact, Move)]
    between = {entry.seq - 1 for entry in table.entries if isinstance(entry.fact, Move)} | {table.seq}
    chooser = random.Random(seed)
    for viewer in recording.viewers:
        seen = recording.timeline(viewer).reading.positions
        assert [game.rules.status(position) for position in seen] == due
        for entry, mine, true in zip(table.entries, seen, table.positions, strict=True) if viewer != ALL else ():
            if entry.seq in between or seed in LINES:
                assert list(game.rules.legal(mine, viewer)) == list(game.rules.legal(true, viewer))
            for probe in chooser.sample(moves, min(PROBES, len(moves))) if entry.seq in between else ():
                asked = msgspec.structs.replace(probe, player=viewer)
                assert against(game, mine, asked) == against(game, true, asked)


def against(game: Game[Any, Any], position: Any, move: Move) -> Any:
    """All that speaks against a move."""
    try:
        return objections(game.rules, position, move)
    except UnplayableError as error:
        return str(error)


@every_session
def test_drawn_written_and_told(recording: Recording, seed: int) -> None:
    for viewer, step in ((ALL, 1 if seed in WHOLE else 40), (TABLE, 20 if seed in WHOLE else 400)):
        timeline = recording.timeline(viewer)
        for seq in {*range(1, timeline.last + 1, step), timeline.last}:
            drawing = ET.fromstring(timeline.svg(seq))
            assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
            assert drawing.findtext("{http://www.w3.org/2000/svg}title")
            assert timeline.text(seq).strip()
            assert timeline.tell(seq).strip()
            assert "\n" not in timeline.tell(seq)


@every_session
def test_every_effect_has_a_rule_of_the_rulebook(recording: Recording) -> None:
    rulebook = recording.session.game.meta.rulebook
    unnamed = [
        entry
        for entry in recording.session.table.entries
        if isinstance(entry.fact, Effect) and entry.rule not in rulebook
    ]
    assert unnamed == []


@every_session
def test_exported_and_imported_with_equal_digests(recording: Recording, seed: int) -> None:
    """Taken out as a viewer may know it and brought in elsewhere, a log is the same log and says the same to them."""
    for viewer in (ALL, TABLE, recording.session.started.seats[0]) if seed in WHOLE else (ALL,):
        text = "".join(f"{line}\n" for line in export_lines(recording.store, GAMES, recording.name, viewer))
        elsewhere = MemoryStore()
        row = import_bundle(elsewhere, read_bundle(text, GAMES))
        assert elsewhere.lines(row.session) == recording.store.lines(row.session)
        there = Timeline.read(elsewhere, GAMES, row.session, viewer)
        here = recording.timeline(viewer)
        assert there.entries == here.entries
        assert there.reading.positions == here.reading.positions
        assert "".join(f"{line}\n" for line in export_lines(elsewhere, GAMES, row.session, viewer)) == text


@every_table
def test_positions_share_what_did_not_change(shared: SqliteStore, slug: str, seats: int) -> None:
    """A line about the conduct of a session leaves the very position that stood before."""
    recording = recorded(shared, slug, seats, 0)
    table = recording.session.table
    pairs = [(before, after) for before, after in pairwise(table.positions[:4]) if before is after]
    assert pairs
