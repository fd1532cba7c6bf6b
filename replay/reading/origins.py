"""Where a line that a correction wrote again stood first: what points at the one is about the other too."""

from collections.abc import Sequence

from events.conduct import Again
from events.facts import Conduct, Move, Started
from events.line import Entry
from replay.reading.reading import Group


def struck_origin(entries: Sequence[Entry], head: int) -> int:
    """The line that the group of a head was decided again for, 0 where it was not."""
    fact = entries[head - 2].fact if head > 1 else None
    return fact.of if isinstance(fact, Again) and 0 < fact.of < head else 0


def group_from(entries: Sequence[Entry], head: int) -> Group:
    """The lines of the group that begins with a head."""
    last = head
    while last < len(entries) and not isinstance(entries[last].fact, Move | Conduct | Started):
        last += 1
    return Group(tuple(entries[head - 1 : last]))


def head_of(entries: Sequence[Entry], seq: int) -> int:
    """The head of the group that holds a line."""
    while seq > 1 and not isinstance(entries[seq - 1].fact, Move | Conduct | Started):
        seq -= 1
    return seq


def first_origin(entries: Sequence[Entry], seq: int) -> int:
    """The line that a line repeats, as it stood first: the same place in the move that was decided again, if it can be.

    A line that no correction wrote is its own origin, and so is one that its move did not have before.
    """
    while of := struck_origin(entries, head := head_of(entries, seq)):
        if of >= head:
            break
        old, offset = group_from(entries, of), seq - head
        if offset >= len(old.entries) or type(old.entries[offset].fact) is not type(entries[seq - 1].fact):
            break
        seq = of + offset
    return seq
