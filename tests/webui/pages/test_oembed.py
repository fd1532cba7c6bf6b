"""oEmbed: discovery on the page of a position, the answers, and what they must not reveal."""

import re
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from parsed_picture import sides
from people import Browser
from spectator import SEATS, opened, played, read

from events.store.accounts import SEAT, Accounts
from events.store.memory import MemoryStore
from events.store.settings import Settings, Visibility
from projections.registry import Registry
from replay.session.session import Session
from webui import create_app

BASE = "https://bell.example.org"
FORUM = "https://forum.example.org"
NOT_PUBLIC = "404 Not found: This address is not a position of a public session on this server.\n"
TAG = re.compile('<link rel="alternate" type="application/json\\+oembed" href="([^"]*)" title="([^"]*)">')


@pytest.fixture
def framing(store: MemoryStore, games: Registry, accounts: Accounts, running: Session) -> FlaskClient:
    """A server that allows a forum to frame positions."""
    return create_app(store, games, accounts, base=BASE, frames=[FORUM]).test_client()


@pytest.fixture
def plain(store: MemoryStore, games: Registry, accounts: Accounts, running: Session) -> FlaskClient:
    """A server that allows no frames."""
    return create_app(store, games, accounts, base=BASE).test_client()


def asked(client: FlaskClient, address: str, **limits: int | str) -> Any:
    answer = client.get("/oembed", query_string={"url": address, **limits})
    assert (answer.status_code, answer.mimetype) == (200, "application/json"), answer.text
    return answer.json


def test_the_page_of_a_position_names_its_answer(framing: FlaskClient) -> None:
    found = TAG.findall(read(framing, "/s/running/9"))
    assert [title for _, title in found] == ["Friday"]
    address = unescape(found[0][0])
    assert address == f"{BASE}/oembed?url={quote(f'{BASE}/s/running/9', safe='')}&format=json"
    answer = framing.get(address.removeprefix(BASE))
    assert asked(framing, f"{BASE}/s/running/9") == answer.json
    assert asked(framing, f"{BASE}/s/running/9")["html"].startswith(
        f'<iframe src="{BASE}/s/running/9/embed" title="Friday" '
    )
    assert (answer.headers["Cache-Control"], "Set-Cookie" in answer.headers) == ("public, max-age=300", False)
    held = framing.get(address.removeprefix(BASE), headers={"If-None-Match": answer.headers["ETag"]})
    assert (held.status_code, held.data) == (304, b"")


def test_a_frame_has_what_the_specification_requires(framing: FlaskClient) -> None:
    found = asked(framing, f"{BASE}/s/running/9")
    assert (found["type"], found["version"], found["provider_name"], found["provider_url"]) == (
        "rich", "1.0", "Cloister Bell", BASE,
    )  # fmt: skip
    assert found["title"].startswith("Friday, ")
    assert f'width="{found["width"]}" height="{found["height"]}"' in found["html"]
    picture = framing.get(found["thumbnail_url"].removeprefix(BASE))
    assert sides(picture.data) == (found["thumbnail_width"], found["thumbnail_height"])
    assert picture.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


@pytest.mark.parametrize("address", ["/s/running/9", "/s/running/9/", "/s/running/9/embed", "/s/running/9?as=black#x"])
def test_every_address_of_a_position_has_the_same_answer(framing: FlaskClient, address: str) -> None:
    assert asked(framing, BASE + address) == asked(framing, f"{BASE}/s/running/9", format="json")


def test_a_move_number_and_a_session_are_addresses_too(framing: FlaskClient, running: Session, over: Session) -> None:
    moved = framing.get("/s/running/2.1").headers["Location"]
    assert asked(framing, f"{BASE}/s/running/2.1") == asked(framing, BASE + moved)
    assert f"/s/running/{running.head.seq}/embed" in asked(framing, f"{BASE}/s/running")["html"]
    shown = framing.get("/s/thursday").headers["Location"]
    assert f"{shown}/embed" in asked(framing, f"{BASE}/s/thursday")["html"]


@pytest.mark.parametrize(("limits", "kind"), [
    ({"maxwidth": 320}, "rich"), ({"maxheight": 240}, "rich"), ({"maxwidth": 99_999, "maxheight": 99_999}, "rich"),
    ({"maxwidth": 199}, "link"), ({"maxwidth": 300, "maxheight": 130}, "photo"), ({"maxheight": 1}, "link"),
])  # fmt: skip
def test_the_answer_fits_the_requested_size(framing: FlaskClient, limits: dict[str, int], kind: str) -> None:
    found = asked(framing, f"{BASE}/s/running/9", **limits)
    assert found["type"] == kind
    for name in ("width", "height"):
        most = limits.get(f"max{name}", 99_999)
        assert all(found.get(one, 0) <= most for one in (name, f"thumbnail_{name}"))
    assert ("thumbnail_url" in found) == (kind != "link" and limits.get("maxwidth", 240) >= 240)


def test_a_site_without_frames_gets_the_largest_picture_that_fits(plain: FlaskClient) -> None:
    for most, size in ((99_999, 1200), (1200, 1200), (1199, 600), (240, 240)):
        found = asked(plain, f"{BASE}/s/running/9", maxwidth=most)
        assert (found["type"], found["url"]) == ("photo", f"{BASE}/s/running/9.png?size={size}")
        assert sides(plain.get(found["url"].removeprefix(BASE)).data) == (found["width"], found["height"])
    assert asked(plain, f"{BASE}/s/running/9", maxwidth=239)["type"] == "link"


@pytest.mark.parametrize("address", [
    "", "/", "/s", "/s/", "/s/nobody", "/s/nobody/1", "/s/running/0", "/s/running/999", "/s/running/9.99",
    "/s/running/x", "/s/running/9.png", "/s/running/9.svg", "/s/running/audit", "/s/running/9/why",
    "/s/running/9/embed/x",
    "/s/running/%00", "/s/%00/9", "/s/%ff/9", "/s/%F0%9F%94%94/1", "/s/running//9", "/s/../s/running/9", "/oembed",
    f"/p/{'a' * 26}/9.png", f"/k/k-{'a' * 26}", "/s/empty",
])  # fmt: skip
def test_other_addresses_of_the_server_are_unknown(
    framing: FlaskClient, store: MemoryStore, games: Registry, address: str
) -> None:
    opened(store, games, "toy", SEATS, session="other")
    answer = framing.get("/oembed", query_string={"url": BASE + address} if address else {"url": BASE})
    assert (answer.status_code, answer.mimetype, answer.text) == (404, "text/plain", NOT_PUBLIC)


@pytest.mark.parametrize("host", [
    "https://evil.example", "http://bell.example.org", "https://bell.example.org.evil.example",
    "https://bell.example.org:8443", "https://user@bell.example.org", "//bell.example.org", "", "javascript:alert(1)",
])  # fmt: skip
def test_addresses_of_other_hosts_are_unknown(framing: FlaskClient, host: str) -> None:
    answer = framing.get("/oembed", query_string={"url": f"{host}/s/running/9"})
    assert (answer.status_code, answer.text) == (404, NOT_PUBLIC)


@pytest.mark.parametrize("hidden", ["unlisted", "private"])
def test_a_hidden_session_answers_like_an_unknown_one(
    framing: FlaskClient, accounts: Accounts, games: Registry, store: MemoryStore, hidden: Visibility
) -> None:
    played(opened(store, games, "toy", SEATS, session="secret", alias="hush", title="Whispers"), 2)
    accounts.put_settings("secret", Settings(hidden))
    seat = Browser(framing.application, accounts.issue("secret", SEAT, 1, seat="black")[1]).client
    assert "oembed" not in seat.get("/s/secret/3").text
    for client in (framing, seat):
        for rest in ("", "/3", "/999", "/3/embed", "/3.png", "/1.1"):
            for name in ("secret", "hush"):
                found, unknown = (
                    client.get("/oembed", query_string={"url": f"{BASE}/s/{one}{rest}"}) for one in (name, "nobody")
                )
                assert (found.status, found.headers, found.data) == (unknown.status, unknown.headers, unknown.data)
                assert (found.status_code, found.text) == (404, NOT_PUBLIC)


def test_a_server_without_a_public_address_has_no_answer_and_no_tag(
    store: MemoryStore, games: Registry, running: Session
) -> None:
    client = create_app(store, games, frames=[FORUM]).test_client()
    assert "oembed" not in read(client, "/s/running/9")
    for host in ("http://localhost", ""):
        assert client.get("/oembed", query_string={"url": f"{host}/s/running/9"}).status_code == 404


def test_the_view_of_a_seat_has_no_tag(framing: FlaskClient, accounts: Accounts) -> None:
    seat = Browser(framing.application, accounts.issue("running", SEAT, 1, seat="black")[1])
    assert "oembed" not in seat.read("/s/running/9?as=black")
    assert TAG.search(seat.read("/s/running/9"))
    assert TAG.search(read(framing, "/s/running/9?as=black"))  # a stranger sees the spectator's view
