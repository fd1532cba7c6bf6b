"""The card game, a turn: its frame, the bonus card, Normalise, Hits."""

from ccg_tables import JULIE, SEATS, STEVE, begun, card, cards_with, lines, play, refused, stood, table
from scripted_chance import ScriptedChance
from table_play import effects

from events.facts import Drawn, Passed
from projections.games.ccg.components.cards import Card
from projections.games.ccg.facts import effects as fx
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Change, Position

STAND, DRAW, BONUS, END = m.StandCards(JULIE), m.DrawCard(JULIE), m.DrawBonus(JULIE), m.EndTurn(JULIE)
HERE = "julie present watcher-present"


def test_combat_must_be_announced_in_every_turn() -> None:
    now = table(HERE)
    assert refused(now, END) == refused(now, BONUS) == "CCG-COM-01"
    entries, _ = GAME.play(now.replace(step="attack"), END, ScriptedChance())
    assert not any(isinstance(effect, fx.StepMissed) for effect in effects(entries))
    found, after = stood(now, END)
    assert (found, after.player) == (["CCG-COM-01"], STEVE)
    found, _ = stood(table("julie past zarbi sided", "stand"), END)
    assert found == ["CCG-PREP-01"]


def test_other_moves_wait_for_the_defender() -> None:
    """CCG-FLA-01, CCG-COM-20."""
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


def test_the_bonus_card_needs_the_bonus_zone_and_at_most_one_play() -> None:
    """CCG-EXR-01, CCG-EXR-02, CCG-BON-03."""
    now = table(HERE, "attack", bonus=True, decks={JULIE: "bok yeti"})
    for plays in (0, 1):
        entries, after = lines(now.replace(plays=plays), BONUS)
        kinds = [fx.StepReached, Drawn, fx.TurnEnded, fx.TurnBegan, fx.StepReached]
        assert [type(entry.fact) for entry in entries[1:]] == kinds
        assert after.hands[JULIE] == ("bok",)
    assert refused(now.replace(plays=2), BONUS) == "CCG-BON-02"
    assert refused(now.replace(plays=2, granted=1), BONUS) == ""
    assert refused(now.replace(bonus=False), BONUS) == "CCG-BON-01"
    assert play(now, END).hands[JULIE] == ()
    empty = table(HERE, "attack", bonus=True, decks={JULIE: ""})
    assert refused(empty, BONUS) == "CCG-BON-01"
    found, after = stood(empty, BONUS)
    assert (found, after.player, len(after.times[JULIE])) == (["CCG-BON-01"], STEVE, 3)
    found, after = stood(now.replace(plays=2), BONUS)
    assert (found, after.hands[JULIE], after.player) == (["CCG-BON-02"], ("bok",), STEVE)


def changed(now: Position, number: int, *changes: Change, **values: int) -> Position:
    play_ = tuple(
        lying.replace(changes=changes, supporters=(9,), kept="save", locked=True, **values)
        if lying.n == number else lying for lying in now.play
    )  # fmt: skip
    return now.replace(play=play_)


def test_the_end_of_a_turn_makes_values_normal() -> None:
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
    weak = cards_with(weak=Card(name="Weak", type="creature", zone="present"))
    now = table("steve present weak", "bonus", cards=weak, hands={STEVE: "brain-transformer"})
    now = changed(now, 1, Change("energy", 2, "brain-transformer"), energy=2)
    after = play(now, END)
    assert (after.play, after.discards[STEVE], after.player) == ((), ("weak",), STEVE)


def test_turns_follow_each_other_until_the_cap() -> None:
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
    now = table("", "bonus", options={"turn_cap": 7})
    entries, after = lines(now, END)
    assert effects(entries)[-1] == fx.GameEnded((), "turn cap")
    assert (after.step, after.winners) == ("over", ())
    assert play(table("", "bonus", options={"turn_cap": 8}), END).turn == 8


def total(now: Position) -> int:
    """All cards on the table, wherever they are."""
    rows = (now.hands, now.decks, now.times, now.lost, now.discards)
    return len(now.play) + sum(len(row) for rows_of in rows for row in rows_of.values())


def test_moves_at_the_wrong_time_change_no_total() -> None:
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
