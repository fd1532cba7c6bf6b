"""Claims in a line, as `docs/notation.md` shows them: what a post says the table shows after it.

Values stand behind the name of a card anywhere in a line, or behind `=`. What stands there to be compared is in
`state/fields.py`.
"""

from collections.abc import Sequence
from typing import Final

from projections.games.ccg.notation.reach import Reach, card_named
from projections.games.ccg.notation.vocabulary import (
    VALUE_CODES,
    VALUE_WORDS,
    ZONE_CODES,
    Cursor,
    Said,
    seat_words,
)
from projections.games.ccg.state.names import CODES, face_name
from projections.games.ccg.state.position import Position
from projections.notation.vocabulary import Vocabulary
from projections.terms import Claim

ABOUT: Final = "about"
"""Among the values of a sentence: the card in play that it is about, of which a claim without a name is."""
_STATES: Final[Vocabulary] = {
    **dict.fromkeys(("sided", "side"), "sided"), **dict.fromkeys(("standing", "stands", "stand"), "standing"),
}  # fmt: skip
_ROWS: Final[Vocabulary] = {
    "hand": "hand", "deck": "deck", "draw deck": "deck", "discards": "discards", "discard pile": "discards",
    "time": "time", "time cards": "time", "lost": "lost", "bonus": "bonus", "zone": "zone",
}  # fmt: skip
_OFFERED: Final[Vocabulary] = {**VALUE_CODES, **CODES, **{word: word for word in _STATES.values()}}


def about_card(position: Position, number: int, what: str, face: str = "") -> str:
    """The place of a claim of a card in play: its name and number for people, and what of it is claimed."""
    card = position.at(number)
    name = face_name(position, card.face if card else face)
    return f"{name} #{number} {what}"


def values_here(cursor: Cursor) -> str | None:
    """The three values that stand here, as `2/2/0`; None where none do."""
    words = [word.text for word in cursor.words[cursor.at : cursor.at + 5]]
    if (
        len(words) < 5
        or not all(words[at].isdecimal() and len(words[at]) < 4 for at in (0, 2, 4))
        or {words[1], words[3]} != {"/"}
    ):
        return None
    cursor.at += 5
    return "/".join(str(int(word)) for word in words[::2])


def read_claims(said: Said) -> Sequence[Claim]:
    """The claims that stand here, each behind its `=`.

    Raises:
        SlipError: a place or value that cannot be claimed.
        QuestionError: a name is that of several cards.
    """
    cursor, found = said.cursor, list[Claim]()
    while cursor.skip("="):
        found.append(_claim(said, cursor))
        cursor.skip("!")
    return found


def _claim(said: Said, cursor: Cursor) -> Claim:
    position = said.position
    if row := cursor.phrase(_ROWS):
        owner = "" if row == "zone" else cursor.want("a seat is expected", seat_words(position.seats))
        place = f"{row} {owner}".strip()
        if row not in ("bonus", "zone"):
            return Claim(place, cursor.claimed_number())
        cursor.colon()
        return Claim(place, cursor.want("a zone is expected: Pa, Pr or Fu", ZONE_CODES))
    if (about := said.values.get(ABOUT, 0)) and not cursor.quoted:
        at, bare = cursor.at, cursor.now in VALUE_WORDS or values_here(cursor) is not None
        cursor.at = at
        if bare:
            found = _card(cursor, position, about)
            cursor.skip("support")
            return found
    message = "a card in play is expected" if cursor.quoted else "say what is claimed"
    return _card(cursor, position, card_named(cursor, Reach(position, said.seat), message))


def _card(cursor: Cursor, position: Position, number: int) -> Claim:
    """What is claimed of a card in play."""
    cursor.skip(":")
    if values := values_here(cursor):
        return Claim(about_card(position, number, "values"), values)
    if value := cursor.phrase(VALUE_WORDS):
        cursor.skip(":")
        return Claim(about_card(position, number, value), str(cursor.want_number("a number is claimed here")))
    if state := cursor.phrase(_STATES):
        return Claim(about_card(position, number, "state"), state)
    if zone := cursor.phrase(ZONE_CODES):
        return Claim(about_card(position, number, "zone"), zone)
    raise cursor.slip("a value, a zone, sided or standing is claimed of a card", _OFFERED)
