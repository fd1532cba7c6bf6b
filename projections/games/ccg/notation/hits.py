"""The cost of a Hit in a line: `Fu > Pr again` is the Time card lost, the one turned up, and whether another follows.

It is in the line of the Hit if the loser is not asked first, otherwise in the line of the seat that lets it happen.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.events import Move, Passed, Revealed
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.events import combat_effects as c, moves as m
from projections.games.ccg.notation.vocabulary import Context, seat_spelt
from projections.games.ccg.rules.windows import could_answer
from projections.games.ccg.state.position import Hit
from projections.notation.cursor import QuestionError, SlipError

_ZONES: Final = {time_card(zone): zone for zone in ZONES}


def _loser(context: Context) -> str:
    return context.position.rival(context.seat) if isinstance(context.move, m.MakeHit) else context.seat


def _is_asked(context: Context) -> bool:
    """Return whether the seat that loses the Time card may answer first; it may not after declining combat."""
    position, fight, loser = context.position, context.position.fight, _loser(context)
    declined = fight is not None and fight.declined and not fight.hits
    if isinstance(context.move, Passed) or (isinstance(context.move, m.MakeHit) and declined):
        return False
    return "hit" in position.stops_of(loser) and could_answer(position, loser)


def is_hit(context: Context) -> bool:
    """Return whether a Hit against the seat of this line is pending, and the seat may still answer the Hit."""
    window = context.position.window
    due = any(isinstance(thing, Hit) and thing.player == context.seat for thing in context.position.stack)
    return window is not None and context.seat in window.awaited and due


def lets_hit(context: Context) -> Sequence[Move]:
    """Return a pass, because who writes the lost Time card does not answer the Hit. Raises SlipError without a Hit."""
    if not is_hit(context):
        raise SlipError("there is no Hit that you can answer", [context.spans["lost"]], {})
    return (Passed(context.seat),)


def draws_hit(context: Context) -> Sequence[Move]:
    """Return the move that draws a card, for a line that says the draw was a Hit because the deck was empty.

    If the recorded deck is not empty, also record the Hit as a result that the line states.
    """
    if context.position.decks.get(context.seat):
        context.states(c.HitDue(context.seat))
    return (m.DrawCard(context.seat),)


def states_lost(context: Context, zone: str) -> None:
    """Record which Time card the line says was lost, if the top card of the Time stack has another zone.

    Raises:
        QuestionError: the Hit can still be answered, so its cost is not known yet.
    """
    loser, lost = _loser(context), time_card(zone)
    if _is_asked(context):
        cost, short = context.cursor.line[context.spans["lost"][0] :].strip(), seat_spelt(context.position.seats, loser)
        alone = f"HIT: {short}" if isinstance(context.move, m.MakeHit) else "DRAW: hit"
        question = f'{short} may answer this Hit first. Then {short} writes the lost Time card: "LOSE: {cost}"'
        raise QuestionError(question, (alone,))
    if context.position.times.get(loser, ())[:1] != (lost,):
        context.states(c.TimeCardLost(loser, lost))


def states_again(context: Context, again: bool) -> None:  # noqa: FBT001  # a value as the line gives it
    """Record whether the line says that another Hit may follow, if the new Time card implies the opposite."""
    lost = context.position.times.get(_loser(context), ())[:1]
    if bool(lost and context.seen.items == lost) != again:
        context.states(c.HitsOver(again=again))


def takes_hit(context: Context) -> bool:
    """Return whether a recorded draw made its seat lose a Time card because the draw deck was empty."""
    return c.HitDue(context.seat) in context.events and not context.position.decks.get(context.seat)


def lost_zone(context: Context) -> str | None:
    """Return the zone of the Time card that a move cost, if its line names it and the card was on top; else None."""
    match context.move:
        case Passed():
            told = is_hit(context)
        case m.DrawCard():
            told = takes_hit(context)
        case _:
            told = isinstance(context.move, m.MakeHit)
    lost, top = [event for event in context.events if isinstance(event, c.TimeCardLost)], context.position.times
    if not told or _is_asked(context) or len(lost) != 1 or lost[0].player != _loser(context):
        return None
    return _ZONES.get(lost[0].card) if (lost[0].card,) == top.get(lost[0].player, ())[:1] else None


def hit_parts(context: Context) -> Mapping[str, Any]:
    """Return the values, by slot name, for writing the line of a move that costs a Time card."""
    shown = [event.item for event in context.events if isinstance(event, Revealed)]
    over = [event for event in context.events if isinstance(event, c.HitsOver)]
    lost = lost_zone(context)
    again = lost is not None and shown == [time_card(lost)] and over == [c.HitsOver(again=True)]
    return {"rival": context.position.rival(context.seat), "lost": lost, "again": again or None}
