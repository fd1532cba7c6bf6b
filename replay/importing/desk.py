"""The archive desk: an old thread that is read over many evenings, by several people, before it is recorded.

What is kept of it is a list that only grows, so that it survives a restart and every answer can be taken back. A thread
that has grown is brought again: posts are known by what they say, an edited one by where it stood.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from events.errors import ConflictError, RefusedError
from events.store.desks import DeskEntry, Desks
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.shelf import Shelf
from replay.chance.clock import Clock, now_ms
from replay.importing.archive import Archive, ArchivedPost
from replay.importing.kinds import read_archive
from replay.importing.record import begin_staged
from replay.importing.review import Answer, ThreadWalk, WalkedPost, post_keys
from replay.session.transaction import PrefacedSession
from replay.transfer.bundle import stage, unstage


class Brought(msgspec.Struct, frozen=True, tag="thread"):
    """A thread stands beside this entry."""


class Grown(msgspec.Struct, frozen=True, tag="grown"):
    """Beside this entry stands what a later state of the thread has of its own: posts of these keys."""

    posts: tuple[str, ...]


class Told(msgspec.Struct, frozen=True, tag="table"):
    """What the thread does not say: the fields of the session's header, and who of its authors holds which seat."""

    header: Mapping[str, str]
    people: Mapping[str, str]


class Answered(msgspec.Struct, frozen=True, tag="answer"):
    """What somebody has said of a post, by its key; None takes back what was said."""

    post: str
    answer: Answer | None


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """The last answer that still stood is taken back."""


class RecordedAs(msgspec.Struct, frozen=True, tag="recorded"):
    """The posts of these keys stand in a session now."""

    session: str
    posts: tuple[str, ...]


Said = Brought | Grown | Told | Answered | Undone | RecordedAs
_said: Final = msgspec.json.Decoder(Said)


class Desk(NamedTuple):
    """A desk as it stands: `seq` is its last entry, `answers` are by post, `was` are posts that were edited since.

    `session` is what was recorded of it, "" where nothing was; `recorded` are the posts in it, edited ones too.
    """

    name: str
    seq: int
    archive: Archive
    header: Mapping[str, str]
    people: Mapping[str, str]
    answers: Mapping[str, Answer]
    answered_by: Mapping[str, str]
    undoes: str
    was: Mapping[str, ArchivedPost]
    session: str
    recorded: tuple[str, ...]


def open_desk(desks: Desks, name: str) -> Desk:
    """A desk by its name.

    Raises:
        RefusedError: there is none.
    """
    entries = desks.entries(name)
    said = [(entry, _said.decode(entry.body)) for entry in entries]
    archive, was = _joined([
        _read(entry.raw, one.posts if isinstance(one, Grown) else None) for entry, one in said if entry.raw is not None
    ])  # fmt: skip
    edited = {key: post_keys([old])[0] for key, old in was.items()}
    told = next((one for _, one in reversed(said) if isinstance(one, Told)), Told({}, {}))
    standing = list(_standing(said))
    answers, by = dict[str, Answer](), dict[str, str]()
    for entry, one in standing:
        answers.pop(one.post, None)
        if one.answer is not None:
            answers[one.post], by[one.post] = one.answer, entry.who
    kept = [one for _, one in said if isinstance(one, RecordedAs)]
    return Desk(
        name, entries[-1].seq, archive, {**archive.header, **told.header}, told.people, answers, by,
        standing[-1][1].post if standing else "", was, kept[-1].session if kept else "",
        tuple(_with_edited([post for one in kept for post in one.posts], edited)),
    )  # fmt: skip


def _with_edited(posts: Sequence[str], edited: Mapping[str, str]) -> Iterator[str]:
    """Keys of posts, each followed by that of what it was edited to."""
    later = {old: key for key, old in edited.items()}
    for post in posts:
        key: str | None = post
        while key is not None:
            yield key
            key = later.get(key)


def _standing(said: Sequence[tuple[DeskEntry, Said]]) -> Iterator[tuple[DeskEntry, Answered]]:
    """The answers that nobody has taken back, in order."""
    found = list[tuple[DeskEntry, Answered]]()
    for entry, one in said:
        if isinstance(one, Answered):
            found.append((entry, one))
        elif isinstance(one, Undone) and found:
            found.pop()
        elif isinstance(one, RecordedAs):  # what is in a log is taken back there
            yield from found
            found.clear()
    yield from found


@lru_cache(maxsize=8)
def _read(raw: bytes, keys: tuple[str, ...] | None) -> tuple[Archive, Mapping[str, ArchivedPost]]:
    """A state of a thread and its posts by their keys, which are given where it is a later one."""
    archive = read_archive(raw) if keys is None else msgspec.json.decode(raw, type=Archive)
    return archive, dict(zip(keys or post_keys(archive.posts), archive.posts, strict=True))


def _joined(
    states: Sequence[tuple[Archive, Mapping[str, ArchivedPost]]],
) -> tuple[Archive, dict[str, ArchivedPost]]:
    """An archive with what later states of it add; and by its key what each edited post was."""
    archives, was, posts = [archive for archive, _ in states], dict[str, ArchivedPost](), dict(states[0][1])
    for _, later in states[1:]:
        for key, post in later.items():
            if key in posts:
                continue
            there = next((known for known, old in posts.items() if _is_place(old, post)), None)
            if there is not None:
                was[key] = posts[there]
                posts = {
                    (key if known == there else known): (post if known == there else old)
                    for known, old in posts.items()
                }
            else:
                posts[key] = post
    notes = tuple(dict.fromkeys(note for each in archives for note in each.notes))
    numbered = (msgspec.structs.replace(post, number=number) for number, post in enumerate(posts.values(), 1))
    return Archive(archives[-1].kind, tuple(numbered), notes, {**archives[0].header, **archives[-1].header}), was


def _is_place(old: ArchivedPost, new: ArchivedPost) -> bool:
    """Whether two posts stand at one place: the same author's, found at the same place, or written at the same time."""
    if old.author != new.author:
        return False
    return old.where == new.where if old.where or new.where else bool(old.when) and old.when == new.when


class DeskWork:
    """Work at a desk: what somebody says is kept, and the walk follows it.

    Raises:
        RefusedError: there is no such desk.
    """

    def __init__(self, desks: Desks, store: EventStore, shelf: Shelf, name: str, clock: Clock = now_ms) -> None:
        self.desks, self.store, self.shelf, self.clock = desks, store, shelf, clock
        self.desk = open_desk(desks, name)
        self.walk: ThreadWalk | None = None
        self._begun: object = None

    @property
    def keys(self) -> list[str]:
        """The keys of the posts, in order."""
        return post_keys(self.desk.archive.posts)

    @classmethod
    def begin(
        cls, desks: Desks, store: EventStore, shelf: Shelf, name: str, raw: bytes, who: str, told: Told | None = None,
        *, clock: Clock = now_ms,
    ) -> "DeskWork":  # fmt: skip
        """Begin a desk with a thread, and with what is `told` besides; nothing is kept of what cannot be tried.

        Raises:
            RefusedError: it is no archive, the name is none, or the session cannot begin as it is told.
            NotationError: it is text, and no line of it begins a post.
            ConflictError: there is such a desk.
        """
        archive = read_archive(raw)
        if told is not None:
            _try(shelf, archive, told, clock)
        desks.append(name, 0, who, _encoded(Brought()), clock(), raw)
        if told is not None:
            desks.append(name, 1, who, _encoded(told), clock())
        return cls(desks, store, shelf, name, clock)

    def bring(self, raw: bytes, who: str) -> int:
        """Bring a later state of the thread; returns how many posts are new or were edited.

        Raises:
            RefusedError: it is no archive, or none of its posts stands here: it is another thread.
            NotationError: it is text, and no line of it begins a post.
        """
        known = set(post_keys(self.desk.archive.posts))
        archive = read_archive(raw)
        posts = dict(zip(post_keys(archive.posts), archive.posts, strict=True))
        if known.isdisjoint(posts):
            raise RefusedError(f"no post of it stands at desk {self.desk.name}: this is another thread")
        fresh = {key: post for key, post in posts.items() if key not in known}
        if fresh:
            later = msgspec.structs.replace(archive, posts=tuple(fresh.values()))
            self._say(Grown(tuple(fresh)), who, msgspec.json.encode(later))
        return len(fresh)

    def tell(self, header: Mapping[str, str], people: Mapping[str, str], who: str) -> None:
        """Say what the thread does not: fields of the header, and who is who. The session is tried with it first.

        Raises:
            RefusedError: a field is missing or not allowed; or it was recorded already.
        """
        if self.desk.session:
            raise RefusedError(f"posts of it stand in session {self.desk.session}: its seats and options stay")
        told = Told({**self.desk.header, **_filled(header)}, {**self.desk.people, **_filled(people)})
        _try(self.shelf, self.desk.archive, told, self.clock)
        self._say(told, who)

    def answer(self, post: str, answer: Answer | None, who: str, seen: int | None = None) -> None:
        """Say what a post means; None takes back what was said of it. `seen` is the entry that was the last one seen.

        Raises:
            RefusedError: there is no such post, or it stands in a session.
            ConflictError: somebody else has said something of it since.
        """
        if post not in post_keys(self.desk.archive.posts):
            raise RefusedError("there is no such post at this desk")
        if post in self.desk.recorded:
            raise RefusedError(f"this post stands in session {self.desk.session}: a ruling or a correction changes it")
        if seen is not None and any(self._answers_since(seen, post)):
            raise ConflictError("somebody else has said something of this post meanwhile: look at it again")
        self._say(Answered(post, answer), who)

    def _answers_since(self, seen: int, post: str) -> Iterator[bool]:
        for entry in self.desks.entries(self.desk.name):
            one = _said.decode(entry.body)
            if entry.seq > seen and isinstance(one, Answered) and one.post == post:
                yield True

    def undo(self, who: str) -> str:
        """Take back the last answer that stands; returns the key of its post.

        Raises:
            RefusedError: nothing is left to take back.
        """
        if not self.desk.undoes:
            raise RefusedError("there is nothing to take back")
        undone = self.desk.undoes
        self._say(Undone(), who)
        return undone

    def _say(self, said: Said, who: str, raw: bytes | None = None) -> None:
        for _ in range(3):
            try:
                self.desks.append(self.desk.name, self.desk.seq, who, _encoded(said), self.clock(), raw)
                break
            except ConflictError:  # somebody else said something of another post
                self.desk = open_desk(self.desks, self.desk.name)
        else:
            raise ConflictError(f"desk {self.desk.name} is in use: try again")
        self.desk = open_desk(self.desks, self.desk.name)

    def follow(self, stand: str = "") -> Iterator[WalkedPost]:
        """Walk up to the first post that has to be asked about, or that of the key `stand`; yields each that is passed.

        Raises:
            UnknownAuthorsError: nobody has said which seats its authors hold.
            RefusedError: the header lacks something.
        """
        self.desk = open_desk(self.desks, self.desk.name)
        started = (self.desk.archive.posts, self.desk.header, self.desk.people, self.desk.recorded)
        if self.walk is None or self._begun != started:
            self.walk, self._begun = (
                ThreadWalk(self._session(), self.shelf, self.desk.archive, self.desk.people, self.desk.recorded),
                started,
            )
        yield from self.walk.follow(self.desk.answers, stand)

    def _session(self) -> PrefacedSession:
        """The session to walk in: a new one in memory, or a copy of the one that was recorded."""
        if not self.desk.session:
            return begin_staged(
                self.shelf, self.desk.header, alias=self.desk.name, clock=self.clock, keys=self.store.signing_keys()
            )
        staged = MemoryStore()
        stage(self.store, staged, self.desk.session)
        return PrefacedSession.load(staged, self.shelf, self.desk.session, self.clock)

    def record(self, who: str) -> str:
        """Record all posts that were passed; returns the session. What is recorded already is gone on with.

        Raises:
            RefusedError: nothing was walked through, nothing is new, or no move was read in any post.
            ConflictError: the session has gone on meanwhile.
        """
        for _ in self.follow():
            pass
        assert self.walk is not None
        new = [one for one in self.walk.walked if one.status != "filed"]
        if not new:
            raise RefusedError("there is no post to record")
        if not self.desk.session and not any(one.moves for one in new):
            raise RefusedError(f"no move was read in any of {len(new)} posts: nothing is recorded")
        there = self.walk.session
        unstage(there.store, self.store, there.row.session, new[0].first - 1 if self.desk.session else 0)
        name = there.row.session
        self._say(RecordedAs(name, tuple(one.key for one in new)), who)
        return name


def _try(shelf: Shelf, archive: Archive, told: Told, clock: Clock) -> None:
    """Refuse what a session cannot begin with."""
    header = {**archive.header, **told.header}
    ThreadWalk(begin_staged(shelf, header, clock=clock), shelf, archive, told.people)


def _encoded(said: Said) -> str:
    return msgspec.json.encode(said).decode()


def _filled(given: Mapping[str, str]) -> dict[str, str]:
    return {name: value.strip() for name, value in given.items() if value.strip()}
