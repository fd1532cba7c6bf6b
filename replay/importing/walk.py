"""A walk over the posts of a file: each is read after those before it were filed, up to the first unclear one.

An answer belongs to its post. If an earlier answer changes, the later posts are read again with their own answers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final, Literal, NamedTuple

import msgspec

from events.errors import NotationError
from events.events import ALL, OMNISCIENT, Move
from events.session_events import Posted
from events.store.memory import MemoryStore
from projections.draft import Stated, run
from projections.notation.recorded_chance import Typed
from projections.registry import Registry
from projections.terms import Seen
from replay.importing.archive import Archive, ArchivedPost
from replay.importing.authors import (
    MODERATOR,
    NOBODY,
    Author,
    archive_authors,
    as_seat,
    post_with_blocks,
    require_known,
)  # fmt: skip
from replay.posts.blocks import Block, Post, read_post, unfenced
from replay.posts.directives import read_directive
from replay.posts.file import Filing
from replay.posts.lines import ReadLine, begins_with_verb
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
_EDITED: Final = "edited since it was recorded; kept next to the first version, and not read again"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody has said of one post.

    `choices` settle its lines, by their numbers in the post. `before` and `behind` are lines of notation that it does
    not say and that were played all the same; heads in them say whose they are.
    """

    choices: Mapping[int, Choice] = {}
    before: str = ""
    behind: str = ""


class WalkedPost(NamedTuple):
    """A post that the walk has passed: how its lines read, and its entries in the log, from `first` to `last`.

    One that is not `is_new` was in the log before.
    """

    key: str
    post: ArchivedPost
    seat: str
    status: Status
    answer: Answer | None
    lines: tuple[ReadLine, ...]
    first: int
    last: int
    moves: int
    is_new: bool = True
    places: Mapping[int, tuple[int, int]] = {}
    """By the number of a line, its entries."""


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
    """Files the posts of an archive into a session, up to the first one that must be asked about: `open`.

    The posts of the keys in `filed` are in the session already. A session with built-in dice takes each post at once:
    what was rolled for it cannot be taken back. Any other session is a copy in memory.

    Raises:
        UnknownAuthorsError: the seat of an author who posts moves is not known.
        RefusedError: `people` names an author or a seat that does not exist.
    """

    def __init__(
        self, session: PrefacedSession, registry: Registry, archive: Archive, people: Mapping[str, str],
        filed: Sequence[str] = (), *, is_running: bool = False,
    ) -> None:  # fmt: skip
        self.registry, self.archive, self.base = registry, archive, session.head.seq if is_running else 0
        posted = [
            (entry.event, entry.by, entry.seq) for entry in session.table.entries if isinstance(entry.event, Posted)
        ]
        self.authors = self._read_authors(
            session.started.seats, [(event.author, by) for event, by, _ in posted], people
        )
        self._uses_blocks = self._has_blocks(session.started.seats)
        """Half of the posts of seats have blocks: one without a block is chat, unless it clearly says a move."""
        self.holds = {author.name: author.seat for author in self.authors}
        self.keys = post_keys(archive.posts)
        self.open: OpenPost | None = None
        self.viewer = ALL if is_running else OMNISCIENT
        """Before an import is recorded, only its host and helpers see it: nothing in it is hidden from them."""
        self._start(session)
        self._edited = {event.where for event, _, _ in posted if event.where}
        there = dict.fromkeys(filed, 0) | dict(self._in_log([(event, seq) for event, _, seq in posted]))
        passed = [at for at, key in enumerate(self.keys) if key in there]
        self.order = [*passed, *(at for at, key in enumerate(self.keys) if key not in there)]
        ends = [*(seq - 1 for _, _, seq in posted), session.head.seq]
        self.walked = [self._known(at, there[self.keys[at]], ends) for at in passed]

    def _read_authors(
        self, seats: Sequence[str], posted: Sequence[tuple[str, str]], people: Mapping[str, str]
    ) -> tuple[Author, ...]:  # fmt: skip
        """The authors with their seats: as `people` says, else as the session knows them, else as their posts say.

        `posted` has the author of each post in the log, and who filed it.
        """
        names = {name for post in self.archive.posts for name in (post.author, *post.names)}
        known = {author: by for author, by in posted if by in (*seats, MODERATOR) and author in names}
        authors = archive_authors(self.archive, seats, {**known, **people})
        if self.archive.kind != "transcript":  # there each block names its seat
            require_known(authors)
        return authors

    def _has_blocks(self, seats: Sequence[str]) -> bool:
        wrote = [(author.posts, author.blocks) for author in self.authors if author.seat in seats]
        return "game" in self.archive.header or sum(2 * blocks - posts for posts, blocks in wrote) >= 0

    def _known(self, at: int, first: int, ends: Sequence[int]) -> WalkedPost:
        """A post that was in the log before, with its entries from `first` on; `ends`: the last of each post."""
        post, last = self.archive.posts[at], next((end for end in ends if end >= first > 0), 0)
        moves = self._moves(first - 1, last) if first else 0
        return WalkedPost(
            self.keys[at], post, self.holds[post.author], "filed", None, (), first, last, moves, is_new=False
        )  # fmt: skip

    def _moves(self, after: int, last: int) -> int:
        entries = self.session.table.entries[after:last]
        return sum(isinstance(entry.event, Move) and not entry.implied for entry in entries)

    def _in_log(self, posted: Sequence[tuple[Posted, int]]) -> Iterator[tuple[str, int]]:
        """The keys of the posts that are in the log, each with its entry.

        With built-in dice, the last post of the log may be there in part, so it is read again.
        """
        there: dict[tuple[str, ...], list[int]] = {}
        for event, seq in posted[: len(posted) - self.rolls]:
            there.setdefault((event.author, event.when, event.where, event.text), []).append(seq)
        for key, post in zip(self.keys, self.archive.posts, strict=True):
            seqs = there.get((post.author, post.written, post.where, _without_notes(post)))
            if seqs:
                yield key, seqs.pop(0)

    def _start(self, session: PrefacedSession) -> None:
        self.session = session
        self._posted = posted_blocks(self.timeline)

    @property
    def timeline(self) -> Timeline:
        """The session after the posts so far, as the importer may see it."""
        return Timeline(self.session.row, self.session.view(self.viewer))

    @property
    def rolls(self) -> bool:
        """Whether this server rolls dice or deals cards for the session."""
        return self.session.started.has_tower

    @property
    def is_done(self) -> bool:
        """Whether every post was passed."""
        return len(self.walked) == len(self.keys)

    @property
    def is_silent(self) -> bool:
        """Whether there are posts, and none of them says a move or sets a value."""
        return bool(self.walked) and all(one.status in ("chat", "answered") and not one.moves for one in self.walked)

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        found = Counter(one.status for one in self.walked)
        moves, turn = sum(one.moves for one in self.walked), self.session.status.turn
        read = found["read"] + found["filed"]
        return Progress(len(self.keys), len(self.walked), read, found["answered"], found["chat"], moves, turn)

    def follow(self, answers: Mapping[str, Answer], stand: str = "") -> Iterator[WalkedPost]:
        """Go on with these answers, from the first post whose answer has changed; yields each post that is passed.

        It stops at the post of the key `stand`, even if that post is clear.
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

    def look(self) -> Iterator[WalkedPost]:
        """Read the posts of a session with built-in dice without filing them, as a spectator can; nothing is rolled."""
        timeline = self.timeline
        reader = PostReader(timeline, self.session.store, Poster("", ALL), posted=self._posted)
        for at in self.order[len(self.walked) :]:
            post = self.archive.posts[at]
            seat = self.holds[post.author]
            read = reader.read(self._post_of(post, seat))
            yield WalkedPost(self.keys[at], post, seat, "read", None, read.lines, 0, 0, 0)

    def further(self, answers: Mapping[str, Answer], most: int) -> Iterator[OpenPost]:
        """Yield what is unclear after the open post, if its clear readings are taken and its other lines are chat.

        The walk goes on meanwhile, so it is of no use afterwards.
        """
        found, at = dict(answers), self.open
        for _ in range(most):
            if at is None:
                return
            lines = (*at.paste.open, at.stopped) if at.stopped else at.paste.open or at.paste.lines
            left = {
                line.number: Choice(take=line.choices[0]) if line.is_likely else Choice(chat=True) for line in lines
            }  # fmt: skip
            skipped = msgspec.structs.replace(at.answer, choices={**at.answer.choices, **left})
            if found.get(at.key) == skipped:
                return
            found[at.key] = skipped
            at = self._open_with(found)
            if at is not None:
                yield at

    def _open_with(self, answers: Mapping[str, Answer]) -> OpenPost | None:
        """The post at which the walk stops with these answers."""
        for _ in self.follow(answers):
            pass
        return self.open

    def _back_to(self, at: int) -> None:
        """Take back all posts from one on."""
        if at == len(self.walked):
            return
        upto = self.walked[at].first - 1
        del self.walked[at:]
        self._cut_to(upto)

    def _cut_to(self, upto: int) -> None:
        if upto < self.session.head.seq:
            self._start(_cut(self.session, self.registry, upto))

    def _walk(self, at: int, answer: Answer | None, stand: str) -> bool:
        """Pass one post, or stop at it."""
        post, key, given = self.archive.posts[at], self.keys[at], answer or Answer()
        seat = self.holds[post.author]
        is_seats = seat in self.session.started.seats
        try:
            told = self._post_of(post, seat)
            if answer is None and key != stand and not self.rolls:
                reads = bool(told.blocks) or self._uses_blocks or not is_seats
                if reads and self._file_plain(key, post, seat, told):
                    return True
            told = unfenced(told, seat) if is_seats and not told.blocks else told
            added = (*_added(given.before, seat, -1, _BEFORE), *_added(given.behind, seat, _BEHIND, _BEHIND))
        except NotationError as error:
            empty = ReadPaste(self.timeline.last, trouble=str(error))
            self.open = OpenPost(key, post, seat, given, empty, trouble=str(error))
            return False
        told = msgspec.structs.replace(told, blocks=(*told.blocks, *added))
        return self._ask(key, post, seat, told, answer, stand)

    def _file_plain(self, key: str, post: ArchivedPost, seat: str, told: Post) -> bool:
        """File a post whose blocks are all headed; False if a line of it must be asked about."""
        session, before, poster = self.session, self.session.head.seq, Poster("", OMNISCIENT)
        timeline = Timeline(session.row, session.table)
        if again := bool(post.where) and post.where in self._edited:
            told = msgspec.structs.replace(told, blocks=())  # its first version is in the log
        read = PostReader(timeline, session.store, poster, looks=False, posted=self._posted).read(told)
        filing = Filing(session, poster)
        if filing.file([read]) is not None or self._leaves_a_move(told, filing.places):
            self._cut_to(before)
            return False
        lines = tuple(filing.reached)
        if again:
            lines = (ReadLine(told.number, post.text.split("\n")[0], "chat", message=_EDITED),)
        self._pass(key, post, seat, None, told, lines, before, filing.places)
        return True

    def _leaves_a_move(self, told: Post, moved: Mapping[int, object]) -> bool:
        """Whether prose in the block of a seat that is still awaited clearly says a move."""
        awaited = self.session.status.awaited
        blocks = told.blocks or (unfenced(told, told.by).blocks if told.by in awaited else ())
        for block in (block for block in blocks if block.seat in awaited):
            last = max((line.number for line in block.lines if line.number in moved), default=0)
            prose = [
                line.meant for line in block.lines
                if line.number > last and not begins_with_verb(line.meant) and read_directive(line.meant) is None
            ]  # fmt: skip
            if prose:
                timeline = Timeline(self.session.row, self.session.table)
                found = ProseReader(timeline.game, LookAhead(timeline), block.seat).read(prose)
                if found is not None and found.is_clear:
                    return True
        return False

    def _ask(self, key: str, post: ArchivedPost, seat: str, told: Post, answer: Answer | None, stand: str) -> bool:
        """Read a post as a whole, and file it if it is clear; else stop at it."""
        given, timeline = answer or Answer(), self.timeline
        poster, pasted = self._poster(seat), Pasted(text=post.text, choices=given.choices, key=self._key(key))
        reader = PostReader(timeline, self.session.store, poster, pasted, posted=self._posted)
        read = reader.read(told)
        if poster.by and any(line.seat not in ("", seat) or read_directive(line.text) for line in read.lines):
            # such a line is recorded as the word of its own seat, which the author of the post cannot file
            poster = Poster("", ALL)
            reader = PostReader(timeline, self.session.store, poster, pasted, posted=self._posted)
            read = reader.read(told)
        paste = paste_of(reader, timeline, pasted, [read])
        is_unread = answer is None and read.again is None and self._is_unread(timeline, seat, read)
        if paste.open or is_unread or key == stand:
            self.open = OpenPost(key, post, seat, given, paste, is_unread=is_unread)
            return False
        before = self.session.head.seq
        filing = Filing(self.session, poster)
        stop = filing.file([read])
        if stop is not None:
            if not self.rolls:
                self._cut_to(before)
            self.open = OpenPost(key, post, seat, given, paste, stop.line)
            return False
        self._pass(key, post, seat, answer, told, read.lines, before, filing.places)
        return True

    def _poster(self, seat: str) -> Poster:
        """Files for the author if the dice are built-in, so that a post that stopped goes on; else records."""
        if not self.rolls:
            return Poster("", self.viewer, asks=True)
        return Poster(seat if seat in self.session.started.seats else MODERATOR, ALL)

    def _key(self, key: str) -> str:
        return key if self.rolls else ""

    def _is_unread(self, timeline: Timeline, seat: str, read: ReadPost) -> bool:
        """Whether nothing was read of a post that speaks of moves, or is by a seat that must answer."""
        if seat not in self.session.started.seats or any(line.status != "chat" for line in read.lines):
            return False
        status = self.session.status
        if seat in status.awaited and seat != status.seat:
            return True
        return ProseReader(timeline.game, LookAhead(timeline), seat).speaks_of_moves([line.text for line in read.lines])

    def _pass(
        self, key: str, post: ArchivedPost, seat: str, answer: Answer | None, told: Post, lines: tuple[ReadLine, ...],
        before: int, places: Mapping[int, tuple[int, int]],
    ) -> None:  # fmt: skip
        self._posted |= {(block.turn, block.seat) for block in told.blocks if block.lines}
        last = self.session.head.seq
        moves = self._moves(before, last)
        said = any(line.status != "chat" for line in lines)
        status: Status = "answered" if answer is not None else "read" if said else "chat"
        status = "filed" if self.rolls else status
        self.walked.append(WalkedPost(key, post, seat, status, answer, lines, before + 1, last, moves, places=places))

    def _post_of(self, post: ArchivedPost, seat: str) -> Post:
        """A post with the blocks in it, their lines counted within the post.

        Raises:
            NotationError: the head of a block could not be read.
        """
        told = post_with_blocks(msgspec.structs.replace(post, at=0), seat)
        return _with_seat_heads(told, self.holds, self.session.started.seats)


def _with_seat_heads(post: Post, holds: Mapping[str, str], seats: Sequence[str]) -> Post:
    """A post whose blocks are headed by seats, if a head names an author."""
    called = {as_seat(name): seat for name, seat in holds.items() if seat in (*seats, MODERATOR)}
    blocks = tuple(
        msgspec.structs.replace(block, seat=called[block.seat])
        if block.seat not in seats and block.seat in called
        else block
        for block in post.blocks
    )
    return msgspec.structs.replace(post, blocks=blocks)


def _without_notes(post: ArchivedPost) -> str:
    """The text of a post as the log keeps it."""
    return read_post(post.text, "").text


def _added(text: str, seat: str, place: int, first: int) -> Iterator[Block]:
    """The blocks of lines that somebody adds to a post; each stands at `place`, its lines are counted from `first`."""
    if not text.strip():
        return
    post = read_post(text, "")
    blocks = post.blocks or unfenced(post, "" if seat == NOBODY else seat).blocks
    for block in blocks:
        lines = tuple(msgspec.structs.replace(line, number=first + line.number) for line in block.lines)
        yield msgspec.structs.replace(block, number=place, lines=lines, closed=False, head="")


def _cut(session: PrefacedSession, registry: Registry, upto: int) -> PrefacedSession:
    """A session in memory as it stood after a line."""
    target = MemoryStore()
    stage(session.store, target, session.row.session, upto)
    return PrefacedSession.load(target, registry, session.row.session, session.clock)


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
