"""The ways in for written play: a whole transcript, posts that go on with a session, and a look without writing."""

from collections.abc import Callable, Sequence

import msgspec

from events.errors import NotationError
from events.facts import ALL, Started
from events.store.checks import check_id
from events.store.protocol import EventStore, MemoryStore
from projections.shelf import Shelf
from replay.chance.clock import Clock, now_ms
from replay.exchange.bundle import stage, unstage
from replay.live.data_files import OwnData, brought, keep, pinned
from replay.live.session import Session
from replay.live.transaction import Prefaced
from replay.posts.fences import File, Post, read_file, read_posts
from replay.posts.look import Look
from replay.posts.position_file import TABLE_IS_DESCRIBED, dealt_unseen
from replay.posts.revisions import filed_whole
from replay.posts.transcript import Echo, Recorder, started_from
from replay.reading.timeline import Timeline

__all__ = ["Recorded", "go_on", "look_over", "record_text"]

Say = Callable[[Echo], None]


class Recorded(msgspec.Struct, frozen=True):
    """What became of a recording: the session ("" where nothing was written), each line's echo, whether all read."""

    session: str
    echoes: tuple[Echo, ...]
    whole: bool
    seq: int = 0


def _quiet(_echo: Echo) -> None:
    """Say nothing."""


def record_text(
    store: EventStore, shelf: Shelf, text: str, *, check: bool = False, alias: str = "", session: str = "",
    say: Say = _quiet, clock: Clock = now_ms, own: Sequence[OwnData] = (),
) -> Recorded:  # fmt: skip
    """Record a whole transcript as a new session.

    A typed one is stored whole or not at all; in one of the tower what stands before the first refused line is stored.
    With `check` nothing is written, and of a tower session nothing is rolled: only its first look is told. `own` are
    data files that the table brings.

    Raises:
        NotationError: the header or a fence does not read; nothing is written.
        RefusedError: its data file is not here, or is another.
        ConflictError: the alias is taken.
    """
    file = read_file(text)
    started = pinned(started_from(shelf, file), own)
    own = brought(store, shelf[started.game], started, own)
    if alias:
        check_id(alias, "alias")
    tower = "tower" in (started.dice, started.cards)
    if tower and check:
        echoes = tuple(_unread(file.posts, say))
        return Recorded("", echoes, whole=True)
    target = store if tower else MemoryStore()
    dealt = _dealt(shelf, file, started, tower=tower)
    opened = Prefaced.create(target, dealt, started, session=session, alias=alias, clock=clock, own=own)
    recorder = Recorder(opened, say)
    whole = recorder.record(file.posts)
    stored = tower or (whole and not check)
    if stored and not tower:
        keep(store, own, alias)
        unstage(target, store, opened.row.session, 0)
    return Recorded(opened.row.session if stored else "", tuple(recorder.echoes), whole, opened.head.seq)


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
    store: EventStore, shelf: Shelf, session: str, text: str, *, author: str = "", check: bool = False,
    say: Say = _quiet, clock: Clock = now_ms,
) -> Recorded:  # fmt: skip
    """File posts into a session that is there. Written as `record_text` writes.

    `author` is the seat whose own posts these are; without one they are somebody else's, who brings them in and reads
    what a spectator may.

    Raises:
        UnknownSessionError: there is none of this id or alias.
        NotationError: a fence does not read; nothing is written.
    """
    posts = read_posts(text, author)
    if not posts:
        raise NotationError("there is no post in this text", line=1, column=1)
    row = store.row(session)
    opened = Prefaced.load(store, shelf, session, clock)
    reader = author if author in opened.started.seats else ALL
    tower = "tower" in (opened.started.dice, opened.started.cards)
    if check and tower:
        return look_over(opened, posts, reader=reader, say=say)
    after = opened.head.seq
    if tower:
        recorder = Recorder(opened, say, reader)
        whole = recorder.record(posts)
        return Recorded(row.session, tuple(recorder.echoes), whole, opened.head.seq)
    staged = MemoryStore()
    stage(store, staged, row.session)
    staging = Prefaced.load(staged, shelf, row.session, clock)
    recorder = Recorder(staging, say, reader)
    whole = recorder.record([post for post in posts if not _is_filed(recorder, post)])
    if whole and not check:
        unstage(staged, store, row.session, after)
    return Recorded(row.session if whole and not check else "", tuple(recorder.echoes), whole)


def _is_filed(recorder: Recorder, post: Post) -> bool:
    """Whether a post is in the log already, so that it is not recorded twice; its echo says where."""
    session = recorder.session
    seq = filed_whole(Timeline(session.row, session.table), post)
    if seq:
        recorder.skip(post, f"filed already as line {seq}")
    return bool(seq)


def look_over(opened: Session, posts: Sequence[Post], *, reader: str = ALL, say: Say = _quiet) -> Recorded:
    """How posts read in a session of the tower, without writing and without asking a die, as far as a reader can tell.

    What a writer knows and this reader does not, is not looked at: it comes out when the post is filed.
    """
    look, echoes = Look(opened, reader), list[Echo]()
    for seat, said in [(block.seat, said) for post in posts for block in post.blocks for said in block.said]:
        echo = look.line(said, seat)
        echoes.append(echo)
        say(echo)
        if echo.status in ("fix", "ask"):
            return Recorded("", tuple(echoes), False, opened.head.seq)
    return Recorded("", tuple(echoes), True, opened.head.seq)


def _unread(posts: Sequence[Post], say: Say) -> list[Echo]:
    """The lines of a session that the tower has not dealt yet."""
    echoes = [
        Echo(said.number, said.text, "ok", "is read when the tower has dealt")
        for post in posts
        for block in post.blocks
        for said in block.said
    ]
    for echo in echoes:
        say(echo)
    return echoes
