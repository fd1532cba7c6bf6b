"""The Atom feed `feed.atom` of a session: its last moves, each with a link, for readers that ask from time to time."""

from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from flask import Blueprint, Response, current_app, request, url_for

from replay.chance.clock import iso_moment
from webui.access.responses import revalidated
from webui.access.view import SessionView, requested_view

_MOST: Final = 40
_ATOM: Final = "http://www.w3.org/2005/Atom"

blueprint = Blueprint("feed", __name__, url_prefix="/s/<session>")


@blueprint.get("/feed.atom")
def atom(session: str) -> Response:
    """The last moves as Atom, as a spectator may know them."""
    seen = requested_view(session, {name: value for name, value in request.args.items() if name == "as"})
    return revalidated(seen.tag("feed"), lambda: _atom_xml(seen), "application/atom+xml")


def _atom_xml(seen: SessionView) -> bytes:
    timeline, book = seen.timeline, seen.cached.book
    base = current_app.config["BASE"] or request.host_url.rstrip("/")
    home = f"{base}{url_for('viewer.last', session=seen.row.session)}"
    feed = Element("feed", xmlns=_ATOM)
    _add_texts(
        feed, id=f"urn:cloisterbell:{seen.row.session}", title=seen.row.title or seen.row.alias or seen.row.session
    )
    _add_texts(feed, updated=iso_moment(timeline.lines[-1].at_ms if timeline.last else seen.row.created_ms))
    SubElement(feed, "link", href=home)
    SubElement(SubElement(feed, "author"), "name").text = "Cloister Bell"
    moves = timeline.ends["move"][-_MOST:] if timeline.last else ()
    for seq in reversed(moves):
        row = book.row(book.at(seq))
        entry = SubElement(feed, "entry")
        _add_texts(entry, id=f"urn:cloisterbell:{seen.row.session}:{seq}", title=f"{row.address} {row.text}")
        _add_texts(
            entry, updated=iso_moment(timeline.lines[seq - 1].at_ms), summary=" ".join(told.text for told in row.told)
        )
        SubElement(entry, "link", href=f"{home}/{seq}")
    written: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _add_texts(parent: Element, **texts: str) -> None:
    for name, text in texts.items():
        SubElement(parent, name).text = "".join(sign for sign in text if sign.isprintable() or sign == "\n")
