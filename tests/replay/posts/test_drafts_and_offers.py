"""Offered readings: what prose may mean, which rule is against it, and what an import asks about."""

from typing import Any

import pytest
from imported import go_on, import_posts, record_text
from keys_board import BEGUN, HEADER
from people_posts import FOLDER, table
from spectator import opened

from events.events import Move, tag_of
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.notation.lines import PatternNotation
from projections.registry import registry
from replay.importing.kinds import read_archive
from replay.importing.posts import Target
from replay.posts.choices import Offer, Step, asked_readings, offer, offers
from replay.posts.door import file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.posts.simulate import LookAhead
from replay.reading.timeline import Timeline

FIRST = f"--- tenth, Monday ---\n== T1 {BEGUN.partition('== T1 ')[2]}"
PROSE = "--- twelfth, Tuesday ---\nI drew a card. The green key is for d7, a plain door. I stay outside.\n"
SECOND = "--- twelfth, Wednesday ---\n== T2 Twelfth ==\nD: ?\nP: Kg d7 open (open)\nM: stay\n== end ==\n"
CHAT = "--- twelfth, Tuesday ---\nBack on Friday!\n"
THIRD = "--- tenth, Thursday ---\n== T3 Tenth ==\nD: ?\nP: Kr b7 open (open)\nM: stay\n== end ==\n"


def unclear(text: str) -> list[str]:
    """The authors of the first unclear post of a transcript."""
    found = record_text(MemoryStore(), registry(), HEADER + text).open
    return [found.post.author] if found else []


def test_chat_is_not_asked_about() -> None:
    for text in (CHAT, CHAT + SECOND, CHAT + THIRD, CHAT.replace("twelfth", "somebody else")):
        assert unclear(FIRST + text) == []
    assert unclear(FIRST + PROSE + THIRD) == ["twelfth"]
    assert unclear(FIRST + "--- twelfth ---\n== T2 Twelfth ==\nD: ?\nThat is a fine card!\n") == []


def test_later_posts_of_a_running_session_are_asked_about_too() -> None:
    store = MemoryStore()
    name = record_text(store, registry(), HEADER + FIRST).session
    before = store.head(name).seq
    for check in (True, False):
        found = go_on(store, registry(), name, PROSE, check=check).open
        assert (found and found.seat, store.head(name).seq) == ("twelfth", before)
    assert go_on(store, registry(), name, FIRST + SECOND).whole
    assert sum('"kind":"posted"' in line.body for line in store.lines(name)) == 2, "the first is known again"
    mail = (
        "From - Mon\nFrom: Twelfth <t@example.org>\nDate: Tue, 3 Mar 2026 10:00:00 +0000\nMessage-ID: <1@x>\n"
        "Subject: turn 2\n\nI drew a card. The green key is for d7, a plain door. I stay outside.\n"
    )
    name = record_text(store, registry(), HEADER + FIRST).session
    walk = import_posts(store, registry(), read_archive(mail.encode()), Target(name), {"Twelfth": "twelfth"})
    assert walk.open is not None
    (line,) = walk.open.paste.open
    assert (walk.open.seat, line.is_likely) == ("twelfth", True)
    assert line.choices[0] == "D: ? / P: Kg d7 open (open) / M: stay"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_ready_of_the_next_awaited_seat_is_not_questioned(store: EventStore, number: int) -> None:
    lines = (FOLDER / f"ccg-{number}.txt").read_text().splitlines()
    until = [at for at, line in enumerate(lines, 1) if line == "READY"][3]
    done = record_text(store, registry(), "\n".join([*lines[:until], "== end ==", ""]))
    assert done.whole


def test_the_only_line_of_a_post_is_read_once(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    head, _, _ = (FOLDER / "risk-1.txt").read_text().partition("\n\n")
    placed = (("nell", "N: CAM+3"), ("osman", "T: SAF"))
    read, known = list[str](), PatternNotation.read

    def noted(notation: PatternNotation[Any], text: str, position: Any, seat: str) -> object:
        read.append(text)
        return known(notation, text, position, seat)

    monkeypatch.setattr(PatternNotation, "read", noted)
    posts = "\n".join(f"--- {seat}, Monday ---\n== T1 {seat} ==\n{line}\n== end ==" for seat, line in placed)
    assert record_text(store, registry(), f"{head}\n\n{posts}\n").whole
    assert read == [line for _, line in placed]


def reading(*lines: str) -> Offer:
    return Offer(" / ".join(lines), tuple(Step(line, (f"It is {line}.",)) for line in lines))


def test_shows_how_another_reading_differs() -> None:
    first = reading("D", "P", "M")
    told = [(is_own, step.line) for is_own, step in reading("D", "P", "N").apart(first)]
    assert told == [(False, "M"), (True, "N")]
    assert [(is_own, step.line) for is_own, step in reading("D", "P").apart(first)] == [(False, "M")]
    assert reading("D").apart(first) == ()
    assert reading("X", "Y").apart(first) == ()


def test_shows_the_words_in_which_another_reading_differs() -> None:
    place, elsewhere = (Step("P", (f"Red places 2 in {to}. {to} has 4.",)) for to in ("Ural", "Japan"))
    attack, other = (Step("A", (f"Red attacks {to} from Ural.",)) for to in ("Siberia", "China"))
    first = Offer("", (place, attack))
    assert Offer("", (place, other)).difference(first) == 'the same with "China" instead of "Siberia"'
    assert Offer("", (elsewhere, other)).difference(first) == ""
    assert Offer("", (elsewhere,)).difference(Offer("", (place,))) == 'the same with "Japan" instead of "Ural"'
    assert Offer("", (place,)).difference(first) == "the same without: Red attacks Siberia from Ural."
    assert Offer("", (place, attack, other)).difference(first) == "the same with: Red attacks China from Ural."
    north = Step("A", ("The north attacks nothing at all this turn, and Red waits.",))
    assert Offer("", (place, north)).difference(first) == f"the same, but: {north.says[0]}"
    longer = Offer("", (place, elsewhere, attack, Step("M", ("Red moves 1 from Ural to Japan.",))))
    lacks = "Red attacks Siberia from Ural. Red moves 1 from Ural to Japan."
    told = f"the same without: {lacks} But with: {north.says[0]}"
    assert Offer("", (place, elsewhere, north)).difference(longer) == told


def test_the_readings_of_a_question_are_data_with_their_differences() -> None:
    paste = read("keys-3", 70, "piotr", "the green key closes that green door")
    told = [(one.number, one.line, one.difference) for one in asked_readings(paste)]
    assert told == [
        (1, "P: Kg a5 close", ""), (1, "P: Kg c6 close", 'the same with "c6" instead of "a5"'),
        (1, "P: Kg e7 close", 'the same with "e7" instead of "a5"'),
    ]  # fmt: skip


def test_a_suggested_reading_says_if_it_breaks_a_rule() -> None:
    store = MemoryStore()
    timeline = Timeline.read(store, registry(), record_text(store, registry(), BEGUN).session)
    ahead = LookAhead(timeline)
    told = offer(ahead, "twelfth", "D: TB / M: >d7 / P: TB b2", ["M: >d7"])
    assert [(step.line, step.is_supplied) for step in told.steps] == [("D: TB", False), ("M: >d7", True)]
    assert told.steps[0].says[-1] == "The card is a Time Barrier."
    assert told.against
    assert ahead.position is timeline.position(timeline.last), "a try leads nowhere"
    assert offer(ahead, "twelfth", "== T2 Twelfth ==") == Offer("== T2 Twelfth ==", ())


def read(session: str, moves: int, seat: str, post: str, choices: dict[int, Choice] | None = None) -> ReadPaste:
    store, name = table(session, moves)
    timeline = Timeline.read(store, registry(), name, seat)
    return read_post(timeline, store, Pasted(text=post, seat=seat, choices=choices or {}), Poster(seat, seat))


@pytest.mark.parametrize(("told", "line", "rule"), [
    (("keys-2", 129, "priya", "Drew a Time Tunnel. My pawn walks from d6 to d3."), "D: TT / M: d6>d3", "KEY-MOV-01"),
    (("risk-5", 9, "karim", "I attack from Alaska into Brazil with three armies."), "A: ALA>BRA 3", "RISK-ATT-03"),
])  # fmt: skip
def test_offers_an_illegal_move_first_with_its_rule(told: tuple[str, int, str, str], line: str, rule: str) -> None:
    paste = read(*told)
    (asked,) = [one for one in paste.lines if not one.is_settled]
    assert asked.choices[0] == line
    assert not asked.is_likely, "one key must not confirm it"
    assert "The first suggestion breaks a rule." in asked.message
    first, *others = offers(paste, asked)
    assert rule in first.against
    assert not any(other.against for other in others)
    (taken,) = [one for one in read(*told, {asked.number: Choice(take=line)}).lines if one.taken]
    assert (taken.status, taken.may_accept) == ("illegal", True)


@pytest.mark.parametrize(("told", "steps"), [
    (("risk-1", 2, "osman", "Three into Ural."), "+:* / P: URA+3"),
    (("risk-1", 2, "osman", "4 Daleks to Alberta, then I attack"), "+:* / P: ALB+4"),
    (("risk-1", 2, "osman", "P: Ural+3"), "+:* / P: Ural+3"), (("risk-1", 2, "osman", "P: Ural+9"), "+:*"),
    (("keys-1", 6, "osman", "P: Kr g6 open (teleport)"), "D: ?* / P: Kr g6 open (teleport)"),
    (("ccg-1", 16, "nell", "The Past for me this turn."), "STAND:* / ZONE: Pa"),
    (("daleks-1", 28, "nell", "We travel to Earth, Past."), 'PREP: charge* / TRAVEL: go "Earth" "Past"'),
])  # fmt: skip
def test_a_compulsory_step_is_supplied_and_marked(told: tuple[str, int, str, str], steps: str) -> None:
    paste = read(*told)
    (asked,) = [one for one in paste.lines if not one.is_settled]
    first, *_ = offers(paste, asked)
    assert " / ".join(f"{step.line}{'*' * step.is_supplied}" for step in first.steps) == steps


@pytest.mark.parametrize(("told", "supplied"), [
    (("keys-1", 6, "osman", "I open g6 with the sonic and stay."), ["D: ?"]),
    (("keys-1", 6, "osman", "Draw, then I open g6 with the sonic and stay."), []),
    (("risk-1", 2, "osman", "Count my armies, then 3 to Ural"), []),
])  # fmt: skip
def test_a_step_that_the_post_says_is_not_marked_as_added(told: tuple[str, int, str, str], supplied: list[str]) -> None:
    paste = read(*told)
    (asked,) = [one for one in paste.lines if not one.is_settled]
    first, *_ = offers(paste, asked)
    assert [step.line for step in first.steps if step.is_supplied] == supplied
    assert ("Added to the text" in asked.message) == bool(supplied)


def test_implied_steps_of_notation_are_named() -> None:
    (line,) = read("ccg-1", 16, "nell", "ZONE: Pa").lines
    assert (line.status, line.message) == ("ok", "added before this line: STAND:")


@pytest.mark.parametrize(("comment", "shown"), [
    ("then I stay where I am", True), ("I resign", True), ("nice; I open d7 with the blue key", True),
    ("good luck, all", False), ("for next time", False), ("if I had a blue key, I would open d7", False),
])  # fmt: skip
def test_a_comment_that_resembles_a_move_is_reported(comment: str, shown: bool) -> None:  # noqa: FBT001
    _, line = read("keys-1", 6, "osman", f"D: ?\nP: Kr g6 open ; {comment}").lines
    assert (line.status, line.comment) == ("ok", comment if shown else "")


def test_a_move_after_a_semicolon_and_a_reason_are_not_comments() -> None:
    _, line = read("keys-1", 6, "osman", "D: ?\nP: Kr g6 open ; M: stay").lines
    assert (len(line.says) > 2, line.comment) == (True, "")
    (line,) = read("keys-1", 6, "osman", "END resign ; I cannot open d7 with the blue key").lines
    assert (line.status, line.comment) == ("ok", "")


@pytest.mark.parametrize(("told", "first"), [
    (("risk-5", 9, "karim", "I attack from Brazil into Alaska with three armies."), ()),
    (("risk-1", 3, "osman", "1 to Ural, then attack Ural with 3 from Russia"), ("P: URA+1 / P: URA+3",)),
])  # fmt: skip
def test_a_first_suggestion_has_no_origin_of_another_seat(told: tuple[str, int, str, str], first: tuple[str]) -> None:
    (asked,) = [one for one in read(*told).lines if not one.is_settled]
    assert asked.choices[:1] == first


@pytest.mark.parametrize(("told", "choices"), [
    (("risk-1", 8, "osman", "Stop here. Manoeuvre 2 from Alberta to Alaska."), ["R: stop / M: ALB>ALA 2"]),
    (("risk-1", 8, "osman", "Stop here and fortify 2 from Alberta to Alaska."), ["R: stop / M: ALB>ALA 2"]),
    (("risk-1", 8, "osman", "End my turn with 2 from Alberta to Alaska."), []),
    (("risk-2", 104, "priya", "Stop here. Manoeuvre 2 from Alaska to Northwest Territory."), []),
    (("risk-4", 44, "ada", "Stop here. Manoeuvre 2 from Great Britain to Northern Europe."), []),
])  # fmt: skip
def test_a_verb_of_another_move_is_never_an_attack(told: tuple[str, int, str, str], choices: list[str]) -> None:
    (asked,) = read(*told).lines
    assert (asked.status, asked.is_likely, list(asked.choices)) == ("question", False, choices)


@pytest.mark.parametrize("post", ["I fortify China from Ural with 2.", "Fortify China with 2 from Ural."])
def test_the_origin_of_a_manoeuvre_may_come_last(post: str) -> None:
    (asked,) = read("risk-1", 62, "osman", post).lines
    assert asked.choices[0] == "M: URA>CHN 2"


@pytest.mark.parametrize("post", ["3 Daleks to {}, then I attack", "P: {}+3", "Morning! {} gets 3.", "All to {}"])
def test_steps_with_dice_are_supplied_before_the_rest_of_a_post(post: str) -> None:
    store = MemoryStore()
    session = opened(store, registry(), "risk", ("amy", "rory", "jack"), session="early")
    (seat,), head = session.status.awaited, session.head
    land = next(name for name, land in session.position.lands.items() if land.army == seat)
    text, poster = post.format(land.replace("-", " ").title()), Poster(seat, seat)
    timeline = Timeline.read(store, registry(), "early", seat)
    (asked,) = read_post(timeline, store, Pasted(text=text), poster).lines
    assert asked.choices[0].startswith("T: / +:")
    assert store.head("early") == head
    sent = Pasted(text=text, choices={1: Choice(take=asked.choices[0])})
    assert file_post(store, registry(), "early", sent, poster).is_done
    entries = Timeline.read(store, registry(), "early").entries
    moves = [tag_of(entry.event) for entry in entries if isinstance(entry.event, Move)]
    assert moves == ["risk-land-tardis", "risk-count-daleks", "risk-place"]


@pytest.mark.parametrize("post", [
    "Drew a Time Tunnel. Did my pawn walk from d6 to d3?", "Drew a Time Tunnel. My pawn would walk from d6 to d3.",
    "Drew a Time Tunnel. Nobody walks from d6 to d3.", "Drew a Time Tunnel. Tobias walks from d6 to d3.",
])  # fmt: skip
def test_does_not_offer_questions_wishes_denials_or_moves_of_others(post: str) -> None:
    lines = read("keys-2", 129, "priya", post).lines
    assert [choice for line in lines for choice in line.choices if "d3" in choice] == []
    assert read("keys-2", 129, "tobias", "My pawn walks from d6 to d3.").is_settled
