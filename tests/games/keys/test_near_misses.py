"""Lines that do not read: near misses are asked about, the rest is refused with what would be legal there."""

import pytest
from keys_lines import NOTATION, TABLE, ask, refused

from events.facts import Move
from events.line import Entry
from projections.draft import objections
from projections.games.keys.facts import LeaveGrid, MovePawn, PlayCyberman
from projections.games.keys.game import GAME
from projections.notation.prose.ranking import said_lines
from projections.terms import Ask, Written


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
def test_finds_the_line_of_a_sentence(sentence: str, line: str) -> None:
    assert line in list(said_lines(GAME.wordings, TABLE, "nine", sentence))


def test_offers_only_legal_lines() -> None:
    few = TABLE.replace(hands={**TABLE.hands, "nine": ("key-blue", "sonic", "sonic", "sonic")})
    assert ask("P: Kp a1 open", few) == ("P: Kb a1 open",)
    closed = TABLE.replace(hands={**TABLE.hands, "nine": ("?",) * 4})
    assert ask("P: Kp a1 open", closed) == ("P: Kb a1 open",)


@pytest.mark.parametrize(("line", "choice"), [
    ("M: c3>b3", "M: c4>c3"), ("M: b4>c3", "M: c4>c3"), ("M: >a1", "M: stay"), ("M: exit c1", "M: stay"),
])  # fmt: skip
def test_asks_about_a_pawn_on_another_space(line: str, choice: str) -> None:
    assert choice in ask(line)
    asked = NOTATION.read(line, TABLE, "nine")
    assert isinstance(asked, Ask)
    assert "stands on c4, not" in asked.question


def test_asks_about_an_assault_on_a_pawn_on_another_space() -> None:
    assert ask("P: CA Ten b5>c5", TABLE)[0].startswith("P: CA Ten c5>")
    asked = NOTATION.read("P: CA Eleven b1>b2", TABLE, "nine")
    assert isinstance(asked, Ask)
    assert asked.choices == ("P: CA Eleven b1>b2 only",) == (asked.stands,)
    assert "stands outside the grid" in asked.question


@pytest.mark.parametrize(("line", "move"), [
    ("M: c3>b3", MovePawn("nine", "b3", "c3")), ("M: >a1", MovePawn("nine", "a1", "out")),
    ("M: exit c1", LeaveGrid("nine", "c1")), ("P: CA Ten b5>c5", PlayCyberman("nine", "ten", "c5", "b5")),
])  # fmt: skip
def test_records_a_move_from_another_space(line: str, move: Move) -> None:
    asked = NOTATION.read(line, TABLE, "nine")
    assert isinstance(asked, Ask)
    written = NOTATION.read(asked.stands, TABLE, "nine")
    assert isinstance(written, Written)
    assert written.move == move
    found = objections(GAME.rules, TABLE, move)
    assert [breach.rule for breach in found if "stands" in breach.message] in (["KEY-MOV-01"], ["KEY-CCY-01"])
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
def test_an_error_at_the_end_lists_no_words(line: str, column: int, was_read: str) -> None:
    error = refused(line)
    assert (error.column, error.read, error.allowed) == (column, was_read, ())


@pytest.mark.parametrize("line", ["", "   ", "; only a comment", "M: stay" + " " * 10 + "x" * 400])
def test_refuses_empty_and_endless_lines(line: str) -> None:
    assert "1 to 400 characters" in refused(line).reason


def test_a_contradiction_is_refused() -> None:
    assert "stated before" in refused("M: c4>c3 key no key").reason
    assert "is a blue door" in refused("P: Kb a1 open (red dalek)").reason
