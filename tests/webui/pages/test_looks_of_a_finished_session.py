"""The viewer of finished sessions: as others saw them, and as known now."""

import pytest
from flask.testing import FlaskClient
from spectator import SEATS, links, opened, played, read, step_links

from events.store.protocol import EventStore
from projections.shelf import Shelf
from replay.live.session import Session
from replay.reading.timeline import Timeline


def test_finished_session_as_others_saw_it(client: FlaskClient, over: Session, store: EventStore, games: Shelf) -> None:
    for viewer, then in (("black", False), ("yellow", True), ("table", False), ("all", True)):
        asked = "&".join([f"as={viewer}"] * (viewer != "all") + ["known=now"] * then)
        timeline = Timeline.read(store, games, "finished", viewer, now=then)
        page = read(client, f"/s/finished/9?{asked}")
        assert timeline.svg(9) in page
        assert read(client, f"/s/finished/9.txt?{asked}") == timeline.text(9)
        assert client.get(f"/s/finished/9.json?{asked}").data == timeline.json(9)
        followed = links(page.split("part-log")[1], r"/s/finished/\d+.*")
        followed += step_links(page).values()
        assert all(href.endswith("?" + asked.replace("&", "&amp;")) for href in followed)


def test_looks_are_offered_only_when_all_is_opened(client: FlaskClient, over: Session, running: Session) -> None:
    assert "As seen by" in read(client, "/s/finished/9")
    assert "As seen by" not in read(client, "/s/running/9")
    for view in ("as=black", "as=table", "as=nobody", "as=yellow&known=now", "known=now"):
        for path in ("9", "9.svg", "9.json", "9.txt", "2.1", "go?at=2.1", "audit", "audit.json", "log.jsonl", ""):
            mark = "&" if "?" in path else "?"
            assert client.get(f"/s/running/{path}{mark}{view}").status_code == 403, (path, view)
    assert read(client, "/s/running/9?as=all") == read(client, "/s/running/9")


@pytest.mark.parametrize("opens", ["seats", "auditor"])
def test_views_opened_to_some_stay_closed_to_others(
    client: FlaskClient, store: EventStore, games: Shelf, opens: str
) -> None:
    played(opened(store, games, "toy", SEATS, session="closed", opens=opens))
    for viewer in (*SEATS, "table", opens):
        read(client, f"/s/closed/9?as={viewer}", 403)
    assert read(client, "/s/closed/9.json?known=now") == read(client, "/s/closed/9.json")


def test_unknown_seat_and_time(client: FlaskClient, over: Session) -> None:
    assert "there are black, yellow and table" in read(client, "/s/finished/9?as=red", 422)
    assert "then or now" in read(client, "/s/finished/9?known=soon", 422)
