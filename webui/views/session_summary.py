"""The public summary of a session for lists, and its entry for `cloisterbell list`.

Separate from `session_index`, so that an unchanged list loads no game.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from events.errors import BellError
from events.events import Move
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import Pace
from events.store.summaries import OpenRequest, Summary
from projections.contracts import Outcome
from projections.registry import Registry
from replay.corrections.open_requests import open_requests
from replay.corrections.ruling import Dispute, open_disputes
from replay.importing.samples import sample_aliases
from replay.reading.ending import why_held
from replay.reading.timeline import Timeline
from replay.session.deadline import awaiting
from webui.views.headline import headline


class SessionEntry(msgspec.Struct, frozen=True):
    """One session in the output of `list`. `trouble` says why the log cannot be read, or not completely."""

    session: str
    alias: str
    game: str
    title: str
    origin: str
    seats: tuple[str, ...] = ()
    lines: int = 0
    moves: int = 0
    turn: int = 0
    standing: str = ""
    awaited: tuple[str, ...] = ()
    outcome: Outcome | None = None
    over: bool = False
    created_ms: int = 0
    last_ms: int = 0
    trouble: str = ""
    disputes: tuple[Dispute, ...] = ()
    requests: tuple[OpenRequest, ...] = ()
    branch: str = ""
    """The entry that a what-if starts from, as its first entry records it; "" for a record."""
    rules: int = 0
    """The rules version that decides the next move."""


def summary_of(store: EventStore, registry: Registry, row: SessionRow, head: bytes, erased: int) -> Summary:
    """Return the summary of a session at its current state, as a spectator may know it."""
    bare = Summary(
        row.session, row.game, row.created_ms, row.title, row.alias, row.origin, head.hex(), erased, row.created_ms
    )
    entry = SessionEntry(row.session, row.alias, row.game, row.title, row.origin, created_ms=row.created_ms)
    try:
        timeline = Timeline.read(store, registry, row.session)
    except BellError as error:
        entry = replace(entry, trouble=str(error))
        if row.game in registry:
            return replace(_of_registry(bare, registry), trouble=str(error), entry=_json(entry))
        lines = store.head(row.session).seq
        entry = replace(entry, lines=lines)
        return replace(bare, game_title=row.game, lines=lines, trouble=str(error), entry=_json(entry))
    bare = _of_registry(bare, registry)
    damage = str(timeline.reading.damage or "")
    if not timeline.last:
        entry = replace(entry, trouble=damage or "the log has no entries")
        return replace(bare, headline="No entries yet", trouble=damage, entry=_json(entry))
    ended = bool(timeline.reading.unsealed) or timeline.over
    due, requests, disputes = awaiting(timeline, Pace()), open_requests(timeline), open_disputes(timeline.reading)
    shown = timeline.ends["move"][-1] if ended and timeline.ends["move"] else timeline.last
    started, position = timeline.reading.started, timeline.position(timeline.last)
    return replace(
        bare, rules=timeline.game.rules_version(position), filed_ms=timeline.lines[-1].at_ms, seats=started.seats,
        seat_names=tuple(timeline.game.view.seat_name(position, seat) for seat in started.seats),
        headline=_standing(timeline, requests, is_over=ended),
        lines=timeline.last, moves=len(timeline.addresses), turn=timeline.status(timeline.last).turn, is_over=ended,
        is_branch=bool(started.branch), disputed=disputes[0].line if disputes else 0,
        awaited=due.seats if due else (), since_ms=due.since_ms if due else 0,
        requests=requests, is_held=bool(why_held(timeline.reading)) and not ended, trouble=damage,
        shown=shown, digest=timeline.digest(shown), position=_one_line(timeline, shown),
        entry=_json(_entry_of(entry, timeline, requests, is_over=ended)),
    )  # fmt: skip


def _of_registry(bare: Summary, registry: Registry) -> Summary:
    return replace(bare, game_title=registry.meta(bare.game).title, is_sample=bare.alias in _aliases(bare.game))


def _entry_of(
    bare: SessionEntry, timeline: Timeline, requests: tuple[OpenRequest, ...], *, is_over: bool
) -> SessionEntry:
    entries, status = timeline.entries, timeline.status(timeline.last)
    return replace(
        bare, rules=timeline.game.rules_version(timeline.position(timeline.last)),
        seats=timeline.reading.started.seats, lines=len(entries), turn=status.turn,
        moves=sum(isinstance(entry.event, Move) for entry in entries),
        standing=headline(timeline, timeline.last), awaited=() if is_over else status.awaited, outcome=status.outcome,
        over=is_over, last_ms=entries[-1].at_ms, trouble=str(timeline.reading.damage or ""), requests=requests,
        disputes=open_disputes(timeline.reading), branch=timeline.reading.started.branch,
    )  # fmt: skip


def _json(entry: SessionEntry) -> str:
    return msgspec.json.encode(entry).decode()


def _standing(timeline: Timeline, requests: Sequence[OpenRequest], *, is_over: bool) -> str:
    words = headline(timeline, timeline.last)
    if is_over and not timeline.status(timeline.last).outcome and not timeline.closed(timeline.last):
        words = f"Ended without a result; {words[:1].lower()}{words[1:]}"
    elif why_held(timeline.reading):
        words = f"Locked; {words[:1].lower()}{words[1:]}"
    count = Counter(one.kind for one in requests)
    opened = count["dispute"]
    words += f"; {'a dispute is' if opened == 1 else f'{opened} disputes are'} open" * bool(opened)
    words += "; a settlement is proposed" * bool(count["settlement"])
    words += "; a takeback is proposed" * bool(count["takeback"])
    return words + "; the end is proposed" * bool(count["ending"])


def _one_line(timeline: Timeline, seq: int) -> str:
    """Return the first line of a position's text after the name of the game."""
    lines = timeline.game.view.text(timeline.position(seq)).splitlines()
    return next((line for line in lines if line.strip() and line != timeline.game.meta.title), "")


@cache
def _aliases(game: str) -> frozenset[str]:
    return sample_aliases(game)
