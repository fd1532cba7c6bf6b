"""A guard against posting secret links: a text that holds one is refused, and the link is replaced."""

from typing import Final

from flask import request, url_for

from events.errors import RefusedError
from events.store.accounts import EVERYWHERE, Link
from replay.chance.clock import now_ms
from replay.session.seats import EXPOSED, IssuedLink, revoke_exposed
from webui.access.identity import Identity, accounts, remember_link
from webui.access.pending_links import put_on_tray

_OWN: Final = "this text holds your own secret link, so nothing of it was kept; {}"


def guard_tokens(text: str, who: Identity) -> None:
    """Refuse a text that holds a live secret link. Its owner gets another, which nobody else sees.

    Every route that takes text which others may read calls this before it keeps anything.

    Raises:
        RefusedError: it holds one; the link was replaced.
    """
    found = accounts().live_tokens(text)
    if not found:
        return
    own = [link for link in found if link.id == who.link]
    for link in found:
        if link not in own or request.blueprint == "api":
            revoke_exposed(accounts(), link)
        else:
            _replace(link)
    if own and request.blueprint != "api":
        raise RefusedError(_OWN.format(_where(own[0].session)))
    raise RefusedError(EXPOSED)


def _where(session: str) -> str:
    """Says where the owner of a posted link finds the new one."""
    if session == EVERYWHERE:
        return "it was replaced, and this browser stays a host: take the old one out of the text"
    return f"the new one stands at {url_for('people.links', session=session)}: take the old one out of the text"


def _replace(link: Link) -> None:
    """Replace a link that its owner posted; the new one is shown to this browser alone."""
    made, token = accounts().reissue(link, now_ms())
    remember_link(made)
    if made.session != EVERYWHERE:
        put_on_tray(made.session, IssuedLink(made, token))
