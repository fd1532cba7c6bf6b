"""The card game, phase 3: combat announced, main combatants, Hits, and who wins."""

from typing import Any, Final

import pytest
from ccg_tables import JULIE, STEVE, against, card, cards_with, lines, play, refused, stood, table
from table_play import effects

from events.errors import IllegalMoveError, UnplayableError
from events.facts import UNKNOWN, Passed
from projections.draft import Stated
from projections.games.ccg.components.cards import Ability, Card, Cost
from projections.games.ccg.facts.combat_effects import AttackBegun, CombatantNamed, CombatEnded, TimeCardLost
from projections.games.ccg.facts.effects import CardDiscarded, CardSided, StepReached
from projections.games.ccg.facts.moves import (
    AnnounceCombat,
    Attack,
    DeclineCombat,
    EndTurn,
    GiveSupport,
    MakeHit,
    NameCombatant,
    PlayFlash,
)
from projections.games.ccg.rules.combat import attack_choices, name_choices
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.state.position import Position

QUIET: Final = {JULIE: (), STEVE: ()}
"""Nobody is asked at anything."""


def creature(energy: int, substance: int, support: int = 0, **more: Any) -> Card:
    return Card("Somebody", "creature", "present", energy=energy, substance=substance, support=support, **more)


def flash(what: Any, **more: Any) -> Card:
    return Card("Something", "flash", does=(Ability("flash", what, **{"target": "creature", **more}),))


CARDS: Final = cards_with(
    leader=creature(1, 3, 2), squire=creature(1, 1, 1), guard=creature(1, 3, 1), page=creature(0, 1, 3),
    mighty=creature(5, 5), weak=creature(1, 1), phoenix=creature(1, 1, does=(Ability("innate", "regenerate"),)),
    trap=flash("destroy"), shove=flash("move"), veil=flash("banish"), push=flash("side"), bolt=flash("lock"),
    altar=flash("draw", amount=1, target="none", cost=(Cost("sacrifice"),)),
    brawler=creature(5, 5, does=(Ability("innate", "waive", waives="CCG-COM-08"),)),
)  # fmt: skip
FIGHT: Final = (
    "julie present leader, julie present squire, julie present squire, steve present guard, steve present page, "
    "julie present squire, steve present squire"
)
BOTH: Final = (Passed(JULIE), Passed(STEVE))


def fighting(play_: str = FIGHT, step: str = "attack", **more: Any) -> Position:
    return table(play_, step, cards=CARDS, **more)


def duel(ours: tuple[int, int], theirs: tuple[int, int]) -> Position:
    """The table after Julie's Creature of these values fought Steve's; nobody answered."""
    cards = cards_with(ours=creature(*ours), theirs=creature(*theirs))
    start = table("julie present ours, steve present theirs", "attack", cards=cards, stops=QUIET)
    return play(start, Attack(JULIE, 1, 2))


def left(now: Position) -> list[int]:
    """The numbers of what is in play."""
    return [one.n for one in now.play]


# The main combatants (3a)


def test_combat_is_announced_once_and_the_defender_prepares_first() -> None:
    """CCG-COM-01, CCG-COM-02, CCG-COM-03, CCG-COM-04: nobody attacks before the defender is ready."""
    announced = play(fighting(step="play"), AnnounceCombat(JULIE))
    assert announced.step == "combat"
    assert announced.window is not None
    assert announced.window.awaited == (STEVE,)
    assert against(announced, Attack(JULIE, 1, 4)) == ["CCG-COM-03"]
    ready = play(announced, Passed(STEVE))
    assert ready.step == "attack"
    assert against(ready, AnnounceCombat(JULIE)) == ["CCG-TRN-02"]
    assert against(ready, Attack(JULIE, 1, 4)) == []


def test_a_defender_who_cannot_answer_is_not_asked() -> None:
    """CCG-COM-03, CCG-COM-04: without cards in hand and without Standing cards there is nothing to prepare."""
    now = play(fighting("julie present mighty, steve present weak sided", "play"), AnnounceCombat(JULIE))
    assert (now.step, now.stack) == ("attack", ())


def test_a_defender_who_does_not_want_to_be_asked_is_not() -> None:
    """CCG-COM-02 with the stops of a seat."""
    assert play(fighting(step="play", stops={STEVE: ("hit",)}), AnnounceCombat(JULIE)).step == "attack"


def test_combat_is_announced_even_where_no_attack_follows() -> None:
    """CCG-COM-01, CCG-COM-05: leaving it out is refused, announcing it obliges to nothing."""
    assert against(fighting(step="play"), EndTurn(JULIE)) == ["CCG-COM-01"]
    over = play(fighting(step="play"), AnnounceCombat(JULIE), Passed(STEVE), EndTurn(JULIE))
    assert over.player == STEVE
    assert "CCG-TRN-02" in against(over, Attack(JULIE, 1, 4))


def test_only_the_active_player_announces_combat_and_attacks() -> None:
    """CCG-COM-01: the attacker is whoever has the turn."""
    assert refused(fighting(step="play"), AnnounceCombat(STEVE)) == "CCG-TRN-02"
    assert "CCG-TRN-02" in against(fighting(), Attack(STEVE, 4, 1))


@pytest.mark.parametrize(
    ("attacker", "rules"),
    [
        ("julie present leader", []),
        ("julie present watcher-present", []),
        ("julie present leader sided", ["CCG-COM-07"]),
        ("julie present leader rivals", ["CCG-COM-07"]),
        ("julie past leader", ["CCG-COM-07"]),
        ("steve present leader", ["CCG-COM-07"]),
        ("julie present force-field", ["CCG-COM-07"]),
        ("julie present leader out", ["CCG-GLO-13"]),
        ("julie present leader fresh", ["CCG-COM-08"]),
        ("julie present brawler fresh", []),
        ("julie present leader locked", ["CCG-GEN-01"]),
    ],
)
def test_who_may_attack(attacker: str, rules: list[str]) -> None:
    """CCG-COM-07, CCG-COM-08, CCG-GLO-13, CCG-GEN-01, A21, A32: a Standing Creature there since an earlier turn."""
    start = fighting(f"{attacker}, steve present weak")
    assert against(start, Attack(JULIE, 1, 2)) == rules
    assert (Attack(JULIE, 1, 2) in attack_choices(start, JULIE)) == (not rules)


def test_a_creature_that_was_moved_this_turn_may_attack() -> None:
    """CCG-COM-08, A22: what counts is when it was put into play."""
    start = fighting("julie past leader, steve present weak", hands={JULIE: "shove"}, stops=QUIET)
    now = play(start, PlayFlash(JULIE, "shove", targets=(1,), zone="present"))
    assert against(now, Attack(JULIE, 1, 2)) == []


def test_a_card_that_forbids_attacks_is_right() -> None:
    """CCG-GEN-01, CCG-COM-07: a bar of the chosen zone."""
    barred = fighting(bars=((JULIE, "present", "attack"),))
    assert against(barred, Attack(JULIE, 1, 4)) == ["CCG-GEN-01"]
    assert attack_choices(barred, JULIE) == []
    assert against(fighting(bars=((STEVE, "present", "attack"),)), Attack(JULIE, 1, 4)) == []


@pytest.mark.parametrize(
    ("defender", "rules"),
    [
        ("steve present weak", []),
        ("steve present weak fresh", []),
        ("steve present weak locked", []),
        ("steve present watcher-present", []),
        ("steve present weak sided", ["CCG-COM-09"]),
        ("steve present weak rivals", ["CCG-COM-09"]),
        ("steve future weak", ["CCG-COM-09"]),
        ("julie present weak", ["CCG-COM-09"]),
        ("steve present sidrat", ["CCG-COM-09"]),
        ("steve present weak out", ["CCG-GLO-13"]),
    ],
)
def test_whom_the_attacker_may_name(defender: str, rules: list[str]) -> None:
    """CCG-COM-09, CCG-EXR-11, CCG-GLO-03, CCG-GLO-13, A20, A32: a Standing Creature of the defender, a Watcher too."""
    start = fighting(f"julie present leader, {defender}")
    assert against(start, Attack(JULIE, 1, 2)) == rules
    assert (Attack(JULIE, 1, 2) in attack_choices(start, JULIE)) == (not rules)


def test_what_is_not_there_cannot_fight() -> None:
    """CCG-COM-07, CCG-COM-09, CCG-COM-12: a number that is nobody's is refused in every kind of record."""
    for move, rule in ((Attack(JULIE, 99), "CCG-COM-07"), (Attack(JULIE, 1, 99), "CCG-COM-09")):
        with pytest.raises(UnplayableError, match=rf"number 99 \({rule}\)"):
            stood(fighting(), move)
    with pytest.raises(UnplayableError, match=r"number 99 \(CCG-COM-12\)"):
        stood(play(fighting(), Attack(JULIE, 1)), NameCombatant(STEVE, 99))


def test_both_named_it_comes_to_the_fight() -> None:
    """CCG-COM-10, CCG-COM-33: both players are asked."""
    entries, now = lines(fighting(), Attack(JULIE, 1, 4))
    assert effects(entries)[:2] == [AttackBegun(attacker=1, defender=4), StepReached(step="fight")]
    assert entries[2].rule == "CCG-COM-10"
    assert now.window is not None
    assert now.window.awaited == (JULIE, STEVE)


def test_the_attacker_leaves_the_choice() -> None:
    """CCG-COM-11, CCG-COM-12, CCG-COM-14: the defender names one that Stands, and it comes to the fight."""
    named = play(fighting(FIGHT + ", steve present weak sided, steve past weak"), Attack(JULIE, 1))
    assert (named.step, named.window) == ("name", None)
    assert [move.card for move in name_choices(named, STEVE)] == [4, 5, 7]
    assert against(named, NameCombatant(STEVE, 8)) == ["CCG-COM-12"]
    assert against(named, NameCombatant(STEVE, 9)) == ["CCG-COM-12"]
    assert against(named, NameCombatant(STEVE, 2)) == ["CCG-COM-12"]
    assert against(named, NameCombatant(JULIE, 4)) == ["CCG-COM-12"]
    entries, now = lines(named, NameCombatant(STEVE, 4))
    assert effects(entries)[:2] == [CombatantNamed(card=4), StepReached(step="fight")]
    assert now.fight is not None
    assert (now.fight.attacker, now.fight.defender) == (1, 4)


def test_an_attack_commits() -> None:
    """CCG-COM-06, CCG-COM-05: while it lasts there is no way out, and no second attack."""
    named = play(fighting(), Attack(JULIE, 1))
    assert against(named, EndTurn(JULIE)) == ["CCG-COM-12"]
    assert "CCG-COM-05" in against(named, Attack(JULIE, 2, 4))
    fought = play(fighting(stops=QUIET), Attack(JULIE, 1, 4))
    assert fought.step == "bonus"
    assert "CCG-COM-05" in against(fought, Attack(JULIE, 2, 4))


def test_the_defender_answers_only_where_the_choice_was_left() -> None:
    """CCG-COM-12, A20: whoever was named cannot decline."""
    named = play(fighting(), Attack(JULIE, 1, 4))
    assert "CCG-COM-12" in against(named, DeclineCombat(STEVE))
    assert "CCG-COM-12" in against(named, NameCombatant(STEVE, 5))
    assert "CCG-COM-12" in against(fighting(), DeclineCombat(STEVE))


def test_main_combatants_do_not_side() -> None:
    """CCG-COM-13, A33: they give no Support while combat lasts, and no card Sides them."""
    now = play(fighting(hands={STEVE: "push"}), Attack(JULIE, 1, 4))
    assert "CCG-COM-13" in against(now, GiveSupport(JULIE, 1, 2, "energy"))
    assert "CCG-COM-13" in against(now, GiveSupport(STEVE, 4, 5, "energy"))
    assert refused(now, PlayFlash(STEVE, "push", targets=(1,)))


# Hits (3b)


def test_declining_allows_a_hit() -> None:
    """T-CCG-41 (CCG-COM-12, CCG-COM-15, CCG-COM-16, CCG-COM-17): the defender has Standing Creatures, and declines."""
    declined = play(fighting(stops=QUIET), Attack(JULIE, 1), DeclineCombat(STEVE))
    assert declined.step == "hit"
    assert against(declined, MakeHit(STEVE)) == ["CCG-TRN-02"]
    entries, now = lines(declined, MakeHit(JULIE))
    assert TimeCardLost(player=STEVE, card="time-past") in effects(entries)
    assert now.times[STEVE] == ("time-present", "time-future")
    assert now.lost[STEVE] == ("time-past",)
    assert now.bonus_zone(STEVE) == "present"


@pytest.mark.parametrize("defenders", ["steve present weak sided", "steve past weak", "steve present sidrat"])
def test_a_defender_without_anybody_is_hit(defenders: str) -> None:
    """CCG-COM-15: where nobody can be named, nobody is asked for a name."""
    entries, now = lines(fighting(f"julie present mighty, {defenders}", stops=QUIET), Attack(JULIE, 1))
    assert effects(entries) == [AttackBegun(attacker=1), CombatantNamed(card=0), StepReached(step="hit")]
    assert against(now, MakeHit(JULIE)) == []


def test_hits_go_on_while_the_zones_match() -> None:
    """CCG-COM-18, CCG-COM-19, A18, A19: as long as the new Time card shows the zone of the one just lost."""
    start = fighting("julie present mighty", times={STEVE: "past past past future past"}, stops=QUIET)
    once = play(start, Attack(JULIE, 1), MakeHit(JULIE))
    assert (once.step, once.times[STEVE][0]) == ("hit", "time-past")
    assert against(once, EndTurn(JULIE)) == []
    thrice = play(once, MakeHit(JULIE), MakeHit(JULIE))
    assert (thrice.step, thrice.fight, len(thrice.lost[STEVE])) == ("bonus", None, 3)
    assert thrice.at(1).sided  # type: ignore[union-attr]  # it is there
    assert against(thrice, MakeHit(JULIE)) == ["CCG-COM-18"]


@pytest.mark.parametrize("sides", [True, False])
def test_the_attacker_is_sided_after_a_hit(sides: bool) -> None:  # noqa: FBT001  # a parameter of the test
    """CCG-EXR-03, A04, option `attacker_sides_after_hit`: also where the Hit is left."""
    options = {"attacker_sides_after_hit": sides}
    start = fighting("julie present mighty", times={STEVE: "past past"}, options=options, stops=QUIET)
    hit = play(start, Attack(JULIE, 1), MakeHit(JULIE))
    assert not card(hit, "mighty").sided
    assert card(play(hit, EndTurn(JULIE)), "mighty").sided is sides
    left_alone = play(start, Attack(JULIE, 1), EndTurn(JULIE))
    assert card(left_alone, "mighty").sided is sides
    assert left_alone.times[STEVE] == ("time-past", "time-past")


def test_the_last_time_card() -> None:
    """T-CCG-42 (CCG-WIN-01, CCG-TIM-03): the attacker wins at once."""
    now = play(fighting("julie present mighty", times={STEVE: "past"}, stops=QUIET), Attack(JULIE, 1), MakeHit(JULIE))
    assert (now.step, now.winners, now.times[STEVE]) == ("over", (JULIE,), ())
    assert refused(now, EndTurn(JULIE)) == "CCG-WIN-01"
    assert "CCG-WIN-01" in against(now, Attack(JULIE, 1))


def test_no_hit_without_an_attack() -> None:
    """CCG-COM-15: not before an attack, not in a fight."""
    assert against(fighting(), MakeHit(JULIE)) == ["CCG-COM-15"]
    assert against(play(fighting(), Attack(JULIE, 1)), MakeHit(JULIE)) == ["CCG-COM-12"]


def test_a_second_hit_that_was_not_due() -> None:
    """CCG-COM-18: recorded as it stood, it takes the Time card all the same."""
    start = fighting("julie present mighty", times={STEVE: "past future present"}, stops=QUIET)
    found, now = stood(start, Attack(JULIE, 1), MakeHit(JULIE), MakeHit(JULIE))
    assert found == ["CCG-COM-18"]
    assert now.lost[STEVE] == ("time-past", "time-future")


# Who wins (3c and 3d)


@pytest.mark.parametrize("theirs", [(2, 4), (2, 5), (3, 4)])
def test_greater_in_both_wins(theirs: tuple[int, int]) -> None:
    """T-CCG-14, T-CCG-17 (CCG-COM-21, CCG-COM-23, CCG-COM-24, CCG-COM-35): 1/3 loses to 2/4, 2/5 and 3/4."""
    now = duel((1, 3), theirs)
    assert left(now) == [2]
    assert now.discards == {JULIE: ("ours",)}
    assert not now.play[0].sided
    assert now.step == "bonus"


def test_less_in_both_loses() -> None:
    """T-CCG-15 (CCG-COM-21, CCG-COM-23, CCG-COM-34): 1/3 beats 0/2 and is Sided."""
    now = duel((1, 3), (0, 2))
    assert left(now) == [1]
    assert now.discards == {STEVE: ("theirs",)}
    assert now.play[0].sided


@pytest.mark.parametrize("theirs", [(1, 3), (2, 3), (1, 4), (2, 2), (0, 4), (0, 3), (1, 2)])
def test_anything_else_is_a_draw(theirs: tuple[int, int]) -> None:
    """T-CCG-16 (CCG-COM-22, CCG-COM-25, CCG-COM-34, CCG-EXR-04, CCG-EXR-05, CCG-EXR-08, A01, A03, A55)."""
    now = duel((1, 3), theirs)
    assert [(one.n, one.sided) for one in now.play] == [(1, True), (2, False)]
    assert (now.discards, now.step) == ({}, "bonus")
    assert (now.play[1].energy, now.play[1].substance) == theirs


def test_supported_attacker_wins() -> None:
    """T-CCG-10 (CCG-COM-26, CCG-COM-29, CCG-COM-31, CCG-COM-35, CCG-COM-36, CCG-COM-37): 2/4 beats 1/3."""
    supports = GiveSupport(JULIE, 2, 1, "energy"), GiveSupport(JULIE, 3, 1, "substance")
    ready = play(fighting(), Attack(JULIE, 1, 4), *supports)
    assert (ready.at(1).energy, ready.at(1).substance) == (2, 4)  # type: ignore[union-attr]  # it is there
    now = play(ready, *BOTH)
    assert now.discards == {STEVE: ("guard",)}
    assert [one.n for one in now.play if one.sided] == [1, 2, 3]
    assert now.step == "bonus"


def test_supported_defender_draws() -> None:
    """T-CCG-11, T-CCG-12 (CCG-COM-20, CCG-COM-25, CCG-COM-28, CCG-COM-30): 4/3 against 2/4, and no Support left."""
    ready = play(
        fighting(), Attack(JULIE, 1, 4), GiveSupport(JULIE, 2, 1, "energy"), GiveSupport(JULIE, 3, 1, "substance"),
        GiveSupport(STEVE, 5, 4, "energy"),
    )  # fmt: skip
    assert (ready.at(4).energy, ready.at(4).substance) == (4, 3)  # type: ignore[union-attr]  # it is there
    assert against(ready, GiveSupport(JULIE, 6, 1, "energy")) == ["CCG-COM-30"]
    assert against(ready, GiveSupport(STEVE, 7, 4, "substance")) == ["CCG-COM-30"]
    now = play(ready, *BOTH)
    assert (now.discards, len(now.play), now.step) == ({}, 7, "bonus")


def test_support_is_not_split() -> None:
    """T-CCG-13 (CCG-COM-29)."""
    with pytest.raises(UnplayableError, match="CCG-COM-29"):
        play(play(fighting(), Attack(JULIE, 1, 4)), GiveSupport(JULIE, 2, 1, "energy and substance"))


PRESENT: Final = (
    "steve present watcher-present, steve present yeti, steve present sidrat, steve present bok fresh, "
    "julie present watcher-present, julie present unit-corporal"
)


def turn_four(**more: Any) -> Position:
    """Steve's fourth turn, as printed: his Yeti has attacked Julie's Watcher."""
    start = table(PRESENT, "attack", hands={JULIE: "brain-transformer"}, player=STEVE, **more)
    return play(start, Attack(STEVE, 2, 5))


TRANSFORMER: Final = PlayFlash(JULIE, "brain-transformer", targets=(5,))


def test_the_printed_fight() -> None:
    """T-CCG-28 (CCG-EXR-06, CCG-EXR-07, CCG-EXR-08, CCG-EXR-11, CCG-COM-27): the Watcher holds with Substance 2."""
    now = play(turn_four(), TRANSFORMER, GiveSupport(JULIE, 6, 5, "substance"))
    watcher = now.at(5)
    assert watcher is not None
    assert (watcher.energy, watcher.substance, watcher.support) == (1, 2, 1)
    over = play(now, *BOTH)
    assert [one.n for one in over.play if one.sided] == [2, 6]
    assert over.discards == {JULIE: ("brain-transformer",)}
    assert over.step == "bonus"


def test_the_printed_fight_without_the_flash() -> None:
    """T-CCG-32 (CCG-COM-30, CCG-COM-24): the Watcher takes no Support, and is lost to the Yeti."""
    assert refused(turn_four(), GiveSupport(JULIE, 6, 5, "substance")) == "CCG-COM-30"
    now = play(turn_four(), *BOTH)
    assert now.discards == {JULIE: ("watcher-present",)}
    assert card(now, "yeti").sided


@pytest.mark.parametrize(("energy", "lost"), [(1, ()), (0, ("watcher-present",))])
def test_the_printed_fight_with_energy(energy: int, lost: tuple[str, ...]) -> None:
    """T-CCG-33 (CCG-COM-21, A02): Energy instead holds as well, for the Watcher has 1 of its own."""
    watcher = Card("The Watcher (Present)", "creature", "present", energy=energy, substance=1)
    start = turn_four(cards=cards_with(watcher_present=watcher))
    now = play(start, TRANSFORMER, GiveSupport(JULIE, 6, 5, "energy"), *BOTH)
    assert now.discards == {JULIE: ("brain-transformer", *lost)}


def test_the_yeti_takes_no_support() -> None:
    """T-CCG-34 (CCG-COM-30, CCG-CRE-13): Bok could give it, the Yeti has no Support to take it with."""
    assert against(turn_four(), GiveSupport(STEVE, 4, 2, "energy")) == ["CCG-COM-30"]


def test_the_corporal_instead() -> None:
    """T-CCG-36 (CCG-COM-25): 2/2 against 2/1 is a draw, for Energy is equal."""
    start = table(PRESENT, "attack", player=STEVE)
    now = play(start, Attack(STEVE, 2, 6), *BOTH)
    assert (now.discards, card(now, "yeti").sided, card(now, "unit-corporal").sided) == ({}, True, False)


def test_the_lost_card_goes_to_whoever_brought_it() -> None:
    """CCG-COM-35, CCG-GEN-09: to its owner's pile."""
    start = fighting("julie present mighty, steve present weak of-julie", stops=QUIET)
    assert play(start, Attack(JULIE, 1, 2)).discards == {JULIE: ("weak",)}


def test_a_regenerated_loser_stays() -> None:
    """CCG-COM-24, CCG-GLO-14, A54, CCG-COM-34: it is Sided, and combat is over."""
    now = play(fighting("julie present phoenix, steve present mighty", stops=QUIET), Attack(JULIE, 1, 2))
    assert [(one.n, one.sided) for one in now.play] == [(1, True), (2, False)]
    assert (now.step, now.fight) == ("bonus", None)


# Main combatants that vanish (A34, A53)


def vanishing(face: str, target: int, by: str = STEVE, zone: str = "", **options: Any) -> Position:
    """The table after a Flash took a main combatant away in the fight of Julie's 1 against Steve's 2."""
    start = fighting("julie present mighty, steve present weak", hands={by: face}, options=options)
    now = play(start, Attack(JULIE, 1, 2), PlayFlash(by, face, targets=(target,), zone=zone))
    return silent(now, "answer-1")


def silent(now: Position, *windows: str) -> Position:
    """The table where whoever is asked has passed: in all windows, or in those of these names."""
    while now.window is not None and (not windows or now.window.name in windows):
        now = play(now, Passed(now.window.awaited[0]))
    return now


@pytest.mark.parametrize(("face", "zone"), [("trap", ""), ("veil", ""), ("shove", "past")])
def test_the_defender_vanishes(face: str, zone: str) -> None:
    """A34 (CCG-COM-21, CCG-COM-34): destroyed, out of play or elsewhere; no outcome, no Hit, the attacker is Sided."""
    now = vanishing(face, 2, zone=zone)
    assert (now.step, now.stack) == ("bonus", ())
    assert card(now, "mighty").sided
    assert against(now, MakeHit(JULIE)) == ["CCG-COM-18"]
    assert play(now, EndTurn(JULIE)).times[STEVE] == ("time-past", "time-present", "time-future")


@pytest.mark.parametrize(("face", "zone"), [("trap", ""), ("veil", ""), ("shove", "past")])
def test_the_defender_vanishes_and_there_is_a_hit(face: str, zone: str) -> None:
    """A34, option `vanished_combatant`: the attacker may Hit instead (CCG-COM-15)."""
    now = vanishing(face, 2, zone=zone, vanished_combatant="hit")
    assert (now.step, now.window) == ("hit", None)
    assert not card(now, "mighty").sided
    assert against(now, MakeHit(JULIE)) == []


@pytest.mark.parametrize("option", ["no_hit", "hit"])
@pytest.mark.parametrize(
    ("face", "zone", "sided"), [("trap", "", []), ("veil", "", [False]), ("shove", "past", [True])]
)
def test_the_attacker_vanishes(face: str, zone: str, sided: list[bool], option: str) -> None:
    """A34, A53: combat is over; where the attacker is still there it is Sided."""
    now = vanishing(face, 1, zone=zone, vanished_combatant=option)
    assert (now.step, now.stack) == ("bonus", ())
    assert [one.sided for one in now.play if one.face == "mighty"] == sided
    assert against(now, EndTurn(JULIE)) == []


def test_an_attacker_that_was_locked_is_not_sided() -> None:
    """CCG-GEN-01, CCG-COM-34: a card says that it does not Side this turn."""
    now = silent(vanishing("bolt", 1))
    assert (now.step, card(now, "mighty").sided) == ("bonus", False)


# Records of what did happen


def test_an_attack_that_nobody_announced() -> None:
    """CCG-COM-01: a record notes it, and goes on."""
    found, now = stood(fighting(step="play", stops=QUIET), Attack(JULIE, 1, 4))
    assert found == ["CCG-COM-01"]
    assert now.missed == ("combat",)
    assert now.step == "bonus"


def test_a_fresh_attacker_that_stood() -> None:
    """CCG-COM-08, CCG-COM-07: mistakes that stood have their results."""
    start = fighting("julie present mighty fresh, steve present weak", stops=QUIET)
    found, now = stood(start, Attack(JULIE, 1, 2))
    assert found == ["CCG-COM-08"]
    assert now.discards == {STEVE: ("weak",)}
    found, now = stood(fighting("julie past mighty sided, steve present weak", stops=QUIET), Attack(JULIE, 1, 2))
    assert found == ["CCG-COM-07", "CCG-COM-07"]


def test_an_outcome_that_is_stated_otherwise() -> None:
    """CCG-COM-25, CCG-COM-24: they took equal Energy for a win, and the card was discarded; one thing is wrong."""
    start = fighting("julie present leader, steve present guard", stops=QUIET)
    stated = Stated((CombatEnded(how="attacker", loser=2),))
    found, now = stood(start, Attack(JULIE, 1, 2), stated=stated)
    assert found == ["CCG-COM-25"]
    assert now.discards == {STEVE: ("guard",)}
    assert now.step == "bonus"


def test_moves_of_the_wrong_seat_lead_to_nothing() -> None:
    """CCG-TRN-02: recorded, they are found fault with, and what is stated beside them is kept."""
    start = fighting(stops=QUIET)
    for move in (Attack(STEVE, 4, 1), AnnounceCombat(STEVE), MakeHit(STEVE)):
        found, now = stood(start, move)
        assert found[0] == "CCG-TRN-02"
        assert (now.step, now.stack, now.times) == (start.step, (), start.times)


def test_answers_without_an_attack_lead_to_nothing() -> None:
    """CCG-COM-12: no combat, no main combatant."""
    start = fighting()
    for move in (DeclineCombat(STEVE), NameCombatant(STEVE, 4)):
        found, now = stood(start, move)
        assert found == ["CCG-COM-12"]
        assert now == start


def test_combat_in_a_game_that_is_over() -> None:
    """CCG-WIN-01: it is found fault with once, and the table plays on; who has won stays so."""
    start = fighting(step="over", how="time cards", winners=(STEVE,))
    for move in (AnnounceCombat(JULIE), Attack(JULIE, 1, 4), MakeHit(JULIE)):
        found, now = stood(start, move)
        assert found == ["CCG-WIN-01"]
        assert (now.winners, now.how) == ((STEVE,), "time cards")
        assert awaited(now)


def test_combat_before_the_decks() -> None:
    """CCG-STR-03: there is no turn yet."""
    start = table(step="deck", player="", turn=0)
    with pytest.raises(UnplayableError, match="CCG-STR-03"):
        stood(start, AnnounceCombat(JULIE))


def test_what_the_facts_of_a_lost_fight_say() -> None:
    """CCG-COM-21, CCG-COM-24, CCG-COM-34, CCG-COM-37: in this order, each under its rule."""
    entries, _ = lines(fighting("julie present mighty, steve present weak", stops=QUIET), Attack(JULIE, 1, 2))
    assert [(entry.fact, entry.rule) for entry in entries[3:]] == [
        (CombatEnded(how="attacker", loser=2), "CCG-COM-21"),
        (CardDiscarded(card=2, how="lost"), "CCG-COM-24"),
        (CardSided(card=1, by=JULIE), "CCG-COM-34"),
        (StepReached(step="bonus"), "CCG-COM-37"),
    ]


def test_the_attacker_vanishes_before_a_hit_that_is_due() -> None:
    """A53, CCG-COM-16: the Hit is due and is taken; there is no further one, though the zones match."""
    start = fighting("julie present mighty", hands={STEVE: "trap"}, times={STEVE: "past past past"})
    due = play(start, Attack(JULIE, 1), MakeHit(JULIE))
    assert due.window is not None
    assert due.window.name == "hit"
    gone = play(due, PlayFlash(STEVE, "trap", targets=(1,)), Passed(JULIE))
    assert (gone.fight, gone.times[STEVE]) == (None, ("time-past",) * 3)
    now = play(gone, Passed(STEVE))
    assert (now.step, now.times[STEVE], now.stack) == ("bonus", ("time-past",) * 2, ())
    assert against(now, MakeHit(JULIE)) == ["CCG-COM-18"]


def unknown(start: Position, number: int) -> Position:
    """The table where nobody knows what a card is."""
    return start.replace(play=tuple(one.replace(face=UNKNOWN) if one.n == number else one for one in start.play))


def test_a_main_combatant_that_nobody_knows() -> None:
    """CCG-COM-21, CCG-COM-07, CCG-COM-09: what it is hangs in doubt, and so does the outcome; a stated one is kept."""
    start = unknown(fighting("julie present mighty, steve present weak", stops=QUIET), 2)
    assert against(start, Attack(JULIE, 1, 2)) == ["CCG-COM-09?"]
    assert attack_choices(start, JULIE) == [Attack(JULIE, 1)]
    stated = CombatEnded(how="attacker", loser=2), CardDiscarded(card=2, how="lost")
    found, now = stood(start, Attack(JULIE, 1, 2), stated=Stated(stated))
    assert found[0] == "CCG-COM-09?"
    assert now.discards == {STEVE: (UNKNOWN,)}
    with pytest.raises(IllegalMoveError, match="cannot tell"):
        play(start, Attack(JULIE, 1, 2))
    assert against(unknown(start, 1), Attack(JULIE, 1, 2)) == ["CCG-COM-07?", "CCG-COM-09?"]


@pytest.mark.parametrize(("option", "step"), [("no_hit", "bonus"), ("hit", "hit")])
def test_a_main_combatant_that_is_sacrificed(option: str, step: str) -> None:
    """A34, CCG-GLO-15: combat is over when the price is paid, before anybody answers."""
    stops = {JULIE: ("attack", "action"), STEVE: ("attack",)}
    options = {"vanished_combatant": option}
    hands = {JULIE: "yeti", STEVE: "altar"}
    start = fighting("julie present mighty, steve present weak", hands=hands, stops=stops, options=options)
    paid = play(start, Attack(JULIE, 1, 2), PlayFlash(STEVE, "altar", paid=(2,)))
    assert paid.step == step
    assert paid.window is not None
    assert paid.window.name == "answer-1"
    now = play(paid, Passed(JULIE))
    assert (now.step, now.window, now.discards[STEVE]) == (step, None, ("altar", "weak"))
    assert card(now, "mighty").sided is (option == "no_hit")
