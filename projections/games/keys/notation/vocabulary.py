"""The spellings of cards, tiles, seats and doors."""

from collections.abc import Mapping, Sequence
from typing import Final

from events.events import UNKNOWN
from projections.games.keys.state.names import CARD_CODES, CARD_NAMES, DOOR_NAMES
from projections.games.keys.state.position import COLOURS, CONTROL, DOORS, KINDS
from projections.notation import cursor
from projections.notation.vocabulary import Spelling, Vocabulary

SPELLING: Final = Spelling(
    own=r"(?P<tile>(?<!\w)[a-gA-G][1-7](?=[a-gA-G][1-7](?!\w)))",
    ignored=frozenset(",.!*\ufe0f"),
    fillers_within=True,
    longest=7,
)
"""How a line is split into words. Two tiles may follow each other without a separator: `c2c3`."""
_SHORT: Final[Mapping[str, Sequence[str]]] = {
    "sonic": ("sonic", "screwdriver"), "barrier": ("barrier",), "tunnel": ("tunnel",), "cookie": ("cookie",),
    "pandorica": ("pandorica",), "cyberman": ("cyberman", "cybermen", "assault"),
}  # fmt: skip


def _card_words() -> dict[str, str]:
    words = {code.lower(): card for card, code in CARD_CODES.items()}
    for colour in COLOURS.values():
        words |= dict.fromkeys((f"key {colour}", f"{colour} key", f"key - {colour}"), f"key-{colour}")
    for card, names in _SHORT.items():
        words |= dict.fromkeys((CARD_NAMES[card].lower(), *names), card)
    return words


CARD_WORDS: Final[Vocabulary] = _card_words()
TILE_WORDS: Final[Vocabulary] = {tile: tile for tile in sorted((*DOORS, CONTROL))}
ACTIONS: Final[Vocabulary] = {
    **dict.fromkeys(("open", "opens", "opened"), "open"),
    **dict.fromkeys(("close", "closes", "closed", "shut", "shuts"), "close"),
}
KIND_WORDS: Final[Vocabulary] = {
    **{kind: kind for kind in KINDS},
    **{DOOR_NAMES[kind].lower(): kind for kind in KINDS},
    "plain": "open", "extra turn tile": "extra", "key tile": "key", "tele": "teleport", UNKNOWN: UNKNOWN,
}  # fmt: skip


def seat_words(seats: Sequence[str]) -> Vocabulary:
    """Return a mapping of spellings to seats: their ids with hyphens or blanks."""
    return SPELLING.seats(seats)


class Cursor(cursor.Cursor):
    """Reads a line of Keys to the TARDIS from left to right."""

    spelling = SPELLING
