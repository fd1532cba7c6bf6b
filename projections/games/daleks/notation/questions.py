"""What verbs there are to ask about, where a line does not read: what each of them says, and when it is due."""

from collections.abc import Mapping, Sequence
from typing import Final

from projections.games.daleks.notation.grammar import begun, exact
from projections.games.daleks.notation.verbs import PARTS, VERBS
from projections.games.daleks.notation.vocabulary import Cursor
from projections.games.daleks.state.position import Position
from projections.notation.questions import Reading

__all__ = ["READING"]

_SAID: Final[Mapping[str, str]] = {
    "DOCTOR": "take a Doctor", "PREP": "charge, install, dismiss", "TRAVEL": "stay, die, go, new, enter",
    "RECRUIT": "recruit a Companion", "NEED": "the challenge", "POOL": "gather, focus, drop, exterminate",
    "HELP": "call for help, help", "ROLL": "roll the dice", "AGAIN": "re-roll", "FACE": "change a face",
    "PLAY": "play a card", "USE": "use an ability", "PASS": "let it go by", "COST": "pay a cost",
    "END": "win, fail, discard, end the turn", "DALEKS": "the Daleks' turn",
}  # fmt: skip
_STEPS: Final[Mapping[str, Sequence[str]]] = {
    "set-up": ("DOCTOR",), "charge": ("PREP",), "prepare": ("PREP", "TRAVEL"), "travel": ("TRAVEL",),
    "choose": ("TRAVEL",), "enter": ("TRAVEL",), "adventure": ("POOL", "ROLL", "AGAIN", "FACE", "END", "COST"),
    "finish": ("END",), "discard": ("END",), "daleks": ("DALEKS",),
}  # fmt: skip
"""The verbs that are due in a step of the turn."""
READING: Final[Reading[Position]] = Reading(
    cursor=Cursor, verbs=VERBS, said=_SAID, due=lambda position: _STEPS.get(position.step, ()), begun=begun,
    exact=exact, parts=PARTS,
)  # fmt: skip
"""How the lines of this game are read."""
