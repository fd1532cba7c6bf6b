"""A post, read: how each of its lines reads, what it claims, what crossed it, and what was filed of it before.

Reading writes nothing and asks no die. It is computed from what whoever files may know. Of a post that is recorded as
it stands, lines are left for when it is their turn; only for a preview they are read ahead.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import takewhile
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from events.errors import ConflictError, NotationError
from events.events import ALL
from events.session_events import Posted
from events.store.protocol import EventStore
from projections.notation.prose.lexicon import Wording
from projections.terms import Written
from replay.posts.approved_phrases import confirmed
from replay.posts.blocks import Block, BlockLine, Post, read_posts, separator, with_around
from replay.posts.headers import chosen, question
from replay.posts.lines import NOT_HEARD, HeardLine, LineReader, ReadLine, Status, begins_with_verb
from replay.posts.paste import Choice, Pasted, Poster, lines_of, posts_of
from replay.posts.prose import Phrase, ProseReading, parts_of
from replay.posts.retractions import struck_out, unmarked, without_spans
from replay.posts.revisions import EarlierLine, Version, block_lines, earlier_lines, versions_of
from replay.posts.simulate import LookAhead
from replay.reading.audience import AudienceCollector
from replay.reading.claims import ClaimComparison
from replay.reading.timeline import Timeline
from replay.session.conflicts import UnseenLine, unseen_lines

_SETTLED: Final = Choice()
STRUCK: Final = "struck out"
"""What is said of a line that is struck out whole."""
_FENCE: Final = re.compile(r"(?<!=)==+\s*\w")


class LineToFile(msgspec.Struct, frozen=True):
    """One line as it goes into the log: what was said, in whose block, and what is settled about it.

    `number` counts the lines of its post that are read, from 1. `ends` says that its block ends with it. `moves` are
    what it says, if that depends on nothing that is still to come; it was read at `position`. `heard` is what its words
    meant there.
    """

    number: int
    line: BlockLine
    seat: str
    choice: Choice
    read: ReadLine
    ends: bool = False
    moves: tuple[Written, ...] = ()
    position: Any = None
    heard: HeardLine = NOT_HEARD


class _KnownLines(NamedTuple):
    """The lines of a post: by number their count from 1, and by count what stands in the log of an earlier version.

    The post `is_whole` if all of it is in the log.
    """

    counted: Mapping[int, int]
    before: Mapping[int, EarlierLine]
    is_whole: bool


def _known_lines(post: Post, earlier: Sequence[Version]) -> _KnownLines:
    lines = list(block_lines(post))
    return _KnownLines(
        {block_line.number: count for count, block_line in enumerate(lines, 1)},
        earlier_lines(earlier, [block_line.meant for block_line in lines]),
        any(version.is_same and version.is_whole for version in earlier),
    )


class ReadPost(msgspec.Struct, frozen=True):
    """One post of what was pasted. `audience` may read it; `earlier` are versions of it that are in the log."""

    post: Post
    key: str
    audience: str
    lines: tuple[ReadLine, ...]
    to_file: tuple[LineToFile, ...] = ()
    earlier: tuple[Version, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether something of it is still to be filed."""
        return any(line.status != "chat" and not line.filed for line in self.lines)

    @property
    def again(self) -> Version | None:
        """The version in the log that says the same."""
        return next((version for version in reversed(self.earlier) if version.is_same), None)

    @property
    def changed(self) -> Version | None:
        """The last version in the log that says something else."""
        return next((version for version in reversed(self.earlier) if not version.is_same), None)


class LinePlace(NamedTuple):
    """Where a line of a post stands: where the lines before it have led, and whose it is."""

    ahead: LookAhead
    seat: str


class ReadPaste(msgspec.Struct, frozen=True):
    """What was pasted, as it reads. `seq` is the last line of the log, `after` the last one its author had seen.

    `crossing` are the lines that changed the position since. `trouble` says why nothing could be read. `position` is
    where the lines lead in its `game`, as far as whoever files can tell, and `waits` what that hangs on. `places` are
    where its lines stand, by their numbers. `unheard` are awaited seats whose posts say no move, though nobody has said
    that they are chat. `prose` are the readings of prose by the line that is asked about them, `phrases` what became of
    each phrase in such lines, by their numbers; `struck` are the lines as posted of which something is struck out, and
    where; `around` are the lines around the blocks.
    """

    seq: int
    posts: tuple[ReadPost, ...] = ()
    after: int | None = None
    crossing: tuple[UnseenLine, ...] = ()
    trouble: str = ""
    position: Any = None
    waits: str = ""
    places: Mapping[int, LinePlace] = {}
    unheard: tuple[str, ...] = ()
    game: Any = None
    prose: Mapping[int, ProseReading] = {}
    phrases: Mapping[int, Sequence[Phrase]] = {}
    struck: Mapping[int, tuple[str, Sequence[tuple[int, int]]]] = {}
    around: tuple[ReadLine, ...] = ()

    @property
    def shown(self) -> tuple[ReadLine, ...]:
        """All that a reading shows: the lines that were read, those that are struck out whole, and those around."""
        return (*self.lines, *self.struck_whole, *self.around)

    @property
    def struck_whole(self) -> tuple[ReadLine, ...]:
        """The lines that are struck out whole, where their author said them."""
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
        """The lines that have to be settled before anything is filed."""
        return tuple(line for line in self.lines if not line.is_settled)

    @property
    def is_settled(self) -> bool:
        """Whether it can be filed."""
        return not (self.trouble or self.crossing or self.open)

    @property
    def is_filed(self) -> bool:
        """Whether all of it is in the log already."""
        return all(post.again is not None and not post.is_open for post in self.posts)

    @property
    def differing(self) -> tuple[ReadLine, ClaimComparison] | None:
        """The first claim that differs from the board, and its line."""
        found = ((line, claim) for line in self.lines for claim in line.claims if claim.differs)
        return next(found, None)


def key_of_post(key: str, number: int) -> str:
    """The key of one post of what was pasted under a key."""
    return f"{key}-{number}" if key else ""


def read_post(timeline: Timeline, store: EventStore, pasted: Pasted, poster: Poster) -> ReadPaste:
    """Read what was pasted, on the timeline of whoever files.

    Raises:
        RefusedError: it is empty, too long, or of no seat of this session.
        ConflictError: the key was used for another post, or a line was seen that is not here.
    """
    try:
        posts = posts_of(pasted, poster, timeline.reading.started.seats)
    except NotationError as error:
        return ReadPaste(timeline.last, trouble=str(error))
    if pasted.after is not None and not 0 <= pasted.after <= timeline.last:
        raise ConflictError(f"there is no line {pasted.after} here: this log ends at line {timeline.last}")
    reader, lines, read = PostReader(timeline, store, poster, pasted), lines_of(pasted), list[ReadPost]()
    for number, post in enumerate(posts, 1):
        end = posts[number].number - 1 if number < len(posts) else len(lines)
        said = list(takewhile(lambda line: separator(line) is None, lines[post.number - 1 : end]))
        reader.struck |= {at + post.number: (said[at], spans) for at, spans in struck_out(said).items()}
        whose = reader.speaker(post)
        read.append(reader.read(with_around(post, said, whose) if whose else post, number))
    return paste_of(reader, timeline, pasted, read)


def paste_of(reader: "PostReader", timeline: Timeline, pasted: Pasted, read: Sequence[ReadPost]) -> ReadPaste:
    """Posts that a reader has read, with all that it has noted about them."""
    after, orders = _seen(read, pasted)
    is_open = after is not None and any(post.is_open for post in read)
    crossing = unseen_lines(timeline, after or 0, orders=orders) if is_open else ()
    ahead = reader.lines.ahead
    return ReadPaste(
        timeline.last, tuple(read), after, crossing, "", ahead.position, ahead.waits, reader.places,
        _unheard(timeline, read, pasted), timeline.game, reader.prose, reader.phrases, reader.struck,
        tuple(reader.around),
    )  # fmt: skip


def _unheard(timeline: Timeline, posts: Sequence[ReadPost], pasted: Pasted) -> tuple[str, ...]:
    """The awaited seats that speak in posts which are not filed yet, and say no move in any of them."""
    lines = [line for post in posts if post.again is None for line in post.lines]
    heard = {line.seat for line in lines if line.status != "chat" or pasted.choices.get(line.number, _SETTLED).chat}
    awaited = timeline.status(timeline.last).awaited
    return tuple(seat for seat in awaited if seat not in heard and any(line.seat == seat for line in lines))


def _seen(posts: Sequence[ReadPost], pasted: Pasted) -> tuple[int | None, bool]:
    """The last line that the post's author had seen, and whether what standing orders did since is news."""
    heads = [block.after for post in posts for block in post.post.blocks if block.after and block.lines]
    stated = [*heads, *([] if pasted.after is None else [pasted.after])]
    own = max((version.upto for post in posts for version in post.earlier), default=0)
    if not stated and not own:
        return None, True
    after = max(min(stated, default=0), own, pasted.crossing)
    return after, after != own


class PostReader:
    """Reads posts one after the other, each from where those before it have led.

    Unless it `looks`, their lines are left for when it is their turn. `posted` are the turn and seat of blocks that are
    filed already, where whoever reads keeps count of them.
    """

    def __init__(
        self, timeline: Timeline, store: EventStore, poster: Poster, pasted: Pasted | None = None, *,
        looks: bool = True, posted: AbstractSet[tuple[int, str]] | None = None,
    ) -> None:  # fmt: skip
        self.timeline, self.store, self.poster, self.looks = timeline, store, poster, looks
        self.pasted = pasted or Pasted(text="")
        self.lines = LineReader(timeline, poster)
        self.lines.ahead.confirmed = cache(self._wordings)
        self.places: dict[int, LinePlace] = {}
        self.prose: dict[int, ProseReading] = {}
        self.phrases: dict[int, list[Phrase]] = {}
        self.around: list[ReadLine] = []
        self.struck: dict[int, tuple[str, Sequence[tuple[int, int]]]] = {}
        self._posted = posted

    def _wordings(self) -> tuple[Wording, ...]:
        """Ways to say moves that the table has confirmed in this session."""
        return tuple(one.wording for one in confirmed(self.timeline, self.store))

    def speaker(self, post: Post) -> str:
        """The seat whose post it is, "" where it is nobody's."""
        seats = self.timeline.reading.started.seats
        return next((who for who in (post.author, self.poster.by) if who in seats), "")

    def read(self, post: Post, number: int = 1) -> ReadPost:
        """Read one post; `number` counts those that were pasted together, from 1.

        Raises:
            ConflictError: the key of this post was used for another post.
        """
        reader, pasted, key = self.lines, self.pasted, key_of_post(self.pasted.key, number)
        post = replace(post, blocks=tuple(self._chosen(block) for block in post.blocks))
        reader.ahead.secrecy = AudienceCollector(self.timeline.reading.codec)
        earlier = [] if self.poster.records else versions_of(self.timeline, self.store, post, pasted, key)
        if any(version.key == key != "" and not version.is_same for version in earlier):
            raise ConflictError("this key was used for another post")
        known = _known_lines(post, earlier)
        to_file, stood, at = list[LineToFile](), [(0, reader.ahead.tried())], 0
        for block in self._blocks(post):
            to_file += self._read_block(block, known, at, stood)
            at = known.counted[block.lines[-1].number] if block.lines else at
        self._leave_around(post, stood)
        sealed = (version.audience for version in earlier if version.audience != ALL)
        audience = next(sealed, reader.ahead.secrecy.audience)
        return ReadPost(post, key, audience, tuple(one.read for one in to_file), tuple(to_file), tuple(earlier))

    def _read_block(
        self, block: Block, known: _KnownLines, at: int, stood: list[tuple[int, LookAhead]]
    ) -> Iterator[LineToFile]:
        """Read a block after line `at` of its post: what has to be asked about the whole of it, then its lines.

        It adds to `stood` where the lines led.
        """
        begun = known.is_whole or any(known.counted[line.number] in known.before for line in block.lines)
        head, reads = self._head(block, begun=begun)
        for each in head:
            yield LineToFile(at, BlockLine(block.number, block.seat), block.seat, _SETTLED, each)
        if reads:
            yield from self._read_lines(block, known, reads_prose=not begun)
        elif not self.looks:  # what is quoted is reported once more
            for block_line in block.lines:
                self.lines.listen(block_line, block.seat)
        stood.append((block.number, self.lines.ahead.tried()))
        if reads and block.closed and self.looks:
            self.lines.ahead.finish(block.seat)

    def _read_lines(self, block: Block, known: _KnownLines, *, reads_prose: bool) -> Iterator[LineToFile]:
        """Read the lines of a block one by one, and prose in one run of lines."""
        reader = self.lines
        together: dict[int, ReadLine] = {}
        until = 0
        for index, block_line in enumerate(block.lines):
            at = known.counted[block_line.number]
            place = LinePlace(reader.ahead.tried(), block.seat) if self.looks and not self.poster.asks_nobody else None
            if reads_prose and index >= until and self._reads_prose:
                together, until = self._prose(block, index)
                self.places |= dict.fromkeys(together, place) if place else {}
            choice = self._choice(block_line.number)
            reader.moves, position = (), reader.ahead.position
            if place:
                self.places.setdefault(block_line.number, place)
            line = together.get(block_line.number) or self._line(
                block_line, block.seat, choice, known.before.get(at), is_whole=known.is_whole
            )
            ends = block.closed and block_line is block.lines[-1]
            moves = () if line.waits else reader.moves
            yield LineToFile(at, block_line, block.seat, choice, line, ends, moves, position, reader.heard)

    def _blocks(self, post: Post) -> list[Block]:
        """The blocks of a post, with the lines around them that are said to be moves; such a line ends that before."""
        seat, found = self.speaker(post), list[Block]()
        said = [line for line in post.around if self._choice(line.number).take]
        around = [Block(line.number, seat, lines=(line,), closed=False) for line in said]
        for block in sorted((*post.blocks, *around), key=lambda one: one.number):
            if block in around and found and found[-1].closed and found[-1].seat == seat:
                found[-1] = replace(found[-1], closed=False)
                block = replace(block, closed=True)  # noqa: PLW2901
            found.append(block)
        return found

    def _leave_around(self, post: Post, stood: Sequence[tuple[int, LookAhead]]) -> None:
        """Leave the other lines around the blocks as chat; where they stand, each can be made the move that it was."""
        seat = self.speaker(post)
        for line in post.around:
            if not self._choice(line.number).take:
                ahead = next(ahead for number, ahead in reversed(stood) if number < line.number)
                self.around.append(ReadLine(line.number, line.text, "chat", seat))
                self.places[line.number] = LinePlace(ahead, seat)

    @property
    def _reads_prose(self) -> bool:
        """Whether prose is read here at all: not behind what is still to be settled, nor in what stands as recorded."""
        return self.looks and not self.poster.asks_nobody and not self.lines.waits

    def _prose(self, block: Block, index: int) -> tuple[dict[int, ReadLine], int]:
        """Lines from one on that are read together as prose, by their numbers, and the line at which they end.

        There are none where they are read one by one, or where their author has settled what is meant. Where lines of
        prose before one of notation are to be asked about, it is read with them, and all behind it. What the settled
        reading does not say of that is read for itself.
        """
        every = block.lines[index:]
        run: Sequence[BlockLine]
        run = list(takewhile(lambda line: not self._is_notation(line.meant, block.seat), every))
        found = self.lines.prose([line.meant for line in run], block.seat) if run else None
        if found is None:
            return {}, index + max(1, len(run))
        is_prose = len(run) < len(every) and not all(begins_with_verb(line.meant) for line in run)
        if is_prose and not self._choice(run[found.line].number).chat:
            whole = self.lines.prose([line.meant for line in every], block.seat)
            run, found = (every, whole) if whole else (run, found)
        anchor = run[found.line]
        choice = self._choice(anchor.number)
        if choice.take:
            said = parts_of(choice.take)
            behind = run[found.line + 1 :] if choice.take in found.choices else ()
            taken = takewhile(
                lambda line: line.meant in said or not self.lines.is_notation(line.meant, block.seat), behind
            )
            run = [*run[: found.line + 1], *taken]
        self._keep_phrases(run, choice, found)
        self.prose[anchor.number] = found
        read = {
            line.number: ReadLine(line.number, line.text, "chat", block.seat, message=f"read with line {anchor.number}")
            for line in run
            if line is not anchor and self._choice(line.number) == _SETTLED
        }
        if choice == _SETTLED:
            read[anchor.number] = self.lines.ask_about(anchor, block.seat, found)
        return read, index + len(run)

    def _is_notation(self, line: str, seat: str) -> bool:
        """Whether a line reads as notation, or was meant so: it begins with a verb in capitals and a colon."""
        verb, colon, _ = line.partition(":")
        return self.lines.is_notation(line, seat) or (bool(colon) and verb.isupper() and begins_with_verb(line))

    def _keep_phrases(self, run: Sequence[BlockLine], choice: Choice, found: ProseReading) -> None:
        """Keep what became of the phrases of lines in the reading that is chosen, else in the likeliest."""
        if choice == _SETTLED or choice.take in found.choices:
            phrases = found.phrases[found.choices.index(choice.take) if choice.take else 0]
            for phrase in (phrase for phrase in phrases if phrase.line < len(run)):
                self.phrases.setdefault(run[phrase.line].number, []).append(phrase)

    def _chosen(self, block: Block) -> Block:
        return chosen(block, self._choice(block.number).take) if block.head else block

    def _choice(self, number: int) -> Choice:
        return self.pasted.choices.get(number, _SETTLED)

    def _head(self, block: Block, *, begun: bool) -> tuple[list[ReadLine], bool]:
        """What has to be said of a block as a whole, and whether its lines are read one by one.

        One of which something is filed is not asked about again.
        """
        line = ReadLine(block.number, block.head, "chat", block.seat)
        if not (block.lines and block.head):
            return [], True
        if self._choice(block.number).chat:
            return [replace(line, message="left as chat")], False
        if block.quoted and (block.turn, block.seat) in self._filed():
            return [replace(line, message="quoted; it is filed already")], False
        ahead = self.lines.ahead
        position = None if ahead.waits else ahead.position
        found = None if begun else question(self.timeline, block, self.poster, position)
        if found is None:
            return [], True
        if not found.is_read:
            ahead.waits = ahead.waits or f"line {block.number} is settled"
        status: Status = "ask" if found.choices else "fix"
        return [replace(line, status=status, message=found.says, choices=found.choices)], found.is_read

    def _filed(self) -> AbstractSet[tuple[int, str]]:
        return posted_blocks(self.timeline) if self._posted is None else self._posted

    def _line(
        self, block_line: BlockLine, seat: str, choice: Choice, before: EarlierLine | None, *, is_whole: bool
    ) -> ReadLine:  # fmt: skip
        """One line: as it was filed, as chat where all else of its post was, else as it reads now."""
        line = ReadLine(block_line.number, block_line.text, "ok", seat)
        if before is None and is_whole and not choice.take:
            return replace(line, status="chat")
        if before is not None and not before.otherwise:
            return replace(line, filed=before.address, message=f"filed as {before.address}")
        if before is not None and not (choice.take or choice.chat or choice.keep):
            was = f'it stood as "{before.otherwise}" in the post of line {before.version.seq}, which is filed'
            ahead = self.lines.ahead
            ahead.waits = ahead.waits or f"line {block_line.number} is settled"
            return replace(
                line, status="ask", choices=(block_line.meant,),
                message=f"{was} as {before.address} and stays filed; is this one more move?",
            )  # fmt: skip
        return self.lines.read(block_line, seat, choice) if self.looks else self.lines.listen(block_line, seat)


def posted_blocks(timeline: Timeline) -> set[tuple[int, str]]:
    """The turn and seat of every block in the posts of the log, as far as they may be read."""
    posts = [post for entry in timeline.entries if isinstance(entry.event, Posted) for post in _read(entry.event)]
    return {(block.turn, block.seat) for post in posts for block in post.blocks if block.lines}


def _read(posted: Posted) -> Iterator[Post]:
    if _FENCE.search(posted.text):
        try:
            yield from read_posts(posted.text)
        except NotationError:
            return
