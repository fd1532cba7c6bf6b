"""Prose: plans and questions, phrases, the lexicon, and legal moves ranked for typed words."""

import re
import tomllib
from typing import Any

import pytest
from people_posts import rows, table
from places import ROOT

from projections.notation.prose.clauses import MOST_TOKENS, Scanner
from projections.notation.prose.cut import WRAP, sentences, unwrapped
from projections.notation.prose.guards import (
    does_another,
    is_no_deed,
    is_remark,
    plays_nothing,
    put_off,
    takes_back,
)
from projections.notation.prose.lexicon import Sense, Wording, read_lexicon
from projections.notation.prose.ranking import ranked
from projections.notation.prose.search import Search
from projections.notation.prose.slips import with_corrections
from projections.notation.prose.unread import says_otherwise
from projections.registry import registry
from replay.reading.timeline import Timeline

LEXICON = read_lexicon("""
versus = ["against", "v"]
idle = ["for luck"]
things = {each = {each = "each"}, place = {"the north" = "NOR"}}
row = [{kind = "dice-row", head = "colour", each = "symbol", line = "{head}({each})"}]
move = [
  {name = "go", line = "M: [{place:from}>]{place:to}[ {number}]", says = ["go", "march"]},
  {name = "put", line = "P: {each}", each = "{place}+{number}", says = ["put"], silent = true},
  {name = "throw", line = "R: {dice}", silent = true},
  {name = "show", line = "S: {dice-row}", says = ["show"]},
]
""")
NAMES = [
    ("place", {"alaska": "ALA", "venezuela": "VEN", "south": "SOU"}), ("colour", {"black": "B", "reds": "R"}),
    ("symbol", {"running": "Ru", "science": "Sc"}),
]  # fmt: skip
SCANNER = Scanner(LEXICON.phrases(NAMES), LEXICON)


@pytest.mark.parametrize(("line", "expected"), [
    ("attacks: none", "no attacks"), ("card: yes please", "card"), ("| card | drawn |", "card drawn"),
    ("in | 3 | attack: no more | end", "in, 3, no attack, end"), ("| go | Alaska, 3 |", "go: Alaska, 3"),
])  # fmt: skip
def test_entries_of_forms_are_plain_phrases(line: str, expected: str) -> None:
    assert [sentence for _, sentence in sentences([line])] == [expected]


def test_a_verb_can_be_the_whole_of_a_clause_only() -> None:
    lexicon = read_lexicon("""move = [{name = "draw", line = "C", says = ["card ."]}]""")
    scanner = Scanner(lexicon.phrases([]), lexicon)
    found = {
        text: [token.text for token in scanner.scan([text]) if token.verbs] for text in ("go, a card, end", "card up")
    }
    assert found == {"go, a card, end": ["card ."], "card up": []}


def tokens(*lines: str) -> list[tuple[str, tuple[Sense, ...]]]:
    found = SCANNER.scan(lines)
    return [(token.text, token.senses) for token in found if not token.is_stop and not token.is_inert]


@pytest.mark.parametrize(("sentence", "planned"), [
    ("If you open that, I teleport.", True), ("I would go to Alaska.", True), ("Next turn I march.", True),
    ("Shall we go to Alaska?", True), ("Maybe I take Alaska.", True), ("Last game I held Alaska.", True),
    ("Alaska to Venezuela tonight.", True), ("No march to Venezuela tonight.", False),
    ("I go from Alaska to Venezuela.", False), ("Had I drawn blue, Alaska was mine.", True),
    ("Nell ought to go to Alaska.", True), ("My pawn should go to Alaska.", False),
    ("Once Nell has moved I go to Alaska.", True), ("Once more I go to Alaska.", False),
    ("Fingers crossed I draw blue, and it goes to Alaska.", True), ("I go to Alaska. Fingers crossed: blue!", False),
    ("\u0130f the door opens I go to Alaska.", True), ("I nearly went to Alaska.", True),
    ("My brother goes to Alaska.", True), ("In a perfect world I go.", True),
])  # fmt: skip
def test_a_plan_or_a_question_is_not_a_move(sentence: str, *, planned: bool) -> None:
    assert is_no_deed(sentence) is planned


def test_a_post_puts_off_cancels_or_takes_back_its_moves() -> None:
    assert put_off("Let me look at the map first, I will answer tonight.")
    assert put_off("Nothing of this is played.") == plays_nothing("Nothing of this is played.") != ""
    assert plays_nothing("I roll later.") == put_off("I go to Alaska.") == ""
    assert takes_back("Alaska. No wait, Venezuela.") == "No wait, Venezuela."
    assert takes_back("Alaska, then Venezuela.") == ""


@pytest.mark.parametrize(("sentence", "is_back"), [
    ("Hm, rather the former.", True), ("I would rather go to Alaska.", False), ("Oh no, it's the Mara.", True),
    ("Oh no it's the Mara.", False), ("I withdraw the whole thing.", True), ("I withdraw from Alaska.", False),
    ("Sorry, Venezuela instead.", True), ("Sorry not sorry.", False), ("Sent too early.", True),
    ("Too early for tea.", False), ("Forget the last two lines.", True), ("I forget the rules.", False),
])  # fmt: skip
def test_takes_words_back_by_one_clear_sign_or_by_several_small_ones(sentence: str, *, is_back: bool) -> None:
    assert bool(takes_back(f"I go to Alaska. {sentence}")) is is_back


@pytest.mark.parametrize(("sentence", "is_talk"), [
    ("Well played, Nell!", True), ("The door at g1 is my favourite.", True), ("I love how Nell goes to Alaska.", True),
    ("The Dalek has eaten more cookies than I.", False), ("The Dalek has eaten more cookies than my cat.", True),
    ("I go to Alaska, my hand is too full.", False), ("Alaska is a plain door.", False),
])  # fmt: skip
def test_a_remark_describes_no_move(sentence: str, *, is_talk: bool) -> None:
    assert is_remark(sentence) is is_talk


@pytest.mark.parametrize(("sentence", "is_theirs"), [
    ("Nell put a barrier on a7.", True), ("Oh, Nell will close a1.", True), ("Nell goes back to f2.", False),
    ("Nell, put it there.", False), ("Nell your turn.", False), ("Osman put a barrier on a7.", False),
    ("Put one for Nell.", False), ("Nell got Geronimo!", False),
])  # fmt: skip
def test_a_sentence_says_what_another_player_did(sentence: str, *, is_theirs: bool) -> None:
    assert does_another(sentence, {"nell"}) is is_theirs


def test_every_entry_of_words_says_what_it_means() -> None:
    data = tomllib.loads((ROOT / "projections/notation/prose/guards.toml").read_text("utf-8"))
    slots = data.pop("slots")
    entries = [entry for kind in data.values() for entry in (kind if isinstance(kind, list) else [kind])]
    assert all(entry["says"].endswith(".") and entry["words"] for entry in entries)
    words = "".join(word for entry in entries for word in entry["words"])
    assert set(re.findall(r"{([a-z]+)}", words)) == set(slots)


@pytest.mark.parametrize(("lines", "cut"), [
    (["1. [b]Drew[/b] it. N. Europe next!", "[*]Done"], ["Drew it.", "N Europe next!", "Done"]),
    (["NORTH STOP SOUTH STOP"], ["NORTH .", "SOUTH ."]), (["STOP there"], ["STOP there"]),
])  # fmt: skip
def test_cuts_a_post_into_sentences(lines: list[str], cut: list[str]) -> None:
    assert [" ".join(sentence.split()) for _, sentence in sentences(lines)] == cut


@pytest.mark.parametrize(("lines", "joined"), [
    (["I go from", "Alaska. Then I", "march on.", "Bye."], [(0, "I go from Alaska. Then I march on."), (3, "Bye.")]),
    (["Drew it. South", "to 3."], [(0, "Drew it. South to 3.")]),
    (["past", "card", "yeti"], [(0, "past"), (1, "card"), (2, "yeti")]),
    (["Drew it. I go", "- to Alaska."], [(0, "Drew it. I go"), (1, "- to Alaska.")]),
    (["Drew it. I go", "Move: Alaska."], [(0, "Drew it. I go"), (1, "Move: Alaska.")]),
])  # fmt: skip
def test_joins_lines_that_a_mail_client_wrapped(lines: list[str], joined: list[tuple[int, str]]) -> None:
    assert [(at, text.replace(WRAP, " ")) for at, text in unwrapped(lines)] == joined


def test_a_token_knows_its_line_in_wrapped_text() -> None:
    found = {
        token.text: token.line for token in SCANNER.scan(["I go from", "Alaska to", "the south. I go to Venezuela."])
    }
    assert (found["alaska"], found["south"], found["venezuela"]) == (1, 2, 2)


@pytest.mark.parametrize(("text", "meant"), [
    ("I go to Alaska, sorry, I meant Venezuela.", "I go to Venezuela."),
    ("I go to Alaska with 3, no wait, 4 and stay.", "I go to Alaska with 4 and stay."),
    ("I go to Alaska (typo: Venezuela), then south.", "I go to Venezuela, then south."),
    ("Alaska to Venezuela.\nEDIT: south, not Alaska.", "south to Venezuela."),
    ("I go to Alaska. Oops, what a day.", "I go to Alaska. Oops, what a day."),
    ("I go to Alaska. Sorry, 3.", "I go to Alaska. Sorry, 3."),
])  # fmt: skip
def test_makes_the_corrections_of_a_text(text: str, meant: str) -> None:
    assert "\n".join(with_corrections(SCANNER, text.split("\n"))).split("\n")[0] == meant


ROLL = Sense("dice", "3 (5 3 2 : 5 4)")


@pytest.mark.parametrize(("text", "senses"), [
    *(
        (text, [ROLL])
        for text in (
            "5 3 2 against 5 and 4", "5-3-2 v 5-4", "5, 3 and 2 against a 5 4", "532 v 54", "532 54",
            "5 3 2 : 5 4", "\U0001f3b25 \U0001f3b23 \U0001f3b22 v \U0001f3b25 \U0001f3b24",
            "a five, a three and a two; they only a five and a four", "his 5 4 v my 5 3 2",
        )
    ),
    ("5 3 2 v 5 4 then 6 3 1 lost to a 6", [ROLL, Sense("dice", "3 (6 3 1 : 6)")]),
    ("Black: Running, Science. Reds Running", [Sense("dice-row", "B(Ru Sc) R(Ru)")]),
    ("venezeula, alaksa", [Sense("place", "VEN"), Sense("place", "ALA")]),
])  # fmt: skip
def test_finds_rolls_rows_and_misspelt_names(text: str, senses: list[Sense]) -> None:
    assert [found for _, found in tokens(text)] == [(sense,) for sense in senses]


def test_fills_a_line_and_stops_in_a_long_post() -> None:
    wording = Wording(name="", line="M: [{place:from}>]{place:to}[ {number}]")
    assert wording.filled(["ALA", "VEN", ""]) == "M: ALA>VEN"
    assert wording.filled(["", "VEN", "3"]) == "M: VEN 3"
    found = SCANNER.scan(["go to Alaska."] * 5_000)
    assert MOST_TOKENS < len(found) < MOST_TOKENS + 10


@pytest.mark.parametrize(("post", "lines"), [
    ("2 in Alaska, 1 in Venezuela, then march from Alaska to the North with 3", ("P: ALA+2 VEN+1", "M: ALA>NOR 3")),
    ("Put one each in Alaska and Venezuela for luck", ("P: ALA+1 VEN+1",)),
    ("March to Alaska from Venezuela", ("M: VEN>ALA",)), ("March from Alaska to Venezuela if it rains", ()),
])  # fmt: skip
def test_finds_the_moves_of_a_post_in_prose(post: str, lines: tuple[str, ...]) -> None:
    readings = Search(LEXICON, lambda position, line: (*position, line)).readings(SCANNER.scan([post]), ())
    assert (readings[0].lines if readings else ()) == lines


@pytest.mark.parametrize(("post", "other"), [
    ("March from Alaska to Venezuela", False), ("March from Alaska, not to Venezuela", True),
    ("March from Alaska. Nobody else", False), ("March from Alaska and nowhere else, nobody from Alaska", True),
    ("March from Alaska to a neighbour", True), ("March from Alaska. Scratch Alaska: Venezuela", True),
    ("A knot in my scratching post: march from Alaska", False),
])  # fmt: skip
def test_sees_denials_and_exceptions(post: str, *, other: bool) -> None:
    tokens = SCANNER.scan([post])
    assert says_otherwise([post], tokens, tokens) is other


def test_reads_the_lexicon_of_every_game() -> None:
    with pytest.raises(ValueError, match="lexicon"):
        read_lexicon('vresus = ["v"]')
    for game in registry().values():
        assert game.wordings is not None
        assert all(move.line and (move.says or move.silent) for move in game.wordings.lexicon.moves)


@pytest.fixture
def neutral() -> tuple[Any, Any, str]:
    row = next(row for row in rows("risk") if row.id == "risk-a-021")
    store, session = table(row.session, row.moves)
    timeline = Timeline.read(store, registry(), session, row.seat)
    return timeline.game, timeline.position(timeline.last), row.seat


def test_lists_all_moves_if_nothing_is_typed(neutral: tuple[Any, Any, str]) -> None:
    game, position, seat = neutral
    assert len(ranked(game, position, seat, " ", most=5)) == 5


@pytest.mark.parametrize(("typed", "first"), [
    ("two peru", "N: PER+2"), ("britain 3", "N: GBR+3"), ("gre", "N: GBR+1"), ("3 on argentna", "N: ARG+3"),
])  # fmt: skip
def test_the_likeliest_move_is_first(neutral: tuple[Any, Any, str], typed: str, first: str) -> None:
    game, position, seat = neutral
    assert ranked(game, position, seat, typed)[0] == first


def test_lists_no_move_for_unknown_words(neutral: tuple[Any, Any, str]) -> None:
    game, position, seat = neutral
    assert ranked(game, position, seat, "zzz") == ()
