"""Set up the table, give out Doctors, and shuffle and deal when every player has one."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from events.errors import RefusedError
from events.events import Started
from projections.described import count_of
from projections.draft import Draft
from projections.games.daleks.components.box import EARTH, Box
from projections.games.daleks.components.data_files import box_of
from projections.games.daleks.events.effects import CompanionJoined, DoctorTaken, TokensGained
from projections.games.daleks.events.moves import ChooseDoctor
from projections.games.daleks.options import Options
from projections.games.daleks.rules import decks, turns
from projections.games.daleks.state import piles, track
from projections.games.daleks.state.position import Console, Place, Position, Slot
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.wording import titled

_TOKENS: Final = 2
"""The tokens of each player at the start (TOD-SETUP-11)."""
_CARDS: Final = 2
"""The Timey-Wimey cards of each player at the start (TOD-SETUP-12)."""
_LONGEST: Final = 60
"""The last space that the option `gallifrey` may set."""
_EARTH: Final = 1
_NOWHERE: Final = 1_000_000
"""An index beyond every shuffle, for a tile from an older shuffle."""


def table(started: Started, data: Mapping[str, bytes]) -> Position:
    """Return the position before the deal: the board with Earth and the Web of Time, and empty consoles.

    Rules:
        TOD-SETUP-01 and TOD-COMP-01: one board for Earth and the track. TOD-COMP-02: Earth has three zones.
        TOD-SETUP-04 and TOD-SETUP-06: TARDISes and ship. TOD-SETUP-05 and TOD-FIRST-01: anomaly markers. TOD-SETUP-13:
        Doctors start on their consoles.

    Raises:
        RefusedError: an option or the custom box file is not valid; names it and what is allowed.
    """
    options = msgspec.convert(dict(started.options), Options)
    box = box_of(data)
    for fault in _faults(started, options, box):
        raise RefusedError(fault)
    slots = (Slot(),) * len(box.earth.zones)
    return Position(
        seats=started.seats,
        options=options,
        box=box,
        consoles=dict.fromkeys(started.seats, Console()),
        hands=dict.fromkeys(started.seats, ()),
        companion_decks={"earth": (), "alien": ()},
        companion_discards={"earth": (), "alien": ()},
        places=(Place(_EARTH, EARTH, slots, (0,) * len(slots)),),
        entered=_EARTH,
        ship=track.SKARO,
        tardis=dict.fromkeys(started.seats, options.earth or box.setting.earth),
        markers=track.first_markers(options, box),
    )


def _faults(started: Started, options: Options, box: Box) -> Iterator[str]:
    seats = started.seats
    if len(seats) == 1 and not options.solo:
        yield "solo: one seat can play alone only if the option solo is true (AMB-13)"
    if len(seats) > len(box.doctor):
        yield f"the box has {len(box.doctor)} Doctors, {len(seats)} seats need one each (TOD-SETUP-08)"
    yield from _doctor_faults(seats, options, box)
    if options.gallifrey and not 2 <= options.gallifrey <= _LONGEST:
        allowed = f"Use 0 for the number of the box, or a space from 2 to {_LONGEST}"
        yield f"gallifrey: {options.gallifrey} is not allowed. {allowed}"
    last = options.gallifrey or box.setting.gallifrey
    if not 0 < (earth := options.earth or box.setting.earth) < last:
        yield f"earth: {earth} is not between Skaro and Gallifrey: a space from 1 to {last - 1}"
    if options.turn_cap < 0:
        yield f"turn_cap: {options.turn_cap} is not allowed: 0 for none, or a number of turns"


def _doctor_faults(seats: tuple[str, ...], options: Options, box: Box) -> Iterator[str]:
    """Yield the faults of the option `doctors`: one Doctor for each seat, none twice (TOD-SETUP-08)."""
    given: dict[str, str] = {}
    for seat, written in options.doctors.items():
        doctor = _doctor_named(box, written)
        if seat not in seats:
            yield f'doctors: no seat "{seat[:40]}"; seats are {", ".join(seats)}'
        if written and not doctor:
            yield f'doctors: "{written[:40]}" is not a Doctor; there are {", ".join(box.doctor)}'
        if doctor in given:
            yield f"doctors: {titled(given[doctor])} and {titled(seat)} cannot both have {box.doctor[doctor].name}"
        if doctor:
            given[doctor] = seat


def _doctor_named(box: Box, written: str) -> str:
    """Return the Doctor that a text names, such as `fourth`, `The Fourth Doctor`, `4th` or `4`; "" if unknown."""
    words = [word for word in written.lower().replace("-", " ").split() if word not in ("the", "doctor")]
    plain, number = "-".join(words), re.fullmatch(r"([0-9]{1,2})(?:st|nd|rd|th)?", " ".join(words))
    return next(
        (ident for ident, one in box.doctor.items() if ident == plain or (number and one.number == int(number[1]))), ""
    )


def deal(draft: Draft[Position], started: Started) -> None:  # noqa: ARG001  # all games take both arguments
    """Give the seats their agreed Doctors; the other seats choose theirs."""
    for seat in draft.now.seats:
        if doctor := _doctor_named(draft.now.box, draft.now.options.doctors.get(seat, "")):
            draft.add(DoctorTaken(seat=seat, doctor=doctor), "TOD-SETUP-08")
    _lay_out(draft)


def choose_doctor_conflicts(position: Position, move: ChooseDoctor) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of taking a Doctor: another seat has the Doctor, or the seat has one."""
    if position.turn:
        yield RuleConflict("TOD-SETUP-08", "a Doctor can be taken only before the game begins", "the game is under way")
    elif position.console(move.player).doctor:
        wanted = "a player can have only one Doctor"
        yield RuleConflict("TOD-SETUP-08", wanted, f"{titled(move.player)} has one already")
    for seat, console in position.consoles.items():
        if console.doctor == move.doctor and seat != move.player:
            wanted = "only one player can have this Doctor"
            yield RuleConflict("TOD-SETUP-08", wanted, f"{titled(seat)} has the Doctor already")


def _choose_doctor_must(draft: Draft[Position], move: ChooseDoctor) -> None:
    draft.must("TOD-SETUP-08", move.doctor in draft.now.box.doctor, f'"{move.doctor[:40]}" is not a Doctor')
    others = {seat for seat, console in draft.now.consoles.items() if console.doctor == move.doctor} - {move.player}
    draft.must("TOD-SETUP-08", not others, f"{' and '.join(map(titled, others))} already has this Doctor")


def choose_doctor(draft: Draft[Position], move: ChooseDoctor) -> None:
    """Take a Doctor. When every player has one, the game is dealt and begins."""
    draft.add(DoctorTaken(seat=move.player, doctor=move.doctor), "TOD-SETUP-08")
    _lay_out(draft)


CHOOSE_DOCTOR: Final[MoveRule[Position]] = MoveRule(choose_doctor_conflicts, choose_doctor, _choose_doctor_must)


def _lay_out(draft: Draft[Position]) -> None:
    """Deal and begin the game, if every player has a Doctor.

    Rules:
        TOD-SETUP-09 and EX-01: the Doctor card's Companion is aboard, full-time. TOD-SETUP-11: two tokens.
        TOD-SETUP-02, TOD-SETUP-07 and TOD-SETUP-10: shuffles. TOD-SETUP-03: a face-down Dilemma in each zone of Earth.
        TOD-SETUP-12: two Timey-Wimey cards. TOD-ROUND-01: the first player.
    """
    now = draft.now
    if now.turn or now.how or any(not now.console(seat).doctor for seat in now.seats):
        return
    for seat in now.seats:
        companion = now.box.doctor[now.console(seat).doctor].companion
        if companion in now.box.companion:
            draft.add(CompanionJoined(seat=seat, companion=companion), "TOD-SETUP-09")
        draft.add(TokensGained(seat=seat, tokens=_TOKENS), "TOD-SETUP-11")
    for name in piles.PILES:
        draft.shuffle(name, _in_use(draft.now, name))
    for zone in range(decks.zone_count(draft.now, _EARTH)):
        decks.lay_dilemma(draft, _EARTH, zone, "TOD-SETUP-03")
    for seat in now.seats:
        decks.draw_timey(draft, seat, _CARDS)
    turns.set_order(draft)
    turns.begin_turn(draft, draft.now.order[0])


def _in_use(position: Position, name: str) -> tuple[str, ...]:
    """Return the cards or tiles in a deck at the start of the game.

    Rules:
        TOD-FIRST-02: a first game leaves out some Time Anomalies and Dilemmas. TOD-SETUP-10: Companions aboard are not
        in their decks.
    """
    aboard = {one.companion for console in position.consoles.values() for one in console.companions}
    later = position.options.first_game and name in ("dilemma", "anomaly")
    cards = piles.cards_of(position.box, name)
    return tuple(card for card, printed in cards.items() if card not in aboard and not (later and printed.later))


def dealt_options(position: Position) -> dict[str, object]:
    """Return the option `doctors` with the present Doctor of each seat, for a transcript; {} if no seat has one."""
    taken = {seat: console.doctor for seat, console in position.consoles.items() if console.doctor}
    return {"doctors": taken} if taken else {}


def pile(position: Position, name: str) -> tuple[str, ...] | None:
    """Return the cards or tiles of a deck from the top down; None for an unknown pile."""
    return piles.deck(position, name) if name in piles.PILES else None


def spot(name: str, place: str) -> int | None:
    """Return the index, from 0, in the shuffled deck of a Dilemma that was turned up in a zone; None for another pile.

    `place` has the form `place 3 zone 1 tile 7`. Without a tile number the Dilemma is from an older shuffle, and the
    index is out of range.
    """
    if name != "dilemma" or piles.zone_of(place) is None:
        return None
    number = place.rpartition(" tile ")[2]
    return count_of(number) - 1 if count_of(number) else _NOWHERE
