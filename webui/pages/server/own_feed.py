"""The feed of a person's sessions, at the secret address `/f/<key>`.

The address names links of the person's browser and is signed. A session leaves the feed when its link is revoked. The
feed contains what spectators may know, and says what waits for the person.
"""

import hmac
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, url_for
from werkzeug.exceptions import NotFound

from events.errors import BellError
from events.store.accounts import EVERYWHERE, HELPER, SPECTATOR, Link
from replay.corrections.open_requests import open_requests
from replay.session.deadline import awaited_since, awaiting
from webui.access.identity import Identity, accounts
from webui.access.rate_limits import limit_rate
from webui.access.request_links import request_link
from webui.access.responses import keep_nowhere, own_address
from webui.access.timeline_cache import CachedTimeline
from webui.access.view import current_context
from webui.views.feed import MOST, FeedEntry, feed_xml, news_entries, session_urn

_LINKS: Final = 20  # the maximum number of sessions in a feed; the most recently opened are taken
_MOST_NEWS: Final = 10  # the maximum number of moves of one session, so that a busy session hides no other

blueprint = Blueprint("own_feed", __name__)
blueprint.after_request(keep_nowhere)


def own_feed_address(links: list[Link]) -> str:
    """Return the path of the feed of these links' sessions; "" without a session."""
    playing = [link.id for link in links if link.session != EVERYWHERE and link.role not in (HELPER, SPECTATOR)]
    return url_for("own_feed.atom", key=_signed("-".join(playing[:_LINKS]))) if playing else ""


def _signed(ids: str) -> str:
    return f"{ids}.{hmac.new(accounts().key('feeds'), ids.encode(), sha256).hexdigest()[:32]}"


@blueprint.get("/f/<key>")
def atom(key: str) -> Response:
    """Return what waits for the person and the last moves of all their sessions, as Atom."""
    ids = key.rpartition(".")[0]
    known = bool(ids) and hmac.compare_digest(_signed(ids).encode(), key.encode())
    links = [link for one in ids.split("-") if (link := accounts().by_id(one))] if known else []
    if not links:
        limit_rate("guess")
        raise NotFound("This feed is not valid. Copy its address again from the page Notices of one of your sessions.")
    limit_rate("read", sha256(ids.encode()).hexdigest())
    found = sorted((one for link in links for one in _entries(link)), key=lambda one: one.at_ms, reverse=True)
    urn = f"urn:cloisterbell:feed:{sha256(ids.encode()).hexdigest()[:24]}"
    home, updated_ms = (
        own_address() + url_for("home.index"),
        found[0].at_ms if found else max(one.made_ms for one in links),
    )
    written = feed_xml(urn, "Your sessions", home, updated_ms, found[:MOST])
    return Response(written, mimetype="application/atom+xml")


def _entries(link: Link) -> list[FeedEntry]:
    """Return the entries of one session; none if it was removed or its log is damaged."""
    context = current_context()
    try:
        row = context.store.row(link.session)
        cached = context.timelines.read(row)
        home = own_address() + url_for("viewer.last", session=row.session)
        waiting = _waiting(cached, Identity(link.role, link.seat, link.id), home)
        news = news_entries(cached.book, home)[:_MOST_NEWS]
    except BellError:
        return []
    return [one._replace(title=f"{row.name}: {one.title}") for one in (*waiting, *news)]


def _waiting(cached: CachedTimeline, who: Identity, home: str) -> list[FeedEntry]:
    """Return the move and the answers that a session expects from the person, as a spectator may know them."""
    timeline = cached.timeline
    if not timeline.last or timeline.reading.damage:
        return []
    urn, settings = session_urn(timeline.row.session), accounts().settings(timeline.row.session)
    found = [
        FeedEntry(
            f"{urn}:asked:{one.seq}", request_link(timeline.row.session, one).label,
            timeline.lines[one.seq - 1].at_ms, one.text, own_address() + request_link(timeline.row.session, one).href,
        )
        for one in open_requests(timeline)
        if who.voice in one.waiting
    ]  # fmt: skip
    due = awaiting(timeline, settings.pace, settings.away)
    if due and who.seat in due.seats and not timeline.over:
        since = awaited_since(timeline, who.seat)
        found.append(FeedEntry(f"{urn}:turn:{who.seat}:{since}", "your turn", due.since_ms, "", home))
    return found
