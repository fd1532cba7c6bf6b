"""The kinds of archive: which kind some bytes are, and the posts in them.

Read are a thread as text (a transcript, or as it was copied from a page), an mbox or one mail, and a Discord channel.
The kind is told by what is in it, never by a name.
"""

from typing import Final

from events.errors import RefusedError
from replay.importing.archive import Archive
from replay.importing.discord import read_discord
from replay.importing.mail import is_mail, read_mails
from replay.importing.thread import read_thread

LARGEST: Final = 64 * 1024 * 1024
"""The most bytes of an archive."""
_OTHERS: Final = (
    (b"SQLite format 3\0", "a database: --db opens one"),
    (b"PK\x03\x04", "a ZIP file: take the archive out of it first"),
    (b"\x1f\x8b", "a packed file (gzip): unpack it first"),
    (b"%PDF", "a PDF: copy the thread out of it as text"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"{\\rtf", "rich text: save it as plain text"),
)
_PAGE: Final = (b"<!doctype html", b"<html", b"<?xml")
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def read_archive(raw: bytes) -> Archive:
    """The posts of an archive, in their order.

    Raises:
        RefusedError: it is none of the kinds that are read, or is damaged; says where and what to do.
        NotationError: it is text, and no line of it begins a post.
    """
    if len(raw) > LARGEST:
        raise RefusedError(f"{len(raw)} bytes; an archive has at most {LARGEST // 1024 // 1024} MiB: cut it")
    plain = raw.removeprefix(b"\xef\xbb\xbf")
    head = plain[:200].lstrip()
    if not head and not plain.strip():
        raise RefusedError("the archive is empty")
    for sign, what in _OTHERS:
        if raw.startswith(sign):
            raise RefusedError(f"this is {what}; an archive is a thread as text, an mbox or Discord's JSON")
    if head.lower().startswith(_PAGE):
        raise RefusedError("this is a web page: copy the thread out of it as text, from the first post to the last")
    archive = _read(plain, head)
    if not archive.posts:
        raise RefusedError(f"there is no post in this archive ({archive.kind})")
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
        raise RefusedError(f"this is no text in {encoding.upper()}: {byte}; save it as UTF-8") from error
    if "\0" in text:
        raise RefusedError(f"this is no text: there is a NUL in line {text[: text.index(chr(0))].count(chr(10)) + 1}")
    return text
