"""Writing Atom feeds, and the entries that a session adds to one."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from events.events import SessionEvent
from events.session_events import TakebackAnswered, TakebackAsked
from replay.chance.clock import iso_moment
from replay.reading.reading import Group
from webui.views.log_rows import Logbook

MOST: Final = 40  # the maximum number of entries in a feed


class FeedEntry(NamedTuple):
    """An entry of a feed. `id` is always the same for the same entry."""

    id: str
    title: str
    at_ms: int
    summary: str
    href: str


def session_urn(session: str) -> str:
    """Return the start of the ids of a session's entries."""
    return f"urn:cloisterbell:{session}"


def news_entries(book: Logbook, home: str) -> list[FeedEntry]:
    """Return the last moves, disputes, questions and takebacks of a session, newest first, as its viewer may know."""
    timeline, found = book.timeline, list[FeedEntry]()
    news = [group.last for group in timeline.groups if _is_news(group)] if timeline.last else []
    for seq in reversed(news[-MOST:]):
        row, at_ms = book.row(book.at(seq)), timeline.lines[seq - 1].at_ms
        told = " ".join(told.text for told in row.told)
        urn = f"{session_urn(timeline.row.session)}:{seq}"
        found.append(FeedEntry(urn, f"{row.address} {row.text}", at_ms, told, f"{home}/{seq}"))
    return found


def _is_news(group: Group) -> bool:
    """Return whether a group is a move, or a session event that players must notice or answer."""
    head = group.head.event
    if not isinstance(head, SessionEvent) or len(group.entries) > 1:
        return True
    return head.is_news or isinstance(head, TakebackAsked | TakebackAnswered)


def feed_xml(urn: str, title: str, home: str, updated_ms: int, entries: Sequence[FeedEntry]) -> bytes:
    """Return a feed in the format Atom."""
    root = _with_texts(
        Element("feed", xmlns="http://www.w3.org/2005/Atom"), id=urn, title=title, updated=iso_moment(updated_ms)
    )
    SubElement(root, "link", href=home)
    SubElement(SubElement(root, "author"), "name").text = "Cloister Bell"
    for one in entries:
        entry = _with_texts(SubElement(root, "entry"), id=one.id, title=one.title)
        _with_texts(entry, updated=iso_moment(one.at_ms), summary=one.summary)
        SubElement(entry, "link", href=one.href)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _with_texts(parent: Element, **texts: str) -> Element:
    for name, text in texts.items():
        SubElement(parent, name).text = "".join(sign for sign in text if sign.isprintable() or sign == "\n")
    return parent
