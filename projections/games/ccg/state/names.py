"""What things are called: seats, cards by their faces and by their numbers, zones."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from events.events import UNKNOWN
from projections.games.ccg.components.cards import ZONES, Card
from projections.games.ccg.state.position import InPlay, Position
from projections.wording import clean, counted, joined, titled

CODES: Final[Mapping[str, str]] = {"past": "Pa", "present": "Pr", "future": "Fu"}
"""The two letters of each zone."""
VALUES: Final[Mapping[str, str]] = {"energy": "Energy", "substance": "Substance", "support": "Support"}


def seat_name(_position: Position, seat: str) -> str:
    """A seat as people read it: `julie` is Julie."""
    return titled(seat) or "Nobody"


def whose(position: Position, seat: str) -> str:
    """A seat as an owner: `Julie's`."""
    return f"{seat_name(position, seat)}'s"


def zone_name(zone: str) -> str:
    """A zone by its name."""
    return titled(zone) or "no zone"


def in_zone(zone: str) -> str:
    """Where a sentence says that something is: `in the Past`."""
    return f"in the {zone_name(zone)}" if zone in ZONES else f"in {zone_name(zone)}"


def value_name(value: str) -> str:
    """A value by its name; both of a fight where a card changes both."""
    return VALUES.get(value) or ("Energy and Substance" if value == "both" else clean(value) or "a value")


def face_card(position: Position, face: str) -> Card | None:
    """What is printed on a face; None where nobody here knows."""
    return position.cards.card.get(face)


def is_episode(position: Position, card: InPlay) -> bool:
    """Whether a card in play is an Episode."""
    face = face_card(position, card.face)
    return face is not None and face.type == "episode"


def face_name(position: Position, face: str) -> str:
    """A face by its printed name."""
    card = face_card(position, face)
    return clean(card.name) if card else "a card" if face in (UNKNOWN, "") else titled(face)


def card_name(position: Position, number: int) -> str:
    """A card in play by its printed name, with its number where another by its side has the same name."""
    card = position.at(number)
    if card is None:
        return "a card that is not in play" if number else "no card"
    name = face_name(position, card.face)
    return f"{name} #{number}" if _twins(position, card, name) else name


def _twins(position: Position, card: InPlay, name: str) -> bool:
    """Whether another card on the same side of the same zone has the name."""
    return any(
        other.n != card.n and (other.zone, other.side) == (card.zone, card.side)
        and face_name(position, other.face) == name
        for other in position.play
    )  # fmt: skip


def cards_named(position: Position, numbers: Iterable[int]) -> str:
    """Cards in play as a list in a sentence."""
    return joined([card_name(position, number) for number in numbers]) or "no card"


def known_row(position: Position, faces: Iterable[str], noun: str = "unknown card") -> str:
    """Faces as a list, equal ones counted and those not known last: `2 Yeti, Bok and 3 unknown cards`."""
    counts = Counter(faces)
    hidden = counts.pop(UNKNOWN, 0)
    words = [f"{count} {name}" if count > 1 else name for name, count in _by_name(position, counts)]
    return joined([*words, *[counted(hidden, noun)] * bool(hidden)])


def _by_name(position: Position, counts: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    return ((face_name(position, face), count) for face, count in counts.items())


def pile_name(position: Position, pile: str) -> str:
    """A pile as a sentence names it: `deck-julie` is Julie's draw deck."""
    kind, _, seat = pile.partition("-")
    noun = {"deck": "draw deck", "time": "Time stack", "discard": "discard pile", "hand": "hand"}.get(kind, clean(pile))
    return f"{whose(position, seat)} {noun}" if seat else f"the {noun}"
