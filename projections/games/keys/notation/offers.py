"""What would be legal if it were time for a line: the position as it would be then, and the ways of a pawn in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.events import UNKNOWN, Move
from projections.games.keys import events as e
from projections.games.keys.notation.chance import Said
from projections.games.keys.rules.legal import legal
from projections.games.keys.rules.turns import bonus_of
from projections.games.keys.state.position import CARDS, OUT, KeyBonus, Position
from projections.notation.cursor import QuestionError
from projections.notation.form import ONLY
from projections.notation.near_misses import MOST
from projections.notation.vocabulary import seat_code
from projections.terms import Written
from projections.wording import titled

STEPS: Final[Mapping[str, str]] = {"D": "draw", "P": "play", "M": "move", "B": "bonus"}
"""The step of the turn in which a verb is due."""


def poised(now: Position, seat: str, verb: str, _moves: Sequence[Written] = ()) -> Position:
    """The position as it would be if it were time for a line of this verb; a hand nobody knows may hold any card."""
    if verb not in STEPS:
        return now
    hand = now.hands.get(seat, ())
    hands = {**now.hands, seat: tuple(CARDS) if UNKNOWN in hand else hand}
    stack = now.stack
    if verb == "B" and not bonus_of(now, seat):
        stack = (*stack, KeyBonus(seat, now.pawns.get(seat, "")))
    return now.replace(player=seat, step=STEPS[verb], hands=hands, stack=stack, missed=(), winner="")


def place_of(said: Said, pawn: str) -> str:
    """Where a pawn stands, "" outside the grid."""
    place = said.position.pawns.get(pawn, OUT)
    return "" if place == OUT else place


def check_place(said: Said, pawn: str, given: str) -> None:
    """See that a pawn stands where the line says, unless that says just what was played.

    Raises:
        QuestionError: it does not; the choices are its legal ways.
    """
    place = place_of(said, pawn)
    if said.only or (given if given != OUT else "") == place:
        return
    stands = f"{said.cursor.line.rstrip()} {ONLY}"
    where = f"on {place}" if place else "outside the grid"
    what = f"the pawn of {titled(pawn)} stands {where}, not {'outside' if given == OUT else given}"
    lines = [line for move in _legal(said, pawn) if (line := _way(move, pawn, place))]
    if not lines:
        start, end = said.spans.get("origin") or said.spans["to"]
        raise QuestionError(f"{what}, and no move of it is legal", (), start, said.cursor.line[start:end], stands)
    meant = _way(said.move, pawn, place)
    raise QuestionError(f"{what}; what is meant?", sorted(lines, key=lambda line: line != meant)[:MOST], stands=stands)


def _legal(said: Said, pawn: str) -> Iterator[Move]:
    return legal(poised(said.position, said.seat, "M" if pawn == said.seat else "P"), said.seat)


def _way(move: Move, pawn: str, place: str) -> str:
    """A move of a pawn from where it stands as a line says it, "" where it is a move of something else."""
    match move:
        case e.MovePawn(player=player, to=to) if player == pawn:
            return f"M: {place}>{to}"
        case e.LeaveGrid(player=player) if player == pawn:
            return f"M: exit {place}".rstrip()
        case e.Stay(player=player) if player == pawn:
            return "M: stay"
        case e.PlayCyberman(victim=victim, to=to) if victim == pawn:
            return f"P: CA {seat_code(pawn)} {place}>{to}"
        case _:
            return ""
