"""Only a post that says nothing but its moves is recorded without a question, however probable its reading is."""

import random
import tomllib
from importlib.resources import files

import pytest
from imported import PostTable, record_text
from people_posts import FOLDER, Row, begun, unasked
from players import founded

from events.session_events import Ordered, TakenBack
from events.store.memory import MemoryStore
from projections.contracts import Written
from projections.registry import registry
from replay.posts import unasked as decision
from replay.posts.certainty import Said, extra_words
from replay.posts.paste import Poster
from replay.session.submission import Request, submit

OPENED = "Red key opens e4"
WALKED = f"{OPENED}, plain, I walk f3 f2"
ASKED = {
    ("risk-1", 21, "nell"): [
        "I refuse to put three on China", "I decline to put three on China", "I forgot to put three on China",
        "Three on China, psych", "Three on China. Not.", "Three on China (not!!)", "Three on China (no!)",
        "You put three on China.", "When I put three on China, Osman cries", "Rule query: three on China",
        "Three on China, that is the bait", "I put three on China at the kitchen table rehearsal",
        "Three on China, apparently", "Three on China, then I go", "Three on China and onwards west!",
        "Three from China", "Three on China?", "Three on China :)", "Three on China...",
        "Three on China\nLovely weather.", "Three on China\n\n> Peru", "Three on China, Osman",
        "Three on China unless it rains",
    ],
    ("risk-1", 39, "osman"): ["That imaginary roll: 5 3 2 against 5 4"],
    ("risk-1", 53, "nell"): ["I stop smoking this week"],
    ("keys-1", 46, "nell"): [
        f"{WALKED}, subject to approval.", f"{WALKED}, April fool.", f"{WALKED} the moment Osman nods",
        f"{WALKED}, then the extra turn lets me go again", f"Earlier today {WALKED}",
        "The red key fails to open e4, plain luck, I walk f3 f2", f"{OPENED}, plain. I refuse to walk f3 f2.",
        "I refuse to open e4 with the red key, plain, or to walk f3 f2.",
        f"{OPENED} and it looks plain in the rehearsal, I walk f3 f2", f"{OPENED}, surely plain again, I walk f3 f2",
        f"{OPENED}, I trust it's plain, I walk f3 f2", f"{OPENED}, Dalek fears unfounded, I walk f3 f2",
        f"{OPENED}, Dalek fears confirmed, I walk f3 f2", f"{OPENED}, Dalek hunters like me never worry, I walk f3 f2",
        f"{OPENED}, plainly, I walk f3 f2", f"{OPENED}, no dalek, I stay.", f"{OPENED}, plain, I go there.",
        f"{OPENED}, plain, I go in.", f"{OPENED}, plain, I go back.",
    ],
    ("daleks-1", 31, "nell"): [
        "I refuse to enter the Hospital, those Judoon scare me",
        "I boldly enter the Hospital, finding nasty Judoon inside",
    ],
    ("daleks-1", 37, "osman"): ["I pass the biscuits round", "everyone passes through customs eventually"],
    ("ccg-1", 8, "nell"): [
        "I call it quits with coffee forever", "That ends my turn, nearly anyway",
        "I end the turn without really wanting",
    ],
    ("ccg-1", 21, "osman"): [
        "Dinner is ready, back after dessert", "Hardly ready over here, the baby cries",
        "I am ready for my holiday in Spain",
    ],
    ("ccg-1", 22, "nell"): ["The Master attacks the Past Watcher, unsupported, naturally, unless vetoed"],
    ("ccg-1", 24, "osman"): [
        "pass the popcorn please mate", "time passes slowly over here", "I shall hardly ever pass",
        "My exam: did it pass, they asked, yes I pass gloriously",
    ],
}  # fmt: skip
RECORDED = [
    ("keys-1", 46, "nell", f"{WALKED}."),
    ("risk-1", 22, "nell", "China gets three. Then China attacks Afghanistan with three."),
    ("ccg-1", 24, "osman", "I pass"), ("daleks-1", 37, "osman", "I pass"),
]  # fmt: skip
ROLL = "5 3 2 against 5 4"


def _row(session: str, moves: int, seat: str, post: str) -> Row:
    return Row("", session, moves, seat, "", "moves", post, [])


@pytest.mark.parametrize(("session", "moves", "seat"), ASKED)
def test_other_words_lead_to_a_question(
    monkeypatch: pytest.MonkeyPatch, session: str, moves: int, seat: str
) -> None:  # fmt: skip
    monkeypatch.setattr(decision, "is_sure", lambda _evidence: True)
    posts = ASKED[session, moves, seat]
    assert [post for post in posts if unasked(_row(session, moves, seat, post)) != "asked"] == []


@pytest.mark.parametrize(("session", "moves", "seat", "post"), RECORDED)
def test_a_plain_post_is_recorded_without_a_question(session: str, moves: int, seat: str, post: str) -> None:
    assert unasked(_row(session, moves, seat, post)) != "asked"


def test_a_word_must_be_used_as_often_as_it_is_written() -> None:
    said = Said(used=("put", "three", "china"))
    assert extra_words(["I put three on China (now)."], said) == []
    assert extra_words(["Three on China, three"], said) == ["three"]


def test_further_words_of_a_move_are_neutral_only_beside_a_word_that_it_uses() -> None:
    said = Said(used=("three", "china"), own=frozenset({"places", "daleks", "china", "three"}))
    assert extra_words(["Three Daleks on China"], said) == []
    assert extra_words(["Three on China. Daleks!", "China three"], said) == ["daleks", "china", "three"]


def test_a_farewell_is_neutral_only_if_its_author_has_done_all() -> None:
    said = Said(used=("three", "china"), names=frozenset({"osman"}))
    text = ["Three on China. Your turn, over to you Osman."]
    assert extra_words(text, said) == ["your", "turn", "over", "you", "osman"]
    assert extra_words(text, said._replace(is_last=True)) == []
    assert extra_words(["Hi Osman, three on China"], said) == []
    assert extra_words(["Osman: three on China"], said) == ["osman"]


def test_each_list_of_neutral_words_has_one_plain_sentence() -> None:
    lists = tomllib.loads((files("replay.posts") / "neutral.toml").read_text("utf-8"))
    assert all(one["says"].endswith(".") and one["says"].count(". ") == 0 for one in lists.values())
    assert all(len(set(one["words"])) == len(one["words"]) for one in lists.values())


@pytest.mark.parametrize("corrections", ["strict", "dice-seal"])
def test_dice_that_a_post_reports_cannot_be_refused(monkeypatch: pytest.MonkeyPatch, corrections: str) -> None:
    monkeypatch.setattr(decision, "is_sure", lambda _evidence: True)
    text = begun((FOLDER / "risk-1.txt").read_text("utf-8"), 39)
    text = text.replace("\n\n== ", f"\ncorrections: {corrections}\n\n== ", 1)
    store = MemoryStore()
    table = PostTable(store, record_text(store, registry(), text).session)
    osman = Poster("osman", "osman", asks=True)
    done = table.file(ROLL, osman, trust="sure")
    assert done.is_unasked
    address = next(line.filed for line in done.lines if line.filed)
    table.file(f"UNDO {address}", osman, after=table.last)
    assert not table.events(TakenBack)


@pytest.mark.parametrize("is_ordered", [False, True])
def test_a_standing_order_that_may_answer_leads_to_a_question(
    monkeypatch: pytest.MonkeyPatch, *, is_ordered: bool
) -> None:  # fmt: skip
    monkeypatch.setattr(decision, "is_sure", lambda _evidence: True)
    store, chooser = MemoryStore(), random.Random(1)
    session = founded(store, "risk", 3, corrections="moderator")
    for seat in session.started.seats if is_ordered else ():
        session.note(Ordered(seat, "never"), by=seat)
    while True:
        (seat, *_), position = session.status.awaited, session.position
        legal = list(session.game.rules.legal(position, seat))
        attacks = [one for one in legal if type(one).__name__ == "Attack" and one.daleks == 3 and not one.card]
        if attacks:
            break
        submit(session, seat, [Request(Written(chooser.choice(legal)))])
    places = [place.replace("-", " ").title() for place in (attacks[0].source, attacks[0].target)]
    words = f"{places[0]} attacks {places[1]} with three"
    done = PostTable(store, session.row.session).file(words, Poster(seat, seat, asks=True), trust="sure")
    assert done.is_unasked is not is_ordered
