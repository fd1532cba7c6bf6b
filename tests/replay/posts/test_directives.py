"""The lines of every game: each is read back as it was composed, and each is for whom it is."""

import msgspec
import pytest
import toy
from spectator import opened

from events.errors import BellError, NotAllowedError, RefusedError
from events.events import ALL, UNKNOWN, Passed
from events.session_events import DisputeOpened, Noted, Ordered, Posted, Ruled, TakebackAsked
from events.store.memory import MemoryStore
from projections.contracts import Written
from projections.registry import Registry
from replay.posts import door
from replay.posts.acts import Verdict, read_verdict
from replay.posts.directives import Directive, compose, read_directive
from replay.posts.door import file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit

GAMES = Registry([toy.GAME])
NAME = "lines"
LINES = """
UNDO 7.3
UNDO 7.3 ; why / FIX it
UNDO 19.3 ok Tenth Fourth ; reason
UNDO 7.3 for tenth ; reason; more
FIX 7.3: P: TB c4
FIX #12: END: win; TARDIS IV>VI / KEEP #14 / DROP rest
INSERT 7.4 june: pass
OMIT 8.1
DUE 8.3 / CARDS deck: shift
SET d5 = is dalek ; reason
SKIP tenth ; reason
LEARN #12 cards 1 = sonic
NOTE 7.6: what ; is / FIX it
NOTE #0 for judge: so
WITHDRAW #45
DISPUTE 7.6: wrong
DISPUTE #7 for judge: wrong: very
RULING 7.6: stand, KEY-CPA-02, #41, settles #44 ; reason
RULING 7.6: fix, settles none ; not // FIX that / FIX 7.6: x / KEEP rest / HOUSE One card // FIX 3 a battle
RULING 7.6: rewind ; reason / UNDO 7.6 / CARDS draw: stay
RULING 7.6: compensate black: +2 Southeast Asia, next turn, KEY-1 ; reason
OFFER #44: stand ; reason
OFFER #44: fix ; reason / DUE 7.3 / KEEP rest
AGREE #45
DECLINE #45 for tenth ; reason
ORDER tenth: pass at roll; pass
ORDER tenth:
FINDING 0f3a9c1d: false positive ; reason
MEANT #58.3: D: ? / P: Kg d7 open ; so
RULING #58: fix ; reason / MEANT #58.3: P: Kg d7 open / KEEP rest
""".strip().split("\n")
VERDICTS = [
    Verdict("stand"), Verdict("fix", ("KEY-1", "#41"), "", 0), Verdict("rewind", (), "", 7),
    Verdict("compensate", ("KEY-1",), "black: +2 North, by the sea, next turn"), Verdict("compensate"),
]  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_directive_is_read_back_unchanged(line: str) -> None:
    read = read_directive(line)
    assert read is not None
    assert compose(read) == line
    assert read_directive(compose(read)) == read


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_verdict_is_read_back(verdict: Verdict) -> None:
    assert read_verdict(verdict.line) == verdict


@pytest.mark.parametrize("chat", [
    "Note: I am away", "NOTE to self: 7", "Order two: beers", "Agree #4 with you", "ORDER: pass", "note 7 people",
    "Finding 0f3a9c1d: yes", "withdraw #4", "OFFER me: tea",
])  # fmt: skip
def test_chat_is_not_read_as_a_directive(chat: str) -> None:
    assert read_directive(chat) is None


@pytest.mark.parametrize("line", [
    Directive("SET", says="place = a ; b", reason="so"), Directive("RULING", "7.3", says="stand ; so"),
    Directive("FIX", says="7.3: x", then=("sing",)), Directive("NOTE", "moon", says="so"),
    Directive("DISPUTE", "7 3: 4", says="so"), Directive("SKIP", says="tenth", reason="a\nb"),
])  # fmt: skip
def test_refuses_a_directive_that_cannot_be_written(line: Directive) -> None:
    with pytest.raises(BellError) as found:
        compose(line)
    assert found.value.status == RefusedError.status


@pytest.fixture
def session() -> Session:
    session = opened(MemoryStore(), GAMES, "toy", ("black", "yellow"), session=NAME, options={"points": 9})
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))])
    submit(session, "yellow", [Request(Written(Passed("yellow")))])
    return session


def sent(session: Session, by: str, text: str, *, is_post: bool = False, key: str = "") -> list[object]:
    viewer = by if by in session.started.seats else ALL
    before = session.store.head(NAME).seq
    request = door.Request(NAME, Poster(by, viewer), Pasted(text=text, key=key, after=before), is_post)
    door.submit(session.store, GAMES, request)
    return [entry.event for entry in Session.load(session.store, GAMES, NAME).table.entries[before:]]


@pytest.mark.parametrize(("by", "line"), [
    ("black", "RULING 1.1: stand ; so"), ("black", "SET turn = next ; so"), ("black", "SKIP yellow ; so"),
    ("black", "FINDING 0f3a9c1d: waived ; so"), ("judge-1", "SET turn = next ; so"), ("judge-1", "UNDO 1.1"),
    ("judge-1", "ORDER black: never"), ("judge-1", "OMIT 1.1"), ("moderator", "OFFER #3: stand ; so"),
    ("black", "ORDER yellow: never"), ("judge-1", "dare yellow"), ("judge-1", "MEANT #9.1: dare yellow"),
])  # fmt: skip
def test_refuses_a_directive_of_an_unauthorized_author(session: Session, by: str, line: str) -> None:
    before = session.store.head(NAME).seq
    with pytest.raises(NotAllowedError):
        sent(session, by, line)
    assert session.store.head(NAME).seq == before


def test_a_judge_can_rule_but_cannot_post(session: Session) -> None:
    assert sent(session, "judge-1", "RULING 1.1: stand ; so", is_post=True) == [
        Ruled("judge-1", Timeline(session.row, session.table).find("1.1").first, "stand", "so")
    ]
    with pytest.raises(NotAllowedError):
        sent(session, "judge-1", "Well played, all.", is_post=True)


@pytest.mark.parametrize(("by", "line", "kind"), [
    ("black", "NOTE 1.1 for alone: I bluffed", Noted), ("yellow", "NOTE #0 for judge: he looked", Noted),
    ("black", "ORDER black: never", Ordered), ("yellow", "DISPUTE 1.1 for judge: he looked", DisputeOpened),
])  # fmt: skip
def test_a_private_directive_is_recorded_without_a_post(session: Session, by: str, line: str, kind: type) -> None:
    (event,) = sent(session, by, line, is_post=True)
    assert type(event) is kind
    text = line.partition(":")[2].strip()
    public = Session.load(session.store, GAMES, NAME).view(ALL)
    assert text not in str([entry.event for entry in public.entries])
    assert UNKNOWN in str(public.entries[-1].event)


@pytest.mark.parametrize("line", ["NOTE 1.1 for alone: I bluffed", "ORDER black: never", "DISPUTE 1.1 for judge: no"])
def test_does_not_submit_a_post_with_a_private_directive(session: Session, line: str) -> None:
    before = session.store.head(NAME).seq
    assert sent(session, "black", f"== lines black ==\ndare yellow\n{line}\n== end ==", is_post=True) == []
    assert session.store.head(NAME).seq == before


def test_a_directive_is_recorded_once_under_its_key(session: Session) -> None:
    first = sent(session, "black", "DISPUTE 1.1: no", key="abc")
    assert (len(first), sent(session, "black", "DISPUTE 1.1: no", key="abc")) == (1, [])
    with pytest.raises(BellError):
        sent(session, "black", "DISPUTE 1.1: otherwise", key="abc")


def test_a_post_with_a_public_directive_is_also_recorded(session: Session) -> None:
    events = sent(session, "black", "== lines black ==\nDISPUTE 1.1: no\n== end ==", is_post=True)
    assert [type(event) for event in events] == [Posted, DisputeOpened]


@pytest.mark.parametrize(("text", "wanted"), [
    ("NOTE yellow: a bluff", "NOTE #12 for judge: text"), ("note for judge: a bluff", "NOTE #12 for judge: text"),
    ("NOTE 1.1 a bluff", "NOTE #12 for judge: text"), ("ORDER black pass at roll", "ORDER seat: text"),
    ("Order black: pass", "ORDER seat: text"), ("AGREE 23", "AGREE #45"), ("WITHDRAW 4:", "WITHDRAW #45"),
    ("AGREE", "AGREE #45"), ("AGREE! ; fine", "AGREE #45"), ("AGREE;", "AGREE #45"), ("DECLINE", ""),
    ("MEANT 58.3: pass", "MEANT #58.3: move"), ("OFFER 12: stand", "OFFER #44: remedy"),
    ("TAKEBACK 1.1", "`UNDO 1.1`"), ("Take back move 1.2 please ; a slip", "`UNDO 1.2 ; a slip`"),
    ("take-back #7", "`UNDO #7`"), ("Takeback 1.1 for black", "`UNDO 1.1 for black`"),
    ("take back 3 of them", ""), ("Takebacks 1.1", ""), ("May I take back 1.1?", ""),
    ("order now", ""), ("AGREE with you", ""), ("Agree", ""), ("note that black: is a colour", ""), ("NOTE", ""),
])  # fmt: skip
def test_a_line_that_resembles_a_directive_is_not_posted_as_chat(session: Session, text: str, wanted: str) -> None:
    before = session.head.seq
    done = file_post(session.store, GAMES, NAME, Pasted(text=f"hello\n{text}"), Poster("black", "black"))
    line = done.lines[-1]
    assert (done.is_done, line.status) == ((False, "question") if wanted else (True, "chat"))
    assert wanted in line.message
    assert session.store.head(NAME).seq == before + done.is_done


def test_words_for_a_takeback_offer_the_directive(session: Session) -> None:
    said = Pasted(text="oh no\nTAKEBACK 1.1 ; a slip", key="once")
    (*_, line) = file_post(session.store, GAMES, NAME, said, Poster("black", "black")).lines
    assert (line.status, line.choices) == ("question", ("UNDO 1.1 ; a slip",))
    said = msgspec.structs.replace(said, choices={2: Choice(take=line.choices[0])})
    assert file_post(session.store, GAMES, NAME, said, Poster("black", "black")).is_done
    (asked,) = Session.load(session.store, GAMES, NAME).table.entries_of(TakebackAsked)
    assert getattr(asked.event, "reason", "") == "a slip"
