"""Parse pasted text into a file header, posts, and the blocks of each post.

A block is the lines between a header such as `== T9 Tenth ==` and `== end ==`. Forum markup, Markdown, chat and mail
quoting around these lines are ignored. Text outside a block is chat, and is kept with its post.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Final

import msgspec

from events.errors import NotationError
from events.lazy_patterns import lazy_pattern
from projections.notation.prose.guards import takes_back
from replay.posts.retractions import Doubt, doubts, without_struck

UNNAMED_RULES: Final = "1"
"""The rules version of a transcript that names none, so that an old transcript is always read in the same way."""
_SEPARATOR: Final = lazy_pattern(
    r"-{3,}\s*(?P<author>[^,\s-][^,]{0,59}?)\s*(?:,\s*(?P<when>[^,]{1,60}?)\s*)?(?:,\s*(?P<where>.{1,200}?)\s*)?-{3,}"
)
_LONGEST_SEPARATOR: Final = 400
_HEAD: Final = lazy_pattern(
    r"=={1,}\s*(?:(?P<session>[A-Za-z0-9-]{1,40})\s+)??(?:T(?P<turn>[0-9]{1,6})\s+)?(?P<seat>(?(turn)[A-Za-z0-9]|[A-Za-z])[A-Za-z0-9-]{0,31})"
    r"(?:\s*\([^)]{0,20}\))?(?:\s+after\s+#(?P<after>[0-9]{1,9}))?\s*=={1,}",
    re.IGNORECASE,
)
_TAIL: Final = lazy_pattern(r"=={1,}\s*end\s*=={1,}", re.IGNORECASE)
_TAGS: Final = "code|quote|spoiler|b|i|u|s|strike|del|size|color|colour|font|center|indent|list|tt|pre"
"""Tags of forum markup that are ignored around a line."""
_WRAPPING: Final = lazy_pattern(
    r"^(?:\s|>|\||\*\*|__|`{1,3}(?:\w{0,12}$)?|\[/?(?:" + _TAGS + r")(?:[= ][^\]]{0,200})?\])+",
    re.IGNORECASE,
)
_CLOSING: Final = lazy_pattern(r"(?:\|\||\*\*|__|`{1,3}|\[/?(?:" + _TAGS + r")\])\Z", re.IGNORECASE)
_LONGEST_CLOSING: Final = 12  # the length of the longest closing mark
QUOTE_TAG: Final = lazy_pattern(r"\[(?P<end>/?)quote[^\]]{0,200}\]", re.IGNORECASE)
_BULLET: Final = lazy_pattern(r"\A(?:[-*+\u2022\u2013]|[0-9]{1,2}[.)])\s+(?=[A-Za-z+]{1,12}\s*:)")
_NOTE: Final = lazy_pattern(r"(?P<mark>~(?!~)|!(?=\s))\s*(?P<text>.*)")
_FIELD: Final = lazy_pattern(r"(?P<name>[A-Za-z][A-Za-z_ ]{0,30}?)\s*:\s*(?P<value>.*)")
_UNSEEN: Final = lazy_pattern("[\xad\u200b-\u200f\u2060\ufeff]")
_ENDS: Final = lazy_pattern(
    r"-- ?|_{10,}|-{3,} ?(?:Original Message|Forwarded message).*|(?P<wrote>On .{5,200} wrote:)", re.IGNORECASE
)
"""The first line of a signature, or of a quoted mail."""
LONGEST_POST: Final = 100_000  # the most characters of one post, pasted, sent or archived
LONGEST_TRANSCRIPT: Final = 1_000_000  # the most characters of a transcript, or of several posts submitted together


class BlockLine(msgspec.Struct, frozen=True):
    """A line of a block, which is the part of a post that contains moves."""

    number: int
    text: str
    answer: str = ""  # the line to read instead: a note that begins with `~`
    accept: str = ""  # the reason to accept it although it is illegal: a note that begins with `!`
    column: int = 1  # where its text begins in the posted line
    doubt: str = ""  # words of the post that may withdraw it
    is_imagined: bool = False  # the `doubt` says that it is no move of now
    before: str = ""  # the text before it, if that is read apart from it

    @property
    def meant(self) -> str:
        """The line to parse: the posted line, or the answer that replaces it."""
        return self.answer or self.text


class Block(msgspec.Struct, frozen=True):
    """The lines of a block, between its header and its last line (the tail), and the fields of the header."""

    number: int  # the line of the header in the pasted text
    seat: str
    turn: int = 0
    after: int = 0
    lines: tuple[BlockLine, ...] = ()
    quoted: bool = False
    closed: bool = True  # it has a tail
    session: str = ""  # the session named in the header
    head: str = ""  # the text of the header


class Post(msgspec.Struct, frozen=True):
    """A post and its blocks."""

    number: int
    author: str
    text: str
    when: str = ""
    where: str = ""
    blocks: tuple[Block, ...] = ()
    by: str = ""  # its author's seat or role, if stated
    around: tuple[BlockLine, ...] = ()  # lines outside the blocks, if requested


class File(msgspec.Struct, frozen=True):
    """A parsed transcript: header fields (lower case), the line number of each field, and posts."""

    header: Mapping[str, str]
    places: Mapping[str, int]
    posts: tuple[Post, ...]


def read_file(text: str) -> File:
    """Parse a transcript: `key: value` lines up to the first empty line, then posts. Raises NotationError."""
    if len(text) > LONGEST_TRANSCRIPT:
        raise NotationError(f"a transcript can have at most {LONGEST_TRANSCRIPT} characters, not {len(text)}")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    header: dict[str, str] = {}
    places: dict[str, int] = {}
    at = 0
    for at, line in enumerate(lines):  # `at` is used after the loop
        if not line.strip() and header:
            break
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _FIELD.fullmatch(line.strip())
        if found is None:
            wrong = "a header line must be a name, a colon and a value"
            raise NotationError(wrong, line=at + 1, column=1, read=line.strip()[:60])
        name = found["name"].strip().lower().replace(" ", "_")
        if name in header:
            raise NotationError(f'"{name}" appears twice in the header', line=at + 1, column=1, read=line.strip()[:60])
        header[name], places[name] = found["value"].strip(), at + 1
    return File(header, places, tuple(_posts(lines[at:], at)))


def read_posts(text: str, author: str = "") -> tuple[Post, ...]:
    """Parse posts without a transcript header."""
    if len(text) > LONGEST_TRANSCRIPT:
        raise NotationError(f"posts can have at most {LONGEST_TRANSCRIPT} characters together, not {len(text)}")
    return tuple(_posts(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 0, author))


def read_post(text: str, author: str, *, when: str = "", where: str = "", at: int = 0) -> Post:
    """Parse one post; a line that looks like a separator is chat. `at` is the number of lines before it."""
    return _post(text.split("\n"), at, author, when, where)


def _post(lines: Sequence[str], at: int, author: str, when: str, where: str) -> Post:
    notes: set[int] = set()
    blocks = tuple(_blocks(lines, at, notes))
    block_lines = (line for number, line in enumerate(lines, at + 1) if number not in notes)
    first = next((number for number, line in enumerate(lines, at + 1) if line.strip()), at + 1)
    return Post(first, author, "\n".join(block_lines).strip("\n"), when, where, blocks)


def head_of(line: str) -> Block | None:
    """Return the block that a header line begins, still without lines; None if the line is not a header."""
    found = _HEAD.fullmatch(_bare(line))
    return _headed(found, 0, quoted=False) if found and not _TAIL.fullmatch(_bare(line)) else None


def is_marker(line: str) -> bool:
    """Return whether a line is the header or the tail of a block."""
    return head_of(line) is not None or _TAIL.fullmatch(_bare(line)) is not None


def separator(line: str) -> re.Match[str] | None:
    """Match a separator between the posts of a transcript: `--- author, when, where ---`."""
    plain = line.strip()
    if not plain.startswith("---") or len(plain) > _LONGEST_SEPARATOR or _ENDS.fullmatch(line):
        return None
    return _SEPARATOR.fullmatch(plain)


def unfenced(post: Post, seat: str) -> Post:
    """Return a post as one block of this seat, without quotations, a signature and a quoted mail."""
    block_lines: list[BlockLine] = []
    lines = without_struck(post.text.split("\n"))
    doubtful = doubts(lines)
    for at, (line, quoted) in enumerate(zip(lines, quoted_lines(lines), strict=True)):
        if _ends(lines, at):
            block_lines += _taken_back_below(lines[at:], post.number + at)
            break
        if (bare := _bare(line)) and not (quoted or _ENDS.fullmatch(line)):
            block_lines.append(_with_doubt(_block_line(post.number + at, line, bare), doubtful.get(at)))
    return msgspec.structs.replace(post, blocks=(Block(post.number, seat, 0, 0, tuple(block_lines), closed=False),))


def _taken_back_below(lines: Sequence[str], number: int) -> Iterator[BlockLine]:
    """Yield the lines below a signature, up to a quotation, that take the post back. `number` is that of the first."""
    for at, line in enumerate(lines):
        if next(quoted_lines([line])) or ((found := _ENDS.fullmatch(line)) and found["wrote"]):
            return
        if takes_back(line):
            yield _block_line(number + at, line, _bare(line))


def _ends(lines: Sequence[str], at: int) -> bool:
    """Return whether a post ends before a line: at a signature, or at a quoted mail that has no `>` marks."""
    found = _ENDS.fullmatch(lines[at])
    if found is None or not found["wrote"]:
        return found is not None
    return not next((line for line in lines[at + 1 :] if line.strip()), "").lstrip().startswith(">")


def _with_doubt(line: BlockLine, doubt: Doubt | None) -> BlockLine:
    return msgspec.structs.replace(line, doubt=doubt.words, is_imagined=doubt.is_imagined) if doubt else line


def _block_line(number: int, line: str, bare: str) -> BlockLine:
    text = _BULLET.sub("", bare.replace("\uff1a", ":"))
    column = max(line.replace("\uff1a", ":").find(text), 0) + 1
    plain = _UNSEEN.sub("", unescape(text) if "&" in text else text).replace("\xa0", " ")
    return BlockLine(number, plain, column=column)


def with_around(post: Post, lines: Sequence[str], seat: str) -> Post:
    """Add the seat's lines outside the blocks, if a block has a header. `lines` are the whole post."""
    if not any(block.head for block in post.blocks):
        return post
    bare = msgspec.structs.replace(post, text="\n".join(around_blocks("\n".join(lines))))
    return msgspec.structs.replace(post, around=unfenced(bare, seat).blocks[0].lines)


def chat_of(text: str) -> Iterator[str]:
    """Yield the lines of a post that are not in a block."""
    return filter(str.strip, around_blocks(text))


def around_blocks(text: str) -> Iterator[str]:
    """Yield the lines of a post; the lines of its blocks are empty, so that line numbers stay the same."""
    inside = False
    for line in text.split("\n"):
        bare = _bare(line)
        tail = _TAIL.fullmatch(bare) is not None
        inside = not tail and (inside or _HEAD.fullmatch(bare) is not None)
        yield "" if inside or tail else line


def _posts(lines: Sequence[str], offset: int, author: str = "") -> Iterator[Post]:
    start, head = 0, None
    for at, line in enumerate([*lines, "--- end ---"]):
        found = separator(line)
        if found is None and at < len(lines):
            continue
        if any(map(str.strip, lines[start:at])):
            when, where = ((head and head[name]) or "" for name in ("when", "where"))
            post = _post(lines[start:at], offset + start, "", when, where)
            who = head["author"].strip() if head else author or (post.blocks[0].seat if post.blocks else "table")
            yield msgspec.structs.replace(post, author=who)
        start, head = at + 1, found


def _bare(line: str) -> str:
    """Remove the markup around a line."""
    text = _WRAPPING.sub("", line).strip()
    end = len(text)
    while found := _CLOSING.search(text, max(0, end - _LONGEST_CLOSING), end):
        end = found.start()
        while end and text[end - 1].isspace():
            end -= 1
    return text[:end]


def _blocks(lines: Sequence[str], offset: int, notes: set[int]) -> Iterator[Block]:
    """Yield the blocks of a post, and add the line numbers of answers and reasons to `notes`.

    Quoted lines inside an unquoted block are left out.
    """
    block: Block | None = None
    block_lines: list[BlockLine] = []
    lines = without_struck(lines)
    doubtful = doubts(lines)
    for number, (line, quoted) in enumerate(zip(lines, quoted_lines(lines), strict=True), offset + 1):
        bare = _bare(line)
        tail = _TAIL.fullmatch(bare)
        head = None if tail else _HEAD.fullmatch(bare)
        ends = not quoted and (_ends(lines, number - offset - 1) or (block and block.quoted and bare))
        if tail or head or ends:
            if block is not None:
                yield msgspec.structs.replace(block, lines=tuple(block_lines), closed=tail is not None)
            block, block_lines = _headed(head, number, quoted=quoted) if head else None, []
        elif block is None:
            _require_no_slip(bare, number)
        elif bare and quoted == block.quoted and not _ENDS.fullmatch(line) and _say(block_lines, bare, line, number):
            notes.add(number)
        elif block_lines and block_lines[-1].number == number:
            block_lines[-1] = _with_doubt(block_lines[-1], doubtful.get(number - offset - 1))
    if block is not None:
        yield msgspec.structs.replace(block, lines=tuple(block_lines), closed=False)


def _require_no_slip(bare: str, number: int) -> None:
    if bare.startswith("=") and "==" in bare and re.search(r"T[0-9]+", bare):
        raise NotationError(
            "this looks like a block header, but could not be parsed", line=number, column=1, read=bare[:60],
            allowed=("== T9 Seat ==", "== G31 T9 Seat (S) after #58 =="),
        )  # fmt: skip


def _headed(head: re.Match[str], number: int, *, quoted: bool) -> Block:
    return Block(
        number, head["seat"].lower(), int(head["turn"] or 0), int(head["after"] or 0), (), quoted,
        session=head["session"] or "", head=head[0],
    )  # fmt: skip


def quoted_lines(lines: Sequence[str]) -> Iterator[bool]:
    """Yield for each line whether it is quoted, by a `>` or by quote tags."""
    depth = 0
    for line in lines:
        tags = [-1 if tag["end"] else 1 for tag in QUOTE_TAG.finditer(line)]
        yield line.lstrip().startswith(">") or depth + (1 in tags) > 0
        depth = max(0, depth + sum(tags))


def _say(block_lines: list[BlockLine], bare: str, line: str, number: int) -> bool:
    """Add a line to a block, or an answer (`~`) or reason (`! `) to the line before. Return True for a note."""
    note = _NOTE.fullmatch(bare)
    if note is None:
        block_lines.append(_block_line(number, line, bare))
        return False
    if not block_lines:
        wrong = "an answer or a reason must come after the line that it belongs to"
        raise NotationError(wrong, line=number, column=1, read=bare[:60])
    field = "answer" if note["mark"] == "~" else "accept"
    block_lines[-1] = msgspec.structs.replace(block_lines[-1], **{field: note["text"].strip()})
    return True
