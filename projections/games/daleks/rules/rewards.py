"""Parts of rewards, costs and effects that need no choice, including regeneration."""

from projections.draft import Draft
from projections.games.daleks.components.box import Part
from projections.games.daleks.events.effects import ConsolesSwapped, DoctorMoved
from projections.games.daleks.rules import decks, markers
from projections.games.daleks.state.position import Position


def next_doctor(position: Position, doctor: str) -> str:
    """Return the Doctor that a Doctor regenerates into.

    Rules:
        TOD-REG-02: the next higher number; all Doctors of the box form one ring (AMB-11). TOD-REG-04: the First follows
        the highest.
    """
    ring = sorted(position.box.doctor, key=lambda name: (position.box.doctor[name].number, name))
    if doctor not in ring:
        return doctor
    return ring[(ring.index(doctor) + 1) % len(ring)]


def regenerate(draft: Draft[Position], rule: str) -> None:
    """Regenerate every player's Doctor at the same time.

    Rules:
        TOD-REG-01: every player. TOD-REG-03: a card that another player needs is passed on. TOD-REG-05: the marker
        stays in place. TOD-REG-06: so do Companions and Timey-Wimey cards. TOD-REG-07: and the rest of the console and
        the TARDIS.
    """
    now = draft.now
    seats = tuple(seat for seat in now.seats if now.console(seat).doctor)
    doctors = tuple(next_doctor(now, now.console(seat).doctor) for seat in seats)
    if seats and not now.is_over:
        draft.add(ConsolesSwapped(seats=seats, doctors=doctors), rule)


def in_turn_order(position: Position) -> tuple[str, ...]:
    """Return the seats in the order for an effect on every Doctor: from the active player on (AMB-31).

    In the Daleks' turn the first player of the round comes first. The order is by seat, even if turns go by Doctor
    number.
    """
    seats, order = position.seats, position.order or position.seats
    first = order[0] if position.step == "daleks" else position.player
    at = seats.index(first) if first in seats else 0
    return (*seats[at:], *seats[:at])


def carry_out_part(draft: Draft[Position], seat: str, part: Part, rule: str) -> None:  # noqa: C901  # one case per part
    """Carry out a part of a reward, cost or ability for one Doctor.

    Rules:
        TOD-SUCC-02: tokens, cards, the TARDIS and the ship. TOD-COMP-17: at most five tokens. TOD-REG-01: all
        regenerate together. TOD-COMP-10: a Doctor at no Location is on the console.
    """
    place, zone = draft.now.at.get(seat, (0, 0))
    if draft.now.is_over:
        return
    match part.does:
        case "tokens":
            decks.gain_tokens(draft, seat, part.amount, rule)
        case "cards":
            decks.draw_timey(draft, seat, part.amount)
        case "ship":
            markers.steer_ship(draft, part.amount, rule)
        case "tardis":
            markers.move_tardis(draft, seat, part.amount, rule)
        case "clear":
            markers.remove_daleks(draft, place, zone, part.amount, rule)
        case "dalek":
            for _ in range(part.amount):
                markers.place_dalek(draft, place, zone, rule)
        case "regenerate":
            regenerate(draft, "TOD-REG-01")
        case "console" if place:
            draft.add(DoctorMoved(seat=seat, place=0), rule)


def carry_out_all(draft: Draft[Position], seat: str, parts: tuple[Part, ...], rule: str) -> None:
    """Carry out all parts of a reward or ability, for one Doctor or, if marked `each`, for every Doctor."""
    for part in parts:
        for one in in_turn_order(draft.now) if part.each else (seat,):
            carry_out_part(draft, one, part, rule)
