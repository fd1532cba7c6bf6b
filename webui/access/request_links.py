"""Links to what waits for an answer: the ruling page of a disputed move, the page of a takeback or of an ending.

Also the question about a post in the inbox of a session.
"""

from typing import NamedTuple

from flask import url_for

from events.store.drafts import InboxQuestion
from events.store.followed import FollowedThreads
from events.store.summaries import OpenRequest
from webui.access.identity import Identity, accounts, is_host


class RequestLink(NamedTuple):
    """A request with the page on which to answer it. `label` names the action, such as "Rule on 7.3".

    The question of an inbox has no `request`, because its text is only for the person who must answer.
    """

    label: str
    href: str
    request: OpenRequest | None


def request_link(session: str, one: OpenRequest) -> RequestLink:
    """Return the link at which the people for whom a request waits can answer it."""
    if one.kind == "takeback":
        href = url_for("takeback.page", session=session, seq=one.line)
        return RequestLink(f"Answer the takeback of {one.address}", href, one)
    if one.kind == "ending":
        return RequestLink("Answer whether to close the session", url_for("ending.page", session=session), one)
    if one.kind == "settlement":
        href = url_for("ruling.page", session=session, seq=one.line)
        return RequestLink(f"Answer the settlement of {one.address}", href, one)
    if one.number:
        href = url_for("was_move.page", session=session, seq=one.line, line=one.number, move=one.move or None)
        return RequestLink(f"Decide about line {one.number} of {one.address}", href, one)
    return RequestLink(
        f"Rule on {one.address}", url_for("ruling.page", session=session, seq=one.line, settles=one.seq), one
    )


def question_link(session: str, draft: str, question: InboxQuestion, asking: Identity) -> RequestLink | None:
    """Return the link to the question of an inbox for its seat, the moderator or a host; None for any other user."""
    if not (asking.is_moderator or is_host() or asking.seat == question.seat != ""):
        return None
    href = url_for("imports.draft", name=draft, _anchor="open")
    is_followed = FollowedThreads(accounts()).get(session) is not None
    what = "a post of the thread" if is_followed else f"post {question.post} of the import"
    return RequestLink(f"Answer the question about {what}", href, None)
