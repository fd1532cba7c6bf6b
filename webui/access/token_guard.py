"""Secrets that are on their way into a text that others read: refused, and replaced."""

from typing import Final

from flask import request, url_for

from events.errors import RefusedError
from events.store.accounts import EVERYWHERE, Link
from replay.chance.clock import now_ms
from webui.access.identity import Who, desk, enter
from webui.access.link_tray import Handed, lay_out
from webui.desk.seats import EXPOSED, expose

__all__ = ["guard_tokens"]

_OWN: Final = "this text holds your own secret link, so nothing of it was kept; {}"


def guard_tokens(text: str, who: Who) -> None:
    """Refuse a text that holds a live secret link. Whoever's it is gets another; nobody else sees the new one.

    Every door that takes text which others may read calls this before it keeps anything.

    Raises:
        RefusedError: it holds one; the link was replaced.
    """
    found = desk().live_tokens(text)
    if not found:
        return
    own = [link for link in found if link.id == who.link]
    for link in found:
        if link not in own or request.blueprint == "api":
            expose(desk(), link)
        else:
            _replace(link)
    if own and request.blueprint != "api":
        raise RefusedError(_OWN.format(_where(own[0].session)))
    raise RefusedError(EXPOSED)


def _where(session: str) -> str:
    """Where whoever posted their own link finds the new one."""
    if session == EVERYWHERE:
        return "it was replaced, and this browser stays a host: take the old one out of the text"
    return f"the new one stands at {url_for('people.links', session=session)}: take the old one out of the text"


def _replace(link: Link) -> None:
    """Give whoever posted their own link another, in this browser alone."""
    made, token = desk().reissue(link, now_ms())
    enter(made)
    if made.session != EVERYWHERE:
        lay_out(made.session, Handed(made, token))
