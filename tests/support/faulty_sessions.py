"""Random sessions of any game with mistakes in them: moves that break rules, and results that are stated wrongly."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from players import START_MS, awaited_moves, choose
from round_trip import wild

from events.errors import BellError
from events.facts import TABLE, Effect, Move, Started
from events.store.memory import MemoryStore
from projections.draft import Draft, Stated, run
from projections.game import Game
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.findings import Report
from replay.chance.fate import SeededChance
from replay.live.session import Session

SEATS: Final = ("ann-lee", "the-orange", "k9-b")
MOVES: Final = 70
_SLIPS: Final = 0.08


def faulty_report(slug: str, seed: int, moves: int = MOVES) -> Report:
    game, chance = shelf()[slug], random.Random(seed)
    seats = SEATS[: chance.choice([count for count in game.meta.seat_counts if count in (2, 3)])]
    options = chance.choice(wild(slug).options) if slug != "keys" else {}
    told = {name: value for name, value in options.items() if value not in wild(slug).seats}
    start = Started(slug, game.meta.rules_number, seats, told, dice="typed", cards="typed")
    store = MemoryStore()
    session = Session.create(
        store, shelf(), start, session="faultyfaulty", fate=SeededChance(seed), clock=lambda: START_MS
    )
    for draft in _play(game, session, chance, SeededChance(seed + 1), moves):
        with session.writing():
            session.append(draft.entries, draft.now)
    return audit_session(store, shelf(), session.row.session, TABLE)


def _play(
    game: Game[Any, Any], session: Session, chance: random.Random, fate: SeededChance, moves: int
) -> Iterator[Draft[Any]]:
    how = wild(game.meta.slug)
    for _ in range(moves):
        position = session.position
        status = game.rules.status(position)
        if status.outcome:
            return
        if not awaited_moves(game, position, status):
            return
        move = choose(game, position, chance, status)
        slip = chance.random()
        if slip < _SLIPS and how.move:
            move = how.move(chance, position)
        try:
            stated = _misstated(game, position, move, chance) if status.seat and 1 - slip < _SLIPS else Stated()
            yield run(game.rules, position, move, fate, strict=False, stated=stated)
        except BellError:  # it names what is not there
            continue


def _misstated(game: Game[Any, Any], position: Any, move: Move, chance: random.Random) -> Stated:
    """The results of a move with one of them left out, or with one value of it changed."""
    due = [
        entry.fact
        for entry in run(game.rules, position, move, SeededChance(chance.randrange(999)), strict=False).entries
        if isinstance(entry.fact, Effect)
    ]
    if not due:
        return Stated()
    effect = chance.choice(due)
    if chance.random() < 0.3:
        return Stated(absent=(type(effect),))
    changes = list(_changes(effect, position.seats))
    return Stated((msgspec.structs.replace(effect, **chance.choice(changes)),)) if changes else Stated()


def _changes(effect: Effect, seats: Sequence[str]) -> Iterator[dict[str, Any]]:
    for name, value in msgspec.structs.asdict(effect).items():
        if name in effect.subject:
            continue
        if isinstance(value, bool):
            yield {name: not value}
        elif isinstance(value, int):
            yield {name: value + 1}
            yield {name: max(0, value - 1)} if value else {name: 2}
        elif value in seats:
            yield from ({name: seat} for seat in seats if seat != value)
        elif isinstance(value, tuple) and len(value) > 1:
            yield {name: value[1:]}
