"""An Atom or RSS feed of one topic as a source, such as that of phpBB or Discourse.

Follows RFC 4287 (Atom, December 2005) and the RSS 2.0 specification (version 2.0.11, March 2009) as feedparser 6.0.14
reads them. The feeds of forums as their source writes them: phpBB 3.3 (`feed/topic.php`, `feed.xml.twig`: the newest
post first, a paragraph with statistics at the end of each) and Discourse (`topics/show.rss.erb`: the last 25 posts, a
link to the topic at the end of each).

A feed is a window of the last posts. If no post of the last fetch is in it, posts between may be missing. Posts before
the first fetch may be missing too, unless the link of its first post says that it is the first of a topic (Discourse).
A post that is not in it may still be in its topic, so a feed shows no deletions. A feed has the names of authors and no
proof.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from typing import Any, Final, NoReturn
from urllib.parse import parse_qsl

import msgspec

from events.lazy_patterns import lazy_pattern
from replay.importing.archive import one_line, post_time
from replay.sources.source import Fetched, Reply, SourceError, SourcePost
from replay.sources.texts import Text, own_text, own_text_of_html
from replay.sources.web import Seen, Site, origin_of, web_parts
from replay.sources.xml_pages import require_plain_xml

KIND: Final = "feed"
_PREFIX: Final = "feed:"
_NAMES: Final = frozenset({"feed", "feed.php", "rss", "rss.xml", "atom", "atom.xml"})
"""Parts of a path that are usual for feeds."""
_ENDINGS: Final = (".rss", ".atom", ".xml")
_DISCOURSE: Final = lazy_pattern(r"(.*)/t/(?:[^/]+/)?([0-9]{1,18})\.rss")
_SHORT_ID: Final = lazy_pattern("p?[0-9]{1,12}")
_PLAIN_ID: Final = lazy_pattern("[A-Za-z0-9][A-Za-z0-9._:/?&=#%+~@-]{0,98}[A-Za-z0-9]")
_MARKS: Final = ("[...]", "[\u2026]")
_PROFILE: Final = "mode=viewprofile"  # in the link to the author of a post on phpBB
_ELLIPSES: Final = ("...", "\u2026")
_MORE: Final = frozenset(
    {
        "read more",
        "read full topic",
        "continue reading",
        "more",
        "weiterlesen",
        "mehr",
        "lire la suite",
        "leer m\u00e1s",
    }
)
"""The last line of a text that a forum has cut, in lower case, without marks around it."""


class _Cursor(msgspec.Struct, frozen=True, omit_defaults=True):
    """The id of the newest post of the last fetch, and the version of the feed if no post is missing or cut in it."""

    last: str = ""
    seen: Seen = Seen()


def recognise(text: str) -> str | None:
    """Return the place of a feed, from `feed:ADDRESS` or an address that looks like that of a feed; otherwise None."""
    is_named = text.startswith(_PREFIX)
    with suppress(SourceError):
        parts = web_parts(text.removeprefix(_PREFIX))
        path = parts.path.lower()
        if is_named or not _NAMES.isdisjoint(path.split("/")) or path.endswith(_ENDINGS):
            query = f"?{parts.query}" if parts.query else ""
            return f"{origin_of(parts)}{parts.path or '/'}{query}"
    return None


def thread_of(place: str) -> str:
    """Return the thread of a feed, which is the same text for all feeds of a Discourse or phpBB topic."""
    parts = web_parts(place)
    path = re.sub("//+", "/", parts.path)
    if found := _DISCOURSE.fullmatch(path):
        return f"discourse:{origin_of(parts)}{found[1]}/t/{int(found[2])}"
    if path.endswith("/feed.php") and (topic := dict(parse_qsl(parts.query)).get("t", "")):
        path = f"{path.removesuffix('.php')}/topic/{topic}"
    elif parts.query:
        return f"{KIND}:{place}"
    return f"{KIND}:{origin_of(parts)}{path.replace('/app.php/feed/', '/feed/').rstrip('/')}"


class FeedSource:
    """A feed of one topic."""

    kind = KIND
    can_reply = False
    can_find = False

    def __init__(self, place: str, secret: str = "") -> None:
        web_parts(place)
        self.place = place
        if secret:
            raise SourceError("a feed needs no token or password", is_lasting=True)

    def check(self) -> tuple[str, ...]:
        """Return what is missing: a feed that can be read."""
        try:
            fetched = self.fetch("", frozenset())
        except SourceError as error:
            return (str(error),)
        if any(post.is_cut for post in fetched.posts):
            return ("the feed shows only the beginning of posts. Follow the thread by mail, or import it",)
        return ()

    def fetch(self, cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        """Return the posts that the feed shows. `whole` reads it even if it has not changed."""
        with Site(self.place) as site:
            then = site.decoded(cursor.encode(), _Cursor) if cursor else _Cursor()
            page = site.get(self.place.removeprefix(site.origin), None if whole else then.seen)
            if page.is_same:
                return Fetched((), cursor)
            posts = tuple(_posts(site.host, page.body))
        there = {post.id for post in posts}
        before = known | {then.last} if then.last else known
        has_gap = bool(posts) and not (there & before if before else _is_first(posts[0]))
        last = posts[-1].id if posts else then.last
        is_good = not has_gap and not any(post.is_cut for post in posts)
        now = _Cursor(last, page.seen if is_good else Seen())
        return Fetched(posts, msgspec.json.encode(now).decode(), has_gap=has_gap)

    def reply(self, reply: Reply) -> NoReturn:  # noqa: ARG002  # as every source
        """Refuse: a feed can only be read."""
        raise SourceError("a feed can only be read. Copy the text into the thread", is_lasting=True)

    def find(self, marker: str) -> str:  # noqa: ARG002  # as every source
        """Return "": a feed cannot be searched."""
        return ""


def _is_first(post: SourcePost) -> bool:
    """Return whether a post is the first one of a topic of Discourse."""
    topic, _, number = post.link.rpartition("/")
    return "/t/" in topic and number == "1"


def _posts(host: str, page: bytes) -> Iterator[SourcePost]:
    """Yield the posts of a feed, oldest first."""
    import feedparser  # noqa: PLC0415  # only a followed feed needs it

    require_plain_xml(host, page)
    feed = feedparser.parse(BytesIO(page), sanitize_html=False, resolve_relative_uris=False)
    if not feed.version:
        what = f"{host} answered with something else than expected: this is not a feed"
        raise SourceError(f"{what}. Check the address of the thread")
    entries = [dict[str, Any](entry) for entry in feed.entries]  # without the names of old versions
    times = [at for entry in entries if (at := _ms(entry.get("published") or entry.get("updated") or ""))]
    is_oldest_first = bool(times) and times[0] < times[-1]
    seen = set[str]()
    for entry in entries if is_oldest_first else reversed(entries):
        post = _post(entry, is_atom=feed.version.startswith("atom"))
        if post.id not in seen:
            seen.add(post.id)
            yield post


def _post(entry: Mapping[str, Any], *, is_atom: bool) -> SourcePost:
    link = one_line(entry.get("link", ""), 500)
    detail = entry.get("author_detail") or {}
    author = (detail.get("name", "") if is_atom else entry.get("author", "")) or "somebody"
    at_ms, edited_ms = _ms(entry.get("published", "")), _ms(entry.get("updated", ""))
    text = _text(entry, link, is_atom=is_atom)
    return SourcePost(
        _id(entry.get("id") or link), author, text.text, at_ms or edited_ms, link=link,
        edited_ms=edited_ms if edited_ms > at_ms > 0 else 0, is_cut=text.is_cut,
    )  # fmt: skip


def _id(text: str) -> str:
    """Return a short id that never changes: the number of the post, or the id of the feed if it is short and plain."""
    number = text.rpartition("#")[2]
    if _SHORT_ID.fullmatch(number):
        return number
    return text if _PLAIN_ID.fullmatch(text) else sha256(text.encode()).hexdigest()[:16]


def _text(entry: Mapping[str, Any], link: str, *, is_atom: bool) -> Text:
    """Return the text of a post. It is cut if the feed has only a summary, or if it ends like a cut text."""
    parts: Sequence[Any] = entry.get("content") or []
    is_full = bool(parts)
    part = parts[0] if is_full else entry.get("summary_detail") or {}
    words, is_plain = part.get("value", ""), part.get("type") == "text/plain"
    text = own_text(words) if is_plain else own_text_of_html(_without_end(words, link))
    end = text.text.rpartition("\n")[2].rstrip()
    is_cut = (
        (is_atom and not is_full) or end.endswith(_MARKS) or end.strip("\u2026.\u00bb>[]( )").lower() in _MORE
        or (not is_full and end.endswith(_ELLIPSES))
    )  # fmt: skip
    return Text(text.text, is_cut=text.is_cut or is_cut)


def _without_end(page: str, link: str) -> str:
    """Remove what a forum adds after a post: a paragraph with statistics, or a link to the post."""
    page = page.strip().removesuffix("<hr />").rstrip()
    start = page.rfind("<p>")
    end = page[start:]
    is_link = bool(link) and end.startswith((f'<p><a href="{link}"', f"<p><a href='{link}'"))
    return page[:start] if start >= 0 and (is_link or _PROFILE in end) and end.endswith("</p>") else page


def _ms(text: str) -> int:
    at = post_time(text) or post_time(text, is_mail=True)
    return int(at * 1000) if at else 0
