"""How box files are read: the box that ships or a table's own, and an expansion's cards beside it.

`box` says what lies in the box. An expansion file has the same tables of cards and tiles, and no other.
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
"""The files that a table may bring, each with one that ships. Without an expansion there is the box alone."""
_ROWS: Final[Mapping[str, type[msgspec.Struct]]] = {
    "doctor": Doctor, "companion": Companion, "location": Location, "dilemma": Dilemma, "timey": Timey,
    "anomaly": Anomaly,
}  # fmt: skip
"""The tables of rows by id."""
_TABLES: Final = ("setting", "die", "dice", "doctor", "companion", "earth", "location", "dilemma", "timey", "anomaly")
_MOST: Final = 100
"""The most rows of a table."""
_KEPT: Final = (EARTH, "token", "tokens", "help")
"""Words that stand where ids do, with a meaning of their own."""
_FIRST_GAME: Final = 9
"""So many Dilemmas a first game needs: for Earth and three Locations."""


def shipped_file(name: str = "box") -> str:
    """A file of `FILES` as it ships, as TOML."""
    return shipped_text("projections.games.daleks", FILES[name])


def box_of(data: Mapping[str, bytes]) -> Box:
    """The box of a table, of the files that it brings by their names.

    Raises:
        RefusedError: a file does not hold, with the path to the fault and what is allowed; or it is none of `FILES`.
    """
    if unknown := set(data) - set(FILES):
        raise RefusedError(f'data: no file "{min(unknown)[:40]}" is taken; {" and ".join(FILES)} are')
    box = parse_box(data["box"], "box") if "box" in data else SHIPPED
    return parse_expansion(data["expansion"], "expansion", box) if "expansion" in data else box


def parse_box(text: bytes | str, where: str) -> Box:
    """A box from the text of a JSON file, as a session pins it. Raises `RefusedError` as `read_box` does."""
    return read_box(decoded(text, where), where)


def parse_expansion(text: bytes | str, where: str, box: Box) -> Box:
    """A box with the expansion of a JSON file beside it. Raises `RefusedError` as `read_expansion` does."""
    return read_expansion(decoded(text, where), where, box)


def read_box(given: Any, where: str) -> Box:
    """A box from parsed TOML or JSON.

    Raises:
        RefusedError: with the path to the fault in the file `where`, and what is allowed.
    """
    tables = tables_of(given, _TABLES, where)
    for name in _TABLES:
        if name not in tables:
            raise RefusedError(f"{where}: {name}: this table is needed")
    checked = {name: _rows(tables[name], name, where) for name in _ROWS}
    box = row_of(Box, {**tables, **checked}, f"{where}: ")
    refuse_faults((*_faults(box), *_dice(box), *_counts(box)), where)
    return box


def read_expansion(given: Any, where: str, box: Box) -> Box:
    """A box with the cards and tiles of an expansion beside it, from parsed TOML or JSON.

    Raises:
        RefusedError: with the path to the fault in the file `where`, and what is allowed; or an id stands in the box.
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
    """The rows of a table, none under a word that is kept."""
    found = table_of(rows, f"{where}: {table}", _MOST)
    for name in found:
        if name in _KEPT:
            raise RefusedError(f"{where}: {table}.{name}: {', '.join(_KEPT)} have a meaning of their own; another id")
    return found


def _faults(box: Box) -> Faults:
    """What a box, with or without an expansion, has to keep: each path with what is allowed there."""
    yield from ((f"setting.{path}", allowed) for path, allowed in setting_faults(box.setting))
    yield from row_faults(box)
    yield from _twins(box)
    for path, allowed in _of_doctors(box):
        yield f"doctor.{path}", allowed


def _twins(box: Box) -> Faults:
    """Cards and tiles are told apart by id and by name, whatever they are."""
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
    """Each Doctor has a number and a Companion of their own (TOD-REG-02, TOD-SETUP-09)."""
    for field in ("number", "companion"):
        owners: dict[Any, str] = {}
        for name, doctor in box.doctor.items():
            first = owners.setdefault(getattr(doctor, field), name)
            if first != name:
                yield f"{name}.{field}", f"doctor.{first} has this one; each Doctor has a {field} of their own"


def _dice(box: Box) -> Faults:
    """Dice of each colour, with six faces (TOD-COMP-08, TOD-COMP-11)."""
    for colour in COLOURS:
        if len(box.die.get(colour, ())) != 6:
            yield f"die.{colour}", f"{len(box.die.get(colour, ()))} faces; a die has 6"
        if not 1 <= box.dice.get(colour, 0) <= 20:
            yield f"dice.{colour}", f"{box.dice.get(colour, 0)} is not 1 to 20"


def _counts(box: Box) -> Faults:
    """As many cards and tiles as the box is printed with, and enough for a first game.

    Rules:
        TOD-COMP-05 how many of each; TOD-COMP-18 two Companion decks; TOD-FIRST-02 what a first game leaves out.
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
"""The box that ships; a table's own file takes its place."""
