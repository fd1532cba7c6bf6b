"""The stack of announced uses: the other player may answer, and the latest announcement takes effect first."""

from collections.abc import Iterator, Sequence
from typing import Final

from events.events import Passed
from projections.draft import Draft
from projections.games.ccg.components.cards import Ability
from projections.games.ccg.events import combat_effects as c, effects as f
from projections.games.ccg.rules import ability_effects, combat, combat_end, consequences, hits, turns, windows
from projections.games.ccg.state.names import seat_name
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit, Position
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.window import StackItem, Window, WindowClosed, pass_window
from projections.wording import joined

NO_ZONE = ("deck", "stand", "zone")
"""The steps before a zone is chosen, when cards cannot be used yet (A45)."""
_NO_ZONE_YET = "cards can be used only after the zone is chosen"
_TOO_EARLY = "A45 (option flash_before_zone)"


def acting_conflicts(position: Position, seat: str) -> list[RuleConflict]:
    """Return the rule conflicts of using a card now.

    Rules:
        CCG-FLA-01, CCG-GLO-07: in either player's turn. A23: from the choice of the zone on.
        A45: not during set-up; with the option `flash_before_zone` a Flash may also be played before the zone is
        chosen.
        CCG-GEN-04, A24: a seat that is not asked waits for the seats that are. CCG-COM-02: the defender prepares first.
        CCG-COM-12: until a main combatant is named, only the defender acts.
    """
    if ended := turns.over_conflict(position):
        return [ended]
    if position.step in NO_ZONE and not (position.step == "zone" and position.options.flash_before_zone):
        reading = _TOO_EARLY if position.step == "zone" else ""
        return [RuleConflict("CCG-FLA-01", _NO_ZONE_YET, "no zone is chosen yet", reading=reading)]
    window = position.window
    if window is not None and seat not in window.awaited:
        rule = "CCG-COM-02" if window.name == "combat" else "CCG-GEN-04"
        names = joined([seat_name(position, each) for each in window.awaited])
        return [RuleConflict(rule, f"{names} must first act or pass")]
    if window is None and position.step == "name" and seat == position.player:
        return [turns.GOING_ON["name"]]
    return []


def announce(draft: Draft[Position], announced: c.Announced, ability: Ability) -> None:
    """Announce the use of a card. The other player may answer, then it takes effect.

    Rules:
        CCG-GEN-04, A24: the latest announcement takes effect first. CCG-SUP-07: the other player may respond before
        cards are destroyed.
    """
    draft.add(announced, "CCG-GEN-04")
    now = draft.now
    rival = now.rival(announced.player)
    stop = windows.stop_for(now, rival, ability, announced.targets)
    if not windows.ask_seats(draft, f"answer-{announced.place}", (rival,), stop, "CCG-SUP-07"):
        resolve_stack(draft)


def passing_conflicts(position: Position, move: Passed) -> Iterator[RuleConflict]:
    """Yield a rule conflict if a seat passes although no answer of the seat is awaited."""
    window = position.window
    if window is None or move.player not in window.awaited:
        rule = "CCG-WIN-01" if position.step == "over" else "CCG-GEN-04"
        name = seat_name(position, move.player)
        yield RuleConflict(rule, "a player can pass only when asked to act", f"{name} is not asked")


def decide_pass(draft: Draft[Position], move: Passed) -> None:
    """Decide a pass; the last one continues the waiting action: ready (CCG-COM-03), compared (CCG-COM-33)."""
    window = draft.before.window
    if window is None or move.player not in window.awaited:
        return
    if not pass_window(draft, window, move.player, "CCG-COM-03" if window.name == "combat" else "CCG-GEN-04"):
        return
    if window.name == "combat":
        draft.add(f.StepReached("attack"), "CCG-COM-04")
    elif window.name == "fight":
        combat.compare(draft)
    resolve_stack(draft)


PASSED: Final = MoveRule(passing_conflicts, decide_pass)


def resolve_stack(draft: Draft[Position]) -> None:
    """Resolve unfinished actions, the latest first, until a seat must choose or none is left."""
    acted = False
    while draft.now.step != "over" and draft.now.stack:
        before = draft.now
        match draft.now.stack[-1]:
            case Announcement() as announced:
                _resolve(draft, announced)
            case Doom():
                consequences.finish_doom(draft)
            case Hit():
                hits.take_hit(draft)
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
        combat.ask_defender(draft)


def _stays(before: Sequence[StackItem], after: Sequence[StackItem]) -> bool:
    """Return whether the item to resolve is still on top of the stack, because the recorded game did not end it."""
    return bool(after) and len(after) >= len(before) and after[-1] == before[-1]


def _idle(position: Position, name: str) -> bool:
    """Return whether the question to the seats is pointless, because the action was countered or has ended."""
    kind, _, place = name.partition("-")
    if kind == "answer":
        there = (thing.place for thing in position.stack if isinstance(thing, Announcement))
        return place not in map(str, there)
    waits = {"fight": Fight, "doom": Doom, "hit": Hit}
    return kind in waits and not any(isinstance(thing, waits[kind]) for thing in position.stack)


def ask_again(draft: Draft[Position]) -> None:
    """Ask both players again after an action in combat (CCG-COM-33) with both main combatants in play (A34)."""
    if draft.now.step == "over" or combat_end.end_if_combatant_left(draft):
        return
    fight = draft.now.fight
    if fight is None or fight.state != "fight":
        return
    top = draft.now.stack[-1]
    if not isinstance(top, Fight) and not (isinstance(top, Window) and top.name == "fight"):
        return
    attacker = draft.now.player
    if not windows.ask_seats(draft, "fight", (attacker, draft.now.rival(attacker)), "attack", "CCG-COM-33"):
        if isinstance(draft.now.stack[-1], Window):
            draft.add(WindowClosed("fight"), "CCG-COM-33")
        combat.compare(draft)


def _resolve(draft: Draft[Position], announcement: Announcement) -> None:
    ability = ability_effects.announced_ability(draft.now, announcement)
    knew = windows.who_knew(draft.now, announcement.player, ability, announcement.targets) if ability else ()
    source = draft.now.at(announcement.card) if announcement.card else None
    how = ability_effects.apply_ability(draft, source, ability, announcement) if ability else "no-aim"
    if draft.now.step != "over":
        draft.add(c.AnnouncementEnded(announcement.place, how), "CCG-GEN-04")
        consequences.apply_consequences(draft, knew=knew)
