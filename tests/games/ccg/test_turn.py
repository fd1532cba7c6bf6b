"""The card game, a turn: its frame, the bonus card, Normalise, Hits."""

from typing import Any

import pytest
from ccg_tables import JULIE, SEATS, STEVE, begun, card, cards_with, lines, play, refused, stood, table
from scripted_chance import ScriptedChance
from table_play import effects

from events.facts import Drawn, Passed, Revealed
from projections.games.ccg.components.cards import Ability, Card
from projections.games.ccg.facts import effects as fx
from projections.games.ccg.facts import moves as m
from projections.games.ccg.facts.combat_effects import HitPrevented, TimeCardLost
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Change, Position
from projections.window import Window

STAND, DRAW, BONUS, END = m.StandCards(JULIE), m.DrawCard(JULIE), m.DrawBonus(JULIE), m.EndTurn(JULIE)
GIANT = Card(
    name="Giant", type="creature", zone="present", energy=3, substance=3,
    does=(Ability(when="innate", what="must-attack"),),
)  # fmt: skip
CARDS = cards_with(giant=GIANT)
HERE = "julie present watcher-present"


def test_combat_is_announced_in_every_turn() -> None:
    now = table(HERE)
    assert refused(now, END) == refused(now, BONUS) == "CCG-COM-01"
    entries, _ = GAME.play(now.replace(step="attack"), END, ScriptedChance())
    assert not any(isinstance(effect, fx.StepMissed) for effect in effects(entries))
    found, after = stood(now, END)
    assert (found, after.player) == (["CCG-COM-01"], STEVE)
    found, _ = stood(table("julie past zarbi sided", "stand"), END)
    assert found == ["CCG-PREP-01"]


def test_nobody_goes_on_before_the_defender_is_ready() -> None:
    """CCG-COM-03, CCG-FLA-01, CCG-COM-20."""
    now = table("julie present yeti, steve present yeti", hands={STEVE: "brain-transformer"})
    waiting = play(now, m.AnnounceCombat(JULIE))
    assert refused(waiting, END) == refused(waiting, m.Attack(JULIE, 1)) == "CCG-COM-03"
    found, attacked = stood(waiting, m.Attack(JULIE, 1))
    assert (found, attacked.window, attacked.step) == (["CCG-COM-03"], None, "name")
    fight = play(waiting, Passed(STEVE), m.Attack(JULIE, 1, 2))
    assert refused(fight, END) == "CCG-COM-33"
    naming = play(waiting, Passed(STEVE), m.Attack(JULIE, 1))
    assert refused(naming, END) == "CCG-COM-12"
    found, after = stood(naming, END)
    assert (found, after.player, card(after, "yeti", JULIE).sided) == (["CCG-COM-12"], STEVE, True)


def test_the_bonus_card() -> None:
    """CCG-BON-01, CCG-BON-03."""
    now = table(HERE, "attack", bonus=True, decks={JULIE: "bok yeti"})
    for plays in (0, 1):
        entries, after = lines(now.replace(plays=plays), BONUS)
        assert [type(entry.fact) for entry in entries[1:]] == [
            fx.StepReached,
            Drawn,
            fx.TurnEnded,
            fx.TurnBegan,
            fx.StepReached,
        ]
        assert after.hands[JULIE] == ("bok",)
    assert refused(now.replace(plays=2), BONUS) == "CCG-BON-02"
    assert refused(now.replace(plays=2, granted=1), BONUS) == ""
    assert refused(now.replace(bonus=False), BONUS) == "CCG-BON-01"
    assert play(now, END).hands[JULIE] == ()


def test_no_bonus_card_from_an_empty_deck() -> None:
    now = table(HERE, "attack", bonus=True, decks={JULIE: ""})
    assert refused(now, BONUS) == "CCG-BON-01"
    found, after = stood(now, BONUS)
    assert (found, after.player, len(after.times[JULIE])) == (["CCG-BON-01"], STEVE, 3)


def test_a_bonus_card_after_two_plays_that_stood() -> None:
    found, after = stood(table(HERE, "attack", bonus=True, plays=2, decks={JULIE: "bok"}), BONUS)
    assert (found, after.hands[JULIE], after.player) == (["CCG-BON-02"], ("bok",), STEVE)


def changed(now: Position, number: int, *changes: Change, **values: int) -> Position:
    play_ = tuple(
        lying.replace(changes=changes, supporters=(9,), kept="save", locked=True, **values)
        if lying.n == number else lying for lying in now.play
    )  # fmt: skip
    return now.replace(play=play_)


def test_normalise() -> None:
    """CCG-NOR-01, CCG-NOR-05, CCG-TRN-03, CCG-FLA-04."""
    now = table(
        "julie past zarbi, steve present yeti sided", "bonus", shields={STEVE: 1}, bars=((STEVE, "past", "special"),)
    )
    now = changed(now, 1, Change("energy", 3, "daemons"), energy=4)
    now = changed(now, 2, Change("substance", -1, "daemons"), Change("substance", 2, "force-field"), substance=3)
    entries, after = lines(now, END)
    assert effects(entries)[:3] == [fx.TurnEnded(JULIE), fx.ValuesSet(1, 1, 1, 0), fx.ValuesSet(2, 2, 2, 0)]
    assert {(lying.changes, lying.supporters, lying.kept, lying.locked) for lying in after.play} == {
        ((), (), "", False)
    }
    assert (after.shields, after.bars, card(after, "yeti").sided, after.step) == ({}, (), True, "stand")


def test_what_normalise_leaves_without_strength() -> None:
    weak = cards_with(weak=Card(name="Weak", type="creature", zone="present"))
    now = table("steve present weak", "bonus", cards=weak, hands={STEVE: "brain-transformer"})
    now = changed(now, 1, Change("energy", 2, "brain-transformer"), energy=2)
    after = play(now, END)
    assert (after.play, after.discards[STEVE], after.player) == ((), ("weak",), STEVE)


def test_turns_go_round() -> None:
    """CCG-TRN-01, CCG-GEN-01."""
    first = play(begun(first_player=STEVE).replace(step="bonus"), m.EndTurn(STEVE))
    assert (first.player, first.turn, first.round) == (JULIE, 2, 1)
    second = play(first.replace(step="bonus"), END)
    assert (second.player, second.turn, second.round) == (STEVE, 3, 2)
    extra = play(second.replace(step="bonus", owed=(STEVE,)), m.EndTurn(STEVE))
    assert (extra.player, extra.turn, extra.round, extra.owed) == (STEVE, 4, 2, ())
    assert play(extra.replace(step="bonus"), m.EndTurn(STEVE)).player == JULIE
    rivals = play(second.replace(step="bonus", owed=(JULIE,)), m.EndTurn(STEVE))
    assert (rivals.player, rivals.owed) == (JULIE, (JULIE,))
    assert play(rivals.replace(step="bonus"), END).player == JULIE


def test_the_turn_cap() -> None:
    now = table("", "bonus", options={"turn_cap": 7})
    entries, after = lines(now, END)
    assert effects(entries)[-1] == fx.GameEnded((), "turn cap")
    assert (after.step, after.winners) == ("over", ())
    assert play(table("", "bonus", options={"turn_cap": 8}), END).turn == 8


@pytest.mark.parametrize(
    ("text", "step", "sided"),
    [
        ("julie present giant", "attack", True),
        ("julie past giant", "attack", False),
        ("julie present giant fresh", "attack", False),
        ("julie present giant out", "attack", False),
        ("steve present giant", "attack", False),
    ],
)
def test_a_creature_that_must_attack(text: str, step: str, sided: bool) -> None:  # noqa: FBT001  # what is due
    entries, _ = lines(table(text, step, cards=CARDS), END)
    assert (fx.CardSided(1, JULIE) in effects(entries)) is sided


def test_a_creature_that_could_not_attack_need_not() -> None:
    entries, _ = lines(table("julie present giant", "attack", cards=CARDS, bars=((JULIE, "present", "attack"),)), END)
    assert not any(isinstance(effect, fx.CardSided) for effect in effects(entries))


@pytest.mark.parametrize("sides", [True, False])
def test_the_one_that_attacked_need_not_attack_again(sides: bool) -> None:  # noqa: FBT001  # the option
    options = {"attacker_sides_after_hit": sides}
    now = table("julie present giant", "attack", cards=CARDS, options=options, stops={STEVE: ()})
    after = play(now, m.Attack(JULIE, 1), m.MakeHit(JULIE), END)
    assert card(after, "giant").sided is sides


def hitting(text: str = "julie present yeti", **more: Any) -> Position:
    """Julie has attacked and nobody stands in the way."""
    return play(table(text, "attack", **{"stops": {STEVE: ()}, **more}), m.Attack(JULIE, 1))


def test_a_hit_and_the_next_time_card() -> None:
    entries, after = lines(hitting(times={STEVE: "past future future"}), m.MakeHit(JULIE))
    assert TimeCardLost(STEVE, "time-past") in effects(entries)
    assert Revealed("time-steve", "2", "typed", "time-future") in [entry.fact for entry in entries]
    assert (after.bonus_zone(STEVE), after.step, card(after, "yeti").sided) == ("future", "bonus", True)
    assert refused(after, m.MakeHit(JULIE)) == "CCG-COM-18"


def test_hits_in_a_chain() -> None:
    now = play(hitting(times={STEVE: "past past future future past"}), m.MakeHit(JULIE))
    assert (now.step, now.fight is not None and now.fight.again) == ("hit", True)
    stopped = play(now, END)
    assert (len(stopped.times[STEVE]), card(stopped, "yeti").sided) == (4, True)
    again = play(now, m.MakeHit(JULIE))
    assert (again.step, len(again.times[STEVE])) == ("bonus", 3)
    found, third = stood(again, m.MakeHit(JULIE))
    assert found
    assert third.step != "over"


def test_a_hit_may_be_answered_and_the_chain_goes_on() -> None:
    now = hitting(times={STEVE: "past past past"}, stops={}, hands={STEVE: "brain-transformer"})
    for left in (2, 1):
        waiting = play(now, m.MakeHit(JULIE))
        assert (waiting.window, refused(waiting, END)) == (Window("hit", (STEVE,)), "CCG-FLA-01")
        now = play(waiting, Passed(STEVE))
        assert (len(now.times[STEVE]), now.step) == (left, "hit")


def test_case_42_the_last_time_card() -> None:
    """CCG-42, CCG-WIN-01, CCG-TIM-03, CCG-OBJ-03."""
    entries, after = lines(hitting(times={STEVE: "past", JULIE: "past"}), m.MakeHit(JULIE))
    assert effects(entries)[-1] == fx.GameEnded((JULIE,), "time cards")
    outcome = GAME.rules.status(after).outcome
    assert outcome is not None
    assert (outcome.winners, after.times[STEVE]) == ((JULIE,), ())


def test_a_hit_that_is_prevented() -> None:
    entries, after = lines(hitting(shields={STEVE: 1}, times={STEVE: "past past"}), m.MakeHit(JULIE))
    assert HitPrevented(STEVE) in effects(entries)
    assert (after.times[STEVE], after.shields[STEVE], after.step) == (("time-past", "time-past"), 0, "bonus")


def test_a_hit_on_time_cards_nobody_knows() -> None:
    now = hitting().replace(times={STEVE: ("time-past", "?", "?"), JULIE: ("?",)})
    _, after = stood(now, m.MakeHit(JULIE))
    assert (after.times[STEVE], after.step) == (("?", "?"), "hit")


def total(now: Position) -> int:
    """All cards on the table, wherever they are."""
    rows = (now.hands, now.decks, now.times, now.lost, now.discards)
    return len(now.play) + sum(len(row) for rows_of in rows for row in rows_of.values())


def test_nonsense_is_recorded_without_harm() -> None:
    steps = ("stand", "zone", "draw", "play", "attack", "name", "fight", "hit", "bonus")
    for step in steps:
        now = table(f"{HERE}, steve present yeti sided", step, hands={JULIE: "yeti", STEVE: "yeti"})
        for seat in SEATS:
            for move in (
                m.StandCards(seat), m.ChooseZone(seat, "past"), m.DrawCard(seat), m.PlayCard(seat, "yeti"),
                m.DrawBonus(seat), m.EndTurn(seat),
            ):  # fmt: skip
                found, after = stood(now, move)
                assert total(after) == total(now)
                assert seat == JULIE or (found and after == now)
    over = table("", step="over", how="time cards", winners=(JULIE,))
    for move in (STAND, m.ChooseZone(JULIE, "past"), DRAW, END, BONUS):
        found, after = stood(over, move)
        assert (found, after.winners) == (["CCG-WIN-01"], (JULIE,))
        assert total(after) == total(over)
