"""State that several processes of one server share."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from logs import ROW, SESSION, chained
from people import Browser
from postgres_server import SERVER, VARIABLE, new_database
from spectator import SEATS, opened, played

from events.store.accounts import MODERATOR, Accounts
from events.store.summaries import Wanted
from projections.registry import Registry
from webui import create_app
from webui.views.session_index import SessionIndex

pytest.importorskip("psycopg")
from events.store.postgres.database import PostgresDatabase  # only after the check that it is installed
from events.store.postgres.shared import SharedHits, SharedPackets
from events.store.postgres.store import PostgresStore

pytestmark = pytest.mark.skipif(not SERVER, reason=f"{VARIABLE} names no PostgreSQL server")
NOW = 1_700_000_000_000
TOKEN = re.compile("k-[a-z2-7]{26}")
Houses = tuple[PostgresStore, PostgresStore]
Apps = tuple[Flask, Flask]


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[Houses]:
    address = new_database(migrated=True)
    first = PostgresStore(PostgresDatabase(address), tmp_path / "beside")
    with closing(first), closing(PostgresStore(PostgresDatabase(address), tmp_path / "beside")) as second:
        yield first, second


@pytest.fixture
def apps(houses: Houses, games: Registry) -> Apps:
    played(opened(houses[0], games, "toy", SEATS, session="people", title="People", options={"points": 9}), 3)
    first, second = (create_app(store, games, store.open_accounts()) for store in houses)
    return first, second


def test_processes_count_hits_together_within_a_time_window(houses: Houses) -> None:
    first, second = (SharedHits(store.database) for store in houses)
    assert [one.hit("guess/1.2.3.4", 3, 60) for one in (first, second, first, second, first)] == [
        True, True, True, False, False,
    ]  # fmt: skip
    assert second.window("guess/1.2.3.4", 60)[1] == 3
    assert second.hit("guess/5.6.7.8", 3, 60, 3)
    assert not second.hit("guess/5.6.7.8", 4, 60, 2)
    with houses[0].database.turn(lambda connection: connection.execute("update hits set at_s = at_s - 61")) as (one, _):
        one.commit()
    assert first.hit("guess/1.2.3.4", 3, 60)
    assert (first.window("guess/1.2.3.4", 60)[1], first.forget("guess/1.2.3.4"), first.forget()) == (1, 1, 3)


def test_old_hits_of_strangers_are_removed(houses: Houses) -> None:
    hits = SharedHits(houses[0].database)
    for stranger in range(150):
        assert hits.hit(f"guess/{stranger}", 20, 60, 3)
        age = "update hits set at_s = at_s - 7300"
        with houses[0].database.turn(lambda connection, age=age: connection.execute(age)) as (connection, _):  # type: ignore[misc]  # the default's type
            connection.commit()
    ((kept,),) = houses[0].database.rows("select count(*) from hits")
    assert kept <= 3 * 100


def test_guesses_at_several_processes_are_limited_together(apps: Apps) -> None:
    clients = [app.test_client() for app in apps]
    states = [clients[at % 2].get(f"/k/k-{'a' * 25}{'abcdefghijklmnopqrstuvwxyz'[at]}").status_code for at in range(24)]
    assert (states[:20], states[20:]) == ([404] * 20, [429] * 4)


def test_processes_share_packets_until_they_expire(houses: Houses) -> None:
    first, second = (SharedPackets(store.database) for store in houses)
    first.put(b"me", "people", 1_000, b"one", 0)
    first.put(b"me", "people", 2_000, b"two", 0)
    assert second.get(b"me", "people", 0) == b"two"
    assert second.get(b"you", "people", 0) is None
    assert second.get(b"me", "people", 2_001) is None
    second.put(b"you", "people", 3_000, b"three", 2_500)
    assert first.get(b"me", "people", 0) is None, "what was old went with it"
    second.drop(b"you", "people")
    assert first.get(b"you", "people", 0) is None


def test_another_process_shows_a_link(apps: Apps, houses: Houses) -> None:
    one = Browser(apps[0], houses[0].open_accounts().issue("people", MODERATOR, NOW)[1])
    one.done("/s/people/people", "/s/people/people/link", do="issue", role="seat", seat="black")
    token = TOKEN.findall(one.read("/s/people/links"))[0]
    one.client.application = apps[1]
    assert token in one.read("/s/people/links")
    ((sealed,),) = houses[1].database.rows("select sealed from packets")
    assert token.encode() not in bytes(sealed)


def test_a_process_shows_sessions_recorded_by_another(apps: Apps, houses: Houses, games: Registry) -> None:
    first, second = houses
    index = SessionIndex(second, games, second.open_accounts(), "1")
    assert index.refresh()
    assert [one.lines for one in index.find(Wanted(), 0, 9).sessions] == [first.head("people").seq]
    assert apps[1].test_client().get("/s/people/turn/4").status_code in (302, 404)
    opened(first, games, "toy", SEATS, session="later", title="Later")
    first.create(ROW)
    first.remove(SESSION)
    assert index.refresh()
    assert {one.session for one in index.find(Wanted(), 0, 9).sessions} == {"people", "later"}
    assert index.find(Wanted(words=("later",)), 0, 9).sessions[0].session == "later"
    assert "Later" in apps[1].test_client().get("/").text


def test_a_summary_made_during_a_write_is_still_stale(apps: Apps, houses: Houses, games: Registry) -> None:
    """The line is not seen yet, and its note was there already: dropped now, the list would not hear of the line."""
    index = SessionIndex(houses[1], games, houses[1].open_accounts(), "1")
    with houses[0].writing("people") as writer:
        writer.append(chained(writer.head, 1, "people"))
        index.renew("people")
    assert houses[1].database.rows("select session from summaries_moved") == [("people",)]


def test_processes_share_settings_and_claim_each_notice_once(houses: Houses) -> None:
    first, second = (Accounts(store.open_accounts().tables) for store in houses)
    assert first.key("forms") == second.key("forms")
    assert first.claim_notice("n", "people", NOW)
    assert not second.claim_notice("n", "people", NOW)
    first.change("people", visibility="private", record="friday")
    assert second.hidden() == {"people"}
    second.forget("friday")
    assert first.settings("people").visibility == "private"
    with second.transaction():
        second.change("people", where="https://example.org/?a=1%20b")
        assert second.settings("people").where == "https://example.org/?a=1%20b"
    assert first.settings("people").where == "https://example.org/?a=1%20b"
