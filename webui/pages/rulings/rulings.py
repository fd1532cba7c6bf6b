"""The page `rulings`: the rulings of all sessions that the user may read, with filters for rule, game and words."""

from typing import Final, NamedTuple

from flask import Blueprint, Response, current_app, render_template, request

from events.errors import BellError
from events.session_events import HouseRuled, Ruled
from events.store.rows import SessionRow
from webui.access.identity import accounts, is_laptop, live_links_of_browser
from webui.access.responses import revalidated
from webui.access.timeline_cache import RecentCache, StoredState
from webui.access.view import Context, current_context

blueprint = Blueprint("rulings", __name__)

_SESSIONS: Final = 400  # the maximum number of sessions that are searched, newest first
_SHOWN: Final = 200
_KEPT: Final = 1_000


class PastRuling(NamedTuple):
    """A ruling: its session, entry, move, verdict and reason, and the house rule it made, if any."""

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
        """Return whether the ruling cites `rule`, belongs to `game`, and contains all `words`; "" fits every ruling."""
        text = f"{self.title} {self.move} {self.verdict} {self.reason} {self.house} {' '.join(self.cites)}".lower()
        cited = not rule or rule.upper() in self.cites
        return cited and game in ("", self.game) and all(word in text for word in words.lower().split())


def _cached_rulings(context: Context, row: SessionRow) -> tuple[PastRuling, ...]:
    kept: RecentCache[str, tuple[StoredState, tuple[PastRuling, ...]]]
    kept = current_app.extensions.setdefault("cloisterbell-rulings", RecentCache(_KEPT))
    mark, found = context.timelines.mark(row), kept.get(row.session)
    if found is None or found[0] != mark:
        found = kept.put(row.session, (mark, _rulings(context, row)))
    return found[1]


def _rulings(context: Context, row: SessionRow) -> tuple[PastRuling, ...]:
    bodies = (line.body for line in context.store.lines(row.session))
    if row.game not in context.registry or not any('"kind":"ruled"' in body for body in bodies):
        return ()
    try:
        timeline = context.timelines.read(row).timeline
    except BellError:
        return ()
    if timeline.reading.started.branch:  # a what-if copies the rulings of its original
        return ()
    house = {entry.seq: event.text for entry, event in timeline.reading.events_of(HouseRuled)}
    found = []
    for entry, event in timeline.reading.events_of(Ruled):
        if 0 < event.line <= timeline.last:
            head = timeline.group_at(event.line).first
            found.append(
                PastRuling(
                    row.session, row.name, row.game, entry.seq, timeline.addresses.get(head, f"#{event.line}"),
                    timeline.sentence(head), event.verdict, event.reason, event.cites, house.get(entry.seq + 1, ""),
                    bool(event.agreed),
                )
            )  # fmt: skip
    return tuple(found)


@blueprint.get("/rulings")
def page() -> Response:
    """Show the matching rulings, newest sessions first."""
    context = current_context()
    rule, game, words = (" ".join(request.args.get(name, "").split())[:80] for name in ("rule", "game", "q"))
    held = {link.session for link in live_links_of_browser()}
    hidden = frozenset[str]() if is_laptop() else accounts().hidden()
    rows = [row for row in context.store.sessions() if row.session not in hidden or row.session in held]
    every = [one for row in rows[:_SESSIONS] for one in _cached_rulings(context, row)]
    found = [one for one in every if one.fits(rule, game, words)]

    def make() -> str:
        return render_template(
            "rulings.html", found=found[:_SHOWN], more=max(0, len(found) - _SHOWN), count=len(every), rule=rule,
            game=game, words=words, games=context.registry, unread=max(0, len(rows) - _SESSIONS),
            cited=sorted({cite for one in every for cite in one.cites}),
        )  # fmt: skip

    return revalidated(("rulings", rule, game, words, tuple(found), len(every), len(rows)), make)
