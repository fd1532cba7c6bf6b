"""The cards of the Collectible Card Game: what ships, and what is wrong with a table's own card file."""

import tomllib
from collections import Counter
from itertools import combinations
from typing import Any, Final, get_args

import msgspec
import pytest
from places import DOCS

from events.errors import RefusedError
from projections.games.ccg.components.card_grammar import CODES
from projections.games.ccg.components.cards import WATCHERS, ZONES, Ability, Card, Cost, Kind, Race
from projections.games.ccg.components.data_files import SHIPPED, parse_cards, read_cards, shipped_file
from projections.games.ccg.rules.ability_effects import _CODED as CODED

FILE: Final[dict[str, Any]] = tomllib.loads(shipped_file())
CREATURES: Final = {
    name: card for name, card in SHIPPED.card.items() if card.type == "creature" and name not in WATCHERS.values()
}


# What ships


def test_as_many_cards_as_asked_for() -> None:
    """CCG-OBJ-04, CCG-TIM-05: 150 cards over all types and zones, and the nine Specials' six faces."""
    assert Counter(card.type for card in SHIPPED.card.values()) == {
        "creature": 93, "resource": 24, "flash": 24, "episode": 12, "time": 3,
    }  # fmt: skip
    assert Counter(card.zone for card in CREATURES.values()) == {
        "past": 22, "present": 22, "future": 22, "timeless": 24,
    }  # fmt: skip
    assert sorted(card.solve for card in SHIPPED.card.values() if card.type == "episode") == [
        3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9,
    ]  # fmt: skip


def test_races() -> None:
    """CCG-CRE-03, CCG-CRE-04, CCG-CRE-05: each race on many Creatures, some with two, none on a Watcher."""
    races = Counter(race for card in CREATURES.values() for race in card.races)
    assert set(races) == set(get_args(Race))
    assert min(races.values()) >= 10
    assert all(card.races for card in CREATURES.values())
    assert SHIPPED.card["dalek"].races == ("alien", "robot")
    assert [SHIPPED.card[name].races for name in WATCHERS.values()] == [(), (), ()]


def strength(card: Card) -> int:
    return card.energy + card.substance


def test_how_strong_creatures_are() -> None:
    """CCG-CRE-07: 30, 40, 20 and 10 of a hundred by Energy and Substance together; most with the two alike."""
    bands = Counter(min(3, max(0, (strength(card) - 1) // 2)) for card in CREATURES.values())
    assert bands == {0: 27, 1: 36, 2: 18, 3: 9}
    assert max(map(strength, CREATURES.values())) == 10
    assert sum(abs(card.energy - card.substance) <= 1 for card in CREATURES.values()) >= 0.6 * len(CREATURES)
    assert all(card.unique for card in CREATURES.values() if strength(card) >= 7)


def test_timeless_creatures_are_a_point_weaker() -> None:
    """CCG-CRE-02: whoever may be played anywhere pays for it."""
    means = [
        sum(map(strength, cards)) / len(cards)
        for cards in (
            [card for card in CREATURES.values() if not card.timeless],
            [card for card in CREATURES.values() if card.timeless],
        )
    ]
    assert 0.7 <= means[0] - means[1] <= 1.3


def beats(one: Card, other: Card) -> bool:
    return one.energy > other.energy and one.substance > other.substance


def test_how_often_one_of_two_creatures_wins() -> None:
    """CCG-COM-21: of all pairs, 40 to 50 in a hundred are decided without support."""
    pairs = list(combinations(CREATURES.values(), 2))
    decisive = sum(beats(one, other) or beats(other, one) for one, other in pairs)
    assert 0.4 <= decisive / len(pairs) <= 0.5


def test_support_values() -> None:
    """CCG-CRE-08: the small ones and Assistants help, the strong ones hardly; printed values are as printed."""
    for name, card in CREATURES.items():
        if card.provenance == "stand-in":
            least, most = (2, 3) if "assistant" in card.races else (0, 1) if strength(card) >= 5 else (1, 2)
            assert least <= card.support <= most, name


def test_amounts() -> None:
    """CCG-SUP-02: a rise is one or two; three cards of three at most."""
    rises = {
        name: ability.amount
        for name, card in SHIPPED.card.items()
        for ability in card.does
        if ability.what in ("raise", "bonus", "swell")
    }
    assert set(rises.values()) == {1, 2, 3}
    assert sum(amount == 3 for amount in rises.values()) <= 3


@pytest.mark.parametrize("kind", get_args(Kind))
def test_each_kind_of_ability_stands_on_two_cards(kind: str) -> None:
    cards = [name for name, card in SHIPPED.card.items() if any(ability.what == kind for ability in card.does)]
    assert len(cards) >= 2, cards


def test_words_of_the_glossary() -> None:
    """CCG-GLO-04, -05, -13, -14, -15 stand on cards, and so does each code."""
    abilities = [ability for card in SHIPPED.card.values() for ability in card.does]
    assert {"clone", "counter", "banish", "save", "regenerate"} < {ability.what for ability in abilities}
    assert sum(any(cost.pay == "sacrifice" for cost in ability.cost) for ability in abilities) >= 2
    assert {ability.code for ability in abilities if ability.code} == set(CODES) == set(CODED)
    assert {ability.bars for ability in abilities if ability.bars} == {"support", "special", "flash", "attack", "draw"}


def test_abilities_by_type_of_card() -> None:
    """CCG-ABI-02, CCG-FLA-03, CCG-EPI-18: a Flash does one thing, an Episode acts on its Solver's cards."""
    for name, card in SHIPPED.card.items():
        whens = [ability.when for ability in card.does if ability.what != "waive"]
        if card.type == "flash":
            assert whens == ["flash"], name
        elif card.type == "episode":
            assert set(whens) == {"episode"}, name
            assert all(ability.whose == "own" for ability in card.does if ability.what != "waive"), name
        else:
            assert not {"flash", "episode"} & set(whens), name


# What is known of printed cards

KNOWN: Final[dict[str, tuple[str, tuple[str, ...], str, tuple[int, int, int]]]] = {
    "zarbi": ("Zarbi", ("alien",), "future", (1, 1, 0)),
    "yeti": ("Yeti", ("robot",), "present", (2, 2, 0)),
    "unit-corporal": ("U.N.I.T. Corporal", ("human",), "present", (2, 1, 1)),
    "bok": ("Bok", ("alien",), "present", (1, 1, 1)),
    "menoptera": ("Menoptera", ("alien",), "future", (1, 1, 1)),
    "ice-warrior": ("Ice Warrior", ("alien",), "future", (1, 3, 1)),
}


@pytest.mark.parametrize("name", KNOWN)
def test_creatures_of_the_example_game(name: str) -> None:
    card = SHIPPED.card[name]
    assert (card.name, card.races, card.zone, (card.energy, card.substance, card.support)) == KNOWN[name]
    assert card.does == ()
    assert card.provenance == "rulebook"
    assert set(card.unknown) <= {"labels", "unique", "rarity", "does"}


@pytest.mark.parametrize("zone", ZONES)
def test_the_watcher(zone: str) -> None:
    """CCG-CRE-05; Energy 1 is a reading (A02)."""
    card = SHIPPED.card[f"watcher-{zone}"]
    assert (card.zone, card.energy, card.substance, card.support, card.unique) == (zone, 1, 1, 0, False)
    assert (card.provenance, card.unknown) == ("rulebook", ("energy",))


def test_dulciens_and_daemons() -> None:
    """The values of one are known, the ability of the other; the zone of neither."""
    dulciens, daemons = SHIPPED.card["dulciens"], SHIPPED.card["daemons"]
    assert (dulciens.energy, dulciens.substance, dulciens.support) == (0, 1, 1)
    assert daemons.does == (Ability("special", "damage", "either", 1, "creature", other=True),)
    assert {"energy", "substance", "support"} <= set(daemons.unknown)
    assert "zone" in dulciens.unknown
    assert "zone" in daemons.unknown


def test_known_abilities() -> None:
    """What the rulebook and the FAQs tell of what a card does."""
    does = {name: card.does[0] for name, card in SHIPPED.card.items() if card.does}
    assert does["force-field"] == Ability("special", "raise", "substance", 2, "creature")
    assert does["brain-transformer"] == Ability("flash", "raise", "support", 1, "creature")
    assert (does["sidrat"].what, does["sidrat"].target, does["sidrat"].along) == ("move", "payment", True)
    assert [(cost.pay, cost.type) for cost in does["sidrat"].cost] == [("side", "creature")]
    assert does["tegan-jovanka"] == Ability("innate", "bonus", "substance", 1, "creature", named="doctor-who-v")
    assert does["giant-robot"] == Ability("innate", "must-attack", target="self")
    assert does["trionic-lock"] == Ability("special", "lock", target="resource")
    assert (does["demat-gun"].what, does["demat-gun"].target, does["demat-gun"].reach) == ("destroy", "card", "any")
    assert [(cost.pay, cost.race) for cost in does["demat-gun"].cost] == [("side", "time-lord")]
    assert (does["time-eddy"].what, does["time-eddy"].code) == ("code", "time-eddy")
    assert does["temporal-grace"] == Ability("flash", "prevent-hit")
    assert does["keeper-of-traken"] == Ability("flash", "extra-play", amount=1)
    assert does["fendahleen"] == Ability("special", "side", target="creature", other=True)
    assert (does["star-base"].what, does["star-base"].value) == ("bonus", "support")
    assert {does[name].what for name in ("mongols", "romans", "greek-hoplites")} == {"swell"}


def test_where_cards_come_from() -> None:
    """A printed card says which of its fields nobody has found; a stand-in is invented whole."""
    origins = Counter(card.provenance for card in SHIPPED.card.values())
    assert origins == {"rulebook": 18, "one-source": 19, "stand-in": 119}
    assert all(not card.unknown for card in SHIPPED.card.values() if card.provenance == "stand-in")
    assert "type" in SHIPPED.card["vorum-gas"].unknown
    assert "unique" not in SHIPPED.card["jo-grant"].unknown
    assert SHIPPED.card["jo-grant"].unique


# Decks that ship


@pytest.mark.parametrize("name", SHIPPED.starter)
def test_a_starter_keeps_the_five_provisos(name: str) -> None:
    """CCG-DEC-01 to CCG-DEC-06, with the strictest view of the Doctors (A36): sixty cards and the nine Specials."""
    deck = SHIPPED.starter[name]
    cards = [SHIPPED.card[card] for card in deck.row]
    specials = [card for card in deck.row if card.startswith("watcher-") or SHIPPED.card[card].type == "time"]
    assert (len(deck.row), len(specials)) == (69, 9)
    assert Counter(card.zone for card in cards if card.type == "time") == {"past": 2, "present": 2, "future": 2}
    assert {deck.cards[watcher] for watcher in WATCHERS.values()} == {1}
    assert max(deck.cards.values()) <= 4
    assert sum(card.solve for card in cards) == 25
    assert sum("doctor" in card.labels for card in cards) <= 4
    kinds = Counter(card.type for card in cards)
    assert (kinds["creature"], kinds["resource"], kinds["flash"], kinds["episode"]) == (35, 8, 16, 4)


def test_starters_differ() -> None:
    assert len(SHIPPED.starter) == 3
    for one, other in combinations(SHIPPED.starter.values(), 2):
        shared = Counter(one.row) & Counter(other.row)
        assert shared.total() <= 9 + 18


# A table's own cards


def changed(card: str, **fields: Any) -> dict[str, Any]:
    """The file that ships with fields of one card changed, or a card more."""
    row = {**FILE["card"].get(card, {}), **fields}
    return {**FILE, "card": {**FILE["card"], card: row}}


def without(*cards: str) -> dict[str, Any]:
    return {**FILE, "card": {name: row for name, row in FILE["card"].items() if name not in cards}}


def doing(card: str, **ability: Any) -> dict[str, Any]:
    """The file that ships where a card does this one thing."""
    return changed(card, does=[ability])


def dealt(**counts: int) -> dict[str, Any]:
    """The file that ships with other counts in one deck."""
    deck = FILE["starter"]["unit"]
    cards = {**deck["cards"], **{card.replace("_", "-"): count for card, count in counts.items()}}
    return {**FILE, "starter": {"unit": {**deck, "cards": {card: count for card, count in cards.items() if count}}}}


def test_the_file_that_ships_as_json() -> None:
    """What a session pins is the same file as JSON."""
    assert parse_cards(msgspec.json.encode(FILE), "cards") == SHIPPED


def test_a_card_of_the_table() -> None:
    own = parse_cards(msgspec.json.encode(changed("yeti", energy=3, labels=["snow"])), "cards")
    assert (own.card["yeti"].energy, own.card["yeti"].labels) == (3, ("snow",))
    assert own.card["zarbi"] == SHIPPED.card["zarbi"]


def test_a_file_without_decks() -> None:
    """Decks are a kindness; the Watchers and Time cards are needed."""
    assert read_cards({"card": FILE["card"]}, "cards").starter == {}
    few = {name: row for name, row in FILE["card"].items() if name.startswith(("watcher-", "time-p", "time-f"))}
    assert len(read_cards({"card": few}, "cards").card) == 6


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([], "cards: this file has the tables card and starter"),
        ({**FILE, "events": {}}, "'events': the tables are card and starter, no other"),
        ({**FILE, "card": []}, "card: a table of rows by id is needed"),
        ({**FILE, "card": {f"c-{number}": {} for number in range(1001)}}, "card: 1001 rows; there are at most 1000"),
        (changed("Yeti", name="Y", type="flash"), r"card\.'Yeti': an id is small letters"),
        (changed("yéti", name="Y", type="flash"), r"card\.'y\\xe9ti': an id is small letters"),
        (changed("y" * 33, name="Y", type="flash"), "an id is small letters, digits and hyphens, 32 at most"),
        ({**FILE, "card": {**FILE["card"], "yeti": 4}}, r"card\.yeti: a table of fields is needed"),
        (changed("yeti", colour="red"), r"card\.yeti\.colour: the fields are name, type, zone"),
        (changed("new", name="New"), r"card\.new\.type: this field is needed: one of creature, episode"),
        (changed("yeti", type="monster"), r"card\.yeti\.type: one of creature, .*, not monster"),
        (changed("yeti", energy="2"), r"card\.yeti\.energy: a whole number, not 2"),
        (changed("yeti", energy=True), r"card\.yeti\.energy: a whole number, not True"),
        (changed("yeti", energy=21), r"card\.yeti\.energy: 21 is not 0 to 20"),
        (changed("yeti", support=-1), r"card\.yeti\.support: -1 is not 0 to 20"),
        (changed("yeti", energy=0, substance=0), r"card\.yeti\.energy: a Creature has .* at least 1 \(CCG-CRE-10\)"),
        (changed("yeti", solve=3), r"card\.yeti\.solve: only a card of the type episode has solve"),
        (changed("sidrat", energy=1), r"card\.sidrat\.energy: only a card of the type creature has energy"),
        (changed("inferno", solve=0), r"card\.inferno\.solve: an Episode has a solve number"),
        (changed("yeti", unique="yes"), r"card\.yeti\.unique: true or false, not yes"),
        (changed("yeti", zone="any"), r"card\.yeti\.zone: .* past or present or future or timeless"),
        (changed("sidrat", zone="past"), r"card\.sidrat\.zone: on a card of the type resource: any"),
        (changed("yeti", races=["ghost"]), r"card\.yeti\.races\[0\]: one of alien, assistant, human, robot, time-lord"),
        (changed("yeti", races="robot"), r"card\.yeti\.races: a list of at most 16"),
        (changed("yeti", races=["human", "alien", "robot"]), r"card\.yeti\.races: one race, or two different"),
        (changed("sidrat", races=["robot"]), r"card\.sidrat\.races: only a creature has a race"),
        (changed("watcher-past", races=["alien"]), r"card\.watcher-past\.races: The Watcher has no race"),
        (changed("yeti", labels=["Big One"]), r"card\.yeti\.labels\[0\]: a label is small letters"),
        (changed("yeti", labels=["a"] * 17), r"card\.yeti\.labels: a list of at most 16"),
        (changed("yeti", name="Y" * 61), r"card\.yeti\.name: 1 to 60 printed characters"),
        (changed("yeti", name=""), r"card\.yeti\.name: 1 to 60"),
        (changed("yeti", name="Ye\u202eti"), r"card\.yeti\.name: 1 to 60 printed"),
        (changed("yeti", name='The "Yeti"'), r"card\.yeti\.name: .*without double quotes"),
        (changed("yeti", name="ZARBI"), r"card\.zarbi\.name: card\.yeti has this name"),
        (changed("yeti", unknown=["size"]), r"card\.yeti\.unknown\[0\]: a field of this row"),
        (changed("yeti", provenance="rumour"), r"card\.yeti\.provenance: one of one-source, rulebook, stand-in"),
        (changed("yeti", provenance="stand-in"), r"card\.yeti\.unknown: a stand-in is invented whole"),
        (without("watcher-future"), r"card\.watcher-future: this card is in every file: type creature, zone future"),
        (without("time-past"), r"card\.time-past: this card is in every file: type time, zone past"),
        (changed("watcher-past", zone="future"), r"card\.watcher-past: this card is always of the type creature and"),
        (changed("watcher-four", name="Four", type="flash"), r"card\.watcher-four\.name: ids that begin with watcher-"),
        (changed("time-four", name="Four", type="time", zone="past"), r"card\.time-four\.type: there are three Time"),
    ],
)
def test_a_card_with_a_fault(given: Any, says: str) -> None:
    """The path to the fault, and what is allowed."""
    with pytest.raises(RefusedError, match=says):
        parse_cards(msgspec.json.encode(given), "cards")


CREATURE: Final = {"target": "creature"}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (doing("yeti", what="raise"), r"card\.yeti\.does\[0\]\.when: this field is needed: one of episode, flash"),
        (doing("yeti", when="special", what="explode"), r"does\[0\]\.what: one of banish, .*, not explode"),
        (doing("yeti", when="special", what="draw", much=1), r"does\[0\]\.much: the fields are when, what"),
        (doing("yeti", when="flash", what="prevent-hit"), r"does\[0\]\.when: on a card of the type creature"),
        (doing("cliffhanger", when="special", what="prevent-hit"), r"\.when: on a card of the type flash: flash"),
        (doing("time-past", when="innate", what="must-attack", target="self"), "a Time card has no abilities"),
        (
            doing("cliffhanger", when="innate", what="must-attack", target="self"),
            r"does\[0\]\.what: what is innate on a card of the type flash can only be waive",
        ),
        (changed("cliffhanger", does=[]), r"card\.cliffhanger\.does: a Flash does one thing"),
        (changed("cliffhanger", does=[{"when": "flash", "what": "counter"}] * 2), "a Flash does one thing"),
        (changed("inferno", does=[]), r"card\.inferno\.does: an Episode does something"),
        (doing("yeti", when="innate", what="raise", value="energy", amount=1), "when: raise is special or flash"),
        (doing("yeti", when="special", what="raise", amount=1, **CREATURE), r"\.value: raise needs a value"),
        (doing("yeti", when="special", what="raise", value="energy", **CREATURE), r"\.amount: 0 is not 1 to 9"),
        (doing("yeti", when="special", what="damage", value="energy", amount=10, **CREATURE), "10 is not 1 to 9"),
        (doing("yeti", when="special", what="raise", value="energy", amount=1), "target: raise has the target"),
        (doing("yeti", when="special", what="side", value="energy", **CREATURE), r"\.value: side has no value"),
        (doing("yeti", when="special", what="side", amount=1, **CREATURE), r"\.amount: side has no amount"),
        (doing("yeti", when="special", what="move", every=True, **CREATURE), r"\.every: move takes one card"),
        (doing("yeti", when="special", what="bar"), r"\.bars: bar needs it, and nothing else has it"),
        (doing("yeti", when="special", what="counter", bars="draw"), r"\.bars: bar needs it, and nothing else"),
        (doing("yeti", when="innate", what="waive", target="self"), r"\.waives: waive needs it"),
        (doing("yeti", when="innate", what="waive", target="self", waives="RISK-1"), r"\.waives: a rule of this game"),
        (doing("yeti", when="special", what="code"), r"\.code: code needs it"),
        (doing("yeti", when="special", what="code", code="x"), r"\.code: one of cybermat-swap, time-eddy"),
        (doing("yeti", when="special", what="side", along=True, **CREATURE), r"\.along: only a special move"),
        (doing("yeti", when="special", what="move", target="payment"), r"\.target: what is paid with moves"),
        (
            doing("yeti", when="special", what="move", target="payment", cost=[{"pay": "sacrifice"}]),
            r"\.target: what is paid with moves: a cost with pay = side",
        ),
        (
            doing("yeti", when="innate", what="must-attack", target="self", cost=[{"pay": "side"}]),
            r"\.cost: only special and flash have a cost",
        ),
        (doing("yeti", when="special", what="draw", amount=1, cost=[{"pay": "gold"}]), r"cost\[0\]\.pay: one of"),
        (doing("yeti", when="special", what="draw", amount=1, cost=[{"pay": "side"}] * 5), r"\.cost: at most 4"),
        (
            doing("yeti", when="special", what="hit", cost=[{"pay": "side", "type": "card", "race": "alien"}]),
            r"cost\[0\]\.race: only a creature has a race",
        ),
        (
            doing("cliffhanger", when="flash", what="raise", value="energy", amount=1, target="self"),
            r"\.target: only innate and special know the card itself",
        ),
        (doing("yeti", when="innate", what="save", **CREATURE), "an innate save is for the card itself: self"),
        (
            doing("yeti", when="innate", what="bonus", value="either", amount=1, **CREATURE),
            r"\.value: nobody chooses for innate",
        ),
        (
            doing("inferno", when="episode", what="damage", value="either", amount=1, whose="own", **CREATURE),
            r"\.value: nobody chooses for episode",
        ),
        (doing("inferno", when="episode", what="bar", bars="draw"), r"\.whose: a bar is for .*: here own"),
        (doing("yeti", when="special", what="bar", bars="draw", whose="own"), r"\.whose: a bar is for .*: here rival"),
        (doing("yeti", when="special", what="code", code="time-eddy", **CREATURE), "time-eddy has the target none"),
        (
            doing("inferno", when="episode", what="side", every=True, reach="any", **CREATURE),
            r"\.reach: episode reaches its own zone only",
        ),
        (doing("yeti", when="special", what="counter", race="alien"), r"\.race: there is no choice to narrow"),
        (doing("yeti", when="special", what="draw", amount=1, whose="own"), r"\.whose: there is no choice to narrow"),
        (doing("yeti", when="special", what="lock", target="resource", race="alien"), "only a creature has a race"),
        (doing("cliffhanger", when="flash", what="side", other=True, **CREATURE), r"\.other: only innate and special"),
        (doing("yeti", when="special", what="side", named="gundan", **CREATURE), "named: there is no card 'gundan'"),
        (
            doing("yeti", when="special", what="side", named="sidrat", **CREATURE),
            r"\.named: sidrat is of the type resource, the target creature",
        ),
        (doing("yeti", when="special", what="side", label="tall", **CREATURE), "label: no card has the label 'tall'"),
    ],
)
def test_an_ability_with_a_fault(given: Any, says: str) -> None:
    """What does not go together is refused before a table plays with it."""
    with pytest.raises(RefusedError, match=says):
        parse_cards(msgspec.json.encode(given), "cards")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (dealt(gundan=1), r"starter\.unit\.cards\.gundan: there is no such card in this file"),
        (dealt(yeti=5), r"starter\.unit\.cards\.yeti: 5 is not 1 to 4 \(CCG-DEC-05\)"),
        (dealt(watcher_past=0), r"starter\.unit\.cards\.watcher-past: a deck has The Watcher of each zone"),
        (dealt(time_past=3), r"starter\.unit\.cards: as many Time cards of each zone"),
        (dealt(time_past=0, time_present=0, time_future=0), r"starter\.unit\.cards: as many Time cards of each zone"),
        (dealt(pyramids_of_mars=2), r"starter\.unit\.cards: the solve numbers add up to 33; at most 25 \(CCG-DEC-06\)"),
        (
            dealt(**dict.fromkeys([card for card in FILE["starter"]["unit"]["cards"] if "-" not in card], 0)),
            r"starter\.unit\.cards: \d+ cards; a deck has at least 55 \(CCG-DEC-01\)",
        ),
        ({**FILE, "starter": {"unit": {"name": "U"}}}, r"starter\.unit\.cards: this field is needed"),
        ({**FILE, "starter": {"unit": {"name": "U", "cards": []}}}, r"starter\.unit\.cards: a table is needed"),
        ({**FILE, "starter": {"unit": {"name": "U", "cards": {"yeti": "4"}}}}, r"cards\.yeti: a whole number, not 4"),
        ({**FILE, "starter": {"unit": {"name": "", "cards": {}}}}, r"starter\.unit\.name: 1 to 60 printed"),
        ({**FILE, "starter": {f"s{number}": {} for number in range(51)}}, "starter: 51 rows; there are at most 50"),
    ],
)
def test_a_deck_with_a_fault(given: Any, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        parse_cards(msgspec.json.encode(given), "cards")


def test_the_page_on_card_files_tells_of_every_field_and_kind() -> None:
    page = (DOCS / "own-cards.md").read_text("utf-8").split("## The Collectible Card Game")[1].split("\n## ")[0]
    fields = {field for struct in (Card, Ability, Cost) for field in struct.__struct_fields__}
    assert [word for word in sorted({*fields, *get_args(Kind), *CODES}) if f"`{word}`" not in page] == []
    sample = tomllib.loads(page.split("```toml")[1].split("```")[0])
    read_cards({**FILE, "card": {**FILE["card"], **sample["card"]}}, "cards")


@pytest.mark.parametrize("text", [b"{", b"\xff", b"[" * 100_000, '{"card": "\ud800"}'.encode("utf-8", "surrogatepass")])
def test_what_is_no_json(text: bytes) -> None:
    with pytest.raises(RefusedError, match=r"^cards: "):
        parse_cards(text, "cards")
