"""Laws of every game, checked on random sessions that are played to the end and stored once each."""

import random
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from long_runs import some_short
from players import CAP, GAMES, SEEDS, founded, play_on, quick, tables

from events.errors import UnplayableError
from events.events import ALL, OMNISCIENT, Drawn, Effect, Move, Passed, Revealed, Rolled, Shuffled, Started
from events.store.memory import MemoryStore
from events.store.sqlite import SqliteStore
from projections.described import DESCRIBED
from projections.draft import find_conflicts
from projections.game import Game
from projections.sentence_table import SentenceTable
from replay.audit.audit import audit_session
from replay.reading.timeline import Timeline
from replay.session.encoding import fingerprint
from replay.transfer.bundle import export_lines, import_bundle, read_bundle

BIG = (("daleks", 1, 0), ("daleks", 2, 3), ("risk", 2, 1), ("ccg", 2, 3))
CASES = some_short(
    ((slug, seats, seed) for slug, seats in tables() for seed in SEEDS),
    lambda case: case in BIG or (case[0] in ("toy", "keys") and case[2] == 0),
)
PROBES = 3
"""Moves, mostly illegal ones, that are tried for each seat before each move."""


class Recording:
    """A random session in a store, as each viewer may know it."""

    def __init__(self, path: Path, slug: str, seats: int, seed: int) -> None:
        self.path, self.seed, self.store = path, seed, SqliteStore(path)
        self.session = play_on(founded(self.store, slug, seats, session=f"{slug}-{seats}-seed-{seed}"), seed=seed)
        self.game, self.table = self.session.game, self.session.table
        self.name, self.seats = self.session.row.session, self.session.started.seats
        self.moves = [entry for entry in self.table.entries if isinstance(entry.event, Move)]
        self.between = {entry.seq - 1 for entry in self.moves} | {self.table.seq}
        self.is_whole, self.is_dense = seed in SEEDS[-1:], seed in SEEDS[-3:]

    @cached_property
    def timelines(self) -> dict[str, Timeline]:
        return {
            viewer: Timeline.read(self.store, GAMES, self.name, viewer) for viewer in (OMNISCIENT, ALL, *self.seats)
        }


@pytest.fixture
def recording(tmp_path: Path, slug: str, seats: int, seed: int) -> Iterator[Recording]:
    found = Recording(tmp_path / "bell.db", slug, seats, seed)
    yield found
    found.store.close()


@pytest.mark.parametrize(("slug", "seats", "seed"), CASES)
@pytest.mark.sampled
def test_random_session_passes_every_check(recording: Recording) -> None:
    reads_back_as_stored(recording)
    audit_finds_nothing(recording)
    invariants_hold_between_moves(recording)
    reducer_does_not_change_its_argument(recording)
    viewers_know_enough(recording)
    every_entry_can_be_shown(recording)
    effects = [entry for entry in recording.table.entries if isinstance(entry.event, Effect)]
    assert [entry for entry in effects if entry.rule not in recording.game.meta.rulebook] == []
    exports_and_imports_the_same_log(recording)
    assert any(before is after for before, after in pairwise(recording.table.positions[:4])), "positions are shared"


def reads_back_as_stored(of: Recording) -> None:
    reopened = SqliteStore(of.path)
    read, played = Timeline.read(reopened, GAMES, of.name, OMNISCIENT), of.table
    assert (read.lines, read.entries, read.reading.positions) == (played.lines, played.entries, played.positions)
    prints = reopened.fingerprints(of.name)
    ends = [group.last for group in read.groups if isinstance(group.head.event, Move)]
    assert {*ends[:-1], read.last} <= prints.keys(), "the last move and what opens the session are stored as one"
    assert all(prints[seq] == (read.game.meta.shape, fingerprint(read.position(seq))) for seq in prints)
    reopened.close()


def audit_finds_nothing(of: Recording) -> None:
    over = of.session.status.outcome is not None
    for viewer in (OMNISCIENT, ALL, of.seats[-1]) if over else (OMNISCIENT,):
        report = audit_session(of.store, GAMES, of.name, viewer)
        assert report.findings == ()
        assert report.unchecked == () or not over


def invariants_hold_between_moves(of: Recording) -> None:
    """`choose` has already failed if no seat had a move."""
    for seq in of.between:
        position, status = of.table.positions[seq - 1], of.game.rules.status(of.table.positions[seq - 1])
        assert [invariant.name for invariant in of.game.rules.invariants if not invariant.holds(position)] == []
        assert bool(status.outcome) == (seq == of.table.seq) or len(of.moves) == CAP
        assert not status.outcome or status.awaited == ()


def reducer_does_not_change_its_argument(of: Recording) -> None:
    for before, after, entry in zip(of.table.positions, of.table.positions[1:], of.table.entries[1:], strict=False):
        shown = msgspec.json.encode(before)
        assert of.game.rules.reducer(before, entry.event) == after
        assert msgspec.json.encode(before) == shown


def viewers_know_enough(of: Recording) -> None:
    """Check that each viewer sees the same status, and that a seat's view is enough for its moves and refusals."""
    rules, positions = of.game.rules, of.table.positions
    statuses = [rules.status(position) for position in positions]
    chooser, moves = random.Random(of.seed), [entry.event for entry in of.moves]
    for seq in of.between:
        public, full = of.timelines[ALL].reading.positions[seq - 1], positions[seq - 1]
        for seat in statuses[seq - 1].awaited:
            assert of.game.meta.slug == "toy" or set(rules.legal(public, seat)) <= set(rules.legal(full, seat))
            silent = rules.implied_pass(full, seat)
            assert silent is None or silent in rules.legal(full, seat)
    for viewer in (ALL, *of.seats):
        seen = of.timelines[viewer].reading.positions
        assert [rules.status(position) for position in seen] == statuses
        for seq, (mine, full) in enumerate(zip(seen, positions, strict=True), 1) if viewer != ALL else ():
            if seq in of.between or of.is_dense:
                assert list(rules.legal(mine, viewer)) == list(rules.legal(full, viewer))
            for probe in chooser.sample(moves, min(PROBES, len(moves))) if seq in of.between else ():
                tried = msgspec.structs.replace(probe, player=viewer)
                assert conflicts_of(of.game, mine, tried) == conflicts_of(of.game, full, tried)


def conflicts_of(game: Game[Any, Any], position: Any, move: Any) -> Any:
    try:
        return find_conflicts(game.rules, position, move)
    except UnplayableError as error:
        return str(error)


def every_entry_can_be_shown(of: Recording) -> None:
    for viewer, step in ((ALL, 1 if of.is_whole else 40), (OMNISCIENT, 20 if of.is_whole else 400)):
        timeline = of.timelines[viewer]
        for seq in {*range(1, timeline.last + 1, step), timeline.last}:
            drawing = ET.fromstring(timeline.svg(seq))
            assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
            assert drawing.findtext("{http://www.w3.org/2000/svg}title")
            assert timeline.text(seq).strip()
            assert timeline.sentence(seq).strip()
            assert "\n" not in timeline.sentence(seq)


def exports_and_imports_the_same_log(of: Recording) -> None:
    for viewer in (ALL, OMNISCIENT, of.seats[0]) if of.is_whole else (ALL,):
        text = "".join(f"{line}\n" for line in export_lines(of.store, GAMES, of.name, viewer))
        elsewhere = MemoryStore()
        session = import_bundle(elsewhere, read_bundle(text, GAMES)).session
        assert elsewhere.lines(session) == of.store.lines(session)
        there, here = Timeline.read(elsewhere, GAMES, session, viewer), of.timelines[viewer]
        assert (there.entries, there.reading.positions) == (here.entries, here.reading.positions)
        assert "".join(f"{line}\n" for line in export_lines(elsewhere, GAMES, session, viewer)) == text


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.rules.moves])
def test_move_table_has_every_kind_of_move(slug: str) -> None:
    game = GAMES[slug]
    assert game.rules.moves.keys() - {Passed} == {kind for kind in game.vocabulary if issubclass(kind, Move)}


@pytest.mark.parametrize(
    "slug", [slug for slug, game in GAMES.items() if isinstance(game.view.sentence, SentenceTable)]
)
def test_rows_of_the_sentence_table_are_the_vocabulary(slug: str) -> None:
    game = GAMES[slug]
    assert isinstance(game.view.sentence, SentenceTable)
    of_every_game = {Started, Passed, Rolled, Shuffled, Drawn, Revealed, *DESCRIBED}
    assert game.view.sentence.rows.keys() - of_every_game == {*game.vocabulary} - of_every_game


@pytest.mark.parametrize(("slug", "seats"), tables())
def test_some_random_games_end(slug: str, seats: int) -> None:
    """If none ends, give the players an inclination in `players.LEANS`."""
    ends = (list(quick(slug, seats, seed))[-1][1] for seed in SEEDS)
    assert any(GAMES[slug].rules.status(position).outcome for position in ends)
