"""The start of an Adventure: a Doctor meets the challenge of a zone and gathers the starting pool."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import Icon
from projections.games.daleks.events.adventure_effects import AdventureBegan, DiceGathered, DieGone
from projections.games.daleks.events.moves import Gather
from projections.games.daleks.rules import anomalies, challenge, icons, stages, turns
from projections.games.daleks.state.names import whose
from projections.games.daleks.state.position import Adventure, Pool, Position
from projections.games.daleks.state.tray import dice_left, fresh_names, pool_of
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.wording import counted

Gathered = tuple[str, tuple[str, ...]]
"""A card, and the colours of the dice that it adds."""


def begin_adventure(draft: Draft[Position], seat: str) -> bool:
    """Begin the Adventure of the Doctor's zone. Return False if the zone has no challenge.

    Rules:
        TOD-ADV-01: the Adventure follows Travel (compulsory by AMB-15). TOD-CHAL-01 and TOD-CHAL-03: the challenge.
        AMB-17: a zone whose Dilemma is solved has none.
    """
    place, zone = draft.now.at.get(seat, (0, 0))
    found = challenge.challenge_at(draft.now, place, zone)
    if found is None or draft.now.is_over:
        return False
    turns.go_to_step(draft, "adventure")
    began = AdventureBegan(seat=seat, place=place, zone=zone, symbols=found.symbols, conditions=found.conditions)
    draft.add(began, "TOD-CHAL-01")
    return True


def _adding(position: Position, seat: str) -> list[tuple[str, Icon]]:
    """Return (card, icon) for the icons on a console that add dice, without cards that already gave dice."""
    now = position.adventure
    given = {die.card for die in pool_of(now, seat).dice if die.gone != "returned"} if now else set()
    cards = [card for card in icons.on_console(position, seat) if card not in given]
    return [(card, icon) for card in cards for icon in icons.icons_of(position, card) if icon.does == "add"]


def split_icons(position: Position, seat: str) -> tuple[Icon, ...]:
    """Return a console's split icons (with a choice of colours) that add dice, in the order of `Gather.colours`."""
    return tuple(icon for _, icon in _adding(position, seat) if len(icon.colours) > 1)


def _starting(position: Position, seat: str, colours: tuple[str, ...] = ()) -> list[Gathered]:
    """Return the dice of the starting pool by card, limited to the usable dice of each colour."""
    chosen, now = list(colours), position.adventure
    held: list[str] = [die.colour for die in dice_left(pool_of(now, seat))] if now else []
    dice: dict[str, list[str]] = {}
    for card, icon in _adding(position, seat):
        colour: str = icon.colours[0]
        if len(icon.colours) > 1 and chosen:
            colour = chosen.pop(0)
        for _ in range(icon.amount):
            if held.count(colour) < anomalies.available(position, colour):
                held.append(colour)
                dice.setdefault(card, []).append(colour)
    return [(card, tuple(row)) for card, row in dice.items()]


def starting_dice(position: Position, seat: str) -> tuple[str, ...]:
    """Return the names of the dice that a seat has yet to gather; () if the seat must choose a colour."""
    now = position.adventure
    if now is None or pool_of(now, seat).gathered or split_icons(position, seat):
        return ()
    return fresh_names(now, [colour for _, colours in _starting(position, seat) for colour in colours])


def _gather_conflicts(position: Position, move: Gather) -> Iterator[RuleConflict]:
    now, seat = position.adventure, move.player
    caller = now is not None and seat == now.seat
    if found := stages.stage_conflicts(position, seat, *(("recruit", *stages.POOLS) if caller else stages.POOLS)):
        yield from found
        return
    if now and pool_of(now, seat).gathered:
        wanted = "the starting pool can be gathered only once"
        yield RuleConflict("TOD-POOL-01", wanted, f"{whose(position, seat)} pool is gathered already")
    split = split_icons(position, seat)
    if len(split) != len(move.colours):
        wanted = "one colour must be chosen for each split icon"
        yield RuleConflict("TOD-POOL-01", wanted, f"{counted(len(split), 'split icon is', 'split icons are')} in use")
    for icon, colour in zip(split, move.colours, strict=False):
        if colour not in icon.colours:
            wanted = f"{' or '.join(icon.colours)} must be chosen for this split icon"
            yield RuleConflict("TOD-POOL-01", wanted, f"{colour[:40]} is named")


def gather(draft: Draft[Position], move: Gather) -> None:
    """Gather the starting pool, which ends the caller's recruiting.

    Rules:
        TOD-POOL-01: all icons that add dice on Doctor, Companions and installed Equipment. TOD-RECR-08: also part-time
        Companions. TOD-LIM-04: no imprisoned dice; one pool never has more dice than the box (AMB-32). TOD-HELP-27: a
        helper gathers a full pool too. After a regeneration the new Doctor's dice are gathered (AMB-30).
    """
    now = draft.now.adventure
    if now is None:
        return
    gathered = _starting(draft.now, move.player, move.colours)
    if now.stage == "recruit":
        stages.go_to_stage(draft, "pool", "TOD-ADV-01")
    for card, colours in gathered:
        add_dice(draft, move.player, card, colours, "TOD-POOL-01")


GATHER: Final[MoveRule[Position]] = MoveRule(_gather_conflicts, gather)


def add_dice(draft: Draft[Position], seat: str, card: str, colours: tuple[str, ...], rule: str) -> None:
    """Add dice of these colours to a seat's pool, under new names."""
    now = draft.now.adventure
    if now is None:
        return
    if names := fresh_names(now, colours):
        draft.add(DiceGathered(seat=seat, card=card, dice=names), rule)


def update_pools(draft: Draft[Position]) -> None:
    """Update the pools after a change by an anomaly or a regeneration (AMB-30).

    While a pool is built, dice of a card that has left the console go back, and the pool must be gathered again.
    Imprisoned dice leave at any time.

    Rules:
        TOD-POOL-01: dice of one's own cards. TOD-REG-01: regeneration acts at once. TOD-ATASK-02 and TOD-LIM-04:
        imprisoned dice cannot be used.
    """
    now = draft.now.adventure
    if now is None or now.over or draft.now.is_over:
        return
    shared = Counter[str]()
    for pool in now.pools:
        built = stages.is_untouched(now, pool.seat)
        for name, how in _out_of_date(draft.now, pool, Counter[str]() if built else shared, built=built):
            draft.add(DieGone(die=name, how=how), "TOD-POOL-01" if how == "returned" else "TOD-LIM-04")


def _out_of_date(position: Position, pool: Pool, held: Counter[str], *, built: bool) -> list[tuple[str, str]]:
    """Return (die, reason) for the dice that a pool loses: `returned` with a card, or `imprisoned` by a Task.

    `held` counts the dice that stay, by colour, and is updated. Pools already cut share one counter.
    """
    box, cards = position.box, icons.on_console(position, pool.seat)
    names = []
    for die in dice_left(pool):
        if built and (die.card in box.doctor or die.card in box.companion) and die.card not in cards:
            names.append((die.name, "returned"))
        elif held[die.colour] >= anomalies.available(position, die.colour):
            names.append((die.name, "imprisoned"))
        else:
            held[die.colour] += 1
    return names


def go_on_with_turn(draft: Draft[Position]) -> None:
    """Go on with the turn if nothing on the stack must be finished first.

    Rules:
        TOD-ROUND-04: the steps follow in order. TOD-ADV-01: a zone with a challenge has an Adventure (AMB-15), and no
        other zone has (AMB-17). The toll for moving is paid first.
    """
    now = draft.now
    if now.is_over or now.step != "adventure" or any(not _is_over(thing) for thing in now.stack):
        return
    if not now.adventured and has_open_challenge(now, now.player):
        begin_adventure(draft, now.player)
    else:
        turns.go_to_step(draft, "finish", "TOD-ROUND-04")


def _is_over(thing: object) -> bool:
    return isinstance(thing, Adventure) and thing.over


def has_open_challenge(position: Position, seat: str) -> bool:
    """Return whether the zone of a Doctor has a challenge left to meet."""
    number, zone = position.at.get(seat, (0, 0))
    place = position.place(number)
    if place is None:
        return False
    if place.location in position.box.anomaly:
        return True
    return zone < len(place.slots) and bool(place.slots[zone].dilemma)
