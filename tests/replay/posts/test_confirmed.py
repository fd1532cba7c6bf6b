"""Phrases that a table has confirmed are offered first in its session."""

import pytest
from keys_board import BEGUN

from events.conduct import Posted
from events.errors import RefusedError
from events.facts import ALL
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.corrections.takeback import take_back
from replay.live.session import Session
from replay.posts.chat_lines import chat_line, file_as_move
from replay.posts.confirmed import confirmed, forget
from replay.posts.file import FiledPost, file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.posts.record import record_text
from replay.reading.timeline import Timeline

MODERATOR = Poster("moderator")
PLAYED = "D: ?\nP: Kg d7 open (open)\nBumble along now."
ASKED = "D: ?\nP: Ky d1 open (open)\nI bumble!"


class Table:
    """A typed session of Keys; the Twelfth Doctor is to draw."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.name = record_text(self.store, shelf(), BEGUN).session

    @property
    def session(self) -> Session:
        return Session.load(self.store, shelf(), self.name)

    def timeline(self, viewer: str = ALL) -> Timeline:
        return Timeline.read(self.store, shelf(), self.name, viewer)

    def file(self, text: str, seat: str, settled: dict[int, str] | None = None) -> FiledPost:
        choices = {number: Choice(take=line) if line else Choice(chat=True) for number, line in (settled or {}).items()}
        done = file_post(self.store, shelf(), self.name, Pasted(text=text, seat=seat, choices=choices), MODERATOR)
        assert done.is_done, done
        return done

    def read(self, text: str, seat: str, viewer: str = ALL) -> ReadPaste:
        return read_post(self.timeline(viewer), self.store, Pasted(text=text, seat=seat), Poster("moderator", viewer))

    def phrases(self, viewer: str = ALL) -> list[str]:
        return [one.words for one in confirmed(self.timeline(viewer), self.store)]

    def offers(self, text: str, seat: str) -> list[tuple[str, ...]]:
        return [line.choices for line in self.read(text, seat).open]


@pytest.fixture
def table() -> Table:
    return Table()


def test_offers_confirmed_phrases(table: Table) -> None:
    assert table.offers(PLAYED, "twelfth") == []
    table.file(PLAYED, "twelfth", {3: "M: stay"})
    (one,) = confirmed(table.timeline(), table.store)
    assert (one.words, one.told, one.wording.line) == ("bumble along", "Twelfth stays outside.", "M: stay")
    assert isinstance(table.timeline().entries[one.seq - 1].fact, Posted)
    (offered,) = table.offers(ASKED.replace("bumble", "bumble along"), "tenth")
    assert offered == ("M: stay",)
    assert table.offers(ASKED, "tenth") == [], "other words are other words"


def test_places_stay_open_and_what_is_not_named_stays_as_it_was(table: Table) -> None:
    table.file("D: ?\nI zorp d7, plain inside!\nM: stay", "twelfth", {2: "P: SS d7 open (open)"})
    (one,) = confirmed(table.timeline(), table.store)
    assert (one.words, one.wording.line) == ("zorp", "P: SS {tile} open[ ({door})]")
    (offered,) = table.offers("D: ?\nI zorp b1, a dalek.", "tenth")
    assert offered[0] == "P: SS b1 open (dalek)"


def test_keeps_no_phrase_of_a_known_word_chat_or_an_unnamed_place() -> None:
    known = "D: ?\nThe green key opens d7, a plain door.\nI stay."
    choices = {line.number: line.choices[0] for line in Table().read(known, "twelfth").open}
    assert choices
    for text, settled in (
        (known, choices), ("D: ?\nP: Kg d7 open (open)\nBumble in.", {3: "M: >d7"}),
        ("Bumble along!\nD: ?\nP: Kg d7 open (open)\nM: stay", {1: ""}),
    ):  # fmt: skip
        table = Table()
        table.file(text, "twelfth", settled)
        assert table.phrases() == []


def test_a_line_of_chat_that_was_a_move_is_such_a_phrase_too(table: Table) -> None:
    seq = table.timeline().last + 1
    table.file(PLAYED, "twelfth", {3: ""})
    line = chat_line(table.timeline(), table.store, seq, 3)
    assert file_as_move(table.store, shelf(), table.timeline(), line, "M: stay", MODERATOR).is_done
    assert table.phrases() == ["bumble along"]


def test_a_phrase_is_let_go_of_by_a_line_of_the_log_and_can_be_confirmed_again(table: Table) -> None:
    table.file(PLAYED, "twelfth", {3: "M: stay"})
    with pytest.raises(RefusedError):
        forget(table.session, table.timeline(), table.store, "along", "moderator")
    forget(table.session, table.timeline(), table.store, "bumble along", "moderator")
    assert table.phrases() == []
    assert table.timeline().tell(table.timeline().last) == 'Moderator remarks: forget "bumble along"'
    assert table.offers(ASKED.replace("bumble", "bumble along"), "tenth") == []
    table.file(ASKED.replace("I bumble", "Bumble along"), "tenth", {3: "M: stay"})
    assert table.phrases() == ["bumble along"]


def test_forgets_what_was_taken_back_and_keeps_no_sealed_phrase(table: Table) -> None:
    to = table.timeline().last
    table.file(PLAYED, "twelfth", {3: "M: stay"})
    take_back(table.session, to, by="moderator")
    assert table.phrases() == []
    table.file(PLAYED.replace("D: ?", "D: Kb"), "twelfth", {3: "M: stay"})
    post = next(entry.fact for entry in table.timeline("twelfth").entries[::-1] if isinstance(entry.fact, Posted))
    assert post.audience == "twelfth"
    assert [table.phrases(viewer) for viewer in (ALL, "tenth", "twelfth")] == [[], [], []]
