"""The audit, a finding and the page for rulings on paper: no button, no navigation, black on white, nothing cut."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

import pytest
from flask import Flask
from recorded_pages import Recorded
from spectator import START_MS

from events.store.accounts import JUDGE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
A4: Final = {"width": 672, "height": 1001}
"""The space between the margins of 16 mm, in CSS pixels."""
CHROME: Final = "header nav, .trail, .me, button, .button, select, textarea, input[type=text], .filters"
CUT: Final = """() => [...document.querySelectorAll("main *")].filter((one) => one.checkVisibility()
    && !one.closest("svg svg, svg *") && !one.classList.contains("unseen")
    && (one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1))
    .map((one) => one.outerHTML.slice(0, 90))"""
GROUND: Final = """() => [document.documentElement, document.body]
    .map((one) => getComputedStyle(one).backgroundColor)"""
SPLIT: Final = """() => [...document.querySelectorAll(".finding, .way, .way-out, .board, .since, tr")]
    .filter((one) => getComputedStyle(one).breakInside !== "avoid").length"""


@pytest.fixture(scope="module")
def risk() -> Recorded:
    return Recorded()


@pytest.fixture(params=["light", "dark"])
def paper(
    risk: Recorded, serve: Callable[[Flask], str], browser: "Browser", request: pytest.FixtureRequest
) -> Iterator["Page"]:
    """The browser of a judge that shows pages as they are printed."""
    page = browser.new_context(viewport=A4, base_url=serve(risk.app)).new_page()  # type: ignore[arg-type]  # a size
    page.goto(f"/k/{risk.accounts.issue(risk.name, JUDGE, START_MS)[1]}")
    page.locator("main button").click()
    page.wait_for_load_state()
    page.emulate_media(media="print", color_scheme=request.param)
    yield page
    page.context.close()


@pytest.mark.parametrize("kind", ["audit", "finding", "ruling", "fix"])
def test_a_page_is_fit_for_paper(paper: "Page", risk: Recorded, kind: str) -> None:
    found = risk.found("RISK-CON-01")
    path = {
        "audit": "audit", "finding": f"audit/{found.id}", "ruling": f"{found.seq}/ruling",
        "fix": f"{found.seq}/fix?how=due",
    }[kind]  # fmt: skip
    paper.goto(f"/s/{risk.name}/{path}")
    assert paper.locator(CHROME).filter(visible=True).count() == 0
    ground = paper.evaluate(
        "[document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert set(ground) <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}, "white paper, in a dark room too"
    assert paper.evaluate(CUT) == []
    assert paper.evaluate(SPLIT) == 0
    assert "Half term at Gwen's" in paper.locator("main").inner_text(), "the sheet says which session it is of"
    assert paper.pdf(format="A4").startswith(b"%PDF")
