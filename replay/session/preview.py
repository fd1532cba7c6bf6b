"""A session as one looks ahead in it: read, and never written."""

from typing import Any, Protocol

from events.errors import NotationError, RefusedError
from events.events import Move, Started
from projections.game import Game
from projections.terms import Ask, Written
from replay.reading.reading import Group, Reading
from replay.reading.timeline import Timeline


class ReadableSession(Protocol):
    """What a preview asks of a session: the live one answers it, and so does one that was only read."""

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""

    @property
    def started(self) -> Started:
        """How the session began."""

    @property
    def strict(self) -> bool:
        """Whether moves are refused, or recorded as they stood."""

    def view(self, viewer: str) -> Reading[Any]:
        """The session as a viewer may know it."""


class ReadOnlySession:
    """A session as its reader knows it, and nobody else."""

    def __init__(self, reading: Reading[Any]) -> None:
        self.reading, self.game, self.started = reading, reading.game, reading.started

    @property
    def strict(self) -> bool:
        """Whether moves are refused, or recorded as they stood."""
        return self.started.dice == self.started.cards == "tower"

    def view(self, _viewer: str) -> Reading[Any]:
        """What the reader knows."""
        return self.reading


def read_correction(timeline: Timeline, group: Group, text: str) -> Written:
    """The move that a line means in place of a group's, as the timeline's viewer can read it.

    Raises:
        NotationError: it does not read, may mean several moves (they are `allowed`), or is more than one.
        RefusedError: the group is no move.
    """
    move = group.head.event
    if not isinstance(move, Move):
        raise RefusedError(f"line {group.first} is no move: only a move is decided again")
    return read_move_at(timeline, group, text, move.player)


def read_move_at(timeline: Timeline, group: Group, text: str, seat: str) -> Written:
    """The one move of a seat that a line says, read where a group began.

    Raises:
        NotationError: it does not read, may mean several moves (they are `allowed`), or is more than one.
    """
    moves = read_moves(timeline.game, text, timeline.position(max(group.first - 1, 1)), seat)
    if len(moves) != 1:
        raise NotationError("a correction is one move", column=1, read=text)
    return moves[0]


def read_moves(game: Game[Any, Any], text: str, position: Any, seat: str) -> tuple[Written, ...]:
    """The moves that a line says, where nobody is there to be asked what it means.

    Raises:
        NotationError: it does not read, or may mean several things (they are `allowed`).
    """
    written = game.notation.read(text, position, seat)
    if isinstance(written, Ask):
        raise NotationError(written.question, column=1, read=text, allowed=written.choices)
    return (written,) if isinstance(written, Written) else tuple(written)
