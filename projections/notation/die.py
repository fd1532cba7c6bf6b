"""The faces of dice as plain numbers after a move: `ROLL 5`."""

from typing import Any

from events.events import Rolled
from projections.contracts import ObservedChance
from projections.notation.sentence import Sentence
from projections.notation.slot import Chance


def die(what: str = "the number on the die") -> Chance[Any]:
    """Return how a line writes one roll of one die."""

    def read(context: Sentence[Any]) -> ObservedChance | None:
        face = context.cursor.number()
        return None if face is None else ObservedChance(faces=((face,),))

    def write(context: Sentence[Any]) -> str:
        return " ".join(str(face) for event in context.events if isinstance(event, Rolled) for face in event.faces)

    return Chance(what=what, read=read, write=write)
