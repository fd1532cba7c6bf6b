"""A topic of a Discourse forum as a source, by the JSON API of the forum.

Follows the Discourse API documentation (docs.discourse.org, `openapi.json` of August 2026): "Get a single topic", "Get
specific posts from a topic", "Creates a new post" and "Creates an upload". Not documented there, but in the source of
Discourse (`topics_controller.rb`, `post_serializer.rb`, 2026): `include_raw`, `post_type`, `user_deleted`, bots with
ids below 1, and that a topic of more than 10,000 posts has no list of its posts.

A secret is `USERNAME:KEY` with a key that an administrator made, or the key of a user (`User-Api-Key`). Without a
secret, public topics can be read, and a person posts the replies.
"""

import re
from collections.abc import Iterator, Sequence, Set as AbstractSet
from contextlib import suppress
from typing import Final

import msgspec
from urllib3.filepost import encode_multipart_formdata

from events.lazy_patterns import lazy_pattern
from replay.importing.archive import one_line, post_time
from replay.sources.source import MOST_POSTS, RECENT, Fetched, Reply, SourceError, SourcePost
from replay.sources.texts import Text, own_text, own_text_of_html
from replay.sources.web import (
    PageTooLongError,
    Seen,
    Site,
    id_number,
    joined_pages,
    origin_of,
    require_header,
    web_parts,
)

KIND: Final = "discourse"
_PREFIX: Final = lazy_pattern(r"[A-Za-z0-9/_-]*")
_LONGEST_ID: Final = 18
_PAGE: Final = 20  # the number of posts of a page of the forum
OWN_REPLY: Final = lazy_pattern(r"\b[0-9]{1,12}:[0-9a-f]{32} \(reply [0-9]{1,9}\)")
"""The end of each reply of a session."""
_SMALL_ACTION: Final = 3  # the forum reports that the topic was closed, split and so on
_WHISPER: Final = 4  # only the staff of the forum can read it


class _Post(msgspec.Struct, frozen=True):
    """A post as the forum has it; `updated_at` is the time of the last edit only if `version` is above 1."""

    id: int
    post_number: int = 0
    username: str | None = None
    user_id: int | None = None
    created_at: str = ""
    updated_at: str = ""
    version: int = 1
    raw: str | None = None
    cooked: str = ""
    post_type: int = 1
    reply_to_post_number: int | str | None = None
    hidden: bool = False
    user_deleted: bool = False
    deleted_at: str | None = None
    yours: bool = False


class _Stream(msgspec.Struct, frozen=True):
    posts: tuple[_Post, ...] = ()
    stream: tuple[int, ...] | None = None


class _Details(msgspec.Struct, frozen=True):
    can_create_post: bool = False


class _Topic(msgspec.Struct, frozen=True):
    id: int
    post_stream: _Stream
    details: _Details = _Details()
    closed: bool = False
    archived: bool = False
    deleted_at: str | None = None

    @property
    def ids(self) -> tuple[int, ...]:
        if self.post_stream.stream is None:
            raise SourceError("this topic has too many posts. Continue the game in a new topic", is_lasting=True)
        return self.post_stream.stream

    @property
    def end(self) -> str:
        """Why no further posts will come, or ""."""
        if self.deleted_at:
            return "the topic was deleted"
        return "the topic was closed" if self.closed else "the topic was archived" if self.archived else ""


class _Pages(msgspec.Struct, frozen=True):
    post_stream: _Stream


class _Created(msgspec.Struct, frozen=True):
    id: int = 0
    action: str = ""


class _Upload(msgspec.Struct, frozen=True):
    short_url: str


class _Cursor(msgspec.Struct, frozen=True, omit_defaults=True):
    """The id of the last post that was read, the version of the topic's page, and why no further posts will come."""

    last: int = 0
    seen: Seen = Seen()
    closed: str = ""


def recognise(text: str) -> str | None:
    """Return the place of a topic, from its address or that of a post in it; None for another address."""
    with suppress(SourceError):
        parts = web_parts(text)
        before, topic = _topic_of(parts.path)
        if topic:
            return f"{origin_of(parts)}{before}/t/{topic}"
    return None


def _topic_of(path: str) -> tuple[str, int]:
    """Return the path of the forum and the id of a topic from `/t/12`, `/t/a-title/12` or `/t/a-title/12/34`, or 0."""
    before, found, names = re.sub("//+", "/", path).rpartition("/t/")
    parts = names.strip("/").split("/")
    numbers = parts if parts[0].isdecimal() else parts[1:]
    if not (found and 1 <= len(numbers) <= 2 and all(map(str.isdecimal, numbers)) and _PREFIX.fullmatch(before)):
        return before, 0
    return before, int(numbers[0]) if len(numbers[0]) <= _LONGEST_ID else 0


class DiscourseSource:
    """A topic of a Discourse forum."""

    kind = KIND

    def __init__(self, place: str, secret: str = "", *, begin: str = "") -> None:
        self._before, self._topic = _topic_of(web_parts(place).path)
        if not self._topic:
            raise SourceError("write the address of a topic, like https://forum.example.org/t/12", is_lasting=True)
        self.place = place
        self.can_reply = self.can_find = bool(secret)
        self._begin, self._headers = id_number(begin), _headers(secret)

    def check(self) -> tuple[str, ...]:
        """Return what is missing: the topic, an open topic, or the right to reply in it."""
        try:
            with Site(self.place, self._headers) as site:
                topic = self._read_topic(site)
        except SourceError as error:
            return (str(error),)
        if topic.end:
            return (f"{topic.end}, so no further posts will come",)
        if self.can_reply and not topic.details.can_create_post:
            return ("the account may not reply in this topic. Ask the moderators of the forum",)
        return ()

    def fetch(self, cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        """Return the posts after `cursor` and the last ones before it, as one contiguous part of the topic."""
        with Site(self.place, self._headers) as site:
            then = site.decoded(cursor.encode(), _Cursor) if cursor else _Cursor()
            page = site.get(self._path(f"t/{self._topic}.json"), None if whole else then.seen)
            if page.is_same:
                return Fetched((), cursor, closed=then.closed)
            topic = self._same(site.decoded(page.body, _Topic))
            ids = topic.ids[_place_after(topic.ids, self._begin - 1) :]
            first = _place_after(ids, then.last)
            start = 0 if whole else max(0, first - RECENT)
            wanted = ids[start : max(first, start) + MOST_POSTS]
            posts, why = joined_pages(self._pages(site, wanted))
        left = len(ids) - start - len(wanted)
        more = f"{why}. Posts that were not read" if why else f"{left} posts" if left else ""
        notes, is_complete = list[str](), not more
        kept = tuple(self._kept(posts, known, notes))
        last = posts[-1].id if posts else then.last
        return Fetched(
            kept,
            msgspec.json.encode(_Cursor(last, page.seen if is_complete else Seen(), topic.end)).decode(),
            is_whole=whole and is_complete and not any(post.hidden and str(post.id) in known for post in posts),
            deleted=_deleted(ids, posts, known),
            closed=topic.end,
            notes=tuple(notes),
            more=f"{more} are left for the next fetch" if more else "",
        )

    def reply(self, reply: Reply) -> str:
        """Post a reply with its picture. A forum that holds posts for approval is an error."""
        with Site(self.place, self._headers) as site:
            body = {"raw": reply.text, "topic_id": self._topic}
            if reply.answers.isdecimal():
                with suppress(SourceError):  # the post may have been deleted
                    answered = site.get_json(self._path(f"posts/{reply.answers}.json"), _Post)
                    body["reply_to_post_number"] = answered.post_number
            if reply.picture and (image := self._uploaded(site, reply.picture)):
                body["raw"] = f"{reply.text}\n\n![]({image})"
            path, content = self._path("posts.json"), msgspec.json.encode(body)
            created = site.post(path, content, "application/json", _Created)
        if not created.id:
            what = f"{site.host} holds the reply until its staff approves it"
            raise SourceError(f"{what}. Ask them to trust the account", is_lasting=True, may_have_arrived=True)
        return str(created.id)

    def find(self, marker: str) -> str:
        """Return the id of our own post with `marker` among the last posts of the topic, or ""."""
        with Site(self.place, self._headers) as site:
            ids = self._read_topic(site).ids
            posts = [post for page in self._pages(site, ids[-2 * RECENT :]) for post in page]
        found = (post.id for post in reversed(posts) if post.yours and marker in (post.raw or post.cooked))
        return str(next(found, ""))

    def _path(self, name: str) -> str:
        return f"{self._before}/{name}"

    def _read_topic(self, site: Site) -> _Topic:
        return self._same(site.get_json(self._path(f"t/{self._topic}.json"), _Topic))

    def _same(self, topic: _Topic) -> _Topic:
        """Return the topic. If it was merged into another one, raise SourceError."""
        if topic.id != self._topic:
            there = f"{self.place.rpartition('/')[0]}/{topic.id}"
            raise SourceError(f"the topic was moved to {there}. Follow it there", is_lasting=True)
        return topic

    def _pages(self, site: Site, ids: Sequence[int]) -> Iterator[Sequence[_Post]]:
        """Yield the posts with these ids, in their order, in pages."""
        for start in range(0, len(ids), _PAGE):
            yield self._page(site, ids[start : start + _PAGE])

    def _page(self, site: Site, ids: Sequence[int]) -> list[_Post]:
        query = "&".join(f"post_ids[]={each}" for each in ids)
        path = self._path(f"t/{self._topic}/posts.json?{query}&include_raw=true")
        try:
            there = {post.id: post for post in site.get_json(path, _Pages).post_stream.posts}
        except PageTooLongError:
            if len(ids) == 1:
                raise
            middle = len(ids) // 2
            return self._page(site, ids[:middle]) + self._page(site, ids[middle:])
        return [there[each] for each in ids if each in there]

    def _kept(self, posts: Sequence[_Post], known: AbstractSet[str], notes: list[str]) -> Iterator[SourcePost]:
        by_number = {str(post.post_number): str(post.id) for post in posts}
        for post in posts:
            if post.user_deleted or post.deleted_at or post.post_type == _WHISPER:
                continue
            if post.hidden and str(post.id) in known:
                notes.append(f"post {post.post_number} was hidden by the forum")
                continue
            yield self._source_post(post, by_number.get(str(post.reply_to_post_number), ""))

    def _source_post(self, post: _Post, answers: str) -> SourcePost:
        text = own_text(post.raw) if post.raw is not None else own_text_of_html(_without_titles(post.cooked))
        if post.hidden:
            text = Text("", is_cut=True)
        user = post.user_id or 0
        is_own = post.yours and OWN_REPLY.search(text.text) is not None  # the account may be that of a person
        return SourcePost(
            str(post.id), one_line(post.username or "") or "somebody", text.text, _ms(post.created_at),
            author_id=str(user) if user else "", link=f"{self.place}/{post.post_number}",
            edited_ms=_ms(post.updated_at) if post.version > 1 else 0, answers=answers,
            proof="account" if user > 0 else "none", is_cut=text.is_cut,
            is_automatic=is_own or user < 0 or post.post_type == _SMALL_ACTION,
        )  # fmt: skip

    def _uploaded(self, site: Site, picture: bytes) -> str:
        """Upload a picture and return its address; "" if the forum does not allow it."""
        file = ("position.png", picture, "image/png")
        body, content_type = encode_multipart_formdata(
            [("upload_type", "composer"), ("synchronous", "true"), ("file", file)]
        )
        try:
            return site.post(self._path("uploads.json"), body, content_type, _Upload).short_url
        except SourceError as error:
            if error.is_lasting:
                return ""
            error.may_have_arrived = False  # the reply itself was not posted
            raise


def _headers(secret: str) -> dict[str, str]:
    name, colon, key = secret.partition(":")
    if not secret:
        return {}
    if not colon:
        return {"User-Api-Key": require_header("key", name)}
    return {"Api-Username": require_header("username", name), "Api-Key": require_header("key", key)}


def _place_after(ids: Sequence[int], last: int) -> int:
    """Return the place of the first post after the post `last`, which may have been deleted."""
    if last in ids:
        return ids.index(last) + 1
    return next((at for at, each in enumerate(ids) if each > last), len(ids))


def _deleted(ids: Sequence[int], posts: Sequence[_Post], known: AbstractSet[str]) -> tuple[str, ...]:
    """Return the known posts that are not in the topic any more, or that their author has deleted."""
    gone = {post.id for post in posts if post.user_deleted or post.deleted_at}
    there = set(ids) - gone
    return tuple(sorted((each for each in known if int(each) not in there), key=int))


def _without_titles(page: str) -> str:
    """Remove the line with the author above each quotation of a rendered post."""
    parts = page.split('<aside class="quote')
    kept = [part[part.find("<blockquote") :] if "<blockquote" in part else part for part in parts[1:]]
    return "".join((parts[0], *kept))


def _ms(text: str) -> int:
    at = post_time(text)
    return int(at * 1000) if at else 0
