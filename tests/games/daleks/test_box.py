"""The shipped box of Time of the Daleks: counts, shapes, and known values of printed cards and tiles."""

import tomllib
from collections import Counter
from itertools import chain
from typing import Any, Final, get_args

import msgspec
import pytest

from projections.games.daleks.components.box import (
    COLOURS,
    SYMBOLS,
    Ability,
    Condition,
    Icon,
    Part,
    Provenance,
    Setting,
    ZoneFace,
)
from projections.games.daleks.components.box_grammar import link_names
from projections.games.daleks.components.data_files import FILES, SHIPPED, box_of, read_expansion, shipped_file

JACK: Final = read_expansion(tomllib.loads(shipped_file("expansion")), "expansion", SHIPPED)
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
        "black": dict.fromkeys(SYMBOLS, 1),
        "green": {"running": 3, "diplomacy": 2, "tactics": 1},
        "blue": {"science": 3, "cunning": 2, "diplomacy": 1},
        "red": {"strength": 3, "tactics": 2, "science": 1},
    }
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
    on = {
        "doctor": [doctor.links for doctor in SHIPPED.doctor.values()],
        "companion": [companion.links for companion in SHIPPED.companion.values()],
        "zone": [zone.links for zone in (*ZONES, *SHIPPED.earth.zones)],
        "dilemma": [dilemma.links for dilemma in SHIPPED.dilemma.values()],
    }
    known = link_names(SHIPPED.companion)
    assert known - set(SHIPPED.companion) == {"unit", "paternoster"}
    for where, links in on.items():
        said = set(chain.from_iterable(links))
        assert said, where
        assert said <= known, where
    assert {name for name, each in SHIPPED.companion.items() if "unit" in each.groups} == {
        "kate-stewart", "brigadier", "osgood",
    }  # fmt: skip


def dice(*given: tuple[int, str]) -> tuple[Icon, ...]:
    return tuple(Icon("add", (colour,), amount) for amount, colour in given)  # type: ignore[arg-type]  # colours


def test_the_doctors_and_their_companions() -> None:
    first, susan = SHIPPED.doctor["first"], SHIPPED.companion["susan"]
    assert first.ability == Ability("travel", (Part("cards"),), skip_roll=True)
    assert (first.companion, first.links) == ("susan", ("susan",))
    assert (susan.deck, susan.links) == ("alien", ("barbara",))
    assert susan.ability == Ability("prepare", (Part("tokens"),), doctors=(1,))
    assert "icons" in first.unknown
    assert "icons" in susan.unknown
    fourth, sarah = SHIPPED.doctor["fourth"], SHIPPED.companion["sarah-jane"]
    assert fourth.icons[-1] == Icon("reroll", ("green", "blue", "red"))
    assert (fourth.companion, fourth.provenance) == ("sarah-jane", "one-source")
    assert sarah.icons[-3:] == (Icon("focus", ("green",)), Icon("focus", ("green",)), Icon("reroll", ("green",)))
    assert sarah.ability == Ability("prepare", (Part("cards"),), doctors=(3, 4))
    eleventh = SHIPPED.doctor["eleventh"]
    assert eleventh.icons == (*dice((4, "black"), (1, "blue")), Icon("reroll", ("black",), 2, name="Bow Tie"))
    assert (eleventh.companion, eleventh.provenance, eleventh.unknown) == ("amy", "rulebook", ())
    assert SHIPPED.companion["amy"].icons == (
        *dice((1, "green")), Icon("focus", ("green",)), Icon("change", ("green",), symbol="diplomacy"),
    )  # fmt: skip
    assert SHIPPED.companion["rory"].icons == (*dice((1, "blue")), Icon("focus", ("blue",)))
    assert SHIPPED.companion["rory"].deck == "earth"
    twelfth = SHIPPED.doctor["twelfth"]
    assert twelfth.icons[-1] == Icon("reroll", ("black",), 2, name="Electric Guitar")
    assert twelfth.companion == "clara"
    assert SHIPPED.companion["clara"].icons == (*dice((1, "green"), (1, "red")), Icon("focus", ("blue",)))
    assert (SHIPPED.companion["barbara"].deck, SHIPPED.companion["barbara"].links) == ("earth", ("ian",))
    assert [name for name, companion in SHIPPED.companion.items() if companion.no_hats] == ["river-song"]


def pool(box_dice: tuple[tuple[Icon, ...], ...]) -> Counter[str]:
    added = [icon for icons in box_dice for icon in icons if icon.does == "add"]
    return Counter(chain.from_iterable(icon.colours * icon.amount for icon in added))


def test_the_pools_and_challenges_of_the_examples() -> None:
    companions = [JACK.companion[name].icons for name in ("amy", "rory", "captain-jack")]
    cards = (JACK.doctor["eleventh"].icons, *companions, JACK.timey["fez"].icons)
    assert pool(cards) == {"black": 5, "blue": 2, "green": 1, "red": 1}
    express = challenge("orient-express", 0, "sutekh")
    assert express == {"cunning": 1, "diplomacy": 1, "tactics": 2, "science": 2}
    assert challenge("mars", 1, "weeping-angels") == {"running": 4, "cunning": 1, "tactics": 1}


@pytest.mark.parametrize(
    ("doctor", "companion", "kept"),
    [
        ("fourth", "sarah-jane", {"black": 1, "green": 2}),
        ("twelfth", "clara", {"black": 2, "green": 1, "red": 1, "blue": 1}),
    ],
)
def test_the_pools_of_the_example_with_help(doctor: str, companion: str, kept: dict[str, int]) -> None:
    cards = (SHIPPED.doctor[doctor].icons, SHIPPED.companion[companion].icons)
    found = pool(cards)
    for icon in chain.from_iterable(cards):
        if icon.does == "focus":
            found -= Counter(["black"])
            found += Counter(icon.colours)
    assert Counter(kept) <= found


def challenge(location: str, zone: int, dilemma: str) -> Counter[str]:
    return Counter(SHIPPED.location[location].zones[zone].symbols + SHIPPED.dilemma[dilemma].symbols)


def rewarded(zone: ZoneFace) -> dict[str, int]:
    return {part.does: part.amount for part in zone.reward}


def test_known_locations_and_dilemmas() -> None:
    express, mars = SHIPPED.location["orient-express"], SHIPPED.location["mars"]
    assert express.name == "The Orient Express / The Aristotle"
    assert [zone.name for zone in express.zones] == ["The Orient Express", "The Aristotle"]
    assert rewarded(express.zones[0]) == {"tokens": 1, "cards": 2, "tardis": 2}
    assert [(zone.name, rewarded(zone)) for zone in mars.zones] == [
        ("Mars Past", {"tardis": 1, "tokens": 1, "cards": 1}),
        ("Mars Future", {"tardis": 2, "tokens": 2, "cards": 1}),
    ]
    assert SHIPPED.location["gallifrey"].name == "Gallifrey"
    assert [zone.name for zone in SHIPPED.earth.zones] == ["Past", "Present", "Future"]
    tiles = SHIPPED.dilemma
    assert tiles["silence"].fail == ((Part("ship", 3),),)
    assert tiles["impossible-astronaut"].fail == ((Part("pay-cards", 2), Part("ship", 2)),)
    assert tiles["impossible-astronaut"].conditions == ("fixed-point",)
    assert tiles["teller"].fail == ((Part("discard-companion"), Part("ship", 2)),)
    assert tiles["teller"].conditions == ("time-locked",)
    assert (tiles["sutekh"].name, tiles["weeping-angels"].name) == ("Sutekh", "The Weeping Angels")
    assert SHIPPED.dilemma["cybermen"].fail == ((Part("pay-cards", 2),), (Part("ship", 2),))


def test_known_timey_wimey_cards_and_anomalies() -> None:
    cards = SHIPPED.timey
    known = {name: (cards[name].type, cards[name].timing) for name in ("library-card", "fish-fingers", "tune-up")}
    assert known == {
        "library-card": ("equipment", "prepare"),
        "fish-fingers": ("event", "any-adventure"),
        "tune-up": ("transfer", "prepare"),
    }
    assert cards["library-card"].parts == (Part("pay-tokens"), Part("trade"))
    assert cards["tune-up"].parts == (Part("swap"),)
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
    jack = JACK.companion["captain-jack"]
    red = Icon("focus", ("red",))
    assert jack.icons == (*dice((1, "red")), red, red, Icon("reroll", ("red",), mode="all"))
    assert (jack.deck, jack.provenance) == ("alien", "expansion")
    brought = msgspec.json.encode(tomllib.loads(shipped_file("expansion")))
    assert box_of({"expansion": brought}) == JACK
    assert set(JACK.companion) - set(SHIPPED.companion) == {"captain-jack", "adric", "nyssa", "tegan", "martha"}
    assert JACK.dilemma == SHIPPED.dilemma
    assert set(FILES) == {"box", "expansion"}
    assert box_of({}) is SHIPPED
    assert box_of({"box": msgspec.json.encode(tomllib.loads(shipped_file()))}) == SHIPPED
