"""The head of a block beside the session it is filed into: whose it is, which turn, what its author had seen.

A head that names another session or another turn is asked about, with the head that would fit as the answer.
"""

import re
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from events.errors import NotationError
from events.session_events import Posted
from projections.terms import Status
from replay.posts.blocks import Block, head_of
from replay.posts.paste import Poster
from replay.reading.timeline import Timeline
from replay.session.auto_pass import after_silence

_HEAD: Final = re.compile(r"(?<!=)==+[^=\n]{1,120}==+")
_MOST: Final = 8
_AHEAD: Final = 3
"""So many turns silence may bring a position on."""


class Question(msgspec.Struct, frozen=True):
    """What is asked about a head: `choices` are heads that fit; none where the block cannot be filed at all.

    `is_read` says that its lines can be read meanwhile: whose they are is no question.
    """

    says: str
    choices: tuple[str, ...] = ()
    is_read: bool = False


def chosen(block: Block, take: str) -> Block:
    """A block under the head that was chosen for it."""
    head = head_of(take)
    if head is None:
        return block
    return msgspec.structs.replace(
        block, seat=head.seat, turn=head.turn, after=head.after, session=head.session, head=take
    )


def question(timeline: Timeline, block: Block, poster: Poster, position: Any = None) -> Question | None:
    """What has to be settled before a block is filed; `position` is the one it is read from, None where unknown.

    Of a block that is recorded nothing is asked but whose it is.
    """
    seats = timeline.reading.started.seats
    known = (*seats, "moderator")
    if block.seat not in known and poster.records:
        unknown = NotationError("no such seat here", line=block.number, read=block.seat, allowed=known)
        return Question(str(unknown), known)
    if poster.records:
        return None
    if block.seat not in known:
        near = get_close_matches(block.seat, known, n=_MOST, cutoff=0.5) or seats
        return Question(f'no seat "{block.seat}" in this session', tuple(_head(timeline, block, seat) for seat in near))
    if poster.seat and block.seat != poster.seat:
        return Question(f"this block is headed {block.seat}, and you hold {poster.seat}")
    asked: list[str] = []
    turn = block.turn
    if block.session and block.session.casefold() not in _names(timeline, block.session):
        asked.append(f'the head names the session "{block.session}", which is not what this one is called')
    if block.turn and position is not None:
        status: Status = timeline.game.rules.status(position)
        if block.turn != status.turn and not _comes(timeline, position, block.turn):
            asked.append(f"the head says turn {block.turn}, and turn {status.turn} is being played")
            turn = status.turn
    after = block.after
    if after > timeline.last:
        asked.append(f"its author had seen line {after}, and this log ends at line {timeline.last}")
        after = 0
    if not asked:
        return None
    fitting = msgspec.structs.replace(block, turn=turn, after=after)
    return Question("; ".join(asked), (_head(timeline, fitting, block.seat),), is_read=True)


def _head(timeline: Timeline, block: Block, seat: str) -> str:
    """A head that fits this session."""
    name = timeline.row.alias or timeline.row.session
    turn = f" T{block.turn}" if block.turn else ""
    after = f" after #{block.after}" if block.after else ""
    return f"== {name}{turn} {seat}{after} =="


def _names(timeline: Timeline, asked: str) -> set[str]:
    """What this session is called: its id, its alias, its title, and what heads that were filed have called it."""
    row = timeline.row
    names = {row.session, row.alias, *row.title.casefold().split(), "-".join(row.title.casefold().split())} - {""}
    if asked.casefold() in names:
        return names
    posts = [entry.event.text for entry in timeline.entries if isinstance(entry.event, Posted)]
    heads = (head_of(found) for text in posts for found in _HEAD.findall(text))
    return names | {head.session.casefold() for head in heads if head is not None and head.session}


def _comes(timeline: Timeline, position: Any, turn: int) -> bool:
    """Whether silence brings this turn: what is awaited first would be let go by."""
    game = timeline.game
    if timeline.reading.started.cards == timeline.reading.started.dice == "tower":
        return False
    for _ in range(_AHEAD):
        position = after_silence(game, position)
        if position is None or game.rules.status(position).turn >= turn:
            break
    return position is not None and game.rules.status(position).turn == turn
