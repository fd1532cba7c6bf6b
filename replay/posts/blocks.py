"""What people post, taken apart: a file's header, its posts, and in each post the blocks between fences.

Fences survive forum markup, Markdown, chat and e-mail: code tags, backticks and quote marks around them are ignored.
Whatever stands outside a block is chat, and kept with its post.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Final

import msgspec

from events.errors import NotationError
from replay.posts.retractions import doubts, without_struck

_SEPARATOR: Final = re.compile(
    r"-{3,}\s*(?P<author>[^,\s-][^,]{0,59}?)\s*(?:,\s*(?P<when>[^,]{1,60}?)\s*)?(?:,\s*(?P<where>.{1,200}?)\s*)?-{3,}"
)
_LONGEST_SEPARATOR: Final = 400
_HEAD: Final = re.compile(
    r"=={1,}\s*(?:(?P<session>[A-Za-z0-9-]{1,40})\s+)??(?:T(?P<turn>[0-9]{1,6})\s+)?(?P<seat>(?(turn)[A-Za-z0-9]|[A-Za-z])[A-Za-z0-9-]{0,31})"
    r"(?:\s*\([^)]{0,20}\))?(?:\s+after\s+#(?P<after>[0-9]{1,9}))?\s*=={1,}",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(r"=={1,}\s*end\s*=={1,}", re.IGNORECASE)
_TAGS: Final = "code|quote|spoiler|b|i|u|s|strike|del|size|color|colour|font|center|indent|list|tt|pre"
"""Tags of forum markup that may stand around a line and say nothing of it."""
_WRAPPING: Final = re.compile(
    r"^(?:\s|>|\||\*\*|__|`{1,3}(?:\w{0,12}$)?|\[/?(?:" + _TAGS + r")(?:[= ][^\]]{0,200})?\])+",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(r"(?:\|\||\*\*|__|`{1,3}|\[/?(?:" + _TAGS + r")\])\Z", re.IGNORECASE)
_LONGEST_CLOSING: Final = 12
"""No mark that closes markup has more signs."""
_QUOTE: Final = re.compile(r"\[(?P<end>/?)quote[^\]]{0,200}\]", re.IGNORECASE)
_BULLET: Final = re.compile(r"\A(?:[-*+\u2022\u2013]|[0-9]{1,2}[.)])\s+(?=[A-Za-z+]{1,12}\s*:)")
_NOTE: Final = re.compile(r"(?P<mark>~(?!~)|!(?=\s))\s*(?P<text>.*)")
_FIELD: Final = re.compile(r"(?P<name>[A-Za-z][A-Za-z_ ]{0,30}?)\s*:\s*(?P<value>.*)")
_UNSEEN: Final = re.compile("[\xad\u200b-\u200f\u2060\ufeff]")
_ENDS: Final = re.compile(
    r"-- ?|_{10,}|-{3,} ?(?:Original Message|Forwarded message).*|On .{5,200} wrote:", re.IGNORECASE
)
"""What begins a signature, or the mail that is answered."""
LONGEST_POST: Final = 100_000
"""The most characters of one post, pasted, sent or archived."""
LONGEST_TRANSCRIPT: Final = 1_000_000
"""The most characters of a transcript, or of posts that go on with a session."""


class BlockLine(msgspec.Struct, frozen=True):
    """One line of a block; `column` is where its text begins in the posted line.

    `answer` is the line to read in its place; `keep` the reason to keep it all the same. `doubt` are words of the post
    that may take it back.
    """

    number: int
    text: str
    answer: str = ""
    keep: str = ""
    column: int = 1
    doubt: str = ""

    @property
    def meant(self) -> str:
        """The line to read."""
        return self.answer or self.text


class Block(msgspec.Struct, frozen=True):
    """The lines between two fences. `quoted` where its head was quoted, `closed` where a tail stands.

    `session` is the name that the head gives the session, "" where it gives none; `head` is the head itself.
    """

    number: int
    seat: str
    turn: int = 0
    after: int = 0
    lines: tuple[BlockLine, ...] = ()
    quoted: bool = False
    closed: bool = True
    session: str = ""
    head: str = ""


class Post(msgspec.Struct, frozen=True):
    """One post as posted, and the blocks in it. `by` is its author's seat or role, where somebody has said it.

    `around` are the lines that its author says outside the blocks, where they were asked for.
    """

    number: int
    author: str
    text: str
    when: str = ""
    where: str = ""
    blocks: tuple[Block, ...] = ()
    by: str = ""
    around: tuple[BlockLine, ...] = ()


class File(msgspec.Struct, frozen=True):
    """A whole transcript: header fields (lower case) with their line numbers, then posts."""

    header: Mapping[str, str]
    places: Mapping[str, int]
    posts: tuple[Post, ...]


def read_file(text: str) -> File:
    """Take a transcript apart: `key: value` lines up to the first empty line, then posts.

    Raises:
        NotationError: a header line that is none, a field twice, or a file too large.
    """
    if len(text) > LONGEST_TRANSCRIPT:
        raise NotationError(f"a transcript has at most {LONGEST_TRANSCRIPT} characters, not {len(text)}")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    header: dict[str, str] = {}
    places: dict[str, int] = {}
    at = 0
    for at, line in enumerate(lines):  # the first line behind the header is wanted
        if not line.strip() and header:
            break
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _FIELD.fullmatch(line.strip())
        if found is None:
            raise NotationError(
                "a header line is a name, a colon and a value", line=at + 1, column=1, read=line.strip()[:60]
            )
        name = found["name"].strip().lower().replace(" ", "_")
        if name in header:
            raise NotationError(f'"{name}" stands twice in the header', line=at + 1, column=1, read=line.strip()[:60])
        header[name], places[name] = found["value"].strip(), at + 1
    return File(header, places, tuple(_posts(lines[at:], at)))


def read_posts(text: str, author: str = "") -> tuple[Post, ...]:
    """Take posts apart that go on with a session: no header."""
    if len(text) > LONGEST_TRANSCRIPT:
        raise NotationError(f"posts have at most {LONGEST_TRANSCRIPT} characters together, not {len(text)}")
    return tuple(_posts(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 0, author))


def read_post(text: str, author: str, *, when: str = "", where: str = "", at: int = 0) -> Post:
    """Take one post apart that stands alone; what looks like a separator is chat. Lines count on from `at`.

    Raises:
        NotationError: a fence does not read.
    """
    notes: set[int] = set()
    lines = text.split("\n")
    blocks = tuple(_blocks(lines, at, notes))
    said = (line for number, line in enumerate(lines, at + 1) if number not in notes)
    first = next((number for number, line in enumerate(lines, at + 1) if line.strip()), at + 1)
    return Post(first, author, "\n".join(said).strip("\n"), when, where, blocks)


def head_of(line: str) -> Block | None:
    """The head of a block as a block without lines, or None where a line is no head."""
    found = _HEAD.fullmatch(_bare(line))
    return _headed(found, 0, quoted=False) if found and not _TAIL.fullmatch(_bare(line)) else None


def separator(line: str) -> re.Match[str] | None:
    """The separator of a transcript, `--- author, when, where ---`, where a line is one."""
    plain = line.strip()
    if not plain.startswith("---") or len(plain) > _LONGEST_SEPARATOR or _ENDS.fullmatch(line):
        return None
    return _SEPARATOR.fullmatch(plain)


def unfenced(post: Post, seat: str) -> Post:
    """A post without any fence, by somebody whose seat is known: all that is its own is read.

    What it quotes, a signature, and the mail that it answers are not.
    """
    said: list[BlockLine] = []
    lines = without_struck(post.text.split("\n"))
    doubtful = doubts(lines)
    for number, (line, quoted) in enumerate(zip(lines, _quoted(lines), strict=True), post.number):
        if _ENDS.fullmatch(line):
            break
        bare = _bare(line)
        if bare and not quoted:
            at = line.find(bare)
            text = _plain(_BULLET.sub("", bare.replace("\uff1a", ":")))
            doubt = doubtful.get(number - post.number, "")
            said.append(BlockLine(number, text, column=max(at, 0) + 1, doubt=doubt))
    return msgspec.structs.replace(post, blocks=(Block(post.number, seat, 0, 0, tuple(said), closed=False),))


def _plain(text: str) -> str:
    """A line as it was meant: entities resolved, signs that nobody sees left out."""
    return _UNSEEN.sub("", unescape(text) if "&" in text else text).replace("\xa0", " ")


def with_around(post: Post, lines: Sequence[str], seat: str) -> Post:
    """A post with what its seat says around its blocks, where any has a head; `lines` are all of it."""
    if not any(block.head for block in post.blocks):
        return post
    bare = msgspec.structs.replace(post, text="\n".join(around_blocks("\n".join(lines))))
    return msgspec.structs.replace(post, around=unfenced(bare, seat).blocks[0].lines)


def chat_of(text: str) -> Iterator[str]:
    """The lines of a post that stand in no block."""
    return filter(str.strip, around_blocks(text))


def around_blocks(text: str) -> Iterator[str]:
    """The lines of a post, those of its blocks left empty."""
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
        body = lines[start:at]
        if any(row.strip() for row in body):
            notes: set[int] = set()
            blocks = tuple(_blocks(body, offset + start, notes))
            said = (row for number, row in enumerate(body, offset + start + 1) if number not in notes)
            text = "\n".join(said).strip("\n")
            who = head["author"].strip() if head else author or (blocks[0].seat if blocks else "table")
            first = next(number for number, row in enumerate(body, offset + start + 1) if row.strip())
            yield Post(first, who, text, (head and head["when"]) or "", (head and head["where"]) or "", blocks)
        start, head = at + 1, found


def _bare(line: str) -> str:
    """A line without the markup about it."""
    text = _WRAPPING.sub("", line).strip()
    end = len(text)
    while found := _CLOSING.search(text, max(0, end - _LONGEST_CLOSING), end):
        end = found.start()
        while end and text[end - 1].isspace():
            end -= 1
    return text[:end]


def _blocks(lines: Sequence[str], offset: int, notes: set[int]) -> Iterator[Block]:
    """The blocks of a post; `notes` takes the numbers of the lines that whoever records has added.

    A block ends at its tail, at the next head, where a signature or an answered mail begins, and, if it is quoted,
    where the quotation does. What is quoted within a block is no part of it.
    """
    block: Block | None = None
    said: list[BlockLine] = []
    lines = without_struck(lines)
    doubtful = doubts(lines)
    for number, (line, quoted) in enumerate(zip(lines, _quoted(lines), strict=True), offset + 1):
        bare = _bare(line)
        tail = _TAIL.fullmatch(bare)
        head = None if tail else _HEAD.fullmatch(bare)
        if tail or head or _is_end(block, bare, line, quoted=quoted):
            if block is not None:
                yield msgspec.structs.replace(block, lines=tuple(said), closed=tail is not None)
            block, said = _headed(head, number, quoted=quoted) if head else None, []
        elif block is None:
            _require_no_slip(bare, number)
        elif bare and quoted == block.quoted and _say(said, bare, line, number):
            notes.add(number)
        elif said and said[-1].number == number and (doubt := doubtful.get(number - offset - 1)):
            said[-1] = msgspec.structs.replace(said[-1], doubt=doubt)
    if block is not None:
        yield msgspec.structs.replace(block, lines=tuple(said), closed=False)


def _is_end(block: Block | None, bare: str, line: str, *, quoted: bool) -> bool:
    """Whether a line ends a block: after a quotation, or where a signature or an answered mail begins."""
    if block is not None and block.quoted and not quoted and bare:
        return True
    return not quoted and _ENDS.fullmatch(line) is not None


def _require_no_slip(bare: str, number: int) -> None:
    """Refuse what looks like the head of a block and is none.

    Raises:
        NotationError: with its line.
    """
    if bare.startswith("=") and "==" in bare and re.search(r"T[0-9]+", bare):
        raise NotationError(
            "this looks like the head of a block", line=number, column=1, read=bare[:60],
            allowed=("== T9 Seat ==", "== G31 T9 Seat (S) after #58 =="),
        )  # fmt: skip


def _headed(head: re.Match[str], number: int, *, quoted: bool) -> Block:
    return Block(
        number, head["seat"].lower(), int(head["turn"] or 0), int(head["after"] or 0), (), quoted,
        session=head["session"] or "", head=head[0],
    )  # fmt: skip


def _quoted(lines: Sequence[str]) -> Iterator[bool]:
    """Whether each line is quoted: by a quote mark before it, or between quote tags."""
    depth = 0
    for line in lines:
        tags = [-1 if tag["end"] else 1 for tag in _QUOTE.finditer(line)]
        yield line.lstrip().startswith(">") or depth + (1 in tags) > 0
        depth = max(0, depth + sum(tags))


def _say(said: list[BlockLine], bare: str, line: str, number: int) -> bool:
    """Take in a line of a block; returns whether it is a note: an answer (`~`) or a reason to keep (`! `)."""
    note = _NOTE.fullmatch(bare)
    if note is None:
        text = _BULLET.sub("", bare.replace("\uff1a", ":"))
        at = line.replace("\uff1a", ":").find(text)
        said.append(BlockLine(number, _plain(text), column=max(at, 0) + 1))
        return False
    if not said:
        raise NotationError("an answer stands behind the line it answers", line=number, column=1, read=bare[:60])
    field = "answer" if note["mark"] == "~" else "keep"
    said[-1] = msgspec.structs.replace(said[-1], **{field: note["text"].strip()})
    return True
