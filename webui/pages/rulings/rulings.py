"""The page `rulings`: what was ruled in all sessions that whoever asks may read, found by rule, game and words."""

import threading
from collections import OrderedDict
from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, render_template, request

from events.errors import BellError
from events.session_events import HouseRuled, Ruled
from events.store.rows import SessionRow
from webui.access.identity import accounts, is_laptop, live_links_of_browser
from webui.access.responses import revalidated
from webui.access.timeline_cache import StoredState
from webui.access.view import Context, current_context

blueprint = Blueprint("rulings", __name__)

_SESSIONS: Final = 400
"""So many sessions are looked through, the newest first."""
_SHOWN: Final = 200
_KEPT: Final = 1_000


class PastRuling(NamedTuple):
    """A ruling: its session and line, the move that it is about, its verdict and reason, and its house rule, if any."""

    session: str
    title: str
    game: str
    seq: int
    address: str
    move: str
    verdict: str
    reason: str
    cites: tuple[str, ...]
    house: str
    settled: bool

    def fits(self, rule: str, game: str, words: str) -> bool:
        """Whether it cites a rule, is of a game, and says all of some words."""
        text = f"{self.title} {self.move} {self.verdict} {self.reason} {self.house} {' '.join(self.cites)}".lower()
        cited = not rule or rule.upper() in self.cites
        return cited and game in ("", self.game) and all(word in text for word in words.lower().split())


class RulingCache:
    """The rulings of sessions, each for the stored state that they were read at."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[StoredState, tuple[PastRuling, ...]]] = OrderedDict()

    def rulings(self, context: Context, row: SessionRow) -> tuple[PastRuling, ...]:
        """What was ruled in a session, as everybody may know it."""
        mark = context.timelines.mark(row)
        with self._lock:
            kept = self._kept.get(row.session)
        if kept is not None and kept[0] == mark:
            return kept[1]
        found = _rulings(context, row)
        with self._lock:
            self._kept[row.session] = (mark, found)
            self._kept.move_to_end(row.session)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found


def _rulings(context: Context, row: SessionRow) -> tuple[PastRuling, ...]:
    if row.game not in context.registry or not any(
        '"kind":"ruled"' in line.body for line in context.store.lines(row.session)
    ):
        return ()
    try:
        timeline = context.timelines.read(row).timeline
    except BellError:
        return ()
    if timeline.reading.started.branch:  # its lines are the record's, which is looked through itself
        return ()
    house = {entry.seq: entry.event.text for entry in timeline.entries if isinstance(entry.event, HouseRuled)}
    title = row.title or row.alias or row.session
    found = []
    for entry in timeline.entries:
        event = entry.event
        if isinstance(event, Ruled) and 0 < event.line <= timeline.last:
            head = timeline.group_at(event.line).first
            found.append(
                PastRuling(
                    row.session, title, row.game, entry.seq, timeline.addresses.get(head, f"line {event.line}"),
                    timeline.tell(head), event.verdict, event.reason, event.cites, house.get(entry.seq + 1, ""),
                    bool(event.agreed),
                )
            )  # fmt: skip
    return tuple(found)


@blueprint.get("/rulings")
def page() -> Response:
    """The rulings that fit, the newest sessions first."""
    context = current_context()
    rule, game, words = (" ".join(request.args.get(name, "").split())[:80] for name in ("rule", "game", "q"))
    held = {link.session for link in live_links_of_browser()}
    hidden = frozenset[str]() if is_laptop() else accounts().hidden()
    rows = [row for row in context.store.sessions() if row.session not in hidden or row.session in held]
    kept = current_app.extensions.setdefault("cloisterbell-rulings", RulingCache())
    assert isinstance(kept, RulingCache)
    every = [one for row in rows[:_SESSIONS] for one in kept.rulings(context, row)]
    found = [one for one in every if one.fits(rule, game, words)]

    def make() -> str:
        return render_template(
            "rulings.html", found=found[:_SHOWN], more=max(0, len(found) - _SHOWN), count=len(every), rule=rule,
            game=game, words=words, games=context.registry, unread=max(0, len(rows) - _SESSIONS),
            cited=sorted({cite for one in every for cite in one.cites}),
        )  # fmt: skip

    return revalidated(("rulings", rule, game, words, tuple(found), len(every), len(rows)), make)
