"""An archive of mails: an mbox, or one mail, as posts in the order in which they answer one another.

A mail begins at a `From ` line behind an empty one that headers follow, so that a sentence which begins with From cuts
no post. Signatures are left out, and what is quoted below a mail where the mail that it answers is in the archive.
"""

import codecs
import heapq
import re
from collections.abc import Iterator, Mapping, Sequence
from email import message_from_bytes
from email.errors import InvalidBase64LengthDefect, MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from replay.importing.archive import MOST_POSTS, Archive, ArchivedPost, one_line, plain_text, require_fits
from replay.importing.html_text import text_of_html
from replay.importing.quoted import unflowed, without_signature, without_tail
from replay.importing.timestamps import mail_time, time_text

_FROM: Final = re.compile(rb">*From (?:\s*|-? ?\S*.*\d\d:\d\d.*)")
_QUOTED_FROM: Final = re.compile(rb"(?m)^>(>*From )")
_HEADER: Final = re.compile(rb"[!-9;-~]{1,76}:")
_KNOWN: Final = re.compile(rb"(?im)^(?:from|date|message-id|received|subject|to|return-path|mime-version):")
_ID: Final = re.compile(r"<([^<>\s]{1,190})>")
_DEEPEST: Final = 16
_PARTS: Final = 200
_MANY: Final = 3
_NO_CHARSETS: Final = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"})
"""What Python can decode and no mail is written in."""
_SHAPING: Final = re.compile(rb"(?im)^content-(?:type|disposition):[^\n]*(?:\n[ \t][^\n]*)*")
_LONGEST_SHAPING: Final = 4_000
"""Bytes of a header that says of what shape a part is; the parser takes a time that grows with their square."""
_LONGEST_HEADER: Final = 20_000
"""Characters of a header that are looked at. Of one that answers hundreds of mails the last count."""


class _ReadMail(msgspec.Struct):
    """One mail, read; `on` is when it was written, in seconds since 1970, None where it does not say."""

    kept: ArchivedPost
    on: float | None
    cites: tuple[str, ...]


def is_mail(raw: bytes) -> bool:
    """Whether this begins as an mbox or a mail does."""
    head = raw[:4000].replace(b"\r\n", b"\n").lstrip(b"\n").partition(b"\n\n")[0]
    if head.startswith(b"From "):
        return _KNOWN.search(head) is not None
    return _HEADER.match(head) is not None and len({found.lower() for found in _KNOWN.findall(head)}) >= _MANY


def read_mails(raw: bytes) -> Archive:
    """The mails of an mbox in the order of the thread, each once.

    Raises:
        RefusedError: a mail cannot be read; names it by its number and line.
    """
    notes: list[str] = []
    mails: dict[str, _ReadMail] = {}
    doubles = 0
    for number, (line, chunk) in enumerate(_split(raw), 1):
        if number > MOST_POSTS:
            raise RefusedError(f"more than {MOST_POSTS} mails: cut the archive")
        mail = _read(chunk, f"mail {number} (line {line} of the file)", notes)
        key = mail.kept.where or repr((mail.kept.author, mail.on, mail.kept.text))
        doubles += key in mails
        mails.setdefault(key, mail)
    if doubles:
        notes.append(f"mails that stand in the archive more than once: {doubles}; each was taken once")
    return Archive("mail", tuple(_in_order(list(mails.values()), notes)), tuple(notes))


def _split(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """The mails, each with the number of its first line."""
    lines = raw.replace(b"\r\n", b"\n").split(b"\n")
    starts = [
        at
        for at, line in enumerate(lines)
        if line.startswith(b"From ") and _FROM.fullmatch(line) and _starts(lines, at)
    ] or [-1]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        chunk = _QUOTED_FROM.sub(rb"\1", b"\n".join(lines[start + 1 : end]))
        if chunk.strip():
            yield start + 2, chunk.lstrip(b"\n")


def _starts(lines: Sequence[bytes], at: int) -> bool:
    """Whether a From line stands between two mails: nothing before it, headers behind it."""
    before, behind = not any(lines[max(0, at - 1) : at]), lines[at + 1 : at + 2]
    return before and bool(behind) and _HEADER.match(behind[0]) is not None


def _read(chunk: bytes, where: str, notes: list[str]) -> _ReadMail:
    longest = max((len(found[0]) for found in _SHAPING.finditer(chunk)), default=0)
    if longest > _LONGEST_SHAPING:
        raise RefusedError(f"{where}: a header of {longest} bytes says what a part is; at most {_LONGEST_SHAPING}")
    try:
        mail = message_from_bytes(chunk)
        text = plain_text(_body(mail, where, notes))
        name, address = parseaddr(_header(mail, "From"))
    except (MessageError, RecursionError, ValueError, TypeError, AttributeError) as error:
        raise RefusedError(f"{where} cannot be read: {str(error) or type(error).__name__}"[:300]) from error
    require_fits(where, text)
    if not (name or address):
        raise RefusedError(f"{where} has no From line, so nobody has written it")
    ids = _ID.findall(_header(mail, "Message-ID") or _header(mail, "Message-Id"))
    cites = _ID.findall(f"{_header(mail, 'References')} {_header(mail, 'In-Reply-To')}")
    on = mail_time(_header(mail, "Date"))
    when = time_text(on) if on is not None else ""
    author = one_line(name) or one_line(address.partition("@")[0]) or "somebody"
    kept = ArchivedPost(
        0, author, text, when, one_line(ids[0], 190) if ids else "", "", "", (address,) if address else ()
    )
    return _ReadMail(kept, on, tuple(dict.fromkeys(one_line(each, 190) for each in cites)))


def _header(mail: Message, name: str) -> str:
    """A header, decoded as far as it can be."""
    raw = str(mail.get(name, ""))[-_LONGEST_HEADER:]
    try:
        return str(make_header(decode_header(raw)))
    except (LookupError, ValueError, MessageError):
        return raw.encode("ascii", "replace").decode()


def _body(part: Message, where: str, notes: list[str], depth: int = 0) -> str:
    """What a mail says: its text, else the text of its page; attachments by their names."""
    if depth > _DEEPEST:
        raise RefusedError(f"{where}: parts within parts, more than {_DEEPEST} deep")
    kind, inner = part.get_content_type(), part.get_payload()
    is_attached = kind == "message/rfc822" or part.get_content_disposition() == "attachment"
    if not is_attached and part.is_multipart() and isinstance(inner, list):
        return _body_of_parts(inner, where, notes, depth, one_of_all=kind == "multipart/alternative")
    if is_attached or kind not in ("text/plain", "text/html"):
        return f"[attachment: {one_line(part.get_filename() or kind, 100)}]"
    text = _decode_part(part, where, notes)
    if kind == "text/html":
        return text_of_html(text)
    flowed = str(part.get_param("format", "")).lower() == "flowed"
    return unflowed(text, joined=str(part.get_param("delsp", "")).lower() == "yes") if flowed else text


def _body_of_parts(inner: Sequence[Any], where: str, notes: list[str], depth: int, *, one_of_all: bool) -> str:
    """What the parts of a mail say: all of them, or the plain text if they say the same."""
    if len(inner) > _PARTS:
        raise RefusedError(f"{where}: {len(inner)} parts; at most {_PARTS}")
    said = [
        (each.get_content_type(), _body(each, where, notes, depth + 1)) for each in inner if isinstance(each, Message)
    ]
    texts = [text for _, text in said if text.strip()]
    plain = [text for kind, text in said if kind == "text/plain" and text.strip()]
    return ([*plain, *texts, ""])[0] if one_of_all else "\n\n".join(texts)


def _decode_part(part: Message, where: str, notes: list[str]) -> str:
    """The text of one part, out of its transfer encoding and its character set."""
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        raise RefusedError(f"{where}: a part of it that is said to be text holds none")
    if any(isinstance(defect, InvalidBase64LengthDefect) for defect in part.defects):
        raise RefusedError(f"{where}: its base64 text is broken off")
    charset = str(part.get_content_charset() or "utf-8")
    for name in dict.fromkeys((charset, "utf-8")):
        try:
            if codecs.lookup(name).name not in _NO_CHARSETS:
                return raw.decode(name)
        except (LookupError, ValueError):
            continue
    notes.append(f"{where}: what it says is not all in {one_line(charset, 40)}; signs may be wrong")
    return raw.decode("cp1252", "replace")


def _in_order(mails: list[_ReadMail], notes: list[str]) -> Iterator[ArchivedPost]:
    """By time, yet each behind what it answers, whatever clocks say; a mail without a time follows the one before."""
    times: list[float] = []
    undated = 0
    for mail in mails:
        undated += mail.on is None
        times.append(mail.on if mail.on is not None else times[-1] if times else 0.0)
    if undated:
        notes.append(f"mails that do not say when they were written: {undated}; they stand where the archive has them")
    places = {mail.kept.where: at for at, mail in enumerate(mails) if mail.kept.where}
    for number, at in enumerate(_sorted(mails, times, places), 1):
        mail = mails[at]
        here = [cited for cited in mail.cites if cited in places and cited != mail.kept.where]
        text = without_tail(mail.kept.text) if here else without_signature(mail.kept.text)
        answers = here[-1] if here else (mail.cites[-1] if mail.cites else "")
        yield msgspec.structs.replace(mail.kept, number=number, text=text, answers=answers)


def _sorted(mails: list[_ReadMail], times: list[float], places: Mapping[str, int]) -> Iterator[int]:
    """The indices of the mails, each behind those it cites; where they cite one another in a ring, by time."""
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
