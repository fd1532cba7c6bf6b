"""The box that ships: counts, shapes and printed values; what is refused in a table's own box and expansion."""

import copy
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any, Final, get_args

import msgspec
import pytest

from events.errors import RefusedError
from projections.games.daleks.components.box import (
    COLOURS,
    SYMBOLS,
    Ability,
    Condition,
    Icon,
    Part,
    Provenance,
    Setting,
)
from projections.games.daleks.components.box_grammar import link_names
from projections.games.daleks.components.data_files import (
    FILES,
    SHIPPED,
    box_of,
    parse_box,
    parse_expansion,
    read_box,
    read_expansion,
    shipped_file,
)
from projections.games.daleks.game import GAME
from replay.live.data_files import read_own_data

EXPANDED: Final = read_expansion(tomllib.loads(shipped_file("expansion")), "expansion", SHIPPED)
ZONES: Final = [zone for location in SHIPPED.location.values() for zone in location.zones]
EVERYTHING: Final[list[Any]] = [
    *SHIPPED.doctor.values(), *SHIPPED.companion.values(), SHIPPED.earth, *SHIPPED.location.values(),
    *SHIPPED.dilemma.values(), *SHIPPED.timey.values(), *SHIPPED.anomaly.values(),
]  # fmt: skip


def test_the_number_of_cards_doctors_and_dice() -> None:
    """TOD-COMP-08, TOD-COMP-11, TOD-COMP-12."""
    decks = Counter(companion.deck for companion in SHIPPED.companion.values())
    assert decks == {"earth": 15, "alien": 12}
    assert [
        len(table) for table in (SHIPPED.doctor, SHIPPED.location, SHIPPED.dilemma, SHIPPED.timey, SHIPPED.anomaly)
    ] == [4, 20, 25, 30, 8]
    assert {name: doctor.number for name, doctor in SHIPPED.doctor.items()} == {
        "first": 1, "fourth": 4, "eleventh": 11, "twelfth": 12,
    }  # fmt: skip
    assert SHIPPED.dice == {"black": 8, "green": 3, "blue": 3, "red": 3}
    assert {colour: Counter(faces) for colour, faces in SHIPPED.die.items()} == {
        "black": dict.fromkeys(SYMBOLS, 1), "green": {"running": 3, "diplomacy": 2, "tactics": 1},
        "blue": {"science": 3, "cunning": 2, "diplomacy": 1}, "red": {"strength": 3, "tactics": 2, "science": 1},
    }  # fmt: skip
    assert set(SHIPPED.die) == set(COLOURS)


def test_the_provenance_of_the_settings() -> None:
    setting = SHIPPED.setting
    assert (setting.markers, setting.first_markers) == ((6, 9, 12, 15), (8, 11, 14))
    assert (setting.gallifrey, setting.earth, setting.choose_faces) == (18, 4, 3)
    assert (setting.equipment_slots, setting.companion_spaces) == (2, 3)
    told = {field for field in Setting.__struct_fields__ if field != "provenance"}
    dice = {"dice", *(f"die.{colour}" for colour in COLOURS)}
    assert set(setting.provenance) == told | dice | {"later"}
    assert {name for name, origin in setting.provenance.items() if origin == "stand-in"} == {
        "gallifrey", "earth", "choose_faces", "equipment_slots", "later",
    }  # fmt: skip
    assert msgspec.structs.replace(setting, provenance={}) == Setting()


def test_symbols_of_zones() -> None:
    """TOD-COMP-03."""
    assert Counter(len(zone.symbols) for zone in ZONES) == {2: 10, 3: 20, 4: 10}
    for zone in ZONES:
        steps = sum(part.amount for part in zone.reward if part.does == "tardis")
        assert steps == (2 if len(zone.symbols) == 4 else 1), zone.name
    assert len(SHIPPED.earth.zones) == 3
    assert {len(location.zones) for location in SHIPPED.location.values()} == {2}


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_symbols_occur_about_equally_often(symbol: str) -> None:
    assert 18 <= sum(zone.symbols.count(symbol) for zone in ZONES) <= 22
    assert 8 <= sum(dilemma.symbols.count(symbol) for dilemma in SHIPPED.dilemma.values()) <= 9


def test_symbols_conditions_and_costs_of_dilemmas() -> None:
    counts = Counter(len(dilemma.symbols) for dilemma in SHIPPED.dilemma.values())
    assert counts == {1: 6, 2: 13, 3: 6}
    conditions = Counter(chain.from_iterable(dilemma.conditions for dilemma in SHIPPED.dilemma.values()))
    assert conditions == dict.fromkeys(get_args(Condition), 4)
    assert sum(len(dilemma.fail) > 1 for dilemma in SHIPPED.dilemma.values()) == 6
    steps = [
        min(sum(part.amount for part in option if part.does == "ship") for option in dilemma.fail)
        for dilemma in SHIPPED.dilemma.values()
    ]
    assert 1.2 <= sum(steps) / len(steps) <= 1.3
    assert max(steps) == 3
    assert sum(dilemma.later for dilemma in SHIPPED.dilemma.values()) == 5
    assert sum(anomaly.later for anomaly in SHIPPED.anomaly.values()) == 3


def test_timey_wimey_cards_and_anomalies() -> None:
    """TOD-ANOM-05, TOD-ATASK-02, TOD-ATASK-03."""
    cards = SHIPPED.timey.values()
    assert Counter(card.type for card in cards) == {"equipment": 8, "event": 14, "transfer": 8}
    assert Counter(card.price for card in cards) == {0: 10, 1: 10, 2: 7, 3: 3}
    assert {card.timing for card in cards} == {"anytime", "prepare", "adventure", "any-adventure"}
    assert Counter(anomaly.type for anomaly in SHIPPED.anomaly.values()) == {"location": 3, "task": 3, "instant": 2}
    tasks = [anomaly for anomaly in SHIPPED.anomaly.values() if anomaly.type == "task"]
    assert sorted((anomaly.prison, anomaly.tasks) for anomaly in tasks) == [("", 2), ("", 3), ("green", 0)]
    assert {len(anomaly.symbols) for anomaly in SHIPPED.anomaly.values() if anomaly.type == "location"} == {5}


def test_the_vocabulary_is_used() -> None:
    icons = [icon for each in EVERYTHING for icon in getattr(each, "icons", ())]
    assert {icon.does for icon in icons} == {"add", "focus", "reroll", "change"}
    assert {icon.mode for icon in icons} == {"number", "any", "all"}
    assert any(icon.does == "focus" and len(icon.colours) == 2 for icon in icons)
    text = shipped_file()
    for word in get_args(msgspec.structs.fields(Part)[0].type):
        assert f'does = "{word}"' in text, word
    for rule in ("no-help", "no-links", "pool-one-less", "one-token"):
        assert f'rule = "{rule}"' in text


def test_each_companion_helps_with_dice() -> None:
    for name, companion in SHIPPED.companion.items():
        added = sum(icon.amount for icon in companion.icons if icon.does == "add")
        assert 1 <= added <= 2, name
        if companion.provenance == "stand-in":
            does = {icon.does for icon in companion.icons}
            assert {"add", "focus"} < does, name
    assert {each.provenance for each in EVERYTHING} == set(get_args(Provenance)) - {"expansion"}
    assert all(not each.unknown for each in EVERYTHING if each.provenance == "stand-in")
    attested = Counter(each.provenance for each in EVERYTHING)
    assert attested == {"rulebook": 24, "one-source": 6, "stand-in": 85}


def test_links_of_each_kind() -> None:
    for rows in (
        SHIPPED.doctor.values(),
        SHIPPED.companion.values(),
        ZONES,
        SHIPPED.earth.zones,
        SHIPPED.dilemma.values(),
    ):
        assert any(row.links for row in rows)
    assert link_names(SHIPPED.companion) - set(SHIPPED.companion) == {"unit", "paternoster"}
    assert {name for name, each in SHIPPED.companion.items() if "unit" in each.groups} == {
        "kate-stewart", "brigadier", "osgood",
    }  # fmt: skip


def dice(*given: tuple[int, str]) -> tuple[Icon, ...]:
    return tuple(Icon("add", (colour,), amount) for amount, colour in given)  # type: ignore[arg-type]  # colours


def test_the_doctors_and_their_companions() -> None:
    first, fourth, eleventh, twelfth = SHIPPED.doctor.values()
    others, focus = SHIPPED.companion, {colour: Icon("focus", (colour,)) for colour in COLOURS}
    susan, sarah = others["susan"], others["sarah-jane"]
    assert first.ability == Ability("travel", (Part("cards"),), skip_roll=True)
    assert (first.companion, first.links, "icons" in first.unknown) == ("susan", ("susan",), True)
    assert (susan.deck, susan.links, "icons" in susan.unknown) == ("alien", ("barbara",), True)
    assert susan.ability == Ability("prepare", (Part("tokens"),), doctors=(1,))
    assert fourth.icons[-1] == Icon("reroll", ("green", "blue", "red"))
    assert (fourth.companion, fourth.provenance) == ("sarah-jane", "one-source")
    assert sarah.icons[-3:] == (focus["green"], focus["green"], Icon("reroll", ("green",)))
    assert sarah.ability == Ability("prepare", (Part("cards"),), doctors=(3, 4))
    assert eleventh.icons == (*dice((4, "black"), (1, "blue")), Icon("reroll", ("black",), 2, name="Bow Tie"))
    assert (eleventh.companion, eleventh.provenance, eleventh.unknown) == ("amy", "rulebook", ())
    changes = Icon("change", ("green",), symbol="diplomacy")
    assert others["amy"].icons == (*dice((1, "green")), focus["green"], changes)
    assert (others["rory"].icons, others["rory"].deck) == ((*dice((1, "blue")), focus["blue"]), "earth")
    assert twelfth.icons[-1] == Icon("reroll", ("black",), 2, name="Electric Guitar")
    assert twelfth.companion == "clara"
    assert others["clara"].icons == (*dice((1, "green"), (1, "red")), focus["blue"])
    assert (others["barbara"].deck, others["barbara"].links) == ("earth", ("ian",))
    assert [name for name, companion in others.items() if companion.no_hats] == ["river-song"]


def test_known_locations_and_dilemmas() -> None:
    express, mars = SHIPPED.location["orient-express"], SHIPPED.location["mars"]
    assert express.name == "The Orient Express / The Aristotle"
    assert [zone.name for zone in express.zones] == ["The Orient Express", "The Aristotle"]
    assert [{part.does: part.amount for part in zone.reward} for zone in (express.zones[0], *mars.zones)] == [
        {"tokens": 1, "cards": 2, "tardis": 2}, {"tardis": 1, "tokens": 1, "cards": 1},
        {"tardis": 2, "tokens": 2, "cards": 1},
    ]  # fmt: skip
    assert [zone.name for zone in mars.zones] == ["Mars Past", "Mars Future"]
    assert SHIPPED.location["gallifrey"].name == "Gallifrey"
    assert [zone.name for zone in SHIPPED.earth.zones] == ["Past", "Present", "Future"]
    for name, conditions, fail in (
        ("silence", (), ((Part("ship", 3),),)), ("cybermen", (), ((Part("pay-cards", 2),), (Part("ship", 2),))),
        ("impossible-astronaut", ("fixed-point",), ((Part("pay-cards", 2), Part("ship", 2)),)),
        ("teller", ("time-locked",), ((Part("discard-companion"), Part("ship", 2)),)),
    ):  # fmt: skip
        assert (SHIPPED.dilemma[name].conditions, SHIPPED.dilemma[name].fail) == (conditions, fail)
    assert [SHIPPED.dilemma[name].name for name in ("sutekh", "weeping-angels")] == ["Sutekh", "The Weeping Angels"]


def test_known_timey_wimey_cards_and_anomalies() -> None:
    cards = SHIPPED.timey
    for name, kind, timing, parts in (
        ("library-card", "equipment", "prepare", (Part("pay-tokens"), Part("trade"))),
        ("fish-fingers", "event", "any-adventure", ()), ("tune-up", "transfer", "prepare", (Part("swap"),)),
    ):  # fmt: skip
        assert (cards[name].type, cards[name].timing, cards[name].parts) == (kind, timing, parts)
    assert (cards["fez"].type, cards["fez"].icons, cards["fez"].hat) == ("equipment", dice((1, "black")), True)
    assert (cards["k-9"].price, cards["k-9"].icons) == (1, (Icon("add", ("black", "green", "blue", "red")),))
    assert cards["timescoop"].provenance == "rulebook"
    dalek, destiny = SHIPPED.anomaly["into-the-dalek"], SHIPPED.anomaly["destiny-of-the-daleks"]
    assert dalek.toll == ((Part("pay-tokens", 2),), (Part("pay-cards"),))
    assert dalek.reward == (Part("ship", -1), Part("tardis", 2))
    assert (dalek.type, dalek.fail, dalek.unknown) == ("location", ((Part("ship"),),), ("symbols",))
    assert (destiny.type, destiny.prison, destiny.wanted) == ("task", "green", ("running", "diplomacy"))
    assert SHIPPED.anomaly["time-of-the-doctor"].effect == (
        Part("regenerate"), Part("dismiss-companion", each=True), Part("cards", each=True),
        Part("tokens", 2, each=True), Part("redraw"),
    )  # fmt: skip


def test_the_shipped_files_and_the_expansion() -> None:
    assert "captain-jack" not in SHIPPED.companion
    jack = EXPANDED.companion["captain-jack"]
    red = Icon("focus", ("red",))
    assert jack.icons == (*dice((1, "red")), red, red, Icon("reroll", ("red",), mode="all"))
    assert (jack.deck, jack.provenance) == ("alien", "expansion")
    brought = msgspec.json.encode(tomllib.loads(shipped_file("expansion")))
    assert box_of({"expansion": brought}) == EXPANDED
    assert set(EXPANDED.companion) - set(SHIPPED.companion) == {"captain-jack", "adric", "nyssa", "tegan", "martha"}
    assert EXPANDED.dilemma == SHIPPED.dilemma
    assert set(FILES) == {"box", "expansion"}
    assert box_of({}) is SHIPPED
    assert box_of({"box": msgspec.json.encode(tomllib.loads(shipped_file()))}) == SHIPPED


FILE: Final[dict[str, Any]] = tomllib.loads(shipped_file())
MORE: Final[dict[str, Any]] = tomllib.loads(shipped_file("expansion"))
TOO_LONG: Final = "x" * 61
ADD: Final = {"does": "add", "colours": ["red"]}
JACK: Final = "companion.captain-jack"


def changed(file: Mapping[str, Any], path: str, value: Any) -> Any:
    """A file in which one place holds something else; None takes it out."""
    found = copy.deepcopy(dict(file))
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = found
    for step in way:
        place = place.setdefault(step, {}) if isinstance(place, dict) else place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return found


def refused(file: Mapping[str, Any], path: str, value: Any) -> str:
    with pytest.raises(RefusedError) as caught:
        read_box(changed(file, path, value), "mine.toml")
    return str(caught.value)


def fault(path: str, says: str) -> str:
    """How a fault is said: the file, and the path to the fault unless `says` begins with another one."""
    at = re.sub(r"[.]([0-9]+)", r"[\1]", path) if says[0] in ":[" else ""
    return f"mine.toml: {at}{says}"


SHAPES: Final[list[tuple[str, Any, str]]] = [
    ("colour", {}, "'colour': the tables are setting, die, dice"), ("location", None, ": this table is needed"),
    ("die", None, ": this table is needed"), ("setting", [], ": a table of fields is needed"),
    ("setting.gallifrey", "far", ": a whole number, not far"),
    ("setting.gallifrey", True, ": a whole number, not True"), ("setting.skaro", 0, ": the fields are gallifrey,"),
    ("die.black.0", "jumping", ": one of cunning, diplomacy"),
    ("die.white", ["running"], "die: white: one of black, blue, green"), ("dice.black", "8", ": a whole number, not 8"),
    ("doctor", [], ": a table of rows by id is needed"), ("doctor.first", "Hartnell", ": a table of fields is needed"),
    ("doctor.first.name", None, ": this field is needed: a text"),
    ("doctor.first.icons", None, ": this field is needed: a list"),
    ("doctor.first.hat", True, ": the fields are name, number"),
    ("doctor.first.ability", "wise", ": a table of fields is needed"),
    ("doctor.first.ability.when", "never", ": one of prepare, travel, not never"),
    ("doctor.first.icons.0.does", "win", ": one of add, change, focus, reroll"),
    ("doctor.first.icons.0.colours", "red", ": a list of at most 16 is needed"),
    ("doctor.first.icons.0.colours.0", "pink", ": one of black, blue, green, red"),
    ("companion.amy.deck", "moon", ": one of alien, earth, not moon"),
    ("companion.AMY", {}, "companion.'AMY': an id is small letters, digits and"),
    ("companion.am\u00fd", {}, "companion.'am\\xfd': an id is"),
    ("companion." + "a" * 33, {}, "companion.'" + "a" * 33 + "': an id is small letters"),
    ("companion.token", {}, ": earth, token, tokens, help have a"),
    ("location.earth", {}, ": earth, token, tokens, help have a"), ("earth.zones.0.reward.0.does", "fame", ": one of"),
    ("dilemma.sutekh.fail.0.0.amount", 1.5, ": a whole number, not 1.5"),
    ("dilemma.sutekh.fail.0", {}, ": a list of at most 16 is needed"),
    ("dilemma.sutekh.conditions", ["locked"], "[0]: one of fixed-point, time-breach"),
    ("timey.fez.hat", 1, ": true or false, not 1"), ("timey.fez.type", "hat", ": one of equipment, event, transfer"),
    ("anomaly.stolen-earth.rule", "no-fun", ": one of"),
    ("companion.clara.provenance", "heard", ": one of expansion, one-source"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "says"), SHAPES)
def test_refuses_a_wrong_shape(path: str, value: Any, says: str) -> None:
    assert fault(path, says) in refused(FILE, path, value)


RULES: Final[list[tuple[str, Any, str]]] = [
    ("timey.fez", None, "timey: 29 Timey-Wimey cards; there are 30 (TOD-COMP-05)"),
    ("dilemma.wire", None, "dilemma: 24 Dilemmas; there are 25"),
    ("location.karn", None, "location: 19 Locations; there are 20"),
    ("anomaly.day-of-the-daleks", None, "anomaly: 7 Time Anomalies; there are 8"),
    ("doctor.twelfth", None, "doctor: 3 Doctors; there are 4"),
    ("companion.leela", None, "companion: 11 Companions of the deck alien"),
    ("companion.leela.deck", "earth", "companion: 16 Companions of the deck earth"),
    ("setting.gallifrey", 61, ": 61 is not 2 to 60"), ("setting.earth", 18, ": 18 is not 1 to 17"),
    ("setting.choose_faces", 7, ": 7 is not 0 to 6"), ("setting.equipment_slots", -1, ": -1 is not 0 to 6"),
    ("setting.companion_spaces", 0, ": 0 is not 1 to 6"),
    ("setting.markers", [1, 2, 3, 4, 5, 6], ": 6 markers; there are 5 (TOD-COMP-09)"),
    ("setting.markers", [6, 6], "[1]: a space between Skaro and"),
    ("setting.first_markers", [18], "[0]: a space between"),
    ("setting.provenance.colour", "rulebook", ": one of gallifrey,"),
    ("die.red", ["strength"] * 5, ": 5 faces; a die has 6"), ("die.blue", None, ": 0 faces; a die has 6"),
    ("dice.green", 0, ": 0 is not 1 to 20"), ("dice.green", None, ": 0 is not 1 to 20"),
    ("doctor.first.name", TOO_LONG, ": 1 to 60 printed characters"),
    ("companion.ace.name", "", ": 1 to 60 printed characters"),
    ("companion.ace.name", " Ace", ": 1 to 60 printed characters"),
    ("companion.ace.name", 'Ace "McShane"', ": 1 to 60 printed characters"),
    ("location.karn.zones.0.name", "A\nB", ": 1 to 60 printed characters"),
    ("location.karn.zones.1.name", "the temple", ": each zone of a Location has a name"),
    ("companion.ace.name", "bill potts", ": companion.bill has this name"),
    ("dilemma.wire.name", "EARTH", ": earth has this name"),
    ("timey.ace", {**FILE["timey"]["fez"], "name": "Nitro-9"}, ": companion.ace has this id"),
    ("doctor.first.icons", [{"does": "focus", "colours": ["red"]}], ": a Doctor has dice"),
    ("companion.ace.icons", [], ": a Companion does something"),
    ("companion.ace.icons.0.colours", [], ": one colour, or several different"),
    ("companion.ace.icons.0.colours", ["red", "red"], ": one colour, or several"),
    ("companion.ace.icons.0.amount", 0, ": 0 is not 1 to 8"), ("companion.ace.icons.0.amount", 9, ": 9 is not 1 to 8"),
    ("companion.ace.icons.0.mode", "all", ": only reroll takes any or all"),
    ("companion.ace.icons.0.symbol", "running", ": change needs it, and nothing else"),
    ("companion.ace.icons.0.price", 1, ": dice of the starting pool have no"),
    ("companion.ace.icons.0.name", TOO_LONG, ": 1 to 60 printed characters"),
    ("companion.ace.icons.1.colours", ["black"], ": focus swaps a black die"),
    ("companion.ace.icons.1.amount", 2, ": 2 is not 1 or left out here"),
    ("companion.ace.icons.2.amount", 2, ": 2 is not 1 or left out here"),
    ("companion.ace.icons.2.price", 6, ": 6 is not 0 to 5"), ("companion.amy.icons.2.symbol", "", ": change needs it"),
    ("timey.geronimo.icons.0.price", 1, ": the card has a price, not its"),
    ("timey.second-thoughts.icons.0.mode", "any", "timey.second-thoughts.icons[0].does: on a card"),
    ("doctor.first.number", 0, ": 0 is not 1 to 99"), ("doctor.fourth.number", 1, ": doctor.first has this one"),
    ("doctor.fourth.companion", "susan", ": doctor.first has this one"),
    ("doctor.first.companion", "nobody", ": there is no Companion 'nobody'"),
    ("doctor.first.links", ["torchwood"], "[0]: there is no Companion and no group"),
    ("doctor.first.links", ["susan", "susan"], "[1]: susan stands twice"),
    ("companion.ace.links", ["ace"], "[0]: a Link is to another Companion"),
    ("companion.ace.groups", ["The Kids"], "[0]: a group is small letters"),
    ("companion.ace.groups", ["unit", "unit"], "[1]: a group is small letters"),
    ("companion.ace.groups", ["rose"], "[0]: rose is a Companion"),
    ("doctor.first.ability.doctors", [1], ": only a Companion's ability"),
    ("doctor.first.ability.skip_roll", False, ": true with when = travel"),
    ("companion.susan.ability.parts", [], ": an ability does something"),
    ("companion.susan.ability.doctors", [0], "[0]: the number of a Doctor"),
    ("companion.susan.ability.parts.0.does", "swap", ": swap is not for here"),
    ("earth.zones", FILE["earth"]["zones"][:2], ": 2 zones; Earth has 3 (TOD-COMP-02)"),
    ("location.karn.zones", FILE["earth"]["zones"], ": 3 zones; a Location has 2 (TOD-COMP-03)"),
    ("location.karn.zones.0.symbols", [], ": 0 symbols; 1 to 8 are allowed"),
    ("location.karn.zones.0.reward", [], ": a zone has a reward"),
    ("location.karn.zones.0.reward.0.does", "pay-cards", ": pay-cards is not for"),
    ("location.karn.zones.0.links", ["kasterborous"], "[0]: there is no Companion"),
    ("dilemma.wire.symbols", [], ": 0 symbols; 1 to 8 are allowed"),
    ("dilemma.wire.symbols", ["running"] * 9, ": 9 symbols; 1 to 8 are allowed"),
    ("dilemma.wire.fail", [], ": a Dilemma has a fail cost (TOD-FAIL-05)"),
    ("dilemma.wire.fail", [[]], "[0]: an option has one part at least"),
    ("dilemma.wire.fail", FILE["dilemma"]["wire"]["fail"] * 4, ": 4 options; at most 3"),
    ("dilemma.wire.fail.0.0.amount", 0, ": 0 is not -9 to 9, and not 0"),
    ("dilemma.wire.fail.0.0.does", "redraw", ": redraw is not for here"),
    ("dilemma.rani.fail.0.0.amount", 2, ": regenerate has no amount"),
    ("dilemma.rani.fail.0.0.each", True, ": regenerate does not happen to each"),
    ("dilemma.wire.conditions", ["time-locked"] * 2, "[1]: time-locked stands twice"),
    ("timey.fez.price", 6, ": 6 is not 0 to 5"), ("timey.fez.timing", "prepare", ": with dice icons on a card of the"),
    ("timey.run.timing", "anytime", ": with dice icons on a card of the"),
    ("timey.run.hat", True, ": only equipment is worn"),
    ("timey.jelly-babies.parts", [], "timey.jelly-babies.icons: a card does something"),
    ("timey.jelly-babies.parts.0.amount", 6, ": 6 is not 1 to 5"),
    ("timey.jelly-babies.parts.0.does", "trade", ": trade is not for here"),
    ("timey.tune-up.timing", "anytime", "timey.tune-up.parts[0].does: swap is for timing = prepare"),
    ("anomaly.into-the-dalek.symbols", [], ": a Time Anomaly of the type"),
    ("anomaly.into-the-dalek.prison", "red", ": a Time Anomaly of the type"),
    ("anomaly.into-the-dalek.toll.0.0.does", "ship", ": ship is not for here"),
    ("anomaly.asylum-of-the-daleks.effect.0.does", "redraw", ": redraw is"),
    ("anomaly.destiny-of-the-daleks.tasks", 3, ": a task has either a prison or"),
    ("anomaly.destiny-of-the-daleks.wanted", [], ": a Time Anomaly of the type"),
    ("anomaly.remembrance-of-the-daleks.tasks", 11, ": 11 is not 1 to 10"),
    ("anomaly.day-of-the-daleks.effect", [], ": a Time Anomaly of the type instant"),
    ("companion.clara.unknown", ["shoes"], "[0]: a field of this row, once: deck"),
    ("companion.clara.unknown", ["deck", "deck"], "[1]: a field of this row, once"),
    ("companion.ace.unknown", ["deck"], ": a stand-in is invented whole"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "says"), RULES)
def test_refuses_a_value_against_the_grammar(path: str, value: Any, says: str) -> None:
    assert fault(path, says) in refused(FILE, path, value)


def test_refuses_too_few_dilemmas_and_too_many_rows() -> None:
    file = copy.deepcopy(FILE)
    for row in file["dilemma"].values():
        row["later"] = True
    with pytest.raises(RefusedError, match=r"mine\.toml: dilemma: 9 at least are not for later"):
        read_box(file, "mine.toml")
    rows = {f"face-{number}": FILE["timey"]["fez"] for number in range(101)}
    assert "timey: 101 rows; there are at most 100" in refused(FILE, "timey", rows)


def test_refuses_other_files() -> None:
    for text in ("{", b"\xff", "[" * 5000):
        with pytest.raises(RefusedError, match=r"^box: "):
            parse_box(text, "box")
    with pytest.raises(RefusedError, match="box: this file has the tables setting, die"):
        parse_box("[]", "box")
    with pytest.raises(RefusedError, match="expansion: this file has the tables doctor, companion"):
        parse_expansion("7", "expansion", SHIPPED)
    with pytest.raises(RefusedError, match='data: no file "cards" is taken; box and expansion are'):
        box_of({"cards": b"{}"})
    with pytest.raises(
        RefusedError, match=r"cards\.toml: daleks takes box or expansion as data; say which, as box=FILE"
    ):
        read_own_data(GAME, b"", "cards.toml")


EXPANSIONS: Final[list[tuple[str, Any, str]]] = [
    ("setting", {}, "'setting': the tables are doctor, companion"),
    ("companion.amy", MORE["companion"]["martha"], ": the box has a row of this id"),
    ("timey.amy", {**FILE["timey"]["fez"], "name": "A Fez"}, ": companion.amy has this id"),
    (f"{JACK}.name", "Amy Pond", ": companion.amy has this name"),
    (f"{JACK}.deck", None, ": this field is needed: one of"),
    (f"{JACK}.icons", [{**ADD, "amount": 9}], "[0].amount: 9 is not 1 to 8"),
    (f"{JACK}.links", ["gwen"], "[0]: there is no Companion and no group"),
    ("companion.J", {}, "companion.'J': an id is small letters"),
    ("doctor.war", {**FILE["doctor"]["first"], "name": "War"}, "doctor.war.number: doctor.first has this one"),
]


@pytest.mark.parametrize(("path", "value", "says"), EXPANSIONS)
def test_refuses_a_wrong_expansion(path: str, value: Any, says: str) -> None:
    with pytest.raises(RefusedError) as caught:
        read_expansion(changed(MORE, path, value), "mine.toml", SHIPPED)
    assert fault(path, says) in str(caught.value)


def test_an_expansion_extends_an_own_box() -> None:
    own = changed(FILE, "companion.ace.name", "Dorothy")
    more = changed(MORE, f"{JACK}.links", ["ace", "paternoster"])
    box = box_of({"box": msgspec.json.encode(own), "expansion": msgspec.json.encode(more)})
    assert (box.companion["ace"].name, box.companion["captain-jack"].links) == ("Dorothy", ("ace", "paternoster"))
    assert len(box.companion) == len(SHIPPED.companion) + len(MORE["companion"])
    assert box_of({"expansion": b"{}"}) == SHIPPED
