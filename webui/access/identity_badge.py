"""The badge in the head of a page that says who looks at it."""

from typing import Final, NamedTuple

from flask import request

from events.errors import BellError
from events.store.accounts import MODERATOR, SPECTATOR
from projections.wording import titled
from webui.access.identity import accounts, identify, is_host, is_laptop
from webui.access.pending_links import links_on_tray
from webui.access.view import current_context

_TITLES: Final = {MODERATOR: "Moderator", SPECTATOR: "Reader"}


class IdentityBadge(NamedTuple):
    """The badge: a role in words. `leaves` says whether it can be left here, which a laptop's owner cannot.

    `waits` says that links wait in this browser to be handed out or kept.
    """

    words: str
    name: str = ""
    session: str = ""
    leaves: bool = False
    waits: bool = False


def identity_badge() -> IdentityBadge | None:
    """The badge of this page: a role in its session, or a host's; None for a reader."""
    asked = (request.view_args or {}).get("session")
    if not asked:
        return IdentityBadge("Host", leaves=True) if is_host() and not is_laptop() else None
    try:
        row = current_context().timelines.row(str(asked))
    except BellError:
        return None
    found = identify(row.session)
    if not found.role:
        return None
    words = titled(found.seat) if found.seat else _TITLES.get(found.role) or titled(found.role)
    name = accounts().names(row.session).get(found.seat, "") if found.seat else ""
    return IdentityBadge(words, name, row.session, leaves=bool(found.link), waits=bool(links_on_tray(row.session)))
