"""The names of seats, Doctors, cards, tiles, zones, spaces of the track, symbols and dice."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from events.events import UNKNOWN
from projections.games.daleks.components.box import COLOURS, EARTH, SYMBOLS, ZoneFace
from projections.games.daleks.state import track, tray
from projections.games.daleks.state.position import Position
from projections.wording import clean, counted, joined, titled

CODES: Final[Mapping[str, str]] = {
    "running": "Ru", "cunning": "Cu", "diplomacy": "Di", "tactics": "Ta", "science": "Sc", "strength": "St",
}  # fmt: skip
"""The two-letter code of each symbol."""
CONDITIONS: Final[Mapping[str, str]] = {
    "fixed-point": "Fixed Point", "time-locked": "Time Locked", "time-breach": "Time Breach",
}  # fmt: skip
DICE_LETTERS: Final[Mapping[str, str]] = {colour: letter for letter, colour in tray.LETTERS.items()}
"""The letter of each colour of dice."""
_ROMAN: Final = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_LONGEST: Final = 400
"""Spaces from this number on are shown in digits."""


def seat_name(_position: Position, seat: str) -> str:
    """Return the display name of a seat: `julie` becomes `Julie`."""
    return titled(seat) or "Nobody"


def whose(position: Position, seat: str) -> str:
    """Return the possessive of a seat: `Julie's`."""
    return f"{seat_name(position, seat)}'s"


def seat_doctor(position: Position, seat: str) -> str:
    """Return a seat with its current Doctor: `Julie (Eleventh Doctor)`."""
    doctor = position.console(seat).doctor
    return f"{seat_name(position, seat)} ({doctor_name(position, doctor)})" if doctor else seat_name(position, seat)


def doctor_name(position: Position, doctor: str) -> str:
    """Return the printed name of a Doctor."""
    found = position.box.doctor.get(doctor)
    return clean(found.name) if found else titled(doctor) or "no Doctor"


def companion_name(position: Position, companion: str) -> str:
    """Return the printed name of a Companion."""
    found = position.box.companion.get(companion)
    return clean(found.name) if found else _other(companion, "a Companion")


def card_name(position: Position, card: str) -> str:
    """Return the printed name of a Timey-Wimey card, Companion, Doctor, Time Anomaly or Dilemma."""
    box = position.box
    found = box.timey.get(card) or box.companion.get(card) or box.doctor.get(card)
    found_tile = box.anomaly.get(card) or box.dilemma.get(card)
    printed = found or found_tile
    return clean(printed.name) if printed else _other(card, "a card")


def the_card(position: Position, card: str) -> str:
    """Return the printed name of a card for a sentence: `the Eleventh Doctor`, `Fez`."""
    return f"{'the ' if card in position.box.doctor else ''}{card_name(position, card)}"


def dilemma_name(position: Position, dilemma: str) -> str:
    """Return the printed name of a Dilemma."""
    found = position.box.dilemma.get(dilemma)
    return clean(found.name) if found else _other(dilemma, "a Dilemma")


def anomaly_name(position: Position, anomaly: str) -> str:
    """Return the printed name of a Time Anomaly."""
    found = position.box.anomaly.get(anomaly)
    return clean(found.name) if found else _other(anomaly, "a Time Anomaly")


def location_name(position: Position, location: str) -> str:
    """Return the printed name of a Location, or of an anomaly that acts as one."""
    if location == EARTH:
        return clean(position.box.earth.name)
    found = position.box.location.get(location) or position.box.anomaly.get(location)
    return clean(found.name) if found else _other(location, "a Location")


def _other(ident: str, noun: str) -> str:
    """Return words for an id that is not in the box: `noun` for an unknown card, else the id as a title."""
    return noun if ident in (UNKNOWN, "") else titled(ident) or noun


def place_name(position: Position, number: int) -> str:
    """Return the name of a Location in play, with its number if another in play has the same name."""
    place = position.place(number)
    if place is None:
        return f"Location {number}" if number else "the console"
    name = location_name(position, place.location)
    twin = any(other.n != number and location_name(position, other.location) == name for other in position.places)
    return f"{name} #{number}" if twin else name


def zone_face(position: Position, number: int, zone: int) -> ZoneFace | None:
    """Return the printed face of a zone of a Location in play; None for an anomaly or an unknown tile."""
    place = position.place(number)
    if place is None:
        return None
    printed = position.box.earth if place.location == EARTH else position.box.location.get(place.location)
    return printed.zones[zone] if printed and 0 <= zone < len(printed.zones) else None


def zone_name(position: Position, number: int, zone: int) -> str:
    """Return the printed name of a zone."""
    face = zone_face(position, number, zone)
    return clean(face.name) if face else f"zone {zone + 1}"


def in_zone(position: Position, number: int, zone: int) -> str:
    """Return the words for a zone and its Location, `Earth Past`, `The Capitol (Gallifrey)`, or an anomaly's name."""
    place, name = place_name(position, number), zone_name(position, number, zone)
    found = position.place(number)
    if found is None or found.location in position.box.anomaly:
        return place
    if found.location == EARTH:
        return f"{place} {name}"
    printed = position.box.location.get(found.location)
    return name if printed and name in printed.name.split(" / ") else f"{name} ({place})"


_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """Return a small number as an ordinal in figures, such as 4th."""
    return f"{number}{_ENDINGS.get(number, 'th')}"


@lru_cache(maxsize=256)
def roman(number: int) -> str:
    """Return a number in Roman numerals, or in digits if it is out of range."""
    if not 0 < number < _LONGEST:
        return str(number)
    found = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        found += letters * count
    return found


def space_name(position: Position, space: int) -> str:
    """Return the name of a space of the track: `Skaro`, `space IV (Earth)`, `space VIII`, `Gallifrey`."""
    if space == track.SKARO:
        return "Skaro"
    if space == track.gallifrey(position):
        return "Gallifrey"
    return f"space {roman(space)}{' (Earth)' if space == track.earth_space(position) else ''}"


def symbol_name(symbol: str) -> str:
    """Return the name of a symbol."""
    return titled(symbol) or "nothing"


def symbols_row(symbols: Iterable[str]) -> str:
    """Return symbols as a list for a sentence, with counts: `2 Tactics, Cunning and Science`."""
    counts = Counter(symbols)
    return joined([f"{n} {symbol_name(one)}" if n > 1 else symbol_name(one) for one, n in counts.items()]) or "nothing"


def dice_names(names: Iterable[str]) -> str:
    """Return dice as a list for a sentence, by colour: `black B1 and B2, green G1`."""
    rows: dict[str, list[str]] = {}
    for name in names:
        rows.setdefault(tray.colour_of(name), []).append(clean(name))
    return ", ".join(f"{colour} {joined(row)}" for colour, row in rows.items()) or "no dice"


def known_row(position: Position, cards: Iterable[str], noun: str = "unknown card") -> str:
    """Return cards as a list, unknown ones last: `Fez, K-9 and 2 unknown cards`."""
    counts = Counter(cards)
    hidden = counts.pop(UNKNOWN, 0)
    words = [f"{n} {card_name(position, card)}" if n > 1 else card_name(position, card) for card, n in counts.items()]
    return joined([*words, *[counted(hidden, noun)] * bool(hidden)])


def pile_name(position: Position, pile: str) -> str:
    """Return the name of a pile for a sentence."""
    kind, _, seat = pile.partition("-")
    if kind == "hand" and seat:
        return f"{whose(position, seat)} hand"
    known = {
        "earth": "Earth Companion deck", "alien": "Alien Companion deck", "location": "Location deck",
        "dilemma": "Dilemma deck", "anomaly": "Time Anomaly deck", "timey": "Timey-Wimey deck",
    }  # fmt: skip
    return f"the {known.get(pile) or clean(pile) or 'deck'}"


def codes_row(symbols: Iterable[str]) -> str:
    """Return symbols as a text of two-letter codes, in the order of a black die."""
    counts = Counter(symbols)
    unknown = [UNKNOWN] * counts[UNKNOWN]
    return " ".join([CODES[symbol] for symbol in SYMBOLS for _ in range(counts[symbol])] + unknown) or "none"


def counts_words(counts: Mapping[str, int]) -> str:
    """Return a text of the number of dice of each colour, in the order of the colours: `5B 2U`."""
    return " ".join(f"{counts[colour]}{DICE_LETTERS[colour]}" for colour in COLOURS if counts.get(colour)) or "0"
