"""What a post says of a turn: what came of it in a sentence or two, the sums that people compare, a hand."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from events.events import Event
from projections.games.daleks.events import adventure_effects as a
from projections.games.daleks.events import effects as f
from projections.games.daleks.events import moves as m
from projections.games.daleks.prose.awaiting import against
from projections.games.daleks.prose.card_text import card_does
from projections.games.daleks.prose.tell import tell
from projections.games.daleks.rules.challenge import missing_symbols
from projections.games.daleks.state.names import (
    card_name,
    companion_name,
    in_zone,
    known_row,
    seat_name,
    space_name,
    symbols_row,
    whose,
)
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import dice_left
from projections.wording import clean, counted, joined

Step = tuple[Event, Position, Position]
RARE: Final = (
    f.ConsolesSwapped,
    f.AnomalyTaken,
    f.AnomalyGone,
    f.TaskDone,
    f.TimeyHanded,
    f.EquipmentTraded,
    f.GameEnded,
)
"""What is told in its own sentence."""


def recap(steps: Sequence[Step]) -> Sequence[str] | None:
    """A sentence or two a turn; None where nothing of a turn is in the stretch, for every move is told then."""
    found: list[str] = []
    for turn, run in groupby(steps, lambda step: step[1].turn):
        if turn:
            found += _turn(list(run))
    return found or None


def _turn(steps: Sequence[Step]) -> Iterator[str]:
    """What whoever had the turn did, how the Adventure went, where the track stands, what is rare."""
    seat = steps[0][1].player
    if did := [*_did(steps, seat)]:
        yield f"{seat_name(steps[0][1], seat)} {joined(did)}."
    yield from _adventures(steps)
    yield from _under_way(steps[-1][2])
    if moved := [*_moved(steps)]:
        yield f"{'; '.join(moved)}."
    for event, before, after in steps:
        if isinstance(event, RARE):
            yield tell(event, before, after)


def _did(steps: Sequence[Step], seat: str) -> Iterator[str]:
    """Preparations and travel, in verbs."""
    for event, before, after in steps:
        match event:
            case m.Install(card=card):
                yield f"installs {card_name(before, card)}"
            case m.PlayTimey(player=who, card=card) if who == seat:
                yield f"plays {card_name(before, card)}"
            case m.Stay() if before.at.get(seat):
                yield "stays"
            case f.DoctorMoved(seat=who, place=place, zone=zone) if who == seat:
                yield f"goes to {in_zone(after, place, zone)}" if place else "is back on the console"
            case f.CompanionJoined(seat=who, companion=companion) if who == seat:
                yield f"takes {companion_name(before, companion)} aboard"


def _adventures(steps: Sequence[Step]) -> Iterator[str]:
    """How each Adventure of a stretch ended, with the symbols that were missing."""
    for event, before, _ in steps:
        now = before.adventure
        if not isinstance(event, a.AdventureEnded) or now is None:
            continue
        left = missing_symbols(now.symbols, dice_left(*now.pools))
        lacked = f", for want of {symbols_row(left)}" if left and not event.won else ""
        helped = f", helped by {seat_name(before, now.helper)}," if now.helper else ""
        did = "succeeds" if event.won else "fails"
        yield f"The Adventure of {seat_name(before, now.seat)}{helped} {against(before, now)} {did}{lacked}."


def _under_way(after: Position) -> Iterator[str]:
    """How an Adventure stands that is not over: who helps, and once dice lie what is met and what is missing."""
    now = after.adventure
    if now is None or now.over:
        return
    helped = f", helped by {seat_name(after, now.helper)}," if now.helper and now.manner else ""
    there = f"The Adventure of {seat_name(after, now.seat)}{helped} {against(after, now)}"
    if any(die.symbol for die in dice_left(*now.pools)):
        left = missing_symbols(now.symbols, dice_left(*now.pools))
        lacks = f", missing {symbols_row(left)}" if left else ""
        yield f"{there} stands at {len(now.symbols) - len(left)} of {len(now.symbols)} met{lacks}."
    else:
        yield f"{there} asks for {symbols_row(now.symbols)}."


def _moved(steps: Sequence[Step]) -> Iterator[str]:
    """How far the Dalek Ship and TARDISes came in a stretch, and how many Dalek markers are out."""
    first, last = steps[0][1], steps[-1][2]
    if first.ship != last.ship:
        yield f"The Dalek Ship goes from {space_name(last, first.ship)} to {space_name(last, last.ship)}"
    for seat in last.seats:
        was, now = first.tardis.get(seat, 0), last.tardis.get(seat, 0)
        if was != now:
            yield f"{whose(last, seat)} TARDIS goes from {space_name(last, was)} to {space_name(last, now)}"
    placed = sum(isinstance(event, f.DalekPlaced) for event, _, _ in steps)
    gone = sum(isinstance(event, f.DalekRemoved) for event, _, _ in steps)
    told = [f"{placed} placed"] * bool(placed) + [f"{gone} removed"] * bool(gone)
    if told:
        yield f"Dalek markers: {', '.join(told)}, {last.daleks} out"


def totals(position: Position) -> Sequence[str]:
    """Space, tokens and hand of each seat, then the Dalek Ship and the Dalek markers."""
    found = [_sums(position, seat) for seat in position.seats]
    ship = f"Dalek Ship {space_name(position, position.ship).removeprefix('space ')}"
    return [*found, ship, f"{counted(position.daleks, 'Dalek marker')} out"]


def _sums(position: Position, seat: str) -> str:
    space = space_name(position, position.tardis.get(seat, 0)).removeprefix("space ")
    console = position.console(seat)
    crew = counted(len(console.companions), "Companion")
    cards = counted(len(position.hands.get(seat, ())), "card")
    return f"{seat_name(position, seat)} {space}, {counted(console.tokens, 'token')}, {crew}, {cards}"


def hand(position: Position, seat: str) -> Sequence[str]:
    """A seat's cards, then what each of them does."""
    held = position.hands.get(seat, ())
    known = [card for card in dict.fromkeys(held) if card in position.box.timey]
    row = [f"Hand: {known_row(position, held)}"] if held else []
    return [*row, *(clean(f"{card_name(position, card)}: {card_does(position.box, card)}") for card in known)]
