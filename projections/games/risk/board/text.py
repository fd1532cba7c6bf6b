"""The board in words: as plain text, and as the description inside the picture."""

from collections.abc import Iterator
from typing import Final

from events.events import UNKNOWN
from projections.drawing.text_width import short
from projections.games.risk.board.continents import holder
from projections.games.risk.components.world_map import CONTINENTS
from projections.games.risk.prose.awaiting import turn_words
from projections.games.risk.prose.effect_sentences import DECIDED, cut_parts
from projections.games.risk.state import names
from projections.games.risk.state.position import Battle, Duty, Land, Side, World
from projections.wording import clean, counted, folded, folded_lines, joined

NAME: Final = 18
"""Maximum length of an army's name in a table."""


def text(world: World) -> str:
    """Return the whole position as plain text of at most 80 columns."""
    number, due = turn_words(world)
    hands = (*_hands(world), "Each * after a Territory Card is one star.")
    return "\n\n".join((
        f"Risk: The Dalek Invasion of Earth\n{folded(f'{number}: {due}.')}",
        "TABLE\n" + folded_lines(_table(world)),
        "ARMIES\n" + "\n".join(_armies(world)),
        "HANDS\n" + folded_lines(hands),
        "TERRITORIES\n" + "\n\n".join(_continents(world)) + "\n",
    ))  # fmt: skip


def described(world: World) -> str:
    """Return the position as one paragraph."""
    number, due = turn_words(world)
    return " ".join((f"{number}: {due}.", *_table(world), *_sums(world), *_lands(world), *_hands(world)))


def _table(world: World) -> Iterator[str]:
    if world.tardis:
        yield f"The TARDIS is in {names.place(world.tardis)}: cease-fire there this turn."
    else:
        yield "The TARDIS has not landed this turn."
    if world.options.end_mode == "domination":
        yield "Total domination: Clara does not count."
    else:
        yield f"Clara is with the {names.doctor_name(world.clara)}, {world.clara} of {len(names.DOCTORS)}."
    for thing in world.stack:
        match thing:
            case Battle():
                yield from _battle(thing)
            case Duty(player=player, daleks=daleks):
                yield f"{names.army_name(player)} must still remove {counted(daleks, 'Dalek')}."
    yield from _turn(world)
    yield from _piles(world)
    if world.how:
        why = f", {DECIDED[world.decided]}" if world.decided in DECIDED else ""
        yield f"The game is over ({clean(world.how)}{why})."


def _battle(battle: Battle) -> Iterator[str]:
    who = f"{names.army_name(battle.attacker)} attacks {names.place(battle.target)} from {names.place(battle.source)}"
    group = f", a group with {battle.group} left" if battle.group else ""
    yield f"{who} with {battle.daleks}{group}; {counted(battle.rolls, 'roll')} so far."
    if any(battle.faces):
        attack, defence = (" ".join(str(face or "?") for face in faces) or "none" for faces in battle.faces)
        yield f"Dice on the table: attack {attack}, defence {defence}."
    for name, side in (("attack", battle.attack), ("defence", battle.defence)):
        if special := list(_special(side)):
            yield f"Dice of the {name}: {joined(special)}."
    if battle.taken:
        least = counted(battle.least, "Dalek")
        yield f"{names.place(battle.target, first=True)} is taken; at least {least} must move in."


def _special(side: Side) -> Iterator[str]:
    if side.plus:
        yield f"{side.plus:+} each"
    if side.reroll:
        yield "1s may be re-rolled"
    if side.fewer:
        yield f"{side.fewer} fewer in the first roll"


def _turn(world: World) -> Iterator[str]:
    if world.pool:
        yield f"New Daleks left to place: {world.pool}."
    if world.neutral_pool:
        army = f" in {names.army_name(world.neutral_army)}" if world.neutral_army else ""
        yield f"Neutral Daleks left to place{army}: {world.neutral_pool}."
    yield from (f"Skipped this turn: {names.STEPS.get(step) or clean(step)}." for step in world.missed)
    if world.no_attack:
        yield "No more attacks this turn."
    yield from (f"No more attacks from {names.place(name)} this turn." for name in world.barred)
    for seat, (fewer, no_lands) in world.cuts.items():
        yield f"{names.whose(seat)} next count {joined(cut_parts(fewer, without_continents=no_lands))}."


def _piles(world: World) -> Iterator[str]:
    yield f"Deck: {counted(len(world.deck), 'card')}."
    faces = ", ".join(names.card_name(world, card) for card in world.discards)
    yield f"Discards: {counted(len(world.discards), 'card')}" + (f" ({faces})." if faces else ".")
    if world.spent:
        yield f"Out of the game: {', '.join(names.card_name(world, card) for card in world.spent)}."


def _counts(world: World, army: str) -> tuple[int, ...]:
    hands = (len(kind.get(army, ())) for kind in (world.hands, world.missions, world.powers))
    return (len(world.lands_of(army)), world.daleks_of(army), *hands)


def _armies(world: World) -> Iterator[str]:
    marks = names.letters(world.seats)
    yield f"    {'Army':<{NAME}} Territories  Daleks  Cards  Missions  Power"
    for army in world.army_order:
        lands, daleks, cards, missions, powers = _counts(world, army)
        counts = f"{lands:>11} {daleks:>7} {cards:>6} {missions:>9} {powers:>6}"
        out = "  defeated" if army in world.defeated else ""
        yield f"{marks.get(army, '?'):<3} {_cut(army):<{NAME}} {counts}{out}"


def _cut(army: str) -> str:
    return short(names.army_name(army), NAME) if army else "no army"


def _sums(world: World) -> Iterator[str]:
    for army in world.army_order:
        lands, daleks, *_ = _counts(world, army)
        held = counted(lands, "territory", "territories")
        out = ", defeated" if army in world.defeated else ""
        yield f"{names.army_name(army)}: {held}, {counted(daleks, 'Dalek')}{out}."


def _hands(world: World) -> Iterator[str]:
    for army in world.army_order:
        kinds = ("Territory Cards", world.hands), ("missions", world.missions), ("Power Cards", world.powers)
        parts = [f"{what} {_hand(world, kind[army])}" for what, kind in kinds if kind.get(army)]
        yield f"{names.army_name(army)}: {'; '.join(parts) or 'no cards'}."


def _hand(world: World, cards: tuple[str, ...]) -> str:
    known = any(card != UNKNOWN for card in cards)
    return f"{len(cards)}: {names.known_row(world, cards)}" if known else str(len(cards))


def _continents(world: World) -> Iterator[str]:
    for name, continent in CONTINENTS.items():
        army = holder(world, name)
        held = f"held by {_cut(army)}" if army else "not held by one army"
        lines = [f"{continent.name.upper()}, pays {continent.bonus}, {held}"]
        for land in continent.territories:
            there = world.lands.get(land, Land())
            sign = "  the TARDIS" if land == world.tardis else ""
            where, owner = names.territory_name(land), _cut(there.army)
            lines.append(f"  {names.code(land)}  {where:<22} {owner:<{NAME}} {there.daleks:>5}{sign}")
        yield "\n".join(lines)


def _lands(world: World) -> Iterator[str]:
    for name, continent in CONTINENTS.items():
        army = holder(world, name)
        whole = f", held by {names.army_name(army)}" if army else ""
        lands = (
            f"{names.territory_name(land)} {names.army_name(there.army) if there.army else 'no army'} {there.daleks}"
            for land, there in ((land, world.lands.get(land, Land())) for land in continent.territories)
        )
        yield f"{continent.name}, pays {continent.bonus}{whole}: {', '.join(lands)}."
