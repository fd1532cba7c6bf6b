"""The home page `/`, the list of sessions: whose move it is, what is played, and what was; with the ways to begin."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, url_for

from events.errors import BellError, ConflictError, RefusedError
from events.store.accounts import EVERYWHERE, Link
from events.store.records import SessionRow
from events.store.settings import Settings
from replay.corrections.proposals import open_proposal
from replay.corrections.ruling import open_disputes
from replay.live.deadline import awaiting
from replay.posts.samples import samples, take_in
from webui.access.identity import accounts, identify, is_host, is_laptop, live_links_of_browser, require_host
from webui.access.rate_limits import limit_rate
from webui.access.responses import revalidated
from webui.access.timeline_cache import StoredState
from webui.access.view import Context, current_context, page_number
from webui.desk.headline import headline
from webui.pages import first_look
from webui.pages.session_facts import why_held

PAGE: Final = 40
_KEPT: Final = 2_000
_NO_GAME: Final = "this game is not on the shelf here"
_NEVER: Final = 2**63

blueprint = Blueprint("home", __name__)


class SessionCard(NamedTuple):
    """One session as the list shows it. `trouble` says why a log could not be read to its end.

    `disputed` is the line of the first open dispute, 0 where there is none.
    """

    row: SessionRow
    game: str
    seats: tuple[str, ...]
    headline: str
    is_over: bool
    lines: int
    moves: int
    turn: int
    filed_ms: int
    trouble: str = ""
    awaited: tuple[str, ...] = ()
    until_ms: int = 0
    disputed: int = 0


class CardSection(NamedTuple):
    """A part of the list; `empty` is said where it holds nothing."""

    name: str
    title: str
    cards: Sequence[SessionCard]
    empty: str = ""


class CardCache:
    """A cache of session cards; each is valid for the stored state and the settings it was made from."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[StoredState, Settings, SessionCard]] = OrderedDict()

    def card(self, context: Context, row: SessionRow, mark: StoredState, settings: Settings) -> SessionCard:
        """The card of a session at a stored state."""
        with self._lock:
            kept = self._kept.get(row.session)
        if kept is not None and kept[:2] == (mark, settings) and kept[2].row == row:
            return kept[2]
        card = _card(context, row, settings)
        with self._lock:
            self._kept[row.session] = (mark, settings, card)
            self._kept.move_to_end(row.session)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return card


def _card(context: Context, row: SessionRow, settings: Settings) -> SessionCard:
    if row.game not in context.shelf:
        return SessionCard(
            row, row.game, (), "", False, context.store.head(row.session).seq, 0, 0, row.created_ms, _NO_GAME
        )
    title = context.shelf.meta(row.game).title
    try:
        timeline = context.timelines.read(row).timeline
    except BellError as error:
        return SessionCard(row, title, (), "", False, 0, 0, 0, row.created_ms, str(error))
    damage = str(timeline.reading.damage or "")
    if not timeline.last:
        return SessionCard(row, title, (), "Nothing filed yet", False, 0, 0, 0, row.created_ms, damage)
    status, position = timeline.status(timeline.last), timeline.position(timeline.last)
    seats = tuple(timeline.game.view.seat_name(position, seat) for seat in timeline.reading.started.seats)
    words = headline(timeline, timeline.last)
    ended = bool(timeline.reading.unsealed) or timeline.over
    if ended and not status.outcome:
        words = f"Ended without an outcome; {words[:1].lower()}{words[1:]}"
    elif why_held(timeline):
        words = f"Held; {words[:1].lower()}{words[1:]}"
    due, asked = awaiting(timeline, settings.pace, settings.away), open_proposal(timeline.reading)
    if timeline.reading.started.branch:
        words = f"What if, not a record; {words[:1].lower()}{words[1:]}"
    disputes = open_disputes(timeline.reading)
    if disputes:
        words = f"{words}; a dispute is open"
    if asked:
        words = f"{words}; a takeback is proposed"
    awaited = (*(due.seats if due else ()), *(asked.waiting if asked else ()))
    return SessionCard(
        row, title, seats, words, ended, timeline.last, len(timeline.addresses), status.turn,
        timeline.lines[-1].at_ms, damage, awaited, due.until_ms if due else 0,
        disputes[0].line if disputes else 0,
    )  # fmt: skip


@blueprint.get("/")
def index() -> Response:
    """For whoever holds links: their move, then what waits for others, then what is finished; and all the others."""
    if first_look.is_first():
        return first_look.page()
    context, page = current_context(), page_number()
    mine = {link.session: link for link in live_links_of_browser() if link.session != EVERYWHERE}
    hidden = frozenset[str]() if is_laptop() else accounts().hidden()
    rows = [row for row in context.store.sessions() if row.session not in mine and row.session not in hidden]
    own = [row for row in context.store.sessions() if row.session in mine] if page == 1 else []
    pages = max(1, -(-len(rows) // PAGE))
    if page > pages:
        raise RefusedError(f"there is no page {page}; this list has {pages}")
    shown = [
        (row, context.timelines.mark(row), accounts().settings(row.session))
        for row in (*own, *rows[(page - 1) * PAGE : page * PAGE])
    ]

    def make() -> str:
        sections = _sections(_cards(context, shown), mine, alone=pages == 1)
        return render_template(
            "sessions.html", sections=sections, mine=mine, page=page, pages=pages, count=len(rows), games=context.shelf,
            is_empty=not rows and not mine,
        )  # fmt: skip

    if not rows and not mine and is_host():  # it holds a form
        response = make_response(make())
        response.headers["Cache-Control"] = "no-store"
        return response
    return revalidated(("sessions", page, len(rows), is_host(), tuple(mine.items()), tuple(shown)), make)


def _cards(context: Context, shown: Iterable[tuple[SessionRow, StoredState, Settings]]) -> list[SessionCard]:
    kept = current_app.extensions.setdefault("cloisterbell-cards", CardCache())
    assert isinstance(kept, CardCache)
    cards = [kept.card(context, *each) for each in shown]
    return sorted(cards, key=lambda card: -card.filed_ms)


def _sections(cards: Sequence[SessionCard], mine: Mapping[str, Link], *, alone: bool) -> list[CardSection]:
    """The parts of the list; with `alone` these are all the cards there are."""
    own = [card for card in cards if card.row.session in mine]
    others = [card for card in cards if card.row.session not in mine]
    where = "" if alone else " on this page"
    running, over = [card for card in others if not card.is_over], [card for card in others if card.is_over]
    found = _own_sections(own, mine) if own else []
    if running or not own:
        name = "Others, running" if own else "Running"
        found.append(CardSection("running", name, running, f"No session is running{where}."))
    if over or not own:
        name = "Others, finished" if own else "Finished"
        found.append(CardSection("over", name, over, f"No session is finished{where}."))
    return found


def _own_sections(own: Sequence[SessionCard], mine: Mapping[str, Link]) -> list[CardSection]:
    """Sessions of somebody: by time left where they are awaited or asked, by silence where others are."""
    known = {session: link.seat or link.role for session, link in mine.items()}
    moves = [card for card in own if not card.is_over and known[card.row.session] in card.awaited]
    waits = [card for card in own if not card.is_over and card not in moves]
    over = [card for card in own if card.is_over]
    idle = "Nobody waits for you." if any(link.seat for link in mine.values()) else ""
    parts = [
        CardSection("mine", "Your move", sorted(moves, key=lambda card: card.until_ms or _NEVER), idle),
        CardSection(
            "waiting", "Waiting for others" if idle else "Running, yours", sorted(waits, key=lambda card: card.filed_ms)
        ),
        CardSection("done", "Finished, yours", over),
    ]
    return [part for part in parts if part.cards or part.empty]


def _last_filed_ms(card: SessionCard) -> int:
    """The moment of the last filed line, since when the session is silent."""
    return card.filed_ms


@blueprint.post("/samples")
def take_samples() -> Response:
    """Record the sessions that the games ship, each once."""
    require_host()
    limit_rate("session", identify(EVERYWHERE).link)
    context = current_context()
    for sample in [sample for slug in context.shelf for sample in samples(slug)]:
        alias = f"{sample.game}-{sample.name}"
        if any(row.alias == alias for row in context.store.sessions()):
            continue
        try:
            take_in(context.store, context.shelf, sample, alias=alias)
        except ConflictError:  # somebody pressed the button twice
            continue
    response = redirect(url_for("home.index"), 303)
    assert isinstance(response, Response)
    return response
