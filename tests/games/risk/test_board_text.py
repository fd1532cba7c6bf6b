"""The board of Risk in words: what it says, and the names it says it with."""

import re

import pytest
from risk_views import HIDDEN, Picture, field

from projections.games.risk.board.text import text
from projections.games.risk.components.world_map import CONTINENTS, TERRITORIES
from projections.games.risk.options import Options
from projections.games.risk.prose.awaiting import turn_words
from projections.games.risk.state.names import (
    army_name,
    card_row,
    continent_name,
    doctor_name,
    seat_name,
    territory_name,
)
from projections.games.risk.state.position import Duty, Land, Side, World
from projections.window import Window
from projections.wording import joined


def rows(world: World) -> dict[str, list[str]]:
    """The rows of the table of territories, by code."""
    table = text(world).split("TERRITORIES\n")[1]
    found = [re.split(r"\s{2,}", line.strip()) for line in table.splitlines() if re.match(r"  [A-Z]{3}  ", line)]
    return {row[0]: row[1:] for row in found}


def test_every_territory_stands_in_the_table_of_its_continent() -> None:
    found = rows(HIDDEN)
    assert list(found) == [land.code for land in TERRITORIES.values()]
    for at, (name, land) in enumerate(TERRITORIES.items()):
        held = HIDDEN.lands[name]
        sign = ["the TARDIS"] if name == "egypt" else []
        assert found[land.code] == [land.name, army_name(held.army), str(1 + at % 9), *sign]
    heads = re.findall(r"^([A-Z ]+), pays (\d), (.*)$", text(HIDDEN), re.MULTILINE)
    assert heads == [(land.name.upper(), str(land.bonus), "held by nobody whole") for land in CONTINENTS.values()]


def test_a_continent_in_one_hand_says_in_whose() -> None:
    held = {**HIDDEN.lands, **dict.fromkeys(CONTINENTS["africa"].territories, Land("orange", 2))}
    assert "AFRICA, pays 3, held by Orange" in text(HIDDEN.replace(lands=held))
    assert "Africa, pays 3, held by Orange: North Africa Orange 2," in Picture(HIDDEN.replace(lands=held)).desc


def test_the_armies_are_a_table() -> None:
    table = text(HIDDEN).split("ARMIES\n")[1].split("\n\n")[0].splitlines()
    assert table[0].split() == ["Army", "Territories", "Daleks", "Cards", "Missions", "Power"]
    assert table[1].split() == ["K", "Black", "14", "53", "3", "1", "2"]
    assert [line.split()[0] for line in table[1:]] == ["K", "Y", "O"]
    for head in table[0].split()[1:]:
        end = table[0].index(head) + len(head)
        assert all(re.fullmatch(r".*\d", line[:end]) and line[end:][:1] in ("", " ") for line in table[1:]), head


def test_the_table_says_what_the_picture_shows() -> None:
    lines = text(HIDDEN)
    for said in (
        "Turn 7, round 3: Black to attack or stop.",
        "The TARDIS stands in Egypt: cease-fire there this turn.",
        "Clara is with the Fourth Doctor, 4 of 11.",
        "Deck: 30 cards.",
        "Discards: 2 cards (Peru, Japan).",
        "Black: Territory Cards 3: China*, Ural**, 1 unknown; missions 1: the Vampires\n    (Southern Europe, pays 2);",
        "Yellow: Territory Cards 2; missions 1; Power Cards 3.",
        "Orange: no cards.",
    ):
        assert said in lines
    assert "The TARDIS has not landed this turn." in text(HIDDEN.replace(tardis=""))
    assert "Total domination: Clara does not count." in text(HIDDEN.replace(options=Options(end_mode="domination")))


def test_what_a_viewer_does_not_know_is_not_in_the_words() -> None:
    hidden = HIDDEN.replace(hands={"black": ("?",) * 3}, missions={"black": ("?",)}, powers={"black": ("?",) * 2})
    for words in (text(hidden), Picture(hidden).desc):
        assert "Vampires" not in words
        assert "Ark" not in words
        assert "*," not in words
        assert "Black: Territory Cards 3; missions 1; Power Cards 2." in words


def test_a_battle_is_told_with_its_dice_and_what_changes_them() -> None:
    world = field(
        "russia K4, scandinavia Y2",
        battle={"daleks": 3, "rolls": 1, "faces": ((6, 3, 1), (4, 2)), "group": 2,
                "attack": Side(plus=1, reroll=True), "defence": Side(fewer=1)},
    )  # fmt: skip
    for said in (
        "Black attacks Scandinavia from Russia with 3, a group with 2 left; 1 roll so far.",
        "Dice on the table: attack 6 3 1, defence 4 2.",
        "Dice of the attack: +1 each and 1s may be rolled again.",
        "Dice of the defence: 1 fewer in the first roll.",
    ):
        assert said in " ".join(text(world).split())
    fallen = field("russia K4, scandinavia Y0", battle={"daleks": 3, "taken": True, "least": 3})
    assert "Scandinavia has fallen; at least 3 Daleks must move in." in text(fallen)


def test_what_a_turn_still_holds_or_has_lost_is_told() -> None:
    world = HIDDEN.replace(
        pool=5, neutral_pool=2, neutral_army="n1", missed=("tardis",), no_attack=True, barred=("peru",),
        cuts={"yellow": (3, True)}, spent=("doctor-donna",), stack=(Duty("orange", 2),),
    )  # fmt: skip
    for said in (
        "Daleks still to be placed: 5.",
        "Neutral Daleks still to be placed in Neutral 1: 2.",
        "Passed over this turn: landing the TARDIS.",
        "No more attacks this turn.",
        "No more attacks from Peru this turn.",
        "Yellow's next count is 3 short and without continents.",
        "Out of the game: The Doctor Donna.",
        "Orange still has to remove 2 Daleks.",
    ):
        assert said in text(world)


def test_the_end_says_how() -> None:
    world = HIDDEN.replace(step="over", winners=("black",), how="the Eleventh Doctor", decided="Daleks")
    assert "The game ended by the Eleventh Doctor, decided by Daleks." in text(world)


@pytest.mark.parametrize(
    ("changes", "due"),
    [
        ({"step": "set-up"}, "The table is being set up"),
        ({"step": "neutral", "neutral_pool": 3}, "Yellow to place 3 neutral Daleks"),
        ({"step": "tardis"}, "Black to land the TARDIS"),
        ({"step": "count"}, "Black to count new Daleks"),
        ({"step": "place", "pool": 1}, "Black to place 1 Dalek"),
        ({"step": "attack"}, "Black to attack or stop"),
        ({"step": "manoeuvre"}, "Black to manoeuvre or hold"),
        ({"step": "draw"}, "Black to end the turn"),
        ({"step": "draw", "conquered": True}, "Black to draw a card or end the turn"),
        ({"step": "draw", "conquered": True, "drawn": True}, "Black to end the turn"),
        ({"step": "over"}, "The game is over"),
        ({"step": "over", "winners": ("black",)}, "Black has won"),
        ({"step": "over", "winners": ("black", "orange")}, "Black and Orange share the win"),
        ({"stack": (Duty("orange", 2),)}, "Orange to remove 2 Daleks"),
        ({"stack": (Window("defence", ("yellow",)),)}, "Yellow may answer with a Power Card"),
    ],
)
def test_what_is_due_is_said(changes: dict[str, object], due: str) -> None:
    assert turn_words(HIDDEN.replace(**changes)) == ("Turn 7, round 3", due)


@pytest.mark.parametrize(
    ("battle", "options", "due"),
    [
        ({}, Options(), "Black to roll the dice"),
        ({"rolls": 1}, Options(), "Black to roll the dice or call it off"),
        ({"taken": True}, Options(), "Black to move into Scandinavia"),
        ({"waiting": "attack"}, Options(), "Black may roll 1s again"),
        ({"waiting": "defence"}, Options(), "Yellow may roll 1s again"),
        ({}, Options(defence_dice="chosen"), "Yellow to choose the dice of defence"),
        ({"dice": 2}, Options(defence_dice="chosen"), "Black to roll the dice"),
    ],
)
def test_what_is_due_in_a_battle_is_said(battle: dict[str, object], options: Options, due: str) -> None:
    world = field("russia K4, scandinavia Y2", battle={"daleks": 3, **battle}, options=options)
    assert turn_words(world)[1] == due


def test_a_defender_who_has_no_choice_is_not_asked() -> None:
    chosen = Options(defence_dice="chosen")
    for given in ("russia K4, scandinavia Y1", "russia K4, scandinavia n1 2"):
        assert turn_words(field(given, battle={"daleks": 3}, options=chosen))[1] == "Black to roll the dice"


def test_things_are_called_what_they_are_called() -> None:
    assert seat_name(HIDDEN, "the-doctor") == "The Doctor"
    assert army_name("n2") == "Neutral 2"
    assert army_name("") == "Nobody"
    assert territory_name("western-united-states") == "Western United States"
    assert continent_name("north-america") == "North America"
    assert [doctor_name(number) for number in (1, 11, 12)] == ["First Doctor", "Eleventh Doctor", "Doctor 12"]
    assert joined(("a", "b", "c")) == "a, b and c"
    assert card_row(HIDDEN, ("peru", "?", "?"), "Territory Card") == "Peru and 2 Territory Cards"
