"""The set-up of Risk for two to five, and its cards."""

import tomllib
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec import structs
from refusals import refuses
from risk_worlds import ARMIES
from table_play import chances, effects

from events.codec import Codec
from events.entry import Entry
from events.errors import CannotTellError, RefusedError
from events.events import Drawn, Rolled, Shuffled, Started
from projections.contracts import ObservedChance
from projections.draft import Draft
from projections.games.risk.components import world_map
from projections.games.risk.components.cards import SHIPPED, parse_cards, read_cards, shipped_file
from projections.games.risk.components.world_map import CONTINENTS, LAND_BORDERS, SEA_LINES, TERRITORIES, neighbours
from projections.games.risk.events import StepReached, TerritoriesDealt, TurnBegan
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.state.position import World
from projections.notation.recorded_chance import Recorded, Typed
from replay.chance.random_source import SeededChance

SEATS = ("black", "yellow", "orange", "white", "grey")
THREE = {seat: "+".join(TERRITORIES[name].code for name in [*TERRITORIES][at::3]) for at, seat in enumerate(SEATS[:3])}
FILE: dict[str, Any] = tomllib.loads(shipped_file())


def started(count: int, **options: Any) -> Started:
    return Started("risk", 1, SEATS[:count], options)


def begun(count: int, seed: int = 1, **options: Any) -> tuple[list[Entry], World]:
    return GAME.begin(started(count, **options), SeededChance(seed))


@pytest.mark.parametrize(("players", "lands", "missions", "powers", "piles"), [
    (2, [12, 12, 6, 6, 6], 3, 3, (4, 9)), (3, [14, 14, 14], 2, 3, (4, 6)), (4, [10, 10, 11, 11], 2, 3, (2, 3)),
    (5, [8, 8, 8, 9, 9], 2, 3, (0, 0)),
])  # fmt: skip
def test_deals_territories_daleks_and_cards(
    players: int, lands: list[int], missions: int, powers: int, piles: tuple[int, int]
) -> None:
    """T-RISK-01, T-RISK-02, T-RISK-04, T-RISK-05, T-RISK-121, T-RISK-122: the last in turn order get one more.

    RISK-CMP-01, RISK-SET-01, RISK-SET-02, RISK-SET-04, RISK-SET-05, RISK-SET-06, RISK-SET-07, RISK-SET-08,
    RISK-SET-09, RISK-SET-10, RISK-SET-11, RISK-SET-12, RISK-TWO-01, RISK-TWO-05, RISK-TWO-06, RISK-TWO-07,
    RISK-TWO-08, RISK-TWO-09, RISK-TWO-10, RISK-TWO-11.
    """
    for first in SEATS[:players]:
        _, world = begun(players, first_player=first)
        at = SEATS.index(first)
        order = (*SEATS[at:players], *SEATS[:at], *world.armies[players:])
        assert [len(world.lands_of(army)) for army in order] == lands
        assert [world.daleks_of(army) for army in order] == [3 * count for count in lands]
        assert {land.daleks for land in world.lands.values()} == {3}
        assert {army: len(hand) for army, hand in world.hands.items()} == dict.fromkeys(world.armies[players:], 3)
        assert sorted((*world.deck, *(card for hand in world.hands.values() for card in hand))) == sorted(TERRITORIES)
        assert {len(hand) for hand in world.missions.values()} == {missions}
        assert {len(hand) for hand in world.powers.values()} == {powers}
        assert (len(world.mission_pile), len(world.power_pile)) == piles
        assert (world.clara, world.turn, world.round, world.player) == (1, 1, 1, first)
        assert GAME.rules.status(world).step == ("neutral" if players == 2 else "tardis")


def test_first_player_is_dealt_first_and_begins() -> None:
    """RISK-SET-04, RISK-SET-02."""
    entries, world = begun(4, first_player="yellow")
    order = next(event.order for event in chances(entries) if isinstance(event, Shuffled))
    assert [world.lands[name].army for name in order[:5]] == ["yellow", "orange", "white", "black", "yellow"]
    assert [world.lands[name].army for name in order[-2:]] == ["white", "black"]
    entries, _ = begun(3, first_player="black")
    first, *others = chances(entries)
    assert isinstance(first, Shuffled)
    more = structs.replace(first, order=(*first.order, first.order[0]))
    _, world = GAME.begin(started(3, first_player="black"), Recorded([more, *others], lenient=True))
    assert [len(world.lands_of(army)) for army in world.armies] == [14, 14, 14]
    entries, world = begun(3, first_player="orange")
    assert world.player == "orange"
    assert not [event for event in chances(entries) if isinstance(event, Rolled)]
    assert set(Counter(begun(3, seed)[1].player for seed in range(30))) == set(SEATS[:3])


def test_dealt_cards_are_known_to_their_seat_alone() -> None:
    """RISK-SET-09, RISK-SET-10, RISK-TWO-18."""
    entries, _ = begun(2)
    codec = Codec(GAME.vocabulary)
    audiences = {}
    for entry in entries:
        if isinstance(entry.event, Drawn):
            _, secrets = codec.encode(entry)
            audiences[entry.event.player, entry.event.pile] = {secret.audience for secret in secrets}
    assert audiences["black", "mission"] == audiences["black", "power"] == {"black"}
    assert audiences["n1", "territory"] == {"n1"}, "and n1 is nobody"
    entries, _ = begun(2, first_player="yellow")
    dealt = [entry for entry in entries if isinstance(entry.event, TerritoriesDealt)]
    assert [(entry.event.army, entry.rule) for entry in dealt] == [  # type: ignore[attr-defined]  # narrowed above
        ("yellow", "RISK-TWO-06"), ("black", "RISK-TWO-06"), ("n1", "RISK-TWO-07"), ("n2", "RISK-TWO-07"),
        ("n3", "RISK-TWO-07"),
    ]  # fmt: skip
    assert effects(entries)[-2:] == [TurnBegan("yellow", 1, 1), StepReached("neutral")]
    assert {entry.rule for entry in begun(3)[0] if isinstance(entry.event, TerritoriesDealt)} == {"RISK-SET-06"}


@pytest.mark.parametrize(("given", "says"), [
    ({**THREE, "black": THREE["black"][4:]}, "not dealt"), ({**THREE, "black": THREE["yellow"]}, "dealt twice"),
    ({**THREE, "black": THREE["black"].replace("ALA", "XXX+ALA").replace("VEN", "Z"), "n1": "RUS"},
     'not a territory: "XXX" of Black and "Z" of Black; dealt twice: Russia; not dealt: Venezuela'),
    ({**THREE, "n1": "RUS"}, "not in this game: Neutral 1; dealt twice: Russia"),
    ({"black": "RUS"}, "no territories are listed for Yellow and Orange; not dealt: Alaska.* and 35 more"),
])  # fmt: skip
def test_refuses_impossible_territory_lists(given: dict[str, str], says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        GAME.set_up(started(3, territories=given))


@pytest.mark.parametrize(("written", "name"), [
    ("N. Europe", "northern-europe"), ("Eastern US", "eastern-united-states"), ("W USA", "western-united-states"),
    ("SE Asia", "southeast-asia"), ("NW Territories", "northwest-territory"), ("the Urals", "ural"),
    ("Ukraine", "russia"), ("Quebec", "eastern-canada"), ("Britain", "great-britain"), ("S. E. Asia", None),
    ("E. Africa.", "east-africa"), ("ALB", "alberta"), ("al", None), ("Australia", None), ("", None), ("per", "peru"),
    (" great  britain ", "great-britain"), ("great-britain", "great-britain"),
])  # fmt: skip
def test_reads_common_spellings_of_territories(written: str, name: str | None) -> None:
    assert world_map.territory_named(written) == name


def test_an_uneven_deal_by_hand_must_favour_later_seats() -> None:
    """RISK-SET-05."""
    four: dict[str, str] = {}
    for at, name in enumerate(TERRITORIES):
        seat = SEATS[at % 4]
        four[seat] = "+".join(filter(None, (four.get(seat, ""), TERRITORIES[name].code)))
    GAME.set_up(started(4, territories=four))
    with pytest.raises(RefusedError, match="RISK-SET-05"):
        GAME.set_up(started(4, territories=four, first_player="black"))
    GAME.set_up(started(4, territories=four, first_player="orange"))


def test_territories_can_be_dealt_by_hand() -> None:
    _, world = GAME.begin(started(3, territories=THREE, first_player="black"), Typed(ObservedChance()))
    assert {name: land.army for name, land in world.lands.items()} == {
        name: SEATS[at % 3] for at, name in enumerate(TERRITORIES)
    }
    assert (world.deck, world.missions["black"]) == (("?",) * 42, ("?", "?"))
    with pytest.raises(RefusedError, match="dealt by a shuffle"):
        GAME.begin(started(3, territories=THREE, first_player="black"), SeededChance(1))
    with pytest.raises(CannotTellError) as error:
        GAME.begin(started(3, first_player="black"), Typed(ObservedChance()))
    assert "the territories that each army was dealt are missing" in error.value.ask
    draft = Draft(GAME.rules, GAME.set_up(started(3, first_player="black")), Typed(ObservedChance()), strict=False)
    with pytest.raises(CannotTellError, match="shuffle"):
        GAME.rules.setup(draft, started(3, first_player="black"))


@pytest.mark.parametrize(("options", "says"), [
    ({"first_player": "puce"}, '"puce" is not a seat'), ({"forced_trade_stars": 1}, "0 for never, or 2 to 10"),
    ({"turn_cap": -1}, "turn_cap"), ({"attack_style": "heap"}, "attack_style"),
    ({"tardis_block_path": True}, "Options: "),
])  # fmt: skip
def test_refuses_invalid_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        GAME.set_up(started(3, **options))


def test_the_map_has_all_territories_and_borders() -> None:
    """RISK-CMP-06, RISK-CMP-07, RISK-CMP-08."""
    assert (len(TERRITORIES), len(world_map.CODES), len(LAND_BORDERS), len(SEA_LINES)) == (42, 42, 58, 25)
    assert len({frozenset(pair) for pair in (*LAND_BORDERS, *SEA_LINES)}) == 83
    assert {name: (len(land.territories), land.bonus) for name, land in CONTINENTS.items()} == {
        "north-america": (9, 5), "south-america": (4, 2), "europe": (7, 5), "africa": (6, 3), "asia": (12, 7),
        "australia": (4, 2),
    }  # fmt: skip
    assert all(len(land.code) == 3 and land.code.isupper() for land in TERRITORIES.values())
    pairs = [{TERRITORIES[one].continent, TERRITORIES[other].continent} for one, other in (*LAND_BORDERS, *SEA_LINES)]
    assert sum(len(pair) == 2 for pair in pairs) == 14
    assert world_map.DOUBTFUL == (("east-africa", "middle-east"), ("new-guinea", "western-australia"))
    without = Options(edge_east_africa_middle_east=False)
    assert "middle-east" not in neighbours("east-africa", without)
    assert "western-australia" in neighbours("new-guinea", without)
    assert ("new-guinea", "western-australia") in SEA_LINES
    for name in TERRITORIES:
        assert all(name in neighbours(other) for other in neighbours(name))
        assert world_map.path_between("alaska", name, frozenset(TERRITORIES))
    assert sorted(len(neighbours(name)) for name in TERRITORIES)[::41] == [2, 6]
    assert neighbours("greenland") == ("northwest-territory", "ontario", "eastern-canada", "iceland")


def test_shipped_cards_have_the_expected_values() -> None:
    stars = Counter(card.stars for card in SHIPPED.territory.values())
    clara = [name for name, card in SHIPPED.territory.items() if card.clara]
    assert (stars, len(clara)) == ({1: 30, 2: 12}, 14)
    assert Counter(TERRITORIES[name].continent for name in clara) == {
        "north-america": 3, "south-america": 1, "europe": 2, "africa": 2, "asia": 4, "australia": 2,
    }  # fmt: skip
    assert sum(SHIPPED.territory[name].stars == 1 for name in clara) == 10
    assert {mission.daleks for mission in SHIPPED.mission.values()} == {2}
    assert len({mission.territory for mission in SHIPPED.mission.values()}) == 10
    assert {TERRITORIES[mission.territory].continent for mission in SHIPPED.mission.values()} == set(CONTINENTS)
    assert Counter(one.timing for one in SHIPPED.power.values()) == {"declare": 5, "defend": 4, "place": 5, "tardis": 1}
    assert len({power.effect for power in SHIPPED.power.values()}) == 15
    assert [name for name, card in SHIPPED.power.items() if card.provenance == "rulebook"] == [
        "nitro-9", "now-we-can-begin", "genesis-ark", "doctor-donna",
    ]  # fmt: skip
    assert [name for name, card in SHIPPED.mission.items() if card.provenance == "rulebook"] == ["vampires"]
    assert SHIPPED.power["console"].provenance == "one-source"


def changed(kind: str, card: str, **fields: Any) -> dict[str, Any]:
    rows = {name: dict(row) for name, row in FILE[kind].items()}
    rows[card] = {**rows.get(card, {}), **fields}
    return {**FILE, kind: rows}


@pytest.mark.parametrize(("given", "says"), [
    (changed("territory", "alaska", stars=3), r"cards: territory\.alaska\.stars must be one of 1, 2, not 3"),
    (changed("territory", "alaska", colour="red"), r"territory\.alaska\.colour is not allowed. Fields: stars, clara"),
    (changed("territory", "atlantis", stars=1), r"territory: has 43 cards, but must have 42"),
    (changed("mission", "vampires", territory="atlantis"), r'mission\.vampires\.territory: .*"atlantis"'),
    (changed("mission", "vampires", daleks=0), r"mission\.vampires\.daleks: must be 1 to 30, not 0"),
    (changed("power", "nitro-9", effect="explode"),
     r"power\.nitro-9\.effect must be one of attack-plus, .*, not explode"),
    (changed("power", "nitro-9", timing="defend"), r"power\.nitro-9\.timing: .*declare"),
    (changed("power", "nitro-9", amount=31), r"power\.nitro-9\.amount"),
    ({"territory": FILE["territory"], "mission": FILE["mission"]}, "power: must be a table of 15 cards"),
    ({**FILE, "events": {}}, "'events' is not allowed. Tables: territory, mission and power"),
    ([], "tables territory, mission and power"),
])  # fmt: skip
def test_refuses_a_wrong_card_file(given: Any, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        parse_cards(msgspec.json.encode(given), "cards")


def test_refuses_neutral_seats_other_data_and_wrong_ids() -> None:
    assert parse_cards(msgspec.json.encode(FILE), "cards") == SHIPPED
    with pytest.raises(RefusedError, match="neutral"):
        GAME.set_up(Started("risk", 1, ("black", "n1")))
    assert GAME.set_up(Started("risk", 1, ("black", "n1", "white"))).armies == ("black", "n1", "white")
    assert set(ARMIES.values()) >= set(SEATS)
    with pytest.raises(RefusedError, match="cards"):
        GAME.set_up(started(3), {"boards": b"{}"})
    renamed = {("Nitro 9" if name == "nitro-9" else name): row for name, row in FILE["power"].items()}
    refuses(RefusedError, r"power\.'Nitro 9': an id", read_cards, {**FILE, "power": renamed}, "cards")
    clash = {("vampires" if name == "nitro-9" else name): row for name, row in FILE["power"].items()}
    refuses(RefusedError, r"power\.vampires: a Mission Card", read_cards, {**FILE, "power": clash}, "cards")
    swapped = {("atlantis" if name == "alaska" else name): row for name, row in FILE["territory"].items()}
    refuses(RefusedError, r"territory\.atlantis", read_cards, {**FILE, "territory": swapped}, "cards")
    refuses(RefusedError, "cards: ", parse_cards, b"{", "cards")
