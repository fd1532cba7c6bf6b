"""Playing Timey-Wimey cards from the hand, and using Equipment that has an ability."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import Icon, Timey
from projections.games.daleks.events.effects import EquipmentTraded, TimeyDiscarded, TimeyHanded, TimeySwapped, Used
from projections.games.daleks.events.moves import PlayTimey
from projections.games.daleks.rules import adventure, anomalies, costs, pool, roll, stages, turns
from projections.games.daleks.rules.prices import hand_conflict, pay_tokens_of, tokens_conflict
from projections.games.daleks.state import names, tray
from projections.games.daleks.state.position import BEFORE_ROLL, Position
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.wording import titled, with_article

_OUTRIGHT: Final = ("tokens", "cards", "tardis")
"""Kinds of effects that cost nothing and need no choice: the played card leaves the hand only after these."""
_NOT_PREPARING: Final = ("TOD-ROUND-01", "TOD-ROUND-02", "TOD-ROUND-04", "TOD-ADV-01")
"""Rules whose rule conflicts mean that it is not the player's own Prepare step."""


def _part(card: Timey, does: str) -> bool:
    return any(part.does == does for part in card.parts)


def pool_played_on(position: Position, move: PlayTimey) -> str:
    """Return the seat whose pool a card affects: the named seat, else the player if taking part, else the caller."""
    now = position.adventure
    if move.pool or now is None:
        return move.pool
    return move.player if stages.takes_part(position, move.player) else now.seat


def _play_timey_conflicts(position: Position, move: PlayTimey) -> Iterator[RuleConflict]:
    card = position.box.timey.get(move.card)
    if card is None:
        yield RuleConflict("TOD-CARD-01", "only a Timey-Wimey card can be played", f"{move.card[:40]} is not one")
        return
    yield from _held(position, move, card)
    yield from _timing(position, move.player, card)
    yield from tokens_conflict(position, move.player, 0 if card.type == "equipment" else card.price, "TOD-CARD-01")
    if any(name == move.card and not icon for _, name, icon in position.used):
        yield RuleConflict("TOD-CARD-06", "a card can be used only once in a turn", f"{card.name} is used already")
    yield from _receiver(position, move, card)
    yield from _on_dice(position, move, card)


def _held(position: Position, move: PlayTimey, card: Timey) -> Iterator[RuleConflict]:
    """Yield rule conflicts of a card that is neither in the hand nor installed."""
    if card.type == "equipment":
        if move.card not in position.console(move.player).equipment:
            yield RuleConflict("TOD-CARD-07", "only installed Equipment can be used", f"{card.name} is not installed")
        elif not card.parts:
            wanted = "only Equipment with an ability besides its dice icons can be used this way"
            yield RuleConflict("TOD-CARD-08", wanted, f"{card.name} has no such ability")
        return
    yield from hand_conflict(position, move.player, move.card, "TOD-CARD-01")


def _timing(position: Position, seat: str, card: Timey) -> Iterator[RuleConflict]:
    """Yield rule conflicts of the time at which a card is played.

    Rules:
        TOD-CARD-02: Anytime. TOD-PREP-02: in one's own turn not before the token gain. TOD-CARD-03 and TOD-PREP-08:
        Prepare only in one's own Prepare step. TOD-CARD-04: Adventure only if the Doctor takes part. TOD-CARD-05: Any
        Adventure in every Adventure.
    """
    if card.timing == "prepare":
        found = turns.step_conflicts(position, seat, "prepare")
        if found and found[0].rule in _NOT_PREPARING:
            state = found[0].found or "an Adventure is under way"
            found = [
                RuleConflict("TOD-CARD-03", f"{card.name} can be played only in the player's own Prepare step", state)
            ]
        yield from found
        return
    found = stages.interruption_conflicts(position, seat)
    if card.timing == "anytime":  # an Anytime card need not wait for a window or for another seat's cost
        found = [one for one in found if one.rule not in ("TOD-CARD-05", "TOD-FAIL-05")]
    if found:
        yield from found
    elif not position.turn:
        yield RuleConflict("TOD-SETUP-08", "every player must have a Doctor before the first turn")
    elif position.step == "charge" and seat == position.player:
        yield RuleConflict("TOD-PREP-02", "the tokens of the turn must be gained first")
    if card.timing == "anytime":
        return
    if position.adventure is None or position.adventure.over:
        rule = "TOD-CARD-04" if card.timing == "adventure" else "TOD-CARD-05"
        yield RuleConflict(rule, f"{card.name} can be played only in an Adventure", "no Adventure is under way")
    elif card.timing == "adventure" and not stages.takes_part(position, seat):
        wanted = f"{card.name} can be played only by a player who takes part in the Adventure"
        yield RuleConflict("TOD-CARD-04", wanted, f"{titled(seat)} is neither the caller nor the helper")


def _receiver(position: Position, move: PlayTimey, card: Timey) -> Iterator[RuleConflict]:
    """Yield conflicts of the player who gets a Transfer, or whose card is traded or swapped (CT-08)."""
    other = move.to in position.seats and move.to != move.player
    if (card.type == "transfer" or _part(card, "trade")) and not other:
        yield RuleConflict("TOD-CARD-10", f"{card.name} must go to another player", "no other player is named")
    elif card.type != "transfer" and not _part(card, "trade") and move.to:
        yield RuleConflict("TOD-CARD-09", f"{card.name} cannot go to another player", f"{titled(move.to)} is named")
    if _part(card, "swap") and other and not position.hands.get(move.to):
        wanted = f"{card.name} must be swapped for a card of another hand"
        yield RuleConflict("TOD-CARD-10", wanted, f"{titled(move.to)} has no card")
    if _part(card, "trade"):
        if other and move.wanted not in position.console(move.to).equipment:
            state = f"{names.card_name(position, move.wanted)[:40]} is not on {names.whose(position, move.to)} console"
            yield RuleConflict("TOD-CARD-08", "only Equipment on the named player's console can be taken", state)
        pays = sum(part.amount for part in card.parts if part.does == "pay-tokens" and not part.each)
        yield from tokens_conflict(position, move.player, pays, "TOD-CARD-08")
    elif move.wanted:
        wanted = f"{card.name} cannot be traded"
        yield RuleConflict("TOD-CARD-08", wanted, f"{names.card_name(position, move.wanted)[:40]} is named")


def _on_dice(position: Position, move: PlayTimey, card: Timey) -> Iterator[RuleConflict]:
    if card.type == "equipment" or not card.icons:
        if move.pool or move.colour:
            wanted = f"{card.name} cannot be used on a dice pool"
            yield RuleConflict("TOD-CARD-11", wanted, "a pool or a colour is named")
        return
    split = [icon for icon in card.icons if len(icon.colours) > 1]
    if any(move.colour not in icon.colours for icon in split) or (move.colour and not split):
        what = f"{' or '.join(split[0].colours)} must" if split else "no colour can"
        named = f"{move.colour[:12] or 'no colour'} is named"
        yield RuleConflict("TOD-CARD-11", f"{what} be chosen for {card.name}", named)
    now, seat = position.adventure, pool_played_on(position, move)
    if now is None:
        return
    if seat not in (now.seat, now.helper):
        wanted = "dice cards can be played only on a pool of the Adventure"
        yield RuleConflict("TOD-HELP-24", wanted, f"{titled(seat[:40])} has no pool")
        return
    if card.timing != "any-adventure" and seat != move.player and stages.takes_part(position, move.player):
        wanted = f"{card.name} can be used only on the player's own pool"
        yield RuleConflict("TOD-HELP-23", wanted, f"{names.whose(position, seat)} pool is named")
    for icon in card.icons:
        yield from (
            _added(position, seat, icon, move) if icon.does == "add" else _rolled_again(position, seat, icon, move)
        )


def _added(position: Position, seat: str, icon: Icon, move: PlayTimey) -> Iterator[RuleConflict]:
    """Yield conflicts of dice by a card (TOD-POOL-02): before the cut (TOD-POOL-03), or when asked before the roll."""
    yield from pool.colour_conflicts(position, seat, chosen_colour(icon, move))
    now, window = position.adventure, position.window
    stop = window is not None and window.name == BEFORE_ROLL and move.player in window.awaited
    if now is not None and not stop and not stages.is_uncut(now, seat):
        built = now.stage in stages.POOLS and tray.pool_of(now, seat).gathered
        early = now.stage in ("recruit", *stages.POOLS) and not built
        if early:
            yield RuleConflict("TOD-POOL-01", "the starting pool must be gathered first")
        else:
            yield RuleConflict("TOD-POOL-03", "dice must be added before the pool is cut", "the pool is cut already")


def _rolled_again(position: Position, seat: str, icon: Icon, move: PlayTimey) -> Iterator[RuleConflict]:
    """Yield conflicts of a card re-roll: after the roll, all dice of a colour or none."""
    now = position.adventure
    if now is None:
        return
    if now.stage not in roll.re_roll_stages(position):
        late = now.stage in ("change", "resolve")
        if late:
            wanted = "dice can be re-rolled only before faces are changed"
            yield RuleConflict("TOD-FACE-01", wanted, "that stage is over")
        else:
            yield RuleConflict("TOD-ADV-02", "dice can be re-rolled only after the roll", "the dice are not rolled")
    yield from stages.unmet_conflicts(position)
    yield from roll.fixed_point_conflicts(now, "TOD-COND-01")
    if not dice_of(position, seat, chosen_colour(icon, move)):
        wanted = f"there must be {with_article(chosen_colour(icon, move))} die to re-roll"
        yield RuleConflict("TOD-RERO-06", wanted, f"{names.whose(position, seat)} pool has none")


def chosen_colour(icon: Icon, move: PlayTimey) -> str:
    """Return the colour of the dice that an icon of a played card is about."""
    return move.colour if len(icon.colours) > 1 else icon.colours[0]


def dice_of(position: Position, seat: str, colour: str) -> tuple[str, ...]:
    """Return the names of the dice of a colour in a seat's pool."""
    now = position.adventure
    return tuple(die.name for die in tray.dice_left(tray.pool_of(now, seat)) if die.colour == colour) if now else ()


def _play_timey_must(draft: Draft[Position], move: PlayTimey) -> None:
    known = move.card in draft.now.box.timey
    draft.must("TOD-CARD-01", known, f"{move.card[:40]!a} is not a Timey-Wimey card")
    for seat in (move.to, move.pool):
        draft.must("TOD-CARD-10", seat in ("", *draft.now.seats), f"{seat[:40]!a} is not a seat")


def play_timey(draft: Draft[Position], move: PlayTimey) -> None:
    """Play an Event or a Transfer, or use Equipment that has an ability.

    Rules:
        TOD-CARD-01: its price. TOD-CARD-02 to TOD-CARD-05: its timing. TOD-CARD-06: once a turn. TOD-CARD-09: an Event
        is resolved, then discarded. TOD-CARD-10: a Transfer is resolved, then handed to another player. TOD-CARD-08:
        Equipment stays. TOD-PREP-06: it costs no more than it says. TOD-HELP-24: an Any Adventure card works on either
        pool.
    """
    card = draft.now.box.timey[move.card]
    pay_tokens_of(draft, move.player, 0 if card.type == "equipment" else card.price, "TOD-CARD-01")
    draft.add(Used(seat=move.player, card=move.card, icon=0), "TOD-CARD-06")
    late = all(part.does in _OUTRIGHT for part in card.parts)
    if not late:
        _put_away(draft, move, card)
    _resolve(draft, move, card)
    if late:
        _put_away(draft, move, card)


PLAY_TIMEY: Final[MoveRule[Position]] = MoveRule(_play_timey_conflicts, play_timey, _play_timey_must)


def _resolve(draft: Draft[Position], move: PlayTimey, card: Timey) -> None:
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
        costs.owe(draft, move.player, "effect", move.card, (rest,))
        costs.resolve_costs(draft)


def _use(draft: Draft[Position], move: PlayTimey, icon: Icon, seat: str) -> None:
    if icon.does == "reroll":
        stages.close_window(draft)
        roll.roll_again(draft, seat, dice_of(draft.now, seat, chosen_colour(icon, move)), move.card)
        return
    now = draft.now.adventure
    before_roll = now is not None and now.stage == "roll"
    colour = chosen_colour(icon, move)
    room = anomalies.available(draft.now, colour) - len(dice_of(draft.now, seat, colour))
    adventure.add_dice(draft, seat, move.card, (colour,) * min(icon.amount, room), "TOD-POOL-02")
    if before_roll:
        _make_room(draft, seat)


def _make_room(draft: Draft[Position], seat: str) -> None:
    """Go back to the cut after a card added dice just before the roll (TOD-LIM-01)."""
    stages.close_window(draft)
    stages.go_to_stage(draft, "cut")
    now = draft.now.adventure
    if now is not None and pool.is_within(draft.now, now, seat):
        pool.make_ready(draft, seat)
        pool.go_on_to_roll(draft)


def _put_away(draft: Draft[Position], move: PlayTimey, card: Timey) -> None:
    """Discard an Event or hand over a Transfer. Equipment stays, and a swapped card has already left the hand."""
    if card.type == "event":
        draft.add(TimeyDiscarded(seat=move.player, card=move.card), "TOD-CARD-09")
    elif card.type == "transfer" and not _part(card, "swap") and move.to:
        draft.add(TimeyHanded(seat=move.player, card=move.card, to=move.to), "TOD-CARD-10")


def _swap(draft: Draft[Position], move: PlayTimey) -> None:
    """Swap the card for a random card of another hand. Only the two players see the random card (CT-08)."""
    hand = draft.now.hands.get(move.to, ())
    if hand:
        order = draft.shuffle(f"hand-{move.to}", hand)
        draft.add(TimeySwapped(seat=move.player, given=move.card, to=move.to, taken=order[0]), "TOD-CARD-10")
