"""Read-only access to a session, for previews."""

from typing import Any

from events.errors import NotationError, RefusedError
from events.events import Move
from projections.contracts import Ask, Status, Written
from projections.game import Game
from replay.reading.reading import Group, Reading
from replay.reading.timeline import Timeline
from replay.session.session import Session


class ReadOnlySession:
    """A session limited to what one reader knows."""

    def __init__(self, reading: Reading[Any]) -> None:
        self.reading, self.game, self.started = reading, reading.game, reading.started

    @property
    def table(self) -> Reading[Any]:
        """The session's log, as the reader knows it."""
        return self.reading

    @property
    def position(self) -> Any:
        """The position, as far as the reader knows it."""
        return self.reading.position

    @property
    def status(self) -> Status:
        """The status of the session."""
        return self.game.rules.status(self.position)

    @property
    def strict(self) -> bool:
        """Whether illegal moves are refused, and not recorded as played."""
        return self.started.dice == self.started.cards == "tower"

    def view(self, _viewer: str) -> Reading[Any]:
        """Return the log as the reader knows it, whichever viewer is given."""
        return self.reading


ReadableSession = Session | ReadOnlySession  # the sessions of which a correction can be previewed


def read_correction(timeline: Timeline, group: Group, text: str) -> Written:
    """Parse the replacement for a move, as far as the timeline's viewer may know. Raises as `read_move_at`."""
    move = group.head.event
    if not isinstance(move, Move):
        raise RefusedError(f"entry {group.first} is not a move. Only a move can be corrected")
    return read_move_at(timeline, group, text, move.player)


def read_move_at(timeline: Timeline, group: Group, text: str, seat: str) -> Written:
    """Parse one move of a seat at the beginning of a group. Raises NotationError, with choices if it is ambiguous."""
    moves = read_moves(timeline.game, text, timeline.position(max(group.first - 1, 1)), seat)
    if len(moves) != 1:
        raise NotationError("a correction must be exactly one move", column=1, read=text)
    return moves[0]


def read_moves(game: Game[Any, Any], text: str, position: Any, seat: str) -> tuple[Written, ...]:
    """Parse the moves of a line. Raises NotationError, also if the line is ambiguous (see `allowed`)."""
    written = game.notation.read(text, position, seat)
    if isinstance(written, Ask):
        raise NotationError(written.question, column=1, read=text, allowed=written.choices)
    return (written,) if isinstance(written, Written) else tuple(written)
