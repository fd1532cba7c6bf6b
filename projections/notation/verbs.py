"""The verb that begins a written line, behind the seat's own name where that stands first."""

from projections.notation.cursor import Cursor
from projections.notation.vocabulary import Vocabulary


def verb_begun(cursor: Cursor, verbs: Vocabulary, seats: Vocabulary, seat: str, spelt: str) -> str | None:
    """Read the verb of a line of a seat, with the colon behind it; None, and nothing read, where it begins with none.

    `seats` are the spellings of the seats' names, `spelt` is how this one's is written.

    Raises:
        SlipError: another seat's name stands first.
    """
    owner = cursor.phrase(seats) if seats else None
    if owner:
        cursor.skip(":")
    verb = cursor.phrase(verbs) if owner else None
    if owner and verb and owner != seat and seat in seats.values():
        cursor.at = 0
        raise cursor.slip("a line of another seat stands in a block of its own", {owner: spelt})
    if not verb:
        cursor.at = 0
        verb = cursor.phrase(verbs)
    if verb:
        cursor.skip(":")
    return verb
