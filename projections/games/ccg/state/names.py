"""Displayed names of seats, cards (by face or by number), zones and piles."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from events.events import UNKNOWN
from projections.games.ccg.components.cards import ZONES, Card
from projections.games.ccg.state.position import InPlay, Position
from projections.wording import clean, counted, joined, titled

CODES: Final[Mapping[str, str]] = {"past": "Pa", "present": "Pr", "future": "Fu"}
"""The two-letter code of each zone."""
VALUES: Final[Mapping[str, str]] = {"energy": "Energy", "substance": "Substance", "support": "Support"}


def seat_name(_position: Position, seat: str) -> str:
    """Return the displayed name of a seat: `julie` is Julie."""
    return titled(seat) or "Nobody"


def whose(position: Position, seat: str) -> str:
    """Return a seat as a possessive: `Julie's`."""
    return f"{seat_name(position, seat)}'s"


def zone_name(zone: str) -> str:
    """Return the displayed name of a zone."""
    return titled(zone) or "no zone"


def in_zone(zone: str) -> str:
    """Return a zone with its preposition: `in the Past`."""
    return f"in the {zone_name(zone)}" if zone in ZONES else f"in {zone_name(zone)}"


def value_name(value: str) -> str:
    """Return the displayed name of a value; `both` is Energy and Substance."""
    return VALUES.get(value) or ("Energy and Substance" if value == "both" else clean(value) or "a value")


def face_card(position: Position, face: str) -> Card | None:
    """Return the printed card with the id `face`, or None if the card set has no such card."""
    return position.cards.card.get(face)


def is_episode(position: Position, card: InPlay) -> bool:
    """Return whether a card in play is an Episode."""
    face = face_card(position, card.face)
    return face is not None and face.type == "episode"


def face_name(position: Position, face: str) -> str:
    """Return the printed name of the card with the id `face`."""
    card = face_card(position, face)
    return clean(card.name) if card else "a card" if face in (UNKNOWN, "") else titled(face)


def card_name(position: Position, number: int) -> str:
    """Return the printed name of a card in play, with its number if the name is ambiguous on its side of the zone."""
    card = position.at(number)
    if card is None:
        return "a card that is not in play" if number else "no card"
    name = face_name(position, card.face)
    return f"{name} #{number}" if _twins(position, card, name) else name


def _twins(position: Position, card: InPlay, name: str) -> bool:
    return any(
        other.zone == card.zone and other.side == card.side and other.n != card.n
        and face_name(position, other.face) == name
        for other in position.play
    )  # fmt: skip


def cards_named(position: Position, numbers: Iterable[int]) -> str:
    """Return the names of cards in play as a list for a sentence."""
    return joined([card_name(position, number) for number in numbers]) or "no card"


def known_row(position: Position, faces: Iterable[str], noun: str = "unknown card") -> str:
    """Return cards by name, with equal cards counted and unknown ones last: `2 Yeti, Bok and 3 unknown cards`."""
    counts = Counter(faces)
    hidden = counts.pop(UNKNOWN, 0)
    words = [f"{count} {name}" if count > 1 else name for name, count in _by_name(position, counts)]
    return joined([*words, *[counted(hidden, noun)] * bool(hidden)])


def _by_name(position: Position, counts: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    return ((face_name(position, face), count) for face, count in counts.items())


def pile_name(position: Position, pile: str) -> str:
    """Return the name of a pile for a sentence: `deck-julie` is Julie's draw deck."""
    kind, _, seat = pile.partition("-")
    noun = {"deck": "draw deck", "time": "Time stack", "discard": "discard pile", "hand": "hand"}.get(kind, clean(pile))
    return f"{whose(position, seat)} {noun}" if seat else f"the {noun}"
