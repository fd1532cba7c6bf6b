"""The notation of the card game: its forms and what all lines have in common.

A line is `verb: body results =claims ; comment`. `?` marks what the writer did not see. A line may contain several
moves, or none if it skips an optional step.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from projections.games.ccg.notation.argument_types import SLOTS
from projections.games.ccg.notation.chance import SEEN
from projections.games.ccg.notation.claims import read_claims
from projections.games.ccg.notation.patterns import PATTERNS
from projections.games.ccg.notation.vocabulary import AND, RESULTS, Cursor, seat_spelt, seat_words
from projections.games.ccg.state.fields import FIELDS
from projections.games.ccg.state.position import Position
from projections.notation.line_pattern import PatternTable

_LONGEST, _LONGEST_DECK = 1500, 12_000
"""Maximum length of a line in characters. The line of the second deck may give the order of both decks."""
INTERJECTIONS: Final = frozenset(
    {"DEFEND", "READY", "PASS", "FLASH", "SIDE", "SUPPORT", "SPECIAL", "DAMAGE", "LOSE", "STOPS"}
)
"""The verbs with which the other player may answer inside the active player's block of lines: `J FLASH: ...`."""
_STEPS: Final[Mapping[str, Sequence[str]]] = {
    "deck": ("DECK",), "stand": ("STAND",), "zone": ("ZONE",), "draw": ("DRAW",),
    "play": ("PLAY", "EPISODE", "SOLVE", "COMBAT"), "combat": ("PASS",), "attack": ("COMBAT", "BONUS"),
    "name": ("DEFEND",), "hit": ("HIT", "BONUS"), "bonus": ("BONUS", "END"),
}  # fmt: skip
"""For each step of a turn, the verbs of the lines expected then. Verbs for using cards are always expected."""


TABLE: Final[PatternTable[Position]] = PatternTable(
    patterns=PATTERNS, slots=SLOTS, cursor=Cursor, stated=RESULTS, claims=read_claims, claimed=FIELDS.claim, joints=AND,
    longest=_LONGEST, longer={"DECK": _LONGEST_DECK}, chance=(SEEN,), seats=lambda position: seat_words(position.seats),
    seat_code=lambda position, seat: seat_spelt(position.seats, seat),
    due=lambda position: _STEPS.get(position.step, ()),
)  # fmt: skip
