"""Combat in a line: whether it was announced, and how it ends, `RESULT: draw (Sub 2:2), side "Yeti"`."""

from collections.abc import Mapping, Sequence
from typing import Final

from events.events import Move, Passed
from projections.games.ccg.events import combat_effects as c, moves as m
from projections.games.ccg.notation import claims, vocabulary
from projections.games.ccg.rules.combat_end import stronger
from projections.games.ccg.state.position import STEPS, Fight
from projections.notation.cursor import SlipError
from projections.window import Window

OUTCOMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("draw", "drawn", "stalemate", "a draw"), "draw"),
    **dict.fromkeys(("attacker", "attacker wins", "the attacker wins"), "attacker"),
    **dict.fromkeys(("defender", "defender wins", "the defender wins"), "defender"),
    **dict.fromkeys(("no outcome", "no - outcome"), "no-outcome"),
}
"""The outcome of combat that each word or phrase of a line means."""


def announces(context: vocabulary.Context) -> Sequence[Move]:
    """Return the move that announces combat if a seat attacks or declines to attack without having announced combat."""
    position = context.position
    at = STEPS.index(position.step) if position.step in STEPS else 0
    early = position.player == context.seat and STEPS.index("deck") < at < STEPS.index("combat")
    return (m.AnnounceCombat(context.seat),) if early else ()


def _fight(context: vocabulary.Context, span: tuple[int, int]) -> Fight:
    fight = context.position.fight
    if fight is None or fight.state != "fight":
        raise SlipError("there is no fight whose result is still open", [span], {})
    return fight


def loses(context: vocabulary.Context) -> Sequence[Move]:
    """Return the moves of a line that says which main combatant lost: a pass if combat awaits one, else none.

    Raises:
        SlipError: the card is not a main combatant, or combat ends otherwise.
    """
    span, number = context.spans["combatant"], context.values["combatant"]
    fight = _fight(context, span)
    if number not in (fight.attacker, fight.defender):
        raise SlipError("this card is not a main combatant", [span], {})
    return _ended(context, fight, "defender" if number == fight.attacker else "attacker", span)


def results(context: vocabulary.Context) -> Sequence[Move]:
    """Return the moves of a line that gives the outcome of combat: a pass if combat awaits one, else none.

    Raises:
        SlipError: combat ends otherwise, or another card is Sided.
    """
    span = context.spans["how"]
    fight = _fight(context, span)
    if context.values.get("sided", fight.attacker) != fight.attacker:
        raise SlipError("only the attacker can be Sided", [context.spans["sided"]], {})
    for value, ours, theirs in context.values.get("compared", ()):
        context.claims_that(claims.about_card(context.position, fight.attacker, value), str(ours))
        context.claims_that(claims.about_card(context.position, fight.defender, value), str(theirs))
    return _ended(context, fight, context.values["how"], span)


def _ended(context: vocabulary.Context, fight: Fight, how: str, span: tuple[int, int]) -> Sequence[Move]:
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


def compared(context: vocabulary.Context) -> tuple[str, int, int] | None:
    """Read `Sub 2:2` as the name of a value and that value of the attacker and the defender; None if it is missing."""
    cursor = context.cursor
    value = cursor.phrase(vocabulary.VALUE_WORDS)
    if value is None:
        return None
    ours = cursor.want_number("the attacker's value is expected")
    cursor.skip(":", "/", "-", "against", "v", "vs")
    return value, ours, cursor.want_number("the defender's value is expected")
