"""Sessions, lines, positions and moves as the API tells them, always as whoever asks may know them."""

from itertools import islice
from typing import Any, Final

import msgspec

from events.errors import BellError
from projections.game import Game
from projections.move_choices import line_of
from projections.terms import Status
from replay.live.deadline import Deadline
from webui.access.view import View
from webui.api.shapes import GameTold, LineTold, Moves, MoveTold, PositionTold, SessionTold, StatusTold
from webui.desk.dates import stamped

__all__ = ["game_told", "line_told", "moves_told", "position_told", "session_told"]

_MOST: Final = 1_000
"""So many moves are listed."""


def game_told(game: Game[Any, Any]) -> GameTold:
    """A game on the shelf, with the usual values of its options."""
    usual = msgspec.to_builtins(game.read_options({}))
    return GameTold(game.meta.slug, game.meta.title, game.meta.rules, game.meta.seats, usual)


def status_told(status: Status, due: Deadline | None = None) -> StatusTold:
    """Where a session stood, and its deadline where it stands there now."""
    outcome = status.outcome
    return StatusTold(
        status.turn, status.round, status.seat, status.step, status.awaited, outcome.how if outcome else "",
        outcome.winners if outcome else (), stamped(due.until_ms) if due and due.until_ms else "",
        stamped(due.late_ms) if due and due.late_ms else "",
    )  # fmt: skip


def session_told(seen: View) -> SessionTold:
    """A session as everybody may know it."""
    timeline, started = seen.public.timeline, seen.public.timeline.reading.started
    last = timeline.last
    return SessionTold(
        seen.row.session, seen.row.alias, seen.row.title, seen.row.game, started.rules, started.seats, started.dice,
        started.cards, seen.settings.visibility, last, timeline.lines[-1].digest.hex() if last else "", seen.is_over,
        seen.who.author, status_told(timeline.status(last), seen.deadline) if last else None,
        str(timeline.reading.damage or ""),
    )  # fmt: skip


def line_told(seen: View, seq: int) -> LineTold:
    """A line."""
    timeline = seen.timeline
    entry, line = timeline.entries[seq - 1], timeline.lines[seq - 1]
    kind = str(entry.fact.__struct_config__.tag)
    return LineTold(
        seq, stamped(line.at_ms), line.by, kind, timeline.tell(seq), line.digest.hex(),
        timeline.addresses.get(seq, ""), seq in timeline.struck,
    )  # fmt: skip


def position_told(seen: View, seq: int) -> PositionTold:
    """The position after a line."""
    timeline = seen.timeline
    position = msgspec.to_builtins(timeline.position(seq))
    status = status_told(timeline.status(seq))
    return PositionTold(seen.row.session, seq, seen.viewer, status, position, timeline.text(seq))


def moves_told(seen: View, seat: str) -> Moves:
    """The moves on offer to a seat, from what whoever asks may know."""
    timeline, game = seen.timeline, seen.timeline.game
    last = timeline.last
    if not last or seen.is_over:
        return Moves(seat, last, (), whole=True)
    position = timeline.position(last)
    found = list(islice(game.rules.legal(position, seat), _MOST + 1))
    told = tuple(
        MoveTold(msgspec.to_builtins(move), _written(game, move, position), game.view.tell(move, position, position))
        for move in found[:_MOST]
    )
    return Moves(seat, last, told, whole=len(found) <= _MOST and seen.viewer == seat)


def _written(game: Game[Any, Any], move: Any, position: Any) -> str:
    try:
        return line_of(game, move, position)
    except BellError:
        return ""
