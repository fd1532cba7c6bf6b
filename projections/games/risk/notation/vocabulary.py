"""How players spell things: territories, armies, continents."""

from functools import cache
from typing import Final

from events.events import UNKNOWN
from projections.games.risk.components.world_map import CLASSIC, CONTINENTS, TERRITORIES
from projections.games.risk.state.position import NEUTRALS
from projections.notation import cursor
from projections.notation.cursor import Spelt
from projections.notation.vocabulary import RECEIPT, Spelling, Vocabulary, without_comment

_TOGETHER: Final = (
    rf"(?P<code>(?i:{'|'.join(land.code for land in TERRITORIES.values())})(?=[1-9][0-9]?\b))"
    r"|(?P<attack>[1-9](?=vs?[1-9]\b))|(?P<versus>vs?(?=[1-9]\b))"
)
"""What may stand without a blank between: a code and a number, `RUS4`, and the dice of both sides, `3v2`."""
SPELLING: Final = Spelling(
    own=rf"(?P<receipt>{RECEIPT})|{_TOGETHER}",
    ignored=frozenset(',.!\ufe0f"\u201c\u201d\u201e\u00ab\u00bb'),
    fillers=frozenset({"in", "on", "at", "the", "a", "an", "my", "into"}),
    reach=3,
    digits=4,
    numbers={"one": 1, "two": 2, "three": 3},
)
plain: Final = SPELLING.plain


# Territories, continents, armies

PLACES: Final[Vocabulary] = {
    **SPELLING.names((name, (land.name, land.code)) for name, land in TERRITORIES.items()),
    **CLASSIC,
}
"""The territories by code, name and id."""
CARDS: Final[Vocabulary] = {**PLACES, UNKNOWN: UNKNOWN}
"""The Territory Cards by their territories, and one that nobody saw."""
PLACE_CODES: Final[Vocabulary] = {spelling: TERRITORIES[name].code for spelling, name in PLACES.items()}
"""The territories as a line offers them: any spelling to its code."""
CONTINENT_WORDS: Final[Vocabulary] = SPELLING.names((name, (land.name,)) for name, land in CONTINENTS.items())


def place_code(territory: str) -> str:
    """A territory by its three letters; what is none stays as it is."""
    land = TERRITORIES.get(territory)
    return land.code if land else territory


@cache
def army_words(seats: tuple[str, ...], *, neutrals: bool = False) -> Vocabulary:
    """The spellings of seats, the hyphens of an id may be blanks; with `neutrals` also `n1`, `neutral 1`."""
    words = SPELLING.seats(seats)
    return words | SPELLING.names((army, (f"neutral {army[1:]}", f"neutral {army}")) for army in NEUTRALS if neutrals)


class Cursor(cursor.Cursor):
    """Reads a line of Risk from left to right."""

    spelling = SPELLING

    def place(self, legal: Spelt = lambda _move: None) -> str:
        """The territory that stands here, by its id.

        Raises:
            SlipError: none does.
        """
        found = self.phrase(PLACES)
        if found is None:
            raise self.slip("a territory is expected", PLACE_CODES, legal)
        return found

    def ending(self) -> int:
        """Where a word is missing at the end: behind all of the line, which a quotation mark may end."""
        return len(without_comment(self.line).rstrip())
