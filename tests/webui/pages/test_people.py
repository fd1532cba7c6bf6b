"""Seats and people: links, substitutes, appointments, looks, posted secrets, and erased texts."""

import re
from collections.abc import Iterator

import pytest
from freezegun import freeze_time
from logs import KEPT_BESIDE, opened_accounts
from people import Browser, Table, visible
from players import play_on
from spectator import SEATS, opened, played

from events.errors import RefusedError
from events.events import AUTHOR_ONLY
from events.session_events import Appointed, Noted, Posted, PrivilegedView, Remarked, Seated
from events.store.accounts import HOST, JUDGE, MODERATOR, SEAT, SPECTATOR, Accounts
from events.store.settings import Pace
from projections.registry import Registry
from replay.audit.audit import audit_session
from webui.access.identity import Identity
from webui.access.pending_links import guard_tokens

NOW = 1_700_000_000_000
PEOPLE = "/s/people/people"
TOKEN = re.compile("k-[a-z2-7]{26}")


@pytest.fixture(params=KEPT_BESIDE)
def accounts(request: pytest.FixtureRequest) -> Iterator[Accounts]:
    with opened_accounts(request.param) as found:
        yield found


@pytest.fixture
def table(games: Registry, accounts: Accounts) -> Table:
    return Table(games, "people", 3, title="People", accounts=accounts)


@pytest.fixture
def moderator(table: Table) -> Browser:
    return table.browser(MODERATOR)


def shown_token(browser: Browser) -> str:
    found = TOKEN.findall(browser.read("/s/people/links"))
    assert found
    return str(found[0])


def test_a_link_is_made_replaced_and_revoked(table: Table, moderator: Browser) -> None:
    assert moderator.done(PEOPLE, f"{PEOPLE}/link", do="issue", role="seat", seat="black") == "/s/people/links"
    page = moderator.read("/s/people/links")
    others = [seat for seat in SEATS if f"Create secret link for {seat.title()}</button>" in page]
    assert others == [seat for seat in SEATS if seat != "black"]
    first, seated = shown_token(moderator), table.events(Seated)
    black = Browser(table.app, first)
    black.read("/s/people/5?as=black")
    moderator.refused(PEOPLE, f"{PEOPLE}/link", "tick the box first", do="issue", role="seat", seat="black")
    assert "Your link was" not in black.read("/s/people/5")
    moderator.done(PEOPLE, f"{PEOPLE}/link", do="issue", role="seat", seat="black", sure="yes")
    assert "Your link was replaced. Ask the moderator." in black.read("/s/people/5")
    assert "Your link was" not in table.browser().read("/s/people/5")
    second = shown_token(moderator)
    assert second != first
    assert table.events(Seated) == seated, "a new link is for the same person"
    black.read("/s/people/5.json?as=black", 403)
    other = Browser(table.app, second)
    link = next(link for link in table.accounts.links("people") if link.seat == "black" and link.is_live)
    moderator.done(PEOPLE, f"{PEOPLE}/link", do="revoke", link=link.id)
    assert "Your link was revoked. Ask the moderator." in other.read("/s/people/5")
    other.read("/s/people/5.json?as=black", 403)
    assert not [link for link in table.accounts.links("people") if link.seat and link.is_live]


def test_lists_pending_links_and_leaves_other_sessions_unchanged(moderator: Browser, table: Table) -> None:
    assert "new links to hand out" not in moderator.read(PEOPLE)
    moderator.done(PEOPLE, f"{PEOPLE}/link", do="issue", role="spectator")
    assert "new links to hand out" in moderator.read(PEOPLE)
    moderator.done("/s/people/links", "/s/people/links")
    assert "new links to hand out" not in moderator.read(PEOPLE)
    link, _ = table.accounts.issue("other", SEAT, NOW, seat="black")
    for do in ("revoke", "anew"):
        moderator.refused(PEOPLE, f"{PEOPLE}/link", "link", do=do, link=link.id)
    assert table.accounts.by_id(link.id)


@pytest.mark.parametrize(("path", "data", "says"), [
    ("link", {"do": "issue", "role": "seat", "seat": "green"}, '"green" is not a seat'),
    ("link", {"do": "issue", "role": "host"}, '"host" is not a role with a link'),
    ("link", {"do": "issue", "role": "judge-1"}, "is not a role with a link"),
    ("link", {"do": "revoke", "link": "nothing"}, "no active link"),
    ("link", {"do": "anew", "link": "nothing"}, "no link"),
    ("appoint", {"role": "table"}, '"table" is not a role'), ("substitute", {"seat": "green"}, '"green" is not a seat'),
    ("seat", {"seat": "green", "name": "x"}, '"green" is not a view'),
    ("seat", {"seat": "black", "name": "x\u202ey"}, "a name must be one line"),
    ("seat", {"seat": "black", "name": "x", "away": "tomorrow"}, "is not a date"),
    ("settings", {"visibility": "hidden"}, "public, unlisted, private"),
    ("settings", {"visibility": "public", "pace": "fast"}, "is not a deadline"),
    ("settings", {"visibility": "public", "pace": "48h", "grace": "x"}, "not a number of extra hours"),
    ("settings", {"visibility": "public", "where": "ftp://x"}, "is not a web address"),
    ("settings", {"visibility": "public", "pace": "48h", "trust": "always"}, "Allowed: ask, sure"),
    ("settings", {"visibility": "public", "pace": "48h"}, "Allowed: ask, sure"),
])  # fmt: skip
def test_refuses_bad_settings(table: Table, moderator: Browser, path: str, data: dict[str, str], says: str) -> None:
    before = (table.store.head("people"), table.accounts.links("people"), table.accounts.settings("people"))
    moderator.refused(PEOPLE, f"{PEOPLE}/{path}", says, **data)
    assert (table.store.head("people"), table.accounts.links("people"), table.accounts.settings("people")) == before


def test_keeps_settings_and_forgets_names(table: Table, moderator: Browser) -> None:
    moderator.done(PEOPLE, f"{PEOPLE}/seat", seat="black", name="Julie", away="")
    black = table.browser(SEAT, "black")
    assert "Julie" in black.read("/s/people/5")
    assert "Julie" not in table.browser().read("/s/people/5")
    moderator.done(PEOPLE, f"{PEOPLE}/seat", seat="black", name="", away="")
    assert "Julie" not in black.read("/s/people/5")
    assert "Julie" not in repr(table.accounts.rows("select * from links, settings"))
    moderator.done(
        PEOPLE, f"{PEOPLE}/settings", visibility="private", pace="mon thu 19:00 Europe/London", grace="6",
        where="https://forum.example.org/t/17", trust="ask",
    )  # fmt: skip
    kept = table.accounts.settings("people")
    assert (kept.visibility, kept.where) == ("private", "https://forum.example.org/t/17")
    assert kept.pace == Pace(0, ("mon", "thu"), "19:00", "Europe/London", 6)
    assert 'value="mon thu 19:00 Europe/London"' in moderator.read(PEOPLE)


def test_an_absence_is_shown_until_it_ends(table: Table) -> None:
    with freeze_time("2040-11-21 12:00:00"):
        moderator = table.browser(MODERATOR)
        moderator.done(PEOPLE, f"{PEOPLE}/seat", seat="black", name="", away="2040-11-23")
        assert table.accounts.settings("people").away == {"black": "2040-11-23"}
        assert "away until 23 Nov 2040" in visible(moderator.read(PEOPLE))
    with freeze_time("2040-11-24 00:00:01"):
        assert "away until 23 Nov" not in visible(moderator.read(PEOPLE))


def test_a_substitute_is_logged_without_a_name(table: Table, moderator: Browser) -> None:
    gone = table.browser(SEAT, "black")
    table.accounts.change("people", mail={"black": "julie@example.org"}, muted={"black": ("turn",)})
    moderator.done(PEOPLE, f"{PEOPLE}/substitute", seat="black", name="Kim")
    line = table.again().table.entries[-1]
    assert isinstance(line.event, Seated)
    assert (line.by, line.event.seat, line.event.word) == ("moderator", "black", "")
    assert re.fullmatch("[0-9a-f]{12}", line.event.person)
    gone.read("/s/people/5.json?as=black", 403)
    Browser(table.app, shown_token(moderator)).read("/s/people/5?as=black")
    assert table.accounts.names("people") == {"black": "Kim"}
    assert (table.accounts.settings("people").mail, table.accounts.settings("people").muted) == ({}, {})
    linked = next(link for link in table.accounts.links("people") if link.is_live and link.seat)
    assert linked.person == line.event.person
    last = table.last
    assert "Another player takes the seat of Black." in table.browser().read(f"/s/people/{last}")
    assert "Kim" not in table.browser().read("/s/people/export.jsonl")
    findings = audit_session(table.store, table.games, "people").findings
    assert "violation" not in {finding.level for finding in findings}


def test_appointing_a_judge_adds_a_log_entry(table: Table, moderator: Browser) -> None:
    for number in (1, 2):
        moderator.done(PEOPLE, f"{PEOPLE}/appoint", role="judge", name="Ann")
        judge = Browser(table.app, TOKEN.findall(moderator.read("/s/people/links"))[-1])
        assert f"Judge {number}" in judge.read("/s/people/5")
    appointed = table.events(Appointed)
    assert [event.role for event in appointed] == ["judge-1", "judge-2"]
    assert [event.person for event in appointed] == [
        link.person for link in table.accounts.links("people") if link.role.startswith(JUDGE)
    ]


def looked_at(browser: Browser, view: str) -> int:
    """Look at a view; returns the line at which it ends."""
    where = browser.done(PEOPLE, "/s/people/look", view=view)
    assert where == f"/s/people?as={view}"
    return int(browser.client.get(where).headers["Location"].split("/")[-1].split("?")[0])


@pytest.mark.parametrize("view", ["black", "yellow", "table"])
def test_a_private_view_of_the_moderator_ends_at_its_log_entry(table: Table, moderator: Browser, view: str) -> None:
    before = table.last
    moderator.read(f"/s/people/5.json?as={view}", 403)
    end = looked_at(moderator, view)
    assert end == before + 1 == table.last
    assert table.events(PrivilegedView) == [PrivilegedView("moderator", view)]
    secret = moderator.read(f"/s/people/{before}.json?as={view}")
    assert secret == moderator.read(f"/s/people/{end}.json?as={view}")
    assert secret != moderator.read(f"/s/people/{before}.json")
    for other in {"black", "yellow", "table"} - {view}:
        moderator.read(f"/s/people/5.json?as={other}", 403)
    played(table.again(), 1, seed=5)
    assert looked_at(moderator, view) > end, "a second look moves the end"
    for unknown in ("green", "all", "", "tower"):
        moderator.refused(PEOPLE, "/s/people/look", "", view=unknown)


def test_a_private_view_shows_nothing_later_on_any_page(table: Table, moderator: Browser) -> None:
    end = looked_at(moderator, "table")
    last = played(table.again(), 2, seed=5).head.seq
    assert last > end
    for path in (str(last), f"{end + 1}", f"{last}.svg", f"{last}.json", f"{last}.txt", f"{end + 1}.json"):
        moderator.read(f"/s/people/{path}?as=table", 404)
        moderator.read(f"/s/people/{path}")
    assert len(moderator.read("/s/people/export.jsonl?as=table").splitlines()) == 1 + end
    assert moderator.client.get("/s/people?as=table").headers["Location"] == f"/s/people/{end}?as=table"
    page = moderator.read(f"/s/people/{end}?as=table")
    assert f"/s/people/{end + 1}?as=table" not in page
    known = {line.seq for line in table.store.lines("people") if line.seq > end}
    assert not [path for path in re.findall(r"/s/people/(\d+)[^\"]*as=table", page) if int(path) in known]


def test_a_private_view_is_only_for_the_role_that_opened_it(table: Table, moderator: Browser) -> None:
    looked_at(moderator, "table")
    for role, seat in (("judge-1", ""), (SPECTATOR, ""), (SEAT, "black")):
        table.browser(role, seat).read("/s/people/5.json?as=table", 403)
    table.browser().read("/s/people/5.json?as=table", 403)
    judge = table.browser("judge-1")
    token = table.token(SPECTATOR)
    assert judge.done(f"/k/{token}", "/s/people/look", view="black") == "/s/people?as=black"
    judge.read("/s/people/5?as=black")
    moderator.read("/s/people/5.json?as=black", 403)


def test_a_person_with_a_seat_cannot_open_a_private_view(table: Table) -> None:
    both = table.browser(MODERATOR)
    looked_at(both, "table")
    token = table.token(SEAT, "black")
    assert "A browser can have only one role" in visible(both.read(f"/k/{token}"))
    both.enter(token)
    both.read("/s/people/5.json?as=table", 403)
    both.read("/s/people/5.json?as=yellow", 403)
    both.read(PEOPLE, 403)
    head = table.store.head("people")
    assert both.send(f"/k/{token}", "/s/people/look", view="table").status_code == 403
    assert table.store.head("people") == head
    both.read("/s/people/5?as=black")


def test_private_views_for_a_playing_host_and_after_the_end(games: Registry, accounts: Accounts) -> None:
    table = Table(games, "people", 3, laptop=True, accounts=accounts, host="black")
    laptop = table.browser()
    assert "sees only what a spectator sees" in visible(laptop.read(PEOPLE))
    assert laptop.send(PEOPLE, "/s/people/look", view="table").status_code == 403
    table.again().look("table")
    laptop.read("/s/people/5.json?as=table", 403)
    table = Table(games, "people", 10_000, accounts=accounts, opens="seats", options={})
    moderator = table.browser(MODERATOR)
    moderator.read("/s/people/5.json?as=black", 403)
    moderator.read(f"/s/people/{looked_at(moderator, 'black')}?as=black")
    assert table.events(PrivilegedView) == [PrivilegedView("moderator", "black")]


def test_a_text_with_only_revoked_links_is_accepted(table: Table) -> None:
    link, token = table.accounts.issue("people", SEAT, NOW, seat="black")
    table.accounts.revoke(link.id, NOW)
    with table.app.test_request_context("/"):
        guard_tokens(f"{token} k-{'a' * 26} and nothing else", Identity())


def test_a_posted_link_of_another_person_is_revoked_and_reported(table: Table, moderator: Browser) -> None:
    link, token = table.accounts.issue("people", SEAT, NOW, seat="yellow")
    with (
        table.app.test_request_context("/"),
        pytest.raises(RefusedError, match="ask the moderator for a new") as refused,
    ):
        guard_tokens(f"look: https://bell.example/k/{token}", Identity(SEAT, "black"))
    assert token not in str(refused.value)
    assert table.accounts.by_token(token) is None
    assert table.accounts.settings("people").exposed == (link.id,)
    assert "A secret link was posted" in moderator.read(PEOPLE)
    moderator.done(PEOPLE, f"{PEOPLE}/link", do="anew", link=link.id)
    new = table.accounts.by_token(shown_token(moderator))
    assert new is not None
    assert (new.seat, new.person) == ("yellow", link.person)
    assert "A secret link was posted" not in moderator.read(PEOPLE)


def test_your_own_posted_link_is_replaced_only_in_this_browser(table: Table, moderator: Browser) -> None:
    mine = next(link for link in table.accounts.links("people") if link.role == MODERATOR)
    other = table.browser(MODERATOR)
    moderator.done(PEOPLE, f"{PEOPLE}/link", do="anew", link=mine.id, sure="yes")
    moderator.enter(shown_token(moderator))
    page = moderator.read(PEOPLE)
    secret = shown_token(moderator)
    moderator.refused(PEOPLE, f"{PEOPLE}/seat", "your own secret link", seat="black", name=secret)
    assert table.accounts.by_token(secret) is None
    new = shown_token(moderator)
    assert new != secret
    assert table.accounts.by_token(new)
    moderator.read(PEOPLE)
    assert new not in other.read("/s/people/links")
    assert "A secret link was posted" not in page
    assert table.accounts.names("people") == {}


def test_the_list_shows_sessions_that_wait_for_you_first(table: Table) -> None:
    opened(table.store, table.games, "toy", SEATS, session="public", title="Public")
    played(opened(table.store, table.games, "toy", SEATS, session="over", title="Over"))
    awaited = table.again().status.awaited[0]
    other = next(seat for seat in SEATS if seat != awaited)
    mine = Browser(table.app, table.token(SEAT, awaited), table.accounts.issue("over", SEAT, NOW, seat="black")[1])
    theirs = table.browser(SEAT, other)
    assert headings(mine.read("/")) == [("Waiting for you", 1), ("Your finished games", 1), ("Other running games", 1)]
    assert headings(theirs.read("/")) == [
        ("Waiting for you", 0), ("Waiting for others", 1), ("Other running games", 1), ("Other finished games", 1),
    ]  # fmt: skip
    assert headings(table.browser().read("/")) == [("Running", 2), ("Finished", 1)]


def headings(page: str) -> list[tuple[str, int]]:
    found = re.findall(r'<h2 id="[a-z]+">([^<]+) <span class="count">(\d+)</span>', page)
    return [(name, int(count)) for name, count in found]


def test_a_page_shows_the_viewers_name_until_the_role_ends(table: Table) -> None:
    black = Browser(table.app, table.token(SEAT, "black", "<b>Julie</b>"))
    assert "<bdi>&lt;b&gt;Julie&lt;/b&gt;</bdi>" in black.read("/s/people/5")
    assert "Log out" not in black.read("/")
    assert black.done("/s/people/5", "/leave", session="people") == "/"
    black.read("/s/people/5.json?as=black", 403)
    assert "Julie" not in black.read("/s/people/5")
    link, token = table.accounts.issue("people", SEAT, NOW, seat="black", name="Julie")
    black = Browser(table.app, token)
    first = black.client.get("/s/people/5")
    assert "Julie" in first.text
    table.accounts.revoke(link.id, NOW)
    again = black.client.get("/s/people/5", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, "Julie" in again.text) == (200, False)


def test_your_own_posted_link_is_replaced_at_once(table: Table) -> None:
    token = table.token(SEAT, "black")
    black = Browser(table.app, token)
    assert "New links" not in black.read("/s/people/5")
    black.refused(
        "/s/people/post", "/s/people/post", "your own secret link", text=f"see {token}", do="file", after="1", key="x"
    )
    assert 'href="/s/people/links">New links' in black.read("/s/people/5")
    assert table.accounts.by_token(token) is None
    assert table.accounts.by_token(shown_token(black))
    black.done("/s/people/links", "/s/people/links")
    assert "New links" not in black.read("/s/people/5")
    black.read("/s/people/5?as=black")
    token = table.token(HOST)
    host = Browser(table.app, token)
    host.refused("/new", "/new", "this browser is still a host", title=f"see {token}")
    assert table.accounts.by_token(token) is None
    host.read("/new")
    assert len(table.store.sessions()) == 1


def test_a_moderator_removes_a_session_by_typing_its_name(table: Table, moderator: Browser) -> None:
    seat = table.browser(SEAT, "black")
    assert "export.jsonl" in moderator.read(PEOPLE)
    for typed in ("", "people", "Peoples"):
        moderator.refused(PEOPLE, f"{PEOPLE}/remove", "type its name exactly as shown", 422, name=typed)
    assert [row.session for row in table.store.sessions()] == ["people"]
    assert moderator.done(PEOPLE, f"{PEOPLE}/remove", name=" People ") == "/"
    assert (table.store.sessions(), table.accounts.links("people")) == ([], [])
    for browser in (seat, moderator):
        browser.read("/s/people", 404)
        assert "People" not in browser.read("/").partition("<main")[2]


ERASE = "/s/gone/people/erase"
GONE = "/s/gone/people"
PAGES = (
    "1", "9", "notes", "9.txt", "export.jsonl", "export.txt", "export.csv", "steps/outline.json", "audit", "summary",
    "feed.atom", "export.html?at=9",
)  # fmt: skip


@pytest.fixture
def gone(games: Registry) -> Table:
    table = Table(games, "gone", title="Gone")
    session = play_on(table.session, 3)
    session.note(Posted("black", "I am Julie <b>Smith</b>.", where="forum #3"), by="black")
    session.note(Remarked("yellow", "Well done, JULIE <b>smith"), by="yellow")
    session.note(Noted("black", "an empty hand", "9", "", f"black {AUTHOR_ONLY}"), by="black")
    session.note(Noted("black", "Look, Julie", "9"), by="black")
    table.accounts.change("gone", names={"black": "Jools"}, mail={"black": "jools@example.org"})
    return table


def test_shows_the_texts_to_erase_and_then_erases_them(gone: Table) -> None:
    moderator, stranger = gone.browser(MODERATOR), gone.browser()
    last = gone.last
    assert "Julie" in stranger.read("/s/gone/notes")
    shown = moderator.send(GONE, ERASE, author="black")
    assert shown.status_code == 200
    told = visible(shown.text).replace(" ,", ",")
    assert f"3 texts would be erased, in entries {last - 3}, {last - 1}, {last} ." in told, told[1800:2600]
    assert "Julie" in stranger.read("/s/gone/notes"), "nothing is gone yet"
    done = moderator.send(GONE, ERASE, author="black", do="erase")
    assert "Erased: 3 texts, and the name and addresses outside the log." in visible(done.text)
    for page in PAGES:
        told = stranger.read(f"/s/gone/{page}")
        assert "Julie &lt;b&gt;Smith" not in told
        assert "I am Julie" not in told, page
    assert "removed" in visible(stranger.read("/s/gone/notes"))
    assert "JULIE" in stranger.read(f"/s/gone/{last - 2}"), "what others wrote stands"
    assert "Jools" not in moderator.read(GONE)
    assert gone.accounts.settings("gone").mail == {}


def test_erases_public_texts_of_every_author_by_words(gone: Table) -> None:
    moderator = gone.browser(MODERATOR)
    assert "3 texts would be erased" in visible(moderator.send(GONE, ERASE, author="", words="julie").text)
    assert "Erased: 3 texts." in visible(moderator.send(GONE, ERASE, author="", words="julie", do="erase").text)
    assert "Jools" in moderator.read(GONE)


@pytest.mark.parametrize("author", ["", "black"])
def test_erasing_by_words_does_not_reveal_private_texts(gone: Table, author: str) -> None:
    moderator = gone.browser(MODERATOR)
    for do in ("", "erase"):
        asked, other = (
            moderator.send(GONE, ERASE, author=author, words=words, do=do) for words in ("empty hand", "empty heart")
        )
        assert asked.status_code == other.status_code == 200
        assert asked.text.replace("empty hand", "") == other.text.replace("empty heart", "")
    assert "an empty hand" in gone.browser(SEAT, "black").read("/s/gone/notes?as=black")


@pytest.mark.parametrize(("sent", "says"), [
    ({}, "Choose the texts to erase"), ({"words": "ab"}, "at least 3 characters"),
    ({"author": "nobody"}, "is not an author"), ({"author": "black", "first": "²"}, "not an entry number"),
    ({"author": "judge-1"}, "Authors: black, yellow"), ({"author": "black", "first": "0"}, "Entries 0 to"),
    ({"author": "black", "first": "9", "last": "3"}, "Entries 9 to 3 do not exist"),
    ({"author": "black", "last": "99999"}, "Entries 1 to 99999 do not exist"),
])  # fmt: skip
def test_refuses_an_invalid_choice_of_texts_to_erase(gone: Table, sent: dict[str, str], says: str) -> None:
    for do in ("", "erase"):
        answer = gone.browser(MODERATOR).send(GONE, ERASE, **sent, do=do)
        assert (answer.status_code, says in visible(answer.text)) == (422, True)
    assert gone.store.erased("gone") == 0
