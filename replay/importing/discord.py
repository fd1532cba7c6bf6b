"""An archive of a Discord channel: an export of DiscordChatExporter, or the messages as the API lists them.

Both are read by what they have in common; the newest message may come first. Attachments keep their names alone: their
addresses expire.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from replay.importing.archive import MOST_POSTS, Archive, ArchivedPost, one_line, plain_text, require_fits
from replay.importing.timestamps import iso_time, time_text

_WRITTEN_TYPES: Final = frozenset({"Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "0", "19", "20", "23"})
"""The types of message that somebody wrote; all others tell of pins, calls and who came."""
_MENTION: Final = re.compile(
    r"<@[!&]?(?P<user>[0-9]{1,20})>|<a?:(?P<sign>\w{1,40}):[0-9]{1,20}>|<t:(?P<at>-?[0-9]{1,11})(?::\w)?>"
)
_ID: Final = re.compile("[0-9]{1,20}")


class _Author(msgspec.Struct, frozen=True):
    id: str | int = ""
    name: str = ""
    username: str = ""
    nickname: str | None = None
    global_name: str | None = None
    nick: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What this author is called, the name that others see first."""
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


class _Message(msgspec.Struct, frozen=True):
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


def read_discord(raw: bytes) -> Archive:
    """The messages of a channel, oldest first, each once and as it was last edited.

    Raises:
        RefusedError: this is no list of messages; names the place in it.
    """
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise RefusedError(f"this begins like JSON and is none: {_place(error, raw)}") from error
    if isinstance(found, dict) and "format" in found:
        raise RefusedError("this is an export of a session, not of a thread: `cloisterbell import` takes it")
    rows, channel = _rows(found)
    if len(rows) > MOST_POSTS:
        raise RefusedError(f"{len(rows)} messages; at most {MOST_POSTS}: cut the archive")
    messages = [_message(row, f"message {at} of the list") for at, row in enumerate(rows, 1)]
    return _archive(messages, channel)


def _place(error: Exception, raw: bytes) -> str:
    """What is wrong, with the line at which it stands where the error names a byte."""
    byte = re.search(r"byte ([0-9]+)", str(error))
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return f"line {raw[: int(byte[1])].count(10) + 1}: {error}" if byte else str(error)


def _rows(found: Any) -> tuple[list[Any], str]:
    """The messages and the name of their channel."""
    if isinstance(found, list):
        return found, ""
    rows = found.get("messages") if isinstance(found, dict) else None
    if not isinstance(rows, list):
        raise RefusedError(
            'this JSON holds no messages: an export of DiscordChatExporter has "messages", the API gives a list of them'
        )
    channel = found.get("channel")
    name = channel.get("name") if isinstance(channel, dict) else ""
    return rows, one_line(name, 60) if isinstance(name, str) else ""


def _message(row: Any, place: str) -> _Message:
    try:
        message = msgspec.convert(row, _Message)
    except msgspec.ValidationError as error:
        raise RefusedError(f"{place}: {error}") from error
    if not _ID.fullmatch(str(message.id)):
        raise RefusedError(f'{place}: its id "{str(message.id)[:40]}" is no number')
    if not message.author.names:
        raise RefusedError(f"{place}: its author has no name")
    for what in (message.timestamp, message.timestampEdited or message.edited_timestamp):
        _time(what, place)
    return message


def _archive(messages: Sequence[_Message], channel: str) -> Archive:
    notes: list[str] = []
    last: dict[int, _Message] = {}
    for message in messages:
        there = last.get(int(message.id))
        if there is None or (_edit_time(there) or "") <= (_edit_time(message) or ""):
            last[int(message.id)] = message
    if doubles := len(messages) - len(last):
        notes.append(f"messages that stand in the archive more than once: {doubles}; taken as last edited")
    said = [message for message in last.values() if str(message.type) in _WRITTEN_TYPES]
    if others := len(last) - len(said):
        notes.append(f"messages that nobody wrote (pins, calls, who came): {others}, left out")
    said.sort(key=lambda message: (_time(message.timestamp, ""), int(message.id)))
    kept = [post for post in (_archived_post(message, channel) for message in said) if post.text]
    posts = tuple(msgspec.structs.replace(post, number=number) for number, post in enumerate(kept, 1))
    return Archive("discord", posts, tuple(notes))


def _archived_post(message: _Message, channel: str) -> ArchivedPost:
    home = f"#{channel}" if channel else str(message.channel_id)
    reference = message.reference or message.message_reference
    answered = (reference.messageId or reference.message_id) if reference else None
    text = plain_text("\n".join(part for part in (_content(message), *_attachments(message)) if part))
    require_fits(f"message {message.id}", text)
    first, *others = message.author.names
    return ArchivedPost(
        0, one_line(first) or one_line(others[-1] if others else "") or "somebody", text,
        _time_text(message.timestamp), _where(home, message.id), _time_text(_edit_time(message)),
        _where(home, answered) if answered else "", tuple(others),
    )  # fmt: skip


def _where(home: str, message: str | int) -> str:
    return one_line(f"{home} {message}", 120)


def _edit_time(message: _Message) -> str | None:
    return message.timestampEdited or message.edited_timestamp


def _time(text: str | None, place: str) -> float:
    """A time as seconds since 1970; 0 for none.

    Raises:
        RefusedError: it is no time; names the message.
    """
    found = 0.0 if text is None else iso_time(text)
    if found is None:
        raise RefusedError(f'{place}: "{str(text)[:40]}" is no time; one is 2026-03-04T18:22:00+00:00')
    return found


def _time_text(text: str | None) -> str:
    return time_text(_time(text, "")) if text else ""


def _content(message: _Message) -> str:
    """What was written, with people, signs and times by their names."""
    people = {str(person.id): one_line(person.names[0]) for person in message.mentions if person.names}

    def named(found: re.Match[str]) -> str:
        if found["user"]:
            return f"@{people.get(found['user'], found['user'])}"
        return f":{found['sign']}:" if found["sign"] else time_text(int(found["at"])) or found[0]

    return _MENTION.sub(named, message.content)


def _attachments(message: _Message) -> Iterator[str]:
    """What came with it: cards of a bot (a dice roller answers in one) and attachments by name."""
    for embed in message.embeds:
        rows = (embed.title, embed.description, *(f"{field.name}: {field.value}" for field in embed.fields))
        yield "\n".join(f"[card] {line}" for row in rows if row for line in row.split("\n") if line.strip())
    for attachment in message.attachments:
        yield f"[attachment: {one_line(attachment.filename or attachment.fileName, 100) or 'a file'}]"
