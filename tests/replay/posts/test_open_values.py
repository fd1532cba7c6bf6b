"""Posts that leave a value of a move open: a place, a number, a card. Each legal value is on offer, with a search."""

from collections import Counter

import pytest
from long_runs import some_short
from people_posts import Row, choice_outcome, outcome, read, read_choices, rows

STYLES = {"forum": 20, "telegram": 19}
"""The minimum number of 20 posts in each style, a long forum post or a telegram, whose moves are read or on offer."""
RIGHT = {"keys": 18, "risk": 17, "ccg": 16, "daleks": 14}
"""The minimum number of posts for which all meant values are among at most seven choices, of 17 to 19 posts a game."""


@pytest.mark.parametrize("game", some_short(RIGHT, {"keys", "risk"}.__contains__))
def test_offers_the_values_that_a_post_leaves_open(game: str) -> None:
    posts = sorted((row for row in rows("open") if row.game == game), key=lambda row: (row.session, row.moves))
    found = [(row.id, choice_outcome(row)) for row in posts]
    assert [name for name, came in found if came in ("recorded", "too many choices")] == []
    assert sum(came == "right" for _, came in found) >= RIGHT[game]


@pytest.mark.parametrize("style", some_short(STYLES, {"telegram"}.__contains__))
def test_reads_long_forum_posts_and_telegrams_or_asks_about_them(style: str) -> None:
    found = Counter(outcome(row) for row in rows("styles") if row.id.split("-")[1] == style)
    assert "silently wrong" not in found
    assert found["right"] + found["one key"] + found["asked, on offer"] >= STYLES[style]


def asked(session: str, moves: int, seat: str, post: str) -> list[str]:
    """Return the lines of each choice for a post, joined."""
    return [" / ".join(lines) for lines in read_choices(Row("", session, moves, seat, "", "ask", post, []))]


def test_moves_with_the_things_in_their_places_come_first() -> None:
    choices = asked("ccg-1", 109, "osman", "Davros supports with Energy.")
    others = ("The Celestial Toymaker", "Dominator", "Kamelion", "Romana")
    assert choices[:4] == [f'SIDE: "Davros" > "{other}" E' for other in others]


def test_alternatives_in_the_post_are_the_only_choices() -> None:
    assert asked("keys-3", 25, "june", "i use my key on d5 or d3") == ["P: Kr d3 open", "P: Kr d5 open"]


def test_the_question_quotes_the_sentence_and_keeps_the_reading_without_it() -> None:
    post = "All 4 on China. I attack from there with three."
    found = read(Row("", "risk-2", 63, "priya", "", "ask", post, []))
    assert '"I attack from there with three." leaves something open' in found.questions
    assert asked("risk-2", 63, "priya", post)[-1] == "P: CHN+4"


def test_all_three_is_a_number_of_an_attack_and_not_a_choice() -> None:
    choices = asked(
        "risk-5", 128, "wes", "Eastern Canada. Mongolia 1, Afghanistan 3. From Afghanistan I attack with all three."
    )
    attacks = [choice.rpartition(" / ")[2] for choice in choices if " / A: " in choice]
    assert attacks == ["A: AFG>RUS 3", "A: AFG>CHN 3", "A: AFG>IND 3"]


def test_a_result_of_chance_is_never_a_value() -> None:
    choices = asked("keys-3", 70, "piotr", "blue key opens a door in my row")
    assert not any("(" in choice for choice in choices)
    assert not any("shows" in choice for choice in asked("daleks-3", 37, "june", "I roll the TARDIS die"))


@pytest.mark.parametrize(("session", "moves", "seat", "post"), [
    ("risk-2", 63, "priya", "I would attack from China"), ("risk-2", 63, "priya", "Do I attack from China?"),
    ("risk-2", 63, "priya", "Tobias attacks from China"), ("risk-2", 63, "priya", "I am not trading my cards"),
    ("keys-3", 70, "piotr", "The green key is lost somewhere under the sofa."),
    ("keys-3", 70, "piotr", "I did not see d6 coming at all."), ("ccg-3", 99, "piotr", "I wish I could attack"),
    ("daleks-3", 71, "piotr", "tomorrow we enter the place"),
    ("keys-4", 69, "finn", "anyone been counting the sonics? would like to know before i draw"),
])  # fmt: skip
def test_asks_nothing_about_a_move_that_nobody_makes_now(session: str, moves: int, seat: str, post: str) -> None:
    assert asked(session, moves, seat, post) == []


@pytest.mark.parametrize(("session", "moves", "seat", "post", "choices"), [
    ("keys-3", 25, "june", "I open the door in column d with the red key", ["P: Kr d3 open", "P: Kr d5 open"]),
    ("keys-3", 76, "maud", "Drew a tunnel. I give the jam cookie to the Dalek beside me.",
     ["D: TT / P: JC a1", "D: TT / P: JC c1", "D: TT"]),
    ("keys-2", 72, "tobias", "sonic!! cracked the red door on the right side",
     ["D: SS / P: SS g5 open", "D: SS / P: SS e7 open", "D: SS / P: SS f7 open"]),
    ("risk-2", 135, "tobias", "all three Daleks of the third neutral army on one spot",
     ["N: EUS+3", "N: BRA+3", "N: ICE+3", "N: SAF+3", "N: AFG+3"]),
    ("risk-1", 132, "osman", "NWT and Kamchatka.", ["N: NWT+1 KAM+2", "N: NWT+2 KAM+1"]),
    ("keys-4", 69, "finn", "I draw, and use my key on the door next to me.",
     ["D: ? / P: Kb e7 open", "D: ? / P: Ky f6 open", "D: ?"]),
    ("keys-4", 69, "finn", "Card in hand, and I stick a key into one of the doors next to me. Fingers crossed.",
     ["D: ? / P: Kb e7 open", "D: ? / P: Ky f6 open"]),
    ("keys-3", 70, "piotr", "green key on one of the doors in row 4, what do i find?",
     ["P: Kg a4 open", "P: Kg b4 open", "P: Kg c4 open"]),
])  # fmt: skip
def test_words_for_colour_and_place_narrow_the_choices(
    session: str, moves: int, seat: str, post: str, choices: list[str]
) -> None:
    assert asked(session, moves, seat, post) == choices


def test_double_symbol_is_one_face_if_the_number_of_dice_says_so() -> None:
    post = (
        "Black tactics, cunning. Green double running, triple running, diplomacy. Red triple strength, strength,"
        " triple strength."
    )
    assert asked("daleks-3", 66, "maud", post) == ["ROLL: B(Ta Cu) G(Ru2 Ru3 Di) R(St3 St St3)"]


def test_reads_a_move_around_an_aside_that_imagines_something() -> None:
    post = "Card drawn. I lay a Time Tunnel (you'd think this was the Underground), a6 to b7, and stay."
    assert asked("keys-2", 126, "tobias", post)[0] == "D: ? / P: TT a6/b7 / M: stay"
    assert asked("keys-2", 126, "tobias", "I lay a Time Tunnel (or would, if I had one), a6 to b7.") == []
