"""Worlds of Risk for tests: given / when / then in a line each, in the shorthand of the numbered cases."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from scripted_chance import ScriptedChance
from table_play import TablePlay

from projections.games.risk.components.world_map import CONTINENTS, TERRITORIES, territory_named
from projections.games.risk.facts import Attack, CountDaleks, EndTurn, HoldPosition, LandTardis, Place, StopAttacking
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.rules.invariants import INVARIANTS
from projections.games.risk.state.position import Land, World

ARMIES: Final[Mapping[str, str]] = {
    "K": "black", "Y": "yellow", "O": "orange", "W": "white", "G": "grey", "1": "n1", "2": "n2", "3": "n3",
}  # fmt: skip
ATTACK: Final = Attack("black", "russia", "scandinavia", 3)
LAND, COUNT, STOP, HOLD, END = (
    LandTardis("black"), CountDaleks("black"), StopAttacking("black"), HoldPosition("black"), EndTurn("black"),
)  # fmt: skip


def matter(now: World) -> bool:
    return all(invariant.holds(now) for invariant in INVARIANTS if invariant.kind == "matter")


def named(text: str) -> str:
    territory = territory_named(text)
    assert territory, text
    return territory


def lands(text: str, rest: str, daleks: int = 3) -> dict[str, Land]:
    """Territories as `russia K4, SCA Y2`; all others belong to the army `rest`, with so many Daleks each."""
    found = dict.fromkeys(TERRITORIES, Land(ARMIES[rest], daleks))
    for part in filter(None, text.split(", ")):
        name, _, army = part.rpartition(" ")
        found[named(name)] = Land(ARMIES[army[0]], int(army[1:]))
    return found


def held(number: int, letter: str = "K", *, but: Iterable[str] = ()) -> str:
    """So many territories of an army, no continent whole, as `lands` reads them; none of those in `but`."""
    left_out = {continent.territories[0] for continent in CONTINENTS.values()} | set(map(named, but))
    names = [name for name in TERRITORIES if name not in left_out][:number]
    assert len(names) == number
    return ", ".join(f"{name} {letter}3" for name in names)


def continent(name: str, letter: str = "K", *, but: str = "") -> str:
    return ", ".join(f"{territory} {letter}3" for territory in CONTINENTS[name].territories if territory != but)


def _rows(seats: Sequence[str], given: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {seat: tuple(given.get(letter, "").split()) for letter, seat in ARMIES.items() if seat in seats}


def world(
    text: str = "", step: str = "attack", *, seats: str = "KYO", rest: str = "O", daleks: int = 3,
    hands: Mapping[str, str] | None = None, missions: Mapping[str, str] | None = None,
    powers: Mapping[str, str] | None = None, options: Mapping[str, Any] | None = None, **more: Any,
) -> World:  # fmt: skip
    """A world in which K has the turn; no card is anywhere but where it is said, the others lie in their piles."""
    players = tuple(ARMIES[letter] for letter in seats)
    armies = (*players, "n1", "n2", "n3") if len(players) == 2 else players
    rows = [_rows(armies, given or {}) for given in (hands, missions, powers)]
    cards = World(seats=(), options=Options()).cards
    used = {card for row in rows for hand in row.values() for card in hand} | set(more.get("spent", ()))
    away = used | {more.get("tardis_card", ""), *more.get("discards", ())}
    given: dict[str, Any] = {
        "lands": lands(text, rest, daleks), "step": step, "player": "black", "first": "black", "turn": 7, "round": 3,
        "deck": tuple(name for name in TERRITORIES if name not in away),
        "mission_pile": tuple(card for card in cards.mission if card not in used),
        "power_pile": tuple(card for card in cards.power if card not in used),
        **{name: row for name, row in zip(("hands", "missions", "powers"), rows, strict=True) if any(row.values())},
    }  # fmt: skip
    return World(seats=players, armies=armies, options=Options(**options or {}), **{**given, **more})


def dice(text: str) -> ScriptedChance:
    return ScriptedChance(*(int(sign) for sign in text if sign.isdigit()))


_TABLE: Final = TablePlay(GAME)
play, lines, against, stood = _TABLE.play, _TABLE.lines, _TABLE.against, _TABLE.stood


def offers(now: World, seat: str, kind: type[Any]) -> list[Any]:
    return [move for move in GAME.rules.legal(now, seat) if isinstance(move, kind)]


def finish(now: World) -> World:
    seat = now.player
    return play(now, StopAttacking(seat), HoldPosition(seat), EndTurn(seat))


def land_and_place(now: World) -> World:
    now = play(now, LandTardis(now.player), CountDaleks(now.player))
    return play(now, Place(now.player, now.lands_of(now.player)[0], now.pool))


def army(now: World, place: str) -> str:
    land = now.lands[named(place)]
    letter = next((letter for letter, seat in ARMIES.items() if seat == land.army), "?")
    return f"{letter}{land.daleks}"
