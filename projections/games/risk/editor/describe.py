"""A world as lines that describe it, for a session that begins from there."""

from collections.abc import Iterator, Mapping

import msgspec

from projections.described import seats_turn, write_row
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.editor.fields import FLAGS, PILES, now
from projections.games.risk.state.battle_words import shown
from projections.games.risk.state.names import code
from projections.games.risk.state.position import Options, World

__all__ = ["describe"]


def describe(world: World) -> list[tuple[str, str]]:
    """Places and values, in the order in which they are set; options first. What the reader does not know is `?`."""
    return [*_options(world), *_board(world), *_turn(world), *_cards(world), *_begun(world)]


def _options(world: World) -> Iterator[tuple[str, str]]:
    """What the table agreed on; who was dealt which territories is past."""
    yield "first_player", world.first
    for field in msgspec.structs.fields(Options):
        value = getattr(world.options, field.name)
        if field.name not in ("territories", "first_player") and value != field.default:
            yield field.name, str(value).lower() if isinstance(value, bool) else str(value)


def _board(world: World) -> Iterator[tuple[str, str]]:
    yield "turn", seats_turn(world.player, world.turn, world.round)
    yield "step", world.step
    for name in TERRITORIES:
        if land := world.lands.get(name):
            yield code(name), f"{land.army} {land.daleks}"
    yield "clara", str(world.clara)
    yield "tardis", code(world.tardis) if world.tardis else "none"


def _turn(world: World) -> Iterator[tuple[str, str]]:
    """What this turn still holds or has lost; what says nothing is left out."""
    if world.pool:
        yield "pool", str(world.pool)
    for place in ("neutral pool", "trades"):
        if (number := now(world, place)[0]) != "0" or place == "neutral pool":
            yield place, number
    for place in ("defeated", "missed", "neutral army", *FLAGS):
        if said := now(world, place):
            yield place, ", ".join(said)
    for place in ("tardis card", "barred"):
        if said := now(world, place):
            yield place, ", ".join(map(code, said))
    for army in world.cuts:
        if said := now(world, f"cut {army}"):
            yield f"cut {army}", ", ".join(said)


def _cards(world: World) -> Iterator[tuple[str, str]]:
    rows: Mapping[str, Mapping[str, tuple[str, ...]]] = {
        "hand": world.hands, "missions": world.missions, "powers": world.powers,
    }  # fmt: skip
    for kind, hands in rows.items():
        for army in world.armies:
            if army in hands:
                yield f"{kind} {army}", write_row(hands[army], code if kind == "hand" else str)
    for place, field in PILES.items():
        yield place, write_row(getattr(world, field), code if place in ("deck", "discards") else str)


def _begun(world: World) -> Iterator[tuple[str, str]]:
    """A battle, Daleks to be removed, a window: in the order in which they were begun."""
    if world.battle:
        yield "battle", shown(world.battle)
    for army in world.armies:
        if said := now(world, f"duty {army}"):
            yield f"duty {army}", said[0]
    if said := now(world, "window defence"):
        yield "window defence", ", ".join(said)
