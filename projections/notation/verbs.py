"""The verb at the start of a line, optionally after the seat's own name."""

from projections.notation.cursor import Cursor
from projections.notation.vocabulary import Vocabulary


def verb_begun(cursor: Cursor, verbs: Vocabulary, seats: Vocabulary, seat: str, spelt: str) -> str | None:
    """Return the verb at the start of a line and move past it and its colon.

    If the line does not begin with a verb, return None and do not move.

    `seats` are the spellings of the seats; `spelt` is how a line writes this seat.

    Raises:
        SlipError: the line begins with another seat's name.
    """
    owner = cursor.phrase(seats) if seats else None
    if owner:
        cursor.skip(":")
    verb = cursor.phrase(verbs) if owner else None
    if owner and verb and owner != seat and seat in seats.values():
        cursor.at = 0
        raise cursor.slip("a line of another seat must be in a block of its own", {owner: spelt})
    if not verb:
        cursor.at = 0
        verb = cursor.phrase(verbs)
    if verb:
        cursor.skip(":")
    return verb
