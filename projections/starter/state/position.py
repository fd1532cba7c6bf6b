"""The position, and the fields that a moderator can set."""

from collections.abc import Mapping

from projections import field
from projections.contracts import Changeable
from projections.field import Fields, Key
from projections.starter.options import Options


class Position(Changeable, frozen=True, omit_defaults=True):
    """All that the rules need to know. `points` are those of the present turn."""

    seats: tuple[str, ...]
    options: Options = Options()
    scores: Mapping[str, int] = {}
    points: int = 0
    player: str = ""
    turn: int = 0
    round: int = 0


FIELDS: Fields[Position] = Fields(
    lambda position: field.changed_options(position.options),
    field.turn_in_order(points=0),
    field.number("points", "points", range(1000)),
    field.number("score <seat>", "scores", range(1000), of=Key(lambda position: position.seats)),
)
