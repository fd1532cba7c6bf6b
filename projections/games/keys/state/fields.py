"""The fields that a moderator can set, a description lists and a post can state: one row each.

The number of cards is not checked here. A description names all piles, and the invariants report what is wrong.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from events.errors import RefusedError
from events.events import UNKNOWN
from projections import field
from projections.described import yes_or_no
from projections.field import Field, Fields, Key, Part, Row
from projections.games.keys.state import position as state
from projections.games.keys.state.names import CARD_CODES, card_code

CARD_SPELLINGS: Final = {
    **{card: card for card in state.CARDS},
    **{code.lower(): card for card, code in CARD_CODES.items()},
}
"""The spellings of cards in a list, each with the id of the card."""
STEPS: Final = ("draw", "play", "move", "bonus")
DOOR: Final = (
    "open, closed, barrier, no barrier, cookie (on an open Dalek Door), no cookie, or, if its kind was never written, "
    f"{', '.join(f'is {kind}' for kind in state.KINDS)}, or, if its colour was not, {', '.join(state.COLOURS.values())}"
)
"""The values that a door can be set to, as the text of an error message."""
_DOOR_WORDS: Final = (
    "open", "closed", "barrier", "no barrier", "cookie", "no cookie", *state.COLOURS.values(),
    *(f"is {kind}" for kind in state.KINDS),
)  # fmt: skip


def _options(position: state.Position) -> Iterator[tuple[str, str]]:
    """Yield the options and the visible results of chance in the set-up, as (name, value)."""
    if position.first:
        yield "first", position.first
    if position.edges:
        yield "edges", ", ".join(f"{seat}={edge}" for seat, edge in position.edges.items())
    letters = {colour: letter for letter, colour in state.COLOURS.items()}
    signs = {name: letters.get(position.tiles.get(name, state.Tile()).colour, "") for name in state.DOORS} | {
        state.CONTROL: "."
    }
    if all(signs.values()):
        rows = ("".join(signs[f"{column}{row}"] for column in "abcdefg") for row in range(7, 0, -1))
        yield "layout", "/".join(rows)
    yield from field.changed_options(position.options, "first", "edges", "layout")


def dealt_options(position: state.Position) -> dict[str, str]:
    """Return the options with which people repeat this set-up: the layout of the tiles, and who began."""
    return {name: value for name, value in _options(position) if name in ("first", "layout")}


def _door_read(_position: state.Position, tile: str, value: str) -> Row:
    parts = tuple(" ".join(part.split()) for part in value.split(","))
    for part in parts:
        if tile == state.CONTROL or part not in _DOOR_WORDS:
            allowed = "the Control tile cannot be set" if tile == state.CONTROL else DOOR
            raise RefusedError(f'{tile} cannot be "{part[:40]}": {allowed}')
    return parts


def _door_shown(position: state.Position, name: str) -> Row:
    """Return a door's values; () if nothing is known. The colour is included if any door's colour is unknown."""
    tile = position.tiles.get(name, state.Tile())
    parts = ["open"] * tile.open + [f"is {tile.kind}"] * (tile.kind != UNKNOWN)
    parts += ["barrier"] * tile.barrier + ["cookie"] * tile.cookie
    if tile.colour != UNKNOWN and any(other.colour == UNKNOWN for other in position.tiles.values()):
        parts.append(tile.colour)
    return tuple(["closed"] * bool(parts and not tile.open) + parts)


def _door_put(position: state.Position, name: str, values: Row) -> state.Position:
    """Return the position with a door's colour set that was not recorded before, or with its Jam Cookie removed."""
    for value in values:
        if value == "no cookie":
            position = state.with_tile(position, name, cookie=False)
            position = position.replace(discards=(*position.discards, "cookie"))
        else:
            position = state.with_tile(position, name, colour=value)
    return position


def _lying(position: state.Position, name: str) -> str:
    door = position.tiles[name]
    return "+".join(["TB"] * door.barrier + ["JC"] * door.cookie) or "bare"


def _pawn_read(position: state.Position, _seat: str, value: str) -> Row:
    if value != state.OUT and value not in position.tiles:
        raise RefusedError(f'a pawn cannot be at "{value[:40]}": a1 to g7, or out')
    return (value,)


def _gap(_position: state.Position, text: str) -> str | None:
    """Return two tiles that touch at a corner, as a Time Tunnel stores them, or None if the text names no such pair."""
    tile, _, other = text.partition("/")
    touch = tile in state.DOORS and other in state.DOORS and other in state.neighbours(tile, diagonal=True)
    return "/".join(sorted((tile, other))) if touch else None


def _tunnel_shown(position: state.Position, gap: str) -> Row:
    return ("yes" if tuple(gap.split("/")) in position.tunnels else "no",)


def _tunnel_put(position: state.Position, gap: str, values: Row) -> state.Position:
    tile, _, other = gap.partition("/")
    tunnels = tuple(pair for pair in position.tunnels if pair != (tile, other))
    return position.replace(tunnels=(*tunnels, (tile, other)) if "yes" in values else tunnels)


def _seat_and(what: str, allowed: tuple[str, ...]) -> Part:
    def read(position: state.Position, place: str, written: str) -> str:
        seat, _, word = written.partition(" ")
        if seat not in position.seats or word not in allowed:
            seats = ", ".join(position.seats)
            message = f'{place} cannot be "{written[:40]}": a seat ({seats}) and {what}, commas between, or none'
            raise RefusedError(message)
        return written

    return read


_A_TILE: Final = _seat_and("a tile", state.DOORS)


def _pair(value: str) -> tuple[str, str]:
    seat, _, word = value.partition(" ")
    return seat, word


def _owed(
    name: str,
    kind: type[state.KeyBonus | state.ExtraTurn],
    read_part: Part,
    spell: Callable[[Any], str],
    parse: Callable[[str], state.KeyBonus | state.ExtraTurn],
    takes: str,
) -> Field[state.Position]:
    def show(position: state.Position, _key: str) -> Row:
        return tuple(spell(thing) for thing in position.stack if isinstance(thing, kind))

    def put(position: state.Position, _key: str, values: Row) -> state.Position:
        others = (thing for thing in position.stack if not isinstance(thing, kind))
        return position.replace(stack=(*others, *map(parse, values)))

    return Field(name, field.comma_separated(read_part), show, put, takes=takes)


_SEAT: Final[Key[state.Position]] = Key(lambda position: position.seats)
_TILE: Final[Key[state.Position]] = Key(
    lambda _position: state.DOORS, lambda position, name: name if name in position.tiles else None, "a1 to g7"
)
_GAP: Final[Key[state.Position]] = Key(
    lambda position: ("/".join(pair) for pair in position.tunnels), _gap, "two tiles that touch at a corner, as e5/f4"
)
_COUNT: Final = "how many cards"

FIELDS: Final[Fields[state.Position]] = Fields(
    _options,
    field.whose_turn(),
    field.word(
        "step", "step", field.one_of(lambda _position: STEPS), empty=False, shown=field.shown_always,
        takes="`draw`, `play`, `move`, `bonus`",
    ),
    Field(
        "pawn <seat>", _pawn_read, lambda position, seat: (position.pawns.get(seat, state.OUT),), of=_SEAT,
        shown=field.shown_always, takes="a tile, or `out`",
    ),
    field.number(
        "held <seat>", "held", range(3), put=None, of=_SEAT,
        takes="`0` to `2`: own turns that a Pandorica still holds the pawn",
        claim=lambda position, seat: str(position.held.get(seat, 0)), claims="the same",
    ),
    _owed(
        "bonus", state.KeyBonus, _A_TILE, lambda thing: f"{thing.player} {thing.tile}",
        lambda value: state.KeyBonus(*_pair(value)),
        "whose bonus of a TARDIS Key is on offer: `tenth c2`, or `none`",
    ),
    _owed(
        "extra turn", state.ExtraTurn, field.any_of(lambda position: position.seats), lambda thing: thing.player,
        state.ExtraTurn,
        "seats that are owed an extra turn, or `none`",
    ),
    field.words(
        "missed", "missed", _seat_and("draw or play", ("draw", "play")), " ".join, _pair,
        takes="steps that can be made good: `tenth draw, tenth play`, or `none`",
    ),
    field.words(
        "used", "used", _A_TILE, " ".join, _pair,
        takes="who has used the TARDIS Key of which tile: `tenth c2, twelfth d3`, or `none`",
    ),
    field.words(
        "earned", "earned", _A_TILE, " ".join, _pair,
        takes="who has earned the Extra Turn of which tile: `tenth c2, twelfth d3`, or `none`",
    ),
    Field(
        "tunnel <two tiles>", lambda _position, place, value: ("yes" if yes_or_no(place, value) else "no",),
        _tunnel_shown, _tunnel_put, lambda position, gap: "".join(_tunnel_shown(position, gap)), of=_GAP,
        takes="of two tiles that touch at a corner, `tunnel e5/f4`: `yes`, `no`", claims="the same",
    ),
    Field(
        "<a door a1 to g7>", _door_read, _door_shown, _door_put,
        lambda position, name: "open" if position.tiles[name].open else "closed", of=_TILE,
        takes="`open`, `closed`, `barrier`, `no barrier`, `cookie`, `no cookie`; `is dalek`, `red` where nobody wrote "
        "that; several with commas",
        claims="which side it shows: `open`, `closed`",
    ),
    Field(
        "kind <tile>", of=_TILE,
        claim=lambda position, name: position.tiles[name].kind if name != state.CONTROL else "control",
        claims="the kind that a door is known to be: `open`, `dalek`, `key`, `extra`, `teleport`",
    ),
    Field("on <tile>", of=_TILE, claim=_lying, claims="the cards there: `TB`, `JC`, `TB+JC`, `bare`"),
    Field(
        "<seat>", of=_SEAT, claim=lambda position, seat: position.pawns.get(seat),
        claims="the place of its pawn: a tile, or `out`",
    ),
    field.cards(
        "hand <seat>", "hands", lambda _position: CARD_SPELLINGS, card_code, lambda seat: seat, of=_SEAT, claims=_COUNT
    ),
    field.cards("discards", "discards", lambda _position: CARD_SPELLINGS, card_code, claims=_COUNT),
    field.cards("draw", "draw", lambda _position: CARD_SPELLINGS, card_code, claims=_COUNT),
)  # fmt: skip
"""All fields, in the order of a description."""
