"""A pasted post with its sender: text, author, time and place, and the answers to open questions about its lines."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from events.entry import ROLES
from events.errors import RefusedError
from events.events import ALL
from events.lazy_patterns import lazy_pattern
from projections.contracts import Status
from projections.wording import titled
from replay.posts.blocks import LONGEST_POST, Post, read_posts, unfenced
from replay.posts.directives import is_command, read_directive
from replay.session.consent import MODERATOR, check_trust
from replay.session.seats import require_seat

MOST_LINES: Final = 400  # the most lines of moves
_JUDGE: Final = lazy_pattern(r"judge(?:-[0-9]+)?")
_KEY: Final = lazy_pattern(r"[A-Za-z0-9-]{1,64}")
_WORDS: Final = 200  # the most characters of an author, a time or a place
_UNSEEN: Final = lazy_pattern("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_FIELD: Final = lazy_pattern(r"(?P<name>From|Sent|Date|To|Cc|Subject|Reply-To|Von|Gesendet|An|Betreff): ?(?P<value>.*)")
_MAIL: Final = frozenset({"From", "Von"})
_CHAT: Final = lazy_pattern(
    r"(?P<author>\S.{0,38}?)\s+[\u2014\u2013-]\s+"
    r"(?P<when>(?:Today|Yesterday)(?: at)? .{3,12}|\d\d?[/.]\d\d?[/.]\d{2,4}.{0,12})"
)


class Choice(msgspec.Struct, frozen=True):
    """The answer to a question about a line: read `take` instead, leave it as chat, or accept it for this reason."""

    take: str = ""
    chat: bool = False
    accept: str = ""


class Pasted(msgspec.Struct, frozen=True, kw_only=True):
    """A post as submitted. Author, time and place are as stated by the poster."""

    text: str
    seat: str = ""  # the seat of a post without block headers
    author: str = ""
    when: str = ""
    where: str = ""
    after: int | None = None  # the last entry that the poster saw
    key: str = ""  # idempotency key
    choices: Mapping[int, Choice] = {}  # answers by line number
    crossing: int = 0  # the last unseen entry that was shown, if the poster submits the post all the same
    instead: int = 0  # the entry of an earlier version of this post
    trust: str = ""  # how plain words are recorded, instead of by the session's policy
    fetched_from: str = ""  # the kind of thread that it was fetched from; its place identifies it there
    chat_only: bool = False  # the poster knows that no move is found, and posts it all the same


class Poster(NamedTuple):
    """The submitter: `by` as recorded in entries, and the `viewer` whose knowledge is used."""

    by: str  # empty if posts are recorded from a transcript: each block is the word of its seat
    viewer: str = ALL  # a seat or `all`
    asks: bool = False  # a person can answer questions, so prose is read too
    speaks_for: tuple[str, ...] = ()  # seats that cannot answer here; a moderator submits for them

    @property
    def seat(self) -> str:
        """The poster's seat, "" for a role or for recorded posts."""
        return "" if self.by in ROLES or self.is_judge else self.by

    @property
    def is_judge(self) -> bool:
        """Whether the poster is a judge, who can rule but not post."""
        return _JUDGE.fullmatch(self.by) is not None

    def may_accept(self, seat: str, status: Status) -> bool:
        """Check whether an illegal line of a seat can be accepted: by a player only in their own turn."""
        return not self.seat or (seat == self.seat and seat in (status.seat, *status.awaited))

    @property
    def records(self) -> bool:
        """Whether posts are recorded from a transcript, without questions before a line is recorded."""
        return not self.by

    @property
    def asks_nobody(self) -> bool:
        """Whether posts are recorded and no person can answer questions."""
        return self.records and not self.asks


def posts_of(pasted: Pasted, poster: Poster, seats: Sequence[str]) -> tuple[Post, ...]:
    """Split the pasted text into posts. A post without headers is one block, if its seat is known.

    Commands of which only a moderator can write one, such as a RULING, are the moderator's block.
    Raises RefusedError for an invalid text or field, and NotationError for a malformed block header.
    """
    _require_fits(pasted, poster, seats)
    lines, told = _lines(pasted)
    seat = poster.seat or pasted.seat
    if poster.by == MODERATOR and not seat and only_commands(lines) and any(map(_is_moderators, lines)):
        seat = MODERATOR
    posts = [_owned(post, pasted, told, (seat, *seats)) for post in read_posts("\n".join(lines), pasted.author)]
    read = tuple(unfenced(post, seat) if seat and not post.blocks else post for post in posts)
    if not read:
        raise RefusedError("the post is empty. Paste its text")
    if sum(len(block.lines) for post in read for block in post.blocks) > MOST_LINES:
        raise RefusedError(f"a post can have at most {MOST_LINES} lines of moves. Paste it in parts")
    return read


def only_commands(lines: Sequence[str]) -> bool:
    """Check whether a text consists of directives and lines that resemble one."""
    said = [line for line in lines if line.strip()]
    return bool(said) and all(map(is_command, said))


def _is_moderators(line: str) -> bool:
    found = read_directive(line)
    return found is not None and found.is_moderators


def lines_of(pasted: Pasted) -> list[str]:
    """Return the lines of the pasted text; the lines of a mail header are empty, so that numbers stay the same."""
    return _lines(pasted)[0]


def _lines(pasted: Pasted) -> tuple[list[str], dict[str, str]]:
    lines = _UNSEEN.sub("\ufffd", pasted.text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    return lines, _take_header(lines)


def _require_fits(pasted: Pasted, poster: Poster, seats: Sequence[str]) -> None:
    if len(pasted.text) > LONGEST_POST:
        raise RefusedError(f"a post can have at most {LONGEST_POST} characters, not {len(pasted.text)}")
    for name in ("author", "when", "where"):
        value = getattr(pasted, name)
        if len(value) > _WORDS or not value.isprintable():
            raise RefusedError(f"{name} must be one line of at most {_WORDS} characters")
    require_seat(pasted.seat, seats, "moderator", "")
    if pasted.trust:
        check_trust(pasted.trust)
    if poster.seat and pasted.seat not in ("", poster.seat):
        raise RefusedError(f"you are posting as {titled(poster.seat)}, so you can post only for {titled(poster.seat)}")
    require_key(pasted.key)


def require_key(key: str) -> None:
    """Refuse a malformed idempotency key, such as one that would be the key of a line of a post."""
    if key and not _KEY.fullmatch(key):
        raise RefusedError("a key must have 1 to 64 characters: A-Z, a-z, 0-9 and -")


def _take_header(lines: list[str]) -> dict[str, str]:
    """Return author, time and place of posting from a mail or chat header, {} without one.

    The header's lines in `lines` become empty, because they may contain addresses.
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
    """Return the post with author, time and place filled in. The first of `seats` is the post's seat, "" if unknown."""
    seat = seats[0] or (post.blocks[0].seat if post.blocks else "")
    own = post.author if post.author not in ("table", "") else ""
    author = pasted.author or own or seat or told.get("author", "")
    ident = author.casefold().replace(" ", "-")
    author = ident if ident in seats else author
    when, where = pasted.when or post.when or told.get("when", ""), pasted.where or post.where or told.get("where", "")
    return msgspec.structs.replace(post, author=(author or "table")[:_WORDS], when=when[:_WORDS], where=where[:_WORDS])
