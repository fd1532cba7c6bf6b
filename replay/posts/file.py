"""Filing posts, move by move, up to the first line that is refused; the same post again goes on where it stopped.

The post itself is filed with the first of its lines, so that a post of which nothing stands leaves nothing behind. Of a
post that somebody files, nothing is filed before every line is settled that can be settled beforehand. Posts that are
recorded as they stand go the same way, line by line: each is read when it is its turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from events.errors import BellError, ConflictError, IllegalMoveError, NotationError, RefusedError, StorageError
from events.events import ALL, OMNISCIENT, SessionEvent
from events.session_events import Claimed, Posted
from events.store.protocol import EventStore
from projections.registry import Registry
from projections.terms import Written
from replay.chance.clock import Clock, now_ms
from replay.corrections.plan import CorrectionPlan
from replay.posts.acts import execute
from replay.posts.directives import read_directive
from replay.posts.lines import NOT_TO_KEEP, LineReader, ReadLine
from replay.posts.paste import Pasted, Poster
from replay.posts.read import LineToFile, ReadPaste, ReadPost, read_post
from replay.posts.revisions import AGAIN, key_of_line
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.conflicts import UnseenLine, unseen_lines
from replay.session.session import new_id
from replay.session.submission import Answer, Request, answer_under, submit
from replay.session.transaction import Preface, PrefacedSession


class FiledPost(msgspec.Struct, frozen=True):
    """The result of filing a post. `lines` are all of it, each filed one with its address and what came of it.

    `stopped` is the line at which filing stopped, if it did; `crossing` what came in between, if that is why. Where
    the log is signed here, `signed` is its head, signed. `plan` is what a line that corrects did.
    """

    paste: ReadPaste
    lines: tuple[ReadLine, ...]
    seq: int
    head: str
    is_done: bool
    stopped: ReadLine | None = None
    crossing: tuple[UnseenLine, ...] = ()
    signed: str = ""
    plan: CorrectionPlan = CorrectionPlan()

    @property
    def number(self) -> int:
        """How many lines are filed."""
        return sum(bool(line.filed) for line in self.lines)

    @property
    def has_begun(self) -> bool:
        """Whether anything of it went into the log now."""
        return self.seq > self.paste.seq


class Stop(Exception):  # noqa: N818  # it ends a filing, and is told as a line
    """A line is refused."""

    def __init__(self, line: ReadLine, crossing: tuple[UnseenLine, ...] = ()) -> None:
        super().__init__(line.message)
        self.line, self.crossing = line, crossing


def file_post(
    store: EventStore, registry: Registry, session: str, pasted: Pasted, poster: Poster, clock: Clock = now_ms
) -> FiledPost:
    """Read a post and file it, if it is settled.

    Raises:
        UnknownSessionError: there is no such session.
        RefusedError: what was pasted is none of a post.
        HeldError: the session takes no moves.
        ConflictError: the key was used for another post.
    """
    if not pasted.key:
        pasted = replace(pasted, key=new_id())
    opened = PrefacedSession.load(store, registry, store.row(session).session, clock)
    paste = read_post(Timeline(opened.row, opened.view(poster.viewer)), store, pasted, poster)
    if not paste.is_settled:
        return FiledPost(paste, paste.lines, opened.head.seq, opened.head.hex, is_done=False, crossing=paste.crossing)
    if any(post.is_open for post in paste.posts):
        opened.require_open()
    filing = Filing(opened, poster, paste.after)
    stop = filing.file(paste.posts)
    return replace(_filed(filing, paste, stop), signed=opened.signed_head())


class Filing:
    """Posts while they are filed into one session, up to a line that is refused.

    `reached` are the lines whose turn came, as they read then. `places` leads from a line's number to the lines of the
    log it became.
    """

    def __init__(self, session: PrefacedSession, poster: Poster, after: int | None = None) -> None:
        self.session, self.poster = session, poster
        self.reached: list[ReadLine] = []
        self.places: dict[int, tuple[int, int]] = {}
        self.after, self._is_first = after, True

    def file(self, posts: Iterable[ReadPost]) -> Stop | None:
        """File what is not filed yet; returns where it stopped."""
        try:
            for post in posts:
                self._post(post)
        except Stop as stop:
            return stop
        return None

    def _post(self, post: ReadPost) -> None:
        again = post.again
        key = again.key if again is not None and again.key else post.key
        notes: tuple[SessionEvent, ...] = () if again is not None else (_posted(post),)
        is_going, turn = self.poster.records, self.session.status.turn
        for due in post.to_file:
            if due.read.status == "chat" or due.read.filed:
                self.reached.append(due.read)
            else:
                turn = self.session.status.turn
                notes = self._line(due, self._key(key_of_line(key, due.number)), notes, post.audience)
                is_going = is_going or not notes
            if due.ends and is_going:
                if turn == self.session.status.turn:  # of a turn that its last line has led to a block says nothing
                    notes = self._finish(due.seat, key and f"{key_of_line(key, due.number)}-end", notes)
                is_going = self.poster.records
        if notes or (key and (again is None or not again.is_whole)):  # that its end was reached is kept under its key
            submit(self.session, self._author(post), [], notes=notes, key=key_of_line(key, 0))

    def _author(self, post: ReadPost) -> str:
        """Who files a post beside its lines: whoever files all of it, else its author's seat, else the table."""
        seats, told = self.session.started.seats, post.post
        seat = told.by or told.author.lower().replace(" ", "-")
        return self.poster.by or (seat if seat in (*seats, told.by) else OMNISCIENT)

    def _key(self, key: str) -> str:
        """The key of a line; a further one where only some of its moves were filed, for the rest is another request."""
        session, by = self.session, self.poster.by
        while (
            key
            and (answer := answer_under(session.store, session.row.session, by, key)) is not None
            and not answer.done
        ):
            key += AGAIN
        return key

    def _line(
        self, due: LineToFile, key: str, notes: tuple[SessionEvent, ...], audience: str
    ) -> tuple[SessionEvent, ...]:  # fmt: skip
        """File one line, with the post before it; returns what of the post is left to be filed.

        Raises:
            Stop: it is refused.
        """
        session, before = self.session, self.session.head.seq
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
        except StorageError:  # nobody's move, and no line's fault: the same post is sent again
            raise
        except BellError as error:
            raise self._refused(line, error) from error
        last = answer.head_seq if answer else session.head.seq
        if not self.poster.records:
            self.after, self._is_first = last, False
        self.reached.append(line)
        if moves or (shared is not None and not self.poster.records):  # else it says no move, and is nowhere
            self.places[line.number] = (min(before + 1, last), max(last, session.head.seq))
        return ()

    def _move(
        self, moves: Sequence[Written], line: ReadLine, key: str, notes: tuple[SessionEvent, ...], audience: str
    ) -> Answer:  # fmt: skip
        session, poster = self.session, self.poster
        may_keep = poster.may_keep(line.seat, session.status)
        if line.kept and not may_keep:
            raise self._refused(line, RefusedError(NOT_TO_KEEP))
        requests = [Request(each, line.kept, behind=self._claims(each, line.seat, audience)) for each in moves]
        answer = submit(
            session, poster.by or line.seat, requests, after=self.after, key=key, notes=notes, reader=poster.viewer,
            going_on=not self._is_first,
        )  # fmt: skip
        if answer.refused is not None:
            rule, message = answer.refused.rule, answer.refused.message.removesuffix(f" ({answer.refused.rule})")
            raise self._refused(line, IllegalMoveError(rule, message), may_keep=bool(rule) and may_keep)
        return answer

    def _claims(self, written: Written, seat: str, audience: str) -> tuple[SessionEvent, ...]:
        """What is claimed of the board: for whom the post is; what is recorded was open to all when it was said."""
        audience = ALL if self.poster.records else audience
        return tuple(Claimed(seat, claim.place, claim.value, audience) for claim in written.claims)

    def _read_again(self, due: LineToFile) -> tuple[ReadLine, tuple[Written, ...]]:
        """The line as it reads now, where dice have fallen before it, and the moves that it says."""
        session, poster = self.session, self.poster
        if not due.read.is_settled:
            raise Stop(due.read)
        timeline = Timeline(session.row, session.view(poster.viewer))
        reader = LineReader(timeline, poster, looks=not poster.records, heard=due.heard)
        line = reader.read(due.line, due.seat, due.choice)
        if not line.is_settled:
            raise Stop(line)
        return line, reader.moves

    def _refused(self, line: ReadLine, error: BellError, *, may_keep: bool = False) -> Exception:
        """The end of a filing at a line that is refused, in words that its reader may read."""
        if isinstance(error, ConflictError) and not self.poster.records:
            return self._crossed(line, error)
        if isinstance(error, NotationError) and self.poster.records:
            error.line = 0
            return Stop(replace(line, status="ask", message=str(error), choices=error.allowed))
        rule = getattr(error, "rule", "")
        message, law = str(error).removesuffix(f" ({rule})"), self.session.game.meta.rulebook.get(rule, "")
        return Stop(replace(line, status="fix", message=message, rule=rule, law=law, may_keep=may_keep))

    def _crossed(self, line: ReadLine, error: ConflictError) -> Exception:
        """Somebody else came in between; a key that was used otherwise is another matter."""
        if not error.missed or self.after is None:
            return error
        timeline = Timeline(self.session.row, self.session.view(self.poster.viewer))
        crossing = unseen_lines(timeline, self.after, orders=self._is_first)
        return Stop(replace(line, status="ask", message="others moved meanwhile"), crossing)

    def _finish(self, seat: str, key: str, notes: tuple[SessionEvent, ...]) -> tuple[SessionEvent, ...]:
        """The end of a block says nothing more: what silence means is filed, where play is recorded as it stood."""
        session = self.session
        if session.strict or next(iter(session.status.awaited), "") != seat:
            return notes
        silent = session.game.rules.silence(session.position, seat)
        if silent is None:
            return notes
        request = Request(Written(silent), implied=True)
        submit(session, self.poster.by or seat, [request], key=key, notes=notes, reader=self.poster.viewer)
        return ()


def _filed(filing: Filing, paste: ReadPaste, stop: Stop | None) -> FiledPost:
    """What became of a post, each line with its address and what came of it."""
    session = filing.session
    timeline = Timeline(session.row, session.view(filing.poster.viewer))
    lines = [_told(timeline, line, *filing.places.get(line.number, (0, 0))) for line in paste.lines]
    if stop is not None:
        lines = [stop.line if line.number == stop.line.number else line for line in lines]
    return FiledPost(
        paste, tuple(lines), session.head.seq, session.head.hex, stop is None,
        stop.line if stop else None, stop.crossing if stop else (),
    )  # fmt: skip


def _told(timeline: Timeline, line: ReadLine, first: int, last: int) -> ReadLine:
    """A line with its address in the log and what came of it, where it was filed as the lines from first to last."""
    if not first:
        return line
    groups = [group for group in timeline.groups if first <= group.last and group.first <= last]
    moves = [group.first for group in groups if group.first in timeline.addresses and not group.head.implied]
    address = timeline.addresses[moves[0]] if moves else f"#{last}"
    says = tuple(_sentences(timeline, groups))
    return replace(line, filed=address, says=says, waits="", message=line.message if line.kept else "")


def _sentences(timeline: Timeline, groups: Sequence[Group]) -> Iterator[str]:
    for group in groups:
        for entry in group.entries:
            if not isinstance(entry.event, Posted):
                yield timeline.tell(entry.seq)


def _posted(post: ReadPost) -> Posted:
    told = post.post
    return Posted(told.author, told.text, post.audience, told.where, told.when, post.key)
