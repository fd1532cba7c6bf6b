"""The view of a session that a request asks for, and the check that the user is allowed to see it.

- Without a link, a user is a spectator. A seat's link allows the view of that seat.
- After a session was opened to all, every view is allowed: each seat and the omniscient one.
- Before that, a moderator or judge may open another view. It ends at the entry that announces it.
- A private session is visible only with a link to it.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from flask import Response, current_app, g, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.exceptions import Forbidden, NotFound

from events.errors import BellError, MissingGameError, RefusedError, UnknownSessionError
from events.events import ALL, OMNISCIENT, Move, Started
from events.lazy_patterns import lazy_pattern
from events.session_events import PrivilegedView, Resigned
from events.store.checks import unknown_name_error
from events.store.drafts import ImportDrafts
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import Settings, strictest
from projections.registry import Registry
from projections.wording import titled
from replay.chance.clock import iso_moment, now_ms
from replay.corrections.branch import origin_of
from replay.corrections.ending import lapsed_end
from replay.corrections.open_requests import open_requests
from replay.corrections.ruling import open_disputes
from replay.corrections.takeback import Proposal, open_proposal
from replay.exporting.source import Source
from replay.reading.audience import knows
from replay.reading.notes import NOBODY, NoteReader, notes
from replay.reading.timeline import Timeline
from replay.session.deadline import Deadline, awaiting
from replay.session.session import Session
from webui.access.identity import Identity, accounts, identify, is_host, is_laptop, lost_link
from webui.access.pending_links import pending_links
from webui.access.request_links import RequestLink, question_link, request_link
from webui.access.responses import not_stored
from webui.access.timeline_cache import CachedTimeline, StoredState, TimelineCache
from webui.views.headline import own_step
from webui.views.session_index import SessionIndex, made_by
from webui.views.thread_state import ThreadState, thread_state

EXTENSION: Final = "cloisterbell"  # the key of the `Context` in `app.extensions`
_INDEX: Final = "cloisterbell-index"
_TIMES: Final = ("then", "now")
_PAGE: Final = lazy_pattern("[1-9][0-9]{0,5}")


class Context:
    """What all pages of an app share: the store, the supported games and the cached sessions."""

    def __init__(self, store: EventStore, registry: Registry) -> None:
        self.store, self.registry = store, registry
        self.timelines = TimelineCache(store, registry)

    def open_session(self, session: str) -> Session:
        """Return a session, open for writing."""
        return Session.load(self.store, self.registry, session)


def current_context() -> Context:
    """Return the context of the current app."""
    found = current_app.extensions[EXTENSION]
    assert isinstance(found, Context)
    return found


def session_index() -> SessionIndex:
    """Return the session index of the current app."""
    context, found = current_context(), current_app.extensions.get(_INDEX)
    if found is None:
        fresh = SessionIndex(context.store, context.registry, accounts(), made_by(context.registry))
        found = current_app.extensions.setdefault(_INDEX, fresh)
    assert isinstance(found, SessionIndex)
    return found


class SessionView:
    """One session in the view that a request asks for: whose view, up to which entry, and as known then or now."""

    def __init__(
        self, row: SessionRow, public: CachedTimeline, args: Mapping[str, str], settings: Settings, *,
        shared: bool = False,
    ) -> None:  # fmt: skip
        self.row, self.public, self.settings = row, public, settings
        self.who = identify(row.session)
        self.shared = shared
        self.declined = ""
        """The viewer of the address if the user may not open that view and so sees the spectator's."""
        self.upto: int | None = None
        """The last entry of this view if it is a private view that was opened once."""
        self.viewer = self._viewer(args.get("as") or ALL)
        known = args.get("known") or "then"
        if known not in _TIMES:
            raise RefusedError(f'known="{known[:40]}" is not allowed. Allowed: {", ".join(_TIMES)}')
        self.now = known == "now"
        if self.now and not self.is_over:
            raise Forbidden("You can see a session as known now only after it has ended.")

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the session."""
        return self.public.timeline.reading.started.seats

    @property
    def is_open(self) -> bool:
        """Whether all hidden information of the session is open to every viewer now."""
        return knows(ALL, "", self.public.timeline.reading.unsealed, self.seats)

    @property
    def is_over(self) -> bool:
        """Whether the session has ended, with or without an outcome."""
        return bool(self.public.timeline.reading.unsealed) or self.public.timeline.over

    @property
    def looker(self) -> str:
        """The role (moderator or judge) in which the user may open a seat's view; "" for a user who holds a seat."""
        host = self.public.timeline.reading.started.host
        return self.who.role if self.who.may_rule and not (host and is_laptop()) else ""

    @cached_property
    def looked(self) -> Mapping[str, int]:
        """The seats whose private view the user's role has opened, each with the log entry that announces this view."""
        role = self.looker
        found = self.public.timeline.reading.events_of(PrivilegedView) if role else ()
        return {event.view: entry.seq for entry, event in found if entry.by == event.by_role == role}

    @property
    def is_public(self) -> bool:
        """Whether the view shows what a spectator could see when the entries were recorded."""
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
            if self.shared and asked in (*self.seats, OMNISCIENT):
                self.declined = asked
                return ALL
            raise Forbidden(
                "You cannot see the view of another seat during the game. "
                "After the game you can, if the session is opened to all."
            )
        require_seat_name(asked, self.seats)
        if not self.who.may_rule:  # the view ends before the first open claim that only the judge may read
            claims = (one.seq for one in open_disputes(self.public.timeline.reading) if one.private)
            self.upto = next((seq - 1 for seq in claims), None)
        return asked

    @cached_property
    def cached(self) -> CachedTimeline:
        """The cached timeline of this view."""
        if self.is_public:
            return self.public
        readings = current_context().timelines
        return readings.read(self.row, self.viewer, now=self.now, upto=self.upto, mark=self.public.mark)

    @property
    def timeline(self) -> Timeline:
        """The timeline of this view."""
        return self.cached.timeline

    def seat_name(self, seat: str) -> str:
        """Return a seat's name as the game prints it now."""
        return self.public.timeline.seat_name(seat)

    @cached_property
    def deadline(self) -> Deadline | None:
        """The seats whose move is awaited and their time limit, or None."""
        timeline = self.public.timeline
        if timeline.reading.damage or not timeline.last:
            return None
        return awaiting(timeline, self.settings.pace, self.settings.away)

    @property
    def is_my_turn(self) -> bool:
        """Whether the user's seat is awaited."""
        return self.deadline is not None and self.who.seat in self.deadline.seats

    @property
    def own_step(self) -> str:
        """What the user's seat must do next, in words that this view may show."""
        return own_step(self.timeline if self.viewer == self.who.seat else self.public.timeline, self.who.seat)

    @property
    def may_renew(self) -> bool:
        """Whether an open page of this view can get new moves."""
        return not (self.is_over or self.upto or self.public.timeline.reading.damage)

    @cached_property
    def proposal(self) -> Proposal | None:
        """The proposed takeback that waits for the consent of seats, or None."""
        return open_proposal(self.public.timeline.reading)

    @cached_property
    def lapsed(self) -> str:
        """What ended the user's proposal to close the session, as the end of a sentence, or ""."""
        reading, seat = self.public.timeline.reading, self.who.seat
        ended = lapsed_end(reading, seat) if seat and self.public.timeline.last else None
        match ended and ended.event:
            case None:
                return ""
            case Move(player=mover):
                return f"when {self.seat_name(mover)} moved"
            case Resigned(seat=gone):
                return f"when {self.seat_name(gone)} resigned"
            case _:
                return "when the board was changed"

    @cached_property
    def requests(self) -> Sequence[RequestLink]:
        """What the user must answer: disputes, settlements and `question`. `proposal` is a takeback, which all see."""
        found = open_requests(self.public.timeline) if self.who.voice and self.public.timeline.last else ()
        mine = (one for one in found if self.who.voice in one.waiting and one.kind != "takeback")
        return [*(request_link(self.row.session, one) for one in mine), *([self.question] if self.question else [])]

    @cached_property
    def question(self) -> RequestLink | None:
        """The question about a post in the session's inbox, if the user must answer it."""
        if self.is_over or not (self.who.may_post or is_host()):
            return None
        found = ImportDrafts(accounts()).questions(self.row.session).get(self.row.session)
        return question_link(self.row.session, *found, self.who) if found else None

    @cached_property
    def thread(self) -> ThreadState | None:
        """The thread that the session follows, or None. Only the moderator may see its place and its authors."""
        return thread_state(ImportDrafts(accounts()), self.row.session)

    @cached_property
    def lateness(self) -> str:
        """`over` if the awaited seats are in their grace period, `late` after the grace period, otherwise ""."""
        if not (self.settings.pace.hours or self.settings.pace.days):  # this runs on every request
            return ""
        found, now = self.deadline, now_ms()
        if found is None or not found.is_over(now):
            return ""
        return "late" if found.is_late(now) else "over"

    @cached_property
    def away(self) -> Mapping[str, str]:
        """The seats that are away now, with the last day of their absence."""
        if not self.settings.away:  # this runs on every request
            return {}
        today = iso_moment(now_ms())[:10]
        return {seat: day for seat, day in self.settings.away.items() if day >= today}

    @property
    def query(self) -> str:
        """The query string that keeps this view (whose view, then or now) in a link to another entry."""
        return view_query(self.viewer, now=self.now)

    @property
    def asked(self) -> Mapping[str, str]:
        """The view as parameters of a URL, if it is not a spectator's."""
        return {} if self.viewer == ALL else {"as": self.viewer}

    @property
    def note_reader(self) -> NoteReader:
        """The user as a reader of notes, or `NOBODY` in a view other than the user's own."""
        return NoteReader(self.who.author, self.who.may_rule) if self.viewer == self.who.viewer else NOBODY

    @property
    def may_note(self) -> bool:
        """Whether the user may write notes: a seat, a moderator or a judge."""
        return self.who.may_post or self.who.may_rule

    @property
    def has_notes(self) -> bool:
        """Whether the user may read any note."""
        return bool(notes(self.timeline, self.note_reader))

    def exported(self, at: str = "") -> Source:
        """Return the data from which an export of this view is made."""
        context = current_context()
        return Source(context.store, context.registry, self.timeline, self.upto, self.note_reader, at)

    @property
    def base(self) -> str:
        """The address of the session's pages on this server."""
        return url_for("viewer.last", session=self.row.session)

    def rendered(self, template: str, **shown: Any) -> str:
        """Return the HTML text of a page about this view, made from a template and the values in `shown`."""
        return render_template(template, view=self, base=self.base, **shown)

    def page(self, template: str, status: int = 200, /, **shown: Any) -> Response:
        """Return a page about this view that no cache may store: it contains a form or depends on submitted data."""
        return not_stored(self.rendered(template, **shown), status)

    def file_tag(self, *what: object) -> tuple[object, ...]:
        """Return a tuple that changes with everything a drawing or a file of this view depends on: log and erasures."""
        return (self.row.session, *self.public.mark, self.viewer, self.now, self.upto, *what)

    def tag(self, *what: object) -> tuple[object, ...]:
        """Return a tuple that changes with everything a page depends on: log, erasures, user, view, and `what`."""
        asked = (self.viewer, self.declined, self.now, self.upto, self.who, self.settings, self.lateness, self.away)
        waits = bool(pending_links(self.row.session)), self.question, self.thread
        return (self.row.session, *self.public.mark, *asked, *waits, *what)


def require_seat_name(asked: str, seats: Sequence[str]) -> None:
    """Refuse the name of a viewer that is neither one of the seats nor the omniscient viewer, who knows everything."""
    if asked != OMNISCIENT and asked not in seats:
        views = f"{', '.join(seats)} and the moderator view"
        raise RefusedError(f'"{asked[:40]}" is not a view of this session. Views: {views}')


def page_number() -> int:
    """Return the page number that a request asks for."""
    asked = request.args.get("page") or "1"
    if not _PAGE.fullmatch(asked):
        raise RefusedError(f'page="{asked[:20]}" is not allowed. It must be a number from 1')
    return int(asked)


def view_query(viewer: str, *, now: bool) -> str:
    """Return the query string of a view, such as `?as=black`; "" for a spectator's view."""
    asked = [f"as={viewer}"] * (viewer != ALL) + ["known=now"] * now
    return f"?{'&'.join(asked)}" if asked else ""


def _require_visible(asked: str, row: SessionRow, settings: Settings) -> None:
    """Refuse a session that the user may not see, or may not open by the id or alias `asked`.

    A private session is visible with a link to it. An unlisted session is visible at its id, which cannot be guessed,
    and not at its alias, which could be guessed.
    """
    shown, own = settings.visibility, asked == row.session
    if shown != "public" and not (shown == "unlisted" and own) and not identify(row.session).role:
        raise unknown_name_error("session", asked)
    g.indexed = shown == "public"


def requested_view(session: str, args: Mapping[str, str], *, shared: bool = False) -> SessionView:
    """Return the view of a session that a request asks for; refuse a user who may not see the session.

    `shared` is for pages whose address people send to friends: a view that the user may not open becomes the
    spectator's, not a refusal.
    """
    readings = current_context().timelines
    row, mark = readings.find(session)
    settings, cached = _settings_and_timeline(row, mark)
    _require_visible(session, row, settings)
    seen = SessionView(row, cached or readings.read(row, mark=mark), args, settings, shared=shared)
    g.seen = seen
    return seen


def settings_of(row: SessionRow) -> Settings:
    """Return the settings of a session. A what-if is at least as hidden as the session it starts from."""
    return _settings_and_timeline(row)[0]


def _settings_and_timeline(row: SessionRow, mark: StoredState | None = None) -> tuple[Settings, CachedTimeline | None]:
    found = settings = accounts().settings(row.session)
    known, readings = {row.session}, current_context().timelines
    own = cached = None if found.visibility == "private" else _read_if_installed(row, mark)
    while cached is not None and found.visibility != "private" and (above := settings.record or _left(cached)):
        if above in known:
            break
        known.add(above)
        settings = accounts().settings(above)
        found = replace(found, visibility=strictest(found.visibility, settings.visibility))
        try:
            cached = _read_if_installed(*readings.find(above))
        except UnknownSessionError:  # the original was removed, or the what-if was imported
            break
    return found, own


def _read_if_installed(row: SessionRow, mark: StoredState | None) -> CachedTimeline | None:
    """Return the timeline of a session, or None if its game is missing. A page reports that after the access check."""
    try:
        return current_context().timelines.read(row, mark=mark)
    except MissingGameError:
        return None


def _left(cached: CachedTimeline) -> str:
    entries = cached.timeline.entries
    origin = origin_of(entries[0].event) if entries and isinstance(entries[0].event, Started) else None
    return origin.session if origin else ""


def require_session(session: str) -> SessionRow:
    """Return the session with this id or alias. Refuse a user who may not know of the session."""
    row = current_context().timelines.row(session)
    _require_visible(session, row, settings_of(row))
    return row


def require_session_and_identity(session: str) -> tuple[SessionRow, Identity]:
    """Return the session that a form names, and the user's identity in it."""
    row = require_session(session)
    return row, identify(row.session)


def require_line(seen: SessionView, seq: int) -> None:
    """Refuse the request if the log has no entry with the number `seq`."""
    if seq > seen.timeline.last:
        raise NotFound(f"Entry {seq} does not exist. The last entry of this session is {seen.timeline.last}.")


class _IdentityBadge(NamedTuple):
    """The user's role as text. `leaves`: the user can give up the role. `waits`: new secret links are not yet shown.

    `lost`: the text says what happened to the user's link instead.
    """

    words: str
    name: str = ""
    session: str = ""
    leaves: bool = False
    waits: bool = False
    lost: bool = False


def identity_badge(row: SessionRow | None = None) -> _IdentityBadge | None:
    """Return the badge of this page: the role in its session or as a host, or None for a spectator.

    `row` is the session of the page, if it is known; otherwise it is read from the store.
    """
    asked = (request.view_args or {}).get("session")
    if not asked:
        return _IdentityBadge("Host", leaves=True) if is_host() and not is_laptop() else None
    try:
        row = row or current_context().timelines.row(str(asked))
    except BellError:
        return None
    found = identify(row.session)
    if not found.role:
        lost = lost_link(row.session)
        return _IdentityBadge(f"Your link was {lost}. Ask the moderator.", lost=True) if lost else None
    words = titled(found.seat or found.role)
    name = accounts().names(row.session).get(found.seat, "") if found.seat else ""
    return _IdentityBadge(words, name, row.session, leaves=bool(found.link), waits=bool(pending_links(row.session)))
