"""Regeneration: every player takes the next Doctor."""

from projections.draft import Draft
from projections.games.daleks.facts.effects import ConsolesSwapped
from projections.games.daleks.state.position import Position

__all__ = ["next_doctor", "regenerate"]


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
    if seats and not now.how:
        draft.add(ConsolesSwapped(seats=seats, doctors=doctors), rule)
