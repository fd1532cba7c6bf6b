"""Timey-Wimey cards that are played from the hand, and Equipment that does more than dice."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import Icon, Timey
from projections.games.daleks.events.effects import EquipmentTraded, TimeyDiscarded, TimeyHanded, TimeySwapped, Used
from projections.games.daleks.events.moves import PlayTimey
from projections.games.daleks.rules.adventure import add_dice
from projections.games.daleks.rules.anomalies import available
from projections.games.daleks.rules.costs import owe, resolve_costs
from projections.games.daleks.rules.limits import is_within
from projections.games.daleks.rules.pool import colour_objections, go_on_to_roll, make_ready
from projections.games.daleks.rules.prices import hand_objection, pay_tokens_of, tokens_objection
from projections.games.daleks.rules.roll import fixed_point_objections, re_roll_stages, roll_again
from projections.games.daleks.rules.stages import (
    POOLS,
    go_to_stage,
    interruption_objections,
    is_uncut,
    takes_part,
    unmet_objections,
)
from projections.games.daleks.rules.turns import step_objections
from projections.games.daleks.rules.windows import close_window
from projections.games.daleks.state.names import card_name
from projections.games.daleks.state.position import BEFORE_ROLL, Position
from projections.games.daleks.state.tray import dice_left, pool_of
from projections.objections import Objection, require_all
from projections.wording import titled

_OUTRIGHT: Final = ("tokens", "cards", "tardis")
"""Parts that take nothing and ask nothing: the card goes when they are done."""
_NOT_PREPARING: Final = ("TOD-ROUND-01", "TOD-ROUND-02", "TOD-ROUND-04", "TOD-ADV-01")
"""Rules by which it is not one's own Prepare step."""


def _part(card: Timey, does: str) -> bool:
    return any(part.does == does for part in card.parts)


def pool_played_on(position: Position, move: PlayTimey) -> str:
    """Whose pool a card concerns: the one named, else one's own, else the caller's."""
    now = position.adventure
    if move.pool or now is None:
        return move.pool
    return move.player if takes_part(position, move.player) else now.seat


def play_timey_objections(position: Position, move: PlayTimey) -> list[Objection]:
    """What speaks against playing a card."""
    return list(_play_timey_objections(position, move))


def _play_timey_objections(position: Position, move: PlayTimey) -> Iterator[Objection]:
    card = position.box.timey.get(move.card)
    if card is None:
        yield Objection("TOD-CARD-01", False, f"there is no Timey-Wimey card {move.card[:40]}")
        return
    yield from _held(position, move, card)
    yield from _timing(position, move.player, card)
    yield from tokens_objection(position, move.player, 0 if card.type == "equipment" else card.price, "TOD-CARD-01")
    if any(name == move.card and not icon for _, name, icon in position.used):
        yield Objection("TOD-CARD-06", False, f"each card is used once in a turn: {card.name} was used")
    yield from _receiver(position, move, card)
    yield from _on_dice(position, move, card)


def _held(position: Position, move: PlayTimey, card: Timey) -> Iterator[Objection]:
    """Where the card is: in the hand, or installed (TOD-CARD-07, TOD-CARD-08)."""
    if card.type == "equipment":
        if move.card not in position.console(move.player).equipment:
            yield Objection("TOD-CARD-07", False, f"Equipment is installed before it is used: {card.name} is not")
        elif not card.parts:
            yield Objection("TOD-CARD-08", False, f"{card.name} does nothing beside dice: its icons are used")
        return
    yield from hand_objection(position, move.player, move.card, "TOD-CARD-01")


def _timing(position: Position, seat: str, card: Timey) -> Iterator[Objection]:
    """When a card is played.

    Rules:
        TOD-CARD-02 Anytime, but TOD-PREP-02 not before the tokens of one's own turn are gained; TOD-CARD-03 and
        TOD-PREP-08 Prepare in one's own Prepare step; TOD-CARD-04 Adventure in one where the Doctor takes part;
        TOD-CARD-05 Any Adventure in any.
    """
    if card.timing == "prepare":
        found = step_objections(position, seat, "prepare")
        if found and found[0].rule in _NOT_PREPARING:
            found = [Objection("TOD-CARD-03", False, f"{card.name} is only played in one's own Prepare step")]
        yield from found
        return
    found = interruption_objections(position, seat)
    if card.timing == "anytime":  # a stop or a cost of others is waited for by nobody who needs no moment
        found = [one for one in found if one.rule not in ("TOD-CARD-05", "TOD-FAIL-05")]
    if found:
        yield from found
    elif not position.turn:
        yield Objection("TOD-SETUP-08", False, "the first turn begins when every player has a Doctor")
    elif position.step == "charge" and seat == position.player:
        yield Objection("TOD-PREP-02", False, "first gain the tokens of this turn")
    if card.timing == "anytime":
        return
    if position.adventure is None or position.adventure.over:
        rule = "TOD-CARD-04" if card.timing == "adventure" else "TOD-CARD-05"
        yield Objection(rule, False, f"{card.name} is only played in an Adventure: none is under way")
    elif card.timing == "adventure" and not takes_part(position, seat):
        yield Objection("TOD-CARD-04", False, f"{card.name} is only played by who takes part: {titled(seat)} does not")


def _receiver(position: Position, move: PlayTimey, card: Timey) -> Iterator[Objection]:
    """Who gets a Transfer, or whose card is traded or swapped for (TOD-CARD-10; CT-08)."""
    other = move.to in position.seats and move.to != move.player
    if (card.type == "transfer" or _part(card, "trade")) and not other:
        yield Objection("TOD-CARD-10", False, f"say which other player gets {card.name}")
    elif card.type != "transfer" and not _part(card, "trade") and move.to:
        yield Objection("TOD-CARD-09", False, f"{card.name} goes to nobody")
    if _part(card, "swap") and other and not position.hands.get(move.to):
        yield Objection("TOD-CARD-10", False, f"{titled(move.to)} has no card to swap")
    if _part(card, "trade"):
        if other and move.wanted not in position.console(move.to).equipment:
            yield Objection(
                "TOD-CARD-08",
                False,
                f"{card_name(position, move.wanted)[:40]} is not on the console of {titled(move.to)}",
            )
        pays = sum(part.amount for part in card.parts if part.does == "pay-tokens" and not part.each)
        yield from tokens_objection(position, move.player, pays, "TOD-CARD-08")
    elif move.wanted:
        yield Objection("TOD-CARD-08", False, f"{card.name} trades for nothing")


def _on_dice(position: Position, move: PlayTimey, card: Timey) -> Iterator[Objection]:
    """What speaks against using a card on a pool."""
    if card.type == "equipment" or not card.icons:
        if move.pool or move.colour:
            yield Objection("TOD-CARD-11", False, f"{card.name} concerns no pool")
        return
    split = [icon for icon in card.icons if len(icon.colours) > 1]
    if any(move.colour not in icon.colours for icon in split) or (move.colour and not split):
        allowed = f"choose {' or '.join(split[0].colours)}" if split else "there is no colour to choose"
        yield Objection("TOD-CARD-11", False, f"{card.name}: {allowed}")
    now, seat = position.adventure, pool_played_on(position, move)
    if now is None:
        return
    if seat not in (now.seat, now.helper):
        yield Objection("TOD-HELP-24", False, f"dice cards go on a pool of the Adventure: {titled(seat[:40])} has none")
        return
    if card.timing != "any-adventure" and seat != move.player and takes_part(position, move.player):
        yield Objection("TOD-HELP-23", False, f"{card.name} is used on the own pool only")
    for icon in card.icons:
        yield from (
            _added(position, seat, icon, move) if icon.does == "add" else _rolled_again(position, seat, icon, move)
        )


def _added(position: Position, seat: str, icon: Icon, move: PlayTimey) -> Iterator[Objection]:
    """Dice are added while the pool is built, or at the stop before the roll (TOD-POOL-02, TOD-POOL-03)."""
    yield from colour_objections(position, seat, _colour(icon, move))
    now, window = position.adventure, position.window
    stop = window is not None and window.name == BEFORE_ROLL and move.player in window.awaited
    if now is not None and not stop and not is_uncut(now, seat):
        built = now.stage in POOLS and pool_of(now, seat).gathered
        early = now.stage in ("recruit", *POOLS) and not built
        message = "first the starting pool is gathered" if early else "dice come before the pool is cut: it has been"
        yield Objection("TOD-POOL-01" if early else "TOD-POOL-03", False, message)


def _rolled_again(position: Position, seat: str, icon: Icon, move: PlayTimey) -> Iterator[Objection]:
    """Dice are re-rolled after the roll, all of a colour or none (TOD-RERO-06, TOD-COND-01)."""
    now = position.adventure
    if now is None:
        return
    if now.stage not in re_roll_stages(position):
        late = now.stage in ("change", "resolve")
        rule, when = ("TOD-FACE-01", "before faces are changed") if late else ("TOD-ADV-02", "after the roll")
        yield Objection(rule, False, f"dice are re-rolled {when}: not now")
    yield from unmet_objections(position)
    yield from fixed_point_objections(now, "TOD-COND-01")
    if not _dice_of(position, seat, _colour(icon, move)):
        yield Objection("TOD-RERO-06", False, f"the pool of {titled(seat)} has no {_colour(icon, move)} die to re-roll")


def _colour(icon: Icon, move: PlayTimey) -> str:
    return move.colour if len(icon.colours) > 1 else icon.colours[0]


def _dice_of(position: Position, seat: str, colour: str) -> tuple[str, ...]:
    now = position.adventure
    return tuple(die.name for die in dice_left(pool_of(now, seat)) if die.colour == colour) if now else ()


def play_timey(draft: Draft[Position], move: PlayTimey) -> None:
    """Play an Event or a Transfer, or use Equipment that does more than dice.

    Rules:
        TOD-CARD-01 its price; TOD-CARD-02 to TOD-CARD-05 its timing; TOD-CARD-06 once a turn; TOD-CARD-09 an Event is
        resolved, then discarded; TOD-CARD-10 a Transfer is resolved, then another player has it; TOD-CARD-08 Equipment
        stays, and TOD-PREP-06 costs nothing more than it says; TOD-HELP-24 an Any Adventure card on either pool.
    """
    card = draft.now.box.timey.get(move.card)
    draft.must("TOD-CARD-01", card is not None, f"there is no Timey-Wimey card {move.card[:40]!a}")
    for seat in (move.to, move.pool):
        draft.must("TOD-CARD-10", seat in ("", *draft.now.seats), f"nobody here is called {seat[:40]!a}")
    require_all(draft, *play_timey_objections(draft.now, move))
    draft.add(move)
    if card is None:
        return
    pay_tokens_of(draft, move.player, 0 if card.type == "equipment" else card.price, "TOD-CARD-01")
    draft.add(Used(seat=move.player, card=move.card, icon=0), "TOD-CARD-06")
    late = all(part.does in _OUTRIGHT for part in card.parts)
    if not late:
        _put_away(draft, move, card)
    _resolve(draft, move, card)
    if late:
        _put_away(draft, move, card)


def _resolve(draft: Draft[Position], move: PlayTimey, card: Timey) -> None:
    """What a card does: with dice, by trade or swap, and beside."""
    if card.icons and card.type != "equipment":
        seat = pool_played_on(draft.now, move)
        for icon in card.icons:
            _use(draft, move, icon, seat)
    if _part(card, "swap"):
        _swap(draft, move)
    if _part(card, "trade"):
        pays = sum(part.amount for part in card.parts if part.does == "pay-tokens" and not part.each)
        pay_tokens_of(draft, move.player, pays, "TOD-CARD-08")
        traded = EquipmentTraded(seat=move.player, given=move.card, to=move.to, taken=move.wanted)
        draft.add(traded, "TOD-CARD-08")
    elif rest := tuple(part for part in card.parts if part.does != "swap"):
        owe(draft, move.player, "effect", move.card, (rest,))
        resolve_costs(draft)


def _use(draft: Draft[Position], move: PlayTimey, icon: Icon, seat: str) -> None:
    """One icon of a card that is played: more dice, or all of a colour again."""
    if icon.does == "reroll":
        close_window(draft)
        roll_again(draft, seat, _dice_of(draft.now, seat, _colour(icon, move)), move.card)
        return
    now = draft.now.adventure
    before_roll = now is not None and now.stage == "roll"
    colour = _colour(icon, move)
    room = available(draft.now, colour) - len(_dice_of(draft.now, seat, colour))
    add_dice(draft, seat, move.card, (colour,) * min(icon.amount, room), "TOD-POOL-02")
    if before_roll:
        _make_room(draft, seat)


def _make_room(draft: Draft[Position], seat: str) -> None:
    """Dice that come at the stop before the roll bring the pool back to its limit first (TOD-LIM-01)."""
    close_window(draft)
    go_to_stage(draft, "cut")
    now = draft.now.adventure
    if now is not None and is_within(draft.now, now, seat):
        make_ready(draft, seat)
        go_on_to_roll(draft)


def _put_away(draft: Draft[Position], move: PlayTimey, card: Timey) -> None:
    """Where the card goes (TOD-CARD-09, TOD-CARD-10); one that is swapped has gone with that, and Equipment stays."""
    if card.type == "event":
        draft.add(TimeyDiscarded(seat=move.player, card=move.card), "TOD-CARD-09")
    elif card.type == "transfer" and not _part(card, "swap") and move.to:
        draft.add(TimeyHanded(seat=move.player, card=move.card, to=move.to), "TOD-CARD-10")


def _swap(draft: Draft[Position], move: PlayTimey) -> None:
    """Switch the card with a random one of another hand, which only the two of them see (CT-08)."""
    hand = draft.now.hands.get(move.to, ())
    if hand:
        order = draft.shuffle(f"hand-{move.to}", hand)
        draft.add(TimeySwapped(seat=move.player, given=move.card, to=move.to, taken=order[0]), "TOD-CARD-10")
