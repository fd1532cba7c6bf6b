"""Spellings of territories, armies and continents."""

from functools import cache
from typing import Final

from events.events import UNKNOWN
from projections.games.risk import events as e
from projections.games.risk.components.world_map import CLASSIC, CONTINENTS, TERRITORIES
from projections.games.risk.state.position import NEUTRALS
from projections.notation import cursor
from projections.notation.cursor import Spelt
from projections.notation.stated import NamedResults
from projections.notation.vocabulary import RECEIPT, Spelling, Vocabulary, without_comment
from projections.window import WINDOWS

_TOGETHER: Final = (
    rf"(?P<code>(?i:{'|'.join(land.code for land in TERRITORIES.values())})(?=[1-9][0-9]?\b))"
    r"|(?P<attack>[1-9](?=vs?[1-9]\b))|(?P<versus>vs?(?=[1-9]\b))"
)
"""Text that needs no space: a code and a number (`RUS4`), the dice of both sides (`3v2`)."""
SPELLING: Final = Spelling(
    own=rf"(?P<receipt>{RECEIPT})|{_TOGETHER}",
    ignored=frozenset(',.!\ufe0f"\u201c\u201d\u201e\u00ab\u00bb'),
    fillers=frozenset({"in", "on", "at", "the", "a", "an", "my", "into"}),
    reach=3,
    digits=4,
    numbers={"one": 1, "two": 2, "three": 3},
)
plain: Final = SPELLING.plain


PLACES: Final[Vocabulary] = {
    **SPELLING.names((name, (land.name, land.code)) for name, land in TERRITORIES.items()),
    **CLASSIC,
}
"""The territories by code, name and id."""
CARDS: Final[Vocabulary] = {**PLACES, UNKNOWN: UNKNOWN}
"""The Territory Cards by territory, and an unknown card."""
PLACE_CODES: Final[Vocabulary] = {spelling: TERRITORIES[name].code for spelling, name in PLACES.items()}
"""The code of each spelling of a territory."""
CONTINENT_WORDS: Final[Vocabulary] = SPELLING.names((name, (land.name,)) for name, land in CONTINENTS.items())


def place_code(territory: str) -> str:
    """Return the code of a territory from its id; any other text stays unchanged."""
    land = TERRITORIES.get(territory)
    return land.code if land else territory


@cache
def army_words(seats: tuple[str, ...], *, neutrals: bool = False) -> Vocabulary:
    """Return a mapping of spellings to seats; with `neutrals`, also to neutral armies (`n1`)."""
    words = SPELLING.seats(seats)
    return words | SPELLING.names((army, (f"neutral {army[1:]}", f"neutral {army}")) for army in NEUTRALS if neutrals)


class Cursor(cursor.Cursor):
    """Reads a line of Risk from left to right."""

    spelling = SPELLING

    def place(self, legal: Spelt = lambda _move: None) -> str:
        """Parse a territory and return its id. Raises SlipError for another word."""
        found = self.phrase(PLACES)
        if found is None:
            raise self.slip("a territory is expected", PLACE_CODES, legal)
        return found

    def ending(self) -> int:
        """Return the column for an error about a word missing at the end, after a closing quotation mark."""
        return len(without_comment(self.line).rstrip())


def _item(word: str) -> str:
    return PLACES.get(plain(word), word) if word.isupper() or word.casefold() in TERRITORIES else word


RESULTS: Final = NamedResults("risk", (*e.ALL_EFFECTS, *WINDOWS), SPELLING, _item, place_code, "asia:7/europe:5")
