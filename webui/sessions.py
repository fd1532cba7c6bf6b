"""The first page: what is played, and what was."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, render_template

from events.errors import BellError, RefusedError
from events.store import SessionRow
from webui.answers import answer
from webui.asking import House, asked_page, house
from webui.facts import held
from webui.readings import Mark
from webui.standing import standing
from webui.who import desk, who

__all__ = ["Card", "screen"]

PAGE: Final = 40
_KEPT: Final = 2_000
_NO_GAME: Final = "this game is not on the shelf here"

screen = Blueprint("sessions", __name__)


class Card(NamedTuple):
    """One session as the list shows it. `trouble` says why a log could not be read to its end."""

    row: SessionRow
    game: str
    seats: tuple[str, ...]
    standing: str
    is_over: bool
    lines: int
    moves: int
    turn: int
    filed_ms: int
    trouble: str = ""


class Cards:
    """Cards at hand, each as good as the mark it was made at."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[Mark, Card]] = OrderedDict()

    def card(self, home: House, row: SessionRow, mark: Mark) -> Card:
        """The card of a session at a mark."""
        with self._lock:
            kept = self._kept.get(row.session)
        if kept is not None and kept[0] == mark and kept[1].row == row:
            return kept[1]
        card = _card(home, row)
        with self._lock:
            self._kept[row.session] = (mark, card)
            self._kept.move_to_end(row.session)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return card


def _card(home: House, row: SessionRow) -> Card:
    if row.game not in home.shelf:
        return Card(row, row.game, (), "", False, home.store.head(row.session).seq, 0, 0, row.created_ms, _NO_GAME)
    title = home.shelf[row.game].title
    try:
        timeline = home.readings.read(row).timeline
    except BellError as error:
        return Card(row, title, (), "", False, 0, 0, 0, row.created_ms, str(error))
    damage = str(timeline.reading.damage or "")
    if not timeline.last:
        return Card(row, title, (), "Nothing filed yet", False, 0, 0, 0, row.created_ms, damage)
    status, position = timeline.status(timeline.last), timeline.position(timeline.last)
    seats = tuple(timeline.game.seat_name(position, seat) for seat in timeline.reading.started.seats)
    words = standing(timeline, timeline.last)
    ended = bool(timeline.reading.unsealed) or timeline.over
    if ended and not status.outcome:
        words = f"Ended without an outcome; {words[:1].lower()}{words[1:]}"
    elif held(timeline):
        words = f"Held; {words[:1].lower()}{words[1:]}"
    filed = timeline.lines[-1].at_ms
    return Card(row, title, seats, words, ended, timeline.last, len(timeline.addresses), status.turn, filed, damage)


@screen.get("/")
def index() -> Response:
    """Running sessions, then finished ones; within each the one that was filed to last comes first."""
    home = house()
    page, rows = asked_page(), [row for row in home.store.sessions() if _listed(row)]
    pages = max(1, -(-len(rows) // PAGE))
    if page > pages:
        raise RefusedError(f"there is no page {page}; this list has {pages}")
    shown = [(row, home.readings.mark(row)) for row in rows[(page - 1) * PAGE : page * PAGE]]

    def make() -> str:
        cards = _cards(home, shown)
        running = [card for card in cards if not card.is_over]
        over = [card for card in cards if card.is_over]
        return render_template(
            "sessions.html", running=running, over=over, page=page, pages=pages, count=len(rows), games=home.shelf
        )

    return answer(("sessions", page, len(rows), tuple((row, *mark) for row, mark in shown)), make)


def _listed(row: SessionRow) -> bool:
    """Whether a session is listed for whoever asks."""
    return desk().settings(row.session).visibility == "public" or bool(who(row.session).role)


def _cards(home: House, shown: Sequence[tuple[SessionRow, Mark]]) -> list[Card]:
    kept = current_app.extensions.setdefault("cloisterbell-cards", Cards())
    assert isinstance(kept, Cards)
    cards = [kept.card(home, row, mark) for row, mark in shown]
    return sorted(cards, key=lambda card: -card.filed_ms)
