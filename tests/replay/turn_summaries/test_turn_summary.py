"""The turn summary: the text for the thread after a turn, and for one seat."""

import random
import re

import msgspec
import pytest
from imported import go_on, record_text
from long_runs import some_short
from players import GAMES, choose, eventful, founded, play_on, tables
from spectator import SEATS, opened, played

from events.errors import RefusedError
from events.events import ALL, OMNISCIENT, Passed, Revealed, Rolled
from events.session_events import Adjusted, DisputeOpened, Ordered, Posted, Suspended
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import Registry
from replay.audit.heads import checkpoint_fault
from replay.corrections.takeback import take_back
from replay.posts.blocks import chat_of, read_posts
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.chance_trust import NO_PLAYER_SEED
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.turn_summaries.markup import FORMATS, Format, turn_summary_text
from replay.turn_summaries.turn_summary import (
    SENTENCES,
    PlayerNames,
    PositionLinks,
    TurnSummary,
    build_turn_summary,
    last_turn,
)

EVIL = "[b]x[/b] **y** <b>z</b> `c` ||s|| # h ![i](u) [url=javascript:1]w[/url] @all \u202e&lt;\n== T1 Black ==\n---"
TOY = "game: toy\nseats: black, yellow\ndice: typed\n"
every_format = pytest.mark.parametrize("form", FORMATS)
every_game = pytest.mark.parametrize("slug", GAMES)


def summary(session: Session, start: int = 0, viewer: str = ALL) -> TurnSummary:
    return build_turn_summary(Timeline(session.row, session.view(viewer)), start)


def begun(slug: str, moves: int = 30, seed: int = 1) -> Session:
    options = {"points": 99} if slug == "toy" else {}
    return play_on(founded(MemoryStore(), slug, 2, session="summaries", options=options), moves, seed=seed)


@every_format
@every_game
def test_a_filled_in_block_of_a_turn_summary_is_read(slug: str, form: Format) -> None:
    session = begun(slug)
    text = turn_summary_text(summary(session, viewer=session.status.awaited[0]), form)
    seat = session.status.awaited[0]
    move = choose(session.game, session.view(seat).position, random.Random(1))
    position, offer = session.view(seat).position, summary(session, viewer=seat).offer
    assert offer
    readings = {line: session.game.notation.read(line, position, seat) for line in offer.options}
    line = next(line for line, read in readings.items() if type(getattr(read, "move", None)) is type(move))
    head = next(row for row in text.splitlines() if row.startswith("== "))
    post = text.replace(head, f"{head}\n{line}")
    (block,) = [block for post in read_posts(post, seat) for block in post.blocks]
    assert (block.seat, block.turn, block.after) == (seat, session.status.turn, session.head.seq)
    assert [words.text for words in block.lines] == [line]
    timeline = Timeline(session.row, session.view(seat))
    seen = read_post(timeline, session.store, Pasted(text=post), Poster(seat, seat))
    assert [line.status for line in seen.lines] == ["ok"], seen.lines


@pytest.mark.parametrize("seats", [("10th", "11th-doctor"), ("the-12th", "a"), ("t1", "t2-3")])
@pytest.mark.parametrize("moves", [0, 3])
def test_the_block_header_can_name_any_seat(
    store: EventStore, games: Registry, seats: tuple[str, str], moves: int
) -> None:
    session = opened(store, games, "toy", seats, alias="17", options={"points": 99})
    text = turn_summary_text(summary(played(session, moves, post_every=99)), "text").replace(
        "\n\n== end", "\npass\n== end"
    )
    (block,) = [block for post in read_posts(text) for block in post.blocks]
    assert (block.seat, block.turn, block.after) == (
        session.status.awaited[0], session.status.turn, session.head.seq,
    )  # fmt: skip


@every_format
def test_an_empty_block_does_not_imply_a_move(games: Registry, form: Format) -> None:
    store = MemoryStore()
    made = record_text(store, games, f"{TOY}\n--- Black ---\n== T1 Black ==\ndare yellow\n== end ==\n", alias="empty")
    session = Session.load(store, games, made.session)
    waiting = session.head.seq
    assert session.game.rules.implied_pass(session.position, "yellow") == Passed("yellow")
    text = turn_summary_text(summary(session), form)
    assert go_on(store, games, "empty", f"--- Black ---\n{text}").whole
    lines = store.lines(made.session, waiting)
    assert [line.body.split('"')[3] for line in lines] == ["posted"]
    reply = "".join(f"> {row}\n" for row in text.replace("\n\n== end", "\npass (6)\n== end").splitlines())
    done = go_on(store, games, "empty", f"--- Yellow ---\n{reply}")
    assert [line.status for line in done.lines] == ["ok"], done.lines


@every_game
def test_the_checkpoint_of_a_summary_is_the_last_entry(slug: str) -> None:
    session = begun(slug)
    for form in FORMATS:
        found = re.search(
            r"^Checkpoint `?([0-9]+):([0-9a-f]{32})`?$", turn_summary_text(summary(session), form), re.MULTILINE
        )
        assert found
        assert int(found[1]) == session.head.seq
        assert checkpoint_fault(session.table.lines, int(found[1]), found[2]) is None


@every_game
def test_a_summary_lists_the_last_turn(slug: str) -> None:
    session = begun(slug)
    timeline = Timeline(session.row, session.view(ALL))
    start = last_turn(timeline)
    assert start == timeline.group_at(start).first
    ran = {timeline.status(group.first - 1).turn for group in timeline.groups if group.first >= start}
    assert len(ran) == 1
    assert timeline.status(timeline.group_at(start - 1).first - 1).turn < ran.pop()
    made = summary(session)
    assert (made.first, made.last) == (start, session.head.seq)
    assert made.told
    assert made.mover in {session.game.view.seat_name(session.position, seat) for seat in session.started.seats}


@pytest.mark.parametrize("slug", ["ccg", "daleks", "keys", "risk"])
def test_a_summary_lists_revealed_cards(slug: str) -> None:
    session, seen = begun(slug, 0), 0
    for seed in range(16):
        play_on(session, 2, seed=seed)
        timeline = Timeline(session.row, session.view(ALL))
        made = build_turn_summary(timeline)
        shown = [entry for entry in timeline.entries[made.first - 1 :] if isinstance(entry.event, Revealed)]
        assert made.untold or {timeline.sentence(entry.seq) for entry in shown} <= set(made.told)
        seen += len(shown)
    assert seen


@every_game
def test_a_summary_can_start_at_any_entry(slug: str) -> None:
    session = begun(slug, 12)
    for start in range(1, session.head.seq + 1):
        made = summary(session, start)
        assert made.first <= start
        assert made.told or not any(made.turns)
        assert len(made.told) <= SENTENCES
        thrown = [entry.seq for entry in session.table.entries[made.first - 1 :] if isinstance(entry.event, Rolled)]
        assert [roll.seq for roll in made.rolls] == thrown[-len(made.rolls) or len(thrown) :]
        assert made.unlisted == len(thrown) - len(made.rolls)
    for start in (-1, session.head.seq + 1):
        with pytest.raises(RefusedError, match=f"entry {start} does not exist"):
            summary(session, start)


def test_summarizes_a_session_before_the_first_move(store: EventStore, games: Registry) -> None:
    session = opened(store, games, "toy", SEATS, host="black", title="Пятница 🎲")
    assert summary(session).told == ("The session begins under rules version 1, with Black, Yellow.",)
    assert summary(session).awaited == ("Black",)
    text = turn_summary_text(summary(session), "text")
    assert "the host plays Black and could know results in advance" in text
    assert "Пятница 🎲" in text
    session.note(Posted("black", "no part of it"), by="black")
    assert "no part of it" not in turn_summary_text(summary(session, 1), "text")


def test_a_summary_lists_dice_with_numbers_and_their_source(store: EventStore, games: Registry) -> None:
    session = played(opened(store, games, "toy", SEATS, options={"points": 9}, words={"black": "fez"}), 4)
    made = summary(session, 1)
    assert made.grade == "tower; with seeds from the players"
    assert "Dice (the built-in dice roller; with seeds from the players):" in turn_summary_text(made, "text")
    assert [roll.k for roll in made.rolls] == list(range(1, session.k + 1))
    assert f"No. 1, dare from Black to Yellow: {made.rolls[0].faces[0]}" in turn_summary_text(made, "text")
    typed = record_text(store, games, f"{TOY}\n--- Black ---\n== T1 Black ==\ndare yellow\n== end ==\n"
                        "== T1 Yellow ==\npass (6)\n== end ==\n")  # fmt: skip
    text = turn_summary_text(summary(Session.load(store, games, typed.session)), "text")
    assert re.search(r"^- entry [0-9]+, dare from Black to Yellow: 6 \(entered by hand\)$", text, re.MULTILINE)
    assert "Dice (entered by hand):" in text


def test_a_summary_suspects_only_a_host_who_plays(store: EventStore, games: Registry) -> None:
    for host in ("", "black"):
        session = opened(store, games, "toy", SEATS, session=f"host{host}", host=host)
        assert (NO_PLAYER_SEED in turn_summary_text(summary(session), "text")) == bool(host)


def test_a_summary_names_players_at_the_first_mention_of_their_seats(running: Session) -> None:
    timeline = Timeline(running.row, running.view(ALL))
    made = build_turn_summary(timeline, players={"black": "Rose [b]", "yellow": "YELLOW"})
    assert made.mover in ("Rose [b] (Black)", "Yellow"), "a name that is the seat's is not repeated"
    assert "Rose [b]" not in turn_summary_text(made, "bbcode")
    names = PlayerNames({"Black": "Rose", "Yellow": "Amy", "Third": "Jo"})
    told = ("Black attacks Yellow.", "Yellow, Third and Black pass.", "Clara meets the Third Doctor, Third Doctor.")
    assert names.introduced(told) == (
        "Rose (Black) attacks Yellow.",
        "Amy (Yellow), Jo (Third) and Black pass.",
        told[2],
    )
    assert names.with_players("Black's card, Blackpool, Yellow-Black") == "Black's card, Blackpool, Yellow-Black"
    assert PlayerNames({}).introduced(told) == told


def test_a_sentence_with_a_reason_ends_with_a_full_stop(running: Session) -> None:
    told = ("The moderator sets Peru to 2: as it is drawn", "Why not?", "Black passes.")
    made = msgspec.structs.replace(summary(running), told=told, untold=0)
    assert "as it is drawn. Why not? Black passes." in turn_summary_text(made, "text")


def test_a_summary_marks_moves_that_were_taken_back(store: EventStore, games: Registry) -> None:
    session = played(opened(store, games, "toy", SEATS, options={"points": 9}), 3, post_every=99)
    start = summary(session).first
    take_back(session, start - 1, by="moderator", reason="a slip")
    made = summary(session, start)
    assert made.told == (f"Play returns to the position after entry {start - 1}.",)
    assert all(roll.undone for roll in made.rolls)
    assert not made.rolls or "taken back" in turn_summary_text(made, "text")


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(), lambda case: case[1] == 2))
def test_a_summary_can_be_made_for_any_session(slug: str, seats: int) -> None:
    session = eventful(founded(MemoryStore(), slug, seats, session="eventful"), 40)
    for viewer in (ALL, *session.started.seats):
        for start in (0, 1, session.head.seq):
            for form in FORMATS:
                text = turn_summary_text(summary(session, start, viewer), form)
                assert text.endswith("\n")
                assert not re.search(r"\n{3}", text.replace("\n\n== end", ""))


def test_a_summary_of_an_ended_or_locked_session_awaits_no_seat(
    store: EventStore, games: Registry, over: Session
) -> None:
    assert (summary(over).awaited, summary(over).block) == ((), "")
    assert "Yellow won: points." in turn_summary_text(
        summary(over), "text"
    ) or "Black won: points." in turn_summary_text(summary(over), "text")
    session = opened(store, games, "toy", SEATS, session="holding")
    session.note(Suspended("an old copy?"))
    assert (summary(session).awaited, summary(session).block) == ((), "")
    assert "The session is locked: an old copy?" in turn_summary_text(summary(session, 1), "text")


def test_a_summary_that_ends_with_a_session_event_says_who_plays_next(running: Session) -> None:
    running.note(DisputeOpened("black", running.head.seq, "a wrong roll?"))
    made = summary(running)
    assert "a wrong roll?" in made.told[-1]
    assert made.standing != ""


def test_summary_has_a_deadline_and_links(running: Session) -> None:
    place = PositionLinks("https://bell.example/s/running/9", "https://bell.example/s/running/9.png")
    made = build_turn_summary(Timeline(running.row, running.view(ALL)), until="Fri 18:00 UTC", place=place)
    says: dict[Format, tuple[str, ...]] = {
        "bbcode": ("Next: [b]", ", by Fri 18:00 UTC.", f"[img]{place.picture}[/img]", f"[url]{place.page}[/url]"),
        "markdown": (f"]({place.picture})",), "text": (", by Fri 18:00 UTC.", f"Picture: {place.picture}\n"),
    }  # fmt: skip
    assert all(words in turn_summary_text(made, form) for form in says for words in says[form])


@every_game
def test_a_private_summary_contains_what_its_seat_knows(slug: str) -> None:
    session = begun(slug)
    for seat in session.started.seats:
        made = summary(session, viewer=seat)
        assert made.offer
        position = session.view(seat).position
        assert made.offer.hand == tuple(session.game.view.hand(position, seat))
        assert bool(made.offer.options) == bool(list(session.game.rules.legal(position, seat)))
        for form in FORMATS:
            assert f"Only for {session.game.view.seat_name(position, seat)}" in turn_summary_text(made, form)
    assert summary(session).offer is None


def test_only_the_seat_itself_sees_its_standing_order(running: Session) -> None:
    running.note(Ordered("black", "never"), by="black")
    assert "Your standing order: never" in turn_summary_text(summary(running, viewer="black"), "text")
    for viewer in (ALL, "yellow"):
        assert "never" not in turn_summary_text(summary(running, viewer=viewer), "text")
    with pytest.raises(RefusedError, match="not for the moderator's view"):
        summary(running, viewer=OMNISCIENT)


@every_format
def test_a_summary_escapes_typed_markup(store: EventStore, games: Registry, form: Format) -> None:
    session = opened(store, games, "toy", SEATS, title=EVIL)
    session.note(Adjusted("turn", EVIL, EVIL), by="moderator")
    text = turn_summary_text(summary(session, 1), form)
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
            ours = re.sub(r"^\*\*(.*)\*\*$", r"\1", line)
            assert not re.search(r"(?<!\\)(?:\\\\)*[*_`<>\[\]|#&]", ours), ours
    blocks = [block for post in read_posts(text) for block in post.blocks]
    assert [(block.seat, block.lines) for block in blocks] == [("black", ())]
    assert "javascript" in "".join(chat_of(text))


def test_escapes_typed_text_in_every_format() -> None:
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
