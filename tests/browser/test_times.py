"""Times in the zone of the reader: relative if they are recent, and the exact time in UTC as title."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from players import GAMES
from spectator import SEATS, opened, played
from windows import Page, Windows, listening

from events.session_events import Noted
from events.store.accounts import SEAT, Accounts
from events.store.memory import MemoryStore
from events.store.settings import Pace, Settings
from webui import create_app

pytestmark = pytest.mark.browser
LINE: Final = 26
TIME: Final = ".heading .meta time"


class Site(NamedTuple):
    """A server with a session, the times of its entries, and the secret link of a seat."""

    base: str
    times: list[datetime]
    link: str

    def open(self, window: Windows, rest: str, after: timedelta, *, scripts: bool = True) -> Page:
        """Open a page of the session a time after entry `LINE`."""
        page = window(timezone_id="Europe/Berlin", java_script_enabled=scripts)
        page.clock.set_fixed_time(self.times[LINE - 1] + after)
        page.goto(f"{self.base}/s/timed{rest}")
        return page


@pytest.fixture(scope="module")
def timed() -> Iterator[Site]:
    store, accounts = MemoryStore(), Accounts.memory()
    session = played(opened(store, GAMES, "toy", SEATS, session="timed", options={"points": 9}), 4)
    session.note(Noted("black", "Hm.", str(LINE)), by="black")
    accounts.put_settings("timed", Settings(pace=Pace(hours=24)))
    link = accounts.issue("timed", SEAT, 1, seat="black")[1]
    times = [datetime.fromtimestamp(line.at_ms / 1000, UTC) for line in store.lines("timed")]
    with listening(create_app(store, GAMES, accounts)) as base:
        yield Site(base, times, link)


@pytest.mark.parametrize(("after", "shown"), [
    (timedelta(seconds=20), "just now"), (timedelta(minutes=1), "1 minute ago"),
    (timedelta(minutes=59), "59 minutes ago"), (timedelta(hours=2), "2 hours ago"), (timedelta(hours=25), ""),
])  # fmt: skip
def test_a_recent_time_is_relative_and_an_older_one_local(
    window: Windows, timed: Site, after: timedelta, shown: str
) -> None:
    page = timed.open(window, f"/{LINE}", after)
    at = timed.times[LINE - 1]
    time = page.locator(TIME)
    assert time.inner_text() == (shown or f"{at + timedelta(hours=1):%-d %b %Y, %H:%M}")
    assert time.get_attribute("title") == f"{at:%-d %b %Y, %H:%M:%S} UTC"


def test_a_step_shows_the_time_of_its_entry(window: Windows, timed: Site) -> None:
    page = timed.open(window, f"/{LINE}", timedelta(hours=5))
    page.wait_for_selector(".scene[data-ready]")
    served = page.locator(TIME).get_attribute("title")
    page.keyboard.press("Home")
    page.wait_for_selector(f".scene:not([data-seq='{LINE}'])")
    at = timed.times[int(page.get_attribute(".scene", "data-seq") or 0) - 1]
    assert page.locator(TIME).get_attribute("title") == f"{at:%-d %b %Y, %H:%M:%S} UTC" != served
    assert page.locator(TIME).inner_text() == "5 hours ago"
    page.go_back()
    page.wait_for_selector(f".scene[data-seq='{LINE}']")
    assert page.locator(TIME).get_attribute("title") == served
    assert page.locator("#notes-part time").inner_text().endswith(" hours ago")


def test_a_deadline_keeps_its_exact_time_for_screen_readers(window: Windows, timed: Site) -> None:
    page = timed.open(window, f"/{LINE}", timedelta(hours=5))
    due = page.locator("#turn .due time").last
    at = datetime.fromisoformat(due.get_attribute("datetime") or "")
    words = f"{at + timedelta(hours=1):%a, %-d %b %Y, %H:%M} CET"
    assert due.evaluate("one => one.firstChild.data") == words
    assert due.locator("[aria-hidden=true]").inner_text().strip() == "(in 19 hours)"
    assert due.inner_text() == f"{words} (in 19 hours)"


def test_the_page_renews_its_times_each_minute(window: Windows, timed: Site) -> None:
    page = window(timezone_id="Europe/Berlin")
    page.clock.install(time=timed.times[-1] + timedelta(minutes=5))
    page.goto(timed.base)
    time = page.locator(".session time").first
    due, span = time.inner_text(), time.locator("span")
    assert span.inner_text().strip() == "(in 24 hours)"
    page.clock.run_for(4 * 3_600_000)
    assert span.inner_text().strip() == "(in 20 hours)"
    assert time.inner_text() == due.replace("24 hours", "20 hours")


def test_an_unsent_post_says_when_it_was_kept(window: Windows, timed: Site) -> None:
    page = window()
    page.goto(f"{timed.base}/k/{timed.link}")
    page.locator("main button").first.click()
    page.goto(f"{timed.base}/s/timed/post")
    page.locator("[data-kept]").fill("Hello")
    page.reload()
    kept = page.locator(".banner", has_text="Your unsent post is back.")
    assert kept.locator("time [aria-hidden]").inner_text().strip() == "(just now)"


def test_times_are_in_utc_without_scripts(window: Windows, timed: Site) -> None:
    page = timed.open(window, f"/{LINE}", timedelta(hours=2), scripts=False)
    assert page.locator(TIME).inner_text() == f"{timed.times[LINE - 1]:%-d %b %Y, %H:%M} UTC"
    assert page.locator("#turn .due time").last.inner_text().endswith(" UTC")


def test_times_of_an_offline_page_are_local_too(window: Windows, timed: Site, tmp_path: Path) -> None:
    page = window(timezone_id="Europe/Berlin", accept_downloads=True)
    file = tmp_path / "timed.html"
    file.write_bytes(page.request.get(f"{timed.base}/s/timed/export.html").body())
    page.clock.set_fixed_time(timed.times[LINE - 1] + timedelta(days=3))
    page.goto(f"{file.as_uri()}#{LINE}")
    page.wait_for_selector(f".scene[data-seq='{LINE}'][data-ready]")
    assert page.locator(TIME).inner_text() == f"{timed.times[LINE - 1] + timedelta(hours=1):%-d %b %Y, %H:%M}"
