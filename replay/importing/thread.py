"""An archive as text: posts behind `--- author, when, where ---`, or a thread as it was copied from a page.

A copied thread is taken apart at lines that say who wrote and when, as forums and chats show them. The words that say
when are kept as they stand: which of day and month comes first only the page knew.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from events.errors import NotationError, RefusedError
from replay.importing.archive import MOST_POSTS, Archive, ArchivedPost, one_line, plain_text, require_fits
from replay.posts.blocks import head_of, read_file, separator

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
_ONE: Final = re.compile(
    rf"(?:#(?P<before>[0-9]{{1,7}})\s+)?(?:(?:Re: .{{0,80}} )?(?:Post(?:ed)? )?by:? )?"
    rf"{_WHO}{_BETWEEN}{_STAMP}\)?{_NUMBER}\s*:?",
    re.IGNORECASE,
)
"""Author and time on one line, as `Post by Julie K. » Tue Mar 04, 2025 7:12 pm`."""
_SECOND: Final = re.compile(
    r"(?:#(?P<before>[0-9]{1,7})[\s\u00b7,|-]*)?(?:Posted|Post|Written|on|\u00bb|\u2022|\u00b7|:|,| |-)*"
    rf"{_DAY}{_NUMBER}",
    re.IGNORECASE,
)
"""A line that says when and nothing else, below the line with the author."""
_NAME: Final = re.compile(r"[^\W_][\w .'\u2019@-]{0,38}[\w.)]?")
_CHAT: Final = re.compile(rf"[\[(]?{_STAMP}[\])]?\s*(?:-\s+)?<?{_WHO}>?:\s+(?P<text>.*)", re.IGNORECASE)
"""Time, author and text on one line, as chats are exported."""
_SUBJECT: Final = re.compile(r"(?:Re|Aw|Antw|Fwd): .", re.IGNORECASE)
"""The subject of an answer, as a forum shows it above the line with the author."""
_LONG: Final = 200
_HEADER: Final = re.compile(r"(?:#.*\n)*(?:[A-Za-z_ ]+:.*\n)*\s*game\s*:", re.IGNORECASE)
_ALLOWED: Final = (
    "--- Julie, 4 March 2026 19:12 ---", "Post by Julie \u00bb Wed Mar 04, 2026 7:12 pm",
    "[2026-03-04 19:12] Julie: ...",
)  # fmt: skip


class _Head(NamedTuple):
    """Where a post begins: the line its head stands in, the first line of its text, words of it on the head's line."""

    at: int
    behind: int
    author: str
    when: str
    where: str = ""
    words: str = ""


def read_thread(text: str) -> Archive:
    """The posts of a thread that is kept as text, in their order there.

    Raises:
        NotationError: no line of it says who wrote and when; with what would.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if _HEADER.match(text.lstrip("\ufeff\n")) or any(separator(line) for line in lines):
        return _transcript(text)
    heads = list(_heads(lines))
    if not heads and any(map(head_of, lines)):
        return _transcript(text)
    if not heads:
        raise NotationError(
            "no line of this text says who wrote and when, so nothing in it is a post", line=1, column=1,
            read=lines[0].strip()[:60], allowed=_ALLOWED,
        )  # fmt: skip
    return Archive("thread", tuple(_numbered(_posts(lines, heads))), _before(lines[: heads[0].at]))


def _before(lines: Sequence[str]) -> tuple[str, ...]:
    count = sum(bool(line.strip()) for line in lines)
    return (f"lines before the first post: {count}, left out",) if count else ()


def _transcript(text: str) -> Archive:
    """A transcript, with or without its header."""
    plain = text.lstrip("\ufeff\n")
    lines, start, header, places = plain.split("\n"), 0, dict[str, str](), dict[str, int]()
    skipped = text.count("\n") - plain.count("\n")
    if _HEADER.match(plain):
        file = read_file(text)
        header, places = dict(file.header), dict(file.places)
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
            raise RefusedError(f"more than {MOST_POSTS} posts: cut the archive")
        require_fits(f"post {number} (line {post.at + 1} of the file)", post.text)
        yield msgspec.structs.replace(post, number=number)


def _heads(lines: Sequence[str]) -> Iterator[_Head]:
    """The heads of a copied thread; each begins a post, which ends where the next one begins."""
    last = -1
    for at, line in enumerate(lines):
        head = _head(lines, at, line.strip()) if at >= last else None
        if head is not None:
            last = head.behind
            yield head


def _head(lines: Sequence[str], at: int, line: str) -> _Head | None:
    """The head that a line is, or begins: author and time before the text, on one line, or on two."""
    if chat := _CHAT.fullmatch(line[:4000]):
        return _Head(at, at + 1, one_line(chat["author"]), one_line(chat["when"]), words=chat["text"] + line[4000:])
    if one := _ONE.fullmatch(line) if len(line) < _LONG else None:
        return _Head(at, at + 1, one_line(one["author"]), one_line(one["when"]), _where(one))
    return _on_two_lines(lines, at, line) if _NAME.fullmatch(line) else None


def _on_two_lines(lines: Sequence[str], at: int, line: str) -> _Head | None:
    below = next((row for row in range(at + 1, min(at + 4, len(lines))) if lines[row].strip()), at)
    second = _SECOND.fullmatch(lines[below].strip()[:120])
    if second is None or below == at:
        return None
    return _Head(at, below + 1, one_line(line), one_line(second["when"]), _where(second))


def _where(found: re.Match[str]) -> str:
    number = found["where"] or found["before"]
    return f"#{number}" if number else ""


def _begins(lines: Sequence[str], head: _Head) -> int:
    """Where a post begins: at its head, or at the subject of an answer above it."""
    return head.at - bool(_SUBJECT.match(lines[head.at - 1].strip()))


def _posts(lines: Sequence[str], heads: Sequence[_Head]) -> Iterator[ArchivedPost]:
    ends = [*(_begins(lines, other) for other in heads[1:]), len(lines)]
    for head, end in zip(heads, ends, strict=False):
        body = [head.words, *lines[head.behind : end]] if head.words else list(lines[head.behind : end])
        blank = next((at for at, line in enumerate(body) if line.strip()), len(body))
        first = head.behind + blank - bool(head.words)
        text = plain_text("\n".join(body[blank:]))
        if text:
            yield ArchivedPost(0, head.author or "somebody", text, head.when, head.where, at=first)
