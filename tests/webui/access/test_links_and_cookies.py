"""Secret links, the cookie behind them, forms, and who may see a session that is not public."""

from collections.abc import Iterator

import pytest
from flask import Flask
from freezegun import freeze_time
from logs import KEPT_BESIDE, opened_accounts
from people import csrf_field, enter
from spectator import SEATS, opened

from events.store.accounts import EVERYWHERE, HOST, MODERATOR, SEAT, SPECTATOR, Accounts
from events.store.memory import MemoryStore
from events.store.settings import Settings
from projections.shelf import Shelf
from webui import create_app

NOW = 1_700_000_000_000


@pytest.fixture(params=KEPT_BESIDE)
def accounts(request: pytest.FixtureRequest) -> Iterator[Accounts]:
    with opened_accounts(request.param) as found:
        yield found


@pytest.fixture
def club(games: Shelf, accounts: Accounts) -> Flask:
    store = MemoryStore()
    opened(store, games, "toy", SEATS, session="people", title="People")
    return create_app(store, games, accounts)


def test_readers_get_no_cookie(club: Flask) -> None:
    client = club.test_client()
    for path in ("/", "/s/people/1", "/s/people/audit", "/s/people/log.jsonl", "/s/nowhere"):
        assert "Set-Cookie" not in client.get(path).headers, path


def test_opening_a_link_changes_nothing_and_its_button_does(club: Flask, accounts: Accounts) -> None:
    _, token = accounts.issue("people", SEAT, NOW, seat="black", name="Julie")
    client = club.test_client()
    page = client.get(f"/k/{token}")
    assert "Julie" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert client.get("/s/people/5?as=black").status_code == 403
    where = enter(client, token)
    assert where == "/s/people"
    assert token not in where
    assert client.get(where).headers["Location"].endswith("?as=black")
    assert client.get("/s/people/5?as=black").status_code == 200
    assert client.get("/s/people/5?as=yellow").status_code == 403


def test_the_cookie_keeps_to_itself(club: Flask, accounts: Accounts) -> None:
    _, token = accounts.issue("people", SEAT, NOW, seat="black")
    client = club.test_client()
    page = client.get(f"/k/{token}")
    cookie = page.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert token not in cookie
    safe = create_app(MemoryStore(), Shelf({}), accounts, base="https://bell.example.org").test_client()
    assert "Secure" in safe.get(f"/k/{accounts.issue(EVERYWHERE, HOST, NOW)[1]}").headers["Set-Cookie"]


def test_a_revoked_link_opens_nothing_any_more(club: Flask, accounts: Accounts) -> None:
    link, token = accounts.issue("people", SEAT, NOW, seat="black")
    client = club.test_client()
    enter(client, token)
    new, other = accounts.reissue(link, NOW + 1)
    assert client.get("/s/people/5?as=black").status_code == 403
    assert client.get(f"/k/{token}").status_code == 404
    assert new.person == link.person
    enter(client, other)
    assert client.get("/s/people/5?as=black").status_code == 200


def test_a_seat_is_nobody_in_another_session(club: Flask, games: Shelf, accounts: Accounts) -> None:
    _, token = accounts.issue("elsewhere", SEAT, NOW, seat="black")
    client = club.test_client()
    client.post(
        f"/k/{token}", data={"csrf": csrf_field(client.get(f"/k/{accounts.issue(EVERYWHERE, HOST, NOW)[1]}").text)}
    )
    assert client.get("/s/people/5?as=black").status_code == 403


@pytest.mark.parametrize(
    ("headers", "sent"),
    [
        ({}, {}),
        ({}, {"csrf": "0" * 64}),
        ({}, {"csrf": "ü"}),
        ({"Sec-Fetch-Site": "cross-site"}, None),
        ({"Sec-Fetch-Site": "same-site"}, None),
        ({"Origin": "https://elsewhere.example"}, None),
        ({"Origin": "null"}, None),
    ],
)
def test_a_form_from_elsewhere_is_refused(
    club: Flask, accounts: Accounts, headers: dict[str, str], sent: dict[str, str] | None
) -> None:
    _, token = accounts.issue("people", SEAT, NOW, seat="black")
    client = club.test_client()
    data = {"csrf": csrf_field(client.get(f"/k/{token}").text)} if sent is None else sent
    client.get(f"/k/{token}")
    assert client.post(f"/k/{token}", data=data, headers=headers).status_code == 403
    assert client.get("/s/people/5?as=black").status_code == 403


def test_another_browsers_form_is_refused(club: Flask, accounts: Accounts) -> None:
    _, token = accounts.issue("people", SEAT, NOW, seat="black")
    theirs = csrf_field(club.test_client().get(f"/k/{token}").text)
    client = club.test_client()
    assert client.post(f"/k/{token}", data={"csrf": theirs}).status_code == 403
    client.get(f"/k/{token}")
    assert client.post(f"/k/{token}", data={"csrf": theirs}).status_code == 403


@freeze_time("2040-01-01 12:00:00")
def test_guesses_are_slowed_down(club: Flask) -> None:
    client = club.test_client()
    codes = [client.get(f"/k/k-{'a' * 25}{letter}").status_code for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert codes[0] == 404
    assert codes[-1] == 429
    assert int(client.get("/k/k-b").headers["Retry-After"]) > 0


def test_an_unlisted_session_is_not_found_by_a_name_that_may_be_guessed(games: Shelf, accounts: Accounts) -> None:
    store = MemoryStore()
    opened(store, games, "toy", SEATS, session="t7q2m9x4k1zz", alias="friday")
    app = create_app(store, games, accounts)
    client, api = app.test_client(), "/api/v1/sessions"
    assert client.get("/s/friday/3").status_code == client.get(f"{api}/friday").status_code == 200
    assert "X-Robots-Tag" not in client.get("/s/friday/3").headers
    accounts.put_settings("t7q2m9x4k1zz", Settings(visibility="unlisted"))
    for guessed, none in (("/s/friday/3", "/s/monday/3"), (f"{api}/friday", f"{api}/monday")):
        found = client.get(guessed)
        assert found.status_code == 404
        assert found.text.replace("friday", "monday") == client.get(none).text
        assert [*found.headers.keys()] == [*client.get(none).headers.keys()]
    assert client.get("/s/t7q2m9x4k1zz/3").headers["X-Robots-Tag"] == "noindex"
    enter(client, accounts.issue("t7q2m9x4k1zz", SPECTATOR, NOW)[1])
    assert client.get("/s/friday/3").status_code == 200


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_session_that_is_not_public_is_listed_for_nobody_else(
    club: Flask, accounts: Accounts, visibility: str
) -> None:
    accounts.put_settings("people", Settings(visibility=visibility))  # type: ignore[arg-type]  # one of the three
    client = club.test_client()
    assert "People" not in client.get("/").text
    assert client.get("/s/people/5").status_code == (200 if visibility == "unlisted" else 404)
    enter(client, accounts.issue("people", MODERATOR, NOW)[1])
    assert "People" in client.get("/").text
    assert client.get("/s/people/5").status_code == 200


def test_a_private_session_is_not_told_from_none(club: Flask, accounts: Accounts) -> None:
    accounts.put_settings("people", Settings(visibility="private"))
    client = club.test_client()
    for tail in ("", "/5", "/5.svg", "/5.json", "/audit", "/audit.json", "/dice", "/log.jsonl", "/5?as=black", "/999"):
        here, nowhere = client.get(f"/s/people{tail}"), client.get(f"/s/nobody{tail}")
        assert here.status_code == 404, tail
        assert here.text.replace("people", "nobody") == nowhere.text, tail
        assert here.headers["Cache-Control"] == nowhere.headers["Cache-Control"]
    enter(client, accounts.issue("people", SPECTATOR, NOW)[1])
    assert client.get("/s/people/5").status_code == 200
    assert "public" not in client.get("/s/people/5.svg").headers["Cache-Control"]


def test_on_a_laptop_whoever_asks_is_the_moderator(games: Shelf) -> None:
    store = MemoryStore()
    opened(store, games, "toy", SEATS, session="people")
    client = create_app(store, games, laptop=True).test_client()
    assert client.get("/s/people/5").status_code == 200
    assert client.get("/s/people/5?as=black").status_code == 403
    for name in ("127.0.0.1:8000", "[::1]:8000", "localhost"):
        assert client.get("/", headers={"Host": name}).status_code == 200, name
    for name in ("evil.example", "127.0.0.1.evil.example", "192.168.1.2"):
        assert client.get("/", headers={"Host": name}).status_code == 421, name


def test_tokens_are_found_in_a_text(accounts: Accounts) -> None:
    link, token = accounts.issue("people", SEAT, NOW, seat="black")
    assert accounts.live_tokens(f"go to https://bell.example/k/{token}.") == [link]
    assert accounts.live_tokens(f"{token} {token} k-{'a' * 26}") == [link]
    assert accounts.live_tokens(f"x{token} {token}a") == []
    accounts.revoke(link.id, NOW)
    assert accounts.live_tokens(token) == []


def test_no_secret_is_kept(accounts: Accounts) -> None:
    _, token = accounts.issue("people", SEAT, NOW, seat="black")
    for row in accounts.rows("select * from links"):
        assert token not in repr(row)


def test_names_can_be_forgotten(accounts: Accounts) -> None:
    link, _ = accounts.issue("people", SEAT, NOW, seat="black", name="Julie")
    assert accounts.names("people") == {"black": "Julie"}
    accounts.forget_name(link.person)
    assert accounts.names("people") == {}


def test_keys_stay_until_they_are_renewed(accounts: Accounts) -> None:
    first = accounts.key("forms")
    assert accounts.key("forms") == first
    assert accounts.key("cookie") != first
    accounts.renew("forms")
    assert accounts.key("forms") != first
