"""Words that were once misread: labels of dice, who rolled, described draws, leftover moves, and everyday words."""

import pytest
from people_posts import Row, moves_of, read, read_lines

SEATS = {
    "keys-1 46": "nell", "keys-1 88": "nell", "risk-1 21": "nell", "risk-5 31": "wes", "risk-5 53": "lena",
    "risk-5 79": "karim", "daleks-1 37": "osman", "daleks-2 61": "priya", "ccg-1 9": "osman", "ccg-1 21": "osman",
    "ccg-1 101": "nell", "ccg-3 75": "maud", "ccg-5 14": "karim",
}  # fmt: skip


def post_at(place: str, post: str, *due: str) -> Row:
    session, moves = place.split()
    return Row("", session, int(moves), SEATS[place], "", "moves", post, due)


@pytest.mark.parametrize("post", [
    "A: 5 6 4\nD: 5\n5 move in", "R: 3d6 = 5, 6, 4\nR: 1d6 = 5\n5 in",
    "ATTACK: 3d6=5,6,4\nDEFENCE: 1d6=5\nFive move in",
    "A: 3d6 (5 6 4) v D: 1d6 (5). 5 in", "Rolls: [5,6,4] vs [5]; 5 in.", "R: 5 6 4 v 5\n5 in",
    "Attacker: 5 6 4\nDefender: 5\nFive move in.", "I rolled for both of us. Mine: 5 6 4. His: 5. Five in.",
    "Karim asked me to roll for him: mine 5 6 4, his 5. Five in.", "I rolled for Wes too: 5 6 4 against 5. Five in.",
    "For him I rolled a 5, for me 5 6 4. Five in", "I rolled for him as well: mine 5 6 4, his 5. Five in.",
])  # fmt: skip
def test_reads_labelled_dice_and_dice_that_were_rolled_for_another_player(post: str) -> None:
    row = post_at("risk-5 53", post, "R: 3 (5 6 4 : 5)", "IN: 5")
    assert read(row).confirmed == moves_of(row, row.due)


@pytest.mark.parametrize("line", ["R: 3 (5 6 4 : 5) x", "R: 3 (5 6 4 : 5)"])
def test_dice_in_notation_stay_notation(line: str) -> None:
    row = post_at("risk-5 53", f"{line}\nIN: 5", line, "IN: 5")
    assert read(row).moves == moves_of(row, row.due)


@pytest.mark.parametrize(("place", "post", "due"), [
    ("keys-1 46", "Drew exactly what I needed, a red key!", "D: Kr"),
    ("keys-1 46", "Drew what the doctor ordered, a red key!", "D: Kr"),
    ("keys-1 46", "I drew precisely the card I needed, the green key.", "D: Kg"),
    ("keys-1 46", "Drew rubbish, a red key.", "D: Kr"),
    ("keys-1 46", "Drew, a red key on e4, plain, stay", "D: ?"),
    ("keys-1 46", "Drew a card, a red key opens e4, plain, stay", "D: ?"),
    ("keys-1 46", "Drew a card, then a red key: e4, plain, stay", "D: ?"),
])  # fmt: skip
def test_a_description_before_the_drawn_card_does_not_hide_it(place: str, post: str, due: str) -> None:
    row = post_at(place, post)
    assert read(row).offered[0][0] == moves_of(row, [due])[0]


def test_no_dalek_says_nothing_else_about_a_door() -> None:
    lines = read_lines(post_at("keys-1 88", "Drew green. Green on c5, no dalek. f3 to e3"))
    assert [line.choices[0] for line in lines] == ["D: Kg / P: Kg c5 open / M: f3>e3"]


@pytest.mark.parametrize(
    "words", ["scratch that last bit", "Undo the last line.", "I take back the last move", "forget that last step"]
)
@pytest.mark.parametrize("frame", ["{}\n{}", "== nell ==\n{}\n== end ==\n{}"])
def test_the_last_thing_is_the_line_before(frame: str, words: str) -> None:
    block = "D: Kg\nP: Kg c5 open (open)\nM: f3>e3"
    lines = read_lines(post_at("keys-1 88", frame.format(block, words)))
    assert [line.status for line in lines if line.text[1:2] == ":"] == ["ok", "ok", "question"]


@pytest.mark.parametrize(
    "words", ["if only it were always so easy", "if I did this right you are up", "if anyone is bored, go ahead"]
)
def test_a_sentence_below_a_finished_block_is_its_own(words: str) -> None:
    lines = read_lines(post_at("keys-1 88", f"== nell ==\nD: Kg\nP: Kg c5 open (open)\nM: f3>e3\n== end ==\n{words}"))
    assert {line.status for line in lines} == {"ok"}


@pytest.mark.parametrize("post", [
    "Rejected: [spoiler]Drew green. Green on c5, plain. f3 to e3[/spoiler]",
    "Rejected:\n[spoiler]\nD: Kg\nP: Kg c5 open (open)\n[/spoiler]",
    "My first idea: [spoiler]Drew green. Green on c5, plain. f3 to e3[/spoiler]",
    "[spoiler=rejected]Drew green. Green on c5, plain. f3 to e3[/spoiler]",
    "Order that I rejected [spoiler]Drew green. Green on c5, plain. f3 to e3[/spoiler]",
])  # fmt: skip
def test_a_rejected_order_in_a_spoiler_is_struck_out(post: str) -> None:
    assert {line.status for line in read_lines(post_at("keys-1 88", post))} <= {"chat"}


@pytest.mark.parametrize("head", ["[spoiler]", "My turn: [spoiler]", '[spoiler="turn 9"]'])
def test_an_order_in_another_spoiler_is_read(head: str) -> None:
    row = post_at(
        "keys-1 88",
        f"{head}Drew green. Green on c5, plain. f3 to e3[/spoiler]",
        "D: Kg",
        "P: Kg c5 open (open)",
        "M: f3>e3",
    )
    assert moves_of(row, row.due)[1:] == (read(row).confirmed or [])[1:]


@pytest.mark.parametrize("post", [
    "When I put three on China, Osman cries", "Whenever I put three on China Osman cries",
    "While I put three on China, Osman cries", "Every time I put three on China, Osman cries",
])  # fmt: skip
def test_a_habit_is_chat(post: str) -> None:
    assert not read(post_at("risk-1 21", post)).is_open


BESIDE_UNKNOWN = [
    "time passes slowly", "I pass the biscuits", "the evening passes", "passed my exam!",
    "passing through Leeds today",
]  # fmt: skip


@pytest.mark.parametrize(("place", "post"), [
    *((place, post) for place in ("risk-5 79", "daleks-1 37", "ccg-5 14") for post in BESIDE_UNKNOWN),
    ("ccg-3 75", "That ends my patience"), ("ccg-1 101", "I hit the gym"), ("ccg-3 75", "the end of the world"),
])  # fmt: skip
def test_a_verb_beside_an_unknown_thing_is_not_confirmed_with_one_key(place: str, post: str) -> None:
    assert read(post_at(place, post)).confirmed is None


@pytest.mark.parametrize(("place", "post", "left"), [
    ("risk-5 31", "1 in Ontario, 3 in North Africa, Egypt attacks East Africa with 2, then end my turn", "end my turn"),
    ("daleks-2 61", "charge to 3 and stay on the Games Floor, then end my turn", "end my turn"),
    ("risk-5 53", "5 6 4 v 5, five in. Also claim Ural", "claim, ural"),
    ("keys-1 88", "Drew green. Green on c5, plain. f3 to e3 and use the sonic on d6", "sonic"),
])  # fmt: skip
def test_names_the_words_of_a_move_that_was_left_over(place: str, post: str, left: str) -> None:
    assert f"Not used: {left}." in read(post_at(place, post)).questions
