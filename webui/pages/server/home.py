"""The home page `/`, the list of sessions: whose move it is, what is played, and what was; with the ways to begin."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for

from events.errors import ConflictError, RefusedError
from events.store.accounts import EVERYWHERE, Link
from events.store.summaries import SORTS, STATES, Summary, Wanted
from replay.importing.samples import samples, take_in
from replay.session.deadline import time_is_over
from webui.access.identity import accounts, identify, is_host, is_laptop, live_links_of_browser, require_host
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, revalidated, see_other
from webui.access.view import Context, current_context, page_number, session_index
from webui.pages.server import welcome
from webui.views.session_index import FoundSessions

PAGE: Final = 40
WAITING: Final = "waiting"
"""The state of a session in which whoever asks is awaited."""
_STATES: Final = {
    "": "All", "running": "Running", WAITING: "Waiting for me", "disputed": "Disputed", "finished": "Finished",
    "samples": "Samples",
}  # fmt: skip
_SORTS: Final = {
    "latest": "last filed first", "silent": "longest silent first", "begun": "last begun first", "title": "by title",
}  # fmt: skip
_LONGEST: Final = 80
_NEVER: Final = 2**63
assert _STATES.keys() == {"", WAITING, *STATES}
assert _SORTS.keys() == SORTS.keys()

blueprint = Blueprint("home", __name__)


class SessionCard(NamedTuple):
    """One session as the list shows it: its summary, and until when those have time who are awaited, 0 for ever."""

    told: Summary
    until_ms: int = 0


class CardSection(NamedTuple):
    """A part of the list; of `total` sessions it holds those of one page."""

    name: str
    title: str
    cards: Sequence[SessionCard]
    total: int
    empty: str = ""


class Asked(NamedTuple):
    """What a request asks of the list."""

    q: str
    game: str
    state: str
    sort: str
    page: int

    @property
    def is_narrow(self) -> bool:
        """Whether anything is left out."""
        return bool(self.q or self.game or self.state)

    @property
    def wanted(self) -> Wanted:
        """The same, as the index takes it."""
        state = "running" if self.state == WAITING else self.state
        return Wanted(tuple(self.q.split()), self.game, state, self.sort)

    def query(self, **other: str | int) -> dict[str, str | int]:
        """The parameters that ask for the same but for some."""
        found = {**self._asdict(), **other}
        usual = {"q": "", "game": "", "state": "", "sort": "latest", "page": 1}
        return {name: value for name, value in found.items() if value != usual[name]}


def _asked(context: Context) -> Asked:
    """What a request asks of the list.

    Raises:
        RefusedError: that cannot be asked; says what can.
    """
    words = " ".join(request.args.get("q", "").split())
    if len(words) > _LONGEST:
        raise RefusedError(f"q is longer than {_LONGEST} characters: say fewer words")
    return Asked(
        words,
        _one_of("game", ("", *context.registry)),
        _one_of("state", _STATES),
        _one_of("sort", SORTS, "latest"),
        page_number(),
    )


def _one_of(name: str, known: Mapping[str, str] | Sequence[str], usual: str = "") -> str:
    given = request.args.get(name) or usual
    if given not in known:
        raise RefusedError(f'{name}="{given[:40]}" is not allowed: {", ".join(filter(None, known))}')
    return given


@blueprint.get("/")
def index() -> Response:
    """For whoever holds links: their move, then what waits for others, then what is finished; and all the others."""
    if welcome.is_first():
        return welcome.page()
    context = current_context()
    asked, sessions = _asked(context), session_index()
    is_whole = sessions.refresh()
    mine = {link.session: link for link in live_links_of_browser() if link.session != EVERYWHERE}
    own = [_card(told) for told in sessions.of(mine, asked.wanted)]
    found, running, over = FoundSessions((), 0, 0)
    if asked.state == WAITING:
        own = [card for card in own if _is_awaited(card, mine)]
    else:
        found, running, over = sessions.find(
            asked.wanted, (asked.page - 1) * PAGE, PAGE, without=mine, everything=is_laptop()
        )
    pages = max(1, -(-(running + over) // PAGE))
    if asked.page > pages:
        raise RefusedError(f"there is no page {asked.page}; this list has {pages}")
    others, own = [_card(told) for told in found], own if asked.page == 1 else []
    is_empty = not (others or mine or asked.is_narrow)

    def make() -> str:
        return render_template(
            "sessions.html", mine=mine, asked=asked, pages=pages, count=running + over, games=context.registry,
            is_empty=is_empty,            states=_STATES, sorts=_SORTS, is_whole=is_whole,
            sections=[*_own_sections(own, mine, asked), *_other_sections(others, running, over, mine, asked)],
        )  # fmt: skip

    if is_empty and is_host():  # it holds a form
        return not_stored(make())
    return revalidated(
        ("sessions", asked, running, over, is_host(), is_whole, tuple(mine.items()), tuple(own), tuple(others)), make
    )


def _card(told: Summary) -> SessionCard:
    if told.is_over or not told.awaited:
        return SessionCard(told)
    settings = accounts().settings(told.session)
    return SessionCard(told, time_is_over(told.awaited, told.since_ms, settings.pace, settings.away))


def _is_awaited(card: SessionCard, mine: Mapping[str, Link]) -> bool:
    """Whether whoever holds these links has to move or to answer."""
    link = mine[card.told.session]
    return (link.seat or link.role) in (*card.told.awaited, *card.told.asked) and not card.told.is_over


def _own_sections(own: Sequence[SessionCard], mine: Mapping[str, Link], asked: Asked) -> list[CardSection]:
    """Sessions of somebody: by time left where they are awaited or asked, by silence where others are."""
    if asked.page > 1 or not mine:
        return []
    has_seat = any(link.seat for link in mine.values())
    idle = "Nobody waits for you." if has_seat and not (asked.q or asked.game) and asked.state in ("", WAITING) else ""
    moves = sorted(
        (card for card in own if _is_awaited(card, mine)),
        key=lambda card: (card.until_ms or _NEVER, card.told.filed_ms),
    )
    waits = sorted(
        (card for card in own if not card.told.is_over and card not in moves), key=lambda card: card.told.filed_ms
    )
    over = sorted((card for card in own if card.told.is_over), key=lambda card: -card.told.filed_ms)
    parts = [
        CardSection("mine", "Your move", moves, len(moves), idle),
        CardSection("waiting", "Waiting for others" if has_seat else "Running, yours", waits, len(waits)),
        CardSection("done", "Finished, yours", over, len(over)),
    ]
    return [part for part in parts if part.cards or part.empty]


def _other_sections(
    others: Sequence[SessionCard], running: int, over: int, mine: Mapping[str, Link], asked: Asked
) -> list[CardSection]:
    """The sessions of a page that are nobody's here: those that run, then those that are over."""
    runs, ends = [card for card in others if not card.told.is_over], [card for card in others if card.told.is_over]
    whose = "Others, {}" if mine else "{}"
    parts = [
        CardSection("running", whose.format("running" if mine else "Running"), runs, running),
        CardSection("over", whose.format("finished" if mine else "Finished"), ends, over),
    ]
    if not mine and not asked.is_narrow and asked.page == 1:
        parts = [
            part._replace(empty=f"No session is {part.title.lower()}." if not part.total else "") for part in parts
        ]
    return [part for part in parts if part.cards or part.empty]


@blueprint.post("/samples")
def take_samples() -> Response:
    """Record the sessions that the games ship, each once."""
    require_host()
    limit_rate("session", identify(EVERYWHERE).link)
    context = current_context()
    for sample in [sample for slug in context.registry for sample in samples(slug)]:
        if any(row.alias == sample.alias for row in context.store.sessions()):
            continue
        try:
            take_in(context.store, context.registry, sample, alias=sample.alias)
        except ConflictError:  # somebody pressed the button twice
            continue
    return see_other(url_for("home.index"))
