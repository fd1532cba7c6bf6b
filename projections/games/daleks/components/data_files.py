"""Reading box files: the shipped or a custom box, with the cards of an expansion added.

`box` defines the contents. An expansion file has the same tables of cards and tiles, and no other tables.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from events.errors import RefusedError
from projections.card_file import Faults, decoded, refuse_faults, row_of, shipped_text, table_of, tables_of
from projections.games.daleks.components.box import (
    COLOURS,
    EARTH,
    Anomaly,
    Box,
    Companion,
    Dilemma,
    Doctor,
    Location,
    Timey,
)
from projections.games.daleks.components.box_grammar import row_faults, setting_faults
from projections.meta import meta_of

FILES: Final = meta_of("projections.games.daleks").data
"""The shipped data files, which a session can replace. Without an expansion file only the box is used."""
_ROWS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "doctor": Doctor, "companion": Companion, "location": Location, "dilemma": Dilemma, "timey": Timey,
    "anomaly": Anomaly,
}  # fmt: skip
"""The struct for the rows of each table of a box file."""
_TABLES: Final = ("setting", "die", "dice", "doctor", "companion", "earth", "location", "dilemma", "timey", "anomaly")
_MOST: Final = 100
"""The most rows of a table."""
_KEPT: Final = (EARTH, "token", "tokens", "help")
"""Reserved words of the notation, which cannot be ids of cards or tiles."""
_FIRST_GAME: Final = 9
"""The fewest Dilemmas for a first game: for Earth and three Locations."""


def shipped_file(name: str = "box") -> str:
    """Return the TOML text of a shipped file of `FILES`."""
    return shipped_text("projections.games.daleks", FILES[name])


def box_of(data: Mapping[str, bytes]) -> Box:
    """Return the box of a session from its custom files; `data` has the file contents by name.

    Raises:
        RefusedError: a file is not valid, with the path to the fault and what is allowed; or it is not in `FILES`.
    """
    if unknown := set(data) - set(FILES):
        raise RefusedError(f'data: no file "{min(unknown)[:40]}" is taken; {" and ".join(FILES)} are')
    box = parse_box(data["box"], "box") if "box" in data else SHIPPED
    return parse_expansion(data["expansion"], "expansion", box) if "expansion" in data else box


def parse_box(text: bytes | str, where: str) -> Box:
    """Parse a box from the JSON text that a session stores. Raises `RefusedError` as `read_box` does."""
    return read_box(decoded(text, where), where)


def parse_expansion(text: bytes | str, where: str, box: Box) -> Box:
    """Parse an expansion from JSON and add it to a box. Raises `RefusedError` as `read_expansion` does."""
    return read_expansion(decoded(text, where), where, box)


def read_box(given: Any, where: str) -> Box:
    """Return a box from parsed TOML or JSON. Raises RefusedError with the path to a fault in the file `where`."""
    tables = tables_of(given, _TABLES, where)
    for name in _TABLES:
        if name not in tables:
            raise RefusedError(f"{where}: {name}: this table is needed")
    checked = {name: _rows(tables[name], name, where) for name in _ROWS}
    box = row_of(Box, {**tables, **checked}, f"{where}: ")
    refuse_faults((*_faults(box), *_dice(box), *_counts(box)), where)
    return box


def read_expansion(given: Any, where: str, box: Box) -> Box:
    """Return a box with the cards and tiles of an expansion added, from parsed TOML or JSON.

    Raises:
        RefusedError: with the path to the fault in the file `where`, and what is allowed; or the box has an id already.
    """
    tables = tables_of(given, tuple(_ROWS), where)
    more: dict[str, Any] = {}
    for name, kind in _ROWS.items():
        rows = _rows(tables.get(name, {}), name, where)
        for row in rows:
            if row in getattr(box, name):
                raise RefusedError(f"{where}: {name}.{row}: the box has a row of this id already")
        more[name] = getattr(box, name) | {row: row_of(kind, rows[row], f"{where}: {name}.{row}") for row in rows}
    whole = msgspec.structs.replace(box, **more)
    refuse_faults(_faults(whole), where)
    return whole


def _rows(rows: Any, table: str, where: str) -> Mapping[str, Any]:
    """Return the rows of a table. Raises `RefusedError` for an id in `_KEPT`."""
    found = table_of(rows, f"{where}: {table}", _MOST)
    for name in found:
        if name in _KEPT:
            raise RefusedError(f"{where}: {table}.{name}: {', '.join(_KEPT)} have a meaning of their own; another id")
    return found


def _faults(box: Box) -> Faults:
    yield from ((f"setting.{path}", allowed) for path, allowed in setting_faults(box.setting))
    yield from row_faults(box)
    yield from _twins(box)
    for path, allowed in _of_doctors(box):
        yield f"doctor.{path}", allowed


def _twins(box: Box) -> Faults:
    """Yield ids and names that occur twice; they must be unique across all tables."""
    ids: dict[str, str] = {}
    names = {box.earth.name.casefold(): EARTH}
    for table in _ROWS:
        for name, row in getattr(box, table).items():
            if (first := ids.setdefault(name, table)) != table:
                yield f"{table}.{name}", f"{first}.{name} has this id; each card and tile has its own"
            first = names.setdefault(row.name.casefold(), f"{table}.{name}")
            if first != f"{table}.{name}":
                yield f"{table}.{name}.name", f"{first} has this name; each card and tile has its own"


def _of_doctors(box: Box) -> Faults:
    """Yield faults of Doctors: each has a unique number and Companion (TOD-REG-02, TOD-SETUP-09)."""
    for field in ("number", "companion"):
        owners: dict[Any, str] = {}
        for name, doctor in box.doctor.items():
            first = owners.setdefault(getattr(doctor, field), name)
            if first != name:
                yield f"{name}.{field}", f"doctor.{first} has this one; each Doctor has a {field} of their own"


def _dice(box: Box) -> Faults:
    """Yield faults of the dice: all colours, with six faces (TOD-COMP-08, TOD-COMP-11)."""
    for colour in COLOURS:
        if len(box.die.get(colour, ())) != 6:
            yield f"die.{colour}", f"{len(box.die.get(colour, ()))} faces; a die has 6"
        if not 1 <= box.dice.get(colour, 0) <= 20:
            yield f"dice.{colour}", f"{box.dice.get(colour, 0)} is not 1 to 20"


def _counts(box: Box) -> Faults:
    """Yield faults of the numbers of cards and tiles, including those for a first game.

    Rules:
        TOD-COMP-05: the number of each. TOD-COMP-18: two Companion decks. TOD-FIRST-02: cards left out of a first game.
    """
    decks = Counter(companion.deck for companion in box.companion.values())
    for table, what, count, asked in (
        ("doctor", "Doctors", len(box.doctor), 4),
        ("companion", "Companions of the deck earth", decks["earth"], 15),
        ("companion", "Companions of the deck alien", decks["alien"], 12),
        ("location", "Locations", len(box.location), 20),
        ("dilemma", "Dilemmas", len(box.dilemma), 25),
        ("timey", "Timey-Wimey cards", len(box.timey), 30),
        ("anomaly", "Time Anomalies", len(box.anomaly), 8),
    ):
        if count != asked:
            yield table, f"{count} {what}; there are {asked} (TOD-COMP-05)"
    if sum(not dilemma.later for dilemma in box.dilemma.values()) < _FIRST_GAME:
        yield "dilemma", f"{_FIRST_GAME} at least are not for later: a first game needs them (TOD-FIRST-02)"


@cache
def _shipped() -> Box:
    return read_box(tomllib.loads(shipped_file()), FILES["box"])


SHIPPED: Final = _shipped()
"""The shipped box, used if a session has no custom file."""
