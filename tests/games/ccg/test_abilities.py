"""What each kind of ability does, what refuses it, and when it ends. Julie has the turn."""

from typing import Any, Final, get_args

import pytest
from ccg_faces import creature, episode, flash, innate, resource, special
from ccg_tables import JULIE, STEVE, against, card, cards_with, play, refused, stood, table

from projections.games.ccg.components.cards import Card, Cost, Kind
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.facts.moves import (
    AnnounceCombat,
    Attack,
    DrawBonus,
    EndTurn,
    GiveSupport,
    MakeHit,
    PlayCard,
    PlayFlash,
    SolveEpisode,
    UseSpecial,
)
from projections.games.ccg.rules.exceptions import waived_rules
from projections.games.ccg.rules.use_choices import flash_choices, special_choices
from projections.games.ccg.state.position import Position

QUIET: Final[dict[str, tuple[str, ...]]] = {JULIE: (), STEVE: ()}
SIDE: Final = Cost("side")
OFFER: Final = Cost("sacrifice")
CARDS: Final = cards_with(
    plain=creature(2, 2, 1), big=creature(5, 5), alien=creature(1, 1, 1, races=("alien",)),
    robot=creature(1, 1, 1, races=("robot",)),
    mover=creature(1, 1, 1, special("move", target="card", other=True)),
    walker=creature(1, 1, 1, special("move", target="self")),
    guide=creature(1, 1, 1, special("move", whose="own", other=True, along=True)),
    jailer=creature(1, 1, 1, special("lock", target="card", other=True)),
    clerk=creature(1, 1, 1, special("raise", value="energy", amount=1, target="payment", cost=(SIDE,))),
    priest=creature(1, 1, 1, special("raise", value="both", amount=3, cost=(OFFER,))),
    driver=resource(special("raise", value="both", amount=1, cost=(Cost("side", race="robot"),))),
    two=creature(1, 1, 1, special("draw", amount=2, target="none"), special("extra-play", amount=1, target="none")),
    judge=creature(1, 1, 0, special("bar", bars="special", target="none")),
    ban=flash("bar", bars="flash", target="none"), halt=flash("bar", bars="support", target="none"),
    tap=flash("side", every=True, race="alien"), wake=flash("stand"), crush=flash("destroy", target="card"),
    burn=flash("discard", target="card", whose="rival"), recall=flash("return", target="card"),
    veil=flash("banish", whose="rival"), shove=flash("move"), lock=flash("lock"),
    eddy=flash("code", code="time-eddy", target="none"), swap=flash("code", code="cybermat-swap", whose="own"),
    more=flash("extra-play", amount=2, target="none"), again=flash("extra-turn", target="none"),
    cards=flash("draw", amount=2, target="none"), strike=flash("hit", target="none"),
    grace=flash("prevent-hit", target="none"), undo=flash("counter", target="episode"),
    must=creature(3, 3, 0, innate("must-attack")), eager=creature(3, 3, 0, innate("waive", waives="CCG-COM-08")),
    ready=creature(1, 1, 2, innate("waive", waives="CCG-CRE-13")),
    quick=creature(1, 1, 0, special("draw", amount=1, target="none"), innate("waive", waives="CCG-PREP-16")),
    storm=episode("side"), pit=episode("banish", every=False),
    fog=episode("bar", bars="draw", target="none", every=False, whose="any"),
)  # fmt: skip


def given(play_: str, step: str = "play", **more: Any) -> Position:
    """A quiet table: nobody is asked anything."""
    return table(play_, step, cards=CARDS, **{"stops": QUIET, **more})


def use(number: int, *targets: int, **more: Any) -> UseSpecial:
    return UseSpecial(JULIE, number, targets=targets, **more)


def flashed(play_: str, face: str, *targets: int, **more: Any) -> Position:
    """The table after Julie played a Flash."""
    zone = more.pop("to", "")
    return play(given(play_, hands={JULIE: face}, **more), PlayFlash(JULIE, face, targets, zone=zone))


def no_flash(play_: str, face: str, *targets: int, **more: Any) -> list[str]:
    """What speaks against Julie's Flash."""
    zone = more.pop("to", "")
    return against(given(play_, hands={JULIE: face}, **more), PlayFlash(JULIE, face, targets, zone=zone))


def values(now: Position, number: int) -> tuple[int, int]:
    (found,) = [one for one in now.play if one.n == number]
    return found.energy, found.substance


def numbers(now: Position) -> list[int]:
    return [one.n for one in now.play]


def next_turn(now: Position) -> Position:
    return play(now, AnnounceCombat(now.player), EndTurn(now.player))


# Special abilities


@pytest.mark.parametrize(
    ("row", "rules"),
    [
        ("julie present daemons, steve present plain", []),
        ("julie present daemons sided, steve present plain", ["CCG-SID-02"]),
        ("julie present daemons rivals, steve present plain", ["CCG-ABI-08"]),
        ("julie present daemons fresh, steve present plain", ["CCG-PREP-16"]),
        ("julie present daemons locked, steve present plain", ["CCG-SID-02"]),
        ("julie past daemons, steve present plain", ["CCG-ABI-06"]),
        ("julie present daemons, steve past plain", ["CCG-ABI-07"]),
        ("julie present daemons, steve present plain out", ["CCG-ABI-07"]),
        ("steve present daemons, steve present plain", ["CCG-ABI-04"]),
        ("julie present daemons, steve present force-field", ["CCG-ABI-07"]),
    ],
)  # fmt: skip
def test_what_refuses_a_special(row: str, rules: list[str]) -> None:
    """CCG-ABI-04 to CCG-ABI-08, CCG-CRE-13, CCG-CRE-15, CCG-PREP-16, CCG-SID-02, A32."""
    assert against(given(row), use(1, 2, value="energy")) == rules


def test_a_special_in_the_opponents_turn() -> None:
    """CCG-PREP-16, CCG-GLO-07, A23: what was played in one's own turn may be used in the next."""
    start = given("steve present daemons, julie present plain, steve present daemons")
    assert refused(start, UseSpecial(STEVE, 1, targets=(2,), value="energy")) == ""
    assert "CCG-FLA-01" in against(given("steve present daemons", "zone"), UseSpecial(STEVE, 1, targets=(1,)))


def test_several_specials_one_for_each_siding() -> None:
    """CCG-ABI-05, CCG-CRE-14."""
    start = given("julie present two")
    drawn = play(start, UseSpecial(JULIE, 1, 1))
    assert len(drawn.hands[JULIE]) == 2
    assert play(start, UseSpecial(JULIE, 1, 2)).granted == 1
    assert "CCG-SID-02" in against(drawn, UseSpecial(JULIE, 1, 2))


def test_main_combatants_do_not_side() -> None:
    """CCG-COM-13, A33: neither for themselves nor as a payment, nor by a card; but they may be sacrificed (A34)."""
    row = "julie present alien, steve present alien, julie present clerk, julie present priest"
    start = play(given(row, "attack", hands={JULIE: "tap"}, stops={STEVE: ("attack",)}), Attack(JULIE, 1, 2))
    assert "CCG-COM-13" in against(start, GiveSupport(JULIE, 1, 3, "energy"))
    assert "CCG-SID-02" in against(start, use(3, paid=(1,)))
    tapped = given(row + ", steve present alien", "attack", hands={JULIE: "tap"}, stops={**QUIET, JULIE: ("attack",)})
    tapped = play(tapped, Attack(JULIE, 1, 2), PlayFlash(JULIE, "tap"))
    assert [one.sided for one in tapped.play] == [False, False, False, False, True]
    gone = play(given(row, "attack", stops={**QUIET, JULIE: ("attack",)}), Attack(JULIE, 1, 2), use(4, 3, paid=(1,)))
    assert (gone.fight, gone.step, values(gone, 3)) == (None, "bonus", (4, 4))


# What is paid


def test_payments_are_ones_own_cards_in_the_chosen_zone() -> None:
    """CCG-SID-02, CCG-CRE-13, CCG-GLO-15, Q-10: never the card itself, nor one card twice."""
    row = "julie present driver, julie present robot, julie present plain"
    assert values(play(given(row), use(1, 3, paid=(2,))), 3) == (3, 3)
    for other in ("robot sided", "robot fresh", "robot locked", "robot out", "alien"):
        assert against(given(row.replace("robot", other)), use(1, 3, paid=(2,))) == ["CCG-SID-02"], other
    for spot in ("julie past robot", "steve present robot"):
        assert against(given(row.replace("julie present robot", spot)), use(1, 3, paid=(2,))) == ["CCG-SID-02"], spot
    assert against(given(row), use(1, 3)) == ["CCG-GEN-01"]
    assert against(given(row), use(1, 3, paid=(2, 2))) == ["CCG-GEN-01"]
    assert against(given("julie present priest, julie present plain"), use(1, 2, paid=(1,))) == ["CCG-GEN-01"]


def test_a_sacrifice_may_be_sided_and_fresh() -> None:
    """CCG-GLO-15: it is discarded at once, to its owner's pile."""
    row = "julie present priest, julie present plain sided of-steve, julie present plain fresh"
    now = play(given(row), use(1, 3, paid=(2,)))
    assert (numbers(now), now.discards, values(now, 3)) == ([1, 3], {STEVE: ("plain",)}, (5, 5))


def test_what_was_paid_may_be_what_changes() -> None:
    """CCG-GEN-01: the card says so."""
    now = play(given("julie present clerk, julie present plain"), use(1, paid=(2,)))
    assert (values(now, 2), [one.sided for one in now.play]) == ((3, 2), [True, True])


# move


def test_sidrat_takes_along_whom_it_sides() -> None:
    """T-CCG-35 (A42, CCG-CRE-13): not Bok, who was played this turn; the Watcher. Both stay Sided, of any colour."""
    row = "steve present watcher-present, steve present yeti, steve present sidrat, steve present bok fresh"
    start = given(row, player=STEVE)
    trip = UseSpecial(STEVE, 3, paid=(1,), zone="future")
    assert against(start, UseSpecial(STEVE, 3, paid=(4,), zone="future")) == ["CCG-SID-02"]
    now = play(start, trip)
    assert [(one.zone, one.sided) for one in now.play] == [
        ("future", True), ("present", False), ("future", True), ("present", False),
    ]  # fmt: skip
    assert now.zone == "present"
    full = row + ", steve future zarbi" * 5
    assert against(given(full, player=STEVE), trip) == ["CCG-PREP-11"]
    assert refused(given(full, player=STEVE), UseSpecial(STEVE, 3, paid=(1,), zone="past")) == ""


def test_sidrat_at_the_end_of_the_line() -> None:
    """A41: Past and Future are no neighbours."""
    row = "julie past sidrat, julie past plain"
    assert against(given(row, zone="past"), use(1, paid=(2,), zone="future")) == ["CCG-PREP-11"]
    assert refused(given(row, zone="past"), use(1, paid=(2,), zone="present")) == ""


def test_moving_other_cards_and_oneself() -> None:
    """CCG-PREP-11, A12, A22: into a zone with room, and for good (CCG-FLA-05)."""
    row = "julie present mover, steve present plain, steve present storm of-julie, julie present walker"
    row += ", julie present guide"
    start = given(row)
    assert play(start, use(1, 2, zone="past")).play[1].zone == "past"
    assert against(start, use(1, 3, zone="past")) == ["CCG-ABI-07"]
    assert play(start, use(4, zone="future")).play[3].zone == "future"
    assert against(start, use(4)) == ["CCG-PREP-11"]
    both = play(start, use(5, 1, zone="past"))
    assert [one.zone for one in both.play] == ["past", "present", "present", "present", "past"]
    full = given(row + ", steve past plain" * 6)
    assert against(full, use(1, 2, zone="past")) == ["CCG-PREP-11"]
    assert next_turn(both).play[0].zone == "past"


# side, stand, lock


def test_siding_by_the_opponent_uses_a_card_up() -> None:
    """CCG-ABI-08, A32: until it Stands; one's own cards are Sided by oneself."""
    now = flashed("steve present alien, steve past alien, julie present alien, steve present robot", "tap")
    assert [(one.sided, one.rivals) for one in now.play] == [(True, True), (True, True), (True, False), (False, False)]
    woken = flashed("steve present daemons rivals, julie present plain", "wake", 1)
    assert (woken.play[0].sided, woken.play[0].rivals) == (False, False)


def test_a_locked_card_neither_sides_nor_stands() -> None:
    """CCG-GEN-01: this turn."""
    start = given("julie present jailer, steve present force-field, julie present plain sided",
                  hands={JULIE: "wake tap lock"})  # fmt: skip
    now = play(start, use(1, 2))
    assert "CCG-SID-02" in against(now, UseSpecial(STEVE, 2, targets=(3,)))
    assert not next_turn(now).play[1].locked
    held = play(start, PlayFlash(JULIE, "lock", (3,)), PlayFlash(JULIE, "wake", (3,)))
    assert held.play[2].sided
    assert "CCG-ABI-07" in against(given("julie present jailer, steve present storm of-julie"), use(1, 2))


# destroy, discard, return, banish


def test_cards_that_leave() -> None:
    """CCG-GLO-08, CCG-GEN-09, CCG-FLA-02, CCG-FLA-05, A44: from any zone, to the owner's pile or hand, for good."""
    row = "steve past plain of-julie, steve future force-field, julie present storm of-steve"
    for number, owner, face in ((1, JULIE, "plain"), (2, STEVE, "force-field"), (3, STEVE, "storm")):
        assert face in flashed(row, "crush", number).discards[owner]
        assert face in flashed(row, "recall", number).hands[owner]
    assert flashed(row, "burn", 2).discards[STEVE] == ("force-field",)
    assert no_flash(row, "burn", 3) == ["CCG-ABI-07"]


def test_out_of_play_is_as_if_it_were_not_there() -> None:
    """CCG-GLO-13, A51: it stays in its zone, and stays out when the turn ends (CCG-FLA-05)."""
    row = "steve present daemons, julie present plain" + ", steve present plain" * 5
    now = flashed(row, "veil", 1)
    assert card(now, "daemons").out == -1
    assert "CCG-ABI-04" in against(now, UseSpecial(STEVE, 1, targets=(2,), value="energy"))
    assert next_turn(now).play[0].out == -1
    assert len(list(now.lying("present", STEVE))) == 5
    assert no_flash("julie present plain", "veil", 1) == ["CCG-ABI-07"]


def test_an_episode_takes_the_strongest_under_it() -> None:
    """CCG-GEN-05, CCG-EPC-05: read to the Solver's harm; discarded when the Episode leaves."""
    start = given("julie past pit of-steve, julie past plain, julie past big, steve past big", hands={JULIE: "undo"})
    now = play(start, AnnounceCombat(JULIE))
    assert [one.out for one in now.play] == [0, 0, 1, 0]
    after = play(now, PlayFlash(JULIE, "undo", (1,)))
    assert (numbers(after), after.discards) == ([2, 4], {JULIE: ("undo", "big"), STEVE: ("pit",)})


def test_an_episode_sides_what_lies_in_its_zone() -> None:
    """CCG-EPC-06, CCG-EPI-18, A32: by who played it, so that nothing is got out of it."""
    now = play(given("julie past storm of-steve, julie past plain, julie present plain, steve past plain"),
               AnnounceCombat(JULIE))  # fmt: skip
    assert [(one.sided, one.rivals) for one in now.play] == [
        (False, False),
        (True, True),
        (False, False),
        (False, False),
    ]


# hit, prevent-hit, draw, extra-play, extra-turn


def test_a_hit_by_a_card_may_win() -> None:
    """CCG-GLO-10, CCG-WIN-01."""
    now = flashed("julie present plain", "strike", times={STEVE: "past"})
    assert (now.winners, now.how) == ((JULIE,), "time cards")


def test_a_prevented_hit() -> None:
    """CCG-GEN-01: the next one, this turn."""
    start = given("julie present plain", "attack", hands={STEVE: "grace"})
    now = play(start, PlayFlash(STEVE, "grace"), Attack(JULIE, 1), MakeHit(JULIE))
    assert (len(now.times[STEVE]), now.step) == (3, "bonus")


@pytest.mark.parametrize(("deck", "drawn"), [("zarbi bok yeti", 2), ("zarbi", 1), ("", 0)])
def test_drawing(deck: str, drawn: int) -> None:
    """A16: an empty draw deck gives no card and costs none."""
    now = flashed("", "cards", decks={JULIE: deck})
    assert (len(now.hands[JULIE]), len(now.times[JULIE])) == (drawn, 3)


def test_drawing_is_barred() -> None:
    """CCG-EPI-18: by an Episode in the chosen zone, the bonus card and the cards of an ability alike."""
    start = given("julie present fog of-steve", hands={JULIE: "cards"}, bonus=True)
    now = play(start, AnnounceCombat(JULIE), PlayFlash(JULIE, "cards"))
    assert now.hands[JULIE] == ()
    assert "CCG-GEN-01" in against(now, DrawBonus(JULIE))


def test_extra_plays() -> None:
    """A57, CCG-PREP-09: so many more, within all other limits, and in one's own turn before combat."""
    hand = {JULIE: "more plain plain plain plain", STEVE: "more swap"}
    now = play(given("", hands=hand), PlayFlash(JULIE, "more"), *[PlayCard(JULIE, "plain")] * 3)
    assert refused(now, PlayCard(JULIE, "plain")) == "CCG-PREP-09"
    assert refused(given("", hands=hand), PlayFlash(STEVE, "more")) == "CCG-PREP-09"
    assert refused(given("", "attack", hands=hand), PlayFlash(JULIE, "more")) == "CCG-PREP-09"
    assert play(now, AnnounceCombat(JULIE), EndTurn(JULIE)).granted == 0
    back = play(given("steve present plain", hands=hand), PlayFlash(STEVE, "swap", (1,)))
    assert (back.granted, back.hands[STEVE]) == (0, ("more", "plain"))


def test_an_extra_turn() -> None:
    """CCG-GEN-01: after this one; of the other player, after their own next one."""
    now = next_turn(flashed("", "again"))
    assert (now.player, now.turn, now.owed) == (JULIE, 8, ())
    theirs = play(given("", hands={STEVE: "again"}), PlayFlash(STEVE, "again"))
    first = next_turn(theirs)
    assert (first.player, first.owed) == (STEVE, (STEVE,))


# bar, counter, code, must-attack


def test_a_bar_forbids_one_thing_in_the_zone_this_turn() -> None:
    """CCG-EPI-18, CCG-GEN-01: to the opponent of who uses it, and no longer than the turn."""
    row = "julie present judge, steve present plain, steve present plain, steve present daemons"
    start = given(row, hands={JULIE: "ban halt", STEVE: "cards"})
    support, special_ = GiveSupport(STEVE, 2, 3, "energy"), UseSpecial(STEVE, 4, targets=(1,), value="energy")
    draw = PlayFlash(STEVE, "cards")
    assert [against(start, move) for move in (support, special_, draw)] == [[], [], []]
    barred = play(start, use(1), PlayFlash(JULIE, "ban"), PlayFlash(JULIE, "halt"))
    assert [against(barred, move) for move in (support, special_, draw)] == [["CCG-GEN-01"]] * 3
    assert next_turn(barred).bars == ()
    elsewhere = barred.replace(zone="past", play=tuple(one.replace(zone="past") for one in barred.play))
    assert [against(elsewhere, move) for move in (support, special_, draw)] == [[], [], []]


def test_a_counter_of_an_episode() -> None:
    """CCG-GLO-05: it is discarded, to whoever played it; nothing else is meant."""
    now = flashed("julie past storm of-steve", "undo", 1)
    assert now.discards == {JULIE: ("undo",), STEVE: ("storm",)}
    assert no_flash("julie past plain", "undo", 1) == ["CCG-ABI-07"]


def test_time_eddy_takes_back_what_was_played_last() -> None:
    """CCG-GEN-01 (Q-11): of each player, however long ago; from play, or from the discard pile."""
    start = given("julie present plain, steve past robot", latest={JULIE: (1, "plain"), STEVE: (9, "alien")},
                  hands={JULIE: "eddy"}, discards={STEVE: ("alien", "robot")})  # fmt: skip
    now = play(start, PlayFlash(JULIE, "eddy"))
    assert (now.hands, numbers(now), now.discards[STEVE]) == ({JULIE: ("plain",), STEVE: ("alien",)}, [2], ("robot",))
    nothing = play(start.replace(latest={}), PlayFlash(JULIE, "eddy"))
    assert numbers(nothing) == [1, 2]


def test_one_creature_for_another() -> None:
    """CCG-GEN-06: back to the hand, and one more may be played."""
    now = play(flashed("julie present plain", "swap", 1, plays=1), PlayCard(JULIE, "plain"))
    assert (numbers(now), now.plays, now.granted) == ([2], 2, 1)


def test_a_creature_that_must_attack() -> None:
    """CCG-GEN-01: or it is Sided when the turn ends; where it could not attack, nothing happens."""

    def sided(row: str, *moves: Any) -> list[bool]:
        return [one.sided for one in play(given(row, "attack"), *moves, EndTurn(JULIE)).play]

    assert sided("julie present must, julie past must, julie present must fresh") == [True, False, False]
    assert sided("julie present must, steve present plain", Attack(JULIE, 1, 2)) == [True]
    assert sided("steve present must") == [False]
    assert sided("julie present raston-warrior-robot fresh") == [True]


# waive


def test_a_card_sets_a_rule_aside_for_itself() -> None:
    """CCG-GEN-01, A58: it attacks in the turn it was played; refused without it."""
    row = "julie present eager fresh, julie present plain fresh, steve present plain"
    start = given(row, "attack")
    assert refused(start, Attack(JULIE, 1, 3)) == ""
    assert waived_rules(start, Attack(JULIE, 1, 3)) == {"CCG-COM-08": "Creature"}
    assert refused(start, Attack(JULIE, 2, 3)) == "CCG-COM-08"
    assert waived_rules(start, Attack(JULIE, 2, 1)) == {}
    assert waived_rules(given(row.replace("eager fresh", "eager fresh out"), "attack"), Attack(JULIE, 1, 3)) == {}
    assert waived_rules(start, None) == {}


def test_a_fresh_card_that_may_be_used() -> None:
    """CCG-GEN-01, CCG-PREP-16."""
    assert refused(given("julie present quick fresh"), use(1)) == ""
    assert refused(given("julie present two fresh"), use(1)) == "CCG-PREP-16"


def test_each_of_several_cards_needs_the_waiver() -> None:
    """CCG-GEN-01, CCG-CRE-13, A07: what lets one fresh Creature solve lets no other do so."""
    tale = "julie present ready fresh, julie present plain, julie present plain fresh, julie present storm of-steve"
    assert "CCG-CRE-13" not in against(given(tale), SolveEpisode(JULIE, 4, (1, 2)))
    assert "CCG-CRE-13" in against(given(tale), SolveEpisode(JULIE, 4, (1, 3)))
    assert "CCG-CRE-13" in against(given(tale), SolveEpisode(JULIE, 4, (3,)))


def test_a_card_that_is_played_sets_a_rule_aside() -> None:
    """CCG-GEN-01, CCG-PREP-12: the Draconian is of the Future, and played wherever one is."""
    start = given("", hands={JULIE: "draconian zarbi"})
    assert refused(start, PlayCard(JULIE, "draconian")) == ""
    assert refused(start, PlayCard(JULIE, "zarbi")) == "CCG-PREP-12"
    assert waived_rules(start, PlayCard(JULIE, "?")) == {}


# Records of what happened


def test_a_fresh_creature_sided_for_an_ability_that_stood() -> None:
    """CCG-PREP-16: the ability works as it was used, and is one finding."""
    found, now = stood(given("julie present daemons fresh, steve present plain"), use(1, 2, value="energy"))
    assert (found, values(now, 2)) == (["CCG-PREP-16"], (1, 2))


def test_an_aim_in_another_zone_that_stood() -> None:
    """CCG-ABI-07: the same."""
    found, now = stood(given("julie present daemons, steve past plain"), use(1, 2, value="energy"))
    assert (found, values(now, 2)) == (["CCG-ABI-07"], (1, 2))


@pytest.mark.parametrize("move", [use(1, 2, 2), use(1), use(1, 1), use(1, 2, paid=(1, 2)), use(1, 2, zone="past")])
def test_uses_that_no_rule_allows_are_recorded(move: UseSpecial) -> None:
    """CCG-GEN-01: whatever was named, nothing breaks; the card is Sided."""
    found, now = stood(given("julie present daemons, steve present plain"), move)
    assert found
    assert now.play[0].sided


# The vocabulary


@pytest.mark.parametrize("kind", get_args(Kind))
def test_at_least_two_cards_that_ship_do_it(kind: str) -> None:
    """Every kind of ability is on two cards, or in two abilities."""
    assert sum(ability.what == kind for face in SHIPPED.card.values() for ability in face.does) >= 2


def test_whatever_ships_can_be_used() -> None:
    """CCG-ABI-04, CCG-FLA-01: in a full zone with all races, each Special and Flash has a way to be used."""
    crowd = "jo-grant, dalek, sergeant-benton, the-rani, doctor-who-v, sidrat"
    rows = ", ".join(f"{seat} present {face}" for seat in (JULIE, STEVE) for face in crowd.split(", "))
    unused = [face for face, printed in SHIPPED.card.items() if not _usable(face, printed, rows)]
    assert unused == []


def _usable(face: str, printed: Card, rows: str) -> bool:
    specials = sum(one.when == "special" for one in printed.does)
    if printed.type != "flash" and not specials:
        return True
    lying = f"{rows}, julie future storm of-steve" + f", julie present {face}" * bool(specials)
    start = given(lying, hands={JULIE: face if printed.type == "flash" else "x", STEVE: "strike"})
    if any(one.what == "counter" and one.target == "none" for one in printed.does):
        start = play(start.replace(stops={JULIE: ("targeted",)}), PlayFlash(STEVE, "strike"))
    if printed.type == "flash":
        return bool(flash_choices(start, JULIE))
    return len({one.ability for one in special_choices(start, JULIE) if start.play[-1].n == one.card}) == specials
