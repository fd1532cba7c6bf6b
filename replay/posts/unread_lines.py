"""The lines of filed posts that are chat, and what becomes of one that was a move after all.

Where nobody has moved since, the move is filed as a post of its own, which says for which line of the log it stands.
Where later moves stand already, it is proposed as an insertion: whoever may rule decides, and inserts it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from events.entry import Entry
from events.errors import ConflictError, RefusedError
from events.events import ALL, UNKNOWN, Move
from events.session_events import Posted, Redecided
from events.store.protocol import EventStore
from projections.terms import Written
from projections.wording import titled
from replay.corrections.correction import preview
from replay.corrections.plan import Change, CorrectionPlan
from replay.corrections.ruling import dispute, rule
from replay.corrections.written_changes import NOTHING, WrittenCorrection
from replay.posts.acts import Verdict
from replay.posts.approved_phrases import STANDS_FOR
from replay.posts.blocks import BlockLine
from replay.posts.completions import LONGEST_WORDS, LegalLines, legal_lines
from replay.posts.directives import read_directive
from replay.posts.lines import begins_with_verb
from replay.posts.paste import Pasted, Poster
from replay.posts.prose import parts_of
from replay.posts.read import ReadPaste
from replay.posts.read import read_post as read_paste
from replay.posts.revisions import filed_lines, speaker, taken_apart
from replay.posts.simulate import LookAhead
from replay.reading.audience import AudienceCollector
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.preview import ReadOnlySession, read_move_at
from replay.session.session import Session


class ChatLine(NamedTuple):
    """A line of a filed post that is chat: the line of the log, its number in the post, its words, whose it is.

    It stood behind line `at` of the log. `later` is the first move that stands behind that, None where there is none;
    `became` is the line of the log where it is filed as a move, 0 where it is none, and `meant` what was filed for it
    last; `tries` counts how often something was.
    """

    seq: int
    number: int
    text: str
    seat: str
    at: int
    later: Group | None = None
    became: int = 0
    meant: str = ""
    tries: int = 0

    @property
    def address(self) -> str:
        """How people call it: the line of the log, and the number of the line in its post."""
        return f"{self.seq}.{self.number}"

    @property
    def where(self) -> str:
        """Where the post that files it as a move says that it was said."""
        return f"line {self.number} of #{self.seq}{f' ({self.tries + 1})' if self.tries else ''}"

    @property
    def key(self) -> str:
        """The key under which it is filed as a move: sent twice, it is filed once."""
        return f"line-{self.seq}-{self.number}-{self.tries + 1}"


def chat_lines(timeline: Timeline, store: EventStore, seq: int) -> tuple[ChatLine, ...]:
    """The chat of a post that is in the log, line by line, as far as the timeline's viewer may read it.

    Raises:
        RefusedError: the line of the log is no post, or none that this viewer may read.
    """
    entry = timeline.entries[seq - 1] if 1 <= seq <= timeline.last else None
    event = entry.event if entry is not None else None
    if entry is None or not isinstance(event, Posted) or event.text == UNKNOWN:
        raise RefusedError(f"line {seq} is no post that you may read")
    seat = speaker(entry, timeline.reading.started.seats)
    found, own = list[ChatLine](), 0
    for line in _chat_lines(timeline, store, entry, event, seat):
        found.append(_with_what_followed(timeline, line._replace(at=max(line.at, own))))
        own = max(own, timeline.group_at(found[-1].became).last if found[-1].became else 0)
    return tuple(found)


def may_hold_chat(text: str) -> bool:
    """Whether a post has a line that does not begin as notation does, and is no fence."""
    lines = (line.strip() for line in text.split("\n"))
    return any(line and not line.startswith("==") and not begins_with_verb(line) for line in lines)


def chat_line(timeline: Timeline, store: EventStore, seq: int, number: int) -> ChatLine:
    """One line of chat of a post that is in the log.

    Raises:
        RefusedError: there is none of this number; says which there are.
    """
    lines = chat_lines(timeline, store, seq)
    found = next((line for line in lines if line.number == number), None)
    if found is None:
        there = ", ".join(str(line.number) for line in lines)
        raise RefusedError(f"line {number} of the post is no chat; {f'chat is line {there}' if there else 'none is'}")
    return found


def _chat_lines(
    timeline: Timeline, store: EventStore, entry: Entry, event: Posted, seat: str
) -> Iterator[ChatLine]:  # fmt: skip
    post = taken_apart(event, seat)
    read = [(line, block.seat) for block in post.blocks for line in block.lines]
    every = [*read, *((line, seat) for line in post.around)]
    filed = filed_lines(timeline, store, entry, len(every))
    stood = dict(_stood(timeline, entry, every if filed else read, filed))
    at, chat = entry.seq, list[tuple[BlockLine, str]]()
    for line, whose in every:
        chat += [] if line.number in stood else [(line, whose)]
    for line, whose in sorted(chat, key=lambda one: one[0].number):
        at = max((seq for number, seq in stood.items() if number < line.number), default=entry.seq)
        if whose in timeline.reading.started.seats:
            yield ChatLine(entry.seq, line.number, line.text, whose, at)


def _stood(
    timeline: Timeline, entry: Entry, read: list[tuple[BlockLine, str]], filed: dict[int, int]
) -> Iterator[tuple[int, int]]:
    """The lines of a post that are filed as moves, by their numbers, each with the last line of the log it became.

    Where that was not kept, each line that begins as notation does is taken for the next move behind the post.
    """
    if filed:
        yield from ((line.number, filed[at]) for at, (line, _) in enumerate(read, 1) if at in filed)
        return
    behind = _moves_behind(timeline, entry.seq)
    last = entry.seq
    for line, _ in read:
        if begins_with_verb(line.text) or read_directive(line.text) is not None:
            last = next(behind, last)
            yield line.number, last


def _moves_behind(timeline: Timeline, seq: int) -> Iterator[int]:
    """The last lines of the moves that follow a post, up to the next post."""
    for group in timeline.groups:
        if group.first > seq:
            if isinstance(group.head.event, Posted):
                return
            if isinstance(group.head.event, Move) and not group.head.implied:
                yield group.last


def _with_what_followed(timeline: Timeline, line: ChatLine) -> ChatLine:
    """A line with the first move behind it, and with what it became."""
    later = next((group for group in _moves(timeline) if group.first > line.at), None)
    tries = [
        (entry.seq, entry.event.text)
        for entry in timeline.entries[line.seq :]
        if isinstance(entry.event, Posted) and entry.event.author == line.seat and _is_for(entry.event, line)
    ]
    if not tries:
        return line._replace(later=later)
    seq, meant = tries[-1]
    return line._replace(later=later, became=_standing(timeline, seq), meant=meant, tries=len(tries))


def _standing(timeline: Timeline, seq: int) -> int:
    """The line of the move that a post was filed for, as it stands now; 0 where it was taken back."""
    moves = (group for group in timeline.groups if isinstance(group.head.event, Move) and not group.head.implied)
    found = next((group for group in moves if group.first > seq), None)
    while found is not None and found.undone:
        again = next(
            (one for one in timeline.entries if isinstance(one.event, Redecided) and one.event.of == found.first), None
        )
        found = timeline.group_at(again.seq + 1) if again is not None else None
    return found.first if found is not None else 0


def _moves(timeline: Timeline) -> Iterator[Group]:
    return (group for group in timeline.groups if isinstance(group.head.event, Move) and not group.undone)


def _is_for(event: Posted, line: ChatLine) -> bool:
    """Whether a post files a line of chat as a move."""
    found = STANDS_FOR.fullmatch(event.where)
    return found is not None and (int(found["seq"]), int(found["number"])) == (line.seq, line.number)


def require_own(line: ChatLine, poster: Poster) -> None:
    """Refuse a seat that says what another's line was.

    Raises:
        RefusedError: it does; a moderator or judge may speak of any line.
    """
    if poster.seat not in ("", line.seat):
        raise RefusedError(f"this line is {titled(line.seat)}'s, and you hold {titled(poster.seat)}")


def legal_for(timeline: Timeline, line: ChatLine, typed: str = "") -> LegalLines:
    """The legal moves where a line of chat stood, the likeliest first; where nothing followed, those that are now."""
    ahead = LookAhead(timeline)
    ahead.position = timeline.position(_place(timeline, line))
    return legal_lines(ahead, line.seat, line.text, typed)


def _place(timeline: Timeline, line: ChatLine) -> int:
    """The line of the log behind which the move comes."""
    return line.later.first - 1 if line.later is not None else timeline.last


def read_as_move(timeline: Timeline, store: EventStore, line: ChatLine, said: str, poster: Poster) -> ReadPaste:
    """How a line of chat reads as the move that it was, where no later move stands. Nothing is written.

    Raises:
        RefusedError: it says no move, or is another seat's.
        ConflictError: later moves stand already, or it is filed as a move already.
    """
    paste = read_paste(timeline, store, post_of(timeline, line, said, poster), poster)
    if not paste.lines or any(each.status == "chat" or read_directive(each.text) is not None for each in paste.lines):
        raise RefusedError(f'"{_one_line(said)[:60]}" says no move')
    return paste


def post_of(timeline: Timeline, line: ChatLine, said: str, poster: Poster, after: int | None = None) -> Pasted:
    """The post that files a line of chat as a move."""
    _require_open(line, poster)
    if line.later is not None:
        raise ConflictError(f"later moves stand already, from {_address(timeline, line.later.first)} on")
    text = "\n".join(parts_of(_one_line(said)))
    return Pasted(text=text, seat=line.seat, where=line.where, key=line.key, after=after)


def _require_open(line: ChatLine, poster: Poster) -> None:
    require_own(line, poster)
    if line.became:
        raise ConflictError(f"line {line.address} is filed as a move already, in line {line.became}")


def _one_line(said: str) -> str:
    """What was typed, on one line.

    Raises:
        RefusedError: it is empty, or longer than a move can be.
    """
    text = " ".join(said.split())
    if not text:
        raise RefusedError("say which move it was")
    if len(text) > LONGEST_WORDS:
        raise RefusedError(f"a move has at most {LONGEST_WORDS} characters, not {len(text)}")
    return text


def _address(timeline: Timeline, seq: int) -> str:
    return timeline.addresses.get(seq, f"#{seq}")


# Where later moves stand


class Insertion(NamedTuple):
    """A move that a line of chat was, to be inserted before a later one; what would become of all that came after."""

    line: ChatLine
    before: Group
    written: Written
    plan: CorrectionPlan
    said: str
    audience: str


def insertion(
    timeline: Timeline, line: ChatLine, said: str, poster: Poster, meant: WrittenCorrection = NOTHING
) -> Insertion:
    """What inserting a move where a line of chat stood would do, as far as the timeline's viewer may know.

    `meant` says what becomes of later moves.

    Nothing is written, and no die is asked.

    Raises:
        NotationError: it does not read, may mean several moves, or is more than one.
        IllegalMoveError: a rule was against it then.
        RefusedError: nothing is said, it is another seat's line, or no later move stands.
    """
    _require_open(line, poster)
    said = _one_line(said)
    if line.later is None:
        raise RefusedError("no later move stands: it is filed as any move is")
    written = read_move_at(timeline, line.later, said, line.seat)
    session = ReadOnlySession(timeline.reading)
    plan = preview(
        session, [Change(line.later, written, inserts=True)], by=poster.by, viewer=timeline.viewer,
        answers=meant.answers, others=meant.others, keepings=meant.keepings,
    )  # fmt: skip
    secrecy = AudienceCollector(timeline.reading.codec)
    secrecy.take_in_words(written)
    return Insertion(line, line.later, written, plan, said, secrecy.audience)


def propose(session: Session, timeline: Timeline, found: Insertion, poster: Poster) -> int:
    """File a proposal to insert a move: a dispute about its post, which whoever may rule settles.

    What only its seat may know stands in no dispute. Returns the line of the log that says so.
    """
    line, place = found.line, _address(timeline, found.before.first)
    which = found.said if found.audience == ALL else f"which one, {line.seat} alone may know"
    claim = f"line {line.number} was a move, before {place}: {which}"
    return dispute(session, line.seq, claim, by=poster.by)


def insert(
    session: Session, timeline: Timeline, found: Insertion, said: Verdict, reason: str, *, by: str,
    meant: WrittenCorrection,
) -> CorrectionPlan | None:  # fmt: skip
    """Insert a move where a line of chat stood, by a ruling; the later moves are decided again, as `meant` says.

    Raises:
        RefusedError: a seat rules, or there is no reason.
        ConflictError: the position changed after the line that its author saw.
    """
    line, group = found.line, timeline.group_at(found.line.seq)
    post = Posted(line.seat, found.said, found.audience, line.where, key=line.key)
    return rule(
        session, group, "fix", reason, said.cites, by=by, settles=said.settled(session, group),
        changes=[Change(found.before, found.written, inserts=True)], said=[Entry(post, by)], answers=meant.answers,
        others=meant.others, keepings=meant.keepings,
    )  # fmt: skip
