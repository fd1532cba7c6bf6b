"""The home page `/`: the list of sessions by state, with filters, and ways to start.

`demo` begins with a welcome page: what to see first in the sample sessions, with links. The samples describe what is
worth seeing by alias and move number. Missing samples and pages that the user may not open are left out.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, render_template, request, url_for

from events.errors import BellError, ConflictError, RefusedError
from events.store.accounts import EVERYWHERE, MODERATOR, Link
from events.store.drafts import ImportDrafts
from events.store.rows import SessionRow
from events.store.summaries import SORTS, STATES, Summary, Wanted
from replay.importing.samples import Sight, samples, take_in
from replay.session.deadline import time_is_over
from webui.access.identity import Identity, accounts, identify, is_host, is_laptop, live_links_of_browser, require_host
from webui.access.rate_limits import limit_rate
from webui.access.request_links import RequestLink, question_link, request_link
from webui.access.responses import not_stored, revalidated, see_other
from webui.access.view import Context, SessionView, current_context, page_number, requested_view, session_index
from webui.pages.session.audit import public_report
from webui.views.session_index import FoundSessions

PAGE: Final = 40
WAITING: Final = "waiting"  # the value of the state filter for sessions that wait for the user's move
_STATES: Final = {
    "": "All", "running": "Running", WAITING: "Waiting for me", "disputed": "Disputed", "finished": "Finished",
    "samples": "Samples",
}  # fmt: skip
_SORTS: Final = {"latest": "Recently active", "silent": "Waiting longest", "begun": "Newest", "title": "Title"}
_LONGEST: Final = 80
_NEVER: Final = 2**63
assert _STATES.keys() == {"", *STATES}
assert _SORTS.keys() == SORTS.keys()

blueprint = Blueprint("home", __name__)


class SessionCard(NamedTuple):
    """A session in the list: its summary, and when its awaited seats run out of time (ms since 1970, 0: never)."""

    told: Summary
    until_ms: int = 0


class CardSection(NamedTuple):
    """A part of the list of sessions: the sessions on the shown page, out of `total` sessions."""

    name: str
    title: str
    cards: Sequence[SessionCard]
    total: int
    empty: str = ""


class Asked(NamedTuple):
    """The filters, order and page that a request asks for."""

    q: str
    game: str
    state: str
    sort: str
    page: int

    @property
    def is_narrow(self) -> bool:
        """Whether a filter is set."""
        return bool(self.q or self.game or self.state)

    @property
    def wanted(self) -> Wanted:
        """The filters and the order in the form that the session index needs."""
        return Wanted(tuple(self.q.split()), self.game, self.state, self.sort)

    def query(self, **other: str | int) -> dict[str, str | int]:
        """Return the URL parameters for this list with some of them replaced."""
        found = {**self._asdict(), **other}
        usual = {"q": "", "game": "", "state": "", "sort": "latest", "page": 1}
        return {name: value for name, value in found.items() if value != usual[name]}


def _asked(context: Context) -> Asked:
    words = " ".join(request.args.get("q", "").split())
    if len(words) > _LONGEST:
        raise RefusedError(f"q: a search can have at most {_LONGEST} characters")
    game, state = _one_of("game", ("", *context.registry)), _one_of("state", _STATES)
    return Asked(words, game, state, _one_of("sort", SORTS, "latest"), page_number())


def _one_of(name: str, known: Mapping[str, str] | Sequence[str], usual: str = "") -> str:
    given = request.args.get(name) or usual
    if given not in known:
        raise RefusedError(f'{name}="{given[:40]}" is not allowed. Allowed: {", ".join(filter(None, known))}')
    return given


@blueprint.get("/")
def index() -> Response:
    """Show the user's sessions (their move, waiting for others, finished), then all others."""
    if current_app.config["FIRST_LOOK"] and not request.args:
        return _welcome_page()
    context = current_context()
    asked, sessions = _asked(context), session_index()
    is_whole = sessions.refresh()
    mine = {link.session: link for link in live_links_of_browser() if link.session != EVERYWHERE}
    questions = _own_questions(mine)
    is_waiting = asked.state == WAITING  # an own session waits also for a move
    own = [_card(told) for told in sessions.of(mine, asked.wanted._replace(state="") if is_waiting else asked.wanted)]
    own = [card for card in own if _is_awaited(card, mine, questions) or not is_waiting]
    found, running, over = FoundSessions((), 0, 0)
    if is_laptop() or not is_waiting:
        start = (asked.page - 1) * PAGE
        found, running, over = sessions.find(asked.wanted, start, PAGE, without=mine, everything=is_laptop())
    pages = max(1, -(-(running + over) // PAGE))
    if asked.page > pages:
        raise RefusedError(f"page {asked.page} does not exist. The last page is {pages}")
    others, own = [_card(told) for told in found], own if asked.page == 1 else []
    if is_waiting and asked.page == 1:
        unclear = _cards_with_question(asked.wanted, questions, mine)
        others, running = [*unclear, *others], running + len(unclear)
    is_empty = not (others or mine or asked.is_narrow)

    def make() -> str:
        parts = [*_own_sections(own, mine, asked, questions), *_other_sections(others, running, over, mine, asked)]
        return render_template(
            "sessions.html", mine=mine, asked=asked, pages=pages, count=running + over, games=context.registry,
            requests_of=partial(_requests, mine=mine, questions=questions), is_empty=is_empty, states=_STATES,
            sorts=_SORTS, is_whole=is_whole, sections=[part for part in parts if part.cards or part.empty],
        )  # fmt: skip

    if is_empty and is_host():  # the page contains a form
        return not_stored(make())
    counts = running, over, is_host(), is_whole
    lists = tuple(mine.items()), tuple(questions.items()), tuple(own), tuple(others)
    return revalidated(("sessions", asked, *counts, *lists), make)


def _card(told: Summary) -> SessionCard:
    if told.is_over or not told.awaited:
        return SessionCard(told)
    settings = accounts().settings(told.session)
    return SessionCard(told, time_is_over(told.awaited, told.since_ms, settings.pace, settings.away))


def _identity(session: str, mine: Mapping[str, Link]) -> Identity:
    """Return the user's role in a session."""
    link = mine.get(session)
    return Identity(link.role, link.seat) if link else Identity(MODERATOR if is_laptop() else "")


def _own_questions(mine: Mapping[str, Link]) -> dict[str, RequestLink]:
    """Return the questions of inboxes that the user must answer, by session."""
    if not (mine or is_host()):
        return {}
    links = {
        session: question_link(session, *found, _identity(session, mine))
        for session, found in ImportDrafts(accounts()).questions().items()
    }
    return {session: link for session, link in links.items() if link}


def _cards_with_question(
    wanted: Wanted, questions: Mapping[str, RequestLink], mine: Mapping[str, Link]
) -> list[SessionCard]:
    """Return the sessions of others that wait for the user only because of the question of their inbox.

    Sessions that wait for the moderator for another reason are in the list already.
    """
    found = session_index().of(questions.keys() - mine.keys(), wanted._replace(state=""))
    return [
        _card(told) for told in found
        if not told.is_over and not any(MODERATOR in one.waiting for one in told.requests)
        and (is_laptop() or accounts().settings(told.session).visibility == "public")
    ]  # fmt: skip


def _requests(told: Summary, mine: Mapping[str, Link], questions: Mapping[str, RequestLink]) -> Sequence[RequestLink]:
    """Return links to what the user must answer in a session."""
    voice = _identity(told.session, mine).voice
    asked = [request_link(told.session, one) for one in told.requests if voice in one.waiting]
    return [*asked, questions[told.session]] if told.session in questions and not told.is_over else asked


def _is_awaited(card: SessionCard, mine: Mapping[str, Link], questions: Mapping[str, RequestLink]) -> bool:
    voice = _identity(card.told.session, mine).voice
    is_asked = bool(_requests(card.told, mine, questions))
    return is_asked or (voice in card.told.awaited and not card.told.is_over)


def _own_sections(
    own: Sequence[SessionCard], mine: Mapping[str, Link], asked: Asked, questions: Mapping[str, RequestLink]
) -> list[CardSection]:
    """Return the user's own sections, sorted by time left if the user must act, else by time without an entry."""
    if asked.page > 1 or not mine:
        return []
    has_seat = any(link.seat for link in mine.values())
    is_idle = has_seat and not (asked.q or asked.game) and asked.state in ("", WAITING)
    own = sorted(own, key=lambda card: card.told.filed_ms)
    moves = [card for card in own if _is_awaited(card, mine, questions)]
    moves.sort(key=lambda card: card.until_ms or _NEVER)
    waits = [card for card in own if not card.told.is_over and card not in moves]
    over = [card for card in reversed(own) if card.told.is_over and card not in moves]
    return [
        CardSection("mine", "Waiting for you", moves, len(moves), "No game is waiting for you." if is_idle else ""),
        CardSection("waiting", "Waiting for others" if has_seat else "Your running games", waits, len(waits)),
        CardSection("done", "Your finished games", over, len(over)),
    ]


def _other_sections(
    others: Sequence[SessionCard], running: int, over: int, mine: Mapping[str, Link], asked: Asked
) -> list[CardSection]:
    runs, ends = [card for card in others if not card.told.is_over], [card for card in others if card.told.is_over]
    parts = [
        CardSection("running", "Other running games" if mine else "Running", runs, running),
        CardSection("over", "Other finished games" if mine else "Finished", ends, over),
    ]
    if asked.state == WAITING:
        return [CardSection("asked", "Waiting for the moderator", others, running + over)]
    if mine or asked.is_narrow or asked.page > 1:
        return parts
    return [part if part.total else part._replace(empty=f"No session is {part.title.lower()}.") for part in parts]


@blueprint.post("/samples")
def take_samples() -> Response:
    """Record the sample sessions of all games, except sessions that are recorded already."""
    require_host()
    limit_rate("session", identify(EVERYWHERE).link)
    context = current_context()
    known = {row.alias for row in context.store.sessions()}
    for sample in [
        sample for slug in context.registry.working() for sample in samples(slug) if sample.alias not in known
    ]:
        with suppress(ConflictError):  # the button was pressed twice
            take_in(context.store, context.registry, sample, alias=sample.alias)
    return see_other(url_for("home.index"))


class BoardToSee(NamedTuple):
    """A board to see, with the address of its page."""

    game: str
    title: str
    sight: Sight
    href: str
    svg: str


class PlaceToSee(NamedTuple):
    """A link on the welcome page: its text, address and board. For a post, the link is a button that previews it."""

    sight: Sight
    title: str
    link: str
    href: str
    more: tuple[tuple[str, str], ...] = ()


def _welcome_page() -> Response:
    context = current_context()
    public = [row for row in context.store.sessions() if accounts().settings(row.session).visibility == "public"]
    rows = {row.alias: row for row in public if row.alias}
    sights = [pair for slug in context.registry for pair in _sights_of(slug)]
    found = [(rows[alias], sight) for alias, sight in sights if alias in rows]
    places = [make(row, sight) for kind, make in _MADE.items() for row, sight in found if sight.kind == kind]
    boards = [_board(row, sight) for row, sight in found if sight.kind == "board"]
    text = render_template("first_look.html", boards=boards, places=list(filter(None, places)), count=len(public))
    return not_stored(text)


@cache
def _sights_of(slug: str) -> tuple[tuple[str, Sight], ...]:
    return tuple((sample.alias, sight) for sample in samples(slug) for sight in sample.notes.sights)


def _board(row: SessionRow, sight: Sight) -> BoardToSee:
    seen, line = _moment(row, sight)
    timeline = seen.timeline
    return BoardToSee(row.game, timeline.game.meta.title, sight, _position(row, line), timeline.svg(line))


def _moment(row: SessionRow, sight: Sight) -> tuple[SessionView, int]:
    """Return a sample session as spectators see it, and the last entry of the move to show (default: of the log)."""
    seen = requested_view(row.session, {})
    try:
        return seen, seen.timeline.find(sight.address).last
    except BellError:
        return seen, seen.timeline.last


def _position(row: SessionRow, line: int) -> str:
    return url_for("viewer.position", session=row.session, seq=line)


def _post(row: SessionRow, sight: Sight) -> PlaceToSee | None:
    timeline = requested_view(row.session, {}).timeline
    if not identify(row.session).may_post or sight.seat not in timeline.status(timeline.last).awaited:
        return None
    return PlaceToSee(sight, "Paste a post", "Preview it", url_for("post.send", session=row.session))


def _finding(row: SessionRow, sight: Sight) -> PlaceToSee | None:
    report = public_report(requested_view(row.session, {}))
    found = next((one for one in report.findings if one.address == sight.address), None)
    if found is None:
        return None
    link, href = f"See {found.rule} at move {found.address}", url_for("audit.page", session=row.session)
    return PlaceToSee(sight, "Find what went wrong", link, f"{href}/{found.id}", (("See the whole audit", href),))


def _ruling(row: SessionRow, sight: Sight) -> PlaceToSee | None:
    if not identify(row.session).may_rule:
        return None
    _, line = _moment(row, sight)
    link, href = f"Rule on move {sight.address}", url_for("ruling.page", session=row.session, seq=line)
    return PlaceToSee(sight, "Settle a dispute", link, href, (("See the game as played", _position(row, line)),))


def _what_if(row: SessionRow, sight: Sight) -> PlaceToSee | None:
    if not identify(row.session).may_rule:
        return None
    _, line = _moment(row, sight)
    filled_in = url_for("what_if.page", session=row.session, seq=line, changes=sight.changes, throw=1, seed=7)
    return PlaceToSee(sight, "Ask what if", f"Change move {sight.address}", filled_in)


def _seat(row: SessionRow, sight: Sight) -> PlaceToSee:
    seen, line = _moment(row, sight)
    here, name = _position(row, line), seen.seat_name(sight.seat)
    more = (("As a spectator saw it", here),)
    return PlaceToSee(sight, "See what a player saw", f"As {name} saw it", f"{here}?as={sight.seat}", more)


def _dice(row: SessionRow, sight: Sight) -> PlaceToSee:
    return PlaceToSee(sight, "Check the dice", f"Dice of {row.name}", url_for("dice.page", session=row.session))


def _log(row: SessionRow, sight: Sight) -> PlaceToSee:
    href = url_for("export.file", session=row.session, ending="html")
    return PlaceToSee(sight, "Download a game", f"{row.name} in one file", href)


_MADE: Final[Mapping[str, Callable[[SessionRow, Sight], PlaceToSee | None]]] = {
    "post": _post, "finding": _finding, "ruling": _ruling, "what-if": _what_if, "seat": _seat, "dice": _dice,
    "log": _log,
}  # fmt: skip
"""The functions that make the links of the welcome page, by kind of link, in the order of the page."""
