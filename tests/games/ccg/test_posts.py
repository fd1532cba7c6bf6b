"""Posts of the card game: the other player's answers inside a block, and who may bring them in."""

from collections.abc import Callable

import pytest
from ccg_tables import play, table

from events.conduct import Claimed
from events.facts import Move, Passed, Started
from events.store.protocol import EventStore
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.notation.prose_match import Offers
from projections.shelf import shelf
from projections.terms import Written
from replay.chance.tower import build
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.file import file_post
from replay.posts.lines import SpokenLine, spoken_by
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.posts.record import go_on, record_text
from replay.reading.timeline import Timeline

Clock = Callable[[], int]
SESSION = "by-forum"
BEGUN = """\
game: ccg
title: One evening
seats: julie, steve
first_player: steve
dice: typed
cards: typed

--- Gwen, Mon, post 1 ---
== julie ==
DECK: "Five Rounds Rapid"
== end ==
== steve ==
DECK: "Iron and Silver" shows Pr Fu
== end ==
"""
TURN = """\
== T1 Steve ==
STAND: -
ZONE: Fu!
DRAW: ?
PLAY: -
EPISODE: - ; SOLVE: -
COMBAT: announce
J READY
{more}COMBAT: none
BONUS: draw ? =hand S:9
== end ==
"""
MODERATOR = Poster("moderator")


@pytest.fixture
def typed(store: EventStore, clock: Clock) -> EventStore:
    done = record_text(store, shelf(), BEGUN, alias=SESSION, clock=clock)
    assert done.whole, done.lines
    return store


def read(store: EventStore, text: str, poster: Poster, **more: Choice) -> ReadPaste:
    choices = {int(number.removeprefix("line")): choice for number, choice in more.items()}
    timeline = Timeline.read(store, shelf(), SESSION, poster.viewer)
    return read_post(timeline, store, Pasted(text=text, choices=choices), poster)


def made(store: EventStore) -> list[Move]:
    """The moves of the log."""
    return [entry.fact for entry in Session.load(store, shelf(), SESSION).table.entries if isinstance(entry.fact, Move)]


EXPECTED = [
    m.StandCards("steve"), m.ChooseZone("steve", "future"), m.DrawCard("steve"), m.AnnounceCombat("steve"),
    Passed("julie"), m.DrawBonus("steve"),
]  # fmt: skip


def test_an_answer_in_a_block_is_filed_for_its_own_seat(typed: EventStore) -> None:
    text = TURN.format(more="")
    paste = read(typed, text, MODERATOR)
    assert [(line.status, line.seat) for line in paste.lines if line.text == "J READY"] == [("ok", "julie")]
    assert paste.is_settled, paste.lines
    file_post(typed, shelf(), SESSION, Pasted(text=text), MODERATOR)
    assert made(typed)[2:] == EXPECTED
    entries = Session.load(typed, shelf(), SESSION).table.entries
    assert [entry.fact for entry in entries if isinstance(entry.fact, Claimed)] == [Claimed("steve", "hand steve", "9")]


@pytest.mark.parametrize(("line", "choice"), [
    ("play force feeld", 'PLAY: "Force Field"'), ("i play the fource field", 'PLAY: "Force Field"'),
    ("Play well, all!", ""), ("pay me a visit", ""),
])  # fmt: skip
def test_a_misspelt_card_after_its_verb_is_a_move(line: str, choice: str) -> None:
    """CCG-PREP-09."""
    position = table(hands={"julie": "force-field yeti"})
    assert Offers(GAME, position, "julie").meant(line) == ((choice,) if choice else ())


@pytest.mark.parametrize(("line", "passes"), [("i pass", True), ("done", True), ("no answer", True), ("pasta", False)])
def test_a_sentence_that_says_pass_passes(line: str, passes: bool) -> None:  # noqa: FBT001  # a column
    """CCG-COM-03."""
    position = play(table("steve present force-field", hands={"steve": "yeti"}), m.AnnounceCombat("julie"))
    assert Offers(GAME, position, "steve").meant(line) == (("READY",) if passes else ())


def test_so_it_is_in_a_transcript(store: EventStore, clock: Clock) -> None:
    text = f"{BEGUN}\n--- Gwen, Mon, post 2 ---\n{TURN.format(more='')}"
    done = record_text(store, shelf(), text, alias=SESSION, clock=clock)
    assert done.whole, [line for line in done.lines if line.status not in ("ok", "chat")]
    assert made(store)[2:] == EXPECTED


def test_refuses_a_line_for_another_seat(typed: EventStore) -> None:
    paste = read(typed, TURN.format(more=""), Poster("steve", "steve"))
    (line,) = paste.open
    assert (line.text, line.status, line.message) == ("J READY", "fix", "this line is julie's, and you hold steve")
    assert not paste.is_settled


def test_a_choice_for_an_answer_is_the_answer_of_its_seat(typed: EventStore) -> None:
    text = (
        TURN.format(more='Julie DEFEND: "The Wacher"\n').replace("J READY\n", "").replace("announce", '"The Watcher"')
    )
    (line, *_) = read(typed, text, MODERATOR).open
    assert (line.status, line.seat) == ("ask", "julie")
    assert line.choices == ('Julie DEFEND: "The Watcher (Future)"',)
    settled = read(typed, text, MODERATOR, line8=Choice(take=line.choices[0]))
    assert (settled.lines[6].status, settled.lines[6].seat) == ("ok", "julie"), settled.lines


def test_a_poster_cannot_answer_for_the_other_seat(store: EventStore, clock: Clock) -> None:
    started = Started("ccg", GAME.meta.rules_number, ("julie", "steve"), {"first_player": "steve"})
    tower = build(b"\1" * 32, b"\2" * 32, 1024)
    session = Session.create(store, shelf(), started, session=SESSION, tower=tower, clock=clock)
    for seat in started.seats:
        starter = next(iter(session.position.cards.starter.values()))
        assert submit(session, seat, [Request(Written(m.SubmitDeck(seat, starter.row)))]).done
    text = "== T1 steve ==\nZONE: Fu\nDRAW: ?\nCOMBAT: announce\nJ READY\n"
    steve, head = Poster("steve", "steve"), store.head(SESSION)
    done = file_post(store, shelf(), SESSION, Pasted(text=text), steve)
    assert [line.status for line in done.lines] == ["ok", "ok", "ok", "fix"]
    assert "this line is julie's, and you hold steve" in done.lines[-1].message
    assert (done.is_done, store.head(SESSION)) == (False, head), "it is settled first"
    assert file_post(store, shelf(), SESSION, Pasted(text=text.replace("J READY\n", "")), steve).is_done
    assert made(store)[-1] == m.AnnounceCombat("steve")
    assert go_on(store, shelf(), SESSION, "== T1 steve ==\nJ READY\n").whole
    assert made(store)[-1] == Passed("julie")


@pytest.mark.parametrize(("line", "spoken"), [
    ("J PASS", SpokenLine("julie", "PASS", "J ")), ('julie FLASH: "X"', SpokenLine("julie", 'FLASH: "X"', "julie ")),
    ("Steve PASS", SpokenLine("steve", "Steve PASS")), ("J ZONE: Pr", SpokenLine("steve", "J ZONE: Pr")),
    ("K PASS", SpokenLine("steve", "K PASS")), ("PASS", SpokenLine("steve", "PASS")),
    ("Julie, pass the salt", SpokenLine("steve", "Julie, pass the salt")),
])  # fmt: skip
def test_whose_a_line_is(line: str, spoken: SpokenLine) -> None:
    assert spoken_by(line, "steve", ("julie", "steve"), GAME.interjections) == spoken


def test_a_letter_of_two_seats_names_neither() -> None:
    assert spoken_by("J PASS", "jack", ("jack", "julie"), GAME.interjections) == SpokenLine("jack", "J PASS")
    assert spoken_by("J PASS", "moderator", ("jack", "kate"), GAME.interjections) == SpokenLine("moderator", "J PASS")
    assert spoken_by("J PASS", "kate", ("jack", "kate"), frozenset()) == SpokenLine("kate", "J PASS")
