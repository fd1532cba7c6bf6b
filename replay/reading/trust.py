"""Posts that were recorded without a question: the policy of the session, and which moves come from such a post."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from events.entry import Entry
from events.events import Move
from events.session_events import Posted, RecordedUnasked, TakenBack, TrustPolicy
from replay.reading.reading import Group, Reading

TRUST: Final = ("ask", "sure", "notation")
"""How plain words are read; the default is first.

Each reading is confirmed, or a certain one is recorded at once. With `notation`, plain words in a thread that the
session follows are chat.
"""


def trust_policy(reading: Reading[Any]) -> str:
    """Return the policy that the moderator set last, or the default."""
    return next((event.policy for _, event in reversed(reading.events_of(TrustPolicy))), TRUST[0])


def moves_unasked(reading: Reading[Any], unasked: Entry) -> Iterator[int]:
    """Yield the entries of the moves that come from a post which was recorded without a question."""
    event = unasked.event
    assert isinstance(event, RecordedUnasked)
    left = event.moves
    for entry in reading.entries[unasked.seq :]:
        if not left or isinstance(entry.event, Posted | TakenBack):
            return
        if isinstance(entry.event, Move) and entry.event.player == event.author and not entry.implied:
            yield entry.seq
            left -= 1


def unasked_entry(reading: Reading[Any], group: Group) -> int:
    """Return the entry that says that the post of this move was recorded without a question, 0 for none."""
    marks = [entry for entry in reading.entries_of(RecordedUnasked) if entry.seq < group.first]
    return marks[-1].seq if marks and group.first in moves_unasked(reading, marks[-1]) else 0


def is_unasked_post(entries: Sequence[Entry], seq: int) -> bool:
    """Return whether the post in entry `seq` was recorded without a question."""
    return seq < len(entries) and isinstance(entries[seq].event, RecordedUnasked)


def is_refused(reading: Reading[Any], unasked: Entry) -> bool:
    """Return whether a reading that was recorded without a question was taken back."""
    moves = list(moves_unasked(reading, unasked))
    return bool(moves) and all(seq in reading.undone for seq in moves)


def is_refused_post(reading: Reading[Any], seq: int) -> bool:
    """Return whether the post in entry `seq` was recorded without a question, and then taken back."""
    return is_unasked_post(reading.entries, seq) and is_refused(reading, reading.entries[seq])
