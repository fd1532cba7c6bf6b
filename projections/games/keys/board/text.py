"""The board in words: the text version of the picture, and the description inside it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from events.events import UNKNOWN
from projections.games.keys.board.pawns import letters
from projections.games.keys.state.names import (
    EDGE_NAMES,
    card_row,
    door_name,
    place_name,
    seat_name,
    tile_words,
    turn_words,
)
from projections.games.keys.state.position import COLOURS, CONTROL, OPPOSITE, ExtraTurn, KeyBonus, Position, Tile
from projections.wording import folded, folded_lines, joined

CODES: Final[Mapping[str, str]] = {"open": "O", "dalek": "D", "key": "K", "extra": "X", "teleport": "T", UNKNOWN: "?"}
LETTERS: Final[Mapping[str, str]] = {colour: letter for letter, colour in COLOURS.items()}
EXPLAINED: Final = """\
First the colour: r g b y. Then # for a closed door, or the side that shows:
O Open Door, D Dalek Door, K TARDIS Key, X Extra Turn, T Teleport, ? not known;
#D is a closed door known to be a Dalek Door. Then ! Time Barrier, o Jam Cookie,
@ a pawn. ** is TARDIS Control, -- no tile."""


def text(position: Position) -> str:
    """Return the whole board as plain text, at most 80 columns wide: sentences and lists, then the grid."""
    number, due = turn_words(position)
    return "\n\n".join((
        f"Keys to the TARDIS\n{folded(f'{number}: {due}.')}",
        "PLAYERS\n" + folded_lines(_players(position)),
        "TILES\n" + folded_lines(_tiles(position)),
        "TABLE\n" + folded_lines(_table(position)),
        "GRID, north at the top\n" + "\n".join(_grid(position)) + f"\n{EXPLAINED}\n",
    ))  # fmt: skip


def described(position: Position) -> str:
    """Return the position as one paragraph."""
    number, due = turn_words(position)
    return " ".join((f"{number}: {due}.", *_players(position), *_tiles(position), *_table(position)))


def _players(position: Position) -> Iterator[str]:
    marks = letters(position.seats)
    for seat in position.seats:
        words = [f"{seat_name(position, seat)} ({marks[seat]}): pawn {place_name(position, seat)}"]
        edge = position.edges.get(seat, "")
        if edge in EDGE_NAMES:
            words.append(f"starts {EDGE_NAMES[edge]}, goal {EDGE_NAMES[OPPOSITE[edge]]}")
        if left := position.held.get(seat):
            words.append(f"held by a Pandorica for {left} more of its own turns")
        hand = position.hands.get(seat, ())
        words.append(f"hand of {len(hand)}: {card_row(hand)}" if hand else "no cards in hand")
        yield "; ".join(words) + "."


def _tiles(position: Position) -> Iterator[str]:
    """Yield lines with the tiles grouped by what they show, then a line for each tile with a card on it."""
    groups: dict[str, list[str]] = defaultdict(list)
    doors = sorted((name, tile) for name, tile in position.tiles.items() if name != CONTROL)
    for name, tile in doors:
        if tile.kind != UNKNOWN or tile.open:
            groups[_shown(tile)].append(f"{name} {tile.colour}")
    for colour in sorted({tile.colour for _, tile in doors}):
        unseen = [name for name, tile in doors if (tile.colour, tile.kind, tile.open) == (colour, UNKNOWN, False)]
        groups[f"Closed {'doors of unknown colour' if colour == UNKNOWN else colour}"] += unseen
    yield from (f"{shown} ({len(names)}): {', '.join(names)}." for shown, names in groups.items() if names)
    yield from (f"{name}: {tile_words(tile)}." for name, tile in doors if tile.barrier or tile.cookie)
    if not doors:
        yield "No doors are laid."


def _shown(tile: Tile) -> str:
    if tile.open:
        return "Open, kind unknown" if tile.kind == UNKNOWN else f"Showing {door_name(tile.kind)}"
    return f"Closed, known to be {door_name(tile.kind)}"


def _table(position: Position) -> Iterator[str]:
    tunnels = ", ".join(f"{tile}-{other}" for tile, other in position.tunnels)
    yield f"Time Tunnels: {tunnels or 'none'}."
    for thing in position.stack:
        match thing:
            case KeyBonus(player=player, tile=tile):
                yield f"{seat_name(position, player)} may use the TARDIS Key on {tile}."
            case ExtraTurn(player=player):
                yield f"{seat_name(position, player)} has an extra turn coming."
    for seat, step in position.missed:
        yield f"{seat_name(position, seat)} left out a step that can still be made good: {step}."
    for spent, what in ((position.used, "TARDIS Key"), (position.earned, "Extra Turn")):
        if spent:
            names = joined([f"{seat_name(position, seat)} on {tile}" for seat, tile in spent])
            yield f"{what} already used: {names}."
    yield f"Draw pile: {len(position.draw)}."
    discards = position.discards
    yield f"Discards: {len(discards)}" + (f" ({card_row(discards)})." if discards else ".")


def _grid(position: Position) -> Iterator[str]:
    marks = letters(position.seats)
    standing: dict[str, list[str]] = defaultdict(list)
    for seat, place in position.pawns.items():
        standing[place].append(marks.get(seat, UNKNOWN))
    columns = "     " + "".join(f"{column:<10}" for column in "abcdefg").rstrip()
    yield columns
    for row in range(7, 0, -1):
        names = [f"{column}{row}" for column in "abcdefg"]
        cells = (_cell(position.tiles.get(name), standing.get(name, [])) for name in names)
        yield f" {row}   " + "".join(f"{cell:<10}" for cell in cells).rstrip()
    yield columns


def _cell(tile: Tile | None, pawns: list[str]) -> str:
    if tile is None:
        cell = "--"
    elif tile.kind == "control":
        cell = "**"
    else:
        kind = CODES.get(tile.kind, UNKNOWN)
        side = kind if tile.open else f"#{'' if kind == UNKNOWN else kind}"
        cell = LETTERS.get(tile.colour, UNKNOWN) + side + "!" * tile.barrier + "o" * tile.cookie
    if len(pawns) > 1:
        return f"{cell}@{len(pawns)}"
    return cell + "".join(f"@{pawn}" for pawn in pawns)
