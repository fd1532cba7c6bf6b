"""The viewer, without a line of JavaScript."""

import re

from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape
from spectator import POST, SEATS, opened, read, spoil, step_links
from toy import Dare

from events.conduct import Posted
from events.facts import Rolled
from events.line import Head, Line, digest
from events.store.protocol import EventStore
from events.store.records import SessionRow
from projections.shelf import Shelf
from projections.terms import Written
from replay.corrections.takeback import take_back
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.reading.provenance import UNWITNESSED
from replay.reading.timeline import Timeline


def test_a_session_leads_to_its_last_move(
    app: Flask, over: Session, running: Session, store: EventStore, games: Shelf
) -> None:
    last = Timeline.read(store, games, "finished").ends["move"][-1]
    assert last < over.head.seq
    for name in ("finished", "thursday", "finished/"):
        answer = app.test_client().get(f"/s/{name}")
        assert answer.status_code == 302
        assert answer.location == f"/s/finished/{last}"
    title = re.search("<title>(.*?)</title>", read(app.test_client(), f"/s/finished/{last}"))
    assert title
    assert re.match(r"\w+ won: .*, turn \d+ · ", title[1])
    assert app.test_client().get("/s/running").location == f"/s/running/{running.head.seq}"
    assert read(app.test_client(), "/s/thursday/9") == read(app.test_client(), "/s/finished/9")


def test_session_without_lines(client: FlaskClient, store: EventStore) -> None:
    store.create(SessionRow("silent", "toy", 1, "Not begun"))
    assert "Nothing is filed" in read(client, "/s/silent")
    read(client, "/s/silent/1", 404)


def test_addresses_lead_to_lines(client: FlaskClient, over: Session, store: EventStore, games: Shelf) -> None:
    timeline = Timeline.read(store, games, "finished")
    step = timeline.find("2.1").last
    for address in ("2.1", "go?at=2.1", "go?at=+2.1+"):
        assert client.get(f"/s/finished/{address}").location == f"/s/finished/{step}"
    assert client.get("/s/finished/2.1.svg").location == f"/s/finished/{step}.svg"
    for address in ("%2312", "012", "go?at=%2312", "go?at=12"):
        assert client.get(f"/s/finished/{address}").location == "/s/finished/12"
    assert client.get("/s/finished/2.1?as=yellow&known=now").location == f"/s/finished/{step}?as=yellow&known=now"


def test_page_of_a_move(client: FlaskClient, running: Session, store: EventStore, games: Shelf) -> None:
    timeline = Timeline.read(store, games, "running")
    group = timeline.find("2.2")
    page = read(client, f"/s/running/{group.last}")
    assert page.count("<h1>") == 1
    assert f'<span class="at">2.2</span> <span class="title">{timeline.tell(group.first)}</span>' in page
    assert timeline.svg(group.last) in page
    assert 'aria-current="step"' in page
    for entry in group.entries[1:]:
        assert f"<li>{escape(timeline.tell(entry.seq))}</li>" in page
    rolled = next(entry.fact for entry in group.entries if isinstance(entry.fact, Rolled))
    assert f'aria-label="dare {rolled.faces[0]}"><i>{rolled.faces[0]}</i>' in page
    assert "tower, roll 2" in page


def test_log_is_one_list_of_links_under_turns(
    client: FlaskClient, running: Session, store: EventStore, games: Shelf
) -> None:
    page = read(client, "/s/running/9")
    turns = re.findall(r'<h3><a href="/s/running/(\d+)">(Set-up|Turn \d+)', page)
    assert [name for _, name in turns] == ["Set-up", "Turn 1", "Turn 2"]
    timeline = Timeline.read(store, games, "running")
    for group in timeline.groups:
        assert f'<a href="/s/running/{group.last}"' in page
    assert [int(seq) for seq, _ in turns][-1] == timeline.last


def test_posts_are_kept_as_posted(client: FlaskClient, running: Session, store: EventStore, games: Shelf) -> None:
    first = Timeline.read(store, games, "running").find("1.1").last
    page = read(client, f"/s/running/{first}")
    assert page.count(f">{POST}</blockquote>") == 3
    assert "The post before this, by Black, Thu 21:14, forum #12" in page
    assert 'class="post' in page
    submit(running, "black", [], notes=[Posted("black", "<script>alert('x')</script> & \"more\"\n\u2028")])
    page = read(client, f"/s/running/{running.head.seq}")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_every_line_can_be_reached_by_links(
    client: FlaskClient, over: Session, store: EventStore, games: Shelf
) -> None:
    timeline = Timeline.read(store, games, "finished")
    for grain in ("line", "move", "turn", "round"):
        at, seen = "/s/finished/1", ["/s/finished/1"]
        while following := step_links(read(client, at)).get(f"{grain}-forward"):
            at = following
            seen.append(at)
        assert seen == ["/s/finished/1", *(f"/s/finished/{end}" for end in timeline.ends[grain] if end > 1)]
        back = [at]
        while following := step_links(read(client, at)).get(f"{grain}-back"):
            at = following
            back.append(at)
        assert back == [one for one in reversed(seen) if one in back]
    disabled = 'data-step="move-back" role="link" aria-disabled="true" aria-label="Back one move"'
    assert disabled in read(client, "/s/finished/1")
    last = step_links(read(client, f"/s/finished/{timeline.last}"))
    assert last["first"] == "/s/finished/1"
    assert not {"last", "line-forward", "move-forward"} & last.keys()


def test_taken_back_lines_are_folded_and_say_so(
    client: FlaskClient, running: Session, store: EventStore, games: Shelf
) -> None:
    timeline = Timeline.read(store, games, "running")
    group = timeline.groups[-1]
    take_back(running, group.first - 1, by="moderator")
    back = running.head.seq
    page = read(client, f"/s/running/{group.last}")
    assert "1 taken back" in page
    assert re.search(rf'<strong>Taken back\.</strong>.*?href="/s/running/{back}"', page)
    assert re.search(r"<details id=\"keep-fold-\d+\" open>", page)
    assert "1 taken back" in read(client, f"/s/running/{back}")
    assert not re.search(r"<details id=\"keep-fold-\d+\" open>", read(client, f"/s/running/{back}"))


def test_implied_moves_are_marked(client: FlaskClient, store: EventStore, games: Shelf) -> None:
    session = opened(store, games, "toy", SEATS, session="silence")
    submit(session, "black", [Request(Written(Dare("black", "yellow")))])
    submit(session, "yellow", [Request(Written(Dare("yellow", "black")))])
    assert "not said, but meant" in read(client, "/s/silence/12")


def test_damaged_log_shows_what_can_be_read(client: FlaskClient, running: Session, store: EventStore) -> None:
    last = running.head.seq
    spoil(store, running)
    page = read(client, f"/s/running/{last}")
    assert f"cannot be read beyond line {last}" in page
    read(client, f"/s/running/{last + 1}", 404)
    assert "LOG-BODY" in read(client, "/s/running/audit")


def test_log_damaged_from_its_first_line(client: FlaskClient, store: EventStore) -> None:
    store.create(SessionRow("spoilt", "toy", 1))
    made = digest("0" * 64, "spoilt", 1, 2**62, "table", "[]")
    with store.writing("spoilt") as writer:
        assert writer.head == Head(0, bytes(32))
        writer.append([Line("spoilt", 1, 2**62, "table", "[]", made)])
    assert "Not one line of this log can be read" in read(client, "/s/spoilt")
    read(client, "/s/spoilt/1", 404)
    read(client, "/s/spoilt/1.1", 404)
    assert "LOG-BODY" in read(client, "/s/spoilt/audit")
    read(client, "/")


def test_session_says_who_could_foresee_its_dice(client: FlaskClient, store: EventStore, games: Shelf) -> None:
    opened(store, games, "toy", SEATS, session="hosted", host="yellow", options={"points": 3})
    opened(store, games, "toy", SEATS, session="worded", words={"black": "rose"})
    page = read(client, "/s/hosted/9")
    assert "Yellow runs the server, and could foresee dice and deals" in page
    assert UNWITNESSED in page
    assert "points: 3" in page
    assert UNWITNESSED not in read(client, "/s/worded/9")
