"""A Discord channel or thread as a source, by the HTTP API and the token of a bot.

Follows the Discord developer documentation for API version 10 (discord-api-docs, August 2026): "Message" (Get Channel
Messages, Create Message, message types), "Channel", "Application" (flags), "Guild", "Permissions", "Rate Limits" and
"Reference" (uploading files, user agent). Not documented there: that `after` returns the oldest messages first, which
libraries for Discord rely on.
"""

from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from contextlib import suppress
from functools import reduce
from hashlib import sha256
from itertools import chain
from operator import or_
from typing import Final

import msgspec
from urllib3.fields import RequestField
from urllib3.filepost import encode_multipart_formdata

from replay.importing.archive import one_line, post_time
from replay.importing.discord import Message, message_content
from replay.sources.hosts import is_private_host
from replay.sources.source import MOST_POSTS, RECENT, Fetched, Reply, SourceError, SourcePost
from replay.sources.texts import own_text
from replay.sources.web import (
    PageTooLongError,
    Site,
    gone_posts,
    id_number,
    joined_pages,
    origin_of,
    require_header,
    web_parts,
)

KIND: Final = "discord"
MOST_CHARACTERS: Final = 2000
"""The most characters of a message, counted as in UTF-16."""
_PREFIX: Final = "discord:"
_HOME: Final = "https://discord.com"
_HOSTS: Final = frozenset({"discord.com", "ptb.discord.com", "canary.discord.com", "discordapp.com"})
_LONGEST_ID: Final = 20
_PAGE: Final = 100
_SEARCHED: Final = 5  # the most pages in which an own message is searched
_NEWEST: Final = 1 << 63  # an id above all
_PERSONAL: Final = frozenset({0, 19})  # messages and replies; other types are commands of bots, pins, calls and so on
_THREADS: Final = frozenset({10, 11, 12})
_TEXT_CHANNELS: Final = frozenset({0, 1, 2, 3, 5, 13}) | _THREADS
_CONTENT_INTENTS: Final = 1 << 18 | 1 << 19
_ADMINISTRATOR: Final = 1 << 3
_RIGHTS: Final = {
    1 << 10: "View Channel", 1 << 16: "Read Message History", 1 << 11: "Send Messages", 1 << 15: "Attach Files",
}  # fmt: skip
_THREAD_RIGHTS: Final = {1 << 38 if bit == 1 << 11 else bit: name for bit, name in _RIGHTS.items()} | {
    1 << 38: "Send Messages in Threads"
}
_NO_CONTENT: Final = "the bot cannot read the text of messages. Turn on its Message Content Intent on its Bot page"


class _Overwrite(msgspec.Struct, frozen=True):
    """Rights of a role or a member in one channel."""

    id: str
    allow: str = "0"
    deny: str = "0"


class _ThreadData(msgspec.Struct, frozen=True):
    archived: bool = False
    locked: bool = False


class _Channel(msgspec.Struct, frozen=True):
    id: str
    type: int = 0
    guild_id: str | None = None
    parent_id: str | None = None
    permission_overwrites: tuple[_Overwrite, ...] = ()
    thread_metadata: _ThreadData | None = None

    @property
    def end(self) -> str:
        """Why no further messages will come, or ""."""
        return "the thread was locked" if self.thread_metadata and self.thread_metadata.locked else ""


class _Role(msgspec.Struct, frozen=True):
    id: str
    permissions: str = "0"


class _Guild(msgspec.Struct, frozen=True):
    owner_id: str = ""
    roles: tuple[_Role, ...] = ()


class _Member(msgspec.Struct, frozen=True):
    roles: tuple[str, ...] = ()


class _Application(msgspec.Struct, frozen=True):
    flags: int = 0


class _Id(msgspec.Struct, frozen=True):
    id: str


class _Cursor(msgspec.Struct, frozen=True):
    last: int = 0


def recognise(text: str) -> str | None:
    """Return the place of a channel, from `discord:ID` or the address of a channel or of a message in it; else None."""
    number = text.removeprefix(_PREFIX).strip()
    if text.startswith(_PREFIX):
        return f"{_HOME}/channels/{int(number)}" if _is_id(number) else None
    with suppress(SourceError):
        parts = web_parts(text)
        first, *ids = parts.path.strip("/").split("/")
        host = parts.hostname or ""
        if first == "channels" and ids and (host in _HOSTS or is_private_host(host)):
            channel = ids[0] if len(ids) == 1 else ids[1]
            home = _HOME if host in _HOSTS else origin_of(parts)
            return f"{home}/channels/{int(channel)}" if _is_id(channel) else None
    return None


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _LONGEST_ID


class DiscordSource:
    """A channel or a thread of a Discord server."""

    kind = KIND
    can_reply = True
    can_find = True

    def __init__(self, place: str, secret: str = "", *, begin: str = "") -> None:
        if recognise(place) != place:
            raise SourceError("write the id of a channel, like discord:123456789012345678", is_lasting=True)
        self.place = place
        self._channel, self._begin = place.rpartition("/")[2], id_number(begin)
        self._headers = {
            "Authorization": f"Bot {require_header('token of the bot', secret)}",
            "User-Agent": "DiscordBot (cloisterbell, 1)",
        }

    def check(self) -> tuple[str, ...]:
        """Return what is missing: the Message Content intent, the channel, and each right of the bot in it."""
        try:
            with Site(self.place, self._headers) as site:
                return tuple(self._missing(site))
        except SourceError as error:
            return (str(error),)

    def fetch(self, cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        """Return the messages after `cursor` and the last ones before it."""
        with Site(self.place, self._headers) as site:
            then = site.decoded(cursor.encode(), _Cursor) if cursor and not whole else _Cursor()
            channel = self._read_channel(site)
            before, least = self._before(site, then.last)
            messages, why = joined_pages(chain([before], self._after(site, then.last)))
        if known and not messages:
            hint = "Check that the bot has the right Read Message History"
            raise SourceError(f"{site.host} shows no messages of this channel any more. {hint}")
        _require_content(messages)
        home = f"{self.place.rpartition('/')[0]}/{channel.guild_id or '@me'}/{self._channel}"
        posts = tuple(_post(message, home) for message in messages)
        is_complete = not why and len(posts) < MOST_POSTS
        last = int(posts[-1].id) if posts else then.last
        return Fetched(
            posts,
            msgspec.json.encode(_Cursor(last)).decode(),
            is_whole=is_complete and not least,
            deleted=gone_posts(known, {post.id for post in posts}, least, None if is_complete else last),
            closed=channel.end,
            more="" if is_complete else f"{why or 'the channel is long'}. Posts are left for the next fetch",
        )

    def reply(self, reply: Reply) -> str:
        """Post a message, with its picture as an attachment. It mentions nobody."""
        if len(reply.text.encode("utf-16-le")) // 2 > MOST_CHARACTERS:
            raise SourceError(f"a message can have at most {MOST_CHARACTERS} characters", is_lasting=True)
        message: dict[str, object] = {
            "content": reply.text, "allowed_mentions": {"parse": [], "replied_user": False},
            "nonce": sha256(reply.marker.encode()).hexdigest()[:25], "enforce_nonce": True,
        }  # fmt: skip
        if reply.answers:
            message["message_reference"] = {"message_id": reply.answers, "fail_if_not_exists": False}
        body, content_type = msgspec.json.encode(message), "application/json"
        if reply.picture:
            message["attachments"] = [{"id": 0, "filename": "position.png"}]
            payload = RequestField("payload_json", msgspec.json.encode(message))
            payload.make_multipart(content_type="application/json")
            file = RequestField("files[0]", reply.picture, "position.png")
            file.make_multipart(content_type="image/png")
            body, content_type = encode_multipart_formdata([payload, file])
        with Site(self.place, self._headers) as site:
            return site.post(self._path("/messages"), body, content_type, _Id).id

    def find(self, marker: str) -> str:
        """Return the id of our own message with `marker` among the last ones, or ""."""
        with Site(self.place, self._headers) as site:
            own, before = site.get_json("/api/v10/users/@me", _Id).id, _NEWEST
            for _ in range(_SEARCHED):
                page, most = self._page(site, f"before={before}", _PAGE)
                for one in reversed(page):
                    if str(one.author.id) == own and marker in one.content:
                        return str(one.id)
                if len(page) < most:
                    break
                before = int(page[0].id)
        return ""

    def _path(self, rest: str = "") -> str:
        return f"/api/v10/channels/{self._channel}{rest}"

    def _read_channel(self, site: Site) -> _Channel:
        return site.get_json(self._path(), _Channel)

    def _before(self, site: Site, last: int) -> tuple[list[Message], int]:
        """Return the last messages up to `last`, and the id of the oldest one, or 0 if there are none before it."""
        if not last:
            return [], 0
        page, most = self._page(site, f"before={last + 1}", RECENT)
        own = [message for message in page if int(message.id) >= self._begin]
        return own, int(own[0].id) if own and len(own) == most else 0

    def _after(self, site: Site, last: int) -> Iterator[Sequence[Message]]:
        """Yield the messages after `last` in pages."""
        read, after, is_last = 0, last or max(self._begin - 1, 0), False
        while read < MOST_POSTS and not is_last:
            page, most = self._page(site, f"after={after}", _PAGE)
            yield page
            read, is_last = read + len(page), len(page) < most
            after = int(page[-1].id) if page else after

    def _page(self, site: Site, query: str, most: int) -> tuple[list[Message], int]:
        """Return a page of messages by id, and how many were asked for: fewer if the messages are long."""
        try:
            page = site.get_json(self._path(f"/messages?{query}&limit={most}"), tuple[Message, ...])
        except PageTooLongError:
            if most == 1:
                raise
            return self._page(site, query, most // 2)
        if not all(id_number(str(message.id)) for message in page):
            raise SourceError(f"{site.host} answered with something else than expected: a message without an id")
        return sorted(page, key=lambda message: int(message.id)), most

    def _missing(self, site: Site) -> Iterator[str]:
        """Yield what the bot lacks, one sentence each."""
        if not site.get_json("/api/v10/applications/@me", _Application).flags & _CONTENT_INTENTS:
            yield _NO_CONTENT
        channel = self._read_channel(site)
        if channel.type not in _TEXT_CHANNELS:
            yield "this channel has no messages of its own. Follow a text channel, or one thread of a forum channel"
        elif channel.guild_id:
            has = self._rights(site, channel, channel.guild_id)
            rights = _THREAD_RIGHTS if channel.type in _THREADS else _RIGHTS
            yield from (
                f'the bot lacks the right "{name}" in this channel' for bit, name in rights.items() if not has & bit
            )
        if channel.end:
            yield f"{channel.end}, so no further messages will come"

    def _rights(self, site: Site, channel: _Channel, guild_id: str) -> int:
        """Return the rights of the bot in the channel, as bits: "Permission Overwrites" in the documentation."""
        own = site.get_json("/api/v10/users/@me", _Id).id
        guild = site.get_json(f"/api/v10/guilds/{guild_id}", _Guild)
        member = site.get_json(f"/api/v10/guilds/{guild_id}/members/{own}", _Member)
        by_role = {role.id: id_number(role.permissions) for role in guild.roles}
        rights = reduce(or_, (by_role.get(role, 0) for role in (guild_id, *member.roles)))
        if guild.owner_id == own or rights & _ADMINISTRATOR:
            return -1
        if channel.type in _THREADS and channel.parent_id:
            channel = site.get_json(f"/api/v10/channels/{channel.parent_id}", _Channel)
        changes = {one.id: one for one in channel.permission_overwrites}
        return reduce(_changed, ((guild_id,), member.roles, (own,)), _Rights(rights, changes)).bits


class _Rights(msgspec.Struct, frozen=True):
    """Rights as bits, and the changes of a channel by role or member."""

    bits: int
    changes: Mapping[str, _Overwrite]


def _changed(rights: _Rights, who: Sequence[str]) -> _Rights:
    """Return the rights after the changes for these roles or members: first all that deny, then all that allow."""
    found = [rights.changes[each] for each in who if each in rights.changes]
    deny = reduce(or_, (id_number(one.deny) for one in found), 0)
    allow = reduce(or_, (id_number(one.allow) for one in found), 0)
    return _Rights(rights.bits & ~deny | allow, rights.changes)


def _require_content(messages: Sequence[Message]) -> None:
    """Raise SourceError if no message of a person has a text: the bot may not read them."""
    written = [message for message in messages if not _is_automatic(message)]
    if written and all(map(_is_withheld, written)):
        raise SourceError(_NO_CONTENT, is_lasting=True)


def _is_automatic(message: Message) -> bool:
    return message.type not in _PERSONAL or message.author.bot or message.author.system or bool(message.webhook_id)


def _is_withheld(message: Message) -> bool:
    """Return whether a message has no content at all, as without the Message Content intent."""
    return not (
        message.content or message.attachments or message.embeds or message.sticker_items or message.message_snapshots
        or message.poll
    )  # fmt: skip


def _post(message: Message, home: str) -> SourcePost:
    text = own_text(message_content(message))
    reference = message.message_reference if message.type in _PERSONAL and not message.message_snapshots else None
    is_automatic = _is_automatic(message)
    return SourcePost(
        str(message.id), next(filter(None, map(one_line, message.author.names)), "somebody"), text.text,
        _ms(message.timestamp), author_id=str(message.author.id), link=f"{home}/{message.id}",
        edited_ms=_ms(message.edited_timestamp or ""), answers=str(reference.message_id or "") if reference else "",
        proof="none" if message.webhook_id else "account", is_automatic=is_automatic,
        is_cut=text.is_cut or (not is_automatic and _is_withheld(message)), is_unedited=not message.edited_timestamp,
    )  # fmt: skip


def _ms(text: str) -> int:
    at = post_time(text)
    return int(at * 1000) if at else 0
