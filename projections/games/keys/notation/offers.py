"""The position in which a line would be legal, and the possible steps of a pawn in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.events import UNKNOWN, Move
from projections.contracts import Written
from projections.games.keys.events import moves as m
from projections.games.keys.notation.chance import Context
from projections.games.keys.rules.legal import legal
from projections.games.keys.rules.turns import bonus_of
from projections.games.keys.state.position import CARDS, OUT, KeyBonus, Position
from projections.notation.cursor import QuestionError
from projections.notation.line_pattern import ONLY
from projections.notation.spelling_hints import MOST
from projections.notation.vocabulary import seat_code
from projections.wording import titled

STEPS: Final[Mapping[str, str]] = {"D": "draw", "P": "play", "M": "move", "B": "bonus"}
"""The step of the turn that each verb belongs to."""


def poised(now: Position, seat: str, verb: str, _moves: Sequence[Written] = ()) -> Position:
    """Return the position as if it were the seat's step for a verb. A hand with unknown cards then has every card."""
    if verb not in STEPS:
        return now
    hand = now.hands.get(seat, ())
    hands = {**now.hands, seat: tuple(CARDS) if UNKNOWN in hand else hand}
    stack = now.stack
    if verb == "B" and not bonus_of(now, seat):
        stack = (*stack, KeyBonus(seat, now.pawns.get(seat, "")))
    return now.replace(player=seat, step=STEPS[verb], hands=hands, stack=stack, missed=(), winner="")


def place_of(context: Context, pawn: str) -> str:
    """Return the tile of a pawn; "" if it is outside the grid."""
    place = context.position.pawns.get(pawn, OUT)
    return "" if place == OUT else place


def check_place(context: Context, pawn: str, given: str) -> None:
    """Raise QuestionError, with legal lines, if a pawn is not where the line says, unless the line ends with `only`."""
    place = place_of(context, pawn)
    if context.only or (given if given != OUT else "") == place:
        return
    stands = f"{context.cursor.line.rstrip()} {ONLY}"
    where = f"on {place}" if place else "outside the grid"
    what = f"the pawn of {titled(pawn)} stands {where}, not {'outside' if given == OUT else given}"
    lines = [line for move in _legal(context, pawn) if (line := _way(move, pawn, place))]
    if not lines:
        start, end = context.spans.get("origin") or context.spans["to"]
        raise QuestionError(f"{what}, and no move of it is legal", (), start, context.cursor.line[start:end], stands)
    meant = _way(context.move, pawn, place)
    raise QuestionError(f"{what}; what is meant?", sorted(lines, key=lambda line: line != meant)[:MOST], stands=stands)


def _legal(context: Context, pawn: str) -> Iterator[Move]:
    return legal(poised(context.position, context.seat, "M" if pawn == context.seat else "P"), context.seat)


def _way(move: Move, pawn: str, place: str) -> str:
    """Return the line that writes a move of the given pawn, which is at `place`; "" for a move of something else."""
    match move:
        case m.MovePawn(player=player, to=to) if player == pawn:
            return f"M: {place}>{to}"
        case m.LeaveGrid(player=player) if player == pawn:
            return f"M: exit {place}".rstrip()
        case m.Stay(player=player) if player == pawn:
            return "M: stay"
        case m.PlayCyberman(victim=victim, to=to) if victim == pawn:
            return f"P: CA {seat_code(pawn)} {place}>{to}"
        case _:
            return ""
