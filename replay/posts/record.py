"""Recording what was posted as it stands: a whole transcript, posts that go on with a session, a look without writing.

A typed session is recorded leniently: what stood, stood. It is staged in memory first and stored whole, or not at all.
A session of the tower is played strictly, move by move: what stands before the first refused line is in the log.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from events.errors import NotationError
from events.events import ALL, TABLE, Started
from events.store.checks import check_id
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.shelf import Shelf
from replay.chance.clock import Clock, now_ms
from replay.posts.blocks import File, Post, read_file, read_posts
from replay.posts.drafts import Draft, DraftCollector
from replay.posts.file import Filing
from replay.posts.lines import ReadLine
from replay.posts.paste import Poster
from replay.posts.position_file import TABLE_IS_DESCRIBED, dealt_unseen
from replay.posts.read import PostReader, ReadPost, posted_blocks
from replay.posts.revisions import filed_whole
from replay.posts.transcript import started_from
from replay.reading.timeline import Timeline
from replay.session.data_files import OwnData, data_of_start, keep_data, with_pins
from replay.session.session import Session
from replay.session.transaction import PrefacedSession
from replay.transfer.bundle import stage, unstage

_SHOWN: Final = 80


class RecordedPosts(msgspec.Struct, frozen=True):
    """The result of a recording: the session ("" where nothing was written), how each line read, whether all did.

    Where not, the last of `lines` is the one at which it stopped, and `rest` are those behind it, as they read without
    it. `drafts` are posts of awaited seats that say no move, and may mean one.
    """

    session: str
    lines: tuple[ReadLine, ...]
    whole: bool
    seq: int = 0
    drafts: tuple[Draft, ...] = ()
    rest: tuple[ReadLine, ...] = ()


class Recording:
    """A session into which posts are filed as they stand, up to the first line that does not.

    What a typed session tells has happened, whoever brings it in: its lines are read from the table's position, those
    of a session of the tower from what a spectator knows. Of the first the lines behind one that does not read are
    read on, for what is to be said of them: `rest`. What stands is the log up to `upto`.
    """

    def __init__(self, session: PrefacedSession) -> None:
        self.session, self.poster = session, recorder(session)
        self.whole = True
        self.rest: tuple[ReadLine, ...] = ()
        self._filing = Filing(session, self.poster, reads_on=not session.strict)
        self._posted = posted_blocks(Timeline(session.row, session.table))
        self._drafts = DraftCollector(session)

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """The posts of awaited seats that say no move, and may mean one, where all was recorded."""
        return tuple(self._drafts.drafts) if self.whole else ()

    @property
    def upto(self) -> int:
        """The last line of the log that stands: before the first line that did not."""
        return self.session.head.seq if self.whole else self._filing.stopped_at

    def file(self, posts: Iterable[Post]) -> tuple[ReadLine, ...]:
        """File posts in order; returns how each of their lines read, the last one being where it stopped, if it did."""
        known, filing = len(self._filing.reached), self._filing
        self.whole = filing.file(self._read(posts)) is None
        until = len(filing.reached) if self.whole else filing.until
        self.rest = tuple(filing.reached[until:])
        return self._told(filing.reached[known:until])

    def _read(self, posts: Iterable[Post]) -> Iterator[ReadPost]:
        """Each post as it reads when those before it are filed."""
        session = self.session
        for post in posts:
            timeline = Timeline(session.row, session.view(self.poster.viewer))
            read = PostReader(timeline, session.store, self.poster, looks=False, posted=self._posted).read(post)
            self._posted |= {(block.turn, block.seat) for block in post.blocks if block.lines}
            before = session.head.seq
            yield read
            self._drafts.take_in(post, before, self._filing.places.keys())
            if all(line.status == "chat" for line in read.lines):
                self._filing.reached.append(_chat(post))

    def _told(self, lines: Sequence[ReadLine]) -> tuple[ReadLine, ...]:
        """Lines with the address of the last move that they were filed as."""
        timeline, places = Timeline(self.session.row, self.session.table), self._filing.places
        told = []
        for line in lines:
            first, last = places.get(line.number, (0, 0)) if line.is_settled else (0, 0)
            moves = (seq for seq in range(last, first - 1, -1) if seq in timeline.addresses)
            told.append(replace(line, filed=timeline.addresses[seq]) if (seq := next(moves, 0)) else line)
        return tuple(told)


def recorder(session: Session) -> Poster:
    """Whoever records: each block is its seat's own word."""
    return Poster("", ALL if session.strict else TABLE)


def _chat(post: Post, message: str = "") -> ReadLine:
    """A post of which no line is read."""
    return ReadLine(post.number, post.text.split("\n")[0][:_SHOWN], "chat", message=message)


def record_text(
    store: EventStore, shelf: Shelf, text: str, *, check: bool = False, alias: str = "", session: str = "",
    clock: Clock = now_ms, own: Sequence[OwnData] = (), partial: bool = False,
) -> RecordedPosts:  # fmt: skip
    """Record a whole transcript as a new session.

    A typed one is stored whole or not at all, unless `partial` is to be kept up to the line that stops it; in one of
    the tower what stands before the first refused line is stored.
    With `check` nothing is written, and of a tower session nothing is rolled: only its first look is told. `own` are
    data files that the table brings.

    Raises:
        NotationError: the header or a fence does not read; nothing is written.
        RefusedError: its data file is not here, or is another.
        ConflictError: the alias is taken.
    """
    file = read_file(text)
    started = with_pins(started_from(shelf, file), own)
    own = data_of_start(store, shelf[started.game], started, own)
    if alias:
        check_id(alias, "alias")
    tower = "tower" in (started.dice, started.cards)
    if tower and check:
        return RecordedPosts("", tuple(_undealt(file.posts)), whole=True)
    target = store if tower else MemoryStore(store.signing_keys())
    dealt = _dealt(shelf, file, started, tower=tower)
    opened = PrefacedSession.create(target, dealt, started, session=session, alias=alias, clock=clock, own=own)
    recording = Recording(opened)
    lines = recording.file(file.posts)
    stored = tower or ((recording.whole or partial) and not check)
    if stored and not tower:
        keep_data(store, own, alias)
        unstage(target, store, opened.row.session, 0, recording.upto)
    return RecordedPosts(
        opened.row.session if stored else "", lines, recording.whole, recording.upto, recording.drafts, recording.rest
    )


def _dealt(shelf: Shelf, file: File, started: Started, *, tower: bool) -> Shelf:
    """The shelf to deal from: where the table is described, nobody saw what was dealt."""
    said = file.header.get("table", "")
    if said and (said.lower() != TABLE_IS_DESCRIBED or tower):
        why = "the tower deals here" if tower else "SET lines tell what nobody saw dealt"
        raise NotationError(
            f"a table is said to be {TABLE_IS_DESCRIBED}, or nothing is said of it: {why}", line=file.places["table"],
            column=1, read=said[:40],
        )  # fmt: skip
    return dealt_unseen(shelf, started.game) if said else shelf


def go_on(
    store: EventStore, shelf: Shelf, session: str, text: str, *, check: bool = False, clock: Clock = now_ms,
    partial: bool = False,
) -> RecordedPosts:  # fmt: skip
    """File posts into a session that is there. Written as `record_text` writes.

    They are somebody else's, who brings them in: in a session of the tower they read as a spectator reads them.

    Raises:
        UnknownSessionError: there is none of this id or alias.
        NotationError: a fence does not read; nothing is written.
    """
    posts = read_posts(text)
    if not posts:
        raise NotationError("there is no post in this text", line=1, column=1)
    row = store.row(session)
    opened = PrefacedSession.load(store, shelf, session, clock)
    tower = "tower" in (opened.started.dice, opened.started.cards)
    if check and tower:
        return _looked_at(opened, posts)
    after = opened.head.seq
    if tower:
        recording = Recording(opened)
        lines = recording.file(posts)
        return RecordedPosts(row.session, lines, recording.whole, opened.head.seq, recording.drafts)
    staged = MemoryStore()
    stage(store, staged, row.session)
    recording = Recording(PrefacedSession.load(staged, shelf, row.session, clock))
    known = [(post, filed_whole(Timeline(recording.session.row, recording.session.table), post)) for post in posts]
    passed = [_chat(post, f"filed already as line {seq}") for post, seq in known if seq]
    lines = (*passed, *recording.file(post for post, seq in known if not seq))
    stored = (recording.whole or partial) and not check
    if stored and recording.upto > after:
        unstage(staged, store, row.session, after, recording.upto)
    return RecordedPosts(
        row.session if stored else "", lines, recording.whole, drafts=recording.drafts, rest=recording.rest
    )


def _looked_at(opened: Session, posts: Sequence[Post]) -> RecordedPosts:
    """How posts read in a session of the tower, unwritten and without asking a die, as far as a spectator can tell.

    What a writer knows and a spectator does not, comes out when the post is filed.
    """
    poster, lines = recorder(opened), list[ReadLine]()
    reader = PostReader(Timeline(opened.row, opened.view(poster.viewer)), opened.store, poster)
    for post in posts:
        for line in reader.read(post).lines:
            lines.append(line)
            if not line.is_settled:
                return RecordedPosts("", tuple(lines), whole=False, seq=opened.head.seq)
    return RecordedPosts("", tuple(lines), whole=True, seq=opened.head.seq)


def _undealt(posts: Sequence[Post]) -> Iterator[ReadLine]:
    """The lines of a session that the tower has not dealt yet."""
    until = "the tower has dealt"
    for block in (block for post in posts for block in post.blocks):
        for block_line in block.lines:
            yield ReadLine(block_line.number, block_line.text, "ok", block.seat, f"is read when {until}", waits=until)
