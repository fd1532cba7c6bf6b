"""Forms: one template reads and writes a line, and uses every word; recorded chance."""

from typing import Any

import pytest
import toy
from msgspec.structs import fields, replace
from players import GAMES
from refusals import refuses

from events.entry import Entry
from events.errors import NeedsRandomSourceError, NotationError
from events.events import UNKNOWN, Drawn, Event, Move, Passed, Revealed, Rolled, Shuffled
from projections.contracts import Ask, ObservedChance, Written
from projections.draft import Draft
from projections.games.ccg.notation import table as ccg
from projections.games.risk.notation import table as risk
from projections.notation.chance_words import order_words, seen_words
from projections.notation.line_pattern import LinePattern, PatternTable
from projections.notation.lines import PatternNotation
from projections.notation.recorded_chance import ChanceError, Recorded, Typed, require_no_surplus
from projections.notation.template import Group, Placeholder, Template, Text, compiled
from projections.rule_conflicts import RuleConflict
from replay.chance.random_source import NoChance

SEATS = ("black", "yellow")
TABLE = toy.Table(SEATS, 2, {"black": ("1",), "yellow": ("?",)}, player="black", turn=1, round=1)


def read(line: str, seat: str = "black") -> Written:
    found = toy.NOTATION.read(line, TABLE, seat)
    assert isinstance(found, Written)
    return found


@pytest.mark.parametrize(("line", "move", "faces"), [
    ("dare yellow", toy.Dare("black", "yellow"), ()), ("Dares YELLOW (4)", toy.Dare("black", "yellow"), ((4,),)),
    ("answer ? (2)", toy.Answer("black", "?"), ((2,),)), ("pass (6)", Passed("black"), ((6,),)),
])  # fmt: skip
def test_one_template_reads_and_writes(line: str, move: Move, faces: tuple[tuple[int, ...], ...]) -> None:
    assert read(line) == Written(move, ObservedChance(faces=faces))
    entries = [Entry(move), *(Entry(Rolled("dare", 6, face, "dare black>yellow", "typed")) for face in faces)]
    again = toy.NOTATION.write(entries, TABLE)
    assert read(again).move == move
    assert read(again).seen == ObservedChance(faces=faces)


@pytest.mark.parametrize(("line", "column"), [
    ("dare yellow yellow", 13), ("dare yellow (4) (4)", 17), ("pass =nobody:1", 7), ("pass pass", 6),
])  # fmt: skip
def test_refuses_words_that_are_left_over(line: str, column: int) -> None:
    assert refuses(NotationError, "", toy.NOTATION.read, line, TABLE, "black").column == column


def test_suggests_similar_lines_and_classifies_each_word() -> None:
    asked = toy.NOTATION.read("dare yelow", TABLE, "black")
    assert isinstance(asked, Ask)
    assert asked.choices == ("dare yellow",)
    assert asked.question.startswith("a rival is expected")
    line = "dare yellow (4) -turn-passed"
    found = [(line[word.start : word.end], word.kind) for word in toy.NOTATION.words(line, TABLE, "black")]
    assert found == [("dare", "verb"), ("yellow", "rival"), ("(4)", "chance"), ("-turn-passed", "result")]


SIGNS: tuple[LinePattern[toy.Table], ...] = (
    LinePattern(
        toy.Answer,
        "answer {card*}",
        make=lambda context: [toy.Answer(context.seat, card) for card in context.values["card"]],
    ),
    LinePattern(Passed, "pass", also=("(-|nothing)",)),
)
ROWS = PatternNotation(lambda: toy.GAME, replace(toy.LINES, patterns=SIGNS, joints=("+",)))


@pytest.mark.parametrize(("line", "stated", "absent"), [
    ("answer 1 + 2 + 3", (), ()), ("answer 1 2 + 3 +turn-passed yellow 3 2", (toy.TurnPassed("yellow", 3, 2),), ()),
    ("answer 1 + 2 3 -turn-passed", (), (toy.TurnPassed,)),
])  # fmt: skip
def test_a_plus_or_minus_before_a_result_does_not_join_a_list(line: str, stated: Any, absent: Any) -> None:
    found = ROWS.read(line, TABLE, "black")
    assert isinstance(found, tuple)
    assert [written.move for written in found] == [toy.Answer("black", card) for card in "123"]
    assert (found[-1].stated, found[-1].absent) == (stated, absent)
    assert ROWS.read("pass -", TABLE, "black") == Written(Passed("black"))
    assert ROWS.read("pass -turn-passed", TABLE, "black") == Written(Passed("black"), absent=(toy.TurnPassed,))
    assert refuses(NotationError, "", ROWS.read, "answer 1 + 2 + =black:1", TABLE, "black").column == 16


def test_compiles_a_template_or_refuses_it() -> None:
    nodes = compiled("A: {source}(>|to){target:place}[ with {card*}]", str.casefold)
    assert nodes == (
        Text("A: ", (("a:",),)), Placeholder("source", "source", many=False), Text(">", ((">",), ("to",))),
        Placeholder("target", "place", many=False),
        Group(Template((Text(" with ", (("with",),)), Placeholder("card", "card", many=True)))),
    )  # fmt: skip
    for template in ("[{card}", "{card}]", "{card", "a & b"):
        refuses(ValueError, r"\S", compiled, template, str.casefold)


def test_finds_forms_by_verb_and_refuses_repeated_verbs() -> None:
    (dare,), (answer,) = toy.LINES.ways("dare"), toy.LINES.ways("answer")
    assert answer.begins == frozenset("123456789?")
    assert dare.begins is None  # who sits at the table is another matter in every position
    moved, held = risk.TABLE.ways("M")[1:]
    assert moved.begins is None
    assert held.begins == frozenset(["none", "no", "-", "nothing", "hold", "holds"])
    first, second = (form for form in toy.NOTATION.table.patterns if form.verb in ("dare", "answer"))
    table = replace(toy.NOTATION.table, patterns=(first, replace(second, words=(*second.words, "Dare"))))
    with pytest.raises(ValueError, match=r"dare.*answer"):
        _ = table.verbs


@pytest.mark.parametrize("table", [toy.LINES, risk.TABLE, ccg.TABLE], ids=["toy", "risk", "ccg"])
def test_each_move_is_written_by_one_form(table: PatternTable[Any]) -> None:
    (always,) = (field.default for field in fields(LinePattern) if field.name == "writes")
    for kind in {form.move for form in table.patterns}:
        writing = [form for form in table.patterns if form.move is kind and form.is_written]
        assert writing, f"nothing writes {kind.__name__}"
        assert [form.writes is always for form in writing].count(True) <= 1, f"two forms write any {kind.__name__}"


def test_asks_for_dice_that_were_not_written() -> None:
    refuses(NotationError, "the dice for a dare are missing", Typed(ObservedChance()).roll, "d6", 6, "a dare")
    refuses(
        NeedsRandomSourceError,
        "dice must be rolled for a dare",
        Typed(ObservedChance(), lenient=True).roll,
        "d6",
        6,
        "a dare",
    )
    refuses(
        NotationError,
        "must have 1 die from 1 to 6",
        Typed(ObservedChance(faces=((7,),)), lenient=True).roll,
        "d6",
        6,
        "a dare",
    )


def drafted(*events: Event) -> Draft[Any]:
    draft = Draft[Any](GAMES["toy"].rules, None, NoChance())
    draft.entries += [Entry(event, "table") for event in events]
    return draft


def test_refuses_written_dice_and_cards_that_are_not_used() -> None:
    drawn = drafted(Drawn("black", "deck", "typed", ("k9",)))
    require_no_surplus(ObservedChance(cards=("k9",)), drawn)
    require_no_surplus(ObservedChance(cards=("?",)), drafted())
    refuses(
        NotationError, "1 card is drawn here, not 3", require_no_surplus, ObservedChance(cards=("k9", "?", "?")), drawn
    )
    refuses(NotationError, "no dice are rolled here", require_no_surplus, ObservedChance(faces=((6,),)), drawn)
    drawn.broken_rules.append(RuleConflict("TOY-ROL-01", "roll no dice"))
    require_no_surplus(ObservedChance(faces=((6,),)), drawn)


def test_suggestions_do_not_show_hidden_cards() -> None:
    for blind, card in ((False, "the-matrix"), (True, UNKNOWN)):
        fate = Typed(ObservedChance(), lenient=True, blind=blind)
        assert fate.draw("black", "deck", ("the-matrix",)).cards == (card,)
        assert fate.turn_up("deck", "top", "the-matrix").item == card
    written = Typed(ObservedChance(cards=("k9",), items=("e-space",)), blind=True)
    assert written.draw("black", "deck", ("?",)).cards == ("k9",)
    assert written.turn_up("zones", "a1", "?").item == "e-space"


def test_reads_recorded_chance_in_order_or_by_kind() -> None:
    rolled, drawn = Rolled("d6", 6, (3,), "a dare", "typed"), Drawn("black", "deck", "typed", ("k9",))
    refuses(ChanceError, "The log has a roll instead", Recorded([rolled, drawn]).draw, "black", "deck", ("?",))
    lenient = Recorded([rolled, drawn], lenient=True)
    assert lenient.draw("black", "deck", ("?",)) == drawn
    assert lenient.roll("d6", 6, "another") == rolled
    assert lenient.left == []


def test_missing_chance_is_unknown_if_lenient() -> None:
    lenient = Recorded([], lenient=True)
    assert lenient.roll("d6 d6", 6, "a dare").faces == (1, 1)
    assert lenient.shuffle("deck", ("k9", "leela")) == Shuffled("deck", 0, "typed", (UNKNOWN, UNKNOWN))
    assert lenient.draw("black", "deck", ("k9",)).cards == (UNKNOWN,)
    assert lenient.turn_up("tiles", "a1", "door") == Revealed("tiles", "a1", "typed", "door")


def quoted(thing: str) -> str:
    return thing if thing == "?" else f'"{thing}"'


def told(*events: Drawn | Revealed | Rolled | Shuffled) -> str:
    return seen_words(events, quoted, str.upper, quoted)


def test_writes_chance_in_words() -> None:
    drawn, shown = Drawn("ann", "deck", "typed", ("fez", "?")), Revealed("tiles", "b3", "typed", "karn")
    assert told(shown, drawn, Rolled("B1 B2", 6, (2, 5), "roll", "typed")) == 'rolls 2 5 draws "fez" ? shows KARN'
    piles = Shuffled("deck", 0, "typed", ("a", "?", "?")), Shuffled("tiles", 0, "typed", ("?", "?"))
    assert told(*piles) == 'shuffled "a" + 2 ? shuffled 2 ?'
    assert told(Drawn("ann", "deck", "typed", ("?", "?")), Shuffled("deck", 0, "typed", ("?",))) == ""
    assert order_words(("a", "a", "b", "a"), quoted) == '2 "a" + "b" + "a"'
