"""Lines of Keys to the TARDIS: moves, seen cards, stated results, claims, and lines that do not read."""

import re

import msgspec
import pytest
from imported import record_text
from keys_board import NOTATION, OUTSIDE, TABLE, ask, board, read, refused
from places import DOCS, lines_on_pages, notation_pages

from events.entry import Entry
from events.events import Effect, Move, Passed
from events.store.memory import MemoryStore
from projections.contracts import Ask, Claim, ObservedChance, Written
from projections.draft import DeclaredResults, find_conflicts, run
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.game import GAME
from projections.notation.prose.ranking import said_lines
from projections.registry import registry
from replay.chance.random_source import SeededChance


@pytest.mark.parametrize(("spellings", "move"), [
    ("draws a card", m.DrawCard("nine")),
    ("P: Kb a1 open | p:kB  A1  OPEN ; off we go | Play: blue Key on a1, opens. | P: Key blue opens a1",
     m.PlayKey("nine", "blue", "a1", "open")),
    ("P: Kb c5 close | P: Kb c5 shuts", m.PlayKey("nine", "blue", "c5", "close")),
    ("P: SS e4 -TB | P: SS e4 \u2013 TB | P: sonic removes barrier on e4", m.PlaySonic("nine", "e4", "lift")),
    ("P: Sonic Screwdriver e4 lifts the Time Barrier", m.PlaySonic("nine", "e4", "lift")),
    ("P: SS b3 open", m.PlaySonic("nine", "b3", "open")), ("P: TB c2", m.PlayBarrier("nine", "c2")),
    ("P: TT e5/f4 | P: Time Tunnel e5 and f4 | P: TT e5f4", m.PlayTunnel("nine", "e5", "f4")),
    ("P: tunnel f4-e5", m.PlayTunnel("nine", "f4", "e5")),
    ("P: JC f5 | P: Jam Cookie on f5", m.PlayCookie("nine", "f5")),
    ("P: PN Ten | P: PN Ten until T11", m.PlayPandorica("nine", "ten")),
    ("P: CA Ten c5>b5 | P: Cyberman Assault Ten to b5 | P: CA Ten b5", m.PlayCyberman("nine", "ten", "b5")),
    ("P: discard Kb | P: X Kb | P: Kb discard", m.Discard("nine", "key-blue")),
    ("M: c4>b4 | M: c4->b4 | M: C4 \u2192 B4 | M: from c4 to b4 | M: c4-b4 | M: c4&gt;b4 | M: b4",
     m.MovePawn("nine", "b4")),
    ("M: -", m.Stay("nine")), ("M: exit c4 | M: c4>out", m.LeaveGrid("nine")),
    ("B: a1 open", m.UseKey("nine", "a1", "open")), ("B: c5 close", m.UseKey("nine", "c5", "close")),
    ("B: - | B: none", Passed("nine")),
])  # fmt: skip
def test_reads_the_spellings_of_each_move(spellings: str, move: Move) -> None:
    for line in spellings.split(" | "):
        assert read(line).move == move, line


@pytest.mark.parametrize("line", ["M: >a1", "M: in a1", "M: enters at a1", "M: out>a1", "M: a1"])
def test_reads_a_pawn_entering_the_grid(line: str) -> None:
    assert read(line, OUTSIDE).move == m.MovePawn("nine", "a1")


@pytest.mark.parametrize(("spellings", "seen"), [
    ("D: Kb", ObservedChance(cards=("key-blue",))), ("D: ? | D:", ObservedChance(cards=("?",))),
    ("P: Kb a1 open", ObservedChance()),
    ("P: Kb a1 open Dalek | P: Kb a1 open (dalek) | P: Kb a1 open (blue dalek) | P: Kb a1 open blue-dalek",
     ObservedChance(items=("blue-dalek",))),
    ("P: Kb a1 opens (open) | P: Kb a1 open plain", ObservedChance(items=("blue-open",))),
    ("P: SS c2 open (TARDIS Key) | B: a1 open (key)", ObservedChance(items=("blue-key",))),
    ("P: SS c2 open (extra turn)", ObservedChance(items=("blue-extra",))),
    ("P: SS c2 open (teleport)", ObservedChance(items=("blue-teleport",))),
    ("P: SS c2 open (?)", ObservedChance(items=("?",))),
])  # fmt: skip
def test_reads_seen_cards_and_door_kinds(spellings: str, seen: ObservedChance) -> None:
    for line in spellings.split(" | "):
        assert read(line).seen == seen, line


def test_reads_seat_names_door_kinds_and_shuffled_piles() -> None:
    position = board("play", seats="nine ten").replace(seats=("nine", "the-doctor"))
    position = position.replace(
        edges={"nine": "S", "the-doctor": "N"}, pawns={"nine": "c3", "the-doctor": "c4"},
        hands=dict.fromkeys(position.seats, ("?",) * 4),
    )  # fmt: skip
    for spelling in ("The-Doctor", "the doctor", "THE\u2014DOCTOR"):
        assert read(f"P: CA {spelling} c4>b4", position).move == m.PlayCyberman("nine", "the-doctor", "b4")
    assert NOTATION.write([Entry(m.PlayPandorica("nine", "the-doctor"))], position).startswith("P: PN The-Doctor")
    tiles = {name: msgspec.structs.replace(tile, colour="?") for name, tile in TABLE.tiles.items()}
    position = TABLE.replace(tiles=tiles)
    assert read("P: Kb a1 open (dalek)", position).seen.items == ("?-dalek",)
    assert read("P: Kb a1 open (red dalek)", position).seen.items == ("red-dalek",)
    empty = TABLE.replace(draw=())
    assert read("D: Kb shuffled", empty).seen == ObservedChance(cards=("key-blue",))
    assert read("D: Kb shuffled Kb SS ?", empty).seen.orders == (("key-blue", "sonic", "?"),)
    assert "the draw pile still has 9 cards" in refused("D: Kb shuffled").reason


@pytest.mark.parametrize(
    ("line", "stated", "absent"),
    [
        ("M: c4>c3 key", [f.BonusOffered("nine", "c3")], []),
        ("M: c4>c3 no bonus", [], [f.BonusOffered]),
        ("M: c4>b4 extra", [f.ExtraTurnEarned("nine", "b4")], []),
        ("M: c4>b4 no extra", [], [f.ExtraTurnEarned]),
        ("M: c4>b4 tele d4", [f.PawnTeleported("nine")], []),
        ("M: c4>b4 no tele", [], [f.PawnTeleported]),
        ("M: c4>b4 wins", [f.GameWon("nine", "b4")], []),
        ("M: c4>b4 no win, next Eleven", [f.TurnBegan("eleven", 6, 3)], [f.GameWon]),
        ("M: stay released", [f.PawnReleased("nine")], []),
        ("M: stay still held", [], [f.PawnReleased]),
        ("P: CA Ten c5>b5 tele d4", [f.PawnTeleported("ten")], []),
        ("P: CA Ten c5>b5 no win", [], [f.GameWon]),
        ("P: Kb a1 open stays shut", [], [f.DoorOpened]),
        ("P: Kb c5 close stays open", [], [f.DoorClosed]),
        ("P: SS e4 -TB stays barred", [], [f.BarrierLifted]),
        ("P: PN Ten for 1 turn", [f.PawnHeld("ten", 1)], []),
        ("M: stay +pawn-held ten 1", [f.PawnHeld("ten", 1)], []),
        ("M: stay -turn-began +turn-began Ten 6 3 no", [f.TurnBegan("ten", 6, 3)], [f.TurnBegan]),
        ("D: ? +card-played Nine Kb yes", [f.CardPlayed("nine", "key-blue", laid=True)], []),
        ("D: ? +step-missed ten draw +pawn-moved ten out", [f.StepMissed("ten", "draw"), f.PawnMoved("ten", "out")], []),  # noqa: E501  # a row is a case
    ],
)  # fmt: skip
def test_reads_declared_and_denied_results(line: str, stated: list[Effect], absent: list[type[Effect]]) -> None:
    written = read(line)
    assert (list(written.stated), list(written.absent)) == (stated, absent)


@pytest.mark.parametrize(("line", "place", "value", "true"), [
    ("M: stay =c2:open", "c2", "open", "closed"), ("M: stay =C5 : Open", "c5", "open", "open"),
    ("M: stay =b6:teleport", "kind b6", "teleport", "teleport"),
    ("M: stay =kind b6:teleport", "kind b6", "teleport", "teleport"), ("M: stay =c2:dalek", "kind c2", "dalek", "?"),
    ("M: stay =e4:TB", "on e4", "TB", "TB"), ("M: stay =on c2:bare", "on c2", "bare", "bare"),
    ("M: stay =Ten:c5", "ten", "c5", "c5"), ("M: stay =eleven:out", "eleven", "out", "out"),
    ("M: stay =hand Ten:3", "hand ten", "3", "3"), ("M: stay =held Ten:2", "held ten", "2", "0"),
    ("M: stay =draw:9", "draw", "9", "9"), ("M: stay =discards:0", "discards", "0", "0"),
    ("M: stay =tunnel f4/e5:yes", "tunnel e5/f4", "yes", "no"),
])  # fmt: skip
def test_reads_and_evaluates_board_statements(line: str, place: str, value: str, true: str) -> None:
    assert read(line).claims == (Claim(place, value),)
    assert NOTATION.claim(place, TABLE) == true
    assert read(f"M: stay ={place}:{value}").claims == (Claim(place, value),)


# docs/reference/notation/keys.md

PAGE = notation_pages("keys")
FILES = (DOCS / "reference" / "notation" / "files.md").read_text(encoding="utf-8")
ROWS = lines_on_pages("keys", r"^- `([DPMB]: [^`]*)`: ")
AT_HOME = {"twelfth": "c4", "tenth": "c5"}
PAGE_TABLE = TABLE.replace(
    seats=tuple(AT_HOME), edges={"twelfth": "S", "tenth": "N"}, pawns=AT_HOME, first="twelfth", player="twelfth",
    hands={"twelfth": TABLE.hands["nine"], "tenth": ("?",) * 3},
)  # fmt: skip


@pytest.mark.parametrize("line", ROWS)
def test_reads_each_line_of_the_documentation(line: str) -> None:
    pawns = {**AT_HOME, "twelfth": "out"} if line.startswith("M: >") else AT_HOME
    written = read(line, PAGE_TABLE.replace(pawns=pawns), "twelfth")
    for claim in written.claims:
        assert NOTATION.claim(claim.place, PAGE_TABLE) in (claim.value, "?")


def test_documentation_shows_every_move_near_misses_and_a_file() -> None:
    shown = {type(read(line, PAGE_TABLE.replace(pawns=AT_HOME), "twelfth").move) for line in ROWS if ">a1" not in line}
    assert shown == {*m.PLAYS, m.DrawCard, m.MovePawn, m.LeaveGrid, m.Stay, m.UseKey, Passed}
    told = PAGE[PAGE.index("A near miss gets") : PAGE.index("a pawn that is elsewhere")]
    lines = [" ".join(line.split()) for line in re.findall(r"`([^`]+)`", told)]
    assert len(lines) == 4
    for line in lines:
        assert isinstance(NOTATION.read(line, PAGE_TABLE, "twelfth"), Ask), line
    result = record_text(MemoryStore(), registry(), FILES[FILES.index("game: keys") :].partition("```")[0])
    assert result.whole
    assert [line.status for line in result.lines] == ["ok"] * 5


@pytest.mark.parametrize(("line", "choice"), [
    ("P: Kb a11 open", "P: Kb a1 open"), ("P: Kb 1a open", "P: Kb a1 open"), ("P: Kp a1 open", "P: Kb a1 open"),
    ("P: Kb a1 oepn", "P: Kb a1 open"), ("P: Kb a1", "P: Kb a1 open"), ("P: Time Barier c2", "P: TB c2"),
    ("P: TT e5/", "P: TT e5/ d6"), ("P: PN Tne", "P: PN Ten"), ("P: PN Ten until T12", "P: PN Ten until T11"),
    ("P: SS c2 open (dalke)", "P: SS c2 open (dalek)"), ("P: SS c2 open (dalek", "P: SS c2 open (dalek )"),
    ("M: c4>c33", "M: c4>c3"), ("M: c4>c3 kye", "M: c4>c3 key"), ("M: satay", "M: stay"), ("B: a1 opne", "B: a1 open"),
    ("PP: Kb a1 open", "P: Kb a1 open"), ("Paly: Kb a1 open", "P: Kb a1 open"), ("Kb a1 open", "P: Kb a1 open"),
    ("c4>c3", "M: c4>c3"), ("P: I put a time barrier in front of c2", "P: TB c2"),
    ("M: stay +turn-began Elven 6 3 no", "M: stay +turn-began eleven 6 3 no"),
])  # fmt: skip
def test_asks_about_near_misses(line: str, choice: str) -> None:
    assert choice in ask(line, TABLE.replace(tunnels=()), "nine")


@pytest.mark.parametrize(("sentence", "line"), [
    ("I use my blue key to open a1", "P: Kb a1 open (open)"), ("I step from c4 to c3", "M: c4>c3"),
    ("My Cybermen drag Ten from c5 to b5!", "P: CA Ten c5>b5"),
])  # fmt: skip
def test_suggests_the_line_for_a_sentence(sentence: str, line: str) -> None:
    assert line in list(said_lines(GAME.wordings, TABLE, "nine", sentence))


@pytest.mark.parametrize(("line", "choice"), [
    ("M: c3>b3", "M: c4>c3"), ("M: b4>c3", "M: c4>c3"), ("M: >a1", "M: stay"), ("M: exit c1", "M: stay"),
])  # fmt: skip
def test_asks_about_a_pawn_on_another_space(line: str, choice: str) -> None:
    assert choice in ask(line)
    asked = NOTATION.read(line, TABLE, "nine")
    assert isinstance(asked, Ask)
    assert "stands on c4, not" in asked.question


def test_offers_only_legal_lines() -> None:
    few = TABLE.replace(hands={**TABLE.hands, "nine": ("key-blue", "sonic", "sonic", "sonic")})
    assert ask("P: Kp a1 open", few) == ("P: Kb a1 open",)
    assert ask("P: Kp a1 open", TABLE.replace(hands={**TABLE.hands, "nine": ("?",) * 4})) == ("P: Kb a1 open",)
    assert ask("P: CA Ten b5>c5", TABLE)[0].startswith("P: CA Ten c5>")
    asked = NOTATION.read("P: CA Eleven b1>b2", TABLE, "nine")
    assert isinstance(asked, Ask)
    assert asked.choices == ("P: CA Eleven b1>b2 only",) == (asked.stands,)
    assert "stands outside the grid" in asked.question


@pytest.mark.parametrize(("line", "move"), [
    ("M: c3>b3", m.MovePawn("nine", "b3", "c3")), ("M: >a1", m.MovePawn("nine", "a1", "out")),
    ("M: exit c1", m.LeaveGrid("nine", "c1")), ("P: CA Ten b5>c5", m.PlayCyberman("nine", "ten", "c5", "b5")),
])  # fmt: skip
def test_records_a_move_from_another_space(line: str, move: Move) -> None:
    asked = NOTATION.read(line, TABLE, "nine")
    assert isinstance(asked, Ask)
    written = NOTATION.read(asked.stands, TABLE, "nine")
    assert isinstance(written, Written)
    assert written.move == move
    found = find_conflicts(GAME.rules, TABLE, move)
    rules = [conflict.rule for conflict in found if "a move must start" in conflict.message]
    assert rules in (["KEY-MOV-01"], ["KEY-CCY-01"])
    assert NOTATION.write([Entry(move, "nine")], TABLE).startswith(asked.stands)


@pytest.mark.parametrize(("line", "column", "was_read", "allowed"), [
    ("P: Qx a1 open", 4, "Qx", "Kb"), ("P: Kb c9 open", 7, "c9", "a1 to g7"), ("P: TB z1", 7, "z1", "a1 to g7"),
    ("P: TB", 6, "", "a1 to g7"), ("P: JC q9", 7, "q9", "f5"), ("M: c4>k7", 7, "k7", "c3"),
    ("M: nowhere", 4, "nowhere", "stay"), ("P: PN Rose", 7, "Rose", "Ten"),
    ("P: SS d3 open (dalek)", 16, "dalek", "key"), ("M: stay +door-opened z9", 22, "z9", "a1"),
    ("M: stay =c2:purple", 13, "purple", "open"), ("Q: hello there", 1, "Q: hello there", "M: move"),
    ("What a lovely day for it", 1, "What a lovely day for it", "D: draw"),
])  # fmt: skip
def test_an_error_lists_the_legal_words(line: str, column: int, was_read: str, allowed: str) -> None:
    error = refused(line)
    assert (error.column, error.read) == (column, was_read)
    assert allowed in error.allowed


@pytest.mark.parametrize(("line", "column", "was_read"), [
    ("M: c4>c3 and back", 10, "and"), ("M: c4>c3>c2", 9, ">"), ("D: Kb Kr", 7, "Kr"), ("D: ? P: Kb a1 open", 6, "P"),
])  # fmt: skip
def test_an_error_after_a_full_move_does_not_list_words(line: str, column: int, was_read: str) -> None:
    error = refused(line)
    assert (error.column, error.read, error.allowed) == (column, was_read, ())


@pytest.mark.parametrize("line", ["", "   ", "; only a comment", "M: stay" + " " * 10 + "x" * 400])
def test_refuses_empty_and_endless_lines(line: str) -> None:
    assert "1 to 400 characters" in refused(line).reason


def test_checks_declared_results_and_board_statements() -> None:
    position = TABLE.replace(step="move")
    written = read("M: c4>c3 key", position)
    draft = run(
        GAME.rules, position, written.move, SeededChance(1), stated=DeclaredResults(written.stated, written.absent)
    )
    assert draft.divergences == []
    assert f.BonusOffered("nine", "c3") in [entry.event for entry in draft.entries]
    written = read("M: c4>c3 key =Nine:c3 =hand nine:3 ; that should be it")
    assert [claim.place for claim in written.claims] == ["nine", "hand nine"]
    assert NOTATION.claim("the moon", TABLE) is None
    assert NOTATION.claim("hand nobody", TABLE) is None
    assert "already in the line" in refused("M: c4>c3 key no key").reason
    assert "is a blue door" in refused("P: Kb a1 open (red dalek)").reason
