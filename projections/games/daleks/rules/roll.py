"""The first parts of stage D: the roll, and dice that are rolled again."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.events.adventure_effects import DiceGathered, DieGone
from projections.games.daleks.events.effects import Used
from projections.games.daleks.events.moves import ReRoll, ReRollByTokens, RollDice, SpendBlack
from projections.games.daleks.rules.anomalies import rule_in_force
from projections.games.daleks.rules.icons import icon_at, icon_objections, must_know_card
from projections.games.daleks.rules.limits import is_ready, owed_dice
from projections.games.daleks.rules.pool import (
    die_objections,
    go_on_to_roll,
    make_ready,
    must_know_die,
    ready_objections,
    unready_objections,
)
from projections.games.daleks.rules.prices import pay_tokens_of, tokens_objection
from projections.games.daleks.rules.stages import (
    CHANGES,
    POOLS,
    REROLLS,
    go_to_stage,
    stage_objections,
    unmet_objections,
)
from projections.games.daleks.rules.windows import close_window
from projections.games.daleks.state.names import anomaly_name
from projections.games.daleks.state.position import Adventure, Position
from projections.games.daleks.state.tray import dice_left, die_named, pool_of
from projections.objections import Objection, require_all
from projections.wording import titled

RE_ROLL_PRICE: Final = 2
"""Tokens that re-roll any one die (TOD-RERO-07)."""


def roll_objections(position: Position, move: RollDice) -> list[Objection]:
    """What speaks against rolling, or against saying that the own pool is ready to be rolled."""
    return list(_roll_objections(position, move))


def _roll_objections(position: Position, move: RollDice) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    if found := stage_objections(position, seat, *POOLS, "exterminate", "roll"):
        yield from found
        return
    if now is None:
        return
    if seat != now.seat:
        yield Objection("TOD-ROLL-01", False, f"only {titled(now.seat)}, whose Adventure it is, rolls the dice")
    if now.stage in POOLS:
        yield from ready_objections(position, now.seat)
        if is_ready(position, now, pool_of(now, now.seat)):
            yield from unready_objections(position, now)
    elif now.stage == "exterminate" and (owed := owed_dice(position, now)):
        yield Objection("TOD-EXT-01", False, f"first Dalek markers take {owed} more {'die' if owed == 1 else 'dice'}")


def roll_dice(draft: Draft[Position], move: RollDice) -> None:
    """Roll all dice of both pools; before that it says that the own pool is ready.

    Rules:
        TOD-ROLL-01 all dice, in one roll; TOD-HELP-22 both pools face the one challenge. TOD-LIM-01 a pool within its
        limit is ready; where a helper, Dalek markers or a card of another player come first, the roll is said again.
    """
    found = roll_objections(draft.now, move)
    require_all(draft, *found)
    draft.add(move)
    now = draft.now.adventure
    if now is None:
        return
    if not found and now.stage != "roll":
        if now.stage in POOLS:
            make_ready(draft, move.player)
        if not go_on_to_roll(draft):
            return
    _throw(draft)


def _throw(draft: Draft[Position]) -> None:
    """Roll what lies in both pools; nothing is rolled where nothing is left."""
    close_window(draft)
    draft.write_surplus(DiceGathered)  # dice that were rolled though nothing gives them
    go_to_stage(draft, "roll", "TOD-ROLL-01")
    now = draft.now.adventure
    if now is None:
        return
    names = [die.name for die in dice_left(*now.pools)]
    go_to_stage(draft, "reroll", "TOD-ROLL-01")
    if names:
        draft.roll(" ".join(names), purpose=f"roll {now.seat}")


def roll_again(draft: Draft[Position], seat: str, dice: tuple[str, ...], by: str) -> None:
    """Roll dice again, by a card, `tokens` or a black die; the new faces count (TOD-RERO-10)."""
    if dice:
        draft.roll(" ".join(dice), purpose=f"re-roll {seat} {by}")


# Re-rolls.


def re_roll_stages(position: Position) -> tuple[str, ...]:
    """The stages in which dice are re-rolled; where the table mixes freely, after changed faces too (AMB-06)."""
    return CHANGES if position.options.dice_order == "free" else REROLLS


def fixed_point_objections(adventure: Adventure | None, rule: str) -> Iterator[Objection]:
    """At a Fixed Point neither cards nor tokens re-roll (TOD-COND-01, TOD-COND-02)."""
    if adventure is not None and "fixed-point" in adventure.conditions:
        yield Objection(
            rule, False, "at a Fixed Point only a black die that is discarded re-rolls dice: this challenge is one"
        )


def re_roll_objections(position: Position, move: ReRoll) -> list[Objection]:
    """What speaks against re-rolling by an icon."""
    return list(_re_roll_objections(position, move))


def _re_roll_objections(position: Position, move: ReRoll) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    if found := stage_objections(position, seat, *re_roll_stages(position)) or unmet_objections(position):
        yield from found
    yield from fixed_point_objections(now, "TOD-COND-01")
    yield from icon_objections(position, seat, move.card, move.icon, "reroll")
    for name in move.dice:
        yield from die_objections(now, seat, name)
    yield from _icons_dice(position, move)


def _icons_dice(position: Position, move: ReRoll) -> Iterator[Objection]:
    """The dice that an icon re-rolls (TOD-RERO-03 to TOD-RERO-06)."""
    now, icon = position.adventure, icon_at(position, move.card, move.icon, "reroll")
    if now is None or icon is None:
        return
    found = [die_named(now.pools, name) for name in move.dice]
    colours = {one[1].colour for one in found if one is not None}
    if not colours <= set(icon.colours) or len(colours) > 1:
        wanted = f"this icon re-rolls {' or '.join(icon.colours)} dice, of one colour"
        named = " and ".join(sorted(colours))
        yield Objection(
            "TOD-RERO-03",
            False,
            f"{wanted}: {named} are named",
        )
    if not move.dice or len(set(move.dice)) < len(move.dice):
        yield Objection("TOD-RERO-04", False, "name the dice to re-roll, each once: that is not so")
    if icon.mode == "number" and len(move.dice) > icon.amount:
        yield Objection("TOD-RERO-04", False, f"this icon re-rolls {icon.amount} dice at most, not {len(move.dice)}")
    if icon.mode == "all" and len(colours) == 1:
        there = {die.name for die in dice_left(pool_of(now, move.player)) if die.colour in colours}
        if there != set(move.dice):
            yield Objection(
                "TOD-RERO-06", False, f"this icon re-rolls all {min(colours)} dice or none: {len(there)} are there"
            )


def re_roll(draft: Draft[Position], move: ReRoll) -> None:
    """Re-roll dice of one's own pool by an icon of one's own card.

    Rules:
        TOD-RERO-01 where symbols are missing; TOD-RERO-02 a die may be re-rolled again by other means; TOD-RERO-03 each
        icon once, on dice of its colour; TOD-RERO-04 up to a number, TOD-RERO-05 ANY, TOD-RERO-06 ALL; TOD-RERO-10 the
        new face counts; TOD-COND-01 no card at a Fixed Point; TOD-COND-06 Time Locked stops no re-roll; TOD-HELP-23
        only own cards on own dice.
    """
    must_know_card(draft, move.card)
    must_know_die(draft, *move.dice)
    require_all(draft, *re_roll_objections(draft.now, move))
    draft.add(move)
    now = draft.now.adventure
    if now is None:
        return
    icon = icon_at(draft.now, move.card, move.icon, "reroll")
    close_window(draft)
    draft.add(Used(seat=move.player, card=move.card, icon=move.icon), "TOD-RERO-03")
    pay_tokens_of(draft, move.player, icon.price if icon else 0, "TOD-CARD-01")
    roll_again(draft, move.player, tuple(dict.fromkeys(move.dice)), move.card)


def re_roll_by_tokens_objections(position: Position, move: ReRollByTokens) -> list[Objection]:
    """What speaks against re-rolling a die for tokens."""
    return list(_by_tokens_objections(position, move))


def _by_tokens_objections(position: Position, move: ReRollByTokens) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    if found := stage_objections(position, seat, *re_roll_stages(position)) or unmet_objections(position):
        yield from found
    yield from fixed_point_objections(now, "TOD-COND-02")
    if anomaly := rule_in_force(position, "no-token-rerolls"):
        yield Objection(
            "TOD-ATASK-01", False, f"while {anomaly_name(position, anomaly)} is in force tokens re-roll nothing"
        )
    yield from tokens_objection(position, seat, RE_ROLL_PRICE, "TOD-RERO-07")
    yield from die_objections(now, seat, move.die)


def re_roll_by_tokens(draft: Draft[Position], move: ReRollByTokens) -> None:
    """Re-roll one die of one's own pool for two tokens, as often as tokens last.

    Rules:
        TOD-RERO-07 two tokens, any one die; TOD-COND-02 not at a Fixed Point; TOD-HELP-28 own tokens, own dice.
    """
    must_know_die(draft, move.die)
    require_all(draft, *re_roll_by_tokens_objections(draft.now, move))
    draft.add(move)
    if draft.now.adventure is None:
        return
    close_window(draft)
    pay_tokens_of(draft, move.player, RE_ROLL_PRICE, "TOD-RERO-07")
    roll_again(draft, move.player, (move.die,), "tokens")


def spend_black_objections(position: Position, move: SpendBlack) -> list[Objection]:
    """What speaks against giving up a black die for a re-roll of the others."""
    return list(_spend_black_objections(position, move))


def _spend_black_objections(position: Position, move: SpendBlack) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    if found := stage_objections(position, seat, *re_roll_stages(position)) or unmet_objections(position):
        yield from found
    yield from die_objections(now, seat, move.die)
    found_die = die_named(now.pools, move.die) if now else None
    if found_die is not None and found_die[1].colour != "black":
        yield Objection("TOD-RERO-08", False, f"a black die is discarded for it: {move.die} is {found_die[1].colour}")


def spend_black(draft: Draft[Position], move: SpendBlack) -> None:
    """Give up a black die, and re-roll what is left of one's own pool.

    Rules:
        TOD-RERO-08 all remaining dice (AMB-28); TOD-RERO-09 as often as there are black dice; TOD-COND-03 at a Fixed
        Point too; TOD-HELP-25 only the own pool.
    """
    must_know_die(draft, move.die)
    require_all(draft, *spend_black_objections(draft.now, move))
    draft.add(move)
    if draft.now.adventure is None:
        return
    close_window(draft)
    draft.add(DieGone(die=move.die, how="spent"), "TOD-RERO-08")
    now = draft.now.adventure
    if now is not None:
        roll_again(draft, move.player, tuple(die.name for die in dice_left(pool_of(now, move.player))), move.die)
