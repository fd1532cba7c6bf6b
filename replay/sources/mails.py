"""The post in a mail, for sources that contain mails.

The id of a post is the Message-ID of its mail, and the id of its author is the sender's address. Replies to automatic
mails could start an endless exchange of mails, so such mails are marked (RFC 3834, May 2005, sections 2 and 5). Lists
use `Precedence: bulk` too, so mails of a list (RFC 2919) are not automatic.
"""

import re
from email.message import Message
from typing import Final

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from replay.importing.archive import one_line, post_time
from replay.importing.mail import decoded, ids_in, parse_mail, read_mail
from replay.importing.mail_text import without_signature, without_tail
from replay.sources.forum_notices import author_in_notice
from replay.sources.mail_proof import proof_of, sender_of
from replay.sources.outgoing_mail import is_own_id
from replay.sources.source import SourcePost

LARGEST_MAIL: Final = 20_000_000
"""The most bytes of a mail, with its attachments."""
_HEADERS: Final = lazy_pattern(rb"(?:[^\n]+\n)*")
_UNCLEAR: Final = lazy_pattern(rb"[\r\0]")  # programs disagree whether a header ends there
_AUTOMATIC: Final = frozenset({"bulk", "junk", "auto_reply"})
_LISTS: Final = ("List-Id", "List-Post")


def post_of_mail(raw: bytes, key: str, at_ms: int, server: str, notes: list[str]) -> SourcePost:
    """Return the post in a mail; `at_ms` is when it arrived, 0 if unknown. `key` is its id if it has no Message-ID.

    `server` is the mail server that may prove senders, or "". A mail that cannot be read is a cut post.
    """
    raw, where = raw.replace(b"\r\n", b"\n"), f"the mail {key}"
    try:
        mail = parse_mail(raw, where)
    except RefusedError as error:
        notes.append(str(error))
        return SourcePost(key, "somebody", "", at_ms, is_cut=True)
    if _UNCLEAR.search(_headers(raw)):
        server = ""
    text, author, is_cut = "", "somebody", False
    try:
        read = read_mail(mail, where, notes)
        text = without_tail(read.kept.text) if read.cites else without_signature(read.kept.text)
        author = read.kept.author
    except RefusedError as error:
        notes.append(str(error))
        is_cut = True
    written = post_time(str(mail.get("Date", "")), is_mail=True) or 0
    answers = [*ids_in(mail, "References")[-1:], *ids_in(mail, "In-Reply-To")[:1]]
    if reported := author_in_notice(mail, subject_of(mail), text):
        notes.append(f"a forum reports a post by {reported}, but its notices can leave out text and posts")
        return SourcePost(id_of_mail(mail, key), reported, text, at_ms, is_cut=True)
    return SourcePost(
        id_of_mail(mail, key), author, text, at_ms or int(written * 1000), author_id=sender_of(mail),
        answers=answers[-1] if answers else "", proof=proof_of(mail, server), is_automatic=is_automatic(mail),
        is_cut=is_cut,
    )  # fmt: skip


def parse_headers(raw: bytes) -> Message:
    """Parse the headers of a mail. Raises RefusedError."""
    return parse_mail(_headers(raw.replace(b"\r\n", b"\n").lstrip(b"\n")), "the mail")


def _headers(raw: bytes) -> bytes:
    found = _HEADERS.match(raw)
    return found[0] if found else b""


def id_of_mail(mail: Message, key: str) -> str:
    """Return the Message-ID of a mail without brackets, or `key`."""
    return next(iter(ids_in(mail, "Message-ID")), key)


def subject_of(mail: Message) -> str:
    """Return the subject of a mail on one line, without invisible characters."""
    subject = decoded(str(mail.get("Subject", "")))
    return " ".join("".join(char if char.isprintable() else " " for char in subject).split())


def is_automatic(mail: Message) -> bool:
    """Return whether a program sent a mail, or this program."""
    submitted = [str(value).lower() for value in mail.get_all("Auto-Submitted", [])]
    if any(re.split("[;(]", value)[0].strip() not in ("", "no") for value in submitted):
        return True
    if any(str(value).strip() == "<>" for value in mail.get_all("Return-Path", [])):
        return True
    precedence = {one_line(str(value)).lower() for value in mail.get_all("Precedence", [])}
    is_list = any(mail.get(name) for name in _LISTS)
    return bool(precedence & _AUTOMATIC and not is_list) or any(map(is_own_id, ids_in(mail, "Message-ID")))
