"""Summaries for posts: a turn in a sentence or two, totals to compare, a hand."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from events.events import UNKNOWN, Drawn, Event
from projections.games.daleks.events import adventure_effects as a, effects as f, moves as m
from projections.games.daleks.prose import awaiting, sentences
from projections.games.daleks.prose.card_text import card_does
from projections.games.daleks.rules.challenge import missing_symbols
from projections.games.daleks.state import names, tray
from projections.games.daleks.state.position import Position
from projections.wording import clean, counted, joined

Step = tuple[Event, Position, Position]
RARE: Final = (
    f.ConsolesSwapped,
    f.AnomalyTaken,
    f.AnomalyGone,
    f.TaskDone,
    f.TimeyHanded,
    f.TimeySwapped,
    f.EquipmentTraded,
    f.EquipmentLeft,
    f.CompanionLeft,
    f.LocationGone,
    f.StepMissed,
    f.GameEnded,
)
"""Events that get a sentence of their own."""


def recap(steps: Sequence[Step]) -> Sequence[str] | None:
    """Return one or two sentences for each turn; None, so that every move is listed, if there is no turn."""
    found: list[str] = []
    for turn, run in groupby(steps, lambda step: step[1].turn):
        if turn:
            found += _turn(list(run))
    return found or None


def _turn(steps: Sequence[Step]) -> Iterator[str]:
    first = steps[0][1]
    for seat in dict.fromkeys((first.player, *first.seats)):
        if did := [*_did(steps, seat), *_gained(steps, seat)]:
            yield f"{names.seat_name(first, seat)} {joined(did)}."
    yield from _adventures(steps)
    yield from _under_way(steps[-1][2])
    if moved := [*_moved(steps)]:
        yield f"{'; '.join(moved)}."
    for event, before, after in steps:
        if isinstance(event, RARE):
            yield sentences.SENTENCES(event, before, after)


def _did(steps: Sequence[Step], seat: str) -> Iterator[str]:
    """Yield the moves of a seat as verbs with objects, without the moves of an Adventure."""
    for event, before, after in steps:
        match event:
            case m.Install(player=who, card=card) if who == seat:
                yield f"installs {names.card_name(before, card)}"
            case m.PlayTimey(player=who, card=card) if who == seat:
                yield f"plays {names.card_name(before, card)}"
            case m.UseAbility(player=who, card=card) if who == seat:
                the = "the " if card in before.box.doctor else ""
                yield f"uses the ability of {the}{names.card_name(before, card)}"
            case m.Stay(player=who) if who == seat and before.at.get(seat):
                yield "stays"
            case m.SkipAdventure(player=who) if who == seat:
                yield "does not face the Adventure"
            case f.DoctorMoved(seat=who, place=place, zone=zone) if who == seat:
                yield f"goes to {names.in_zone(after, place, zone)}" if place else "is back on the console"
            case f.CompanionJoined(seat=who, companion=companion) if who == seat:
                yield f"recruits {names.companion_name(before, companion)}"


def _gained(steps: Sequence[Step], seat: str) -> Iterator[str]:
    """Yield the cards and tokens that a seat drew, gained, paid and discarded, without the cards that it played."""
    drawn = [card for event, _, _ in steps if isinstance(event, Drawn) and event.player == seat for card in event.cards]
    if any(card != UNKNOWN for card in drawn):
        yield f"draws {names.known_row(steps[0][1], drawn)}"
    elif drawn:
        yield "draws a card" if len(drawn) == 1 else f"draws {counted(len(drawn), 'card')}"
    for verb, kind in (("gains", f.TokensGained), ("pays", f.TokensPaid)):
        if tokens := sum(event.tokens for event, _, _ in steps if isinstance(event, kind) and event.seat == seat):
            yield f"{verb} {counted(tokens, 'token')}"
    if gone := [*_discarded(steps, seat)]:
        yield f"discards {joined(gone)}"


def _discarded(steps: Sequence[Step], seat: str) -> Iterator[str]:
    played = {event.card for event, _, _ in steps if isinstance(event, m.PlayTimey) and event.player == seat}
    for event, before, _ in steps:
        if isinstance(event, f.TimeyDiscarded) and event.seat == seat and event.card not in played:
            yield names.card_name(before, event.card)


def _adventures(steps: Sequence[Step]) -> Iterator[str]:
    for event, before, _ in steps:
        now = before.adventure
        if not isinstance(event, a.AdventureEnded) or now is None:
            continue
        left = missing_symbols(now.symbols, tray.dice_left(*now.pools))
        lacked = f" (missing: {names.symbols_row(left)})" if left and not event.won else ""
        helped = f", helped by {names.seat_name(before, now.helper)}," if now.helper else ""
        did = "succeeds" if event.won else "fails"
        yield f"{names.whose(before, now.seat)} Adventure{helped} {awaiting.against(before, now)} {did}{lacked}."


def _under_way(after: Position) -> Iterator[str]:
    """Yield the state of an unfinished Adventure: the helper, and after the roll the met and missing symbols."""
    now = after.adventure
    if now is None or now.over:
        return
    helped = f", helped by {names.seat_name(after, now.helper)}," if now.helper and now.manner else ""
    there = f"{names.whose(after, now.seat)} Adventure{helped} {awaiting.against(after, now)}"
    if any(die.symbol for die in tray.dice_left(*now.pools)):
        left = missing_symbols(now.symbols, tray.dice_left(*now.pools))
        lacks = f", missing {names.symbols_row(left)}" if left else ""
        yield f"{there} has {len(now.symbols) - len(left)} of {len(now.symbols)} symbols{lacks}."
    else:
        yield f"{there} requires {names.symbols_row(now.symbols)}."


def _moved(steps: Sequence[Step]) -> Iterator[str]:
    first, last = steps[0][1], steps[-1][2]
    if first.ship != last.ship:
        yield f"The Dalek Ship goes from {names.space_name(last, first.ship)} to {names.space_name(last, last.ship)}"
    for seat in last.seats:
        was, now = first.tardis.get(seat, 0), last.tardis.get(seat, 0)
        if was != now:
            start, end = names.space_name(last, was), names.space_name(last, now)
            yield f"{names.whose(last, seat)} TARDIS goes from {start} to {end}"
    placed = sum(isinstance(event, f.DalekPlaced) for event, _, _ in steps)
    gone = sum(isinstance(event, f.DalekRemoved) for event, _, _ in steps)
    told = [f"{placed} placed"] * bool(placed) + [f"{gone} removed"] * bool(gone)
    if told:
        yield f"Dalek markers: {', '.join(told)}, {last.daleks} in play"


def totals(position: Position) -> Sequence[str]:
    """Return space, tokens, Companions and hand of each seat, then the Dalek Ship and Dalek markers."""
    found = [_sums(position, seat) for seat in position.seats]
    ship = f"Dalek Ship {names.space_name(position, position.ship).removeprefix('space ')}"
    return [*found, ship, f"{counted(position.daleks, 'Dalek marker')} in play"]


def _sums(position: Position, seat: str) -> str:
    space = names.space_name(position, position.tardis.get(seat, 0)).removeprefix("space ")
    console = position.console(seat)
    crew = counted(len(console.companions), "Companion")
    cards = counted(len(position.hands.get(seat, ())), "card")
    return f"{names.seat_name(position, seat)} {space}, {counted(console.tokens, 'token')}, {crew}, {cards}"


def hand(position: Position, seat: str) -> Sequence[str]:
    """Return a seat's cards, then the effect of each."""
    held = position.hands.get(seat, ())
    known = [card for card in dict.fromkeys(held) if card in position.box.timey]
    row = [f"Hand: {names.known_row(position, held)}"] if held else []
    return [*row, *(clean(f"{names.card_name(position, card)}: {card_does(position.box, card)}") for card in known)]
