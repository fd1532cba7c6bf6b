"""The replies of a session to its thread: one after a synchronisation, sent once, and the answers to its question."""

import re
from collections.abc import Set as AbstractSet

import pytest
from msgspec.structs import replace
from scripted_source import HOUR_MS, PROSE, SECOND_TURN, TURN, Following, ScriptedSource

from events.session_events import PostOrigin
from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from replay.following.answering import ReplyLooks, open_question
from replay.following.sync import sync_session
from replay.importing.archive import time_text
from replay.posts import unasked
from replay.sources.discourse import OWN_REPLY
from replay.sources.source import Fetched


def states(game: Following) -> list[str]:
    return [str(state) for (state,) in game.accounts.rows("select state from replies order by number")]


def code(game: Following) -> str:
    asked = open_question(game.thread)
    assert asked is not None
    return asked.code


def test_replies_once_about_new_moves_and_not_about_chat(game: Following) -> None:
    game.source.post("Rory", "hello")
    game.sync()
    assert game.source.replies == []
    game.source.post("Rory", TURN)
    game.sync()
    game.sync()
    (reply,) = game.source.replies
    assert "Twelfth enters the grid at d7" in reply.text
    assert reply.marker in reply.text
    assert OWN_REPLY.fullmatch(reply.marker)
    assert game.recorded() == ["1", "2"]


def test_a_reply_that_waits_for_approval_is_sent_once(game: Following) -> None:
    game.source.is_held = True
    game.source.post("Rory", TURN)
    assert "approval" in game.sync().error
    game.source.is_held = False
    game.now_ms += HOUR_MS
    assert game.sync().error == ""
    assert (len(game.source.replies), states(game)) == (1, ["unknown"])


def test_later_news_wait_for_the_time_of_the_next_reply_and_are_joined(game: Following) -> None:
    game.change(reply_every_s=600)
    game.source.post("Rory", TURN)
    game.sync()
    game.source.post("Amy", SECOND_TURN)
    game.now_ms += 300_000
    until = time_text((game.now_ms + 300_000) / 1000)
    assert game.sync().notes == (f"a reply waits until {until}",)
    game.source.post("Rory", "and chat")
    game.sync()
    assert len(game.source.replies) == 1
    game.now_ms += 301_000
    game.sync()
    first, second = game.source.replies
    assert ["Tenth opens d1" in reply.text for reply in (first, second)] == [False, True]


def test_the_person_asked_answers_with_the_code(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.sync()
    (reply,) = game.source.replies
    assert code(game) in reply.text
    game.source.post("Amy", f"{code(game)} 1")
    assert (game.sync().moves, game.recorded()) == (0, [])
    game.source.post("Rory", f"{code(game)} 1")
    assert (game.sync().moves, game.recorded()) == (3, ["1", "3"])
    assert game.thread.asked == ""


def test_a_direct_reply_answers_too_and_no_refuses(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.sync()
    game.source.post("Rory", "no", answers=game.source.posts[-1].id)
    assert (game.sync().recorded, game.table.last > 0) == (1, True)
    assert game.recorded() == ["1"]


def test_only_a_question_that_a_post_can_answer_has_a_number(game: Following) -> None:
    game.source.post("Bev", TURN)
    game.sync()
    game.change(seats={**game.thread.seats, "id-Bev": "-"})
    game.source.post("Rory", PROSE)
    game.sync()
    game.source.post("Rory", "Q1 1")
    assert game.sync().moves == 3
    game.source.post("Amy", "I draw a card, open d1 with a yellow key and stay.")
    game.sync()
    assert code(game) == "Q2"


ILLEGAL = "D: ?\nP: Kg d7 open (open)\nM: >a1"
"""A turn of Twelfth whose last line is illegal."""


def test_a_direct_reply_to_an_older_question_is_no_answer(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.source.cannot_post = True
    game.sync()
    game.source.edit("1", PROSE.replace("moved in there", "stayed out"))
    game.sync()
    assert code(game) == "Q2"
    game.source.cannot_post = False
    game.sync()
    assert "Q1" in game.source.replies[0].text
    old = game.source.posts[-1].id
    game.source.post("Rory", "1", answers=old)
    assert (game.sync().moves, game.recorded(), code(game)) == (0, [], "Q2")


def test_an_answer_that_was_not_understood_can_be_edited(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.sync()
    answer = game.source.post("Rory", "Q1 7")
    game.sync()
    game.source.edit(answer, "Q1 1")
    assert game.sync().moves == 3


def test_an_answer_that_was_edited_after_it_was_used_is_read_as_a_post(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.sync()
    answer = game.source.post("Rory", "Q1 1")
    game.sync()
    before = game.table.last
    game.source.edit(answer, "Nice turn!")
    report = game.sync()
    assert (report.moves, game.recorded()[-1], game.table.last) == (0, answer, before + 2)
    assert "Rory edited an answer after it was used" in game.source.replies[-1].text
    replies = len(game.source.replies)
    assert (game.sync().recorded, len(game.source.replies)) == (0, replies)


def test_only_the_first_answer_counts_if_a_thread_is_fetched_in_parts(
    game: Following, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.source.post("Rory", PROSE)
    game.sync()
    first, second = (game.source.post("Rory", text) for text in ("Q1 1", "Q1 2"))
    fetch = game.source.fetch

    def part(cursor: str, known: AbstractSet[str], *, whole: bool = False) -> Fetched:
        fetched = fetch(cursor, known, whole=whole)
        old = [post for post in fetched.posts if post.id in known]
        new = [post for post in fetched.posts if post.id not in known]
        return replace(fetched, posts=(*old, *new[:1]), cursor=cursor, more="long" if new[1:] else "", is_whole=False)

    monkeypatch.setattr(game.source, "fetch", part)
    assert game.sync().moves == 3
    states = game.threads.posts(game.session)
    assert (states[first][0], states[second][0]) == ("answer", "kept")


def test_no_refuses_the_whole_post(game: Following) -> None:
    game.source.post("Rory", ILLEGAL)
    game.sync()
    (reply,) = game.source.replies
    assert "After Q1 no, nothing of this post is recorded. You can post the moves again." in reply.text
    before = game.table.last
    game.source.post("Rory", "Q1 no")
    assert (game.sync().moves, game.thread.asked) == (0, "")
    assert game.table.last == before + 2  # the post and its origin
    game.source.post("Rory", TURN)
    assert (game.sync().moves, game.thread.waiting) == (3, "")


def test_no_says_that_a_post_has_no_move(game: Following) -> None:
    game.source.post("Rory", "I play my key and move")
    game.sync()
    (reply,) = game.source.replies
    assert "Reply with Q1 no if this post has no move" in reply.text
    game.source.post("Rory", "no", answers=game.source.posts[-1].id)
    assert (game.sync().recorded, game.thread.asked) == (1, "")


def test_a_line_of_notation_means_no_other_kind_of_move(game: Following) -> None:
    game.source.post("Rory", "D: ?\nP: Kg d7 open (open)\nD: ?\nM: >d7")
    game.sync()
    asked = open_question(game.thread)
    assert asked is not None
    assert (asked.quote, asked.options) == ("D: ?", ())


def test_a_reason_mentions_earlier_answers_and_no_further_rules(game: Following) -> None:
    game.source.post("Rory", "D: ?\nP: Kg d7 open (open)\nM: >a1\nM: >b1")
    game.sync()
    asked = open_question(game.thread)
    assert asked is not None
    assert (asked.quote, "breaks" in asked.reason) == ("M: >a1", False)
    game.source.post("Rory", "Q1 1")
    game.sync()
    asked = open_question(game.thread)
    assert asked is not None
    assert (asked.code, asked.reason.startswith("after your earlier answers, ")) == ("Q2", True)
    assert "?." not in game.source.replies[-1].text


def test_a_reply_says_that_an_answer_was_not_understood(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.sync()
    game.source.post("Rory", f"{code(game)} perhaps")
    game.sync()
    first, second = (reply.text for reply in game.source.replies)
    missed = "The last answer about Q1 was not understood."
    assert (missed in first, missed in second) == (False, True)


def test_a_reply_says_how_a_reading_without_a_question_is_refused(
    game: Following, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unasked, "is_sure", lambda _evidence: True)
    game.table.session.set_trust("sure")
    game.source.post("Rory", "D: ?\nP: Kg d7 open (open)")
    game.source.post("Rory", "I enter d7")
    game.sync()
    undo = re.search(r"post (UNDO [0-9.]+)\.", game.source.replies[-1].text)
    assert undo is not None
    game.source.post("Rory", undo[1])
    game.sync()
    last = game.table.timeline()
    assert (last.status(last.last).seat, game.thread.waiting) == ("twelfth", "")


def test_two_misunderstood_answers_end_the_question_in_the_thread(game: Following) -> None:
    game.source.post("Rory", PROSE)
    game.sync()
    for _ in range(2):
        game.source.post("Rory", f"{code(game)} maybe?")
        game.sync()
    asked = open_question(game.thread)
    assert asked is not None
    assert (asked.misses, asked.is_open_in_thread) == (2, False)
    assert "the moderator, who was informed" in game.source.replies[-1].text
    game.source.post("Rory", f"{code(game)} maybe??")
    count = len(game.source.replies)
    game.sync()
    assert len(game.source.replies) == count


def test_an_answer_of_an_author_who_is_not_proven_does_not_count(game: Following) -> None:
    game.change(unproven="confirm")
    game.source.post("Rory", PROSE)
    game.sync()
    game.source.post("Rory", f"{code(game)} 1", proof="none")
    assert game.sync().moves == 0


def test_a_reply_that_may_have_arrived_is_searched_for(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.source.is_silent = True
    assert (game.sync().error, states(game)) == ("no answer", ["sending"])
    game.source.is_silent = False
    game.sync()
    assert (states(game), len(game.source.replies)) == (["sent"], 1)


def test_a_reply_that_did_not_arrive_is_sent_again(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.source.cannot_post = True
    assert (game.sync().error, states(game)) == ("cannot post", ["stored"])
    game.source.cannot_post = False
    game.sync()
    assert (states(game), len(game.source.replies)) == (["sent"], 1)


def test_an_interrupted_reply_is_not_sent_twice_if_the_thread_cannot_be_searched(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    game.source.can_find = False
    game.accounts.run("update replies set state = 'sending'")
    game.sync()
    assert (states(game), len(game.source.replies)) == (["unknown"], 1)


def test_a_thread_that_takes_no_posts_gets_a_text_to_copy(store: MemoryStore, accounts: Accounts) -> None:
    game = Following(store, accounts, ScriptedSource(can_reply=False))
    game.source.post("Rory", TURN)
    game.sync()
    game.source.post("Amy", SECOND_TURN)
    game.sync()
    assert states(game) == ["joined", "copy"]
    (text,) = [row.json for row in game.threads.open_replies(game.session)]
    assert "Twelfth enters the grid" in text
    assert "Tenth opens d1" in text


@pytest.mark.parametrize("can_reply", [True, False])
def test_a_picture_is_drawn_only_for_a_reply_that_is_sent(
    store: MemoryStore, accounts: Accounts, *, can_reply: bool
) -> None:
    game, drawn = Following(store, accounts, ScriptedSource(can_reply=can_reply)), list[str]()
    game.source.post("Rory", TURN)

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        return b"png"

    sync_session(game.context()._replace(looks=ReplyLooks(draw=draw)), game.session)
    assert len(drawn) == can_reply


def test_the_heading_names_no_turn_without_news(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    game.source.post("Amy", "I draw a card, open d1 with a yellow key and stay.")
    game.sync()
    assert ["turn 2: Twelfth" in reply.text for reply in game.source.replies] == [True, False]


def test_the_moderator_copies_a_reply_into_the_thread(store: MemoryStore, accounts: Accounts) -> None:
    game = Following(store, accounts, ScriptedSource(can_reply=False))
    game.source.post("Rory", TURN)
    game.sync()
    (stored,) = game.threads.open_replies(game.session)
    game.source.post("Mo", f"From the bell:\n(reply {stored.number})\n{stored.json}".replace("\\n", "\n"))
    game.sync()
    assert (states(game), game.recorded()) == (["sent"], ["1"])


def test_our_own_posts_are_never_read(game: Following) -> None:
    game.source.post("Rory", TURN)
    game.sync()
    game.source.post("hook", SECOND_TURN, is_automatic=True, author_id="id-Amy")
    game.now_ms += 25 * HOUR_MS
    game.sync()
    assert [event.post for event in game.table.events(PostOrigin)] == ["1"]
