"""The board in words: the text board, and the description inside the picture."""

from collections.abc import Iterator
from functools import lru_cache
from textwrap import fill

from events.events import UNKNOWN
from projections.games.daleks.prose import awaiting, dice_story
from projections.games.daleks.prose.card_text import anomaly_words, card_does, dilemma_words, zone_words
from projections.games.daleks.rules.icons import on_console
from projections.games.daleks.rules.pool import excess_dice, limit_of
from projections.games.daleks.rules.stages import POOLS
from projections.games.daleks.state import names, piles, track, tray
from projections.games.daleks.state.position import Adventure, Place, Pool, Position, Slot
from projections.wording import WIDE, clean, counted, folded, folded_lines, joined


def text(position: Position) -> str:
    """Return the position as plain text, at most 80 columns wide."""
    number, due = awaiting.turn_words(position)
    begun = folded_lines((*awaiting.pending(position), *awaiting.turn_state(position)))
    now = position.adventure
    return "\n\n".join((
        f"Doctor Who: Time of the Daleks\n{folded(f'{number}: {due}.')}",
        *[f"NOW\n{begun}"] * bool(begun),
        "WEB OF TIME\n" + folded_lines(track_words(position)),
        *([_tray(position, now)] if now else []),
        "LOCATIONS\n" + "\n".join(line for place in position.places for line in _place(position, place)),
        "CONSOLES\n" + "\n".join(line for seat in position.seats for line in _console(position, seat)),
        "DECKS\n" + folded(f"{joined([*_decks(position)])}. {position.daleks} of 6 Dalek markers are out."),
        *_does(position),
    )) + "\n"  # fmt: skip


def described(position: Position) -> str:
    """Return the position as one paragraph."""
    number, due = awaiting.turn_words(position)
    parts = [f"{number}: {due}.", *awaiting.pending(position), *awaiting.turn_state(position), *track_words(position)]
    for place in position.places:
        zones = "; ".join(zone_line(position, place, zone) for zone in range(max(1, len(place.slots))))
        parts.append(f"{names.place_name(position, place.n)}{_daleks(place)}: {zones}.")
    parts += [" ".join(console_lines(position, seat)) for seat in position.seats]
    return clean(" ".join(parts))


def track_words(position: Position) -> Iterator[str]:
    """Yield sentences about the track: the ship, each TARDIS, the remaining markers."""
    earth = names.roman(track.earth_space(position))
    yield (
        f"From Skaro to Gallifrey are {track.gallifrey(position)} spaces; Earth is space {earth}."
        f" The Dalek Ship is on {names.space_name(position, position.ship)}."
    )
    for seat in position.seats:
        yield f"{names.whose(position, seat)} TARDIS is on {names.space_name(position, position.tardis.get(seat, 0))}."
    spaces = joined([names.roman(space) for space in position.markers])
    yield f"Time Anomaly markers on {spaces}." if spaces else "No Time Anomaly marker is left."


def _daleks(place: Place) -> str:
    many = sum(place.daleks)
    return f", {counted(many, 'Dalek marker')}" if many and len(place.daleks) == 1 else ""


def _place(position: Position, place: Place) -> Iterator[str]:
    yield folded(f"{place.n} {names.place_name(position, place.n)}{_daleks(place)}")
    anomaly = position.box.anomaly.get(place.location)
    if anomaly:
        yield _set_in(anomaly_words(anomaly))
    for zone in range(max(1, len(place.slots))):
        yield _set_in(zone_line(position, place, zone))


def zone_line(position: Position, place: Place, zone: int) -> str:
    """Return a zone in words: its Dilemma, Doctors, Dalek markers on Earth, printed symbols and reward."""
    slot = place.slots[zone] if zone < len(place.slots) else Slot()
    here = [names.seat_doctor(position, seat) for seat in position.seats if position.at.get(seat) == (place.n, zone)]
    face = names.zone_face(position, place.n, zone)
    parts = [f"{names.zone_name(position, place.n, zone)}: {_dilemma(position, slot)}"] if place.slots else []
    parts += [f"{joined(here)} {'are' if len(here) > 1 else 'is'} here"] * bool(here)
    if len(place.daleks) > 1 and zone < len(place.daleks) and place.daleks[zone]:
        parts.append(counted(place.daleks[zone], "Dalek marker"))
    parts += [zone_words(face)] if face else []
    return "; ".join(parts) or "nobody is here"


def _dilemma(position: Position, slot: Slot) -> str:
    if not slot.dilemma:
        return "no Dilemma"
    if slot.dilemma == UNKNOWN:
        return "a Dilemma, face down"
    printed = position.box.dilemma.get(slot.dilemma)
    words = f" ({dilemma_words(printed)})" if printed else ""
    return f"{names.dilemma_name(position, slot.dilemma)}{'' if slot.open else ', face down'}{words}"


@lru_cache(maxsize=4096)
def _set_in(line: str) -> str:
    """Return a text indented below its Location. If it is wrapped, further lines have a deeper indent."""
    return fill(clean(line), WIDE, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)


def _console(position: Position, seat: str) -> Iterator[str]:
    head, *lines = console_lines(position, seat)
    yield folded(head)
    yield from map(_set_in, lines)


def console_lines(position: Position, seat: str) -> Iterator[str]:
    """Yield the lines of a console: seat, tokens and place, Companions, Equipment, hand, used effects."""
    console = position.console(seat)
    hand = position.hands.get(seat, ())
    known = f": {names.known_row(position, hand)}" if any(card != UNKNOWN for card in hand) else ""
    place, zone = position.at.get(seat, (0, 0))
    where = f"at {names.in_zone(position, place, zone)}" if place else "on the console"
    turn = ", has the turn" if seat == position.player and position.step not in ("daleks", "over") else ""
    yield f"{names.seat_doctor(position, seat)}{turn}: {where}; {counted(console.tokens, 'token')}."
    full = [names.companion_name(position, one.companion) for one in console.companions if not one.part_time]
    part = [names.companion_name(position, one.companion) for one in console.companions if one.part_time]
    yield f"Companions: {joined(full) or 'none'}{f'; part-time: {joined(part)}' if part else ''}."
    if console.equipment:
        yield f"Equipment: {names.known_row(position, console.equipment)}."
    yield f"Hand {len(hand)}{known}."
    if used := [_used(position, card, icon) for who, card, icon in position.used if who == seat]:
        yield f"Used this turn: {joined(used)}."


def _used(position: Position, card: str, icon: int) -> str:
    return f"{names.card_name(position, card)}{f' (icon {icon})' if icon else ''}"


def _decks(position: Position) -> Iterator[str]:
    decks = {"timey": "Timey-Wimey", "earth": "Earth Companions", "alien": "Alien Companions"}
    for pile in piles.PILES:
        yield f"{decks.get(pile) or pile.title()} {len(piles.deck(position, pile))}"


def _tray(position: Position, now: Adventure) -> str:
    """Return the Adventure as text: which die meets each symbol, then each die of each pool with its history."""
    lines = ["ADVENTURE"]
    for symbol, name in zip(now.symbols, dice_story.meeting(now), strict=True):
        lines.append(folded(f"{names.symbol_name(symbol)}: {f'met by {name}' if name else 'not met'}"))
    for pool in now.pools:
        lines.append(folded(f"{names.whose(position, pool.seat)} pool: {pool_size(position, now, pool)}"))
        lines += [_set_in(dice_story.die_line(position, die)) for die in tray.dice_left(pool)]
        if gone := dice_story.left_line(pool):
            lines.append(_set_in(gone))
    return "\n".join(lines)


def pool_size(position: Position, now: Adventure, pool: Pool) -> str:
    """Return the number of dice in a pool and its limit: `10 dice, must be cut to 8`, or `8 dice, at most 8`."""
    many = len(tray.dice_left(pool))
    excess = excess_dice(position, now, pool.seat) if now.stage in POOLS else 0
    limit = f"must be cut to {many - excess}" if excess > 0 else f"at most {limit_of(position, now, pool.seat)}"
    return f"{counted(many, 'die', 'dice')}, {limit}"


def _does(position: Position) -> Iterator[str]:
    """Yield the effects of all known cards, by name: on consoles, in known hands, and drawn Locations."""
    seen = [card for seat in position.seats for card in (*on_console(position, seat), *position.hands.get(seat, ()))]
    known = {names.card_name(position, card): card_does(position.box, card) for card in seen if card != UNKNOWN}
    lines = [f"{name}: {does}" for name, does in sorted(known.items()) if does]
    lines += [
        f"{clean(found.name)}: {'; '.join(f'{clean(face.name)}: {zone_words(face)}' for face in found.zones)}"
        for location in position.found if (found := position.box.location.get(location))
    ]  # fmt: skip
    if lines:
        yield "\n".join(("WHAT THE CARDS DO", *map(_set_in, lines)))
