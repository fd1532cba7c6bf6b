"""Record a certain reading of plain words without a question, if the session's policy is `sure`.

A reading that was recorded in this way can be refused by its author. So with the built-in dice and cards it contains
only moves from which nobody learns anything, and which leave the choices of all other seats open. Otherwise the author
could refuse it after a bad roll.
"""

from collections.abc import Callable, Mapping, Set as AbstractSet
from typing import Any

from msgspec.structs import replace

from events.errors import BellError
from events.session_events import Ordered, RecordedUnasked
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.notation.prose.guards import takes_back
from replay.posts.certainty import Said, extra_words, is_sure
from replay.posts.directives import read_directive
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import LineToFile, ReadPaste, read_post
from replay.posts.simulate import AgainstError, LookAhead, unknown_values
from replay.reading.timeline import Timeline
from replay.reading.trust import is_refused, trust_policy


def read_trusting(
    timeline: Timeline, public: Callable[[], Timeline], store: EventStore, pasted: Pasted, poster: Poster
) -> tuple[ReadPaste, RecordedUnasked | None]:
    """Read a post. If its readings are certain and the policy allows it, answer its questions with them.

    The mark that comes with such a post says that nothing was asked. `public` returns what a spectator knows.
    """
    paste = read_post(timeline, store, pasted, poster)
    if (pasted.trust or trust_policy(timeline.reading)) != "sure":
        return paste, None

    def read(sure: Mapping[int, Choice]) -> ReadPaste:
        return read_post(timeline, store, replace(pasted, choices={**pasted.choices, **sure}), poster)

    return answer_surely(timeline, public, paste, read)


def answer_surely(
    timeline: Timeline, public: Callable[[], Timeline], paste: ReadPaste,
    read: Callable[[Mapping[int, Choice]], ReadPaste],
) -> tuple[ReadPaste, RecordedUnasked | None]:  # fmt: skip
    """Answer the questions of a post with its readings, if all are certain. `read` reads the post with these answers.

    The mark that comes with such a post says that nothing was asked. Otherwise the post is returned as it is.
    """
    sure = _sure_choices(paste) if not paste.is_settled else {}
    seat, *others = dict.fromkeys(line.seat for line in paste.lines if line.number in sure) or [""]
    if others or not sure or _has_refused(timeline, seat):
        return paste, None
    answered = read(sure)
    moves = sum(len(one.moves) for post in answered.posts for one in post.to_file)
    if not (answered.is_settled and moves and _may_be_refused(timeline, public, answered)):
        return paste, None
    certainty = min(paste.prose[number].certainty for number in sure)
    return answered, RecordedUnasked(seat, moves, int(1000 * certainty))


def _sure_choices(paste: ReadPaste) -> Mapping[int, Choice]:
    """Return the certain reading of each open line.

    There is none if a line is not certain, or if its post was edited, takes anything back or says anything else.
    """
    if paste.trouble or paste.crossing or len(paste.posts) != 1 or paste.posts[0].earlier:
        return {}
    if takes_back(paste.posts[0].post.text):
        return {}
    read = [(line, paste.prose.get(line.number)) for line in paste.open]
    if not all(line.is_likely and found and found.evidence and is_sure(found.evidence) for line, found in read):
        return {}
    return {line.number: Choice(take=line.choices[0]) for line in paste.open} if says_nothing_else(paste) else {}


def says_nothing_else(paste: ReadPaste) -> bool:
    """Return whether a post has only its moves and neutral words, also in its chat and around its blocks."""
    if paste.struck or _is_quoted_below(paste.posts[0].post.text):
        return False
    found = [paste.prose[line.number].said for line in paste.open]
    said = Said(
        tuple(phrase for one in found for phrase in one.used), frozenset().union(*(one.own for one in found)),
        tuple(phrase for one in found for phrase in one.idle), frozenset().union(*(one.names for one in found)),
        all(one.is_last for one in found),
    )  # fmt: skip
    return not extra_words([line.text for line in paste.shown if line.status != "ok"], said)


def _is_quoted_below(text: str) -> bool:
    """Return whether a quotation comes below a line of the author, so that it could change what the line means."""
    quoted = [line.lstrip()[:6].casefold().startswith((">", "[quote")) for line in text.splitlines() if line.strip()]
    return any(quoted[quoted.index(False) :]) if False in quoted else False


def _has_refused(timeline: Timeline, seat: str) -> bool:
    """Return whether a seat has refused such a reading in this turn, so that its next post is asked about."""
    turn = timeline.status(timeline.last).turn
    marks = (one for one in timeline.reading.entries_of(RecordedUnasked) if getattr(one.event, "author", "") == seat)
    return any(timeline.status(one.seq).turn == turn and is_refused(timeline.reading, one) for one in marks)


def _may_be_refused(timeline: Timeline, public: Callable[[], Timeline], paste: ReadPaste) -> bool:
    """Return whether the author can still refuse all moves of a post after they are recorded.

    If dice are entered by hand, refusing them is a takeback (`disclosure`), so a bad roll is no way out.
    """
    lines = [one for post in paste.posts for one in post.to_file if one.read.status != "chat"]
    if not all(map(_is_plain_move, lines)):
        return False
    if not timeline.reading.started.has_tower:
        return True
    known = public()
    ahead, ordering = LookAhead(known), {event.seat for _, event in known.reading.events_of(Ordered)}
    return all(_is_harmless(ahead, written, ordering) for one in lines for written in one.moves)


def _is_plain_move(one: LineToFile) -> bool:
    is_command = read_directive(one.choice.take or one.line.meant) is not None
    return bool(one.moves) and not (is_command or one.read.waits or one.rest or one.read.kept)


def _is_harmless(ahead: LookAhead, written: Written, ordering: AbstractSet[str] = frozenset()) -> bool:
    """Apply a move; return whether it rolls, draws and reveals nothing, and takes no option from another seat.

    A move that awaits a seat in `ordering` is not harmless: a standing order of this seat may answer at once.
    """
    before, seat = ahead.position, written.move.player
    ahead.chance = False
    try:
        ahead.go_on(written)
    except (BellError, AgainstError):
        return False
    awaited = {*_awaited(ahead, ahead.position)}
    others = ({*_awaited(ahead, before)} - awaited | awaited & ordering) - {seat}
    return not (ahead.waits or ahead.chance or others) and unknown_values(ahead.position) >= unknown_values(before)


def _awaited(ahead: LookAhead, position: Any) -> tuple[str, ...]:
    return tuple(ahead.game.rules.status(position).awaited)
