"""Rules of Keys to the TARDIS in play, and recorded moves against them."""

import pytest
from keys_board import board, lines, play, rule_against, stood
from table_play import chances, effects

from events.errors import UnplayableError
from events.events import UNKNOWN, Effect, Move, Passed, Shuffled
from projections.draft import DeclaredResults, run
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.game import GAME
from projections.games.keys.options import Options
from projections.games.keys.rules.invariants import cards_of
from projections.games.keys.rules.movement import moving_conflicts
from projections.games.keys.state.position import KeyBonus, Position
from replay.chance.random_source import NoChance, SeededChance


def test_a_pawn_moves_through_a_tunnel_and_can_stay_on_a_teleport() -> None:
    start = board(open_doors="c3 d2", tunnels=(("c3", "d2"),), pawns={"nine": "c3"})
    entries, now = lines(start, m.MovePawn("nine", "d2"))
    assert now.pawns["nine"] == "d2"
    assert [entry.rule for entry in entries if isinstance(entry.event, f.PawnMoved)] == ["KEY-CTU-01"]
    shut = board(
        "play", open_doors="c3", tunnels=(("c3", "d2"),), pawns={"nine": "c3"}, hands={"nine": "key-green sonic"}
    )
    assert rule_against(shut.replace(step="move"), m.MovePawn("nine", "d2")) == "KEY-TCL-01"
    assert play(shut, m.PlayKey("nine", "green", "d2", "open"), m.MovePawn("nine", "d2")).pawns["nine"] == "d2"
    busy = board(kinds={"f6": "teleport"}, open_doors="f5 c4 e4 d3 d5", pawns={"nine": "f5", "ten": "d4"},
                 options=Options(teleport_busy="stay"))  # fmt: skip
    assert play(busy, m.MovePawn("nine", "f6")).pawns["nine"] == "f6"


def test_a_pawn_does_not_occupy_a_tile_against_itself() -> None:
    position = board(open_doors="b1 b2", pawns={"nine": "b2"})
    found = [conflict.rule for conflict in moving_conflicts(position, m.MovePawn("nine", "b2", "b1"))]
    assert found
    assert "KEY-MOV-05" not in found


KEY_TILE = board(kinds={"b3": "key"}, open_doors="b2 b4", pawns={"nine": "b2", "ten": "b4"})


def test_each_player_uses_a_key_bonus_once() -> None:
    entries, landed = lines(KEY_TILE, m.MovePawn("nine", "b3"))
    assert effects(entries) == [f.PawnMoved("nine", "b3"), f.BonusOffered("nine", "b3")]
    assert (landed.step, landed.player) == ("bonus", "nine")
    assert rule_against(landed, m.MovePawn("nine", "b2")) == "KEY-TKE-06"
    used = play(landed, m.UseKey("nine", "g7", "open"))
    assert used.tiles["g7"].open
    assert (used.player, used.pawns["nine"]) == ("ten", "b3")
    back = play(used.replace(player="nine", step="move", pawns={**used.pawns, "nine": "b2"}), m.MovePawn("nine", "b3"))
    assert (back.player, back.stack) == ("ten", ())
    other = used.replace(step="move", pawns={"nine": "b2", "ten": "b4"})
    assert play(other, m.MovePawn("ten", "b3")).stack == (KeyBonus("ten", "b3"),)
    declined = play(KEY_TILE, m.MovePawn("nine", "b3"), Passed("nine"))
    assert (declined.player, declined.used) == ("ten", ())
    again = declined.replace(player="nine", step="move", pawns={**declined.pawns, "nine": "b2"})
    assert play(again, m.MovePawn("nine", "b3")).step == "bonus"


def test_an_extra_turn_is_earned_once_by_landing() -> None:
    start = board("play", kinds={"e2": "closed extra"}, hands={"nine": "key-blue"})
    opened = play(start, m.PlayKey("nine", "blue", "e2", "open"), m.Stay("nine"))
    assert (opened.player, opened.earned) == ("ten", ())
    start = board(kinds={"e2": "extra"}, open_doors="e1", pawns={"nine": "e1"})
    entries, bonus = lines(start, m.MovePawn("nine", "e2"))
    assert effects(entries)[1:] == [f.ExtraTurnEarned("nine", "e2"), f.TurnBegan("nine", 6, 3, bonus=True)]
    assert (bonus.player, bonus.step, bonus.stack) == ("nine", "draw", ())
    again = play(bonus.replace(step="move", pawns={**bonus.pawns, "nine": "e1"}), m.MovePawn("nine", "e2"))
    assert again.player == "ten"


def test_a_pandorica_holds_for_two_turns_of_its_victim() -> None:
    now = board(
        "play", seats="nine ten twelve", open_doors="c3 c4", pawns={"ten": "c4"}, hands={"nine": "pandorica sonic"},
        options=Options(discard_unused="always"),
    )  # fmt: skip
    now = play(now, m.PlayPandorica("nine", "ten"), m.Stay("nine"))
    assert now.held == {"ten": 2}
    for left in ([f.HoldCounted("ten", 1)], [f.PawnReleased("ten")]):
        now = play(_until(now, "ten"), m.DrawCard("ten"), m.Discard("ten", "sonic"))
        assert rule_against(now, m.MovePawn("ten", "c3")) == "KEY-CPA-02"
        entries, now = lines(now, m.Stay("ten"))
        assert effects(entries)[:1] == left
    assert now.held == {}
    assert "pandorica" in now.discards
    now = play(_until(now, "ten"), m.DrawCard("ten"), m.Discard("ten", "sonic"), m.MovePawn("ten", "c3"))
    assert now.pawns["ten"] == "c3"


def _until(position: Position, seat: str) -> Position:
    """Let each seat draw, discard a card and stay until it is the turn of `seat`."""
    while position.player != seat:
        name = position.player
        position = play(position, m.DrawCard(name), m.Discard(name, "sonic"), m.Stay(name))
    return position


ASSAULT = board(
    "play", kinds={"c2": "dalek"}, open_doors="c3 d3 b3", hands={"nine": "cyberman"}, seats="nine ten eleven",
    pawns={"ten": "c3", "eleven": "b3"},
)  # fmt: skip


def test_a_cyberman_moves_a_pawn_only_to_a_tile_it_could_enter() -> None:
    assaults = [move for move in GAME.rules.legal(ASSAULT, "nine") if isinstance(move, m.PlayCyberman)]
    legal = {move.to for move in assaults if move.victim == "ten"}
    assert legal == {"d3"}
    assert rule_against(ASSAULT, m.PlayCyberman("nine", "ten", "c4")) == "KEY-CCY-03"
    assert rule_against(ASSAULT, m.PlayCyberman("nine", "ten", "c2")) == "KEY-CCY-03"
    assert rule_against(ASSAULT, m.PlayCyberman("nine", "ten", "b3")) == "KEY-CCY-04"
    entries, now = lines(ASSAULT, m.PlayCyberman("nine", "ten", "d3"))
    assert effects(entries) == [f.CardPlayed("nine", "cyberman"), f.PawnMoved("ten", "d3")]
    assert now.discards == ("cyberman",)


@pytest.mark.parametrize(("kind", "seen"), [("extra", "earned"), ("key", "used")])
def test_a_cyberman_brings_no_bonus(kind: str, seen: str) -> None:
    start = board("play", kinds={"d3": kind}, open_doors="c3", hands={"nine": "cyberman"}, pawns={"ten": "c3"})
    now = play(start, m.PlayCyberman("nine", "ten", "d3"))
    assert (now.stack, getattr(now, seen), now.step) == ((), (), "move")
    assert play(now.replace(player="ten", pawns={**now.pawns, "ten": "c3"}), m.MovePawn("ten", "d3")).player == "ten"


@pytest.mark.parametrize(("option", "winner"), [("win", "ten"), ("no_win", "")])
def test_an_option_decides_if_a_pawn_that_a_cyberman_moved_to_its_goal_wins(option: str, winner: str) -> None:
    start = board("play", open_doors="c1 c2", pawns={"ten": "c2"}, hands={"nine": "cyberman"})
    start = start.replace(options=Options(cyberman_goal="no_win" if option == "no_win" else "win"))
    assert play(start, m.PlayCyberman("nine", "ten", "c1")).winner == winner


@pytest.mark.parametrize(("cookies", "winner"), [("a7", "nine"), ("", "")])
def test_a_dalek_door_is_a_goal_only_with_a_jam_cookie(cookies: str, winner: str) -> None:
    """KEY-WIN-02 as read in B09 and B24."""
    start = board(kinds={"a7": "dalek"}, cookies=cookies, open_doors="a6", pawns={"nine": "a6"})
    assert stood(start, m.MovePawn("nine", "a7"))[1].winner == winner


def test_a_playable_card_cannot_be_discarded_and_an_empty_pile_is_renewed() -> None:
    start = board("play", kinds={"c2": "dalek"}, hands={"nine": "cookie"})
    assert rule_against(start, m.Discard("nine", "cookie")) == "KEY-TRN-04"
    loose = start.replace(options=Options(discard_unused="always"))
    assert play(loose, m.Discard("nine", "cookie")).discards == ("cookie",)
    entries, now = lines(board("draw", draw=(), discards=("sonic",) * 4 + ("barrier",) * 6), m.DrawCard("nine"))
    assert effects(entries) == [f.DrawPileRenewed(10)]
    shuffled = [event for event in chances(entries) if isinstance(event, Shuffled)]
    assert [(event.pile, len(event.order)) for event in shuffled] == [("draw", 10)]
    assert (len(now.draw), now.discards, len(now.hands["nine"])) == (9, (), 4)


def test_tunnels_cross_and_a_pawn_can_leave_its_barrier() -> None:
    start = board("play", tunnels=(("c3", "d2"),), hands={"nine": "tunnel"})
    assert play(start, m.PlayTunnel("nine", "d3", "c2")).tunnels == (("c3", "d2"), ("c2", "d3"))
    start = board("play", open_doors="c2 c3", pawns={"nine": "c3"}, hands={"nine": "barrier"})
    off = play(start, m.PlayBarrier("nine", "c3"), m.MovePawn("nine", "c2"))
    assert rule_against(off.replace(player="nine", step="move"), m.MovePawn("nine", "c3")) == "KEY-CBA-01"


PLAYING = board(
    "play", seats="nine ten eleven", kinds={"c2": "dalek", "e5": "open"}, open_doors="c3 c4 b3 d3", barriers="d3 f6",
    cookies="e5", pawns={"nine": "c3", "ten": "b3"}, held={"eleven": 2}, tunnels=(("f1", "g2"),),
    hands={"nine": "key-blue key-red sonic barrier tunnel cookie pandorica cyberman"},
)  # fmt: skip


@pytest.mark.parametrize(("move", "rule"), [
    (m.PlayKey("nine", "blue", "a1", "close"), "KEY-CKE-01"), (m.PlayKey("nine", "blue", "d4", "close"), "KEY-CKE-01"),
    (m.PlaySonic("nine", "d4", "open"), "KEY-CSO-01"), (m.PlayTunnel("nine", "g2", "f1"), "KEY-CTU-02"),
    (m.PlayCookie("nine", "a1"), "KEY-CJC-01"), (m.PlayCookie("nine", "e5"), "KEY-CJC-01"),
    (m.PlayPandorica("nine", "eleven"), "KEY-CPA-01"), (m.PlayCyberman("nine", "ten", "out"), "KEY-CCY-03"),
    (m.PlayCyberman("nine", "eleven", "a1"), "KEY-CCY-01"),
    (m.PlayCyberman("nine", "ten", "e5"), "KEY-CCY-01"), (m.PlayCyberman("nine", "ten", "b4"), "KEY-CCY-03"),
])  # fmt: skip
def test_a_wrong_play_is_one_finding(move: Move, rule: str) -> None:
    found, now = stood(PLAYING, move)
    assert found == [rule]
    assert len(cards_of(now)) == len(cards_of(PLAYING)), "no card comes or goes by a mistake"
    assert len(now.hands["nine"]) == 7
    assert (now.player, now.step) == ("nine", "move")


def test_reports_cards_that_could_not_be_played() -> None:
    found, now = stood(board("play", hands={"nine": "key-red key-red sonic sonic"}), m.PlayBarrier("nine", "a1"))
    assert found == ["KEY-TRN-03"]
    assert now.hands["nine"] == (UNKNOWN,) * 3, "what was believed of this hand was wrong"
    assert stood(board("play", hands={"nine": "? ? ? ?"}), m.PlayBarrier("nine", "a1"))[0] == ["KEY-TRN-03?"]
    barred = board("play", kinds={"c2": "dalek"}, barriers="c2", hands={"nine": "cookie"})
    assert stood(barred, m.PlayCookie("nine", "c2"))[0] == ["KEY-CBA-04"]
    held = board("play", open_doors="b3 b4", pawns={"ten": "b3"}, held={"ten": 1}, hands={"nine": "cyberman"})
    found, now = stood(held, m.PlayCyberman("nine", "ten", "b4"))
    assert (found, now.held, now.discards) == (["KEY-CPA-02"], {}, ("cyberman", "pandorica"))


def test_a_missed_draw_is_recorded_and_made_good() -> None:
    start = board("draw", open_doors="c1", hands={"nine": "key-blue sonic sonic"})
    found, now = stood(start, m.PlayKey("nine", "blue", "a1", "open"), m.MovePawn("nine", "a1"), m.DrawCard("ten"))
    assert found == ["KEY-TRN-02"]
    assert (len(now.hands["nine"]), now.player, now.step) == (2, "ten", "play")
    start = board("draw", hands={"nine": "key-blue sonic sonic"})
    found, now = stood(
        start, m.PlayKey("nine", "blue", "a1", "open"), m.DrawCard("nine"), m.Stay("nine"), m.DrawCard("ten")
    )
    assert found == ["KEY-TRN-02"]
    assert (len(now.hands["nine"]), now.player, now.step) == (3, "ten", "play")


def test_a_missed_play_is_recorded_and_made_good() -> None:
    start = board("play", open_doors="a1", hands={"nine": "key-blue sonic sonic sonic"})
    found, now = stood(start, m.MovePawn("nine", "a1"))
    assert (found, now.player, now.missed) == (["KEY-TRN-03"], "ten", (("nine", "play"),))
    assert GAME.rules.status(now).awaited == ("ten", "nine")
    found, later = stood(now, m.PlayKey("nine", "blue", "a2", "open"), m.DrawCard("ten"))
    assert (found, len(later.hands["nine"]), later.player, later.step) == ([], 3, "ten", "play")
    found, lost = stood(now, m.DrawCard("ten"), m.PlayKey("nine", "blue", "a2", "open"))
    assert found == ["KEY-TRN-06"], "by now it is too late"
    assert (lost.player, lost.step) == ("ten", "play")
    _, now = stood(start, m.MovePawn("nine", "a1"))
    assert [move for move in GAME.rules.legal(now, "nine") if isinstance(move, m.PlayKey | m.PlaySonic)]
    assert not any(isinstance(move, m.MovePawn | m.DrawCard) for move in GAME.rules.legal(now, "nine"))
    start = board("play", hands={"nine": "sonic sonic sonic sonic"})
    found, now = stood(start, m.DrawCard("ten"), m.PlaySonic("ten", "a1", "open"))
    assert (found, now.player, now.step, now.turn) == (["KEY-TRN-03"], "ten", "move", 6)


def test_reports_repeated_steps_and_turns_out_of_order() -> None:
    played = board("move", open_doors="a1 b1")
    assert stood(played, m.DrawCard("nine"))[0] == ["KEY-TRN-02"]
    found, now = stood(played, m.MovePawn("nine", "a1"), m.MovePawn("nine", "b1"))
    assert (found, now.player, now.step) == (["KEY-TRN-06"], "ten", "draw")
    found, now = stood(played, m.PlaySonic("nine", "a2", "open"), m.MovePawn("nine", "a1"))
    assert (found, now.player) == (["KEY-TRN-03"], "ten")
    start = board("draw", seats="nine ten twelve")
    found, now = stood(start, m.DrawCard("ten"), m.PlaySonic("ten", "a1", "open"), m.Stay("ten"), m.DrawCard("nine"))
    assert found == ["KEY-TRN-06"], "clockwise from the seat that took the turn: nine, twelve, ten"
    found, now = stood(start, m.DrawCard("ten"), m.PlaySonic("ten", "a1", "open"), m.Stay("ten"), m.DrawCard("twelve"))
    assert found == ["KEY-TRN-06"] * 2
    found, now = stood(start, m.PlaySonic("ten", "a1", "open"))
    assert (found, now.player, now.step) == (["KEY-TRN-06"], "nine", "draw")
    found, now = stood(board("draw", held={"nine": 2}), m.DrawCard("ten"))
    assert (found, now.held) == (["KEY-TRN-06"], {"nine": 1})


def test_a_key_bonus_used_twice_is_one_finding() -> None:
    start = board(kinds={"b3": "key"}, open_doors="b2", pawns={"nine": "b2"}, used=(("nine", "b3"),))
    found, now = stood(start, m.MovePawn("nine", "b3"), m.UseKey("nine", "g7", "open"), m.DrawCard("ten"))
    assert found == ["KEY-TKE-04"]
    assert (now.tiles["g7"].open, now.used, now.player, now.step) == (True, (("nine", "b3"),), "ten", "play")
    stated = DeclaredResults([f.BonusOffered("nine", "b3")])
    draft = run(GAME.rules, start, m.MovePawn("nine", "b3"), SeededChance(1), strict=False, stated=stated)
    assert ([conflict.rule for conflict in draft.broken_rules], draft.divergences) == (["KEY-TKE-04"], [])
    found, now = stood(draft.now, m.UseKey("nine", "g7", "open"), m.DrawCard("ten"))
    assert (found, now.stack, now.step) == ([], (), "play")


@pytest.mark.parametrize(("kind", "spent", "stated", "rule"), [
    ("extra", "b3", f.ExtraTurnEarned("nine", "b3"), "KEY-TEX-04"),
    ("open", "a1", f.ExtraTurnEarned("nine", "b3"), "KEY-TEX-01"),
    ("extra", "a1", f.BonusOffered("nine", "b3"), "KEY-TKE-01"),
    ("closed key", "a1", f.BonusOffered("nine", "b3"), "KEY-TKE-01"),
])  # fmt: skip
def test_reports_a_bonus_taken_without_a_right_to_it(kind: str, spent: str, stated: Effect, rule: str) -> None:
    start = board(kinds={"b3": kind}, open_doors="b2", pawns={"nine": "b2"}, earned=(("nine", spent),))
    draft = run(
        GAME.rules, start, m.MovePawn("nine", "b3"), SeededChance(1), strict=False, stated=DeclaredResults([stated])
    )
    found = [conflict.rule for conflict in draft.broken_rules if conflict.rule != "KEY-TCL-01"]
    assert (found, draft.divergences, draft.now.player) == ([rule], [], "nine")
    turn = (m.UseKey("nine", "g7", "open"),) if isinstance(stated, f.BonusOffered) else (m.DrawCard("nine"),)
    assert stood(draft.now, *turn)[0] == []


def test_a_bonus_declared_or_denied_wrongly_is_one_finding() -> None:
    start = board(kinds={"b3": "teleport", "b7": "key"}, open_doors="b2 b6", pawns={"nine": "b2"})
    for pawn, to in (("b2", "b3"), ("b6", "b7")):
        stated = DeclaredResults([f.BonusOffered("nine", to)])
        draft = run(
            GAME.rules, start.replace(pawns={"nine": pawn}), m.MovePawn("nine", to), SeededChance(1), strict=False,
            stated=stated,
        )  # fmt: skip
        assert (draft.broken_rules, [one.rule for one in draft.divergences]) == ([], ["KEY-TKE-01"])
    start = board(kinds={"b3": "key", "b1": "extra"}, open_doors="b2", pawns={"nine": "b2"})
    for to, kind, rule in (("b3", f.BonusOffered, "KEY-TKE-01"), ("b1", f.ExtraTurnEarned, "KEY-TEX-01")):
        draft = run(
            GAME.rules,
            start,
            m.MovePawn("nine", to),
            SeededChance(1),
            strict=False,
            stated=DeclaredResults(absent=[kind]),
        )
        assert [divergence.rule for divergence in draft.divergences] == [rule]
        assert (draft.now.player, draft.now.step) == ("ten", "draw")


def test_reports_a_bonus_that_was_not_offered() -> None:
    start = board("draw", kinds={"b3": "key"}, pawns={"nine": "b3", "ten": "out"}, player="ten")
    found, now = stood(start, m.UseKey("nine", "g7", "open"))
    assert (found, now.used, now.step) == (["KEY-TKE-01"], (("nine", "b3"),), "draw")
    assert stood(start, Passed("nine"))[0] == ["KEY-TKE-01"]
    away = start.replace(pawns={"nine": "out", "ten": "out"})
    assert stood(away, m.UseKey("nine", "g7", "open"))[0] == ["KEY-TKE-01"]
    landed = board("bonus", kinds={"b3": "key"}, open_doors="b4", pawns={"nine": "b3"})
    found, now = stood(landed.replace(stack=(KeyBonus("nine", "b3"),)), m.MovePawn("nine", "b4"))
    assert (found, now.pawns["nine"], now.player) == (["KEY-TKE-06"], "b4", "nine")


def test_a_wrong_move_out_of_a_pandorica_counts_as_a_turn() -> None:
    start = board(open_doors="c3 c4", pawns={"nine": "c4"}, held={"nine": 1})
    draft = run(GAME.rules, start, m.MovePawn("nine", "c3"), SeededChance(1), strict=False)
    effects = [(type(entry.event), entry.rule) for entry in draft.entries[2:]]
    assert effects == [(f.PawnReleased, "KEY-CPA-04"), (f.TurnBegan, "KEY-TRN-06")]
    assert draft.now.pawns["nine"] == "c3"


def test_records_wrong_moves_and_moves_after_the_end() -> None:
    assert stood(board(open_doors="c3", pawns={"nine": "out", "ten": "out"}), m.LeaveGrid("nine"))[0] == ["KEY-MOV-08"]
    teleport = board(kinds={"c4": "teleport"}, open_doors="c3", pawns={"nine": "c3", "ten": "d4"})
    found, now = stood(teleport, m.MovePawn("nine", "c4"))
    assert (found, now.pawns["nine"]) == (["KEY-MOV-05"], "d4"), "it was sent on all the same"
    found, now = stood(board(open_doors="a6", pawns={"nine": "a6"}), m.MovePawn("nine", "a7"))
    assert (found, now.winner, now.player) == (["KEY-TCL-01"], "", "ten")
    over = board("over", winner="nine", open_doors="a7", pawns={"nine": "a7"})
    for move in (
        m.DrawCard("ten"), m.PlaySonic("ten", "b1", "open"), m.Stay("ten"), m.MovePawn("nine", "b7"), Passed("nine"),
    ):  # fmt: skip
        found, now = stood(over, move)
        assert (found[:1], now.winner, now.is_over) == (["KEY-WIN-01"], "nine", False)
    found, now = stood(over, m.DrawCard("ten"))
    assert (found, now.player, now.step) == (["KEY-WIN-01"], "ten", "play")


def unknown_door(cookies: str = "") -> Position:
    return board(kinds={"c3": UNKNOWN}, open_doors="c2", pawns={"nine": "c2"}, cookies=cookies)


def test_moves_through_unknown_doors_are_unverified() -> None:
    assert stood(unknown_door(), m.MovePawn("nine", "c3"))[0] == ["KEY-TDA-01?"]
    assert m.MovePawn("nine", "c3") not in set(GAME.rules.legal(unknown_door(), "nine"))
    draft = run(GAME.rules, unknown_door(), m.MovePawn("nine", "c3"), NoChance(), strict=False)
    assert draft.unchecked == "this log does not show the kind of c3"
    assert (draft.now.pawns["nine"], draft.now.player) == ("c3", "ten")
    stated = DeclaredResults([f.BonusOffered("nine", "c3")])
    draft = run(GAME.rules, unknown_door(), m.MovePawn("nine", "c3"), NoChance(), strict=False, stated=stated)
    assert draft.divergences == []
    assert (draft.now.step, draft.now.stack) == ("bonus", (KeyBonus("nine", "c3"),))
    found, now = stood(draft.now, m.UseKey("nine", "g7", "open"), m.DrawCard("ten"))
    assert (found, now.used) == ([], (("nine", "c3"),))
    start = board(
        "play", kinds={"c3": UNKNOWN}, open_doors="c2", pawns={"ten": "c2"}, hands={"nine": "cookie cyberman"}
    )
    assert stood(start, m.PlayCookie("nine", "c3"))[0] == ["KEY-CJC-01?"]
    assert stood(start, m.PlayCyberman("nine", "ten", "c3"))[0] == ["KEY-CCY-03?"]
    assert stood(start, m.Discard("nine", "cookie"))[0] == ["KEY-TRN-04?"]
    known = board("play", kinds={"c2": "dalek", "c3": UNKNOWN}, hands={"nine": "cookie"})
    assert stood(known, m.Discard("nine", "cookie"))[0] == ["KEY-TRN-04"], "a door that is known can take it"
    assert stood(unknown_door(cookies="c3"), m.MovePawn("nine", "c3"))[0] == []


@pytest.mark.parametrize("move", [
    m.DrawCard("river"), m.MovePawn("nine", "h9"), m.PlayKey("nine", "pink", "a1", "open"),
    m.PlaySonic("nine", "a1", "eat"), m.PlayTunnel("nine", "a1", "z1"), m.PlayPandorica("nine", "river"),
    m.PlayCyberman("nine", "ten", "moon"), m.Discard("nine", "joker"), m.UseKey("nine", "a1", "lift"),
    m.PlayBarrier("nine", ""), m.PlayCookie("nine", "out"),
])  # fmt: skip
def test_refuses_things_that_are_not_on_the_board(move: Move) -> None:
    with pytest.raises(UnplayableError):
        stood(PLAYING, move)
