"""Invariants between moves: matter holds always, law holds if every move was legal."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from events.events import UNKNOWN
from projections.game import Invariant
from projections.games.daleks.components.box import EARTH
from projections.games.daleks.rules.anomalies import available
from projections.games.daleks.rules.cost_parts import unit_due
from projections.games.daleks.rules.markers import MARKERS
from projections.games.daleks.state import consoles, track, tray
from projections.games.daleks.state.piles import PILES, cards_of, deck, discards
from projections.games.daleks.state.position import Adventure, Debt, Position
from projections.window import Window


def cards_in(position: Position, pile: str) -> list[str]:
    """Return all cards or tiles that belong to a deck, wherever they are; `"?"` for each unknown one."""
    return [*deck(position, pile), *discards(position, pile), *_laid_out(position, pile)]


def _laid_out(position: Position, pile: str) -> Iterator[str]:
    match pile:
        case "timey":
            yield from chain(*position.hands.values())
            yield from chain(*(console.equipment for console in position.consoles.values()))
        case "location":
            yield from position.found
            anomalies = position.box.anomaly
            yield from (p.location for p in position.places if p.location not in (EARTH, *anomalies))
        case "dilemma":
            yield from (slot.dilemma for place in position.places for slot in place.slots if slot.dilemma)
        case "anomaly":
            yield from (task.anomaly for task in position.tasks)
            yield from (place.location for place in position.places if place.location in position.box.anomaly)
        case _:
            aboard = (one.companion for console in position.consoles.values() for one in console.companions)
            yield from (name for name in aboard if consoles.deck_name(position, name) == pile)


def _conserved(position: Position, *piles: str) -> bool:
    printed = [card for pile in piles for card in cards_of(position.box, pile).values()]
    left_out = [card for card in printed if position.options.first_game and getattr(card, "later", False)]
    there = [card for pile in piles for card in cards_in(position, pile)]
    return not position.turn or len(there) == len(printed) - len(left_out)


def _each_once(position: Position) -> bool:
    return not position.turn or all(
        _unlike(card for card in cards_in(position, pile) if card != UNKNOWN) for pile in PILES
    )


def _tokens(position: Position) -> bool:
    return all(0 <= console.tokens <= consoles.MOST_TOKENS for console in position.consoles.values())


def _on_track(position: Position) -> bool:
    last = track.gallifrey(position)
    return all(track.SKARO <= space <= last for space in (position.ship, *position.tardis.values(), *position.markers))


def _dice(position: Position) -> bool:
    now = position.adventure
    if now is None or now.over or now.stage not in ("reroll", "change", "resolve"):
        return True
    colours = Counter(die.colour for die in tray.dice_left(*now.pools))
    return all(count <= available(position, colour) for colour, count in colours.items())


def _die_names(position: Position) -> bool:
    now = position.adventure
    names = [die.name for pool in now.pools for die in pool.dice] if now else []
    return len(set(names)) == len(names)


def _spaces(position: Position) -> bool:
    setting = position.box.setting
    return all(
        len(console.companions) <= setting.companion_spaces and len(console.equipment) <= setting.equipment_slots
        for console in position.consoles.values()
    )


def _doctors(position: Position) -> bool:
    return _unlike(console.doctor for console in position.consoles.values() if console.doctor)


def _unlike(row: Iterable[str]) -> bool:
    found = list(row)
    return len(set(found)) == len(found)


def _numbered(position: Position) -> bool:
    numbers = [place.n for place in position.places]
    return len(set(numbers)) == len(numbers) and max(numbers, default=0) <= position.entered


def _part_timers(position: Position) -> bool:
    now = position.adventure
    return bool(position.how) or all(
        not one.part_time or (now is not None and seat == now.seat)
        for seat, console in position.consoles.items()
        for one in console.companions
    )


def _passed_markers(position: Position) -> bool:
    return position.ship not in position.markers


def _begun_in_order(position: Position) -> bool:
    """Return whether at most one Adventure, at the bottom of the stack, and one question (window) are unfinished."""
    kinds = [type(thing) for thing in position.stack]
    return kinds.count(Adventure) <= 1 and kinds.count(Window) <= 1 and Adventure not in kinds[1:]


def _costs(position: Position) -> bool:
    debts = [thing for thing in position.stack if isinstance(thing, Debt)]
    return all(
        debt.seat in position.seats and (unit_due(debt) is not None if debt.chosen else len(debt.options) > 1)
        for debt in debts
    )


def _adventure_step(position: Position) -> bool:
    return position.adventure is None or position.step == "adventure"


def _over(position: Position) -> bool:
    return (position.step == "over") == bool(position.how)


INVARIANTS: Final[tuple[Invariant[Position], ...]] = (
    Invariant("the Timey-Wimey cards are all there (TOD-COMP-05)", "matter", lambda p: _conserved(p, "timey")),
    Invariant("the Companions are all there (TOD-COMP-05)", "matter", lambda p: _conserved(p, "earth", "alien")),
    Invariant("the Locations are all there (TOD-COMP-05)", "matter", lambda p: _conserved(p, "location")),
    Invariant("the Dilemmas are all there (TOD-COMP-05)", "matter", lambda p: _conserved(p, "dilemma")),
    Invariant("the Time Anomalies are all there (TOD-COMP-05)", "matter", lambda p: _conserved(p, "anomaly")),
    Invariant("nobody has more than five tokens (TOD-COMP-17)", "matter", _tokens),
    Invariant("markers are on the track (TOD-DTRN-08)", "matter", _on_track),
    Invariant("each Location in play has a number of its own (TOD-TRAV-08)", "matter", _numbered),
    Invariant("each die has a name of its own (TOD-POOL-01)", "matter", _die_names),
    Invariant("the session is over when somebody has won (TOD-ROUND-03)", "law", _over),
    Invariant("each card is in one place (TOD-COMP-05)", "law", _each_once),
    Invariant("six Dalek markers are out at most (TOD-COMP-06)", "law", lambda p: p.daleks <= MARKERS),
    Invariant("each Doctor is played by one (TOD-SETUP-08)", "law", _doctors),
    Invariant("three dice of a colour, less those imprisoned (TOD-LIM-02)", "law", _dice),
    Invariant("consoles have so many spaces (TOD-COMP-16)", "law", _spaces),
    Invariant("part-time Companions are of the Adventure under way (TOD-RECR-07)", "law", _part_timers),
    Invariant("the ship has passed no anomaly marker (TOD-ANOM-01)", "law", _passed_markers),
    Invariant("one Adventure at a time, below what it brings about (TOD-ADV-01)", "law", _begun_in_order),
    Invariant("an Adventure is in its step (TOD-ROUND-04)", "law", _adventure_step),
    Invariant("a cost asks something of somebody (TOD-FAIL-05)", "law", _costs),
)
