"""Read an mbox or a single mail as posts, in the order of the thread.

A mail begins at a `From ` line between an empty line and headers. A sentence that begins with "From" does not split a
post. Signatures are removed. The quotation at the end is removed if the quoted mail is in the archive.
"""

import codecs
import heapq
from collections.abc import Iterator, Mapping, Sequence
from email import message_from_bytes
from email.errors import InvalidBase64LengthDefect, MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from replay.importing import archive as archives
from replay.importing.archive import Archive, ArchivedPost
from replay.importing.mail_text import text_of_html, unflowed, without_signature, without_tail
from replay.posts.blocks import LONGEST_POST

_FROM: Final = lazy_pattern(rb">*From (?:\s*|-? ?\S*.*\d\d:\d\d.*)")
_QUOTED_FROM: Final = lazy_pattern(rb"(?m)^>(>*From )")
_HEADER: Final = lazy_pattern(rb"[!-9;-~]{1,76}:")
_KNOWN: Final = lazy_pattern(rb"(?im)^(?:from|date|message-id|received|subject|to|return-path|mime-version):")
_ID: Final = lazy_pattern(r"<([^<>\s]{1,190})>")
_DEEPEST: Final = 16
_PARTS: Final = 200
_LONGEST_PART: Final = 25 * LONGEST_POST  # characters, with the tags of HTML
_MANY: Final = 3
_NO_CHARSETS: Final = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"})
"""Encodings that Python knows but that are not used in mail."""
_SHAPING: Final = lazy_pattern(rb"(?im)^content-(?:type|disposition):[^\n]*(?:\n[ \t][^\n]*)*")
_LONGEST_SHAPING: Final = 4_000
"""The most bytes of a `Content-Type` or `Content-Disposition` header; its parsing time grows quadratically."""
_LONGEST_HEADER: Final = 20_000  # the number of characters of a header that are used: the last ones


class ReadMail(msgspec.Struct):
    """The post in a mail. `cites` are the ids of earlier mails.

    `on` is the time of its `Date` header in seconds since 1970, None if unknown.
    """

    kept: ArchivedPost
    on: float | None
    cites: tuple[str, ...]


def is_mail(raw: bytes) -> bool:
    """Check whether a file begins like an mbox or a mail."""
    head = raw[:4000].replace(b"\r\n", b"\n").lstrip(b"\n").partition(b"\n\n")[0]
    if head.startswith(b"From "):
        return _KNOWN.search(head) is not None
    return _HEADER.match(head) is not None and len({found.lower() for found in _KNOWN.findall(head)}) >= _MANY


def read_mails(raw: bytes) -> Archive:
    """Return the mails of an mbox in the order of the thread. Raises RefusedError for an unreadable mail."""
    notes: list[str] = []
    mails: dict[str, ReadMail] = {}
    doubles = 0
    for number, (line, chunk) in enumerate(_split(raw), 1):
        if number > archives.MOST_POSTS:
            raise RefusedError(f"this file has too many mails. It can have at most {archives.MOST_POSTS}, so split it")
        where = f"mail {number} (line {line} of the file)"
        mail = read_mail(parse_mail(chunk, where), where, notes)
        key = mail.kept.where or repr((mail.kept.author, mail.on, mail.kept.text))
        doubles += key in mails
        mails.setdefault(key, mail)
    if doubles:
        notes.append(f"repeated mails: {doubles}. Each was used once")
    return Archive("mail", tuple(_in_order(list(mails.values()), notes)), tuple(notes))


def _split(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the mails, each with the number of its first line."""
    lines = raw.replace(b"\r\n", b"\n").split(b"\n")
    starts = [at for at, line in enumerate(lines) if line.startswith(b"From ") and _starts(lines, at)] or [-1]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        chunk = _QUOTED_FROM.sub(rb"\1", b"\n".join(lines[start + 1 : end]))
        if chunk.strip():
            yield start + 2, chunk.lstrip(b"\n")


def _starts(lines: Sequence[bytes], at: int) -> bool:
    is_between = not any(lines[max(0, at - 1) : at]) and any(map(_HEADER.match, lines[at + 1 : at + 2]))
    return is_between and _FROM.fullmatch(lines[at]) is not None


def parse_mail(chunk: bytes, where: str) -> Message:
    """Parse the headers and parts of a mail. Raises RefusedError, which begins with `where`."""
    longest = max((len(found[0]) for found in _SHAPING.finditer(chunk)), default=0)
    if longest > _LONGEST_SHAPING:
        raise RefusedError(f"{where}: a content header has {longest} bytes. It can have at most {_LONGEST_SHAPING}")
    try:
        return message_from_bytes(chunk)
    except (MessageError, RecursionError, ValueError, TypeError, AttributeError) as error:
        raise RefusedError(f"{where} cannot be read: {str(error) or type(error).__name__}"[:300]) from error


def read_mail(mail: Message, where: str, notes: list[str]) -> ReadMail:
    """Return the post in a mail, with its quotations. Raises RefusedError, which begins with `where`."""
    try:
        text = archives.plain_text(_body(mail, where, notes))
        name, address = _author(mail)
    except (MessageError, RecursionError, ValueError, TypeError, AttributeError) as error:
        raise RefusedError(f"{where} cannot be read: {str(error) or type(error).__name__}"[:300]) from error
    archives.require_fits(where, text)
    if not (name or address):
        raise RefusedError(f"{where} has no From line, so its author is unknown")
    ids, cites = ids_in(mail, "Message-ID"), (*ids_in(mail, "References"), *ids_in(mail, "In-Reply-To"))
    on = archives.post_time(_header(mail, "Date"), is_mail=True)
    when = archives.time_text(on) if on is not None else ""
    author = archives.shown_name(name) or archives.shown_name(address) or "somebody"
    where, names = ids[0] if ids else "", (address,) if address else ()
    kept = ArchivedPost(0, author, text, when, where, names=names)
    return ReadMail(kept, on, tuple(dict.fromkeys(cites)))


def ids_in(mail: Message, name: str) -> tuple[str, ...]:
    """Return the ids of mails in a header, without brackets."""
    return tuple(archives.one_line(each, 190) for each in _ID.findall(_header(mail, name)))


def _author(mail: Message) -> tuple[str, str]:
    """Return the name and address of the author. An address in an encoded name is a part of that name."""
    name, address = parseaddr(str(mail.get("From", ""))[-_LONGEST_HEADER:])
    return (decoded(name), address) if "@" in address else parseaddr(_header(mail, "From"))


def _header(mail: Message, name: str) -> str:
    return decoded(str(mail.get(name, ""))[-_LONGEST_HEADER:])


def decoded(raw: str) -> str:
    """Decode the encoded words of a header; replace what cannot be decoded."""
    try:
        return str(make_header(decode_header(raw)))
    except (LookupError, ValueError, MessageError):
        return raw.encode("ascii", "replace").decode()


def _body(part: Message, where: str, notes: list[str], depth: int = 0) -> str:
    """Return the text of a mail: plain text, or else converted HTML; attachments by name."""
    if depth > _DEEPEST:
        raise RefusedError(f"{where} has more than {_DEEPEST} nested levels of parts")
    kind, inner = part.get_content_type(), part.get_payload()
    is_attached = kind == "message/rfc822" or part.get_content_disposition() == "attachment"
    if not is_attached and part.is_multipart() and isinstance(inner, list):
        return _body_of_parts(inner, where, notes, depth, one_of_all=kind == "multipart/alternative")
    if is_attached or kind not in ("text/plain", "text/html"):
        return f"[attachment: {archives.one_line(part.get_filename() or kind, 100)}]"
    text = _decode_part(part, where, notes)
    if len(text) > _LONGEST_PART:
        raise RefusedError(f"{where}: a part has {len(text)} characters. It can have at most {_LONGEST_PART}")
    if kind == "text/html":
        return text_of_html(text)
    flowed = str(part.get_param("format", "")).lower() == "flowed"
    return unflowed(text, joined=str(part.get_param("delsp", "")).lower() == "yes") if flowed else text


def _body_of_parts(inner: Sequence[Any], where: str, notes: list[str], depth: int, *, one_of_all: bool) -> str:
    if len(inner) > _PARTS:
        raise RefusedError(f"{where} has {len(inner)} parts. It can have at most {_PARTS}")
    inner = [each for each in inner if isinstance(each, Message)]
    parts = [(each.get_content_type(), _body(each, where, notes, depth + 1)) for each in inner]
    texts = [text for _, text in parts if text.strip()]
    plain = [text for kind, text in parts if kind == "text/plain" and text.strip()]
    return ([*plain, *texts, ""])[0] if one_of_all else "\n\n".join(texts)


def _decode_part(part: Message, where: str, notes: list[str]) -> str:
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        raise RefusedError(f"{where}: a text part contains no text")
    if any(isinstance(defect, InvalidBase64LengthDefect) for defect in part.defects):
        raise RefusedError(f"{where}: its base64 text is incomplete")
    charset = str(part.get_content_charset() or "utf-8")
    for name in dict.fromkeys((charset, "utf-8")):
        try:
            if codecs.lookup(name).name not in _NO_CHARSETS:
                return raw.decode(name)
        except (LookupError, ValueError):
            continue
    notes.append(f"{where}: its text is not valid {archives.one_line(charset, 40)}, so some characters may be wrong")
    return raw.decode("cp1252", "replace")


def _in_order(mails: list[ReadMail], notes: list[str]) -> Iterator[ArchivedPost]:
    """Sort mails by time, but each after the mails it cites; an undated one after the one before it in the archive."""
    times: list[float] = []
    undated = 0
    for mail in mails:
        undated += mail.on is None
        times.append(mail.on if mail.on is not None else times[-1] if times else 0.0)
    if undated:
        notes.append(f"mails without a date: {undated}. They keep their order in the file")
    places = {mail.kept.where: at for at, mail in enumerate(mails) if mail.kept.where}
    for number, at in enumerate(_sorted(mails, times, places), 1):
        mail = mails[at]
        here = [cited for cited in mail.cites if cited in places and cited != mail.kept.where]
        text = without_tail(mail.kept.text) if here else without_signature(mail.kept.text)
        answers = here[-1] if here else (mail.cites[-1] if mail.cites else "")
        yield msgspec.structs.replace(mail.kept, number=number, text=text, answers=answers)


def _sorted(mails: list[ReadMail], times: list[float], places: Mapping[str, int]) -> Iterator[int]:
    """Yield the indices of the mails, each after the mails it cites. Circular citations are resolved by time."""
    waits = [{places[cited] for cited in mail.cites if cited in places} - {at} for at, mail in enumerate(mails)]
    frees: dict[int, list[int]] = {}
    for at, others in enumerate(waits):
        for other in others:
            frees.setdefault(other, []).append(at)
    ready = [(times[at], at) for at, others in enumerate(waits) if not others]
    heapq.heapify(ready)
    done: set[int] = set()
    left = iter(sorted(range(len(mails)), key=lambda at: (times[at], at)))
    while len(done) < len(mails):
        at = heapq.heappop(ready)[1] if ready else next(each for each in left if each not in done)
        if at in done:
            continue
        done.add(at)
        yield at
        for follower in frees.get(at, ()):
            waits[follower].discard(at)
            if not waits[follower] and follower not in done:
                heapq.heappush(ready, (times[follower], follower))
