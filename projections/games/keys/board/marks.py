"""Marks for changes: rings around tiles and arrows for pawns, dark in a white casing to be visible on every colour."""

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from events.events import Drawn, Revealed
from projections.contracts import Marks
from projections.drawing.board import MANY, position_before, ring
from projections.drawing.palette import CASING, CHANGE
from projections.drawing.svg import el
from projections.games.keys.board.layout import HIGH, WIDE, centre, corner, is_on_grid, reach
from projections.games.keys.events import effects as f
from projections.games.keys.state.names import EDGE_NAMES, seat_name
from projections.games.keys.state.position import CONTROL, OUT, Position


class Step(NamedTuple):
    """One step of a pawn from one place to another (a tile or `out`), and whether the pawn was teleported."""

    seat: str
    source: str
    to: str
    teleported: bool = False


class Changes(NamedTuple):
    """The changes to mark: tiles, steps of pawns, new tunnels, and the number of cards that each seat drew."""

    tiles: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    tunnels: frozenset[tuple[str, str]] = frozenset()
    drawn: tuple[tuple[str, int], ...] = ()

    def words(self, position: Position) -> str:
        """Return the changes in one sentence, or ""."""
        parts = [f"{seat_name(position, step.seat)}'s pawn {step.source} to {step.to}" for step in self.steps]
        parts += [f"Time Tunnel {tile}-{other}" for tile, other in sorted(self.tunnels)]
        return f" Changed: {', '.join((*self.tiles, *parts))}." if self.tiles or parts else ""


def changes(position: Position, marks: Marks) -> Changes:
    """Return the changes by the last group (a move with its results) and other differences from the position before."""
    before = position_before(marks, Position)
    tiles, drawn = dict[str, None](), dict[str, int]()
    for event in marks.events:
        match event:
            case (
                f.DoorOpened(tile=tile) | f.DoorClosed(tile=tile) | f.BarrierLaid(tile=tile)
                | f.BarrierLifted(tile=tile) | f.CookieLaid(tile=tile) | f.GameWon(tile=tile)
            ):  # fmt: skip
                tiles[tile] = None
            case Revealed(place=place):
                tiles[place] = None
            case f.PawnHeld(player=seat) | f.PawnReleased(player=seat):
                tiles[position.pawns.get(seat, OUT)] = None
            case Drawn(player=seat, cards=cards):
                drawn[seat] = drawn.get(seat, 0) + len(cards)
    if before:
        tiles |= dict.fromkeys(_differing(before, position))
    shown = tuple(tile for tile in tiles if is_on_grid(tile))
    return Changes(shown if len(shown) < MANY else (), _steps(position, before, marks), _dug(before, position, marks),
                   tuple(drawn.items()))  # fmt: skip


def _differing(before: Position, position: Position) -> Iterator[str]:
    yield from (name for name, tile in position.tiles.items() if name in before.tiles and before.tiles[name] != tile)


def _dug(before: Position | None, position: Position, marks: Marks) -> frozenset[tuple[str, str]]:
    if before:
        return frozenset(position.tunnels) - frozenset(before.tunnels)
    return frozenset((event.tile, event.other) for event in marks.events if isinstance(event, f.TunnelLaid))


def _steps(position: Position, before: Position | None, marks: Marks) -> tuple[Step, ...]:
    """Return the steps of all moved pawns: those in the events, or else one straight step from the previous place."""
    now = dict(before.pawns) if before else {}
    steps: list[Step] = []
    for event in marks.events:
        if isinstance(event, f.PawnMoved | f.PawnTeleported):
            to, teleported = (event.to, False) if isinstance(event, f.PawnMoved) else (CONTROL, True)
            if event.player in now and now[event.player] != to:
                steps.append(Step(event.player, now[event.player], to, teleported))
            now[event.player] = to
    for seat, place in position.pawns.items():
        if seat in now and now[seat] != place:
            steps.append(Step(seat, now[seat], place))
    return tuple(steps)


def rings(found: Changes) -> Iterator[str]:
    """Yield the SVG of a ring in the gap around each changed tile."""
    for tile in found.tiles:
        x, y = corner(tile)
        yield ring("rect", tile, x=x - 4, y=y - 4, width=WIDE + 8, height=HIGH + 8, rx=8, fill="none")


def arrows(position: Position, found: Changes) -> Iterator[str]:
    """Yield the SVG of an arrow for each step of a pawn; it is dashed for a teleport."""
    for step in found.steps:
        edge = position.edges.get(step.seat, "")
        ends = [_point(place, edge, other) for place, other in ((step.source, step.to), (step.to, step.source))]
        if ends[0] and ends[1] and ends[0] != ends[1]:
            yield _arrow(step, ends[0], ends[1], last=position.pawns.get(step.seat) == step.to)


def _point(place: str, edge: str, other: str) -> tuple[int, int] | None:
    if is_on_grid(place):
        return centre(place)
    return reach(edge, other) if place == OUT and edge in EDGE_NAMES and is_on_grid(other) else None


def _clear(uy: float, *, leaves: bool) -> int:
    """Return the distance from the middle of a tile at which an arrow starts or ends, so that the tile stays readable.

    `uy` is the vertical part of the arrow's direction; `leaves` says whether the arrow starts at the tile.
    """
    if abs(uy) > 0.9:
        return 31 if leaves else 35
    return 12 if leaves else 19


def _arrow(step: Step, source: tuple[int, int], to: tuple[int, int], *, last: bool) -> str:
    far = hypot(to[0] - source[0], to[1] - source[1])
    ux, uy = (to[0] - source[0]) / far, (to[1] - source[1]) / far
    start = 0 if step.source == OUT else _clear(uy, leaves=True)
    stop = far - (4 if step.to == OUT else _clear(uy, leaves=False) if last or abs(uy) > 0.9 else 20)
    ax, ay, bx, by = (source[way] + (ux, uy)[way] * off for off in (start, stop) for way in (0, 1))
    long = min(17.0, stop - start)
    nx, ny, broad = bx - ux * long, by - uy * long, 10
    line = f"M{ax:.1f} {ay:.1f}L{nx:.1f} {ny:.1f}"
    head = (
        f"M{bx:.1f} {by:.1f}L{nx - uy * broad:.1f} {ny + ux * broad:.1f}L{nx + uy * broad:.1f} {ny - ux * broad:.1f}Z"
    )
    dash = "9 7" if step.teleported else None
    return el(
        "g",
        el("path", d=line + head, fill=CASING, stroke=CASING, stroke_width=8, stroke_linejoin="round",
           stroke_linecap="round"),
        el("path", d=line, fill="none", stroke=CHANGE, stroke_width=5, stroke_dasharray=dash),
        el("path", d=head, fill=CHANGE),
        data_arrow=f"{step.source}-{step.to}",
    )  # fmt: skip
