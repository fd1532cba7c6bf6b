"""The dice page, and the odds and charts under the board."""

import re
from html import unescape
from xml.etree import ElementTree as ET

import msgspec
import pytest
import toy
from flask import Flask
from flask.testing import FlaskClient
from pocket import a_roll, opened as lines_of, other_face, played as exported_session, rechained, written
from spectator import SEATS, opened, played, read
from texts import missing, present, wrong

from events.events import ALL, Passed, Rolled
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import ObservedChance, Written
from projections.registry import Registry
from projections.stats.dice_stats import dice_of, expected_faces
from replay.corrections.correction import correct
from replay.corrections.plan import Change, Correction
from replay.corrections.takeback import take_back
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import import_bundle, read_bundle
from webui import create_app
from webui.access.responses import asset_version
from webui.pages.session import dice

VERDICTS = ("luck", "fair!", "unfair", "loaded", "cheat", "suspicious", "unlikely", "rigged", "too many", "too few")


@pytest.fixture
def long(store: EventStore, games: Registry) -> Session:
    session = played(opened(store, games, "toy", SEATS, session="many", options={"points": 30}), post_every=99)
    assert len(rolls(session)) > 30
    return session


def rolls(session: Session) -> list[tuple[int, Rolled]]:
    return [(entry.seq, entry.event) for entry in session.table.entries if isinstance(entry.event, Rolled)]


def rows(page: str, kind: str, at: int = 0) -> list[list[str]]:
    table = page.split(f'<table class="{kind}">')[at + 1].split("</table>", maxsplit=1)[0]
    table = re.sub(r"<caption>.*?</caption>", "", re.sub(r"</t[hd]>", "|", table))
    plain = [unescape(re.sub(r"<[^>]+>", " ", row)) for row in table.split("</tr>")]
    return [[" ".join(cell.split()) for cell in row.split("|")[:-1]] for row in plain if "|" in row]


def test_each_roll_is_listed_with_its_receipt(client: FlaskClient, long: Session) -> None:
    page = read(client, "/s/many/dice")
    shown = rows(page, "rolls")[1:]
    timeline = Timeline.read(long.store, long.registry, "many")
    assert len(shown) == len(rolls(long))
    for (seq, roll), row in zip(rolls(long), shown, strict=True):
        assert roll.receipt is not None
        darer, _, rival = roll.purpose.removeprefix("dare ").title().partition(">")
        step = timeline.addresses[timeline.group_at(seq).first]
        assert row[:3] == [step, darer, f"dare from {darer} to {rival}"]
        assert row[3:] == [str(roll.faces[0]), f"dice roller, roll {roll.receipt.k}", "checked"]
        assert f'<a href="/s/many/{seq}">{step}</a>' in page
    assert 'aria-label="dare 4"' in page


def test_face_counts_are_shown_with_the_expected_range(client: FlaskClient, long: Session) -> None:
    page = read(client, "/s/many/dice")
    head, *faces = rows(page, "faces")
    assert (head, len(faces)) == (["Face of the die", "All", "Black", "Yellow"], 6 + 2)
    entries = [entry for entry in long.table.entries if isinstance(entry.event, Rolled)]
    groups = [entries, *([one for one in entries if f"dare {seat}>" in str(one.event)] for seat in SEATS)]
    for at, group in enumerate(groups):
        count = dice_of(group)["tower", 6]
        due = expected_faces(count.dice, 6)
        column = [row[at + 1 + (at > 0)] for row in faces[:6]]
        assert column == [f"{number} {due.low} to {due.high}" for number in count.faces]
        assert [row[at + 1] for row in faces[6:]] == [
            f"{count.dice} in {count.rolls} rolls", f"{count.mean:.2f}" + " expected 3.50" * (at == 0),
        ]  # fmt: skip
    assert page.count('<rect class="band"') == 6
    assert not [word for word in VERDICTS if word in page.lower()]


def test_lists_and_marks_undone_and_reused_rolls(client: FlaskClient, store: EventStore, games: Registry) -> None:
    session = played(opened(store, games, "toy", SEATS, session="mended", options={"points": 9}), 4, post_every=99)
    first = Timeline(session.row, session.table).find("1.1")
    dared = first.head.event
    assert isinstance(dared, toy.Dare)
    correct(session, Correction([Change(first, Written(dared))]), by="moderator")
    page = read(client, "/s/mended/dice")
    shown = rows(page, "rolls")[1:]
    undone, again = shown[: len(shown) // 2], shown[len(shown) // 2 :]
    assert all(row[2].endswith("taken back") and row[5] == "checked" for row in undone)
    assert [row[4:] for row in again] == [[f"as in entry {seq}", ""] for seq, _ in rolls(session)[: len(undone)]]
    assert f'<a href="/s/mended/{rolls(session)[0][0]}">as in entry {rolls(session)[0][0]}</a>' in page
    assert rows(page, "faces")[-2][1] == f"{len(undone)} in {len(undone)} rolls"


def test_typed_dice_have_no_receipt(client: FlaskClient, store: EventStore, games: Registry) -> None:
    session = opened(store, games, "toy", SEATS, session="typed", dice="other:marti", cards="typed")
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))])
    submit(session, "yellow", [Request(Written(Passed("yellow"), ObservedChance(faces=((4,),))))])
    page = read(client, "/s/typed/dice")
    assert rows(page, "rolls")[1][4:] == ["rolled with marti", "no receipt"]
    assert not missing(page, "<caption>6 sides, marti</caption>", "1 roll")
    assert rows(page, "faces")[0] == ["Face of the die", "All"]


def test_reports_a_roll_that_does_not_match_its_key(games: Registry) -> None:
    header, changed = lines_of(exported_session())
    other_face(changed, a_roll(changed))
    rechained(changed)
    store = MemoryStore()
    row = import_bundle(store, read_bundle(written(header, changed), games))
    page = read(create_app(store, games).test_client(), f"/s/{row.session}/dice")
    shown = [cells[5] for cells in rows(page, "rolls")[1:]]
    assert shown.count("the faces of roll 3 do not follow from its key") == 1
    assert shown.count("checked") == len(shown) - 1
    assert "imported: its dice roller is not on this server" in page


def test_dice_with_an_impossible_number_of_sides_are_not_counted(games: Registry) -> None:
    header, changed = lines_of(exported_session())
    for at, row in enumerate(changed):
        changed[at]["body"] = row["body"].replace('"sides":6', f'"sides":{10**15}')
    rechained(changed)
    store = MemoryStore()
    row_ = import_bundle(store, read_bundle(written(header, changed), games))
    page = read(create_app(store, games).test_client(), f"/s/{row_.session}/dice")
    assert not wrong(page, "a die must have 2 to 256 sides", absent=['<table class="faces">'])


def variant(games: Registry, slug: str, **parts: object) -> Registry:
    meta = msgspec.structs.replace(toy.GAME.meta, slug=slug)
    return games.with_game(msgspec.structs.replace(toy.GAME, meta=meta, **parts))


def test_the_game_decides_which_player_rolled(store: EventStore, games: Registry) -> None:
    rules = msgspec.structs.replace(toy.GAME.rules, roller=lambda _now, _rolled: "")
    silent = variant(games, "silent", rules=rules)
    played(opened(store, silent, "silent", SEATS, session="silent", options={"points": 9}), 2, post_every=99)
    page = read(create_app(store, silent).test_client(), "/s/silent/dice")
    assert [row[1] for row in rows(page, "rolls")[1:]] == ["Yellow"]
    assert rolls(played(opened(store, games, "keys", SEATS, session="picked"), 1))
    page = read(create_app(store, games).test_client(), "/s/picked/dice")
    assert [row[1] for row in rows(page, "rolls")[1:]] == ["No player"]


def test_long_lists_have_pages(app: Flask, long: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    client, count = app.test_client(), len(rolls(long))
    monkeypatch.setattr(dice, "PAGE", 10)
    pages = [read(client, f"/s/many/dice?page={number}") for number in range(1, -(-count // 10) + 1)]
    shown = [row[4] for page in pages for row in rows(page, "rolls")[1:]]
    assert shown == [f"dice roller, roll {number}" for number in range(1, count + 1)]
    assert not wrong(pages[0], 'href="/s/many/dice?page=2"', absent=['rel="prev"'])
    assert 'rel="next"' not in pages[-1]
    assert 'href="/s/many/dice?as=black&amp;page=2"' in read(client, "/s/many/dice?as=black")
    assert "fill" in read(client, f"/s/many/dice?page={len(pages) + 1}", 422)


def test_dice_are_public(
    client: FlaskClient, store: EventStore, games: Registry, long: Session, running: Session
) -> None:
    opened(store, games, "toy", SEATS, session="fresh")
    assert '<a href="/s/many/dice">Dice</a>' in read(client, "/s/many/9")
    assert '<a href="/s/many/dice?as=black">Dice</a>' in read(client, "/s/many/9?as=black")
    assert '<a href="/s/many/dice">Dice</a>' in read(client, "/s/many/audit")
    for path in ("/s/fresh/3", "/s/fresh/audit"):
        assert "/dice" not in read(client, path)
    assert "No dice have been rolled" in read(client, "/s/fresh/dice")
    public = read(client, "/s/many/dice")
    for viewer in (*SEATS, "table"):
        assert re.sub(r"\?as=\w+", "", read(client, f"/s/many/dice?as={viewer}")) == public
        read(client, f"/s/running/dice?as={viewer}", 403)
    read(client, "/s/running/dice?known=now", 403)
    read(client, "/s/many/dice?as=nobody", 422)


def test_a_takeback_keeps_rolled_dice_in_the_counts(app: Flask, running: Session) -> None:
    before = rows(read(app.test_client(), "/s/running/dice"), "faces")
    take_back(running, Timeline(running.row, running.table).find("1.1").first - 1, by="moderator")
    assert rows(read(app.test_client(), "/s/running/dice"), "faces") == before
    assert before[-2][1] == "2 in 2 rolls"


LASTING = "public, max-age=31536000, immutable"


def dared(session: Session) -> int:
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))])
    return session.head.seq


def odds_of(page: str) -> list[str]:
    _, heading, rest = page.partition('<h2 id="odds">')
    return re.findall("<li>(.*?)</li>", rest.split("</section>")[0]) if heading else []


def test_odds_are_shown_under_the_board_before_a_roll(client: FlaskClient, store: EventStore, games: Registry) -> None:
    session = opened(store, games, "toy", SEATS, session="dared", options={"points": 1})
    seq = dared(session)
    assert odds_of(read(client, f"/s/dared/{seq}")) == ["Behind nothing, yellow is beaten for sure."]
    assert odds_of(read(client, f"/s/dared/{seq - 3}")) == []
    played(session)
    assert odds_of(read(client, f"/s/dared/{session.head.seq}")) == []
    (card,) = session.table.positions[seq - 1].hands["yellow"]
    own = f"Behind the {card}, yellow is beaten in {6 - int(card)} of 6."
    assert own in odds_of(read(client, f"/s/dared/{seq}?as=yellow"))
    assert own in odds_of(read(client, f"/s/dared/{seq}?known=now"))
    assert own not in odds_of(read(client, f"/s/dared/{seq}?as=black"))
    assert own not in odds_of(read(client, f"/s/dared/{seq}"))


def test_omits_odds_and_charts_for_a_game_without_them(store: EventStore, games: Registry) -> None:
    plain = variant(games, "plain", view=msgspec.structs.replace(toy.GAME.view, odds=None, charts=()))
    seq = dared(opened(store, plain, "plain", SEATS, session="plainplain"))
    assert not present(read(create_app(store, plain).test_client(), f"/s/plainplain/{seq}"), "Odds", "keep-charts")
    read(create_app(store, plain).test_client(), f"/s/plainplain/{seq}.chart-1.svg", 404)


def test_charts_have_their_own_address(client: FlaskClient, over: Session) -> None:
    timeline = Timeline(over.row, over.view(ALL))
    for seq in (1, 9, timeline.last):
        chart = timeline.chart(seq, 0)
        assert f'<figure data-chart="1"><a href="/s/finished/{seq}.chart-1.svg' in read(client, f"/s/finished/{seq}")
        assert read(client, f"/s/finished/{seq}.chart-1.svg") == chart
        assert ET.fromstring(chart).tag == "{http://www.w3.org/2000/svg}svg"
    kept = f"9.chart-1.svg?d={timeline.lines[8].digest.hex()[:32]}&amp;v={asset_version()}"
    assert f'href="/s/finished/{kept}">points (SVG)</a>' in read(client, "/s/finished/9")
    lasting = f"/s/finished/{kept.replace('&amp;', '&')}"
    answer = client.get(lasting, buffered=True)
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("image/svg+xml", LASTING)
    for private in (lasting.partition("&")[0], f"{lasting}&as=black", f"{lasting}&known=now"):
        assert client.get(private, buffered=True).headers["Cache-Control"] == "private, no-cache"
    for lost in (
        f"9.chart-1.svg?d={'0' * 32}", "9.chart-2.svg", "9.chart-0.svg", "9999.chart-1.svg", "9.chart-x.svg",
        "9.chart-1.txt",
    ):  # fmt: skip
        read(client, f"/s/finished/{lost}", 404)


def test_a_chart_has_one_point_per_turn_up_to_the_entry(over: Session) -> None:
    timeline = Timeline(over.row, over.view(ALL))
    turns = timeline.by_turn(timeline.last)
    assert list(turns) == list(range(timeline.status(timeline.last).turn + 1))
    for turn, position in turns.items():
        last = [group.last for group in timeline.groups if timeline.status(max(group.first - 1, 1)).turn == turn][-1]
        assert position is timeline.position(last)
    middle = timeline.find("2.1").last
    assert list(timeline.by_turn(middle)) == [0, 1, 2]
    assert timeline.by_turn(middle)[2] is timeline.position(middle)
    assert timeline.by_turn(middle)[1] is turns[1]
    assert timeline.by_turn(1) == {0: timeline.position(1)}


def test_a_takeback_removes_turns_from_the_chart(running: Session) -> None:
    before = Timeline(running.row, running.table)
    last, to = before.last, before.find("1.1").last
    shown = before.chart(last, 0)
    assert list(before.by_turn(last)) == [0, 1, 2]
    take_back(running, to, by="moderator")
    after = Timeline(running.row, running.view(ALL))
    assert (after.chart(last, 0), list(after.by_turn(after.last))) == (shown, [0, 1])
    submit(running, "yellow", [Request(Written(Passed("yellow")))])
    again = Timeline(running.row, running.view(ALL))
    assert list(again.by_turn(again.last)) == [0, 1]
    assert again.by_turn(again.last)[1] is again.position(again.last)
