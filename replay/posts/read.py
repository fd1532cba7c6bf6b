"""Read pasted posts: check block headers, classify lines, compare board statements, find earlier versions.

Nothing is saved and no dice are rolled. Only what the poster may know is used. Posts that are recorded from a
transcript are read line by line when each line's turn comes; they are read ahead only for a preview.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from itertools import takewhile
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from events.errors import ConflictError, NotationError
from events.events import ALL
from events.lazy_patterns import lazy_pattern
from events.session_events import Posted
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.notation.prose.reading import parts_of
from projections.notation.prose.rollers import is_roll
from projections.wording import titled
from replay.posts.approved_phrases import confirmed
from replay.posts.blocks import Block, BlockLine, Post, head_of, read_posts, separator, with_around
from replay.posts.directives import directive_slip, read_directive
from replay.posts.lines import NOT_HEARD, HeardLine, LineReader, ReadLine, Status, begins_with_verb
from replay.posts.paste import Choice, Pasted, Poster, lines_of, posts_of
from replay.posts.retractions import struck_out, unmarked, without_spans
from replay.posts.revisions import EarlierLine, Version, block_lines, earlier_lines, versions_of
from replay.posts.simulate import LookAhead
from replay.posts.suggestions import Phrase, ProseReading
from replay.reading.audience import AudienceCollector
from replay.reading.claims import ClaimComparison
from replay.reading.timeline import Timeline
from replay.session.auto_pass import after_silence
from replay.session.conflicts import UnseenLine, unseen_lines

_HEAD: Final = lazy_pattern(r"(?<!=)==+[^=\n]{1,120}==+")
_MOST: Final = 8
_AHEAD: Final = 3  # the number of turns that implied passes may skip


class Question(msgspec.Struct, frozen=True):
    """A question about a header."""

    says: str
    choices: tuple[str, ...] = ()  # corrected headers; without any, the block cannot be recorded
    is_read: bool = False  # the lines can be read before the answer, because their seat is certain


def chosen(block: Block, take: str) -> Block:
    """Return the block with the header line `take`, which the user chose for this block."""
    head = head_of(take) if block.head else None
    if head is None:
        return block
    return replace(block, seat=head.seat, turn=head.turn, after=head.after, session=head.session, head=take)


def question(timeline: Timeline, block: Block, poster: Poster, position: Any = None) -> Question | None:
    """Return the question to settle before a block is recorded, or None. `position` is that before the block."""
    seats = timeline.reading.started.seats
    known = (*seats, "moderator")
    if poster.records:
        unknown = NotationError("this is not a seat of this session", line=block.number, read=block.seat, allowed=known)
        return None if block.seat in known else Question(str(unknown), known)
    if block.seat not in known:
        near = get_close_matches(block.seat, known, n=_MOST, cutoff=0.5) or seats
        heads = tuple(_head(timeline, block, seat) for seat in near)
        return Question(f'"{block.seat}" is not a seat of this session', heads)
    if poster.seat and block.seat != poster.seat:
        other = titled(block.seat)
        what = f"this block is for {other}, but you are posting as {titled(poster.seat)}"
        return Question(f"{what}. Change its header, or post it as {other}")
    asked: list[str] = []
    turn = block.turn
    if block.session and block.session.casefold() not in _names(timeline, block.session):
        asked.append(f'the header names the session "{block.session}", which is not a name of this session')
    if block.turn and position is not None:
        status = timeline.game.rules.status(position)
        if block.turn != status.turn and not _comes(timeline, position, block.turn):
            asked.append(f"the header says turn {block.turn}, but this is turn {status.turn}")
            turn = status.turn
    after = block.after
    if after > timeline.last:
        asked.append(f"the header says after #{after}, but the log ends at entry {timeline.last}")
        after = 0
    if not asked:
        return None
    fitting = replace(block, turn=turn, after=after)
    return Question("; ".join(asked), (_head(timeline, fitting, block.seat),), is_read=True)


def _head(timeline: Timeline, block: Block, seat: str) -> str:
    name = timeline.row.alias or timeline.row.session
    turn = f" T{block.turn}" if block.turn else ""
    after = f" after #{block.after}" if block.after else ""
    return f"== {name}{turn} {seat}{after} =="


def _names(timeline: Timeline, asked: str) -> set[str]:
    """Return the names of this session: id, alias, title, and names in the headers of recorded posts."""
    row = timeline.row
    names = {row.session, row.alias, *row.title.casefold().split(), "-".join(row.title.casefold().split())} - {""}
    if asked.casefold() in names:
        return names
    posts = [entry.event.text for entry in timeline.entries if isinstance(entry.event, Posted)]
    heads = (head_of(found) for text in posts for found in _HEAD.findall(text))
    return names | {head.session.casefold() for head in heads if head is not None and head.session}


def _comes(timeline: Timeline, position: Any, turn: int) -> bool:
    """Return whether passes of the awaited seats, from `position` on, lead to turn `turn`."""
    game = timeline.game
    if timeline.reading.started.cards == timeline.reading.started.dice == "tower":
        return False
    for _ in range(_AHEAD):
        position = after_silence(game, position)
        if position is None or game.rules.status(position).turn >= turn:
            break
    return position is not None and game.rules.status(position).turn == turn


_SETTLED: Final = Choice()
STRUCK: Final = "struck out"  # the message for a line that is struck out completely
_JOINT: Final = r"(?:[.;!?,]\s+|\b(?:and|then)\b\s*)"
_CLAUSE: Final = lazy_pattern(rf"{_JOINT}(?=\w)(?:{_JOINT}+(?=\w))?", re.IGNORECASE)
"""The end of a clause and the words that join the next one."""
REST: Final = "rest of"
"""The beginning of the `where` field of a post that contains the rest of another post."""
_REST: Final = lazy_pattern(rf"{REST} #([1-9][0-9]{{0,8}})")
_FENCE: Final = lazy_pattern(r"(?<!=)==+\s*\w")


def read_after(number: int) -> str:
    """Return the message for a line of prose that can be read only when line `number` is recorded."""
    return f"read after line {number} is recorded"


def read_with(number: int) -> str:
    """Return the message for a line of prose whose question or reading is shown at line `number`."""
    return f"read with line {number}"


class LineToFile(msgspec.Struct, frozen=True):
    """A line to record: its number among the read lines of the post, its text, seat, answer and reading."""

    number: int
    line: BlockLine
    seat: str
    choice: Choice
    read: ReadLine
    ends: bool = False  # it is the last line of a closed block
    moves: tuple[Written, ...] = ()  # its moves, if they do not depend on anything still to come
    position: Any = None  # the position before it
    heard: HeardLine = NOT_HEARD
    rest: tuple[tuple[BlockLine, Choice], ...] = ()  # the text after it that can be read only when it is recorded
    guessed: bool = False  # where its rest begins is a guess, because no reading has the chosen move


class _KnownLines(NamedTuple):
    """The numbered lines of a post (`counted`, from 1), and those that an earlier version recorded (`before`)."""

    counted: Mapping[int, int]
    before: Mapping[int, EarlierLine]
    is_whole: bool


class ReadPost(msgspec.Struct, frozen=True):
    """One of the pasted posts, its `audience`, and the versions of it that are already in the log."""

    post: Post
    key: str
    audience: str
    lines: tuple[ReadLine, ...]
    to_file: tuple[LineToFile, ...] = ()
    earlier: tuple[Version, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether a line of this post is not yet recorded."""
        return any(line.status != "chat" and not line.filed for line in self.lines)

    @property
    def again(self) -> Version | None:
        """The version of this post in the log that has the same text, or None."""
        return next((version for version in reversed(self.earlier) if version.is_same), None)

    @property
    def changed(self) -> Version | None:
        """The last version of this post in the log that has a different text, or None."""
        return next((version for version in reversed(self.earlier) if not version.is_same), None)


class LinePlace(NamedTuple):
    """The simulated position before a line, and the seat of the line."""

    ahead: LookAhead
    seat: str


class ReadPaste(msgspec.Struct, frozen=True):
    """A pasted text after reading."""

    seq: int  # the last entry of the log
    posts: tuple[ReadPost, ...] = ()
    after: int | None = None  # the last entry its author had seen
    crossing: tuple[UnseenLine, ...] = ()  # entries that changed the position since `after`
    trouble: str = ""  # why the text could not be parsed
    position: Any = None  # the position after its lines, as far as the poster may know
    waits: str = ""  # what is still unknown
    places: Mapping[int, LinePlace] = {}  # the simulation before each line, by line number
    unheard: tuple[str, ...] = ()  # awaited seats whose posts contain no move, if this is not known to the poster
    game: Any = None
    prose: Mapping[int, ProseReading] = {}  # readings of prose, by the line that holds the question
    phrases: Mapping[int, Sequence[Phrase]] = {}  # what became of its phrases, by line
    struck: Mapping[int, tuple[str, Sequence[tuple[int, int]]]] = {}  # posted lines with struck-out spans, by line
    around: tuple[ReadLine, ...] = ()  # the lines outside the blocks

    @property
    def shown(self) -> tuple[ReadLine, ...]:
        """All lines to show: read, struck out completely, and outside the blocks."""
        return (*self.lines, *self.struck_whole, *self.around)

    @property
    def struck_whole(self) -> tuple[ReadLine, ...]:
        """The lines that are struck out completely, without quotations."""
        read = {line.number for line in (*self.lines, *self.around)}
        return tuple(
            ReadLine(number, unmarked(posted).strip(), "chat", message=STRUCK)
            for number, (posted, spans) in self.struck.items()
            if number not in read and not posted.lstrip().startswith(">")
            and unmarked(posted).strip() and not without_spans(posted, spans).strip()
        )  # fmt: skip

    @property
    def lines(self) -> tuple[ReadLine, ...]:
        """All lines that were read, in order."""
        return tuple(line for post in self.posts for line in post.lines)

    @property
    def open(self) -> tuple[ReadLine, ...]:
        """The lines that must be settled before anything is recorded."""
        return tuple(line for line in self.lines if not line.is_settled)

    @property
    def is_settled(self) -> bool:
        """Whether nothing needs an answer any more, so that the text can be recorded."""
        return not (self.trouble or self.crossing or self.open or self.unheard)

    @property
    def is_filed(self) -> bool:
        """Whether all lines of the text are already recorded."""
        return all(post.again is not None and not post.is_open for post in self.posts)

    @property
    def differing(self) -> tuple[ReadLine, ClaimComparison] | None:
        """The first board statement in the text that differs from the board, and its line."""
        found = ((line, claim) for line in self.lines for claim in line.claims if claim.differs)
        return next(found, None)


def read_post(timeline: Timeline, store: EventStore, pasted: Pasted, poster: Poster) -> ReadPaste:
    """Read a pasted text on the timeline of the poster. Raises RefusedError, or ConflictError for key or `after`."""
    try:
        posts = posts_of(pasted, poster, timeline.reading.started.seats)
    except NotationError as error:
        return ReadPaste(timeline.last, trouble=str(error))
    if pasted.after is not None and not 0 <= pasted.after <= timeline.last:
        raise ConflictError(f"entry {pasted.after} does not exist. The log ends at entry {timeline.last}")
    reader, lines, read = PostReader(timeline, store, poster, pasted), lines_of(pasted), list[ReadPost]()
    for number, post in enumerate(posts, 1):
        end = posts[number].number - 1 if number < len(posts) else len(lines)
        own_lines = list(takewhile(lambda line: separator(line) is None, lines[post.number - 1 : end]))
        reader.struck |= {at + post.number: (own_lines[at], spans) for at, spans in struck_out(own_lines).items()}
        whose = reader.speaker(post)
        read.append(reader.read(with_around(post, own_lines, whose) if whose else post, number))
    return paste_of(reader, timeline, pasted, read)


def paste_of(reader: "PostReader", timeline: Timeline, pasted: Pasted, read: Sequence[ReadPost]) -> ReadPaste:
    """Build the result from posts and the notes of their reader."""
    after, orders = _seen(read, pasted)
    is_open = after is not None and any(post.is_open for post in read)
    crossing = unseen_lines(timeline, after or 0, orders=orders) if is_open else ()
    ahead = reader.lines.ahead
    unheard = () if reader.poster.records else _silent_seats(reader, read)
    return ReadPaste(
        timeline.last, tuple(read), after, crossing, "", ahead.position, ahead.waits, reader.places,
        unheard, timeline.game, reader.prose, reader.phrases, reader.struck, tuple(reader.around),
    )  # fmt: skip


def _silent_seats(reader: "PostReader", posts: Sequence[ReadPost]) -> tuple[str, ...]:
    """Return the seats that must move, but wrote new posts without a move, and did not mark them as chat.

    A post may have no line to read, for example if it only quotes. A session that is over accepts no moves, so all
    posts in it are chat.
    """
    timeline, pasted = reader.timeline, reader.pasted
    if pasted.chat_only or timeline.reading.unsealed:
        return ()
    awaited = timeline.status(timeline.last).awaited
    new = [post for post in posts if post.again is None]
    if not any(_has_lines(post.post) for post in posts):
        silent = {reader.speaker(post.post) for post in new}
        return tuple(seat for seat in awaited if seat in silent)
    lines = _unquoted_lines(reader, new)
    heard = {line.seat for line in lines if line.status != "chat" or pasted.choices.get(line.number, _SETTLED).chat}
    unheard = {line.seat for line in lines} - heard
    return tuple(seat for seat in awaited if seat in unheard)


def _has_lines(post: Post) -> bool:
    return bool(post.around) or any(block.lines for block in post.blocks)


def _unquoted_lines(reader: "PostReader", posts: Sequence[ReadPost]) -> list[ReadLine]:
    """Return the lines of posts without those of quoted blocks, and of posts that only quote."""
    quoted = {block.number for post in posts for block in post.post.blocks if block.quoted}
    own = [post.post for post in posts if not all(block.quoted for block in post.post.blocks)]
    outside = {line.number for post in own for line in post.around}
    return [
        *(line for post in posts for line in post.lines if line.number not in quoted),
        *(line for line in reader.around if line.number in outside),
    ]


def _seen(posts: Sequence[ReadPost], pasted: Pasted) -> tuple[int | None, bool]:
    """Return the last entry that the author had seen, and whether effects of standing orders since then are news."""
    heads = [block.after for post in posts for block in post.post.blocks if block.after and block.lines]
    stated = [*heads, *([] if pasted.after is None else [pasted.after])]
    own = max((version.upto for post in posts for version in post.earlier), default=0)
    if not stated and not own:
        return None, True
    after = max(min(stated, default=0), own, pasted.crossing)
    return after, after != own


class PostReader:
    """Reads posts one after the other, each from the position after the posts before it.

    Without `looks`, a line is read only just before it is recorded. `posted` are (turn, seat) of recorded blocks.
    """

    def __init__(
        self, timeline: Timeline, store: EventStore, poster: Poster, pasted: Pasted | None = None, *,
        looks: bool = True, posted: AbstractSet[tuple[int, str]] | None = None,
    ) -> None:  # fmt: skip
        self.timeline, self.store, self.poster, self.looks = timeline, store, poster, looks
        self.pasted = pasted or Pasted(text="")
        self.lines = LineReader(timeline, poster, store=store)
        self.lines.ahead.confirmed = cache(lambda: tuple(one.wording for one in confirmed(timeline, store)))
        self.places: dict[int, LinePlace] = {}
        self.prose: dict[int, ProseReading] = {}
        self.phrases: dict[int, list[Phrase]] = {}
        self.around: list[ReadLine] = []
        self.struck: dict[int, tuple[str, Sequence[tuple[int, int]]]] = {}
        self._posted = posted
        self._rests: dict[int, tuple[tuple[BlockLine, Choice], ...]] = {}
        self._waits_at = 0  # the last line that can be read further only when it is recorded

    def speaker(self, post: Post) -> str:
        """Return the seat that wrote a post, or ""."""
        seats = self.timeline.reading.started.seats
        return next((who for who in (post.author, self.poster.by) if who in seats), "")

    def read(self, post: Post, number: int = 1) -> ReadPost:
        """Read one post; `number` counts the posts of one pasted text, from 1."""
        reader, pasted = self.lines, self.pasted
        key = f"{pasted.key}-{number}" if pasted.key else ""
        blocks = (chosen(block, self._choice(block.number).take) for block in post.blocks)
        post = replace(post, blocks=tuple(_with_before(block, self._before(post)) for block in blocks))
        reader.ahead.secrecy = AudienceCollector(self.timeline.reading.codec)
        earlier = [] if self.poster.records else versions_of(self.timeline, self.store, post, pasted, key)
        if any(version.key == key != "" and not version.is_same for version in earlier):
            raise ConflictError("this key was already used for another post")
        known = _known_lines(post, earlier)
        to_file, stood, at = list[LineToFile](), [(0, reader.ahead.tried())], 0
        for block in self._blocks(post):
            to_file += self._read_block(block, known, at, stood)
            at = known.counted[block.lines[-1].number] if block.lines else at
        self._read_around(post, stood)
        sealed = (version.audience for version in earlier if version.audience != ALL)
        audience = next(sealed, reader.ahead.secrecy.audience)
        return ReadPost(post, key, audience, tuple(one.read for one in to_file), tuple(to_file), tuple(earlier))

    def _read_around(self, post: Post, stood: Sequence[tuple[int, LookAhead]]) -> None:
        """Read the lines outside the blocks as chat. `stood` has the simulation after each block, by its line."""
        seat = self.speaker(post)
        for line in post.around:
            if not self._choice(line.number).take:
                ahead = next(ahead for number, ahead in reversed(stood) if number < line.number)
                self.around.append(ReadLine(line.number, line.text, "chat", seat))
                self.places[line.number] = LinePlace(ahead, seat)

    def _before(self, post: Post) -> str:
        """Return the text of the recorded post whose rest this post is, up to this rest; "" for any other post."""
        found = _REST.fullmatch(post.where)
        entries, seq = self.timeline.entries, int(found[1]) if found else 0
        event = entries[seq - 1].event if 0 < seq <= len(entries) else None
        return event.text.rpartition(post.text.split("\n")[0])[0] if isinstance(event, Posted) else ""

    def _read_block(
        self, block: Block, known: _KnownLines, at: int, stood: list[tuple[int, LookAhead]]
    ) -> Iterator[LineToFile]:
        """Read the header of a block, then its lines. `at` is the number of the last line before the block."""
        begun = known.is_whole or any(known.counted[line.number] in known.before for line in block.lines)
        head, reads = self._head(block, begun=begun)
        for each in head:
            yield LineToFile(at, BlockLine(block.number, block.seat), block.seat, _SETTLED, each)
        if reads:
            yield from self._read_lines(block, known, reads_prose=not begun)
        elif not self.looks:  # a quoted block is reported again
            for block_line in block.lines:
                self.lines.listen(block_line, block.seat)
        stood.append((block.number, self.lines.ahead.tried()))
        if reads and block.closed and self.looks:
            self.lines.ahead.finish(block.seat)

    def _read_lines(self, block: Block, known: _KnownLines, *, reads_prose: bool) -> Iterator[LineToFile]:
        reader = self.lines
        together: dict[int, ReadLine] = {}
        until = 0
        for index, block_line in enumerate(block.lines):
            at = known.counted[block_line.number]
            place = LinePlace(reader.ahead.tried(), block.seat) if self.looks and not self.poster.asks_nobody else None
            if place and reads_prose and index >= until and not reader.waits:
                together, until = self._prose(block, index)
                self.places |= dict.fromkeys(together, place)
            choice = self._choice(block_line.number)
            reader.moves, position = (), reader.ahead.position
            if place:
                self.places.setdefault(block_line.number, place)
            line = together.get(block_line.number) or self._line(
                block_line, block.seat, choice, known.before.get(at), is_whole=known.is_whole
            )
            ends = block.closed and block_line is block.lines[-1]
            moves = () if line.waits else reader.moves
            rest = self._rest_after(line)
            guess = self._guessed_rest(block_line, choice) if line.status == "ok" and not rest else ()
            heard = reader.heard
            if reads_prose and place and reader.waits and not rest and block_line.number not in together:
                later = self._lines_after(block, index, line)
                together |= self._postponed(later, block.seat)
                line = together.get(block_line.number, line)
                guess += later
            rests = rest or guess, bool(guess)
            yield LineToFile(at, block_line, block.seat, choice, line, ends, moves, position, heard, *rests)

    def _rest_after(self, line: ReadLine) -> tuple[tuple[BlockLine, Choice], ...]:
        """Return the text after a line that can be read only when the line is recorded."""
        rest = self._rests.get(line.number, ()) if line.status == "ok" else ()
        if rest:
            self.lines.ahead.waits = self.lines.waits or f"line {line.number} is recorded"
            self._waits_at = line.number
        return rest

    def _lines_after(self, block: Block, index: int, line: ReadLine) -> tuple[tuple[BlockLine, Choice], ...]:
        """Return the prose that must wait for dice or an answer, from the line at this index on or after it."""
        if line.status == "ok":
            self._waits_at = line.number
            return self._prose_from(block, index + 1)
        return self._prose_from(block, index) if line.status == "chat" and self._waits_at else ()

    def _postponed(self, lines: Iterable[tuple[BlockLine, Choice]], seat: str) -> dict[int, ReadLine]:
        return {
            line.number: ReadLine(line.number, line.text, "chat", seat, read_after(self._waits_at))
            for line, answer in lines if answer == _SETTLED
        }  # fmt: skip

    def _guessed_rest(self, line: BlockLine, choice: Choice) -> tuple[tuple[BlockLine, Choice], ...]:
        """Return the text after the first clause of a line, if its author chose a move that no reading of it has."""
        found, clause = self.prose.get(line.number), _CLAUSE.search(line.text)
        is_read = not choice.take or (found is not None and choice.take in found.choices)
        is_read = is_read or read_directive(choice.take) is not None
        if self.poster.records or is_read or clause is None or begins_with_verb(line.text):
            return ()
        end = clause.end()
        return ((replace(line, text=line.text[end:], column=line.column + end, before=line.text[:end]), _SETTLED),)

    def _prose_from(self, block: Block, index: int) -> tuple[tuple[BlockLine, Choice], ...]:
        """Return the lines of prose from an index on, up to the next line of notation."""
        every = () if self.poster.records else block.lines[index:]
        prose = takewhile(
            lambda line: not (begins_with_verb(line.meant) or self._is_notation(line.meant, block.seat)), every
        )
        return tuple((line, self._choice(line.number)) for line in prose if not self._choice(line.number).chat)

    def _blocks(self, post: Post) -> list[Block]:
        """Return the blocks, with lines outside them that were declared moves as blocks of one line.

        If a line outside follows a closed block of its seat, that block now ends with this line.
        """
        seat, found = self.speaker(post), list[Block]()
        taken_lines = [line for line in post.around if self._choice(line.number).take]
        around = [Block(line.number, seat, lines=(line,), closed=False) for line in taken_lines]
        for block in sorted((*post.blocks, *around), key=lambda one: one.number):
            if block in around and found and found[-1].closed and found[-1].seat == seat:
                found[-1] = replace(found[-1], closed=False)
                block = replace(block, closed=True)  # noqa: PLW2901
            found.append(block)
        return found

    def _prose(self, block: Block, index: int) -> tuple[dict[int, ReadLine], int]:
        """Read lines from `index` on together as prose; return their readings by line number, and the next index.

        If prose before a line of notation needs an answer, all lines of the block are read together. Lines that the
        chosen reading does not cover are read separately.
        """
        every = block.lines[index:]
        run, found = self._prose_run(every, block.seat)
        if found is None:
            return {}, index + max(1, len(run))
        anchor = run[found.line]
        choice = self._choice(anchor.number)
        if choice.take:
            run = self._covered(run, found, choice, block.seat)
        self._keep_phrases(run, choice, found)
        self.prose[anchor.number] = found
        rest = _rest_of(run, choice, found)
        if rest and not self.poster.records:
            rest, run = (*rest, *every[len(run) :]), every
        answered = ((line, self._choice(line.number)) for line in rest)
        self._rests[anchor.number] = tuple(
            (line, _SETTLED if line.number == anchor.number else answer) for line, answer in answered
        )
        others = [line for line in run if not self._is_kept_back(line, block.seat)]
        read = self._read_together([line for line in others if line is not anchor], anchor, rest, block.seat)
        if choice == _SETTLED:
            text = "\n".join(line.meant for line in others)
            read[anchor.number] = self.lines.ask_about(anchor, block.seat, found, text)
        return read, index + len(run)

    def _prose_run(
        self, every: Sequence[BlockLine], seat: str
    ) -> tuple[Sequence[BlockLine], ProseReading | None]:  # fmt: skip
        """Return the lines to read together, and their reading; all lines if prose before notation needs an answer."""
        run: Sequence[BlockLine] = every[: self._begins_notation(every, seat)]
        if not run:
            return run, None
        found = self.lines.prose([line.meant for line in run], seat, run[0].before)
        if found is None or len(run) == len(every) or all(begins_with_verb(line.meant) for line in run):
            return run, found
        if self._choice(run[found.line].number).chat:
            return run, found
        whole = self.lines.prose([line.meant for line in every], seat, run[0].before)
        return (every, whole) if whole else (run, found)

    def _begins_notation(self, lines: Sequence[BlockLine], seat: str) -> int:
        """Return the index of the first line of notation. Rolled faces below other rolled faces are not notation."""
        is_below_roll = False
        for at, line in enumerate(lines):
            if not (is_below_roll and is_roll(line.meant)) and self._is_notation(line.meant, seat):
                return at
            is_below_roll = is_roll(line.meant)
        return len(lines)

    def _covered(
        self, run: Sequence[BlockLine], found: ProseReading, choice: Choice, seat: str
    ) -> Sequence[BlockLine]:  # fmt: skip
        """Return the lines that the chosen reading covers."""
        written, end = parts_of(choice.take), found.line + 1
        behind = run[end:] if choice.take in found.choices else ()
        taken = takewhile(lambda line: line.meant in written or not self._is_notation(line.meant, seat), behind)
        return [*run[:end], *taken]

    def _read_together(
        self, lines: Sequence[BlockLine], anchor: BlockLine, rest: Sequence[BlockLine], seat: str
    ) -> dict[int, ReadLine]:  # fmt: skip
        """Return the lines that are settled with the line `anchor`, or that are read after it is recorded."""
        later = {line.number for line in rest}
        return {
            line.number: ReadLine(
                line.number, line.text, "chat", seat,
                message=read_after(anchor.number) if line.number in later else read_with(anchor.number),
            )
            for line in lines if line.number in later or self._choice(line.number) == _SETTLED
        }  # fmt: skip

    def _is_notation(self, line: str, seat: str) -> bool:
        if is_roll(line) and self.timeline.game.notation.exact(line, self.lines.ahead.position, seat) is None:
            return False
        verb, colon, _ = line.partition(":")
        is_code = bool(colon) and begins_with_verb(line) and verb.strip() in self.timeline.game.notation.verbs
        return self.lines.is_notation(line, seat) or is_code or self.lines.is_resignation(line, seat)

    def _is_kept_back(self, line: BlockLine, seat: str) -> bool:
        """Return whether a line is settled by itself: it could be private, or a resignation."""
        found = read_directive(line.meant)
        if found is not None:
            return found.stands_alone
        return bool(directive_slip(line.meant)) or self.lines.is_resignation(line.meant, seat)

    def _keep_phrases(self, run: Sequence[BlockLine], choice: Choice, found: ProseReading) -> None:
        taken = found.taken(choice.take) if choice == _SETTLED or choice.take else None
        for phrase in taken.phrases if taken else ():
            if phrase.line < len(run):
                self.phrases.setdefault(run[phrase.line].number, []).append(phrase)

    def _choice(self, number: int) -> Choice:
        return self.pasted.choices.get(number, _SETTLED)

    def _head(self, block: Block, *, begun: bool) -> tuple[list[ReadLine], bool]:
        """Return the question or problem of a whole block, and whether its lines are read."""
        line = ReadLine(block.number, block.head, "chat", block.seat)
        if not (block.lines and block.head):
            return [], True
        if self._choice(block.number).chat:
            return [replace(line, message="treated as chat")], False
        posted = self._posted
        if block.quoted and (block.turn, block.seat) in (posted_blocks(self.timeline) if posted is None else posted):
            return [replace(line, message="this is a quotation of a block that is already recorded")], False
        ahead = self.lines.ahead
        position = None if ahead.waits else ahead.position
        found = None if begun else question(self.timeline, block, self.poster, position)
        if found is None:
            return [], True
        if not found.is_read:
            ahead.waits = ahead.waits or f"line {block.number} is settled"
        status: Status = "question" if found.choices else "illegal"
        return [replace(line, status=status, message=found.says, choices=found.choices)], found.is_read

    def _line(
        self, block_line: BlockLine, seat: str, choice: Choice, before: EarlierLine | None, *, is_whole: bool
    ) -> ReadLine:  # fmt: skip
        """Return the reading of one line. A line that an earlier version of the post recorded is not read again."""
        line = ReadLine(block_line.number, block_line.text, "ok", seat)
        if before is None and is_whole and not choice.take:
            return replace(line, status="chat")
        if before is not None and not before.otherwise:
            return replace(line, filed=before.address, message=f"recorded as {before.address}")
        if before is not None and not (choice.take or choice.chat or choice.accept):
            was = f'in the earlier post (entry {before.version.seq}) this line was "{before.otherwise}"'
            ahead = self.lines.ahead
            ahead.waits = ahead.waits or f"line {block_line.number} is settled"
            return replace(
                line, status="question", choices=(block_line.meant,),
                message=f"{was}, and that move stays recorded as {before.address}. Is this one more move?",
            )  # fmt: skip
        return self.lines.read(block_line, seat, choice) if self.looks else self.lines.listen(block_line, seat)


def _known_lines(post: Post, earlier: Sequence[Version]) -> _KnownLines:
    own = list(block_lines(post))
    counted = {block_line.number: count for count, block_line in enumerate(own, 1)}
    before = earlier_lines(earlier, [block_line.meant for block_line in own])
    return _KnownLines(counted, before, any(version.is_same and version.is_whole for version in earlier))


def _with_before(block: Block, before: str) -> Block:
    first = [replace(line, before=before) for line in block.lines[:1]] if before else []
    return replace(block, lines=(*first, *block.lines[len(first) :]))


def _rest_of(run: Sequence[BlockLine], choice: Choice, found: ProseReading) -> tuple[BlockLine, ...]:
    """Return the text of lines of prose that a reading leaves for later, the chosen or else the first one."""
    taken = None if choice.chat or choice.accept else found.taken(choice.take)
    if taken is None or taken.later is None or taken.later[0] >= len(run):
        return ()
    index, column = taken.later
    first, *more = run[index:]
    before = "\n".join([*(line.text for line in run[:index]), first.text[:column]])
    if first.meant in parts_of(taken.text):  # a line of notation is read as a whole
        return tuple(more)
    return replace(first, text=first.text[column:], column=first.column + column, before=before), *more


def posted_blocks(timeline: Timeline) -> set[tuple[int, str]]:
    """Return (turn, seat) of every block in those posts of the log that the timeline's viewer may read."""
    found = set[tuple[int, str]]()
    for entry in timeline.entries:
        if isinstance(entry.event, Posted) and _FENCE.search(entry.event.text):
            with suppress(NotationError):
                blocks = [block for post in read_posts(entry.event.text) for block in post.blocks]
                found |= {(block.turn, block.seat) for block in blocks if block.lines}
    return found
