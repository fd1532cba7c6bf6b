"""The stack of announced uses: the other player may answer, and what was announced last takes effect first."""

from collections.abc import Sequence

from events.events import Passed
from projections.draft import Draft
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events.combat_effects import Announced, AnnouncementEnded
from projections.games.ccg.events.effects import StepReached
from projections.games.ccg.rules.ability_effects import announced_ability, apply_ability
from projections.games.ccg.rules.combat import ask_defender, compare
from projections.games.ccg.rules.combat_end import end_if_combatant_left
from projections.games.ccg.rules.consequences import apply_consequences, finish_doom
from projections.games.ccg.rules.hits import take_hit
from projections.games.ccg.rules.windows import ask_seats, stop_for, who_knew
from projections.games.ccg.state.names import seat_name
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit, Position
from projections.objections import Objection, require_all
from projections.window import StackItem, Window, WindowClosed, pass_window

NO_ZONE = ("deck", "stand", "zone")
"""The steps before a zone is chosen: nobody can use a card yet (A45)."""
_TOO_EARLY = "A45 (option flash_before_zone)"


def acting_objections(position: Position, seat: str) -> list[Objection]:
    """What speaks against using a card now.

    Rules:
        CCG-FLA-01, CCG-GLO-07 in either player's turn; A23 from the choice of the zone on; A45 not during set-up, with
        the option `flash_before_zone` before that choice (no card can be used there but a Flash); CCG-GEN-04, A24
        whoever is not asked waits for whoever is; CCG-COM-02 first the defender prepares; CCG-COM-12 and before a main
        combatant is named only the defender acts.
    """
    if position.step == "over":
        return [Objection("CCG-WIN-01", False, "the game is over")]
    if position.step in NO_ZONE and not (position.step == "zone" and position.options.flash_before_zone):
        reading = _TOO_EARLY if position.step == "zone" else ""
        return [Objection("CCG-FLA-01", False, "cards are used once a zone is chosen: none is yet", reading)]
    window = position.window
    if window is not None and seat not in window.awaited:
        rule = "CCG-COM-02" if window.name == "combat" else "CCG-GEN-04"
        return [
            Objection(
                rule, False, f"{' and '.join(seat_name(position, each) for each in window.awaited)} may answer first"
            )
        ]
    if window is None and position.step == "name" and seat == position.player:
        return [Objection("CCG-COM-12", False, "the defender names a main combatant first")]
    return []


def announce(draft: Draft[Position], announced: Announced, ability: Ability) -> None:
    """Announce the use of a card: the other player may answer, then it takes effect.

    Rules:
        CCG-GEN-04, A24 the last one announced takes effect first; CCG-SUP-07 the other player responds before anything
        is destroyed.
    """
    draft.add(announced, "CCG-GEN-04")
    now = draft.now
    rival = now.rival(announced.player)
    stop = stop_for(now, rival, ability, announced.targets)
    if not ask_seats(draft, f"answer-{announced.place}", (rival,), stop, "CCG-SUP-07"):
        resolve_stack(draft)


def passing_objections(position: Position, seat: str) -> list[Objection]:
    """What speaks against passing in a window: that nobody asked."""
    window = position.window
    if window is not None and seat in window.awaited:
        return []
    rule = "CCG-WIN-01" if position.step == "over" else "CCG-GEN-04"
    return [
        Objection(
            rule, False, f"{seat_name(position, seat)} passes only where something waits to be answered: nothing does"
        )
    ]


def decide_pass(draft: Draft[Position], move: Passed) -> None:
    """Pass in a window; after the last seat it closes, and what waited for it goes on.

    Rules:
        CCG-COM-03 a defender who passes is ready; CCG-COM-33 combat is compared when neither plays any more.
    """
    require_all(draft, *passing_objections(draft.now, move.player))
    window = draft.now.window
    draft.add(move)
    if window is None or move.player not in window.awaited:
        return
    if not pass_window(draft, window, move.player, "CCG-COM-03" if window.name == "combat" else "CCG-GEN-04"):
        return
    if window.name == "combat":
        draft.add(StepReached("attack"), "CCG-COM-04")
    elif window.name == "fight":
        compare(draft)
    resolve_stack(draft)


def resolve_stack(draft: Draft[Position]) -> None:
    """Resolve what was begun, the last first, until a seat must choose or nothing is left."""
    acted = False
    while draft.now.step != "over" and draft.now.stack:
        before = draft.now
        match draft.now.stack[-1]:
            case Announcement() as announced:
                _resolve(draft, announced)
            case Doom():
                finish_doom(draft)
            case Hit():
                take_hit(draft)
            case Window(name=name) if _idle(draft.now, name):
                draft.add(WindowClosed(name), "CCG-COM-37" if name == "fight" else "CCG-GEN-04")
        if draft.now is before:
            break
        acted = True
        if _stays(before.stack, draft.now.stack):
            break
    if acted:
        ask_again(draft)
    if draft.now.step == "combat" and not draft.now.stack:
        ask_defender(draft)


def _stays(before: Sequence[StackItem], after: Sequence[StackItem]) -> bool:
    """Whether what was to be worked off still lies on top: so it was stated."""
    return bool(after) and len(after) >= len(before) and after[-1] == before[-1]


def _idle(position: Position, name: str) -> bool:
    """Whether a window has nothing left to be answered: it was countered, lost its aim, or is over."""
    kind, _, place = name.partition("-")
    if kind == "answer":
        there = (thing.place for thing in position.stack if isinstance(thing, Announcement))
        return place not in map(str, there)
    waits = {"fight": Fight, "doom": Doom, "hit": Hit}
    return kind in waits and not any(isinstance(thing, waits[kind]) for thing in position.stack)


def ask_again(draft: Draft[Position]) -> None:
    """After an action in combat, both players are asked anew: a pass lapses when somebody acts.

    Rules:
        CCG-COM-33 both may go on until neither plays any more; A34 combat is over where a main combatant is gone.
    """
    if draft.now.step == "over" or end_if_combatant_left(draft):
        return
    fight = draft.now.fight
    if fight is None or fight.state != "fight":
        return
    top = draft.now.stack[-1]
    if not isinstance(top, Fight) and not (isinstance(top, Window) and top.name == "fight"):
        return
    attacker = draft.now.player
    if not ask_seats(draft, "fight", (attacker, draft.now.rival(attacker)), "attack", "CCG-COM-33"):
        if isinstance(draft.now.stack[-1], Window):
            draft.add(WindowClosed("fight"), "CCG-COM-33")
        compare(draft)


def _resolve(draft: Draft[Position], announcement: Announcement) -> None:
    """Let an announcement take effect, and set the table right."""
    ability = announced_ability(draft.now, announcement)
    knew = who_knew(draft.now, announcement.player, ability, announcement.targets) if ability else ()
    source = draft.now.at(announcement.card) if announcement.card else None
    how = apply_ability(draft, source, ability, announcement) if ability else "no-aim"
    if draft.now.step != "over":
        draft.add(AnnouncementEnded(announcement.place, how), "CCG-GEN-04")
        apply_consequences(draft, knew=knew)
