"""The draft of an import: posts that several people can review over several days before they are recorded.

A draft is an append-only list, so it survives a restart and every answer can be undone. A thread that has grown can be
imported again: a post is recognized by its text, an edited one by its place. The draft of a running session is its
inbox: the posts from the first unclear one on.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from events.errors import ConflictError, RefusedError
from events.store.drafts import DraftEntry, ImportDrafts, InboxQuestion
from events.store.protocol import EventStore
from projections.registry import Registry
from projections.wording import counted
from replay.chance.clock import now_ms
from replay.importing.archive import Archive, ArchivedPost, as_seat
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, record_posts, stage_posts
from replay.importing.walk import Answer, FollowedRules, ThreadWalk, WalkedPost, post_keys
from replay.posts.create_session import UnsaidError

THREAD: Final = "thread"
"""The name under which fetched posts are saved in the inbox of a session."""
_LONGEST_NAME: Final = 32


def draft_name(file: str) -> str:
    """Return the default name of a draft, made from a file name."""
    return as_seat(Path(file).stem)[:_LONGEST_NAME].strip("-") or "thread"


def free_name(store: EventStore, name: str, drafts: ImportDrafts) -> str:
    """Return a name for a draft: `name`, with a number at its end if a draft or session already uses it."""
    taken = {*drafts.names(), *(each for row in store.sessions() for each in (row.session, row.alias))}
    numbered = (f"{name[: _LONGEST_NAME - 6]}-{number}" for number in count(2))
    return next(one for one in chain([name], numbered) if one not in taken)


class Brought(msgspec.Struct, frozen=True, tag="thread"):
    """Draft entry: the thread was added. Its bytes are stored with this entry."""


class Grown(msgspec.Struct, frozen=True, tag="grown"):
    """Draft entry: a later version of the thread was added. The entry stores its posts, whose keys are `posts`."""

    posts: tuple[str, ...]


class Told(msgspec.Struct, frozen=True, tag="table"):
    """Draft entry: facts that are not in the thread, namely header fields and the seats of authors."""

    header: Mapping[str, str]
    people: Mapping[str, str]


class Answered(msgspec.Struct, frozen=True, tag="answer"):
    """Draft entry: the user's answer about a post, which is named by its key. None withdraws the answer."""

    post: str
    answer: Answer | None


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """Draft entry: the last answer was withdrawn."""


class RecordedAs(msgspec.Struct, frozen=True, tag="recorded"):
    """Posts with these keys were recorded in a session. Later posts go to the same session."""

    session: str
    posts: tuple[str, ...]


Said = Brought | Grown | Told | Answered | Undone | RecordedAs | InboxQuestion
_said: Final = msgspec.json.Decoder(Said)


class DraftState(NamedTuple):
    """The state of a draft after its last entry `seq`; `answers` are by post key.

    - `was`: earlier versions of edited posts, by the key of the later version.
    - `undoes`: the post of the last answer, which `undo` would withdraw.
    - `session`: where posts were recorded, or "". `recorded`: the keys of these posts and of their edited versions.
    - `question`: the stored question of an inbox.
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
    question: InboxQuestion | None = None


def read_draft(drafts: ImportDrafts, name: str) -> DraftState:
    """Read a draft by its name. Raises RefusedError if no draft has this name."""
    entries = drafts.entries(name)
    statements = [(entry, _said.decode(entry.body)) for entry in entries]
    archive, was = _joined([
        _read(entry.raw, one.posts if isinstance(one, Grown) else None) for entry,
        one in statements if entry.raw is not None
    ])  # fmt: skip
    edited = {key: post_keys([old])[0] for key, old in was.items()}
    told = next((one for _, one in reversed(statements) if isinstance(one, Told)), Told({}, {}))
    answered = list(_in_force(statements))
    answers, by = dict[str, Answer](), dict[str, str]()
    for entry, one in answered:
        answers.pop(one.post, None)
        if one.answer is not None:
            answers[one.post], by[one.post] = one.answer, entry.who
    kept = [one for _, one in statements if isinstance(one, RecordedAs)]
    recorded = [post for one in kept for post in one.posts]
    for key, old in edited.items():  # versions of a post are in order
        recorded += [key] if old in recorded else []
    return DraftState(
        name, entries[-1].seq, archive, {**archive.header, **told.header}, told.people, answers, by,
        answered[-1][1].post if answered else "", was, kept[-1].session if kept else "",
        tuple(recorded), next((one for _, one in reversed(statements) if isinstance(one, InboxQuestion)), None),
    )  # fmt: skip


def _in_force(statements: Sequence[tuple[DraftEntry, Said]]) -> Iterator[tuple[DraftEntry, Answered]]:
    found = list[tuple[DraftEntry, Answered]]()
    for entry, one in statements:
        if isinstance(one, Answered):
            found.append((entry, one))
        elif isinstance(one, Undone) and found:
            found.pop()
        elif isinstance(one, RecordedAs):  # recorded answers are corrected in the session
            yield from found
            found.clear()
    yield from found


@lru_cache(maxsize=64)
def _read(raw: bytes, keys: tuple[str, ...] | None) -> tuple[Archive, Mapping[str, ArchivedPost]]:
    """Return one version of a thread, and its posts by key. The keys of a later version are given."""
    archive = read_archive(raw) if keys is None else msgspec.json.decode(raw, type=Archive)
    return archive, dict(zip(keys or post_keys(archive.posts), archive.posts, strict=True))


def _joined(states: Sequence[tuple[Archive, Mapping[str, ArchivedPost]]]) -> tuple[Archive, dict[str, ArchivedPost]]:
    """Merge all versions of a thread. Also return earlier versions of edited posts, by the key of the later version."""
    archives, was, posts = [archive for archive, _ in states], dict[str, ArchivedPost](), dict(states[0][1])
    places = {place: key for key, post in reversed(posts.items()) if (place := _place(post))}
    for _, later in states[1:]:
        for key, post in later.items():
            if key in posts:
                continue
            place = _place(post)
            there = places.get(place, "")
            if there:
                was[key] = posts[there]
                posts = dict((key, post) if known == there else (known, old) for known, old in posts.items())
            else:
                posts[key] = post
            if place:
                places[place] = key
    notes = tuple(dict.fromkeys(note for each in archives for note in each.notes))
    numbered = (msgspec.structs.replace(post, number=number) for number, post in enumerate(posts.values(), 1))
    return Archive(archives[-1].kind, tuple(numbered), notes, {**archives[0].header, **archives[-1].header}), was


def _place(post: ArchivedPost) -> tuple[str, ...]:
    """Return what identifies a post that was edited, () if nothing does."""
    if post.where:
        return post.author, post.where, ""
    return (post.author, "", post.when) if post.when else ()


class ImportDraft:
    """The open draft of an import: stores each answer about a post at once, and reads the posts with these answers."""

    def __init__(self, drafts: ImportDrafts, store: EventStore, registry: Registry, name: str) -> None:
        self.drafts, self.store, self.registry = drafts, store, registry
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
        told: Told | None = None, *, session: str = "",
    ) -> "ImportDraft":  # fmt: skip
        """Begin a draft with the bytes of a thread, for a new session or as the inbox of a running one.

        Nothing is stored if `told` has a value that the session cannot accept.
        """
        archive = read_archive(raw)
        if told is not None:
            _refuse_wrong(store, registry, archive, told, session)
        seq = drafts.append(name, 0, who, _encoded(Brought()), now_ms(), raw)
        if told is not None:
            seq = drafts.append(name, seq, who, _encoded(told), now_ms())
        if session:
            drafts.append(name, seq, who, _encoded(RecordedAs(session, ())), now_ms())
        return cls(drafts, store, registry, name)

    @classmethod
    def inbox(cls, drafts: ImportDrafts, store: EventStore, registry: Registry, session: str) -> "ImportDraft":
        """Open the inbox of a session that follows a thread; begin an empty one if there is none."""
        if name := drafts.of_session(session):
            return cls(drafts, store, registry, name)
        row = store.row(session)
        name = row.alias if row.alias and not drafts.last(row.alias) else row.session
        empty = msgspec.json.encode(Archive("thread", ()))
        seq = drafts.append(name, 0, THREAD, _encoded(Grown(())), now_ms(), empty)
        drafts.append(name, seq, THREAD, _encoded(RecordedAs(session, ())), now_ms())
        return cls(drafts, store, registry, name)

    def keep(self, posts: Sequence[ArchivedPost]) -> None:
        """Add posts that were fetched from a followed thread, or later versions of them."""
        known = set(self.keys)
        fresh = {key: post for key, post in zip(post_keys(posts), posts, strict=True) if key not in known}
        if fresh:
            later = Archive("thread", tuple(fresh.values()))
            self._say(Grown(tuple(fresh)), THREAD, msgspec.json.encode(later))

    def _rules(self) -> FollowedRules | None:
        """Return how posts of a followed thread are read. If it is not followed any more, no author has a seat."""
        if not self.state.session:
            return None
        thread = self.drafts.followed.get(self.state.session)
        if thread is None:
            return FollowedRules({}) if any(post.origin for post in self.state.archive.posts) else None
        return FollowedRules(thread.seats, thread.unproven == "confirm")

    def bring(self, raw: bytes, who: str) -> int:
        """Add a later version of the thread; return the number of posts that are new or were edited."""
        known = set(self.keys)
        archive = read_archive(raw)
        posts = dict(zip(post_keys(archive.posts), archive.posts, strict=True))
        if known.isdisjoint(posts) and not self.state.session:
            raise RefusedError(f"this file has no post of draft {self.state.name}, so it is a different thread")
        fresh = {key: post for key, post in posts.items() if key not in known}
        if fresh:
            later = msgspec.structs.replace(archive, posts=tuple(fresh.values()))
            self._say(Grown(tuple(fresh)), who, msgspec.json.encode(later))
        return len(fresh)

    def set_header(self, header: Mapping[str, str], people: Mapping[str, str], who: str) -> None:
        """Store header fields and seats of authors, if a trial session in memory accepts them."""
        if self.state.session and _filled(header):
            owner = f"this draft belongs to session {self.state.session}"
            raise RefusedError(f"{owner}, whose seats and options cannot change")
        told = Told({**self.state.header, **_filled(header)}, {**self.state.people, **_filled(people)})
        _refuse_wrong(self.store, self.registry, self.state.archive, told, self.state.session, self._rules())
        self._say(told, who)

    def keep_form(self, header: Mapping[str, str], people: Mapping[str, str], who: str) -> None:
        """Store the values of a form, also wrong and incomplete ones, so that no typed value is lost.

        An empty value clears a field. `follow` raises the error of a wrong value. Options of another game are dropped.
        """
        known = {} if self.state.session else dict(self.state.header)
        game = known.get("game", "")
        if header.get("game", game) != game and game in self.registry:
            other = set(self.registry.options(game).__struct_fields__)
            known = {name: value for name, value in known.items() if name not in other}
        told = Told({**known, **header}, {**self.state.people, **_filled(people)})
        if (told.header, told.people) != (self.state.header, self.state.people):
            self._say(told, who)

    def answer(self, post: str, answer: Answer | None, who: str, seen: int | None = None) -> None:
        """Store an answer about a post; None withdraws it. `seen` is the last entry that its author has seen."""
        if post not in self.keys:
            raise RefusedError("this post is not in the draft")
        if post in self.state.recorded:
            raise RefusedError(f"this post is already recorded in session {self.state.session}. Correct it there")
        later = (_said.decode(entry.body) for entry in self.drafts.entries(self.state.name) if entry.seq > (seen or 0))
        if seen is not None and seen < self.drafts.entries(self.state.name)[0].seq:
            raise ConflictError("the posts of this inbox have changed in the meantime. Check the new answer first")
        if seen is not None and any(isinstance(one, Answered) and one.post == post for one in later):
            what = "another person has answered about this post in the meantime"
            raise ConflictError(f"{what}. Check the new answer first")
        self._say(Answered(post, answer), who)

    def undo(self, who: str) -> str:
        """Withdraw the last answer, and return the key of its post."""
        if not self.state.undoes:
            raise RefusedError("no answer can be undone, because none was given yet")
        undone = self.state.undoes
        self._say(Undone(), who)
        return undone

    def _say(self, statement: Said, who: str, raw: bytes | None = None) -> None:
        for _ in range(3):
            with suppress(ConflictError):  # another person has answered about another post
                self.drafts.append(self.state.name, self.state.seq, who, _encoded(statement), now_ms(), raw)
                self.state = read_draft(self.drafts, self.state.name)
                return
            self.state = read_draft(self.drafts, self.state.name)
        raise ConflictError(f"another person is changing draft {self.state.name}. Try again")

    def follow(self, stand: str = "") -> Iterator[WalkedPost]:
        """Read posts up to the first unclear one, or up to the post with key `stand`; yield each passed post.

        Raises the errors of `stage_posts`.
        """
        self.state = read_draft(self.drafts, self.state.name)
        session = self.state.session
        head = self.store.head(session).seq if session else 0
        rules = self._rules()
        begun = (self.state.archive.posts, self.state.header, self.state.people, self.state.recorded, head, rules)
        if self.walk is None or self._begun != begun:
            target = Target(session) if session else Target(header=self.state.header, alias=self.state.name)
            archive, people, filed = self.state.archive, self.state.people, self.state.recorded
            self.walk = None
            self.walk = stage_posts(self.store, self.registry, archive, target, people, filed, rules=rules)
            self._begun = begun
        yield from self.walk.follow(self.state.answers, stand)

    def record(self, who: str) -> str:
        """Record the posts before the first unclear post; return the session id. Raises RefusedError without posts."""
        list(self.follow())
        assert self.walk is not None
        new = [one for one in self.walk.walked if one.is_new and one.key not in self.state.recorded]
        if not new:
            raise RefusedError("no post is ready to be recorded")
        if not self.state.session and self.walk.is_silent:
            stopped = f"post {self.walk.open.post.number} is unclear, and " if self.walk.open else ""
            before = " before it" if self.walk.open else ""
            raise RefusedError(
                f"nothing is recorded: {stopped}no move was found in {counted(len(new), 'post')}{before}"
            )
        session = record_posts(self.walk, self.store)
        self._say(RecordedAs(session, tuple(one.key for one in new)), who)
        return session

    def record_passed(self, who: str) -> int:
        """Record the posts that the walk has passed so far; return their number."""
        assert self.walk is not None
        new = [one.key for one in self.walk.walked if one.is_new and one.key not in self.state.recorded]
        found = [one.key for one in self.walk.walked if not one.is_new and one.key not in self.state.recorded]
        if new:
            record_posts(self.walk, self.store)
        if new or found:
            self._say(RecordedAs(self.state.session, (*found, *new)), who)
        return len(new)

    def shorten(self) -> None:
        """Remove the recorded posts from the inbox of a session that follows a thread. The log contains them."""
        state, posts = self.state, zip(self.keys, self.state.archive.posts, strict=True)
        left = {key: post for key, post in posts if key not in state.recorded}
        if len(left) == len(self.keys):
            return
        archive = Archive("thread", tuple(left.values()))
        entries: list[tuple[Said, bytes | None]] = [(Grown(tuple(left)), msgspec.json.encode(archive))]
        entries += [(Told(state.header, state.people), None)] if state.people else []
        entries += [(Answered(key, answer), None) for key, answer in state.answers.items() if key in left]
        entries.append((RecordedAs(state.session, ()), None))
        waits = self.keys[state.question.post - 1] if state.question is not None and state.question.post else ""
        if state.question is not None and waits in left:
            at = list(left).index(waits) + 1
            entries.append((msgspec.structs.replace(state.question, post=at), None))
        with self.drafts.transaction():
            after = state.seq
            for statement, raw in entries:
                after = self.drafts.append(state.name, after, THREAD, _encoded(statement), now_ms(), raw)
            self.drafts.drop_before(state.name, state.seq)
        self.state, self.walk = read_draft(self.drafts, state.name), None

    def keep_question(self, who: str) -> None:
        """Store which post of a running session the walk stopped at, if this has changed, to show who must answer.

        If the walk could not begin, because the seats of authors are missing, the moderator must answer.
        """
        if not (session := self.state.session):
            return
        waits = (at for at, key in enumerate(self.keys, 1) if key not in self.state.recorded)
        question = InboxQuestion(session, next(waits, 0))
        if self.walk is not None:
            opened = self.walk.open
            question = InboxQuestion(session, opened.post.number, opened.seat) if opened else InboxQuestion(session)
        if question != (self.state.question or InboxQuestion(session)):
            self._say(question, who)


def _refuse_wrong(
    store: EventStore, registry: Registry, archive: Archive, told: Told, session: str,
    rules: FollowedRules | None = None,
) -> None:  # fmt: skip
    """Refuse invalid fields and seats. Missing ones are requested later."""
    with suppress(UnsaidError):
        stage_posts(store, registry, archive, Target(session, told.header), told.people, rules=rules)


def _encoded(statement: Said) -> str:
    return msgspec.json.encode(statement).decode()


def _filled(given: Mapping[str, str]) -> dict[str, str]:
    return {name: value.strip() for name, value in given.items() if value.strip()}
