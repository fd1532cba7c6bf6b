"""The set-up: edges, the grid of tiles, pawns, cards, the first player."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

import msgspec

from events.errors import RefusedError
from events.events import UNKNOWN, Started
from projections.draft import Draft
from projections.games.keys.events.effects import PawnSet, TilesLaid, TurnBegan
from projections.games.keys.options import Options
from projections.games.keys.state.position import CARDS, COLOURS, DOORS, EDGES, KINDS, OPPOSITE, TILES, Position
from projections.rule_conflicts import RuleConflict
from projections.wording import joined, titled

DECK: Final = tuple(card for card, count in CARDS.items() for _ in range(count))
"""The 68 cards (KEY-CMP-01)."""
HAND: Final = 3
"""Number of cards dealt to each player (KEY-SET-07)."""
_EDGES: Final[Mapping[int, tuple[str, ...]]] = {2: ("S", "N"), 3: ("S", "W", "N"), 4: ("S", "W", "N", "E")}
"""Default edges: in seat order clockwise from the south, two players opposite (KEY-SET-06, B03)."""
_BY_NAME: Final = {
    spelt: name[0].upper() for name in ("north", "east", "south", "west") for spelt in (name[0], name, f"{name}-edge")
}  # fmt: skip
_A_COLOUR: Final = sum(KINDS.values())


def table(started: Started, _data: Mapping[str, bytes]) -> Position:
    """Return the position before the set-up.

    Rules:
        KEY-CMP-01 and KEY-CMP-02 the counts of cards and tiles; KEY-CMP-03 and KEY-SET-03 which side of a tile is up.

    Raises:
        RefusedError: an edge, the first player or the layout is invalid; names it and what is allowed.
    """
    options = msgspec.convert(dict(started.options), Options)
    edges = _edges(started.seats, options.edges)
    for wrong in seating_conflicts(edges) if started.has_tower else ():
        raise RefusedError(f"edges: {wrong.message} ({wrong.rule})")
    if options.first and options.first not in started.seats:
        raise RefusedError(f'first: no seat "{options.first[:40]}"; seats are {", ".join(started.seats)}')
    _colours(options.layout)
    return Position(seats=started.seats, options=options)


def _edges(seats: tuple[str, ...], given: Mapping[str, str]) -> Mapping[str, str]:
    """Return the edge of each seat (KEY-SET-04): as given, or by default."""
    if not given:
        return dict(zip(seats, _EDGES[len(seats)], strict=True))
    if set(given) != set(seats):
        raise RefusedError(
            f"edges: each of {', '.join(seats)} needs one edge; given are {', '.join(sorted(given))}"[:300]
        )
    edges = {seat: _BY_NAME.get(edge.lower(), edge) for seat, edge in given.items()}
    for seat, edge in edges.items():
        if edge not in EDGES:
            raise RefusedError(f'edges: "{edge[:40]}" of {titled(seat)} is not an edge. Edges: N, E, S and W')
    return edges


def seating_conflicts(edges: Mapping[str, str]) -> list[RuleConflict]:
    """Return the rule conflicts of the edges at which the players sit."""
    taken = tuple(edges.values())
    started = joined([f"{titled(seat)} is at {edge}" for seat, edge in edges.items()])
    if len(set(taken)) < len(taken):
        return [RuleConflict("KEY-SET-05", "only one player can start at an edge", started)]
    if len(taken) == 2 and OPPOSITE[taken[0]] != taken[1]:
        return [RuleConflict("KEY-SET-06", "two players must start at opposite edges, N and S or E and W", started)]
    return []


def _colours(layout: str) -> tuple[str, ...]:
    if not layout:
        return ()
    rows = ["".join(row.split()) for row in re.split(r"[/,;\n]", layout.lower()) if row.strip()]
    signs = "".join(rows)
    if len(signs) == len(DOORS):  # Control is left out, or a blank
        signs = f"{signs[: len(signs) // 2]}.{signs[len(signs) // 2 :]}"
    if len(signs) != len(DOORS) + 1 or (
        len(rows) > 1 and [at for at, row in enumerate(rows) if len(row) != 7] not in ([], [3])
    ):
        raise RefusedError("layout: seven rows of seven tiles, from row 7 down to row 1, a line each or with / between")
    signs = "".join(signs[at : at + 7] for at in range(42, -1, -7))
    for at, sign in enumerate(signs):
        place, wanted = f"{'abcdefg'[at % 7]}{at // 7 + 1}", "." if at == 24 else "r g b y"
        if sign not in wanted.split():
            raise RefusedError(f'layout: "{sign}" at {place}; allowed there: {wanted}')
    for letter, count in Counter(signs.replace(".", "")).items():
        if count != _A_COLOUR:
            raise RefusedError(f"layout: {count} {COLOURS[letter]} tiles; there are {_A_COLOUR} of each colour")
    return tuple(signs.replace(".", ""))


def deal(draft: Draft[Position], started: Started) -> None:
    """Set up the game.

    Rules:
        KEY-SET-01 48 tiles shuffled without Control; KEY-SET-02 the grid; KEY-SET-03 closed side up; KEY-SET-04 pawns
        outside; KEY-SET-07 three cards each; KEY-SET-08 the rest is the draw pile; KEY-SET-09 the first player, given
        or random (B04). `seating_conflicts` checks the edges.
    """
    options = draft.now.options
    edges = _edges(started.seats, options.edges)
    draft.require(*seating_conflicts(edges))
    order = draft.shuffle("tiles", TILES)
    draft.add(TilesLaid(colours=_laid(order, _colours(options.layout))), "KEY-SET-02")
    for seat in started.seats:
        draft.add(PawnSet(player=seat, edge=edges[seat]), "KEY-SET-04")
    draft.shuffle("draw", DECK)
    for seat in started.seats:
        draft.draw(seat, "draw", HAND)
    first = options.first or draft.pick(started.seats, purpose="first player")
    draft.add(TurnBegan(player=first, turn=1, round=1), "KEY-SET-09")


def _laid(order: tuple[str, ...], layout: tuple[str, ...]) -> tuple[str, ...]:
    """Return the doors' colours from the layout or the shuffle. Raises RefusedError if the layout contradicts it."""
    letters = {name: letter for letter, name in COLOURS.items()}
    seen = tuple(letters.get(item.partition("-")[0], UNKNOWN) for item in order)
    if not layout:
        return seen
    for place, sign, given in zip(DOORS, seen, layout, strict=True):
        if sign not in (UNKNOWN, given):
            raise RefusedError(
                f"layout: {place} is {COLOURS[sign]} by the shuffle, not {COLOURS[given]}. "
                "Give a layout only if the tiles were laid by hand"
            )
    return layout


def pile(position: Position, name: str) -> tuple[str, ...] | None:
    """Return the cards of the draw pile from the top down; None for the pile of tiles, which are laid out."""
    return position.draw if name == "draw" else None


def spot(name: str, place: str) -> int | None:
    """Return the index of a tile in the shuffle of the tiles; None for other piles or places."""
    return DOORS.index(place) if name == "tiles" and place in DOORS else None
