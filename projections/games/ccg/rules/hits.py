"""Hits: a player loses the top Time card, and with the last one the game."""

from events.errors import CannotTellError
from events.events import UNKNOWN
from projections.draft import Draft
from projections.games.ccg.events import combat_effects as c, effects as f
from projections.games.ccg.rules import combat_end, windows
from projections.games.ccg.state.position import Hit, Position


def time_pile(seat: str) -> str:
    """Return the pile name of a seat's Time stack."""
    return f"time-{seat}"


def hit_seat(draft: Draft[Position], seat: str, rule: str, *, attack: bool = False) -> None:
    """Make a Hit against a seat, which may answer it first. After the game is over nothing happens (A46).

    `attack` marks a Hit of step 3b, which another Hit may follow.

    Rules:
        CCG-COM-16: at once if the seat is not asked. CCG-GLO-10, CCG-GLO-11: a Time card is at stake.
        A23: a seat that has just declined to name a main combatant could have answered then and is not asked again.
    """
    if draft.now.step == "over":
        return
    draft.add(c.HitDue(player=seat, attack=attack), rule)
    fight = draft.now.fight
    declined = attack and fight is not None and fight.declined and not fight.hits
    if declined or not windows.ask_seats(draft, "hit", (seat,), "hit", rule):
        take_hit(draft)


def take_hit(draft: Draft[Position]) -> None:
    """Carry out the pending Hit, unless something prevents it.

    Rules:
        CCG-COM-16: the top Time card is discarded. CCG-COM-17: the next one is turned up. CCG-TIM-03, CCG-WIN-01:
        losing the last one loses the game (A15).
        CCG-TIM-01: Time cards are lives. CCG-OBJ-03: taking all of them is the aim. CCG-GEN-01: a card may prevent a
        Hit.
    """
    due = next((thing for thing in reversed(draft.now.stack) if isinstance(thing, Hit)), None)
    if due is None or draft.now.step == "over":
        return
    seat = due.player
    if draft.now.shields.get(seat):
        draft.add(c.HitPrevented(player=seat), "CCG-GEN-01")
        _count(draft, due, UNKNOWN, "")
        return
    lost = next(iter(draft.now.times.get(seat, ())), UNKNOWN)
    draft.add(c.TimeCardLost(player=seat, card=lost), "CCG-COM-16")
    left = draft.now.times.get(seat, ())
    if not left and not draft.now.how:
        draft.add(f.GameEnded(winners=(draft.now.rival(seat),), how="time cards"), "CCG-WIN-01")
        return
    place = len(draft.now.lost.get(seat, ())) + 1
    _count(draft, due, lost, draft.turn_up(time_pile(seat), str(place), left[0]) if left else "")


def _count(draft: Draft[Position], made: Hit, lost: str, shown: str) -> None:
    """Record whether another Hit of the attack may follow; if not, end combat. Do nothing for a Hit outside an attack.

    `lost` is the Time card that was lost and `shown` the new one. `shown` is "" if the Hit was prevented.

    Rules:
        CCG-COM-18: another Hit if both show the same zone (A19), none after a prevented one. CCG-COM-19: otherwise
        phase 4.

    Raises:
        CannotTellError: one of the two Time cards is unknown.
    """
    fight = draft.now.fight
    if fight is None or fight.state != "hit" or not made.attack:
        return
    if shown and UNKNOWN in (lost, shown):
        raise CannotTellError("whether another Hit can follow is not known, because a Time card is not known")
    again = shown == lost
    draft.add(c.HitsOver(again=again), "CCG-COM-18")
    if not again:
        combat_end.close_fight(draft)
