"""The picture of Risk: everything is there, nothing hidden is, and it is always well-formed."""

import re

import pytest
from risk_views import HIDDEN, ODD, SEATS, Picture, field, whole

from events.facts import Fact, Rolled, Started
from projections.drawing.palette import ATTACK, CASING, CHANGE
from projections.games.risk import facts as e
from projections.games.risk.board.armies import TAG, paint
from projections.games.risk.board.draw import draw
from projections.games.risk.board.map import BOX, SPOTS
from projections.games.risk.board.marks import Changes, Way, courses
from projections.games.risk.components.world_map import CONTINENTS, TERRITORIES
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.state.names import letters
from projections.games.risk.state.position import Land, World
from projections.terms import Marks
from replay.chance.fate import SeededChance

FIVE = ("black", "yellow", "orange", "blue", "white")


def test_every_territory_has_its_land_its_box_and_its_code() -> None:
    picture = Picture(HIDDEN)
    assert picture.all("data-land") == list(TERRITORIES)
    assert picture.all("data-badge") == list(TERRITORIES)
    assert picture.under("data-land", "alaska") == "Alaska: Black, 1 Dalek"
    assert picture.under("data-badge", "northwest-territory") == "Northwest Territory: Yellow, 2 Daleks NWT Y 2"
    assert picture.node("data-land", "alaska").get("fill") == "url(#risk-black)"


def test_lanes_are_those_that_the_table_plays_with() -> None:
    assert Picture(HIDDEN).all("data-lanes") == ["25"]
    fewer = Options(edge_new_guinea_western_australia=False, edge_east_africa_middle_east=False)
    assert Picture(HIDDEN.replace(options=fewer)).all("data-lanes") == ["23"]
    assert "to KAM" in Picture(HIDDEN).markup


def test_the_letter_of_black_is_k_and_every_letter_is_its_own() -> None:
    assert letters(("black", "blue", "brown"))["black"] == "K"
    for seats in (FIVE, ("blue", "black"), ("kate", "black", "k9", "k-9"), ("b", "bb", "bbb"), ("1", "2", "3")):
        found = letters(seats)
        assert len({found[seat] for seat in seats}) == len(seats)
        assert all(re.fullmatch("[A-Z]", found[seat]) for seat in seats)


def test_seats_named_after_a_colour_get_it_and_the_others_what_is_left() -> None:
    world = World(seats=("kate", "yellow", "bob"), options=Options())
    assert [paint(world, army) for army in ("kate", "yellow", "bob", "n2", "ghost")] == [
        "black", "yellow", "orange", "n2", "",
    ]  # fmt: skip


def test_continents_show_what_they_pay_and_who_holds_them() -> None:
    held = {**HIDDEN.lands, **dict.fromkeys(CONTINENTS["australia"].territories, Land("orange", 2))}
    picture = Picture(HIDDEN.replace(lands=held))
    assert picture.all("data-bonus") == list(CONTINENTS)
    assert picture.all("data-held") == ["orange"]
    assert picture.under("data-bonus", "australia") == "Australia O +2"
    assert picture.under("data-bonus", "asia") == "Asia +7"


def test_the_tardis_stands_in_its_territory_and_nowhere_without_one() -> None:
    picture = Picture(HIDDEN)
    assert picture.all("data-tardis") == ["egypt"]
    assert picture.under("data-tardis", "egypt") == "The TARDIS: cease-fire in Egypt"
    assert Picture(HIDDEN.replace(tardis="")).all("data-tardis") == []


def test_clara_walks_eleven_doctors() -> None:
    picture = Picture(HIDDEN)
    assert picture.all("data-doctor") == [str(number) for number in range(1, 12)]
    here = next(node for node in picture.root.iter() if "data-clara" in node.attrib)
    assert here.get("data-doctor") == "4"
    assert "Clara" in picture.under("data-doctor", "4")
    assert picture.under("data-doctor", "11") == "Eleventh Doctor 11"
    domination = HIDDEN.replace(options=Options(end_mode="domination"))
    assert Picture(domination).all("data-doctor") == []


def test_whose_turn_it_is_and_what_is_due() -> None:
    picture = Picture(HIDDEN)
    title = "Risk: The Dalek Invasion of Earth. Turn 7, round 3: Black to attack or stop"
    assert picture.root[0].text == title
    assert "Black to attack" in picture.markup.split("</desc>")[1]
    placing = Picture(HIDDEN.replace(step="place", pool=5))
    assert "Black to place" in placing.markup.split("</desc>")[1]
    assert "5 Daleks" in placing.markup.split("</desc>")[1]
    won = Picture(HIDDEN.replace(step="over", winners=("black",), how="the Eleventh Doctor", defeated=("orange",)))
    assert won.under("data-hand", "black").startswith("Black: 14 territories, 53 Daleks, 3 cards K Black has won")
    assert " O Orange defeated" in won.under("data-hand", "orange")
    assert "the Eleventh Doctor" in won.markup.split("</desc>")[1]


def test_hands_are_counts_and_faces_only_where_they_are_known() -> None:
    picture = Picture(HIDDEN)
    counts = {
        army: [node.text for node in picture.node("data-hand", army) if "data-count" in node.attrib]
        for army in HIDDEN.seats
    }
    assert counts == {
        "black": ["14", "53", "3", "1", "2"],
        "yellow": ["14", "67", "2", "1", "3"],
        "orange": ["14", "81", "0", "0", "0"],
    }
    faces = [node.text for node in picture.root.iter() if "data-known" in node.attrib]
    assert faces == ["CHN★ · URA★★", "SEU +2 · Ace, Give Me Some Of… · Genesis Ark"]
    assert picture.all("data-known") == ["black", "black"]
    assert "Deck 30" in picture.markup
    assert "Discards 2" in picture.markup


def test_what_a_viewer_does_not_know_is_not_in_the_picture() -> None:
    hidden = HIDDEN.replace(hands={"black": ("?",) * 3}, missions={"black": ("?",)}, powers={"black": ("?",) * 2})
    picture = Picture(hidden)
    assert picture.all("data-known") == []
    assert "Vampires" not in picture.markup
    assert "Ark" not in picture.markup


BATTLE = field("russia K4, scandinavia Y2", battle={"daleks": 3, "rolls": 1, "faces": ((6, 3, 1), (4, 2))})


def test_a_battle_under_way_has_its_arrow_and_its_dice() -> None:
    picture = Picture(BATTLE)
    assert picture.all("data-arrow") == ["russia-scandinavia"]
    assert picture.all("data-die") == ["attack", "attack", "attack", "defence", "defence"]
    dice = [node[-1].text for node in picture.root if "data-die" in node.attrib]
    assert dice == ["6", "3", "1", "4", "2"]
    arrow = picture.node("data-arrow", "russia-scandinavia")
    strokes = [line.get("stroke") for line in arrow if line.get("stroke")]
    assert strokes == [CASING, CASING, ATTACK], "a dark core in a white casing"
    assert "RUS on SCA with 3" in picture.markup


def test_a_colon_stands_between_dice_of_both_sides_only() -> None:
    def colons(world: World) -> int:
        return sum(node.text == ":" for node in Picture(world).root.iter())

    assert colons(BATTLE) == 1
    attack = field("russia K4, scandinavia Y2", battle={"daleks": 3, "faces": ((6, 3, 1), ())})
    assert colons(attack) == 0


def test_dice_of_a_battle_that_is_over_are_those_thrown_last() -> None:
    facts = (
        Rolled("A1 A2 A3", 6, (6, 1, 1), "attack russia>scandinavia", "tower"),
        Rolled("D", 6, (2,), "defence scandinavia", "tower"),
        Rolled("A2", 6, (5,), "re-roll attack russia>scandinavia", "tower"),
        Rolled("ark", 6, (4,), "the Genesis Ark in russia", "tower"),
    )
    picture = Picture(field("russia K4, scandinavia K2"), *facts)
    assert [node[-1].text for node in picture.root if "data-die" in node.attrib] == ["6", "5", "1", "2"]


def test_an_attack_over_the_edge_leaves_on_one_side_and_comes_back_on_the_other() -> None:
    for given in ("alaska K4, kamchatka Y2", "kamchatka K4, alaska Y2"):
        world = field(given, battle={"daleks": 3})
        arrow = next(node for node in Picture(world).root if "data-arrow" in node.attrib)
        starts = [float(line.attrib["d"][1:].split()[0]) for line in arrow if line.get("fill") == "none"]
        ends = [float(line.attrib["d"].split()[-2]) for line in arrow if line.get("fill") == "none"]
        assert {0, 1200} <= {*starts, *ends}


def test_what_changed_is_ringed_and_what_stood_there_is_struck() -> None:
    before = field("russia K4, scandinavia Y2, ural K1")
    after = field("russia K1, scandinavia K3, ural K1")
    moved = e.DaleksMoved(source="russia", target="scandinavia", daleks=3)
    picture = Picture(after, moved, before=before)
    assert picture.all("data-ring") == ["russia", "scandinavia"]
    ring = picture.node("data-ring", "russia")
    assert [line.get("stroke") for line in ring] == [CASING, CHANGE], "a dark core cased in white"
    assert picture.under("data-was", "russia") == "4"
    assert picture.under("data-was", "scandinavia") == "Y2"
    assert picture.all("data-arrow") == ["russia-scandinavia"]
    assert "Russia sends 3 Daleks to Scandinavia. Changed: Russia, Scandinavia." in picture.desc
    assert Picture(after).all("data-ring") == []


def test_daleks_that_move_in_need_no_second_arrow_beside_the_attack() -> None:
    begun = e.BattleBegun("black", "yellow", "russia", "scandinavia", 3)
    moved = e.DaleksMoved(source="russia", target="scandinavia", daleks=3)
    after = field("russia K1, scandinavia K3")
    assert Picture(after, begun, moved).all("data-arrow") == ["russia-scandinavia"]


@pytest.mark.parametrize(
    ("fact", "ringed"),
    [
        (e.DaleksPlaced(territory="russia", daleks=2), ["russia"]),
        (e.DaleksAdded(territory="russia", daleks=2), ["russia"]),
        (e.DaleksLost(territory="russia", daleks=2), ["russia"]),
        (e.TerritoryTaken(territory="russia", player="black", least=2), ["russia"]),
        (e.TerritorySet(territory="russia", army="black", daleks=2), ["russia"]),
        (e.DaleksMoved(source="russia", target="ural", daleks=2), ["russia", "ural"]),
        (e.TardisLanded(territory="russia"), []),
        (e.DaleksLost(territory="atlantis", daleks=2), []),
    ],
)
def test_each_change_of_a_territory_is_ringed(fact: Fact, ringed: list[str]) -> None:
    assert Picture(field("russia K4, ural K1"), fact).all("data-ring") == ringed


def test_what_is_struck_covers_no_other_code_and_no_arrow() -> None:
    before = field("china K8, india O1", battle={"daleks": 3})
    now = field("china K5, india K3")
    picture = Picture(now, before=before)
    tag = picture.node("data-was", "india")[0]
    left, top, wide = (float(tag.attrib[name]) for name in ("x", "y", "width"))
    china = SPOTS["china"].badge
    assert not (abs(left + wide / 2 - china[0]) < wide / 2 + 16 and top < china[1] + BOX / 2 + 14), "China's code"
    points = courses(now, Changes(ways=(Way("china", "india", 3, attack=True),)))
    assert not any(left <= x <= left + wide and top <= y <= top + TAG for x, y in points)


def test_a_new_table_and_a_far_off_comparison_are_not_all_rings() -> None:
    before = HIDDEN.replace(lands={name: Land("yellow", 3) for name in TERRITORIES})
    picture = Picture(HIDDEN, before=before)
    assert picture.all("data-ring") == []
    assert picture.all("data-was") == []
    facts = [e.DaleksPlaced(territory=name, daleks=1) for name in TERRITORIES]
    assert Picture(HIDDEN, *facts[:23]).all("data-ring") == list(TERRITORIES)[:23]
    assert Picture(HIDDEN, *facts).all("data-ring") == []


def test_long_rows_are_cut() -> None:
    assert "…" in Picture(ODD).under("data-hand", "ghost")


def test_the_picture_is_light() -> None:
    before = whole(lands={name: Land("yellow", 100) for name in TERRITORIES})
    assert (
        len(draw(whole(), Marks(tuple(e.DaleksPlaced(name, 1) for name in list(TERRITORIES)[:20]), before))) < 110_000
    )


def test_a_played_session_is_drawn_at_every_move() -> None:
    entries, world = GAME.begin(Started(game="risk", rules=1, seats=SEATS), SeededChance(7))
    assert Picture(world, *(entry.fact for entry in entries)).all("data-ring") == []
    for number in range(80):
        moves = list(GAME.rules.legal(world, GAME.rules.status(world).awaited[0]))
        before = world
        entries, world = GAME.play(world, moves[number * 7 % len(moves)], SeededChance(number))
        picture = Picture(world, *(entry.fact for entry in entries), before=before)
        assert len(picture.all("data-badge")) == len(TERRITORIES)
        assert sorted(picture.all("data-was")) == sorted(
            name for name, land in before.lands.items() if land != world.lands[name] and land.daleks
        )
