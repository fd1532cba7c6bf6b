"""Secret links, seats and settings on the command line, and what of them the pages take."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from front_door import Door
from people import Browser
from texts import missing, present

from events.store.accounts import EVERYWHERE, HOST, Accounts
from events.store.sqlite import SqliteStore
from projections.registry import registry
from webui import create_app

BASE = "https://bell.example.org"
TOKEN = re.compile("k-[a-z2-7]{26}")


@pytest.fixture
def accounts(few: Door) -> Iterator[Accounts]:
    with closing(Accounts(few.db)) as found:
        yield found


def test_invite_creates_a_host_link_in_a_new_database(no_door: Door) -> None:
    output = no_door.well("invite", "--base", BASE).out
    address = re.findall(rf"{BASE}/k/(k-[a-z2-7]{{26}})", output)[0]
    with closing(Accounts(no_door.db)) as accounts, closing(SqliteStore(no_door.db)) as store:
        link = accounts.by_token(address)
        assert link is not None
        assert (link.session, link.role) == (EVERYWHERE, HOST)
        assert "New session" in Browser(create_app(store, registry(), accounts), address).read("/new")
    assert "works only on this computer" not in output
    output = no_door.well("invite").out
    assert not missing(
        output, "The address of this server is not known yet", "This address works only on this computer"
    )
    assert "host" in no_door.well("invite", "--list").out
    assert not TOKEN.search(no_door.well("invite", "--list", "--json").out)


@pytest.mark.parametrize(("served", "address", "notice"), [
    ("--base https://bell.example.org", BASE, ""), ("--host 0.0.0.0 --port 81", "http://127.0.0.1:8000", "not known"),
    ("--port 8123", "http://127.0.0.1:8123", "only on this computer"), ("--host 10.0.0.7", "http://10.0.0.7:8000", ""),
])  # fmt: skip
def test_links_begin_with_the_address_of_the_server(
    few: Door, monkeypatch: pytest.MonkeyPatch, served: str, address: str, notice: str
) -> None:
    monkeypatch.setattr("webui.serve.serve", lambda _pages, _host, port, begun, _log: begun(port))
    monkeypatch.setattr("webui.commands.serve.signal.signal", lambda *_: None)
    few("serve", "--base", "https://old.example")
    few("serve", *served.split())
    output = few.well("invite", "friday", "--seat", "tenth").out
    assert f"\n{address}/k/k-" in output
    assert [words in output for words in ("not known", "only on this computer")].count(True) == {
        "": 0,
        "not known": 2,
    }.get(notice, 1)
    shown = few.well("summary", "friday", "--format", "text").out
    assert (f"Board and log: {address}/s/" in shown) == (not notice)
    assert f"{BASE}9/k/k-" in few.well("invite", "friday", "--seat", "tenth", "--base", f"{BASE}9").out


def test_an_invitation_says_who_plays_what_with_whom(few: Door) -> None:
    few.well("people", "friday", "--name", "twelfth=Amy")
    (made,) = few.well("invite", "friday", "--seat", "tenth", "--name", "Rose", "--base", BASE, "--json").data
    assert made["text"].startswith(
        'Rose, this is your invitation to "Fridays", a game of Keys to the TARDIS. You play Tenth. '
        f"The other player is Twelfth (Amy).\n\nYour secret link:\n{made['address']}\n\nOpen it on the phone"
    )
    assert "keep it to yourself: a person who has it can see your cards and move for you" in made["text"]
    roles = few.well("invite", "friday", "--moderator", "--judge", "--spectator", "--json").data
    for each, says in zip(roles, ("You are the moderator.", "watch the game", "You are the judge."), strict=True):
        assert not missing(each["text"], says, "The players are Tenth (Rose) and Twelfth (Amy).")
    assert "start sessions" in few.well("invite", "--json").data[0]["text"]


def test_links_for_roles_are_shown_only_when_created(few: Door, accounts: Accounts) -> None:
    made = few.well(
        "invite", "friday", "--seat", "tenth", "--seat", "Twelfth", "--moderator", "--judge", "--spectator", "--json"
    ).data
    assert [(each["role"], each["seat"]) for each in made] == [
        ("seat", "tenth"), ("seat", "twelfth"), ("moderator", ""), ("spectator", ""), ("judge-1", ""),
    ]  # fmt: skip
    for each in made:
        link = accounts.by_token(TOKEN.findall(each["address"])[0])
        assert link is not None
        assert link.id == each["id"]
    listed = few.well("invite", "friday").out
    assert not TOKEN.search(listed)
    assert all(each["id"] in listed for each in made)
    assert [line["event"]["role"] for line in few.log("friday") if line["kind"] == "appointed"] == ["judge-1"]
    few.well("invite", "friday", "--moderator")
    assert few.log("friday")[-1]["event"]["role"] == "moderator"


def test_a_link_is_replaced_and_revoked(few: Door, accounts: Accounts) -> None:
    first = few.well("invite", "friday", "--seat", "tenth", "--json").data[0]
    again = few.well("invite", "friday", "--again", first["id"], "--json").data[0]
    assert accounts.by_id(first["id"]) is None
    assert accounts.by_id(again["id"])
    few.well("invite", "friday", "--revoke", again["id"])
    assert accounts.by_id(again["id"]) is None


def test_people_shows_and_changes_names_and_settings(few: Door, accounts: Accounts) -> None:
    few.well(
        "people", "friday", "--name", "tenth=Julie", "--away", "twelfth=2040-12-01", "--visibility", "private",
        "--pace", "mon thu 19:00 Europe/London", "--grace", "6", "--where", "https://forum.example.org/t/17",
    )  # fmt: skip
    table = few.well("people", "friday", "--json").data
    assert [(seat["name"], seat["away"]) for seat in table["seats"]] == [("Julie", ""), ("", "2040-12-01")]
    assert (table["visibility"], table["where"]) == ("private", "https://forum.example.org/t/17")
    assert table["pace"] == "Monday, Thursday at 19:00 (Europe/London), plus 6 extra hours"
    output = few.well("people", "friday", "--name", "tenth=", "--away", "twelfth=").out
    assert not present(output, "Julie", "2040")
    assert "Julie" not in repr(accounts.rows("select * from settings"))


def test_a_substitute_adds_a_log_entry(few: Door, accounts: Accounts) -> None:
    old = few.well("invite", "friday", "--seat", "tenth", "--name", "Julie", "--json").data[0]
    few.well("people", "friday", "--substitute", "tenth=Kim")
    line = few.log("friday")[-1]
    assert (line["kind"], line["by"], line["told"]) == (
        "seated", "moderator", "Another player takes the seat of Tenth.",
    )  # fmt: skip
    assert "Kim" not in repr(line)
    assert accounts.by_id(old["id"]) is None
    assert few.well("people", "friday", "--json").data["seats"][0]["name"] == "Kim"


@pytest.mark.parametrize(("arguments", "says"), [
    (("invite", "nowhere"), 'session "nowhere" was not found'), (("invite", "--seat", "tenth"), "SESSION is missing"),
    (("invite", "--judge"), "SESSION is missing"), (("invite", "friday", "--seat", "black"), '"black" is not a seat'),
    (("invite", "friday", "--revoke", "nothing"), "no active link"),
    (("invite", "friday", "--again", "nothing"), "no link"),
    (("invite", "friday", "--moderator", "--name", "x\u202ey"), "a name must be one line"),
    (("invite", "friday", "--moderator", "--base", "bell.example.org"), "is not a web address"),
    (("people", "friday", "--name", "tenth"), "SEAT=VALUE"),
    (("people", "friday", "--name", "black=x"), '"black" is not a seat'),
    (("people", "friday", "--away", "tenth=soon"), "is not a date"),
    (("people", "friday", "--substitute", "black"), '"black" is not a seat'),
    (("people", "friday", "--pace", "0h"), "Write none"),
    (("people", "friday", "--pace", "mon 19:00 Atlantis"), "not a time zone"),
    (("people", "friday", "--visibility", "hidden"), "is not one of"),
    (("people", "friday", "--grace", "-1"), "not in the range"),
])  # fmt: skip
def test_refuses_invalid_invitations_and_settings_in_one_line(few: Door, arguments: tuple[str, ...], says: str) -> None:
    few.well("people", "friday", "--name", "twelfth=Ann")
    few.refused(*arguments, says=says)


@pytest.mark.parametrize("command", [("import", "-", "--to", "friday", "--yes"), ("post", "friday", "-")])
def test_refuses_a_post_with_a_secret_and_revokes_it(few: Door, accounts: Accounts, command: tuple[str, ...]) -> None:
    made = few.well("invite", "friday", "--seat", "tenth", "--json").data[0]
    before = few.log("friday")
    ran = few(*command, stdin=f"== T1 Tenth ==\ndraw\n== end ==\nmy link is {made['address']}\n")
    assert (ran.status, "contains a secret link" in ran.err) == (2, True)
    assert not TOKEN.search(ran.err)
    assert accounts.by_id(made["id"]) is None
    assert few.log("friday") == before
    assert accounts.settings(few.well("people", "friday", "--json").data["session"]).exposed == (made["id"],)


def test_a_session_begins_with_its_settings_and_player_seeds(no_door: Door) -> None:
    no_door.well(
        "new", "keys", "--seats", "tenth,twelfth", "--alias", "friday", "--visibility", "private", "--pace", "2 days",
        "--grace", "6", "--where", "https://forum.example.org/t/17", "--name", "tenth=Julie", "--seed", "twelfth=tea",
    )  # fmt: skip
    table = no_door.well("people", "friday", "--json").data
    assert (table["visibility"], table["pace"]) == ("private", "48 hours per move, plus 6 extra hours")
    assert [seat["name"] for seat in table["seats"]] == ["Julie", ""]
    words = [line["event"].get("word", "") for line in no_door.log("friday") if line["kind"] == "seated"]
    assert words == ["", "tea"]


@pytest.mark.parametrize(("arguments", "says"), [
    (("--seed", "twelfth=two words"), "1 to 64 characters: a-z"), (("--seed", "black=tea"), '"black" is not a seat'),
    (("--name", "tenth"), "SEAT=VALUE"), (("--pace", "whenever"), "is not a deadline"),
    (("--where", "here"), "is not a web address"), (("--title", "a\u202eb"), "a title must be one line"),
])  # fmt: skip
def test_refuses_wrong_settings_of_a_session(no_door: Door, few: Door, arguments: tuple[str, ...], says: str) -> None:
    few.refused("new", "keys", "--seats", "tenth,twelfth", *arguments, says=says)
    other = Door(no_door.db.with_name("other.db"), no_door.capsys, no_door.monkeypatch)
    other.refused("new", "keys", "--seats", "tenth,twelfth", *arguments, says=says)
    assert not other.db.exists()
