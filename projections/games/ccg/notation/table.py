"""The notation of the card game: its forms with all that its lines have in common.

A line is `verb: body results =claims ; comment`. What a writer did not see is `?`; a line may say several moves, or
none where it leaves out a step that nobody has to take.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from projections.games.ccg.notation.chance import SEEN
from projections.games.ccg.notation.claims import read_claims
from projections.games.ccg.notation.forms import FORMS
from projections.games.ccg.notation.slots import SLOTS
from projections.games.ccg.notation.stated import RESULTS
from projections.games.ccg.notation.vocabulary import AND, Cursor, seat_spelt, seat_words
from projections.games.ccg.state.fields import FIELDS
from projections.games.ccg.state.position import Position
from projections.notation.form import FormTable

_LONGEST, _LONGEST_DECK = 1500, 12_000
"""The characters of a line; the one that lays down the second deck may tell the order of both."""
INTERJECTIONS: Final = frozenset(
    {"DEFEND", "READY", "PASS", "FLASH", "SIDE", "SUPPORT", "SPECIAL", "DAMAGE", "LOSE", "STOPS"}
)
"""The verbs with which the other player answers inside a block: `J FLASH: ...`."""
_STEPS: Final[Mapping[str, Sequence[str]]] = {
    "deck": ("DECK",), "stand": ("STAND",), "zone": ("ZONE",), "draw": ("DRAW",),
    "play": ("PLAY", "EPISODE", "SOLVE", "COMBAT"), "combat": ("PASS",), "attack": ("COMBAT", "BONUS"),
    "name": ("DEFEND",), "hit": ("HIT", "BONUS"), "bonus": ("BONUS", "END"),
}  # fmt: skip
"""The verbs that are due in a step of the turn; those that use cards are due at any time."""


TABLE: Final[FormTable[Position]] = FormTable(
    forms=FORMS, slots=SLOTS, cursor=Cursor, stated=RESULTS, claims=read_claims, claimed=FIELDS.claim, joints=AND,
    longest=_LONGEST, longer={"DECK": _LONGEST_DECK}, chance=(SEEN,), seats=lambda position: seat_words(position.seats),
    seat_code=lambda position, seat: seat_spelt(position.seats, seat),
    due=lambda position: _STEPS.get(position.step, ()),
)  # fmt: skip
