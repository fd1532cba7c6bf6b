"""Answers to answers: the asked seat, the order of effects, and cards about to be destroyed. Julie has the turn."""

from typing import Any, Final

import ccg_tables as t
import pytest
from ccg_tables import JULIE, STEVE, against, lines, passed, play, refused, stood, strength
from table_play import effects

from events.errors import UnplayableError
from events.events import Passed
from projections.draft import DeclaredResults
from projections.games.ccg.components.cards import Cost
from projections.games.ccg.events import moves as m
from projections.games.ccg.events.combat_effects import AnnouncementEnded, HitPrevented
from projections.games.ccg.events.effects import CardDiscarded
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.state.position import STOPS, Position

creature, episode, flash, innate, resource, special = t.creature, t.episode, t.flash, t.innate, t.resource, t.special
CARDS: Final = t.cards_with(
    strong=creature(5, 5, 2), weak=creature(0, 1, 1), plain=creature(2, 2, 1), helper=creature(1, 1, 3),
    leader=creature(1, 3, 2), guard=creature(1, 3, 1), squire=creature(1, 1, 1),
    phoenix=creature(1, 1, 0, innate("regenerate")), ghost=creature(1, 1, 0, innate("save")),
    queen=creature(3, 3, 0, special("damage", value="both", amount=2, every=True)),
    pusher=creature(1, 1, 0, special("move", whose="own", other=True)), no=flash("counter", target="none"),
    boost=flash("raise", value="both", amount=1), bolt=flash("damage", value="both", amount=2), rescue=flash("save"),
    rebirth=flash("regenerate"), gun=flash("destroy"), bomb=flash("destroy", every=True),
    grace=flash("prevent-hit", target="none"), strike=flash("hit", target="none"), frail=creature(0, 0),
    nurse=creature(1, 1, 0, innate("bonus", value="substance", amount=1, target="creature", named="frail")),
    plague=episode("damage", value="both", amount=2),
    altar=resource(special("draw", amount=1, target="none", cost=(Cost("sacrifice"),))),
)  # fmt: skip
PAIR: Final = "julie present strong, steve present plain"
DAEMONS: Final = "julie present daemons, steve present dulciens, steve present force-field"
STRIKE: Final = m.UseSpecial(JULIE, 1, targets=(2,), value="substance")
BOLT: Final = m.PlayFlash(JULIE, "bolt", (2,))


def given(play_: str = PAIR, step: str = "play", julie: str = "", steve: str = "", **more: Any) -> Position:
    return t.table(play_, step, cards=CARDS, hands={JULIE: julie, STEVE: steve}, **more)


@pytest.mark.parametrize("early", [True, False])
def test_option_allows_a_flash_before_the_zone_is_chosen(early: bool) -> None:  # noqa: FBT001  # a parameter
    lying, options = "julie present daemons, steve present plain", {"flash_before_zone": early}
    now = given(lying, "zone", "bolt", options=options, stops={STEVE: ()})
    assert against(now, BOLT) == ([] if early else ["CCG-FLA-01"])
    assert (BOLT in GAME.rules.legal(now, JULIE)) is early
    assert "CCG-ABI-06" in against(now, STRIKE)
    assert "CCG-FLA-01" in against(now.replace(step="stand"), BOLT)
    if early:
        after = play(now, BOLT)
        assert (after.step, t.numbers(after)) == ("zone", [1])


def test_force_field_answers_the_daemons() -> None:
    """CCG-01, CCG-03, CCG-05, CCG-SUP-06, CCG-SUP-09, CCG-NOR-01."""
    asked = play(t.table(DAEMONS, stops={STEVE: ("targeted",)}), STRIKE)
    assert (awaited(asked), strength(asked, 2)) == ((STEVE,), (0, 1, 1))
    now = passed(play(asked, m.UseSpecial(STEVE, 3, targets=(2,))), STEVE)
    assert (strength(now, 2), t.sided(now)) == ((0, 2, 1), [True, False, True])
    assert (now.stack, awaited(now), refused(now, STRIKE)) == ((), (JULIE,), "CCG-SID-02")
    later = t.next_turn(now)
    assert (strength(later, 2), later.player, t.sided(later)) == ((0, 1, 1), STEVE, [True, False, True])
    assert t.sided(play(later, m.StandCards(STEVE))) == [True, False, False]
    now = passed(play(t.table(DAEMONS), STRIKE), STEVE)
    assert (now.at(2), now.discards) == (None, {STEVE: ("dulciens",)})
    now = passed(play(t.table(DAEMONS), m.UseSpecial(JULIE, 1, targets=(2,), value="energy")), STEVE)
    assert strength(now, 2) == (0, 1, 1)


def test_user_cannot_name_support() -> None:
    assert against(t.table(DAEMONS), m.UseSpecial(JULIE, 1, targets=(2,), value="support")) == ["CCG-SUP-06"]


@pytest.mark.parametrize(("move", "rule"), [
    (m.UseSpecial(JULIE, 99), "CCG-GEN-07"), (m.UseSpecial(JULIE, 1, targets=(99,)), "CCG-GEN-07"),
    (m.UseSpecial(JULIE, 1, paid=(99,)), "CCG-GEN-07"), (m.UseSpecial(JULIE, 1, 2), "CCG-ABI-05"),
    (m.UseSpecial(JULIE, 1, targets=(2,), value="size"), "CCG-SUP-06"),
    (m.UseSpecial(JULIE, 1, targets=(2,), value="energy", zone="nowhere"), "CCG-ZON-01"),
    (m.PlayFlash(JULIE, "nothing"), "CCG-OBJ-04"), (m.PlayFlash(JULIE, "yeti"), "CCG-FLA-01"),
    (m.GiveSupport(JULIE, 99, 2, "energy"), "CCG-GEN-07"), (m.GiveSupport(JULIE, 1, 99, "energy"), "CCG-GEN-07"),
    (m.GiveSupport(JULIE, 1, 2, "both"), "CCG-COM-29"),
])  # fmt: skip
def test_cannot_record_a_move_with_unknown_names(move: Any, rule: str) -> None:
    with pytest.raises(UnplayableError, match=rule):
        stood(t.table(DAEMONS), move)


FIGHT: Final = (
    "julie present leader, julie present squire, julie present squire, steve present guard, steve present helper, "
    "julie present squire, steve present squire"
)
SUPPORT: Final = m.GiveSupport(STEVE, 5, 4, "energy")


def supported() -> Position:
    """Julie's attack on Steve's guard, supported twice."""
    supports = m.GiveSupport(JULIE, 2, 1, "energy"), m.GiveSupport(JULIE, 3, 1, "substance")
    return play(given(FIGHT, "attack"), m.Attack(JULIE, 1, 4), *supports)


def test_supporters_decide_the_fight_within_the_limit() -> None:
    """CCG-10, CCG-COM-26, CCG-COM-31, CCG-COM-36."""
    assert strength(supported(), 1) == (2, 4, 2)
    now = passed(supported(), JULIE, STEVE)
    assert (now.discards, now.step) == ({STEVE: ("guard",)}, "bonus")
    assert [one.n for one in now.play if one.sided] == [1, 2, 3]
    waiting = passed(supported(), JULIE)
    assert awaited(waiting) == (STEVE,)
    answered = play(waiting, SUPPORT)
    assert (strength(answered, 4), awaited(answered)) == ((4, 3, 1), (JULIE, STEVE))
    now = passed(answered, STEVE, JULIE)
    assert (now.discards, len(now.play), now.step) == ({}, 7, "bonus")
    now = play(supported(), SUPPORT)
    assert refused(now, m.GiveSupport(STEVE, 7, 4, "energy")) == "CCG-COM-30"
    found, after = stood(now, m.GiveSupport(JULIE, 6, 1, "energy"))
    assert (found, strength(after, 1)) == (["CCG-COM-30"], (3, 4, 2))
    assert strength(play(supported(), m.GiveSupport(STEVE, 5, 4, "substance")), 4) == (1, 6, 1)
    with pytest.raises(UnplayableError, match="CCG-COM-29"):
        stood(supported(), m.GiveSupport(STEVE, 5, 4, "energy+substance"))


def test_announcements_are_resolved_last_first_or_countered() -> None:
    now = play(given(julie="bolt", steve="boost bolt"), BOLT, m.PlayFlash(STEVE, "bolt", (1,)))
    assert [thing.place for thing in now.stack if hasattr(thing, "place")] == [1, 2]
    assert awaited(now) == (JULIE,)
    hers = passed(now, JULIE)
    assert (strength(hers, 1), strength(hers, 2), awaited(hers)) == ((3, 3, 2), (2, 2, 1), (STEVE,))
    assert strength(passed(play(hers, m.PlayFlash(STEVE, "boost", (2,))), JULIE, STEVE), 2) == (1, 1, 1)
    start = given(julie="bolt no", steve="no no")
    countered = play(start, BOLT, m.PlayFlash(STEVE, "no"))
    assert awaited(countered) == (JULIE,)
    entries, now = lines(countered, Passed(JULIE))
    assert AnnouncementEnded(1, "countered") in effects(entries)
    assert (strength(now, 2), now.stack, awaited(now)) == ((2, 2, 1), (), (JULIE,))
    assert now.discards == {JULIE: ("bolt",), STEVE: ("no",)}
    once = passed(play(countered, m.PlayFlash(JULIE, "no")), STEVE)
    assert (awaited(once), [thing.face for thing in once.stack if hasattr(thing, "face")]) == ((STEVE,), ["bolt"])
    assert passed(once, STEVE).at(2) is None
    start = given("julie present daemons, steve present dulciens, steve present pusher", julie="bolt")
    away = m.UseSpecial(STEVE, 3, targets=(2,), zone="past")
    now = passed(play(start, STRIKE, away), JULIE)
    assert (strength(now, 2), now.stack, t.sided(now)) == ((0, 1, 1), (), [True, False, True])
    assert passed(play(start, BOLT, away), JULIE, STEVE).at(2) is None
    start = given("julie present daemons, steve present dulciens", steve="gun")
    assert passed(play(start, STRIKE, m.PlayFlash(STEVE, "gun", (1,))), STEVE).play == ()


@pytest.mark.parametrize(("more", "hand", "is_asked"), [
    *(("", hand, True) for hand in ("grace", "zarbi", "?")), ("", "", False),
    (", steve present force-field locked, steve past yeti, steve present plague", "", False),
])  # fmt: skip
def test_seat_is_asked_if_it_may_have_an_answer(more: str, hand: str, is_asked: bool) -> None:  # noqa: FBT001
    start = given("julie present strong, steve present plain sided" + more, julie="bolt", steve=hand)
    assert awaited(play(start, BOLT)) == ((STEVE,) if is_asked else (JULIE,))


def test_stops_decide_who_is_asked() -> None:
    start, boost = given(julie="boost bolt", steve="no"), m.PlayFlash(JULIE, "boost", (1,))
    assert play(start, boost).stack == ()
    assert awaited(play(start, BOLT)) == (STEVE,)
    curious = play(start, m.SetStops(STEVE, ("action",)))
    assert awaited(play(curious, boost)) == (STEVE,)
    assert play(curious, BOLT).stack == ()
    for stops in (("tea",), ("hit", "hit"), ("combat", "")):
        assert refused(given(), m.SetStops(STEVE, stops)) == "CCG-FLA-01"
    assert refused(given(), m.SetStops(STEVE, STOPS)) == refused(given(), m.SetStops(STEVE, ())) == ""
    start = given(julie="bolt boost", steve="no")
    asked = play(start, BOLT)
    assert refused(asked, m.PlayFlash(JULIE, "boost", (1,))) == "CCG-GEN-04"
    found, after = stood(asked, Passed(JULIE))
    assert ("CCG-GEN-04" in found, after.stack) == (True, asked.stack)


def test_hits_can_be_prevented_by_an_answer() -> None:
    attacked = play(given(step="attack", julie="boost", steve="grace bolt"), m.Attack(JULIE, 1))
    assert refused(attacked, m.PlayFlash(JULIE, "boost", (1,))) == "CCG-COM-12"
    entries, now = lines(play(attacked, m.PlayFlash(STEVE, "grace"), m.DeclineCombat(STEVE)), m.MakeHit(JULIE))
    assert HitPrevented(STEVE) in effects(entries)
    assert (now.step, len(now.times[STEVE])) == ("bonus", 3)
    assert len(play(attacked, m.DeclineCombat(STEVE), m.MakeHit(JULIE)).times[STEVE]) == 2
    start = given("julie present strong", "attack", "strike", "grace", times={STEVE: "past past past"})
    due = play(start, m.Attack(JULIE, 1), m.MakeHit(JULIE))
    assert awaited(due) == (STEVE,)
    prevented = passed(play(due, m.PlayFlash(STEVE, "grace")), STEVE)
    assert (len(prevented.times[STEVE]), prevented.shields[STEVE], prevented.step) == (3, 0, "bonus")
    assert len(play(prevented, m.PlayFlash(JULIE, "strike")).times[STEVE]) == 2
    assert play(start, m.PlayFlash(STEVE, "grace"), m.EndTurn(JULIE)).shields == {}
    start = given("julie present strong", "attack", "strike", stops={STEVE: ()})
    now = play(start, m.Attack(JULIE, 1), m.PlayFlash(JULIE, "strike"))
    assert (len(now.times[STEVE]), now.step) == (2, "hit")
    assert len(play(now, m.MakeHit(JULIE)).times[STEVE]) == 1


def test_save_and_regenerate_keep_cards() -> None:
    start = given(julie="gun", steve="boost rescue rebirth", stops={STEVE: ("destroyed",)})
    asked = play(start, m.PlayFlash(JULIE, "gun", (2,)))
    assert t.window(asked) == ("doom", (STEVE,))
    boosted = play(asked, m.PlayFlash(STEVE, "boost", (2,)))
    assert passed(boosted, STEVE).at(2) is None
    saved = passed(play(asked, m.PlayFlash(STEVE, "rescue", (2,))), STEVE)
    assert (strength(saved, 2), t.sided(saved)) == ((2, 2, 1), [False, False])
    reborn = passed(play(boosted, m.PlayFlash(STEVE, "rebirth", (2,))), STEVE)
    assert (strength(reborn, 2), t.sided(reborn), reborn.play[1].kept) == ((2, 2, 1), [False, True], "")
    once = play(given("julie present strong, steve present phoenix", julie="bolt bolt", stops={STEVE: ()}), BOLT)
    assert (strength(once, 2), once.play[1].kept) == ((1, 1, 0), "spent")
    assert play(once, BOLT).at(2) is None
    assert t.next_turn(once).play[1].kept == ""


def test_asks_for_answers_before_cards_are_destroyed() -> None:
    start = given("julie present nurse, steve present frail, julie present altar", steve="rescue boost")
    doomed = play(start, m.UseSpecial(JULIE, 3, paid=(1,)))
    assert t.window(doomed) == ("doom", (STEVE,))
    assert passed(doomed, STEVE).discards[STEVE] == ("frail",)
    assert strength(passed(play(doomed, m.PlayFlash(STEVE, "boost", (2,))), STEVE), 2) == (1, 1, 0)
    assert strength(passed(play(doomed, m.PlayFlash(STEVE, "rescue", (2,))), STEVE), 2) == (0, 0, 0)
    row = "steve present plain, julie present strong, steve present plain of-julie, julie past yeti"
    entries, now = lines(play(given(row, julie="bomb", steve="x"), m.PlayFlash(JULIE, "bomb")), Passed(STEVE))
    assert [event.card for event in effects(entries) if isinstance(event, CardDiscarded)] == [2, 4, 1, 3]
    assert now.discards == {JULIE: ("bomb", "strong", "yeti", "plain"), STEVE: ("plain",)}
    row = "julie present queen, steve present plain, steve present ghost, steve present phoenix, steve present plain"
    now = passed(play(given(row), m.UseSpecial(JULIE, 1)), STEVE)
    assert [strength(now, number) for number in range(1, 6)] == [(1, 1, 0), None, (0, 0, 0), (1, 1, 0), None]
    doomed = play(given("julie present plague of-steve, julie present plain", julie="boost", steve="x"),
                  m.AnnounceCombat(JULIE))  # fmt: skip
    assert (doomed.step, awaited(doomed)) == ("combat", (JULIE,))
    now = passed(play(doomed, m.PlayFlash(JULIE, "boost", (2,))), JULIE)
    assert (strength(now, 2), now.step, awaited(now)) == ((1, 1, 1), "combat", (STEVE,))
    now = play(given("julie present strong, steve present weak", julie="bolt", steve="x"), BOLT)
    found, after = stood(now, Passed(STEVE), stated=DeclaredResults(absent=(CardDiscarded,)))
    assert (found, strength(after, 2)) == (["CCG-CRE-10"], (0, 0, 1))
