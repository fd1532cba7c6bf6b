"""Recording an archive: who of its authors holds which seat, how each post reads, and a session made of all of them.

An archive is recorded as what it was, a game whose dice and cards others threw and dealt. It is staged in memory first
and stored whole, or not at all.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from events.errors import NotationError, RefusedError
from events.session_events import Posted
from events.signature import SigningKey
from events.store.checks import check_id
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.shelf import Shelf
from replay.chance.clock import Clock, now_ms
from replay.importing.archive import Archive, ArchivedPost
from replay.importing.authors import MODERATOR, Author, archive_authors, as_seat, post_with_blocks, require_known
from replay.importing.kinds import read_archive
from replay.posts.blocks import Post, separator
from replay.posts.drafts import Draft
from replay.posts.lines import ReadLine
from replay.posts.position_file import TABLE_IS_DESCRIBED, dealt_unseen
from replay.posts.record import Recording
from replay.posts.transcript import require_first, started_with
from replay.session.transaction import PrefacedSession
from replay.transfer.bundle import stage, unstage


class ArchivedPostReading(msgspec.Struct, frozen=True):
    """One post and how each line of its blocks reads; none for chat. `seat` is who its author is at the table."""

    number: int
    author: str
    seat: str
    when: str
    where: str
    text: str
    lines: tuple[ReadLine, ...] = ()


class RecordedArchive(msgspec.Struct, frozen=True):
    """The result of recording an archive: the session ("" where nothing was written), and how each post reads.

    `stopped` says which line does not read, "" where all do. `drafts` are posts of awaited seats that say no move, and
    may mean one.
    """

    kind: str
    session: str
    seq: int
    authors: tuple[Author, ...]
    posts: tuple[ArchivedPostReading, ...]
    notes: tuple[str, ...]
    stopped: str = ""
    drafts: tuple[Draft, ...] = ()


def record_archive(
    store: EventStore, shelf: Shelf, raw: bytes, header: Mapping[str, str], people: Mapping[str, str] = {}, *,
    alias: str = "", session: str = "", check: bool = False, clock: Clock = now_ms,
) -> RecordedArchive:  # fmt: skip
    """Record an archive as a session of its own; with `check` nothing is written. `header` wins over a transcript's.

    Raises:
        RefusedError: the archive cannot be read, or a field of the header is missing or not allowed.
        UnknownAuthorsError: nobody has said which seats its authors hold.
        NotationError: it is text without posts, or a fence does not read.
    """
    archive = read_archive(raw)
    fields, keys = _merged(archive.header, header), store.signing_keys()
    opened = begin_staged(shelf, fields, session=session, alias=alias, clock=clock, keys=keys)
    brought = _file(opened, archive, people, archive.posts)
    if check or brought.stopped:
        return brought
    unstage(opened.store, store, opened.row.session, 0)
    return msgspec.structs.replace(brought, session=opened.row.session)


def _merged(told: Mapping[str, str], said: Mapping[str, str]) -> dict[str, str]:
    """A header as the archive tells it, with what somebody says in its place."""
    return {**told, **{name: value for name, value in said.items() if value}}


def begin_staged(
    shelf: Shelf, header: Mapping[str, str], *, session: str = "", alias: str = "", clock: Clock = now_ms,
    keys: Sequence[SigningKey] = (),
) -> PrefacedSession:  # fmt: skip
    """Begin the session of an archive in memory, as its header says it; fields that say nothing count as left out.

    It is begun for a store that signs with these keys.

    Raises:
        RefusedError: a field of the header is missing or not allowed.
    """
    fields = {name: value for name, value in header.items() if value}
    for name in ("game", "seats"):
        if not fields.get(name):
            raise RefusedError(f"the archive does not say it: which {name}?")
    fields.setdefault("dice", "typed")
    fields.setdefault("cards", fields["dice"])
    started = started_with(shelf, fields)
    if "tower" in (started.dice, started.cards):
        raise RefusedError("what stands in an archive was not thrown by this tower: its dice are typed or other:<name>")
    if alias:
        check_id(alias, "alias")
    try:
        return PrefacedSession.create(
            MemoryStore(keys), _shelf_to_deal_from(shelf, fields), started, session=session, alias=alias, clock=clock
        )
    except NotationError as error:
        require_first(shelf, started, error)
        raise RefusedError(f"{error.reason}: an option of the game, or the header of a transcript, tells it") from error


def _shelf_to_deal_from(shelf: Shelf, fields: Mapping[str, str]) -> Shelf:
    """The shelf to deal from: a thread that begins in the middle says `table: described`; SET lines say the rest."""
    described = fields.get("table", "").lower() == TABLE_IS_DESCRIBED
    return dealt_unseen(shelf, fields["game"].lower()) if described else shelf


def record_new_posts(
    store: EventStore, shelf: Shelf, session: str, raw: bytes, people: Mapping[str, str] = {}, *, check: bool = False,
    clock: Clock = now_ms,
) -> RecordedArchive:  # fmt: skip
    """Record what an archive holds beyond what stands in a session already: posts are known by where they were found.

    A post that was changed since is kept beside the first; its blocks are not read again.

    Raises:
        UnknownSessionError: there is none of this id or alias.
        RefusedError: as `record_archive`; or the session is one of the tower.
    """
    archive, row = read_archive(raw), store.row(session)
    staged = MemoryStore()
    stage(store, staged, row.session)
    opened = PrefacedSession.load(staged, shelf, row.session, clock)
    if "tower" in (opened.started.dice, opened.started.cards):
        raise RefusedError("an archive goes on with a session whose dice and cards are typed, not the tower's")
    after = opened.head.seq
    posts, known = _new_posts(opened, archive)
    notes = (f"posts that stand in the session already: {known}",) if known else ()
    brought = _file(opened, msgspec.structs.replace(archive, notes=(*archive.notes, *notes)), people, posts)
    if check or brought.stopped:
        return brought
    if opened.head.seq > after:
        unstage(staged, store, row.session, after)
    return msgspec.structs.replace(brought, session=row.session)


def _new_posts(session: PrefacedSession, archive: Archive) -> tuple[list[ArchivedPost], int]:
    """The posts that the session does not hold, a changed one as chat; and how many it holds."""
    there = [entry.fact for entry in session.table.entries if isinstance(entry.fact, Posted)]
    texts = {fact.where: fact.text for fact in there if fact.where}
    loose = {(fact.author, fact.when, fact.text) for fact in there}
    new = []
    for post in archive.posts:
        read = post_with_blocks(post, "")
        if texts.get(post.where) == read.text or (post.author, post.written, read.text) in loose:
            continue
        new.append(post)
    return new, len(archive.posts) - len(new)


def _file(
    session: PrefacedSession, archive: Archive, people: Mapping[str, str], posts: Sequence[ArchivedPost]
) -> RecordedArchive:
    """File posts into a staged session, up to the first line that does not read."""
    seats = session.started.seats
    authors = archive_authors(archive, seats, people)
    require_known(authors)
    holds = {author.name: author.seat for author in authors}
    changed = {entry.fact.where for entry in session.table.entries if isinstance(entry.fact, Posted)} - {""}
    recording, read, stopped = Recording(session), list[ArchivedPostReading](), ""
    for post in posts:
        seat = holds[post.author]
        taken = with_seat_heads(post_with_blocks(post, seat), holds, seats)
        again = post.where in changed
        lines = recording.file([msgspec.structs.replace(taken, blocks=()) if again else taken])
        lines = _kept_beside(lines) if again else lines
        read.append(
            ArchivedPostReading(
                post.number, post.author, seat, post.written, post.where, post.text, lines if taken.blocks else ()
            )
        )
        if not recording.whole:
            stopped = _stop_in_words(post, lines[-1])
            break
    return RecordedArchive(
        archive.kind, "", session.head.seq, authors, tuple(read), archive.notes, stopped, recording.drafts
    )


def _stop_in_words(post: ArchivedPost, last: ReadLine) -> str:
    """Where a recording stopped: the post, the line, and why."""
    head = ", ".join(part for part in (post.author, post.when) if part)
    line = "" if last.message.startswith("line ") else f"line {last.number}: "
    return f"post {post.number} ({head}): {line}{last.message}"


def _kept_beside(lines: Sequence[ReadLine]) -> tuple[ReadLine, ...]:
    what = "changed since it was filed; kept beside the first, and not read again"
    return tuple(msgspec.structs.replace(line, message=what) for line in lines)


def with_seat_heads(post: Post, holds: Mapping[str, str], seats: Sequence[str]) -> Post:
    """A post whose blocks are headed by seats, where a head names an author."""
    called = {as_seat(name): seat for name, seat in holds.items() if seat in (*seats, MODERATOR)}
    blocks = tuple(
        msgspec.structs.replace(block, seat=called[block.seat])
        if block.seat not in seats and block.seat in called
        else block
        for block in post.blocks
    )
    return msgspec.structs.replace(post, blocks=blocks)


def transcript(archive: Archive, header: Mapping[str, str] = {}) -> str:
    """An archive as a transcript, to be read through and set right by hand, and recorded then."""
    rows = [f"{name}: {value}" for name, value in {**archive.header, **header}.items() if value]
    return "\n".join([*rows, *_pages(archive.posts)]) + "\n"


def _pages(posts: Sequence[ArchivedPost]) -> Iterator[str]:
    for post in posts:
        parts = (post.author, post.written.replace(",", " "), post.where)
        yield f"\n--- {', '.join(part for part in parts if part)} ---"
        yield from (f"| {line}" if separator(line) else line for line in post.text.split("\n"))
