"""The invariants of this game: `matter` always holds, `law` while every move was legal."""

from collections import Counter
from typing import Final

from events.events import UNKNOWN
from projections.game import Invariant
from projections.games.keys.rules.paths import is_open_door
from projections.games.keys.state.position import CARDS, COLOURS, CONTROL, KINDS, OUT, Position

_TILES: Final = Counter({(colour, kind): count for colour in COLOURS.values() for kind, count in KINDS.items()})


def cards_of(position: Position) -> list[str]:
    """Return the ids of all cards of the game, wherever they are; `"?"` for an unknown one."""
    doors = position.tiles.values()
    hands = [card for hand in position.hands.values() for card in hand]
    laid = ["barrier"] * sum(door.barrier for door in doors) + ["cookie"] * sum(door.cookie for door in doors)
    laid += ["tunnel"] * len(position.tunnels) + ["pandorica"] * len(position.held)
    return [*hands, *position.draw, *position.discards, *laid]


def _has_all_cards(position: Position) -> bool:
    cards = Counter(cards_of(position))
    known = all(card == UNKNOWN or count <= CARDS.get(card, 0) for card, count in cards.items())
    return not position.turn or (cards.total() == 68 and known)


def _has_all_tiles(position: Position) -> bool:
    doors = Counter((door.colour, door.kind) for name, door in position.tiles.items() if name != CONTROL)
    known = all(UNKNOWN in door or count <= _TILES[door] for door, count in doors.items())
    return not position.turn or (doors.total() == 48 and known)


def _one_pawn_a_tile(position: Position) -> bool:
    places = [place for place in position.pawns.values() if place != OUT]
    return len(places) == len(set(places))


def _pawns_on_open_doors(position: Position) -> bool:
    doors = [position.tiles[place] for place in position.pawns.values() if place != OUT]
    return all(is_open_door(door) for door in doors)


def _hands_of_three(position: Position) -> bool:
    due = {seat: 3 + (seat == position.player and position.step == "play") for seat in position.hands}
    return not position.turn or all(len(hand) == due[seat] for seat, hand in position.hands.items())


def _barriers_and_cookies(position: Position) -> bool:
    control = position.tiles.get(CONTROL)
    return control is None or not (control.barrier or control.cookie)


INVARIANTS: Final = (
    Invariant("the 68 cards are all there (KEY-CMP-01)", "matter", _has_all_cards),
    Invariant("the 49 tiles are all there (KEY-CMP-02)", "matter", _has_all_tiles),
    Invariant("one pawn a tile (KEY-MOV-05)", "law", _one_pawn_a_tile),
    Invariant("pawns stand on open doors (KEY-MOV-04)", "law", _pawns_on_open_doors),
    Invariant("hands of three, four before a play (KEY-TRN-02)", "law", _hands_of_three),
    Invariant("nothing lies on the Control tile (KEY-CBA-02)", "law", _barriers_and_cookies),
)
