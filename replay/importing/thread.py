"""Read a thread that was saved as text: a transcript with lines `--- author, when, where ---`, or a copied web page.

A copied thread is split at lines with an author and a time, in the formats of common forums and chats. Times are kept
as they are, because the order of day and month is unknown.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from events.errors import NotationError, RefusedError
from events.lazy_patterns import lazy_pattern
from replay.importing.archive import MOST_POSTS, Archive, ArchivedPost, one_line, plain_text, require_fits
from replay.posts.blocks import UNNAMED_RULES, head_of, read_file, separator

_MONTH: Final = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_WEEKDAY: Final = r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\.?,? )?"
_DATE: Final = (
    rf"(?:[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}|[0-9]{{1,2}}[./-][0-9]{{1,2}}[./-][0-9]{{2,4}}"
    rf"|{_WEEKDAY}[0-9]{{1,2}}(?:st|nd|rd|th)?\.? {_MONTH},? [0-9]{{4}}"
    rf"|{_WEEKDAY}{_MONTH} [0-9]{{1,2}}(?:st|nd|rd|th)?,? [0-9]{{4}}|Today|Yesterday)"
)
_CLOCK: Final = (
    r"[0-9]{1,2}[:.][0-9]{2}(?::[0-9]{2})?(?: ?[ap]\.?m\.?)?(?: ?(?:UTC|GMT|Z|[A-Z]{3,4}|[+-][0-9]{2}:?[0-9]{2}))?"
)
_STAMP: Final = rf"(?P<when>{_DATE}(?:(?:,| at| -| \u00b7|T|\s)*{_CLOCK}))"
_DAY: Final = rf"(?P<when>{_DATE}(?:(?:,| at| -| \u00b7|T|\s)*{_CLOCK})?)"
_NUMBER: Final = r"(?:\s*[(\u00b7\u2022|,-]?\s*#(?P<where>[0-9]{1,7})\)?)?"
_WHO: Final = r"(?P<author>[^\W_](?:[^:\n|]{0,58}?[^\s:|,-])?)"
_BETWEEN: Final = (
    r"(?:\s*[\u00bb\u2014\u2013|\u2022\u00b7,]\s*(?:on )?|\s+(?:wrote|writes|posted|said)(?: this)?(?:,? on| at)?:?\s+"
    r"|\s+-\s+|\s+on\s+|\s+\()"
)
_ONE: Final = lazy_pattern(
    rf"(?:#(?P<before>[0-9]{{1,7}})\s+)?(?:(?:Re: .{{0,80}} )?(?:Post(?:ed)? )?by:? )?"
    rf"{_WHO}{_BETWEEN}{_STAMP}\)?{_NUMBER}\s*:?",
    re.IGNORECASE,
)
"""Pattern of a line with author and time, such as `Post by Julie K. » Tue Mar 04, 2025 7:12 pm`."""
_SECOND: Final = lazy_pattern(
    r"(?:#(?P<before>[0-9]{1,7})[\s\u00b7,|-]*)?(?:Posted|Post|Written|on|\u00bb|\u2022|\u00b7|:|,| |-)*"
    rf"{_DAY}{_NUMBER}",
    re.IGNORECASE,
)
"""Pattern of a line with only a time, below the line with the author."""
_NAME: Final = lazy_pattern(r"[^\W_][\w .'\u2019@-]{0,38}[\w.)]?")
_CHAT: Final = lazy_pattern(rf"[\[(]?{_STAMP}[\])]?\s*(?:-\s+)?<?{_WHO}>?:\s+(?P<text>.*)", re.IGNORECASE)
"""Pattern of a line with time, author and text, as in chat exports."""
_SUBJECT: Final = lazy_pattern(r"(?:Re|Aw|Antw|Fwd): .", re.IGNORECASE)
"""Pattern of the subject of a reply, which a forum shows above the line with the author."""
_LONG: Final = 200
_HEADER: Final = lazy_pattern(r"(?:(?:#.*|[A-Za-z_ ]+:.*)\n)*\s*game\s*:", re.IGNORECASE)
_ALLOWED: Final = (
    "--- Julie, 4 March 2026 19:12 ---", "Post by Julie \u00bb Wed Mar 04, 2026 7:12 pm",
    "[2026-03-04 19:12] Julie: ...",
)  # fmt: skip


class _Head(NamedTuple):
    """The header of a post: its line index, the index of the post's first text line, and text on the header line."""

    at: int
    behind: int
    author: str
    when: str
    where: str = ""
    words: str = ""


def read_thread(text: str) -> Archive:
    """Return the posts of a thread in order. Raises NotationError if no line has an author and a time."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if _HEADER.match(text.lstrip("\ufeff\n")) or any(separator(line) for line in lines):
        return _transcript(text)
    heads = list(_heads(lines))
    if not heads and any(map(head_of, lines)):
        return _transcript(text)
    if not heads:
        raise NotationError(
            "this text contains no posts, because no line has an author and a time", line=1, column=1,
            read=lines[0].strip()[:60], allowed=_ALLOWED,
        )  # fmt: skip
    before = sum(bool(line.strip()) for line in lines[: heads[0].at])
    notes = (f"lines before the first post: {before}, left out",) if before else ()
    return Archive("thread", tuple(_numbered(_posts(lines, heads))), notes)


def _transcript(text: str) -> Archive:
    plain = text.lstrip("\ufeff\n")
    lines, start, header, places = plain.split("\n"), 0, dict[str, str](), dict[str, int]()
    skipped = text.count("\n") - plain.count("\n")
    if _HEADER.match(plain):
        file = read_file(text)
        header, places = {"rules": UNNAMED_RULES, **file.header}, dict(file.places)
        start = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    found = [(at, match) for at, line in enumerate(lines) if at >= start and (match := separator(line))]
    heads = [_Head(at, at + 1, one_line(m["author"]), m["when"] or "", m["where"] or "") for at, m in found]
    first = heads[0].at if heads else len(lines)
    if any(line.strip() for line in lines[start:first]):
        block = next(filter(None, map(head_of, lines[start:first])), None)
        heads.insert(0, _Head(start, start, block.seat if block else "table", ""))
    posts = (msgspec.structs.replace(post, at=post.at + skipped) for post in _posts(lines, heads))
    return Archive("transcript", tuple(_numbered(posts)), (), header, places)


def _numbered(posts: Iterator[ArchivedPost]) -> Iterator[ArchivedPost]:
    for number, post in enumerate(posts, 1):
        if number > MOST_POSTS:
            raise RefusedError(f"this file has too many posts. It can have at most {MOST_POSTS}, so split it")
        require_fits(f"post {number} (line {post.at + 1} of the file)", post.text)
        yield msgspec.structs.replace(post, number=number)


def _heads(lines: Sequence[str]) -> Iterator[_Head]:
    last = -1
    for at, line in enumerate(lines):
        if at >= last and (head := _head(lines, at, line.strip())):
            last = head.behind
            yield head


def _head(lines: Sequence[str], at: int, line: str) -> _Head | None:
    if chat := _CHAT.fullmatch(line[:4000]):
        return _Head(at, at + 1, one_line(chat["author"]), one_line(chat["when"]), words=chat["text"] + line[4000:])
    if one := _ONE.fullmatch(line) if len(line) < _LONG else None:
        return _Head(at, at + 1, one_line(one["author"]), one_line(one["when"]), _where(one))
    if not _NAME.fullmatch(line):
        return None
    below = next((row for row in range(at + 1, min(at + 4, len(lines))) if lines[row].strip()), at)
    second = _SECOND.fullmatch(lines[below].strip()[:120])
    if second is None or below == at:
        return None
    return _Head(at, below + 1, one_line(line), one_line(second["when"]), _where(second))


def _where(found: re.Match[str]) -> str:
    number = found["where"] or found["before"]
    return f"#{number}" if number else ""


def _posts(lines: Sequence[str], heads: Sequence[_Head]) -> Iterator[ArchivedPost]:
    # a post ends at the next header, or at the subject above it
    ends = [*(other.at - bool(_SUBJECT.match(lines[other.at - 1].strip())) for other in heads[1:]), len(lines)]
    for head, end in zip(heads, ends, strict=False):
        body = [head.words, *lines[head.behind : end]] if head.words else list(lines[head.behind : end])
        blank = next((at for at, line in enumerate(body) if line.strip()), len(body))
        first = head.behind + blank - bool(head.words)
        if text := plain_text("\n".join(body[blank:])):
            yield ArchivedPost(0, head.author or "somebody", text, head.when, head.where, at=first)
