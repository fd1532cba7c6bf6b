"""All positions of a session for one viewer, to be stepped through by line, move, turn and round.

Positions share what did not change, so a timeline is a list, and going back costs what going forward costs.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, Literal

import msgspec

from events.entry import Entry, Line
from events.errors import RefusedError
from events.events import ALL, UNKNOWN, Event, Move, SessionEvent, Started
from events.session_events import SESSION_EVENTS, Adjusted, Begun, Compensated, Noted, Seated, TakenBack
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.drawing.chart import chart_svg
from projections.drawing.svg import with_band
from projections.game import Game
from projections.registry import Registry
from projections.terms import Marks, Status
from projections.wording import joined
from replay.reading.places import place_name
from replay.reading.reading import Group, Reading, groups_of
from replay.reading.session_event_text import session_event_sentence

Grain = Literal["line", "move", "turn", "round"]
GRAINS: Final[tuple[Grain, ...]] = ("line", "move", "turn", "round")
WHAT_IF: Final = "What if: this is not the record of what was played."
_ADDRESS: Final = re.compile(r"(?:#?(?P<line>[0-9]{1,9})|(?P<turn>[0-9]{1,6})\.(?P<step>[0-9]{1,6}))")


def is_closed_note(entry: Entry) -> bool:
    """Whether a line is a note that its reader may not know; no page shows that it is there."""
    return isinstance(entry.event, Noted) and entry.event.text == UNKNOWN


class Timeline:
    """One session as one viewer may know it. Line numbers count from 1; 0 is before the log."""

    def __init__(self, row: SessionRow, reading: Reading[Any]) -> None:
        self.row, self.reading = row, reading
        self.game: Game[Any, Any] = reading.game
        self.viewer = reading.viewer
        self.entries: Sequence[Entry] = reading.entries
        self.lines: Sequence[Line] = reading.lines
        self.undone = frozenset(reading.undone)

    @classmethod
    def read(
        cls,
        store: EventStore,
        registry: Registry,
        session: str,
        viewer: str = ALL,
        *,
        now: bool = False,
        upto: int | None = None,
    ) -> "Timeline":
        """Read a session from a store for a viewer: a seat, `all` or `table`.

        Raises:
            UnknownSessionError: there is none of this id or alias.
        """
        row = store.row(session)
        reading = Reading(
            registry[row.game], registry.codec(row.game), viewer, lambda digest: store.data(digest).encode(), now=now
        )
        lines = store.lines(row.session, 0, upto)
        reading.feed(lines, [secret for secret in store.secrets(row.session) if upto is None or secret.seq <= upto])
        return cls(row, reading)

    @property
    def last(self) -> int:
        """The number of the last line."""
        return len(self.lines)

    @property
    def over(self) -> bool:
        """Whether the session has an outcome."""
        return bool(self.lines) and self.game.rules.status(self.position(self.last)).outcome is not None

    def position(self, seq: int) -> Any:
        """The position after a line.

        Raises:
            RefusedError: there is no such line.
        """
        if not 1 <= seq <= self.last:
            raise RefusedError(f"there is no line {seq}; this log has lines 1 to {self.last}")
        return self.reading.positions[seq - 1]

    def status(self, seq: int) -> Status:
        """Where the session stood after a line."""
        return self.game.rules.status(self.position(seq))

    def turn_words(self, seq: int) -> tuple[str, str]:
        """The number of the turn after a line, and who has to do what."""
        status, position, view = self.status(seq), self.position(seq), self.game.view
        if view.turn_words:
            return view.turn_words(position)
        names = joined([view.seat_name(position, seat) for seat in status.awaited])
        return f"Turn {status.turn}" if status.turn else "Set-up", f"{names} to {status.step}" if names else status.step

    @cached_property
    def groups(self) -> list[Group]:
        """The log in groups."""
        return groups_of(self.entries, self.undone)

    @cached_property
    def ends(self) -> dict[Grain, list[int]]:
        """The line numbers at which each grain stops, in order. A struck group is stepped through like any other."""
        moves = [
            group.last
            for group in self.groups
            if len(group.entries) > 1 or not isinstance(group.head.event, SessionEvent)
        ]
        statuses = {seq: self.status(seq) for seq in moves}
        turns, rounds = [], []
        for seq, following in zip(moves, [*moves[1:], 0], strict=True):
            after = statuses.get(following)
            if after is None or after.turn != statuses[seq].turn:
                turns.append(seq)
            if after is None or after.round != statuses[seq].round:
                rounds.append(seq)
        return {"line": list(range(1, self.last + 1)), "move": moves, "turn": turns, "round": rounds}

    def step(self, seq: int, grain: Grain, direction: int) -> int | None:
        """The line to show next (direction 1) or before (-1) at a grain; None at the ends."""
        ends = self.ends[grain]
        at = bisect_right(ends, seq) if direction > 0 else bisect_left(ends, seq) - 1
        return ends[at] if 0 <= at < len(ends) else None

    @cached_property
    def addresses(self) -> dict[int, str]:
        """Head lines of moves to `turn.step`, counted within the turn that was running when the move was made."""
        counted: dict[int, int] = {}
        found: dict[int, str] = {}
        for group in self.groups:
            if isinstance(group.head.event, Move):
                turn = self.status(group.first - 1).turn
                counted[turn] = counted.get(turn, 0) + 1
                found[group.first] = f"{turn}.{counted[turn]}"
        return found

    def find(self, address: str) -> Group:
        """The group of an address: `7.3` (turn and step), `412` or `#412` (a line within it).

        Raises:
            RefusedError: no such address.
        """
        match = _ADDRESS.fullmatch(address)
        if match is None:
            raise RefusedError(f'"{address[:40]}" is no address: write 7.3 for turn 7 step 3, or #412 for a line')
        wanted = match["line"] and int(match["line"])
        for group in self.groups:
            if wanted and group.first <= wanted <= group.last:
                return group
            if not wanted and self.addresses.get(group.first) == address:
                return group
        raise RefusedError(f"there is no {address} in this session, which has lines 1 to {self.last}")

    def group_at(self, seq: int) -> Group:
        """The group that holds a line."""
        return self.groups[bisect_right(self._firsts, seq) - 1]

    def shown(self, seq: int) -> int:
        """A line, or the one before notes that its viewer may not know: where those stand, no page says."""
        while is_closed_note(self.entries[seq - 1]):
            seq -= 1
        return seq

    @cached_property
    def _firsts(self) -> list[int]:
        return [group.first for group in self.groups]

    def marks(self, seq: int) -> Marks:
        """What the board marks at a line: the events of its group up to there, and the position before the group."""
        group = self.group_at(seq)
        events: list[Event] = [entry.event for entry in group.entries if entry.seq <= seq]
        return Marks(tuple(events), self.position(group.first - 1) if group.first > 1 else None)

    def tell(self, seq: int) -> str:
        """One sentence for a line, as this viewer may know it."""
        event = self.entries[seq - 1].event
        if isinstance(event, (Started, *SESSION_EVENTS)):
            return session_event_sentence(
                self._in_print(event, seq), begun=isinstance(event, Seated) and seq > self._begun
            )
        return self.game.view.tell(event, self.position(seq - 1), self.position(seq))

    def _in_print(self, event: Any, seq: int) -> Any:
        """An event that names a place of the board, with the printed names of that place and of what is set there."""
        if not isinstance(event, Adjusted | Compensated):
            return event
        position = self.position(seq)
        place = place_name(self.game, position, event.place)
        if isinstance(event, Compensated):
            return msgspec.structs.replace(event, place=place)
        return msgspec.structs.replace(
            event, place=place, value=self.game.view.value(position, event.place, event.value)
        )

    @cached_property
    def _begun(self) -> int:
        """The line that closed the opening; the last one where none did."""
        return next((entry.seq for entry in self.entries if isinstance(entry.event, Begun)), self.last)

    def svg(self, seq: int) -> str:
        """The board after a line, with what its group changed marked."""
        drawing = self.game.view.draw(self.position(seq), self.marks(seq))
        return with_band(drawing, WHAT_IF) if self.reading.started.branch else drawing

    def text(self, seq: int) -> str:
        """The board after a line in words."""
        words = self.game.view.text(self.position(seq))
        return f"{WHAT_IF}\n\n{words}" if self.reading.started.branch else words

    def by_turn(self, seq: int) -> dict[int, Any]:
        """The position at the end of each turn up to a line, the set-up being turn 0, ascending.

        It is as of that line: a turn that was gone back to ends where it stood then, and later ones are not there.
        """
        found: dict[int, Any] = {}
        for turn, group in zip(self._turns, self.groups, strict=True):
            if group.first > seq:
                break
            for later in [known for known in found if known > turn]:
                del found[later]
            found[turn] = self.position(min(group.last, seq))
        return found

    @cached_property
    def _turns(self) -> list[int]:
        """The turn that each group belongs to: the one that ran before it; what goes back belongs where it goes."""

        def before(group: Group) -> int:
            return group.first if isinstance(group.head.event, TakenBack) else max(group.first - 1, 1)

        return [self.status(before(group)).turn for group in self.groups]

    def chart(self, seq: int, number: int) -> str:
        """One of the game's charts (the first is 0) over the turns up to a line."""
        return chart_svg(self.game.view.charts[number], list(self.by_turn(seq).items()))

    def json(self, seq: int) -> bytes:
        """The position after a line as JSON, keys sorted."""
        return msgspec.json.encode(self.position(seq), order="sorted")
