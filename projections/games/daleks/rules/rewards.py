"""Parts of rewards, costs and effects that leave nothing to choose, regeneration among them."""

from projections.draft import Draft
from projections.games.daleks.components.box import Part
from projections.games.daleks.events.effects import ConsolesSwapped, DoctorMoved
from projections.games.daleks.rules.dalek_markers import place_dalek, remove_daleks
from projections.games.daleks.rules.decks import draw_timey, gain_tokens
from projections.games.daleks.rules.web_of_time import move_tardis, steer_ship
from projections.games.daleks.state.position import Position


def next_doctor(position: Position, doctor: str) -> str:
    """The Doctor that a Doctor regenerates into.

    Rules:
        TOD-REG-02 the next higher number: all Doctors of the box form one ring (AMB-11); TOD-REG-04 after the highest
        comes the First.
    """
    ring = sorted(position.box.doctor, key=lambda name: (position.box.doctor[name].number, name))
    if doctor not in ring:
        return doctor
    return ring[(ring.index(doctor) + 1) % len(ring)]


def regenerate(draft: Draft[Position], rule: str) -> None:
    """Let every player regenerate, all at once.

    Rules:
        TOD-REG-01 every player, whoever was hit; TOD-REG-03 a card that another player needs passes on; TOD-REG-05 the
        marker stays where it was; TOD-REG-06 so do Companions and Timey-Wimey cards; TOD-REG-07 and all else on the
        console, and the TARDIS on the track.
    """
    now = draft.now
    seats = tuple(seat for seat in now.seats if now.console(seat).doctor)
    doctors = tuple(next_doctor(now, now.console(seat).doctor) for seat in seats)
    if seats and not now.is_over:
        draft.add(ConsolesSwapped(seats=seats, doctors=doctors), rule)


def in_turn_order(position: Position) -> tuple[str, ...]:
    """The seats in the order in which each Doctor carries out what concerns all: from the active player on (AMB-31).

    In the Daleks' turn nobody is active, and it begins with whoever begins the round. It goes by seat even where turns
    go by the numbers of the Doctors.
    """
    seats, order = position.seats, position.order or position.seats
    first = order[0] if position.step == "daleks" else position.player
    at = seats.index(first) if first in seats else 0
    return (*seats[at:], *seats[:at])


def carry_out_part(draft: Draft[Position], seat: str, part: Part, rule: str) -> None:  # noqa: C901  # one case a part
    """Carry out a part for one Doctor.

    Rules:
        TOD-SUCC-02 tokens, cards, the TARDIS and the ship; TOD-COMP-17 no more than five tokens; TOD-REG-01 all
        regenerate together; TOD-COMP-10 a Doctor at no Location is on the own console.
    """
    place, zone = draft.now.at.get(seat, (0, 0))
    if draft.now.is_over:
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


def carry_out_all(draft: Draft[Position], seat: str, parts: tuple[Part, ...], rule: str) -> None:
    """Carry out all parts of a reward or of an ability, each for the Doctor it concerns, or for all in their order."""
    for part in parts:
        for one in in_turn_order(draft.now) if part.each else (seat,):
            carry_out_part(draft, one, part, rule)
