"""Parts of rewards, costs and effects that leave nothing to choose."""

from projections.draft import Draft
from projections.games.daleks.components.box import Part
from projections.games.daleks.facts.effects import DoctorMoved
from projections.games.daleks.rules.dalek_markers import place_dalek, remove_daleks
from projections.games.daleks.rules.drawing import draw_timey, gain_tokens
from projections.games.daleks.rules.regenerating import regenerate
from projections.games.daleks.rules.steering import move_tardis, steer_ship
from projections.games.daleks.state.position import Position

__all__ = ["gain", "in_turn", "reap"]


def in_turn(position: Position) -> tuple[str, ...]:
    """The seats in the order in which each Doctor carries out what concerns all: from the active player on (AMB-31).

    In the Daleks' turn nobody is active, and it begins with whoever begins the round. It goes by seat even where turns
    go by the numbers of the Doctors.
    """
    seats, order = position.seats, position.order or position.seats
    first = order[0] if position.step == "daleks" else position.player
    at = seats.index(first) if first in seats else 0
    return (*seats[at:], *seats[:at])


def gain(draft: Draft[Position], seat: str, part: Part, rule: str) -> None:  # noqa: C901  # one case a part
    """Carry out a part for one Doctor.

    Rules:
        TOD-SUCC-02 tokens, cards, the TARDIS and the ship; TOD-COMP-17 no more than five tokens; TOD-REG-01 all
        regenerate together; TOD-COMP-10 a Doctor at no Location is on the own console.
    """
    place, zone = draft.now.at.get(seat, (0, 0))
    if draft.now.how:
        return
    match part.does:
        case "tokens":
            gain_tokens(draft, seat, part.amount, rule)
        case "cards":
            draw_timey(draft, seat, part.amount)
        case "ship":
            steer_ship(draft, part.amount, rule)
        case "tardis":
            move_tardis(draft, seat, part.amount, rule)
        case "clear":
            remove_daleks(draft, place, zone, part.amount, rule)
        case "dalek":
            for _ in range(part.amount):
                place_dalek(draft, place, zone, rule)
        case "regenerate":
            regenerate(draft, "TOD-REG-01")
        case "console" if place:
            draft.add(DoctorMoved(seat=seat, place=0), rule)


def reap(draft: Draft[Position], seat: str, parts: tuple[Part, ...], rule: str) -> None:
    """Carry out all parts of a reward or of an ability, each for the Doctor it concerns, or for all in their order."""
    for part in parts:
        for one in in_turn(draft.now) if part.each else (seat,):
            gain(draft, one, part, rule)
