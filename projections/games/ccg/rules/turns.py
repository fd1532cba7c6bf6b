"""The frame of a turn: who has it, in which order its steps follow, what ends with it."""

from collections.abc import Mapping
from typing import Final

from projections.draft import Draft
from projections.games.ccg.events.effects import GameEnded, StepMissed, StepReached, TurnBegan, TurnEnded, ValuesSet
from projections.games.ccg.rules.consequences import apply_consequences
from projections.games.ccg.state.names import seat_name
from projections.games.ccg.state.position import STEPS, Position
from projections.games.ccg.state.values import values_of
from projections.objections import Objection
from projections.window import WindowClosed
from projections.wording import joined

_BEGINS, _ANNOUNCED, _LATEST_STAND = STEPS.index("stand"), STEPS.index("combat"), STEPS.index("play")
LEFT_OUT: Final[Mapping[str, Objection]] = {
    "stand": Objection("CCG-PREP-01", False, "Stand the Sided cards"),
    "zone": Objection("CCG-PREP-02", False, "choose the zone of this turn"),
    "draw": Objection("CCG-PREP-06", False, "draw the card of this turn"),
    "combat": Objection("CCG-COM-01", False, "announce combat"),
}
"""The compulsory steps, and what is said where one is passed over."""
_GOING_ON: Final[Mapping[str, Objection]] = {
    "name": Objection("CCG-COM-12", False, "first the defender names a main combatant, or declines"),
    "fight": Objection("CCG-COM-20", False, "first the combat under way comes to its end"),
}
_GONE_BACK: Final[Mapping[str, Objection]] = {
    "stand": Objection("CCG-PREP-01", False, "cards Stand once, at the start of the turn: that has been"),
    "zone": Objection("CCG-PREP-03", False, "the zone is chosen once a turn: it has been"),
    "draw": Objection("CCG-PREP-06", False, "one card is drawn at the start of a turn: that has been"),
    "play": Objection("CCG-TRN-02", False, "that comes before combat is announced: there is no way back"),
    "attack": Objection("CCG-COM-05", False, "one attack in a turn, when the defender is ready: that has been"),
    "hit": Objection(
        "CCG-COM-18",
        False,
        "no further Hit follows: the new Time card shows another zone than the one just lost, or the attack is over",
    ),
}
_WINDOWS: Final[Mapping[str, str]] = {"combat": "CCG-COM-03", "fight": "CCG-COM-33", "doom": "CCG-SUP-07"}
"""The rules by which somebody is waited for."""


def over_objection(position: Position) -> Objection | None:
    """When the game has ended there is nothing to do (CCG-WIN-01)."""
    return Objection("CCG-WIN-01", False, "the game is over") if position.step == "over" else None


def must_have_begun(draft: Draft[Position]) -> None:
    """Nothing of a turn happens before both decks are laid down (CCG-SET-06)."""
    draft.must("CCG-SET-06", draft.now.turn > 0, "the first turn begins when both decks are laid down")


def step_objections(position: Position, seat: str, *steps: str) -> list[Objection]:
    """What speaks against a seat doing now what is done in one of these steps, given in their order.

    Rules:
        CCG-TRN-01 and CCG-TRN-02 one's own turn, section by section; CCG-PREP-01, CCG-PREP-02, CCG-PREP-06 and
        CCG-COM-01 what cannot be left out. What was passed over, and was found fault with then, can be made good.
    """
    if ended := over_objection(position):
        return [ended]
    if not position.turn:
        return [Objection("CCG-SET-06", False, "the first turn begins when both decks are laid down")]
    if seat != position.player:
        return [Objection("CCG-TRN-02", False, f"it is the turn of {seat_name(position, position.player)}")]
    return _unanswered(position) or _out_of_order(position, *steps)


def _unanswered(position: Position) -> list[Objection]:
    """Whoever is asked answers or passes before the turn goes on (CCG-COM-03, CCG-COM-33, CCG-SUP-07, CCG-FLA-01)."""
    window = position.window
    if window is None or not window.awaited:
        return []
    rule = _WINDOWS.get(window.name, "CCG-FLA-01")
    names = joined([seat_name(position, seat) for seat in window.awaited])
    return [Objection(rule, False, f"{names} may still answer")]


def _out_of_order(position: Position, *steps: str) -> list[Objection]:
    now = position.step
    if STEPS.index(now) > STEPS.index(steps[-1]):
        return [] if _made_good(position, steps[0]) else [_GONE_BACK.get(steps[0], _GONE_BACK["play"])]
    if now in steps:
        return []
    under_way = [_GOING_ON[now]] if now in _GOING_ON else []
    left_out = [LEFT_OUT[step] for step in _passed_over(position, steps[0])]
    due = [left_out[0]._replace(message=f"first {joined([each.message for each in left_out])}")] if left_out else []
    return [*under_way, *due]


def _made_good(position: Position, step: str) -> bool:
    """Whether a step that lies behind was passed over and is still to be done."""
    undone = {
        "stand": STEPS.index(position.step) <= _LATEST_STAND and _has_sided(position, position.player),
        "zone": not position.zone,
        "draw": not position.drawn,
    }
    return step in position.missed and undone.get(step, False)


def _has_sided(position: Position, seat: str) -> bool:
    """Whether a seat has a card that may Stand again."""
    return any(card.sided for card in position.lying(side=seat))


def _passed_over(position: Position, step: str) -> list[str]:
    """The compulsory steps that lie between the present one and another."""
    at = STEPS.index(position.step)
    passed = [name for name in STEPS[max(at, _BEGINS) : STEPS.index(step)] if name in LEFT_OUT]
    return [
        name
        for name in passed
        if not (name == "combat" and at >= _ANNOUNCED) and (name != "stand" or _has_sided(position, position.player))
    ]


def go_to_step(draft: Draft[Position], step: str) -> None:
    """Go on to a step where the turn stands before it (CCG-TRN-02)."""
    now = draft.now
    if now.step != "over" and STEPS.index(now.step) < STEPS.index(step):
        draft.add(StepReached(step=step), "CCG-TRN-02")


def reach_step(draft: Draft[Position], step: str) -> None:
    """Go on to a step; what is compulsory and was passed over is noted.

    Rules:
        CCG-TRN-01 the phases in their order; CCG-TRN-02 what was left out.
    """
    if STEPS.index(draft.now.step) >= STEPS.index(step):
        return
    for passed in _passed_over(draft.now, step):
        draft.add(StepMissed(step=passed), "CCG-TRN-02")
    window = draft.now.window
    if window and window.name == "combat":  # the defender was not waited for, and has no more time to prepare
        draft.add(WindowClosed(name="combat"), "CCG-COM-03")
    go_to_step(draft, step)


def begin_turn(draft: Draft[Position], seat: str, rule: str = "CCG-TRN-01") -> None:
    """Give a seat the turn; nobody wins a game that comes to the table's turn cap.

    Rules:
        CCG-PREP-01 it begins with Standing, where anything of the seat's is Sided.
    """
    now = draft.now
    if now.options.turn_cap and now.turn >= now.options.turn_cap and not now.how:
        draft.add(GameEnded(winners=(), how="turn cap"), "CCG-WIN-01")
        return
    draft.add(TurnBegan(player=seat, turn=now.turn + 1, round=round_of(now, seat)), rule)
    if not _has_sided(draft.now, seat):
        go_to_step(draft, "zone")


def round_of(position: Position, seat: str) -> int:
    """The round of a seat's next turn: a new one whenever the first player follows the other."""
    return position.round + (not position.turn or (seat == position.first and position.player != seat))


def close_turn(draft: Draft[Position]) -> None:
    """Phase 5, and the next turn.

    Rules:
        CCG-BON-03 the turn ends; CCG-TRN-03, CCG-NOR-01 and CCG-EXR-09 for the Creatures of both players; CCG-NOR-02
        and CCG-NOR-03 to the printed values and what is constant (A59); CCG-NOR-04, CCG-NOR-05 and CCG-FLA-04 abilities
        and Flashes of this turn end, CCG-FLA-05 but what they moved or discarded stays so; A26 what has no strength
        left then is destroyed, and nobody answers; CCG-GEN-01 a card may give one more turn.
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
