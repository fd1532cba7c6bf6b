"""Walk over the posts of a file, recording each before the next is read, up to the first unclear one.

An answer belongs to one post. If an earlier answer changes, the later posts are read again with their own answers.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Final, Literal, NamedTuple

import msgspec

from events.errors import NotationError
from events.events import ALL, OMNISCIENT, Move, SessionEvent
from events.lazy_patterns import lazy_pattern
from events.session_events import Posted, PostOrigin
from events.store.memory import MemoryStore
from projections.contracts import ObservedChance
from projections.draft import DeclaredResults, run
from projections.notation.prose.reading import JOINT, parts_of
from projections.notation.recorded_chance import Typed
from projections.registry import Registry
from projections.wording import titled
from replay.importing import archive as archives
from replay.importing.archive import Archive, ArchivedPost
from replay.posts.blocks import Block, Post, read_post, unfenced
from replay.posts.choices import unclear_words
from replay.posts.directives import read_directive
from replay.posts.door import Filing
from replay.posts.lines import ReadLine, begins_with_verb
from replay.posts.paste import Choice, Pasted, Poster, only_commands
from replay.posts.prose import ProseReader
from replay.posts.read import LinePlace, PostReader, ReadPaste, ReadPost, paste_of, posted_blocks
from replay.posts.revisions import block_lines, key_of_line, last_attempt
from replay.posts.simulate import LookAhead
from replay.posts.unasked import answer_surely
from replay.reading.timeline import Timeline
from replay.reading.trust import trust_policy
from replay.session.submission import PrefacedSession, answer_under
from replay.transfer.bundle import stage

Status = Literal["chat", "read", "answered", "filed"]
BEFORE: Final = 200_000  # the first line number for lines that a user adds before a post
BEHIND: Final = 300_000  # the first line number for lines that a user adds after a post
_WORD: Final = lazy_pattern(r"[\w-]+")
_MOST_EARLIER: Final = 3
"""The maximum number of earlier posts of a seat without a move that are listed with an unclear post."""
_ALLOWED: Final = ". Allowed: "  # begins the list of expected signs at the end of an error of notation
_NO_READING: Final = "No meaning was found for this line. Choose its move, or write it"
_MOST_NAMED: Final = 8  # the maximum number of authors that an error names
_EDITED: Final = "this post was edited after it was recorded. The new version is saved, but its moves are not read"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A user's answer about a post: how to read its lines (`choices`, by number), moves to add before or after it."""

    choices: Mapping[int, Choice] = {}
    before: str = ""
    behind: str = ""


class WalkedPost(NamedTuple):
    """A clear post, recorded as entries `first` to `last`; not `is_new` if the log had it. `places` by line number.

    `left` are its words that no move uses; `goes_on` is true if its seat must still move after it.
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
    left: tuple[str, ...] = ()
    goes_on: bool = False


class OpenPost(NamedTuple):
    """The post at which the walk stopped. `is_unread` is true if it seems to be about moves, but no move was read."""

    key: str
    post: ArchivedPost
    seat: str
    answer: Answer
    paste: ReadPaste
    stopped: ReadLine | None = None
    trouble: str = ""
    is_unread: bool = False

    @property
    def open_lines(self) -> Sequence[ReadLine]:
        """The lines that need an answer: the line that cannot be recorded, or else the unclear lines."""
        return (self.stopped,) if self.stopped is not None else self.paste.open


class EarlierPost(NamedTuple):
    """An earlier post that may be misread. `sets` is the value that it gave and that the question names, or ""."""

    walked: WalkedPost
    sets: str = ""


class Progress(NamedTuple):
    """Counts: all posts, passed posts, then posts read without help, answered and chat, and moves; last, the turn."""

    posts: int
    passed: int
    read: int
    answered: int
    chat: int
    moves: int
    turn: int


class FollowedRules(NamedTuple):
    """How the posts of a followed thread are read: the seats of authors by their ids there.

    With `confirms`, the moves of a post whose author is not proven wait until a person confirms them.
    """

    seats: Mapping[str, str]
    confirms: bool = False

    def seat_of(self, origin: archives.Origin) -> str:
        """Return the seat of the author of a post, "" if it is not known."""
        return self.seats.get(origin.writer, "")


def question_of(line: ReadLine) -> ReadLine:
    """Return an open line whose message lists no bare signs such as `>`. A line without a choice says so."""
    if line.is_settled or line.waits:
        return line
    message, _, allowed = line.message.partition(_ALLOWED)
    if not line.choices:
        message = f"{line.message if any(map(str.isalnum, allowed)) else message}. {_NO_READING}"
    return msgspec.structs.replace(line, message=message)


def _is_export(archive: Archive) -> bool:
    """Return whether block headers name a session, as in an exported transcript. There, other posts are chat."""
    for post in archive.posts:
        with suppress(NotationError):
            if any(block.session for block in archives.post_with_blocks(post, "").blocks):
                return True
    return False


def post_keys(posts: Sequence[ArchivedPost]) -> list[str]:
    """Return a key for each post, in order. A key stays the same if other posts are inserted.

    Posts with the same text get different keys.
    """
    seen, keys = Counter[str](), list[str]()
    for post in posts:
        content = msgspec.json.encode((post.author, post.written, post.where, post.text))
        name = sha256(content).hexdigest()[:16]
        seen[name] += 1
        keys.append(f"{name}-{seen[name]}" if seen[name] > 1 else name)
    return keys


class ThreadWalk:
    """Records the posts of an archive into a session, up to the first unclear one (`open`).

    Posts with keys in `filed` are already in the session. A session with built-in dice records each post at once,
    because rolls cannot be undone. Any other session is a copy in memory.
    """

    def __init__(
        self, session: PrefacedSession, registry: Registry, archive: Archive, people: Mapping[str, str],
        filed: Sequence[str] = (), *, is_running: bool = False, rules: FollowedRules | None = None,
    ) -> None:  # fmt: skip
        self.rules = rules
        self.registry, self.archive, self.base = registry, archive, session.head.seq if is_running else 0
        seats = session.started.seats
        posted = [(event, entry.by, entry.seq) for entry, event in session.table.events_of(Posted)]
        self.authors = self._read_authors(seats, [(event.author, by) for event, by, _ in posted], people)
        wrote = [(author.posts, author.blocks) for author in self.authors if author.seat in seats]
        self._uses_blocks = sum(2 * blocks - posts for posts, blocks in wrote) >= 0
        """At least half of the seats' posts have blocks, so a post without one is chat, unless it may be a move."""
        self._is_export = rules is None and _is_export(archive)
        self.holds = {author.name: author.seat for author in self.authors}
        self.keys = post_keys(archive.posts)
        self.open: OpenPost | None = None
        self._is_running = is_running
        self.viewer = ALL if is_running else OMNISCIENT
        """Before an import is recorded, only its host and helpers see it, so nothing is hidden from them."""
        self._start(session)
        self._edited = {event.where for event, _, _ in posted if event.where}
        there = dict.fromkeys(filed, 0) | dict(self._in_log([(event, seq) for event, _, seq in posted]))
        passed = [at for at, key in enumerate(self.keys) if key in there]
        self.order = [*passed, *(at for at, key in enumerate(self.keys) if key not in there)]
        ends = [*(seq - 1 for _, _, seq in posted), session.head.seq]
        self.walked = [self._known(at, there[self.keys[at]], ends) for at in passed]

    def _read_authors(
        self, seats: Sequence[str], posted: Sequence[tuple[str, str]], people: Mapping[str, str]
    ) -> tuple[archives.Author, ...]:
        """Return the authors with their seats: from `people`, else from the log (`posted`), else from their posts."""
        if self.rules is not None:
            return self._followed_authors(people)
        names = {name for post in self.archive.posts for name in (post.author, *post.names)}
        known = {author: by for author, by in posted if by in (*seats, archives.MODERATOR) and author in names}
        authors = archives.archive_authors(self.archive, seats, {**known, **people})
        if self.archive.kind != "transcript":  # blocks of a transcript name their seats
            archives.require_known(authors)
        return authors

    def _followed_authors(self, people: Mapping[str, str]) -> tuple[archives.Author, ...]:
        """Return the authors of a followed thread: seats come from their ids, and `people` for posts without one."""
        seats = {post.author: people.get(post.author, "") for post in self.archive.posts if post.origin is None}
        seats |= {post.author: self._seat_of(post, "") for post in self.archive.posts if post.origin is not None}
        wrote = Counter(post.author for post in self.archive.posts)
        return tuple(archives.Author(name, posts, 0, (), seats[name]) for name, posts in wrote.items())

    def _seat_of(self, post: ArchivedPost, known: str | None = None) -> str:
        """Return the seat of the author of a post, `-` for none, "" if it is not known."""
        if self.rules is not None and post.origin is not None:
            return self.rules.seat_of(post.origin)
        return self.holds[post.author] if known is None else known

    def _known(self, at: int, first: int, ends: Sequence[int]) -> WalkedPost:
        post, last = self.archive.posts[at], next((end for end in ends if end >= first > 0), 0)
        moves, seat = self._moves(first - 1, last) if first else 0, self._seat_of(post)
        return WalkedPost(self.keys[at], post, seat, "filed", None, (), first, last, moves, is_new=False)

    def _moves(self, after: int, last: int) -> int:
        entries = self.session.table.entries[after:last]
        return sum(isinstance(entry.event, Move) and not entry.implied for entry in entries)

    def _in_log(self, posted: Sequence[tuple[Posted, int]]) -> Iterator[tuple[str, int]]:
        """Yield the keys of posts in the log, with their entries. With built-in dice the last may be incomplete."""
        if self.rules is not None:
            yield from self._fetched(posted)
        there: dict[tuple[str, ...], list[int]] = {}
        for event, seq in posted[: len(posted) - self.rolls]:
            there.setdefault((event.author, event.when, event.where, event.text), []).append(seq)
        if not there:
            return
        for key, post in zip(self.keys, self.archive.posts, strict=True):
            if self.rules is not None and post.origin is not None:
                continue
            seqs = there.get((post.author, post.written, post.where, read_post(post.text, "").text))
            if seqs:
                yield key, seqs.pop(0)

    def _fetched(self, posted: Sequence[tuple[Posted, int]]) -> Iterator[tuple[str, int]]:
        """Yield the keys of posts of a followed thread that are in the log, by their origins, with their entries."""
        last = posted[-1][1] if posted and self.rolls else 0
        origins = [(event.source, event.post, entry.seq) for entry, event in self.session.table.events_of(PostOrigin)]
        seqs = [seq for _, seq in posted]
        there = {(source, post): seqs[bisect_left(seqs, seq) - 1] for source, post, seq in origins}
        for key, post in zip(self.keys, self.archive.posts, strict=True):
            seq = there.get((post.origin.source, post.origin.post), 0) if post.origin else 0
            if seq and seq != last:
                yield key, seq

    def _start(self, session: PrefacedSession) -> None:
        self.session = session
        self._posted = posted_blocks(self.timeline)

    @property
    def timeline(self) -> Timeline:
        """The session after the posts read so far, as the person who imports them may know it."""
        return Timeline(self.session.row, self.session.view(self.viewer))

    @property
    def rolls(self) -> bool:
        """Whether this server rolls dice or deals cards for the session."""
        return self.session.started.has_tower

    @property
    def is_done(self) -> bool:
        """Whether the walk has read every post, so that no unclear post is left."""
        return len(self.walked) == len(self.keys)

    @property
    def is_silent(self) -> bool:
        """Whether posts were passed, but none of them contains a move or sets a value."""
        entries = self.session.table.entries
        events = (entry.event for one in self.walked for entry in entries[one.first - 1 : one.last])
        return (
            bool(self.walked)
            and all(one.is_new and one.first for one in self.walked)
            and not any(not isinstance(event, Posted) for event in events)
        )

    @property
    def progress(self) -> Progress:
        """The progress so far."""
        found = Counter(one.status for one in self.walked)
        moves, turn = sum(one.moves for one in self.walked), self.session.status.turn
        read = found["read"] + found["filed"]
        return Progress(len(self.keys), len(self.walked), read, found["answered"], found["chat"], moves, turn)

    def follow(self, answers: Mapping[str, Answer] = {}, stand: str = "") -> Iterator[WalkedPost]:
        """Continue from the first post with a changed answer, up to the post `stand`; yield each passed post.

        Raises UnknownAuthorsError at a post that seems to contain moves of a seat without an author.
        """
        open_ = ((at, one) for at, one in enumerate(self.walked) if one.status != "filed")
        changed = (at for at, one in open_ if one.key == stand or answers.get(one.key) != one.answer)
        first = next(changed, len(self.walked))
        upto = self.walked[first].first - 1 if first < len(self.walked) else self.session.head.seq
        del self.walked[first:]
        self._cut_to(upto)
        self.open = None
        for at in self.order[len(self.walked) :]:
            if not self._walk(at, answers.get(self.keys[at]), stand):
                return
            yield self.walked[-1]

    def refused_line(self) -> ReadLine | None:
        """Return the line of the open post that its author knows to be illegal although a spectator does not."""
        opened = self.open
        if opened is None or self.rules is None or opened.seat not in self.session.started.seats:
            return None
        seat, settled = opened.seat, {line.number for line in opened.paste.lines if line.is_settled}
        told = self._of_author(opened.post, seat, self._post_of(opened.post, seat), is_new=False)
        timeline = Timeline(self.session.row, self.session.view(seat))
        key = opened.key if self.rolls else ""
        pasted = Pasted(text=opened.post.text, choices=opened.answer.choices, key=key)
        read = PostReader(timeline, self.session.store, Poster(seat, seat), pasted, posted=self._posted).read(told)
        return next((line for line in read.lines if line.number in settled and not line.is_settled), None)

    def look(self) -> Iterator[WalkedPost]:
        """Read the posts of a session with built-in dice as a spectator can. Nothing is recorded or rolled."""
        reader = PostReader(self.timeline, self.session.store, Poster("", ALL), posted=self._posted)
        for at in self.order[len(self.walked) :]:
            post = self.archive.posts[at]
            seat = self._seat_of(post)
            read = reader.read(self._post_of(post, seat))
            yield WalkedPost(self.keys[at], post, seat, "read", None, read.lines, 0, 0, 0)

    def further(self, answers: Mapping[str, Answer], most: int) -> Iterator[OpenPost]:
        """Yield later unclear posts, as if other open lines were chat. The walk cannot be used afterwards."""
        found, at = dict(answers), self.open
        for _ in range(most):
            if at is None:
                return
            lines = (*at.paste.open, at.stopped) if at.stopped else at.paste.open or at.paste.lines
            choices = dict(at.answer.choices)
            for line in lines:
                choices[line.number] = Choice(take=line.choices[0]) if line.is_likely else Choice(chat=True)
            skipped = msgspec.structs.replace(at.answer, choices=choices)
            if found.get(at.key) == skipped:
                return
            found[at.key] = skipped
            with suppress(archives.UnknownAuthorsError):  # it is the next unclear post
                list(self.follow(found))
            if (at := self.open) is not None:
                yield at

    def earlier(self) -> tuple[EarlierPost, ...]:
        """Return the posts to check if the open post does not fit, the latest first.

        They are the posts of its seat and of the seats to move, back to the last move of each, and the posts that set
        a value of its seat which the question names.
        """
        assert self.open is not None
        found, status = dict[str, EarlierPost](), self.session.status
        for seat in dict.fromkeys((self.open.seat, *status.awaited)) if status.outcome is None else ():
            back = [one for one in reversed(self.walked) if seat in (one.seat, *(line.seat for line in one.lines))]
            moved = next((at for at, one in enumerate(back) if one.moves), len(back))
            chat = sorted(back[:moved], key=lambda one: one.status != "answered")
            found |= {one.key: EarlierPost(one) for one in (*chat[:_MOST_EARLIER], *back[moved : moved + 1])}
        found |= {one.walked.key: one for one in self._setting(self.open)}
        return tuple(sorted(found.values(), key=lambda one: -one.walked.post.number))

    def _setting(self, current_post: OpenPost) -> Iterator[EarlierPost]:
        timeline, lines = self.timeline, (*current_post.paste.open, current_post.stopped)
        fields = timeline.game.editor.fields
        if fields is None:
            return

        def values(seq: int) -> dict[str, str]:
            return dict(fields.describe(timeline.position(seq))) if seq else {}

        words_in_messages = set(_WORD.findall(" ".join(line.message for line in lines if line)))
        named = {
            place: value
            for place, value in values(timeline.last).items()
            if current_post.seat in place.split() and value in words_in_messages
        }
        for place, value in named.items():
            for one in reversed(self.walked):
                if one.moves and values(one.last).get(place) == value != values(one.first - 1).get(place):
                    yield EarlierPost(one, f"{place} = {value}")
                    break

    def _cut_to(self, upto: int) -> None:
        if upto < self.session.head.seq:
            row, target = self.session.row, MemoryStore()
            stage(self.session.store, target, row.session, upto)
            self._start(PrefacedSession.load(target, self.registry, row.session, self.session.clock))

    def _walk(self, at: int, answer: Answer | None, stand: str) -> bool:
        post, key, given = self.archive.posts[at], self.keys[at], answer or Answer()
        seat = self._seat_of(post)
        try:
            told = self._to_read(at, seat, is_new=answer is None and key != stand)
            added = (*_added(given.before, seat, -1, BEFORE), *_added(given.behind, seat, BEHIND, BEHIND))
        except (NotationError, archives.UnknownAuthorsError) as error:
            empty = ReadPaste(self.timeline.last, trouble=str(error))
            self.open = OpenPost(key, post, seat, given, empty, trouble=str(error))
            if isinstance(error, archives.UnknownAuthorsError) and not self._is_running:
                raise
            return False
        if told is None:
            return True
        told = msgspec.structs.replace(told, blocks=(*told.blocks, *added))
        return self._ask(key, post, seat, told, answer, stand)

    def _to_read(self, at: int, seat: str, *, is_new: bool) -> Post | None:
        """Return a post with the lines to read, None if all of it is clear and it was recorded.

        If nobody has answered about it (`is_new`), raises UnknownAuthorsError for moves of an unknown author.
        """
        post, key = self.archive.posts[at], self.keys[at]
        told, is_seats = self._post_of(post, seat), seat in self.session.started.seats
        if self.rules is not None:
            is_known = is_seats or seat == archives.MODERATOR
            return (
                self._of_author(post, seat, told, is_new=is_new)
                if is_known
                else self._unread(post, seat, told, is_new=is_new)
            )
        if is_new and not (seat or told.blocks):
            self._require_no_moves(post, archives.seats_without_author(self.authors, self.session.status.awaited))
        is_plain = bool(told.blocks) or self._uses_blocks or not is_seats
        if is_new and is_plain and not self.rolls and self._file_plain(key, post, seat, told):
            return None
        return unfenced(told, seat) if is_seats and not told.blocks else told

    def _unread(self, post: ArchivedPost, seat: str, told: Post, *, is_new: bool) -> Post:
        """Return a post of a followed thread whose author has no seat, without blocks.

        Raises UnknownAuthorsError if the seat is not known, the post may contain moves, and nobody has answered.
        """
        if is_new and not seat and (told.blocks or self._speaks_of_moves(post, self.session.status.awaited)):
            what = f"the seat of {post.author} is not known, and the post seems to contain moves"
            where = "on the page Thread of the session, or with `follow`"
            raise archives.UnknownAuthorsError(f"{what}. The moderator chooses the seat {where}", self.authors)
        return msgspec.structs.replace(told, blocks=())

    def _of_author(self, post: ArchivedPost, seat: str, told: Post, *, is_new: bool) -> Post:
        """Return a post of a followed thread with the lines that its author, a seat or the moderator, may write.

        Raises NotationError for a block of another seat, if nobody has answered about the post.
        """
        is_moderators = seat == archives.MODERATOR
        if not told.blocks:
            is_read = not is_moderators or only_commands(post.text.split("\n"))
            return unfenced(told, seat) if is_read else told
        own = tuple(block for block in told.blocks if not block.quoted and (is_moderators or block.seat == seat))
        others = (block for block in told.blocks if not block.quoted and block not in own and block.lines)
        if is_new and (other := next(others, None)):
            what = f"this block is for {titled(other.seat)}, but its author plays {titled(seat)}"
            raise NotationError(what, line=other.number)
        return msgspec.structs.replace(told, blocks=own)

    def _require_no_moves(self, post: ArchivedPost, free: Sequence[str]) -> None:
        """Raise UnknownAuthorsError if a post may contain moves of the seats `free`, which no author has.

        The post's author has no known seat. If every seat has an author, the post is by a spectator.
        """
        if self._speaks_of_moves(post, free):
            unknown = [author for author in self.authors if not author.seat]
            names = ", ".join(author.name for author in unknown[:_MOST_NAMED])
            what = f"post {post.number} seems to contain moves, but the seat of {post.author} is not known"
            raise archives.UnknownAuthorsError(f"{what}. Choose the seat of each author: {names}", unknown)

    def _speaks_of_moves(self, post: ArchivedPost, seats: Sequence[str]) -> bool:
        timeline, lines = self.timeline, post.text.split("\n")
        readers = (ProseReader(timeline.game, LookAhead(timeline), seat) for seat in seats)
        return any(reader.speaks_of_moves(lines) for reader in readers)

    def _file_plain(self, key: str, post: ArchivedPost, seat: str, told: Post) -> bool:
        """Record a post whose blocks all have headers. Return False if a line of it is unclear."""
        session, before, poster = self.session, self.session.head.seq, Poster("", OMNISCIENT)
        timeline = Timeline(session.row, session.table)
        if again := bool(post.where) and post.where in self._edited:
            told = msgspec.structs.replace(told, blocks=())  # the first version is in the log
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
        """Return whether an awaited seat's post has prose after its last move (in `moved`) that may be a move."""
        if self._is_export and not told.blocks:
            return False
        awaited = self.session.status.awaited
        blocks = told.blocks or (unfenced(told, told.by).blocks if told.by in awaited else ())
        for block in (block for block in blocks if block.seat in awaited):
            last = max((line.number for line in block.lines if line.number in moved), default=0)
            later = [line.meant for line in block.lines if line.number > last]
            prose = [line for line in later if not begins_with_verb(line) and read_directive(line) is None]
            if prose:
                timeline = Timeline(self.session.row, self.session.table)
                reader = ProseReader(timeline.game, LookAhead(timeline), block.seat)
                if reader.read(prose) is not None or reader.speaks_of_moves(prose):
                    return True
        return False

    def _ask(self, key: str, post: ArchivedPost, seat: str, told: Post, answer: Answer | None, stand: str) -> bool:
        """Read a whole post and record it if it is clear; otherwise stop at it."""
        given, timeline, is_new = answer or Answer(), self.timeline, answer is None and key != stand
        poster, read_as, paste = self._read(post, key, seat, told, given.choices)
        if key == stand and given.choices:
            asked = read_as({})
            paste = asked if len(asked.open) == 1 else paste  # the question of an answered post, to answer it anew
        marks: tuple[SessionEvent, ...] = ()
        if self.rules is not None and is_new:
            paste, marks = self._read_by_policy(timeline, paste, read_as)
        read = paste.posts[0]
        opened = OpenPost(key, post, seat, given, paste)
        if self._waits(opened, poster, read, is_new=answer is None, is_shown=key == stand):
            return False
        taken = {number: choice.take for number, choice in given.choices.items() if choice.take}
        left = _words_left(paste, paste if taken.keys() <= paste.phrases.keys() else read_as({}), taken)
        before = self.session.head.seq
        filing = Filing(self.session, poster, marks=(*marks, *self._origin(post, told)))
        stop = filing.file([read])
        if stop is not None:
            if not self.rolls:
                self._cut_to(before)
            self.open = OpenPost(key, post, seat, given, paste, stop.line)
            return False
        self._pass(key, post, seat, answer, told, read.lines, before, filing.places)
        if self.walked[-1].moves:
            self.walked[-1] = self.walked[-1]._replace(left=left)
        return True

    def _waits(self, opened: OpenPost, poster: Poster, read: ReadPost, *, is_new: bool, is_shown: bool) -> bool:
        """Keep a post as the open one, and return True, if a person must answer about it, or if it `is_shown`."""
        trouble = self._unproven(opened.post, opened.seat, read) if is_new else ""
        trouble = trouble or self._interrupted(poster, read, opened.answer.choices)
        is_unread = is_new and read.again is None and self._is_unread(self.timeline, opened.seat, read)
        if not (trouble or opened.paste.open or is_unread or is_shown):
            return False
        self.open = opened._replace(trouble=trouble, is_unread=is_unread and not trouble)
        return True

    def _read(
        self, post: ArchivedPost, key: str, seat: str, told: Post, choices: Mapping[int, Choice]
    ) -> tuple[Poster, Callable[[Mapping[int, Choice]], ReadPaste], ReadPaste]:
        """Read a post with answers. Return the person who submits it, and a function that reads it again."""
        timeline, source = self.timeline, post.origin.source if self.rules and post.origin else ""

        def read_as(poster: Poster, choices: Mapping[int, Choice]) -> ReadPaste:
            pasted = Pasted(text=post.text, choices=choices, key=key if self.rolls else "", fetched_from=source)
            reader = PostReader(timeline, self.session.store, poster, pasted, posted=self._posted)
            return paste_of(reader, timeline, pasted, [reader.read(told)])

        poster = self._poster(seat)
        paste = read_as(poster, choices)
        is_for_others = any(line.seat not in ("", seat) or read_directive(line.text) for line in paste.lines)
        if poster.by and self.rules is None and is_for_others:
            # the author of the post cannot submit a line of another seat, so it is recorded for that seat
            poster = Poster("", ALL)
            paste = read_as(poster, choices)
        return poster, partial(read_as, poster), paste

    def _poster(self, seat: str) -> Poster:
        """Return the person who submits the posts of a seat's author."""
        is_known = seat in (*self.session.started.seats, archives.MODERATOR)
        if self.rules is not None:
            return Poster(seat, ALL) if is_known else Poster("", ALL)
        if self.rolls:  # the author, so that a post can be continued after a stop
            return Poster(seat if is_known else archives.MODERATOR, ALL)
        return Poster("", self.viewer, asks=True)

    def _read_by_policy(
        self, timeline: Timeline, paste: ReadPaste, read: Callable[[Mapping[int, Choice]], ReadPaste]
    ) -> tuple[ReadPaste, tuple[SessionEvent, ...]]:
        """Answer the questions of a post of a followed thread, as far as the policy of the session allows it."""
        policy = trust_policy(timeline.reading)
        if policy == "notation":
            words = {line.number: Choice(chat=True) for line in paste.open if line.number in paste.prose}
            return (read(words) if words else paste), ()
        if policy != "sure":
            return paste, ()
        paste, mark = answer_surely(timeline, lambda: timeline, paste, read)
        return paste, ((mark,) if mark else ())

    def _origin(self, post: ArchivedPost, told: Post) -> tuple[PostOrigin, ...]:
        if self.rules is None or post.origin is None:
            return ()
        one = post.origin
        return (PostOrigin(told.author, one.source, one.post, one.at_ms, one.proof, one.link, one.writer),)

    def _unproven(self, post: ArchivedPost, seat: str, read: ReadPost) -> str:
        """Return why the moves of a post of a followed thread wait, "" if they do not."""
        if self.rules is None or not self.rules.confirms or post.origin is None or post.origin.proof != "none":
            return ""
        moves = any(line.status == "ok" and not line.filed for line in read.lines)
        what = "the thread does not confirm who wrote this post"
        return f"{what}. {titled(seat)} must confirm it with the link of the seat" if moves else ""

    def _interrupted(self, poster: Poster, read: ReadPost, choices: Mapping[int, Choice]) -> str:
        """Return which line of a fetched post was recorded only in part, because the program stopped; "" if none was.

        With built-in dice each move is recorded at once. Such a line is not read again, so that no move is repeated.
        """
        if self.rules is None or not self.rolls or read.again is None:
            return ""
        store, session = self.session.store, self.session.row.session
        for number, line in enumerate(block_lines(read.post), 1):
            own = key_of_line(read.key, number)
            is_begun = answer_under(store, session, poster.by, own) is not None
            if is_begun and line.number not in choices:
                _, done = last_attempt(store, session, poster.by, own)
                if done is None:
                    what = f"the program stopped while it recorded line {line.number} of this post"
                    return f"{what}. Check its moves in the log, and record the missing ones by hand"
        return ""

    def _is_unread(self, timeline: Timeline, seat: str, read: ReadPost) -> bool:
        """Return whether a post without a move seems to be about moves, or is by a seat that must answer."""
        if seat not in self.session.started.seats or any(line.status != "chat" for line in read.lines):
            return False
        if self.rules is not None and trust_policy(timeline.reading) == "notation":
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
        if_read: Status = "read" if any(line.status != "chat" for line in lines) else "chat"
        status: Status = "filed" if self.rolls else if_read if answer is None else "answered"
        moves, then = self._moves(before, last), self.session.status
        self.walked.append(WalkedPost(
            key, post, seat, status, answer, lines, before + 1, last, moves, places=places,
            goes_on=then.outcome is None and then.seat == seat in then.awaited,
        ))  # fmt: skip

    def _post_of(self, post: ArchivedPost, seat: str) -> Post:
        """Parse the blocks of a post. An author's name in a block header is replaced by the author's seat."""
        told, seats = archives.post_with_blocks(msgspec.structs.replace(post, at=0), seat), self.session.started.seats
        holds = ((archives.as_seat(name), held) for name, held in self.holds.items())
        called = {name: held for name, held in holds if held in (*seats, archives.MODERATOR)}
        called |= {name: name for name in seats}
        blocks = (msgspec.structs.replace(block, seat=called.get(block.seat, block.seat)) for block in told.blocks)
        return msgspec.structs.replace(told, blocks=tuple(blocks))


def _words_left(paste: ReadPaste, asked: ReadPaste, taken: Mapping[int, str]) -> tuple[str, ...]:
    """Return the words of a post that its chosen readings do not use. `asked` is the post before the choices."""
    found = [phrase.text for line in paste.phrases.values() for phrase in line if phrase.kind == "left"]
    unclear = unclear_words(asked)
    for line in asked.open:
        if line.number not in paste.phrases and taken.get(line.number) in line.choices:
            found += [word.text for word in unclear.get(line.number, ()) if word.kind == "left"]
    return tuple(filter(None, (text.strip(" ,.;:!?()") for text in found)))


def _added(text: str, seat: str, place: int, first: int) -> Iterator[Block]:
    """Yield blocks for lines added to a post. `place` is the block's line number, `first` the offset of its lines."""
    if not text.strip():
        return
    post = read_post(text, "")
    blocks = post.blocks or unfenced(post, "" if seat == archives.NOBODY else seat).blocks
    for block in blocks:
        lines = tuple(msgspec.structs.replace(line, number=first + line.number) for line in block.lines)
        yield msgspec.structs.replace(block, number=place, lines=lines, closed=False, head="")


def with_unknown(place: LinePlace, line: str) -> str:
    """Replace cards and tiles, but not dice, in a line of notation by unknown ones; "" if the line has neither."""
    ahead, known, unknown = place.ahead.tried(), list[str](), list[str]()
    for part in parts_of(line):
        for written in ahead.game.notation.exact(part, ahead.position, place.seat) or ():
            stated = DeclaredResults(written.stated, written.absent)
            for seen, blind, into in (
                (written.seen, False, known),
                (ObservedChance(faces=written.seen.faces), True, unknown),
            ):
                chance = Typed(seen, blind=blind)
                draft = run(ahead.game.rules, ahead.position, written.move, chance, strict=False, stated=stated)
                into.append(ahead.game.notation.write(draft.entries, ahead.position))
            ahead.go_on(written, lenient=True)
    return JOINT.join(unknown) if unknown != known else ""
