"""Combat and Episodes of the card game. Julie has the turn."""

from itertools import chain, combinations
from typing import Any, Final

import ccg_tables as t
import pytest
from ccg_tables import JULIE, QUIET, STEVE, against, card, lines, listed, play, stood
from table_play import effects

from events.errors import IllegalMoveError, UnplayableError
from events.events import UNKNOWN, Passed, Revealed
from projections.draft import DeclaredResults
from projections.games.ccg.components.cards import ZONES, Card, Cost
from projections.games.ccg.events import effects as fx, moves as m
from projections.games.ccg.events.combat_effects import AttackBegun, CombatantNamed, CombatEnded, TimeCardLost
from projections.games.ccg.events.effects import CardDiscarded, CardSided, EpisodeSolved, GameEnded, StepReached
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.state.position import InPlay, Position

creature, episode, flash, innate, special = t.creature, t.episode, t.flash, t.innate, t.special
CARDS: Final = t.cards_with(
    leader=creature(1, 3, 2), squire=creature(1, 1, 1), guard=creature(1, 3, 1), page=creature(0, 1, 3),
    mighty=creature(5, 5), weak=creature(1, 1), phoenix=creature(1, 1, 0, innate("regenerate")),
    trap=flash("destroy"), shove=flash("move"), veil=flash("banish"), bolt=flash("lock"),
    altar=flash("draw", amount=1, target="none", cost=(Cost("sacrifice"),)),
    brawler=creature(5, 5, 0, innate("waive", waives="CCG-COM-08")),
)  # fmt: skip
FIGHT: Final = "julie present leader, julie present squire, steve present guard, steve present page"
DUEL: Final = "julie present mighty, steve present weak"
HIT: Final = m.MakeHit(JULIE)
THREE: Final = "julie past plot of-steve, julie past one, julie past two, julie past three"


def fighting(play_: str = FIGHT, step: str = "attack", **more: Any) -> Position:
    return t.table(play_, step, cards=CARDS, **more)


def alone(**more: Any) -> Position:
    """The table after Julie attacked a zone without a defender."""
    return play(fighting("julie present mighty", **{"stops": QUIET, **more}), m.Attack(JULIE, 1))


@pytest.mark.parametrize(("row", "stops"), [("steve present weak sided", {}), (FIGHT, {STEVE: ("hit",)})])
def test_defender_is_not_asked_without_an_answer_or_a_stop(row: str, stops: dict[str, tuple[str, ...]]) -> None:
    now = play(fighting(row, "play", stops=stops), m.AnnounceCombat(JULIE))
    assert (now.step, now.stack) == ("attack", ())


@pytest.mark.parametrize(("attacker", "defender", "rules"), [
    ("julie present leader", "steve present weak", []),
    ("julie present watcher-present", "steve present watcher-present", []),
    ("julie present brawler fresh", "steve present weak fresh", []),
    ("julie present leader", "steve present weak locked", []),
    ("julie present leader rivals", "steve present weak", ["CCG-COM-07"]),
    ("julie present leader out", "steve present weak", ["CCG-GLO-13"]),
    ("julie present leader locked", "steve present weak", ["CCG-GEN-01"]),
    ("julie present leader", "steve present weak rivals", ["CCG-COM-09"]),
    ("julie present leader", "julie present weak", ["CCG-COM-09"]),
    ("julie present leader", "steve present sidrat", ["CCG-COM-09"]),
])  # fmt: skip
def test_attack_takes_two_standing_creatures_of_the_chosen_zone(attacker: str, defender: str, rules: list[str]) -> None:
    """CCG-COM-07, CCG-COM-08, CCG-COM-09, CCG-EXR-11, CCG-GLO-03, CCG-GLO-13, CCG-GEN-01."""
    start = fighting(f"{attacker}, {defender}")
    assert against(start, m.Attack(JULIE, 1, 2)) == rules
    assert (m.Attack(JULIE, 1, 2) in listed(start, JULIE, m.Attack)) == (not rules)


def test_attacks_come_after_the_preparation() -> None:
    """CCG-COM-01, CCG-COM-02, CCG-COM-03, CCG-COM-04, CCG-COM-05."""
    announced = play(fighting(step="play"), m.AnnounceCombat(JULIE))
    assert (announced.step, awaited(announced)) == ("combat", (STEVE,))
    assert against(announced, m.Attack(JULIE, 1, 3)) == ["CCG-COM-03"]
    ready = t.passed(announced, STEVE)
    assert (ready.step, against(ready, m.AnnounceCombat(JULIE))) == ("attack", ["CCG-TRN-02"])
    assert against(ready, m.Attack(JULIE, 1, 3)) == []
    assert play(ready, m.EndTurn(JULIE)).player == STEVE
    start = fighting("julie past leader, steve present weak", hands={JULIE: "shove"}, stops=QUIET)
    assert against(play(start, m.PlayFlash(JULIE, "shove", (1,), zone="present")), m.Attack(JULIE, 1, 2)) == []
    barred = fighting(bars=((JULIE, "present", "attack"),))
    assert (against(barred, m.Attack(JULIE, 1, 3)), listed(barred, JULIE, m.Attack)) == (["CCG-GEN-01"], [])
    assert against(fighting(bars=((STEVE, "present", "attack"),)), m.Attack(JULIE, 1, 3)) == []


@pytest.mark.parametrize(("moves", "rule"), [
    ([m.Attack(JULIE, 99)], "CCG-COM-07"), ([m.Attack(JULIE, 1, 99)], "CCG-COM-09"),
    ([m.Attack(JULIE, 1), m.NameCombatant(STEVE, 99)], "CCG-COM-12"),
])  # fmt: skip
def test_refuses_combatants_with_unknown_card_numbers(moves: list[Any], rule: str) -> None:
    with pytest.raises(UnplayableError, match=rf"99 \({rule}\)"):
        stood(fighting(), *moves)


def test_attacker_and_defender_name_their_combatants() -> None:
    """CCG-COM-06, CCG-COM-11, CCG-COM-12, CCG-COM-14."""
    entries, now = lines(fighting(), m.Attack(JULIE, 1, 3))
    assert effects(entries)[:2] == [AttackBegun(attacker=1, defender=3), StepReached(step="fight")]
    assert (entries[2].rule, t.window(now)) == ("CCG-COM-10", ("fight", (JULIE, STEVE)))
    for late in (m.DeclineCombat(STEVE), m.NameCombatant(STEVE, 4)):
        assert "CCG-COM-12" in against(now, late)
    fought = play(fighting(stops=QUIET), m.Attack(JULIE, 1, 3))
    assert fought.step == "bonus"
    assert "CCG-COM-05" in against(fought, m.Attack(JULIE, 2, 3))
    named = play(fighting(FIGHT + ", steve present weak sided, steve past weak"), m.Attack(JULIE, 1))
    assert (named.step, named.window, awaited(named)) == ("name", None, (STEVE,))
    assert [move.card for move in listed(named, STEVE, m.NameCombatant)] == [3, 4]
    for move in (*(m.NameCombatant(STEVE, at) for at in (5, 6, 2)), m.NameCombatant(JULIE, 3), m.EndTurn(JULIE), HIT):
        assert against(named, move) == ["CCG-COM-12"], move
    assert "CCG-COM-05" in against(named, m.Attack(JULIE, 2, 3))
    entries, now = lines(named, m.NameCombatant(STEVE, 3))
    assert effects(entries)[:2] == [CombatantNamed(card=3), StepReached(step="fight")]
    assert now.fight is not None
    assert (now.fight.attacker, now.fight.defender) == (1, 3)


@pytest.mark.parametrize("defender", ["steve present weak sided", "steve past weak", "steve present sidrat"])
def test_defender_without_a_standing_creature_is_hit(defender: str) -> None:
    entries, now = lines(fighting(f"julie present mighty, {defender}", stops=QUIET), m.Attack(JULIE, 1))
    assert effects(entries) == [AttackBegun(attacker=1), CombatantNamed(card=0), StepReached(step="hit")]
    assert against(now, HIT) == []


def test_hits_repeat_while_the_zones_match_and_can_be_answered() -> None:
    once = play(alone(times={STEVE: "past past past future past"}), HIT)
    assert (once.step, once.times[STEVE][0], against(once, m.EndTurn(JULIE))) == ("hit", "time-past", [])
    thrice = play(once, HIT, HIT)
    assert (thrice.step, thrice.fight, len(thrice.lost[STEVE]), t.sided(thrice)) == ("bonus", None, 3, [True])
    assert against(thrice, HIT) == ["CCG-COM-18"]
    found, more = stood(thrice, HIT)
    assert (found, more.lost[STEVE]) == (["CCG-COM-18"], (*["time-past"] * 3, "time-future"))
    now = alone(times={STEVE: "past past past"}, stops={}, hands={STEVE: "brain-transformer"})
    for left in (2, 1):
        waiting = play(now, HIT)
        assert (t.window(waiting), t.refused(waiting, m.EndTurn(JULIE))) == (("hit", (STEVE,)), "CCG-FLA-01")
        now = t.passed(waiting, STEVE)
        assert (len(now.times[STEVE]), now.step) == (left, "hit")
    _, after = stood(alone().replace(times={STEVE: ("time-past", "?", "?"), JULIE: ("?",)}), HIT)
    assert (after.times[STEVE], after.step) == (("?", "?"), "hit")


def test_a_declining_defender_is_asked_from_the_second_hit_on() -> None:
    """CCG-COM-12, CCG-COM-18."""
    start = fighting(
        times={STEVE: "past past past"}, stops={**QUIET, STEVE: ("hit",)}, hands={STEVE: "brain-transformer"}
    )
    once = play(start, m.Attack(JULIE, 1), m.DeclineCombat(STEVE), HIT)
    assert (t.window(once), len(once.times[STEVE])) == (None, 2)
    assert t.window(play(once, HIT)) == ("hit", (STEVE,))


@pytest.mark.parametrize("sides", [True, False])
def test_option_says_whether_the_attacker_is_sided_after_a_hit(sides: bool) -> None:  # noqa: FBT001  # a parameter
    """CCG-EXR-03."""
    start = alone(times={STEVE: "past past"}, options={"attacker_sides_after_hit": sides})
    hit = play(start, HIT)
    assert (t.sided(hit), t.sided(play(hit, m.EndTurn(JULIE)))) == ([False], [sides])
    unused = play(start, m.EndTurn(JULIE))
    assert (t.sided(unused), unused.times[STEVE]) == ([sides], ("time-past", "time-past"))


def test_hits_cost_time_cards_and_losing_the_last_ends_the_game() -> None:
    """CCG-41, CCG-42, CCG-COM-12, CCG-COM-15 to CCG-COM-17, CCG-COM-19, CCG-WIN-01, CCG-TIM-03, CCG-OBJ-03."""
    times = {STEVE: "past future future"}
    declined = play(fighting(stops=QUIET, times=times), m.Attack(JULIE, 1), m.DeclineCombat(STEVE))
    assert (declined.step, against(declined, m.MakeHit(STEVE))) == ("hit", ["CCG-TRN-02"])
    entries, now = lines(declined, HIT)
    assert TimeCardLost(player=STEVE, card="time-past") in effects(entries)
    assert Revealed("time-steve", "2", "typed", "time-future") in [entry.event for entry in entries]
    assert (now.times[STEVE], now.lost[STEVE]) == (("time-future", "time-future"), ("time-past",))
    assert (now.bonus_zone(STEVE), now.step, card(now, "leader").sided) == ("future", "bonus", True)
    assert against(now, HIT) == ["CCG-COM-18"]
    entries, now = lines(alone(times={STEVE: "past", JULIE: "past"}), HIT)
    assert effects(entries)[-1] == GameEnded((JULIE,), "time cards")
    assert (now.step, now.winners, now.how, now.times[STEVE]) == ("over", (JULIE,), "time cards", ())
    outcome = GAME.rules.status(now).outcome
    assert outcome is not None
    assert outcome.winners == (JULIE,)
    assert t.refused(now, m.EndTurn(JULIE)) == "CCG-WIN-01"
    assert "CCG-WIN-01" in against(now, m.Attack(JULIE, 1))


@pytest.mark.parametrize(("theirs", "lost"), [
    *((values, "ours") for values in ((2, 4), (2, 5), (3, 4))), ((0, 2), "theirs"),
    *((values, "") for values in ((1, 3), (2, 3), (1, 4), (2, 2), (0, 4), (0, 3), (1, 2))),
])  # fmt: skip
def test_winner_is_greater_in_energy_and_in_substance(theirs: tuple[int, int], lost: str) -> None:
    """CCG-14, CCG-17, CCG-COM-21, CCG-COM-25, CCG-COM-34, CCG-COM-35, CCG-EXR-04, CCG-EXR-05, CCG-EXR-08."""
    cards = t.cards_with(ours=creature(1, 3), theirs=creature(*theirs))
    start = t.table("julie present ours, steve present theirs", "attack", cards=cards, stops=QUIET)
    now = play(start, m.Attack(JULIE, 1, 2))
    expected = [("ours", True), ("theirs", False)]
    assert [(one.face, one.sided) for one in now.play] == [one for one in expected if one[0] != lost]
    assert now.discards == {"ours": {JULIE: ("ours",)}, "theirs": {STEVE: ("theirs",)}, "": {}}[lost]
    assert now.step == "bonus"


PRESENT: Final = (
    "steve present watcher-present, steve present yeti, steve present sidrat, steve present bok fresh, "
    "julie present watcher-present, julie present unit-corporal"
)
TRANSFORMER: Final = m.PlayFlash(JULIE, "brain-transformer", targets=(5,))


def turn_four(defender: int = 5, **more: Any) -> Position:
    """Steve's fourth turn of the rulebook's example: his Yeti has attacked Julie's Watcher."""
    start = t.table(PRESENT, "attack", hands={JULIE: "brain-transformer"}, player=STEVE, **more)
    return play(start, m.Attack(STEVE, 2, defender))


def test_watcher_of_the_example_needs_support() -> None:
    """CCG-28, CCG-EXR-06, CCG-EXR-07, CCG-EXR-08, CCG-EXR-11, CCG-COM-27."""
    now = play(turn_four(), TRANSFORMER, m.GiveSupport(JULIE, 6, 5, "substance"))
    assert t.strength(now, 5) == (1, 2, 1)
    over = t.passed(now, JULIE, STEVE)
    assert [one.n for one in over.play if one.sided] == [2, 6]
    assert (over.discards, over.step) == ({JULIE: ("brain-transformer",)}, "bonus")
    assert against(turn_four(), m.GiveSupport(JULIE, 6, 5, "substance")) == ["CCG-COM-30"]
    assert against(turn_four(), m.GiveSupport(STEVE, 4, 2, "energy")) == ["CCG-COM-30"]
    now = t.passed(turn_four(), JULIE, STEVE)
    assert (now.discards, card(now, "yeti").sided) == ({JULIE: ("watcher-present",)}, True)
    now = t.passed(turn_four(6), JULIE, STEVE)
    assert (now.discards, card(now, "yeti").sided, card(now, "unit-corporal").sided) == ({}, True, False)


@pytest.mark.parametrize(("energy", "lost"), [(1, ()), (0, ("watcher-present",))])
def test_energy_of_the_watcher_decides_the_example(energy: int, lost: tuple[str, ...]) -> None:
    start = turn_four(cards=t.cards_with(watcher_present=creature(energy, 1)))
    now = play(start, TRANSFORMER, m.GiveSupport(JULIE, 6, 5, "energy"), Passed(JULIE), Passed(STEVE))
    assert now.discards == {JULIE: ("brain-transformer", *lost)}


def silent(now: Position, *windows: str) -> Position:
    """The table after all passed in the windows of these names, or in every window."""
    while now.window is not None and (not windows or now.window.name in windows):
        now = t.passed(now, now.window.awaited[0])
    return now


def leaving(face: str, target: int, zone: str = "", **options: Any) -> Position:
    """The table after a Flash of Steve's took a main combatant out of the fight of Julie's 1 against Steve's 2."""
    start = fighting(DUEL, hands={STEVE: face}, options=options)
    return silent(play(start, m.Attack(JULIE, 1, 2), m.PlayFlash(STEVE, face, (target,), zone=zone)), "answer-1")


@pytest.mark.parametrize("option", ["no_hit", "hit"])
@pytest.mark.parametrize(
    ("face", "zone", "there"), [("trap", "", []), ("veil", "", [False]), ("shove", "past", [True])]
)
def test_fight_ends_when_a_main_combatant_leaves(face: str, zone: str, there: list[bool], option: str) -> None:
    now = leaving(face, 2, zone, vanished_combatant=option)
    is_hit = option == "hit"
    assert (now.step, now.window, card(now, "mighty").sided) == ("hit" if is_hit else "bonus", None, not is_hit)
    assert against(now, HIT) == ([] if is_hit else ["CCG-COM-18"])
    assert len(play(now, m.EndTurn(JULIE)).times[STEVE]) == 3
    gone = leaving(face, 1, zone, vanished_combatant=option)
    assert (gone.step, gone.stack, against(gone, m.EndTurn(JULIE))) == ("bonus", (), [])
    assert [one.sided for one in gone.play if one.face == "mighty"] == there


def test_a_pending_hit_is_made_after_the_attacker_leaves() -> None:
    now = silent(leaving("bolt", 1))
    assert (now.step, card(now, "mighty").sided) == ("bonus", False)
    due = play(alone(hands={STEVE: "trap"}, times={STEVE: "past past past"}, stops={}), HIT)
    assert t.window(due) == ("hit", (STEVE,))
    gone = play(due, m.PlayFlash(STEVE, "trap", targets=(1,)), Passed(JULIE))
    assert (gone.fight, gone.times[STEVE]) == (None, ("time-past",) * 3)
    now = t.passed(gone, STEVE)
    assert (now.step, now.times[STEVE], now.stack) == ("bonus", ("time-past",) * 2, ())
    assert against(now, HIT) == ["CCG-COM-18"]


@pytest.mark.parametrize(("option", "step"), [("no_hit", "bonus"), ("hit", "hit")])
def test_sacrificed_main_combatant_ends_the_fight_at_once(option: str, step: str) -> None:
    """CCG-GLO-15."""
    stops = {JULIE: ("attack", "action"), STEVE: ("attack",)}
    start = fighting(DUEL, hands={JULIE: "yeti", STEVE: "altar"}, stops=stops, options={"vanished_combatant": option})
    paid = play(start, m.Attack(JULIE, 1, 2), m.PlayFlash(STEVE, "altar", paid=(2,)))
    assert (paid.step, t.window(paid)) == (step, ("answer-1", (JULIE,)))
    now = t.passed(paid, JULIE)
    assert (now.step, now.window, now.discards[STEVE]) == (step, None, ("altar", "weak"))
    assert t.sided(now) == [option == "no_hit"]


@pytest.mark.parametrize(("row", "step", "rules"), [
    (DUEL, "play", ["CCG-COM-01"]), ("julie present mighty fresh, steve present weak", "attack", ["CCG-COM-08"]),
    ("julie past mighty sided, steve present weak", "attack", ["CCG-COM-07", "CCG-COM-07"]),
])  # fmt: skip
def test_an_illegal_attack_that_is_recorded_has_its_result(row: str, step: str, rules: list[str]) -> None:
    found, now = stood(fighting(row, step, stops=QUIET), m.Attack(JULIE, 1, 2))
    assert (found, now.missed, now.step) == (rules, ("combat",) * (step == "play"), "bonus")
    assert now.discards == ({} if "past" in row else {STEVE: ("weak",)})


def test_combat_outcomes_are_recorded_or_declared() -> None:
    """CCG-GLO-14."""
    entries, _ = lines(fighting(DUEL, stops=QUIET), m.Attack(JULIE, 1, 2))
    assert [(entry.event, entry.rule) for entry in entries[3:]] == [
        (CombatEnded(how="attacker", loser=2), "CCG-COM-21"), (CardDiscarded(card=2, how="lost"), "CCG-COM-24"),
        (CardSided(card=1, by=JULIE), "CCG-COM-34"), (StepReached(step="bonus"), "CCG-COM-37"),
    ]  # fmt: skip
    start = fighting("julie present mighty, steve present weak of-julie", stops=QUIET)
    assert play(start, m.Attack(JULIE, 1, 2)).discards == {JULIE: ("weak",)}
    now = play(fighting("julie present phoenix, steve present mighty", stops=QUIET), m.Attack(JULIE, 1, 2))
    assert (t.sided(now), now.step, now.fight) == ([True, False], "bonus", None)
    start = fighting("julie present leader, steve present guard", stops=QUIET)
    found, now = stood(start, m.Attack(JULIE, 1, 2), stated=DeclaredResults((CombatEnded(how="attacker", loser=2),)))
    assert (found, now.discards, now.step) == (["CCG-COM-25"], {STEVE: ("guard",)}, "bonus")
    with pytest.raises(UnplayableError, match="CCG-STR-03"):
        stood(t.table(step="deck", player="", turn=0), m.AnnounceCombat(JULIE))


@pytest.mark.parametrize(("move", "rule"), [
    (m.Attack(STEVE, 3, 1), "CCG-TRN-02"), (m.AnnounceCombat(STEVE), "CCG-TRN-02"), (m.MakeHit(STEVE), "CCG-TRN-02"),
    (m.DeclineCombat(STEVE), "CCG-COM-12"), (m.NameCombatant(STEVE, 3), "CCG-COM-12"),
])  # fmt: skip
def test_move_out_of_turn_changes_nothing(move: Any, rule: str) -> None:
    start = fighting(stops=QUIET)
    found, now = stood(start, move)
    assert (found[0], now) == (rule, start)


@pytest.mark.parametrize("move", [m.AnnounceCombat(JULIE), m.Attack(JULIE, 1, 3), HIT])
def test_combat_after_the_end_is_one_finding(move: Any) -> None:
    found, now = stood(fighting(step="over", how="time cards", winners=(STEVE,)), move)
    assert (found, now.winners, now.how) == (["CCG-WIN-01"], (STEVE,), "time cards")
    assert awaited(now)


def test_unknown_main_combatant_leaves_the_outcome_open() -> None:
    start = t.unknown(fighting(DUEL, stops=QUIET), 2)
    assert against(start, m.Attack(JULIE, 1, 2)) == ["CCG-COM-09?"]
    assert listed(start, JULIE, m.Attack) == [m.Attack(JULIE, 1)]
    stated = CombatEnded(how="attacker", loser=2), CardDiscarded(card=2, how="lost")
    found, now = stood(start, m.Attack(JULIE, 1, 2), stated=DeclaredResults(stated))
    assert (found[0], now.discards, t.numbers(now)) == ("CCG-COM-09?", {STEVE: (UNKNOWN,)}, [1])
    with pytest.raises(IllegalMoveError):
        play(start, m.Attack(JULIE, 1, 2))
    assert against(t.unknown(start, 1), m.Attack(JULIE, 1, 2)) == ["CCG-COM-07?", "CCG-COM-09?"]


def tale(solve: int) -> Card:
    return Card("A story", "episode", solve=solve)


PLAIN: Final = {"plot": tale(3), "one": creature(2, 2, 1), "two": creature(2, 2, 2), "three": creature(1, 1, 3)}
TALES: Final = t.cards_with(
    **PLAIN, saga=tale(9), frail=creature(0, 1, 3), plague=episode("damage", 3, value="substance", amount=1),
    silence=episode("bar", bars="support", target="none", every=False), pit=episode("banish", every=False),
    raid=episode("hit", target="none", every=False, whose="any"), doctor=creature(3, 3, 1, labels=("doctor",)),
    second=creature(3, 3, 1, labels=("doctor",), races=("assistant",)), helper=creature(1, 1, 1, races=("assistant",)),
    eager=creature(1, 1, 3, innate("waive", waives="CCG-CRE-13")),
    handy=creature(2, 2, 3, special("raise", value="energy", amount=1)), storm=flash("destroy", target="episode"),
)  # fmt: skip
EVERYWHERE: Final = "steve past sidrat, steve present one, steve future two"
"""Steve has a card in each zone."""
PLOT: Final = m.PlayEpisode(JULIE, "plot", "past")
COMBAT: Final = m.AnnounceCombat(JULIE)


def having(play_: str = EVERYWHERE, hand: str = "plot", **more: Any) -> Position:
    return t.table(play_, hands={JULIE: hand}, cards=TALES, **more)


def solving(play_: str, **more: Any) -> Position:
    """A table with an Episode of Steve's as card 1."""
    return t.table(play_, cards=TALES, **more)


def solve(*by: int) -> m.SolveEpisode:
    return m.SolveEpisode(JULIE, 1, by)


@pytest.mark.parametrize(("future", "legal"), [
    ("steve future watcher-future", False), ("steve future watcher-future, steve future force-field", True),
    ("steve future two sided", True), ("steve future two out", False), ("steve future saga", False),
    ("julie future two", False), ("steve future two" + ", steve past one" * 5, True),
])  # fmt: skip
def test_opponent_needs_a_card_in_each_zone(future: str, legal: bool) -> None:  # noqa: FBT001  # a parameter
    """CCG-47, CCG-EPI-03, CCG-EPI-04, CCG-GLO-13."""
    start = having(f"steve present yeti, steve past sidrat, {future}")
    assert against(start, PLOT) == ([] if legal else ["CCG-EPI-03"])
    assert (PLOT in listed(start, JULIE, m.PlayEpisode)) == legal


def test_one_episode_a_turn_goes_to_the_opponent_without_effect() -> None:
    """CCG-EPI-01, CCG-EPI-05, CCG-EPI-06, CCG-EPI-09, CCG-EPC-03."""
    plague = m.PlayEpisode(JULIE, "plague", "past")
    entries, now = lines(having(hand="plague plot", stops={STEVE: ("episode",)}), plague)
    assert effects(entries)[0] == fx.CardEntered(card=4, face="plague", owner=JULIE, side=STEVE, zone="past")
    assert (now.hands[JULIE], t.window(now)) == (("plot",), ("episode", (STEVE,)))
    assert [t.strength(now, number) for number in (2, 3)] == [(2, 2, 1), (2, 2, 2)]
    assert play(t.passed(now, STEVE), COMBAT).step == "attack"
    now = play(having(hand="plague"), m.PlayEpisode(JULIE, "plague", "past"))
    assert now.window is None
    assert t.window(play(now, COMBAT)) == ("combat", (STEVE,))
    start = having(EVERYWHERE + ", steve past saga, julie present saga")
    assert against(start, m.PlayEpisode(JULIE, "plot", "present")) == []
    assert [move.zone for move in listed(start, JULIE, m.PlayEpisode)] == ["present", "future"]
    now = play(having(hand="plot saga yeti", stops=QUIET), PLOT)
    assert listed(now, JULIE, m.PlayEpisode) == []
    start = having(EVERYWHERE + ", julie past plot, julie past three", hand="plot yeti", stops=QUIET)
    solved = play(start, m.SolveEpisode(JULIE, 4, (5,)))
    assert against(solved, m.PlayCard(JULIE, "yeti")) == ["CCG-TRN-02"]


@pytest.mark.parametrize(("step", "rule"), [("draw", "CCG-PREP-06"), ("attack", "CCG-TRN-02"), ("bonus", "CCG-TRN-02")])
def test_episode_is_refused_outside_its_phase(step: str, rule: str) -> None:
    """CCG-EPI-02, CCG-EPC-01."""
    assert against(having(step=step), PLOT) == [rule]
    theirs = t.table("julie past one, julie present one, julie future one", hands={STEVE: "plot"}, cards=TALES)
    assert against(theirs, m.PlayEpisode(STEVE, "plot", "past")) == ["CCG-TRN-02"]


@pytest.mark.parametrize(("hand", "face", "rule"), [
    ("yeti", "yeti", "CCG-EPI-02"), ("plot", "saga", "CCG-EPI-01"), ("? ?", "saga", "CCG-EPI-01?"),
    ("? ?", UNKNOWN, "CCG-EPI-02?"),
])  # fmt: skip
def test_only_an_episode_from_the_hand_can_be_played(hand: str, face: str, rule: str) -> None:
    assert against(having(hand=hand), m.PlayEpisode(JULIE, face, "past")) == [rule]


@pytest.mark.parametrize(("move", "rule"), [
    (m.PlayEpisode(JULIE, "nonsense", "past"), "CCG-EPI-01"), (m.PlayEpisode(JULIE, "plot", "yesterday"), "CCG-EPI-05"),
    (m.SolveEpisode(JULIE, 9, (2,)), "CCG-EPI-12"), (m.SolveEpisode(JULIE, 1, (2, 8)), "CCG-EPI-14"),
])  # fmt: skip
def test_cannot_record_an_episode_with_unknown_names(move: Any, rule: str) -> None:
    with pytest.raises(UnplayableError, match=rule):
        stood(having("julie past plot of-steve, julie past three"), move)


@pytest.mark.parametrize(("by", "legal"), [
    ((2,), False), ((3,), False), ((2, 3), True), ((4,), True), ((2, 4), True), ((2, 3, 4), True), ((), False),
])  # fmt: skip
def test_support_must_reach_the_solve_number(by: tuple[int, ...], legal: bool) -> None:  # noqa: FBT001  # a parameter
    """CCG-EPI-14, CCG-CRE-09."""
    assert against(solving(THREE), solve(*by)) == ([] if legal else ["CCG-EPI-14"])


@pytest.mark.parametrize(("solver", "rules"), [
    ("julie past three", []), ("julie past eager fresh", []), ("julie past three sided", ["CCG-EPI-14"]),
    ("julie past three rivals", ["CCG-EPI-14"]), ("julie present three", ["CCG-EPI-14"]),
    ("steve past three", ["CCG-EPI-14"]), ("julie past sidrat", ["CCG-EPI-14"] * 2),
    ("julie past three out", ["CCG-GLO-13"]), ("julie past three fresh", ["CCG-CRE-13"]),
    ("julie past three locked", ["CCG-GEN-01"]),
])  # fmt: skip
def test_solver_is_a_standing_creature_of_an_earlier_turn(solver: str, rules: list[str]) -> None:
    start = solving(f"julie past plot of-steve, {solver}")
    assert against(start, solve(2)) == rules
    assert (solve(2) in listed(start, JULIE, m.SolveEpisode)) == (not rules)


@pytest.mark.parametrize(("options", "numbers_"), [
    ({"solve_from": "episode_zone"}, [2]), ({"solve_from": "chosen_zone"}, [3]), ({"solve_from": "any"}, [2, 3, 4]),
    ({"fresh_creatures_solve": True}, [2, 5]),
])  # fmt: skip
def test_options_say_which_creatures_solve(options: dict[str, Any], numbers_: list[int]) -> None:
    row = "julie past plot of-steve, julie past three, julie present three, julie future three, julie past three fresh"
    start = solving(row, options=options)
    assert [number for number in range(2, 6) if against(start, solve(number)) == []] == numbers_


@pytest.mark.parametrize(("row", "legal"), [
    ("doctor helper helper", True), ("second helper helper", True), ("doctor second helper", True),
    ("doctor doctor helper", False), ("helper helper helper", False), ("doctor helper one", False),
    ("doctor helper", False), ("doctor helper helper helper", False),
])  # fmt: skip
def test_doctor_and_two_assistants_solve_any_episode(row: str, legal: bool) -> None:  # noqa: FBT001  # a parameter
    start = solving("julie past saga of-steve, " + ", ".join(f"julie past {face}" for face in row.split()))
    move = solve(*t.numbers(start)[1:])
    assert against(start, move) == ([] if legal else ["CCG-EPI-14"])
    if legal:
        entries, now = lines(start, move)
        assert (EpisodeSolved(card=1, support=0), "CCG-EPI-15") in [(entry.event, entry.rule) for entry in entries]
        assert (t.sided(now), listed(start, JULIE, m.SolveEpisode)) == ([True] * 3, [move])


def test_solvers_are_sided_and_count_once() -> None:
    """CCG-EPI-02, CCG-EPI-11, CCG-EPI-16, CCG-CRE-14."""
    entries, now = lines(solving(THREE), solve(2, 3))
    assert [(entry.event, entry.rule) for entry in entries[1:]] == [
        (CardSided(card=2, by=JULIE), "CCG-EPI-14"), (CardSided(card=3, by=JULIE), "CCG-EPI-14"),
        (EpisodeSolved(card=1, support=3), "CCG-EPI-14"), (CardDiscarded(card=1, how="solved"), "CCG-EPI-17"),
    ]  # fmt: skip
    assert (now.discards, now.step, now.window) == ({STEVE: ("plot",)}, "play", None)
    two = solving("julie past plot of-steve, julie present plot of-steve, julie past three, julie present three")
    once = play(two, solve(3))
    assert against(once, m.SolveEpisode(JULIE, 2, (3,))) == ["CCG-EPI-14", "CCG-EPI-14"]
    assert t.numbers(play(once, m.SolveEpisode(JULIE, 2, (4,)))) == [3, 4]
    start = solving("steve past plot of-julie, julie past three, steve past three")
    assert (against(start, solve(2)), listed(start, JULIE, m.SolveEpisode)) == (["CCG-EPC-03"], [])
    assert t.refused(start, m.SolveEpisode(STEVE, 1, (3,))) == "CCG-TRN-02"
    assert against(solving("julie past plot of-steve, julie past three", step="attack"), solve(2)) == ["CCG-TRN-02"]
    now = play(solving("julie present plot of-steve, julie present handy, julie present two"), solve(2))
    assert (t.strength(now, 2), card(now, "handy").sided) == ((2, 2, 3), True)
    assert "CCG-SID-02" in against(now, m.UseSpecial(JULIE, 2, targets=(3,)))
    assert "CCG-COM-32" in against(now, m.GiveSupport(JULIE, 2, 3, "energy"))


@pytest.mark.parametrize(("number", "rules"), [(2, ["CCG-EPI-14?"] * 2), (1, ["CCG-EPI-12?", "CCG-EPI-14?"])])
def test_unknown_cards_leave_open_whether_an_episode_is_solved(number: int, rules: list[str]) -> None:
    start = solving("julie past plot of-steve, julie past one, julie past three", stops=QUIET)
    found, now = stood(t.unknown(start, number), solve(2))
    assert (found, t.numbers(now)) == (rules, [2, 3])


@pytest.mark.parametrize("move", [solve(2), m.PlayFlash(JULIE, "storm", targets=(1,))])
def test_card_under_an_episode_goes_when_the_episode_leaves(move: Any) -> None:
    """CCG-EPC-05, CCG-GEN-05."""
    start = solving("julie past plot of-steve, julie past three, julie past two", hands={JULIE: "storm"}, stops=QUIET)
    now = play(start.replace(play=(*start.play[:2], start.play[2].replace(out=1))), move)
    assert (now.discards[STEVE], now.discards[JULIE][-1], t.numbers(now)) == (("plot",), "two", [2])


def _enough(cards: tuple[InPlay, ...], wanted: int) -> bool:
    return sum(one.support for one in cards) >= wanted


@pytest.mark.parametrize("wanted", [1, 3, 4, 6])
def test_offers_every_minimal_set_of_solvers(wanted: int) -> None:
    row = "julie past plot of-steve, julie past one, julie past two, julie past three, julie past one, julie past two"
    start = t.table(row, cards=t.cards_with(**{**PLAIN, "plot": tale(wanted)}))
    able = start.play[1:]
    every = chain.from_iterable(combinations(able, size) for size in range(1, len(able) + 1))
    least = [
        tuple(one.n for one in group)
        for group in every
        if _enough(group, wanted) and not any(_enough(tuple(set(group) - {one}), wanted) for one in group)
    ]
    assert sorted(move.sided for move in listed(start, JULIE, m.SolveEpisode)) == sorted(least)
    assert all(against(start, solve(*by)) == [] for by in least)


def test_illegal_episodes_are_recorded_and_can_bar_or_banish() -> None:
    found, now = stood(having("steve present yeti", stops=QUIET), PLOT)
    assert (found, card(now, "plot").side) == (["CCG-EPI-03"], STEVE)
    found, now = stood(solving("julie past saga of-steve, julie past three fresh, julie past one sided"), solve(2, 3))
    assert found == ["CCG-CRE-13", "CCG-EPI-14", "CCG-EPI-14"]
    assert (now.discards, t.sided(now)) == ({STEVE: ("saga",)}, [True, True])
    rows = ", ".join(f"julie {zone} one" for zone in ZONES for _ in range(6))
    start = solving(f"julie past saga of-steve, {rows}", options={"solve_from": "any"})
    offered = listed(start, JULIE, m.SolveEpisode)
    assert len(offered) == len(set(offered)) == 256
    assert {len(move.sided) for move in offered} == {9}
    now = play(solving("julie present silence of-steve, julie present two", stops=QUIET), COMBAT)
    assert now.bars == ((JULIE, "present", "support"),)
    row = "julie past pit of-steve, julie past frail, julie past two, steve past two"
    assert [one.out for one in play(solving(row, stops=QUIET), COMBAT).play] == [0, 0, 1, 0]


def test_episode_acts_in_the_turn_of_its_solver() -> None:
    """CCG-51, CCG-EPI-09, CCG-EPI-10, CCG-EPI-18, CCG-EPC-04, CCG-EPI-19, CCG-EPC-02, CCG-EPC-06."""
    played = play(having(hand="plague", stops=QUIET), m.PlayEpisode(JULIE, "plague", "present"), COMBAT)
    assert t.strength(played, 2) == (2, 2, 1)
    theirs = play(played, m.EndTurn(JULIE)).replace(step="play", zone="past", drawn=True)
    assert t.strength(play(theirs, m.AnnounceCombat(STEVE)), 2) == (2, 1, 1)
    row = "julie past plague of-steve, julie past two, julie past frail sided, julie present two, steve past two"
    now = play(solving(row, stops=QUIET), COMBAT)
    assert [t.strength(now, number) for number in (2, 3, 4, 5)] == [(2, 1, 2), None, (2, 2, 2), (2, 2, 2)]
    again = play(now, m.EndTurn(JULIE)).replace(player=JULIE, step="play", drawn=True)
    assert [t.strength(again, number) for number in (2, 5)] == [(2, 2, 2)] * 2
    assert t.strength(play(again, COMBAT), 2) == (2, 1, 2)
    solvable = solving("julie past plague of-steve, julie past three, julie past two", stops=QUIET)
    assert t.strength(play(solvable, solve(2), COMBAT), 3) == (2, 2, 2)


def test_episode_hits_and_kills_its_solver_in_combat() -> None:
    """CCG-EPI-18, CCG-GLO-10, CCG-EPI-18, CCG-CRE-10, CCG-SUP-07, CCG-COM-02."""
    start = solving("julie past raid of-steve, julie past two, steve present two", stops=QUIET)
    now = play(start, COMBAT)
    assert (now.lost, now.step) == ({JULIE: ("time-past",)}, "attack")
    found, ended = stood(start, m.EndTurn(JULIE))
    assert (found, ended.lost) == (["CCG-COM-01"], {JULIE: ("time-past",)})
    over = play(solving("julie past raid of-steve", times={JULIE: "past"}, stops=QUIET), COMBAT)
    assert (over.step, over.winners) == ("over", (STEVE,))
    row = "julie past raid of-steve, julie future raid of-steve, julie present two, steve present two"
    now = play(solving(row), COMBAT)
    assert t.window(now) == ("hit", (JULIE,))
    after = t.passed(now, JULIE)
    assert (after.lost, after.step, t.window(after)) == (
        {JULIE: ("time-past", "time-present")}, "combat", ("combat", (STEVE,)),
    )  # fmt: skip
    row = "julie past plague of-steve, julie past frail, julie present plague of-steve, julie present frail"
    now = play(solving(row + ", steve present two", hands={JULIE: "yeti"}), COMBAT)
    assert (now.step, t.window(now)) == ("combat", ("doom", (JULIE,)))
    after = t.passed(now, JULIE)
    assert (after.discards, t.numbers(after)) == ({JULIE: ("frail", "frail")}, [1, 3, 5])
    assert (after.step, t.window(after)) == ("combat", ("combat", (STEVE,)))
    assert t.passed(after, STEVE).step == "attack"


@pytest.mark.parametrize("row", ["steve past plague of-julie, steve past two", "julie past plague out, julie past two"])
def test_episode_of_the_other_turn_or_out_of_play_does_nothing(row: str) -> None:
    assert t.strength(play(solving(row, stops=QUIET), COMBAT), 2) == (2, 2, 2)
