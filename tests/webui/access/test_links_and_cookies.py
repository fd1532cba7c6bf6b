"""Secret links, cookies, forms, and access to sessions that are not public."""

from collections.abc import Iterator

import pytest
from freezegun import freeze_time
from logs import KEPT_BESIDE, opened_accounts
from people import Browser, Table, csrf_field, enter
from spectator import SEATS, opened
from texts import wrong

from events.store.accounts import HOST, SEAT, SPECTATOR, Accounts
from events.store.memory import MemoryStore
from events.store.settings import Settings
from projections.registry import Registry
from webui import create_app

NOW = 1_700_000_000_000


@pytest.fixture(params=KEPT_BESIDE)
def accounts(request: pytest.FixtureRequest) -> Iterator[Accounts]:
    with opened_accounts(request.param) as found:
        yield found


@pytest.fixture
def table(games: Registry, accounts: Accounts) -> Table:
    return Table(games, "people", accounts=accounts, title="People", options={})


def test_only_the_button_on_a_link_page_grants_access(table: Table) -> None:
    _, token = table.accounts.issue("people", SEAT, NOW, seat="black", name="Julie")
    client = table.browser().client
    page = client.get(f"/k/{token}")
    assert "Julie" in page.text
    assert (page.headers["Cache-Control"], client.get("/s/people/5.json?as=black").status_code) == ("no-store", 403)
    where = enter(client, token)
    assert where == "/s/people"
    assert token not in where
    assert client.get(where).headers["Location"].endswith("?as=black")
    assert client.get("/s/people/5?as=black").status_code == 200
    assert client.get("/s/people/5.json?as=yellow").status_code == 403


@pytest.mark.parametrize(("name", "says"), [
    ("Julie", "</span>Black, <bdi>Julie</bdi></span>"), ("Black", "</span>Black</span>"), ("", "</span>Black</span>"),
])  # fmt: skip
def test_pages_name_the_seat_and_a_different_name_of_its_player(table: Table, name: str, says: str) -> None:
    browser = Browser(table.app, table.token(SEAT, "black", name))
    assert says in browser.read("/s/people/5?as=black")


def test_the_cookie_is_protected_and_does_not_contain_the_token(table: Table) -> None:
    _, token = table.accounts.issue("people", SEAT, NOW, seat="black")
    page = table.browser().client.get(f"/k/{token}")
    assert not wrong(page.headers["Set-Cookie"], "HttpOnly", "SameSite=Lax", absent=[token])
    safe = create_app(MemoryStore(), Registry({}), table.accounts, base="https://bell.example.org").test_client()
    assert "Secure" in safe.get(f"/k/{table.token(HOST)}").headers["Set-Cookie"]


def test_another_browsers_form_is_refused(table: Table) -> None:
    _, token = table.accounts.issue("people", SEAT, NOW, seat="black")
    theirs = csrf_field(table.browser().client.get(f"/k/{token}").text)
    client = table.browser().client
    assert client.post(f"/k/{token}", data={"csrf": theirs}).status_code == 403
    client.get(f"/k/{token}")
    assert client.post(f"/k/{token}", data={"csrf": theirs}).status_code == 403


@freeze_time("2040-01-01 12:00:00")
def test_guesses_are_slowed_down(table: Table) -> None:
    client = table.browser().client
    codes = [client.get(f"/k/k-{'a' * 25}{letter}").status_code for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert (codes[0], codes[-1]) == (404, 429)
    assert int(client.get("/k/k-b").headers["Retry-After"]) > 0


def test_an_alias_does_not_open_an_unlisted_session(table: Table) -> None:
    store = MemoryStore()
    opened(store, table.games, "toy", SEATS, session="t7q2m9x4k1zz", alias="friday")
    client, api = create_app(store, table.games, table.accounts).test_client(), "/api/v1/sessions"
    assert client.get("/s/friday/3").status_code == client.get(f"{api}/friday").status_code == 200
    assert "X-Robots-Tag" not in client.get("/s/friday/3").headers
    table.accounts.put_settings("t7q2m9x4k1zz", Settings(visibility="unlisted"))
    for guessed, none in (("/s/friday/3", "/s/monday/3"), (f"{api}/friday", f"{api}/monday")):
        found = client.get(guessed)
        assert (found.status_code, found.text.replace("friday", "monday")) == (404, client.get(none).text)
        assert [*found.headers.keys()] == [*client.get(none).headers.keys()]
    assert client.get("/s/t7q2m9x4k1zz/3").headers["X-Robots-Tag"] == "noindex"
    enter(client, table.accounts.issue("t7q2m9x4k1zz", SPECTATOR, NOW)[1])
    assert client.get("/s/friday/3").status_code == 200


def test_a_local_server_answers_only_its_own_host_names(games: Registry) -> None:
    client = Table(games, "people", laptop=True).browser().client
    assert (client.get("/s/people/5").status_code, client.get("/s/people/5.json?as=black").status_code) == (200, 403)
    for name in ("127.0.0.1:8000", "[::1]:8000", "localhost"):
        assert client.get("/", headers={"Host": name}).status_code == 200, name
    for name in ("evil.example", "127.0.0.1.evil.example", "127.0.0.1.nip.io", "192.168.1.2", "[::]", "a@evil.example"):
        for path in ("/", "/new", "/s/people/people", "/s/nowhere", "/static/bell.css"):
            assert client.get(path, headers={"Host": name}).status_code in (400, 421), (path, name)
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 421


def test_accounts_find_live_tokens_but_do_not_store_them(table: Table) -> None:
    link, token = table.accounts.issue("people", SEAT, NOW, seat="black")
    assert table.accounts.live_tokens(f"go to https://bell.example/k/{token}.") == [link]
    assert table.accounts.live_tokens(f"{token} {token} k-{'a' * 26}") == [link]
    assert table.accounts.live_tokens(f"x{token} {token}a") == []
    table.accounts.revoke(link.id, NOW)
    assert table.accounts.live_tokens(token) == []
    _, token = table.accounts.issue("people", SEAT, NOW, seat="black")
    for row in table.accounts.rows("select * from links"):
        assert token not in repr(row)
    first = table.accounts.key("forms")
    assert table.accounts.key("forms") == first
    assert table.accounts.key("cookie") != first
    table.accounts.renew("forms")
    assert table.accounts.key("forms") != first
