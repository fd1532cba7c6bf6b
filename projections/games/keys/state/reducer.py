"""The reducer: how each event changes the position. No rule is decided here."""

from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never

from events.events import UNKNOWN, Drawn, Event, Move, Passed, Revealed, Shuffled
from projections.card_rows import without
from projections.described import DESCRIBED
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.state.fields import FIELDS
from projections.games.keys.state.position import (
    COLOURS,
    CONTROL,
    DOORS,
    ExtraTurn,
    KeyBonus,
    Position,
    colour_and_kind,
    grid_of,
    with_tile,
)

_DOES: Final[Mapping[type[Move], str]] = {
    m.DrawCard: "draw", m.SkipDraw: "skip", m.MovePawn: "move", m.LeaveGrid: "move", m.Stay: "move",
    m.UseKey: "bonus", Passed: "bonus",
}  # fmt: skip
"""The step of a turn that a move belongs to; all other moves belong to `play`."""
_AFTER: Final[Mapping[tuple[str, str], str]] = {
    ("skip", "draw"): "play", ("play", "draw"): "move", ("play", "play"): "move",
    ("move", "draw"): "end", ("move", "play"): "end", ("move", "move"): "end", ("bonus", "bonus"): "end",
}  # fmt: skip
"""The next step, by the step of a move and the current step, for the seat with the turn; other moves keep the step."""


def reducer(position: Position, event: Event) -> Position:
    """Return the position after an event; unknown events do not change it."""
    step = _STEPS.get(type(event))
    return step(position, event) if step else position


def _moved(position: Position, move: Move) -> Position:
    did = _DOES.get(type(move), "play")
    if position.is_over:  # play goes on after the end: the turn that won is over
        position = position.replace(step="end")
    if (move.player, did) in position.missed:
        return position.replace(missed=tuple(gap for gap in position.missed if gap != (move.player, did)))
    missed = position.missed and tuple(gap for gap in position.missed if gap[0] == move.player and did != "draw")
    own = move.player == position.player
    step = _AFTER.get((did, position.step), position.step) if own else position.step
    return position.replace(step=step, missed=missed)


def _chanced(position: Position, event: Shuffled | Drawn | Revealed) -> Position:
    match event:
        case Shuffled(pile="tiles"):
            return position.replace(tiles=grid_of(event.order))
        case Shuffled():
            return position.replace(draw=event.order)
        case Drawn(player=player, cards=cards):
            hand = (*position.hands.get(player, ()), *cards)
            step = "play" if (player, "draw") == (position.player, position.step) else position.step
            return position.replace(draw=position.draw[len(cards) :], hands={**position.hands, player: hand}, step=step)
        case Revealed(place=place, item=item):
            return _turned_up(position, place, *colour_and_kind(item))


def _turned_up(position: Position, place: str, colour: str, kind: str) -> Position:
    known = position.tiles.get(place)
    return with_tile(position, place, kind=kind, colour=known.colour if known and known.colour != UNKNOWN else colour)


def _board(position: Position, event: "f.BoardEffect") -> Position:  # noqa: PLR0911  # one case for each event
    match event:
        case f.TilesLaid(colours=colours):
            laid = {name: COLOURS.get(letter, UNKNOWN) for name, letter in zip(DOORS, colours, strict=False)}
            tiles = position.tiles.items()
            return position.replace(
                tiles={name: tile.replace(colour=laid.get(name, tile.colour)) for name, tile in tiles}
            )
        case f.DoorOpened(tile=tile):
            return with_tile(position, tile, open=True)
        case f.DoorClosed(tile=tile):
            return with_tile(position, tile, open=False)
        case f.BarrierLaid(tile=tile):
            return with_tile(position, tile, barrier=True)
        case f.BarrierLifted(tile=tile):
            return with_tile(position, tile, barrier=False).replace(discards=(*position.discards, "barrier"))
        case f.CookieLaid(tile=tile):
            return with_tile(position, tile, cookie=True)
        case f.KindShown(tile=tile, shows=kind):
            return with_tile(position, tile, kind=kind)
        case f.TunnelLaid(tile=tile, other=other):
            return position.replace(tunnels=(*position.tunnels, (tile, other)))
        case _:
            assert_never(event)


def _course(position: Position, event: "f.CourseEffect") -> Position:  # noqa: C901, PLR0911, PLR0912  # one case an event
    match event:
        case f.PawnSet(player=player, edge=edge):
            return position.replace(edges={**position.edges, player: edge}, pawns={**position.pawns, player: "out"})
        case f.PawnMoved(player=player, to=to):
            return position.replace(pawns={**position.pawns, player: to})
        case f.PawnTeleported(player=player):
            return position.replace(pawns={**position.pawns, player: CONTROL})
        case f.TurnBegan():
            return _began(position, event)
        case f.CardPlayed(player=player, card=card, laid=laid):
            hands = {**position.hands, player: without(position.hands.get(player, ()), card)}
            return position.replace(hands=hands, discards=position.discards if laid else (*position.discards, card))
        case f.DrawPileRenewed():
            return position.replace(draw=(*position.draw, *position.discards), discards=())
        case f.PawnHeld(player=player, turns=turns) | f.HoldCounted(player=player, left=turns):
            return position.replace(held={**position.held, player: turns})
        case f.PawnReleased(player=player):
            held = {seat: left for seat, left in position.held.items() if seat != player}
            return position.replace(held=held, discards=(*position.discards, "pandorica"))
        case f.BonusOffered(player=player, tile=tile):
            step = "bonus" if player == position.player else position.step
            return position.replace(stack=(*position.stack, KeyBonus(player, tile)), step=step)
        case f.BonusClosed():
            return position.replace(stack=_without_kind(position, KeyBonus))
        case f.KeyUsed(player=player, tile=tile):
            return position.replace(used=(*position.used, (player, tile)))
        case f.ExtraTurnEarned(player=player, tile=tile):
            earned = (*position.earned, (player, tile))
            return position.replace(earned=earned, stack=(*position.stack, ExtraTurn(player)))
        case f.StepMissed(player=player, step=step):
            return position.replace(missed=(*position.missed, (player, step)))
        case f.DiscardTaken(card=card):
            return position.replace(discards=without(position.discards, card))
        case f.GameWon(player=player):
            return position.replace(winner=player, step="over", stack=())
        case _:
            assert_never(event)


def _without_kind(position: Position, kind: type[KeyBonus | ExtraTurn]) -> tuple[KeyBonus | ExtraTurn, ...]:
    return position.stack and tuple(thing for thing in position.stack if not isinstance(thing, kind))


def _began(position: Position, event: f.TurnBegan) -> Position:
    return position.replace(
        player=event.player, turn=event.turn, round=event.round, first=position.first or event.player, step="draw",
        stack=_without_kind(position, ExtraTurn), missed=() if event.bonus else position.missed,
    )  # fmt: skip


_STEPS: Final[Mapping[type[Event], Callable[[Position, Any], Position]]] = {
    **dict.fromkeys((*m.PLAYS, m.DrawCard, m.SkipDraw, m.MovePawn, m.LeaveGrid, m.Stay, m.UseKey, Passed), _moved),
    **dict.fromkeys((Shuffled, Drawn, Revealed), _chanced),
    **dict.fromkeys(f.BOARD, _board),
    **dict.fromkeys(f.COURSE, _course),
    **dict.fromkeys(DESCRIBED, FIELDS.put),
}
