"""Entry point for every submitted text: preview it or submit it.

A text is a post, which is recorded as posted, or one line composed by a form, which is recorded without a post. Private
directives (orders, private notes and claims) are always recorded without a post.

A post is recorded move by move, up to the first line that is refused; the same post again continues from there. It is
recorded with its first move, so a post without a recorded move leaves nothing in the log. Every line of a player's post
must be settled first. If games are recorded from a transcript or archive, each line is read when its turn comes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from events import errors
from events.digits import whole
from events.events import ALL, OMNISCIENT, Event, SessionEvent
from events.session_events import Claimed, Posted
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.draft import run, weigh
from projections.notation.prose.guards import takes_back
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.chance.random_source import NoChance
from replay.corrections.correction import look_ahead
from replay.corrections.plan import CorrectionPlan
from replay.corrections.written_changes import read_changes
from replay.posts import unread_lines as unread
from replay.posts.acts import effects_by_hand, execute, preview_directive, read_verdict, require_may
from replay.posts.blocks import Block, BlockLine, Post
from replay.posts.corrected_words import read_meant
from replay.posts.directives import Directive, compose, read_directive
from replay.posts.lines import NOT_TO_KEEP, LineReader, ReadLine, begins_with_verb
from replay.posts.paste import Choice, Pasted, Poster, require_key
from replay.posts.prose import ProseReader
from replay.posts.read import REST, LineToFile, PostReader, ReadPaste, ReadPost, read_post
from replay.posts.revisions import MORE, key_of_line, last_attempt
from replay.posts.simulate import LookAhead
from replay.posts.unasked import read_trusting
from replay.reading.ending import resigned
from replay.reading.timeline import Timeline
from replay.session.conflicts import UnseenLine, require_seen, unseen_lines
from replay.session.preview import ReadOnlySession, read_moves
from replay.session.session import Session, new_id
from replay.session.submission import (
    Answer,
    Preface,
    PrefacedSession,
    Request as MoveRequest,
    carry_out_orders,
    kept_answer,
    submit as submit_moves,
)

_DIGITS: Final = 40
CROSSES: Final = frozenset({"DISPUTE", "NOTE", "ORDER", "FINDING", "WITHDRAW"})
"""Verbs that mean the same even if others moved after the author read the log."""


class Request(msgspec.Struct, frozen=True):
    """A text and its sender."""

    session: str
    who: Poster
    sent: Pasted
    is_post: bool = True  # the sender wrote the text, so it is recorded as posted


class Preview(msgspec.Struct, frozen=True):
    """The result that a text would have, as far as its author may know."""

    paste: ReadPaste
    position: Any = None  # None if it cannot be predicted
    plan: CorrectionPlan = CorrectionPlan()  # what happens to later moves after a correction
    changed: frozenset[int] = frozenset()  # the first entries of the moves that a correction replaces
    events: tuple[Event, ...] = ()  # the events of a single line
    told: tuple[str, ...] = ()  # their sentences
    needs_chance: bool = False
    is_untold: bool = False  # whether the move is legal depends on hidden information


class FiledPost(msgspec.Struct, frozen=True):
    """The result of recording a post."""

    paste: ReadPaste
    lines: tuple[ReadLine, ...]  # all its lines; a recorded one has its move number and results
    seq: int
    head: str
    is_done: bool
    stopped: ReadLine | None = None  # the refused line
    crossing: tuple[UnseenLine, ...] = ()  # unseen entries that stopped it
    signed: str = ""  # the signed head of the log, if this server signs logs
    rests: tuple[Pasted, ...] = ()  # the text of each post that could not be recorded together with its moves
    plan: CorrectionPlan = CorrectionPlan()  # the effect of a correction
    is_unasked: bool = False  # its plain words were recorded without a question

    @property
    def number(self) -> int:
        """The number of lines of the post that are recorded."""
        return sum(bool(line.filed) for line in self.lines)

    @property
    def rest(self) -> Pasted | None:
        """The first text that is left, as a new post."""
        return next(iter(self.rests), None)

    @property
    def has_begun(self) -> bool:
        """Whether entries were recorded since the post was read."""
        return self.seq > self.paste.seq


class Stop(Exception):  # noqa: N818  # it ends the recording, and is shown as a line
    """The line at which recording stopped because it was refused, and why."""

    def __init__(self, line: ReadLine, crossing: tuple[UnseenLine, ...] = ()) -> None:
        super().__init__(line.message)
        self.line, self.crossing = line, crossing


def file_post(
    store: EventStore, registry: Registry, session: str, pasted: Pasted, poster: Poster, clock: Clock = now_ms
) -> FiledPost:
    """Read a post and record it if every line is settled. Raises RefusedError, SuspendedError and ConflictError."""
    if not pasted.key:
        pasted = replace(pasted, key=new_id())
    opened = PrefacedSession.load(store, registry, store.row(session).session, clock)
    timeline = Timeline(opened.row, opened.view(poster.viewer))
    paste, mark = read_trusting(timeline, lambda: Timeline(opened.row, opened.view(ALL)), store, pasted, poster)
    if not paste.is_settled:
        return FiledPost(paste, paste.lines, opened.head.seq, opened.head.hex, is_done=False, crossing=paste.crossing)
    if any(post.is_open for post in paste.posts):
        opened.require_open(past_end=_begins_with_reopening(paste.posts))
    filing = Filing(opened, poster, paste.after, (mark,) if mark else ())
    stop = filing.file(paste.posts)
    timeline = Timeline(opened.row, opened.view(poster.viewer))
    lines = [_recorded_line(timeline, line, *filing.places.get(line.number, (0, 0))) for line in paste.lines]
    if stop is not None:
        lines = [stop.line if line.number == stop.line.number else line for line in lines]
    rests = tuple(_rest_of(timeline, *one) for one in filing.rests)
    end = opened.head.seq, opened.head.hex
    signed, is_unasked = opened.signed_head(), mark is not None
    done = FiledPost(paste, tuple(lines), *end, stop is None, signed=signed, rests=rests, is_unasked=is_unasked)
    return replace(done, stopped=stop.line, crossing=stop.crossing) if stop is not None else done


def _begins_with_reopening(posts: Sequence[ReadPost]) -> bool:
    """Return whether the first line to record reopens the session, so that a closed session accepts the posts."""
    due = next((one for post in posts for one in post.to_file if one.read.status != "chat"), None)
    line = read_directive(due.choice.take or due.line.meant) if due else None
    return line is not None and (line.verb, line.about) == ("END", "reopen")


def _rest_of(timeline: Timeline, post: ReadPost, lines: Sequence[tuple[str, BlockLine]]) -> Pasted:
    """Return the lines that are left of a recorded post as a new post that refers to it."""
    posts = reversed(timeline.reading.entries_of(Posted))
    posted = (entry.seq for entry in posts if isinstance(entry.event, Posted) and entry.event.key == post.key)
    seq = post.again.seq if post.again is not None else next(posted, 0)
    blocks = [(seat, [line.text for _, line in some]) for seat, some in groupby(lines, key=lambda one: one[0])]
    seat, written = blocks[0]
    if len(blocks) > 1:
        written = [line for who, own in blocks for line in (f"== {who} ==", *own)]
    text = "\n".join(written)
    told = post.post
    return Pasted(text=text, seat=seat, author=told.author, when=told.when, where=f"{REST} #{seq}")


class Filing:
    """Records posts into one session until a line is refused. `marks` are recorded directly after the post.

    The text after a move whose dice or cards were not known is read after this move. If it is certain, it is recorded.
    """

    def __init__(
        self, session: PrefacedSession, poster: Poster, after: int | None = None, marks: tuple[SessionEvent, ...] = ()
    ) -> None:  # fmt: skip
        self.session, self.poster, self.marks = session, poster, marks
        self.reached: list[ReadLine] = []  # the lines so far, as they were read when their turn came
        self.places: dict[int, tuple[int, int]] = {}  # the first and last entry that a line became, by its number
        self.after, self._is_first = after, True
        self.rests: list[tuple[ReadPost, Sequence[tuple[str, BlockLine]]]] = []  # the lines left of each post
        self._unread = ""

    def file(self, posts: Iterable[ReadPost]) -> Stop | None:
        """Record the lines that are not yet recorded; return the stop if a line is refused."""
        stopped = None
        try:
            for post in posts:
                self._post(post)
        except Stop as stop:
            stopped = stop
        if self.session.orders or resigned(self.session.table):  # compulsory moves waited for the end of the post
            carry_out_orders(self.session)
        return stopped

    def _post(self, post: ReadPost) -> None:
        again = post.again
        key = again.key if again is not None and again.key else post.key
        told = post.post
        posted = Posted(told.author, told.text, post.audience, told.where, told.when, post.key)
        notes: tuple[SessionEvent, ...] = () if again is not None else (posted, *self.marks)
        is_going, turn = self.poster.records, self.session.status.turn
        for at, due in enumerate(post.to_file):
            again_key, self._unread = key_of_line(key, due.number), ""
            if due.read.status == "chat" or due.read.filed:
                self.reached.append(due.read)
            else:
                turn = self.session.status.turn
                again_key, _ = last_attempt(self.session.store, self.session.row.session, self.poster.by, again_key)
                notes = self._line(due, again_key, notes, post.audience)
                is_going = is_going or not notes
            if not due.read.filed and (left := self._go_on(due, again_key, post.audience)):
                self._leave(post, left, post.to_file[at + 1 :])
                break
            if due.ends and is_going:
                if turn == self.session.status.turn:  # not about a turn that this line began
                    notes = self._finish(due.seat, key and f"{key_of_line(key, due.number)}-end", notes)
                is_going = self.poster.records
        if notes or (key and (again is None or not again.is_whole)):  # key 0 remembers that the end was reached
            submit_moves(self.session, self._author(told), [], notes=notes, key=key_of_line(key, 0))

    def _author(self, post: Post) -> str:
        """Return who records a post: the poster, or else the seat that wrote it."""
        seat = post.by or post.author.lower().replace(" ", "-")
        return self.poster.by or (seat if seat in (*self.session.started.seats, post.by) else OMNISCIENT)

    def _leave(self, post: ReadPost, left: Sequence[LineToFile], others: Sequence[LineToFile]) -> None:
        """Keep the lines that are left of a post, and the `others` after them, for its author."""
        numbers = {one.line.number for one in left}
        rest = [*left, *(one for one in _unfiled(others) if one.line.number not in numbers)]
        self.rests.append((post, [(one.seat, one.line) for one in rest]))

    def _go_on(self, due: LineToFile, key: str, audience: str) -> list[LineToFile]:
        """Record the text after a line that can be read only now, as far as it is certain; return the text left."""
        if self.poster.records:
            return []
        rest = self._lines_after(due)
        left, key = self._read_on(self._unread_part(due), key, audience)
        if left:
            return [*left, *rest]
        if due.guessed:
            return rest if rest and self._has_move(rest) else []
        return self._read_on(rest, key, audience)[0]

    def _read_on(self, left: list[LineToFile], key: str, audience: str) -> tuple[list[LineToFile], str]:
        """Record text as far as it is certain; return the text left, and the key of the last part."""
        while left:
            found = self._certain(left)
            if not found:
                return left, key
            for at, one in enumerate(found):
                left = found[at:]
                if one.read.status != "chat":
                    key += MORE
                    try:
                        self._line(one, key, (), audience)
                    except Stop:
                        return left, key
                    if more := [*self._unread_part(one), *self._lines_after(one)]:
                        numbers = {each.line.number for each in more}
                        left = [*more, *(each for each in found[at + 1 :] if each.line.number not in numbers)]
                        break
                left = []
        return [], key

    def _has_move(self, left: Sequence[LineToFile]) -> bool:
        """Return whether text could be a move. A text that takes words back is not read, so its author is asked."""
        is_asked = any(takes_back(one.line.text) for one in left)
        return is_asked or any(one.choices for one in self._read_now(left, {}).lines) or self._may_move(left)

    def _may_move(self, left: Sequence[LineToFile]) -> bool:
        session, seat = self.session, left[0].seat
        ahead = LookAhead(Timeline(session.row, session.view(self.poster.viewer)))
        reader, lines = ProseReader(session.game, ahead, seat), [one.line.text for one in left]
        return reader.may_move(lines) or reader.speaks_of_moves(lines)

    def _lines_after(self, due: LineToFile) -> list[LineToFile]:
        """Return the text after a recorded line that can be read only now, without its unread part."""
        return [one for one in _rest_lines(due) if not self._unread or one.line.number != due.line.number]

    def _unread_part(self, due: LineToFile) -> list[LineToFile]:
        """Return the part of the last recorded line that can be read only now, as a line; empty without such a part."""
        line = replace(due.line, text=self._unread, answer="")
        return [replace(due, line=line, choice=Choice(), rest=(), guessed=False)] if self._unread else []

    def _certain(self, left: Sequence[LineToFile]) -> list[LineToFile]:
        """Return lines of text as they are read now; none if one of them is not certain, or would reveal anything."""
        choices = {one.line.number: one.choice for one in left}
        while True:
            found = self._read_now(left, choices)
            likely = {one.number: Choice(take=one.choices[0]) for one in found.lines if one.is_likely}
            if not likely:
                break
            choices |= likely
        told = [one for one in found.to_file if one.read.status != "chat"]
        is_certain = all(
            one.read.is_settled and (not one.read.waits or begins_with_verb(one.line.text)) for one in told
        )
        return list(found.to_file) if told and is_certain and found.audience == ALL else []

    def _read_now(self, left: Sequence[LineToFile], choices: Mapping[int, Choice]) -> ReadPost:
        session, seat, lines = self.session, left[0].seat, tuple(one.line for one in left)
        timeline = Timeline(session.row, session.view(self.poster.viewer))
        block = Block(lines[0].number, seat, lines=lines, closed=False)
        reader = PostReader(timeline, session.store, self.poster, Pasted(text="", choices=choices))
        return reader.read(Post(block.number, seat, "", blocks=(block,)))

    def _line(
        self, due: LineToFile, key: str, notes: tuple[SessionEvent, ...], audience: str
    ) -> tuple[SessionEvent, ...]:  # fmt: skip
        """Record one line, after the post itself; return the notes that are still to be recorded."""
        session, before = self.session, self.session.head.seq
        self._unread = ""
        line, moves = (due.read, due.moves) if due.moves else self._read_again(due)
        if line.status == "chat":
            self.reached.append(line)
            return notes
        shared = None if moves else read_directive(due.choice.take or due.line.meant)
        try:
            if shared is not None:
                by, asked = self.poster.by or line.seat, sha256(msgspec.json.encode([shared, notes])).hexdigest()
                preface = Preface(by, notes, self.after, key, asked, going_on=not self._is_first)
                with session.prefaced(preface) as answer:
                    if answer is None:
                        execute(session, shared, by, self.poster)
            else:
                answer = self._move(moves, line, key, notes, audience)
        except errors.StorageError:  # the line is not at fault: the author can submit the post again
            raise
        except errors.BellError as error:
            raise self._refused(line, error) from error
        last = answer.head_seq if answer else session.head.seq
        if not self.poster.records:
            self.after, self._is_first = last, False
        self.reached.append(line)
        if moves or (shared is not None and not self.poster.records):  # other lines have no move to point to
            first, end = self.places.get(line.number, (before + 1, last))
            self.places[line.number] = (min(first, before + 1, last), max(end, last, session.head.seq))
        return ()

    def _move(
        self, moves: Sequence[Written], line: ReadLine, key: str, notes: tuple[SessionEvent, ...], audience: str
    ) -> Answer:  # fmt: skip
        session, poster = self.session, self.poster
        may_accept = poster.may_accept(line.seat, session.status)
        if line.kept and not may_accept:
            raise self._refused(line, errors.RefusedError(NOT_TO_KEEP))
        told_to = ALL if poster.records else audience  # recorded board statements are public
        claims = [tuple(Claimed(line.seat, one.place, one.value, told_to) for one in each.claims) for each in moves]
        requests = [MoveRequest(each, line.kept, behind=behind) for each, behind in zip(moves, claims, strict=True)]
        answer = submit_moves(
            session, poster.by or line.seat, requests, after=self.after, key=key, notes=notes, reader=poster.viewer,
            going_on=not self._is_first, waits=line.seat,
        )  # fmt: skip
        if answer.refused is not None:
            rule, message = answer.refused.rule, answer.refused.message.removesuffix(f" ({answer.refused.rule})")
            message = f"{self._recorded_part(moves, answer.filed)}{message}"
            raise self._refused(line, errors.IllegalMoveError(rule, message), may_accept=bool(rule) and may_accept)
        return answer

    def _recorded_part(self, moves: Sequence[Written], filed: int) -> str:
        """Return which actions of a line are recorded, and the one that is refused; "" if none is recorded."""
        if not filed:
            return ""
        refused = self.session.game.notation.spell(moves[filed].move, self.session.view(self.poster.viewer).position)
        recorded = "action of this line is" if filed == 1 else f"{filed} actions of this line are"
        return f"the first {recorded} recorded. The next one (`{refused}`) is not: "

    def _read_again(self, due: LineToFile) -> tuple[ReadLine, tuple[Written, ...]]:
        """Read a line that depends on earlier dice, after these are rolled. Return the reading and its moves."""
        session, poster = self.session, self.poster
        if not due.read.is_settled:
            raise Stop(due.read)
        timeline = Timeline(session.row, session.view(poster.viewer))
        reader = LineReader(timeline, poster, looks=not poster.records, heard=due.heard)
        line = reader.read(due.line, due.seat, due.choice)
        if not line.is_settled:
            raise Stop(line)
        self._unread = reader.unread
        return line, reader.moves

    def _refused(self, line: ReadLine, error: errors.BellError, *, may_accept: bool = False) -> Exception:
        if isinstance(error, errors.ConflictError) and not self.poster.records:
            if not error.missed or self.after is None:
                return error  # a conflict about a key
            timeline = Timeline(self.session.row, self.session.view(self.poster.viewer))
            crossing = unseen_lines(timeline, self.after, orders=self._is_first)
            return Stop(replace(line, status="question", message="other players have moved in the meantime"), crossing)
        if isinstance(error, errors.NotationError) and self.poster.records:
            error.line = 0
            return Stop(replace(line, status="question", message=str(error), choices=error.allowed))
        rule = getattr(error, "rule", "")
        message, law = str(error).removesuffix(f" ({rule})"), self.session.game.meta.rulebook.get(rule, "")
        return Stop(replace(line, status="illegal", message=message, rule=rule, law=law, may_accept=may_accept))

    def _finish(self, seat: str, key: str, notes: tuple[SessionEvent, ...]) -> tuple[SessionEvent, ...]:
        """Record the pass that the end of a block implies, unless the session is strict."""
        session = self.session
        if session.strict or next(iter(session.status.awaited), "") != seat:
            return notes
        silent = session.game.rules.implied_pass(session.position, seat)
        if silent is None:
            return notes
        request = MoveRequest(Written(silent), implied=True)
        submit_moves(session, self.poster.by or seat, [request], key=key, notes=notes, reader=self.poster.viewer)
        return ()


def _rest_lines(due: LineToFile) -> list[LineToFile]:
    """Return the lines of text after a line that can be read only when it is recorded."""
    return [replace(due, line=line, choice=choice, rest=(), guessed=False) for line, choice in due.rest]


def _unfiled(lines: Sequence[LineToFile]) -> Iterator[LineToFile]:
    """Yield the lines that are not recorded, and the text that can be read only after each of them."""
    for one in (one for one in lines if not one.read.filed):
        own = [one] if one.read.status != "chat" else []
        yield from (*own, *(each for each in _rest_lines(one) if not own or each.line.number != one.line.number))


def _recorded_line(timeline: Timeline, line: ReadLine, first: int, last: int) -> ReadLine:
    if not first:
        return line
    groups = [group for group in timeline.groups if first <= group.last and group.first <= last]
    moves = [group.first for group in groups if group.first in timeline.addresses and not group.head.implied]
    address = timeline.addresses[moves[0]] if moves else f"#{last}"
    entries = (entry for group in groups for entry in group.entries)
    says = tuple(timeline.sentence(entry.seq) for entry in entries if not isinstance(entry.event, Posted))
    return replace(line, filed=address, says=says, waits="", message=line.message if line.kept else "")


def preview(store: EventStore, timeline: Timeline, request: Request) -> Preview:
    """Preview a text on the timeline of its sender. Nothing is saved. Raises BellError for a refused text."""
    line = line_of(request)
    if line is None:
        _require_poster(request)
        if not request.is_post:
            return _preview_move(timeline, request)
        paste = read_post(timeline, store, request.sent, request.who)
        return Preview(paste, paste.position)
    require_may(line, request.who)
    silent_line = ReadLine(
        1, request.sent.text, "ok", request.who.seat, message="this would be recorded without a post"
    )
    post = ReadPost(Post(1, request.who.by, request.sent.text), "", "", (silent_line,))
    read = ReadPaste(timeline.last, (post,), game=timeline.game)
    if line.meant:
        return _preview_meant(store, timeline, line, request, read)
    if line.verb == "SET":
        return _preview_of(timeline, read, _effects(timeline, line))
    if not line.changes:
        found = preview_directive(timeline, timeline.position(timeline.last), line, request.who, store)
        return Preview(read, found.position)
    meant = read_meant(timeline, line.changes)
    seen = ReadOnlySession(timeline.reading)
    plan, position = look_ahead(seen, meant, by=request.who.by, viewer=timeline.viewer)
    changed = frozenset(one.group.first for one in meant.changes if not one.inserts)
    return Preview(read, position, plan, changed)


def _effects(timeline: Timeline, line: Directive) -> Sequence[Event]:
    effects = effects_by_hand(timeline, timeline.position(timeline.last), line)
    if not effects:
        raise errors.RefusedError(f"nothing would change, because {line.says} is already the case")
    return effects


def _preview_move(timeline: Timeline, request: Request) -> Preview:
    game, who, position = timeline.game, request.who, timeline.position(timeline.last)
    move = read_moves(game, request.sent.text, position, who.seat or request.sent.seat)[0].move
    read, is_strict = ReadPaste(timeline.last, game=game), ReadOnlySession(timeline.reading).strict
    hangs = False
    try:
        hangs = is_strict and not who.seat and weigh(game.rules, position, move).hangs
        events = [entry.event for entry in run(game.rules, position, move, NoChance(), strict=False).entries]
    except errors.NeedsRandomSourceError:
        return Preview(read, events=(move,), needs_chance=True, is_untold=hangs)
    except errors.BellError:
        return Preview(read, events=(move,), is_untold=hangs)
    return replace(_preview_of(timeline, read, events), is_untold=hangs)


def _preview_of(timeline: Timeline, read: ReadPaste, events: Sequence[Event]) -> Preview:
    game, position, told = timeline.game, timeline.position(timeline.last), list[str]()
    for event in events:
        after = game.rules.reducer(position, event)
        told.append(game.view.sentence(event, position, after))
        position = after
    return Preview(read, position, events=tuple(events), told=tuple(told))


def submit(store: EventStore, registry: Registry, request: Request, clock: Clock = now_ms) -> FiledPost:
    """Submit a text. If the sender composed a line on a form and it is refused, raise an error and record nothing.

    The same text with the same key is recorded once. Without a key, a directive is recorded once for each `after`.
    """
    line = line_of(request)
    if line is None:
        _require_poster(request)
    if line is None and request.is_post:
        return file_post(store, registry, request.session, request.sent, request.who, clock)
    session = PrefacedSession.load(store, registry, request.session, clock)
    before, plan = session.head.seq, CorrectionPlan()
    if line is None:
        _file_moves(session, request)
    elif (post := _post_of(session, line, request)) is not None:
        return file_post(store, registry, request.session, post, request.who, clock)
    else:
        plan = _file_line(session, line, request)
    head = session.head
    told = [ReadLine(1, request.sent.text, "ok", request.who.seat, filed=f"#{head.seq}")] if head.seq > before else []
    signed = session.signed_head() if request.is_post else ""
    return FiledPost(ReadPaste(before), tuple(told), head.seq, head.hex, is_done=True, signed=signed, plan=plan)


def _require_poster(request: Request) -> None:
    if request.who.is_judge:
        raise errors.NotAllowedError("a judge cannot submit posts. Send one line, such as `RULING 7.3: stand ; reason`")


def line_of(request: Request) -> Directive | None:
    """Return the directive in a text, if a directive of this kind is recorded without a post; otherwise None."""
    line, is_alone = read_directive(request.sent.text), request.who.is_judge or not request.is_post
    return line if line is not None and (is_alone or line.stands_alone) else None


def _file_line(session: PrefacedSession, line: Directive, request: Request) -> CorrectionPlan:
    who, sent = request.who, request.sent
    require_may(line, who)
    after = None if line.verb in CROSSES else sent.after
    asked = sha256(compose(line).encode()).hexdigest()
    seen = f"{sent.after}-{asked[:_DIGITS]}" if sent.after is not None else ""
    preface = Preface(who.by, (), after, sent.key or seen, asked)
    with session.prefaced(preface) as answer:
        if answer is not None:
            return CorrectionPlan()
        if line.verb == "SET":
            _effects(Timeline(session.row, session.view(ALL)), line)
        done = _insert(session, line, who) if line.meant else execute(session, line, who.by, who)
    if resigned(session.table):  # the line may have returned the turn to a seat that makes no more moves
        carry_out_orders(session)
    return done or CorrectionPlan()


def _file_moves(session: Session, request: Request) -> None:
    who, sent = request.who, request.sent
    require_key(sent.key)
    asked = sha256(sent.text.encode()).hexdigest()
    kept = kept_answer(session, who.by, sent.key, asked)
    if kept is not None and kept.done:
        return
    if kept is None:
        require_seen(session, who.by, sent.after)
    moves = read_moves(session.game, sent.text, session.view(who.viewer).position, who.seat or sent.seat)
    requests = [MoveRequest(written) for written in moves]
    answer = submit_moves(session, who.by, requests, after=sent.after, key=sent.key, reader=who.viewer, asked=asked)
    if answer.refused:
        raise errors.RefusedError(answer.refused.message)


def _chat_of(store: EventStore, timeline: Timeline, line: Directive, who: Poster) -> tuple[unread.ChatLine, str]:
    address, move = line.meant or ("", "")
    seq, _, number = address.partition(".")
    found = unread.chat_line(timeline, store, whole(seq) or 0, whole(number) or 0)
    unread.require_own(found, who)
    return found, move


def _preview_meant(
    store: EventStore, timeline: Timeline, line: Directive, request: Request, read: ReadPaste
) -> Preview:
    found, move = _chat_of(store, timeline, line, request.who)
    if found.later is None:
        paste = unread.read_as_move(timeline, store, found, move, request.who)
        return Preview(paste, paste.position)
    meant = read_changes(timeline, line.changes)
    return Preview(read, plan=unread.insertion(timeline, found, move, request.who, meant).plan)


def _post_of(session: Session, line: Directive, request: Request) -> Pasted | None:
    if line.verb != "MEANT":
        return None
    require_may(line, request.who)
    timeline = Timeline(session.row, session.view(request.who.viewer))
    found, move = _chat_of(session.store, timeline, line, request.who)
    if found.became and found.meant == move:  # the same request again
        found = found._replace(later=None, became=0, tries=found.tries - 1)
    elif found.later is not None and request.who.seat:
        return None
    elif found.later is None:
        unread.read_as_move(timeline, session.store, found, move, request.who)
    return unread.post_of(timeline, found, move, request.who, request.sent.after)


def _insert(session: Session, line: Directive, who: Poster) -> CorrectionPlan | None:
    timeline = Timeline(session.row, session.view(who.viewer))
    chat, move = _chat_of(session.store, timeline, line, who)
    meant = read_changes(timeline, line.changes)
    if meant.changes:
        raise errors.RefusedError("only KEEP, DROP, PUT and CARDS can follow the move")
    found = unread.insertion(timeline, chat, move, who, meant)
    if line.verb == "RULING":
        return unread.insert(session, timeline, found, read_verdict(line.says), line.reason, by=who.by, meant=meant)
    unread.propose(session, timeline, found, who)
    return found.plan
