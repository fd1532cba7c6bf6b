"""A thread of BoardGameGeek, RPGGeek or VideoGameGeek as a source, by their XML API. A person posts the replies.

Follows the wiki page "BGG XML API2" (beta, as of 2025; section "Threads": `id`, `minarticleid` and `count` up to 1,000)
and the page "Using the XML API" (2025: each application sends its token as `Authorization: Bearer`). The form of a
thread and of its HTML comes from published answers of the API. The pages do not say whether `count` keeps the oldest
articles; if a thread has more articles than were read, the fetch reports a gap.

A secret is the token of an application that was registered at the site.
"""

import re
from collections.abc import Iterator, Sequence, Set as AbstractSet
from contextlib import suppress
from typing import Final, NamedTuple, NoReturn
from xml.etree import ElementTree as ET

import msgspec

from events.lazy_patterns import lazy_pattern
from replay.importing.archive import post_time
from replay.sources.hosts import is_private_host
from replay.sources.source import MOST_POSTS, RECENT, Fetched, Reply, SourceError, SourcePost, id_of_name
from replay.sources.texts import own_text_of_html
from replay.sources.web import (
    Page,
    PageTooLongError,
    Seen,
    Site,
    gone_posts,
    id_number,
    joined_pages,
    origin_of,
    require_header,
    web_parts,
)
from replay.sources.xml_pages import require_plain_xml

KIND: Final = "boardgamegeek"
_HOSTS: Final = frozenset({"boardgamegeek.com", "rpggeek.com", "videogamegeek.com"})
_PAGE: Final = 500
_LONGEST_ID: Final = 18
_DIV: Final = lazy_pattern("<(?P<end>/?)div(?P<rest>[^<>]*)>", re.IGNORECASE)
_QUOTE: Final = lazy_pattern(r"\[(?P<end>/?)q(?P<next>[\]=])", re.IGNORECASE)


class _Page(NamedTuple):
    """Articles with ids from `least`, and the number of all articles of the thread."""

    articles: Sequence[ET.Element]
    total: int


class _Cursor(msgspec.Struct, frozen=True, omit_defaults=True):
    """The id from which the last posts are read again, and the version of the page that begins there."""

    recent: int = 0
    seen: Seen = Seen()


def recognise(text: str) -> str | None:
    """Return the place of a thread, from its address or that of a post in it; None for another address."""
    with suppress(SourceError):
        parts = web_parts(text)
        origin = origin_of(parts).replace("://www.", "://", 1)
        names = parts.path.strip("/").split("/")
        is_thread = len(names) > 1 and names[0] == "thread" and names[1].isdecimal() and len(names[1]) <= _LONGEST_ID
        if is_thread and (origin.partition("//")[2] in _HOSTS or is_private_host(parts.hostname or "")):
            return f"{origin}/thread/{int(names[1])}"
    return None


class BoardGameGeekSource:
    """A thread of BoardGameGeek or one of its sister sites."""

    kind = KIND
    can_reply = False
    can_find = False

    def __init__(self, place: str, secret: str = "", *, begin: str = "") -> None:
        if recognise(place) != place:
            raise SourceError(
                "write the address of a thread, like https://boardgamegeek.com/thread/12", is_lasting=True
            )
        self.place = place
        self._thread, self._begin = place.rpartition("/")[2], id_number(begin)
        self._headers = {"Authorization": f"Bearer {require_header('token', secret)}"} if secret else {}

    def check(self) -> tuple[str, ...]:
        """Return what is missing: the token of an application, or the thread."""
        if not self._headers:
            return ("the site needs the token of an application. Register one and give its token",)
        try:
            with Site(self.place, self._headers) as site:
                self._read(site, 0, 1)
        except SourceError as error:
            return (str(error),)
        return ()

    def fetch(self, cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        """Return the posts from the last ones of the fetch before."""
        with Site(self.place, self._headers) as site:
            then = site.decoded(cursor.encode(), _Cursor) if cursor and not whole else _Cursor()
            least = self._begin if whole else max(self._begin, then.recent)
            try:
                first = site.get(self._path(least, _PAGE), then.seen if least == then.recent else None)
            except PageTooLongError:
                first, (page, size) = Page(b"", Seen()), self._read(site, least, _PAGE // 2)
            else:
                if first.is_same:
                    return Fetched((), cursor)
                page, size = self._parsed(site.host, first.body), _PAGE
            found, why = joined_pages(self._pages(site, page, size))
            if known and not found:
                raise SourceError(f"{site.host} shows no posts of this thread any more. Check its address")
        return self._fetched(found, page, why, known, least, first.seen)

    def _fetched(
        self, found: Sequence[ET.Element], page: _Page, why: str, known: AbstractSet[str], least: int, seen: Seen
    ) -> Fetched:
        is_complete = not why and len(found) < MOST_POSTS
        posts = tuple(_post(article, self.place) for article in found)
        recent = int(posts[-RECENT:][0].id) if posts else least
        now = _Cursor(recent, seen if is_complete and recent == least else Seen())
        return Fetched(
            posts,
            msgspec.json.encode(now).decode(),
            has_gap=is_complete and not least and page.total > len(posts),
            is_whole=is_complete and least <= self._begin,
            deleted=gone_posts(known, {post.id for post in posts}, least, None if is_complete else int(posts[-1].id)),
            more="" if is_complete else f"{why or 'the thread is long'}. Posts are left for the next fetch",
        )

    def reply(self, reply: Reply) -> NoReturn:  # noqa: ARG002  # as every source
        """Refuse: the API can only be read."""
        raise SourceError("this site can only be read. Copy the text into the thread", is_lasting=True)

    def find(self, marker: str) -> str:  # noqa: ARG002  # as every source
        """Return "": nothing was posted."""
        return ""

    def _path(self, least: int, most: int) -> str:
        return f"/xmlapi2/thread?id={self._thread}&minarticleid={least}&count={most}"

    def _pages(self, site: Site, page: _Page, size: int) -> Iterator[Sequence[ET.Element]]:
        """Yield the articles of a page of at most `size`, and of the pages after it, by id."""
        read = 0
        while page.articles and read < MOST_POSTS:
            yield page.articles
            read += len(page.articles)
            if len(page.articles) < size:
                return
            page, size = self._read(site, int(page.articles[-1].get("id", "0")) + 1, _PAGE)

    def _read(self, site: Site, least: int, most: int) -> tuple[_Page, int]:
        """Read a page of at most `most` articles, and fewer if they are long; return it with the number asked for."""
        try:
            return self._parsed(site.host, site.get(self._path(least, most)).body), most
        except PageTooLongError:
            if most == 1:
                raise
            return self._read(site, least, most // 2)

    def _parsed(self, host: str, body: bytes) -> _Page:
        require_plain_xml(host, body)
        thread = ET.fromstring(body)  # noqa: S314  # it has no entities
        if thread.tag == "error" or thread.find("error") is not None:
            raise SourceError(f"{host} has no thread {self._thread}. Check its address", is_lasting=True)
        articles = [one for one in thread.iter("article") if one.get("id", "").isdecimal()]
        if thread.tag != "thread" or any(len(one.get("id", "")) > _LONGEST_ID for one in articles):
            what = f"{host} answered with something else than expected"
            raise SourceError(f"{what}. It may be preparing the thread. It will be tried again later")
        total = thread.get("numarticles", "")
        articles.sort(key=lambda one: int(one.get("id", "")))
        return _Page(articles, int(total) if total.isdecimal() and len(total) <= _LONGEST_ID else 0)


def _post(article: ET.Element, place: str) -> SourcePost:
    number = str(int(article.get("id", "")))
    text = own_text_of_html(_without_quotes(article.findtext("body") or ""))
    author = article.get("username", "")
    is_edited = article.get("numedits", "") != "0"
    return SourcePost(
        number, author or "somebody", text.text, _ms(article.get("postdate", "")),
        author_id=id_of_name(author) if author else "", link=f"{place}/article/{number}#{number}",
        edited_ms=_ms(article.get("editdate", "")) if is_edited else 0,
        proof="account" if author else "none", is_cut=text.is_cut, is_unedited=not is_edited,
    )  # fmt: skip


def _without_quotes(page: str) -> str:
    """Remove the quotations of a rendered post, and name those in markup as other forums do."""
    kept, depth, at = list[str](), 0, 0
    for tag in _DIV.finditer(page):
        if depth:
            depth += -1 if tag["end"] else 1
            at = tag.end()
        elif not tag["end"] and "class='quote'" in tag["rest"].replace('"', "'"):
            kept.append(page[at : tag.start()])
            depth, at = 1, tag.end()
    if not depth:
        kept.append(page[at:])
    return _QUOTE.sub(r"[\g<end>quote\g<next>", "<br>".join(kept))


def _ms(text: str) -> int:
    at = post_time(text)
    return int(at * 1000) if at else 0
