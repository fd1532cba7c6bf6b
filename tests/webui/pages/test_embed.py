"""A position in a frame: for everybody the same, of public sessions alone, framed by those whom the host names."""

import re

import pytest
from flask import Flask
from people import Browser
from spectator import addresses, links, read

from events.errors import RefusedError
from events.store.accounts import SEAT, Accounts
from events.store.protocol import EventStore
from events.store.settings import Settings, Visibility
from projections.shelf import Shelf
from replay.live.session import Session
from webui import create_app
from webui.desk.base_address import check_origins

FORUM = "https://forum.example.org"
BASE = "https://bell.example.org"


@pytest.fixture
def framing(store: EventStore, games: Shelf, accounts: Accounts) -> Flask:
    return create_app(store, games, accounts, base=BASE, frames=(FORUM, "https://*.games.example:8443"))


def test_a_frame_shows_board_words_and_steps_and_nothing_that_acts(framing: Flask, running: Session) -> None:
    page = read(framing.test_client(), "/s/running/9/embed")
    assert page.count("<svg") == 1
    assert "Next: Turn" in page
    steps = links(page, r"/s/running/\d+/embed")
    assert steps[0] == "/s/running/1/embed"
    assert steps[-1] == f"/s/running/{running.head.seq}/embed"
    assert len(steps) == 4
    assert '<a class="whole" href="/s/running/9" target="_blank" rel="noopener">' in page
    assert not re.search("<script|<form|<input|csrf|/k/|/post", page)
    assert 'aria-disabled="true" aria-label="To the last line"' in read(
        framing.test_client(), f"/s/running/{running.head.seq}/embed"
    )


def test_only_this_page_may_be_framed_and_only_by_whom_the_host_names(
    framing: Flask, store: EventStore, games: Shelf, over: Session, running: Session
) -> None:
    client = framing.test_client()
    answer = client.get("/s/running/9/embed")
    ancestors = answer.headers["Content-Security-Policy"].rpartition("; ")[2]
    assert ancestors == f"frame-ancestors {FORUM} https://*.games.example:8443"
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    held = client.get("/s/running/9/embed", headers={"If-None-Match": answer.headers["ETag"]})
    assert (held.status_code, held.headers["Content-Security-Policy"]) == (
        304,
        answer.headers["Content-Security-Policy"],
    )
    unnamed = create_app(store, games).test_client()
    assert unnamed.get("/s/running/9/embed").status_code == 200
    assert "iframe" not in read(unnamed, "/s/running/9")
    assert unnamed.get("/s/running/9/embed").headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")
    assert unnamed.get("/s/running/9/embed").headers["X-Frame-Options"] == "DENY"
    missing = ["/s/running/999/embed", "/s/nobody/1/embed"]
    for rule in framing.url_map.iter_rules():
        for path in addresses(rule, "running", 9) if rule.endpoint != "embed.page" else missing:
            other = client.get(path, buffered=True)
            assert other.headers["X-Frame-Options"] == "DENY", path
            assert other.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'"), path


def test_the_frame_does_not_depend_on_its_reader(framing: Flask, accounts: Accounts, running: Session) -> None:
    seat = Browser(framing, accounts.issue("running", SEAT, 1, seat="black", name="Julie")[1])
    stranger = framing.test_client().get("/s/running/9/embed")
    own = seat.client.get("/s/running/9/embed?as=black&known=now")
    assert own.text == stranger.text
    assert own.headers["ETag"] == stranger.headers["ETag"]
    assert own.headers["Cache-Control"] == "public, max-age=300"
    assert "Set-Cookie" not in own.headers
    assert "Cookie" not in own.headers.get("Vary", "")


@pytest.mark.parametrize("hidden", ["unlisted", "private"])
def test_a_session_that_is_not_public_has_no_frame(
    framing: Flask, accounts: Accounts, running: Session, hidden: Visibility
) -> None:
    accounts.put_settings("running", Settings(hidden))
    seat = Browser(framing, accounts.issue("running", SEAT, 1, seat="black")[1])
    for client in (seat.client, framing.test_client()):
        found, none = client.get("/s/running/9/embed"), client.get("/s/nobody/9/embed")
        assert found.status_code == none.status_code == 404
    assert "iframe" not in seat.read("/s/running/9")


@pytest.mark.parametrize("line", ["0", "-1", "999", "x", "1.1", "007", "%00"])
def test_addresses_of_nothing(framing: Flask, running: Session, line: str) -> None:
    assert framing.test_client().get(f"/s/running/{line}/embed").status_code == 404


def test_the_viewer_offers_the_frame_code_if_a_site_is_named(
    framing: Flask, store: EventStore, games: Shelf, over: Session
) -> None:
    page = read(framing.test_client(), "/s/finished/9")
    assert f"&lt;iframe src=&#34;{BASE}/s/finished/9/embed&#34; title=&#34;Dares &amp;amp; more&#34;" in page
    assert f"{BASE}/s/finished/{{seq}}/embed" in page
    assert f"for pages of {FORUM}" in page
    assert "iframe" not in read(framing.test_client(), "/s/finished/9?as=black")
    assert "iframe" not in read(create_app(store, games, frames=[FORUM]).test_client(), "/s/finished/9")


@pytest.mark.parametrize(
    "origin",
    [
        "*", "https:", "https://*", "https://*.org", "'self'", "'none'", "data:", "forum.example.org", "",
        "https://forum.example.org/t/17", "https://forum.example.org; script-src *", "https://a.example https://b.example",
        "https://a.example,https://b.example", "https://*.*.example.org", "https://forum.*.org", "https://\u00e9lan.example",
        "ftp://forum.example.org", "https://user@forum.example.org", "https://forum.example.org:0", "https://-a.example",
        "https://forum.example.org\r\nX: y", "https://[::1]", "https://" + "a." * 40 + "org",
    ],
)  # fmt: skip
def test_what_is_no_origin_is_refused_by_name(origin: str) -> None:
    with pytest.raises(RefusedError) as told:
        check_origins([FORUM, origin])
    assert f'--frame: "{origin.lower().rstrip("/")[:80]}" is no origin like {FORUM}' in str(told.value)


def test_origins_as_people_write_them() -> None:
    assert check_origins(["https://Forum.Example.org/", FORUM, "http://localhost:8080"]) == (
        FORUM,
        "http://localhost:8080",
    )
    with pytest.raises(RefusedError, match="41 origins; at most 40"):
        check_origins(f"https://f{number}.example" for number in range(41))
