"""Import an old thread post by post: answer, undo, restart, extend and record it."""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

import pytest
from msgspec.structs import replace
from places import TESTS
from refusals import refuses

from events.errors import ConflictError, RefusedError
from events.events import Move
from events.session_events import Posted
from events.store.accounts import Accounts
from events.store.drafts import ImportDrafts
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.importing.draft import ImportDraft, Told
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, stage_new
from replay.importing.suggestions import Found, suggest
from replay.importing.walk import Answer, OpenPost, with_unknown
from replay.posts.paste import Choice
from replay.reading.timeline import Timeline

Begin = Callable[[str], ImportDraft]
THREADS = TESTS / "replay/importing/threads"
LAYOUT = "rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby"
HEADER = {
    "game": "keys", "seats": "tenth,thirteenth", "edges": "tenth=S,thirteenth=N", "first": "tenth", "layout": LAYOUT,
}  # fmt: skip
PEOPLE = {"Tomasz": "tenth", "Nadia": "thirteenth"}
TURN = (
    "Post by Tomasz \u00bb Wed Oct 07, 2026 7:37 am\n\nOK here we go.\nI draw a card. I play my blue key on b1, door "
    "opens (plain open door) and I move in to b1.\n\n"
)
REPLY = "Post by Nadia \u00bb Wed Oct 07, 2026 8:51 am\n\nnice.\nDraw, red key on a7 (open), enter at a7.\n\n"
TALK = "Post by Bev \u00bb Wed Oct 07, 2026 12:08 pm\n\nooh can I watch? I'll get popcorn\n\n"
NOTED = "Post by Tomasz \u00bb Wed Oct 07, 2026 9:35 pm\n\nD: ?\nP: Ky b2 open (dalek)\nM: stay\n\n"


@pytest.fixture
def desks() -> Iterator[ImportDrafts]:
    accounts = Accounts.memory()
    yield ImportDrafts(accounts)
    accounts.close()


@pytest.fixture
def begun(desks: ImportDrafts, store: MemoryStore) -> Begin:
    def begin(text: str) -> ImportDraft:
        people = {name: seat for name, seat in PEOPLE.items() if f"Post by {name} " in text}
        return ImportDraft.begin(desks, store, registry(), "autumn", text.encode(), "me", Told(HEADER, people))

    return begin


def stands(work: ImportDraft, post: str = "") -> OpenPost:
    list(work.follow(post))
    assert work.walk is not None
    assert work.walk.open is not None
    return work.walk.open


def take(work: ImportDraft, at: OpenPost) -> None:
    chat = Choice(chat=True)
    settled = {line.number: Choice(take=line.choices[0]) if line.choices else chat for line in at.paste.open}
    if settled.keys() <= at.answer.choices.keys():
        settled = dict.fromkeys(settled, chat)
    if at.stopped is not None:
        settled[at.stopped.number] = chat
    work.answer(at.key, replace(at.answer, choices={**at.answer.choices, **settled}), "me")


def walk_through(work: ImportDraft) -> int:
    """Take the first offer of every question; count the questions."""
    asked = 0
    while True:
        list(work.follow())
        assert work.walk is not None
        if work.walk.open is None:
            return asked
        take(work, work.walk.open)
        asked += 1
        assert asked < 100


def done(work: ImportDraft) -> Mapping[int, tuple[str, int]]:
    assert work.walk is not None
    return {one.post.number: (one.status, one.moves) for one in work.walk.walked}


def test_asks_about_prose_and_keeps_good_lines_of_an_answer(begun: Begin) -> None:
    work, reading = begun(TURN + REPLY), "D: ? / P: Kb b1 open (open) / M: >b1"
    at = stands(work)
    (line,) = at.paste.open
    assert (at.post.number, line.choices[0], line.is_likely) == (1, reading, True)
    place = at.paste.places[line.number]
    assert with_unknown(place, reading.replace("?", "Kb")) == "D: ? / P: Kb b1 open / M: >b1"
    assert with_unknown(place, "D: ?") == with_unknown(place, "END") == ""
    slip = Choice(take=reading.replace(">b1", "a1>b1"))
    work.answer(at.key, replace(at.answer, choices={line.number: slip}), "me")
    (line,) = stands(work).paste.open
    assert line.message == "the pawn of Tenth stands outside the grid, not a1; what is meant?"
    assert line.choices[0] == reading
    work.answer(at.key, Answer(behind="M: nowhere"), "me")
    assert [line.text for line in stands(work).paste.lines][-1] == "M: nowhere"


def test_imports_chat_and_notation_without_questions(begun: Begin) -> None:
    work = begun(TURN + REPLY + TALK + NOTED)
    take(work, stands(work))
    take(work, stands(work))
    assert [one.post.number for one in work.follow()] == [2, 3, 4]
    assert work.walk is not None
    assert work.walk.is_done
    assert done(work) == {1: ("answered", 3), 2: ("answered", 3), 3: ("chat", 0), 4: ("read", 3)}
    assert work.walk.progress[:6] == (4, 4, 1, 2, 1, 9)


@pytest.mark.parametrize(("number", "line", "asked"), [
    (1, "D: ? / P: Kb b1 open (dalek) / M: >b1", False), (2, "D: Kr / P: Kr a7 open (open) / M: b1>b2", True),
])  # fmt: skip
def test_asks_again_only_if_a_changed_answer_no_longer_fits(
    begun: Begin, number: int, line: str, *, asked: bool
) -> None:
    work = begun(TURN + REPLY + NOTED)
    walk_through(work)
    changed = stands(work, work.keys[number - 1])
    work.answer(changed.key, Answer({number: Choice(take=line)}), "me")
    if asked:
        at = stands(work)
        assert (at.post.number, at.answer.choices[number].take) == (number, line)
    else:
        list(work.follow())
        assert done(work) == {1: ("answered", 3), 2: ("answered", 3), 3: ("read", 3)}


def test_a_move_that_is_in_no_post_can_be_added(begun: Begin) -> None:
    work = begun(REPLY)
    at = stands(work)
    assert at.is_unread  # it is not her turn yet
    turn = "== tenth ==\nD: ?\nP: Kb b1 open (open)\nM: >b1"
    work.answer(at.key, Answer(before=turn), "me")
    take(work, stands(work))
    list(work.follow())
    assert work.walk is not None
    movers = [entry.event.player for entry in work.walk.session.table.entries if isinstance(entry.event, Move)]
    assert movers[:4] == ["tenth", "tenth", "tenth", "thirteenth"]


def test_asks_only_about_new_posts_of_a_grown_thread(begun: Begin, store: MemoryStore) -> None:
    work = begun(TURN + REPLY)
    assert walk_through(work) == 2
    session = work.record("me")
    assert work.bring((TURN + REPLY + TALK).encode(), "me") == 1
    assert walk_through(work) == 0
    assert work.record("me") == session
    assert work.bring((TURN + REPLY + TALK + NOTED).encode(), "me") == 1
    assert work.bring((TURN + REPLY + TALK + NOTED).encode(), "me") == 0
    assert walk_through(work) == 0
    assert done(work) == {1: ("filed", 3), 2: ("filed", 3), 3: ("filed", 0), 4: ("read", 3)}
    work.record("me")
    posted = [
        entry.event for entry in Timeline.read(store, registry(), session).entries if isinstance(entry.event, Posted)
    ]
    assert [event.author for event in posted] == ["Tomasz", "Nadia", "Bev", "Tomasz"]


def test_keeps_each_post_of_a_growing_thread_once(begun: Begin, desks: ImportDrafts) -> None:
    thread, sizes = TURN + REPLY, list[int]()
    work = begun(thread)
    for number in range(10, 50):
        thread += f"Post by Bev \u00bb Wed Oct 07, 2026 1:{number:02} pm\n\nstill watching, cup of tea {number}\n\n"
        work.bring(thread.encode(), "me")
        work.answer(work.keys[-1], Answer({1: Choice(chat=True)}), "me")
        sizes.append(sum(len(entry.body) + len(entry.raw or b"") for entry in desks.entries(work.state.name)))
    grown = [after - before for before, after in pairwise(sizes)]
    assert max(grown) < 2 * min(grown)
    assert len(ImportDraft(desks, MemoryStore(), registry(), work.state.name).state.archive.posts) == 42


def test_keeps_an_edited_post_next_to_its_first_version(begun: Begin) -> None:
    work = begun(TURN + REPLY)
    take(work, stands(work))
    assert work.bring((TURN + REPLY.replace("a7", "c7")).encode(), "me") == 1
    at = stands(work)
    assert at.post.number == 2
    assert "a7" in work.state.was[at.key].text
    assert "c7" in at.post.text


def test_refuses_an_answer_if_another_person_answered_first(
    begun: Begin, desks: ImportDrafts, store: MemoryStore
) -> None:
    mine, theirs = begun(TURN + REPLY), ImportDraft(desks, store, registry(), "autumn")
    at, seen = stands(mine), mine.state.seq
    take(theirs, stands(theirs))
    refuses(ConflictError, "another person", mine.answer, at.key, Answer({1: Choice(chat=True)}), "me", seen)
    take(mine, stands(mine))  # of another post
    list(theirs.follow())
    assert theirs.walk is not None
    assert theirs.walk.is_done


@pytest.mark.parametrize(("told", "says"), [
    (Told({**HEADER, "edges": "tenth=up,thirteenth=N"}, {}), "is not an edge"),
    (Told(HEADER, {"Nemo": "tenth"}), "is not an author of a post"),
    (Told(HEADER, {"Tomasz": "third"}), "cannot be the seat of Tomasz"),
    (Told({**HEADER, "dice": "tower"}, PEOPLE), "cannot use the dice roller of this server"),
])  # fmt: skip
def test_refuses_an_import_with_wrong_settings(desks: ImportDrafts, store: MemoryStore, told: Told, says: str) -> None:
    refuses(RefusedError, says, ImportDraft.begin, desks, store, registry(), "autumn", TURN.encode(), "me", told)
    assert desks.names() == []


def test_refuses_an_answer_to_an_unknown_post_and_a_long_one(desks: ImportDrafts, begun: Begin) -> None:
    refuses(RefusedError, "not in the draft", begun(TURN).answer, "0" * 16, None, "me")
    refuses(RefusedError, "at most 2000000 characters", desks.append, "spring", 0, "me", "x" * 2_000_001, 1)


@pytest.mark.parametrize(("thread", "game", "seats", "people", "options"), [
    ("thread.mbox", "keys", "thirteenth, tenth", {"Tomasz": "tenth", "Nadia": "thirteenth"},
     {"layout": (LAYOUT, 1), "edges": ("tenth=south, thirteenth=north", 1), "first": ("tenth", 3)}),
    ("keys-prose-thread.txt", "keys", "thirteenth, tenth", {"Tomasz": "tenth", "Nadia": "thirteenth"},
     {"layout": (LAYOUT, 1), "edges": ("tenth=south, thirteenth=north", 1), "first": ("tenth", 3)}),
    ("daleks-text.txt", "daleks", "nell, osman", {"Osman": "osman", "Nell": "nell"}, {"doctors": ("nell=Twelfth", 1)}),
    ("--- Nadia ---\nKeys to the TARDIS\nfirst: Tomasz\nlayout: nowhere\n--- Tomasz ---\nfirst = nadia\n",
     "keys", "nadia, tomasz", {"Nadia": "nadia", "Tomasz": "tomasz"}, {"first": ("Tomasz", 1)}),
    ("--- Nadia ---\nKeys to the TARDIS! You are first.\n--- Tomasz ---\nFine.\n",
     "keys", "nadia, tomasz", {"Nadia": "nadia", "Tomasz": "tomasz"}, {"first": ("tomasz", 1)}),
    ("--- Nadia ---\nKeys to the TARDIS!\n--- Tomasz ---\nI draw a card and open c1 with a red key.\n",
     "keys", "nadia, tomasz", {"Nadia": "nadia", "Tomasz": "tomasz"}, {"first": ("tomasz", 2)}),
    ("--- Nadia ---\nhello\n--- Tomasz ---\n== Ana ==\nD: ?\n== end ==\n", "", "nadia, ana",
     {"Nadia": "nadia", "Tomasz": "ana"}, {}),
])  # fmt: skip
def test_finds_the_game_its_seats_and_who_begins(
    thread: str, game: str, seats: str, people: dict[str, str], options: dict[str, tuple[str, int]]
) -> None:
    raw = thread.encode() if "\n" in thread else (THREADS / thread).read_bytes()
    found = suggest(read_archive(raw), registry())
    assert (found.game.value, found.seats.value) == (game, seats)
    assert {name: one.value for name, one in found.people.items()} == people
    assert {name: (one.value, one.post) for name, one in found.options.get(game, {}).items()} == options


def test_a_thread_without_a_first_player_cannot_begin() -> None:
    with pytest.raises(RefusedError, match=r"the seat that begins is missing\. Set first to tenth or thirteenth"):
        stage_new(MemoryStore(), registry(), Target(header={"game": "keys", "seats": "tenth, thirteenth"}))
    text = (THREADS / "thread.txt").read_bytes()
    assert b"Re: Keys" in text
    assert not any("Re: Keys" in post.text for post in read_archive(text).posts)


def test_suggests_options_found_in_prose() -> None:
    told = (
        "--- Nadia ---\nKeys to the TARDIS! Me from the south, Tomasz from the north. Tomasz won the toss, he starts. "
        "House rule as ever: we play with discards at any time, so a card may go even if you could use it.\n"
        "--- Tomasz ---\nThen I open with a red key.\n"
    )
    found = suggest(read_archive(told.encode()), registry()).options["keys"]
    assert {name: one.value for name, one in found.items()} == {
        "edges": "nadia=south, tomasz=north", "first": "tomasz", "discard_unused": "always",
    }  # fmt: skip
    assert found["first"] == Found("tomasz", 1, "Tomasz won the toss, he starts")


def test_a_pawn_elsewhere_names_the_post_that_put_it_there(begun: Begin) -> None:
    work = begun(TURN + REPLY + TALK + NOTED.replace("M: stay", "M: a1>b2"))
    for _ in range(2):
        take(work, stands(work))
    assert "stands on b1, not a1" in stands(work).paste.open[0].message
    assert work.walk is not None
    assert [(one.walked.post.number, one.sets) for one in work.walk.earlier()] == [(1, "pawn tenth = b1")]


def test_an_edit_of_a_recorded_post_does_not_repeat_its_moves(begun: Begin) -> None:
    work = begun(TURN + REPLY)
    walk_through(work)
    work.record("me")
    work.bring((TURN + REPLY.replace("nice", "nice one") + TALK).encode(), "me")
    assert walk_through(work) == 0
    assert done(work) == {1: ("filed", 3), 2: ("filed", 0), 3: ("chat", 0)}
    refuses(RefusedError, "already recorded in session", work.answer, work.keys[1], None, "me")
