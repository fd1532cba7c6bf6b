"""Answers to answers: who is asked, what comes first, what lapses. Julie has the turn."""

from typing import Any, Final

import pytest
from ccg_faces import creature, episode, flash, innate, resource, special
from ccg_tables import JULIE, STEVE, against, card, cards_with, lines, play, refused, stood, table
from table_play import effects

from events.errors import UnplayableError
from events.facts import Passed
from projections.draft import Stated
from projections.games.ccg.components.cards import Cost
from projections.games.ccg.facts.combat_effects import AnnouncementEnded, HitPrevented
from projections.games.ccg.facts.effects import CardDiscarded
from projections.games.ccg.facts.moves import (
    AnnounceCombat,
    Attack,
    DeclineCombat,
    EndTurn,
    GiveSupport,
    MakeHit,
    PlayFlash,
    SetStops,
    StandCards,
    UseSpecial,
)
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.state.position import STOPS, Position

CARDS: Final = cards_with(
    strong=creature(5, 5, 2), weak=creature(0, 1, 1), plain=creature(2, 2, 1), helper=creature(1, 1, 3),
    leader=creature(1, 3, 2), guard=creature(1, 3, 1), squire=creature(1, 1, 1),
    phoenix=creature(1, 1, 0, innate("regenerate")), ghost=creature(1, 1, 0, innate("save")),
    queen=creature(3, 3, 0, special("damage", value="both", amount=2, every=True)),
    pusher=creature(1, 1, 0, special("move", whose="own", other=True)),
    no=flash("counter", target="none"), boost=flash("raise", value="both", amount=1),
    bolt=flash("damage", value="both", amount=2), rescue=flash("save"), rebirth=flash("regenerate"),
    gun=flash("destroy"), bomb=flash("destroy", every=True), grace=flash("prevent-hit", target="none"),
    strike=flash("hit", target="none"), frail=creature(0, 0),
    nurse=creature(1, 1, 0, innate("bonus", value="substance", amount=1, target="creature", named="frail")),
    plague=episode("damage", value="both", amount=2),
    altar=resource(special("draw", amount=1, target="none", cost=(Cost("sacrifice"),))),
)  # fmt: skip
DAEMONS: Final = "julie present daemons, steve present dulciens, steve present force-field"
STRIKE: Final = UseSpecial(JULIE, 1, targets=(2,), value="substance")
SHIELD: Final = UseSpecial(STEVE, 3, targets=(2,))


def given(play_: str, step: str = "play", **more: Any) -> Position:
    return table(play_, step, cards=CARDS, **more)


@pytest.mark.parametrize("early", [True, False])
def test_a_flash_before_the_zone_is_chosen(early: bool) -> None:  # noqa: FBT001  # the option
    """CCG-FLA-01, A45, option `flash_before_zone`: a Flash alone, and once the cards Stand."""
    options, bolt = {"flash_before_zone": early}, PlayFlash(JULIE, "bolt", (2,))
    lying = "julie present daemons, steve present plain"
    now = table(lying, "zone", hands={JULIE: "bolt"}, cards=CARDS, options=options, stops={STEVE: ()})
    assert against(now, bolt) == ([] if early else ["CCG-FLA-01"])
    assert (bolt in GAME.rules.legal(now, JULIE)) is early
    assert "CCG-ABI-06" in against(now, STRIKE)
    assert "CCG-FLA-01" in against(now.replace(step="stand"), bolt)
    if early:
        after = play(now, bolt)
        assert (after.step, [card.face for card in after.play]) == ("zone", ["daemons"])


def passed(now: Position, *seats: str) -> Position:
    return play(now, *map(Passed, seats))


def strength(now: Position, number: int) -> tuple[int, int, int] | None:
    found = now.at(number)
    return (found.energy, found.substance, found.support) if found else None


# Daemons and Dulciens


def test_force_field_answers_the_daemons() -> None:
    """T-CCG-01 (CCG-SUP-06, CCG-SUP-07, CCG-SUP-08, CCG-SUP-09, A24): the answer comes first, and Dulciens live."""
    asked = play(table(DAEMONS), STRIKE)
    assert awaited(asked) == (STEVE,)
    assert strength(asked, 2) == (0, 1, 1)
    now = passed(play(asked, SHIELD), STEVE)
    assert strength(now, 2) == (0, 2, 1)
    assert [one.sided for one in now.play] == [True, False, True]
    assert (now.stack, awaited(now)) == ((), (JULIE,))


def test_nobody_answers_the_daemons() -> None:
    """T-CCG-02 (CCG-CRE-10): with neither Energy nor Substance left, Dulciens are on Steve's pile."""
    now = passed(play(table(DAEMONS), STRIKE), STEVE)
    assert (now.at(2), now.discards) == (None, {STEVE: ("dulciens",)})


def test_dulciens_are_themselves_again_next_turn() -> None:
    """T-CCG-03 (CCG-NOR-01, CCG-SUP-08): and the Daemons are Sided until Julie's own next turn."""
    start = table(DAEMONS, stops={STEVE: ("targeted",)})
    now = play(passed(play(start, STRIKE, SHIELD), STEVE), AnnounceCombat(JULIE), EndTurn(JULIE))
    assert (strength(now, 2), now.player) == ((0, 1, 1), STEVE)
    assert card(now, "daemons").sided
    assert not card(play(now, StandCards(STEVE)), "force-field").sided


def test_the_daemons_take_energy_that_is_not_there() -> None:
    """T-CCG-04 (CCG-CRE-10, CCG-CRE-11, A25): no value falls below 0, and one of them is left."""
    now = passed(play(table(DAEMONS), UseSpecial(JULIE, 1, targets=(2,), value="energy")), STEVE)
    assert strength(now, 2) == (0, 1, 1)


def test_the_daemons_are_used_once() -> None:
    """T-CCG-05 (CCG-SID-02): they are Sided."""
    now = passed(play(table(DAEMONS), STRIKE, SHIELD), STEVE)
    assert refused(now, STRIKE) == "CCG-SID-02"


@pytest.mark.parametrize("value", ["", "support"])
def test_whoever_uses_it_names_energy_or_substance(value: str) -> None:
    """CCG-SUP-06, A25."""
    assert against(table(DAEMONS), UseSpecial(JULIE, 1, targets=(2,), value=value)) == ["CCG-SUP-06"]


@pytest.mark.parametrize(
    "move",
    [UseSpecial(JULIE, 99), UseSpecial(JULIE, 1, targets=(99,)), UseSpecial(JULIE, 1, paid=(99,)),
     UseSpecial(JULIE, 1, 2), UseSpecial(JULIE, 1, targets=(2,), value="size"),
     UseSpecial(JULIE, 1, targets=(2,), value="energy", zone="nowhere"), PlayFlash(JULIE, "nothing"),
     PlayFlash(JULIE, "yeti"), GiveSupport(JULIE, 99, 2, "energy"), GiveSupport(JULIE, 1, 99, "energy"),
     GiveSupport(JULIE, 1, 2, "both")],
)  # fmt: skip
def test_what_is_not_there_is_named(move: Any) -> None:
    """CCG-GEN-07, CCG-OBJ-04: of a draft that records what happened, too."""
    with pytest.raises(UnplayableError):
        stood(table(DAEMONS), move)


# Supporting main combatants

FIGHT: Final = (
    "julie present leader, julie present squire, julie present squire, steve present guard, steve present helper, "
    "julie present squire, steve present squire"
)
SUPPORTED: Final = (
    Attack(JULIE, 1, 4), GiveSupport(JULIE, 2, 1, "energy"), GiveSupport(JULIE, 3, 1, "substance"),
)  # fmt: skip


def test_two_supporters_win_the_fight() -> None:
    """T-CCG-10 (CCG-COM-29, CCG-COM-31, CCG-COM-36): 2/4 beats 1/3; the supporters stay, the attacker is Sided."""
    now = play(given(FIGHT, "attack"), *SUPPORTED)
    assert strength(now, 1) == (2, 4, 2)
    now = passed(now, JULIE, STEVE)
    assert now.discards == {STEVE: ("guard",)}
    assert [one.sided for one in now.play if one.side == JULIE] == [True, True, True, False]


def test_a_supporter_turns_it_into_a_draw() -> None:
    """T-CCG-11 (CCG-COM-28, CCG-COM-33): 4/3 against 2/4; the attacker, who had passed, is asked again."""
    waiting = passed(play(given(FIGHT, "attack"), *SUPPORTED), JULIE)
    assert awaited(waiting) == (STEVE,)
    answered = play(waiting, GiveSupport(STEVE, 5, 4, "energy"))
    assert (strength(answered, 4), awaited(answered)) == ((4, 3, 1), (JULIE, STEVE))
    now = passed(answered, STEVE, JULIE)
    assert (now.discards, now.step) == ({}, "bonus")


def test_no_supporter_more_than_the_support_says() -> None:
    """T-CCG-12 (CCG-COM-30, A05): two of two and one of one are used."""
    now = play(given(FIGHT, "attack"), *SUPPORTED, GiveSupport(STEVE, 5, 4, "energy"))
    assert refused(now, GiveSupport(JULIE, 6, 1, "energy")) == "CCG-COM-30"
    assert refused(now, GiveSupport(STEVE, 7, 4, "energy")) == "CCG-COM-30"
    found, after = stood(now, GiveSupport(JULIE, 6, 1, "energy"))
    assert (found, strength(after, 1)) == (["CCG-COM-30"], (3, 4, 2))


def test_support_is_not_split() -> None:
    """T-CCG-13 (CCG-COM-29): all three points go to the one value that is named."""
    start = play(given(FIGHT, "attack"), Attack(JULIE, 1, 4))
    assert strength(play(start, GiveSupport(STEVE, 5, 4, "substance")), 4) == (1, 6, 1)
    with pytest.raises(UnplayableError, match="not"):
        stood(start, GiveSupport(STEVE, 5, 4, "energy+substance"))


# Last in, first out


def test_the_last_one_announced_takes_effect_first() -> None:
    """CCG-GEN-04, A24: damage, raised against, damaged once more in answer."""
    start = given("julie present strong, steve present plain", hands={JULIE: "bolt", STEVE: "boost bolt"})
    now = play(start, PlayFlash(JULIE, "bolt", (2,)), PlayFlash(STEVE, "bolt", (1,)))
    assert [thing.place for thing in now.stack if hasattr(thing, "place")] == [1, 2]
    assert awaited(now) == (JULIE,)
    hers = passed(now, JULIE)
    assert (strength(hers, 1), strength(hers, 2), awaited(hers)) == ((3, 3, 2), (2, 2, 1), (STEVE,))
    raised = play(hers, PlayFlash(STEVE, "boost", (2,)))
    assert strength(passed(raised, JULIE, STEVE), 2) == (1, 1, 1)


def test_a_counter_stops_what_was_announced_last() -> None:
    """CCG-GLO-05: it does nothing, its card is used, and nobody is asked about it any more."""
    start = given("julie present strong, steve present plain", hands={JULIE: "bolt", STEVE: "no no"})
    assert refused(start, PlayFlash(STEVE, "no")) == "CCG-GLO-05"
    countered = play(start, PlayFlash(JULIE, "bolt", (2,)), PlayFlash(STEVE, "no"))
    assert awaited(countered) == (JULIE,)
    entries, now = lines(countered, Passed(JULIE))
    assert AnnouncementEnded(1, "countered") in effects(entries)
    assert (strength(now, 2), now.stack, awaited(now)) == ((2, 2, 1), (), (JULIE,))
    assert now.discards == {JULIE: ("bolt",), STEVE: ("no",)}


def test_a_counter_is_countered() -> None:
    """CCG-GLO-05, CCG-GEN-04: then the first card takes effect, if nobody answers any more."""
    start = given("julie present strong, steve present plain", hands={JULIE: "bolt no", STEVE: "no x"})
    twice = play(start, PlayFlash(JULIE, "bolt", (2,)), PlayFlash(STEVE, "no"), PlayFlash(JULIE, "no"))
    assert awaited(twice) == (STEVE,)
    once = passed(twice, STEVE)
    assert (awaited(once), [thing.face for thing in once.stack if hasattr(thing, "face")]) == ((STEVE,), ["bolt"])
    assert passed(once, STEVE).at(2) is None


def test_an_aim_that_moved_out_of_reach_is_lost() -> None:
    """CCG-ABI-07: a Special reaches the chosen zone only, a Flash every zone (A44); the cost is paid all the same."""
    row = "julie present daemons, steve present dulciens, steve present pusher"
    start = given(row, hands={JULIE: "bolt"})
    away = UseSpecial(STEVE, 3, targets=(2,), zone="past")
    now = passed(play(start, UseSpecial(JULIE, 1, targets=(2,), value="substance"), away), JULIE)
    assert (strength(now, 2), now.stack, card(now, "daemons").sided) == ((0, 1, 1), (), True)
    hit = passed(play(start, PlayFlash(JULIE, "bolt", (2,)), away), JULIE, STEVE)
    assert hit.at(2) is None


def test_what_was_announced_is_what_the_card_was_then() -> None:
    """CCG-GEN-04: the source may be gone before its ability takes effect."""
    start = given("julie present daemons, steve present dulciens", hands={STEVE: "gun"})
    now = passed(play(start, STRIKE, PlayFlash(STEVE, "gun", (1,))), STEVE)
    assert now.play == ()


# Who is asked


def test_who_is_asked_by_default() -> None:
    """CCG-FLA-01, A23: whoever is aimed at; any other action only where the seat wants it."""
    start = given("julie present strong, steve present plain", hands={JULIE: "boost bolt", STEVE: "no"})
    assert play(start, PlayFlash(JULIE, "boost", (1,))).stack == ()
    assert awaited(play(start, PlayFlash(JULIE, "bolt", (2,)))) == (STEVE,)
    curious = play(start, SetStops(STEVE, ("action",)))
    assert awaited(play(curious, PlayFlash(JULIE, "boost", (1,)))) == (STEVE,)
    assert play(curious, PlayFlash(JULIE, "bolt", (2,))).stack == ()


@pytest.mark.parametrize("stops", [("tea",), ("hit", "hit"), ("combat", "")])
def test_stops_are_words_of_a_list(stops: tuple[str, ...]) -> None:
    """CCG-FLA-01: each once; all of them, or none, are fine."""
    assert refused(given(""), SetStops(STEVE, stops)) == "CCG-FLA-01"
    assert refused(given(""), SetStops(STEVE, STOPS)) == ""
    assert refused(given(""), SetStops(STEVE, ())) == ""


def test_who_is_asked_follows_from_what_everybody_sees() -> None:
    """A23: not from the cards in a hand, only from whether there are any, or Standing cards in the zone."""
    row = "julie present strong, steve present plain sided"
    bolt = PlayFlash(JULIE, "bolt", (2,))
    for hand in ("grace", "zarbi", "?"):
        assert awaited(play(given(row, hands={JULIE: "bolt", STEVE: hand}), bolt)) == (STEVE,)
    assert awaited(play(given(row, hands={JULIE: "bolt"}), bolt)) == (JULIE,)
    idle = row + ", steve present force-field locked, steve past yeti, steve present plague"
    assert awaited(play(given(idle, hands={JULIE: "bolt"}), bolt)) == (JULIE,)


def test_nobody_passes_who_was_not_asked() -> None:
    """CCG-GEN-04: and whoever is not asked waits for whoever is."""
    start = given("julie present strong, steve present plain", hands={JULIE: "bolt boost", STEVE: "no"})
    assert refused(start, Passed(STEVE)) == "CCG-GEN-04"
    asked = play(start, PlayFlash(JULIE, "bolt", (2,)))
    assert refused(asked, PlayFlash(JULIE, "boost", (1,))) == "CCG-GEN-04"
    assert "CCG-GEN-04" in against(asked, Passed(JULIE))
    assert stood(asked, Passed(JULIE))[1].stack == asked.stack


def test_a_defender_answers_an_attack_before_naming_anybody() -> None:
    """A53, CCG-COM-12: the attacker waits; the Hit that is declined into was asked about already."""
    start = given("julie present strong, steve present plain", "attack", hands={JULIE: "boost", STEVE: "grace bolt"})
    attacked = play(start, Attack(JULIE, 1))
    assert refused(attacked, PlayFlash(JULIE, "boost", (1,))) == "CCG-COM-12"
    declined = play(attacked, PlayFlash(STEVE, "grace"), DeclineCombat(STEVE))
    entries, now = lines(declined, MakeHit(JULIE))
    assert HitPrevented(STEVE) in effects(entries)
    assert (now.step, now.times[STEVE]) == ("bonus", ("time-past", "time-present", "time-future"))
    assert len(play(attacked, DeclineCombat(STEVE), MakeHit(JULIE)).times[STEVE]) == 2


def test_a_hit_is_asked_about_and_prevented() -> None:
    """CCG-GEN-01, CCG-COM-16: one Hit is; the next one this turn is not."""
    start = given("julie present strong", "attack", hands={STEVE: "grace", JULIE: "strike"})
    due = play(start, Attack(JULIE, 1), MakeHit(JULIE))
    assert awaited(due) == (STEVE,)
    prevented = passed(play(due, PlayFlash(STEVE, "grace")), STEVE)
    assert (len(prevented.times[STEVE]), prevented.shields[STEVE], prevented.step) == (3, 0, "bonus")
    assert len(play(prevented, PlayFlash(JULIE, "strike")).times[STEVE]) == 2
    unused = play(play(start, PlayFlash(STEVE, "grace")), EndTurn(JULIE))
    assert unused.shields == {}


def test_a_hit_by_a_card_is_none_of_the_attack() -> None:
    """CCG-COM-18, CCG-GLO-10: the Hit of the attack may still be made."""
    start = given("julie present strong", "attack", hands={JULIE: "strike"}, stops={STEVE: ()})
    now = play(start, Attack(JULIE, 1), PlayFlash(JULIE, "strike"))
    assert (len(now.times[STEVE]), now.step) == (2, "hit")
    assert len(play(now, MakeHit(JULIE)).times[STEVE]) == 1


# Destruction


def test_one_is_asked_before_a_card_is_destroyed_unless_one_was() -> None:
    """CCG-SUP-07: by whom it is aimed at was asked; a card that is lost with another one was not aimed at."""
    start = given("julie present nurse, steve present frail, julie present altar", hands={STEVE: "rescue boost"})
    doomed = play(start, UseSpecial(JULIE, 3, paid=(1,)))
    assert awaited(doomed) == (STEVE,)
    assert doomed.window is not None
    assert doomed.window.name == "doom"
    assert passed(doomed, STEVE).discards[STEVE] == ("frail",)
    assert strength(passed(play(doomed, PlayFlash(STEVE, "boost", (2,))), STEVE), 2) == (1, 1, 0)
    assert strength(passed(play(doomed, PlayFlash(STEVE, "rescue", (2,))), STEVE), 2) == (0, 0, 0)


def test_what_is_destroyed_outright_is_not_saved_by_its_values() -> None:
    """CCG-GLO-08, A54: but by Save, and by Regenerate, which leaves it Sided with its normal values."""
    hands = {JULIE: "gun", STEVE: "boost rescue rebirth"}
    row = "julie present strong, steve present plain"
    asked = play(given(row, hands=hands, stops={STEVE: ("destroyed",)}), PlayFlash(JULIE, "gun", (2,)))
    assert asked.window is not None
    assert asked.window.name == "doom"
    assert passed(play(asked, PlayFlash(STEVE, "boost", (2,))), STEVE).at(2) is None
    saved = passed(play(asked, PlayFlash(STEVE, "rescue", (2,))), STEVE)
    assert (strength(saved, 2), card(saved, "plain").sided) == ((2, 2, 1), False)
    reborn = passed(play(asked, PlayFlash(STEVE, "boost", (2,)), PlayFlash(STEVE, "rebirth", (2,))), STEVE)
    assert (strength(reborn, 2), card(reborn, "plain").sided, card(reborn, "plain").kept) == ((2, 2, 1), True, "")


def test_several_are_destroyed_together_the_active_players_first() -> None:
    """A61, CCG-GLO-08: and each goes to its owner's pile (CCG-GEN-09)."""
    row = "steve present plain, julie present strong, steve present plain of-julie, julie past yeti"
    start = given(row, hands={JULIE: "bomb", STEVE: "x"})
    entries, now = lines(play(start, PlayFlash(JULIE, "bomb")), Passed(STEVE))
    discarded = [fact.card for fact in effects(entries) if isinstance(fact, CardDiscarded)]
    assert discarded == [2, 4, 1, 3]
    assert now.discards == {JULIE: ("bomb", "strong", "yeti", "plain"), STEVE: ("plain",)}


def test_damage_to_all_destroys_together() -> None:
    """CCG-CRE-10, A26: after the effect as a whole; the queen herself is among them."""
    row = "julie present queen, steve present plain, steve present ghost, steve present phoenix, steve present plain"
    now = passed(play(given(row), UseSpecial(JULIE, 1)), STEVE)
    assert [one.n for one in now.play] == [1, 3, 4]
    assert [strength(now, number) for number in (1, 3, 4)] == [(1, 1, 0), (0, 0, 0), (1, 1, 0)]


def test_regeneration_of_its_own_works_once_a_turn() -> None:
    """CCG-GLO-14, A54: and again in the next one."""
    start = given("julie present strong, steve present phoenix", hands={JULIE: "bolt bolt bolt"}, stops={STEVE: ()})
    once = play(start, PlayFlash(JULIE, "bolt", (2,)))
    assert (strength(once, 2), once.play[1].kept) == ((1, 1, 0), "spent")
    assert play(once, PlayFlash(JULIE, "bolt", (2,))).at(2) is None
    later = play(once, AnnounceCombat(JULIE), EndTurn(JULIE))
    assert later.play[1].kept == ""


def test_an_episode_asks_its_solver_before_anything_is_destroyed() -> None:
    """CCG-SUP-07, CCG-EPI-18: nothing was announced, so this is the moment; then the defender prepares."""
    start = given("julie present plague of-steve, julie present plain", hands={JULIE: "boost", STEVE: "x"})
    doomed = play(start, AnnounceCombat(JULIE))
    assert (doomed.step, awaited(doomed)) == ("combat", (JULIE,))
    now = passed(play(doomed, PlayFlash(JULIE, "boost", (2,))), JULIE)
    assert (strength(now, 2), now.step, awaited(now)) == ((1, 1, 1), "combat", (STEVE,))


def test_what_a_writer_denies_is_said_once() -> None:
    """CCG-CRE-10: a card that was not discarded, as a table remembers it, is one finding and stays."""
    now = play(given("julie present strong, steve present weak", hands={JULIE: "bolt", STEVE: "x"}),
               PlayFlash(JULIE, "bolt", (2,)))  # fmt: skip
    found, after = stood(now, Passed(STEVE), stated=Stated(absent=(CardDiscarded,)))
    assert (found, strength(after, 2)) == (["CCG-CRE-10"], (0, 0, 1))
