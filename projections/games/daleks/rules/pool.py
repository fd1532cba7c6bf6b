"""Stage C: focusing, coming down to the limit, losing dice to Dalek markers."""

from collections.abc import Iterator

from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events.adventure_effects import DiceOwed, DieGone, DieSwapped, PoolDone
from projections.games.daleks.events.effects import Used
from projections.games.daleks.events.moves import CutDie, Exterminate, Focus
from projections.games.daleks.rules.anomalies import available, in_the_box
from projections.games.daleks.rules.icons import icon_at, icon_objections, must_know_card
from projections.games.daleks.rules.limits import (
    crowded_colours,
    daleks_here,
    excess_colours,
    excess_dice,
    is_ready,
    limit_of,
    owed_dice,
    pools_taking_part,
    ready_pools,
)
from projections.games.daleks.rules.prices import pay_tokens_of
from projections.games.daleks.rules.stages import POOLS, building_objections, go_to_stage, stage_objections
from projections.games.daleks.rules.windows import ask_before_roll
from projections.games.daleks.state.names import whose
from projections.games.daleks.state.position import Adventure, Position
from projections.games.daleks.state.tray import colour_of, dice_left, die_named, fresh_names, pool_of
from projections.objections import Objection, require_all
from projections.wording import counted, titled


def must_know_die(draft: Draft[Position], *names: str) -> None:
    """A die is one of this Adventure's."""
    now = draft.now.adventure
    for name in names:
        known = now is None or die_named(now.pools, name) is not None
        draft.must("TOD-POOL-01", known, f"no die of this Adventure is called {name[:12]!a}")


def die_objections(adventure: Adventure | None, seat: str, name: str) -> list[Objection]:
    """What speaks against a seat doing something with a die: it is another's, or gone."""
    found = die_named(adventure.pools, name) if adventure else None
    if found is None:
        return [Objection("TOD-POOL-01", False, f"use a die of the Adventure: {name[:12]} is none")]
    if found[0] != seat:
        return [
            Objection("TOD-HELP-23", False, f"use a die of the own pool: {name} is in the pool of {titled(found[0])}")
        ]
    return [Objection("TOD-POOL-01", False, f"{name} has left the pool")] if found[1].gone else []


# Focus.


def colour_objections(position: Position, seat: str, colour: str) -> list[Objection]:
    """What speaks against a pool getting one more die of a colour (TOD-LIM-02, AMB-07; TOD-LIM-04)."""
    now = position.adventure
    held = sum(die.colour == colour for die in dice_left(pool_of(now, seat))) if now else 0
    there = available(position, colour)
    if held < there:
        return []
    rule = "TOD-LIM-04" if there < in_the_box(position, colour) else "TOD-LIM-02"
    return [Objection(rule, False, f"there are {there} {colour[:12]} dice to use: the pool holds {held} already")]


def focus_objections(position: Position, move: Focus) -> list[Objection]:
    """What speaks against focusing."""
    return list(_focus_objections(position, move))


def _focus_objections(position: Position, move: Focus) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    if found := stage_objections(position, seat, *POOLS) or building_objections(position, seat):
        yield from found
    yield from icon_objections(position, seat, move.card, move.icon, "focus")
    icon = icon_at(position, move.card, move.icon, "focus")
    if icon is not None and move.colour not in icon.colours:
        yield Objection(
            "TOD-FOC-02", False, f"this icon gives a {' or '.join(icon.colours)} die, not a {move.colour} one"
        )
    if now is not None and _black(now, seat) is None:
        yield Objection("TOD-FOC-04", False, f"focusing takes a black die of the own pool: {titled(seat)} has none")
    yield from colour_objections(position, seat, move.colour)


def _black(adventure: Adventure, seat: str) -> str | None:
    """The first black die of a pool."""
    return next((die.name for die in dice_left(pool_of(adventure, seat)) if die.colour == "black"), None)


def focus(draft: Draft[Position], move: Focus) -> None:
    """Swap a black die for one of the icon's colour; before the roll all black dice are alike.

    Rules:
        TOD-FOC-01 one black die an icon; TOD-FOC-02 a split icon's colour is the player's choice; TOD-FOC-03 no icon
        has to be used; TOD-FOC-04 without a black die there is nothing to swap; TOD-CARD-06 each icon once a turn.
    """
    must_know_card(draft, move.card)
    draft.must("TOD-FOC-01", move.colour in draft.now.box.dice, f"{move.colour[:12]!a} is no colour of dice")
    require_all(draft, *focus_objections(draft.now, move))
    draft.add(move)
    if draft.now.adventure is None:
        return
    icon = icon_at(draft.now, move.card, move.icon, "focus")
    draft.add(Used(seat=move.player, card=move.card, icon=move.icon), "TOD-CARD-06")
    pay_tokens_of(draft, move.player, icon.price if icon else 0, "TOD-CARD-01")
    swap_black(draft, move.player, move.colour)


def swap_black(draft: Draft[Position], seat: str, colour: str) -> None:
    """Swap the first black die of a pool (TOD-FOC-01)."""
    now = draft.now.adventure
    if now is not None and (die := _black(now, seat)) is not None:
        draft.add(DieSwapped(die=die, into=fresh_names(now, (colour,))[0]), "TOD-FOC-01")


# Down to the limit.


def _built_up(adventure: Adventure) -> Iterator[Objection]:
    """Every Doctor gathers before anybody cuts (TOD-POOL-03, TOD-HELP-27)."""
    for pool in pools_taking_part(adventure):
        if not pool.gathered:
            yield Objection("TOD-POOL-01", False, f"first {titled(pool.seat)} gathers the starting pool")


def cut_objections(position: Position, move: CutDie) -> list[Objection]:
    """What speaks against taking a die out of one's own pool."""
    return list(_cut_objections(position, move))


def _cut_objections(position: Position, move: CutDie) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    if found := stage_objections(position, seat, *POOLS):
        yield from found
        return
    if now is None:
        return
    yield from _built_up(now)
    yield from die_objections(now, seat, move.die)
    too_many, colours = excess_dice(position, now, seat), excess_colours(position, now, seat)
    if too_many <= 0 and not colours:
        limit = limit_of(position, now, seat)
        yield Objection(
            "TOD-LIM-01", False, f"dice are cut down to the limit of {limit}: the pool of {titled(seat)} is within it"
        )
    elif too_many <= 0 and colour_of(move.die) not in colours:
        yield Objection("TOD-LIM-02", False, f"only {' and '.join(colours)} dice are too many: {move.die} is not one")


def cut_die(draft: Draft[Position], move: CutDie) -> None:
    """Take a die out of one's own pool; the last one that is too many makes the pool ready.

    Rules:
        TOD-LIM-01 the player chooses which; TOD-LIM-02 no colour has more dice than there are; TOD-HELP-10, TOD-HELP-15
        and TOD-HELP-27 helpers come down to their own limit.
    """
    must_know_die(draft, move.die)
    require_all(draft, *cut_objections(draft.now, move))
    draft.add(move)
    if draft.now.adventure is None:
        return
    go_to_stage(draft, "cut")
    draft.add(DieGone(die=move.die, how="cut"), "TOD-LIM-01")
    if not _too_large(draft.now, move.player):
        make_ready(draft, move.player)
        go_on_to_roll(draft)


def ready_objections(position: Position, seat: str) -> list[Objection]:
    """What speaks against a seat saying that its pool is ready."""
    now = position.adventure
    return [*_built_up(now), *_too_large(position, seat)] if now else []


def _too_large(position: Position, seat: str) -> list[Objection]:
    """What a pool has too much of (TOD-LIM-01, TOD-LIM-02)."""
    now = position.adventure
    if now is None:
        return []
    too_many, colours = excess_dice(position, now, seat), crowded_colours(position, now, seat)
    if too_many > 0:
        limit = counted(limit_of(position, now, seat), "die", "dice")
        many = f"{too_many} {'is' if too_many == 1 else 'are'} too many"
        return [Objection("TOD-LIM-01", False, f"the pool of {titled(seat)} is cut to {limit}: {many}")]
    many = " and ".join(colours)
    return [Objection("TOD-LIM-02", False, f"the pools have too many {many} dice")] if colours else []


def make_ready(draft: Draft[Position], seat: str) -> None:
    """A seat's pool is cut (TOD-LIM-01)."""
    now = draft.now.adventure
    pool = pool_of(now, seat) if now else None
    if now is not None and pool in now.pools and not is_ready(draft.now, now, pool):
        go_to_stage(draft, "cut")
        draft.add(PoolDone(seat=seat), "TOD-LIM-01")


def go_on_to_roll(draft: Draft[Position]) -> bool:
    """Behind the last pool that is cut, go on to Dalek markers, then to the roll. Returns whether it may be rolled.

    Rules:
        TOD-EXT-01 dice are lost after the cut; TOD-CARD-05 then others are asked, and TOD-ROLL-01 the dice are rolled.
    """
    now = draft.now.adventure
    if now is None or draft.now.is_over or (now.stage in POOLS and not ready_pools(draft.now, now)):
        return False
    if owed := owed_dice(draft.now, now):
        if now.stage != "exterminate":
            go_to_stage(draft, "exterminate")
            draft.add(DiceOwed(dice=owed), "TOD-EXT-01")
        return False
    if now.stage != "roll":
        go_to_stage(draft, "roll")
        return not ask_before_roll(draft)
    return draft.now.window is None


# Dalek markers.


def exterminate_objections(position: Position, move: Exterminate) -> list[Objection]:
    """What speaks against losing a die to a Dalek marker."""
    return list(_exterminate_objections(position, move))


def _exterminate_objections(position: Position, move: Exterminate) -> Iterator[Objection]:
    now, seat = position.adventure, move.player
    if found := stage_objections(position, seat, *POOLS, "exterminate"):
        yield from found
        return
    if now is None:
        return
    if seat != now.seat:
        yield Objection("TOD-HELP-26", False, f"the caller chooses which die is exterminated: {titled(now.seat)}")
    if now.stage != "exterminate":
        yield from ready_objections(position, now.seat)
        yield from unready_objections(position, now)
    found_die = die_named(now.pools, move.die)
    yield from die_objections(now, found_die[0] if found_die else seat, move.die)
    if not owed_dice(position, now):
        yield _none_due(position, now)


def _none_due(position: Position, adventure: Adventure) -> Objection:
    """That no marker takes another die: on Earth those in other zones are not counted (TOD-EXT-01, TOD-EXT-03)."""
    place = position.place(adventure.place)
    if place is not None and place.location == EARTH and sum(place.daleks) > daleks_here(position, adventure):
        return Objection(
            "TOD-EXT-03", False, "on Earth only the Dalek markers of the own zone take dice: none of them takes another"
        )
    return Objection("TOD-EXT-01", False, "no Dalek marker takes another die here")


def unready_objections(position: Position, adventure: Adventure) -> Iterator[Objection]:
    """What speaks against going on: the helper's pool comes down to its limit as well (TOD-HELP-27)."""
    for pool in pools_taking_part(adventure):
        if pool.seat != adventure.seat and not is_ready(position, adventure, pool):
            yield Objection("TOD-LIM-01", False, f"first {whose(position, pool.seat)} pool comes down to its limit")


def exterminate(draft: Draft[Position], move: Exterminate) -> None:
    """Lose a die to a Dalek marker; a pool within its limit is ready with that.

    Rules:
        TOD-EXT-01 one die a marker, after the cut; TOD-EXT-04 the player chooses which, TOD-HELP-26 the caller from
        either pool (AMB-23).
    """
    must_know_die(draft, move.die)
    require_all(draft, *exterminate_objections(draft.now, move))
    draft.add(move)
    now = draft.now.adventure
    if now is None:
        return
    if now.stage in POOLS:
        for pool in now.pools:
            make_ready(draft, pool.seat)
        go_on_to_roll(draft)
    draft.add(DieGone(die=move.die, how="exterminated"), "TOD-EXT-01")
    go_on_to_roll(draft)
