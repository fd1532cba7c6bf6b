"""Open pages that learn of new moves, and drafts of posts, with a clock that the test moves."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from people import Table
from toy import Dare
from windows import Page, Windows

from events.store.accounts import SEAT
from projections.contracts import Written
from projections.registry import Registry
from replay.session.submission import Request, submit

pytestmark = pytest.mark.browser
TURN = "#turn .turn"


class Live(Table):
    """A session on a server, and pages of its seats whose clocks stand still."""

    def __init__(self, games: Registry, serve: Callable[[Flask], str], window: Windows) -> None:
        super().__init__(games, "live", title="Friday")
        self.base, self.window = serve(self.app), window

    def page(self, seat: str, path: str = "", **how: Any) -> Page:
        page = self.window(**how)
        page.goto(f"{self.base}/k/{self.token(SEAT, seat, 'Amy')}")
        page.locator("main form button").first.click()
        page.wait_for_url("**as=*")
        page.clock.install()
        page.goto(f"{self.base}/s/live{path}")
        return page

    def dare(self) -> None:
        session = self.again()
        assert submit(session, "black", [Request(Written(Dare("black", "yellow")))]).done


@pytest.fixture
def live(games: Registry, serve: Callable[[Flask], str], window: Windows) -> Live:
    return Live(games, serve, window)


def heads(page: Page) -> list[int]:
    """Note the status of each answer about new moves."""
    found = list[int]()
    page.on("response", lambda answer: found.append(answer.status) if "/head?" in answer.url else None)
    return found


def test_a_visible_page_asks_every_30_seconds_and_offers_new_moves(live: Live) -> None:
    page = live.page("yellow")
    found = heads(page)
    page.wait_for_selector(".scene[data-whole]")
    page.clock.run_for(29_000)
    assert found == []
    with page.expect_response("**/head?*"):
        page.clock.run_for(1_000)
    assert found == [304]
    page.evaluate("Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true})")
    page.clock.run_for(120_000)
    live.dare()
    page.evaluate("delete document.visibilityState")
    assert found == [304]
    assert not page.title().startswith("Your turn")
    with page.expect_response("**/head?*"):
        page.evaluate("dispatchEvent(new Event('focus')), document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(TURN, has_text="1 new move").wait_for()
    assert found == [304, 200]
    assert page.locator(TURN).inner_text().startswith("Your turn, Amy")
    assert page.title().startswith("Your turn · ")
    earlier = page.get_by_text("You look at an earlier board")
    assert not earlier.is_visible()
    page.keyboard.press("ArrowLeft")
    earlier.wait_for()
    assert page.title().startswith("Your turn · ")
    page.get_by_role("link", name="Replay").click()
    page.clock.run_for(5_000)
    page.wait_for_url(f"**/{live.timeline().ends['move'][-1]}?as=yellow")


def test_a_page_without_connection_asks_again(live: Live) -> None:
    page = live.page("yellow", "/audit")
    page.route("**/head?*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.clock.run_for(30_000)
    page.unroute("**/head?*")
    live.dare()
    with page.expect_response("**/head?*"):
        page.clock.run_for(30_000)
    page.locator(TURN, has_text="1 new move").wait_for()


def test_an_unsent_post_stays_in_the_browser_until_it_is_submitted(live: Live) -> None:
    page = live.page("black", "/post")
    field, drafts = page.locator("#text"), "Object.keys(localStorage).filter((name) => name.startsWith('post '))"
    field.fill("Let me think.\nA: yellow")
    page.get_by_role("link", name="Friday").click()
    page.wait_for_selector(".scene[data-whole]")
    page.goto(f"{live.base}/s/live/post")
    assert field.input_value() == "Let me think.\nA: yellow"
    page.get_by_role("button", name="Delete this draft").click()
    page.reload()
    assert (field.input_value(), page.evaluate(drafts)) == ("", [])

    field.fill("dare yellow")
    page.reload()
    page.get_by_text("Your unsent post is back.").wait_for()
    page.goto(f"{live.base}/k/{live.token(SEAT, 'yellow')}")
    page.locator("main form button").first.click()
    page.goto(f"{live.base}/s/live/post")
    assert field.input_value() == ""
    page.goto(f"{live.base}/k/{live.token(SEAT, 'black')}")
    page.locator("main form button").first.click()
    page.goto(f"{live.base}/s/live/post")
    assert field.input_value() == "dare yellow"
    tap = "field.form.dispatchEvent(new SubmitEvent('submit', { cancelable: true }))"
    assert field.evaluate(f"(field) => [{tap}, {tap}]") == [True, False], "a double tap submits once"
    page.reload()
    page.get_by_role("button", name="Submit", exact=True).click()
    page.wait_for_url("**/post?filed=*")
    assert page.evaluate(drafts) == []
    field.fill("And now?")
    page.reload()
    assert field.input_value() == "And now?", "a later draft is not deleted with the submitted post"
    page.get_by_role("button", name="Delete this draft").click()
    page.goto(f"{live.base}/s/live/post")
    assert (field.input_value(), page.evaluate(drafts)) == ("", [])

    def with_rest(route: Any) -> None:
        answer = route.fetch()
        body = (
            answer.text().replace(" data-kept", ' data-sent="1" data-kept').replace("</textarea>", "walk in</textarea>")
        )
        route.fulfill(response=answer, body=body)

    page.route("**/post", with_rest)
    for _ in range(2):
        page.goto(f"{live.base}/s/live/post")
        assert field.input_value() == "walk in", "the rest of a submitted post is kept too"
        page.unroute("**/post")
    field.fill("")

    field.fill("only chat")
    assert len(page.evaluate(drafts)) == 1
    page.goto(f"{live.base}/s/live/people")  # a page that asks for no new moves
    assert page.locator("#turn[data-head]").count() == 0
    page.get_by_role("button", name="Log out").click()
    page.wait_for_load_state()
    assert page.evaluate(drafts) == []
