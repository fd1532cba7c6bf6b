"""The picture of Risk: everything is there, nothing hidden is, outlines agree with the map, and boxes lie apart."""

import re
from itertools import combinations, pairwise
from math import dist

import pytest
from risk_worlds import HIDDEN, ODD, SEATS, Picture, field, whole

from events.events import Event, Rolled, Started
from projections.contracts import Marks
from projections.drawing.board import compose
from projections.drawing.palette import ATTACK, CASING, CHANGE
from projections.games.risk import events as e
from projections.games.risk.board.armies import PAINTS, TAG, paint
from projections.games.risk.board.charts import CHARTS
from projections.games.risk.board.draw import draw
from projections.games.risk.board.map import BOX, SPOTS, half_width
from projections.games.risk.board.marks import Changes, Way, arrow_lines, courses
from projections.games.risk.board.text import text
from projections.games.risk.components.world_map import CONTINENTS, LAND_BORDERS, TERRITORIES, neighbours
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.prose.awaiting import turn_words
from projections.games.risk.state import names
from projections.games.risk.state.names import army_name, doctor_name, letters, seat_name, territory_name
from projections.games.risk.state.position import Duty, Land, Side, World
from projections.window import Window
from projections.wording import joined
from replay.chance.random_source import SeededChance

FIVE = ("black", "yellow", "orange", "blue", "white")
BATTLE = field("russia K4, scandinavia Y2", battle={"daleks": 3, "rolls": 1, "faces": ((6, 3, 1), (4, 2))})
WORLD = World(seats=("black", "yellow"), options=Options(), lands=dict.fromkeys(TERRITORIES, Land("black", 3)))


def test_the_map_shows_lanes_continents_and_tardis() -> None:
    assert Picture(HIDDEN).node("data-land", "alaska").get("fill") == "url(#risk-black)"
    fewer = Options(edge_new_guinea_western_australia=False, edge_east_africa_middle_east=False)
    assert Picture(HIDDEN.replace(options=fewer)).all("data-lanes") == ["23"]
    held = {**HIDDEN.lands, **dict.fromkeys(CONTINENTS["australia"].territories, Land("orange", 2))}
    picture = Picture(HIDDEN.replace(lands=held))
    assert (picture.all("data-bonus"), picture.all("data-held")) == (list(CONTINENTS), ["orange"])
    assert picture.under("data-bonus", "australia").endswith(" Australia O +2")
    assert picture.title("data-bonus", "australia") == "Australia: 2 new Daleks each turn, held by Orange"
    assert picture.title("data-bonus", "asia") == "Asia: 7 new Daleks each turn, not held by one army"
    assert Picture(HIDDEN.replace(tardis="")).all("data-tardis") == []


def test_the_turn_and_the_winner_are_shown() -> None:
    assert Picture(HIDDEN.replace(options=Options(end_mode="domination"))).all("data-doctor") == []
    placing = Picture(HIDDEN.replace(step="place", pool=5))
    assert "Black to place" in placing.markup.split("</desc>")[1]
    assert "5 Daleks" in placing.markup.split("</desc>")[1]
    won = Picture(HIDDEN.replace(step="over", winners=("black",), how="the Eleventh Doctor", defeated=("orange",)))
    assert won.under("data-hand", "black").startswith("Black: 14 territories, 53 Daleks, has won K Black has won")
    assert won.title("data-hand", "orange") == "Orange: 14 territories, 81 Daleks, defeated"
    assert " O Orange defeated" in won.under("data-hand", "orange")
    assert Picture(HIDDEN).title("data-hand", "black") == "Black: 14 territories, 53 Daleks, has the turn"
    assert "The Eleventh Doctor" in won.markup.split("</desc>")[1]


def test_the_circles_of_the_doctors_say_where_clara_is() -> None:
    picture = Picture(HIDDEN.replace(clara=4))
    assert [picture.title("data-doctor", str(number)) for number in (3, 4, 5)] == [
        "Third Doctor: Clara has passed this Doctor", "Fourth Doctor: Clara is here",
        "Fifth Doctor: Clara has not come here yet",
    ]  # fmt: skip


def test_the_legend_explains_armies_headings_and_clara() -> None:
    legend = Picture(HIDDEN).under("data-panel", "legend")
    for words in ("K = Black, Y = Yellow", "EGY code of a territory", "Bonus sum of", "as soon as Clara reaches"):
        assert words in legend
    neutral = WORLD.replace(armies=("black", "yellow", "n1"))
    assert "K = Black, Y = Yellow and N1 = Neutral 1" in Picture(neutral).under("data-panel", "legend")
    domination = Picture(HIDDEN.replace(options=Options(end_mode="domination")))
    assert "Clara" not in domination.under("data-panel", "legend")


def test_a_battle_has_its_arrow_and_its_dice() -> None:
    picture = Picture(BATTLE)
    assert picture.all("data-arrow") == ["russia-scandinavia"]
    assert picture.all("data-die") == ["attack", "attack", "attack", "defence", "defence"]
    assert picture.dice() == ["6", "3", "1", "4", "2"]
    strokes = [line.get("stroke") for line in picture.node("data-arrow", "russia-scandinavia") if line.get("stroke")]
    assert strokes == [CASING, CASING, ATTACK], "a dark core in a white casing"
    assert "Russia attacks Scandinavia with 3 Daleks Attack RUS with 3" in picture.under("data-panel", "battle")
    undefended = field("russia K4, scandinavia Y2", battle={"daleks": 3, "faces": ((6, 3, 1), ())})
    assert Picture(undefended).all("data-die") == ["attack"] * 3
    events = (
        Rolled("A1 A2 A3", 6, (6, 1, 1), "attack russia>scandinavia", "tower"),
        Rolled("D", 6, (2,), "defence scandinavia", "tower"),
        Rolled("A2", 6, (5,), "re-roll attack russia>scandinavia", "tower"),
        Rolled("ark", 6, (4,), "the Genesis Ark in russia", "tower"),
    )
    picture = Picture(field("russia K4, scandinavia K2"), *events)
    assert picture.dice() == ["6", "5", "1", "2"]
    for given in ("alaska K4, kamchatka Y2", "kamchatka K4, alaska Y2"):
        world = field(given, battle={"daleks": 3})
        arrow = next(node for node in Picture(world).root.iter() if "data-arrow" in node.attrib)
        starts = [float(line.attrib["d"][1:].split()[0]) for line in arrow if line.get("fill") == "none"]
        ends = [float(line.attrib["d"].split()[-2]) for line in arrow if line.get("fill") == "none"]
        assert {0, 1200} <= {*starts, *ends}


@pytest.mark.parametrize(("event", "ringed"), [
    (e.DaleksPlaced(territory="russia", daleks=2), ["russia"]),
    (e.DaleksAdded(territory="russia", daleks=2), ["russia"]), (e.DaleksLost(territory="russia", daleks=2), ["russia"]),
    (e.TerritoryTaken(territory="russia", player="black", least=2), ["russia"]),
    (e.TerritorySet(territory="russia", army="black", daleks=2), ["russia"]),
    (e.DaleksMoved(source="russia", target="ural", daleks=2), ["russia", "ural"]),
    (e.TardisLanded(territory="russia"), []), (e.DaleksLost(territory="atlantis", daleks=2), []),
])  # fmt: skip
def test_each_change_of_a_territory_is_ringed(event: Event, ringed: list[str]) -> None:
    assert Picture(field("russia K4, ural K1"), event).all("data-ring") == ringed


def test_shows_the_known_cards_and_folds_those_that_do_not_fit() -> None:
    own = HIDDEN.replace(hands={"black": ("china", "ural", "?"), "yellow": ("?",) * 2}, missions={}, powers={})
    picture = Picture(own)
    assert picture.all("data-known") == ["black"]
    assert picture.under("data-panel", "cards").endswith("1 unknown Territory Card 1 unknown")
    assert picture.title("data-key", "territory-china") == "China: Territory Card with 1 star"
    assert [picture.node("data-key", key).findtext("text") for key in ("territory-china", "territory-ural")] == [
        "China ★", "Ural ★★",
    ]  # fmt: skip
    hands = dict.fromkeys(SEATS, ("china", "ural", "western-united-states", "eastern-united-states"))
    every = Picture(HIDDEN.replace(hands=hands, powers=dict.fromkeys(SEATS, ("nitro-9", "genesis-ark", "ambush"))))
    assert every.under("data-known", "black").count("★") == 5
    assert "WUS ★" in every.under("data-known", "black")
    assert every.under("data-known", "black").endswith(" +3")
    hidden = dict.fromkeys(SEATS, ("?",) * 2)
    assert "data-known" not in Picture(HIDDEN.replace(hands=hidden, missions=hidden, powers=hidden)).markup


def test_changes_have_rings_and_old_values_are_struck_through() -> None:
    before = field("russia K4, scandinavia Y2, ural K1")
    after = field("russia K1, scandinavia K3, ural K1")
    moved = e.DaleksMoved(source="russia", target="scandinavia", daleks=3)
    picture = Picture(after, moved, before=before)
    assert picture.all("data-ring") == ["russia", "scandinavia"]
    ring = picture.node("data-ring", "russia")
    assert [line.get("stroke") for line in ring] == [CASING, CHANGE], "a dark core cased in white"
    assert (picture.under("data-was", "russia"), picture.under("data-was", "scandinavia")) == ("4", "Y2")
    assert picture.all("data-arrow") == ["russia-scandinavia"]
    assert "Russia sends 3 Daleks to Scandinavia. Changed: Russia, Scandinavia." in picture.desc
    assert Picture(after).all("data-ring") == []
    begun = e.BattleBegun("black", "yellow", "russia", "scandinavia", 3)
    assert Picture(field("russia K1, scandinavia K3"), begun, moved).all("data-arrow") == ["russia-scandinavia"]
    before = field("china K8, india O1", battle={"daleks": 3})
    now = field("china K5, india K3")
    tag = Picture(now, before=before).node("data-was", "india")[0]
    left, top, wide = (float(tag.attrib[name]) for name in ("x", "y", "width"))
    china = SPOTS["china"].badge
    assert not (abs(left + wide / 2 - china[0]) < wide / 2 + 16 and top < china[1] + BOX / 2 + 14), "China's code"
    points = courses(now, Changes(ways=(Way("china", "india", 3, attack=True),)))
    assert not any(left <= x <= left + wide and top <= y <= top + TAG for x, y in points)


def test_pictures_are_small_and_omit_rings_if_every_land_changes() -> None:
    picture = Picture(HIDDEN, before=HIDDEN.replace(lands={name: Land("yellow", 3) for name in TERRITORIES}))
    assert (picture.all("data-ring"), picture.all("data-was")) == ([], [])
    events = [e.DaleksPlaced(territory=name, daleks=1) for name in TERRITORIES]
    assert Picture(HIDDEN, *events[:23]).all("data-ring") == list(TERRITORIES)[:23]
    assert Picture(HIDDEN, *events).all("data-ring") == []
    assert Picture(ODD).under("data-known", "ghost").endswith(" +25")
    assert "…" in Picture(ODD.replace(armies=(*ODD.armies, "w" * 32))).under("data-hand", "w" * 32)
    before = whole(lands={name: Land("yellow", 100) for name in TERRITORIES})
    placed = Marks(tuple(e.DaleksPlaced(name, 1) for name in [*TERRITORIES][:20]), before)
    assert len(compose("risk", draw(whole(), placed))) < 110_000


def test_a_played_session_is_drawn_at_every_move() -> None:
    entries, world = GAME.begin(Started(game="risk", rules=1, seats=SEATS), SeededChance(7))
    assert Picture(world, *(entry.event for entry in entries)).all("data-ring") == []
    for number in range(80):
        moves = list(GAME.rules.legal(world, GAME.rules.status(world).awaited[0]))
        before = world
        entries, world = GAME.play(world, moves[number * 7 % len(moves)], SeededChance(number))
        picture = Picture(world, *(entry.event for entry in entries), before=before)
        assert len(picture.all("data-badge")) == len(TERRITORIES)
        assert sorted(picture.all("data-was")) == sorted(
            name for name, land in before.lands.items() if land != world.lands[name] and land.daleks
        )


def test_a_continent_names_the_army_that_holds_it() -> None:
    world = HIDDEN.replace(lands={**HIDDEN.lands, **dict.fromkeys(CONTINENTS["africa"].territories, Land("orange", 2))})
    assert "AFRICA, pays 3, held by Orange" in text(world)
    assert "Africa, pays 3, held by Orange: North Africa Orange 2," in Picture(world).desc


def test_text_board_lists_a_battle_with_its_dice() -> None:
    world = field(
        "russia K4, scandinavia Y2",
        battle={"daleks": 3, "rolls": 1, "faces": ((6, 3, 1), (4, 2)), "group": 2,
                "attack": Side(plus=1, reroll=True), "defence": Side(fewer=1)},
    )  # fmt: skip
    for words in (
        "Black attacks Scandinavia from Russia with 3, a group with 2 left; 1 roll so far.",
        "Dice on the table: attack 6 3 1, defence 4 2.", "Dice of the attack: +1 each and 1s may be re-rolled.",
        "Dice of the defence: 1 fewer in the first roll.",
    ):  # fmt: skip
        assert words in " ".join(text(world).split())
    fallen = field("russia K4, scandinavia Y0", battle={"daleks": 3, "taken": True, "least": 3})
    assert "Scandinavia is taken; at least 3 Daleks must move in." in text(fallen)


def test_text_board_says_what_is_left_and_who_has_won() -> None:
    assert "The TARDIS has not landed this turn." in text(HIDDEN.replace(tardis=""))
    assert "Total domination: Clara does not count." in text(HIDDEN.replace(options=Options(end_mode="domination")))
    world = HIDDEN.replace(step="over", winners=("black",), how="the Eleventh Doctor", decided="Daleks")
    assert "The game is over (the Eleventh Doctor, with the most Daleks after a tie in territories)." in " ".join(
        text(world).split()
    )
    world = HIDDEN.replace(
        pool=5, neutral_pool=2, neutral_army="n1", missed=("tardis",), no_attack=True, barred=("peru",),
        cuts={"yellow": (3, True)}, spent=("doctor-donna",), stack=(Duty("orange", 2),),
    )  # fmt: skip
    for words in (
        "New Daleks left to place: 5.", "Neutral Daleks left to place in Neutral 1: 2.",
        "Skipped this turn: landing the TARDIS.", "No more attacks this turn.",
        "No more attacks from Peru this turn.", "Yellow's next count is 3 Daleks lower and has nothing for continents.",
        "Out of the game: The Doctor Donna.", "Orange must still remove 2 Daleks.",
    ):  # fmt: skip
        assert words in text(world)


@pytest.mark.parametrize(("changes", "due"), [
    ({"step": "set-up"}, "The game is being set up"),
    ({"step": "neutral", "neutral_pool": 3}, "Yellow to place 3 neutral Daleks"),
    ({"step": "tardis"}, "Black to land the TARDIS"), ({"step": "count"}, "Black to count new Daleks"),
    ({"step": "place", "pool": 1}, "Black to place 1 Dalek"), ({"step": "attack"}, "Black to attack or stop"),
    ({"step": "manoeuvre"}, "Black to manoeuvre or hold position"), ({"step": "draw"}, "Black to end the turn"),
    ({"step": "draw", "conquered": True}, "Black to draw a card or end the turn"),
    ({"step": "draw", "conquered": True, "drawn": True}, "Black to end the turn"),
    ({"step": "over"}, "The game is over"), ({"step": "over", "winners": ("black",)}, "Black has won"),
    ({"step": "over", "winners": ("black", "orange")}, "Black and Orange share the win"),
    ({"stack": (Duty("orange", 2),)}, "Orange to remove 2 Daleks"),
    ({"stack": (Window("defence", ("yellow",)),)}, "Yellow may answer with a Power Card"),
])  # fmt: skip
def test_names_the_next_step(changes: dict[str, object], due: str) -> None:
    assert turn_words(HIDDEN.replace(**changes)) == ("Turn 7, round 3", due)


@pytest.mark.parametrize(("battle", "options", "due"), [
    ({}, Options(), "Black to roll the dice"), ({"rolls": 1}, Options(), "Black to roll the dice or call it off"),
    ({"taken": True}, Options(), "Black to move into Scandinavia"),
    ({"waiting": "attack"}, Options(), "Black may re-roll 1s"),
    ({"waiting": "defence"}, Options(), "Yellow may re-roll 1s"),
    ({}, Options(defence_dice="chosen"), "Yellow to choose how many dice defend"),
    ({"dice": 2}, Options(defence_dice="chosen"), "Black to roll the dice"),
])  # fmt: skip
def test_names_the_next_step_of_a_battle(battle: dict[str, object], options: Options, due: str) -> None:
    assert turn_words(field("russia K4, scandinavia Y2", battle={"daleks": 3, **battle}, options=options))[1] == due


def test_a_defender_who_has_no_choice_is_not_asked() -> None:
    chosen = Options(defence_dice="chosen")
    for given in ("russia K4, scandinavia Y1", "russia K4, scandinavia 12"):
        assert turn_words(field(given, battle={"daleks": 3}, options=chosen))[1] == "Black to roll the dice"


def test_armies_have_names_and_unique_letters() -> None:
    assert letters(("black", "blue", "brown"))["black"] == "K"
    for seats in (FIVE, ("blue", "black"), ("kate", "black", "k9", "k-9"), ("b", "bb", "bbb"), ("1", "2", "3")):
        found = letters(seats)
        assert len({found[seat] for seat in seats}) == len(seats)
        assert all(re.fullmatch("[A-Z]", found[seat]) for seat in seats)
    world = World(seats=("kate", "yellow", "bob"), options=Options())
    assert [paint(world, army) for army in ("kate", "yellow", "bob", "n2", "ghost")] == [
        "black", "yellow", "orange", "n2", "",
    ]  # fmt: skip
    assert seat_name(HIDDEN, "the-doctor") == "The Doctor"
    assert (army_name("n2"), army_name("")) == ("Neutral 2", "Nobody")
    assert territory_name("western-united-states") == "Western United States"
    assert names.continent_name("north-america") == "North America"
    assert [doctor_name(number) for number in (1, 11, 12)] == ["First Doctor", "Eleventh Doctor", "Doctor 12"]
    assert joined(("a", "b", "c")) == "a, b and c"
    assert names.card_row(HIDDEN, ("peru", "?", "?"), "Territory Card") == "Peru and 2 Territory Cards"


def _rings(path: str) -> list[list[tuple[float, float]]]:
    rings = []
    for ring in re.findall(r"M([^z]+)z", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", ring)]
        points = [(numbers[0], numbers[1])]
        for x, y in zip(numbers[2::2], numbers[3::2], strict=True):
            points.append((round(points[-1][0] + x, 1), round(points[-1][1] + y, 1)))
        rings.append(points)
    return rings


def test_outlines_touch_only_at_borders() -> None:
    sides: dict[frozenset[tuple[float, float]], set[str]] = {}
    for name, spot in SPOTS.items():
        for ring in _rings(spot.path):
            for one, other in zip(ring, [*ring[1:], ring[0]], strict=True):
                sides.setdefault(frozenset((one, other)), set()).add(name)
    touching = {frozenset(names) for names in sides.values() if len(names) > 1}
    assert touching == {frozenset(pair) for pair in LAND_BORDERS}


def test_boxes_lie_apart_and_within_the_picture() -> None:
    half = half_width(100)
    for (name, one), (other, two) in combinations(SPOTS.items(), 2):
        (ax, ay), (bx, by) = one.badge, two.badge
        assert abs(ax - bx) >= 2 * half - 1 or abs(ay - by) >= BOX - 1, (name, other)
    for name, spot in SPOTS.items():
        assert half - 24 <= spot.badge[0] <= 1200 - half + 24, name
    for name, spot in SPOTS.items():
        x, y = spot.badge
        assert x - half_width(100) + 1 >= 0
        assert x + half_width(100) - 1 <= 1200
        assert y >= BOX / 2
        tx, ty = spot.tardis
        assert abs(tx - x) >= half_width(1) + 10 or abs(ty - y) >= BOX / 2 + 18, name


def test_arrows_are_visible_between_the_boxes() -> None:
    for source in WORLD.lands:
        for target in neighbours(source, WORLD.options):
            bare = 0.0
            for line in arrow_lines(WORLD, Way(source, target, 3, attack=True)):
                points = [line.at(part / 64) for part in range(65)]
                bare += sum(dist(*leg) for leg in pairwise(points) if not any(map(covered, leg)))
            assert bare >= 40, (source, target)
    course = courses(WORLD, Changes(ways=(Way("china", "india", 3, attack=True),)))
    assert (course[0], course[-1]) == (SPOTS["china"].badge, SPOTS["india"].badge)
    assert sum(map(covered, course)) < len(course) - 3


def covered(point: tuple[float, float]) -> bool:
    half = half_width(3)
    x, y = point
    return any(abs(x - spot.badge[0]) <= half and abs(y - spot.badge[1]) <= BOX / 2 for spot in SPOTS.values())


def test_charts_count_territories_and_daleks_in_the_colours_of_the_board() -> None:
    territories, daleks = CHARTS
    assert (territories.title, daleks.title) == ("Territories", "Daleks")
    assert territories.series(HIDDEN) == {"Black": 14, "Yellow": 14, "Orange": 14}
    assert daleks.series(HIDDEN) == {"Black": 53, "Yellow": 67, "Orange": 81}
    assert daleks.inks
    assert daleks.inks(HIDDEN) == {name.title(): PAINTS[name].fill for name in SEATS}
    two = field("russia K4, peru 13", seats=("black", "yellow"), armies=("black", "yellow", "n1", "n2", "n3"))
    assert territories.series(two) == {"Black": 1, "Yellow": 0, "Neutral 1": 1, "Neutral 2": 0, "Neutral 3": 0}
