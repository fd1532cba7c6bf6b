"""File posts: once, up to the first refusal, repeated, changed and crossing."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from at_once import at_once
from imported import MODERATOR, PostTable, go_on, record_text
from keys_board import BEGUN
from refusals import refuses
from spectator import SEATS, opened
from toy import Dare

from events.errors import ConflictError, SuspendedError
from events.events import ALL, OMNISCIENT, UNKNOWN, Drawn, Event, Move, Rolled, SessionEvent
from events.session_events import Claimed, HiddenInfoProbe, IllegalMoveAccepted, Ordered, Posted, Suspended, TakenBack
from events.store.protocol import EventStore
from events.store.sqlite import SqliteStore
from projections.games.keys.events.moves import DrawCard, MovePawn, PlayKey, Stay
from projections.notation.prose_match import Offers
from projections.registry import Registry, registry
from replay.audit.audit import audit_session
from replay.posts.choices import legal_lines, moves_instead
from replay.posts.door import FiledPost, file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.simulate import LookAhead
from replay.reading.timeline import Timeline
from replay.session.submission import PrefacedSession

BLACK, YELLOW = Poster("black", "black"), Poster("yellow", "yellow")


@pytest.fixture
def toy(store: EventStore, games: Registry) -> PostTable:
    session = opened(store, games, "toy", SEATS, alias="friday", options={"points": 99})
    return PostTable(store, session.row.session, games)


@pytest.fixture
def typed(store: EventStore, games: Registry) -> PostTable:
    return PostTable(store, record_text(store, games, BEGUN).session, games)


def test_submits_a_post_with_its_moves(toy: PostTable) -> None:
    before = toy.last
    done = toy.file("Ha!\n== T1 Black ==\ndare yellow\n== end ==\n", BLACK, where="forum #3", when="Thu", key="k")
    assert (done.is_done, done.number, done.seq) == (True, 1, toy.last)
    assert [line.filed for line in done.lines] == ["1.1"]
    posted, move = toy.events(Posted, Move, after=before)
    assert (posted.author, posted.where, posted.when, posted.text[:3]) == ("black", "forum #3", "Thu", "Ha!")
    assert move == Dare("black", "yellow")
    assert {entry.by for entry in toy.timeline(OMNISCIENT).entries[before:]} <= {"black", OMNISCIENT}


def test_submits_once_for_another_seat_if_all_is_settled(toy: PostTable) -> None:
    before = toy.last
    done = toy.file("hello\nI dare Yellow\n", BLACK)
    assert (done.is_done, done.number, toy.last) == (False, 0, before)
    toy.file("== Black ==\ndare yellow\n== end ==", key="k")
    moves = [entry for entry in toy.timeline(OMNISCIENT).entries[before:] if isinstance(entry.event, Move)]
    assert [(entry.by, entry.event.player) for entry in moves] == [("moderator", "black")]  # type: ignore[attr-defined]  # a Move
    refuses(ConflictError, "used for another post", toy.file, "pass", MODERATOR, key="k", seat="black")


def test_a_repeated_text_is_a_new_post_if_the_first_was_seen(toy: PostTable) -> None:
    before = toy.last
    first = toy.file("dare yellow", BLACK, key="k", after=before)
    for key, after in (("k", toy.timeline(OMNISCIENT).groups[0].last), ("k2", before)):
        again = toy.file("dare yellow", BLACK, key=key, after=after)
        assert (again.is_done, again.number, again.seq, toy.last) == (True, 1, first.seq, first.seq)
        assert [line.filed for line in again.lines] == [line.filed for line in first.lines]
    toy.file("pass", YELLOW, key="k3", after=toy.last)
    headed = "== friday T1 Black ==\ndare yellow\n== end =="
    assert toy.file(headed, BLACK, key="k4").is_done is False, "the turn is over"
    posts = len(toy.events(Posted))
    for text, poster in (("dare black", YELLOW), ("pass", BLACK), ("dare yellow", BLACK)):
        done = toy.file(text, poster, key=f"later-{text[:4]}{poster.seat}", after=toy.last)
        assert (done.is_done, done.number) == (True, 1)
    assert len(toy.events(Posted)) == posts + 3


def test_a_refused_post_is_continued_at_the_refused_line(toy: PostTable) -> None:
    toy.file("dare yellow", BLACK)
    held = toy.timeline(OMNISCIENT).position(toy.last).hands["yellow"][0]
    before = toy.last
    wrong = next(card for card in "123456" if card != held)
    post = f"answer {wrong}\ndare black\n"
    done = toy.file(post, Poster("moderator"), seat="yellow", key="k")
    assert (done.is_done, done.number) == (False, 0)
    assert [type(event) for event in toy.events(Event, after=before)] == [Posted, HiddenInfoProbe], (
        "what was tried stays"
    )
    assert done.stopped is not None
    assert (done.stopped.number, done.stopped.status) == (1, "illegal")
    assert "hidden from you" in done.stopped.message, "no hand is told"
    taken = toy.file(post, MODERATOR, seat="yellow", key="k", choices={1: Choice(take=f"answer {held}")})
    assert [line.filed != "" for line in taken.lines] == [True, True]
    assert len(toy.events(Posted, after=before)) == 1


def test_a_refused_action_names_the_recorded_actions_of_its_line(store: EventStore, games: Registry) -> None:
    seats = ("tenth", "twelfth")
    keys = PostTable(store, opened(store, games, "keys", seats, options={"first": "tenth"}).row.session, games)
    tenth, post = Poster("tenth", "tenth"), "M: stay; D: ?"
    keys.filed("D: ?", tenth)
    session = keys.session
    play = next(iter(session.game.rules.legal(session.position, "tenth")))
    keys.filed(session.game.notation.spell(play, session.position), tenth)
    before = keys.last
    done = keys.file(post, tenth, key="k")
    assert [type(event) for event in keys.events(Move, after=before)] == [Stay]
    assert done.stopped is not None
    said = "the first action of this line is recorded. The next one (`D: ?`) is not: players must take their turns"
    assert (done.stopped.status, done.stopped.message[: len(said)]) == ("illegal", said)
    assert keys.file(post, tenth, key="k", choices={1: Choice(chat=True)}).is_done
    assert len(keys.events(Move, after=before)) == 1


def test_a_posted_correction_logs_a_hidden_info_probe_once(toy: PostTable) -> None:
    toy.file("dare yellow", BLACK)
    held = toy.timeline(OMNISCIENT).position(toy.last).hands["yellow"][0]
    toy.file("pass", YELLOW)
    before, wrong = toy.last, next(card for card in "123456" if card != held)
    post = f"FIX 1.2: answer {wrong}"
    for _ in range(2):
        done = toy.file(post, MODERATOR, seat="moderator", key="k")
        assert done.stopped is not None
        assert "hidden from you" in done.stopped.message
        assert [type(event) for event in toy.events(Event, after=before)] == [Posted, HiddenInfoProbe]
    assert toy.file(f"FIX 1.2: answer {held}", MODERATOR, seat="moderator", key="l").is_done
    kinds = (Posted, HiddenInfoProbe, TakenBack)
    assert [type(event) for event in toy.events(*kinds, after=before + 2)] == [*kinds]


def test_marks_an_illegal_line_or_result_as_accepted(toy: PostTable, typed: PostTable) -> None:
    assert toy.file("dare black", BLACK, choices={1: Choice(accept="we play it so")}).is_done
    assert [(flag.rule_id, flag.reason) for flag in toy.events(IllegalMoveAccepted)] == [
        ("TOY-DAR-01", "we play it so")
    ]
    post = "== T2 Twelfth ==\nD: ?\nP: SS d7 open (dalek)\nM: stay next Twelfth\n"
    assert typed.file(post, choices={4: Choice(accept="so it was played")}).is_done
    for table, rule in ((toy, "TOY-DAR-01"), (typed, "")):
        found = audit_session(table.store, table.games, table.name).findings
        (wrong,) = [one for one in found if one.level == "violation"]
        assert wrong.kept
        assert rule in ("", wrong.rule)


def test_records_board_statements_with_their_line(typed: PostTable) -> None:
    before = typed.last
    post = "== T2 Twelfth ==\nD: ? =Tenth:c1\nP: SS d7 open (dalek) =Tenth:out\nM: stay\n"
    typed.file(post, key="k")
    kinds = [type(event).__name__ for event in typed.events(Posted, Claimed, Move, after=before)]
    assert kinds == ["Posted", "DrawCard", "Claimed", "PlaySonic", "Claimed", "Stay"]
    report = audit_session(typed.store, typed.games, typed.name)
    (note,) = [found for found in report.findings if found.rule == "LOG-CLAIM"]
    assert "This is the first statement that differs: the declared value was true up to #" in note.condition
    seq = typed.last
    assert typed.file(post, key="k").is_done
    assert typed.last == seq


def test_standing_orders_that_answer_a_post_do_not_cross_it(toy: PostTable) -> None:
    toy.file("dare yellow", BLACK, key="k0")
    toy.file("pass", YELLOW, key="k1")
    toy.session.note(Ordered("black", "never"), by="black")
    before = toy.last
    done = toy.file("dare black\nlovely\n", YELLOW, key="k2", after=before)
    assert done.is_done
    filed = toy.timeline(OMNISCIENT).entries[before:]
    assert [one.by for one in filed if isinstance(one.event, Move)] == ["yellow", "order"]
    assert toy.file("dare black\nlovely\n", YELLOW, key="k2", after=before).is_done


def test_keeps_a_changed_post_and_asks_about_changed_lines(toy: PostTable) -> None:
    toy.file("dare yellow\nsee you", BLACK, where="forum #3", key="k1")
    seq = toy.last
    done = toy.file("dare yellow\nsee you soon", BLACK, where="forum #3", key="k2", after=seq)
    assert done.lines[0].filed == "1.1"
    assert [type(event).__name__ for event in toy.events(Event, after=seq)] == ["Posted"]
    seq = toy.last
    done = toy.file("pass", BLACK, where="forum #3", key="k3", after=seq)
    assert (done.is_done, toy.last) == (False, seq)
    assert 'this line was "dare yellow"' in done.lines[0].message
    assert toy.file("pass", BLACK, where="forum #3", key="k3", after=seq, choices={1: Choice(chat=True)}).is_done
    for _ in range(2):
        assert toy.file("Lovely weather.", BLACK, key="k").is_done
    assert [post.text for post in toy.events(Posted)][2:] == ["pass", "Lovely weather."]


def test_saves_a_directive_once_and_never_if_it_is_refused(toy: PostTable) -> None:
    toy.file("dare yellow", BLACK)
    toy.file("pass", YELLOW)
    seq, post = toy.last, "== moderator ==\nSET turn = nobody ; slip\n== end ==\n"
    assert not toy.file(post, key="k").is_done
    done = go_on(toy.store, toy.games, toy.name, post)
    assert (done.whole, toy.last) == (False, seq), "record leaves no post behind either"
    undo = "== moderator ==\nUNDO 1.1 ; wrong rival\n== end ==\n"
    assert toy.file(undo, key="k2").is_done
    assert toy.file(undo, key="k2").is_done
    assert [type(event).__name__ for event in toy.events(Posted, TakenBack, after=seq)] == ["Posted", "TakenBack"]
    assert {entry.by for entry in toy.timeline(OMNISCIENT).entries[seq:] if isinstance(entry.event, SessionEvent)} == {
        "moderator"
    }


@pytest.mark.parametrize("line", ["SET turn = black ; mine", "SKIP yellow ; slow", "RULING 1.1: stand ; mine"])
@pytest.mark.parametrize("head", ["", "== moderator ==\n", "== black ==\n"])
def test_a_seat_cannot_set_fields_skip_or_rule(toy: PostTable, line: str, head: str) -> None:
    toy.file("dare yellow", BLACK)
    seq = toy.last
    assert not toy.file(f"{head}{line}\n", BLACK, key="k").is_done
    done = go_on(toy.store, toy.games, toy.name, f"== Black ==\n{line}\n== end ==\n")
    assert ([one.status for one in done.lines], toy.last) == (["illegal"], seq)
    assert "moderator" in done.lines[0].message


def test_seals_a_post_that_names_sealed_cards(typed: PostTable) -> None:
    typed.file("== T2 Twelfth ==\nD: Kb =Tenth:c1\n", Poster("twelfth", "twelfth"))
    typed.filed("hello all", Poster("twelfth", "twelfth"), chat_only=True)
    for viewer, text in ((ALL, UNKNOWN), ("tenth", UNKNOWN), ("twelfth", "== T2 Twelfth ==\nD: Kb =Tenth:c1")):
        entries = typed.timeline(viewer).entries
        assert [entry.event.text for entry in entries if isinstance(entry.event, Posted)][-2:] == [text, "hello all"]
    public = typed.timeline(ALL).entries
    assert [entry.event.value for entry in public if isinstance(entry.event, Claimed)] == [UNKNOWN]


@pytest.mark.parametrize(("poster", "text"), [
    (Poster("tenth", "tenth"), "LEARN #{drawn} cards 1 = sonic"),
    (MODERATOR, "== moderator ==\nLEARN #{drawn} cards 1 = sonic\n== end =="),
    (MODERATOR, "== moderator ==\nSET hand tenth = SS Kb ; counted\n== end =="),
    (MODERATOR, "== moderator ==\nFIX 1.1: D: SS\n== end =="),
])  # fmt: skip
def test_only_the_seat_can_read_a_post_about_its_hidden_card(typed: PostTable, poster: Poster, text: str) -> None:
    drawn = next(entry.seq for entry in typed.timeline(OMNISCIENT).entries if isinstance(entry.event, Drawn))
    words = text.format(drawn=drawn)
    assert typed.file(words, poster).is_done
    for viewer, known in ((ALL, UNKNOWN), ("twelfth", UNKNOWN), ("tenth", words)):
        entries = typed.timeline(viewer).entries
        assert [entry.event.text for entry in entries if isinstance(entry.event, Posted)][-1] == known
    assert not any("SS" in line.body or "sonic" in line.body for line in typed.store.lines(typed.name))


def test_a_locked_session_accepts_chat_but_refuses_moves(toy: PostTable) -> None:
    toy.session.note(Suspended("look first"))
    refuses(SuspendedError, "", toy.file, "dare yellow", BLACK)
    assert toy.file("What is going on?", BLACK, chat_only=True).is_done


@pytest.mark.parametrize(("text", "moves", "left"), [
    ("I draw a card, open d1 with the red key and walk in", [DrawCard, PlayKey, MovePawn], ""),
    ("I draw a card, open d1 with the red key and then move to d1", [DrawCard, PlayKey, MovePawn], ""),
    ("I draw a card.\nThen I open d1 with the red key.\nI walk in.", [DrawCard, PlayKey, MovePawn], ""),
    ("I draw a card.\nP: Kr d1 open\nM: >d1", [DrawCard, PlayKey, MovePawn], ""),
    ("D: ? / P: Kr d1 open / M: >d1", [DrawCard, PlayKey, MovePawn], ""),
    ("D: ? / P: Kr d1 open / M: >zz", [DrawCard, PlayKey], "M: >zz"),
    ("I draw a card, then stay.", [DrawCard], "stay."),
    ("I draw a card, open d1 with the red key.\nM: stay", [DrawCard, PlayKey, Stay], ""),
    ("== T1 Eleventh ==\nI draw a card and then open d1 with the red key.\nM: >d1\n== end ==\nGood luck!",
     [DrawCard, PlayKey, MovePawn], ""),
    ("I draw a card, then open one of the doors.", [DrawCard], "open one of the doors."),
    ("I draw a card. If it is a Sonic I use it on d1, otherwise I stay.", [DrawCard],
     "If it is a Sonic I use it on d1, otherwise I stay."),
    ("I draw a card, then open a1 with the red key.\nM: >a1", [DrawCard], "open a1 with the red key.\nM: >a1"),
    ("I draw a card. Good evening to you all!", [DrawCard], ""),
    ("I draw a card, use the red key on d1. then straight in :D", [DrawCard, PlayKey, MovePawn], ""),
])  # fmt: skip
def test_reads_the_rest_of_a_post_after_its_draw(
    store: EventStore, text: str, moves: list[type[Move]], left: str
) -> None:
    opened(store, registry(), "keys", ("eleventh", "tenth"), session="s2")
    table, poster = PostTable(store, "s2"), Poster("eleventh", "eleventh")
    likely = {line.number: Choice(take=line.choices[0]) for line in table.read(text, poster).open}
    done = table.filed(text, poster, choices=likely, key="k")
    assert [type(event) for event in table.events(Move)] == moves
    assert (done.rest.text if done.rest else "") == left
    last = table.last
    assert table.filed(text, poster, choices=likely, key="k").rest is None
    assert table.last == last, "the same request again records nothing"
    assert len(table.events(Posted)) == 1
    for where in ("rest of #0", "rest of #999999999", f"rest of #{last}"):
        assert table.read("walk in", poster, where=where).trouble == ""
    if done.rest is not None:
        assert not table.read(done.rest.text, poster, where=done.rest.where).is_settled


@pytest.mark.parametrize(("text", "moves", "left"), [
    ("T: ?\n\nThen I count my new Daleks\nand place 4 in Alberta.", 1,
     "Then I count my new Daleks\nand place 4 in Alberta."),
    ("T: ?\nThen I count my new Daleks\nP: ALB+4", 1, "Then I count my new Daleks\nP: ALB+4"),
    ("T: ?\nThen I count my new Daleks\nP: ALB+4\nAnd I attack Alaska from Alberta.", 1,
     "Then I count my new Daleks\nP: ALB+4\nAnd I attack Alaska from Alberta."),
    ("T: ?\nGood luck to you all!\n+:", 2, ""),
])  # fmt: skip
def test_reads_prose_after_a_line_of_notation_that_rolls(store: EventStore, text: str, moves: int, left: str) -> None:
    seat = opened(store, registry(), "risk", ("black", "yellow", "orange"), session="s2").status.seat
    table = PostTable(store, "s2")
    done = table.filed(text, Poster(seat, seat))
    assert (len(table.events(Move)), done.rest.text if done.rest else "") == (moves, left)
    assert done.lines[1].message == "read after line 1 is recorded"


@pytest.mark.parametrize(("text", "moves", "left"), [
    ("D: ?\nGood luck!\nP: Kr d1 open\nThen I walk in.", [DrawCard, PlayKey], "Then I walk in."),
    ("D: ? / P: Kr d1 open\nThen I walk in.", [DrawCard, PlayKey], "Then I walk in."),
    ("D: ? / P: Kr d1 open\nGood luck to you all!", [DrawCard, PlayKey], ""),
    ("I draw a card.\nP: Kr d1 open\nThen I walk in.", [DrawCard, PlayKey], "Then I walk in."),
])  # fmt: skip
def test_prose_around_notation_is_recorded_or_left(
    store: EventStore, text: str, moves: list[type[Move]], left: str
) -> None:
    opened(store, registry(), "keys", ("eleventh", "tenth"), session="s2")
    table, poster = PostTable(store, "s2"), Poster("eleventh", "eleventh")
    likely = {line.number: Choice(take=line.choices[0]) for line in table.read(text, poster).open}
    done = table.filed(text, poster, choices=likely, key="k")
    assert ([type(event) for event in table.events(Move)], done.rest.text if done.rest else "") == (moves, left)
    assert table.filed(text, poster, choices=likely, key="k").rests == ()


def test_prose_of_another_seat_after_a_draw_is_left_with_its_own_post(store: EventStore) -> None:
    opened(store, registry(), "keys", ("eleventh", "tenth"), session="s2")
    table = PostTable(store, "s2")
    posts = (
        "--- eleventh, Monday ---\n== T1 Eleventh ==\nI draw a card, then open one of the doors.\n== end ==\n"
        "--- tenth, Tuesday ---\n== T1 Tenth ==\nHi!\nI draw a card and open d7 with the green key.\n== end =="
    )
    done = table.filed(posts, choices={3: Choice(take="D: ?")}, key="k")
    entries = [entry for entry in table.timeline(OMNISCIENT).entries if isinstance(entry.event, Posted)]
    assert [entry.event.author for entry in entries] == ["eleventh", "tenth"]  # type: ignore[attr-defined]  # Posted
    assert [(rest.seat, rest.text, rest.where) for rest in done.rests] == [
        ("eleventh", "open one of the doors.", f"rest of #{entries[0].seq}"),
        ("tenth", "Hi!\nI draw a card and open d7 with the green key.", f"rest of #{entries[1].seq}"),
    ]


def test_a_refused_post_keeps_the_rest_of_an_earlier_one(store: EventStore) -> None:
    opened(store, registry(), "keys", ("eleventh", "tenth"), session="s2")
    table = PostTable(store, "s2")
    posts = (
        "--- eleventh, Monday ---\n== T1 Eleventh ==\nI draw a card, then open one of the doors.\n== end ==\n"
        "--- tenth, Tuesday ---\n== T1 Tenth ==\nD: ?\n== end =="
    )
    done = table.file(posts, choices={3: Choice(take="D: ?")}, key="k")
    assert (done.is_done, [rest.text for rest in done.rests]) == (False, ["open one of the doors."])


def test_the_rest_of_a_post_of_two_seats_names_the_seat_of_each_line(store: EventStore) -> None:
    opened(store, registry(), "keys", ("eleventh", "tenth"), session="s2")
    table = PostTable(store, "s2")
    text = "== T1 Eleventh ==\nI draw a card, then open one of the doors.\n== end ==\n== T1 Tenth ==\nD: ?\n== end =="
    rest = table.filed(text, choices={2: Choice(take="D: ?")}).rest
    assert rest is not None
    lines = table.read(rest.text, seat=rest.seat, where=rest.where).lines
    assert [(line.seat, line.text) for line in lines] == [("eleventh", "open one of the doors."), ("tenth", "D: ?")]


@pytest.mark.parametrize("line", [
    "NOTE #1 for alone: I hold it", "DISPUTE #1 for judge: I hold it", "ORDER eleventh: never", "ORDER: never",
    "MEANT #1.1: D: ?",
])  # fmt: skip
@pytest.mark.parametrize(("slug", "seats", "text", "move"), [
    ("keys", ("eleventh", "tenth"), "I draw a card, then walk in", "D: ?"),
    ("risk", ("eleventh", "tenth", "twelfth"), "T: ?", ""),
])  # fmt: skip
def test_a_private_line_after_a_draw_keeps_its_post_out_of_the_log(
    store: EventStore, slug: str, seats: tuple[str, ...], text: str, move: str, line: str
) -> None:  # fmt: skip
    seat = opened(store, registry(), slug, seats, session="s2").status.seat
    table, poster = PostTable(store, "s2"), Poster(seat, seat)
    before = table.last
    done = table.file(f"{text}\n{line}", poster, choices={1: Choice(take=move)})
    assert (done.is_done, table.last, [one.number for one in done.paste.open]) == (False, before, [2])


@pytest.mark.parametrize(("text", "left"), [
    ("New card, then I open d1 with the red key", "I open d1 with the red key"),
    ("Good evening! New card.", ""), ("Here I go!", ""), ("Hooray, then the door opens", "the door opens"),
    ("Hooray, nothing gained", ""),
    ("Draw. Walk in. No wait, that was wrong.", "Walk in. No wait, that was wrong."),
])  # fmt: skip
def test_offers_the_rest_of_a_post_whose_move_was_chosen_from_the_list(store: EventStore, text: str, left: str) -> None:
    opened(store, registry(), "keys", ("eleventh", "tenth"), session="s2")
    table, poster = PostTable(store, "s2"), Poster("eleventh", "eleventh")
    done = table.filed(text, poster, choices={1: Choice(take="D: ?")})
    assert (len(table.events(Move)), done.rest.text if done.rest else "") == (1, left)


def test_no_reading_goes_on_after_the_end_of_the_turn(store: EventStore, games: Registry) -> None:
    session = opened(store, games, "risk", ("black", "yellow", "red"), options={"first_player": "black"})
    table = PostTable(store, session.row.session, games)
    land = next(iter(table.timeline().position(table.last).lands_of("black")))
    table.file("T:\n+:", BLACK)
    pool = table.timeline().position(table.last).pool
    assert table.file(f"P: {land} {pool}\nA: none", BLACK).is_done
    (line,) = table.read("staying put, end of turn. over to you red", BLACK).lines
    assert (line.choices[0], [one for one in line.choices if one.count("END") > 1]) == ("M: none / END", [])


@pytest.mark.parametrize("text", ["", "Playing my red key to open d1, then stepping in if its safe"])
def test_every_legal_move_in_the_list_is_accepted(store: EventStore, text: str) -> None:
    opened(store, registry(), "keys", ("eleventh", "tenth"), session="s2")
    table, poster = PostTable(store, "s2"), Poster("eleventh", "eleventh")
    table.filed("D: ?", poster)
    shown = legal_lines(LookAhead(table.timeline("eleventh")), "eleventh", text).shown
    assert shown[0].line == ("P: Kr d1 open" if text else shown[0].line)
    for one in shown:
        assert table.read(text or "Hm", poster, choices={1: Choice(take=one.line)}).is_settled, one.line


@pytest.mark.parametrize(("text", "poster", "seat", "is_done"), [
    ("Nice weather!", BLACK, "", False), ("Nice weather!", MODERATOR, "black", False),
    ("== T1 Black ==\n== end ==\nNice weather!", BLACK, "", False),
    ("== T1 Yellow ==\nHi!\n== end ==\n== T1 Black ==\nHi, Yellow!\n== end ==", MODERATOR, "", False),
    ("Nice weather!", Poster("yellow", "yellow"), "", True), ("Nice weather!", MODERATOR, "", True),
    ("NOTE #1: fine weather", BLACK, "", True),
])  # fmt: skip
def test_a_post_without_a_move_of_the_seat_to_move_is_recorded_only_as_declared_chat(
    toy: PostTable, text: str, poster: Poster, seat: str, *, is_done: bool
) -> None:  # fmt: skip
    before = toy.last
    done = toy.file(text, poster, seat=seat)
    assert (done.is_done, toy.last > before, done.paste.unheard) == (is_done, is_done, () if is_done else ("black",))
    found = moves_instead(done.paste)
    assert (found is None) is is_done
    if found is not None:
        assert [one.line for one in found.legal.shown] == ["dare yellow", "pass"][: len(found.legal.shown)]
        other = toy.file(text, poster, seat=seat, choices={found.number: Choice(take="dare yellow")})
        assert (other.is_done, [event.player for event in toy.events(Dare)]) == (True, ["black"])


@pytest.mark.parametrize("text", [
    ">yellow", "> dare yellow\n> pass", "[quote]dare yellow[/quote]", "[s]dare yellow[/s]", "On Mon, Amy wrote:\n> x",
    "--\nSent from my phone", "== T1 Black ==\n== end ==",
])  # fmt: skip
def test_a_post_without_a_line_to_read_is_recorded_only_as_declared_chat(toy: PostTable, text: str) -> None:
    before = toy.last
    done = toy.file(text, BLACK)
    assert (done.is_done, toy.last, done.paste.unheard, done.paste.lines) == (False, before, ("black",), ())
    assert toy.file(text, Poster("yellow", "yellow")).is_done is not text.startswith("==")
    assert toy.file(text, BLACK, chat_only=True).is_done


def test_simultaneous_copies_of_a_post_are_saved_once(tmp_path: Path, games: Registry) -> None:
    with closing(SqliteStore(tmp_path / "bell.db")) as store:
        session = opened(store, games, "toy", SEATS, options={"points": 99})
        name, after, found = session.row.session, session.head.seq, list[FiledPost]()
        pasted = Pasted(text="dare yellow", key="k", after=after)
        at_once(*[lambda: found.append(file_post(store, games, name, pasted, BLACK))] * 4)
        assert [each.is_done for each in found] == [True] * 4
        entries = Timeline.read(store, games, name, OMNISCIENT).entries[after:]
        assert len([entry for entry in entries if isinstance(entry.event, Posted | Move)]) == 2


def test_an_attack_continues_after_the_defender_answered(store: EventStore, games: Registry) -> None:
    session = opened(store, games, "risk", ("black", "yellow", "blue"), options={"first_player": "black"})
    table = PostTable(store, session.row.session, games)
    land = next(iter(table.timeline().position(table.last).lands_of("black")))
    table.file(f"T:\n+:\nP: {land} 3\n", BLACK)
    pool = table.timeline().position(table.last).pool
    table.file(f"P: {land} {pool}", BLACK)
    position = table.timeline("black").position(table.last)
    offers = Offers(games["risk"], position, "black")
    attack = next(line for move in offers.moves if (line := offers.line(move)).startswith("A:") and "none" not in line)
    post = f"{attack} (roll)\n"
    first = table.file(post, BLACK, key="battle", after=table.last)
    seat = table.timeline().status(table.last).awaited[0]
    assert (first.is_done, first.has_begun) == (False, True)
    assert not table.events(Rolled)
    assert table.file("D: pass", Poster(seat, seat), after=table.last).is_done
    for _ in range(2):
        assert table.file(post, BLACK, key="battle", after=table.last).is_done
        assert len(table.events(Rolled)) == 2
    assert len(table.events(Posted)) == 4


@pytest.mark.parametrize("fails_at", [1, 2, 3])
def test_a_retry_saves_the_rest_of_a_post(typed: PostTable, monkeypatch: pytest.MonkeyPatch, fails_at: int) -> None:
    before, post = typed.last, "== T2 Twelfth ==\nD: ? =Tenth:c1\nP: SS d7 open (dalek)\nM: stay\n== end ==\n"
    appended, append = [0], PrefacedSession.append

    def failing(session: PrefacedSession, *lines: Any) -> None:
        appended[0] += 1
        if appended[0] == fails_at:
            raise OSError("the disk is full")
        append(session, *lines)

    monkeypatch.setattr(PrefacedSession, "append", failing)
    refuses(OSError, "full", typed.file, post, key="k")
    monkeypatch.setattr(PrefacedSession, "append", append)
    done = typed.file(post, key="k")
    assert done.is_done
    kinds = [type(event).__name__ for event in typed.events(Posted, Claimed, Move, after=before)]
    assert kinds == ["Posted", "DrawCard", "Claimed", "PlaySonic", "Stay"]
    assert [line.filed for line in done.lines] == ["2.1", "2.2", "2.3"]


def test_chat_stays_chat_if_a_post_is_repeated(toy: PostTable) -> None:
    post = "dare yellow\nThat is all. I pass\n"
    first = toy.file(post, BLACK, key="k")
    assert first.is_done
    assert first.lines[1].status == "chat"
    toy.file("pass", YELLOW, key="k2")
    toy.file("dare black", YELLOW, key="k3")
    seq = toy.last
    again = toy.file(post, BLACK, key="k")
    assert (again.is_done, toy.last, [line.status for line in again.lines]) == (True, seq, ["ok", "chat"])


def test_limits_the_comparison_of_two_long_versions(toy: PostTable) -> None:
    quoted = "> a\n" * 2_000
    toy.file(quoted, BLACK, where="forum #4", key="k3", chat_only=True)
    (post,) = toy.file(f"{quoted}> b", BLACK, where="forum #4", key="k4", chat_only=True).paste.posts
    assert post.changed is not None
    assert post.changed.diff == ("@@ changed after line 1000 @@",)


@pytest.mark.parametrize(("choice", "texts"), [
    (Choice(take="P: SS d7 open (dalek) / M: stay"), ["DrawCard", "PlaySonic", "Stay"]),
    (Choice(take="P: SS d7 open (open)"), ["DrawCard", "PlaySonic", "Stay"]),
    (Choice(take="P: SS d7 open (dalek)"), ["DrawCard", "PlaySonic", "Stay"]), (Choice(chat=True), []),
])  # fmt: skip
def test_reads_notation_after_answered_prose(typed: PostTable, choice: Choice, texts: list[str]) -> None:
    before = typed.last
    text = "D: ?\nZapped d7 with my sonic, a Dalek.\nM: stay"
    done = typed.file(text, Poster("twelfth"), seat="twelfth", choices={2: choice})
    assert done.is_done or [line.status for line in done.lines] == ["ok", "chat", "illegal"]
    assert [type(move).__name__ for move in typed.events(Move, after=before)] == texts


def test_an_illegal_move_names_its_rule_even_if_it_cannot_be_accepted(store: EventStore, games: Registry) -> None:
    seats = ("black", "yellow", "orange")
    risk = PostTable(store, opened(store, games, "risk", seats).row.session, games)
    other = next(seat for seat in seats if seat not in risk.session.status.awaited)
    (line,) = risk.file("T: ?", Poster(other, other)).lines
    assert (line.status, line.rule, line.may_accept) == ("illegal", "RISK-SET-03", False)
    assert "did not deal" not in line.message
    (kept,) = risk.file("T: ?", MODERATOR, seat=other, choices={1: Choice(accept="so be it")}).lines
    assert (kept.status, kept.rule) == ("illegal", "RISK-SET-03")
    assert kept.message.endswith("; this move cannot be accepted, because the dice roller did not deal that card there")
