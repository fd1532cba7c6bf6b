"""Read a Discord channel: an export of DiscordChatExporter, or the list of messages from the API.

Messages may be in any order. For attachments only the names are kept, because their addresses expire.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from replay.importing import archive as archives
from replay.importing.archive import Archive, ArchivedPost

_WRITTEN_TYPES: Final = frozenset({"Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "0", "19", "20", "23"})
"""Types of messages written by people; other types report pins, calls and new members."""
_MENTION: Final = lazy_pattern(
    r"<@[!&]?(?P<user>[0-9]{1,20})>|<a?:(?P<sign>\w{1,40}):[0-9]{1,20}>|<t:(?P<at>-?[0-9]{1,11})(?::\w)?>"
)
_OPEN_QUOTE: Final = lazy_pattern("^ *>>> ", re.MULTILINE)
_ID: Final = lazy_pattern("[0-9]{1,20}")


class _Author(msgspec.Struct, frozen=True):
    id: str | int = ""
    name: str = ""
    username: str = ""
    nickname: str | None = None
    global_name: str | None = None
    nick: str | None = None
    bot: bool = False
    system: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        found = (self.nickname, self.nick, self.global_name, self.name, self.username, str(self.id))
        return tuple(dict.fromkeys(name for name in found if name))


class _Attachment(msgspec.Struct, frozen=True):
    filename: str = ""
    fileName: str = ""  # noqa: N815  # as the exporter writes it


class _Field(msgspec.Struct, frozen=True):
    name: str = ""
    value: str = ""


class _Embed(msgspec.Struct, frozen=True):
    title: str | None = ""
    description: str | None = ""
    fields: tuple[_Field, ...] = ()


class _Reference(msgspec.Struct, frozen=True):
    messageId: str | int | None = None  # noqa: N815  # as the exporter writes it
    message_id: str | int | None = None


class Message(msgspec.Struct, frozen=True):
    """A message, as the exporter or the API writes it."""

    id: str | int
    timestamp: str
    author: _Author
    content: str = ""
    type: str | int = 0
    timestampEdited: str | None = None  # noqa: N815  # as the exporter writes it
    edited_timestamp: str | None = None
    channel_id: str | int = ""
    attachments: tuple[_Attachment, ...] = ()
    embeds: tuple[_Embed, ...] = ()
    mentions: tuple[_Author, ...] = ()
    reference: _Reference | None = None
    message_reference: _Reference | None = None
    webhook_id: str | int | None = None
    sticker_items: tuple[Any, ...] = ()
    message_snapshots: tuple[Any, ...] = ()
    poll: Any = None

    @property
    def edit_time(self) -> str | None:
        """When it was last edited."""
        return self.timestampEdited or self.edited_timestamp


def read_discord(raw: bytes) -> Archive:
    """Return the messages of a channel, oldest first. Raises RefusedError with the place of an error."""
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise RefusedError(f"this is not valid JSON: {_place(error, raw)}") from error
    if isinstance(found, dict) and "format" in found:
        raise RefusedError("this is an export of a session, not of a thread. Use `cloisterbell import`")
    rows, channel = found, ""
    if not isinstance(found, list):
        rows = found.get("messages") if isinstance(found, dict) else None
        if not isinstance(rows, list):
            files = "a file of DiscordChatExporter, or a list of messages from the Discord API"
            raise RefusedError(f"this JSON has no messages. Use {files}")
        name = found["channel"].get("name") if isinstance(found.get("channel"), dict) else ""
        channel = archives.one_line(name, 60) if isinstance(name, str) else ""
    if len(rows) > archives.MOST_POSTS:
        most = f"It can have at most {archives.MOST_POSTS}, so split it"
        raise RefusedError(f"this file has {len(rows)} messages. {most}")
    return _archive([_message(row, f"message {at} of the list") for at, row in enumerate(rows, 1)], channel)


def _place(error: Exception, raw: bytes) -> str:
    byte = re.search(r"byte ([0-9]+)", str(error))
    if isinstance(error, RecursionError):
        return "it has too many nested levels"
    return f"line {raw[: int(byte[1])].count(10) + 1}: {error}" if byte else str(error)


def _message(row: Any, place: str) -> Message:
    try:
        message = msgspec.convert(row, Message)
    except msgspec.ValidationError as error:
        raise RefusedError(f"{place}: {error}") from error
    if not _ID.fullmatch(str(message.id)):
        raise RefusedError(f'{place}: the id "{str(message.id)[:40]}" is not a number')
    if not message.author.names:
        raise RefusedError(f"{place}: the author has no name")
    for what in (message.timestamp, message.edit_time):
        _time(what, place)
    return message


def _archive(messages: Sequence[Message], channel: str) -> Archive:
    notes: list[str] = []
    last: dict[int, Message] = {}
    for message in messages:
        there = last.get(int(message.id))
        if there is None or (there.edit_time or "") <= (message.edit_time or ""):
            last[int(message.id)] = message
    if doubles := len(messages) - len(last):
        notes.append(f"repeated messages: {doubles}. The last edited version was used")
    written = [message for message in last.values() if str(message.type) in _WRITTEN_TYPES]
    if others := len(last) - len(written):
        notes.append(f"system messages (pins, calls, new members): {others}, left out")
    written.sort(key=lambda message: (_time(message.timestamp, ""), int(message.id)))
    kept = [post for post in (_archived_post(message, channel) for message in written) if post.text]
    posts = tuple(msgspec.structs.replace(post, number=number) for number, post in enumerate(kept, 1))
    return Archive("discord", posts, tuple(notes))


def _archived_post(message: Message, channel: str) -> ArchivedPost:
    home = f"#{channel}" if channel else str(message.channel_id)
    reference = message.reference or message.message_reference
    answered = (reference.messageId or reference.message_id) if reference else None
    text = archives.plain_text("\n".join(part for part in (message_content(message), *_attachments(message)) if part))
    archives.require_fits(f"message {message.id}", text)
    first, *others = message.author.names
    return ArchivedPost(
        0, archives.one_line(first) or archives.one_line(others[-1] if others else "") or "somebody", text,
        _time_text(message.timestamp), _where(home, message.id), _time_text(message.edit_time),
        _where(home, answered) if answered else "", tuple(others),
    )  # fmt: skip


def _where(home: str, message: str | int) -> str:
    return archives.one_line(f"{home} {message}", 120)


def _time(text: str | None, place: str) -> float:
    found = 0.0 if text is None else archives.post_time(text)
    if found is None:
        raise RefusedError(f'{place}: "{str(text)[:40]}" is not a time such as 2026-03-04T18:22:00+00:00')
    return found


def _time_text(text: str | None) -> str:
    return archives.time_text(_time(text, "")) if text else ""


def message_content(message: Message) -> str:
    """Return the text of a message, with the names of people and signs instead of their ids.

    Each line of a quotation begins with `>`: on Discord, `>>>` quotes all lines after it as well.
    """
    people = {str(person.id): archives.one_line(person.names[0]) for person in message.mentions if person.names}

    def named(found: re.Match[str]) -> str:
        if found["user"]:
            return f"@{people.get(found['user'], found['user'])}"
        return f":{found['sign']}:" if found["sign"] else archives.time_text(int(found["at"])) or found[0]

    text = _MENTION.sub(named, message.content)
    quote = _OPEN_QUOTE.search(text)
    return text[: quote.start()] + re.sub("^", "> ", text[quote.end() :], flags=re.MULTILINE) if quote else text


def _attachments(message: Message) -> Iterator[str]:
    """Yield a text for each embed of a message (dice bots answer in embeds) and for the name of each attachment."""
    for embed in message.embeds:
        rows = (embed.title, embed.description, *(f"{field.name}: {field.value}" for field in embed.fields))
        yield "\n".join(f"[card] {line}" for row in rows if row for line in row.split("\n") if line.strip())
    for attachment in message.attachments:
        yield f"[attachment: {archives.one_line(attachment.filename or attachment.fileName, 100) or 'a file'}]"
