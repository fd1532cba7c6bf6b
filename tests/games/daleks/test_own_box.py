"""A box file and an expansion of a table's own: what is wrong in them is refused with the path to it."""

import copy
import tomllib
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest

from events.errors import RefusedError
from projections.games.daleks.components.data_files import (
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

FILE: Final[dict[str, Any]] = tomllib.loads(shipped_file())
MORE: Final[dict[str, Any]] = tomllib.loads(shipped_file("expansion"))
LONG: Final = "x" * 61
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


SHAPES: Final[list[tuple[str, Any, str]]] = [
    ("colour", {}, "'colour': the tables are setting, die, dice, doctor"),
    ("location", None, "location: this table is needed"),
    ("die", None, "die: this table is needed"),
    ("setting", [], "setting: a table of fields is needed"),
    ("setting.gallifrey", "far", "setting.gallifrey: a whole number, not far"),
    ("setting.gallifrey", True, "setting.gallifrey: a whole number, not True"),
    ("setting.skaro", 0, "setting.skaro: the fields are gallifrey,"),
    ("die.black.0", "jumping", "die.black[0]: one of cunning, diplomacy"),
    ("die.white", ["running"], "die: white: one of black, blue, green, red"),
    ("dice.black", "8", "dice.black: a whole number, not 8"),
    ("doctor", [], "doctor: a table of rows by id is needed"),
    ("doctor.first", "Hartnell", "doctor.first: a table of fields is needed"),
    ("doctor.first.name", None, "doctor.first.name: this field is needed: a text"),
    ("doctor.first.icons", None, "doctor.first.icons: this field is needed: a list"),
    ("doctor.first.hat", True, "doctor.first.hat: the fields are name, number"),
    ("doctor.first.ability", "wise", "doctor.first.ability: a table of fields is needed"),
    ("doctor.first.ability.when", "never", "doctor.first.ability.when: one of prepare, travel, not never"),
    ("doctor.first.icons.0.does", "win", "doctor.first.icons[0].does: one of add, change, focus, reroll, not win"),
    ("doctor.first.icons.0.colours", "red", "doctor.first.icons[0].colours: a list of at most 16 is needed"),
    ("doctor.first.icons.0.colours.0", "pink", "doctor.first.icons[0].colours[0]: one of black, blue, green, red"),
    ("companion.amy.deck", "moon", "companion.amy.deck: one of alien, earth, not moon"),
    ("companion.AMY", {}, "companion.'AMY': an id is small letters, digits and hyphens, 32 at most"),
    ("companion.am\u00fd", {}, "companion.'am\\xfd': an id is"),
    ("companion." + "a" * 33, {}, "an id is small letters"),
    ("companion.token", {}, "companion.token: earth, token, tokens, help have a meaning of their own"),
    ("location.earth", {}, "location.earth: earth, token, tokens, help have a meaning of their own"),
    ("earth.zones.0.reward.0.does", "fame", "earth.zones[0].reward[0].does: one of"),
    ("dilemma.sutekh.fail.0.0.amount", 1.5, "dilemma.sutekh.fail[0][0].amount: a whole number, not 1.5"),
    ("dilemma.sutekh.fail.0", {}, "dilemma.sutekh.fail[0]: a list of at most 16 is needed"),
    ("dilemma.sutekh.conditions", ["locked"], "dilemma.sutekh.conditions[0]: one of fixed-point, time-breach"),
    ("timey.fez.hat", 1, "timey.fez.hat: true or false, not 1"),
    ("timey.fez.type", "hat", "timey.fez.type: one of equipment, event, transfer, not hat"),
    ("anomaly.stolen-earth.rule", "no-fun", "anomaly.stolen-earth.rule: one of"),
    ("companion.clara.provenance", "heard", "companion.clara.provenance: one of expansion, one-source"),
]


@pytest.mark.parametrize(("path", "value", "says"), SHAPES)
def test_refuses_a_wrong_shape(path: str, value: Any, says: str) -> None:
    text = refused(FILE, path, value)
    assert text.startswith("mine.toml: ")
    assert says in text


RULES: Final[list[tuple[str, Any, str]]] = [
    # counts
    ("timey.fez", None, "timey: 29 Timey-Wimey cards; there are 30 (TOD-COMP-05)"),
    ("dilemma.wire", None, "dilemma: 24 Dilemmas; there are 25"),
    ("location.karn", None, "location: 19 Locations; there are 20"),
    ("anomaly.day-of-the-daleks", None, "anomaly: 7 Time Anomalies; there are 8"),
    ("doctor.twelfth", None, "doctor: 3 Doctors; there are 4"),
    ("companion.leela", None, "companion: 11 Companions of the deck alien; there are 12"),
    ("companion.leela.deck", "earth", "companion: 16 Companions of the deck earth; there are 15"),
    # setting and dice
    ("setting.gallifrey", 61, "setting.gallifrey: 61 is not 2 to 60"),
    ("setting.earth", 18, "setting.earth: 18 is not 1 to 17"),
    ("setting.choose_faces", 7, "setting.choose_faces: 7 is not 0 to 6"),
    ("setting.equipment_slots", -1, "setting.equipment_slots: -1 is not 0 to 6"),
    ("setting.companion_spaces", 0, "setting.companion_spaces: 0 is not 1 to 6"),
    ("setting.markers", [1, 2, 3, 4, 5, 6], "setting.markers: 6 markers; there are 5 (TOD-COMP-09)"),
    ("setting.markers", [6, 6], "setting.markers[1]: a space between Skaro and Gallifrey, 1 to 17, once"),
    ("setting.first_markers", [18], "setting.first_markers[0]: a space between"),
    ("setting.provenance.colour", "rulebook", "setting.provenance.colour: one of gallifrey,"),
    ("die.red", ["strength"] * 5, "die.red: 5 faces; a die has 6"),
    ("die.blue", None, "die.blue: 0 faces; a die has 6"),
    ("dice.green", 0, "dice.green: 0 is not 1 to 20"),
    ("dice.green", None, "dice.green: 0 is not 1 to 20"),
    # names and ids
    ("doctor.first.name", LONG, "doctor.first.name: 1 to 60 printed characters"),
    ("companion.ace.name", "", "companion.ace.name: 1 to 60 printed characters"),
    ("companion.ace.name", " Ace", "companion.ace.name: 1 to 60 printed characters"),
    ("companion.ace.name", 'Ace "McShane"', "companion.ace.name: 1 to 60 printed characters"),
    ("location.karn.zones.0.name", "A\nB", "location.karn.zones[0].name: 1 to 60 printed characters"),
    ("location.karn.zones.1.name", "the temple", "location.karn.zones[1].name: each zone of a Location has a name"),
    ("companion.ace.name", "bill potts", "companion.ace.name: companion.bill has this name"),
    ("dilemma.wire.name", "EARTH", "dilemma.wire.name: earth has this name"),
    ("timey.ace", {**FILE["timey"]["fez"], "name": "Nitro-9"}, "timey.ace: companion.ace has this id"),
    # icons
    ("doctor.first.icons", [{"does": "focus", "colours": ["red"]}], "doctor.first.icons: a Doctor has dice"),
    ("companion.ace.icons", [], "companion.ace.icons: a Companion does something"),
    ("companion.ace.icons.0.colours", [], "companion.ace.icons[0].colours: one colour, or several different ones"),
    ("companion.ace.icons.0.colours", ["red", "red"], "companion.ace.icons[0].colours: one colour, or several"),
    ("companion.ace.icons.0.amount", 0, "companion.ace.icons[0].amount: 0 is not 1 to 8"),
    ("companion.ace.icons.0.amount", 9, "companion.ace.icons[0].amount: 9 is not 1 to 8"),
    ("companion.ace.icons.0.mode", "all", "companion.ace.icons[0].mode: only reroll takes any or all"),
    ("companion.ace.icons.0.symbol", "running", "companion.ace.icons[0].symbol: change needs it, and nothing else"),
    ("companion.ace.icons.0.price", 1, "companion.ace.icons[0].price: dice of the starting pool have no price"),
    ("companion.ace.icons.0.name", LONG, "companion.ace.icons[0].name: 1 to 60 printed characters"),
    ("companion.ace.icons.1.colours", ["black"], "companion.ace.icons[1].colours: focus swaps a black die"),
    ("companion.ace.icons.1.amount", 2, "companion.ace.icons[1].amount: 2 is not 1 or left out here"),
    ("companion.ace.icons.2.amount", 2, "companion.ace.icons[2].amount: 2 is not 1 or left out here"),
    ("companion.ace.icons.2.price", 6, "companion.ace.icons[2].price: 6 is not 0 to 5"),
    ("companion.amy.icons.2.symbol", "", "companion.amy.icons[2].symbol: change needs it"),
    ("timey.geronimo.icons.0.price", 1, "timey.geronimo.icons[0].price: the card has a price, not its icons"),
    (
        "timey.second-thoughts.icons.0.mode",
        "any",
        "timey.second-thoughts.icons[0].does: on a card of the type transfer",
    ),
    # Doctors and Companions
    ("doctor.first.number", 0, "doctor.first.number: 0 is not 1 to 99"),
    ("doctor.fourth.number", 1, "doctor.fourth.number: doctor.first has this one"),
    ("doctor.fourth.companion", "susan", "doctor.fourth.companion: doctor.first has this one"),
    ("doctor.first.companion", "nobody", "doctor.first.companion: there is no Companion 'nobody'"),
    ("doctor.first.links", ["torchwood"], "doctor.first.links[0]: there is no Companion and no group 'torchwood'"),
    ("doctor.first.links", ["susan", "susan"], "doctor.first.links[1]: susan stands twice"),
    ("companion.ace.links", ["ace"], "companion.ace.links[0]: a Link is to another Companion"),
    ("companion.ace.groups", ["The Kids"], "companion.ace.groups[0]: a group is small letters"),
    ("companion.ace.groups", ["unit", "unit"], "companion.ace.groups[1]: a group is small letters"),
    ("companion.ace.groups", ["rose"], "companion.ace.groups[0]: rose is a Companion"),
    ("doctor.first.ability.doctors", [1], "doctor.first.ability.doctors: only a Companion's ability"),
    ("doctor.first.ability.skip_roll", False, "doctor.first.ability.skip_roll: true with when = travel"),
    ("companion.susan.ability.parts", [], "companion.susan.ability.parts: an ability does something"),
    ("companion.susan.ability.doctors", [0], "companion.susan.ability.doctors[0]: the number of a Doctor"),
    ("companion.susan.ability.parts.0.does", "swap", "companion.susan.ability.parts[0].does: swap is not for here"),
    # zones and Dilemmas
    ("earth.zones", FILE["earth"]["zones"][:2], "earth.zones: 2 zones; Earth has 3 (TOD-COMP-02)"),
    ("location.karn.zones", FILE["earth"]["zones"], "location.karn.zones: 3 zones; a Location has 2 (TOD-COMP-03)"),
    ("location.karn.zones.0.symbols", [], "location.karn.zones[0].symbols: 0 symbols; 1 to 8 are allowed"),
    ("location.karn.zones.0.reward", [], "location.karn.zones[0].reward: a zone has a reward"),
    ("location.karn.zones.0.reward.0.does", "pay-cards", "location.karn.zones[0].reward[0].does: pay-cards is not for"),
    ("location.karn.zones.0.links", ["kasterborous"], "location.karn.zones[0].links[0]: there is no Companion"),
    ("dilemma.wire.symbols", [], "dilemma.wire.symbols: 0 symbols; 1 to 8 are allowed"),
    ("dilemma.wire.symbols", ["running"] * 9, "dilemma.wire.symbols: 9 symbols; 1 to 8 are allowed"),
    ("dilemma.wire.fail", [], "dilemma.wire.fail: a Dilemma has a fail cost (TOD-FAIL-05)"),
    ("dilemma.wire.fail", [[]], "dilemma.wire.fail[0]: an option has one part at least"),
    ("dilemma.wire.fail", FILE["dilemma"]["wire"]["fail"] * 4, "dilemma.wire.fail: 4 options; at most 3"),
    ("dilemma.wire.fail.0.0.amount", 0, "dilemma.wire.fail[0][0].amount: 0 is not -9 to 9, and not 0"),
    ("dilemma.wire.fail.0.0.does", "redraw", "dilemma.wire.fail[0][0].does: redraw is not for here"),
    ("dilemma.rani.fail.0.0.amount", 2, "dilemma.rani.fail[0][0].amount: regenerate has no amount"),
    ("dilemma.rani.fail.0.0.each", True, "dilemma.rani.fail[0][0].each: regenerate does not happen to each Doctor"),
    ("dilemma.wire.conditions", ["time-locked"] * 2, "dilemma.wire.conditions[1]: time-locked stands twice"),
    # Timey-Wimey cards
    ("timey.fez.price", 6, "timey.fez.price: 6 is not 0 to 5"),
    ("timey.fez.timing", "prepare", "timey.fez.timing: with dice icons on a card of the type equipment: adventure"),
    ("timey.run.timing", "anytime", "timey.run.timing: with dice icons on a card of the type event: adventure or any-"),
    ("timey.run.hat", True, "timey.run.hat: only equipment is worn"),
    ("timey.jelly-babies.parts", [], "timey.jelly-babies.icons: a card does something"),
    ("timey.jelly-babies.parts.0.amount", 6, "timey.jelly-babies.parts[0].amount: 6 is not 1 to 5"),
    ("timey.jelly-babies.parts.0.does", "trade", "timey.jelly-babies.parts[0].does: trade is not for here"),
    ("timey.tune-up.timing", "anytime", "timey.tune-up.parts[0].does: swap is for timing = prepare"),
    # Time Anomalies
    ("anomaly.into-the-dalek.symbols", [], "anomaly.into-the-dalek.symbols: a Time Anomaly of the type location needs"),
    ("anomaly.into-the-dalek.prison", "red", "anomaly.into-the-dalek.prison: a Time Anomaly of the type location has"),
    ("anomaly.into-the-dalek.toll.0.0.does", "ship", "anomaly.into-the-dalek.toll[0][0].does: ship is not for here"),
    ("anomaly.asylum-of-the-daleks.effect.0.does", "redraw", "anomaly.asylum-of-the-daleks.effect[0].does: redraw is"),
    ("anomaly.destiny-of-the-daleks.tasks", 3, "anomaly.destiny-of-the-daleks.tasks: a task has either a prison or"),
    ("anomaly.destiny-of-the-daleks.wanted", [], "anomaly.destiny-of-the-daleks.wanted: a Time Anomaly of the type"),
    ("anomaly.remembrance-of-the-daleks.tasks", 11, "anomaly.remembrance-of-the-daleks.tasks: 11 is not 1 to 10"),
    ("anomaly.day-of-the-daleks.effect", [], "anomaly.day-of-the-daleks.effect: a Time Anomaly of the type instant"),
    # what is unknown
    ("companion.clara.unknown", ["shoes"], "companion.clara.unknown[0]: a field of this row, once: deck"),
    ("companion.clara.unknown", ["deck", "deck"], "companion.clara.unknown[1]: a field of this row, once"),
    ("companion.ace.unknown", ["deck"], "companion.ace.unknown: a stand-in is invented whole"),
]


@pytest.mark.parametrize(("path", "value", "says"), RULES)
def test_refuses_a_value_against_the_grammar(path: str, value: Any, says: str) -> None:
    assert f"mine.toml: {says}" in refused(FILE, path, value)


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
    ("setting", {}, "'setting': the tables are doctor, companion, location, dilemma, timey and anomaly, no other"),
    ("companion.amy", MORE["companion"]["martha"], "companion.amy: the box has a row of this id already"),
    ("timey.amy", {**FILE["timey"]["fez"], "name": "A Fez"}, "timey.amy: companion.amy has this id"),
    (f"{JACK}.name", "Amy Pond", f"{JACK}.name: companion.amy has this name"),
    (f"{JACK}.deck", None, f"{JACK}.deck: this field is needed: one of alien, earth"),
    (f"{JACK}.icons", [{**ADD, "amount": 9}], f"{JACK}.icons[0].amount: 9 is not 1 to 8"),
    (f"{JACK}.links", ["gwen"], f"{JACK}.links[0]: there is no Companion and no group 'gwen'"),
    ("companion.J", {}, "companion.'J': an id is small letters"),
    ("doctor.war", {**FILE["doctor"]["first"], "name": "War"}, "doctor.war.number: doctor.first has this one"),
]


@pytest.mark.parametrize(("path", "value", "says"), EXPANSIONS)
def test_refuses_a_wrong_expansion(path: str, value: Any, says: str) -> None:
    with pytest.raises(RefusedError) as caught:
        read_expansion(changed(MORE, path, value), "more.toml", SHIPPED)
    assert f"more.toml: {says}" in str(caught.value)


def test_an_expansion_extends_an_own_box() -> None:
    own = changed(FILE, "companion.ace.name", "Dorothy")
    more = changed(MORE, f"{JACK}.links", ["ace", "paternoster"])
    box = box_of({"box": msgspec.json.encode(own), "expansion": msgspec.json.encode(more)})
    assert box.companion["ace"].name == "Dorothy"
    assert box.companion["captain-jack"].links == ("ace", "paternoster")
    assert len(box.companion) == len(SHIPPED.companion) + len(MORE["companion"])
    assert box_of({"expansion": b"{}"}) == SHIPPED
