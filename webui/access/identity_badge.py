"""Who looks at a page, as its head says it."""

from typing import Final, NamedTuple

from flask import request

from events.errors import BellError
from events.store.accounts import MODERATOR, SPECTATOR
from projections.wording import titled
from webui.access.identity import desk, is_host, is_laptop, who
from webui.access.link_tray import on_tray
from webui.access.view import house

__all__ = ["Me", "me"]

_TITLES: Final = {MODERATOR: "Moderator", SPECTATOR: "Reader"}


class Me(NamedTuple):
    """A role in words; `leaves` says whether it can be left here, which a laptop's owner cannot.

    `waits` says that links wait in this browser to be handed out or kept.
    """

    words: str
    name: str = ""
    session: str = ""
    leaves: bool = False
    waits: bool = False


def me() -> Me | None:
    """Who looks at this page: in its session, or as a host; None for a reader."""
    asked = (request.view_args or {}).get("session")
    if not asked:
        return Me("Host", leaves=True) if is_host() and not is_laptop() else None
    try:
        row = house().readings.row(str(asked))
    except BellError:
        return None
    found = who(row.session)
    if not found.role:
        return None
    words = titled(found.seat) if found.seat else _TITLES.get(found.role) or titled(found.role)
    name = desk().names(row.session).get(found.seat, "") if found.seat else ""
    return Me(words, name, row.session, leaves=bool(found.link), waits=bool(on_tray(row.session)))
