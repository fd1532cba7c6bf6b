"""What somebody pastes: a post as a forum, a mail or a chat shows it, whose it is, what is settled about its lines."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from events.entry import ROLES
from events.errors import RefusedError
from events.events import ALL
from projections.terms import Status
from projections.wording import titled
from replay.posts.blocks import LONGEST_POST, Post, read_posts, unfenced
from replay.session.seats import require_seat

MOST_LINES: Final = 400
"""The most lines that are read as moves."""
_JUDGE: Final = re.compile(r"judge(?:-[0-9]+)?")
_KEY: Final = re.compile(r"[A-Za-z0-9-]{1,64}")
_WORDS: Final = 200
"""The most characters of an author, a time or a place."""
_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_FIELD: Final = re.compile(r"(?P<name>From|Sent|Date|To|Cc|Subject|Reply-To|Von|Gesendet|An|Betreff): ?(?P<value>.*)")
_MAIL: Final = frozenset({"From", "Von"})
_CHAT: Final = re.compile(
    r"(?P<author>\S.{0,38}?)\s+[\u2014\u2013-]\s+"
    r"(?P<when>(?:Today|Yesterday)(?: at)? .{3,12}|\d\d?[/.]\d\d?[/.]\d{2,4}.{0,12})"
)


class Choice(msgspec.Struct, frozen=True):
    """What is settled about one line: what to read in its place, that it is chat, or why it is kept all the same."""

    take: str = ""
    chat: bool = False
    keep: str = ""


class Pasted(msgspec.Struct, frozen=True, kw_only=True):
    """A post as it was sent in.

    `seat` is whose it is where no fence says so. `author`, `when` and `where` are the poster's words. `after` is the
    last line that was seen by whoever files, `key` what a retry repeats. `choices` settle lines, by their number.
    `crossing` is the last line of those that were missed and shown, where the post is filed all the same; `instead`
    the line of an earlier version of it.
    """

    text: str
    seat: str = ""
    author: str = ""
    when: str = ""
    where: str = ""
    after: int | None = None
    key: str = ""
    choices: Mapping[int, Choice] = {}
    crossing: int = 0
    instead: int = 0


class Poster(NamedTuple):
    """Who files: what stands in a line's `by`, and whose knowledge is shown (a seat, or `all`).

    Without a `by` posts are recorded: what stands in a block is its seat's own word. `asks`: somebody sits beside it
    who can say what was meant, so that prose is read, and what does not read is asked about with what it may mean.
    `speaks_for` are seats that cannot answer here, for whom a moderator files what they said.
    """

    by: str
    viewer: str = ALL
    asks: bool = False
    speaks_for: tuple[str, ...] = ()

    @property
    def seat(self) -> str:
        """The seat of whoever files, "" where a role files or posts are recorded."""
        return "" if self.by in ROLES or self.is_judge else self.by

    @property
    def is_judge(self) -> bool:
        """Whether this is a judge, who rules and does not post."""
        return _JUDGE.fullmatch(self.by) is not None

    def may_keep(self, seat: str, status: Status) -> bool:
        """Whether a line of a seat's may be filed though a rule speaks against it: a seat's own in its own turn alone.

        A role may, and so may whoever records what a table has kept already.
        """
        return not self.seat or (seat == self.seat and seat in (status.seat, *status.awaited))

    @property
    def records(self) -> bool:
        """Whether posts are recorded as they stand: nothing is asked about them before a line is filed.

        Else they are filed for somebody who is there to be asked, and settles all that can be settled beforehand.
        """
        return not self.by

    @property
    def asks_nobody(self) -> bool:
        """Whether posts are recorded, and nobody is there who could say what was meant."""
        return self.records and not self.asks


def posts_of(pasted: Pasted, poster: Poster, seats: Sequence[str]) -> tuple[Post, ...]:
    """The posts in what was pasted, each with its blocks; one without a fence is read whole where its seat is known.

    Raises:
        RefusedError: it is empty, too long, or says what nobody can say of a post.
        NotationError: a fence does not read.
    """
    _require_fits(pasted, poster, seats)
    lines, told = _lines(pasted)
    seat = poster.seat or pasted.seat
    posts = [_owned(post, pasted, told, (seat, *seats)) for post in read_posts("\n".join(lines), pasted.author)]
    read = tuple(unfenced(post, seat) if seat and not post.blocks else post for post in posts)
    if not read:
        raise RefusedError("there is nothing to read: paste a post")
    if sum(len(block.lines) for post in read for block in post.blocks) > MOST_LINES:
        raise RefusedError(f"a post has at most {MOST_LINES} lines that are read as moves: paste it in parts")
    return read


def lines_of(pasted: Pasted) -> list[str]:
    """The lines of what was pasted, as they are counted; those of a mail's head are empty."""
    return _lines(pasted)[0]


def _lines(pasted: Pasted) -> tuple[list[str], dict[str, str]]:
    lines = _UNSEEN.sub("\ufffd", pasted.text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    return lines, _told(lines)


def _require_fits(pasted: Pasted, poster: Poster, seats: Sequence[str]) -> None:
    if len(pasted.text) > LONGEST_POST:
        raise RefusedError(f"a post has at most {LONGEST_POST} characters, not {len(pasted.text)}")
    for name in ("author", "when", "where"):
        value = getattr(pasted, name)
        if len(value) > _WORDS or not value.isprintable():
            raise RefusedError(f"{name}: at most {_WORDS} characters on one line")
    require_seat(pasted.seat, seats, "moderator", "")
    if poster.seat and pasted.seat not in ("", poster.seat):
        raise RefusedError(f"you hold {titled(poster.seat)}, and can post for {titled(poster.seat)} alone")
    if pasted.key and not _KEY.fullmatch(pasted.key):
        raise RefusedError("a key is 1 to 64 of A-Z a-z 0-9 -")


def _told(lines: list[str]) -> dict[str, str]:
    """Who wrote what was pasted, when and where, as a mail or a chat says above it; a mail's head is taken away.

    It holds addresses, which are nobody's business in a log. Lines keep their numbers.
    """
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    found = _CHAT.fullmatch(lines[first].strip())
    if found is not None:
        lines[first] = ""
        return {"author": found["author"], "when": found["when"]}
    fields: dict[str, str] = {}
    end = first
    while end < len(lines) and (field := _FIELD.fullmatch(lines[end].strip())):
        fields[field["name"]] = field["value"].strip()
        end += 1
    if not _MAIL & fields.keys() or len(fields) == 1:
        return {}
    lines[first:end] = [""] * (end - first)
    author = (fields.get("From") or fields.get("Von") or "").partition("<")[0].strip(' "')
    when = fields.get("Date") or fields.get("Sent") or fields.get("Gesendet") or ""
    where = fields.get("Subject") or fields.get("Betreff") or ""
    return {"author": "" if "@" in author else author, "when": when, "where": where}


def _owned(post: Post, pasted: Pasted, told: Mapping[str, str], seats: Sequence[str]) -> Post:
    """A post with its author, time and place: as stated, else as it says itself, else the seat of its first block.

    Of `seats` the first is the one whose post it is, "" where that is not known.
    """
    seat = seats[0] or (post.blocks[0].seat if post.blocks else "")
    own = post.author if post.author not in ("table", "") else ""
    author = pasted.author or own or seat or told.get("author", "")
    ident = author.casefold().replace(" ", "-")
    author = ident if ident in seats else author
    when, where = pasted.when or post.when or told.get("when", ""), pasted.where or post.where or told.get("where", "")
    return msgspec.structs.replace(post, author=(author or "table")[:_WORDS], when=when[:_WORDS], where=where[:_WORDS])
