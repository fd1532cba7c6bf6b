"""The faces of dice as plain numbers after a move: `ROLL 5`, `ROLL 5 4`."""

from typing import Any

from events.events import Rolled
from projections.contracts import ObservedChance
from projections.notation.argument_type import Chance
from projections.notation.sentence import Sentence


def die(count: int = 1, *, rolls: int = 1) -> Chance[Any]:
    """Return how a line writes a roll of `count` dice, or up to `rolls` such rolls one after the other.

    If a move also rolls another number of dice together, its pattern has a `die` for each number, in that order.
    """
    what = "the number on the die" if count == 1 else "a number for each die"

    def read(context: Sentence[Any]) -> ObservedChance | None:
        found: list[tuple[int, ...]] = []
        while len(found) < rolls and (face := context.cursor.number()) is not None:
            more = [context.cursor.want_number(f"{what} is expected") for _ in range(count - 1)]
            found.append((face, *more))
        return ObservedChance(faces=tuple(found)) if found else None

    def write(context: Sentence[Any]) -> str:
        rolled = [event.faces for event in context.events if isinstance(event, Rolled)]
        return " ".join(str(face) for faces in rolled if len(faces) == count for face in faces)

    return Chance(what=what, read=read, write=write)
