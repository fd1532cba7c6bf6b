"""Links to what waits for an answer: the ruling page of a disputed move, the page of a takeback or of an ending."""

from typing import NamedTuple

from flask import url_for

from events.store.summaries import OpenRequest


class RequestLink(NamedTuple):
    """A request with the page on which to answer it. `label` names the action, such as "Rule on 7.3"."""

    label: str
    href: str
    request: OpenRequest


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
