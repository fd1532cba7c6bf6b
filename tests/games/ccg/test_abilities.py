"""Abilities and present values (A59) of the card game. Julie has the turn."""

from typing import Any, Final

import ccg_tables as t
import pytest
from ccg_tables import JULIE, QUIET, STEVE, against, card, cards_with, laid, lines, play, refused, stood, table
from table_play import effects

from events.events import Passed
from projections.draft import DeclaredResults
from projections.games.ccg.components.cards import Card, Cost
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.events import moves as m
from projections.games.ccg.events.effects import ChangeBegan, ChangeEnded, ValuesSet
from projections.games.ccg.events.moves import AnnounceCombat, EndTurn, GiveSupport, PlayCard, PlayFlash, UseSpecial
from projections.games.ccg.rules.exceptions import waived_rules
from projections.games.ccg.state.position import Change, Position
from projections.games.ccg.state.values import face_of, values_of

creature, episode, flash, innate, resource, special = t.creature, t.episode, t.flash, t.innate, t.resource, t.special
CARDS: Final = t.cards_with(
    plain=creature(2, 2, 1), big=creature(5, 5), alien=creature(1, 1, 1, races=("alien",)),
    robot=creature(1, 1, 1, races=("robot",)), mover=creature(1, 1, 1, special("move", target="card", other=True)),
    walker=creature(1, 1, 1, special("move", target="self")),
    guide=creature(1, 1, 1, special("move", whose="own", other=True, along=True)),
    jailer=creature(1, 1, 1, special("lock", target="card", other=True)),
    clerk=creature(1, 1, 1, special("raise", value="energy", amount=1, target="payment", cost=(Cost("side"),))),
    priest=creature(1, 1, 1, special("raise", value="both", amount=3, cost=(Cost("sacrifice"),))),
    driver=resource(special("raise", value="both", amount=1, cost=(Cost("side", race="robot"),))),
    two=creature(1, 1, 1, special("draw", amount=2, target="none"), special("extra-play", amount=1, target="none")),
    judge=creature(1, 1, 0, special("bar", bars="special", target="none")),
    ban=flash("bar", bars="flash", target="none"), halt=flash("bar", bars="support", target="none"),
    tap=flash("side", every=True, race="alien"), push=flash("side"), wake=flash("stand"),
    crush=flash("destroy", target="card"), burn=flash("discard", target="card", whose="rival"),
    recall=flash("return", target="card"), veil=flash("banish", whose="rival"), shove=flash("move"), lock=flash("lock"),
    eddy=flash("code", code="time-eddy", target="none"), swap=flash("code", code="cybermat-swap", whose="own"),
    more=flash("extra-play", amount=2, target="none"), again=flash("extra-turn", target="none"),
    cards=flash("draw", amount=2, target="none"), strike=flash("hit", target="none"),
    undo=flash("counter", target="episode"), must=creature(3, 3, 0, innate("must-attack")),
    eager=creature(3, 3, 0, innate("waive", waives="CCG-COM-08")),
    ready=creature(1, 1, 2, innate("waive", waives="CCG-CRE-13")),
    quick=creature(1, 1, 0, special("draw", amount=1, target="none"), innate("waive", waives="CCG-PREP-16")),
    storm=episode("side"), pit=episode("banish", every=False),
    fog=episode("bar", bars="draw", target="none", every=False, whose="any"),
)  # fmt: skip
COMBAT: Final = m.AnnounceCombat(JULIE)


def given(play_: str, step: str = "play", **more: Any) -> Position:
    return t.table(play_, step, cards=CARDS, **{"stops": QUIET, **more})


def use(number: int, *targets: int, **more: Any) -> m.UseSpecial:
    return m.UseSpecial(JULIE, number, targets=targets, **more)


def flashed(play_: str, face: str, *targets: int, **more: Any) -> Position:
    return play(given(play_, hands={JULIE: face}, **more), m.PlayFlash(JULIE, face, targets))


def no_flash(play_: str, face: str, *targets: int) -> list[str]:
    """What speaks against Julie's Flash."""
    return against(given(play_, hands={JULIE: face}), m.PlayFlash(JULIE, face, targets))


def places(now: Position) -> list[str]:
    return [one.zone for one in now.play]


@pytest.mark.parametrize(("row", "rules"), [
    ("julie present daemons, steve present plain", []), ("julie present quick fresh", []),
    ("julie present two fresh", ["CCG-PREP-16"]), ("julie present daemons sided, steve present plain", ["CCG-SID-02"]),
    ("julie present daemons locked, steve present plain", ["CCG-SID-02"]),
    ("julie present daemons, steve present plain out", ["CCG-ABI-07"]),
    ("julie present daemons, steve present force-field", ["CCG-ABI-07"]),
])  # fmt: skip
def test_special_needs_a_standing_card_and_a_target_in_the_zone(row: str, rules: list[str]) -> None:
    """CCG-ABI-04, CCG-ABI-08, CCG-CRE-13, CCG-CRE-15, CCG-GEN-01, CCG-PREP-16, CCG-SID-02."""
    aim: dict[str, Any] = {"targets": (2,), "value": "energy"} if "daemons" in row else {}
    assert against(given(row), m.UseSpecial(JULIE, 1, **aim)) == rules


def test_special_sides_its_card_in_any_turn() -> None:
    """CCG-PREP-16, CCG-GLO-07."""
    start = given("steve present daemons, julie present plain")
    assert refused(start, m.UseSpecial(STEVE, 1, targets=(2,), value="energy")) == ""
    assert "CCG-FLA-01" in against(given("steve present daemons", "zone"), m.UseSpecial(STEVE, 1, targets=(1,)))
    start = given("julie present two")
    drawn = play(start, m.UseSpecial(JULIE, 1, 1))
    assert len(drawn.hands[JULIE]) == 2
    assert play(start, m.UseSpecial(JULIE, 1, 2)).granted == 1
    assert "CCG-SID-02" in against(drawn, m.UseSpecial(JULIE, 1, 2))


@pytest.mark.parametrize(("row", "paid", "rules"), [
    ("julie present robot", (2,), []),
    *((f"julie present {word}", (2,), ["CCG-SID-02"]) for word in ("alien", "robot sided", "robot fresh")),
    *((f"julie present {word}", (2,), ["CCG-SID-02"]) for word in ("robot locked", "robot out")),
    *((row, (2,), ["CCG-SID-02"]) for row in ("julie past robot", "steve present robot")),
    *(("julie present robot", paid, ["CCG-GEN-01"]) for paid in ((), (2, 2), (1,))),
])  # fmt: skip
def test_payment_must_be_an_own_card_in_the_chosen_zone(row: str, paid: tuple[int, ...], rules: list[str]) -> None:
    start = given(f"julie present driver, {row}, julie present plain")
    assert against(start, use(1, 3, paid=paid)) == rules
    if not rules:
        assert t.strength(play(start, use(1, 3, paid=paid)), 3) == (3, 3, 1)


def test_costs_are_paid_by_sided_or_sacrificed_cards() -> None:
    row = "julie present priest, julie present plain sided of-steve, julie present plain fresh"
    now = play(given(row), use(1, 3, paid=(2,)))
    assert (t.numbers(now), now.discards, t.strength(now, 3)) == ([1, 3], {STEVE: ("plain",)}, (5, 5, 1))
    assert against(given(row), use(1, 3, paid=(1,))) == ["CCG-GEN-01"]
    now = play(given("julie present clerk, julie present plain"), use(1, paid=(2,)))
    assert (t.strength(now, 2), t.sided(now)) == ((3, 2, 1), [True, True])
    row = "julie present alien, steve present alien, julie present clerk, julie present priest, steve present alien"
    start = play(given(row, "attack", hands={JULIE: "tap"}, stops={**QUIET, JULIE: ("attack",)}), m.Attack(JULIE, 1, 2))
    assert "CCG-COM-13" in against(start, m.GiveSupport(JULIE, 1, 3, "energy"))
    assert "CCG-SID-02" in against(start, use(3, paid=(1,)))
    assert t.sided(play(start, m.PlayFlash(JULIE, "tap"))) == [False, False, False, False, True]
    pushed = start.replace(hands={JULIE: ("push",)})
    assert [against(pushed, m.PlayFlash(JULIE, "push", (at,))) for at in (2, 5)] == [["CCG-ABI-07"], []]
    gone = play(start, use(4, 3, paid=(1,)))
    assert (gone.fight, gone.step, t.strength(gone, 3)) == (None, "bonus", (4, 4, 1))


def test_moved_cards_need_room_and_stay_in_the_new_zone() -> None:
    row = "steve present watcher-present, steve present yeti, steve present sidrat, steve present bok fresh"
    start, trip = given(row, player=STEVE), m.UseSpecial(STEVE, 3, paid=(1,), zone="future")
    assert against(start, m.UseSpecial(STEVE, 3, paid=(4,), zone="future")) == ["CCG-SID-02"]
    now = play(start, trip)
    assert (places(now), t.sided(now), now.zone) == (
        ["future", "present", "future", "present"], [True, False, True, False], "present",
    )  # fmt: skip
    full = given(row + ", steve future zarbi" * 5, player=STEVE)
    assert against(full, trip) == ["CCG-PREP-11"]
    assert refused(full, m.UseSpecial(STEVE, 3, paid=(1,), zone="past")) == ""
    assert refused(given("julie past sidrat, julie past plain", zone="past"), use(1, paid=(2,), zone="present")) == ""
    row = "julie present mover, steve present plain, steve present storm of-julie, julie present walker"
    row += ", julie present guide"
    start = given(row)
    assert places(play(start, use(1, 2, zone="past")))[1] == "past"
    assert against(start, use(1, 3, zone="past")) == ["CCG-ABI-07"]
    assert places(play(start, use(4, zone="future")))[3] == "future"
    assert against(start, use(4)) == ["CCG-PREP-11"]
    both = play(start, use(5, 1, zone="past"))
    assert places(both) == ["past", "present", "present", "present", "past"]
    assert places(t.next_turn(both))[0] == "past"
    assert against(given(row + ", steve past plain" * 6), use(1, 2, zone="past")) == ["CCG-PREP-11"]


def test_effects_side_stand_and_lock_cards() -> None:
    now = flashed("steve present alien, steve past alien, julie present alien, steve present robot", "tap")
    assert [(one.sided, one.rivals) for one in now.play] == [(True, True), (True, True), (True, False), (False, False)]
    woken = flashed("steve present daemons rivals, julie present plain", "wake", 1)
    assert (woken.play[0].sided, woken.play[0].rivals) == (False, False)
    start = given("julie present jailer, steve present force-field, julie present plain sided, steve past storm",
                  hands={JULIE: "wake lock"})  # fmt: skip
    now = play(start, use(1, 2))
    assert "CCG-SID-02" in against(now, m.UseSpecial(STEVE, 2, targets=(3,)))
    assert not t.next_turn(now).play[1].locked
    assert play(start, m.PlayFlash(JULIE, "lock", (3,)), m.PlayFlash(JULIE, "wake", (3,))).play[2].sided
    assert "CCG-ABI-07" in against(given("julie present jailer, steve present storm of-julie"), use(1, 2))


def test_cards_return_to_the_discards_or_hand_of_their_owner() -> None:
    """CCG-GLO-05, CCG-GLO-08, CCG-GEN-09, CCG-FLA-02, CCG-FLA-05."""
    row = "steve past plain of-julie, steve future force-field, julie present storm of-steve"
    for number, owner, face in ((1, JULIE, "plain"), (2, STEVE, "force-field"), (3, STEVE, "storm")):
        assert face in flashed(row, "crush", number).discards[owner]
        assert face in flashed(row, "recall", number).hands[owner]
    assert flashed(row, "burn", 2).discards[STEVE] == ("force-field",)
    assert no_flash(row, "burn", 3) == ["CCG-ABI-07"]
    assert flashed(row, "undo", 3).discards == {JULIE: ("undo",), STEVE: ("storm",)}
    assert no_flash(row, "undo", 1) == ["CCG-ABI-07"]
    now = flashed("steve present daemons, julie present plain" + ", steve present plain" * 5, "veil", 1)
    assert card(now, "daemons").out == t.next_turn(now).play[0].out == -1
    assert "CCG-ABI-04" in against(now, m.UseSpecial(STEVE, 1, targets=(2,), value="energy"))
    assert len(list(now.lying("present", STEVE))) == 5
    assert no_flash("julie present plain", "veil", 1) == ["CCG-ABI-07"]


def test_episode_sides_or_takes_creatures_of_its_zone() -> None:
    start = given("julie past pit of-steve, julie past plain, julie past big, steve past big", hands={JULIE: "undo"})
    now = play(start, COMBAT)
    assert [one.out for one in now.play] == [0, 0, 1, 0]
    after = play(now, m.PlayFlash(JULIE, "undo", (1,)))
    assert (t.numbers(after), after.discards) == ([2, 4], {JULIE: ("undo", "big"), STEVE: ("pit",)})
    now = play(given("julie past storm of-steve, julie past plain, julie present plain, steve past plain"), COMBAT)
    assert [(one.sided, one.rivals) for one in now.play] == [(at == 1, at == 1) for at in range(4)]
    start = given("julie present fog of-steve", hands={JULIE: "cards"}, bonus=True)
    now = play(start, COMBAT, m.PlayFlash(JULIE, "cards"))
    assert now.hands[JULIE] == ()
    assert "CCG-GEN-01" in against(now, m.DrawBonus(JULIE))


def test_cards_grant_extra_plays_turns_and_hits() -> None:
    now = flashed("julie present plain", "strike", times={STEVE: "past"})
    assert (now.winners, now.how) == ((JULIE,), "time cards")
    hand = {JULIE: "more plain plain plain plain", STEVE: "more swap"}
    now = play(given("", hands=hand), m.PlayFlash(JULIE, "more"), *[m.PlayCard(JULIE, "plain")] * 3)
    assert refused(now, m.PlayCard(JULIE, "plain")) == "CCG-PREP-09"
    assert refused(given("", hands=hand), m.PlayFlash(STEVE, "more")) == "CCG-PREP-09"
    assert t.next_turn(now).granted == 0
    back = play(given("steve present plain", hands=hand), m.PlayFlash(STEVE, "swap", (1,)))
    assert (back.granted, back.hands[STEVE]) == (0, ("more", "plain"))
    again = play(flashed("julie present plain", "swap", 1, plays=1), m.PlayCard(JULIE, "plain"))
    assert (t.numbers(again), again.plays, again.granted) == ([2], 2, 1)
    now = t.next_turn(flashed("", "again"))
    assert (now.player, now.turn, now.owed) == (JULIE, 8, ())
    theirs = t.next_turn(play(given("", hands={STEVE: "again"}), m.PlayFlash(STEVE, "again")))
    assert (theirs.player, theirs.owed) == (STEVE, (STEVE,))


@pytest.mark.parametrize(("deck", "drawn"), [("zarbi bok yeti", 2), ("zarbi", 1), ("", 0)])
def test_drawing_from_an_empty_deck_costs_no_time_card(deck: str, drawn: int) -> None:
    now = flashed("", "cards", decks={JULIE: deck})
    assert (len(now.hands[JULIE]), len(now.times[JULIE])) == (drawn, 3)


def test_bars_forbid_moves_and_time_eddy_returns_cards() -> None:
    row = "julie present judge, steve present plain, steve present plain, steve present daemons"
    start = given(row, hands={JULIE: "ban halt", STEVE: "cards"})
    moves = (
        m.GiveSupport(STEVE, 2, 3, "energy"), m.UseSpecial(STEVE, 4, targets=(1,), value="energy"),
        m.PlayFlash(STEVE, "cards"),
    )  # fmt: skip
    assert [against(start, move) for move in moves] == [[], [], []]
    barred = play(start, use(1), m.PlayFlash(JULIE, "ban"), m.PlayFlash(JULIE, "halt"))
    assert [against(barred, move) for move in moves] == [["CCG-GEN-01"]] * 3
    assert t.next_turn(barred).bars == ()
    elsewhere = barred.replace(zone="past", play=tuple(one.replace(zone="past") for one in barred.play))
    assert [against(elsewhere, move) for move in moves] == [[], [], []]
    start = given("julie present plain, steve past robot", latest={JULIE: (1, "plain"), STEVE: (9, "alien")},
                  hands={JULIE: "eddy"}, discards={STEVE: ("alien", "robot")})  # fmt: skip
    now = play(start, m.PlayFlash(JULIE, "eddy"))
    assert (now.hands, t.numbers(now), now.discards[STEVE]) == ({JULIE: ("plain",), STEVE: ("alien",)}, [2], ("robot",))
    assert t.numbers(play(start.replace(latest={}), m.PlayFlash(JULIE, "eddy"))) == [1, 2]


@pytest.mark.parametrize(("row", "moves", "more", "expected"), [
    ("julie present must, julie past must, julie present must fresh", [], {}, [True, False, False]),
    ("julie present must, steve present plain", [m.Attack(JULIE, 1, 2)], {}, [True]),
    ("steve present must", [], {}, [False]), ("julie present must out", [], {}, [False]),
    ("julie present raston-warrior-robot fresh", [], {}, [True]),
    ("julie present must", [], {"bars": ((JULIE, "present", "attack"),)}, [False]),
    ("julie present must", [m.Attack(JULIE, 1), m.MakeHit(JULIE)], {}, [True]),
    ("julie present must", [m.Attack(JULIE, 1), m.MakeHit(JULIE)], {"options": {"attacker_sides_after_hit": False}},
     [False]),
])  # fmt: skip
def test_creature_that_must_attack_is_sided_if_it_could_attack(
    row: str, moves: list[Any], more: dict[str, Any], expected: list[bool]
) -> None:
    assert t.sided(play(given(row, "attack", **more), *moves, m.EndTurn(JULIE))) == expected


def test_card_sets_a_rule_aside_for_itself_only() -> None:
    row = "julie present eager fresh, julie present plain fresh, steve present plain"
    start = given(row, "attack")
    assert refused(start, m.Attack(JULIE, 1, 3)) == ""
    assert waived_rules(start, m.Attack(JULIE, 1, 3)) == {"CCG-COM-08": "Creature"}
    assert refused(start, m.Attack(JULIE, 2, 3)) == "CCG-COM-08"
    assert waived_rules(start, m.Attack(JULIE, 2, 1)) == {}
    assert waived_rules(given(row.replace("eager fresh", "eager fresh out"), "attack"), m.Attack(JULIE, 1, 3)) == {}
    assert waived_rules(start, None) == {}
    start = given("", hands={JULIE: "draconian zarbi"})
    assert refused(start, m.PlayCard(JULIE, "draconian")) == ""
    assert waived_rules(start, m.PlayCard(JULIE, "?")) == {}


@pytest.mark.parametrize(("by", "is_refused"), [((1, 2), False), ((1, 3), True), ((3,), True)])
def test_each_of_several_cards_needs_the_waiver(by: tuple[int, ...], is_refused: bool) -> None:  # noqa: FBT001
    tale = "julie present ready fresh, julie present plain, julie present plain fresh, julie present storm of-steve"
    assert ("CCG-CRE-13" in against(given(tale), m.SolveEpisode(JULIE, 4, by))) == is_refused


@pytest.mark.parametrize(("row", "rule"), [
    ("julie present daemons fresh, steve present plain", "CCG-PREP-16"),
    ("julie present daemons, steve past plain", "CCG-ABI-07"),
])  # fmt: skip
def test_an_illegal_special_that_is_recorded_takes_effect(row: str, rule: str) -> None:
    found, now = t.stood(given(row), use(1, 2, value="energy"))
    assert (found, t.strength(now, 2)) == ([rule], (1, 2, 1))


@pytest.mark.parametrize("move", [use(1, 2, 2), use(1), use(1, 1), use(1, 2, paid=(1, 2)), use(1, 2, zone="past")])
def test_an_invalid_special_that_is_recorded_sides_the_card(move: m.UseSpecial) -> None:
    found, now = t.stood(given("julie present daemons, steve present plain"), move)
    assert (bool(found), now.play[0].sided) == (True, True)


def test_every_card_that_ships_can_be_used() -> None:
    crowd = "jo-grant, dalek, sergeant-benton, the-rani, doctor-who-v, sidrat"
    rows = ", ".join(f"{seat} present {face}" for seat in (JULIE, STEVE) for face in crowd.split(", "))
    assert [face for face, printed in SHIPPED.card.items() if not _usable(face, printed, rows)] == []


def _usable(face: str, printed: Card, rows: str) -> bool:
    specials = sum(one.when == "special" for one in printed.does)
    if printed.type != "flash" and not specials:
        return True
    lying = f"{rows}, julie future storm of-steve" + f", julie present {face}" * bool(specials)
    start = given(lying, hands={JULIE: face if printed.type == "flash" else "x", STEVE: "strike"})
    if any(one.what == "counter" and one.target == "none" for one in printed.does):
        start = play(start.replace(stops={JULIE: ("targeted",)}), m.PlayFlash(STEVE, "strike"))
    if printed.type == "flash":
        return bool(t.listed(start, JULIE, PlayFlash))
    return len({one.ability for one in t.listed(start, JULIE, UseSpecial) if start.play[-1].n == one.card}) == specials


VALUED: Final = cards_with(
    plain=creature(2, 2, 1), helper=creature(0, 1, 3),
    legion=creature(1, 1, 1, innate("swell", value="both", amount=1)),
    captain=creature(1, 1, 1, innate("bonus", value="support", amount=1, target="creature", whose="own", other=True)),
    beacon=resource(innate("bonus", value="energy", amount=2, target="creature", race="robot")),
    ally=creature(1, 1, 1, innate("bonus", value="substance", amount=1, target="creature", named="robot")),
    robot=creature(1, 1, 1, races=("robot",)),
    twin=creature(1, 1, 1, innate("bonus", value="energy", amount=1), innate("bonus", value="energy", amount=1)),
    mimic=creature(1, 1, 1, special("clone", other=True), unique=True, zone="future"), mirror=flash("clone"),
    bolt=flash("damage", value="energy", amount=3), boost=flash("raise", value="energy", amount=2),
    lift=flash("raise", value="support", amount=2), shove=flash("move"), veil=flash("banish"), home=flash("return"),
    altar=resource(special("draw", amount=1, target="none", cost=(Cost("sacrifice"),))),
    healer=creature(1, 1, 0, special("raise", value="substance", amount=1)), again=flash("stand"),
)  # fmt: skip


def valued(play_: str, step: str = "play", **more: Any) -> Position:
    return table(play_, step, cards=VALUED, **{"stops": QUIET, **more})


def test_changes_and_support_count_until_the_turn_ends() -> None:
    """CCG-CRE-11, CCG-NOR-01, CCG-NOR-02, CCG-NOR-03, CCG-NOR-05, CCG-EXR-09, CCG-SUP-04, CCG-CRE-13, CCG-PREP-17."""
    start = valued("julie present plain", hands={JULIE: "bolt boost"})
    first, second = PlayFlash(JULIE, "bolt", (1,)), PlayFlash(JULIE, "boost", (1,))
    assert t.strength(play(start, first), 1) == (0, 2, 1)
    assert t.strength(play(start, first, second), 1) == (2, 2, 1)
    assert t.strength(play(start, second, first), 1) == (1, 2, 1)
    start = valued("julie present plain, steve present plain", hands={JULIE: "bolt boost"})
    now = play(start, PlayFlash(JULIE, "bolt", (1,)), PlayFlash(JULIE, "boost", (2,)))
    entries, after = lines(play(now, AnnounceCombat(JULIE)), EndTurn(JULIE))
    usual = [ValuesSet(number, 2, 2, 1) for number in (1, 2)]
    assert [event for event in effects(entries) if isinstance(event, ValuesSet)] == usual
    assert all(not card.changes for card in after.play)
    start = valued("julie present plain, julie present helper, julie present helper", hands={JULIE: "home lift"})
    now = play(start, GiveSupport(JULIE, 2, 1, "energy"))
    assert (t.strength(now, 1), refused(now, GiveSupport(JULIE, 3, 1, "energy"))) == ((5, 2, 1), "CCG-COM-30")
    gone = play(now, PlayFlash(JULIE, "home", (2,)))
    assert t.strength(gone, 1) == (5, 2, 1)
    lifted = play(gone, PlayFlash(JULIE, "lift", (1,)), GiveSupport(JULIE, 3, 1, "substance"))
    assert (t.strength(lifted, 1), t.strength(t.next_turn(lifted), 1)) == ((5, 5, 3), (2, 2, 1))
    start = valued("julie present plain, julie present helper fresh")
    assert refused(start, GiveSupport(JULIE, 2, 1, "energy")) == ""
    assert "CCG-COM-29" in against(start, GiveSupport(JULIE, 2, 2, "energy"))


@pytest.mark.parametrize(("row", "rule"), [
    ("julie present plain, julie present helper locked", "CCG-COM-32"),
    ("julie present plain, steve present helper", "CCG-SUP-02"),
    ("julie present plain, julie present helper out", "CCG-SUP-02"),
    ("julie past plain, julie present helper", "CCG-COM-29"),
    ("julie present altar, julie present helper", "CCG-COM-29"),
    ("julie present healer, julie present helper", "CCG-COM-30"),
])  # fmt: skip
def test_refuses_support_against_the_rules(row: str, rule: str) -> None:
    assert rule in against(valued(row), GiveSupport(JULIE, 2, 1, "energy"))


def test_a_constant_bonus_lasts_as_long_as_its_card() -> None:
    """CCG-ABI-03, CCG-PREP-18, CCG-GEN-12."""
    start = valued("julie present plain, steve past robot, steve present robot, julie past robot",
                  hands={JULIE: "ally shove shove"})  # fmt: skip
    entries, together = lines(start, PlayCard(JULIE, "ally"))
    assert ChangeBegan(3, "substance", 1, "ally", 5, constant=True) in effects(entries)
    assert [t.strength(together, number) for number in (2, 3, 4)] == [(1, 1, 1), (1, 2, 1), (1, 1, 1)]
    entries, apart = lines(together, PlayFlash(JULIE, "shove", (5,), zone="past"))
    assert ChangeEnded(3, "substance", "ally", 5) in effects(entries)
    assert [t.strength(apart, number) for number in (2, 3, 4)] == [(1, 2, 1), (1, 1, 1), (1, 2, 1)]
    start = valued("julie present robot", hands={JULIE: "ally bolt"})
    now = play(start, PlayCard(JULIE, "ally"), PlayFlash(JULIE, "bolt", (1,)))
    assert t.strength(now, 1) == (0, 2, 1)
    after = t.next_turn(now)
    assert (t.strength(after, 1), after.play[0].changes) == (
        (1, 2, 1), (Change("substance", 1, "ally", 2, constant=True),),
    )  # fmt: skip


def test_bonuses_and_swells_count_only_cards_in_play() -> None:
    """CCG-RES-02, CCG-GEN-10."""
    now = play(valued("julie present robot, steve present robot, julie present plain", hands={JULIE: "beacon"}),
               PlayCard(JULIE, "beacon"))  # fmt: skip
    assert [one.energy for one in now.play[:3]] == [3, 3, 2]
    now = play(valued("julie present plain, steve present plain", hands={JULIE: "captain"}), PlayCard(JULIE, "captain"))
    assert [one.support for one in now.play[:3]] == [2, 1, 1]
    now = play(valued("", hands={JULIE: "twin shove shove"}), PlayCard(JULIE, "twin"))
    assert t.strength(now, 1) == (3, 1, 1)
    assert t.strength(play(now, PlayFlash(JULIE, "shove", (1,), zone="past")), 1) == (3, 1, 1)
    row = "julie present legion, julie present legion, julie past legion, steve present legion"
    now = play(valued(row, hands={JULIE: "legion home"}), PlayCard(JULIE, "legion"))
    three, one = (3, 3, 1), (1, 1, 1)
    assert [t.strength(now, number) for number in (1, 2, 3, 4, 5)] == [three, three, one, one, three]
    fewer = play(now, PlayFlash(JULIE, "home", (2,)))
    assert [t.strength(fewer, number) for number in (1, 5)] == [(2, 2, 1), (2, 2, 1)]
    start = valued("julie present robot, julie present legion", hands={JULIE: "legion ally veil veil"}, granted=1)
    now = play(start, PlayCard(JULIE, "ally"), PlayCard(JULIE, "legion"))
    assert [t.strength(now, number) for number in (1, 2)] == [(1, 2, 1), (2, 2, 1)]
    away = play(now, PlayFlash(JULIE, "veil", (3,)), PlayFlash(JULIE, "veil", (4,)))
    assert [t.strength(away, number) for number in (1, 2)] == [(1, 1, 1), (1, 1, 1)]


def test_clones_copy_values_and_abilities() -> None:
    start = valued("julie present mimic, steve present legion, julie present legion, julie present legion",
                  hands={JULIE: "boost home"})  # fmt: skip
    now = play(start, PlayFlash(JULIE, "boost", (1,)), UseSpecial(JULIE, 1, targets=(2,)))
    clone = now.play[0]
    assert (clone.face, clone.clone, clone.passing, clone.sided) == ("mimic", "legion", False, True)
    assert [t.strength(now, number) for number in (1, 2, 3)] == [(5, 3, 1), (1, 1, 1), (3, 3, 1)]
    after = t.next_turn(now)
    assert (t.strength(after, 1), face_of(after, after.play[0]).unique) == ((3, 3, 1), False)
    back = play(now, PlayFlash(JULIE, "home", (1,)))
    assert (back.hands[JULIE], t.strength(back, 3)) == (("mimic",), (2, 2, 1))
    start = valued("julie present mimic, steve present healer", hands={JULIE: "again"})
    copied = play(start, UseSpecial(JULIE, 1, targets=(2,)), PlayFlash(JULIE, "again", (1,)))
    assert t.strength(play(copied, UseSpecial(JULIE, 1, targets=(2,))), 2) == (1, 2, 0)
    start = valued("julie present mimic, steve present plain, steve present robot", hands={JULIE: "mirror mirror"})
    assert against(start, PlayFlash(JULIE, "mirror", (1,))) == ["CCG-ABI-07"]
    assert against(start, PlayFlash(JULIE, "mirror", (1, 1))) == ["CCG-ABI-07"]
    copied = play(start, UseSpecial(JULIE, 1, targets=(2,)))
    twice = play(copied, PlayFlash(JULIE, "mirror", (1, 3)), PlayFlash(JULIE, "mirror", (1, 3)))
    assert (t.strength(twice, 1), twice.play[0].clone) == ((1, 1, 1), "robot")
    after = t.next_turn(twice)
    assert (t.strength(after, 1), after.play[0].clone, after.play[0].passing) == ((2, 2, 1), "plain", False)
    once = t.next_turn(play(start, PlayFlash(JULIE, "mirror", (1, 3))))
    assert (t.strength(once, 1), once.play[0].clone) == ((1, 1, 1), "")


def test_declared_values_override_computed_values() -> None:
    (card,) = laid("julie present plain", VALUED)
    now = valued("").replace(play=(card.replace(face="?", energy=4, substance=0, support=2),), count=1)
    assert values_of(now, now.play[0]) == (4, 0, 2)
    assert t.strength(t.next_turn(now), 1) == (4, 0, 2)
    assert len(t.next_turn(now.replace(play=(card.replace(face="?", energy=0, substance=0),))).play) == 1
    start = valued("julie present plain", hands={JULIE: "boost"})
    found, now = stood(start, PlayFlash(JULIE, "boost", (1,)), stated=DeclaredResults((ValuesSet(1, 3, 3, 3),)))
    assert (found, t.strength(now, 1)) == (["CCG-COM-26"], (3, 3, 3))
    denied, now = stood(start, PlayFlash(JULIE, "boost", (1,)), stated=DeclaredResults(absent=(ChangeBegan, ValuesSet)))
    assert (denied, t.strength(now, 1)) == (["CCG-FLA-03"], (2, 2, 1))
    assert refused(valued(""), Passed(STEVE)) == "CCG-GEN-04"
