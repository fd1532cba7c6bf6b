"""Prose, piece by piece: what is no deed, how a post falls into phrases, what a lexicon holds."""

import pytest

from projections.notation.prose.clauses import MOST_TOKENS, Scanner, says_otherwise, sentences
from projections.notation.prose.guards import is_no_deed, plays_nothing, put_off, takes_back
from projections.notation.prose.lexicon import Sense, Wording, read_lexicon
from projections.notation.prose.walk import Walk
from projections.shelf import shelf

LEXICON = """
versus = ["against", "v"]
idle = ["for luck"]

[things.each]
"each" = "each"

[things.place]
"the north" = "NOR"

[[row]]
kind = "dice-row"
head = "colour"
each = "symbol"
line = "{head}({each})"

[[move]]
name = "go"
line = "M: [{place:from}>]{place:to}[ {number}]"
says = ["go", "march"]

[[move]]
name = "put"
line = "P: {each}"
each = "{place}+{number}"
says = ["put"]
silent = true

[[move]]
name = "throw"
line = "R: {dice}"
silent = true

[[move]]
name = "show"
line = "S: {dice-row}"
says = ["show"]
"""
NAMES = [
    ("place", {"alaska": "ALA", "venezuela": "VEN", "south": "SOU"}),
    ("colour", {"black": "B", "reds": "R"}),
    ("symbol", {"running": "Ru", "science": "Sc"}),
]


def tokens(*lines: str) -> list[tuple[str, tuple[Sense, ...]]]:
    lexicon = read_lexicon(LEXICON)
    found = Scanner(lexicon.phrases(NAMES), lexicon).scan(lines)
    return [(token.text, token.senses) for token in found if not token.is_stop and not token.is_inert]


def lines_of(post: str) -> tuple[str, ...]:
    lexicon = read_lexicon(LEXICON)
    found = Scanner(lexicon.phrases(NAMES), lexicon).scan([post])
    readings = Walk(lexicon, lambda position, line: (*position, line)).readings(found, ())
    return readings[0].lines if readings else ()


@pytest.mark.parametrize(
    "sentence",
    [
        "If you open that, I teleport.", "I would go to Alaska.", "Next turn I march.", "Shall we go to Alaska?",
        "Maybe I take Alaska.", "Last game I held Alaska.",
    ],
)  # fmt: skip
def test_what_is_planned_or_asked_is_no_deed(sentence: str) -> None:
    assert is_no_deed(sentence)


def test_what_is_told_is_a_deed() -> None:
    assert not is_no_deed("I go from Alaska to Venezuela.")


def test_what_is_put_off_to_tonight_is_no_deed_but_what_is_not_done_tonight_is() -> None:
    assert is_no_deed("Alaska to Venezuela tonight.")
    assert not is_no_deed("No march to Venezuela tonight.")


def test_a_post_puts_off_its_moves_or_plays_none_of_them() -> None:
    assert put_off("Let me look at the map first, I will answer tonight.")
    assert put_off("Nothing of this is played.") == plays_nothing("Nothing of this is played.") != ""
    assert plays_nothing("I roll later.") == put_off("I go to Alaska.") == ""


def test_what_a_post_takes_back_is_seen() -> None:
    assert takes_back("Alaska. No wait, Venezuela.") == "No wait"
    assert takes_back("Alaska, then Venezuela.") == ""


def test_a_post_is_cut_into_sentences_without_its_markup() -> None:
    cut = [" ".join(sentence.split()) for _, sentence in sentences(["1. [b]Drew[/b] it. N. Europe next!", "[*]Done"])]
    assert cut == ["Drew it.", "N Europe next!", "Done"]


def test_a_telegram_is_cut_at_its_stops() -> None:
    assert [sentence for _, sentence in sentences(["NORTH STOP SOUTH STOP"])] == ["NORTH .", "SOUTH ."]
    assert [sentence for _, sentence in sentences(["STOP there"])] == ["STOP there"]


def test_a_misspelt_name_is_found() -> None:
    assert [senses for _, senses in tokens("venezeula, alaksa")] == [(Sense("place", "VEN"),), (Sense("place", "ALA"),)]


@pytest.mark.parametrize(
    "said",
    [
        "5 3 2 against 5 and 4", "5-3-2 v 5-4", "5, 3 and 2 against a 5 4", "532 v 54", "532 54", "5 3 2 : 5 4",
        "\U0001f3b25 \U0001f3b23 \U0001f3b22 v \U0001f3b25 \U0001f3b24",
        "a five, a three and a two; they only a five and a four", "his 5 4 v my 5 3 2",
    ],
)  # fmt: skip
def test_dice_of_two_sides_are_one_thing(said: str) -> None:
    assert [senses for _, senses in tokens(said)] == [(Sense("dice", "3 (5 3 2 : 5 4)"),)]


def test_dice_of_one_roll_end_where_the_next_begin() -> None:
    rolled = [senses for _, senses in tokens("5 3 2 v 5 4 then 6 3 1 lost to a 6")]
    assert rolled == [(Sense("dice", "3 (5 3 2 : 5 4)"),), (Sense("dice", "3 (6 3 1 : 6)"),)]


def test_things_in_a_row_are_one_thing() -> None:
    assert [senses for _, senses in tokens("Black: Running, Science. Reds Running")] == [
        (Sense("dice-row", "B(Ru Sc) R(Ru)"),)
    ]


def test_a_line_is_filled_and_its_optional_parts_left_out() -> None:
    wording = Wording(name="", line="M: [{place:from}>]{place:to}[ {number}]")
    assert wording.filled(["ALA", "VEN", ""]) == "M: ALA>VEN"
    assert wording.filled(["", "VEN", "3"]) == "M: VEN 3"


@pytest.mark.parametrize(
    ("post", "lines"),
    [
        ("2 in Alaska, 1 in Venezuela, then march from Alaska to the North with 3", ("P: ALA+2 VEN+1", "M: ALA>NOR 3")),
        ("Put one each in Alaska and Venezuela for luck", ("P: ALA+1 VEN+1",)),
        ("March to Alaska from Venezuela", ("M: VEN>ALA",)),
        ("March from Alaska to Venezuela if it rains", ()),
    ],
)
def test_a_post_is_walked(post: str, lines: tuple[str, ...]) -> None:
    assert lines_of(post) == lines


@pytest.mark.parametrize(
    ("post", "other"),
    [
        ("March from Alaska to Venezuela", False),
        ("March from Alaska, not to Venezuela", True),
        ("March from Alaska. Nobody else", False),
        ("March from Alaska and nowhere else, nobody from Alaska", True),
        ("March from Alaska to a neighbour", True),
        ("March from Alaska. Scratch Alaska: Venezuela", True),
        ("A knot in my scratching post: march from Alaska", False),
    ],
)
def test_what_is_denied_or_excepted_is_seen(post: str, *, other: bool) -> None:
    lexicon = read_lexicon(LEXICON)
    tokens = Scanner(lexicon.phrases(NAMES), lexicon).scan([post])
    assert says_otherwise([post], tokens, tokens) is other


def test_a_lexicon_with_an_unknown_key_is_refused() -> None:
    with pytest.raises(ValueError, match="lexicon"):
        read_lexicon('vresus = ["v"]')


@pytest.mark.parametrize("game", sorted(shelf()))
def test_the_lexicon_of_every_game_reads(game: str) -> None:
    wordings = shelf()[game].wordings
    assert wordings is not None
    assert all(move.line and (move.says or move.silent) for move in wordings.lexicon.moves)


def test_a_post_too_long_is_scanned_no_further() -> None:
    lexicon = read_lexicon(LEXICON)
    found = Scanner(lexicon.phrases(NAMES), lexicon).scan(["go to Alaska."] * 50_000)
    assert MOST_TOKENS < len(found) < MOST_TOKENS + 10
