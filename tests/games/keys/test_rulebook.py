"""The numbered cases of the rule checklist: each test id holds the id of its case."""

from collections import Counter

import pytest
from keys_board import board, chances, effects, lines, play

from events.errors import IllegalMoveError
from events.facts import Move, Passed, Revealed, Shuffled, Started
from projections.games.keys import facts as e
from projections.games.keys.game import GAME
from projections.games.keys.options import Options
from projections.games.keys.state.position import CARDS, DOORS, KINDS, TILES, KeyBonus, Position
from replay.chance.fate import SeededChance


def refused(position: Position, move: Move) -> str:
    """The rule that refuses a move."""
    with pytest.raises(IllegalMoveError) as caught:
        play(position, move)
    return caught.value.rule


def reach(position: Position, seat: str) -> set[str]:
    """Where a seat may move its pawn now."""
    return {move.to for move in GAME.rules.legal(position, seat) if isinstance(move, e.MovePawn)}


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


def test_t_key_05_a_new_game_of_four() -> None:
    _, now = GAME.begin(Started("keys", 1, ("nine", "ten", "eleven", "twelve")), SeededChance(5))
    assert {len(hand) for hand in now.hands.values()} == {3}
    assert len(now.draw) == 56
    assert sum(not tile.open for tile in now.tiles.values()) == 48
    assert now.tiles["d4"].kind == "control"
    assert set(now.pawns.values()) == {"out"}
    assert refused(now.replace(step="move", pawns={**now.pawns, now.player: "d3"}), e.MovePawn(now.player, "d4")) == (
        "KEY-TCO-01"
    )


def test_t_key_06_draw_play_and_move_in() -> None:
    start = board("draw", hands={"nine": "key-blue sonic sonic"})
    drawn = play(start, e.DrawCard("nine"))
    assert len(drawn.hands["nine"]) == 4
    entries, opened = lines(drawn, e.PlayKey("nine", "blue", "a1", "open"))
    assert chances(entries) == [Revealed("tiles", "a1", "typed", "blue-open")]
    assert effects(entries) == [e.CardPlayed("nine", "key-blue"), e.DoorOpened("a1")]
    inside = play(opened, e.MovePawn("nine", "a1"))
    assert inside.pawns["nine"] == "a1"
    assert len(inside.hands["nine"]) == 3
    assert inside.player == "ten"


def test_t_key_07_a_dalek_lets_nobody_in_without_a_jam_cookie() -> None:
    dalek = board("play", kinds={"a1": "dalek"}, hands={"nine": "cookie sonic sonic sonic"})
    assert refused(dalek.replace(step="move"), e.MovePawn("nine", "a1")) == "KEY-TDA-01"
    fed = play(dalek, e.PlayCookie("nine", "a1"))
    assert play(fed, e.MovePawn("nine", "a1")).pawns["nine"] == "a1"


def test_t_key_10_a_sonic_lifts_a_barrier_and_does_no_more() -> None:
    barred = board("play", barriers="c4", hands={"nine": "sonic"})
    entries, now = lines(barred, e.PlaySonic("nine", "c4", "lift"))
    assert effects(entries) == [e.CardPlayed("nine", "sonic"), e.BarrierLifted("c4")]
    assert now.discards == ("sonic", "barrier")
    assert not now.tiles["c4"].open


TELEPORT = board(kinds={"f6": "teleport"}, open_doors="f5 c4 e4 d3 d5", pawns={"nine": "f5"})


def test_t_key_13_a_teleport_leads_to_control_and_ends_the_turn() -> None:
    entries, now = lines(TELEPORT, e.MovePawn("nine", "f6"))
    assert effects(entries)[:2] == [e.PawnMoved("nine", "f6"), e.PawnTeleported("nine")]
    assert (now.pawns["nine"], now.player) == ("d4", "ten")
    assert reach(now.replace(player="nine", step="move"), "nine") == {"c4", "e4", "d3", "d5"}


def test_t_key_14_no_teleport_to_an_occupied_control() -> None:
    busy = TELEPORT.replace(pawns={"nine": "f5", "ten": "d4"})
    assert refused(busy, e.MovePawn("nine", "f6")) == "KEY-MOV-05"


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


@pytest.mark.parametrize(
    ("tile", "action", "rule"),
    [("b3", "close", "KEY-TKE-02"), ("b4", "close", "KEY-CSO-03"), ("c6", "open", "KEY-CBA-04")],
)
def test_t_key_17_what_the_key_bonus_cannot_touch(tile: str, action: str, rule: str) -> None:
    start = board(kinds={"b3": "key"}, open_doors="b2 b4", barriers="c6", pawns={"nine": "b2", "ten": "b4"})
    assert refused(play(start, e.MovePawn("nine", "b3")), e.UseKey("nine", tile, action)) == rule


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


def test_t_key_25_a_teleport_at_the_far_edge_wins_nothing() -> None:
    start = board(kinds={"c7": "teleport"}, open_doors="c6", pawns={"nine": "c6"})
    now = play(start, e.MovePawn("nine", "c7"))
    assert (now.pawns["nine"], now.winner) == ("d4", "")


@pytest.mark.parametrize("kind", ["open", "key", "extra", "dalek"])
def test_t_key_25_every_other_open_door_there_wins_at_once(kind: str) -> None:
    start = board(kinds={"c7": kind}, cookies="c7" * (kind == "dalek"), open_doors="c6", pawns={"nine": "c6"})
    entries, now = lines(start, e.MovePawn("nine", "c7"))
    assert effects(entries) == [e.PawnMoved("nine", "c7"), e.GameWon("nine", "c7")]
    status = GAME.rules.status(now)
    assert status.outcome is not None
    assert (status.outcome.winners, status.awaited, status.step) == (("nine",), (), "over")
    assert list(GAME.rules.legal(now, "ten")) == []
    assert refused(now, e.DrawCard("ten")) == "KEY-WIN-01"


@pytest.mark.parametrize(("option", "winner"), [("win", "ten"), ("no_win", "")])
def test_t_key_25_a_pawn_carried_to_its_goal(option: str, winner: str) -> None:
    start = board("play", open_doors="c1 c2", pawns={"ten": "c2"}, hands={"nine": "cyberman"})
    start = start.replace(options=Options(cyberman_goal="no_win" if option == "no_win" else "win"))
    assert play(start, e.PlayCyberman("nine", "ten", "c1")).winner == winner


def test_t_key_26_out_by_the_own_edge_and_in_by_another_door() -> None:
    start = board(open_doors="c1 f1", pawns={"nine": "c1"})
    out = play(start, e.LeaveGrid("nine"))
    assert (out.pawns["nine"], out.player) == ("out", "ten")
    assert play(out.replace(player="nine", step="move"), e.MovePawn("nine", "f1")).pawns["nine"] == "f1"


def test_t_key_28_the_discards_become_the_draw_pile() -> None:
    start = board("draw", draw=(), discards=("sonic",) * 4 + ("barrier",) * 6)
    entries, now = lines(start, e.DrawCard("nine"))
    assert effects(entries) == [e.DrawPileRenewed(10)]
    shuffled = [fact for fact in chances(entries) if isinstance(fact, Shuffled)]
    assert [(fact.pile, len(fact.order)) for fact in shuffled] == [("draw", 10)]
    assert (len(now.draw), now.discards, len(now.hands["nine"])) == (9, (), 4)


def test_t_key_29_cards_without_a_target_are_discarded() -> None:
    start = board("play", hands={"nine": "cookie cyberman cyberman cookie"})
    assert set(GAME.rules.legal(start, "nine")) == {e.Discard("nine", "cookie"), e.Discard("nine", "cyberman")}
    entries, now = lines(start, e.Discard("nine", "cookie"))
    assert effects(entries) == [e.CardPlayed("nine", "cookie")]
    assert now.discards == ("cookie",)


def test_t_key_29_a_card_with_a_target_is_not_thrown_away() -> None:
    start = board("play", kinds={"c2": "dalek"}, hands={"nine": "cookie"})
    assert refused(start, e.Discard("nine", "cookie")) == "KEY-TRN-04"
    loose = start.replace(options=Options(discard_unused="always"))
    assert play(loose, e.Discard("nine", "cookie")).discards == ("cookie",)


def test_t_key_31_tunnels_cross_but_do_not_lie_double() -> None:
    start = board("play", tunnels=(("c3", "d2"),), hands={"nine": "tunnel"})
    assert play(start, e.PlayTunnel("nine", "d3", "c2")).tunnels == (("c3", "d2"), ("c2", "d3"))
    assert refused(start, e.PlayTunnel("nine", "d2", "c3")) == "KEY-CTU-02"


def test_t_key_32_a_barrier_under_a_pawn_lets_it_off_but_not_back() -> None:
    start = board("play", open_doors="c2 c3", pawns={"nine": "c3"}, hands={"nine": "barrier"})
    off = play(start, e.PlayBarrier("nine", "c3"), e.MovePawn("nine", "c2"))
    assert refused(off.replace(player="nine", step="move"), e.MovePawn("nine", "c3")) == "KEY-CBA-01"


def test_t_key_34_counts() -> None:
    assert sum(CARDS.values()) == 68
    assert len(TILES) + 1 == len(DOORS) + 1 == 49
    assert Counter(item.partition("-")[2] for item in TILES) == {kind: 4 * count for kind, count in KINDS.items()}


def test_a_door_closed_again_keeps_the_kind_that_was_seen() -> None:
    start = board("play", kinds={"a2": "dalek"}, hands={"nine": "key-blue"})
    entries, now = lines(start, e.PlayKey("nine", "blue", "a2", "close"))
    assert effects(entries)[1:] == [e.DoorClosed("a2")]
    assert (now.tiles["a2"].open, now.tiles["a2"].kind) == (False, "dalek")
