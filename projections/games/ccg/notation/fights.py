"""Combat in a line: whether it was announced, and how it ends, `RESULT: draw (Sub 2:2), side "Yeti"`."""

from collections.abc import Mapping, Sequence
from typing import Final

from events.events import Move, Passed
from projections.games.ccg.events import moves as m
from projections.games.ccg.events.combat_effects import CombatEnded
from projections.games.ccg.notation.claims import about_card
from projections.games.ccg.notation.vocabulary import VALUE_WORDS, Said
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
"""How combat ends, in the words of a line."""


def announces(said: Said) -> Sequence[Move]:
    """Whoever attacks, or says that nobody does, before combat was announced has announced it."""
    position = said.position
    at = STEPS.index(position.step) if position.step in STEPS else 0
    early = position.player == said.seat and STEPS.index("deck") < at < STEPS.index("combat")
    return (m.AnnounceCombat(said.seat),) if early else ()


def _fight(said: Said, span: tuple[int, int]) -> Fight:
    fight = said.position.fight
    if fight is None or fight.state != "fight":
        raise SlipError("no combat waits for its result", [span], {})
    return fight


def loses(said: Said) -> Sequence[Move]:
    """Combat ends with the loss of a main combatant.

    Raises:
        SlipError: it is none, or combat ends otherwise.
    """
    span, number = said.spans["combatant"], said.values["combatant"]
    fight = _fight(said, span)
    if number not in (fight.attacker, fight.defender):
        raise SlipError("this is no main combatant", [span], {})
    return _ended(said, fight, "defender" if number == fight.attacker else "attacker", span)


def results(said: Said) -> Sequence[Move]:
    """Combat ends in this way, with the values of both that are compared, and the attacker Sided.

    Raises:
        SlipError: combat ends otherwise, or another card is Sided.
    """
    span = said.spans["how"]
    fight = _fight(said, span)
    if said.values.get("sided", fight.attacker) != fight.attacker:
        raise SlipError("only the attacker is Sided", [said.spans["sided"]], {})
    for value, ours, theirs in said.values.get("compared", ()):
        said.claims_that(about_card(said.position, fight.attacker, value), str(ours))
        said.claims_that(about_card(said.position, fight.defender, value), str(theirs))
    return _ended(said, fight, said.values["how"], span)


def _ended(said: Said, fight: Fight, how: str, span: tuple[int, int]) -> Sequence[Move]:
    """Combat as a line says that it ends: the seat passes, if it is asked.

    Whoever passes last may state what the values do not say; before that only what they say can be meant.
    """
    position, window = said.position, said.position.window
    cards = position.at(fight.attacker), position.at(fight.defender)
    due = stronger(cards[0], cards[1]) if cards[0] and cards[1] else how
    awaited = window.awaited if isinstance(window, Window) and window.name == "fight" else ()
    if due != how:
        if set(awaited) != {said.seat}:
            raise SlipError("by the present values it ends otherwise", [span], {due: due})
        said.states(CombatEnded(how, {"attacker": fight.defender, "defender": fight.attacker}.get(how, 0)))
    return (Passed(said.seat),) if said.seat in awaited else ()


def compared(said: Said) -> tuple[str, int, int] | None:
    """`Sub 2:2`: a value of both, the attacker's first."""
    cursor = said.cursor
    value = cursor.phrase(VALUE_WORDS)
    if value is None:
        return None
    ours = cursor.want_number("the attacker's value is expected")
    cursor.skip(":", "/", "-", "against", "v", "vs")
    return value, ours, cursor.want_number("the defender's value is expected")
