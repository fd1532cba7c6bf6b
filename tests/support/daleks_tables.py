"""Tables of Time of the Daleks for tests: given / when / then in a line each. Julie has the turn unless told so."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace
from table_play import TablePlay

from events.events import Started
from projections.games.daleks.components.box import EARTH, Box
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.game import GAME
from projections.games.daleks.options import Options
from projections.games.daleks.state.piles import cards_of
from projections.games.daleks.state.position import Aboard, Console, Place, Position, Slot
from projections.games.daleks.state.track import first_markers
from replay.chance.fate import SeededChance

JULIE, STEVE, KIM, LEE = "julie", "steve", "kim", "lee"
SEATS: Final = (JULIE, STEVE, KIM, LEE)
DOCTORS: Final = {JULIE: "eleventh", STEVE: "twelfth", KIM: "first", LEE: "fourth"}
TURN: Final = 7
ROUND: Final = 4


def console(text: str = "", tokens: int = 2, doctor: str = "") -> Console:
    """A console as `amy rory jack~ +fez`: Companions (`~` part-time) and Equipment (`+`)."""
    words = text.split()
    companions = tuple(Aboard(word.rstrip("~"), word.endswith("~")) for word in words if not word.startswith("+"))
    return Console(doctor, companions, tuple(word[1:] for word in words if word.startswith("+")), tokens)


def place(number: int, location: str, *dilemmas: str, daleks: Sequence[int] = (0,)) -> Place:
    """A Location in play with its Dilemmas: `sutekh` face up, `~sutekh` or `?` face down, nothing for none."""
    slots = tuple(Slot(name.lstrip("~"), open=bool(name) and name[0] not in "~?") for name in dilemmas)
    return Place(number, location, slots, Place(0, "").daleks if tuple(daleks) == (0,) else tuple(daleks))


def table(
    step: str = "prepare", *, seats: int = 2, consoles: Mapping[str, str] | None = None,
    tokens: Mapping[str, int] | int = 2, hands: Mapping[str, str] | None = None, places: Sequence[Place] = (),
    earth: Sequence[str] = ("~racnoss", "~wire", "~krillitanes"), on_earth: Sequence[int] = (0, 0, 0),
    at: Mapping[str, tuple[int, int]] | None = None, options: Mapping[str, Any] | None = None, box: Box = SHIPPED,
    **more: Any,
) -> Position:  # fmt: skip
    """A table in the middle of Julie's seventh turn, with these consoles, hands and Locations (see `console`, `place`).

    By default every seat has its Doctor, Companion and two tokens, only Earth is in play, and decks hold the rest.
    """
    seated = SEATS[:seats]
    decks_of = dict(more.pop("decks", {}))
    aboard = {seat: console((consoles or {}).get(seat, box.doctor[DOCTORS[seat]].companion)) for seat in seated}
    held = {seat: tuple((hands or {}).get(seat, "").split()) for seat in seated}
    tiles = (place(1, EARTH, *earth, daleks=on_earth), *places)
    purse = dict.fromkeys(seated, tokens) if isinstance(tokens, int) else dict.fromkeys(seated, 2) | dict(tokens)
    used = [
        *(one.companion for each in aboard.values() for one in each.companions),
        *(card for each in aboard.values() for card in each.equipment),
        *(card for row in held.values() for card in row),
        *(name for tile in tiles for name in (tile.location, *(slot.dilemma for slot in tile.slots))),
    ]  # fmt: skip
    decks = {
        pile: tuple(
            decks_of[pile].split() if pile in decks_of else (name for name in cards_of(box, pile) if name not in used)
        )
        for pile in ("timey", "location", "dilemma", "anomaly", "earth", "alien")
    }
    agreed = Options(doctors={seat: DOCTORS[seat] for seat in seated}, **options or {})
    given: dict[str, Any] = {
        "consoles": {seat: aboard[seat].replace(doctor=DOCTORS[seat], tokens=purse[seat]) for seat in seated},
        "hands": held, "places": tiles, "entered": max(tile.n for tile in tiles), "at": dict(at or {}),
        "companion_decks": {"earth": decks["earth"], "alien": decks["alien"]},
        "companion_discards": {"earth": (), "alien": ()},
        **{f"{pile}_deck": decks[pile] for pile in ("timey", "location", "dilemma", "anomaly")}, "ship": 2,
        "tardis": dict.fromkeys(seated, agreed.earth or box.setting.earth), "markers": first_markers(agreed, box),
        "order": seated, "player": JULIE, "turn": TURN, "round": ROUND, "step": step,
    }  # fmt: skip
    return Position(seats=seated, options=agreed, box=box, **{**given, **more})


def box_with(kind: str, name: str, box: Box = SHIPPED, **changes: Any) -> Box:
    """The box with another version of one card or tile."""
    rows = getattr(box, kind)
    return replace(box, **{kind: {**rows, name: replace(rows[name], **changes)}})


def started(seats: int = 2, **options: Any) -> Started:
    return Started("daleks", GAME.meta.rules_number, SEATS[:seats], options)


def begun(seed: int = 1, seats: int = 2, *, chosen: bool = True, **options: Any) -> Position:
    """A table where the first turn has begun; with nothing chosen the seats are still to take their Doctors."""
    given = {"doctors": {seat: DOCTORS[seat] for seat in SEATS[:seats]}, **options} if chosen else options
    return GAME.begin(started(seats, **given), SeededChance(seed))[1]


_TABLE: Final = TablePlay(GAME)
play, lines, refused, against, stood = _TABLE.play, _TABLE.lines, _TABLE.refused, _TABLE.against, _TABLE.stood
