"""The draft of an import: posts that are read over many evenings, by several people, and then recorded.

A draft is a list that only grows, so that it survives a restart and each answer can be taken back. A thread that has
grown can be brought again: a post is known by its text, an edited one by its place. The draft of a running session is
its inbox: the posts from the first unclear one on.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from events.errors import ConflictError, RefusedError
from events.store.drafts import DraftEntry, ImportDrafts
from events.store.protocol import EventStore
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.importing.archive import Archive, ArchivedPost
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, record_posts, stage_posts
from replay.importing.walk import Answer, ThreadWalk, WalkedPost, post_keys
from replay.posts.transcript import UnsaidError


class Brought(msgspec.Struct, frozen=True, tag="thread"):
    """The bytes of a thread are stored with this entry."""


class Grown(msgspec.Struct, frozen=True, tag="grown"):
    """The new posts of a later state of the thread, of these keys, are stored with this entry."""

    posts: tuple[str, ...]


class Told(msgspec.Struct, frozen=True, tag="table"):
    """What the thread does not say: fields of the session's header, and the seats of its authors."""

    header: Mapping[str, str]
    people: Mapping[str, str]


class Answered(msgspec.Struct, frozen=True, tag="answer"):
    """An answer about a post, by its key; None takes it back."""

    post: str
    answer: Answer | None


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """The last answer that was not taken back yet is taken back."""


class RecordedAs(msgspec.Struct, frozen=True, tag="recorded"):
    """The posts of these keys are in a session now. Later ones go to the same session."""

    session: str
    posts: tuple[str, ...]


Said = Brought | Grown | Told | Answered | Undone | RecordedAs
_said: Final = msgspec.json.Decoder(Said)


class DraftState(NamedTuple):
    """The present state of a draft: `seq` is its last entry, `answers` are by post.

    `was` are earlier versions of edited posts, by the key of the later one. `undoes` is the post of the last answer.
    `session` is where posts were recorded, "" before that; `recorded` are those posts, edited ones too.
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


def read_draft(drafts: ImportDrafts, name: str) -> DraftState:
    """Read a draft by its name.

    Raises:
        RefusedError: no draft has this name.
    """
    entries = drafts.entries(name)
    said = [(entry, _said.decode(entry.body)) for entry in entries]
    archive, was = _joined([
        _read(entry.raw, one.posts if isinstance(one, Grown) else None) for entry, one in said if entry.raw is not None
    ])  # fmt: skip
    edited = {key: post_keys([old])[0] for key, old in was.items()}
    told = next((one for _, one in reversed(said) if isinstance(one, Told)), Told({}, {}))
    answered = list(_in_force(said))
    answers, by = dict[str, Answer](), dict[str, str]()
    for entry, one in answered:
        answers.pop(one.post, None)
        if one.answer is not None:
            answers[one.post], by[one.post] = one.answer, entry.who
    kept = [one for _, one in said if isinstance(one, RecordedAs)]
    return DraftState(
        name, entries[-1].seq, archive, {**archive.header, **told.header}, told.people, answers, by,
        answered[-1][1].post if answered else "", was, kept[-1].session if kept else "",
        tuple(_with_edited([post for one in kept for post in one.posts], edited)),
    )  # fmt: skip


def _with_edited(posts: Sequence[str], edited: Mapping[str, str]) -> Iterator[str]:
    """Keys of posts, each followed by those of its later versions."""
    later = {old: key for key, old in edited.items()}
    for post in posts:
        key: str | None = post
        while key is not None:
            yield key
            key = later.get(key)


def _in_force(said: Sequence[tuple[DraftEntry, Said]]) -> Iterator[tuple[DraftEntry, Answered]]:
    """The answers that were not taken back, in order."""
    found = list[tuple[DraftEntry, Answered]]()
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
    """One state of a thread and its posts by their keys; the keys of a later state are given."""
    archive = read_archive(raw) if keys is None else msgspec.json.decode(raw, type=Archive)
    return archive, dict(zip(keys or post_keys(archive.posts), archive.posts, strict=True))


def _joined(
    states: Sequence[tuple[Archive, Mapping[str, ArchivedPost]]],
) -> tuple[Archive, dict[str, ArchivedPost]]:
    """An archive with all that its later states add; and the earlier version of each edited post, by its key."""
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
    """Whether two posts are versions of one: by the same author, at the same place or from the same time."""
    if old.author != new.author:
        return False
    return old.where == new.where if old.where or new.where else bool(old.when) and old.when == new.when


class ImportDraft:
    """A draft that is open: each answer is stored at once, and the walk follows the answers.

    Raises:
        RefusedError: no draft has this name.
    """

    def __init__(
        self, drafts: ImportDrafts, store: EventStore, registry: Registry, name: str, clock: Clock = now_ms
    ) -> None:
        self.drafts, self.store, self.registry, self.clock = drafts, store, registry, clock
        self.state = read_draft(drafts, name)
        self.walk: ThreadWalk | None = None
        self._begun: object = None

    @property
    def keys(self) -> list[str]:
        """The keys of the posts, in order."""
        return post_keys(self.state.archive.posts)

    @classmethod
    def begin(
        cls, drafts: ImportDrafts, store: EventStore, registry: Registry, name: str, raw: bytes, who: str,
        told: Told | None = None, *, session: str = "", clock: Clock = now_ms,
    ) -> "ImportDraft":  # fmt: skip
        """Begin a draft with the bytes of a thread, for a new session or the inbox of a running one.

        Nothing is stored if the session cannot begin with what is `told`.

        Raises:
            RefusedError: the bytes are not posts, the name is not allowed, or a field is missing or not allowed.
            NotationError: the bytes are text without a line that begins a post.
            ConflictError: the draft exists already.
        """
        archive = read_archive(raw)
        if told is not None:
            _refuse_wrong(store, registry, archive, told, session, clock)
        seq = drafts.append(name, 0, who, _encoded(Brought()), clock(), raw)
        if told is not None:
            seq = drafts.append(name, seq, who, _encoded(told), clock())
        if session:
            drafts.append(name, seq, who, _encoded(RecordedAs(session, ())), clock())
        return cls(drafts, store, registry, name, clock)

    def bring(self, raw: bytes, who: str) -> int:
        """Bring a later state of the thread; returns how many posts are new or were edited.

        Raises:
            RefusedError: the bytes are not posts, or none of them is in this draft of a new session.
            NotationError: the bytes are text without a line that begins a post.
        """
        known = set(self.keys)
        archive = read_archive(raw)
        posts = dict(zip(post_keys(archive.posts), archive.posts, strict=True))
        if known.isdisjoint(posts) and not self.state.session:
            raise RefusedError(f"no post of this file is in draft {self.state.name}: it is another thread")
        fresh = {key: post for key, post in posts.items() if key not in known}
        if fresh:
            later = msgspec.structs.replace(archive, posts=tuple(fresh.values()))
            self._say(Grown(tuple(fresh)), who, msgspec.json.encode(later))
        return len(fresh)

    def tell(self, header: Mapping[str, str], people: Mapping[str, str], who: str) -> None:
        """Say what the thread does not: fields of the header, and the seats of authors. The session is tried first.

        Raises:
            RefusedError: a field is missing or not allowed; or the session is recorded already.
        """
        if self.state.session and _filled(header):
            raise RefusedError(f"its posts go to session {self.state.session}, whose seats and options cannot change")
        told = Told({**self.state.header, **_filled(header)}, {**self.state.people, **_filled(people)})
        _refuse_wrong(self.store, self.registry, self.state.archive, told, self.state.session, self.clock)
        self._say(told, who)

    def answer(self, post: str, answer: Answer | None, who: str, seen: int | None = None) -> None:
        """Say what a post means; None takes the answer back. `seen` is the last entry that its author has seen.

        Raises:
            RefusedError: the draft has no such post, or the post is in a session.
            ConflictError: someone else has answered about the same post since.
        """
        if post not in self.keys:
            raise RefusedError("the draft has no such post")
        if post in self.state.recorded:
            raise RefusedError(f"this post is in session {self.state.session}: correct it there")
        if seen is not None and any(self._answers_since(seen, post)):
            raise ConflictError("someone else has answered about this post meanwhile: look at it again")
        self._say(Answered(post, answer), who)

    def _answers_since(self, seen: int, post: str) -> Iterator[bool]:
        for entry in self.drafts.entries(self.state.name):
            one = _said.decode(entry.body)
            if entry.seq > seen and isinstance(one, Answered) and one.post == post:
                yield True

    def undo(self, who: str) -> str:
        """Take back the last answer; returns the key of its post.

        Raises:
            RefusedError: there is none.
        """
        if not self.state.undoes:
            raise RefusedError("there is no answer to take back")
        undone = self.state.undoes
        self._say(Undone(), who)
        return undone

    def _say(self, said: Said, who: str, raw: bytes | None = None) -> None:
        for _ in range(3):
            try:
                self.drafts.append(self.state.name, self.state.seq, who, _encoded(said), self.clock(), raw)
                break
            except ConflictError:  # someone else has answered about another post
                self.state = read_draft(self.drafts, self.state.name)
        else:
            raise ConflictError(f"draft {self.state.name} is in use: try again")
        self.state = read_draft(self.drafts, self.state.name)

    def follow(self, stand: str = "") -> Iterator[WalkedPost]:
        """Read on to the first unclear post, or to that of the key `stand`; yields each post that is passed.

        Raises:
            UnknownAuthorsError: the seat of an author who posts moves is not known.
            UnsaidError: the header lacks the game, the seats, or who begins.
        """
        self.state = read_draft(self.drafts, self.state.name)
        session = self.state.session
        head = self.store.head(session).seq if session else 0
        begun = (self.state.archive.posts, self.state.header, self.state.people, self.state.recorded, head)
        if self.walk is None or self._begun != begun:
            alias = "" if session else self.state.name
            target = Target(session, {} if session else self.state.header, alias=alias)
            archive, people, filed = self.state.archive, self.state.people, self.state.recorded
            self.walk = stage_posts(self.store, self.registry, archive, target, people, filed, self.clock)
            self._begun = begun
        yield from self.walk.follow(self.state.answers, stand)

    def record(self, who: str) -> str:
        """Record the posts before the first unclear one; returns the session.

        Raises:
            RefusedError: no post is new, or no move was read in any post.
            ConflictError: the session has gone on meanwhile.
        """
        for _ in self.follow():
            pass
        assert self.walk is not None
        new = [one for one in self.walk.walked if one.is_new and one.key not in self.state.recorded]
        if not new:
            raise RefusedError("there is no post to record")
        if not self.state.session and self.walk.is_silent:
            raise RefusedError(f"no move was read in any of {len(new)} posts: nothing is recorded")
        session = record_posts(self.walk, self.store)
        self._say(RecordedAs(session, tuple(one.key for one in new)), who)
        return session


def _refuse_wrong(
    store: EventStore, registry: Registry, archive: Archive, told: Told, session: str, clock: Clock
) -> None:  # fmt: skip
    """Refuse fields and seats that are not allowed; what is still missing is asked for later."""
    with suppress(UnsaidError):
        stage_posts(store, registry, archive, Target(session, told.header), told.people, clock=clock)


def _encoded(said: Said) -> str:
    return msgspec.json.encode(said).decode()


def _filled(given: Mapping[str, str]) -> dict[str, str]:
    return {name: value.strip() for name, value in given.items() if value.strip()}
