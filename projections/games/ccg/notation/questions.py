"""What verbs there are to ask about, where a line does not read: what each of them says, and when it is due."""

from collections.abc import Mapping, Sequence
from typing import Final

from projections.games.ccg.notation.grammar import VERBS, begun, exact
from projections.games.ccg.notation.vocabulary import Cursor
from projections.games.ccg.state.position import Position
from projections.notation.questions import Reading

_SAID: Final[Mapping[str, str]] = {
    "DECK": "lay down a deck", "STOPS": "when to be asked", "STAND": "Stand cards", "ZONE": "choose the zone",
    "DRAW": "draw", "PLAY": "play a card", "EPISODE": "play an Episode", "SOLVE": "solve an Episode",
    "COMBAT": "announce, attack", "DEFEND": "name a combatant", "PASS": "let it go by", "FLASH": "play a Flash",
    "SIDE": "support", "SPECIAL": "use an ability", "HIT": "make a Hit", "RESULT": "how combat ends",
    "BONUS": "the bonus card", "END": "end the turn",
}  # fmt: skip
_STEPS: Final[Mapping[str, Sequence[str]]] = {
    "deck": ("DECK",), "stand": ("STAND",), "zone": ("ZONE",), "draw": ("DRAW",),
    "play": ("PLAY", "EPISODE", "SOLVE", "COMBAT"), "combat": ("PASS",), "attack": ("COMBAT", "BONUS"),
    "name": ("DEFEND",), "hit": ("HIT", "BONUS"), "bonus": ("BONUS", "END"),
}  # fmt: skip
"""The verbs that are due in a step of the turn; those that use cards are due at any time."""
READING: Final[Reading[Position]] = Reading(
    cursor=Cursor, verbs=VERBS, said=_SAID, due=lambda position: _STEPS.get(position.step, ()), begun=begun,
    exact=lambda line, position, seat, _after: exact(line, position, seat),
)  # fmt: skip
"""How the lines of this game are read."""
