"""From drafted entries to stored lines: numbers, times, digests, seals and fingerprints."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from events.codec import Codec
from events.entry import Entry, Head, Line, Secret, digest
from events.events import Drawn, Event, Move, Revealed, SessionEvent, Shuffled

HEAD = -1
"""The `cause` of an entry that answers to the head of its own group, before that line has a number."""

_DEALT: Final = (Shuffled, Drawn, Revealed)
Spot = Callable[[str, str], int | None]


class EncodedLines(msgspec.Struct, frozen=True):
    """Lines ready to be stored, with their secrets, what the table reads in them, and the head after them."""

    lines: list[Line]
    secrets: list[Secret]
    entries: list[Entry]
    head: Head


class Deals:
    """The seals of the last shuffle of each pile, so that a card drawn carries the seal it had there.

    A place without a spot in the shuffle is the top of its pile.
    """

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.orders: dict[str, list[tuple[str, str]]] = {}
        self.taken: dict[str, int] = {}

    def salt(self, event: Event, _field: str, item: int, text: str) -> str | None:
        """The salt that an item had in its pile's shuffle, where it is the one that lay there."""
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
        """Take in a line that was filed; `secrets` are the (salt, value) pairs of a shuffle's order."""
        if isinstance(event, Shuffled):
            self.orders[event.pile], self.taken[event.pile] = list(secrets), 0
        elif isinstance(event, Drawn):
            self.taken[event.pile] = self.taken.get(event.pile, 0) + len(event.cards)
        elif isinstance(event, Revealed) and self.spot(event.pile, event.place) is None:
            self.taken[event.pile] = self.taken.get(event.pile, 0) + 1


def encode_lines(
    codec: Codec, session: str, head: Head, entries: Sequence[Entry], at_ms: int, deals: Deals
) -> EncodedLines:
    """Encode the entries as the lines that follow `head`."""
    lines, secrets, read = list[Line](), list[Secret](), list[Entry]()
    seq, prev = head.seq, head.digest
    first = seq + 1
    for drafted in entries:
        seq += 1
        if isinstance(drafted.event, Move | SessionEvent):
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
    """The fingerprint of a position: 8 bytes of SHA-256 of its sorted encoding without defaults."""
    return sha256(msgspec.json.encode(position, order="sorted")).digest()[:8]
