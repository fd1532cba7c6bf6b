"""Why a value is what it is: the lines that made it, each with the move and the chance it came from."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

import msgspec

from events.errors import BellError, RefusedError
from events.events import Chance, SessionEvent, Started
from events.session_events import TakenBack
from replay.reading.places import place_name
from replay.reading.timeline import Timeline

_UNFOLDED: Final = (BellError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
_UNPLAYED: Final = (SessionEvent, Started)
_ALONE: Final = 4_000
"""So many of the last lines are left out one by one; earlier ones together, halved until each stands alone."""


class WhyLine(msgspec.Struct, frozen=True):
    """A line that the value hangs on: what it made of it, the rule it comes from, the line of its move, its chance."""

    seq: int
    address: str
    told: str
    rule: str
    was: str
    now: str
    move: int
    chance: tuple[int, ...] = ()


class Why(msgspec.Struct, frozen=True):
    """A place, its value after a line, and the lines that it hangs on, in order."""

    place: str
    at: int
    value: str
    lines: tuple[WhyLine, ...]


def why(timeline: Timeline, place: str, at: int) -> Why:
    """The lines that made the value of a place after a line, as the timeline's viewer may know it.

    Without one of these lines the value might be another; without any other it would be the same.

    Raises:
        RefusedError: the game has no such place, or there is no such line.
    """
    place, value = _named(timeline, place, at)
    chain = standing(timeline, at)
    changed, before = [], ""
    for seq in chain:
        now = value_at(timeline, place, timeline.position(seq))
        if now != before and not isinstance(timeline.entries[seq - 1].event, _UNPLAYED):
            changed.append((seq, before, now))
        before = now
    made, early = {row[0]: row for row in changed}, _played(timeline, chain)[:-_ALONE]
    named = {max(made), *_needed(timeline, place, value, chain, early)} if made else set()
    for seq, position in _each_alone(timeline, chain):
        then = None if position is None else value_at(timeline, place, position)
        if then != value and (then is not None or seq in made):
            named.add(seq)
    rows = []
    for seq in sorted(named):
        stays = value_at(timeline, place, timeline.position(seq))
        rows.append(made.get(seq, (seq, stays, stays)))
    return Why(place, at, value, tuple(_line(timeline, *row) for row in rows))


def _played(timeline: Timeline, lines: Sequence[int]) -> list[int]:
    """The lines that played a part: all but what only tells how the session is run."""
    return [seq for seq in lines if not isinstance(timeline.entries[seq - 1].event, _UNPLAYED)]


def _each_alone(timeline: Timeline, chain: Sequence[int]) -> Iterator[tuple[int, Any]]:
    """The last lines of a chain that matter for the board, each with the board behind the chain if it were not there.

    None stands for a board that cannot be told. Where the boards with and without a line are alike again before the
    end, it does not matter for what follows.
    """
    reduced, lines = timeline.game.rules.reducer, _played(timeline, chain)
    events, boards = [timeline.entries[seq - 1].event for seq in lines], [timeline.position(seq) for seq in lines]
    for at in range(max(len(lines) - _ALONE, 0), len(lines)):
        position = timeline.position(lines[at] - 1) if lines[at] > 1 else None
        if position == boards[at]:
            continue
        try:
            for later in range(at + 1, len(lines)):
                position = reduced(position, events[later])
                if _is_time_to_look(later - at) and position == boards[later]:
                    break
            else:
                yield lines[at], position
        except _UNFOLDED:
            yield lines[at], None


def _is_time_to_look(passed: int) -> bool:
    """Whether to look if two boards are alike again: often at first, where most lines have all of their effect."""
    return passed % 16 == 0 or passed.bit_count() == 1


def _needed(timeline: Timeline, place: str, value: str, chain: Sequence[int], lines: Sequence[int]) -> list[int]:
    """Those of some lines without which the value would be another: halved until each stands alone."""
    then = without(timeline, place, chain, set(lines)) if lines else value
    if then == value or (then is None and len(lines) == 1):
        return []
    if len(lines) == 1:
        return list(lines)
    half = len(lines) // 2
    return [
        seq for part in (lines[:half], lines[half:]) for seq in _needed(timeline, place, value, chain, part)
    ]  # fmt: skip


def _named(timeline: Timeline, place: str, at: int) -> tuple[str, str]:
    """A place as the game names it, however it is typed, and its value."""
    typed, position = " ".join(place.split()), timeline.position(at)
    for name in dict.fromkeys((typed, typed.lower(), typed.upper(), "-".join(typed.lower().split()))):
        value = value_at(timeline, name, position)
        if value:
            return name, value
    fields = timeline.game.editor.fields
    for name, _ in fields.describe(position) if fields else ():
        if place_name(timeline.game, position, name).lower() == typed.lower():
            return name, value_at(timeline, name, position)
    names = sorted({row.name for row in fields.rows}) if fields else []
    raise RefusedError(f'"{typed[:40]}" has no value here; places are {", ".join(names)}'[:900])


def value_at(timeline: Timeline, place: str, position: Any) -> str:
    """The value of a place in words, "" where there is none."""
    fields = timeline.game.editor.fields
    try:
        said = timeline.game.notation.claim(place, position)
        if said is None and fields is not None:
            said = fields.value(position, place)
    except _UNFOLDED:
        return ""
    return (said or "").strip()


def standing(timeline: Timeline, at: int) -> list[int]:
    """The lines that stand at a line, in order: without what was taken back until then."""
    chain: list[int] = []
    for entry in timeline.entries[:at]:
        if isinstance(entry.event, TakenBack):
            to = entry.event.to
            chain = [seq for seq in chain if seq <= to]
        chain.append(entry.seq)
    return chain


def without(timeline: Timeline, place: str, chain: Sequence[int], gone: AbstractSet[int]) -> str | None:
    """The value of a place behind the last of these lines if some of them were not there; None where it cannot be told.

    It is folded, not decided: what the lines' moves led to beside them stays.
    """
    first = min(gone)
    position = timeline.position(first - 1) if first > 1 else None
    for later in chain[bisect_left(chain, first) :]:
        event = timeline.entries[later - 1].event
        if later in gone or isinstance(event, _UNPLAYED):
            continue
        try:
            position = timeline.game.rules.reducer(position, event)
        except _UNFOLDED:
            return None
    return None if position is None else value_at(timeline, place, position)


def _line(timeline: Timeline, seq: int, was: str, now: str) -> WhyLine:
    group = timeline.group_at(seq)
    chance = tuple(entry.seq for entry in group.entries if isinstance(entry.event, Chance) and entry.seq != seq)
    address = timeline.addresses.get(group.first, "")
    return WhyLine(seq, address, timeline.tell(seq), timeline.entries[seq - 1].rule, was, now, group.first, chance)
