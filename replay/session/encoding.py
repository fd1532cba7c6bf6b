"""Convert drafted entries to stored lines: numbers, times, digests, seals and state hashes."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from events.codec import Codec
from events.entry import Entry, Head, Line, Secret, digest
from events.events import Drawn, Event, Move, Revealed, SessionEvent, Shuffled

HEAD = -1  # the `cause` of an entry that is caused by the head of its group, before the head has a number

_HEADS: Final = (Move, SessionEvent)
_DEALT: Final = (Shuffled, Drawn, Revealed)
Spot = Callable[[str, str], int | None]


class EncodedLines(msgspec.Struct, frozen=True):
    """Lines to store, their secrets, the entries of these lines as the server reads them, and the head after them."""

    lines: list[Line]
    secrets: list[Secret]
    entries: list[Entry]
    head: Head


class Deals:
    """Tracks the seals of each pile's last shuffle, so that a drawn card has the same seal as in the shuffle.

    `spot` returns the index in the shuffle of a place on the board; None means the top of the pile.
    """

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.orders: dict[str, list[tuple[str, str]]] = {}
        self.taken: dict[str, int] = {}

    def salt(self, event: Event, _field: str, item: int, text: str) -> str | None:
        """Return the salt that an item had in its pile's shuffle, None if the shuffle has another item at its index."""
        match event:
            case Drawn(pile=pile):
                at: int | None = self.taken.get(pile, 0) + item
            case Revealed(pile=pile, place=place):
                laid = self.spot(pile, place)
                at = self.taken.get(pile, 0) if laid is None else laid
            case _:
                return None
        order = self.orders.get(pile, [])
        if at is None or at >= len(order):
            return None
        salt, value = order[at]
        return salt if value == text else None

    def note(self, event: Event, secrets: Iterable[tuple[str, str]]) -> None:
        """Count the cards taken by a recorded event, so that the next card keeps its seal from the shuffle.

        For a shuffle, `secrets` are the (salt, value) pairs of the new order, which replaces the old one.
        """
        if isinstance(event, Shuffled):
            self.orders[event.pile], self.taken[event.pile] = list(secrets), 0
        elif isinstance(event, Drawn):
            self.taken[event.pile] = self.taken.get(event.pile, 0) + len(event.cards)
        elif isinstance(event, Revealed) and self.spot(event.pile, event.place) is None:
            self.taken[event.pile] = self.taken.get(event.pile, 0) + 1


def encode_lines(
    codec: Codec, session: str, head: Head, entries: Sequence[Entry], at_ms: int, deals: Deals
) -> EncodedLines:
    """Encode entries as the lines that follow `head`."""
    lines, secrets, read = list[Line](), list[Secret](), list[Entry]()
    seq, prev = head.seq, head.digest
    first = seq + 1
    for drafted in entries:
        seq += 1
        if isinstance(drafted.event, _HEADS):
            first = seq
        cause = first if drafted.cause == HEAD else drafted.cause
        entry = Entry(drafted.event, drafted.by, drafted.rule, cause, drafted.implied, seq, at_ms)
        body, opened = codec.encode(entry, seq, deals.salt)
        if isinstance(entry.event, _DEALT):
            deals.note(entry.event, ((secret.salt or "", secret.value or "") for secret in opened))
        prev = digest(prev.hex(), session, seq, at_ms, entry.by, body)
        lines.append(Line(session, seq, at_ms, entry.by, body, prev))
        secrets.extend(opened)
        read.append(entry)
    return EncodedLines(lines, secrets, read, Head(seq, prev))


def fingerprint(position: msgspec.Struct) -> bytes:
    """Return the state hash of a position: 8 bytes of the SHA-256 of its sorted JSON without defaults."""
    return sha256(msgspec.json.encode(position, order="sorted")).digest()[:8]
