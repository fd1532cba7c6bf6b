"""All positions of a session for one viewer, to step through by entry, move, turn and round.

Positions share the parts that did not change. So all of them are kept in a list, and stepping back is as fast as
stepping forward.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any, Final, Literal

import msgspec

from events.digits import whole
from events.entry import Entry, Line
from events.errors import RefusedError
from events.events import ALL, UNKNOWN, Event, Move, SessionEvent, Started
from events.lazy_patterns import lazy_pattern
from events.session_events import Adjusted, AnySessionEvent, Begun, Compensated, Noted, Seated, TakenBack
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.contracts import Marks, Status
from projections.drawing.board import Panel, band, compose
from projections.drawing.chart import chart_svg
from projections.drawing.svg import plain
from projections.game import Game
from projections.registry import Registry
from projections.wording import capitalised, joined
from replay.reading.ending import closing, ending_words
from replay.reading.reading import Group, Reading, first_origin, groups_of
from replay.reading.session_event_text import session_event_sentence

Grain = Literal["line", "move", "turn", "round"]
WHAT_IF: Final = "What if: this is not the game as it was played."  # plain-english: ok, the heading of a what-if
_ADDRESS: Final = lazy_pattern(r"(?:#?(?P<line>[0-9]{1,9})|(?P<turn>[0-9]{1,6})\.(?P<step>[0-9]{1,6}))")


def is_closed_note(entry: Entry) -> bool:
    """Return whether an entry is a note that its reader may not know. Pages never show that it exists."""
    return isinstance(entry.event, Noted) and entry.event.text == UNKNOWN


class Timeline:
    """One session as one viewer may know it. Entries count from 1; 0 is before the log."""

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
        """Read a session from a store for a viewer: a seat, `all` or `table`."""
        row = store.row(session)
        game, codec = registry.stored(row.game, row.package), registry.codec(row.game)
        reading = Reading(game, codec, viewer, lambda digest: store.data(digest).encode(), now=now)
        reading.feed(store.lines(row.session, 0, upto), store.secrets(row.session, 0, upto))
        return cls(row, reading)

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self.lines)

    @property
    def over(self) -> bool:
        """Whether the game of this session is over, so that it has an outcome."""
        return bool(self.lines) and self.game.rules.status(self.position(self.last)).outcome is not None

    @property
    def shown_first(self) -> int:
        """The entry that a page about the whole session opens at: the last, or the last move if the game is over."""
        return self.ends["move"][-1] if self.over and self.ends["move"] else self.last

    def position(self, seq: int) -> Any:
        """Return the position after an entry. Raises RefusedError if the entry does not exist."""
        if not 1 <= seq <= self.last:
            raise RefusedError(f"entry {seq} does not exist; this log has entries 1 to {self.last}")
        return self.reading.positions[seq - 1]

    def status(self, seq: int) -> Status:
        """Return the status of the session after an entry."""
        return self.game.rules.status(self.position(seq))

    def closed(self, seq: int) -> str:
        """Return in words how people closed the session, as of entry `seq`, "" if it is not closed then."""
        found = closing(self.reading, seq)
        if found is None:
            return ""
        names = [self.game.view.seat_name(self.position(seq), seat) for seat in getattr(found.event, "seats", ())]
        told = capitalised(ending_words(found.event, names))
        is_undecided = getattr(found.event, "how", "") == "resigned" and not self.status(seq).outcome
        return f"{told}, and no winner is recorded" if is_undecided else told

    def turn_words(self, seq: int) -> tuple[str, str]:
        """Return the number of the turn after an entry, and who must do what, in words."""
        status, position, view = self.status(seq), self.position(seq), self.game.view
        if view.turn_words:
            return view.turn_words(position)
        names = joined([view.seat_name(position, seat) for seat in status.awaited])
        return f"Turn {status.turn}" if status.turn else "Set-up", f"{names} to {status.step}" if names else status.step

    @cached_property
    def groups(self) -> list[Group]:
        """The groups of the log, in order: each move or session event with the chance and effects that follow it."""
        return groups_of(self.entries, self.undone)

    @cached_property
    def ends(self) -> dict[Grain, list[int]]:
        """The entry numbers at which steps of each size (grain) stop, in order. Undone groups count like all others."""
        groups = self.groups
        moves = [one.last for one in groups if len(one.entries) > 1 or not isinstance(one.head.event, SessionEvent)]
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
        """Return the entry at which the next (direction 1) or previous (-1) step of size `grain` stops, if any."""
        ends = self.ends[grain]
        at = bisect_right(ends, seq) if direction > 0 else bisect_left(ends, seq) - 1
        return ends[at] if 0 <= at < len(ends) else None

    @cached_property
    def addresses(self) -> dict[int, str]:
        """Move numbers (`turn.step`) by the head of each move, counted within the turn in which the move was made."""
        counted: dict[int, int] = {}
        found: dict[int, str] = {}
        for group in self.groups:
            if isinstance(group.head.event, Move):
                turn = self.status(group.first - 1).turn
                counted[turn] = counted.get(turn, 0) + 1
                found[group.first] = f"{turn}.{counted[turn]}"
        return found

    def find(self, address: str) -> Group:
        """Return the group of a move number such as `7.3`, or of an entry, `412` or `#412`. Raises RefusedError."""
        match = _ADDRESS.fullmatch(address)
        if not address:
            raise RefusedError("a move number is missing, such as 7.3 for move 3 of turn 7, or #412 for entry 412")
        if match is None:
            what = "is not a move number. Write 7.3 for move 3 of turn 7, or #412 for entry 412"
            raise RefusedError(f'"{address[:40]}" {what}')
        line = int(match["line"] or 0)
        for group in self.groups:
            if group.first <= line <= group.last if line else self.addresses.get(group.first) == address:
                return group
        if not line and self.addresses:
            raise RefusedError(f"move {address} does not exist. The last move is {[*self.addresses.values()][-1]}")
        raise RefusedError(f"{address} does not exist in this session, which has entries 1 to {self.last}")

    def entry_at(self, address: str) -> int:
        """Return the entry at an address: the last one of a move, or the entry itself. Raises RefusedError."""
        group = self.find(address)
        return whole(address.removeprefix("#")) or group.last

    def address(self, seq: int) -> str:
        """Return the move number of the move that begins with an entry, or `#412` for any other entry."""
        return self.addresses.get(seq, f"#{seq}")

    def seat_name(self, seat: str) -> str:
        """Return a seat's name as the game prints it now."""
        return self.game.view.seat_name(self.position(self.last), seat)

    def digest(self, seq: int) -> str:
        """Return the first half of an entry's digest: 32 hex digits."""
        return self.lines[seq - 1].digest.hex()[:32]

    def current(self, group: Group) -> Group:
        """Return the current version of a corrected move; the group itself if it is not undone or has none."""
        if not group.undone:
            return group
        origin = first_origin(self.entries, group.first)
        again = (one for one in self.groups if not one.undone and first_origin(self.entries, one.first) == origin)
        return next(again, group)

    def group_at(self, seq: int) -> Group:
        """Return the group that contains an entry."""
        return self.groups[bisect_right(self.groups, seq, key=lambda group: group.first) - 1]

    def shown(self, seq: int) -> int:
        """Return the number of an entry, or of the last before hidden notes: pages must not show where these are."""
        while is_closed_note(self.entries[seq - 1]):
            seq -= 1
        return seq

    def marks(self, seq: int) -> Marks:
        """Return data for marks on the board at an entry: events of its group so far, and the position before these."""
        group = self.group_at(seq)
        events: list[Event] = [entry.event for entry in group.entries if entry.seq <= seq]
        return Marks(tuple(events), self.position(group.first - 1) if group.first > 1 else None)

    def sentence(self, seq: int) -> str:
        """Return a sentence for an entry, as this viewer may know it."""
        event = self.entries[seq - 1].event
        if isinstance(event, Started | AnySessionEvent):
            if isinstance(event, Adjusted | Compensated):  # say the printed names of the place and the value
                last = seq if getattr(event, "value", "") == "none" else self.group_at(seq).last
                position, place = self.position(last), event.place  # a card has its name after it was set
                name = self.game.view.field_label(position, place) or f'the field "{place}"'
                event = msgspec.structs.replace(event, place=name)
                if isinstance(event, Adjusted):
                    value = self.game.view.field_value(position, place, event.value)
                    event = msgspec.structs.replace(event, value=value)
            return session_event_sentence(event, begun=isinstance(event, Seated) and seq > self._begun)
        return self.game.view.sentence(event, self.position(seq - 1), self.position(seq))

    @cached_property
    def _begun(self) -> int:
        return next((entry.seq for entry in self.entries if isinstance(entry.event, Begun)), self.last)

    def svg(self, seq: int) -> str:
        """Return the board after an entry as one SVG document, with the changes of its group marked."""
        return compose(self.game.meta.slug, self.panels(seq))

    def panels(self, seq: int) -> list[Panel]:
        """Return the board after an entry as panels, with the changes of its group marked."""
        drawn = self.drawn(self.position(seq), self.marks(seq))
        if not self.closed(seq):
            return drawn
        closed = partial(self._as_closed, seq)
        return [
            panel._replace(
                title=closed(panel.title), desc=closed(panel.desc), parts=[closed(part, plain) for part in panel.parts]
            )
            for panel in drawn
        ]

    def drawn(self, position: Any, marks: Marks) -> list[Panel]:
        """Return the board of a position as panels, in a what-if with a band that says so."""
        panels = [*self.game.view.draw(position, marks)]
        return [*panels, band(WHAT_IF)] if self.reading.started.branch else panels

    def _as_closed(self, seq: int, words: str, written: Callable[[str], str] = str) -> str:
        """Return words that say how the session was closed instead of who must move, if it is closed."""
        closed, due = self.closed(seq), self.turn_words(seq)[1]
        return words.replace(written(due), written(closed)) if closed and due else words

    def text(self, seq: int) -> str:
        """Return the board after an entry as text."""
        words = self._as_closed(seq, self.game.view.text(self.position(seq)))
        return f"{WHAT_IF}\n\n{words}" if self.reading.started.branch else words

    def by_turn(self, seq: int) -> dict[int, Any]:
        """Return the last position of each turn in force at entry `seq`, by turn number (set-up: 0), ascending."""
        ends: dict[int, int] = {}  # ascending
        for turn, group in zip(self._turns, self.groups, strict=True):
            if group.first > seq:
                break
            while ends and next(reversed(ends)) > turn:
                ends.popitem()
            ends[turn] = min(group.last, seq)
        return {turn: self.position(end) for turn, end in ends.items()}

    @cached_property
    def _turns(self) -> list[int]:
        """The turn number of each group: of the position before the group, or after the group if it is a takeback."""

        def before(group: Group) -> int:
            return group.first if isinstance(group.head.event, TakenBack) else max(group.first - 1, 1)

        return [self.status(before(group)).turn for group in self.groups]

    def chart(self, seq: int, number: int) -> str:
        """Return one of the game's charts (counted from 0) over the turns up to an entry, as SVG."""
        return chart_svg(self.game.view.charts[number], list(self.by_turn(seq).items()))

    def json(self, seq: int) -> bytes:
        """Return the position after an entry as JSON with sorted keys."""
        return msgspec.json.encode(self.position(seq), order="sorted")
