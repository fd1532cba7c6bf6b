"""The audit page."""

import re

from flask.testing import FlaskClient
from spectator import SEATS, opened, read
from toy import Answer, Dare

from events.facts import Passed
from events.store.protocol import EventStore
from projections.shelf import Shelf
from projections.terms import Seen, Written
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.reading.timeline import Timeline

SEEN = Seen()


def typed(face: int) -> Seen:
    """One die as thrown on a table."""
    return Seen(faces=((face,),))


def test_audit_begins_with_the_answer(client: FlaskClient, over: Session, running: Session) -> None:
    page = read(client, "/s/finished/audit")
    assert re.search(r"<h1>No violations, no doubts", page)
    assert "Not checked" in page
    assert f"<code>{over.head.hex[:32]}</code>" in page
    assert "as far as a spectator may know" in read(client, "/s/running/audit")


def test_findings_stand_on_their_own(client: FlaskClient, store: EventStore, games: Shelf) -> None:
    session = opened(store, games, "toy", SEATS, session="mistaken", dice="typed", cards="typed")
    for move in (Dare("black", "yellow"), Passed("yellow"), Dare("black", "yellow")):
        submit(session, move.player, [Request(Written(move, typed(4) if isinstance(move, Passed) else SEEN))])
    submit(session, "yellow", [Request(Written(Answer("yellow", "9"), typed(2)))])
    page, data = read(client, "/s/mistaken/audit"), client.get("/s/mistaken/audit.json").get_json()
    finding = next(one for one in data["findings"] if one["rule"] == "TOY-DAR-01")
    assert page.split("<h1>")[1].startswith(f"{data['counts']['violation']} violation")
    assert f'<article class="finding violation" id="{finding["id"]}"' in page
    assert finding["condition"] in page
    assert finding["criteria"] in page
    before = Timeline.read(store, games, "mistaken").group_at(finding["seq"]).first - 1
    assert f'<a href="/s/mistaken/{before}">position before</a>' in page
    assert len(data["unchecked"]) == page.split('id="unchecked"')[1].count("<li>")
    session.end()
    log = read(client, f"/s/mistaken/{finding['seq']}")
    assert f'<a class="mark violation" href="/s/mistaken/audit#{finding["id"]}">' in log
    assert f'<a href="/s/mistaken/audit/{finding["id"]}">TOY-DAR-01: what followed' in log
