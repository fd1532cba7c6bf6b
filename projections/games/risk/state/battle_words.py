"""A battle under way as text: each field by name, as `source RUS, target SCA, daleks 3`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.errors import RefusedError
from projections.described import count_of, number_in
from projections.games.risk.components.world_map import territory_named
from projections.games.risk.state.names import code
from projections.games.risk.state.position import Battle, Side, World

_ARMIES: Final = ("attacker", "defender")
_LANDS: Final = ("source", "target")
_NUMBERS: Final = ("daleks", "group", "guard", "rolls", "dice", "least")
_SIDES: Final = ("attack", "defence")
_NEEDED: Final = (*_ARMIES, *_LANDS, "daleks")
_MOST: Final = 1000


def battle_written(battle: Battle) -> tuple[str, ...]:
    """Return the fields of a battle that differ from their defaults, each as text `name value`; territories by id."""
    found = [f"{name} {getattr(battle, name)}" for name in (*_NEEDED, "group", "rolls", "dice", "least")]
    words = [word for word in found if word.startswith(_NEEDED) or not word.endswith(" 0")]
    words += ["guard 0"] * (battle.guard == 0) + [f"guard {battle.guard}"] * (battle.guard > 1)
    words += [f"waiting {battle.waiting}"] * bool(battle.waiting) + ["taken yes"] * battle.taken
    if any(map(any, battle.faces)):
        words.append(f"faces {' : '.join(' '.join(map(str, faces)) for faces in battle.faces)}")
    for name, side in zip(_SIDES, (battle.attack, battle.defence), strict=True):
        words += [f"{name} plus {side.plus}"] * bool(side.plus) + [f"{name} reroll yes"] * side.reroll
        words += [f"{name} fewer {side.fewer}"] * bool(side.fewer) + [f"{name} card {side.card}"] * bool(side.card)
    return tuple(" ".join(word.split()) for word in words)


def battle_read(world: World, value: str) -> tuple[str, ...]:
    """Parse the fields of a battle into their stored form. Raises RefusedError, which names the wrong one."""
    fields: dict[str, str] = {}
    for part in value.split(","):
        words = part.split()
        size = 2 if words[:1] and words[0] in _SIDES else 1
        name, written = " ".join(words[:size]), " ".join(words[size:])
        if name in fields:
            raise RefusedError(f"battle: {name} is given twice")
        fields[name] = _checked(world, name, written)
    if missing := [name for name in _NEEDED if name not in fields]:
        message = f"battle: missing fields: {', '.join(missing)}. Example: attacker black, source RUS, daleks 3"
        raise RefusedError(message)
    battle = battle_from([f"{name} {spoken}" for name, spoken in fields.items()])
    return battle_written(battle) if battle is not None else ()


def _checked(world: World, name: str, written: str) -> str:
    if name in _ARMIES and written in world.armies:
        return written
    if name in _LANDS and (territory := territory_named(written)):
        return territory
    if name in _NUMBERS or name in ("attack plus", "attack fewer", "defence plus", "defence fewer"):
        return str(number_in(f"battle: {name}", written, range(_MOST)))
    if (name == "waiting" and written in _SIDES) or (
        name in ("taken", "attack reroll", "defence reroll") and written == "yes"
    ):
        return written
    if name in ("attack card", "defence card") and written in world.cards.power:
        return written
    if name == "faces" and all(face in tuple("123456:") for face in written.split()) and written.count(":") == 1:
        return written
    raise RefusedError(f'battle: "{name[:20]} {written[:40]}" is not allowed. {_KNOWN}')


def battle_from(values: Sequence[str]) -> Battle | None:
    """Return the battle with these fields, None if required fields are missing."""
    fields: dict[str, str] = {}
    for value in values:
        words = value.split()
        size = 2 if words[:1] and words[0] in _SIDES else 1
        fields[" ".join(words[:size])] = " ".join(words[size:])
    if any(name not in fields for name in _NEEDED):
        return None
    known: dict[str, Any] = {name: count_of(fields[name]) for name in _NUMBERS if name in fields}
    known |= {name: fields[name] for name in (*_ARMIES, *_LANDS, "waiting") if name in fields}
    attack, _, defence = fields.get("faces", ":").partition(":")
    return Battle(
        **known, taken="taken" in fields, attack=_side(fields, "attack"), defence=_side(fields, "defence"),
        faces=(tuple(map(count_of, attack.split())), tuple(map(count_of, defence.split()))),
    )  # fmt: skip


def _side(fields: Mapping[str, str], name: str) -> Side:
    found = {word: count_of(fields.get(f"{name} {word}", "")) for word in ("plus", "fewer")}
    return Side(reroll=f"{name} reroll" in fields, card=fields.get(f"{name} card", ""), **found)


_KNOWN: Final = (
    "Fields: attacker and defender (an army); source and target (a territory); daleks, group, guard, rolls, dice and "
    "least (a number); waiting attack, waiting defence; taken yes; faces 6 5 : 4; attack plus 1, attack fewer 1, "
    "attack reroll yes, attack card with its id, and the same for defence"
)
"""The fields of a battle, for an error message."""


def shown(values: Sequence[str]) -> str:
    """Return the fields of a battle as a description shows them, with territory codes; `none` if empty."""
    words = (value.split() for value in values)
    parts = (" ".join((first, *(map(code, rest) if first in _LANDS else rest))) for first, *rest in words)
    return ", ".join(parts) or "none"
