"""The viewer without JavaScript, its log, the feed and the audit of a session."""

import gzip
import re
from datetime import UTC, datetime
from itertools import chain, count, product
from xml.etree.ElementTree import fromstring

import pytest
import toy
from flask import Flask
from flask.testing import FlaskClient
from long_runs import some_short
from markupsafe import escape
from people import Table
from spectator import POST, SEATS, links, opened, played, read, spoil, step_links
from texts import missing, wrong
from toy import Answer, Dare

from events.entry import Head, Line, digest
from events.events import ALL, Passed, Rolled
from events.session_events import Posted, Remarked
from events.store.accounts import SEAT
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from events.store.settings import Pace
from projections.contracts import ObservedChance, Written
from projections.drawing.board import Panel
from projections.registry import Registry, registry
from replay.corrections.ruling import dispute
from replay.corrections.takeback import propose, take_back
from replay.importing.samples import samples, take_in
from replay.reading.chance_trust import NO_PLAYER_SEED
from replay.reading.timeline import Timeline
from replay.session.deadline import awaiting
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui import create_app
from webui.access.responses import asset_version
from webui.views.log_rows import ROWS
from webui.views.panels import board_markup

ATOM = "{http://www.w3.org/2005/Atom}"


def test_a_session_opens_at_its_end(app: Flask, over: Session, running: Session) -> None:
    last = Timeline(over.row, over.view(ALL)).ends["move"][-1]
    assert last < over.head.seq
    for name in ("finished", "thursday", "finished/"):
        answer = app.test_client().get(f"/s/{name}")
        assert (answer.status_code, answer.location) == (302, f"/s/finished/{last}")
    title = re.findall("<title>(.*?)</title>", read(app.test_client(), f"/s/finished/{last}"))[0]
    assert re.match(r"\w+ won: .*, turn \d+ · ", title)
    assert app.test_client().get("/s/running").location == f"/s/running/{running.head.seq}"
    assert read(app.test_client(), "/s/thursday/9") == read(app.test_client(), "/s/finished/9")


def test_shows_a_session_without_entries(client: FlaskClient, store: EventStore) -> None:
    store.create(SessionRow("silent", "toy", 1, "Not begun"))
    assert "This session has no entries yet" in read(client, "/s/silent")
    read(client, "/s/silent/1", 404)
    feed = fromstring(read(client, "/s/silent/feed.atom"))
    assert (feed.findtext(f"{ATOM}title"), feed.findall(f"{ATOM}entry")) == ("Not begun", [])


def test_move_numbers_redirect_to_their_entries(client: FlaskClient, over: Session) -> None:
    step = Timeline(over.row, over.view(ALL)).find("2.1").last
    for address in ("2.1", "go?at=2.1", "go?at=+2.1+"):
        assert client.get(f"/s/finished/{address}").location == f"/s/finished/{step}"
    assert client.get("/s/finished/2.1.svg").location == f"/s/finished/{step}.svg"
    for address in ("%2312", "012", "go?at=%2312", "go?at=12"):
        assert client.get(f"/s/finished/{address}").location == "/s/finished/12"
    assert client.get("/s/finished/2.1?as=yellow&known=now").location == f"/s/finished/{step}?as=yellow&known=now"


def test_an_error_page_links_back_to_the_session(client: FlaskClient, running: Session, over: Session) -> None:
    for address, status in (("go?at=abc", 422), ("99.9", 404), ("go?at=99.9", 422)):
        assert '<a class="button" href="/s/running">Back to the session</a>' in read(
            client, f"/s/running/{address}", status
        )
    assert 'href="/s/finished?as=yellow">Back to' in read(client, "/s/finished/go?at=abc&as=yellow", 422)
    assert "Back to the session" not in read(client, "/s/nobody/99.9", 404)


def test_the_page_of_a_move_shows_board_dice_and_effects(client: FlaskClient, running: Session) -> None:
    timeline = Timeline(running.row, running.view(ALL))
    group = timeline.find("2.2")
    page = read(client, f"/s/running/{group.last}")
    assert page.count("<h1>") == 1
    assert "See the board and the log after each move." in page
    assert 'You look at an earlier board.</span> <a href="/s/running">Board now</a>' in page
    assert f'<span class="at">2.2</span> <span class="title">{timeline.sentence(group.first)}</span>' in page
    assert not missing(page, board_markup(timeline.panels(group.last)), 'aria-current="step"')
    for entry in group.entries[1:]:
        assert f"<li>{escape(timeline.sentence(entry.seq))}</li>" in page
    rolled = next(entry.event for entry in group.entries if isinstance(entry.event, Rolled))
    sentence = timeline.sentence(next(entry.seq for entry in group.entries if entry.event is rolled))
    assert str(rolled.faces[0]) in sentence
    (row,) = re.findall(rf'<li class="move here" id="l{group.first}">.*?</li>', page, re.DOTALL)
    assert row.count(str(escape(sentence))) == 1
    assert "<small>(dice roller, roll 2)</small>" in row
    assert re.findall(r">\s*[0-9][0-9 ]*<", row) == [], "the sentence says the faces, nothing repeats them"


def test_the_log_lists_links_by_turn(client: FlaskClient, running: Session) -> None:
    page = read(client, "/s/running/9")
    turns = re.findall(r'<h3><a href="/s/running/(\d+)">(Set-up|Turn \d+)', page)
    assert [name for _, name in turns] == ["Set-up", "Turn 1", "Turn 2"]
    timeline = Timeline(running.row, running.view(ALL))
    for group in timeline.groups:
        assert f'<a href="/s/running/{group.last}"' in page
    assert [int(seq) for seq, _ in turns][-1] == timeline.last


def test_posts_are_kept_as_posted(client: FlaskClient, running: Session) -> None:
    first = Timeline(running.row, running.view(ALL)).find("1.1").last
    page = read(client, f"/s/running/{first}")
    assert page.count(f">{POST}</blockquote>") == 3
    assert not missing(page, "Original post by Black, Thu 21:14, forum #12", 'class="post')
    submit(running, "black", [], notes=[Posted("black", "<script>alert('x')</script> & \"more\"\n\u2028")])
    page = read(client, f"/s/running/{running.head.seq}")
    assert not wrong(page, "&lt;script&gt;alert", absent=["<script>alert"])


def test_links_reach_each_entry(client: FlaskClient, over: Session) -> None:
    timeline = Timeline(over.row, over.view(ALL))
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


def test_entries_taken_back_are_folded(client: FlaskClient, running: Session) -> None:
    group = Timeline(running.row, running.view(ALL)).groups[-1]
    take_back(running, group.first - 1, by="moderator")
    back = running.head.seq
    page = read(client, f"/s/running/{group.last}")
    assert "1 entry taken back" in page
    assert re.search(rf'<strong>Taken back\.</strong>.*?href="/s/running/{back}"', page)
    assert re.search(r"<details id=\"keep-fold-\d+\" open>", page)
    assert "1 entry taken back" in read(client, f"/s/running/{back}")
    assert not re.search(r"<details id=\"keep-fold-\d+\" open>", read(client, f"/s/running/{back}"))


def test_marks_implied_moves_and_names_the_player_who_hosts(
    client: FlaskClient, store: EventStore, games: Registry
) -> None:
    session = opened(store, games, "toy", SEATS, session="silence")
    submit(session, "black", [Request(Written(Dare("black", "yellow")))])
    submit(session, "yellow", [Request(Written(Dare("yellow", "black")))])
    assert "implied</small>" in read(client, "/s/silence/12")
    opened(store, games, "toy", SEATS, session="hosted", host="yellow", options={"points": 3})
    opened(store, games, "toy", SEATS, session="worded", words={"black": "rose"})
    page = read(client, "/s/hosted/9")
    assert not missing(page, "Yellow runs the server and could foresee dice and cards", NO_PLAYER_SEED, "points: 3")
    fixed = "The log proves that the dice roller&#39;s results were fixed before the first roll"
    assert f"{NO_PLAYER_SEED}. {fixed}. It does not prove that they are random." in page
    assert NO_PLAYER_SEED not in (page := read(client, "/s/worded/9"))
    assert f"from the dice roller. {fixed} and that no one chose them." in page
    opened(store, games, "toy", SEATS, session="mixed", dice="typed")
    assert f"{fixed}. It does not prove that they are random. The log does not prove the other results." in read(
        client, "/s/mixed/9"
    )


def test_a_damaged_log_shows_its_readable_part(client: FlaskClient, running: Session, store: EventStore) -> None:
    last = running.head.seq
    spoil(store, running)
    assert f"cannot be read after entry {last}" in read(client, f"/s/running/{last}")
    read(client, f"/s/running/{last + 1}", 404)
    assert "LOG-BODY" in read(client, "/s/running/audit")
    store.create(SessionRow("spoilt", "toy", 1))
    made = digest("0" * 64, "spoilt", 1, 2**62, "table", "[]")
    with store.writing("spoilt") as writer:
        assert writer.head == Head(0, bytes(32))
        writer.append([Line("spoilt", 1, 2**62, "table", "[]", made)])
    assert "This log cannot be read" in read(client, "/s/spoilt")
    read(client, "/s/spoilt/1", 404)
    read(client, "/s/spoilt/1.1", 404)
    assert "LOG-BODY" in read(client, "/s/spoilt/audit")
    read(client, "/")


def test_shows_a_finished_session_as_each_seat_saw_it(
    client: FlaskClient, over: Session, store: EventStore, games: Registry
) -> None:
    for viewer, then in (("black", False), ("yellow", True), ("table", False), ("all", True)):
        asked = "&".join([f"as={viewer}"] * (viewer != "all") + ["known=now"] * then)
        timeline = Timeline.read(store, games, "finished", viewer, now=then)
        page = read(client, f"/s/finished/9?{asked}")
        assert board_markup(timeline.panels(9)) in page
        assert read(client, f"/s/finished/9.txt?{asked}") == timeline.text(9)
        assert client.get(f"/s/finished/9.json?{asked}").data == timeline.json(9)
        pattern = r"/s/finished/\d++(?!\.(?:bbcode|md)).*"  # these texts show what spectators see
        followed = links(re.sub('<div id="share".*?</div>', "", page, flags=re.DOTALL).split("part-log")[1], pattern)
        followed += step_links(page).values()
        assert [href for href in followed if not href.endswith("?" + asked.replace("&", "&amp;"))] == []
    assert "Views: black, yellow and the moderator view" in read(client, "/s/finished/9?as=red", 422)
    assert "Allowed: then, now" in read(client, "/s/finished/9?known=soon", 422)


def test_views_of_seats_are_offered_only_after_the_end(client: FlaskClient, over: Session, running: Session) -> None:
    assert "As seen by" in read(client, "/s/finished/9")
    assert "As seen by" not in read(client, "/s/running/9")
    for view in ("as=black", "as=table", "as=nobody", "as=yellow&known=now", "known=now"):
        files = ("9.svg", "9.json", "9.txt", "turn/1.svg", "audit.json", "export.jsonl")
        shared = () if view in ("as=black", "as=table") else ("9", "audit", "", "turn/1", "2.1", "go?at=2.1")
        for path in (*files, *shared, "dice", "notes", "why", "export.html", "summary"):
            mark = "&" if "?" in path else "?"
            assert client.get(f"/s/running/{path}{mark}{view}").status_code == 403, (path, view)
    assert read(client, "/s/running/9?as=all") == read(client, "/s/running/9")
    assert client.get("/s/running?as=black").location == f"/s/running/{running.head.seq}?as=black"
    assert client.get("/s/running/2.1?as=black").location == client.get("/s/running/2.1").location + "?as=black"
    for path, view in product(("9", "audit", "9?vs=8", "turn/1"), ("black", "table")):
        page = read(client, f"/s/running/{path}{'&' if '?' in path else '?'}as={view}")
        line = page[page.index('<p class="due">') :].partition("</p>")[0]
        assert "If that is you, open your secret link first. You see what a spectator sees." in line
        assert page.replace(f"{line}</p>\n", "") == read(client, f"/s/running/{path}"), (path, view)


@pytest.mark.parametrize("opens", ["seats", "auditor"])
def test_views_opened_only_to_some_are_refused_to_spectators(
    client: FlaskClient, store: EventStore, games: Registry, opens: str
) -> None:
    played(opened(store, games, "toy", SEATS, session="closed", opens=opens))
    for viewer in (*SEATS, "table", opens):
        read(client, f"/s/closed/9.json?as={viewer}", 403)
    assert read(client, "/s/closed/9.json?known=now") == read(client, "/s/closed/9.json")


@pytest.fixture(scope="module")
def long_session() -> tuple[EventStore, Registry, int]:
    store, games = MemoryStore(), Registry([toy.GAME])
    session = opened(store, games, "toy", SEATS, session="long", options={"points": 220})
    played(session)
    assert session.head.seq > 2_000
    return store, games, session.head.seq


def test_long_logs_show_only_entries_near_the_current_entry(long_session: tuple[EventStore, Registry, int]) -> None:
    store, games, last = long_session
    client = create_app(store, games).test_client()
    for seq, earlier, later in ((1, False, True), (700, True, True), (last // 2, True, True), (last, True, False)):
        page = read(client, f"/s/long/{seq}")
        assert page.count('<li class="') <= 2 * ROWS + 1
        assert page.count('aria-current="step"') == 1
        assert len(gzip.compress(page.encode())) < 45_000
        assert ("Earlier turns" in page) is earlier
        assert ("Later turns" in page) is later


def sent(client: FlaskClient, *paths: str) -> int:
    """Return the number of bytes of answers with their headers, as a browser gets them."""
    answers = [client.get(path, headers={"Accept-Encoding": "gzip"}, buffered=True) for path in paths]
    assert {answer.status_code for answer in answers} == {200}
    return sum(len(answer.data) + len(str(answer.headers)) for answer in answers)


@pytest.mark.parametrize("slug", some_short(registry(), {"keys"}.__contains__))
def test_little_is_sent_before_the_first_step_and_for_a_whole_session(slug: str) -> None:
    store = MemoryStore()
    session = take_in(store, registry(), max(samples(slug), key=lambda sample: len(sample.text)))
    client, seq = create_app(store, registry()).test_client(), store.head(session).seq // 2
    page = read(client, f"/s/{session}/{seq}")
    parts = re.findall(r'<(?:link rel="(?:preload|stylesheet)" href|script type="module" src)="([^"]+)"', page)
    assert len([part for part in parts if part.endswith("woff2")]) == 2
    steps = f"/s/{session}/steps"
    first = [f"{steps}/{name}.json" for name in ("outline", "base", f"around-{seq}")]
    assert sent(client, f"/s/{session}/{seq}", *parts, *first) < 100_000
    heads = client.get(f"{steps}/outline.json").get_json()["heads"]
    names = chain(["base"], count(1))
    lasting = [f"{name}.json?d={head}&v={asset_version()}" for name, head in zip(names, heads, strict=False)]
    assert sent(client, *(f"{steps}/{name}" for name in lasting)) < 151_000


def test_headings_reach_every_turn_of_a_long_log(long_session: tuple[EventStore, Registry, int]) -> None:
    store, games, last = long_session
    client = create_app(store, games).test_client()
    seq, turns = 1, set()
    while True:
        page = read(client, f"/s/long/{seq}")
        turns |= set(re.findall(r"<h3><a href=\"/s/long/\d+\">Turn (\d+)", page))
        later = re.findall(r'<a href="/s/long/(\d+)">Later turns', page)
        if not later:
            break
        seq = int(later[0])
    assert turns == {str(turn) for turn in range(1, Timeline.read(store, games, "long").status(last).turn + 1)}


def test_a_long_turn_is_shortened_in_the_log(store: EventStore, games: Registry) -> None:
    session = opened(store, games, "toy", SEATS, session="chatty")
    for number in range(200):
        session.note(Remarked("black", f"remark {number}"), by="black")
    page = read(create_app(store, games).test_client(), "/s/chatty/100")
    assert page.count('<li class="') == 2 * ROWS + 1
    assert re.search(r"\d+ earlier in this turn", page)
    assert re.search(r"\d+ more in this turn", page)


def test_the_feed_lists_the_last_moves_newest_first(client: FlaskClient, running: Session) -> None:
    answer = client.get("/s/running/feed.atom")
    assert answer.mimetype == "application/atom+xml"
    feed = fromstring(answer.text)
    assert feed.findtext(f"{ATOM}title") == "Friday"
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) > 3
    updated = [str(entry.findtext(f"{ATOM}updated")) for entry in entries]
    assert updated == sorted(updated, reverse=True)
    links = [str(entry.find(f"{ATOM}link").attrib["href"]) for entry in entries]  # type: ignore[union-attr]  # it is there
    assert links[0].endswith(f"/s/running/{running.head.seq}")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)


def test_the_feed_tells_disputes_and_takebacks_to_those_who_may_know(games: Registry) -> None:
    table = Table(games, "argued", 4)
    dispute(table.session, table.last, "look at <this>", by="black")
    dispute(table.session, table.last, "only for the judge", by="black", private=True)
    propose(table.session, table.timeline().groups[-5].last, seat="black", reason="misread")
    for browser, query, is_known in (
        (table.browser(), "", False), (table.browser(SEAT, "black"), "?as=black", True),
        (table.browser(SEAT, "yellow"), "?as=yellow", False),
    ):  # fmt: skip
        entries = fromstring(browser.read(f"/s/argued/feed.atom{query}")).findall(f"{ATOM}entry")
        told = [str(entry.findtext(f"{ATOM}title")) for entry in entries][:3]
        assert [f"#{table.last - back}" in text for back, text in enumerate(told)] == [True] * 3
        assert ("misread" in told[0], "look at <this>" in told[2]) == (True, True)
        assert ("only for the judge" in told[1]) is is_known


@pytest.mark.parametrize("slug", registry())
def test_the_pages_of_a_seat_draw_each_board_once(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(registry(), "drawn", 3, slug=slug, seats=("ann", "bob", "cy")[: 2 if slug == "ccg" else 3])
    seat, drawn, panels = table.session.status.awaited[0], list[int](), Timeline.panels
    browser = table.browser(SEAT, seat)

    def counted(timeline: Timeline, seq: int) -> list[Panel]:
        drawn.append(seq)
        return panels(timeline, seq)

    monkeypatch.setattr(Timeline, "panels", counted)
    page = browser.read(f"/s/drawn/{table.last}?as={seat}")
    assert "data-about=" in page or slug == "ccg"
    browser.read("/s/drawn/move")
    assert sorted(drawn) == [1, table.last], "entry 1, from which a script steps, and the last, for both pages"


@pytest.mark.parametrize(("pace", "starts"), [
    (Pace(), []), (Pace(hours=48), [48]), (Pace(hours=2, grace_hours=9), [2]),
])  # fmt: skip
def test_the_calendar_has_the_deadline_of_the_awaited_seat(games: Registry, pace: Pace, starts: list[int]) -> None:
    table = Table(games, "timed", 2, title="One, two; \u00fc" + "x" * 70)
    table.accounts.change("timed", pace=pace, mail={"black": "julie@example.org"})
    answer = table.browser().client.get("/s/timed/deadlines.ics")
    found = awaiting(table.timeline(), pace)
    assert found is not None
    ends = [datetime.fromtimestamp(found.since_ms // 1000 + hours * 3600, UTC) for hours in starts]
    assert re.findall(r"\r\nDTSTART:(.*)\r", answer.text) == [f"{end:%Y%m%dT%H%M%SZ}" for end in ends]
    lines = answer.data.split(b"\r\n")
    assert (answer.mimetype, lines[0], lines[-2:]) == ("text/calendar", b"BEGIN:VCALENDAR", [b"END:VCALENDAR", b""])
    assert max(map(len, lines)) <= 75
    assert "One\\, two\\; \u00fc" in answer.text
    assert answer.text.replace("\r\n ", "").count(": deadline for ") == len(starts)
    assert "julie" not in answer.text


SEEN = ObservedChance()


def typed(face: int) -> ObservedChance:
    return ObservedChance(faces=((face,),))


def test_the_audit_page_begins_with_the_result(client: FlaskClient, over: Session, running: Session) -> None:
    page = read(client, "/s/finished/audit")
    assert re.search(r"<h1>No violations, nothing unverified", page)
    assert not missing(page, "What the audit did not check", f"<code>{over.head.hex[:32]}</code>")
    assert "using only what spectators may know" in read(client, "/s/running/audit")


def test_each_finding_shows_its_rule_and_the_position_before(
    client: FlaskClient, store: EventStore, games: Registry
) -> None:
    session = opened(store, games, "toy", SEATS, session="mistaken", dice="typed", cards="typed")
    for move in (Dare("black", "yellow"), Passed("yellow"), Dare("black", "yellow")):
        submit(session, move.player, [Request(Written(move, typed(4) if isinstance(move, Passed) else SEEN))])
    submit(session, "yellow", [Request(Written(Answer("yellow", "9"), typed(2)))])
    page, data = read(client, "/s/mistaken/audit"), client.get("/s/mistaken/audit.json").get_json()
    finding = next(one for one in data["findings"] if one["rule"] == "TOY-DAR-01")
    assert page.split("<h1>")[1].startswith(f"{data['counts']['violation']} violation")
    assert not missing(page, f'<article class="finding violation" id="{finding["id"]}"', finding["condition"])
    assert finding["criteria"] in page
    before = Timeline.read(store, games, "mistaken").group_at(finding["seq"]).first - 1
    assert f'<a href="/s/mistaken/{before}">position before</a>' in page
    assert len(data["unchecked"]) == page.split('id="unchecked"')[1].count("<li>")
    session.end()
    log = read(client, f"/s/mistaken/{finding['seq']}")
    assert f'<a class="mark violation" href="/s/mistaken/audit#{finding["id"]}">' in log
    assert f'<a href="/s/mistaken/audit/{finding["id"]}">TOY-DAR-01: consequences' in log
