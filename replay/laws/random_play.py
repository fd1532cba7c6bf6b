"""Random legal play of a game: quickly, or recorded with the built-in dice roller."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from events.entry import Entry
from events.errors import RefusedError
from events.events import Move, Started
from events.store.memory import MemoryStore
from events.store.rows import TowerRow
from projections.contracts import RandomSource, Written
from projections.game import Game
from projections.registry import Registry
from replay.chance.random_source import SeededChance
from replay.chance.tower import build
from replay.session.session import Session
from replay.session.submission import Request, submit

SEATS: Final = ("black", "yellow", "red", "green", "blue", "white", "pink", "grey")  # the names of seats in random play
ROLLS: Final = 16_384


class DeadEndError(Exception):
    """The game is not over, and no awaited seat has a legal move."""


class Step(NamedTuple):
    """A move with its results, or the set-up: the position before it (None for the set-up), its entries, and after."""

    before: Any
    entries: Sequence[Entry]
    after: Any


def started(game: Game[Any, Any], seats: int, version: int) -> Started:
    """Return the start of a session with this number of seats, with an option if the game requires one for it."""
    names = (*SEATS, *(f"seat-{number}" for number in range(len(SEATS), seats)))[:seats]
    start = Started(game.meta.slug, version, names)
    flags = [field for field in msgspec.structs.fields(game.options) if field.type is bool]
    for options in ({}, *({flag.name: not flag.default} for flag in flags)):
        with suppress(RefusedError):
            game.set_up(msgspec.structs.replace(start, options=options))
            return msgspec.structs.replace(start, options=options)
    return start


def offered(game: Game[Any, Any], position: Any) -> list[Any]:
    """Return all legal moves of the awaited seats."""
    status = game.rules.status(position)
    return [move for seat in status.awaited for move in game.rules.legal(position, seat)]


def play(
    game: Game[Any, Any], start: Started, seed: int, most: int, source: RandomSource | None = None,
    moves: Sequence[Move] | None = None,
) -> Iterator[Step]:  # fmt: skip
    """Yield the set-up and up to `most` moves, chosen at random or given.

    Raises:
        DeadEndError: the game is not over, and no awaited seat has a legal move.
    """
    chooser, source = SeededChance(seed), source or SeededChance(seed)
    entries, position = game.begin(start, source)
    yield Step(None, entries, position)
    for number in range(most if moves is None else len(moves)):
        if game.rules.status(position).outcome:
            return
        move = choose(game, position, chooser) if moves is None else moves[number]
        before = position
        entries, position = game.play(before, move, source)
        yield Step(before, entries, position)


def choose(game: Game[Any, Any], position: Any, chooser: SeededChance) -> Any:
    """Return a random legal move. Rare kinds of move are as likely as others."""
    moves = offered(game, position)
    if not moves:
        raise DeadEndError(f"no legal move for {', '.join(game.rules.status(position).awaited) or 'any seat'}")
    kinds = list(dict.fromkeys(map(type, moves)))
    kind = chooser.random.choice(kinds)
    return chooser.random.choice([move for move in moves if type(move) is kind])


@cache
def dice_roller() -> TowerRow:
    """Return the same dice roller in every call. Its dice are for checks only."""
    return build(b"\7" * 32, b"\3" * 32, ROLLS)


def recorded(game: Game[Any, Any], start: Started, seed: int, most: int) -> Session:
    """Record a session of up to `most` random moves in memory. A refused move ends it."""
    session = Session.create(MemoryStore(), Registry([game]), start, session="checkedgames", tower=dice_roller())
    chooser = SeededChance(seed)
    for _ in range(most):
        if session.status.outcome:
            break
        move = choose(game, session.position, chooser)
        if submit(session, move.player, [Request(Written(move))]).refused:
            break
    return session
