"""The page of notices: an address gets none until the link in a mail to it is opened, and a feed of all sessions."""

import re
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest
from freezegun import freeze_time
from people import Browser, Table, visible
from spectator import SEATS, opened
from texts import present

from events.store.accounts import MODERATOR, SEAT
from projections.registry import Registry
from replay.corrections.ruling import dispute
from replay.sources.source import SourceError
from webui.notices.recipients import KINDS

PAGE = "/s/mailed/notices"
JULIE = "julie@example.org"


class Letters:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[EmailMessage] = []
        self.fails: Exception | None = None
        monkeypatch.setenv("CLOISTERBELL_SMTP", "smtps://bell:secret@mail.example.org")
        monkeypatch.setenv("CLOISTERBELL_MAIL_FROM", "bell@example.org")
        monkeypatch.setattr("webui.notices.delivery.hand_in", self.hand_in)

    def hand_in(self, _mail: object, message: EmailMessage, _to: object) -> None:
        if self.fails:
            raise self.fails
        self.sent.append(message)

    @property
    def link(self) -> str:
        """The path of the link in the last mail."""
        found = re.search(r"https?://[^/]+(/m/\S+)", self.sent[-1].get_content())
        assert found
        return found[1]


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> Letters:
    return Letters(monkeypatch)


@pytest.fixture
def table(games: Registry) -> Table:
    return Table(games, "mailed", 2, title="Hush")


def saved(browser: Browser, address: str = JULIE, **how: Any) -> str:
    return browser.done(PAGE, PAGE, **{"address": address, "kind": list(KINDS), "do": "save", **how})


def test_an_address_gets_notices_after_its_link_is_opened_once(table: Table, letters: Letters) -> None:
    player, stranger = table.browser(SEAT, "black"), table.browser()
    table.accounts.change("mailed", visibility="private")
    saved(player, kind=["turn", "over"])
    assert table.accounts.settings("mailed").mail == {}
    assert f"{JULIE} is not confirmed" in visible(player.read(PAGE))
    (letter,) = letters.sent
    assert letter["To"] == JULIE
    assert "Hush" not in str(letter)
    stranger.read(letters.link)
    assert table.accounts.settings("mailed").mail == {}, "a mail server opens links too"
    assert "Address confirmed" in stranger.send(letters.link, letters.link).text
    settings = table.accounts.settings("mailed")
    assert (settings.mail, settings.unconfirmed) == ({"black": JULIE}, {})
    assert settings.muted == {"black": ("asked", "soon", "late")}
    assert "not valid" in stranger.read(letters.link, 404)
    player.done(PAGE, PAGE, do="stop")
    assert table.accounts.settings("mailed").mail == {}


def test_a_confirmation_links_to_the_notices_in_the_browser_of_the_seat(table: Table, letters: Letters) -> None:
    player, other = table.browser(SEAT, "black"), table.browser(SEAT, "yellow")
    for browser, links in ((player, 1), (other, 0)):
        saved(player)
        player.done(PAGE, PAGE, do="stop")
        saved(player)
        confirmed = browser.send(letters.link, letters.link).text
        assert ("Address confirmed" in confirmed, confirmed.count(f'href="{PAGE}"')) == (True, links)


@pytest.mark.parametrize("how", ["replaced", "expired", "stopped", "substituted", "of another session", "guessed"])
def test_a_link_of_a_mail_that_is_not_valid_confirms_nothing(table: Table, letters: Letters, how: str) -> None:
    player = table.browser(SEAT, "black")
    with freeze_time("2026-11-21 12:00:00"):
        saved(player)
    link, now = letters.link, "2026-11-21 13:00:00"
    with freeze_time(now):
        match how:
            case "replaced":
                saved(player, "other@example.org")
            case "expired":
                now = "2026-11-22 12:00:00"
            case "stopped":
                player.done(PAGE, PAGE, do="stop")
            case "substituted":
                people = "/s/mailed/people"
                table.browser(MODERATOR).done(people, f"{people}/substitute", seat="black", name="")
            case "of another session":
                opened(table.store, table.games, "toy", SEATS, session="other", options={"points": 9})
                link = link.replace("mailed.", "other.")
            case _:
                link = f"{link[:-1]}{'0' if link[-1] != '0' else '1'}"
    with freeze_time(now):
        table.browser().read(link, 404)
        form = table.browser(SEAT, "yellow")
        assert form.send(PAGE, link).status_code == 404
    assert table.accounts.settings("mailed").mail == {}


@pytest.mark.parametrize(("role", "sent", "says"), [
    ("black", {"address": "x"}, "not a mail address"), ("black", {"address": "a@b.cd\nBcc: d@e.fg"}, "mail"),
    ("black", {"address": f"{'x' * 290}@example.org"}, "mail"), ("black", {"kind": ["turn", "<b>"]}, "kind of notice"),
    (MODERATOR, {"seat": "green"}, "not a seat"), (MODERATOR, {"seat": "green", "do": "stop"}, "not a seat"),
    (MODERATOR, {}, "not a seat"),
])  # fmt: skip
def test_refuses_bad_addresses_kinds_and_seats(
    table: Table, letters: Letters, role: str, sent: dict[str, Any], says: str
) -> None:
    browser = table.browser(*((SEAT, role) if role == "black" else (role,)))
    before = table.accounts.settings("mailed")
    browser.refused(PAGE, PAGE, says, 422, **{"address": JULIE, "kind": ["turn"], "do": "save", **sent})
    assert (letters.sent, table.accounts.settings("mailed")) == ([], before)


def test_a_mail_that_cannot_be_sent_leaves_no_address(
    table: Table, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, before = table.browser(SEAT, "black"), table.accounts.settings("mailed")
    letters.fails = SourceError("gone", may_have_arrived=True)
    player.refused(PAGE, PAGE, "the mail was not sent", 422, address=JULIE, kind="turn", do="save")
    for url in ("", "smtps://u:hush@x.org:port"):
        monkeypatch.setenv("CLOISTERBELL_SMTP", url)
        assert "sends no mail" in visible(player.read(PAGE))
    monkeypatch.setenv("CLOISTERBELL_SMTP", "")
    token = table.browser(SEAT, "black")
    answer = token.send("/s/mailed/notes", PAGE, address=JULIE, kind="turn", do="save")
    assert (answer.status_code, "sends no mail" in visible(answer.text)) == (422, True)
    assert table.accounts.settings("mailed") == before


def test_nobody_is_flooded_with_mails(table: Table, letters: Letters) -> None:
    answers = []
    for number in range(12):
        player = table.browser(SEAT, "black")  # each with a link of its own
        sent = player.send(PAGE, PAGE, address=JULIE.upper() if number % 2 else JULIE, kind="turn", do="save")
        answers.append(sent.status_code)
    assert answers == [303] * 5 + [429] * 7
    player = table.browser(SEAT, "yellow")
    answers = [
        player.send(PAGE, PAGE, address=f"a{number}@example.org", kind="turn", do="save").status_code
        for number in range(7)
    ]
    assert answers == [303] * 5 + [429] * 2
    assert len(letters.sent) == 10


def test_players_see_their_own_address_and_the_moderator_sees_all(table: Table, letters: Letters) -> None:
    table.accounts.change("mailed", mail={"black": JULIE, "yellow": "steve@example.org"})
    black, moderator = table.browser(SEAT, "black"), table.browser(MODERATOR)
    page = black.read(PAGE)
    assert (JULIE in page, "steve@" in page) == (True, False)
    black.done(PAGE, PAGE, seat="yellow", do="stop")  # a player has no say about another seat
    assert table.accounts.settings("mailed").mail == {"yellow": "steve@example.org"}
    assert "steve@" in moderator.read(PAGE)
    moderator.done(PAGE, PAGE, seat="yellow", do="stop")
    assert table.accounts.settings("mailed").mail == {}


def own_feed(browser: Browser) -> str:
    found = re.search(r'id="own-feed" value="https?://[^/]+(/f/[^"]+)"', browser.read(PAGE))
    assert found
    return found[1]


def test_one_feed_tells_what_waits_in_all_sessions_of_a_person(table: Table) -> None:
    opened(table.store, table.games, "toy", SEATS, session="other", title="Second", options={"points": 9})
    seat = table.session.status.awaited[0]
    rival = next(one for one in SEATS if one != seat)
    player, judge = table.browser(SEAT, seat), table.browser(MODERATOR)
    token = table.accounts.issue("other", SEAT, 1, seat="black")[1]
    player.enter(token)
    table.accounts.change("mailed", visibility="private")
    dispute(table.session, table.last, "hush hush", by=rival, private=True)
    feed, reader = own_feed(player), table.browser()
    answer = reader.client.get(feed)
    assert answer.headers["Cache-Control"] == "no-store"
    titles = [str(title) for title in re.findall("<title>(.*?)</title>", answer.text)]
    assert {"Your sessions", "Hush: your turn"} <= set(titles)
    assert any(title.startswith("Second: ") for title in titles)
    assert not any("Rule on" in title for title in titles)
    assert any("Hush: Rule on" in title for title in re.findall("<title>(.*?)</title>", reader.read(own_feed(judge))))
    assert not present(answer.text, "hush hush", token, "k-")
    links = {link.session: link.id for link in table.accounts.links("other")}
    table.accounts.revoke(links["other"], 2)
    assert "Second" not in reader.read(feed)
    assert "Hush" in reader.read(feed)
    mine = [link.id for link in table.accounts.links("mailed") if link.seat]
    table.accounts.revoke(mine[0], 2)
    reader.read(feed, 404)


@pytest.mark.parametrize("change", [
    lambda feed: feed[:-1] + ("0" if feed[-1] != "0" else "1"), lambda feed: feed.replace("/f/", "/f/0"),
    lambda feed: feed.partition(".")[0], lambda _: "/f/.", lambda _: "/f/\u00fc.\u00e9",
])  # fmt: skip
def test_the_address_of_a_feed_cannot_be_made_up(table: Table, change: Callable[[str], str]) -> None:
    table.browser().read(change(own_feed(table.browser(SEAT, "black"))), 404)
