"""What a Hit costs, as a line says it: `Fu > Pr again`, the Time card lost, the one turned up, whether another follows.

It is said where it comes about: behind the Hit where nobody is asked first, else in the line of whoever lets it be.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.events import Move, Passed, Revealed
from projections.games.ccg.components.cards import ZONES, time_card
from projections.games.ccg.events import moves as m
from projections.games.ccg.events.combat_effects import HitDue, HitsOver, TimeCardLost
from projections.games.ccg.notation.vocabulary import Said, seat_spelt
from projections.games.ccg.rules.windows import could_answer
from projections.games.ccg.state.position import Hit
from projections.notation.cursor import QuestionError, SlipError

_ZONES: Final = {time_card(zone): zone for zone in ZONES}


def _loser(said: Said) -> str:
    """Whose Time card it is."""
    return said.position.rival(said.seat) if isinstance(said.move, m.MakeHit) else said.seat


def _is_asked(said: Said) -> bool:
    """Whether the loser is asked before the Hit takes effect; not behind the word that nobody defends."""
    position, fight, loser = said.position, said.position.fight, _loser(said)
    declined = fight is not None and fight.declined and not fight.hits
    if isinstance(said.move, Passed) or (isinstance(said.move, m.MakeHit) and declined):
        return False
    return "hit" in position.stops_of(loser) and could_answer(position, loser)


def is_hit(said: Said) -> bool:
    """Whether a Hit waits to be answered by whoever says the line."""
    window = said.position.window
    due = any(isinstance(thing, Hit) and thing.player == said.seat for thing in said.position.stack)
    return window is not None and said.seat in window.awaited and due


# Read


def lets_hit(said: Said) -> Sequence[Move]:
    """Whoever says what a Hit has cost lets it take effect.

    Raises:
        SlipError: there is none.
    """
    if not is_hit(said):
        raise SlipError("no Hit against you waits to be answered", [said.spans["lost"]], {})
    return (Passed(said.seat),)


def draws_hit(said: Said) -> Sequence[Move]:
    """A Hit is drawn from an empty deck; it is stated where the deck is none."""
    if said.position.decks.get(said.seat):
        said.states(HitDue(said.seat))
    return (m.DrawCard(said.seat),)


def states_lost(said: Said, zone: str) -> None:
    """State that a Time card was lost, where another one lies on top.

    Raises:
        QuestionError: it says what a Hit costs that may still be answered.
    """
    loser, lost = _loser(said), time_card(zone)
    if _is_asked(said):
        cost, short = said.cursor.line[said.spans["lost"][0] :].strip(), seat_spelt(said.position.seats, loser)
        alone = f"HIT: {short}" if isinstance(said.move, m.MakeHit) else "DRAW: hit"
        raise QuestionError(
            f'{short} may answer this Hit first, and says in a line of {short} what it cost: "LOSE: {cost}"', (alone,)
        )
    if said.position.times.get(loser, ())[:1] != (lost,):
        said.states(TimeCardLost(loser, lost))


def states_again(said: Said, again: bool) -> None:  # noqa: FBT001  # a value as the line says it
    """State whether another Hit may follow, where the Time card turned up does not tell just that."""
    lost = said.position.times.get(_loser(said), ())[:1]
    if bool(lost and said.seen.items == lost) != again:
        said.states(HitsOver(again=again))


# Written


def takes_hit(said: Said) -> bool:
    """Whether a draw, as it came about, is a Hit."""
    return HitDue(said.seat) in said.events and not said.position.decks.get(said.seat)


def lost_zone(said: Said) -> str | None:
    """The zone of the Time card that a move has cost, where it lay on top and its line tells of it."""
    match said.move:
        case Passed():
            told = is_hit(said)
        case m.DrawCard():
            told = takes_hit(said)
        case _:
            told = isinstance(said.move, m.MakeHit)
    lost, top = [event for event in said.events if isinstance(event, TimeCardLost)], said.position.times
    if not told or _is_asked(said) or len(lost) != 1 or lost[0].player != _loser(said):
        return None
    return _ZONES.get(lost[0].card) if (lost[0].card,) == top.get(lost[0].player, ())[:1] else None


def hit_parts(said: Said) -> Mapping[str, Any]:
    """The values of a move that costs a Time card."""
    shown = [event.item for event in said.events if isinstance(event, Revealed)]
    over = [event for event in said.events if isinstance(event, HitsOver)]
    lost = lost_zone(said)
    again = lost is not None and shown == [time_card(lost)] and over == [HitsOver(again=True)]
    return {"rival": said.position.rival(said.seat), "lost": lost, "again": again or None}
