"""Twins of whole sessions with other hidden cards, and everything that a viewer gets of a session."""

import random
import re
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import sha256
from typing import Any, Final
from xml.parsers.expat import ParserCreate

import msgspec
import pytest
from players import GAMES, founded
from round_trip import Group, must_come_back
from spectator import without_hashes
from worlds import Swap, rigged, told

from events.facts import ALL, TABLE, UNKNOWN, Chance, Move, Shuffled
from events.store.memory import MemoryStore
from projections.draft import objections
from projections.terms import Written
from replay.audit.audit import audit_session
from replay.audit.findings import report_text
from replay.exchange.bundle import export_lines
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.reading.timeline import Timeline

NAME: Final = "wholesession"
PROBES: Final = 12
STEP: Final = 40
TRIES: Final = 6


def moves_of(session: Session) -> list[Move]:
    return [entry.fact for entry in session.table.entries if isinstance(entry.fact, Move)]


def again(session: Session, moves: Iterable[Move]) -> Session | None:
    """A session with the same start and these moves, or None if one of them does not fit."""
    started = session.started
    twin = founded(
        MemoryStore(), started.game, len(started.seats), session=session.row.session, options=started.options
    )
    for move in moves:
        if twin.table.unsealed or submit(twin, move.player, [Request(Written(move))]).refused:
            return None
    return twin


def swapped(session: Session, patch: pytest.MonkeyPatch, swap: Swap, left: int = 1) -> Session | None:
    """The same session without its last moves and with two items of a shuffle exchanged, if all moves fit."""
    rigged(patch, swap)
    return again(session, moves_of(session)[: -left or None])


def running(session: Session, left: int = 1) -> Session:
    """The same session before its last `left` moves, with nothing opened."""
    with pytest.MonkeyPatch.context() as patch:
        first = swapped(session, patch, Swap(0, 0, 0), left)
    assert first is not None
    return first


def learnt(session: Session, viewer: str) -> list[Any]:
    return [entry.fact for entry in session.view(viewer).entries if isinstance(entry.fact, Move | Chance)]


def at_stake(session: Session, chooser: random.Random) -> int:
    """How many moves from the end a move named a card, late in the session: there a hidden card matters."""
    moves = moves_of(session)
    named = [at for at, move in enumerate(moves) if getattr(move, "card", "") or getattr(move, "face", "")]
    return len(moves) - chooser.choice(named[len(named) // 2 :] or [len(moves) - 1])


def unseen(full: Any, seen: Any, pile: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(full, dict):
        for key, value in full.items():
            yield from unseen(value, seen.get(key), pile or str(key))
    elif isinstance(full, list | tuple):
        for one, other in zip(full, seen, strict=True):
            yield from unseen(one, other, pile)
    elif isinstance(full, str) and full != seen == UNKNOWN:
        yield pile, full


def twins(first: Session, viewer: str, chooser: random.Random) -> Iterator[tuple[str, Session]]:
    """For each pile a twin of a running session that differs in what the viewer never learns; of a hand, if it can."""
    hidden = list(unseen(*(msgspec.to_builtins(each) for each in (first.position, first.view(viewer).position))))
    stacked = {item for pile, item in hidden if re.search("deck|pile|times|lists", pile)}
    laid = {item for pile, item in hidden if not re.search("deck|pile|times|lists", pile)}
    last = {entry.fact.pile: entry.fact for entry in first.table.entries if isinstance(entry.fact, Shuffled)}
    with pytest.MonkeyPatch.context() as patch:
        for pile, shuffled in last.items():
            order = shuffled.order
            near = [at for at, item in enumerate(order) if item in laid]
            far = [at for at, item in enumerate(order) if item in stacked | laid]
            pairs = [(one, other) for one in near or far for other in far if order[one] != order[other]]
            for one, other in chooser.sample(pairs, min(TRIES, len(pairs))):
                second = swapped(first, patch, Swap(shuffled.j, *sorted((one, other))), 0)
                if second is None or second.position == first.position:
                    continue
                if learnt(second, viewer) == learnt(first, viewer):
                    yield pile, second
                    break


def glimpses(session: Session, viewer: str) -> Iterator[tuple[str, str]]:
    """Everything that a viewer gets of a running session, as names and texts with hashes replaced."""
    store, name, game = session.store, session.row.session, session.game
    timeline = Timeline.read(store, GAMES, name, viewer)
    yield "positions", sha256(b"\n".join(timeline.json(seq) for seq in range(1, timeline.last + 1))).hexdigest()
    yield "lines", "\n".join(timeline.tell(seq) for seq in range(1, timeline.last + 1))
    yield "export", without_hashes("\n".join(export_lines(store, GAMES, name, viewer)).encode())
    yield "audit", without_hashes(report_text(audit_session(store, GAMES, name, viewer)).encode())
    yield "board", f"{timeline.svg(timeline.last)}\n{timeline.text(timeline.last)}"
    position = session.view(viewer).position
    for seat in session.started.seats:
        yield f"legal {seat}", f"{list(game.rules.legal(position, seat))}\n{game.rules.silence(position, seat)}"


def answers(session: Session, viewer: str, moves: Iterable[Move]) -> list[str]:
    position = session.view(viewer).position
    return [told(partial(objections, session.game.rules, position, move)) for move in moves]


def probes(first: Session, second: Session, chooser: random.Random) -> list[Move]:
    """Moves to ask about: those that are legal in just one of two sessions, and some of others."""
    offered = [
        [move for seat in one.started.seats for move in one.game.rules.legal(one.position, seat)]
        for one in (first, second)
    ]
    telling = [move for move in offered[0] + offered[1] if (move in offered[0]) != (move in offered[1])]
    made = moves_of(first)
    some = chooser.sample(made, min(PROBES, len(made)))
    return [*telling[:PROBES], *some, *(msgspec.structs.replace(move, player=first.started.seats[0]) for move in some)]


def lines_are_drawn_told_and_come_back(session: Session) -> None:
    """Draw and report every fortieth entry for the public and the table, and write and read its group."""
    for viewer in (TABLE, ALL):
        timeline = Timeline.read(session.store, GAMES, session.row.session, viewer)
        for seq in {*range(1, timeline.last + 1, STEP), timeline.last}:
            drawn = timeline.svg(seq)
            ParserCreate().Parse(drawn, True)
            assert drawn.startswith("<svg ")
            assert all(len(line) <= 80 for line in timeline.text(seq).splitlines())
            assert timeline.tell(seq).strip()
            group = next(group for group in timeline.groups if group.first <= seq <= group.last)
            if isinstance(group.head.fact, Move):
                must_come_back(session.started.game, Group(timeline.position(group.first - 1), list(group.entries)))
