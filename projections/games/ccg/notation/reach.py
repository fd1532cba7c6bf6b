"""Resolve the names of cards: a card in play, chosen by how near it is to the writer, or a face of the card file.

A card in play is written with its printed name. The opponent's name precedes it if the card is the opponent's; a number
follows if several cards share the name. `#12` alone is the card with that number. A name without a player prefers the
writer's own cards, and among them those in the chosen zone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from events.events import UNKNOWN
from projections.games.ccg.components.cards import CardSet
from projections.games.ccg.notation import vocabulary
from projections.games.ccg.state.position import InPlay, Position
from projections.notation.cursor import SlipError
from projections.notation.titles import Itself, is_quotable


class Reach(NamedTuple):
    """The preferences that decide which card in play a name means: cards of `seat` first.

    `zone` is preferred (default: the chosen zone). `sided` says whether Sided or Standing cards are preferred. `writer`
    is the seat that writes, if it is not `seat`.
    """

    position: Position
    seat: str
    zone: str = ""
    sided: bool | None = None
    writer: str = ""

    def meant(self, faces: Sequence[str], owner: str = "") -> list[InPlay]:
        """Return the cards in play with one of these faces, narrowed by each preference that any of them fits."""
        zone = self.zone or self.position.zone
        found = [card for card in self.position.play if card.face in faces and owner in ("", card.side)]
        tests: tuple[Callable[[InPlay], bool], ...] = (
            lambda card: not card.out,
            lambda card: card.side == (owner or self.seat),
            lambda card: card.zone == zone,
            lambda card: self.sided in (None, card.sided),
        )
        for test in tests:
            found = [card for card in found if test(card)] or found
        return found


def card_named(
    cursor: vocabulary.Cursor, reach: Reach, message: str = "a card in play is expected", others: Sequence[str] = ()
) -> int:
    """Read a card in play by name or number and return its number. Suggestions after a misspelling include `others`.

    Raises:
        SlipError: the card is missing.
        QuestionError: the name fits several cards.
    """
    if cursor.is_at("#"):
        return _numbered(cursor)
    at = cursor.at
    owner, faces = _called(cursor, reach.position)
    if not faces:
        raise cursor.misnamed(message, [*_offers(reach, owner), *((word, word) for word in others)], at)
    start, end = span = cursor.stretch(at)
    if cursor.is_at("#"):
        number = _numbered(cursor)
        card = reach.position.at(number)
        if card is not None and card.face in faces:
            return number
        whole = (start, cursor.words[cursor.at - 1].end)
        raise SlipError(f"card {number} has another name", [whole], dict(_offers(reach, owner)))
    found = reach.meant(faces, owner)
    if not found:
        raise SlipError(f"{cursor.line[start:end]} is not in play", [span], dict(_offers(reach, owner)))
    if len(found) > 1:
        raise cursor.doubt(at, [_spelt(reach, card, numbered=True) for card in found], "which one is meant?")
    return found[0].n


def cards_named(cursor: vocabulary.Cursor, reach: Reach, message: str) -> tuple[int, ...]:
    """Read the numbers of cards in play joined by `+`. Raises SlipError, or QuestionError for an ambiguous name."""
    found = [card_named(cursor, reach, message)]
    while cursor.now in vocabulary.AND and not (vocabulary.RESULTS.stands(cursor) or _is_amount(cursor)):
        cursor.at += 1
        found.append(card_named(cursor, reach, message))
    return tuple(found)


def _is_amount(cursor: vocabulary.Cursor) -> bool:
    return cursor.after.isdecimal() and not cursor.quotes(cursor.words[cursor.at + 1].start)


def _numbered(cursor: vocabulary.Cursor) -> int:
    cursor.skip("#")
    return cursor.want_number("the number of a card is expected")


def _called(cursor: vocabulary.Cursor, position: Position) -> tuple[str, list[str]]:
    """Read a card's name. Return the player before the name ("" if not given), and the faces with this name."""
    at, words = cursor.at, vocabulary.titles(position)
    plainly = cursor.title(words)
    ended, cursor.at = cursor.at, at
    owner = "" if cursor.quoted else cursor.phrase(vocabulary.seat_words(position.seats)) or ""
    owned = cursor.title(words) if owner else None
    if owned is not None and cursor.at > ended:
        return owner, owned.split()
    if plainly is None:
        return owner, []
    cursor.at = ended
    return "", plainly.split()


def _spelt(reach: Reach, card: InPlay, *, numbered: bool) -> str:
    name = _quotable(reach.position, card.face)
    if not name:
        return f"#{card.n}"
    away = card.side != reach.seat or reach.writer not in ("", card.side)
    owner = f"{vocabulary.seat_spelt(reach.position.seats, card.side)}." if away else ""
    return f'{owner}"{name}"{f" #{card.n}" if numbered else ""}'


def named(reach: Reach, number: int) -> str:
    """Return the text that means exactly this card in play when a line writes it."""
    card = reach.position.at(number)
    if card is None:
        return f"#{number}"
    faces = _faces(reach.position, card.face)
    alone = card.side == reach.seat and reach.meant(faces) == [card]
    owned = card.side != reach.seat and reach.meant(faces, card.side) == [card]
    return _spelt(reach, card, numbered=not (alone or owned)) if card.face in faces else f"#{number}"


def names(reach: Reach, numbers: Iterable[int]) -> str:
    """Return the text of several cards in play for a line, joined by `+`."""
    return " + ".join(named(reach, number) for number in numbers)


def _offers(reach: Reach, owner: str = "") -> Sequence[tuple[str, str]]:
    """Return each card in play as a pair of its name and its text for a line; the preferred cards come last."""
    return _offered(Itself(reach.position), *reach[1:], owner)


@lru_cache(maxsize=32)
def _offered(
    position: Itself[Position], seat: str, zone: str, sided: bool | None, writer: str, owner: str  # noqa: FBT001
) -> Sequence[tuple[str, str]]:  # fmt: skip
    """Compute `_offers`, cached for recent positions."""
    reach = Reach(position.thing, seat, zone, sided, writer)
    zone = zone or reach.position.zone
    cards = sorted(reach.position.lying(), key=lambda card: (card.side == (owner or reach.seat), card.zone == zone))
    names_of = ((card, _quotable(reach.position, card.face)) for card in cards if owner in ("", card.side))
    return [(vocabulary.plain(name), named(reach, card.n)) for card, name in names_of if name]


def _faces(position: Position, face: str) -> list[str]:
    name = _quotable(position, face)
    return vocabulary.titles(position).get(vocabulary.plain(name), "").split() if name else []


def _quotable(position: Position, face: str) -> str:
    """Return the printed name of a face, or "" if it cannot be quoted in a line."""
    return _printed(Itself(position.cards)).get(face, "")


@lru_cache(maxsize=16)
def _printed(cards: Itself[CardSet]) -> Mapping[str, str]:
    return {face: card.name for face, card in cards.thing.card.items() if is_quotable(card.name)}


@lru_cache(maxsize=16)
def _spelt_faces(cards: Itself[CardSet]) -> Mapping[str, tuple[str, str]]:
    """Return by face its name in the form used for comparison, and the text that means exactly this face in a line."""
    printed, words = _printed(cards), vocabulary.card_titles(cards)
    named = {face: printed.get(face, "") for face in cards.thing.card}
    alone = {face for face, name in named.items() if name and words.get(vocabulary.plain(name), "").split() == [face]}
    return {
        face: (vocabulary.plain(name or face), f'"{name if face in alone else face}"') for face, name in named.items()
    }


def face_named(cursor: vocabulary.Cursor, position: Position, held: Iterable[str], message: str) -> str:
    """Read the name of a card and return its face; if several faces have the name, return the one in `held`.

    Raises:
        SlipError: the face is missing.
        QuestionError: the name fits several faces, and none or several of them are held.
    """
    at, known = cursor.at, [face for face in dict.fromkeys(held) if face != UNKNOWN]
    found = cursor.title(vocabulary.titles(position))
    if found is None:
        spelt = _spelt_faces(Itself(position.cards))
        kept = (
            [spelt.get(face, (vocabulary.plain(face), f'"{face}"')) for face in known]
            if known
            else list(spelt.values())
        )
        raise cursor.misnamed(message, kept)
    faces = found.split()
    faces = [face for face in faces if face in known] or faces if len(faces) > 1 else faces
    if len(faces) == 1:
        return faces[0]
    raise cursor.doubt(at, [faced(position, face) for face in faces], "which card is meant?")


def faced(position: Position, face: str) -> str:
    """Return the text that means exactly this face when a line writes it, `?` if the face is unknown."""
    if face == UNKNOWN:
        return UNKNOWN
    return _spelt_faces(Itself(position.cards)).get(face, ("", f'"{face}"'))[1]
