"""The page and the command of the reply kit: for everybody, for one's own seat, and for the seats a moderator opens."""

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
from replay.turn_summaries.kit import PositionLinks, kit_of
from replay.turn_summaries.markup import FORMATS, kit_text

BASE = "https://bell.example.org"
KIT = "/s/kits/kit"


class KitTable(Table):
    """A running session of two seats, with its people."""

    def __init__(self, games: Registry, base: str = BASE, **how: Any) -> None:
        super().__init__(games, "kits", 4, base=base, **{"title": "Fri<b>days", **how})

    def looks(self) -> list[tuple[str, str]]:
        return [(event.by_role, event.view) for event in self.events(PrivilegedView)]

    def look(self, browser: Browser, seat: str, path: str = "kit/private", **fields: str) -> TestResponse:
        return browser.send(KIT, f"/s/kits/{path}", seat=seat, **fields)


@pytest.fixture
def table(games: Registry) -> KitTable:
    return KitTable(games)


def texts(page: str) -> Mapping[str, str]:
    found = re.findall(r'<textarea id="([a-z-]+)"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    return {name: unescape(text) for name, text in found}


def test_offers_the_kit_in_every_format_from_a_line(table: KitTable) -> None:
    timeline = table.timeline()
    place = PositionLinks(f"{BASE}/s/kits/{timeline.last}", f"{BASE}/s/kits/{timeline.last}.png")
    page = table.browser().read(KIT)
    assert "<b>days" not in page
    assert texts(page) == {f"kit-{form}": kit_text(kit_of(timeline, place=place), form) for form in FORMATS}
    assert "Set-Cookie" not in table.browser().client.get(KIT).headers
    for asked in ("1", "%231"):
        found = texts(table.browser().read(f"{KIT}?from={asked}"))
        assert "A session begins under rules number 1" in found["kit-text"]
    assert texts(table.browser().read(f"{KIT}?from=")) == texts(table.browser().read(KIT))


def test_links_only_to_reachable_pages(games: Registry) -> None:
    page = KitTable(games, laptop=True, base="").browser().read(KIT)
    for text in texts(page).values():
        assert "http" not in text
    assert "served for this machine alone" in page
    assert "/s/kits/" in texts(KitTable(games, laptop=True).browser().read(KIT))["kit-text"]
    table = KitTable(games, base="")
    assert "Watch: http://localhost/s/kits/" in texts(table.browser().read(KIT))["kit-text"]
    answer = table.browser().client.get(KIT, headers={"Host": "evil][example"})
    assert answer.status_code == 400 or "evil" not in texts(answer.text)["kit-bbcode"]


def test_names_the_deadline_and_a_damage(table: KitTable) -> None:
    table.accounts.put_settings("kits", Settings(pace=Pace(hours=48, zone="Europe/London")))
    found = texts(table.browser().read(KIT))["kit-text"]
    until = r"2[0-9] Nov 2026, [0-9:]+ UTC \([A-Z][a-z]+ [0-9:]+ Europe/London\)"
    assert re.search(rf"^Next: [A-Z][a-z]+ to [a-z]+, by {until}\.$", found, re.MULTILINE)
    last = table.session.head.seq
    spoil(table.store, table.session)
    assert f"Log: line {last}, witness {last}:" in texts(table.browser().read(KIT))["kit-text"]


def test_the_picture_of_a_private_session_has_a_secret_address(table: KitTable) -> None:
    table.accounts.put_settings("kits", Settings(visibility="private"))
    assert table.browser().client.get(KIT).status_code == 404
    moderator = table.browser(MODERATOR)
    picture = re.findall(r"^Picture: (.*)$", texts(moderator.read(KIT))["kit-text"], re.MULTILINE)[0]
    assert re.fullmatch(rf"{BASE}/p/[a-z2-7]{{26}}/[0-9]+\.png", picture)
    assert table.browser().client.get(picture.removeprefix(BASE)).mimetype == "image/png"
    sent = table.look(moderator, "", path="kit/address")
    assert (sent.status_code, sent.headers["Location"]) == (303, KIT)
    assert picture not in moderator.read(KIT)
    assert table.browser().client.get(picture.removeprefix(BASE)).status_code == 404


def test_a_seat_gets_only_its_own_kit(table: KitTable) -> None:
    browser = table.browser(SEAT, "black")
    found = texts(browser.read(f"{KIT}?as=black"))
    assert found.keys() == {f"{name}-{form}" for name in ("kit", "kit-black") for form in FORMATS}
    hand = kit_of(table.timeline("black")).offer
    assert hand
    assert f"Yours: {hand.hand[0]}." in found["kit-black-text"]
    assert "Yours" not in found["kit-text"]
    for other in ("yellow", OMNISCIENT):
        assert browser.client.get(f"{KIT}?as={other}").status_code == 403
    assert texts(browser.read(f"{KIT}?opened=1")).keys() == {f"kit-{form}" for form in FORMATS}
    assert table.looks() == []


def test_the_moderator_opens_one_by_a_line_that_all_see(table: KitTable) -> None:
    browser = table.browser(MODERATOR)
    assert "opening one writes a line that everybody sees" in browser.read(KIT)
    assert browser.client.get(f"{KIT}?as=yellow").status_code == 403
    sent = table.look(browser, "yellow", **{"from": "1"})
    assert (sent.status_code, sent.headers["Location"]) == (303, f"{KIT}?as=yellow&from=1")
    assert table.looks() == [("moderator", "yellow")]
    found = texts(browser.read(sent.headers["Location"]))
    hand = kit_of(table.timeline("yellow")).offer
    assert hand
    assert hand.hand[0] in found["kit-yellow-text"]
    assert browser.client.get(f"{KIT}?as=black").status_code == 403


def test_an_open_view_is_not_opened_again(table: KitTable) -> None:
    browser = table.browser(MODERATOR)
    for _ in range(3):
        assert table.look(browser, "yellow").status_code == 303
    assert table.looks() == [("moderator", "yellow")]
    played(table.again(), 1)
    assert texts(browser.read(f"{KIT}?opened=1")).keys() == {f"kit-{form}" for form in FORMATS}
    table.look(browser, "yellow")
    assert table.looks() == [("moderator", "yellow")] * 2


def test_all_of_them_at_once(table: KitTable) -> None:
    browser = table.browser(MODERATOR)
    sent = table.look(browser, ALL)
    assert sent.headers["Location"] == f"{KIT}?opened=1"
    assert table.looks() == [("moderator", seat) for seat in SEATS]
    assert {name.split("-")[1] for name in texts(browser.read(sent.headers["Location"]))} >= set(SEATS)


@pytest.mark.parametrize(("seat", "start"), [
    ("", ""), ("red", ""), (OMNISCIENT, ""), ("bl\0ack", ""), ("x" * 9_000, ""), ("yellow", "x"), ("yellow", "9999"),
])  # fmt: skip
def test_refuses_other_views_and_bad_starts_without_a_look(table: KitTable, seat: str, start: str) -> None:
    assert table.look(table.browser(MODERATOR), seat, **({"from": start} if start else {})).status_code == 422
    assert table.looks() == []


def test_a_host_with_a_seat_opens_no_kit_until_the_end(games: Registry) -> None:
    table = KitTable(games, laptop=True, host="black")
    laptop = table.browser()
    assert laptop.send(f"/k/{table.token(SEAT, 'black')}", "/s/kits/kit/private", seat="yellow").status_code == 403
    assert "Look, and open" not in laptop.read(KIT)
    assert table.looks() == []
    table = KitTable(games, options={"points": 1})
    assert table.timeline().over
    assert "kit-yellow-text" in texts(table.browser().read(f"{KIT}?as=yellow"))
    assert table.looks() == []


def test_the_command_shows_the_kit(few: Door) -> None:
    for form in FORMATS:
        ran = few.well("summary", "friday", "--format", form, "--base", BASE)
        assert "== friday T1 Tenth after #13 ==" in ran.out
        assert re.search(rf"{BASE}/s/[a-z0-9]{{12}}/13\.png", ran.out)
    assert "http" not in few.well("summary", "friday").out
    assert few.well("summary", "friday", "--json").data["witness"].startswith("13:")
    few.refused("summary", "friday", "--as", OMNISCIENT, says="never from the table's view")
    few.refused("summary", "friday", "--as", "nobody", says='no seat "nobody"')
    few.refused("summary", "friday", "--as", "tenth", "--from", "99", says="there is no line 99 to begin with")
    few.refused("summary", "friday", "--base", "https://x]y", says="is no address like https://bell.example.org")
    few.refused("summary", "friday", "--format", "html", says="'html' is not one of")
    few.refused("summary", "nowhere", says="nowhere")
    ran = few("summary", "friday", "--as", "twelfth", "--format", "text")
    assert (ran.status, "now says that the moderator looked as twelfth" in ran.err) == (0, True)
    assert not missing(ran.out, "For Twelfth alone", "Yours: Cards: ")
    assert few.log("friday")[-1]["kind"] == "looked"
