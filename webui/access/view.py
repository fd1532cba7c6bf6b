"""The view of a session that a request asks for, and whether it may have it.

Whoever is not known by a link is a spectator. A seat may also be seen as itself by whoever holds it; once a session has
been unsealed to all, everybody may see it as any seat or the table saw it. Before, a moderator or judge sees another
view up to the line that tells everybody of the look, and no further. A private session is there only for those who
hold a link to it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from flask import current_app, g, request
from msgspec.structs import replace
from werkzeug.exceptions import Forbidden, NotFound

from events.errors import RefusedError, UnknownSessionError
from events.events import ALL, OMNISCIENT, Started
from events.session_events import PrivilegedView
from events.store.checks import unknown_name_error
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import Settings, strictest
from projections.registry import Registry
from replay.chance.clock import now_ms
from replay.corrections.branch import origin_of
from replay.corrections.proposals import Proposal, open_proposal
from replay.corrections.ruling import open_disputes
from replay.exporting.source import Source
from replay.reading.notes import NOBODY, NoteReader, notes
from replay.reading.reading import knows
from replay.reading.timeline import Timeline
from replay.session.deadline import Deadline, awaiting
from webui.access.identity import Identity, accounts, identify, is_laptop
from webui.access.pending_links import links_on_tray
from webui.access.timeline_cache import CachedTimeline, TimelineCache
from webui.views.dates import still_away
from webui.views.session_index import SessionIndex, made_by

EXTENSION: Final = "cloisterbell"
"""The key under which the app keeps its context."""
_INDEX: Final = "cloisterbell-index"
_TIMES: Final = ("then", "now")
_PAGE: Final = re.compile("[1-9][0-9]{0,5}")


class Context:
    """What every page is made from: the store, the shelf of games and the cached timelines."""

    def __init__(self, store: EventStore, registry: Registry) -> None:
        self.store, self.registry = store, registry
        self.timelines = TimelineCache(store, registry)


def current_context() -> Context:
    """The context of the app that serves this request."""
    found = current_app.extensions[EXTENSION]
    assert isinstance(found, Context)
    return found


def session_index() -> SessionIndex:
    """The index of the sessions of the app that serves this request."""
    context, found = current_context(), current_app.extensions.get(_INDEX)
    if found is None:
        fresh = SessionIndex(context.store, context.registry, accounts(), made_by())
        found = current_app.extensions.setdefault(_INDEX, fresh)
    assert isinstance(found, SessionIndex)
    return found


class SessionView:
    """One session as one viewer asks to see it."""

    def __init__(self, row: SessionRow, public: CachedTimeline, args: Mapping[str, str], settings: Settings) -> None:
        self.row, self.public, self.settings = row, public, settings
        self.who = identify(row.session)
        self.upto: int | None = None
        """The line at which this view ends, where it was opened to be looked at once."""
        self.viewer = self._viewer(args.get("as") or ALL)
        self.now = self._time(args.get("known") or "then") == "now"

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the session."""
        return self.public.timeline.reading.started.seats

    @property
    def is_open(self) -> bool:
        """Whether everything was opened to everybody."""
        return knows(ALL, "", self.public.timeline.reading.unsealed, self.seats)

    @property
    def is_over(self) -> bool:
        """Whether the session has ended, however it ended."""
        return bool(self.public.timeline.reading.unsealed) or self.public.timeline.over

    @property
    def looker(self) -> str:
        """The role in which whoever asks may open another view; nobody's where they hold a seat."""
        host = self.public.timeline.reading.started.host
        return self.who.role if self.who.may_rule and not (host and is_laptop()) else ""

    @cached_property
    def looked(self) -> Mapping[str, int]:
        """The views that were opened to be looked at in the role of whoever asks, and the line that says so."""
        role = self.looker
        found = (entry for entry in self.public.timeline.entries if role and isinstance(entry.event, PrivilegedView))
        return {entry.event.view: entry.seq for entry in found if entry.by == entry.event.by_role == role}  # type: ignore[attr-defined]  # each is a Looked

    @property
    def is_public(self) -> bool:
        """Whether this is what any spectator saw at the time."""
        return self.viewer == ALL and not self.now

    def _viewer(self, asked: str) -> str:
        if asked == ALL:
            return ALL
        if asked == self.who.seat:
            return asked
        if not self.is_open and asked in self.looked:
            self.upto = self.looked[asked]
            return asked
        if not self.is_open:
            raise Forbidden(
                "What a seat sees is shown to everybody once the session has ended and was opened to all. "
                "Until then these pages show what a spectator may know, and to a seat what it knows itself."
            )
        require_seat_name(asked, self.seats)
        self.upto = self._before_private_claims()
        return asked

    def _before_private_claims(self) -> int | None:
        """The line at which another view of a session ends: before what is claimed to the judge alone, until then."""
        if self.who.may_rule:
            return None
        claims = (one.seq for one in open_disputes(self.public.timeline.reading) if one.private)
        return next((seq - 1 for seq in claims), None)

    def _time(self, asked: str) -> str:
        if asked not in _TIMES:
            raise RefusedError(f'known="{asked[:40]}" is not allowed: {" or ".join(_TIMES)}')
        if asked == "now" and not self.is_over:
            raise Forbidden("A session is read as known now once it has ended; until then, as known then.")
        return asked

    @cached_property
    def cached(self) -> CachedTimeline:
        """The cached timeline that was asked for."""
        if self.is_public:
            return self.public
        return current_context().timelines.read(self.row, self.viewer, now=self.now, upto=self.upto)

    @property
    def timeline(self) -> Timeline:
        """The timeline that was asked for."""
        return self.cached.timeline

    def seat_name(self, seat: str) -> str:
        """A seat's name as the game prints it now."""
        timeline = self.public.timeline
        return timeline.game.view.seat_name(timeline.position(timeline.last), seat)

    @cached_property
    def deadline(self) -> Deadline | None:
        """Who is awaited now, and until when; None where nobody is."""
        timeline = self.public.timeline
        if timeline.reading.damage or not timeline.last:
            return None
        return awaiting(timeline, self.settings.pace, self.settings.away)

    @cached_property
    def proposal(self) -> Proposal | None:
        """The takeback that waits for consent."""
        return open_proposal(self.public.timeline.reading)

    @cached_property
    def lateness(self) -> str:
        """`over` in the time of grace, `late` behind it, else ""."""
        if not (self.settings.pace.hours or self.settings.pace.days):  # every request asks
            return ""
        found, now = self.deadline, now_ms()
        if found is None or not found.is_over(now):
            return ""
        return "late" if found.is_late(now) else "over"

    @cached_property
    def away(self) -> Mapping[str, str]:
        """The seats that are away now, with the day up to which they are."""
        return still_away(self.settings.away, now_ms()) if self.settings.away else {}

    @property
    def query(self) -> str:
        """The query that asks for the same view of another line."""
        return view_query(self.viewer, now=self.now)

    @property
    def note_reader(self) -> NoteReader:
        """Who reads notes here: whoever asks, in its own view alone."""
        return NoteReader(self.who.author, self.who.may_rule) if self.viewer == self.who.viewer else NOBODY

    @property
    def may_note(self) -> bool:
        """Whether whoever asks may write notes: a seat, a moderator or a judge."""
        return self.who.may_post or self.who.may_rule

    @property
    def has_notes(self) -> bool:
        """Whether there are notes that whoever asks may know."""
        return bool(notes(self.timeline, self.note_reader))

    def exported(self, at: str = "") -> Source:
        """What an export of this view is made from."""
        context = current_context()
        return Source(context.store, context.registry, self.timeline, self.upto, self.note_reader, at)

    def tag(self, *what: object) -> tuple[object, ...]:
        """The tag of a response: all that it depends on, which is the log, what was erased, who looks, and at what."""
        return (
            self.row.session,
            *self.public.mark,
            self.viewer,
            self.now,
            self.upto,
            self.who,
            self.settings,
            self.lateness,
            self.away,
            bool(links_on_tray(self.row.session)),
            *what,
        )


def require_seat_name(asked: str, seats: Sequence[str]) -> None:
    """Refuse the name of a view that is neither a seat's nor the table's.

    Raises:
        RefusedError: and says which there are.
    """
    if asked != OMNISCIENT and asked not in seats:
        raise RefusedError(f'there is no seat "{asked[:40]}" here; there are {", ".join(seats)} and {OMNISCIENT}')


def page_number() -> int:
    """Which page of a list a request asks for.

    Raises:
        RefusedError: it is no number from 1.
    """
    asked = request.args.get("page") or "1"
    if not _PAGE.fullmatch(asked):
        raise RefusedError(f'page="{asked[:20]}" is not allowed: a number from 1')
    return int(asked)


def view_query(viewer: str, *, now: bool) -> str:
    """The query string that asks for a view, with its question mark; nothing for a spectator."""
    asked = [f"as={viewer}"] * (viewer != ALL) + ["known=now"] * now
    return f"?{'&'.join(asked)}" if asked else ""


def _require_visible(asked: str, row: SessionRow, settings: Settings) -> None:
    """Refuse a session that is not visible to whoever asks, or not under this name.

    A private session is visible to those who hold a link to it. An unlisted one is found by its own address, which
    nobody guesses; a short name may be guessed.

    Raises:
        UnknownSessionError: it is not.
    """
    shown, own = settings.visibility, asked == row.session
    if shown != "public" and not (shown == "unlisted" and own) and not identify(row.session).role:
        raise unknown_name_error("session", asked)
    g.indexed = shown == "public"


def requested_view(session: str, args: Mapping[str, str]) -> SessionView:
    """The view that a request asks for.

    Raises:
        UnknownSessionError: there is no such session, or none for this reader.
        RefusedError: no such seat or time.
        Forbidden: this reader may not see that.
    """
    readings = current_context().timelines
    row = readings.row(session)
    settings, cached = _settings_and_timeline(row)
    _require_visible(session, row, settings)
    return SessionView(row, cached or readings.read(row), args, settings)


def settings_of(row: SessionRow) -> Settings:
    """The settings of a session. A what-if is as hidden as the session that it leaves, and so on up to the record."""
    return _settings_and_timeline(row)[0]


def _settings_and_timeline(row: SessionRow) -> tuple[Settings, CachedTimeline | None]:
    """The settings of a session, and its own timeline for everybody where those hung on it."""
    found = settings = accounts().settings(row.session)
    known, readings = {row.session}, current_context().timelines
    own = cached = None if found.visibility == "private" else readings.read(row)
    while cached is not None and found.visibility != "private" and (above := settings.record or _left(cached)):
        if above in known:
            break
        known.add(above)
        settings = accounts().settings(above)
        found = replace(found, visibility=strictest(found.visibility, settings.visibility))
        try:
            cached = readings.read(readings.row(above))
        except UnknownSessionError:  # it was removed, or this what-if came from elsewhere
            break
    return found, own


def _left(cached: CachedTimeline) -> str:
    """The session that a what-if leaves, by its first line."""
    entries = cached.timeline.entries
    origin = origin_of(entries[0].event) if entries and isinstance(entries[0].event, Started) else None
    return origin.session if origin else ""


def require_session(session: str) -> SessionRow:
    """The session that a form names, if whoever sends the form may know of it.

    Raises:
        UnknownSessionError: it is not.
    """
    row = current_context().timelines.row(session)
    _require_visible(session, row, settings_of(row))
    return row


def require_session_and_identity(session: str) -> tuple[SessionRow, Identity]:
    """The session that a form names, and the identity of whoever sends it."""
    row = require_session(session)
    return row, identify(row.session)


def require_line(seen: SessionView, seq: int) -> None:
    """Refuse a line that is not in the log."""
    if seq > seen.timeline.last:
        raise NotFound(f"There is no line {seq} in this session; it has {seen.timeline.last}.")
