"""Cards of the Collectible Card Game: shipped cards and decks, faults of a card file, and the words for abilities."""

import tomllib
from collections import Counter
from itertools import combinations
from typing import Any, Final, get_args

import msgspec
import pytest
from ccg_tables import JULIE, cards_with, table
from places import DOCS

from events.errors import RefusedError
from projections.games.ccg.components.card_grammar import CODES
from projections.games.ccg.components.cards import WATCHERS, ZONES, Ability, Card, Cost, Kind, Race
from projections.games.ccg.components.data_files import SHIPPED, parse_cards, read_cards, shipped_file
from projections.games.ccg.events import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.prose.card_text import ability_text, exceptions, face_does
from projections.games.ccg.rules.ability_effects import _CODED as CODED
from projections.games.ccg.rules.interpretation import rules_set_aside

FILE: Final[dict[str, Any]] = tomllib.loads(shipped_file())
CREATURES = {name: one for name, one in SHIPPED.card.items() if one.type == "creature" and "watcher" not in name}
ABILITIES: Final = [ability for card in SHIPPED.card.values() for ability in card.does]
SIDE: Final = {"pay": "side"}


def strength(card: Card) -> int:
    return card.energy + card.substance


def test_shipped_cards_cover_types_zones_and_races() -> None:
    """CCG-OBJ-04, CCG-TIM-05, CCG-CRE-03, CCG-CRE-04, CCG-CRE-05."""
    assert Counter(card.type for card in SHIPPED.card.values()) == {
        "creature": 93, "resource": 24, "flash": 24, "episode": 12, "time": 3,
    }  # fmt: skip
    assert Counter(one.zone for one in CREATURES.values()) == {"past": 22, "present": 22, "future": 22, "timeless": 24}
    assert sorted(card.solve for card in SHIPPED.card.values() if card.type == "episode") == [
        3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9,
    ]  # fmt: skip
    assert Counter(card.provenance for card in SHIPPED.card.values()) == {
        "rulebook": 18, "one-source": 19, "stand-in": 119,
    }  # fmt: skip
    races = Counter(race for card in CREATURES.values() for race in card.races)
    assert (set(races), min(races.values()) >= 10) == (set(get_args(Race)), True)
    assert all(card.races for card in CREATURES.values())
    assert SHIPPED.card["dalek"].races == ("alien", "robot")
    on = Counter(kind for card in SHIPPED.card.values() for kind in {ability.what for ability in card.does})
    assert [kind for kind in get_args(Kind) if on[kind] < 2] == []
    assert sum(any(cost.pay == "sacrifice" for cost in ability.cost) for ability in ABILITIES) >= 2
    assert {ability.code for ability in ABILITIES if ability.code} == set(CODES) == set(CODED)
    assert {ability.bars for ability in ABILITIES if ability.bars} == {"support", "special", "flash", "attack", "draw"}


def test_strength_and_support_of_creatures_are_balanced() -> None:
    """CCG-CRE-02, CCG-CRE-07, CCG-CRE-08, CCG-SUP-02."""
    bands = Counter(min(3, max(0, (strength(card) - 1) // 2)) for card in CREATURES.values())
    assert (bands, max(map(strength, CREATURES.values()))) == ({0: 27, 1: 36, 2: 18, 3: 9}, 10)
    assert sum(abs(card.energy - card.substance) <= 1 for card in CREATURES.values()) >= 0.6 * len(CREATURES)
    assert all(card.unique for card in CREATURES.values() if strength(card) >= 7)
    groups = [[strength(one) for one in CREATURES.values() if one.timeless == timeless] for timeless in (False, True)]
    means = [sum(group) / len(group) for group in groups]
    assert 0.7 <= means[0] - means[1] <= 1.3
    for name, card in CREATURES.items():
        if card.provenance == "stand-in":
            least, most = (2, 3) if "assistant" in card.races else (0, 1) if strength(card) >= 5 else (1, 2)
            assert least <= card.support <= most, name
    rises = [ability.amount for ability in ABILITIES if ability.what in ("raise", "bonus", "swell")]
    assert (set(rises), rises.count(3) <= 3) == ({1, 2, 3}, True)
    pairs = list(combinations(CREATURES.values(), 2))
    assert 0.4 <= sum(beats(one, other) or beats(other, one) for one, other in pairs) / len(pairs) <= 0.5


def beats(one: Card, other: Card) -> bool:
    return one.energy > other.energy and one.substance > other.substance


def test_abilities_fit_the_type_of_their_card() -> None:
    """CCG-ABI-02, CCG-FLA-03, CCG-EPI-18."""
    for name, card in SHIPPED.card.items():
        whens = [ability.when for ability in card.does if ability.what != "waive"]
        if card.type == "flash":
            assert whens == ["flash"], name
        elif card.type == "episode":
            assert set(whens) == {"episode"}, name
            assert all(ability.whose == "own" for ability in card.does if ability.what != "waive"), name
        else:
            assert not {"flash", "episode"} & set(whens), name


@pytest.mark.parametrize(("face", "name", "race", "zone", "values"), [
    ("zarbi", "Zarbi", "alien", "future", (1, 1, 0)), ("yeti", "Yeti", "robot", "present", (2, 2, 0)),
    ("unit-corporal", "U.N.I.T. Corporal", "human", "present", (2, 1, 1)),
    ("bok", "Bok", "alien", "present", (1, 1, 1)), ("menoptera", "Menoptera", "alien", "future", (1, 1, 1)),
    ("ice-warrior", "Ice Warrior", "alien", "future", (1, 3, 1)),
])  # fmt: skip
def test_creature_of_the_example_game_is_as_printed(
    face: str, name: str, race: str, zone: str, values: tuple[int, int, int]
) -> None:
    card = SHIPPED.card[face]
    assert (card.name, card.races, card.zone, card.does) == (name, (race,), zone, ())
    assert (card.energy, card.substance, card.support) == values
    assert card.provenance == "rulebook"
    assert set(card.unknown) <= {"labels", "unique", "rarity", "does"}


@pytest.mark.parametrize("zone", ZONES)
def test_watcher_is_as_printed(zone: str) -> None:
    card = SHIPPED.card[f"watcher-{zone}"]
    assert (card.zone, card.energy, card.substance, card.support, card.unique) == (zone, 1, 1, 0, False)
    assert (card.provenance, card.unknown, card.races) == ("rulebook", ("energy",), ())


def test_known_abilities_and_unknown_fields_are_as_in_the_rulebook() -> None:
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
    assert does["daemons"] == Ability("special", "damage", "either", 1, "creature", other=True)
    assert {does[name].what for name in ("mongols", "romans", "greek-hoplites")} == {"swell"}
    dulciens, daemons = SHIPPED.card["dulciens"], SHIPPED.card["daemons"]
    assert (dulciens.energy, dulciens.substance, dulciens.support) == (0, 1, 1)
    assert {"zone", "energy", "substance", "support"} <= set(daemons.unknown)
    assert "zone" in dulciens.unknown
    assert all(not card.unknown for card in SHIPPED.card.values() if card.provenance == "stand-in")
    assert "type" in SHIPPED.card["vorum-gas"].unknown
    assert ("unique" in SHIPPED.card["jo-grant"].unknown, SHIPPED.card["jo-grant"].unique) == (False, True)


@pytest.mark.parametrize("name", SHIPPED.starter)
def test_starter_deck_keeps_the_five_provisos(name: str) -> None:
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


def test_starter_decks_differ() -> None:
    assert len(SHIPPED.starter) == 3
    for one, other in combinations(SHIPPED.starter.values(), 2):
        shared = Counter(one.row) & Counter(other.row)
        assert shared.total() <= 9 + 18


def changed(card: str, **fields: Any) -> dict[str, Any]:
    """The shipped file with fields of one card changed, or with another card."""
    return {**FILE, "card": {**FILE["card"], card: {**FILE["card"].get(card, {}), **fields}}}


def without(card: str) -> dict[str, Any]:
    return {**FILE, "card": {name: row for name, row in FILE["card"].items() if name != card}}


def doing(card: str, ability: str = "", **more: Any) -> dict[str, Any]:
    """The shipped file in which a card does one thing, as `when what target`."""
    return changed(card, does=[{**dict(zip(("when", "what", "target"), ability.split(), strict=False)), **more}])


def yeti(ability: str, **more: Any) -> dict[str, Any]:
    return doing("yeti", ability, **more)


def dealt(**counts: int) -> dict[str, Any]:
    """The shipped file with other counts in one deck."""
    deck = FILE["starter"]["unit"]
    cards = {**deck["cards"], **{card.replace("_", "-"): count for card, count in counts.items()}}
    return starting(unit={**deck, "cards": {card: count for card, count in cards.items() if count}})


def starting(**decks: Any) -> dict[str, Any]:
    return {**FILE, "starter": decks}


@pytest.mark.parametrize(("given", "says"), [
    ([], "card and starter"), ({**FILE, "events": {}}, "'events'"), ({**FILE, "card": []}, "card must be a table"),
    ({**FILE, "card": {f"c-{number}": {} for number in range(1001)}}, "card has 1001 rows.* 1000"),
    (changed("Yeti", name="Y", type="flash"), r"card\.'Yeti': an id"),
    (changed("y\u00e9ti", name="Y", type="flash"), r"card\.'y\\xe9ti': an id"),
    (changed("y" * 33, name="Y", type="flash"), "an id .*at most 32"),
    ({**FILE, "card": {**FILE["card"], "yeti": 4}}, r"card\.yeti must be a table"),
    (changed("yeti", colour="red"), r"card\.yeti\.colour is not allowed. Fields"),
    (changed("new", name="New"), r"card\.new\.type is missing"),
    (changed("yeti", type="monster"), r"card\.yeti\.type must .*monster"),
    (changed("yeti", energy="2"), r"card\.yeti\.energy must be a whole number"),
    (changed("yeti", energy=True), r"card\.yeti\.energy must be a whole number"),
    (changed("yeti", energy=21), r"card\.yeti\.energy: must be from 0 to 20, not 21"),
    (changed("yeti", support=-1), r"card\.yeti\.support: must be from 0 to 20, not -1"),
    (changed("yeti", energy=0, substance=0), r"card\.yeti\.energy: .*CCG-CRE-10"),
    (changed("yeti", solve=3), r"card\.yeti\.solve: only .* episode"),
    (changed("sidrat", energy=1), r"card\.sidrat\.energy: only .* creature"),
    (changed("inferno", solve=0), r"card\.inferno\.solve: "),
    (changed("yeti", unique="yes"), r"card\.yeti\.unique must be true or false"),
    (changed("yeti", zone="any"), r"card\.yeti\.zone: .* past or present or future or timeless"),
    (changed("sidrat", zone="past"), r"card\.sidrat\.zone: .* any"),
    (changed("yeti", races=["ghost"]), r"card\.yeti\.races\[0\] must "),
    (changed("yeti", races="robot"), r"card\.yeti\.races must .* 16"),
    (changed("yeti", races=["human", "alien", "robot"]), r"card\.yeti\.races: a Creature can have one race or two"),
    (changed("sidrat", races=["robot"]), r"card\.sidrat\.races: only a Creature"),
    (changed("watcher-past", races=["alien"]), r"card\.watcher-past\.races: "),
    (changed("yeti", labels=["Big One"]), r"card\.yeti\.labels\[0\]: "),
    (changed("yeti", labels=["a"] * 17), r"card\.yeti\.labels must .* 16"),
    (changed("yeti", name="Y" * 61), r"card\.yeti\.name: must be 1 to 60"),
    (changed("yeti", name=""), r"card\.yeti\.name: must be 1 to 60"),
    (changed("yeti", name="Ye\u202eti"), r"card\.yeti\.name: .*printable"),
    (changed("yeti", name='The "Yeti"'), r"card\.yeti\.name: .*double quotes"),
    (changed("yeti", name="ZARBI"), r"card\.zarbi\.name: card\.yeti "),
    (changed("yeti", unknown=["size"]), r"card\.yeti\.unknown\[0\]: "),
    (changed("yeti", provenance="rumour"), r"card\.yeti\.provenance must be one of"),
    (changed("yeti", provenance="stand-in"), r"card\.yeti\.unknown: must be empty for a stand-in"),
    (without("watcher-future"), r"card\.watcher-future: .*type creature and zone future"),
    (without("time-past"), r"card\.time-past: .*type time and zone past"),
    (changed("watcher-past", zone="future"), r"card\.watcher-past: this card must have the type creature"),
    (changed("watcher-four", name="Four", type="flash"), r"card\.watcher-four\.name: "),
    (changed("time-four", name="Four", type="time", zone="past"), r"card\.time-four\.type: "),
    (yeti("", what="raise"), r"card\.yeti\.does\[0\]\.when is missing"),
    (yeti("special explode"), r"does\[0\]\.what must .*explode"),
    (yeti("special draw", much=1), r"does\[0\]\.much is not allowed. Fields"),
    (yeti("flash prevent-hit"), r"does\[0\]\.when: .*creature"),
    (doing("cliffhanger", "special prevent-hit"), r"\.when: must be flash or innate on a card of type flash"),
    (doing("time-past", "innate must-attack self"), "a Time card"),
    (doing("cliffhanger", "innate must-attack self"), r"does\[0\]\.what: must be waive .*flash"),
    (changed("cliffhanger", does=[]), r"card\.cliffhanger\.does: a Flash"),
    (changed("cliffhanger", does=[{"when": "flash", "what": "counter"}] * 2), "a Flash must have exactly one ability"),
    (changed("inferno", does=[]), r"card\.inferno\.does: an Episode"),
    (yeti("innate raise", value="energy", amount=1), "when: must be special, flash or episode for raise"),
    (yeti("special raise creature", amount=1), r"\.value: raise needs"),
    (yeti("special raise creature", value="energy"), r"\.amount: must be from 1 to 9, not 0"),
    (yeti("special damage creature", value="energy", amount=10), "must be from 1 to 9, not 10"),
    (yeti("special raise", value="energy", amount=1), "target: must be creature or self for raise"),
    (yeti("special side creature", value="energy"), r"\.value: side cannot have a"),
    (yeti("special side creature", amount=1), r"\.amount: side cannot have an"),
    (yeti("special move creature", every=True), r"\.every: move"), (yeti("special bar"), r"\.bars: "),
    (yeti("special counter", bars="draw"), r"\.bars: "), (yeti("innate waive self"), r"\.waives: waive needs"),
    (yeti("innate waive self", waives="RISK-1"), r"\.waives: must be the id of a rule"),
    (yeti("special code"), r"\.code: code needs"),
    (yeti("special code", code="x"), r"\.code: must be one of"),
    (yeti("special side creature", along=True), r"\.along: "),
    (yeti("special move payment"), r"\.target: the target payment needs a cost"),
    (yeti("special move payment", cost=[{"pay": "sacrifice"}]), r"\.target: the target payment needs a cost .*side"),
    (yeti("innate must-attack self", cost=[SIDE]), r"\.cost: only special and flash"),
    (yeti("special draw", amount=1, cost=[{"pay": "gold"}]), r"cost\[0\]\.pay must be one of"),
    (yeti("special draw", amount=1, cost=[SIDE] * 5), r"\.cost: a cost can have at most 4"),
    (yeti("special hit", cost=[{**SIDE, "type": "card", "race": "alien"}]), r"cost\[0\]\.race: "),
    (doing("cliffhanger", "flash raise self", value="energy", amount=1), r"\.target: only innate and special"),
    (yeti("innate save creature"), "an innate save"),
    (yeti("innate bonus creature", value="either", amount=1), r"\.value: .* innate"),
    (doing("inferno", "episode damage creature", value="either", amount=1, whose="own"), r"\.value: .* episode"),
    (doing("inferno", "episode bar", bars="draw"), r"\.whose: must be own"),
    (yeti("special bar", bars="draw", whose="own"), r"\.whose: must be rival"),
    (yeti("special code creature", code="time-eddy"), "must be none for time-eddy"),
    (doing("inferno", "episode side creature", every=True, reach="any"), r"\.reach: episode"),
    (yeti("special counter", race="alien"), r"\.race: "), (yeti("special draw", amount=1, whose="own"), r"\.whose: "),
    (yeti("special lock resource", race="alien"), "only a Creature can have a race"),
    (doing("cliffhanger", "flash side creature", other=True), r"\.other: only innate and special"),
    (yeti("special side creature", named="gundan"), "named: .*'gundan'"),
    (yeti("special side creature", named="sidrat"), r"\.named: sidrat .*resource"),
    (yeti("special side creature", label="tall"), "label: .*'tall'"),
    (dealt(gundan=1), r"starter\.unit\.cards\.gundan: "),
    (dealt(yeti=5), r"starter\.unit\.cards\.yeti: .*not 5 \(CCG-DEC-05"),
    (dealt(watcher_past=0), r"starter\.unit\.cards\.watcher-past: "),
    (dealt(time_past=3), r"starter\.unit\.cards: .*same number of Time cards"),
    (dealt(time_past=0, time_present=0, time_future=0), r"starter\.unit\.cards: .*same number of Time cards"),
    (dealt(pyramids_of_mars=2), r"starter\.unit\.cards: .*at most 25, not 33 \(CCG-DEC-06\)"),
    (dealt(**{card: 0 for card in FILE["starter"]["unit"]["cards"] if "-" not in card}), "55 .CCG-DEC-01"),
    (starting(unit={"name": "U"}), r"starter\.unit\.cards is missing"),
    (starting(unit={"name": "U", "cards": []}), r"starter\.unit\.cards must be a table"),
    (starting(unit={"name": "U", "cards": {"yeti": "4"}}), r"cards\.yeti must be a whole number"),
    (starting(unit={"name": "", "cards": {}}), r"starter\.unit\.name: must be 1 to 60"),
    (starting(**{f"s{number}": {} for number in range(51)}), "starter has 51 rows.* 50"),
])  # fmt: skip
def test_refuses_a_faulty_card_file_and_names_the_field(given: Any, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        parse_cards(msgspec.json.encode(given), "cards")


def test_card_files_are_read_as_documented() -> None:
    assert parse_cards(msgspec.json.encode(FILE), "cards") == SHIPPED
    own = parse_cards(msgspec.json.encode(changed("yeti", energy=3, labels=["snow"])), "cards")
    assert (own.card["yeti"].energy, own.card["yeti"].labels) == (3, ("snow",))
    assert own.card["zarbi"] == SHIPPED.card["zarbi"]
    assert read_cards({"card": FILE["card"]}, "cards").starter == {}
    few = {name: row for name, row in FILE["card"].items() if name.startswith(("watcher-", "time-p", "time-f"))}
    assert len(read_cards({"card": few}, "cards").card) == 6
    page = (DOCS / "reference" / "custom-cards-ccg.md").read_text("utf-8")
    fields = {field for struct in (Card, Ability, Cost) for field in struct.__struct_fields__}
    assert [word for word in sorted({*fields, *get_args(Kind), *CODES}) if f"`{word}`" not in page] == []
    sample = tomllib.loads(page.split("```toml")[1].split("```")[0])
    read_cards({**FILE, "card": {**FILE["card"], **sample["card"]}}, "cards")


@pytest.mark.parametrize("text", [b"{", b"\xff", b"[" * 100_000, '{"card": "\ud800"}'.encode("utf-8", "surrogatepass")])
def test_text_that_is_not_json_is_refused(text: bytes) -> None:
    with pytest.raises(RefusedError, match=r"^cards: "):
        parse_cards(text, "cards")


SAID = {
    "demat-gun": "Side it and Side a Time Lord Creature of your own: destroy any card in any zone",
    "tegan-jovanka": "always: +1 Substance for each Doctor Who V in the zone",
    "temporal-grace": "the next Hit against you this turn is prevented",
    "yeti": "",
    "draconian": "always: it can be played into any zone",
}  # fmt: skip


@pytest.mark.parametrize(("face", "words"), SAID.items())
def test_a_card_says_what_it_does(face: str, words: str) -> None:
    assert face_does(SHIPPED, SHIPPED.card[face]) == words


def test_no_text_of_a_card_has_the_id_of_a_rule() -> None:
    texts = {name: face_does(SHIPPED, card) for name, card in SHIPPED.card.items()}
    assert [name for name, text in texts.items() if "CCG-" in text] == []
    waived = {one.waives for card in SHIPPED.card.values() for one in card.does if one.what == "waive"}
    assert {exceptions(card) for card in SHIPPED.card.values()} - {""} == {f" ({rule})" for rule in waived}
    other = Ability("innate", "waive", target="self", waives="CCG-COM-07")
    assert ability_text(SHIPPED, other).startswith("it is an exception to the rule: ")


EAGER = Card("Eager", "creature", "present", energy=2, substance=2, does=(
    Ability("innate", "waive", target="self", waives="CCG-COM-08"),
))  # fmt: skip


def told(more: str) -> tuple[dict[str, str], str]:
    """The rules that an attack by an eager card sets aside, and the sentence in the log."""
    now = table(f"julie present eager{more}, steve present yeti", "attack", cards=cards_with(eager=EAGER))
    move = m.Attack(JULIE, 1, 2)
    return rules_set_aside(now, move), GAME.view.sentence(move, now, now)


def test_abilities_have_words_and_the_log_names_overriding_cards() -> None:
    shipped = {one.what: one for face in SHIPPED.card.values() for one in face.does}
    assert shipped.keys() == set(get_args(Kind))
    words = {what: ability_text(SHIPPED, one) for what, one in shipped.items()}
    assert len(set(words.values())) == len(words)
    assert all(text and "{" not in text for text in words.values())
    assert face_does(SHIPPED, SHIPPED.card["time-ring"]).startswith("Side it and sacrifice 2 Creatures of your own: ")
    attack = "Julie attacks Steve's Yeti with Eager"
    assert told(" fresh") == ({"CCG-COM-08": "Eager"}, f"{attack}, because Eager overrides CCG-COM-08.")
    assert told("") == ({}, f"{attack}.")
