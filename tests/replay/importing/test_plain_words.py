"""A transcript with posts in plain words: each unclear post is a question, as in a forum thread. No move is lost."""

import re
from collections.abc import Sequence

import pytest
from places import TESTS

from events.store.memory import MemoryStore
from projections.registry import registry
from replay.importing.archive import UnknownAuthorsError
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, stage_posts
from replay.importing.walk import Answer, OpenPost, ThreadWalk
from replay.posts.paste import Choice

TRANSCRIPT = (TESTS / "replay/importing/keys-plain-words.txt").read_text("utf-8")
FIELDS = TRANSCRIPT.partition("\n\n")[0]
HEADER = dict(line.split(": ", 1) for line in FIELDS.splitlines())
PEOPLE = {"Nina": "tenth", "Omar": "twelfth"}
FIRST = "I draw a card. Blue key on b1, and it's a plain open door. In I go at b1."
TURN = ("D: ? / P: Kb b1 open (open) / M: >b1",)
MEANT = (
    *TURN, "D: SS / P: Kr a7 open (dalek) / M: stay", "D: Ky / P: Ky b2 open (key) / M: b2 / B: b3 open (open)",
    "D: ? / P: SS b7 open (open) / M: >b7", "D: ? / P: TB b6 / M: b3", "D: JC / P: PN tenth / M: stay",
    "D: ? / P: Kb b4 open (open) / M: stay", "D: ? / M: stay", "D: Kr / P: Ky b5 open (extra) / M: stay",
    "D: ? / P: JC a7 / M: stay",
)  # fmt: skip
"""The meaning of the first ten posts. In post 7 the player on the Pandorica cannot move."""


def walk_of(text: str, people: dict[str, str] = PEOPLE) -> ThreadWalk:
    archive = read_archive(text.encode())
    authors = {post.author for post in archive.posts}
    people = {author: seat for author, seat in people.items() if author in authors}
    return stage_posts(MemoryStore(), registry(), archive, Target(header={**HEADER, **archive.header}), people)


def walked(text: str, answers: Sequence[str] = (), people: dict[str, str] = PEOPLE) -> tuple[ThreadWalk, OpenPost]:
    """Answer the first questions, and return the walk with the next question."""
    walk, given = walk_of(text, people), dict[str, Answer]()
    asked = _next(walk, given)
    for answer in answers:
        given[asked.key] = answered(asked, answer)
        asked = _next(walk, given)
    return walk, asked


def answered(asked: OpenPost, line: str) -> Answer:
    lines = asked.paste.open or asked.paste.lines[:1]
    return Answer({lines[0].number: Choice(take=line)})


def _next(walk: ThreadWalk, given: dict[str, Answer]) -> OpenPost:
    for _ in walk.follow(given):
        pass
    assert walk.open is not None, walk.progress
    return walk.open


def transcript(*posts: str, blocks: str = "") -> str:
    return "\n".join(
        [FIELDS, "", blocks, *(f"--- {who} ---\n{post}" for who, post in zip(PEOPLE, posts, strict=False))]
    )


def test_transcript_and_thread_ask_the_same_questions() -> None:
    posts = TRANSCRIPT.partition("\n\n")[2]
    thread = re.sub(r"(?m)^--- (\w+), \w+ (.*) (\S+) ---$", r"\1 wrote on \2 at \3:", posts)
    first, second = walk_of(TRANSCRIPT), walk_of(thread)
    given, same = dict[str, Answer](), dict[str, Answer]()
    for number, answer in enumerate((*MEANT, ""), 1):
        asked, other = _next(first, given), _next(second, same)
        assert asked.post.number == other.post.number == number
        assert asked.paste.prose == other.paste.prose
        assert asked.is_unread == other.is_unread
        given[asked.key], same[other.key] = answered(asked, answer), answered(other, answer)


def test_unused_number_is_named_in_the_question() -> None:
    _, asked = walked(TRANSCRIPT)
    assert [line.choices[0] for line in asked.paste.open] == [*TURN]
    assert asked.paste.prose[1].left == ("5", "2")


@pytest.mark.parametrize("text", ["I rolled a 5.", "See you at 9.", "Omar got a 2.", "We start with 3 cards each."])
@pytest.mark.parametrize("form", ["{first} {said}", "{said} {first}", "{said}\n{first}"])
def test_number_in_a_post_loses_no_move(text: str, form: str) -> None:
    _, asked = walked(transcript(form.format(said=text, first=FIRST)))
    assert asked.paste.open[0].choices[0].startswith("D: ? / P: Kb b1 open (open) / M: ")


@pytest.mark.parametrize("answered", [7, 6])
def test_move_with_an_unclear_place_is_a_question(answered: int) -> None:
    """The draw is offered, and the rest is named as not read, even if the turn before it is not complete."""
    given = (*MEANT[:answered], MEANT[6].removesuffix(" / M: stay"))[:7]
    _, asked = walked(TRANSCRIPT, given)
    assert (asked.post.number, asked.paste.open[0].choices) == (8, ("D: ?",))
    assert [read.left for read in asked.paste.prose.values()] == [("use my key on the door",)]


@pytest.mark.parametrize("blocks", ["", "--- Nina ---\n== Tenth ==\nD: ?\n== end =="])
def test_move_of_one_sentence_with_an_unclear_place_is_a_question(blocks: str) -> None:
    _, asked = walked(transcript("I use my key on the door next to me", blocks=blocks))
    assert (asked.post.author, asked.is_unread) == ("Nina", True)


@pytest.mark.parametrize("text", [
    "Hello Omar! Shall we use the blue dice?", "I like your door.", "My cat sat on the cards.", "Good luck!",
    "I think the Daleks will get me.", "If I open b1, I lose.",
])  # fmt: skip
def test_talk_is_no_question(text: str) -> None:
    walk, asked = walked(f"{transcript(text, text)}\n--- Nina ---\n{FIRST}")
    assert asked.post.number == 3
    assert [one.status for one in walk.walked] == ["chat", "chat"]


@pytest.mark.parametrize("text", ["Drew one. I rolled a 5.", "I use my key on the door next to me", FIRST])
def test_plain_words_after_posts_with_blocks_are_a_question(text: str) -> None:
    blocks = (
        "--- Nina ---\n== Tenth ==\nD: ?\nP: Kb b1 open (open)\nM: >b1\n== end ==",
        "--- Omar ---\n== Twelfth ==\nD: SS\nP: Kr a7 open (dalek)\nM: stay\n== end ==",
    )
    _, asked = walked(transcript(text, blocks="\n".join(blocks)))
    assert asked.post.number == 3


def test_moves_of_an_author_without_a_seat_need_a_seat() -> None:
    walk = walk_of(TRANSCRIPT, {"Nina": "tenth"})
    given = {walk.keys[0]: Answer({1: Choice(take=TURN[0])})}
    with pytest.raises(UnknownAuthorsError, match="post 2 seems to contain moves, but the seat of Omar is not known"):
        list(walk.follow(given))
    walk = walk_of(TRANSCRIPT, {"Nina": "tenth", "Omar": "-"})
    assert [one.status for one in walk.follow(given)][:2] == ["answered", "chat"]


@pytest.mark.parametrize(("at", "due"), [
    (4, "D: ? / P: SS b7 open (open) / M: >b7"), (10, "D: ? / P: JC a7 / M: stay"),
])  # fmt: skip
def test_a_card_played_after_a_full_stop_is_not_offered_as_drawn(at: int, due: str) -> None:
    _, asked = walked(TRANSCRIPT, MEANT[: at - 1])
    line = asked.paste.open[0]
    assert (asked.post.number, line.choices[0]) == (at, due)
    assert [choice for choice in line.choices if not choice.startswith("D: ?")] == []


@pytest.mark.parametrize("post", [
    "Draw: the Jam Cookie. It goes on a7. No move.", "I draw a Jam Cookie. It goes on a7. I stay.",
    "Draw. I got the Jam Cookie. Then I stay.",
])  # fmt: skip
def test_card_that_is_named_as_drawn_is_the_drawn_one(post: str) -> None:
    text = TRANSCRIPT.replace("Draw. The Jam Cookie goes on a7. No move.", post)
    _, asked = walked(text, MEANT[:9])
    assert asked.paste.open[0].choices[0].startswith("D: JC")
    assert not any("D: ?" in choice for choice in asked.paste.open[0].choices)


def test_import_is_silent_only_without_a_move() -> None:
    assert not walk_of(TRANSCRIPT).is_silent
    for move in ("", "D: ?"):
        walk = walk_of(transcript("Hello!", "Hi Nina."))
        list(walk.follow({walk.keys[0]: Answer(before=move)} if move else {}))
        assert walk.is_silent is not bool(move)
