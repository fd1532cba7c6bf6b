"""The kinds of files that can be imported: which kind some bytes are, and the posts in them.

A thread as text (a transcript, or copied from a page), an mbox or one mail, a Discord channel, and an exported log. The
content decides, never the name of the file.
"""

import re
from typing import Final

from events.errors import RefusedError
from replay.importing.archive import Archive
from replay.importing.discord import read_discord
from replay.importing.mail import is_mail, read_mails
from replay.importing.thread import read_thread

LARGEST: Final = 32 * 1024 * 1024
"""The most bytes of a file."""
_OTHERS: Final = (
    (b"SQLite format 3\0", "a database: open it with --db"),
    (b"PK\x03\x04", "a ZIP file: unpack it first"),
    (b"\x1f\x8b", "a gzip file: unpack it first"),
    (b"%PDF", "a PDF: copy the thread out of it as text"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"{\\rtf", "rich text: save it as plain text"),
)
_PAGE: Final = (b"<!doctype html", b"<html", b"<?xml")
_EXPORT: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\"(?:format\":\s*\"cloisterbell-|session\":)")
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def require_size(raw: bytes) -> None:
    """Refuse a file that is too large, before anything reads it.

    Raises:
        RefusedError: the file has more than `LARGEST` bytes.
    """
    if len(raw) > LARGEST:
        raise RefusedError(f"the file is too large: at most {LARGEST // 1024 // 1024} MiB; cut it into parts")


def is_export(raw: bytes) -> bool:
    """Whether the bytes are those of an exported log, by its header."""
    return _EXPORT.match(raw) is not None


def read_archive(raw: bytes) -> Archive:
    """Read posts in their order. A transcript with a header may have none.

    Raises:
        RefusedError: the bytes are of another kind, or damaged; says where and what to do.
        NotationError: the bytes are text without a line that begins a post.
    """
    require_size(raw)
    plain = raw.removeprefix(b"\xef\xbb\xbf")
    head = plain[:200].lstrip()
    if not head and not plain.strip():
        raise RefusedError("the file is empty")
    for sign, what in _OTHERS:
        if raw.startswith(sign):
            raise RefusedError(f"this is {what}; posts are read from text, an mbox or a Discord export in JSON")
    if head.lower().startswith(_PAGE):
        raise RefusedError("this is a web page: copy the thread out of it as text, from the first post to the last")
    archive = _read(plain, head)
    if not (archive.posts or archive.header):
        raise RefusedError(f"there is no post in this file ({archive.kind})")
    return archive


def _read(raw: bytes, head: bytes) -> Archive:
    if raw.startswith(_UTF16):
        return read_thread(_decode(raw, "utf-16"))
    if head.startswith(b"{") or (head.startswith(b"[") and head[1:].lstrip()[:1] in (b"{", b"]", b"")):
        return read_discord(raw)
    if is_mail(raw):
        return read_mails(raw)
    return read_thread(_decode(raw, "utf-8"))


def _decode(raw: bytes, encoding: str) -> str:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        byte = f"byte {error.start + 1}, in line {line}, is {raw[error.start]:#04x}"
        raise RefusedError(f"this is not text in {encoding.upper()}: {byte}; save it as UTF-8") from error
    if "\0" in text:
        raise RefusedError(f"this is not text: there is a NUL in line {text[: text.index(chr(0))].count(chr(10)) + 1}")
    return text
