"""Sessions, entries, positions and moves as structs of the API, limited to what the user may know."""

from itertools import islice
from typing import Any, Final

import msgspec

from events.errors import BellError
from events.events import tag_of
from projections.game import Game
from projections.move_choices import line_of
from replay.chance.clock import iso_moment
from replay.reading.timeline import Timeline
from replay.session.deadline import Deadline
from webui.access.view import SessionView
from webui.api.shapes import GameInfo, LineInfo, MoveInfo, MoveList, PositionInfo, SessionInfo, StatusInfo

_MOST: Final = 1_000  # maximum number of moves in a list


def game_info(game: Game[Any, Any]) -> GameInfo:
    """Return a supported game with the default values of its options."""
    usual = msgspec.to_builtins(game.read_options({}))
    return GameInfo(game.meta.slug, game.meta.title, game.meta.rules_number, game.meta.seats, usual)


def _status_info(timeline: Timeline, seq: int, due: Deadline | None = None) -> StatusInfo:
    """Return the state of a session for the API. Give its deadline `due` only for the session's current state."""
    status, closed = timeline.status(seq), timeline.closed(seq)
    outcome, awaited = status.outcome, () if closed else status.awaited
    return StatusInfo(
        status.turn, status.round, status.seat, status.step, awaited, outcome.how if outcome else closed,
        outcome.winners if outcome else (), iso_moment(due.until_ms) if due and due.until_ms else "",
        iso_moment(due.late_ms) if due and due.late_ms else "",
    )  # fmt: skip


def session_info(seen: SessionView) -> SessionInfo:
    """Return a session as a spectator may know it."""
    timeline, started = seen.public.timeline, seen.public.timeline.reading.started
    last = timeline.last
    rules = timeline.game.rules_version(timeline.position(last)) if last else started.rules
    return SessionInfo(
        seen.row.session, seen.row.alias, seen.row.title, seen.row.game, rules, started.seats, started.dice,
        started.cards, seen.settings.visibility, last, timeline.lines[-1].digest.hex() if last else "", seen.is_over,
        seen.who.author, _status_info(timeline, last, seen.deadline) if last else None,
        str(timeline.reading.damage or ""), started.branch.partition(" ")[0],
    )  # fmt: skip


def line_info(seen: SessionView, seq: int) -> LineInfo:
    """Return an entry of the log as a sentence with its digest."""
    timeline = seen.timeline
    entry, line = timeline.entries[seq - 1], timeline.lines[seq - 1]
    kind = tag_of(entry.event)
    return LineInfo(
        seq, iso_moment(line.at_ms), line.by, kind, timeline.sentence(seq), line.digest.hex(),
        timeline.addresses.get(seq, ""), seq in timeline.undone,
    )  # fmt: skip


def position_info(seen: SessionView, seq: int) -> PositionInfo:
    """Return the position after an entry."""
    timeline = seen.timeline
    position = msgspec.to_builtins(timeline.position(seq))
    status = _status_info(timeline, seq)
    return PositionInfo(seen.row.session, seq, seen.viewer, status, position, timeline.text(seq))


def moves_on_offer(seen: SessionView, seat: str) -> MoveList:
    """Return the legal moves of a seat, as far as the user may know them."""
    timeline, game = seen.timeline, seen.timeline.game
    last = timeline.last
    if not last or seen.is_over:
        return MoveList(seat, last, (), whole=True)
    position = timeline.position(last)
    found = list(islice(game.rules.legal(position, seat), _MOST + 1))
    told = tuple(
        MoveInfo(
            msgspec.to_builtins(move),
            _line_or_nothing(game, move, position),
            game.view.sentence(move, position, position),
        )
        for move in found[:_MOST]
    )
    return MoveList(seat, last, told, whole=len(found) <= _MOST and seen.viewer == seat)


def _line_or_nothing(game: Game[Any, Any], move: Any, position: Any) -> str:
    try:
        return line_of(game, move, position)
    except BellError:
        return ""
