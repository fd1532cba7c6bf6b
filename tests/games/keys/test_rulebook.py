"""Numbered cases of the rule checklist that the recorded sessions and cases do not prove."""

import pytest
from keys_board import board, lines, play
from table_play import chances, effects

from events.errors import IllegalMoveError
from events.facts import Move, Passed, Shuffled
from projections.games.keys import facts as e
from projections.games.keys.game import GAME
from projections.games.keys.options import Options
from projections.games.keys.state.position import KeyBonus, Position


def refused(position: Position, move: Move) -> str:
    """The rule that refuses a move."""
    with pytest.raises(IllegalMoveError) as caught:
        play(position, move)
    return caught.value.rule


TUNNEL = board(open_doors="c3 d2", tunnels=(("c3", "d2"),), pawns={"nine": "c3"})


def test_t_key_01_a_tunnel_joins_the_two_doors_of_the_printed_example() -> None:
    entries, now = lines(TUNNEL, e.MovePawn("nine", "d2"))
    assert now.pawns["nine"] == "d2"
    assert [entry.rule for entry in entries if isinstance(entry.fact, e.PawnMoved)] == ["KEY-CTU-01"]


def test_t_key_02_both_ends_of_a_tunnel_must_be_open() -> None:
    shut = board(
        "play", open_doors="c3", tunnels=(("c3", "d2"),), pawns={"nine": "c3"}, hands={"nine": "key-green sonic"}
    )
    assert refused(shut.replace(step="move"), e.MovePawn("nine", "d2")) == "KEY-TCL-01"
    opened = play(shut, e.PlayKey("nine", "green", "d2", "open"))
    assert play(opened, e.MovePawn("nine", "d2")).pawns["nine"] == "d2"


TELEPORT = board(kinds={"f6": "teleport"}, open_doors="f5 c4 e4 d3 d5", pawns={"nine": "f5"})


def test_t_key_14_unless_the_table_lets_it_stay_on_the_teleport() -> None:
    busy = TELEPORT.replace(pawns={"nine": "f5", "ten": "d4"}, options=Options(teleport_busy="stay"))
    assert play(busy, e.MovePawn("nine", "f6")).pawns["nine"] == "f6"


KEY_TILE = board(kinds={"b3": "key"}, open_doors="b2 b4", pawns={"nine": "b2", "ten": "b4"})


def test_t_key_16_the_key_bonus_is_used_once_by_each_player() -> None:
    entries, landed = lines(KEY_TILE, e.MovePawn("nine", "b3"))
    assert effects(entries) == [e.PawnMoved("nine", "b3"), e.BonusOffered("nine", "b3")]
    assert (landed.step, landed.player) == ("bonus", "nine")
    assert refused(landed, e.MovePawn("nine", "b2")) == "KEY-TKE-06"
    used = play(landed, e.UseKey("nine", "g7", "open"))
    assert used.tiles["g7"].open
    assert (used.player, used.pawns["nine"]) == ("ten", "b3")
    back = play(used.replace(player="nine", step="move", pawns={**used.pawns, "nine": "b2"}), e.MovePawn("nine", "b3"))
    assert (back.player, back.stack) == ("ten", ())
    other = used.replace(step="move", pawns={"nine": "b2", "ten": "b4"})
    assert play(other, e.MovePawn("ten", "b3")).stack == (KeyBonus("ten", "b3"),)


def test_t_key_16_a_declined_bonus_is_not_spent() -> None:
    declined = play(KEY_TILE, e.MovePawn("nine", "b3"), Passed("nine"))
    assert (declined.player, declined.used) == ("ten", ())
    again = declined.replace(player="nine", step="move", pawns={**declined.pawns, "nine": "b2"})
    assert play(again, e.MovePawn("nine", "b3")).step == "bonus"


def test_t_key_19_turning_up_an_extra_turn_earns_nothing() -> None:
    start = board("play", kinds={"e2": "closed extra"}, hands={"nine": "key-blue"})
    opened = play(start, e.PlayKey("nine", "blue", "e2", "open"), e.Stay("nine"))
    assert (opened.player, opened.earned) == ("ten", ())


def test_t_key_19_landing_on_it_earns_a_full_turn_once() -> None:
    start = board(kinds={"e2": "extra"}, open_doors="e1", pawns={"nine": "e1"})
    entries, bonus = lines(start, e.MovePawn("nine", "e2"))
    assert effects(entries)[1:] == [e.ExtraTurnEarned("nine", "e2"), e.TurnBegan("nine", 6, 3, bonus=True)]
    assert (bonus.player, bonus.step, bonus.stack) == ("nine", "draw", ())
    again = play(bonus.replace(step="move", pawns={**bonus.pawns, "nine": "e1"}), e.MovePawn("nine", "e2"))
    assert again.player == "ten"


def test_t_key_20_a_pandorica_holds_for_two_turns_of_its_victim() -> None:
    now = board(
        "play", seats="nine ten twelve", open_doors="c3 c4", pawns={"ten": "c4"}, hands={"nine": "pandorica sonic"},
        options=Options(discard_unused="always"),
    )  # fmt: skip
    now = play(now, e.PlayPandorica("nine", "ten"), e.Stay("nine"))
    assert now.held == {"ten": 2}
    for left in ([e.HoldCounted("ten", 1)], [e.PawnReleased("ten")]):
        now = play(_until(now, "ten"), e.DrawCard("ten"), e.Discard("ten", "sonic"))
        assert refused(now, e.MovePawn("ten", "c3")) == "KEY-CPA-02"
        entries, now = lines(now, e.Stay("ten"))
        assert effects(entries)[:1] == left
    assert now.held == {}
    assert "pandorica" in now.discards
    now = play(_until(now, "ten"), e.DrawCard("ten"), e.Discard("ten", "sonic"), e.MovePawn("ten", "c3"))
    assert now.pawns["ten"] == "c3"


def _until(position: Position, seat: str) -> Position:
    """Let everybody draw, throw a card away and stay until it is a seat's turn."""
    while position.player != seat:
        name = position.player
        position = play(position, e.DrawCard(name), e.Discard(name, "sonic"), e.Stay(name))
    return position


ASSAULT = board(
    "play", kinds={"c2": "dalek"}, open_doors="c3 d3 b3", hands={"nine": "cyberman"}, seats="nine ten eleven",
    pawns={"ten": "c3", "eleven": "b3"},
)  # fmt: skip


def test_t_key_22_a_cyberman_moves_a_pawn_only_where_it_could_go() -> None:
    legal = {
        move.to
        for move in GAME.rules.legal(ASSAULT, "nine")
        if isinstance(move, e.PlayCyberman) and move.victim == "ten"
    }
    assert legal == {"d3"}
    assert refused(ASSAULT, e.PlayCyberman("nine", "ten", "c4")) == "KEY-CCY-03"
    assert refused(ASSAULT, e.PlayCyberman("nine", "ten", "c2")) == "KEY-CCY-03"
    assert refused(ASSAULT, e.PlayCyberman("nine", "ten", "b3")) == "KEY-CCY-04"
    entries, now = lines(ASSAULT, e.PlayCyberman("nine", "ten", "d3"))
    assert effects(entries) == [e.CardPlayed("nine", "cyberman"), e.PawnMoved("ten", "d3")]
    assert now.discards == ("cyberman",)


@pytest.mark.parametrize(("kind", "seen"), [("extra", "earned"), ("key", "used")])
def test_t_key_23_a_cyberman_brings_no_bonus(kind: str, seen: str) -> None:
    start = board("play", kinds={"d3": kind}, open_doors="c3", hands={"nine": "cyberman"}, pawns={"ten": "c3"})
    now = play(start, e.PlayCyberman("nine", "ten", "d3"))
    assert (now.stack, getattr(now, seen), now.step) == ((), (), "move")
    later = now.replace(player="ten", pawns={**now.pawns, "ten": "c3"})
    assert play(later, e.MovePawn("ten", "d3")).player == "ten"


@pytest.mark.parametrize(("option", "winner"), [("win", "ten"), ("no_win", "")])
def test_t_key_25_a_pawn_carried_to_its_goal(option: str, winner: str) -> None:
    start = board("play", open_doors="c1 c2", pawns={"ten": "c2"}, hands={"nine": "cyberman"})
    start = start.replace(options=Options(cyberman_goal="no_win" if option == "no_win" else "win"))
    assert play(start, e.PlayCyberman("nine", "ten", "c1")).winner == winner


def test_t_key_29_a_card_with_a_target_is_not_thrown_away() -> None:
    start = board("play", kinds={"c2": "dalek"}, hands={"nine": "cookie"})
    assert refused(start, e.Discard("nine", "cookie")) == "KEY-TRN-04"
    loose = start.replace(options=Options(discard_unused="always"))
    assert play(loose, e.Discard("nine", "cookie")).discards == ("cookie",)


def test_t_key_28_the_discards_become_the_draw_pile() -> None:
    start = board("draw", draw=(), discards=("sonic",) * 4 + ("barrier",) * 6)
    entries, now = lines(start, e.DrawCard("nine"))
    assert effects(entries) == [e.DrawPileRenewed(10)]
    shuffled = [fact for fact in chances(entries) if isinstance(fact, Shuffled)]
    assert [(fact.pile, len(fact.order)) for fact in shuffled] == [("draw", 10)]
    assert (len(now.draw), now.discards, len(now.hands["nine"])) == (9, (), 4)


def test_t_key_31_tunnels_cross_but_do_not_lie_double() -> None:
    start = board("play", tunnels=(("c3", "d2"),), hands={"nine": "tunnel"})
    assert play(start, e.PlayTunnel("nine", "d3", "c2")).tunnels == (("c3", "d2"), ("c2", "d3"))
    assert refused(start, e.PlayTunnel("nine", "d2", "c3")) == "KEY-CTU-02"


def test_t_key_32_a_barrier_under_a_pawn_lets_it_off_but_not_back() -> None:
    start = board("play", open_doors="c2 c3", pawns={"nine": "c3"}, hands={"nine": "barrier"})
    off = play(start, e.PlayBarrier("nine", "c3"), e.MovePawn("nine", "c2"))
    assert refused(off.replace(player="nine", step="move"), e.MovePawn("nine", "c3")) == "KEY-CBA-01"
