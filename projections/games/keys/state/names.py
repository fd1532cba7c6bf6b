"""The names of seats, edges, cards and doors, and what a seat must do."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from events.events import UNKNOWN
from projections.games.keys.state.position import COLOURS, CONTROL, OUT, KeyBonus, Position, Tile
from projections.wording import clean, joined, titled, with_article

DOCTORS: Final = (
    "tenth", "eleventh", "twelfth", "thirteenth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh",
    "eighth", "ninth",
)  # fmt: skip
"""The usual names of seats."""
EDGE_NAMES: Final[Mapping[str, str]] = {"N": "north", "E": "east", "S": "south", "W": "west"}
CARD_NAMES: Final[Mapping[str, str]] = {
    "sonic": "Sonic Screwdriver", "barrier": "Time Barrier", "tunnel": "Time Tunnel", "cookie": "Jam Cookie",
    "pandorica": "Pandorica", "cyberman": "Cyberman Assault", UNKNOWN: "unknown card",
}  # fmt: skip
CARD_CODES: Final[Mapping[str, str]] = {
    **{f"key-{colour}": f"K{letter}" for letter, colour in COLOURS.items()},
    "sonic": "SS", "barrier": "TB", "tunnel": "TT", "cookie": "JC", "pandorica": "PN", "cyberman": "CA",
}  # fmt: skip
DOOR_NAMES: Final[Mapping[str, str]] = {
    "open": "Open Door", "dalek": "Dalek Door", "key": "TARDIS Key", "extra": "Extra Turn", "teleport": "Teleport",
    "control": "TARDIS Control",
}  # fmt: skip


def card_code(card: str) -> str:
    """Return the code of a card, such as `Kb` or `SS`; `?` for an unknown one."""
    return CARD_CODES.get(card, card)


def seat_name(_position: Position, seat: str) -> str:
    """Return the display name of a seat: `the-doctor` becomes `The Doctor`."""
    return titled(seat) or "Nobody"


def card_name(card: str) -> str:
    """Return the printed name of a card: `key-red` becomes `red Key`."""
    if card.startswith("key-"):
        return f"{clean(card[4:])} Key"
    return CARD_NAMES.get(card) or clean(card) or "card without a name"


def door_name(kind: str) -> str:
    """Return the printed name of a kind of door."""
    return DOOR_NAMES.get(kind) or clean(kind)


def door_noun(kind: str) -> str:
    """Return a kind of door as a noun without an article for a sentence, such as `Teleport tile`."""
    return door_name(kind) + (" tile" if kind in ("key", "extra", "teleport", "control") else "")


def door(tile: Tile | None) -> str | None:
    """Return words for the kind of a door, with an article; None if the viewer does not know the kind."""
    if tile is None or tile.kind == UNKNOWN:
        return None
    return "the TARDIS Control tile" if tile.kind == "control" else with_article(door_noun(tile.kind))


def card_row(cards: Iterable[str]) -> str:
    """Return cards as a list with counts: `2 red Keys and a Jam Cookie`."""
    counted = Counter(card_name(card) for card in cards)
    return joined([with_article(name) if count == 1 else f"{count} {name}s" for name, count in counted.items()])


def place_name(position: Position, seat: str) -> str:
    """Return words for the place of a seat's pawn."""
    place = position.pawns.get(seat)
    if place is None:
        return "not yet set"
    if place == OUT:
        edge = EDGE_NAMES.get(position.edges.get(seat, ""))
        return f"outside at the {edge} edge" if edge else "outside"
    return "on the Control tile d4" if place == CONTROL else f"on {clean(place)}"


def tile_words(tile: Tile) -> str:
    """Return a tile in words: its colour, kind, state and the cards on it."""
    known = tile.kind != UNKNOWN
    colour = "colour unknown" if tile.colour == UNKNOWN else clean(tile.colour)
    if tile.kind == "control":
        words = [door_name(tile.kind)]
    elif tile.open:
        words = [f"{colour} {door_name(tile.kind)}" if known else f"{colour}, kind unknown", "face up"]
    else:
        words = [f"{colour} door, closed", f"known to be {door(tile)}" if known else "kind unknown"]
    words += ["under a Time Barrier"] * tile.barrier + ["with a Jam Cookie"] * tile.cookie
    return ", ".join(words)


def turn_words(position: Position) -> tuple[str, str]:
    """Return two texts: the number of the turn, and who must do what."""
    name = seat_name(position, position.player)
    number = f"Turn {position.turn}, round {position.round}" if position.turn else "Before the first turn"
    match position.step:
        case "set-up":
            return number, "The table is being set up"
        case "over":
            return number, f"{seat_name(position, position.winner)} has won" if position.winner else "The game is over"
        case "bonus":
            offered = next((thing.player for thing in position.stack if isinstance(thing, KeyBonus)), position.player)
            return number, f"{seat_name(position, offered)} may use a TARDIS Key"
    due = {"draw": "to draw a card", "play": "to play a card", "move": "to move or stay", "end": "ends the turn"}
    return number, f"{name} {due.get(position.step) or clean(position.step)}"


def pile_name(_position: Position, pile: str) -> str:
    """Return the name of a pile, as a sentence uses it."""
    return {"draw": "the draw pile", "tiles": "the doors"}.get(pile, f"the pile {titled(pile)}")
