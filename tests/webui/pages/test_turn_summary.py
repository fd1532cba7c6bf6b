"""The page and the command of the turn summary: for all, for one seat, and for seats that a moderator opens."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from front_door import Door
from people import Browser, Table
from spectator import SEATS, played, spoil
from texts import missing
from werkzeug.test import TestResponse

from events.events import ALL, OMNISCIENT
from events.session_events import PrivilegedView
from events.store.accounts import MODERATOR, SEAT
from events.store.settings import Pace, Settings
from projections.registry import Registry
from replay.turn_summaries.markup import FORMATS, Format, turn_summary_text
from replay.turn_summaries.turn_summary import PositionLinks, build_turn_summary, position_summary
from webui.views.urls import position_links

BASE = "https://bell.example.org"
SUMMARY = "/s/summaries/summary"


class SummaryTable(Table):
    def __init__(self, games: Registry, base: str = BASE, **how: Any) -> None:
        super().__init__(games, "summaries", 4, base=base, **{"title": "Fri<b>days", **how})

    def looks(self) -> list[tuple[str, str]]:
        return [(event.by_role, event.view) for event in self.events(PrivilegedView)]

    def look(self, browser: Browser, seat: str, path: str = "summary/private", **fields: str) -> TestResponse:
        return browser.send(SUMMARY, f"/s/summaries/{path}", seat=seat, **fields)


@pytest.fixture
def table(games: Registry) -> SummaryTable:
    return SummaryTable(games)


def texts(page: str) -> Mapping[str, str]:
    found = re.findall(r'<textarea id="([a-z-]+)"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    return {name: unescape(text) for name, text in found}


def test_offers_the_summary_in_every_format_from_an_entry(table: SummaryTable) -> None:
    timeline = table.timeline()
    place = PositionLinks(f"{BASE}/s/summaries/{timeline.last}", f"{BASE}/s/summaries/{timeline.last}.png")
    page = table.browser().read(SUMMARY)
    assert "<b>days" not in page
    assert texts(page) == {
        f"summary-{form}": turn_summary_text(build_turn_summary(timeline, place=place), form) for form in FORMATS
    }
    assert "Set-Cookie" not in table.browser().client.get(SUMMARY).headers
    for asked in ("1", "%231"):
        found = texts(table.browser().read(f"{SUMMARY}?from={asked}"))
        assert "The session begins under rules version 1" in found["summary-text"]
    assert texts(table.browser().read(f"{SUMMARY}?from=")) == texts(table.browser().read(SUMMARY))


def test_links_only_to_reachable_pages(games: Registry) -> None:
    page = SummaryTable(games, laptop=True, base="").browser().read(SUMMARY)
    for text in texts(page).values():
        assert "http" not in text
    assert "Others cannot open these pages" in page
    assert "/s/summaries/" in texts(SummaryTable(games, laptop=True).browser().read(SUMMARY))["summary-text"]
    table = SummaryTable(games, base="")
    assert "Board and log: http://localhost/s/summaries/" in texts(table.browser().read(SUMMARY))["summary-text"]
    answer = table.browser().client.get(SUMMARY, headers={"Host": "evil][example"})
    assert answer.status_code == 400 or "evil" not in texts(answer.text)["summary-bbcode"]


@pytest.mark.parametrize(("ending", "form"), [("bbcode", "bbcode"), ("md", "markdown")])
def test_a_position_is_a_text_as_a_spectator_sees_it(table: SummaryTable, ending: str, form: Format) -> None:
    timeline, seat = table.timeline(), table.browser(SEAT, "black").client
    for seq in range(1, timeline.last + 1):
        path = f"/s/summaries/{seq}.{ending}"
        place = PositionLinks(f"{BASE}/s/summaries/{seq}", f"{BASE}/s/summaries/{seq}.png")
        told = table.browser().client.get(path)
        assert (told.mimetype, told.text) == (
            "text/plain", turn_summary_text(position_summary(timeline, seq, place), form)
        )  # fmt: skip
        assert seat.get(f"{path}?as=black").text == told.text
        assert FORMATS[form].escape(timeline.turn_words(seq)[1]).lower() in told.text.lower()
        assert "Checkpoint" not in told.text


@pytest.mark.parametrize("hidden", ["unlisted", "private"])
def test_the_text_of_a_position_of_a_hidden_session_has_the_secret_picture(table: SummaryTable, hidden: Any) -> None:
    table.accounts.put_settings("summaries", Settings(hidden))
    told = table.browser(SEAT, "black").read("/s/summaries/9.md")
    place = position_links(BASE, table.accounts, table.session.row, 9)
    assert f"]({place.picture})" in told
    assert f"{BASE}/p/" in place.picture
    status = table.browser().client.get("/s/summaries/9.md").status_code
    assert status == (404 if hidden == "private" else 200)


def test_shows_the_names_of_players_only_to_people_of_the_session(table: SummaryTable) -> None:
    for seat in SEATS:
        table.accounts.set_name("summaries", seat, f"Player-{seat}")
    assert "Player-" not in table.browser().read(SUMMARY)
    assert "Player-" in texts(table.browser(SEAT, "black").read(SUMMARY))["summary-text"]
    last = f"/s/summaries/{table.last}.md"
    assert ["Player-" in one.read(last) for one in (table.browser(), table.browser(SEAT, "black"))] == [False, True]


def test_shows_the_deadline_and_the_last_readable_entry(table: SummaryTable) -> None:
    table.accounts.put_settings("summaries", Settings(pace=Pace(hours=48, zone="Europe/London")))
    found = texts(table.browser().read(SUMMARY))["summary-text"]
    until = r"2[0-9] Nov 2026, [0-9:]+ UTC \([A-Z][a-z]+ [0-9:]+ Europe/London\)"
    assert re.search(rf"^Next: [A-Z][a-z]+ to [a-z]+, by {until}\.$", found, re.MULTILINE)
    last = table.session.head.seq
    spoil(table.store, table.session)
    assert f"Checkpoint {last}:" in texts(table.browser().read(SUMMARY))["summary-text"]


def test_the_picture_of_a_private_session_has_a_secret_address(table: SummaryTable) -> None:
    table.accounts.put_settings("summaries", Settings(visibility="private"))
    assert table.browser().client.get(SUMMARY).status_code == 404
    moderator = table.browser(MODERATOR)
    picture = re.findall(r"^Picture: (.*)$", texts(moderator.read(SUMMARY))["summary-text"], re.MULTILINE)[0]
    assert re.fullmatch(rf"{BASE}/p/[a-z2-7]{{26}}/[0-9]+\.png", picture)
    assert table.browser().client.get(picture.removeprefix(BASE)).mimetype == "image/png"
    sent = table.look(moderator, "", path="summary/address")
    assert (sent.status_code, sent.headers["Location"]) == (303, SUMMARY)
    assert picture not in moderator.read(SUMMARY)
    assert table.browser().client.get(picture.removeprefix(BASE)).status_code == 404


def test_a_seat_gets_only_its_own_summary(table: SummaryTable) -> None:
    browser = table.browser(SEAT, "black")
    found = texts(browser.read(f"{SUMMARY}?as=black"))
    assert found.keys() == {f"{name}-{form}" for name in ("summary", "summary-black") for form in FORMATS}
    hand = build_turn_summary(table.timeline("black")).offer
    assert hand
    assert f"Known only to you: {hand.hand[0]}." in found["summary-black-text"]
    assert "Known only to you" not in found["summary-text"]
    for other in ("yellow", OMNISCIENT):
        assert browser.client.get(f"{SUMMARY}?as={other}").status_code == 403
    assert texts(browser.read(f"{SUMMARY}?opened=1")).keys() == {f"summary-{form}" for form in FORMATS}
    assert table.looks() == []


def test_opening_a_private_summary_is_logged_for_all_to_see(table: SummaryTable) -> None:
    browser = table.browser(MODERATOR)
    assert "opening one is recorded in the log for all to see" in browser.read(SUMMARY)
    assert browser.client.get(f"{SUMMARY}?as=yellow").status_code == 403
    sent = table.look(browser, "yellow", **{"from": "1"})
    assert (sent.status_code, sent.headers["Location"]) == (303, f"{SUMMARY}?as=yellow&from=1")
    assert table.looks() == [("moderator", "yellow")]
    found = texts(browser.read(sent.headers["Location"]))
    hand = build_turn_summary(table.timeline("yellow")).offer
    assert hand
    assert hand.hand[0] in found["summary-yellow-text"]
    assert browser.client.get(f"{SUMMARY}?as=black").status_code == 403


def test_viewing_an_open_private_summary_is_not_logged_again(table: SummaryTable) -> None:
    browser = table.browser(MODERATOR)
    for _ in range(3):
        assert table.look(browser, "yellow").status_code == 303
    assert table.looks() == [("moderator", "yellow")]
    played(table.again(), 1)
    assert texts(browser.read(f"{SUMMARY}?opened=1")).keys() == {f"summary-{form}" for form in FORMATS}
    table.look(browser, "yellow")
    assert table.looks() == [("moderator", "yellow")] * 2


def test_the_moderator_opens_all_private_summaries_at_once(table: SummaryTable) -> None:
    browser = table.browser(MODERATOR)
    sent = table.look(browser, ALL)
    assert sent.headers["Location"] == f"{SUMMARY}?opened=1"
    assert table.looks() == [("moderator", seat) for seat in SEATS]
    assert {name.split("-")[1] for name in texts(browser.read(sent.headers["Location"]))} >= set(SEATS)


@pytest.mark.parametrize(("seat", "start"), [
    ("", ""), ("red", ""), (OMNISCIENT, ""), ("bl\0ack", ""), ("x" * 9_000, ""), ("yellow", "x"), ("yellow", "9999"),
])  # fmt: skip
def test_a_refused_private_summary_does_not_add_a_log_entry(table: SummaryTable, seat: str, start: str) -> None:
    assert table.look(table.browser(MODERATOR), seat, **({"from": start} if start else {})).status_code == 422
    assert table.looks() == []


def test_a_playing_host_cannot_open_summaries_until_the_end(games: Registry) -> None:
    table = SummaryTable(games, laptop=True, host="black")
    laptop = table.browser()
    answer = laptop.send(f"/k/{table.token(SEAT, 'black')}", "/s/summaries/summary/private", seat="yellow")
    assert answer.status_code == 403
    assert "View private summary" not in laptop.read(SUMMARY)
    assert table.looks() == []
    table = SummaryTable(games, options={"points": 1})
    assert table.timeline().over
    assert "summary-yellow-text" in texts(table.browser().read(f"{SUMMARY}?as=yellow"))
    assert table.looks() == []


def test_the_command_shows_the_summary(few: Door) -> None:
    for form in FORMATS:
        ran = few.well("summary", "friday", "--format", form, "--base", BASE)
        assert "== friday T1 Tenth after #13 ==" in ran.out
        assert re.search(rf"{BASE}/s/[a-z0-9]{{12}}/13\.png", ran.out)
    assert "http" not in few.well("summary", "friday").out
    assert few.well("summary", "friday", "--json").data["checkpoint"].startswith("13:")
    few.refused("summary", "friday", "--as", "moderator", says="cannot be written --as moderator")
    few.refused("summary", "friday", "--as", "nobody", says='"nobody" is not a view')
    few.refused("summary", "friday", "--as", "tenth", "--from", "99", says="entry 99 does not exist")
    few.refused(
        "summary", "friday", "--base", "https://x]y", says="is not a web address such as https://bell.example.org"
    )
    few.refused("summary", "friday", "--format", "html", says="'html' is not one of")
    few.refused("summary", "nowhere", says="nowhere")
    ran = few("summary", "friday", "--as", "twelfth", "--format", "text")
    assert (ran.status, "now reports that the moderator viewed it as twelfth" in ran.err) == (0, True)
    assert not missing(ran.out, "Only for Twelfth", "Known only to you: Cards: ")
    assert few.log("friday")[-1]["kind"] == "looked"
