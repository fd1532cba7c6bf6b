"""Stage D of an Adventure: the roll, re-rolls, and changes of faces."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.events import adventure_effects as a, moves as m
from projections.games.daleks.events.effects import Used
from projections.games.daleks.rules import anomalies, pool as pools, prices, stages
from projections.games.daleks.rules.icons import icon_at, icon_conflicts, icon_name, must_know_card
from projections.games.daleks.state.names import anomaly_name
from projections.games.daleks.state.position import Adventure, Position
from projections.games.daleks.state.tray import dice_left, die_named, pool_of
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import counted

RE_ROLL_PRICE: Final = 2
"""The price in tokens to re-roll any one die (TOD-RERO-07)."""


def _roll_conflicts(position: Position, move: m.RollDice) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    if found := stages.stage_conflicts(position, seat, *stages.POOLS, "exterminate", "roll"):
        yield from found
        return
    if now is None:
        return
    if seat != now.seat:
        yield stages.callers_conflict(position, now, "TOD-ROLL-01", "roll the dice")
    if now.stage in stages.POOLS:
        yield from pools.ready_conflicts(position, now.seat)
        if pools.is_ready(position, now, pool_of(now, now.seat)):
            yield from pools.unready_conflicts(position, now)
    elif now.stage == "exterminate" and (owed := pools.owed_dice(position, now)):
        state = f"{counted(owed, 'die is', 'dice are')} still to be exterminated"
        yield RuleConflict("TOD-EXT-01", "dice must be exterminated by Dalek markers first", state, have=owed, limit=0)


def roll_dice(draft: Draft[Position], move: m.RollDice) -> None:
    """Roll all dice of both pools. If cuts or windows come first, the move only declares the player's pool ready.

    Rules:
        TOD-ROLL-01: all dice, in one roll. TOD-HELP-22: both pools face the one challenge. TOD-LIM-01: a pool within
        its limit is ready. If a helper, Dalek markers or a card of another player comes first, the player makes the
        move again.
    """
    now = draft.now.adventure
    if now is None:
        return
    if not draft.broken_rules and now.stage != "roll":
        if now.stage in stages.POOLS:
            pools.make_ready(draft, move.player)
        if not pools.go_on_to_roll(draft):
            return
    _throw(draft)


def _throw(draft: Draft[Position]) -> None:
    stages.close_window(draft)
    draft.write_surplus(a.DiceGathered)  # dice that were rolled although no card gives them
    stages.go_to_stage(draft, "roll", "TOD-ROLL-01")
    now = draft.now.adventure
    if now is None:
        return
    names = [die.name for die in dice_left(*now.pools)]
    stages.go_to_stage(draft, "reroll", "TOD-ROLL-01")
    if names:
        draft.roll(" ".join(names), purpose=f"roll {now.seat}")


def roll_again(draft: Draft[Position], seat: str, dice: tuple[str, ...], by: str) -> None:
    """Re-roll dice with a card, `tokens` or a black die; the new faces count (TOD-RERO-10)."""
    if dice:
        draft.roll(" ".join(dice), purpose=f"re-roll {seat} {by}")


def re_roll_stages(position: Position) -> tuple[str, ...]:
    """Return the stages in which dice may be re-rolled: with the option for free order also `change` (AMB-06)."""
    return stages.CHANGES if position.options.dice_order == "free" else stages.REROLLS


def fixed_point_conflicts(adventure: Adventure | None, rule: str) -> Iterator[RuleConflict]:
    """Yield the rule conflict of card and token re-rolls at a Fixed Point (TOD-COND-01, TOD-COND-02)."""
    if adventure is not None and "fixed-point" in adventure.conditions:
        wanted = "at a Fixed Point dice can be re-rolled only by discarding a black die"
        yield RuleConflict(rule, wanted, "this challenge is a Fixed Point")


def _re_roll_conflicts(position: Position, move: m.ReRoll) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    yield from stages.stage_conflicts(position, seat, *re_roll_stages(position)) or stages.unmet_conflicts(position)
    yield from fixed_point_conflicts(now, "TOD-COND-01")
    yield from icon_conflicts(position, seat, move.card, move.icon, "reroll")
    for name in move.dice:
        yield from pools.die_conflicts(now, seat, name)
    yield from _icons_dice(position, move)


def _icons_dice(position: Position, move: m.ReRoll) -> Iterator[RuleConflict]:
    """Yield rule conflicts of the dice chosen for an icon (TOD-RERO-03 to TOD-RERO-06)."""
    now, icon = position.adventure, icon_at(position, move.card, move.icon, "reroll")
    if now is None or icon is None:
        return
    found = [die_named(now.pools, name) for name in move.dice]
    colours = {one[1].colour for one in found if one is not None}
    name = icon_name(position, move.card, move.icon)
    if not colours <= set(icon.colours) or len(colours) > 1:
        wanted = f"{name} can re-roll only {' or '.join(icon.colours)} dice, all of one colour"
        yield RuleConflict("TOD-RERO-03", wanted, f"{' and '.join(sorted(colours))} dice are named")
    if not move.dice or len(set(move.dice)) < len(move.dice):
        wanted = "each die to re-roll must be named once"
        yield RuleConflict("TOD-RERO-04", wanted, f"{'a die is named twice' if move.dice else 'no die is named'}")
    if icon.mode == "number" and len(move.dice) > icon.amount:
        dice = len(move.dice)
        wanted = f"{name} can re-roll at most {counted(icon.amount, 'die', 'dice')}"
        yield RuleConflict("TOD-RERO-04", wanted, f"{dice} dice are named", have=dice, limit=icon.amount)
    if icon.mode == "all" and len(colours) == 1:
        there = {die.name for die in dice_left(pool_of(now, move.player)) if die.colour in colours}
        if there != set(move.dice):
            colour = min(colours)
            wanted = f"{name} must re-roll all {colour} dice of the pool or none"
            state = f"the pool has {counted(len(there), f'{colour} die', f'{colour} dice')}"
            yield RuleConflict("TOD-RERO-06", wanted, state)


def _re_roll_must(draft: Draft[Position], move: m.ReRoll) -> None:
    must_know_card(draft, move)
    pools.must_know_dice(draft, *move.dice)


def re_roll(draft: Draft[Position], move: m.ReRoll) -> None:
    """Re-roll dice of the player's own pool with an icon of the player's own card.

    Rules:
        TOD-RERO-01: only if symbols are missing. TOD-RERO-02: a die may be re-rolled again by other means. TOD-RERO-03:
        each icon once, on dice of its colour. TOD-RERO-04: up to a number. TOD-RERO-05: ANY. TOD-RERO-06: ALL.
        TOD-RERO-10: the new face counts. TOD-COND-01: no card at a Fixed Point. TOD-COND-06: Time Locked allows
        re-rolls. TOD-HELP-23: own cards on own dice only.
    """
    if draft.now.adventure is None:
        return
    icon = icon_at(draft.now, move.card, move.icon, "reroll")
    stages.close_window(draft)
    draft.add(Used(seat=move.player, card=move.card, icon=move.icon), "TOD-RERO-03")
    prices.pay_tokens_of(draft, move.player, icon.price if icon else 0, "TOD-CARD-01")
    roll_again(draft, move.player, tuple(dict.fromkeys(move.dice)), move.card)


def _re_roll_by_tokens_conflicts(position: Position, move: m.ReRollByTokens) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    yield from stages.stage_conflicts(position, seat, *re_roll_stages(position)) or stages.unmet_conflicts(position)
    yield from fixed_point_conflicts(now, "TOD-COND-02")
    if anomaly := anomalies.rule_in_force(position, "no-token-rerolls"):
        wanted = f"tokens cannot re-roll dice while {anomaly_name(position, anomaly)} is in force"
        yield RuleConflict("TOD-ATASK-01", wanted)
    yield from prices.tokens_conflict(position, seat, RE_ROLL_PRICE, "TOD-RERO-07")
    yield from pools.die_conflicts(now, seat, move.die)


def re_roll_by_tokens(draft: Draft[Position], move: m.ReRollByTokens) -> None:
    """Re-roll an own die for two own tokens (TOD-RERO-07, TOD-HELP-28), not at a Fixed Point (TOD-COND-02)."""
    if draft.now.adventure is None:
        return
    stages.close_window(draft)
    prices.pay_tokens_of(draft, move.player, RE_ROLL_PRICE, "TOD-RERO-07")
    roll_again(draft, move.player, (move.die,), "tokens")


def _spend_black_conflicts(position: Position, move: m.SpendBlack) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    yield from stages.stage_conflicts(position, seat, *re_roll_stages(position)) or stages.unmet_conflicts(position)
    yield from pools.die_conflicts(now, seat, move.die)
    found_die = die_named(now.pools, move.die) if now else None
    if found_die is not None and found_die[1].colour != "black":
        wanted = "only a black die can be discarded for a re-roll"
        yield RuleConflict("TOD-RERO-08", wanted, f"{move.die} is {found_die[1].colour}")


def spend_black(draft: Draft[Position], move: m.SpendBlack) -> None:
    """Discard a black die and re-roll the rest of the player's own pool.

    Rules:
        TOD-RERO-08: all remaining dice (AMB-28). TOD-RERO-09: repeatable while there are black dice. TOD-COND-03: also
        at a Fixed Point. TOD-HELP-25: the player's own pool only.
    """
    if draft.now.adventure is None:
        return
    stages.close_window(draft)
    draft.add(a.DieGone(die=move.die, how="spent"), "TOD-RERO-08")
    now = draft.now.adventure
    if now is not None:
        roll_again(draft, move.player, tuple(die.name for die in dice_left(pool_of(now, move.player))), move.die)


CHANGE_PRICE: Final = 3
"""The price in tokens to turn any one die to any symbol (TOD-FACE-03)."""


def _now_conflicts(position: Position, seat: str, die: str) -> Iterator[RuleConflict]:
    """Yield rule conflicts of any face change now: the stage, a Time Lock, a die of another pool."""
    yield from stages.stage_conflicts(position, seat, *stages.CHANGES) or stages.unmet_conflicts(position)
    now = position.adventure
    if now is not None and "time-locked" in now.conditions:
        wanted = "faces cannot be changed in a Time Locked challenge"
        yield RuleConflict("TOD-COND-05", wanted, "this challenge is Time Locked")
    yield from pools.die_conflicts(now, seat, die)


def _change_face_conflicts(position: Position, move: m.ChangeFace) -> Iterator[RuleConflict]:
    yield from _now_conflicts(position, move.player, move.die)
    yield from icon_conflicts(position, move.player, move.card, move.icon, "change")
    now, icon = position.adventure, icon_at(position, move.card, move.icon, "change")
    found = die_named(now.pools, move.die) if now else None
    if icon is not None and found is not None and found[1].colour not in icon.colours:
        wanted = f"{icon_name(position, move.card, move.icon)} can change only a {' or '.join(icon.colours)} die"
        yield RuleConflict("TOD-FACE-02", wanted, f"{move.die} is {found[1].colour}")


def _change_face_must(draft: Draft[Position], move: m.ChangeFace) -> None:
    must_know_card(draft, move)
    pools.must_know_die(draft, move)


def change_face(draft: Draft[Position], move: m.ChangeFace) -> None:
    """Turn a die of the player's own pool to the symbol of an icon.

    Rules:
        TOD-FACE-01: after re-rolls. TOD-FACE-02: a die of the icon's colour, each icon once. TOD-COND-04: also at a
        Fixed Point. TOD-COND-05: not under Time Lock. TOD-HELP-23: own cards on own dice only.
    """
    icon = icon_at(draft.now, move.card, move.icon, "change")
    if draft.now.adventure is None or icon is None:
        return
    stages.close_window(draft)
    draft.add(Used(seat=move.player, card=move.card, icon=move.icon), "TOD-FACE-02")
    prices.pay_tokens_of(draft, move.player, icon.price, "TOD-CARD-01")
    _turn(draft, move.die, icon.symbol, move.card, "TOD-FACE-02")


def _change_by_tokens_conflicts(position: Position, move: m.ChangeByTokens) -> Iterator[RuleConflict]:
    yield from _now_conflicts(position, move.player, move.die)
    yield from prices.tokens_conflict(position, move.player, CHANGE_PRICE, "TOD-FACE-03")


def _change_by_tokens_must(draft: Draft[Position], move: m.ChangeByTokens) -> None:
    pools.must_know_die(draft, move)
    draft.must(
        "TOD-FACE-03", move.symbol in SYMBOLS, f"{move.symbol[:20]!a} is not a symbol; there are {', '.join(SYMBOLS)}"
    )


def change_by_tokens(draft: Draft[Position], move: m.ChangeByTokens) -> None:
    """Turn a die of the player's own pool to any symbol for three tokens; repeatable.

    Rules:
        TOD-FACE-03: three tokens, any one die. TOD-FACE-04: also to a symbol that is not on the die. TOD-COND-05: not
        under Time Lock. TOD-HELP-28: a helper pays with own tokens.
    """
    if draft.now.adventure is None:
        return
    stages.close_window(draft)
    prices.pay_tokens_of(draft, move.player, CHANGE_PRICE, "TOD-FACE-03")
    _turn(draft, move.die, move.symbol, "tokens", "TOD-FACE-03")


def _turn(draft: Draft[Position], die: str, symbol: str, by: str, rule: str) -> None:
    """Turn a die to another symbol, which ends the re-rolls."""
    now = draft.now.adventure
    if now is not None and now.stage == "reroll":
        stages.go_to_stage(draft, "change", "TOD-FACE-01")
    draft.add(a.FaceChanged(die=die, symbol=symbol, by=by), rule)


ROLL_MOVES: Final[MoveRules[Position]] = {
    m.RollDice: MoveRule(_roll_conflicts, roll_dice),
    m.ReRoll: MoveRule(_re_roll_conflicts, re_roll, _re_roll_must),
    m.ReRollByTokens: MoveRule(_re_roll_by_tokens_conflicts, re_roll_by_tokens, pools.must_know_die),
    m.SpendBlack: MoveRule(_spend_black_conflicts, spend_black, pools.must_know_die),
    m.ChangeFace: MoveRule(_change_face_conflicts, change_face, _change_face_must),
    m.ChangeByTokens: MoveRule(_change_by_tokens_conflicts, change_by_tokens, _change_by_tokens_must),
}
"""The moves of stage D of an Adventure (TOD-ADV-02)."""
