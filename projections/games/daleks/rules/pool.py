"""Stage C of an Adventure: the limits of the pools, focusing, cuts, and dice lost to Dalek markers."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.events import adventure_effects as a, moves as m
from projections.games.daleks.events.effects import Used
from projections.games.daleks.rules import icons, markers, prices, stages
from projections.games.daleks.rules.anomalies import available, in_the_box, rule_in_force
from projections.games.daleks.state.names import whose
from projections.games.daleks.state.position import Adventure, Pool, Position
from projections.games.daleks.state.tray import colour_of, count_gone, dice_left, die_named, fresh_names, pool_of
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.wording import counted, titled, with_article

_ALONE: Final = 8
_HELPED: Final = {"afar": 7, "here": 5}
_HELPER: Final = {"afar": 1, "here": 3}


def limit_of(position: Position, adventure: Adventure, seat: str) -> int:
    """Return the most dice in a seat's pool before Dalek markers take any.

    Rules:
        TOD-LIM-01: eight alone. TOD-HELP-11: seven with help from afar. TOD-HELP-16: five with help at the Location.
        TOD-HELP-10 and TOD-HELP-15: one or three for the helper. TOD-LIM-03, TOD-COND-07, TOD-HELP-12 and TOD-HELP-17:
        one less for the caller under Time Breach. TOD-ALOC-08 and TOD-ATASK-01: the same under some anomalies.
    """
    if seat != adventure.seat:
        return _HELPER.get(adventure.manner, 0)
    breach = ("time-breach" in adventure.conditions) + bool(rule_in_force(position, "pool-one-less"))
    return _HELPED.get(adventure.manner, _ALONE) - breach


def excess_dice(position: Position, adventure: Adventure, seat: str) -> int:
    """Return the number of dice above a seat's limit, 0 or less if none. Dice lost to Dalek markers count too."""
    pool = pool_of(adventure, seat)
    return len(dice_left(pool)) + count_gone("exterminated", pool) - limit_of(position, adventure, seat)


def excess_colours(position: Position, adventure: Adventure, seat: str) -> tuple[str, ...]:
    """Return the colours of which a seat's pool and the other pools already cut have too many dice together.

    Rules:
        TOD-LIM-02: three dice of a colour in both pools together (AMB-07). The last pool to be ready makes room.
        TOD-LIM-04: fewer if dice are imprisoned.
    """
    pool = pool_of(adventure, seat)
    others = (other for other in adventure.pools if other.seat != seat and other.done)
    own = [die.colour for die in dice_left(pool)]
    dice = [*own, *(die.colour for die in dice_left(*others))]
    return tuple(colour for colour in dict.fromkeys(own) if dice.count(colour) > available(position, colour))


def crowded_colours(position: Position, adventure: Adventure, seat: str) -> tuple[str, ...]:
    """Return the colours that a pool has too many of only because of other pools. Others were refused when added."""
    if len(adventure.pools) == 1:
        return ()
    own = [die.colour for die in dice_left(pool_of(adventure, seat))]
    return tuple(one for one in excess_colours(position, adventure, seat) if own.count(one) <= available(position, one))


def is_within(position: Position, adventure: Adventure, seat: str) -> bool:
    """Return whether a seat's pool is within its limits."""
    return excess_dice(position, adventure, seat) <= 0 and not crowded_colours(position, adventure, seat)


def is_ready(position: Position, adventure: Adventure, pool: Pool) -> bool:
    """Return whether a pool is cut and still within its limits."""
    return pool.done and is_within(position, adventure, pool.seat)


def ready_pools(position: Position, adventure: Adventure) -> bool:
    """Return whether every pool is ready."""
    return all(is_ready(position, adventure, pool) for pool in pools_taking_part(adventure))


def pools_taking_part(adventure: Adventure) -> tuple[Pool, ...]:
    """Return the pools of the caller and the helper. An accepted illegal move may have made others (TOD-HELP-23)."""
    return tuple(pool for pool in adventure.pools if pool.seat in (adventure.seat, adventure.helper))


def daleks_here(position: Position, adventure: Adventure) -> int:
    """Return the number of Dalek markers that take dice.

    Rules:
        TOD-EXT-01: those at the Doctor's Location. TOD-EXT-02: in both zones. TOD-EXT-03: on Earth only in the Doctor's
        zone. TOD-EXT-05: Davros counts.
    """
    place = position.place(adventure.place)
    return markers.daleks_at(place, adventure.zone) if place is not None else 0


def owed_dice(position: Position, adventure: Adventure) -> int:
    """Return how many dice must still be exterminated: one for each marker, from both pools together (AMB-23)."""
    owed = daleks_here(position, adventure) - count_gone("exterminated", *adventure.pools)
    return max(0, min(owed, len(dice_left(*adventure.pools))))


def must_know_dice(draft: Draft[Position], *names: str) -> None:
    """Require that these dice belong to this Adventure."""
    now = draft.now.adventure
    for name in names:
        known = now is None or die_named(now.pools, name) is not None
        draft.must("TOD-POOL-01", known, f"no die of this Adventure is called {name[:12]!a}")


def must_know_die(
    draft: Draft[Position],
    move: m.CutDie | m.Exterminate | m.ReRollByTokens | m.SpendBlack | m.ChangeFace | m.ChangeByTokens,
) -> None:
    """Require that the die of a move belongs to this Adventure."""
    must_know_dice(draft, move.die)


def die_conflicts(adventure: Adventure | None, seat: str, name: str) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of a seat using a die that is in another pool or has left the pool."""
    found = die_named(adventure.pools, name) if adventure else None
    if found is None:
        yield RuleConflict("TOD-POOL-01", "only a die of the Adventure can be used", f"{name[:12]} is not one")
    elif found[0] != seat:
        state = f"{name} is in {titled(found[0])}'s pool"
        yield RuleConflict("TOD-HELP-23", "players can use only dice of their own pool", state)
    elif found[1].gone:
        wanted = "only a die that is still in the pool can be used"
        yield RuleConflict("TOD-POOL-01", wanted, f"{name} is no longer in the pool")


def colour_conflicts(position: Position, seat: str, colour: str) -> list[RuleConflict]:
    """Return the rule conflicts of adding a die of this colour to a pool (TOD-LIM-02, AMB-07; TOD-LIM-04)."""
    now = position.adventure
    held = sum(die.colour == colour for die in dice_left(pool_of(now, seat))) if now else 0
    there = available(position, colour)
    if held < there:
        return []
    has = f"{whose(position, seat)} pool has {counted(held, f'{colour[:12]} die', f'{colour[:12]} dice')}"
    if prison := in_the_box(position, colour) - there:
        total = in_the_box(position, colour)
        found = f"{prison} of {total} {colour[:12]} dice {'is' if prison == 1 else 'are'} imprisoned, and {has}"
        if not there:
            found = f"all {total} {colour[:12]} dice are imprisoned"
        wanted = "imprisoned dice cannot be used"
        return [RuleConflict("TOD-LIM-04", wanted, found, have=held + 1, limit=there)]
    most = f"a pool can have at most {there} dice of this colour"
    return [RuleConflict("TOD-LIM-02", most, has, have=held + 1, limit=there)]


def focus_conflicts(position: Position, move: m.Focus) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of focusing: swapping a black die for another colour with an icon."""
    now, seat = position.adventure, move.player
    yield from stages.stage_conflicts(position, seat, *stages.POOLS) or stages.building_conflicts(position, seat)
    yield from icons.icon_conflicts(position, seat, move.card, move.icon, "focus")
    icon = icons.icon_at(position, move.card, move.icon, "focus")
    if icon is not None and move.colour not in icon.colours:
        wanted = f"{icons.icon_name(position, move.card, move.icon)} can give only a {' or '.join(icon.colours)} die"
        yield RuleConflict("TOD-FOC-02", wanted, f"{with_article(move.colour)} die is named")
    if now is not None and _black(now, seat) is None:
        wanted = "a black die of the player's own pool must be swapped"
        yield RuleConflict("TOD-FOC-04", wanted, f"{whose(position, seat)} pool has none")
    yield from colour_conflicts(position, seat, move.colour)


def _black(adventure: Adventure, seat: str) -> str | None:
    return next((die.name for die in dice_left(pool_of(adventure, seat)) if die.colour == "black"), None)


def _focus_must(draft: Draft[Position], move: m.Focus) -> None:
    icons.must_know_card(draft, move)
    draft.must("TOD-FOC-01", move.colour in draft.now.box.dice, f"{move.colour[:12]!a} is not a colour of dice")


def focus(draft: Draft[Position], move: m.Focus) -> None:
    """Swap a black die for one of the icon's colour. Before the roll all black dice are alike.

    Rules:
        TOD-FOC-01: one black die for each icon. TOD-FOC-02: the player chooses the colour of a split icon. TOD-FOC-03:
        icons are optional. TOD-FOC-04: a swap needs a black die. TOD-CARD-06: each icon once a turn.
    """
    if draft.now.adventure is None:
        return
    icon = icons.icon_at(draft.now, move.card, move.icon, "focus")
    draft.add(Used(seat=move.player, card=move.card, icon=move.icon), "TOD-CARD-06")
    prices.pay_tokens_of(draft, move.player, icon.price if icon else 0, "TOD-CARD-01")
    swap_black(draft, move.player, move.colour)


def swap_black(draft: Draft[Position], seat: str, colour: str) -> None:
    """Swap the first black die of a pool."""
    now = draft.now.adventure
    if now is not None and (die := _black(now, seat)) is not None:
        draft.add(a.DieSwapped(die=die, into=fresh_names(now, (colour,))[0]), "TOD-FOC-01")


def _built_up(adventure: Adventure) -> Iterator[RuleConflict]:
    """Yield a rule conflict for each pool not yet gathered: all gather before any cut (TOD-POOL-03, TOD-HELP-27)."""
    for pool in pools_taking_part(adventure):
        if not pool.gathered:
            wanted = "every starting pool must be gathered first"
            yield RuleConflict("TOD-POOL-01", wanted, f"{titled(pool.seat)}'s pool is not gathered")


def _cut_conflicts(position: Position, move: m.CutDie) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    if found := stages.stage_conflicts(position, seat, *stages.POOLS):
        yield from found
        return
    if now is None:
        return
    yield from _built_up(now)
    yield from die_conflicts(now, seat, move.die)
    too_many, colours = excess_dice(position, now, seat), excess_colours(position, now, seat)
    if too_many <= 0 and not colours:
        limit = limit_of(position, now, seat)
        wanted = f"dice can be cut only down to the limit of {limit}"
        yield RuleConflict("TOD-LIM-01", wanted, f"{whose(position, seat)} pool is within the limit")
    elif too_many <= 0 and colour_of(move.die) not in colours:
        wanted = f"only {' and '.join(colours)} dice can be cut now"
        yield RuleConflict("TOD-LIM-02", wanted, f"{move.die} is {with_article(colour_of(move.die))} die")


def cut_die(draft: Draft[Position], move: m.CutDie) -> None:
    """Cut a die from the player's own pool. The pool is ready when no die is left to cut.

    Rules:
        TOD-LIM-01: the player chooses the die. TOD-LIM-02: a pool has no more dice of a colour than there are.
        TOD-HELP-10, TOD-HELP-15 and TOD-HELP-27: a helper has a smaller limit.
    """
    if draft.now.adventure is None:
        return
    stages.go_to_stage(draft, "cut")
    draft.add(a.DieGone(die=move.die, how="cut"), "TOD-LIM-01")
    if not _too_large(draft.now, move.player):
        make_ready(draft, move.player)
        go_on_to_roll(draft)


def ready_conflicts(position: Position, seat: str) -> list[RuleConflict]:
    """Return the rule conflicts of declaring a seat's pool ready."""
    now = position.adventure
    return [*_built_up(now), *_too_large(position, seat)] if now else []


def _too_large(position: Position, seat: str) -> list[RuleConflict]:
    """Return the rule conflicts of a seat's pool that is too large."""
    now = position.adventure
    if now is None:
        return []
    too_many, colours = excess_dice(position, now, seat), crowded_colours(position, now, seat)
    if too_many > 0:
        most = limit_of(position, now, seat)
        wanted = f"the pool must be cut to {counted(most, 'die', 'dice')} first"
        has = f"{whose(position, seat)} pool has {most + too_many}"
        return [RuleConflict("TOD-LIM-01", wanted, has, have=most + too_many, limit=most)]
    wanted = "two pools together can have only as many dice of a colour as the box"
    return [RuleConflict("TOD-LIM-02", wanted, f"there are too many {' and '.join(colours)} dice")] if colours else []


def make_ready(draft: Draft[Position], seat: str) -> None:
    """Mark a seat's pool as cut."""
    now = draft.now.adventure
    pool = pool_of(now, seat) if now else None
    if now is not None and pool in now.pools and not is_ready(draft.now, now, pool):
        stages.go_to_stage(draft, "cut")
        draft.add(a.PoolDone(seat=seat), "TOD-LIM-01")


def go_on_to_roll(draft: Draft[Position]) -> bool:
    """If every pool is cut, go on to the Dalek markers, then to the roll. Return whether dice may be rolled now.

    Rules:
        TOD-EXT-01: dice are lost after the cut. TOD-CARD-05: other players are asked next. TOD-ROLL-01: then the dice
        are rolled.
    """
    now = draft.now.adventure
    if now is None or draft.now.is_over or (now.stage in stages.POOLS and not ready_pools(draft.now, now)):
        return False
    if owed := owed_dice(draft.now, now):
        if now.stage != "exterminate":
            stages.go_to_stage(draft, "exterminate")
            draft.add(a.DiceOwed(dice=owed), "TOD-EXT-01")
        return False
    if now.stage != "roll":
        stages.go_to_stage(draft, "roll")
        return not stages.ask_before_roll(draft)
    return draft.now.window is None


def _exterminate_conflicts(position: Position, move: m.Exterminate) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    if found := stages.stage_conflicts(position, seat, *stages.POOLS, "exterminate"):
        yield from found
        return
    if now is None:
        return
    if seat != now.seat:
        wanted = "only the caller can choose the die that is exterminated"
        yield RuleConflict("TOD-HELP-26", wanted, f"{titled(now.seat)} is the caller")
    if now.stage != "exterminate":
        yield from ready_conflicts(position, now.seat)
        yield from unready_conflicts(position, now)
    found_die = die_named(now.pools, move.die)
    yield from die_conflicts(now, found_die[0] if found_die else seat, move.die)
    if not owed_dice(position, now):
        yield _none_due(position, now)


def _none_due(position: Position, adventure: Adventure) -> RuleConflict:
    """Return the rule conflict that no marker takes another die; on Earth only the zone's."""
    place = position.place(adventure.place)
    if place is not None and place.location == EARTH and sum(place.daleks) > daleks_here(position, adventure):
        wanted = "on Earth only Dalek markers in the Doctor's zone can exterminate dice"
        return RuleConflict("TOD-EXT-03", wanted, "no Dalek marker of the zone is left")
    wanted = "each Dalek marker at the Location can exterminate only one die"
    return RuleConflict("TOD-EXT-01", wanted, "no unused Dalek marker is left")


def unready_conflicts(position: Position, adventure: Adventure) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of going on while the helper's pool is above its limit (TOD-HELP-27)."""
    for pool in pools_taking_part(adventure):
        if pool.seat != adventure.seat and not is_ready(position, adventure, pool):
            wanted = "every pool must be down to its limit first"
            yield RuleConflict("TOD-LIM-01", wanted, f"{whose(position, pool.seat)} pool is above its limit")


def exterminate(draft: Draft[Position], move: m.Exterminate) -> None:
    """Lose a die to a Dalek marker. This also declares that the pools are ready.

    Rules:
        TOD-EXT-01: one die for each marker, after the cut. TOD-EXT-04: the player chooses the die. TOD-HELP-26: the
        caller chooses it from either pool (AMB-23).
    """
    now = draft.now.adventure
    if now is None:
        return
    if now.stage in stages.POOLS:
        for pool in now.pools:
            make_ready(draft, pool.seat)
        go_on_to_roll(draft)
    draft.add(a.DieGone(die=move.die, how="exterminated"), "TOD-EXT-01")
    go_on_to_roll(draft)


POOL_MOVES: Final[MoveRules[Position]] = {
    m.Focus: MoveRule(focus_conflicts, focus, _focus_must),
    m.CutDie: MoveRule(_cut_conflicts, cut_die, must_know_die),
    m.Exterminate: MoveRule(_exterminate_conflicts, exterminate, must_know_die),
}
"""The moves of stage C of an Adventure that change a pool (TOD-ADV-02)."""
