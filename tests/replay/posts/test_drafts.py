"""Prose of the awaited seat in an import becomes a draft for confirmation."""

import pytest
from keys_board import BEGUN

from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.archives.record import record_archive, record_new_posts
from replay.posts.drafts import Draft
from replay.posts.record import RecordedPosts, go_on, record_text

FIRST = f"--- tenth, Monday ---\n== T1 {BEGUN.partition('== T1 ')[2]}"
HEADER = BEGUN.partition("== T1 ")[0]


PROSE = "--- twelfth, Tuesday ---\nI drew a card. The green key is for d7, a plain door. I stay outside.\n"
SECOND = "--- twelfth, Wednesday ---\n== T2 Twelfth ==\nD: ?\nP: Kg d7 open (open)\nM: stay\n== end ==\n"
CHAT = "--- twelfth, Tuesday ---\nBack on Friday!\n"
THIRD = "--- tenth, Thursday ---\n== T3 Tenth ==\nD: ?\nP: Kr b7 open (open)\nM: stay\n== end ==\n"


def recorded(text: str, *, check: bool = False) -> RecordedPosts:
    done = record_text(MemoryStore(), shelf(), HEADER + text, check=check)
    assert done.whole, done.lines[-1]
    return done


@pytest.mark.parametrize("check", [False, True])
def test_prose_of_the_awaited_seat_is_a_draft_that_says_who_may_confirm_it(*, check: bool) -> None:
    (draft,) = recorded(FIRST + PROSE, check=check).drafts
    assert draft.seat == "twelfth"
    assert draft.choices[0] == "D: ? / P: Kg d7 open (open) / M: stay"
    assert draft.says.startswith("twelfth was awaited, and no move was read; it may mean D: ? / P: Kg d7")
    assert draft.says.endswith("twelfth or the moderator may say so (was-move)")


def test_a_later_move_of_the_seat_or_chat_that_others_passed_by_leaves_no_draft() -> None:
    for text in (PROSE + SECOND, CHAT + SECOND, CHAT + THIRD):
        assert recorded(FIRST + text).drafts == ()
    (draft,) = recorded(FIRST + PROSE + THIRD).drafts
    assert draft.choices
    (draft,) = recorded(FIRST + "--- twelfth ---\n== T2 Twelfth ==\nD: ?\nThat is a fine card!\n").drafts
    assert (draft.seat, draft.text) == ("twelfth", "That is a fine card!")


def test_the_last_word_of_the_awaited_seat_says_so_whatever_it_means() -> None:
    (draft,) = recorded(FIRST + CHAT).drafts
    assert (draft.seat, draft.text, draft.choices) == ("twelfth", "Back on Friday!", ())
    assert draft.says == "twelfth was awaited, and no move was read; twelfth or the moderator may say so (was-move)"
    assert recorded(FIRST + CHAT.replace("twelfth", "tenth")).drafts == (), "Tenth is not awaited"
    assert recorded(FIRST + CHAT.replace("twelfth", "somebody else")).drafts == ()


def test_later_posts_and_archives_leave_drafts_too() -> None:
    store = MemoryStore()
    name = record_text(store, shelf(), HEADER + FIRST).session
    assert [draft.seat for draft in go_on(store, shelf(), name, PROSE, check=True).drafts] == ["twelfth"]
    (draft,) = go_on(store, shelf(), name, PROSE).drafts
    posted = store.lines(name)[draft.seq - 1]
    assert '"kind":"posted"' in posted.body
    store = MemoryStore()
    begun = record_archive(store, shelf(), (HEADER + FIRST).encode(), {})
    assert begun.drafts == ()
    done = record_new_posts(store, shelf(), begun.session, (FIRST + PROSE).encode())
    assert [type(draft) for draft in done.drafts] == [Draft]
    mail = (
        "From - Mon\nFrom: Twelfth <t@example.org>\nDate: Tue, 3 Mar 2026 10:00:00 +0000\nMessage-ID: <1@x>\n"
        "Subject: turn 2\n\nI drew a card. The green key is for d7, a plain door. I stay outside.\n"
    )
    done = record_new_posts(store, shelf(), begun.session, mail.encode(), {"Twelfth": "twelfth"})
    assert [draft.seat for draft in done.drafts] == ["twelfth"]
