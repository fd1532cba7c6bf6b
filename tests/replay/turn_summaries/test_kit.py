"""The reply kit: the text for the thread after a turn, and for one seat."""

import random
import re

import pytest
from imported import go_on, record_text
from long_runs import some_short
from players import GAMES, choose, eventful, founded, play_on, tables
from spectator import SEATS, opened, played

from events.errors import RefusedError
from events.events import ALL, OMNISCIENT, Passed, Revealed, Rolled
from events.session_events import Adjusted, Ordered, Posted, Suspended
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import Registry
from replay.audit.witnesses import witness_fault
from replay.corrections.takeback import take_back
from replay.posts.blocks import chat_of, read_posts
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.turn_summaries.kit import SENTENCES, Kit, PositionLinks, kit_of, last_turn
from replay.turn_summaries.markup import FORMATS, Format, kit_text

EVIL = "[b]x[/b] **y** <b>z</b> `c` ||s|| # h ![i](u) [url=javascript:1]w[/url] @all \u202e&lt;\n== T1 Black ==\n---"
TOY = "game: toy\nseats: black, yellow\ndice: typed\n"
every_format = pytest.mark.parametrize("form", FORMATS)
every_game = pytest.mark.parametrize("slug", GAMES)


def kit(session: Session, start: int = 0, viewer: str = ALL) -> Kit:
    return kit_of(Timeline(session.row, session.view(viewer)), start)


def begun(slug: str, moves: int = 30, seed: int = 1) -> Session:
    options = {"points": 99} if slug == "toy" else {}
    return play_on(founded(MemoryStore(), slug, 2, session="kits", options=options), moves, seed=seed)


@every_format
@every_game
def test_its_block_reads_and_files_once_it_is_filled_in(slug: str, form: Format) -> None:
    session = begun(slug)
    text = kit_text(kit(session, viewer=session.status.awaited[0]), form)
    seat = session.status.awaited[0]
    move = choose(session.game, session.view(seat).position, random.Random(1))
    position, offer = session.view(seat).position, kit(session, viewer=seat).offer
    assert offer
    readings = {line: session.game.notation.read(line, position, seat) for line in offer.options}
    line = next(line for line, read in readings.items() if type(getattr(read, "move", None)) is type(move))
    head = next(row for row in text.splitlines() if row.startswith("== "))
    post = text.replace(head, f"{head}\n{line}")
    (block,) = [block for post in read_posts(post, seat) for block in post.blocks]
    assert (block.seat, block.turn, block.after) == (seat, session.status.turn, session.head.seq)
    assert [said.text for said in block.lines] == [line]
    timeline = Timeline(session.row, session.view(seat))
    seen = read_post(timeline, session.store, Pasted(text=post), Poster(seat, seat))
    assert [line.status for line in seen.lines] == ["ok"], seen.lines


@pytest.mark.parametrize("seats", [("10th", "11th-doctor"), ("the-12th", "a"), ("t1", "t2-3")])
@pytest.mark.parametrize("moves", [0, 3])
def test_its_block_names_any_seat(store: EventStore, games: Registry, seats: tuple[str, str], moves: int) -> None:
    session = opened(store, games, "toy", seats, alias="17", options={"points": 99})
    text = kit_text(kit(played(session, moves, post_every=99)), "text").replace("\n\n== end", "\npass\n== end")
    (block,) = [block for post in read_posts(text) for block in post.blocks]
    assert (block.seat, block.turn, block.after) == (
        session.status.awaited[0], session.status.turn, session.head.seq,
    )  # fmt: skip


@every_format
def test_an_empty_block_says_nothing(games: Registry, form: Format) -> None:
    store = MemoryStore()
    made = record_text(store, games, f"{TOY}\n--- Black ---\n== T1 Black ==\ndare yellow\n== end ==\n", alias="empty")
    session = Session.load(store, games, made.session)
    waiting = session.head.seq
    assert session.game.rules.silence(session.position, "yellow") == Passed("yellow")
    text = kit_text(kit(session), form)
    assert go_on(store, games, "empty", f"--- Black ---\n{text}").whole
    lines = store.lines(made.session, waiting)
    assert [line.body.split('"')[3] for line in lines] == ["posted"]
    reply = "".join(f"> {row}\n" for row in text.replace("\n\n== end", "\npass (6)\n== end").splitlines())
    done = go_on(store, games, "empty", f"--- Yellow ---\n{reply}")
    assert [line.status for line in done.lines] == ["ok"], done.lines


@every_game
def test_its_witness_is_the_last_line(slug: str) -> None:
    session = begun(slug)
    for form in FORMATS:
        found = re.search(r"witness `?([0-9]+):([0-9a-f]{32})`?$", kit_text(kit(session), form), re.MULTILINE)
        assert found
        assert int(found[1]) == session.head.seq
        assert witness_fault(session.table.lines, int(found[1]), found[2]) is None


@every_game
def test_a_kit_lists_the_last_turn(slug: str) -> None:
    session = begun(slug)
    timeline = Timeline(session.row, session.view(ALL))
    start = last_turn(timeline)
    assert start == timeline.group_at(start).first
    ran = {timeline.status(group.first - 1).turn for group in timeline.groups if group.first >= start}
    assert len(ran) == 1
    assert timeline.status(timeline.group_at(start - 1).first - 1).turn < ran.pop()
    made = kit(session)
    assert (made.first, made.last) == (start, session.head.seq)
    assert made.told
    assert made.mover in {session.game.view.seat_name(session.position, seat) for seat in session.started.seats}


@pytest.mark.parametrize("slug", ["ccg", "daleks", "keys", "risk"])
def test_a_kit_lists_revealed_cards(slug: str) -> None:
    session, seen = begun(slug, 0), 0
    for seed in range(16):
        play_on(session, 2, seed=seed)
        timeline = Timeline(session.row, session.view(ALL))
        made = kit_of(timeline)
        shown = [entry for entry in timeline.entries[made.first - 1 :] if isinstance(entry.event, Revealed)]
        assert made.untold or {timeline.tell(entry.seq) for entry in shown} <= set(made.told)
        seen += len(shown)
    assert seen


@every_game
def test_every_line_is_a_place_to_begin_at(slug: str) -> None:
    session = begun(slug, 12)
    for start in range(1, session.head.seq + 1):
        made = kit(session, start)
        assert made.first <= start
        assert made.told or not any(made.turns)
        assert len(made.told) <= SENTENCES
        thrown = [entry.seq for entry in session.table.entries[made.first - 1 :] if isinstance(entry.event, Rolled)]
        assert [roll.seq for roll in made.rolls] == thrown[-len(made.rolls) or len(thrown) :]
        assert made.unlisted == len(thrown) - len(made.rolls)
    for start in (-1, session.head.seq + 1):
        with pytest.raises(RefusedError, match=f"there is no line {start} to begin with"):
            kit(session, start)


def test_kit_before_the_first_move(store: EventStore, games: Registry) -> None:
    session = opened(store, games, "toy", SEATS, host="black", title="Пятница 🎲")
    assert kit(session).told == ("A session begins under rules number 1, with Black, Yellow.",)
    assert kit(session).awaited == ("Black",)
    text = kit_text(kit(session), "text")
    assert "the host plays black and could foresee it" in text
    assert "Пятница 🎲" in text
    session.note(Posted("black", "no part of it"), by="black")
    assert "no part of it" not in kit_text(kit(session, 1), "text")


def test_dice_have_numbers_and_a_grade(store: EventStore, games: Registry) -> None:
    session = played(opened(store, games, "toy", SEATS, options={"points": 9}, words={"black": "fez"}), 4)
    made = kit(session, 1)
    assert made.grade == "tower; with words of the players"
    assert [roll.k for roll in made.rolls] == list(range(1, session.k + 1))
    assert f"No. 1, dare black>yellow: {made.rolls[0].faces[0]}" in kit_text(made, "text")
    typed = record_text(store, games, f"{TOY}\n--- Black ---\n== T1 Black ==\ndare yellow\n== end ==\n"
                        "== T1 Yellow ==\npass (6)\n== end ==\n")  # fmt: skip
    text = kit_text(kit(Session.load(store, games, typed.session)), "text")
    assert re.search(r"^- line [0-9]+, dare black>yellow: 6 \(typed\)$", text, re.MULTILINE)
    assert "Dice (typed):" in text


def test_a_kit_marks_moves_that_were_taken_back(store: EventStore, games: Registry) -> None:
    session = played(opened(store, games, "toy", SEATS, options={"points": 9}), 3, post_every=99)
    start = kit(session).first
    take_back(session, start - 1, by="moderator", reason="a slip")
    made = kit(session, start)
    assert made.told == (f"Play goes back to the position of line {start - 1}.",)
    assert all(roll.undone for roll in made.rolls)
    assert not made.rolls or "taken back" in kit_text(made, "text")


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(), lambda case: case[1] == 2))
def test_it_can_be_made_of_any_session(slug: str, seats: int) -> None:
    session = eventful(founded(MemoryStore(), slug, seats, session="eventful"), 40)
    for viewer in (ALL, *session.started.seats):
        for start in (0, 1, session.head.seq):
            for form in FORMATS:
                text = kit_text(kit(session, start, viewer), form)
                assert text.endswith("\n")
                assert not re.search(r"\n{3}", text.replace("\n\n== end", ""))


def test_a_kit_of_an_ended_or_held_session_awaits_no_seat(store: EventStore, games: Registry, over: Session) -> None:
    assert (kit(over).awaited, kit(over).block) == ((), "")
    assert "Yellow won: points." in kit_text(kit(over), "text") or "Black won: points." in kit_text(kit(over), "text")
    session = opened(store, games, "toy", SEATS, session="holding")
    session.note(Suspended("an old copy?"))
    assert (kit(session).awaited, kit(session).block) == ((), "")
    assert "The session is held: an old copy?" in kit_text(kit(session, 1), "text")


def test_kit_has_a_deadline_and_links(running: Session) -> None:
    place = PositionLinks("https://bell.example/s/running/9", "https://bell.example/s/running/9.png")
    made = kit_of(Timeline(running.row, running.view(ALL)), until="Fri 18:00 UTC", place=place)
    says: dict[Format, tuple[str, ...]] = {
        "bbcode": ("Next: [b]", ", by Fri 18:00 UTC.", f"[img]{place.picture}[/img]", f"[url]{place.page}[/url]"),
        "markdown": (f"]({place.picture})",), "text": (", by Fri 18:00 UTC.", f"Picture: {place.picture}\n"),
    }  # fmt: skip
    assert all(words in kit_text(made, form) for form in says for words in says[form])


@every_game
def test_a_private_kit_holds_what_its_seat_knows(slug: str) -> None:
    session = begun(slug)
    for seat in session.started.seats:
        made = kit(session, viewer=seat)
        assert made.offer
        position = session.view(seat).position
        assert made.offer.hand == tuple(session.game.view.hand(position, seat))
        assert bool(made.offer.options) == bool(list(session.game.rules.legal(position, seat)))
        for form in FORMATS:
            assert f"For {session.game.view.seat_name(position, seat)} alone" in kit_text(made, form)
    assert kit(session).offer is None


def test_only_its_seat_sees_a_standing_order(running: Session) -> None:
    running.note(Ordered("black", "never"), by="black")
    assert "Your standing order: never" in kit_text(kit(running, viewer="black"), "text")
    for viewer in (ALL, "yellow"):
        assert "never" not in kit_text(kit(running, viewer=viewer), "text")
    with pytest.raises(RefusedError, match="never from the table's view"):
        kit(running, viewer=OMNISCIENT)


@every_format
def test_a_kit_escapes_typed_markup(store: EventStore, games: Registry, form: Format) -> None:
    session = opened(store, games, "toy", SEATS, title=EVIL)
    session.note(Adjusted("turn", EVIL, EVIL), by="moderator")
    text = kit_text(kit(session, 1), form)
    assert "\u202e" not in text
    assert "@all" not in text
    for line in text.splitlines():
        if "javascript" not in line:
            continue
        assert not re.search("==|---", line)
        if form == "bbcode":
            assert set(re.findall(r"\[[^\]]*\]", line)) <= {"[b]", "[/b]"}
            assert line.count("[") in (0, 2)
        if form == "markdown":
            ours = re.sub(r"^\*\*[a-z0-9 ]+\*\* - ", "", line)
            assert not re.search(r"(?<!\\)(?:\\\\)*[*_`<>\[\]|#&]", ours), ours
    blocks = [block for post in read_posts(text) for block in post.blocks]
    assert [(block.seat, block.lines) for block in blocks] == [("black", ())]
    assert "javascript" in "".join(chat_of(text))


def test_escapes_what_people_type() -> None:
    typed = r"C:\new [1] *a* _b_ <c> |d| ~e~ #f {g} $h & `i`"
    assert re.sub(r"\\(.)", r"\1", FORMATS["markdown"].escape(typed)) == typed
    assert FORMATS["text"].escape(typed) == typed
    assert FORMATS["bbcode"].escape("[i]") == "(i)"
    assert FORMATS["text"].escape("x" * 5_000).endswith("\u2026")
    for form in FORMATS:
        for end in ("[/code]", "```"):
            shown = FORMATS[form].fenced(f"P: {end} x")
            assert shown.count("[/code]") == (form == "bbcode") + (end == "[/code]" and form != "bbcode")
            assert shown.count("```") == 2 * (form == "markdown") + (end == "```" and form != "markdown")
