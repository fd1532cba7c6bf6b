"""Claims in a line, as `docs/notation.md` shows them: what a post says the table shows after it.

Values stand behind the name of a card anywhere in a line, or behind `=`. What stands there to be compared is in
`state/fields.py`.
"""

from typing import Final

from projections.games.ccg.notation.reach import Reach, card_named
from projections.games.ccg.notation.vocabulary import VALUE_CODES, VALUE_WORDS, ZONE_WORDS, Cursor, seat_words
from projections.games.ccg.state.names import CODES, face_name
from projections.games.ccg.state.position import Position
from projections.notation.cursor import SlipError
from projections.notation.vocabulary import Vocabulary
from projections.terms import Claim

_STATES: Final[Vocabulary] = {
    **dict.fromkeys(("sided", "side"), "sided"), **dict.fromkeys(("standing", "stands", "stand"), "standing"),
}  # fmt: skip
_ROWS: Final[Vocabulary] = {
    "hand": "hand", "deck": "deck", "draw deck": "deck", "discards": "discards", "discard pile": "discards",
    "time": "time", "time cards": "time", "lost": "lost", "bonus": "bonus",
}  # fmt: skip


def about_card(position: Position, number: int, what: str, face: str = "") -> str:
    """The place of a claim of a card in play: its name and number for people, and what of it is claimed."""
    card = position.at(number)
    name = face_name(position, card.face if card else face)
    return f"{name} #{number} {what}"


def values_claimed(cursor: Cursor, place: str) -> tuple[Claim, ...]:
    """The three values that stand behind a card, as claims of it; none where none stand here."""
    values = claimed_values(cursor)
    return (Claim(place, values),) if values else ()


def claimed_values(cursor: Cursor) -> str:
    """The three values that stand here, as `2/2/0`; "" where none do."""
    words = [word.text for word in cursor.words[cursor.at : cursor.at + 5]]
    if (
        len(words) < 5
        or not all(words[at].isdecimal() and len(words[at]) < 4 for at in (0, 2, 4))
        or {words[1], words[3]} != {"/"}
    ):
        return ""
    cursor.at += 5
    return "/".join(str(int(word)) for word in words[::2])


def read_claims(cursor: Cursor, position: Position, seat: str, about: int) -> tuple[Claim, ...]:
    """The claims that stand at the end of a line, each behind its `=`; `about` is the card that the line is about.

    Raises:
        SlipError: a place or value that cannot be claimed, or something else stands here.
    """
    return cursor.claims(lambda: _claim(cursor, position, seat, about))


def _claim(cursor: Cursor, position: Position, seat: str, about: int) -> Claim:
    if cursor.quoted:
        return _card(cursor, position, card_named(cursor, Reach(position, seat)))
    at = cursor.at
    if what := cursor.phrase(_ROWS):
        owner = cursor.want("a seat is expected", seat_words(position.seats))
        if what != "bonus":
            return Claim(f"{what} {owner}", cursor.claimed_number())
        cursor.colon()
        return Claim(f"{what} {owner}", CODES[cursor.zone()])
    if cursor.skip("zone"):
        cursor.colon()
        return Claim("zone", CODES[cursor.zone()])
    if about and (cursor.now in VALUE_WORDS or claimed_values(cursor)):
        cursor.at = at
        found = _card(cursor, position, about)
        cursor.skip("support")
        return found
    return _card(cursor, position, card_named(cursor, Reach(position, seat), "what is claimed is expected"))


def _card(cursor: Cursor, position: Position, number: int) -> Claim:
    """What is claimed of a card in play."""
    cursor.skip(":")
    if values := claimed_values(cursor):
        return Claim(about_card(position, number, "values"), values)
    if value := cursor.phrase(VALUE_WORDS):
        cursor.skip(":")
        return Claim(about_card(position, number, value), str(cursor.want_number("a number is claimed here")))
    if state := cursor.phrase(_STATES):
        return Claim(about_card(position, number, "state"), state)
    if zone := cursor.phrase(ZONE_WORDS):
        return Claim(about_card(position, number, "zone"), CODES[zone])
    raise _unclaimed(cursor)


def _unclaimed(cursor: Cursor) -> SlipError:
    words = {**VALUE_CODES, **CODES, **{word: word for word in _STATES.values()}}
    return cursor.slip("a value, a zone, sided or standing is claimed of a card", words)
