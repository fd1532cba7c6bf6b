"""The kinds of files that can be imported: recognize the kind of a file and read its posts.

Kinds: a thread as text (a transcript, or copied from a page), an mbox or one mail, a Discord channel, an exported log.
The content decides, never the file name.
"""

from typing import Final

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from replay.importing.archive import Archive
from replay.importing.discord import read_discord
from replay.importing.mail import is_mail, read_mails
from replay.importing.thread import read_thread

LARGEST: Final = 32 * 1024 * 1024  # the most bytes of a file
_OTHERS: Final = (
    (b"SQLite format 3\0", "a database. Open it with --db"),
    (b"PK\x03\x04", "a ZIP file. Unpack it first"),
    (b"\x1f\x8b", "a gzip file. Unpack it first"),
    (b"%PDF", "a PDF file. Copy the thread from it as text"),
    (b"\x89PNG", "a picture. Copy the thread as text"),
    (b"\xff\xd8\xff", "a picture. Copy the thread as text"),
    (b"{\\rtf", "a rich text file. Save it as plain text"),
)
_PAGE: Final = (b"<!doctype html", b"<html", b"<?xml")
_EXPORT: Final = lazy_pattern(rb"(?:\xef\xbb\xbf)?\s*\{\"(?:format\":\s*\"cloisterbell-|session\":)")
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def require_size(raw: bytes) -> None:
    """Raise RefusedError if a file has more than `LARGEST` bytes."""
    if len(raw) > LARGEST:
        raise RefusedError(f"the file is too large. It can have at most {LARGEST // 1024 // 1024} MiB, so split it")


def as_utf8(raw: bytes) -> bytes:
    """Convert text in UTF-16 to UTF-8; return other bytes unchanged. Raises RefusedError for broken UTF-16."""
    return decode_text(raw, "utf-16").encode() if raw.startswith(_UTF16) else raw


def is_export(raw: bytes) -> bool:
    """Check whether a file is an exported log, by its header."""
    return _EXPORT.match(raw) is not None


def read_archive(raw: bytes) -> Archive:
    """Read the posts of a file in order. A transcript with a header may have no posts.

    Raises RefusedError with a remedy for another kind of file, NotationError if no line of a text begins a post.
    """
    require_size(raw)
    plain = as_utf8(raw).removeprefix(b"\xef\xbb\xbf")
    head = plain[:200].lstrip()
    if not head and not plain.strip():
        raise RefusedError("the file is empty")
    for sign, what in _OTHERS:
        if raw.startswith(sign):
            kinds = "text, an mbox file or a Discord export (JSON)"
            raise RefusedError(f"this is {what}. Posts can be imported from {kinds}")
    if head.lower().startswith(_PAGE):
        raise RefusedError("this is a web page. Copy the thread from it as text, from the first post to the last")
    if head.startswith(b"{") or (head.startswith(b"[") and head[1:].lstrip()[:1] in (b"{", b"]", b"")):
        archive = read_discord(plain)
    else:
        archive = read_mails(plain) if is_mail(plain) else read_thread(decode_text(plain))
    if not (archive.posts or archive.header):
        raise RefusedError(f"this file contains no posts (type of file: {archive.kind})")
    return archive


def decode_text(raw: bytes, encoding: str = "utf-8") -> str:
    """Decode a text file. Raises RefusedError, which names the line, for invalid bytes and for a NUL."""
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        byte = f"byte {error.start + 1}, on line {line}, is {raw[error.start]:#04x}"
        raise RefusedError(f"this is not {encoding.upper()} text ({byte}). Save it as UTF-8") from error
    if "\0" in text:
        line = text[: text.index(chr(0))].count(chr(10)) + 1
        raise RefusedError(f"this is not text, because line {line} contains a NUL")
    return text
