"""The frame of a turn: which seat has it, the order of its steps, and what ends with it."""

from collections.abc import Mapping
from typing import Final

from events.events import Move
from projections.draft import Draft
from projections.games.ccg.events.effects import GameEnded, StepMissed, StepReached, TurnBegan, TurnEnded, ValuesSet
from projections.games.ccg.rules.consequences import apply_consequences
from projections.games.ccg.state.names import seat_name, whose
from projections.games.ccg.state.position import STEPS, Position
from projections.games.ccg.state.values import values_of
from projections.rule_conflicts import RuleConflict
from projections.window import WindowClosed
from projections.wording import joined

_BEGINS, _ANNOUNCED, _LATEST_STAND = STEPS.index("stand"), STEPS.index("combat"), STEPS.index("play")
COMPULSORY: Final[Mapping[str, tuple[str, str]]] = {
    "stand": ("CCG-PREP-01", "Stand the Sided cards"),
    "zone": ("CCG-PREP-02", "choose a zone"),
    "draw": ("CCG-PREP-06", "draw a card"),
    "combat": ("CCG-COM-01", "announce combat"),
}
"""The compulsory steps, each with its rule and its name as a verb."""
GOING_ON: Final[Mapping[str, RuleConflict]] = {
    "name": RuleConflict("CCG-COM-12", "the defender must first name a main combatant or decline"),
    "fight": RuleConflict("CCG-COM-20", "the combat must end before the turn goes on", "the combat is still under way"),
}
ATTACK_MADE: Final = RuleConflict(
    "CCG-COM-05", "a player can attack only once in a turn", "there is already an attack in this turn"
)
ANOTHER_HIT: Final = "another Hit can be made only if the new Time card shows the zone of the lost one"
_GONE_BACK: Final[Mapping[str, RuleConflict]] = {
    "stand": RuleConflict(
        "CCG-PREP-01", "a player can Stand cards only at the start of the turn", "the turn is past its start"
    ),
    "zone": RuleConflict("CCG-PREP-03", "a player can choose only one zone in a turn", "the zone is already chosen"),
    "draw": RuleConflict(
        "CCG-PREP-06", "a player can draw only one card at the start of a turn", "the draw of this turn is over"
    ),
    "play": RuleConflict(
        "CCG-TRN-02", "a player can do this only before combat is announced", "combat is already announced"
    ),
    "attack": ATTACK_MADE,
    "hit": RuleConflict("CCG-COM-18", ANOTHER_HIT, "the attack is over"),
}
_OVER: Final = RuleConflict("CCG-WIN-01", "a move can be made only before the end of the game", "the game is over")
_NO_DECKS: Final = "both players must submit a deck before the first turn"
_WINDOWS: Final[Mapping[str, str]] = {"combat": "CCG-COM-03", "fight": "CCG-COM-33", "doom": "CCG-SUP-07"}
"""By the name of a question to seats: the rule that lets these seats answer or pass first."""


def over_conflict(position: Position) -> RuleConflict | None:
    """Return a rule conflict if the game is over (CCG-WIN-01)."""
    return _OVER if position.step == "over" else None


def must_have_begun(draft: Draft[Position], _move: Move) -> None:
    """Refuse moves of a turn before both decks are submitted (CCG-SET-06)."""
    draft.must("CCG-SET-06", draft.now.turn > 0, _NO_DECKS)


def step_conflicts(position: Position, seat: str, *steps: str) -> list[RuleConflict]:
    """Return the rule conflicts of a seat acting now in one of these steps, given in their order.

    A step that is recorded as skipped can still be done later in the turn.

    Rules:
        CCG-TRN-01, CCG-TRN-02: in the seat's own turn, section by section. CCG-PREP-01, CCG-PREP-02, CCG-PREP-06,
        CCG-COM-01: the compulsory steps.
    """
    if ended := over_conflict(position):
        return [ended]
    if not position.turn:
        return [RuleConflict("CCG-SET-06", _NO_DECKS)]
    if seat != position.player:
        owner = whose(position, position.player)
        return [RuleConflict("CCG-TRN-02", "only the player who has the turn can do this", f"it is {owner} turn")]
    return _unanswered(position) or _out_of_order(position, *steps)


def _unanswered(position: Position) -> list[RuleConflict]:
    """Return a conflict while a seat has to answer (CCG-COM-03, CCG-COM-33, CCG-SUP-07, CCG-FLA-01)."""
    window = position.window
    if window is None or not window.awaited:
        return []
    rule = _WINDOWS.get(window.name, "CCG-FLA-01")
    names = joined([seat_name(position, seat) for seat in window.awaited])
    return [RuleConflict(rule, f"{names} must first act or pass")]


def _out_of_order(position: Position, *steps: str) -> list[RuleConflict]:
    now = position.step
    if STEPS.index(now) > STEPS.index(steps[-1]):
        return [] if _made_good(position, steps[0]) else [_GONE_BACK.get(steps[0], _GONE_BACK["play"])]
    if now in steps:
        return []
    found = [GOING_ON[now]] if now in GOING_ON else []
    if skipped := [COMPULSORY[step] for step in _passed_over(position, steps[0])]:
        verbs = joined([verb for _, verb in skipped])
        found.append(RuleConflict(skipped[0][0], f"{seat_name(position, position.player)} must first {verbs}"))
    return found


def _made_good(position: Position, step: str) -> bool:
    undone = {
        "stand": STEPS.index(position.step) <= _LATEST_STAND and _has_sided(position, position.player),
        "zone": not position.zone,
        "draw": not position.drawn,
    }
    return step in position.missed and undone.get(step, False)


def _has_sided(position: Position, seat: str) -> bool:
    return any(card.sided for card in position.lying(side=seat))


def _passed_over(position: Position, step: str) -> list[str]:
    at = STEPS.index(position.step)
    passed = [name for name in STEPS[max(at, _BEGINS) : STEPS.index(step)] if name in COMPULSORY]
    if at >= _ANNOUNCED:
        passed = [name for name in passed if name != "combat"]
    return [name for name in passed if name != "stand" or _has_sided(position, position.player)]


def go_to_step(draft: Draft[Position], step: str) -> None:
    """Go on to a step if the turn has not reached the step (CCG-TRN-02)."""
    now = draft.now
    if now.step != "over" and STEPS.index(now.step) < STEPS.index(step):
        draft.add(StepReached(step=step), "CCG-TRN-02")


def reach_step(draft: Draft[Position], step: str) -> None:
    """Go on to a step in order (CCG-TRN-01), and record the compulsory steps that are skipped (CCG-TRN-02)."""
    if STEPS.index(draft.now.step) >= STEPS.index(step):
        return
    for passed in _passed_over(draft.now, step):
        draft.add(StepMissed(step=passed), "CCG-TRN-02")
    window = draft.now.window
    if window and window.name == "combat":  # the defender has no more time to prepare
        draft.add(WindowClosed(name="combat"), "CCG-COM-03")
    go_to_step(draft, step)


def begin_turn(draft: Draft[Position], seat: str, rule: str = "CCG-TRN-01") -> None:
    """Give a seat the turn, with Standing if it has a Sided card (CCG-PREP-01), or end the game at the turn cap."""
    now = draft.now
    if now.options.turn_cap and now.turn >= now.options.turn_cap and not now.how:
        draft.add(GameEnded(winners=(), how="turn cap"), "CCG-WIN-01")
        return
    draft.add(TurnBegan(player=seat, turn=now.turn + 1, round=round_of(now, seat)), rule)
    if not _has_sided(draft.now, seat):
        go_to_step(draft, "zone")


def round_of(position: Position, seat: str) -> int:
    """Return the round of a seat's next turn. A new round begins when the first player follows the other."""
    return position.round + (not position.turn or (seat == position.first and position.player != seat))


def close_turn(draft: Draft[Position]) -> None:
    """End the turn (phase 5) and begin the next one.

    Rules:
        CCG-BON-03: the turn ends. CCG-TRN-03, CCG-NOR-01, CCG-EXR-09: for the Creatures of both players. CCG-NOR-02,
        CCG-NOR-03: values return to the printed ones plus constant changes (A59).
        CCG-NOR-04, CCG-NOR-05, CCG-FLA-04: abilities and Flashes of this turn end. CCG-FLA-05: what they moved or
        discarded remains so.
        A26: a Creature without strength is then destroyed without answers. CCG-GEN-01: a card may give another turn.
    """
    player = draft.now.player
    if draft.now.step == "over":
        return
    draft.add(TurnEnded(player=player), "CCG-BON-03")
    for card in draft.now.play:
        values = values_of(draft.now, card)
        if values != (card.energy, card.substance, card.support):
            energy, substance, support = values
            draft.add(ValuesSet(card=card.n, energy=energy, substance=substance, support=support), "CCG-NOR-01")
    apply_consequences(draft, asked=False)
    if player in draft.now.owed:
        begin_turn(draft, player, "CCG-GEN-01")
    else:
        begin_turn(draft, draft.now.rival(player))
