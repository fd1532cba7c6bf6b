"""The box that ships: counts, shapes and printed values; what is refused in a table's own box and expansion."""

import copy
import tomllib
from collections import Counter
from itertools import chain
from typing import Any, Final, get_args

import msgspec
import pytest
from box_faults import FILE, MORE, changed, faults, refusal
from golden_texts import texts_of
from refusals import refuses

from events.errors import RefusedError
from projections.games.daleks.components import box as b, data_files as d
from projections.games.daleks.components.box_grammar import link_names
from projections.games.daleks.game import GAME
from replay.session.data_files import read_own_data

EXPANDED: Final = d.read_expansion(tomllib.loads(d.shipped_file("expansion")), "expansion", d.SHIPPED)
ZONES: Final = [zone for location in d.SHIPPED.location.values() for zone in location.zones]
EVERYTHING: Final[list[Any]] = [
    *d.SHIPPED.doctor.values(), *d.SHIPPED.companion.values(), d.SHIPPED.earth, *d.SHIPPED.location.values(),
    *d.SHIPPED.dilemma.values(), *d.SHIPPED.timey.values(), *d.SHIPPED.anomaly.values(),
]  # fmt: skip


def test_the_box_has_the_expected_cards_doctors_and_dice() -> None:
    """TOD-COMP-08, TOD-COMP-11, TOD-COMP-12."""
    decks = Counter(companion.deck for companion in d.SHIPPED.companion.values())
    assert decks == {"earth": 15, "alien": 12}
    tables = (d.SHIPPED.doctor, d.SHIPPED.location, d.SHIPPED.dilemma, d.SHIPPED.timey, d.SHIPPED.anomaly)
    assert [len(table) for table in tables] == [4, 20, 25, 30, 8]
    assert {name: doctor.number for name, doctor in d.SHIPPED.doctor.items()} == {
        "first": 1, "fourth": 4, "eleventh": 11, "twelfth": 12,
    }  # fmt: skip
    assert d.SHIPPED.dice == {"black": 8, "green": 3, "blue": 3, "red": 3}
    assert {colour: Counter(faces) for colour, faces in d.SHIPPED.die.items()} == {
        "black": dict.fromkeys(b.SYMBOLS, 1), "green": {"running": 3, "diplomacy": 2, "tactics": 1},
        "blue": {"science": 3, "cunning": 2, "diplomacy": 1}, "red": {"strength": 3, "tactics": 2, "science": 1},
    }  # fmt: skip
    assert set(d.SHIPPED.die) == set(b.COLOURS)


def test_every_setting_has_a_provenance() -> None:
    setting = d.SHIPPED.setting
    assert (setting.markers, setting.first_markers) == ((6, 9, 12, 15), (8, 11, 14))
    assert (setting.gallifrey, setting.earth, setting.choose_faces) == (18, 4, 3)
    assert (setting.equipment_slots, setting.companion_spaces) == (2, 3)
    told = {field for field in b.Setting.__struct_fields__ if field != "provenance"}
    dice = {"dice", *(f"die.{colour}" for colour in b.COLOURS)}
    assert set(setting.provenance) == told | dice | {"later"}
    assert {name for name, origin in setting.provenance.items() if origin == "stand-in"} == {
        "gallifrey", "earth", "choose_faces", "equipment_slots", "later",
    }  # fmt: skip
    assert msgspec.structs.replace(setting, provenance={}) == b.Setting()


def test_zones_have_2_to_4_symbols_and_fitting_rewards() -> None:
    """TOD-COMP-03."""
    assert Counter(len(zone.symbols) for zone in ZONES) == {2: 10, 3: 20, 4: 10}
    for zone in ZONES:
        steps = sum(part.amount for part in zone.reward if part.does == "tardis")
        assert steps == (2 if len(zone.symbols) == 4 else 1), zone.name
    assert len(d.SHIPPED.earth.zones) == 3
    assert {len(location.zones) for location in d.SHIPPED.location.values()} == {2}


@pytest.mark.parametrize("symbol", b.SYMBOLS)
def test_symbols_occur_about_equally_often(symbol: str) -> None:
    assert 18 <= sum(zone.symbols.count(symbol) for zone in ZONES) <= 22
    assert 8 <= sum(dilemma.symbols.count(symbol) for dilemma in d.SHIPPED.dilemma.values()) <= 9


def test_dilemmas_have_balanced_symbols_conditions_and_costs() -> None:
    assert Counter(len(dilemma.symbols) for dilemma in d.SHIPPED.dilemma.values()) == {1: 6, 2: 13, 3: 6}
    conditions = Counter(chain.from_iterable(dilemma.conditions for dilemma in d.SHIPPED.dilemma.values()))
    assert conditions == dict.fromkeys(get_args(b.Condition), 4)
    assert sum(len(dilemma.fail) > 1 for dilemma in d.SHIPPED.dilemma.values()) == 6
    fails = (dilemma.fail for dilemma in d.SHIPPED.dilemma.values())
    steps = [min(sum(part.amount for part in option if part.does == "ship") for option in fail) for fail in fails]
    assert 1.2 <= sum(steps) / len(steps) <= 1.3
    assert max(steps) == 3
    assert sum(dilemma.later for dilemma in d.SHIPPED.dilemma.values()) == 5
    assert sum(anomaly.later for anomaly in d.SHIPPED.anomaly.values()) == 3


def test_timey_wimey_cards_and_anomalies_have_expected_types() -> None:
    """TOD-ANOM-05, TOD-ATASK-02, TOD-ATASK-03."""
    cards = d.SHIPPED.timey.values()
    assert Counter(card.type for card in cards) == {"equipment": 8, "event": 14, "transfer": 8}
    assert Counter(card.price for card in cards) == {0: 10, 1: 10, 2: 7, 3: 3}
    assert {card.timing for card in cards} == {"anytime", "prepare", "adventure", "any-adventure"}
    assert Counter(anomaly.type for anomaly in d.SHIPPED.anomaly.values()) == {"location": 3, "task": 3, "instant": 2}
    tasks = [anomaly for anomaly in d.SHIPPED.anomaly.values() if anomaly.type == "task"]
    assert sorted((anomaly.prison, anomaly.tasks) for anomaly in tasks) == [("", 2), ("", 3), ("green", 0)]
    assert {len(anomaly.symbols) for anomaly in d.SHIPPED.anomaly.values() if anomaly.type == "location"} == {5}


def test_shipped_cards_use_every_word_of_the_box_vocabulary() -> None:
    icons = [icon for each in EVERYTHING for icon in getattr(each, "icons", ())]
    assert {icon.does for icon in icons} == {"add", "focus", "reroll", "change"}
    assert {icon.mode for icon in icons} == {"number", "any", "all"}
    assert any(icon.does == "focus" and len(icon.colours) == 2 for icon in icons)
    text = d.shipped_file()
    for word in get_args(msgspec.structs.fields(b.Part)[0].type):
        assert f'does = "{word}"' in text, word
    for rule in ("no-help", "no-links", "pool-one-less", "one-token"):
        assert f'rule = "{rule}"' in text


def test_each_companion_helps_with_dice() -> None:
    for name, companion in d.SHIPPED.companion.items():
        assert 1 <= sum(icon.amount for icon in companion.icons if icon.does == "add") <= 2, name
        if companion.provenance == "stand-in":
            does = {icon.does for icon in companion.icons}
            assert {"add", "focus"} < does, name
    assert {each.provenance for each in EVERYTHING} == set(get_args(b.Provenance)) - {"expansion"}
    assert all(not each.unknown for each in EVERYTHING if each.provenance == "stand-in")
    attested = Counter(each.provenance for each in EVERYTHING)
    assert attested == {"rulebook": 24, "one-source": 6, "stand-in": 85}


def test_doctors_companions_zones_and_dilemmas_have_links() -> None:
    for rows in (
        d.SHIPPED.doctor.values(), d.SHIPPED.companion.values(),
        ZONES, d.SHIPPED.earth.zones, d.SHIPPED.dilemma.values(),
    ):  # fmt: skip
        assert any(row.links for row in rows)
    assert link_names(d.SHIPPED.companion) - set(d.SHIPPED.companion) == {"unit", "paternoster"}
    assert {name for name, each in d.SHIPPED.companion.items() if "unit" in each.groups} == {
        "kate-stewart", "brigadier", "osgood",
    }  # fmt: skip


def dice(*given: tuple[int, str]) -> tuple[b.Icon, ...]:
    return tuple(b.Icon("add", (colour,), amount) for amount, colour in given)  # type: ignore[arg-type]  # colours


def test_doctors_and_companions_have_their_known_abilities() -> None:
    first, fourth, eleventh, twelfth = d.SHIPPED.doctor.values()
    others, focus = d.SHIPPED.companion, {colour: b.Icon("focus", (colour,)) for colour in b.COLOURS}
    susan, sarah = others["susan"], others["sarah-jane"]
    assert first.ability == b.Ability("travel", (b.Part("cards"),), skip_roll=True)
    assert (first.companion, first.links, "icons" in first.unknown) == ("susan", ("susan",), True)
    assert (susan.deck, susan.links, "icons" in susan.unknown) == ("alien", ("barbara",), True)
    assert susan.ability == b.Ability("prepare", (b.Part("tokens"),), doctors=(1,))
    assert fourth.icons[-1] == b.Icon("reroll", ("green", "blue", "red"))
    assert (fourth.companion, fourth.provenance) == ("sarah-jane", "one-source")
    assert sarah.icons[-3:] == (focus["green"], focus["green"], b.Icon("reroll", ("green",)))
    assert sarah.ability == b.Ability("prepare", (b.Part("cards"),), doctors=(3, 4))
    assert eleventh.icons == (*dice((4, "black"), (1, "blue")), b.Icon("reroll", ("black",), 2, name="Bow Tie"))
    assert (eleventh.companion, eleventh.provenance, eleventh.unknown) == ("amy", "rulebook", ())
    changes = b.Icon("change", ("green",), symbol="diplomacy")
    assert others["amy"].icons == (*dice((1, "green")), focus["green"], changes)
    assert (others["rory"].icons, others["rory"].deck) == ((*dice((1, "blue")), focus["blue"]), "earth")
    assert twelfth.icons[-1] == b.Icon("reroll", ("black",), 2, name="Electric Guitar")
    assert twelfth.companion == "clara"
    assert others["clara"].icons == (*dice((1, "green"), (1, "red")), focus["blue"])
    assert (others["barbara"].deck, others["barbara"].links) == ("earth", ("ian",))
    assert [name for name, companion in others.items() if companion.no_hats] == ["river-song"]


def test_known_locations_and_dilemmas_are_as_printed() -> None:
    express, mars = d.SHIPPED.location["orient-express"], d.SHIPPED.location["mars"]
    assert express.name == "The Orient Express / The Aristotle"
    assert [zone.name for zone in express.zones] == ["The Orient Express", "The Aristotle"]
    assert [{part.does: part.amount for part in zone.reward} for zone in (express.zones[0], *mars.zones)] == [
        {"tokens": 1, "cards": 2, "tardis": 2}, {"tardis": 1, "tokens": 1, "cards": 1},
        {"tardis": 2, "tokens": 2, "cards": 1},
    ]  # fmt: skip
    assert [zone.name for zone in mars.zones] == ["Mars Past", "Mars Future"]
    assert d.SHIPPED.location["gallifrey"].name == "Gallifrey"
    assert [zone.name for zone in d.SHIPPED.earth.zones] == ["Past", "Present", "Future"]
    for name, conditions, fail in (
        ("silence", (), ((b.Part("ship", 3),),)), ("cybermen", (), ((b.Part("pay-cards", 2),), (b.Part("ship", 2),))),
        ("impossible-astronaut", ("fixed-point",), ((b.Part("pay-cards", 2), b.Part("ship", 2)),)),
        ("teller", ("time-locked",), ((b.Part("discard-companion"), b.Part("ship", 2)),)),
    ):  # fmt: skip
        assert (d.SHIPPED.dilemma[name].conditions, d.SHIPPED.dilemma[name].fail) == (conditions, fail)
    assert [d.SHIPPED.dilemma[name].name for name in ("sutekh", "weeping-angels")] == ["Sutekh", "The Weeping Angels"]


def test_known_timey_wimey_cards_and_anomalies_are_as_printed() -> None:
    cards = d.SHIPPED.timey
    for name, kind, timing, parts in (
        ("library-card", "equipment", "prepare", (b.Part("pay-tokens"), b.Part("trade"))),
        ("fish-fingers", "event", "any-adventure", ()), ("tune-up", "transfer", "prepare", (b.Part("swap"),)),
    ):  # fmt: skip
        assert (cards[name].type, cards[name].timing, cards[name].parts) == (kind, timing, parts)
    assert (cards["fez"].type, cards["fez"].icons, cards["fez"].hat) == ("equipment", dice((1, "black")), True)
    assert (cards["k-9"].price, cards["k-9"].icons) == (1, (b.Icon("add", ("black", "green", "blue", "red")),))
    assert cards["timescoop"].provenance == "rulebook"
    dalek, destiny = d.SHIPPED.anomaly["into-the-dalek"], d.SHIPPED.anomaly["destiny-of-the-daleks"]
    assert dalek.toll == ((b.Part("pay-tokens", 2),), (b.Part("pay-cards"),))
    assert dalek.reward == (b.Part("ship", -1), b.Part("tardis", 2))
    assert (dalek.type, dalek.fail, dalek.unknown) == ("location", ((b.Part("ship"),),), ("symbols",))
    assert (destiny.type, destiny.prison, destiny.wanted) == ("task", "green", ("running", "diplomacy"))
    assert d.SHIPPED.anomaly["time-of-the-doctor"].effect == (
        b.Part("regenerate"), b.Part("dismiss-companion", each=True), b.Part("cards", each=True),
        b.Part("tokens", 2, each=True), b.Part("redraw"),
    )  # fmt: skip


def test_the_expansion_adds_companions_to_the_shipped_box() -> None:
    assert "captain-jack" not in d.SHIPPED.companion
    jack = EXPANDED.companion["captain-jack"]
    red = b.Icon("focus", ("red",))
    assert jack.icons == (*dice((1, "red")), red, red, b.Icon("reroll", ("red",), mode="all"))
    assert (jack.deck, jack.provenance) == ("alien", "expansion")
    brought = msgspec.json.encode(tomllib.loads(d.shipped_file("expansion")))
    assert d.box_of({"expansion": brought}) == EXPANDED
    assert set(EXPANDED.companion) - set(d.SHIPPED.companion) == {"captain-jack", "adric", "nyssa", "tegan", "martha"}
    assert EXPANDED.dilemma == d.SHIPPED.dilemma
    assert set(d.FILES) == {"box", "expansion"}
    assert d.box_of({}) is d.SHIPPED
    assert d.box_of({"box": msgspec.json.encode(tomllib.loads(d.shipped_file()))}) == d.SHIPPED


@pytest.mark.parametrize("key", faults())
def test_refuses_a_faulty_box_file(key: str) -> None:
    """TOD-COMP-02, TOD-COMP-03, TOD-COMP-05, TOD-COMP-09, TOD-FAIL-05."""
    found = refusal(key)
    assert [found] == texts_of("box-faults", key)
    assert found.startswith("mine.toml: ")


def test_the_box_has_many_faults() -> None:
    assert len(faults()) >= 139


def test_refuses_too_few_dilemmas_and_too_many_rows() -> None:
    file = copy.deepcopy(FILE)
    for row in file["dilemma"].values():
        row["later"] = True
    refuses(RefusedError, r"mine\.toml: dilemma: 9 at least are not for later", d.read_box, file, "mine.toml")
    rows = {f"face-{number}": FILE["timey"]["fez"] for number in range(101)}
    with pytest.raises(RefusedError, match="timey has 101 rows; the maximum is 100"):
        d.read_box(changed(FILE, "timey", rows), "mine.toml")


def test_refuses_files_that_are_not_a_box() -> None:
    for text in ("{", b"\xff", "[" * 5000):
        refuses(RefusedError, r"^box: ", d.parse_box, text, "box")
    refuses(RefusedError, "box: the file must have the tables setting, die", d.parse_box, "[]", "box")
    with pytest.raises(RefusedError, match="expansion: the file must have the tables doctor, companion"):
        d.parse_expansion("7", "expansion", d.SHIPPED)
    refuses(RefusedError, 'data: no file "cards" is taken; box and expansion are', d.box_of, {"cards": b"{}"})
    with pytest.raises(
        RefusedError, match=r"cards\.toml: daleks has several data files \(box, expansion\)\. Name one, .* box=FILE"
    ):
        read_own_data(GAME, b"", "cards.toml")


def test_an_expansion_extends_a_custom_box() -> None:
    own = changed(FILE, "companion.ace.name", "Dorothy")
    more = changed(MORE, "companion.captain-jack.links", ["ace", "paternoster"])
    box = d.box_of({"box": msgspec.json.encode(own), "expansion": msgspec.json.encode(more)})
    assert (box.companion["ace"].name, box.companion["captain-jack"].links) == ("Dorothy", ("ace", "paternoster"))
    assert len(box.companion) == len(d.SHIPPED.companion) + len(MORE["companion"])
    assert d.box_of({"expansion": b"{}"}) == d.SHIPPED
