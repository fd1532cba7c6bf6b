"""Board statements in a line: what the post says about the position after it.

Values follow the name of a card anywhere in a line, or `=`. `state/fields.py` compares them with the position.
"""

from collections.abc import Sequence
from typing import Final

from projections.contracts import Claim
from projections.games.ccg.notation import reach, vocabulary
from projections.games.ccg.notation.vocabulary import Context, Cursor
from projections.games.ccg.state.names import CODES, face_name
from projections.games.ccg.state.position import Position
from projections.notation.vocabulary import Vocabulary

ABOUT: Final = "about"
"""Key, in a parsed move's values, for the number of the card that the line is about.

A board statement without a card's name is about this card.
"""
_STATES: Final[Vocabulary] = {
    **dict.fromkeys(("sided", "side"), "sided"), **dict.fromkeys(("standing", "stands", "stand"), "standing"),
}  # fmt: skip
_ROWS: Final[Vocabulary] = {
    "hand": "hand", "deck": "deck", "draw deck": "deck", "discards": "discards", "discard pile": "discards",
    "time": "time", "time cards": "time", "lost": "lost", "bonus": "bonus", "zone": "zone",
}  # fmt: skip
_OFFERED: Final[Vocabulary] = {**vocabulary.VALUE_CODES, **CODES, **{word: word for word in _STATES.values()}}


def about_card(position: Position, number: int, what: str, face: str = "") -> str:
    """Return the field for a board statement on the property `what` of a card in play: `Yeti #3 values`."""
    card = position.at(number)
    name = face_name(position, card.face if card else face)
    return f"{name} #{number} {what}"


def values_here(cursor: Cursor) -> str | None:
    """Read Energy, Substance and Support at the cursor and return them as `2/2/0`; None if they are not there."""
    words = [word.text for word in cursor.words[cursor.at : cursor.at + 5]]
    if (
        len(words) < 5
        or not all(words[at].isdecimal() and len(words[at]) < 4 for at in (0, 2, 4))
        or {words[1], words[3]} != {"/"}
    ):
        return None
    cursor.at += 5
    return "/".join(str(int(word)) for word in words[::2])


def read_claims(context: Context) -> Sequence[Claim]:
    """Read the board statements, each after its `=`. Raises SlipError, or QuestionError for an ambiguous name."""
    cursor, found = context.cursor, list[Claim]()
    while cursor.skip("="):
        found.append(_claim(context, cursor))
        cursor.skip("!")
    return found


def _claim(context: Context, cursor: Cursor) -> Claim:
    position = context.position
    if row := cursor.phrase(_ROWS):
        owner = "" if row == "zone" else cursor.want("a seat is expected", vocabulary.seat_words(position.seats))
        place = f"{row} {owner}".strip()
        if row not in ("bonus", "zone"):
            return Claim(place, cursor.claimed_number())
        cursor.colon()
        return Claim(place, cursor.want("a zone is expected: Pa, Pr or Fu", vocabulary.ZONE_CODES))
    if (about := context.values.get(ABOUT, 0)) and not cursor.quoted:
        at, bare = cursor.at, cursor.now in vocabulary.VALUE_WORDS or values_here(cursor) is not None
        cursor.at = at
        if bare:
            found = _card(cursor, position, about)
            cursor.skip("support")
            return found
    message = "a card in play is expected" if cursor.quoted else "the board statement needs a card, a pile or a value"
    return _card(cursor, position, reach.card_named(cursor, reach.Reach(position, context.seat), message))


def _card(cursor: Cursor, position: Position, number: int) -> Claim:
    cursor.skip(":")
    if values := values_here(cursor):
        return Claim(about_card(position, number, "values"), values)
    if value := cursor.phrase(vocabulary.VALUE_WORDS):
        cursor.skip(":")
        return Claim(about_card(position, number, value), str(cursor.want_number("a number is expected")))
    if state := cursor.phrase(_STATES):
        return Claim(about_card(position, number, "state"), state)
    if zone := cursor.phrase(vocabulary.ZONE_CODES):
        return Claim(about_card(position, number, "zone"), zone)
    raise cursor.slip("after the card, a value, a zone, sided or standing is expected", _OFFERED)
