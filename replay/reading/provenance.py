"""The origin of a value: the entries that it depends on, each with its move and its results of chance."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set as AbstractSet
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from events.events import Chance, SessionEvent, Started
from events.session_events import TakenBack
from replay.reading.places import place_name
from replay.reading.reading import GAME_ERRORS
from replay.reading.timeline import Timeline

_UNPLAYED: Final = (SessionEvent, Started)
_ALONE: Final = 4_000
"""Number of latest entries that are left out one by one. Earlier ones are left out together and then halved."""


class WhyLine(msgspec.Struct, frozen=True):
    """An entry that the value depends on, the value before and after it, and the head and the chance of its group."""

    seq: int
    address: str
    told: str
    rule: str
    was: str
    now: str
    move: int
    chance: tuple[int, ...] = ()


class Why(msgspec.Struct, frozen=True):
    """A place, its value after entry `at`, and the entries that the value depends on, in order."""

    place: str
    at: int
    value: str
    lines: tuple[WhyLine, ...]


def why(timeline: Timeline, place: str, at: int) -> Why:
    """Return the entries without which a place's value might be different, as the timeline's viewer may know it."""
    place, value = _named(timeline, place, at)
    chain = standing(timeline, at)
    made, before = dict[int, tuple[str, str]](), ""
    for seq in chain:
        now = value_at(timeline, place, timeline.position(seq))
        if now != before and not isinstance(timeline.entries[seq - 1].event, _UNPLAYED):
            made[seq] = (before, now)
        before = now
    early = _played(timeline, chain)[:-_ALONE]
    named = {max(made), *_needed(timeline, place, value, chain, early)} if made else set()
    for seq, position in _each_alone(timeline, chain):
        then = None if position is None else value_at(timeline, place, position)
        if then != value and (then is not None or seq in made):
            named.add(seq)
    lines = []
    for seq in sorted(named):
        stays = value_at(timeline, place, timeline.position(seq))
        lines.append(_line(timeline, seq, *made.get(seq, (stays, stays))))
    return Why(place, at, value, tuple(lines))


def _played(timeline: Timeline, lines: Sequence[int]) -> list[int]:
    return [seq for seq in lines if not isinstance(timeline.entries[seq - 1].event, _UNPLAYED)]


def _each_alone(timeline: Timeline, chain: Sequence[int]) -> Iterator[tuple[int, Any]]:
    """Yield the latest entries that matter, each with the final position without that entry (None if unknown).

    An entry is skipped if the positions with and without it become equal again before the end.
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
                passed = later - at  # compare the two positions often at first, later at every 16th entry
                if (passed % 16 == 0 or passed.bit_count() == 1) and position == boards[later]:
                    break
            else:
                yield lines[at], position
        except GAME_ERRORS:
            yield lines[at], None


def _needed(timeline: Timeline, place: str, value: str, chain: Sequence[int], lines: Sequence[int]) -> list[int]:
    """Return those numbers in `lines` whose entries the value of a place depends on, found by halving."""
    then = without(timeline, place, chain, set(lines)) if lines else value
    if then == value or (then is None and len(lines) == 1):
        return []
    if len(lines) == 1:
        return list(lines)
    half = len(lines) // 2
    parts = (lines[:half], lines[half:])
    return [seq for part in parts for seq in _needed(timeline, place, value, chain, part)]


def _named(timeline: Timeline, place: str, at: int) -> tuple[str, str]:
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
    fields_said = f". Fields: {', '.join(names)}" if names else ""
    raise RefusedError(f'"{typed[:40]}" is not a field with a value here{fields_said}'[:900])


def value_at(timeline: Timeline, place: str, position: Any) -> str:
    """Return the value of a place in words, or ""."""
    fields = timeline.game.editor.fields
    try:
        written = timeline.game.notation.claim(place, position)
        if written is None and fields is not None:
            written = fields.value(position, place)
    except GAME_ERRORS:
        return ""
    return (written or "").strip()


def standing(timeline: Timeline, at: int) -> list[int]:
    """Return the numbers of entries in force at entry `at`, in order, without those that were taken back by then."""
    chain: list[int] = []
    for entry in timeline.entries[:at]:
        if isinstance(entry.event, TakenBack):
            to = entry.event.to
            chain = [seq for seq in chain if seq <= to]
        chain.append(entry.seq)
    return chain


def without(timeline: Timeline, place: str, chain: Sequence[int], gone: AbstractSet[int]) -> str | None:
    """Return the value of a place if the entries `gone` are left out of `chain`; None if the rest cannot be applied.

    The other entries are applied as recorded.
    """
    first = min(gone)
    position = timeline.position(first - 1) if first > 1 else None
    for later in chain[bisect_left(chain, first) :]:
        event = timeline.entries[later - 1].event
        if later in gone or isinstance(event, _UNPLAYED):
            continue
        try:
            position = timeline.game.rules.reducer(position, event)
        except GAME_ERRORS:
            return None
    return None if position is None else value_at(timeline, place, position)


def _line(timeline: Timeline, seq: int, was: str, now: str) -> WhyLine:
    group = timeline.group_at(seq)
    chance = tuple(entry.seq for entry in group.entries if isinstance(entry.event, Chance) and entry.seq != seq)
    address = timeline.addresses.get(group.first, "")
    return WhyLine(seq, address, timeline.sentence(seq), timeline.entries[seq - 1].rule, was, now, group.first, chance)
