"""Walking an archive post by post: each is read where those before it have led, and filed into a session in memory.

Notation that reads and talk go by themselves. At a post that has to be asked about the walk stands, until somebody has
said what it means. What was said of a post stays its answer while others change: it is read again with it, and asked
about once more only where it does not fit any longer.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final, Literal, NamedTuple

import msgspec

from events.errors import NotationError
from events.events import ALL, TABLE, Move
from events.store.memory import MemoryStore
from projections.draft import Stated, run
from projections.notation.recorded_chance import Typed
from projections.shelf import Shelf
from projections.terms import Seen
from replay.importing.archive import Archive, ArchivedPost
from replay.importing.authors import NOBODY, archive_authors, post_with_blocks, require_known
from replay.importing.record import with_seat_heads
from replay.posts.blocks import Block, Post, read_post, unfenced
from replay.posts.file import Filing
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.prose import JOINT, ProseReader, parts_of
from replay.posts.read import LinePlace, PostReader, ReadPaste, ReadPost, paste_of, posted_blocks
from replay.posts.simulate import LookAhead
from replay.reading.timeline import Timeline
from replay.session.transaction import PrefacedSession
from replay.transfer.bundle import stage

Status = Literal["chat", "read", "answered", "filed"]
_BEFORE: Final = 200_000
"""The numbers of lines that somebody adds before a post begin here, and of those behind it at the next."""
_BEHIND: Final = 300_000


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has said of one post.

    `choices` settle its lines, by their numbers in the post. `before` and `behind` are lines of notation that it does
    not say and that were played all the same; heads in them say whose they are.
    """

    choices: Mapping[int, Choice] = {}
    before: str = ""
    behind: str = ""


class WalkedPost(NamedTuple):
    """A post that the walk has passed: how its lines read, and the lines of the log that it became."""

    key: str
    post: ArchivedPost
    seat: str
    status: Status
    answer: Answer | None
    lines: tuple[ReadLine, ...]
    first: int
    last: int
    moves: int


class OpenPost(NamedTuple):
    """The post at which the walk stands: how it reads, and why it cannot be filed as it is.

    One that `is_unread` speaks of moves, or is by a seat that is asked, and nothing of it was read.
    """

    key: str
    post: ArchivedPost
    seat: str
    answer: Answer
    paste: ReadPaste
    stopped: ReadLine | None = None
    trouble: str = ""
    is_unread: bool = False


class Progress(NamedTuple):
    """How far a walk has come: posts of all, those read by themselves, those answered, talk, moves."""

    posts: int
    passed: int
    read: int
    answered: int
    chat: int
    moves: int
    turn: int


def post_keys(posts: Sequence[ArchivedPost]) -> list[str]:
    """Names for posts that stay when others come between; the same post twice has two."""
    seen, keys = Counter[str](), list[str]()
    for post in posts:
        said = msgspec.json.encode((post.author, post.written, post.where, post.text))
        name = sha256(said).hexdigest()[:16]
        seen[name] += 1
        keys.append(f"{name}-{seen[name]}" if seen[name] > 1 else name)
    return keys


class ThreadWalk:
    """A walk over the posts of an archive, in a session that stands in memory; `open` is where it stands, if it does.

    The posts of the keys in `filed` stand in the session already.

    Raises:
        UnknownAuthorsError: nobody has said which seats its authors hold.
        RefusedError: it is said of somebody who wrote nothing, or of no seat.
    """

    def __init__(
        self, session: PrefacedSession, shelf: Shelf, archive: Archive, people: Mapping[str, str],
        filed: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.shelf, self.archive = shelf, archive
        self.authors = archive_authors(archive, session.started.seats, people)
        require_known(self.authors)
        self.holds = {author.name: author.seat for author in self.authors}
        self.keys = post_keys(archive.posts)
        self.open: OpenPost | None = None
        self.poster = Poster("", ALL if filed else TABLE, asks=True)  # what only the thread told hides nothing from it
        self._start(session)
        passed = [at for at, key in enumerate(self.keys) if key in filed]
        self.order = [*passed, *(at for at, key in enumerate(self.keys) if key not in filed)]
        posts = archive.posts
        self.walked = [
            WalkedPost(self.keys[at], posts[at], self.holds[posts[at].author], "filed", None, (), 0, 0, 0)
            for at in passed
        ]

    def _start(self, session: PrefacedSession) -> None:
        self.session = session
        self._posted = posted_blocks(self.timeline)

    @property
    def timeline(self) -> Timeline:
        """The session as it stands, as whoever walks may see it."""
        return Timeline(self.session.row, self.session.view(self.poster.viewer))

    @property
    def is_done(self) -> bool:
        """Whether every post was passed."""
        return len(self.walked) == len(self.keys)

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        found = Counter(one.status for one in self.walked)
        moves = sum(one.moves for one in self.walked)
        turn = self.session.status.turn
        return Progress(
            len(self.keys),
            len(self.walked),
            found["read"] + found["filed"],
            found["answered"],
            found["chat"],
            moves,
            turn,
        )

    def follow(self, answers: Mapping[str, Answer], stand: str = "") -> Iterator[WalkedPost]:
        """Walk on with these answers, from the first post whose answer is another; yields each post that is passed.

        At the post of the key `stand` it stands in any case.
        """
        changed = (
            at for at, one in enumerate(self.walked)
            if one.status != "filed" and (one.key == stand or answers.get(one.key) != one.answer)
        )  # fmt: skip
        self._back_to(next(changed, len(self.walked)))
        self.open = None
        for at in self.order[len(self.walked) :]:
            if not self._walk(at, answers.get(self.keys[at]), stand):
                return
            yield self.walked[-1]

    def _back_to(self, at: int) -> None:
        """Take back all posts from one on."""
        if at == len(self.walked):
            return
        upto = self.walked[at].first - 1
        del self.walked[at:]
        self._start(_cut(self.session, self.shelf, upto))

    def _walk(self, at: int, answer: Answer | None, stand: str) -> bool:
        """Pass one post, or stand at it."""
        post, key, given = self.archive.posts[at], self.keys[at], answer or Answer()
        seat = self.holds[post.author]
        timeline = self.timeline
        pasted = Pasted(text=post.text, choices=given.choices)
        reader = PostReader(timeline, self.session.store, self.poster, pasted, posted=self._posted)
        try:
            told = self._post_of(post, seat, given)
            read = reader.read(told)
        except NotationError as error:
            empty = ReadPaste(timeline.last, trouble=str(error))
            self.open = OpenPost(key, post, seat, given, empty, trouble=str(error))
            return False
        paste = paste_of(reader, timeline, pasted, [read])
        is_unread = answer is None and self._is_unread(timeline, seat, read)
        if not paste.is_settled or is_unread or key == stand:
            self.open = OpenPost(key, post, seat, given, paste, is_unread=is_unread)
            return False
        before = self.session.head.seq
        filing = Filing(self.session, self.poster)
        stop = filing.file([read])
        if stop is not None:
            self._start(_cut(self.session, self.shelf, before))
            self.open = OpenPost(key, post, seat, given, paste, stop.line)
            return False
        self._posted |= {(block.turn, block.seat) for block in told.blocks if block.lines}
        self.walked.append(self._passed(key, post, seat, answer, read, before))
        return True

    def _is_unread(self, timeline: Timeline, seat: str, read: ReadPost) -> bool:
        """Whether nothing was read of a post by a seat that is asked beside the turn, or that speaks of moves."""
        if seat not in self.session.started.seats or any(line.status != "chat" for line in read.lines):
            return False
        status = self.session.status
        if seat in status.awaited and seat != status.seat:
            return True
        return ProseReader(timeline.game, LookAhead(timeline), seat).speaks_of_moves([line.text for line in read.lines])

    def _passed(
        self, key: str, post: ArchivedPost, seat: str, answer: Answer | None, read: ReadPost, before: int
    ) -> WalkedPost:
        last = self.session.head.seq
        entries = self.session.table.entries[before:last]
        moves = sum(isinstance(entry.fact, Move) and not entry.implied for entry in entries)
        said = any(line.status != "chat" for line in read.lines)
        status: Status = "answered" if answer is not None else "read" if said else "chat"
        return WalkedPost(key, post, seat, status, answer, read.lines, before + 1, last, moves)

    def _post_of(self, post: ArchivedPost, seat: str, answer: Answer) -> Post:
        """A post with its blocks: headed ones, else all that its author says; and lines that somebody adds.

        Raises:
            NotationError: a fence does not read.
        """
        seats = self.session.started.seats
        told = with_seat_heads(post_with_blocks(msgspec.structs.replace(post, at=0), seat), self.holds, seats)
        if not told.blocks and seat in seats:
            told = unfenced(told, seat)
        added = [*_added(answer.before, seat, -1, _BEFORE), *_added(answer.behind, seat, _BEHIND, _BEHIND)]
        return msgspec.structs.replace(told, blocks=(*told.blocks, *added))


def _added(text: str, seat: str, place: int, first: int) -> Iterator[Block]:
    """The blocks of lines that somebody adds to a post; each stands at `place`, its lines are counted from `first`."""
    if not text.strip():
        return
    post = read_post(text, "")
    blocks = post.blocks or unfenced(post, "" if seat == NOBODY else seat).blocks
    for block in blocks:
        lines = tuple(msgspec.structs.replace(line, number=first + line.number) for line in block.lines)
        yield msgspec.structs.replace(block, number=place, lines=lines, closed=False, head="")


def _cut(session: PrefacedSession, shelf: Shelf, upto: int) -> PrefacedSession:
    """A session in memory as it stood after a line."""
    target = MemoryStore()
    stage(session.store, target, session.row.session, upto)
    return PrefacedSession.load(target, shelf, session.row.session, session.clock)


def with_unknown(place: LinePlace, line: str) -> str:
    """A line of notation without the cards and tiles that nobody knows any more; "" where it tells of none.

    Dice fell in the open, and stay.
    """
    ahead, known, unknown = place.ahead.tried(), list[str](), list[str]()
    for part in parts_of(line):
        for written in ahead.game.notation.exact(part, ahead.position, place.seat) or ():
            stated = Stated(written.stated, written.absent)
            for seen, blind, into in ((written.seen, False, known), (Seen(faces=written.seen.faces), True, unknown)):
                chance = Typed(seen, blind=blind)
                draft = run(ahead.game.rules, ahead.position, written.move, chance, strict=False, stated=stated)
                into.append(ahead.game.notation.write(draft.entries, ahead.position))
            ahead.go_on(written, lenient=True)
    return JOINT.join(unknown) if unknown != known else ""
