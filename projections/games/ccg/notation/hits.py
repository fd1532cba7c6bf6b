"""The result of combat (`RESULT: draw (Sub 2:2), side "Yeti"`) and the cost of a Hit in a line.

`Fu > Pr again` is the Time card lost, the one turned up, and whether another Hit follows. It is in the line of the Hit
if the loser is not asked first, otherwise in the line of the seat that lets it happen.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.events import Move, Passed, Revealed
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.events import combat_effects as c, moves as m
from projections.games.ccg.notation import claims, vocabulary
from projections.games.ccg.notation.vocabulary import Context, seat_spelt
from projections.games.ccg.rules.combat_end import stronger
from projections.games.ccg.rules.windows import could_answer
from projections.games.ccg.state.position import STEPS, Fight, Hit
from projections.notation.cursor import QuestionError, SlipError
from projections.window import Window

OUTCOMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("draw", "drawn", "stalemate", "a draw"), "draw"),
    **dict.fromkeys(("attacker", "attacker wins", "the attacker wins"), "attacker"),
    **dict.fromkeys(("defender", "defender wins", "the defender wins"), "defender"),
    **dict.fromkeys(("no outcome", "no - outcome"), "no-outcome"),
}
"""The outcome of combat that each word or phrase of a line means."""


def announces(context: Context) -> Sequence[Move]:
    """Return the move that announces combat if a seat attacks or declines to attack without having announced combat."""
    position = context.position
    at = STEPS.index(position.step) if position.step in STEPS else 0
    early = position.player == context.seat and STEPS.index("deck") < at < STEPS.index("combat")
    return (m.AnnounceCombat(context.seat),) if early else ()


def _fight(context: Context, span: tuple[int, int]) -> Fight:
    fight = context.position.fight
    if fight is None or fight.state != "fight":
        raise SlipError("there is no fight whose result is still open", [span], {})
    return fight


def loses(context: Context) -> Sequence[Move]:
    """Return a pass, if awaited, for a line that says who lost. Raises SlipError if combat ends otherwise."""
    span, number = context.spans["combatant"], context.values["combatant"]
    fight = _fight(context, span)
    if number not in (fight.attacker, fight.defender):
        raise SlipError("this card is not a main combatant", [span], {})
    return _ended(context, fight, "defender" if number == fight.attacker else "attacker", span)


def results(context: Context) -> Sequence[Move]:
    """Return a pass, if awaited, for a line with the outcome. Raises SlipError for another outcome or Sided card."""
    span = context.spans["how"]
    fight = _fight(context, span)
    if context.values.get("sided", fight.attacker) != fight.attacker:
        raise SlipError("only the attacker can be Sided", [context.spans["sided"]], {})
    for value, ours, theirs in context.values.get("compared", ()):
        context.claims_that(claims.about_card(context.position, fight.attacker, value), str(ours))
        context.claims_that(claims.about_card(context.position, fight.defender, value), str(theirs))
    return _ended(context, fight, context.values["how"], span)


def _ended(context: Context, fight: Fight, how: str, span: tuple[int, int]) -> Sequence[Move]:
    """Return a pass if combat awaits one from the seat of the line, so that combat ends as the line says; else no move.

    The last pass may state an outcome that differs from the values. An earlier pass may not.
    """
    position, window = context.position, context.position.window
    cards = position.at(fight.attacker), position.at(fight.defender)
    due = stronger(cards[0], cards[1]) if cards[0] and cards[1] else how
    awaited = window.awaited if isinstance(window, Window) and window.name == "fight" else ()
    if due != how:
        if set(awaited) != {context.seat}:
            raise SlipError("the present values give another result", [span], {due: due})
        context.states(c.CombatEnded(how, {"attacker": fight.defender, "defender": fight.attacker}.get(how, 0)))
    return (Passed(context.seat),) if context.seat in awaited else ()


def compared(context: Context) -> tuple[str, int, int] | None:
    """Read `Sub 2:2` as the name of a value and that value of the attacker and the defender; None if it is missing."""
    cursor = context.cursor
    value = cursor.phrase(vocabulary.VALUE_WORDS)
    if value is None:
        return None
    ours = cursor.want_number("the attacker's value is expected")
    cursor.skip(":", "/", "-", "against", "v", "vs")
    return value, ours, cursor.want_number("the defender's value is expected")


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
    """Record the Time card lost if the top one differs. Raises QuestionError if the Hit can still be answered."""
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
