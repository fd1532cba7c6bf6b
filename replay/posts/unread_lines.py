"""Recorded lines of chat that were moves after all.

If no later move exists, the move is recorded as a post of its own that refers to the chat line. Otherwise it is
proposed as an insertion, and a moderator or judge decides.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from events.entry import Entry
from events.errors import ConflictError, RefusedError
from events.events import ALL, UNKNOWN, Move
from events.session_events import Posted, Redecided
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.notation.prose.reading import parts_of
from projections.wording import titled
from replay.corrections.correction import preview
from replay.corrections.open_requests import meant_claim
from replay.corrections.plan import Change, Correction, CorrectionPlan
from replay.corrections.ruling import dispute, rule
from replay.posts.acts import Verdict
from replay.posts.approved_phrases import STANDS_FOR
from replay.posts.blocks import BlockLine
from replay.posts.choices import LONGEST_WORDS, LegalLines, legal_lines
from replay.posts.directives import read_directive
from replay.posts.lines import begins_with_verb
from replay.posts.paste import Pasted, Poster
from replay.posts.read import ReadPaste, read_post as read_paste
from replay.posts.revisions import filed_lines, speaker, taken_apart
from replay.posts.simulate import LookAhead
from replay.reading.audience import AudienceCollector
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.preview import ReadOnlySession, read_move_at
from replay.session.session import Session


class ChatLine(NamedTuple):
    """A line of chat in a recorded post."""

    seq: int  # the entry of the post
    number: int
    text: str
    seat: str
    at: int  # the entry after which the line was said
    later: Group | None = None  # the first move after that entry
    became: int = 0  # the entry of the move that was recorded for it, 0 for none
    meant: str = ""  # the last text recorded for it
    tries: int = 0  # the number of times this was done

    @property
    def address(self) -> str:
        """The address of the line, such as `58.3`: the entry of the post and the line number."""
        return f"{self.seq}.{self.number}"

    @property
    def where(self) -> str:
        """The `where` field of the post that records this line as a move."""
        return f"line {self.number} of #{self.seq}{f' ({self.tries + 1})' if self.tries else ''}"

    @property
    def key(self) -> str:
        """The idempotency key of the post that records this line as a move."""
        return f"line-{self.seq}-{self.number}-{self.tries + 1}"


def chat_lines(timeline: Timeline, store: EventStore, seq: int) -> tuple[ChatLine, ...]:
    """Return the chat lines of the post in entry `seq`. Raises RefusedError if the viewer can read no post there."""
    entry = timeline.entries[seq - 1] if 1 <= seq <= timeline.last else None
    event = entry.event if entry is not None else None
    if entry is None or not isinstance(event, Posted) or event.text == UNKNOWN:
        raise RefusedError(f"entry {seq} is not a post that you can read")
    seat = speaker(entry, timeline.reading.started.seats)
    found, own = list[ChatLine](), 0
    for line in _chat_lines(timeline, store, entry, event, seat):
        found.append(_with_what_followed(timeline, line._replace(at=max(line.at, own))))
        own = max(own, timeline.group_at(found[-1].became).last if found[-1].became else 0)
    return tuple(found)


def may_hold_chat(text: str) -> bool:
    """Check whether a post has a line that is neither notation nor a block header."""
    lines = (line.strip() for line in text.split("\n"))
    return any(line and not line.startswith("==") and not begins_with_verb(line) for line in lines)


def chat_line(timeline: Timeline, store: EventStore, seq: int, number: int) -> ChatLine:
    """Return one chat line of a post in the log. Raises RefusedError, which lists the chat lines."""
    lines = chat_lines(timeline, store, seq)
    found = next((line for line in lines if line.number == number), None)
    if found is None:
        there = ", ".join(str(line.number) for line in lines)
        raise RefusedError(f"line {number} of the post is not chat. Lines of chat: {there or 'none'}")
    return found


def _chat_lines(
    timeline: Timeline, store: EventStore, entry: Entry, event: Posted, seat: str
) -> Iterator[ChatLine]:  # fmt: skip
    post = taken_apart(event, seat)
    read = [(line, block.seat) for block in post.blocks for line in block.lines]
    every = [*read, *((line, seat) for line in post.around)]
    filed = filed_lines(timeline, store, entry, len(every))
    stood = dict(_stood(timeline, entry, every if filed else read, filed))
    for line, whose in sorted(every, key=lambda one: one[0].number):
        if line.number not in stood and whose in timeline.reading.started.seats:
            at = max((seq for number, seq in stood.items() if number < line.number), default=entry.seq)
            yield ChatLine(entry.seq, line.number, line.text, whose, at)


def _stood(
    timeline: Timeline, entry: Entry, read: list[tuple[BlockLine, str]], filed: dict[int, int]
) -> Iterator[tuple[int, int]]:
    """Yield (line number, last entry of its move) of each line that became a move.

    Without records of the lines (`filed`), lines of notation are matched with the next moves in order.
    """
    if filed:
        yield from ((line.number, filed[at]) for at, (line, _) in enumerate(read, 1) if at in filed)
        return
    behind, last = _moves_behind(timeline, entry.seq), entry.seq
    for line, _ in read:
        if begins_with_verb(line.text) or read_directive(line.text) is not None:
            last = next(behind, last)
            yield line.number, last


def _moves_behind(timeline: Timeline, seq: int) -> Iterator[int]:
    """Yield the last entry of each move after a post, up to the next post."""
    later = (group for group in timeline.groups if group.first > seq)
    for group in takewhile(lambda one: not isinstance(one.head.event, Posted), later):
        if isinstance(group.head.event, Move) and not group.head.implied:
            yield group.last


def _with_what_followed(timeline: Timeline, line: ChatLine) -> ChatLine:
    moves = (group for group in timeline.groups if isinstance(group.head.event, Move) and not group.undone)
    line = line._replace(later=next((group for group in moves if group.first > line.at), None))
    tries = [
        (entry.seq, entry.event.text)
        for entry in timeline.entries[line.seq :]
        if isinstance(entry.event, Posted) and entry.event.author == line.seat and _is_for(entry.event, line)
    ]
    if not tries:
        return line
    seq, meant = tries[-1]
    return line._replace(became=_standing(timeline, seq), meant=meant, tries=len(tries))


def _standing(timeline: Timeline, seq: int) -> int:
    """Return the first entry of the move that the post in entry `seq` recorded, as corrected; 0 if taken back."""
    moves = (group for group in timeline.groups if isinstance(group.head.event, Move) and not group.head.implied)
    found = next((group for group in moves if group.first > seq), None)
    again = {entry.event.of: entry.seq for entry in reversed(timeline.entries) if isinstance(entry.event, Redecided)}
    while found is not None and found.undone:
        found = timeline.group_at(again[found.first] + 1) if found.first in again else None
    return found.first if found is not None else 0


def _is_for(event: Posted, line: ChatLine) -> bool:
    found = STANDS_FOR.fullmatch(event.where)
    return found is not None and (int(found["seq"]), int(found["number"])) == (line.seq, line.number)


def require_own(line: ChatLine, poster: Poster) -> None:
    """Refuse a seat that speaks about the line of another seat."""
    if poster.seat not in ("", line.seat):
        raise RefusedError(f"this line is for {titled(line.seat)}, but you are posting as {titled(poster.seat)}")


def legal_for(timeline: Timeline, line: ChatLine, typed: str = "") -> LegalLines:
    """Return the legal moves at a chat line, likeliest first; the current ones if no later move exists."""
    ahead = LookAhead(timeline)
    ahead.position = timeline.position(line.later.first - 1 if line.later is not None else timeline.last)
    return legal_lines(ahead, line.seat, line.text, typed)


def read_as_move(timeline: Timeline, store: EventStore, line: ChatLine, text: str, poster: Poster) -> ReadPaste:
    """Read a chat line as a move, if no later move exists. Nothing is saved."""
    paste = read_paste(timeline, store, post_of(timeline, line, text, poster), poster)
    if not paste.lines or any(each.status == "chat" or read_directive(each.text) is not None for each in paste.lines):
        raise RefusedError(f'"{_one_line(text)[:60]}" is not a move')
    return paste


def post_of(timeline: Timeline, line: ChatLine, written: str, poster: Poster, after: int | None = None) -> Pasted:
    """Return the post that records a chat line as a move."""
    _require_open(line, poster)
    if line.later is not None:
        raise ConflictError(f"later moves are already recorded, from {timeline.address(line.later.first)} on")
    text = "\n".join(parts_of(_one_line(written)))
    return Pasted(text=text, seat=line.seat, where=line.where, key=line.key, after=after)


def _require_open(line: ChatLine, poster: Poster) -> None:
    require_own(line, poster)
    if line.became:
        raise ConflictError(f"line {line.address} is already recorded as a move, at entry {line.became}")


def _one_line(written: str) -> str:
    text = " ".join(written.split())
    if not text:
        raise RefusedError("write the move that this line was")
    if len(text) > LONGEST_WORDS:
        raise RefusedError(f"a move can have at most {LONGEST_WORDS} characters, not {len(text)}")
    return text


class Insertion(NamedTuple):
    """A chat line as a move to insert before a later move, and the plan for all moves after it."""

    line: ChatLine
    before: Group
    written: Written
    plan: CorrectionPlan
    text: str
    audience: str


def insertion(
    timeline: Timeline, line: ChatLine, text: str, poster: Poster, meant: Correction = Correction()
) -> Insertion:
    """Preview the insertion of a move at a chat line, as far as the timeline's viewer may know.

    `meant` decides about later moves. Nothing is saved and no dice are rolled.
    """
    _require_open(line, poster)
    text = _one_line(text)
    if line.later is None:
        raise RefusedError("no later move is recorded. Submit this move like any other")
    written = read_move_at(timeline, line.later, text, line.seat)
    meant = meant._replace(changes=[Change(line.later, written, inserts=True)])
    plan = preview(ReadOnlySession(timeline.reading), meant, by=poster.by, viewer=timeline.viewer)
    secrecy = AudienceCollector(timeline.reading.codec)
    secrecy.take_in_words(written)
    return Insertion(line, line.later, written, plan, text, secrecy.audience)


def propose(session: Session, timeline: Timeline, found: Insertion, poster: Poster) -> int:
    """Propose the insertion as a dispute about the post, without a move that only its seat may know."""
    line, place = found.line, timeline.address(found.before.first)
    which = found.text if found.audience == ALL else f"which one, {line.seat} alone may know"
    return dispute(session, line.seq, meant_claim(line.number, place, which), by=poster.by)


def insert(
    session: Session, timeline: Timeline, found: Insertion, verdict: Verdict, reason: str, *, by: str,
    meant: Correction,
) -> CorrectionPlan | None:  # fmt: skip
    """Insert the move by a ruling. The later moves are replayed as `meant` says."""
    line, group = found.line, timeline.group_at(found.line.seq)
    post = Posted(line.seat, found.text, found.audience, line.where, key=line.key)
    return rule(
        session, group, "fix", reason, verdict.cites, by=by, settles=verdict.settled(session.view(ALL), group),
        meant=meant._replace(changes=[Change(found.before, found.written, inserts=True)]), entries=[Entry(post, by)],
    )  # fmt: skip
