"""Transcripts: fences in every markup, chat, corrected typos, and all-or-nothing recording."""

import msgspec
import pytest
from golden import session_events_in_golden_lines
from imported import go_on, record_text
from keys_board import HEADER
from players import GAMES, founded, play_on, tables
from spectator import opened

from events import session_events as s
from events.entry import Entry
from events.errors import NotationError
from events.events import OMNISCIENT, Drawn, Move, Rolled, SessionEvent
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import registry
from replay.exporting.transcript import session_event_lines, transcript_of
from replay.posts.blocks import read_file, read_posts
from replay.posts.create_session import started_with
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

TOY = "game: toy\nseats: black, yellow\n\n"
WHOLE = """\
game: toy
title: Three dares
seats: black, yellow
dice: typed
cards: typed
points: 2

--- Black, Thu 21:14, forum #3 ---
Here goes nothing :)
[code]
== G17 T1 Black ==
dare yellow
== end ==
[/code]
See you tomorrow!

--- Yellow, Fri 08:02, forum #4 ---
> == G17 T1 Black ==
> dare yellow
> == end ==
ha!
**== G17 T1 Yellow after #9 ==**
I shall not even answer.
passs (4)
~ pass (4)
== end ==

--- Yellow ---
`== T2 Yellow ==`
dare black
== end ==
--- Black ---
== T2 Black ==
pass (1)
== end ==
"""


def record(store: EventStore, text: str) -> Timeline:
    done = record_text(store, GAMES, text)
    assert done.whole, done.lines[-1]
    return Timeline.read(store, GAMES, done.session, OMNISCIENT)


def test_imports_a_whole_transcript(store: EventStore) -> None:
    timeline = record(store, WHOLE)
    posts = [entry.event for entry in timeline.entries if isinstance(entry.event, s.Posted)]
    assert [(post.author, post.when, post.where) for post in posts][:2] == [
        ("Black", "Thu 21:14", "forum #3"), ("Yellow", "Fri 08:02", "forum #4"),
    ]  # fmt: skip
    assert "passs (4)" in posts[1].text
    assert "~ pass" not in posts[1].text
    assert "Here goes nothing :)" in posts[0].text
    rolls = [entry.event for entry in timeline.entries if isinstance(entry.event, Rolled)]
    assert [(roll.faces, roll.source) for roll in rolls] == [((4,), "typed"), ((1,), "typed")]
    assert timeline.status(timeline.last).turn == 3


def test_reports_each_line_and_asks_about_an_unanswered_typo(store: EventStore) -> None:
    text = WHOLE.replace("~ pass (4)\n", "")
    done = record_text(store, GAMES, text)
    assert [line.status for line in done.lines] == ["ok", "chat", "chat", "chat", "question"]
    asked = record_text(store, GAMES, WHOLE.replace("~ pass (4)", "~ pas: (4)"))
    assert asked.lines[-1].status == "question"
    assert asked.lines[-1].number == 24
    assert store.sessions() == []


def test_a_check_and_a_refused_continuation_write_nothing(store: EventStore) -> None:
    done = record_text(store, GAMES, WHOLE, check=True)
    assert (done.whole, done.session, store.sessions()) == (True, "", [])
    timeline = record(store, WHOLE)
    wrong = "== T3 Black ==\ndare yellow\ndare: nobody\n== end =="
    assert not go_on(store, GAMES, timeline.row.session, wrong).whole
    assert store.head(timeline.row.session).seq == timeline.last


@pytest.mark.parametrize("kind", s.SESSION_EVENTS, ids=lambda kind: kind.__name__)
def test_exports_every_kind_of_session_event(kind: type[SessionEvent], store: EventStore) -> None:
    timeline = record(store, WHOLE)
    kinds = {s.Posted, s.TakenBack, s.Adjusted, s.Skipped, s.Ruled, s.Closed, s.Reopened}
    for event in session_events_in_golden_lines(kind):
        seat = msgspec.structs.replace(event, author="black") if isinstance(event, s.DisputeOpened) else event
        told = list(session_event_lines(timeline, Group((Entry(seat, seq=timeline.last + 1),))))
        assert bool(told) == (kind in kinds | {s.DisputeOpened})


@pytest.mark.parametrize(("slug", "seats"), tables(3))
def test_imports_the_transcript_of_a_dice_roller_session(slug: str, seats: int) -> None:
    session = play_on(founded(MemoryStore(), slug, seats, session="running"), 30)
    timeline = Timeline.read(session.store, GAMES, "running", OMNISCIENT)
    again = record(MemoryStore(), transcript_of(timeline))
    moves = [[entry.event for entry in one.entries if isinstance(entry.event, Move)] for one in (timeline, again)]
    assert moves[0]
    assert moves[0] == moves[1]


@pytest.mark.parametrize(("text", "says"), [
    ("", "the file is empty"), ("game toy\n\n", "line 1, column 1: this text contains no posts"),
    ("game: toy\ngame: toy\n\n", '"game" appears twice'),
    ("game: chess\nseats: a, b\n\n", '"chess" is not a game'), ("game: toy\nseats: a\n\n", "needs 2 to 3 seats"),
    ("game: toy\nseats: a, a\n\n", "each seat must have its own name"),
    ("game: toy\nseats: a, b\nmoon: full\n\n", "moon"),
    ("game: toy\nseats: a, b\npoints: many\n\n", "points"),
    ("game: toy\nseats: a, b\ndice: loaded\n\n", 'dice: "loaded" is not allowed'),
    ("game: toy\nseats: a, all\n\n", "the name of a role"),
    ("game: toy\nseats: a, b\n\n== T1 the !! ==\n", "this looks like a block header"),
    ("game: toy\nseats: a, b\n\n== T1 a ==\n~ pass\n", "an answer or a reason must come after the line"),
])  # fmt: skip
def test_refuses_malformed_transcripts(store: EventStore, text: str, says: str) -> None:
    with pytest.raises(Exception, match=r".") as caught:  # any of the family; the words are what counts
        record_text(store, GAMES, text)
    assert says in str(caught.value)
    assert store.sessions() == []


def test_refuses_an_unknown_seat_and_huge_input(store: EventStore) -> None:
    done = record_text(store, GAMES, "game: toy\nseats: a, b\n\n== T1 Zoe ==\npass\n== end ==\n")
    assert "this is not a seat of this session" in done.lines[-1].message
    assert done.lines[-1].number == 4
    for read in (read_posts, read_file):
        with pytest.raises(NotationError, match="at most"):
            read("x" * 1_000_001)


QUOTED = """\
{open}
== T1 Black ==
dare yellow
== end ==
{close}
== T1 Yellow ==
pass (4)
== end ==
"""


@pytest.mark.parametrize(("begins", "ends"), [("[quote=Black]", "[/quote]"), ("[QUOTE]", "[/QUOTE] so you say")])
def test_does_not_record_a_block_in_quote_tags(store: EventStore, begins: str, ends: str) -> None:
    first = WHOLE[: WHOLE.index("--- Yellow, Fri")]
    text = f"{first}--- Yellow ---\n{QUOTED.format(open=begins, close=ends)}"
    assert len([move for move in record(store, text).groups if isinstance(move.head.event, Move)]) == 2


def test_keeps_chat_and_removes_answers_and_reasons_of_lines() -> None:
    (post,) = read_posts("~ Rose\n! hurrah\n---------\n== Black ==\ndare yelow\n~ dare yellow\n! so it was\n== end ==")
    assert post.text == "~ Rose\n! hurrah\n---------\n== Black ==\ndare yelow\n== end =="
    (line,) = post.blocks[0].lines
    assert (line.answer, line.accept) == ("dare yellow", "so it was")
    (post,) = read_posts("== Black ==\ndare yellow\n~~pass (4)~~\n!!! what now\n!roll 2d6\n== end ==")
    assert [(one.text, one.answer, one.accept) for one in post.blocks[0].lines] == [
        ("dare yellow", "", ""), ("!!! what now", "", ""), ("!roll 2d6", "", ""),
    ]  # fmt: skip
    assert "~~pass (4)~~" in post.text


@pytest.mark.parametrize("mark", ["- ", "* ", "+ ", "1. ", "2) ", "\u2022 "])
def test_lines_of_a_block_may_be_a_list(mark: str) -> None:
    (post,) = read_posts(f"== Black ==\n{mark}D: ?\n{mark}M\uff1a -\n- a dash, and chat\n== end ==")
    assert [line.text for line in post.blocks[0].lines] == ["D: ?", "M: -", "- a dash, and chat"]


def test_a_post_that_is_imported_again_is_recorded_once(store: EventStore) -> None:
    first = record(store, WHOLE)
    more = "--- Black, Sat, forum #7 ---\n== T3 Black ==\ndare yellow\n== end ==\n"
    assert go_on(store, GAMES, first.row.session, more).whole
    last = store.head(first.row.session).seq
    again = go_on(store, GAMES, first.row.session, f"{more}--- Yellow ---\n== T3 Yellow ==\npass (2)\n")
    assert next((one.is_new, one.first) for one in again.walk.walked) == (False, first.last + 1)
    assert [line.status for line in again.lines] == ["ok"]
    events = [entry.event for entry in Timeline.read(store, GAMES, first.row.session, OMNISCIENT).entries[last:]]
    assert [type(event).__name__ for event in events if isinstance(event, Move | s.Posted)] == ["Posted", "Passed"]


@pytest.mark.parametrize("written", [
    "tenth=S, the-twelfth=N", "tenth S, the twelfth N", "Tenth: S, The Twelfth: N", "Tenth: S; The Twelfth: N",
    "Tenth: S\nThe Twelfth: N", "Tenth - S\nThe Twelfth - N", "Tenth:\nS\n\nThe Twelfth =\nN",
])  # fmt: skip
def test_reads_options_of_each_seat(written: str) -> None:
    started = started_with(registry(), {"game": "keys", "seats": "tenth, the twelfth", "edges": written})
    assert started.options["edges"] == {"tenth": "S", "the-twelfth": "N"}


def test_refuses_to_accept_a_card_that_was_not_dealt(store: EventStore) -> None:
    session = opened(store, GAMES, "keys", ("tenth", "twelfth"), options={"first": "tenth"})
    held = session.position.hands["tenth"]
    absent = next(card for card in ("cookie", "cyberman", "pandorica", "tunnel") if card not in held)
    post = f"== Tenth ==\nP: discard {absent}\n! so we agreed\n== end ==\n"
    done = go_on(store, GAMES, session.row.session, post)
    assert [line.status for line in done.lines] == ["illegal"]
    assert "did not deal" in done.lines[0].message
    assert len(store.lines(session.row.session)) == session.head.seq
    kept = "== Tenth ==\nM: stay\n! so we agreed\n== end ==\n"
    assert go_on(store, GAMES, session.row.session, kept).whole


@pytest.mark.parametrize(("card", "says"), [("banana", "68 cards"), ("cyberman", "the reason is hidden from you")])
def test_refuses_to_learn_an_unknown_card(store: EventStore, card: str, says: str) -> None:
    first = record(store, f"{HEADER}== T1 Tenth ==\nD: CA\nP: discard CA\n")
    session, line = first.row.session, next(entry.seq for entry in first.entries if isinstance(entry.event, Drawn))
    learnt = "".join(f"LEARN #{line} cards {item} = {card}\n" for item in (1, 2))
    done = go_on(store, GAMES, session, f"== moderator ==\n{learnt}")
    assert not done.whole
    assert says in done.lines[-1].message
    assert [line.status for line in done.lines] == ["illegal"]


AGAIN = f"""{HEADER}--- Rose ---
2 + 2 == 4, and T1 is == mine ==
so there
== T1 Tenth ==
D: ?
M: >a7
! so we play
UNDO 1.2 ok twelfth ; it was the wrong corner
P: SS a1 open (open)
! at last
M: stay
DISPUTE 1.3: it was mine
NOTE 1.2: a corner ; worth a look
== end ==
good night

--- moderator ---
== moderator ==
RULING 1.3: stands, KEY-TRN-03, KEY-TRN-04 ; nobody minds
== end ==
"""


def test_a_transcript_keeps_chat_notes_and_reasons(store: EventStore) -> None:
    def kinds(timeline: Timeline) -> list[type]:
        events = [entry.event for entry in timeline.entries]
        return [type(event) for event in events if isinstance(event, s.IllegalMoveAccepted | s.DisputeOpened | s.Ruled)]

    first = record(store, AGAIN)
    text = transcript_of(first)
    for line in (
        "2 + 2 == 4, and T1 is == mine ==\nso there\n", "\ngood night\n", "! so we play\n",
        "UNDO 1.2 ok ; it was the wrong corner\n", "DISPUTE 1.3: it was mine\n", "NOTE 1.2: a corner ; worth a look\n",
        "RULING 1.3: stand, KEY-TRN-03, KEY-TRN-04 ; nobody minds\n",
    ):  # fmt: skip
        assert line in text
    again = record(store, text)
    assert kinds(again) == kinds(first)
    assert again.position(again.last) == first.position(first.last)
