"""Whole sessions by the tower that ship: seats with a player each, and what is said at the table.

The secrets of a table's tower come of its name and seed, so every run has the same dice and shuffles.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from events.conduct import Posted
from events.facts import ALL, Move, Started
from events.store.memory import MemoryStore
from projections.game import Game
from projections.shelf import shelf
from projections.terms import Written
from replay.chance.tower import build
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.export_text import transcript_of
from replay.reading.timeline import Timeline

_MOST: Final = 3000


class Player(Protocol):
    """Who chooses a seat's moves."""

    def choose(self, position: Any, seat: str) -> Move:
        """A legal move in a position as the seat knows it."""


class Table(NamedTuple):
    """One session that ships: its name, what each seat begins with, and what is said at it."""

    name: str
    session: str
    title: str
    begins: Mapping[str, str]
    seed: int
    talk: Sequence[tuple[int, str, str]] = ()
    after: Sequence[tuple[str, str]] = ()
    options: Mapping[str, Any] = {}


def play_at(
    table: Table, game: Game[Any, Any], begin: Callable[[str, str], Move], player: Callable[[int], Player], *,
    where: str, rolls: int,
) -> Session:  # fmt: skip
    """Play a session to its end, as its players would: each from its own position.

    `begin` is the first move of a seat with what it begins with; talk is posted `where`, the tower has `rolls` keys.
    """
    session = _opened(table, game, rolls)
    for seat, thing in table.begins.items():
        _file(session, seat, begin(seat, thing), [])
    players = {seat: player(table.seed * 100 + at) for at, seat in enumerate(table.begins)}
    said = 0
    for _ in range(_MOST):
        status = session.status
        if status.outcome:
            break
        notes = [_posted(who, text, where) for turn, who, text in table.talk if said < turn <= status.turn]
        said = max(said, status.turn)
        seat = status.awaited[0]
        _file(session, seat, players[seat].choose(session.view(seat).position, seat), notes)
    session.note(*(_posted(who, text, where) for who, text in table.after))
    return session


def _opened(table: Table, game: Game[Any, Any], rolls: int) -> Session:
    rng = random.Random(f"cloister {table.name} {table.seed}")
    ticks = count(1_795_000_000_000, 900_000)
    started = Started(
        game.meta.slug, game.meta.rules_number, tuple(table.begins), dict(table.options), title=table.title
    )
    tower = build(rng.randbytes(32), rng.randbytes(32), rolls)
    return Session.create(
        MemoryStore(), shelf(), started, session=table.session, tower=tower, clock=lambda: next(ticks)
    )  # fmt: skip


def _posted(author: str, text: str, where: str) -> Posted:
    return Posted(author.capitalize(), text, where=where)


def _file(session: Session, seat: str, move: Move, notes: Sequence[Posted]) -> None:
    """File a move, with what is said before it."""
    answer = submit(session, seat, [Request(Written(move))], after=session.head.seq, notes=notes)
    assert answer.done, (answer, move)


def written(session: Session) -> str:
    """The session as everybody may know it when it is over, as a transcript."""
    return transcript_of(Timeline.read(session.store, shelf(), session.row.session, ALL, now=True))


def write_all(game: Game[Any, Any], tables: Iterable[Table], play: Callable[[Table], Session]) -> None:
    """Play the sessions of a game and write their transcripts to its recordings."""
    for table in tables:
        path = Path(str(game.meta.folder.joinpath("recordings", f"{table.name}.txt")))
        path.write_text(written(play(table)), encoding="utf-8")
