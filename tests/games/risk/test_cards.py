"""The data of Risk: map, charts and cards, and a table's own card file."""

import tomllib
from collections import Counter
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from events.errors import RefusedError
from events.facts import Started
from events.store.protocol import EventStore
from projections.games.risk.components.cards import SHIPPED, parse_cards, read_cards, shipped_file
from projections.games.risk.components.world_map import (
    CODES,
    CONTINENTS,
    DOUBTFUL,
    LAND_BORDERS,
    SEA_LINES,
    TERRITORIES,
    neighbours,
    path_between,
    territory_named,
)
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.live.session import Session


def test_the_map() -> None:
    """RISK-CMP-06, RISK-CMP-07, RISK-CMP-08."""
    assert (len(TERRITORIES), len(CODES), len(LAND_BORDERS), len(SEA_LINES)) == (42, 42, 58, 25)
    assert len({frozenset(pair) for pair in (*LAND_BORDERS, *SEA_LINES)}) == 83
    assert {name: (len(land.territories), land.bonus) for name, land in CONTINENTS.items()} == {
        "north-america": (9, 5), "south-america": (4, 2), "europe": (7, 5), "africa": (6, 3), "asia": (12, 7),
        "australia": (4, 2),
    }  # fmt: skip
    assert all(len(land.code) == 3 and land.code.isupper() for land in TERRITORIES.values())
    pairs = [{TERRITORIES[one].continent, TERRITORIES[other].continent} for one, other in (*LAND_BORDERS, *SEA_LINES)]
    assert sum(len(pair) == 2 for pair in pairs) == 14
    assert DOUBTFUL == (("east-africa", "middle-east"), ("new-guinea", "western-australia"))
    without = Options(edge_east_africa_middle_east=False)
    assert "middle-east" not in neighbours("east-africa", without)
    assert "western-australia" in neighbours("new-guinea", without)
    assert ("new-guinea", "western-australia") in SEA_LINES
    for name in TERRITORIES:
        assert all(name in neighbours(other) for other in neighbours(name))
        assert path_between("alaska", name, frozenset(TERRITORIES))
    assert sorted(len(neighbours(name)) for name in TERRITORIES)[::41] == [2, 6]
    assert neighbours("greenland") == ("northwest-territory", "ontario", "eastern-canada", "iceland")
    for written in ("great-britain", "GBR", "gbr", "Great Britain", " great  britain "):
        assert territory_named(written) == "great-britain"
    assert territory_named("Atlantis") is None


def test_the_shipped_cards() -> None:
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
    assert Counter(power.timing for power in SHIPPED.power.values()) == {
        "declare": 5, "defend": 4, "place": 5, "tardis": 1,
    }  # fmt: skip
    assert len({power.effect for power in SHIPPED.power.values()}) == 15
    assert [name for name, card in SHIPPED.power.items() if card.provenance == "rulebook"] == [
        "nitro-9", "now-we-can-begin", "genesis-ark", "doctor-donna",
    ]  # fmt: skip
    assert [name for name, card in SHIPPED.mission.items() if card.provenance == "rulebook"] == ["vampires"]
    assert SHIPPED.power["console"].provenance == "one-source"


FILE: dict[str, Any] = tomllib.loads(shipped_file())


def changed(kind: str, card: str, **fields: Any) -> dict[str, Any]:
    rows = {name: dict(row) for name, row in FILE[kind].items()}
    rows[card] = {**rows.get(card, {}), **fields}
    return {**FILE, kind: rows}


def test_a_table_may_bring_its_own_cards() -> None:
    own = changed("mission", "vampires", daleks=5)
    started = Started("risk", 1, ("black", "yellow", "orange"), data={"cards": "0" * 64})
    world = GAME.set_up(started, {"cards": msgspec.json.encode(own)})
    assert world.cards.mission["vampires"].daleks == 5
    assert world.cards != SHIPPED
    assert GAME.set_up(started, {"cards": msgspec.json.encode(FILE)}).cards == SHIPPED


def test_a_session_with_its_own_cards_has_no_findings(store: EventStore) -> None:
    own = msgspec.json.encode(changed("mission", "vampires", daleks=5), order="sorted")
    pin = sha256(own).hexdigest()
    store.put_data(pin, own.decode())
    started = Started("risk", 1, ("black", "yellow"), data={"cards": pin})
    session = Session.create(store, shelf(), started)
    assert session.position.cards.mission["vampires"].daleks == 5
    again = Session.load(store, shelf(), session.row.session, lambda: 1)
    assert again.view("all").position.cards == session.position.cards
    assert audit_session(store, shelf(), session.row.session).findings == ()


@pytest.mark.parametrize(("given", "says"), [
    (changed("territory", "alaska", stars=3), r"cards: territory\.alaska\.stars: one of 1, 2, not 3"),
    (changed("territory", "alaska", colour="red"), r"territory\.alaska\.colour: the fields are stars, clara"),
    (changed("territory", "atlantis", stars=1), r"territory: 43 cards; there are 42"),
    (changed("mission", "vampires", territory="atlantis"), r'mission\.vampires\.territory: .*"atlantis"'),
    (changed("mission", "vampires", daleks=0), r"mission\.vampires\.daleks: 0 is not 1 to 30"),
    (changed("power", "nitro-9", effect="explode"), r"power\.nitro-9\.effect: one of attack-plus, .*, not explode"),
    (changed("power", "nitro-9", timing="defend"), r"power\.nitro-9\.timing: .*declare"),
    (changed("power", "nitro-9", amount=31), r"power\.nitro-9\.amount"),
    ({"territory": FILE["territory"], "mission": FILE["mission"]}, "power: a table of 15 cards"),
    ({**FILE, "events": {}}, "'events': the tables are territory, mission and power, no other"),
    ([], "tables territory, mission and power"),
])  # fmt: skip
def test_refuses_a_wrong_card_file(given: Any, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        parse_cards(msgspec.json.encode(given), "cards")


def test_refuses_wrong_ids_in_a_card_file() -> None:
    renamed = {("Nitro 9" if name == "nitro-9" else name): row for name, row in FILE["power"].items()}
    with pytest.raises(RefusedError, match=r"power\.'Nitro 9': an id"):
        read_cards({**FILE, "power": renamed}, "cards")
    clash = {("vampires" if name == "nitro-9" else name): row for name, row in FILE["power"].items()}
    with pytest.raises(RefusedError, match=r"power\.vampires: a Mission Card"):
        read_cards({**FILE, "power": clash}, "cards")
    swapped = {("atlantis" if name == "alaska" else name): row for name, row in FILE["territory"].items()}
    with pytest.raises(RefusedError, match=r"territory\.atlantis"):
        read_cards({**FILE, "territory": swapped}, "cards")
    with pytest.raises(RefusedError, match="cards: "):
        parse_cards(b"{", "cards")
