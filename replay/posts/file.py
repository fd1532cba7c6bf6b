"""Filing a post, move by move, up to the first line that is refused; the same post again goes on where it stopped.

Nothing is filed before every line is settled that can be settled beforehand. The post itself is filed with the first of
its lines, so that a post of which nothing stands leaves nothing behind.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from events.conduct import Claimed, Posted
from events.errors import BellError, ConflictError
from events.facts import Conduct
from events.store.protocol import EventStore
from projections.shelf import Shelf
from projections.terms import Written
from replay.chance.clock import Clock, now_ms
from replay.live.conflicts import Missed, missed
from replay.live.session import new_id
from replay.live.submission import Answer, Request, submit
from replay.live.transaction import Preface, Prefaced
from replay.posts.commands import carry_out, common_line
from replay.posts.lines import LineReader, ReadLine
from replay.posts.paste import Pasted, Poster
from replay.posts.read import Intake, ReadPost, Settled, read_post
from replay.posts.revisions import AGAIN, answered, key_of_line
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

__all__ = ["Filed", "file_post"]


class Filed(msgspec.Struct, frozen=True):
    """What became of a post. `lines` are all of it, each filed one with its address and what came of it.

    `stopped` is the line at which filing stopped, if it did; `crossing` what came in between, if that is why.
    """

    intake: Intake
    lines: tuple[ReadLine, ...]
    seq: int
    head: str
    is_done: bool
    stopped: ReadLine | None = None
    crossing: tuple[Missed, ...] = ()

    @property
    def number(self) -> int:
        """How many lines are filed."""
        return sum(bool(line.filed) for line in self.lines)

    @property
    def has_begun(self) -> bool:
        """Whether anything of it went into the log now."""
        return self.seq > self.intake.seq


class _Stop(Exception):  # noqa: N818  # it ends a filing, and is told as a line
    """A line is refused."""

    def __init__(self, line: ReadLine, crossing: tuple[Missed, ...] = ()) -> None:
        super().__init__(line.message)
        self.line, self.crossing = line, crossing


def file_post(
    store: EventStore, shelf: Shelf, session: str, pasted: Pasted, poster: Poster, clock: Clock = now_ms
) -> Filed:
    """Read a post and file it, if it is settled.

    Raises:
        UnknownSessionError: there is no such session.
        RefusedError: what was pasted is none of a post.
        HeldError: the session takes no moves.
        ConflictError: the key was used for another post.
    """
    if not pasted.key:
        pasted = replace(pasted, key=new_id())
    opened = Prefaced.load(store, shelf, store.row(session).session, clock)
    intake = read_post(Timeline(opened.row, opened.view(poster.viewer)), store, pasted, poster)
    if not intake.is_settled:
        return Filed(intake, intake.lines, opened.head.seq, opened.head.hex, is_done=False, crossing=intake.crossing)
    if any(post.is_open for post in intake.posts):
        opened.require_open()
    filing = _Filing(opened, intake, poster)
    stop = filing.file_all()
    return filing.filed(stop)


class _Filing:
    """One post while it is filed; `places` leads from a line's number to the lines of the log it became."""

    def __init__(self, session: Prefaced, intake: Intake, poster: Poster) -> None:
        self.session, self.intake, self.poster = session, intake, poster
        self.places: dict[int, tuple[int, int]] = {}
        self.after, self._is_first = intake.after, True

    def file_all(self) -> _Stop | None:
        """File what is not filed yet; returns where it stopped."""
        try:
            for post in self.intake.posts:
                self._post(post)
        except _Stop as stop:
            return stop
        return None

    def _post(self, post: ReadPost) -> None:
        again = post.again
        key = again.key if again is not None and again.key else post.key
        notes: tuple[Conduct, ...] = () if again is not None else (_posted(post),)
        is_going, turn = False, 0
        for settled in post.settled:
            if settled.read.status != "chat" and not settled.read.filed:
                turn = self.session.status.turn
                notes = self._line(settled, self._key(key_of_line(key, settled.number)), notes, post.audience)
                is_going = is_going or not notes
            if settled.ends and is_going:
                if turn == self.session.status.turn:  # of a turn that its last line has led to a block says nothing
                    self._finish(settled.seat, f"{key_of_line(key, settled.number)}-end")
                is_going = False
        if notes or again is None or not again.is_whole:  # that its end was reached is kept under the key of the post
            submit(self.session, self.poster.by, [], notes=notes, key=key_of_line(key, 0))

    def _key(self, key: str) -> str:
        """The key of a line; a further one where only some of its moves were filed, for the rest is another request."""
        session, by = self.session, self.poster.by
        while (answer := answered(session.store, session.row.session, by, key)) is not None and not answer.done:
            key += AGAIN
        return key

    def _line(
        self, settled: Settled, key: str, notes: tuple[Conduct, ...], audience: str
    ) -> tuple[Conduct, ...]:  # fmt: skip
        """File one line, with the post before it; returns what of the post is left to be filed.

        Raises:
            _Stop: it is refused.
        """
        session, before = self.session, self.session.head.seq
        line, moves = (settled.read, settled.moves) if settled.moves else self._read_again(settled)
        if line.status == "chat":
            return notes
        common = None if moves else common_line(settled.choice.take or settled.said.meant)
        try:
            if common is not None:
                asked = sha256(msgspec.json.encode([common, notes])).hexdigest()
                preface = Preface(self.poster.by, notes, self.after, key, asked, going_on=not self._is_first)
                with session.prefaced(preface) as answer:
                    if answer is None:
                        carry_out(session, common, self.poster.by, asks=bool(self.poster.seat))
            else:
                answer = self._move(moves, line, key, notes, audience)
        except ConflictError as error:
            raise self._crossed(line, error) from error
        except BellError as error:
            rule = getattr(error, "rule", "")
            law = session.game.meta.rulebook.get(rule, "")
            message = str(error).removesuffix(f" ({rule})")
            raise _Stop(replace(line, status="fix", message=message, rule=rule, law=law)) from error
        self.after, self._is_first = answer.head_seq if answer else session.head.seq, False
        last = answer.head_seq if answer else session.head.seq
        self.places[settled.said.number] = (min(before + 1, last), max(last, session.head.seq))
        return ()

    def _move(
        self, moves: Sequence[Written], line: ReadLine, key: str, notes: tuple[Conduct, ...], audience: str
    ) -> Answer:  # fmt: skip
        session, poster = self.session, self.poster
        requests = [Request(each, line.kept, behind=self._claims(each, line.seat, audience)) for each in moves]
        answer = submit(
            session, poster.by, requests, after=self.after, key=key, notes=notes, reader=poster.viewer,
            going_on=not self._is_first,
        )  # fmt: skip
        if answer.refused is not None:
            refused = answer.refused
            law = session.game.meta.rulebook.get(refused.rule, "")
            message = refused.message.removesuffix(f" ({refused.rule})")
            raise _Stop(
                replace(line, status="fix", message=message, rule=refused.rule, law=law, may_keep=bool(refused.rule))
            )
        return answer

    def _claims(self, written: Written, seat: str, audience: str) -> tuple[Conduct, ...]:
        return tuple(Claimed(seat, claim.place, claim.value, audience) for claim in written.claims)

    def _read_again(self, settled: Settled) -> tuple[ReadLine, tuple[Written, ...]]:
        """The line as it reads now, where dice have fallen before it, and the moves that it says."""
        session = self.session
        reader = LineReader(Timeline(session.row, session.view(self.poster.viewer)), self.poster)
        line = reader.read(settled.said, settled.seat, settled.choice)
        if not line.is_settled:
            raise _Stop(line)
        return line, reader.moves

    def _crossed(self, line: ReadLine, error: ConflictError) -> Exception:
        """Somebody else came in between; a key that was used otherwise is another matter."""
        if not error.missed or self.after is None:
            return error
        timeline = Timeline(self.session.row, self.session.view(self.poster.viewer))
        crossing = missed(timeline, self.after, orders=self._is_first)
        return _Stop(replace(line, status="ask", message="others moved meanwhile"), crossing)

    def _finish(self, seat: str, key: str) -> None:
        """The end of a block says nothing more: what silence means is filed, where play is recorded as it stood."""
        session = self.session
        if session.strict or next(iter(session.status.awaited), "") != seat:
            return
        silent = session.game.rules.silence(session.position, seat)
        if silent is not None:
            request = Request(Written(silent), implied=True)
            submit(session, self.poster.by, [request], key=key, reader=self.poster.viewer)

    def filed(self, stop: _Stop | None) -> Filed:
        """What became of it, each line with its address and what came of it."""
        session = self.session
        timeline = Timeline(session.row, session.view(self.poster.viewer))
        lines = [self._told(timeline, line) for line in self.intake.lines]
        if stop is not None:
            lines = [stop.line if line.number == stop.line.number else line for line in lines]
        return Filed(
            self.intake, tuple(lines), session.head.seq, session.head.hex, stop is None,
            stop.line if stop else None, stop.crossing if stop else (),
        )  # fmt: skip

    def _told(self, timeline: Timeline, line: ReadLine) -> ReadLine:
        first, last = self.places.get(line.number, (0, 0))
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
            if not isinstance(entry.fact, Posted):
                yield timeline.tell(entry.seq)


def _posted(post: ReadPost) -> Posted:
    told = post.post
    return Posted(told.author, told.text, post.audience, told.where, told.when, post.key)
