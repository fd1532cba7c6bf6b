"""A reply kit: what to paste into the thread after a turn, as data; `markup.py` writes it in words.

Everything is computed from one viewer's reading: the public kit from the spectator's, a private one from its seat's.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from events import session_events as c
from events.entry import Entry
from events.errors import BellError, RefusedError
from events.events import ALL, OMNISCIENT, UNKNOWN, Event, Move, Revealed, Rolled, SessionEvent, Started
from projections.terms import Written
from projections.wording import capitalised
from replay.reading.chance_trust import trust_in_words
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.turn_summaries.put_right import put_right

SENTENCES: Final = 12
"""How many sentences a kit tells at most; the earlier ones are counted."""
ROLLS: Final = 24
"""How many rolls a kit lists at most; the earlier ones are counted."""
OPTIONS: Final = 24
"""How many legal moves a private kit lists at most; the others are counted."""


class KitRoll(msgspec.Struct, frozen=True):
    """One roll: its line, number under the tower (0: none), purpose, faces, where it came from, whether taken back."""

    seq: int
    k: int
    purpose: str
    faces: tuple[int, ...]
    source: str
    undone: bool = False


class PrivatePart(msgspec.Struct, frozen=True):
    """The private part of a kit, for one seat: what it holds, what it may do now, its standing order."""

    seat: str
    name: str
    hand: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    more: int = 0
    order: str = ""


class PositionLinks(msgspec.Struct, frozen=True):
    """The addresses of a position's page and of its picture, "" for none."""

    page: str = ""
    picture: str = ""


class Kit(msgspec.Struct, frozen=True):
    """A reply kit: what happened from line `first` to line `last`, and how it goes on.

    `name` is the session's short name, `title` what people typed. `turns` are the first and last of the stretch,
    `mover` is whose it was, "" for several. `untold` and `unlisted` count earlier sentences and rolls that are left
    out. `witness` is `seq:` and 32 hex digits, `signed` that line as a signed head, "" where nobody signs it. `until`
    says, in words, by when whoever is awaited should move. `block` is empty, ready to fill in. `put_right` is what a
    table of cardboard does by hand after a correction.
    """

    session: str
    name: str
    title: str
    game: str
    first: int
    last: int
    turns: tuple[int, int]
    mover: str
    told: tuple[str, ...]
    untold: int
    totals: tuple[str, ...]
    rolls: tuple[KitRoll, ...]
    unlisted: int
    grade: str
    witness: str
    standing: str
    awaited: tuple[str, ...]
    until: str
    block: str
    place: PositionLinks = PositionLinks()
    offer: PrivatePart | None = None
    put_right: tuple[str, ...] = ()
    signed: str = ""


def kit_of(
    timeline: Timeline,
    start: int = 0,
    *,
    has_tower: bool = True,
    until: str = "",
    place: PositionLinks = PositionLinks(),
    signed: str = "",
) -> Kit:
    """The kit of a stretch, from line `start` (0: where the last turn began) to the last line.

    Raises:
        RefusedError: there is no such line, none at all, or it is asked for the table's view.
    """
    viewer, last = timeline.viewer, timeline.last
    if viewer == OMNISCIENT:
        raise RefusedError("a kit is made for everybody or for one seat, never from the table's view")
    if not last:
        raise RefusedError("nothing can be read of this session, so there is nothing to tell")
    if not 0 <= start <= last:
        raise RefusedError(f"there is no line {start} to begin with; this log has lines 1 to {last}")
    first = timeline.group_at(start).first if start else last_turn(timeline)
    status, position = timeline.status(last), timeline.position(last)
    told, rolls = list(_sentences(timeline, first)) or _moves(timeline, first), list(_rolls(timeline, first))
    turns, mover = _turns_and_mover(timeline, first)
    awaited = () if _is_closed(timeline) else status.awaited
    return Kit(
        timeline.row.session, timeline.row.alias or timeline.row.session, timeline.row.title, timeline.game.meta.title,
        first, last, turns, mover, tuple(told[-SENTENCES:]), max(0, len(told) - SENTENCES),
        tuple(timeline.game.view.totals(position)), tuple(rolls[-ROLLS:]), max(0, len(rolls) - ROLLS),
        trust_in_words(timeline.reading, timeline.row, has_tower=has_tower),
        f"{last}:{timeline.lines[-1].digest.hex()[:32]}", _headline(timeline),
        tuple(timeline.game.view.seat_name(position, seat) for seat in awaited), until if awaited else "",
        blank_block(timeline, awaited[0]) if awaited else "", place,
        private_part(timeline) if viewer != ALL else None, put_right(timeline, first), signed,
    )  # fmt: skip


def last_turn(timeline: Timeline) -> int:
    """The line at which the last turn began in which something was played that stands; 1 where nothing was."""
    found = 0
    for group in reversed(timeline.groups):
        turn = _turn(timeline, group)
        if not found and (group.undone or not _is_played(group)):
            continue
        if found and turn != _turn(timeline, timeline.group_at(found)):
            return found
        found = group.first
    return 1


def _is_played(group: Group) -> bool:
    return isinstance(group.head.event, Move) or any(
        not isinstance(entry.event, SessionEvent) for entry in group.entries[1:]
    )


def _turn(timeline: Timeline, group: Group) -> int:
    return timeline.status(max(group.first - 1, 1)).turn


def _turns_and_mover(timeline: Timeline, first: int) -> tuple[tuple[int, int], str]:
    """The first and last turn of a stretch, and the name of the seat whose turn it was, "" for several."""
    groups = [group for group in timeline.groups if group.first >= first and not group.undone and _is_played(group)]
    turns = sorted({_turn(timeline, group) for group in groups}) or [0]
    before = max(groups[0].first - 1, 1) if groups else 1
    seat = timeline.status(before).seat
    one = len(turns) == 1 and turns[0] and seat
    return (turns[0], turns[-1]), timeline.game.view.seat_name(timeline.position(before), seat) if one else ""


def _sentences(timeline: Timeline, first: int) -> Iterator[str]:
    """What happened, in order: each run of play as its game sums it up, and what was said about how it is run."""
    run: list[Entry] = []
    for group in timeline.groups:
        if group.last < first or group.undone:
            continue
        head = group.head.event
        if isinstance(head, Started) or (isinstance(head, SessionEvent) and head.is_news):
            yield from _recap(timeline, run)
            run = []
            yield timeline.tell(group.first)
        run += [entry for entry in group.entries if not isinstance(entry.event, SessionEvent | Started)]
    yield from _recap(timeline, run)


def _recap(timeline: Timeline, entries: Sequence[Entry]) -> Sequence[str]:
    """A run of play, as its game sums it up or, without a way of its own, each move; then what it turned up."""
    steps: list[tuple[Event, Any, Any]] = [
        (entry.event, timeline.position(entry.seq - 1), timeline.position(entry.seq)) for entry in entries
    ]
    found = timeline.game.view.recap(steps) if steps else ()
    if found is None:
        found = [timeline.tell(entry.seq) for entry in entries if isinstance(entry.event, Move)]
    shown = [entry.seq for entry in entries if isinstance(entry.event, Revealed) and entry.event.item != UNKNOWN]
    return [*found, *(told for told in map(timeline.tell, shown) if told not in found)]


def _moves(timeline: Timeline, first: int) -> list[str]:
    """Each move that stands in its sentence: what is told where nothing happened that is worth more."""
    heads = [group for group in timeline.groups if group.first >= first and not group.undone]
    return [timeline.tell(group.first) for group in heads if isinstance(group.head.event, Move)]


def _rolls(timeline: Timeline, first: int) -> Iterator[KitRoll]:
    for entry in timeline.entries[first - 1 :]:
        event = entry.event
        if isinstance(event, Rolled):
            k = event.receipt.k if event.receipt else 0
            yield KitRoll(
                entry.seq, k, event.purpose, event.faces, event.ticket or event.source, entry.seq in timeline.undone
            )


def _is_closed(timeline: Timeline) -> bool:
    """Whether the session takes no moves: it was unsealed, or is held."""
    held = False
    for entry in timeline.entries:
        if isinstance(entry.event, c.Suspended):
            held = not entry.event.released
    return held or bool(timeline.reading.unsealed)


def _headline(timeline: Timeline) -> str:
    """How the session ended, or who has to do what."""
    status, position = timeline.status(timeline.last), timeline.position(timeline.last)
    if not status.outcome:
        return timeline.turn_words(timeline.last)[1]
    winners = " and ".join(timeline.game.view.seat_name(position, seat) for seat in status.outcome.winners)
    return f"{winners} won: {status.outcome.how}" if winners else f"over: {status.outcome.how}"


def blank_block(timeline: Timeline, seat: str) -> str:
    """An empty block of a seat, as `replay/posts/blocks.py` reads it once lines are written into it."""
    turn = timeline.status(timeline.last).turn
    name = timeline.row.alias or timeline.row.session
    numbered = f"T{turn} " if turn or not seat[0].isalpha() else ""
    called = "-".join(capitalised(part) for part in seat.split("-"))
    return f"== {name} {numbered}{called} after #{timeline.last} ==\n\n== end =="


def private_part(timeline: Timeline) -> PrivatePart:
    """What the seat that looks may know alone, from its own position."""
    game, seat, position = timeline.game, timeline.viewer, timeline.position(timeline.last)
    moves = [] if _is_closed(timeline) else list(game.rules.legal(position, seat))
    orders = [
        entry.event for entry in timeline.entries if isinstance(entry.event, c.Ordered) and entry.event.seat == seat
    ]
    return PrivatePart(
        seat, game.view.seat_name(position, seat), tuple(game.view.hand(position, seat)),
        tuple(dict.fromkeys(_move_line(timeline, move) for move in moves[:OPTIONS])), max(0, len(moves) - OPTIONS),
        orders[-1].order if orders else "",
    )  # fmt: skip


def _move_line(timeline: Timeline, move: Move) -> str:
    """A move as one writes it before anything came of it: as much of its line as states no result."""
    position, notation = timeline.position(timeline.last), timeline.game.notation
    words = notation.write([Entry(move)], position).split(" ")
    for length in range(len(words), 0, -1):
        line = " ".join(words[:length])
        with suppress(BellError):
            read = notation.read(line, position, move.player)
            if isinstance(read, Written) and read.move == move and not (read.stated or read.absent):
                return line
    return " ".join(words)
