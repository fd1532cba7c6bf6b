"""Present values (A59): what raises and lowers them, in which order, and when it ends; and what a Clone is."""

from typing import Any, Final

import pytest
from ccg_tables import (
    JULIE,
    STEVE,
    against,
    cards_with,
    creature,
    flash,
    innate,
    laid,
    lines,
    play,
    refused,
    resource,
    special,
    stood,
    table,
)
from table_play import effects

from events.facts import Passed
from projections.draft import Stated
from projections.games.ccg.components.cards import Cost
from projections.games.ccg.facts.effects import ChangeBegan, ChangeEnded, ValuesSet
from projections.games.ccg.facts.moves import AnnounceCombat, EndTurn, GiveSupport, PlayCard, PlayFlash, UseSpecial
from projections.games.ccg.state.position import Change, Position
from projections.games.ccg.state.values import face_of, values_of

CARDS: Final = cards_with(
    plain=creature(2, 2, 1), helper=creature(0, 1, 3),
    legion=creature(1, 1, 1, innate("swell", value="both", amount=1)),
    captain=creature(1, 1, 1, innate("bonus", value="support", amount=1, target="creature", whose="own", other=True)),
    beacon=resource(innate("bonus", value="energy", amount=2, target="creature", race="robot")),
    ally=creature(1, 1, 1, innate("bonus", value="substance", amount=1, target="creature", named="robot")),
    robot=creature(1, 1, 1, races=("robot",)),
    twin=creature(1, 1, 1, innate("bonus", value="energy", amount=1), innate("bonus", value="energy", amount=1)),
    mimic=creature(1, 1, 1, special("clone", other=True), unique=True, zone="future"),
    mirror=flash("clone"), bolt=flash("damage", value="energy", amount=3),
    boost=flash("raise", value="energy", amount=2), lift=flash("raise", value="support", amount=2),
    shove=flash("move"), veil=flash("banish"), home=flash("return"),
    altar=resource(special("draw", amount=1, target="none", cost=(Cost("sacrifice"),))),
    healer=creature(1, 1, 0, special("raise", value="substance", amount=1)), again=flash("stand"),
)  # fmt: skip
QUIET: Final[dict[str, tuple[str, ...]]] = {JULIE: (), STEVE: ()}


def given(play_: str, step: str = "play", **more: Any) -> Position:
    return table(play_, step, cards=CARDS, **{"stops": QUIET, **more})


def values(now: Position, number: int) -> tuple[int, int, int]:
    (found,) = [card for card in now.play if card.n == number]
    return found.energy, found.substance, found.support


def next_turn(now: Position) -> Position:
    return play(now, AnnounceCombat(now.player), EndTurn(now.player))


def test_changes_count_in_order_until_the_turn_ends() -> None:
    """CCG-CRE-11, CCG-NOR-01, CCG-NOR-02, CCG-NOR-03, CCG-NOR-05, CCG-EXR-09."""
    start = given("julie present plain", hands={JULIE: "bolt boost"})
    first, second = PlayFlash(JULIE, "bolt", (1,)), PlayFlash(JULIE, "boost", (1,))
    assert values(play(start, first), 1) == (0, 2, 1)
    assert values(play(start, first, second), 1) == (2, 2, 1)
    assert values(play(start, second, first), 1) == (1, 2, 1)
    start = given("julie present plain, steve present plain", hands={JULIE: "bolt boost"})
    now = play(start, PlayFlash(JULIE, "bolt", (1,)), PlayFlash(JULIE, "boost", (2,)))
    entries, after = lines(play(now, AnnounceCombat(JULIE)), EndTurn(JULIE))
    usual = [ValuesSet(number, 2, 2, 1) for number in (1, 2)]
    assert [fact for fact in effects(entries) if isinstance(fact, ValuesSet)] == usual
    assert all(not card.changes for card in after.play)


def test_support_stays_without_its_supporter() -> None:
    """CCG-SUP-04, CCG-CRE-13, CCG-PREP-17."""
    row = "julie present plain, julie present helper, julie present helper"
    start = given(row, hands={JULIE: "home lift"})
    now = play(start, GiveSupport(JULIE, 2, 1, "energy"))
    assert (values(now, 1), refused(now, GiveSupport(JULIE, 3, 1, "energy"))) == ((5, 2, 1), "CCG-COM-30")
    gone = play(now, PlayFlash(JULIE, "home", (2,)))
    assert values(gone, 1) == (5, 2, 1)
    lifted = play(gone, PlayFlash(JULIE, "lift", (1,)), GiveSupport(JULIE, 3, 1, "substance"))
    assert values(lifted, 1) == (5, 5, 3)
    assert values(next_turn(lifted), 1) == (2, 2, 1)
    start = given("julie present plain, julie present helper fresh")
    assert refused(start, GiveSupport(JULIE, 2, 1, "energy")) == ""
    assert "CCG-COM-29" in against(start, GiveSupport(JULIE, 2, 2, "energy"))


@pytest.mark.parametrize(("row", "rule"), [
    ("julie present plain, julie present helper sided", "CCG-COM-32"),
    ("julie present plain, julie present helper locked", "CCG-COM-32"),
    ("julie present plain, julie past helper", "CCG-COM-32"),
    ("julie present plain, steve present helper", "CCG-SUP-02"),
    ("julie present plain, julie present altar", "CCG-SUP-02"),
    ("julie present plain, julie present healer", "CCG-COM-28"),
    ("julie present plain, julie present helper out", "CCG-SUP-02"),
    ("steve present plain, julie present helper", "CCG-COM-29"),
    ("julie past plain, julie present helper", "CCG-COM-29"),
    ("julie present altar, julie present helper", "CCG-COM-29"),
    ("julie present healer, julie present helper", "CCG-COM-30"),
])  # fmt: skip
def test_refuses_support(row: str, rule: str) -> None:
    assert rule in against(given(row), GiveSupport(JULIE, 2, 1, "energy"))


def test_a_constant_bonus_lasts_as_long_as_its_card() -> None:
    """CCG-ABI-03, CCG-PREP-18, CCG-GEN-12."""
    start = given("julie present plain, steve past robot, steve present robot, julie past robot",
                  hands={JULIE: "ally shove shove"})  # fmt: skip
    entries, together = lines(start, PlayCard(JULIE, "ally"))
    assert ChangeBegan(3, "substance", 1, "ally", 5, constant=True) in effects(entries)
    assert [values(together, number) for number in (2, 3, 4)] == [(1, 1, 1), (1, 2, 1), (1, 1, 1)]
    entries, apart = lines(together, PlayFlash(JULIE, "shove", (5,), zone="past"))
    assert ChangeEnded(3, "substance", "ally", 5) in effects(entries)
    assert [values(apart, number) for number in (2, 3, 4)] == [(1, 2, 1), (1, 1, 1), (1, 2, 1)]
    start = given("julie present robot", hands={JULIE: "ally bolt"})
    now = play(start, PlayCard(JULIE, "ally"), PlayFlash(JULIE, "bolt", (1,)))
    assert values(now, 1) == (0, 2, 1)
    after = next_turn(now)
    assert (values(after, 1), after.play[0].changes) == ((1, 2, 1), (Change("substance", 1, "ally", 2, constant=True),))


def test_bonuses_swells_and_cards_out_of_play() -> None:
    """CCG-RES-02, CCG-GEN-10."""
    now = play(given("julie present robot, steve present robot, julie present plain", hands={JULIE: "beacon"}),
               PlayCard(JULIE, "beacon"))  # fmt: skip
    assert [values(now, number)[0] for number in (1, 2, 3)] == [3, 3, 2]
    now = play(given("julie present plain, steve present plain", hands={JULIE: "captain"}), PlayCard(JULIE, "captain"))
    assert [values(now, number)[2] for number in (1, 2, 3)] == [2, 1, 1]
    now = play(given("", hands={JULIE: "twin shove shove"}), PlayCard(JULIE, "twin"))
    assert values(now, 1) == (3, 1, 1)
    assert values(play(now, PlayFlash(JULIE, "shove", (1,), zone="past")), 1) == (3, 1, 1)
    row = "julie present legion, julie present legion, julie past legion, steve present legion"
    now = play(given(row, hands={JULIE: "legion home"}), PlayCard(JULIE, "legion"))
    three, one = (3, 3, 1), (1, 1, 1)
    assert [values(now, number) for number in (1, 2, 3, 4, 5)] == [three, three, one, one, three]
    fewer = play(now, PlayFlash(JULIE, "home", (2,)))
    assert [values(fewer, number) for number in (1, 5)] == [(2, 2, 1), (2, 2, 1)]
    start = given("julie present robot, julie present legion", hands={JULIE: "legion ally veil veil"}, granted=1)
    now = play(start, PlayCard(JULIE, "ally"), PlayCard(JULIE, "legion"))
    assert [values(now, number) for number in (1, 2)] == [(1, 2, 1), (2, 2, 1)]
    away = play(now, PlayFlash(JULIE, "veil", (3,)), PlayFlash(JULIE, "veil", (4,)))
    assert [values(away, number) for number in (1, 2)] == [(1, 1, 1), (1, 1, 1)]


def test_a_clone_copies_values_and_abilities() -> None:
    start = given("julie present mimic, steve present legion, julie present legion, julie present legion",
                  hands={JULIE: "boost home"})  # fmt: skip
    now = play(start, PlayFlash(JULIE, "boost", (1,)), UseSpecial(JULIE, 1, targets=(2,)))
    clone = now.play[0]
    assert (clone.face, clone.clone, clone.passing, clone.sided) == ("mimic", "legion", False, True)
    assert [values(now, number) for number in (1, 2, 3)] == [(5, 3, 1), (1, 1, 1), (3, 3, 1)]
    after = next_turn(now)
    assert (values(after, 1), face_of(after, after.play[0]).unique) == ((3, 3, 1), False)
    unique = given("julie present mimic", hands={JULIE: "mimic"}, zone="future")
    assert refused(unique, PlayCard(JULIE, "mimic")) == "CCG-PREP-15"
    back = play(now, PlayFlash(JULIE, "home", (1,)))
    assert (back.hands[JULIE], values(back, 3)) == (("mimic",), (2, 2, 1))
    start = given("julie present mimic, steve present healer", hands={JULIE: "again"})
    copied = play(start, UseSpecial(JULIE, 1, targets=(2,)), PlayFlash(JULIE, "again", (1,)))
    assert values(play(copied, UseSpecial(JULIE, 1, targets=(2,))), 2) == (1, 2, 0)


def test_a_clone_by_flash_ends_with_the_turn() -> None:
    start = given("julie present mimic, steve present plain, steve present robot", hands={JULIE: "mirror mirror"})
    assert against(start, PlayFlash(JULIE, "mirror", (2, 3))) == ["CCG-GLO-04"]
    assert against(start, PlayFlash(JULIE, "mirror", (1,))) == ["CCG-ABI-07"]
    assert against(start, PlayFlash(JULIE, "mirror", (1, 1))) == ["CCG-ABI-07"]
    copied = play(start, UseSpecial(JULIE, 1, targets=(2,)))
    twice = play(copied, PlayFlash(JULIE, "mirror", (1, 3)), PlayFlash(JULIE, "mirror", (1, 3)))
    assert (values(twice, 1), twice.play[0].clone) == ((1, 1, 1), "robot")
    after = next_turn(twice)
    assert (values(after, 1), after.play[0].clone, after.play[0].passing) == ((2, 2, 1), "plain", False)
    once = next_turn(play(start, PlayFlash(JULIE, "mirror", (1, 3))))
    assert (values(once, 1), once.play[0].clone) == ((1, 1, 1), "")


def test_an_unknown_card_keeps_its_stated_values() -> None:
    (card,) = laid("julie present plain", CARDS)
    now = given("").replace(play=(card.replace(face="?", energy=4, substance=0, support=2),), count=1)
    assert values_of(now, now.play[0]) == (4, 0, 2)
    assert values(next_turn(now), 1) == (4, 0, 2)
    spent = now.replace(play=(card.replace(face="?", energy=0, substance=0),))
    assert len(next_turn(spent).play) == 1


def test_stated_values_are_used_in_their_move() -> None:
    start = given("julie present plain", hands={JULIE: "boost"})
    found, now = stood(start, PlayFlash(JULIE, "boost", (1,)), stated=Stated((ValuesSet(1, 3, 3, 3),)))
    assert (found, values(now, 1)) == (["CCG-COM-26"], (3, 3, 3))
    denied, now = stood(start, PlayFlash(JULIE, "boost", (1,)), stated=Stated(absent=(ChangeBegan, ValuesSet)))
    assert (denied, values(now, 1)) == (["CCG-FLA-03"], (2, 2, 1))
    assert refused(given(""), Passed(STEVE)) == "CCG-GEN-04"
