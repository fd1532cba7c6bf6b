"""A resignation in plain words: found, asked about, and recorded only with an answer."""

import pytest
from spectator import opened

from events.session_events import Closed, Resigned
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.posts.choices import offers
from replay.posts.door import file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.posts.resignation import resigns, without_resignation
from replay.reading.timeline import Timeline

SEATS = ("amy", "rory", "jack")
ANSWER = {1: Choice(take="END resign")}


@pytest.fixture
def store() -> MemoryStore:
    made = MemoryStore()
    opened(made, registry(), "risk", SEATS, session="game")
    return made


def read(store: MemoryStore, text: str, seat: str, by: str = "") -> ReadPaste:
    viewer = seat if by in ("", seat) else "all"
    timeline = Timeline.read(store, registry(), "game", viewer)
    return read_post(timeline, store, Pasted(text=text, seat=seat), Poster(by or seat, viewer))


@pytest.mark.parametrize("text", [
    "I resign", "I give up.", "I concede!", "Well, I give up. Good game!", "ok i resign, well played",
    "I\u2019m afraid I have to resign", "I hereby resign from this game.", "I am resigning now.",
    "Resigning. Sorry all.",
    "I'll concede and thank you all", "Lost my last card, so I concede defeat.", "I guess I give up here",
])  # fmt: skip
def test_finds_a_resignation_in_plain_words(text: str) -> None:
    assert resigns(text)
    assert not resigns(without_resignation(text))


@pytest.mark.parametrize("text", [
    "", "Hello.\n\nI open  c5. \n", "I resign myself to the red door.", "I give up the Time Barrier.",
    "I give up on c5", "I concede the point.",
    "If you open c5, I resign.", "Should I resign?", "I will not resign.", "I never give up.", "I would resign",
    "Rory resigns.", "You resign", 'He said "I resign"', "\u201cI give up\u201d, said the Doctor.",
    "I resign tomorrow",
    "Give up!", "I give up my turn", "I almost resign", "I concede that you played well",
])  # fmt: skip
def test_other_text_is_not_a_resignation(text: str) -> None:
    assert not resigns(text)


@pytest.mark.parametrize("seat", SEATS)
def test_a_resignation_is_asked_about_and_recorded_only_with_an_answer(store: MemoryStore, seat: str) -> None:
    (line,) = (paste := read(store, "Good game. I resign.", seat)).lines
    assert (line.status, line.choices, line.is_likely, paste.unheard) == ("question", ("END resign",), False, ())
    (offer,) = offers(paste, line)
    assert offer.text.startswith(f"{seat.title()} resigns. The others play on")
    head, sent, poster = store.head("game"), Pasted(text="Good game. I resign."), Poster(seat, seat)
    assert not file_post(store, registry(), "game", sent, poster).is_done
    assert store.head("game") == head
    done = file_post(store, registry(), "game", Pasted(text=sent.text, choices=ANSWER), poster)
    assert (done.is_done, done.rest) == (True, None)
    events = [entry.event for entry in Timeline.read(store, registry(), "game").entries]
    assert [event.seat for event in events if isinstance(event, Resigned)] == [seat]
    assert read(store, "I resign.", seat).lines[0].status == "chat", "the seat has already resigned"


def test_a_resignation_can_stay_chat(store: MemoryStore) -> None:
    sent = Pasted(text="I resign.", choices={1: Choice(chat=True)}, chat_only=True)
    assert file_post(store, registry(), "game", sent, Poster("rory", "rory")).is_done
    assert not Timeline.read(store, registry(), "game").reading.entries_of(Resigned)


def test_a_closed_session_asks_about_no_resignation(store: MemoryStore) -> None:
    for seat in SEATS[:2]:
        assert file_post(store, registry(), "game", Pasted(text="I resign", choices=ANSWER), Poster(seat, seat)).is_done
    assert Timeline.read(store, registry(), "game").reading.entries_of(Closed)
    assert [line.status for line in read(store, "I resign.", "jack").lines] == ["chat"]


def test_a_moderator_is_told_who_can_record_a_resignation(store: MemoryStore) -> None:
    (line,) = read(store, "I resign.", "rory", by="moderator").lines
    assert (line.status, line.choices) == ("chat", ())
    assert "Only Rory can record that, with `END resign`" in line.message
    assert read(store, "I resign myself to it.", "rory", by="moderator").lines[0].message == ""


def test_a_move_and_a_resignation_of_one_post_are_both_asked_about(store: MemoryStore) -> None:
    timeline = Timeline.read(store, registry(), "game")
    (seat,) = timeline.status(timeline.last).awaited
    land = next(name for name, land in timeline.position(timeline.last).lands.items() if land.army == seat)
    move = f"3 Daleks to {land.replace('-', ' ').title()}"
    first, second = read(store, f"{move}.\nI resign.", seat).lines
    assert (first.status, second.choices) == ("question", ("END resign",))
    assert first.choices[0].startswith("T: / +:")
    for text in (f"{move}. I resign.", f"{move}, and I resign."):
        (both,) = read(store, text, seat).lines
        assert (both.choices[0][:7], both.is_likely) == ("T: / +:", False)
        assert "`END resign` on a line of its own" in both.message
